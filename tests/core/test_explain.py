from check import raises
from samples import pung, record

from engine_core import texts
from engine_core.rules import load
from engine_core.score import explain, score


def test_the_explanation_says_patterns_formula_and_payments():
    r = record("ningbo", concealed="12m45556p234789s", tile="3m", giver=None, indicator="4z", winner=0)
    assert explain(r, "en") == [
        "Ningbo, E (seat 0) deals",
        "Round wind E",
        "Wild: 4z",
        "E (seat 0) wins on 3m, self-drawn: 5",
        "  All chows: 1",
        "  Edge wait: 1",
        "  No wilds: 1",
        "  Self-draw: 1",
        "  base 1 + 4 tai = 5 points",
        "  S pays E 5 (self-draw)",
        "  W pays E 5 (self-draw)",
        "  N pays E 5 (self-draw)",
        "In all: E +15  S -5  W -5  N -5",
        "Next dealer: E (seat 0)",
    ]
    zh = explain(r, "zh")
    assert zh[0] == "宁波麻将　东家（0号位）坐庄"
    assert "东家（0号位）自摸 三万：5" in zh
    assert "  底 1 + 4 台 = 5 分" in zh
    assert "  南家付东家 5（自摸）" in zh


def test_seats_keep_the_name_of_their_place_and_their_wind_is_said():
    r = record("ningbo", concealed="12m45556p234789s", tile="3m", giver=None, indicator="4z", winner=0, dealer=3)
    lines = explain(r, "en")
    assert lines[0] == "Ningbo, N (seat 3) deals"
    assert "E (seat 0) wins on 3m, self-drawn: 5" in lines
    assert "  seat wind S" in lines
    assert "  N pays E 5 (self-draw)" in lines


def test_the_limit_and_liability_are_told():
    melds = [pung("111p", 3), pung("222p", 3), pung("333p", 3)]
    lines = explain(record("guigang", concealed="5z666z", melds=melds, tile="5z", giver=None), "en")
    assert "  2^5 = 32 points" in lines
    assert "  N pays S 3 × 32 = 96 (liable for the winner)" in lines
    lines = explain(record("guigang", concealed="123m456m24789m55z", tile="3m", giver=None), "en")
    assert "  6 fan in all" in lines and "  cut to the limit of 5 fan" in lines


def test_a_refused_claim_and_its_fine_are_told():
    lines = explain(record("guigang", concealed="12344m555p22789s"), "en")
    assert "The claim of S (seat 1) is refused: not a winning hand" in lines
    assert "Drawn hand, nobody wins" in lines
    assert "  S pays E 32 (false win)" in lines


def test_a_discard_win_tells_who_gave_the_tile():
    r = record("guigang", concealed="123m456p24789s55z", tile="3s")
    assert explain(r, "en")[2] == "S (seat 1) wins on 3s from W: 4"
    assert "  W pays S 4 (discard)" in explain(r, "en")
    assert explain(r, "zh")[2] == "南家（1号位）胡 三条（西家打出）：4"
    assert "  西家付南家 4（点炮）" in explain(r, "zh")


def test_a_robbed_kong_is_told():
    r = record("guigang", concealed="123m456p24789s55z", tile="3s", flags=["rob_kong"])
    r["hands"][2]["melds"] = [pung("333s", 0)]
    en, zh = explain(r, "en"), explain(r, "zh")
    assert en[2] == "S (seat 1) robs W's kong of 3s: 32"
    assert "  lifted to the limit of 5 fan" in en and "  W pays S 3 × 32 = 96 (robbed kong)" in en
    assert zh[2] == "南家（1号位）抢西家杠 三条：32"
    # the flag without the pung is a plain discard
    del r["hands"][2]["melds"]
    assert explain(r, "en")[2] == "S (seat 1) wins on 3s from W: 4"


def test_a_pattern_that_counts_twice_is_told_once_with_its_sum():
    melds = [pung("555z", 3), pung("666z", 0)]
    r = record("ningbo", concealed="123m456p9s", melds=melds, tile="9s", options={"minimum": 2}, flowers="26f")
    assert "  Dragon pung ×2: 2" in explain(r, "en")
    assert "  Seat flower ×2: 2" in explain(r, "en")
    assert "  中发白刻 ×2　2" in explain(r, "zh")
    assert "  正花 ×2　2" in explain(r, "zh")


def test_winds_flowers_and_the_round_are_named():
    r = record("ningbo", concealed="11z123m456p5789s2f", tile="1z", indicator="1f", options={"minimum": 0})
    r["dealer"], r["round_wind"] = 1, "S"
    en, zh = explain(r, "en"), explain(r, "zh")
    assert en[:3] == ["Ningbo, S (seat 1) deals", "Round wind S", "Wild: 2f 3f 4f"]
    assert zh[:3] == ["宁波麻将　南家（1号位）坐庄", "南圈", "财神：夏 秋 冬"]
    assert "  seat wind E" in en and "  本局门风：东" in zh
    assert any(line.startswith("  Seat wind") for line in en)
    assert zh[3].startswith("南家（1号位）胡 东（西家打出）")


def test_a_claim_worth_too_little_is_told_with_what_it_shows():
    r = record("ningbo", concealed="12m45556p234789s", tile="3m", giver=2, indicator="4z")
    assert score(r)["wins"][0] == {
        "seat": 1, "valid": False, "value": 0, "patterns": [], "reason": "below_minimum",
    }  # fmt: skip
    assert explain(r, "en")[3:8] == [
        "The claim of S (seat 1) is refused: below the minimum",
        "  All chows: 1",
        "  Edge wait: 1",
        "  No wilds: 1",
        "  3 tai, 4 are needed",
    ]
    assert "  只有 3 台，要 4 台" in explain(r, "zh")
    called = record("ningbo", called={"patterns": ["all_pungs"]}, melds=[pung("111m")], indicator="4z")
    assert "  All pungs: 2" in explain(called, "en")


def test_unknown_languages_are_refused():
    raises(ValueError, explain, record("guigang"), "fr")


def test_every_name_has_its_text_in_both_languages():
    for region in ("guigang", "ningbo"):
        rules = load(region)
        keys = ["pattern." + p for p, _ in rules.PATTERNS] + ["option." + o[0] for o in rules.OPTIONS]
        keys += ["choice." + c for o in rules.OPTIONS if isinstance(o[1], str) for c in o[2]]
        keys += ["region.name", "region.tiles", "unit.worth"]
        for lang in texts.LANGUAGES:
            for key, text in texts.find(region, keys, lang).items():
                assert text and text != key, (region, lang, key)
