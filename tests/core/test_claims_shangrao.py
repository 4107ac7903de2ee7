"""Shangrao: what its page says in "Claims and turn rules", and what its course records. 8s is turned up, 9s wild."""

from check import raises
from test_claims import kinds, meld, names
from test_claims import moment as common

from engine_core import events, tiles
from engine_core.check import RecordError
from engine_core.claims import WIN
from engine_core.course import checked, entered, told
from engine_core.hand import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG, ROB_KONG
from engine_core.rules import load
from engine_core.score import score
from engine_core.table import Table

PLAIN = "123m456m789p22s55z"  # waits for 2s and 5z
FIVE = tiles.kind("5z")


def moment(*concealed, **kw):
    return common("shangrao", *concealed, indicator="8s", **kw)


def offer(*concealed, tile="5z", **kw):
    return moment("", *concealed, offer=tile, **kw)


# ---------------------------------------------------------------- who may claim


def test_chow_of_the_left_hand_player_pung_and_kong_of_anyone():
    m = offer("24m1p", "24m33m1p", "333m1p", tile="3m")
    assert names(m.chows(1)) == ["2m"] and m.chows(2) == [] and m.chows(3) == []
    assert m.may_pung(2) and m.may_pung(3) and m.may_kong(3) and not m.may_kong(2)


def test_win_before_kong_and_pung_before_chow():
    m = offer()
    assert m.served([(1, CHOW), (2, PUNG)]) == [(2, PUNG)] and m.served([(1, CHOW), (3, KONG)]) == [(3, KONG)]
    assert m.served([(1, KONG), (3, WIN)]) == [(3, WIN)]


def test_one_winner_the_nearest_after_the_kong_maker():
    m = offer(giver=2)
    assert m.served([(1, WIN), (0, WIN), (3, WIN)]) == [(3, WIN)]
    assert m.served([(1, WIN), (0, WIN)]) == [(0, WIN)]


# ---------------------------------------------------------------- wilds


def test_a_wild_never_goes_into_a_meld_and_is_not_claimed():
    m = offer("99s1p", "999s1p", "78s1p", tile="9s")
    assert not m.may_pung(1) and not m.may_pung(2) and not m.may_kong(2) and m.chows(1) == []
    assert offer("99s5p", tile="5p").may_pung(1) is False  # nor does it stand for a tile in one
    assert offer("79s5p", tile="8s").chows(1) == []
    assert moment("9999s12p", drawn="9s").own_kongs(0) == []
    m = offer(PLAIN, tile="9s", options={"win_on_discard": "full"})
    assert not m.may_win(1)


def test_a_wild_may_be_discarded():
    m = moment("19s5p", drawn="5p")
    assert names(m.may_discard(0)) == ["5p", "1s", "9s"]


# ---------------------------------------------------------------- the own turn


def test_concealed_and_added_kongs_on_any_own_turn():
    both = [(CONCEALED_KONG, FIVE), (ADDED_KONG, tiles.kind("3p"))]
    m = moment("5555z3p1s", drawn="1s")
    m.hands[0].melds = [meld(PUNG, "333p", 2)]
    assert sorted(m.own_kongs(0)) == sorted(both)
    m.called, m.drawn = meld(CHOW, "123s", 3), -1
    assert sorted(m.own_kongs(0)) == sorted(both)


def test_a_kong_needs_a_tile_left_for_its_replacement():
    m = moment("5555z3p1s", drawn="1s")
    m.tail = False
    assert m.own_kongs(0) == []
    m = offer("555z1p")
    m.tail = False
    assert not m.may_kong(1) and m.may_pung(1)


def test_the_last_tile_drawn_leaves_every_discard():
    m = moment("5z3p1s", drawn="1s")
    m.last = True
    assert names(m.may_discard(0)) == ["3p", "1s", "5z"]


# ---------------------------------------------------------------- winning


def test_a_winning_tile_is_self_drawn():
    m = moment(PLAIN + "5z", drawn="5z")
    assert m.may_win(0)
    assert not offer(PLAIN).may_win(1)
    assert offer(PLAIN, options={"win_on_discard": "single"}).may_win(1)
    wild = offer("123m45m9s789p22s55z", options={"win_on_discard": "single"})
    assert not wild.may_win(1)  # only without a wild among the fourteen
    assert not moment("123m45m9s789p22s55z5z", drawn="5z").may_win(0)  # two points: it cannot win by itself


def test_an_added_kong_is_robbed_like_a_self_draw_a_concealed_one_is_not():
    for options, may in ({}, True), ({"rob_kong": False}, False):
        m = offer("123m456m78p222s55z", tile="9p", giver=2, options=options)
        m.hands[2].melds = [meld(PUNG, "999p", 0)]
        m.adding = True
        assert m.may_rob(ADDED_KONG) == may and not m.may_rob(CONCEALED_KONG)
        assert m.may_win(1, ROB_KONG) == may
    m.adding = False
    assert not m.may_win(1)


def test_a_dead_hand_does_not_win_a_false_win_bars_nothing():
    m = moment(PLAIN + "5z", drawn="5z")
    m.fouls = [(0, "false_win")]
    assert m.may_win(0)
    m.fouls = [(0, "dead_hand")]
    assert not m.may_win(0)


def test_no_win_let_pass_bars_another():
    m = offer(PLAIN, options={"win_on_discard": "single"})
    m.missed(1)
    assert m.may_win(1)


# ---------------------------------------------------------------- what the table records


def test_the_course_of_a_hand():
    rules, entries = load("shangrao"), []
    for entry in (
        {"what": "flower", "seat": 1, "tile": "9s"},
        {"what": "meld", "seat": 3, "kind": "chow", "tiles": "123p", "from": 2},
        {"what": "kong", "seat": 2, "kind": "kong", "tile": "7z", "from": 0},
        {"what": "foul", "seat": 0, "kind": "dead_hand"},
        {"what": "win", "seat": 1, "tile": "5z", "flags": ["after_kong"], "concealed": "123m45m9s789p22s55z"},
    ):
        entries = entered(rules, entries, checked(entry, 4))
    said = told(entries, 4)
    assert said["hands"][1] == {"flowers": "9s", "concealed": "123m45m9s789p22s55z"}
    said.update({"region": "shangrao", "indicator": "8s"})
    assert score(said)["wins"][0]["value"] == 4  # two points, doubled by the wild that was flown
    for entry in (
        {"what": "ready", "seat": 0, "how": "declared"},
        {"what": "missed", "seat": 0},
        {"what": "followed", "times": 1},
        {"what": "bird", "tile": "1p"},
    ):
        assert str(raises(RecordError, entered, rules, [], entry)).startswith("what: ")
    assert kinds("9s") == bytes(rules.wilds(tiles.kind("8s")))


def test_only_a_wild_is_flown():
    table = Table()
    table.apply(events.pack_region("shangrao", {}))
    for dice in (b"\x03\x04", b"\x05\x01"):
        table.apply(events.pack_throw(0, dice))
    flown = {"what": "flower", "seat": 1, "tile": "6p"}
    table.apply(events.pack_play(table.played(dict(flown, tile="1z"))))  # which is wild is not known yet
    table.apply(events.pack_indicator(tiles.kind("5p")))
    assert table.played(flown) == flown
    assert str(raises(RecordError, table.played, dict(flown, tile="5p"))).startswith("tile: ")
