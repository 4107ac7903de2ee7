"""The parameters of a request: each function reads one, or raises a ParamError that names it."""

import binascii

from firmware.config import ParamError

STACKS = (1 << 20) - 1  # all sensors of a side


def shown(value: object) -> str:
    """A value for a message: short, whatever it is."""
    if isinstance(value, (list, tuple, dict)):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, str):
        return repr(value if len(value) <= 24 else value[:23] + "\u2026")
    text = repr(value)
    return text if len(text) <= 24 else text[:23] + "\u2026"


def given(params: dict, name: str, kind: type, what: str):  # type: ignore[no-untyped-def]
    """A value of this type (a bool is no int); `what` says in words what is expected."""
    value = params.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ParamError(name, "%s expected" % what if value is None else "%s is not %s" % (shown(value), what))
    return value


def number(params: dict, name: str, low: int, high: int) -> int:
    """An integer in low..high."""
    value = given(params, name, int, "a number from %d to %d" % (low, high))
    if not low <= value <= high:
        raise ParamError(name, "%d is not in %d..%d" % (value, low, high))
    return value


def text(params: dict, name: str) -> str:
    return given(params, name, str, "a text")


def numbers(params: dict, name: str) -> list:
    """A list of integers."""
    values = given(params, name, list, "a list of numbers")
    for i, value in enumerate(values):
        given({name: value}, name, int, "a number (place %d)" % i)
    return values


def dice(params: dict) -> bytes:
    """The field "dice": values 1..6."""
    values = numbers(params, "dice")
    for value in values:
        if not 1 <= value <= 6:
            raise ParamError("dice", "%d is not in 1..6" % value)
    return bytes(values)


def sensed(params: dict) -> tuple:
    """The fields "walls", a number or null for each side, and "lift"; what is left out is None."""
    walls = params.get("walls")
    if walls is not None:
        if not isinstance(walls, list) or len(walls) != 4:
            raise ParamError("walls", "a list of four is expected")
        for bits in walls:
            if bits is not None:
                number({"walls": bits}, "walls", 0, STACKS)
    lift = params.get("lift")
    if lift not in (None, True, False) or isinstance(lift, int) and not isinstance(lift, bool):
        raise ParamError("lift", "%s is not true or false" % shown(lift))
    return walls, lift


def packed(params: dict) -> bytes:
    """The field "record": a packed hand record in base64."""
    try:
        return binascii.a2b_base64(text(params, "record"))
    except ValueError:
        raise ParamError("record", "is not base64")
