"""What a PC remembers for Ningbo, so that no hand is split: how many sets the tiles of a suit take, with any number of
wilds (shapes.py says why that decides), and where the winning tile may stand. ningbo.py says what is meant.
"""

from .. import patterns
from ..cover_nodes import TAKEN as TAKES
from ..hand import CHOW, Meld
from ..many_kept import keep
from ..tiles import HONOURS

# What tiles of a suit take, counters: sets, suits where a pair saves one; and the same with pungs alone.
TAKEN, SAVES, PUNGS_AT, PUNG_SAVES = 31, 7 << 5, 8, 7 << 13
SAVE, PUNG_SAVE = 1 << 5, 1 << 13
OF_PAIR, OF_CHOW, OF_PUNG = range(3)
# Of a meld, added up: as patterns.py folds it, then how many there are of each letter, and is it none.
MELD_LETTER, BAD_MELD, LETTERS = 24, 1 << 36, 0xFFF
MOST_SAVED = 2  # chows, by a pair
WIND_PUNGS = 15 << patterns.WIND_PUNG


class Facts(dict):
    """By its counts, of a suit or the honours."""

    def __missing__(self, part: bytes) -> int:
        takes, kinds = TAKES[part], len(part) - part.count(0)
        facts = (takes >> 3) + (takes & 7) * SAVE + (kinds + part.count(4) + part.count(5) << PUNGS_AT)
        return keep(self, part, facts + PUNG_SAVE * (kinds > part.count(3)))


class Chows(dict):
    """The fewest chows that cover a suit with nothing else, by its counts."""

    def __missing__(self, part: bytes) -> int:
        total = last = before = 0  # chows so far, those of them from the rank before and from the one before that
        for count in part[:7]:
            more = max(count - last - before, 0)
            total += more
            last, before = more, last
        # What the last two ranks lack are chows from the seventh.
        more = max(part[7] - last - before, 0)
        return keep(self, part, total + max(more, part[8] - last))


class Saved(dict):
    """How many of these a pair saves."""

    def __missing__(self, part: bytes) -> int:
        needed = CHOWS[part]
        most = 0
        for place, count in enumerate(part):
            if count and most < MOST_SAVED:
                rest = part[:place] + bytes((max(count - 2, 0),)) + part[place + 1 :]
                most = max(most, needed - CHOWS[rest])
        return keep(self, part, most)


class Places(dict):
    """Where the winning tile may stand in a suit, by the counts without it and its place: rows (the wait, its group,
    how many wilds that takes, what is left of the suit), those that take none first.
    """

    def __missing__(self, key: tuple) -> list:
        part, place = key
        part = part[:place] + bytes((part[place] + 1,)) + part[place + 1 :]
        many = part[place]
        rows = []
        for first in range(max(place - 2, 0), min(place, 6) + 1):
            rest, missing = bytearray(part), 0
            for at in range(first, first + 3):
                if rest[at]:
                    rest[at] -= 1
                else:
                    missing += 1
            rows.append((patterns.chow_wait(first, place - first), OF_CHOW, missing, bytes(rest)))
        for wait, group, takes in (patterns.SINGLE, OF_PAIR, 2), (patterns.TWO_PAIR, OF_PUNG, 3):
            rest = bytearray(part)
            rest[place] -= min(many, takes)
            rows.append((wait, group, max(takes - many, 0), bytes(rest)))
        return keep(self, key, sorted(rows, key=lambda row: row[2]))


class Honours(dict):
    """How the honours may be grouped, by their counts without the winning tile and its place, -1 if it is none: rows
    (sets, has it a pair, folded as patterns.py does, the waits that the winning tile makes).
    """

    def __missing__(self, key: tuple) -> list:
        counts, tile = bytearray(key[0]), key[1]
        if tile >= 0:
            counts[tile] += 1
        rows = [(0, False, 0, 0)]
        for place, many in enumerate(counts):
            if many:
                rows = [row for before in rows for row in _grouped(before, place, many, place == tile)]
        return keep(self, key, rows)


def _grouped(row: tuple, place: int, many: int, is_won: bool) -> list:
    """The rows that go on with so many tiles of an honour."""
    sets, has_pair, folded, waits = row
    pung, pair = patterns.pung(HONOURS + place), patterns.pair(HONOURS + place)
    single, two = (patterns.SINGLE, patterns.TWO_PAIR) if is_won else (0, 0)
    if many < 4:
        out = [(sets + 1, has_pair, folded + pung, waits | two)]
        if many < 3 and not has_pair:
            out.append((sets, True, folded + pair, waits | single))
        return out
    out = [(sets + 2, has_pair, folded + pung + (pung & ~WIND_PUNGS), waits | two)]  # a wind's is one of a kind
    if not has_pair:
        out.append((sets + 1, True, folded + pung + pair, waits | two | single))
    return out


class Melds(dict):
    """The facts of a meld, by its kind and tiles."""

    def __missing__(self, key: tuple) -> int:
        kind, tiles = key
        facts = 1 << MELD_LETTER + 3 * (tiles[0] // 9)
        if not Meld(kind, tiles).regular():
            return keep(self, key, facts + BAD_MELD)
        return keep(self, key, facts + (patterns.CHOWS if kind == CHOW else patterns.pung(tiles[0])))


class Letters(dict):
    """Which letters melds have, by how many they have of each."""

    def __missing__(self, counted: int) -> int:
        return keep(self, counted, sum([1 << place for place in range(4) if counted >> 3 * place & 7]))


FACTS, CHOWS, SAVED, PLACES, GROUPED, MELDS, LETTERS_OF = (
    Facts(), Chows(), Saved(), Places(), Honours(), Melds(), Letters()
)  # fmt: skip


def are_chows(parts: tuple, sets: int, has_pair: bool) -> bool:
    """Do so many chows, and a pair unless there is one, cover these suits."""
    lacking = sum([CHOWS[part] for part in parts]) - sets
    if lacking <= 0 or has_pair or lacking > MOST_SAVED:
        return lacking <= 0
    return any([SAVED[part] >= lacking for part in parts])
