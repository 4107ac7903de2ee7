"""What the table answers to each method (host/PROTOCOL.md, section 2), and which methods change something there.

Every answer is checked here, in one place: behind it the laptop may take each field for what it should be.
"""

import re
from typing import Any

from mjtable.shapes import ANY, misfit, printable

NUMBER = range(-(2**31), 2**32)
SEAT = range(5)
NAME_MOST = 24  # characters of a table's name (firmware/config.py)
FACE = range(1, 7)
TILE = re.compile("[1-9][mps]|[1-7]z|[1-8]f")
HEX = re.compile("(?:[0-9a-f]{2})+")
BASE64 = re.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
PAGE = re.compile("[A-Za-z0-9+/]{1366}==")  # 1,024 bytes
SEQ = {"seq": NUMBER}
SCORES = {"scores": [NUMBER], "seq": NUMBER}
SETTINGS = {
    "name": str,
    "lang": str,
    "brightness": NUMBER,
    "flip": bool,
    "empty_side": range(4),
    "real_dice": bool,
    "pin": bool,
    "id": str,
}
HOUSE_ID = re.compile("[a-z]{1,16}")
HOUSES = {
    "houses": [{"id": HOUSE_ID, "region": str, "house": str, "crc": re.compile("[0-9a-f]{8}")}],
    "damaged": [HOUSE_ID],
}
PLACE = re.compile("[0-3]:[0-9]{2}[ul]")
WALL = {
    "break": {"side": SEAT, "stack": NUMBER},
    "taken": (str, None),
    "next": (str, None),
    "tail": (str, None),
    "left": NUMBER,
    "kept_back": NUMBER,
    "last_tile": bool,
    "over": bool,
}
SOURCE = {"name": str, "repeats": NUMBER, "common": NUMBER, "window": NUMBER, "need": NUMBER, "fault": str}
WIN = (
    {"seat": SEAT, "valid": True, "value": NUMBER, "patterns": [str]},
    {"seat": SEAT, "valid": False, "reason": str},
)


def is_tag(value: Any) -> bool:
    """[id, tile] or, of one that nobody knows, [id, null]."""
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[0], str):
        return False
    named = isinstance(value[1], str) and TILE.fullmatch(value[1]) is not None
    return re.fullmatch("[0-9a-f]{14}", value[0]) is not None and (named or value[1] is None)


ANSWER = {"wins": [WIN], "delta": [NUMBER], "next_dealer": (SEAT, None), "carry?": {"sub_in?": (SEAT, None)}}

HELLO = {
    "proto": NUMBER,
    "fw": str,
    "core": str,
    "id": re.compile("[0-9a-f]{16}"),
    "name": str,
    "board": str,
    "micropython": str,
    "lang": str,
    "seq": NUMBER,
    "boot": str,
    "safe?": bool,
    "raw?": range(1, 2049),
    "ahead?": range(1, 65),
}
STATUS = {
    "region": (str, None),
    "options": dict,
    "seats": range(6),
    "phase": frozenset(("new", "ready", "throw", "wild", "play")),
    "session": NUMBER,
    "hand": NUMBER,
    "dealer": (SEAT, None),
    "round_wind": frozenset("ESWN"),
    "streak": NUMBER,
    "scores": [NUMBER],
    "fined?": ([NUMBER], None),
    "carry": dict,
    "dice": [FACE],
    "throw": ({"seat": SEAT, "dice": NUMBER}, None),
    "turn?": (SEAT, None),
    "indicator": (TILE, None),
    "wilds": [TILE],
    "wall": (WALL, None),
    "course?": NUMBER,
    "seq": NUMBER,
    "last": (dict, None),
    "stored": bool,
    "trouble": str,
    "heap": {"free": NUMBER, "alloc": NUMBER},
}
SHAPES: dict[str, Any] = {
    "hello": HELLO,
    "status": STATUS,
    "region.list": {"regions": [str], "houses?": [str]},
    "region.set": SEQ,
    "house.list": HOUSES,
    "house.get": {"id": HOUSE_ID, "region": str, "options": dict},
    "house.set": HOUSES,
    "house.drop": HOUSES,
    "session.new": SEQ,
    "session.give": SEQ,
    "dice.throw": {"seat": SEAT, "dice": [FACE], "seal": HEX, "press": HEX, "secret": HEX, "seq": NUMBER},
    "dice.enter": SEQ,
    "dice.health": {"sources": [SOURCE], "sealed": bool},
    "dice.raw": {"data": BASE64},
    "dice.final": {"data": BASE64},
    "wild.set": {"wilds": [TILE], "seq": NUMBER},
    "wall.event": {**WALL, "seq": NUMBER},
    "hand.score": {"answer": ANSWER},
    "hand.course": {"entries": [dict], "count": NUMBER},
    "hand.play": {"count": NUMBER, "playing": [SEAT], "money": [NUMBER], "needed": [SEAT], "seq": NUMBER},
    "hand.win": {"answer": ANSWER, "scores": [NUMBER], "seq": NUMBER},
    "hand.undo": SCORES,
    "hand.abort": SEQ,
    "correct": SCORES,
    "player.left": SCORES,
    "screen": {"w": range(128, 129), "h": range(64, 65), "data": PAGE},
    "press": {},
    "journal.info": {"first": NUMBER, "last": NUMBER, "size": NUMBER, "seq": NUMBER, "first_seq": NUMBER},
    "journal.read": {"data": (BASE64, bytes), "size": NUMBER, "last": bool},
    "journal.hash": {"sha256": HEX},
    "journal.ack": {},
    "config.get": SETTINGS,
    "config.set": SETTINGS,
    "sense": {
        "walls": [(range(1 << 20), None)],
        "senses": dict,
        "follows": bool,
        "off": [{"side": range(4), "stack": range(1, 21)}],
        "wrong": ({"what": re.compile("end|place|many"), "taken": PLACE, "expected": (PLACE, None)}, None),
        "clock?": NUMBER,
    },
    "tags.list": {"tags": [is_tag], "count": NUMBER, "readers": [SEAT], "waiting?": NUMBER, "damaged?": bool},
    "tags.set": {"count": NUMBER},
    "tags.lay": {},
    "log": {"notes": [str], "crash?": str},
    "clock": {},
    "restart": {},
    "selftest": {
        "busy": bool,
        "over": bool,
        "parts": [{"name": str, "answers": bool}],
        "keys": {"pressed": [str], "missing": [str], "stuck": [str]},
        "walls": [{"side": SEAT, "tiles": [NUMBER], "live": NUMBER}],
        "off?": [{"side": range(4), "stack": range(1, 21)}],
        "senses": {"lift?": bool, "dice motor?": bool, "supply?": NUMBER},
        "readers?": [{"place": SEAT, "laid": (is_tag, None)}],
        "dice": {"sources": [{"name": str, "fault": str}], "faces": [NUMBER]},
        "flash": {"free": NUMBER, "size": NUMBER, "segments": NUMBER, "fault": str},
        "memory": {"free": NUMBER, "piece": NUMBER, "fault": str},
        "wrong": [str],
        "unseen": [str],
    },
}
# Setting the clock changes something too, but nobody minds when it is done twice or not at all.
CHANGES = frozenset(
    "region.set session.new session.give dice.throw dice.enter wild.set wall.event hand.play hand.win hand.undo"
    " hand.abort correct player.left press config.set house.set house.drop tags.set".split()
)
PIN = {"challenge?": re.compile("[0-9a-f]{32}"), "salt?": re.compile("[0-9a-f]{16}"), "wait?": NUMBER, "left?": NUMBER}
ERROR = {"code": NUMBER, "message": str, "data?": ({"field?": (str, None), **PIN, "wrong?": NUMBER}, None)}


def understood(method: str, result: Any) -> Any:
    """The result, its texts fit to be shown. ValueError says what is not as it should be."""
    return _checked(SHAPES.get(method, ANY), result)


def refusal(error: Any) -> Any:
    """The same of an error."""
    return _checked(ERROR, error)


def _checked(shape: Any, value: Any) -> Any:
    value = printable(value)
    wrong = misfit(shape, value)
    if wrong:
        raise ValueError(wrong)
    return value
