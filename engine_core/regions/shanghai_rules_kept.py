"""Shanghai on a PC: see remembered_kept.py."""

from ..check import Record
from ..hand import CONCEALED_KONG, KONG, Win
from ..hands_kept import LANE, Beside
from ..remembered_kept import Remembering
from ..shown_kept import DRAGONS_AT, LACKS, LETTERS, PUNGS_AT, WINDS_AT
from ..tiles import HONOURS
from .shanghai import Rules, _laid


class Kept(Remembering, Rules):
    """As `Rules`, for a PC."""

    PLAIN = Rules
    DEALER_PAYS = False
    TIMES = True

    def beside(self, r: Record, w: Win, h: Beside, shown: int) -> object:
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

    def between(self, r: Record, w: Win, h: Beside, won: bool) -> object:
        """Who is liable."""
        if not won:
            return 0
        fed, back = self._liable(r, w.seat)
        return (*fed, -1, *back) if fed or back else 0

    def _liable(self, r: Record, seat: int) -> tuple:
        """As `Rules._liable`: if three of four melds are from one seat two neighbours are, and an end one."""
        fed: list = []
        back: list = []
        if self.options["liability"]:
            for other, h in enumerate(r.hands):
                m = h.melds
                if len(m) > 4:
                    return super()._liable(r, seat)
                if len(m) > 2 and (m[0].giver == m[1].giver or m[-1].giver == m[-2].giver):
                    if other != seat:
                        if h.fed_by(seat) > 2:
                            back.append(other)
                    elif m[0].giver >= 0 and h.fed_by(m[0].giver) > 2:
                        fed = [m[0].giver]
                    elif m[-1].giver >= 0 and h.fed_by(m[-1].giver) > 2:
                        fed = [m[-1].giver]
        return fed, back
