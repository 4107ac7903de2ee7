"""Canonical JSON, as it stands on flash and in packed records: one text a value."""

import json

from .tiles import shown
from .values import RecordError, number

WIDEST = 0xFFFFFFFF  # numbers in JSON are as big as what an event holds, 32 bits
USUAL = "0123456789abcdefghijklmnopqrstuvwxyz_"  # what most texts are of: no loop is needed to see that they are plain
LEVELS = 12  # of lists and objects in JSON; a snapshot has 8


def canonical(value: object, at: str = "value", levels: int = LEVELS) -> str:
    """Compact JSON with sorted keys in 7-bit ASCII: the same text on both interpreters.

    RecordError, naming the place, for what does not come back from such a text as it was: a fraction, a number of more
    than 32 bits, a key that is not plain ASCII, half a surrogate pair, lists within lists without end.
    """
    if isinstance(value, str):
        return '"' + value + '"' if plain(value) else _escaped(value, at)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        return str(number(value, -WIDEST, WIDEST, at))
    if not isinstance(value, (dict, list, tuple)):
        raise RecordError("%s: %s is not expected here" % (at, shown(value)))
    if not levels:
        raise RecordError("%s: nested too deep" % at)
    inside = []  # filled by a loop: a level takes a controller half of the stack that it would take in a comprehension
    if not isinstance(value, dict):
        for i, v in enumerate(value):
            inside.append(canonical(v, "%s.%d" % (at, i), levels - 1))
        return "[" + ",".join(inside) + "]"
    for key in value:
        if not isinstance(key, str) or not plain(key):
            raise RecordError("%s: %s is no name" % (at, shown(key)))
    for k in sorted(value):
        inside.append('"%s":%s' % (k, canonical(value[k], at + "." + k, levels - 1)))
    return "{" + ",".join(inside) + "}"


def plain(text: str) -> bool:
    """Does it stand in JSON as it is."""
    if not text.strip(USUAL):
        return True
    for c in text:
        if not " " <= c <= "~" or c == '"' or c == "\\":
            return False
    return True


# seldom: seldom
def _escaped(text: str, at: str) -> str:
    out = '"'
    high = False  # a high surrogate came: the low one must follow
    for c in text:
        o = ord(c)
        if high != (0xDC00 <= o < 0xE000):
            break
        high = 0xD800 <= o < 0xDC00
        if plain(c):
            out += c
        elif c in '"\\':
            out += "\\" + c
        elif o < 0x10000:
            out += "\\u%04x" % o
        else:
            o -= 0x10000
            out += "\\u%04x\\u%04x" % (0xD800 + (o >> 10), 0xDC00 + (o & 0x3FF))
    else:
        if not high:
            return out + '"'
    raise RecordError("%s: half a character in a text" % at)


# seldom: seldom
def from_canonical(data: bytes, at: str) -> dict:
    """The object that canonical JSON holds. RecordError for all else: two readers might take it differently."""
    if _too_deep(data):
        raise RecordError("%s: nested too deep" % at)
    try:
        value = json.loads(data) if data and max(data) < 127 else None
        if isinstance(value, dict) and canonical(value).encode() == data:
            return value
    except (ValueError, TypeError):  # MicroPython takes more than JSON, and fails on some of it with a TypeError
        pass
    raise RecordError("%s: is not canonical JSON of an object" % at)


# seldom: seldom
def _too_deep(data: bytes) -> bool:
    """Is it nested so deep that reading it would take the stack or the heap."""
    if data.count(b"[") + data.count(b"{") <= LEVELS:
        return False
    depth = 0
    quoted = escaped = False
    for c in data:
        if escaped:
            escaped = False
        elif c == 0x5C:
            escaped = True
        elif c == 0x22:
            quoted = not quoted
        elif c in b"[{" and not quoted:
            depth += 1
            if depth > LEVELS:
                return True
        elif c in b"]}" and not quoted:
            depth -= 1
    return False
