"""The fewest sets that cover a hand's natural tiles: what the win check is about (shapes.py says why).

This is what it means, and what a controller runs without machine code; cover_native.py is the same as machine code,
cover_nodes.py the same for a PC, which has room.
"""


def cover(counts: bytes | bytearray, at: int, end: int, x: int, y: int, sets: int, pair: int, best: int) -> int:
    """The fewest sets, below `best`, that cover the suit's ranks from `at` to `end`; `best` when it takes as many.

    `x` and `y` tiles of the next two ranks are covered already, `sets` were used so far; with `pair` 1 a pair covers
    two tiles for nothing. What is left of a rank decides: three tiles take a pung, and of what is left then one takes
    a chow (it also covers what follows; from the 8 or 9 on it reaches back). Only two leave a choice: a pung or two
    chows.
    """
    while at < end:
        left = counts[at] - x
        at += 1
        x = y
        y = 0
        if left <= 0:
            continue
        if pair:
            best = cover(counts, at - 1, end, counts[at - 1] - left + 2, x, sets, 0, best)
        if left > 2:
            sets += 1
            left -= 3
        if left == 2:
            best = cover(counts, at, end, x + 2, 2, sets + 2, pair, best)
            sets += 1
        elif left:
            x += 1
            y = 1
            sets += 1
        if sets >= best:
            return best
    return sets if sets < best else best


def sets_needed(counts: bytes | bytearray, pair: int, most: int) -> int:
    """The fewest sets that cover all 34 kinds, beside a pair (of wilds alone, maybe) if `pair` is 1; over `most`: any
    number above it.

    A pair never saves more than one set: a pung in its place would do.
    """
    total = 0
    saves = 0
    for kind in range(27, 34):
        c = counts[kind]
        if c:
            total += 1 if c < 4 else 2
            if c != 3:  # as the pair, or four as pung and pair
                saves = pair
    suits = []
    for low in (0, 9, 18):
        if any(counts[low : low + 9]):
            sets = cover(counts, low, low + 9, 0, 0, 0, 0, most + 2 - total)
            total += sets
            if total > most + pair:
                return total
            suits.append((low, sets))
    if not pair or total <= most:
        return total
    for low, sets in suits:
        if saves or cover(counts, low, low + 9, 0, 0, 0, 1, sets) < sets:
            return total - 1
    return total - saves


def suit_needs(counts: bytes | bytearray, low: int, pair: int) -> int:
    """The fewest sets that cover the suit from `low` on, beside a pair in it if `pair` is 1 and that saves a set."""
    return cover(counts, low, low + 9, 0, 0, 0, pair, 99)


def fits(counts: bytes | bytearray, wilds: int, sets: int, pair: int) -> bool:
    """Do 34 counts and the wilds make exactly so many sets, and a pair if `pair` is 1?"""
    return sum(counts[:34]) + wilds == 3 * sets + 2 * pair and sets_needed(counts, pair, sets) <= sets
