"""Kawuxing: what its page says in "Claims and turn rules"."""

from check import raises
from test_claims import kinds, meld, moment, names

from engine_core import course, tiles
from engine_core import events as ev
from engine_core.check import RecordError
from engine_core.claims import WIN
from engine_core.course import checked, entered, told
from engine_core.hand import ADDED_KONG, CONCEALED_KONG, KONG, PUNG, SHOWN
from engine_core.rules import load
from engine_core.table import Table

BARE = "123456p789s11s77z"  # waits for 1s and 7z


def offer(seat1=BARE, tile="7z", **kw):
    return moment("kawuxing", "", seat1, offer=tile, **kw)


def shown(*concealed, **kw):
    """Seat 0 or 1, whoever holds tiles first, has laid its hand open."""
    m = moment("kawuxing", *concealed, **kw)
    m.hands[0 if concealed[0] else 1].ready = SHOWN
    return m


# ---------------------------------------------------------------- who may claim


def test_no_chow_but_pung_and_kong_from_anyone():
    m = moment("kawuxing", "", "2433p1s", "333p1s", offer="3p")
    assert m.chows(1) == []
    assert m.may_pung(1) and m.may_kong(2) and not m.may_kong(1) and not m.may_pung(0)


def test_a_win_before_kong_and_pung_and_two_win_at_most():
    m = offer()
    assert m.served([(1, KONG), (2, WIN)]) == [(2, WIN)]
    assert m.served([(2, WIN), (1, WIN)]) == [(1, WIN), (2, WIN)]
    assert m.may_win(1) and not m.may_win(0)
    m.fouls = [(1, "dead_hand")]
    assert not m.may_win(1)


def test_the_fourth_tile_is_added_on_its_own_draw_or_never():
    m = moment("kawuxing", "3p45s1p", drawn="3p")
    m.hands[0].melds = [meld(PUNG, "333p", 2)]
    assert m.own_kongs(0) == [(ADDED_KONG, tiles.kind("3p"))]
    m.drawn = tiles.kind("1p")  # 3p came earlier
    assert m.own_kongs(0) == []
    m.drawn, m.called = -1, meld(PUNG, "999p", 1)
    assert m.own_kongs(0) == []


def test_three_concealed_take_the_kong_or_nothing():
    m = moment("kawuxing", "", "333p45s", offer="3p")
    assert m.may_kong(1) and not m.may_pung(1)
    m = moment("kawuxing", "", "333p45s", offer="3p", options={"triplet_pung": True})
    assert m.may_kong(1) and m.may_pung(1)


def test_a_tile_kept_back_from_a_pung_is_never_added():
    m = moment("kawuxing", "3p45s1p", drawn="1p", options={"triplet_pung": True})
    m.hands[0].melds = [meld(PUNG, "333p", 2)]
    assert m.own_kongs(0) == []


def test_a_concealed_kong_in_any_own_turn():
    five = [(CONCEALED_KONG, tiles.kind("5s"))]
    m = moment("kawuxing", "5555s12p", drawn="2p")
    assert m.own_kongs(0) == five
    m.called, m.drawn = meld(PUNG, "999p", 1), -1
    assert m.own_kongs(0) == five


def test_a_kong_needs_a_tile_in_the_wall():
    m = moment("kawuxing", "5555s12p", "333p1s", drawn="5s")
    m.tail = False
    assert m.own_kongs(0) == []
    m = moment("kawuxing", "", "333p1s", offer="3p")
    m.tail = False
    assert not m.may_kong(1)


def test_the_last_tile_is_discarded_and_may_only_be_won_on():
    m = moment("kawuxing", "5555s12p7z", drawn="7z")
    m.last = True
    assert m.own_kongs(0) == [] and names(m.may_discard(0)) == ["7z"]
    m = moment("kawuxing", "", BARE, "33777z", offer="7z")
    m.last = True
    assert m.may_win(1) and not m.may_pung(2) and not m.may_kong(2)


# ---------------------------------------------------------------- showing


def test_a_hand_is_shown_with_a_discard_that_leaves_it_ready():
    m = moment("kawuxing", BARE + "9p", drawn="9p")
    assert names(m.ready_discards(0)) == ["9p"] and m.ready_discards(1) == b""
    assert moment("kawuxing", "13579p13579s567z1p", drawn="1p").ready_discards(0) == b""
    assert not moment("kawuxing", "", BARE, offer="9p").may_declare(1)  # not while another plays
    m.hands[0].ready = SHOWN  # it cannot be taken back, nor shown again
    assert m.ready_discards(0) == b""


def test_a_shown_hand_draws_and_discards():
    m = shown(BARE + "9p", drawn="9p")
    assert names(m.may_discard(0)) == ["9p"]
    assert not shown("", BARE, offer="1s").may_pung(1)
    assert shown("", BARE, offer="7z").may_win(1)  # on a discard too (Decision 3)


def test_a_shown_hand_makes_a_kong_that_keeps_its_waits():
    three = tiles.kind("3s")
    m = shown("", "333s123456p77z1s", offer="3s")
    m.hands[1].concealed = kinds("333s123456p78s7z")  # not ready: nothing waits
    m.hands[1].ready = 0
    assert m.may_kong(1)
    m = shown("", "333s123456p5566z", offer="3s")
    assert m.may_kong(1) and not m.may_pung(1)
    assert shown("3333s123456p5566z", drawn="3s").own_kongs(0) == [(CONCEALED_KONG, three)]
    m = shown("", "3334s123456p777z", offer="3s")  # the kong gives up the wait for 2s and 5s
    assert not m.may_kong(1)
    assert shown("33334s123456p777z", drawn="3s").own_kongs(0) == []


# ---------------------------------------------------------------- wins let pass


def test_a_win_let_pass_bars_every_discard_until_the_next_draw():
    m = offer()
    m.missed(1)
    m.giver, m.tile = 2, tiles.kind("1s")
    assert m.barred(1) and not m.may_win(1)
    m.adding = True  # robbing is a discard win
    assert not m.may_win(1)
    m.moved(1, "call")  # a pung does not lift it
    assert not m.may_win(1)
    m.moved(1, "draw")  # a kong's replacement does
    assert m.may_win(1)


def test_a_kong_let_pass_bars_too_but_no_self_draw():
    m = offer()
    m.adding = True
    m.missed(1)
    m.adding = False
    assert not m.may_win(1)
    m = moment("kawuxing", BARE + "7z", drawn="7z")
    m.passed[0] = ((tiles.kind("7z"), 2),)
    assert m.may_win(0)


# ---------------------------------------------------------------- robbing


def test_an_added_kong_is_robbed_outside_a_run():
    m = offer()
    m.adding = True
    assert m.may_rob(ADDED_KONG) and not m.may_rob(CONCEALED_KONG) and not m.may_rob(KONG)
    m.chain = 1
    assert not m.may_rob(ADDED_KONG)
    m = offer(options={"rob_in_chain": True})
    m.chain = 1
    assert m.may_rob(ADDED_KONG)


# ---------------------------------------------------------------- what the table records


def test_what_the_course_of_a_hand_tells():
    rules, entries = load("kawuxing"), []
    for entry in (
        {"what": "meld", "seat": 1, "kind": "pung", "tiles": "111p", "from": 0},
        {"what": "kong", "seat": 2, "kind": "kong", "tile": "5s", "from": 1},
        {"what": "ready", "seat": 0, "how": "shown"},
        {"what": "missed", "seat": 1},
        {"what": "foul", "seat": 1, "kind": "false_win"},
        {"what": "win", "seat": 0, "tile": "7z", "from": 2},
        {"what": "win", "seat": 1, "tile": "7z", "from": 2},
    ):
        entries = entered(rules, entries, checked(entry, 3))
    assert told(entries, 3)["hands"][0] == {"ready": "shown"}
    for entry in (
        {"what": "ready", "seat": 0, "how": "declared"},
        {"what": "flower", "seat": 0, "tile": "1f"},
        {"what": "bird", "tile": "1p"},
    ):
        assert str(raises(RecordError, entered, rules, [], entry)).startswith("what: ")


def test_a_run_of_kongs_goes_over_to_who_kongs_the_discard_after_one():
    table = Table()
    for event in (ev.pack_region("kawuxing", {}), ev.pack_session(0, [0, 0, 0]), ev.pack_throw(0, b"\x03\x04")):
        table.apply(event)

    def play(*entries):
        for entry in entries:
            table.apply(ev.pack_play(table.played(entry)))

    first = {"what": "kong", "seat": 0, "kind": "concealed_kong", "tile": "3p"}
    taken = {"what": "kong", "seat": 1, "kind": "kong", "tile": "8p", "from": 0}
    play(first)
    table.apply(ev.pack_wall(ev.WALL_KONG))
    play({"what": "ready", "seat": 0, "how": "shown"}, {"what": "missed", "seat": 2, "tile": "8p"}, taken)
    table.apply(ev.pack_wall(ev.WALL_KONG))
    play({"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "4s"})
    table.apply(ev.pack_wall(ev.WALL_KONG))
    # the discard after it is punged, which ends the run
    play({"what": "meld", "seat": 2, "kind": "pung", "tiles": "999s", "from": 1})
    play({"what": "kong", "seat": 0, "kind": "kong", "tile": "1s", "from": 2})
    assert [e.get("chain", 0) for e in table.course if e["what"] == "kong"] == [0, 1, 2, 0]
    # elsewhere a run is of one player
    assert course.chain([first], (1,), True) == 0 and course.chain([first], (1, 0), True) == 1
