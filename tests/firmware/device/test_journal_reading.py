"""The journal as safe mode opens it: all there is can be read, and not a byte of it changes."""

import os

from evening import steps
from flash import Folder, content, put
from journals import opened

from engine_core import segment
from engine_core.table import Table


def played(folder):
    """An evening on flash: (snapshot, number of the last event, sizes of the segments)."""
    journal = opened(folder)
    for event in steps(journal.table):
        journal.append(event)
    journal.close()
    sizes = [journal.size(n) for n in range(journal.first, journal.last + 1)]
    return journal.table.snapshot(), journal.seq, sizes


def files(folder):
    return sorted([(entry, content(folder + "/j/" + entry)) for entry in os.listdir(folder + "/j")])


def read(folder, table=None):
    """The journal opened for reading only; nothing on flash has changed."""
    before = files(folder)
    journal = opened(folder, table=table, reading=True)
    journal.close()
    assert files(folder) == before
    return journal


def newest(folder):
    return folder + "/j/" + [name for name, _ in files(folder) if name.endswith(".seg")][-1]


def test_a_whole_journal():
    with Folder() as folder:
        snapshot, seq, sizes = played(folder)
        journal = read(folder)
        assert (journal.table.snapshot(), journal.seq, journal.trouble) == (snapshot, seq, "")
        assert [journal.size(n) for n in range(journal.first, journal.last + 1)] == sizes


def test_a_torn_end_is_not_valid_and_stays_as_it_is():
    with Folder() as folder:
        snapshot, seq, sizes = played(folder)
        path = newest(folder)
        put(path, content(path) + b"\x00\x40\x05")
        journal = read(folder)
        assert (journal.table.snapshot(), journal.size(journal.last)) == (snapshot, sizes[-1])


def test_a_newest_segment_that_is_no_good_leaves_the_state_of_the_one_before():
    with Folder() as folder:
        played(folder)
        path = newest(folder)
        for data in (b"", content(path)[: segment.HEADER - 1], content(path)[: segment.HEADER + 9], b"\xff" * 900):
            put(path, data)
            journal = read(folder)
            assert journal.size(journal.last) == 0 and journal.seq > 0
            assert journal.read(journal.last - 1, 0, 4) == segment.MAGIC


def test_rules_that_fail_at_an_event_leave_the_bytes_readable():
    class Broken(Table):
        def apply(self, event):
            raise KeyError("slip")

    with Folder() as folder:
        _, _, sizes = played(folder)
        journal = read(folder, Broken())
        assert [journal.size(n) for n in range(journal.first, journal.last + 1)] == sizes
        assert "KeyError" in journal.trouble


def test_no_journal_at_all():
    with Folder() as folder:
        journal = opened(folder, reading=True)
        assert (journal.first, journal.last, journal.seq) == (0, 0, 0)
        assert "j" not in os.listdir(folder)
