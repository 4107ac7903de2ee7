"""What a seat may do in the Sichuan family, as the pages say in "Claims and turn rules"."""

from test_claims import kinds, meld, moment, names

from engine_core import tiles
from engine_core.claims import WIN
from engine_core.hand import ADDED_KONG, CONCEALED_KONG, KONG, PUNG
from engine_core.rules import load

FAMILY = ("sichuan", "xuezhan", "xueliu")
TEN = "123456789m"  # and four tiles more: a hand
ON_2_5 = TEN + "34p88p"  # waits for 2p and 5p
M, P, S = range(3)


def won(*seats):
    return [{"what": "win", "seat": seat, "tile": "1m"} for seat in seats]


# ---------------------------------------------------------------- melds


def test_no_chow():
    for region in FAMILY:
        assert moment(region, "", "12457m", offer="3m").chows(1) == [], region


def test_pung_and_kong_by_anyone():
    for region in FAMILY:
        m = moment(region, "", "555m1p", "55m1p", "5m11p", offer="5m")
        assert [m.may_pung(s) for s in range(4)] == [False, True, True, False], region
        assert [m.may_kong(s) for s in range(4)] == [False, True, False, False], region
        assert m.served([(1, KONG), (2, WIN), (3, WIN)]) == [(2, WIN), (3, WIN)], region  # all of them


def test_tiles_of_the_void_suit_are_not_punged_or_konged():
    void = {"declare_void": True}
    for region in FAMILY:
        m = moment(region, "", "555m1p", "555m1p", offer="5m", options=void)
        m.hands[1].void, m.hands[2].void = M, P
        assert not m.may_pung(1) and not m.may_kong(1) and m.may_pung(2) and m.may_kong(2), region
        m = moment(region, "5555m8p8s1p", drawn="1p", options=void)
        m.hands[0].melds = [meld(PUNG, "888p", 2), meld(PUNG, "888s", 3)]
        for suit, kongs in ((M, ["8p", "8s"]), (P, ["5m", "8s"]), (S, ["5m", "8p"]), (-1, ["5m", "8p", "8s"])):
            m.hands[0].void = suit
            assert [tiles.name(k) for _, k in m.own_kongs(0)] == kongs, (region, suit)
    m = moment("sichuan", "", "555m1p", offer="5m")  # where no suit is put aside
    m.hands[1].void = M
    assert m.may_pung(1) and m.may_kong(1)


def test_the_discard_after_the_last_draw_may_only_be_won_on():
    for region in FAMILY:
        m = moment(region, "", "555m1p", ON_2_5, offer="5m")
        m.last = True
        assert not m.may_pung(1) and not m.may_kong(1), region
        m.tile = tiles.kind("5p")
        assert m.may_win(2), region


def test_a_kong_needs_a_tile_left_in_the_wall():
    for region in FAMILY:
        m = moment(region, "", "555m1p", offer="5m")
        m.tail = False
        assert not m.may_kong(1) and m.may_pung(1), region
        m = moment(region, "5555m1p", drawn="5m")
        m.tail = False
        assert m.own_kongs(0) == [], region


def test_an_added_kong_can_be_robbed_a_concealed_one_not():
    for region in FAMILY:
        m = moment(region, "", ON_2_5, "55p1m", offer="5p")
        m.adding = True
        assert m.may_rob(ADDED_KONG) and not m.may_rob(CONCEALED_KONG), region
        assert m.may_win(1) and not m.may_pung(2), region


# ---------------------------------------------------------------- the void suit


def test_a_suit_that_was_not_dealt_is_put_aside():
    rules = load("xuezhan")
    for dealt, suits in (
        ("123m456p789s1234m", [M, P, S]),
        ("123m456m789s1234s", [P]),
        ("1112345678999p", [M, S]),
    ):
        assert rules.void_suits(kinds(dealt)) == suits, dealt


def test_its_tiles_are_discarded_before_any_other():
    void = {"declare_void": True}
    for region in FAMILY:
        m = moment(region, "14m77p29s", drawn="1m", options=void)
        for suit, discards in ((M, ["1m", "4m"]), (P, ["7p"]), (S, ["2s", "9s"])):
            m.hands[0].void = suit
            assert names(m.may_discard(0)) == discards, region
        m.hands[0] = moment(region, "14m77p").hands[0]
        m.hands[0].void = S
        assert names(m.may_discard(0)) == ["1m", "4m", "7p"], region
    m = moment("sichuan", "14m77p29s", drawn="1m")
    m.hands[0].void = P
    assert len(m.may_discard(0)) == 5


def test_no_win_with_a_tile_of_it_or_with_three_suits():
    m = moment("xuezhan", "", ON_2_5, TEN + "34p88s", offer="5p")
    assert m.may_win(1) and not m.may_win(2)
    m.hands[1].void = P
    assert not m.may_win(1)


# ---------------------------------------------------------------- missed wins


def test_the_missed_win_lock_is_for_the_tile_until_the_own_draw():
    for region in FAMILY:
        m = moment(region, "", ON_2_5, offer="2p", options={"missed_win": True})
        assert m.may_win(1)
        m.missed(1)
        m.giver = 3  # whoever discards it
        assert m.barred(1) and not m.may_win(1), region
        m.adding = True  # and robbing
        assert not m.may_win(1), region
        m.adding, m.tile = False, tiles.kind("5p")  # but another tile may be won on
        assert m.may_win(1), region
        m.tile = tiles.kind("2p")
        m.moved(1, "call")
        m.moved(1, "discard")
        m.moved(2, "draw")
        assert not m.may_win(1), region
        m.moved(1, "draw")
        assert m.may_win(1), region


def test_a_kong_that_was_let_pass_locks_as_a_discard():
    m = moment("xuezhan", "", ON_2_5, offer="2p")
    m.adding = True
    m.missed(1)
    m.adding = False
    assert not m.may_win(1)


def test_who_is_locked_may_win_on_what_he_draws():
    m = moment("xuezhan", "", ON_2_5, offer="2p")
    m.missed(1)
    m.tile = m.giver = -1
    m.turn, m.drawn = 1, tiles.kind("2p")
    m.hands[1].concealed = kinds(ON_2_5 + "2p")
    assert m.may_win(1)


def test_there_is_no_lock_without_the_option():
    for region, options in (("sichuan", None), ("xuezhan", {"missed_win": False}), ("xueliu", {"missed_win": False})):
        m = moment(region, "", ON_2_5, offer="2p", options=options)
        m.missed(1)
        assert m.may_win(1), region


# ---------------------------------------------------------------- the last four tiles


def test_in_sichuan_a_ready_player_must_win_from_the_fourth_last_tile_on():
    m = moment("sichuan", "", ON_2_5, "", offer="2p")
    for left, must in ((4, -1), (3, WIN), (0, WIN)):
        m.left = left
        assert m.must(1) == must, left
        assert m.must(2) == -1
    m.tile = m.giver = -1
    m.turn, m.drawn, m.left = 1, tiles.kind("5p"), 3
    m.hands[1].concealed = kinds(ON_2_5 + "5p")
    assert m.must(1) == WIN
    m.left = 4
    assert m.must(1) == -1


def test_a_win_is_not_forced_elsewhere():
    for region, options in (
        ("sichuan", {"last_four_auto": False}),
        ("sichuan", {"declare_void": True}),
        ("xuezhan", {"declare_void": False}),
        ("xueliu", {"declare_void": False}),
    ):
        m = moment(region, "", ON_2_5, offer="2p", options=options)
        m.left = 1
        assert m.may_win(1) and m.must(1) == -1, region
    m = moment("sichuan", "", ON_2_5, offer="2p", options={"missed_win": True})
    m.left = 3
    m.missed(1)
    assert m.must(1) == -1  # nor allowed


# ---------------------------------------------------------------- after a win


def test_who_has_won_is_out_in_a_bloody_battle():
    for region, options in (("xuezhan", None), ("sichuan", {"blood_battle": True})):
        m = moment(region, "", "555m1p", ON_2_5, "555m1p", offer="5m", options=options)
        m.wins = won(1)
        assert not m.may_pung(1) and not m.may_kong(1) and m.may_pung(3), region
        m.tile = tiles.kind("5p")
        assert m.may_win(2)
        m.wins = won(1, 2)
        assert not m.may_win(2)


def test_the_next_player_still_in_after_the_winner_draws():
    m = moment("xuezhan", offer="5m", giver=3)
    m.wins = won(1)
    assert m.after_wins([1]) == 2
    m.wins = won(2, 1)
    assert m.after_wins([1]) == 3
    m.wins = won(0, 2)  # on one discard of seat 3
    assert m.after_wins([2, 0]) == 3 and m.after_wins([0, 2]) == 3
    m.giver = 1
    m.wins = won(3, 0)
    assert m.after_wins([0, 3]) == 1
    m.giver = m.tile = -1
    m.wins = won(3)
    assert m.after_wins([3]) == 0
    m.wins = won(3, 0, 1)
    assert m.after_wins([1]) == -1
    m = moment("xueliu", offer="5m", giver=3)
    m.wins = won(2, 0)
    assert m.after_wins([0, 2]) == 3 and m.next_playing(1) == 2
    m = moment("sichuan", offer="5m", giver=3)
    m.wins = won(1)
    assert m.after_wins([1]) == -1


def test_a_dead_hand_does_not_win():
    m = moment("xuezhan", "", ON_2_5, offer="2p")
    m.fouls = [(1, "false_win")]  # who has claimed falsely plays on
    assert m.may_win(1)
    m.fouls = [(1, "dead_hand")]
    assert not m.may_win(1)


# ---------------------------------------------------------------- locked hands in xueliu


def locked(*concealed, **kw):
    m = moment("xueliu", *concealed, **kw)
    for seat in (0, 1):
        m.locked[seat] = True
    m.wins = won(0, 1)
    return m


def test_a_locked_hand_discards_what_it_draws():
    m = locked(ON_2_5 + "9p", drawn="9p")
    assert names(m.may_discard(0)) == ["9p"] and not m.may_win(0)
    m = locked(ON_2_5 + "5p", drawn="5p")
    assert m.may_win(0) and m.must(0) == -1


def test_it_makes_no_pung_and_may_decline_a_win():
    m = locked("", "555m666m77m33p888p", offer="3p")
    assert not m.may_pung(1) and m.may_win(1)
    m.missed(1)
    assert not m.may_win(1)
    m.moved(1, "draw")
    assert m.may_win(1)


def test_it_kongs_only_if_its_waits_stay_the_same():
    m = locked("111m45666m777p88p1m", drawn="1m")  # 3m 6m with 45m, 66m beside
    assert m.own_kongs(0) == [(CONCEALED_KONG, tiles.kind("1m"))]
    m = locked("111m23m456p789p88p1m", drawn="1m")  # without it 23m, with it 1m 4m
    assert m.own_kongs(0) == []
    m = locked("456p789p23m88p1m", drawn="1m")
    m.hands[0].melds = [meld(PUNG, "111m", 2)]
    assert m.own_kongs(0) == []  # 1m would not be waited for any more
    m = locked("456p789p23m88p9m", drawn="9m")
    m.hands[0].melds = [meld(PUNG, "999m", 2)]
    assert m.own_kongs(0) == [(ADDED_KONG, tiles.kind("9m"))]
    m = locked("", "999m456p789p23m88p", offer="9m")
    assert m.may_kong(1)
    m = locked("", "111m456p789p23m88p", offer="1m")
    assert not m.may_kong(1)


def test_a_tile_of_which_it_holds_all_four_is_no_wait():
    m = moment("xuezhan")
    assert m.waits(moment("xuezhan", "5555m123p456p789p").hands[0], 0) == b""
    hand = moment("xuezhan", "456p789p23m88p").hands[0]
    hand.melds = [meld(KONG, "1111m", 2)]
    assert names(m.waits(hand, 0)) == ["4m"]
