"""Whole numbers as people write them."""

import json

import pytest

from mjtable import commandline
from mjtable.wholenumber import MOST_DIGITS, number_in, whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("-0", 0), ("17", 17), ("-5", -5), ("007", 7), ("１２", 12), ("0" * 5000 + "3", 3)],
)
def test_a_number_is_read(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", "-", "+5", "1.5", "1e3", " 1", "1\n", "0x10", "²", "x"])
def test_a_text_that_is_none_is_none(text):
    assert whole_number(text) is None


def test_one_of_more_digits_than_python_reads_stays_too_high_and_too_low():
    assert whole_number("9" * 5000) == 10**MOST_DIGITS - 1
    assert whole_number("-" + "9" * 5000) == 1 - 10**MOST_DIGITS


def test_a_number_that_is_wanted_is_in_a_range():
    assert number_in("3", range(4)) == 3
    for text in ("4", "-1", "x", "9" * 5000):
        assert number_in(text, range(4)) is None
    assert number_in("", range(2**63)) is None  # at once


@pytest.mark.parametrize(
    "line",
    [
        ["hand", "9" * 5000],
        ["wall", "--region", "ningbo", "--dice", "3," + "9" * 5000],
        ["region", "show", "ningbo", "-o", "minimum=" + "9" * 5000],
        ["house", "edit", "wang", "--set", "options.minimum=" + "9" * 5000],
    ],
)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_command_line_refuses_it_in_words(capsys, line, lang):
    commandline.run(["house", "new", "wang", "--from", "ningbo"])
    capsys.readouterr()
    assert commandline.run(["--lang", lang, *line]) in (1, 2)
    said = capsys.readouterr().err
    assert "Traceback" not in said and "integer" not in said


def test_a_record_with_one_is_refused_by_its_field(tmp_path, capsys):
    record = {"region": "ningbo", "hands": [{}, {}, {}, {}], "wins": [], "dealer": 0}
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(record).replace('"dealer": 0', '"dealer": ' + "9" * 5000))
    assert commandline.run(["--lang", "en", "score", str(file)]) == 1
    assert "dealer" in capsys.readouterr().err
