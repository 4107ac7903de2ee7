"""Hands of the Sichuan family, read on a PC: what a suit holds and its facts (blood_kept.py) are one number, so that of
a hand both are one sum.
"""

from . import hand, tiles
from .blood_kept import of_suit
from .hands_kept import LANE, NO_FLOWERS, NO_HONOURS, NONE, Hand, Runs, Suit, Unusual, hand_of, suits_of, together
from .supply_kept import lanes

ABOVE = LANE * tiles.KINDS  # where the facts begin, above the lanes of what is held


class Saying(Runs):
    """As `Runs`; the suits know what they say: what they hold and their facts."""

    def __missing__(self, digits: str) -> Suit | None:
        found = super().__missing__(digits)
        if found:
            said_by(found)
        return found


def said_by(suit: Suit) -> int:
    """What a suit says, which it keeps."""
    if not suit.said:
        suit.said = suit.held + (of_suit(suit) << ABOVE)
    return suit.said


M, P, S = [Saying(place) for place in range(3)]


class Facing(hand.Hand):
    """A hand of suits alone, which are `three`: `held` is what it holds with melds and flowers, and from ABOVE on the
    facts of its concealed tiles.
    """

    flowers = b""
    ready = 0
    void = -1
    stake = None
    three: tuple
    held: int
    named: bytes

    @property
    def concealed(self) -> bytes:  # type: ignore[override]
        try:
            return self.named
        except AttributeError:
            m, p, s = self.three
            self.named = m.kinds + p.kinds + s.kinds
            return self.named

    @property
    def suits(self) -> tuple:
        return (*self.three, NO_HONOURS, NO_FLOWERS)

    def counts(self) -> bytearray:
        return tiles.count(self.concealed)


def facing_of(text: str, new=object.__new__) -> Facing | Hand:  # type: ignore[no-untyped-def]
    """The hand of these concealed tiles; if they are not suits alone, as `hand_of`."""
    m = p = s = NONE
    digits, letter, left = text.rpartition("m")
    if letter:
        m = M[digits]
        if not m:
            return _sorted_out(text)
    digits, letter, left = left.rpartition("p")
    if letter:
        p = P[digits]
    digits, letter, left = left.rpartition("s")
    if letter:
        s = S[digits]
    if left or not (m and p and s):
        return _sorted_out(text)
    out: Facing = new(Facing)
    out.three = m, p, s
    out.held = m.said + p.said + s.said
    out.melds = []
    return out


def _sorted_out(text: str, new=object.__new__) -> Facing | Hand:  # type: ignore[no-untyped-def]
    """As `facing_of`, of a text in any order."""
    m = p = s = ""
    runs = text.replace("m", "m ").replace("p", "p ").replace("s", "s ").split(" ")
    if runs.pop():
        return _not_suits(text)
    for run in runs:
        letter, digits = run[-1:], run[:-1]
        if not digits:
            return _not_suits(text)
        if letter == "m":
            m += digits
        elif letter == "p":
            p += digits
        elif letter == "s":
            s += digits
        else:
            return _not_suits(text)
    three = of_m, of_p, of_s = M[m] if m else NONE, P[p] if p else NONE, S[s] if s else NONE
    if not (of_m and of_p and of_s):
        return _not_suits(text)
    out: Facing = new(Facing)
    out.three = three
    out.held = of_m.said + of_p.said + of_s.said
    out.melds = []
    return out


def _not_suits(text: str) -> Facing | Hand:
    """The same where it is not known to be suits alone. Unusual if it names no tiles."""
    again = together(text)
    return facing_of(again) if again != text else hand_of(text)


def faced(h: hand.Hand) -> Facing:
    """The same of a hand that is there. Unusual if it is not known, or not of suits alone."""
    if h.concealed is None:
        raise Unusual
    m, p, s, z, f = suits_of(h)
    if z is not NO_HONOURS or f is not NO_FLOWERS:
        raise Unusual
    out = Facing.__new__(Facing)
    out.three = m, p, s
    out.held = said_by(m) + said_by(p) + said_by(s) + lanes(h.flowers)
    out.melds, out.flowers, out.ready, out.void = h.melds, h.flowers, h.ready, h.void
    for meld in h.melds:
        out.held += lanes(meld.tiles)
    return out


said_by(NONE)
