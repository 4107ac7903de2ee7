from check import raises
from samples import pung, record

from engine_core import texts
from engine_core.rules import load
from engine_core.score import explain


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
    assert "  N pays S 96 (liable for the winner)" in lines
    lines = explain(record("guigang", concealed="123m456m24789m55z", tile="3m", giver=None), "en")
    assert "  6 fan in all" in lines and "  cut to the limit of 5 fan" in lines


def test_a_refused_claim_and_its_fine_are_told():
    lines = explain(record("guigang", concealed="12344m555p22789s"), "en")
    assert "The claim of S (seat 1) is refused: not a winning hand" in lines
    assert "Drawn hand, nobody wins" in lines
    assert "  S pays E 32 (false win)" in lines


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
