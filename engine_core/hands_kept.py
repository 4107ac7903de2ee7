"""What a PC remembers of the tiles of a suit, and hands that know theirs by suits.

There are some ten thousand suits of up to seven tiles, and most come again. A text is read run by run: what "1123"
before an "m" names is remembered, and what is asked of those tiles beside it, when it is first asked.
"""

import re
from functools import lru_cache

from . import hand, tiles
from .many_kept import MANY, keep

LANE = 8  # bits of a kind's count in what a hand holds
LANES = (1 << LANE) - 1
NO_TILE = 255
ALL_FOUR = 4  # more tiles of a kind than that are read as check.py does
LETTERS = [bytes(range(low, low + many)) for low, many in zip(tiles.FIRST, tiles.LENGTH)]  # the kinds of each
LETTER = [tiles.letter(kind) for kind in range(tiles.KINDS)]
by_letter = re.compile("([mpszf])").split


class Suit:
    """Tiles of one letter: `kinds` sorted, `counts` how often there is each kind of the letter, `held` the same with a
    lane for each of the 42 kinds.

    The rest is what others remember here when they have asked: see blood_kept.py and shown_kept.py.
    """

    __slots__ = ("blood", "counts", "held", "kinds", "less", "more", "pungs", "shown", "waits")

    def __init__(self, kinds: bytes, place: int):
        self.kinds = kinds
        self.counts = bytes(map(kinds.count, LETTERS[place]))
        self.held = int.from_bytes(self.counts, "little") << LANE * tiles.FIRST[place]
        self.more: dict | None = None  # with a tile more, by its kind
        self.less: dict | None = None  # without the tiles of a kind
        self.blood = self.pungs = self.shown = 0
        self.waits: tuple | None = None


class Unusual(ValueError):
    """What is read more slowly: tiles in another order, and what is wrong."""


class Runs(dict):
    """The suits by the digits before their letter, "789p22" as well as "78922"; None where there are others between."""

    def __init__(self, place: int):
        self.place = place
        self.letter = tiles.LETTERS[place]
        first, many = tiles.FIRST[place], tiles.LENGTH[place]
        self.kinds = bytes([first + c - 0x31 if 0x31 <= c < 0x31 + many else NO_TILE for c in range(256)])

    def __missing__(self, digits: str) -> Suit | None:
        if digits.isdigit():
            return keep(self, digits, self.suit(digits))
        runs = digits.split(self.letter)
        found = self.suit("".join(runs)) if all([run.isdigit() for run in runs]) else None
        return keep(self, digits, found)

    def suit(self, digits: str) -> Suit:
        """Unusual with more than four of a kind or where there are no such tiles."""
        kinds = bytes(sorted(digits.encode().translate(self.kinds)))
        if kinds[-1] == NO_TILE:
            raise Unusual
        found = suit(kinds, self.place)
        if max(found.counts) > ALL_FOUR:
            raise Unusual
        return found


suit = lru_cache(5 * MANY)(Suit)  # by its sorted kinds and the place of its letter
NONE, NO_HONOURS, NO_FLOWERS = suit(b"", 0), suit(b"", 3), suit(b"", 4)
NOTHING = (NONE, NONE, NONE, NO_HONOURS, NO_FLOWERS)  # by letter
M, P, S, Z, F = [Runs(place) for place in range(5)]


def suits(text: str) -> tuple:
    """The suits that a text names: characters, dots, bamboo, honours, flowers. Unusual if it names none, or more
    than four of a kind.
    """
    m = p = s = NONE
    z, f = NO_HONOURS, NO_FLOWERS
    digits, letter, left = text.rpartition("m")
    if letter:
        m = M[digits]
    digits, letter, left = left.rpartition("p")
    if letter:
        p = P[digits]
    digits, letter, left = left.rpartition("s")
    if letter:
        s = S[digits]
    if left:
        digits, letter, left = left.rpartition("z")
        if letter:
            z = Z[digits]
        digits, letter, left = left.rpartition("f")
        if letter:
            f = F[digits]
    return (m, p, s, z, f) if m and p and s and z and f and not left else _sorted_out(text)


def _sorted_out(text: str) -> tuple:
    """As `suits`, of a text in any order."""
    parts = by_letter(text)
    if parts.pop():
        raise Unusual
    of = {"m": "", "p": "", "s": "", "z": "", "f": ""}
    for digits, letter in zip(parts[::2], parts[1::2]):
        if not digits:
            raise Unusual
        of[letter] += digits
    m, p, s, z, f = of.values()
    suited = M[m] if m else NONE, P[p] if p else NONE, S[s] if s else NONE
    return suited + (Z[z] if z else NO_HONOURS, F[f] if f else NO_FLOWERS)


def tiles_of(found: tuple) -> tuple:
    """The sorted kinds of these suits, and their counts."""
    m, p, s, z, f = found
    return m.kinds + p.kinds + s.kinds + z.kinds + f.kinds, m.held + p.held + s.held + z.held + f.held


def counts_of(found: tuple) -> bytes:
    """How often there is each of the 34 kinds in these suits."""
    m, p, s, z, _ = found
    return m.counts + p.counts + s.counts + z.counts


class Hand(hand.Hand):
    """A hand whose tiles are known by suits, `suits` as above, and `held`: what it holds with melds and flowers."""

    def __init__(self, found: tuple):
        self.suits = found
        self.concealed, self.held = tiles_of(found)
        self.melds = []
        self.flowers = b""
        self.ready = 0
        self.void = -1
        self.stake = None

    def counts(self) -> bytearray:
        m, p, s, z, f = self.suits
        return bytearray(m.counts + p.counts + s.counts + z.counts + f.counts)


def hand_of(text: str, new=object.__new__) -> Hand:  # type: ignore[no-untyped-def]
    """The hand of these concealed tiles: `suits` once more, since a call costs a tenth of it."""
    m = p = s = NONE
    digits, letter, left = text.rpartition("m")
    if letter:
        m = M[digits]
    digits, letter, left = left.rpartition("p")
    if letter:
        p = P[digits]
    digits, letter, left = left.rpartition("s")
    if letter:
        s = S[digits]
    z = NO_HONOURS
    if left:
        digits, letter, left = left.rpartition("z")
        if letter:
            z = Z[digits]
    if left or not (m and p and s and z):  # in another order, or with flowers
        return Hand(_sorted_out(text))
    out: Hand = new(Hand)
    out.suits = m, p, s, z, NO_FLOWERS
    out.concealed = m.kinds + p.kinds + s.kinds + z.kinds
    out.held = m.held + p.held + s.held + z.held
    out.melds = []
    out.flowers = b""
    out.ready = 0
    out.void = -1
    out.stake = None
    return out


@lru_cache(MANY)
def is_regular(kind: int, kinds: bytes) -> bool:
    """As `Meld.regular`, of a meld of these."""
    return hand.Meld(kind, kinds).regular()


def suits_of(h: hand.Hand) -> tuple:
    """The suits of a hand's concealed tiles."""
    try:
        return h.suits  # type: ignore[attr-defined]
    except AttributeError:
        out = []
        left = bytes(sorted(h.concealed or b""))
        for place, of_letter in enumerate(LETTERS):
            rest = left.lstrip(of_letter)
            out.append(suit(left[: len(left) - len(rest)], place) if left != rest else NOTHING[place])
            left = rest
        return tuple(out)


def known_by_suits(h: hand.Hand) -> Hand:
    """The same hand, which knows its tiles by suits. Unusual if they are not known."""
    if h.concealed is None:
        raise Unusual
    out = Hand(suits_of(h))
    out.melds, out.flowers, out.ready, out.void = h.melds, h.flowers, h.ready, h.void
    for kinds in [h.flowers] + [m.tiles for m in h.melds]:
        for kind in kinds:
            out.held += 1 << LANE * kind
    return out


def with_tile(found: tuple, kind: int) -> tuple:
    """These suits and one tile more."""
    place = LETTER[kind]
    before = found[place]
    if before.more is None:
        before.more = {}
    if kind not in before.more:
        before.more[kind] = suit(bytes(sorted(before.kinds + bytes((kind,)))), place)
    return found[:place] + (before.more[kind],) + found[place + 1 :]


def without(found: tuple, kind: int) -> tuple:
    """These suits less all tiles of a kind, which they have."""
    place = LETTER[kind]
    before = found[place]
    if before.less is None:
        before.less = {}
    if kind not in before.less:
        left = before.kinds.replace(bytes((kind,)), b"")
        before.less[kind] = suit(left, place) if left else NOTHING[place]
    return found[:place] + (before.less[kind],) + found[place + 1 :]
