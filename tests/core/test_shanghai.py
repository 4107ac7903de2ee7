"""Shanghai beyond the shared cases: what rules/shanghai.md says in each section."""

from check import raises
from samples import claims, pung, record

from engine_core import texts, tiles
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.score import explain, score

# Hands of seat 1 and the tile that makes them.
PUNGS = {"concealed": "111m22444p77799s", "tile": "2p"}  # no flowers
HALF = {"concealed": "1234567799m333z", "tile": "7m"}  # West pung: 1
FULL = {"concealed": "1235677p", "melds": [pung("999p"), {"kind": "chow", "tiles": "234p", "from": 0}], "tile": "7p"}
HALF_PUNGS = {"concealed": "22244466s33z", "melds": [pung("888s")], "tile": "3z"}
FULL_PUNGS = {"concealed": "2224446699s", "melds": [pung("888s")], "tile": "6s"}
LOOSE = {"concealed": "1122334455667z", "tile": "7z"}
HONOUR_PUNGS = {"concealed": "1112223344z", "melds": [pung("777z")], "tile": "4z"}
EIGHT = {"concealed": "159m159p159s1234z", "flowers": "1234567f", "tile": "8f", "giver": None}
MIXED = {"concealed": "123m22456p78999s", "tile": "9s"}  # a shape, no pattern


def answer(**kw):
    return score(record("shanghai", **kw))


win, reason = claims(answer)


def both(a, **b):
    """A hand with something else beside it."""
    out = dict(a)
    out.update(b)
    return out


# ---------------------------------------------------------------- tiles and wall


def test_nothing_is_wild_and_every_flower_is_laid_aside():
    rules = load("shanghai")
    assert rules.wilds(None) == () and rules.seat_wilds(None, 0) == {}
    assert bytes(rules.set_aside(None)) == tiles.parse("12345678f")
    assert sum([rules.copies(k) for k in range(tiles.KINDS)]) == 144
    assert rules.stacks(2) == (18, 18, 18, 18)


def test_an_indicator_is_not_looked_at():
    assert win(indicator="2p", **PUNGS) == (1, ["all_pungs"])


# ---------------------------------------------------------------- winning shapes, minimum


def test_each_hand_has_its_worth():
    for hand, value, name in (
        (PUNGS, 1, "all_pungs"),
        (HALF, 2, "half_flush"),
        (FULL, 10, "full_flush"),
        (HALF_PUNGS, 10, "half_flush_pungs"),
        (FULL_PUNGS, 20, "full_flush_pungs"),
        (LOOSE, 20, "all_honors"),
        (HONOUR_PUNGS, 40, "all_honors_pungs"),
        (EIGHT, 20, "eight_flowers"),
    ):
        assert win(**hand) == (value, [name]), name
        if hand is not EIGHT:
            assert answer(**both(hand, giver=2))["delta"] == [0, value, -value, 0], name
        assert answer(**both(hand, giver=None))["delta"] == [-value, 3 * value, -value, -value], name


def test_the_reading_of_pungs_is_named():
    # three pungs of 1, 2, 3 are three chows as well
    assert win(concealed="111222333m5557p", tile="7p") == (1, ["all_pungs"])
    assert win(concealed="111222333m5559m", tile="9m") == (20, ["full_flush_pungs"])
    # both worth a limit: 1 + 9 and half flush, all pungs
    assert win(concealed="111222333m7z", melds=[pung("555z")], flowers="12345678f", tile="7z")[1] == [
        "half_flush_pungs"
    ]


def test_four_equal_tiles_in_hand_are_no_kong_and_no_pung_with_a_pair():
    assert win(concealed="1111234567899m", tile="9m") == (10, ["full_flush"])
    assert reason(concealed="1111m22444p7799s", tile="9s") == "not_a_win"
    assert reason(concealed="1111222m333445z", tile="5z") == "not_a_win"


def test_all_honours_need_no_shape_but_melds_must_be_sets():
    assert win(concealed="1111222233334z", tile="4z") == (20, ["all_honors"])
    melds = [pung("777z"), pung("5555z", kind="concealed_kong")]
    assert win(concealed="1234661z", melds=melds, tile="2z") == (20, ["all_honors"])
    for bad in (pung("123z", kind="chow"), pung("771z"), pung("777z", kind="kong")):
        assert reason(concealed="1122334455z", melds=[bad], tile="6z") == "not_a_win", bad
    assert reason(concealed="112233445566z1m", tile="7z") == "not_a_win"


def test_no_other_special_shape_wins():
    assert reason(concealed="1133557799m112z", tile="2z") == "not_a_win"  # seven pairs
    assert reason(concealed="19m19p19s1234567z", tile="1z") == "not_a_win"  # thirteen orphans
    assert reason(concealed="258m258p258s1234z", tile="5z") == "not_a_win"


def test_three_suits_with_chows_or_two_suits_show_no_pattern():
    assert reason(**MIXED) == "no_pattern"
    assert reason(concealed="123456789m1122p", tile="1p") == "no_pattern"
    assert reason(concealed="123m456p7899s555z", tile="9s") == "no_pattern"


def test_a_malformed_meld_is_no_set():
    for bad in (pung("889s"), pung("888s", kind="kong"), {"kind": "chow", "tiles": "899s", "from": 0}):
        assert reason(concealed="2224446699s", melds=[bad], tile="6s") == "not_a_win", bad


# ---------------------------------------------------------------- eight flowers


def test_the_eighth_flower_wins_whatever_the_hand():
    assert win(**EIGHT) == (20, ["eight_flowers"])
    assert win(**both(EIGHT, concealed="159m159p1s", melds=[pung("771z"), pung("333z")])) == (20, ["eight_flowers"])
    # out with replacement and melded hand are not looked at, what doubles is
    four = [pung("111m"), pung("222p"), pung("3333s", kind="concealed_kong"), pung("444z")]
    hand = both(EIGHT, concealed="5z", melds=four, flags=["after_kong", "after_flower"])
    assert win(dice=[4, 1], carry={"washout": 2}, **hand) == (80, ["eight_flowers", "huang_fan", "kai_bao"])


def test_a_flower_wins_only_as_the_self_drawn_eighth():
    assert reason(**both(EIGHT, giver=2)) == "bad_tile"
    assert reason(**both(EIGHT, flowers="123456f")) == "bad_tile"
    assert reason(**both(EIGHT, flowers="1234568f")) == "bad_tile"  # once more the same one
    assert reason(**both(EIGHT, concealed="159m159p159s123z")) == "tile_count"
    assert reason(**both(EIGHT, fouls=[{"seat": 1, "kind": "dead_hand"}])) == "dead_hand"
    assert reason(**both(PUNGS, concealed="111m22444p7779s1f")) == "bad_tile"
    assert reason(**both(PUNGS, concealed="22444p77799s", melds=[pung("123f")])) == "bad_tile"


def test_an_ordinary_win_with_all_eight_counts_them():
    assert win(flowers="12345678f", **PUNGS) == (9, ["all_pungs"])


# ---------------------------------------------------------------- flowers of a hand


def test_flowers_of_melds_and_pungs():
    for kind, text, flowers in (
        ("pung", "888p", 0),
        ("kong", "8888p", 1),
        ("added_kong", "8888p", 1),
        ("concealed_kong", "8888p", 2),
        ("pung", "444z", 1),
        ("kong", "4444z", 2),
        ("added_kong", "4444z", 2),
        ("concealed_kong", "4444z", 3),
        ("pung", "555z", 2),
        ("kong", "6666z", 3),
        ("added_kong", "7777z", 3),
        ("concealed_kong", "5555z", 4),
    ):
        hand = {"concealed": "111m222s3339p", "melds": [pung(text, 0, kind)], "tile": "9p"}
        assert win(**hand)[0] == 1 + flowers, (kind, text)


def test_pungs_in_hand_count_also_when_the_winning_tile_makes_them_and_pairs_do_not():
    assert win(concealed="111m222p11155z99s", tile="5z")[0] == 1 + 1 + 2
    assert win(concealed="111m222p11155z99s", tile="9s")[0] == 1 + 1  # the dragons are the pair
    assert win(concealed="123456789m2255z", tile="5z")[0] == 1 + 2
    assert win(concealed="123456789m2255z", tile="2z")[0] == 1 + 1


def test_flowers_laid_out_count_one_each_whoever_the_seat_is():
    for dealer in range(4):
        assert win(flowers="2f", dealer=dealer, **PUNGS)[0] == 2
    assert win(flowers="2f1z", **PUNGS)[0] == 2  # an honour is no flower


def test_the_limit_cuts():
    assert win(flowers="12345678f", options={"limit": 8}, **PUNGS)[0] == 8
    assert win(flowers="12345678f", options={"limit": 9}, **PUNGS)[0] == 9
    assert win(options={"base_flowers": 0}, **PUNGS) == (0, ["all_pungs"])
    assert answer(options={"base_flowers": 0}, **PUNGS)["delta"] == [0, 0, 0, 0]
    assert win(options={"base_flowers": 30, "limit": 20}, **HALF)[0] == 20


# ---------------------------------------------------------------- what stands beside the hand

KONG = {"concealed": "111m444p7799s", "melds": [pung("2222p", 0, "kong")], "tile": "9s", "giver": None}


def test_out_with_replacement_lifts_to_the_limit():
    assert win(flags=["after_kong"], **KONG) == (10, ["all_pungs", "out_with_replacement"])
    assert win(flags=["after_kong", "after_flower"], **KONG) == (10, ["all_pungs", "out_with_replacement"])
    assert win(flags=["after_flower"], **KONG) == (2, ["all_pungs"])
    assert win(flags=["after_kong"], options={"limit": 2}, **KONG)[0] == 2
    assert win(flags=["after_kong"], **both(KONG, melds=[pung("2222p", kind="concealed_kong")]))[0] == 10


def test_flags_that_contradict_the_record_are_ignored():
    for hand in (both(KONG, giver=2), both(KONG, melds=[pung("222p")])):
        assert win(flags=["after_kong"], **hand)[1] == ["all_pungs"]
    others = ["last_tile", "heavenly", "earthly", "humanly", "kong_discard", "after_flower", "rob_kong"]
    for giver in (None, 2):
        assert win(flags=others, **both(PUNGS, giver=giver)) == (1, ["all_pungs"])


def test_melded_hand():
    four = [pung("111p"), pung("222s", 2), pung("999m", 3), pung("8888p", kind="concealed_kong")]
    assert win(concealed="5m", melds=four, tile="5m") == (10, ["all_pungs", "melded_hand"])
    chows = [{"kind": "chow", "tiles": t, "from": 0} for t in ("123s", "456s", "789s")]
    assert reason(concealed="5m", melds=chows + [pung("999s")], tile="5m") == "no_pattern"  # it makes no hand
    assert win(concealed="5z", melds=chows + [pung("999s")], tile="5z") == (10, ["half_flush", "melded_hand"])
    assert win(concealed="5s", melds=chows + [pung("999s")], tile="5s")[1] == ["full_flush", "melded_hand"]


def test_a_single_honour_that_gets_no_pair_is_no_melded_hand():
    melds = [pung("111z"), pung("222z"), pung("333z"), pung("444z")]
    assert win(concealed="5z", melds=melds, tile="5z") == (40, ["all_honors_pungs", "melded_hand"])
    assert win(concealed="5z", melds=melds, tile="6z") == (20, ["all_honors"])


CHOW = {"kind": "chow", "tiles": "567p", "from": 0}


def robbing(concealed="1245678999p", melds=(CHOW,), tile="3p", pungs="333p"):
    """Seat 1 robs the kong that seat 2 makes of its pung; if not said otherwise with a full flush."""
    r = record("shanghai", concealed=concealed, melds=list(melds), tile=tile, flags=["rob_kong"])
    r["hands"][2]["melds"] = [pung(pungs, 3)]
    return r


def test_robbing_a_kong_is_paid_threefold_by_its_owner():
    assert score(robbing())["delta"] == [0, 30, -30, 0]
    assert score(robbing())["wins"][0]["patterns"] == ["full_flush", "robbing_the_kong"]
    for melds in ([], [pung("444p", 3)], [pung("333p", 3)]):
        r = robbing()
        r["hands"][2]["melds"] = melds
        if melds and melds[0]["tiles"] == "333p":
            r["wins"][0]["flags"] = []
        a = score(r)  # no pung of that tile on the table, or no flag: an ordinary discard
        assert a["delta"] == [0, 10, -10, 0] and a["wins"][0]["patterns"] == ["full_flush"], melds
    r = robbing()
    r["hands"][2]["melds"] = [pung("3333p", 3, "added_kong")]  # the fourth is in the kong: there is none to win on
    assert str(raises(RecordError, score, r)).startswith("wins.0.tile:")


def test_which_dice_open_the_treasure():
    for dice, default, double in (
        ([3, 3], True, True),
        ([1, 1], True, True),
        ([1, 4], True, False),
        ([4, 1], True, False),
        ([1, 3], False, False),
        ([4, 5], False, False),
        ([], False, False),
        ([4], False, False),
        ([4, 4, 4], False, False),
        ([1, 4, 2], False, False),
    ):
        for option, opened in (("double_or_14", default), ("double", double), ("off", False)):
            value, ids = win(dice=dice, options={"open_treasure": option}, **HALF)
            assert (value, "kai_bao" in ids) == ((4, True) if opened else (2, False)), (dice, option)


def test_drawn_hands_before_double_once_whatever_their_number():
    for count in (0, 1, 2, 7):
        value, ids = win(carry={"washout": count}, **HALF)
        assert (value, "huang_fan" in ids) == ((4, True) if count else (2, False)), count
    assert win(carry={"washout": 5}, options={"washout_doubles": False}, **HALF) == (2, ["half_flush"])
    # 1 + 1 cut or not, lifted or not: points and limit are doubled alike
    assert win(carry={"washout": 1}, dice=[1, 4], **HALF)[0] == 8
    assert win(carry={"washout": 1}, dice=[1, 4], flowers="12345678f", **HALF)[0] == 40
    assert win(carry={"washout": 1}, flags=["after_kong"], **KONG)[0] == 20


# ---------------------------------------------------------------- payments


def three_from(seat, **kw):
    """Seat 1 with three melds of a seat, White among them: worth 1 + 2 = 3."""
    melds = [pung("111p", seat), pung("222s", seat), pung("555z", seat)]
    return both({"concealed": "88m99s", "melds": melds, "tile": "9s"}, **kw)


def test_liability_of_the_feeder():
    assert answer(**three_from(3, giver=None))["delta"] == [-3, 15, -3, -9]
    assert answer(**three_from(3, giver=3))["delta"] == [0, 6, 0, -6]
    assert answer(**three_from(3, giver=2))["delta"] == [0, 6, -3, -3]
    off = {"liability": False}
    assert answer(options=off, **three_from(3, giver=None))["delta"] == [-3, 9, -3, -3]
    assert answer(options=off, **three_from(3, giver=2))["delta"] == [0, 3, -3, 0]


def test_how_a_self_draw_is_paid_when_somebody_is_liable():
    for how, delta in (
        ("with_others", [-3, 15, -3, -9]),
        ("alone", [0, 9, 0, -9]),
        ("on_top", [-3, 18, -3, -12]),
    ):
        options = {"liability_self_draw": how}
        assert answer(options=options, **three_from(3, giver=None))["delta"] == delta, how
        assert answer(options=options, **three_from(3, giver=2))["delta"] == [0, 6, -3, -3], how
        assert answer(options=options, **both(PUNGS, giver=None))["delta"] == [-1, 3, -1, -1], how


def mutual(**kw):
    """And seat 3 has taken three sets of seat 1."""
    r = record("shanghai", **three_from(3, **kw))
    r["hands"][3]["melds"] = [pung("333s", 1), pung("4444z", 1, "added_kong"), pung("6666m", 1, "kong")]
    return r


def test_liability_in_both_directions_counts_twice():
    assert score(mutual(giver=2))["delta"] == [0, 9, -3, -6]
    assert score(mutual(giver=3))["delta"] == [0, 9, 0, -9]
    assert score(mutual(giver=None))["delta"] == [-3, 24, -3, -18]
    for how, delta in (("alone", [0, 18, 0, -18]), ("on_top", [-3, 27, -3, -21])):
        assert score(mutual(giver=None, options={"liability_self_draw": how}))["delta"] == delta
    lines = explain(mutual(giver=None), "zh")
    assert "  北家付南家 3 × 3 = 9（承包）" in lines and "  北家付南家 3 × 3 = 9（反承包）" in lines


def test_liability_the_other_way_alone():
    r = record("shanghai", **both(PUNGS, giver=2))
    r["hands"][0]["melds"] = [pung("333s", 1), pung("444z", 1), pung("6666m", 1, "kong")]
    assert score(r)["delta"] == [-1, 2, -1, 0]
    r["hands"][0]["melds"][0]["from"] = 2  # two are no three
    assert score(r)["delta"] == [0, 1, -1, 0]
    r["hands"][0]["melds"][0] = {"kind": "concealed_kong", "tiles": "3333s", "from": 1}
    assert score(r)["delta"] == [0, 1, -1, 0]


def test_two_may_be_liable():
    r = record("shanghai", **three_from(3, giver=None))
    r["hands"][0]["melds"] = [pung("333s", 1), pung("444z", 1), pung("666m", 1)]
    assert score(r)["delta"] == [-9, 21, -3, -9]
    r["options"] = {"liability_self_draw": "alone"}
    assert score(r)["delta"] == [-9, 18, 0, -9]


def test_liability_when_a_kong_is_robbed():
    for liable, delta in ((3, [0, 60, -30, -30]), (2, [0, 60, -60, 0])):
        melds = [pung("111p", liable), pung("222p", liable), pung("999p", liable)]
        r = robbing("4588p", melds, "6p", "666p")
        for how in ("with_others", "alone", "on_top"):  # the option is for self-draws
            r["options"] = {"liability_self_draw": how}
            assert score(r)["delta"] == delta, (liable, how)


# ---------------------------------------------------------------- several winners, next dealer, carry


def claims(*rows, **kw):
    """Seats with hands and claims: rows (seat, hand, giver)."""
    r = record("shanghai", **both(rows[0][1], winner=rows[0][0], giver=rows[0][2], **kw))
    for seat, hand, giver in rows[1:]:
        r["hands"][seat] = {k: hand[k] for k in hand if k in ("concealed", "melds", "flowers")}
        w = {"seat": seat, "tile": hand["tile"]}
        if giver is not None:
            w["from"] = giver
        r["wins"].append(w)
    return r


ON_6S = {"concealed": "1235778999s", "melds": [pung("444s", 3)], "tile": "6s"}  # full flush: 10
ALSO_6S = {"concealed": "111777m22444p66s", "tile": "6s"}  # all pungs: 1


def test_the_winner_deals_and_of_several_the_nearest_after_the_giver():
    assert answer(**PUNGS)["next_dealer"] == 1
    for option, following in (("nearest", 1), ("after_nearest", 2)):
        r = claims((2, ALSO_6S, 0), (1, ON_6S, 0), options={"multi_win_dealer": option}, dealer=3)
        a = score(r)
        assert a["delta"] == [-11, 10, 1, 0] and a["next_dealer"] == following, option
        r = claims((1, ON_6S, 3), (0, ALSO_6S, 3), options={"multi_win_dealer": option})
        assert score(r)["next_dealer"] == following - 1
    # one winner deals by himself in either reading
    assert answer(options={"multi_win_dealer": "after_nearest"}, **PUNGS)["next_dealer"] == 1


def test_every_winner_has_his_own_liable_players():
    r = claims((1, both(ON_6S, melds=[pung("444s", 2)]), 0), (2, ALSO_6S, 0))
    r["hands"][3]["melds"] = [pung("888p", 2), pung("333p", 2), pung("555p", 2)]
    assert score(r)["delta"] == [-11, 10, 2, -1]


def test_after_the_first_win_only_the_same_discard_counts():
    won = (1, ON_6S, 0)
    for second in (
        (2, both(ALSO_6S, tile="2p"), 0),  # another tile
        (2, ALSO_6S, 3),  # another giver
        (2, ALSO_6S, None),  # drawn
    ):
        a = score(claims(won, second))
        assert [w.get("reason") for w in a["wins"]] == [None, "hand_over"], second
        assert a["delta"] == [-10, 10, 0, 0] and a["next_dealer"] == 1 and a["carry"] == {}
    # an illegal claim stays one, and is fined
    a = score(claims(won, (2, both(ALSO_6S, concealed="111777m22444p6s33z"), 0)))
    assert [w.get("reason") for w in a["wins"]] == [None, "tile_count"] and a["delta"] == [0, 20, -30, 10]
    # a seat wins once
    r = claims(won)
    r["wins"].append(r["wins"][0])
    assert [w.get("reason") for w in score(r)["wins"]] == [None, "hand_over"]
    # after a self-draw nothing more
    a = score(claims((1, ON_6S, None), (2, ALSO_6S, None)))
    assert [w.get("reason") for w in a["wins"]] == [None, "hand_over"] and a["delta"] == [-10, 30, -10, -10]


def test_a_refused_claim_is_as_if_it_had_not_been_made():
    a = score(claims((2, both(ALSO_6S, concealed="111777m22444p6s3z"), 0), (1, ON_6S, 0), carry={"washout": 1}))
    assert [w["valid"] for w in a["wins"]] == [False, True]
    assert a["delta"] == [10 - 20, 10 + 20, -30, 10] and a["next_dealer"] == 1 and a["carry"] == {}


def test_the_counter_goes_up_with_a_drawn_hand_and_down_with_a_won_one():
    for before, drawn, won in ((0, 1, 0), (1, 2, 0), (3, 4, 2)):
        r = record("shanghai", carry={"washout": before}, **PUNGS)
        assert score(r)["carry"] == ({"washout": won} if won else {})
        r["wins"] = []
        a = score(r)
        assert a["carry"] == {"washout": drawn} and a["delta"] == [0, 0, 0, 0] and a["next_dealer"] == 0
        r["options"] = {"washout_doubles": False}
        assert score(r)["carry"] == {}
    # several winners take one off
    assert score(claims((1, ON_6S, 0), (2, ALSO_6S, 0), carry={"washout": 3}))["carry"] == {"washout": 2}


# ---------------------------------------------------------------- penalties


def test_false_wins_are_fined_in_limits_once_a_seat():
    foul = [{"seat": 1, "kind": "false_win"}]
    assert answer(fouls=foul * 2, **MIXED)["delta"] == [10, -30, 10, 10]
    assert answer(options={"limit": 7, "false_win_penalty": 3}, **MIXED)["delta"] == [21, -63, 21, 21]
    assert answer(options={"false_win_penalty": 0}, **MIXED)["delta"] == [0, 0, 0, 0]


def test_who_has_paid_for_a_false_win_may_still_win_and_a_dead_hand_may_not():
    a = answer(fouls=[{"seat": 1, "kind": "false_win"}], **PUNGS)
    assert a["wins"][0]["valid"] and a["delta"] == [10, -29, 9, 10]
    a = answer(fouls=[{"seat": 1, "kind": "dead_hand"}], **PUNGS)
    assert a["wins"][0]["reason"] == "dead_hand" and a["delta"] == [10, -30, 10, 10]
    # it pays like everyone else
    a = answer(fouls=[{"seat": 2, "kind": "dead_hand"}], **both(PUNGS, giver=None))
    assert a["delta"] == [-1, 3, -1, -1]


def test_without_flowers_self_draw_only():
    only = {"zero_flower_self_draw_only": True}
    assert reason(options=only, **PUNGS) == "below_minimum"
    assert answer(options=only, **PUNGS)["delta"] == [10, -30, 10, 10]
    assert reason(options=only, **both(PUNGS, giver=None)) is None
    assert reason(options=only, flowers="3f", **PUNGS) is None
    assert reason(options=only, concealed="123456789m2244z", tile="4z") is None  # the North pung
    assert reason(options=only, concealed="1234567812399m", tile="9m") is None  # full flush
    four = [pung("111p"), pung("222s", 2), pung("999m", 3), pung("888p", 2)]
    assert reason(options=only, concealed="5m", melds=four, tile="5m") is None
    r = robbing("13456789999s11z", [], "2s", "222s")
    r["options"] = only
    assert score(r)["delta"] == [0, 3, -3, 0]
    r["wins"][0]["flags"] = []
    assert score(r)["wins"][0]["reason"] == "below_minimum"


def test_reasons_in_order():
    bad = both(MIXED, concealed="123m22456p7899s1f")
    dead = [{"seat": 1, "kind": "dead_hand"}]
    assert reason(fouls=dead, **both(bad, concealed="1f")) == "dead_hand"
    assert reason(**both(bad, concealed="1f")) == "tile_count"
    assert reason(**bad) == "bad_tile"
    assert reason(**both(MIXED, concealed="123m22456p7899s1z")) == "not_a_win"


# ---------------------------------------------------------------- called patterns


def call(ids, points=0, **kw):
    kw.setdefault("tile", None)
    return answer(called={"patterns": ids.split(), "points": points}, **kw)


def test_a_called_hand_has_the_same_value_and_payments():
    for ids, points, value in (
        ("all_pungs", 0, 1),
        ("all_pungs", 6, 7),
        ("half_flush", 9, 10),
        ("half_flush", 30, 10),
        ("full_flush", 4, 10),
        ("half_flush_pungs", 0, 10),
        ("full_flush_pungs", 0, 20),
        ("all_honors", 0, 20),
        ("all_honors_pungs", 0, 40),
        ("all_pungs melded_hand", 0, 10),
        ("full_flush_pungs melded_hand", 0, 20),
    ):
        a = call(ids, points)
        assert a["wins"] == [{"seat": 1, "valid": True, "value": value, "patterns": sorted(ids.split())}], ids
        assert a["delta"] == [0, value, -value, 0] and a["next_dealer"] == 1
    assert call("eight_flowers", giver=None)["delta"] == [-20, 60, -20, -20]
    assert call("kai_bao all_pungs", 2, dice=[1, 4])["delta"] == [0, 6, -6, 0]
    a = call("huang_fan all_pungs", 2, carry={"washout": 2}, giver=None)
    assert a["delta"] == [-6, 18, -6, -6] and a["carry"] == {"washout": 1}
    assert call("all_pungs", options={"zero_flower_self_draw_only": True})["wins"][0]["reason"] == "below_minimum"


def test_liability_and_fouls_of_a_called_hand():
    melds = [pung("111p", 3), pung("222s", 3), pung("555z", 3)]
    assert call("all_pungs", 2, melds=melds, giver=None)["delta"] == [-3, 15, -3, -9]
    assert call("all_pungs", melds=melds, giver=2)["delta"] == [0, 2, -1, -1]
    a = call("all_pungs", melds=[pung("112p")])
    assert a["wins"][0]["reason"] == "not_a_win"
    a = call("all_pungs", melds=melds + [pung("666z"), pung("777z")])
    assert a["wins"][0]["reason"] == "tile_count"


def test_what_nobody_called_is_not_counted():
    assert call("all_pungs", dice=[3, 3], carry={"washout": 1}, flowers="12f")["wins"][0]["value"] == 1


def test_called_events_must_hold():
    kong = [pung("2222p", 0, "kong")]
    flag = {"giver": None, "flags": ["after_kong"]}
    assert call("all_pungs out_with_replacement", melds=kong, **flag)["wins"][0]["value"] == 10
    assert call("all_pungs out_with_replacement", **flag)["wins"][0]["value"] == 10  # his melds are not known
    r = robbing()
    del r["hands"][1]["concealed"]
    r["wins"][0]["called"] = {"patterns": ["full_flush", "robbing_the_kong"]}
    assert score(r)["delta"] == [0, 30, -30, 0]
    refused("out_with_replacement", "all_pungs out_with_replacement", melds=[pung("222p")], **flag)
    refused("out_with_replacement", "all_pungs out_with_replacement", melds=kong, giver=None)
    refused("robbing_the_kong", "all_pungs robbing_the_kong", flags=["rob_kong"])
    refused("kai_bao", "all_pungs kai_bao", dice=[2, 5])
    refused("kai_bao", "all_pungs kai_bao")
    refused("kai_bao", "all_pungs kai_bao", dice=[3, 3], options={"open_treasure": "off"})
    refused("huang_fan", "all_pungs huang_fan")
    refused("huang_fan", "all_pungs huang_fan", carry={"washout": 1}, options={"washout_doubles": False})


def refused(name, ids, **kw):
    text = str(raises(RecordError, call, ids, **kw))
    assert text.startswith("wins.0.called.patterns: ") and name in text, (ids, text)


def test_called_patterns_that_contradict_are_refused_by_name():
    chow = {"kind": "chow", "tiles": "123m", "from": 0}
    refused("half_flush", "all_pungs half_flush")
    refused("eight_flowers", "eight_flowers melded_hand", giver=None)
    refused("none of them", "melded_hand")
    refused("none of them", "")
    refused("all_pungs counts once", "all_pungs all_pungs")
    refused("big_three_dragons", "big_three_dragons")
    for ids, kw in (
        ("all_pungs", {"melds": [chow]}),
        ("half_flush", {"melds": [chow, pung("222p")]}),
        ("full_flush", {"melds": [pung("111z")]}),
        ("full_flush", {"melds": [pung("111m")], "tile": "5p"}),
        ("full_flush_pungs", {"melds": [chow]}),
        ("half_flush_pungs", {"melds": [pung("111m"), pung("222m"), pung("333m"), pung("444m")], "tile": "5m"}),
        ("all_honors", {"melds": [pung("111m")]}),
        ("all_honors", {"tile": "1m"}),
        ("all_honors_pungs", {"tile": "9s"}),
        ("melded_hand", {"melds": [pung("111m")]}),
    ):
        more = "" if ids != "melded_hand" else " all_pungs"
        refused(ids, ids + more, **kw)


def test_called_all_honours_need_no_sets():
    melds = [pung("222z"), pung("777z")]
    assert call("all_honors", melds=melds, tile="1z")["wins"][0]["value"] == 20
    # the other three East are gone: no set and no pair of it, but any arrangement will do
    r = record("shanghai", called={"patterns": ["all_honors"]}, melds=melds, tile="1z")
    r["hands"][3]["melds"] = [pung("111z", 0)]
    assert score(r)["wins"][0]["valid"]
    for ids in ("all_honors_pungs", "half_flush", "half_flush_pungs"):
        r["wins"][0]["called"] = {"patterns": [ids]}
        assert ids in str(raises(RecordError, score, r)), ids
    # another seat holds fifteen of the honours, thirteen are left
    r = record("shanghai", called={"patterns": ["all_honors"]}, melds=[], tile=None)
    r["hands"][3]["concealed"] = "111122223333444z"
    assert "all_honors" in str(raises(RecordError, score, r))


def test_called_eight_flowers():
    drawn = {"giver": None}
    assert call("eight_flowers", **drawn)["wins"][0]["value"] == 20
    assert call("eight_flowers", tile="8f", **drawn)["wins"][0]["valid"]
    assert call("eight_flowers", tile="8f", flowers="1234567f", melds=[pung("112m")], **drawn)["wins"][0]["valid"]
    assert call("eight_flowers", flowers="1234567f", **drawn)["wins"][0]["valid"]
    refused("eight_flowers", "eight_flowers", tile="5m", **drawn)
    refused("eight_flowers", "eight_flowers", flowers="123f", **drawn)
    refused("eight_flowers", "eight_flowers", flowers="12345678f", **drawn)
    refused("eight_flowers", "eight_flowers", giver=2)
    refused("full_flush", "full_flush", tile="8f", flowers="1234567f", **drawn)
    refused("all_honors", "all_honors", tile="8f", flowers="1234567f", **drawn)
    r = record("shanghai", called={"patterns": ["eight_flowers"]}, tile=None, giver=None)
    r["hands"][0]["flowers"] = "3f"
    assert "eight_flowers" in str(raises(RecordError, score, r))
    # a flower that is not the eighth wins nothing, called or not
    for kw in ({"tile": "8f", "flowers": "123f", "giver": None}, {"tile": "8f", "giver": 2}):
        assert call("eight_flowers", **kw)["wins"][0]["reason"] == "bad_tile"
    assert call("all_pungs", tile="8f", giver=None)["wins"][0]["reason"] == "bad_tile"


# ---------------------------------------------------------------- bad records, explanations


def test_malformed_records_name_the_field():
    for field, kw in (
        ("options.limit", {"options": {"limit": 0}}),
        ("options.limit", {"options": {"limit": True}}),
        ("options.base_flowers", {"options": {"base_flowers": -1}}),
        ("options.open_treasure", {"options": {"open_treasure": "14"}}),
        ("options.liability_self_draw", {"options": {"liability_self_draw": True}}),
        ("options.multi_win_dealer", {"options": {"multi_win_dealer": None}}),
        ("options.zero_flower_self_draw_only", {"options": {"zero_flower_self_draw_only": 1}}),
        ("options.false_win_penalty", {"options": {"false_win_penalty": 101}}),
        ("options.minimum", {"options": {"minimum": 4}}),
        ("dice.1", {"dice": [1, 7]}),
        ("carry.washout", {"carry": {"washout": -1}}),
        ("hands.1.flowers", {"flowers": "11f"}),
        ("wins.0.from", {"giver": 1}),
    ):
        text = str(raises(RecordError, answer, **both(PUNGS, **kw)))
        assert text.startswith(field + ":"), (field, text)
    text = str(raises(RecordError, answer, **both(PUNGS, concealed="111m22444p77799s", tile=None)))
    assert text.startswith("wins.0.tile:")
    r = record("shanghai", **PUNGS)
    del r["hands"][1]["concealed"]
    assert str(raises(RecordError, score, r)).startswith("hands.1.concealed:")
    r["fouls"] = [{"seat": 1, "kind": "dead_hand"}]  # whatever the tiles are
    assert score(r)["wins"][0]["reason"] == "dead_hand"
    r = record("shanghai", **EIGHT)
    r["hands"][0]["flowers"] = "8f"
    assert str(raises(RecordError, score, r)).startswith("wins.0.tile:")


def test_the_formula_is_told_with_its_numbers():
    kw = both(KONG, flowers="13f", flags=["after_kong"], dice=[1, 4], carry={"washout": 1})
    assert explain(record("shanghai", **kw), "zh")[1:10] == [
        "南家（1号位）自摸 九条：40",
        "  碰碰胡　4",
        "  荒番",
        "  开宝",
        "  杠开",
        "  花：花牌 2 + 风箭刻杠 0 + 筒条万杠 1 = 3",
        "  底花 1 + 花 3 = 4 分",
        "  不足勒子，算一勒 10 分",
        "  开宝 10 × 2 = 20 分",
    ]
    lines = explain(record("shanghai", **kw), "en")
    assert "  after a drawn hand: 20 × 2 = 40 points" in lines
    assert "  E pays S 40 (self-draw)" in lines
    lines = explain(record("shanghai", **HONOUR_PUNGS), "en")
    assert "  All honours, all pungs: 40" in lines and "  4 × limit 10 = 40 points" in lines
    lines = explain(record("shanghai", flowers="12345678f", **both(HALF, giver=0)), "en")
    assert "  base 1 + flowers 9 = 10 points" in lines and "  E pays S 10 (discard)" in lines
    lines = explain(record("shanghai", options={"limit": 5}, flowers="12345678f", **HALF), "zh")
    assert "  勒子封顶 5 分" in lines


def test_a_hand_without_flowers_is_told_so():
    r = record("shanghai", options={"zero_flower_self_draw_only": True}, **PUNGS)
    assert "南家（1号位）胡牌不成立：无花只能自摸" in explain(r, "zh")
    assert "  All pungs: 1" in explain(r, "en")


# ---------------------------------------------------------------- the worths of the house


def of_house(worths, hand, **kw):
    """(value, patterns) with these worths."""
    return win(**both(hand, options=dict(kw.pop("options", {}), worths=worths), **kw))


def test_the_house_says_how_many_limits_a_hand_is_worth():
    for p, hand in (
        ("all_pungs", PUNGS), ("half_flush", HALF), ("full_flush", FULL), ("half_flush_pungs", HALF_PUNGS),
        ("full_flush_pungs", FULL_PUNGS), ("all_honors", LOOSE), ("all_honors_pungs", HONOUR_PUNGS),
        ("eight_flowers", EIGHT),
    ):  # fmt: skip
        assert of_house({p: 7}, hand) == (70, [p])
        lines = explain(record("shanghai", **both(hand, options={"worths": {p: 7}})), "en")
        assert "  7 × limit 10 = 70 points" in lines and any(line.endswith(": 70") for line in lines), p
    # without limits its flowers count
    assert of_house({"full_flush": 0}, FULL, flowers="12f") == (3, ["full_flush"])


def test_the_hand_that_is_worth_most_with_the_worths_of_the_house_counts():
    assert of_house({"full_flush": 3}, FULL_PUNGS) == (30, ["full_flush"])
    assert of_house({"full_flush": 2}, FULL_PUNGS) == (20, ["full_flush_pungs"])
    assert of_house({"all_pungs": 5}, HONOUR_PUNGS) == (50, ["all_pungs"])
    assert of_house({"half_flush_pungs": 0, "half_flush": 1}, HALF_PUNGS) == (10, ["half_flush"])


def test_the_house_says_what_raises_doubles_and_is_paid_for_a_robbed_kong():
    kong = both(KONG, flags=["after_kong"])
    assert of_house({"out_with_replacement": 3}, kong)[0] == 30
    assert "  raised to 3 limits, 30 points" in explain(
        record("shanghai", options={"worths": {"out_with_replacement": 3}}, **kong), "en"
    )
    assert of_house({"out_with_replacement": 0}, kong)[0] == 2
    four = {"concealed": "5m", "melds": [pung("111p"), pung("222s"), pung("999m"), pung("888p")], "tile": "5m"}
    assert of_house({"melded_hand": 2}, four)[0] == 20 and of_house({"melded_hand": 0}, four)[0] == 1
    for p, kw in (("kai_bao", {"dice": [3, 3]}), ("huang_fan", {"carry": {"washout": 1}})):
        assert of_house({p: 5}, FULL, **kw)[0] == 50
        assert of_house({p: 0}, FULL, **kw)[0] == 10  # it counts nothing
        lines = explain(record("shanghai", options={"worths": {p: 5}}, **both(FULL, **kw)), "zh")
        assert any(line.endswith(" 10 × 5 = 50 分") for line in lines)
    r = record("shanghai", **both(FULL, tile="7p", flags=["rob_kong"], options={"worths": {"robbing_the_kong": 2}}))
    r["hands"][2]["melds"] = [pung("777p", 0)]
    r["hands"][1]["concealed"] = "1235688p"
    assert score(r)["delta"] == [0, 20, -20, 0]


def test_every_choice_has_its_text_in_both_languages():
    for row in load("shanghai").OPTIONS:
        if isinstance(row[1], str):
            for lang in texts.LANGUAGES:
                for key, text in texts.find("shanghai", ["choice." + c for c in row[2]], lang).items():
                    assert text and text != key, (lang, key)
