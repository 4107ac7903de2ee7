"""What a PC remembers for the checks of the Sichuan family: what a suit waits for and which patterns it then allows,
and what such a hand is worth in a house. blood_checks.py says what is meant, and does without.
"""

from functools import lru_cache

from .blood import Blood
from .blood_patterns import is_outside, is_pungs
from .hand import Win
from .settle import Claim
from .suits_kept import MANY, is_whole, whole_with

FLUSH, PUNGS, JIANG, OUTSIDE = 1, 2, 4, 8
GEN = 16  # gens are counted from here on
# The basic patterns of hands of sets, by what they need.
IDS = (
    (0, "plain_hand"), (FLUSH, "full_flush"), (PUNGS, "all_pungs"), (PUNGS | FLUSH, "full_flush_pungs"),
    (PUNGS | JIANG, "jiang_dui"), (OUTSIDE, "outside_hand"), (OUTSIDE | FLUSH, "full_flush_outside"),
)  # fmt: skip
NEVER = 2  # pairs: more than a hand of sets has


@lru_cache(MANY)
def suit(part: bytes) -> tuple:
    """Of the nine counts of a suit: is it whole, its pairs if the rest is pungs, its pairs if it is outside (NEVER if
    it is not), and where one tile more makes it whole, rows (place, pairs of the two sorts then).
    """
    waits = []
    for place in whole_with(part):
        more = bytearray(part)
        more[place] += 1
        waits.append((place, _pairs(is_pungs, more), _pairs(_outside, more)))
    return is_whole(part), _pairs(is_pungs, bytearray(part)), _pairs(_outside, bytearray(part)), waits


def _outside(counts: bytearray) -> bool:
    return is_outside(counts, [])


def _pairs(shows, part: bytearray) -> int:  # type: ignore[no-untyped-def]
    """How many pairs a suit has so that a hand of it shows something, the one pair standing elsewhere or in it."""
    for pairs, other in enumerate((b"\2" + bytes(8), bytes(9))):
        if shows(part + other + bytes(9)):
            return pairs
    return NEVER


def best_wait(
    rules: Blood, seat: int, melds: list, counts: bytearray, whole: bytearray, flush: bool
) -> Claim | None:
    """The most that a hand of at most two suits could win by sets, as a claim without giver; None if it does not wait.
    Of equals it wins with the lowest kind. Tiles as in `blood_patterns.shown`.
    """
    suits = (suit(bytes(counts[:9])), suit(bytes(counts[9:18])), suit(bytes(counts[18:27])))
    lacking = [i for i in (0, 1, 2) if not suits[i][0]]
    if len(lacking) > 1 or sum(counts) % 3 != 1:
        return None
    pungs = suits[0][1] + suits[1][1] + suits[2][1]
    ends = suits[0][2] + suits[1][2] + suits[2][2]
    if melds and not all([m.tile % 9 in (0, 8) for m in melds]):
        ends = 9 * NEVER
    gen = GEN if rules.options["gen"] else 0
    alike = gen * whole.count(b"\4") + (FLUSH if flush else 0)
    best, kind, before = None, -1, -1
    for i in lacking or (0, 1, 2):
        _, pungs_here, ends_here, waits = suits[i]
        for place, pungs_then, ends_then in waits:
            held = whole[9 * i + place]
            shows = alike if held < 3 else alike + gen
            if pungs - pungs_here + pungs_then == 1:
                shows |= PUNGS | JIANG if _is_jiang(whole, place) else PUNGS
            if ends - ends_here + ends_then == 1:
                shows |= OUTSIDE
            if held < 4 and shows != before:
                found = _worth(rules, shows)
                before = shows
                if best is None or found[0] > best[0]:
                    best, kind = found, 9 * i + place
    if best is None:
        return None
    claim = Claim(Win(seat, kind))
    claim.patterns, claim.value, claim.steps = list(best[1]), best[2], list(best[3])
    return claim


def _is_jiang(whole: bytearray, place: int) -> bool:
    """Are all tiles, and one more at this place of a suit, 2s, 5s and 8s."""
    return place % 3 == 1 and not any(whole[:27:3]) and not any(whole[2:27:3])


@lru_cache(1024)
def _worth(rules: Blood, shows: int) -> tuple:
    """(fan, rows, value, formula) of a hand of sets that shows these bits, with the rules of a house."""
    ids = [p for needs, p in IDS if shows & needs == needs]
    rows = rules.best_of(ids, shows // GEN)
    claim = rules.valued(Win(0, -1), rows)
    return sum([worth for _, worth in rows]), rows, claim.value, claim.steps
