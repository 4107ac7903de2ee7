"""The running table: what it answers, and what its keys do.

Every test drives the real firmware under the real interpreter. The line itself: test_line.py; when things go wrong:
test_trouble.py; how it takes a power cut: test_power.py.
"""

import base64
import hashlib

import pytest

from engine_core import dice, record, wire
from tests.firmware.playing import (
    BREAK,
    CASES,
    DICE,
    LEFT,
    NEXT,
    ROOT,
    TAIL,
    WILD_SEAT,
    expected,
    ningbo,
    packed,
    screens,
)  # fmt: skip
from tests.firmware.simulated import Refused

# ---------------------------------------------------------------- the methods


def test_hello_says_who_it_is_and_the_id_stays(device):
    first = device.ask("hello", proto=1)
    assert (first["proto"], first["board"], len(first["id"])) == (1, "unix", 16)
    assert device.restart().ask("hello", proto=1)["id"] == first["id"]


def test_a_laptop_of_another_protocol_is_told_this_tables(device):
    first = device.ask("hello", proto=1)
    assert device.ask("hello", proto=7) == first
    for wrong in ("1", None, 0, 1.5, True):
        with pytest.raises(Refused) as error:
            device.ask("hello", proto=wrong)
        assert (error.value.code, error.value.field) == (wire.INVALID_PARAMS, "proto")


def test_the_first_region_begins_the_first_session(device):
    assert device.ask("status")["phase"] == "new"
    device.ask("region.set", region="ningbo", options={})
    status = device.ask("status")
    assert (status["phase"], status["scores"], status["session"]) == ("ready", [0, 0, 0, 0], 1)
    assert status["throw"] == {"seat": 0, "dice": 2}
    device.wait_for(b'"kind":"SEAL"')
    assert [n["params"]["kind"] for n in device.notices] == ["REGION", "SEAL"]


@pytest.mark.parametrize(
    ("region", "given", "field"),
    [("atlantis", {}, "region"), ("../x", {}, "region"), ("ningbo", {"no_such": 1}, "options.no_such")],
)
def test_a_region_that_cannot_be_is_refused_by_name(device, region, given, field):
    with pytest.raises(Refused) as error:
        device.ask("region.set", region=region, options=given)
    assert (error.value.code, error.value.field) == (wire.REFUSED, field)
    assert device.ask("status")["region"] is None


def test_region_list_has_the_regions_that_are_there(device):
    there = {p.stem for p in (ROOT / "engine_core" / "regions").glob("*.py") if "_" not in p.stem}  # others are parts
    assert device.ask("region.list")["regions"] == sorted(there)


def test_a_throw_keeps_what_the_seal_promised(device):
    device.ask("region.set", region="guigang", options={})
    thrown = device.ask("dice.throw")
    seal, press, secret = (bytes.fromhex(thrown[key]) for key in ("seal", "press", "secret"))
    assert dice.verify(seal, secret, press, bytes(thrown["dice"]))
    assert device.ask("status")["dice"] == thrown["dice"]


def test_the_seal_is_on_flash_before_anybody_presses(device):
    device.ask("region.set", region="guigang", options={})
    device.wait_for(b'"kind":"SEAL"')


def test_only_the_thrower_can_throw(device):
    device.ask("region.set", region="guigang", options={})
    with pytest.raises(Refused) as error:
        device.ask("dice.throw", seat=2)
    assert (error.value.code, error.value.field) == (wire.NOT_NOW, "seat")
    assert device.ask("status")["dice"] == []


def test_wall_and_wild_tiles_follow_the_dice(device):
    ningbo(device)
    assert device.ask("status")["phase"] == "wild"
    assert device.ask("wild.set", tile="9m")["wilds"] == ["9m"]
    wall = device.ask("status")["wall"]
    assert (wall["break"], wall["next"], wall["tail"], wall["left"]) == (BREAK, NEXT, TAIL, LEFT)
    told = device.ask("wall.event", event="draw", count=3)
    assert (told["left"], told["next"]) == (LEFT - 3, "1:16u")
    assert device.ask("wall.event", event="flower")["taken"] == TAIL


def test_a_wall_event_that_the_region_has_not_is_refused(device):
    ningbo(device).ask("wild.set", tile="9m")
    for event in ("bird", "decline"):
        with pytest.raises(Refused):
            device.ask("wall.event", event=event)
    assert device.ask("status")["wall"]["left"] == LEFT


@pytest.mark.parametrize("case", ["ningbo-02", "ningbo-11", "ningbo-13", "guigang-01", "guigang-31"])
def test_a_hand_is_scored_as_the_rules_say(device, case):
    device.ask("region.set", region=case.split("-")[0], options={})
    won = device.ask("hand.win", record=packed(case))
    for key, value in expected(case).items():
        assert won["answer"][key] == value
    status = device.ask("status")
    assert won["scores"] == status["scores"] == expected(case)["delta"]
    assert status["dealer"] == expected(case)["next_dealer"]
    delta = expected(case)["delta"]
    assert status["last"] == {"seq": won["seq"], "hand": 1, "dealer": 0, "delta": delta, "sub_in": None}


def test_a_hand_that_is_over_is_not_ended_again(device):
    device.ask("region.set", region="ningbo", options={})
    device.ask("hand.win", record=packed("ningbo-02"), hand=1)
    scores = device.ask("status")["scores"]
    with pytest.raises(Refused, match="hand: 1 is over, the table is at 2"):
        device.ask("hand.win", record=packed("ningbo-02"), hand=1)
    assert device.ask("status")["scores"] == scores


def test_hand_score_records_nothing(device):
    device.ask("region.set", region="ningbo", options={})
    seq = device.ask("status")["seq"]
    assert device.ask("hand.score", record=packed("ningbo-02"))["answer"]["delta"] == expected("ningbo-02")["delta"]
    status = device.ask("status")
    assert status["scores"] == [0, 0, 0, 0] and status["seq"] - seq <= 1  # a seal may have come


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"dealer": 1}, "dealer"), ({"round_wind": "S"}, "round_wind"), ({"indicator": "1z"}, "indicator")],
)
def test_a_record_of_another_hand_is_refused_naming_the_field(device, changes, field):
    ningbo(device).ask("wild.set", tile="4z")
    with pytest.raises(Refused) as error:
        device.ask("hand.win", record=packed("ningbo-02", **{"dice": DICE, **changes}))
    assert (error.value.code, error.value.field) == (wire.REFUSED, field)
    assert device.ask("status")["scores"] == [0, 0, 0, 0]


def test_undo_and_correct(device):
    device.ask("region.set", region="ningbo", options={})
    device.ask("hand.win", record=packed("ningbo-02"))
    assert device.ask("hand.undo")["scores"] == [0, 0, 0, 0]
    assert device.ask("correct", delta=[5, -5, 0, 0], reason="错算")["scores"] == [5, -5, 0, 0]
    with pytest.raises(Refused) as error:
        device.ask("hand.undo")
    assert error.value.code == wire.NOT_NOW


def test_abort_gives_the_hand_up(device):
    ningbo(device).ask("hand.abort")
    status = device.ask("status")
    assert (status["phase"], status["dice"], status["wall"]) == ("ready", [], None)


def test_settings_are_kept_over_a_restart(device):
    assert device.ask("config.set", name="桌一", lang="en")["name"] == "桌一"
    with pytest.raises(Refused) as error:
        device.ask("config.set", brightness=9)
    assert error.value.field == "brightness"
    settings = device.restart().ask("config.get")
    assert (settings["name"], settings["lang"]) == ("桌一", "en")


@pytest.mark.parametrize(
    ("method", "params", "field"),
    [
        ("screen", {"display": 5}, "display"),
        ("screen", {}, "display"),
        ("dice.enter", {"dice": [7, 1]}, "dice"),
        ("dice.enter", {"dice": "66"}, "dice"),
        ("wall.event", {"event": "steal"}, "event"),
        ("wall.event", {"event": "draw", "count": 0}, "count"),
        ("hand.win", {"record": 5}, "record"),
        ("press", {"seat": 0, "key": "any"}, "key"),
        ("press", {"seat": 9, "key": "ok"}, "seat"),
        ("journal.read", {"seg": 1, "off": -1, "n": 10}, "off"),
        ("clock", {"time": True}, "time"),
        ("clock", {"time": 0}, "time"),
        ("clock", {"time": 4294967295}, "time"),
        ("clock", {"time": 1000000000}, "time"),
    ],
)
def test_a_parameter_that_is_wrong_is_named(device, method, params, field):
    device.ask("region.set", region="ningbo", options={})
    with pytest.raises(Refused) as error:
        device.ask(method, **params)
    assert (error.value.code, error.value.field) == (wire.INVALID_PARAMS, field)


def test_settings_with_a_name_that_no_display_can_show_are_refused(device):
    name = device.ask("config.get")["name"]
    for bad in ("a\ud800", "\udc00x", "a\u0007b", "a\u0085b", "x" * 25):
        with pytest.raises(Refused) as error:
            device.ask("config.set", name=bad)
        assert (error.value.code, error.value.field) == (wire.REFUSED, "name")
    assert device.ask("config.get")["name"] == name
    assert device.ask("config.set", name="\U0001f004")["name"] == "\U0001f004"


def test_records_that_are_none_are_refused(device):
    device.ask("region.set", region="ningbo", options={})
    good = record.pack(CASES["ningbo-11"]["record"])
    for bad in (b"", b"\x01", good[:-1], good + b"\0", bytes(200), good[:20] + b"\xff" * 20 + good[40:]):
        with pytest.raises(Refused) as error:
            device.ask("hand.win", record=base64.b64encode(bad).decode())
        assert error.value.code == wire.REFUSED
    assert device.ask("status")["scores"] == [0, 0, 0, 0]


def test_the_journal_can_be_fetched_and_hashed(device):
    device.ask("region.set", region="ningbo", options={})
    device.ask("hand.win", record=packed("ningbo-02"))
    info = device.ask("journal.info")
    data = b""
    while len(data) < info["size"]:
        data += base64.b64decode(device.ask("journal.read", seg=info["last"], off=len(data), n=200)["data"])
    digest = device.ask("journal.hash", seg=info["last"], size=info["size"])["sha256"]
    assert hashlib.sha256(data[: info["size"]]).hexdigest() == digest
    device.ask("journal.ack", seg=info["last"], off=info["size"], seq=info["seq"])


def test_everything_that_happens_is_told_with_numbers_in_a_row(device):
    ningbo(device)
    device.ask("wild.set", tile="9m")
    device.wait_for(b'"kind":"INDICATOR"')
    numbers = [notice["params"]["n"] for notice in device.notices]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


# ---------------------------------------------------------------- displays and keys


def test_five_displays_show_pages_that_follow_the_table(device):
    device.ask("region.set", region="ningbo", options={})
    device.press((1, "no"))  # takes the boot page away
    ready = screens(device)
    assert [len(page) for page in ready] == [1024] * 5 and all(any(page) for page in ready)
    device.ask("dice.enter", dice=DICE)
    device.ask("wild.set", tile="9m")
    device.ask("wall.event", event="draw")
    played = screens(device)
    assert all(a != b for a, b in zip(ready, played, strict=True))
    device.ask("wall.event", event="draw")
    assert screens(device)[4] != played[4]


def test_the_dice_key_throws_at_the_throwers_seat_only(device):
    device.ask("region.set", region="ningbo", options={})
    device.press((1, "dice"), (2, "dice"), (3, "dice"))
    assert device.ask("status")["dice"] == []
    device.press((0, "dice"))
    assert len(device.ask("status")["dice"]) == 2


def test_the_wild_tile_is_entered_at_the_seat_whose_wall_holds_it(device):
    ningbo(device)
    device.press((0, "ok"), (0, "down"), (0, "ok"), (3, "ok"))  # others cannot
    assert device.ask("status")["indicator"] is None
    device.press((WILD_SEAT, "ok"), (WILD_SEAT, "down"), (WILD_SEAT, "down"), (WILD_SEAT, "up"), (WILD_SEAT, "ok"))
    assert device.ask("status")["indicator"] == "2m"


def test_no_leaves_the_entry_of_the_wild_tile(device):
    ningbo(device)
    device.press((0, "no"))
    before = screens(device)
    device.press((WILD_SEAT, "down"))
    assert screens(device)[WILD_SEAT] != before[WILD_SEAT]
    device.press((WILD_SEAT, "no"))
    assert screens(device) == before
    assert device.ask("status")["indicator"] is None


def test_draw_and_replacement_keys_count_the_wall(device):
    ningbo(device).ask("wild.set", tile="9m")
    device.press((1, "draw"), (2, "draw"))
    device.press((2, "up"), (2, "no"))  # a kong after all not
    assert device.ask("status")["wall"]["left"] == LEFT - 2
    device.press((2, "up"), (2, "down"), (2, "ok"), (2, "ok"))  # a concealed kong of 1m
    device.press((3, "up"), (3, "ok"), (3, "ok"))  # the first choice is a flower
    wall = device.ask("status")["wall"]
    assert (wall["left"], wall["taken"], wall["next"]) == (LEFT - 4, "2:05l", "1:15l")


def test_a_key_that_the_wall_refuses_says_so_and_the_dialogue_is_over(device):
    ningbo(device).ask("wild.set", tile="9m")
    device.ask("wall.event", event="draw", count=LEFT)
    with pytest.raises(Refused) as error:
        device.press((1, "draw"))
    assert error.value.code == wire.NOT_NOW
    device.press((1, "no"))
