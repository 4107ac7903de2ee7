"""Which table is meant: the one that is found, the one that is named, and those remembered from before."""

import errno
import json
import os
import re
import tempfile
import time
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

from mjtable import folders, pins, sharing
from mjtable.errors import (
    AtPrompt,
    BadFolder,
    ClockKept,
    InSafeMode,
    MjtableError,
    NoAnswer,
    NoPort,
    NoSuchTable,
    NoTable,
    NotRemembered,
    PinNeeded,
    PortMissing,
    SeveralTables,
    SystemTrouble,
)
from mjtable.link import Link
from mjtable.serialports import Port, is_url, usb_ports
from mjtable.shapes import misfit

Opener = Callable[[str], Any]

# An entry of the saved tables. A file that somebody damaged is no reason to stop.
ENTRY = {"port": str, "serial_number": (str, None), "name": str, "flash?": str, "before?": str, "restored?": str}


class Seen(NamedTuple):
    """A port that was looked at: the table's hello, or why there is none."""

    port: Port
    hello: dict[str, Any] | None
    problem: MjtableError | None


def ports() -> list[Port]:
    """Every port that may have a table on it: simulated ones, then known controllers on USB."""
    return [Port(device, "simulator", None) for device in _simulated()] + usb_ports()


def _simulated() -> dict[str, str]:
    if os.name != "posix":  # simulators need pseudo-terminals
        return {}
    from mjtable import simulators

    return simulators.running()


def look(port: Port, opened: Opener = sharing.opened) -> Seen:
    """Greets what is on a port and lets it go again."""
    try:
        with Link.open(port.device, look=True, opened=opened) as link:
            return Seen(port, link.hello, None)
    except MjtableError as e:
        return Seen(port, None, e)


def connect(named: str | None = None, opened: Opener = sharing.opened) -> Link:
    """The table on the port `named`, the table whose id or name it is, or the only one there is.

    `opened`: opens a port; a program that stays takes sharing.lendable.

    NoTable, SeveralTables, and what opening a port may raise. An InSafeMode is warned of.
    """
    link = _connect(named, opened)
    if link.hello.get("safe"):
        warnings.warn(InSafeMode(), stacklevel=2)
    return link


def _connect(named: str | None, opened: Opener = sharing.opened) -> Link:
    if named and is_port(named):
        return _open(named, opened)
    candidates = _last_first(ports())
    if named is None and len(candidates) == 1:
        return _open(candidates[0].device, opened)
    seen = [look(port, opened) for port in candidates]
    found = [s for s in seen if s.hello and named in (None, s.hello["id"], s.hello["name"])]
    if len(found) > 1:
        raise SeveralTables(tables=", ".join(f"{s.hello['id']} ({_place(s)})" for s in found if s.hello))
    if found:
        return _open(found[0].port.device, opened)
    for one in seen:
        # Something is there, which may be the one; a silent port is just not it.
        if one.problem and (isinstance(one.problem, AtPrompt) or not isinstance(one.problem, NoAnswer | PortMissing)):
            raise one.problem
    looked = ", ".join(_place(s) for s in seen) or "-"
    raise NoSuchTable(named=named, looked=looked) if named else NoTable(looked=looked)


def _place(seen: Seen) -> str:
    """What a table is called, if it says so, and the port that it is on."""
    name = seen.hello["name"] if seen.hello else ""
    return f"{name}, {seen.port.device}" if name else seen.port.device


def resume(named: str | None = None, last_good: bool = False) -> Link:
    """Starts the table that stands at MicroPython's prompt: on the port named, where the table named was before, or
    the only one. One in safe mode is let to try again, `last_good`: with the settings that it last ran well with. One
    that runs is connected to. NotStarted, StillSafe, and what connect() may raise.
    """
    link = _resume(named)
    try:
        if link.hello.get("safe"):
            link.restart(last_good)
    except BaseException:
        link.close()
        raise
    return link


def _resume(named: str | None) -> Link:
    if named is None:
        candidates = ports()
    else:
        saved = next((i for i, entry in remembered().items() if named in (i, entry["name"])), None)
        device = named if is_port(named) else saved and where(saved)
        candidates = [Port(device, "", None)] if device else []
    stopped = [port for port in candidates if isinstance(look(port).problem, AtPrompt)]
    if len(stopped) > 1:
        raise SeveralTables(tables=", ".join(port.device for port in stopped))
    return started(stopped[0].device) if stopped else _connect(named)


def started(device: str, patience: float | None = None, opened: Opener = sharing.opened) -> Link:
    """Starts the table that stands at the prompt on a port. What Link.resume() raises."""
    return _ready(Link.resume(device, _back, patience, opened))


def board_port(named: str | None) -> str:
    """The port of a controller, whatever runs on it: the port named, where the table named was, or the only one.

    NoTable, SeveralTables.
    """
    if named and is_port(named):
        return named
    if named:
        saved = next((ident for ident, entry in remembered().items() if named in (ident, entry["name"])), None)
        device = saved and where(saved)
        if device:
            return device
    candidates = ports()
    looked = ", ".join(port.device for port in candidates) or "-"
    if named:
        raise NoSuchTable(named=named, looked=looked)
    if len(candidates) > 1:
        raise SeveralTables(tables=", ".join(f"{port.device} ({port.what})" for port in candidates))
    if not candidates:
        raise NoPort(looked=looked)
    return candidates[0].device


def is_port(named: str) -> bool:
    """Is it a port rather than a table's id or name?"""
    return os.sep in named or is_url(named) or re.fullmatch(r"(?i)com\d+", named) is not None


def _open(device: str, opened: Opener) -> Link:
    return _ready(Link.open(device, where=_back, opened=opened))


def _ready(link: Link) -> Link:
    # A controller's clock stops with its power: whoever comes first sets it. The table leaves a right one alone.
    link.pin = pins.given
    try:
        try:
            link.request("clock", time=int(time.time()))
        except PinNeeded:
            warnings.warn(ClockKept(), stacklevel=3)
        remember(link)
    except BaseException:
        link.close()
        raise
    link.pin = pins.asked
    return link


def where(table: str) -> str | None:
    """The port of the table with this id now, by its USB serial number, by its flash, or the only one; None when not
    there.
    """
    saved: dict[str, Any] = remembered().get(table, {})
    if "flash" in saved:
        return next((port for port, flash in _simulated().items() if flash == saved["flash"]), None)
    if is_url(saved.get("port", "")):
        return str(saved["port"])
    found = ports()
    for port in found:
        if saved.get("serial_number") and port.serial_number == saved["serial_number"]:
            return port.device
    here = [port.device for port in found]
    return saved["port"] if saved.get("port") in here else (here[0] if len(here) == 1 else None)


def _back(table: str) -> str | None:
    """where() for a table that has gone. PortMissing: a simulated one is away, and its port may be another's by now."""
    found = where(table)
    saved = remembered().get(table, {})
    if not found and "flash" in saved:
        raise PortMissing(port=saved["port"], why=os.strerror(errno.ENOENT))
    return found


# ---------------------------------------------------------------- memory


def remembered() -> dict[str, dict[str, Any]]:
    """Table id -> {"port", "serial_number", "name"} of every table this laptop has spoken to.

    A simulated table has "flash" as well; it is forgotten when that file is gone. "before" is the id of the table that
    was in the same place, by serial number, flash or port, when this one came: it may have been reset. "restored" is
    the id of the table whose scores it was given.
    """
    try:
        found = json.loads((folders.config() / "tables.json").read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    whole = {ident: saved for ident, saved in found.items() if misfit(ENTRY, saved) is None}
    return {ident: saved for ident, saved in whole.items() if "flash" not in saved or os.path.exists(saved["flash"])}


def remember(link: Link, restored: str | None = None) -> None:
    """Keeps where a table was found, and the id of the one whose scores it was given. Failing to is no reason not to
    speak to it: a NotRemembered is warned of.
    """
    try:
        known = remembered()
        wanted = _with(link, known, restored)
        if wanted != known:
            _write(wanted)
    except OSError as e:
        warnings.warn(NotRemembered(cause=SystemTrouble.of(e)), stacklevel=2)
    except BadFolder as e:
        warnings.warn(NotRemembered(cause=e), stacklevel=2)


def _with(link: Link, known: dict[str, dict[str, Any]], restored: str | None) -> dict[str, dict[str, Any]]:
    numbers = {port.device: port.serial_number for port in usb_ports()}
    entry = {"port": link.device, "serial_number": numbers.get(link.device), "name": link.hello["name"]}
    flash = _simulated().get(link.device)
    if flash:
        entry["flash"] = flash  # which may have been erased: the table that was on it is gone
    here: str = link.hello["id"]
    before = known[here].get("before") if here in known else _before(entry, known)
    if before:
        entry["before"] = before
    restored = restored or known.get(here, {}).get("restored")
    if restored:
        entry["restored"] = restored
    gone = [ident for ident, saved in known.items() if flash and saved.get("flash") == flash]
    return {**{ident: saved for ident, saved in known.items() if ident not in gone}, here: entry}


def last_at(port: Port) -> str | None:
    """The table that was last on a port, by its flash, its serial number, or the port's name; None: none is known."""
    entry = {"flash": _simulated().get(port.device), "serial_number": port.serial_number, "port": port.device}
    return _before(entry, remembered())


def _before(entry: dict[str, Any], known: dict[str, dict[str, Any]]) -> str | None:
    key = next(key for key in ("flash", "serial_number", "port") if entry.get(key))
    here = [ident for ident, saved in known.items() if saved.get(key) == entry[key]]
    followed = {saved.get("before") for saved in known.values()}
    return next((ident for ident in here if ident not in followed), None)


def _write(known: dict[str, dict[str, Any]]) -> None:
    folder = folders.made(folders.config())
    fd, temporary = tempfile.mkstemp(dir=folder, prefix="tables-")
    try:
        with os.fdopen(fd, "w", encoding="utf-8") as f:
            json.dump(known, f, indent=1, sort_keys=True)  # in ASCII: a path may have bytes that are no text
        os.replace(temporary, folder / "tables.json")
    except OSError:
        os.unlink(temporary)
        raise


def _last_first(found: list[Port]) -> list[Port]:
    """Ports where a table was before come first."""
    known = {entry.get("port") for entry in remembered().values()}
    return sorted(found, key=lambda port: port.device not in known)
