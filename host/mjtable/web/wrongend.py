"""A tile taken from the wrong end of the wall, at a simulated table: its sensors see it, and the table says so.

The virtual sensors under the walls are shown what lies there, and once the table follows them a stack at the tail goes.
Where replacements come from there that is no slip as such: then the tiles counted at the front still lie there.
"""

import time
from collections.abc import Callable
from typing import Any

from engine_core.walk import Wall

SIDES = 4
PATIENCE = 5.0  # seconds until the table follows its sensors, at most
DEALT = 6.0  # seconds of quiet after which the table knows that the deal is over (firmware/tracker.py)
LOOK_AGAIN = 0.1


class NotNow(Exception):
    """The table does not follow its sensors in time: there is no wall, or a dialogue is open."""


Ask = Callable[..., Any]


def take(ask: Ask, wall: Callable[[], Wall | None], side_of: Callable[[int], int]) -> None:
    """`ask` requests something of the table; `wall` is the wall as it is now; `side_of` says on which side of the table
    a seat's wall lies. NotNow, and what the table refuses.
    """
    now = wall()
    if now is None or now.next is None:
        raise NotNow()
    lie = lying(now, side_of)
    told = ask("sense", walls=lie)
    end = time.monotonic() + PATIENCE
    while not told["follows"]:
        if time.monotonic() > end:
            put_back(ask)
            raise NotNow()
        time.sleep(LOOK_AGAIN)
        told = ask("sense")
    last = _last(now)
    if now.rules.REPLACEMENT == "tail":
        time.sleep(DEALT)
        left = 1 + (now.next % 2 == 0)  # tiles of the stack at the front: counted by key, they lie there still
        for _ in range(left):
            ask("press", seat=0, key="next")
    side, stack = now.where(2 * last)
    lie[side_of(side)] &= ~(1 << stack - 1)
    ask("sense", walls=lie)


def put_back(ask: Ask) -> None:
    """The walls have no sensors any more: the keys count alone."""
    ask("sense", walls=[None] * SIDES)


def lying(wall: Wall, side_of: Callable[[int], int]) -> list[int]:
    """For each side of the table a number: bit k is set where a tile lies on stack k + 1 from the right end."""
    out = [0] * SIDES
    for place in range(2 * sum(wall.stacks)):
        if wall.stands(place) or place == wall.indicator_at:
            side, stack = wall.where(place)
            out[side_of(side)] |= 1 << stack - 1
    return out


def _last(wall: Wall) -> int:
    """The last stack that has a tile to take and no turned-up one, of which a sensor says nothing."""
    turned_up = -1 if wall.indicator_at is None else wall.indicator_at // 2
    return max(place // 2 for place in range(2 * sum(wall.stacks)) if wall.stands(place) and place // 2 != turned_up)
