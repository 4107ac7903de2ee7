"""A scripted evening at one table, for the tests of table, journal and host: everything that real people do."""

import sys

from check import raises

from engine_core import dice, events
from engine_core.regions import guigang, ningbo  # noqa: F401  # here, while a small heap still has room to compile them
from engine_core.score import score
from engine_core.table import Table

FLUSH = "1223345677788m"  # waits for 4m, worth 3 tai and more in ningbo, 5 fans in guigang


def win(seat, giver=None, **fields):
    """A hand record in which `seat` wins with a full flush; the table completes it."""
    hands = [{}, {}, {}, {}]
    hands[seat] = {"concealed": FLUSH}
    record = {"hands": hands, "wins": [{"seat": seat, "tile": "4m", "from": giver}]}
    record.update(fields)
    return record


def drawn(**fields):
    record = {"hands": [{}, {}, {}, {}], "wins": []}
    record.update(fields)
    return record


def result(table, record, request=0):
    """The HAND event of a record at this table."""
    record = table.complete(record)
    return events.pack_hand(record, score(record), 1700000000, request)


def answered(table, next_dealer, delta=(0, 0, 0, 0), carry=None):
    """A HAND event with an answer of our own, for what no region here says."""
    answer = {"wins": [], "delta": list(delta), "next_dealer": next_dealer, "carry": carry or {}}
    return events.pack_hand(table.complete(drawn()), answer)


def throw(table, secret=bytes(range(32)), press=b"press"):
    """SEAL and THROW of the throw that is due, with the table's own dice."""
    seat, n = table.throw
    return [events.pack_seal(dice.seal(secret)), events.pack_throw(seat, dice.faces(secret, press, n), press, secret)]


def steps(table):
    """The evening's events, each made when the one before has been applied to `table`."""
    yield events.pack_note(events.NOTE_BOOT, "power on")
    yield events.pack_region("ningbo", {"minimum": 3}, 1700000000, 11)
    yield events.pack_session(2, [0, 0, 0, 0], 1700000001, 12)
    for hand in range(3):
        for event in throw(table, bytes([hand]) * 32):
            yield event
        yield events.pack_wall(events.WALL_FLOWER, 2)
        yield events.pack_indicator(30)
        for _ in range(6):
            yield events.pack_wall(events.WALL_DRAW)
        yield events.pack_indicator(31)
        yield events.pack_wall(events.WALL_KONG)
        yield events.pack_wall(events.WALL_DRAW, 9)
        yield result(table, win((table.dealer + hand) % 4, (table.dealer + hand + 1) % 4), 20 + hand)
    yield events.pack_correct([-8, 8, 0, 0], "chips \u9519\u4e86", 0, 30)
    yield events.pack_undo(0, 31)
    yield result(table, drawn())
    for event in throw(table):
        yield event
    yield events.pack_wall(events.WALL_DRAW, 3)
    yield events.pack_abort()
    yield events.pack_region("guigang", {})
    for _ in range(5):
        yield result(table, win((table.dealer + 1) % 4))  # played with real dice
    yield events.pack_throw(table.dealer, b"\x03\x04")
    yield events.pack_wall(events.WALL_DRAW, 12)
    yield result(table, win(table.dealer, (table.dealer + 3) % 4))
    yield events.pack_undo()
    yield events.pack_wall(events.WALL_DRAW)
    yield result(table, drawn())
    yield events.pack_session(None, [100, 100, 100, 100])
    for event in throw(table):
        yield event


def at_table(region="guigang", dealer=0, options=None, scores=(0, 0, 0, 0)):
    table = Table()
    table.apply(events.pack_session(dealer, list(scores)))
    table.apply(events.pack_region(region, options or {}))
    return table


def thrown(region="guigang", faces=b"\x03\x04", **kw):
    table = at_table(region, **kw)
    table.apply(events.pack_throw(table.throw[0], faces))
    return table


def refuses(table, event, field):
    """The table refuses the event, naming the field, and is as before."""
    before = table.snapshot()
    wall = table.wall and (table.wall.left, table.wall.next, bytes(table.wall.gone))
    error = raises(events.EventError, table.apply, event)
    assert error.field == field, error
    assert table.snapshot() == before
    assert wall == (table.wall and (table.wall.left, table.wall.next, bytes(table.wall.gone)))
    return error


class Region:
    """Lets a test add a region for a while: with Region("five", Five) ..."""

    def __init__(self, name, rules):
        self.module = "engine_core.regions." + name
        self.Rules = rules
        rules.ID = name

    def __enter__(self):
        sys.modules[self.module] = self
        return self

    def __exit__(self, *_):
        del sys.modules[self.module]


class Five(guigang.Rules):
    """Guigang with a fifth player who sits out."""

    OPTIONS = guigang.Rules.OPTIONS + (("players", 4, (4, 5)),)


class Three(guigang.Rules):
    SEATS = 3


class Diced(guigang.Rules):
    """Guigang with dice for a kong's replacement and two throws before the deal."""

    def kong_dice(self):
        return (0, 2)

    def throws(self, dealer, dice):
        first = [(dealer, 2)]
        return first + [((dealer + sum(dice[:2]) - 1) % 4, 1)] if len(dice) >= 2 else first
