"""Does it win, every way to split it, what it waits for.

Two facts carry the win check. A hand is *covered* by sets and a pair when every natural tile has its place in them; the
places left over are the wild tiles'. And n tiles with w wilds number 3 x sets + 2, so the wilds fit exactly
when the natural tiles can be covered with no more sets than there are: how many wilds go where need not be looked at.
A suit's cheapest cover is found for itself; a wild may be a fifth copy of a tile.
"""

from . import tiles

# The win check, the fastest that the interpreter runs: as machine code, with room for a table, or as it is meant.
try:
    from .cover_native import fits, sets_needed, suit_needs  # noqa: F401
except (ImportError, ValueError):  # ValueError: machine code of another controller
    try:
        from .cover_nodes import fits, sets_needed, suit_needs  # noqa: F401
    except ImportError:
        from .cover import fits, sets_needed, suit_needs  # noqa: F401

# Waits without wilds and parts of a split, remembered where there is room.
try:
    from .suits_kept import natural_hands, natural_waits
    from .suits_kept import part as kept_part

    ROOM = True
except ImportError:
    ROOM = False

PARTS = ((0, 9), (9, 18), (18, 27), (27, 34))  # the suits and the honours
DIGIT = 3  # bits of a kind's count in what is left of a part

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
    suited = counts[:34]
    return odd(suited) <= wilds and sum(suited) + wilds == 14


def odd(counts: bytes | bytearray) -> int:
    """Of how many kinds a tile would be left over of pairs."""
    return counts.count(b"\1") + counts.count(b"\3") + counts.count(b"\5")


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
    if ROOM and not wilds:
        return natural_waits(counts, sets)
    held = bytearray(counts[:34])
    out = bytearray()
    if not is_win(held, wilds + 1, sets):
        return b""
    for low, high in PARTS:
        if not wilds and sum(held[low:high]) % 3 == 0:
            continue  # a suit that lacks no tile: one more is too many
        for kind in range(low, high):
            if wilds or any(held[max(kind - 1, 0) : kind + 2]):  # else it would stand alone
                held[kind] += 1
                if sets_needed(held, 1, sets) <= sets:
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

    def alike(self, low: int, high: int) -> tuple:
        """What its weights of a suit (or the honours) depend on beside the tiles, () if that is not said."""
        return ()


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
        self.most = wilds  # in the part that is split

    def part(self, low: int, high: int, wilds: int) -> list[int]:
        """The results for the kinds low..high-1 (a suit, or the honours) with so many wilds at most, smallest first."""
        return kept_part(self, low, high, wilds) if ROOM else self.carried(low, high, wilds)

    def shares(self, parts: list | tuple) -> list[int]:
        """For each of these parts the most wilds that it can have: all but the fewest that the others take."""
        least = [self._least(low, high) for low, high in parts]
        spare = self.wilds - sum(least)
        return [spare + n for n in least] if spare >= 0 else []

    def _least(self, low: int, high: int) -> int:
        counts = self.counts
        held = counts[low:high]
        if low < tiles.HONOURS:
            return min(3 * suit_needs(counts, low, 0), 3 * suit_needs(counts, low, 1) + 2) - sum(held)
        return sum([-c % 3 for c in held]) - any([c % 3 for c in held])  # one of them may be the pair

    def carried(self, low: int, high: int, wilds: int) -> list[int]:
        """As `part`, found from what is left of the suit.

        The lowest kind that is left goes into a group, in every way. What then is left is a smaller number, so the
        largest is looked at next: by then all results that lead to it are there, and are carried on together.
        """
        self.most = wilds
        left = 0  # the tiles as digits, the lowest kind first
        for kind in range(low, high):
            left = left << DIGIT | self.counts[kind]
        waiting = {left: {0}}  # what is left -> the results so far
        kind = low
        at = (high - low - 1) * DIGIT  # where its digit is
        while waiting:
            left = max(waiting)
            if not left:
                return sorted(waiting[0])
            while not left >> at:
                kind += 1
                at -= DIGIT
            so_far = waiting.pop(left)
            free = wilds - min([state & WILDS for state in so_far])
            for n in range(min(left >> at, 3), max(2 - free, 0), -1):
                self._carry(waiting, so_far, PUNG, kind, 3 - n, 3 - n, left - (n << at))
            for n in range(min(left >> at, 2), max(1 - free, 0), -1):
                self._carry(waiting, so_far, PAIR, kind, 2 - n, 2 - n, left - (n << at))
            if high <= tiles.HONOURS:
                self._chows(waiting, so_far, kind, at, left - (1 << at), kind - low, free)
        return []

    def _chows(self, waiting: dict, so_far: set, kind: int, at: int, left: int, before: int, free: int) -> None:
        """Every chow that has `kind` as its lowest natural tile, which is not in `left` any more.

        The suit has so many kinds `before` it, and those after it have their digits below `at`.
        """
        one = two = 0  # a tile of the next kind and of the one after, if there are any
        if at >= DIGIT and left >> at - DIGIT & 7:
            one = 1 << at - DIGIT
        if at >= 2 * DIGIT and left >> at - 2 * DIGIT & 7:
            two = 1 << at - 2 * DIGIT
        if one and two:
            self._carry(waiting, so_far, CHOW, kind, 0, 0, left - one - two)
        if free and one and at >= 2 * DIGIT:
            self._carry(waiting, so_far, CHOW, kind, 4, 1, left - one)
        if free and two:
            self._carry(waiting, so_far, CHOW, kind, 2, 1, left - two)
        if free and one and before:
            self._carry(waiting, so_far, CHOW, kind - 1, 1, 1, left - one)
        if free < 2:
            return
        if at >= 2 * DIGIT:
            self._carry(waiting, so_far, CHOW, kind, 6, 2, left)
        if at >= DIGIT and before:
            self._carry(waiting, so_far, CHOW, kind - 1, 5, 2, left)
        if before > 1:
            self._carry(waiting, so_far, CHOW, kind - 2, 3, 2, left)

    def _carry(self, waiting: dict, so_far: set, sort: int, kind: int, wild: int, used: int, left: int) -> None:
        """Joins a group to the results so far, as far as the wilds suffice for its `used` ones."""
        group = self.weigh(sort, kind, wild) + used + (PAIR_ONE if sort == PAIR else SET)
        free = self.most - used
        pairs = PAIRS if sort == PAIR else 0
        adds = self.adds
        found = []
        for state in so_far:
            if state & WILDS <= free and not state & pairs:
                found.append((state & adds) + (group & adds) | (state | group) & ~adds)
        if not found:
            return
        if left in waiting:
            waiting[left].update(found)
        else:
            waiting[left] = set(found)

    def hands(self, sets: int) -> list[int]:
        """The results for the whole hand: `sets` sets and at most one pair; what is missing to them is wilds alone.

        In a result, `sets` less its SETS are sets of three wilds, and it has PAIRS 0 if the pair is of wilds.
        """
        if ROOM and not self.wilds:
            return natural_hands(self, sets)
        parts = [(low, high) for low, high in PARTS if any(self.counts[low:high])]
        shares = self.shares(parts) if self.wilds else [0] * len(parts)
        whole = [0] if len(shares) == len(parts) else []
        for (low, high), wilds in zip(parts, shares):
            part = self.part(low, high, wilds)
            whole = self._joined(whole, part) if whole != [0] else part
        out = []
        for h in whole:
            missing = sets - (h & SETS) // SET
            pure = 3 * missing + (0 if h & PAIRS else 2)
            if missing >= 0 and (h & WILDS) + pure == self.wilds:
                out.append(h)
        return sorted(out)

    def _joined(self, whole: list, part: list) -> list:
        adds = self.adds
        found = set()
        for a in whole:
            for b in part:
                if (a & WILDS) + (b & WILDS) <= self.wilds and not a & b & PAIRS:
                    found.add((a & adds) + (b & adds) | (a | b) & ~adds)
        return list(found)
