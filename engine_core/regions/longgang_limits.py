"""The limit hands of Longgang (腊子), and of all readings the best. Page: rules/longgang.md, section "Patterns".

From the counts where these decide; the sets are looked at only where the tiles leave room for more. Loaded when a
winner's tiles are known.
"""

from .. import hand, shapes, tiles
from ..check import Record
from .longgang import GREEN, RED
from .longgang_read import Best, Places, Winner, places_of, read

WINDS = range(tiles.HONOURS, tiles.DRAGONS)
FULL_FLUSH = (1, 2, 4)  # a suit, as bits of letters
EVENTS = (("heavenly_hand", hand.HEAVENLY), ("earthly_hand", hand.EARTHLY), ("humanly_hand", hand.HUMANLY))


def best(x: Winner, r: Record, barred: int, fishing: bool) -> tuple:
    """The best reading, and the best in which the winning tile is not ALONE, each without key if there is none. They
    differ only with `fishing`. `barred` is a place of the winning tile that is not allowed, -1: none.
    """
    places = places_of(x, barred, fishing)
    found = limits(x, places, fishing)
    every = Best(x.rules, r, x.deals)
    sound = Best(x.rules, r, x.deals) if fishing else every
    if found:
        every.limit(found)
        return every, every
    read(x, places, every, sound)
    if fishing:
        found = limits(x, places, False)
        if found:
            every.limit(found)
    return every, sound


# ---------------------------------------------------------------- limit hands


def limits(x: Winner, places: Places, sound: bool) -> list:
    """The limit ids that the allowed readings show; `sound`: without those that have the winning tile ALONE."""
    found = {"three_wilds": True} if x.three_wilds else {}
    for name, flag in EVENTS if x.flags else ():
        if x.flags & flag:
            found[name] = True
    read = not x.of_sets and not x.pairs  # three wilds need no shape
    if x.of_sets:
        read = _limits_of_sets(x, places, sound, found)
    if x.pairs:
        from .longgang_rare import pair_limits

        read = pair_limits(x, places, sound, found) or read
    if not read or not found:
        return []
    return sorted_out(x, found)


# seldom: limits
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


def _limits_of_sets(x: Winner, places: Places, sound: bool, found: dict) -> bool:
    """Adds the limit ids of sets and a pair; False if no reading is allowed (or none is a limit hand)."""
    restricted = sound or places.barred >= 0
    if places.barred >= 0 or _may_be_limit(x):
        if restricted:
            from .longgang_rare import limits_of_readings

            if not limits_of_readings(x, places, sound, found):
                return False
        else:
            limits_of_counts(x, found)
    if x.two_and_own and shapes.is_win(x.counts, 0, x.sets - 1):
        found["cai_shen_hui"] = True
    if x.suits in FULL_FLUSH:
        found["full_flush"] = True
    if x.suits == 8:
        found["all_honors"] = True
    if x.rules.options["rare_hands"]:
        from .longgang_rare import rare_limits

        rare_limits(x, places if restricted else None, sound, found)
    return True


def _may_be_limit(x: Winner) -> bool:
    """Do the tiles leave room for a limit hand that shows only in the sets."""
    return (
        _may_be_winds(x)
        or (x.rules.options["four_guardians"] and x.suits >= 8)
        or not _has_small(x.whole)
    )


def _may_be_winds(x: Winner) -> bool:
    """Are there tiles of enough winds for big or little four winds."""
    return x.whole[tiles.HONOURS : tiles.DRAGONS].count(b"\0") < (3 if x.wilds >= 3 else 2)


def _has_small(counts: bytes | bytearray) -> bool:
    """Is there a tile of 2 to 8."""
    return any(counts[1:8]) or any(counts[10:17]) or any(counts[19:26])


# seldom: limits
def limits_of_counts(x: Winner, found: dict) -> None:
    """Adds the limit ids that show only in the sets. Where the place of the winning tile does not matter, the tiles
    decide: honours are in pungs and the pair, and a natural tile that is there is never worse in them than a wild.
    """
    if not (_has_small(x.whole) or any([m.kind == hand.CHOW for m in x.melds])) and _are_pungs_alone(x):
        found["all_terminals_and_honors"] = True
        if not any(x.whole[tiles.HONOURS : tiles.FLOWERS]):
            found["all_terminals"] = True
    laid = [m.tile for m in x.melds if m.kind != hand.CHOW]
    if _may_be_winds(x):
        _look_for_winds(x, [kind for kind in WINDS if kind not in laid], laid, found)
    if x.rules.options["four_guardians"] and _are_guardians(x, laid):
        found["si_da_jin_gang"] = True


# seldom: limits
def _are_pungs_alone(x: Winner) -> bool:
    """Is there a reading of pungs and a pair alone."""
    counts = x.counts[: tiles.FLOWERS]
    kinds = tiles.FLOWERS - counts.count(b"\0")
    needed = kinds + counts.count(b"\4") + counts.count(b"\5")  # one of them is the pair
    return needed - (kinds > counts.count(b"\3")) <= x.sets


# seldom: limits
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


# seldom: limits
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


# seldom: limits
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


# seldom: limits
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
