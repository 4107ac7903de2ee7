"""The course of a hand that goes on after a win."""

from evening import at_table
from test_course import play, refused

from engine_core import course


def test_a_bloody_battle_from_its_void_suits_to_its_end():
    table = at_table("xuezhan")
    for seat, suit in enumerate("pspm"):
        play(table, {"what": "void", "seat": seat, "suit": suit})
    play(table, {"what": "kong", "seat": 0, "kind": "concealed_kong", "tile": "9s"})
    assert course.standing(table.ruleset, table.course)["money"] == [6, -2, -2, -2]
    play(table, {"what": "win", "seat": 1, "tile": "5m", "from": 0, "concealed": "12346789m22299p"})
    standing = course.standing(table.ruleset, table.course)
    assert standing["playing"] == [0, 2, 3] and standing["needed"] == [0, 2, 3]
    refused(table, {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "8s"}, "seat")
    play(table, {"what": "kong", "seat": 2, "kind": "added_kong", "tile": "7s"})
    assert course.standing(table.ruleset, table.course)["money"] == [5, -2, 0, -3]  # seat 1 is out
    assert [k["after"] for k in course.told(table.course, 4)["kongs"]] == [0, 1]


def test_the_void_suit_is_not_changed():
    table = at_table("xuezhan")
    play(table, {"what": "void", "seat": 1, "suit": "p"})
    refused(table, {"what": "void", "seat": 1, "suit": "m"}, "seat")
    play(table, {"what": "void", "seat": 2, "suit": "m"})
    play(table, {"what": "back"})
    play(table, {"what": "void", "seat": 2, "suit": "p"})  # that was a slip


def test_rivers_of_blood_never_stop():
    rules = at_table("xueliu").ruleset
    wins = [{"what": "win", "seat": seat, "tile": "1m"} for seat in (0, 1, 2, 3, 0)]
    assert all(rules.plays_on(wins, seat) for seat in range(4))


def test_a_winner_of_rivers_of_blood_makes_kongs_but_no_pung():
    table = at_table("xueliu")
    play(table, {"what": "win", "seat": 1, "tile": "5m", "from": 0})
    refused(table, {"what": "meld", "seat": 1, "kind": "pung", "tiles": "999s", "from": 2}, "seat")
    play(table, {"what": "meld", "seat": 2, "kind": "pung", "tiles": "999s", "from": 3})
    play(table, {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "1s"})
    play(table, {"what": "win", "seat": 1, "tile": "8m"})


def test_sichuan_ends_with_the_first_win_but_in_a_blood_battle():
    win = {"what": "win", "seat": 2, "tile": "1m"}
    assert not at_table("sichuan").ruleset.plays_on([win], 0)
    rules = at_table("sichuan", options={"blood_battle": True}).ruleset
    assert [rules.plays_on([win], seat) for seat in range(4)] == [True, True, False, True]
    assert rules.course() == ("meld", "kong", "win", "foul")
