"""What takes heap of the whole firmware, on a board without anything: `steps(folder, region, then)`, see steps.py.

`folder`: one that does not exist yet, for the journal and the settings. `then`: what comes after play, "laptop" or
"meld".
"""

import binascii
import os

from engine_core.dice import Source

ID = b"0123456789abcdef"
DRAW = 1  # events.WALL_DRAW: what is compiled has no numbers by name


class Port:
    def readinto(self, b):
        return 0

    def write(self, b):
        assert b'"error":' not in bytes(b), bytes(b)
        return len(b)


class Board:
    NAME = "bench"
    reason = "power on"
    displays = (0, 1, 2, 3, 4)
    digits: dict = {}
    readers: tuple = ()
    ring = None
    port = Port()

    def __init__(self, data):
        self.data = data
        # Anything that passes the tests of a source will do.
        self.sources = [Source("bench", lambda n: bytes([i * 89 % 251 for i in range(n)]))]

    def time(self):
        return 1767225600

    def keys(self):
        return []

    def show(self, display, page):
        pass

    def guard(self, on):
        pass

    def watchdog(self):
        pass

    def refresh(self, level, turned):
        pass

    def notices(self):
        return []

    def walls(self):
        return [None] * 4

    def senses(self):
        return {}

    def tags(self):
        return []

    def fitted(self):
        return []

    def parts(self):
        return []


def begin(app):
    """A hand as far as its first discards, seen on every display."""
    from engine_core import events

    game = app.game
    while game.table.throw:
        seat, dice = game.table.throw
        game.seal()
        game.throw(seat, b"bench")
    if game.table.phase == "wild":
        game.record(events.pack_indicator, 4)
    game.record(events.pack_wall, DRAW, 12)
    game.stage.rest()  # the dice are no longer shown
    draw(app)


def draw(app):
    game = app.game
    for display in game.board.displays:
        game.screens.render(display, game.table, game.stage.shown(display))


def play(app, region):
    """A hand to its end, and the next one's beginning."""
    from engine_core import events, record

    game = app.game
    game.record(events.pack_region, region, {})
    game.record(events.pack_session, 0, [0, 0, 0, 0])
    begin(app)
    packed = record.pack({"region": region, "hands": [{}] * game.table.seats, "wins": []})
    game.end(record.unpack(packed))
    draw(app)
    game.unload()
    begin(app)
    game.unload()


# What the laptop's page asks after each event and while somebody looks at it, and a sync.
ASKED = (
    ("status", {}),
    ("config.get", {}),
    ("hand.course", {"from": 0}),
    ("screen", {"display": 4}),
    ("sense", {}),
    ("journal.info", {}),
    ("journal.read", {"seg": 1, "off": 0, "n": 512, "raw": True}),
    ("journal.hash", {"seg": 1, "size": 100}),
    ("journal.ack", {"seg": 1, "off": 100}),
)


def asked(app):
    """All of that, twice, over the line, and what the table does when it is quiet: a second of that."""
    from firmware.link import Link

    game = app.game
    app.link = Link(game.board.port, app.service, game.trouble, print)  # one without tasks, which do not run here
    for n in range(2):
        for method, params in ASKED:
            for _ in app.link.request({"id": "%s%d" % (method, n), "method": method, "params": params}):
                pass
    for _ in range(2):
        game.unload()
        app.service.unload(game.relieve())


def steps(folder, region, then):
    os.mkdir(folder)
    with open(folder + "/id.txt", "wb") as f:  # the 32-bit port has no os.urandom to make one with
        f.write(ID + (" %08x\n" % binascii.crc32(ID)).encode())
    yield "start"
    from firmware.app import App

    yield "modules"
    app = App(Board(folder))
    yield "journal and settings"
    play(app, region)
    yield "playing"
    if then == "meld":
        game = app.game
        game.play({"what": "meld", "seat": 2, "kind": "pung", "tiles": "222z"})
        draw(app)
        game.unload()
        game.take(DRAW)  # the others go on
        draw(app)
        game.unload()
        yield "after a meld"
        hands = [{"concealed": "12m45556p234789s"}, {}, {}, {}]
        game.end({"region": region, "hands": hands, "wins": [{"seat": 0, "tile": "3m"}]})
        draw(app)
        game.unload()
        yield "just settled"
        return
    app.service.serve({"id": "1", "method": "hello", "params": {"proto": 1}})
    yield "with a laptop"
    asked(app)
    yield "asked again and again"
