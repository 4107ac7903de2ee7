"""Longgang: what a house has changed of the worths. Tai are tai, points are points, of a limit hand it is the total."""

from longgang_hands import HELD, answer, hand, reason, win

from engine_core.regions import longgang_limits  # noqa: F401  # here, while a small heap still has room to compile it
from engine_core.score import explain

FLUSH = {"concealed": "122333445566778s1z", "tile": "9s"}  # without its colour five chows: 20


def house(**worths):
    return {"worths": worths}


def test_tai():
    assert win(options=house(no_wilds=2), **HELD) == (80, ["no_wilds"])
    assert win(options=house(no_wilds=0), **HELD)[0] == 20
    assert win(options=house(no_wilds=9999), **HELD)[0] == 300
    # a pung of Reds that a discard completes 4, no wilds 1, dragon pung 1: 24 x 4
    kw = {"concealed": "123456m234789p99s77z", "tile": "7z"}
    assert win(**kw)[0] == 100
    assert win(options=house(dragon_pung=0), **kw)[0] == 50
    assert win(options=house(dragon_pung=2, no_wilds=0), **kw)[0] == 100
    assert win(options=house(dragon_pung=3), **kw)[0] == 300  # 384


def test_follow_chips_go_by_the_changed_tai():
    assert answer(giver=3, **HELD)["delta"] == [-11, 25, -7, -7]  # 4 chips, 1 tai: 3
    assert answer(giver=3, options=house(no_wilds=2), **HELD)["delta"] == [-22, 50, -14, -14]  # 8 chips, 2 tai: 6


def test_points():
    assert win(giver=None, **HELD)[0] == 50  # 22 x 2
    assert win(giver=None, options=house(self_draw=12), **HELD)[0] == 70  # 32 x 2
    assert win(giver=None, options=house(self_draw=0), **HELD) == (40, ["no_wilds", "self_draw"])
    closed = {"concealed": "123456m234789p99s35s", "tile": "4s"}
    assert win(options=house(closed_wait=31), **closed)[0] == 110  # 51 x 2
    edge = {"concealed": "123456m234789p99s12s", "tile": "3s"}
    assert win(options=dict(house(edge_wait=5), edge_wait_points=True), **edge)[0] == 50
    options = dict(house(single_wait=6), single_wait_points=True)
    assert win(options=options, concealed="123456m234789p9p345s", tile="9p")[0] == 60  # 26 x 2


def test_all_chows_may_have_points():
    assert win(options=house(full_flush=0, all_chows=15), **FLUSH) == (40, ["all_chows"])  # 35


def test_limit_hands():
    assert win(**FLUSH) == (300, ["full_flush"])
    assert win(options=house(full_flush=450), **FLUSH) == (450, ["full_flush"])
    assert win(options=house(full_flush=101), **FLUSH) == (110, ["full_flush"])
    # 45 chips, and follow chips for 3 tai as before
    assert answer(giver=3, options=house(full_flush=450), **FLUSH)["delta"] == [-102, 216, -57, -57]
    kw = dict(FLUSH, giver=0, flags=["earthly"])
    for worths, value in (({"full_flush": 100}, 300), ({"full_flush": 400}, 400), ({"earthly_hand": 600}, 600)):
        assert win(options=house(**worths), **kw) == (value, ["earthly_hand", "full_flush"]), worths


def test_a_limit_hand_of_no_worth_is_none():
    assert win(options=house(full_flush=0), **FLUSH) == (20, ["all_chows"])
    kw = {"concealed": "147m258p369s234z6z111z", "tile": "7z", "giver": None}
    assert win(**kw) == (300, ["three_wilds"])
    assert reason(options=house(three_wilds=0), **kw) == "not_a_win"


def test_the_explanation_follows():
    lines = explain(hand(options=house(full_flush=450), **FLUSH), "en")
    assert "  limit hand: 450 points, 3 tai" in lines, lines
    lines = explain(hand(options=house(no_wilds=3), **HELD), "en")
    assert "  No wilds: 3" in lines and "  (20 + 0) × 2^3 = 160, up to tens, at most 300: 160 points" in lines, lines
    lines = explain(hand(options=house(no_wilds=12), **HELD), "en")
    assert "  (20 + 0) × 2^12 = 81920, up to tens, at most 300: 300 points" in lines, lines
