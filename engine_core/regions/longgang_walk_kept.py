"""The readings of a suit, or of the honours, of who claims a win in Longgang, for a PC: a walk over its ranks with the
wilds that it may take, for all their places at once.

At a rank what is left of its tiles goes into groups in every way: how, is a table by how many are left, and an entry of
it a number that is added to what was found so far. Of all that is alike but for its points the one with the most is kept.
longgang_read.py says what is meant (`Weigh`, folded by `shapes.Splits`).
"""

from .. import shapes
from ..many_kept import keep
from .longgang_kept import remembered
from .longgang_read import DRAGONS, FACE, PAIR, PUNG, ROUND, SEAT, WAIT, chow_place

POINTS = 5  # bits: points in twos are the lowest of what was found
LEVEL = 3  # bits of a level of the winning tile's place: how many groups have it there
MOST_LEVELS = 6
WILDS_OF = (0, 1, 1, 2, 1, 2, 2, 3)  # by bits
NOBODY, NATURAL, WILD = range(3)  # which tiles of the suit may be the winning one: none, those of a rank, each wild
DRAGON, SEAT_WIND, ROUND_WIND = 1, 2, 4  # what an honour is


@remembered
def walk(sort: int, levels: tuple, big: bool) -> "Walk":
    """The walk where such tiles may be the winning one; `levels` by its place (`Places.bits`), `big`: are the 1 and 9."""
    return Walk(sort, levels, big)


class Table(dict):
    """By how many tiles of a rank are left the ways to group them: numbers to be added."""

    def __init__(self, groups: list, within: int, guards: int):
        self.groups = groups
        self.within = within
        self.guards = guards
        self[0] = (0,)

    def __missing__(self, left: int) -> tuple:
        found: dict = {}
        for n, group in self.groups:
            for rest in self[left - n] if n <= left else ():
                both = group + rest
                if self.within - both & self.guards == self.guards:
                    key = both >> POINTS
                    if found.get(key, -1) < both:
                        found[key] = both
        self[left] = tuple(found.values())
        return self[left]


class Walk:
    """Fields of what was found, from the lowest: points, levels, then those that have a limit and a guard bit above:
    wilds, pairs, tiles that chows take of one rank to come and of the other (of honours: pungs of dragons and winds).
    """

    def __init__(self, sort: int, levels: tuple, big: bool):
        self.sort = sort
        self.pung = 4 if big else 2, 2
        self.most_levels = most = max(levels).bit_length() if sort else 0
        self.of_place = [1 << POINTS + LEVEL * (bits.bit_length() - 1) for bits in levels] if sort else [0] * 6
        self.wild = wild = POINTS + LEVEL * most
        self.pair = wild + 4
        self.even, self.odd = wild + 7, wild + 11
        self.limited = (8 << wild) + (4 << self.pair)
        self.guards = self.limited + (8 << self.even) + (8 << self.odd)
        self.tables: dict = {}
        self.known: dict = {}

    # ------------------------------------------------------------ what is asked

    def suit(self, counts: bytes, here: int, share: int, pungs: bool) -> list:
        """The readings of nine counts with so many wilds at most, as `longgang_read` folds them but for their pungs;
        `here` is the rank of the winning tile, -1: none; `pungs`: of pungs and pairs alone.
        """
        key = counts, here, share, pungs
        found = self.known.get(key)
        return keep(self.known, key, self._suit(*key)) if found is None else found

    def honours(self, counts: bytes, here: int, share: int, winds: tuple) -> list:
        """The same of seven counts; `winds` are the kinds of those that pay, from 0 on."""
        key = counts, here, share, winds
        found = self.known.get(key)
        return keep(self.known, key, self._honours(*key)) if found is None else found

    # ------------------------------------------------------------ the walk

    def _suit(self, counts: bytes, here: int, share: int, pungs: bool) -> list:
        ahead = counts + b"\0\0"
        guards, even, odd = self.guards, self.even, self.odd
        within = guards + (share << self.wild) + (1 << self.pair) + (1 << self.wild) - 1
        states: list | tuple = (0,)
        for rank, count in enumerate(counts):
            if not count:
                continue
            this, other = (odd, even) if rank & 1 else (even, odd)
            limit = within + (ahead[rank + 1] << other) + (ahead[rank + 2] << this)
            off = here - rank if 0 <= here - rank < 3 else -1
            table = self.tables.get((rank, off, share, pungs)) or self._table(rank, off, share, pungs)
            found: dict = {}
            for state in states:
                covered = state >> this & 7
                state -= covered << this
                for group in table[count - covered]:
                    both = state + group
                    if limit - both & guards == guards:
                        key = both >> POINTS
                        if found.get(key, -1) < both:
                            found[key] = both
            states = list(found.values())
        return self._folded(states, sum(counts), ())

    def _honours(self, counts: bytes, here: int, share: int, winds: tuple) -> list:
        within = self.limited + (share << self.wild) + (1 << self.pair) + (1 << self.wild) - 1
        guards = self.limited
        within += 1 << self.odd + 8
        states: list | tuple = (0,)
        for kind, count in enumerate(counts):
            if not count:
                continue
            sort = DRAGON * (kind > 4) + SEAT_WIND * (kind == winds[0]) + ROUND_WIND * (kind == winds[1])
            table = self._honour_table(sort, kind == here, share)
            found: dict = {}
            for state in states:
                for group in table[count]:
                    both = state + group
                    if within - both & guards == guards:
                        key = both >> POINTS
                        if found.get(key, -1) < both:
                            found[key] = both
            states = list(found.values())
        return self._folded(states, sum(counts), (DRAGONS, SEAT, ROUND))

    def _folded(self, states: list | tuple, tiles: int, honours: tuple) -> list:
        """As `longgang_read` has them, the smallest first."""
        out = []
        for state in states:
            wilds, pairs = state >> self.wild & 7, state >> self.pair & 3
            level = self.most_levels
            while level and not state >> POINTS + LEVEL * (level - 1) & 7:
                level -= 1
            folded = wilds + (tiles + wilds - 2 * pairs) // 3 * shapes.SET + pairs * shapes.PAIR_ONE
            folded += ((1 << level) - 1 << WAIT) + ((state & 31) << FACE)
            for n, at in enumerate(honours):
                folded += (state >> self.even + 2 * n & 3) << at
            out.append(folded)
        out.sort()
        return out

    # ------------------------------------------------------------ the tables

    def _table(self, rank: int, off: int, share: int, pungs: bool) -> Table:
        groups = [(n, group) for n, wilds, group in self._groups(rank, off, pungs) if wilds <= share]
        within = self.guards + (share << self.wild) + (1 << self.pair) + (1 << self.wild) - 1
        within += (7 << self.even) + (7 << self.odd)
        return keep(self.tables, (rank, off, share, pungs), Table(groups, within, self.guards))  # type: ignore[no-any-return]

    def _groups(self, rank: int, off: int, pungs: bool) -> list:
        """Rows (tiles of this rank, wilds, what is added) of the groups in which this is the lowest natural tile; the
        winning tile is `off` ranks on, -1: none.
        """
        this, other = (self.odd, self.even) if rank & 1 else (self.even, self.odd)
        out = self._equal(self.pung[0 < rank < 8], off == 0)
        for wild in () if pungs else range(7):  # a bit for each tile of the chow
            low = 0
            while wild >> low & 1:
                low += 1
            first = rank - low
            if not 0 <= first < 7:
                continue
            wilds = WILDS_OF[wild]
            group = wilds << self.wild
            if low < 1 and not wild & 2 or low == 1 and not wild & 4:
                group += 1 << other
            if low < 1 and not wild & 4:
                group += 1 << this
            out.append((1, wilds, group + self._of_chow(first, wild, low + off if off >= 0 else -1)))
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
            wilds = 3 - n
            placed = wilds > 0 if self.sort == WILD else here and self.sort == NATURAL
            out.append((n, wilds, (wilds << self.wild) + pung + self.of_place[PUNG] * placed))
        for n in (2, 1):
            wilds = 2 - n
            placed = wilds > 0 if self.sort == WILD else here and self.sort == NATURAL
            out.append((n, wilds, (wilds << self.wild) + (1 << self.pair) + self.of_place[PAIR] * placed))
        return out

    def _honour_table(self, sort: int, here: bool, share: int) -> Table:
        key = sort, here, share
        if key not in self.tables:
            shown = sum([1 << self.even + 2 * n for n in range(3) if sort >> n & 1])
            paying = sort & (DRAGON | SEAT_WIND) > 0
            rows = []
            for n, wilds, group in self._equal(4, here):
                if wilds <= share:
                    rows.append((n, group + (paying if group >> self.pair & 3 else shown)))
            within = self.limited + (share << self.wild) + (1 << self.pair) + (1 << self.wild) - 1 + (1 << self.odd + 8)
            self.tables[key] = Table(rows, within, self.limited)
        return self.tables[key]  # type: ignore[no-any-return]
