"""On MicroPython: milliseconds of CPU from the first module of the firmware to its answer, and to its first pages.

start.py fill FOLDER    fills a journal: many segments, and in the newest one as many small events as go into it
start.py FOLDER         starts a table on it

The folder lies on this computer: what a simulated flash chip takes is not in it, nor is the start of the interpreter.
"""

import gc
import json
import os
import sys
import time

from firmware_steps import DRAW, Board, draw

SEGMENTS = 37
EVENTS = 150  # of the newest segment; 160 at most go in
REASON = "a reason as long as people write them, and a little longer"


def fill(folder):
    from engine_core import events
    from firmware.game import Game

    os.mkdir(folder)
    game = Game(Board(folder))
    game.record(events.pack_region, "ningbo", {})
    while game.journal.last < SEGMENTS:
        game.record(events.pack_correct, [1, -1, 0, 0], REASON)
    first = game.table.seq
    while game.table.seq - first < EVENTS:
        if game.table.phase == "play":
            game.record(events.pack_abort)
        while game.table.throw is not None:
            seat, dice = game.table.throw
            game.record(events.pack_throw, seat, bytes([2] * dice))
        game.record(events.pack_indicator, 4)
        for _ in range(min(70, EVENTS - game.table.seq + first)):
            game.record(events.pack_wall, DRAW)
    print(json.dumps({"segments": game.journal.last - game.journal.first + 1}))
    game.close()


def start(folder):
    begun = time.clock()
    gc.threshold(32768)  # as firmware/main.py begins
    from firmware import app, memory

    table = app.App(Board(folder))
    memory.collect_often()
    table.service.serve({"id": "1", "method": "hello", "params": {"proto": 1}})
    answered = time.clock()
    draw(table)
    print(json.dumps({"answer": 1000 * (answered - begun), "pages": 1000 * (time.clock() - begun)}))
    table.game.close()


if sys.argv[1] == "fill":
    fill(sys.argv[2])
else:
    start(sys.argv[1])
