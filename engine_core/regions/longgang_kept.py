"""What a PC remembers for Longgang of suits and melds, and what the place of a winning tile adds. longgang.py and
longgang_read.py say what is meant, and do without.
"""

from functools import lru_cache

from .. import tiles
from ..cover_nodes import TAKEN
from ..hand import CHOW, Meld
from ..many_kept import MANY, keep

remembered = lru_cache(1024)  # what there are few of, in one house
# Of a suit of who has not won in a number: kinds of 2..8 and of 1 and 9 of which there are one, two, four; then its
# pungs of 2..8, of 1 and 9.
ONES, TWOS, FOURS = 1, 1 << 5, 1 << 9
BIG_ONES, BIG_TWOS, BIG_FOURS = 1 << 13, 1 << 17, 1 << 21
PUNGS_AT = 25
SMALL, BIG = 1 << PUNGS_AT, 1 << PUNGS_AT + 4
OF_SMALL = (0, ONES, TWOS, SMALL, SMALL + FOURS, SMALL + FOURS)  # by how many there are of a kind
OF_BIG = (0, BIG_ONES, BIG_TWOS, BIG, BIG + BIG_FOURS, BIG + BIG_FOURS)
OF_END = [big - small for small, big in zip(OF_SMALL, OF_BIG)]


def number_of(part: bytes) -> int:
    """The number of a suit, by its counts."""
    return sum(map(OF_SMALL.__getitem__, part)) + OF_END[part[0]] + OF_END[part[8]]


@lru_cache(MANY)
def number_of_honours(part: bytes) -> int:
    """The same of honours, as if none of them paid."""
    return sum(map(OF_BIG.__getitem__, part))


# ------------------------------------------------------------ the winner's tiles

# Of a part (a suit or the honours) or a meld of who claims a win in a number: of a part 1 if it has tiles, of a meld
# its letter as a bit; then counters: is there a tile of 2..8; does a pair save a set; kinds of winds; does a pair save
# a pung; the fewest sets that cover it; the fewest wilds that it takes; the fewest pungs; is there White; is it a meld
# of a chow; points of a meld on the table.
LETTERS = 15
MIDDLE_AT, SAVES_AT, WINDS_AT, PUNG_SAVES_AT, SETS_AT, LEAST_AT, FEWEST_AT = 4, 8, 11, 15, 18, 23, 28
MIDDLES, SAVES, WINDS, PUNG_SAVES = 15 << MIDDLE_AT, 7 << SAVES_AT, 15 << WINDS_AT, 7 << PUNG_SAVES_AT
WHITE, CHOWS_AT, POINTS_AT = 1 << 33, 37, 40
CHOWS = 7 << CHOWS_AT


class Parts(dict):
    """The numbers of parts, by their counts."""

    def __missing__(self, part: bytes) -> int:
        kinds = len(part) - part.count(0)
        out = 0
        if kinds:
            takes = TAKEN[part]
            sets, saves = takes >> 3, takes & 7
            pungs = kinds + part.count(4) + part.count(5)
            out += 1 + (saves << SAVES_AT) + (sets << SETS_AT) + (3 * sets - saves - sum(part) << LEAST_AT)
            out += (pungs << FEWEST_AT) + ((kinds > part.count(3)) << PUNG_SAVES_AT)
            if len(part) < 9:
                out += (4 - part[:4].count(0) << WINDS_AT) + WHITE * (part[4] > 0)
            else:
                out += any(part[1:8]) << MIDDLE_AT
        return keep(self, part, out)


OF_PART = Parts()


class Plus(dict):
    """Parts with a tile more, by (part, place)."""

    def __missing__(self, key: tuple) -> bytes:
        part, at = key
        return keep(self, key, part[:at] + bytes((part[at] + 1,)) + part[at + 1 :])


class Less(dict):
    """Parts without the tiles of a kind, by (part, place)."""

    def __missing__(self, key: tuple) -> bytes:
        part, at = key
        return keep(self, key, part[:at] + b"\0" + part[at + 1 :])


PLUS, LESS = Plus(), Less()


@remembered
def of_meld(kind: int, kinds: bytes, big: bool) -> int:
    """The number of a meld; 0 if it is none. `big`: are the 1 and 9."""
    meld = Meld(kind, kinds)
    low = meld.tile
    if not meld.regular() or low == tiles.DRAGONS:
        return 0
    out = (1 << low // 9) + (any([k < tiles.HONOURS and 0 < k % 9 < 8 for k in kinds]) << MIDDLE_AT)
    if kind == CHOW:
        return out + (1 << CHOWS_AT)
    return out + ((tiles.HONOURS <= low < tiles.DRAGONS) << WINDS_AT) + (points_of(kind, low, big) << POINTS_AT)


@remembered
def points_of(kind: int, tile: int, big: bool) -> int:
    """The points of a pung or kong on the table: `longgang.Rules.meld_points`."""
    from .longgang import MELD_FACTORS

    return (8 if tile >= tiles.HONOURS or big and tile % 9 in (0, 8) else 4) * MELD_FACTORS[kind] // 2
