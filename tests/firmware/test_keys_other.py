"""Drawn hands, fouls, the menu and undo by keys; every dialogue of every region opens and can be left."""

import base64

import pytest

from engine_core import record, wire
from tests.firmware.keyed import REGIONS, at_table, bloody, claimed, course, dealt, enter, keys, status
from tests.firmware.pictures import read_png
from tests.firmware.playing import ROOT, copy_with, page, screens
from tests.firmware.simulated import Device, Refused
from tests.waiting import until

OWN = ROOT / "tests" / "display" / "own"


def test_a_drawn_hand_needs_a_second_seat(device, lang):
    at_table(device, "guigang", lang)
    before = screens(device)
    keys(device, 1, "menu ok")
    assert [n for n in range(5) if screens(device)[n] != before[n]] == [0, 2, 3]
    for seat in (0, 2, 3):
        keys(device, seat, "no")
    assert screens(device) == before
    keys(device, 1, "menu ok")
    keys(device, 3, "ok")
    assert (status(device, "phase"), status(device, "hand")) == ("ready", 2)


def test_hands_that_are_looked_at_are_entered_first(device):
    at_table(device, "sichuan")
    keys(device, 1, "menu ok")
    keys(device, 0, "ok")
    for seat, hand in enumerate(("1112223334445m", "1112223334445p", "1112223334445s", "6667778889999m")):
        enter(device, seat, hand)
        assert status(device, "hand") == 1
        keys(device, seat, "ok")
    assert status(device, "hand") == 2 and status(device, "scores") == [0, 0, 0, 0]  # all are ready


def test_hands_that_cannot_be_are_put_right(device):
    at_table(device, "sichuan")
    keys(device, 1, "menu ok")
    keys(device, 0, "ok")
    for seat, hand in enumerate(("1112223334445m", "1112223334445p", "1112223334445s", "1112223334445m")):
        enter(device, seat, hand)
        if seat < 3:
            keys(device, seat, "ok")
    with pytest.raises(Refused):
        keys(device, 3, "ok")  # there are no six 1m
    assert status(device, "hand") == 1
    keys(device, 3, "no " * 13 + "up " * 4)  # back to 1m
    enter(device, 3, "6667778889999m")
    for seat in range(4):
        keys(device, seat, "ok")
    assert status(device, "hand") == 2


def test_a_drawn_hand_is_left_while_hands_are_entered(device):
    at_table(device, "sichuan")
    before = screens(device)
    keys(device, 1, "menu ok")
    keys(device, 0, "ok")
    keys(device, 2, "ok ok leave")
    assert screens(device) == before and status(device, "hand") == 1


def test_a_foul_of_its_own_a_seat_says_alone(device):
    at_table(device, "guigang")
    keys(device, 1, "menu down ok ok down ok")
    assert course(device) == [{"what": "foul", "seat": 1, "kind": "dead_hand"}]


@pytest.mark.parametrize("region", REGIONS)
def test_a_false_win_can_be_said_in_every_region(device, region):
    dealt(device, region)
    keys(device, 1, "menu down ok ok ok")
    assert course(device) == [{"what": "foul", "seat": 1, "kind": "false_win"}]
    assert len(device.ask("log")["notes"]) == 1  # that it has started


def test_a_foul_of_another_seat_needs_a_second_one(device):
    at_table(device, "guigang")
    keys(device, 1, "menu down ok down ok ok")
    assert course(device) == []
    keys(device, 3, "ok")
    assert course(device) == [{"what": "foul", "seat": 2, "kind": "false_win"}]


def test_a_ready_hand_is_declared_and_a_slip_taken_back(device):
    at_table(device, "guigang")
    keys(device, 1, "menu down down down ok")
    assert course(device) == [{"what": "ready", "seat": 1, "how": "declared"}]
    keys(device, 2, "menu down down down down ok")
    assert course(device) == []


def test_a_win_let_pass_is_noted(device):
    bloody(device)
    keys(device, 1, "menu down down down ok up ok")  # the tile is not said
    assert course(device)[-1] == {"what": "missed", "seat": 1}
    keys(device, 1, "menu down down down ok down ok")
    assert course(device)[-1] == {"what": "missed", "seat": 1, "tile": "2m"}


def test_a_hand_is_given_up_when_two_agree(device):
    at_table(device, "guigang")
    keys(device, 1, "menu up ok")
    keys(device, 0, "ok")
    assert status(device, "phase") == "ready"


def test_the_menu_is_left(device):
    at_table(device, "guigang")
    before = screens(device)
    for path in ("no", "leave", "down ok no no", "down ok ok no no no"):
        keys(device, 1, "menu " + path)
        assert screens(device) == before


def test_two_seats_take_the_last_hand_back(device):
    at_table(device, "guigang")
    claimed(device)
    keys(device, 2, "ok")
    keys(device, 0, "no leave")
    keys(device, 0, "release")
    keys(device, 1, "leave")
    assert status(device, "scores") == [0, 16, -16, 0]
    keys(device, 2, "leave")
    device.wait_for(b'"kind":"UNDO"')
    assert status(device, "scores") == [0, 0, 0, 0] and status(device, "phase") == "play"


def test_nothing_is_taken_back_by_one_seat(device):
    at_table(device, "guigang")
    claimed(device)
    keys(device, 2, "ok")
    keys(device, 0, "no")
    before = screens(device)
    keys(device, 0, "leave leave")
    assert screens(device) != before
    keys(device, 0, "release")
    assert screens(device) == before


def test_a_minute_untouched_leaves_a_dialogue(tmp_path):
    text = (ROOT / "firmware" / "panel.py").read_text(encoding="utf-8")
    short = text.replace("UNTOUCHED = 60000", "UNTOUCHED = 300")
    assert short != text
    device = Device(tmp_path, copy_with(tmp_path / "short", "panel", short)).start()
    try:
        at_table(device, "guigang")
        before = screens(device)
        keys(device, 1, "up ok")
        while screens(device) != before:
            pass
        claimed_in_a_hurry = "hu down down ok down ok down down down ok hu ok ok"
        keys(device, 1, claimed_in_a_hurry)
        assert course(device) == []
        keys(device, 2, "ok")
        assert status(device, "scores") == [0, 16, -16, 0]
    finally:
        device.kill()


@pytest.mark.parametrize("region", REGIONS)
def test_every_dialogue_of_every_region_opens_and_can_be_left(device, region):
    dealt(device, region)
    rest = screens(device)
    paths = ["up ok ok leave", "hu ok ok ok ok ok no no", "hu down ok ok ok ok down ok", "hu up ok ok ok ok"]
    paths += ["hu ok down ok " + "ok down " * 3 + "hu ok ok", "hu down ok down ok " + "ok down " * 3 + "hu ok ok"]
    paths += ["menu" + " down" * row + " ok" for row in (1, 2)]
    for path in paths:
        for key in path.split():
            try:
                keys(device, 1, key)
            except Refused as error:
                assert error.code != wire.INTERNAL_ERROR, (path, key, error)
        keys(device, 1, "leave release")
        for seat in range(len(status(device, "scores"))):
            if seat < status(device, "seats"):
                keys(device, seat, "leave release")
        if status(device, "course"):
            device.ask("hand.abort")
            dealt(device, region)
    keys(device, 1, "no")
    assert [note for note in device.ask("log")["notes"] if "press" in note or "display" in note] == []
    assert len(rest) == 5


def test_a_hand_that_a_false_win_annuls_is_told_as_that(device):
    device.ask("region.set", region="jiujiang", options={})
    device.ask("dice.enter", dice=[2])
    device.ask("hand.play", entry={"what": "foul", "seat": 1, "kind": "false_win"})
    keys(device, 0, "no menu ok")
    keys(device, 2, "ok")
    assert status(device, "scores") == [10, -30, 10, 10]
    until(lambda: screens(device)[4] == page("own", "c15d-annulled.zh"))


def offered(device, lang="zh"):
    """Which seats the last tile is offered to."""
    shown = screens(device)
    return [seat for seat in range(4) if shown[seat] == page("png", f"s10b-haidi.{lang}")]


def last_but_one(device, lang="zh", seat=0):
    """Changsha, one tile left after a draw of this seat: it is offered to the next one."""
    at_table(device, "changsha", lang)
    device.ask("wall.event", event="draw", count=status(device, "wall")["left"] - 2)
    keys(device, seat, "draw")
    until(lambda: offered(device, lang) == [(seat + 1) % 4])


def test_the_last_tile_is_offered_round_the_table(device, lang):
    last_but_one(device, lang)
    for seat in (1, 2):
        keys(device, seat, "no")
        until(lambda seat=seat: offered(device, lang) == [seat + 1])
    keys(device, 3, "ok")
    assert status(device, "wall")["last_tile"] and status(device, "wall")["left"] == 0
    assert [e["seat"] for e in course(device) if e["what"] == "haidi"] == [1, 3]
    assert offered(device, lang) == []


def test_when_all_leave_the_last_tile_nobody_draws_any_more(device):
    last_but_one(device, seat=2)
    for seat in (3, 0, 1):
        keys(device, seat, "no")
        until(lambda seat=seat: offered(device) == [(seat + 1) % 4])
    keys(device, 2, "no")
    until(lambda: status(device, "wall")["over"])
    wall = status(device, "wall")
    assert (wall["left"], wall["over"], wall["last_tile"]) == (1, True, False)
    assert [e["seat"] for e in course(device) if e["what"] == "haidi"] == [3]
    assert offered(device) == []


def test_a_claim_of_the_discard_goes_before_the_last_tile(device):
    last_but_one(device)
    device.ask("hand.play", entry={"what": "meld", "seat": 2, "kind": "pung", "tiles": "555m", "from": 0})
    until(lambda: offered(device) == [3])
    keys(device, 3, "hu")
    assert offered(device) == []
    keys(device, 3, "no")
    until(lambda: offered(device) == [3])


def test_what_drawn_hands_leave_to_the_next_stands_in_the_middle(device):
    """Jiujiang: "drawn hands in a row give 2, 4, 8 points per fan"."""
    device.ask("region.set", region="jiujiang", options={})
    seen = []
    for washout in range(3):
        assert status(device, "carry") == ({"washout": washout, "washout_left": 4} if washout else {})
        seen.append(centre(device))
        device.ask("dice.enter", dice=[3])
        seen.append(centre(device))
        keys(device, 0, "menu ok"), keys(device, 1, "ok")
    assert len(set(seen)) == len(seen)


def test_chips_that_run_out_are_told(device):
    """Longgang: the first who is short adds 50 chips, the next one ends the session."""
    device.ask("region.set", region="longgang", options={})
    device.ask("config.set", lang="en")
    device.ask("session.new", dealer=3, scores=[95, 5, 145, 135])
    longgang_hand(device)
    assert status(device, "carry") == {"broke": 1, "top_up": [0, 50, 0, 0]}
    device.ask("correct", delta=[0, -50, 0, 0], reason="he has none left")
    longgang_hand(device)
    assert status(device, "carry") == {"broke": 1, "over": 1} and status(device, "phase") == "new"
    result = screens(device)[4]
    until(lambda: screens(device)[4] != result, 12)
    assert screens(device)[4] == read_png(OWN / "c19c-over.en.png")  # and not who deals next


def centre(device):
    """The middle display at rest."""
    keys(device, 0, "no")
    return device.ask("screen", display=4)["data"]


def longgang_hand(device):
    """West wins by self-draw; who has few chips cannot pay in full."""
    while status(device, "throw"):
        device.ask("dice.enter", dice=[2, 2])
    device.ask("wild.set", tile="5p")
    table = device.ask("status")
    hands = [{"concealed": "1245678m1245678p47s", "stake": stake} for stake in table["scores"]]
    hands[2]["concealed"] = "123456789m12345s22z"
    hands[table["dealer"]]["concealed"] = "139m139p1379s1446z33p"
    fields = {name: table[name] for name in ("region", "options", "seats", "dealer", "dice", "indicator")}
    carry = {"broke": 1} if table["carry"] else {}
    written = record.pack({**fields, "carry": carry, "hands": hands, "wins": [{"seat": 2, "tile": "6s"}]})
    device.ask("hand.win", record=base64.b64encode(written).decode())
