"""Journal to history, each event exactly once.

The bytes of the table's journal are fetched first, as they are, and checked by hash with the table: the line does not
wait for the laptop, which scores every hand again. Then each segment is replayed, and stored together with all that is
made from it in one transaction; only when all is there the table is told that it may let it go. Killed anywhere, the
next sync goes on at what was committed, with the bytes that were fetched behind it (arrived.py). Where the table's
flash is damaged the sync goes on behind it: what does not come is a difference, kept once.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import sqlalchemy as sa

from engine_core import segment
from mjtable import database, journals, store
from mjtable.arrived import Arrived
from mjtable.errors import MjtableError, OtherJournal, StoreError
from mjtable.fetch import Flash, Part, Whole, begins, sha256
from mjtable.link import Link
from mjtable.replay import Difference, Replay, Tally
from mjtable.status import view

FETCH, REPLAY = "fetch", "replay"  # the stages of a sync
ROUNDS = 5  # a table in use goes on writing: so often we look again before comparing


class Outcome(NamedTuple):
    """What a sync did. `differences` are those found now: (event number, what, table says, laptop says).

    `here`: how many events of the table the history has now; `missing`: the numbers up to `seq` that it has not, from
    and to. `compared`: the state was compared with the table's; False when the table never rested for that, or is in
    safe mode, where it may know less of itself than its journal does.
    """

    table: str
    events: int
    hands: int
    bytes: int
    seq: int
    here: int
    missing: list[tuple[int, int]]
    compared: bool
    differences: list[Difference]


class Moved(Exception):
    """Another sync of the same table has gone on meanwhile."""


class Came(NamedTuple):
    """A segment that was fetched; `offset`: so much of it was in the history before.

    `after` is the header of the next segment, where its own is damaged.
    """

    number: int
    offset: int
    part: Part
    after: dict[str, Any] | None


class Sync:
    """One sync of one table.

    `progress(stage, done, total)` is told how many events have been fetched, then replayed, of how many there are.
    """

    def __init__(self, link: Link, history: store.Store, progress: Callable[[str, int, int], None] | None = None):
        self._link = link
        self._flash = Flash(link)
        self._store = history
        self._progress = progress or (lambda stage, done, total: None)
        self._table_id: str = link.hello["id"]
        self._arrived = Arrived(self._table_id)
        self._tally = Tally()
        self._bytes = 0

    def run(self, new_journal: bool = False) -> Outcome:
        """Fetches what is new, replays it and compares with the table's status.

        OtherJournal when the table's journal is not the one that the history has the beginning of (the flash was
        formatted, or the journal edited); with `new_journal` it is then kept as a new one beside the old.
        """
        for _ in range(ROUNDS):
            try:
                return self._run(new_journal)
            except Moved:
                pass
        raise StoreError(db=self._store.shown, why="other syncs of the same table write all the time")

    def _run(self, new_journal: bool) -> Outcome:
        info = self._flash.info()
        replay, number, offset = self._begin(info, new_journal)
        began = replay.seq if replay.begun else info["first_seq"] - 1
        compared, found = False, []
        for _ in range(ROUNDS):
            number, offset = self._go_on(replay, number, offset, info, began)
            if self._link.hello.get("safe"):
                break
            status = self._link.request("status")
            # It rests: all is here that it has, or all that it had before it was fetched and no more.
            compared = status["seq"] in (replay.seq, info["seq"]) or not status["stored"]
            if compared:
                found = self._compare(replay, status)
                break
            info = self._flash.info()
        done = self._tally.events, self._tally.hands, self._bytes, replay.seq
        count, ranges = self._store.event_ranges(self._table_id)
        here = count, _missing(ranges, replay.seq)
        return Outcome(self._table_id, *done, *here, compared, self._tally.found + found)

    # ------------------------------------------------------------ where to begin

    def _begin(self, info: dict[str, Any], new_journal: bool) -> tuple[Replay, int, int]:
        hello = self._link.hello
        values = {"name": hello["name"], "board": hello["board"], "firmware": hello["fw"], "seen": store.now()}
        with self._store.transaction() as c:
            database.alone(c)
            known = sa.update(store.tables).where(store.tables.c.id == self._table_id).values(values)
            if not c.execute(known).rowcount:
                c.execute(sa.insert(store.tables).values(id=self._table_id, **values))
            row = journals.latest(c, self._table_id)
        place = self._place(row, info) if row else None
        if row and place:
            try:
                return Replay(row, self._tally), *place
            except ValueError as e:
                raise StoreError(db=self._store.shown, why=f"state after event {row.seq}: {e}") from e
        if row and not new_journal:
            raise OtherJournal(table=self._table_id, seq=row.seq)
        first = self._first_not_here(info) if row else info["first"]
        with self._store.transaction() as c:
            latest = journals.latest(c, self._table_id)
            if (latest and latest.id) != (row and row.id):
                raise Moved
            begun = {"segment": first, "offset": 0, "seq": 0, "state": b""}
            store.insert(c, store.journals, table_id=self._table_id, **begun)
            row = journals.latest(c, self._table_id)
        assert row is not None
        return Replay(row, self._tally), first, 0

    def _place(self, row: sa.Row[Any], info: dict[str, Any]) -> tuple[int, int] | None:
        """Segment and offset to go on at; None when the table's journal is not the one that we have a part of."""
        number, offset = row.segment, row.offset
        if number > info["last"] or row.seq > info["seq"]:
            return None
        if number < info["first"]:  # dropped meanwhile
            return info["first"], 0
        if not offset:  # nothing of it is here
            return number, 0
        with self._store.reading() as c:
            stored = journals.segment_bytes(c, row.id, number)
            before = journals.segment_bytes(c, row.id, number - 1)
        if self._flash.hash(number, offset) == sha256(stored).hex():
            return number, offset
        head = self._flash.header(number + 1) if number < info["last"] else None
        if head is None:
            return (number, offset) if self._flash.agrees(number, stored) else None
        if begins(stored, head) and row.seq < head["first"]:  # the table has lost what we have behind these bytes
            known = head["length"] or number == info["first"] or not before
            known = known or self._flash.hash(number - 1, len(before)) == sha256(before).hex()
            return (number + 1, 0) if known else None
        whole = self._flash.read(number, stored).data  # ours, and the rest: is it damage in what we have already?
        return (number, offset) if self._flash.proves(number, whole) else None

    def _first_not_here(self, info: dict[str, Any]) -> int:
        """The segment behind the newest one that the history has with the same bytes, whatever journal it was in."""
        for number in range(info["last"], info["first"] - 1, -1):
            with self._store.reading() as c:
                stored = journals.segments_of(c, self._table_id, number)
            size = self._flash.size(number) if stored else 0
            told = self._flash.hash(number, size) if size else None
            if any(told == sha256(data[:size]).hex() for data in stored if size and size <= len(data)):
                return min(number + 1, info["last"])
            if number < info["last"] and any(self._flash.proves(number, data) for data in stored):
                return number + 1
        return int(info["first"])

    # ------------------------------------------------------------ fetch, check, store, acknowledge

    def _go_on(self, replay: Replay, number: int, offset: int, info: dict[str, Any], began: int) -> tuple[int, int]:
        """Everything from a place on to the journal's end; the place after it."""
        came: list[Came] = []
        try:
            self._fetch(came, replay, number, offset, info, began)
        except MjtableError:
            self._replay(replay, came, info, began)  # what has come is worth no less
            raise
        number, offset = self._replay(replay, came, info, began)
        if offset:  # even if nothing is new: the sync before may have been killed before it could say so
            self._flash.ack(number, Whole.of(came[-1].part.data).end, replay.seq)
        self._arrived.clear()
        return number, offset

    def _fetch(
        self, came: list[Came], replay: Replay, number: int, offset: int, info: dict[str, Any], began: int
    ) -> None:
        """Adds every segment from a place on, checked with the table."""
        done, total = max(replay.seq - began, 0), max(info["seq"] - began, 0)
        self._progress(FETCH, done, total)
        while True:
            have = self._here(replay.journal_id, number, offset)
            part = self._flash.part(number, have)
            if not part.whole:
                first = self._flash.info()["first"]
                if number < first:  # the table has dropped it while we were reading
                    number, offset = first, 0
                    continue
            self._bytes += len(part.data) - len(have)
            head = segment.header(part.data)
            damaged = not (offset or part.last or head)
            came.append(Came(number, offset, part, self._flash.header(number + 1) if damaged else None))
            if part.last:
                self._progress(FETCH, total, total)
                return
            if part.whole:
                self._arrived.keep(number, part.data)
            done = min(max(done, head["first"] - 1 - began if head else 0), total)
            self._progress(FETCH, done, total)
            number, offset = number + 1, 0

    def _here(self, journal_id: int, number: int, offset: int) -> bytes:
        """What is on the laptop of a segment: in the history, or from a sync that did not come to its end."""
        if offset:
            with self._store.reading() as c:
                return journals.segment_bytes(c, journal_id, number)
        data = self._arrived.data(number)
        return data if data and self._flash.hash(number, len(data)) == sha256(data).hex() else b""

    def _replay(self, replay: Replay, came: list[Came], info: dict[str, Any], began: int) -> tuple[int, int]:
        """What has come, into the history, segment by segment; the place after it."""
        number, offset = replay.place
        for one in came:
            number, offset = one.number, one.offset
            if not one.part.whole or len(one.part.data) > offset:
                offset = self._keep(replay, one)
            self._progress(REPLAY, max(replay.seq - began, 0), max(info["seq"], replay.seq) - began)
        return number, offset

    def _keep(self, replay: Replay, one: Came) -> int:
        """One transaction: the bytes, the events in them, what follows from these, and where to go on.

        The offset from there on: 0 when the segment's events have no numbers, and it has to be looked at again.
        """
        number, offset, part, after = one
        whole = Whole.of(part.data)
        with self._store.transaction() as c:
            if not replay.stands(c):
                raise Moved
            opened = offset > 0 or self._open(c, replay, number, part, whole, after)
            if opened:
                known = set() if offset else journals.known_events(c, replay.journal_id, self._table_id, number)
                replay.go_on(c, number, [event for event, at in whole.records if at > offset], known)
            here = f"events to {replay.seq} are here"
            if not part.whole:
                replay.differs("journal", f"segment {number}: cannot be read from byte {len(part.data)} on", here)
            elif opened and whole.end < len(part.data):
                replay.differs("journal", f"segment {number}: damaged at byte {whole.end}", here)
            journals.keep_segment(c, replay.journal_id, number, part.data)
            replay.stand(c, number, len(part.data) if opened else 0)
        return len(part.data) if opened else 0

    def _open(
        self, c: sa.Connection, replay: Replay, number: int, part: Part, whole: Whole, after: dict[str, Any] | None
    ) -> bool:
        """A segment begins. False when its events cannot be numbered."""
        head = segment.header(part.data)
        if head and head["segment"] == number:
            first = head["first"]
            replay.follow(number, head, journals.segment_bytes(c, replay.journal_id, number - 1))
        else:
            first = whole.first(part, after)
            if part.whole or len(part.data) >= segment.HEADER:
                said = "its events have no numbers" if first is None else f"its events begin with {first}"
                replay.differs("journal", f"segment {number}: damaged header", said)
        if first is None:
            return False
        if replay.begun and first <= replay.seq:
            raise OtherJournal(table=self._table_id, seq=replay.seq)
        replay.open_segment(first)
        return True

    def _compare(self, replay: Replay, status: dict[str, Any]) -> list[Difference]:
        """The replayed state and what the table says of itself; events that its flash did not take show here."""
        ours = {"seq": replay.seq, **view(replay.table)}
        found = [
            Difference(replay.seq, "status." + key, str(status.get(key)), str(value))
            for key, value in ours.items()
            if status.get(key) != value
        ]
        with self._store.transaction() as c:
            for one in found:
                journals.keep_difference(c, replay.journal_id, one)
        return found


def _missing(ranges: list[tuple[int, int]], last: int) -> list[tuple[int, int]]:
    """From and to of the numbers in 1..last that are in none of the ranges, in order."""
    out, after = [], 1
    for low, high in [*sorted(ranges), (last + 1, last + 1)]:
        if low > after and after <= last:
            out.append((after, min(low - 1, last)))
        after = max(after, high + 1)
    return out
