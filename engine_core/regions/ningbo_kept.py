"""What a PC remembers for Ningbo, so that no hand is split: how many sets the tiles of a suit take, with any number of
wilds (shapes.py says why that decides), and where the winning tile may stand. ningbo.py says what is meant.
"""

from .. import patterns
from ..cover_nodes import TAKEN as TAKES
from ..hand import CHOW, Meld
from ..many_kept import keep
from ..remembered_kept import FLUSH
from ..tiles import FLOWERS, HONOURS

# What tiles of a suit take, counters: sets, suits where a pair saves one; and the same with pungs alone.
TAKEN, SAVES, PUNGS_AT, PUNG_SAVES = 31, 7 << 5, 8, 7 << 13
SAVE, PUNG_SAVE = 1 << 5, 1 << 13
OF_PAIR, OF_CHOW, OF_PUNG = range(3)
# Of a meld, added up: as patterns.py folds it, then how many there are of each letter, and is it none.
MELD_LETTER, BAD_MELD, LETTERS = 24, 1 << 36, 0xFFF
MOST_SAVED = 2  # chows, by a pair
OF_PUNGS, OF_CHOWS = 5, 10  # where in what readings show the waits of those of pungs begin, and of those of chows
NO_PLACE = -1
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
        if many > 1 and is_won and not has_pair:  # a tile of it may be with wilds
            out.append((sets + 1, True, folded + pung + pair, waits | two | single))
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


def readings(parts: tuple, tile: int, sets: int, held: int, laid: int, is_paired: bool = False) -> list:
    """What counts of the readings of so many sets and a pair (`is_paired`: there is one beside them) that these suits
    and honours, a winning tile and so many wilds make, beside melds: by how the honours are grouped, rows (the waits of
    readings of both sorts of sets, of pungs, of chows; the honours folded).
    """
    all_chows, all_pungs = not laid & 7 * patterns.PUNGS, not laid & 7 * patterns.CHOWS
    if tile >= HONOURS:
        return _on_honour(parts, tile - HONOURS, sets, all_chows, all_pungs, is_paired)
    own, place = tile // 9, tile % 9
    first, second = [part for at, part in enumerate(parts[:3]) if at != own]
    out = []
    others = FACTS[first] + FACTS[second]
    for taken, has_pair, folded, _ in GROUPED[parts[3], NO_PLACE]:
        if is_paired:
            if has_pair:
                continue
            has_pair = True
        mask = 0
        for wait, group, missing, rest in PLACES[parts[own], place]:
            if missing > held:
                break
            left, saves = sets - taken, not has_pair
            if group != OF_PAIR:
                left -= 1
            elif has_pair:
                continue
            else:
                saves = False
            facts = others + FACTS[rest]
            if (facts & TAKEN) - (saves and facts & SAVES > 0) > left:
                continue
            mask |= wait
            if all_pungs and group != OF_CHOW and _are_pungs(facts, saves, left):
                mask |= wait << OF_PUNGS
            if all_chows and not taken and group != OF_PUNG and are_chows((first, second, rest), left, not saves):
                mask |= wait << OF_CHOWS
        if mask:
            out.append((mask, folded))
    return out


def _on_honour(parts: tuple, place: int, sets: int, all_chows: bool, all_pungs: bool, is_paired: bool) -> list:
    """The same where the winning tile is an honour."""
    out = []
    suits = parts[:3]
    facts = FACTS[suits[0]] + FACTS[suits[1]] + FACTS[suits[2]]
    for taken, has_pair, folded, waits in GROUPED[parts[3], place]:
        if is_paired:
            if has_pair:
                continue
            has_pair = True
        left = sets - taken
        if (facts & TAKEN) - (not has_pair and facts & SAVES > 0) > left:
            continue
        mask = waits
        if all_pungs and _are_pungs(facts, not has_pair, left):
            mask |= waits << OF_PUNGS
        if all_chows and not taken and are_chows(suits, left, has_pair):
            mask |= waits << OF_CHOWS
        out.append((mask, folded))
    return out


def _are_pungs(facts: int, saves: bool, sets: int) -> bool:
    """Do so many pungs, and a pair if it saves one, cover them."""
    return (facts >> PUNGS_AT & TAKEN) - (saves and facts & PUNG_SAVES > 0) <= sets


def wilds_alone(parts: tuple, tile: int, sets: int, held: int, laid: int, letters: int) -> list:
    """The same where wilds are a pair, or a set, of their own, which may be any: rows (FLUSH, readings)."""
    out = []
    shows = readings(parts, tile, sets, held, laid, True)
    if shows:
        out += [(FLUSH[letters | also], shows) for also in (1, 2, 4, 8)]
    if held < 3 or not sets:
        return out
    shows = readings(parts, tile, sets - 1, 0, laid)
    if shows:
        no_chows = [(mask & ~(31 << OF_CHOWS), folded) for mask, folded in shows]
        no_pungs = [(mask & ~(31 << OF_PUNGS), folded) for mask, folded in shows]
        for also in (1, 2, 4):
            out += [(FLUSH[letters | also], no_chows), (FLUSH[letters | also], no_pungs)]
        for kind in range(HONOURS, FLOWERS):
            of_pung = patterns.pung(kind)
            wind = of_pung & WIND_PUNGS
            out.append((FLUSH[letters | 8], [(mask, folded + of_pung - wind | wind) for mask, folded in no_chows]))
    return out
