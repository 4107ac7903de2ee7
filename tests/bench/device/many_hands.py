"""Runs on MicroPython: many hands in a row at the whole firmware, by its own loop, with a laptop inside that asks.

many_hands.py REGION HANDS EVERY FILE    FILE has a packed hand record a line, in base64: what is won with

Prints, as JSON, [hands, bytes of heap free after a collection, largest piece in one, events, segments] every so often.
The laptop's own requests take heap too, the same every time.
"""

import binascii
import gc
import json
import sys

from engine_core import record, tiles, wire
from engine_core.events import EventError
from engine_core.record import RecordError
from firmware import app
from firmware.boards import unix

KINDS = 42  # tiles.KINDS: what is compiled has no numbers by name
KEPT = ("hands", "wins", "kongs", "birds", "fouls")  # of a record; the rest is what the table says


class Laptop:
    """The port of the board: at its other end somebody asks what `asks` yields, and sends it the results."""

    def __init__(self):
        self.asks = None
        self.reader = wire.Reader(8192)
        self.out = b""
        self.n = 0

    def readinto(self, buf):
        n = min(len(buf), len(self.out))
        buf[:n] = self.out[:n]
        self.out = self.out[n:]
        return n

    def write(self, data):
        for message in self.reader.feed(bytes(data)):
            if message.get("id") == self.ident():
                self.ask(message.get("result"))
        return len(data)

    def ask(self, result):
        try:
            method, params = self.asks.send(result)
        except StopIteration:
            method = None
        if method is None:
            raise KeyboardInterrupt  # as a Ctrl-C over the line
        self.n += 1
        self.out = wire.frame(wire.call(self.ident(), method, params))

    def ident(self):
        return "00000000-" + str(self.n)

    def close(self):
        pass


class Board(unix.Board):
    displays = (0, 1, 2, 3, 4)

    def __init__(self):
        unix.Board.__init__(self)
        self.port.close()
        self.port = Laptop()


def largest():
    """The largest piece of heap in one, to 256 bytes."""
    low, high = 0, gc.mem_free()
    while high - low > 256:
        middle = (low + high) // 2
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
        gc.collect()
    return low


def report(game, hands):
    gc.collect()
    gc.collect()
    free = gc.mem_free()
    print(json.dumps([hands, free, largest(), game.table.seq, game.journal.last]))


def evenings(game, region, hands, every, lines):
    """What the laptop asks, hand by hand."""
    table = game.table
    yield "hello", {"proto": 1}
    yield "region.set", {"region": region, "options": {}}
    for n in range(1, hands + 1):
        if table.phase == "new":
            yield "session.new", {"dealer": 0}
        while table.throw is not None:
            faces = [(n * (k + 3) + k) % 6 + 1 for k in range(table.throw[1])]
            yield ("dice.throw", {}) if n % 20 == 0 else ("dice.enter", {"dice": faces})
        if table.phase == "wild":
            yield "wild.set", {"tile": indicator(table, n)}
        yield "wall.event", {"event": "draw", "count": n % 30 + 1}
        for key in ("draw", "up", "no"):
            yield "press", {"seat": n % table.seats, "key": key}
        won = None
        for _ in range(3):
            won = won or (yield "hand.win", {"record": packed(table, lines)})
        if won is None:
            yield "hand.win", {"record": packed(table, None)}
        if n % 7 == 0:
            yield "hand.undo", {}
            yield "hand.win", {"record": packed(table, None)}
        if n % 11 == 0:
            yield "correct", {"delta": [5, -5] + [0] * (len(table.scores) - 2), "reason": "a slip, " * (n % 5)}
        for display in range(5) if n % 50 == 0 else ():
            yield "screen", {"display": display}
        if n % 100 == 0:
            for method in ("status", "log", "house.list", "region.list", "dice.health", "config.get"):
                yield method, {}
            info = yield "journal.info", {}
            yield "journal.read", {"seg": info["last"], "off": 0, "n": 512}
        if n == 1 or n % every == 0:
            report(game, n)


def indicator(table, n):
    kinds = [kind for kind in range(KINDS) if table.ruleset.copies(kind)]
    return tiles.name(kinds[n % len(kinds)])


def packed(table, lines):
    """The next record of the file that the table can be asked of, else a drawn hand."""
    said = {"hands": [{}] * table.seats, "wins": []}
    for _ in range(20 if lines else 0):
        line = lines.readline()
        if not line:
            lines.seek(0)
            continue
        whole = record.unpack(binascii.a2b_base64(line))
        try:
            full = table.complete({key: whole[key] for key in KEPT if key in whole})
        except (RecordError, EventError):
            continue
        return binascii.b2a_base64(record.pack(full)).strip().decode()
    return binascii.b2a_base64(record.pack(table.complete(said))).strip().decode()


def main(region, hands, every, path):
    board = Board()
    lines = open(path, "rb")
    made = app.App

    def remember(board):
        """The app, and the laptop's first request."""
        one = made(board)
        board.port.asks = evenings(one.game, region, int(hands), int(every), lines)
        board.port.ask(None)
        return one

    app.App = remember
    try:
        app.run(board)
    except KeyboardInterrupt:
        pass
    board.close()


main(*sys.argv[1:])
