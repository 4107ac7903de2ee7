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
FULL = LANES >> 1
NAMED = [bytes((kind,)) for kind in range(tiles.KINDS)]
ONE = [1 << LANE * kind for kind in range(tiles.KINDS)]
LONG = 42  # characters; a longer text may have too many tiles
ALL_FOUR = 4  # more tiles of a kind than that are read as check.py does
LETTERS = [bytes(range(low, low + many)) for low, many in zip(tiles.FIRST, tiles.LENGTH)]  # the kinds of each
LETTER = [tiles.letter(kind) for kind in range(tiles.KINDS)]
by_letter = re.compile("([mpszf])").split
runs_of = re.compile("(?=[1-9]+([mpszf]))([1-9]+.)").findall  # with their letters before them


class Suit:
    """Tiles of one letter: `kinds` sorted, `counts` how often there is each kind of the letter, `held` the same with a
    lane for each of the 42 kinds.

    The rest is what others remember here when they have asked: see blood_kept.py and blood_hands_kept.py.
    """

    __slots__ = ("blood", "counts", "held", "kinds", "said", "waits")

    def __init__(self, held: int, kinds: bytes, place: int):
        self.kinds = kinds
        self.counts = (held >> LANE * tiles.FIRST[place]).to_bytes(tiles.LENGTH[place], "little")
        self.held = held
        self.blood = self.said = 0
        self.waits: tuple | None = None


class Unusual(ValueError):
    """What is read more slowly: tiles in another order, and what is wrong."""


SUITS: dict = {}  # by what they hold


def suit(held: int, kinds: bytes, place: int) -> Suit:
    """The suit that holds this, which is something: the sorted kinds of a letter at this place."""
    found: Suit | None = SUITS.get(held)
    if found is None:
        if len(SUITS) == 5 * MANY:
            SUITS.clear()
        found = SUITS[held] = Suit(held, kinds, place)
    return found


class Held(dict):
    """What digits before a letter hold, "789p22" as well as "78922". Unusual with more than four of a kind, where there
    are no such tiles or other letters between.
    """

    def __init__(self, place: int):
        self.letter = tiles.LETTERS[place]
        kinds = range(tiles.FIRST[place], tiles.FIRST[place] + tiles.LENGTH[place])
        self.digit = {chr(0x31 + n): ONE[kind] for n, kind in enumerate(kinds)}.__getitem__
        self.spare = sum([(FULL - ALL_FOUR) * ONE[kind] for kind in kinds])
        self.too_many = sum([(FULL + 1) * ONE[kind] for kind in kinds])

    def __missing__(self, digits: str) -> int:
        plain = digits
        if self.letter in digits:
            runs = digits.split(self.letter)
            plain = "".join(runs) if all(runs) else ""
        held = self.of(plain)
        if len(self) == MANY:
            self.clear()
        self[digits] = held
        return held

    def of(self, digits: str) -> int:
        """The same, not remembered, of digits alone."""
        try:
            held = sum(map(self.digit, digits))
        except KeyError:
            raise Unusual from None
        if not held or held + self.spare & self.too_many or len(digits) > LONG:
            raise Unusual
        return held


class Runs(dict):
    """The suits by the digits before their letter, "789p22" as well as "78922"; None where there are others between."""

    def __init__(self, place: int):
        self.place = place
        self.letter = tiles.LETTERS[place]
        self.held = HELD[place].of
        self.kinds = bytes([tiles.FIRST[place] + c - 0x31 & 0xFF for c in range(256)])

    def __missing__(self, digits: str) -> Suit | None:
        plain = digits
        if not digits.isdigit():
            runs = digits.split(self.letter)
            plain = "".join(runs)
            if not all(runs) or not plain.isdigit():
                return keep(self, digits, None)
        held = self.held(plain)
        found = SUITS.get(held)
        if found is None:
            found = suit(held, bytes(sorted(plain.encode().translate(self.kinds))), self.place)
        return keep(self, digits, found)


NONE, NO_HONOURS, NO_FLOWERS = Suit(0, b"", 0), Suit(0, b"", 3), Suit(0, b"", 4)
NOTHING = (NONE, NONE, NONE, NO_HONOURS, NO_FLOWERS)  # by letter
HELD = M_HELD, P_HELD, S_HELD, Z_HELD, _ = [Held(place) for place in range(5)]
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


def together(text: str) -> str:
    """The same tiles, run by run, those of a letter together. Unusual if there is anything else in the text."""
    out = "".join([run for _, run in sorted(runs_of(text))])
    if len(out) != len(text):
        raise Unusual
    return out


def tiles_of(found: tuple) -> tuple:
    """The sorted kinds of these suits, and their counts."""
    m, p, s, z, f = found
    return m.kinds + p.kinds + s.kinds + z.kinds + f.kinds, m.held + p.held + s.held + z.held + f.held


def counts_of(found: tuple) -> bytes:
    """How often there is each of the 34 kinds in these suits."""
    m, p, s, z, _ = found
    return m.counts + p.counts + s.counts + z.counts


class Meld(hand.Meld):
    """A meld, for reading only: `held` is what it holds, `shown` what shown_kept.py has found."""

    __slots__ = ("held", "shown")

    held: int
    shown: int


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
    z, f = NO_HONOURS, NO_FLOWERS
    if left:
        digits, letter, left = left.rpartition("z")
        if letter:
            z = Z[digits]
        if left:
            digits, letter, left = left.rpartition("f")
            if letter:
                f = F[digits]
    if left or not (m and p and s and z and f):  # in another order
        again = together(text)
        return hand_of(again) if again != text else Hand(_sorted_out(text))
    out: Hand = new(Hand)
    out.suits = m, p, s, z, f
    out.concealed = m.kinds + p.kinds + s.kinds + z.kinds
    out.held = m.held + p.held + s.held + z.held
    if f is not NO_FLOWERS:
        out.concealed += f.kinds
        out.held += f.held
    out.melds = []
    out.flowers = b""
    out.ready = 0
    out.void = -1
    out.stake = None
    return out


class Beside(hand.Hand):
    """A hand that is known by what it holds: `bare` without melds and flowers, `held` with them. Its tiles are named
    when they are asked for.
    """

    flowers = b""
    ready = 0
    void = -1
    stake = None
    bare: int
    held: int
    named: bytes

    @property
    def concealed(self) -> bytes:  # type: ignore[override]
        try:
            return self.named
        except AttributeError:
            self.named = b"".join(map(bytes.__mul__, NAMED, self.bare.to_bytes(tiles.KINDS, "little")))
            return self.named

    @property
    def suits(self) -> tuple:
        return suits_of(hand.Hand(self.concealed, []))

    def counts(self) -> bytearray:
        return bytearray(self.bare.to_bytes(tiles.KINDS, "little"))


def beside_of(text: str, new=object.__new__) -> Beside:  # type: ignore[no-untyped-def]
    """The hand of these concealed tiles."""
    out: Beside = new(Beside)
    out.melds = []
    try:
        digits, letter, left = text.rpartition("m")
        held = M_HELD[digits] if letter else 0
        digits, letter, left = left.rpartition("p")
        if letter:
            held += P_HELD[digits]
        digits, letter, left = left.rpartition("s")
        if letter:
            held += S_HELD[digits]
        if left:
            digits, letter, left = left.rpartition("z")
            if letter:
                held += Z_HELD[digits]
    except Unusual:
        left = text
    if left or not text:  # in another order, or with flowers
        held = tiles_of(suits(text))[1]
    out.bare = out.held = held
    return out


class Unknown(hand.Hand):
    """A hand whose tiles are not known: `held` is what it holds beside them."""

    def __init__(self) -> None:
        super().__init__(None, [])
        self.held = 0


@lru_cache(MANY)
def is_regular(kind: int, kinds: bytes) -> bool:
    """As `Meld.regular`, of a meld of these."""
    return hand.Meld(kind, kinds).regular()


OF_KINDS: dict = {}  # suits by their sorted kinds


def _of_kinds(kinds: bytes, place: int) -> Suit:
    """The suit of these sorted kinds of a letter."""
    return keep(OF_KINDS, kinds, suit(sum([ONE[kind] for kind in kinds]), kinds, place))


def suits_of(h: hand.Hand) -> tuple:
    """The suits of a hand's concealed tiles."""
    try:
        return h.suits  # type: ignore[attr-defined]
    except AttributeError:
        out = []
        left = bytes(sorted(h.concealed or b""))
        for place, of_letter in enumerate(LETTERS):
            rest = left.lstrip(of_letter)
            kinds = left[: len(left) - len(rest)]
            out.append((OF_KINDS.get(kinds) or _of_kinds(kinds, place)) if kinds else NOTHING[place])
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


def plus(before: Suit, kind: int) -> Suit:
    """A suit and one tile more, which is of its letter."""
    held = before.held + ONE[kind]
    return SUITS.get(held) or suit(held, bytes(sorted(before.kinds + bytes((kind,)))), LETTER[kind])


def with_tile(found: tuple, kind: int) -> tuple:
    """These suits and one tile more."""
    place = LETTER[kind]
    return found[:place] + (plus(found[place], kind),) + found[place + 1 :]


def without(found: tuple, kind: int) -> tuple:
    """These suits less all tiles of a kind, which they have."""
    place = LETTER[kind]
    before = found[place]
    left = before.kinds.replace(bytes((kind,)), b"")
    then = suit(before.held & ~(LANES << LANE * kind), left, place) if left else NOTHING[place]
    return found[:place] + (then,) + found[place + 1 :]
