"""Ningbo beyond the shared cases: what rules/ningbo.md says in each section."""

from check import raises
from samples import chow, claims, pung, record

from engine_core import texts, tiles
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.score import explain, score

LOW = {"minimum": 0}
PLAIN = {"concealed": "123m456p222789s7z", "tile": "7z"}


def answer(**kw):
    kw.setdefault("indicator", "4z")
    return score(record("ningbo", **kw))


win, reason = claims(answer)


# ---------------------------------------------------------------- wild tiles


def test_which_tiles_are_wild():
    rules = load("ningbo")
    for indicator, wild in (
        ("5p", "5p"),
        ("7z", "7z"),
        ("1f", "2f3f4f"),
        ("3f", "1f2f4f"),
        ("5f", "6f7f8f"),
        ("8f", "5f6f7f"),
    ):
        assert bytes(rules.wilds(tiles.kind(indicator))) == tiles.parse(wild), indicator
    assert rules.wilds(None) == ()
    assert bytes(rules.set_aside(tiles.kind("2f"))) == tiles.parse("5678f")
    assert bytes(rules.set_aside(tiles.kind("1m"))) == tiles.parse("12345678f")


def test_without_an_indicator_nothing_is_wild():
    assert win(indicator=None, concealed="1223345677788m", tile="4m") == (6, ["full_flush", "no_wilds"])


def test_a_wild_may_be_a_fifth_copy():
    # four 1m of his own, the wild as a fifth: 111m 1.m
    assert "full_flush" in win(concealed="1111m234m567m88m5p", indicator="5p", tile="8m", giver=None)[1]


def test_two_pungs_of_one_dragon_count_twice():
    # 777z melded, 7z and two wilds another pung
    melds = [pung("777z", 0)]
    ids = win(concealed="7z55p234m567m8m", melds=melds, indicator="5p", tile="8m", giver=None)[1]
    assert ids.count("dragon_pung") == 2


def test_a_claimed_wild_counts_as_a_wild_but_not_for_three():
    hand = {"concealed": "123m456m789m9m2z55p", "indicator": "5p", "options": LOW}
    drawn = win(tile="5p", giver=None, **hand)
    assert "three_wilds" in drawn[1] and "no_wilds" not in drawn[1]
    claimed = answer(tile="5p", giver=2, **hand)["wins"][0]
    assert "three_wilds" not in claimed["patterns"]


def test_three_wilds_self_draw_only():
    hand = {"concealed": "12345m19s111z555p", "indicator": "5p", "tile": "9s"}
    assert reason(options=LOW, **hand) is None
    assert reason(options={"minimum": 0, "three_wilds_self_draw_only": True}, **hand) == "three_wilds_discard"
    assert reason(options={"minimum": 0, "three_wilds_self_draw_only": True}, giver=None, **hand) is None


def test_wild_single_wait_may_not_claim_even_with_another_reading():
    # 123m 456m 789m 2z2z2z + wild: any tile makes the pair
    hand = {"concealed": "123m456m789m222z5p", "indicator": "5p", "options": LOW}
    assert reason(tile="2z", giver=2, **hand) == "wild_single_discard"
    assert reason(tile="9p", giver=2, **hand) == "wild_single_discard"
    assert reason(tile="9p", giver=None, **hand) is None
    # the pair is there already, the wild belongs to a set: no wild single wait
    hand["concealed"] = "123m456m78m22z33p5p"
    assert reason(tile="9m", giver=2, **hand) is None


def test_a_set_of_wilds_alone():
    ids = win(concealed="123m456m789m9m555p", indicator="5p", tile="9m", giver=None)[1]
    # one suit 4, three wilds 3, self-draw 1, best wait 1; or honours: the flush is worth more
    assert "full_flush" in ids and "three_wilds" in ids


def test_a_meld_with_a_wild_is_refused_and_so_is_a_malformed_one():
    assert reason(concealed="123m456m9m55z8m", melds=[pung("555p")], indicator="5p", tile="7m") == "bad_meld"
    for kind, text in (("chow", "124m"), ("pung", "112m"), ("chow", "123z"), ("kong", "111m")):
        assert reason(concealed="123m456m7755z", melds=[{"kind": kind, "tiles": text}], tile="7m") == "bad_meld", text


# ---------------------------------------------------------------- flowers


def flowers(text, seat=1, **kw):
    ids = win(winner=seat, concealed="1223345677788m", tile="4m", giver=None if seat == 2 else 2, flowers=text, **kw)[1]
    return [i for i in ids if "flower" in i]


def test_flowers():
    assert flowers("2f") == ["seat_flower"]
    assert flowers("26f") == ["seat_flower", "seat_flower"]
    assert flowers("26f", options={"own_flower_once": True}) == ["seat_flower"]
    assert flowers("13578f") == []
    assert flowers("1234f") == ["four_flowers"]
    assert flowers("12346f") == ["four_flowers", "seat_flower"]
    assert flowers("5678f") == ["four_flowers"]
    assert flowers("12345678f") == ["eight_flowers"]
    assert flowers("1234567f") == ["four_flowers", "seat_flower"]


def test_flowers_that_are_wild_count_nothing_laid_out():
    assert flowers("2f", indicator="3f") == []
    assert flowers("26f", indicator="1f") == ["seat_flower"]
    assert flowers("5678f", indicator="1f") == ["four_flowers"]


def test_own_flower_follows_the_seat_wind():
    assert flowers("48f", dealer=2) == ["seat_flower", "seat_flower"]  # seat 1 is North when seat 2 deals


# ---------------------------------------------------------------- waits and all chows


def test_waits():
    for concealed, tile, wait in (
        ("12m45556p234789s", "3m", "edge_wait"),
        ("89m45556p234789s", "7m", "edge_wait"),
        ("13m45556p234789s", "2m", "closed_wait"),
        ("23m45556p234789s", "1m", None),
        ("123m456p234789s5z", "5z", "single_wait"),
        ("123m456p23488s55z", "5z", "two_pair_wait"),
    ):
        ids = win(concealed=concealed, tile=tile, giver=None, options=LOW)[1]
        assert [i for i in ids if i.endswith("_wait")] == ([wait] if wait else []), (concealed, ids)


def test_all_chows_wants_a_pair_that_pays_nothing():
    def all_chows(pair, **kw):
        ids = win(concealed="23m456p234789s" + pair, tile="4m", giver=None, options=LOW, **kw)[1]
        return "all_chows" in ids

    assert all_chows("99s")
    assert all_chows("33z")
    assert not all_chows("55z") and not all_chows("66z") and not all_chows("77z")
    assert not all_chows("22z") and all_chows("22z", dealer=3)  # seat 1 is South, or West
    assert not all_chows("33z", round_wind="W")


def test_all_chows_two_sided():
    edge = {"concealed": "12m45556p234789s", "tile": "3m", "giver": None}
    assert "all_chows" in win(options=LOW, **edge)[1]
    assert "all_chows" not in win(options={"minimum": 0, "all_chows_two_sided": True}, **edge)[1]
    # a hand with an open wait keeps it
    both = {"concealed": "2344m456p234789s", "tile": "1m", "giver": None}
    assert "all_chows" in win(options={"minimum": 0, "all_chows_two_sided": True}, **both)[1]


def test_the_alphabet_decides_between_equals():
    assert "closed_wait" in win(concealed="4556p234789s123m", tile="5p", giver=None)[1]


def test_melded_hand():
    melds = [chow("123m"), pung("222p", 3), pung("3333s", 0, "kong"), pung("9999m", kind="concealed_kong")]
    assert win(concealed="8p", melds=melds, tile="8p", giver=None) == (
        5, ["melded_hand", "no_wilds", "self_draw", "single_wait"])  # fmt: skip


# ---------------------------------------------------------------- flags, minimum, claims


def test_out_with_replacement_is_not_added_to_a_heavenly_hand():
    hand = {"winner": 0, "concealed": "123m456p22s33z789s", "tile": "3z", "giver": None}
    ids = win(flags=["heavenly", "after_flower"], **hand)[1]
    assert "heavenly_hand" in ids and "out_with_replacement" not in ids and "self_draw" in ids
    assert "out_with_replacement" in win(flags=["after_flower", "after_kong"], **hand)[1]


def test_flags_that_cannot_hold_are_ignored():
    hand = {"concealed": "1223345677788m", "tile": "4m"}
    plain = win(**hand)
    for flags in (
        ["heavenly"],
        ["after_kong"],
        ["last_tile"],
        ["rob_kong"],
        ["earthly"],
        ["kong_discard"],
        ["humanly"],
    ):
        assert win(flags=flags, **hand) == plain, flags
    assert "earthly_hand" in win(giver=0, flags=["earthly"], **hand)[1]
    assert "last_tile_draw" in win(giver=None, flags=["last_tile"], **hand)[1]


def test_the_base_is_no_tai():
    short = {"concealed": "12m45556p234789s", "tile": "3m"}  # 3 tai
    assert reason(**short) == "below_minimum"
    assert reason(options={"base": 10}, **short) == "below_minimum"
    assert win(options={"base": 10, "minimum": 3}, **short)[0] == 13
    assert any("3 tai, 4 are needed" in x for x in explain(record("ningbo", indicator="4z", **short), "en"))


def test_reasons_in_order():
    bad = {"concealed": "1m", "melds": [pung("444z")], "tile": "1m"}
    assert reason(fouls=[{"seat": 1, "kind": "false_win"}], **bad) == "dead_hand"
    assert reason(**bad) == "bad_meld"
    assert reason(concealed="1m", melds=[pung("333z")], tile="1m") == "tile_count"
    assert reason(concealed="19m19p19s1235567z", tile="1z") == "not_a_win"  # no thirteen orphans here


def test_one_winner_the_nearest_to_the_giver():
    r = record("ningbo", winner=1, concealed="1223345677788m", tile="4m", giver=2, indicator="4z")
    r["hands"][3] = {"concealed": "23m11155577799s"}
    r["wins"].append({"seat": 3, "tile": "4m", "from": 2})
    r["options"] = LOW
    a = score(r)
    assert [w.get("reason") for w in a["wins"]] == ["priority", None]
    assert a["delta"][1] == 0 and a["delta"][3] == -a["delta"][2] > 0


def test_an_illegal_claim_does_not_take_the_win_from_another():
    r = record("ningbo", winner=1, concealed="1223345677788m", tile="4m", giver=2, indicator="4z")
    r["hands"][3] = {"concealed": "1478m1478p14789s"}
    r["wins"].insert(0, {"seat": 3, "tile": "4m", "from": 2})
    a = score(r)
    assert [w.get("reason") for w in a["wins"]] == ["not_a_win", None]
    assert a["delta"] == [5, 6 + 5, -6 + 5, -15]


def test_every_worth_is_the_house_s():
    own = dict(PLAIN, giver=None)
    chows = {"concealed": "123m456p2378999s", "tile": "1s"}
    hands = {
        "self_draw": own,
        "all_chows": chows,
        "edge_wait": {"concealed": "111m456p1288999s", "tile": "3s"},
        "closed_wait": {"concealed": "111m456p1388999s", "tile": "2s"},
        "single_wait": PLAIN,
        "two_pair_wait": {"concealed": "123m456p2288999s", "tile": "2s"},
        "melded_hand": {
            "concealed": "7z", "tile": "7z", "melds": [chow("123m"), pung("222p"), chow("456s"), pung("999s")],
        },
        "all_pungs": {"concealed": "111m444p888s2277z", "tile": "7z"},
        "out_with_replacement": dict(own, flags=["after_kong"]),
        "no_wilds": PLAIN,
        "three_wilds": {"concealed": "123m456p78s55z444z", "tile": "9s", "giver": None},
        "last_tile_draw": dict(own, flags=["last_tile"]),
        "heavenly_hand": dict(own, winner=0, flags=["heavenly"]),
        "earthly_hand": dict(PLAIN, giver=0, flags=["earthly"]),
        "full_flush": {"concealed": "1223345677788m", "tile": "4m"},
        "half_flush": {"concealed": "123456789m1155z", "tile": "5z"},
        "all_honors": {"concealed": "111z222z333z5566z", "tile": "6z", "indicator": "9m"},
        "seat_flower": dict(PLAIN, flowers="2f"),
        "four_flowers": dict(PLAIN, flowers="1234f"),
        "eight_flowers": dict(PLAIN, flowers="12345678f"),
        "dragon_pung": {"concealed": "123m456p88s99s666z", "tile": "9s"},
        "seat_wind": {"concealed": "123m456p88s99s222z", "tile": "9s"},
        "prevalent_wind": {"concealed": "123m456p88s99s111z", "tile": "9s"},
    }  # fmt: skip
    names = texts.find("ningbo", ["pattern." + p for p, _ in load("ningbo").PATTERNS], "en")
    assert sorted(["pattern." + p for p in hands] + ["pattern.robbing_the_kong"]) == sorted(names)
    for p in hands:
        kw = dict({"indicator": "4z"}, **hands[p])
        kw["options"] = {"worths": {q: 777 if q == p else 0 for q in load("ningbo").worth}}
        assert win(**kw)[0] == 1 + 777, (p, win(**kw))
        lines = explain(record("ningbo", **kw), "en")
        assert "  %s: 777" % names["pattern." + p] in lines and "  base 1 + 777 tai = 778 points" in lines, lines
    r = record("ningbo", flags=["rob_kong"], options={"worths": {"robbing_the_kong": 9}}, **chows)
    r["hands"][2]["melds"] = [pung("111s", 0)]
    assert "robbing_the_kong" in score(r)["wins"][0]["patterns"] and score(r)["wins"][0]["value"] == 1 + 9 + 1 + 1


def test_the_alphabet_decides_between_equals_whatever_the_house_says():
    """A list is not before another one only because it is shorter: self_draw comes after closed_wait."""
    hand = {"concealed": "123679m6668s", "melds": [chow("678m")], "tile": "5m", "giver": None, "indicator": "6s"}
    ids = win(options={"worths": {"all_chows": 5, "closed_wait": 0}}, **hand)[1]
    assert ids == ["all_chows", "closed_wait", "self_draw", "three_wilds"]


# ---------------------------------------------------------------- payments


def test_discard_shares():
    hand = {"concealed": "1223345677788m", "tile": "4m"}
    assert answer(options={"discard_shares": 3}, **hand)["delta"] == [0, 18, -18, 0]
    assert answer(options={"discard_shares": 3}, giver=None, **hand)["delta"] == [-7, 21, -7, -7]


def test_liability():
    melds = [pung("111m", 3), pung("222m", 3), chow("345m", 3)]
    hand = {"concealed": "5559m", "melds": melds, "tile": "9m"}  # full flush 4, single wait, no wilds: V = 7
    assert answer(giver=3, **hand)["delta"] == [0, 7, 0, -7]
    assert answer(giver=2, **hand)["delta"] == [0, 14, -7, -7]
    assert answer(giver=2, options={"liability": False}, **hand)["delta"] == [0, 7, -7, 0]
    assert answer(giver=None, **hand)["delta"] == [0, 24, 0, -24]
    assert answer(giver=2, options={"discard_shares": 3}, **hand)["delta"] == [0, 28, -21, -7]


def test_mutual_liability_may_be_off():
    r = record("ningbo", winner=1, concealed="1223345677788m", tile="4m", giver=None, indicator="4z")
    r["hands"][2] = {"melds": [pung("111p", 1), pung("222p", 1), pung("3333p", 1, "added_kong")]}
    assert score(r)["delta"] == [0, 21, -21, 0]
    r["options"] = {"liability_mutual": False}
    assert score(r)["delta"] == [-7, 21, -7, -7]


def test_drawn_hand_and_fouls():
    r = record("ningbo", indicator="4z", fouls=[{"seat": 2, "kind": "false_win"}, {"seat": 3, "kind": "dead_hand"}])
    r["wins"] = []
    assert score(r) == {"wins": [], "delta": [5, 5, -15, 5], "next_dealer": 0, "carry": {}}


# ---------------------------------------------------------------- called patterns


def test_called_patterns_give_the_same_value():
    assert win(called={"patterns": ["full_flush", "no_wilds"]})[0] == 6
    assert reason(called={"patterns": ["no_wilds", "all_pungs"]}) == "below_minimum"
    a = answer(called={"patterns": ["all_pungs", "two_pair_wait", "no_wilds", "self_draw"]}, giver=None)
    assert a["delta"] == [-6, 18, -6, -6]


def test_a_called_melded_hand():
    melds = [chow("123m"), pung("222p", 3), pung("3333s", 0, "kong"), pung("9999m", kind="concealed_kong")]
    called = {"patterns": ["melded_hand", "single_wait", "no_wilds", "self_draw"]}
    assert win(called=called, melds=melds, giver=None)[0] == 5
    raises(RecordError, answer, called=called, melds=melds[:3], giver=None)


def test_called_patterns_that_contradict_are_refused_by_name():
    for name, kw in (
        ("self_draw", {"called": {"patterns": ["self_draw"]}}),
        ("all_chows", {"called": {"patterns": ["all_chows", "all_pungs"]}}),
        ("closed_wait", {"called": {"patterns": ["closed_wait", "edge_wait"]}, "tile": "3m"}),
        ("no_wilds", {"called": {"patterns": ["no_wilds", "three_wilds"]}}),
        ("three_wilds", {"called": {"patterns": ["three_wilds"]}, "indicator": None}),
        ("seat_flower", {"called": {"patterns": ["seat_flower"]}, "flowers": "1f"}),
        ("eight_flowers", {"called": {"patterns": ["eight_flowers"]}, "flowers": "1234f"}),
        ("seat_flower", {"called": {"patterns": ["seat_flower"] * 2}, "options": {"own_flower_once": True}}),
        ("melded_hand", {"called": {"patterns": ["melded_hand"]}, "melds": [pung("111m")]}),
        ("earthly_hand", {"called": {"patterns": ["earthly_hand"]}, "flags": ["earthly"]}),
        ("triple_win", {"called": {"patterns": ["triple_win"]}}),
    ):
        text = str(raises(RecordError, answer, **kw))
        assert text.startswith("wins.0.called.patterns: ") and name in text, (name, text)


def test_the_hand_with_the_most_ways_to_read_it_fits_a_controller():
    # base 1, full flush 4, three wilds 3, all chows 1, closed wait 1, self-draw 1
    assert win(concealed="2333445555m555p", indicator="5p", tile="3m", giver=None, winner=0)[0] == 11
