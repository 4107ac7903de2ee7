"""What the laptop is told of the table's state, in normal operation and in safe mode alike."""

import gc
import sys

import engine_core
from engine_core import tiles
from engine_core.table import Table
from engine_core.walk import Wall
from firmware import VERSION
from firmware.link import AHEAD, RAW
from firmware.texts import WINDS

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


def told(t: Table) -> dict:
    """The fields of `status` that follow from the events."""
    return {
        "region": t.region,
        "options": t.options,
        "seats": t.seats,
        "phase": t.phase,
        "session": t.session_no,
        "hand": t.hand_no,
        "dealer": t.dealer,
        "round_wind": WINDS[1][t.round_wind],
        "streak": t.streak,
        "scores": t.scores,
        "fined": t.fined,
        "carry": t.carry,
        "dice": list(t.dice),
        "throw": None if t.throw is None else {"seat": t.throw[0], "dice": t.throw[1]},
        "indicator": None if t.indicator is None else tiles.name(t.indicator),
        "wilds": wilds(t),
        "wall": None if t.wall is None else walled(t.wall),
        "course": len(t.course),
        "seq": t.seq,
        "last": t.last
        and {key: t.last[key] for key in ("seq", "hand", "dealer", "delta", "sub_in", "order") if key in t.last},
    }


def wilds(t: Table) -> list:
    return [tiles.name(kind) for kind in t.wilds]


def walled(wall: Wall) -> dict:
    return {
        "break": {"side": wall.break_side, "stack": wall.break_stack},
        "taken": wall.place(wall.taken),
        "next": wall.place(wall.next),
        "tail": wall.place(wall.tail),
        "left": wall.left,
        "kept_back": wall.kept_back,
        "last_tile": wall.last_tile,
        "over": wall.over,
    }


def heap() -> dict:
    return {"free": gc.mem_free(), "alloc": gc.mem_alloc()}


def settings(kept: dict) -> dict:
    """The settings for others: whether there is a PIN, but not which."""
    out = dict(kept)
    out["pin"] = bool(out["pin"])
    return out
