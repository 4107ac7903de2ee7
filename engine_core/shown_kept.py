"""What tiles show, on a PC: small ints of suits and melds that are added up, by which a house remembers what a claim
comes to.
"""

from . import tiles
from .hand import CHOW
from .hands_kept import Suit, is_regular
from .many_kept import keep
from .shapes import PUNG as PUNG_GROUP
from .suits_kept import is_whole, ways
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
FOUR = 1 << 35  # kinds of which there are four
ORPHAN = 1 << 38  # kinds of terminals and honours
SHIFTED = 1 << 42  # a suit of pairs of seven numbers in a row
FIVE = 1 << 43  # there cannot be five of a kind
ALL_ORPHANS = 13 * ORPHAN  # or more

SEVEN_PAIRS = bytes([2] * 7)
MELDS: dict = {}  # by their sort and tiles


def of_suit(suit: Suit) -> int:
    """What the tiles of a suit or the honours show."""
    kinds, counts = suit.kinds, suit.counts
    out = SEEN
    if kinds:
        honours = kinds[0] >= HONOURS
        out += 1 << kinds[0] // 9
        out += ODD * (counts.count(1) + counts.count(3)) + FOUR * counts.count(4)
        out += ORPHAN * (len(set(kinds)) if honours else (counts[0] > 0) + (counts[8] > 0))
        if not honours:
            out += SIMPLE * any(counts[1:8]) + NINE * (0 not in counts) + SHIFTED * (SEVEN_PAIRS in counts)
        if max(counts) > 4:
            out += LACK + FIVE
        else:
            out += _whole(kinds, counts, honours) if is_whole(counts) else LACK
    suit.shown = out
    return out


def _whole(kinds: bytes, counts: bytes, honours: bool) -> int:
    pungs = [len([g for g in groups if g // 9 == PUNG_GROUP]) for groups in ways(counts)]
    out = PAIR * (len(kinds) % 3 == 2) + PUNG * min(pungs) + CHOWS_TOO * (min(pungs) < max(pungs))
    if not honours:
        return out + JIANG_PAIR * (sum([counts[n] - counts[n - 1] for n in (1, 4, 7)]) % 3 == 2)
    for kind in set(kinds):
        if kinds.count(kind) == 3:
            out += DRAGON if kind >= tiles.DRAGONS else WIND
        else:
            out += DRAGON_PAIR if kind >= tiles.DRAGONS else WIND_PAIR
    return out


def of_meld(kind: int, kinds: bytes) -> int:
    """What a meld shows; 0 if it is none."""
    out = 0
    if is_regular(kind, kinds):
        tile = kinds[0]
        out = 1 << tile // 9
        if kind != CHOW:
            out += PUNG
        if tile >= HONOURS:
            out += DRAGON if tile >= tiles.DRAGONS else WIND
        elif kind == CHOW or 0 < tile % 9 < 8:
            out += SIMPLE
    keep(MELDS, (kind, kinds), out)
    return out
