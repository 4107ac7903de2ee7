"""What is typed that no table could take, and what is wrong with the table or the laptop's folders."""

import json

import pytest

from mjtable import simulator
from tests.e2e.run import fails, ready
from tests.firmware.playing import copy_with


@pytest.mark.parametrize("typed", ["\udcff", "a\x01b", "\x1b[31m"])
def test_text_that_no_display_could_show_is_refused_by_its_option(home, table, typed):
    for command in (("config", "--name"), ("correct", "1", "-1", "0", "0", "--reason"), ("history", "--table")):
        assert f"'{command[-1]}'" in fails(home, 2, *command, typed)
    assert "'TILE'" in fails(home, 2, "wild", typed)
    assert "控制字符" in fails(home, 2, "region", "show", typed, "--lang", "zh")
    assert home.json("config")["name"] == "mjtable"


def test_a_file_may_be_called_what_it_is(home):
    assert "No such file" in fails(home, 1, "score", "\udcff.json")


def test_a_request_that_is_too_long_is_refused_at_once(home, table):
    home.json("region", "set", "ningbo")
    told = json.loads(fails(home, 2, "correct", "1", "-1", "0", "0", "--json", "--reason", "x" * 3000))
    assert (told["error"], told["field"], told["most"]) == ("too_long", "reason", 2048)
    assert home.json("status")["status"]["scores"] == [0, 0, 0, 0]


def test_a_flash_that_takes_no_more_is_warned_of_by_every_command(home):
    home.environment["MJTABLE_FLASH_KB"] = "24"
    with home.sim():
        home.json("region", "set", "ningbo")
        for _ in range(200):
            result = home.run("correct", "1", "-1", "0", "0", "--reason", "x" * 200)
            assert result.code == 0
            if result.err:
                break
        assert result.err.count("\n") == 1 and "lost at a power cut" in result.err
        told = home.run("correct", "1", "-1", "0", "0", "--json")
        assert json.loads(told.out)["stored"] is False
        assert json.loads(told.err)["warning"] == "not_stored"
        shown = home.run("status", "--lang", "zh")
        assert "麻将桌有故障" in shown.out and "断电就丢" in shown.out
        assert "闪存不收记录" in shown.err and shown.err.count("\n") == 1


def test_a_table_that_is_all_right_is_not_warned_of(home, table):
    ready(home)
    for command in (("status",), ("dice", "--help"), ("config",), ("abort",)):
        assert home.run(*command).err == ""


def test_a_folder_that_cannot_be_written_is_warned_of(home, table):
    (home.folder / "home" / "config").write_text("no folder")
    result = home.run("status")
    assert result.code == 0 and "cannot be remembered" in result.err and "phase" not in result.err
    assert "记不下" in home.run("status", "--lang", "zh").err


def test_a_flash_in_use_is_said_as_json_too(home, table):
    told = json.loads(fails(home, 1, "sim", "--json"))
    assert told["error"] == "flash_in_use" and told["flash"].endswith("simulator.flash")


def test_a_table_in_safe_mode_says_so_and_is_let_to_try_again(home, monkeypatch, tmp_path):
    """Its firmware breaks while it is off, and is repaired while it is on."""
    (tmp_path / "broken").mkdir()
    root = copy_with(tmp_path / "broken" / "fw", "panel", "raise ValueError('bad build')\n")
    flash = home.folder / "home" / "data" / "simulator.flash"
    with home.sim():
        home.json("region", "set", "ningbo")
        home.json("correct", "3", "-3", "0", "0")
    monkeypatch.setattr(simulator, "firmware_for", lambda command: root)
    monkeypatch.setenv("MJTABLE_HOME", str(home.folder / "home"))
    with simulator.Simulator(flash):
        shown = home.run("status")
        assert shown.code == 0 and "safe mode, 3 crashes in a row: ValueError: bad build" in shown.out
        assert "mjtable resume" in shown.err
        assert home.json("status")["status"]["scores"] == [3, -3, 0, 0]
        assert "安全模式，接连崩溃 3 次" in home.run("status", "--lang", "zh").out
        log = home.run("log").out
        assert "The last crash:" in log and "Traceback" in log
        synced = home.run("sync")
        assert synced.code == 0 and "not compared" in synced.out
        told = home.run("doctor", "--json")
        assert told.code == 1
        (wrong,) = [finding for finding in json.loads(told.out)["findings"] if finding["state"] == "wrong"]
        assert wrong["check"] == "safe" and "mjtable install" in wrong["advice"]
        assert "can only be looked at" in fails(home, 4, "correct", "1", "-1", "0", "0").splitlines()[-1]
        assert "crashed again" in fails(home, 3, "resume")
        (root / "firmware" / "panel.py").unlink()
        assert home.run("resume", "--last-good").code == 0
        assert home.run("correct", "1", "-1", "0", "0").err == ""
        assert home.json("status")["status"]["scores"] == [4, -4, 0, 0]
