"""Shangrao on a PC: which row is worth most, and what it comes to, is remembered by what the readings show; what each
seat gains as in other regions (remembered_kept.py). shangrao.py says what is meant.
"""

from .. import shapes
from ..check import Record
from ..hand import CHOW, Hand, Win
from ..hands_kept import LANE, LANES, Beside
from ..many_kept import keep
from ..patterns import is_nine_gates
from ..remembered_kept import Remembering
from ..settle import Claim, Settlement
from ..settle_kept import Settling
from ..shown_kept import LACKS, NINE, ODDS, SIMPLES
from ..suits_kept import pungs_needed
from ..tiles import KINDS
from .shangrao import Rules


class Kept(Remembering, Rules):
    """As `Rules`, for a PC."""

    PLAIN = Rules
    MATTERS = Remembering.MATTERS | SIMPLES

    def __init__(self, options: dict):
        super().__init__(options)
        self.wild = {indicator: self.wilds(indicator) for indicator in range(-1, KINDS)}
        self.best: dict = {}
        self.valued: dict = {}

    def settle(self, r: Record) -> Settlement:
        """As `Rules.settle`: kongs are seldom paid for."""
        return Settling.settle(self, r) if self.options["kong_pay"] else super().settle(r)

    def outcome(self, r: Record, w: Win, h: Beside, flags: int) -> tuple | None:
        """As `Remembering.outcome`, of sets and a pair without a wild; what else there is may be anything."""
        if not h.flowers:
            held = h.held + (1 << LANE * w.tile)
            for kind in self.wild[r.indicator]:
                if held >> LANE * kind & LANES:
                    break
            else:
                shown = self._tiles_show(h, w.tile)
                if shown & ODDS and not shown & LACKS:
                    key = self._what_matters(shown), w.giver < 0, flags, shown & NINE and is_nine_gates(h.counts())
                    return self.judged.get(key) or keep(self.judged, key, self._judged_anew(r, w))
        return self._judged_anew(r, w)

    def _best(self, h: Hand, w: Win, wild: tuple) -> tuple | None:
        readings = self._readings(h, w, wild)
        key = self._flown(h, w, wild) if h.flowers else 0, *[(word, *shown) for word, shown in readings]
        if key not in self.best:
            keep(self.best, key, super()._best(h, w, wild))
        found: tuple | None = self.best[key]
        return found

    def _valued(self, r: Record, w: Win, group: int, word: int, flown: int) -> Claim:
        key = group, word, flown, self._events(r, w)
        if key not in self.valued:
            keep(self.valued, key, super()._valued(r, w, group, word, flown))
        known = self.valued[key]
        claim = Claim(w, known.reason, known.steps[:])
        claim.value = known.value
        claim.patterns = known.patterns[:]
        return claim

    def _sets(self, counts: bytearray, wilds: int, pair: int, melds: list) -> list:
        out = []
        sets = 4 - len(melds)
        if not melds and shapes.odd(counts) <= wilds:
            out.append("seven_pairs")
        if pungs_needed(counts, pair) <= sets and not (melds and any([m.kind == CHOW for m in melds])):
            return out + ["all_pungs", "plain_hand"]
        if shapes.sets_needed(counts, pair, sets) <= sets:
            out.append("plain_hand")
        return out
