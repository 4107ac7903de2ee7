"""Patterns that the players call where the table does not know the tiles: a contradiction is refused by name.

Loaded only when a win is called.
"""

from . import hand, patterns, tiles
from .check import Record, RecordError
from .rules import Ruleset

# What a pattern needs of the record, by letter (see `_lacks`); ids not listed need nothing that a record shows.
NEEDS = {
    "self_draw": "d", "out_with_replacement": "dk", "last_tile_draw": "dl", "heavenly_hand": "dh", "earthly_hand": "e",
    "humanly_hand": "u", "robbing_the_kong": "cr", "kong_discard": "cg", "last_tile_claim": "cl", "ready_hand": "R",
    "liang_dao": "S", "triple_win": "c", "concealed_hand": "N",
    "all_chows": "C", "all_pungs": "P", "seven_pairs": "n", "thirteen_orphans": "n", "nine_gates": "nf",
    "half_flush": "m", "full_flush": "f", "half_flush_pungs": "mP", "full_flush_pungs": "fP",
    "all_honors": "zP", "all_terminals": "tP", "all_terminals_and_honors": "T", "melded_hand": "4",
    "big_four_winds": "P0", "little_four_winds": "1", "big_three_dragons": "2", "little_three_dragons": "3",
}  # fmt: skip


def _kinds(melds: list) -> bytearray:
    counts = bytearray(tiles.KINDS)
    for m in melds:
        for k in m.tiles:
            counts[k] = 1
    return counts


def _suits_lack(need: str, melds: list) -> str:
    counts = _kinds(melds)
    suits = patterns.suits(counts)
    low = patterns.bits(suits & 7)
    if need == "f" and (low > 1 or suits & 8):
        return "the melds are not of one suit"
    if need == "m" and low > 1:
        return "the melds are of several suits"
    if need == "z" and low:
        return "a meld is no honour"
    if need in "tT" and not patterns.only(counts, patterns.TERMINALS, need == "T"):
        return "a meld holds other tiles"
    return ""


def _honours_lack(need: str, melds: list) -> str:
    """0 and 1: so many melds may be no winds; 2 and 3: one, two may be no dragons."""
    winds = need in "01"
    others = [m for m in melds if m.tile < tiles.HONOURS or (m.tile < tiles.DRAGONS) != winds]
    return "the melds hold other tiles" if len(others) > (0, 1, 1, 2)[int(need)] else ""


def _lacks(r: Record, w: hand.Win, flags: int, need: str) -> str:
    """What the record says against a need, or ''. Melds that are not recorded say nothing."""
    h = r.hands[w.seat]
    if need in "dc":
        if (w.giver >= 0) == (need == "c"):
            return ""
        return "the win has a giver" if need == "d" else "the win has no giver"
    i = "kglrheu".find(need)
    if i >= 0:
        bits = (
            hand.AFTER_KONG | hand.AFTER_FLOWER, hand.KONG_DISCARD, hand.LAST_TILE, hand.ROB_KONG, hand.HEAVENLY,
            hand.EARTHLY, hand.HUMANLY,
        )  # fmt: skip
        return "" if flags & bits[i] else "no such flag that holds is in the record"
    if need in "RS":
        return "" if h.ready == (hand.DECLARED if need == "R" else hand.SHOWN) else "the hand was not ready so"
    if not h.melds:
        return ""
    if need == "n":
        return "there are melds"
    if need == "N":
        return "" if all(m.kind == hand.CONCEALED_KONG for m in h.melds) else "there are exposed melds"
    if need in "CP":
        wrong = any((m.kind == hand.CHOW) != (need == "C") for m in h.melds)
        return "a meld is %s chow" % ("no" if need == "C" else "a") if wrong else ""
    if need == "4":
        return "" if len(h.melds) == 4 else "there are %d melds" % len(h.melds)
    return _honours_lack(need, h.melds) if need in "0123" else _suits_lack(need, h.melds)


def check_called(rules: Ruleset, r: Record, w: hand.Win, shapes: tuple) -> None:
    """RecordError naming the pattern that the region does not know, that the record or another called one contradicts.

    `shapes`: pattern rows of which one at least must be called (a hand has some shape), or nothing.
    """
    at = "wins.%d.called.patterns" % r.wins.index(w)
    ids = w.called[0]
    flags = rules.flags(r, w)
    for p in ids:
        if p not in rules.worth:
            raise RecordError("%s: %s is no pattern of %s" % (at, p, rules.ID))
        for need in NEEDS.get(p, ""):
            why = _lacks(r, w, flags, need)
            if why:
                raise RecordError("%s: %s, but %s" % (at, p, why))
        if ids.count(p) > rules.repeats(p):
            raise RecordError("%s: %s counts %d at most" % (at, p, rules.repeats(p)))
        for other in rules.excluded(p):
            if other in ids:
                raise RecordError("%s: %s excludes %s" % (at, p, other))
        why = rules.against(r, w, p)
        if why:
            raise RecordError("%s: %s, but %s" % (at, p, why))
    if shapes and not any(row[0] in ids for row in shapes):
        raise RecordError("%s: none of them says what hand it is" % at)
