"""A hand goes on, and ends, with the facts in the place of the rules as with the rules."""

from engine_core import events, facts
from engine_core.rules import Ruleset
from engine_core.score import score
from engine_core.table import Table

REGIONS = ("ningbo", "guigang", "changsha", "longgang", "shangrao", "xueliu", "shanghai")
DRAWN = ("ningbo", "guigang", "changsha", "longgang")  # regions in which a hand may end without anybody's tiles
DEALT = {"hands": [{}, {}, {}, {}]}


def playing(region):
    """A table in its first hand, all dice thrown and the wild tile known."""
    table = Table()
    table.apply(events.pack_region(region, {}))
    while table.throw is not None:
        seat, n = table.throw
        table.apply(events.pack_throw(seat, bytes([2] * n)))
    if table.phase == "wild":
        table.apply(events.pack_indicator(4))
    return table


def test_the_facts_answer_as_the_rules():
    for region in REGIONS:
        table = playing(region)
        rules, known = table.rules, facts.Facts(table)
        for name in facts.NAMES:
            assert getattr(known, name) == getattr(rules, name)
        for name, args in (
            ("wilds", (table.indicator,)), ("wilds", (20,)), ("set_aside", (table.indicator,)), ("stacks", (0,)),
            ("seat_wilds", (table.indicator, 0)), ("throws", (0, table.dice)), ("throws", (0, b"")), ("kong_dice", ()),
            ("break_side", (0, table.dice)), ("stays", (0, b"\6\6")), ("turned_up", (0, table.dice)), ("birds", ()),
            ("last_four", ()), ("course", ()), ("copies", (5,)), ("plays_on", ([], 1)),
            ("plays_on", ([{"what": "win", "seat": 1}], 1)),
        ):  # fmt: skip
            assert getattr(known, name)(*args) == getattr(rules, name)(*args), (region, name, args)
        assert known.COURSE == rules.COURSE


def test_a_hand_begins_with_the_facts_as_with_the_rules():
    for region in REGIONS:
        plain, light = Table(), Table()
        for table in (plain, light):
            table.apply(events.pack_region(region, {}))
        for k in range(3):
            facts.lighten(light)
            rules, known = plain.rules, light.rules
            for name in facts.NAMES:
                assert getattr(known, name) == getattr(rules, name), (region, name)
            assert (light.phase, light.throw, light.players) == (plain.phase, plain.throw, plain.players)
            assert known.multiplied(light.carry) == rules.multiplied(plain.carry) and known.course() == rules.course()
            if plain.throw is None:
                break
            assert not facts.stale(light)
            event = events.pack_throw(plain.throw[0], bytes([k + 1] * plain.throw[1]))
            for table in (plain, light):
                table.apply(event)
            assert facts.stale(light), region
            assert (light.phase, light.throw) == (plain.phase, plain.throw)
            assert light.snapshot() == plain.snapshot(), region
        assert plain.wall is None or light.wall.stacks == plain.wall.stacks


def test_facts_of_a_table_that_was_corrected_are_made_anew():
    table = playing("ningbo")
    table.apply(events.pack_abort())
    facts.lighten(table)
    table.carry = {"held": 1}  # as what a hand leaves to the next is set
    assert facts.stale(table)
    facts.lighten(table)
    assert not facts.stale(table)


def test_a_hand_ends_as_it_would_have_with_the_rules():
    for region in DRAWN:
        plain, light = playing(region), playing(region)
        for n in range(12):
            event = events.pack_wall(events.WALL_DRAW if n % 5 else events.WALL_KONG)
            plain.apply(event)
            facts.lighten(light)
            light.apply(event)
        assert light.snapshot() == plain.snapshot() and light.wall.next == plain.wall.next
        record = plain.complete(DEALT)
        assert light.complete(DEALT) == record
        ending = events.pack_hand(record, score(record))
        for table in (plain, light):
            table.apply(ending)
        assert light.snapshot() == plain.snapshot()


def test_the_rules_come_back():
    table = playing("ningbo")
    facts.lighten(table)
    assert not isinstance(table.rules, Ruleset) and table.wall.rules is table.rules
    facts.restored(table)
    assert isinstance(table.rules, Ruleset) and table.wall.rules is table.rules
    facts.restored(table)  # there is nothing to be done
    assert isinstance(table.rules, Ruleset)


def test_an_event_that_is_refused_changes_nothing():
    table = playing("ningbo")
    facts.lighten(table)
    before = table.snapshot()
    for event in (events.pack_throw(0, b"\1\2"), events.pack_wall(events.WALL_BIRD), events.pack_region("ningbo", {})):
        try:
            table.apply(event)
            raise AssertionError("it was taken")
        except events.EventError:
            pass
    assert table.snapshot() == before
    table.apply(events.pack_abort())
    assert table.phase == "ready"
