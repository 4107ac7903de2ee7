"""The hand record as compact bytes, for flash and cable: about 100 bytes a hand.

`parse` and its kin come from `check`; who needs the record needs this module only.
"""

import json

from . import tiles
from .check import FOULS, WINDS, Record, RecordError, canonical, number, parse
from .hand import FLAG_NAMES, MELD_NAMES, READY_NAMES

__all__ = ("Record", "RecordError", "canonical", "number", "pack", "pack_answer", "parse", "unpack", "unpack_answer")

FORMAT = 1


def _text(value: str) -> bytes:
    data = value.encode()
    return len(data).to_bytes(2, "big") + data


def _run(kinds: bytes) -> bytes:
    return bytes([len(kinds)]) + kinds


def pack(record: dict) -> bytes:
    """A hand record as bytes: what it says, without the defaults. Raises RecordError when it is malformed."""
    r = parse(record)
    out = bytearray([FORMAT, r.seats, r.dealer << 4 | r.round_wind, r.streak, r.indicator & 255])
    out += _text(r.region) + _text(canonical(r.options)) + _text(canonical(r.carry)) + _run(r.dice) + _run(r.birds)
    for h in r.hands:
        out.append((h.concealed is not None) | h.ready << 1 | (h.void + 1) << 3 | (h.stake is not None) << 5)
        out += _run(h.concealed or b"") + _run(h.flowers)
        if h.stake is not None:
            out += (h.stake & 0xFFFFFFFF).to_bytes(4, "big")
        out.append(len(h.melds))
        for m in h.melds:
            out += bytes([m.kind, m.giver & 255]) + _run(m.tiles)
    out.append(len(r.wins))
    for w in r.wins:
        out += bytes([w.seat, w.tile & 255, w.giver & 255, w.flags])
        out += _text(canonical({"patterns": w.called[0], "points": w.called[1]}) if w.called else "")
    out.append(255 if r.kongs is None else len(r.kongs))
    for k in r.kongs or ():
        out += bytes([k.seat, k.kind, k.tile & 255, k.giver & 255, k.chain, k.after])
    out.append(len(r.fouls))
    for seat, foul in r.fouls:
        out += bytes([seat, FOULS.index(foul)])
    return bytes(out)


def too_deep(data: bytes) -> bool:
    """May this JSON be nested so deep that reading it would take the stack or the heap."""
    return data.count(b"[") + data.count(b"{") > 100


class _Bytes:
    """Reads packed bytes from front to back; running out of them is a RecordError."""

    def __init__(self, data: bytes):
        self.data = data
        self.at = 0

    def take(self, n: int) -> bytes:
        part = self.data[self.at : self.at + n]
        if len(part) != n:
            raise RecordError("record: the bytes end too early")
        self.at += n
        return bytes(part)

    def byte(self) -> int:
        return self.take(1)[0]

    def signed(self) -> int:
        """A byte of which 255 means none."""
        b = self.byte()
        return -1 if b == 255 else b

    def run(self) -> str:
        kinds = self.take(self.byte())
        for k in kinds:
            if k >= tiles.KINDS:
                raise RecordError("record: %d is no tile" % k)
        return tiles.text(kinds)

    def text(self) -> str:
        data = self.take(int.from_bytes(self.take(2), "big"))
        try:
            return data.decode()
        except ValueError:
            raise RecordError("record: %r is no text" % data) from None

    def json(self, default: object) -> object:
        text = self.text()
        if too_deep(text.encode()):
            raise RecordError("record: nested too deep")
        try:
            return json.loads(text) if text else default
        except ValueError:
            raise RecordError("record: %r is no JSON" % text) from None


def _put(o: dict, key: str, value: object, default: object) -> None:
    if value != default:
        o[key] = value


def _pick(names: tuple, i: int) -> object:
    if i >= len(names):
        raise RecordError("record: %d is not in 0..%d" % (i, len(names) - 1))
    return names[i]


def _name(kind: int) -> str | None:
    return None if kind < 0 else tiles.name(kind) if kind < tiles.KINDS else _pick((), kind)  # type: ignore[return-value]


def _unpack_hand(b: _Bytes) -> dict:
    h: dict = {}
    mask = b.byte()
    concealed = b.run()
    if mask & 1:
        h["concealed"] = concealed
    _put(h, "flowers", b.run(), "")
    _put(h, "ready", _pick(READY_NAMES, mask >> 1 & 3), None)
    _put(h, "void_suit", (None, "m", "p", "s")[mask >> 3 & 3], None)
    if mask & 32:
        stake = int.from_bytes(b.take(4), "big")
        h["stake"] = stake - (1 << 32) if stake >> 31 else stake
    melds = []
    for _ in range(b.byte()):
        m: dict = {"kind": _pick(MELD_NAMES, b.byte())}
        giver = b.signed()
        m["tiles"] = b.run()
        _put(m, "from", giver, -1)
        melds.append(m)
    _put(h, "melds", melds, [])
    return h


def _unpack_win(b: _Bytes) -> dict:
    w: dict = {"seat": b.byte()}
    _put(w, "tile", _name(b.signed()), None)
    _put(w, "from", b.signed(), -1)
    flags = b.byte()
    _put(w, "flags", [f for i, f in enumerate(FLAG_NAMES) if flags >> i & 1], [])
    _put(w, "called", b.json(None), None)
    return w


def _unpack_kong(b: _Bytes) -> dict:
    k: dict = {"seat": b.byte(), "kind": _pick(MELD_NAMES, b.byte())}
    _put(k, "tile", _name(b.signed()), None)
    _put(k, "from", b.signed(), -1)
    _put(k, "chain", b.byte(), 0)
    _put(k, "after", b.byte(), 0)
    return k


def unpack(data: bytes) -> dict:
    """The hand record that `pack` made bytes of, without what is default. Raises RecordError on anything else."""
    b = _Bytes(data)
    if b.byte() != FORMAT:
        raise RecordError("record: unknown format")
    seats, places, streak, indicator = b.byte(), b.byte(), b.byte(), b.signed()
    r: dict = {"region": b.text(), "dealer": places >> 4}
    _put(r, "options", b.json({}), {})
    _put(r, "carry", b.json({}), {})
    _put(r, "seats", seats, 4)
    _put(r, "round_wind", _pick(tuple(WINDS), places & 15), "E")
    _put(r, "dealer_streak", streak, 0)
    _put(r, "indicator", _name(indicator), None)
    _put(r, "dice", list(b.take(b.byte())), [])
    _put(r, "birds", [tiles.name(k) for k in tiles.parse(b.run())], [])
    r["hands"] = [_unpack_hand(b) for _ in range(seats)]
    r["wins"] = [_unpack_win(b) for _ in range(b.byte())]
    kongs = b.byte()
    if kongs != 255:
        r["kongs"] = [_unpack_kong(b) for _ in range(kongs)]
    _put(r, "fouls", [{"seat": b.byte(), "kind": _pick(FOULS, b.byte())} for _ in range(b.byte())], [])
    if b.at != len(data):
        raise RecordError("record: %d bytes too many" % (len(data) - b.at))
    parse(r)  # bytes that were changed on the way may say what no record says
    return r


def pack_answer(answer: dict) -> bytes:
    """An answer as bytes (canonical JSON: short, and readable in a dump of the flash)."""
    return canonical(answer).encode()


def unpack_answer(data: bytes) -> dict:
    """The answer again; RecordError when the bytes are none."""
    try:
        answer = json.loads(bytes(data).decode())
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise RecordError("answer: not readable")
    return answer
