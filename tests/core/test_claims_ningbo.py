"""Ningbo: what its page says in "Claims and turn rules", and of wild tiles in claims."""

from check import raises
from test_claims import kinds, meld, moment, names

from engine_core import tiles
from engine_core.claims import WIN
from engine_core.course import checked, entered, told
from engine_core.hand import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG
from engine_core.record import RecordError
from engine_core.rules import load

HAND = "111333m555p2299s"  # waits for 2s and 9s; all pungs 2, two-pair wait 1, no wilds 1


def offer(seat1=HAND, tile="9s", **kw):
    return moment("ningbo", "", seat1, offer=tile, **kw)


def test_chow_from_the_previous_player_only():
    m = moment("ningbo", "", "24m1p", "24m1p", offer="3m")
    assert names(m.chows(1)) == ["2m"] and m.chows(2) == []


def test_a_chow_bars_its_tile_and_the_tile_of_the_other_end():
    for given, chow, held, may in (
        ("1m", "123m", "147m9p", ["7m", "9p"]),
        ("3m", "123m", "36m9p", ["6m", "9p"]),  # the other end would be 0m
        ("2m", "123m", "25m9p", ["5m", "9p"]),  # in the middle there is none
        ("6m", "456m", "36m9p", ["9p"]),
        ("7m", "789m", "7m147p", ["1p", "4p", "7p"]),
    ):
        m = moment("ningbo", held)
        m.called, m.discards[3] = meld(CHOW, chow, 3), kinds(given)
        assert names(m.may_discard(0)) == may, given
        assert m.own_kongs(0) == [] and m.own_flowers(0) == b""


def test_after_a_pung_any_tile_is_discarded_and_no_kong_made():
    m = moment("ningbo", "5555m3p3z1f")
    m.hands[0].melds = [meld(PUNG, "333z", 2)]
    m.called, m.discards[1] = meld(PUNG, "333p", 1), kinds("3p")
    assert m.own_kongs(0) == [] and m.own_flowers(0) == b""  # setting aside a flower is a kong too
    assert names(m.may_discard(0)) == ["5m", "3p", "3z"]
    # from the next turn on, with tiles kept in hand since before
    m.called, m.drawn = None, tiles.kind("3p")
    assert m.own_kongs(0) == [(CONCEALED_KONG, tiles.kind("5m")), (ADDED_KONG, tiles.kind("3z"))]
    assert names(m.own_flowers(0)) == ["1f"]


def test_kong_of_a_discard_with_three_in_hand():
    m = moment("ningbo", "", "333s1m", "33s1m", "333s1m", offer="3s")
    assert [m.may_pung(s) for s in range(4)] == [False, True, True, True]
    assert [m.may_kong(s) for s in range(4)] == [False, True, False, True]
    m.tail = False  # a kong needs a tile left to replace it
    assert not m.may_kong(1) and m.may_pung(1)


def test_a_flower_is_set_aside_in_a_turn_in_which_its_owner_has_drawn():
    m = moment("ningbo", "19m1p3f5f", drawn="5f", indicator="1f")  # spring to winter are wild
    assert names(m.own_flowers(0)) == ["5f"]
    m.drawn = tiles.kind("1p")  # one overlooked
    assert names(m.own_flowers(0)) == ["5f"] and m.own_flowers(1) == b""
    # it is never a discard; the wild one may be discarded
    assert names(m.may_discard(0)) == ["1m", "9m", "1p", "3f"]


def test_a_hand_that_holds_a_flower_does_not_win():
    assert moment("ningbo", HAND + "9s", drawn="9s").may_win(0)
    assert not moment("ningbo", "111333m555p229s1f9s", drawn="9s").may_win(0)


def test_a_discarded_wild_is_for_nobody_but_a_winner():
    m = moment("ningbo", "", HAND, "55p1m", "555p1m", offer="5p", indicator="5p")
    assert not m.may_pung(2) and not m.may_kong(3)
    assert moment("ningbo", "", "46p1m", offer="5p", indicator="5p").chows(1) == []
    assert moment("ningbo", "", "111333m777p2299s", offer="5p", indicator="5p", options={"minimum": 0}).may_win(1)
    m = moment("ningbo", "", "111333m777p2299s", offer="3f", indicator="1f", options={"minimum": 0})
    assert m.may_win(1) and not m.may_pung(1) and not m.may_kong(1)


def test_a_wild_in_hand_helps_no_chow_pung_or_kong():
    assert moment("ningbo", "", "34m1p", offer="5m", indicator="4m").chows(1) == []
    m = moment("ningbo", "", "55p4m1s", "555p1s", offer="5p", indicator="4m")
    assert m.may_pung(1) and not m.may_kong(1) and m.may_kong(2)
    assert not moment("ningbo", "", "5p4m1s", offer="5p", indicator="4m").may_pung(1)
    m = moment("ningbo", "444m1s", drawn="1s", indicator="4m")
    m.hands[0].melds = [meld(PUNG, "333m", 2)]
    assert m.own_kongs(0) == []


def test_win_before_pung_and_kong_before_chow_and_one_winner():
    m = offer(giver=2)
    assert m.served([(1, WIN), (0, WIN), (3, KONG)]) == [(0, WIN)] and m.served([(1, WIN), (3, WIN)]) == [(3, WIN)]
    assert m.served([(3, CHOW), (1, PUNG)]) == [(1, PUNG)] and m.served([(3, CHOW), (0, KONG)]) == [(0, KONG)]


def test_an_added_kong_may_be_robbed_a_concealed_one_not():
    m = offer()
    m.adding = True
    assert m.may_rob(ADDED_KONG) and not m.may_rob(CONCEALED_KONG)
    assert m.may_win(1) and not m.may_pung(1)


def test_four_tai_are_needed():
    assert offer().may_win(1)
    assert not offer(options={"minimum": 5}).may_win(1)
    m = moment("ningbo", HAND + "9s", drawn="9s", options={"minimum": 5})
    assert m.may_win(0)  # a tai more for the self-draw
    assert not offer("123m456p789s2244z", "4z").may_win(1)


def test_a_wild_single_wait_wins_by_self_draw_only():
    alone = "111333m555p222s4m"
    m = offer(alone, "9s", indicator="4m", options={"minimum": 0})
    assert not m.may_win(1)
    m.adding = True
    assert not m.may_win(1)
    m = moment("ningbo", alone + "9s", drawn="9s", indicator="4m", options={"minimum": 0})
    assert m.may_win(0)


def test_three_wilds_and_the_option():
    three = "111444m2255p99s3z"
    assert offer(three, "3z", indicator="4m").may_win(1)
    assert not offer(three, "3z", indicator="4m", options={"three_wilds_self_draw_only": True}).may_win(1)


def test_no_ready_no_missed_win_nothing_forced():
    m = moment("ningbo", HAND + "9s", drawn="9s")
    assert m.ready_discards(0) == b"" and m.must(0) == -1
    m = offer()
    m.missed(1)
    assert not m.barred(1) and m.may_win(1)


def test_the_discard_of_the_last_tile_may_only_be_won_on():
    m = moment("ningbo", "", HAND, "99s1m", "999s1m", offer="9s")
    m.last, m.tail = True, False
    assert m.may_win(1) and m.chows(1) == [] and not m.may_pung(2) and not m.may_kong(3)
    m = moment("ningbo", "5555m1122p3z", drawn="3z")
    m.last = True
    assert m.own_kongs(0) == []


def test_a_dead_hand_or_one_with_a_false_win_does_not_win():
    for foul in ("dead_hand", "false_win"):
        m = offer()
        m.fouls = [(1, foul)]
        assert not m.may_win(1)


def test_what_the_course_of_a_hand_records():
    rules = load("ningbo")
    entries = []
    for e in (
        {"what": "flower", "seat": 1, "tile": "1f"},
        {"what": "meld", "seat": 1, "kind": "chow", "tiles": "123m", "from": 0},
        {"what": "flower", "seat": 1, "tile": "5f"},
        {"what": "kong", "seat": 3, "kind": "kong", "tile": "3s", "from": 1},
        {"what": "foul", "seat": 2, "kind": "dead_hand"},
        {"what": "win", "seat": 1, "tile": "3p", "from": 3},
    ):
        entries = entered(rules, entries, checked(e, 4))
    assert told(entries, 4)["hands"][1]["flowers"] == "1f5f"
    declared = checked({"what": "ready", "seat": 1, "how": "declared"}, 4)
    assert str(raises(RecordError, entered, rules, [], declared)).startswith("what: ")
