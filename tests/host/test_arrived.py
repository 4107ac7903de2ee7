"""A sync that ends before its time: what was fetched is not fetched again, and is believed only as the table has it."""

import base64
import errno

import pytest

from mjtable import folders
from mjtable.arrived import Arrived
from mjtable.errors import PortMissing
from mjtable.sync import Sync
from tests.host.fake import HELLO

ID = HELLO["id"]


def killed(journal, history, at=1):
    """A sync that ends where its replay begins (or further on), as if it was killed."""
    left = [at]

    def progress(stage, done, total):
        if stage == "replay":
            left[0] -= 1
            if not left[0]:
                raise RuntimeError("killed")

    with pytest.raises(RuntimeError):
        Sync(journal, history, progress).run()
    return history.event_numbers(ID)


def blocks(journal, history):
    """Bytes of the journal that a sync of it gets from the table."""
    read, got = journal.journal_read, []

    def counted(seg, off, n):
        block = read(seg, off, n)
        got.append(len(base64.b64decode(block["data"])))
        return block

    journal.journal_read = counted
    outcome = Sync(journal, history).run()
    assert outcome.differences == [] and history.event_numbers(ID) == list(range(1, 14))
    return sum(got), outcome.bytes


@pytest.mark.parametrize("at", [1, 2, 3])
def test_what_was_fetched_is_not_fetched_again(history, journal, at):
    here = killed(journal, history, at)
    assert 0 < len(here) < 13
    got, counted = blocks(journal, history)
    assert got == counted == len(journal.segments[journal.last])  # the newest segment alone


def test_a_sync_that_comes_to_its_end_leaves_nothing(history, journal):
    killed(journal, history)
    assert list((folders.cache() / "fetched" / ID).iterdir())
    Sync(journal, history).run()
    assert list((folders.cache() / "fetched").iterdir()) == []


def test_what_cannot_be_written_leaves_no_rest(monkeypatch):
    def full(*paths):
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr("os.replace", full)
    Arrived(ID).keep(1, b"x" * 100)
    assert list((folders.cache() / "fetched" / ID).iterdir()) == []


@pytest.mark.parametrize("bytes_there", [b"", b"damaged", b"x" * 100_000])
def test_bytes_that_the_table_does_not_have_are_fetched_again(history, journal, bytes_there):
    killed(journal, history)
    for file in (folders.cache() / "fetched" / ID).iterdir():
        file.write_bytes(bytes_there)
    blocks(journal, history)


def test_what_came_before_the_cable_was_pulled_for_good_is_in_the_history(history, journal):
    read = journal.journal_read

    def journal_read(seg, off, n):
        if seg == 3:
            raise PortMissing(port="-", why="pulled")
        return read(seg, off, n)

    journal.journal_read = journal_read
    with pytest.raises(PortMissing):
        Sync(journal, history).run()
    assert history.event_numbers(ID) == list(range(1, journal.first_events[3]))
    journal.journal_read = read
    blocks(journal, history)


def test_a_sync_that_has_nothing_new_tells_the_table_all_the_same(history, journal):
    """The one before may have been killed between its last commit and that."""
    Sync(journal, history).run()
    journal.asked.clear()
    Sync(journal, history).run()
    assert journal.asked.count("journal.ack") == 1


def test_where_nothing_can_be_kept_a_sync_goes_on(home, history, journal):
    home.mkdir()
    (home / "cache").write_text("a file where the folder should be")
    assert Sync(journal, history).run().differences == []


def test_an_id_that_is_no_name_of_a_folder_names_none(home):
    for ident in ("..", "a/b", ""):
        arrived = Arrived(ident)
        arrived.keep(1, b"x")
        assert arrived.data(1) == b""
        arrived.clear()
    assert not (home / "cache").exists()
