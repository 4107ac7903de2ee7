"""The laptop's reader finds what the table's finds, in whatever pieces and among whatever else; and raw bytes."""

import json

from hypothesis import given
from hypothesis import strategies as st

from engine_core import wire
from mjtable.lines import Lines

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
noise = st.binary(max_size=30).filter(lambda data: b"\x01" not in data)
parts = st.lists(json_values.map(wire.frame) | noise | st.just(b"~") | st.just(b"\r\n"), max_size=12).map(b"".join)


def fed(reader, data, sizes):
    found, at = [], 0
    for n in [*sizes, len(data)]:
        found += reader.feed(data[at : at + n])
        at += n
    return found


@given(parts, st.lists(st.integers(0, 40), max_size=20))
def test_both_readers_find_the_same(data, sizes):
    assert fed(Lines(100), data, sizes) == fed(wire.Reader(100), data, [])


@given(st.binary(max_size=300), st.lists(st.integers(0, 40), max_size=20), st.binary(max_size=20))
def test_raw_bytes_come_as_they_were_sent(raw, sizes, before):
    line = wire.frame(wire.result("a-1", {"size": len(raw)}), raw)
    assert line.count(b"~") == line.count(b"\n") == 1
    found = fed(Lines(4096), before.replace(b"~", b"") + line, sizes)
    assert found == [wire.result("a-1", {"size": len(raw), "data": raw})]


@given(st.binary(min_size=1, max_size=60), st.data())
def test_a_damaged_line_with_raw_bytes_is_none(raw, data):
    line = bytearray(wire.frame(wire.result("a-1", {}), raw))
    at = data.draw(st.integers(0, len(line) - 2))
    line[at] ^= 1 << data.draw(st.integers(0, 7))
    assert Lines(4096).feed(bytes(line)) == []


def test_raw_bytes_behind_what_is_no_result_are_no_message():
    for value in ([], 7, {"result": 7}, {"error": {}}, {"result": []}):
        assert Lines(4096).feed(wire.frame(value, b"x")) == []


def test_what_is_too_long_or_too_deep_is_passed_over():
    long, deep = b"[" + b" " * 5000 + b"]", b"[" * 100_000
    lines = [b"~" + body + b"*" + wire.crc(body) + b"\n" for body in (long, deep)]
    reader = Lines(4096)
    assert reader.feed(b"".join(lines) + wire.frame({"a": 1})) == [{"a": 1}]
    reader = Lines(1 << 20)
    assert reader.feed(lines[1] + wire.frame({"a": 1})) == [{"a": 1}]
    assert json.loads(long) == []
