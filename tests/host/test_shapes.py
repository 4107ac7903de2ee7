import re

import pytest

from mjtable.shapes import ANY, misfit, printable

WALL = {"left": int, "next": (re.compile("[0-3]:[0-9]{2}"), None), "spare?": bool}


@pytest.mark.parametrize(
    "shape, value",
    [
        (int, 5),
        (bool, True),
        (range(1, 7), 6),
        (None, None),
        (True, True),
        (str.isdigit, "12"),
        (frozenset(("E", "S")), "S"),
        ([int], []),
        ([int], [1, 2]),
        (WALL, {"left": 1, "next": None}),
        (WALL, {"left": 1, "next": "2:07", "spare": False, "more": [1]}),
        (ANY, {"a": [None]}),
        ((WALL, None), None),
    ],
)
def test_what_fits(shape, value):
    assert misfit(shape, value) is None


@pytest.mark.parametrize(
    "shape, value, where",
    [
        (int, True, "True"),
        (int, 1.0, "1.0"),
        (str, None, "None"),
        (range(1, 7), 7, "7"),
        (range(1, 7), True, "True"),
        (True, 1, "1"),
        (str.isdigit, "x", "'x'"),
        (frozenset(("E", "S")), ["E"], "['E']"),
        ([int], {"0": 1}, "{'0': 1}"),
        ([int], [1, "x"], "1: 'x'"),
        (WALL, [], "[]"),
        (WALL, {"next": None}, "left: -"),
        (WALL, {"left": 1, "next": "2:7"}, "next: '2:7'"),
        (WALL, {"left": 1, "next": None, "spare": 0}, "spare: 0"),
        ((WALL, None), {"left": "x", "next": None}, "left: 'x'"),
        ({"wall": WALL}, {"wall": {"left": None, "next": None}}, "wall.left: None"),
        (ANY, None, None),
    ],
)
def test_what_does_not_fit_is_named_by_its_place(shape, value, where):
    assert misfit(shape, value) == where


def test_a_long_value_is_not_shown_in_full():
    assert len(misfit(int, "x" * 5000)) < 60


def test_text_that_cannot_be_shown_is_replaced_at_any_depth():
    assert printable({"a\ud800": ["\x1b[31m", "line\n\tline", "东"]}) == {"a�": ["�[31m", "line\n\tline", "东"]}


def test_nesting_without_end_is_refused():
    value = None
    for _ in range(5000):
        value = [value]
    with pytest.raises(ValueError):
        printable(value)
