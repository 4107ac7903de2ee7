"""Does it win, every way to split it, what it waits for.

Two facts carry the win check. A hand is *covered* by sets and a pair when every natural tile has its place in them; the
places left over are the wild tiles'. And n tiles with w wilds number 3 x sets + 2, so the wilds fit exactly
when the natural tiles can be covered with no more sets than there are: how many wilds go where need not be looked at.
A suit's cheapest cover is found for itself; a wild may be a fifth copy of a tile.
"""

from . import tiles

# The win check, the fastest that the interpreter runs: as machine code, with room for a table, or as it is meant.
try:
    from .cover_native import fits, sets_needed  # noqa: F401
except (ImportError, ValueError):  # ValueError: machine code of another controller
    try:
        from .cover_nodes import fits, sets_needed  # noqa: F401
    except ImportError:
        from .cover import fits, sets_needed  # noqa: F401

# A part's remaining tiles as a number in base 5. States that were looked at already are remembered in a table of fixed
# size: a later one may take the place of an earlier one, which then is only looked at again.
PLACES = (1, 5, 25, 125, 625, 3125, 15625, 78125, 390625)
REMEMBERED = 128

# A group as a split finds it. Of a chow `kind` is the lowest tile, and `wild` says by bits which of the three are wild;
# of a pung or pair `wild` is how many are.
CHOW, PUNG, PAIR = range(3)

# A split part or hand as one small int: counters below (added when parts are joined), marks above (or-ed).
WILDS, SETS, PAIRS = 7, 0x38, 0xC0  # wilds used, sets, pairs; the region's own bits begin at FREE
SET, PAIR_ONE, FREE = 8, 64, 8


def is_win(counts: bytes | bytearray, wilds: int, sets: int) -> bool:
    """Do these tiles make exactly `sets` sets and a pair?

    `counts`: natural tiles by kind, 34 numbers 0..5 (flowers, where given, are not looked at); `wilds`: tiles beside
    them that stand for any of the 34, a fifth copy included.
    """
    return fits(counts, wilds, sets, 1)


def is_sets(counts: bytes | bytearray, wilds: int, sets: int) -> bool:
    """Do these tiles make exactly `sets` sets and nothing else?"""
    return fits(counts, wilds, sets, 0)


def is_seven_pairs(counts: bytes | bytearray, wilds: int = 0) -> bool:
    """Seven pairs of fourteen tiles; four equal tiles are two pairs."""
    odd = sum([c & 1 for c in counts[:34]])
    return sum(counts[:34]) + wilds == 14 and odd <= wilds


def is_thirteen_orphans(counts: bytes | bytearray) -> bool:
    """One each of the 1s, 9s and honours, and one of them again."""
    if sum(counts[:34]) != 14:
        return False
    for kind in range(34):
        if (kind >= tiles.HONOURS or kind % 9 in (0, 8)) != (counts[kind] > 0):
            return False
    return True


def waits(counts: bytes | bytearray, wilds: int, sets: int) -> bytes:
    """The kinds (0..33) that make `sets` sets and a pair of these tiles; a tile all four of which are held included."""
    held = bytearray(counts[:34])
    out = bytearray()
    for kind in range(34):
        held[kind] += 1
        if is_win(held, wilds, sets):
            out.append(kind)
        held[kind] -= 1
    return bytes(out)


def join(a: int, b: int, adds: int) -> int:
    """Two folded parts as one: what lies in `adds` is added, the rest or-ed."""
    return (a & adds) + (b & adds) | (a | b) & ~adds


class Weigh:
    """What a region wants to know of a group, as bits from FREE on: counters in ADDS, marks outside. Here nothing."""

    ADDS = 0

    def __call__(self, sort: int, kind: int, wild: int) -> int:
        """The bits of one group: `sort` CHOW, PUNG or PAIR, `kind` and `wild` as above."""
        return 0


class Splits:
    """Every way to split a hand, folded to what the region wants to know of it.

    Groups, then suits, are joined by adding counters and or-ing marks, and equal results are kept once. So the work is
    bounded by how many different hands there are to see, not by how many ways there are to arrange the tiles.
    All bits together stay below 30, a small int on every controller.
    """

    def __init__(self, counts: bytes | bytearray, wilds: int, weigh: Weigh):
        self.counts = bytearray(counts[:34])
        self.wilds = wilds
        self.weigh = weigh
        self.adds = weigh.ADDS | 0xFF
        self._found: dict = {}
        self._codes: list = []
        self._states: list = []

    def part(self, low: int, high: int) -> list[int]:
        """The results for the kinds low..high-1 (a suit, or the honours), smallest first."""
        self._found = {}
        self._codes = [0] * REMEMBERED
        self._states = [0] * REMEMBERED
        code = 0
        for kind in range(low, high):
            code += self.counts[kind] * PLACES[kind - low]
        self._go(low, low, high, 0, code)
        return sorted(self._found)

    def _go(self, kind: int, low: int, high: int, so_far: int, code: int) -> None:
        counts = self.counts
        while kind < high and not counts[kind]:
            kind += 1
        if kind == high:
            self._found[so_far] = True
            return
        at = (code ^ so_far ^ so_far >> 9 ^ so_far >> 18 ^ code >> 7) % REMEMBERED
        if self._codes[at] == code and self._states[at] == so_far:
            return
        self._codes[at] = code
        self._states[at] = so_far
        free = self.wilds - (so_far & WILDS)
        adds = self.adds
        c = counts[kind]
        for n in range(min(c, 3), 0, -1):
            counts[kind] = c - n
            left = code - n * PLACES[kind - low]
            if 3 - n <= free:
                self._go(kind, low, high, join(so_far, self.weigh(PUNG, kind, 3 - n) + SET + 3 - n, adds), left)
            if n < 3 and 2 - n <= free and not so_far & PAIRS:
                self._go(kind, low, high, join(so_far, self.weigh(PAIR, kind, 2 - n) + PAIR_ONE + 2 - n, adds), left)
        counts[kind] = c
        if high <= tiles.HONOURS:
            for first in range(max(kind - 2, low), min(kind, high - 3) + 1):
                self._chows(first, kind, low, high, free, so_far, code)

    def _chows(self, first: int, kind: int, low: int, high: int, free: int, so_far: int, code: int) -> None:
        """The chow from `first` that holds `kind`, its lowest natural tile, with every choice of wilds in it."""
        counts = self.counts
        for wild in range(8):
            used = (wild & 1) + (wild >> 1 & 1) + (wild >> 2)
            if used > free or wild >> (kind - first) & 1:
                continue
            left = code
            for i in range(3):
                if not wild >> i & 1:
                    if not counts[first + i]:
                        break
                    left -= PLACES[first + i - low]
            else:
                self._chow(
                    first,
                    kind,
                    low,
                    high,
                    wild,
                    join(so_far, self.weigh(CHOW, first, wild) + SET + used, self.adds),
                    left,
                )

    def _chow(self, first: int, kind: int, low: int, high: int, wild: int, so_far: int, code: int) -> None:
        """Goes on without the chow's natural tiles, and puts them back."""
        counts = self.counts
        for i in range(3):
            if not wild >> i & 1:
                counts[first + i] -= 1
        self._go(kind, low, high, so_far, code)
        for i in range(3):
            if not wild >> i & 1:
                counts[first + i] += 1

    def hands(self, sets: int) -> list[int]:
        """The results for the whole hand: `sets` sets and at most one pair; what is missing to them is wilds alone.

        In a result, `sets` less its SETS are sets of three wilds, and it has PAIRS 0 if the pair is of wilds.
        """
        whole = {0: True}
        for low, high in ((0, 9), (9, 18), (18, 27), (27, 34)):
            if not any(self.counts[low:high]):
                continue
            parts = self.part(low, high)
            joined = {}
            for a in whole:
                for b in parts:
                    if (a & WILDS) + (b & WILDS) <= self.wilds and (a & PAIRS) + (b & PAIRS) <= PAIR_ONE:
                        joined[join(a, b, self.adds)] = True
            whole = joined
        out = []
        for h in whole:
            missing = sets - (h & SETS) // SET
            pure = 3 * missing + (0 if h & PAIRS else 2)
            if missing >= 0 and (h & WILDS) + pure == self.wilds:
                out.append(h)
        return sorted(out)
