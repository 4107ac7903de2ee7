"""What a wall can be asked for beyond the regions at hand: each with rules made for the test that answer just that.

The numbers are worked out in the comments, from the pages of the regions that play so.
"""

from check import raises

from engine_core import wall
from engine_core.rules import Ruleset
from engine_core.walk import Wall

DRAW, KONG, FLOWER, DECLINE, BIRD = 1, 2, 3, 4, 5


def seen(w, code, times=1, dice=b""):
    """Applies an event, none of them refused; (taken, next, tail, left) after it."""
    for _ in range(times):
        assert w.apply(code, dice)
    return w.place(w.taken), w.place(w.next), w.place(w.tail), w.left


def unchanged(w, code, dice=b""):
    """Whether an event is refused and leaves everything as it was."""
    before = state(w)
    return not w.apply(code, dice) and state(w) == before


def state(w):
    return (
        w.taken, w.next, w.tail, w.left, w.kept_back, w.last_tile, w.last_four, w.share_out, w.over, bytes(w.gone),
    )  # fmt: skip


def answer(rules, f, **record):
    """opening or script of a record of a region with these rules."""
    load = wall.load
    wall.load = lambda region, options: rules(options)
    try:
        return f(dict(record, region="made"))
    finally:
        wall.load = load


# ---------------------------------------------------------------- sides


class Uneven(Ruleset):
    """14, 13, 14, 13 stacks from the dealer's side on; the smaller die stays; replacements are the next tiles."""

    REPLACEMENT = "next"

    def stacks(self, dealer):
        return (13, 14, 13, 14) if dealer % 2 else (14, 13, 14, 13)

    def stays(self, dealer, dice):
        return min(dice)

    def last_four(self):
        return True


class Three(Ruleset):
    """Three players and three sides."""

    SEATS = 3

    def stacks(self, dealer):
        return (14, 14, 14)


def test_sides_may_differ_and_follow_the_dealer():
    # Sum 2: side 1 of 13 stacks, one stays, stacks 2 to 13 are 24 tiles; side 0 has 28: together 52, the 53rd is 3:01u.
    w = Wall(Uneven({}), 0, b"\x01\x01")
    assert [w.place(p) for p in (0, 23, 24, 51, 52, 106, 107)] == [
        "1:02u", "1:13l", "0:01u", "0:14l", "3:01u", "1:01u", "1:01l",
    ]  # fmt: skip
    assert Wall(Uneven({}), 1, b"\x01\x01").where(0) == (2, 2)


def test_the_next_tile_replaces_and_the_last_four_are_told():
    w = Wall(Uneven({}), 0, b"\x01\x01")
    assert seen(w, KONG) == ("3:01l", "3:02u", "3:02u", 54)
    assert seen(w, DRAW, 50)[3] == 4 and not w.last_four
    assert seen(w, KONG)[3] == 3 and w.last_four
    assert unchanged(w, KONG, b"\x01\x02")
    assert seen(w, DRAW, 3) == ("1:01l", None, None, 0) and w.last_four and w.last_tile
    assert unchanged(w, DRAW) and unchanged(w, KONG)


def test_three_players_are_dealt_from_three_sides():
    # Sum 4 from seat 2: seat 2 again; 4 stay: 2:05. Side 2 has ten stacks, five packets; then side 1.
    got = answer(Three, wall.opening, dealer=2, dice=[1, 3])
    assert got["break"] == {"side": 2, "stack": 5}
    assert got["hands"][2] == ["2:05u-2:06l", "2:11u-2:12l", "1:03u-1:04l", "1:09u", "1:10l"]
    assert got["hands"][0] == ["2:07u-2:08l", "2:13u-2:14l", "1:05u-1:06l", "1:09l"]
    assert got["hands"][1] == ["2:09u-2:10l", "1:01u-1:02l", "1:07u-1:08l", "1:10u"]
    assert (got["next"], got["tail"], got["left"]) == ("1:11u", "2:04u", 84 - 40)
    error = raises(wall.RecordError, answer, Three, wall.opening, dealer=3, dice=[1, 3])
    assert str(error) == "dealer: 3 is not in 0..2"


def test_the_tail_goes_over_the_corner_to_the_next_seat():
    # Four stacks stay on side 2, then the last stack of side 0 (2 + 1 modulo 3).
    w = Wall(Three({}), 2, b"\x01\x03")
    assert seen(w, KONG, 8)[0] == "2:01l"
    assert seen(w, KONG)[0] == "0:14u"


# ---------------------------------------------------------------- several throws


class Later(Ruleset):
    """Shangrao: a second throw, after the deal, counts the indicator from the tail."""

    breaks_after = 1

    def throws(self, dealer, dice):
        return [(dealer, 2)] * (1 if len(dice) < 2 else 2)

    def break_side(self, dealer, dice):
        return (dealer + dice[0] + dice[1] - 1) % 4

    def stays(self, dealer, dice):
        return dice[0] + dice[1]

    def turned_up(self, dealer, dice):
        return dice[2] + dice[3] if len(dice) == 4 else None


def test_break_and_deal_are_known_before_the_throw_for_the_indicator():
    got = answer(Later, wall.opening, dice=[2, 5])
    assert sorted(got) == ["break", "hands", "next", "stacks", "throws"]
    assert got["break"] == {"side": 2, "stack": 8}
    assert sorted(answer(Later, wall.opening, dice=[])) == ["stacks", "throws"]
    assert answer(Later, wall.opening, dice=[2, 5, 1, 1])["indicator_at"] == "2:06u"
    for dice in ([2], [2, 5, 1], [2, 5, 1, 1, 1], [2, 5, 1, 1, 1, 1]):
        assert str(raises(wall.RecordError, answer, Later, wall.opening, dice=dice)).startswith("dice:")
    assert str(raises(wall.RecordError, answer, Later, wall.script, dice=[2, 5], events=[])).startswith("dice:")


def test_the_indicator_is_counted_over_the_corner_and_passed_over_from_behind():
    # Three stay on side 2; the fifth from the tail is stack 16 of side 3.
    w = Wall(Later({}), 0, b"\x01\x02\x01\x04")
    assert w.place(w.indicator_at) == "3:16u"
    assert seen(w, KONG, 6)[2] == "3:17u"
    assert seen(w, KONG, 2)[2] == "3:16l"
    assert seen(w, KONG)[2] == "3:15u"


class ShareOut(Ruleset):
    """Longgang: 16 tiles each, the opener throws again, his count may run past his wall, 21 are kept back."""

    HAND = 16
    SHARE_OUT = 21
    FLOWER_EVENT = True

    def throws(self, dealer, dice):
        return [(dealer, 2)] + ([(self.break_side(dealer, dice), 2)] if len(dice) >= 2 else [])

    def break_side(self, dealer, dice):
        return (dealer + dice[0] + dice[1] - 1) % 4

    def turned_up(self, dealer, dice):
        return 1


def test_a_second_thrower_is_named_once_he_is_known():
    assert answer(ShareOut, wall.opening, dealer=1, dice=[])["throws"] == [{"seat": 1, "dice": 2}]
    got = answer(ShareOut, wall.opening, dealer=1, dice=[3, 4])
    assert got["throws"] == [{"seat": 1, "dice": 2}, {"seat": 3, "dice": 2}]
    assert sorted(got) == ["stacks", "throws"]


def test_a_count_past_the_end_of_a_wall_goes_on_clockwise_and_hands_may_be_four_packets():
    # 24 stacks from the right end of side 3: seven of side 2 stay; 65 tiles are 32 stacks and one.
    got = answer(ShareOut, wall.opening, dice=[6, 6, 6, 6])
    assert got["break"] == {"side": 2, "stack": 8}
    assert got["hands"][0] == ["2:08u-2:09l", "2:16u-2:17l", "1:07u-1:08l", "1:15u-1:16l", "0:06u"]
    assert got["hands"][3] == ["2:14u-2:15l", "1:05u-1:06l", "1:13u-1:14l", "0:04u-0:05l"]
    assert (got["next"], got["tail"], got["indicator_at"]) == ("0:06l", "2:07l", "2:07u")
    assert (got["left"], got["kept_back"]) == (70 - 21, 21)
    # Exactly 17: the break is at the right end of the next wall.
    assert answer(ShareOut, wall.opening, dice=[2, 3, 6, 6])["break"] == {"side": 3, "stack": 1}


# ---------------------------------------------------------------- share-out


def share_out_wall():
    return Wall(ShareOut({}), 0, b"\x06\x06\x06\x06")  # 70 in the wall after the deal


def test_no_replacement_21_stay_and_the_share_out_begins_at_25():
    w = share_out_wall()
    seen(w, DRAW, 44)
    assert (w.left, w.kept_back, w.share_out) == (5, 21, False)
    seen(w, DRAW)
    assert (w.left, w.kept_back, w.share_out) == (4, 21, True)
    assert seen(w, DRAW) == ("3:12u", "3:12l", None, 3)
    assert unchanged(w, KONG) and unchanged(w, FLOWER)
    assert seen(w, DRAW, 3) == ("3:13l", None, None, 0)
    assert (w.kept_back, w.last_tile, w.share_out, w.over) == (21, True, True, True)
    assert unchanged(w, FLOWER) and unchanged(w, DRAW)


def test_with_24_in_the_wall_a_replacement_is_the_first_share_out_tile():
    w = share_out_wall()
    seen(w, FLOWER)
    assert (w.left, w.kept_back) == (49, 20)
    seen(w, DRAW, 45)
    assert (w.share_out, w.place(w.next), w.place(w.tail)) == (True, "3:12u", "3:12u")
    assert seen(w, KONG) == ("3:12u", "3:12l", None, 3)
    assert (seen(w, DRAW, 3)[3], w.kept_back) == (0, 20)


def test_at_25_the_replacement_still_comes_from_the_tail():
    w = share_out_wall()
    seen(w, DRAW, 45)
    assert seen(w, FLOWER) == ("2:07l", "3:12u", "3:12u", 4)
    assert (w.kept_back, w.share_out) == (20, True)
    assert (seen(w, DRAW, 4)[3], w.over) == (0, True)


def test_the_corner_25_in_the_wall_after_an_odd_number_of_replacements():
    w = share_out_wall()
    seen(w, FLOWER)
    seen(w, DRAW, 44)
    assert (w.left, w.share_out) == (5, False)
    assert seen(w, KONG) == ("2:06u", "3:11l", "3:11l", 4)
    assert (w.kept_back, w.share_out) == (20, True)
    assert seen(w, DRAW, 4)[0] == "3:13u" and w.over


# ---------------------------------------------------------------- dice for a kong


class Diced(Ruleset):
    """Changsha: dice for a kong if the player likes, the sea bottom, two birds."""

    SEA_BOTTOM = True

    def stacks(self, dealer):
        return (14, 13, 14, 13)

    def kong_dice(self):
        return (0, 2)

    def birds(self):
        return 2


class AlwaysDiced(Ruleset):
    """Jiujiang, first edition: two dice for every kong; a Green's replacement comes from the tail."""

    FLOWER_EVENT = True
    DICE_PAST = "first"

    def kong_dice(self):
        return (2,)


def diced_wall():
    return Wall(Diced({}), 0, b"\x02\x05")  # tail 2:07, next 0:07l, 55 left


def test_dice_count_the_stacks_that_still_stand():
    w = diced_wall()
    assert seen(w, KONG, 1, b"\x01\x02")[0] == "2:05u"
    assert seen(w, KONG, 1, b"\x01\x02")[0] == "2:05l"  # a single tile still makes a stack
    assert seen(w, KONG, 1, b"\x01\x02")[0] == "2:04u"  # 2:05 is gone: 2:07, 2:06, 2:04
    assert seen(w, KONG, 1, b"\x06\x06")[0] == "3:08u"  # six on side 2, then 3:13 down to 3:08
    assert seen(w, KONG) == ("2:07u", "0:07l", "2:07l", 50)
    assert [unchanged(w, KONG, dice) for dice in (b"\x03", b"\x01\x02\x03", b"\x00\x07")] == [True] * 3


def test_a_count_past_the_standing_stacks_takes_the_last_stack_at_the_tail():
    w = diced_wall()
    assert seen(w, DRAW, 50)[1:] == ("2:05l", "2:07u", 5)
    assert seen(w, KONG, 1, b"\x01\x03")[0] == "2:07u"
    assert seen(w, KONG, 1, b"\x01\x02")[0] == "2:05l"


def test_or_the_stack_farthest_from_it():
    # Sum 3 from seat 0: 2:04, 26 stacks and a tile dealt to 1:13; 83 left.
    w = Wall(AlwaysDiced({}), 0, b"\x01\x02")
    seen(w, DRAW, 78)
    assert (w.left, w.place(w.next), w.place(w.tail)) == (5, "2:01l", "2:03u")
    assert seen(w, KONG, 1, b"\x02\x03")[0] == "2:01l"
    assert seen(w, KONG, 1, b"\x01\x01")[0] == "2:02u"
    assert seen(w, KONG, 1, b"\x06\x05")[0] == "2:02l"
    assert seen(w, FLOWER)[0] == "2:03u"
    assert unchanged(w, KONG)
    assert seen(w, KONG, 1, b"\x01\x01")[0] == "2:03l" and w.last_tile


# ---------------------------------------------------------------- sea bottom and birds


def test_the_last_tile_roams_until_somebody_takes_it():
    w = diced_wall()
    seen(w, DRAW, 53)
    assert w.left == 2 and unchanged(w, DECLINE)
    seen(w, DRAW)
    assert seen(w, DECLINE) == (None, "2:07l", None, 1)
    assert unchanged(w, KONG) and unchanged(w, KONG, b"\x01\x02") and unchanged(w, BIRD)
    assert seen(w, DECLINE)[3] == 1 and not w.over
    assert seen(w, DRAW) == ("2:07l", None, None, 0)
    assert w.last_tile and w.over and unchanged(w, DECLINE)


def test_four_who_decline_end_the_hand():
    w = diced_wall()
    seen(w, DRAW, 54)
    seen(w, DECLINE, 3)
    assert not w.over
    assert seen(w, DECLINE) == (None, None, None, 1)
    assert w.over and not w.last_tile
    assert unchanged(w, DRAW) and unchanged(w, DECLINE) and unchanged(w, BIRD)


def test_a_last_tile_taken_as_a_replacement_is_no_sea_bottom():
    for dice in (b"", b"\x06\x06"):
        w = diced_wall()
        seen(w, DRAW, 54)
        assert seen(w, KONG, 1, dice) == ("2:07l", None, None, 0)
        assert w.over and not w.last_tile


def test_birds_are_the_next_tiles_after_a_win():
    w = diced_wall()
    assert seen(w, BIRD) == ("0:07l", None, None, 54) and w.over
    assert unchanged(w, DRAW) and unchanged(w, KONG)
    assert seen(w, BIRD) == ("0:08u", None, None, 53)
    assert unchanged(w, BIRD)


def test_a_bird_may_be_the_last_tile_and_then_there_is_none():
    w = diced_wall()
    seen(w, DRAW, 54)
    assert seen(w, BIRD)[0] == "2:07l" and not w.last_tile
    assert seen(w, BIRD)[0] is None
    assert unchanged(w, BIRD)


def test_without_a_tile_for_a_bird_the_last_tile_stays_the_last():
    w = diced_wall()
    seen(w, DRAW, 55)
    assert seen(w, BIRD)[0] is None and w.last_tile
