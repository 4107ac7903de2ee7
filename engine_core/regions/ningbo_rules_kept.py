"""Ningbo on a PC: what a hand's readings show is remembered by what they fold to. ningbo.py says what is meant."""

from .. import patterns
from ..check import Record
from ..hand import Win
from ..hands_kept import MANY
from .ningbo import Rules


class Kept(Rules):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.best: dict = {}

    def _best(self, r: Record, w: Win, counts: bytearray, splits: list, on_wild: bool, fixed: list) -> list:
        melds = r.hands[w.seat].melds
        letters = patterns.suits(counts)
        for m in melds:
            letters |= 1 << m.tiles[0] // 9
        own = (w.seat - r.dealer) & 3
        key = letters, own, r.round_wind, on_wild, len(melds), patterns.melded(melds) if melds else 0, *splits, *fixed
        if key not in self.best:
            if len(self.best) == MANY:
                self.best.clear()
            self.best[key] = super()._best(r, w, counts, splits, on_wild, fixed)
        found: list = self.best[key]
        return found
