"""The running table: what it answers, what its keys do, and what it is worth when things go wrong on the line.

Every test drives the real firmware under the real interpreter. How it takes a power cut: test_power.py.
"""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine_core import dice, record, wire
from mjtable import simulator
from tests.firmware.simulated import DEADLINE, Device, Refused, built

ROOT = Path(__file__).resolve().parents[2]
CASES = {case["id"]: case for region in ("guigang", "ningbo") for case in
         json.loads((ROOT / "tests" / "cases" / f"{region}.json").read_text(encoding="utf-8"))}  # fmt: skip
# walls/ningbo.json, ningbo-s-o01: dealer 0 throws 2 and 5, 9m is turned up
DICE, BREAK, NEXT, TAIL, LEFT = [2, 5], {"side": 2, "stack": 6}, "1:14l", "2:05u", 90
WILD_SEAT = 2  # its wall holds the indicator (2:04u)


def packed(case: str, **changes: object) -> str:
    return base64.b64encode(record.pack({**CASES[case]["record"], **changes})).decode()


def expected(case: str) -> dict:
    return CASES[case]["expect"]


def ningbo(device: Device) -> Device:
    """A hand of Ningbo whose dice are thrown, the wild tile not known yet."""
    device.ask("region.set", region="ningbo", options={})
    device.ask("dice.enter", dice=DICE)
    return device


# ---------------------------------------------------------------- the methods


def test_hello_says_who_it_is_and_the_id_stays(device):
    first = device.ask("hello", proto=1)
    assert (first["proto"], first["board"], len(first["id"])) == (1, "unix", 16)
    assert device.restart().ask("hello", proto=1)["id"] == first["id"]


def test_another_protocol_is_refused(device):
    with pytest.raises(Refused) as error:
        device.ask("hello", proto=2)
    assert (error.value.code, error.value.field) == (wire.INVALID_PARAMS, "proto")


def test_the_first_region_begins_the_first_session(device):
    assert device.ask("status")["phase"] == "new"
    device.ask("region.set", region="ningbo", options={})
    status = device.ask("status")
    assert (status["phase"], status["scores"], status["session"]) == ("ready", [0, 0, 0, 0], 1)
    assert status["throw"] == {"seat": 0, "dice": 2}


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
    there = {p.stem for p in (ROOT / "engine_core" / "regions").glob("*.py")} - {"__init__"}
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
    assert status["last"] == {"seq": won["seq"], "hand": 1, "dealer": 0, "delta": expected(case)["delta"]}


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
    ],
)
def test_a_parameter_that_is_wrong_is_named(device, method, params, field):
    device.ask("region.set", region="ningbo", options={})
    with pytest.raises(Refused) as error:
        device.ask(method, **params)
    assert (error.value.code, error.value.field) == (wire.INVALID_PARAMS, field)


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


def screens(device: Device) -> list:
    return [base64.b64decode(device.ask("screen", display=n)["data"]) for n in range(5)]


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
    device.press((2, "up"), (2, "ok"))
    device.press((3, "up"), (3, "down"), (3, "ok"))  # the second choice is a flower
    wall = device.ask("status")["wall"]
    assert (wall["left"], wall["taken"], wall["next"]) == (LEFT - 4, "2:05l", "1:15l")


def test_a_key_that_the_wall_refuses_says_so_and_the_dialogue_is_over(device):
    ningbo(device).ask("wild.set", tile="9m")
    device.ask("wall.event", event="draw", count=LEFT)
    with pytest.raises(Refused) as error:
        device.press((1, "draw"))
    assert error.value.code == wire.NOT_NOW
    device.press((1, "no"))


# ---------------------------------------------------------------- the line


def test_a_repeated_request_gets_the_same_answer_and_does_nothing(device):
    device.ask("region.set", region="ningbo", options={})
    ident = device.new_id()
    first = device.ask("correct", ident, delta=[1, -1, 0, 0], reason="")
    assert device.ask("correct", ident, delta=[1, -1, 0, 0], reason="") == first
    assert device.ask("status")["scores"] == [1, -1, 0, 0]


def test_a_repeated_request_after_a_power_cut_too(device):
    device.ask("region.set", region="ningbo", options={})
    throw, win = device.new_id(), device.new_id()
    thrown = device.ask("dice.throw", throw)
    device.ask("hand.abort")
    won = device.ask("hand.win", win, record=packed("ningbo-02"))
    device.restart()
    assert device.ask("hand.win", win, record=packed("ningbo-02")) == won
    assert device.ask("dice.throw", throw) == thrown
    assert device.ask("status")["scores"] == won["scores"]


def test_what_is_no_request_is_answered_or_passed_over(device):
    for message, code in ((17, wire.INVALID_REQUEST), ({"id": "a", "params": {}}, wire.INVALID_REQUEST),
                          ({"id": "b", "method": "no.such"}, wire.METHOD_NOT_FOUND),
                          ({"id": "c", "method": "status", "params": [1]}, wire.INVALID_REQUEST)):  # fmt: skip
        device.write(wire.frame(message))
        assert device.answer(message.get("id") if isinstance(message, dict) else None)["error"]["code"] == code
    device.write(wire.frame({"jsonrpc": "2.0", "method": "correct", "params": {}}))  # no id: no answer
    device.write(wire.frame(wire.result("x", {})))  # an answer, as a terminal's echo brings it
    device.ask("status")
    assert device._answers == []


def test_noise_on_the_line_is_passed_over(device):
    device.ask("region.set", region="ningbo", options={})
    good = wire.frame(wire.call("a-1", "correct", {"delta": [1, -1, 0, 0], "reason": "x"}))
    noise = bytes(b for b in range(256) if b != 3)
    for damaged in (
        noise, good[:-2] + b"\n", good[1:], good.replace(b"-1", b"-2"), b"~" * 500, good[: len(good) // 2],
        b"~{*00000000\n", b"~[" + b"[" * 900 + b"*00000000\n", b">>> \r\n", b"\x80\xff\xfe",
    ):  # fmt: skip
        device.write(damaged)
    deep = b"[" * 1500
    device.write(b"~" + deep + b"*" + wire._crc(deep) + b"\n")
    assert device.ask("status")["scores"] == [0, 0, 0, 0]
    device.write(good)
    assert device.answer("a-1")["result"]["scores"] == [1, -1, 0, 0]


def test_a_line_of_100_kb_is_passed_over(device):
    device.write(b"~{" + b"x" * 100_000 + b"\n")
    assert device.ask("status")["phase"] == "new"


def test_a_laptop_that_does_not_read_does_not_stop_the_table(device):
    ningbo(device).ask("wild.set", tile="9m")
    flash = device.flash.read_bytes()
    for _ in range(40):  # 60 KB of answers: more than the line holds
        device.send("screen", display=4)
    draw = device.send("wall.event", event="draw")
    deadline = time.monotonic() + DEADLINE
    while device.flash.read_bytes() == flash:  # nothing is read meanwhile
        assert time.monotonic() < deadline, "the table waits"
    assert device.ask("status")["wall"]["left"] == LEFT - 1
    assert device.ask("wall.event", draw, event="draw")["left"] == LEFT - 1  # a lost answer is given again


# ---------------------------------------------------------------- prompt and trouble


def leave(device: Device) -> None:
    device.write(b"\x03")
    device.wait_for(b">>> ")


def test_mpremote_works_on_a_running_table(tmp_path):
    """It sends Ctrl-C, and the table makes room for it; started from there, it runs again, and gives way again."""
    with simulator.Simulator(tmp_path / "flash.img") as table:
        for command in ("print(6 * 7)", "import firmware.main; firmware.main.run()", "print(6 * 7)"):
            follow = ["--no-follow"] if "run()" in command else []
            done = subprocess.run(
                [sys.executable, "-m", "mpremote", "connect", table.port, "resume", "exec", *follow, command],
                capture_output=True, timeout=20, check=True,
            )  # fmt: skip
            assert follow or done.stdout.split() == [b"42"]
        assert table.starts == 1


def test_the_table_comes_back_from_the_prompt(device):
    device.ask("region.set", region="ningbo", options={})
    device.ask("correct", delta=[3, -3, 0, 0], reason="")
    leave(device)
    device.write(b"import firmware.main\rfirmware.main.run()\r")
    device.wait_for(b"run()")
    assert device.ask("status")["scores"] == [3, -3, 0, 0]
    leave(device)


def test_ctrl_c_works_in_the_middle_of_a_line_and_of_an_answer(device):
    device.write(b'~{"id":"x","meth')
    device.send("screen", display=4)
    device.write(b'~{"id":"x","meth\x03')
    device.wait_for(b">>> ")


def copy_with(folder: Path, name: str, text: str) -> Path:
    """The firmware with one module replaced."""
    shutil.copytree(built(), folder)
    (folder / "firmware" / (name + ".py")).write_text(text)  # found before the .mpy
    return folder


def test_a_display_that_fails_does_not_stop_the_scores(tmp_path):
    broken = (ROOT / "firmware" / "screens.py").read_text()
    broken += "\n\ndef fail(*args):\n    raise IndexError('no glyph')\n\n\nScreens.render = Screens.result = fail\n"
    device = Device(tmp_path, copy_with(tmp_path / "firmware", "screens", broken)).start()
    try:
        device.ask("region.set", region="ningbo", options={})
        with pytest.raises(Refused) as error:
            device.ask("screen", display=0)
        assert error.value.code == wire.INTERNAL_ERROR
        assert device.ask("hand.win", record=packed("ningbo-02"))["scores"] == expected("ningbo-02")["delta"]
        assert any("no glyph" in note for note in device.ask("log")["notes"])
        device.restart()
        assert device.ask("status")["scores"] == expected("ningbo-02")["delta"]
    finally:
        device.kill()


def test_a_page_that_could_not_be_shown_is_tried_again(tmp_path):
    loose = (ROOT / "firmware" / "boards" / "unix.py").read_text() + (
        "\n\ndef show(self, display, page, tries=[]):\n    tries.append(1)\n    if len(tries) < 20:\n"
        "        raise OSError(5)\n    print('shown at last')\n\n\nBoard.displays = (4,)\nBoard.show = show\n"
    )
    device = Device(tmp_path, copy_with(tmp_path / "firmware", "boards/unix", loose)).start()
    try:
        device.wait_for(b"shown at last")  # nothing has happened at the table meanwhile
    finally:
        device.kill()


def test_a_firmware_that_cannot_start_ends_at_the_prompt(tmp_path):
    device = Device(tmp_path, copy_with(tmp_path / "firmware", "panel", "raise ValueError('bad build')\n")).start()
    try:
        device.wait_for(b"not started again")
        device.wait_for(b">>> ")
        assert device.heard.count(b"bad build") >= 3
    finally:
        device.kill()


def test_the_firmware_lives_in_the_heap_of_the_simulator(device):
    device.ask("hello", proto=1)
    for region in ("guigang", "ningbo"):
        device.ask("region.set", region=region, options={})
        device.ask("hand.win", record=packed(region + "-02", dealer=device.ask("status")["dealer"]))
        screens(device)
        assert device.ask("status")["heap"]["free"] > 100_000
