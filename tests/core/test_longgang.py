"""Longgang beyond the shared cases: what rules/longgang.md says in each section."""

from check import raises
from longgang_hands import HELD, OPEN, answer, hand, kong, reason, win
from samples import chow, pung

from engine_core import tiles
from engine_core.check import RecordError
from engine_core.regions import longgang_limits  # noqa: F401  # here, while a small heap still has room to compile it
from engine_core.rules import load
from engine_core.score import score
from engine_core.wall import opening

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


def test_what_a_false_win_costs_is_known_without_the_hand():
    rules = load("longgang", {"players": 5})
    assert rules.fines(None, 0, 0) == [0, 20, 20, 20, 20]
    assert rules.fines(None, 0, 2) == [20, 10, 0, 10, 10]


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
    # a false claim of his before is none of the three
    r["wins"].insert(0, {"seat": 0, "tile": "9s"})
    r["hands"][0]["concealed"] = "1m"
    a = score(r)
    assert [w["reason"] for w in a["wins"]] == ["tile_count"] + ["abort_triple_win"] * 3
    assert a["delta"] == [-60, 20, 20, 20]
    r["options"] = {}
    assert [w.get("reason") for w in score(r)["wins"][1:]] == [None, "priority", "priority"]
