"""Rivers of blood (血流成河): as xuezhan, but a winner plays on with a locked hand to the end of the wall and may win
again. Page: rules/xueliu.md.
"""

from .. import blood
from ..blood_options import ON_OPTIONS


class Rules(blood.Blood):
    ID = "xueliu"
    PLAYS_ON = True
    OPTIONS = ON_OPTIONS[:-1] + (("check_winners", False, None),) + ON_OPTIONS[-1:]

    # ------------------------------------------------------------ page section "Drawn hand"

    def checked(self, won: list) -> list:
        left = [seat for seat in range(self.SEATS) if seat not in won]
        return left if len(left) > 1 or self.options["check_winners"] else []

    def paid_in_checks(self, won: list) -> list:
        return sorted(set(won)) if self.options["check_winners"] else []
