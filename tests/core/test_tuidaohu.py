"""Guangdong push-down beyond the shared cases: what rules/tuidaohu.md says in each section."""

from check import raises
from samples import KONGS, chow, claims, pung, record

from engine_core import texts
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.score import explain, score
from engine_core.wall import opening, script

OPEN = {"concealed": "123m555p2789s", "melds": [pung("666m", 0)], "tile": "2s"}  # worth 1
CONCEALED = {"concealed": "12334m555p22789s", "tile": "5m"}  # worth 5
NOTHING = "1358m2469p13s124z"
OFF = {"completed_patterns": False}


def answer(**kw):
    return score(record("tuidaohu", **kw))


win, reason = claims(answer)


# ---------------------------------------------------------------- tile set, wall


def test_the_tiles_and_the_wall():
    rules = load("tuidaohu")
    assert sum([rules.copies(k) for k in range(42)]) == 136
    assert 2 * sum(rules.stacks(0)) == 136
    assert rules.wilds(None) == () and rules.set_aside(None) == ()


def test_the_broken_side():
    for dice, side in (([1, 4], 0), ([4, 5], 0), ([1, 1], 1), ([5, 5], 1), ([1, 2], 2), ([5, 6], 2), ([2, 2], 3)):
        for dealer in range(4):
            a = opening({"region": "tuidaohu", "dealer": dealer, "dice": dice})
            assert a["break"] == {"side": (dealer + side) % 4, "stack": sum(dice) + 1}
            assert a["left"] == 83


def test_no_flowers_and_no_kong_without_a_tile():
    steps = script({"region": "tuidaohu", "dice": [4, 5], "events": ["flower", "draw*82", "kong", "kong"]})["steps"]
    assert steps[0]["refused"] and steps[2]["last_tile"] and steps[3]["refused"]


# ---------------------------------------------------------------- winning shapes


def test_shapes():
    assert win(concealed="1111m3344p5566s7z", tile="7z") == (15, ["concealed_hand", "seven_pairs"])
    # seven pairs that are four chows and a pair as well
    assert win(concealed="112233m778899p5z", tile="5z") == (15, ["concealed_hand", "seven_pairs"])
    assert reason(concealed="3344p5566s77z", melds=[pung("111m")], tile="7z") == "not_a_win"
    assert reason(concealed="3344p5566s77z", melds=[pung("1111m", kind="concealed_kong")], tile="7z") == "not_a_win"
    assert reason(concealed="19m19p19s1234567z", tile="2m") == "not_a_win"
    assert reason(concealed="123m456p24789s5z1f", tile="3s") == "not_a_win"
    assert reason(concealed=CONCEALED["concealed"], tile="1f") == "not_a_win"


def test_a_malformed_meld_is_no_win():
    for kind, text in (("chow", "124m"), ("pung", "112m"), ("chow", "123z"), ("kong", "111m")):
        melds = [{"kind": kind, "tiles": text, "from": 0}]
        assert reason(concealed="456m99m7755z8p", melds=melds, tile="8p") == "not_a_win", text


def test_reasons_in_order():
    bad = {"concealed": NOTHING + "5z", "tile": "6z"}
    for kind in ("dead_hand", "false_win"):
        assert reason(fouls=[{"seat": 1, "kind": kind}], **bad) == "dead_hand"
    assert reason(fouls=[{"seat": 2, "kind": "dead_hand"}], **bad) == "tile_count"
    assert reason(concealed=NOTHING, tile="6z") == "not_a_win"


# ---------------------------------------------------------------- patterns


def test_concealed_and_not():
    assert win(**CONCEALED) == (5, ["concealed_hand"])
    assert win(giver=None, **CONCEALED) == (5, ["concealed_hand"])
    assert win(**OPEN) == (1, [])
    kong = [pung("6666m", kind="concealed_kong")]
    assert win(concealed="123m555p2789s", melds=kong, tile="2s") == (5, ["concealed_hand"])
    for kind in ("kong", "added_kong"):
        assert win(concealed="123m555p2789s", melds=[pung("6666m", 0, kind)], tile="2s") == (1, [])
    assert win(concealed="123m555p2789s", melds=[chow("456m")], tile="2s") == (1, [])


def test_flushes():
    assert win(concealed="123456789m2255z", tile="2z") == (10, ["concealed_hand", "half_flush"])
    assert win(concealed="1223344567899s", tile="6s") == (15, ["concealed_hand", "full_flush"])
    # melds are of the suit too
    assert win(concealed="123456m2255z", melds=[chow("789m")], tile="2z") == (6, ["half_flush"])
    assert win(concealed="123456m2255z", melds=[chow("789p")], tile="2z") == (1, [])
    assert win(concealed="1122m3344m5566m7z", tile="7z") == (20, ["concealed_hand", "half_flush", "seven_pairs"])
    # one suit in seven pairs: 5 + 10 + 10
    assert win(concealed="1133557788992s", tile="2s") == (25, ["concealed_hand", "full_flush", "seven_pairs"])


def test_all_honours_in_any_shape():
    assert win(concealed="1122334455667z", tile="7z") == (35, ["all_honors", "concealed_hand", "seven_pairs"])
    assert win(concealed="111222333z5566z", tile="5z") == (30, ["all_honors", "all_pungs", "concealed_hand"])


def test_all_pungs_by_any_reading():
    three = {"concealed": "111222333m555p7s", "tile": "7s"}
    assert win(**three) == (10, ["all_pungs", "concealed_hand"])
    # worth nothing: of equal sums the list that comes first
    free = {"all_pungs_fan": 0}
    assert win(options=free, **three) == (5, ["all_pungs", "concealed_hand"])
    melds = [pung("555p")]
    assert win(options=free, concealed="111222333m7s", melds=melds, tile="7s") == (1, [])  # three chows and a pung
    assert win(options=free, concealed="111333555m7s", melds=melds, tile="7s") == (1, ["all_pungs"])


def test_thirteen_orphans():
    assert win(concealed="19m19p19s1234566z", tile="7z") == (25, ["concealed_hand", "thirteen_orphans"])
    assert reason(concealed="19m19p19s1234567z", tile="7z", options=OFF) == "not_a_win"


def test_events():
    assert win(giver=None, flags=["after_kong"], **OPEN) == (6, ["out_with_replacement"])
    assert win(giver=None, flags=["last_tile"], **OPEN) == (6, ["last_tile_draw"])
    both = win(giver=None, flags=["after_kong", "last_tile"], **OPEN)
    assert both == (11, ["last_tile_draw", "out_with_replacement"])
    assert win(winner=0, giver=None, flags=["heavenly"], **CONCEALED) == (25, ["concealed_hand", "heavenly_hand"])
    assert win(giver=None, flags=["earthly"], **CONCEALED) == (25, ["concealed_hand", "earthly_hand"])
    assert win(giver=0, flags=["earthly"], **CONCEALED) == (25, ["concealed_hand", "earthly_hand"])


def test_flags_that_cannot_hold_are_ignored():
    def seat_1(giver, flag, **kw):
        kw["melds"] = kw.get("melds", [])
        return win(giver=giver, flags=[flag], **kw)

    for giver, flag in (
        (2, "after_kong"), (2, "last_tile"), (2, "rob_kong"), (2, "heavenly"), (2, "earthly"), (2, "kong_discard"),
        (None, "rob_kong"), (None, "heavenly"), (None, "after_flower"), (None, "humanly"), (0, "humanly"),
    ):  # fmt: skip
        assert seat_1(giver, flag, **CONCEALED) == (5, ["concealed_hand"]), (giver, flag)
    kong = {"concealed": "123m555p2789s", "melds": [pung("6666m", kind="concealed_kong")], "tile": "2s"}
    assert win(winner=0, giver=None, flags=["heavenly"], **kong) == (5, ["concealed_hand"])
    assert win(giver=None, flags=["earthly"], **kong) == (5, ["concealed_hand"])
    assert win(winner=0, giver=2, flags=["heavenly"], **CONCEALED) == (5, ["concealed_hand"])
    assert win(winner=0, giver=None, flags=["earthly"], **CONCEALED) == (5, ["concealed_hand"])


def robbery(giver_melds, **more):
    """Seat 1 takes 5m from seat 2, as a robbed kong if the melds say so."""
    r = record("tuidaohu", flags=["rob_kong"], **CONCEALED)
    r["hands"][2] = {"melds": giver_melds}
    r.update(more)
    return score(r)


def test_a_robbed_kong():
    a = robbery([pung("555m", 3)])
    assert a["wins"][0]["patterns"] == ["concealed_hand", "robbing_the_kong"]
    assert a["delta"] == [0, 30, -30, 0]  # for all three
    assert robbery([pung("555m", 3)], options={"self_draw_factor": 2})["delta"] == [0, 60, -60, 0]
    # without the pung an ordinary discard
    for melds in ([pung("666m", 3)], [chow("567m", 1)], []):
        a = robbery(melds, options={"self_draw_factor": 2})
        assert a["delta"] == [0, 5, -5, 0] and a["wins"][0]["patterns"] == ["concealed_hand"]


def test_only_the_four_patterns_of_the_source():
    for kw, worth in (
        (dict(OPEN, giver=None, flags=["after_kong", "last_tile"]), (1, [])),
        (dict(CONCEALED, winner=0, giver=None, flags=["heavenly"]), (5, ["concealed_hand"])),
        (dict(CONCEALED, giver=0, flags=["earthly"]), (5, ["concealed_hand"])),
        ({"concealed": "111222333z5566z", "tile": "5z"}, (10, ["all_pungs", "concealed_hand"])),
        ({"concealed": "123456789m2255z", "tile": "2z"}, (10, ["concealed_hand", "half_flush"])),
        # no seven pairs, but four chows and a pair
        ({"concealed": "112233m778899p5z", "tile": "5z"}, (5, ["concealed_hand"])),
    ):
        assert win(options=OFF, **kw) == worth, kw
    # the robbed player pays for all three all the same
    a = robbery([pung("555m", 3)], options=OFF)
    assert a["wins"][0]["patterns"] == ["concealed_hand"] and a["delta"] == [0, 15, -15, 0]


# ---------------------------------------------------------------- payments


def test_payments():
    factor = {"self_draw_factor": 3}
    assert answer(giver=2, **OPEN)["delta"] == [0, 1, -1, 0]
    assert answer(giver=2, options=factor, **OPEN)["delta"] == [0, 1, -1, 0]
    assert answer(giver=None, options=factor, **OPEN)["delta"] == [-3, 9, -3, -3]
    # no dealer factor
    assert answer(giver=None, dealer=1, **OPEN)["delta"] == [-1, 3, -1, -1]
    assert answer(options={"plain_fan": 4}, **OPEN)["delta"] == [0, 4, -4, 0]


def two(giver=0, **more):
    """Seats 1 and 3 claim 3s from another."""
    r = {"region": "tuidaohu", "hands": [{}, {"concealed": "123m456p24789s55z"}, {}, {}]}
    r["hands"][3] = {"concealed": "456m789p24666s11z"}
    r["wins"] = [{"seat": 1, "tile": "3s", "from": giver}, {"seat": 3, "tile": "3s", "from": giver}]
    r.update(more)
    return score(r)


def test_several_winners_and_the_next_dealer():
    assert two()["delta"] == [-10, 5, 0, 5] and two()["next_dealer"] == 1
    assert two(giver=2)["next_dealer"] == 3  # the nearer to the discarder
    assert two(giver=2, dealer=1)["next_dealer"] == 3
    dead = [{"seat": 3, "kind": "dead_hand"}]
    a = two(giver=2, fouls=dead, options={"false_win_penalty": 1})
    assert a["next_dealer"] == 1 and a["delta"] == [1, 5 + 1, -5 + 1, -3]


def test_several_who_win_on_different_tiles_contradict():
    r = record("tuidaohu", **CONCEALED)
    r["hands"][3] = {"concealed": "456m789p24666s11z"}
    for second in (
        {"seat": 3, "tile": "3s", "from": 2}, {"seat": 3, "tile": "3s"}, {"seat": 1, "tile": "5m", "from": 2},
    ):  # fmt: skip
        assert str(raises(RecordError, score, dict(r, wins=r["wins"] + [second]))).startswith("wins.1: "), second


def test_next_dealer():
    for dealer in range(4):
        assert answer(dealer=dealer, **OPEN)["next_dealer"] == 1
        assert answer(dealer=dealer, concealed=NOTHING, tile="6z")["next_dealer"] == dealer
        assert kongs(dealer=dealer)["next_dealer"] == dealer


# ---------------------------------------------------------------- kong payments


def kongs(melds=(), **more):
    """A drawn hand in which seats hold melds."""
    r = {"region": "tuidaohu", "hands": [{}, {}, {}, {}]}
    for seat, m in melds:
        r["hands"][seat].setdefault("melds", []).append(m)
    r.update(more)
    return score(r)


def test_kongs():
    assert kongs([(1, pung("1111z", kind="concealed_kong"))])["delta"] == [-2, 6, -2, -2]
    assert kongs([(1, pung("1111z", 3, "added_kong"))])["delta"] == [-1, 3, -1, -1]
    assert kongs([(1, pung("1111z", 3, "kong"))])["delta"] == [0, 3, 0, -3]
    assert kongs([(1, pung("1111z", 3, "kong"))], options={"kong_pay": False})["delta"] == [0, 0, 0, 0]
    melds = [(1, pung("1111z", kind="concealed_kong"))]
    assert kongs(melds, kongs=[])["delta"] == [0, 0, 0, 0]
    assert kongs(melds, kongs=[{"seat": 2, "kind": "kong", "tile": "5m", "from": 0}])["delta"] == [-3, 0, 3, 0]


def test_kongs_are_kept_when_a_claim_fails():
    r = record("tuidaohu", concealed=NOTHING, tile="6z")
    r["hands"][2] = {"melds": [pung("7777z", kind="concealed_kong")]}
    assert score(r)["delta"] == [5 - 2, -15 - 2, 5 + 6, 5 - 2]


def test_a_robbed_kong_earns_nothing():
    mine = {"seat": 2, "kind": "added_kong", "tile": "5m"}
    pung_5m = [pung("555m", 3)]
    assert robbery(pung_5m, kongs=[mine])["delta"] == [0, 30, -30, 0]
    # another kong of his, and one of the same tile that nobody robs
    other = {"seat": 2, "kind": "added_kong", "tile": "6m"}
    assert robbery(pung_5m, kongs=[mine, other])["delta"] == [-1, 29, -27, -1]
    assert robbery([], kongs=[mine])["delta"] == [-1, 5 - 1, -5 + 3, -1]
    # who may not win robs nothing
    fouls = [{"seat": 1, "kind": "dead_hand"}]
    assert robbery(pung_5m, kongs=[mine], fouls=fouls)["delta"] == [5 - 1, -15 - 1, 5 + 3, 5 - 1]


def test_a_kong_that_is_paid_needs_its_giver():
    for kw, at in (
        ({"melds": [(1, {"kind": "kong", "tiles": "1111z"})]}, "hands.1.melds.0"),
        ({"kongs": [{"seat": 2, "kind": "kong", "tile": "5m"}]}, "kongs.0"),
    ):
        assert str(raises(RecordError, kongs, **kw)).startswith(at + ".from: "), at
        assert kongs(options={"kong_pay": False}, **kw)["delta"] == [0, 0, 0, 0]


# ---------------------------------------------------------------- penalties, options


def test_penalties():
    false_win = [{"seat": 3, "kind": "false_win"}]
    assert kongs(fouls=false_win)["delta"] == [5, 5, 5, -15]
    assert kongs(fouls=false_win * 2, options={"false_win_penalty": 2})["delta"] == [2, 2, 2, -6]
    assert kongs(fouls=[{"seat": 3, "kind": "dead_hand"}])["delta"] == [0, 0, 0, 0]
    # once, for the claim and the foul together
    assert answer(fouls=[{"seat": 1, "kind": "false_win"}], **OPEN)["delta"] == [5, -15, 5, 5]


def test_every_option_is_checked_with_its_name():
    for name, default, allowed in load("tuidaohu").OPTIONS:
        if allowed is None:
            good, bad = [not default], [0, "true", None]
        else:
            good, bad = list(allowed), [allowed[0] - 1, allowed[1] + 1, "1", True, None]
        for value in good:
            assert load("tuidaohu", {name: value}).options[name] == value
        for value in bad:
            text = str(raises(RecordError, load, "tuidaohu", {name: value}))
            assert text.startswith("options.%s: " % name), text


def test_time_limits_do_not_touch_the_score():
    assert answer(options={"draw_seconds": 30, "claim_seconds": 10}, **OPEN) == answer(**OPEN)


def test_every_worth_is_the_house_s():
    drawn = dict(OPEN, giver=None)
    hands = {
        "concealed_hand": CONCEALED,
        "half_flush": {"concealed": "123m555m2789m", "melds": [pung("666z", 0)], "tile": "2m"},
        "full_flush": {"concealed": "123m555m2789m", "melds": [pung("666m", 0)], "tile": "2m"},
        "all_pungs": {"concealed": "111m555p2777s", "melds": [pung("666m", 0)], "tile": "2s"},
        "seven_pairs": {"concealed": "1122m3344p5566s7z", "tile": "7z"},
        "all_honors": {"concealed": "1122334455667z", "tile": "7z"},
        "thirteen_orphans": {"concealed": "19m19p19s1234567z", "tile": "1m"},
        "out_with_replacement": dict(drawn, flags=["after_kong"]),
        "last_tile_draw": dict(drawn, flags=["last_tile"]),
        "heavenly_hand": dict(CONCEALED, winner=0, giver=None, flags=["heavenly"]),
        "earthly_hand": dict(CONCEALED, giver=None, flags=["earthly"]),
    }
    names = texts.find("tuidaohu", ["pattern." + p for p, _ in load("tuidaohu").PATTERNS], "en")
    assert sorted(["pattern." + p for p in hands] + ["pattern.robbing_the_kong"]) == sorted(names)
    for p in hands:
        others = [(q, 0) for q in win(**hands[p])[1] if q != p]
        kw = dict(hands[p], options={"plain_fan": 0, "worths": dict(others, **{p: 777})})
        assert win(**kw)[0] == 777, (p, win(**kw))
        assert "  %s: 777" % names["pattern." + p] in told(**kw), (p, told(**kw))
    # before the option of the same
    kw = dict(hands["all_pungs"], options={"all_pungs_fan": 9, "worths": {"all_pungs": 8}})
    assert win(**kw) == (1 + 8, ["all_pungs"])
    r = record("tuidaohu", flags=["rob_kong"], options={"worths": {"robbing_the_kong": 7}}, **CONCEALED)
    r["hands"][2]["melds"] = [pung("555m", 0)]
    assert score(r)["wins"][0]["value"] == 5 + 7


# ---------------------------------------------------------------- called patterns


def called(ids, others=(), **kw):
    """The answer to a call; `others` are melds of seat 3."""
    kw.setdefault("tile", None)
    r = record("tuidaohu", called={"patterns": ids.split()}, **kw)
    r["hands"][3]["melds"] = list(others)
    return score(r)


def test_called_patterns_give_the_same_value():
    for ids, value in (
        ("", 1),
        ("concealed_hand", 5),
        ("all_pungs half_flush", 11),
        ("concealed_hand full_flush all_pungs", 20),
        ("concealed_hand seven_pairs", 15),
        ("concealed_hand seven_pairs all_honors", 35),
        ("all_pungs all_honors", 26),
        ("concealed_hand thirteen_orphans", 25),
    ):
        a = called(ids)
        assert a["wins"][0]["value"] == value and a["wins"][0]["patterns"] == sorted(ids.split()), ids
        assert a["delta"] == [0, value, -value, 0] and a["next_dealer"] == 1
    assert called("all_pungs", options={"all_pungs_fan": 9, "plain_fan": 2})["wins"][0]["value"] == 11
    assert called("", giver=None, options={"self_draw_factor": 2})["delta"] == [-2, 6, -2, -2]
    assert called("concealed_hand earthly_hand", giver=0, flags=["earthly"])["wins"][0]["value"] == 25
    # what nobody calls is not counted
    assert called("", giver=None, flags=["last_tile"])["wins"][0]["value"] == 1


def test_a_call_is_judged_as_known_tiles_are():
    assert called("", fouls=[{"seat": 1, "kind": "false_win"}])["wins"][0]["reason"] == "dead_hand"
    assert called("", melds=[pung("112m")])["wins"][0]["reason"] == "not_a_win"
    assert called("", tile="1f")["wins"][0]["reason"] == "not_a_win"
    five = [pung("111z"), pung("222z"), pung("333z"), pung("444z"), pung("555z")]
    assert called("all_pungs", melds=five)["wins"][0]["reason"] == "tile_count"


def test_called_patterns_that_contradict_are_refused_by_name():
    kongs = [pung(n * 4 + "z", 0, "kong") for n in "1234"]
    for name, ids, kw in (
        ("concealed_hand", "concealed_hand", {"melds": [pung("111m")]}),
        ("full_flush", "full_flush half_flush", {}),
        ("full_flush", "full_flush", {"melds": [pung("111z")]}),
        ("half_flush", "half_flush", {"melds": [pung("111m"), pung("222p")]}),
        ("all_honors", "all_honors all_pungs half_flush", {}),
        ("all_honors", "all_honors all_pungs", {"melds": [chow("123m")]}),
        ("all_honors", "all_honors", {}),  # its shape counts too
        ("all_honors", "all_honors seven_pairs concealed_hand", {"others": kongs}),
        ("all_pungs", "all_pungs", {"melds": [chow("123m")]}),
        ("seven_pairs", "seven_pairs", {}),
        ("seven_pairs", "seven_pairs concealed_hand", {"melds": [pung("1111m", kind="concealed_kong")]}),
        ("seven_pairs", "seven_pairs concealed_hand all_pungs", {}),
        ("thirteen_orphans", "thirteen_orphans concealed_hand", {"tile": "2m"}),
        ("thirteen_orphans", "thirteen_orphans concealed_hand", {"others": kongs}),
        ("thirteen_orphans", "thirteen_orphans concealed_hand half_flush", {}),
        ("out_with_replacement", "out_with_replacement", {"giver": None}),
        ("out_with_replacement", "out_with_replacement", {"flags": ["after_kong"]}),
        ("last_tile_draw", "last_tile_draw", {"flags": ["last_tile"]}),
        ("robbing_the_kong", "robbing_the_kong", {"flags": ["rob_kong"]}),
        ("heavenly_hand", "heavenly_hand concealed_hand", {"giver": None, "flags": ["heavenly"]}),
        ("earthly_hand", "earthly_hand concealed_hand", {"giver": 2, "flags": ["earthly"]}),
        ("earthly_hand", "earthly_hand", {"giver": 0, "flags": ["earthly"]}),
        ("seven_pairs", "seven_pairs concealed_hand", {"options": OFF}),
        ("self_draw", "self_draw", {"giver": None}),
        ("all_pungs", "all_pungs all_pungs", {}),
    ):
        text = str(raises(RecordError, called, ids, **kw))
        assert text.startswith("wins.0.called.patterns: ") and name in text, (ids, text)


# ---------------------------------------------------------------- told to people


def told(lang="en", **kw):
    return explain(record("tuidaohu", **kw), lang)


def test_the_formula_is_told():
    assert "  plain hand 1 + other fan 0 = 1 points" in told(**OPEN)
    assert "  推倒胡 1 番 + 其他 0 番 = 1 分" in told("zh", **OPEN)
    flush = {"concealed": "1223344567899s", "tile": "6s"}
    assert "  concealed 5 + other fan 10 = 15 points" in told(**flush)
    assert "  门清 5 番 + 其他 10 番 = 15 分" in told("zh", **flush)
    factor = {"self_draw_factor": 2}
    assert "  E pays S 2 × 5 = 10 (self-draw)" in told(options=factor, giver=None, **CONCEALED)
    assert "  self-draw or robbed kong: each share ×2" in told(options=factor, giver=None, **CONCEALED)
    assert not any("×2" in line for line in told(options=factor, **CONCEALED))


def test_a_robbed_kong_is_told():
    r = record("tuidaohu", flags=["rob_kong"], **CONCEALED)
    r["hands"][2] = {"melds": [pung("555m", 3)]}
    en, zh = explain(r, "en"), explain(r, "zh")
    assert "S (seat 1) robs W's kong of 5m: 10" in en and "  W pays S 3 × 10 = 30 (robbed kong)" in en
    assert "  the robbed player pays for all three" in en and "  被抢杠的一家付三家的份" in zh


def test_every_name_has_its_text_in_both_languages():
    rules = load("tuidaohu")
    keys = ["pattern." + p for p, _ in rules.PATTERNS] + ["option." + o[0] for o in rules.OPTIONS]
    keys += ["region.name", "region.tiles", "unit.worth"]
    for lang in texts.LANGUAGES:
        for key, text in texts.find("tuidaohu", keys, lang).items():
            assert text and text != key, (lang, key)


def test_the_kong_money_while_a_hand_is_played():
    from engine_core.course import standing

    rules = load("tuidaohu")
    assert standing(rules, [])["money"] == [0, 0, 0, 0]
    assert standing(rules, KONGS[:1])["money"] == [-2, 6, -2, -2]
    assert standing(rules, KONGS[:2])["money"] == [-5, 6, 1, -2]
    assert standing(rules, KONGS)["money"] == [-2, 5, 0, -3]
    robbed = {"what": "win", "seat": 3, "tile": "3p", "from": 0, "flags": ["rob_kong"]}  # "earns nothing"
    assert standing(rules, KONGS + [dict(robbed, concealed="123456789m2p5566s")])["money"] == [-5, 6, 1, -2]
    nobody = dict(KONGS[1])
    del nobody["from"]  # whose discard it was has not been said
    assert standing(rules, [nobody])["money"] == [0, 0, 0, 0]
    assert rules.KONGS_AT_ONCE  # "settled at once, kept whatever happens afterwards"
    assert standing(load("tuidaohu", {"kong_pay": False}), KONGS)["money"] == []
