"""The walls of a hand as a picture in text, seen from above.

Seat 0 is at the bottom and play goes counter-clockwise, so seat 1 is on the right. A stack shows both its tiles: the
lower one outside, the upper one inside. A tile takes two columns, so that Chinese signs fit.
"""

from rich.cells import cell_len

from engine_core.rules import Ruleset
from engine_core.walk import Wall

TILE = 2  # columns
SIDE = 2 * TILE  # columns of a wall that stands upright
GUTTER = 2  # columns between it and the middle, for the arrow
STANDS, GONE = "#", "."
ARROWS = "v>^<"  # at the first stack taken, by side


def dealt_to(rules: Ruleset, dealer: int) -> list[int]:
    """The seat that each tile is dealt to, from the break on."""
    order = [(dealer + i) % rules.SEATS for i in range(rules.SEATS)]
    seats = []
    for size in (4,) * (rules.HAND // 4) + (1,) * (rules.HAND % 4):
        seats += [seat for seat in order for _ in range(size)]
    return [*seats, dealer]


def signs(wall: Wall, thrown: bool = True) -> dict[tuple[int, int, int], str]:
    """(side, stack, 0 upper or 1 lower) -> what the tile is: "seat.N" for one dealt, else gone, next, tail, indicator,
    kept or stands. Until all dice are `thrown` the tail is not known.
    """
    dealt = dealt_to(wall.rules, wall.dealer)
    places = range(2 * sum(wall.stacks))
    standing = [place for place in places if wall.stands(place) and place != wall.indicator_at]
    found = dict.fromkeys(standing, "stands")
    found.update(dict.fromkeys(standing[len(standing) - wall.kept_back :], "kept"))
    found.update({place: "gone" for place in places if not wall.stands(place)})
    found.update({place: f"seat.{seat}" for place, seat in enumerate(dealt)})
    tail = wall.tail if thrown else None
    for place, sign in ((wall.indicator_at, "indicator"), (tail, "tail"), (wall.next, "next")):
        if place is not None:
            found[place] = sign
    return {(*wall.where(place), place & 1): sign for place, sign in found.items()}


def lines(
    stacks: tuple[int, ...],
    found: dict[tuple[int, int, int], str],
    first: tuple[int, int] | None,
    width: int,
    sign: dict[str, str],
    names: list[str],
    middle: str,
) -> list[str]:
    """The picture. `found` are the `signs`, {} while nothing is taken; `first` is side and stack of the break; `sign`
    has a character for each sign; `names` are those of the seats; `middle` is written in the middle.
    """
    return _Picture(stacks, found, first, width, sign).lines(names, middle)


class _Picture:
    def __init__(
        self,
        stacks: tuple[int, ...],
        found: dict[tuple[int, int, int], str],
        first: tuple[int, int] | None,
        width: int,
        sign: dict[str, str],
    ):
        self.sign = sign
        self.first = first
        self.signs = found
        self.stacks = [*stacks, *[0] * (4 - len(stacks))]  # at a table of three the left side is empty
        across = max(self.stacks[0], self.stacks[2])
        self.left = SIDE + GUTTER if self.stacks[3] else 0
        self.step = TILE + (self.left + across * (TILE + 1) + GUTTER + SIDE <= width)
        self.across = across * self.step
        self.height = max(self.stacks[1], self.stacks[3])

    def tile(self, side: int, stack: int, level: int) -> str:
        return _padded(self.sign[self.signs.get((side, stack, level), "stands")], TILE)

    def row(self, side: int, level: int) -> str:
        """The upper or lower tiles of the wall at the bottom or top, from left to right."""
        n = self.stacks[side]
        order = range(n, 0, -1) if side == 0 else range(1, n + 1)
        tiles = [_padded(self.tile(side, stack, level), self.step) for stack in order]
        return " " * self.left + "".join(tiles)

    def lines(self, names: list[str], middle: str) -> list[str]:
        inside = self._inside([*names, *[""] * (4 - len(names))], middle)
        out = [self.row(2, 1), self.row(2, 0)]
        for i in range(self.height):
            left, right = self.stacks[3] - i, i + 1  # both walls are counted clockwise
            out.append(self._upright(3, left) + inside[i] + self._upright(1, right))
        return [line.rstrip() for line in [*out, self.row(0, 0), self.row(0, 1)]]

    def _upright(self, side: int, stack: int) -> str:
        """A stack of the wall on the left or right, with what is before it in the middle's direction."""
        if side == 3 and not self.left:
            return ""
        if not 0 < stack <= self.stacks[side]:
            return " " * (SIDE + GUTTER)
        arrow = _padded(self._arrow(side, stack), 1)
        upper, lower = self.tile(side, stack, 0), self.tile(side, stack, 1)
        return lower + upper + arrow + " " if side == 3 else " " + arrow + upper + lower

    def _arrow(self, side: int, stack: int) -> str:
        return ARROWS[side] if self.first == (side, stack) else ""

    def _inside(self, names: list[str], middle: str) -> list[str]:
        """What is within the walls, line by line: arrows, the seats, and in the middle what is to be told."""
        rows = [""] * self.height
        rows[0], rows[-1] = self._arrow_row(2), self._arrow_row(0)
        rows[1], rows[-2] = self._centred(names[2]), self._centred(names[0])
        space = self.across - cell_len(names[3]) - cell_len(names[1])
        rows[3] = names[3] + " " * space + names[1]
        rows[self.height // 2] = self._centred(middle)
        return [_padded(row, self.across) for row in rows]

    def _centred(self, text: str) -> str:
        return " " * max(0, (self.across - cell_len(text)) // 2) + text

    def _arrow_row(self, side: int) -> str:
        stack = next((n for n in range(1, self.stacks[side] + 1) if self._arrow(side, n)), 0)
        if not stack:
            return ""
        at = self.stacks[side] - stack if side == 0 else stack - 1
        return " " * (at * self.step) + ARROWS[side]


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
