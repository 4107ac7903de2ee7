"""Why a hand was worth what it was: the core's settlement of a record, in words and numbers that a page can lay out."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from engine_core import record as records
from engine_core import tiles
from engine_core.check import parse
from engine_core.rules import Ruleset, load
from engine_core.settle import Settlement
from mjtable.regions import names
from mjtable.web.words import word

SEAT = re.compile(r"seat \{(\d)\}|\{(\d)\}号位")


class Row(NamedTuple):
    """A pattern: what it is called, how often it counted, what it added (None: the formula says what it does)."""

    id: str
    name: str
    times: int
    worth: int | None


class Claim(NamedTuple):
    """What became of a claim. `giver` None: drawn. `reason`: why it is no win. `formula`: lines. `robbed`: a kong."""

    seat: int
    giver: int | None
    tile: str | None
    reason: str | None
    value: int
    patterns: list[Row]
    formula: list[str]
    robbed: bool
    payments: list["Payment"]


class Payment(NamedTuple):
    payer: int
    payee: int
    amount: int
    why: str
    told: list[str]


class Settled(NamedTuple):
    """A hand, as the core settles it now. `others`: payments that belong to no claim; `unit`: that of worth."""

    claims: list[Claim]
    others: list[Payment]
    delta: list[int]
    next_dealer: int | None
    notes: list[str]
    unit: str
    void: bool

    @property
    def won(self) -> list[Claim]:
        return [claim for claim in self.claims if claim.reason is None]


def settled(record: dict[str, Any], lang: str) -> Settled:
    """ValueError names the field that is wrong."""
    return _settled(records.canonical(record), lang)


@lru_cache(maxsize=200)
def _settled(text: str, lang: str) -> Settled:
    r = parse(json.loads(text))
    rules = load(r.region, r.options)
    return told(rules, rules.settle(r), lang)


def won(record: dict[str, Any], seat: int, lang: str) -> Settled:
    """The last win of a seat by itself, while the hand goes on. ValueError."""
    r = parse(record)
    rules = load(r.region, r.options)
    return told(rules, rules.won(r, seat), lang)


def filled(text: str, values: Sequence[object], lang: str) -> str:
    """A text of the core with its values; a seat ("seat {0}") goes by its place at the table, as everywhere here."""

    def place(found: re.Match[str]) -> str:
        return word(f"seat.{values[int(found[1] or found[2])]}", lang)

    return SEAT.sub(place, text).format(*values)


def told(rules: Ruleset, s: Settlement, lang: str) -> Settled:
    """A settlement in words."""
    keys = ["unit.worth"] + ["why." + p[3] for p in s.payments]
    for c in s.claims:
        keys += ["pattern." + p for p in c.ids()] + [step[0] for step in c.steps]
        keys += ["reason." + c.reason] if c.reason else []
    for rows in [*s.told.values(), s.notes]:
        keys += [row[0] for row in rows]
    words = names(rules.ID, keys, lang)

    def lines(rows: Any) -> list[str]:
        return [filled(words[row[0]], row[1:], lang) for row in rows]

    paid = [(Payment(p[0], p[1], p[2], words["why." + p[3]], lines(s.told.get(k, []))), p[4])
            for k, p in enumerate(s.payments)]  # fmt: skip
    claims = []
    for i, c in enumerate(s.claims):
        worth = dict(c.patterns)
        found = []
        order = [row[0] for row in rules.PATTERNS]
        counted = Counter(c.ids())
        for ident in sorted(counted, key=lambda one: (-(worth[one] or 0), order.index(one) if one in order else 0)):
            times = counted[ident]
            told = None if ident in rules.BARE else worth[ident] * times
            found.append(Row(ident, words["pattern." + ident], times, told))
        w = c.win
        claims.append(
            Claim(
                seat=w.seat,
                giver=None if w.giver < 0 else w.giver,
                tile=tiles.name(w.tile) if w.tile >= 0 else None,
                reason=words["reason." + c.reason] if c.reason else None,
                value=c.value,
                patterns=found,
                formula=lines(c.steps),
                robbed=c.robbed,
                payments=[one for one, claim in paid if claim == i],
            )
        )
    unit = words["unit.worth"] if words["unit.worth"] != "unit.worth" else ""
    others = [one for one, claim in paid if claim < 0]
    return Settled(claims, others, s.delta(), s.next_dealer, lines(s.notes), unit, s.void)
