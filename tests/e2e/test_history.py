"""The history from the command line: names, seats, standings, statistics, files."""

import json

import pytest

from tests.e2e.run import FULL, fails, ready, width


@pytest.fixture
def played(home, table):
    """A table on the cable that has played a hand, which is not fetched yet."""
    ready(home)
    (home.folder / "hand.json").write_text(json.dumps(FULL))
    home.json("win", "hand.json")
    for name in ("Ann", "王小明"):
        home.json("player", "add", name)
    return home


def test_an_evening_with_names(played):
    home = played
    told = home.json("seat", 0, "Ann")  # fetches the hand: the session is in the history then
    assert [one["name"] for one in told["seats"]] == ["Ann", None, None, None]
    home.json("config", "--name", "Hall")
    home.json("sync")
    assert "table Hall" in home.run("seat", "--lang", "en").out
    assert home.json("history")["hands"]
    home.json("seat", 1, "王小明", "--from", 1)
    assert [one["player"] for one in home.json("standings")["standings"]] == ["Ann", "王小明"]
    assert home.json("sessions")["sessions"][-1]["players"][:2] == ["Ann", "王小明"]
    assert home.json("stats", "--player", "ann")["players"][0]["wins"] == 1
    assert home.json("hand", 1, "--svg", "a.svg", "--png", "a.png")["pictures"] == ["a.png", "a.svg"]
    assert home.json("rescore")["changes"] == []
    home.json("amend", 1, 5, -5, 0, 0, "--reason", "a slip")
    assert home.json("standings")["standings"][0]["corrected"] == 5
    assert home.json("rebuild")["hands"] == 1
    assert home.json("export", "a.xlsx")["rows"]["hands"] == 1
    home.json("sync")  # the seal of the next throw may have come since
    assert home.json("backup", "kept.db")["rows"]["players"] == 2
    assert "--force" in fails(home, 2, "restore", "kept.db")
    assert home.json("restore", "kept.db", "--force")["rows"]["hands"] == 1
    assert home.json("sync")["events"] == 0


def test_with_two_tables_nobody_is_seated_at_one_that_was_guessed(played):
    home = played
    assert "no seats to take over" in fails(home, 1, "seat", "--again", "--lang", "en")
    with home.sim("--flash", "second.flash") as second:
        for arguments in ((0, "Ann"), ("--again",)):
            assert second.id in fails(home, 3, "seat", *arguments)
        assert all(one["name"] is None for one in home.json("seat")["seats"])


def test_pages_are_no_wider_than_the_terminal(played):
    played.json("seat", 0, "Ann")
    played.json("seat", 1, "王小明")
    for command in (
        ("sessions",),
        ("standings",),
        ("stats",),
        ("seat",),
        ("player", "list"),
        ("hand", "1"),
        ("history",),
    ):
        for lang in ("en", "zh"):
            shown = played.run("--lang", lang, *command, COLUMNS="80")
            assert shown.code == 0 and shown.out, shown
            assert max(map(width, shown.out.splitlines())) <= 80, (command, shown.out)


def test_what_cannot_be_is_said_before_anything_is_changed(home):
    assert "no session" in fails(home, 1, "seat")
    assert (
        "there is a player called Ann" in (home.json("player", "add", "Ann"), fails(home, 2, "player", "add", "ANN"))[1]
    )
    for wrong in (("seat", 0), ("seat", 0, "Ann", "--nobody"), ("seat", 0, "Ann", "--again")):
        assert "SEAT NAME" in fails(home, 2, *wrong)
    assert "no hand 7" in fails(home, 1, "hand", 7)
    assert "one hand only" in fails(home, 2, "rescore", "--amend")
    assert "there is no sheet x" in fails(home, 2, "export", "a.csv", "--sheet", "x")
    assert "no session 9" in fails(home, 1, "standings", "--session", 9)
    assert ".png" in fails(home, 2, "stats", "--plot", "a.gif")
    assert "there is no atlantis" in fails(home, 1, "stats", "--region", "atlantis")
    assert "No such hands" in home.run("stats", "--region", "ningbo").out
    assert "given: ' '" in fails(home, 2, "player", "add", " ")
