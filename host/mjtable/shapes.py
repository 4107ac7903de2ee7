"""What a value that came from outside (the table, a file) must look like, written down as a value: its shape.

A shape is one of these:

    str, int, bool, dict    of that type (true and false are no numbers)
    function                what it says True of
    range                   a whole number in it
    pattern                 a text that matches as a whole
    frozenset               one of these texts
    None, True, False       just that
    tuple                   fits one of these shapes
    [shape]                 a list of such
    {name: shape}           an object with at least these fields; one whose name ends in "?" may be missing
    ANY                     whatever it is
"""

import re
import unicodedata
from typing import Any

ANY = object()
DEEPEST = 16  # levels of nesting that anything sensible has
SHOWN = 40  # characters of a wrong value that are shown
MISSING = object()


def misfit(shape: Any, value: Any, at: str = "") -> str | None:
    """The first place where `value` has not the shape, such as "wall.left: 'x'"; None when it fits."""
    if isinstance(shape, tuple):
        found = [misfit(one, value, at) for one in shape]
        return None if None in found else max((text for text in found if text), key=_depth)
    if isinstance(shape, dict) and isinstance(value, dict):
        parts = [(f"{at}.{name.rstrip('?')}".lstrip("."), name, shape[name]) for name in shape]
        inner = [(place, one, value.get(name.rstrip("?"), MISSING)) for place, name, one in parts if _due(name, value)]
    elif isinstance(shape, list) and isinstance(value, list):
        inner = [(f"{at}.{i}".lstrip("."), shape[0], one) for i, one in enumerate(value)]
    else:
        return None if _fits(shape, value) else f"{at}: {shown(value)}".removeprefix(": ")
    return next((text for place, one, given in inner if (text := misfit(one, given, place))), None)


def _due(name: str, value: dict[str, Any]) -> bool:
    return not name.endswith("?") or name[:-1] in value


def _depth(text: str) -> int:
    return text.partition(":")[0].count(".")


def _fits(shape: Any, value: Any) -> bool:
    if shape is ANY:
        return value is not MISSING
    if shape is None or isinstance(shape, bool):
        return value is shape
    if isinstance(shape, type):
        return isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
    if callable(shape):
        return bool(shape(value))
    if isinstance(shape, range):
        return isinstance(value, int) and not isinstance(value, bool) and value in shape
    if isinstance(shape, re.Pattern):
        return isinstance(value, str) and shape.fullmatch(value) is not None
    return isinstance(shape, frozenset) and isinstance(value, str) and value in shape


def shown(value: Any) -> str:
    if value is MISSING:
        return "-"
    text = repr(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


# ---------------------------------------------------------------- text


def is_printable(text: str) -> bool:
    """Can it be shown on a line and written to a file: no control characters, no lone surrogates?"""
    return not any(unicodedata.category(c) in ("Cc", "Cs") for c in text)


def undisplayable(text: str) -> str:
    """The first character of a name that no display shows, "" for none: one that is_hidden(), an emoji."""
    return next((c for c in text if ord(c) > 0xFFFF or is_hidden(c)), "")


def is_hidden(character: str) -> bool:
    """Is nothing seen of it, but perhaps of what it does to its line: of a control character, a mark that turns the
    text round, one that is not given out.
    """
    return unicodedata.category(character) in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")


def printable(value: Any, depth: int = DEEPEST) -> Any:
    """A JSON value with texts that can be shown: what cannot, but for line feed and tab, is U+FFFD.

    ValueError: nested too deep.
    """
    if isinstance(value, str):
        return value if is_printable(value) else "".join(c if c in "\n\t" or is_printable(c) else "�" for c in value)
    if not isinstance(value, list | dict):
        return value
    if not depth:
        raise ValueError("nested too deep")
    if isinstance(value, list):
        return [printable(one, depth - 1) for one in value]
    return {printable(name, 0): printable(one, depth - 1) for name, one in value.items()}
