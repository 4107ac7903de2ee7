"""Sessions as a whole: when, where, by which rules, and how they ended."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine_core.between import moved
from mjtable import ledger, outline
from mjtable.status import reseated
from mjtable.store import Store

AT_ONCE = 200


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


def sessions(past: Store, table: str | None, limit: int, before: int | None = None) -> list[Evening]:
    """The latest `limit` sessions with hands or corrections, or those before a session; the oldest first."""
    return of_rows(past, past.played(table, limit=limit, before=before))


def every(past: Store, table: str | None = None) -> Iterator[Evening]:
    """All of them, the oldest first, a part at a time."""
    after = 0
    while rows := past.played(table, limit=AT_ONCE, after=after):
        after = rows[-1].id
        yield from of_rows(past, rows)


def of_rows(past: Store, rows: Sequence[Any]) -> list[Evening]:
    """These sessions, as far as they have hands or corrections. `rows` are of Store.sessions_of()."""
    idents = [row.id for row in rows]
    numbers, rules = past.session_numbers(idents), outline.rules(past, idents)
    found = ledger.of_rows(past, rows, numbers, outline.last_hands(past, idents))
    began = {row.id: row.time for row in rows}
    times = outline.first_times(past, [ident for ident in idents if not began[ident]])
    last = {one.id: [entry.row for entry in one.entries if entry.kind == "hand"][-1:] for one in found}
    names: dict[int, list[str | None]] = {hand.id: [] for hands in last.values() for hand in hands}
    for paid in past.payments_with_players(list(names)):
        names[paid.hand_id].append(paid.name or None)
    out = []
    for one in found:
        seats = [name for hand in last[one.id] for name in _after(hand, names[hand.id])]
        seats += [None] * (len(one.scores) - len(seats))
        for entry in _since(one.entries):
            seats = moved(seats, entry.row.moved) if entry.kind == "seats" else seats
        kinds = rules.get(one.id, [])
        moment = began[one.id] or times.get(one.id) or _amended(one.entries)
        count, played = sum(n for *_, n in kinds), [(region, house) for region, house, _ in kinds]
        place = (one.id, one.number, one.table_id, one.table_name, moment)
        out.append(Evening(*place, count, played, seats, one.entries[-1].scores))
    return out


def _since(entries: list[ledger.Entry]) -> list[ledger.Entry]:
    """What came after the last hand."""
    hands = [i for i, entry in enumerate(entries) if entry.kind == "hand"]
    return entries[hands[-1] + 1 if hands else 0 :]


def _after(hand: Any, names: list[str | None]) -> list[str | None]:
    """Who sits where after a hand, where whoever sat out may take over a seat."""
    return names if hand.undone else reseated(names, hand.sub_in)


def _amended(entries: list[ledger.Entry]) -> int:
    """When it was first amended: where the table knew no time, that is the earliest there is."""
    return min((entry.row.time for entry in entries if entry.kind == "amend"), default=0)
