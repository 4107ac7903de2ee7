"""How a win can have come, as far as the table knows: what a seat is asked when it says that it has won."""

import pytest

from engine_core import events, tiles
from engine_core.table import Table
from firmware.claim import Claim

DRAW, KONG, FLOWER = events.WALL_DRAW, events.WALL_KONG, events.WALL_FLOWER
A_KONG = {"what": "kong", "seat": 0, "kind": "concealed_kong", "tile": "1s"}
A_PUNG = {"what": "meld", "seat": 0, "kind": "pung", "tiles": "999s", "from": 2}


def dealt(region, options=None):
    """A table at which East has dealt, 5p turned up where something is."""
    table = Table()
    table.apply(events.pack_region(region, options or {}))
    while table.throw:
        seat, n = table.throw
        table.apply(events.pack_throw(seat, b"\x02" * n))
    if table.phase == "wild":
        table.apply(events.pack_indicator(tiles.kind("5p")))
    return table


def happened(table, *steps):
    for step in steps:
        if isinstance(step, dict):
            table.apply(events.pack_play(table.played(step)))
        else:
            table.apply(events.pack_wall(step))
    return table


def may(table, seat, giver=None):
    claim = Claim(table, seat)
    claim.giver = giver
    return claim.may()


def flower(seat, tile):
    return {"what": "flower", "seat": seat, "tile": tile}


@pytest.mark.parametrize(
    ("region", "steps", "heavenly"),
    [
        ("ningbo", [], True),
        # "flowers replaced before the first discard do not spoil heavenly"
        ("ningbo", [flower(0, "2f"), FLOWER, flower(3, "5f"), FLOWER], True),
        ("jiujiang", [flower(0, "6z"), FLOWER], True),  # "replacing Greens before does not matter"
        # "the dealer wins with the dealt tiles, flowers replaced, concealed kongs allowed"
        ("longgang", [flower(1, "1f"), FLOWER, A_KONG, KONG], True),
        ("longgang", [A_PUNG], False),
        ("longgang", [dict(A_KONG, kind="kong", **{"from": 1}), KONG], False),
        ("ningbo", [A_KONG, KONG], False),  # "unless the winner is the dealer, self-drawn, without melds"
        ("guigang", [A_KONG, KONG], False),
        ("xuezhan", [{"what": "void", "seat": 2, "suit": "m"}], True),
    ],
)
def test_what_is_replaced_before_the_first_discard_spoils_no_heavenly_hand(region, steps, heavenly):
    table = happened(dealt(region), *steps)
    assert ("heavenly" in may(table, 0)) == heavenly
    assert "heavenly" not in may(table, 1) and "heavenly" not in may(table, 0, giver=1)
    assert "heavenly" not in may(happened(table, DRAW), 0)


def test_flowers_before_the_draws_do_not_make_them_fewer():
    table = happened(dealt("jiujiang", {"edition": "1"}), flower(0, "6z"), FLOWER, DRAW, DRAW, DRAW)
    assert "earthly" in may(table, 3)
    assert "earthly" not in may(happened(table, DRAW), 3)  # all have drawn


def test_who_is_passed_over_by_a_call_has_a_first_draw_later():
    """Jiujiang, edition 1: "a first draw is the player's own first draw, whatever others have claimed before"."""
    table = happened(dealt("jiujiang", {"edition": "1"}), DRAW, DRAW, A_PUNG, flower(0, "6z"), FLOWER, DRAW, DRAW)
    assert "earthly" in may(table, 3)  # West discarded to East twice: he may have drawn nothing so far
    assert "earthly" not in may(happened(table, DRAW, DRAW, DRAW, DRAW), 3)
