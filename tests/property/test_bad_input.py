"""Records that were damaged in any way: scored, or refused with the field named; never anything else."""

import copy
import json
import pathlib

from hypothesis import given, settings
from hypothesis import strategies as st

from engine_core import record as rec
from engine_core import wall
from engine_core.score import explain, score

TESTS = pathlib.Path(__file__).parent.parent
RECORDS = [c["record"] for f in sorted((TESTS / "cases").glob("*.json")) for c in json.loads(f.read_text())]
WALLS = [c["record"] for f in sorted((TESTS / "walls").glob("*.json")) for c in json.loads(f.read_text())]

STRANGE = [
    *(None, True, False, 0, 1, -1, 4, 255, 1 << 31, -(1 << 70), 10**5000, 1.0, float("nan"), float("inf")),
    *("", "x", "5m", "55m", "0m", "9f", "E", "self_draw", "丁", "\x00", "a" * 3000, "guigang", "ningbo", "__init__"),
    *([], [None], [1], [0, 7], ["5m"], [[1]], {}, {"a": 1}, {"seat": 0}, {"kind": "pung", "tiles": "111m"}),
    *(b"12", (1, 2), {1: 2}, {(1, 2): 3}, object()),
]


def places(value, path=()):
    """The path of everything inside a record."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


@st.composite
def damaged(draw, records):
    record = copy.deepcopy(draw(st.sampled_from(records)))
    for _ in range(draw(st.integers(1, 3))):
        *path, last = draw(st.sampled_from(list(places(record))))
        at = record
        for key in path:
            at = at[key]
        what = draw(st.sampled_from(("put", "put", "remove", "add", "double")))
        if what == "put":
            at[last] = copy.deepcopy(draw(st.sampled_from(STRANGE)))
        elif what == "remove":
            del at[last]
        elif isinstance(at, dict):
            key = draw(st.sampled_from(("x", "options", "kongs", "seats", "called", 1)))
            at[key] = copy.deepcopy(draw(st.sampled_from(STRANGE)))
        else:
            at.append(copy.deepcopy(at[last]))
        if not record:
            break
    return record


@settings(max_examples=1500, deadline=None)
@given(damaged(RECORDS))
def test_score_answers_or_names_the_field(record):
    try:
        answer = score(record)
    except rec.RecordError as e:
        assert ": " in str(e) and len(str(e)) < 400
        return
    assert sum(answer["delta"]) == 0
    assert all(explain(record, lang) for lang in ("zh", "en"))
    again = rec.unpack(rec.pack(record))
    assert score(again) == answer


@settings(max_examples=500, deadline=None)
@given(damaged(WALLS))
def test_the_wall_answers_or_names_the_field(record):
    try:
        wall.script(record) if "events" in record else wall.opening(record)
    except rec.RecordError as e:
        assert ": " in str(e) and len(str(e)) < 400


@settings(max_examples=1500, deadline=None)
@given(st.sampled_from(RECORDS), st.data())
def test_packed_bytes_that_were_changed(record, data):
    packed = bytearray(rec.pack(record))
    for _ in range(data.draw(st.integers(1, 3))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    try:
        score(rec.unpack(bytes(packed)))
    except rec.RecordError:
        pass


def test_values_nested_deeper_than_the_stack():
    deep: list = []
    for _ in range(5000):
        deep = [deep]
    for key in ("region", "options", "dealer", "dice", "indicator", "hands", "wins", "carry", "birds", "kongs"):
        for value in (deep, {"minimum": deep}, [deep]):
            try:
                score({**RECORDS[0], key: value})
            except rec.RecordError as e:
                assert str(e).startswith(key)
