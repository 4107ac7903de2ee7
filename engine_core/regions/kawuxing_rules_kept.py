"""Kawuxing on a PC: see remembered_kept.py."""

from ..check import Record
from ..hand import CHOW, Win
from ..hands_kept import LANE, LANES, ONE, Beside
from ..remembered_kept import NINE_LANES, P_AT, S_AT, Z_AT, Remembering
from ..shown_kept import DRAGON, DRAGON_PAIR, LACKS, ODDS, OF_HONOURS, OF_SUIT, PAIR, PAIRS
from ..shown_kept import DRAGONS as DRAGON_PUNGS
from ..tiles import DRAGONS, FLOWERS, HONOURS, KINDS
from .kawuxing import BAMBOO_5, DOT_5, Rules

ABSENT = frozenset([kind for kind in range(KINDS) if kind < 9 or HONOURS <= kind < DRAGONS or kind >= FLOWERS])
LANES_ABSENT = sum([LANES << LANE * kind for kind in ABSENT])


class Kept(Remembering, Rules):
    """As `Rules`, for a PC."""

    PLAIN = Rules
    TIMES = True
    PAYS_KONGS = True
    MATTERS = Remembering.MATTERS | DRAGON_PUNGS | DRAGON_PAIR
    FLUSHES = tuple([letters in (2, 4) for letters in range(16)])

    def beside(self, r: Record, w: Win, h: Beside, shown: int) -> object:
        """What cannot be, what the winning tile makes, whether the hand is shown."""
        for meld in h.melds:
            if meld.kind == CHOW or meld.tiles[0] in ABSENT:
                return "bad_meld"
        tile = w.tile
        if shown & LACKS and shown & ODDS or tile in ABSENT or h.bare & LANES_ABSENT:
            return 0
        of_tile = h.bare >> LANE * tile & LANES == 3
        middle = (tile == DOT_5 or tile == BAMBOO_5) and not shown & LACKS and self._has_middle(h, tile)
        return of_tile, middle, h.ready, len(h.melds) > 0 and h.shows_pung(tile)

    def _what_matters(self, shown: int) -> int:
        """Less than two pungs of dragons do not count, nor does a pair beside others than two."""
        matters = super()._what_matters(shown)
        if shown & DRAGON_PUNGS < 2 * DRAGON:
            matters &= ~DRAGON_PUNGS
        return matters if shown & DRAGON_PUNGS == 2 * DRAGON else matters & ~DRAGON_PAIR

    def between(self, r: Record, w: Win, h: Beside, won: bool) -> object:
        """Whose hands are shown."""
        return won and (h.ready, r.hands[w.giver].ready)

    def _has_middle(self, h: Beside, tile: int) -> bool:
        """As `_has_chow` of the winning tile in the middle: what is left beside it are sets and a pair."""
        below, above = ONE[tile - 1], ONE[tile + 1]
        left = h.bare - below - above
        if not (h.bare & LANES * below and h.bare & LANES * above):
            return False
        shown = OF_SUIT[left >> P_AT & NINE_LANES] + OF_SUIT[left >> S_AT & NINE_LANES] + OF_HONOURS[left >> Z_AT]
        return shown & (LACKS | PAIRS) == PAIR
