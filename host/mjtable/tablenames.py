"""What the tables of a history are called, and which one somebody means."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from mjtable.errors import SameName, UnknownTable

BEGINNING = 4  # digits of an id, at least


def shown(known: Iterable[Any]) -> dict[str, str]:
    """Id of a table -> what it is called: its name, with the beginning of its id where others are called so too; its id
    where it has no name. `known`: rows or objects with `id` and `name`.
    """
    rows = list(known)
    named = Counter(row.name for row in rows)
    long = BEGINNING
    while len({row.id[:long] for row in rows}) < len({row.id for row in rows}):
        long += 1
    return {
        row.id: (f"{row.name} ({row.id[:long]})" if named[row.name] > 1 else row.name) if row.name else row.id
        for row in rows
    }


def meant(known: Iterable[Any], named: str) -> Any:
    """The table with this id, or the beginning of one, or name, or what shown() calls it. UnknownTable, SameName."""
    rows = list(known)
    calls = shown(rows)
    exact = [row for row in rows if named in (row.id, calls[row.id])]
    begun = [row for row in rows if len(named) >= BEGINNING and row.id.startswith(named.lower())]
    found = exact or [row for row in rows if row.name == named] or begun
    if len(found) > 1:
        raise SameName(named=named, tables=", ".join(calls[row.id] for row in found))
    if not found:
        raise UnknownTable(named=named, known=", ".join(f"{row.id} ({row.name})" for row in rows) or "-")
    return found[0]
