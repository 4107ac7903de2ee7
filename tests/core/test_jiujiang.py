"""Jiujiang beyond the shared cases: what rules/jiujiang.md says in each section."""

from check import raises
from samples import chow, claims, pung, record

from engine_core import tiles
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.score import explain, score
from engine_core.wall import script

E1 = {"edition": "1"}
OPEN = {"concealed": "34567m456s99p", "tile": "8m"}  # beside pung 222p: plain, open, waits on 2 5 8
CLOSED = {"concealed": "68m234567p34599s", "tile": "7m"}  # concealed, waits on 7m alone
TWO_SIDED = {"concealed": "234567m34p55789s", "tile": "5p"}  # concealed, waits on 2p and 5p


def answer(**kw):
    return score(record("jiujiang", **kw))


win, reason = claims(answer)


def counts(name, **kw):
    return win(**kw)[1].count(name)


def opened(**kw):
    """The plain open hand beside its pung."""
    for key in OPEN:
        kw.setdefault(key, OPEN[key])
    kw.setdefault("melds", [pung("222p")])
    return kw


# ---------------------------------------------------------------- tile set, wall, dice


def test_the_set_has_red_white_and_green_and_no_winds():
    rules = load("jiujiang")
    assert sum(rules.copies(k) for k in range(tiles.KINDS)) == 120
    assert [rules.copies(tiles.kind(t)) for t in ("1z", "4z", "5z", "6z", "7z", "1f")] == [0, 0, 4, 4, 4, 0]


def test_two_dice_for_a_kong_in_edition_1_only():
    def step(event, options):
        r = {"region": "jiujiang", "options": options, "dice": [1], "events": [event]}
        s = script(r)["steps"][0]
        return s["taken"], s.get("refused", False)

    assert step("kong", {}) == ("2:01u", False)
    assert step({"kong": [1, 2]}, {}) == (None, True)
    assert step("kong", E1) == (None, True)
    assert step({"kong": [3]}, E1) == (None, True)
    # stack 1 of the tail is the broken wall's first, the second is the one before it: side 3, stack 15
    assert step({"kong": [1, 1]}, E1) == ("3:15u", False)
    assert step("flower", E1) == ("2:01u", False)


# ---------------------------------------------------------------- winning shapes, minimum, reasons


def test_a_plain_hand_on_a_discard_is_short_of_two_fans():
    assert reason(**opened()) == "below_minimum"
    assert win(giver=None, **opened()) == (2, ["plain_hand", "self_draw"])
    assert win(flowers="6z", **opened()) == (2, ["green", "plain_hand"])


def test_what_is_eaten_does_not_help_to_reach_two():
    r = record("jiujiang", **opened())
    r["hands"][2] = {"flowers": "6666z", "ready": "declared"}
    a = score(r)
    assert a["wins"][0]["reason"] == "below_minimum" and a["delta"] == [10, -30, 10, 10]


def test_events_lift_a_plain_hand_over_the_minimum():
    for edition in "12":
        r = record("jiujiang", options={"edition": edition}, **opened(flags=["last_tile"]))
        assert score(r)["wins"][0]["valid"]


def test_reasons_in_order():
    bad = {"concealed": "1m", "melds": [chow("234m")], "tile": "1m"}
    assert reason(fouls=[{"seat": 1, "kind": "dead_hand"}], **bad) == "dead_hand"
    assert reason(fouls=[{"seat": 1, "kind": "false_win"}], **bad) == "dead_hand"
    assert reason(**bad) == "tile_count"
    assert reason(concealed="1223456789m", melds=[chow("234s")], tile="1p") == "bad_meld"
    assert reason(concealed="1223456789m", melds=[pung("222s")], tile="1p") == "not_a_win"


def test_a_green_or_a_wind_in_hand_wins_nothing():
    for concealed, tile in (("234567m34p666z78s", "9s"), ("234567m34588s66z", "6z"), ("234567m345p22z789s", "2z")):
        assert reason(concealed=concealed, tile=tile, giver=None) in ("tile_count", "not_a_win")
    assert reason(concealed="234567m345789p6z", tile="6z", giver=None) == "not_a_win"
    assert reason(concealed="234567m345789p2z", tile="2z", giver=None) == "not_a_win"
    assert reason(concealed="234567m345789p2p", tile="1f", giver=None) == "not_a_win"
    assert reason(concealed="1122m3344p5566s6z", tile="6z", giver=None) == "not_a_win"


def test_melds_that_are_none_are_refused():
    for kind, text in (("pung", "112m"), ("kong", "111m"), ("pung", "666z"), ("kong", "2222z"), ("chow", "567z")):
        kw = opened(melds=[{"kind": kind, "tiles": text}])
        assert reason(**kw) == "bad_meld", text


def test_a_chow_only_as_the_fourth_of_exposed_melds():
    three = [pung("222p"), pung("9999s", 3, "kong"), pung("5555m", 2, "added_kong")]
    hand = {"concealed": "7m", "tile": "7m"}
    assert win(melds=three + [chow("345s")], **hand) == (12, ["melded_hand", "melded_kong", "melded_kong"])
    assert reason(melds=three + [chow("345s")], options=E1, **hand) == "bad_meld"
    assert reason(melds=three + [chow("352s")], **hand) == "bad_meld"
    hidden = [pung("222p"), pung("999s"), pung("5555m", kind="concealed_kong")]
    assert reason(melds=hidden + [chow("345s")], **hand) == "bad_meld"
    assert reason(melds=[pung("222p"), pung("999s"), chow("123p"), chow("345s")], **hand) == "bad_meld"
    assert reason(concealed="7m345s", tile="7m", melds=[pung("222p"), pung("999s"), chow("345s")]) == "bad_meld"


def test_five_melds_are_too_many():
    melds = [pung("111m"), pung("222m"), pung("333m"), pung("444m"), pung("555m")]
    assert reason(concealed="", melds=melds, tile="7m") == "tile_count"


# ---------------------------------------------------------------- patterns by shape


def test_half_flush_needs_red_or_white_and_may_have_greens():
    assert counts("half_flush", concealed="1234577799m", melds=[pung("555z")], tile="6m", flowers="66z") == 1
    assert win(concealed="1122334466m775z", tile="5z")[1] == ["gun", "half_flush", "seven_pairs", "xiaosa_pairs"]
    assert counts("half_flush", concealed="1234577799m", melds=[pung("555p")], tile="6m", flowers="66z") == 0


def test_a_straight_is_concealed_and_of_one_suit():
    assert win(concealed="12345678m99s", melds=[pung("333p")], tile="9m") == (10, ["pure_straight"])
    mixed = {"concealed": "123m45678p99s", "melds": [pung("333m")], "tile": "9p", "giver": None}
    assert counts("pure_straight", **mixed) == 0
    assert win(concealed="12456789m555z11s", tile="3m") == (
        22, ["concealed_dragon_pung", "concealed_hand", "edge_wait", "pure_straight"])  # fmt: skip
    # the set beside it may be a chow of the same suit: 123 456 789 and 456
    assert counts("pure_straight", concealed="1234455667899m"[:13] + "m", tile="9m", giver=None) == 1


def test_a_straight_is_taken_rather_than_a_wait():
    # 123 456 789m in which the 2m is closed, and 11; 3m 6m 9m make 111 and a pair, so it is not the only wait
    assert win(concealed="1113456789m", melds=[pung("777s")], tile="2m") == (10, ["pure_straight"])


def test_consecutive_pungs():
    def ids(options, concealed, tile, *melds):
        return win(options=options, concealed=concealed, tile=tile, melds=[pung(m) for m in melds])[1]

    three = ("44p99s", "4p", "222p", "333p", "111m")
    assert "xiaosa_pungs" in ids({}, *three) and "xiaosa_pungs" in ids(E1, *three)
    four = ("44p99s", "4p", "111p", "222p", "333p")
    assert "xiaosa_gun_pungs" in ids({}, *four) and "xiaosa_pungs" not in ids({}, *four)
    assert ids(E1, *four) == ["all_pungs", "xiaosa_pungs"]
    across = ("11p99s", "1p", "999m", "222p", "333p")  # 9m and 1p 2p 3p
    assert "xiaosa_pungs" in ids({}, *across)
    assert ids({}, "88m99s", "8m", "999m", "111p", "222p") == ["all_pungs"]


def test_a_kong_is_a_triplet_of_consecutive_pungs():
    melds = [pung("2222p", kind="concealed_kong"), pung("333p"), pung("4444p", 0, "kong")]
    assert win(concealed="11m99s", tile="1m", melds=melds) == (
        23, ["all_pungs", "concealed_kong", "melded_kong", "xiaosa_pungs"])  # fmt: skip


def test_melded_hand():
    melds = [pung("222p"), pung("999s"), pung("555m"), pung("8888m", 2, "kong")]
    assert win(concealed="7p", tile="7p", melds=melds) == (26, ["all_pungs", "melded_hand", "melded_kong"])
    assert win(concealed="7p", tile="7p", melds=melds, options=E1) == (26, ["all_pungs", "melded_hand", "melded_kong"])
    # a concealed kong prevents it, and then the single wait counts (E2)
    melds[3] = pung("8888m", kind="concealed_kong")
    assert win(concealed="7p", tile="7p", melds=melds) == (22, ["all_pungs", "concealed_kong", "single_wait"])
    assert win(concealed="7p", tile="7p", melds=melds, options=E1) == (17, ["all_pungs", "concealed_kong"])


def test_seven_pairs():
    assert win(concealed="1133m5577p2299s5z", tile="5z", options=E1) == (25, ["concealed_hand", "seven_pairs"])
    assert win(concealed="1133m5577p2299s5z", tile="5z", giver=None) == (25, ["self_draw", "seven_pairs"])
    # four Whites and four Reds are pairs: no kongs, no triplets, no red flag
    assert win(concealed="1133m77p5555777z", tile="7z") == (30, ["haohua", "haohua", "seven_pairs"])


def test_runs_rolls_and_luxuries():
    # two runs, the second with a fourth rank
    assert win(concealed="112233m5566778p", tile="8p") == (35, ["gun", "seven_pairs", "xiaosa_pairs", "xiaosa_pairs"])
    # 8m 9m 1p 2p is no run
    assert win(concealed="8899m1122p5577s5z", tile="5z") == (20, ["seven_pairs"])
    # 1111 2222 3333 44: 20 + full flush 20 + run 5 + roll 5 + three luxuries 15
    assert win(concealed="1111222233334m", tile="4m") == (
        65, ["full_flush", "gun", "haohua", "haohua", "haohua", "seven_pairs", "xiaosa_pairs"])  # fmt: skip


def test_seven_fairies():
    hand = {"concealed": "1122334455667m", "tile": "7m"}
    assert win(**hand) == (50, ["qi_xiannv"])
    assert win(giver=None, **hand) == (100, ["qi_xiannv"])
    assert win(giver=None, options={"fairies_discard": 100}, **hand) == (150, ["qi_xiannv"])
    assert win(options={"edition": "1", "fairies_discard": 300}, **hand) == (100, ["qi_xiannv"])
    # events and Greens still add, self-draw and concealed never
    assert win(flags=["last_tile"], flowers="66z", **hand) == (62, ["green", "green", "last_tile_claim", "qi_xiannv"])
    assert win(giver=None, winner=0, flags=["heavenly"], options=E1, **hand) == (160, ["heavenly_hand", "qi_xiannv"])
    # eight ranks with a gap, or four of one: ordinary seven pairs
    assert counts("qi_xiannv", concealed="1122334455668m", tile="8m") == 0
    assert counts("qi_xiannv", concealed="1111223344556m", tile="6m") == 0


def test_red_flag():
    hand = {"concealed": "45p99s777z", "tile": "6p", "melds": [pung("555z"), pung("111m")]}
    assert win(**hand) == (13, ["concealed_dragon_pung", "dragon_pung", "hongqi_piaopiao"])
    assert win(options=E1, **hand) == (14, ["concealed_dragon_pung", "dragon_pung", "hongqi_piaopiao", "plain_hand"])
    # E1: a plain hand keeps adders of 1
    assert win(options=E1, giver=None, **hand)[0] == 15 and win(giver=None, **hand)[0] == 18
    # E1: beside a flower it adds ten all the same
    melds = [pung("555z"), pung("777z")]
    assert win(options=E1, concealed="2345699m", tile="7m", melds=melds) == (
        22, ["dragon_pung", "dragon_pung", "half_flush", "hongqi_piaopiao"])  # fmt: skip


# ---------------------------------------------------------------- patterns by event


def test_out_with_replacement_needs_a_kong_of_the_winner():
    kong = opened(melds=[pung("2222p", 0, "kong")], flags=["after_kong"])
    assert win(giver=None, **kong) == (11, ["melded_kong", "out_with_replacement"])
    assert win(giver=None, **opened(flags=["after_kong"])) == (2, ["plain_hand", "self_draw"])
    assert win(**kong) == (2, ["melded_kong", "plain_hand"])
    assert win(giver=None, **opened(flags=["after_flower"])) == (2, ["plain_hand", "self_draw"])


def test_the_option_for_self_draw_after_a_kong_gives_way_to_the_last_tile():
    more = {"replacement_self_draw": True}
    kong = opened(melds=[pung("2222p", 0, "kong")], giver=None)
    assert win(options=more, flags=["after_kong"], **kong)[0] == 16
    assert win(options=more, flags=["after_kong", "last_tile"], **kong) == (
        21, ["last_tile_draw", "melded_kong", "out_with_replacement"])  # fmt: skip
    assert win(options=E1, flags=["after_kong", "last_tile"], **kong)[0] == 10 + 5 + 1 + 10


def test_last_tile():
    assert win(giver=None, **opened(flags=["last_tile"])) == (10, ["last_tile_draw"])
    assert win(giver=None, options=E1, **opened(flags=["last_tile"])) == (
        12, ["last_tile_draw", "plain_hand", "self_draw"])  # fmt: skip
    assert win(flags=["last_tile"], **CLOSED) == (20, ["closed_wait", "concealed_hand", "last_tile_claim"])
    assert win(flags=["last_tile"], options=E1, **CLOSED) == (
        13, ["closed_wait", "concealed_hand", "last_tile_claim", "plain_hand"])  # fmt: skip


def test_a_discard_after_a_kong_needs_a_kong_of_the_giver():
    r = record("jiujiang", flags=["kong_discard"], **TWO_SIDED)
    assert score(r)["wins"][0]["patterns"] == ["concealed_hand", "plain_hand"]
    r["hands"][2]["melds"] = [pung("1111m", 0, "kong")]
    assert score(r)["wins"][0]["patterns"] == ["concealed_hand", "kong_discard"]
    assert score(r)["delta"] == [0, 16, -16, 0]


def test_a_robbed_kong_is_the_giver_s_pung():
    r = record("jiujiang", flags=["rob_kong"], **TWO_SIDED)
    assert "robbing_the_kong" not in score(r)["wins"][0]["patterns"]
    r["hands"][2]["melds"] = [pung("555p", 0)]
    assert score(r)["wins"][0]["value"] == 15 and score(r)["delta"] == [0, 16, -16, 0]
    r["wins"][0]["flags"] = []  # an ordinary discard: the pung is not eaten
    assert score(r)["delta"] == [0, 2, -2, 0]


def test_a_robbed_tile_is_no_discard():
    """A kong needs a replacement, so the tile is not the last one; and what is robbed was not discarded."""
    r = record("jiujiang", flags=["rob_kong", "last_tile", "kong_discard"], **TWO_SIDED)
    r["hands"][2]["melds"] = [pung("1111m", 0, "kong")]
    assert score(r)["wins"][0]["patterns"] == ["concealed_hand", "kong_discard", "last_tile_claim"]
    r["hands"][2]["melds"].append(pung("555p", 0))
    assert score(r)["wins"][0]["patterns"] == ["concealed_hand", "robbing_the_kong"]


def test_heavenly_hand():
    hand = dict(CLOSED, winner=0, giver=None, flags=["heavenly"])
    assert win(**hand) == (20, ["heavenly_hand"])
    assert win(options=E1, **hand) == (20, ["concealed_hand", "heavenly_hand", "self_draw"])
    assert win(ready="declared", **hand)[0] == 20  # ready is not counted with it
    assert "heavenly_hand" not in win(**dict(hand, dealer=3))[1]
    assert "heavenly_hand" not in win(**dict(hand, giver=2))[1]
    kong = opened(melds=[pung("2222p", kind="concealed_kong")], winner=0, giver=None, flags=["heavenly"])
    assert "heavenly_hand" not in win(**kong)[1]


def test_earthly_hand():
    hand = dict(CLOSED, flags=["earthly"])
    assert win(giver=0, **hand) == (25, ["closed_wait", "earthly_hand"])
    assert win(giver=0, options=E1, **hand) == (20, ["closed_wait", "concealed_hand", "earthly_hand"])
    assert win(giver=0, options=E1, **dict(TWO_SIDED, flags=["earthly"]))[0] == 15
    assert "earthly_hand" not in win(giver=None, **hand)[1]
    assert win(giver=None, options=E1, **hand) == (
        25, ["closed_wait", "concealed_hand", "earthly_hand", "self_draw"])  # fmt: skip
    assert "earthly_hand" not in win(giver=2, options=E1, **hand)[1]
    assert "earthly_hand" not in win(giver=3, dealer=1, **hand)[1]
    assert "earthly_hand" not in win(giver=0, flowers="6z", **opened(flags=["earthly"]))[1]


def test_ready():
    assert win(ready="declared", **TWO_SIDED) == (10, ["ready_hand"])
    assert win(ready="declared", options=E1, **TWO_SIDED) == (15, ["concealed_hand", "ready_hand"])
    assert counts("ready_hand", ready="shown", **TWO_SIDED) == 0


def test_flags_without_a_meaning_are_ignored():
    plain = win(**TWO_SIDED)
    for flag in ("after_kong", "after_flower", "kong_discard", "rob_kong", "heavenly", "earthly", "humanly"):
        assert win(flags=[flag], **TWO_SIDED) == plain, flag


# ---------------------------------------------------------------- waits


def wait(concealed, tile, **kw):
    ids = win(concealed=concealed, tile=tile, flowers="6z", **kw)[1]
    found = [p for p in ids if p.endswith("_wait")]
    assert len(found) < 2
    return found[0] if found else None


def test_one_wait_at_most_and_only_a_sole_one():
    for concealed, tile, name in (
        ("12m234567p34599s", "3m", "edge_wait"),
        ("89m234567p34599s", "7m", "edge_wait"),
        ("68m234567p34599s", "7m", "closed_wait"),
        ("23m234567p34599s", "1m", None),
        ("2m234567p345789s", "2m", "single_wait"),
        ("2345m234567p345s", "2m", None),  # 2 and 5 make the pair
        ("1122m234567p345s", "2m", None),  # two pairs
        ("1112m234567p345s", "3m", None),  # 3m completes 123 with 11, 2m the pair
        ("3335m234567p345s", "4m", None),  # 345 with 33, or 5m as the pair
    ):
        assert wait(concealed, tile) == name, (concealed, tile)


def test_the_first_of_edge_closed_single_is_listed():
    assert wait("7789m234567p345s", "7m") == "edge_wait"  # 789 and 77: in the chow or in the pair
    assert wait("2334m234567p345s", "3m") == "closed_wait"  # 234 and 33
    assert wait("12234m567p34599s", "3m") == "edge_wait"  # 123 and 234


def test_a_kind_of_which_the_winner_holds_four_is_no_wait():
    # 1113m waits on 2m (123 and 11) and on 3m (111 and 33); with three of 3m on the table he holds all four
    assert wait("1113m345p678s", "2m", melds=[pung("333m")]) == "closed_wait"
    assert wait("1113m345p678s", "2m", melds=[pung("222s")]) is None


def test_what_only_edition_2_has_is_no_pattern_of_edition_1():
    only_in_2 = ["xiaosa_gun_pungs", "single_wait"]
    both = [p for p, _ in load("jiujiang").PATTERNS]
    for options in ({"edition": "1"}, {"edition": "1", "worths": {"single_wait": 9}}):
        rules = load("jiujiang", options)
        assert [p for p, _ in rules.PATTERNS] == [p for p in both if p not in only_in_2]
        assert sorted(rules.worth) == sorted([p for p, _ in rules.PATTERNS])
    assert [p for p in both if p in only_in_2] == only_in_2


def test_single_wait_in_edition_2_only():
    assert wait("2m234567p345789s", "2m", options=E1) is None
    assert wait("12m234567p34599s", "3m", options=E1) == "edge_wait"
    assert wait("9m111222333p777s", "9m") == "single_wait"


def test_seven_pairs_know_no_wait():
    # 7s alone makes both shapes
    for options in ({}, E1):
        assert wait("112233m445566p7s", "7s", options=options) is None
        assert "seven_pairs" in win(concealed="112233m445566p7s", tile="7s", options=options)[1]


# ---------------------------------------------------------------- extras


def test_red_and_white_sets_and_kongs():
    def value(meld, **kw):
        return win(giver=None, **opened(melds=[meld], **kw))

    assert value(pung("777z")) == (3, ["dragon_pung", "plain_hand", "self_draw"])
    assert value(pung("7777z", 0, "kong")) == (5, ["dragon_kong", "plain_hand", "self_draw"])
    assert value(pung("7777z", 0, "added_kong")) == (5, ["dragon_kong", "plain_hand", "self_draw"])
    assert value(pung("7777z", kind="concealed_kong"))[1] == [
        "concealed_dragon_kong", "concealed_hand", "plain_hand", "self_draw"]  # fmt: skip
    assert value(pung("2222p", 0, "kong")) == (3, ["melded_kong", "plain_hand", "self_draw"])
    assert value(pung("2222p", 0, "added_kong")) == (3, ["melded_kong", "plain_hand", "self_draw"])


def test_a_triplet_completed_by_a_discard_is_no_concealed_one():
    hand = {"concealed": "234567m345p99s77z", "tile": "7z"}
    assert "dragon_pung" in win(**hand)[1]
    assert "concealed_dragon_pung" in win(giver=None, **hand)[1]
    assert "concealed_dragon_pung" in win(concealed="23456m345p99s777z", tile="7m")[1]


def test_greens():
    for n in range(5):
        value, ids = win(flowers="6" * n + "z" if n else "", **TWO_SIDED)
        assert value == 2 + (10 if n == 4 else n)
        assert (ids.count("green"), ids.count("four_greens")) == ((0, 1) if n == 4 else (n, 0))
    # four Greens make no flower hand
    assert "plain_hand" in win(flowers="6666z", **TWO_SIDED)[1]
    assert str(raises(RecordError, answer, flowers="66666z", **TWO_SIDED)).startswith("hands.1.flowers: ")


# ---------------------------------------------------------------- payments


def paid(payer, **kw):
    """What payer 0 pays for a self-drawn win worth 2 of seat 1."""
    r = record("jiujiang", giver=None, **opened(**kw))
    r["hands"][0] = payer
    delta = score(r)["delta"]
    assert delta[2] == delta[3] and sum(delta) == 0
    return -delta[0], -delta[2]


def test_what_is_eaten():
    for payer, fans in (
        ({}, 0),
        ({"flowers": "6z"}, 1),
        ({"flowers": "666z"}, 3),
        ({"flowers": "6666z"}, 10),
        ({"melds": [pung("777z", 2)]}, 1),
        ({"melds": [pung("111m", 2)]}, 0),
        ({"melds": [pung("7777z", 2, "kong")]}, 3),
        ({"melds": [pung("7777z", 2, "added_kong")]}, 3),
        ({"melds": [pung("7777z", kind="concealed_kong")]}, 4),
        ({"melds": [pung("1111m", 2, "kong"), pung("9999s", 2, "added_kong")]}, 2),
        ({"melds": [pung("1111m", kind="concealed_kong")]}, 2),
        ({"melds": [pung("777z", 2), pung("5555z", kind="concealed_kong")]}, 15),
        ({"concealed": "555777z"}, 0),
        ({"ready": "declared"}, 10),
        ({"ready": "declared", "flowers": "66z", "melds": [pung("1111m", kind="concealed_kong")]}, 14),
    ):
        assert paid(payer) == (2 + fans, 2), payer


def test_only_the_discarder_is_eaten_from():
    r = record("jiujiang", **TWO_SIDED)
    r["hands"][0] = {"flowers": "66z"}
    r["hands"][2] = {"flowers": "6z"}
    assert score(r)["delta"] == [0, 3, -3, 0]


def test_the_dealer_pays_and_gets_double_with_the_option():
    double = {"dealer_double": True}
    assert paid({"flowers": "6z"}, options=double) == (6, 2)
    assert answer(giver=2, options=double, **TWO_SIDED)["delta"] == [0, 2, -2, 0]
    assert answer(giver=2, winner=0, options=double, **TWO_SIDED)["delta"] == [4, 0, -4, 0]
    assert answer(options=double, **opened())["delta"] == [10, -30, 10, 10]  # a fine is not doubled


def test_points_per_fan():
    for carry, options, unit in (
        ({"washout": 2, "follow": 1}, {}, 8),
        ({"washout": 2, "follow": 1}, {"max_unit": 4}, 4),
        ({"washout": 2}, {"max_unit": 3}, 3),
        ({"washout": 2, "followed": 2}, {}, 4),
        ({"washout": 1000000}, {"max_unit": 16}, 16),
    ):
        a = answer(carry=carry, options=options, **TWO_SIDED)
        assert a["delta"] == [0, 2 * unit, -2 * unit, 0] and a["wins"][0]["value"] == 2, carry
        assert answer(carry=carry, options=options, **opened())["delta"][1] == -30 * unit
    text = str(raises(RecordError, answer, carry={"washout": 1000000}, **TWO_SIDED))
    assert text.startswith("carry: ")


def two_winners(options, giver=3):
    r = record("jiujiang", winner=2, concealed="234567m56m55p345s", tile="7m", giver=giver, options=options)
    r["hands"][1] = {"concealed": "34568m123s99p", "melds": [pung("222p")]}
    r["wins"].append({"seat": 1, "tile": "7m", "from": giver})
    return r


def test_a_house_may_change_every_worth():
    """The adders of a flower hand stay five times those of a plain one, seven fairies self-drawn 50 more."""
    hands = {
        "green": dict(TWO_SIDED, flowers="6z"), "self_draw": opened(giver=None),
        "pure_straight": {"concealed": "12345678m456p99s", "tile": "9m"},
    }  # fmt: skip
    for name, more in (("green", 4), ("self_draw", 4), ("pure_straight", -6)):
        page = win(**hands[name])
        house = win(options={"worths": {name: load("jiujiang").worth[name] + more}}, **hands[name])
        assert house == (page[0] + more, page[1]), name
    two = {"worths": {"closed_wait": 2}}
    assert win(options=two, **CLOSED) == (4, ["closed_wait", "concealed_hand", "plain_hand"])
    assert win(options=two, flags=["last_tile"], **CLOSED)[0] == 10 + 5 + 2 * 5
    fairies = {"concealed": "1122334455667m", "tile": "7m"}
    assert win(options={"worths": {"qi_xiannv": 30}}, **fairies)[0] == 30
    assert win(options={"worths": {"qi_xiannv": 30}, "fairies_discard": 100}, giver=None, **fairies)[0] == 80
    # what is worth more in edition 1 is the house's all the same, and what it does not know stays unknown
    house = {"edition": "1", "worths": {"heavenly_hand": 40, "single_wait": 9, "xiaosa_gun_pungs": 9}}
    assert win(options=house, winner=0, giver=None, flags=["heavenly"], **TWO_SIDED)[0] == 50
    assert win(options=house, concealed="2m234567p345789s", tile="2m", flowers="6z")[1] == [
        "concealed_hand", "green", "plain_hand"]  # fmt: skip


def test_the_reading_worth_most_is_that_of_the_house():
    pungs = {"concealed": "111222333m99p55s", "tile": "5s"}
    assert win(**pungs) == (25, ["all_pungs", "concealed_hand", "xiaosa_pungs"])
    no_pungs = {"worths": {"all_pungs": 0, "xiaosa_pungs": 0, "concealed_hand": 0}}
    assert win(options=no_pungs, flowers="6z", **pungs) == (2, ["concealed_hand", "green", "plain_hand"])
    pairs = {"concealed": "1122334455668m", "tile": "8m"}
    assert win(**pairs)[1] == ["full_flush", "gun", "gun", "gun", "seven_pairs", "xiaosa_pairs"]
    no_pairs = {"worths": {"seven_pairs": 0, "xiaosa_pairs": 0, "gun": 0}}
    assert win(options=no_pairs, **pairs) == (30, ["concealed_hand", "full_flush", "single_wait"])


def test_what_is_eaten_has_the_worth_of_the_house():
    r = record("jiujiang", options={"worths": {"green": 3, "ready_hand": 7}}, **TWO_SIDED)
    r["hands"][2].update({"flowers": "66z", "ready": "declared"})
    assert score(r)["delta"] == [0, 2 + 13, -15, 0]
    assert "    eaten: Green ×2: 6" in explain(r, "en")


def test_several_winners():
    a = score(two_winners({}))
    assert a["delta"] == [0, 2, 2, -4] and a["next_dealer"] == 2
    a = score(two_winners({"multi_win": False}))
    assert [w.get("reason") for w in a["wins"]] == [None, "priority"]
    assert a["delta"] == [0, 0, 2, -2] and a["next_dealer"] == 2  # and `priority` costs nothing


def test_the_first_valid_claim_deals():
    r = two_winners({"multi_win": False})
    r["hands"][2]["concealed"] = "234567m56m55p349s"
    a = score(r)
    assert [w.get("reason") for w in a["wins"]] == ["not_a_win", None]
    assert a["delta"] == [10, 12, -30, 8] and a["next_dealer"] == 1


def test_winners_not_on_one_tile_are_no_hand():
    r = two_winners({})
    r["wins"][1]["tile"] = "3m"
    r["hands"][1].update({"concealed": "45678m123s99p", "flowers": "6z"})
    assert str(raises(RecordError, score, r)).startswith("wins.1: ")
    r = two_winners({})
    r["wins"].append(r["wins"][1])
    assert str(raises(RecordError, score, r)).startswith("wins.2: ")


# ---------------------------------------------------------------- carry, penalties


def carry(options=None, dealer=0, winner=0, false=False, **given):
    """What goes on: seat `winner` wins on a discard (None: the hand was drawn)."""
    r = record("jiujiang", winner=winner or 0, giver=3, carry=given, options=options or {}, dealer=dealer, **TWO_SIDED)
    if winner is None:
        r["wins"] = []
    if false:
        r["wins"][0]["tile"] = "9m"
    return score(r)["carry"]


def test_washout_counts_down_in_edition_2():
    assert carry(winner=None) == {"washout": 1, "washout_left": 4}
    assert carry(winner=None, washout=1, washout_left=2) == {"washout": 2, "washout_left": 4}
    assert carry(washout=2, washout_left=3) == {"washout": 2, "washout_left": 2}
    assert carry(washout=2, washout_left=3, winner=1) == {"washout": 2, "washout_left": 2}
    assert carry(washout=2, washout_left=1) == {}
    assert carry(washout=1) == {"washout": 1, "washout_left": 3}
    assert carry({"washout_hands": 1}, washout=1) == {}
    assert carry({"washout_hands": 2}, winner=None) == {"washout": 1, "washout_left": 2}


def test_washout_lasts_as_long_as_the_dealer_in_edition_1():
    assert carry(E1, winner=None, washout=1, washout_left=3) == {"washout": 2}
    assert carry(E1, washout=2) == {"washout": 2}
    assert carry(E1, washout=2, winner=1) == {}


def test_following_the_dealer():
    for options in ({}, E1):
        assert carry(options, followed=2) == {"follow": 2}
        assert carry(options, follow=1, followed=1) == {"follow": 2}
        assert carry(options, follow=1) == {"follow": 1}
        assert carry(options, follow=1, winner=1) == {}
        assert carry(options, follow=1, followed=2, winner=1) == {"follow": 2}
    assert carry(winner=None, follow=1, followed=1) == {"follow": 2, "washout": 1, "washout_left": 4}
    assert str(raises(RecordError, carry, followed=3)).startswith("carry.followed: ")


def test_an_annulled_hand_changes_nothing():
    assert carry(false=True, washout=1, washout_left=3, follow=2, followed=1) == {
        "washout": 1, "washout_left": 3, "follow": 2}  # fmt: skip
    assert carry(E1, false=True, washout=1, washout_left=3) == {"washout": 1}
    assert carry({"false_win_penalty": 0}, false=True, washout=1, washout_left=3) == {"washout": 1, "washout_left": 3}
    r = record("jiujiang", dealer=2, fouls=[{"seat": 3, "kind": "false_win"}], carry={"washout": 1, "followed": 1})
    r["wins"] = []
    assert score(r) == {"wins": [], "delta": [20, 20, 20, -60], "next_dealer": 2, "carry": {"washout": 1}}


def test_a_dead_hand_without_a_claim_is_no_false_win():
    r = record("jiujiang", fouls=[{"seat": 3, "kind": "dead_hand"}])
    r["wins"] = []
    assert score(r)["delta"] == [0, 0, 0, 0] and score(r)["carry"] == {"washout": 1, "washout_left": 4}


def test_a_false_win_is_fined_once():
    r = record("jiujiang", concealed="12344m555p22789s", fouls=[{"seat": 1, "kind": "false_win"}])
    r["wins"].append(dict(r["wins"][0]))
    r["options"] = {"false_win_penalty": 7}
    assert score(r)["delta"] == [7, -21, 7, 7]


def test_options_out_of_range():
    for name, value in (
        ("edition", 2),
        ("edition", "3"),
        ("multi_win", 1),
        ("max_unit", -1),
        ("fairies_discard", 49),
        ("washout_hands", 0),
        ("false_win_penalty", True),
        ("minimum", 2),
    ):
        text = str(raises(RecordError, answer, options={name: value}, **TWO_SIDED))
        assert text.startswith("options.%s: " % name), text


# ---------------------------------------------------------------- explanations


def test_what_is_eaten_is_told():
    r = record("jiujiang", carry={"washout": 1, "follow": 1}, options={"dealer_double": True}, giver=0, **TWO_SIDED)
    r["hands"][0] = {"flowers": "66z", "melds": [pung("777z", 2), pung("9999m", kind="concealed_kong")]}
    en = explain(r, "en")
    assert en[1:] == [
        "S (seat 1) wins on 5p from E: 2",
        "  Concealed hand: 1",
        "  Plain hand: 1",
        "  base 1 + adders 1 + extras 0 = 2 fan",
        "  washout level 1, following level 1: 4 points a fan",
        "  E pays S 56 (discard)",
        "    eaten: Green ×2: 2",
        "    eaten: pung of Red or White ×1: 1",
        "    eaten: concealed kong ×1: 2",
        "    (2 + 5 eaten) × 4 × 2 (dealer) = 56 points",
        "In all: E -56  S +56  W 0  N 0",
        "Washout: level 1, for 3 more hands",
        "Next dealer: S (seat 1)",
    ]
    zh = explain(r, "zh")
    assert "    吃发财 ×2　2" in zh and "    (2 + 吃 5) × 4 × 2（庄家）= 56 分" in zh
    assert "黄庄升 1 级，还管 3 局" in zh


def test_a_fine_and_an_annulled_hand_are_told():
    en = explain(record("jiujiang", carry={"follow": 1}, **opened()), "en")
    assert "  1 fan, two are needed" in en
    assert en[-6:] == [
        "  S pays N 20 (false win)",
        "    10 fan × 2 = 20 points",
        "In all: E +20  S -60  W +20  N +20",
        "False win: the hand is annulled, doublings stay as they were",
        "Following the dealer: level 1, until the next dealer loses the deal",
        "Next dealer: E (seat 0)",
    ]


def test_every_name_has_its_text_in_both_languages():
    from engine_core import texts

    rules = load("jiujiang")
    keys = ["pattern." + p for p, _ in rules.PATTERNS] + ["option." + o[0] for o in rules.OPTIONS]
    keys += ["choice.1", "choice.2", "region.name", "region.tiles", "unit.worth"]
    for lang in texts.LANGUAGES:
        for key, text in texts.find("jiujiang", keys, lang).items():
            assert text and text != key, (lang, key)
