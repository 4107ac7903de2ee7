"""Flash that has changed bytes by itself: the table starts, says what is lost, and uses no number a second time."""

import binascii
import os
import struct

from flash import Folder, Hole, content, put, vfs
from journals import Bytes, Logged, history, note, opened
from test_journal import Failing

from engine_core import events as ev
from engine_core import segment
from firmware import journal as module

SHORT = 700  # bytes of a segment
STEP = 1 if vfs is None else 5  # every byte is changed where that goes fast
NEW = note("new")


def flipped(data, n):
    return data[:n] + bytes([data[n] ^ 1 << n % 8]) + data[n + 1 :]


def zeroed(data, n):
    return data[:n] + bytes(len(data[n : n + 16])) + data[n + 16 :]


CHANGES = (flipped, zeroed)


class Kept:
    """A journal as it lies on flash, to be damaged again and again."""

    def __init__(self, folder, journal):
        journal.close()
        self.folder = folder + "/j/"
        self.acknowledged = journal.seq
        self.events = dict(history(journal))
        self.files = {name: content(self.folder + name) for name in os.listdir(self.folder)}
        self.newest = "%06d.seg" % journal.last
        # Numbers that were never on flash: should damage hit the very LOST that says so, their gap still does.
        self.never = set()
        for number in self.events:
            if ev.kind(self.events[number]) == ev.LOST:
                e = ev.parse(self.events[number])
                self.never.update(range(e["first"], e["last"] + 1))

    def damaged(self, name, data):
        """The journal opened again with other bytes in one of its files."""
        for other in os.listdir(self.folder):
            if other not in self.files:
                os.remove(self.folder + other)
        for other in self.files:
            put(self.folder + other, data if other == name else self.files[other])
        return opened(self.folder[:-3], length=SHORT, table=Logged())


def played(folder):
    """Sessions and notes in a few segments."""
    journal = opened(folder, length=SHORT, table=Logged())
    for i in range(40):
        journal.append(ev.pack_session(0, [i, 0, 0, -i]))
        journal.append(note("n%d" % i))
    return journal


def lost_in_ram(folder):
    """As played(); in front of the newest segment some events were in RAM only."""
    journal = played(folder)
    module.open = failing = Failing(OSError(5, "input/output error"))
    failing.on = True
    try:
        for i in range(20):
            journal.append(ev.pack_session(0, [0, i, -i, 0]))
        failing.on = False
        while not journal.stored:
            journal.append(note())
        journal.append(ev.pack_session(0, [7, 0, 0, -7]))
    finally:
        del module.open
    return journal


def check(journal, kept):
    """State and numbers after damage; whatever is neither on flash nor known to be lost would show."""
    found = history(journal)  # the state is what the readable bytes say
    told = set(range(1, journal.first_seq)) | kept.never
    for number, event in found:
        told.add(number)
        if ev.kind(event) == ev.LOST:
            e = ev.parse(event)
            told.update(range(e["first"], e["last"] + 1))
        elif number <= kept.acknowledged:
            assert event == kept.events[number]
    assert told == set(range(1, journal.seq + 1))
    assert journal.append(NEW) > kept.acknowledged


def in_the_newest(make):
    with Folder(144) as folder:
        kept = Kept(folder, make(folder))
        data = kept.files[kept.newest]
        for change in CHANGES:
            for n in range(0, len(data), STEP):
                changed = change(data, n)
                if changed == data:
                    continue
                journal = kept.damaged(kept.newest, changed)
                check(journal, kept)
                assert journal.stored
                assert "flash: segment %d is damaged at byte " % int(kept.newest[:6]) in journal.trouble
                codes = [ev.parse(e) for e in journal.table.log if ev.kind(e) == ev.NOTE]
                assert (ev.NOTE_FLASH, journal.trouble) in [(e["code"], e["text"]) for e in codes]
                seq, state, trouble = journal.seq, journal.table.snapshot(), journal.trouble
                journal.close()
                if n >= segment.HEADER:
                    assert "events " in trouble and " are lost" in trouble
                if n % 35 == 0:  # told once
                    again = opened(folder, length=SHORT)
                    assert (again.seq, again.table.snapshot(), again.trouble) == (seq, state, "")
                    again.close()


def test_every_byte_of_the_newest_segment():
    in_the_newest(played)


def test_every_byte_of_a_newest_segment_that_begins_with_a_loss():
    in_the_newest(lost_in_ram)


def test_bytes_of_older_segments_are_for_the_laptop_to_find():
    with Folder(144) as folder:
        kept = Kept(folder, played(folder))
        names = sorted(kept.files)
        assert len(names) > 3
        for name in names[:-1]:
            for change in CHANGES:
                for n in range(0, len(kept.files[name]), 5 * STEP):
                    journal = kept.damaged(name, change(kept.files[name], n))
                    assert journal.table.scores == [39, 0, 0, -39]
                    assert journal.append(NEW) > kept.acknowledged
                    assert journal.stored and journal.trouble == ""
                    for number in range(journal.first, journal.last + 1):
                        journal.hash(number, journal.size(number))
                    journal.close()


def test_two_damaged_segments():
    with Folder(144) as folder:
        kept = Kept(folder, played(folder))
        before = sorted(kept.files)[-2]
        for n in (0, 20, 60, 300, 500, 690):
            for m in (0, 20, 60, 300):
                put(kept.folder + before, kept.files[before])
                whole = kept.files[before]
                kept.files[before] = zeroed(whole, n)
                journal = kept.damaged(kept.newest, zeroed(kept.files[kept.newest], m))
                kept.files[before] = whole
                assert journal.append(NEW) > kept.acknowledged
                assert "segment %d " % int(kept.newest[:6]) in journal.trouble
                state = journal.table.snapshot()
                journal.close()
                again = opened(folder, length=SHORT)
                assert (again.table.snapshot(), again.trouble) == (state, "")
                again.close()


def test_a_journal_of_which_nothing_can_be_read_goes_on_with_new_numbers():
    with Folder(144) as folder:
        kept = Kept(folder, played(folder))
        for name in kept.files:
            kept.files[name] = bytes(len(kept.files[name]))
        journal = kept.damaged("", b"")
        assert journal.append(NEW) > kept.acknowledged
        assert journal.last == int(kept.newest[:6]) + 1
        last = segment.records(Bytes(journal, journal.last).read)
        assert [ev.kind(e) for e, _ in last] == [ev.SNAPSHOT, ev.LOST, ev.NOTE, ev.NOTE]
        journal.close()


def test_a_stretch_that_cannot_be_read_is_damage():
    with Folder(144) as folder:
        journal = opened(folder, table=Logged(), length=8192)
        for i in range(120):
            journal.append(note("n%d" % i))
        kept = Kept(folder, journal)
        import firmware.journal_open as opening

        for at in (0, 40, 300, 1200):
            module.open = opening.open = Hole(at, at + 256, "000001.seg")
            try:
                journal = kept.damaged("", b"")
                assert journal.append(NEW) > kept.acknowledged
                assert "segment 1 is damaged" in journal.trouble and journal.stored
                journal.close()
            finally:
                del module.open, opening.open
            again = opened(folder)
            assert history(again)[-1][1] == NEW
            again.close()


# ---------------------------------------------------------------- a full heap


class Heap:
    """Stands in for what the journal calls: the n-th call finds no memory."""

    def __init__(self, n):
        self.left = n
        self.hit = False

    def __call__(self, function):
        def call(*args):
            self.left -= 1
            if self.left == 0:
                self.hit = True
                raise MemoryError()
            return function(*args)

        return call


WANT_HEAP = (("segment", "pack_record"), ("segment", "pack_header"), ("events", "pack_lost"),
             ("events", "pack_snapshot"), ("hashlib", "sha256"), ("struct", "pack"))  # fmt: skip


class Module:
    """A module some of whose functions are replaced."""

    def __init__(self, real):
        self._real = real

    def __getattr__(self, name):
        return getattr(self._real, name)


def test_wherever_memory_runs_out_an_event_is_on_flash_or_missed():
    n = 1
    while True:
        with Folder(144) as folder:
            heap = Heap(n)
            journal = opened(folder, length=SHORT, reserve=1 << 60)
            real = {}
            for name, function in WANT_HEAP:
                stand_in = getattr(module, name)
                if name not in real:
                    real[name] = stand_in
                    stand_in = Module(stand_in)
                    setattr(module, name, stand_in)
                setattr(stand_in, function, heap(getattr(real[name], function)))
            module.open = heap(open)
            try:
                stored = {}
                for i in range(40):
                    before = journal.seq
                    try:
                        number = journal.append(note("n%d" % i))
                        if journal.stored:
                            stored[number] = note("n%d" % i)
                    except MemoryError:
                        assert journal.seq == before, n  # nothing happened
                journal.close()
            finally:
                del module.open
                for name in real:
                    setattr(module, name, real[name])
            again = opened(folder, length=SHORT)
            assert again.stored and again.seq >= max(stored), n
            found = dict(history(again))
            for number in stored:
                assert number < again.first_seq or found[number] == stored[number], n
            again.close()
        if not heap.hit:
            break
        n += 1
    assert n > 50


def emptied(folder, number, known):
    """A journal of one segment, which is empty, at a table whose laptop has the events up to `known`."""
    os.mkdir(folder + "/j")
    put(folder + "/j/%06d.seg" % number, b"")
    if known:
        data = struct.pack(">I", known)
        put(folder + "/j/told", data + struct.pack(">I", binascii.crc32(data)))
    return opened(folder, length=SHORT, table=Logged())


def test_an_empty_journal_of_a_table_that_has_played_is_damage():
    for number, known, trouble in (
        (1, 40, "flash: events 1 to 40 are lost"),
        (7, 0, "flash: segment 7 is damaged at byte 0, its events are lost"),
        (7, 40, "flash: segment 7 is damaged at byte 0, events 1 to 40 are lost"),
    ):
        with Folder(144) as folder:
            journal = emptied(folder, number, known)
            assert journal.trouble == trouble
            notes = [ev.parse(e) for e in journal.table.log if ev.kind(e) == ev.NOTE]
            assert [(e["code"], e["text"]) for e in notes] == [(ev.NOTE_FLASH, trouble)]
            assert journal.seq > known and journal.append(NEW) > known + 1
            seq = journal.seq
            journal.close()
            again = opened(folder, length=SHORT)
            assert (again.seq, again.trouble) == (seq, "")
            again.close()


def test_a_newest_segment_that_is_gone_takes_no_number_that_the_laptop_has():
    with Folder(144) as folder:
        kept = Kept(folder, played(folder))
        journal = kept.damaged(kept.newest, kept.files[kept.newest])
        known = journal.seq
        journal.ack(journal.last, 0)
        journal._tell(known)
        journal.close()
        put(folder + "/j/" + kept.newest, b"")
        again = opened(folder, length=SHORT)
        assert again.trouble.startswith("flash: events ")
        assert again.trouble.endswith(" to %d are lost" % known)
        assert again.seq > known
        again.close()


def test_a_first_segment_that_was_never_written_is_a_new_table():
    with Folder(144) as folder:
        journal = emptied(folder, 1, 0)
        assert (journal.seq, journal.trouble, journal.stored) == (0, "", True)
        journal.close()
