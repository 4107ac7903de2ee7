"""Changsha beyond the shared cases: what rules/changsha.md says in each section."""

from check import raises
from samples import chow, claims, pung, record

from engine_core import texts, wall
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.score import explain, score

PLAIN = "12334m555p22789s"  # waits for 2m and 5m; the pair is 2s
OPEN = {"tile": None, "giver": None}  # a claim on thirteen dealt tiles
DEALT = {"winner": 0, "giver": None, "flags": ["heavenly"]}  # the dealer's on fourteen
SI_XI = "1111m2589p36789s"
QUE = "1223m4566m25679p"  # no bamboo
NOTHING = "1258m2589p36789s"


def answer(**kw):
    return score(record("changsha", **kw))


win, reason = claims(answer)


def several(*wins, **kw):
    """A record with these entries of `wins`; hands as given, by seat."""
    r = record("changsha", **kw)
    r["wins"] = list(wins)
    return r


# ---------------------------------------------------------------- tile set, wall, options


def test_the_wall_is_longer_before_the_dealer_and_opposite():
    rules = load("changsha")
    assert sum(rules.copies(k) for k in range(42)) == 108
    assert [rules.stacks(d) for d in range(4)] == [(14, 13, 14, 13), (13, 14, 13, 14)] * 2
    assert load("changsha", {"kong_dice": 3}).kong_dice() == (0, 3)


def test_as_many_birds_as_the_option_says():
    for birds in (0, 1, 2, 4, 6):
        events = ["draw*10"] + ["bird"] * (birds + 1)
        steps = wall.script(
            {"region": "changsha", "options": {"birds": birds}, "dealer": 0, "dice": [2, 5], "events": events}
        )["steps"]
        assert [s.get("refused", False) for s in steps] == [False] * (birds + 1) + [True], birds


def test_options_out_of_range():
    for options, text in (
        ({"birds": 3}, "options.birds: 3 is not one of 0, 1, 2, 4, 6"),
        ({"birds": 8}, "options.birds: 8 is not in 0..6"),
        ({"birds": True}, "options.birds: True is no whole number"),
        ({"bird_mode": "triple"}, "options.bird_mode: 'triple' is not one of double, add"),
        ({"bird_origin": 1}, "options.bird_origin"),
        ({"opening_hands": 1}, "options.opening_hands"),
        ({"kong_dice": 0}, "options.kong_dice"),
        ({"dealer_extra": -1}, "options.dealer_extra"),
        ({"fan_cap": 1}, "options.fan_cap: changsha has no such option"),
    ):
        assert str(raises(RecordError, answer, options=options)).startswith(text), options


# ---------------------------------------------------------------- winning shapes


def test_a_plain_hand_wants_a_pair_of_2_5_or_8():
    assert win() == (10, ["xiao_hu"])
    for n in range(1, 10):
        concealed = "12334m111p" + ("789s" if n < 7 else "123s") + "%d%ds" % (n, n)
        assert reason(concealed=concealed) == (None if n in (2, 5, 8) else "needs_258_pair"), n


def test_any_way_to_split_may_give_the_pair():
    assert win(concealed="2345m456p456789s", tile="2m")[1] == ["xiao_hu"]  # 22 345
    assert win(concealed="2345m456p456789s", tile="5m")[1] == ["xiao_hu"]  # 234 55
    assert win(concealed="2223m456p456789s", tile="4m")[1] == ["xiao_hu"]  # 22 234, where 222 leaves 34
    assert reason(concealed="3456m456p456789s", tile="6m") == "needs_258_pair"
    assert reason(concealed="1112m456p456789s", tile="3m") == "needs_258_pair"  # 11 123


def test_the_pair_is_free_for_all_pungs_and_a_full_flush():
    assert win(
        concealed="1m111p", melds=[pung("222m"), pung("444s"), pung("7777s", kind="concealed_kong")], tile="1m"
    ) == (
        60,
        ["all_pungs"],
    )
    assert win(concealed="1m", melds=[chow("123m"), chow("456m"), chow("789m"), pung("555m")], tile="1m")[1] == [
        "full_flush"
    ]
    assert reason(concealed="1m", melds=[chow("123m"), chow("456m"), chow("789m"), pung("555p")], tile="1m") == (
        "needs_258_pair"
    )


def test_seven_pairs():
    assert win(concealed="113399m4466p771s", tile="1s") == (60, ["seven_pairs"])
    assert win(concealed="1111m3399p44667s", tile="7s")[1] == ["seven_pairs"]  # four are two pairs
    assert win(concealed="1133557799m224m", tile="4m")[1] == ["full_flush", "seven_pairs"]  # Decision 7
    assert reason(concealed="113399m4499p", melds=[pung("111p")], tile="9p") == "not_a_win"


def test_jiang_jiang_hu():
    assert win(concealed="2258m2258p25588s", tile="8m") == (60, ["jiang_jiang_hu"])
    assert win(concealed="2255m2255p22558s", tile="8s")[1] == ["jiang_jiang_hu", "seven_pairs"]
    assert win(concealed="222m555p888s2255s", tile="2s")[1] == ["all_pungs", "jiang_jiang_hu"]
    # four of one: no sets are needed
    melds = [pung("8888m", kind="concealed_kong"), pung("555m")]
    assert win(concealed="22m58p258s", melds=melds, tile="5s")[1] == ["jiang_jiang_hu"]
    assert reason(concealed="22m58p258s", melds=[melds[0], pung("666m")], tile="5s") == "not_a_win"


def test_melds_that_are_none_win_nothing():
    for meld in (chow("124m"), pung("112m"), pung("111m", kind="kong"), chow("891m"), pung("258m")):
        assert reason(concealed="22258m55888s", melds=[meld], tile="8m") == "not_a_win", meld


# ---------------------------------------------------------------- big units add up


def test_big_units_add():
    flush_pungs = {"concealed": "1114449m", "melds": [pung("888m", 3), pung("5555m", 3, "kong")], "tile": "9m"}
    assert win(**flush_pungs) == (120, ["all_pungs", "full_flush"])
    assert win(giver=None, **flush_pungs) == (60, ["all_pungs", "full_flush"])
    three = ["all_pungs", "full_flush", "out_with_replacement"]
    assert win(giver=None, flags=["after_kong"], **flush_pungs) == (90, three)
    # dealer 3 x (30 + 10), the others 3 x 30
    assert answer(giver=None, flags=["after_kong"], **flush_pungs)["delta"] == [-120, 300, -90, -90]


def test_events():
    kong = [pung("9999s", kind="concealed_kong")]
    hand = {"concealed": "12334m22s678p", "melds": kong}
    for flags, giver, ids in (
        (["after_kong"], None, ["out_with_replacement"]),
        (["last_tile"], None, ["last_tile_draw"]),
        (["last_tile"], 2, ["last_tile_claim"]),
        (["kong_discard"], 2, ["kong_discard"]),
        (["kong_discard", "last_tile"], 2, ["kong_discard"]),
        (["after_kong", "last_tile"], None, ["out_with_replacement"]),
        # the other flag cannot hold, so there was a sea bottom
        (["after_kong", "last_tile"], 2, ["last_tile_claim"]),
        (["kong_discard", "last_tile"], None, ["last_tile_draw"]),
        (["after_flower", "humanly"], None, ["xiao_hu"]),
    ):
        assert win(giver=giver, flags=flags, **hand)[1] == ids, flags
    for flags, giver in (
        (["after_kong"], 2),
        (["kong_discard"], None),
        (["rob_kong"], 2),
        (["rob_kong"], None),
        (["heavenly"], None),
        (["earthly"], 0),
        (["earthly"], None),
    ):
        assert win(giver=giver, flags=flags, **hand)[1] == ["xiao_hu"], (flags, giver)


def test_after_kong_wants_a_kong():
    assert win(giver=None, flags=["after_kong"]) == (10, ["xiao_hu"])
    assert win(giver=None, flags=["after_kong", "last_tile"]) == (30, ["last_tile_draw"])
    for kind in ("kong", "added_kong", "concealed_kong"):
        melds = [pung("9999s", kind=kind)]
        ids = win(giver=None, flags=["after_kong"], concealed="12334m22s678p", melds=melds)[1]
        assert ids == ["out_with_replacement"], kind


def test_earthly():
    assert win(giver=0, flags=["earthly"]) == (60, ["earthly_hand"])
    assert win(giver=0, flags=["earthly", "kong_discard"]) == (120, ["earthly_hand", "kong_discard"])
    for kw in ({"giver": 2}, {"giver": None}, {"giver": 2, "dealer": 1}):
        assert win(flags=["earthly"], **kw) == (10, ["xiao_hu"]), kw
    melds = [pung("555p", 3)]
    assert win(giver=0, flags=["earthly"], concealed="12334m22789s", melds=melds) == (10, ["xiao_hu"])


def test_robbing_wants_the_pung():
    r = record("changsha", flags=["rob_kong", "last_tile"])
    r["hands"][2]["melds"] = [pung("555m", 0)]
    assert score(r)["wins"][0]["patterns"] == ["last_tile_claim", "robbing_the_kong"]
    for meld in (pung("777p", 0), pung("666m", 0), chow("456m", 0)):
        r["hands"][2]["melds"] = [meld]
        assert score(r)["wins"][0]["patterns"] == ["last_tile_claim"], meld


def test_heavenly():
    assert win(**DEALT) == (30, ["heavenly_hand"])
    assert win(concealed="1133557799m224m", tile="4m", **DEALT)[0] == 90
    # only the big units count
    assert win(concealed="1111m23355p2278s", tile="9s", **DEALT) == (10, ["si_xi"])
    assert win(concealed="1111m23m55678p22s", tile="2s", **DEALT) == (30, ["heavenly_hand"])
    # on a discard or with a meld it is an ordinary claim
    assert win(winner=0, flags=["heavenly"]) == (10, ["xiao_hu"])
    assert reason(winner=0, flags=["heavenly"], concealed=SI_XI, tile="4s") == "not_a_win"
    melds = [pung("1111p", kind="concealed_kong")]
    assert win(concealed="12334m22789s", melds=melds, **DEALT) == (10, ["xiao_hu"])
    assert reason(concealed="1111m22789s1p", melds=[pung("222p", 3)], tile="5m", **DEALT) == "not_a_win"


# ---------------------------------------------------------------- opening hands


def opening(concealed, **kw):
    claim = dict(OPEN)
    claim.update(kw)
    return win(concealed=concealed, **claim)


def test_opening_patterns():
    assert opening("1111m2589p36789s") == (10, ["si_xi"])
    assert opening("1111m2222p36789s") == (20, ["liu_liu_shun", "si_xi"])  # a quad serves, two count once
    assert opening("111m222p333444s8m") == (10, ["liu_liu_shun"])
    assert opening("1346m1346p13467s") == (10, ["ban_ban_hu"])
    assert opening("1234567892345m") == (10, ["que_yi_se"])  # two suits missing count once
    assert opening("1111333344467m") == (40, ["ban_ban_hu", "liu_liu_shun", "que_yi_se", "si_xi"])
    assert answer(concealed="1111333344467m", **OPEN)["delta"] == [-80, 160, -40, -40]


def test_an_opening_claim_needs_its_pattern_and_the_option():
    assert reason(concealed=NOTHING, **OPEN) == "no_opening_hand"
    assert reason(concealed=SI_XI, options={"opening_hands": False}, **OPEN) == "no_opening_hand"
    assert reason(concealed=NOTHING, tile="4s", **DEALT) == "no_opening_hand"
    # four sets and a pair of 3s: judged as an opening claim, too
    assert reason(concealed="123456m34789p33s", tile="5p", **DEALT) == "no_opening_hand"
    assert reason(concealed="1111m2221p33699s", tile="9s", options={"opening_hands": False}, **DEALT) == (
        "no_opening_hand"
    )
    assert win(options={"opening_hands": False}, **DEALT)[1] == ["heavenly_hand"]


def test_the_dealer_counts_fourteen():
    assert win(concealed="111m25899p36789s", tile="1m", **DEALT) == (10, ["si_xi"])
    assert reason(concealed="1346m1346p13467s", tile="8s", **DEALT) == "no_opening_hand"


def test_a_claim_with_a_tile_never_counts_opening_hands():
    assert reason(concealed=SI_XI, tile="4s", giver=None) == "not_a_win"
    assert reason(concealed=SI_XI, tile="4s", giver=None, flags=["heavenly"]) == "not_a_win"
    assert reason(concealed=SI_XI, tile="4s", winner=0, giver=None) == "not_a_win"


def test_without_a_tile_only_opening_claims():
    for kw in (
        {"winner": 0, "giver": None},
        {"winner": 0, "giver": None, "flags": ["heavenly"]},
        {"giver": 2},
        {"giver": None, "concealed": "1111m25p3678s", "melds": [pung("333p", 0)]},
        {"giver": None, "concealed": "1111m2589p3678s"},
    ):
        kw.setdefault("concealed", SI_XI)
        assert reason(tile=None, **kw) == "tile_count", kw


def test_flags_say_nothing_of_an_opening_claim():
    assert opening(SI_XI, flags=["last_tile", "heavenly", "after_kong"], birds=["2m"]) == (10, ["si_xi"])
    # nor is there a sea bottom: the bird is the one of the record, on seat 1
    a = answer(concealed=SI_XI, flags=["last_tile"], birds=["2m"], **OPEN)
    assert a["delta"] == [-40, 80, -20, -20]
    dealt = dict(DEALT, flags=["heavenly", "last_tile"])
    assert answer(concealed=SI_XI, tile="4s", birds=["1m"], **dealt)["delta"] == [120, -40, -40, -40]


# ---------------------------------------------------------------- payments and birds


def test_the_dealers_extra_goes_with_each_unit():
    hand = {"concealed": "1133557799m224m", "tile": "4m"}
    assert answer(giver=None, **hand)["delta"] == [-80, 200, -60, -60]
    assert answer(giver=0, **hand)["delta"] == [-140, 140, 0, 0]
    assert answer(giver=2, dealer=1, **hand)["delta"] == [0, 140, -140, 0]
    assert answer(giver=None, options={"dealer_extra": 0}, **hand)["delta"] == [-60, 180, -60, -60]
    assert answer(giver=0, options={"dealer_extra": 25}, **hand)["delta"] == [-170, 170, 0, 0]


def test_where_a_bird_lands():
    # seat 1 wins from the others, dealer 0: 1 5 9 dealer, 2 6 winner, 3 7 opposite, 4 8 previous
    for n in range(1, 10):
        delta = answer(giver=None, birds=["%dp" % n])["delta"]
        if n in (2, 6):
            want = [-40, 80, -20, -20]
        else:
            want = [-20, 40, -10, -10]
            hit = (n - 1) % 4
            want[1] -= want[hit]
            want[hit] *= 2
        assert delta == want, n


def test_birds_from_the_winner():
    options = {"bird_origin": "winner"}
    assert answer(giver=None, birds=["1m"], options=options)["delta"] == [-40, 80, -20, -20]
    assert answer(giver=None, birds=["4m"], options=options)["delta"] == [-40, 60, -10, -10]
    assert answer(giver=2, birds=["2m"], options=options)["delta"] == [0, 20, -20, 0]
    assert answer(giver=2, birds=["3m"], options=options)["delta"] == [0, 10, -10, 0]


def test_several_birds():
    two = {"birds": 2}
    birds = ["2m", "4p"]  # on the winner and on seat 3
    assert answer(giver=None, birds=birds, options=two)["delta"] == [-40, 100, -20, -40]
    add = {"birds": 2, "bird_mode": "add"}
    assert answer(giver=None, birds=birds, options=add)["delta"] == [-40, 90, -20, -30]
    assert answer(giver=None, birds=birds)["delta"] == [-40, 80, -20, -20]  # one is looked at
    assert answer(giver=None, birds=birds, options={"birds": 0})["delta"] == [-20, 40, -10, -10]
    six = {"birds": 6}
    birds = ["2m", "2p", "2s", "6m", "3p", "3s"]
    assert answer(giver=2, birds=birds, options=six)["delta"] == [0, 640, -640, 0]
    assert answer(giver=2, birds=birds, options={"birds": 6, "bird_mode": "add"})["delta"] == [0, 70, -70, 0]


def test_a_bird_has_a_number():
    for bird in ("1z", "3f"):
        assert str(raises(RecordError, answer, birds=[bird])).startswith("birds.0: %s is no tile" % bird)
        assert answer(birds=["2m", bird])["delta"] == [0, 20, -20, 0]
        # at the sea bottom they are not looked at: 2m is its own bird, on seat 1
        assert answer(birds=[bird], flags=["last_tile"], tile="2m")["delta"] == [0, 120, -120, 0]


def test_the_sea_bottom_is_its_own_bird():
    # 5m is the dealer's; 2m the winner's
    assert answer(giver=None, flags=["last_tile"], birds=["2m"])["delta"] == [-80, 140, -30, -30]
    assert answer(giver=2, flags=["last_tile"], birds=["2m"], tile="2m")["delta"] == [0, 120, -120, 0]
    assert answer(giver=0, flags=["last_tile"])["delta"] == [-140, 140, 0, 0]
    assert answer(giver=0, flags=["last_tile"], options={"birds": 0})["delta"] == [-70, 70, 0, 0]
    assert answer(giver=0, flags=["last_tile"], options={"birds": 6}, birds=["1m"] * 4)["delta"] == [-140, 140, 0, 0]
    winner = {"bird_origin": "winner"}
    assert answer(giver=2, flags=["last_tile"], options=winner)["delta"] == [0, 120, -120, 0]
    # no sea bottom together with the discard of a diced replacement: the bird is the one of the record
    assert answer(giver=2, flags=["last_tile", "kong_discard"], birds=["4m"])["delta"] == [0, 60, -60, 0]


# ---------------------------------------------------------------- several winners


def two_on(first, second, **kw):
    hands = [{}, {"concealed": PLAIN}, {}, {"concealed": "34m11199p234678s"}]
    return several(first, second, hands=hands, **kw)


def test_who_may_win_beside_whom():
    one = {"seat": 1, "tile": "5m", "from": 2}
    for second, why in (
        ({"seat": 3, "tile": "5m", "from": 2}, "needs_258_pair"),
        ({"seat": 1, "tile": "5m", "from": 2}, "hand_over"),
        ({"seat": 1, "tile": "5m", "from": 0}, "hand_over"),
        ({"seat": 1, "tile": "2m", "from": 2}, "hand_over"),
    ):
        a = score(two_on(one, second))
        assert a["wins"][0]["valid"] and a["wins"][1]["reason"] == why, second
    both = two_on(one, {"seat": 3, "tile": "5m", "from": 2})
    both["hands"][3]["concealed"] = "34m11188p234678s"
    assert [w["valid"] for w in score(both)["wins"]] == [True, True]
    assert score(both)["next_dealer"] == 2
    for key, value in (("tile", "2m"), ("from", 0), ("from", None)):
        r = two_on(one, {"seat": 3, "tile": "5m", "from": 2})
        r["hands"][3]["concealed"] = "34m11188p234678s"
        r["wins"][1][key] = value
        a = score(r)
        assert a["wins"][1]["reason"] == "hand_over", (key, value)
        assert a["delta"] == [0, 10, -10, 0] and a["next_dealer"] == 1


def test_two_draws_of_one_tile_are_not_one_tile():
    r = two_on({"seat": 1, "tile": "5m"}, {"seat": 3, "tile": "5m"})
    r["hands"][3]["concealed"] = "34m11188p234678s"
    assert [w.get("reason") for w in score(r)["wins"]] == [None, "hand_over"]


def test_an_invalid_claim_is_disregarded():
    r = two_on({"seat": 3, "tile": "6m", "from": 2}, {"seat": 1, "tile": "5m", "from": 2})
    a = score(r)
    assert [w.get("reason") for w in a["wins"]] == ["not_a_win", None]
    assert a["delta"] == [40, 40 + 10, 40 - 10, -120] and a["next_dealer"] == 1
    # even one of the same seat: it pays, and wins all the same
    r["wins"][0] = {"seat": 1, "tile": "6m", "from": 2}
    a = score(r)
    assert [w.get("reason") for w in a["wins"]] == ["not_a_win", None]
    assert a["delta"] == [40, -120 + 10, 40 - 10, 40]


def opened(dealer=0, **kw):
    """Seats 1 and 3 with opening hands, beside a dealer who may have 天胡."""
    hands = [{"concealed": PLAIN}, {"concealed": "6666m2489p13679s"}, {}, {"concealed": "2235789m134468p"}]
    return several({"seat": 1}, {"seat": 3}, hands=hands, dealer=dealer, **kw)


def test_opening_winners_pay_each_other():
    a = score(opened())
    assert a["delta"] == [-40, 30, -20, 30]
    # the nearest to the dealer deals next: seat 1 to dealer 0, seat 3 to dealer 2
    assert a["next_dealer"] == 1
    assert score(opened(dealer=2))["next_dealer"] == 3


def test_a_bird_finds_the_next_dealer_of_several_opening_winners():
    for birds, options, dealer in (
        (["3m"], {}, 2),
        (["9m"], {}, 0),
        (["3m", "4m"], {"birds": 2}, 2),
        (["3m"], {"bird_origin": "winner"}, 2),
        (["3m"], {"birds": 0}, 1),
        ([], {}, 1),
    ):
        assert score(opened(birds=birds, options=options))["next_dealer"] == dealer, (birds, options)


def test_a_heavenly_hand_is_one_of_the_opening_winners():
    r = opened()
    r["wins"].insert(0, {"seat": 0, "tile": "5m", "flags": ["heavenly"]})
    a = score(r)
    assert [w["patterns"] for w in a["wins"]] == [["heavenly_hand"], ["si_xi"], ["que_yi_se"]]
    assert a["delta"] == [120 - 40, 30 - 40, -20 - 40, 30 - 40] and a["next_dealer"] == 0
    r["wins"].insert(1, r["wins"].pop(0))
    assert score(r)["delta"] == a["delta"]
    # an ordinary win is none of them, nor may they follow it
    r["wins"] = [{"seat": 1}, {"seat": 0, "tile": "5m"}]
    assert [w.get("reason") for w in score(r)["wins"]] == [None, "hand_over"]
    r["wins"].reverse()
    assert [w.get("reason") for w in score(r)["wins"]] == [None, "hand_over"]


def test_the_same_opening_claim_twice():
    r = opened()
    r["wins"][1]["seat"] = 1
    assert [w.get("reason") for w in score(r)["wins"]] == [None, "hand_over"]


# ---------------------------------------------------------------- next dealer, drawn hand, penalties


def test_the_sea_bottom_seat_matters_only_in_a_drawn_hand():
    assert answer(carry={"haidi_seat": 3})["next_dealer"] == 1
    r = several(carry={"haidi_seat": 3}, dealer=2)
    assert score(r) == {"wins": [], "delta": [0, 0, 0, 0], "next_dealer": 3, "carry": {}}
    r = record("changsha", concealed=NOTHING, carry={"haidi_seat": 0}, dealer=2)
    assert score(r)["next_dealer"] == 0
    assert score(several(carry={"haidi_seat": 0}, dealer=2))["next_dealer"] == 0
    assert "carry.haidi_seat" in str(raises(RecordError, score, several(carry={"haidi_seat": 4})))


def test_fouls():
    dead = [{"seat": 1, "kind": "dead_hand"}]
    assert reason(fouls=dead) == "dead_hand"
    assert answer(fouls=dead)["delta"] == [40, -120, 40, 40]
    assert answer(fouls=[{"seat": 2, "kind": "dead_hand"}])["delta"] == [0, 10, -10, 0]
    # a false win before: fined, but no dead hand
    a = answer(fouls=[{"seat": 1, "kind": "false_win"}])
    assert a["wins"][0]["valid"] and a["delta"] == [40, 10 - 120, 40 - 10, 40]
    a = answer(concealed=NOTHING, fouls=[{"seat": 1, "kind": "false_win"}], options={"false_win_penalty": 7})
    assert a["delta"] == [7, -21, 7, 7]


def test_reasons_in_order():
    assert reason(concealed="1z", fouls=[{"seat": 1, "kind": "dead_hand"}]) == "dead_hand"
    assert reason(concealed="1z") == "tile_count"
    for kw in (
        {"concealed": "12334m555p2289s1z"},
        {"tile": "7z"},
        {"tile": "1f"},
        {"concealed": "12334m22789s", "melds": [pung("555z")]},
    ):
        assert reason(**kw) == "bad_tile", kw
    assert reason(concealed="1111m2589p3678s1z", **OPEN) == "bad_tile"
    assert reason(concealed="123456m34789p33s", tile="5p") == "needs_258_pair"
    assert reason(concealed="123456m34789p33s", tile="6p") == "not_a_win"


def test_bad_records():
    for kw, path in (
        ({"concealed": "2222m111333444p", "tile": "2m"}, "wins.0.tile"),
        ({"concealed": "11111m55p222789s"}, "hands.1.concealed"),
        ({"giver": 1}, "wins.0.from"),
        ({"giver": 4}, "wins.0.from"),
        ({"tile": "55p"}, "wins.0.tile"),
        ({"seats": 3}, "hands"),
    ):
        assert str(raises(RecordError, answer, **kw)).startswith(path), kw
    r = record("changsha")
    del r["hands"][1]["concealed"]
    assert str(raises(RecordError, score, r)).startswith("hands.1.concealed")


# ---------------------------------------------------------------- the worths of the house

# A claim that shows each pattern alone.
SHOWING = {
    "xiao_hu": {},
    "si_xi": dict(OPEN, concealed=SI_XI),
    "ban_ban_hu": dict(OPEN, concealed="134679m134679p1s"),
    "que_yi_se": dict(OPEN, concealed=QUE),
    "liu_liu_shun": dict(OPEN, concealed="1119m222p345678s"),
    "heavenly_hand": DEALT,
    "earthly_hand": {"giver": 0, "flags": ["earthly"]},
    "all_pungs": {"concealed": "111m444p7799s", "melds": [pung("888s")], "tile": "9s"},
    "jiang_jiang_hu": {"concealed": "2255m258p288s", "melds": [pung("888m")], "tile": "5s"},
    "full_flush": {"concealed": "1234567899m", "melds": [chow("234m")], "tile": "9m"},
    "seven_pairs": {"concealed": "1133m557799p466s", "tile": "4s"},
    "last_tile_draw": {"giver": None, "flags": ["last_tile"]},
    "last_tile_claim": {"flags": ["last_tile"]},
    "out_with_replacement": {
        "concealed": "123456m34p22s", "melds": [pung("9999s", kind="concealed_kong")], "tile": "5p", "giver": None,
        "flags": ["after_kong"],
    },
    "robbing_the_kong": {"flags": ["rob_kong"]},
    "kong_discard": {"flags": ["kong_discard"]},
}  # fmt: skip


def test_the_house_says_how_many_units_a_pattern_counts():
    assert sorted(SHOWING) == sorted(load("changsha").worth)
    for p in SHOWING:
        r = record("changsha", **SHOWING[p])
        if p == "robbing_the_kong":
            r["hands"][2]["melds"] = [pung("555m", 0)]
        before = score(r)
        assert before["wins"][0]["patterns"] == [p]
        r["options"] = {"worths": {p: 3}}
        after = score(r)
        assert after["wins"][0] == dict(before["wins"][0], value=3 * before["wins"][0]["value"]), p
        assert after["delta"] == [3 * d for d in before["delta"]], p  # the dealer's extra goes with each unit
        name = texts.find("changsha", ["pattern." + p], "en")["pattern." + p]
        lines = explain(r, "en")
        assert "  %s: 3" % name in lines, (p, lines)
        assert any(
            line.startswith("  3 ") and line.endswith("= %d points" % after["wins"][0]["value"]) for line in lines
        )
        r["options"] = {"worths": {p: 0}}
        assert score(r)["delta"] == [0, 0, 0, 0], p


# ---------------------------------------------------------------- called patterns


def called(ids, **kw):
    return answer(called={"patterns": ids.split()}, **kw)


def test_called_patterns_give_the_same_payments():
    for ids, kw in (
        ("xiao_hu", {}),
        ("xiao_hu", {"giver": None, "birds": ["2m"]}),
        ("earthly_hand", {"giver": 0, "flags": ["earthly"]}),
        ("last_tile_draw", {"giver": None, "flags": ["last_tile"], "birds": ["2m"]}),
        ("heavenly_hand", DEALT),
        ("si_xi", dict(OPEN, concealed=SI_XI)),
        ("si_xi", dict(DEALT, concealed=SI_XI, tile="4s")),
        ("full_flush seven_pairs", {"concealed": "1133557799m224m", "tile": "4m"}),
        ("all_pungs jiang_jiang_hu", {"concealed": "222m555p888s2255s", "tile": "2s"}),
    ):
        assert answer(**kw) == called(ids, **kw), (ids, kw)


def test_called_opening_winners_win_together():
    r = opened(birds=["3m"])
    want = score(r)
    for seat, win, ids in ((1, 0, "si_xi"), (3, 1, "que_yi_se")):
        del r["hands"][seat]["concealed"]
        r["wins"][win]["called"] = {"patterns": [ids]}
    assert score(r) == want


def test_called_patterns_that_contradict_are_refused_by_name():
    four = [pung("111m"), pung("333p"), pung("444s", 2), pung("777p")]
    for ids, kw, text in (
        ("xiao_hu full_flush", {}, "full_flush excludes xiao_hu"),
        ("si_xi all_pungs", OPEN, "all_pungs excludes si_xi"),
        ("heavenly_hand si_xi", DEALT, "heavenly_hand excludes si_xi"),
        ("jiang_jiang_hu full_flush", {}, "jiang_jiang_hu excludes full_flush"),
        (
            "out_with_replacement seven_pairs",
            {"giver": None, "flags": ["after_kong"]},
            "seven_pairs excludes out_with_replacement",
        ),
        (
            "heavenly_hand out_with_replacement",
            dict(DEALT, flags=["heavenly", "after_kong"]),
            "heavenly_hand excludes out_with_replacement",
        ),
        ("all_pungs seven_pairs", {}, "seven_pairs"),
        ("seven_pairs", {"melds": [pung("111m")]}, "seven_pairs"),
        ("jiang_jiang_hu", {"melds": [pung("111m")]}, "jiang_jiang_hu"),
        ("jiang_jiang_hu", {"tile": "4m"}, "jiang_jiang_hu"),
        ("full_flush", {"melds": [pung("111p")]}, "full_flush"),
        ("all_pungs", {"melds": [chow("123p")]}, "all_pungs"),
        ("si_xi", {}, "si_xi, but it is no opening claim"),
        ("si_xi", {"giver": None}, "si_xi, but it is no opening claim"),
        ("si_xi", dict(OPEN, winner=0), "si_xi, but it is no opening claim"),
        ("si_xi", dict(OPEN, melds=[pung("111m")]), "si_xi"),
        ("ban_ban_hu", dict(DEALT, tile="8m"), "ban_ban_hu"),
        ("heavenly_hand", {"giver": None, "flags": ["heavenly"]}, "heavenly_hand"),
        ("out_with_replacement", {"giver": None}, "out_with_replacement"),
        ("out_with_replacement", {"giver": None, "flags": ["after_kong"], "melds": [pung("111m")]}, "no such flag"),
        ("last_tile_claim", {"giver": None, "flags": ["last_tile"]}, "last_tile_claim"),
        ("last_tile_claim kong_discard", {"flags": ["last_tile", "kong_discard"]}, "last_tile_claim"),
        ("robbing_the_kong", {"flags": ["rob_kong"]}, "robbing_the_kong"),
        ("xiao_hu", {"melds": four}, "xiao_hu"),
        ("xiao_hu", {"melds": four, "tile": None}, "xiao_hu"),
        ("xiao_hu", {"melds": [chow("123m")] + four[:3], "tile": "6m"}, "xiao_hu"),
        ("xiao_hu xiao_hu", {}, "xiao_hu counts once"),
        ("self_draw", {}, "self_draw is no pattern"),
        ("", {}, "none of them"),
    ):
        error = str(raises(RecordError, called, ids, **kw))
        assert error.startswith("wins.0.called.patterns: ") and text in error, (ids, kw, error)


def test_called_seven_pairs_hold_the_winning_tile_twice():
    for ids, flags in (("seven_pairs", []), ("robbing_the_kong seven_pairs", ["rob_kong"])):
        r = record("changsha", flags=flags, called={"patterns": ids.split()})
        r["hands"][2]["melds"] = [pung("555m", 0)]  # the winning 5m is the fourth
        assert str(raises(RecordError, score, r)).startswith("wins.0.called.patterns: seven_pairs, but "), ids


def test_melds_that_are_left_out_of_a_called_win_may_hold_the_kong():
    w = called("out_with_replacement", giver=None, flags=["after_kong"])["wins"][0]
    assert (w["valid"], w["value"]) == (True, 30)


def test_called_jiang_jiang_hu_needs_no_pair_beside_four_melds():
    melds = [pung("555m"), pung("222m"), pung("888m"), pung("555s")]
    r = record("changsha", melds=melds, tile="2s", called={"patterns": ["jiang_jiang_hu"]})
    r["hands"][3]["melds"] = [pung("222s", 0)]  # no second 2s
    assert score(r)["wins"][0]["value"] == 60
    r["wins"][0]["called"] = {"patterns": ["all_pungs", "jiang_jiang_hu"]}
    assert "all_pungs" in str(raises(RecordError, score, r))


def test_called_claims_are_refused_like_known_ones():
    for ids, kw, why in (
        ("si_xi", dict(OPEN, options={"opening_hands": False}), "no_opening_hand"),
        ("xiao_hu", {"melds": [chow("124m")]}, "not_a_win"),
        ("xiao_hu", {"melds": [pung("555z")]}, "bad_tile"),
        ("xiao_hu", {"tile": "1z"}, "bad_tile"),
        ("xiao_hu", {"melds": [pung("%d%d%dm" % (n, n, n)) for n in range(1, 6)], "tile": "8s"}, "tile_count"),
        ("xiao_hu", {"fouls": [{"seat": 1, "kind": "dead_hand"}]}, "dead_hand"),
    ):
        w = called(ids, **kw)["wins"][0]
        assert (w.get("reason"), w["value"]) == (why, 0), (ids, kw, w)


def test_a_called_sea_bottom_needs_its_tile_for_the_bird():
    kw = {"tile": None, "giver": None, "flags": ["last_tile"]}
    assert str(raises(RecordError, called, "last_tile_draw", **kw)).startswith("wins.0.tile")
    assert called("last_tile_draw", options={"birds": 0}, **kw)["delta"] == [-40, 100, -30, -30]


# ---------------------------------------------------------------- explanations


def test_payments_tell_their_sum():
    r = record("changsha", giver=None, birds=["2m"])
    assert explain(r, "en") == [
        "Changsha, E (seat 0) deals",
        "S (seat 1) wins on 5m, self-drawn: 10",
        "  Small win: 1",
        "  1 small × 10 = 10 points",
        "  bird 2: on seat 1",
        "  E pays S 40 (self-draw)",
        "    (10 + dealer 10) × birds 2 = 40",
        "  W pays S 20 (self-draw)",
        "    10 × birds 2 = 20",
        "  N pays S 20 (self-draw)",
        "    10 × birds 2 = 20",
        "In all: E -40  S +80  W -20  N -20",
        "Next dealer: S (seat 1)",
    ]
    zh = explain(r, "zh")
    assert "    (10 + 庄 10) × 鸟 2 = 40" in zh and "  扎鸟 2：落在1号位" in zh


def test_an_opening_hand_is_no_self_draw():
    r = record("changsha", concealed=SI_XI, **OPEN)
    en, zh = explain(r, "en"), explain(r, "zh")
    assert en[1] == "S (seat 1) wins with an opening hand: 10" and zh[1] == "南家（1号位）起手胡：10"
    at = en.index("  E pays S 20 (opening hand)")
    assert en[at + 1] == "    10 + dealer 10 = 20"
    assert "  西家付南家 10（起手胡）" in zh


def test_a_sea_bottom_bird_is_told():
    en = explain(record("changsha", flags=["last_tile"], birds=["2m"], giver=0), "en")
    assert "  1 big, claimed × 60 = 60 points" in en
    assert "  the sea-bottom tile is the bird, 5: on seat 0" in en
    assert "    (60 + dealer 10) × birds 2 = 140" in en


def test_every_name_has_its_text_in_both_languages():
    rules = load("changsha")
    keys = ["pattern." + p for p, _ in rules.PATTERNS] + ["option." + o[0] for o in rules.OPTIONS]
    keys += ["choice." + c for o in rules.OPTIONS if isinstance(o[1], str) for c in o[2]]
    keys += ["formula." + k for k in ("small", "big_drawn", "big_claimed", "bird", "sea_bird")]
    keys += ["terms." + k for k in ("dealer", "bird", "dealer_bird")] + [
        "line.opening",
        "why.opening",
    ]
    for lang in texts.LANGUAGES:
        for key, text in texts.find("changsha", keys + ["region.name", "region.tiles", "unit.worth"], lang).items():
            assert text and text != key, (lang, key)
