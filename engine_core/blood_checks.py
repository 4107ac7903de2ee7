"""The checks at the end of the wall in the Sichuan family: pigs, 大叫, refund. Page: regions/rules/sichuan.md "Drawn
hand". Loaded only when a hand ends so.
"""

from . import hand, patterns, shapes, tiles
from .blood import Blood
from .blood_kongs import KongMoney
from .blood_patterns import look
from .check import Record, RecordError
from .settle import Claim, Settlement


def settle_checks(rules: Blood, r: Record, s: Settlement, payers: list, winners: list, money: KongMoney | None) -> None:
    """The payments of the three steps by these seats, to winners too where they are paid, and in `s.ready` what each
    ready hand could win at most. `money`: of the kongs, None where nobody made one.
    """
    pigs: list = []
    unready: list = []
    best: list = [None] * r.seats
    for seat in payers:
        seen = look(r.hands[seat])
        if rules.options["pig_check"] and is_pig(rules, r, seat, seen[0]):
            pigs.append(seat)
        else:
            best[seat] = best_wait(rules, r, seat, seen)
        if best[seat] is None:
            unready.append(seat)
    for pig in pigs:
        for seat in range(r.seats):
            if seat in winners or seat in payers and seat not in pigs:
                s.pay(pig, seat, rules.options["pig_penalty"] * rules.options["base"], "pig")
    if len(unready) > len(pigs):
        for seat in winners:
            best[seat] = best_wait(rules, r, seat, look(r.hands[seat]))
    for seat, claim in enumerate(best):
        if claim is not None:
            s.ready.append(claim)
            for other in unready:
                if other not in pigs:
                    s.pay(other, seat, claim.value, "not_ready")
    if money and rules.options["refund_kongs"]:
        for seat in unready:
            for payer, amount in money.refunds(seat):
                s.pay(seat, payer, amount, "refund")


def is_pig(rules: Blood, r: Record, seat: int, suits: int) -> bool:
    """花猪: tiles of all three suits, or with 定缺 one of the suit put aside. `suits` are those of the seat."""
    h = r.hands[seat]
    if suits == 7 or rules.options["declare_void"] and h.void >= 0 and suits >> h.void & 1:
        return True
    if h.concealed is None:
        raise _needed(seat)
    return False


def best_wait(rules: Blood, r: Record, seat: int, seen: tuple) -> Claim | None:
    """The most that a hand could win on a discard, by its tiles alone (`seen`: see blood_patterns.look); None if it is
    not ready.
    """
    h = r.hands[seat]
    if h.concealed is None and not r.fouled(seat, "dead_hand"):
        raise _needed(seat)
    if rules.unfit(r, seat, seen[0], seen[1]):
        return None
    suits, _, counts, whole = seen
    flush = patterns.is_full_flush(suits)
    pairs = b"" if h.melds else pair_waits(counts)
    best = None
    sets = shapes.waits(counts, 0, 4 - len(h.melds))
    for kind in sorted(set(sets + pairs)) if pairs else sets:
        if whole[kind] < 4:
            counts[kind] += 1
            whole[kind] += 1
            rows = rules.basic(counts, h.melds, whole, flush, 0, kind in sets)
            counts[kind] -= 1
            whole[kind] -= 1
            fan = sum([worth for _, worth in rows])
            if rows and (best is None or fan > best[0]):
                best = (fan, kind, rows)
    return None if best is None else rules.valued(hand.Win(seat, best[1]), best[2])


def pair_waits(counts: bytearray) -> bytes:
    """The kinds that make seven pairs of these tiles."""
    if not shapes.is_seven_pairs(counts, 1):
        return b""
    return bytes([k for k in range(tiles.HONOURS) if counts[k] & 1])


def _needed(seat: int) -> RecordError:
    return RecordError("hands.%d.concealed: the tiles are needed for the checks at the end of the wall" % seat)
