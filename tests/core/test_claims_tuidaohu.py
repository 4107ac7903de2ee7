"""Guangdong push-down: what its page says in "Claims and turn rules"."""

from test_claims import kinds, meld, moment, names

from engine_core import tiles
from engine_core.claims import WIN
from engine_core.hand import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG
from engine_core.rules import load

HAND = "123m456p24789s55z"  # waits for 3s


def offer(seat1=HAND, tile="3s", **kw):
    return moment("tuidaohu", "", seat1, offer=tile, **kw)


def test_chow_from_the_previous_player_only():
    m = moment("tuidaohu", "", "24m1p", "24m1p", offer="3m")
    assert names(m.chows(1)) == ["2m"] and m.chows(2) == [] and m.chows(3) == []


def test_pung_and_kong_from_anyone():
    m = moment("tuidaohu", "", "333s1m", "33s1m", "333s1m", offer="3s")
    assert [m.may_pung(s) for s in range(4)] == [False, True, True, True]
    assert [m.may_kong(s) for s in range(4)] == [False, True, False, True]


def test_win_before_pung_and_kong_before_chow():
    m = offer()
    assert m.served([(1, CHOW), (3, PUNG), (2, WIN)]) == [(2, WIN)]
    assert m.served([(1, CHOW), (2, PUNG)]) == [(2, PUNG)] and m.served([(1, CHOW), (3, KONG)]) == [(3, KONG)]


def test_several_winners_on_one_tile():
    assert offer(giver=2).served([(1, WIN), (0, WIN), (3, WIN)]) == [(3, WIN), (0, WIN), (1, WIN)]


def test_no_kong_in_the_turn_of_a_chow_or_pung():
    m = moment("tuidaohu", "5555m1122p3z", drawn="3z")
    m.hands[0].melds = [meld(PUNG, "333z", 2)]
    assert m.own_kongs(0) == [(CONCEALED_KONG, tiles.kind("5m")), (ADDED_KONG, tiles.kind("3z"))]
    m.drawn = -1
    for called in (meld(PUNG, "999p", 1), meld(CHOW, "789p", 3)):
        m.called = called
        assert m.own_kongs(0) == []
    m.called, m.drawn = meld(KONG, "9999p", 1), tiles.kind("3z")  # its replacement is a draw
    assert len(m.own_kongs(0)) == 2


def test_any_tile_may_be_discarded_after_a_claim():
    m = moment("tuidaohu", "1245m9p")
    m.called, m.discards[3] = meld(CHOW, "123m", 3), kinds("1m")
    assert names(m.may_discard(0)) == ["1m", "2m", "4m", "5m", "9p"]


def test_an_added_kong_may_be_robbed_a_concealed_one_not():
    m = offer()
    m.adding = True
    assert m.may_rob(ADDED_KONG) and not m.may_rob(CONCEALED_KONG) and not m.may_rob(KONG)
    assert m.may_win(1) and m.chows(1) == [] and not m.may_kong(1)


def test_the_discard_of_the_last_tile_may_only_be_won_on():
    m = moment("tuidaohu", "", "24m33s55z", "33s1m", "333s1m", offer="3s")
    m.hands[1].concealed = kinds(HAND)
    m.last, m.tail = True, False
    assert m.may_win(1) and m.chows(1) == [] and not m.may_pung(2) and not m.may_kong(3)


def test_a_kong_needs_a_tile_left_to_replace_it():
    m = moment("tuidaohu", "5555m1122p3z", "555m1p", drawn="3z")
    m.tail = False
    assert m.own_kongs(0) == []
    m.tile, m.giver = tiles.kind("5m"), 0
    assert not m.may_kong(1) and m.may_pung(1)


def test_who_may_win():
    assert offer().may_win(1) and not offer().may_win(0) and not offer(tile="4s").may_win(1)
    drawn = moment("tuidaohu", HAND + "3s", drawn="3s")
    assert drawn.may_win(0) and not drawn.may_win(1)
    pairs = "1122m3344p5566s7z"
    assert offer(pairs, "7z").may_win(1)
    assert not offer(pairs, "7z", options={"completed_patterns": False}).may_win(1)


def test_a_dead_hand_or_one_with_a_false_win_does_not_win():
    for foul in ("dead_hand", "false_win"):
        m = offer()
        m.fouls = [(1, foul)]
        assert not m.may_win(1)
        m.fouls = [(2, foul)]
        assert m.may_win(1)


def test_there_is_no_missed_win_no_ready_and_nothing_forced():
    m = offer()
    m.missed(1)
    assert not m.barred(1) and m.may_win(1) and m.must(1) == -1
    assert moment("tuidaohu", HAND + "3s", drawn="3s").ready_discards(0) == b""
    assert load("tuidaohu").course() == ("meld", "kong", "win", "foul")
