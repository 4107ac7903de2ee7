"""Ningbo on a PC: one claim by tiles is read by its suits, what a reading is worth is remembered by what counts of it,
and what each seat gains is reckoned at once. ningbo.py says what is meant, and settles all else.
"""

from .. import patterns, shapes
from ..check import Record
from ..hand import Win
from ..hands_kept import LANE, LANES, NO_FLOWERS, NO_HONOURS, NONE, Hand, counts_of, is_regular, with_tile, without
from ..many_kept import keep
from ..patterns import CHOWS, DRAGON_PUNGS, PAIR_HONOUR, PUNGS, WAIT, WIND_PUNG
from ..remembered_kept import FLUSH
from ..settle import Settlement, feeders
from ..settle_kept import Reckoned
from ..suits_kept import joined
from ..tiles import FLOWERS, KINDS
from .ningbo import WAIT_IDS, Rules

SEATS, SETS = 4, 4
# Of a folded hand (patterns.py): how many chows, pungs and pungs of dragons; and where the winning tile may be.
SORTS = 7 * CHOWS | 7 * PUNGS | 7 * DRAGON_PUNGS
SORTS_AND_WAITS = SORTS | 31 << WAIT
ADDS, PAIRS, OF_SETS, SET = patterns.ADDS | 0xFF, shapes.PAIRS, shapes.SETS, shapes.SET
FROM = (0, 9, 18, 27)  # where the suits begin, and the honours


class Kept(Rules):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = Rules(options)  # the same, which tell how it came about
        self.wild = {indicator: self.wilds(indicator) for indicator in range(-1, KINDS)}
        self.readings: dict = {}  # by the counts of a suit and where in it the winning tile is
        self.bests: dict = {}  # the best of a reading: (tai, ids), by what counts of it
        self.same: dict = {}  # what is the same for every reading
        self.laid: dict = {}  # what flowers show, by the indicator and the seat's wind

    # ------------------------------------------------------------ payments

    def settle(self, r: Record) -> Settlement:
        wins = r.wins
        if len(wins) != 1 or r.fouls or r.seats != SEATS:
            return super().settle(r)
        w = wins[0]
        seat, giver = w.seat, w.giver
        h = r.hands[seat]
        if giver == seat or w.tile < 0 or not isinstance(h, Hand):
            return super().settle(r)
        self.check_supply(r)
        reason, value, ids = self._judged(r, w, h)
        balance = [0] * SEATS
        s = Reckoned(self.plain, r, [(reason, value, ids)], balance)
        s.next_dealer = r.dealer
        if reason is not None:
            fine = self.false_win_fine()
            for other in range(SEATS):
                balance[other] += 3 * -fine if other == seat else fine
            return s
        if self.left_of(r, w.tile) <= 0:
            self._check_win(r, 0, w.tile, [])
        if seat != r.dealer:
            s.next_dealer = (r.dealer + 1) % SEATS
        liable = self._liable(r, seat) if self.options["liability"] else []
        if giver >= 0:
            balance[giver] = -value * self.options["discard_shares"]
            for other in liable:
                if other != giver:
                    balance[other] -= value
        elif liable:
            for other in liable:
                balance[other] -= 3 * value
        else:
            balance[0] = balance[1] = balance[2] = balance[3] = -value
            balance[seat] = 0
        balance[seat] = -sum(balance)
        return s

    def _liable(self, r: Record, seat: int) -> list:
        """As `feeders`, which need not look where nobody has three melds."""
        for h in r.hands:
            if len(h.melds) > 2:
                return feeders(r, seat, self.options["liability_mutual"])
        return []

    # ------------------------------------------------------------ the winner

    def _judged(self, r: Record, w: Win, h: Hand) -> tuple:
        """What becomes of a claim by these tiles: (reason, value, ids)."""
        suits = h.suits
        wild = self.wild[r.indicator]
        tile, melds = w.tile, h.melds
        letters = 0
        for meld in melds:
            if not is_regular(meld.kind, meld.tiles) or wild and wild[0] in meld.tiles:  # no meld has flowers
                return "bad_meld", 0, ()
            letters |= 1 << meld.tiles[0] // 9
        if len(h.concealed or b"") != self.HAND - 3 * len(melds):
            return "tile_count", 0, ()
        held = 0
        for kind in wild:
            many = h.held >> LANE * kind & LANES if kind < FLOWERS else suits[4].kinds.count(kind)
            if many:
                held += many
                suits = without(suits, kind)
        alone = w.giver >= 0 and held > 0 and shapes.is_sets(counts_of(suits), held - 1, SETS - len(melds))
        on_wild = tile in wild
        if not on_wild:
            suits = with_tile(suits, tile)
        m, p, s, z, f = suits
        if f is not NO_FLOWERS:
            return "not_a_win", 0, ()
        if held or on_wild:
            weigh = patterns.Weigh(-1 if on_wild else tile, on_wild)
            splits = shapes.Splits(counts_of(suits), held + on_wild, weigh).hands(SETS - len(melds))
        else:
            splits = self._natural((m, p, s, z), tile, (SETS - len(melds)) * SET)
        if not splits:
            return "not_a_win", 0, ()
        if alone:
            return "wild_single_discard", 0, ()
        if w.giver >= 0 and held >= 3 and self.options["three_wilds_self_draw_only"]:
            return "three_wilds_discard", 0, ()
        letters |= (m is not NONE) | (p is not NONE) << 1 | (s is not NONE) << 2 | (z is not NO_HONOURS) << 3
        tai, ids = self._most(r, w, h, splits, letters, (held, on_wild))
        if tai < self.options["minimum"]:
            return "below_minimum", 0, ()
        return None, self.options["base"] + tai, ids

    def _natural(self, suits: tuple, tile: int, sets: int) -> list:
        """As `suits_kept.natural_hands`, of these suits."""
        known = self.readings
        whole: list = []
        for low, suit in zip(FROM, suits):
            if not suit.kinds:
                continue
            key = suit.counts, tile - low if 0 <= tile - low < 9 else -1
            found = known.get(key)
            if found is None:
                splits = shapes.Splits(bytes(low) + suit.counts + bytes(FLOWERS), 0, patterns.Weigh(tile))
                found = keep(known, key, splits.part(low, low + len(suit.counts), 0))
            whole = joined(whole, found, ADDS) if whole else found
            if not whole:
                return whole
        return whole if whole[0] & PAIRS and whole[0] & OF_SETS == sets else []

    def _most(self, r: Record, w: Win, h: Hand, splits: list, letters: int, wilds: tuple) -> tuple:
        """(tai, ids) of the best reading: as `Rules._best`."""
        melds = h.melds
        added = patterns.melded(melds) if melds else 0
        fixed = self._same(r, w, h, wilds)
        of_seat, of_round = w.seat - r.dealer & 3, r.round_wind
        most: tuple = -1, []
        for split in splits:
            folded = (split & ADDS) + (added & ADDS) | (split | added) & ~ADDS
            hands: tuple | list = ((folded, 0),)
            if wilds[0]:
                hands = self._stand_ins(folded, SETS - len(melds) - (split & OF_SETS) // SET, wilds[1])
            for folded, also in hands:
                winds, pair = folded >> WIND_PUNG, folded >> PAIR_HONOUR & 7
                of_winds = winds >> of_seat & 1, winds >> of_round & 1, pair < 5 and pair - 1 not in (of_seat, of_round)
                key = folded & SORTS_AND_WAITS, FLUSH[letters | also], of_winds, fixed
                best = self.bests.get(key)
                if best is None:
                    best = keep(self.bests, key, self._best_of(r, w.seat, folded, letters | also, list(fixed)))
                if best[0] > most[0] or best[0] == most[0] and best[1] < most[1]:
                    most = best
        return max(most[0], 0), most[1]

    def _best_of(self, r: Record, seat: int, folded: int, suits: int, fixed: list) -> tuple:
        """(tai, ids) of a reading, wherever its winning tile may best be."""
        shown = fixed + self._shown(r, seat, folded, suits)
        most: tuple = -1, []
        for bit, wait in WAIT_IDS:
            if patterns.waits(folded) & bit:
                ids = sorted(self._waiting(r, seat, folded, wait) + shown)
                tai = sum([self.worth[name] for name in ids])
                if tai > most[0] or tai == most[0] and ids < most[1]:
                    most = tai, ids
        return most

    def _same(self, r: Record, w: Win, h: Hand, wilds: tuple) -> tuple:
        """As `Rules._fixed`."""
        held, on_wild = wilds
        key: tuple = w.giver < 0, len(h.melds) == SETS, held > 0 or on_wild, held + (on_wild and w.giver < 0) > 2
        if w.flags:
            key = (*key, self.flags(r, w))
        same: tuple | None = self.same.get(key)
        if same is None:
            same = keep(self.same, key, tuple(self._fixed(r, w, held, on_wild)))
        return (*same, *self._flowers(r, w.seat, h.flowers)) if h.flowers else same

    def _flowers(self, r: Record, seat: int, flowers: bytes) -> list:
        """As `Rules._flowers`, remembered."""
        key = max(r.indicator - FLOWERS, -4) // 4, r.seat_wind(seat), flowers
        if key not in self.laid:
            keep(self.laid, key, super()._flowers(r, seat, flowers))
        found: list = self.laid[key]
        return found
