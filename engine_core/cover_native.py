"""cover.py as machine code, for MicroPython where it makes some: what it means stands there."""

# mypy: ignore-errors
# ruff: noqa: F821

import micropython


@micropython.viper
def cover(counts: ptr8, at: int, end: int, x: int, y: int, sets: int, pair: int, best: int) -> int:
    while at < end:
        left = int(counts[at]) - x
        at += 1
        x = y
        y = 0
        if left > 0:
            if pair:
                best = int(cover(counts, at - 1, end, int(counts[at - 1]) - left + 2, x, sets, 0, best))
            if left > 2:
                sets += 1
                left -= 3
            if left == 2:
                best = int(cover(counts, at, end, x + 2, 2, sets + 2, pair, best))
                sets += 1
            elif left:
                x += 1
                y = 1
                sets += 1
            if sets >= best:
                return best
    return sets if sets < best else best


@micropython.viper
def sets_needed(counts: ptr8, pair: int, most: int) -> int:
    total = 0
    saves = 0
    kind = 27
    while kind < 34:
        c = int(counts[kind])
        if c:
            total += 1 if c < 4 else 2
            if c != 3:
                saves = pair
        kind += 1
    each = 0  # the sets of each suit, 9 bits apart
    kind = 0
    while kind < 27:
        sets = int(cover(counts, kind, kind + 9, 0, 0, 0, 0, most + 2 - total))
        each |= sets << kind
        total += sets
        if total > most + pair:
            return total
        kind += 9
    if not pair or total <= most:
        return total
    if saves:
        return total - 1
    kind = 0
    while kind < 27:
        sets = each >> kind & 511
        if sets and int(cover(counts, kind, kind + 9, 0, 0, 0, 1, sets)) < sets:
            return total - 1
        kind += 9
    return total


@micropython.viper
def suit_needs(counts: ptr8, low: int, pair: int) -> int:
    return int(cover(counts, low, low + 9, 0, 0, 0, pair, 99))


@micropython.viper
def fits(counts: ptr8, wilds: int, sets: int, pair: int) -> bool:
    n = wilds - 3 * sets - 2 * pair
    kind = 0
    while kind < 34:
        n += int(counts[kind])
        kind += 1
    return bool(n == 0 and int(sets_needed(counts, pair, sets)) <= sets)
