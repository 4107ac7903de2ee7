"""Kawuxing on a PC: see remembered_kept.py."""

from .. import shown_kept
from ..check import Record
from ..hand import CHOW, Win
from ..hands_kept import NO_HONOURS, Hand
from ..remembered_kept import Remembering
from ..shown_kept import LACKS
from ..tiles import DRAGONS, HONOURS
from .kawuxing import BAMBOO_5, DOT_5, Rules, _has_chow


class Kept(Remembering, Rules):
    """As `Rules`, for a PC."""

    PLAIN = Rules
    TIMES = True
    PAYS_KONGS = True
    MATTERS = Remembering.MATTERS | shown_kept.DRAGONS | shown_kept.DRAGON_PAIR
    FLUSHES = tuple(range(16))  # characters are not in the set

    def beside(self, r: Record, w: Win, h: Hand, shown: int) -> object:
        """What the winning tile makes, whether the hand is shown, and what cannot be."""
        tile = w.tile
        m, p, s, z, _ = h.suits
        of_tile = (m, p, s, z)[tile // 9].kinds.count(tile) == 3
        middle = (tile == DOT_5 or tile == BAMBOO_5) and not shown & LACKS and self._has_middle(h, tile)
        absent = HONOURS <= tile < DRAGONS or z is not NO_HONOURS and z.kinds[0] < DRAGONS
        if shown & 1 or absent or h.melds:
            chow = any([meld.kind == CHOW for meld in h.melds])
            return of_tile, middle, h.ready, absent, len(m.kinds) > 0, tile < 9, chow, h.shows_pung(tile)
        return of_tile, middle, h.ready

    def between(self, r: Record, w: Win, h: Hand) -> object:
        """Whose hands are shown."""
        return h.ready, r.hands[w.giver].ready

    def _has_middle(self, h: Hand, tile: int) -> bool:
        counts = h.counts()
        counts[tile] += 1
        return _has_chow(counts, tile - 1, 4 - len(h.melds))
