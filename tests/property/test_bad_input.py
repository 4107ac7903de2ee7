"""Records that were damaged in any way: scored, or refused with the field named; never anything else."""

import copy
import json
import pathlib
import random
import subprocess
import sys

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
    *("\ud800", "5m\udc00", "\U0001f004", "it's", "\\", "\xa0", "\ufeff"),
    *([], [None], [1], [0, 7], ["5m"], [[1]], {}, {"a": 1}, {"seat": 0}, {"kind": "pung", "tiles": "111m"}),
    *(b"12", (1, 2), {1: 2}, {(1, 2): 3}, object()),
    {"patterns": ["full_flush"], "points": 0},
    {"patterns": ["no_such", "all_pungs", "all_pungs"], "points": 1},
]
MICROPYTHON = pathlib.Path(sys.executable).with_name("micropython")
# Answers each line of a file, a Python literal, with one of its own.
DEVICE = """
import sys
sys.path.insert(0, ROOT)
from engine_core.record import RecordError, canonical
from engine_core.score import score
with open(FILE) as f:
    for line in f:
        try:
            print(canonical(score(eval(line, {"nan": float("nan"), "inf": float("inf")}))))
        except RecordError as e:
            print("RecordError", e)
        except Exception as e:
            print(type(e), e)
"""


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


def damaged_at_random(rng):
    """A record with some values of others or strange ones, as a literal that both interpreters read."""
    record = copy.deepcopy(rng.choice(RECORDS))
    for _ in range(rng.randint(1, 3)):
        *path, last = rng.choice(list(places(record)))
        at = record
        for key in path:
            at = at[key]
        other = rng.choice(RECORDS)
        strange = [v for v in STRANGE if type(v) is not object and not (isinstance(v, int) and v > 10**300)]
        if last in other and rng.random() < 0.7:
            at[last] = copy.deepcopy(other[last])
        elif isinstance(at, dict) and rng.random() < 0.3:
            at[rng.choice(("called", "x", "\ud800", 1, None, 1.5, (1, 2)))] = copy.deepcopy(rng.choice(strange))
        else:
            at[last] = copy.deepcopy(rng.choice(strange))
    return ascii(record)


def test_both_interpreters_answer_alike(tmp_path):
    rng = random.Random(1)
    records = [damaged_at_random(rng) for _ in range(2000)]
    (tmp_path / "records").write_text("\n".join(records) + "\n")
    script = f"ROOT = {str(TESTS.parent)!r}\nFILE = {str(tmp_path / 'records')!r}\n" + DEVICE
    (tmp_path / "device.py").write_text(script)
    answers = []
    for python in (sys.executable, MICROPYTHON):
        run = [python, tmp_path / "device.py"]
        done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=300)
        answers.append(done.stdout.splitlines())
    assert [len(said) for said in answers] == [len(records)] * 2
    for record, ours, device in zip(records, *answers, strict=True):
        assert ours == device, record
        assert ours[0] == "{" or ours.startswith("RecordError "), (ours, record)
    assert 100 < sum(said[0] == "{" for said in answers[0]) < 1900
