"""Longgang: what its page says in "Claims and turn rules", of the share-out, and of options that touch claims."""

from check import raises
from test_claims import kinds, meld, moment, names

from engine_core import events, tiles
from engine_core.claims import WIN
from engine_core.course import checked, entered, told
from engine_core.hand import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG, ROB_KONG
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.table import Table

HAND = "123456m234789p99s34s"  # sixteen tiles, waits for 2s, 5s
FLUSH = "122333445566778s1z"  # waits for 9s among others


def table(*concealed, **kw):
    return moment("longgang", *concealed, **dict({"indicator": "1z"}, **kw))


def offer(seat1=HAND, tile="5s", **kw):
    return table("", seat1, offer=tile, **kw)


# ---------------------------------------------------------------- who may claim


def test_win_before_kong_before_pung_before_chow():
    m = table(offer="5m")
    assert m.served([(1, CHOW), (2, PUNG)]) == [(2, PUNG)] and m.served([(1, CHOW), (3, KONG)]) == [(3, KONG)]
    assert m.served([(1, KONG), (3, WIN)]) == [(3, WIN)]


def test_chow_from_the_player_before_only():
    m = table("", "24m1p", "24m1p", offer="3m")
    assert names(m.chows(1)) == ["2m"] and m.chows(2) == []


def test_one_winner_the_first_from_the_giver():
    for giver, first in ((0, 1), (1, 3), (2, 3)):
        wishes = [(seat, WIN) for seat in (1, 3) if seat != giver]
        assert table(offer="5s", giver=giver).served(wishes) == [(first, WIN)], giver
    m = table("", HAND, "", HAND, offer="5s")
    m.adding = True  # for a robbed kong too
    assert m.served([(3, WIN), (1, WIN)]) == [(1, WIN)]


def test_limit_hands_go_first_with_special_first():
    for options, first in (({}, 1), ({"special_first": True}, 2)):
        m = table("", "123456m234789p78s77z", FLUSH, HAND, offer="9s", options=options)
        m.discards[0] = kinds("9m")
        assert m.may_win(1) and m.may_win(2) and not m.may_win(3)
        assert m.served([(2, WIN), (1, WIN)]) == [(first, WIN)]
    m.hands[1].concealed = kinds(FLUSH)
    assert m.served([(2, WIN), (1, WIN)]) == [(1, WIN)]  # of two the nearest
    m.hands[1].concealed = kinds("123456m234789p78s77z")
    m.discards[0] = b""  # on the dealer's first discard every hand is a limit hand
    assert m.served([(2, WIN), (1, WIN)]) == [(1, WIN)]
    m.discards[0], m.giver, m.rules = kinds("9m"), 3, load("longgang", {"special_first": True, "human_win": True})
    assert m.served([(2, WIN), (1, WIN)]) == [(1, WIN)]  # before the dealer's second turn too


def test_three_claims_draw_the_hand_with_the_option():
    claims = [(1, WIN), (2, WIN), (3, WIN)]
    assert table(offer="5s").served(claims) == claims[:1]
    m = table(offer="5s", options={"abort_triple_win": True})
    assert m.served(claims) == claims and m.served(claims[1:]) == claims[1:2]


def test_three_wilds_win_at_once():
    dealt = "147m258p369s2346z111z"  # sixteen tiles
    m = table("147m258p369s23467z7m", dealt, drawn="7m")
    assert m.may_win(1) and not m.may_win(2)
    m = table("", dealt, "", HAND, offer="5s")
    assert m.may_win(1) and m.may_win(3)
    assert m.served([(3, WIN), (1, WIN)]) == [(1, WIN)] and m.served([(1, WIN), (3, WIN)]) == [(1, WIN)]
    m = table("", HAND, "", dealt, offer="5s")
    assert m.served([(1, WIN), (3, WIN)]) == [(3, WIN)]  # before the one who is nearer
    m.discards[0] = kinds("9p")  # later it is too late, and a discard needs a shape
    assert not m.may_win(3)
    m = table("", HAND, "", dealt, offer="5s", options={"wilds_to_win": 4})
    assert not m.may_win(3)


def test_heavenly_goes_before_three_wilds():
    m = table(HAND + "5s", "", "147m258p369s2346z111z", drawn="5s")
    assert m.may_win(0) and m.may_win(2)
    assert m.served([(2, WIN), (0, WIN)]) == [(0, WIN)]


# ---------------------------------------------------------------- wild tiles and flowers


def test_a_wild_is_never_called_and_helps_no_meld():
    m = table("", "111z2m", "11z1m", offer="1z")
    assert not m.may_kong(1) and not m.may_pung(1) and not m.may_win(2)
    assert not table("", "5p1z2f9m", offer="5p").may_pung(1)
    assert table("", "3m1z9p", offer="4m").chows(1) == []
    m = table("55m5m1z1f9p", drawn="1z")
    assert m.own_kongs(0) == []


def test_a_wild_or_own_flower_is_no_discard():
    m = table("19m1z1f", drawn="9m")
    assert names(m.may_discard(0)) == ["1m", "9m"]
    m = table("19m1f3f", drawn="9m", indicator="2f")  # the three others are wild
    assert names(m.may_discard(0)) == ["1m", "9m"] and m.own_flowers(0) == b""


def test_guest_flowers_go_first():
    m = table("5555m9p2f1f", drawn="2f")
    assert names(m.own_flowers(0)) == ["2f"]
    assert m.may_discard(0) == b"" and m.own_kongs(0) == []
    m = table("5555m9p1f", drawn="9p")
    assert m.own_flowers(0) == b"" and m.own_kongs(0) == [(CONCEALED_KONG, tiles.kind("5m"))]
    assert names(m.may_discard(0)) == ["5m", "9p"]


def test_a_call_must_leave_a_tile_to_discard():
    m = table("", "55m1z2f", offer="5m")
    assert not m.may_pung(1)  # only wilds are left: the hand wins
    m.hands[1].melds = [meld(CHOW, "789%s" % s, 0) for s in "mpps"]
    assert m.may_win(1)
    assert table("", "55m1z2f9p", offer="5m").may_pung(1)


def test_who_draws_only_wilds_must_win():
    m = table("1z1f", drawn="1z")
    m.hands[0].melds = [meld(CHOW, "789m", 3) for _ in range(4)] + [meld(PUNG, "222s", 1)]
    assert m.must(0) == WIN and m.may_win(0) and m.may_discard(0) == b""
    m = table("1z9p", drawn="1z")
    assert m.must(0) == -1


def test_a_wild_left_alone_wins_on_any_tile_by_robbing_too():
    melds = [meld(CHOW, "789m", 0) for _ in range(4)] + [meld(PUNG, "222s", 2)]
    for options, may in (({}, True), ({"naked_wild_wait": False}, False)):
        m = table("", "1z", offer="5p", options=options)
        m.hands[1].melds = melds
        assert m.may_win(1) == may
        m.adding = True
        m.hands[0].melds = [meld(PUNG, "555p", 1)]
        assert m.may_win(1) == may


# ---------------------------------------------------------------- kongs


def test_kongs_of_the_own_turn():
    m = table("5555m9p3s", drawn="3s")
    m.hands[0].melds = [meld(PUNG, "333s", 2)]
    assert m.own_kongs(0) == [(CONCEALED_KONG, tiles.kind("5m")), (ADDED_KONG, tiles.kind("3s"))]
    m.drawn, m.called, m.discards[1] = -1, meld(PUNG, "777s", 1), kinds("7s")
    assert m.own_kongs(0) == []  # not in the turn of a chow or pung
    m.called, m.drawn, m.tail = None, tiles.kind("3s"), False
    assert m.own_kongs(0) == []


def test_the_fourth_tile_of_a_pung_is_added_or_kept():
    m = table("9p3s", drawn="9p")
    m.hands[0].melds = [meld(PUNG, "333s", 2)]
    assert names(m.may_discard(0)) == ["9p"] and m.own_kongs(0) == [(ADDED_KONG, tiles.kind("3s"))]
    m = table("", "9p", offer="3s")  # another's discard is not added
    m.hands[1].melds = [meld(PUNG, "333s", 2)]
    assert not m.may_kong(1)


def test_only_an_added_kong_is_robbed():
    m = table("", "123456m234789p99s35s", offer="4s", options={"rob_wild_pair": False})
    m.adding, m.hands[0].melds = True, [meld(PUNG, "444s", 3)]
    assert m.may_rob(ADDED_KONG) and not m.may_rob(CONCEALED_KONG) and not m.may_rob(KONG)
    assert m.may_win(1) and m.chows(1) == [] and not m.may_kong(1)
    m.hands[1].concealed = kinds("123456m234789p789s1z")  # the robbed tile and a wild as the pair
    assert not m.may_win(1)
    m.rules = load("longgang")
    assert m.may_win(1) and m.may_win(1, ROB_KONG)


# ---------------------------------------------------------------- forbidden discards and chows


def test_a_chow_bars_its_tile_and_that_of_the_other_end():
    for given, chow, held, may in (
        ("2m", "234m", "25m9p", ["9p"]),  # the page's example: 345 held, 2 chowed, then no 5
        ("5m", "345m", "25m9p", ["9p"]),
        ("4m", "345m", "24m9p", ["2m", "9p"]),
    ):
        m = table(held)
        m.called, m.discards[3] = meld(CHOW, chow, 3), kinds(given)
        assert names(m.may_discard(0)) == may, given


def test_a_pung_bars_its_tile():
    m = table("3p9m")
    m.called, m.discards[2] = meld(PUNG, "333p", 2), kinds("3p")
    m.hands[0].melds = [m.called]
    assert names(m.may_discard(0)) == ["9m"]


def test_no_chow_of_a_tile_just_discarded():
    m = table("", "12m1p", offer="3m")
    assert names(m.chows(1)) == ["1m"]
    m.discards[1] = tiles.parse("9p3m")
    assert m.chows(1) == []
    m.discards[1] = tiles.parse("3m9p")  # in the go-round before
    assert names(m.chows(1)) == ["1m"]


def test_a_win_let_pass_bars_all_wins_on_discards_until_the_next_draw():
    m = offer()
    assert m.may_win(1)
    m.missed(1)
    m.tile, m.giver = tiles.kind("2s"), 3
    assert m.barred(1) and not m.may_win(1)
    m.adding = True  # a robbed kong is won like a discard
    assert not m.may_win(1)
    m.adding = False
    m.moved(1, "call")
    m.moved(1, "discard")
    assert m.barred(1)
    m.moved(1, "draw")
    assert not m.barred(1) and m.may_win(1)


def test_self_draw_is_allowed_after_a_win_let_pass():
    m = table(HAND + "5s", drawn="5s")
    m.passed[0] = ((tiles.kind("2s"), 3),)
    assert m.may_win(0)


def test_a_pung_let_pass_is_barred_until_the_next_draw():
    m = table("", "", "88m1p", offer="8m")
    assert m.may_pung(2)
    m.missed_pung[2] = (tiles.kind("8m"),)
    assert not m.may_pung(2)
    m.moved(2, "draw")
    assert m.may_pung(2)


# ---------------------------------------------------------------- the end of the wall


def test_a_lone_wind_goes_before_green_and_red_at_the_end():
    m = table("2z67z9p", drawn="9p")
    for left, may in ((9, ["9p", "2z", "6z", "7z"]), (8, ["9p", "2z"]), (4, ["9p", "2z"])):
        m.left = left  # four draws before the four tiles of the share-out: 8
        assert names(m.may_discard(0)) == may, left
    m = table("22z7z", drawn="7z")  # a pair of winds is no lone wind
    m.left = 5
    assert names(m.may_discard(0)) == ["2z", "7z"]
    m = table("1z7z", drawn="7z")  # a wild is never discarded
    m.left = 5
    assert names(m.may_discard(0)) == ["7z"]
    m = table("2z7z", drawn="7z", options={"late_stage": 0})
    m.left = 5
    assert names(m.may_discard(0)) == ["2z", "7z"]


def test_nothing_is_called_once_the_share_out_has_begun():
    m = table("", "24m1p", "333m1p", HAND, offer="3m")
    m.left = 5
    assert m.chows(1) and m.may_pung(2) and m.may_kong(2)
    m.left = 4
    assert not m.chows(1) and not m.may_pung(2) and not m.may_kong(2)
    m.tile = tiles.kind("5s")
    assert m.may_win(3)


def test_in_the_share_out_a_tile_can_only_complete_the_hand():
    m = table("5555m9p2f", drawn="2f")
    m.left = 4  # the turn before: a replacement may be taken
    assert names(m.own_flowers(0)) == ["2f"]
    m.hands[0].concealed = kinds("5555m9p")
    m.drawn = tiles.kind("9p")
    assert m.own_kongs(0) and m.may_discard(0)
    m.left = 3
    assert m.own_kongs(0) == [] and m.may_discard(0) == b""
    m.hands[0].concealed = kinds("5555m9p2f")
    assert m.own_flowers(0) == b""
    m = table(HAND + "5s", drawn="5s")
    m.left = 0
    assert m.may_win(0)


# ---------------------------------------------------------------- winning


def test_fishing_for_an_honour_with_three_wilds():
    held = "123456m234567s9p11z2f"  # 7z and two wilds, 9p and a wild
    for how, may in (("forbid", False), ("allow", True)):
        assert offer(held, "7z", options={"three_wild_honor": how}).may_win(1) == may
    assert table("123456m234567s9p11z1f7z", drawn="7z").may_win(0)  # self-drawn it is fine


def test_a_dead_hand_does_not_win():
    m = offer()
    m.fouls = [(1, "dead_hand")]
    assert not m.may_win(1)


# ---------------------------------------------------------------- hands that are drawn


def test_four_equal_winds_draw_the_hand_with_the_option():
    for options, draws in (({}, False), ({"abort_four_winds": True}, True)):
        m = table(options=options)
        m.discards = [kinds("2z")] * 4
        assert m.aborted() == draws
    for spoiled in ([kinds("2z")] * 3 + [kinds("3z")], [kinds("2z")] * 3 + [b""], [kinds("6z")] * 4):
        m.discards = spoiled
        assert not m.aborted()
    m.discards, m.claimed = [kinds("2z")] * 4, 1
    assert not m.aborted()


def test_the_winds_are_the_first_of_the_hand_whenever_the_dealer_begins_with_them():
    m = table(options={"abort_four_winds": True})
    m.discards = [kinds("5m2z")] * 4
    assert m.aborted()
    m.discards = [kinds("5m2z"), kinds("2z"), kinds("6m2z"), kinds("7m2z")]  # a pung of 5m before
    m.claimed = 1
    assert m.aborted()
    m.turn = 1  # the dealer was the last to discard it
    assert not m.aborted()
    m.turn, m.claimed = 0, 0
    m.discards = [kinds("5m2z")] * 3 + [kinds("3z") + kinds("2z")]
    assert not m.aborted()
    m.discards = [kinds("2z") + kinds("5m")] * 4
    assert not m.aborted()


def test_a_fifth_kong_draws_the_hand_with_the_option():
    m = table(options={"abort_four_kongs": True})
    kongs = [meld(CONCEALED_KONG, "%d%d%d%dm" % (n, n, n, n)) for n in range(1, 6)]
    m.hands[1].melds, m.hands[2].melds = kongs[:4], []
    assert not m.aborted()
    m.hands[2].melds = kongs[4:]
    assert m.aborted()
    m.hands[1].melds, m.hands[2].melds = kongs, []  # all one player's
    assert not m.aborted()
    m.rules = load("longgang")
    m.hands[1].melds, m.hands[2].melds = kongs[:4], kongs[4:]
    assert not m.aborted()


def test_nine_ends_and_honours_may_draw_the_hand_with_the_option():
    nine = "19m19p19s236z45678m2p"
    m = table(nine, drawn="2p", options={"abort_nine_terminals": True})
    assert m.may_abort(0)
    m.drawn = tiles.kind("6z")  # the dealer's last tile is of the deal too
    assert m.may_abort(0)
    m.dealer = 1  # but another's draw is not
    assert not m.may_abort(0)
    m.drawn = tiles.kind("2p")
    assert m.may_abort(0)
    m.claimed = 1
    assert not m.may_abort(0)
    m.claimed, m.discards[0] = 0, kinds("1m")
    assert not m.may_abort(0)
    assert not table(nine, drawn="2p").may_abort(0)


def test_no_seat_lays_aside_what_is_wild_for_it():
    at = Table()
    at.apply(events.pack_region("longgang", {}))
    at.apply(events.pack_session(1, [95, 95, 95, 95]))
    for seat in (1, 2):  # 1 + 1 from the dealer: the seat after him opens
        at.apply(events.pack_throw(seat, b"\x01\x01"))
    for indicator, mine in (
        # South deals: Spring is his own, Summer West's, Autumn North's, Winter East's
        ("5p", ("1f2f3f", "2f3f4f", "1f3f4f", "1f2f4f")),
        ("2f", ("", "", "", "")),  # no flower is laid aside
    ):
        at.apply(events.pack_indicator(tiles.kind(indicator)))
        for seat in range(4):
            assert at.laid_aside(seat) == list(kinds(mine[seat]))
            for tile in ("1f", "2f", "3f", "4f"):
                entry = {"what": "flower", "seat": seat, "tile": tile}
                if tile in mine[seat]:
                    assert at.played(entry) == entry
                else:
                    assert str(raises(RecordError, at.played, entry)) == "tile: %s is not laid aside" % tile
    at.apply(events.pack_play({"what": "flower", "seat": 1, "tile": "1f"}))  # in a journal of before
    assert at.course == [{"what": "flower", "seat": 1, "tile": "1f"}]


# ---------------------------------------------------------------- the course


def test_the_course_of_a_hand():
    rules = load("longgang")
    entries = []
    for entry in (
        {"what": "flower", "seat": 1, "tile": "3f"},
        {"what": "missed", "seat": 2, "tile": "5s"},
        {"what": "meld", "seat": 1, "kind": "chow", "tiles": "123m", "from": 0},
        {"what": "kong", "seat": 3, "kind": "concealed_kong", "tile": "5p"},
        {"what": "foul", "seat": 0, "kind": "liable"},
        {"what": "win", "seat": 1, "tile": "7z", "from": 0},
        {"what": "win", "seat": 2, "tile": "7z", "from": 0},  # a claim that comes too late, or draws the hand
    ):
        entries = entered(rules, entries, checked(entry, 4))
    said = told(entries, 4)
    assert said["hands"][1]["flowers"] == "3f" and said["fouls"] == [{"seat": 0, "kind": "liable"}]
    assert [w["seat"] for w in said["wins"]] == [1, 2]
    for entry in (
        {"what": "void", "seat": 1, "suit": "m"},
        {"what": "ready", "seat": 1, "how": "declared"},
        {"what": "ready", "seat": 1, "how": "shown"},
        {"what": "bird", "tile": "1m"},
        {"what": "followed", "times": 1},
        {"what": "haidi", "seat": 1},
    ):
        assert str(raises(RecordError, entered, rules, [], checked(entry, 4))).startswith("what: longgang has no ")


# ---------------------------------------------------------------- between the deal and the dealer's first discard


def test_dealt_flowers_then_dealt_kongs_before_the_dealer_discards():
    """Page, Deal: flowers first, only then concealed kongs; Claims: a kong "also after the deal"."""
    m = table("123456m234789p99s34s7z", "5555m1234789p99s3s3f", "5555p12347m99s3p1s22z")
    m.turn, m.drawn = 1, -1
    assert names(m.own_flowers(1)) == ["3f"] and m.own_kongs(1) == []
    m.turn = 2
    assert m.own_flowers(2) == b"" and m.own_kongs(2) == []  # another seat has a flower still
    m.hands[1].concealed = kinds("5555m1234789p99s33s")
    assert m.own_kongs(2) == [(CONCEALED_KONG, tiles.kind("5p"))]
    m.turn = 1
    assert m.own_kongs(1) == [(CONCEALED_KONG, tiles.kind("5m"))]
    m.discards[0] = kinds("7z")
    assert m.own_kongs(1) == []
    m.hands[1].concealed = kinds("5555m1234789p99s3s3f")
    assert m.own_flowers(1) == b""  # in its turn it draws first
