"""Kongs that are paid for, as regions share it. Loaded by those that pay them."""

from .check import Record, RecordError
from .hand import ADDED_KONG, CONCEALED_KONG, KONG, Kong
from .settle import Settlement


def kongs(r: Record) -> list[Kong]:
    """The kongs in the order they were declared; of a record that does not list them those of the melds, by seat."""
    if r.kongs is not None:
        return r.kongs
    out = []
    for seat, h in enumerate(r.hands):
        for m in h.melds:
            if m.kind >= KONG:
                out.append(Kong(seat, m.kind, m.tile, m.giver if m.kind == KONG else -1))
    return out


def kong_giver(r: Record, k: Kong) -> int:
    """Whose discard a kong of kind `kong` took; RecordError where that is nobody or the owner himself."""
    if k.giver >= 0 and k.giver != k.seat:
        return k.giver
    if r.kongs is not None:
        at = "kongs.%d" % r.kongs.index(k)
    else:
        melds = r.hands[k.seat].melds
        at = "hands.%d.melds.%d" % (k.seat, [m.kind == KONG and m.giver < 0 for m in melds].index(True))
    raise RecordError("%s.from: who discarded the tile is needed, the kong is paid" % at)


def pay_kongs(s: Settlement, r: Record, unit: int, robbed: tuple | list = ()) -> None:
    """A concealed kong earns 2 `unit` from each other, an added one 1 from each, one from a discard 3 from the giver.

    `robbed`: (seat, kind) of added kongs that came to nothing.
    """
    for k in kongs(r):
        if k.kind == KONG:
            s.pay(kong_giver(r, k), k.seat, 3 * unit, "kong")
        elif k.kind == CONCEALED_KONG:
            s.pay_each(k.seat, 2 * unit, "concealed_kong")
        elif k.kind == ADDED_KONG and (k.seat, k.tile) not in robbed:
            s.pay_each(k.seat, unit, "added_kong")


# seldom: course
def money(seats: int, declared: list, pay) -> list:  # type: ignore[no-untyped-def]
    """The money of each seat while a hand is played: `pay`(record, settlement) pays these kongs. One of a discard that
    nobody has said is left out.
    """
    r, s = Record("", {}, seats), Settlement(seats)
    r.kongs = [k for k in declared if k.kind != KONG or k.giver >= 0]
    pay(r, s)
    return s.delta()
