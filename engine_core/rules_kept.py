"""Rulesets that are kept, for a PC: a history is scored hand after hand with the rules of few houses, and what tiles
there are is reckoned from hands that know theirs by suits.

A controller has no room for them, and its table has its rules by itself.
"""

from functools import cache

from . import tiles
from .check import Record
from .hands_kept import LANE, LANES
from .rules import Ruleset, load

MOST = 16
KEPT: dict = {}  # by region and options as Python writes them: 1 and True are not the same option
FULL = (1 << LANE - 1) - 1
# Added to what all hands hold, the highest bit of a lane is set where that is more than there are.
SPARE = sum([FULL - most << LANE * kind for kind, most in enumerate(tiles.SUPPLY)])
TOO_MANY = sum([FULL + 1 << LANE * kind for kind in range(tiles.KINDS)])


def rules(region: str, options: dict) -> Ruleset:
    """As `rules.load`; for reading only, others have the same."""
    try:
        key = region, repr(options)
    except ValueError:  # Python does not write a whole number of thousands of digits
        return load(region, options)
    if key not in KEPT:
        if len(KEPT) == MOST:
            KEPT.clear()
        ruled = load(region, {name: _own(value) for name, value in options.items()})
        ruled.__class__ = counting(type(ruled))  # type: ignore[arg-type]
        KEPT[key] = ruled
    return KEPT[key]


def _own(value: object) -> object:
    """A copy of what an option may be: a table or a list of numbers, a number, a word."""
    if isinstance(value, dict):
        return dict(value)
    return list(value) if isinstance(value, list) else value


@cache
def counting(region: type[Ruleset]) -> type:
    """A region's rules that count tiles as `Counting` does."""
    return type(region.__name__, (Counting, region), {})


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
