"""What a table says of itself when a laptop greets it, in normal operation and in safe mode alike."""

import sys

import engine_core
from firmware import VERSION
from firmware.link import AHEAD, RAW

PROTOCOL = 1


def hello(board, settings: dict, seq: int, boot: str) -> dict:  # type: ignore[no-untyped-def]
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
