"""The four walls from above, 64 x 64 at the left of a page: what stands, what is gone, and where to take the next tile.

A stack is 2 x 5 pixels, 1 apart, so a side may have 20. The reader's own wall is at the bottom; the centre display,
which lies still between four readers, has place 0 of the table there.
"""

import framebuf

from engine_core.walk import Wall
from firmware.parts import Page
from firmware.places import place_of

SIZE, MIDDLE = 64, 32


def _cell(stacks: int, side: int, stack: int) -> tuple:
    """The box (x0, y0, x1, y1) of a stack on the picture's side 0 bottom, 1 right, 2 top, 3 left; 1 = right end."""
    x = MIDDLE + stacks * 3 // 2 - 3 * stack
    x0, y0, x1, y1 = x, SIZE - 6, x + 1, SIZE - 2
    for _ in range(side):  # a quarter turn: bottom, right, top, left, as play goes
        x0, y0, x1, y1 = y0, SIZE - 1 - x1, y1, SIZE - 1 - x0
    return x0, y0, x1, y1


def _quarter(q: int) -> int:
    """q / 4 to the nearest integer, halves to the even one."""
    n, rest = q // 4, q % 4
    return n + (rest == 3 or rest == 2 and n & 1)


class WallView:
    """Draws a wall (engine_core.walk.Wall) as the seat `viewer` sees it; None: on the centre display."""

    def __init__(self, page: Page, wall: Wall, viewer: int | None):
        self.page, self.wall = page, wall
        self.turn = -self._place(viewer or 0) if viewer is not None else 0

    def _place(self, side: int) -> int:
        """Where at the table a side of the wall lies: with three walls one place has none."""
        return place_of(side, len(self.wall.stacks), self.page.empty)

    def _box(self, side: int, stack: int) -> tuple:
        return _cell(self.wall.stacks[side], self._drawn_at(side), stack)

    def _drawn_at(self, side: int) -> int:
        return (self._place(side) + self.turn) % 4

    def stacks(self, stays: int | None = None, gone: bytes = b"") -> None:
        """All stacks, dots for those that are gone. With `stays`: as they stood at the break, so many before it thin,
        and dots for those `gone` since, counted from the break on."""
        wall, fb = self.wall, self.page.fb
        count = sum(wall.stacks)
        dealt = stays is None
        for k in range(count):
            side, stack = wall.where(2 * k)
            x0, y0, x1, y1 = self._box(side, stack)
            if k in gone or dealt and not wall.stands(2 * k) and not wall.stands(2 * k + 1):
                fb.pixel((x0 + x1) // 2, (y0 + y1) // 2, 1)
            elif dealt or k < count - stays:
                fb.fill_rect(x0, y0, x1 - x0 + 1, y1 - y0 + 1, 1)
            elif self._drawn_at(side) % 2 == 0:
                fb.vline(x0, y0, 5, 1)
            else:
                fb.hline(x0, y0, 5, 1)

    def arrow(self, place: int, label: str, between: bool) -> None:
        """A wind in the middle and an arrow from it to a place: to its stack, or `between` that and the one before."""
        side, stack = self.wall.where(place)
        here = self._box(side, stack)
        before = self._box(side, stack - 1) if between and stack > 1 else here
        ux, uy = ((0, -1), (-1, 0), (0, 1), (1, 0))[self._drawn_at(side)]  # from the wall to the middle
        x = _quarter(here[0] + here[2] + before[0] + before[2] + 20 * ux)
        y = _quarter(here[1] + here[3] + before[1] + before[3] + 20 * uy)
        fb = self.page.fb
        near, far = MIDDLE - 12, MIDDLE + 11
        if ux:
            _thick(fb, MIDDLE - ux * 13, max(near, min(far, y)), x + ux * 5, y)
        else:
            _thick(fb, max(near, min(far, x)), MIDDLE - uy * 13, x, y + uy * 5)
        for step in range(6):
            if uy:
                fb.hline(x - step, y + uy * step, 2 * step + 1, 1)
            else:
                fb.vline(x + ux * step, y - step, 2 * step + 1, 1)
        fb.fill_rect(MIDDLE - 10, MIDDLE - 10, 20, 20, 0)
        width = self.page.width(label)
        self.page.text(MIDDLE - width // 2, MIDDLE - 8, label, width)
        self.page.invert(MIDDLE - 10, MIDDLE - 10, 20, 20)


def _thick(fb: framebuf.FrameBuffer, x0: int, y0: int, x1: int, y1: int) -> None:
    """A line two pixels wide."""
    fb.line(x0, y0, x1, y1, 1)
    if abs(x1 - x0) < abs(y1 - y0):
        k = 1 if y1 > y0 else -1
        fb.line(x0 + k, y0, x1 + k, y1, 1)
    else:
        k = 1 if x1 > x0 else -1
        fb.line(x0, y0 + k, x1, y1 + k, 1)
