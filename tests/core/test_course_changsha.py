"""Changsha: the last tile of the wall as a kong's replacement."""

from evening import drawn, thrown
from test_course import play, refused

from engine_core import course  # now, while a small heap has room to compile it
from engine_core import events as ev
from engine_core.score import score


def test_who_drew_the_sea_bottom_as_a_replacement_deals_after_a_drawn_hand():
    table = thrown("changsha")
    table.apply(ev.pack_wall(ev.WALL_DRAW, 54))
    play(table, {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "9m"})
    assert score(table.complete(drawn()))["next_dealer"] == 0
    table.apply(ev.pack_wall(ev.WALL_KONG))
    hand = table.complete(drawn())
    assert hand["carry"] == {"haidi_seat": 1} and score(hand)["next_dealer"] == 1
    assert table.complete(drawn(carry={"haidi_seat": 2}))["carry"] == {"haidi_seat": 2}


def test_a_sea_bottom_that_was_drawn_is_told_by_whoever_took_it():
    table = thrown("changsha")
    play(table, {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "9m"})
    table.apply(ev.pack_wall(ev.WALL_KONG))
    table.apply(ev.pack_wall(ev.WALL_DRAW, 54))
    assert table.complete(drawn())["carry"] == {}
    play(table, {"what": "haidi", "seat": 3})
    assert table.complete(drawn())["carry"] == {"haidi_seat": 3}


def test_dice_for_a_kong_lock_the_hand():
    kong = {"what": "kong", "seat": 1, "kind": "concealed_kong", "tile": "9m"}
    pung = {"what": "meld", "kind": "pung", "tiles": "444p", "from": 0}
    table = thrown("changsha")
    play(table, dict(kong, seat=2, tile="8m"))
    table.apply(ev.pack_wall(ev.WALL_KONG))
    play(table, kong)
    table.apply(ev.pack_throw(1, b"\x02\x03"))
    table.apply(ev.pack_wall(ev.WALL_KONG, 1, b"\x02\x03"))
    assert course.locked(table.ruleset, table.course, table.drawn) == [1]
    refused(table, dict(pung, seat=1), "seat")
    refused(table, dict(kong, tile="7m"), "seat")
    play(table, dict(pung, seat=2))
