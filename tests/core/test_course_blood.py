"""The course of a hand that goes on after a win."""

from check import raises
from evening import at_table
from test_course import play, refused

from engine_core import course
from engine_core.check import RecordError


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


def test_a_suit_put_aside_lies_in_no_meld():
    table = at_table("xuezhan")
    play(table, {"what": "void", "seat": 1, "suit": "p"})
    refused(table, {"what": "meld", "seat": 1, "kind": "pung", "tiles": "333p", "from": 0}, "tile")
    refused(table, {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "3p"}, "tile")
    play(table, {"what": "meld", "seat": 1, "kind": "pung", "tiles": "333s", "from": 0})
    play(table, {"what": "meld", "seat": 2, "kind": "pung", "tiles": "333p", "from": 0})
    refused(table, {"what": "void", "seat": 2, "suit": "p"}, "suit")
    play(table, {"what": "void", "seat": 2, "suit": "m"})
    table = at_table("sichuan")  # where none is
    play(table, {"what": "meld", "seat": 1, "kind": "pung", "tiles": "333p", "from": 0})


def test_nothing_comes_from_a_seat_that_is_out():
    table = at_table("xuezhan")
    play(table, {"what": "win", "seat": 1, "tile": "5m", "from": 0})
    refused(table, {"what": "kong", "seat": 2, "kind": "kong", "tile": "1p", "from": 1}, "from")
    refused(table, {"what": "win", "seat": 2, "tile": "1p", "from": 1}, "from")
    play(table, {"what": "win", "seat": 2, "tile": "5m", "from": 0})  # the same discard
    table = at_table("xueliu")
    play(table, {"what": "win", "seat": 1, "tile": "5m", "from": 0})
    play(table, {"what": "win", "seat": 2, "tile": "1p", "from": 1})


def test_a_hand_that_was_shown_has_no_tile_that_lies_elsewhere():
    table = at_table("xuezhan")
    play(table, {"what": "kong", "seat": 2, "kind": "kong", "tile": "5s", "from": 0})
    win = {"what": "win", "seat": 1, "tile": "4p", "from": 3, "concealed": "23456789p55777s"}
    assert "5s" in refused(table, win, "concealed")
    play(table, dict(win, concealed="2345678999p777s"))
    refused(table, {"what": "kong", "seat": 3, "kind": "concealed_kong", "tile": "9p"}, "tile")


def test_what_a_winner_showed_is_what_he_had():
    table = at_table("xuezhan", options={"declare_void": False})
    play(table, {"what": "win", "seat": 0, "tile": "5p", "from": 1, "concealed": "123456m46p99p777p"})
    others = [{"concealed": c} for c in ("12358m1346s7779s", "12358m1346s9997s", "1258m12344s5558s")]
    table.complete({"hands": [{}] + others})
    error = raises(RecordError, table.complete, {"hands": [{"concealed": "111222p46p99p888p"}] + others})
    assert str(error).startswith("hands.0.concealed: ")


def test_the_same_tile_discarded_twice_is_not_one_tile():
    table = at_table("xueliu", options={"declare_void": False})
    for seat in (3, 1, 3):
        play(table, {"what": "win", "seat": seat, "tile": "9p", "from": 0})
    wins = table.complete({"hands": [{}] * 4})["wins"]
    assert [w["seat"] for w in wins] == [1, 3, 3]
