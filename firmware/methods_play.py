"""The methods that say what happens while a hand is played. Like methods.py; what changes something beside that is in
methods_changes.py.

Each has two functions: one does it and gives the number of the event, the other tells the result from that number. So
a request that comes again after a power cut is answered from what stands on flash.
"""

import binascii

from engine_core import events, tiles
from engine_core.dice import seal
from firmware import standing
from firmware.config import ParamError
from firmware.game import NotNow
from firmware.panel import KEYS
from firmware.params import dice, given, number, shown, text
from firmware.screens import CENTRE
from firmware.service import Service


def dice_throw(s: Service, params: dict, request: int) -> int:
    seat = number(params, "seat", 0, s.game.table.seats - 1) if params.get("seat") is not None else None
    return s.game.throw(seat, s.game.press_bytes(request), request)


def throw_told(s: Service, seq: int) -> dict:
    e = s.game.event(seq)
    if e is None or e["kind"] != events.THROW:
        return {"seq": seq}
    secret, press = e["secret"], e["press"]
    return {
        "seat": e["seat"],
        "dice": list(e["dice"]),
        "seal": binascii.hexlify(seal(secret)).decode(),
        "press": binascii.hexlify(press).decode(),
        "secret": binascii.hexlify(secret).decode(),
        "seq": seq,
    }


def dice_enter(s: Service, params: dict, request: int) -> int:
    due = s.game.table.throw
    if due is None:
        raise NotNow("dice", "no throw is due")
    return s.game.record(events.pack_throw, due[0], dice(params), request=request)


def seq_told(s: Service, seq: int) -> dict:
    return {"seq": seq}


def wild_set(s: Service, params: dict, request: int) -> int:
    return s.game.record(events.pack_indicator, tiles.kind(text(params, "tile")), request=request)


def wilds_told(s: Service, seq: int) -> dict:
    return {"wilds": standing.wilds(s.game.table), "seq": seq}


def wall_event(s: Service, params: dict, request: int) -> int:
    name = text(params, "event")
    if name not in events.WALL_EVENTS[1:]:
        raise ParamError("event", "%s is not one of %s" % (shown(name), ", ".join(events.WALL_EVENTS[1:])))
    count = number(params, "count", 1, 255) if params.get("count") is not None else 1
    thrown = dice(params) if params.get("dice") is not None else b""
    code = events.WALL_EVENTS.index(name)
    if count == 1 and not thrown:
        return s.game.take(code, request=request)
    return s.game.record(events.pack_wall, code, count, thrown, request=request)


def wall_told(s: Service, seq: int) -> dict:
    wall = s.game.table.wall
    told = {} if wall is None else standing.walled(wall)
    told["seq"] = seq
    return told


def hand_play(s: Service, params: dict, request: int) -> int:
    return s.game.play(given(params, "entry", dict, "an object"), request)


def play_told(s: Service, seq: int) -> dict:
    """How the hand stands after the entry."""
    from engine_core import course

    t = s.game.table
    return dict(course.standing(t.ruleset, t.course), count=len(t.course), seq=seq)


def press(s: Service, params: dict, request: int) -> int:
    seat = number(params, "seat", 0, CENTRE if s.panel.testing() else max(s.game.table.seats, 1) - 1)
    key = text(params, "key")
    if key not in KEYS:
        raise ParamError("key", "%s is not one of %s" % (shown(key), ", ".join(KEYS)))
    s.panel.press(seat, key, request)
    return 0


def nothing_told(s: Service, seq: int) -> dict:
    return {}


METHODS = {
    "dice.throw": (dice_throw, throw_told),
    "dice.enter": (dice_enter, seq_told),
    "wild.set": (wild_set, wilds_told),
    "wall.event": (wall_event, wall_told),
    "hand.play": (hand_play, play_told),
    "press": (press, nothing_told),
}
