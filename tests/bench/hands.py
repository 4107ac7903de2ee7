"""Random hands for the win check, the same on both interpreters: a seed names them.

Half of them win by the way they are dealt (the others may by chance), half of them are crowded into one suit, and they
hold 0 to 4 wild tiles in equal parts.
"""


class Random:
    """Linear congruential; MicroPython's `random` differs from CPython's."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % n


def _winning(random, counts, crowded, sets):
    """Adds sets and a pair."""
    while sets >= 0:
        kind = random.below(9) if crowded else random.below(34)
        if sets == 0:
            group = (kind, kind)
        elif random.below(2) and kind < 27 and kind % 9 < 7:
            group = (kind, kind + 1, kind + 2)
        else:
            group = (kind, kind, kind)
        if all([counts[k] + group.count(k) <= 4 for k in group]):
            for k in group:
                counts[k] += 1
            sets -= 1


def _any(random, counts, crowded, n):
    """Adds n tiles."""
    while n:
        kind = random.below(9) if crowded and random.below(8) else random.below(34)
        if counts[kind] < 4:
            counts[kind] += 1
            n -= 1


def hand(random, number, sets):
    """(counts of the 34 kinds, wild tiles): hand `number` of `sets` sets and a pair."""
    wilds, wins, crowded = number % 5, number // 5 % 2, number // 10 % 2
    counts = bytearray(34)
    if wins:
        _winning(random, counts, crowded, sets)
        for _ in range(wilds):  # any tile of a win may become wild
            kind = random.below(34)
            while not counts[kind]:
                kind = (kind + 1) % 34
            counts[kind] -= 1
    else:
        _any(random, counts, crowded, 3 * sets + 2 - wilds)
    return bytes(counts), wilds


def hands(sets, many, seed=1):
    """`many` hands, one after the other."""
    random = Random(seed)
    for number in range(many):
        yield hand(random, number, sets)
