"""Settling a hand with one claim on a PC: what becomes of the claim is remembered by what the winner's tiles show
(shown_kept.py), what each seat gains by what is paid and between whom. The region's own rules find it the first time;
they settle what is not usual, and make claims and payments when somebody asks.
"""

from .check import Record, RecordError
from .hand import ROB_KONG, Kong, Win
from .hands_kept import NO_FLOWERS, Hand, with_tile
from .many_kept import keep
from .rules import Ruleset
from .settle import Claim, Settlement
from .settle_kept import Reckoned, Settling, declared_kongs
from .shown_kept import (
    ALL_ORPHANS,
    FIVE,
    LACK,
    LACKS,
    LETTERS,
    MELDS,
    ODDS,
    PAIRS,
    PUNGS_AT,
    SIMPLES,
    of_meld,
    of_suit,
)
from .tiles import FLOWERS

# By the letters that there are: nothing special, a full flush, honours alone, a half flush.
FLUSH = (0, 1, 1, 0, 1, 0, 0, 0, 2, 3, 3, 0, 3, 0, 0, 0)

MELDED = (0, 1, 1, 1, 2)  # by how many melds there are: none, some, no other sets
# By the pungs of a reading, and 8 if three of its chows are pungs as well: some, none, all, all or one.
PUNGS = (0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0)


class Remembering(Settling):
    """Goes before the rules of a region."""

    PLAIN: type[Ruleset]  # these
    PAYS_KONGS = False  # are kongs paid for
    FLUSHES: tuple = FLUSH
    PUNGS: tuple = PUNGS
    MATTERS = LETTERS | PAIRS  # what counts of sets and a pair beside its pungs

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = self.PLAIN(options)
        self.judged: dict = {}  # (reason, value, ids)
        self.of_kongs: dict = {}  # what each seat gains by a kong
        self.gains: dict = {}  # what each seat gains, the next dealer, is it void, what goes on

    # ------------------------------------------------------------ what a region says

    def beside(self, r: Record, w: Win, h: Hand, shown: int) -> object:
        """What a claim depends on beside flags, whether it was drawn, what tiles show and how many melds there are."""
        return 0

    def between(self, r: Record, w: Win, h: Hand) -> object:
        """What payments depend on beside the worth, the seats, the flags and kongs."""
        return 0

    # ------------------------------------------------------------

    def settle(self, r: Record) -> Settlement:
        """As `Ruleset.settle`."""
        if len(r.wins) != 1 or r.fouls or r.seats != self.SEATS:
            return super().settle(r)
        w = r.wins[0]
        seat, giver, tile = w.seat, w.giver, w.tile
        h = r.hands[seat]
        if giver == seat or not 0 <= tile < FLOWERS or w.called or type(h) is not Hand:
            return super().settle(r)
        declared = declared_kongs(r) if self.PAYS_KONGS else ()
        flags = w.flags and self.flags(r, w)
        if declared and flags & ROB_KONG:
            return super().settle(r)
        if r.kongs or r.indicator >= 0:
            self.check(r)
        else:
            self.check_supply(r)
        outcome = self.outcome(r, w, h, flags)
        if outcome is None:
            return super().settle(r)
        if outcome[0] is None and self.left_of(r, tile) <= 0:
            self._check_win(r, 0, tile, [])
        paid = outcome[0], outcome[1], seat, giver, r.dealer, flags, self.between(r, w, h)
        gains = self.gains.get(paid)
        if gains is None:
            gains = keep(self.gains, paid, self._gained(r, w, outcome))
        balance = gains[0]
        if declared:
            balance = balance[:]
            try:
                self._add_kongs(r, w, declared, outcome[0], balance)
            except RecordError:
                return super().settle(r)  # says where
        s = Reckoned(self.plain, r, [outcome[:3]], balance)
        s.next_dealer = gains[1]
        s.void = gains[2]
        if gains[3]:
            s.carry = dict(gains[3])
        return s

    def outcome(self, r: Record, w: Win, h: Hand, flags: int) -> tuple | None:
        """What becomes of a claim: (reason, value, ids, patterns); None if that is not for here to say."""
        shown = self._tiles_show(h, w.tile)
        if not shown:
            return None
        key = self._what_matters(shown), MELDED[len(h.melds)], w.giver < 0, flags, self.beside(r, w, h, shown)
        found: tuple | None = self.judged.get(key)
        if found is None:
            found = keep(self.judged, key, self._judged_anew(r, w))
        return found

    def _judged_anew(self, r: Record, w: Win) -> tuple:
        c = self.judge(r, w)
        return c.reason, c.value, c.ids(), tuple(c.patterns)

    def _add_kongs(self, r: Record, w: Win, declared: list | tuple, reason: str | None, balance: list) -> None:
        """Adds what each seat gains by kongs. RecordError where it cannot be said."""
        for k in declared:
            key = k.seat, k.kind, k.giver, k.chain, reason is None
            gains = self.of_kongs.get(key)
            if gains is None:
                gains = keep(self.of_kongs, key, self._gained_by(r, w, k, reason))
            for seat, amount in enumerate(gains):
                balance[seat] += amount

    def _gained(self, r: Record, w: Win, outcome: tuple) -> tuple:
        """What each seat gains without kongs, the next dealer, is it void, what is carried on."""
        alone = _with_kongs(r, [])
        s = Settlement(r.seats, self.options.get("players", r.seats))
        c = Claim(w, outcome[0])
        c.value, c.patterns = outcome[1], list(outcome[3])
        c.robbed = self.flags(r, w) & ROB_KONG > 0
        s.claims = [c]
        self._pay_out(alone, s)
        return s.delta(), s.next_dealer, s.void, s.carry

    def _gained_by(self, r: Record, w: Win, k: Kong, reason: str | None) -> list:
        """What each seat gains by a kong, beside a claim that is legal or not."""
        s = Settlement(r.seats, self.options.get("players", r.seats))
        s.claims = [Claim(w, reason)]
        self.pay_always(_with_kongs(r, [k]), s)
        return s.delta()

    def _what_matters(self, shown: int) -> int:
        """Of what tiles show what a claim may depend on."""
        if shown & LACKS:
            return shown if shown >= ALL_ORPHANS or not shown & ODDS else shown & LETTERS | LACK
        if not shown & ODDS:
            return shown
        return shown & self.MATTERS | self.PUNGS[shown >> PUNGS_AT & 15] << PUNGS_AT

    def _tiles_show(self, h: Hand, tile: int) -> int:
        """What the tiles of a winner show; 0 if that is not for here to say."""
        m, p, s, z, f = with_tile(h.suits, tile)
        melds = h.melds
        if f is not NO_FLOWERS or len(h.concealed or b"") + 3 * len(melds) != self.HAND:
            return 0
        shown = (m.shown or of_suit(m)) + (p.shown or of_suit(p)) + (s.shown or of_suit(s)) + (z.shown or of_suit(z))
        letters = shown & LETTERS
        for meld in melds:
            found = MELDS.get((meld.kind, meld.tiles)) or of_meld(meld.kind, meld.tiles)
            if not found:
                return 0
            letters |= found & LETTERS
            shown += found & ~LETTERS
        if shown & SIMPLES:
            shown |= SIMPLES
        if shown >= FIVE:
            return 0
        return shown & ~LETTERS | self.FLUSHES[letters]


def _with_kongs(r: Record, declared: list) -> Record:
    """The same record with these kongs in place of its own."""
    out = Record(r.region, r.options, r.seats)
    for name, value in r.__dict__.items():
        setattr(out, name, value)
    out.kongs = declared
    return out
