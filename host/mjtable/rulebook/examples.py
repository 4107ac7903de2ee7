"""Hands that win under a region's rules, found by trying plain ones until one is legal."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from engine_core import score, tiles
from engine_core.check import RecordError
from engine_core.rules import Ruleset
from engine_core.settle import Settlement
from mjtable.rulebook.declared import plain_indicator

# Hands by shape: sets and a pair, as suits a, b, c (those that the set has) and honours z. The first sets are taken, as
# many as a hand has.
SETS = (
    "a234 a678 b345 b567 a345 b22",
    "a234 b345 c567 a678 c234 b88",
    "a222 a555 b333 b777 a888 b66",
    "a123 a345 a678 a789 b555 a22",
    "a123 a456 a789 z555 z666 a22",
    "a222 a444 z666 z777 a888 a33",
    "a123 a234 a567 a678 a789 a99",
    "a222 a444 a666 a888 a333 a55",
    "a222 a555 a888 b222 b555 b88",
    "a111 a999 b111 b999 z777 z66",
    "z111 z222 z666 z777 z333 z55",
)
PAIRS = ("a22 a33 a55 b44 b66 b88 b99 a88", "a11 a22 a44 a55 a66 a77 a99 a88", "a22 b33 c44 z66 z77 a88 b55 c77")
ORPHANS = ("a19 b19 c19 z1234567 z7",)
# In no order: neither sets nor pairs nor one of each.
TERMINALS = ("a119 b199 c19 z123467",)
HONOURS = ("z11122334455667",)
UNRELATED = ("a147 b258 c369 z12345",)
SHAPES = {
    "sets": SETS,
    "pairs": PAIRS,
    "orphans": ORPHANS,
    "terminals": TERMINALS,
    "honours": HONOURS,
    "unrelated": UNRELATED,
}
WIDER = {"orphans": "terminals", "honours": "terminals"}  # every hand of the first is one of the second


class Hand(NamedTuple):
    """A hand that wins on `tile`: concealed tiles without it, and melds as in a record."""

    concealed: str
    tile: str
    melds: tuple[dict[str, Any], ...] = ()

    @property
    def held(self) -> dict[str, Any]:
        return {"concealed": self.concealed, "melds": [dict(meld) for meld in self.melds]}

    @property
    def kinds(self) -> bytes:
        return tiles.parse(self.concealed + "".join(meld["tiles"] for meld in self.melds) + self.tile)


def record(rules: Ruleset, hands: dict[int, dict[str, Any]], wins: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A hand record with dealer 0: what some seats hold, who wins."""
    made = {
        "region": rules.ID,
        "options": dict(rules.changed),
        "seats": rules.SEATS,
        "dealer": 0,
        "hands": [hands.get(seat, {}) for seat in range(rules.SEATS)],
        "wins": wins,
        **more,
    }
    used = b"".join(_kinds(hand) for hand in hands.values()) + b"".join(tiles.parse(w["tile"]) for w in wins)
    indicator = plain_indicator(rules, used)
    return {**made, "indicator": tiles.name(indicator)} if indicator >= 0 else made


def _kinds(hand: dict[str, Any]) -> bytes:
    return tiles.parse((hand.get("concealed") or "") + "".join(meld["tiles"] for meld in hand.get("melds", ())))


def settled(rules: Ruleset, made: dict[str, Any]) -> Settlement | None:
    """A record's settlement, None where the region has no such hands. Where everybody's tiles must be known the other
    seats hold tiles that wait for nothing.
    """
    for one in (made, None):
        try:
            return score.settle(one or _filled(rules, made))
        except RecordError:
            pass
    return None


def _filled(rules: Ruleset, made: dict[str, Any]) -> dict[str, Any]:
    hands = [dict(hand) for hand in made["hands"]]
    used = tiles.parse("".join(win["tile"] for win in made["wins"]) + made.get("indicator", ""))
    used += b"".join(_kinds(hand) for hand in hands)
    for seat, hand in enumerate(hands):
        if "concealed" not in hand:
            size = rules.HAND - 3 * len(hand.get("melds", ()))
            far = far_apart(rules, used, size, seat)
            hand["concealed"] = tiles.text(far)
            hand.update(put_aside(rules, hand))
            used += far
    return {**made, "hands": hands}


def far_apart(rules: Ruleset, used: bytes, size: int, turn: int = 0, suits: int = 2) -> bytes:
    """Tiles of so many suits that wait for nothing, none twice, all of them left beside those used."""
    firsts = [first for first in (0, 9, 18) if rules.copies(first) == 4]
    firsts = (firsts * 2)[turn % len(firsts) :][:suits]
    order = [first + n for n in (0, 3, 6, 1, 4, 7, 8, 2, 5) for first in firsts]
    return bytes(sorted([k for k in order if used.count(bytes([k])) < rules.copies(k)][:size]))


def reason(rules: Ruleset, hand: Hand, giver: int | None) -> str | None:
    """Why seat 1 may not win with the hand, drawn (`giver` None) or on a discard; None: it wins."""
    win = {"seat": 1, "tile": hand.tile, **({} if giver is None else {"from": giver})}
    s = settled(rules, record(rules, {1: held(rules, hand)}, [win]))
    return "no_record" if s is None else s.claims[0].reason


def held(rules: Ruleset, hand: Hand) -> dict[str, Any]:
    """What a seat holds, with the suit put aside where one is: one that the hand has not."""
    return {**hand.held, **put_aside(rules, hand.held)}


def put_aside(rules: Ruleset, hand: dict[str, Any]) -> dict[str, str]:
    """The suit that a hand has put aside, where the region has that: one that is not in it."""
    if "void" not in rules.course():
        return {}
    suits = {tiles.letter(kind) for kind in _kinds(hand)}
    return next(({"void_suit": letter} for i, letter in enumerate("mps") if i not in suits), {})


def candidates(rules: Ruleset, shape: str, melded: int = 0) -> Iterator[Hand]:
    """The hands of a shape that can be made of the region's tiles, each waiting for every one of them in turn.

    `melded`: so many of its sets are pungs claimed from seat 2.
    """
    for template in SHAPES[shape]:
        groups = _groups(rules, template, shape)
        if not groups or any(tiles.count(b"".join(groups))[k] > rules.copies(k) for k in b"".join(groups)):
            continue
        laid, rest = groups[:melded], groups[melded:]
        if any(group.count(group[0]) != 3 for group in laid):
            continue
        melds = tuple({"kind": "pung", "tiles": tiles.text(group), "from": 2} for group in laid)
        whole = b"".join(rest)
        for kind in dict.fromkeys(whole):
            concealed = bytes(sorted(whole.replace(bytes([kind]), b"", 1)))
            yield Hand(tiles.text(concealed), tiles.name(kind), melds)


def _groups(rules: Ruleset, template: str, shape: str) -> list[bytes]:
    """The kinds of each group of a template; [] where the region lacks a suit or honour."""
    suits = [first for first in (0, 9, 18) if rules.copies(first) == 4]
    first = {letter: suit for letter, suit in zip("abc", suits, strict=False)} | {"z": tiles.HONOURS}
    words = template.split()
    if any(word[0] not in first for word in words):
        return []
    made = [bytes(first[word[0]] + int(digit) - 1 for digit in word[1:]) for word in words]
    if shape == "sets":
        return made[: rules.HAND // 3] + made[-1:]
    if shape == "pairs" and rules.HAND % 2:
        return made[: (rules.HAND + 1) // 2]
    if shape == "pairs":
        pairs = (rules.HAND - 2) // 2
        return [*made[:pairs], made[pairs][:1] * 3]
    return made if rules.HAND + 1 == len(b"".join(made)) else []


def plain(rules: Ruleset) -> Hand | None:
    """The first hand that may win both drawn and on a discard, else one that may win at all."""
    best = None
    for shape in SHAPES:
        for hand in candidates(rules, shape):
            if reason(rules, hand, None) is None:
                if reason(rules, hand, 2) is None:
                    return hand
                best = best or hand
    return best


def robber(rules: Ruleset, hand: Hand) -> Hand | None:
    """The hand if it can rob the tile it waits for, having none of it, else another that can and may win."""
    others = (other for shape in SHAPES for other in candidates(rules, shape) if reason(rules, other, 2) is None)
    return next((one for one in chain([hand], others) if one.kinds.count(tiles.kind(one.tile)) == 1), None)


def fed(rules: Ruleset) -> Hand | None:
    """A hand with three pungs that seat 2 has fed, which may win drawn."""
    found = (hand for hand in candidates(rules, "sets", 3) if reason(rules, hand, None) is None)
    return next(found, None)


def partner(rules: Ruleset, hand: Hand) -> Hand | None:
    """Another hand that waits for the same tile and can lie beside it."""
    for shape in SHAPES:
        for other in candidates(rules, shape):
            counts = tiles.count(other.kinds + hand.kinds)
            counts[tiles.kind(hand.tile)] -= 1  # the tile that both win on is one
            fits = all(counts[k] <= rules.copies(k) for k in range(tiles.KINDS))
            if other.tile == hand.tile and fits and reason(rules, other, 2) is None:
                return other
    return None


def shapes(rules: Ruleset) -> dict[str, str]:
    """What hands of each shape may do (see `wins_as`); of a shape that is part of a wider one "none"."""
    found = {shape: wins_as(rules, shape) for shape in SHAPES}
    return {shape: "none" if shape in WIDER and found[WIDER[shape]] != "none" else how for shape, how in found.items()}


def wins_as(rules: Ruleset, shape: str) -> str:
    """What hands of a shape may do, whatever they are worth: win on "any" tile, only when "drawn", or "none"."""
    found = "none"
    for hand in candidates(rules, shape):
        if _is_shape(reason(rules, hand, 2)):
            return "any"
        if found == "none" and _is_shape(reason(rules, hand, None)):
            found = "drawn"
    return found


def _is_shape(why: str | None) -> bool:
    return why in (None, "below_minimum")
