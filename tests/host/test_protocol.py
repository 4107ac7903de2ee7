"""host/PROTOCOL.md says what the code does: its vectors, its methods, its kinds of events."""

import json
import re
from pathlib import Path

from engine_core import dice, events, record, segment, wire
from mjtable import pins

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "host" / "PROTOCOL.md").read_text("utf-8")


def framed(obj):
    return wire.frame(obj).decode().strip()


def test_frames():
    hello = wire.call("0123abcd-1", "hello", {"proto": 1})
    name = wire.call("0123abcd-2", "config.set", {"name": "东~1"})
    notice = wire.notice("event", {"n": 7, "seq": 42, "kind": "THROW"})
    refusal = wire.error("0123abcd-3", wire.NOT_NOW, "dice: no throw is due", "dice")
    for obj in (hello, name, notice, refusal):
        assert f"`{framed(obj)}`" in PAGE


def test_the_frames_of_the_page_are_read_back():
    frames = re.findall(r"`(~\{.*?\*[0-9a-f]{8})`", PAGE)
    assert len(frames) == 4
    found = wire.Reader().feed("".join(frame + "\n" for frame in frames).encode())
    assert found[1]["params"] == {"name": "东~1"}


def test_events():
    request = events.request_crc("0123abcd-4")
    region = events.pack_region("ningbo", {"minimum": 3}, time=1_800_000_000, request=request)
    for event in (region, events.pack_wall(events.WALL_DRAW, 37)):
        assert f"`{event[:9].hex()} {event[9:].hex()}`" in PAGE


def test_kinds_of_events():
    for kind, name in enumerate(events.NAMES):
        assert not name or f"| {kind} {name} |" in PAGE


def test_segments():
    head = segment.pack_header(1, 1, 0, bytes(32)).hex()
    assert f"`{head[:8]} {head[8:16]} {head[16:24]} {head[24:32]}`, 32 bytes `00`, `{head[-8:]}`" in PAGE
    undo = segment.pack_record(events.pack_undo()).hex()
    assert f"`{undo[:4]} {undo[4:-8]} {undo[-8:]}`" in PAGE


def test_packed_records():
    found = re.search(r"    (\{\"region\":\"ningbo\".*\})\n\nis `([0-9a-f]+)`", PAGE)
    assert record.pack(json.loads(found[1])).hex() == found[2]


def test_dice():
    secret, press = bytes(range(32)), b"mjtable"
    faces = " ".join(map(str, dice.faces(secret, press, 10)))
    assert f"`{dice.seal(secret).hex()}` | {faces} |" in PAGE


def test_every_method_is_there_and_no_other():
    lists = [path.read_text("utf-8").partition("METHODS = {")[2] for path in (ROOT / "firmware").glob("methods*.py")]
    served = re.findall(r'^    "([a-z.]+)": \(', "\n".join(lists), re.M)
    said = re.findall(r"^\| `([a-z.]+)` \|", PAGE, re.M)
    assert sorted(served) == sorted(said)
    assert len(served) > 20


def test_pin():
    """The key by hashlib's PBKDF2 is the one on the page; the table's own HMAC makes the same of it."""
    salt, challenge = bytes(range(8)), "00112233445566778899aabbccddeeff"
    key = pins.derived("0420", salt)
    assert f"| `0420` | `{salt.hex()}` | `{key.hex()}` |" in PAGE
    mac = pins.proof("0420", challenge, salt.hex(), "0123abcd-5", "correct", "x")["mac"]
    assert mac == dice.hmac(key, f"{challenge} 0123abcd-5 correct".encode()).hex()
    assert f"`mac` is `{mac}`" in PAGE
