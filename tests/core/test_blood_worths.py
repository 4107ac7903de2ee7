"""What a house makes of the worths of the Sichuan family: value, choice and explanation follow."""

from check import raises
from family import UNREADY, answer, hand, kong, record, win
from samples import pung

from engine_core import texts
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.score import explain, score

DRAWN, CLAIMED = None, 2
# Rows: pattern, concealed, melds, tile, giver, flags, what else it takes: options and fields of the record.
SHOWN = (
    ("plain_hand", "123456789m3488p", [], "2p", CLAIMED, [], {}),
    ("all_pungs", "222m3355p", [pung("444m"), pung("666p")], "5p", CLAIMED, [], {}),
    ("full_flush", "1234567891155m", [], "5m", CLAIMED, [], {}),
    ("outside_hand", "11123789m12399p", [], "9p", CLAIMED, [], {}),
    ("seven_pairs", "112233m4455667p", [], "7p", CLAIMED, [], {}),
    ("full_flush_pungs", "2223335m", [pung("444m"), pung("666m")], "5m", CLAIMED, [], {}),
    ("jiang_dui", "2225558m", [pung("222p"), pung("555p")], "8m", CLAIMED, [], {}),
    ("full_flush_outside", "1111223378m", [pung("999m", 0)], "9m", CLAIMED, [], {}),
    ("full_flush_seven_pairs", "1122334455667m", [], "7m", CLAIMED, [], {}),
    ("long_qi_dui", "222233m4455667p", [], "7p", CLAIMED, [], {}),
    ("qing_long_qi_dui", "2222334455667m", [], "7m", CLAIMED, [], {}),
    ("heavenly_hand", "123456789m3488p", [], "2p", DRAWN, ["heavenly"], {"dealer": 1}),
    ("earthly_hand", "123456789m3488p", [], "2p", DRAWN, ["earthly"], {}),
    ("gen", "123456m3488p", [kong("9999m")], "2p", CLAIMED, [], {}),
    ("out_with_replacement", "123456m3488p", [kong("9999m")], "2p", DRAWN, ["after_kong"], {}),
    ("kong_discard", "123456789m3488p", [], "2p", CLAIMED, ["kong_discard"], {}),
    ("robbing_the_kong", "123456789m3488p", [], "2p", CLAIMED, ["rob_kong"], {}),
    ("last_tile_draw", "123456789m3488p", [], "2p", DRAWN, ["last_tile"], {"options": {"last_tile": True}}),
    ("last_tile_claim", "123456789m3488p", [], "2p", CLAIMED, ["last_tile"], {"options": {"last_tile": True}}),
    ("self_draw", "123456789m3488p", [], "2p", DRAWN, [], {"options": {"self_draw_bonus": "fan"}}),
)  # fmt: skip


def won(row, worths):
    """The record of a row with these worths."""
    _, concealed, melds, tile, giver, flags, more = row
    more = dict(more)
    more["options"] = dict(more.get("options", {}), worths=worths)
    robbed = [pung("222p", 0)] if "rob_kong" in flags else []
    hands = [{}, hand(concealed, *melds), hand(None, *robbed), {}]
    return record("sichuan", hands, [win(1, tile, giver, *flags)], **more)


def test_every_pattern_is_worth_what_the_house_says():
    assert sorted([row[0] for row in SHOWN]) == sorted(load("sichuan").worth)
    for row in SHOWN:
        p = row[0]
        before = score(won(row, {}))["wins"][0]
        assert p in before["patterns"], row
        worth = load("sichuan", row[6].get("options", {})).worth[p]
        for more in (1, 3):
            r = won(row, {p: worth + more})
            times = before["patterns"].count(p)
            assert score(r)["wins"][0] == dict(before, value=before["value"] << more * times), row
            for lang in texts.LANGUAGES:
                t = texts.find("sichuan", ["pattern." + p, "line.pattern", "line.pattern_times"], lang)
                line = t["line.pattern"] if times == 1 else t["line.pattern_times"]
                told = line.format(t["pattern." + p], *([] if times == 1 else [times]), times * (worth + more))
                assert "  " + told in explain(r, lang), (told, explain(r, lang))


def flush_dragons(worths, **options):
    """A hand that is 龙七对 and 清龙七对."""
    options["worths"] = worths
    hands = [{}, hand("2222334455667m"), {}, {}]
    w = answer("sichuan", hands, [win(1, "7m", 2)], options=options)["wins"][0]
    return w["value"], w["patterns"]


def test_the_highest_sum_counts_with_the_worths_of_the_house():
    assert flush_dragons({}) == (32, ["qing_long_qi_dui"])
    assert flush_dragons({"qing_long_qi_dui": 5}) == (16, ["qing_long_qi_dui"])  # equal: the lower row
    assert flush_dragons({"qing_long_qi_dui": 4}) == (16, ["long_qi_dui"])
    # 清一色 with its gen: 3 and 4
    assert flush_dragons({"gen": 4}) == (64, ["full_flush", "gen"])
    assert flush_dragons({"gen": 4}, gen=False) == (32, ["qing_long_qi_dui"])


def test_a_first_turn_counts_where_it_is_not_less_than_the_tiles():
    for worth, value, basic in ((6, 64, "earthly_hand"), (5, 32, "earthly_hand"), (4, 32, "qing_long_qi_dui")):
        hands = [{}, hand("2222334455667m"), {}, {}]
        options = {"worths": {"earthly_hand": worth}}
        w = answer("sichuan", hands, [win(1, "7m", 0, "earthly")], options=options)["wins"][0]
        assert (w["value"], basic in w["patterns"]) == (value, True), w


def test_a_hand_ready_at_the_end_is_counted_with_them_too():
    hands = [hand(UNREADY), hand("2222334455667m"), None, None]
    assert answer("sichuan", hands)["delta"][1] == 32
    # 清一色 with its gen
    assert answer("sichuan", hands, options={"worths": {"qing_long_qi_dui": 0, "long_qi_dui": 2}})["delta"][1] == 8


def test_who_wins_has_one_fan_at_least():
    r = won(SHOWN[0], {"plain_hand": 0})
    assert score(r)["wins"][0]["value"] == 1
    assert "  1 fan at least" in explain(r, "en") and "  至少 1 番" in explain(r, "zh")
    assert "  1 fan at least" not in explain(won(SHOWN[0], {}), "en")
    assert score(won(SHOWN[15], {"plain_hand": 0}))["wins"][0]["value"] == 1  # 杠上炮 alone


def test_a_called_pattern_is_worth_it_too():
    w = win(1, "2p", 2)
    w["called"] = {"patterns": ["plain_hand", "gen"]}
    a = answer("sichuan", [{}, {}, {}, {}], [w], options={"worths": {"plain_hand": 2, "gen": 3}})
    assert a["wins"][0]["value"] == 16


def test_worths_whose_hands_are_paid_too_much_are_refused_by_name():
    for worths in ({"plain_hand": 9999}, {"gen": 9}, {"self_draw": 12, "out_with_replacement": 9}):
        options = {"worths": worths, "base": 100, "self_draw_bonus": "fan"}
        text = str(raises(RecordError, load, "sichuan", options))
        assert text.startswith("options.worths: "), text
        load("sichuan", dict(options, fan_cap=20))  # whatever they add up to, no more than the cap
    load("sichuan", {"base": 9999, "last_tile": True, "self_draw_bonus": "fan"})
    load("sichuan", {"worths": {"gen": 99}, "gen": False})
    raises(RecordError, load, "sichuan", {"worths": {"plain_hand": 20}, "fan_cap": 20, "base": 9999})
