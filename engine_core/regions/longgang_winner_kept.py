"""What becomes of a claim in Longgang, for a PC: the tiles are looked at by suits, whose readings are remembered
(longgang_walk_kept.py). longgang.py says what is meant, longgang_limits.py and longgang_read.py of the tiles.
"""

from .. import shapes
from ..check import Record
from ..hand import (
    AFTER_FLOWER,
    AFTER_KONG,
    CHOW,
    CONCEALED_KONG,
    EARTHLY,
    HEAVENLY,
    HUMANLY,
    KONG,
    ROB_KONG,
    Hand,
    Win,
)
from ..hands_kept import LETTER
from ..many_kept import keep
from ..tiles import DRAGONS, FLOWERS, HONOURS, KINDS
from . import longgang_read as read
from .longgang import GREEN, RED, SETS, Rules, rounded
from .longgang_kept import (
    CHOWS,
    LEAST_AT,
    LETTERS,
    MIDDLES,
    OF_PART,
    POINTS_AT,
    PUNG_SAVES,
    PUNGS_AT,
    SAVES,
    SAVES_AT,
    SETS_AT,
    WHITE,
    WINDS,
    WINDS_AT,
    of_meld,
)
from .longgang_limits import limits_of_counts
from .longgang_others_kept import DEAD, OWN_FLOWER, guests_of
from .longgang_rare import pairs
from .longgang_walk_kept import LEVEL, NATURAL, POINTS, WILD, beside, walk

MAY_BE_PUNGS, OF_SETS = 1, 2
EVENTS, REPLACED = HEAVENLY | EARTHLY | HUMANLY, AFTER_KONG | AFTER_FLOWER
OF_FLAG = (("heavenly_hand", HEAVENLY), ("earthly_hand", EARTHLY), ("humanly_hand", HUMANLY))
ONE_LETTER, HALF_FLUSH = (1, 2, 4, 8), (9, 10, 12)
FROM = (HONOURS, 0, 9, 18)  # where the parts begin, the honours first
PART = [(LETTER[kind] + 1) % 4 for kind in range(FLOWERS)]  # by the kind
ONE_TILE = [bytes((kind,)) for kind in range(KINDS)]
MOST_TRUE = 3  # true wilds that win
NO_MELDS: tuple = (0, 0, 0)
# By the wilds so many kinds of winds show no limit hand.
FEW_WINDS = tuple([most << WINDS_AT for most in (2, 2, 2, 1, 1)])
FACE = (1 << POINTS) - 1
# What is shown, in a number: pungs of dragons, of winds (a counter each), then each by a bit.
DRAGON_PUNG, SEAT_PUNG, ROUND_PUNG = 1, 8, 64
COUNTED = (("dragon_pung", 0), ("seat_wind", 3), ("prevalent_wind", 6))
MARKED = (
    "no_wilds", "two_wilds", "seat_flower", "four_flowers", "half_flush", "out_with_replacement", "all_pungs",
    "all_chows", "eight_pairs", "hard_eight_pairs", "pure_straight",
)  # fmt: skip
NO_WILDS, TWO_WILDS, SEAT_FLOWER, FOUR_FLOWERS, HALF, REPLACEMENT, ALL_PUNGS, ALL_CHOWS = [1 << 9 + n for n in range(8)]
EIGHT_PAIRS, HARD_EIGHT_PAIRS, STRAIGHT = 1 << 17, 1 << 18, 1 << 19


def refused(reason: str) -> tuple:
    """A claim that is no legal win: (reason, value, ids, tai of the follow chips, is it a limit hand)."""
    return reason, 0, (), 0, False


DEAD_HAND, WILD_CLAIMED, BAD_TILE = refused("dead_hand"), refused("wild_claimed"), refused("bad_tile")
TILE_COUNT, NOT_A_WIN = refused("tile_count"), refused("not_a_win")


class Seen(read.Winner):
    """A winner as `longgang_limits` looks at him."""

    def __init__(self, rules: Rules, r: Record, h: Hand, held: tuple, letters: int):
        parts, self.true, self.wilds, self.holds_own = held
        self.rules = rules
        self.melds = h.melds
        self.sets = SETS - len(h.melds)
        self.indicator = r.indicator
        self.counts = whole = bytearray(counts_of(parts))
        if h.melds:
            whole = whole[:]
            for meld in h.melds:
                for kind in meld.tiles:
                    whole[kind] += 1
        self.whole = whole
        self.suits = letters

    def as_pairs(self, w: Win, winds: tuple) -> list:
        """The readings as eight pairs (`longgang_rare.pairs`)."""
        self.on_wild = w.tile == self.indicator or w.tile >= FLOWERS
        self.tile = -1 if self.on_wild else w.tile
        self.paying = GREEN, RED, winds[0]
        self.own = self.holds_own
        self.two_and_own = self.true == 2 and self.own and self.indicator < FLOWERS
        return pairs(self)

    def limits(self) -> list:
        """The limit ids that show only in the sets."""
        found: dict = {}
        limits_of_counts(self, found)
        return list(found)


class Winning(Rules):
    """Goes before the rules of Longgang."""

    def __init__(self, options: dict):
        super().__init__(options)
        options, worth = self.options, self.worth
        self.usual = options["naked_wild_wait"]
        self.pair_barred = not options["rob_wild_pair"]
        self.straight = options["pure_straight"] and worth["pure_straight"] > 0
        self.sieved = self.straight or options["rare_hands"]
        self.eight_pairs = options["eight_pairs"]
        follow = options["follow"], options["follow_after"]
        # Are pungs never worse for being all of them, and do three true wilds win.
        self.rising = worth["all_pungs"] > 0 and all([sorted(chips) == chips for chips in follow])
        self.three_win = options["wilds_to_win"] == MOST_TRUE and worth["three_wilds"] > 0
        self.big = self.big_numbers != ()
        self.guardians = options["four_guardians"]
        self.of_place: dict = {}  # by what the place of a winning tile depends on
        self.total_of: dict = {}  # of limit ids

    def outcome(self, r: Record, w: Win, flags: int) -> tuple:
        """What becomes of a claim, as `judge` finds it."""
        found = self._usual(r, w, flags) if self.usual else None
        if found is not None:
            return found
        c = self.judge(r, w)
        if c.reason is not None:
            return refused(c.reason)
        return None, c.value, c.ids(), self.tai(c), c.steps[0][0] == "formula.limit"

    def _usual(self, r: Record, w: Win, flags: int) -> tuple | None:
        """`outcome`, or None where it is not usual."""
        h, wild, tile, drawn = r.hands[w.seat], r.indicator, w.tile, w.giver < 0
        wind = HONOURS + (w.seat - r.dealer) % 4
        own = wind + OWN_FLOWER
        melds = h.melds
        guests = guests_of(h.flowers, own, wild >= FLOWERS) if h.flowers else 0
        if guests == DEAD or r.fouls and r.fouled(w.seat, "dead_hand", "false_win"):
            return DEAD_HAND
        if not drawn and (tile == wild or tile >= FLOWERS):
            return WILD_CLAIMED
        winds = wind, HONOURS + r.round_wind if self.ROUND_WIND else -1
        laid = self._melded(melds, wild, w.seat, winds) if melds else NO_MELDS
        held = _held(h, wild, tile, own) if laid is not None else None
        if laid is None or held is None or held is BAD_TILE:
            return held
        parts, true, wilds, holds_own = held
        of_z, of_m, of_p, of_s = OF_PART[parts[0]], OF_PART[parts[1]], OF_PART[parts[2]], OF_PART[parts[3]]
        won = of_z + of_m + of_p + of_s
        if won & WHITE:
            return BAD_TILE
        three = true >= MOST_TRUE
        if three and not self.three_win:
            return None
        sets = SETS - len(melds)
        missing = self.HAND - len(h.concealed) - 3 * len(melds)
        if missing and not (three and drawn and missing == 1):
            return TILE_COUNT
        needs = (won >> SETS_AT & 31) - (won & SAVES > 0)
        of_sets = needs <= sets and not missing
        if self.sieved and not missing and self._may_be_more(melds, parts, wilds):
            return None
        pairs: list = []
        if self.eight_pairs and not melds and not missing and shapes.odd(counts_of(parts)) <= wilds + 1:
            pairs = Seen(self, r, h, held, 0).as_pairs(w, winds)
        if not (of_sets or pairs or three and drawn):
            return NOT_A_WIN
        two_and_own = true == 2 and holds_own and wild < FLOWERS
        if flags & ROB_KONG and self.pair_barred or two_and_own and not drawn and self._may_fish(tile, wind):
            return None
        letters, number, shown = laid
        letters |= of_m & 1 | (of_p & 1) << 1 | (of_s & 1) << 2 | (of_z & 1) << 3
        number += won
        ids = ["three_wilds"] if three else []
        if of_sets:
            if two_and_own and needs < sets:
                ids.append("cai_shen_hui")
            if letters in ONE_LETTER:
                ids.append("all_honors" if letters == 8 else "full_flush")
            if number & WINDS > FEW_WINDS[wilds] or not number & MIDDLES or letters > 7 and self.guardians:
                ids += Seen(self, r, h, held, letters).limits()
        if pairs:
            ids += limits_of_pairs(letters, number, ids)
        if flags & EVENTS:
            ids += [name for name, flag in OF_FLAG if flags & flag]
        if ids:
            limit = self._limit(ids)
            if limit[1]:
                return limit
        if holds_own:
            shown += FOUR_FLOWERS if guests == 3 else SEAT_FLOWER
        if letters in HALF_FLUSH:
            shown += HALF
        if flags & REPLACED and self.options["kong_bloom_tai"]:
            shown += REPLACEMENT
        points = 4 * guests + (number >> POINTS_AT)
        sort = OF_SETS * of_sets + MAY_BE_PUNGS * (number & CHOWS == 0)
        return self._points(r, w, held, winds, won, shown, points, sort, pairs)

    def _points(
        self, r: Record, w: Win, held: tuple, winds: tuple, won: int, shown: int, points: int, sort: int, pairs: list
    ) -> tuple | None:
        """The outcome of a hand that is no limit hand; `points` are those of melds and flowers, `pairs` its readings as
        eight pairs.
        """
        parts, true, wilds, _ = held
        tile, drawn = w.tile, w.giver < 0
        if not wilds:
            shown += NO_WILDS
        elif true > 1:
            shown += TWO_WILDS
        on_wild = tile == r.indicator or tile >= FLOWERS
        key = drawn, on_wild or tile < HONOURS, 0 if drawn else self.pung_points(tile) // 2, on_wild
        of_place = self.of_place.get(key) or self._place(key)
        hand = parts, -1 if on_wild else tile, wilds, wilds - (won >> LEAST_AT & 31), won >> SAVES_AT & 7, winds
        fixed = r, w, shown, points, wilds, of_place, on_wild
        best: tuple = self._best_pairs(fixed, pairs) if pairs else ()
        if sort == OF_SETS + MAY_BE_PUNGS and (won >> PUNGS_AT & 31) - (won & PUNG_SAVES > 0) <= SETS - len(
            r.hands[w.seat].melds
        ):
            if not self.rising:
                return None
            best = self._best(fixed, self._states(of_place, hand, True), True, best)
        if sort >= OF_SETS:
            if self.straight and not wilds:
                best = self._best_straight(fixed, hand, best)
            best = self._best(fixed, self._states(of_place, hand, False), False, best)
        if not best:
            return None
        _, tai, face, ids = best
        if "all_chows" in ids:
            face = self.worth["all_chows"]
        return None, rounded(20 + face, tai), ids, min(tai, 3), False

    def _melded(self, melds: list, wild: int, seat: int, winds: tuple) -> tuple | None:
        """(letters, number, what is shown) of the winner's melds; None if they are not usual."""
        letters = laid = shown = 0
        for meld in melds:
            kinds = meld.tiles
            found = of_meld(meld.kind, kinds, self.big)
            if not found or wild in kinds or meld.kind == CHOW and meld.giver not in (-1, (seat - 1) % 4):
                return None
            letters |= found
            laid += found & ~LETTERS
            if found & 8:
                shown += self._honour(kinds[0], *winds)
        return letters & LETTERS, laid, shown

    def _honour(self, kind: int, wind: int, turn: int) -> int:
        """What a pung of it shows."""
        return DRAGON_PUNG * (kind > DRAGONS) + SEAT_PUNG * (kind == wind) + ROUND_PUNG * (kind == turn)

    def _may_be_more(self, melds: list, parts: list, wilds: int) -> bool:
        """Do the tiles leave room for a straight or a rare hand, where the house plays it."""
        if self.straight:  # one without wilds and melds is found by the walk
            chows = [meld.tiles[0] // 9 for meld in melds if meld.kind == CHOW]
            for letter in range(3):
                laid = chows.count(letter)
                if (wilds or laid or not self.rising) and parts[letter + 1].count(0) <= wilds + 3 * laid:
                    return True
        return self.options["rare_hands"] and self._may_be_rare(melds, counts_of(parts), wilds)

    def _may_be_rare(self, melds: list, held: bytes, wilds: int) -> bool:
        """Three kongs, four pungs, pungs of one number in three suits, or four sets of a suit."""
        counts = bytearray(held)
        kongs = concealed = 0
        for meld in melds:
            kongs += meld.kind >= KONG
            concealed += meld.kind == CONCEALED_KONG
            for kind in meld.tiles:
                counts[kind] += 1
        most = max(sum(counts[low : low + 9]) for low in (0, 9, 18)) + wilds
        numbers = [counts[n] + counts[n + 9] + counts[n + 18] for n in range(9)]
        return kongs > 2 or most >= 12 or max(numbers) + wilds >= 9 or self._pungs(held, wilds) + concealed >= 4

    def _pungs(self, counts: bytes, wilds: int) -> int:
        """At most so many pungs are among these tiles."""
        pungs = counts.count(3) + counts.count(4) + counts.count(5)
        twos = min(wilds, counts.count(2))
        return pungs + twos + (wilds - twos + 1) // 2

    def _may_fish(self, tile: int, wind: int) -> bool:
        """Does option `three_wild_honor` look at a claim with two wilds and the own flower."""
        how = self.options["three_wild_honor"]
        return how == "honors_only" or how == "forbid" and tile in (GREEN, RED, wind)

    def _limit(self, found: list) -> tuple:
        """The outcome of a hand that shows these limit ids, without those that others exclude; none if none counts."""
        key = tuple(found)
        known = self.total_of.get(key)
        if known is not None:
            return known
        ids = [name for name in found if self.worth[name]]
        if "si_fang_da_fa" in ids:
            ids = [name for name in ids if name not in ("big_four_winds", "all_honors")]
        if "all_terminals" in ids or "all_honors" in ids or "si_fang_da_fa" in ids:
            ids = [name for name in ids if name != "all_terminals_and_honors"]
        ids.sort()
        return keep(self.total_of, key, (None, self.limit_total(ids) if ids else 0, ids, 3, True))

    # ------------------------------------------------------------ tai and points

    def _place(self, key: tuple) -> tuple:
        """(points, ids) of a winning tile by the best level of its places, walks of suits with and without it, worths
        of what is shown.
        """
        drawn, is_suited, lost, on_wild = key
        places = read.Places(self, drawn, is_suited, lost, -1, False)
        levels = [places.best((1 << level) - 1) for level in range(len(places.levels) + 1)]
        here = walk(WILD if on_wild else NATURAL, tuple([bits >> read.WAIT for bits in places.places]), self.big)
        found: tuple = levels, here, here if on_wild else beside(here.many, self.big), {}
        self.of_place[key] = found
        return found

    def _states(self, of_place: tuple, hand: tuple, pungs: bool) -> list | tuple:
        """The readings of all parts; `pungs`: of pungs and a pair alone."""
        parts, tile, wilds, spare, saves, winds = hand
        _, with_it, without_it, _ = of_place
        whole: list | tuple = ()
        share = 0
        for low, part in zip(FROM, parts):
            number = OF_PART[part]
            if not number:
                continue
            here, way = tile - low, with_it
            if not 0 <= here < 9:
                here, way = -1, without_it
            if wilds:  # the others take what they need, and only one of them the pair
                others = saves - (number >> SAVES_AT & 7)
                share = spare + (number >> LEAST_AT & 31) - (others - 1 if others else 0)
            key = part, here, share, winds if low == HONOURS else pungs
            found = way.known.get(key)
            if found is None:
                found = way.found(key)
            if not whole:
                whole = found
            elif len(whole) == len(found) == 1 and not wilds:
                whole = [whole[0] + found[0]]
            else:
                whole = way.joined(whole, found, wilds)
            if not whole:
                return whole
        return whole

    def _best(self, fixed: tuple, states: list | tuple, all_pungs: bool, best: tuple, compared: bool = False) -> tuple:
        """(receipt, tai, points, ids) of the best of these readings and of the `best` before, without any if there is
        none. The receipt is 0 where there is nothing to compare.
        """
        r, w, shown, points, wilds, (levels, walked, _, worths), on_wild = fixed
        compared = compared or all_pungs or best != () or len(states) > 1
        if all_pungs:
            shown += ALL_PUNGS
        for state in states:
            face = points + 2 * (state & FACE)
            used = state >> walked.wild
            pair = used >> 3 & 3
            level = ((state >> POINTS & walked.levels).bit_length() + LEVEL - 1) // LEVEL
            left = wilds - (used & 7)
            if left or pair != 1:  # a pair, or a pung, of wilds alone
                if pair > 1 or left != (0 if pair else 2) and left != (3 if pair else 5):
                    continue
                if left > 2:
                    face += self.pung_points(r.indicator)
                if on_wild:
                    wild_places = [read.PUNG] * (left > 2) + [read.PAIR] * (not pair)
                    level = max(level, *[walked.level_of(place) for place in wild_places])
            place = levels[level]
            if place is None:
                continue
            face += place[0]
            seen = shown
            used >>= 5
            if used:
                seen += (used & 3) + (used >> 2 & 3) * SEAT_PUNG + (used >> 4) * ROUND_PUNG
            tai, ids = worths.get((seen, level)) or self._worth(worths, seen, level, place)
            if not (tai or face) and w.giver >= 0:
                seen += ALL_CHOWS
                tai, ids = worths.get((seen, level)) or self._worth(worths, seen, level, place)
            if compared:
                receipt = self._receipt(r, w, tai, face)
                if best:
                    key = receipt, tai, face
                    if key < best[:3] or key == best[:3] and ids >= best[3]:
                        continue
                best = receipt, tai, face, ids
            else:
                best = 0, tai, face, ids
        return best

    def _best_straight(self, fixed: tuple, hand: tuple, best: tuple) -> tuple:
        """As `_best`, of readings with a straight of tiles in hand, without wilds."""
        r, w, shown, points, wilds, of_place, on_wild = fixed
        for place in (1, 2, 3):
            parts, tile = hand[:2]
            if 0 not in parts[place]:
                rest = parts[:]
                rest[place] = bytes([count - 1 for count in parts[place]])
                at = tile - FROM[place]
                walked = of_place[1]
                here = walked.of_place[read.chow_place(at // 3 * 3, at % 3)] if 0 <= at < 9 else 0
                states = [state + here for state in self._states(of_place, (rest, *hand[1:]), False)]
                with_it = r, w, shown + STRAIGHT, points, wilds, of_place, on_wild
                best = self._best(with_it, states, False, best, True)
        return best

    def _best_pairs(self, fixed: tuple, pairs: list) -> tuple:
        """As `_best`, of readings as eight pairs."""
        r, w, shown, points, wilds, (levels, walked, _, worths), _ = fixed
        best: tuple = ()
        for kind, _, pay, hard, where in pairs:
            level = max([walked.level_of(place) for place in where], default=0)
            place = levels[level]
            if place is None:
                continue
            seen = shown + (HARD_EIGHT_PAIRS if hard else EIGHT_PAIRS)
            if kind >= 0:
                seen += self._honour(kind, *self.paying_winds(r, w.seat))
                pung = self.pung_points(kind)
            else:  # two wilds and the own flower: it stands for whichever tile is wanted
                pung = 8
            tai, ids = worths.get((seen, level)) or self._worth(worths, seen, level, place)
            face = points + pung + 2 * pay + place[0]
            found = self._receipt(r, w, tai, face), tai, face, ids
            if not best or found[:3] > best[:3] or found[:3] == best[:3] and ids < best[3]:
                best = found
        return best

    def _worth(self, worths: dict, shown: int, level: int, place: tuple) -> tuple:
        """(tai, sorted ids) of what is shown, with the place of the winning tile."""
        ids = []
        for name, at in COUNTED:
            ids += [name] * (shown >> at & 7)
        ids += [name for n, name in enumerate(MARKED) if shown >> 9 + n & 1]
        tai = sum([self.worth[name] for name in ids if name != "all_chows"])
        return keep(worths, (shown, level), (tai, sorted(ids + place[1])))

    def _receipt(self, r: Record, w: Win, tai: int, face: int) -> int:
        chips = 6 if w.seat == r.dealer else 4
        return chips * rounded(20 + face, tai) // 10 + 3 * self.follow(r)[min(tai, 3)]


def limits_of_pairs(letters: int, number: int, found: list) -> list:
    """The limit ids of eight pairs that were not found yet."""
    ids = ["all_honors" if letters == 8 else "full_flush"] if letters in ONE_LETTER else []
    if not number & MIDDLES:
        ids.append("all_terminals_and_honors")
    return [name for name in ids if name not in found]


def _held(h: Hand, wild: int, tile: int, own: int) -> tuple | None:
    """(parts without the wilds, true wilds, wilds, is the own flower one) of a hand with the winning tile, or BAD_TILE;
    None where its tiles are not known by suits, or the own flower is there more than once.
    """
    try:
        m, p, s, z, f = h.suits  # type: ignore[attr-defined]
    except AttributeError:
        return None
    parts = [z.counts, m.counts, p.counts, s.counts]
    flowers = f.kinds
    if tile < FLOWERS:
        place = PART[tile]
        part, at = parts[place], tile - FROM[place]
        parts[place] = part[:at] + ONE_TILE[part[at] + 1] + part[at + 1 :]
    else:
        flowers += ONE_TILE[tile]
    if wild >= FLOWERS:
        true = len(flowers)
        if true and (wild in flowers or max(flowers) >= FLOWERS + 4):
            return BAD_TILE
        return parts, true, true, own in flowers
    place = PART[wild]
    part, at = parts[place], wild - FROM[place]
    true = part[at]
    if true:
        parts[place] = part[:at] + b"\0" + part[at + 1 :]
    if not flowers:
        return parts, true, true, False
    if flowers == ONE_TILE[own]:
        return parts, true, true + 1, True
    return None if flowers.count(own) > 1 else BAD_TILE


def counts_of(parts: list) -> bytes:
    """How often there is each of the 34 kinds in these parts."""
    z, m, p, s = parts
    return m + p + s + z
