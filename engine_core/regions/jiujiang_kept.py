"""What a PC remembers for Jiujiang: facts of suits and of melds, as bits of ints, so that those of a hand are their
sum. They say all that the page counts of the tiles, but for pungs in a row; jiujiang.py says what is meant.
"""

from .. import patterns
from ..hand import CHOW, Hand, Meld
from ..hands_kept import LANE, Suit, Unusual
from ..many_kept import keep
from ..shapes import CHOW as CHOW_GROUP
from ..shapes import PAIR as PAIR_GROUP
from ..suits_kept import is_whole, ways, whole_with
from ..tiles import FLOWERS, HONOURS
from .jiujiang import NONE_OF_THE_HAND, RED, WHITE, laid_out

# Of a suit. First what a reading of it shows: has it a chow, is it a straight, what waits the places of the winning
# tile make. A suit that can be read in several ways has those waits that some reading has, and no chow if one has none.
A_CHOW, CHOWS, STRAIGHT, WAIT = 1, 7, 1 << 3, 4
COUNTED = (patterns.EDGE | patterns.CLOSED | patterns.SINGLE) << WAIT
READ = CHOWS | STRAIGHT | 15 << WAIT
MANY, MANY_WAYS = 1 << 8, 7 << 8  # is it read in several ways; then counters: is it no sets, has it a pair beside sets
LACK, LACKS, PAIR, PAIRS = 1 << 11, 7 << 11, 1 << 14, 7 << 14
ODD, TWO_ODD, ODDS = 1 << 17, 2 << 17, 15 << 17  # kinds of which a tile is left over of pairs
RUNS, ROLLS, FOURS, FAIRIES = 21, 23, 26, 1 << 28  # what there is in seven pairs
OF_PAIRS = 255 << RUNS
WHITE_PUNG, RED_PUNG, CLAIMED = 1 << 29, 1 << 30, 1 << 31  # three in hand; by the winning tile
STRANGE = 1 << 32  # it has what no hand has
LETTER_AT = 33  # which of the four letters it is
# Of a hand the flush takes the place of the letters; and it has pungs in a row.
FLUSH_AT, THREE_PUNGS, FOUR_PUNGS = LETTER_AT, 1 << 35, 1 << 36
TILES_AT = 37  # how many tiles
TILE = 1 << TILES_AT
BELOW = (1 << LETTER_AT) - 1
SHAPE = BELOW & ~(MANY_WAYS | LACKS | PAIRS | ODDS | OF_PAIRS)  # of sets, what of it counts
# Of a meld, counters: is it none, a chow, what it counts by its name, is it of White or Red, how many there are, and
# of each letter.
NAMES = ("dragon_pung", "melded_kong", "dragon_kong", "concealed_kong", "concealed_dragon_kong")
BAD_MELD, CHOW_MELD, NAMED, WHITE_MELD, RED_MELD, MELD, MELD_LETTER = 1, 1 << 3, 6, 1 << 21, 1 << 24, 1 << 27, 30
BAD_MELDS = 63  # or may be
WITHOUT_LETTERS = (1 << MELD_LETTER) - 1
ALL_NINE = 9
NO_KIND = -1


class Readings(dict):
    """By the counts of a suit (or of the honours) and where the winning tile is in it, -1 if it is in none: what its
    readings show, smallest first. Where all have a chow, or none, and no straight, they are one with all their waits.
    """

    def __missing__(self, key: tuple) -> list:
        part, place = key
        if 0 not in part and len(part) == ALL_NINE:  # there may be a straight
            return keep(self, key, _split(part, place))
        pairs = part.count(2)
        if pairs > 1 or part.count(0) + pairs + part.count(3) < len(part):  # pungs alone are no reading of it
            return keep(self, key, [A_CHOW if place < 0 else A_CHOW | _waits(part, place) << WAIT])
        if b"\3\3\3" in part and len(part) == ALL_NINE:
            return keep(self, key, _split(part, place))
        return keep(self, key, [patterns.SINGLE << WAIT if place >= 0 and part[place] == 2 else 0])


def _split(part: bytes, place: int) -> list:
    """What each reading of a suit shows."""
    found = set()
    for groups in ways(part):
        reading = 0
        chows = []
        for g in groups:
            sort, at = g // 9, g % 9
            if sort == CHOW_GROUP:
                chows.append(at)
                if at <= place < at + 3:
                    reading |= patterns.chow_wait(at, place - at) << WAIT
            elif sort == PAIR_GROUP and at == place:
                reading |= patterns.SINGLE << WAIT
        if chows:
            reading |= A_CHOW | (STRAIGHT if 0 in chows and 3 in chows and 6 in chows else 0)
        found.add(reading)
    return sorted(found)


def _waits(part: bytes, place: int) -> int:
    """The waits that the places of the winning tile make, in a suit that is sets, or sets and a pair."""
    found = 0
    rest = bytearray(part)
    if part[place] > 1 and sum(part) % 3 == 2:
        rest[place] -= 2
        if is_whole(bytes(rest)):
            found = patterns.SINGLE
        rest[place] += 2
    for at in range(max(place - 2, 0), min(place, 6) + 1):
        if part[at] and part[at + 1] and part[at + 2]:
            for kind in range(at, at + 3):
                rest[kind] -= 1
            if is_whole(bytes(rest)):
                found |= patterns.chow_wait(at, place - at)
            for kind in range(at, at + 3):
                rest[kind] += 1
    return found


READINGS = Readings()


class Counted(dict):
    """The facts of a suit by the same, but for its letter."""

    def __missing__(self, key: tuple) -> int:
        part, place = key
        odd, tiles = part.count(1) + part.count(3), sum(part)
        facts = ODD * odd + (tiles << TILES_AT)
        if not odd and tiles:
            facts += _runs(part)
        if len(part) < ALL_NINE:
            facts += _honours(part, place)
        if not is_whole(part):
            return keep(self, key, facts + LACK)
        if tiles % 3 == 2:
            facts += PAIR
        readings = READINGS[key]
        if len(readings) == 1:
            return keep(self, key, facts + (readings[0] & (CHOWS | STRAIGHT | COUNTED)))
        for reading in readings:
            facts |= reading & COUNTED
        return keep(self, key, facts + MANY + all([reading & A_CHOW for reading in readings]))


def _runs(part: bytes) -> int:
    """What the pairs of a suit count: as `Rules._of_pairs`."""
    found = part.count(4) << FOURS
    if len(part) == ALL_NINE:
        for run in bytes(map(bool, part)).split(b"\0"):
            if len(run) == 7:
                found += FAIRIES
            elif len(run) >= 3:
                found += (1 << RUNS) + (len(run) - 3 << ROLLS)
    return found


def _honours(part: bytes, place: int) -> int:
    white, red = part[WHITE - HONOURS], part[RED - HONOURS]
    found = WHITE_PUNG * (white == 3) + RED_PUNG * (red == 3)
    if place >= 0 and part[place] == 3:
        found += CLAIMED
    return found + STRANGE * (white + red < sum(part))


COUNTED_FACTS = Counted()


class Facts(dict):
    """The facts of a suit without the winning tile."""

    def __missing__(self, suit: Suit) -> int:
        here = 1 << LETTER_AT + suit.kinds[0] // 9 if suit.kinds else 0
        return keep(self, suit, COUNTED_FACTS[suit.counts, NO_KIND] + here)


class FactsWith(dict):
    """The facts of a suit with the winning tile, by what it is without it and the tile."""

    def __missing__(self, key: tuple) -> int:
        part, place = with_tile(*key)
        return keep(self, key, COUNTED_FACTS[part, place] + (1 << LETTER_AT + key[1] // 9))


class Others(dict):
    """By the same where one tile more makes such a suit whole, but for that tile, and of which it has not all four;
    None if it was whole before.
    """

    def __missing__(self, key: tuple) -> tuple | None:
        part, tile = key[0].counts, key[1]
        if is_whole(part):
            return keep(self, key, None)
        low = tile - tile % 9
        found = [low + place for place in whole_with(part) if low + place != tile and part[place] < 4]
        return keep(self, key, tuple(found))


FACTS, FACTS_WITH, OTHERS = Facts(), FactsWith(), Others()


def with_tile(suit: Suit, tile: int) -> tuple:
    """The counts of a suit with a tile more, and where that is. Unusual if there cannot be so many of it."""
    part, place = suit.counts, tile % 9
    if part[place] > 3:
        raise Unusual
    return part[:place] + bytes((part[place] + 1,)) + part[place + 1 :], place


class Melds(dict):
    """The facts of a meld, by its kind and tiles."""

    def __missing__(self, key: tuple) -> int:
        kind, tiles = key
        first = tiles[0]
        meld = Meld(kind, tiles)
        facts = MELD + (1 << MELD_LETTER + 3 * (min(first, HONOURS) // 9))
        if first >= FLOWERS or first in NONE_OF_THE_HAND or not meld.regular():
            facts += BAD_MELD
        if kind == CHOW:
            facts += CHOW_MELD
        for name in laid_out(Hand(b"", [meld])):
            facts += 1 << NAMED + 3 * NAMES.index(name)
        return keep(self, key, facts + WHITE_MELD * (first == WHITE) + RED_MELD * (first == RED))


class Letters(dict):
    """Which letters melds have, by how many they have of each."""

    def __missing__(self, counted: int) -> int:
        return keep(self, counted, sum([1 << place for place in range(4) if counted >> 3 * place & 7]))


MELDS, LETTERS_OF = Melds(), Letters()
FLUSHES = ("", "half_flush", "full_flush")
FLUSH = (0, 2, 2, 0, 2, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0)  # which of them, by the letters
# In what a hand holds, of kinds in lanes: a bit for each kind of a suit, and for those that another of it follows.
ONES = sum([1 << LANE * kind for kind in range(HONOURS)])
FOLLOWED = sum([1 << LANE * kind for kind in range(HONOURS) if kind % 9 < 8])


def pungs_in_a_row(held: int) -> int:
    """What a hand of pungs shows of 潇洒, by what it holds."""
    pungs = (held & held >> 1 | held >> 2) & ONES
    two = pungs & pungs >> LANE & FOLLOWED
    three = two & two >> LANE
    return (FOUR_PUNGS if three & three >> LANE else THREE_PUNGS) if three else 0
