"""Sessions as a whole: when, where, by which rules, and how they ended."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from mjtable import ledger, players, seating
from mjtable.schema import hands
from mjtable.store import Store


class Evening(NamedTuple):
    """`number` counts at the table, `rules` are (region, house's name), `players` names by seat, `scores` the last."""

    id: int
    number: int
    table_id: str
    table_name: str
    time: int
    hands: int
    rules: list[tuple[str, str]]
    players: list[str | None]
    scores: list[int]


def sessions(past: Store, table: str | None = None) -> list[Evening]:
    """Those with hands or corrections, the oldest first."""
    numbers = past.session_numbers()
    played = _played(past)
    out = []
    with past.reading() as c:
        known = players.names(c)
    for one in ledger.sessions(past, table):
        with past.reading() as c:
            row = players.session(c, one.id)
            seats = seating.at(seating.stretches(c, row), players.last_event(c, row))
        count, rules = played.get(one.id, (0, []))
        named = [known.get(player) if player else None for player in seats[: len(row.scores)]]
        place = (one.id, numbers[one.id], one.table_id, one.table_name)
        out.append(Evening(*place, _began(row, one), count, rules, named, one.entries[-1].scores))
    return out


def _began(row: sa.Row[Any], session: ledger.Session) -> int:
    """When it began; where its beginning is not in the history, when its first hand ended."""
    times = [entry.row.time for entry in session.entries if entry.row.time]
    return row.time or min(times, default=0)


def _played(past: Store) -> dict[int, tuple[int, list[tuple[str, str]]]]:
    """Session -> how many hands count, and by which rules they were played."""
    query = sa.select(hands.c.session_id, hands.c.region, hands.c.house, sa.func.count())
    query = query.where(hands.c.undone.is_(None)).group_by(hands.c.session_id, hands.c.region, hands.c.house)
    found: Sequence[Any] = past.rows(query)
    out: dict[int, tuple[int, list[tuple[str, str]]]] = {}
    for session, region, house, count in sorted(map(tuple, found)):
        before, rules = out.get(session, (0, []))
        out[session] = before + count, [*rules, (region, house)]
    return out
