"""The history as people read it: hands and corrections in the order in which they happened, session by session.

The history keeps what each hand brought and the scores after it. What a correction led to is worked out here, so that
every number shown follows from the numbers above it.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine_core.between import back, moved
from mjtable import outline
from mjtable.status import reseated
from mjtable.store import Store


class Entry(NamedTuple):
    """One line: what it brought, and the scores after it. `row` is of `corrections` if `kind` is "correct", of
    `amendments` if it is "amend": the table does not know of these, so they stand at the session's end. If it is
    "seats" the row of `corrections` is a change of seats: the scores have gone with the players.

    Else it is of `hands`: that hand ("hand"), or its being taken back ("undo"), which has a line of its own where a
    correction came between the two. It has the columns outline.BRIEF, and all of them after filled().
    """

    kind: str
    row: Any
    delta: list[int]
    scores: list[int]

    @property
    def seq(self) -> int:
        """The event of the line. An amendment has none."""
        return int(self.row.undone if self.kind == "undo" else self.row.seq)


class Session(NamedTuple):
    """A session with its number at the table, the table, the scores it began with, and the lines to show."""

    id: int
    number: int
    table_id: str
    table_name: str
    scores: list[int]
    entries: list[Entry]


def sessions(past: Store, table: str | None = None, limit: int | None = None) -> list[Session]:
    """The sessions of the latest `limit` hands, with these hands, as they are in `hands`, and the corrections beside
    them.
    """
    asked: dict[int, int] = {}  # session -> the first of these hands
    shown = past.latest_hands(table, limit)
    for row in shown:
        asked[row.session_id] = min(row.seq, asked.get(row.session_id, row.seq))
    started = min(asked, default=0) if limit and len(shown) >= limit else 0
    rows = past.sessions_of(table, started)
    first = outline.first_hands(past, [row.id for row in rows])
    rows = [row for row in rows if row.id in asked or row.id not in first]
    later = {session: seq for session, seq in asked.items() if seq > first[session]}
    starts = {session: outline.last_hand(past, session, seq) for session, seq in later.items()}
    out = []
    for one in of_rows(past, rows, past.session_numbers([row.id for row in rows]), starts):
        since = later.get(one.id, 0)
        entries = [entry for entry in one.entries if entry.kind == "amend" or entry.seq >= since]
        out.append(one._replace(entries=filled(past, entries)))
    return out


def of_rows(
    past: Store, rows: Sequence[Any], numbers: dict[int, int], starts: dict[int, int] | None = None
) -> list[Session]:
    """These sessions, as far as they have lines. `starts`: session -> the event of a hand that counts, with which the
    lines begin.
    """
    begin = {row.id: (starts or {}).get(row.id, 0) for row in rows}
    found = outline.of(past, begin)
    late = outline.by_session(past.amendments_of_sessions(list(begin)))
    out = []
    for row in rows:
        hands, corrections = found.hands.get(row.id, []), found.corrections.get(row.id, [])
        entries = timeline(row.scores, hands, corrections, found.paid)
        if entries:
            entries = entries + amended(entries[-1].scores, late.get(row.id, []))
            out.append(Session(row.id, numbers[row.id], row.table_id, row.name, list(row.scores), entries))
    return out


def filled(past: Store, entries: list[Entry]) -> list[Entry]:
    """The same lines; those of hands with all columns of `hands`, and `table_id`."""
    whole = {row.id: row for row in past.hands_by_ids([entry.row.id for entry in entries if entry.kind == "hand"])}
    return [entry._replace(row=whole[entry.row.id]) if entry.kind == "hand" else entry for entry in entries]


def timeline(
    began: list[int], hands: list[Any], corrections: list[Any], paid: dict[int, list[tuple[int, int]]]
) -> list[Entry]:
    """All of one session, or from a hand on that counts. A hand taken back keeps its line; the scores go on from those
    before it.
    """
    happened = [(row.seq, "hand", row) for row in hands]
    happened += [(row.seq, "seats" if row.moved else "correct", row) for row in corrections]
    happened += [(row.undone, "undo", row) for row in hands if row.undone]
    scores = list(began)
    before, since = scores, [0] * len(scores)  # the scores before the last hand, and what was corrected since,
    order = list(range(len(scores)))  # by the seats of then: where each came from
    out = []
    for _, what, row in sorted(happened, key=lambda one: one[0]):
        if what == "undo":
            after = moved(_sum(before, reseated(since, row.sub_in)), order)
            if any(since):
                out.append(Entry("undo", row, [new - old for new, old in zip(after, scores, strict=False)], after))
            scores = after
        elif what == "hand":
            before, since, order = scores, [0] * len(scores), list(range(len(scores)))
            brought = paid.get(row.id, [])
            after = [score for _, score in brought]
            scores = reseated(after + scores[len(after) :], row.sub_in)
            out.append(Entry("hand", row, [delta for delta, _ in brought], after))
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
