"""Jiujiang: what its page says in "Claims and turn rules", and what its course records."""

from check import raises
from test_claims import kinds, meld, moment, names

from engine_core import tiles
from engine_core.check import RecordError
from engine_core.claims import WIN
from engine_core.course import checked, entered, told
from engine_core.hand import ADDED_KONG, CHOW, CONCEALED_KONG, DECLARED, KONG, PUNG
from engine_core.rules import load

E1 = {"edition": "1"}
HAND = "234567m34p55789s"  # concealed, waits for 2p and 5p
FIVE = tiles.kind("5p")


def offer(*concealed, tile="5p", giver=0, **kw):
    """Seats 1.. hold these; seat 0 deals."""
    return moment("jiujiang", "", *concealed, offer=tile, giver=giver, **kw)


def turn(concealed, drawn, *melds, **kw):
    m = moment("jiujiang", concealed, drawn=drawn, **kw)
    m.hands[0].melds = list(melds)
    return m


def ready(m, seat):
    m.hands[seat].ready = DECLARED
    return m


# ---------------------------------------------------------------- who may claim


def test_pung_and_kong_of_any_players_discard():
    m = offer("555p1m", "55p1m", "5p1m", giver=3)
    assert m.may_pung(1) and m.may_kong(1) and m.may_pung(2) and not m.may_kong(2)
    m.tail = False
    assert not m.may_kong(1)


def test_chow_only_as_the_fourth_meld_after_three_exposed_ones():
    def may(*melds, options=None, seat=1):
        m = offer("46p1s9m", "46p1s9m", options=options)
        m.hands[seat].melds = list(melds)
        return names(m.chows(seat))

    three = [meld(PUNG, "111s", 0), meld(KONG, "2222s", 0), meld(ADDED_KONG, "3333s", 0)]
    assert may(*three) == ["4p"]
    assert may(*three, options=E1) == []
    assert may(*three, seat=2) == []  # the next player only
    assert may(*three[:2]) == []
    assert may(three[0], three[1], meld(CONCEALED_KONG, "3333s")) == []


def test_a_claim_leaves_a_tile_that_may_be_discarded():
    m = offer("55p12s", "46p12s", giver=3)
    m.turn = 0
    m.hands[1].melds = [meld(PUNG, "111s", 0), meld(PUNG, "222s", 0), meld(PUNG, "333s", 0)]
    assert not m.may_pung(1)  # 1s and 2s are the fourths of his pungs
    m.hands[1].concealed = kinds("55p19s")
    assert m.may_pung(1)


def test_win_before_pung_and_kong_before_chow():
    m = offer()
    assert m.served([(1, CHOW), (2, PUNG)]) == [(2, PUNG)]
    assert m.served([(1, KONG), (3, WIN), (2, WIN)]) == [(2, WIN), (3, WIN)]
    m = offer(options={"multi_win": False})
    assert m.served([(3, WIN), (2, WIN)]) == [(2, WIN)]


def test_greens_are_laid_out():
    m = turn("6666z" + "55p12345678s", "6z")
    assert m.own_kongs(0) == [] and names(m.own_flowers(0)) == ["6z"]
    assert "6z" not in names(m.may_discard(0)) and not m.may_win(0)
    m.last = True  # it has no replacement: the hand is drawn
    assert m.may_discard(0) == b""


# ---------------------------------------------------------------- the own turn


def test_kongs_in_the_own_turn_and_none_without_a_tile():
    m = turn("5555p1s2s", "1s", meld(PUNG, "111s", 1))
    assert m.own_kongs(0) == [(CONCEALED_KONG, FIVE), (ADDED_KONG, tiles.kind("1s"))]
    m.called, m.drawn = meld(PUNG, "111s", 1), -1
    assert len(m.own_kongs(0)) == 2
    m.tail = False
    assert m.own_kongs(0) == []


def test_the_fourth_tile_of_ones_own_pung_is_never_discarded():
    m = turn("1s23s5p", "1s", meld(PUNG, "111s", 1), meld(CONCEALED_KONG, "9999m"))
    assert names(m.may_discard(0)) == ["5p", "2s", "3s"]
    assert m.own_kongs(0) == [(ADDED_KONG, tiles.kind("1s"))]
    m.drawn = FIVE  # kept where it is needed, and konged in a later turn
    assert names(m.may_discard(0)) == ["5p", "2s", "3s"] and m.own_kongs(0) != []
    m.hands[0].melds[0] = meld(KONG, "1111s", 1)
    assert "2s" in names(m.may_discard(0))


def test_the_last_tile_is_discarded_when_it_does_not_win():
    m = turn("1s23s5p", "1s", meld(PUNG, "111s", 1))
    m.last = True
    assert names(m.may_discard(0)) == ["1s"] and m.own_kongs(0) == []
    m = offer(HAND, "55p1s", "46p1s")
    m.last = True
    assert m.may_win(1) and not m.may_pung(2) and m.chows(1) == []


# ---------------------------------------------------------------- ready


def test_a_declared_hand_discards_what_it_draws():
    m = ready(turn(HAND + "9m", "9m"), 0)
    assert names(m.may_discard(0)) == ["9m"]
    m = ready(turn(HAND + "5p", "5p"), 0)
    assert m.may_win(0) and names(m.may_discard(0)) == ["5p"]  # a win is optional


def test_a_declared_hand_neither_pungs_nor_chows_nor_kongs_a_discard():
    m = ready(offer("234567m555p789s5z"), 1)
    assert not m.may_pung(1) and not m.may_kong(1)
    m = ready(offer("46p1s9m"), 1)
    m.hands[1].melds = [meld(PUNG, "111s", 0), meld(PUNG, "222s", 0), meld(PUNG, "333s", 0)]
    assert m.chows(1) == []


def test_a_declared_hand_kongs_what_it_draws_when_its_waits_stay():
    m = ready(turn("9999s234567m34p55s", "9s"), 0)
    assert m.own_kongs(0) == [(CONCEALED_KONG, tiles.kind("9s"))]
    m.drawn = tiles.kind("2m")
    assert m.own_kongs(0) == []
    m = ready(turn("111123m456p78999s", "1m"), 0)  # as a kong it leaves 23m
    assert m.own_kongs(0) == []


def test_a_declared_hand_wins_or_kongs_the_fourth_of_its_pung():
    m = ready(turn("1s234m34p55s789s", "1s", meld(PUNG, "111s", 1)), 0)
    assert m.own_kongs(0) == [(ADDED_KONG, tiles.kind("1s"))] and m.may_discard(0) == b""
    m.last = True
    assert names(m.may_discard(0)) == ["1s"]


def test_when_ready_is_declared_in_edition_2():
    m = turn(HAND + "9m", "9m")  # the dealer: not before his first discard
    assert m.ready_discards(0) == b""
    m.hands[0].concealed, m.discards[0], m.turn, m.tile, m.giver = kinds(HAND), kinds("9m"), 1, 8, 0
    assert m.may_declare(0)
    m.hands[0].concealed = kinds("147m147p147s5577z")
    assert not m.may_declare(0)  # it does not wait
    # another player before or after his first draw, as long as he has not punged
    m = offer(HAND, tile="9m")
    assert m.may_declare(1)
    m.discards[1] = kinds("9m")
    assert not m.may_declare(1)
    m = moment("jiujiang", "", HAND + "9m", drawn="9m")
    m.turn = 1
    assert names(m.ready_discards(1)) == ["9m"] and not m.may_declare(1)
    m.hands[1].concealed, m.hands[1].melds = kinds("34p55789s234m9m"), [meld(PUNG, "777m", 0)]
    assert m.ready_discards(1) == b""


def test_when_ready_is_declared_in_edition_1():
    m = turn(HAND + "9m", "9m", options=E1)  # the dealer on his fourteen tiles
    assert names(m.ready_discards(0)) == ["9m"]
    m.discards[0] = kinds("1z")
    assert m.ready_discards(0) == b""
    m = offer(HAND, tile="9m", options=E1)
    assert not m.may_declare(1)  # not before his first draw
    m = moment("jiujiang", "", "234m34p55789s9m", options=E1)
    m.turn = 1
    m.called = meld(PUNG, "777m", 0)  # the first act is a pung
    m.hands[1].melds = [m.called]
    m.discards[0] = kinds("7m")
    assert names(m.ready_discards(1)) == ["9m"]
    m.called, m.drawn = None, tiles.kind("9m")
    assert m.ready_discards(1) == b""


# ---------------------------------------------------------------- winning


def test_anyones_discard_may_be_won_on_with_two_fans():
    m = offer(HAND, "34567m456s99p", tile="8m", giver=3)
    m.hands[2].melds = [meld(PUNG, "222p", 0)]
    assert not m.may_win(1)
    assert not m.may_win(2)  # plain, open, on a discard: one fan
    m.tile = FIVE
    assert m.may_win(1)
    m.fouls = [(1, "dead_hand")]
    assert not m.may_win(1)


def missing(giver, tile="5p", dealer=0):
    """Seat 1 waits for 2p and 5p and lets a tile pass."""
    m = offer(HAND, tile=tile, giver=giver)
    m.dealer = dealer
    assert m.may_win(1)
    m.missed(1)
    return m


def test_a_win_of_another_player_let_pass_bars_all_but_the_dealer():
    m = missing(2)
    m.giver = 3
    assert m.barred(1) and not m.may_win(1)
    m.giver = 0
    assert m.may_win(1)
    m.giver, m.tile = 3, tiles.kind("2p")  # another kind
    assert m.may_win(1)


def test_a_win_of_the_dealer_let_pass_bars_everybody():
    m = missing(0)
    for giver in (0, 2, 3):
        m.giver = giver
        assert not m.may_win(1), giver
    m.tile = tiles.kind("2p")
    assert m.may_win(1)


def test_a_bar_ends_with_the_own_discard_and_never_is_for_self_draw():
    m = missing(2)
    m.moved(1, "draw")
    m.moved(1, "call")
    assert m.barred(1)
    m.moved(1, "discard")
    m.giver = 3
    assert m.may_win(1)
    m = turn(HAND + "5p", "5p")
    m.passed[0] = ((FIVE, 3),)
    assert m.may_win(0)


def test_an_added_kong_is_robbed():
    m = offer("234567m34p55789s", giver=2)
    m.adding = True
    m.hands[2].melds = [meld(PUNG, "555p", 0)]
    assert m.may_rob(ADDED_KONG) and not m.may_rob(CONCEALED_KONG) and m.may_win(1, 8)


# ---------------------------------------------------------------- what the table records


def test_the_course_of_a_hand():
    rules, entries = load("jiujiang"), []
    for entry in (
        {"what": "flower", "seat": 1, "tile": "6z"},
        {"what": "ready", "seat": 2, "how": "declared"},
        {"what": "followed", "times": 2},
        {"what": "missed", "seat": 2, "tile": "5p"},
        {"what": "meld", "seat": 3, "kind": "pung", "tiles": "777z", "from": 0},
        {"what": "kong", "seat": 3, "kind": "added_kong", "tile": "7z"},
        {"what": "foul", "seat": 0, "kind": "dead_hand"},
        {"what": "win", "seat": 1, "tile": "5p", "from": 0},
        {"what": "win", "seat": 2, "tile": "5p", "from": 0},
    ):
        entries = entered(rules, entries, checked(entry, 4))
    said = told(entries, 4)
    assert said["carry"] == {"followed": 2} and len(said["wins"]) == 2
    assert said["hands"][1] == {"flowers": "6z"} and said["hands"][2] == {"ready": "declared"}
    assert said["hands"][3]["melds"] == [{"kind": "added_kong", "tiles": "7777z", "from": 0}]
    for entry in (
        {"what": "ready", "seat": 0, "how": "shown"},
        {"what": "void", "seat": 0, "suit": "m"},
        {"what": "bird", "tile": "1p"},
        {"what": "haidi", "seat": 0},
    ):
        assert str(raises(RecordError, entered, rules, [], entry)).startswith("what: ")


def test_the_older_text_lays_no_chow():
    chow = {"what": "meld", "seat": 1, "kind": "chow", "tiles": "234p", "from": 0}
    assert entered(load("jiujiang"), [], chow) == [chow]
    assert str(raises(RecordError, entered, load("jiujiang", E1), [], chow)).startswith("kind: ")
