"""Which table is meant: the one that is found, the one that is named, and those remembered from before."""

import json
import os
import tempfile
import time
from typing import Any, NamedTuple

from mjtable import folders
from mjtable.errors import BadFolder, LinkError, NoSuchTable, NoTable, PortBusy, SeveralTables
from mjtable.link import Link, Port, usb_ports


class Seen(NamedTuple):
    """A port that was looked at: the table's hello, or why there is none."""

    port: Port
    hello: dict[str, Any] | None
    problem: LinkError | None


def ports() -> list[Port]:
    """Every port that may have a table on it: simulated ones, then known controllers on USB."""
    return [Port(device, "simulator", None) for device in _simulated()] + usb_ports()


def _simulated() -> dict[str, str]:
    if os.name != "posix":  # simulators need pseudo-terminals
        return {}
    from mjtable import simulators

    return simulators.running()


def look(port: Port) -> Seen:
    """Greets what is on a port and lets it go again."""
    try:
        with Link.open(port.device, look=True) as link:
            return Seen(port, link.hello, None)
    except LinkError as e:
        return Seen(port, None, e)


def connect(named: str | None = None) -> Link:
    """The table on the port `named`, the table whose id or name it is, or the only one there is.

    NoTable, SeveralTables, and what opening a port may raise.
    """
    if named and (os.sep in named or named.upper().startswith("COM") or "://" in named):
        return _open(named)
    candidates = _last_first(ports())
    if named is None and len(candidates) == 1:
        return _open(candidates[0].device)
    seen = [look(port) for port in candidates]
    found = [s for s in seen if s.hello and named in (None, s.hello["id"], s.hello["name"])]
    if len(found) > 1:
        raise SeveralTables(tables=", ".join(f"{s.hello['id']} ({s.port.device})" for s in found if s.hello))
    if found:
        return _open(found[0].port.device)
    for one in seen:
        if isinstance(one.problem, PortBusy):  # it may be the one
            raise one.problem
    looked = ", ".join(s.port.device for s in seen) or "-"
    raise NoSuchTable(named=named, looked=looked) if named else NoTable(looked=looked)


def _open(device: str) -> Link:
    link = Link.open(device, where=where)
    # A controller's clock stops with its power: whoever comes first sets it. The table leaves a right one alone.
    link.request("clock", time=int(time.time()))
    remember(link)
    return link


def where(table: str) -> str | None:
    """The port of the table with this id now, by its USB serial number or by asking around; None when not there."""
    saved = remembered().get(table, {})
    for port in ports():
        if saved.get("serial_number") and port.serial_number == saved["serial_number"]:
            return port.device
    here = [port.device for port in ports()]
    return saved["port"] if saved.get("port") in here else (here[0] if len(here) == 1 else None)


# ---------------------------------------------------------------- memory


def remembered() -> dict[str, dict[str, Any]]:
    """Table id -> {"port", "serial_number", "name"} of every table this laptop has spoken to.

    A simulated table has "flash" as well; it is forgotten when that file is gone.
    """
    try:
        found = json.loads((folders.config() / "tables.json").read_text("utf-8"))
    except (OSError, ValueError, BadFolder):
        return {}
    if not isinstance(found, dict):
        return {}
    return {ident: saved for ident, saved in found.items() if "flash" not in saved or os.path.exists(saved["flash"])}


def remember(link: Link) -> None:
    """Keeps where a table was found. Failing to is no reason not to speak to it."""
    numbers = {port.device: port.serial_number for port in usb_ports()}
    entry = {"port": link.device, "serial_number": numbers.get(link.device), "name": link.hello.get("name") or ""}
    flash = _simulated().get(link.device)
    known = remembered()
    if flash:
        entry["flash"] = flash  # which may have been erased: the table that was on it is gone
        known = {i: saved for i, saved in known.items() if saved.get("flash") != flash or i == link.hello["id"]}
    if known.get(link.hello["id"]) == entry:
        return
    known[link.hello["id"]] = entry
    try:
        fd, temporary = tempfile.mkstemp(dir=folders.config(), prefix="tables-")
        with os.fdopen(fd, "w", encoding="utf-8") as f:
            json.dump(known, f, ensure_ascii=False, indent=1, sort_keys=True)
        os.replace(temporary, folders.config() / "tables.json")
    except (OSError, BadFolder):
        pass


def _last_first(found: list[Port]) -> list[Port]:
    """Ports where a table was before come first."""
    known = {entry.get("port") for entry in remembered().values()}
    return sorted(found, key=lambda port: port.device not in known)
