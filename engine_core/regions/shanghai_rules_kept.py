"""Shanghai on a PC: see remembered_kept.py."""

from ..check import Record
from ..hand import CONCEALED_KONG, KONG, Win
from ..hands_kept import LANE, Hand
from ..remembered_kept import Remembering
from ..shown_kept import DRAGONS_AT, LACKS, LETTERS, PUNGS_AT, WINDS_AT
from ..tiles import HONOURS
from .shanghai import Rules, _laid


class Kept(Remembering, Rules):
    """As `Rules`, for a PC."""

    PLAIN = Rules
    TIMES = True

    def beside(self, r: Record, w: Win, h: Hand, shown: int) -> object:
        """Its flowers, where they count, and what doubles whatever the hand. Honours alone need not be sets."""
        alone = shown & LETTERS == 2
        honours = 0
        if shown & LACKS:
            if not alone:
                return ()
            if self.worth["all_honors"]:
                return self._opened(r), self._after_washout(r.carry)
            honours = h.held + (1 << LANE * w.tile) >> LANE * HONOURS
        elif not shown & LETTERS and self.PUNGS[shown >> PUNGS_AT & 15] < 2:
            return ()  # any four sets
        flowers = (_laid(h) if h.flowers else 0) + (shown >> WINDS_AT & 7) + 2 * (shown >> DRAGONS_AT & 3)
        for m in h.melds:
            if m.kind >= KONG:
                flowers += 2 if m.kind == CONCEALED_KONG else 1
        if not honours:
            flowers = min(flowers, self.options["limit"])
        return flowers, honours, self._opened(r), self._after_washout(r.carry)

    def between(self, r: Record, w: Win, h: Hand) -> object:
        """Who is liable, and for how many drawn hands more wins are doubled."""
        washout = r.carry.get("washout", 0) if r.carry else 0
        fed, back = self._liable(r, w.seat)
        return (washout, *fed, -1, *back) if fed or back else washout

    def _liable(self, r: Record, seat: int) -> tuple:
        fed: list = []
        back: list = []
        if self.options["liability"]:
            for other, h in enumerate(r.hands):
                if len(h.melds) > 2:
                    if other == seat:
                        givers = [m.giver for m in h.melds if m.kind != CONCEALED_KONG]
                        fed = [giver for giver in range(self.SEATS) if giver != seat and givers.count(giver) > 2]
                    elif h.fed_by(seat) > 2:
                        back.append(other)
        return fed, back
