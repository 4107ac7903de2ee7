"""Longgang's hands that few tables play: eight pairs and a pung, and the rare hands. Page: rules/longgang.md, section
"Patterns", Optional. Loaded when one of the options `eight_pairs`, `rare_hands`, `pure_straight` is on.
"""

from . import patterns, shapes, tiles
from .hand import CHOW, KONG
from .regions.longgang import (
    ALLOWED,
    ALONE_PUNG,
    LIMIT_IDS,
    PAIR,
    PUNG,
    Best,
    LimitWeigh,
    Need,
    Places,
    Rules,
    Winner,
    is_big,
)

COUNTED = ("three_kongs", "four_kongs", "five_kongs")
SHIFTED = ("three_shifted_kongs", "four_shifted_kongs", "five_shifted_kongs")

# ---------------------------------------------------------------- eight pairs


def pairs(x: Winner) -> list:
    """The ways to read seventeen tiles as seven pairs and a pung: rows (kind of the pung, its natural tiles, pairs that
    pay, whether no wild is used as another tile, possible places of the winning tile).
    """
    out: list = []
    for kind in range(tiles.FLOWERS):
        for n in range(1, min(x.counts[kind], 3) + 1):
            if 3 - n <= x.wilds:
                x.counts[kind] -= n
                _pairs_beside(x, kind, n, out)
                x.counts[kind] += n
    if x.true == 3 and x.wilds == 3:  # a pung of the wilds: they do not win by themselves then
        _pairs_beside(x, -1, 0, out)
    return out


def _pairs_beside(x: Winner, kind: int, n: int, out: list) -> None:
    """The rows with this pung, whose natural tiles are taken out."""
    singles = sum([c & 1 for c in x.counts[: tiles.FLOWERS]])
    spare = x.wilds - (3 - n) - singles
    if spare < 0:
        return
    places = []
    if n < 3 if x.on_wild else kind == x.tile:
        places.append(ALONE_PUNG if n == 1 else PUNG)
    if x.wilds > 3 - n if x.on_wild else x.counts[x.tile]:
        places.append(PAIR)
    paying = [x.counts[k] for k in sorted(set(x.paying()))]
    pay = sum([c + 1 >> 1 for c in paying])
    itself = x.true == 2 and not x.own and x.indicator < tiles.FLOWERS and spare == 2
    out.append((kind, n, pay, not x.wilds or itself, places))
    split = min(spare // 2, sum([c >> 1 for c in paying]))  # a wild each to the two tiles of a pair
    if split:
        out.append((kind, n, pay + split, False, places))


def pair_limits(x: Winner, places: Places, found: dict) -> bool:
    """Adds the limit ids of eight pairs, by colour; False if every reading is barred."""
    if not any(places.bits[place] for row in x.pairs for place in row[4]):
        return False
    if patterns.is_full_flush(x.suits):
        found["full_flush"] = True
    if x.suits == 8:
        found["all_honors"] = True
    elif patterns.only(x.whole, patterns.TERMINALS, True):
        found["all_terminals_and_honors"] = True
    return True


def offer_pairs(rules: Rules, x: Winner, places: Places, best: Best, tai: int, points: int, ids: list) -> None:
    """Offers every reading as eight pairs; `tai`, `points` and `ids` are what each of them has."""
    for kind, _, pay, hard, where in x.pairs:
        bits = 0
        for place in where:
            bits |= places.bits[place]
        found = places.best(bits)
        if found is None:
            continue
        waiting, waits = found
        shown = ["hard_eight_pairs" if hard else "eight_pairs"]
        if kind >= 0:
            shown += rules.honour_ids(kind, x.seat_wind, x.round_wind)
            pung = 8 if is_big(kind, rules.honours_only) else 4
        else:
            pung = rules.wild_pung(x)
        more = sum([rules.worth[p] for p in shown])
        best.offer(tai + more, points + pung + 2 * pay + waiting, max(waiting, 0), [ids, shown, waits])


# ---------------------------------------------------------------- kongs


def kong_ids(melds: list) -> list:
    """What the kongs show: their number, and the longest run of numbers of a suit."""
    kinds = [m.tile for m in melds if m.kind >= KONG]
    out = [COUNTED[len(kinds) - 3]] if 3 <= len(kinds) <= 5 else []
    longest = 0
    for kind in kinds:
        run = 1
        while kind < tiles.HONOURS and (kind + run) // 9 == kind // 9 and kind + run in kinds:
            run += 1
        longest = max(longest, run)
    if longest >= 3:
        out.append(SHIFTED[longest - 3])
    return out


# ---------------------------------------------------------------- sets that are wanted


def needs(rules: Rules, x: Winner) -> list:
    """The passes for sets worth tai: each wants those that the melds do not show already."""
    out: list = []
    if rules.options["pure_straight"]:
        for low in (0, 9, 18):
            _want(x, shapes.CHOW, (low, low + 3, low + 6), ["pure_straight"], 1, out)
    if rules.options["rare_hands"]:
        for n in range(9):
            _want(x, shapes.PUNG, (n, n + 9, n + 18), ["triple_pung"], 2, out)
        for low in (0, 9, 18):
            for first in range(low, low + 6):
                _want(x, shapes.PUNG, range(first, first + 4), ["four_shifted_pungs"], 2, out)
    return out


def _want(x: Winner, sort: int, kinds: tuple | range, ids: list, tai: int, out: list) -> None:
    rest = _not_melded(x, sort, kinds)
    wilds = 0
    for kind in rest:
        if sort == shapes.PUNG:
            wilds += max(0, 3 - x.counts[kind]) if x.counts[kind] else 9
        else:
            wilds += sum([not x.counts[k] for k in range(kind, kind + 3)])
    if len(rest) <= x.sets and wilds <= x.wilds:
        out.append(Need(sort, rest, ids, tai))


def _not_melded(x: Winner, sort: int, kinds: tuple | range | list) -> list:
    """The sets that are not among the melds; one that is wanted several times as often as it lacks."""
    rest = list(kinds)
    for m in x.melds:
        if (m.kind == CHOW) == (sort == shapes.CHOW) and m.tile in rest:
            rest.remove(m.tile)
    return rest


def _fits(x: Winner, places: Places | None, sort: int, kinds: tuple | range | list) -> bool:
    """Can the hand be read with these sets. A natural tile that is there is never worse in them than a wild."""
    rest = _not_melded(x, sort, kinds)
    if len(rest) > x.sets:
        return False
    counts = bytearray(x.counts)
    wilds = x.wilds
    placed = False
    for kind in rest:
        if sort == shapes.CHOW and not any(x.counts[kind : kind + 3]):
            return False
        for i in range(3):
            k = kind + i if sort == shapes.CHOW else kind
            if counts[k]:
                counts[k] -= 1
                placed = placed or k == x.tile
            else:
                wilds -= 1
    sets = x.sets - len(rest)
    if wilds < 0 or not shapes.is_win(counts, wilds, sets):
        return False
    if places is None or placed:
        return True
    return any(state >> ALLOWED & 1 for state in shapes.Splits(counts, wilds, LimitWeigh(x, places)).hands(sets))


def rare_limits(x: Winner, places: Places | None, found: dict) -> None:
    """Adds the limit ids of the rare hands; `places` where some place of the winning tile is barred."""
    for name in kong_ids(x.melds):
        if name in LIMIT_IDS:
            found[name] = True
    for low in (0, 9, 18):
        if any(_fits(x, places, shapes.CHOW, [first] * 4) for first in range(low, low + 7)):
            found["quadruple_chow"] = True
        if any(_fits_all(x, places, range(first, first + 5)) for first in range(low, low + 5)):
            found["five_shifted_pungs"] = True
    if patterns.is_full_flush(x.suits):
        low = 9 * (x.suits >> 1)
        steps = [range(low + s, low + s + 4) for s in range(4)] + [range(low, low + 7, 2)]
        if any(_fits(x, places, shapes.CHOW, starts) for starts in steps):
            found["jin_men_qiao"] = True
        if _is_jiu_long_fei_tian(x, low):
            found["jiu_long_fei_tian"] = True


def _fits_all(x: Winner, places: Places | None, kinds: range) -> bool:
    """Can the hand be read with five pungs of these kinds."""
    return len(_not_melded(x, shapes.PUNG, kinds)) == x.sets and _fits(x, places, shapes.PUNG, kinds)


def _is_jiu_long_fei_tian(x: Winner, low: int) -> bool:
    """No melds, no wilds: the tiles held wait on all nine numbers, and are no triples of both 1 and 9."""
    if x.melds or x.wilds:
        return False
    held = bytearray(x.counts)
    held[x.tile] -= 1
    if held[low] >= 3 and held[low + 8] >= 3:
        return False
    for kind in range(low, low + 9):
        held[kind] += 1
        complete = shapes.is_win(held, 0, x.sets)
        held[kind] -= 1
        if not complete:
            return False
    return True
