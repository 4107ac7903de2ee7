"""A second opinion on the win check, slow and obvious, and a random generator that is the same on both interpreters."""

from engine_core import tiles


def counts_of(text):
    return bytes(tiles.count(tiles.parse(text))[:34])


class Random:
    """Linear congruential; MicroPython's `random` differs from CPython's."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % n

    def hand(self, n):
        """Counts of n tiles out of four copies; half of the hands crowd into one suit and the honours."""
        narrow = self.below(2)
        counts = bytearray(34)
        while n:
            kind = self.below(9) if narrow and self.below(5) else self.below(34)
            if counts[kind] < 4:
                counts[kind] += 1
                n -= 1
        return bytes(counts)


def sets_of(kind):
    """The sets that hold `kind` as their lowest tile or after it: pung, and the chows over it."""
    out = [(kind, kind, kind)]
    if kind < 27:
        for first in (kind - 2, kind - 1, kind):
            if first >= 0 and first // 9 == kind // 9 and first % 9 <= 6:
                out.append((first, first + 1, first + 2))
    return out


def wins_slowly(counts, wilds, sets):
    """Takes the lowest tile and tries every set and pair it could be in, wild tiles standing for what is missing."""
    return _rest(bytearray(counts), wilds, sets, True)


def _rest(counts, wilds, sets, pair):
    kind = 0
    while kind < 34 and not counts[kind]:
        kind += 1
    if kind == 34:
        return wilds == 3 * sets + (2 if pair else 0)
    groups = sets_of(kind) if sets else []
    if pair:
        groups.append((kind, kind))
    for group in groups:
        # it can be right to use a wild where a tile is there, so every smaller choice of natural tiles is tried too
        for choice in _choices(counts, group):
            used = len(group) - sum(choice)
            if used <= wilds:
                left = bytearray(counts)
                for i in range(len(group)):
                    left[group[i]] -= choice[i]
                if _rest(left, wilds - used, sets - (len(group) == 3), pair and len(group) == 3):
                    return True
    return False


def _choices(counts, group):
    """Which tiles of the group are natural: every choice with at least one, as far as the tiles are there."""
    out = []
    for mask in range(1, 1 << len(group)):
        choice = [mask >> i & 1 for i in range(len(group))]
        need = {}
        for i in range(len(group)):
            need[group[i]] = need.get(group[i], 0) + choice[i]
        if all([counts[k] >= n for k, n in need.items()]):
            out.append(choice)
    return out


def hands_of_one_suit(n):
    """Every count of n characters, no more than four of a kind."""
    counts = bytearray(34)

    def fill(kind, left):
        if kind == 8:
            if left <= 4:
                counts[8] = left
                yield bytes(counts)
            return
        for c in range(min(4, left) + 1):
            counts[kind] = c
            yield from fill(kind + 1, left - c)
        counts[kind] = 0

    return fill(0, n)


def code(counts):
    """Nine counts as one number in base 5: far leaner than bytes in a set of thousands."""
    out = 0
    for c in counts[:9]:
        out = 5 * out + c
    return out


def wins_of_one_suit(sets):
    """Codes of what sets and a pair of characters can make, built up from the pieces instead of taken apart."""
    found = {2 * 5**k: True for k in range(9)}
    for _ in range(sets):
        more = {}
        for h in found:
            counts = [h // 5**k % 5 for k in range(9)]
            for k in range(9):
                if counts[k] < 2:
                    more[h + 3 * 5**k] = True
                if k < 7 and max(counts[k : k + 3]) < 4:
                    more[h + 31 * 5**k] = True
        found = more
    return found
