"""Lines that are no requests, or none that can be done, at the table's parser: micropython fuzz.py FOLDER SEED LINES.

Random bytes, spoilt requests, and whole ones with a right CRC whose contents are junk. Prints, as JSON, how many there
were, what answered, and whether state, settings and journal are as before; and the heap in use after each tenth.
"""

import asyncio
import gc
import json
import sys

from firmware_steps import Board
from hands import Random

from engine_core import wire
from firmware import methods, methods_asked, methods_changes, methods_journal, methods_play
from firmware.game import Game
from firmware.link import Link
from firmware.panel import Panel
from firmware.service import Service

BATCHES = 10
EASY = ("hand.undo", "hand.abort", "clock")  # that junk may well do


class Done(Exception):
    pass


class Line:
    """The port: gives the lines, takes and counts what is answered."""

    def __init__(self, fuzz, lines: int) -> None:
        self._fuzz = fuzz
        self._left = lines
        self._data = b""
        self.answers = 0
        self.failed = 0

    def readinto(self, b) -> int:
        if not self._data:
            if not self._left:
                raise Done
            self._left -= 1
            self._data = self._fuzz.line()
        n = min(len(b), len(self._data))
        b[:n] = self._data[:n]
        self._data = self._data[n:]
        return n

    def write(self, b) -> int:
        data = bytes(b)
        self.answers += data.count(b"\n")
        self.failed += data.count(b'"code":-32603')
        return len(data)


class Fuzz:
    """Each line is made by the numbers that a seed gives."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        lists = (methods.METHODS, methods_asked.METHODS, methods_changes.METHODS, methods_play.METHODS)
        self.names = sorted(name for names in lists for name in names if name not in EASY)
        self.names += sorted(methods_journal.METHODS) + ["no.such", "", "hello" * 9]
        self.fields = (
            "proto", "region", "options", "seat", "dice", "tile", "event", "count", "record", "entry", "delta",
            "reason", "display", "key", "seg", "off", "n", "raw", "size", "name", "lang", "pin", "id", "from", "proof",
            "dealer", "scores", "flip", "brightness",
        )  # fmt: skip

    def line(self) -> bytes:
        below = self.random.below
        kind = below(8)
        if kind == 0:
            return self.noise(below(80)) + b"\n"
        if kind == 1:
            return b"~" + self.noise(below(200)) + b"\n"
        if kind == 2:  # right in form, junk inside
            return wire.frame(self.junk(3))
        line = bytearray(wire.frame(self.request()))
        if kind > 4:
            return bytes(line)
        for _ in range(1 + below(3)):  # and spoilt in up to three places
            at = below(len(line))
            what = below(4)
            if what == 0:
                line = line[:at] + line[at + 1 :]
            elif what == 1:
                line[at] ^= 1 << below(8)
            elif what == 2:
                line = line[:at] + self.noise(1 + below(6)) + line[at:]
            else:
                line = line[:at]
            if not line:
                break
        return bytes(line) + b"\n"

    def request(self) -> object:
        """A request whose every parameter is of a kind that none of them has."""
        below = self.random.below
        params = {}
        for _ in range(below(4)):
            params[self.fields[below(len(self.fields))]] = self.odd()
        method = self.names[below(len(self.names))]
        for field in {
            "session.new": ("dealer", "scores"), "dice.throw": ("seat",), "press": ("seat", "key"),
            "region.set": ("region",), "config.set": ("flip",), "house.drop": ("id",), "wall.event": ("event",),
        }.get(method, ()):  # fmt: skip
            params[field] = self.odd()
        return {"jsonrpc": "2.0", "id": "%08x-%d" % (below(1 << 20), below(1000)), "method": method, "params": params}

    def odd(self) -> object:
        choices = (-1, 1 << 40, 1.5, "\u4e1c" * 9, "x" * self.random.below(300), [[[]]], {"a": {}}, [None] * 20)
        return choices[self.random.below(len(choices))]

    def junk(self, deep: int) -> object:
        below = self.random.below
        kind = below(8 if deep else 6)
        if kind < 6:
            return (None, True, below(1 << 30), "x" * below(20), self.odd(), -1.5)[kind]
        if kind == 6:
            return [self.junk(deep - 1) for _ in range(below(4))]
        names = ("id", "method", "params", "jsonrpc", "result", "error")
        return {names[below(6)]: self.junk(deep - 1) for _ in range(below(5))}

    def noise(self, n: int) -> bytes:
        return bytes([self.random.below(256) for _ in range(n)])


def nothing() -> None:
    pass


def main(folder: str, seed: int, lines: int) -> dict:
    gc.threshold(50000)
    board = Board(folder)
    game = Game(board)
    panel = Panel(game)
    service = Service(game, panel)
    from engine_core import course, events, misread  # two are loaded when they are needed, which is no growth
    from engine_core.seldom import let_go_seldom

    assert course and misread
    game.record(events.pack_region, "ningbo", {})
    game.commit()
    before = game.table.snapshot(), dict(game.config.settings), game.journal.seq, game.table.seq
    heap, answers, failed, bad = [], 0, 0, 0
    fuzz = Fuzz(seed)
    for _ in range(BATCHES):
        port = Line(fuzz, lines // BATCHES)
        link = Link(port, service, game.trouble, nothing)
        try:
            asyncio.run(link.run())
        except Done:
            asyncio.new_event_loop()
        answers += port.answers
        failed += port.failed
        bad += link.reader.bad
        link = port = None
        let_go_seldom()  # as the running table does
        gc.collect()
        heap.append(gc.mem_alloc())
    after = game.table.snapshot(), dict(game.config.settings), game.journal.seq, game.table.seq
    changed = [str(now) for then, now in zip(before, after) if then != now]
    return {
        "lines": lines, "answers": answers, "failed": failed, "bad": bad, "changed": changed, "heap": heap,
        "notes": game.notes,
    }  # fmt: skip


print(json.dumps(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
