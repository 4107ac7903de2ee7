"""Changsha on a PC: see remembered_kept.py."""

from ..check import Record
from ..hand import HEAVENLY, LAST_TILE, ROB_KONG, Win
from ..hands_kept import LANE, LANES, Beside
from ..remembered_kept import Remembering
from ..settle import Settlement
from ..shown_kept import JIANG_PAIR
from ..tiles import HONOURS, KINDS
from .changsha import JIANG, Rules

NOT_JIANG = sum([LANES << LANE * kind for kind in range(KINDS) if kind not in JIANG])


class Kept(Remembering, Rules):
    """As `Rules`, for a PC."""

    PLAIN = Rules
    MELDED = (0,) * 5
    PAID_FLAGS = ROB_KONG | LAST_TILE
    MATTERS = Remembering.MATTERS | 7 * JIANG_PAIR
    FLUSHES = (0, 1, 1, 0, 1, 0, 0, 0) + (2,) * 8  # honours are not in the set

    def settle(self, r: Record) -> Settlement:
        """As `Rules.settle`: birds that are none are not usual."""
        return self.plain.settle(r) if r.birds and max(r.birds) >= HONOURS else super().settle(r)

    def outcome(self, r: Record, w: Win, h: Beside, flags: int) -> tuple | None:
        """As `Remembering.outcome`, of no opening hand."""
        return None if flags & HEAVENLY else super().outcome(r, w, h, flags)

    def beside(self, r: Record, w: Win, h: Beside, shown: int) -> object:
        """Are all tiles a 2, 5 or 8."""
        return not h.held + (1 << LANE * w.tile) & NOT_JIANG

    def between(self, r: Record, w: Win, h: Beside, won: bool) -> object:
        """Where birds land; at the sea bottom its own tile is one; and who gets the deal if it is no win."""
        if not won:
            return r.carry.get("haidi_seat") if r.carry else None
        birds = r.birds[: self.options["birds"]]
        if self.options["birds"] and w.flags and self.flags(r, w) & LAST_TILE:
            birds = bytes((w.tile,))
        return tuple(sorted([kind % 9 % self.SEATS for kind in birds]))
