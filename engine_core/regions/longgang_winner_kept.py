"""What becomes of a claim in Longgang, for a PC: the tiles are looked at by suits, whose readings are remembered
(longgang_points_kept.py). longgang.py says what is meant, longgang_limits.py and longgang_read.py of the tiles.
"""

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
    Meld,
    Win,
)
from ..hands_kept import LETTER
from ..many_kept import keep
from ..shapes import odd
from ..tiles import FLOWERS, HONOURS, KINDS
from . import longgang_read as read
from .longgang import GREEN, OTHERS_ZERO, RED, SETS, Rules
from .longgang_kept import (
    CHOWS,
    FEWEST_AT,
    LEAST_AT,
    LESS,
    LETTERS,
    MIDDLES,
    OF_PART,
    PLUS,
    POINTS_AT,
    PUNG_SAVES,
    SAVES,
    SAVES_AT,
    SETS_AT,
    WHITE,
    WINDS,
    WINDS_AT,
    of_meld,
)
from .longgang_limits import limits_of_counts
from .longgang_natural_kept import HALF_FLUSH, ONE_LETTER, Natural
from .longgang_others_kept import DEAD, OWN_FLOWER, guests_of
from .longgang_points_kept import (
    ALL_PUNGS,
    FOUR,
    FOUR_FLOWERS,
    FROM,
    HALF,
    NO_WILDS,
    NONE,
    NOT_A_WIN,
    REPLACEMENT,
    SEAT_FLOWER,
    TILE_COUNT,
    TWO_WILDS,
    honour,
    refused,
)
from .longgang_rare import _pairs_beside, pairs

MAY_BE_PUNGS, OF_SETS, FOUR_PUNGS = 1, 2, 4
NO_MORE, MUCH_MORE = 0, -1  # beside FOUR_PUNGS
EVENTS, REPLACED = HEAVENLY + EARTHLY + HUMANLY, AFTER_KONG + AFTER_FLOWER
OF_FLAG = (("heavenly_hand", HEAVENLY), ("earthly_hand", EARTHLY), ("humanly_hand", HUMANLY))
PART = [(LETTER[kind] + 1) % 4 for kind in range(FLOWERS)]  # by the kind
ONE_TILE = [bytes((kind,)) for kind in range(KINDS)]
MOST_TRUE = 3  # true wilds that win
NO_MELDS: tuple = (0, 0, 0)
# By the wilds so many kinds of winds show no limit hand.
FEW_WINDS = tuple([most << WINDS_AT for most in (2, 2, 2, 1, 1)])


DEAD_HAND, WILD_CLAIMED, BAD_TILE = refused("dead_hand"), refused("wild_claimed"), refused("bad_tile")


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
        """The readings as eight pairs: as `longgang_rare.pairs`, where there is a tile for the pung."""
        self.on_wild = w.tile == self.indicator or w.tile >= FLOWERS
        self.tile = -1 if self.on_wild else w.tile
        self.paying = GREEN, RED, winds[0]
        self.own = self.holds_own
        self.two_and_own = self.true == 2 and self.own and self.indicator < FLOWERS
        if self.wilds:
            return pairs(self)
        kind = self.counts.find(3)
        out: list = []
        if kind >= 0 and odd(self.counts) == 1:
            self.counts[kind] = 0
            _pairs_beside(self, kind, 3, 0, out)
            self.counts[kind] = 3
        return out

    def limits(self) -> list:
        """The limit ids that show only in the sets."""
        found: dict = {}
        limits_of_counts(self, found)
        return list(found)


class Winning(Natural):
    """Goes before the rules of Longgang."""

    def __init__(self, options: dict):
        super().__init__(options)
        options, worth = self.options, self.worth
        self.usual = options["naked_wild_wait"]
        self.pair_barred = not options["rob_wild_pair"]
        self.straight = options["pure_straight"] and worth["pure_straight"] > 0
        self.sieved = self.straight or options["rare_hands"]
        self.eight_pairs = options["eight_pairs"]
        # Do three true wilds win.
        self.guardians = options["four_guardians"]
        self.three_win = options["wilds_to_win"] == MOST_TRUE and worth["three_wilds"] > 0
        self.melded: dict = {}  # `_of_meld` by all that it depends on
        # The flags that say more of a win than that it is one.
        self.telling = EVENTS + ROB_KONG * self.pair_barred + REPLACED * options["kong_bloom_tai"]
        self.adds_up = self.usual and not (self.sieved or self.eight_pairs)

    def outcome(self, r: Record, w: Win, flags: int) -> tuple:
        """What becomes of a claim, as `judge` finds it: as `refused`."""
        if self.adds_up and not (flags & self.telling or r.fouls and r.fouled(w.seat, "dead_hand", "false_win")):
            found = self.natural(r, w, r.hands[w.seat])
            if found is not None:
                return found
        found = self._usual(r, w, flags) if self.usual else None
        if found is not None:
            return found
        c = self.judge(r, w)
        if c.reason is not None:
            return refused(c.reason)
        ids = c.ids()
        is_limit = c.steps[0][0] == "formula.limit"
        return (None, c.value, ids), self.tai(c), is_limit and any([name in OTHERS_ZERO for name in ids])

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
        winds = self.winds[r.round_wind][w.seat - r.dealer]
        laid = self._melded(melds, wild, w.seat, winds) if melds else NO_MELDS
        held = _held(h, wild, tile, own) if laid is not None else None
        if laid is None or held is None or held is BAD_TILE:
            return held
        parts, true, wilds, holds_own = held
        z, m, p, s = parts
        numbers = of_z, of_m, of_p, of_s = OF_PART[z], OF_PART[m], OF_PART[p], OF_PART[s]
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
        more = self._may_be_more(melds, parts, wilds) if self.sieved and not missing else NO_MORE
        if more == MUCH_MORE:
            return None
        pairs: list = []
        if self.eight_pairs and not melds and not missing and odd(counts_of(parts)) <= wilds + 1:
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
            limit = self.limit(ids)
            if limit:
                return limit
        if holds_own:
            shown += FOUR_FLOWERS if guests == 3 else SEAT_FLOWER
        if letters in HALF_FLUSH:
            shown += HALF
        if flags & REPLACED and self.options["kong_bloom_tai"]:
            shown += REPLACEMENT
        points = 4 * guests + (number >> POINTS_AT)
        sort = OF_SETS * of_sets + MAY_BE_PUNGS * (number & CHOWS == 0)
        hand = parts, numbers, tile, wilds, wilds - (won >> LEAST_AT & 31), won >> SAVES_AT & 7, winds
        if not wilds:
            shown += NO_WILDS
        elif true > 1:
            shown += TWO_WILDS
        fewest = (won >> FEWEST_AT & 31) - (won & PUNG_SAVES > 0)
        return self._worth_most(r, w, hand, shown, points, sort + more, fewest, pairs)

    def _worth_most(
        self, r: Record, w: Win, hand: tuple, shown: int, points: int, sort: int, pungs: int, pairs: list
    ) -> tuple | None:
        """The outcome of a hand that is no limit hand; `points` are those of melds and flowers, `sort` what it may be,
        `pungs` the fewest that it may be, `pairs` its readings as eight pairs.
        """
        tile, wilds, drawn = w.tile, hand[3], w.giver < 0
        on_wild = tile == r.indicator or tile >= FLOWERS
        place = self.place(drawn, tile, on_wild)
        if on_wild:
            hand = (*hand[:2], -1, *hand[3:])
        fixed = r, w, shown, points, wilds, place, on_wild
        best: tuple = self.best_pairs(fixed, pairs) if pairs else NONE
        if sort >= FOUR_PUNGS:
            sort -= FOUR_PUNGS
            if sort >= OF_SETS:
                best = self.best_four(fixed, counts_of(hand[0]), best)
        if sort == OF_SETS + MAY_BE_PUNGS and pungs <= SETS - len(r.hands[w.seat].melds):
            if not self.rising:
                return None
            all_pungs = r, w, shown + ALL_PUNGS, points, wilds, place, on_wild
            best = self.best(all_pungs, self.states(place, hand, True), best)
        if sort >= OF_SETS:
            if self.straight and not wilds:
                best = self.best_straight(fixed, hand, best)
            best = self.best(fixed, self.states(place, hand, False), best)
        return self.worth_of(best) if best is not NONE else None

    def _melded(self, melds: list, wild: int, seat: int, winds: tuple) -> tuple | None:
        """(letters, number, what is shown) of the winner's melds; None if they are not usual."""
        letters = laid = shown = 0
        for meld in melds:
            found = self.melded.get((meld, seat, winds)) or self._of_meld(meld, seat, winds)
            if not found or wild in meld.tiles:
                return None
            letter, number, more = found
            letters |= letter
            laid += number
            shown += more
        return letters, laid, shown

    def _of_meld(self, meld: Meld, seat: int, winds: tuple) -> tuple:
        """The same of a meld; () if it is not usual."""
        found = of_meld(meld.kind, meld.tiles, self.big)
        if not found or meld.kind == CHOW and meld.giver not in (-1, (seat - 1) % 4):
            return ()
        shown = honour(meld.tiles[0], *winds) if found & 8 else 0
        return keep(self.melded, (meld, seat, winds), (found & LETTERS, found & ~LETTERS, shown))

    def _may_be_more(self, melds: list, parts: list, wilds: int) -> int:
        """Do the tiles leave room for a straight or a rare hand, where the house plays it: NO_MORE, FOUR_PUNGS if it is
        four concealed pungs without wilds and melds, else MUCH_MORE.
        """
        if self.straight:  # one without wilds and melds is found by the walk
            chows = [meld.tiles[0] // 9 for meld in melds if meld.kind == CHOW]
            for letter in range(3):
                laid = chows.count(letter)
                if (wilds or laid or not self.rising) and parts[letter + 1].count(0) <= wilds + 3 * laid:
                    return MUCH_MORE
        return self._may_be_rare(melds, counts_of(parts), wilds) if self.options["rare_hands"] else NO_MORE

    def _may_be_rare(self, melds: list, held: bytes, wilds: int) -> int:
        """The same of three kongs, pungs of one number in three suits, four sets of a suit, four pungs."""
        counts = bytearray(held)
        kongs = concealed = 0
        for meld in melds:
            kongs += meld.kind >= KONG
            concealed += meld.kind == CONCEALED_KONG
            for kind in meld.tiles:
                counts[kind] += 1
        most = max(sum(counts[low : low + 9]) for low in (0, 9, 18)) + wilds
        numbers = [counts[n] + counts[n + 9] + counts[n + 18] for n in range(9)]
        if kongs > 2 or most >= 12 or max(numbers) + wilds >= 9:
            return MUCH_MORE
        pungs = self._pungs(held, wilds) + concealed
        if pungs < FOUR:
            return NO_MORE
        if wilds or melds or not self.rising or not self.worth["four_concealed_pungs"]:
            return MUCH_MORE
        # Five beside a pair may be a limit hand.
        return MUCH_MORE if pungs > FOUR and 2 in held else FOUR_PUNGS

    def _pungs(self, counts: bytes, wilds: int) -> int:
        """At most so many pungs are among these tiles."""
        pungs = counts.count(3) + counts.count(4) + counts.count(5)
        twos = min(wilds, counts.count(2))
        return pungs + twos + (wilds - twos + 1) // 2

    def _may_fish(self, tile: int, wind: int) -> bool:
        """Does option `three_wild_honor` look at a claim with two wilds and the own flower."""
        how = self.options["three_wild_honor"]
        return how == "honors_only" or how == "forbid" and tile in (GREEN, RED, wind)


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
        parts[place] = PLUS[part, at]
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
        parts[place] = LESS[part, at]
    if not flowers:
        return parts, true, true, False
    if flowers == ONE_TILE[own]:
        return parts, true, true + 1, True
    return None if flowers.count(own) > 1 else BAD_TILE


def counts_of(parts: list) -> bytes:
    """How often there is each of the 34 kinds in these parts."""
    z, m, p, s = parts
    return m + p + s + z
