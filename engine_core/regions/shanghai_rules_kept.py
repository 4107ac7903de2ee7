"""Shanghai on a PC: see remembered_kept.py."""

from ..check import Record
from ..hand import CONCEALED_KONG, KONG, Win
from ..hands_kept import LANE, Hand
from ..remembered_kept import Remembering
from ..shown_kept import DRAGONS_AT, LACKS, LETTERS, WINDS_AT
from ..tiles import HONOURS
from .shanghai import Rules, _laid


class Kept(Remembering, Rules):
    """As `Rules`, for a PC."""

    PLAIN = Rules

    def beside(self, r: Record, w: Win, h: Hand, shown: int) -> object:
        """Its flowers, and what doubles whatever the hand. Honours alone need not be sets."""
        flowers = (_laid(h) if h.flowers else 0) + (shown >> WINDS_AT & 7) + 2 * (shown >> DRAGONS_AT & 3)
        for m in h.melds:
            if m.kind >= KONG:
                flowers += 2 if m.kind == CONCEALED_KONG else 1
        honours = h.held + (1 << LANE * w.tile) >> LANE * HONOURS if shown & LACKS and shown & LETTERS == 2 else 0
        return flowers, honours, self._opened(r), self._after_washout(r.carry)

    def between(self, r: Record, w: Win, h: Hand) -> object:
        """Who is liable, and for how many drawn hands more wins are doubled."""
        washout = r.carry.get("washout", 0) if r.carry else 0
        for other in r.hands:
            if len(other.melds) > 2:
                fed, back = self._liable(r, w.seat)
                return washout, *fed, -1, *back
        return washout
