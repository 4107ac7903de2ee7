"""What a split hand shows, shared by the regions: sets by sort, honour pungs, the pair, the wait, the suits.

`Weigh` is what `shapes.Splits` folds a group to; the functions below read the folded hand again.
"""

from . import shapes, tiles
from .hand import CHOW

# folded hands: counters (up to 7 each), then marks
CHOWS, PUNGS, DRAGON_PUNGS = 1 << 8, 1 << 11, 1 << 14
ADDS = 0x1FF00
WIND_PUNG = 17  # bits 17..20: a pung of 1z..4z
PAIR_HONOUR = 21  # bits 21..23: the pair is 1z..7z (1..7), else 0
WAIT = 24  # bits 24..28: the waits that the winning tile's possible places make
OPEN, EDGE, CLOSED, SINGLE, TWO_PAIR = 1, 2, 4, 8, 16

TERMINALS = (0, 8, 9, 17, 18, 26)
ORPHANS = TERMINALS + (27, 28, 29, 30, 31, 32, 33)  # and the honours


class Weigh(shapes.Weigh):
    """Folds a group to its sort, its honours and what wait it would be if the winning tile stood in it.

    `tile`: the winning tile's kind when it is a natural tile, -1 when waits do not count; `wild`: it is a wild tile.
    """

    ADDS = ADDS

    def __init__(self, tile: int = -1, wild: bool = False):
        self.tile = tile
        self.wild = wild

    def __call__(self, sort: int, kind: int, wild: int) -> int:
        if sort == shapes.CHOW:
            return CHOWS | self._chow_waits(kind, wild) << WAIT
        here = wild > 0 if self.wild else kind == self.tile
        if sort == shapes.PUNG:
            return pung(kind) | TWO_PAIR << WAIT if here else pung(kind)
        return pair(kind) | SINGLE << WAIT if here else pair(kind)

    def alike(self, low: int, high: int) -> tuple:
        """All suits alike, but for where the winning tile is."""
        return self.tile - low if low <= self.tile < high else -1, self.wild

    def _chow_waits(self, first: int, wild: int) -> int:
        out = 0
        for i in range(3):
            if wild >> i & 1 if self.wild else first + i == self.tile and not wild >> i & 1:
                out |= chow_wait(first, i)
        return out


def pung(kind: int) -> int:
    """A pung or kong, folded."""
    if kind < tiles.HONOURS:
        return PUNGS
    return PUNGS | DRAGON_PUNGS if kind >= tiles.DRAGONS else PUNGS | 1 << WIND_PUNG + kind - tiles.HONOURS


def pair(kind: int) -> int:
    """A pair, folded."""
    return kind - tiles.HONOURS + 1 << PAIR_HONOUR if kind >= tiles.HONOURS else 0


def join(a: int, b: int) -> int:
    """Two folded parts as one."""
    return shapes.join(a, b, ADDS | 0xFF)


def chow_wait(first: int, place: int) -> int:
    """The wait for tile `place` (0..2) of the chow from `first`: closed, edge (3 of 123, 7 of 789) or open."""
    if place == 1:
        return CLOSED
    return EDGE if (first % 9 == 0 and place == 2) or (first % 9 == 6 and place == 0) else OPEN


def chows(folded: int) -> int:
    return folded >> 8 & 7


def pungs(folded: int) -> int:
    return folded >> 11 & 7


def dragon_pungs(folded: int) -> int:
    """How many pungs or kongs of dragons."""
    return folded >> 14 & 7


def wind_pungs(folded: int) -> int:
    """Bits 0..3: a pung or kong of East .. North."""
    return folded >> WIND_PUNG & 15


def pair_honour(folded: int) -> int:
    """1..7 when the pair is of that honour, else 0."""
    return folded >> PAIR_HONOUR & 7


def waits(folded: int) -> int:
    """The waits that the winning tile's possible places make, as bits OPEN .. TWO_PAIR."""
    return folded >> WAIT & 0x1F


def melded(melds: list) -> int:
    """The melds of a hand, folded like the groups of a split."""
    out = 0
    for m in melds:
        out = join(out, CHOWS if m.kind == CHOW else pung(m.tile))
    return out


OF_PUNGS, OF_OTHERS = 1, 2
NONE_OF_NINE, NONE_OF_SEVEN = bytes(9), bytes(7)  # counts of a suit and of the honours of which there is no tile


def readings(counts: bytes | bytearray, melds: list) -> int:
    """How these tiles (no wilds among them) and the melds are four sets and a pair: OF_PUNGS if a reading has only
    pungs and kongs, OF_OTHERS if one has not; 0 if they are not.

    From the counts alone: pungs are threes and one two, and such tiles are chows as well where three neighbours are
    threes.
    """
    if not shapes.is_win(counts, 0, 4 - len(melds)):
        return 0
    twos = 0
    for c in counts[: tiles.FLOWERS]:
        if c:
            if c == 2:
                twos += 1
            elif c != 3:
                return OF_OTHERS
    if twos != 1 or any(m.kind == CHOW for m in melds):
        return OF_OTHERS
    for low in (0, 9, 18):
        if b"\x03\x03\x03" in bytes(counts[low : low + 9]):
            return OF_PUNGS | OF_OTHERS
    return OF_PUNGS


def suits(counts: bytes | bytearray) -> int:
    """Which letters occur: bit 0 characters, 1 dots, 2 bamboo, 3 honours."""
    out = 8 if counts[27:34] != NONE_OF_SEVEN else 0
    if counts[:9] != NONE_OF_NINE:
        out |= 1
    if counts[9:18] != NONE_OF_NINE:
        out |= 2
    return out | 4 if counts[18:27] != NONE_OF_NINE else out


def is_full_flush(suits: int) -> bool:
    return suits in (1, 2, 4)


def is_half_flush(suits: int) -> bool:
    """One suit and honours, both present."""
    return suits in (9, 10, 12)


def only(counts: bytes | bytearray, kinds: tuple, honours: bool) -> bool:
    """Only these suit kinds, and honours if so said, occur."""
    n = sum(counts[: tiles.HONOURS if honours else tiles.FLOWERS])
    for kind in kinds:
        n -= counts[kind]
    return not n


def bits(mask: int) -> int:
    """How many bits are set."""
    n = 0
    while mask:
        n += mask & 1
        mask >>= 1
    return n


def is_nine_gates(concealed: bytes | bytearray) -> bool:
    """The thirteen tiles before the win are 1112345678999 of one suit."""
    for low in (0, 9, 18):
        if bytes(concealed[low : low + 9]) == b"\x03\x01\x01\x01\x01\x01\x01\x01\x03":
            return sum(concealed) == 13
    return False
