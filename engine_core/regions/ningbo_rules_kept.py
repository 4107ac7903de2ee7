"""Ningbo on a PC: a claim by tiles is judged by what suits take and where the winning tile may stand (ningbo_kept.py),
what that is worth is remembered, and what each seat gains is reckoned at once. ningbo.py says what is meant, and
settles all else: where a wild is won with beside others.
"""

from ..check import Record
from ..hand import Win
from ..hands_kept import NO_FLOWERS, NO_HONOURS, NONE, Hand, without
from ..many_kept import keep
from ..patterns import CHOWS, DRAGON_PUNGS, PAIR_HONOUR, PUNGS, WIND_PUNG
from ..remembered_kept import FLUSH
from ..settle import feeders
from ..settle_kept import Outcomes, Reckoned
from ..suits_kept import natural_waits
from ..tiles import FLOWERS, KINDS
from .ningbo import WAIT_IDS, Rules
from .ningbo_kept import (
    BAD_MELD,
    FACTS,
    LETTERS,
    LETTERS_OF,
    MELD_LETTER,
    MELDS,
    OF_PUNGS,
    TAKEN,
    WIND_PUNGS,
    readings,
    wilds_alone,
)

SEATS, SETS = 4, 4
DEAD_HAND, WRONG_COUNT, IS_BAD_MELD = ("dead_hand", 0, ()), ("tile_count", 0, ()), ("bad_meld", 0, ())
NOT_A_WIN, BELOW_MINIMUM = ("not_a_win", 0, ()), ("below_minimum", 0, ())
SINGLE_DISCARD, THREE_DISCARD = ("wild_single_discard", 0, ()), ("three_wilds_discard", 0, ())
ALL_DRAGONS = 7 * DRAGON_PUNGS
OF_HONOURS = ALL_DRAGONS | WIND_PUNGS | 7 << PAIR_HONOUR
# What a reading is: some of both, pungs alone, chows alone.
SORTS = (CHOWS + PUNGS, SETS * PUNGS, SETS * CHOWS)
OF_FLUSH = (3, 1, 8, 9)  # suits with each of FLUSH
ON_WILD = -1  # wilds held, where the one that is won with is alone
OF_READINGS = ("all_chows", "all_pungs", "dragon_pung", "seat_wind", "prevalent_wind") + tuple(
    [name for _, name in WAIT_IDS if name]
)


class Kept(Outcomes, Rules):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = Rules(options)  # the same, which tell how it came about
        self.wild = {indicator: self.wilds(indicator) for indicator in range(-1, KINDS)}
        self.bests: dict = {}  # the best of what readings show: (tai, ids), by what counts of it
        self.same: dict = {}  # what is the same for every reading
        self.laid: dict = {}  # what flowers show, by the indicator and the seat's wind
        # Where each of these is worth something, it makes a reading better, whatever else is the same for all.
        self.is_common = min([self.worth[name] for name in OF_READINGS]) > 0

    def is_usual(self, r: Record) -> bool:
        return self.is_common

    # ------------------------------------------------------------ payments

    def reckon(self, r: Record, w: Win, value: int, balance: list) -> None:
        """As `pay`."""
        seat, giver = w.seat, w.giver
        liable = self._liable(r, seat) if self.options["liability"] else []
        if giver >= 0:
            paid = value * self.options["discard_shares"]
            balance[giver] -= paid
            balance[seat] += paid
            for other in liable:
                if other != giver:
                    balance[other] -= value
                    balance[seat] += value
        elif liable:
            for other in liable:
                balance[other] -= 3 * value
                balance[seat] += 3 * value
        else:
            for other in range(SEATS):
                balance[other] -= value
            balance[seat] += SEATS * value

    def ends(self, r: Record, s: Reckoned, winner: int, is_fined: bool) -> None:
        """As `next_dealer`."""
        s.next_dealer = r.dealer if winner in (-1, r.dealer) else (r.dealer + 1) % SEATS

    def _liable(self, r: Record, seat: int) -> list:
        """As `feeders`, which need not look where nobody has three melds."""
        for h in r.hands:
            if len(h.melds) > 2:
                return feeders(r, seat, self.options["liability_mutual"])
        return []

    # ------------------------------------------------------------ the winner

    def outcome(self, r: Record, w: Win, h: Hand) -> tuple:
        """As `judge`."""
        if r.fouls and self.fouled(r, w):
            return DEAD_HAND
        melds, suits, wild, tile = h.melds, h.suits, self.wild[r.indicator], w.tile
        laid = 0
        for meld in melds:
            laid += BAD_MELD if wild and wild[0] in meld.tiles else MELDS[meld.kind, meld.tiles]  # none has flowers
        if laid >= BAD_MELD:
            return IS_BAD_MELD
        sets = SETS - len(melds)
        if len(h.concealed or b"") != 3 * sets + 1:
            return WRONG_COUNT
        held = 0
        for kind in wild:
            many = suits[kind // 9 if kind < FLOWERS else 4].kinds.count(kind)
            if many:
                held += many
                suits = without(suits, kind)
        m, p, s, z, f = suits
        if f is not NO_FLOWERS:
            return NOT_A_WIN
        letters = (m is not NONE) | (p is not NONE) << 1 | (s is not NONE) << 2 | (z is not NO_HONOURS) << 3
        letters |= LETTERS_OF[laid >> MELD_LETTER & LETTERS]
        parts = m.counts, p.counts, s.counts, z.counts
        if tile in wild:
            return self._on_wild(r, w, h, parts, laid, letters, held)
        letters |= 1 << tile // 9
        shows = readings(parts, tile, sets, held, laid)
        if not shows:
            return NOT_A_WIN
        if held and w.giver >= 0:
            taken = FACTS[m.counts] + FACTS[p.counts] + FACTS[s.counts] + FACTS[z.counts]
            if taken & TAKEN <= sets:
                return SINGLE_DISCARD
            if held > 2 and self.options["three_wilds_self_draw_only"]:
                return THREE_DISCARD
        best = self._most(r, w, h, shows, laid, FLUSH[letters], held)
        if held > 1:
            for flush, shows in wilds_alone(parts, tile, sets, held, laid, letters):
                best = _better(best, self._most(r, w, h, shows, laid, flush, held))
        return self._valued(best)

    def _on_wild(self, r: Record, w: Win, h: Hand, parts: tuple, laid: int, letters: int, held: int) -> tuple:
        """The same where a wild is won with, which is any tile that completes the hand."""
        if held:
            c = self.judge(r, w)
            return c.reason, c.value, c.ids()
        sets = SETS - len(h.melds)
        best: tuple = -1, []
        for kind in natural_waits(b"".join(parts), sets):
            shows = readings(parts, kind, sets, 0, laid)
            best = _better(best, self._most(r, w, h, shows, laid, FLUSH[letters | 1 << kind // 9], ON_WILD))
        return self._valued(best) if best[0] >= 0 else NOT_A_WIN

    def _valued(self, best: tuple) -> tuple:
        tai, ids = best
        return (None, self.options["base"] + tai, ids) if tai >= self.options["minimum"] else BELOW_MINIMUM

    def _most(self, r: Record, w: Win, h: Hand, shows: list, laid: int, flush: int, held: int) -> tuple:
        """(tai, ids) of the best of these readings: as `Rules._best`."""
        of_seat, of_round = w.seat - r.dealer & 3, r.round_wind
        winds = laid >> WIND_PUNG
        of_melds = len(h.melds) == SETS, laid & ALL_DRAGONS, winds >> of_seat & 1, winds >> of_round & 1
        laid &= WIND_PUNGS
        most: tuple = -1, []
        for mask, folded in shows:
            key: tuple | int = mask
            if folded:
                folded &= ~laid  # a wind counts once
                winds, pair = folded >> WIND_PUNG, folded >> PAIR_HONOUR & 7
                is_plain = pair < 5 and pair - 1 not in (of_seat, of_round)
                key = mask, folded & ALL_DRAGONS, winds >> of_seat & 1, winds >> of_round & 1, is_plain
            best = self.bests.get(key)
            if best is None:
                best = keep(self.bests, key, self._best_of(r, w.seat, mask, folded & OF_HONOURS))
            most = best if most[0] < 0 else _better(most, best)
        key = w.giver < 0, w.flags and self.flags(r, w), min(held, 3), flush, of_melds
        same = self.same.get(key) or self._same(key, r, w, laid | of_melds[1], flush, held)
        tai, ids = most[0] + same[0], most[1] + same[1]
        if h.flowers:
            flowers = self._flowers(r, w.seat, h.flowers)
            tai += sum([self.worth[name] for name in flowers])
            ids += flowers
        return tai, sorted(ids)

    def _best_of(self, r: Record, seat: int, mask: int, folded: int) -> tuple:
        """(tai, ids) of what differs between readings, wherever the winning tile may be."""
        most: tuple = -1, []
        for at, sorts in enumerate(SORTS):
            shown = self._shown(r, seat, folded + sorts, 0)
            for bit, wait in WAIT_IDS:
                if mask >> at * OF_PUNGS & bit:
                    ids = sorted(self._waiting(r, seat, folded + sorts, wait) + shown)
                    tai = sum([self.worth[name] for name in ids])
                    if tai > most[0] or tai == most[0] and ids < most[1]:
                        most = tai, ids
        return most

    def _same(self, key: tuple, r: Record, w: Win, laid: int, flush: int, held: int) -> tuple:
        """(tai, ids) of what is the same for these readings: as `Rules._fixed`, and what melds and the suits show."""
        ids = self._fixed(r, w, max(held, 0), held == ON_WILD)
        ids += self._shown(r, w.seat, SORTS[0] + (laid & (ALL_DRAGONS | WIND_PUNGS)), OF_FLUSH[flush])
        return keep(self.same, key, (sum([self.worth[name] for name in ids]), ids))

    def _flowers(self, r: Record, seat: int, flowers: bytes) -> list:
        """As `Rules._flowers`, remembered."""
        key = max(r.indicator - FLOWERS, -4) // 4, r.seat_wind(seat), flowers
        if key not in self.laid:
            keep(self.laid, key, super()._flowers(r, seat, flowers))
        found: list = self.laid[key]
        return found


def _better(best: tuple, other: tuple) -> tuple:
    """Of two (tai, ids) the one with more, of equals the list that comes first in alphabetic order."""
    return other if other[0] > best[0] or other[0] == best[0] and other[1] < best[1] else best
