"""What a seat may do at a moment of a hand, as the pages of the regions say in "Claims and turn rules"."""

from engine_core import hand, tiles
from engine_core.claims import WIN, Moment
from engine_core.hand import ADDED_KONG, CHOW, CONCEALED_KONG, DECLARED, KONG, PUNG, Hand, Meld
from engine_core.rules import load


def kinds(text):
    return bytes(sorted(tiles.parse(text)))


def moment(region, *concealed, **kw):
    """Seat 0 has just discarded (`offer`), or has drawn (`drawn`, in its concealed tiles)."""
    rules = load(region, kw.get("options"))
    m = Moment(rules, 0, [Hand(kinds(c), []) for c in concealed + ("",) * (rules.SEATS - len(concealed))])
    if "offer" in kw:
        m.tile, m.giver, m.turn = tiles.kind(kw["offer"]), kw.get("giver", 0), 1
    if "drawn" in kw:
        m.drawn = tiles.kind(kw["drawn"])
    if "indicator" in kw:
        m.indicator = tiles.kind(kw["indicator"])
    return m


def meld(kind, text, giver=-1):
    return Meld(kind, kinds(text), giver)


def names(some):
    return [tiles.name(k) for k in some]


# ---------------------------------------------------------------- common


def test_chow_is_for_the_next_seat_only():
    m = moment("guigang", "", "1245m", "1245m", offer="3m")
    assert names(m.chows(1)) == ["1m", "2m", "3m"] and m.chows(2) == [] and m.chows(0) == []
    assert names(moment("guigang", "", "89m7p", offer="7m").chows(1)) == ["7m"]
    assert names(moment("guigang", "", "89m12p", offer="1p").chows(1)) == []  # 9m is not below 1p
    assert moment("guigang", "", "13z8m", offer="2z").chows(1) == []


def test_pung_and_kong_of_a_discard_are_for_anyone_but_the_giver():
    m = moment("guigang", "555m1p", "55m1p", "555m1p", offer="5m")
    assert [m.may_pung(s) for s in range(4)] == [False, True, True, False]
    assert [m.may_kong(s) for s in range(4)] == [False, False, True, False]
    m.tail = False  # nothing left to replace it
    assert not m.may_kong(2) and m.may_pung(2)


def test_the_last_discard_may_only_be_won_on():
    m = moment("guigang", "", "1245m", "555m1p", offer="3m")
    m.last = True
    assert not m.chows(1) and not m.may_kong(2) and not m.may_pung(2)


def test_a_tile_that_is_being_added_may_only_be_won_on():
    m = moment("guigang", "", "1245m", "2233456777m111z", offer="4m")
    m.adding = True
    assert m.may_rob(ADDED_KONG) and not m.may_rob(CONCEALED_KONG)
    assert m.chows(1) == [] and not m.may_kong(2)


def test_win_before_kong_and_pung_before_chow():
    m = moment("guigang", offer="5m")
    assert m.served([(1, CHOW), (2, PUNG)]) == [(2, PUNG)]
    assert m.served([(1, CHOW), (3, KONG)]) == [(3, KONG)]
    assert m.served([(1, CHOW)]) == [(1, CHOW)] and m.served([]) == []
    assert m.served([(3, WIN), (1, PUNG), (2, WIN)]) == [(2, WIN), (3, WIN)]


def test_in_ningbo_the_nearest_winner_only():
    m = moment("ningbo", offer="5m", giver=2)
    assert m.served([(1, WIN), (0, WIN), (3, KONG)]) == [(0, WIN)]


# ---------------------------------------------------------------- the own turn


def test_kongs_of_the_own_turn():
    m = moment("guigang", "5555m1122p3z", drawn="3z")
    m.hands[0].melds = [meld(PUNG, "333z", 2)]
    assert m.own_kongs(0) == [(CONCEALED_KONG, tiles.kind("5m")), (ADDED_KONG, tiles.kind("3z"))]
    assert m.own_kongs(1) == []
    m.called = meld(PUNG, "999p", 1)  # in the turn of a claim none is made
    m.drawn = -1
    assert m.own_kongs(0) == []
    m.called, m.drawn, m.tail = None, tiles.kind("3z"), False
    assert m.own_kongs(0) == []


def test_a_wild_is_in_no_meld_in_ningbo():
    m = moment("ningbo", "", "555m5p", offer="5m", indicator="5m")
    assert not m.may_pung(1) and not m.may_kong(1)
    assert moment("ningbo", "", "46m55p", offer="5p", indicator="4m").may_pung(1)
    assert moment("ningbo", "", "46m5p", offer="5m", indicator="4m").chows(1) == []


def test_what_was_chowed_and_its_other_end_stay_in_hand_in_ningbo():
    m = moment("ningbo", "", "145m9p")
    m.turn = 1
    m.discards[0] = kinds("1m")
    m.called = meld(CHOW, "123m", 0)
    assert names(m.may_discard(1)) == ["5m", "9p"]
    m.called = meld(PUNG, "111m", 0)
    assert names(m.may_discard(1)) == ["1m", "4m", "5m", "9p"]
    # 1m with 23m leaves 1m and 4m, which may both not be discarded
    assert moment("ningbo", "", "1234m", offer="1m").chows(1) == []
    assert names(moment("ningbo", "", "1234m9p", offer="1m").chows(1)) == ["1m"]


# ---------------------------------------------------------------- ready in guigang


def test_a_declared_hand_discards_what_it_draws_and_calls_nothing():
    m = moment("guigang", "1112345678999m1p", "55m1p", offer="5m")
    m.hands[1].ready = DECLARED
    assert not m.may_pung(1)
    m = moment("guigang", "1112345678999m1p", drawn="1p")
    m.hands[0].ready = DECLARED
    assert names(m.may_discard(0)) == ["1p"]


def test_a_declared_hand_makes_only_a_kong_that_keeps_its_waits():
    m = moment("guigang", "1111m234567p4599s", drawn="1m")
    m.hands[0].ready = DECLARED
    assert m.own_kongs(0) == [(CONCEALED_KONG, 0)]
    m = moment("guigang", "111123m456p78999s", drawn="1m")  # without the kong it waits for 9s too
    m.hands[0].ready = DECLARED
    assert m.own_kongs(0) == []


# ---------------------------------------------------------------- winning


def test_a_win_is_what_the_region_judges():
    m = moment("guigang", "", "12334m555p22789s", "19m", offer="5m")
    assert m.may_win(1) and not m.may_win(2) and not m.may_win(0)
    m = moment("guigang", "12334m555p22789s5m", drawn="5m")
    assert m.may_win(0) and not m.may_win(1)
    m.drawn = -1
    m.called = meld(PUNG, "555p", 1)
    assert not m.may_win(0)


def test_whoever_has_won_is_out_where_the_hand_is_over():
    m = moment("guigang", "", "12334m555p22789s", offer="5m")
    m.wins = [{"what": "win", "seat": 2, "tile": "5m", "from": 3}]
    assert not m.may_win(1) and not m.may_pung(1)


def test_waits():
    m = moment("guigang")
    assert names(m.waits(Hand(kinds("1112345678999m"), []), 1)) == ["%dm" % n for n in range(1, 10)]
    assert m.waits(Hand(kinds("147m147p147s1234z"), []), 1) == b""


def test_a_missed_win_bars_where_the_region_says_so():
    m = moment("guigang", "", "12334m555p22789s", offer="5m")
    m.missed(1)
    assert not m.barred(1) and hand.AFTER_KONG


def test_dealt_flowers_are_replaced_before_the_first_discard():
    for region, tile in (("ningbo", "1f"), ("shanghai", "1f"), ("jiujiang", "6z"), ("longgang", "2f")):
        m = moment(region, "", "123m1234789p9s" + tile, indicator="1z")
        m.turn, m.drawn = 1, -1
        assert m.own_kongs(1) == [], region
        if region == "longgang":  # 2f is South's own
            assert m.own_flowers(1) == b""
            continue
        assert names(m.own_flowers(1)) == [tile], region
        m.discards[0] = kinds("5m")
        assert m.own_flowers(1) == b"", region
