"""Longgang: called patterns, and what a settled hand tells, as rules/longgang.md has it."""

from check import raises
from longgang_hands import HELD, answer, hand, kong
from samples import chow, pung

from engine_core import texts
from engine_core.check import RecordError
from engine_core.rules import load
from engine_core.score import explain

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
        ("half_flush triple_pung", {"options": {"rare_hands": True}}, "triple_pung"),  # three suits are not one
        ("no_wilds eight_pairs", {"options": {"eight_pairs": True}}, "no_wilds"),  # then they are hard
        ("hard_eight_pairs seat_flower", {"options": {"eight_pairs": True}}, "hard_eight_pairs"),
        ("hard_eight_pairs four_flowers", {"options": {"eight_pairs": True}}, "hard_eight_pairs"),
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
    assert "  S pays who sits out 10 (false win)" in lines and "who sits out takes seat 0" in lines


def test_every_name_has_its_text_in_both_languages():
    rules = load("longgang")
    keys = ["pattern." + p for p, _ in rules.PATTERNS] + ["option." + o[0] for o in rules.OPTIONS]
    keys += ["choice." + c for o in rules.OPTIONS if isinstance(o[1], str) for c in o[2]]
    for lang in texts.LANGUAGES:
        for key, text in texts.find("longgang", keys, lang).items():
            assert text and text != key, (lang, key)
