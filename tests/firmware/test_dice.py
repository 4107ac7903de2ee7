"""The dice of the running table: sources that fail, samples for who tests them, real dice entered at the keys."""

import base64

import pytest

from engine_core import wire
from tests.firmware.playing import DICE, ROOT, WILD_SEAT, copy_with, screens
from tests.firmware.simulated import Device, Refused

STUCK = "dice: source flaky: one value 4 times in a row"


@pytest.fixture
def flaky(tmp_path):
    """A table one of whose sources is stuck as long as the file `stuck` is there."""
    module = (ROOT / "firmware" / "boards" / "unix.py").read_text() + (
        "\n\nclass Flaky(Board):\n    def __init__(self):\n        Board.__init__(self)\n"
        "        self.sources = self.sources[:1] + (Source('flaky', flaky),)\n\n\n"
        f"def flaky(n):\n    try:\n        os.stat({str(tmp_path / 'stuck')!r})\n    except OSError:\n"
        "        return os.urandom(n)\n    return bytes(n)\n\n\ndef board():\n    return Flaky()\n"
    )
    device = Device(tmp_path, copy_with(tmp_path / "firmware", "boards/unix", module)).start()
    yield device
    device.kill()


def stick(device: Device, stuck: bool) -> None:
    if stuck:
        (device.flash.parent / "stuck").touch()
    else:
        (device.flash.parent / "stuck").unlink()


def faults(device: Device) -> list:
    return [source["fault"] for source in device.ask("dice.health")["sources"]]


# ---------------------------------------------------------------- sources that fail


def test_a_stuck_source_stops_the_dice_and_nothing_else(flaky):
    stick(flaky, True)
    flaky.ask("region.set", region="ningbo", options={})
    for method in ("dice.throw", "dice.final"):
        with pytest.raises(Refused) as error:
            flaky.ask(method, throws=1, dice=2)
        assert (error.value.code, error.value.field, str(error.value)) == (wire.REFUSED, "dice", STUCK)
    flaky.ask("dice.enter", dice=DICE)
    assert flaky.ask("status")["dice"] == DICE


def test_a_source_that_fails_is_noted_once_and_so_is_that_it_is_well_again(flaky):
    stick(flaky, True)
    flaky.ask("region.set", region="ningbo", options={})
    flaky.wait_for(b'"kind":"NOTE"')
    assert faults(flaky) == ["", "one value 4 times in a row"]
    for _ in range(3):
        with pytest.raises(Refused):
            flaky.ask("dice.throw")
    flaky.heard = b""
    stick(flaky, False)
    flaky.wait_for(b'"kind":"NOTE"')
    assert len(flaky.ask("dice.throw")["dice"]) == 2
    assert flaky.ask("log")["notes"][1:] == [STUCK, "dice: all sources pass their tests again"]
    assert faults(flaky) == ["", ""]


def test_who_throws_when_the_dice_fail_enters_real_ones_at_once(flaky):
    stick(flaky, True)
    flaky.ask("region.set", region="ningbo", options={})
    before = screens(flaky)
    with pytest.raises(Refused):
        flaky.press((0, "dice"))
    assert screens(flaky)[4] != before[4]
    flaky.press((0, "up"), (0, "ok"), *[(0, "up")] * 4, (0, "ok"))
    assert flaky.ask("status")["dice"] == DICE


def test_raw_samples_of_a_stuck_source_are_refused_those_of_the_others_are_not(flaky):
    stick(flaky, True)
    assert len(raw(flaky, "urandom", 10)) == 10
    with pytest.raises(Refused) as error:
        raw(flaky, "flaky", 10)
    assert (error.value.code, str(error.value)) == (wire.REFUSED, STUCK)


# ---------------------------------------------------------------- samples


def raw(device: Device, source: str, n: int) -> bytes:
    return base64.b64decode(device.ask("dice.raw", source=source, n=n)["data"])


def test_every_source_says_how_it_is_held_and_gives_its_samples(device):
    told = device.ask("dice.health")
    assert [(s["name"], 512 / s["need"]) for s in told["sources"]] == [("urandom", 8), ("random", 8), ("timer", 0.25)]
    for source in told["sources"]:
        assert [len(raw(device, source["name"], n)) for n in (1, 64, 65, 512)] == [1, 64, 65, 512]
    assert raw(device, "urandom", 64) != raw(device, "urandom", 64)


def test_final_gives_the_faces_of_throws_that_are_none_of_the_game(device):
    device.ask("region.set", region="guigang", options={})
    device.wait_for(b'"kind":"SEAL"')
    seq = device.ask("status")["seq"]
    faces = b"".join(base64.b64decode(device.ask("dice.final", throws=8, dice=8)["data"]) for _ in range(4))
    assert len(faces) == 256 and set(faces) == {1, 2, 3, 4, 5, 6}
    status = device.ask("status")
    assert (status["seq"], status["dice"]) == (seq, [])
    assert device.ask("dice.health")["sealed"] is True


@pytest.mark.parametrize(
    ("method", "params", "field"),
    [
        ("dice.raw", {"source": "moon", "n": 1}, "source"),
        ("dice.raw", {"n": 1}, "source"),
        ("dice.raw", {"source": "timer", "n": 0}, "n"),
        ("dice.raw", {"source": "timer", "n": 513}, "n"),
        ("dice.raw", {"source": "timer"}, "n"),
        ("dice.final", {"throws": 9, "dice": 2}, "throws"),
        ("dice.final", {"throws": 1, "dice": 9}, "dice"),
        ("dice.final", {"throws": 1}, "dice"),
    ],
)
def test_samples_that_cannot_be_had_are_refused_by_name(device, method, params, field):
    with pytest.raises(Refused) as error:
        device.ask(method, **params)
    assert (error.value.code, error.value.field) == (wire.INVALID_PARAMS, field)


# ---------------------------------------------------------------- real dice


@pytest.fixture
def real(device):
    """A table set to real dice, before the first throw of a hand of Ningbo."""
    device.ask("config.set", real_dice=True)
    device.ask("region.set", region="ningbo", options={})
    device.press((1, "no"))  # takes the boot page away
    return device


def test_real_dice_are_entered_at_the_keys(real):
    before = screens(real)
    real.press((0, "dice"))
    asked = screens(real)
    assert asked[0] != before[0] and asked[1:] == before[1:]
    real.press((0, "up"), (0, "ok"), (0, "down"), (0, "down"), (0, "ok"))
    assert real.ask("status")["dice"] == DICE
    assert b'"kind":"SEAL"' not in real.heard
    assert screens(real)[WILD_SEAT] != before[WILD_SEAT]


def test_back_goes_to_the_die_before_and_then_away_and_nothing_is_entered(real):
    before = screens(real)
    real.press((0, "dice"))
    first = screens(real)
    real.press((0, "ok"), (0, "no"))
    assert screens(real) == first
    real.press((0, "no"))
    assert screens(real) == before
    assert real.ask("status")["dice"] == []


def test_only_the_thrower_enters_them(real):
    before = screens(real)
    real.press((1, "dice"), (2, "ok"), (3, "dice"))
    assert screens(real) == before


def test_dice_that_come_from_the_laptop_meanwhile_end_the_entry(real):
    real.press((0, "dice"), (0, "up"))
    real.ask("dice.enter", dice=DICE)
    real.press((0, "ok"), (0, "ok"))
    assert real.ask("status")["dice"] == DICE


def test_the_faces_run_from_six_on_to_one(real):
    real.press((0, "dice"), (0, "down"), (0, "ok"), *[(0, "up")] * 6, (0, "ok"))
    assert real.ask("status")["dice"] == [6, 1]


def test_the_setting_is_kept_and_the_laptop_may_throw_all_the_same(real):
    assert real.restart().ask("config.get")["real_dice"] is True
    assert len(real.ask("dice.throw")["dice"]) == 2
    real.ask("hand.abort")
    assert real.ask("config.set", real_dice=False)["real_dice"] is False
    real.press((0, "dice"))
    assert len(real.ask("status")["dice"]) == 2
