"""host/PROTOCOL.md says what the code does: its vectors, its methods, its kinds of events."""

import json
import re
from pathlib import Path

import pytest

from engine_core import dice, events, record, segment, wire
from mjtable import pins
from mjtable.simulator import Simulator

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


def served():
    """The methods of the firmware."""
    lists = [path.read_text("utf-8").partition("METHODS = {")[2] for path in (ROOT / "firmware").glob("methods*.py")]
    return re.findall(r'^    "([a-z.]+)": \(?\w+,', "\n".join(lists), re.M)


def test_every_method_is_there_and_no_other():
    said = re.findall(r"^\| `([a-z.]+)` \|", PAGE, re.M)
    assert sorted(served()) == sorted(said)
    assert len(served()) > 20


ANY = ".."


def shown(text):
    """An answer as the page has it: JSON, with ".." for a value, or at an end of a list or object for more."""
    text = re.sub(r",\.\.}", ',"..":0}', text)
    return json.loads(re.sub(r"(?<=[:\[,])\.\.(?=[,\]}])", '".."', text))


def fits(expected, value):
    if expected == ANY:
        return True
    if isinstance(expected, dict) and isinstance(value, dict):
        rest = {key for key in expected if key != ANY}
        same = rest <= value.keys() if ANY in expected else rest == value.keys()
        return same and all(fits(expected[key], value[key]) for key in rest)
    if isinstance(expected, list) and isinstance(value, list):
        if ANY in expected and len(expected) > 1:
            at = expected.index(ANY)
            before, after = expected[:at], expected[at + 1 :]
            return fits(before, value[:at]) and fits(after, value[len(value) - len(after) :])
        return len(expected) == len(value) and all(map(fits, expected, value))
    return expected == value


@pytest.mark.parametrize(
    "text, value, same",
    [
        ("[1,2]", [1, 2], True),
        ("[1,2]", [1, 2, 3], False),
        ("[1,..]", [1, 2, 3], True),
        ("[..,3]", [1, 2, 3], True),
        ('{"a":..}', {"a": {"b": 1}}, True),
        ('{"a":1}', {"a": 1, "b": 2}, False),
        ('{"a":1,..}', {"a": 1, "b": 2}, True),
        ('{"a":1,..}', {"a": 2, "b": 2}, False),
    ],
)
def test_how_examples_are_compared(text, value, same):
    assert fits(shown(text), value) is same


def test_each_method_has_an_example_that_a_table_answers_so(tmp_path, built):
    examples = re.findall(r"^    > ([a-z.]+) (\{.*\})\n    < (\{.*\})$", PAGE, re.M)
    assert len(examples) == len(re.findall(r"^    [<>] ", PAGE, re.M)) // 2
    assert {method for method, _, _ in examples} == set(served())
    with Simulator(tmp_path / "flash") as table, table.greet() as link:
        for method, params, answer in examples:
            said = link.request(method, **json.loads(params))
            assert fits(shown(answer), said), (method, answer, said)


def test_pin():
    """The key by hashlib's PBKDF2 is the one on the page; the table's own HMAC makes the same of it."""
    salt, challenge = bytes(range(8)), "00112233445566778899aabbccddeeff"
    key = pins.derived("0420", salt)
    assert f"| `0420` | `{salt.hex()}` | `{key.hex()}` |" in PAGE
    mac = pins.proof("0420", challenge, salt.hex(), "0123abcd-5", "correct", "x")["mac"]
    assert mac == dice.hmac(key, f"{challenge} 0123abcd-5 correct".encode()).hex()
    assert f"`mac` is `{mac}`" in PAGE
