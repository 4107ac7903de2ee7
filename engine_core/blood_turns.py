"""What the pages of the Sichuan family say in "Claims and turn rules" beyond the declarations. Loaded by who asks about
a moment of a hand (claims.py).
"""

from .claims import WIN
from .hand import CONCEALED_KONG, PUNG


def _void(m, seat: int, kind: int) -> bool:  # type: ignore[no-untyped-def]
    """Is the tile of the suit that the seat has put aside."""
    return m.rules.options["declare_void"] and kind // 9 == m.hands[seat].void


def forbids(m, seat: int, what: int, kind: int) -> bool:  # type: ignore[no-untyped-def]
    """Melds of the void suit."""
    return PUNG <= what <= CONCEALED_KONG and _void(m, seat, kind)


def discard_first(m, seat: int, kinds: bytes) -> bytes:  # type: ignore[no-untyped-def]
    """The tiles of the void suit."""
    return bytes([k for k in kinds if _void(m, seat, k)]) or kinds


def forced(m, seat: int) -> int:  # type: ignore[no-untyped-def]
    """A win within the last four tiles, drawn or discarded."""
    return WIN if m.rules.last_four() and m.left < 4 and not m.adding and m.may_win(seat) else -1
