"""A list offers what can be chosen: each row of each list can, with a region's options as they come and otherwise."""

import pytest

from engine_core import events, rules
from engine_core.table import Table
from firmware.ask_patterns import Ask as Patterns
from firmware.claim import Claim
from tests.firmware.keyed import REGIONS


class Game:
    def __init__(self, table):
        self.table = table


class Panel:
    """As far as a list asks it: nothing is shown, one dialogue."""

    def __init__(self, table):
        self.game = Game(table)

    def show(self, dialogue):
        pass

    def leave(self, dialogue):
        pass

    def dialogues(self):
        return []


def all_options(region):
    """As they come, and each one that is something else, one at a time."""
    yield {}
    loaded = rules.load(region)
    for name, default, within in loaded.OPTIONS + loaded.HOUSE[:1]:
        if within is None:
            yield {name: not default}
        elif isinstance(default, str) and isinstance(within, tuple):
            yield from ({name: value} for value in within if value != default)
        elif isinstance(default, dict):
            yield from ({name: {p: 0}} for p, _ in loaded.PATTERNS)
        elif isinstance(default, int) and isinstance(within, tuple):
            yield from ({name: value} for value in (*within, *loaded.ONLY.get(name, ())) if value != default)


def at_play(region, options):
    """A table whose dice are thrown; None where the region does not take these options."""
    table = Table()
    try:
        table.apply(events.pack_region(region, options))
    except events.EventError:
        return None
    while table.throw:
        seat, dice = table.throw
        table.apply(events.pack_throw(seat, bytes([2, 5, 3, 4][:dice])))
    if table.phase == "wild":
        table.apply(events.pack_indicator(13))
    return table


def claims(table, flags=True):
    """What South may say of how it has won."""
    for giver in (None, 2):
        claim = Claim(table, 1)
        claim.giver = giver
        yield giver, []
        for flag in claim.may() if flags else ():
            yield giver, [flag]


@pytest.mark.parametrize("region", REGIONS)
def test_every_pattern_that_is_offered_can_be_ticked(region):
    for options in all_options(region):
        table = at_play(region, options)
        for giver, flags in claims(table, not options) if table else ():
            claim = Claim(table, 1)
            claim.giver, claim.flags = giver, flags
            rows = len(Patterns(Panel(table), 1, None, claim, None)._offered)
            for row in range(rows):
                ask = Patterns(Panel(table), 1, None, claim, None)
                ask.begin()
                at = (options, giver, flags, ask._offered[row])
                assert ask.page["page"] == "list" and claim.evaluate() == [], at
                before = claim.patterns
                ask._tick(row)
                assert ask.page["page"] == "list", at
                assert ask._offered[ask._at] in {*before, *claim.patterns} and claim.patterns != before, at
                assert ask._offered[ask._at] == at[-1], at
                ask._tick(ask._at)
                if claim.patterns.count(at[-1]) < 2:
                    assert sorted(claim.patterns) == sorted(before) or at[-1] in before, at
