"""Settling a hand on a PC: as settle.py and rules.py do, with fewer calls where there is one claim, as mostly."""

from .check import Record
from .hand import ROB_KONG
from .kongs import kongs
from .rules import Ruleset
from .settle import Settlement, false_winners


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

    def __init__(self, plain: Ruleset, r: Record, outcomes: list, balance: list):
        self.seats = r.seats
        self.players = len(balance)
        self.void = False
        self.notes = []
        self.next_dealer = 0
        self.carry = {}
        self.plain = plain
        self.record = r
        self.outcomes = outcomes
        self.balance = balance
        self.plainly: Settlement | None = None

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
