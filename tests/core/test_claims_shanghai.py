"""Shanghai: what its page says in "Claims and turn rules"."""

from check import raises
from test_claims import kinds, meld, moment, names

from engine_core import tiles
from engine_core.check import RecordError
from engine_core.claims import WIN
from engine_core.course import checked, entered, told
from engine_core.hand import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG
from engine_core.rules import load

FULL = "1234455667899p"  # one suit; waits for 3p, 6p, 9p
HALF = "12345677m33355z"  # no flower but the West pung; waits for 7m
PUNGS = "111m22444p77799s"  # waits for 2p and 9s


def offer(seat1=FULL, tile="9p", **kw):
    return moment("shanghai", "", seat1, offer=tile, **kw)


def test_the_next_player_chows_and_anyone_pungs_or_kongs():
    m = moment("shanghai", "", "24m333m", "24m333m", "24m333m", offer="3m")
    assert [names(m.chows(s)) for s in range(4)] == [[], ["2m"], [], []]
    assert [m.may_pung(s) for s in range(4)] == [False, True, True, True]
    assert [m.may_kong(s) for s in range(4)] == [False, True, True, True]


def test_pung_and_kong_before_chow_and_a_win_before_all():
    m = offer()
    assert m.served([(1, CHOW), (3, PUNG)]) == [(3, PUNG)]
    assert m.served([(1, CHOW), (2, KONG)]) == [(2, KONG)]
    assert m.served([(3, PUNG), (2, WIN)]) == [(2, WIN)]


def test_two_or_three_win_on_one_discard():
    assert offer().served([(3, WIN), (1, WIN), (2, WIN)]) == [(1, WIN), (2, WIN), (3, WIN)]


def test_claiming_is_free_of_other_limits():
    m = moment("shanghai", "", "14m9p")
    m.turn = 1
    m.discards[0] = kinds("1m")
    m.called = meld(CHOW, "123m", 0)
    assert names(m.may_discard(1)) == ["1m", "4m", "9p"]
    m = moment("shanghai", "", "5555m1p")
    m.turn, m.called = 1, meld(PUNG, "999p", 0)
    m.discards[0] = kinds("9p")
    assert m.own_kongs(1) == [(CONCEALED_KONG, tiles.kind("5m"))]


def test_kongs_of_the_own_turn():
    m = moment("shanghai", "5555m1122p3z", drawn="3z")
    m.hands[0].melds = [meld(PUNG, "333z", 2)]
    assert m.own_kongs(0) == [(CONCEALED_KONG, tiles.kind("5m")), (ADDED_KONG, tiles.kind("3z"))]
    m.tail = False  # a kong needs a tile left
    assert m.own_kongs(0) == []


def test_only_an_added_kong_is_robbed():
    m = offer(tile="3p")
    m.adding = True
    assert m.may_rob(ADDED_KONG) and not m.may_rob(CONCEALED_KONG) and not m.may_rob(KONG)
    assert m.may_win(1) and m.chows(1) == []


def test_a_win_let_pass_bars_that_tile_until_a_move():
    for move in ("draw", "call"):
        m = offer()
        m.missed(1)
        m.giver = 2
        assert m.barred(1) and not m.may_win(1)
        m.adding = True  # from another player, on any way
        assert not m.may_win(1)
        m.adding = False
        m.tile = tiles.kind("3p")  # his other waits are free
        assert m.may_win(1)
        m.tile = tiles.kind("9p")
        m.moved(1, "discard")
        assert not m.may_win(1)
        m.moved(1, move)
        assert m.may_win(1), move


def test_a_win_let_pass_does_not_bar_a_self_draw():
    m = moment("shanghai", FULL + "9p", drawn="9p")
    m.passed[0] = ((tiles.kind("9p"), 2),)
    assert m.may_win(0)


def test_the_hand_needs_a_pattern_and_no_dead_hand_wins():
    assert not offer("12344566m56p999s", "4p").may_win(1)
    m = offer()
    m.fouls = [(1, "dead_hand")]
    assert not m.may_win(1)
    m.fouls = [(1, "false_win")]  # it was paid for, and the seat plays on
    assert m.may_win(1)


def test_without_flowers_self_draw_only_if_the_house_says_so():
    m = offer(PUNGS, "2p", options={"zero_flower_self_draw_only": True})
    assert not m.may_win(1)
    m.hands[1].flowers = kinds("3f")
    assert m.may_win(1) and offer(PUNGS, "2p").may_win(1)
    m = moment("shanghai", PUNGS + "2p", drawn="2p", options={"zero_flower_self_draw_only": True})
    assert m.may_win(0)


def test_a_flower_is_laid_aside_and_the_eighth_wins():
    m = moment("shanghai", "159m159p159s1234z8f", drawn="8f")
    assert names(m.own_flowers(0)) == ["8f"] and "8f" not in names(m.may_discard(0))
    assert not m.may_win(0)
    m.hands[0].flowers = kinds("1234567f")
    assert m.may_win(0)
    m.tile, m.giver, m.turn = tiles.kind("8f"), 3, 0  # never from another
    assert not m.may_win(0)


def test_what_the_course_of_a_hand_tells():
    rules, entries = load("shanghai"), []
    for entry in (
        {"what": "flower", "seat": 1, "tile": "3f"},
        {"what": "meld", "seat": 1, "kind": "chow", "tiles": "123p", "from": 0},
        {"what": "kong", "seat": 2, "kind": "kong", "tile": "5z", "from": 1},
        {"what": "flower", "seat": 1, "tile": "1f"},
        {"what": "missed", "seat": 3, "tile": "5m"},
        {"what": "foul", "seat": 3, "kind": "dead_hand"},
        {"what": "win", "seat": 1, "tile": "9p", "from": 2, "flags": ["last_tile"]},
    ):
        entries = entered(rules, entries, checked(entry, 4))
    hands = told(entries, 4)["hands"]
    assert hands[1]["flowers"] == "3f1f" and [m["kind"] for m in hands[2]["melds"]] == ["kong"]
    for entry in ({"what": "bird", "tile": "1m"}, {"what": "void", "seat": 1, "suit": "m"}):
        assert str(raises(RecordError, entered, rules, [], entry)).startswith("what: ")
