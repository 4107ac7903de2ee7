"""Whole numbers as people write them: in a form, on the command line, in a file."""

import re

MOST_DIGITS = 40  # of a number that is worth reading whole
_NUMBER = re.compile(r"(-?)0*(\d+)")


def whole_number(text: str) -> int | None:
    """The number that a text is, None for one that is none; digits may be those of a Chinese keyboard ("１２").

    Python reads no number of thousands of digits. One that is longer than any field wants is cut to MOST_DIGITS: it is
    too high or too low for every field all the same, and the field refuses it in its own words.
    """
    found = _NUMBER.fullmatch(text)
    return int(found[1] + found[2][:MOST_DIGITS]) if found else None


def number_in(text: str, allowed: range) -> int | None:
    """The number, if it is one of these."""
    number = whole_number(text)
    return number if number is not None and number in allowed else None
