"""Shangrao beyond the shared cases: what rules/shangrao.md says in each section."""

from check import raises
from samples import KONGS, chow, claims, pung, record

from engine_core import texts, tiles, wall
from engine_core.events import WALL_DRAW, WALL_KONG
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.score import explain, score

LOW = {"minimum": 0}
PLAIN = "123m456m789p22s55z"  # waits for 2s or 5z


def claim(**kw):
    """A record with a self-draw unless a giver is named; 8s is turned up, so 9s is wild."""
    kw.setdefault("indicator", "8s")
    kw.setdefault("giver", None)
    kw.setdefault("concealed", PLAIN)
    kw.setdefault("tile", "5z")
    return record("shangrao", **kw)


def answer(**kw):
    return score(claim(**kw))


def win(**kw):
    """Value and patterns, self_draw left out."""
    w = answer(**kw)["wins"][0]
    assert w["valid"], w
    return w["value"], " ".join([p for p in w["patterns"] if p != "self_draw"])


_, reason = claims(answer)


def low(**options):
    options["minimum"] = 0
    return options


# ---------------------------------------------------------------- deal, wall, dice and break


def test_the_options_range_over_the_dice():
    for n in (1, 2, 3):
        rules = load("shangrao", {"dice": n})
        assert rules.throws(2, b"") == [(2, n)]
        assert rules.throws(2, bytes([6] * n)) == [(2, n), (2, n)]
    for bad in (0, 4, "2", True):
        raises(RecordError, load, "shangrao", {"dice": bad})


def test_half_a_second_throw_is_an_error_and_a_third_one_too():
    for dice in ([1], [1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]):
        text = str(raises(RecordError, wall.opening, {"region": "shangrao", "dice": dice}))
        assert text.startswith("dice: "), text
    text = str(raises(RecordError, wall.script, {"region": "shangrao", "dice": [1, 2], "events": []}))
    assert text.startswith("dice: ")


def test_the_indicator_is_neither_dealt_nor_drawn_whatever_is_thrown():
    for dice in (b"\x01\x01\x06\x06", b"\x06\x06\x01\x01", b"\x03\x04\x02\x06"):
        w = wall.Wall(load("shangrao"), 3, dice, 0)
        for n in range(82):
            assert w.left == 82 - n and w.apply(WALL_KONG if n < 3 else WALL_DRAW) and w.taken != w.indicator_at
        assert w.over and w.last_tile and w.stands(w.indicator_at)
        assert not w.apply(WALL_KONG) and not w.apply(WALL_DRAW)


# ---------------------------------------------------------------- wild tiles


def wilds(indicator, **options):
    return tiles.text(bytes(load("shangrao", options).wilds(tiles.kind(indicator))))


def test_the_next_tile_is_wild():
    for cycle in ("123456789m", "123456789p", "123456789s", "1234z", "765z"):
        kinds = tiles.parse(cycle)
        for i, k in enumerate(kinds):
            assert wilds(tiles.name(k)) == tiles.name(kinds[(i + 1) % len(kinds)])
            assert wilds(tiles.name(k), indicator_is_wild=True) == tiles.name(k)
    joint = tiles.parse("1234765z")
    for i in range(7):
        assert wilds(tiles.name(joint[i]), honor_cycle="joint") == tiles.name(joint[(i + 1) % 7])
    assert wilds("9m", honor_cycle="joint") == "1m"
    assert load("shangrao").wilds(None) == () and load("shangrao").wilds(-1) == ()


def test_an_indicator_that_is_no_tile_of_the_set():
    assert str(raises(RecordError, answer, indicator="1f")).startswith("indicator: ")
    assert str(raises(RecordError, answer, indicator="12m")).startswith("indicator: ")


def test_without_an_indicator_nothing_is_wild():
    assert win(indicator=None, concealed="123m456m78999p55z", tile="9p") == (4, "no_wilds plain_hand")
    assert reason(indicator=None, concealed="123m456m789p255z9s") == "not_a_win"


def test_the_tile_turned_up_is_one_of_its_four():
    assert str(raises(RecordError, answer, concealed="123m456m8888s55z1p")).startswith("hands.1.concealed: ")
    # all four wilds are in play, three when the turned kind is wild
    assert win(concealed="123m456m222p9999s", tile="5z")[0] == 4
    both = {"indicator": "9s", "options": {"indicator_is_wild": True}}
    assert win(concealed="123m456m222p1z999s", tile="1z", **both)[0] == 4
    raises(RecordError, answer, concealed="123m456m222p9999s", **both)
    assert str(raises(RecordError, answer, concealed="123m456m789p2255s", tile="5s", indicator="5s", flowers="5s")) == (
        "wins.0.tile: there are no more 5s than the record has already"
    )


def test_a_wild_may_be_a_fifth_tile():
    # 111m, and the fourth 1m a pung with two wilds
    assert win(concealed="1111m555p77s9s", melds=[pung("333m")], tile="9s") == (8, "all_pungs with_wilds")
    # and a flush: the four sets are done with one of them
    assert win(concealed="111222333444m9s", tile="1m") == (24, "all_pungs bao_diao full_flush")


def test_a_wild_in_a_meld_is_no_legal_win():
    assert reason(concealed="123m456m78p55z", melds=[pung("999s")], tile="9p") == "bad_meld"
    assert reason(concealed="123m456m78p55z", melds=[chow("789s")], tile="9p") == "bad_meld"
    assert win(concealed="123m456m78p55z", melds=[chow("789s")], tile="9p", indicator="1z")[0] == 4
    for kind, text in (
        ("chow", "124m"),
        ("chow", "123z"),
        ("chow", "891p"),
        ("pung", "112m"),
        ("kong", "111s"),
        ("pung", "1111s"),
        ("pung", "123f"),
    ):
        bad = [{"kind": kind, "tiles": text, "from": 0}]
        assert reason(concealed="123m456m78p55z", melds=bad, tile="9p") == "bad_meld", text


def test_a_wild_read_as_its_own_face_is_a_wild_all_the_same():
    own = {"concealed": "123m456m789p55z78s"}
    assert reason(tile="9s", **own) == "below_minimum"
    assert win(tile="9s", options={"restored_no_wild": True}, **own) == (4, "no_wilds plain_hand")
    assert reason(tile="6s", **own) is None


# ---------------------------------------------------------------- 宝调


def test_the_wild_waits_alone_before_the_tile_comes():
    # four sets and the wild: it pairs with anything, a wild too
    for tile in ("3z", "9p", "9s"):
        assert win(concealed="123m456m789p555z9s", tile=tile) == (4, "bao_diao plain_hand"), tile
    # 55z waits beside 78p and the wild: no set of them is done without it
    assert reason(concealed="123m456m78p555z9s2s", tile="9p") == "below_minimum"
    # a wild used in the sets beside one that waits
    assert win(concealed="123m456m78p555z99s", tile="2z") == (4, "bao_diao plain_hand")


def test_a_wild_drawn_does_not_wait_alone():
    assert reason(concealed="123m456m789p555z2s", tile="9s") == "below_minimum"


def test_only_an_allowed_tile_or_a_wild_keeps_the_flush_the_honours_the_terminals():
    flush = "123456789222m9s"
    assert win(concealed=flush, tile="9m")[0] == 16
    assert win(concealed=flush, tile="9s") == (16, "bao_diao full_flush plain_hand")
    assert win(concealed=flush, tile="1z") == (4, "bao_diao plain_hand")
    honours = "111z222z333z444z9s"
    assert win(concealed=honours, tile="7z") == (48, "all_honors all_pungs bao_diao jiu_yao")
    assert win(concealed=honours, tile="1p") == (24, "all_pungs bao_diao jiu_yao")
    assert win(concealed=honours, tile="2p") == (12, "all_pungs bao_diao")
    assert win(concealed=honours, tile="9s") == (48, "all_honors all_pungs bao_diao jiu_yao")


def test_six_pairs_with_wilds_beside_the_one_that_waits():
    assert win(concealed="11m22m33p44p55s6s99s", tile="7z") == (12, "bao_diao seven_pairs")
    assert win(concealed="11m22m33p44p55s6s7z9s", tile="7z") == (8, "seven_pairs with_wilds")
    assert win(concealed="112233m1122p22z9s", tile="2z", options={"pairs_you_bao": False}) == (
        12, "bao_diao seven_pairs")  # fmt: skip


def test_the_last_tile_in_hand_is_the_wild():
    melds = [chow("123m"), pung("222p", 3), pung("3333z", 0, "kong"), pung("7777m", kind="concealed_kong")]
    assert win(concealed="9s", melds=melds, tile="4p") == (4, "bao_diao plain_hand")
    melds[0] = pung("111p")
    assert win(concealed="9s", melds=melds, tile="4p") == (12, "all_pungs bao_diao")


def test_what_is_claimed_may_be_less_than_the_wild_waiting_alone():
    # three flown wilds: 2 x 8 is more than the 4 of 宝调
    assert win(concealed="123m456m789p555z9s", tile="3z", flowers="999s") == (
        16, "fei_bao fei_bao fei_bao plain_hand with_wilds")  # fmt: skip
    # one: 2 x 2 is the same 4, and the earlier word counts
    assert win(concealed="123m456m789p555z9s", tile="3z", flowers="9s") == (4, "bao_diao plain_hand")


# ---------------------------------------------------------------- claims


def test_a_discard_cannot_be_won_unless_the_option_says_so():
    assert reason(giver=2) == "discard_not_allowed"
    single = {"win_on_discard": "single"}
    a = answer(giver=2, options=single)
    assert a["wins"][0]["patterns"] == ["no_wilds", "plain_hand"] and a["delta"] == [0, 4, -4, 0]
    assert answer(giver=2, options={"win_on_discard": "full"})["delta"] == [0, 12, -12, 0]
    # no wild among the fourteen tiles, its own face included
    assert reason(giver=2, concealed="123m456m789p555z9s", options=single) == "discard_not_allowed"
    own_face = {"win_on_discard": "single", "restored_no_wild": True}
    assert reason(giver=2, concealed="123m456m789p55z78s", tile="9s", options=own_face) == "discard_not_allowed"
    assert reason(giver=2, concealed="1358m2469p13s124z", options=single) == "not_a_win"


def robbed(**kw):
    r = claim(giver=2, tile="9p", flags=["rob_kong"], **kw)
    r["hands"][2]["melds"] = [pung("999p", 3)]
    return r


def test_a_robbed_kong_is_a_self_draw_paid_by_one():
    hand = {"concealed": "123m456m78p222s55z"}
    a = score(robbed(**hand))
    assert a["wins"][0]["patterns"] == ["no_wilds", "plain_hand", "robbing_the_kong"]
    assert a["delta"] == [0, 12, -12, 0] and a["next_dealer"] == 1
    assert score(robbed(options={"rob_kong": False}, **hand))["wins"][0]["reason"] == "rob_not_allowed"
    both = {"rob_kong": False, "win_on_discard": "full"}
    assert score(robbed(options=both, **hand))["wins"][0]["reason"] == "rob_not_allowed"
    # with wilds in hand too
    assert score(robbed(concealed="123m456m234p555z9s"))["wins"][0]["value"] == 4
    assert score(robbed(concealed="123m456m78p22s9s55z", options=LOW))["wins"][0]["value"] == 2


def test_no_kong_of_wilds_is_robbed():
    """A wild never goes into a meld and cannot be claimed: the pung is none, the claim that of a discard."""
    r = claim(concealed="123m456m78p222s55z", tile="9s", giver=2, flags=["rob_kong"])
    r["hands"][2]["melds"] = [pung("999s")]
    assert score(r)["wins"][0]["reason"] == "discard_not_allowed"
    r["options"] = {"win_on_discard": "single"}
    assert score(r)["wins"][0]["reason"] == "discard_not_allowed"


def test_without_the_pung_it_is_a_discard():
    hand = {"concealed": "123m456m78p222s55z"}
    for melds in ([], [chow("789p")], [pung("9999p", 3, "added_kong")]):
        r = robbed(**hand)
        r["hands"][2]["melds"] = melds
        if melds and melds[0]["kind"] == "added_kong":
            r["wins"][0]["tile"] = "6p"
        assert score(r)["wins"][0]["reason"] == "discard_not_allowed"


def test_the_first_legal_claim_wins():
    r = robbed(concealed="123m456m78p222s55z", options={"false_win_penalty": 3}, dealer=3)
    r["hands"][0] = {"concealed": "1358m2468p13s124z"}
    r["hands"][3] = {"concealed": "78p123456s11133z"}
    rob = {"tile": "9p", "from": 2, "flags": ["rob_kong"]}
    r["wins"] = [dict(rob, seat=0), r["wins"][0], dict(rob, seat=3), dict(rob, seat=0)]
    a = score(r)
    assert [w.get("reason") for w in a["wins"]] == ["not_a_win", None, "priority", "priority"]
    assert a["delta"] == [-9, 12 + 3, -12 + 3, 3] and a["next_dealer"] == 1


def test_what_comes_after_the_winner_is_not_looked_at():
    r = claim(options={"false_win_penalty": 3}, fouls=[{"seat": 2, "kind": "dead_hand"}])
    r["hands"][2] = {}
    r["wins"].append({"seat": 2, "tile": "1m"})
    a = score(r)
    assert a["wins"][1]["reason"] == "priority" and a["delta"] == [-4, 12, -4, -4]


# ---------------------------------------------------------------- winning shapes and patterns


def test_every_row_without_wilds():
    for concealed, tile, value, ids in (
        ("1122334455667z", "7z", 64, "all_honors jiu_yao seven_pairs"),
        ("1111222233445z", "5z", 64, "all_honors jiu_yao seven_pairs"),
        ("111z222z333z444z5z", "5z", 64, "all_honors all_pungs jiu_yao"),
        ("113355779922m4m", "4m", 32, "full_flush seven_pairs"),
        ("111333555777p9p", "9p", 32, "all_pungs full_flush"),
        ("1199m1199p1199s1z", "1z", 32, "jiu_yao seven_pairs"),
        ("111999m111p999p1z", "1z", 32, "all_pungs jiu_yao"),
        ("1112345678999s", "5s", 16, "nine_gates"),
        ("123456789p2345p", "5p", 16, "full_flush plain_hand"),
        ("1122m3344p5566s7z", "7z", 16, "seven_pairs"),
        ("111m333p555s777s2z", "2z", 16, "all_pungs"),
        ("147m258p3s123456z", "7z", 8, "qi_xing shisan_lan"),
        ("1199m19p1234567z", "1p", 8, "jiu_yao qi_xing"),
        ("147m258p369s1234z", "7z", 4, "shisan_lan"),
        ("1199m19p19s11234z", "9p", 4, "jiu_yao"),
    ):
        named = " ".join(sorted(ids.split() + ([] if ids == "nine_gates" else ["no_wilds"])))
        assert win(concealed=concealed, tile=tile, indicator=None) == (value, named), concealed


def test_a_flush_of_honours_is_no_full_flush_and_a_half_flush_nothing():
    assert win(concealed="123m456m789m1112z", tile="2z") == (4, "no_wilds plain_hand")


def test_seven_pairs_have_no_melds_and_four_equal_are_two_pairs():
    assert win(concealed="1111m3344p5566s7z", tile="7z", indicator=None) == (16, "no_wilds seven_pairs")
    assert reason(concealed="3344p55667s1z", melds=[pung("111m")], tile="7s") == "not_a_win"
    assert reason(concealed="3344p5566s77z", melds=[pung("1111m", kind="concealed_kong")], tile="7z") == "not_a_win"


def test_the_best_reading_counts():
    # three consecutive pairs twice: seven pairs 16, not the plain hand 4
    assert win(concealed="112233m445566p7z", tile="7z")[1] == "no_wilds seven_pairs"
    # all pungs that are a plain hand with three flown wilds: 2 x 8 against 8
    assert win(concealed="111m333p55s2z777s9s", tile="2z", flowers="999s") == (
        16, "fei_bao fei_bao fei_bao plain_hand with_wilds")  # fmt: skip
    # a flush of 8 and a plain hand of 2 x 4: the earlier group
    assert win(concealed="12345678m2255m9s", tile="2m", flowers="99s") == (8, "full_flush plain_hand with_wilds")


def test_shisan_lan():
    lan = "147m258p369s1234z"
    assert reason(concealed=lan, tile="4z") == "not_a_win"  # twice the same
    assert reason(concealed="146m258p369s1234z", tile="7z") == "not_a_win"  # 4 and 6
    assert reason(concealed="258p369s1234z", melds=[pung("666z")], tile="7z") == "not_a_win"
    assert win(concealed="19m19p159s123456z", tile="7z", indicator="1p") == (8, "no_wilds qi_xing shisan_lan")


def test_a_wild_in_shisan_lan_needs_a_place():
    any_tile = {"indicator": "4m", "options": LOW}  # 5m is wild
    assert win(concealed="147m258p369s123z5m", tile="5z", **any_tile) == (2, "shisan_lan with_wilds")
    # 37 of each suit leave no third number: thirteen different tiles at most
    assert reason(concealed="37m37p37s1234567z", tile="5m", **any_tile) == "not_a_win"
    assert win(concealed="36m37p37s1234567z", tile="5m", **any_tile) == (4, "qi_xing shisan_lan with_wilds")
    # two wilds for different tiles
    assert win(concealed="147m258p369s12z55m", tile="5z", **any_tile) == (2, "shisan_lan with_wilds")


def test_shisan_lan_with_wilds_as_their_own_face_only():
    own = {"indicator": "4m", "options": low(shisan_lan_wild="own")}
    assert win(concealed="258m258p369s1234z", tile="6z", **own) == (2, "shisan_lan with_wilds")
    assert reason(concealed="147m258p369s123z5m", tile="5z", **own) == "not_a_win"
    assert reason(concealed="25m258p369s1234z5m", tile="6z", **own) == "not_a_win"
    # in other hands it is free
    assert win(concealed="123m456m789p55z2s5m", tile="2s", **own)[0] == 2


def test_seven_stars_by_a_wild():
    stars = {"concealed": "147m25p3s1234567z", "tile": "5m", "indicator": "4m"}
    assert win(options={"qi_xing_by_wild": False}, **stars) == (4, "qi_xing shisan_lan with_wilds")
    lacking = {"concealed": "147m258p3s123456z", "tile": "5m", "indicator": "4m"}
    assert win(**lacking) == (4, "qi_xing shisan_lan with_wilds")
    assert reason(options={"qi_xing_by_wild": False}, **lacking) == "below_minimum"
    # the wild itself is Red: it counts for Red
    red = {"concealed": "147m258p3s123456z", "tile": "7z", "indicator": "5z"}
    assert win(options={"qi_xing_by_wild": False}, **red) == (4, "qi_xing shisan_lan with_wilds")


def test_jiu_yao_needs_no_sets_and_takes_pungs_only():
    assert win(concealed="19m19p9s23456z", melds=[pung("111z")], tile="7z", indicator="4s") == (
        8, "jiu_yao no_wilds qi_xing")  # fmt: skip
    melds = [pung("999s"), pung("6666z", 2, "kong"), pung("1111p", kind="concealed_kong")]
    assert win(concealed="19m1z5z", melds=melds, tile="7z", indicator="4p") == (4, "jiu_yao no_wilds")
    assert reason(concealed="19m19p9s23456z", melds=[chow("123m")], tile="7z") == "not_a_win"
    assert reason(concealed="19m19p9s23456z", melds=[pung("222m")], tile="7z") == "not_a_win"


def test_nine_gates():
    gates = "1112345678999m"
    for tile in "123456789":
        kw = {"concealed": gates, "tile": tile + "m", "indicator": "4z"}
        assert win(**kw) == (16, "nine_gates"), tile
    # any tile of the suit, no other
    assert reason(concealed=gates, tile="1z", indicator="4p") == "not_a_win"
    # a wild drawn, or one among the thirteen: a flush with a wild
    assert win(concealed=gates, tile="9s") == (8, "full_flush plain_hand with_wilds")
    five = {"concealed": gates, "indicator": "4m"}
    assert win(tile="4m", **five)[1] != "nine_gates"
    assert win(tile="4m", options={"restored_no_wild": True}, **five) == (16, "nine_gates")
    assert win(tile="5m", options={"restored_no_wild": True}, **five) == (16, "nine_gates")
    assert win(concealed=gates, tile="2m", options={"nine_gates_value": 88}) == (88, "nine_gates")
    # worth less than the flush that it is
    assert win(concealed=gates, tile="2m", options={"nine_gates_value": 8}) == (
        16, "full_flush no_wilds plain_hand")  # fmt: skip


def test_restored_wilds_keep_the_other_readings():
    # as their own face 789s no wilds: a plain hand 4; the wild free: all pungs never, plain hand 2
    restored = {"options": {"restored_no_wild": True}}
    assert win(concealed="1122m3344p5566s9s", tile="9s", **restored) == (16, "no_wilds seven_pairs")
    assert win(concealed="1122m3344p5566s9s", tile="9s") == (12, "bao_diao seven_pairs")
    assert win(concealed="1122m3344p5566s9s", tile="7z", **restored) == (12, "bao_diao seven_pairs")


# ---------------------------------------------------------------- minimum, flown wilds, options on the value


def test_rows_of_two_cannot_win_by_themselves():
    short = {"concealed": "12345m9s789p55z22s"}
    assert reason(**short) == "below_minimum"
    assert win(options=LOW, **short) == (2, "plain_hand with_wilds")
    assert reason(options={"minimum": 5}) == "below_minimum"
    # doubled it is enough
    assert reason(flags=["after_kong"], **short) == "below_minimum"
    assert win(flags=["after_kong"], options={"after_kong_double": True}, **short) == (
        4, "out_with_replacement plain_hand with_wilds")  # fmt: skip


def test_a_house_changes_the_rows_in_proportion():
    """A shape's worth is that of its own row without wilds, a property's that of the highest row with it."""
    pairs = {"concealed": "1133m5577p2244s9p", "tile": "9p"}
    assert win(**pairs)[0] == 16
    house = {"worths": {"seven_pairs": 24, "plain_hand": 6}}
    assert win(options=house, **pairs)[0] == 24
    assert win(options=house, **dict(pairs, concealed="1133m5577p2244s9s"))[0] == 18  # 12 on the page
    assert win(options=house)[0] == 6
    flush = {"concealed": "1122334455668m", "tile": "8m"}
    assert win(**flush)[0] == 32 and win(options=house, **flush)[0] == 48
    assert win(options={"worths": {"full_flush": 40}}, **flush)[0] == 40
    assert win(options={"worths": {"full_flush": 40, "no_wilds": 8}}, **flush)[0] == 20
    assert win(options={"worths": {"nine_gates": 50}}, concealed="1112345678999m", tile="5m")[0] == 50


def test_a_row_of_no_worth_is_none():
    none = {"worths": {"seven_pairs": 0}}
    assert win(options=none, concealed="1122334455668m", tile="8m") == (16, "full_flush no_wilds plain_hand")
    assert reason(options=none, concealed="1133m5577p2244s9p", tile="9p") == "not_a_win"


def test_flown_wilds_and_events_are_factors_of_the_house():
    one = {"concealed": "123m45m9s789p55z22s", "tile": "2s", "flowers": "9s"}
    assert win(**one)[0] == 4
    house = {"worths": {"fei_bao": 5, "self_draw": 2, "out_with_replacement": 3}}
    assert win(options=house, **one)[0] == 2 * 5 * 2
    assert win(options=house, flags=["after_kong"], **one)[0] == 2 * 5 * 2 * 3
    lines = explain(claim(options=house, flags=["after_kong"], **one), "en")
    for line in ("wilds flown 1: 2 × 5^1 = 10 points", "self-draw: 10 × 2 = 20 points"):
        assert "  " + line in lines, lines
    assert "  out with replacement tile: 20 × 3 = 60 points" in lines


def test_flown_wilds():
    short = {"concealed": "12345m9s789p55z22s"}
    for n, flowers in enumerate(("9s", "99s", "999s"), 1):
        assert win(flowers=flowers, **short) == (2 << n, "fei_bao " * n + "plain_hand with_wilds")
    # in no other row
    assert win(flowers="99s") == (4, "no_wilds plain_hand")
    assert win(concealed="12345678m2255m9s", tile="2m", flowers="9s") == (8, "full_flush plain_hand with_wilds")
    # what another player has flown does not count
    r = claim(**short)
    r["hands"][0]["flowers"] = "99s"
    assert score(r)["wins"][0]["reason"] == "below_minimum"
    # nor what is no wild
    assert reason(flowers="99p", **short) == "below_minimum"


def test_flown_wilds_may_double_every_row():
    every = {"fly_scope": "all"}
    assert win(flowers="99s", options=every) == (16, "fei_bao fei_bao no_wilds plain_hand")
    assert win(concealed="123m456m789p555z9s", tile="3z", flowers="9s", options=every) == (
        8, "bao_diao fei_bao plain_hand")  # fmt: skip
    assert win(concealed="1112345678999m", tile="5m", flowers="9999s", options=every) == (
        256, "fei_bao fei_bao fei_bao fei_bao nine_gates")  # fmt: skip
    assert win(concealed="147m258p369s123z5m", tile="5z", indicator="4m", flowers="5m", options=every) == (
        4, "fei_bao shisan_lan with_wilds")  # fmt: skip


def test_a_fifth_wild_is_none():
    text = str(raises(RecordError, answer, concealed="12345m99s789p55z2s", flowers="999s"))
    assert text.startswith("hands.1.flowers: "), text


def test_after_kong_counts_only_on_an_own_draw():
    assert win(flags=["after_kong"]) == (4, "no_wilds out_with_replacement plain_hand")
    a = answer(giver=2, flags=["after_kong"], options={"win_on_discard": "single", "after_kong_double": True})
    assert a["wins"][0]["value"] == 4 and a["wins"][0]["patterns"] == ["no_wilds", "plain_hand"]


def test_the_other_flags_have_no_value():
    for flag in ("heavenly", "earthly", "humanly", "last_tile", "kong_discard", "after_flower", "rob_kong"):
        for winner in (0, 1):
            assert win(flags=[flag], winner=winner) == (4, "no_wilds plain_hand"), flag


# ---------------------------------------------------------------- payments


def test_the_dealer_may_count_double():
    double = {"dealer_double": True}
    assert answer(dealer=1, options=double)["delta"] == [-8, 24, -8, -8]
    assert answer(dealer=2, options=double)["delta"] == [-4, 16, -8, -4]
    hand = {"concealed": "123m456m78p222s55z", "options": double}
    assert score(robbed(dealer=3, **hand))["delta"] == [0, 16, -16, 0]
    assert score(robbed(dealer=1, **hand))["delta"] == [0, 24, -24, 0]
    for dealer, single, full in ((0, 4, 16), (1, 8, 24), (2, 8, 16)):
        for how, owed in (("single", single), ("full", full)):
            options = {"dealer_double": True, "win_on_discard": how}
            assert answer(dealer=dealer, giver=2, options=options)["delta"] == [0, owed, -owed, 0], (dealer, how)


def test_kongs():
    r = claim(concealed="456m78p55z", tile="9p", melds=[pung("1111m", kind="concealed_kong"), pung("2222s", 3, "kong")])
    r["hands"][2]["melds"] = [pung("3333z", 0, "added_kong")]
    assert score(r)["delta"] == [-4, 12, -4, -4]
    r["options"] = {"kong_pay": True}
    # 4 from each; 2 from each to seat 1 and 3 from seat 3; 1 from each to seat 2
    assert score(r)["delta"] == [-4 - 2 - 1, 12 + 6 + 3 - 1, -4 - 2 + 3, -4 - 2 - 3 - 1]
    # as listed, whatever the melds; the chain means nothing, nor does the dealer double it
    r["kongs"] = [{"seat": 0, "kind": "concealed_kong", "tile": "9p", "chain": 3}]
    assert score(r)["delta"] == [-4 + 6, 12 - 2, -6, -6]
    r["options"] = {"kong_pay": True, "dealer_double": True}
    assert score(r)["delta"] == [-8 + 6, 16 - 2, -6, -6]
    # only in a hand that somebody wins
    r["wins"] = []
    assert score(r)["delta"] == [0, 0, 0, 0]
    r["wins"] = [{"seat": 1, "tile": "1z"}]
    assert score(r)["delta"] == [0, 0, 0, 0]


def test_a_kong_without_its_discarder_cannot_be_paid():
    melds = [pung("111m"), {"kind": "kong", "tiles": "2222s"}]
    r = claim(concealed="456m78p55z", tile="9p", melds=melds)
    assert score(r)["wins"][0]["valid"]
    r["options"] = {"kong_pay": True}
    assert str(raises(RecordError, score, r)).startswith("hands.1.melds.1.from: ")
    for giver in (None, 3):
        r["kongs"] = [{"seat": 3, "kind": "kong", "tile": "9m", "from": giver}]
        assert str(raises(RecordError, score, r)).startswith("kongs.0.from: ")


# ---------------------------------------------------------------- drawn hand, dealer, penalties


def test_the_winner_deals_next():
    for dealer in range(4):
        assert answer(dealer=dealer)["next_dealer"] == 1


def test_a_drawn_hand():
    r = claim(dealer=3)
    r["wins"] = []
    assert score(r) == {"wins": [], "delta": [0, 0, 0, 0], "next_dealer": 3, "carry": {}}
    r["options"] = {"draw_dealer": "next"}
    assert score(r)["next_dealer"] == 0
    r["fouls"] = [{"seat": 0, "kind": "false_win"}]
    assert score(r)["next_dealer"] == 0
    # claims that are not legal make the hand void: the dealer stays
    r["wins"] = [{"seat": 1, "tile": "1z"}]
    assert score(r)["next_dealer"] == 3


def test_a_hand_without_a_legal_claim_is_void_and_not_drawn():
    r = claim(tile="1p", options={"draw_dealer": "next"})
    assert score(r)["next_dealer"] == 0
    assert "No claim is legal, the hand is void" in explain(r, "en")
    r["wins"] = []
    assert score(r)["next_dealer"] == 1 and "Drawn hand, nobody wins" in explain(r, "en")


def test_penalties():
    fine = {"false_win_penalty": 7}
    a = answer(tile="1z", options=fine, fouls=[{"seat": 1, "kind": "false_win"}, {"seat": 3, "kind": "false_win"}])
    assert a["wins"][0]["reason"] == "not_a_win" and a["delta"] == [14, -14, 14, -14]
    # a false win before does not keep a seat from winning, a dead hand does
    a = answer(options=fine, fouls=[{"seat": 1, "kind": "false_win"}])
    assert a["wins"][0]["valid"] and a["delta"] == [3, -9, 3, 3]
    a = answer(options=fine, fouls=[{"seat": 1, "kind": "dead_hand"}])
    assert a["wins"][0]["reason"] == "dead_hand" and a["delta"] == [7, -21, 7, 7]
    # a dead hand that claims nothing pays nothing
    assert answer(options=fine, fouls=[{"seat": 2, "kind": "dead_hand"}])["delta"] == [-4, 12, -4, -4]


def test_reasons_in_order():
    bad = {"concealed": "1m", "melds": [pung("999s")], "tile": "1m", "giver": 2}
    assert reason(fouls=[{"seat": 1, "kind": "dead_hand"}], **bad) == "dead_hand"
    assert reason(**bad) == "tile_count"
    bad["concealed"] = "1358m2469p13z"
    assert reason(**bad) == "bad_meld"
    bad["melds"] = [pung("888p")]
    assert reason(**bad) == "discard_not_allowed"
    bad["giver"] = None
    assert reason(**bad) == "not_a_win"


def test_flowers_are_in_no_hand():
    assert reason(tile="1f") == "not_a_win"
    assert reason(concealed="123m456m789p22s5z1f") == "not_a_win"
    assert reason(tile="1f", giver=2) == "discard_not_allowed"


def test_what_a_record_needs():
    r = claim()
    del r["hands"][1]["concealed"]
    assert str(raises(RecordError, score, r)).startswith("hands.1.concealed: ")
    assert str(raises(RecordError, answer, tile=None)).startswith("wins.0.tile: ")
    assert str(raises(RecordError, answer, giver=1)).startswith("wins.0.from: ")
    r = claim(seats=3)
    r["hands"].pop()
    assert str(raises(RecordError, score, r)).startswith("seats: ")
    for options in ({"minimum": -1}, {"win_on_discard": True}, {"fly_scope": "none"}, {"base": 1}):
        assert str(raises(RecordError, answer, options=options)).startswith("options."), options


# ---------------------------------------------------------------- called patterns


def call(ids, **kw):
    kw.setdefault("tile", None)
    return answer(called={"patterns": ids.split()}, **kw)


def test_every_row_can_be_called():
    for ids, values in (
        ("seven_pairs jiu_yao all_honors", (64, 48, 16)),
        ("all_pungs jiu_yao all_honors", (64, 48, 16)),
        ("seven_pairs full_flush", (32, 24, 8)),
        ("all_pungs full_flush", (32, 24, 8)),
        ("seven_pairs jiu_yao", (32, 24, 8)),
        ("all_pungs jiu_yao", (32, 24, 8)),
        ("plain_hand full_flush", (16, 16, 8)),
        ("seven_pairs", (16, 12, 8)),
        ("all_pungs", (16, 12, 8)),
        ("shisan_lan qi_xing", (8, None, 4)),
        ("jiu_yao qi_xing", (8, None, 4)),
        ("plain_hand", (4, 4, 2)),
        ("shisan_lan", (4, None, 2)),
        ("jiu_yao", (4, None, 2)),
    ):
        for word, value in zip(("no_wilds", "bao_diao", "with_wilds"), values):
            if value is None:
                raises(RecordError, call, ids + " " + word, options=LOW)
            else:
                a = call(ids + " self_draw " + word, options=LOW)
                assert a["wins"][0]["value"] == value and a["wins"][0]["valid"], (ids, word)
                assert a["wins"][0]["patterns"] == sorted((ids + " self_draw " + word).split())
                assert a["delta"] == [-value, 3 * value, -value, -value] and a["next_dealer"] == 1
    assert call("nine_gates")["wins"][0]["value"] == 16
    assert call("nine_gates", options={"nine_gates_value": 20})["wins"][0]["value"] == 20


def test_called_events_and_flown_wilds():
    assert call("plain_hand with_wilds fei_bao fei_bao")["wins"][0]["value"] == 8
    assert call("plain_hand with_wilds")["wins"][0]["reason"] == "below_minimum"
    double = {"after_kong_double": True}
    ids = "plain_hand no_wilds out_with_replacement"
    assert call(ids, flags=["after_kong"], options=double)["wins"][0]["value"] == 8
    assert call("plain_hand no_wilds", flags=["after_kong"], options=double)["wins"][0]["value"] == 4
    assert call("plain_hand no_wilds fei_bao", options={"fly_scope": "all"})["wins"][0]["value"] == 8
    r = robbed(called={"patterns": ["plain_hand", "no_wilds", "robbing_the_kong"]})
    assert score(r)["delta"] == [0, 12, -12, 0]


def test_a_called_discard_win():
    assert call("plain_hand no_wilds", giver=2)["wins"][0]["reason"] == "discard_not_allowed"
    single = {"win_on_discard": "single"}
    assert call("plain_hand no_wilds", giver=2, options=single)["delta"] == [0, 4, -4, 0]
    for word in ("bao_diao", "with_wilds"):
        assert call("all_pungs " + word, giver=2, options=single)["wins"][0]["reason"] == "discard_not_allowed"


def test_called_defects_of_the_melds_are_judged_as_with_known_tiles():
    five = [pung("111m"), pung("222m"), pung("333m"), pung("444m"), pung("555m")]
    for melds, why in (([pung("999s")], "bad_meld"), ([chow("124m")], "bad_meld"), (five, "tile_count")):
        assert call("plain_hand no_wilds", melds=melds)["wins"][0]["reason"] == why
    assert call("plain_hand no_wilds", tile="1f")["wins"][0]["reason"] == "not_a_win"
    dead = [{"seat": 1, "kind": "dead_hand"}]
    assert call("plain_hand no_wilds", fouls=dead)["wins"][0]["reason"] == "dead_hand"


def test_called_patterns_that_contradict_are_refused_by_name():
    honours = [pung("111z"), pung("222z"), pung("333z"), pung("444z")]
    for refused, ids, kw in (
        ("self_draw", "plain_hand no_wilds self_draw", {"giver": 2}),
        ("robbing_the_kong", "plain_hand no_wilds robbing_the_kong", {}),
        ("robbing_the_kong", "plain_hand no_wilds robbing_the_kong", {"giver": 2}),
        ("out_with_replacement", "plain_hand no_wilds out_with_replacement", {}),
        ("plain_hand excludes seven_pairs", "plain_hand seven_pairs no_wilds", {}),
        ("all_pungs excludes plain_hand", "plain_hand all_pungs no_wilds", {}),
        ("bao_diao excludes no_wilds", "plain_hand no_wilds bao_diao", {}),
        ("full_flush excludes jiu_yao", "all_pungs full_flush jiu_yao no_wilds", {}),
        ("full_flush excludes nine_gates", "full_flush nine_gates", {}),
        ("nine_gates excludes no_wilds", "nine_gates no_wilds", {}),
        ("bao_diao excludes shisan_lan", "shisan_lan bao_diao", {}),
        ("seven_pairs excludes with_wilds", "seven_pairs with_wilds", {"options": {"pairs_you_bao": False}}),
        ("all_honors, but it never comes without jiu_yao", "seven_pairs all_honors no_wilds", {}),
        ("plain_hand, but it never comes without no_wilds, bao_diao or with_wilds", "plain_hand", {}),
        ("none of them says", "full_flush no_wilds", {}),
        ("none of them says", "no_wilds", {}),
        ("none of them says", "jiu_yao bao_diao", {}),
        ("no_wilds counts once", "plain_hand no_wilds no_wilds", {}),
        ("chicken_hand is no pattern", "chicken_hand no_wilds", {}),
        ("with_wilds", "plain_hand with_wilds", {"indicator": None}),
        ("bao_diao", "plain_hand bao_diao", {"indicator": None}),
        ("no_wilds", "plain_hand no_wilds", {"tile": "9s"}),
        ("nine_gates", "nine_gates", {"tile": "9s"}),
        ("nine_gates", "nine_gates", {"tile": "1z"}),
        ("seven_pairs", "seven_pairs no_wilds", {"melds": [pung("111m")]}),
        ("shisan_lan", "shisan_lan no_wilds", {"melds": [pung("111m")]}),
        ("nine_gates", "nine_gates", {"melds": [pung("111m")]}),
        ("all_pungs", "all_pungs no_wilds", {"melds": [chow("123m")]}),
        ("full_flush", "full_flush plain_hand no_wilds", {"melds": [pung("111m"), chow("123p")]}),
        ("full_flush", "full_flush plain_hand no_wilds", {"tile": "5z"}),
        ("all_honors", "all_honors all_pungs jiu_yao no_wilds", {"melds": [pung("999m")]}),
        ("jiu_yao", "all_pungs jiu_yao no_wilds", {"melds": [pung("222m")]}),
        ("jiu_yao", "jiu_yao no_wilds", {"tile": "5m"}),
        ("jiu_yao", "jiu_yao no_wilds", {"melds": [chow("123m")]}),
        ("qi_xing", "jiu_yao qi_xing no_wilds", {"melds": [pung("111m"), pung("999m"), pung("111p")]}),
        ("qi_xing", "jiu_yao qi_xing no_wilds", {"indicator": "5z"}),
        ("fei_bao excludes full_flush", "plain_hand full_flush with_wilds fei_bao", {}),
        ("fei_bao excludes no_wilds", "plain_hand no_wilds fei_bao", {}),
        ("fei_bao", "plain_hand with_wilds fei_bao fei_bao", {"flowers": "9s"}),
        ("fei_bao", "plain_hand with_wilds" + 4 * " fei_bao", {}),
        ("fei_bao", "plain_hand no_wilds fei_bao", {"options": {"fly_scope": "all"}, "indicator": None}),
    ):  # fmt: skip
        text = str(raises(RecordError, call, ids, **kw))
        assert text.startswith("wins.0.called.patterns: ") and refused in text, (refused, text)
    assert call("jiu_yao all_pungs all_honors no_wilds", melds=honours)["wins"][0]["value"] == 64


def test_called_hands_that_can_be():
    for ids, kw in (
        ("jiu_yao qi_xing no_wilds", {"melds": [pung("111m"), pung("111z")], "tile": "2z"}),
        ("jiu_yao qi_xing with_wilds", {"melds": [pung("111m"), pung("111z")]}),
        ("jiu_yao no_wilds", {"melds": [pung("111m")], "tile": "1m"}),
        ("all_pungs jiu_yao no_wilds", {"melds": [pung("111m")], "tile": "1z"}),
        ("plain_hand full_flush with_wilds", {"melds": [chow("123m")], "tile": "9s"}),
        ("plain_hand bao_diao", {"tile": "9s"}),
        ("plain_hand no_wilds", {"tile": "9s", "options": {"restored_no_wild": True}}),
        ("nine_gates", {"tile": "9s", "options": {"restored_no_wild": True}}),
    ):
        assert call(ids, **kw)["wins"][0]["valid"], ids
    # the last East makes no pair, and a wild as its own face none with it; 九幺 needs none
    four = {"melds": [pung("111z"), pung("222z"), pung("333z"), pung("444z")], "tile": "1z"}
    for restored in (False, True):
        four["options"] = {"restored_no_wild": restored}
        assert str(raises(RecordError, call, "all_pungs no_wilds", **four)).startswith("wins.0.called.patterns: ")
        assert call("jiu_yao no_wilds", **four)["wins"][0]["valid"]
        assert call("all_pungs with_wilds", **four)["wins"][0]["valid"]
    # the seventh honour: no other has it
    r = claim(called={"patterns": ["jiu_yao", "qi_xing", "no_wilds"]}, tile=None)
    r["hands"][3]["melds"] = [pung("7777z", 0, "kong")]
    assert "qi_xing" in str(raises(RecordError, score, r))
    r["wins"][0]["called"]["patterns"][2] = "with_wilds"
    assert score(r)["wins"][0]["valid"]
    r["options"] = {"qi_xing_by_wild": False}
    assert "qi_xing" in str(raises(RecordError, score, r))


# ---------------------------------------------------------------- explanations


def test_the_explanation():
    r = claim(concealed="12345m9s789p55z22s", flowers="9s", options={"dealer_double": True, "kong_pay": True})
    r["hands"][3]["melds"] = [pung("8888m", 2, "kong")]
    assert explain(r, "en") == [
        "Shangrao, E (seat 0) deals",
        "Wild: 9s",
        "S (seat 1) wins on 5z, self-drawn: 4",
        "  Flown wild",
        "  Plain hand",
        "  Self-draw",
        "  With wilds",
        "  group 13 of the table: 2 points",
        "  wilds flown 1: 2 × 2^1 = 4 points",
        "  E pays S 2 × 4 = 8 (self-draw, doubled with the dealer)",
        "  W pays S 4 (self-draw)",
        "  N pays S 4 (self-draw)",
        "  W pays N 3 (kong from a discard)",
        "In all: E -8  S +16  W -7  N -1",
        "Next dealer: S (seat 1)",
    ]
    assert explain(r, "zh")[1:11] == [
        "宝：九条",
        "南家（1号位）自摸 白：4",
        "  飞宝",
        "  平胡",
        "  自摸",
        "  有宝",
        "  胡牌表第 13 组：2 分",
        "  飞宝 1 张：2 × 2 的 1 次方 = 4 分",
        "  东家付南家 2 × 4 = 8（自摸，庄家加倍）",
        "  西家付南家 4（自摸）",
    ]


def test_the_explanation_of_a_robbed_kong_and_of_too_little():
    lines = explain(robbed(concealed="123m456m78p222s55z"), "en")
    assert lines[2] == "S (seat 1) robs W's kong of 9p: 4"
    assert "  W pays S 3 × 4 = 12 (robbed kong: pays for all)" in lines
    lines = explain(claim(concealed="12345m9s789p55z22s"), "en")
    assert "The claim of S (seat 1) is refused: below the minimum" in lines
    assert "  2 points, 4 are needed" in lines
    lines = explain(claim(flags=["after_kong"], options={"after_kong_double": True}), "zh")
    assert "  杠上开花加倍：4 × 2 = 8 分" in lines


def test_every_name_has_its_text():
    rules = load("shangrao")
    keys = ["pattern." + p for p, _ in rules.PATTERNS] + ["option." + o[0] for o in rules.OPTIONS]
    keys += ["choice." + c for o in rules.OPTIONS if isinstance(o[1], str) for c in o[2]]
    for lang in texts.LANGUAGES:
        for key, text in texts.find("shangrao", keys, lang).items():
            assert text and text != key, (lang, key)


def test_every_explanation_has_its_texts():
    for kw in (
        {},
        {"giver": 2, "options": {"win_on_discard": "single"}},
        {"giver": 2, "options": {"win_on_discard": "full"}},
        {"concealed": "9s", "tile": "4p", "melds": [
            pung("111p"), pung("222p", 3), pung("3333z", 0, "kong"), pung("7777m", kind="concealed_kong")]},
        {"concealed": "123m78p55z", "tile": "9p", "melds": [pung("1111z", 0, "added_kong"), pung("222p", 3)]},
    ):  # fmt: skip
        options = dict(kw.pop("options", {}), kong_pay=True)
        for double in (False, True):
            options["dealer_double"] = double
            for dealer in (0, 1):
                for lang in ("zh", "en"):
                    for line in explain(claim(options=options, dealer=dealer, **kw), lang):
                        for key in ("why.", "formula.", "pattern.", "line."):
                            assert key not in line, line


def test_the_kong_money_while_a_hand_is_played():
    from engine_core.course import standing

    rules = load("shangrao", {"kong_pay": True})
    assert standing(rules, [])["money"] == [0, 0, 0, 0]
    assert standing(rules, KONGS[:1])["money"] == [-2, 6, -2, -2]
    assert standing(rules, KONGS[:2])["money"] == [-5, 6, 1, -2]
    assert standing(rules, KONGS)["money"] == [-2, 5, 0, -3]
    assert not rules.KONGS_AT_ONCE  # "only in a hand that has a valid winner"
    assert standing(load("shangrao"), KONGS)["money"] == []
