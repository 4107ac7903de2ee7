"""Changsha: what its page says in "Claims and turn rules"."""

from check import raises
from test_claims import kinds, meld, moment, names

from engine_core import tiles, wall
from engine_core.check import RecordError
from engine_core.claims import WIN
from engine_core.course import checked, entered, told
from engine_core.hand import ADDED_KONG, CHOW, CONCEALED_KONG, HEAVENLY, KONG, PUNG
from engine_core.rules import load

PLAIN = "12334m555p22789s"  # waits for 2m and 5m; the pair is 2s
SI_XI = "1111m2589p36789s"
NOTHING = "1258m2589p36789s"


def offer(seat1=PLAIN, tile="5m", **kw):
    return moment("changsha", "", seat1, offer=tile, **kw)


# ---------------------------------------------------------------- who may claim


def test_the_next_player_chows_pungs_or_kongs_the_others_pung_or_kong():
    m = moment("changsha", "", "24m333m", "24m333m", "24m333m", offer="3m")
    assert [names(m.chows(s)) for s in range(4)] == [[], ["2m"], [], []]
    assert [m.may_pung(s) for s in range(4)] == [False, True, True, True]
    assert [m.may_kong(s) for s in range(4)] == [False, True, True, True]


def test_pung_and_kong_before_chow_and_a_win_before_all():
    m = offer()
    assert m.served([(1, CHOW), (3, PUNG)]) == [(3, PUNG)]
    assert m.served([(1, CHOW), (2, KONG)]) == [(2, KONG)]
    assert m.served([(1, KONG), (3, WIN)]) == [(3, WIN)]


def test_several_winners_are_all_paid():
    assert offer().served([(3, WIN), (1, WIN), (2, WIN)]) == [(1, WIN), (2, WIN), (3, WIN)]


def test_a_pair_of_2_5_or_8_is_needed_to_win_and_a_dead_hand_cannot():
    m = offer()
    assert m.may_win(1) and not m.may_win(0)
    m.fouls = [(1, "dead_hand")]
    assert not m.may_win(1)
    m.fouls = [(1, "false_win")]  # a false win costs its penalty only
    assert m.may_win(1)
    assert not offer("12334m555p33789s").may_win(1)


# ---------------------------------------------------------------- kongs, with dice and without


def test_a_kong_at_any_time_while_a_tile_replaces_it():
    m = moment("changsha", "5555m1122p34s", drawn="1p")
    m.hands[0].melds = [meld(PUNG, "333s", 2)]
    both = [(CONCEALED_KONG, tiles.kind("5m")), (ADDED_KONG, tiles.kind("3s"))]
    assert m.own_kongs(0) == both
    m.called, m.drawn = meld(PUNG, "999p", 1), -1  # in the turn of a claim too
    assert m.own_kongs(0) == both
    m.tail = False
    assert m.own_kongs(0) == []


def test_dice_are_thrown_only_by_who_is_ready_with_the_kong_laid_down():
    five = tiles.kind("5p")
    m = moment("changsha", "5555p123m34678s22p", drawn="2p")
    assert m.own_kongs(0) == [(CONCEALED_KONG, five)]
    assert m.kong_throws(0, CONCEALED_KONG, five) == (0, 2)
    m = moment("changsha", "5555p123m34679s22p", drawn="2p")
    assert m.kong_throws(0, CONCEALED_KONG, five) == (0,)
    m = moment("changsha", "5555p123m34678s33p", drawn="3p")  # ready, but for a pair of 3p
    assert m.kong_throws(0, CONCEALED_KONG, five) == (0,)
    m = moment("changsha", "", "555p123m34678s22p", offer="5p", options={"kong_dice": 1})
    assert m.kong_throws(1, KONG, five) == (0, 1)
    m = moment("changsha", "5p123m34678s22p", drawn="5p")
    m.hands[0].melds = [meld(PUNG, "555p", 2)]
    assert m.kong_throws(0, ADDED_KONG, five) == (0, 2)


def test_from_the_throw_on_everything_drawn_is_discarded_unless_it_wins():
    m = moment("changsha", "3334m555p22789s1p", PLAIN, drawn="1p")
    m.locked[0] = True
    assert names(m.may_discard(0)) == ["1p"] and not m.may_win(0)
    m = moment("changsha", "3333m4m555p22789s", drawn="3m")  # not even a kong that keeps its waits
    m.locked[0] = True
    assert m.own_kongs(0) == [] and names(m.may_discard(0)) == ["3m"]
    m = moment("changsha", "12334m555p22789s5m", drawn="5m")
    m.locked[0] = True
    assert m.may_win(0)
    m = moment("changsha", "", "555m555p1m22789s", offer="5m")
    m.locked[1] = True
    assert not m.may_pung(1) and not m.may_kong(1) and m.chows(1) == []


def test_only_an_added_kong_is_robbed():
    m = offer()
    m.adding = True
    assert m.may_rob(ADDED_KONG) and not m.may_rob(CONCEALED_KONG) and not m.may_rob(KONG)
    assert m.may_win(1) and not m.may_pung(1)


# ---------------------------------------------------------------- wins let pass


def test_a_win_let_pass_bars_that_tile_until_the_next_draw():
    m = offer()
    m.missed(1)
    m.giver = 2
    assert m.barred(1) and not m.may_win(1)
    m.moved(1, "call")
    assert not m.may_win(1)
    m.tile = tiles.kind("2m")  # only that tile is barred
    assert m.may_win(1)
    m.tile = tiles.kind("5m")
    m.moved(1, "draw")
    assert m.may_win(1)


def test_the_bar_is_on_discards():
    m = offer()
    m.missed(1)
    m.adding = True  # a robbed kong is none
    assert m.may_win(1)
    m = offer()
    m.adding = True
    m.missed(1)
    m.adding = False
    assert m.may_win(1)


# ---------------------------------------------------------------- the dealt tiles


def test_opening_claims_before_the_first_discard():
    m = moment("changsha", NOTHING + "3m", SI_XI, NOTHING, drawn="3m")
    assert [m.may_open(s) for s in range(3)] == [False, True, False]
    m.discards[0] = kinds("3m")
    assert not m.may_open(1)
    assert not moment("changsha", "", SI_XI, options={"opening_hands": False}).may_open(1)


def test_the_dealer_opens_with_fourteen():
    assert moment("changsha", SI_XI + "4s", drawn="4s").may_open(0)
    m = moment("changsha", PLAIN + "5m", drawn="5m")
    assert m.may_open(0) and m.may_win(0, HEAVENLY)
    assert not moment("changsha", NOTHING + "3m", drawn="3m").may_win(0, HEAVENLY)


# ---------------------------------------------------------------- the sea bottom


def test_who_takes_the_sea_bottom_lays_it_open_and_it_may_only_be_won_on():
    m = moment("changsha", "555m1122p345678s1m", drawn="1m")
    m.last, m.tail = True, False
    assert names(m.may_discard(0)) == ["1m"] and m.own_kongs(0) == []
    m = offer("12334m555p22789s", "5m")
    m.hands[2].concealed = kinds("555m1p")
    m.last = True
    assert m.may_win(1) and not m.may_pung(2) and not m.may_kong(2) and m.chows(1) == []


def test_once_the_sea_bottom_is_declined_there_is_no_kong():
    events = ["draw*54", "decline"]
    steps = wall.script({"region": "changsha", "dealer": 0, "dice": [2, 5], "events": events})["steps"]
    assert steps[0]["left"] == 1 and steps[0]["tail"] and steps[1]["tail"] is None


# ---------------------------------------------------------------- what the table records


def test_what_the_course_of_a_hand_tells():
    rules, entries = load("changsha"), []
    for entry in (
        {"what": "meld", "seat": 1, "kind": "chow", "tiles": "123m", "from": 0},
        {"what": "kong", "seat": 2, "kind": "concealed_kong", "tile": "5p"},
        {"what": "missed", "seat": 3, "tile": "5m"},
        {"what": "foul", "seat": 3, "kind": "false_win"},
        {"what": "haidi", "seat": 2},
        {"what": "win", "seat": 1, "tile": "5m", "from": 2},
        {"what": "bird", "tile": "7s"},
    ):
        entries = entered(rules, entries, checked(entry, 4))
    said = told(entries, 4)
    assert said["birds"] == ["7s"] and said["carry"] == {"haidi_seat": 2}
    assert said["wins"] == [{"seat": 1, "tile": "5m", "from": 2}]
    bird = {"what": "bird", "tile": "7s"}
    assert str(raises(RecordError, entered, load("changsha", {"birds": 0}), [], bird)).startswith("what: ")


def test_several_open_together():
    rules = load("changsha")
    dealer = {"what": "win", "seat": 0, "tile": "4s", "flags": ["heavenly"]}
    entries = entered(rules, [], {"what": "win", "seat": 1})
    entries = entered(rules, entries, {"what": "win", "seat": 3})
    assert [w["seat"] for w in told(entered(rules, entries, dealer), 4)["wins"]] == [1, 3, 0]
    for other in (
        {"what": "win", "seat": 1},
        {"what": "win", "seat": 0, "tile": "4s"},
        {"what": "win", "seat": 2, "tile": "4s", "from": 0},
        {"what": "meld", "seat": 2, "kind": "pung", "tiles": "444s", "from": 0},
    ):
        assert str(raises(RecordError, entered, rules, entries, other)).startswith("seat: ")
    discard = {"what": "win", "seat": 1, "tile": "4s", "from": 2}
    raises(RecordError, entered, rules, [discard], {"what": "win", "seat": 3})
