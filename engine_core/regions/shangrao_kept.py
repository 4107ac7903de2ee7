"""What a PC remembers for Shangrao: facts of suits, as bits of ints, so that those of a hand are their sum, with those
of its melds or-ed. They say which rows of the page fit, with any number of wilds; shangrao.py says what is meant.
"""

from ..cover_nodes import TAKEN
from ..hand import CHOW, Meld
from ..hands_kept import Suit
from ..many_kept import keep
from ..tiles import HONOURS

# Which letters there are; then counters: the sets that cover the tiles, suits where a pair saves one of them, the pungs
# that cover them, kinds that are no three, kinds of which a tile is left over of pairs, suits with a 2 to 8.
LETTERS = 15
NEEDS_AT, SAVES, PUNGS_AT, NO_THREES, ODD_AT, SIMPLES = 4, 7 << 9, 12, 31 << 17, 22, 15 << 27
SOME, ODDS = 31, 31 << ODD_AT
SAVE, NO_THREE_AT, SIMPLE = 1 << 9, 17, 1 << 27
STARS_AT, STARS = 31, 127  # a bit for each honour that there is
ROOM_AT, ROOM = 38, 15  # places for tiles that are three apart
CROWDED, CROWDS = 1 << 42, 7 << 42  # suits with tiles that are not
GATES = 1 << 45  # before the winning tile it was 1112345678999
CHOW_MELD, BAD_MELD = 1 << 46, 1 << 47
NINE_GATES = bytes((3, 1, 1, 1, 1, 1, 1, 1, 3))
APART = 3


class Counted(dict):
    """The facts of a suit by its counts, but for its letter."""

    def __missing__(self, part: bytes) -> int:
        nothing, threes = part.count(0), part.count(3)
        kinds = len(part) - nothing
        takes = TAKEN[part]
        facts = (takes >> 3) << NEEDS_AT | (takes & 7) * SAVE
        facts += kinds + part.count(4) + part.count(5) << PUNGS_AT
        facts += kinds - threes << NO_THREE_AT
        facts += part.count(1) + threes + part.count(5) << ODD_AT
        crowded = nothing + part.count(1) < len(part)
        if len(part) < 9:
            facts += sum([1 << at for at, many in enumerate(part) if many]) << STARS_AT
        else:
            facts += SIMPLE * any(part[1:8])
            if not crowded:
                room = _room(part)
                crowded = room < 0
                facts += max(room, 0) << ROOM_AT
        return keep(self, part, facts + CROWDED * crowded)


def _room(part: bytes) -> int:
    """How many tiles of a suit there may be beside these, all three apart; -1 if they are not."""
    room, last = 0, -APART
    for place, many in enumerate(part):
        if many:
            if place - last < APART:
                return -1
            room += (place - last) // APART
            last = place
    return room + (11 - last) // APART - 1


COUNTED = Counted()


class Facts(dict):
    """The facts of a suit."""

    def __missing__(self, suit: Suit) -> int:
        return keep(self, suit, COUNTED[suit.counts] | (1 << suit.kinds[0] // 9 if suit.kinds else 0))


class FactsWith(dict):
    """The facts of a suit with a tile more, by what it is without it and the tile."""

    def __missing__(self, key: tuple) -> int:
        part, tile = key[0].counts, key[1]
        place = tile % 9
        facts = COUNTED[part[:place] + bytes((part[place] + 1,)) + part[place + 1 :]] | 1 << tile // 9
        return keep(self, key, facts | GATES * (part == NINE_GATES))


class Melds(dict):
    """The facts of a meld, by its kind and tiles."""

    def __missing__(self, key: tuple) -> int:
        kind, tiles = key
        first = tiles[0]
        if not Meld(kind, tiles).regular():
            return keep(self, key, BAD_MELD)
        facts = 1 << first // 9
        if kind == CHOW:
            facts |= CHOW_MELD | SIMPLE
        elif first >= HONOURS:
            facts |= 1 << STARS_AT + first - HONOURS
        elif first % 9 not in (0, 8):
            facts |= SIMPLE
        return keep(self, key, facts)


FACTS, FACTS_WITH, MELDS = Facts(), FactsWith(), Melds()

# What tiles show: shapes of sets or pairs, then what they are whatever their shape.
SEVEN, PUNGS, PLAIN, FLUSH, ALL_HONOURS, JIU_YAO, QI_XING, LAN, NINE = [1 << bit for bit in range(9)]
IDS = (
    ("seven_pairs", SEVEN), ("all_pungs", PUNGS), ("plain_hand", PLAIN), ("full_flush", FLUSH),
    ("all_honors", ALL_HONOURS), ("jiu_yao", JIU_YAO), ("qi_xing", QI_XING), ("shisan_lan", LAN), ("nine_gates", NINE),
)  # fmt: skip
OF_LETTERS = (0, FLUSH, FLUSH, 0, FLUSH, 0, 0, 0, ALL_HONOURS, 0, 0, 0, 0, 0, 0, 0)


def of_sets(facts: int, wilds: int, pair: int, sets: int) -> int:
    """As `Rules._sets`, of tiles for so many sets beside melds."""
    out = SEVEN if sets == 4 and facts & ODDS <= wilds << ODD_AT else 0
    if (facts >> PUNGS_AT & SOME) - (pair and facts & NO_THREES > 0) <= sets and not facts & CHOW_MELD:
        return out | PUNGS | PLAIN
    return out | PLAIN if (facts >> NEEDS_AT & SOME) - (pair and facts & SAVES > 0) <= sets else out


def shown(facts: int, wilds: int, lan: bool) -> int:
    """As `Rules._shown` and, if so said, `Rules._lan`: what tiles show whatever their shape."""
    out = OF_LETTERS[facts & LETTERS]
    if not facts & SIMPLES:
        out |= JIU_YAO
    if lan and not facts & CROWDS and facts >> ROOM_AT & ROOM >= 7:
        out |= LAN
    if out & (JIU_YAO | LAN) and 7 - (facts >> STARS_AT & STARS).bit_count() <= wilds:
        out |= QI_XING
    return out
