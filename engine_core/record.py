"""The hand record as compact bytes, for flash and cable: about 100 bytes a hand.

`parse` and its kin come from `check`, JSON from `canonical`; who needs the record needs this module only.
"""

from . import tiles
from .canonical import canonical, from_canonical, plain
from .check import FOULS, WINDS, Record, parse, shown
from .hand import FLAG_NAMES, MELD_NAMES, READY_NAMES
from .values import RecordError, number

__all__ = (
    "Record", "RecordError", "canonical", "from_canonical", "number", "pack", "pack_answer", "parse", "unpack",
    "unpack_answer",
)  # fmt: skip

FORMAT = 1
MOST = 254  # entries of a list: 255 says of the kongs that they are not said
FEW = 8  # wins that are written whole; of more, as Rivers of blood have them, those that are like an earlier one not
LIKE = 0xFF00  # in place of a length, and the number of that one


# ---------------------------------------------------------------- to bytes


def _size(n: int, most: int, at: str) -> int:
    if n > most:
        raise RecordError("%s: %d are too many, at most %d can be kept" % (at, n, most))
    return n


def _text(text: str, at: str) -> bytes:
    return _size(len(text), 0xFFFF, at).to_bytes(2, "big") + text.encode()


def _run(kinds: bytes, at: str) -> bytes:
    return bytes([_size(len(kinds), 255, at)]) + kinds


def _region(text: str) -> str:
    if not plain(text):
        raise RecordError("region: %s is no region" % shown(text))
    return text


def pack(record: dict) -> bytes:
    """A hand record as bytes: what it says, without the defaults. RecordError when it is malformed or does not fit."""
    r = parse(record)
    out = bytearray([FORMAT, r.seats, r.dealer << 4 | r.round_wind, r.streak, r.indicator & 255])
    out += _text(_region(r.region), "region") + _text(canonical(r.options, "options"), "options")
    out += _text(canonical(r.carry, "carry"), "carry") + _run(r.dice, "dice") + _run(r.birds, "birds")
    for h in r.hands:
        out.append((h.concealed is not None) | h.ready << 1 | (h.void + 1) << 3 | (h.stake is not None) << 5)
        out += _run(h.concealed or b"", "hands") + _run(h.flowers, "hands")
        if h.stake is not None:
            out += (h.stake & 0xFFFFFFFF).to_bytes(4, "big")
        out.append(len(h.melds))
        for m in h.melds:
            out += bytes([m.kind, m.giver & 255]) + _run(m.tiles, "hands")
    out.append(_size(len(r.wins), MOST, "wins"))
    for i, w in enumerate(r.wins):
        at = "wins.%d.called" % i
        out += bytes([w.seat, w.tile & 255, w.giver & 255, w.flags])
        if i >= FEW and w.called:
            like = [other.called for other in r.wins].index(w.called)
            if like < i:
                out += (LIKE + like).to_bytes(2, "big")
                continue
        out += _text(canonical({"patterns": w.called[0], "points": w.called[1]}, at) if w.called else "", at)
    out.append(255 if r.kongs is None else _size(len(r.kongs), MOST, "kongs"))
    for k in r.kongs or ():
        out += bytes([k.seat, k.kind, k.tile & 255, k.giver & 255, k.chain, k.after])
    out.append(_size(len(r.fouls), MOST, "fouls"))
    for seat, foul in r.fouls:
        out += bytes([seat, FOULS.index(foul)])
    return bytes(out)


# ---------------------------------------------------------------- from bytes


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

    def run(self, ordered: bool = True) -> str:
        kinds = self.take(self.byte())
        if ordered and bytes(sorted(kinds)) != kinds:
            raise RecordError("record: the tiles are not in order")
        for k in kinds:
            if k >= tiles.KINDS:
                raise RecordError("record: %d is no tile" % k)
        return tiles.text(kinds)

    def text(self) -> bytes:
        return self.take(int.from_bytes(self.take(2), "big"))

    def region(self) -> str:
        text = self.text()
        if not text or max(text) > 126:
            raise RecordError("region: %s is no region" % shown(text))
        return _region(text.decode())

    def json(self, at: str) -> dict | None:
        text = self.text()
        return from_canonical(text, at) if text else None


def _put(o: dict, key: str, value: object, default: object) -> None:
    if value != default:
        o[key] = value


def _pick(names: tuple, i: int) -> object:
    if i >= len(names):
        raise RecordError("record: %d is not in 0..%d" % (i, len(names) - 1))
    return names[i]


def _name(kind: int) -> str | None:
    if kind >= tiles.KINDS:
        raise RecordError("record: %d is no tile" % kind)
    return None if kind < 0 else tiles.name(kind)


def _unpack_hand(b: _Bytes) -> dict:
    h: dict = {}
    mask = b.byte()
    if mask > 63:
        raise RecordError("record: %d says what no hand has" % mask)
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


def _unpack_win(b: _Bytes, before: list) -> dict:
    w: dict = {"seat": b.byte()}
    _put(w, "tile", _name(b.signed()), None)
    _put(w, "from", b.signed(), -1)
    flags = b.byte()
    _put(w, "flags", [f for i, f in enumerate(FLAG_NAMES) if flags >> i & 1], [])
    like = int.from_bytes(b.data[b.at : b.at + 2], "big") - LIKE
    if like < 0:
        _put(w, "called", b.json("called"), None)
    elif like < len(before) and "called" in before[like]:
        b.take(2)
        w["called"] = before[like]["called"]
    else:
        raise RecordError("called: %d is no win before" % like)
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
    r: dict = {"region": b.region(), "dealer": places >> 4}
    _put(r, "options", b.json("options") or {}, {})
    _put(r, "carry", b.json("carry") or {}, {})
    _put(r, "seats", seats, 4)
    _put(r, "round_wind", _pick(tuple(WINDS), places & 15), "E")
    _put(r, "dealer_streak", streak, 0)
    _put(r, "indicator", _name(indicator), None)
    _put(r, "dice", list(b.take(b.byte())), [])
    _put(r, "birds", [tiles.name(k) for k in tiles.parse(b.run(False))], [])
    r["hands"] = [_unpack_hand(b) for _ in range(seats)]
    wins = r["wins"] = []
    for _ in range(b.byte()):
        wins.append(_unpack_win(b, wins))
    kongs = b.byte()
    if kongs != 255:
        r["kongs"] = [_unpack_kong(b) for _ in range(kongs)]
    _put(r, "fouls", [{"seat": b.byte(), "kind": _pick(FOULS, b.byte())} for _ in range(b.byte())], [])
    if b.at != len(data):
        raise RecordError("record: %d bytes too many" % (len(data) - b.at))
    checked = parse(r)  # bytes that were changed on the way may say what no record says
    for i, w in enumerate(checked.wins):
        if w.called and wins[i]["called"] != {"patterns": list(w.called[0]), "points": w.called[1]}:
            raise RecordError("wins.%d.called: it is not as it is packed" % i)
    return r


def pack_answer(answer: dict) -> bytes:
    """An answer as bytes (canonical JSON: short, and readable in a dump of the flash). Of many wins one that is like an
    earlier one is [seat, number of that one].
    """
    wins = answer.get("wins")
    if isinstance(wins, list) and len(wins) > FEW:
        from .condensed import each_once

        answer = dict(answer, wins=each_once(wins, FEW))
    return canonical(answer, "answer").encode()


def unpack_answer(data: bytes) -> dict:
    """The answer again; RecordError when the bytes are none."""
    answer = from_canonical(data, "answer")
    wins = answer.get("wins")
    if isinstance(wins, list) and len(wins) > FEW:
        from .condensed import all_again

        answer["wins"] = all_again(wins)
    return answer
