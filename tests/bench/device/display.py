"""On MicroPython: milliseconds of CPU from a key to the changed display; what goes over the wire: only what differs.

display.py FOLDER    a hand in play with five displays, whose wires count what they are sent
"""

import gc
import json
import os
import sys
import time

from firmware_steps import Board, begin

from engine_core import events
from firmware.app import App
from firmware.drivers.oled import Oled

KEYS = ("menu", "down", "up", "no")  # a dialogue, its lines, and away
TIMES = 50
SEAT = 1


class Wire:
    sent = 0

    def send(self, control, data):
        self.sent += len(data)

    def status(self):
        return 0


class Displays(Board):
    def __init__(self, data):
        Board.__init__(self, data)
        self.wires = [Wire() for _ in self.displays]
        self.panels = [Oled(wire, "ssd1306") for wire in self.wires]
        for panel in self.panels:
            panel.start()

    def sent(self):
        """Bytes that all were sent since this was asked."""
        total = sum([wire.sent for wire in self.wires])
        for wire in self.wires:
            wire.sent = 0
        return total


def draw(game, display):
    """As firmware/app.py draws what has changed; every seat has its own display."""
    page = game.screens.render(display, game.table, game.stage.shown(display))
    game.board.panels[display].show(page)


def main(folder):
    os.mkdir(folder)
    board = Displays(folder)
    app = App(board)
    game = app.game
    game.record(events.pack_region, "ningbo", {})
    game.record(events.pack_session, 0, [0, 0, 0, 0])
    begin(app)
    for display in board.displays:
        draw(game, display)
    board.sent()
    own = everywhere = 0
    for n in range(TIMES * len(KEYS)):
        gc.collect()
        before, begun = board.wires[SEAT].sent, time.clock()
        app.panel.pressed(SEAT, KEYS[n % len(KEYS)])
        draw(game, SEAT)
        own += time.clock() - begun
        changed = board.wires[SEAT].sent
        assert changed > before, KEYS[n % len(KEYS)]
        for display in board.displays:
            draw(game, display)
        everywhere += time.clock() - begun
        assert board.wires[SEAT].sent == changed  # drawn again it is the same
    keys, sent = TIMES * len(KEYS), board.sent()
    begun = time.clock()
    for _ in range(TIMES):
        for display in board.displays:
            draw(game, display)
    frames = TIMES * len(board.displays) / (time.clock() - begun)
    print(
        json.dumps(
            {
                "key": 1000 * own / keys,
                "all": 1000 * everywhere / keys,
                "sent": sent / keys,
                "frames": frames,
                "resent": board.sent(),
            }
        )
    )
    game.close()


main(sys.argv[1])
