"""Whole numbers from outside, checked, and the error that names the field of one that is none."""

from .tiles import shown

PLAYERS = 8  # most scores; more than any table seats


class RecordError(ValueError):
    """A record that cannot be read; the message begins with the path of the field."""


def number(value: object, low: int, high: int, at: str) -> int:
    """An integer in low..high (a bool is none), or RecordError."""
    if not isinstance(value, int) or value is True or value is False:
        raise RecordError("%s: %s is no whole number" % (at, shown(value)))
    if not low <= value <= high:
        raise RecordError("%s: %s is not in %d..%d" % (at, shown(value), low, high))
    return value
