"""The link under noise: never an exception, never a lost frame that was whole, never a frame that was not sent."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine_core.wire import Reader, frame

SCALAR = st.none() | st.booleans() | st.integers(-(1 << 60), 1 << 60) | st.text(max_size=30)
KEY = st.text(max_size=8)
VALUE = st.recursive(SCALAR, lambda v: st.lists(v, max_size=4) | st.dictionaries(KEY, v, max_size=4), max_leaves=12)
OBJECT = st.dictionaries(KEY, VALUE, max_size=4)
# What stands on the line beside the frames; with what frames are made of, to come near them.
NOISE = st.binary(max_size=40) | st.text(alphabet='~{}[]"*:0123456789abcdef\r\n\x03', max_size=40).map(str.encode)


def fed(data, cuts=(), longest=4096):
    reader = Reader(longest)
    found = []
    places = [0, *sorted(c % (len(data) + 1) for c in cuts), len(data)]
    for start, end in zip(places, places[1:], strict=False):
        found += reader.feed(data[start:end])
    return found


@given(OBJECT)
def test_every_object_comes_back(obj):
    data = frame(obj)
    assert fed(data) == [obj]
    assert data.count(b"~") == 1 and all(0x20 <= c < 0x7F for c in data[:-1])


@given(st.lists(st.tuples(NOISE, OBJECT), max_size=5), NOISE, st.lists(st.integers(0, 10000), max_size=6))
@settings(max_examples=500)
def test_noise_between_frames_loses_none(parts, after, cuts):
    data = b"".join(noise + frame(obj) for noise, obj in parts) + after
    assert fed(data, cuts) == [obj for _, obj in parts]


@given(OBJECT, st.integers(0, 10000), st.binary(max_size=4), st.integers(0, 4), OBJECT)
@settings(max_examples=1500)
def test_a_changed_frame_is_not_taken_and_the_next_is(obj, at, put, removed, following):
    data = frame(obj)
    at %= len(data)
    changed = data[:at] + put + data[at + removed :]
    lines = {line.removesuffix(b"\r") for line in (changed + b"\n").split(b"\n")}
    whole = data[:-1] in {line[line.rfind(b"~") :] for line in lines if b"~" in line}
    expected = [obj] if whole else []  # noise before "~" or after the end is no change
    assert fed(changed + b"\n" + frame(following)) == expected + [following]


@given(OBJECT, st.integers(0, 10000))
def test_a_truncated_frame_is_not_taken(obj, n):
    data = frame(obj)
    n %= len(data) - 1
    assert fed(data[:n] + b"\n") == []
    assert fed(data[n + 1 :]) == []


@given(st.lists(st.binary(max_size=300), max_size=8), st.integers(0, 64))
@settings(max_examples=500)
def test_nothing_raises_and_nothing_grows(pieces, longest):
    reader = Reader(longest)
    for piece in pieces:
        reader.feed(piece)
    assert len(reader._line) == longest
    assert reader.feed(b"\n~1*83dcefb7\n") == ([1] if longest >= 10 else ())
