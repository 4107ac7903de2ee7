"""Kawuxing beyond the shared cases: what rules/kawuxing.md says in each section."""

import samples
from check import raises
from samples import claims, pung

from engine_core import texts, tiles
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.score import explain, score

BARE = {"concealed": "123456p789s11s77z", "tile": "7z"}  # worth 1
PUNGS = {"concealed": "222p888p99s55z333s", "tile": "9s"}  # all pungs on 9s, worth 2


def record(**kw):
    """Seat 1 claims a win, from seat 2 if nothing is said."""
    r = samples.record("kawuxing", **kw)
    r["seats"], r["hands"] = 3, r["hands"][:3]
    return r


def answer(**kw):
    return score(record(**kw))


win, reason = claims(answer)


def refused(field, r):
    text = str(raises(RecordError, score, r))
    assert text.startswith(field + ": "), text


def three(wins, hands=(), **kw):
    """A record of these claims; `hands` may say what each seat holds."""
    r = {"region": "kawuxing", "seats": 3, "hands": [{}, {}, {}], "wins": wins}
    for seat, h in enumerate(hands):
        r["hands"][seat] = h
    for key in kw:
        r[key] = kw[key]
    return r


# ---------------------------------------------------------------- tile set, wall, options


def test_the_set_has_84_tiles():
    rules = load("kawuxing")
    have = [k for k in range(tiles.KINDS) for _ in range(rules.copies(k))]
    assert tiles.text(bytes(have)) == "".join(
        ["".join([str(n) * 4 for n in range(1, 10)]) + s for s in "ps"] + ["555566667777z"]
    )


def test_a_tile_that_the_set_lacks_wins_nothing():
    for concealed, tile in (
        ("123456m789s11s77z", "7z"),
        ("123456p789s11s44z", "4z"),
        ("123456p789s111s4z", "4z"),
        ("113355779922p1z", "1z"),
        ("123456p789s111s4z", "1f"),
    ):
        assert reason(concealed=concealed, tile=tile) == "not_a_win", (concealed, tile)


def test_three_play():
    r = record(**BARE)
    r["seats"] = 4
    r["hands"].append({})
    refused("seats", r)


def test_options():
    given = {
        "bao_hu": False, "bao_hu_mutual": False, "rob_in_chain": True, "triplet_pung": True, "draw_show_pay": 0,
        "cap": 1, "last_tile_claim": False, "false_win_penalty": 20,
    }  # fmt: skip
    default = {
        "bao_hu": True, "bao_hu_mutual": True, "rob_in_chain": False, "triplet_pung": False, "draw_show_pay": 1,
        "cap": 0, "last_tile_claim": True, "false_win_penalty": 0,
    }  # fmt: skip
    for options, expected in (({}, default), (given, given)):
        have = load("kawuxing", options).options
        assert {name: have[name] for name in expected} == expected
    for name, value in (("cap", -1), ("draw_show_pay", True), ("bao_hu", 1), ("minimum", 1)):
        text = str(raises(RecordError, load, "kawuxing", {name: value}))
        assert text.startswith("options.%s: " % name), text


# ---------------------------------------------------------------- winning shapes


def test_no_meld_is_a_chow():
    melds = [{"kind": "chow", "tiles": "123p", "from": 0}]
    assert reason(concealed="456p789s11s77z", melds=melds, tile="7z") == "bad_meld"
    for kind, text in (("pung", "112p"), ("kong", "111p"), ("pung", "1111p"), ("pung", "111m"), ("pung", "444z")):
        melds = [{"kind": kind, "tiles": text, "from": 0}]
        assert reason(concealed="456p789s11s77z", melds=melds, tile="7z") == "bad_meld", text


def test_any_pair_will_do_and_four_sets_are_needed():
    assert win(concealed="123456p1112789s", tile="2s") == (1, ["plain_hand"])
    assert reason(concealed="123456p1112789s", tile="5s") == "not_a_win"


def test_seven_pairs_need_a_hand_without_melds():
    assert reason(concealed="1133557799p", melds=[pung("777z", 0)], tile="9p") == "not_a_win"
    assert reason(concealed="1133557799p22s6z", melds=[pung("777z", 0)], tile="6z") == "tile_count"


# ---------------------------------------------------------------- patterns


def test_pairs_by_how_many_are_four_equal_tiles():
    for concealed, tile, pattern, value in (
        ("113355p224466s7z", "7z", "seven_pairs", 4),
        ("111155p224466s7z", "7z", "long_qi_dui", 8),
        ("111155p224444s7z", "7z", "shuang_long_qi_dui", 16),
        ("11115555p4444s7z", "7z", "san_long_qi_dui", 32),
    ):
        assert win(concealed=concealed, tile=tile) == (value, [pattern]), concealed


def test_pairs_show_a_flush_but_neither_dragons_nor_a_fourth():
    assert win(concealed="1133557799222p", tile="2p") == (32, ["full_flush", "long_qi_dui"])
    assert win(concealed="113355p22s55667z", tile="7z") == (4, ["seven_pairs"])
    assert win(concealed="1133p55s5555667z", tile="7z") == (8, ["long_qi_dui"])


def test_all_pungs_before_a_plain_hand():
    # 111222333p as three chows or three pungs
    assert win(concealed="111222333p99s55z", tile="9s") == (2, ["all_pungs"])
    assert win(concealed="111p444p777s99s55z", tile="5z") == (2, ["all_pungs"])


def test_equal_products():
    # 444555666p: three pungs (2), or three chows with the 5 in the middle (2)
    assert win(concealed="44455666p99s555z", tile="5p") == (2, ["all_pungs"])
    # 44555566p: two pairs and a four (8), or 456 456 and 55, the fourth of 5 (4 x 2): seven pairs go first
    assert win(concealed="4455566p223344s", tile="5p") == (8, ["long_qi_dui"])
    # with sets that are no pairs it is the fourth and the middle
    assert win(concealed="4455566p123s777z", tile="5p") == (8, ["an_si_gui", "ka_wu_xing", "plain_hand"])


def test_the_larger_product_and_not_the_larger_value_under_a_cap():
    # 222333444p 22s 444s on 2s: all pungs (2); the cap cuts only what was chosen
    hand = {"concealed": "222333444p22s44s", "tile": "2s"}
    assert win(**hand) == (2, ["all_pungs"])
    assert win(options={"cap": 1}, **hand) == (1, ["all_pungs"])


def test_ming_si_gui():
    hand = {"concealed": "45s123p789p22s", "tile": "3s"}
    assert win(melds=[pung("333s", 0)], **hand) == (2, ["ming_si_gui", "plain_hand"])
    assert win(melds=[pung("333s", 0)], giver=None, **hand)[0] == 2
    # another tile than that of the pung
    hand["tile"] = "6s"
    assert win(melds=[pung("333s", 0)], **hand) == (1, ["plain_hand"])


def test_a_fourth_that_is_not_the_winning_tile_gives_nothing():
    assert win(concealed="345s123p78p22s", melds=[pung("333s", 0)], tile="9p") == (1, ["plain_hand"])
    assert win(concealed="3333s45s123p78p22s", tile="9p") == (1, ["plain_hand"])


def test_an_si_gui_depends_on_the_tiles_and_not_on_the_reading():
    assert win(concealed="333s45s123p789p77z", tile="3s") == (4, ["an_si_gui", "plain_hand"])
    # 33s is the pair, beside two chows
    assert win(concealed="3334455s123p777z", tile="3s") == (4, ["an_si_gui", "plain_hand"])
    # in a shown hand it stays concealed
    shown = win(concealed="333s45s123p789p77z", tile="3s", ready="shown")
    assert shown == (8, ["an_si_gui", "liang_dao", "plain_hand"])


def test_ka_wu_xing():
    middle = ["ka_wu_xing", "plain_hand"]
    assert win(concealed="123p789s111s77z46p", tile="5p") == (2, middle)
    assert win(concealed="123p789p111p77z46s", tile="5s") == (2, middle)
    # 5s at either end of a chow, in a pung or in the pair
    for concealed in ("34s123p789s111p77z", "67s123p789s111p77z", "55s123p789s111p77z", "5s123p789s111p777z"):
        assert win(concealed=concealed, tile="5s") == (1, ["plain_hand"]), concealed
    # another middle
    assert win(concealed="123p789s111s77z57p", tile="6p") == (1, ["plain_hand"])
    # 4 55 6 and a 5: the middle of 456, beside the pair 55
    assert win(concealed="4556s123p789s777z", tile="5s") == (2, middle)


def test_ka_wu_xing_beside_a_fourth():
    assert win(concealed="46p123p789s77z", melds=[pung("555p", 0)], tile="5p") == (
        4, ["ka_wu_xing", "ming_si_gui", "plain_hand"])  # fmt: skip


def test_dragons():
    melds = [pung("5555z", kind="concealed_kong"), pung("6666z", 0, "kong")]
    assert win(concealed="77z123p11s", melds=melds, tile="7z") == (8, ["big_three_dragons", "plain_hand"])
    assert win(concealed="77z123p45s", melds=melds, tile="3s") == (4, ["little_three_dragons", "plain_hand"])
    assert win(concealed="777z12p11s", melds=melds, tile="3p")[0] == 8
    assert win(concealed="99p123p45s", melds=melds, tile="3s") == (1, ["plain_hand"])
    assert win(concealed="123456p11s55666z", tile="5z") == (1, ["plain_hand"])


def test_full_flush():
    assert win(concealed="1222345678999p", tile="6p") == (4, ["full_flush", "plain_hand"])
    assert win(concealed="2345678999s", melds=[pung("111p", 0)], tile="2s") == (1, ["plain_hand"])
    assert win(concealed="2345678999s", melds=[pung("111s", 0)], tile="2s")[0] == 4
    assert win(concealed="12345678911p77z", tile="7z") == (1, ["plain_hand"])


def test_melded_hand_counts_kongs_of_any_kind():
    melds = [
        pung("1111p", 0, "kong"), pung("3333p", 2, "added_kong"), pung("7777s", kind="concealed_kong"), pung("999s", 0)
    ]  # fmt: skip
    assert win(concealed="5s", melds=melds, tile="5s") == (8, ["all_pungs", "melded_hand"])
    assert win(concealed="55s99s", melds=melds[:3], tile="9s") == (2, ["all_pungs"])


def test_the_product_of_many():
    melds = [pung("111p", 0), pung("333p", 0), pung("999p", 0), pung("777p", 0)]
    flags = ["after_kong", "last_tile"]
    value, ids = win(concealed="5p", melds=melds, tile="5p", giver=None, flags=flags, ready="shown")
    assert value == 2 * 4 * 4 * 2 * 2 * 2
    assert ids == [
        "all_pungs", "full_flush", "last_tile_draw", "liang_dao", "melded_hand", "out_with_replacement", "self_draw",
    ]  # fmt: skip


# ---------------------------------------------------------------- flags


def test_last_tile():
    assert win(flags=["last_tile"], **BARE) == (2, ["last_tile_claim", "plain_hand"])
    assert win(flags=["last_tile"], options={"last_tile_claim": False}, **BARE) == (1, ["plain_hand"])
    drawn = win(flags=["last_tile"], options={"last_tile_claim": False}, giver=None, **BARE)
    assert drawn == (2, ["last_tile_draw", "plain_hand", "self_draw"])


def test_flags_that_do_not_fit_are_ignored():
    for flag in ("after_kong", "after_flower", "rob_kong", "heavenly", "earthly", "humanly"):
        assert win(flags=[flag], **BARE) == (1, ["plain_hand"]), flag
    for flag in ("kong_discard", "rob_kong", "after_flower", "heavenly", "earthly", "humanly"):
        assert win(flags=[flag], giver=None, winner=0, **BARE) == (1, ["plain_hand", "self_draw"]), flag


def test_a_robbed_kong_needs_the_pung_at_the_giver():
    r = record(concealed="78p123p33s456s666z", tile="9p", flags=["rob_kong"])
    for melds, value in (
        ([pung("999p", 0)], 2),
        ([pung("999s", 0)], 1),
        ([pung("888s", 0, "pung")], 1),
        ([], 1),
    ):
        r["hands"][2]["melds"] = melds
        assert score(r)["wins"][0]["value"] == value, melds
    # an added kong of it is no pung any more, and then there is no fifth tile to win on
    r["hands"][2]["melds"] = [pung("9999p", 0, "added_kong")]
    refused("wins.0.tile", r)


def test_an_own_added_kong_is_no_pung_for_ming_si_gui():
    r = record(concealed="45s123p789p22s", tile="3s", melds=[pung("3333s", 0, "added_kong")])
    refused("wins.0.tile", r)


# ---------------------------------------------------------------- payments


def test_a_shown_winner_is_paid_double_by_the_giver_alone():
    shown = {"ready": "shown"}
    assert answer(**BARE, **shown)["delta"] == [0, 4, -4]
    assert answer(options={"bao_hu": False}, **BARE, **shown)["delta"] == [0, 2, -2]
    assert answer(giver=None, **BARE, **shown)["delta"] == [-2, 4, -2]
    assert answer(ready="declared", **BARE)["delta"] == [0, 1, -1]


def test_a_shown_giver():
    r = record(ready="shown", **BARE)
    r["hands"][2]["ready"] = "shown"
    assert score(r)["delta"] == [0, 4, -4]
    r["options"] = {"bao_hu_mutual": False}
    assert score(r)["delta"] == [0, 2, -2]
    r["options"]["bao_hu"] = False
    assert score(r)["delta"] == [0, 2, -2]
    # the winner's hand must be the shown one
    r["options"] = {}
    del r["hands"][1]["ready"]
    assert score(r)["delta"] == [0, 1, -1]


def test_a_robbed_kong_of_a_shown_winner_costs_double():
    r = record(concealed="78p123p33s456s666z", tile="9p", flags=["rob_kong"], ready="shown")
    r["hands"][2]["melds"] = [pung("999p", 0)]
    assert score(r)["delta"] == [0, 8, -8]


def test_the_cap_is_on_the_value_and_not_on_the_shares():
    hand = {"concealed": "1222345678999p", "tile": "6p", "ready": "shown"}  # 4 x 2
    assert answer(options={"cap": 5}, **hand)["wins"][0]["value"] == 5
    assert answer(options={"cap": 5}, **hand)["delta"] == [0, 10, -10]
    assert answer(options={"cap": 8}, **hand)["delta"] == [0, 16, -16]


def two_winners(**kw):
    """Seat 2 gives 9s to seat 1 (worth 1) and seat 0 (worth 2)."""
    return three(
        [{"seat": 1, "tile": "9s", "from": 2}, {"seat": 0, "tile": "9s", "from": 2}],
        [{"concealed": PUNGS["concealed"]}, {"concealed": "123456p78s11s777z"}, {}],
        **kw,
    )


def test_two_winners_on_one_discard():
    a = score(two_winners(dealer=1))
    assert a["delta"] == [2, 1, -3] and a["next_dealer"] == 2
    r = two_winners()
    r["hands"][0]["ready"] = "shown"
    assert score(r)["delta"] == [8, 1, -9]  # 2 x 2, two shares


def test_two_winners_on_one_robbed_kong():
    r = three(
        [{"seat": seat, "tile": "9s", "from": 2, "flags": ["rob_kong"]} for seat in (0, 1)],
        [{"concealed": "123456p78s11s777z"}, {"concealed": "123789p78s22s666z"}, {"melds": [pung("999s", 0)]}],
    )
    a = score(r)
    assert a["delta"] == [2, 2, -4] and a["next_dealer"] == 2


# ---------------------------------------------------------------- kong payments


def kongs_of(*kongs):
    """What a hand without a win pays when seat 1 has these kongs: rows (kind, from, chain)."""
    listed = [{"seat": 1, "kind": kind, "tile": "9p", "from": giver, "chain": n} for kind, giver, n in kongs]
    return score(three([], kongs=listed))["delta"]


def test_kongs():
    assert kongs_of(("concealed_kong", None, 0)) == [-2, 4, -2]
    assert kongs_of(("added_kong", 0, 0)) == [-1, 2, -1]
    assert kongs_of(("kong", 0, 0)) == [-2, 2, 0]
    assert kongs_of(("kong", 0, 1)) == [-4, 4, 0]
    assert kongs_of(("concealed_kong", None, 3)) == [-16, 32, -16]
    assert kongs_of(("added_kong", None, 2), ("added_kong", None, 0)) == [-5, 10, -5]


def test_kongs_are_those_of_the_melds_when_not_listed():
    hands = [{}, {"melds": [pung("1111p", 2, "kong"), pung("222p", 0), pung("3333p", 0, "added_kong")]}, {}]
    assert score(three([], hands))["delta"] == [-1, 4, -3]
    assert score(three([], hands, kongs=[]))["delta"] == [0, 0, 0]
    # an empty list is a list; null is none
    assert score(three([], hands, kongs=None))["delta"] == [-1, 4, -3]


def test_kongs_are_paid_with_a_win_and_showing_does_not_double_them():
    r = record(concealed="123456p789s7z", melds=[pung("1111s", kind="concealed_kong")], tile="7z", ready="shown")
    assert score(r)["delta"] == [-2, 4 + 4, -4 - 2]
    r["hands"][0]["melds"] = [pung("9999p", 1, "kong")]
    assert score(r)["delta"] == [-2 + 2, 4 + 4 - 2, -4 - 2]


def test_a_direct_kong_needs_whom_it_came_from():
    refused("kongs.1.from", three([], kongs=[{"seat": 0, "kind": "added_kong"}, {"seat": 0, "kind": "kong"}]))
    refused("kongs.0.from", three([], kongs=[{"seat": 0, "kind": "kong", "from": 0}]))
    refused("kongs.0.from", three([], kongs=[{"seat": 0, "kind": "kong", "from": 3}]))
    refused("kongs.0.kind", three([], kongs=[{"seat": 0, "kind": "pung", "from": 1}]))
    kong = {"kind": "kong", "tiles": "1111p"}
    refused("hands.2.melds.1.from", three([], [{}, {}, {"melds": [pung("2222p", 0, "kong"), kong]}]))


# ---------------------------------------------------------------- drawn and void hands


def test_a_drawn_hand():
    def shown(*seats, **kw):
        return score(three([], [{"ready": "shown" if seat in seats else None} for seat in range(3)], **kw))["delta"]

    assert shown() == [0, 0, 0]
    assert shown(1) == [1, -2, 1]
    assert shown(1, 2) == [2, -1, -1]
    assert shown(0, 1, 2) == [0, 0, 0]
    assert shown(1, options={"draw_show_pay": 5}) == [5, -10, 5]
    assert shown(1, options={"draw_show_pay": 0}) == [0, 0, 0]
    assert score(three([], [{"ready": "declared"}, {}, {}], dealer=2)) == {
        "wins": [], "delta": [0, 0, 0], "next_dealer": 2, "carry": {},
    }  # fmt: skip


def test_with_a_winner_nobody_pays_for_having_shown():
    r = record(**BARE)
    r["hands"][0]["ready"] = "shown"
    assert score(r)["delta"] == [0, 1, -1]


def test_a_void_hand_pays_only_penalties():
    r = record(concealed="123456p789s1177s", tile="7z", options={"false_win_penalty": 3}, dealer=2)
    r["hands"][0] = {"ready": "shown", "melds": [pung("2222s", kind="concealed_kong")]}
    a = score(r)
    assert a["delta"] == [3, -6, 3] and a["next_dealer"] == 2
    # a foul without a claim leaves the hand drawn
    r["wins"] = []
    r["fouls"] = [{"seat": 1, "kind": "false_win"}]
    assert score(r)["delta"] == [3 + 4 - 2, -6 - 2 + 1, 3 - 2 + 1]


# ---------------------------------------------------------------- claims and penalties


def test_reasons_in_order():
    bad = {"concealed": "1p", "melds": [{"kind": "chow", "tiles": "123p", "from": 0}], "tile": "1s"}
    assert reason(fouls=[{"seat": 1, "kind": "dead_hand"}], **bad) == "dead_hand"
    assert reason(**bad) == "tile_count"
    bad["concealed"] = "123411p2235s"
    assert reason(**bad) == "bad_meld"
    assert reason(concealed="1234567p112235s", tile="9s") == "not_a_win"


def test_a_false_win_foul_costs_its_penalty_and_does_not_bar_the_seat():
    foul = {"fouls": [{"seat": 1, "kind": "false_win"}], "options": {"false_win_penalty": 5}}
    a = answer(**BARE, **foul)
    assert a["wins"][0]["valid"] and a["delta"] == [5, 1 - 10, -1 + 5]


def test_a_dead_hand_cannot_win_and_pays_nothing_else():
    fouls = [{"seat": 1, "kind": "dead_hand"}]
    a = answer(fouls=fouls, options={"false_win_penalty": 5}, **BARE)
    assert a["wins"][0]["reason"] == "dead_hand" and a["delta"] == [5, -10, 5]
    r = three([], fouls=fouls, options={"false_win_penalty": 5})
    assert score(r)["delta"] == [0, 0, 0]
    # his tiles are not looked at
    r = three([{"seat": 1, "tile": "7z", "from": 2}], fouls=fouls)
    assert score(r)["wins"][0]["reason"] == "dead_hand"


def test_the_penalty_is_paid_once():
    r = record(concealed="123456p789s1177s", tile="7z", options={"false_win_penalty": 3})
    r["wins"] *= 2
    r["fouls"] = [{"seat": 1, "kind": "false_win"}, {"seat": 1, "kind": "false_win"}]
    assert score(r)["delta"] == [3, -6, 3]


def test_an_illegal_claim_does_not_end_the_hand():
    r = two_winners(options={"false_win_penalty": 3})
    r["hands"][1]["concealed"] = "123456p78s11s667z"
    a = score(r)
    assert [w.get("reason") for w in a["wins"]] == ["not_a_win", None]
    assert a["delta"] == [3 + 2, -6, 3 - 2] and a["next_dealer"] == 0


def test_after_a_win_only_another_seat_on_the_same_tile_and_giver():
    won = {"seat": 1, "tile": "9s", "from": 2}
    for second in (
        {"seat": 0, "tile": "8s", "from": 2},
        {"seat": 0, "tile": "9s", "from": 1},
        {"seat": 0, "tile": "9s"},
        {"seat": 1, "tile": "9s", "from": 2},
        {"seat": 2, "tile": "9s"},
    ):
        r = two_winners(options={"false_win_penalty": 3})
        r["wins"] = [won, second]
        a = score(r)
        assert a["wins"][1] == {
            "seat": second["seat"], "valid": False, "value": 0, "patterns": [], "reason": "hand_over",
        }, second  # fmt: skip
        assert a["delta"] == [0, 1, -1] and a["next_dealer"] == 1
    r = two_winners()
    r["wins"] = [{"seat": 1, "tile": "9s"}, {"seat": 0, "tile": "9s"}]
    assert [w.get("reason") for w in score(r)["wins"]] == [None, "hand_over"]


def test_hand_over_goes_before_every_other_reason_and_costs_nothing():
    r = two_winners(options={"false_win_penalty": 3}, fouls=[{"seat": 0, "kind": "dead_hand"}])
    assert [w.get("reason") for w in score(r)["wins"]] == [None, "dead_hand"]
    r["wins"][1]["tile"] = "8s"
    a = score(r)
    assert a["wins"][1]["reason"] == "hand_over" and a["delta"] == [0, 1, -1]


def test_the_tiles_of_a_claim_after_the_end_need_not_be_known():
    r = two_winners()
    del r["hands"][0]["concealed"]
    refused("hands.0.concealed", r)
    r["wins"][1]["tile"] = "8s"
    assert score(r)["wins"][1]["reason"] == "hand_over"
    # the claim before it did not end the hand
    r["hands"][1]["concealed"] = "123456p78s11s667z"
    refused("hands.0.concealed", r)


def test_what_is_malformed_is_named():
    r = record(**BARE)
    r["wins"][0]["from"] = 1
    refused("wins.0.from", r)
    r = record(concealed="123456p789s11s7z7z7z7z", tile="7z")
    r["hands"][0]["concealed"] = "7z"
    refused("hands.1.concealed", r)
    r = record(**BARE)
    r["hands"][0]["melds"] = [pung("777z", 2)]
    refused("hands.1.concealed", r)
    del r["hands"][0]["melds"]
    r["hands"][0]["concealed"] = "77z"
    refused("wins.0.tile", r)
    r["dealer"] = 3
    refused("dealer", r)


# ---------------------------------------------------------------- called patterns


def call(ids, **kw):
    kw.setdefault("tile", None)
    return answer(called={"patterns": ids.split()}, **kw)


def test_called_patterns_give_the_same_value_and_payments():
    a = call("full_flush plain_hand self_draw", giver=None, options={"cap": 3}, dealer=2)
    assert a["wins"][0] == {
        "seat": 1, "valid": True, "value": 3, "patterns": ["full_flush", "plain_hand", "self_draw"],
    }  # fmt: skip
    assert a["delta"] == [-3, 6, -3] and a["next_dealer"] == 1
    assert call("all_pungs liang_dao", ready="shown")["delta"] == [0, 8, -8]
    assert call("all_pungs", ready="shown")["delta"] == [0, 4, -4]  # who pays follows from the record
    assert call("san_long_qi_dui full_flush")["wins"][0]["value"] == 128
    assert call("")["wins"][0]["value"] == 1


def test_called_patterns_that_can_be():
    pungs = [pung("555p", 0), pung("777s", 0), pung("111s", 0)]
    for ids, kw in (
        ("all_pungs melded_hand", {"melds": pungs + [pung("222p", 0)], "tile": "9p"}),
        ("all_pungs melded_hand big_three_dragons", {}),
        ("ming_si_gui ka_wu_xing plain_hand", {"melds": pungs, "tile": "5p"}),
        ("ming_si_gui plain_hand", {"melds": pungs, "tile": "1s"}),
        ("ming_si_gui plain_hand", {"melds": pungs}),
        ("ming_si_gui little_three_dragons", {}),
        ("an_si_gui little_three_dragons", {"melds": [pung("555z", 0)]}),
        ("an_si_gui ka_wu_xing full_flush", {"melds": [pung("111s", 0)], "tile": "5s"}),
        ("big_three_dragons ka_wu_xing", {"tile": "5s"}),
        ("big_three_dragons all_pungs", {"tile": "5s"}),
        ("long_qi_dui", {"tile": "5z"}),
        ("kong_discard last_tile_claim", {"flags": ["kong_discard", "last_tile"]}),
        ("out_with_replacement last_tile_draw self_draw", {"giver": None, "flags": ["after_kong", "last_tile"]}),
    ):
        assert call(ids, **kw)["wins"][0]["patterns"] == sorted(ids.split()), ids


def test_called_patterns_that_contradict_are_refused_by_name():
    pungs = [pung("555p", 0), pung("777s", 0), pung("111s", 0)]
    four = pungs + [pung("222p", 0)]
    for name, ids, kw in (
        ("no_such", "no_such", {}),
        ("self_draw", "self_draw", {}),
        ("last_tile_draw", "last_tile_draw", {"flags": ["last_tile"]}),
        ("last_tile_claim", "last_tile_claim", {"flags": ["last_tile"], "options": {"last_tile_claim": False}}),
        ("last_tile_claim", "last_tile_claim", {}),
        ("kong_discard", "kong_discard", {"flags": ["kong_discard"], "giver": None}),
        ("robbing_the_kong", "robbing_the_kong", {"flags": ["rob_kong"], "tile": "5p"}),
        ("out_with_replacement", "out_with_replacement", {"flags": ["after_flower"], "giver": None}),
        ("liang_dao", "liang_dao", {"ready": "declared"}),
        ("all_pungs", "all_pungs plain_hand", {}),
        ("long_qi_dui", "long_qi_dui seven_pairs", {}),
        ("an_si_gui", "an_si_gui long_qi_dui", {}),
        ("an_si_gui", "an_si_gui ming_si_gui", {}),
        ("an_si_gui", "an_si_gui all_pungs", {}),
        ("an_si_gui", "an_si_gui big_three_dragons", {}),
        ("an_si_gui", "an_si_gui", {"melds": pungs}),
        ("an_si_gui", "an_si_gui", {"tile": "5z"}),
        ("an_si_gui", "an_si_gui", {"tile": "5p", "melds": pungs[:1]}),
        ("ming_si_gui", "ming_si_gui", {"tile": "4s", "melds": pungs}),
        ("ming_si_gui", "ming_si_gui", {"tile": "5p", "melds": four}),
        ("ming_si_gui", "ming_si_gui", {"melds": [pung("5555p", 0, "added_kong")]}),
        ("ming_si_gui", "ming_si_gui", {"melds": [pung("555z", 0)]}),
        ("all_pungs", "all_pungs ming_si_gui", {}),
        ("ka_wu_xing", "ka_wu_xing", {"tile": "6p"}),
        ("ka_wu_xing", "ka_wu_xing", {"melds": four}),
        ("full_flush", "ka_wu_xing full_flush", {"tile": "5p", "melds": [pung("777s", 0)]}),
        ("ka_wu_xing", "ka_wu_xing", {"melds": [pung("4444p", 0, "kong"), pung("6666s", 0, "kong")]}),
        ("ka_wu_xing", "ka_wu_xing seven_pairs", {}),
        ("plain_hand", "plain_hand", {"melds": four}),
        ("seven_pairs", "seven_pairs", {"melds": pungs[:1]}),
        ("full_flush", "full_flush", {"melds": pungs}),
        ("big_three_dragons", "big_three_dragons", {"melds": pungs}),
        ("little_three_dragons", "little_three_dragons big_three_dragons", {}),
        ("melded_hand", "melded_hand", {"melds": four}),
        ("melded_hand", "melded_hand all_pungs", {"melds": pungs}),
        ("all_pungs", "all_pungs all_pungs", {}),
    ):
        text = str(raises(RecordError, call, ids, **kw))
        assert text.startswith("wins.0.called.patterns: ") and name in text, (ids, kw, text)


def test_a_robbed_tile_is_the_last_of_four():
    for ids, taken in (
        ("plain_hand robbing_the_kong", True),
        ("ka_wu_xing robbing_the_kong", True),
        ("robbing_the_kong seven_pairs", False),
        ("an_si_gui robbing_the_kong", False),
        ("all_pungs robbing_the_kong", False),
    ):
        r = record(called={"patterns": ids.split()}, tile="5p", flags=["rob_kong"])
        r["hands"][2]["melds"] = [pung("555p", 0)]
        if taken:
            assert score(r)["wins"][0]["valid"], ids
        else:
            refused("wins.0.called.patterns", r)


def test_called_claims_beside_others():
    r = two_winners()
    del r["hands"][1]["concealed"]
    r["wins"][0]["called"] = {"patterns": ["ka_wu_xing"]}
    refused("wins.0.called.patterns", r)
    r["wins"][0]["called"] = {"patterns": ["full_flush"]}
    assert score(r)["delta"] == [2, 4, -6]
    r["wins"][1]["tile"] = "8s"
    assert [w.get("reason") for w in score(r)["wins"]] == [None, "hand_over"]


# ---------------------------------------------------------------- explanations


def test_the_product_and_the_double_share_are_told():
    r = record(concealed="1222345678999p", tile="6p", ready="shown", options={"cap": 7})
    assert explain(r, "en") == [
        "Kawuxing, E (seat 0) deals",
        "S (seat 1) wins on 6p from W: 7",
        "  Full flush: ×4",
        "  Hand shown: ×2",
        "  Plain hand: ×1",
        "  factors multiplied: 4 × 2 = 8 fan",
        "  cut to the cap of 7 fan",
        "  W pays S 2 × 7 = 14 (discard to a shown hand: two shares)",
        "In all: E 0  S +14  W -14",
        "Next dealer: S (seat 1)",
    ]
    zh = explain(r, "zh")
    assert "  清一色　×4" in zh and "  番数相乘：4 × 2 = 8 番" in zh
    assert "  西家付南家 2 × 7 = 14（包胡：点炮给亮倒家，出双份）" in zh


def test_a_chain_of_kongs_and_a_drawn_hand_are_told():
    r = three([], [{"ready": "shown"}, {}, {"ready": "shown"}])
    r["kongs"] = [{"seat": 1, "kind": "kong", "from": 0, "chain": 2}, {"seat": 0, "kind": "concealed_kong"}]
    en, zh = explain(r, "en"), explain(r, "zh")
    at = en.index("  E pays S 8 (direct kong, the discarder pays)")
    assert en[at + 1] == "    kong in a chain: 2 × 4 = 8"
    assert "  S pays E 2 (concealed kong)" in en
    assert "  W pays S 1 (drawn hand: who has shown pays who has not)" in en
    assert zh[at : at + 2] == ["  东家付南家 8（直杠喜钱，点杠者出）", "    杠上杠：2 × 4 = 8"]
    assert "荒庄，无人胡牌" in zh


def test_a_void_hand_is_told_from_a_drawn_one():
    r = record(concealed="123456p789s1177s", tile="7z")
    assert "No claim is legal, the hand is void" in explain(r, "en")
    r["wins"] = []
    assert "Drawn hand, nobody wins" in explain(r, "en")


def test_every_name_has_its_text_in_both_languages():
    rules = load("kawuxing")
    keys = ["pattern." + p for p, _ in rules.PATTERNS] + ["option." + o[0] for o in rules.OPTIONS]
    keys += ["why.%s_kong" % kind for kind in ("concealed", "added", "direct")] + ["formula.chain"]
    keys += ["region.name", "region.tiles", "unit.worth", "why.bao_hu", "why.draw_show"]
    for lang in texts.LANGUAGES:
        for key, text in texts.find("kawuxing", keys, lang).items():
            assert text and text != key, (lang, key)


# ---------------------------------------------------------------- the worths of the house


def test_the_house_says_what_a_pattern_multiplies_by():
    melds = [pung("111p"), pung("333p"), pung("777s")]
    for p, kw in (
        ("plain_hand", BARE),
        ("all_pungs", PUNGS),
        ("ming_si_gui", {"concealed": "45s123p789p22s", "melds": [pung("333s")], "tile": "3s"}),
        ("an_si_gui", {"concealed": "333s45s123p789p77z", "tile": "3s"}),
        ("seven_pairs", {"concealed": "11332p557799s77z", "tile": "2p"}),
        ("long_qi_dui", {"concealed": "1111332p557799s", "tile": "2p"}),
        ("shuang_long_qi_dui", {"concealed": "11113333p55779s", "tile": "9s"}),
        ("san_long_qi_dui", {"concealed": "111133335555p2s", "tile": "2s"}),
        ("big_three_dragons", {"concealed": "123p11s555z666z77z", "tile": "7z"}),
        ("little_three_dragons", {"concealed": "12p456s555z666z77z", "tile": "3p"}),
        ("out_with_replacement", dict(BARE, giver=None, flags=["after_kong"])),
        ("kong_discard", dict(BARE, flags=["kong_discard"])),
        ("robbing_the_kong", {"concealed": "78p123p33s456s666z", "tile": "9p", "flags": ["rob_kong"]}),
        ("full_flush", {"concealed": "1222345678999p", "tile": "6p"}),
        ("melded_hand", {"concealed": "5s", "melds": melds + [pung("999s")], "tile": "5s"}),
        ("last_tile_draw", dict(BARE, giver=None, flags=["last_tile"])),
        ("last_tile_claim", dict(BARE, flags=["last_tile"])),
        ("liang_dao", dict(BARE, ready="shown")),
        ("ka_wu_xing", {"concealed": "46p123p789s11s777z", "tile": "5p"}),
        ("self_draw", dict(BARE, giver=None)),
    ):
        r = record(**kw)
        if p == "robbing_the_kong":
            r["hands"][2]["melds"] = [pung("999p", 0)]
        at_first = score(r)["wins"][0]
        factor = load("kawuxing").worth[p]
        for worth, times in ((7, 7), (0, 1)):  # 0: it counts nothing
            r["options"] = {"worths": {p: worth}}
            w = score(r)["wins"][0]
            assert (w["value"], w["patterns"]) == (at_first["value"] // factor * times, at_first["patterns"]), p
            name = texts.find("kawuxing", ["pattern." + p], "en")["pattern." + p]
            assert "  %s: ×%d" % (name, times) in explain(r, "en"), p


def test_the_reading_with_the_largest_product_of_the_house_counts():
    middle = {"concealed": "44455666p111s22s", "tile": "5p"}
    assert win(**middle) == (2, ["all_pungs"])
    for worths, want in (
        ({"all_pungs": 1}, (2, ["ka_wu_xing", "plain_hand"])),
        ({"ka_wu_xing": 9}, (9, ["ka_wu_xing", "plain_hand"])),
        ({"plain_hand": 5, "ka_wu_xing": 1}, (5, ["ka_wu_xing", "plain_hand"])),
    ):
        assert win(options={"worths": worths}, **middle) == want, worths
    assert win(options={"worths": {"plain_hand": 5}}, **PUNGS) == (2, ["all_pungs"])  # no chow is in it
    pairs = {"concealed": "112233p556677s7z", "tile": "7z"}
    assert win(**pairs) == (4, ["seven_pairs"])
    assert win(options={"worths": {"plain_hand": 5}}, **pairs) == (5, ["plain_hand"])


def test_the_kong_money_while_a_hand_is_played():
    from engine_core.course import standing

    rules = load("kawuxing")
    entries = [
        {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "1p"},
        {"what": "kong", "seat": 2, "kind": "kong", "tile": "2p", "from": 1, "chain": 1},
        {"what": "kong", "seat": 2, "kind": "concealed_kong", "tile": "4s", "chain": 2},
    ]
    assert standing(rules, [])["money"] == [0, 0, 0]
    assert standing(rules, entries[:1])["money"] == [-2, 4, -2]
    assert standing(rules, entries[:2])["money"] == [-2, 0, 2]  # twice 2, by the discarder alone
    assert standing(rules, entries)["money"] == [-10, -8, 18]  # four times 2 from each
    assert not rules.KONGS_AT_ONCE  # "in a void hand no kong is paid"
