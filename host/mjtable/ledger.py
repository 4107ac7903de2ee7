"""The history as people read it: hands and corrections in the order in which they happened, session by session.

The history keeps what each hand brought and the scores after it. What a correction led to is worked out here, so that
every number shown follows from the numbers above it.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine_core.between import back, moved
from mjtable.status import reseated, seated
from mjtable.store import Store


class Entry(NamedTuple):
    """One line: what it brought, and the scores after it. `row` is of `corrections` if `kind` is "correct", of
    `amendments` if it is "amend": the table does not know of these, so they stand at the session's end. If it is
    "seats" the row of `corrections` is a change of seats: the scores have gone with the players.

    Else it is of `hands`: that hand ("hand"), or its being taken back ("undo"), which has a line of its own where a
    correction came between the two.
    """

    kind: str
    row: Any
    delta: list[int]
    scores: list[int]


class Session(NamedTuple):
    """A session with its number at the table, the table, the scores it began with, and the lines to show."""

    id: int
    number: int
    table_id: str
    table_name: str
    scores: list[int]
    entries: list[Entry]


def sessions(past: Store, table: str | None = None, limit: int | None = None) -> list[Session]:
    """The sessions of the latest `limit` hands, with these hands and the corrections beside them."""
    shown = past.hands_of(table, limit)
    started = min((row.session_id for row in shown), default=0) if limit and len(shown) >= limit else 0
    rows = [row for row in past.sessions_of(table) if row.id >= started]
    return of_rows(past, rows, past.session_numbers(), {row.id for row in shown})


def of_rows(past: Store, rows: Sequence[Any], numbers: dict[int, int], ids: set[int] | None = None) -> list[Session]:
    """These sessions, as far as they have lines; with `ids` from the first of these hands on."""
    wanted = [row.id for row in rows]
    hands = _by_session(past.hands_of_sessions(wanted))
    corrections = _by_session(past.corrections_of_sessions(wanted))
    idents = [row.id for found in hands.values() for row in found]
    paid = past.payments_of(idents)
    late = _by_session(past.amendments_of(idents))
    out = []
    for row in rows:
        whole = timeline(row.scores, hands.get(row.id, []), corrections.get(row.id, []), paid)
        entries = whole if ids is None else _shown(whole, ids)
        if entries:
            entries = entries + amended(entries[-1].scores, late.get(row.id, []))
            out.append(Session(row.id, numbers[row.id], row.table_id, row.name, list(row.scores), entries))
    return out


def _by_session(rows: Sequence[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.session_id, []).append(row)
    return found


def _shown(whole: list[Entry], ids: set[int]) -> list[Entry]:
    """From the first hand that is asked for; from the beginning when that is the session's first, or there is none."""
    hands = [i for i, entry in enumerate(whole) if entry.kind == "hand"]
    asked = [i for i in hands if whole[i].row.id in ids]
    if hands and not asked:
        return []
    return whole if asked == hands else whole[asked[0] :]


def timeline(
    began: list[int], hands: list[Any], corrections: list[Any], paid: dict[int, list[tuple[int, int]]]
) -> list[Entry]:
    """All of one session. A hand taken back keeps its line; the scores go on from those before it."""
    happened = [(row.seq, "hand", row) for row in hands]
    happened += [(row.seq, "seats" if row.moved else "correct", row) for row in corrections]
    happened += [(row.undone, "undo", row) for row in hands if row.undone]
    scores = list(began)
    before, since = scores, [0] * len(scores)  # the scores before the last hand, and what was corrected since,
    order = list(range(len(scores)))  # by the seats of then: where each came from
    out = []
    for _, what, row in sorted(happened, key=lambda one: one[0]):
        if what == "undo":
            after = moved(_sum(before, seated(since, row.answer)), order)
            if any(since):
                out.append(Entry("undo", row, [new - old for new, old in zip(after, scores, strict=False)], after))
            scores = after
        elif what == "hand":
            before, since, order = scores, [0] * len(scores), list(range(len(scores)))
            after = [score for _, score in paid[row.id]]
            scores = seated(after + scores[len(after) :], row.answer)
            out.append(Entry("hand", row, [delta for delta, _ in paid[row.id]], after))
        elif what == "seats":
            scores, order = moved(scores, row.moved), moved(order, row.moved)
            out.append(Entry("seats", row, list(row.delta), scores))
        else:
            scores, since = _sum(scores, row.delta), _sum(since, moved(row.delta, back(order)))
            out.append(Entry("correct", row, list(row.delta), scores))
    return out


def moves(order: list[int]) -> list[tuple[int, int]]:
    """Who has another seat after a change of seats: the seat, and the one he came from."""
    return [(seat, came) for seat, came in enumerate(order) if seat != came]


def places(entries: Sequence[Entry], seats: int) -> list[list[int]]:
    """By line, and before them all for the beginning: where whoever sits in a seat at the end had his scores then."""
    now = list(range(seats))
    out = []
    for entry in reversed(entries):
        if entry.kind == "hand" and not entry.row.undone:
            now = moved(reseated(list(range(seats)), entry.row.sub_in), now)
        out.append(now)
        if entry.kind == "seats":
            now = moved(entry.row.moved, now)
    return [now, *reversed(out)]


def amended(scores: list[int], rows: Sequence[Any]) -> list[Entry]:
    """Lines of amendments, after the scores that the table had."""
    out = []
    for row in rows:
        scores = _sum(scores, row.delta)
        out.append(Entry("amend", row, list(row.delta), scores))
    return out


def _sum(scores: list[int], delta: list[int]) -> list[int]:
    """Without the limits that a table has for them: the history may be anybody's."""
    return [score + change for score, change in zip(scores, delta, strict=False)]
