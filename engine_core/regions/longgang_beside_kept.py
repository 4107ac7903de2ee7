"""The hands beside the winner's in Longgang, read on a PC: with what a run of digits holds there is remembered which
pungs it shows, and which honours, so that of a hand both are one sum. Without wilds nothing else is asked of its tiles.
"""

from functools import lru_cache

from ..hands_kept import LANE, Beside, Held, Suit, Unusual, suits, tiles_of
from ..many_kept import MANY, keep
from ..tiles import FIRST, HONOURS, KINDS, LENGTH
from .longgang import rounded
from .longgang_kept import count_pungs
from .longgang_others_kept import natural

# What is shown lies above the lanes of what is held: pungs of 2..8, of 1 and 9, then of each honour whether it is a
# PAIR or a PUNG; last a bit that says that these are known.
ABOVE = LANE * KINDS
PUNGS, BIG_AT, HONOURS_AT = 15, 4, 8
KNOWN = 1 << 22
IS_KNOWN = KNOWN << ABOVE
PAIR, PUNG = 1, 2
OF_HONOURS = (0, 0, PAIR, PUNG, PUNG)  # by how many there are
HONOURS_PLACE = 3


def shown(held: int, place: int) -> int:
    """What is shown by the tiles of a letter, which hold this."""
    part = (held >> LANE * FIRST[place]).to_bytes(LENGTH[place], "little")
    if place > HONOURS_PLACE:
        return 0
    if place == HONOURS_PLACE:
        return sum([OF_HONOURS[count] << HONOURS_AT + 2 * n for n, count in enumerate(part)])
    return count_pungs(Suit(held, b"", place)) & (PUNGS | PUNGS << BIG_AT)


class Showing(Held):
    """As `Held`, with what is shown, and `more`."""

    def __init__(self, place: int, more: int = 0):
        super().__init__(place)
        self.place = place
        self.more = more

    def of(self, digits: str) -> int:
        held = super().of(digits)
        return held + self.more + (shown(held, self.place) << ABOVE)


M, P, S, Z = Showing(0, IS_KNOWN), Showing(1), Showing(2), Showing(HONOURS_PLACE)


class Other(Beside):
    """A hand that has not won: `held` has above it what the concealed tiles show. Its suits are found in the text when
    they are asked for.
    """

    text: str

    @property
    def suits(self) -> tuple:
        return suits(self.text)

    @property
    def bare(self) -> int:  # type: ignore[override]
        held: int = tiles_of(self.suits)[1]
        return held


def other_of(text: str, new=object.__new__) -> Other:  # type: ignore[no-untyped-def]
    """The hand of these concealed tiles."""
    out: Other = new(Other)
    out.melds = []
    out.text = text
    try:
        digits, letter, left = text.rpartition("m")
        held = M[digits] if letter else IS_KNOWN
        digits, letter, left = left.rpartition("p")
        if letter:
            held += P[digits]
        digits, letter, left = left.rpartition("s")
        if letter:
            held += S[digits]
        if left:
            digits, letter, left = left.rpartition("z")
            if letter:
                held += Z[digits]
            if left:
                held += flowers_held(left)
    except Unusual:  # in another order, or wrong
        held = IS_KNOWN + _held(text)
    out.held = held
    return out


def _held(text: str) -> int:
    """The same of tiles in any order."""
    return sum([suit.held + (shown(suit.held, place) << ABOVE) for place, suit in enumerate(suits(text))])


flowers_held = lru_cache(MANY)(_held)


class Naturals(dict):
    """By what tiles without wilds show the points and tai of who has this seat wind, in this round."""

    def __init__(self, rules, wind: int, turn: int):  # type: ignore[no-untyped-def]
        self.rules = rules
        self.winds = wind, turn

    def __missing__(self, shows: int) -> tuple:
        if not shows & KNOWN:
            raise Unusual
        small, ends = shows & PUNGS, shows >> BIG_AT & PUNGS
        points, tai = 4 * small + (8 if self.rules.big else 4) * ends, 0
        honours = [PAIR_OR_PUNG[shows >> HONOURS_AT + 2 * n & 3] for n in range(LENGTH[HONOURS_PLACE])]
        if any(honours):
            held = int.from_bytes(bytes(honours), "little") << LANE * HONOURS
            more, tai = natural(self.rules, Suit(held, b"", HONOURS_PLACE), *self.winds)
            points += more
        return keep(self, shows, (points, tai))


PAIR_OR_PUNG = (0, 2, 3)


class Totals(dict):
    """The totals of the same, where they have no melds and flowers."""

    def __init__(self, naturals: Naturals):
        self.naturals = naturals

    def __missing__(self, shows: int) -> int:
        points, tai = self.naturals[shows]
        return keep(self, shows, rounded(points, tai) if points else 0)
