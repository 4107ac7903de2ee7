"""The rails of sensors under the walls of the virtual table: one sensor a stack, which sees whether a tile lies there.

At a simulated table a person takes stacks away and puts them back, and the table follows that, or says what is wrong.
For each of the four sides of the table what lies there is a number: bit k is set where a tile lies on stack k + 1 from
the right end; None: that side has no rail.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from engine_core.walk import Wall
from mjtable.errors import MjtableError
from mjtable.link import Link
from mjtable.web.owner import View
from mjtable.web.site import Site

SIDES = 4
NOTHING = [0] * SIDES
NO_RAILS = [None] * SIDES
PATIENCE = 5.0  # seconds until the history has what the table has
WallOf = Callable[[Site], Wall | None]
SideOf = Callable[[int], int]  # on which side of the table the wall of a seat lies


class NoRails(Exception):
    """There are no sensors to say anything."""


class Behind(Exception):
    """The history does not have the wall that the table has."""


def there(view: View) -> bool:
    """Has the table sensors under its walls."""
    return view.sense is not None and any(bits is not None for bits in view.sense["walls"])


def seen(view: View, side: int, stack: int) -> str:
    """What the sensor of a stack says, by the side of the table: lit (a tile lies there), dark, off (it is not
    believed); "": there is none.
    """
    if view.sense is None or view.sense["walls"][side] is None:
        return ""
    if {"side": side, "stack": stack} in view.sense["off"]:
        return "off"
    return "lit" if view.sense["walls"][side] >> stack - 1 & 1 else "dark"


def lying(wall: Wall, side_of: SideOf) -> list[int]:
    """What lies on each side of the table as the wall is counted."""
    places = range(2 * sum(wall.stacks))
    return _bits(wall, side_of, {place // 2 for place in places if wall.stands(place) or place == wall.indicator_at})


def whole(wall: Wall, side_of: SideOf) -> list[int]:
    """The same before the first tile is dealt."""
    return _bits(wall, side_of, range(sum(wall.stacks)))


def dealt(wall: Wall, side_of: SideOf) -> list[int]:
    """The stacks that go with the deal."""
    return _bits(wall, side_of, range((wall.rules.SEATS * wall.rules.HAND + 1) // 2))


def _bits(wall: Wall, side_of: SideOf, stacks: Iterable[int]) -> list[int]:
    out = list(NOTHING)
    for stack in stacks:
        side, n = wall.where(2 * stack)
        out[side_of(side)] |= 1 << n - 1
    return out


def undealt(view: View, wall: Wall, side_of: SideOf) -> bool:
    """Do tiles of the deal still lie there."""
    if view.sense is None:
        return False
    return any((bits or 0) & of_deal for bits, of_deal in zip(view.sense["walls"], dealt(wall, side_of), strict=True))


# ---------------------------------------------------------------- at a simulated table


def lay(site: Site, wall_of: WallOf, side_of: SideOf) -> None:
    """There are sensors, and what lies under them is the wall as it is counted. Behind, and what the table refuses."""
    wall = _caught_up(site, wall_of)
    site.owner.ask("sense", walls=list(NOTHING) if wall is None else lying(wall, side_of))
    site.raised = _hand(site.view)


def remove(site: Site) -> None:
    """There are no sensors any more."""
    site.owner.ask("sense", walls=list(NO_RAILS))


def put(site: Site, stacks: list[int], lies: bool) -> None:
    """These stacks are put there, or taken away. NoRails, and what the table refuses."""

    def job(link: Link) -> None:
        before = link.request("sense")["walls"]
        if all(bits is None for bits in before):
            raise NoRails()
        both = zip(before, stacks, strict=True)
        link.request("sense", walls=[(bits or 0) | some if lies else (bits or 0) & ~some for bits, some in both])

    site.owner.do(job)


def follow(site: Site, wall: Wall | None, side_of: SideOf) -> None:
    """Between two hands the walls are down, and each hand begins with all of them up, as the table's machine does it.
    Where the table has gone back to another hand they are as that one's are counted.
    """
    view = site.view
    hand = _hand(view)
    if site.sim is None or view.link != "live" or hand == site.raised or not there(view) or not _agrees(view, wall):
        return
    walls = list(NOTHING) if wall is None else (whole if wall.taken is None else lying)(wall, side_of)

    def job(link: Link) -> None:
        if site.raised != hand:  # nobody else did meanwhile
            link.request("sense", walls=walls)
            site.raised = hand

    with contextlib.suppress(MjtableError):
        site.owner.do(job)


def _hand(view: View) -> tuple[Any, ...]:
    """What tells the wall of a hand from any other; () while there is none."""
    status = view.status
    return (status["session"], status["hand"], *status["dice"]) if status and status["wall"] else ()


def _caught_up(site: Site, wall_of: WallOf) -> Wall | None:
    """The wall, as soon as it is the one that the table has. Behind."""
    changed = threading.Event()
    site.owner.tell(changed.set)
    end = time.monotonic() + PATIENCE
    try:
        while not _agrees(site.view, wall := wall_of(site)):
            if not changed.wait(end - time.monotonic()):
                raise Behind()
            changed.clear()
    finally:
        site.owner.forget(changed.set)
    return wall


def _agrees(view: View, wall: Wall | None) -> bool:
    """Is it the wall that the table has: the history may be behind."""
    told = view.status["wall"] if view.status else None
    if told is None or wall is None:
        return told is wall
    return bool((told["next"], told["left"]) == (wall.place(wall.next), wall.left))
