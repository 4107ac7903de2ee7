"""The journal: every event of the table on flash, append only. It survives a power cut at any byte.

Files <folder>/000001.seg, 000002.seg ... without a gap (form: engine_core/segment.py), each beginning with the table's
snapshot. An event is acknowledged, append() returns, when it is on flash. What a cut leaves torn is never part of the
history and never written over: a new segment begins, whose header says how many bytes of the one before are valid.

When flash runs short the oldest segments go, so those first that the laptop has; events that it never had are recorded
as LOST. When nothing can be freed the table goes on in RAM: `stored` is False, and now and then flash is tried again.
"""

import binascii
import hashlib
import io
import os
import struct

from engine_core import events, segment
from engine_core.events import EventError
from engine_core.table import Table

try:
    from os import ilistdir
except ImportError:  # CPython, in the tests

    def ilistdir(folder):  # type: ignore
        for name in os.listdir(folder):
            yield (name,)


EEXIST, ENOSPC = 17, 28  # MicroPython's errno lacks the second
CHUNK = 512  # most bytes that are read at once
RETRY = 8  # events in RAM before flash is tried again
END = ".seg"
TOLD = "/told"  # number u32 and its CRC-32: events up to it are with the laptop or recorded as lost
DAMAGED = "/damaged.bin"  # the latest segment that could not be read, kept for inspection


class JournalError(ValueError):
    """Bytes were asked for that the journal does not have. `field` is "seg", "off" or "size"."""

    def __init__(self, field: str, why: str):
        super().__init__("%s: %s" % (field, why))
        self.field = field


class Journal:
    """Opens the journal in `folder` and replays it into `table`, a fresh one. Damage is no error: see `trouble`.

    first, last   numbers of the oldest and the newest segment; 0 when flash cannot be used at all
    stored        everything so far is on flash
    trouble       what is wrong, in words for screen and log; "" when all is well
    """

    def __init__(self, folder: str, table: Table, length: int = 8192, reserve: int = 32768):
        self.table = table
        self.first = self.last = 0
        self.stored = True
        self.trouble = ""
        self._folder = folder
        self._length = length  # bytes at which a segment is closed
        self._reserve = reserve  # bytes of flash that stay free: littlefs needs some, and so do updates
        self._file: io.BufferedWriter | None = None  # the newest segment, open for appending
        self._valid = 0  # its valid bytes
        self._events = 0  # events in it, after the snapshot
        self._written = 0  # number of the last event on flash
        self._told = 0  # see TOLD
        self._usable = False  # the folder could be read
        self._gone = 0  # number of the last event before the oldest segment
        try:
            self._open()
        except OSError as error:
            self._unstored(error)  # for good: what is there is not known, and writing could do harm

    @property
    def seq(self) -> int:
        """Number of the last event."""
        return self.table.seq

    @property
    def first_seq(self) -> int:
        """Number of the oldest event that can be read."""
        for number in range(self.first, self.last + 1):
            head = self._header(number)
            if head:
                return head["first"]
        return self.seq + 1

    # ------------------------------------------------------------ writing

    def append(self, event: bytes) -> int:
        """Apply an event to the table and put it on flash; its number. EventError when refused, then nothing happened.

        A flash that does not take it is no error: the scores go on, and `stored` says so.
        """
        if events.kind(event) == events.SNAPSHOT:
            raise EventError("kind", "only the journal writes a snapshot")
        if not 0 < len(event) <= segment.LONGEST:
            raise EventError("event", "%d bytes, not 1..%d" % (len(event), segment.LONGEST))
        data = segment.pack_record(event)  # now: once the table has the event nothing may fail for want of heap
        if self.stored and self._events and self._valid + len(data) > self._length:
            self._rotate(self.table)
        self.table.apply(event)
        number = self.seq
        if self.stored:
            self._write(data)
        elif self._usable and (number - self._written) % RETRY == 0:
            self._rotate(self.table)
        self._record_losses()
        return number

    def close(self) -> None:
        file, self._file = self._file, None
        if file:
            try:
                file.close()
            except OSError as error:
                self.trouble = "flash: %s" % error

    def _write(self, data: bytes, again: bool = True) -> None:
        """Put a record (its event is applied already) on flash."""
        try:
            if self._file is None:
                self._file = open(self._path(self.last), "ab")
            self._file.write(data)
            self._file.flush()
        except (OSError, MemoryError) as error:
            self._unstored(error)
            if again:
                self._write_elsewhere(data)
            return
        self._valid += len(data)
        self._events += 1
        self._written += 1

    def _write_elsewhere(self, data: bytes) -> None:
        """What is in the file after a failed write is not known. A new segment goes on from the last whole event."""
        place = self._valid, self._events
        try:
            table = Table()
            self._replay(table)
        except (OSError, MemoryError):
            self._valid, self._events = place
            return
        self._written = table.seq
        self._rotate(table)
        if self.stored and table.seq < self.seq:  # else it was on flash after all
            self._write(data, False)

    def _rotate(self, table: Table) -> None:
        """Begin a new segment with the state of `table`. Frees flash for it, the oldest segments first."""
        self.close()
        while True:
            try:
                if self._free() >= self._reserve or not self._drop_oldest():
                    self._begin(table)
                    return
            except (OSError, MemoryError) as error:
                if not is_full(error) or not self._drop_oldest():
                    self._unstored(error)
                    return

    def _begin(self, table: Table) -> None:
        """Header, snapshot and, when events were in RAM only, their loss: whole on flash, or no segment."""
        digest = self.hash(self.last, self._valid) if self._valid else bytes(32)
        data = segment.pack_header(self.last + 1, table.seq + 1, self._valid, digest)
        data += segment.pack_record(events.pack_snapshot(table.snapshot()))
        missed = table.seq > self._written
        lost = events.pack_lost(self._written + 1, table.seq) if missed else b""
        if missed:
            data += segment.pack_record(lost)
        with open(self._path(self.last + 1), "wb") as file:
            file.write(data)
            file.flush()
        self.last += 1
        self.first = self.first or self.last
        self._valid = len(data)
        self._events = 0
        self._written = table.seq
        if not self.stored:
            self.stored = True
            self.trouble = ""
        if missed:
            table.apply(lost)
            self._events = 1
            self._written += 1

    def _record_losses(self) -> None:
        """Events that went with old segments before the laptop had them are recorded as lost."""
        gone = self._gone
        if not self.stored or self._told >= gone:
            return
        lost = events.pack_lost(self._told + 1, gone)
        self.table.apply(lost)
        self._write(segment.pack_record(lost))
        if self.stored:
            self._tell(gone)

    def _tell(self, number: int) -> None:
        self._told = number
        data = struct.pack(">I", number)
        path = self._folder + TOLD
        try:
            with open(path + ".new", "wb") as file:
                file.write(data + struct.pack(">I", binascii.crc32(data)))
            os.rename(path + ".new", path)
        except OSError:
            return  # a loss may be recorded a second time after the next start, which does no harm

    def _drop_oldest(self) -> bool:
        """Free the oldest segment. False when only the newest is left."""
        if self.first >= self.last:
            return False
        try:
            os.remove(self._path(self.first))
        except OSError:
            return False
        self.first += 1
        self._gone = self.first_seq - 1
        return True

    def _free(self) -> int:
        fs = os.statvfs(self._folder)
        return fs[1] * fs[4]

    def _unstored(self, error: Exception) -> None:
        self.close()
        self.stored = False
        self.trouble = "flash: %s" % error

    # ------------------------------------------------------------ opening

    def _open(self) -> None:
        try:
            os.mkdir(self._folder)
        except OSError as error:
            if error.errno != EEXIST:
                raise
        self._scan()
        whole = False
        while self.last and not whole:
            whole = self._replay(self.table)
            if not whole:
                self._discard()
        self._usable = True
        self._written = self.seq
        self._gone = self.first_seq - 1
        self._told = min(self._read_told(), self.seq)
        if not whole or self._valid < self._length_of(self.last) or self.trouble:
            self._rotate(self.table)
        self._record_losses()

    def _scan(self) -> None:
        """Which segments there are, without a list of them. Only those without a gap up to the newest count."""
        count = 0
        for entry in ilistdir(self._folder):
            name = entry[0]
            if len(name) == 6 + len(END) and name.endswith(END) and not name[:6].strip("0123456789"):
                number = int(name[:6])
                count += 1
                self.last = max(self.last, number)
                self.first = min(self.first or number, number)
        if count <= self.last - self.first:
            self.first = self.last
            while self._exists(self.first - 1):
                self.first -= 1

    def _replay(self, table: Table) -> bool:
        """Bring a fresh table to the state after the newest segment. False when it has no whole header and snapshot."""
        head = self._header(self.last)
        if head is None or head["segment"] != self.last:
            return False
        self._valid = self._events = 0
        with open(self._path(self.last), "rb") as file:
            file.seek(segment.HEADER)
            for event, end in segment.records(file.read):
                if not self._valid and events.kind(event) != events.SNAPSHOT:
                    return False
                try:
                    table.apply(event)
                except EventError as error:  # written by another version of the rules: the numbers must go on
                    self.trouble = "event %d: %s" % (head["first"] + self._events, error)
                    table.seq = head["first"] - 1 if not self._valid else table.seq + 1
                if self._valid:
                    self._events += 1
                self._valid = end
        return self._valid > 0

    def _discard(self) -> None:
        """The newest segment was never finished, or is damaged."""
        path = self._path(self.last)
        if self._length_of(self.last) == 0:
            os.remove(path)
        else:
            os.rename(path, self._folder + DAMAGED)
            self.trouble = "segment %d was not readable" % self.last
        self._valid = 0
        self.last -= 1
        if self.last < self.first:
            self.first = self.last = 0

    def _read_told(self) -> int:
        try:
            with open(self._folder + TOLD, "rb") as file:
                data = file.read(8)
        except OSError:
            return 0
        if len(data) < 8 or binascii.crc32(data[:4]) != struct.unpack(">I", data[4:])[0]:
            return 0
        return struct.unpack(">I", data[:4])[0]

    # ------------------------------------------------------------ reading

    def size(self, number: int) -> int:
        """Valid bytes of a segment."""
        if not self._usable or not self.first <= number <= self.last or not number:
            raise JournalError("seg", "%d is not in %d..%d" % (number, self.first, self.last))
        if number == self.last:
            return self._valid
        after = self._header(number + 1)
        return after["length"] if after else self._length_of(number)

    def read(self, number: int, offset: int, n: int) -> bytes:
        """At most CHUNK valid bytes of a segment from `offset` on; fewer at its end."""
        left = self._within(number, offset, "off")
        with open(self._path(number), "rb") as file:
            file.seek(offset)
            return file.read(min(n, CHUNK, left))

    def hash(self, number: int, size: int) -> bytes:
        """SHA-256 of the first `size` bytes of a segment."""
        self._within(number, size, "size")
        digest = hashlib.sha256()
        piece = bytearray(CHUNK)
        view = memoryview(piece)
        with open(self._path(number), "rb") as file:
            while size:
                n = file.readinto(view[: min(size, CHUNK)])
                if not n:
                    raise OSError("segment %d is shorter than it was" % number)
                digest.update(view[:n])
                size -= n
        return digest.digest()

    def ack(self, number: int, offset: int) -> None:
        """The laptop has everything before this place: the segments that end there may go without a loss."""
        if number < self.first:
            return
        if not self._within(number, offset, "off") and number < self.last:
            number += 1
        head = self._header(number)
        if head and head["first"] - 1 > self._told:
            self._tell(head["first"] - 1)

    def _within(self, number: int, offset: int, field: str) -> int:
        """Valid bytes after `offset`."""
        size = self.size(number)
        if not 0 <= offset <= size:
            raise JournalError(field, "%d is not in 0..%d" % (offset, size))
        return size - offset

    def _path(self, number: int) -> str:
        return "%s/%06d%s" % (self._folder, number, END)

    def _exists(self, number: int) -> bool:
        try:
            os.stat(self._path(number))
        except OSError:
            return False
        return True

    def _length_of(self, number: int) -> int:
        return os.stat(self._path(number))[6] if number else 0

    def _header(self, number: int) -> "dict | None":
        if not number:
            return None
        try:
            with open(self._path(number), "rb") as file:
                return segment.header(file.read(segment.HEADER))
        except OSError:
            return None


def is_full(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno == ENOSPC
