"""What Jiujiang's page says in "Claims and turn rules" beyond the declarations. Page: rules/jiujiang.md. Loaded by who
asks about a moment of a hand (claims.py).
"""

from ..claims import DECLARE, DISCARD, FLOWER
from ..hand import CHOW, CONCEALED_KONG, PUNG
from .jiujiang import GREEN


def forbids(m, seat: int, what: int, kind: int) -> bool:  # type: ignore[no-untyped-def]
    """What is made of Greens; a chow but as the fourth meld (E2), the discard of a tile of one's own pung (逼杠) unless
    it is the last of the wall, ready after the first turn.
    """
    melds = m.hands[seat].melds
    if what == DECLARE:
        return not _may_declare(m, seat)
    if kind == GREEN:
        return what != FLOWER
    if what == DISCARD:
        return not m.last and m.hands[seat].shows_pung(kind)
    exposed = len(melds) == 3 and not any(d.kind in (CHOW, CONCEALED_KONG) for d in melds)
    return what == CHOW and not exposed


def _may_declare(m, seat: int) -> bool:  # type: ignore[no-untyped-def]
    """Page section "Differences between the editions", 8."""
    discards, mine = len(m.discards[seat]), m.turn == seat and m.tile < 0
    melds = [d.kind for d in m.hands[seat].melds if d.kind != CONCEALED_KONG]
    if m.rules.first:
        pung = m.called is not None and melds == [PUNG]
        return mine and not discards and (pung or not melds and m.drawn >= 0)
    if seat == m.dealer:
        return discards == 1 and not mine and not melds
    return not discards and not melds


def barred(m, seat: int) -> bool:  # type: ignore[no-untyped-def]
    """Winning tiles let pass since the seat's own last discard: one of the dealer bars its kind from everybody, one of
    another player from all but the dealer.
    """
    return any(kind == m.tile and (giver == m.dealer or m.giver != m.dealer) for kind, giver in m.passed[seat])


def winners(m, claims: list) -> list:  # type: ignore[no-untyped-def]
    """All, or the nearest."""
    return claims if m.rules.options["multi_win"] else claims[:1]
