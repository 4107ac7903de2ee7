"""What becomes of a claim in Longgang, for a PC: the tiles are looked at by suits, whose readings are remembered
(longgang_walk_kept.py). longgang.py says what is meant, longgang_limits.py and longgang_read.py of the tiles.
"""

from .. import shapes
from ..check import Record
from ..cover_nodes import TAKEN
from ..hand import AFTER_FLOWER, AFTER_KONG, CHOW, EARTHLY, HEAVENLY, HUMANLY, ROB_KONG, Hand, Win
from ..hands_kept import LETTER, NO_FLOWERS, NO_HONOURS, NONE, with_tile, without
from ..many_kept import keep
from ..tiles import DRAGONS, FIRST, FLOWERS, HONOURS
from . import longgang_read as read
from .longgang import GREEN, RED, SETS, Rules, rounded
from .longgang_kept import LETTERS, MELD_CHOW, MELD_MIDDLE, MELD_POINTS, MELD_WIND, MIDDLES, count_pungs, of_meld
from .longgang_limits import limits_of_counts
from .longgang_others_kept import OWN_FLOWER, guests_of
from .longgang_walk_kept import NATURAL, NOBODY, WILD, Walk, walk

EVENTS, REPLACED = HEAVENLY | EARTHLY | HUMANLY, AFTER_KONG | AFTER_FLOWER
OF_FLAG = (("heavenly_hand", HEAVENLY), ("earthly_hand", EARTHLY), ("humanly_hand", HUMANLY))
ONE_LETTER, HALF_FLUSH = (1, 2, 4, 8), (9, 10, 12)
WHITE = DRAGONS - HONOURS
FROM = (HONOURS, 0, 9, 18)  # where the suits begin, the honours first
OWN = [bytes((kind,)) for kind in range(FLOWERS + 4)]
MOST_TRUE = 3  # true wilds that win
PAIRS, WILDS, SET, SETS_OF = shapes.PAIRS, shapes.WILDS, shapes.SET, shapes.SETS
WAIT, DRAGON, SEAT, ROUND, FACE, ADDS = read.WAIT, read.DRAGONS, read.SEAT, read.ROUND, read.FACE, read.HONOUR_ADDS
HONOURED = 63 << DRAGON
# What is shown, in a number: pungs of dragons, of winds (a counter each), then each by a bit.
DRAGON_PUNG, SEAT_PUNG, ROUND_PUNG = 1, 8, 64
COUNTED = (("dragon_pung", 0), ("seat_wind", 3), ("prevalent_wind", 6))
MARKED = (
    "no_wilds", "two_wilds", "seat_flower", "four_flowers", "half_flush", "out_with_replacement", "all_pungs",
    "all_chows",
)  # fmt: skip
NO_WILDS, TWO_WILDS, SEAT_FLOWER, FOUR_FLOWERS, HALF, REPLACEMENT, ALL_PUNGS, ALL_CHOWS = [1 << 9 + n for n in range(8)]


def refused(reason: str) -> tuple:
    """A claim that is no legal win: (reason, value, ids, tai of the follow chips, is it a limit hand)."""
    return reason, 0, (), 0, False


DEAD_HAND, WILD_CLAIMED, BAD_TILE = refused("dead_hand"), refused("wild_claimed"), refused("bad_tile")
TILE_COUNT, NOT_A_WIN = refused("tile_count"), refused("not_a_win")


class Seen(read.Winner):
    """A winner as `longgang_limits` looks at him."""

    def __init__(self, rules: Rules, r: Record, h: Hand, suits: tuple, letters: int):
        m, p, s, z, _ = suits
        self.rules = rules
        self.melds = h.melds
        self.sets = SETS - len(h.melds)
        self.indicator = r.indicator
        self.counts = whole = bytearray(m.counts + p.counts + s.counts + z.counts)
        if h.melds:
            whole = whole[:]
            for meld in h.melds:
                for kind in meld.tiles:
                    whole[kind] += 1
        self.whole = whole
        self.suits = letters


class Winning(Rules):
    """Goes before the rules of Longgang."""

    def __init__(self, options: dict):
        super().__init__(options)
        options, worth = self.options, self.worth
        self.usual = options["naked_wild_wait"] and not options["rare_hands"]
        self.sieved = options["eight_pairs"] or options["pure_straight"]
        follow = options["follow"], options["follow_after"]
        # Are pungs never worse for being all of them, and do three true wilds win.
        self.rising = worth["all_pungs"] > 0 and all([sorted(chips) == chips for chips in follow])
        self.three_win = options["wilds_to_win"] == MOST_TRUE and worth["three_wilds"] > 0
        self.big = self.big_numbers != ()
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
        if (r.fouls or h.flowers) and self.is_dead(r, w.seat):
            return DEAD_HAND
        if not drawn and (tile == wild or tile >= FLOWERS):
            return WILD_CLAIMED
        melded = letters = 0
        winds = wind, HONOURS + r.round_wind if self.ROUND_WIND else -1
        shown = 0
        for meld in h.melds:
            found = of_meld(meld.kind, meld.tiles, self.big)
            if not found or wild in meld.tiles or meld.kind == CHOW and meld.giver not in (-1, (w.seat - 1) % 4):
                return None
            letters |= found & LETTERS
            melded += found & ~LETTERS
            if found & 8:
                shown += self._honour(meld.tiles[0], *winds)
        try:
            suits = with_tile(h.suits, tile)
        except AttributeError:
            return None
        m, p, s, z, f = suits
        own = wind + OWN_FLOWER
        true, holds_own = 0, f is not NO_FLOWERS
        if wild >= FLOWERS:
            if holds_own:
                true, holds_own = len(f.kinds), own in f.kinds
                if wild in f.kinds or f.kinds[-1] >= FLOWERS + 4:
                    return BAD_TILE
            wilds = true
        else:
            if holds_own and f.kinds != OWN[own]:
                return BAD_TILE
            place = LETTER[wild]
            true = suits[place].counts[wild - FIRST[place]]
            if true:
                m, p, s, z, f = without(suits, wild)
            wilds = true + holds_own
        if z.counts[WHITE]:
            return BAD_TILE
        if true >= MOST_TRUE and not self.three_win:
            return None
        melds = len(h.melds)
        sets = SETS - melds
        missing = self.HAND - len(h.concealed) - 3 * melds
        if missing and not (missing == 1 and drawn and true >= MOST_TRUE):
            return TILE_COUNT
        takes = TAKEN[m.counts] + TAKEN[p.counts] + TAKEN[s.counts] + TAKEN[z.counts]
        needs = (takes >> 3) - (takes & 7 > 0)
        of_sets = needs <= sets and not missing
        if self.sieved and not missing and self._may_be_more(h, (m, p, s, z), wilds):
            return None
        if not of_sets and not (drawn and true >= MOST_TRUE):
            return NOT_A_WIN
        if flags & ROB_KONG and not self.options["rob_wild_pair"]:
            return None
        two_and_own = true == 2 and holds_own and wild < FLOWERS
        if two_and_own and not drawn and self._may_fish(tile, wind):
            return None
        letters |= (m is not NONE) | (p is not NONE) << 1 | (s is not NONE) << 2 | (z is not NO_HONOURS) << 3
        middle = (m.pungs or count_pungs(m)) + (p.pungs or count_pungs(p)) + (s.pungs or count_pungs(s)) & MIDDLES
        ids: dict = {}
        if true >= MOST_TRUE:
            ids["three_wilds"] = True
        if of_sets:
            if two_and_own and needs < sets:
                ids["cai_shen_hui"] = True
            if letters in ONE_LETTER:
                ids["all_honors" if letters == 8 else "full_flush"] = True
            of_winds = (melded // MELD_WIND & 7) + 4 - z.counts[:4].count(0)
            if (
                of_winds > (1 if wilds > 2 else 2)
                or not (middle or melded // MELD_MIDDLE & 7)
                or (letters > 7 and self.options["four_guardians"])
            ):
                x = Seen(self, r, h, (m, p, s, z, f), letters)
                x.wilds, x.true = wilds, true
                limits_of_counts(x, ids)
        if flags & EVENTS:
            for name, flag in OF_FLAG:
                if flags & flag:
                    ids[name] = True
        if ids:
            limit = self._limit(ids)
            if limit[1]:
                return limit
        guests = 0
        if h.flowers and wild < FLOWERS:
            guests = guests_of(h.flowers, own)
        shown += (
            NO_WILDS * (not wilds)
            + TWO_WILDS * (true >= 2)
            + (FOUR_FLOWERS if guests == 3 else SEAT_FLOWER) * holds_own
            + HALF * (letters in HALF_FLUSH)
        )
        if flags & REPLACED and self.options["kong_bloom_tai"]:
            shown += REPLACEMENT
        on_wild = tile == wild or tile >= FLOWERS
        fixed = r, w, shown, 4 * guests + melded // MELD_POINTS, sets, wilds, self._place(drawn, tile, on_wild)
        least = 3 * (takes >> 3) - (takes & 7) - len(m.kinds) - len(p.kinds) - len(s.kinds) - len(z.kinds)
        return self._best(fixed, (z, m, p, s), wilds - least, winds, melded & 7 * MELD_CHOW == 0)

    def _honour(self, kind: int, wind: int, turn: int) -> int:
        """What a pung of it shows."""
        return DRAGON_PUNG * (kind > DRAGONS) + SEAT_PUNG * (kind == wind) + ROUND_PUNG * (kind == turn)

    def _may_be_more(self, h: Hand, suits: tuple, wilds: int) -> bool:
        """Do the tiles leave room for eight pairs or a straight, where the house plays it."""
        if self.options["eight_pairs"] and not h.melds:
            m, p, s, z = suits
            if shapes.odd(m.counts + p.counts + s.counts + z.counts) <= wilds + 1:
                return True
        if self.options["pure_straight"]:
            chows = [meld.tiles[0] // 9 for meld in h.melds if meld.kind == CHOW]
            for letter in range(3):
                if suits[letter].counts.count(0) <= wilds + 3 * chows.count(letter):
                    return True
        return False

    def _may_fish(self, tile: int, wind: int) -> bool:
        """Does option `three_wild_honor` look at a claim with two wilds and the own flower."""
        how = self.options["three_wild_honor"]
        return how == "honors_only" or how == "forbid" and tile in (GREEN, RED, wind)

    def _limit(self, found: dict) -> tuple:
        """The outcome of a hand that shows these limit ids, without those that others exclude; no ids if none counts."""
        key = tuple(found)
        known = self.total_of.get(key)
        if known is not None:
            return known  # type: ignore[no-any-return]
        ids = [name for name in found if self.worth[name]]
        if "si_fang_da_fa" in ids:
            ids = [name for name in ids if name not in ("big_four_winds", "all_honors")]
        if "all_terminals" in ids or "all_honors" in ids or "si_fang_da_fa" in ids:
            ids = [name for name in ids if name != "all_terminals_and_honors"]
        ids.sort()
        return keep(self.total_of, key, (None, self.limit_total(ids) if ids else 0, ids, 3, True))  # type: ignore[no-any-return]

    # ------------------------------------------------------------ tai and points

    def _place(self, drawn: bool, tile: int, on_wild: bool) -> tuple:
        """(`Places`, the best of each bits, walks of suits with and without it, worths of what is shown, the kind) of a
        winning tile.
        """
        lost = 0 if drawn else self.pung_points(tile) // 2
        key = drawn, on_wild or tile < HONOURS, lost, on_wild
        found = self.of_place.get(key)
        if found is None:
            places = read.Places(self, drawn, key[1], lost, -1, False)
            levels, best = tuple(places.bits), [places.best(bits) for bits in range(1 << len(places.levels))]
            here = walk(WILD if on_wild else NATURAL, levels, self.big)
            found = self.of_place[key] = places, best, here, here if on_wild else walk(NOBODY, (), self.big), {}
        return found + (-1 if on_wild else tile,)

    def _best(self, fixed: tuple, suits: tuple, spare: int, winds: tuple, may_be_pungs: bool) -> tuple | None:
        """The best of the readings."""
        sets = fixed[4]
        if may_be_pungs and self._are_pungs(suits, sets):
            if not self.rising:
                return None
            best = self._offers(fixed, self._states(suits, spare, fixed, winds, True), True, ())
            return self._made(self._offers(fixed, self._states(suits, spare, fixed, winds, False), False, best))
        return self._made(self._offers(fixed, self._states(suits, spare, fixed, winds, False), False, ()))

    def _are_pungs(self, suits: tuple, sets: int) -> bool:
        """Is there a reading of pungs and a pair alone."""
        z, m, p, s = suits
        counts = m.counts + p.counts + s.counts + z.counts
        fours = counts.count(4) + counts.count(5)
        pungs = counts.count(3)
        kinds = len(counts) - counts.count(0)
        return kinds + fours - (kinds > pungs) <= sets

    def _states(self, suits: tuple, spare: int, fixed: tuple, winds: tuple, pungs: bool) -> list:
        """As `longgang_read._states`, of these suits, but for the number of pungs; `pungs`: of these alone."""
        wilds, (_, _, with_it, without_it, _, tile) = fixed[5], fixed[6]
        whole: list = []
        for low, suit in zip(FROM, suits):
            if not suit.kinds:
                continue
            counts = suit.counts
            takes = TAKEN[counts]
            share = spare + 3 * (takes >> 3) - (takes & 7) - len(suit.kinds) if wilds else 0
            here = tile - low if 0 <= tile - low < 9 else -1
            way: Walk = with_it if here >= 0 else without_it
            if low == HONOURS:
                found = way.honours(counts, here, share, (winds[0] - HONOURS, winds[1] - HONOURS))
            else:
                found = way.suit(counts, here, share, pungs)
            if not whole:
                whole = found
            elif len(whole) == len(found) == 1:
                a, b = whole[0], found[0]
                if a & b & PAIRS or (a & WILDS) + (b & WILDS) > wilds:
                    return []
                whole = [(a & ADDS) + (b & ADDS) | (a | b) & ~ADDS]
            else:
                whole = read._joined(whole, found, wilds)
            if not whole:
                return whole
        return whole

    def _offers(self, fixed: tuple, states: list, all_pungs: bool, best: tuple) -> tuple:
        """(receipt, tai, points, ids) of the best of these readings and of the `best` before, without any if there is
        none. The receipt is 0 where there is nothing to compare.
        """
        r, w, shown, points, sets, wilds, (places, of_bits, _, _, worths, tile) = fixed
        whole = sets * SET
        compared = all_pungs or best or len(states) > 1
        if all_pungs:
            shown += ALL_PUNGS
        for state in states:
            pair = not state & PAIRS
            lacking = whole - (state & SETS_OF)
            if lacking or pair:
                lacking //= SET
                if lacking < 0 or (state & WILDS) + 3 * lacking + 2 * pair != wilds:
                    continue
            elif state & WILDS != wilds:
                continue
            bits = state >> WAIT & 63
            if tile < 0 and (lacking or pair):
                bits |= places.bits[read.PUNG if lacking else read.PAIR]
            place = of_bits[bits]
            if place is None:
                continue
            face = points + 2 * (state >> FACE) + place[0]
            if lacking:
                face += self.pung_points(r.indicator)
            seen = shown
            if state & HONOURED:
                seen += (state >> DRAGON & 3) + (state >> SEAT & 3) * SEAT_PUNG + (state >> ROUND & 3) * ROUND_PUNG
            tai, ids = worths.get((seen, bits)) or self._worth(worths, seen, bits, place)
            if not (tai or face) and w.giver >= 0:
                seen += ALL_CHOWS
                tai, ids = worths.get((seen, bits)) or self._worth(worths, seen, bits, place)
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

    def _worth(self, worths: dict, shown: int, bits: int, place: tuple) -> tuple:
        """(tai, sorted ids) of what is shown, with the place of the winning tile."""
        ids = []
        for name, at in COUNTED:
            ids += [name] * (shown >> at & 7)
        ids += [name for n, name in enumerate(MARKED) if shown >> 9 + n & 1]
        tai = sum([self.worth[name] for name in ids if name != "all_chows"])
        return keep(worths, (shown, bits), (tai, sorted(ids + place[1])))  # type: ignore[no-any-return]

    def _receipt(self, r: Record, w: Win, tai: int, face: int) -> int:
        chips = 6 if w.seat == r.dealer else 4
        return chips * rounded(20 + face, tai) // 10 + 3 * self.follow(r)[min(tai, 3)]

    def _made(self, best: tuple) -> tuple | None:
        if not best:
            return None
        _, tai, face, ids = best
        if "all_chows" in ids:
            face = self.worth["all_chows"]
        return None, rounded(20 + face, tai), ids, min(tai, 3), False
