"""Claims without wilds in Longgang, for a PC. What a suit or a meld shows is a number, with the reading of the suit if
it has but one: those of a hand are added up, and lead to what becomes of the claim. What a sum does not tell
(several readings) is left to longgang_winner_kept.py.
"""

from ..check import Record
from ..hand import CHOW, Hand, Meld, Win
from ..hands_kept import NO_HONOURS, Suit
from ..hands_kept import Hand as KnownHand
from ..many_kept import keep
from ..suits_kept import RESTS
from ..tiles import DRAGONS, FIRST, FLOWERS, HONOURS
from . import longgang_kept as kept
from .longgang import Rules
from .longgang_others_kept import WILD_LANES
from .longgang_points_kept import (
    ALL_PUNGS,
    HALF,
    NO_WILDS,
    NONE,
    NOT_A_WIN,
    READING_BITS,
    TILE_COUNT,
    Place,
    Points,
    honour,
)
from .longgang_walk_kept import Walk

ONE_LETTER, HALF_FLUSH = (1, 2, 4, 8), (9, 10, 12)
# A number: from the lowest the reading (`Walk`), then, from SORT_AT on, counters: what is forbidden; parts that are no
# sets (and a pair); parts with several readings; tiles; pairs; parts and melds that are not pungs (and the pair) alone;
# those with a tile of 2..8; kinds of winds; is a wind the pair; parts and melds of each letter. Then what melds show of
# honours, and their points.
SORT_AT = READING_BITS
BAD, LACKS, SEVERAL, TILE, PAIR, CHOWS, MIDDLE, WIND = [1 << SORT_AT + at for at in (0, 4, 7, 10, 16, 19, 23, 27)]
WIND_PAIR = 1 << SORT_AT + 31
LETTER = [1 << SORT_AT + 32 + 3 * n for n in range(4)]
SORT = (1 << 44) - 1
SHOWN_AT, POINTS_AT = SORT_AT + 44, SORT_AT + 53
SHOWN = (1 << POINTS_AT - SHOWN_AT) - 1
READING = (1 << SORT_AT) - 1
BESIDE_SORT = ~(SORT << SORT_AT)
IS_HALF_FLUSH, IS_PUNGS = 1 << SORT_AT, 2 << SORT_AT
SETS_AND_PAIR = (0, 2)  # tiles left over of threes, of what is whole
ALL_WINDS, HONOURS_ALONE = 4, 8  # kinds; letters


class Numbers(dict):
    """The numbers of suits in a walk: by the suit, or (suit, the winning tile that comes to it); of honours by (suit,
    tile or -1, the winds that pay).
    """

    def __init__(self, walked: Walk):
        self.walked = walked

    def __missing__(self, key: tuple | Suit) -> int:
        return keep(self, key, self._number(*key) if type(key) is tuple else self._number(key))  # type: ignore[arg-type]

    def _number(self, suit: Suit, tile: int = -1, winds: tuple = ()) -> int:
        if not suit.kinds and tile < 0:
            return 0
        kind = tile if tile >= 0 else suit.kinds[0]
        letter = 3 if kind >= HONOURS else kind // 9
        here = tile - FIRST[letter] if tile >= 0 else -1
        counts = bytearray(suit.counts)
        if tile >= 0:
            counts[here] += 1
        part = bytes(counts)
        out = LETTER[letter] + sum(part) * TILE
        if letter == 3 and part[DRAGONS - HONOURS]:
            out += BAD
        rest = RESTS[part]
        if rest not in SETS_AND_PAIR:
            return out + LACKS
        readings = self.walked.found((part, here, 0, winds or False))
        if rest:
            out += PAIR
        if 1 in part or 4 in part or part.count(2) + part.count(5) > 1:
            out += CHOWS
        if letter == 3:
            out += (4 - part[:4].count(0)) * WIND + WIND_PAIR * (2 in part[:4])
        elif any(part[1:8]):
            out += MIDDLE
        return out + (readings[0] if len(readings) == 1 else SEVERAL)


class Sorts(dict):
    """By the counters of a hand: what is left of them, IS_HALF_FLUSH and IS_PUNGS, or what becomes of the claim if they
    tell; None if it is to be looked at closely.
    """

    def __init__(self, rules: Points):
        self.rules = rules

    def __missing__(self, counters: int) -> int | tuple | None:
        return keep(self, counters, self._sort(counters << SORT_AT))

    def _sort(self, found: int) -> int | tuple | None:
        if found // BAD & 15:
            return None
        if found // TILE & 63 != Rules.HAND + 1:
            return TILE_COUNT
        if found // LACKS & 7 or found // PAIR & 7 != 1:
            return NOT_A_WIN
        letters = sum([(found // one & 7 > 0) << place for place, one in enumerate(LETTER)])
        if letters > 7 and self.rules.options["four_guardians"]:
            return None
        ids = _limits(found, letters)
        if ids:
            return self.rules.limit(ids) or None
        if found // SEVERAL & 7:
            return None
        flush = IS_HALF_FLUSH if letters in HALF_FLUSH else 0
        if found // CHOWS & 15:
            return flush
        return flush + IS_PUNGS if self.rules.rising else None  # of one reading only: no three pungs in a row


def _limits(found: int, letters: int) -> list:
    """The limit ids that these counters show, of a hand that is sets and a pair."""
    ids = []
    if letters in ONE_LETTER:
        ids.append("all_honors" if letters == HONOURS_ALONE else "full_flush")
    if not (found // MIDDLE & 15 or found // CHOWS & 15):
        ids.append("all_terminals_and_honors")
        if letters < HONOURS_ALONE:
            ids.append("all_terminals")
    if found // WIND & 15 == ALL_WINDS:
        if found & WIND_PAIR:
            ids.append("little_four_winds")
        else:
            ids.append("big_four_winds")
            if letters == HONOURS_ALONE:  # the fifth pung and the pair are dragons
                ids.append("si_fang_da_fa")
    return ids


class Natural(Points):
    """Goes before the rules of Longgang."""

    def __init__(self, options: dict):
        super().__init__(options)
        turns = [HONOURS + turn if self.ROUND_WIND else -1 for turn in range(4)]
        self.winds = [[(HONOURS + wind, turn) for wind in range(4)] for turn in turns]  # by round, by seat
        self.sorts = Sorts(self)
        self.laid: dict = {}  # the numbers of melds, by (meld, seat, winds that pay)
        self.numbers: dict = {}  # `Numbers` by the walk
        self.of_tiles: list = [[None] * FLOWERS, [None] * FLOWERS]  # of a tile that was not drawn, that was

    def natural(self, r: Record, w: Win, h: Hand) -> tuple | None:
        """What becomes of a claim without flags, of a hand that may have no wild; None if it is to be looked at."""
        tile, seat = w.tile, w.seat
        if h.__class__ is not KnownHand or h.held & WILD_LANES[r.indicator] or tile == r.indicator or tile >= FLOWERS:
            return None
        winds = self.winds[r.round_wind][seat - r.dealer]
        numbers, others, known, place = self.of_tiles[w.giver < 0][tile] or self._of_tile(w.giver < 0, tile)
        m, p, s, z, _ = h.suits
        if tile < 9:
            total = numbers[m, tile] + others[p] + others[s]
        elif tile < 18:
            total = numbers[p, tile] + others[m] + others[s]
        elif tile < HONOURS:
            total = numbers[s, tile] + others[m] + others[p]
        else:
            total = numbers[z, tile, winds] + others[m] + others[p] + others[s]
            z = NO_HONOURS
        if z is not NO_HONOURS:
            total += others[z, -1, winds]
        for meld in h.melds:
            total += self.laid.get((meld, seat, winds)) or self._laid(meld, seat, winds)
        sort = self.sorts[total >> SORT_AT & SORT]
        if sort.__class__ is not int:
            return sort
        key = total & BESIDE_SORT | sort
        return known.get(key) or self._worth_of(known, key, place, r, w)

    def _of_tile(self, drawn: bool, tile: int) -> tuple:
        """The numbers of the suit that the tile comes to, and of others; what is known of their sums; the place."""
        place = self.place(drawn, tile, False)
        for found in self.of_tiles[drawn]:
            if found and found[3] is place:
                break
        else:
            found = self._numbers(place.here), self._numbers(place.others), {}, place
        self.of_tiles[drawn][tile] = found
        return found

    def _numbers(self, walked: Walk) -> Numbers:
        return self.numbers.get(walked) or keep(self.numbers, walked, Numbers(walked))

    def _laid(self, meld: Meld, seat: int, winds: tuple) -> int:
        """The number of a meld."""
        of = kept.of_meld(meld.kind, meld.tiles, self.big)
        out = BAD
        if of and (meld.kind != CHOW or meld.giver in (-1, (seat - 1) % 4)):
            letter = (of & kept.LETTERS).bit_length() - 1
            out = 3 * TILE + LETTER[letter] + (MIDDLE if of & kept.MIDDLES else 0) + (WIND if of & kept.WINDS else 0)
            out += (CHOWS if meld.kind == CHOW else 0) + (of >> kept.POINTS_AT << POINTS_AT)
            if letter == 3:
                out += honour(meld.tiles[0], *winds) << SHOWN_AT
        return keep(self.laid, (meld, seat, winds), out)

    def _worth_of(self, known: dict, key: int, place: Place, r: Record, w: Win) -> tuple | None:
        """The same, which is remembered by what the tiles show."""
        shown = NO_WILDS + (key >> SHOWN_AT & SHOWN)
        shown += (HALF if key & IS_HALF_FLUSH else 0) + (ALL_PUNGS if key & IS_PUNGS else 0)
        best = self.best((r, w, shown, key >> POINTS_AT, 0, place, False), [key & READING])
        return keep(known, key, self.worth_of(best)) if best is not NONE else None
