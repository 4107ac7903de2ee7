"""Settling a hand on a PC: as settle.py and rules.py do, with fewer calls where there is one claim, as mostly."""

from .check import Record
from .hand import ROB_KONG
from .rules import Ruleset
from .settle import Settlement, false_winners


class Settled(Settlement):
    """As `Settlement`."""

    def valid(self) -> list:
        if len(self.claims) == 1:
            return self.claims[:] if self.claims[0].reason is None else []
        return [c for c in self.claims if c.reason is None]


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
        if c.reason is not None or r.fouls:
            self.pay_fines(r, s, false_winners(s, r))
        if c.reason is None:
            self.pay(r, s)
        self.pay_always(r, s)
        s.next_dealer = self.next_dealer(r, s)
        s.carry = self.carried(r, s)
        return s


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
