"""What hands bring, measured: small records are scored as a real hand is, and what every seat pays is told.

The dealer is seat 0. Each row: `case`, `value` of each win, `delta` by seat, `next_dealer` (None: dice), `carry`, `why`
(what was paid for), and `reason` when a win was refused.
"""

from typing import Any

from engine_core import tiles
from engine_core.hand import KONG, MELD_NAMES
from engine_core.rules import Ruleset
from engine_core.settle import Settlement
from mjtable.rulebook import examples
from mjtable.rulebook.examples import Hand, held, record, settled

GIVER = 2  # discards where the dealer does not
KONGS = MELD_NAMES[KONG:]
READY = ("declared", "shown")


def wins(rules: Ruleset, hand: Hand) -> list[dict[str, Any]]:
    """A hand won by a player and by the dealer, drawn, on discards, on a robbed kong, by two at once, by who was fed.

    `other_hand`: it had to be another hand than this one, so its worth may be another.
    """
    rows = [
        _row(case, settled(rules, _won(rules, hand, seat, giver)))
        for case, seat, giver in (
            ("self_draw", 1, None),
            ("discard", 1, GIVER),
            ("dealer_discards", 1, 0),
            ("dealer_self_draw", 0, None),
            ("dealer_on_discard", 0, GIVER),
        )
    ]
    others = [*_ready(rules, hand), _robbed(rules, hand), _two(rules, hand), *_fed(rules)]
    return [{"other_hand": False, **row} for row in [*rows, *others] if row]


def _won(rules: Ruleset, hand: Hand, seat: int, giver: int | None, **more: Any) -> dict[str, Any]:
    win = {"seat": seat, "tile": hand.tile, **({} if giver is None else {"from": giver})}
    return record(rules, {seat: held(rules, hand)}, [win], **more)


def _row(case: str, s: Settlement | None) -> dict[str, Any] | None:
    if s is None:
        return None
    refused = [c.reason for c in s.claims if c.reason is not None]
    row = {
        "case": case,
        "value": [c.value for c in s.valid()],
        "delta": s.delta()[: s.seats],
        "next_dealer": s.next_dealer,
        "carry": dict(s.carry),
        "why": list(dict.fromkeys(payment[3].split(" ")[0] for payment in s.payments)),
    }
    return {**row, "reason": refused[0]} if refused else row


def _ready(rules: Ruleset, hand: Hand) -> list[dict[str, Any] | None]:
    """The discard of seat 2 once more, the winner's hand being declared ready or shown, where there is that."""
    rows = []
    for how in READY:
        if how in rules.course():
            made = _won(rules, hand, 1, GIVER)
            made["hands"][1] = {**made["hands"][1], "ready": how}
            rows.append(_row(how, settled(rules, made)))
    return rows


def _robbed(rules: Ruleset, hand: Hand) -> dict[str, Any] | None:
    """Seat 1 robs the kong that seat 2 adds to its pung."""
    robber = examples.robber(rules, hand)
    if robber is None:
        return None
    pung = {"kind": "pung", "tiles": robber.tile[0] * 3 + robber.tile[1], "from": 0}
    win = {"seat": 1, "tile": robber.tile, "from": GIVER, "flags": ["rob_kong"]}
    s = settled(rules, record(rules, {1: held(rules, robber), GIVER: {"melds": [pung]}}, [win]))
    row = _row("robbed", s) if s and (s.claims[0].robbed or s.claims[0].reason) else None
    return row and {**row, "other_hand": robber != hand}


def _two(rules: Ruleset, hand: Hand) -> dict[str, Any] | None:
    """Seat 1 and another player than the dealer, or the dealer where there is none, win on one discard of seat 2."""
    other = examples.partner(rules, hand)
    if other is None:
        return None
    beside = 3 if rules.SEATS > 3 else 0
    claimed = [{"seat": seat, "tile": hand.tile, "from": GIVER} for seat in (1, beside)]
    made = record(rules, {1: held(rules, hand), beside: held(rules, other)}, claimed)
    row = _row("two_winners", settled(rules, made))
    return row and {**row, "other_hand": other != hand}


def _fed(rules: Ruleset) -> list[dict[str, Any]]:
    """What changes when one seat has fed three melds of the winner; nothing where it changes nothing."""
    hand = examples.fed(rules)
    if hand is None:
        return []
    given_by_all = tuple({**meld, "from": giver} for meld, giver in zip(hand.melds, (0, GIVER, 0), strict=True))
    rows = []
    for case, giver in (("fed_self_draw", None), ("fed_discard", 0)):
        fed = _row(case, settled(rules, _won(rules, hand, 1, giver)))
        plain = _row(case, settled(rules, _won(rules, hand._replace(melds=given_by_all), 1, giver)))
        rows += [{**fed, "other_hand": True}] if fed and plain and fed["delta"] != plain["delta"] else []
    return rows


def kongs(rules: Ruleset, hand: Hand | None) -> list[dict[str, Any]]:
    """What a kong of seat 1 brings it, one from a discard being fed by seat 2: `kind`, `when`, `delta`.

    `when`: a hand that is "won" by the last seat, one that is "drawn", or "any" when it is the same. Where kongs are
    not paid by themselves it is the difference that one makes.
    """
    rows = []
    for kind in KONGS:
        found = {case: _kong(rules, kind, hand if case == "won" else None) for case in ("won", "drawn")}
        cases = {"any": found["won"]} if found["won"] == found["drawn"] else found
        rows += [{"kind": kind, "when": when, "delta": delta} for when, delta in cases.items() if delta and any(delta)]
    return rows


def _kong(rules: Ruleset, kind: str, hand: Hand | None) -> list[int] | None:
    """What a kong brings to every seat in a hand that is drawn, or that the last seat wins."""
    hands = {rules.SEATS - 1: held(rules, hand)} if hand else {}
    win = [{"seat": rules.SEATS - 1, "tile": hand.tile}] if hand else []
    tile = _free_tile(rules, hand.kinds if hand else b"")
    giver = {"from": GIVER} if kind != "concealed_kong" else {}
    meld = {"kind": kind, "tiles": tile[0] * 4 + tile[1], **giver}
    made = {"seat": 1, "kind": kind, "tile": tile, **(giver if kind == "kong" else {})}
    with_kong = settled(rules, record(rules, {**hands, 1: {"melds": [meld]}}, win, kongs=[made]))
    without = settled(rules, record(rules, hands, win, kongs=[]))
    if with_kong is None or without is None:
        return None
    paid = [p for p in with_kong.payments if p[4] < 0 and "kong" in p[3]]
    if not paid:
        pairs = zip(with_kong.delta(), without.delta(), strict=True)
        return [a - b for a, b in pairs][: rules.SEATS]
    delta = [0] * rules.SEATS
    for payer, payee, amount, _, _ in paid:
        delta[payer] -= amount
        delta[payee] += amount
    return delta


def _free_tile(rules: Ruleset, used: bytes) -> str:
    """A suit tile that nobody holds."""
    return next(tiles.name(k) for k in range(tiles.HONOURS) if rules.copies(k) == 4 and k not in used)


def drawn(rules: Ruleset, hand: Hand | None) -> list[dict[str, Any]]:
    """A hand that nobody wins; and where it makes a difference, one in which seat 1 is ready, or shows that it is."""
    nothing = _row("drawn", settled(rules, record(rules, {}, [])))
    rows = [nothing]
    if hand is not None:
        for case, suits in (("drawn_ready", 2), ("drawn_three_suits", 3)):
            hands = {1: held(rules, hand), GIVER: _far(rules, suits, hand)}
            rows.append(_row(case, settled(rules, record(rules, hands, []))))
        if "shown" in rules.course():
            shown = {1: {**held(rules, hand), "ready": "shown"}}
            rows.append(_row("drawn_shown", settled(rules, record(rules, shown, []))))
        rows[1:] = [row for row in rows[1:] if row and any(row["delta"])]
    return [row for row in rows if row]


def _far(rules: Ruleset, suits: int, hand: Hand) -> dict[str, Any]:
    """A hand of so many suits that waits for nothing."""
    far = {"concealed": tiles.text(examples.far_apart(rules, hand.kinds, rules.HAND, 0, suits))}
    return {**far, **examples.put_aside(rules, far)}


def after_drawn(rules: Ruleset, hand: Hand) -> dict[str, Any] | None:
    """A win on a discard in the hand after a drawn one, where what is carried over changes it."""
    nothing = settled(rules, record(rules, {}, []))
    if nothing is None or not nothing.carry:
        return None
    plain = _row("after_drawn", settled(rules, _won(rules, hand, 1, GIVER)))
    carried = _row("after_drawn", settled(rules, _won(rules, hand, 1, GIVER, carry=dict(nothing.carry))))
    return carried if carried and plain and carried["delta"] != plain["delta"] else None


def false_win(rules: Ruleset) -> dict[str, Any] | None:
    """Seat 1 has claimed a win that was none, and nobody wins."""
    return _row("false_win", settled(rules, record(rules, {}, [], fouls=[{"seat": 1, "kind": "false_win"}])))
