"""Sessions as a whole: when, where, by which rules, and how they ended."""

from typing import Any, NamedTuple

from engine_core.between import moved
from mjtable import ledger
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


def sessions(past: Store, table: str | None = None, limit: int | None = None) -> list[Evening]:
    """Those with hands or corrections, the oldest first; the latest `limit` of them."""
    rows = list(past.sessions_of(table))
    numbers = past.session_numbers()
    out: list[Evening] = []
    size = min(AT_ONCE, limit or AT_ONCE)
    while rows and (limit is None or len(out) < limit):
        rows, part = rows[:-size], rows[-size:]
        out = of_rows(past, part, numbers) + out
    return out if limit is None else out[-limit:]


def of_rows(past: Store, rows: list[Any], numbers: dict[int, int]) -> list[Evening]:
    """These sessions, as far as they have hands or corrections. `rows` are of Store.sessions_of(), `numbers` those of
    Store.session_numbers().
    """
    began = {row.id: row for row in rows}
    found = ledger.of_rows(past, rows, numbers)
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
        counted = [entry.row for entry in one.entries if entry.kind == "hand" and not entry.row.undone]
        rules = sorted({(hand.region, hand.house) for hand in counted})
        place = (one.id, one.number, one.table_id, one.table_name, _began(began[one.id], one))
        out.append(Evening(*place, len(counted), rules, seats, one.entries[-1].scores))
    return out


def _since(entries: list[ledger.Entry]) -> list[ledger.Entry]:
    """What came after the last hand."""
    hands = [i for i, entry in enumerate(entries) if entry.kind == "hand"]
    return entries[hands[-1] + 1 if hands else 0 :]


def _after(hand: Any, names: list[str | None]) -> list[str | None]:
    """Who sits where after a hand, where whoever sat out may take over a seat."""
    return names if hand.undone else reseated(names, hand.sub_in)


def _began(row: Any, session: ledger.Session) -> int:
    """When it began; where its beginning is not in the history, when its first hand ended."""
    times = [entry.row.time for entry in session.entries if entry.row.time]
    return row.time or min(times, default=0)
