"""Crashes in a row, and safe mode: what the table still does when its firmware cannot run."""

import base64
import re
import time

import pytest

from engine_core import wire
from mjtable import simulator
from tests.firmware.playing import DICE, ROOT, copy_with, leave, screens
from tests.firmware.simulated import Device, Refused

SAFE = b"lets it try"  # the last it says before safe mode begins
CRASH = "raise ValueError('bad build')\n"
UNIX = (ROOT / "firmware" / "boards" / "unix.py").read_text()


@pytest.fixture
def played(device):
    """A table in the middle of a hand, after a correction of its scores."""
    device.ask("config.set", name="west", lang="en")
    device.ask("region.set", region="ningbo", options={})
    device.ask("correct", delta=[30, -10, -10, -10], reason="")
    device.ask("dice.enter", dice=DICE)
    device.ask("wild.set", tile="9m")
    return device


def broken(device: Device, folder, name: str = "panel", text: str = CRASH) -> Device:
    """The same table, switched off, and on again with one module replaced."""
    device.kill()
    device.root = copy_with(folder, name, text)
    return device.start()


@pytest.fixture
def safe(played, tmp_path):
    """The table in safe mode, with what it said of itself before in `before`."""
    played.before = {method: played.ask(method) for method in ("status", "journal.info")}
    played.pages = screens(played)
    broken(played, tmp_path / "broken").wait_for(SAFE)
    return played


def test_after_three_crashes_the_table_says_so_and_answers(safe):
    assert safe.heard.count(b"ValueError: bad build") == 4  # three, and the last one told again
    hello = safe.ask("hello", proto=1)
    assert (hello["safe"], hello["name"], hello["lang"]) == (True, "west", "en")
    assert hello["boot"] == "safe mode, 3 crashes in a row: ValueError: bad build"


def test_the_crash_is_in_the_log(safe):
    log = safe.ask("log")
    assert log["notes"][0] == "safe mode, 3 crashes in a row: ValueError: bad build"
    assert log["crash"].startswith("Traceback") and log["crash"].endswith("ValueError: bad build\n")


def test_the_scores_and_the_hand_are_those_of_before(safe):
    status = safe.ask("status")
    assert status["trouble"].startswith("safe mode")
    for key, value in safe.before["status"].items():
        if key not in ("seq", "trouble", "heap"):
            assert status[key] == value, key


def test_the_displays_show_the_scores_and_that_this_is_safe_mode(safe):
    pages = screens(safe)
    assert all(any(page) for page in pages)
    assert not any(page == before for page, before in zip(pages, safe.pages, strict=True))


def test_the_whole_journal_can_be_fetched(safe):
    info = safe.ask("journal.info")
    assert info == safe.before["journal.info"]
    data = b""
    while len(data) < info["size"]:
        data += base64.b64decode(safe.ask("journal.read", seg=info["last"], off=len(data), n=512)["data"])
    assert safe.ask("journal.hash", seg=info["last"], size=info["size"])["sha256"]
    with pytest.raises(Refused) as error:
        safe.ask("journal.read", seg=9, off=0, n=1)
    assert (error.value.code, error.value.field) == (wire.REFUSED, "seg")


@pytest.mark.parametrize(
    ("method", "params"),
    [("correct", {"delta": [1, -1, 0, 0], "reason": ""}), ("dice.throw", {}), ("press", {"seat": 0, "key": "ok"})],
)
def test_nothing_is_recorded(safe, method, params):
    with pytest.raises(Refused) as error:
        safe.ask(method, **params)
    assert (error.value.code, error.value.field) == (wire.NOT_NOW, "safe")
    assert safe.ask("journal.info") == safe.before["journal.info"]


def test_odd_requests_do_not_stop_it(safe):
    for line in (b'{"id":"a"}', b'{"id":"a","method":5}', b'{"id":"a","method":"log","params":7}', b"[]", b"7", b"{}"):
        safe.write(b"~" + line + b"*00000000\n")
    for message in (
        {"id": "a"},
        {"id": "b", "method": 5},
        {"id": "c", "method": "log", "params": 7},
        {"method": "log"},
    ):
        safe.write(wire.frame(message))
    with pytest.raises(Refused) as error:
        safe.ask("screen", display=9)
    assert (error.value.code, error.value.field) == (wire.INVALID_PARAMS, "display")
    with pytest.raises(Refused) as error:
        safe.ask("config.set", lang="fr")
    with pytest.raises(Refused, match="pin: not in safe mode"):
        safe.ask("config.set", pin="")
    assert (error.value.code, error.value.field) == (wire.REFUSED, "lang")


def test_restart_lets_it_try_again(safe):
    safe.heard = b""
    safe.ask("restart")
    safe.wait_for(SAFE)  # it is broken as before
    assert safe.heard.count(b"ValueError: bad build") == 4
    (safe.root / "firmware" / "panel.py").unlink()
    safe.ask("restart")
    assert "safe" not in safe.ask("hello", proto=1)
    status = safe.ask("status")
    assert status["scores"] == safe.before["status"]["scores"] and status["wall"] == safe.before["status"]["wall"]
    assert safe.ask("correct", delta=[1, -1, 0, 0], reason="")["scores"][0] == 31


def test_restart_does_nothing_to_a_table_that_runs(played):
    assert played.ask("restart") == {}
    assert "safe" not in played.ask("hello", proto=1)


def test_the_crash_stays_in_the_log_when_the_table_runs_again(safe):
    (safe.root / "firmware" / "panel.py").unlink()
    safe.ask("restart")
    assert safe.ask("log")["crash"].endswith("ValueError: bad build\n")


def test_ctrl_c_leaves_the_prompt_and_the_table_can_be_started_from_it(safe):
    leave(safe)
    (safe.root / "firmware" / "panel.py").unlink()
    safe.write(b"import firmware.main as m; m.run()\r")
    safe.wait_for(b"run()")
    assert "safe" not in safe.ask("hello", proto=1)
    leave(safe)


def test_switched_off_and_on_it_tries_again(safe):
    safe.restart().wait_for(SAFE)
    assert safe.heard.count(b"ValueError: bad build") == 4


def test_where_safe_mode_is_broken_too_the_prompt_comes(played, tmp_path):
    folder = tmp_path / "broken"
    played.kill()
    played.root = copy_with(folder, "panel", CRASH)
    (folder / "firmware" / "safe.py").write_text("raise ValueError('all is bad')\n")
    played.start().wait_for(b">>> ")
    assert SAFE in played.heard and b"all is bad" in played.heard


def test_after_a_watchdogs_reset_crashes_go_on_counting(played, tmp_path):
    broken(played, tmp_path / "broken", "boards/unix", UNIX + '\n\nboard_of = board\n\n\ndef board():\n'
           "    b = board_of()\n    b.reason = 'watchdog'\n    return b\n")  # fmt: skip
    assert played.ask("status")["scores"] == [30, -10, -10, -10]
    assert "watchdog" in played.ask("log")["notes"][0]
    (played.root / "firmware" / "panel.py").write_text(CRASH)
    played.restart().wait_for(SAFE)
    assert played.heard.count(b"ValueError: bad build") == 2  # two resets and this crash; it is told twice
    assert played.restart().ask("hello", proto=1)["safe"] is True  # and it stays so, reset by reset
    assert b"ValueError" in played.heard


def test_rules_that_break_at_what_stands_in_the_journal_do_not_keep_it_from_the_laptop(played, tmp_path):
    before = played.ask("journal.info")
    text = (ROOT / "engine_core" / "table.py").read_text() + (
        "\n\ndef fail(self, e):\n    raise KeyError('indicator')\n\n\n"
        "Table._indicator = fail\n_HANDLERS = [fail] * len(_HANDLERS)\n"
    )
    played.kill()
    played.root = copy_with(tmp_path / "broken", "__init__", 'VERSION = "0"\n')
    (played.root / "engine_core" / "table.py").write_text(text)
    played.start().wait_for(SAFE)
    info = played.ask("journal.info")
    assert (info["last"], info["size"]) == (before["last"], before["size"])
    data = base64.b64decode(played.ask("journal.read", seg=1, off=0, n=100)["data"])
    assert data[:4] == b"MJJ1"
    assert "KeyError" in played.ask("log")["crash"]


# ---------------------------------------------------------------- settings


def run_well(device: Device, folder) -> None:
    """The table keeps its settings as good ones: it has run for some milliseconds here, not for a minute."""
    device.kill()
    app = (ROOT / "firmware" / "app.py").read_text()
    device.root = copy_with(folder, "app", re.sub("(?m)^WELL = .*", "WELL = 1", app))
    device.start()


def test_safe_mode_has_the_settings_that_the_table_ran_well_with(played, tmp_path):
    run_well(played, tmp_path / "well")
    played.ask("status")
    until_kept(played)
    played.ask("config.set", name="odd", lang="zh")
    broken(played, tmp_path / "broken").wait_for(SAFE)
    assert played.ask("config.get")["name"] == "west"
    (played.root / "firmware" / "panel.py").unlink()
    played.ask("restart")
    assert played.ask("config.get")["name"] == "odd"
    ident = played.ask("config.get")["id"]
    (played.root / "firmware" / "panel.py").write_text(CRASH)
    played.restart().wait_for(SAFE)
    (played.root / "firmware" / "panel.py").unlink()
    played.ask("restart", settings="good")
    settings = played.ask("config.get")
    assert (settings["name"], settings["lang"], settings["id"]) == ("west", "en", ident)


def until_kept(device: Device) -> None:
    """Waits until the crash count is forgotten and the settings are kept: the file is there."""
    for _ in range(200):
        device.read(0.05)
        if b"config.json.good" in device.flash.read_bytes():
            return
    raise AssertionError("the settings were not kept")


# ---------------------------------------------------------------- the watchdog


def simulated(monkeypatch, folder, name: str, text: str):
    """A simulator of a firmware with one module replaced, whose watchdog is impatient."""
    root = copy_with(folder / "firmware", name, text)
    monkeypatch.setattr(simulator, "firmware_for", lambda command: root)
    return simulator.Simulator(folder / "flash", watchdog=1.5)


def test_a_table_that_hangs_is_reset_and_goes_on(monkeypatch, tmp_path):
    monkeypatch.setenv("MJTABLE_HOME", str(tmp_path / "home"))
    hang = (ROOT / "firmware" / "panel.py").read_text() + (
        "\n\npress = Panel.press\n\n\ndef hang(self, seat, key, request=0):\n    if key == 'hu':\n"
        "        while True:\n            pass\n    press(self, seat, key, request)\n\n\nPanel.press = hang\n"
    )
    with simulated(monkeypatch, tmp_path, "panel", hang) as table, table.greet() as link:
        link.request("region.set", region="ningbo", options={})
        link.request("correct", delta=[5, -5, 0, 0], reason="")
        link._port.write(link._message("press", {"seat": 0, "key": "hu"})[0])
        assert link.request("status")["scores"] == [5, -5, 0, 0]
        assert (table.resets, table.starts) == (1, 2)
        assert link.request("log")["notes"][0].startswith(
            "0.1.0, watchdog, after a crash: the watchdog reset the table"
        )


@pytest.mark.parametrize("part", ["_keys", "_displays", "_quiet"])
def test_one_part_that_hangs_is_enough_and_three_times_is_safe_mode(monkeypatch, tmp_path, part):
    monkeypatch.setenv("MJTABLE_HOME", str(tmp_path / "home"))
    text = (ROOT / "firmware" / "app.py").read_text() + (
        f"\n\nasync def hang(self):\n    await asyncio.sleep(1000)\n\n\nApp.{part} = hang\n"
    )
    with simulated(monkeypatch, tmp_path, "app", text) as table, table.greet() as link:
        end = time.monotonic() + 60
        while not link.hello.get("safe"):
            assert time.monotonic() < end, "it was not reset three times"
            link._greet(2.0, 4)
        assert (table.resets, table.starts) == (3, 4)
        assert link.request("log")["crash"].count("the watchdog reset the table") == 3


def test_at_the_prompt_the_watchdog_does_not_bite(monkeypatch, tmp_path):
    monkeypatch.setenv("MJTABLE_HOME", str(tmp_path / "home"))
    with simulated(monkeypatch, tmp_path, "__init__", 'VERSION = "0"\n') as table, table.greet() as link:
        fed = tmp_path / "flash.watchdog"
        assert fed.exists()
        link._port.write(b"\x03")
        while not link._at_prompt():
            pass
        assert not fed.exists()
        assert table.resets == 0
