"""The generic rules on a PC: see remembered_kept.py."""

from ..check import Record
from ..hand import CHOW, Win
from ..hands_kept import Beside
from ..remembered_kept import Remembering
from ..shown_kept import WIND
from .generic import Rules


class Kept(Remembering, Rules):
    """As `Rules`, for a PC."""

    PLAIN = Rules
    TIMES = True
    MATTERS = Remembering.MATTERS | 4 * WIND  # four pungs of them

    def __init__(self, options: dict):
        super().__init__(options)
        self.PAYS_KONGS = self.options["kong_unit"] > 0

    def beside(self, r: Record, w: Win, h: Beside, shown: int) -> object:
        """Has it chows that may not be."""
        return not self.CHOW and any([m.kind == CHOW for m in h.melds])
