"""Sichuan beyond the shared cases: what rules/sichuan.md says in each section, the base of its family included."""

from check import raises
from family import PIG, PLAIN, UNREADY, answer, declared, hand, kong, reasons, record, values, win
from samples import pung

from engine_core import tiles
from engine_core.check import RecordError, parse
from engine_core.rules import load
from engine_core.score import explain, score


def sichuan(hands, wins=(), **more):
    return answer("sichuan", hands, wins, **more)


def won(seat_hand, tile, *flags, seat=1, giver=2, **more):
    """Value and patterns of one seat's win in an ordinary hand, where no other hand matters."""
    hands = [{}, {}, {}, {}]
    hands[seat] = seat_hand
    w = sichuan(hands, [win(seat, tile, giver, *flags)], **more)["wins"][0]
    assert w["valid"], w
    return w["value"], w["patterns"]


def refused(seat_hand, tile, **more):
    """Why seat 1's claim is refused, beside a win of seat 0 so that nothing is checked."""
    hands = [hand("1112223334455p"), seat_hand, {}, {}]
    return sichuan(hands, [win(1, tile, 2), win(0, "4p", 2)], **more)["wins"][0].get("reason")


# ---------------------------------------------------------------- tile set, wall


def test_the_set_has_three_suits_of_four():
    rules = load("sichuan")
    assert sum([rules.copies(k) for k in range(tiles.KINDS)]) == 108
    assert rules.copies(tiles.kind("9s")) == 4 and rules.copies(tiles.kind("1z")) == rules.copies(tiles.kind("1f")) == 0


def test_the_dealers_wall_and_the_opposite_one_are_longer():
    for region in ("sichuan", "xuezhan", "xueliu"):
        rules = load(region)
        assert [rules.stacks(dealer)[dealer] for dealer in range(4)] == [14] * 4
        assert rules.stacks(1) == rules.stacks(3) == (13, 14, 13, 14)
        assert rules.stays(0, bytes([5, 2])) == 2 and rules.break_side(1, bytes([5, 2])) == 3


def test_the_last_four_tiles_force_a_win_only_without_a_void_suit():
    assert load("sichuan").last_four()
    assert not load("sichuan", {"declare_void": True}).last_four()
    assert not load("sichuan", {"last_four_auto": False}).last_four()
    assert not load("xuezhan", {"declare_void": False}).last_four()


# ---------------------------------------------------------------- patterns


def test_an_outside_hand_has_a_one_or_nine_in_every_group():
    for concealed, tile, pattern in (
        ("123789m1117899p", "9p", "outside_hand"),
        ("12378m111p999p99m", "9m", "outside_hand"),
        ("12378m111p999p99m", "6m", "plain_hand"),
        ("123234m789p1199p", "1p", "plain_hand"),
        ("111222333m7899p", "9p", "outside_hand"),  # 123m three times before 对对 that is none
        ("111222333m9998p", "8p", "all_pungs"),  # 123m three times, but the pair is of 8
        ("123m123p78899p99m", "7p", "outside_hand"),
    ):
        assert won(hand(concealed), tile)[1] == [pattern], concealed


def test_an_outside_hand_looks_at_the_melds_too():
    assert won(hand("123789m9p", pung("111p"), pung("999m", 0)), "9p")[1] == ["gen", "outside_hand"]
    assert won(hand("123789m9p", pung("555p"), pung("111m", 0)), "9p")[1] == ["gen", "plain_hand"]
    assert won(hand("123789m9p", pung("111p"), kong("5555p")), "9p")[1] == ["gen", "plain_hand"]


def test_pungs():
    for seat_hand, tile, expected in (
        (hand("22255m88p", pung("333m"), pung("777p", 0)), "5m", (2, ["all_pungs"])),
        (hand("5m", pung("333m"), pung("777m"), pung("111m"), pung("999m")), "5m", (8, ["full_flush_pungs"])),
        (hand("5m", pung("333m"), pung("777p"), pung("111m"), pung("999m")), "5m", (2, ["all_pungs"])),
        (hand("2m", pung("222p"), pung("555p"), pung("888m"), pung("555m")), "2m", (8, ["jiang_dui"])),
        (hand("3m", pung("222p"), pung("555p"), pung("888m"), pung("555m")), "3m", (2, ["all_pungs"])),
        (hand("111222333m8899p"), "8p", (2, ["all_pungs"])),  # or three chows
        (hand("1112223334455m"), "5m", (8, ["full_flush_pungs"])),
    ):
        assert won(seat_hand, tile) == expected, tile


def test_seven_pairs_and_their_dragons():
    for concealed, tile, expected in (
        ("1133m5577p22m99p6m", "6m", (4, ["seven_pairs"])),
        ("1133557722996m", "6m", (16, ["full_flush_seven_pairs"])),
        ("1111m5577p22m99p6m", "6m", (16, ["long_qi_dui"])),
        ("11115555m22m99p6m", "6m", (32, ["gen", "long_qi_dui"])),
        ("11115555m2222p6m", "6m", (64, ["gen", "gen", "long_qi_dui"])),
        ("1111559966337m", "7m", (32, ["qing_long_qi_dui"])),
        ("1111555599996m", "6m", (128, ["gen", "gen", "qing_long_qi_dui"])),
        ("1114466m5577p22p", "1m", (16, ["long_qi_dui"])),  # the winning tile makes the four
    ):
        assert won(hand(concealed), tile) == expected, concealed


def test_without_gens_the_dragons_keep_what_they_have():
    no = {"gen": False}
    assert won(hand("11115555m22m99p6m"), "6m", options=no) == (16, ["long_qi_dui"])
    assert won(hand("1111555599996m"), "6m", options=no) == (32, ["qing_long_qi_dui"])
    assert won(hand("1234556m777789p"), "5m", options=no) == (1, ["plain_hand"])


def test_equal_sums_take_the_lower_row():
    # 清龙七对 6 + 2 of three gens, 清幺九 5 + 3
    assert won(hand("1111222233339m"), "9m") == (128, ["gen", "gen", "qing_long_qi_dui"])
    # 清龙七对 with its one gen 6, 清幺九 5 + 1
    assert won(hand("1122337788999m"), "9m")[1] == ["qing_long_qi_dui"]
    # 清幺九 5, 清一色 3
    assert won(hand("1112223337899m"), "9m") == (16, ["full_flush_outside"])


def test_heavenly_and_earthly_take_the_place_and_count_all_gens():
    four = hand("1111555599996m")
    assert won(four, "6m", "heavenly", seat=0, giver=None)[1] == ["gen", "gen", "gen", "heavenly_hand"]
    assert won(four, "6m", "earthly", giver=None) == (256, ["earthly_hand", "gen", "gen", "gen"])
    assert won(four, "6m", "earthly", giver=0)[1] == ["earthly_hand", "gen", "gen", "gen"]
    # also where 清龙七对 has as much
    no_gen = {"gen": False}
    assert won(four, "6m", "heavenly", seat=0, giver=None, options=no_gen) == (32, ["heavenly_hand"])
    no_first = {"first_turn": False}
    assert won(hand(PLAIN), "5p", "heavenly", seat=0, giver=None, options=no_first) == (1, ["plain_hand"])
    assert won(hand(PLAIN), "5p", "earthly", giver=None, options=no_first) == (1, ["plain_hand"])


def test_gens_count_kong_or_not():
    for seat_hand, tile, gens in (
        (hand("123456m8p", pung("111m"), kong("9999m")), "8p", 2),
        (hand("123456m8p", kong("9999m"), kong("7777p", "kong", 0)), "8p", 2),
        (hand("1m", *[kong(t) for t in ("2222m", "3333p", "4444m", "6666p")]), "1m", 4),
        (hand("1234556m777789p"), "5m", 1),
        (hand("23456m77p345p", pung("111m")), "1m", 1),  # 1m claimed, a chow beside the pung
    ):
        assert won(seat_hand, tile)[1].count("gen") == gens, seat_hand


# ---------------------------------------------------------------- flags


def test_flags_that_cannot_hold_are_ignored():
    plain = hand(PLAIN)
    for flag in ("heavenly", "earthly", "after_kong", "rob_kong", "last_tile", "after_flower", "humanly"):
        assert won(plain, "5p", flag) == (1, ["plain_hand"]), flag
    for flag in ("heavenly", "after_kong", "rob_kong", "kong_discard", "last_tile"):
        assert won(plain, "5p", flag, giver=None) == (1, ["plain_hand"]), flag
    assert won(plain, "5p", "earthly", seat=0, giver=None) == (1, ["plain_hand"])
    assert won(plain, "5p", "heavenly", seat=0, giver=1) == (1, ["plain_hand"])
    melded = hand("123456m3488p", pung("999m", 2))
    assert won(melded, "5p", "heavenly", seat=0, giver=None) == (1, ["plain_hand"])
    assert won(melded, "5p", "earthly", giver=None) == (1, ["plain_hand"])


def test_a_replacement_needs_a_kong():
    assert won(hand("123456m3488p", pung("999m")), "5p", "after_kong", giver=None) == (1, ["plain_hand"])
    konged = hand("123456m3488p", kong("9999m"))
    assert won(konged, "5p", "after_kong") == (2, ["gen", "plain_hand"])
    assert won(konged, "5p", "after_kong", giver=None) == (4, ["gen", "out_with_replacement", "plain_hand"])


def test_a_discard_after_a_kong_is_believed():
    transfer = {"kong_transfer": True}
    assert won(hand(PLAIN), "5p", "kong_discard", options=transfer) == (2, ["kong_discard", "plain_hand"])
    assert sichuan([{}, hand(PLAIN), {}, {}], [win(1, "5p", 2, "kong_discard")], options=transfer)["delta"] == [
        0, 2, -2, 0]  # fmt: skip


def test_the_last_tile_counts_with_its_option():
    last = {"last_tile": True}
    assert won(hand(PLAIN), "5p", "last_tile", options=last) == (2, ["last_tile_claim", "plain_hand"])
    assert won(hand(PLAIN), "5p", "last_tile", giver=None, options=last) == (2, ["last_tile_draw", "plain_hand"])


def test_robbing_needs_the_pung_of_that_tile():
    for melds, value in (([pung("555p", 1)], 2), ([pung("444p", 1)], 1), ([], 1)):
        a = sichuan([{}, hand(PLAIN), hand(None, *melds), {}], [win(1, "5p", 2, "rob_kong")])
        assert a["delta"] == [0, value, -value, 0] and a["next_dealer"] == 2, melds


# ---------------------------------------------------------------- value, payments


def test_cap_and_base():
    for options, value in (({}, 128), ({"fan_cap": 5}, 16), ({"fan_cap": 1}, 1), ({"fan_cap": 20}, 128),
                           ({"base": 3}, 384), ({"base": 3, "fan_cap": 2}, 6)):  # fmt: skip
        assert won(hand("1111555599996m"), "6m", options=options)[0] == value, options


def test_a_self_draw_may_bring_a_base_or_a_fan():
    for options, delta in (
        ({}, [-1, 3, -1, -1]),
        ({"self_draw_bonus": "base", "base": 4}, [-8, 24, -8, -8]),
        ({"self_draw_bonus": "fan", "base": 4}, [-8, 24, -8, -8]),
        ({"self_draw_bonus": "fan", "fan_cap": 1}, [-1, 3, -1, -1]),  # the fan is within the cap
        ({"self_draw_bonus": "base", "fan_cap": 1}, [-2, 6, -2, -2]),  # the base comes on top
    ):
        assert sichuan([{}, hand(PLAIN), {}, {}], [win(1, "5p")], options=options)["delta"] == delta, options


def test_tiles_are_told_in_any_order():
    told = record("sichuan", [hand("12344m567p567m13p"), hand(PLAIN), {}, {}], [win(0, "2p", 1)])
    expected = score(told)
    for text in ("56713p1234567m4m", "44m567p123m13p567m", "5p1m67p44m567m23m13p", "4m567p13p4m567m123m"):
        told["hands"][0]["concealed"] = text
        assert score(told) == expected, text
    for text, part in (
        ("44m567p123ms", "'s'"),
        ("m44m567p", "'m'"),
        ("44m567p123", "123"),
        ("44m567p123 m", "' '"),
        ("44m567p123x3m", "'x'"),
        ("44m567p0m", "'0'"),
    ):
        told["hands"][0]["concealed"] = text
        assert part in str(raises(RecordError, score, told)), text


def test_kongs_are_paid_and_kept_in_a_hand_that_is_won():
    two = hand(None, kong("1111s"), kong("2222s", "added_kong"))
    hands = [{}, hand(PLAIN), two, hand(None, kong("3333s", "kong", 0))]
    wins = [win(1, "5p", 0)]
    # seat 2 gets 2 and 1 from each, seat 3 gets 2 from seat 0, seat 1 wins 1 from seat 0
    assert sichuan(hands, wins)["delta"] == [-3 - 2 - 1, -3 + 1, 9, -3 + 2]
    # 家家有: seats 1 and 2 pay seat 3 one each besides
    assert sichuan(hands, wins, options={"direct_kong_all": True})["delta"] == [-6, -3, 8, 1]
    assert sichuan(hands, wins, kongs=[])["delta"] == [-1, 1, 0, 0]  # the list says what was declared


def test_a_transfer_takes_the_latest_kong_and_its_run():
    hands = [{}, hand(PLAIN), {}, {}]

    def delta(*chains):
        kongs = [declared(2, "concealed_kong", "1s"), declared(2, "added_kong", "2s"), declared(2, "kong", "3s", 0)]
        for k, chain in zip(kongs, chains):
            k["chain"] = chain
        transfer = {"kong_transfer": True}
        return sichuan(hands, [win(1, "5p", 2, "kong_discard")], kongs=kongs, options=transfer)["delta"]

    # they bring 6, 3 and 2; the win is 2 fan = 2
    assert delta(0, 0, 0) == [-5, -3 + 2 + 2, 11 - 2 - 2, -3]
    assert delta(0, 0, 1) == [-5, -3 + 2 + 5, 11 - 2 - 5, -3]
    assert delta(0, 1, 2) == [-5, -3 + 2 + 11, 11 - 2 - 11, -3]
    assert delta(0, 0, 9) == delta(0, 1, 2)  # more than there were


# ---------------------------------------------------------------- drawn hand


def test_a_pig_pays_who_is_none_and_no_da_jiao():
    # seat 1 is not ready and pays the ready seats 2 each
    assert sichuan([hand(PIG), hand(UNREADY), None, None])["delta"] == [-48, 16 - 4, 16 + 2, 16 + 2]
    assert sichuan([hand(PIG), None, None, None], options={"pig_penalty": 3, "base": 2})["delta"] == [-18, 6, 6, 6]


def test_two_pigs_do_not_pay_each_other():
    assert sichuan([hand(PIG), hand("123456789m37p46s"), None, None])["delta"] == [-32, -32, 32, 32]


def test_melds_make_a_pig_whose_tiles_are_not_known():
    pig = hand(None, pung("222m", 1), pung("888p", 1), pung("222s", 1))
    assert sichuan([pig, None, hand("1113335557799m"), hand("66677799p88899s")])["delta"] == [-48, 16, 16, 16]


def test_a_pig_that_is_not_checked_is_not_ready():
    assert sichuan([hand(PIG), None, None, None], options={"pig_check": False})["delta"] == [-12, 8, 2, 2]


def test_the_void_suit_is_looked_at_with_its_option_only():
    on = {"declare_void": True}
    hands = [hand("123456789m3488p", void="p"), None, None, None]
    assert sichuan(hands)["delta"] == [0, 0, 0, 0]
    assert sichuan(hands, options=on)["delta"] == [-48, 16, 16, 16]
    for void, reason in (("p", "void_suit"), ("m", "void_suit"), ("s", None), (None, None)):
        seat_hand = hand(PLAIN, void=void)
        assert refused(seat_hand, "5p", options=on) == reason
        assert refused(seat_hand, "5p") is None
    assert refused(hand("123456m3488p", pung("999m"), void="m"), "5p", options=on) == "void_suit"


def test_a_dead_hand_is_never_ready_but_may_be_a_pig():
    dead = [{"seat": 1, "kind": "dead_hand"}]
    assert sichuan([None] * 4, fouls=dead)["delta"] == [8, -12, 2, 2]
    assert sichuan([None, hand(PIG), None, None], fouls=dead)["delta"] == [16, -48, 16, 16]


def test_da_jiao_is_the_best_tile_alone_within_the_cap():
    unready = hand("1114445566m258p")
    hands = [hand("1237878999m123p"), unready, None, None]  # 9m: 带幺九 and a gen, 8; 6m: 平胡
    assert sichuan(hands)["delta"] == [8, -12, 2, 2]
    assert sichuan(hands, options={"fan_cap": 2, "base": 5})["delta"] == [10, -30, 10, 10]
    hands[0] = hand("111123p4567899m")  # 6m, 9m: 平胡 and a gen
    assert sichuan(hands, options={"self_draw_bonus": "fan", "last_tile": True})["delta"] == [2, -6, 2, 2]
    assert sichuan(hands, options={"gen": False})["delta"] == [1, -5, 2, 2]


def test_a_tile_of_which_all_four_are_held_is_no_wait():
    one = hand("5m", kong("2222m"), kong("3333m"), kong("4444m"), pung("555m", 1))  # 5m only
    assert sichuan([one, None, None, None], kongs=[])["delta"] == [-12, 8, 2, 2]


def test_a_tile_that_others_hold_is_waited_for_all_the_same():
    single = hand("1m", *[pung(t, 1) for t in ("222m", "333m", "444m", "666m")])  # 1m only: 清对 8
    hands = [single, hand("1122445588p369s"), hand("111m2224446668s"), None]
    assert sichuan(hands)["delta"] == [8, -12, 2, 2]


def test_whose_tiles_are_no_thirteen_of_the_set_is_not_ready():
    chow = {"kind": "chow", "tiles": "789m", "from": 1}
    for odd in (
        hand("111222333m448p"),
        hand("111222333m44885p"),
        hand(""),
        hand("111222333m448p5z"),
        hand("111222m4488p", chow),
        hand("111222m4488p", pung("778m", 1)),
    ):
        assert sichuan([odd, None, None, None])["delta"] == [-12, 8, 2, 2], odd


def test_kong_money_goes_back_to_who_paid_it():
    hands = [None, hand("14m258p14m", kong("9999m", "kong", 0), kong("8888m", "added_kong")), None, None]
    kongs = [declared(1, "kong", "9m", 0), declared(1, "added_kong", "8m")]
    assert sichuan(hands, kongs=kongs)["delta"] == [8, -12, 2, 2]
    kept = sichuan(hands, kongs=kongs, options={"refund_kongs": False})
    assert kept["delta"] == [8 - 2 - 1, -12 + 5, 2 - 1, 2 - 1]


def test_who_is_ready_keeps_his_kong_money():
    ready = hand("3335557s7s99s", kong("1111s"))
    assert sichuan([None, ready, None, None])["delta"] == [-2, 6, -2, -2]


def test_a_hand_in_which_nobody_won_needs_all_hands():
    for seat in range(4):
        hands = [None, None, None, None]
        hands[seat] = {}
        text = str(raises(RecordError, sichuan, hands))
        assert text.startswith("hands.%d.concealed: " % seat), text
    # but not that of a dead hand where pigs are not checked
    dead = [{"seat": 0, "kind": "dead_hand"}]
    assert sichuan([{}, None, None, None], fouls=dead, options={"pig_check": False})["delta"] == [-12, 8, 2, 2]


def test_after_a_false_claim_alone_the_hand_is_drawn():
    a = sichuan([None] * 4, [win(0, "9m", 1)], dealer=3)
    assert reasons(a) == ["not_a_win"]
    assert a["delta"] == [-48, 16, 16, 16] and a["next_dealer"] == 3


# ---------------------------------------------------------------- dealer


def test_who_deals_next():
    hands = [{}, hand(PLAIN), {}, {}]
    assert sichuan(hands, [win(1, "5p", 3)], dealer=2)["next_dealer"] == 3
    assert sichuan(hands, [win(1, "5p")], dealer=2)["next_dealer"] == 1
    assert sichuan([None] * 4, dealer=2)["next_dealer"] == 2
    for wins in ([], [win(1, "4p", 3)]):
        r = record("sichuan", [None] * 4, wins, dealer=2, options={"blood_battle": True})
        assert score(r)["next_dealer"] is None and score(r)["carry"] == {}
        assert explain(r, "zh")[-1] == "下局掷骰定庄"


# ---------------------------------------------------------------- claims, penalties


def test_reasons_in_order():
    void = {"declare_void": True}
    chow = {"kind": "chow", "tiles": "123p", "from": 0}
    for concealed, melds, more, reason in (
        ("1m5z", [chow], {"options": void, "fouls": [{"seat": 1, "kind": "dead_hand"}]}, "dead_hand"),
        ("1m5z", [chow], {"options": void}, "tile_count"),
        ("1m5z22233344s", [chow], {"options": void}, "bad_tile"),
        ("12m22233344s", [chow], {"options": void}, "bad_meld"),
        ("12m22233344s", [pung("666p")], {"options": void}, "void_suit"),
        ("12m22233344s", [pung("666p")], {}, "three_suits"),
        ("12m22233344s", [pung("666s")], {}, "not_a_win"),
    ):
        assert refused(hand(concealed, *melds, void="m"), "4m", **more) == reason, reason


def test_bad_tiles_and_bad_melds():
    for seat_hand, tile, reason in (
        (hand(PLAIN), "5z", "bad_tile"),
        (hand(PLAIN), "1f", "bad_tile"),
        (hand("123456m3488p", pung("555z")), "5p", "bad_tile"),
        (hand("123456m3488p", pung("778m")), "5p", "bad_meld"),
        (hand("123456m3488p", kong("999m")), "5p", "bad_meld"),
        (hand("123456m3488p", {"kind": "pung", "tiles": "9999m", "from": 0}), "5p", "bad_meld"),
        (hand("8p", *[pung(t) for t in ("111m", "222m", "333m", "444m", "777m")]), "8p", "tile_count"),
        (hand("123456789m3489p"), "5p", "not_a_win"),
        (hand("1122337788m", pung("555m")), "9m", "not_a_win"),  # no pairs beside a meld
    ):
        assert refused(seat_hand, tile) == reason, (seat_hand, tile)


def test_a_false_win_costs_once_and_takes_no_later_win():
    hands = [hand("1447m"), hand(PLAIN), {}, {}]
    fouls = [{"seat": 0, "kind": "false_win"}, {"seat": 1, "kind": "false_win"}]
    a = sichuan(hands, [win(0, "5p", 2), win(0, "6p", 2), win(1, "5p", 2)], fouls=fouls)
    assert reasons(a) == ["tile_count", "tile_count", None]
    assert a["delta"] == [-48 + 16, 16 - 48 + 1, 32 - 1, 32]
    a = sichuan(hands, [win(1, "5p", 2)], fouls=fouls[:1] * 2, options={"false_win_penalty": 2, "base": 3})
    assert a["delta"] == [-18, 6 + 3, 6 - 3, 6]


def test_what_is_refused_before_the_tiles_costs_nothing():
    hands = [{}, hand(PLAIN), {}, {}]
    wins = [win(1, "5p", 3), win(1, "5p", 3), win(0, "4p", 3), win(2, "7s"), win(0, "5p", 2), win(0, "9m", 0)]
    a = sichuan(hands, wins)
    assert reasons(a) == [None, "already_won", "hand_over", "hand_over", "hand_over", "hand_over"]
    assert a["delta"] == [0, 1, 0, -1]
    a = sichuan(hands, [win(0, "9m", 0), win(1, "5p", 3)])
    assert reasons(a) == ["giver_out", None] and a["delta"] == [0, 1, 0, -1]


def test_winners_of_one_discard_are_all_paid_whatever_is_refused_between():
    hands = [hand("22233344488s55p"), hand(PLAIN), {}, hand("666777m1122246p")]
    wins = [win(1, "5p", 2), win(3, "9s", 0), win(0, "5p", 2), win(3, "5p", 2)]
    a = sichuan(hands, wins)
    assert reasons(a) == [None, "hand_over", None, None] and values(a) == [1, 0, 2, 1]
    assert a["delta"] == [2, 1, -4, 1] and a["next_dealer"] == 2


def test_only_a_claim_that_is_looked_at_must_show_its_tiles():
    hands = [{}, hand(PLAIN), {}, {}]
    assert reasons(sichuan(hands, [win(1, "5p", 3), win(0, "4p", 2)])) == [None, "hand_over"]
    text = str(raises(RecordError, sichuan, hands, [win(0, "4p", 2), win(1, "5p", 3)]))
    assert text.startswith("hands.0.concealed: "), text


# ---------------------------------------------------------------- malformed records


def test_malformed_records_name_the_field():
    for path, more in (
        ("seats", {"seats": 3, "hands": [{}, hand(PLAIN), {}]}),
        ("wins.0.tile", {"wins": [{"seat": 1, "from": 2}]}),
        ("kongs.0.from", {"kongs": [declared(0, "kong", "1s")]}),
        ("kongs.0.from", {"kongs": [declared(0, "kong", "1s", 0)]}),
        ("kongs.0.after", {"kongs": [declared(0, "kong", "1s", 1, after=-1)]}),
        ("hands.0.melds.0.from", {"hands": [hand(None, kong("1111s", "kong")), hand(PLAIN), {}, {}]}),
        ("hands.1.concealed", {"hands": [hand("3333p"), hand(PLAIN), {}, {}]}),
        ("wins.0.tile", {"hands": [hand("5555p"), hand(PLAIN), {}, {}]}),
        ("options.blood_battle", {"options": {"blood_battle": 1}}),
        ("options.self_draw_bonus", {"options": {"self_draw_bonus": "double"}}),
        ("options.base", {"options": {"base": 0}}),
        ("options.check_winners", {"options": {"check_winners": True}}),
    ):
        r = record("sichuan", [{}, hand(PLAIN), {}, {}], [win(1, "5p", 2)])
        r.update(more)
        text = str(raises(RecordError, score, r))
        assert text.startswith(path + ":"), (path, text)


def test_what_several_win_on_one_discard_is_one_tile():
    hands = [hand("22233344488s55p"), hand(PLAIN), hand(None, pung("555p", 3)), {}]
    raises(RecordError, sichuan, hands, [win(1, "5p", 2), win(0, "5p", 2)])
    hands[2] = hand("5p")
    assert reasons(sichuan(hands, [win(1, "5p", 2), win(0, "5p", 2)])) == [None, None]


# ---------------------------------------------------------------- explanations, and what the table asks


def test_ready_hands_and_the_payments_of_the_checks_are_explained():
    r = record("sichuan", [None, hand(UNREADY), None, None])
    lines = explain(r, "en")
    at = lines.index("W (seat 2) is ready, at most on 8p: 2")
    assert lines[at + 1 : at + 4] == ["  All pungs: 2", "  2 fan in all", "  base 1 × 2^1 = 2"]
    assert lines[lines.index("Other payments:") + 1] == "  S pays E 8 (not ready at the end)"
    assert "  南家付东家 8（查大叫，未听牌）" in explain(r, "zh")


def test_the_cap_is_explained():
    hands = [{}, hand("1111555599996m"), {}, {}]
    lines = explain(record("sichuan", hands, [win(1, "6m", 2)], options={"fan_cap": 5}), "en")
    for line in ("  8 fan in all", "  cut to the cap of 5 fan", "  base 1 × 2^4 = 16"):
        assert line in lines, lines


def test_the_hands_that_the_checks_look_at():
    rules = load("sichuan")
    assert rules.hands_needed(parse(record("sichuan", [{}] * 4))) == [0, 1, 2, 3]
    assert rules.hands_needed(parse(record("sichuan", [{}] * 4, [win(1, "5p", 2)]))) == []
    dead = parse(record("sichuan", [{}] * 4, fouls=[{"seat": 2, "kind": "dead_hand"}]))
    assert rules.hands_needed(dead) == [0, 1, 2, 3]
    assert load("sichuan", {"pig_check": False}).hands_needed(dead) == [0, 1, 3]
