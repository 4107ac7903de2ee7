"""What the commands of a game say: the break, wild tiles, wins, corrections, and the history of them."""

import json

from tests.e2e.run import HAND, fails, ready


def test_corrections_are_typed_as_they_are(home, table):
    ready(home)
    assert home.json("correct", "10", "-5", "-5", "0")["scores"] == [10, -5, -5, 0]
    assert "sum" not in home.run("correct", "-1", "--reason", "a slip", "1", "0", "0").out
    assert "(sum +1)" in home.run("correct", "--reason", "a slip", "1", "0", "0", "0").out
    assert "合计 -2" in home.run("correct", "--lang", "zh", "-2", "0", "0", "0").out
    assert home.run("correct", "-1", "x", "0", "0").code == 2


def test_a_player_leaves(home, table):
    home.json("region", "set", "changsha")
    told = home.run("left", "2").out
    assert "2 West has left, another player goes on" in told and "-70" in told
    assert "-70" in home.run("sync").out + home.run("history").out
    home.json("region", "set", "guigang")
    failed = home.run("left", "2")
    assert failed.code and "has no rule for it" in failed.err


def test_the_break_is_said_as_on_the_displays_and_as_the_first_stack_taken(home, table):
    home.json("region", "set", "guigang")
    said = home.run("dice", "--enter", "2", "--enter", "3").out
    assert "breaks at 0 East (stacks staying at its right end: 5), taking begins with stack 6" in said


def test_an_indicator_said_again_is_a_change(home, table):
    ready(home)
    assert "changed" not in home.run("wild", "4z").out
    assert "changed from 4z to 5p" in home.run("wild", "5P").out
    assert "从 五筒 改为 三条" in home.run("wild", "三条", "--lang", "zh").out


def test_a_session_without_a_dealer_says_who_decides(home, table):
    home.json("region", "set", "ningbo")
    assert "the dice decide the dealer" in home.run("session").out


def test_undo_says_when_a_hand_is_given_up_by_it(home, table):
    ready(home)
    home.json("win", "-", given=json.dumps(HAND))
    assert "given up" not in home.run("undo").out
    home.json("win", "-", given=json.dumps(HAND))
    home.json("dice")
    said = home.run("undo").out
    assert "Hand 2, which had begun since, is given up (dice " in said


def test_undo_in_the_middle_of_a_hand_asks_at_a_terminal(home, table):
    ready(home)
    home.json("win", "-", given=json.dumps(HAND))
    home.json("dice")
    home.json("wild", "4z")
    home.json("play", "meld", "1", "111m", "--from", "0")
    refused = home.run("undo", given="\n", terminal=True)
    assert refused.code == 1 and "Hand 2 has begun (dice " in refused.err
    assert "turned up 4z, 1 recorded) and is given up with it" in refused.err and "--yes" in refused.err
    assert home.json("status")["status"]["hand"] == 2
    assert home.run("undo", given="y\n", terminal=True).code == 0
    assert home.json("status")["status"]["hand"] == 1
    home.json("win", "-", given=json.dumps(HAND))
    assert "has begun" not in home.run("undo", terminal=True).err  # nothing goes with it


def test_a_win_shows_its_tiles_and_each_change_once(home, table):
    ready(home)
    said = home.run("win", "-", given=json.dumps(HAND)).out
    assert "0 East holds concealed 12m45556p234789s, winning tile 3m" in said
    assert said.count("+15") == 1 and said.count("change") == 1


def test_a_false_win_is_asked_about_at_a_terminal(home, table, tmp_path):
    ready(home)
    (tmp_path / "claim.json").write_text(json.dumps({**HAND, "wins": [{"seat": 0, "tile": "9m"}]}))
    refused = home.run("win", "claim.json", given="\n", terminal=True)
    assert refused.code == 1 and "false win?" in refused.err and "not a winning hand" in refused.out
    assert home.json("status")["status"]["hand"] == 1
    for answer, terminal, options in (("y\n", True, []), ("", True, ["--yes"]), ("", False, [])):
        assert home.run("win", "claim.json", *options, given=answer, terminal=terminal).code == 0
        home.json("undo")


def test_the_history_shows_corrections_between_the_hands(home, table):
    ready(home)
    home.json("win", "-", given=json.dumps(HAND))
    home.json("correct", "--reason", "a slip", "-1", "1", "0", "0")
    home.json("sync")
    past = home.json("history")
    assert [(c["delta"], c["scores"], c["reason"]) for c in past["corrections"]] == [
        ([-1, 1, 0, 0], [14, -4, -5, -5], "a slip")
    ]
    lines = home.run("history", COLUMNS="80").out.splitlines()
    assert "correction: a slip" in lines[-2] and "-1 (14)" in lines[-2]
    assert len(lines) == 5 and "mjtable sync" in lines[-1]  # region, head, hand, correction
    assert "Ningbo" in lines[0] and "Ningbo" not in lines[2]


def test_sessions_have_headings_where_there_are_several(home, table):
    ready(home)
    home.json("win", "-", given=json.dumps(HAND))
    home.json("session", *[part for _ in range(4) for part in ("--score", "100")])
    home.json("correct", "1", "-1", "0", "0")
    home.json("sync")
    shown = home.run("history").out
    assert "Session 1  mjtable\n" in shown and "Session 2  mjtable, begun with 100 100 100 100" in shown
    assert "+1 (101)" in shown


def test_the_history_of_one_table_by_name_or_id(home, table):
    ready(home)
    home.json("win", "-", given=json.dumps(HAND))
    home.json("sync")
    for named in ("mjtable", table.id):
        assert len(home.json("history", "--table", named)["hands"]) == 1
    assert table.id in fails(home, 3, "history", "--table", "another")


def test_an_empty_history_after_a_sync_does_not_ask_for_one(home, table):
    home.json("sync")
    said = " ".join(home.run("history").out.split())
    assert "First: mjtable sync" not in said and "had finished none" in said


def test_what_a_hand_leaves_behind_is_told_in_words(home, table):
    home.json("region", "set", "jiujiang")
    home.json("dice")
    drawn = home.run("win", "-", given=json.dumps({"hands": [{}] * 4, "wins": []})).out
    assert "Left for the next hand: drawn hands that still count: 1, for so many hands more: 4" in drawn
    assert "留到这局：荒庄计 1、荒庄还管 4 局" in home.run("status", "--lang", "zh").out


def test_chips_that_run_out_are_told_in_words(home, table):
    home.json("region", "set", "longgang")
    home.json("correct", "45", "45", "-90", "0")
    for told in ("2 West has run out of chips and adds 50", "the session is over"):
        for _ in range(2):
            home.json("dice")
        home.json("wild", "1m")
        others = [{"concealed": f"147m258p368s1234z67z{n}m"} for n in (2, 3, 5)]
        hand = {"hands": [{"concealed": "345678m234567p2299s"}, *others], "wins": [{"seat": 0, "tile": "2s"}]}
        for said in (home.run("win", "-", given=json.dumps(hand)).out, home.run("status").out):
            assert told in " ".join(said.split())
        scores = home.json("status")["status"]["scores"]
        home.json("correct", "0", "0", str(-scores[2]), str(scores[2]))
