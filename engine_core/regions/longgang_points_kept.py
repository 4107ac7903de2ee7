"""What a claim in Longgang is worth that is no limit hand, for a PC: the readings of its suits are joined
(longgang_walk_kept.py), and the best of them is found. longgang.py and longgang_read.py say what is meant.
"""

from ..check import Record
from ..hand import Win
from ..many_kept import keep
from ..tiles import DRAGONS, HONOURS
from . import longgang_read as read
from .longgang import GREEN, IDS, OTHERS_ZERO, RED, Rules, rounded
from .longgang_kept import LEAST_AT, OF_PART, SAVES_AT
from .longgang_walk_kept import LEVEL, NATURAL, POINTS, WILD, Walk, beside, walk

FROM = (HONOURS, 0, 9, 18)  # where the parts begin, the honours first
FACE = (1 << POINTS) - 1
# What is shown, in a number: pungs of dragons, of winds (a counter each), then each by a bit.
DRAGON_PUNG, SEAT_PUNG, ROUND_PUNG = 1, 8, 64
COUNTED = (("dragon_pung", 0), ("seat_wind", 3), ("prevalent_wind", 6))
MARKED = (
    "no_wilds", "two_wilds", "seat_flower", "four_flowers", "half_flush", "out_with_replacement", "all_pungs",
    "all_chows", "eight_pairs", "hard_eight_pairs", "pure_straight", "four_concealed_pungs",
)  # fmt: skip
NO_WILDS, TWO_WILDS, SEAT_FLOWER, FOUR_FLOWERS, HALF, REPLACEMENT, ALL_PUNGS, ALL_CHOWS = [1 << 9 + n for n in range(8)]
EIGHT_PAIRS, HARD_EIGHT_PAIRS, STRAIGHT, FOUR_CONCEALED = 1 << 17, 1 << 18, 1 << 19, 1 << 20
ORDER = sorted(IDS)
FOUR = 4  # pungs
CHOW = bytes((1, 1, 1))  # how often its tiles are there
NONE = (-1,)  # in the place of a reading: less than any
NOT_FOLDED = (0, -1, 0)
READING_BITS = 44


def refused(reason: str) -> tuple:
    """A claim that is no legal win: ((reason, value, ids), tai of the follow chips, do the others count nothing)."""
    return (reason, 0, ()), 0, False


TILE_COUNT, NOT_A_WIN = refused("tile_count"), refused("not_a_win")


class Place:
    """What the place of a winning tile adds: `levels`, of each (points, ids); the walks of a suit that has the tile
    and of others; the worths of what is shown.
    """

    def __init__(self, levels: list, here: Walk, others: Walk):
        self.levels = levels
        self.here = here
        self.others = others
        self.worths: dict = {}
        self.folded: dict = {}  # readings, with the wilds


class Points(Rules):
    """Goes before the rules of Longgang."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.big = self.big_numbers != ()
        follow = self.options["follow"], self.options["follow_after"]
        # Are pungs never worse for being all of them.
        self.rising = self.worth["all_pungs"] > 0 and all([sorted(chips) == chips for chips in follow])
        self.receipts: tuple = {}, {}, {}, {}  # by tai and points; whether the winner deals, and whether after a break
        self.limits_of: dict = {}  # outcomes by limit ids
        self.places: dict = {}  # by what the place of a winning tile depends on

    def place(self, drawn: bool, tile: int, on_wild: bool) -> Place:
        """What the place of this tile adds, of a wild or not."""
        is_suited = on_wild or tile < HONOURS
        lost = 0 if drawn else self.pung_points(tile) // 2
        key = drawn, is_suited, lost, on_wild
        return self.places.get(key) or keep(self.places, key, self._place(*key))

    def _place(self, drawn: bool, is_suited: bool, lost: int, on_wild: bool) -> Place:
        places = read.Places(self, drawn, is_suited, lost, -1, False)
        levels = [places.best((1 << level) - 1) for level in range(len(places.levels) + 1)]
        here = walk(WILD if on_wild else NATURAL, tuple([bits >> read.WAIT for bits in places.places]), self.big)
        return Place(levels, here, here if on_wild else beside(here.many, self.big))

    def states(self, place: Place, hand: tuple, pungs: bool) -> list | tuple:
        """The readings of all parts at once; `pungs`: of pungs and a pair alone. `hand`: its parts and their numbers,
        the winning tile (-1: a wild), all wilds, those beside what the parts take, how many save a set by the pair, the
        winds that pay.
        """
        parts, numbers, tile, wilds, spare, saves, winds = hand
        wild = place.here.wild
        base = share = 0
        several: list = []
        for low, part, number in zip(FROM, parts, numbers):
            if not number:
                continue
            here, way = tile - low, place.here
            if not 0 <= here < 9:
                here, way = -1, place.others
            if wilds:  # the others take what they need, and only one of them the pair
                others = saves - (number >> SAVES_AT & 7)
                share = spare + (number >> LEAST_AT & 31) - (others - 1 if others else 0)
            key = part, here, share, winds if low == HONOURS else pungs
            found = way.known.get(key)
            if found is None:
                found = way.found(key)
            if len(found) == 1 and not found[0] >> wild & 7:
                base += found[0]
            elif found:
                several.append(found)
            else:
                return ()
        if not several:
            return [base]
        whole = several[0]
        for found in several[1:]:
            whole = place.here.joined(whole, found, wilds)
        return [base + state for state in whole] if base else whole

    def best(self, fixed: tuple, states: list | tuple, best: tuple = NONE) -> tuple:
        """The best of these readings and of the `best` before: (receipt, tai, points, what decides of equals, ids),
        or NONE.
        """
        r, w, shown, points, wilds, place, _ = fixed
        folded, worths = place.folded, place.worths
        receipts = self.receipts[(w.seat == r.dealer) + 2 * bool(r.carry and r.carry.get("broke"))]
        # What a pung of wilds counts, and how many wilds there are.
        beside = (wilds + 8 * self.pung_points(r.indicator) if wilds > 2 else wilds) << READING_BITS
        for state in states:
            seen, level, face = folded.get(beside + state) or self._folded(fixed, beside, state)
            if level < 0:
                continue
            face += points
            seen += shown
            tai, ids, order = worths.get((seen, level)) or self._worth(worths, seen, level, place)
            if not (tai or face) and w.giver >= 0:
                seen += ALL_CHOWS
                tai, ids, order = worths.get((seen, level)) or self._worth(worths, seen, level, place)
            receipt = receipts.get((tai, face)) or self._receipt(r, w, receipts, tai, face)
            found = receipt, tai, face, order, ids
            if found > best:
                best = found
        return best

    def _folded(self, fixed: tuple, beside: int, state: int) -> tuple:
        """(what is shown, level, points) of a reading, with its wilds and its place; the level is -1 if it is none."""
        r, _, _, _, wilds, place, on_wild = fixed
        walked = place.here
        face = 2 * (state & FACE)
        used = state >> walked.wild
        pair = used >> 3 & 3
        level = ((state >> POINTS & walked.levels).bit_length() + LEVEL - 1) // LEVEL
        left = wilds - (used & 7)
        if left or pair != 1:  # a pair, or a pung, of wilds alone
            if pair > 1 or left != (0 if pair else 2) and left != (3 if pair else 5):
                return keep(place.folded, beside + state, NOT_FOLDED)
            if left > 2:
                face += self.pung_points(r.indicator)
            if on_wild:
                wild_places = [read.PUNG] * (left > 2) + [read.PAIR] * (not pair)
                level = max(level, *[walked.level_of(at) for at in wild_places])
        used >>= 5
        seen = (used & 3) + (used >> 2 & 3) * SEAT_PUNG + (used >> 4) * ROUND_PUNG
        added = place.levels[level]
        found = (seen, level, face + added[0]) if added else NOT_FOLDED
        return keep(place.folded, beside + state, found)

    def best_straight(self, fixed: tuple, hand: tuple, best: tuple) -> tuple:
        """As `best`, of readings with a straight of tiles in hand, without wilds."""
        r, w, shown, points, wilds, place, on_wild = fixed
        parts, _, tile = hand[:3]
        for n in (1, 2, 3):
            if 0 not in parts[n]:
                rest = parts[:]
                rest[n] = bytes([count - 1 for count in parts[n]])
                at = tile - FROM[n]
                here = place.here.of_place[read.chow_place(at // 3 * 3, at % 3)] if 0 <= at < 9 else 0
                numbers = [OF_PART[part] for part in rest]
                states = [state + here for state in self.states(place, (rest, numbers, *hand[2:]), False)]
                best = self.best((r, w, shown + STRAIGHT, points, wilds, place, on_wild), states, best)
        return best

    def best_four(self, fixed: tuple, counts: bytes, best: tuple) -> tuple:
        """As `best`, of four concealed pungs, a chow and a pair, of tiles in hand without wilds and melds."""
        pungs = [kind for kind, count in enumerate(counts) if count > 2]
        for other in pungs if len(pungs) > FOUR else [-1]:
            four = [kind for kind in pungs if kind != other]
            rest = bytearray(counts)
            for kind in four:
                rest[kind] -= 3
            if other >= 0:  # the pair, and one of the chow
                rest[other] -= 2
            chow, pair = rest.find(1), other if other >= 0 else rest.find(2)
            if pair >= 0 and 0 <= chow < HONOURS and chow % 9 < 7 and rest.count(1) == 3 and CHOW in rest:
                best = max(best, self._four(fixed, four, pair, chow))
        return best

    def _four(self, fixed: tuple, pungs: list, pair: int, chow: int) -> tuple:
        """Such a reading, or NONE where what was discarded completes one of the four."""
        r, w, shown, points, _, place, _ = fixed
        level_of, tile = place.here.level_of, w.tile
        places = [level_of(read.chow_place(chow, tile - chow))] if chow <= tile < chow + 3 else []
        if tile == pair:
            places.append(level_of(read.PAIR))
        if w.giver < 0 and tile in pungs:
            places.append(level_of(read.PUNG))
        if not places:
            return NONE
        level, winds = max(places), self.paying_winds(r, w.seat)
        seen = shown + FOUR_CONCEALED + sum([honour(kind, *winds) for kind in pungs])
        tai, ids, order = place.worths.get((seen, level)) or self._worth(place.worths, seen, level, place)
        face = points + sum([self.pung_points(kind) for kind in pungs]) + place.levels[level][0]
        face += 2 * (pair in (GREEN, RED, winds[0]))
        return self._receipt(r, w, {}, tai, face), tai, face, order, ids

    def best_pairs(self, fixed: tuple, pairs: list) -> tuple:
        """As `best`, of readings as eight pairs."""
        r, w, shown, points, wilds, place, _ = fixed
        best: tuple = NONE
        for kind, _, pay, hard, where in pairs:
            level = max([place.here.level_of(at) for at in where], default=0)
            if place.levels[level] is None:
                continue
            seen = shown + (HARD_EIGHT_PAIRS if hard else EIGHT_PAIRS)
            pung = 8  # two wilds and the own flower stand for whichever tile is wanted
            if kind >= 0:
                seen += honour(kind, *self.paying_winds(r, w.seat))
                pung = self.pung_points(kind)
            tai, ids, order = place.worths.get((seen, level)) or self._worth(place.worths, seen, level, place)
            face = points + pung + 2 * pay + place.levels[level][0]
            best = max(best, (self._receipt(r, w, {}, tai, face), tai, face, order, ids))
        return best

    def _worth(self, worths: dict, shown: int, level: int, place: Place) -> tuple:
        """(tai, sorted ids, what decides of equals) of what is shown, with what the winning tile's place adds."""
        ids = []
        for name, at in COUNTED:
            ids += [name] * (shown >> at & 7)
        ids += [name for n, name in enumerate(MARKED) if shown >> 9 + n & 1]
        tai = sum([self.worth[name] for name in ids if name != "all_chows"])
        ids = sorted(ids + place.levels[level][1])
        order = tuple([-ORDER.index(name) for name in ids]) + (1,)  # the first list is the greatest
        return keep(worths, (shown, level), (tai, ids, order))

    def _receipt(self, r: Record, w: Win, receipts: dict, tai: int, face: int) -> int:
        chips = 6 if w.seat == r.dealer else 4
        receipt = chips * rounded(20 + face, tai) // 10 + 3 * self.follow(r)[min(tai, 3)]
        return keep(receipts, (tai, face), receipt)

    def worth_of(self, best: tuple) -> tuple:
        """What becomes of a claim with this `best` reading."""
        _, tai, face, _, ids = best
        if "all_chows" in ids:
            face = self.worth["all_chows"]
        return (None, rounded(20 + face, tai), ids), min(tai, 3), False

    def limit(self, found: list) -> tuple:
        """The outcome of a hand that shows these limit ids, without those that others exclude; () if none counts."""
        key = tuple(found)
        known = self.limits_of.get(key)
        if known is not None:
            return known
        ids = [name for name in found if self.worth[name]]
        if "si_fang_da_fa" in ids:
            ids = [name for name in ids if name not in ("big_four_winds", "all_honors")]
        if "all_terminals" in ids or "all_honors" in ids or "si_fang_da_fa" in ids:
            ids = [name for name in ids if name != "all_terminals_and_honors"]
        ids.sort()
        outcome = ((None, self.limit_total(ids), ids), 3, any([name in OTHERS_ZERO for name in ids])) if ids else ()
        return keep(self.limits_of, key, outcome)


def honour(kind: int, wind: int, turn: int) -> int:
    """What a pung of it shows."""
    return DRAGON_PUNG * (kind > DRAGONS) + SEAT_PUNG * (kind == wind) + ROUND_PUNG * (kind == turn)
