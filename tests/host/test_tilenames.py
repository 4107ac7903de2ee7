import pytest

from engine_core import tiles
from mjtable import tilenames
from mjtable.commands.rules import tile_names
from mjtable.errors import BadTile


@pytest.mark.parametrize("kind", range(tiles.KINDS))
def test_a_tile_can_be_typed_as_it_is_printed(kind):
    name = tiles.name(kind)
    assert [tilenames.typed(tile_names("ningbo", [name], lang)) for lang in ("zh", "en")] == [name, name]


@pytest.mark.parametrize("typed, name", [("5M", "5m"), ("發", "6z"), ("三饼", "3p"), ("五萬", "5m"), (" 東 ", "1z")])
def test_other_ways_of_writing_a_tile(typed, name):
    assert tilenames.typed(typed) == name


@pytest.mark.parametrize("typed", ["9x", "", "12m", "8z", "十万", "m5"])
def test_what_is_no_tile_is_refused_by_the_field(typed):
    with pytest.raises(BadTile) as e:
        tilenames.typed(typed)
    assert e.value.as_dict()["field"] == "tile"
