"""Generic: what its page says in "Claims and turn rules"."""

from test_claims import kinds, meld, moment, names

from engine_core import tiles
from engine_core.claims import WIN
from engine_core.course import checked, entered
from engine_core.hand import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG
from engine_core.rules import load

PLAIN = "123m456p24789s55z"  # waits for 3s
HONOURS = "1122m3344p5566s7z"


def offer(seat1=PLAIN, tile="3s", **kw):
    return moment("generic", "", seat1, offer=tile, **kw)


def test_chow_from_the_left_unless_the_option_forbids_it():
    m = moment("generic", "", "24m1p", "24m1p", offer="3m")
    assert names(m.chows(1)) == ["2m"] and m.chows(2) == []
    assert moment("generic", "", "24m1p", offer="3m", options={"allow_chow": False}).chows(1) == []


def test_pung_and_kong_from_anyone():
    m = moment("generic", "", "333s1m", "33s1m", "333s1m", offer="3s")
    assert [m.may_pung(s) for s in range(4)] == [False, True, True, True]
    assert [m.may_kong(s) for s in range(4)] == [False, True, False, True]


def test_win_before_kong_and_pung_before_chow():
    m = offer()
    assert m.served([(1, CHOW), (3, WIN), (2, PUNG)]) == [(3, WIN)]
    assert m.served([(1, CHOW), (2, PUNG)]) == [(2, PUNG)] and m.served([(1, CHOW), (3, KONG)]) == [(3, KONG)]


def test_several_winners_or_the_nearest_only():
    both = [(3, WIN), (1, WIN)]
    assert offer().served(both) == [(1, WIN), (3, WIN)]
    assert offer(options={"multi_win": False}).served(both) == [(1, WIN)]
    assert offer(giver=2, options={"multi_win": False}).served(both) == [(3, WIN)]


def test_kongs_on_any_of_the_own_turns_that_of_a_claim_too():
    m = moment("generic", "5555m1122p3z", drawn="3z")
    m.hands[0].melds = [meld(PUNG, "333z", 2)]
    both = [(CONCEALED_KONG, tiles.kind("5m")), (ADDED_KONG, tiles.kind("3z"))]
    assert m.own_kongs(0) == both
    m.drawn = -1
    assert m.own_kongs(0) == []  # the dealer's seat is in turn, but has drawn and claimed nothing
    m.called = meld(PUNG, "999p", 1)
    assert m.own_kongs(0) == both


def test_a_kong_needs_a_tile_left_for_it():
    m = moment("generic", "5555m1122p3z", "555m1p", drawn="3z")
    m.tail = False
    assert m.own_kongs(0) == []
    m.tile, m.giver = tiles.kind("5m"), 0
    assert not m.may_kong(1)


def test_added_kongs_may_be_robbed_and_are_a_discard_of_who_makes_them():
    m = offer()
    m.adding = True
    assert m.may_rob(ADDED_KONG) and not m.may_rob(CONCEALED_KONG)
    assert m.may_win(1) and not m.may_pung(1)
    m = offer(options={"win_on_discard": False})
    m.adding = True
    assert not m.may_win(1)


def test_discards_may_be_won_on_unless_the_option_forbids_it():
    assert offer().may_win(1) and not offer(options={"win_on_discard": False}).may_win(1)
    m = moment("generic", PLAIN + "3s", drawn="3s", options={"win_on_discard": False})
    assert m.may_win(0)


def test_a_win_needs_the_minimum():
    assert not offer(options={"minimum": 2}).may_win(1)
    assert offer(HONOURS, "7z", options={"minimum": 4}).may_win(1)
    assert not offer(HONOURS, "7z", options={"values": {"seven_pairs": 0}}).may_win(1)


def test_no_missed_wins():
    m = offer()
    m.missed(1)
    assert not m.barred(1) and m.may_win(1)


def test_a_dead_hand_does_not_win_a_false_win_bars_nobody():
    m = offer()
    m.fouls = [(1, "false_win"), (2, "dead_hand")]
    assert m.may_win(1)
    m.fouls = [(1, "dead_hand")]
    assert not m.may_win(1)


def test_any_tile_may_be_discarded():
    m = moment("generic", "1245m9p", drawn="9p")
    assert names(m.may_discard(0)) == ["1m", "2m", "4m", "5m", "9p"]
    m.drawn, m.called, m.discards[3] = -1, meld(CHOW, "123m", 3), kinds("3m")
    assert names(m.may_discard(0)) == ["1m", "2m", "4m", "5m", "9p"]
    assert m.ready_discards(0) == b"" and m.own_flowers(0) == b""  # there is no ready, and no flower
    assert m.must(0) == -1


def test_what_the_course_of_a_hand_records():
    rules = load("generic")
    assert rules.course() == ("meld", "kong", "win", "foul")
    entries = []
    for e in (
        {"what": "meld", "seat": 1, "kind": "pung", "tiles": "333s", "from": 0},
        {"what": "kong", "seat": 1, "kind": "added_kong", "tile": "3s"},
        {"what": "foul", "seat": 2, "kind": "dead_hand"},
        {"what": "win", "seat": 3, "tile": "3s", "from": 1},
        {"what": "win", "seat": 0, "tile": "3s", "from": 1},
    ):
        entries = entered(rules, entries, checked(e, 4))
    assert len(entries) == 5
