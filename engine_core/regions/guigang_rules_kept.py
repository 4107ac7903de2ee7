"""Guigang on a PC: what readings count, and come to, is remembered by what they show. guigang.py says what is meant."""

from ..check import Record
from ..hand import DECLARED, Win
from ..many_kept import keep
from ..patterns import WIND_PUNG, is_half_flush
from ..settle import Claim
from .guigang import Rules

SORTS = 0x1FF00  # of a folded hand (patterns.py): how many chows, pungs, and pungs of dragons


class Kept(Rules):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.special: dict = {}
        self.ordinary: dict = {}
        self.valued: dict = {}

    def _special(self, names: list) -> list:
        if not names:
            return names
        key = tuple(names)
        if key not in self.special:
            keep(self.special, key, super()._special(names))
        found: list = self.special[key]
        return found

    def _ordinary(self, r: Record, w: Win, folded: int, suits: int) -> list:
        winds = folded >> WIND_PUNG
        here = winds >> (w.seat - r.dealer & 3) & 1, winds >> r.round_wind & 1
        key = folded & SORTS, is_half_flush(suits), here, w.giver < 0, r.hands[w.seat].ready == DECLARED
        if key not in self.ordinary:
            keep(self.ordinary, key, super()._ordinary(r, w, folded, suits))
        found: list = self.ordinary[key]
        return found

    def _evaluate(self, claim: Claim) -> None:
        key = tuple(claim.patterns)
        if key not in self.valued:
            super()._evaluate(claim)
            keep(self.valued, key, (claim.value, tuple(claim.steps)))
        claim.value, steps = self.valued[key]
        claim.steps = list(steps)
