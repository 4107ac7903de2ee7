"""Longgang: what the hands of the others are worth, and the payments, as rules/longgang.md says it."""

from check import raises
from longgang_hands import HELD, answer, hand, kong
from samples import chow, pung

from engine_core.check import RecordError
from engine_core.regions import longgang_limits  # noqa: F401  # here, while a small heap still has room to compile it
from engine_core.score import score


def total(concealed="", indicator="9m", options=None, fouls=(), **fields):
    """The total of seat 2 (West, own flower 3f), who has not won. Seat 1 wins 40, the others hold nothing."""
    fields["concealed"] = concealed
    won = {"concealed": "123456m234789p99s34s", "tile": "5s", "giver": 3}
    a = answer(indicator=indicator, others=[(2, fields)], options=options or {}, fouls=list(fouls), **won)
    assert a["wins"][0]["value"] == 40, a
    three = a["delta"][2] + 4 + 3  # from the dealer twice, from seat 3 once
    assert three % 3 == 0
    return 10 * three // 3


# ---------------------------------------------------------------- who has not won


def test_pungs_and_pairs_of_the_others():
    for concealed, points in (
        ("777z", 20),  # 8 x 2
        ("222s", 10),
        ("66z", 10),
        ("33z", 10),
        ("11z", 0),
        ("7777z", 20),
        ("66z77z33z", 10),
    ):
        assert total(concealed) == points, concealed
    # 2 + 2 + 2 + 2 + 4: more pairs than one count
    assert total("66z77z33z", melds=[pung("222m")], flowers="1f") == 20


def test_the_others_have_the_tai_of_the_house():
    for worths, fields, points in (
        ({"dragon_pung": 3}, {"concealed": "777z"}, 70),  # 8 x 8
        ({"dragon_pung": 0}, {"melds": [pung("777z")]}, 10),
        ({"seat_wind": 2}, {"concealed": "333z"}, 40),
        ({"seat_flower": 3}, {"concealed": "66z3f"}, 130),  # 8 x 2^(1 + 3)
        ({"two_wilds": 0}, {"concealed": "77z66z99m"}, 70),  # two pungs: 16 x 4
        ({"four_flowers": 1}, {"concealed": "66z3f", "flowers": "124f"}, 80),  # 20 x 2^(1 + 1)
    ):
        assert total(options={"worths": worths}, **fields) == points, (worths, fields)
    options = {"worths": {"seat_flower": 2}, "loser_four_flowers": False}
    assert total("66z3f", flowers="124f", options=options) == 160  # 20 x 2^(1 + 2)
    options = {"worths": {"eight_pairs": 4}, "eight_pairs": True}
    assert total("11224477p66s88s66z22z", options=options) == 40  # 2 x 16


def test_melds_of_the_others():
    for meld, points in (
        (pung("222s"), 10),
        (pung("777z"), 10),  # 4 x 2
        (kong("2222s", "kong"), 10),
        (kong("1111p", "added_kong"), 20),
        (kong("2222s"), 20),
        (kong("1111s"), 40),  # 32
        (kong("7777z"), 70),  # 64
        (chow("123m"), 0),
    ):
        assert total("", indicator="9m", melds=[meld]) == points, meld
    assert total("7z", melds=[pung("777z")]) == 10  # the fourth still in hand
    assert total("", melds=[kong("7777z"), kong("6666z"), kong("3333z")]) == 300


def test_wilds_of_the_others_are_worth_something_in_a_pung_only():
    for concealed, points in (
        ("7z9m", 0),
        ("77z9m", 20),  # 8 x 2
        ("7z99m", 40),  # 8 x 4: the dragon, two wilds
        ("77z99m", 40),  # one wild left a soldier, or a 7z left
        ("99m", 0),
        ("999m", 0),
        ("7777z99m", 130),  # two pungs 16, both dragons and two wilds
        ("2p99m", 10),  # 4 x 2
    ):
        assert total(concealed) == points, concealed


def test_own_flowers_of_the_others():
    assert total("77z3f") == 40  # 8, dragon and own flower
    assert total("7z3f") == 0
    guests = {"flowers": "124f"}
    assert total("77z3f", **guests) == 160  # 20 x 8
    assert total("77z3f", options={"loser_four_flowers": False}, **guests) == 80
    assert total("7z3f", **guests) == 20  # 12: a soldier, the flowers count all the same
    assert total("1f77z") == 10  # a guest flower not replaced counts nothing
    assert total("777z", flowers="3f") == 0  # set aside though wild: a dead hand
    # under a flower a guest is a true wild
    assert total("7z13f", indicator="2f") == 70  # 8 x 8: dragon, own flower, two wilds
    assert total("7z14f", indicator="2f") == 40


def test_dead_hands_count_nothing_and_pay():
    assert total("777z", fouls=[{"seat": 2, "kind": "dead_hand"}]) == 0


def test_options_for_the_others():
    assert total("111p999p") == 20 and total("111p999p", options={"big_tiles": "honors"}) == 10
    assert total("111z") == 10 and total("111z", options={"round_wind_tai": True}) == 20
    pairs = "1133p2244m1122s6677z"
    assert total(pairs, flowers="1f") == 10  # 4 + 4
    assert total(pairs, flowers="1f", options={"eight_pairs": True}) == 20


def test_tiles_that_are_needed():
    r = hand(**HELD)
    del r["hands"][2]["concealed"]
    assert str(raises(RecordError, score, r)).startswith("hands.2.concealed: ")
    r["fouls"] = [{"seat": 2, "kind": "dead_hand"}]
    assert score(r)["wins"][0]["valid"]
    r["fouls"] = []
    r["wins"] = []
    assert score(r)["delta"] == [0, 0, 0, 0]
    # where the others count 0 nobody looks at them
    r = hand(flags=["heavenly"], winner=0, giver=None, **HELD)
    del r["hands"][2]["concealed"]
    assert score(r)["delta"] == [216, -72, -72, -72]


# ---------------------------------------------------------------- payments


def test_a_dealer_wins_and_the_others_settle_once():
    others = [(1, {"concealed": "777z"}), (2, {"concealed": "222m"})]  # 20 and 10
    a = answer(winner=0, giver=2, others=others, **HELD)
    assert a["delta"] == [33, -11 + 1 + 2, -11 - 1 + 1, -11 - 2 - 1] and a["next_dealer"] == 0


def test_the_dealer_settles_twice():
    others = [(0, {"concealed": "777z"}), (2, {"concealed": "222m"})]
    a = answer(giver=2, others=others, **HELD)
    assert a["delta"] == [-11 + 2 + 4, 25, -7 - 2 + 1, -7 - 4 - 1] and a["next_dealer"] == 1


def test_follow_chips():
    assert answer(options={"follow": [1, 5, 7, 9]}, **HELD)["delta"] == [-13, 31, -9, -9]
    assert answer(carry={"broke": 1}, **HELD)["delta"] == [-13, 31, -9, -9]  # 1 tai: 5
    assert answer(carry={"broke": 1}, options={"follow_after": [0, 6, 0, 0]}, **HELD)["delta"] == [-14, 34, -10, -10]
    for bad in ([0, 3, 6], [0, 3, 6, -1], [0, 3, 6, True], 3, None, "0369"):
        text = str(raises(RecordError, answer, options={"follow": bad}, **HELD))
        assert text.startswith("options.follow"), text


def test_liability_needs_a_dragon():
    liable = [{"seat": 3, "kind": "liable"}]
    kw = {"concealed": "123456m234789p99s66z", "fouls": liable}
    assert answer(tile="6z", giver=3, **kw)["delta"] == [0, 58, 0, -58]
    assert answer(tile="6z", giver=2, **kw)["delta"] == [-26, 58, -16, -16]
    assert answer(giver=3, fouls=liable, **HELD)["delta"] == [-11, 25, -7, -7]
    # the differences of the others are settled as ever
    others = [(2, {"concealed": "222m"})]
    assert answer(tile="6z", giver=3, others=others, **kw)["delta"] == [-2, 58, 3, -59]


def test_chips_run_out():
    def stakes(dealer, west, north, **kw):
        # seat 2 has 20: the dealer owes 11 and 4, seat 3 owes 7 and 2, seat 2 owes 7
        others = [(0, {"stake": dealer}), (2, {"concealed": "777z", "stake": west}), (3, {"stake": north})]
        a = answer(others=others, giver=3, **kw, **HELD)
        return a["delta"], a["carry"]

    assert stakes(95, 95, 95) == ([-15, 25, -1, -9], {})
    assert stakes(15, 1, 9) == ([-15, 25, -1, -9], {})  # what is received pays too; exactly zero is not short
    assert stakes(15, 0, 9) == ([-15, 24, 0, -9], {"broke": 1, "top_up": [0, 0, 50, 0]})
    assert stakes(95, 95, 8) == ([-15, 25, -2, -8], {"broke": 1, "top_up": [0, 0, 0, 50]})
    assert stakes(95, 95, 5) == ([-15, 23, -3, -5], {"broke": 1, "top_up": [0, 0, 0, 50]})
    assert stakes(95, 95, 0)[1] == {"broke": 1, "top_up": [0, 0, 0, 50]}
    assert stakes(5, 95, 5) == ([-5, 17, -7, -5], {"broke": 1, "over": 1})
    assert stakes(95, 95, 5, options={"no_top_up": True})[1] == {"broke": 1, "over": 1}
    assert stakes(95, 95, 5, carry={"broke": 1})[1] == {"broke": 1, "over": 1}
    assert stakes(95, 95, 95, carry={"broke": 1})[1] == {"broke": 1}
    five = stakes(95, 95, 5, options={"players": 5})
    assert five == ([-15, 23, -3, -5, 0], {"broke": 1, "top_up": [0, 0, 0, 100], "sub_in": 0})


def test_penalties_are_not_limited_by_chips():
    others = [(3, {"stake": 0, "concealed": "1m"})]
    r = hand(giver=2, others=others, fouls=[{"seat": 3, "kind": "false_win"}], **HELD)
    a = score(r)
    assert a["delta"] == [-11 + 20, 18 + 10, -7 + 10, -40]
    assert a["carry"] == {"broke": 1, "top_up": [0, 0, 0, 50]}


def test_five_players():
    five = {"players": 5}
    assert answer(options=five, **HELD)["carry"] == {"sub_in": 0}
    assert answer(options=five, winner=0, **HELD)["carry"] == {}
    a = answer(options=five, concealed="1m", tile="1m")
    assert a["delta"] == [20, -50, 10, 10, 10] and a["carry"] == {"sub_in": 0}


def test_turning_the_table_turns_the_answer():
    base = None
    for by in range(4):
        others = [((2 + by) % 4, {"concealed": "777z"}), ((3 + by) % 4, {"stake": 8})]
        a = answer(dealer=by, winner=(1 + by) % 4, giver=(3 + by) % 4, others=others, **HELD)
        delta = [a["delta"][(i + by) % 4] for i in range(4)]
        base = base or delta
        assert delta == base == [-15, 25, -2, -8]
        assert a["next_dealer"] == (1 + by) % 4
