"""Rivers of blood beyond the shared cases: what rules/xueliu.md says in each section."""

from check import raises
from family import PIG, PLAIN, UNREADY, answer, declared, hand, kong, reasons, record, values, win
from samples import pung

from engine_core.check import RecordError, parse
from engine_core.hand import CONCEALED_KONG, Kong, Win
from engine_core.rules import load

# READY hands win: seat 0 on 4p, 1 on 7s, 2 on 8p, 3 on 9p.


def xueliu(hands, wins=(), **more):
    return answer("xueliu", hands, wins, **more)


def patterns(a):
    return [w["patterns"] for w in a["wins"]]


def test_the_defaults_of_the_page():
    rules, base = load("xueliu"), load("xuezhan")
    assert rules.options == dict(base.options, check_winners=False)


# ---------------------------------------------------------------- playing on


def test_who_has_won_pays_and_wins_again():
    wins = [win(0, "4p", 3), win(1, "7s"), win(0, "5p", 1), win(0, "4p")]
    a = xueliu([None] * 4, wins)
    assert reasons(a) == [None] * 4 and a["next_dealer"] == 0
    # 8 from 3; 9 from each; 8 from 1; 9 from each
    assert a["delta"] == [8 - 9 + 8 + 27, 27 - 8 - 9, -9 - 9, -8 - 9 - 9]


def test_only_ones_own_tile_is_refused():
    wins = [win(0, "4p", 3), win(1, "7s", 0), win(0, "4p", 0), win(2, "8p", 1), win(3, "6m", 2), win(3, "7m", 0)]
    a = xueliu([None, None, None, hand("2223334446677m")], wins)
    assert reasons(a) == [None, None, "giver_out", None, None, None]


def test_the_same_seat_twice_is_two_discards():
    kongs = [declared(2, "concealed_kong", "1m"), declared(2, "concealed_kong", "2m", after=1)]
    wins = [win(1, "5p", 2, "kong_discard"), win(1, "5p", 2, "kong_discard")]
    a = xueliu([None, hand(PLAIN), None, None], wins, kongs=kongs)
    # each kong brings 6, which goes over with the discard after it; each win is 2
    assert a["delta"] == [-4, -4 + 12 + 4, 12 - 12 - 4, -4]
    assert a["next_dealer"] == 1  # the first win was alone


def test_the_first_win_was_several_on_one_discard():
    hands = [hand("11133355577s55p"), hand(PLAIN), None, None]
    a = xueliu(hands, [win(1, "5p", 2), win(0, "5p", 2)])
    assert a["next_dealer"] == 2
    a = xueliu(hands, [win(1, "2p", 2), win(1, "5p", 2), win(0, "5p", 2)])
    assert a["next_dealer"] == 1


def test_each_draw_and_discard_is_a_tile():
    hands = [None, None, None, None]  # 4p: seat 0 holds two
    xueliu(hands, [win(0, "4p", 3), win(0, "4p")])
    text = str(raises(RecordError, xueliu, hands, [win(0, "4p", 3), win(0, "4p", 3), win(0, "4p", 2)]))
    assert text.startswith("wins.2.tile: "), text


def test_first_turn_flags_are_for_a_first_win():
    wins = [win(1, "7s", None, "earthly"), win(1, "7s", None, "earthly"), win(0, "4p", None, "heavenly")]
    a = xueliu([None] * 4, wins, options={"fan_cap": 0})
    assert [p[0] for p in patterns(a)] == ["earthly_hand", "full_flush_pungs", "full_flush_pungs"]
    a = xueliu([None] * 4, [win(0, "4p", None, "heavenly"), win(1, "7s", 0, "earthly")], options={"fan_cap": 0})
    assert [p[0] for p in patterns(a)] == ["heavenly_hand", "earthly_hand"]


# ---------------------------------------------------------------- the hand as it was


def test_later_kongs_are_undone():
    for kind, meld in (
        ("added_kong", kong("9999m", "added_kong", 2)),
        ("concealed_kong", kong("9999m")),
        ("kong", kong("9999m", "kong", 2)),
    ):
        hands = [None, hand("123456m3488p", meld), None, None]
        kongs = [declared(1, kind, "9m", 2 if kind == "kong" else None, after=1)]
        wins = [win(1, "5p", 0), win(1, "2p", 0, "last_tile"), win(1, "5p", None, "after_kong")]
        a = xueliu(hands, wins, kongs=kongs)
        assert patterns(a) == [
            ["plain_hand"], ["gen", "plain_hand"], ["gen", "out_with_replacement", "plain_hand", "self_draw"],
        ], kind  # fmt: skip


def test_flags_go_by_the_melds_of_that_moment():
    hands = [None, hand("123456m3488p", kong("9999m")), None, None]
    for after, first in ((1, "earthly_hand"), (0, "gen")):
        kongs = [declared(1, "concealed_kong", "9m", after=after)]
        a = xueliu(hands, [win(1, "5p", None, "earthly", "after_kong")], kongs=kongs, options={"fan_cap": 0})
        assert patterns(a)[0][0] == first
        assert ("out_with_replacement" in patterns(a)[0]) == (after == 0)


def test_of_several_kongs_the_later_ones_are_undone():
    melds = [kong("9999m", "added_kong", 2), kong("1111m"), kong("7777m", "kong", 3), pung("222m", 3)]
    kongs = [declared(1, "added_kong", "9m"), declared(1, "concealed_kong", "1m"), declared(1, "kong", "7m", 3)]
    for after, gens in (((1, 2, 3), 0), ((0, 2, 3), 1), ((0, 0, 3), 2), ((0, 0, 0), 3)):
        for k, n in zip(kongs, after):
            k["after"] = n
        a = xueliu([None, hand("8p", *melds), None, None], [win(1, "8p", 0)], kongs=kongs)
        assert patterns(a) == [["all_pungs"] + ["gen"] * gens], after


def test_a_kong_without_such_a_meld_or_tile_undoes_nothing():
    hands = [None, hand("123456m3488p", kong("9999m")), None, None]
    for k in (
        declared(1, "added_kong", "9m", after=1),
        declared(1, "concealed_kong", "8m", after=1),
        {"seat": 1, "kind": "concealed_kong", "after": 1},
        declared(2, "concealed_kong", "9m", after=1),
    ):
        assert patterns(xueliu(hands, [win(1, "5p", 0)], kongs=[k])) == [["gen", "plain_hand"]], k
    assert patterns(xueliu(hands, [win(1, "5p", 0)])) == [["gen", "plain_hand"]]  # left out: older than the win


def test_in_xuezhan_nothing_is_undone():
    hands = [None, hand("123456m3488p", kong("9999m")), None, None]
    kongs = [declared(1, "concealed_kong", "9m", after=1)]
    assert answer("xuezhan", hands, [win(1, "5p", 0)], kongs=kongs)["wins"][0]["patterns"] == ["gen", "plain_hand"]


def test_a_claim_is_counted_with_the_tiles_of_then():
    # ten tiles and a kong after the claim are thirteen at the claim; nine are none
    kongs = [declared(1, "concealed_kong", "9m", after=1)]
    hands = [None, hand("123456m348p", kong("9999m")), None, None]
    assert reasons(xueliu(hands, [win(1, "5p", 0)], kongs=kongs)) == ["tile_count"]


# ---------------------------------------------------------------- kongs


def test_everybody_is_still_in():
    kongs = [declared(2, "concealed_kong", "1m", after=2), declared(3, "added_kong", "2m", after=1)]
    a = xueliu([None] * 4, [win(0, "4p", 3), win(1, "7s", 0)], kongs=kongs)
    assert a["delta"] == [8 - 8 - 2 - 1, 8 - 2 - 1, 6 - 1, -8 - 2 + 3]


def test_a_transfer_by_and_to_winners():
    kongs = [declared(0, "concealed_kong", "1m", after=1)]
    wins = [win(0, "4p", 3), win(1, "7s", 0, "kong_discard"), win(1, "7s", 0, "kong_discard")]
    a = xueliu([None] * 4, wins, kongs=kongs, options={"fan_cap": 1})
    # the 6 go to seat 1 once
    assert a["delta"] == [1 + 6 - 6 - 1 - 1, -2 + 6 + 2, -2, -1 - 2]


def test_the_same_winner_on_a_later_discard_does_not_get_it_again():
    kongs = [declared(0, "concealed_kong", "1m")]
    wins = [win(1, "7s", 0, "kong_discard"), win(1, "7s", 0, "kong_discard")]
    a = xueliu([None] * 4, wins, kongs=kongs, options={"fan_cap": 1})
    assert a["delta"] == [6 - 6 - 2, -2 + 6 + 2, -2, -2]


# ---------------------------------------------------------------- checks


def test_two_who_have_never_won_are_checked():
    a = xueliu([None, None, hand(UNREADY), None], [win(0, "4p", 1), win(0, "4p", 1), win(1, "7s", 0)])
    assert a["delta"] == [8 + 8 - 8, -16 + 8, -2, 2]  # seat 2 pays seat 3 alone
    a = xueliu([None, None, hand(UNREADY), None], [win(0, "4p", 1), win(1, "7s", 0), win(3, "9p", 0)])
    assert a["delta"] == [8 - 8 - 2, -8 + 8, 0, 2]  # one alone is not checked


def test_winners_may_be_paid_in_the_checks():
    on = {"check_winners": True}
    wins = [win(0, "4p", 1), win(1, "7s", 0), win(2, "8p", 0)]  # 8, 8, 2
    for last, delta in (
        (hand(UNREADY), [-2 + 8, 8, 2 + 2, -18]),
        (hand(PIG), [-2 + 16, 16, 2 + 16, -48]),
        (None, [-2, 0, 2, 0]),
    ):
        assert xueliu([None, None, None, last], wins, options=on)["delta"] == delta
        assert xueliu([None, None, None, last], wins)["delta"] == [-2, 0, 2, 0]


def test_what_a_winner_is_paid_in_the_checks_is_for_his_final_hand():
    hands = [None, hand("123456m3488p", kong("9999m")), hand("1114445566m258p"), None]
    kongs = [declared(1, "concealed_kong", "9m", after=1)]
    options = {"check_winners": True}
    a = xueliu(hands, [win(1, "5p", 0)], kongs=kongs, options=options)
    assert values(a) == [1]
    # the kong 2 from each; seat 2 is not ready: 8 to seat 0, a gen more, 2, to seat 1, 2 to seat 3
    assert a["delta"] == [-1 - 2 + 8, 1 + 6 + 2, -2 - 12, -2 + 2]


def test_winners_never_give_back():
    hands = [hand("123456m3488p", kong("9999m")), None, None, hand("1114445566m258s")]
    a = xueliu(hands, [win(0, "5p", 1)], options={"check_winners": True})
    # kong 2 from each; win 2; seat 3 is not ready: 2 to seat 0, 8 to seat 1, 2 to seat 2
    assert a["delta"] == [6 + 2 + 2, -2 - 2 + 8, -2 + 2, -2 - 12]


def test_refunds_go_to_winners_too():
    unready = hand("14m258p14m", kong("9999m"), kong("8888m", "added_kong"))
    a = xueliu([None, None, None, unready], [win(0, "4p", 1)])
    assert a["delta"] == [8, -8 + 8, 2, -10]


def test_the_hands_that_the_checks_look_at():
    def needed(seats, **options):
        wins = [win(seat, "5m") for seat in seats]
        return load("xueliu", options).hands_needed(parse(record("xueliu", [{}] * 4, wins)))

    assert needed([]) == [0, 1, 2, 3]
    assert needed([2, 2, 0]) == [1, 3]
    assert needed([2, 2, 0, 1]) == []
    assert needed([2, 2, 0, 1], check_winners=True) == [0, 1, 2, 3]
    assert needed([2, 3, 0, 1], check_winners=True) == []


def test_the_kong_money_as_it_stands():
    rules = load("xueliu")
    kongs = [Kong(1, CONCEALED_KONG, 0, -1, 0, 1)]
    assert rules.kong_money(kongs, [Win(0, 5, 2)]) == [-2, 6, -2, -2]


# ---------------------------------------------------------------- called wins


def test_called_wins_are_judged_with_the_melds_of_then():
    hands = [None, hand(None, kong("9999m", "added_kong", 2)), None, None]
    kongs = [declared(1, "added_kong", "9m", after=1)]

    def wins(first, second):
        out = [win(1, "7m", 0), win(1, "7m", 0)]
        out[0]["called"], out[1]["called"] = {"patterns": first}, {"patterns": second}
        return out

    assert values(xueliu(hands, wins(["plain_hand"], ["plain_hand", "gen"]), kongs=kongs)) == [1, 2]
    # four equal tiles in hand, or with the pung of then, may be a gen too
    assert values(xueliu(hands, wins(["plain_hand", "gen"], ["all_pungs", "gen"]), kongs=kongs)) == [2, 4]
    text = str(raises(RecordError, xueliu, hands, wins(["all_pungs", "gen"], ["all_pungs"]), kongs=kongs))
    assert text.startswith("wins.0.called.patterns: gen"), text
