"""Called wins of the Sichuan family: taken when a hand of melds, tile and tiles left shows them, else refused."""

from check import raises
from family import PLAIN, READY, UNREADY, answer, hand, kong, win
from samples import pung

from engine_core.record import RecordError


def call(ids, *melds, tile=None, giver=2, flags=(), void=None, others=None, **more):
    """The answer for seat 1's called win in an ordinary hand of Sichuan."""
    w = win(1, tile, giver, *flags)
    w["called"] = {"patterns": ids.split()}
    hands = [{}, hand(None, *melds, void=void), {}, {}]
    for seat in others or {}:
        hands[seat] = others[seat]
    return answer("sichuan", hands, [w], **more)


def check(rows):
    """Rows (ids, melds, what else, the pattern that is refused or None)."""
    for ids, melds, more, refused in rows:
        if refused is None:
            assert call(ids, *melds, **more)["wins"][0]["patterns"] == sorted(ids.split()), (ids, more)
        else:
            text = str(raises(RecordError, call, ids, *melds, **more))
            assert text.startswith("wins.0.called.patterns: " + refused), (ids, text)


def test_a_called_win_is_worth_and_paid_what_the_tiles_would_be():
    for ids, value, options in (
        ("plain_hand", 1, {}),
        ("full_flush_pungs gen", 16, {}),
        ("long_qi_dui gen gen", 64, {}),
        ("qing_long_qi_dui", 16, {"fan_cap": 5}),
        ("jiang_dui", 24, {"base": 3}),
    ):
        a = call(ids, options=options)
        assert a["wins"][0]["value"] == value and a["delta"] == [0, value, -value, 0], ids
        assert a["next_dealer"] == 2
    a = call("plain_hand self_draw", giver=None, options={"self_draw_bonus": "base"})
    assert a["delta"] == [-2, 6, -2, -2]
    a = call("plain_hand self_draw", giver=None, options={"self_draw_bonus": "fan"})
    assert a["wins"][0]["value"] == 2


def test_what_is_not_called_is_not_counted_but_paid():
    a = call("plain_hand", kong("9999m"), tile="5p", giver=None, flags=["after_kong"])
    assert a["wins"][0]["value"] == 1 and a["delta"] == [-3, 9, -3, -3]
    a = call("plain_hand", giver=None, options={"self_draw_bonus": "base"})
    assert a["delta"] == [-2, 6, -2, -2]
    kongs = [{"seat": 2, "kind": "concealed_kong", "tile": "1s"}]
    a = call("plain_hand", flags=["kong_discard"], kongs=kongs, options={"kong_transfer": True})
    assert a["delta"] == [-2, -2 + 6 + 1, 6 - 6 - 1, -2]


def test_one_basic_pattern_is_called():
    check(
        (
            ("gen", [], {}, "none of them says what hand it is"),
            ("", [], {}, "none of them says what hand it is"),
            ("all_pungs full_flush", [], {}, "all_pungs excludes full_flush"),
            ("plain_hand seven_pairs", [], {}, "plain_hand excludes seven_pairs"),
            ("earthly_hand plain_hand", [], {"giver": 0, "flags": ["earthly"]}, "earthly_hand excludes plain_hand"),
            ("earthly_hand gen", [], {"giver": 0, "flags": ["earthly"]}, None),
        )
    )


def test_events_need_what_the_record_says():
    last = {"last_tile": True}
    check(
        (
            ("earthly_hand", [], {"giver": 0}, "earthly_hand"),
            ("earthly_hand", [], {"giver": 3, "flags": ["earthly"]}, "earthly_hand"),
            ("heavenly_hand", [], {"giver": None, "flags": ["heavenly"]}, "heavenly_hand"),
            ("heavenly_hand", [], {"giver": None, "flags": ["heavenly"], "dealer": 1}, None),
            ("heavenly_hand", [], {"giver": None, "flags": ["heavenly"], "dealer": 1,
                                   "options": {"first_turn": False}}, "heavenly_hand"),
            ("kong_discard plain_hand", [], {"flags": ["kong_discard"]}, None),
            ("kong_discard plain_hand", [], {}, "kong_discard"),
            ("out_with_replacement plain_hand", [kong("9999m")], {"giver": None, "flags": ["after_kong"]}, None),
            ("out_with_replacement plain_hand", [], {"giver": None, "flags": ["after_kong"]}, "out_with_replacement"),
            ("last_tile_claim plain_hand", [], {"flags": ["last_tile"]}, "last_tile_claim"),
            ("last_tile_claim plain_hand", [], {"flags": ["last_tile"], "options": last}, None),
            ("last_tile_draw plain_hand", [], {"flags": ["last_tile"], "options": last}, "last_tile_draw"),
            ("plain_hand robbing_the_kong", [], {"flags": ["rob_kong"], "tile": "5p"}, "robbing_the_kong"),
            ("plain_hand robbing_the_kong", [], {"flags": ["rob_kong"], "tile": "5p",
                                                 "others": {2: hand(None, pung("555p", 3))}}, None),
            ("plain_hand self_draw", [], {"giver": None}, "self_draw, but self_draw_bonus is none"),
            ("plain_hand self_draw", [], {"options": {"self_draw_bonus": "fan"}}, "self_draw"),
            ("gen plain_hand", [], {"options": {"gen": False}}, "gen"),
        )
    )  # fmt: skip


def test_melds_and_tile_must_go_with_the_pattern():
    check(
        (
            ("seven_pairs", [pung("111m")], {}, "seven_pairs"),
            ("long_qi_dui", [kong("1111m")], {}, "long_qi_dui"),
            ("full_flush", [pung("111m"), pung("222p")], {}, "full_flush"),
            ("full_flush", [pung("111m")], {"tile": "5p"}, "full_flush"),
            ("full_flush", [pung("111m")], {"tile": "5m"}, None),
            ("qing_long_qi_dui", [], {"tile": "5m"}, None),
            ("outside_hand", [pung("222m")], {}, "outside_hand"),
            ("outside_hand", [pung("111m")], {"tile": "5m"}, "outside_hand"),
            ("outside_hand", [pung("111m")], {"tile": "2m"}, None),  # 123 with the last 1m
            ("outside_hand", [kong("1111m")], {"tile": "2m"}, "outside_hand"),
            ("full_flush_outside", [kong("1111m")], {"tile": "7p"}, "full_flush_outside"),
            ("jiang_dui", [pung("222m"), kong("8888p")], {"tile": "5m"}, None),
            ("jiang_dui", [pung("222m"), kong("8888p")], {"tile": "6m"}, "jiang_dui"),
            ("jiang_dui", [pung("333m")], {}, "jiang_dui"),
            ("all_pungs", [pung("333m")], {"tile": "3m"}, "all_pungs"),  # the last 3m is in a chow
            ("plain_hand", [pung("333m")], {"tile": "3m"}, None),
            ("all_pungs", [], {"tile": "3m", "others": {0: hand(None, pung("333m", 2))}}, "all_pungs"),
        )
    )


def test_gens_that_the_hand_can_have():
    four = [pung("111m"), pung("222m"), pung("333m"), pung("555p")]
    check(
        (
            ("gen seven_pairs", [], {}, "gen"),
            ("gen gen long_qi_dui", [], {}, None),
            ("gen gen gen long_qi_dui", [], {}, "gen"),
            ("all_pungs gen gen gen gen", [], {}, None),  # its kongs need not be recorded
            ("all_pungs gen", [kong("1111m")], {}, None),
            ("all_pungs gen gen", [kong("1111m")], {}, "gen"),
            ("gen gen gen plain_hand", [], {}, None),
            ("gen gen gen gen plain_hand", [], {}, None),
            ("gen gen gen gen gen plain_hand", [], {}, "gen"),
            ("earthly_hand gen gen gen", [], {"giver": 0, "flags": ["earthly"]}, None),
            ("earthly_hand gen gen gen gen", [], {"giver": 0, "flags": ["earthly"]}, "gen"),
            ("gen plain_hand", four, {}, "gen"),
            ("gen plain_hand", four[:3], {}, None),  # 123m beside the pungs: three of them
            ("gen gen gen plain_hand", four[:3], {}, None),
            ("gen gen plain_hand", [four[0], four[3], pung("999m")], {}, "gen"),
            ("full_flush gen", [four[0], pung("555m"), pung("999m")], {}, None),
            ("full_flush_outside gen gen gen", [], {}, None),  # 123 four times
            ("gen gen outside_hand", [pung("111m"), pung("999m"), pung("111p")], {}, "gen"),
        )
    )


def test_pairs_may_have_more_fours_than_are_told():
    """1p and four each of 2p, 5p, 9p are all that is left of the dots for pairs."""
    others = {0: hand("34p11123s", kong("7777s"), kong("7777p")), 3: hand("33666888p", pung("444p", 0))}
    check(
        (
            ("gen gen qing_long_qi_dui", [], {"tile": "9p", "others": others}, None),
            ("qing_long_qi_dui", [], {"tile": "9p", "others": others}, None),
            ("full_flush_seven_pairs", [], {"tile": "9p", "others": others}, "full_flush_seven_pairs"),
        )
    )


def test_the_void_suit_is_no_suit_of_the_hand():
    on = {"declare_void": True}
    check(
        (
            ("full_flush", [pung("111m")], {"void": "p", "options": on}, None),
            ("gen gen plain_hand", [pung("111m"), pung("555m"), pung("777s")], {"void": "p", "options": on}, "gen"),
        )
    )
    for kw, reason in (({"void": "m", "options": on}, "void_suit"), ({"void": "m"}, None)):
        w = [win(1, "5p", 2), win(3, "5p", 2)]
        w[0]["called"] = {"patterns": ["plain_hand"]}
        hands = [{}, hand(None, pung("111m"), void=kw["void"]), {}, hand(PLAIN, void="s")]
        assert answer("sichuan", hands, w, options=kw.get("options", {}))["wins"][0].get("reason") == reason


def test_a_called_win_beside_known_tiles_or_with_too_many_melds():
    w = win(1, "5p", 2)
    w["called"] = {"patterns": ["plain_hand"]}
    text = str(raises(RecordError, answer, "sichuan", [{}, hand(PLAIN), {}, {}], [w]))
    assert text.startswith("wins.0.called: "), text
    five = hand(None, *[pung(t) for t in ("111m", "222m", "333m", "444m", "555m")])
    a = answer("sichuan", [{}, five, {}, hand(PLAIN)], [w, win(3, "5p", 2)])
    assert a["wins"][0]["reason"] == "tile_count"


def test_a_called_claim_that_is_refused_may_stand_beside_tiles_that_the_checks_need():
    w = win(1, "5m", 2)
    w["called"] = {"patterns": ["plain_hand"]}
    hands = [hand(READY[0]), hand(UNREADY, void="m"), hand(READY[2]), hand(READY[3])]
    a = answer("sichuan", hands, [w], options={"declare_void": True})
    assert a["wins"][0]["reason"] == "void_suit"
    assert a["delta"] == [32, -96, 32, 32]  # a false win, and a pig
    del hands[1]["concealed"], w["called"]
    text = str(raises(RecordError, answer, "sichuan", hands, [w], options={"declare_void": True}))
    assert text.startswith("hands.1.concealed: "), text
    w["called"] = {"patterns": ["plain_hand"]}
    text = str(raises(RecordError, answer, "sichuan", [hands[0], hand(READY[1], void="m")] + hands[2:], [w]))
    assert text.startswith("wins.0.called: "), text
