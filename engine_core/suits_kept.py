"""What a PC remembers of suits, which has room for it: how they split, and what they wait for.

Most suits come again: there are some ten thousand of up to seven tiles. shapes.py says what is meant, and does without.
"""

from functools import lru_cache

from . import shapes
from .cover_nodes import places, suit_needs
from .hand import CHOW
from .many_kept import MANY, keep

# ---------------------------------------------------------------- splits


PARTS = [(low, high, bytes(high - low)) for low, high in ((0, 9), (9, 18), (18, 27), (27, 34))]
FOUND: dict = {}  # results of `part`, by what adds up, sort of weigher and wilds, then by all else that they depend on


def found_by(weigh: "shapes.Weigh", adds: int, wilds: int) -> dict:
    """What was found with such a weigher: by the counts of a suit and what its weights depend on."""
    key = type(weigh), adds, wilds
    if key not in FOUND:
        FOUND[key] = {}
    return FOUND[key]


def part(splits: "shapes.Splits", low: int, high: int, wilds: int) -> list[int]:
    """`Splits.part`, remembered where the weigher says what its weights depend on. For reading only."""
    counts = bytes(splits.counts[low:high])
    weigh = splits.weigh
    alike = weigh.alike(low, high)
    known = found_by(weigh, splits.adds, wilds)
    if (counts, alike) in known:
        return known[counts, alike]
    found = splits.carried(low, high, wilds) if wilds else _folded(counts, weigh, low, splits.adds)
    if alike:
        keep(known, (counts, alike), found)
    return found


def natural_hands(splits: "shapes.Splits", sets: int) -> list[int]:
    """`Splits.hands` without wilds. For reading only."""
    counts, weigh, adds = bytes(splits.counts), splits.weigh, splits.adds
    known = found_by(weigh, adds, 0)
    whole: list = []
    for low, high, nothing in PARTS:
        here = counts[low:high]
        if here == nothing:
            continue
        found = known.get((here, weigh.alike(low, high)))
        if found is None:
            found = part(splits, low, high, 0)
        whole = joined(whole, found, adds) if whole else found
        if not whole:
            return whole
    return whole if whole and whole[0] & shapes.PAIRS and whole[0] & shapes.SETS == sets * shapes.SET else []


def joined(whole: list, found: list, adds: int) -> list[int]:
    """The results of some suits, of which there are some, and those of one more; none if both have a pair.

    Without wilds all results of a suit have as many sets and as many pairs: its tiles say how many.
    """
    if not found:
        return found
    a, b = whole[0], found[0]
    if a & b & shapes.PAIRS:
        return []
    if len(whole) == len(found) == 1:
        return [(a & adds) + (b & adds) | (a | b) & ~adds]
    return sorted({(a & adds) + (b & adds) | (a | b) & ~adds for a in whole for b in found})


def _folded(part: bytes, weigh: "shapes.Weigh", low: int, adds: int) -> list[int]:
    found = set()
    for groups in ways(part):
        state = 0
        for g in groups:
            sort = g // 9
            group = weigh(sort, low + g % 9, 0) + (shapes.PAIR_ONE if sort == shapes.PAIR else shapes.SET)
            state = (state & adds) + (group & adds) | (state | group) & ~adds
        found.add(state)
    return sorted(found)


@lru_cache(MANY)
def ways(part: bytes) -> list:
    """Every way to make sets alone, or sets and a pair, of nine counts of a suit or the seven of the honours: bytes of
    groups, a group 9 x its sort and the place of its lowest tile.
    """
    out = []
    for pair, chows, left in sets_and_pair(part) if len(part) == 9 else honours(part):
        others = bytes((9 * shapes.PAIR + pair,)) if pair >= 0 else b""
        for at, many in enumerate(chows):
            if many:
                others += bytes((at,)) * many
        pungs = [9 * shapes.PUNG + at for at, three in enumerate(left) if three]
        out.append(others + bytes(pungs))
        if chows and len(pungs) > 2:
            for at in threes(left):  # the same tiles
                rest = [pung for pung in pungs if not at <= pung - 9 * shapes.PUNG < at + 3]
                out.append(others + bytes([at, at, at] + rest))
    return out


def sets_and_pair(part: bytes) -> list:
    """The ways to make sets alone, or sets and a pair, of nine counts of a suit, with at most two equal chows: (place
    of the pair or -1, how many chows begin at each place, what then is left, three or nothing). One for each pair.
    """
    many = sum(part) % 3
    if many == 0:
        found = _sets(-1, *part)
        return [found] if found else []
    if many == 1:
        return []
    # All sets add up to threes, so the pair's place is known but for threes.
    _, b, c, _, e, f, _, h, i = part
    out = []
    at = (2 * (b + e + h) + c + f + i) % 3
    while at < 9:
        if part[at] > 1:
            rest = bytearray(part)
            rest[at] -= 2
            found = _sets(at, *rest)
            if found:
                out.append(found)
        at += 3
    return out


def _sets(pair: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int) -> tuple | None:
    """The row of `sets_and_pair` of these counts, the pair taken; None if they are no sets. Of each place begin as many
    chows as its tiles are over a pung.
    """
    p = a % 3
    b -= p
    q = b % 3
    c -= p + q
    r = c % 3
    d -= q + r
    s = d % 3
    e -= r + s
    t = e % 3
    f -= s + t
    u = f % 3
    g -= t + u
    v = g % 3
    h -= u + v
    i -= v
    if h % 3 or i % 3 or min(b, c, d, e, f, g, h, i) < 0:
        return None
    return pair, (p, q, r, s, t, u, v), (a - p, b - q, c - r, d - s, e - t, f - u, g - v, h, i)


def threes(left: tuple) -> list:
    """The places of a row of `sets_and_pair` where three pungs begin that are three equal chows as well. Of two such
    the pungs overlap, as no hand has six pungs.
    """
    return [at for at in range(7) if left[at] and left[at + 1] and left[at + 2]]


def honours(part: bytes) -> list:
    """As `sets_and_pair`, of the seven counts of the honours."""
    if not is_whole(part):
        return []
    pair = part.find(2) if 2 in part else part.find(5)
    return [(pair, (), tuple([c > 2 for c in part]))]


# ---------------------------------------------------------------- waits


def natural_waits(counts: bytes | bytearray, sets: int) -> bytes:
    """`shapes.waits` without wilds: the tile comes to a suit that lacks one, and all others are whole."""
    kinds = bytes(counts)
    m, p, s, z = kinds[:9], kinds[9:18], kinds[18:27], kinds[27:34]
    rests = RESTS[m] + RESTS[p] + RESTS[s] + RESTS[z]
    # What is left over of sets: the tile completes the pair, or of two pairs one to a set.
    if rests & OVER not in (1, 4) or rests > LACKS + OVER or sum(kinds[:34]) != 3 * sets + 1:
        return b""
    if rests < LACKS:
        return whole_at(m, 0) + whole_at(p, 9) + whole_at(s, 18) + whole_at(z, 27)
    for part, low in (m, 0), (p, 9), (s, 18):
        if RESTS[part] >= LACKS:
            return whole_at(part, low)
    return whole_at(z, 27)


OVER, LACKS = 15, 16


class Rests(dict):
    """By counts of a suit or of the honours how many tiles are left over of threes, and LACKS if it is not whole."""

    def __missing__(self, part: bytes) -> int:
        return keep(self, part, sum(part) % 3 + LACKS * (not is_whole(part)))


RESTS = Rests()


@lru_cache(MANY)
def whole_at(part: bytes, low: int) -> bytes:
    """The kinds that `whole_with` means, of a suit that begins with kind `low`."""
    return bytes([low + place for place in whole_with(part)])


@lru_cache(MANY)
def is_whole(part: bytes) -> bool:
    """Are nine counts of a suit, or the seven of the honours, sets alone or sets and a pair."""
    n = sum(part)
    if len(part) < 9:
        pair = n % 3 == 2
        fives = part.count(5)  # a set and a pair
        return part.count(2) + fives == pair and 3 * (part.count(3) + fives) + 2 * pair == n
    if n % 3 < 2:
        return n % 3 == 0 and _are_sets(*part)
    return suit_needs(part, 0, 1) <= n // 3


def _are_sets(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int) -> bool:
    """Of each place begin as many chows as its tiles are over a pung: three chows more would be three pungs."""
    p = a % 3
    b -= p
    q = b % 3
    c -= p + q
    if b < 0 or c < 0:
        return False
    p = c % 3
    d -= q + p
    q = d % 3
    e -= p + q
    if d < 0 or e < 0:
        return False
    p = e % 3
    f -= q + p
    q = f % 3
    g -= p + q
    if f < 0 or g < 0:
        return False
    p = g % 3
    h -= q + p
    i -= p
    return h >= 0 and i >= 0 and not (h % 3 or i % 3)


@lru_cache(MANY)
def whole_with(part: bytes) -> bytes:
    """The places of a suit, or of the honours, where one tile more makes it whole."""
    if len(part) == 9:
        return _suit_whole_with(part)
    more = bytearray(part)
    out = bytearray()
    for i, c in enumerate(part):
        if c:  # else it would stand alone
            more[i] = c + 1
            if is_whole(bytes(more)):
                out.append(i)
            more[i] = c
    return bytes(out)


def _suit_whole_with(part: bytes) -> bytes:
    """The same of a suit."""
    n = sum(part)
    if n % 3 < 2:
        return places(part, 1, n // 3) if n % 3 else b""
    # All sets add up to threes, so the tile's place is known but for threes.
    _, b, c, _, e, f, _, h, i = part
    more = bytearray(part)
    found = []
    for place in range((2 * (b + e + h) + c + f + i) % 3, 9, 3):
        if any(part[max(place - 1, 0) : place + 2]):  # else it would stand alone
            more[place] += 1
            if _are_sets(*more):
                found.append(place)
            more[place] -= 1
    return bytes(found)


# ---------------------------------------------------------------- counted at once


def all_pungs(melds: list, counts: bytearray) -> bool:
    """As Changsha's."""
    return counts.count(2) == 1 and not (1 in counts or 4 in counts or any([m.kind == CHOW for m in melds]))
