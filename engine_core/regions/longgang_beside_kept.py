"""The hands beside the winner's in Longgang, read on a PC: with what a run of digits holds there is remembered which
pungs it shows, and which honours, so that of a hand both are one sum. Nothing else is asked of its tiles.
"""

from ..hands_kept import LANE, Beside, Held, Unusual, suits, tiles_of
from ..tiles import FIRST, KINDS, LENGTH, count
from .longgang_kept import PUNGS_AT, number_of, remembered

# What is shown lies above the lanes of what is held: first as `number_of`, from TOP on its pungs, then of each honour
# whether it is a PAIR or a PUNG, and a bit that says that these are known.
ABOVE = LANE * KINDS
TOP = ABOVE + PUNGS_AT
HONOURS_AT, KNOWN = 8, 1 << 22
IS_KNOWN = KNOWN << TOP
PAIR, PUNG = 1, 2
OF_HONOURS = (0, 0, PAIR, PUNG, PUNG)  # by how many there are
HONOURS_PLACE = 3


def shown(held: int, place: int) -> int:
    """What is shown by the tiles of a letter, which hold this."""
    part = (held >> LANE * FIRST[place]).to_bytes(LENGTH[place], "little")
    if place < HONOURS_PLACE:
        return number_of(part) << ABOVE
    out = 0
    if place == HONOURS_PLACE:
        for many in reversed(part):
            out = out << 2 | OF_HONOURS[many]
    return out << TOP + HONOURS_AT


class Showing(Held):
    """As `Held`, with what is shown, and `more`."""

    def __init__(self, place: int, more: int = 0):
        super().__init__(place)
        self.place = place
        self.more = more

    def of(self, digits: str) -> int:
        held = super().of(digits)
        return held + self.more + shown(held, self.place)


M, P, S, Z = Showing(0, IS_KNOWN), Showing(1), Showing(2), Showing(HONOURS_PLACE)


class Other(Beside):
    """A hand that has not won: `bare` and `held` have above them what the concealed tiles show. Its tiles are found in
    the text when they are asked for.
    """

    text: str

    @property
    def concealed(self) -> bytes:  # type: ignore[override]
        try:
            return self.named
        except AttributeError:
            self.named, _ = tiles_of(self.suits)
            return self.named

    @property
    def suits(self) -> tuple:
        return suits(self.text)

    def counts(self) -> bytearray:
        return count(self.concealed)


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
        held = of_suits(suits(text))
    out.bare = out.held = held
    return out


def of_suits(found: tuple) -> int:
    """What these suits hold and show."""
    return IS_KNOWN + sum([suit.held + shown(suit.held, place) for place, suit in enumerate(found)])


@remembered
def flowers_held(text: str) -> int:
    """What tiles hold that are flowers. Unusual if they are not."""
    held: int = tiles_of(suits(text))[1]
    return held
