"""What a PC remembers for Longgang of suits and melds, and what the place of a winning tile adds. longgang.py and
longgang_read.py say what is meant, and do without.
"""

from functools import lru_cache

from .. import shapes, tiles
from ..hand import CHOW, Meld
from ..hands_kept import Suit
from ..many_kept import keep

remembered = lru_cache(1024)  # what there are few of, in one house
NO_WINDS = (-1, -1)
FROM_HONOURS = [(low, high, bytes(high - low)) for low, high in ((27, 34), (0, 9), (9, 18), (18, 27))]
# Of a suit in a number: its pungs of 2..8, of 1 and 9; that it was looked at; that it has a tile of 2..8. Then kinds of
# 2..8 and of 1 and 9 of which there are one, two, four.
SMALL, BIG, LOOKED_AT, MIDDLE, MIDDLES = 1, 1 << 4, 1 << 8, 1 << 10, 7 << 10
ONES, TWOS, FOURS = 1 << 13, 1 << 18, 1 << 22
BIG_ONES, BIG_TWOS, BIG_FOURS = 1 << 26, 1 << 30, 1 << 34
OF_SMALL = (0, ONES, TWOS, SMALL, SMALL + FOURS, SMALL + FOURS)  # by how many there are of a kind
OF_BIG = (0, BIG_ONES, BIG_TWOS, BIG, BIG + BIG_FOURS, BIG + BIG_FOURS)
OF_END = [big - small for small, big in zip(OF_SMALL, OF_BIG)]


@remembered
def readers() -> tuple:
    """What `longgang.Rules.judge` asks of the modules that it needs when somebody claims a win."""
    from . import longgang_limits, longgang_read

    return longgang_limits.best, longgang_read.Winner, longgang_read.is_fishing, longgang_read.PAIR


def count_pungs(suit: Suit) -> int:
    """The number of a suit, which it keeps."""
    part = suit.counts
    fours = part.count(4) + part.count(5)
    out = LOOKED_AT + part.count(1) * ONES + part.count(2) * TWOS + fours * FOURS + (part.count(3) + fours) * SMALL
    suit.pungs = out = out + OF_END[part[0]] + OF_END[part[8]] + MIDDLE * any(part[1:8])
    return out


def count_honours(suit: Suit) -> int:
    """The same of honours, as if none of them paid."""
    out = LOOKED_AT
    for count in suit.counts:
        out += OF_BIG[count]
    suit.pungs = out
    return out


# ---------------------------------------------------------------- melds

LETTERS = 15  # of a meld in a number: its letter as a bit, that it has a tile of 2..8,
MELD_MIDDLE = 1 << 4
MELD_CHOW, MELD_PUNG, MELD_WIND = 1 << 7, 1 << 10, 1 << 13  # is it a chow, a pung or kong, one of a wind (counters)
MELD_POINTS = 1 << 16


@remembered
def of_meld(kind: int, kinds: bytes, big: bool) -> int:
    """The number of a meld; 0 if it is none. `big`: are the 1 and 9."""
    meld = Meld(kind, kinds)
    low = meld.tile
    if not meld.regular() or low == tiles.DRAGONS:
        return 0
    out = (1 << low // 9) + MELD_MIDDLE * any([k < tiles.HONOURS and 0 < k % 9 < 8 for k in kinds])
    if kind == CHOW:
        return out + MELD_CHOW
    out += MELD_PUNG + MELD_WIND * (tiles.HONOURS <= low < tiles.DRAGONS)
    return out + MELD_POINTS * points_of(kind, low, big)


@remembered
def points_of(kind: int, tile: int, big: bool) -> int:
    """The points of a pung or kong on the table: `longgang.Rules.meld_points`."""
    from .longgang import MELD_FACTORS

    return (8 if tile >= tiles.HONOURS or big and tile % 9 in (0, 8) else 4) * MELD_FACTORS[kind] // 2


# ---------------------------------------------------------------- the winner

STATES: dict = {}  # of `natural_states`, by what holds for the whole hand, then by suit and the winning tile's place


def natural_states(x, places) -> list:  # type: ignore[no-untyped-def]
    """As `longgang_read._states` of a hand without wilds of which no sets are wanted. For reading only."""
    kinds, tile = bytes(x.counts), x.tile
    whole_hand = x.on_wild, places.places, x.rules.big_numbers
    if whole_hand not in STATES:
        STATES[whole_hand] = {}
    known = STATES[whole_hand]
    whole: list = []
    for low, high, nothing in FROM_HONOURS:
        here = kinds[low:high]
        if here == nothing:
            continue
        key = here, tile - low if low <= tile < high else -1, x.winds if low == tiles.HONOURS else NO_WINDS
        found = known.get(key)
        if found is None:
            found = _found(x, places, low, high, known, key)
        if not whole:
            whole = found
        elif len(whole) == len(found) == 1:
            a, b = whole[0], found[0]
            whole = [shapes.join(a, b, all_adds())] if not a & b & shapes.PAIRS else []
        else:
            whole = _reader()._joined(whole, found, x.wilds)
        if not whole:
            return whole
    return whole


def _found(x, places, low: int, high: int, known: dict, key: tuple) -> list:  # type: ignore[no-untyped-def]
    read = _reader()
    splits = shapes.Splits(x.counts, 0, read.Weigh(x, places, read.nothing_wanted()))
    splits.adds = read.SUIT_ADDS if low < tiles.HONOURS else read.HONOUR_ADDS
    return keep(known, key, read._highest(splits.part(low, high, 0)))


@remembered
def _reader():  # type: ignore[no-untyped-def]
    from . import longgang_read

    return longgang_read


@remembered
def all_adds() -> int:
    return _reader().HONOUR_ADDS
