"""Jiujiang on a PC: what a claim comes to is remembered by what the winner's suits and melds show (jiujiang_kept.py),
and who pays whom is reckoned at once; claims and payments are made when they are asked for. jiujiang.py says what is
meant.
"""

from ..check import Record
from ..hand import CHOW, CONCEALED_KONG, DECLARED, ROB_KONG, Meld, Win
from ..hand import Hand as AnyHand
from ..hands_kept import LANE, NO_FLOWERS, Hand, Unusual
from ..many_kept import keep
from ..settle import Claim, Settlement
from ..settle_kept import Outcomes, Reckoned
from ..supply_kept import lanes
from ..tiles import HONOURS
from . import jiujiang_kept as kept
from .jiujiang import MOST_DOUBLINGS, OF_WAIT, RED, WAITS, WHITE, Rules, laid_out
from .jiujiang import _only_wait as only_wait
from .jiujiang_kept import (
    BAD_MELDS,
    CHOWS,
    COUNTED,
    FACTS,
    FACTS_WITH,
    FLUSH,
    FLUSH_AT,
    LACK,
    LACKS,
    LETTER_AT,
    LETTERS_OF,
    MANY_WAYS,
    MELD_LETTER,
    MELDS,
    ODDS,
    OF_PAIRS,
    OTHERS,
    PAIR,
    PAIRS,
    READ,
    READINGS,
    SHAPE,
    STRAIGHT,
    STRANGE,
    TILE,
    TILES_AT,
    WAIT,
    WITHOUT_LETTERS,
    pungs_in_a_row,
    with_tile,
)

SEATS = 4
DEAD_HAND, WRONG_COUNT, BAD_MELD = ("dead_hand", 0, ()), ("tile_count", 0, ()), ("bad_meld", 0, ())
NOT_A_WIN, BELOW_MINIMUM = ("not_a_win", 0, ()), ("below_minimum", 0, ())
NO_MELDS = 0, (), 0
# Of a meld that is eaten: what it counts, is it of White or Red, that it was looked at.
FANS, WHITES, REDS, LOOKED_AT = (1 << 20) - 1, 15 << 20, 15 << 24, 1 << 28
WHITE_EATEN, RED_EATEN = 1 << 20, 1 << 24
EXPOSED, ALL_EXPOSED, HAS_CHOW, HAS_WHITE, HAS_RED = 1, 2, 4, 8, 16  # what melds are all in all
WINNING = Rules.HAND + 1


class Kept(Outcomes, Rules):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = Rules(options)  # the same, which tell how it came about
        self.judged: dict = {}  # what a claim comes to without what is laid out
        self.laid: dict = {}  # what a winner's melds and Greens are and count
        self.eats: dict = {}  # what a meld counts where it is eaten, by its kind and tiles, and Greens
        self.goes_on: dict = {}  # what goes on to the next hand, and what is told of it

    # ------------------------------------------------------------ payments

    def is_usual(self, r: Record) -> bool:
        return not r.carry or r.carry.get("washout", 0) + r.carry.get("follow", 0) <= MOST_DOUBLINGS

    def reckon(self, r: Record, w: Win, value: int, balance: list) -> None:
        """As `pay`."""
        unit = self.unit(r) if r.carry else 1
        winner, giver = w.seat, w.giver
        payers: tuple | range = range(SEATS)
        robbed = 0
        if giver >= 0:
            payers = (giver,)
            if w.flags & ROB_KONG and self.flags(r, w) & ROB_KONG:
                robbed = self.worth["melded_kong"]
        doubled = self.options["dealer_double"]
        for seat in payers:
            if seat == winner:
                continue
            h = r.hands[seat]
            amount = value + robbed
            if h.melds:
                eaten = 0
                for meld in h.melds:
                    key = meld.kind, meld.tiles
                    eaten += self.eats.get(key) or self._eats(key, meld)
                amount += eaten & FANS
                if eaten & WHITES and eaten & REDS:
                    amount += self.worth["hongqi_piaopiao"]
            if h.flowers:
                amount += self._greens(h.flowers)
            if h.ready == DECLARED:
                amount += self.worth["ready_hand"]
            amount *= unit
            if doubled and r.dealer in (seat, winner):
                amount *= 2
            balance[seat] -= amount
            balance[winner] += amount

    def _eats(self, key: tuple, meld: Meld) -> int:
        """What a meld counts where it is eaten."""
        eaten = LOOKED_AT + sum([self.worth[name] for name in laid_out(AnyHand(b"", [meld]))])
        eaten += WHITE_EATEN * (meld.tile == WHITE) + RED_EATEN * (meld.tile == RED)
        return keep(self.eats, key, eaten)

    def _greens(self, flowers: bytes) -> int:
        if flowers not in self.eats:
            keep(self.eats, flowers, sum([self.worth[name] for name in laid_out(AnyHand(b"", [], flowers))]))
        found: int = self.eats[flowers]
        return found

    def ends(self, r: Record, s: Reckoned, winner: int, is_fined: bool) -> None:
        """As `next_dealer` and `carried`."""
        s.next_dealer = r.dealer if winner < 0 else winner
        if not r.carry and winner >= 0:
            return
        key = tuple(r.carry.items()), winner < 0, winner < 0 and is_fined, s.next_dealer == r.dealer
        found: tuple | None = self.goes_on.get(key)
        if found is None:
            alone = Settlement(SEATS)
            alone.next_dealer = s.next_dealer
            if winner >= 0 or is_fined:
                alone.claims = [Claim(Win(0, 0), "" if winner < 0 else None)]
            found = keep(self.goes_on, key, (self.carried(r, alone), alone.notes))
        s.carry, s.notes = dict(found[0]), found[1][:]

    # ------------------------------------------------------------ the winner

    def outcome(self, r: Record, w: Win, h: Hand) -> tuple:
        """What becomes of a claim, (reason, value, ids): as `judge`."""
        if r.fouls and self.fouled(r, w):
            return DEAD_HAND
        m, p, s, z, f = h.suits
        tile, melds = w.tile, h.melds
        try:
            if tile < 9:
                suit, facts = m, FACTS_WITH[m, tile] + FACTS[p] + FACTS[s] + FACTS[z]
            elif tile < 18:
                suit, facts = p, FACTS_WITH[p, tile] + FACTS[m] + FACTS[s] + FACTS[z]
            elif tile < HONOURS:
                suit, facts = s, FACTS_WITH[s, tile] + FACTS[m] + FACTS[p] + FACTS[z]
            else:
                suit, facts = z, FACTS_WITH[z, tile] + FACTS[m] + FACTS[p] + FACTS[s]
        except Unusual:
            c = self.judge(r, w)
            return c.reason, c.value, c.ids()
        said = 0
        letters = facts >> LETTER_AT & 15
        if melds:
            for meld in melds:
                said += MELDS[meld.kind, meld.tiles]
            letters |= LETTERS_OF[said >> MELD_LETTER]
            said &= WITHOUT_LETTERS
        if f is not NO_FLOWERS:
            facts = facts + TILE * len(f.kinds) | STRANGE
        if (facts >> TILES_AT) + 3 * len(melds) != WINNING:
            return WRONG_COUNT
        if said & BAD_MELDS and not self._melds_allowed(melds):
            return BAD_MELD
        if facts & STRANGE:
            return NOT_A_WIN
        sets = facts & (LACKS | PAIRS) == PAIR
        readings: tuple = ()
        shape = FLUSH[letters] << FLUSH_AT
        if sets:
            shape |= facts & SHAPE
            if facts & COUNTED and not _is_alone(h, suit, tile, facts):
                shape &= ~COUNTED
            if facts & CHOWS:
                shape |= CHOWS
            else:
                shape |= pungs_in_a_row(h.held + (1 << LANE * tile) - (lanes(h.flowers) if h.flowers else 0))
            if facts & MANY_WAYS:
                readings = _all_readings(h.suits, tile)
                shape &= COUNTED | ~READ
        if not melds and not facts & ODDS:
            shape |= facts & OF_PAIRS | PAIR
        elif not sets:
            return NOT_A_WIN
        if not sets:
            shape |= LACK
        laid = self.laid.get((said, h.flowers)) or self._laid(h, said) if melds or h.flowers else NO_MELDS
        flags = w.flags and self.flags(r, w)
        key = shape, laid[0], flags, w.giver < 0, h.ready == DECLARED, readings
        found = self.judged.get(key)
        if found is None:
            found = keep(self.judged, key, self._judge(r, w, h, shape, laid[0], readings))
        if laid[1]:
            found = found[0] + laid[2], sorted([*found[1], *laid[1]])
        return (None, *found) if found[0] > 1 else BELOW_MINIMUM

    def _laid(self, h: Hand, said: int) -> tuple:
        """What the melds of a winner are all in all, the names of what they and Greens count, and how much."""
        kinds = [meld.kind for meld in h.melds]
        tiles = [meld.tile for meld in h.melds]
        summary = HAS_CHOW * (CHOW in kinds) + HAS_WHITE * (WHITE in tiles) + HAS_RED * (RED in tiles)
        if kinds.count(CONCEALED_KONG) < len(kinds):
            summary += EXPOSED
        if len(kinds) == 4 and CONCEALED_KONG not in kinds:
            summary += ALL_EXPOSED
        names = laid_out(h)
        found = summary, tuple(names), sum([self.worth[name] for name in names])
        return keep(self.laid, (said, h.flowers), found)

    def _judge(self, r: Record, w: Win, h: Hand, shape: int, melds: int, readings: tuple) -> tuple:
        """What a hand comes to without what it has laid out, (value, ids), by what its tiles show, `melds` what they
        are all in all.
        """
        events = self._events(r, w)
        found = []
        if shape & PAIR:
            found.append(events + _of_pairs(shape))
        if not shape & LACK:
            found += [events + ids for ids in self._by_shape(w, shape, melds, readings, "heavenly_hand" not in events)]
        for ids in found:
            ids += self._adders(w, h, ids)
            if not self._is_flower(ids):
                ids.append("plain_hand")
        ids = self._best(found, w.giver < 0)
        base, adders, extras, _ = self._parts(ids, w.giver < 0)
        return base + adders + extras, sorted(ids)

    def _by_shape(self, w: Win, shape: int, melds: int, readings: tuple, wait_counts: bool) -> list:
        """As `Rules._of_sets`."""
        flush = kept.FLUSHES[shape >> FLUSH_AT & 3]
        same = [flush] if flush else []
        if melds & ALL_EXPOSED:
            same.append("melded_hand")
        flags = 0
        for kind, pung, laid in (WHITE, kept.WHITE_PUNG, HAS_WHITE), (RED, kept.RED_PUNG, HAS_RED):
            if shape & pung:
                same.append("dragon_pung" if w.giver >= 0 and w.tile == kind else "concealed_dragon_pung")
            flags += shape & pung > 0 or melds & laid > 0
        if flags == 2:
            same.append("hongqi_piaopiao")
        readings = readings or (shape & READ,)
        places = 0
        for reading in readings:
            places |= reading >> WAIT
        no = self._excluded_by(same)
        waits = []
        if wait_counts and shape & COUNTED:
            waits = [name for name in WAITS if places & OF_WAIT[name] and name in self.worth and name not in no]
        pungs = ["all_pungs"]
        if shape & kept.FOUR_PUNGS and not self.first:
            pungs.append("xiaosa_gun_pungs")
        elif shape & (kept.THREE_PUNGS | kept.FOUR_PUNGS):
            pungs.append("xiaosa_pungs")
        out = []
        for name in [*waits, ""]:
            for reading in readings:
                if name and not reading >> WAIT & OF_WAIT[name]:
                    continue
                ids = [*same, name] if name else same[:]
                if reading & STRAIGHT:
                    ids.append("pure_straight")
                if not (reading & CHOWS or melds & HAS_CHOW):
                    ids += pungs
                out.append(ids)
        return out


def _is_alone(h: Hand, suit: kept.Suit, tile: int, facts: int) -> bool:
    """As `only_wait`, of a hand of sets whose winning tile came to this suit."""
    others = OTHERS[suit, tile]
    if others is None or h.melds and others or not h.melds and facts & ODDS in (0, kept.TWO_ODD):
        counts = h.counts()
        counts[tile] += 1
        return only_wait(h, counts, tile)
    return not others


def _all_readings(suits: tuple, tile: int) -> tuple:
    """What the readings of these suits with the winning tile show, smallest first."""
    found: list = [0]
    for letter, suit in enumerate(suits[:4]):
        key = with_tile(suit, tile) if tile // 9 == letter else (suit.counts, kept.NO_KIND)
        found = sorted({a | b for a in found for b in READINGS[key]})
    return tuple(found)


def _of_pairs(shape: int) -> list:
    """As `Rules._of_pairs`."""
    if shape & kept.FAIRIES:
        return ["qi_xiannv"]
    flush = kept.FLUSHES[shape >> FLUSH_AT & 3]
    out = ["seven_pairs", flush] if flush else ["seven_pairs"]
    for name, at, most in ("xiaosa_pairs", kept.RUNS, 3), ("gun", kept.ROLLS, 7), ("haohua", kept.FOURS, 3):
        out += [name] * (shape >> at & most)
    return out
