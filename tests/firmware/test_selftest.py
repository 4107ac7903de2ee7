"""The self-test of a running table: by the laptop and at the keys, on the displays and in the answer."""

import pytest

from engine_core import wire
from tests.firmware.playing import screens
from tests.firmware.simulated import Device, Refused
from tests.waiting import until

KEYS = ("dice", "up", "down", "ok", "no", "hu", "draw")
EVERY = [f"{place} {key}" for place in range(4) for key in KEYS]


def asked(device, do):
    return device.ask("selftest", do=do)


def through(device):
    """How it stands once all that it tries by itself was tried."""
    until(lambda: not asked(device, "look")["busy"])
    return asked(device, "look")


def test_a_table_without_a_region_is_whole(device):
    assert asked(device, "begin")["over"] is False
    told = through(device)
    assert told["wrong"] == [] and told["unseen"] == ["keys"]
    assert told["keys"] == {"pressed": [], "missing": EVERY, "stuck": []}
    assert [source["fault"] for source in told["dice"]["sources"]] == ["", "", ""]
    assert sum(told["dice"]["faces"]) == 64 and min(told["dice"]["faces"]) > 0
    assert 0 < told["flash"]["free"] < told["flash"]["size"] == 1 << 20 and told["flash"]["fault"] == ""
    assert told["memory"]["piece"] == 16384 < told["memory"]["free"]


def test_every_key_lights_up_at_its_place_and_nowhere_else(device):
    before = screens(device)
    asked(device, "begin")
    through(device)
    shown = screens(device)
    assert all(shown[n] != before[n] for n in range(5)) and len({*shown}) == 5
    for place in range(4):
        for key in KEYS:
            device.press((place, key))
            now = screens(device)
            assert [n for n in range(5) if now[n] != shown[n]] == [place, 4], (place, key)
            shown = now
    told = asked(device, "look")
    assert (told["keys"]["pressed"], told["keys"]["missing"], told["unseen"]) == (EVERY, [], [])


def test_a_key_twice_is_a_key_once_and_one_that_is_held_is_none_more(device):
    asked(device, "begin")
    device.press((2, "ok"), (2, "menu"), (2, "ok"), (2, "release"))
    assert asked(device, "look")["keys"]["pressed"] == ["2 ok"]


def test_it_ends_by_itself_when_all_was_tried(device):
    before = screens(device)
    asked(device, "begin")
    device.press(*((place, key) for place in range(4) for key in KEYS))
    until(lambda: asked(device, "look")["over"])
    told = asked(device, "look")
    assert told["unseen"] == told["wrong"] == []
    assert len({*screens(device)}) == 1 and screens(device) != before  # PASSED


def test_the_laptop_ends_it_and_the_keys_are_those_of_the_game_again(device):
    asked(device, "begin")
    asked(device, "end")
    assert asked(device, "look")["over"] is True
    device.ask("region.set", region="ningbo", options={})
    device.press((0, "dice"))
    assert len(device.ask("status")["dice"]) == 2


def test_cross_held_at_any_place_ends_it(device):
    asked(device, "begin")
    device.press((3, "leave"))
    assert asked(device, "look")["over"] is True


def test_nothing_of_it_is_recorded(device):
    device.ask("region.set", region="ningbo", options={})
    device.wait_for(b'"kind":"SEAL"')
    seq = device.ask("status")["seq"]
    asked(device, "begin")
    through(device)
    device.press((0, "dice"), (1, "hu"))
    asked(device, "end")
    status = device.ask("status")
    assert (status["seq"], status["dice"]) == (seq, [])


def test_it_is_over_when_something_happens_in_the_game(device):
    asked(device, "begin")
    device.ask("region.set", region="ningbo", options={})
    assert asked(device, "look")["over"] is True


def test_a_table_that_was_asked_twice_goes_on_with_the_one(device):
    asked(device, "begin")
    device.press((1, "up"))
    assert asked(device, "begin")["keys"]["pressed"] == ["1 up"]
    asked(device, "end")
    assert asked(device, "begin")["keys"]["pressed"] == []


@pytest.mark.parametrize("region", [None, "ningbo"])
def test_at_the_table_it_is_the_last_row_of_the_menu(device, lang, region):
    device.ask("config.set", lang=lang)
    if region:
        device.ask("region.set", region=region, options={})
        device.press((0, "no"))
    device.press((0, "menu"), (0, "up"), (0, "ok"), (0, "up"))
    told = asked(device, "look")
    assert (told["over"], told["keys"]["pressed"]) == (False, ["0 up"])


def test_while_three_play_the_empty_side_is_tested_too(device):
    device.ask("region.set", region="kawuxing", options={})
    asked(device, "begin")
    before = screens(device)
    device.press((3, "draw"))
    assert screens(device)[3] != before[3]
    asked(device, "end")
    assert screens(device)[3] == bytes(1024)


def test_not_while_a_hand_is_played(device):
    device.ask("region.set", region="ningbo", options={})
    device.ask("dice.enter", dice=[3, 5])
    with pytest.raises(Refused) as error:
        asked(device, "begin")
    assert (error.value.code, error.value.field) == (wire.NOT_NOW, "phase")


@pytest.mark.parametrize(
    ("params", "code", "field"),
    [
        ({"do": "dance"}, wire.INVALID_PARAMS, "do"),
        ({}, wire.INVALID_PARAMS, "do"),
        ({"do": "look"}, wire.NOT_NOW, "selftest"),
        ({"do": "end"}, wire.NOT_NOW, "selftest"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(device, params, code, field):
    with pytest.raises(Refused) as error:
        device.ask("selftest", **params)
    assert (error.value.code, error.value.field) == (code, field)


def test_a_flash_that_is_full_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("MJTABLE_FLASH_KB", "24")
    device = Device(tmp_path).start()
    device.ask("region.set", region="ningbo", options={})
    while device.ask("correct", delta=[1, -1, 0, 0], reason="x" * 200).get("stored", True):
        pass
    asked(device, "begin")
    told = through(device)
    device.kill()
    assert told["wrong"] == ["flash"] and told["flash"]["fault"] == "flash: full"


def test_a_segment_that_was_changed_is_found(device):
    """A byte in the first segment of two; the table starts with the newest and does not see it."""
    device.ask("region.set", region="ningbo", options={})
    secret = "cafe" * 40
    device.ask("correct", delta=[1, -1, 0, 0], reason=secret)
    while device.ask("journal.info")["last"] < 3:
        device.ask("correct", delta=[1, -1, 0, 0], reason="x" * 200)
    asked(device, "begin")
    assert through(device)["flash"]["segments"] == 2 and asked(device, "end")["wrong"] == []
    device.kill()
    image = device.flash.read_bytes()
    assert secret.encode() in image  # more than once: the file system has written it anew as the segment grew
    device.flash.write_bytes(image.replace(secret.encode(), secret.encode()[:-1] + b"d"))
    device.start()
    asked(device, "begin")
    told = through(device)
    assert told["wrong"] == ["flash"] and told["flash"]["fault"] == "flash: segment 1 is damaged"
