"""The journal on a real littlefs when the power is cut at every write, and with files torn at every byte."""

import os
from binascii import crc32

from evening import steps
from flash import DONE, HALF, LOST, PICO, Folder, Mounted, Ram, content, cut, formatted, put, vfs
from journals import Bytes, Logged, history, note, opened, records, two_segments

from engine_core import events as ev
from engine_core import segment
from engine_core.table import Table

# ---------------------------------------------------------------- power cuts


def expected():
    """The evening's events, and the CRC of the table's state after each (the first is the fresh table's)."""
    table = Table()
    events, states = [], [crc32(table.snapshot())]
    for event in steps(table):
        table.apply(event)
        events.append(event)
        states.append(crc32(table.snapshot()))
    return events, states


class Looked:
    """looked(blocks): what look(a copy of them) finds. What a write has done is what the next one would leave undone,
    and some change nothing: the same flash, one after the other, is looked at once."""

    def __init__(self, look):
        self.look = look
        self.blocks = self.found = None

    def __call__(self, blocks):
        if blocks != self.blocks:
            self.found = self.look(list(blocks))
            self.blocks = blocks
        return self.found


class Second:
    """Copies the flash at the `count`-th write, as a power cut leaves it, and what was acknowledged by then."""

    def __init__(self, count):
        self.count = count
        self.journal = None
        self.blocks = None
        self.acknowledged = 0

    def __call__(self, device, change):
        if device.writes + 1 == self.count:
            self.blocks = cut(device, change, self.count % 3)
            self.acknowledged = self.journal.seq if self.journal else None


def cut_again(blocks, count):
    """Mount what a cut has left, write on and cut at the `count`-th write, in each of the three ways in turn."""
    second = Second(count)
    device = Ram(blocks, second)
    with Mounted(device, "/cut") as folder:
        journal = second.journal = opened(folder)
        for _ in range(10):
            journal.append(note("again"))
        journal.close()
    assert device.writes > count
    with Mounted(Ram(second.blocks), "/cut") as folder:
        journal = opened(folder)
        # The table counts an event before it is on flash: the one that was being written may be missing.
        assert second.acknowledged is None or journal.seq in (second.acknowledged, second.acknowledged - 1)
        found = history(journal)
        assert [n for n, _ in found] == list(range(1, journal.seq + 1))
        journal.close()
    return found


class Cutter:
    """Cuts the power at each write of a session, on copies of the flash, while the session goes on."""

    def __init__(self, events, states):
        self.events, self.states = events, states
        self.acknowledged = 0
        self.cuts = 0
        self.looked = Looked(self.look)

    def __call__(self, device, change):
        for how in (LOST, HALF, DONE):
            self.check(cut(device, change, how), how)
            self.cuts += 1

    def compare(self, journal):
        """Every event on flash is the evening's, and every snapshot its state."""
        seq = 0
        for seq, event in records(journal):
            if ev.kind(event) == ev.SNAPSHOT:
                assert crc32(ev.parse(event)["state"]) == self.states[seq]
            else:
                assert event == self.events[seq - 1]
        assert seq == journal.seq

    def check(self, blocks, how):
        seq, blocks = self.looked(blocks)
        # The event that was being written is there whole, or not at all.
        assert seq in (self.acknowledged, self.acknowledged + 1), (seq, self.acknowledged)
        if how == HALF:  # a third of the cuts are cut a second time
            found = cut_again(list(blocks), 1 + self.cuts // 3 % 24)
            assert [e for _, e in found][: seq + 1] == self.events[:seq] + [note("goes on")]

    def look(self, blocks):
        """(number of the last event, the flash after one event more)"""
        with Mounted(Ram(blocks), "/cut") as folder:
            journal = opened(folder)
            seq = journal.seq
            assert crc32(journal.table.snapshot()) == self.states[journal.seq]
            self.compare(journal)
            assert (journal.stored, journal.trouble) == (True, "")
            journal.append(note("goes on"))
            journal.close()
            assert journal.seq == seq + 1
        return seq, blocks


def cut_an_evening(name, blocks):
    events, states = expected()
    cutter = Cutter(events, states)
    device = Ram(blocks, cutter)
    with Mounted(device, "/live") as folder:
        journal = opened(folder)
        for event in events:
            journal.append(event)
            cutter.acknowledged += 1
        segments = journal.last
        journal.close()
    assert segments > 4 and cutter.cuts == 3 * device.writes
    print("journal, %s: %d cuts at %d writes, a third of them cut a second time; %d events in %d segments" % (
        name, cutter.cuts, device.writes, len(events), segments))  # fmt: skip


def test_power_is_cut_at_every_write_of_an_evening():
    cut_an_evening("small blocks", formatted(96))


def test_power_is_cut_at_every_write_on_a_flash_like_a_picos():
    cut_an_evening("a Pico's blocks", formatted(24, PICO))


RESERVE = 14 * 256


class Dropping:
    """As Cutter, for a flash that is too small, so that old segments go and losses are recorded."""

    def __init__(self, table):
        self.table = table
        self.acknowledged = 0
        self.laptop = 0  # number of the last event that the laptop has acknowledged
        self.cuts = 0
        self.looked = Looked(self.look)

    def __call__(self, device, change):
        for how in (LOST, HALF, DONE):
            self.cuts += 1
            self.check(*self.looked(cut(device, change, how)))

    def look(self, blocks):
        """(number of the last event, what is there of events)"""
        with Mounted(Ram(blocks), "/cut") as folder:
            journal = opened(folder, reserve=RESERVE)
            found = history(journal)
            assert [n for n, _ in found] == list(range(journal.first_seq, journal.seq + 1))
            journal.close()
        return journal.seq, found

    def check(self, seq, found):
        assert seq >= self.acknowledged
        told = set(range(1, self.laptop + 1))
        for number, event in found:
            told.add(number)
            if number <= self.acknowledged or ev.kind(event) != ev.LOST:
                assert event == self.table.log[number - 1]
            if ev.kind(event) == ev.LOST:
                e = ev.parse(event)
                told.update(range(e["first"], e["last"] + 1))
        # Whatever is gone was with the laptop or is recorded as lost. A LOST that is itself gone is in a later one.
        assert told == set(range(1, seq + 1)), sorted(set(range(1, seq + 1)) - told)


def test_power_is_cut_at_every_write_while_old_segments_go():
    table = Logged()
    dropping = Dropping(table)
    device = Ram(formatted(32), dropping)
    with Mounted(device, "/live") as folder:
        journal = opened(folder, table=table, reserve=RESERVE)
        for i in range(60):
            dropping.acknowledged = journal.append(note("event %d %s" % (i, "." * 60)))
            if i == 20:
                before = journal.first_seq
                journal.ack(journal.last, 0)
                dropping.laptop = segment.header(journal.read(journal.last, 0, 52))["first"] - 1
        assert journal.first_seq > before >= 1
        journal.close()
    lost = [ev.parse(e) for e in table.log if ev.kind(e) == ev.LOST]
    assert lost, "nothing was lost, the flash is too large for this test"
    print("journal: %d cuts at %d writes while segments go, %d losses recorded" % (
        dropping.cuts, device.writes, len(lost)))  # fmt: skip


if vfs is None:  # CPython has no littlefs
    del test_power_is_cut_at_every_write_of_an_evening, test_power_is_cut_at_every_write_on_a_flash_like_a_picos
    del test_power_is_cut_at_every_write_while_old_segments_go


# ---------------------------------------------------------------- torn and damaged files


def forget(folder, *names):
    """Files of the start before that may or may not be there."""
    for name in names:
        try:
            os.remove(folder + name)
        except OSError:
            pass


def test_a_segment_torn_at_any_byte_loses_only_what_is_torn():
    with Folder() as folder:
        journal = two_segments(folder)
        log, first = journal.table.log, segment.header(journal.read(2, 0, 52))["first"]
        path = folder + "/j/000002.seg"
        data, older = content(path), content(folder + "/j/000001.seg")
        ends = [end for _, end in segment.records(Bytes(journal, 2).read)]
        inside = range(segment.HEADER + 8, ends[0] - 8, 7)  # of the long snapshot
        for n in list(range(inside[0])) + list(inside) + list(range(ends[0] - 8, len(data) + 1)):
            put(path, data[:n])
            again = opened(folder)
            whole = len([e for e in ends[1:] if e <= n])
            assert again.seq == first - 1 + whole, n
            again.append(note("new"))
            assert [e for _, e in history(again)] == log[: again.seq - 1] + [note("new")]
            if n in ends[1:] or n == ends[0]:
                assert again.last == 2  # nothing is torn: it goes on there
            elif n > ends[0]:
                assert again.last == 3 and content(path) == data[:n]  # the torn tail is not written over
                assert segment.header(again.read(3, 0, 52))["length"] == again.size(2)
            again.close()
            forget(folder, "/j/000003.seg", "/j/damaged.bin")
            put(folder + "/j/000001.seg", older)
