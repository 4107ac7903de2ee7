"""Journal to history, each event exactly once.

The bytes of the table's journal are fetched as they are, checked by hash with the table, and stored together with all
that is made from them in one transaction; only then is the table told that it may let them go. Killed anywhere, the
next sync goes on at what was committed.
"""

import base64
import hashlib
import io
from collections.abc import Callable
from typing import Any, NamedTuple

import sqlalchemy as sa

from engine_core import segment
from engine_core.events import EventError
from engine_core.table import Table
from mjtable import store
from mjtable.errors import Differs, OtherJournal, Refused, StoreError
from mjtable.link import Link
from mjtable.replay import Replay
from mjtable.status import view

BLOCK = 512
ROUNDS = 5  # a table in use goes on writing: so often we look again before comparing


class Outcome(NamedTuple):
    """What a sync did. `differences` are those found now: (event number, what, table says, laptop says).

    `compared`: the state was compared with the table's; False when the table never rested for that.
    """

    table: str
    events: int
    hands: int
    bytes: int
    seq: int
    compared: bool
    differences: list[tuple[int, str, str, str]]


class Sync:
    """One sync of one table. `progress(done, total)` is told how many events are here of how many there are."""

    def __init__(self, link: Link, history: store.Store, progress: Callable[[int, int], None] | None = None):
        self._link = link
        self._store = history
        self._progress = progress or (lambda done, total: None)
        self._table_id: str = link.hello["id"]
        self._bytes = 0

    def run(self, new_journal: bool = False) -> Outcome:
        """Fetches what is new, replays it and compares with the table's status.

        OtherJournal when the table's journal is not the one that the history has the beginning of (the flash was
        formatted, or the journal edited); with `new_journal` it is then kept as a new one beside the old.
        """
        info = self._link.request("journal.info")
        replay, number, offset = self._begin(info, new_journal)
        began = replay.seq
        self._progress(0, info["seq"] - began)
        compared = False
        for _ in range(ROUNDS):
            number, offset = self._fetch(replay, number, offset, info, began)
            status = self._link.request("status")
            compared = status["seq"] == replay.seq or not status["stored"]
            if compared:
                self._compare(replay, status)
                break
            info = self._link.request("journal.info")
        done = replay.seq - began, replay.hands, self._bytes, replay.seq
        return Outcome(self._table_id, *done, compared, replay.found)

    # ------------------------------------------------------------ where to begin

    def _begin(self, info: dict[str, Any], new_journal: bool) -> tuple[Replay, int, int]:
        hello = self._link.hello
        values = {"name": hello["name"], "board": hello["board"], "firmware": hello["fw"], "seen": store.now()}
        with self._store.transaction() as c:
            known = sa.update(store.tables).where(store.tables.c.id == self._table_id).values(values)
            if not c.execute(known).rowcount:
                c.execute(sa.insert(store.tables).values(id=self._table_id, **values))
            query = sa.select(store.journals).where(store.journals.c.table_id == self._table_id)
            row = c.execute(query.order_by(store.journals.c.id.desc()).limit(1)).one_or_none()
            stored = self._stored(c, row.id, row.segment) if row else b""
        if row and not self._goes_on(row, stored, info):
            if not new_journal:
                raise OtherJournal(table=self._table_id, seq=row.seq)
            row = None
        if row is None:
            with self._store.transaction() as c:
                place = {"segment": info["first"], "offset": 0, "seq": info["first_seq"] - 1}
                ident = store.insert(c, store.journals, table_id=self._table_id, state=b"", **place)
            return Replay(ident, b"", place["seq"]), info["first"], 0
        try:
            replay = Replay(row.id, row.state, row.seq)
        except EventError as e:
            raise StoreError(db=self._store.shown, why=f"state after event {row.seq}: {e}") from e
        return (replay, row.segment, row.offset) if row.segment >= info["first"] else (replay, info["first"], 0)

    def _goes_on(self, row: sa.Row[Any], stored: bytes, info: dict[str, Any]) -> bool:
        """Does the table's journal begin with what we have of it?"""
        if row.segment > info["last"] or row.seq > info["seq"]:
            return False
        if row.segment < info["first"] or row.offset == 0:  # dropped meanwhile, or nothing of it is here
            return True
        return self._hash(row.segment, row.offset) == hashlib.sha256(stored).hexdigest()

    def _hash(self, number: int, size: int) -> str | None:
        try:
            return self._link.request("journal.hash", seg=number, size=size)["sha256"]
        except Refused:  # it has not so many bytes
            return None

    @staticmethod
    def _stored(c: sa.Connection, journal_id: int, number: int) -> bytes:
        query = sa.select(store.segments.c.bytes).where(
            store.segments.c.journal_id == journal_id, store.segments.c.number == number
        )
        return c.scalar(query) or b""

    # ------------------------------------------------------------ fetch, check, store, acknowledge

    def _fetch(self, replay: Replay, number: int, offset: int, info: dict[str, Any], began: int) -> tuple[int, int]:
        """Everything from a place on to the journal's end; the place after it."""
        while True:
            with self._store.transaction() as c:
                have = self._stored(c, replay.journal_id, number) if offset else b""
            data, last = self._read(number, have)
            if self._hash(number, len(data)) != hashlib.sha256(data).hexdigest():
                raise Differs(what="journal", table=f"segment {number}", laptop="bytes with another hash")
            if len(data) > offset:
                self._keep(replay, number, offset, data)
                self._link.request("journal.ack", seg=number, off=len(data), seq=replay.seq)
            self._bytes += len(data) - offset
            self._progress(replay.seq - began, max(info["seq"], replay.seq) - began)
            if last:
                return number, len(data)
            number, offset = number + 1, 0

    def _read(self, number: int, have: bytes) -> tuple[bytes, bool]:
        """The segment's valid bytes, beginning with those we have, and whether it is the last segment."""
        data = bytearray(have)
        while True:
            block = self._link.request("journal.read", seg=number, off=len(data), n=BLOCK)
            data += base64.b64decode(block["data"])
            if len(data) >= block["size"]:
                return bytes(data), block["last"]

    def _keep(self, replay: Replay, number: int, offset: int, data: bytes) -> None:
        """One transaction: the bytes, the events in them, what follows from these, and where to go on."""
        with self._store.transaction() as c:
            if offset == 0:
                self._open_segment(c, replay, number, data)
            at = max(offset, segment.HEADER)
            rest = io.BytesIO(data)
            rest.seek(at)
            for event, after in segment.records(rest.read, at):
                replay.apply(c, number, event)
                at = after
            if at != len(data):
                replay.differs("journal", f"segment {number}: {len(data)} bytes", f"whole records end at {at}")
            self._write(c, replay, number, data)

    def _open_segment(self, c: sa.Connection, replay: Replay, number: int, data: bytes) -> None:
        head = segment.header(data)
        if head is None or head["segment"] != number:
            raise Differs(what="journal", table=f"segment {number}", laptop="no header of this segment")
        before = self._stored(c, replay.journal_id, number - 1)
        if before and (head["length"], head["sha256"]) != (len(before), hashlib.sha256(before).digest()):
            replay.differs(
                "journal", f"segment {number} follows other bytes", f"{len(before)} bytes of segment {number - 1}"
            )
        replay.open_segment(head["first"])

    @staticmethod
    def _write(c: sa.Connection, replay: Replay, number: int, data: bytes) -> None:
        at = (store.segments.c.journal_id == replay.journal_id) & (store.segments.c.number == number)
        if not c.execute(sa.update(store.segments).where(at).values(bytes=data)).rowcount:
            c.execute(sa.insert(store.segments).values(journal_id=replay.journal_id, number=number, bytes=data))
        c.execute(
            sa.update(store.journals)
            .where(store.journals.c.id == replay.journal_id)
            .values(segment=number, offset=len(data), seq=replay.seq, state=replay.table.snapshot())
        )
        replay.keep_found(c)

    def _compare(self, replay: Replay, status: dict[str, Any]) -> None:
        """The replayed state and what the table says of itself; events that its flash did not take show here."""
        for key, ours in {"seq": replay.seq, **view(replay.table)}.items():
            if status.get(key) != ours:
                replay.differs("status." + key, status.get(key), ours)
        with self._store.transaction() as c:
            replay.keep_found(c)


def replayed(history: store.Store, table: str) -> Table | None:
    """The table's state as the history has it; None when there is no history of this table."""
    query = sa.select(store.journals.c.state).where(store.journals.c.table_id == table)
    rows = history.rows(query.order_by(store.journals.c.id.desc()).limit(1))
    return Table.restore(rows[0].state) if rows and rows[0].state else None
