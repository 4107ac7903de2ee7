"""Longgang beyond the shared cases: what rules/longgang.md says in each section."""

from check import raises
from longgang_hands import HELD, OPEN, answer, chow, hand, kong, reason, win
from samples import pung

from engine_core import tiles
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.score import score
from engine_core.wall import opening


def total(concealed="", indicator="9m", options=None, fouls=(), **fields):
    """The total of seat 2 (West, own flower 3f), who has not won. Seat 1 wins 40, the others hold nothing."""
    fields["concealed"] = concealed
    won = {"concealed": "123456m234789p99s34s", "tile": "5s", "giver": 3}
    a = answer(indicator=indicator, others=[(2, fields)], options=options or {}, fouls=list(fouls), **won)
    assert a["wins"][0]["value"] == 40, a
    three = a["delta"][2] + 4 + 3  # from the dealer twice, from seat 3 once
    assert three % 3 == 0
    return 10 * three // 3


# ---------------------------------------------------------------- tile set, wall


def test_the_set_has_136_tiles():
    rules = load("longgang")
    assert sum([rules.copies(k) for k in range(tiles.KINDS)]) == 136
    for text, n in (("5z", 0), ("6z", 4), ("7z", 4), ("4f", 1), ("5f", 0)):
        assert rules.copies(tiles.kind(text)) == n


def test_the_opener_throws_for_the_break():
    first = opening({"region": "longgang", "dealer": 2, "dice": [3, 4]})
    assert first["throws"] == [{"seat": 2, "dice": 2}, {"seat": 0, "dice": 2}]  # 2 + 7 - 1 = 8, seat 0
    assert opening({"region": "longgang", "dealer": 2, "dice": [3, 4, 1, 2]})["break"] == {"side": 0, "stack": 11}
    assert opening({"region": "longgang", "dealer": 2, "dice": [3, 4, 6, 5]})["break"] == {"side": 3, "stack": 2}


def test_which_tiles_are_wild():
    rules = load("longgang")
    assert rules.wilds(tiles.kind("5m")) == (tiles.kind("5m"),)
    assert bytes(rules.wilds(tiles.kind("2f"))) == tiles.parse("134f")
    assert rules.seat_wilds(tiles.kind("2f"), 0) == {} and rules.set_aside(tiles.kind("2f")) == ()
    assert rules.seat_wilds(None, 3)[0] == (tiles.kind("2f"),)  # seat 0 is South when seat 3 deals


def test_the_indicator_is_needed():
    for indicator in (None, "5z", "5f"):
        assert str(raises(RecordError, answer, indicator=indicator, **HELD)).startswith("indicator: ")


# ---------------------------------------------------------------- minimum to win: reasons and flags


def test_reasons_in_order():
    melds = [pung("112m")]
    assert reason(concealed="1f", melds=melds, tile="1z", fouls=[{"seat": 1, "kind": "dead_hand"}]) == "dead_hand"
    assert reason(concealed="1f", melds=melds, tile="1z") == "wild_claimed"
    assert reason(concealed="1f", melds=melds, tile="1z", giver=None) == "bad_meld"
    assert reason(concealed="1f", tile="1m") == "bad_tile"
    assert reason(concealed=OPEN + "1m7p", tile="1s") == "tile_count"
    assert reason(concealed=OPEN + "1m", tile="1s") == "not_a_win"


def test_a_wild_flower_set_aside_is_a_dead_hand():
    assert reason(flowers="2f", **HELD) == "dead_hand"  # his own
    assert reason(flowers="1f", **HELD) is None
    assert reason(flowers="1f", indicator="4f", **HELD) == "dead_hand"


def test_no_wild_and_no_flower_is_claimed():
    for tile in ("1z", "1f", "2f", "5f"):  # the wild, a guest flower, his own, one that the set lacks
        assert reason(concealed="1m", tile=tile) == "wild_claimed", tile
    assert reason(concealed="1m", tile="1f", giver=None) == "bad_tile"
    assert reason(concealed="1m", tile="2f", giver=None) == "tile_count"  # his own may be drawn
    assert reason(concealed="5z", tile="1m") == "bad_tile"  # no White in the set


def test_bad_melds():
    for meld in (chow("124m"), pung("112m"), pung("111z"), pung("555z"), kong("777z"), chow("123m", 2)):
        assert reason(concealed="1m", melds=[meld], tile="1m") == "bad_meld", meld
    for meld in (chow("123m", 0), {"kind": "chow", "tiles": "123m"}, kong("7777z")):  # from the seat before, or unsaid
        assert reason(concealed="1m", melds=[meld], tile="1m") == "tile_count", meld


def test_a_claim_after_a_legal_one_is_not_examined():
    r = hand(giver=2, others=[(3, {"concealed": "1m"})], **HELD)
    r["wins"].append({"seat": 3, "tile": "5s", "from": 2})
    a = score(r)
    assert [w.get("reason") for w in a["wins"]] == [None, "priority"]
    assert a["delta"] == [-11, 25, -7, -7]


def test_an_illegal_claim_before_the_legal_one_is_fined_and_dead():
    r = hand(giver=2, others=[(3, {"concealed": "777z"})], **HELD)
    r["wins"].insert(0, {"seat": 3, "tile": "5s", "from": 2})
    a = score(r)
    assert [w.get("reason") for w in a["wins"]] == ["tile_count", None]
    assert a["delta"] == [-11 + 20, 25 + 10, -7 + 10, -7 - 40]  # and the pung of Red counts 0


def test_who_has_claimed_falsely_cannot_win_any_more():
    r = hand(giver=2, **HELD)
    r["wins"].insert(0, {"seat": 1, "tile": "9m", "from": 2})
    a = score(r)
    assert [w.get("reason") for w in a["wins"]] == ["not_a_win", "dead_hand"]
    assert a["delta"] == [20, -40, 10, 10]


def test_a_false_win_is_paid_once():
    r = hand(concealed="1m", tile="1m", fouls=[{"seat": 1, "kind": "false_win"}, {"seat": 1, "kind": "false_win"}])
    assert score(r)["delta"] == [20, -40, 10, 10]


def test_flags_that_do_not_fit_are_ignored():
    for flags in (
        ["heavenly"],
        ["earthly"],
        ["humanly"],
        ["after_kong"],
        ["last_tile"],
        ["kong_discard"],
        ["rob_kong"],
    ):
        assert win(flags=flags, giver=2, **HELD) == (40, ["no_wilds"]), flags
    assert win(flags=["earthly"], giver=0, **HELD) == (300, ["earthly_hand"])
    assert win(flags=["heavenly"], giver=None, winner=0, **HELD) == (300, ["heavenly_hand"])
    assert win(flags=["humanly"], giver=2, options={"human_win": True}, **HELD) == (300, ["humanly_hand"])
    melds = [kong("7777z")]
    kw = {"concealed": "123m234789p99s34s", "tile": "5s", "giver": 0, "flags": ["earthly"]}
    assert win(melds=melds, **kw)[1] == ["earthly_hand"]
    assert win(melds=[pung("777z")], **kw)[1] == ["dragon_pung", "no_wilds"]


# ---------------------------------------------------------------- three wilds


def test_three_wilds_win_at_once_without_a_shape():
    any_tiles = "1469m2588p2358s1z11s"  # 15 tiles, two wilds among them
    assert win(indicator="1s", concealed=any_tiles, tile="1s", giver=None) == (300, ["three_wilds"])
    assert win(indicator="1s", concealed=any_tiles + "1s", tile="7z", giver=None) == (300, ["three_wilds"])
    assert reason(indicator="1s", concealed=any_tiles + "1s", tile="7z", giver=3) == "not_a_win"
    assert reason(indicator="1s", concealed=any_tiles[:-1] + "1s9m", tile="7z", giver=None) == "tile_count"
    # three of the own flower and two wilds are no three true wilds
    assert reason(indicator="1s", concealed=any_tiles + "2f", tile="7z", giver=None) == "not_a_win"


def test_three_wilds_with_a_shape_may_claim_and_show_other_limit_hands():
    kw = {"indicator": "9s", "concealed": "1112345567899m999s", "tile": "9m", "giver": 3}
    assert win(**kw) == (300, ["full_flush", "three_wilds"])


def test_three_flowers_under_a_flower_are_true_wilds():
    assert win(indicator="4f", concealed="1469m2588p2358s1z12f", tile="3f", giver=None)[1] == ["three_wilds"]
    # two guests one tai, own and a guest two, the own alone one
    for flowers, ids in (("13f", ["two_wilds"]), ("12f", ["seat_flower", "two_wilds"]), ("2f9s", ["seat_flower"])):
        shown = win(indicator="4f", concealed="123456m234p399s34s" + flowers, tile="5s")[1]
        assert [i for i in shown if i in ("two_wilds", "seat_flower")] == ids


def test_four_wilds_to_win():
    four = {"wilds_to_win": 4}
    any_tiles = "1469m2588p2358s111s"  # 15, three wilds among them
    assert reason(indicator="1s", concealed=any_tiles + "7z", tile="6z", giver=None, options=four) == "not_a_win"
    assert win(indicator="1s", concealed=any_tiles + "2f", tile="6z", giver=None, options=four)[1] == ["three_wilds"]
    # three alone as a pung of their own face: 8; the pair of Red 2; two_wilds 1: 30 x 2
    kw = {"concealed": "123456m234789p111s7z", "tile": "7z", "options": four}
    assert win(indicator="1s", **kw)[0] >= 60
    # under a flower three are enough
    assert win(indicator="4f", concealed="1469m2588p2358s1z12f", tile="3f", giver=None, options=four)[1] == [
        "three_wilds"
    ]


# ---------------------------------------------------------------- tai and points


def test_no_wilds_and_one_wild():
    assert win(giver=2, **HELD) == (40, ["no_wilds"])
    # one wild in the pair: five chows, open wait, nothing else
    assert win(concealed=OPEN + "1z", tile="5s", giver=2) == (20, ["all_chows"])
    assert win(concealed=OPEN + "1z", tile="5s", giver=None) == (30, ["self_draw"])  # 22, 0 tai


def test_self_draw_is_not_counted_on_the_pair():
    kw = {"concealed": "123456m234789p9s345s", "tile": "9s", "giver": None}
    assert win(**kw) == (40, ["no_wilds"])
    assert win(options={"single_self_draw": True}, **kw) == (50, ["no_wilds", "self_draw"])
    both = {"single_self_draw": True, "single_wait_points": True}
    assert win(options=both, **kw) == (50, ["no_wilds", "self_draw", "single_wait"])  # 24 x 2 = 48


def test_waits():
    assert win(concealed="123456m234789p99s46s", tile="5s") == (50, ["closed_wait", "no_wilds"])
    assert win(concealed="45567m123456p78999s", tile="6m") == (50, ["closed_wait", "no_wilds"])
    edge = {"edge_wait_points": True}
    assert win(concealed="123456m234789p99s89s", tile="7s") == (40, ["no_wilds"])
    assert win(concealed="123456m234789p99s89s", tile="7s", options=edge) == (50, ["edge_wait", "no_wilds"])
    # a drawn wild may be the middle tile: 22 + 2, one wild, 0 tai
    assert win(concealed="123456m234789p99s46s", tile="1z", giver=None) == (30, ["closed_wait", "self_draw"])


def test_a_claimed_pung_is_exposed():
    kw = {"concealed": "123456m234789p99s66z", "tile": "6z"}
    assert win(giver=3, **kw) == (100, ["dragon_pung", "no_wilds"])  # 24 x 4
    assert win(giver=None, **kw) == (120, ["dragon_pung", "no_wilds", "self_draw"])  # 30 x 4


def test_big_tiles():
    kw = {"concealed": "111999m234p55s34s789p", "tile": "2s"}  # two concealed pungs of big tiles: 16
    assert win(**kw) == (80, ["no_wilds"])  # 36 x 2 = 72
    assert win(options={"big_tiles": "honors"}, **kw) == (60, ["no_wilds"])  # 28 x 2 = 56


def test_pairs_that_pay():
    for pair, value in (("77z", 50), ("66z", 50), ("22z", 50), ("33z", 40)):  # seat 1 is South; 22 x 2 = 44
        assert win(concealed="123456m234789p34s" + pair, tile="5s")[0] == value
    assert win(concealed="123456m234789p34s71z", tile="5s")[0] == 30  # a wild and a 7z are such a pair


def test_a_wild_dragon_is_no_dragon_pung():
    # 9s with two wild 7z: a pung of 9s 8; two wilds; 28 x 2
    assert win(indicator="7z", concealed="123456m234p22349s77z", tile="5s") == (60, ["two_wilds"])


def test_the_round_wind_counts_with_its_option():
    kw = {"concealed": "123456m234p99s34s111z", "tile": "5s", "indicator": "1s"}
    assert win(**kw) == (60, ["no_wilds"])  # 28 x 2 = 56; East is not the seat wind of seat 1
    on = {"round_wind_tai": True}
    assert win(options=on, **kw) == (120, ["no_wilds", "prevalent_wind"])  # 28 x 4 = 112
    assert win(options=on, round_wind="S", **kw) == (60, ["no_wilds"])
    kw["concealed"] = "123456m234p99s34s222z"
    assert win(options=on, round_wind="S", **kw) == (230, ["no_wilds", "prevalent_wind", "seat_wind"])  # 28 x 8


def test_out_with_replacement_counts_with_its_option():
    kw = {"giver": None, "options": {"kong_bloom_tai": True}}
    for flag in ("after_kong", "after_flower"):
        assert win(flags=[flag], **kw, **HELD) == (90, ["no_wilds", "out_with_replacement", "self_draw"])  # 22 x 4
    assert win(flags=["after_kong"], giver=None, **HELD) == (50, ["no_wilds", "self_draw"])


def test_flowers():
    # guest flowers 4 each; the own one in hand is a wild
    assert win(flowers="1f", **HELD) == (50, ["no_wilds"])  # 24 x 2
    assert win(flowers="134f", **HELD) == (70, ["no_wilds"])  # 32 x 2
    kw = {"concealed": OPEN + "2f", "tile": "5s"}
    assert win(**kw) == (40, ["seat_flower"])
    assert win(flowers="13f", **kw) == (60, ["seat_flower"])  # 28 x 2
    assert win(flowers="134f", **kw) == (130, ["four_flowers"])  # 32 x 4


def test_the_largest_receipt_counts():
    # 2z and a wild the pair: 25 x 10 chips; no other reading of the wilds is worth more
    kw = {"indicator": "5p", "concealed": "2468m55p1f", "winner": 0, "tile": "2z", "giver": 1}
    kw["melds"] = [chow("123m", 3), chow("345m", 3), chow("789m", 3)]
    assert win(**kw) == (160, ["half_flush", "seat_flower", "two_wilds"])


# ---------------------------------------------------------------- limit hands


def test_meeting_of_the_wilds():
    kw = {"indicator": "5p", "tile": "5s", "giver": 3}
    assert win(concealed="123456m789p99s34s55p2f", **kw) == (300, ["cai_shen_hui"])
    # without them there are no four sets and a pair
    value, ids = win(concealed="124568m55789p99s34s2f", **kw)
    assert value < 300 and "seat_flower" in ids and "two_wilds" in ids


def test_four_winds():
    kw = {"indicator": "1s", "melds": [pung("111z"), pung("222z"), pung("333z")]}
    assert win(concealed="4446677z", tile="6z", **kw)[1] == ["si_fang_da_fa"]
    assert win(concealed="5556m444z", tile="6m", **kw)[1] == ["big_four_winds"]
    assert win(concealed="55567m44z", tile="8m", **kw)[1] == ["little_four_winds"]


def test_four_winds_with_a_wild_wind():
    # North is wild: two of them are the pair, or with the own flower the pung
    melds = [pung("111z"), pung("222z"), pung("333z")]
    kw = {"indicator": "4z", "melds": melds, "tile": "8m"}
    strict = {"four_winds_strict": True}
    assert win(concealed="44z55567m", **kw)[1] == ["little_four_winds"]
    assert win(concealed="44z55567m", options=strict, **kw)[1] == ["little_four_winds"]
    assert win(concealed="4z2f55567m", **kw)[1] == ["little_four_winds"]
    assert "little_four_winds" not in win(concealed="4z2f55567m", options=strict, **kw)[1]
    assert "big_four_winds" in win(concealed="44z2f5567m", options=strict, **kw)[1]


def test_terminals_and_honours():
    kw = {"indicator": "5p", "melds": [pung("111m"), pung("999m"), pung("111s")], "tile": "1p"}
    assert win(concealed="1199p999s", **kw)[1] == ["all_terminals"]
    assert win(concealed="1199p222z", **kw)[1] == ["all_terminals_and_honors"]
    honours = [pung("111z"), pung("222z"), pung("666z")]
    assert win(indicator="5p", melds=honours, concealed="3344777z", tile="3z")[1] == ["all_honors", "little_four_winds"]


def test_four_guardians():
    melds = [pung("111z"), pung("222z"), pung("666z")]
    kw = {"indicator": "9p", "concealed": "12345m77z", "melds": melds, "tile": "6m"}
    assert win(options={"four_guardians": True}, **kw) == (300, ["si_da_jin_gang"])
    kw["concealed"] = "12345m77m"
    assert "si_da_jin_gang" not in win(options={"four_guardians": True}, **kw)[1]


# ---------------------------------------------------------------- options that forbid


def test_fishing_for_an_honour_with_three_wilds():
    # 12s with a wild; 7z and the two others a pung: 24 x 8 = 192; as the pair it is worth less
    kw = {"indicator": "5p", "concealed": "123456789m99p12s55p2f", "tile": "7z"}
    assert reason(giver=3, **kw) == "three_wild_honor"
    # drawn it is fine: 8 + 2; 30 x 8
    assert win(giver=None, **kw) == (240, ["dragon_pung", "seat_flower", "self_draw", "two_wilds"])
    assert win(giver=3, options={"three_wild_honor": "allow"}, **kw)[0] == 200
    assert win(giver=3, options={"three_wild_honor": "honors_only"}, **kw)[0] == 200
    assert reason(giver=3, options={"three_wild_honor": "honors_only"}, **dict(kw, tile="3s")) == "three_wild_honor"
    assert win(giver=3, **dict(kw, tile="3s"))[1] == ["cai_shen_hui"]
    assert win(giver=0, flags=["earthly"], **kw)[1] == ["earthly_hand"]
    # an arrangement without that pung is worth as much
    kw["concealed"] = "123456789m22s77z55p2f"
    assert win(giver=3, **kw)[1] == ["cai_shen_hui"]


def test_a_naked_wild():
    melds = [chow("123m"), chow("123p"), chow("123s"), chow("456m"), chow("456p")]
    kw = {"concealed": "1z", "melds": melds, "tile": "9s"}
    assert win(**kw) == (20, ["all_chows"])
    assert reason(options={"naked_wild_wait": False}, **kw) == "naked_wild_wait"
    assert reason(options={"naked_wild_wait": False}, giver=None, **kw) == "naked_wild_wait"


def test_a_robbed_tile_and_a_wild_as_the_pair():
    kw = {"concealed": "123456m234789p345s1z", "tile": "9s", "giver": 2, "flags": ["rob_kong"]}
    robbed = [(2, {"melds": [pung("999s", 0)]})]
    off = {"rob_wild_pair": False}
    assert win(others=robbed, **kw)[0] == 20
    assert reason(others=robbed, options=off, **kw) == "rob_wild_pair"
    assert win(options=off, **kw)[0] == 20  # no pung there: an ordinary discard
    # 78s with the robbed 9s: another reading
    kw["concealed"] = "123456m234789p78s1z2z"
    assert win(others=robbed, options=off, **kw)[0] == 30  # the pair of 2z and a wild pays 2


def test_three_claims_draw_the_hand():
    r = hand(giver=0, options={"abort_triple_win": True}, **HELD)
    r["wins"] += [{"seat": seat, "tile": "5s", "from": 0} for seat in (2, 3)]
    r["hands"][2]["concealed"] = "1m"
    a = score(r)
    assert [w["reason"] for w in a["wins"]] == ["abort_triple_win"] * 3
    assert a["delta"] == [0, 0, 0, 0] and a["next_dealer"] == 1
    r["options"] = {}
    assert [w.get("reason") for w in score(r)["wins"]] == [None, "priority", "priority"]


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
