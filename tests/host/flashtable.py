"""A table whose journal is the firmware's own, on files that a test can damage; it answers what a sync asks."""

import base64
from pathlib import Path

from engine_core import events, wire
from engine_core.events import EventError
from engine_core.table import Table
from firmware.journal import CHUNK, Journal, JournalError
from mjtable.errors import Refused
from mjtable.status import view
from tests.host.fake import HELLO

LENGTH = 700  # bytes of a segment


class FlashTable:
    """`bad`: (segment, byte) that cannot be read."""

    def __init__(self, folder: Path):
        self.hello = HELLO
        self.folder = folder / "j"
        self.bad: set[tuple[int, int]] = set()
        self.acknowledged: list[tuple[int, int]] = []
        self.start()

    def start(self):
        """From power off to a table that answers."""
        self.table = Table()
        self.journal = Journal(str(self.folder), self.table, length=LENGTH, reserve=0)
        return self

    def append(self, event):
        return self.journal.append(event)

    def notes(self, n):
        for i in range(n):
            self.append(events.pack_note(events.NOTE_CRASH, f"note {i} after event {self.table.seq}"))
        return self

    def corrected(self, n):
        """Events that change the state."""
        for _ in range(n):
            self.append(events.pack_correct([1, -1, 0, 0], "a point"))
        return self

    # ------------------------------------------------------------ damage

    def file(self, number):
        return self.folder / f"{number:06d}.seg"

    def flip(self, number, at):
        self.journal.close()
        data = bytearray(self.file(number).read_bytes())
        data[at] ^= 1
        self.file(number).write_bytes(data)

    def drop_oldest(self):
        assert self.journal._drop_oldest()

    # ------------------------------------------------------------ the cable

    def request(self, method, **params):
        try:
            return getattr(self, method.replace(".", "_"))(**params)
        except (JournalError, EventError) as e:
            raise Refused(code=wire.REFUSED, why=str(e), field=e.field) from e

    waiting = repeats = 0

    def ahead(self, method, **params):
        """Whatever is asked for is there at once."""

    def _readable(self, seg, start, end):
        for number, byte in self.bad:
            if number == seg and start <= byte < end:
                raise JournalError("flash", f"segment {seg} cannot be read at {byte}")

    def status(self):
        return {**view(self.table), "seq": self.table.seq, "stored": self.journal.stored, "trouble": ""}

    def journal_info(self):
        j = self.journal
        return {"first": j.first, "last": j.last, "size": j.size(j.last), "seq": j.seq, "first_seq": j.first_seq}

    def journal_read(self, seg, off, n):
        size = self.journal.size(seg)
        self._readable(seg, off, min(off + n, size))
        data = self.journal.read(seg, off, min(n, CHUNK))
        return {"data": base64.b64encode(data).decode(), "size": size, "last": seg == self.journal.last}

    def journal_hash(self, seg, size):
        self._readable(seg, 0, size)
        return {"sha256": self.journal.hash(seg, size).hex()}

    def journal_ack(self, seg, off, seq):
        self.acknowledged.append((seg, off))
        self.journal.ack(seg, off)
        return {}
