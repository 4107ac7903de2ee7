"""Ningbo on a PC: what sets show is remembered by their sorts, honours and suits. ningbo.py says what is meant."""

from ..check import Record
from ..many_kept import keep
from ..patterns import WIND_PUNG
from .ningbo import Rules

SORTS = 0x1F800  # of a folded hand (patterns.py): how many pungs, and pungs of dragons
FLUSH = (0, 1, 1, 0, 1, 0, 0, 0, 2, 3, 3, 0, 3, 0, 0, 0)  # by the suits: a full flush, honours alone, a half flush


class Kept(Rules):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.shown: dict = {}

    def _shown(self, r: Record, seat: int, folded: int, suits: int) -> list:
        winds = folded >> WIND_PUNG
        key = folded & SORTS, FLUSH[suits], winds >> (seat - r.dealer & 3) & 1, winds >> r.round_wind & 1
        if key not in self.shown:
            keep(self.shown, key, super()._shown(r, seat, folded, suits))
        found: list = self.shown[key]
        return found
