"""A list offers what can be chosen: each row of each list can, with a region's options as they come and otherwise."""

import pytest

from engine_core import events, rules, tiles
from engine_core.table import Table
from firmware.ask_meld import Ask as Meld
from firmware.ask_patterns import Ask as Patterns
from firmware.ask_win import Ask as Win
from firmware.claim import Claim
from firmware.game import NotNow
from tests.firmware.keyed import REGIONS


class Config:
    settings = {"real_dice": True}


class Stage:
    passed: dict = {}
    said = 0

    def drew(self, seat):
        return 0


class Game:
    config = Config()
    stage = Stage()

    def __init__(self, table):
        self.table = table
        self.told = []

    def play(self, entry, request):
        self.told.append(self.table.played(entry))

    def take(self, *args):
        pass

    def record(self, *args):
        pass


class Panel:
    """As far as a list asks it: nothing is shown, one dialogue."""

    def __init__(self, table):
        self.game = Game(table)

    def later(self, function, what=None):
        function() if what is None else function(what)

    def show(self, dialogue):
        pass

    def leave(self, dialogue):
        pass

    def dialogues(self):
        return []

    def open(self, seat, name, *args):
        args[-1](b"\x03\x04", 0)  # the dice for a kong


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


PUNG = {"what": "meld", "seat": 1, "kind": "pung", "tiles": "333p", "from": 0}
KONG = {"what": "kong", "seat": 2, "kind": "concealed_kong", "tile": "7s"}
COURSES = (
    [], [PUNG], [PUNG, dict(PUNG, tiles="444p"), dict(PUNG, tiles="555p")], [KONG], [dict(KONG, seat=1)],
    [{"what": "ready", "seat": 1, "how": "declared"}], [{"what": "ready", "seat": 1, "how": "shown"}],
    [{"what": "win", "seat": 1, "from": 0, "tile": "1m"}], [{"what": "void", "seat": 1, "suit": "m"}],
)  # fmt: skip


def told(region, options):
    """Tables at which something was told, as far as the region knows it."""
    for course in COURSES:
        table = at_play(region, options)
        try:
            for entry in course:
                table.apply(events.pack_play(table.played(entry)))
        except ValueError:
            continue
        yield table


@pytest.mark.parametrize("region", REGIONS)
def test_everything_that_may_be_laid_out_is_taken(region):
    for options in ({}, {"allow_chow": False}, {"edition": "1"}, {"indicator_is_wild": True}):
        for table in told(region, options) if at_play(region, options) else ():
            ask = Meld(Panel(table), 1)
            try:
                ask.begin()
            except NotNow:
                continue
            for at in range(len(ask._ways)):
                ask._way(at)
                kinds = ask.page["kinds"]
                assert kinds, (options, table.course, ask._ways[at])
                for n, kind in enumerate(kinds):
                    ask.game.told = []
                    ask._tiled(n)
                    entry = ask.game.told[0]
                    assert kind < 0 or tiles.name(kind) in (
                        entry.get("tile"),
                        entry.get("tiles", "")[:1] + entry.get("tiles", "")[-1:],
                    ), entry


@pytest.mark.parametrize("region", REGIONS)
def test_no_wild_tile_and_no_fifth_one_is_offered_for_a_meld(region):
    table = at_play(region, {})
    table.apply(events.pack_play(table.played(dict(PUNG, seat=2))))
    ask = Meld(Panel(table), 1)
    ask.begin()
    for way in ask._ways:
        offered = ask._offered(way)
        assert way[0] == "flower" or not set(offered) & set(table.wilds), way
        assert way[0] in ("flower", "chow") or tiles.kind("3p") not in offered, way


@pytest.mark.parametrize(("region", "options"), [("shangrao", {}), ("generic", {"win_on_discard": False})])
def test_who_may_not_win_on_a_discard_is_not_asked_from_whom(region, options):
    ask = Win(Panel(at_play(region, options)), 1)
    ask.begin()
    assert [how for how, _ in ask._ways if how == "from"] == []
    assert ("drawn", None) in ask._ways


@pytest.mark.parametrize("region", REGIONS)
def test_a_winning_tile_that_is_offered_goes_with_the_patterns(region):
    table = at_play(region, {})
    claim = Claim(table, 1)
    for p, _ in table.ruleset.PATTERNS:
        claim.patterns = [p]
        claim.tile = -1
        if claim.evaluate():
            continue
        for kind in claim.winning([k for k in range(tiles.KINDS) if table.ruleset.copies(k)]):
            claim.tile = kind
            assert claim.evaluate() == [], (p, claim.tile)


def test_what_was_told_while_somebody_looked_at_the_list_is_looked_at_again():
    table = at_play("xuezhan", {})
    ask = Meld(Panel(table), 1)
    ask.begin()
    table.apply(events.pack_play({"what": "win", "seat": 1, "from": 0, "tile": "1m"}))
    with pytest.raises(NotNow):
        ask._way(0)
