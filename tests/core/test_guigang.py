"""Guigang beyond the shared cases: what rules/guigang.md says in each section."""

from check import raises
from samples import chow, claims, pung, record

from engine_core import texts
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.score import explain, score

CHOWS = "123m456p24789s55z"  # waits for 3s: all chows, 2 fans


def answer(**kw):
    return score(record("guigang", **kw))


win, _ = claims(answer)


def test_heavenly_needs_a_winning_hand():
    w = answer(winner=0, giver=None, concealed="12344m555p22789s", tile="9p", flags=["heavenly"])["wins"][0]
    assert w["reason"] == "not_a_win"


def test_flags_that_cannot_hold_are_ignored():
    plain = win(concealed=CHOWS, tile="3s")
    for flags in (
        ["heavenly"],
        ["earthly"],
        ["after_kong"],
        ["last_tile"],
        ["rob_kong"],
        ["after_flower"],
        ["kong_discard"],
    ):
        assert win(concealed=CHOWS, tile="3s", flags=flags) == plain
    assert win(concealed=CHOWS, tile="3s", giver=0, flags=["humanly"]) == (256, ["humanly_hand"])
    assert win(concealed=CHOWS, tile="3s", giver=2, flags=["humanly"]) == plain
    assert win(concealed=CHOWS, tile="3s", giver=None, flags=["humanly", "rob_kong"]) == (8, ["all_chows", "self_draw"])
    assert win(concealed=CHOWS, tile="3s", giver=None, flags=["earthly"])[0] == 256
    assert win(winner=0, concealed=CHOWS, tile="3s", giver=None, flags=["earthly"])[0] == 8
    assert win(winner=0, concealed=CHOWS, tile="3s", giver=None, flags=["heavenly"])[0] == 256
    meld = [pung("111m", 3)]
    assert win(winner=0, concealed="456p24789s55z", melds=meld, tile="3s", giver=None, flags=["heavenly"])[0] == 4


def test_the_limit_may_be_moved():
    hand = {"concealed": "123m456m24789m55z", "tile": "3m"}  # all chows 2, half flush 3
    assert win(**hand)[0] == 32
    assert win(options={"fan_cap": 4}, **hand)[0] == 16
    assert win(options={"fan_cap": 10}, giver=None, **hand) == (64, ["all_chows", "half_flush", "self_draw"])
    # the lift goes to the limit, not beyond what a special hand has
    assert win(concealed=CHOWS, tile="3s", giver=None, flags=["after_kong"], options={"fan_cap": 7})[0] == 128
    assert win(concealed="2244m5577p3399s6z", tile="6z", giver=None, flags=["last_tile"], options={"fan_cap": 3}) == (
        32, ["last_tile_draw", "seven_pairs"])  # fmt: skip


def test_special_hand_before_an_ordinary_one_of_the_same_fans():
    # full flush 5 against all chows and self-draw, limit 5
    assert win(concealed="1234445678999m", tile="3m", giver=None)[1] == ["full_flush"]
    # seven pairs (5) that are also four chows of one suit and honours? the higher counts
    assert win(concealed="1122334455667m", tile="7m") == (32, ["full_flush"])


def test_an_option_can_lower_a_special_hand_below_another():
    hand = {"concealed": "1113335557779m", "tile": "9m"}
    assert win(**hand) == (128, ["full_flush_pungs"])
    assert win(options={"full_flush_pungs_fan": 4}, **hand) == (32, ["full_flush"])


def test_nine_gates_needs_the_pure_thirteen():
    assert win(concealed="1112345678999p", tile="5p") == (256, ["nine_gates"])
    assert win(concealed="1112345678899p", tile="9p") == (32, ["full_flush"])


def test_thirteen_orphans_and_terminals():
    assert win(concealed="19m19p19s1234567z", tile="7z") == (256, ["thirteen_orphans"])
    assert win(concealed="1199m1199p1199s1z", tile="1z") == (64, ["all_terminals_and_honors"])
    assert win(concealed="1122334455667z", tile="7z") == (32, ["seven_pairs"])


def test_melds_are_not_seven_pairs():
    w = answer(concealed="1122334455m", melds=[pung("777z")], tile="6m")["wins"][0]
    assert w["reason"] == "not_a_win"


def test_kongs_are_sets():
    melds = [pung("1111m", kind="concealed_kong"), pung("9999p", 3, "kong"), pung("5555s", 0, "added_kong")]
    assert win(concealed="222s3z", melds=melds, tile="3z") == (16, ["all_pungs"])


def test_a_malformed_meld_is_no_set():
    for kind, tiles in (
        ("pung", "112m"),
        ("chow", "124m"),
        ("chow", "891m"),
        ("kong", "111m"),
        ("chow", "123z"),
        ("pung", "1111m"),
    ):
        w = answer(concealed="456p24789s55z", melds=[{"kind": kind, "tiles": tiles, "from": 0}], tile="3s")["wins"][0]
        assert w["reason"] == "not_a_win", (kind, tiles)


def test_reasons_in_order():
    r = record("guigang", concealed="123m", fouls=[{"seat": 1, "kind": "dead_hand"}])
    assert score(r)["wins"][0]["reason"] == "dead_hand"
    r["fouls"] = []
    assert score(r)["wins"][0]["reason"] == "tile_count"
    assert score(r)["delta"] == [32, -96, 32, 32]


def test_a_flower_is_no_tile_of_a_hand():
    assert answer(concealed="123m456p2789s55z8f", tile="3s")["wins"][0]["reason"] == "not_a_win"
    assert answer(concealed=CHOWS, tile="8f")["wins"][0]["reason"] == "not_a_win"


def two(second, **kw):
    """Seat 1 and another claim 5m of seat 2."""
    r = record("guigang", **kw)
    r["hands"][second["seat"]] = {"concealed": "33m123p456p22s777z"}
    r["wins"].append(second)
    return r


def test_one_false_win_is_fined_once():
    r = two({"seat": 3, "tile": "5m", "from": 2})
    r["fouls"] = [{"seat": 3, "kind": "false_win"}]
    a = score(r)
    assert [w["valid"] for w in a["wins"]] == [True, False]
    assert a["wins"][1]["reason"] == "dead_hand"
    assert a["delta"] == [32, 2 + 32, -2 + 32, -96]


def test_winners_that_cannot_both_be():
    for second in (
        {"seat": 3, "tile": "3m"},
        {"seat": 3, "tile": "3m", "from": 2},
        {"seat": 3, "tile": "3m", "from": 0},
    ):
        assert str(raises(RecordError, score, two(second))).startswith("wins.1: ")


def test_a_seat_that_wins_twice_is_named():
    r = two({"seat": 3, "tile": "5m", "from": 2})
    r["wins"].append(r["wins"][0])  # the same tile of the same giver
    assert str(raises(RecordError, score, r)) == "wins.2: 1 has won already"


def test_a_false_win_before_the_real_one():
    r = record("guigang")
    r["hands"][3] = {"concealed": "19m19p19s1234568s"}
    r["wins"].insert(0, {"seat": 3, "tile": "7z", "from": 0})
    a = score(r)
    assert [w["valid"] for w in a["wins"]] == [False, True]
    assert a["delta"] == [32, 34, 30, -96]


def test_third_meld_pays():
    melds = [pung("111m", 0), pung("9999p", kind="concealed_kong"), pung("222p", 0), pung("333s", 3)]
    hand = {"concealed": "5z", "melds": melds, "tile": "5z"}
    # all pungs, 4 fans
    assert answer(giver=2, **hand)["delta"] == [0, 16, -16, 0]
    assert answer(giver=2, options={"liability": "third_meld"}, **hand)["delta"] == [0, 16, 0, -16]
    assert answer(giver=None, options={"liability": "third_meld"}, **hand)["delta"] == [0, 96, 0, -96]
    assert answer(giver=3, options={"liability": "third_meld"}, **hand)["delta"] == [0, 16, 0, -16]
    hand["melds"] = [pung("111m", 0), pung("222p", 0), pung("333s", 0)]
    hand["concealed"] = "5559m"
    hand["tile"] = "9m"
    assert answer(giver=2, **hand)["delta"] == [-16, 16, 0, 0]
    assert answer(giver=2, options={"liability": "none"}, **hand)["delta"] == [0, 16, -16, 0]


def test_who_fed_the_third_meld():
    def delta(melds, **kw):
        r = record("guigang", concealed="5z", melds=melds, tile="5z", giver=None, **kw)
        r["options"] = {"liability": "third_meld"}
        return score(r)["delta"]

    kong = pung("9999p", kind="concealed_kong")
    everybody = [-32, 96, -32, -32]  # all pungs 4, self-draw 1
    melds = [pung("111m", 0), pung("222p", 2), pung("333s", 3), kong]
    assert delta(melds) == [0, 96, 0, -96]
    assert delta(melds[::-1]) == [-96, 96, 0, 0]
    assert delta([kong, pung("8888p", kind="concealed_kong")] + melds[:2]) == everybody
    unknown = {"kind": "pung", "tiles": "333s"}
    assert delta([kong] + melds[:2] + [unknown]) == everybody


def test_two_melds_from_one_seat_are_no_liability():
    melds = [pung("111m", 0), pung("222p", 0), pung("333s", 3), pung("9999p", kind="concealed_kong")]
    assert answer(concealed="5z", melds=melds, tile="5z", giver=None)["delta"] == [-32, 96, -32, -32]
    melds[2] = pung("333s", 0)
    assert answer(concealed="5z", melds=melds, tile="5z", giver=None)["delta"] == [-96, 96, 0, 0]


def test_called_patterns_give_the_same_value():
    assert win(called={"patterns": ["half_flush", "all_chows"]})[0] == 32
    assert win(called={"patterns": ["all_pungs", "dragon_pung", "dragon_pung"]}, tile=None)[0] == 32
    assert win(called={"patterns": ["full_flush_pungs"]}, giver=None, flags=["after_kong"])[0] == 128
    # beyond a raised limit an ordinary hand with three dragon pungs beats big three dragons
    three = {"patterns": ["all_pungs", "half_flush", "dragon_pung", "dragon_pung", "dragon_pung"]}
    assert win(called=three, options={"fan_cap": 12})[0] == 1024
    a = answer(called={"patterns": ["chicken_hand", "self_draw"]}, giver=None)
    assert a["delta"] == [-4, 12, -4, -4] and a["next_dealer"] == 1


def test_called_patterns_that_fit_the_melds_stand():
    for patterns, melds in (
        (["all_chows"], [chow("123m"), chow("789p")]),
        (["all_pungs"], [pung("111m"), pung("2222p", kind="concealed_kong"), pung("333s", 3)]),
        (["full_flush"], [pung("111m"), chow("234m")]),
        (["full_flush_pungs"], [pung("111m"), pung("9999m", 0, "kong")]),
        (["half_flush"], [pung("111m"), pung("111z")]),
        (["half_flush"], [pung("111z")]),
        (["half_flush_pungs"], [pung("111m"), pung("222m")]),
        (["all_honors"], [pung("111z"), pung("777z")]),
        (["all_terminals"], [pung("111m"), pung("999s")]),
        (["all_terminals_and_honors"], [pung("111m"), pung("777z")]),
        (["big_four_winds"], [pung("111z"), pung("444z")]),
        (["little_four_winds"], [pung("111z"), chow("123m")]),
        (["big_three_dragons"], [pung("555z"), chow("123m")]),
        (["little_three_dragons"], [pung("555z"), chow("123m"), pung("222p")]),
        (["seven_pairs"], []),
    ):
        assert win(called={"patterns": patterns}, melds=melds, tile=None)[1] == patterns, patterns


def test_called_patterns_need_the_flags_that_stand():
    chicken = ["chicken_hand"]
    for name, kw in (
        ("robbing_the_kong", {"flags": ["rob_kong"], "tile": "5m"}),
        ("out_with_replacement", {"giver": None, "flags": ["after_kong"]}),
        ("last_tile_draw", {"giver": None, "flags": ["last_tile"]}),
        ("ready_hand", {"ready": "declared"}),
    ):
        r = record("guigang", called={"patterns": chicken + [name]}, **kw)
        if name == "robbing_the_kong":
            r["hands"][2]["melds"] = [pung("555m", 0)]
        assert name in score(r)["wins"][0]["patterns"], name
    for name, flag, kw in (
        ("heavenly_hand", "heavenly", {"winner": 0, "giver": None}),
        ("humanly_hand", "humanly", {"giver": 0}),
        ("earthly_hand", "earthly", {"giver": None}),
    ):
        assert win(called={"patterns": [name]}, flags=[flag], **kw) == (256, [name])
        text = str(raises(RecordError, answer, called={"patterns": [name]}, **kw))
        assert name in text, text


def test_called_patterns_that_contradict_are_refused_by_name():
    for name, kw in (
        ("no_such", {"called": {"patterns": ["chicken_hand", "no_such"]}}),
        ("self_draw", {"called": {"patterns": ["chicken_hand", "self_draw"]}}),
        ("out_with_replacement", {"giver": None, "called": {"patterns": ["chicken_hand", "out_with_replacement"]}}),
        ("robbing_the_kong", {"called": {"patterns": ["chicken_hand", "robbing_the_kong"]}, "flags": ["rob_kong"]}),
        ("heavenly_hand", {"giver": None, "called": {"patterns": ["heavenly_hand"]}, "flags": ["heavenly"]}),
        ("ready_hand", {"called": {"patterns": ["chicken_hand", "ready_hand"]}}),
        ("all_chows", {"called": {"patterns": ["all_chows"]}, "melds": [pung("111m")]}),
        ("all_pungs", {"called": {"patterns": ["all_pungs"]}, "melds": [{"kind": "chow", "tiles": "123m", "from": 0}]}),
        ("seven_pairs", {"called": {"patterns": ["seven_pairs"]}, "melds": [pung("111m")]}),
        ("full_flush", {"called": {"patterns": ["full_flush"]}, "melds": [pung("111m"), pung("111z")]}),
        ("half_flush", {"called": {"patterns": ["half_flush"]}, "melds": [pung("111m"), pung("111p")]}),
        ("big_four_winds", {"called": {"patterns": ["big_four_winds"]}, "melds": [pung("777z")]}),
        ("little_four_winds", {"called": {"patterns": ["little_four_winds"]}, "melds": [pung("777z"), pung("111m")]}),
        ("big_three_dragons", {"called": {"patterns": ["big_three_dragons"]}, "melds": [pung("111z"), pung("111m")]}),
        (
            "little_three_dragons",
            {"called": {"patterns": ["little_three_dragons"]}, "melds": [pung("111z"), pung("111m"), pung("222m")]},
        ),
        ("full_flush", {"called": {"patterns": ["full_flush"]}, "melds": [pung("777z")]}),
        ("full_flush", {"called": {"patterns": ["full_flush"]}, "melds": [pung("111m"), pung("111p")]}),
        ("all_honors", {"called": {"patterns": ["all_honors"]}, "melds": [pung("111m")]}),
        ("all_terminals", {"called": {"patterns": ["all_terminals"]}, "melds": [pung("111z")]}),
        ("all_terminals", {"called": {"patterns": ["all_terminals"]}, "melds": [pung("222m")]}),
        (
            "all_terminals_and_honors",
            {"called": {"patterns": ["all_terminals_and_honors"]}, "melds": [pung("222m")]},
        ),
        ("triple_win", {"giver": None, "called": {"patterns": ["chicken_hand", "triple_win"]}}),
        ("seven_pairs", {"called": {"patterns": ["full_flush", "seven_pairs"]}}),
        ("chicken_hand", {"called": {"patterns": ["chicken_hand", "all_chows"]}}),
        ("dragon_pung", {"called": {"patterns": ["chicken_hand"] + ["dragon_pung"] * 4}}),
        ("chicken_hand", {"called": {"patterns": ["chicken_hand", "chicken_hand"]}}),
    ):
        text = str(raises(RecordError, answer, **kw))
        assert text.startswith("wins.0.called.patterns: ") and name in text, (name, text)
    raises(RecordError, answer, called={"patterns": []})
    raises(RecordError, answer, giver=None, called={"patterns": ["self_draw"]})


def test_called_patterns_need_tiles_that_are_left():
    for name, tile, meld in (
        ("seven_pairs", "5m", pung("555m")),
        ("thirteen_orphans", "1m", pung("1111z", 0, "kong")),
    ):
        r = record("guigang", tile=tile, called={"patterns": [name]})
        assert score(r)["wins"][0]["valid"], name
        r["hands"][3]["melds"] = [meld]
        assert name + ", but " in str(raises(RecordError, score, r)), name


ALL_CHOWS = {"concealed": CHOWS, "tile": "3s"}
HANDS = {
    "chicken_hand": {"concealed": "111m456p24789s55z", "tile": "3s"},
    "all_chows": ALL_CHOWS,
    "half_flush": {"concealed": "111m24789m55z333z", "tile": "3m"},
    "all_pungs": {"concealed": "111m444p77755s22z", "tile": "5s"},
    "self_draw": {"concealed": CHOWS, "tile": "3s", "giver": None},
    "seat_wind": {"concealed": "222z456p24789s55s", "tile": "3s"},
    "prevalent_wind": {"concealed": "111z456p24789s55s", "tile": "3s"},
    "dragon_pung": {"concealed": "666z456p24789s55s", "tile": "3s"},
    "ready_hand": {"concealed": CHOWS, "tile": "3s", "ready": "declared"},
    "heavenly_hand": {"winner": 0, "concealed": CHOWS, "tile": "3s", "giver": None, "flags": ["heavenly"]},
    "humanly_hand": {"concealed": CHOWS, "tile": "3s", "giver": 0, "flags": ["humanly"]},
    "earthly_hand": {"concealed": CHOWS, "tile": "3s", "giver": None, "flags": ["earthly"]},
    "all_honors": {"concealed": "111z222z333z66z77z", "tile": "6z"},
    "all_terminals": {"concealed": "111m999m111p99p11s", "tile": "1s"},
    "big_three_dragons": {"concealed": "555z666z77z234m11p", "tile": "7z"},
    "big_four_winds": {"concealed": "111z222z333z44z11p", "tile": "4z"},
    "nine_gates": {"concealed": "1112345678999m", "tile": "5m"},
    "thirteen_orphans": {"concealed": "19m19p19s1234567z", "tile": "1m"},
    "full_flush_pungs": {"concealed": "111m333m555m77m99m", "tile": "9m"},
    "little_four_winds": {"concealed": "111z222z33z44z123p", "tile": "3z"},
    "little_three_dragons": {"concealed": "555z66z77z234m111p", "tile": "6z"},
    "all_terminals_and_honors": {"concealed": "111m999p11s22z333z", "tile": "1s"},
    "full_flush": {"concealed": "123456789m2355m", "tile": "4m"},
    "half_flush_pungs": {"concealed": "111m333m555m22z33z", "tile": "2z"},
    "seven_pairs": {"concealed": "2244m5577p3399s6z", "tile": "6z"},
}


def test_every_worth_is_the_house_s():
    for p in HANDS:
        others = [q for q in win(**HANDS[p])[1] if q != p]
        worths = dict([(q, 0) for q in others], **{p: 12})
        kw = dict(HANDS[p], options={"fan_cap": 20, "worths": worths})
        assert win(**kw)[0] == 1 << 12, (p, win(**kw))
        name = texts.find("guigang", ["pattern." + p], "en")["pattern." + p]
        lines = explain(record("guigang", **kw), "en")
        assert "  %s: 12" % name in lines and "  2^12 = 4096 points" in lines, (p, lines)


def test_an_event_lifts_to_what_the_house_says():
    drawn = dict(ALL_CHOWS, giver=None)  # all chows 2, self-draw 1
    for flag, p in (("after_kong", "out_with_replacement"), ("last_tile", "last_tile_draw")):
        assert win(flags=[flag], options={"worths": {p: 4}}, **drawn)[0] == 16
        assert win(flags=[flag], options={"worths": {p: 0}}, **drawn)[0] == 8  # no lift
        assert win(flags=[flag], options={"worths": {p: 4}, "fan_cap": 7}, **drawn)[0] == 16
    lines = explain(record("guigang", flags=["after_kong"], options={"worths": {"out_with_replacement": 7}}, **drawn))
    assert "  Out with replacement tile" in lines and "  3 fan in all" in lines
    assert "  lifted to 7 fan" in lines and "  2^7 = 128 points" in lines
    # the higher of two; they never add
    both = {"worths": {"out_with_replacement": 4, "last_tile_draw": 6}}
    assert win(flags=["after_kong", "last_tile"], options=both, **drawn)[0] == 64


def test_a_worth_has_a_range_in_which_its_power_is_a_small_int():
    for p, n in (("seven_pairs", 21), ("self_draw", -1), ("triple_win", 9999)):
        text = str(raises(RecordError, load, "guigang", {"worths": {p: n}}))
        assert text.startswith("options.worths.%s: " % p), text


def test_called_beside_known_tiles_is_refused():
    r = record("guigang", called={"patterns": ["chicken_hand"]})
    r["hands"][1]["concealed"] = "12334m555p22789s"
    assert str(raises(RecordError, score, r)).startswith("wins.0.called: ")
