"""What tiles there are, for a PC: reckoned from hands that know theirs by suits (hands_kept.py)."""

from functools import cache, lru_cache

from . import tiles
from .check import Record
from .hands_kept import LANE, LANES, ONE, Unusual
from .many_kept import MANY
from .rules import Ruleset
from .settle_kept import OneTile, Settling

FULL = (1 << LANE - 1) - 1
FEW = 8  # flowers of a hand, so that of all four no lane runs over
# Added to what all hands hold, the highest bit of a lane is set where that is more than there are.
SPARE = sum([FULL - most << LANE * kind for kind, most in enumerate(tiles.SUPPLY)])
TOO_MANY = sum([FULL + 1 << LANE * kind for kind in range(tiles.KINDS)])


def counting(rules: Ruleset, options: dict) -> Ruleset:
    """The same rules for a PC, made of their options anew: an object that is given another class finds its methods and
    attributes three times as slowly as one that was made of it.
    """
    out: Ruleset = _counting(_region(rules.ID, type(rules)))(options)  # type: ignore[arg-type]
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
def _region(name: str, region: type[Ruleset]) -> type[Ruleset]:
    """What a PC has in the place of a region's rules, class `Kept` in <region>_rules_kept.py."""
    name = "engine_core.regions.%s_rules_kept" % name
    try:
        kept: type[Ruleset] = __import__(name, None, None, ("Kept",), 0).Kept
    except ImportError as e:
        if not str(e).endswith("'%s'" % name):  # something that it imports
            raise
        return region
    return kept


@lru_cache(MANY)
def lanes(kinds: bytes) -> int:
    """What these are, with a lane for each kind."""
    return sum([1 << LANE * kind for kind in kinds])


def _held(r: Record) -> int:
    """What all hands hold. Unusual if that is not known of one."""
    held = 0
    for h in r.hands:
        try:
            held += h.held
        except AttributeError:
            if h.concealed is not None or len(h.flowers) > FEW:
                raise Unusual from None
            held += lanes(h.flowers)
            for meld in h.melds:
                held += lanes(meld.tiles)
    return held


class Counting(Ruleset):
    """Counts the tiles of all hands at once."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.HAS_INDICATOR = self.HAS_INDICATOR  # what is found in an object is found sooner than in its class

    def check_supply(self, r: Record) -> None:
        """As `Ruleset.check_supply`."""
        try:
            one, two, three, four = r.hands
            held = one.held + two.held + three.held + four.held
        except (AttributeError, ValueError):  # of one they are not known, or not by suits; or there are three hands
            try:
                held = _held(r)
            except Unusual:
                super().check_supply(r)
                return
        if r.indicator >= 0 and self.HAS_INDICATOR:
            held += ONE[r.indicator]
        if held + SPARE & TOO_MANY:
            self.left(r)  # says which
        r.held = held  # type: ignore[attr-defined]

    def left_of(self, r: Record, kind: int) -> int:
        """As `Ruleset.left_of`."""
        try:
            return tiles.SUPPLY[kind] - (r.held >> LANE * kind & LANES)  # type: ignore[attr-defined]
        except AttributeError:
            return super().left_of(r, kind)
