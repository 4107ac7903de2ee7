"""Events: everything that happens at a table, as bytes, the same on flash and on the wire.

An event is a head of 9 bytes (kind u8, time u32: unix seconds or 0, request u32) and a payload by kind, big endian.
`request` is request_crc() of the laptop's request that the event completes, 0 for none: a repeat after a power cut is
known by it. For every kind there is pack_<kind>(..., time=0, request=0) -> bytes; parse() is the way back.
"""

import binascii
import struct

from . import tiles
from .canonical import canonical, from_canonical
from .values import PLAYERS, RecordError

SNAPSHOT = 1  # state bytes (Table.snapshot): first in every segment of the journal, not numbered
SESSION = 2  # dealer u8 (DICE_DECIDE: the next throw says who), n u8, n scores i32
REGION = 3  # canonical JSON {"options": those that differ from the default, "region": id}; the first begins a session
SEAL = 4  # 32 bytes: commitment to the secret of the next throw
THROW = 5  # seat u8, source u8, n u8, n dice, length u8 + press, secret (32 bytes, source BY_TABLE only)
INDICATOR = 6  # tile kind u8
WALL = 7  # code u8, count u8, n u8, n dice
HAND = 8  # u16 length + packed hand record, packed answer
UNDO = 9
CORRECT = 10  # n u8, n deltas i32, reason in UTF-8
LOST = 11  # first u32, last u32: numbers of events that flash had no room for before the laptop had them
NOTE = 12  # code u8, text in UTF-8: for the log, no state
ABORT = 13
PLAY = 14  # canonical JSON of an entry of the hand's course (course.py)
SEATS = 15  # n u8, of n places u8: where the one who sits there now sat before
LEFT = 16  # seat u8: whoever sat there has left the table, another player has taken over the seat and its score
GIVEN = 17  # canonical JSON: a session that was begun at a table which is no more goes on here (between.GIVEN)
NAMES = (
    "", "SNAPSHOT", "SESSION", "REGION", "SEAL", "THROW", "INDICATOR", "WALL", "HAND", "UNDO", "CORRECT", "LOST",
    "NOTE", "ABORT", "PLAY", "SEATS", "LEFT", "GIVEN",
)  # fmt: skip

WALL_DRAW = 1
WALL_KONG = 2
WALL_FLOWER = 3
WALL_DECLINE = 4
WALL_BIRD = 5
WALL_EVENTS = ("", "draw", "kong", "flower", "decline", "bird")
WALL_BACK = 6  # the replacement that was counted last was not taken: its kong was robbed, or a slip

BY_TABLE = 0  # source of a throw: the table's own dice,
BY_HAND = 1  # or real ones, entered
DICE_DECIDE = 255

NOTE_BOOT = 1
NOTE_CRASH = 2
NOTE_CLOCK = 3
NOTE_FLASH = 4
NOTE_DICE = 5
NOTE_HARDWARE = 6
NOTE_WHO = 7  # who has shown to know the PIN, and what he has changed

HEAD = 9
SCORE_LIMIT = 1 << 30  # scores and deltas stay within: small ints on a 32-bit controller
DICE = 8


class EventError(ValueError):
    """An event that is refused. `field` says where; `now`: it is well formed but not legal at this moment."""

    def __init__(self, field: str, why: str, now: bool = False):
        super().__init__("%s: %s" % (field, why))
        self.field = field
        self.now = now


def refused(error: Exception) -> EventError:
    """A RecordError, whose message begins with the field, as an EventError."""
    parts = str(error).split(": ", 1)
    return EventError(parts[0], parts[1]) if len(parts) == 2 else EventError("record", str(error))


def request_crc(request_id: str) -> int:
    """What stands in an event for the id of the request that caused it. Never 0, which means none."""
    return binascii.crc32(request_id.encode()) or 1


def kind(event: bytes) -> int:
    return event[0] if event else 0


# ---------------------------------------------------------------- events to bytes


def _pack(kind: int, payload: bytes, time: int, request: int) -> bytes:
    return struct.pack(">BII", kind, _within(time, 0, 0xFFFFFFFF, "time"), request) + payload


def _within(value: int, low: int, high: int, field: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise EventError(field, "%r is no whole number" % (value,))
    if not low <= value <= high:
        raise EventError(field, "%d is not in %d..%d" % (value, low, high))
    return value


def _amounts(values: list, field: str) -> bytes:
    if not 1 <= len(values) <= PLAYERS:
        raise EventError(field, "%d amounts, not 1..%d" % (len(values), PLAYERS))
    out = bytes((len(values),))
    for i, v in enumerate(values):
        out += struct.pack(">i", _within(v, -SCORE_LIMIT, SCORE_LIMIT, "%s.%d" % (field, i)))
    return out


def _dice(dice: bytes) -> bytes:
    dice = bytes(dice)
    if len(dice) > DICE:
        raise EventError("dice", "%d dice, not 0..%d" % (len(dice), DICE))
    for d in dice:
        _within(d, 1, 6, "dice")
    return bytes((len(dice),)) + dice


# seldom: between
def text_bytes(text: str) -> bytes:
    """UTF-8 that both interpreters read alike.

    MicroPython's JSON leaves an emoji as two surrogates and writes each out as three bytes, which is not UTF-8. Pairs
    are joined here; a single one becomes "?".
    """
    out = ""
    high = 0
    for c in text:
        o = ord(c)
        if high:
            joined = 0xDC00 <= o < 0xE000
            out += chr(0x10000 + ((high - 0xD800) << 10) + o - 0xDC00) if joined else "?"
            high = 0
            if joined:
                continue
        if 0xD800 <= o < 0xDC00:
            high = o
        else:
            out += "?" if 0xDC00 <= o < 0xE000 else chr(o)
    return (out + "?" if high else out).encode()


def pack_snapshot(state: bytes, time: int = 0, request: int = 0) -> bytes:
    return _pack(SNAPSHOT, state, time, request)


# seldom: between
def pack_session(dealer: "int | None", scores: list, time: int = 0, request: int = 0) -> bytes:
    """A new session: who deals first (None: the dice decide) and with how many points each seat begins."""
    seat = DICE_DECIDE if dealer is None else _within(dealer, 0, PLAYERS - 1, "dealer")
    return _pack(SESSION, bytes((seat,)) + _amounts(scores, "scores"), time, request)


# seldom: between
def pack_region(region: str, options: dict, time: int = 0, request: int = 0) -> bytes:
    """Rules for the hands to come: the region's id and all options that differ from their defaults. RecordError."""
    text = '{"options":%s,"region":%s}' % (canonical(options, "options"), canonical(region, "region"))
    return _pack(REGION, text.encode(), time, request)


# seldom: throwing
def pack_seal(seal: bytes, time: int = 0, request: int = 0) -> bytes:
    if len(seal) != 32:
        raise EventError("seal", "%d bytes, not 32" % len(seal))
    return _pack(SEAL, bytes(seal), time, request)


# seldom: throwing
def pack_throw(
    seat: int, dice: bytes, press: bytes = b"", secret: bytes = b"", time: int = 0, request: int = 0
) -> bytes:
    """Dice thrown by `seat`: the table's (with press and secret, see dice.py), or real ones (no secret)."""
    if len(press) > 255:
        raise EventError("press", "%d bytes, not 0..255" % len(press))
    if len(secret) not in (0, 32):
        raise EventError("secret", "%d bytes, not 32" % len(secret))
    head = bytes((_within(seat, 0, PLAYERS - 1, "seat"), BY_TABLE if secret else BY_HAND))
    return _pack(THROW, head + _dice(dice) + bytes((len(press),)) + press + secret, time, request)


def pack_indicator(tile: int, time: int = 0, request: int = 0) -> bytes:
    """The kind of the tile that was turned up."""
    return _pack(INDICATOR, bytes((_within(tile, 0, tiles.KINDS - 1, "tile"),)), time, request)


def pack_wall(code: int, count: int = 1, dice: bytes = b"", time: int = 0, request: int = 0) -> bytes:
    """`count` times the same thing taken from the wall: one of WALL_DRAW .. WALL_BACK; dice thrown for a kong."""
    head = bytes((_within(code, 1, WALL_BACK, "event"), _within(count, 1, 255, "count")))
    return _pack(WALL, head + _dice(dice), time, request)


def pack_hand(hand_record: "dict | bytes", answer: dict, time: int = 0, request: int = 0) -> bytes:
    """The result of a hand: the record (completed by the table, or packed already) and the table's answer to it.
    RecordError.
    """
    from . import record

    packed = record.pack(hand_record) if isinstance(hand_record, dict) else hand_record
    length = struct.pack(">H", _within(len(packed), 0, 0xFFFF, "record"))
    return _pack(HAND, length + packed + record.pack_answer(answer), time, request)


def pack_undo(time: int = 0, request: int = 0) -> bytes:
    return _pack(UNDO, b"", time, request)


# seldom: between
def pack_correct(delta: list, reason: str, time: int = 0, request: int = 0) -> bytes:
    """Points added to each seat by agreement; they need not sum to 0."""
    return _pack(CORRECT, _amounts(delta, "delta") + text_bytes(reason), time, request)


def pack_lost(first: int, last: int, time: int = 0, request: int = 0) -> bytes:
    _within(last, 1, 0xFFFFFFFF, "last")
    return _pack(LOST, struct.pack(">II", _within(first, 1, last, "first"), last), time, request)


def pack_note(code: int, text: str, time: int = 0, request: int = 0) -> bytes:
    return _pack(NOTE, bytes((_within(code, 0, 255, "code"),)) + text_bytes(text), time, request)


def pack_abort(time: int = 0, request: int = 0) -> bytes:
    return _pack(ABORT, b"", time, request)


def pack_play(entry: dict, time: int = 0, request: int = 0) -> bytes:
    """Something that happened at play, as `course.checked` gives it. RecordError."""
    return _pack(PLAY, canonical(entry, "entry").encode(), time, request)


def pack_seats(order: list, time: int = 0, request: int = 0) -> bytes:
    """The players change seats: where each came from. Scores go along; a last place is that of one who sits out."""
    seats = _order(bytes([_within(seat, 0, PLAYERS - 1, "order") for seat in order]))
    return _pack(SEATS, bytes((len(seats),)) + seats, time, request)


# seldom: between
def pack_left(seat: int, time: int = 0, request: int = 0) -> bytes:
    """A player has left the table."""
    return _pack(LEFT, bytes((_within(seat, 0, PLAYERS - 1, "seat"),)), time, request)


# seldom: between
def pack_given(session: dict, time: int = 0, request: int = 0) -> bytes:
    """A session goes on that another table has begun: what it had between two hands, as a core has it. RecordError."""
    return _pack(GIVEN, canonical(session, "session").encode(), time, request)


def _order(order: bytes) -> bytes:
    if not 1 <= len(order) <= PLAYERS or sorted(order) != list(range(len(order))):
        raise EventError("order", "%s is no change of seats" % " ".join([str(seat) for seat in order]))
    return order


# ---------------------------------------------------------------- bytes to events


class _Payload:
    """Reads a payload from front to back; running out of bytes, or leaving some, is an EventError."""

    def __init__(self, event: bytes):
        self.event = event
        self.at = HEAD

    def take(self, n: int) -> bytes:
        part = self.event[self.at : self.at + n]
        if len(part) != n:
            raise EventError("event", "ends too early")
        self.at += n
        return part

    def byte(self, field: str, low: int = 0, high: int = 255) -> int:
        if self.at == len(self.event):
            raise EventError("event", "ends too early")
        self.at += 1
        return _within(self.event[self.at - 1], low, high, field)

    def rest(self) -> bytes:
        return self.take(len(self.event) - self.at)

    def amounts(self, field: str) -> list:
        n = self.byte(field, 1, PLAYERS)
        return [_within(v, -SCORE_LIMIT, SCORE_LIMIT, field) for v in struct.unpack(">%di" % n, self.take(4 * n))]

    def dice(self) -> bytes:
        dice = self.take(self.byte("dice", 0, DICE))
        for d in dice:
            _within(d, 1, 6, "dice")
        return dice

    def text(self, field: str) -> str:
        data = self.rest()
        try:
            text = str(data, "utf-8")
        except ValueError:
            text = ""
        if text_bytes(text) != data:  # MicroPython's decoder takes more than UTF-8 allows
            raise EventError(field, "is not UTF-8")
        return text


def parse(event: bytes) -> dict:
    """An event as a dict: "kind", "time", "request" and what the pack function of its kind was given.

    THROW has "source" too; "record" and "answer" of HAND stay packed. Raises EventError on anything else than the bytes
    of one whole event.
    """
    if len(event) < HEAD:
        raise EventError("event", "%d bytes, at least %d expected" % (len(event), HEAD))
    event = bytes(event)
    code, time, request = struct.unpack_from(">BII", event)
    if not 0 < code < len(NAMES):
        raise EventError("kind", "%d is not in 1..%d" % (code, len(NAMES) - 1))
    p = _Payload(event)
    out = _READERS[code - 1](p)
    if p.at != len(event):
        raise EventError("event", "%d bytes too many" % (len(event) - p.at))
    out["kind"] = code
    out["time"] = time
    out["request"] = request
    return out


# seldom: between
def _session(p: _Payload) -> dict:
    dealer = p.byte("dealer")
    if dealer != DICE_DECIDE:
        _within(dealer, 0, PLAYERS - 1, "dealer")
    return {"dealer": None if dealer == DICE_DECIDE else dealer, "scores": p.amounts("scores")}


def _json(p: _Payload, field: str) -> dict:
    try:
        return from_canonical(p.rest(), field)
    except RecordError as error:
        raise refused(error) from None


# seldom: between
def _region(p: _Payload) -> dict:
    out = _json(p, "region")
    if sorted(out) != ["options", "region"]:
        raise EventError("region", "is not {options, region}")
    if not isinstance(out["region"], str):
        raise EventError("region", "%r is no text" % (out["region"],))
    if not isinstance(out["options"], dict):
        raise EventError("options", "is no object")
    return out


# seldom: throwing
def _throw(p: _Payload) -> dict:
    out = {"seat": p.byte("seat", 0, PLAYERS - 1), "source": p.byte("source", BY_TABLE, BY_HAND), "dice": p.dice()}
    out["press"] = p.take(p.byte("press"))
    out["secret"] = p.take(32) if out["source"] == BY_TABLE else b""
    return out


def _wall(p: _Payload) -> dict:
    event = p.event
    if len(event) == HEAD + 3 and 0 < event[HEAD] <= WALL_BACK and event[HEAD + 1] and not event[HEAD + 2]:
        p.at += 3  # nearly all that a start replays are so
        return {"code": event[HEAD], "count": event[HEAD + 1], "dice": b""}
    return {"code": p.byte("event", 1, WALL_BACK), "count": p.byte("count", 1), "dice": p.dice()}


def _hand(p: _Payload) -> dict:
    n = struct.unpack(">H", p.take(2))[0]
    return {"record": p.take(n), "answer": p.rest()}


def _lost(p: _Payload) -> dict:
    first, last = struct.unpack(">II", p.take(8))
    return {"first": _within(first, 1, last, "first"), "last": last}


_READERS: tuple = (
    lambda p: {"state": p.rest()},
    _session,
    _region,
    lambda p: {"seal": p.take(32)},
    _throw,
    lambda p: {"tile": p.byte("tile", 0, tiles.KINDS - 1)},
    _wall,
    _hand,
    lambda p: {},
    lambda p: {"delta": p.amounts("delta"), "reason": p.text("reason")},
    _lost,
    lambda p: {"code": p.byte("code"), "text": p.text("text")},
    lambda p: {},
    lambda p: {"entry": _json(p, "entry")},
    lambda p: {"order": list(_order(p.take(p.byte("order", 1, PLAYERS))))},
    lambda p: {"seat": p.byte("seat", 0, PLAYERS - 1)},
    lambda p: {"session": _json(p, "session")},
)
