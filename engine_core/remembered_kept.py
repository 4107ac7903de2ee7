"""Settling a hand on a PC: what becomes of the claim is remembered by what the winner's tiles show
(shown_kept.py), what each seat gains by what is paid and between whom. The region's own rules find it the first time;
they settle what is not usual, and make claims and payments when somebody asks.
"""

from .check import Record, RecordError
from .hand import ROB_KONG, Kong, Win
from .hands_kept import LANE, LANES, ONE, Beside
from .many_kept import keep
from .rules import Ruleset
from .settle import Claim, Settlement, false_winners
from .settle_kept import Reckoned, Settling, declared_kongs
from .shown_kept import (
    ALL_ORPHANS,
    FIVE,
    FOURS,
    LACK,
    LACKS,
    LETTERS,
    ODDS,
    OF_HONOURS,
    OF_SUIT,
    PAIRS,
    PUNGS_AT,
    SHIFTED,
    SIMPLES,
    of_meld,
)
from .tiles import FLOWERS, HONOURS

# Where the suits and the honours begin in what a hand holds.
P_AT, S_AT, Z_AT, FIRST_FLOWER = 9 * LANE, 18 * LANE, HONOURS * LANE, ONE[FLOWERS]
NINE_LANES = ONE[9] - 1

# By the letters that there are: nothing special, a full flush, honours alone, a half flush.
FLUSH = (0, 1, 1, 0, 1, 0, 0, 0, 2, 3, 3, 0, 3, 0, 0, 0)

OF_PAIRS = LETTERS | SIMPLES | FOURS | SHIFTED  # what counts of pairs that are no sets
MELDED = (0, 1, 1, 1, 2)  # by how many melds there are beside pairs: none, some, no other sets
# By the pungs of a reading, and 8 if three of its chows are pungs as well: some, none, all, all or one.
PUNGS = (0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0)


class Remembering(Settling):
    """Goes before the rules of a region."""

    PLAIN: type[Ruleset]  # these
    BY_HELD = True  # hands are known by what they hold
    PAYS_KONGS = False  # are kongs paid for
    TIMES = False  # is all that is paid for a win its worth times something
    DEALER_PAYS = True  # do payments depend on the dealer, or too little on what goes on to ask it apart
    PAID_FLAGS = ROB_KONG  # the flags that payments depend on
    PAID_ALONE = 9  # up to so many legal claims each is paid for as if it were the only one
    FLUSHES: tuple = FLUSH
    PUNGS: tuple = PUNGS
    MELDED: tuple = (0, 0, 0, 0, 1)  # by how many melds there are beside sets
    MATTERS = LETTERS | PAIRS  # what counts of sets and a pair beside its pungs

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = self.PLAIN(options)
        self.checks_kongs = type(self).check is not Ruleset.check
        self.judged: dict = {}  # (reason, value, ids)
        self.of_kongs: dict = {}  # what each seat gains by a kong
        self.gains: dict = {}  # what each seat gains, the next dealer, is it void, what goes on
        self.after: dict = {}  # the same by what the last three depend on

    # ------------------------------------------------------------ what a region says

    def beside(self, r: Record, w: Win, h: Beside, shown: int) -> object:
        """What a claim depends on beside flags, whether it was drawn, what tiles show and how many melds there are.
        Something false of tiles that are neither sets nor pairs where no flag makes another claim of that.
        """
        return 0

    def between(self, r: Record, w: Win, h: Beside, won: bool) -> object:
        """What payments depend on beside the worth, the seats, the flags and kongs; is it a legal win."""
        return 0

    # ------------------------------------------------------------

    def settle(self, r: Record) -> Settlement:
        """As `Ruleset.settle`."""
        if len(r.wins) != 1 or r.seats != self.SEATS:
            return self._several(r)
        w = r.wins[0]
        seat, giver, tile = w.seat, w.giver, w.tile
        h = r.hands[seat]
        if giver == seat or not 0 <= tile < FLOWERS or w.called or type(h) is not Beside:
            return super().settle(r)
        if r.fouls and self.fouled(r, w):
            return super().settle(r)
        declared = declared_kongs(r) if self.PAYS_KONGS else ()
        flags = w.flags and self.flags(r, w)
        if declared and flags & ROB_KONG:
            return self._several(r)
        if r.kongs and self.checks_kongs or r.indicator >= 0:
            self.check(r)
        else:
            self.check_supply(r)
        outcome = self.outcome(r, w, h, flags)
        if outcome is None:
            return super().settle(r)
        if r.fouls and outcome[0] is not None:
            return self._several(r)
        if outcome[0] is None and self.left_of(r, tile) <= 0:
            self._check_win(r, 0, tile, [])
        balance, next_dealer, void, carry = self._gains(r, w, flags, outcome)
        if r.fouls:
            balance = self._with_fines(r, {seat for seat, foul in r.fouls if foul == "false_win"}, balance)
        if declared:
            balance = balance[:]
            try:
                self._add_kongs(r, w, declared, outcome[0], balance)
            except RecordError:
                return super().settle(r)  # says where
        s = Reckoned(self.plain, r, [outcome[:3]], balance)
        s.next_dealer = next_dealer
        s.void = void
        if carry:
            s.carry = dict(carry)
        return s

    def _several(self, r: Record) -> Settlement:
        """As `Ruleset.settle`: several claims or none, fouls."""
        self.check(r)
        s = Settlement(r.seats)
        claims = s.claims
        known: list = []  # what becomes of each claim by itself
        usual = True
        for w in r.wins:
            outcome = None
            h = r.hands[w.seat]
            if 0 <= w.tile < FLOWERS and not w.called and type(h) is Beside and not (r.fouls and self.fouled(r, w)):
                outcome = self.outcome(r, w, h, w.flags and self.flags(r, w))
            if outcome is None:
                usual = False
                c = self.judge(r, w)
            else:
                c = Claim(w, outcome[0])
                c.value = outcome[1]
                c.patterns = list(outcome[3])
            if w.flags:
                c.robbed = self.flags(r, w) & ROB_KONG > 0
            claims.append(c)
            known.append(outcome)
        if not usual or len(claims) > 1:
            self.rank(r, claims)
        self._check_wins(r, s)
        won = s.valid()
        alone = usual and len(won) <= self.PAID_ALONE
        if won and not alone:
            self.pay(r, s)
        balance = [0] * r.seats
        declared = declared_kongs(r) if won and self.PAYS_KONGS else []
        if declared and not any([c.robbed for c in won]):
            try:
                self._add_kongs(r, won[0].win, declared, None, balance)
            except RecordError:
                balance = [0] * r.seats
                self.pay_always(r, s)  # says where
        else:
            self.pay_always(r, s)
        if s.payments:
            balance = [amount + more for amount, more in zip(balance, s.delta())]
        outcomes = []
        for c, outcome in zip(claims, known):
            if outcome is None or c.reason is not outcome[0] or len(c.patterns) != len(outcome[3]):
                outcomes.append((c.reason, c.value, c.ids()))
            else:
                outcomes.append(outcome[:3])
            if alone and c.reason is None:
                gained = self._gains(r, c.win, c.win.flags and self.flags(r, c.win), outcome)[0]
                balance = [amount + more for amount, more in zip(balance, gained)]
        if len(won) < len(claims) or r.fouls:
            balance = self._with_fines(r, false_winners(s, r), balance)
        out = Reckoned(self.plain, r, outcomes, balance)
        out.next_dealer = s.next_dealer = self.next_dealer(r, s)
        out.void = s.void
        out.carry = self.carried(r, s)
        return out

    def flags(self, r: Record, w: Win) -> int:
        """As `Ruleset.flags`, found once."""
        try:
            found: int = w.held  # type: ignore[attr-defined]
        except AttributeError:
            found = w.held = super().flags(r, w)  # type: ignore[attr-defined]
        return found

    def _with_fines(self, r: Record, guilty: list | set, balance: list) -> list:
        """What each seat gains with what these, who have said falsely that they have won, pay."""
        for seat in guilty:
            fines = self.fines(r, r.dealer, seat)
            balance = [amount + fine for amount, fine in zip(balance, fines)]
            balance[seat] -= sum(fines)
        return balance

    def _gains(self, r: Record, w: Win, flags: int, outcome: tuple) -> tuple:
        """What each seat gains by a claim alone, without kongs, the next dealer, is it void, what is carried on."""
        reason, value = outcome[0], outcome[1]
        times = self.TIMES and value
        one = 1 if times else value
        dealer = self.DEALER_PAYS and r.dealer
        paid: tuple
        if reason is None:
            between = self.between(r, w, r.hands[w.seat], True)
            paid = one, w.seat, w.giver, dealer, flags & self.PAID_FLAGS, between
        else:
            paid = reason, w.seat, dealer, self.between(r, w, r.hands[w.seat], False)
        gains: tuple | None = self.gains.get(paid)
        if gains is None:
            gains = keep(self.gains, paid, self._gained(r, w, outcome, one))
        after: tuple = gains
        if not self.DEALER_PAYS:
            then = reason is None, w.seat, r.dealer, tuple(r.carry.items()) if r.carry else ()
            after = self.after.get(then) or keep(self.after, then, self._gained(r, w, outcome, one))
        balance = [value * amount for amount in gains[0]] if times and value > 1 else gains[0]
        return balance, after[1], after[2], after[3]

    def outcome(self, r: Record, w: Win, h: Beside, flags: int) -> tuple | None:
        """What becomes of a claim: (reason, value, ids, patterns); None if that is not for here to say."""
        shown = self._tiles_show(h, w.tile)
        if not shown:
            return None
        beside = self.beside(r, w, h, shown)
        if not shown & ODDS:
            melded = MELDED[len(h.melds)]
        elif beside or not shown & LACKS or shown >= ALL_ORPHANS:
            melded = self.MELDED[len(h.melds)]
        else:
            melded = flags = 0
        key = self._what_matters(shown), melded, w.giver < 0, flags, beside
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

    def _gained(self, r: Record, w: Win, outcome: tuple, value: int) -> tuple:
        """As `_gains`, found anew."""
        alone = r
        if self.PAYS_KONGS or len(r.wins) > 1 or r.fouls:
            alone = _with_kongs(r, [])
            alone.wins, alone.fouls = [w], []
        s = Settlement(r.seats, self.options.get("players", r.seats))
        c = Claim(w, outcome[0])
        c.value, c.patterns = value, list(outcome[3])
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
        if not shown & ODDS:
            return shown & OF_PAIRS | LACKS if shown & LACKS else shown
        if shown & LACKS:
            return shown if shown >= ALL_ORPHANS else shown & LETTERS | LACK
        return shown & self.MATTERS | self.PUNGS[shown >> PUNGS_AT & 15] << PUNGS_AT

    def _tiles_show(self, h: Beside, tile: int) -> int:
        """What the tiles of a winner show; 0 if that is not for here to say."""
        melds = h.melds
        held = h.bare
        # A tile of the next kind is worth LANES + 1 of this one, so what is left of all is how many there are.
        if held % LANES + 3 * len(melds) != self.HAND or held >= FIRST_FLOWER:
            return 0
        held += ONE[tile]
        m, p, s, z = held & NINE_LANES, held >> P_AT & NINE_LANES, held >> S_AT & NINE_LANES, held >> Z_AT
        shown = OF_SUIT[m] + OF_SUIT[p] + OF_SUIT[s] + OF_HONOURS[z]
        letters = (m and 1) | (p and 2) | (s and 4) | (z and 8)
        for meld in melds:
            found = meld.shown or of_meld(meld)
            if not found:
                return 0
            letters |= found & LETTERS
            shown += found & ~LETTERS
        if shown & SIMPLES:
            shown |= SIMPLES
        if shown >= FIVE:
            return 0
        return shown | self.FLUSHES[letters]


def _with_kongs(r: Record, declared: list) -> Record:
    """The same record with these kongs in place of its own."""
    out: Record = Record.__new__(Record)
    out.__dict__.update(r.__dict__)
    out.kongs = declared
    return out
