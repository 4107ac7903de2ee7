"""A table that was reset: recognised by what it was before, and given back what this laptop has of that.

MicroPython formats a flash that it cannot read without a word, and a new controller in an old table is as blank. Such a
table plays nothing yet; where it is plugged in, or by its own id or name, there was one that did.
"""

import json
import os
from typing import Any, NamedTuple

from engine_core import wire
from engine_core.between import GIVEN
from engine_core.table import Table
from mjtable import folders, keeping, tables
from mjtable.errors import Refused, SameName, UnknownTable
from mjtable.link import Link
from mjtable.shapes import misfit
from mjtable.status import view
from mjtable.store import Store

NOT_GIVEN = ("id", "pin")  # of the settings: a table makes its id, and never tells a pin
KEPT = {
    "settings": {"name": str, "lang": str},
    "houses": [{"id": str, "region": str, "options": dict}],
}


class Former(NamedTuple):
    """What a table was. `state` is that of the last sync, at `seen` (UTC, ISO 8601)."""

    id: str
    name: str
    seen: str
    state: Table
    settings: dict[str, Any]
    houses: list[dict[str, Any]]


def fresh(status: dict[str, Any]) -> bool:
    """Has nothing been played yet? `status`: that of a table, or view() of one."""
    return status["session"] <= 1 and status["hand"] <= 1 and not status.get("last") and len(set(status["scores"])) <= 1


def _fresh(table: Table) -> bool:
    return fresh({**view(table), "last": table.last})


def former(link: Link, history: Store) -> Former | None:
    """What the table at the other end was before it was reset; None when it was not, or nobody knows: in safe mode it
    may know less of itself than its journal does.
    """
    if link.hello.get("safe"):
        return None
    status = link.request("status")
    if not fresh(status):
        return None
    known = {row.id: row for row in history.known_tables()}
    own: str = link.hello["id"]
    for ident in _candidates(link, list(known.values())):
        # Its own events only if there were more than there are now: those of the journal that is gone.
        found = ident in known and _former(history, known[ident], link.hello["seq"] if ident == own else -1)
        if found and not (status["region"] and _fresh(found.state)):  # else there is nothing to be given back
            return found
    return None


def named(history: Store, wanted: str) -> Former:
    """The table with this id or name, as it was at the last sync. UnknownTable, SameName."""
    known = history.known_tables()
    rows = [row for row in known if wanted in (row.id, row.name)]
    found = [one for one in (_former(history, row) for row in rows) if one]
    if len(found) > 1:
        raise SameName(named=wanted, tables=", ".join(one.id for one in found))
    if not found:
        raise UnknownTable(named=wanted, known=", ".join(f"{row.id} ({row.name})" for row in known) or "-")
    return found[0]


def _candidates(link: Link, known: list[Any]) -> list[str]:
    """Ids that the table may have had: its own, that of the table which was here before, the only one of its name that
    is not on another port now.
    """
    ident: str = link.hello["id"]
    before = tables.remembered().get(ident, {}).get("before")
    same_name = [row.id for row in known if row.name == link.hello["name"] and row.id != ident]
    same_name = [one for one in same_name if tables.where(one) in (None, link.device)]
    return [ident, *([before] if before else []), *(same_name if len(same_name) == 1 else [])]


def _former(history: Store, row: Any, behind: int = -1) -> Former | None:
    """What the history has of a table, the latest with a region, and with more events than `behind`."""
    for seq, state in history.states_of(row.id):
        try:
            table = Table.restore(state)
        except ValueError:  # of a newer version, or damaged
            continue
        if seq > behind and table.region:
            settings = kept(row.id)
            return Former(row.id, row.name, row.seen, table, settings["settings"], settings["houses"])
    return None


def give_back(link: Link, was: Former) -> dict[str, Any]:
    """Gives the table the settings, houses, region, and the session as it stood between two hands: its answer to that.

    What the link raises. Whatever was given before that is simply given again the next time.
    """
    state = was.state
    have = link.request("config.get")  # a firmware may have fewer settings than another
    settings = {"name": was.name, **was.settings}
    link.request("config.set", **{key: value for key, value in settings.items() if key in have})
    for house in was.houses:
        link.request("house.set", **house)
    link.request("region.set", region=state.region, options=dict(state.options))
    core = state.core()
    session = {field: core[field] for field in GIVEN if field in core}
    try:
        answer: dict[str, Any] = link.request("session.give", session=session)
    except Refused as error:
        if error.values["code"] != wire.METHOD_NOT_FOUND:
            raise
        dealer = {} if state.dealer is None else {"dealer": state.dealer}  # older firmware: a new session
        answer = link.request("session.new", scores=list(state.scores), **dealer)
    return answer


# ---------------------------------------------------------------- what a sync keeps beside the history


def keep(link: Link) -> None:
    """Writes down the settings and houses of a table, which are no events. OSError, BadFolder.

    Those of a table that was reset are not worth to lose the former ones for.
    """
    ident: str = link.hello["id"]
    path = folders.data() / "tables" / f"{ident}.json"
    if path.exists() and fresh(link.request("status")):
        return
    settings = {key: value for key, value in link.request("config.get").items() if key not in NOT_GIVEN}
    houses = [link.request("house.get", id=ident) for ident, _ in keeping.houses(link)]
    value = {"settings": settings, "houses": houses}
    if value != kept(ident):
        folders.made(path.parent)
        new = path.with_suffix(".new")
        new.write_text(json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True), "utf-8")
        os.replace(new, path)


def kept(ident: str) -> dict[str, Any]:
    """The same as it was written down; nothing of a table that never was."""
    nothing: dict[str, Any] = {"settings": {}, "houses": []}
    try:
        found = json.loads((folders.data() / "tables" / f"{ident}.json").read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return nothing
    return nothing if misfit(KEPT, found) else found
