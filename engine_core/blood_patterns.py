"""The patterns of the Sichuan family and what tiles show them. Page: regions/rules/sichuan.md "Patterns".

Everything can be read off the counts: no hand is split.
"""

from . import patterns, shapes, tiles
from .hand import Hand

# Of the first table one counts: the most fan with the gens beside it, of equals the lower row.
BASIC = (
    ("plain_hand", 1), ("all_pungs", 2), ("full_flush", 3), ("outside_hand", 3), ("seven_pairs", 3),
    ("full_flush_pungs", 4), ("jiang_dui", 4), ("full_flush_outside", 5), ("full_flush_seven_pairs", 5),
    ("long_qi_dui", 5), ("qing_long_qi_dui", 6), ("heavenly_hand", 6), ("earthly_hand", 6),
)  # fmt: skip
ADDED = (
    ("gen", 1), ("out_with_replacement", 1), ("kong_discard", 1), ("robbing_the_kong", 1), ("last_tile_draw", 1),
    ("last_tile_claim", 1), ("self_draw", 0),
)  # fmt: skip
NO_HONOURS = bytes(tiles.KINDS - tiles.HONOURS)  # counts of them, and of flowers
NO_DRAGONS = ("seven_pairs", "full_flush_seven_pairs")
DRAGONS = ("long_qi_dui", "qing_long_qi_dui")  # four equal tiles are in their fan: one gen less
BASIC_IDS = tuple([p for p, _ in BASIC])
SHAPES = BASIC_IDS[:-2]  # said by the tiles, not by the moment


def gens_beside(pattern: str, gens: int) -> int:
    """How many of a hand's gens count beside its basic pattern."""
    if pattern in NO_DRAGONS:
        return 0
    return gens - 1 if pattern in DRAGONS and gens else gens


def held(h: Hand, tile: int = -1) -> bytearray:
    """What a hand holds with its melds, and a winning tile, by kind; of a hand that is not known the melds."""
    return counted(h, tile)[1]


def counted(h: Hand, tile: int = -1) -> tuple:
    """What `held` says, and the same without the melds: (without, with them)."""
    counts = h.counts()
    if tile >= 0:
        counts[tile] += 1
    whole = bytearray(counts)
    for m in h.melds:
        for k in m.tiles:
            whole[k] += 1
    return counts, whole


def look(h: Hand, tile: int = -1) -> tuple:
    """(suits, strange, counts, whole) of a hand with a winning tile: which suits there are, as in patterns.suits,
    whether it has tiles of none, and what `counted` says.
    """
    counts, whole = counted(h, tile)
    return patterns.suits(whole) & 7, whole[tiles.HONOURS :] != NO_HONOURS, counts, whole


def shown(counts: bytearray, melds: list, whole: bytearray, flush: bool, sets: bool) -> list:
    """The basic patterns that the tiles show, some reading each; [] if they do not win. Melds are pungs and kongs.

    `counts`: the fourteen tiles without the melds, `whole`: with them; `flush`: of one suit; `sets`: they are sets and
    a pair.
    """
    out = []
    if sets:
        out.append("plain_hand")
        if flush:
            out.append("full_flush")
        if is_pungs(counts):
            out.append("all_pungs")
            if flush:
                out.append("full_flush_pungs")
            if not any([whole[k] for k in range(tiles.HONOURS) if k % 3 != 1]):
                out.append("jiang_dui")
        if is_outside(counts, melds):
            out.append("outside_hand")
            if flush:
                out.append("full_flush_outside")
    if not melds and shapes.is_seven_pairs(counts):
        out += (DRAGONS if max(counts) > 3 else NO_DRAGONS)[: 1 + flush]
    return out


def is_pungs(counts: bytearray) -> bool:
    """Pungs and one pair."""
    pairs = 0
    for c in counts:
        if c == 2:
            pairs += 1
        elif c and c != 3:
            return False
    return pairs == 1


def is_outside(counts: bytearray, melds: list) -> bool:
    """带幺九: a 2 or 3 stands in 123 alone, an 8 or 7 in 789, and the 1s and 9s beside them are pungs and one pair."""
    if any(counts[3:6]) or any(counts[12:15]) or any(counts[21:24]) or any([m.tile % 9 not in (0, 8) for m in melds]):
        return False
    pairs = 0
    for low in (0, 9, 18):
        for end, step in ((low, 1), (low + 8, -1)):
            chows = counts[end + step]
            rest = counts[end] - chows
            if counts[end + 2 * step] != chows or rest not in (0, 2, 3):
                return False
            pairs += rest == 2
    return pairs == 1
