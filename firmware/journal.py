"""The journal: every event of the table on flash, append only. It survives a power cut at any byte.

Files <folder>/000001.seg, 000002.seg ... without a gap (form: engine_core/segment.py), each beginning with the table's
snapshot. An event is acknowledged, append() returns, when it is on flash. What a cut leaves torn is never part of the
history and never written over: a new segment begins, whose header says how many bytes of the one before are valid.
Bytes that flash has damaged end the history in the same way, but there the numbers of the events behind are not used
again (firmware/journal_open.py).

When flash runs short the oldest segments go, so those first that the laptop has; events that it never had are recorded
as LOST. When nothing can be freed the table goes on in RAM: `stored` is False, and now and then flash is tried again.

Wherever the heap may be full, an event that the table has is on flash or counted as missing there.
"""

import binascii
import gc
import hashlib
import io
import os
import struct

from engine_core import events, segment
from engine_core.events import EventError
from engine_core.table import Table
from firmware.config import write_new
from firmware.memory import let_other_regions_go

ENOSPC = 28  # MicroPython's errno lacks it
CHUNK = 512  # most bytes that are read at once
RETRY = 8  # events in RAM before flash is tried again
MOST = 160  # events in a segment: a start replays them all, which may take a controller no longer than a second or so
END = ".seg"
TOLD = "/told"  # number u32 and its CRC-32: events up to it are with the laptop or recorded as lost
FULL = "flash: full"


class JournalError(ValueError):
    """Bytes were asked for that the journal does not have. `field` is "seg", "off" or "size".

    Or "flash": it should have them, but they cannot be read; others may be.
    """

    def __init__(self, field: str, why: str):
        super().__init__("%s: %s" % (field, why))
        self.field = field


class Journal:
    """Opens the journal in `folder` and replays it into `table`, a fresh one. Damage is no error: see `trouble`.

    first, last   numbers of the oldest and the newest segment; 0 when flash cannot be used at all
    stored        everything so far is on flash
    trouble       what is wrong, in words for screen and log; "" when all is well

    `reading`: for safe mode; nothing on flash is changed, nothing can be appended, and the table is as far as it got.
    """

    # seldom: begun
    def __init__(self, folder: str, table: Table, length: int = 8192, reserve: int = 32768, reading: bool = False):
        self.table = table
        self.first = self.last = 0
        self.stored = True
        self.trouble = ""
        self._folder = folder
        self._length = length  # bytes at which a segment is closed
        self._reserve = reserve  # bytes of flash that stay free: littlefs needs some, and so do updates
        self._file: io.BufferedWriter | None = None  # the newest segment, open for appending
        self.valid = 0  # its valid bytes
        self._events = 0  # events in it, after the snapshot
        self.recorded = 0  # number of the last event on flash
        self.told = 0  # see TOLD
        self.known = False  # the folder could be read
        self.gone = 0  # number of the last event before the oldest segment
        self.lost = 0  # of the last that went since the start before a laptop had it; 0: a laptop has fetched the rest
        from firmware import journal_open

        try:
            (journal_open.look if reading else journal_open.recover)(self)
        except (OSError, MemoryError) as error:
            if isinstance(error, MemoryError) and not reading:
                raise  # flash is well: with what was replayed until then nobody may play on
            self.known = False
            self._unstored(error)  # for good: what is there is not known, and writing could do harm

    @property
    def seq(self) -> int:
        """Number of the last event."""
        return self.table.seq

    @property
    def first_seq(self) -> int:
        """Number of the oldest event that can be read."""
        return self._first_seq(self.first)

    def _first_seq(self, oldest: int) -> int:
        for number in range(oldest, self.last + 1):
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
        if self.stored:
            full = self._events and (self.valid + len(data) > self._length or self._events >= MOST)
        else:
            full = self.known and (self.seq + 1 - self.recorded) % RETRY == 0
        if full:
            self._rotate(self.table)
        self.table.apply(event)
        number = self.seq
        if self.stored:
            self._write(data)
        self._record_losses()
        return number

    def close(self) -> None:
        file, self._file = self._file, None
        if file:
            try:
                file.close()
            except (OSError, MemoryError) as error:
                self.trouble = words(error)

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
        self.valid += len(data)
        self._events += 1
        self.recorded += 1

    def _write_elsewhere(self, data: bytes) -> None:
        """What is in the file after a failed write is not known. A new segment goes on from the last whole event."""
        place = self.valid, self._events
        try:
            table = Table()
            there = self._replay(table, self.last) and table.seq >= self.seq - 1
        except (OSError, MemoryError):
            there = False
        if not there:
            self.valid, self._events = place
            return
        self.recorded = table.seq
        self._rotate(table)
        if self.stored and table.seq < self.seq:  # else it was on flash after all
            self._write(data, False)

    def _rotate(self, table: Table) -> None:
        """Begin a new segment with the state of `table`. Frees flash for it, the oldest segments first."""
        self.close()
        try:
            while not self._begun(table):
                pass
        except (OSError, MemoryError, JournalError) as error:
            self._unstored(error)
        except ValueError:
            pass  # a snapshot longer than any event may be: this segment goes on until it is shorter

    def _begun(self, table: Table) -> bool:
        """Try to begin a segment; False when the oldest went for it, and it is to be tried again."""
        if self._free() < self._reserve and self._drop_oldest():
            return False
        try:
            self._begin(table)
        except OSError as error:
            if not is_full(error) or not self._drop_oldest():
                raise
            return False
        return True

    def _begin(self, table: Table) -> None:
        """Header, snapshot and, when events were in RAM only, their loss: whole on flash, or no segment."""
        gc.collect()  # a file that is opened needs a kilobyte in one piece
        digest = self.hash(self.last, self.valid) if self.last else bytes(32)
        data = segment.pack_header(self.last + 1, table.seq + 1, self.valid, digest)
        data += segment.pack_record(events.pack_snapshot(table.snapshot()))
        missed = table.seq > self.recorded
        if missed:
            data += segment.pack_record(events.pack_lost(self.recorded + 1, table.seq))
        with open(self._path(self.last + 1), "wb") as file:
            file.write(data)
            file.flush()
        # From here on nothing may want heap.
        self.last += 1
        self.first = self.first or self.last
        self.valid = len(data)
        self._events = 0
        if missed:
            table.seq += 1  # all that a LOST changes
            self._events = 1
        self.recorded = table.seq
        if not self.stored:
            self.stored = True
            self.trouble = ""

    def _record_losses(self) -> None:
        """Events that went with old segments before the laptop had them are recorded as lost."""
        gone = self.gone
        if not self.stored or self.told >= gone:
            return
        try:
            lost = events.pack_lost(self.told + 1, gone)
            data = segment.pack_record(lost)
            self.table.apply(lost)
        except MemoryError:
            return  # with the next event
        self._write(data)
        if self.stored:
            self._tell(gone)
        self.lost = gone

    def _tell(self, number: int) -> None:
        self.told = number
        try:
            data = struct.pack(">I", number)
            write_new(self._folder + TOLD, data + struct.pack(">I", binascii.crc32(data)))
        except (OSError, MemoryError):
            return  # a loss may be recorded a second time after the next start, which does no harm

    def _drop_oldest(self) -> bool:
        """Free the oldest segment. False when only the newest is left."""
        if self.first >= self.last:
            return False
        gone = self._first_seq(self.first + 1) - 1
        try:
            os.remove(self._path(self.first))
        except OSError:
            return False
        self.first += 1
        self.gone = gone
        return True

    def _free(self) -> int:
        fs = os.statvfs(self._folder)
        return fs[1] * fs[4]

    def _unstored(self, error: Exception) -> None:
        self.stored = False
        self.close()
        self.trouble = words(error)

    # ------------------------------------------------------------ replaying

    def _replay(self, table: Table, number: int) -> bool:
        """Bring a fresh table to the state after a segment. False when it has no whole header and snapshot.

        `valid` and `_events` are this segment's then. What cannot be read ends it, as what is not whole does.
        """
        head = self._header(number)
        if head is None or head["segment"] != number:
            return False
        self.valid = self._events = 0
        with open(self._path(number), "rb") as file:

            def read(n: int) -> bytes:
                try:
                    return file.read(n)
                except OSError:
                    return b""

            file.seek(segment.HEADER)
            for event, end in segment.records(read):
                if not self.valid and events.kind(event) != events.SNAPSHOT:
                    return False
                try:
                    table.apply(event)
                except EventError as error:  # written by another version of the rules: the numbers must go on
                    self.trouble = "event %d: %s" % (head["first"] + self._events, error)
                    table.seq = head["first"] - 1 if not self.valid else table.seq + 1
                if events.kind(event) == events.REGION:
                    let_other_regions_go(table)
                if self.valid:
                    self._events += 1
                self.valid = end
        return self.valid > 0

    # ------------------------------------------------------------ reading

    def size(self, number: int) -> int:
        """Valid bytes of a segment."""
        if not self.known or not self.first <= number <= self.last or not number:
            raise JournalError("seg", "%d is not in %d..%d" % (number, self.first, self.last))
        if number == self.last:
            return self.valid
        after = self._header(number + 1)
        return after["length"] if after else self._length_of(number)

    # seldom: laptop
    def read(self, number: int, offset: int, n: int, most: int = CHUNK) -> bytes:
        """At most n and `most` valid bytes of a segment from `offset` on; fewer at its end."""
        left = self._within(number, offset, "off")
        try:
            with open(self._path(number), "rb") as file:
                file.seek(offset)
                return file.read(min(n, most, left))
        except OSError:
            raise unreadable(number, offset)

    def hash(self, number: int, size: int) -> bytes:
        """SHA-256 of the first `size` bytes of a segment."""
        self._within(number, size, "size")
        digest = hashlib.sha256()
        piece = bytearray(CHUNK)
        view = memoryview(piece)
        done = 0
        try:
            with open(self._path(number), "rb") as file:
                while done < size:
                    n = file.readinto(view[: min(size - done, CHUNK)])
                    if not n:
                        raise unreadable(number, done)  # it is shorter than it was
                    digest.update(view[:n])
                    done += n
        except OSError:
            raise unreadable(number, done)
        return digest.digest()

    # seldom: laptop
    def ack(self, number: int, offset: int) -> None:
        """The laptop has everything before this place: the segments that end there may go without a loss."""
        if number < self.first:
            return
        if not self._within(number, offset, "off") and number < self.last:
            number += 1
        head = self._header(number)
        if head and head["first"] - 1 > self.told:
            self._tell(head["first"] - 1)
        self.lost = 0

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
        try:
            return os.stat(self._path(number))[6]
        except OSError:
            return 0

    def _header(self, number: int) -> "dict | None":
        if not number:
            return None
        try:
            with open(self._path(number), "rb") as file:
                return segment.header(file.read(segment.HEADER))
        except OSError:
            return None


def unreadable(number: int, offset: int) -> JournalError:
    return JournalError("flash", "segment %d cannot be read at %d" % (number, offset))


def is_full(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno == ENOSPC


def words(error: Exception) -> str:
    """What is wrong with storing, for screen and log."""
    if is_full(error):
        return FULL
    if isinstance(error, MemoryError):
        return "flash: no memory to write"
    try:
        return str(error) if isinstance(error, JournalError) else "flash: failed, error %s" % error.errno  # type: ignore
    except MemoryError:
        return "flash: failed"
