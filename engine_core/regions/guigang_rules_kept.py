"""Guigang on a PC: see remembered_kept.py."""

from ..check import Record
from ..hand import Win
from ..hands_kept import LANE, LANES, Beside
from ..patterns import is_nine_gates
from ..remembered_kept import Remembering
from ..shown_kept import DRAGON, DRAGON_PAIR, DRAGONS, LACKS, NINE, ODDS, SIMPLES, WIND, WIND_PAIR, WINDS
from ..tiles import HONOURS
from .guigang import Rules


class Kept(Remembering, Rules):
    """As `Rules`, for a PC."""

    PLAIN = Rules
    MELDED = (0,) * 5
    TIMES = True
    PAID_ALONE = 2  # of three nobody is liable
    PUNGS = (1,) + Remembering.PUNGS[1:8] + (4,) + Remembering.PUNGS[9:]  # all chows
    MATTERS = Remembering.MATTERS | SIMPLES | WINDS | DRAGONS | WIND_PAIR | DRAGON_PAIR | NINE

    def __init__(self, options: dict):
        super().__init__(options)
        self.by_feeder = self.options["liability"] == "same_feeder"

    def beside(self, r: Record, w: Win, h: Beside, shown: int) -> object:
        """Nine gates before the win, pungs of the seat's and the prevalent wind, is it declared ready."""
        if shown & LACKS and shown & ODDS:
            return ()
        held = h.held + (1 << LANE * w.tile) >> LANE * HONOURS
        own, prevalent = held >> LANE * (w.seat - r.dealer & 3) & LANES, held >> LANE * r.round_wind & LANES
        return own > 2, prevalent > 2, h.ready, shown & NINE > 0 and is_nine_gates(h.counts())

    def _what_matters(self, shown: int) -> int:
        """Of winds less than three pungs do not count but the own and the prevalent one, nor do pairs beside less."""
        matters = super()._what_matters(shown)
        if not shown & SIMPLES:
            return matters
        if shown & WINDS < 3 * WIND:
            matters &= ~(WINDS | WIND_PAIR)
        return matters if shown & DRAGONS == 2 * DRAGON else matters & ~DRAGON_PAIR

    def between(self, r: Record, w: Win, h: Beside, won: bool) -> object:
        """Who is liable: three of four melds are only from one seat if two neighbours are."""
        m = h.melds
        if len(m) < 3 or not won:
            return ()
        if self.by_feeder and m[0].giver != m[1].giver and m[-1].giver != m[-2].giver and len(m) < 5:
            return ()
        return tuple(self._liable(r, w.seat))
