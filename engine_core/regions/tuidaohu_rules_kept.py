"""Tuidaohu on a PC: see remembered_kept.py."""

from ..check import Record
from ..hand import CONCEALED_KONG, Win
from ..hands_kept import Beside
from ..remembered_kept import Remembering
from ..shown_kept import ALL_ORPHANS, LACKS, ODDS
from .tuidaohu import Rules


class Kept(Remembering, Rules):
    """As `Rules`, for a PC."""

    PLAIN = Rules
    MELDED = (0,) * 5
    TIMES = True

    def __init__(self, options: dict):
        super().__init__(options)
        self.PAYS_KONGS = self.options["kong_pay"]

    def beside(self, r: Record, w: Win, h: Beside, shown: int) -> object:
        """Is nothing of it exposed."""
        if shown & LACKS and shown & ODDS:
            return shown >= ALL_ORPHANS
        return not h.melds or all([m.kind == CONCEALED_KONG for m in h.melds])
