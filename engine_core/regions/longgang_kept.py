"""What a PC remembers for Longgang: how the tiles of a suit, or the honours, of who has not won may be grouped, and
what the place of a winning tile adds. longgang.py and longgang_read.py say what is meant, and do without.
"""

from functools import lru_cache

from .. import tiles

MANY = 1 << 14  # suits that are remembered
FOUND: dict = {}  # by all that it depends on
PARTS = ((0, 9), (9, 18), (18, 27))
remembered = lru_cache(1024)  # what there are few of, in one house
NO_WINDS = (-1, -1)


def placed_all(rules, counts: bytearray, wilds: int, winds: tuple) -> dict:  # type: ignore[no-untyped-def]
    """As `longgang.Rules.placed_all`."""
    found = {0: 0}
    part = bytes(counts[tiles.HONOURS : tiles.FLOWERS])
    if part.strip(b"\0"):
        worth = rules.worth
        key = part, wilds, winds, worth["dragon_pung"], worth["seat_wind"], worth["prevalent_wind"]
        found = _of_part(rules, key, tiles.HONOURS)
    for low, high in PARTS:
        part = bytes(counts[low:high])
        if part.strip(b"\0" if wilds else b"\0\1"):  # a single tile is worth nothing by itself
            found = _joined(found, _of_part(rules, (part, wilds, NO_WINDS, rules.big_numbers), 0), wilds)
    return found


def _of_part(rules, key: tuple, low: int) -> dict:  # type: ignore[no-untyped-def]
    if key not in FOUND:
        if len(FOUND) == MANY:
            FOUND.clear()
        part, wilds, winds = key[:3]
        counts = bytearray(tiles.FLOWERS)
        counts[low : low + len(part)] = part
        FOUND[key] = rules.placed_all(counts, wilds, winds)
    return FOUND[key]


def _joined(found: dict, more: dict, wilds: int) -> dict:
    out: dict = {}
    for a in found:
        for b in more:
            if (a & 15) + (b & 15) <= wilds and out.get(a + b, -1) < found[a] + more[b]:
                out[a + b] = found[a] + more[b]
    return out
