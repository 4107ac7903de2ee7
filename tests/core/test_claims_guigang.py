"""Guigang: what its page says in "Claims and turn rules"."""

from test_claims import kinds, meld, moment, names

from engine_core import tiles
from engine_core.claims import WIN
from engine_core.course import checked, entered, told
from engine_core.hand import ADDED_KONG, CHOW, CONCEALED_KONG, DECLARED, KONG, PUNG
from engine_core.rules import load

HAND = "123m456p24789s55z"  # waits for 3s


def ready(*concealed, **kw):
    """Seat 0 or 1, whoever holds tiles first, has declared."""
    m = moment("guigang", *concealed, **kw)
    m.hands[0 if concealed[0] else 1].ready = DECLARED
    return m


def test_the_next_player_chows():
    m = moment("guigang", "", "24m1p", "24m1p", offer="3m", giver=1)
    assert names(m.chows(2)) == ["2m"] and m.chows(1) == [] and m.chows(3) == []


def test_pung_and_kong_before_chow_win_before_all():
    m = moment("guigang", offer="5m")
    assert m.served([(1, CHOW), (3, PUNG)]) == [(3, PUNG)] and m.served([(1, CHOW), (2, KONG)]) == [(2, KONG)]
    assert m.served([(1, KONG), (2, WIN)]) == [(2, WIN)]
    assert m.served([(3, WIN), (1, WIN), (2, WIN)]) == [(1, WIN), (2, WIN), (3, WIN)]


def test_no_kong_in_the_turn_of_a_chow_or_pung_and_any_discard():
    m = moment("guigang", "5555m14p3z")
    m.hands[0].melds = [meld(PUNG, "333z", 2)]
    for called, given in ((meld(PUNG, "444p", 1), "4p"), (meld(CHOW, "123p", 3), "1p")):
        m.called, m.discards[called.giver] = called, kinds(given)
        assert m.own_kongs(0) == [] and names(m.may_discard(0)) == ["5m", "1p", "4p", "3z"]


def test_only_an_added_kong_is_robbed():
    m = moment("guigang", "", HAND, offer="3s")
    m.adding = True
    assert m.may_rob(ADDED_KONG) and not m.may_rob(CONCEALED_KONG)
    assert m.may_win(1)
    # a kong of a discard is none: who wins takes the discard, and before the kong
    assert not m.may_rob(KONG)
    m.adding = False
    assert m.may_win(1) and m.served([(2, KONG), (1, WIN)]) == [(1, WIN)]


def test_ready_is_declared_with_a_discard_that_leaves_a_waiting_hand():
    m = moment("guigang", HAND + "9m", drawn="9m")
    assert names(m.ready_discards(0)) == ["9m"]
    m = moment("guigang", "123m456p234789s5z9m", drawn="9m")  # either of two waits alone
    assert names(m.ready_discards(0)) == ["9m", "5z"]
    m = moment("guigang", "147m258p369s12345z", drawn="5z")
    assert m.ready_discards(0) == b""
    m = moment("guigang", "456p24789s55z9m")  # with a meld, in the turn of its claim
    m.called = meld(CHOW, "123m", 3)
    m.hands[0].melds = [m.called]
    assert names(m.ready_discards(0)) == ["9m"]
    m.hands[0].ready = DECLARED
    assert m.ready_discards(0) == b""  # once
    m = moment("guigang", HAND, offer="3s")  # in the own turn only
    assert m.ready_discards(0) == b"" and not m.may_declare(0)


def test_who_is_ready_discards_what_he_draws_and_claims_nothing():
    assert names(ready(HAND + "9m", drawn="9m").may_discard(0)) == ["9m"]
    m = ready("", "345m345p33399s55z", offer="3s")
    assert not m.may_pung(1) and not m.may_kong(1) and m.chows(1) == []
    m = ready("", HAND, offer="3s")
    assert m.chows(1) == [] and m.may_win(1)  # but wins
    assert ready(HAND + "3s", drawn="3s").may_win(0)


def test_who_is_ready_makes_a_kong_of_the_drawn_tile_only_and_keeps_his_waits():
    m = ready("1111m234567p4599s", drawn="1m")
    assert m.own_kongs(0) == [(CONCEALED_KONG, tiles.kind("1m"))]
    m = ready("1111m234567p4599s", drawn="9s")  # held four before
    assert m.own_kongs(0) == []
    m = ready("111123m456p78999s", drawn="1m")
    assert m.own_kongs(0) == []
    m = ready("234567p4599s1m", drawn="1m")
    m.hands[0].melds = [meld(PUNG, "111m", 2)]
    assert m.own_kongs(0) == [(ADDED_KONG, tiles.kind("1m"))]


def test_no_missed_wins_no_forced_ones():
    m = moment("guigang", "", HAND, offer="3s")
    m.missed(1)
    assert not m.barred(1) and m.may_win(1) and m.must(1) == -1
    assert moment("guigang", HAND + "3s", drawn="3s").must(0) == -1


def test_the_last_tile_and_the_replacement():
    m = moment("guigang", "", HAND, "33s1m", "333s1m", offer="3s")
    m.last, m.tail = True, False
    assert m.may_win(1) and m.chows(1) == [] and not m.may_pung(2) and not m.may_kong(3)
    m = moment("guigang", "5555m1122p3z", drawn="3z")
    assert m.own_kongs(0)
    m.tail = False
    assert m.own_kongs(0) == []


def test_a_dead_hand_or_one_with_a_false_win_does_not_win():
    for foul in ("dead_hand", "false_win"):
        m = moment("guigang", "", HAND, offer="3s")
        m.fouls = [(1, foul)]
        assert not m.may_win(1)


def test_what_the_course_of_a_hand_records():
    rules = load("guigang")
    entries = []
    for e in (
        {"what": "meld", "seat": 1, "kind": "chow", "tiles": "123m", "from": 0},
        {"what": "kong", "seat": 3, "kind": "concealed_kong", "tile": "3s"},
        {"what": "ready", "seat": 1, "how": "declared"},
        {"what": "foul", "seat": 2, "kind": "dead_hand"},
        {"what": "win", "seat": 1, "tile": "3p", "from": 3},
        {"what": "win", "seat": 0, "tile": "3p", "from": 3},
    ):
        entries = entered(rules, entries, checked(e, 4))
    assert told(entries, 4)["hands"][1]["ready"] == "declared"
