"""Void suits, kongs, flowers and melds by keys."""

import pytest

from engine_core import events
from tests.firmware.keyed import at_table, choose, course, dealt, happened, keys, status
from tests.firmware.pictures import read_png
from tests.firmware.playing import ROOT, screens
from tests.firmware.simulated import Refused
from tests.waiting import until

OWN = ROOT / "tests" / "display" / "own"


def test_each_seat_chooses_its_void_suit(device, lang):
    at_table(device, "xuezhan", lang)
    keys(device, 0, "down ok"), keys(device, 1, "ok"), keys(device, 2, "up ok")
    keys(device, 3, "down no")
    assert [e["suit"] for e in course(device)] == ["p", "m", "s"]
    keys(device, 3, "ok")
    assert len(course(device)) == 4
    keys(device, 3, "ok down")  # there is nothing to choose any more
    assert len(course(device)) == 4


def test_a_kong_is_entered_with_its_tile_and_takes_the_replacement(device, lang):
    at_table(device, "guigang", lang)
    left = status(device, "wall")["left"]
    keys(device, 1, "up ok down down ok")  # concealed, 3m
    keys(device, 2, "up down down ok up ok")  # from East, not said which
    assert course(device) == [
        {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "3m"},
        {"what": "kong", "seat": 2, "kind": "kong", "from": 0},
    ]
    assert status(device, "wall")["left"] == left - 2


def test_two_kongs_in_a_row_are_one_run(device):
    at_table(device, "xueliu", declare_void=False)
    keys(device, 0, "draw"), keys(device, 1, "up ok ok"), keys(device, 1, "up ok down ok")
    assert [e.get("chain", 0) for e in course(device)] == [0, 1]


def test_a_flower_is_laid_aside_and_replaced(device):
    device.ask("region.set", region="ningbo", options={})
    device.ask("dice.enter", dice=[2, 5])
    device.ask("wild.set", tile="9m")
    left = status(device, "wall")["left"]
    keys(device, 3, "up ok down ok")
    assert course(device) == [{"what": "flower", "seat": 3, "tile": "2f"}]
    assert status(device, "wall")["left"] == left - 1


def test_a_flower_that_is_wild_for_the_seat_is_not_offered(device):
    device.ask("region.set", region="longgang", options={})
    for _ in range(2):
        device.ask("dice.enter", dice=[2, 2])
    device.ask("wild.set", tile="5p")
    keys(device, 0, "no")
    keys(device, 0, "up ok ok"), keys(device, 1, "up ok ok")  # its first flower: Spring is East's own
    assert [(e["seat"], e["tile"]) for e in course(device)] == [(0, "2f"), (1, "1f")]
    device.ask("wild.set", tile="2f")
    keys(device, 3, "up ok ok")  # under a flower none is laid aside: the first row is the concealed kong
    assert course(device)[-1] == {"what": "kong", "seat": 3, "kind": "concealed_kong", "tile": "1m"}


def test_a_wild_is_flown_before_it_is_known_which(device):
    device.ask("region.set", region="shangrao", options={})
    keys(device, 1, "menu down down ok ok down ok")  # real dice are thrown: a kong, pung or chow; the flown wild
    assert course(device) == [{"what": "flower", "seat": 1, "tile": "2m"}]


def test_pungs_and_chows_are_entered_too(device):
    at_table(device, "guigang")
    keys(device, 1, "up")
    choose(device, 1, 5)  # after three sorts of kong, one from each: pung from East
    keys(device, 1, "down ok")
    keys(device, 2, "up up ok down down ok")  # the last row: chow
    assert course(device) == [
        {"what": "meld", "seat": 1, "kind": "pung", "tiles": "222m", "from": 0},
        {"what": "meld", "seat": 2, "kind": "chow", "tiles": "345m", "from": 1},
    ]


@pytest.mark.parametrize("path", ["no", "ok no no", "leave", "ok leave", "down down ok down no no"])
def test_a_kong_that_is_left_changes_nothing(device, path):
    at_table(device, "guigang")
    before = screens(device)
    keys(device, 1, "up " + path)
    assert screens(device) == before and course(device) == []


def test_a_kong_without_a_replacement_is_refused_and_not_recorded(device):
    at_table(device, "guigang")
    device.ask("wall.event", event="draw", count=status(device, "wall")["left"])
    with pytest.raises(Refused) as error:
        keys(device, 1, "up ok ok")
    assert error.value.field == "wall"
    keys(device, 1, "no")
    assert course(device) == []


def test_dice_are_thrown_for_a_kong_where_the_region_throws_them(device):
    dealt(device, "changsha")
    left = status(device, "wall")["left"]
    keys(device, 1, "up ok dice")  # concealed, 1m; the dice key in place of ok
    assert course(device) == [{"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "1m"}]
    assert status(device, "wall")["left"] == left - 1
    device.wait_for(b'"kind":"WALL"')
    kinds = [notice["params"]["kind"] for notice in device.notices if "kind" in notice["params"]]
    assert kinds[-3:] == ["PLAY", "THROW", "WALL"]


def test_the_dice_for_a_kong_open_no_wall(device):
    at_table(device, "changsha", kong_dice=1)
    device.ask("config.set", real_dice=True, lang="en")
    keys(device, 2, "up ok dice")
    keys(device, 2, "down down down ok")  # a 4
    assert screens(device)[4] == read_png(OWN / "c04i-real-for-kong.en.png")


def test_the_dice_that_say_who_deals_are_none_of_the_break(device):
    device.ask("region.set", region="guigang", options={})
    device.ask("config.set", lang="en")
    device.ask("session.new", dealer=None)
    device.ask("dice.enter", dice=[1, 1])  # South deals
    device.ask("dice.enter", dice=[2, 6])
    assert screens(device)[4] == read_png(OWN / "c04j-real.en.png")


def test_who_draws_while_the_dice_are_shown_sees_no_break_any_more(device):
    device.ask("region.set", region="guigang", options={})
    device.ask("dice.enter", dice=[2, 5])
    keys(device, 0, "no draw")
    playing = screens(device)
    device.ask("hand.abort")
    device.ask("dice.enter", dice=[2, 5])
    keys(device, 0, "draw")
    until(lambda: screens(device) == playing)


def test_real_dice_are_thrown_for_a_kong_too(device):
    device.ask("config.set", real_dice=True)
    device.ask("region.set", region="jiujiang", options={"edition": "1"})
    while status(device, "throw"):
        device.ask("dice.enter", dice=[3] * status(device, "throw")["dice"])
    keys(device, 0, "no draw")
    before = device.ask("status")
    keys(device, 0, "up down ok ok")  # a concealed kong; the table asks for the faces
    assert course(device) == [] and status(device, "seq") == before["seq"]
    keys(device, 0, "up up ok no no no")  # not that one: nothing has happened
    assert course(device) == []
    keys(device, 0, "leave up down ok ok")
    keys(device, 0, "up up ok down ok")  # 3 and 6
    assert [entry["kind"] for entry in course(device)] == ["concealed_kong"]
    thrown = happened(device, events.THROW)[-1]
    assert (thrown["source"], list(thrown["dice"])) == (events.BY_HAND, [3, 6])
    assert status(device, "wall")["left"] == before["wall"]["left"] - 1
