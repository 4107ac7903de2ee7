"""The dice from the laptop: checked again, sampled, entered."""

import json
import re
import subprocess
import sys

from tests.e2e.run import ROOT, fails


def thrown(home, n):
    """n throws, each of a hand that is given up."""
    home.json("region", "set", "guigang")
    dice = []
    for _ in range(n):
        dice.append(home.json("dice")["dice"])
        home.json("abort")
    home.json("sync")
    return dice


def test_every_throw_of_an_evening_is_checked_twice(home, table):
    dice = thrown(home, 3)
    told = home.json("dice", "verify")
    assert [t["dice"] for t in told["sessions"][0]["throws"]] == dice
    assert [t["found"] for t in told["sessions"][0]["throws"]] == ["fair"] * 3
    program = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "dice.md").read_text("utf-8"), re.S).group(1)
    said = subprocess.run(
        [sys.executable, "-c", program], input=json.dumps(told), capture_output=True, text=True, check=True
    ).stdout
    assert said.count("fair") == 3 and "WRONG" not in said
    assert "相符 3 次" in home.run("dice", "verify", "--lang", "zh").out


def test_verify_needs_no_table(home):
    with home.sim():
        thrown(home, 1)
    assert "Fair throws: 1" in home.run("dice", "verify").out


def test_samples_come_in_every_form(home, table):
    result = home.process("dice", "raw", "600")
    lines = result.out.splitlines()
    assert lines[0] == "urandom,random,timer" and len(lines) == 601
    assert all(0 <= int(cell) <= 255 for line in lines[1:] for cell in line.split(","))
    home.process("dice", "raw", "600", "--source", "timer", "--format", "bytes", "--out", "timer.bin")
    assert len((home.folder / "timer.bin").read_bytes()) == 600
    told = json.loads(home.process("dice", "raw", "3", "--json").out)
    assert told["table"] == table.id and told["bits"] == {"urandom": 8, "random": 8, "timer": 0.25}
    assert [len(samples) for samples in told["samples"].values()] == [3, 3, 3]


def test_faces_come_in_every_form(home, table):
    lines = home.process("dice", "final", "9", "--dice", "3").out.splitlines()
    assert lines[0] == "die1,die2,die3" and len(lines) == 10
    home.process("dice", "final", "9", "--format", "bytes", "--out", "faces")
    faces = (home.folder / "faces").read_bytes()
    assert len(faces) == 18 and set(faces) <= {1, 2, 3, 4, 5, 6}
    told = json.loads(home.process("dice", "final", "2", "--format", "json").out)
    assert sorted(told["samples"]) == ["die1", "die2"] and len(told["samples"]["die1"]) == 2


def test_samples_that_cannot_be_had_are_said(home, table):
    assert "bytes are of one source only: urandom, random, timer" in fails(
        home, 2, "dice", "raw", "5", "--format", "bytes"
    )
    for kept in ((), ("--out", "moon.csv")):  # said before anything is written
        result = home.process("dice", "raw", "5", "--source", "moon", *kept)
        assert "moon" in result.err and "not all" not in result.err and result.out == "", result
    result = home.process("dice", "raw", "5", "--out", "no/such/folder")
    assert result.code == 1 and "no/such/folder" in result.err
    fails(home, 2, "dice", "raw", "0")
    fails(home, 2, "dice", "final", "1", "--dice", "9")


def test_the_sources_are_shown(home, table):
    shown = home.run("dice", "health").out
    assert re.search(r"timer +0\.25 +81 +915/1024 +passes", shown)
    assert "通过检验" in home.run("dice", "health", "--lang", "zh").out


def test_options_before_a_command_of_the_dice_are_not_passed_over(home):
    assert "'--seat'" in fails(home, 2, "dice", "--seat", "1", "verify")
    assert "要写在命令后面" in fails(home, 2, "dice", "--lang", "zh", "verify")


def test_the_table_can_be_set_to_real_dice(home, table):
    assert home.json("config")["real_dice"] is False
    assert home.json("config", "--real-dice", "on")["real_dice"] is True
    home.json("region", "set", "guigang")
    for key in ("dice", "up", "ok", "ok"):
        home.json("press", "0", key)
    assert home.json("status")["status"]["dice"] == [2, 1]
    home.json("sync")
    assert "real dice entered: 1" in home.run("dice", "verify").out
    assert home.json("config", "--real-dice", "off")["real_dice"] is False
    fails(home, 2, "config", "--real-dice", "maybe")
