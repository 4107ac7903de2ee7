"""Longgang: what few tables play, as rules/longgang.md says it."""

from longgang_hands import kong, reason, win
from samples import chow, pung

from engine_core.regions import longgang_rare  # noqa: F401  # here, while a small heap still has room to compile it

# ---------------------------------------------------------------- eight pairs, rare hands


def test_eight_pairs():
    kw = {"indicator": "1s", "options": {"eight_pairs": True}, "giver": 3}
    # a pung completed by the discard 2, no pair pays; no wilds, hard: 22 x 16
    assert win(concealed="3355m22447799p66s33z", tile="2p", **kw) == (300, ["hard_eight_pairs", "no_wilds"])
    # two wilds as their own pair are hard too; a wild elsewhere is soft: 22 x 2
    assert win(concealed="3355m22447799p1166s", tile="2p", **kw)[1] == ["hard_eight_pairs", "two_wilds"]
    assert win(concealed="3355m22447799p16s33z", tile="2p", **kw) == (50, ["eight_pairs"])
    # two wilds and the own flower as a pung of their own, for whichever tile is wanted: 28 x 8, for 24 x 8 as 1m2m2m
    own = {"indicator": "1m", "options": {"eight_pairs": True}, "giver": 3}
    shows = ["eight_pairs", "seat_flower", "two_wilds"]
    assert win(concealed="112233m2p22335588s2f", tile="2p", **own) == (230, shows)
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


# ---------------------------------------------------------------- the controller's heap


def test_hands_with_the_most_ways_to_read_them_fit_a_controller():
    kw = {"indicator": "9p", "winner": 0, "giver": None}
    options = {"rare_hands": True, "eight_pairs": True, "pure_straight": True, "edge_wait_points": True}
    assert win(concealed="22334444569m99p66z1f", tile="3m", options=options, **kw)[0] == 300
    assert win(concealed="2333344455677m9p7z1f", tile="9p", options=options, **kw)[0] == 300
    assert win(concealed="344445566667m999p1f", tile="5m", options=options, **kw)[0] == 300
