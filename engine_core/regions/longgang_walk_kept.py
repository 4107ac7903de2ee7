"""The readings of a suit, or of the honours, of who claims a win in Longgang, for a PC: a walk over its ranks with the
wilds that it may take, for all their places at once.

At a rank what is left of its tiles goes into groups in every way: how, is a table by how many are left, and an entry
of it a number that is added to what was found so far. Of all that is alike but for its points the one with the most is
kept. Readings of suits are joined by adding them, too. longgang_read.py says what is meant (`Weigh`, folded by
`shapes.Splits`); how many pungs there are is not seen here.
"""

from ..many_kept import keep
from ..tiles import HONOURS
from .longgang_kept import remembered
from .longgang_read import EDGE, OPEN, PAIR, PUNG, chow_place

POINTS = 5  # bits: points in twos are the lowest of a reading
LEVEL = 3  # bits of a level of the winning tile's place: how many groups have it there
NOBODY, NATURAL, WILD = range(3)  # which tiles of the suit may be the winning one: none, those of a rank, each wild
DRAGON, SEAT_WIND, ROUND_WIND = 1, 2, 4  # what an honour is
WILDS_OF = (0, 1, 1, 2, 1, 2, 2, 3)  # by bits
INNER = 2  # from the third rank of a suit to the seventh there is room for all chows


@remembered
def walk(sort: int, levels: tuple, big: bool) -> "Walk":
    """The walk where such tiles may be the winning one; `levels` by its place, as bits (`Places`), `big`: are the 1 and
    9.
    """
    return Walk(sort, levels, big)


@remembered
def beside(levels: int, big: bool) -> "Walk":
    """The walk of a suit without the winning tile, beside one with so many levels."""
    return Walk(NOBODY, (0, 0, 0, 0, 0, (1 << levels) - 1), big)


class Table(dict):
    """By how many tiles of a rank are left the ways to group them, as numbers that are added. `groups` are rows (tiles,
    number); of wilds there are so many at most, and of pairs.
    """

    def __init__(self, groups: list, wilds: int, pairs: int, at: int):
        self.groups = groups
        self.wilds = wilds
        self.pairs = pairs
        self.at = at
        self[0] = (0,)

    def __missing__(self, left: int) -> tuple:
        ways: list = [{0: 0}] + [{} for _ in range(left)]
        wilds, pairs, at = self.wilds, self.pairs, self.at
        for n, group in self.groups:
            for many in range(n, left + 1):
                found = ways[many]
                for rest in list(ways[many - n].values()):
                    both = group + rest
                    used = both >> at
                    if used & 7 <= wilds and used >> 3 & 3 <= pairs:
                        key = both >> POINTS
                        if found.get(key, -1) < both:
                            found[key] = both
        for many in range(left + 1):
            self[many] = tuple(ways[many].values())
        return self[left]


class Tables(dict):
    """`Table`s of some groups, (tiles, number), by the wilds that are left, and 8 if the pair is used."""

    def __init__(self, groups: list, at: int):
        self.groups = groups
        self.at = at

    def __missing__(self, free: int) -> Table:
        wilds, pairs = free & 7, 1 - (free >> 3)
        groups = []
        for n, group in self.groups:
            used = group >> self.at
            if used & 7 <= wilds and used >> 3 & 3 <= pairs:
                groups.append((n, group))
        self[free] = Table(groups, wilds, pairs, self.at)
        return self[free]


class Walk:
    """Fields of a reading, from the lowest: points, levels, wilds (3 bits), pairs (2), then, while a suit is walked
    over, tiles that chows take of the next rank and of the one after, with a bit above each; of honours pungs of
    dragons, of the seat wind, of the round wind (2 bits each).
    """

    def __init__(self, sort: int, levels: tuple, big: bool):
        self.sort = sort
        self.big = big
        self.pung = 4 if big else 2, 2
        self.many = max(levels).bit_length()
        self.levels = (1 << LEVEL * self.many) - 1
        self.of_place = [0] * 6
        if sort != NOBODY:
            self.of_place = [1 << POINTS + LEVEL * (bits.bit_length() - 1) for bits in levels]
        self.edges = self.of_place[EDGE] != self.of_place[OPEN]
        self.wild = POINTS + LEVEL * self.many
        self.pair = self.wild + 3
        self.next = self.wild + 5
        self.guards = 0x88 << self.next
        self.tables: dict = {}
        self.known: dict = {}

    def found(self, key: tuple) -> tuple:
        """The readings by (counts, rank of the winning tile or -1, wilds at most) of a suit and whether it may be pungs
        and a pair alone, or of the honours and the kinds of winds that pay. They are `known` then.
        """
        find = self._suit if len(key[0]) == 9 else self._honours
        return keep(self.known, key, tuple(find(*key)))

    def level_of(self, place: int) -> int:
        """The level of a place, 0 if it is not allowed."""
        return ((self.of_place[place] >> POINTS).bit_length() + LEVEL - 1) // LEVEL

    def joined(self, whole: tuple | list, part: tuple, wilds: int) -> list:
        """The readings of some suits and of one more."""
        at = self.wild
        found: dict = {}
        for a in whole:
            for b in part:
                both = a + b
                used = both >> at
                if used & 7 <= wilds and not used & 16:
                    key = both >> POINTS
                    if found.get(key, -1) < both:
                        found[key] = both
        return list(found.values())

    # ------------------------------------------------------------ the walk

    def _suit(self, counts: bytes, here: int, share: int, pungs: bool) -> list:
        ahead = counts + b"\0\0"
        guards, wild, after = self.guards, self.wild, self.next
        low = (1 << after) - 1
        states: list = [0]
        this = after  # where the tiles are that chows take of the rank
        for rank, count in enumerate(counts):
            if not count:
                this = after + 4
                continue
            most = low + guards + (ahead[rank + 1] << after) + (ahead[rank + 2] << after + 4)  # that chows may take
            off = here - rank if 0 <= here - rank < 3 else -1
            tables = self.tables.get((rank, off, pungs)) or self._suit_tables(rank, off, pungs)
            found: dict = {}
            for state in states:
                covered = state >> this & 7
                state = (state & low) + (state >> this + 4 << after)
                for group in tables[share - (state >> wild & 7) + (state >> wild & 8)][count - covered]:
                    both = state + group
                    if most - both & guards == guards:
                        key = both >> POINTS
                        if found.get(key, -1) < both:
                            found[key] = both
            states = list(found.values())
            this = after
        return states

    def _honours(self, counts: bytes, here: int, share: int, winds: tuple) -> list:
        wild = self.wild
        states: list = [0]
        for kind, count in enumerate(counts):
            if not count:
                continue
            sort = (
                DRAGON * (kind > 4)
                + SEAT_WIND * (kind + HONOURS == winds[0])
                + ROUND_WIND * (kind + HONOURS == winds[1])
            )
            tables = self.tables.get((sort, kind == here)) or self._honour_tables(sort, kind == here)
            found: dict = {}
            for state in states:
                for group in tables[share - (state >> wild & 7) + (state >> wild & 8)][count]:
                    both = state + group
                    key = both >> POINTS
                    if found.get(key, -1) < both:
                        found[key] = both
            states = list(found.values())
        return states

    # ------------------------------------------------------------ the tables

    def _suit_tables(self, rank: int, off: int, pungs: bool) -> Tables:
        same = INNER if INNER <= rank <= 6 and not self.edges else rank
        key = same, off, pungs
        if key in self.tables:
            found: Tables = self.tables[key]
        elif self.sort == NATURAL and off < 0:
            found = beside(self.many, self.big)._suit_tables(rank, off, pungs)
        else:
            found = keep(self.tables, key, Tables(self._groups(same, off, pungs), self.wild))
        return keep(self.tables, (rank, off, pungs), found)

    def _honour_tables(self, sort: int, here: bool) -> Tables:
        key = sort, here
        if self.sort == NATURAL and not here:
            return keep(self.tables, key, beside(self.many, self.big)._honour_tables(*key))
        shown = sum([1 << self.next + 2 * n for n in range(3) if sort >> n & 1])
        paying = sort & (DRAGON | SEAT_WIND) > 0
        rows = [(n, group + (paying if group >> self.pair & 3 else shown)) for n, group in self._equal(4, here)]
        return keep(self.tables, key, Tables(rows, self.wild))

    def _groups(self, rank: int, off: int, pungs: bool) -> list:
        """Rows (tiles of this rank, what is added) of the groups in which this is the lowest natural tile; the winning
        tile is `off` ranks on, -1: none.
        """
        out = self._equal(self.pung[0 < rank < 8], off == 0)
        for wild in () if pungs else range(7):  # a bit for each tile of the chow
            low = 0
            while wild >> low & 1:
                low += 1
            first = rank - low
            if 0 <= first < 7:
                group = WILDS_OF[wild] << self.wild
                for i in range(low + 1, 3):
                    if not wild >> i & 1:
                        group += 1 << self.next + 4 * (i - low - 1)
                out.append((1, group + self._of_chow(first, wild, low + off if off >= 0 else -1)))
        return out

    def _of_chow(self, first: int, wild: int, at: int) -> int:
        """The places of the winning tile in a chow of which these are wild; a natural one is tile `at` of it."""
        if self.sort == WILD:
            return sum([self.of_place[chow_place(first, i)] for i in range(3) if wild >> i & 1])
        if self.sort == NATURAL and 0 <= at < 3 and not wild >> at & 1:
            return self.of_place[chow_place(first, at)]
        return 0

    def _equal(self, pung: int, here: bool) -> list:
        """The rows of pungs and pairs."""
        out = []
        for n in (3, 2, 1):
            placed = n < 3 if self.sort == WILD else here and self.sort == NATURAL
            out.append((n, (3 - n << self.wild) + pung + self.of_place[PUNG] * placed))
        for n in (2, 1):
            placed = n < 2 if self.sort == WILD else here and self.sort == NATURAL
            out.append((n, (2 - n << self.wild) + (1 << self.pair) + self.of_place[PAIR] * placed))
        return out
