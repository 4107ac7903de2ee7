"""Shangrao on a PC: which row is worth most, and what it comes to, is remembered by what the readings show. shangrao.py
says what is meant.
"""

from ..check import Record
from ..hand import Hand, Win
from ..hands_kept import MANY
from ..settle import Claim
from .shangrao import Rules


class Kept(Rules):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.best: dict = {}
        self.valued: dict = {}

    def _best(self, h: Hand, w: Win, wild: tuple) -> tuple | None:
        readings = self._readings(h, w, wild)
        key = self._flown(h, w, wild) if h.flowers else 0, *[(word, *shown) for word, shown in readings]
        if key not in self.best:
            if len(self.best) == MANY:
                self.best.clear()
            self.best[key] = super()._best(h, w, wild)
        found: tuple | None = self.best[key]
        return found

    def _valued(self, r: Record, w: Win, group: int, word: int, flown: int) -> Claim:
        key = group, word, flown, self._events(r, w)
        if key not in self.valued:
            self.valued[key] = super()._valued(r, w, group, word, flown)
        known = self.valued[key]
        claim = Claim(w, known.reason, known.steps[:])
        claim.value = known.value
        claim.patterns = known.patterns[:]
        return claim
