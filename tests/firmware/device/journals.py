"""What the tests of the journal share: opening one, reading all of it the way the laptop does, a recording table."""

from engine_core import events as ev
from engine_core import segment
from engine_core.table import Table
from firmware.journal import CHUNK, Journal

LENGTH = 1500  # short segments: the evening fills several


class Logged(Table):
    """A table that keeps every event it has applied."""

    def __init__(self):
        Table.__init__(self)
        self.log = []

    def apply(self, event):
        Table.apply(self, event)
        if ev.kind(event) != ev.SNAPSHOT:
            self.log.append(event)


def opened(folder, **kw):
    kw = dict({"length": LENGTH, "reserve": 0}, **kw)
    return Journal(folder + "/j", kw.pop("table", None) or Table(), **kw)


def note(text="x"):
    return ev.pack_note(ev.NOTE_CRASH, text)


class Bytes:
    """The valid bytes of a segment, read in pieces as the link does; read(n) as of a file, after the header."""

    def __init__(self, journal, number):
        self.data = b""
        piece = journal.read(number, 0, CHUNK)
        while piece:
            self.data += piece
            piece = journal.read(number, len(self.data), CHUNK)
        self.at = segment.HEADER

    def read(self, n):
        self.at += n
        return self.data[self.at - n : self.at]


def records(journal):
    """(number, event) of everything on flash, in order, a snapshot under the number of the event before it.

    Checks numbers, sizes and hashes of the segments on the way.
    """
    for number in range(journal.first, journal.last + 1):
        whole = Bytes(journal, number)
        if not whole.data and number < journal.last:
            continue  # damaged: nothing of it is valid
        head = segment.header(whole.data)
        assert head["segment"] == number
        if number > journal.first:
            assert head["length"] == journal.size(number - 1)
            assert head["sha256"] == journal.hash(number - 1, head["length"])
        seq = head["first"] - 1
        ends = [0]
        for event, end in segment.records(whole.read):
            ends[0] = end
            if ev.kind(event) != ev.SNAPSHOT:
                seq += 1
            yield seq, event
        assert ends[0] == journal.size(number) == len(whole.data)


def history(journal):
    """(number, event) of all events on flash; they must bring a table to where the journal's is."""
    found = []
    table = Table()
    for seq, event in records(journal):
        if ev.kind(event) == ev.SNAPSHOT and table.seq != seq:
            table = Table()
        table.apply(event)  # refuses a snapshot that is not what the events before it say
        if ev.kind(event) != ev.SNAPSHOT:
            found.append((seq, event))
            assert table.seq == seq
    assert table.snapshot() == journal.table.snapshot()
    return found


def two_segments(folder):
    """A journal of two segments; its log."""
    journal = opened(folder, table=Logged())
    while journal.last < 2:
        journal.append(note("first segment"))
    for n in range(4):
        journal.append(note("second %d" % n))
    journal.close()
    return journal
