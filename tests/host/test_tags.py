"""Tags of tiles on the laptop: the file, and which tag is laid for which tile."""

import pytest

from mjtable import doctor
from mjtable.answers import understood
from mjtable.commands import tags
from mjtable.errors import BadFile, BadTag, BadTagLine, NoTag, TagsDamaged

KNOWN = [["04010203040506", "5m"], ["04010203040507", "5m"], ["04010203040508", "1z"]]


def test_a_file_is_read_as_it_is_written(tmp_path):
    path = tmp_path / "tags.csv"
    tags._write(path, KNOWN)
    assert path.read_text("utf-8").splitlines()[0] == "id,tile"
    assert tags._read(path) == KNOWN


def test_tiles_as_people_write_them_comments_and_what_is_to_be_forgotten(tmp_path):
    path = tmp_path / "tags.csv"
    path.write_text("# ours\n\n04A1B2C3, 五万  # the red one\n04a1b2c4,\n", "utf-8")
    assert tags._read(path) == [["04a1b2c3", "5m"], ["04a1b2c4", None]]


@pytest.mark.parametrize(
    "line", ["5m", "04a1b2c3,5x", "04a1b2c,5m", "04a1b2,5m", "xx,5m", "04a1b2c3,5m,6m", "04a1b2c3,55m"]
)
def test_a_line_that_says_something_else_is_named(tmp_path, line):
    path = tmp_path / "tags.csv"
    path.write_text("id,tile\n" + line + "\n", "utf-8")
    with pytest.raises(BadTagLine) as found:
        tags._read(path)
    assert found.value.values["line"] == 2 and found.value.values["given"] == line


def test_a_file_that_is_none(tmp_path):
    (tmp_path / "odd").write_bytes(b"\xff\xfe")
    for name in ("missing", "odd", "."):
        with pytest.raises(BadFile):
            tags._read(tmp_path / name)


def test_a_tile_named_twice_is_two_tiles():
    assert tags._ids(["5m", "五万", "5m"], KNOWN) == ["04010203040506", "04010203040507", "04010203040506"]
    assert tags._ids(["04A1B2C3"], KNOWN) == ["04a1b2c3"]
    with pytest.raises(NoTag):
        tags._ids(["6m"], KNOWN)
    with pytest.raises(BadTag):
        tags._ids(["9x"], KNOWN)


@pytest.mark.parametrize(
    "pair", [["04", "5m"], ["04010203040506"], ["04010203040506", "5x"], ["04010203040506", 5], 7, None]
)
def test_what_a_table_may_not_answer(pair):
    told = {"tags": [pair], "count": 1, "readers": [4]}
    with pytest.raises(ValueError, match="tags"):
        understood("tags.list", told)


class Answering:
    """A table whose file of tags is damaged, or not."""

    def __init__(self, **more):
        self.told = {"tags": [], "count": 0, "readers": [4], **more}

    def request(self, method, **params):
        return understood(method, self.told)


def test_a_damaged_file_at_the_table_is_said():
    with pytest.warns(TagsDamaged):
        assert tags._known(Answering(damaged=True)) == ([], [4])
    assert [one.key for one in doctor._tags(Answering(damaged=True))] == ["tags_damaged"]
    assert list(doctor._tags(Answering())) == []
