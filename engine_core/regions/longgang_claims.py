"""What Longgang's page says in "Claims and turn rules" beyond the declarations. Page: rules/longgang.md; also sections
"Deal, wall, dice and break" (share-out) and "Options". Loaded by who asks about a moment of a hand (claims.py).
"""

from .. import tiles
from ..claims import DISCARD, FLOWER, WIN
from ..hand import CHOW, CONCEALED_KONG, EARTHLY, HUMANLY, KONG, PUNG, ROB_KONG, Hand, Win
from .longgang import FIRST_LIMIT, FIRST_POINTS, GREEN, IDS, RED

SHARED = 4  # the last tiles, which are shared out
CLAIMED = (CHOW, PUNG, KONG)


def forbids(m, seat: int, what: int, kind: int) -> bool:  # type: ignore[no-untyped-def]
    """Each of these makes a dead hand of who does it all the same."""
    if what == WIN:
        return False
    if m.left < SHARED or (what in CLAIMED and m.left == SHARED):
        return True  # the share-out: nothing is discarded, replaced, called or konged any more
    if what == FLOWER:
        return False
    if what == CHOW:
        return m.discards[seat][-1:] == bytes([kind])
    if what == PUNG:
        return kind in m.missed_pung[seat]
    if what != KONG and _holds_guest(m, seat):
        return True  # flowers first
    if what == CONCEALED_KONG and not any(m.discards) and any(_holds_guest(m, other) for other in range(len(m.hands))):
        return True  # everybody's, after the deal
    if what != DISCARD:
        return False
    if kind >= tiles.FLOWERS or kind in m.wild(seat):
        return True
    return any(meld.kind == PUNG and meld.tile == kind for meld in m.hands[seat].melds)  # it may be added


def _holds_guest(m, seat: int) -> bool:  # type: ignore[no-untyped-def]
    wild = m.wild(seat)
    return any(k >= tiles.FLOWERS and k not in wild for k in m.hands[seat].concealed or b"")


def forced(m, seat: int) -> int:  # type: ignore[no-untyped-def]
    """Who has drawn and holds only wilds must win."""
    held = m.hands[seat].concealed
    if m.tile < 0 and seat == m.turn and m.drawn >= 0 and held and all(k in m.wild(seat) for k in held):
        return WIN
    return -1


def discard_first(m, seat: int, kinds: bytes) -> bytes:  # type: ignore[no-untyped-def]
    """行牌至最后阶段: a lone wind goes before Green and Red."""
    held = m.hands[seat].concealed or b""
    lone = [k for k in kinds if tiles.HONOURS <= k < tiles.DRAGONS and held.count(bytes([k])) == 1]
    if m.left - SHARED > m.rules.options["late_stage"] or not lone:
        return kinds
    return bytes([k for k in kinds if k not in (GREEN, RED)])


# ---------------------------------------------------------------- wins


def wins_at_once(m, seat: int) -> bool:  # type: ignore[no-untyped-def]
    """推土机: three wilds among the sixteen tiles of the deal, as long as the dealer's first discard is not settled."""
    h = m.hands[seat]
    if seat == m.dealer or any(m.discards) or m.claimed or m.adding or (m.tile < 0 and seat == m.turn):
        return False
    held = h.concealed or b""
    for k in m.rules.wilds(m.indicator):
        if k in held:
            rest = Hand(held.replace(bytes([k]), b"", 1), h.melds, h.flowers)
            win = Win(seat, k)
            return m.rules.judge(m.record(rest, seat, win), win).reason is None
    return False


def winners(m, claims: list) -> list:  # type: ignore[no-untyped-def]
    """The nearest; but heavenly before three wilds of the deal before what is won on the dealer's discard, and with
    `special_first` a limit hand before the others. All three where three claims draw the hand.
    """
    if m.rules.options["abort_triple_win"] and m.tile >= 0 and len(claims) == 3:
        return claims
    order = []
    for n, claim in enumerate(claims):
        seat = claim[0]
        if m.tile < 0:
            rank = seat != m.turn
        elif wins_at_once(m, seat):
            rank = 0
        else:
            rank = 2 - (m.rules.options["special_first"] and _is_limit(m, seat))
        order.append((rank, n, claim))
    return [claim for _, _, claim in sorted(order)[:1]]


def _is_limit(m, seat: int) -> bool:  # type: ignore[no-untyped-def]
    """Is it a limit hand that the seat claims on the tile on offer."""
    flags = ROB_KONG if m.adding else 0
    dealt = len(m.discards[m.dealer])  # of the dealer, but what is on offer
    if seat != m.dealer and dealt + (m.giver == m.dealer) == 1:
        flags |= HUMANLY
        if m.giver == m.dealer and not m.adding:
            flags |= EARTHLY
    win = Win(seat, m.tile, m.giver, flags)
    claim = m.rules.judge(m.record(m.hands[seat], seat, win), win)
    return any(p in IDS[FIRST_LIMIT:FIRST_POINTS] for p in claim.ids())


# ---------------------------------------------------------------- hands that are drawn


def aborted(m) -> bool:  # type: ignore[no-untyped-def]
    """Do four winds, or the kongs, draw the hand."""
    if m.rules.options["abort_four_winds"] and m.turn == m.dealer:  # who has discarded last sits before him
        last = {d[-1:] for d in m.discards}
        rest = b"".join([d[:-1] for d in m.discards])  # what may have been claimed
        if len(last) == 1 and m.claimed <= len(rest):
            kind = last.pop()
            if kind and _is_wind(kind[0]) and not any(_is_wind(k) for k in rest):
                return True
    if m.rules.options["abort_four_kongs"]:
        of_seats = [sum([meld.kind >= KONG for meld in h.melds]) for h in m.hands]
        return sum(of_seats) > 4 and max(of_seats) < sum(of_seats)
    return False


def _is_wind(kind: int) -> bool:
    return tiles.HONOURS <= kind < tiles.DRAGONS


def may_abort(m, seat: int) -> bool:  # type: ignore[no-untyped-def]
    """九么九: nine different ends and honours among the tiles of the deal, on the first turn and before any call."""
    if not m.rules.options["abort_nine_terminals"] or m.claimed or m.discards[seat] or m.drawn < 0:
        return False
    if seat != m.turn or m.tile >= 0 or any(meld.kind != CONCEALED_KONG for meld in m.hands[seat].melds):
        return False
    held = m.hands[seat].concealed or b""
    if seat != m.dealer:
        held = held.replace(bytes([m.drawn]), b"", 1)
    return len({k for k in held if k < tiles.FLOWERS and (k >= tiles.HONOURS or k % 9 in (0, 8))}) >= 9
