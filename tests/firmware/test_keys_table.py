"""What is not a hand, by keys: points, seats, standing up, a new session, settings."""

import pytest

from tests.firmware.keyed import at_table, claimed, dealt, keys, status
from tests.firmware.playing import screens

ROWS = ("drawn", "foul", "meld", "declared", "standings", "points", "seats", "away", "new", "settings", "selftest")


@pytest.fixture
def rested(device, lang):
    """Between two hands of Guigang: South has won 16 from West."""
    at_table(device, "guigang", lang)
    claimed(device)
    return keys(device, 2, "ok no")


def menu(device, seat, name, then=""):
    return keys(device, seat, "menu " + "down " * ROWS.index(name) + "ok " + then)


def test_points_go_from_one_seat_to_another_when_a_second_one_agrees(rested):
    menu(rested, 1, "points", "down down ok down down ok up up")  # North pays East, 3
    assert status(rested, "scores") == [0, 16, -16, 0]
    keys(rested, 1, "ok")
    keys(rested, 2, "ok")
    assert status(rested, "scores") == [3, 16, -16, -3]


def test_points_are_asked_for_and_can_be_refused_or_left(rested):
    before = screens(rested)
    menu(rested, 0, "points", "ok ok ok")
    asked = screens(rested)
    assert [n for n in range(5) if asked[n] != before[n]] == [1, 2, 3]
    for seat in (1, 2, 3):
        keys(rested, seat, "no")
    for path in ("no no", "ok no no no", "ok ok no no no no", "ok ok leave"):
        menu(rested, 0, "points", path)
    assert screens(rested) == before and status(rested, "scores") == [0, 16, -16, 0]


def test_points_can_be_corrected_during_a_hand(device):
    at_table(device, "guigang")
    keys(device, 1, "menu up up ok ok ok ok")
    keys(device, 0, "ok")
    assert status(device, "phase") == "play" and status(device, "scores") == [0, -1, 1, 0]  # South pays West


def test_seats_are_changed_by_the_win_keys_in_the_new_order(rested):
    menu(rested, 0, "seats")
    keys(rested, 2, "hu hu")
    keys(rested, 0, "hu")
    keys(rested, 3, "hu")
    assert status(rested, "scores") == [-16, 0, 0, 16]
    assert status(rested, "last")["order"] == [2, 0, 3, 1]
    assert rested.ask("hand.undo")["scores"] == [0, 0, 0, 0]  # nobody keeps what was won in it


@pytest.mark.parametrize("key", ["no", "leave"])
def test_a_change_of_seats_is_ended_by_anybody(rested, key):
    before = screens(rested)
    menu(rested, 0, "seats")
    waiting = screens(rested)
    assert all(waiting[n] != before[n] for n in range(4))
    keys(rested, 2, "hu")
    assert [n for n in range(4) if screens(rested)[n] == waiting[n]] == []
    keys(rested, 3, key)
    assert screens(rested) == before and status(rested, "scores") == [0, 16, -16, 0]


def test_whoever_stands_up_keeps_the_score_until_somebody_is_back(rested):
    before = screens(rested)
    menu(rested, 1, "away")
    gone = screens(rested)
    assert [n for n in range(5) if gone[n] != before[n]] == [1]
    keys(rested, 1, "dice")
    assert screens(rested) == gone
    keys(rested, 1, "ok")
    assert screens(rested) == before
    menu(rested, 1, "away")
    rested.ask("dice.enter", dice=[2, 5])
    assert status(rested, "phase") == "play" and screens(rested)[1] != gone[1]


def test_a_new_session_needs_a_second_seat(rested):
    menu(rested, 1, "new", "ok ok")  # the dice decide who deals
    assert status(rested, "session") == 1
    keys(rested, 3, "ok")
    assert (status(rested, "session"), status(rested, "scores"), status(rested, "dealer")) == (2, [0] * 4, None)


@pytest.mark.parametrize("dealer", range(4))
def test_who_deals_first_may_be_chosen(rested, dealer):
    menu(rested, 1, "new", "ok down" + " down" * dealer + " ok")
    keys(rested, 3, "ok")
    assert (status(rested, "session"), status(rested, "dealer")) == (2, dealer)
    assert status(rested, "throw")["seat"] == dealer


def test_a_new_session_is_left(rested):
    before = screens(rested)
    menu(rested, 1, "new", "no")
    menu(rested, 1, "new", "ok no no")
    menu(rested, 1, "new", "ok down leave")
    assert screens(rested) == before
    menu(rested, 1, "new", "ok ok")
    for seat in (0, 2, 3):
        keys(rested, seat, "no")
    assert screens(rested) == before and status(rested, "session") == 1


def test_settings_are_changed_at_the_table(rested):
    settings = rested.ask("config.get")
    menu(rested, 1, "settings", "down ok")
    assert rested.ask("config.get")["lang"] != settings["lang"]
    keys(rested, 1, "ok down ok down ok down ok leave")
    now = rested.ask("config.get")
    assert (now["lang"], now["brightness"]) == (settings["lang"], settings["brightness"] % 5 + 1)
    assert now["real_dice"] and now["flip"] != settings["flip"]


def test_the_rules_are_chosen_at_the_table(rested):
    regions = rested.ask("region.list")["regions"]
    there = regions.index("guigang")
    menu(rested, 1, "settings", "ok " + "down " * (regions.index("ningbo") - there) + "ok")
    assert status(rested, "region") == "ningbo" and status(rested, "options") == {}
    rested.ask("house.set", id="wang", region="ningbo", options={"house": "王家|Wang", "minimum": 3})
    menu_of_ningbo = "menu up up ok ok " + "down " * (len(regions) - regions.index("ningbo")) + "ok"
    keys(rested, 1, menu_of_ningbo)
    assert status(rested, "options") == {"house": "王家|Wang", "minimum": 3}


def test_a_new_table_is_set_up_by_its_keys(device):
    regions = device.ask("region.list")["regions"]
    keys(device, 0, "menu ok ok " + "down " * regions.index("guigang") + "ok")
    assert (status(device, "region"), status(device, "phase")) == ("guigang", "ready")


def test_with_a_pin_the_rules_are_not_in_the_settings(rested):
    rested.ask("config.set", pin="0123456789abcdef" * 5)
    brightness = rested.ask("config.get")["brightness"]
    menu(rested, 1, "settings", "down ok leave")
    assert rested.ask("config.get")["brightness"] == brightness % 5 + 1


def test_who_goes_on_with_chips_begins_a_new_session_at_the_table(rested):
    regions = rested.ask("region.list")["regions"]
    step = regions.index("longgang") - regions.index("guigang")
    menu(rested, 1, "settings", "ok " + "down " * step + "ok")
    assert (status(rested, "region"), status(rested, "phase")) == ("longgang", "new")
    keys(rested, 1, "menu ok ok ok")
    keys(rested, 0, "ok")
    assert (status(rested, "phase"), status(rested, "scores")) == ("ready", [95] * 4)


def test_who_sits_out_is_paid_and_pays_at_the_keys(device):
    device.ask("region.set", region="longgang", options={"players": 5})
    before = status(device, "scores")
    menu(device, 0, "points")
    keys(device, 0, "up ok")  # the fifth pays
    keys(device, 0, "ok ok")  # East, one
    keys(device, 1, "ok")
    assert [after - was for after, was in zip(status(device, "scores"), before, strict=True)] == [1, 0, 0, 0, -1]


def test_who_leaves_for_good_says_so_and_another_seat_agrees(device):
    """Shanghai: the drawn hands that were counted are forgotten."""
    dealt(device, "shanghai")
    keys(device, 1, "menu ok")
    keys(device, 2, "ok")
    assert status(device, "carry") == {"washout": 1}
    keys(device, 1, "no")
    keys(device, 1, "menu " + "down " * 9 + "ok")  # behind a new session
    assert status(device, "carry") == {"washout": 1}
    keys(device, 3, "ok")
    assert status(device, "carry") == {}
