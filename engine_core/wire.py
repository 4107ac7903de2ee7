"""Frames of the link between table and laptop, the same file on both ends; JSON-RPC 2.0 inside.

    ~ compact JSON * CRC-32 of the JSON in 8 lower-case hex digits \\n

Only 0x20..0x7d stand between "~" and "*": everything else, "~" too, is a \\u escape. So "~" always begins a frame,
Ctrl-C never occurs, and whatever else is on the line (prompt, traceback, noise) is passed over.

A table may put raw bytes behind the JSON, after a 0x01. Of them 0x1b, "~" and \\n are written as 0x1b and "0", "1"
and "2". The laptop reads such lines with a reader of its own (host/mjtable/lines.py).
"""

import binascii
import json

INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
NOT_NOW = -32001  # well formed, but not legal in the table's phase
REFUSED = -32002  # refused by the rules; the message is fit to show
PIN = -32003  # the table's PIN is asked for

START, STAR, END, RETURN = 0x7E, 0x2A, 0x0A, 0x0D
TAIL = 9  # "*" and the CRC


def frame(obj: object, raw: "bytes | None" = None) -> bytes:
    """One JSON value, and raw bytes if any, as a line for the wire."""
    return b"".join(pieces((ascii_json(obj),), raw))


def pieces(body: "list | tuple", raw: "bytes | None" = None) -> list:
    """The line for a JSON value that is written already, in pieces: no room for the whole has to be found."""
    body = list(body)
    if raw is not None:
        body += [b"\x01", raw.replace(b"\x1b", b"\x1b0").replace(b"~", b"\x1b1").replace(b"\n", b"\x1b2")]
    check = 0
    for piece in body:
        check = binascii.crc32(piece, check)
    return [b"~"] + body + [("*%08x\n" % check).encode()]


def crc(body: "bytes | memoryview") -> bytes:
    return ("%08x" % binascii.crc32(body)).encode()


def ascii_json(obj: object) -> bytes:
    """Compact JSON in 0x20..0x7d. MicroPython's json.dumps escapes control characters only."""
    text = json.dumps(obj, separators=(",", ":"))
    plain = text.encode()
    if len(plain) == len(text) and not [c for c in plain if c > 0x7D]:
        return plain
    out = []
    for c in text:
        o = ord(c)
        if o <= 0x7D:
            out.append(c)
        elif o < 0x10000:
            out.append("\\u%04x" % o)
        else:
            o -= 0x10000
            out.append("\\u%04x\\u%04x" % (0xD800 + (o >> 10), 0xDC00 + (o & 0x3FF)))
    return "".join(out).encode()


def _json(body):  # type: ignore[no-untyped-def]
    try:
        return json.loads(body)  # MicroPython reads a memoryview where it lies: no room for a copy has to be found
    except TypeError:  # CPython does not
        return json.loads(bytes(body))


class Reader:
    """Finds the frames in what comes over the line. Holds one line at most, and never raises.

    `longest` bytes may stand between "~" and the end of the line, and `room` of them before more is taken (None: all),
    until `rest`. `bad` counts lines that began like a frame and were none, or that no room was found for.
    """

    def __init__(self, longest: int = 2048, room: "int | None" = None):
        self.bad = 0
        self._longest = longest
        self._room = self._line = bytearray(longest if room is None else room)
        self._used = -1  # bytes of the line so far; -1: outside a frame

    def rest(self) -> None:
        """Give back what long lines have taken, unless one is coming."""
        if self._used < 0:
            self._line = self._room

    def feed(self, data: bytes) -> "list | tuple":
        """The objects of the frames that end within `data` (bytes of any number)."""
        found: list | None = None
        line = self._line
        used = self._used
        for c in data:
            if c == START:
                if used >= 0:
                    self.bad += 1
                used = 0
            elif used < 0:
                pass
            elif c == END:
                obj = self._object(used)
                used = -1
                if obj is None:
                    self.bad += 1
                elif found is None:
                    found = [obj]
                else:
                    found.append(obj)
            elif not (0x20 <= c < START or c == RETURN):
                used = -1
                self.bad += 1
            else:
                if used == len(line):
                    line = self._grown()
                if used < len(line):
                    line[used] = c
                    used += 1
                else:
                    used = -1
                    self.bad += 1
        self._used = used
        return found or ()

    def _grown(self) -> bytearray:
        """More room for this line, or what there is: there is no more, or it may not be longer."""
        line = self._line
        if len(line) < self._longest:
            try:
                self._line = bytearray(min(2 * len(line), self._longest))
                self._line[: len(line)] = line
            except MemoryError:
                pass
        return self._line

    def _object(self, used: int) -> object:
        """The JSON value of a whole line, None when it is no frame (null is no message either)."""
        view = memoryview(self._line)
        if used and self._line[used - 1] == RETURN:  # terminals and consoles add it
            used -= 1
        used -= TAIL
        if used < 1 or self._line[used] != STAR:
            return None
        body = view[:used]
        if bytes(view[used + 1 : used + TAIL]) != crc(body):
            return None
        try:
            return _json(body)
        except (ValueError, TypeError, RuntimeError, MemoryError):  # RuntimeError: nested too deep
            return None


# ---------------------------------------------------------------- JSON-RPC 2.0


def call(request_id: str, method: str, params: "dict | None" = None) -> dict:
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params or {}}


def notice(method: str, params: dict) -> dict:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def result(request_id: "str | None", value: object) -> dict:
    return {"jsonrpc": "2.0", "id": request_id, "result": value}


def error(request_id: "str | None", code: int, message: str, field: "str | None" = None) -> dict:
    """An error answer; `field` names the place in the request that it is about."""
    out: dict = {"code": code, "message": message}
    if field is not None:
        out["data"] = {"field": field}
    return {"jsonrpc": "2.0", "id": request_id, "error": out}
