"""Bloody battle beyond the shared cases: what rules/xuezhan.md and the blood battle of rules/sichuan.md say."""

from check import raises
from family import PIG, PLAIN, UNREADY, answer, declared, hand, kong, reasons, record, values, win
from samples import pung

from engine_core import texts
from engine_core.check import RecordError, parse
from engine_core.hand import CONCEALED_KONG, KONG, KONG_DISCARD, ROB_KONG, Kong, Win
from engine_core.rules import load
from engine_core.score import explain

# READY hands win: seat 0 on 4p, 1 on 7s, 2 on 8p, 3 on 9p.


def xuezhan(hands, wins=(), **more):
    return answer("xuezhan", hands, wins, **more)


def test_the_defaults_of_the_page():
    rules = load("xuezhan")
    for name, value in (("declare_void", True), ("self_draw_bonus", "base"), ("kong_transfer", True),
                        ("missed_win", True), ("fan_cap", 5), ("base", 1), ("last_tile", False)):  # fmt: skip
        assert rules.options[name] == value, name
    raises(RecordError, load, "xuezhan", {"blood_battle": True})
    raises(RecordError, load, "xuezhan", {"last_four_auto": True})


# ---------------------------------------------------------------- who is in, who is out


def test_who_has_won_pays_and_is_paid_no_more():
    wins = [win(0, "4p", 3), win(1, "7s"), win(2, "8p")]  # 8, then 8 + 1 from 2 and 3, then 2 + 1 from 3
    a = xuezhan([None] * 4, wins)
    assert values(a) == [8, 8, 2]
    assert a["delta"] == [8, 18, -9 + 3, -8 - 9 - 3] and a["next_dealer"] == 0


def test_after_three_wins_the_hand_is_over():
    wins = [win(0, "4p", 3), win(1, "7s", 3), win(2, "8p", 3), win(3, "9p"), win(3, "9p", 2), win(0, "5p")]
    a = xuezhan([None] * 4, wins)
    assert reasons(a) == [None, None, None, "hand_over", "hand_over", "already_won"]
    assert a["delta"] == [8, 8, 2, -18]


def test_winners_two_and_three_and_more_may_share_a_discard():
    hands = [hand("11133355577s55p"), hand(PLAIN), hand("666777m1122246p"), None]
    wins = [win(1, "5p", 3), win(0, "5p", 3), win(2, "5p", 3), win(3, "5p", 3)]
    a = xuezhan(hands, wins)
    # the three on one discard do not end it before itself: the giver's own claim comes from nowhere
    assert reasons(a) == [None, None, None, "giver_out"]
    assert a["next_dealer"] == 3 and a["delta"][3] == -4


def test_a_giver_who_is_out():
    a = xuezhan([None] * 4, [win(0, "4p", 3), win(1, "7s", 0), win(1, "7s", 2)])
    assert reasons(a) == [None, "giver_out", None]


def test_a_false_claim_does_not_put_a_seat_out():
    wins = [win(0, "9m", 3), win(1, "7s"), win(0, "4p")]
    a = xuezhan([None] * 4, wins)
    assert reasons(a) == ["not_a_win", None, None]
    # false win 16 to each; seat 1 gets 9 from each; seat 0 gets 9 from 2 and 3
    assert a["delta"] == [-48 - 9 + 18, 16 + 27, 16 - 9 - 9, 16 - 9 - 9] and a["next_dealer"] == 1


def test_heavenly_is_the_first_win_only():
    a = xuezhan([None] * 4, [win(1, "7s", 2), win(0, "4p", None, "heavenly")], options={"fan_cap": 0})
    assert a["wins"][1]["patterns"] == ["full_flush_pungs", "self_draw"]
    a = xuezhan([None] * 4, [win(1, "9m", 2), win(0, "4p", None, "heavenly")], options={"fan_cap": 0})
    assert "heavenly_hand" in a["wins"][1]["patterns"]  # a claim that was refused is no win
    a = xuezhan([None] * 4, [win(1, "7s", 0, "earthly"), win(2, "8p", None, "earthly")], options={"fan_cap": 0})
    assert [w["patterns"][0] for w in a["wins"]] == ["earthly_hand", "earthly_hand"]


def test_after_several_on_one_discard_the_giver_deals_if_it_was_the_first():
    hands = [hand("11133355577s55p"), hand(PLAIN), None, hand("2223334446677m")]
    both = [win(1, "5p", 2), win(0, "5p", 2)]
    assert xuezhan(hands, both)["next_dealer"] == 2
    assert xuezhan(hands, [win(3, "6m", 2)] + both, dealer=1)["next_dealer"] == 3
    assert xuezhan(hands, [both[0], win(3, "8m", 2), both[1]])["next_dealer"] == 2  # refused between
    assert xuezhan(hands, [both[0], win(0, "5p", 3)])["next_dealer"] == 1  # another discard of the tile
    assert xuezhan([None] * 4, dealer=3)["next_dealer"] == 3


# ---------------------------------------------------------------- kongs


def money(kongs, wins=(), hands=None, **options):
    """Delta without the points of the wins, which are all on discards."""
    a = xuezhan(hands or [None] * 4, wins, kongs=kongs, options=options)
    out = a["delta"]
    for w, v in zip(wins, values(a)):
        out[w["seat"]] -= v
        out[w["from"]] += v
    return out


def test_who_pays_a_kong_is_fixed_when_it_is_declared():
    wins = [win(0, "4p", 3), win(1, "9m", 3), win(1, "7s", 3)]  # the second is refused, and counts as an entry
    a = [xuezhan([None] * 4, wins, kongs=[declared(2, "concealed_kong", "1m", after=n)])["delta"] for n in range(5)]
    for n, payers in enumerate(((0, 1, 3), (1, 3), (1, 3), (3,), (3,))):
        want = [8 + 16, 8 - 48, 16, -16 + 16]
        for seat in payers:
            want[seat] -= 2
            want[2] += 2
        assert a[n] == want, n


def test_what_each_kong_brings_of_those_still_in():
    wins = [win(0, "4p", 3)]
    for kind, giver, every, want in (
        ("kong", 1, False, [0, -2, 2, 0]),
        ("kong", 1, True, [0, -2, 3, -1]),
        ("added_kong", None, False, [0, -1, 2, -1]),
        ("concealed_kong", None, False, [0, -2, 4, -2]),
    ):
        kongs = [declared(2, kind, "1m", giver, after=1)]
        assert money(kongs, wins, direct_kong_all=every) == want, kind
        assert money(kongs, wins, direct_kong_all=every, base=3)[2] == 3 * want[2]


def test_a_transfer_is_of_the_latest_kong_before_the_discard():
    kongs = [declared(3, "concealed_kong", "1m"), declared(3, "added_kong", "2m", after=1)]
    wins = [win(0, "4p", 3, "kong_discard"), win(1, "7s", 3, "kong_discard")]
    # 6 goes to seat 0; then 1 from seats 1 and 2, which goes to seat 1
    assert money(kongs, wins) == [-2 + 6, -2 - 1 + 2, -2 - 1, 6 - 6 + 2 - 2]
    assert money(kongs, wins, kong_transfer=False) == [-2, -3, -3, 8]


def test_a_kong_goes_over_once():
    kongs = [declared(3, "concealed_kong", "1m")]
    wins = [win(0, "4p", 3, "kong_discard"), win(1, "7s", 3, "kong_discard")]
    assert money(kongs, wins) == [-2 + 6, -2, -2, 0]
    # in a run, what has gone over is left out
    kongs = [declared(3, "concealed_kong", "1m"), declared(3, "added_kong", "2m", after=1, chain=1)]
    assert money(kongs, wins) == [-2 + 6, -2 - 1 + 2, -2 - 1, 6 - 6 + 2 - 2]


def test_each_winner_on_the_discard_gets_all_of_it_who_has_the_flag():
    hands = [hand("11133355577s55p"), hand(PLAIN), hand("666777m1122246p"), {}]
    kongs = [declared(3, "concealed_kong", "1s")]
    flag = "kong_discard"
    wins = [win(1, "5p", 3, flag), win(0, "5p", 3), win(2, "5p", 3, flag)]
    assert money(kongs, wins, hands) == [-2, -2 + 6, -2 + 6, 6 - 12]
    # the kong came before the first of them, refused claims between or not
    kongs[0]["after"] = 1
    assert money(kongs, wins, hands)[3] != 6 - 12


def test_a_kong_of_another_seat_or_after_the_discard_stays():
    wins = [win(0, "4p", 3, "kong_discard")]
    assert money([declared(2, "concealed_kong", "1m")], wins) == [-2, -2, 6, -2]
    assert money([declared(3, "concealed_kong", "1m", after=1)], wins) == [0, -2, -2, 4]


def test_what_went_over_is_not_given_back():
    unready = hand("14m258p14m", kong("9999m"), kong("8888m", "added_kong"))
    hands = [None, None, None, unready]
    kongs = [declared(3, "added_kong", "8m"), declared(3, "concealed_kong", "9m")]
    a = xuezhan(hands, [win(0, "4p", 3, "kong_discard")], kongs=kongs, options={"fan_cap": 0})
    # seat 0 wins 清对 with 杠上炮, 16, and the 6 of the latest kong; seat 3 is not ready: 8 and 2; gives back the
    # added kong's 1 to all three, to the winner too
    assert a["delta"] == [16 + 6 - 2, 8 - 2, 2 - 2, -16 - 6 - 8 - 2 + 6]


# ---------------------------------------------------------------- checks


def test_the_checks_are_among_those_who_have_not_won():
    a = xuezhan([None, None, hand(PIG), None], [win(0, "4p", 1)])
    assert a["delta"] == [8, -8 + 16, -32, 16]
    a = xuezhan([None, None, hand(UNREADY), hand(PIG)], [win(0, "4p", 1)], options={"pig_check": False})
    assert a["delta"] == [8, -8 + 8 + 8, -8, -8]
    a = xuezhan([None, None, hand(UNREADY), hand(PIG)], [win(0, "4p", 1), win(1, "7s", 0)])
    assert reasons(a) == [None, "giver_out"]


def test_with_three_winners_nothing_is_checked_and_no_hand_needed():
    wins = [win(0, "4p", 3), win(1, "7s", 3), win(2, "8p", 3)]
    kongs = [declared(3, "concealed_kong", "1m")]
    a = xuezhan([None, None, None, {}], wins, kongs=kongs)
    assert a["delta"] == [8 - 2, 8 - 2, 2 - 2, -18 + 6]  # and the last one keeps his kong money
    text = str(raises(RecordError, xuezhan, [None, None, None, {}], wins[:2]))
    assert text.startswith("hands.3.concealed: "), text


def test_the_void_suit_makes_a_pig_and_void_claims_illegal():
    a = xuezhan([hand("1112223334455p", void="p"), None, None, None], [win(0, "4p", 1)])
    assert reasons(a) == ["void_suit"]
    assert a["delta"] == [-48 - 48, 32, 32, 32]


# ---------------------------------------------------------------- for the table


def test_the_hands_that_the_checks_look_at():
    rules = load("xuezhan")

    def needed(*seats):
        return rules.hands_needed(parse(record("xuezhan", [{}] * 4, [win(s, "5m") for s in seats])))

    assert needed() == [0, 1, 2, 3]
    assert needed(2) == [0, 1, 3]
    assert needed(2, 0) == [1, 3]
    assert needed(2, 0, 1) == []


def test_the_kong_money_as_it_stands():
    rules = load("xuezhan", {"base": 2})
    assert rules.kong_money([], []) == [0, 0, 0, 0]
    kongs = [Kong(1, CONCEALED_KONG, 0)]
    assert rules.kong_money(kongs, []) == [-4, 12, -4, -4]
    wins = [Win(0, 5, 1, KONG_DISCARD)]
    assert rules.kong_money(kongs, wins) == [-4 + 12, 0, -4, -4]  # it has gone over, the win's points are not in it
    assert rules.kong_money(kongs, [Win(0, 5, 1, ROB_KONG)]) == [-4, 12, -4, -4]
    kongs.append(Kong(2, KONG, 9, 3, 0, 1))
    kongs.append(Kong(3, CONCEALED_KONG, 10, -1, 0, 1))  # seat 0 is out
    assert rules.kong_money(kongs, wins) == [8, -4, -4 + 4 - 4, -4 - 4 + 8]
    assert sum(rules.kong_money(kongs, wins)) == 0
    # the same as in the settlement
    r = record("xuezhan", [None, None, None, hand(None, pung("111m"))], [win(0, "4p", 1, "kong_discard")])
    r["kongs"] = [declared(1, "concealed_kong", "1s"), declared(2, "kong", "1m", 3, after=1)]
    assert rules.kong_money(parse(r).kongs, parse(r).wins) == [8, 0, -4 + 4, -4 - 4]


# ---------------------------------------------------------------- explanations


def test_kongs_transfers_and_the_base_are_explained():
    r = record("xuezhan", [None] * 4, [win(0, "4p", 3, "kong_discard"), win(1, "7s")])
    r["kongs"] = [declared(3, "added_kong", "1m"), declared(2, "kong", "2m", 1)]
    lines = explain(r, "en")
    for line in (
        "  N pays S 1 (one base more for the self-draw)",
        "  N pays S 8 (self-draw)",
        "  E pays N 1 (added kong)",
        "  S pays W 2 (kong from a discard)",
        "  N pays E 3 (kong money goes over to the winner)",
    ):
        assert line in lines, (line, lines)
    assert "  北家付东家 3（呼叫转移，杠钱归胡家）" in explain(r, "zh")


def test_every_name_has_its_text_in_both_languages():
    whys = "kong direct_kong_all added_kong concealed_kong kong_transfer pig not_ready refund self_draw_base".split()
    for region, name in (("sichuan", "四川麻将"), ("xuezhan", "血战到底"), ("xueliu", "血流成河")):
        rules = load(region)
        keys = ["pattern." + p for p, _ in rules.PATTERNS] + ["option." + o[0] for o in rules.OPTIONS]
        keys += ["choice." + c for o in rules.OPTIONS if isinstance(o[1], str) for c in o[2]]
        keys += ["why." + w for w in whys] + ["formula.fan", "formula.cap", "formula.least", "formula.points"]
        keys += ["region.name", "region.tiles", "unit.worth", "why.discard", "line.ready"]
        for lang in texts.LANGUAGES:
            found = texts.find(region, keys, lang)
            for key in keys:
                assert found[key] and found[key] != key, (region, lang, key)
        # the own file goes before the family's, that before the shared one
        assert texts.find(region, ["region.name"], "zh")["region.name"] == name
        assert texts.find(region, ["option.false_win_penalty"], "en")["option.false_win_penalty"].endswith("× base")
