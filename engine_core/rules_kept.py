"""Rulesets that are kept, for a PC: a history is scored hand after hand with the rules of few houses.

A controller has no room for them, and its table has its rules by itself.
"""

from .rules import Ruleset, load

try:
    from .records_kept import NOBODY, READ, WINNERS, parse
    from .supply_kept import counting
except ImportError:  # there is less of CPython's library
    from .check import parse  # noqa: F401

    READ: dict = {}  # type: ignore[no-redef]
    NOBODY = WINNERS = None  # type: ignore[assignment]

    def counting(rules: Ruleset, options: dict) -> Ruleset:
        """The rules as they are."""
        return rules


MOST = 16
OF_PAGES: dict = {}  # those of the regions' pages, without options
KEPT: dict = {}  # by region and options as Python writes them: 1 and True are not the same option


def rules(region: str, options: dict) -> Ruleset:
    """As `rules.load`; for reading only, others have the same."""
    if options == {} and region in OF_PAGES:
        found: Ruleset = OF_PAGES[region]
        return found
    try:
        key = region, repr(options)
    except ValueError:  # Python does not write a whole number of thousands of digits
        return load(region, options)
    if key not in KEPT:
        if len(KEPT) == MOST:
            KEPT.clear()
        own = {name: _own(value) for name, value in options.items()}
        kept = KEPT[key] = counting(load(region, own), own)
        if hasattr(kept, "READS"):
            READ[region] = kept.READS
        elif hasattr(kept, "BY_HELD"):
            READ[region] = NOBODY
        elif type(kept).hands_needed is Ruleset.hands_needed:
            READ[region] = WINNERS
        if not options:
            OF_PAGES[region] = kept
    return KEPT[key]


def _own(value: object) -> object:
    """A copy of what an option may be: a table or a list of numbers, a number, a word."""
    if isinstance(value, dict):
        return dict(value)
    return list(value) if isinstance(value, list) else value
