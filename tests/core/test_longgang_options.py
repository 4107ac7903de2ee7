"""Longgang: what few tables play, called patterns and explanations, as rules/longgang.md says them."""

from check import raises
from longgang_hands import HELD, answer, chow, hand, kong, reason, win
from samples import pung

from engine_core import texts
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.score import explain

# ---------------------------------------------------------------- eight pairs, rare hands


def test_eight_pairs():
    kw = {"indicator": "1s", "options": {"eight_pairs": True}, "giver": 3}
    # a pung completed by the discard 2, no pair pays; no wilds, hard: 22 x 16
    assert win(concealed="3355m22447799p66s33z", tile="2p", **kw) == (300, ["hard_eight_pairs", "no_wilds"])
    # two wilds as their own pair are hard too; a wild elsewhere is soft: 22 x 2
    assert win(concealed="3355m22447799p1166s", tile="2p", **kw)[1] == ["hard_eight_pairs", "two_wilds"]
    assert win(concealed="3355m22447799p16s33z", tile="2p", **kw) == (50, ["eight_pairs"])
    # four equal tiles are two pairs; a tile drawn into a pair is no self-draw
    kw["giver"] = None
    assert win(concealed="3333m2244779p66888s", tile="9p", **kw)[1] == ["hard_eight_pairs", "no_wilds"]
    melds = [pung("111m")]
    assert reason(concealed="55m22447799p66s3z", melds=melds, tile="3z", **kw) == "not_a_win"


def test_kongs_with_rare_hands():
    rare = {"rare_hands": True}
    three = [kong("2222m"), kong("5555p", "kong"), kong("8888s", "added_kong")]
    kw = {"concealed": "66p12399s", "tile": "6p", "giver": 3}
    # 16 + 8 + 8 + 2 = 34, no wilds 1: 54 x 2
    assert win(melds=three, **kw) == (110, ["no_wilds"])
    assert win(melds=three, options=rare, **kw) == (300, ["no_wilds", "three_kongs"])  # 54 x 8
    shifted = [kong("2222m"), kong("3333m", "kong"), kong("4444m", "added_kong")]
    assert win(melds=shifted, options=rare, **kw)[1] == ["three_shifted_kongs"]
    four = shifted + [kong("5555m")]
    assert win(concealed="6p999s", melds=four, options=rare, tile="6p")[1] == ["four_kongs", "four_shifted_kongs"]
    five = four + [kong("7777p")]
    assert win(concealed="6p", melds=five, options=rare, tile="6p")[1] == ["five_kongs", "four_shifted_kongs"]


def test_pungs_with_rare_hands():
    rare = {"rare_hands": True}
    # 222m 222p 222s: 12; triple pung 2, no wilds 1: 32 x 8
    assert win(concealed="222m222456p22278s99s", tile="6s", options=rare) == (260, ["no_wilds", "triple_pung"])
    # four pungs in a row are four concealed ones too
    ids = win(concealed="222333444555m78p99s", tile="6p", options=rare)[1]
    assert ids == ["four_concealed_pungs", "four_shifted_pungs", "no_wilds"]
    # the pung that a discard completes is not concealed
    kw = {"concealed": "222444m66699p22288s", "tile": "8s", "options": rare}
    assert win(giver=None, **kw)[1] == ["five_concealed_pungs"]
    assert win(giver=3, **kw)[1] == ["all_pungs", "four_concealed_pungs", "no_wilds"]
    kw["concealed"] = "222333444555666m9p"
    assert win(**dict(kw, tile="9p"))[1] == ["five_concealed_pungs", "five_shifted_pungs"]


def test_chows_with_rare_hands():
    kw = {"options": {"rare_hands": True}, "giver": 3}
    assert win(concealed="99p555566667777s66z", tile="6z", **kw)[1] == ["quadruple_chow"]
    # 123 234 345 456, a pung of 9s and a pair of 8s
    assert win(concealed="1223334445568999m", tile="8m", **kw)[1] == ["full_flush", "jin_men_qiao"]
    # 123 345 567 789, 222 and 88
    assert "jin_men_qiao" in win(concealed="1222233455677889m", tile="8m", **kw)[1]
    # no triple of 1 and of 9, and any number of the suit wins
    for n in "1489":
        assert "jiu_long_fei_tian" in win(concealed="2223333456677778m", tile=n + "m", **kw)[1]
    # nine gates and a pung: triples of both
    assert win(concealed="1112345555678999m", tile="7m", **kw)[1] == ["full_flush"]


def test_pure_straight():
    kw = {"concealed": "12345678m123p45699s", "tile": "9m"}
    assert win(options={"pure_straight": True}, **kw) == (80, ["no_wilds", "pure_straight"])
    melds = [chow("123m"), chow("456m"), chow("789m")]
    kw = {"concealed": "12399p34s", "melds": melds, "tile": "5s", "options": {"pure_straight": True}}
    assert win(**kw) == (80, ["no_wilds", "pure_straight"])


# ---------------------------------------------------------------- called patterns


def called(ids, points=0, **kw):
    kw.setdefault("tile", None)
    return answer(called={"patterns": ids.split(), "points": points}, **kw)


def test_called_patterns_and_points_give_the_same_payments():
    a = called("half_flush no_wilds self_draw", 10, giver=None)
    assert a["wins"][0]["value"] == 120  # 30 x 4
    assert a["delta"] == [-30, 66, -18, -18]
    assert called("all_chows")["wins"][0]["value"] == 20
    assert called("", 4)["wins"][0]["value"] == 30
    a = called("full_flush")
    assert (a["wins"][0]["value"], a["delta"]) == (300, [-72, 156, -42, -42])
    a = called("three_wilds", giver=None, others=[(3, {"concealed": "777z"})])
    assert a["delta"] == [-72, 156, -42, -42]  # the others count 0


def test_called_patterns_that_contradict_are_refused_by_name():
    for ids, kw, name in (
        ("self_draw", {}, "self_draw"),
        ("full_flush two_wilds", {}, "full_flush"),
        ("no_wilds seat_flower", {}, "no_wilds"),
        ("no_wilds two_wilds", {}, "no_wilds"),
        ("all_chows no_wilds", {}, "all_chows"),
        ("four_flowers seat_flower", {}, "four_flowers"),
        ("four_flowers", {"flowers": "1f"}, "four_flowers"),
        ("seat_flower", {"indicator": "2f"}, "seat_flower"),
        ("seat_flower", {"others": [(2, {"flowers": "2f"})]}, "seat_flower"),
        ("cai_shen_hui", {"indicator": "1f"}, "cai_shen_hui"),
        ("little_four_winds", {"melds": [pung(w * 3 + "z") for w in "1234"], "indicator": "1s"}, "little_four_winds"),
        ("pure_straight", {}, "pure_straight"),
        ("si_da_jin_gang", {}, "si_da_jin_gang"),
        ("all_pungs", {"melds": [chow("123m")]}, "all_pungs"),
        ("half_flush", {"melds": [pung("111m"), pung("111p")]}, "half_flush"),
        ("earthly_hand", {"giver": 0}, "earthly_hand"),
        (
            "heavenly_hand",
            {"giver": None, "winner": 0, "flags": ["heavenly"], "melds": [chow("123m", 3)]},
            "heavenly_hand",
        ),
        ("closed_wait edge_wait", {"options": {"edge_wait_points": True}}, "edge_wait"),
        ("self_draw single_wait", {"giver": None, "options": {"single_wait_points": True}}, "self_draw"),
        ("no_such", {}, "no_such"),
        ("half_flush half_flush", {}, "half_flush"),
        ("dragon_pung dragon_pung dragon_pung no_wilds", {}, "dragon_pung"),  # there is no White
        ("three_kongs", {"options": {"rare_hands": True}, "melds": [kong("1111m")]}, "three_kongs"),
        ("seat_wind", {"indicator": "2z", "melds": [], "giver": 3, "others": [(3, {"melds": [pung("333z")]})]}, None),
    ):
        if name is None:
            assert called(ids, 8, **kw)["wins"][0]["valid"], ids
            continue
        text = str(raises(RecordError, called, ids, **kw))
        assert text.startswith("wins.0.called.patterns: ") and name in text, (ids, text)


def test_a_called_win_is_refused_for_what_is_known():
    assert called("full_flush", tile="1z")["wins"][0]["reason"] == "wild_claimed"
    assert called("full_flush", tile="3f", giver=None)["wins"][0]["reason"] == "bad_tile"
    assert called("full_flush", melds=[chow("124m")])["wins"][0]["reason"] == "bad_meld"
    assert called("full_flush", fouls=[{"seat": 1, "kind": "dead_hand"}])["wins"][0]["reason"] == "dead_hand"


# ---------------------------------------------------------------- explanations


def test_the_explanation_has_points_formula_others_and_payments():
    lines = explain(hand(giver=2, others=[(3, {"concealed": "777z"})], **HELD), "en")
    for line in (
        "S (seat 1) wins on 5s from W: 40",
        "  No wilds: 1",
        "  face 0 points = sets and pair 0 + guest flowers 0 + self-draw and wait 0",
        "  (20 + 0) × 2^1 = 40, up to tens, at most 300: 40 points",
        "  seat 3: 20 points (8 face points, 1 tai)",
        "  E pays S 11 (to the winner)",
        "    8 + 3 follow chips",
        "  E pays N 4 (difference of the totals)",
    ):
        assert line in lines, (line, lines)


def test_who_sits_out_is_named():
    lines = explain(hand(options={"players": 5}, concealed="1m", tile="1m"), "en")
    assert "  S pays ashore 10 (false win)" in lines and "the one ashore takes seat 0" in lines


def test_every_name_has_its_text_in_both_languages():
    rules = load("longgang")
    keys = ["pattern." + p for p, _ in rules.PATTERNS] + ["option." + o[0] for o in rules.OPTIONS]
    keys += ["choice." + c for o in rules.OPTIONS if isinstance(o[1], str) for c in o[2]]
    for lang in texts.LANGUAGES:
        for key, text in texts.find("longgang", keys, lang).items():
            assert text and text != key, (lang, key)


# ---------------------------------------------------------------- the controller's heap


def test_hands_with_the_most_ways_to_read_them_fit_a_controller():
    kw = {"indicator": "9p", "winner": 0, "giver": None}
    options = {"rare_hands": True, "eight_pairs": True, "pure_straight": True, "edge_wait_points": True}
    assert win(concealed="22334444569m99p66z1f", tile="3m", options=options, **kw)[0] == 300
    assert win(concealed="2333344455677m9p7z1f", tile="9p", options=options, **kw)[0] == 300
    assert win(concealed="344445566667m999p1f", tile="5m", options=options, **kw)[0] == 300
