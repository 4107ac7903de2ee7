"""What tiles show, on a PC: small ints of suits and melds that are added up, by which a house remembers what a claim
comes to.
"""

from . import tiles
from .hand import CHOW
from .hands_kept import Meld, is_regular
from .many_kept import keep
from .suits_kept import sets_and_pair, threes
from .tiles import HONOURS

# Which letters there are, by bits 0..3; of melds too, so these are or-ed. Then counters, which are added.
LETTERS = 15
SEEN = 1 << 4  # so that no suit shows 0; always four of a hand
LACK, LACKS = 1 << 7, 7 << 7  # suits that are not sets, or sets and a pair
PAIR, PAIRS = 1 << 10, 7 << 10  # suits with a pair beside their sets
PUNGS_AT = 13
PUNG = 1 << PUNGS_AT  # pungs and kongs, in the reading with fewest
CHOWS_TOO = 1 << 16  # three of the chows are three pungs as well
SIMPLE, SIMPLES = 1 << 17, 7 << 17  # suits and melds with a 2 to 8
WINDS_AT, DRAGONS_AT = 20, 23
WIND, WINDS, DRAGON, DRAGONS = 1 << WINDS_AT, 7 << WINDS_AT, 1 << DRAGONS_AT, 3 << DRAGONS_AT  # pungs and kongs of them
WIND_PAIR, DRAGON_PAIR = 1 << 25, 1 << 26
NINE = 1 << 27  # a suit with all its nine kinds
JIANG_PAIR = 1 << 28  # a pair, beside sets, of a 2, 5 or 8
ODD, ODDS = 1 << 31, 15 << 31  # kinds of which a tile is left over of pairs
FOUR, FOURS = 1 << 35, 7 << 35  # kinds of which there are four
ORPHAN = 1 << 38  # kinds of terminals and honours
SHIFTED = 1 << 42  # a suit of pairs of seven numbers in a row
FIVE = 1 << 43  # there cannot be five of a kind
ALL_ORPHANS = 13 * ORPHAN  # or more

SEVEN_PAIRS, NONE_INSIDE = bytes([2] * 7), bytes(7)


class Facts(dict):
    """What tiles of a suit, or the honours, show by what they hold, the first kind in the lowest lane; but for the
    letter.
    """

    def __init__(self, many: int):
        self.many = many

    def __missing__(self, held: int) -> int:
        counts = held.to_bytes(self.many, "little")
        out = SEEN + ODD * (counts.count(1) + counts.count(3)) + FOUR * counts.count(4)
        if max(counts) > 4:
            out += LACK + FIVE
        elif len(counts) == 9:
            out += _sets(counts)
        else:
            out += _honours(counts)
        if len(counts) == 7:
            return keep(self, held, out + ORPHAN * (7 - counts.count(0)))
        if counts[0]:
            out += ORPHAN
        if counts[8]:
            out += ORPHAN
        if counts[1:8] != NONE_INSIDE:
            out += SIMPLE
        if 0 not in counts:
            out += NINE
        if SEVEN_PAIRS in counts:
            out += SHIFTED
        return keep(self, held, out)


OF_SUIT, OF_HONOURS = Facts(9), Facts(7)


def _sets(counts: bytes) -> int:
    """What a suit shows of sets."""
    ways = sets_and_pair(counts)
    if not ways:
        return LACK
    fewest, most = 9, 0
    for _, _, left in ways:
        pungs = 9 - left.count(0)
        most = max(most, pungs)
        fewest = min(fewest, pungs - 3 if pungs > 2 and threes(left) else pungs)
    out = PUNG * fewest
    if fewest < most:
        out += CHOWS_TOO
    pair = ways[0][0]
    if pair < 0:
        return out
    return out + PAIR + JIANG_PAIR if pair % 3 == 1 else out + PAIR  # of several pairs all are a 2, 5 or 8, or none


def _honours(counts: bytes) -> int:
    """What the honours show of sets."""
    if 1 in counts or 4 in counts or counts.count(2) > 1:
        return LACK
    out = PUNG * counts.count(3) + WIND * counts[:4].count(3) + DRAGON * counts[4:].count(3)
    if 2 in counts:
        out += PAIR + (WIND_PAIR if counts.find(2) < 4 else DRAGON_PAIR)
    return out


def of_meld(meld: Meld) -> int:
    """What a meld shows, which keeps it; 0 if it is none."""
    out = 0
    if is_regular(meld.kind, meld.tiles):
        tile = meld.tiles[0]
        out = 1 << tile // 9
        if meld.kind != CHOW:
            out += PUNG
        if tile >= HONOURS:
            out += DRAGON if tile >= tiles.DRAGONS else WIND
        elif meld.kind == CHOW or 0 < tile % 9 < 8:
            out += SIMPLE
    meld.shown = out
    return out
