"""Settling a hand with one claim on a PC, in regions without wild tiles: what becomes of the claim is remembered by what
the winner's tiles show (shown_kept.py), what each seat gains by what is paid and between whom. The region's own rules
find it the first time; and they settle what is not usual.
"""

from .check import Record
from .hand import ROB_KONG, Win
from .hands_kept import NO_FLOWERS, Hand, with_tile
from .kongs import kongs
from .many_kept import keep
from .rules import Ruleset
from .settle import Settlement
from .settle_kept import Reckoned, Settling
from .shown_kept import FIVE, LACKS, LETTERS, MELDS, ODDS, OF_SETS, SIMPLES, of_meld, of_suit
from .tiles import FLOWERS

# By the letters that there are: nothing special, a full flush, honours alone, a half flush.
FLUSH = (0, 1, 1, 0, 1, 0, 0, 0, 2, 3, 3, 0, 3, 0, 0, 0)


class Remembering(Settling):
    """Goes before the rules of a region."""

    PLAIN: type[Ruleset]  # these
    PAYS_KONGS = False  # are kongs paid for
    FLUSHES: tuple = FLUSH

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = self.PLAIN(options)
        self.judged: dict = {}  # (reason, value, ids)
        self.gains: dict = {}  # what each seat gains, the next dealer, is it void, what is carried on

    # ------------------------------------------------------------ what a region says

    def beside(self, r: Record, w: Win, h: Hand, shown: int) -> object:
        """What a claim depends on beside the flags, whether it was drawn, what tiles show and how many melds there are."""
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
        declared = _kongs(r) if self.PAYS_KONGS else ()
        flags = w.flags and self.flags(r, w)
        if declared and flags & ROB_KONG:
            return super().settle(r)
        shown = self._tiles_show(h, tile)
        if not shown:
            return super().settle(r)
        if r.kongs or r.indicator >= 0:
            self.check(r)
        else:
            self.check_supply(r)
        key = shown, len(h.melds), giver < 0, flags, self.beside(r, w, h, shown)
        outcome = self.judged.get(key)
        if outcome is None:
            c = self.plain.judge(r, w)
            outcome = keep(self.judged, key, (c.reason, c.value, c.ids()))
        if outcome[0] is None and self.left_of(r, tile) <= 0:
            self._check_win(r, 0, tile, [])
        paid = outcome[0], outcome[1], seat, giver, r.dealer, flags, declared, self.between(r, w, h)
        gains = self.gains.get(paid)
        if gains is None:
            meant = self.plain.settle(r)
            gains = keep(self.gains, paid, (meant.delta(), meant.next_dealer, meant.void, meant.carry))
        s = Reckoned(self.plain, r, [outcome], gains[0])
        s.next_dealer = gains[1]
        s.void = gains[2]
        if gains[3]:
            s.carry = dict(gains[3])
        return s

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
        if shown & LACKS:
            if shown >= FIVE:
                return 0
        elif shown & ODDS:
            shown &= OF_SETS
        return shown & ~LETTERS | self.FLUSHES[letters]


def _kongs(r: Record) -> tuple:
    """What the payments of kongs depend on, where none is robbed."""
    if r.kongs is None:
        for h in r.hands:
            if h.melds:
                break
        else:
            return ()
    return tuple([(k.seat, k.kind, k.giver, k.chain) for k in kongs(r)])
