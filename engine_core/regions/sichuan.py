"""Sichuan (四川麻将): a suit must be missing, wind and rain, checks after a drawn hand. Page: rules/sichuan.md.

The base of the family, with its pattern table, is engine_core/blood.py. Here the first win ends the hand, unless
`blood_battle` is on.
"""

from .. import blood
from ..blood_options import OPTIONS as COMMON
from ..check import Record
from ..settle import Settlement


class Rules(blood.Blood):
    ID = "sichuan"
    KONGS_AT_ONCE = True
    LEFT = "dice"
    OPTIONS = (("blood_battle", False, None),) + COMMON[:5] + (("last_four_auto", True, None),) + COMMON[5:]

    # ------------------------------------------------------------ page section "Claims and turn rules"

    def goes_on(self) -> bool:
        return self.options["blood_battle"]

    def last_four(self) -> bool:
        return self.options["last_four_auto"] and not self.options["declare_void"]

    # ------------------------------------------------------------ page section "Drawn hand"

    def checked(self, won: list) -> list:
        return [] if won and not self.goes_on() else super().checked(won)

    # ------------------------------------------------------------ page section "Dealer rotation"

    def next_dealer(self, r: Record, s: Settlement) -> int | None:
        """Who gave the win, or drew it himself; in a blood battle dice decide."""
        if self.goes_on():
            return None
        won = s.valid()
        if not won:
            return r.dealer
        return won[0].win.giver if won[0].win.giver >= 0 else won[0].win.seat
