"""What the dice of an opening do, in words: which of the usual ways of counting a region's answers are those of.

A way is named only when it gives the region's answer for every throw of every dealer.
"""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from engine_core.rules import Ruleset

# Way of counting -> number, from all dice and those of the first throw.
COUNTS: dict[str, Callable[[bytes, bytes], int]] = {
    "sum": lambda dice, first: sum(dice),
    "least": lambda dice, first: min(dice),
    "most": lambda dice, first: max(dice),
    "first": lambda dice, first: sum(first),
    "second": lambda dice, first: sum(dice) - sum(first),
    "one": lambda dice, first: 1,
}


def every(rules: Ruleset, dealer: int) -> list[bytes]:
    """Every way that the dice of an opening can fall, all throws made, in order."""
    found = []
    waiting = [b""]
    while waiting:
        dice = waiting.pop()
        missing = sum(n for _, n in rules.throws(dealer, dice)) - len(dice)
        if missing:
            waiting += [dice + bytes(more) for more in product(range(1, 7), repeat=missing)]
        else:
            found.append(dice)
    return sorted(found)


def described(rules: Ruleset) -> dict[str, Any]:
    """How dice, break and turned-up tile go: `throws` (who: "dealer" or "counted", n), `side`, `stays`, `turned_up`.

    The last three are a way of COUNTS. A side that no way fits is a list: how many seats after the dealer for each
    face of the one die, or None. `turned_up` None: nothing is turned up.
    """
    fallen = [(dealer, dice) for dealer in range(rules.SEATS) for dice in every(rules, dealer)]
    sides = len(rules.stacks(0))
    side = _way(rules, ((d, x, (rules.break_side(d, x) - d + 1) % sides) for d, x in fallen), sides)
    turned_up = [(d, x, rules.turned_up(d, x)) for d, x in fallen]
    nothing = all(count is None for _, _, count in turned_up)
    return {
        "throws": _throws(rules, fallen),
        "side": side or _by_face(rules, sides),
        "stays": _way(rules, ((d, x, rules.stays(d, x)) for d, x in fallen)),
        "turned_up": None if nothing else _way(rules, turned_up),
        "break_known_after": rules.breaks_after or None,
    }


def _first(rules: Ruleset, dealer: int, dice: bytes) -> bytes:
    return dice[: rules.throws(dealer, b"")[0][1]]


def _way(rules: Ruleset, answers: Iterable[tuple[int, bytes, int | None]], modulo: int = 0) -> str | None:
    left = dict(COUNTS)
    for dealer, dice, answer in answers:
        first = _first(rules, dealer, dice)
        for name, count in list(left.items()):
            wanted = count(dice, first)
            if (wanted % modulo if modulo else wanted) != answer:
                del left[name]
    return next(iter(left), None)


def _by_face(rules: Ruleset, sides: int) -> list[int] | None:
    if rules.throws(0, b"")[0][1] != 1 or len(every(rules, 0)) != 6:
        return None
    found = [[(rules.break_side(d, bytes([face])) - d) % sides for face in range(1, 7)] for d in range(rules.SEATS)]
    return found[0] if all(row == found[0] for row in found) else None


def _throws(rules: Ruleset, fallen: list[tuple[int, bytes]]) -> list[dict[str, Any]]:
    """Who makes each throw: the dealer, or the seat to which the first throw counts from him."""
    out = []
    for i, (_, n) in enumerate(rules.throws(*fallen[0])):
        seats = [(d, x, rules.throws(d, x)[i][0]) for d, x in fallen]
        if all(seat == dealer for dealer, _, seat in seats):
            who = "dealer"
        elif all(seat == (d + sum(_first(rules, d, x)) - 1) % rules.SEATS for d, x, seat in seats):
            who = "counted"
        else:
            who = "other"
        out.append({"who": who, "dice": n})
    return out
