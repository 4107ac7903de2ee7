"""What a PC remembers for the Sichuan family: facts of a suit, as bits of a small int, so that those of a hand are the
sum of its suits'. They say which basic patterns it shows, and what a ready hand waits for; blood_patterns.py and
blood_checks.py say what is meant, and do without.
"""

from .blood_patterns import DRAGONS, NO_DRAGONS
from .hand import CHOW, Meld
from .hands_kept import LANE, Suit, Unusual
from .many_kept import keep
from .suits_kept import is_whole, whole_with
from .tiles import HONOURS

# Where each fact begins: is it no sets (of a hand, how many suits are none), tiles left over of pairs, fours, pairs
# beside pungs, its pairs if it is outside, has it others than 2s, 5s and 8s, a bit for each suit that there is, how
# many tiles.
ODD, FOUR, PAIRS, ENDS, OTHERS, HERE, TILES = 2, 7, 11, 14, 17, 19, 24
LACKS, MOST_ODD, MOST_FOUR, SOME = 3, 31, 15, 7  # how far the first ones go, and all others
LOOKED_AT = 1 << 22  # so that no facts are 0
ALL_SUITS, NO_PAIRS, FOURS = SOME << HERE, MOST_ODD << ODD, MOST_FOUR << FOUR
ONE_ODD = 1 << ODD
NEVER = 2  # pairs: more than a hand of sets has
# In what a hand holds, the bit of a kind's lane that says it has all four.
HAS_FOUR = sum([4 << LANE * kind for kind in range(HONOURS)])
FLUSH = (1, 2, 4)  # by suits


class Facts(dict):
    """By nine counts of a suit their facts, but for which suit it is."""

    def __missing__(self, part: bytes) -> int:
        facts = LOOKED_AT | part.count(4) << FOUR | sum(part) << TILES
        facts |= part.count(1) + part.count(3) + part.count(5) << ODD
        if not is_whole(part):  # pairs are asked of sets only
            return keep(self, part, facts | 1)
        pungs, ends = _pairs(part)
        facts |= pungs << PAIRS | ends << ENDS | (any(part[::3]) or any(part[2::3])) << OTHERS
        return keep(self, part, facts)


FACTS = Facts()


def _pairs(part: bytes) -> tuple:
    """The pairs of a suit beside pungs, and its pairs if it is outside; NEVER if it has anything else: see
    `blood_patterns.is_pungs` and `is_outside`.
    """
    twos = part.count(2)
    pungs = min(twos, NEVER) if part.count(0) + twos + part.count(3) == 9 else NEVER
    if any(part[3:6]):
        return pungs, NEVER
    outside = 0
    for end, next_one, third in ((0, 1, 2), (8, 7, 6)):
        rest = part[end] - part[next_one]
        if part[third] != part[next_one] or rest not in (0, 2, 3):
            return pungs, NEVER
        outside += rest == 2
    return pungs, outside


def of_suit(suit: Suit) -> int:
    """The facts of a suit, which keeps them."""
    suit.blood = FACTS[suit.counts] | 1 << HERE + suit.kinds[0] // 9 if suit.kinds else LOOKED_AT
    return suit.blood


class FactsWith(dict):
    """The facts of a suit with a tile more, by what it is without it and the tile."""

    def __missing__(self, key: tuple) -> int:
        suit, kind = key
        return keep(self, key, FACTS[_with(suit.counts, kind % 9)] | 1 << HERE + kind // 9)


FACTS_WITH = FactsWith()


def _with(part: bytes, place: int) -> bytes:
    return part[:place] + bytes((part[place] + 1,)) + part[place + 1 :]


def waits(suit: Suit) -> tuple:
    """The kinds of which one tile more, of which it has not all four, makes a suit whole. The suit keeps them."""
    part, low = suit.counts, suit.kinds[0] if suit.kinds else 0
    low -= low % 9
    suit.waits = tuple([low + place for place in whole_with(part) if part[place] < 4]) if suit.kinds else ()
    return suit.waits


class Melds(dict):
    """By the kind and tiles of a meld its suit, and what a hand cannot be that has it. Unusual if it is forbidden."""

    def __missing__(self, key: tuple) -> int:
        meld = Meld(*key)
        if meld.kind == CHOW or not meld.regular() or meld.tile >= HONOURS:
            raise Unusual
        facts = NO_PAIRS | 1 << HERE + meld.tile // 9
        if meld.tile % 9 not in (0, 8):
            facts |= SOME << ENDS
        return keep(self, key, facts if meld.tile % 3 == 1 else facts | 1 << OTHERS)


OF_MELD = Melds()


def of_melds(melds: list) -> int:
    """What melds say, to be or-ed to the facts of a hand's concealed tiles, as `Melds`. Unusual if the page forbids
    one.
    """
    said = 0
    for meld in melds:
        said |= OF_MELD[meld.kind, meld.tiles]
    return said


def with_melds(facts: int, said: int, melds: int, held: int) -> int:
    """The facts of a hand, of those of its concealed tiles, what its so many melds say and what it holds with them."""
    return (facts & ~FOURS | said | (held & HAS_FOUR).bit_count() << FOUR) + (3 * melds << TILES)


def odd_one(suits: tuple) -> tuple:
    """The suit with a tile left over of pairs, where there is one, and its kind."""
    for suit in suits:
        if suit.blood & NO_PAIRS:
            part = suit.counts
            return suit, suit.kinds[0] // 9 * 9 + max(part.find(1), part.find(3))
    raise ValueError


def basic(facts: int) -> list:
    """The basic patterns that a hand of fourteen tiles shows: as `blood_patterns.shown`."""
    flush = facts >> HERE & SOME in FLUSH
    out = []
    if not facts & LACKS:
        out.append("plain_hand")
        if flush:
            out.append("full_flush")
        if facts >> PAIRS & SOME == 1:
            out.append("all_pungs")
            if flush:
                out.append("full_flush_pungs")
            if not facts >> OTHERS & 3:
                out.append("jiang_dui")
        if facts >> ENDS & SOME == 1:
            out.append("outside_hand")
            if flush:
                out.append("full_flush_outside")
    if not facts & NO_PAIRS:
        out += (DRAGONS if facts & FOURS else NO_DRAGONS)[: 1 + flush]
    return out


def gens(facts: int) -> int:
    """Of how many kinds a hand has all four."""
    return facts >> FOUR & MOST_FOUR
