"""What a PC remembers of tile texts: which kinds a run like "1123m" names. tiles.py says what is meant.

There are some ten thousand runs of up to seven tiles of a suit, and most come again.
"""

from functools import lru_cache, partial

from . import tiles
from .many_kept import MANY

SHORT, LONG = 4, 22  # up to so many characters it is mostly one run; more have no hand's tiles with each letter once


def _run(letter: str, digits: str) -> bytes:
    """The kinds that digits before a letter name, sorted."""
    return tiles.in_order(digits + letter)


# By letter what `_run` has found.
RUNS = tuple([(letter, lru_cache(MANY)(partial(_run, letter))) for letter in tiles.LETTERS])
parse_run = lru_cache(MANY)(tiles.parse)
run_in_order = lru_cache(MANY)(tiles.in_order)


def parse(text: str) -> bytes:
    """As `tiles.parse`."""
    if isinstance(text, str) and len(text) <= SHORT:
        return parse_run(text)
    return tiles.parse(text)


def in_order(text: str) -> bytes:
    """As `tiles.in_order`: run by run where each letter is there once at most and they are in order, as mostly."""
    if not isinstance(text, str) or len(text) > LONG:
        return tiles.in_order(text)
    if len(text) <= SHORT:
        return run_in_order(text)
    kinds = b""
    rest = text
    try:
        for letter, run in RUNS:
            digits, found, after = rest.partition(letter)
            if found:
                if not digits.isdigit():
                    break
                kinds += run(digits)
                if not after:
                    return kinds
                rest = after
    except tiles.TileError:  # there is no such tile; the message shows the whole text
        pass
    return tiles.in_order(text)
