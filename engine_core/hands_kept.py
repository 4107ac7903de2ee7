"""What a PC remembers of the tiles of a suit, and hands that know theirs by suits.

There are some ten thousand suits of up to seven tiles, and most come again. A text is read run by run: what "1123"
before an "m" names is remembered, and what is asked of those tiles beside it, when it is first asked.
"""

from functools import lru_cache

from . import hand, tiles

MANY = 1 << 14  # suits that are remembered, of a letter
LANE = 8  # bits of a kind's count in what a hand holds
MOST = 42  # tiles of a hand
MOST = 42  # tiles of a hand
ALL_FOUR = 4  # more tiles of a kind than that are read as check.py does


class Suit:
    """Tiles of one letter: `kinds` sorted, `held` their counts, a lane for each of the 42 kinds.

    The rest is what others remember here, None until they ask: see blood_kept.py.
    """

    __slots__ = ("blood", "held", "kinds")

    def __init__(self, kinds: bytes):
        self.kinds = kinds
        self.held = sum([1 << LANE * kind for kind in kinds])
        self.blood: tuple | None = None


class Unusual(ValueError):
    """What is read more slowly: tiles in another order, and what is wrong."""


class Runs(dict):
    """The suits by the digits before a letter."""

    def __init__(self, letter: str):
        self.letter = letter

    def __missing__(self, digits: str) -> Suit:
        if not digits.isdigit():  # or it names tiles of other letters too
            raise Unusual
        kinds = tiles.in_order(digits + self.letter)
        if max([kinds.count(kind) for kind in kinds]) > ALL_FOUR:
            raise Unusual
        if len(self) == MANY:
            self.clear()
        self[digits] = found = suit(kinds)
        return found


suit = lru_cache(5 * MANY)(Suit)  # by its sorted kinds
NONE = suit(b"")
M, P, S, Z, F = [Runs(letter) for letter in tiles.LETTERS]
KNOWN = (NONE,) * 5


def suits(text: str) -> tuple:
    """The suits that a text names: characters, dots, bamboo, honours, flowers. Unusual or TileError if it names none,
    or more than four of a kind.
    """
    try:
        return _in_order(text)
    except Unusual:
        return _sorted_out(text)


def _in_order(text: str) -> tuple:
    """As `suits` where the letters come in their order, each once."""
    m = p = s = z = f = NONE
    digits, letter, rest = text.partition("m")
    if letter:
        m = M[digits]
        text = rest
    digits, letter, rest = text.partition("p")
    if letter:
        p = P[digits]
        text = rest
    digits, letter, rest = text.partition("s")
    if letter:
        s = S[digits]
        text = rest
    if text:
        digits, letter, rest = text.partition("z")
        if letter:
            z = Z[digits]
            text = rest
        digits, letter, rest = text.partition("f")
        if letter:
            f = F[digits]
            text = rest
        if text:
            raise Unusual
    return m, p, s, z, f


def _sorted_out(text: str) -> tuple:
    """As `suits`, of a text in any order."""
    digits = dict.fromkeys(tiles.LETTERS, "")
    while text:
        run = text.rstrip("mpszf")
        before = run.rstrip("123456789")
        if len(run) + 1 != len(text) or run == before:  # no letter or two of them, or no digits
            raise Unusual
        digits[text[-1]] += run[len(before) :]
        text = before
    return tuple([runs[digits[runs.letter]] if digits[runs.letter] else NONE for runs in (M, P, S, Z, F)])


class Hand(hand.Hand):
    """A hand whose tiles are known by suits, `suits` as above, and `held`: what it holds with melds and flowers."""

    def __init__(self, found: tuple):
        m, p, s, z, f = found
        kinds = m.kinds + p.kinds + s.kinds
        self.held = m.held + p.held + s.held
        if z is not NONE or f is not NONE:
            kinds += z.kinds + f.kinds
            self.held += z.held + f.held
        if len(kinds) > MOST:
            raise Unusual
        if len(kinds) > MOST:
            raise Unusual
        self.suits = found
        self.concealed = kinds
        self.melds = []
        self.flowers = b""
        self.ready = 0
        self.void = -1
        self.stake = None
