"""Settling a hand on a PC: as settle.py and rules.py do, with fewer calls where there is one claim, as mostly."""

from .check import Record, RecordError
from .hand import ROB_KONG, Win
from .hands_kept import Hand
from .kongs import kongs
from .rules import Ruleset
from .settle import FREE, Claim, Settlement, false_winners
from .tiles import FLOWERS


def declared_kongs(r: Record) -> list:
    """As `kongs`, which need not look at each meld where nobody has any."""
    if r.kongs is None:
        for h in r.hands:
            if h.melds:
                return kongs(r)
        return []
    return r.kongs


class Settled(Settlement):
    """As `Settlement`."""

    def valid(self) -> list:
        if len(self.claims) == 1:
            return self.claims[:] if self.claims[0].reason is None else []
        return [c for c in self.claims if c.reason is None]


class Reckoned(Settlement):
    """A hand of which is known what becomes of each claim, (reason, value, ids), and what each seat gains. Its claims
    and payments are made when they are asked for, as the rules `plain` make them.
    """

    void = False
    next_dealer: int | None = 0
    plainly: Settlement | None = None

    def __init__(self, plain: Ruleset, r: Record, outcomes: list, balance: list):
        self.notes = []
        self.carry = {}
        self.plain = plain
        self.record = r
        self.outcomes = outcomes
        self.balance = balance

    @property
    def seats(self) -> int:  # type: ignore[override]
        return self.record.seats

    @property
    def players(self) -> int:  # type: ignore[override]
        return len(self.balance)

    @property
    def meant(self) -> Settlement:
        """The same settlement, with its claims and payments."""
        if self.plainly is None:
            self.plainly = self.plain.settle(self.record)
        return self.plainly

    @property
    def claims(self) -> list:  # type: ignore[override]
        return self.meant.claims

    @property
    def ready(self) -> list:  # type: ignore[override]
        return self.meant.ready

    @property
    def payments(self) -> list:  # type: ignore[override]
        return self.meant.payments

    @property
    def told(self) -> dict:  # type: ignore[override]
        return self.meant.told

    def valid(self) -> list:
        return self.meant.valid()

    def delta(self) -> list[int]:
        return self.balance[:]

    def answer(self) -> dict:
        wins = []
        for w, (reason, value, ids) in zip(self.record.wins, self.outcomes):
            if reason is None:
                wins.append({"seat": w.seat, "valid": True, "value": value, "patterns": list(ids)})
            else:
                wins.append({"seat": w.seat, "valid": False, "value": 0, "patterns": [], "reason": reason})
        return {"wins": wins, "delta": self.balance[:], "next_dealer": self.next_dealer, "carry": self.carry}


class Outcomes(Ruleset):
    """Goes before the rules of a region that says of claims by tiles what becomes of them and what each seat gains. Its
    own rules settle all others.
    """

    plain: Ruleset  # the same rules, which tell how it came about

    # ------------------------------------------------------------ what a region says

    def is_usual(self, r: Record) -> bool:
        """May the record be settled here."""
        return True

    def outcome(self, r: Record, w: Win, h: Hand) -> tuple:
        """What becomes of a claim: (reason, value, ids)."""
        raise NotImplementedError

    def reckon(self, r: Record, w: Win, value: int, balance: list) -> None:
        """Adds what each seat gains by a win."""
        raise NotImplementedError

    def ends(self, r: Record, s: Reckoned, winner: int, is_fined: bool) -> None:
        """What comes next after this winner, who was the first, or nobody (-1)."""
        raise NotImplementedError

    # ------------------------------------------------------------

    def settle(self, r: Record) -> Settlement:
        """As `Ruleset.settle`."""
        wins, hands = r.wins, r.hands
        if r.seats != self.SEATS or not self.is_usual(r):
            return super().settle(r)
        for w in wins:
            if w.called or not 0 <= w.tile < FLOWERS or w.giver == w.seat or type(hands[w.seat]) is not Hand:
                return super().settle(r)
        self.check_supply(r)
        balance = [0] * r.seats
        winner = -1
        guilty: list = []
        try:
            if len(wins) == 1:
                w = wins[0]
                outcome = self.outcome(r, w, hands[w.seat])
                outcomes = [outcome]
                if outcome[0] is None:
                    if self.left_of(r, w.tile) <= 0:
                        self._check_win(r, 0, w.tile, [])
                    self.reckon(r, w, outcome[1], balance)
                    winner = w.seat
                elif outcome[0] not in FREE:
                    guilty.append(w.seat)
            else:
                outcomes = self._beside(r)
                winner = self._reckon_each(r, outcomes, balance, guilty)
            if guilty or r.fouls:
                self._fine(r, guilty, balance)
        except RecordError:
            return super().settle(r)  # says the same of what comes first
        s = Reckoned(self.plain, r, outcomes, balance)
        self.ends(r, s, winner, len(guilty) > 0)
        return s

    def _beside(self, r: Record) -> list:
        """What becomes of each claim beside the others, or of none."""
        outcomes = [self.outcome(r, w, r.hands[w.seat]) for w in r.wins]
        if outcomes:
            s = Settlement(r.seats)
            s.claims = [Claim(w, outcome[0]) for w, outcome in zip(r.wins, outcomes)]
            self.rank(r, s.claims)
            self._check_wins(r, s)
            for at, c in enumerate(s.claims):
                if c.reason != outcomes[at][0]:
                    outcomes[at] = c.reason, 0, ()
        return outcomes

    def _reckon_each(self, r: Record, outcomes: list, balance: list, guilty: list) -> int:
        """Adds what each seat gains by wins, and whose claims are fined; the first winner, -1 if there is none."""
        winner = -1
        for w, (reason, value, _) in zip(r.wins, outcomes):
            if reason is None:
                self.reckon(r, w, value, balance)
                if winner < 0:
                    winner = w.seat
            elif reason not in FREE:
                guilty.append(w.seat)
        return winner

    def _fine(self, r: Record, guilty: list, balance: list) -> None:
        """Adds the fouls to what is fined, and takes the fines."""
        for seat, foul in r.fouls:
            if foul == "false_win":
                guilty.append(seat)
        amount = self.fine(r) if guilty else 0
        for seat in set(guilty) if amount else ():
            for other in range(r.seats):
                balance[other] += amount
            balance[seat] -= amount * r.seats


class Settling(Ruleset):
    """Goes before the rules of a region that settles as others do."""

    def settle(self, r: Record) -> Settlement:
        """As `Ruleset.settle`."""
        if len(r.wins) != 1:
            return super().settle(r)
        self.check(r)
        s = Settled(r.seats, self.options.get("players", r.seats))
        s.claims = self.claims(r)
        c = s.claims[0]
        if c.win.flags & ROB_KONG:
            c.robbed = self.flags(r, c.win) & ROB_KONG > 0
        self.rank(r, s.claims)
        self._check_wins(r, s)
        self._pay_out(r, s)
        return s

    def _pay_out(self, r: Record, s: Settlement) -> None:
        """Makes the payments of a hand with one claim, and says what comes next."""
        reason = s.claims[0].reason
        if reason is not None or r.fouls:
            self.pay_fines(r, s, false_winners(s, r))
        if reason is None:
            self.pay(r, s)
        self.pay_always(r, s)
        s.next_dealer = self.next_dealer(r, s)
        s.carry = self.carried(r, s)


class OneTile(Ruleset):
    """Goes before the rules of a region that looks for the winning tile as others do."""

    def _check_wins(self, r: Record, s: Settlement) -> None:
        """As `Ruleset._check_wins`."""
        if len(s.claims) != 1:
            super()._check_wins(r, s)
        elif s.claims[0].reason is None:
            kind = s.claims[0].win.tile
            if kind >= 0 and self.left_of(r, kind) <= 0:
                self._check_win(r, 0, kind, [])
