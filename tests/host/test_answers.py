"""What the laptop expects of each answer is what the table gives and what host/PROTOCOL.md says."""

import re
from pathlib import Path

import pytest

from mjtable import answers
from tests.host.fake import HELLO

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "host" / "PROTOCOL.md").read_text("utf-8")
LISTS = [path.read_text("utf-8").partition("METHODS = {")[2] for path in (ROOT / "firmware").glob("methods*.py")]


def served():
    """Method -> does it change something at the table."""
    found = re.findall(r'^    "([a-z.]+)": (\(?)\w+,', "\n".join(LISTS), re.M)
    return {name: bool(two) for name, two in found}


def test_every_method_has_the_shape_of_its_answer():
    assert set(answers.SHAPES) == set(served())


def test_methods_that_change_something_are_known():
    assert answers.CHANGES == {name for name, changes in served().items() if changes} - {"clock"}


def test_the_fields_are_those_of_the_page():
    rows = dict(re.findall(r"^\| `([a-z.]+)` \|[^\n|]*\| (.*) \|$", PAGE, re.M))
    for method, shape in answers.SHAPES.items():
        if method not in ("wall.event", "config.get", "config.set"):  # these refer to another place
            for field in shape:
                assert f"`{field.rstrip(chr(63))}`" in rows[method], (method, field)
    for field in [*answers.WALL, *answers.SETTINGS]:
        assert f"`{field}`" in PAGE, field


def test_a_hello_as_it_should_be():
    assert answers.understood("hello", HELLO) == HELLO


@pytest.mark.parametrize(
    "hello",
    [
        None,
        [],
        "hello",
        {},
        {**HELLO, "id": 7},
        {**HELLO, "id": "x" * 5000},
        {**HELLO, "name": None},
        {**HELLO, "seq": 10**30},
        {**HELLO, "seq": float("nan")},
        {key: value for key, value in HELLO.items() if key != "fw"},
    ],
)
def test_a_hello_that_is_none_is_refused(hello):
    with pytest.raises(ValueError):
        answers.understood("hello", hello)


def test_a_win_is_valid_and_has_a_worth_or_is_not_and_has_a_reason():
    good = {"seat": 0, "valid": True, "value": 5, "patterns": ["self_draw"]}
    bad = {"seat": 0, "valid": False, "reason": "not_a_win"}
    answer = {"wins": [good, bad], "delta": [0, 0, 0, 0], "next_dealer": 0}
    assert answers.understood("hand.score", {"answer": answer})
    for win in ({**good, "valid": False}, {**bad, "valid": True}, {**good, "seat": 9}):
        with pytest.raises(ValueError):
            answers.understood("hand.score", {"answer": {**answer, "wins": [win]}})
