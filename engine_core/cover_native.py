"""cover.py as machine code, for MicroPython where it makes some: what it means stands there."""

# mypy: ignore-errors
# ruff: noqa: F821

import micropython

# Choices that wait for the other one: at most two a rank. In 16 bits each: rank 0..8, x, y, sets, is the pair there.
_waiting = bytearray(2 * 2 * 9)


@micropython.viper
def cover(counts: ptr8, low: int, pair: int, best: int) -> int:
    """The suit from `low` on. A choice waits where cover.py calls itself: a call takes 250 bytes of a stack that has
    8,192 on a Pico."""
    waiting = ptr16(_waiting)
    n = 0
    at = 0
    x = 0
    y = 0
    sets = 0
    while True:
        while at < 9 and sets < best:
            left = int(counts[low + at]) - x
            if left > 0:
                if pair:
                    waiting[n] = at | (x + 2) << 4 | y << 7 | sets << 9
                    n += 1
                x = y
                y = 0
                if left > 2:
                    sets += 1
                    left -= 3
                if left == 2:
                    waiting[n] = (at + 1) | (x + 2) << 4 | 2 << 7 | (sets + 2) << 9 | pair << 15
                    n += 1
                    sets += 1
                elif left:
                    x += 1
                    y = 1
                    sets += 1
            else:
                x = y
                y = 0
            at += 1
        if sets < best:
            best = sets
        if not n:
            return best
        n -= 1
        at = int(waiting[n])
        x = at >> 4 & 7
        y = at >> 7 & 3
        sets = at >> 9 & 63
        pair = at >> 15
        at &= 15


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
        sets = int(cover(counts, kind, 0, most + 2 - total))
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
        if sets and int(cover(counts, kind, 1, sets)) < sets:
            return total - 1
        kind += 9
    return total


@micropython.viper
def suit_needs(counts: ptr8, low: int, pair: int) -> int:
    return int(cover(counts, low, pair, 63))


@micropython.viper
def fits(counts: ptr8, wilds: int, sets: int, pair: int) -> bool:
    n = wilds - 3 * sets - 2 * pair
    kind = 0
    while kind < 34:
        n += int(counts[kind])
        kind += 1
    return bool(n == 0 and int(sets_needed(counts, pair, sets)) <= sets)
