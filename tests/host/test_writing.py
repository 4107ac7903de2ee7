"""Files that somebody names: whole, the old or the new, whatever stops the writing."""

import errno
import os
import warnings
from pathlib import Path

import pytest

from mjtable import export as exports
from mjtable.commands import fair, tags
from mjtable.errors import BadFile, FileThere, PartKept
from mjtable.store import Store
from mjtable.writing import collected, written


@pytest.fixture
def good(tmp_path):
    file = tmp_path / "good.csv"
    file.write_text("good")
    return file


def full(*args):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def stopped(*args):
    raise KeyboardInterrupt


@pytest.mark.parametrize(("trouble", "error"), [(full, BadFile), (stopped, KeyboardInterrupt)])
def test_what_stops_the_writing_leaves_the_old_file_and_nothing_else(good, trouble, error):
    with pytest.raises(error), written(good) as path:
        path.write_text("half")
        trouble()
    assert good.read_text() == "good" and list(good.parent.iterdir()) == [good]


def test_a_file_that_is_there_is_replaced_or_left(good):
    with pytest.raises(FileThere), written(good, force=False):
        pass
    with written(good) as path:
        path.write_text("new")
    assert good.read_text() == "new"


def test_what_a_link_names_is_replaced_and_the_link_stays(good):
    link = good.with_name("link")
    link.symlink_to(good)
    with written(link) as path:
        path.write_text("new")
    assert link.is_symlink() and good.read_text() == "new"


def test_what_is_no_file_is_written_as_it_is():
    with written(Path(os.devnull)) as path:
        assert path == Path(os.devnull)
    with pytest.raises(BadFile), collected(Path("/dev/full")) as to:
        to.write(b"x" * 100000)


@pytest.mark.parametrize("trouble", [full, stopped])
def test_an_export_that_is_stopped_leaves_the_old_one(good, tmp_path, monkeypatch, trouble):
    monkeypatch.setitem(exports.WRITERS, ".csv", trouble)
    with Store(str(tmp_path / "history.db")) as past, pytest.raises((BadFile, KeyboardInterrupt)):
        exports.export(past, good, [], None, "en", force=True)
    assert good.read_text() == "good"


def test_tags_that_cannot_be_written_leave_the_old_file(good):
    def pairs():
        yield ["04010203040506", "5m"]
        full()

    with pytest.raises(BadFile):
        tags._write(good, pairs())
    assert good.read_text() == "good"


@pytest.mark.parametrize(("trouble", "error"), [(full, BadFile), (stopped, KeyboardInterrupt)])
def test_samples_that_were_collected_until_somebody_stopped_are_kept_beside_the_file(good, trouble, error):
    def parts():
        yield [b"\x01", b"\x02"]
        trouble()

    with pytest.raises(error), pytest.warns(PartKept):
        fair._write(fair.Form.csv, good, ["die1"], {}, parts(), 4)
    assert good.read_text() == "good"
    assert good.with_name("good.csv.part").read_text() == "die1\n1\n2\n"


def test_samples_that_are_whole_replace_the_file(good):
    fair._write(fair.Form.csv, good, ["die1"], {}, iter([[b"\x03"]]), 1)
    assert good.read_text() == "die1\n3\n" and list(good.parent.iterdir()) == [good]


def test_of_json_there_is_nothing_before_the_end(good):
    def parts():
        yield [b"\x01"]
        stopped()

    with warnings.catch_warnings(), pytest.raises(KeyboardInterrupt):
        warnings.simplefilter("error")
        fair._write(fair.Form.json, good, ["die1"], {}, parts(), 4)
    assert good.read_text() == "good" and list(good.parent.iterdir()) == [good]
