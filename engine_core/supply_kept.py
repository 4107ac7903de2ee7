"""What tiles there are, for a PC: reckoned from hands that know theirs by suits (hands_kept.py)."""

from functools import cache

from . import tiles
from .check import Record
from .hands_kept import LANE, LANES
from .rules import Ruleset
from .settle_kept import OneTile, Settling

OF_REGIONS = ("generic", "guigang", "jiujiang", "longgang", "ningbo", "shanghai", "shangrao")
FULL = (1 << LANE - 1) - 1
# Added to what all hands hold, the highest bit of a lane is set where that is more than there are.
SPARE = sum([FULL - most << LANE * kind for kind, most in enumerate(tiles.SUPPLY)])
TOO_MANY = sum([FULL + 1 << LANE * kind for kind in range(tiles.KINDS)])


def counting(rules: Ruleset, options: dict) -> Ruleset:
    """The same rules for a PC, made of their options. (Given another class, the rules that are there would be slower: an
    object finds its methods and attributes three times as fast in the class that it was made of.)
    """
    kept = _kept(type(rules))
    out: Ruleset = _counting(kept or type(rules))(options)
    if kept:
        kept.keep(out, type(rules)(options))
    return out


@cache
def _counting(region: type[Ruleset]) -> type:
    quicker: tuple = (Counting,)
    if region.settle is Ruleset.settle:
        quicker += (Settling,)
    if region._check_wins is Ruleset._check_wins:
        quicker += (OneTile,)
    return type(region.__name__, (*quicker, region), {})


@cache
def _kept(region: type[Ruleset]) -> type | None:
    """What a PC has in the place of a region's rules, if it has: they are quicker, and need a method `keep` first."""
    if region.ID not in OF_REGIONS:
        return None
    return __import__("engine_core.regions.%s_rules_kept" % region.ID, None, None, ("Kept",), 0).Kept


class Counting(Ruleset):
    """Counts the tiles of all hands at once."""

    def check_supply(self, r: Record) -> None:
        """As `Ruleset.check_supply`."""
        held = 1 << LANE * r.indicator if r.indicator >= 0 and self.HAS_INDICATOR else 0
        try:
            for h in r.hands:
                held += h.held
        except AttributeError:  # a hand whose tiles are not known by suits
            super().check_supply(r)
            return
        if held + SPARE & TOO_MANY:
            self.left(r)  # says which
        r.held = held  # type: ignore[attr-defined]

    def left_of(self, r: Record, kind: int) -> int:
        """As `Ruleset.left_of`."""
        try:
            return tiles.SUPPLY[kind] - (r.held >> LANE * kind & LANES)  # type: ignore[attr-defined]
        except AttributeError:
            return super().left_of(r, kind)
