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


@pytest.mark.parametrize("region", ["ningbo", "shanghai", "jiujiang"])
def test_a_flower_is_laid_aside_where_no_dice_were_entered(device, region):
    device.ask("region.set", region=region, options={})
    device.ask("session.new", dealer=0)
    keys(device, 1, "menu down down ok"), keys(device, 1, "ok ok")
    assert [(e["what"], e["seat"]) for e in course(device)] == [("flower", 1)]
    keys(device, 2, "up ok ok")
    assert [e["seat"] for e in course(device)] == [1, 2] and device.ask("log")["notes"][1:] == []


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


@pytest.mark.parametrize("region", ["longgang", "ningbo"])
def test_a_flower_that_nothing_replaces_is_laid_aside_only_where_it_may_be(device, region):
    dealt(device, region)
    device.ask("wall.event", event="draw", count=status(device, "wall")["left"])
    try:
        keys(device, 1, "up ok ok")
    except Refused:
        pass
    keys(device, 1, "no")
    assert [e["what"] for e in course(device)] == ([] if region == "longgang" else ["flower"])


def test_a_wild_that_is_flown_takes_no_tile(device):
    dealt(device, "shangrao")
    left = status(device, "wall")["left"]
    keys(device, 1, "up ok ok")
    assert [e["what"] for e in course(device)] == ["flower"] and status(device, "wall")["left"] == left


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


def blood(device, region="xuezhan"):
    """A hand without void suits in which South has drawn."""
    at_table(device, region, declare_void=False)
    return keys(device, 1, "draw")


def win(device, seat, giver, held="123456m46p99p777p"):
    entry = {"what": "win", "seat": seat, "tile": "5p", "concealed": held, **({} if giver is None else {"from": giver})}
    device.ask("hand.play", entry=entry)
    return keys(device, seat, "no")


def test_a_robbed_kong_takes_no_replacement(device):
    blood(device)
    device.ask("hand.play", entry={"what": "meld", "seat": 1, "kind": "pung", "tiles": "555p", "from": 0})
    before = status(device, "wall")
    keys(device, 1, "up down ok ok")  # adds 5p
    assert status(device, "wall")["left"] == before["left"] - 1
    keys(device, 2, "hu up up ok ok")  # East's or South's: the row before the last
    keys(device, 2, "leave")
    rob = {"what": "win", "seat": 2, "tile": "5p", "from": 1, "flags": ["rob_kong"], "concealed": "11223346p12399s"}
    device.ask("hand.play", entry=rob)
    after = status(device, "wall")
    assert (after["left"], after["next"], after["tail"]) == (before["left"], before["next"], before["tail"])
    assert status(device, "turn") == 3  # the next after the winner
    keys(device, 2, "no")
    keys(device, 3, "draw")
    assert status(device, "wall")["taken"] == before["next"]


@pytest.mark.parametrize(
    ("region", "path"), [("guigang", "up ok ok"), ("guigang", "up down ok ok"), ("ningbo", "up ok ok")]
)
def test_what_was_no_kong_or_flower_gives_its_tile_back(device, region, path):
    dealt(device, region)
    keys(device, 2, "draw")
    before = status(device, "wall")
    keys(device, 2, path)
    assert status(device, "wall")["left"] == before["left"] - 1
    device.ask("hand.play", entry={"what": "back"})
    after = status(device, "wall")
    assert (after["left"], after["next"], after["tail"]) == (before["left"], before["next"], before["tail"])
    assert status(device, "turn") == 2
    device.ask("hand.play", entry={"what": "kong", "seat": 2, "kind": "concealed_kong"})  # without its tile
    device.ask("hand.play", entry={"what": "back"})
    assert status(device, "wall")["left"] == before["left"]


@pytest.mark.parametrize("region", ["xuezhan", "xueliu"])
def test_after_a_win_the_next_after_the_winner_draws(device, region):
    blood(device, region)
    win(device, 2, 1, "123p46p99p777s888s"), win(device, 0, 1)
    assert status(device, "turn") == 1  # after several winners: after the farthest from the giver
    device.ask("hand.play", entry={"what": "back"})
    assert status(device, "turn") == 3
    device.ask("hand.play", entry={"what": "back"})
    assert status(device, "turn") == 2  # what was discarded lies there again
    win(device, 3, 1, "123p46p99p777s888s")
    keys(device, 0, "next")
    assert status(device, "turn") == 0
    win(device, 0, None)
    assert status(device, "turn") == 1
    device.ask("hand.play", entry={"what": "back"})
    assert status(device, "turn") == 0


def test_who_claims_a_discard_has_the_turn(device):
    at_table(device, "guigang")
    keys(device, 1, "draw")
    device.ask("hand.play", entry={"what": "meld", "seat": 3, "kind": "pung", "tiles": "888p", "from": 1})
    assert status(device, "turn") == 3
    device.ask("hand.play", entry={"what": "back"})
    assert status(device, "turn") == 2
    device.ask("hand.play", entry={"what": "meld", "seat": 3, "kind": "pung", "tiles": "888p", "from": 1})
    keys(device, 0, "next")
    assert status(device, "turn") == 0


@pytest.mark.parametrize("region", ["xuezhan", "sichuan"])
def test_the_last_win_is_refused_too_if_it_is_none(device, region):
    blood(device, region)
    if region == "xuezhan":
        win(device, 0, 1), win(device, 2, None, "123p46p99p777s888s")
    with pytest.raises(Refused) as error:
        win(device, 3, 1, "12358p1346m2229s")
    assert "no win of 3" in str(error.value)
    device.ask("hand.play", entry={"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "9m"})


def test_a_seat_whose_hand_is_locked_by_dice_sees_it(device, lang):
    at_table(device, "changsha", lang)
    seen = []
    for last in ("ok", "dice"):
        keys(device, 1, "up ok down " + last)  # a concealed kong of 2m, without dice and with them
        keys(device, 0, "no no"), keys(device, 2, "draw")  # no pages of dice any more
        seen.append(screens(device))
        device.ask("hand.abort")
        device.ask("dice.enter", dice=[2, 5])
        keys(device, 0, "no")
    assert [n for n in range(5) if seen[0][n] != seen[1][n]] == [1]
