"""The rows of the history, made anew from the bytes of the journals.

Hands and sessions keep their numbers, and what was entered on the laptop stays. A row that the bytes do not give any
more (this mjtable understands them otherwise than the one that made it) is kept as it is, and counted.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import sqlalchemy as sa

from engine_core import segment
from mjtable import journals, rows, seating, store
from mjtable.errors import RebuildError
from mjtable.fetch import Part, Whole
from mjtable.replay import Replay, Tally

BATCH = 500


class Made(NamedTuple):
    """What was made: `kept` are hands that do not come from the bytes any more."""

    journals: int
    events: int
    hands: int
    kept: int
    states: int  # journals whose state is another now


def run(c: sa.Connection, progress: Callable[[int, int], None] | None = None) -> Made:
    """All journals, in the transaction of the connection. RebuildError when bytes and events do not fit together."""
    query = sa.select(store.journals).order_by(store.journals.c.id).with_for_update()  # a sync waits
    found = c.execute(query).all()
    total = sum(row.seq for row in found)
    done = hands = kept = states = events = 0
    for row in found:
        tally = Tally()
        replay = _journal(c, row, tally, _Told(progress, done, total))
        done += row.seq
        events += tally.events
        hands += tally.hands
        state = replay.table.snapshot() if replay.begun else b""
        if state != row.state:
            states += 1
            c.execute(sa.update(store.journals).where(store.journals.c.id == row.id).values(state=state))
        kept += _left(c, row.id, replay.made)
    seating.apply_all(c)
    return Made(len(found), events, hands, kept, states)


class _Told:
    """Tells how far all is when one journal is at an event."""

    def __init__(self, progress: Callable[[int, int], None] | None, before: int, total: int):
        self._progress, self._before, self._total = progress, before, total

    def __call__(self, seq: int) -> None:
        if self._progress:
            self._progress(self._before + seq, self._total)


def _journal(c: sa.Connection, row: sa.Row[Any], tally: Tally, told: _Told) -> Replay:
    replay = Replay(row, tally, anew=True)
    before, last = b"", None
    at = store.segments.c.journal_id == row.id
    numbers = list(c.scalars(sa.select(store.segments.c.number).where(at).order_by(store.segments.c.number)))
    for number in numbers:
        data = journals.segment_bytes(c, row.id, number)
        first = _first(c, row.id, number, data)
        if first is None:  # nothing of it is in the history
            continue
        head = segment.header(data)
        if head and head["segment"] == number and last == number - 1:
            replay.follow(number, head, before)
        replay.open_segment(first)
        whole = Whole.of(data)
        known = journals.known_events(c, row.id, row.table_id, number)
        replay.go_on(c, number, [event for event, _ in whole.records], known)
        replay.place = number, len(data)
        before, last = data, number
        told(replay.seq)
    if replay.seq != row.seq:
        raise RebuildError(journal=row.id, seq=row.seq, found=replay.seq)
    return replay


def _first(c: sa.Connection, journal_id: int, number: int, data: bytes) -> int | None:
    """The number of a segment's first event: as its header says, its snapshot, or the events that came from it."""
    head = segment.header(data)
    if head and head["segment"] == number:
        return int(head["first"])
    said = Whole.of(data).first(Part(data, False, False), None)
    at = (store.events.c.journal_id == journal_id) & (store.events.c.segment == number)
    found: int | None = c.scalar(sa.select(store.events.c.seq).where(at).order_by(store.events.c.seq).limit(1))
    return said if said is not None else found


def _left(c: sa.Connection, journal_id: int, made: set[int]) -> int:
    """Hands that were not made anew have at least what follows from their records; how many they are."""
    query = sa.select(store.hands.c.id).join(store.sessions).where(store.sessions.c.journal_id == journal_id)
    left = [ident for ident in c.scalars(query) if ident not in made]
    for at in range(0, len(left), BATCH):
        rows.add_hands(c, left[at : at + BATCH])
    return len(left)
