"""What happens at play is recorded as it happens, and the hand at its end is what was played."""

from tests.e2e.run import fails, width

FLUSH = "2233456777m"  # with a melded 111m it waits for 4m


def played(home, *arguments):
    return home.json("play", *arguments)


def test_a_hand_is_what_was_played(home, table):
    home.json("region", "set", "guigang")
    played(home, "meld", "1", "111m", "--from", "0")
    assert played(home, "ready", "1")["count"] == 2
    assert "1 South wins on 4m from 3 North" in home.run("play", "won", "1", "4m", "--from", "3", "--hand", FLUSH).out
    played(home, "foul", "2", "false_win")
    result = home.json("play", "end")
    assert result["same"] and result["scores"] == [32, 64, -96, 0]
    assert result["record"]["hands"][1]["melds"] == [{"kind": "pung", "tiles": "111m", "from": 0}]
    assert home.json("sync")["differences"] == []
    assert home.json("status")["status"]["course"] == 0
    home.json("undo")
    assert [e["what"] for e in home.json("play", "show")["entries"]] == ["meld", "ready", "win", "foul"]


def test_a_slip_is_taken_back(home, table):
    home.json("region", "set", "guigang")
    played(home, "kong", "1", "3p", "--from", "2")
    assert "taken back" in home.run("play", "back").out
    assert home.json("play", "show")["entries"] == []
    assert "Nothing" in home.run("play", "show").out


def test_what_cannot_be_is_refused(home, table):
    home.json("region", "set", "guigang")
    assert "void" in fails(home, 4, "play", "void", "1", "m")
    assert "99x" in fails(home, 2, "play", "kong", "1", "99x")
    assert "seat" in fails(home, 4, "play", "kong", "5", "3p")
    assert "--flag" in fails(home, 2, "play", "won", "1", "3p", "--flag", "luck")
    assert "SEAT=TILES" in fails(home, 2, "play", "end", "--hand", "123m")
    played(home, "kong", "1", "3p", "--from", "2")
    assert "a hand is being played" in fails(home, 4, "region", "set", "ningbo")
    home.json("abort")
    home.json("region", "set", "ningbo")


def test_what_was_played_is_told_in_both_languages(home, table):
    home.json("region", "set", "guigang")
    played(home, "kong", "1", "3p", "--added")
    played(home, "won", "0", "4m")
    for lang, said in (("zh", "南 补杠 三筒"), ("en", "1 South: added kong 3p")):
        shown = home.run("play", "show", "--lang", lang).out
        assert said in shown and all(width(line) <= 80 for line in shown.splitlines()), shown
