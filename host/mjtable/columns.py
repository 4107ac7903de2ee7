"""Columns whose values are checked as they are read.

SQLite keeps any value in any column, and a file may be anybody's: behind this every value is what its column says.
"""

import datetime
import re
from typing import Any

import sqlalchemy as sa

from mjtable.answers import ANSWER, FACE, SEAT
from mjtable.shapes import misfit, shown

YEARS = range(1971, 9999)  # those that any time zone can show
_KINDS = {sa.Integer: int, sa.String: str, sa.LargeBinary: bytes, sa.Boolean: bool}


def _is_time(value: object) -> bool:
    """UTC in ISO 8601; "" for never."""
    try:
        time = datetime.datetime.fromisoformat(str(value))
    except ValueError:
        return value == ""
    return time.tzinfo is not None and time.year in YEARS


def _is_scores(value: object) -> bool:
    """An amount for each seat."""
    return misfit([int], value) is None and len(value) in range(1, len(SEAT) + 1)  # type: ignore[arg-type]


# `info` of a column whose type does not say what its values are.
VERSION = {"shape": range(1, 2**31)}
TIME = {"shape": range(2**32)}  # unix seconds, 0 unknown
SEEN = {"shape": _is_time}
SCORES = {"shape": _is_scores}
PLACE = {"shape": SEAT}
NAME = {"shape": re.compile(r"\w+")}
RECORD = {"shape": dict}
ANSWERED = {"shape": ANSWER}
DICE = {"shape": [FACE]}
SMALL = {"shape": range(1000)}
MOMENT = {"shape": range(1, 2**32)}  # unix seconds, by the laptop's clock
PLAYERS = {"shape": [(int, None)]}  # the player's number by seat
MOVED = {"shape": [SEAT]}  # by seat, where whoever sits there now came from


class Unfit(Exception):
    """A value in the database does not belong in its column; the text says which and where."""


class _Checked(sa.types.TypeDecorator[Any]):
    """The type `kind`, its values of a shape (mjtable.shapes)."""

    impl = sa.types.NullType
    cache_ok = True

    def __init__(self, place: str, kind: Any, shape: Any):
        super().__init__()
        self.place = place  # part of the key in SQLAlchemy's cache, for it is named as the argument is
        self.impl = kind
        self._shape = shape

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Any:
        convert = self.impl_instance.result_processor(dialect, coltype) or (lambda value: value)
        usual = _usual(self._shape)

        def checked(value: Any) -> Any:
            kind = type(value)
            if kind in usual and (usual[kind] is None or value in usual[kind]):
                return value  # most are numbers: a page of the history reads some ten thousand
            try:
                found = convert(value)
            except Exception:  # whatever the driver or SQLAlchemy has against a value
                raise Unfit(f"{self.place}: {shown(value)} does not belong there") from None
            wrong = misfit(self._shape, found, self.place)
            if wrong:
                raise Unfit(wrong + " does not belong there")
            return found

        return checked


def _usual(shape: Any) -> dict[Any, Any]:
    """Types of values that fit and that no driver writes otherwise -> which of them (None: all)."""
    out: dict[Any, Any] = {}
    for one in shape if isinstance(shape, tuple) else (shape,):
        if one is None:
            out[type(None)] = None
        elif one is int or isinstance(one, range):
            out[int] = None if one is int else one
    return out


def checked(table: sa.Table) -> sa.Table:
    """The table; its columns' values are of the `shape` in their info, or else of the column's type."""
    for column in table.columns:
        kind = column.type.impl_instance if isinstance(column.type, _Checked) else column.type  # a reference's
        shape = column.info.get("shape") or next(shape for base, shape in _KINDS.items() if isinstance(kind, base))
        column.type = _Checked(f"{table.name}.{column.name}", kind, (shape, None) if column.nullable else shape)
    return table
