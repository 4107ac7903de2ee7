"""Opens a journal: finds its segments, replays the newest, and says what damage has taken. Not needed afterwards.

What a power cut leaves is no damage (engine_core/segment.py tells them apart): the torn end of a record, or a segment
that was begun and never finished. Damage ends the history at the last whole event before it, and the numbers of the
events behind it are not used again: as many as can have stood there are recorded as LOST, with a NOTE that says where.
A damaged segment stays where it is; a new one goes on, and its header says how much of the one before is valid.
"""

import binascii
import json
import os
import struct

from engine_core import events, segment
from firmware.journal import END, TOLD

try:
    from os import ilistdir
except ImportError:  # CPython, in the tests

    def ilistdir(folder):  # type: ignore
        for name in os.listdir(folder):
            yield (name,)


EEXIST = 17
UNFINISHED = "/damaged.bin"  # the latest segment that was begun and never finished, kept for inspection


def recover(j) -> None:  # type: ignore[no-untyped-def]
    """Bring a fresh journal.Journal, and its table, to where flash says they are. OSError: flash cannot be used."""
    try:
        os.mkdir(j._folder)
    except OSError as error:
        if error.errno != EEXIST:
            raise
    _scan(j)
    j.known = True
    known = _read_told(j)
    damage = Damage(j, known)
    number = _newest_whole(j, damage)
    torn = number and _look_behind(j, number, damage)
    j.recorded = seq = j.seq
    j.gone = j.first_seq - 1
    lost = damage.places or known > seq
    if lost:
        j.trouble, j.table.seq = damage.told()
    j.told = min(known, j.seq)
    if number != j.last:
        j.valid = 0  # nothing of the newest segment is
    if not number or torn or j.trouble:
        j._rotate(j.table)
    if lost and j.stored:
        if j.told >= seq:
            j._tell(j.recorded)
        j.append(events.pack_note(events.NOTE_FLASH, j.trouble))
    j._record_losses()


def look(j) -> None:  # type: ignore[no-untyped-def]
    """The same without changing anything, even where the rules, or what they read, are broken."""
    _scan(j)
    j.known = True
    number = j.last
    while number and number >= j.first:
        try:
            if j._replay(j.table, number):
                break
        except Exception as error:  # whatever it is that brought the table here
            j.trouble = "segment %d: %s %s" % (number, type(error).__name__, error)
            break
        number -= 1
    j.valid = 0
    if j.last:
        with open(j._path(j.last), "rb") as file:
            file.seek(segment.HEADER)
            for _, end in segment.records(file.read):
                j.valid = end


def _scan(j) -> None:  # type: ignore[no-untyped-def]
    """Which segments there are, without a list of them. Only those without a gap up to the newest count."""
    count = 0
    for entry in ilistdir(j._folder):
        name = entry[0]
        if len(name) == 6 + len(END) and name.endswith(END) and not name[:6].strip("0123456789"):
            number = int(name[:6])
            count += 1
            j.last = max(j.last, number)
            j.first = min(j.first or number, number)
    if count <= j.last - j.first:
        j.first = j.last
        while j._exists(j.first - 1):
            j.first -= 1


def _newest_whole(j, damage: "Damage") -> int:  # type: ignore[no-untyped-def]
    """Replay the newest segment that has a header and a snapshot: its number, 0 when none has."""
    number = j.last
    while number and not j._replay(j.table, number):
        if number == j.last and _unfinished(j, number):
            _set_aside(j)
        else:
            head = j._header(number)
            if head and head["segment"] == number:
                damage.said = max(damage.said, head["first"] - 1)
            damage.add(number, segment.HEADER if head else 0, segment.HEADER, j._length_of(number))
        number = number - 1 if number > j.first else 0
    return number


def _unfinished(j, number: int) -> bool:  # type: ignore[no-untyped-def]
    if 1 < number == j.first:
        return False  # the one before goes only when this one is whole
    length = j._length_of(number)
    if length < segment.HEADER:
        return True
    return j._header(number) is not None and segment.torn(_reader(j, number), segment.HEADER, length)


def _set_aside(j) -> None:  # type: ignore[no-untyped-def]
    """Nobody has seen the newest segment: its number is free again."""
    path = j._path(j.last)
    if j._length_of(j.last):
        os.rename(path, j._folder + UNFINISHED)
        j.trouble = "segment %d was not finished" % j.last
    else:
        os.remove(path)
    j.last -= 1
    if j.last < j.first:
        j.first = j.last = 0


def _look_behind(j, number: int, damage: "Damage") -> bool:  # type: ignore[no-untyped-def]
    """Does something stand behind the valid bytes of a segment that was replayed? Damage is added to `damage`."""
    length = j._length_of(number) if number == j.last else j.size(number)
    if j.valid >= length:
        return False
    if not segment.torn(_reader(j, number), j.valid, length):
        damage.add(number, j.valid, j.valid, length)
    return True


def _read_told(j) -> int:  # type: ignore[no-untyped-def]
    try:
        with open(j._folder + TOLD, "rb") as file:
            data = file.read(8)
    except OSError:
        return 0
    if len(data) < 8 or binascii.crc32(data[:4]) != struct.unpack(">I", data[4:])[0]:
        return 0
    return struct.unpack(">I", data[:4])[0]  # type: ignore[no-any-return]


class Damage:
    """What is damaged, and which numbers the events had that went with it.

    places  [number of a segment, byte]
    said    the highest number that the bytes behind the damage speak of
    known   the highest number that is with the laptop or recorded as lost: there were so many, whatever is left
    """

    def __init__(self, j, known: int) -> None:  # type: ignore[no-untyped-def]
        self.places: list = []
        self.said = 0
        self.known = known
        self._j = j
        self._events = 0  # as many can have been there at most

    def add(self, number: int, place: int, at: int, end: int) -> None:
        """A segment is damaged at `place`; what stands in at..end of it is lost."""
        self.places.append([number, place])
        read = _reader(self._j, number)
        for start, n in segment.found(read, at, end):
            self._events += _at_most(start - at)
            at = start + n + segment.FRAME
            self._event(read, start + 2, n)
        self._events += _at_most(end - at)

    def _event(self, read, at: int, n: int) -> None:  # type: ignore[no-untyped-def]
        kind = read(at, 1)[0]
        if kind != events.SNAPSHOT:
            self._events += 1
        if kind not in (events.SNAPSHOT, events.LOST):
            return
        try:
            event = events.parse(read(at, n))
            number = event["last"] if kind == events.LOST else json.loads(event["state"])["seq"]
            self.said = max(self.said, number)
        except (ValueError, KeyError, TypeError):
            pass  # of another version

    def told(self) -> tuple:
        """(in words, number of the last event that is lost)"""
        seq = self._j.seq
        last = max(max(seq, self.said) + self._events, self.known)
        text = "flash: "
        for number, place in self.places:
            text += "segment %d is damaged at byte %d, " % (number, place)
        if last == seq:
            # Of a segment that is empty, and has none before it, nobody knows how many it held.
            return text + ("no event is lost" if seq else "its events are lost"), last
        return text + "events %d to %d are lost" % (seq + 1, last), last


def _at_most(n: int) -> int:
    """So many events can have stood in n damaged bytes."""
    return max(1, n // segment.SMALLEST) if n > 0 else 0


def _reader(j, number: int):  # type: ignore[no-untyped-def]
    """read(offset, n) of a segment, as engine_core.segment wants it."""

    def read(offset: int, n: int) -> bytes:
        try:
            with open(j._path(number), "rb") as file:
                file.seek(offset)
                return file.read(n)
        except OSError:
            return b""

    return read
