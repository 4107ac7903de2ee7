"""The limit hands of Longgang (腊子) that show only in the sets, and which of all that are shown count. Page:
rules/longgang.md, section "Patterns". Loaded where a winner's tiles leave room for one.

Where the place of the winning tile does not matter, the tiles decide: honours are in pungs and the pair, and a natural
tile that is there is never worse in them than a wild.
"""

from .. import hand, shapes, tiles
from .longgang import GREEN, RED
from .longgang_read import Winner

WINDS = range(tiles.HONOURS, tiles.DRAGONS)
EVENTS = (("heavenly_hand", hand.HEAVENLY), ("earthly_hand", hand.EARTHLY), ("humanly_hand", hand.HUMANLY))


def sorted_out(x: Winner, found: dict) -> list:
    """The limit ids that this house plays, without those that others exclude."""
    for name in [name for name in found if not x.rules.worth[name]]:  # this house does not play it
        found.pop(name)
    if "si_fang_da_fa" in found:
        found.pop("big_four_winds", None)
        found.pop("all_honors", None)
    if "all_terminals" in found or "all_honors" in found or "si_fang_da_fa" in found:
        found.pop("all_terminals_and_honors", None)
    return sorted(found)


def add_events(x: Winner, found: dict) -> None:
    """Adds the limit ids of flags."""
    for name, flag in EVENTS:
        if x.flags & flag:
            found[name] = True


def limits_of_counts(x: Winner, found: dict) -> None:
    """Adds the limit ids that show only in the sets."""
    small = any([any(x.whole[low + 1 : low + 8]) for low in (0, 9, 18)])
    if not (small or any([m.kind == hand.CHOW for m in x.melds])) and _are_pungs_alone(x):
        found["all_terminals_and_honors"] = True
        if not any(x.whole[tiles.HONOURS : tiles.FLOWERS]):
            found["all_terminals"] = True
    laid = [m.tile for m in x.melds if m.kind != hand.CHOW]
    if x.whole[tiles.HONOURS : tiles.DRAGONS].count(b"\0") < 3:
        _look_for_winds(x, [kind for kind in WINDS if kind not in laid], laid, found)
    if x.rules.options["four_guardians"] and _are_guardians(x, laid):
        found["si_da_jin_gang"] = True


def _are_pungs_alone(x: Winner) -> bool:
    """Is there a reading of pungs and a pair alone."""
    counts = x.counts[: tiles.FLOWERS]
    kinds = tiles.FLOWERS - counts.count(b"\0")
    needed = kinds + counts.count(b"\4") + counts.count(b"\5")  # one of them is the pair
    return needed - (kinds > counts.count(b"\3")) <= x.sets


def _look_for_winds(x: Winner, winds: list, laid: list, found: dict) -> None:
    """Adds big and little four winds: `winds` are those that the tiles in hand have to show."""
    strict = x.rules.options["four_winds_strict"] and tiles.HONOURS <= x.indicator < tiles.DRAGONS
    wild_pung = x.wilds >= 3 and (not strict or x.true >= 2)
    wild_pair = x.wilds >= 2 and (not strict or x.true == 2)
    rests = [_rest_of_winds(x, winds, -1, 0)]
    for one in winds:
        others = [kind for kind in winds if kind != one]
        if wild_pung:
            rests.append(_rest_of_winds(x, others, -1, 3))
        little = [_rest_of_winds(x, others, one, 0)]
        if wild_pair and not x.counts[one]:
            little.append(_rest_of_winds(x, others, -1, 2))
        for other in others if wild_pung else ():
            if not x.counts[other]:
                little.append(_rest_of_winds(x, [kind for kind in others if kind != other], one, 3))
        for rest in little:
            if rest and shapes.is_sets(*rest):
                found["little_four_winds"] = True
    for rest in rests:
        if rest and shapes.is_win(*rest):
            found["big_four_winds"] = True
            if _is_si_fang(rest, laid, rest is rests[0]):
                found["si_fang_da_fa"] = True


def _rest_of_winds(x: Winner, pungs: list, pair: int, wilds: int) -> tuple | None:
    """(counts, wilds, sets) beside pungs of these kinds, all tiles of the kind `pair` as the pair (-1: none of a kind)
    and a set (3) or pair (2) of `wilds` alone; None if they are not there.
    """
    counts = bytearray(x.counts)
    left, sets = x.wilds - wilds, x.sets - wilds // 3
    for kind in pungs:
        n = min(counts[kind], 3)
        if not n:
            return None
        counts[kind] -= n
        left -= 3 - n
        sets -= 1
    if pair >= 0:
        if not 0 < counts[pair] < 3:
            return None
        left -= 2 - counts[pair]
        counts[pair] = 0
    return (counts, left, sets) if left >= 0 and sets >= 0 else None


def _is_si_fang(rest: tuple, laid: list, natural: bool) -> bool:
    """Beside big four winds: a pung of a dragon and the other as the pair, or wilds; `natural`: no wind is of wilds."""
    counts, wilds, sets = rest
    total = sum(counts[: tiles.FLOWERS])
    for dragon, other in ((GREEN, RED), (RED, GREEN)):
        if sets == 0:
            if dragon in laid and total == counts[other]:
                return True
        elif counts[dragon] and total == counts[dragon] + counts[other] and counts[dragon] < 4 and counts[other] < 3:
            if wilds == 3 - counts[dragon] + 2 - counts[other] or (natural and not counts[other] and total < 3):
                return True
    return False


def _are_guardians(x: Winner, laid: list) -> bool:
    """Are three sets pungs of honours (or of wilds), and the pair is one (or wilds)."""
    many = sum([kind >= tiles.HONOURS for kind in laid])
    for kind in range(tiles.HONOURS - 1, tiles.FLOWERS):
        for n in (1, 2) if kind >= tiles.HONOURS else (0,):  # none: a pair of wilds
            counts = bytearray(x.counts)
            wilds = x.wilds - 2 + n
            if n > counts[kind] or wilds < 0:
                continue
            counts[kind] -= n
            pungs = many + sum([(c + 2) // 3 for c in counts[tiles.HONOURS : tiles.FLOWERS]])
            if pungs > 2 and shapes.is_sets(counts, wilds, x.sets):
                return True
            if pungs == 2 and wilds > 2 and shapes.is_sets(counts, wilds - 3, x.sets - 1):
                return True
    return False
