"""The method with which a laptop greets the table. Like methods.py; what is told here is told in safe mode, too."""

import sys

import engine_core
from firmware import VERSION
from firmware.link import AHEAD, RAW
from firmware.params import number

PROTOCOL = 1


def greeting(board, settings: dict, seq: int, boot: str) -> dict:  # type: ignore[no-untyped-def]
    return {
        "proto": PROTOCOL,
        "fw": VERSION,
        "core": engine_core.VERSION,
        "id": settings["id"],
        "name": settings["name"],
        "board": board.NAME,
        "micropython": ".".join([str(n) for n in sys.implementation.version[:3]]),
        "lang": settings["lang"],
        "seq": seq,
        "boot": boot,
        "raw": RAW,
        "ahead": getattr(board.port, "AHEAD", AHEAD),
    }


def hello(s, params: dict) -> dict:  # type: ignore[no-untyped-def]
    number(params, "proto", 1, 1 << 20)  # the laptop's; it sees by the answer whether it knows ours
    s.panel.connected()
    game = s.game
    return greeting(game.board, game.config.settings, game.table.seq, game.boot)


METHODS = {
    "hello": (None, hello),
}
