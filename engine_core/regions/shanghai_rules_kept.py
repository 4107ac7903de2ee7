"""Shanghai on a PC: what a hand with flowers comes to is remembered by what it shows. shanghai.py says what it is."""

from ..check import Record
from ..many_kept import keep
from ..settle import Claim
from .shanghai import Rules


class Kept(Rules):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.valued: dict = {}

    def _evaluated(self, r: Record, claim: Claim, flowers: int) -> Claim:
        if not flowers:  # then it matters how it was won
            return super()._evaluated(r, claim, flowers)
        key = flowers, *claim.patterns, *claim.steps
        if key not in self.valued:
            super()._evaluated(r, claim, flowers)
            keep(self.valued, key, (claim.value, tuple(claim.patterns), tuple(claim.steps)))
        claim.value, patterns, steps = self.valued[key]
        claim.patterns, claim.steps = list(patterns), list(steps)
        return claim
