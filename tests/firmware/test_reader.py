"""Tiles laid on a virtual reader: the turned-up tile, a hand, what cannot be, tiles nobody knows, learning them."""

import pytest

from engine_core import tiles, wire
from tests.firmware.keyed import PUNGS, at_table, choose, course, keys, recorded, status
from tests.firmware.playing import leave, ningbo, screens
from tests.firmware.simulated import Refused
from tests.waiting import until


def tag(tile, copy=0):
    """The id of one of the tiles of a set: "5m" and which of the four."""
    return f"04{'mpszf'.index(tile[1]):x}{tile[0]}0{copy}aabbccdd"


def known(device, *tiles, copies=4):
    device.ask("tags.set", tags=[[tag(tile, copy), tile] for tile in tiles for copy in range(copies)])
    return device


def lay(device, *tiles, place=4):
    """Tiles one after the other, each copy of a kind once: they are read before this comes back."""
    for n, tile in enumerate(tiles):
        lay_tag(device, tag(tile, tiles[:n].count(tile)), place)
    return device


def lay_tag(device, ident, place=4):
    device.ask("tags.lay", tag=ident, place=place)
    until(lambda: not device.ask("tags.list")["waiting"])
    return device


def wait_for_reader(device):
    """The first tile makes the reader, which is looked for once a second."""
    return lay_tag(device, "0" * 14)


def shown(device, display):
    return screens(device)[display]


def hand_tiles(text):
    return [tiles.name(kind) for kind in tiles.parse(text)]


@pytest.fixture
def reading(device):
    kinds = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)] + ["1z", "7z"]
    for first in range(0, len(kinds), 8):  # 32 tags a request
        known(device, *kinds[first : first + 8])
    return wait_for_reader(device)


def test_a_table_without_reader_has_none(device):
    assert device.ask("tags.list") == {"tags": [], "count": 0, "readers": [], "waiting": 0}


def test_what_is_known_is_told_and_stays_over_a_power_cut(device):
    known(device, "5m", "1z")
    device.restart()
    told = device.ask("tags.list")
    assert told["count"] == 8 and told["tags"][0] == [tag("5m"), "5m"]
    assert device.ask("tags.set", tags=[[tag("5m"), "6m"], [tag("5m", 1), None]])["count"] == 7
    assert [tag("5m"), "6m"] in device.ask("tags.list")["tags"]
    assert len(device.ask("tags.list", **{"from": 5})["tags"]) == 2


def at_prompt(device, line):
    """What MicroPython does on the flash of a table that was left."""
    leave(device)
    device.write(b"from firmware import boards; b = boards.find().board()\r")
    device.write(line.encode() + b"; b.close(); print(6 * 7)\r")
    device.wait_for(b"\n42")


def test_a_damaged_file_of_tags_is_said_and_put_aside(device):
    known(device, "5m")
    at_prompt(device, "f = open('/flash/tags', 'r+'); f.seek(3); f.write('?'); f.close()")
    device.restart()
    assert ", tags damaged" in device.ask("log")["notes"][0]
    told = device.ask("tags.list")
    assert (told["tags"], told["damaged"]) == ([], True)
    known(device, "6m")
    assert "damaged" not in device.ask("tags.list")
    at_prompt(device, "f = open('/flash/tags.bad'); f.close()")  # it is there
    assert "damaged" not in device.restart().ask("log")["notes"][0]


def test_ids_of_other_lengths(device):
    device.ask("tags.set", tags=[["04A1B2C3", "5m"], ["0102030405060708090a", "6m"]])
    assert device.ask("tags.list")["tags"] == [["00000004a1b2c3", "5m"], ["0405060708090a", "6m"]]


@pytest.mark.parametrize(
    "given",
    [[["xy", "5m"]], [["04a1b2c3", "5x"]], [["04a1b2c3", "55m"]], [["04a1b2c3"]], [7], "5m", [[None, "5m"]],
     [["04a1b2c", "5m"]], [["04a1b2c3", 5]], [[tag("5m"), "5m"]] * 33],
)  # fmt: skip
def test_what_is_no_tag_is_refused_and_nothing_is_kept(device, given):
    with pytest.raises(Refused):
        device.ask("tags.set", tags=given)
    assert device.ask("tags.list")["count"] == 0


def test_more_tags_than_two_sets_have_are_refused(device):
    for first in range(0, 320, 32):
        device.ask("tags.set", tags=[["%08x" % (first + k), "5m"] for k in range(32)])
    with pytest.raises(Refused, match="320") as refused:
        device.ask("tags.set", tags=[["ffffffff", "5m"]])
    assert (refused.value.code, refused.value.field) == (wire.REFUSED, "tags")
    assert device.ask("tags.list")["count"] == 320
    assert len(device.ask("log")["notes"]) == 1  # that it has started: it is no crash


def test_whoever_teaches_one_tile_too_many_is_told(device):
    for first in range(0, 320, 32):
        device.ask("tags.set", tags=[["%08x" % (first + k), "5m"] for k in range(32)])
    device.ask("region.set", region="guigang", options={})
    wait_for_reader(device)
    keys(device, 0, "menu up up ok")
    before = shown(device, 0)
    lay_tag(device, tag("1m"))
    assert shown(device, 0) != before
    keys(device, 0, "up down")
    assert shown(device, 0) == before


def test_the_turned_up_tile_is_read_and_confirmed(device):
    known(ningbo(device), "5m", "9p")
    wait_for_reader(device)
    before = shown(device, 2)
    lay(device, "9p")
    assert shown(device, 2) != before
    keys(device, 2, "ok")
    assert (status(device, "indicator"), status(device, "phase")) == ("9p", "play")


def test_the_turned_up_tile_may_be_laid_on_again(device):
    known(ningbo(device), "5m", "9p")
    wait_for_reader(device)
    lay(device, "9p", "5m")
    keys(device, 2, "ok")
    assert status(device, "indicator") == "5m"


def test_a_hand_is_read_tile_by_tile(reading):
    device = at_table(reading, "guigang")
    keys(device, 1, "hu down ok ok ok")  # off East's discard, by tiles
    lay(device, *hand_tiles(PUNGS + "7z"))
    keys(device, 1, "ok ok")  # the last one is the winning tile; claim
    keys(device, 0, "ok")
    assert status(device, "scores") == [-16, 16, 0, 0]


def test_a_tile_that_lies_there_still_counts_once(reading):
    device = at_table(reading, "guigang")
    keys(device, 1, "hu down ok ok ok")
    lay(device, "5m")
    once = shown(device, 1)
    lay_tag(device, tag("5m"))
    assert shown(device, 1) == once
    keys(device, 1, "no")
    lay_tag(device, tag("5m"))
    assert shown(device, 1) == once


def test_a_tile_that_nobody_knows_says_so_and_changes_nothing(reading):
    device = at_table(reading, "guigang")
    keys(device, 1, "hu down ok ok ok")
    before = shown(device, 1)
    lay_tag(device, "aabbccddee")
    assert shown(device, 1) != before
    until(lambda: shown(device, 1) == before)
    assert course(device) == []


def test_a_fifth_tile_of_a_kind_is_refused_in_words(reading):
    device = at_table(reading, "guigang")
    device.ask("tags.set", tags=[["0f0f0f0f", "5m"]])
    keys(device, 1, "hu down ok ok ok")
    lay(device, "5m", "5m", "5m", "5m")
    before = shown(device, 1)
    lay_tag(device, "0f0f0f0f")
    by_reader = shown(device, 1)
    assert by_reader != before
    until(lambda: shown(device, 1) == before)
    keys(device, 1, "ok")  # the same by keys
    assert shown(device, 1) == by_reader


def test_a_tile_that_the_region_does_not_use_is_refused_in_words(reading):
    device = at_table(reading, "xuezhan")  # no honours
    for seat in range(4):
        keys(device, seat, "ok")
    keys(device, 1, "hu down ok ok ok")
    before = shown(device, 1)
    lay(device, "7z")
    assert shown(device, 1) != before
    until(lambda: shown(device, 1) == before)


def test_a_reader_of_a_seat_serves_that_seat(reading):
    device = at_table(reading, "guigang")
    keys(device, 1, "hu down ok ok ok")
    before = shown(device, 1)
    lay(device, "5m", place=3)
    assert shown(device, 1) == before
    lay(device, "6m", place=1)
    assert shown(device, 1) != before


def test_one_reader_for_all_serves_who_was_touched_last(reading):
    device = at_table(reading, "guigang")
    keys(device, 1, "hu down ok ok ok")
    keys(device, 2, "hu down ok ok ok")
    one, two = shown(device, 1), shown(device, 2)
    lay(device, "5m")
    assert (shown(device, 1) == one, shown(device, 2) == two) == (True, False)
    keys(device, 1, "down")
    one, two = shown(device, 1), shown(device, 2)
    lay(device, "6m")
    assert (shown(device, 1) == one, shown(device, 2) == two) == (False, True)


def test_the_winning_tile_beside_ticked_patterns_is_read(reading):
    device = at_table(reading, "guigang")
    keys(device, 1, "hu down ok ok")
    choose(device, 1, 1)  # patterns
    choose(device, 1, 3)  # all pungs
    keys(device, 1, "hu")
    lay(device, "5m")
    keys(device, 1, "ok ok")
    keys(device, 0, "ok")
    assert status(device, "scores") == [-16, 16, 0, 0]
    assert recorded(device)["wins"][0]["tile"] == "5m"


def test_a_tile_that_nobody_asked_for_does_nothing(reading):
    device = at_table(reading, "guigang")
    before = screens(device)
    lay(device, "5m")
    lay_tag(device, "aabbccddee")
    assert screens(device) == before


def test_the_table_learns_its_tiles(device):
    device.ask("region.set", region="guigang", options={})
    wait_for_reader(device)
    keys(device, 0, "menu up up ok")  # above the self-test
    for copy in range(4):
        lay_tag(device, tag("1m", copy))
    for copy in (0, 0, 1):  # one twice
        lay_tag(device, tag("2m", copy))
    keys(device, 0, "ok")
    lay_tag(device, tag("3m"))
    keys(device, 0, "leave")
    told = dict(device.ask("tags.list")["tags"])
    assert sorted(told.values()) == ["1m"] * 4 + ["2m"] * 2 + ["3m"]


def test_a_reader_that_breaks_stops_no_scores(tmp_path):
    from tests.firmware.playing import copy_with
    from tests.firmware.simulated import Device

    root = copy_with(tmp_path / "fw", "reader", "def laid(panel, place, tag):\n    raise ValueError('deaf')\n")
    device = Device(tmp_path, root).start()
    try:
        at_table(wait_for_reader(device), "guigang")
        lay(device, "5m")
        assert any("reader: ValueError" in note for note in device.ask("log")["notes"])
        assert device.ask("correct", delta=[1, -1, 0, 0], reason="x")["scores"][0] == 1
    finally:
        device.kill()


def test_the_self_test_waits_for_a_tile_on_the_reader(device):
    known(device, "5m")
    wait_for_reader(device)
    told = device.ask("selftest", do="begin")
    assert told["readers"] == [{"place": 4, "laid": None}]
    lay(device, "5m")
    told = device.ask("selftest", do="look")
    assert told["readers"] == [{"place": 4, "laid": [tag("5m"), "5m"]}]
    assert "reader" not in told["unseen"]
