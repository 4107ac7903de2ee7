"""Brings the firmware onto a controller, and keeps what the table has on its flash: journal, settings, houses.

New files are copied beside the old ones, read back, and put in their place at the next start, all or none
(firmware/start.py tells how). Whatever happens in between, the same command run again goes on from there: what has
come already is known by its hash.
"""

import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from mjtable import deploy, firststart, keeping, lending, plan, serialports, tables
from mjtable.board import Board, Seen
from mjtable.errors import LinkError, MjtableError, NoAnswer, NotSame, NotStarted, OnlyInMemory, StartFails
from mjtable.link import Link
from mjtable.texts import spoken

LIST = "mjtable.plan"  # what the list is called until it is decided
BEFORE = "main.py.before"  # somebody else's main.py, while ours is there
START_SECONDS = 40.0  # renaming a hundred files, loading the modules, replaying the journal


class Told(Protocol):
    """Hears how it goes."""

    def step(self, key: str, **values: object) -> None:
        """The next step: "install.<key>" of the texts."""

    def copying(self, files: int, size: int) -> AbstractContextManager[Callable[[int], None]]:
        """Around the copying; what it gives is told the size of each file when its turn comes."""


class Outcome(NamedTuple):
    """What was done. `before`, `after`: hashes of the table's state; `before` is None where no table ran."""

    board: str
    port: str
    micropython: str
    version: str
    files: int
    copied: int
    bytes: int
    removed: int
    before: str | None
    after: str
    table: dict[str, Any]


def install(device: str, wish: plan.Wish, told: Told) -> Outcome:
    """Installs on the port, or brings what is there up to date; a table that runs is stopped and started again.

    Whoever else has the port lends it meanwhile (lending.py).

    PortBusy; InstallRefused in its kinds, BoardError, BuildError, NotSame, StartFails; Differs when the table has lost
    anything.
    """
    told.step("looks", port=device)
    with lending.borrowed(device):
        return _install(device, wish, told)


def _install(device: str, wish: plan.Wish, told: Told) -> Outcome:
    before = keeping.of_port(device)
    if before and not before.stored and not wish.force:
        raise OnlyInMemory()
    board = Board(device)
    try:
        seen = board.look()
        told.step("found", machine=seen.machine, micropython=seen.micropython, free=seen.free // 1024)
        with tempfile.TemporaryDirectory(prefix="mjtable-") as folder:
            made = plan.plan(seen, wish, before and before.values["region"], Path(folder))
            size = made.size(made.copied)
            if not plan.done(seen, made):
                _bring(board, seen, made, told, Path(folder))
    except BaseException:
        if before:  # it ran, and the old firmware is still there
            _back(device)
        raise
    told.step("starts")
    with _started(board) as link:
        firststart.speak(link, spoken())
        after = keeping.of(link)
        if before:
            keeping.compare(before, link, after)
    return Outcome(
        board=made.board,
        port=device,
        micropython=seen.micropython,
        version=deploy.version(),
        files=len(made.wanted),
        copied=len(made.copied),
        bytes=size,
        removed=len(made.removed),
        before=before.digest if before else None,
        after=after.digest,
        table=after.hello,
    )


def _bring(board: Board, seen: Seen, made: plan.Plan, told: Told, folder: Path) -> None:
    """Copies what is to come, has it read back, and decides."""
    if made.gone:
        told.step("in_place")
    board.run("begin", junk=made.junk, gone=made.gone, folders=made.folders, head=made.head)
    told.step("copies", files=len(made.copied), of=len(made.wanted), kb=-(-made.size(made.copied) // 1024))
    listed = folder / LIST
    listed.write_text(made.text(), "ascii", newline="\n")
    targets = {path + plan.NEW: path for path in made.copied}
    with told.copying(len(made.copied), made.size(made.copied)) as comes:
        files = [(made.wanted[path][0], target) for target, path in targets.items()]
        board.copy(
            [*files, (listed, LIST)], lambda target: comes(made.size([targets[target]]) if target in targets else 0)
        )
    told.step("checks")
    others = seen.main is not None and not seen.main.startswith(plan.OURS)
    bad = [line.partition(" ")[2] for line in board.run("decide", before=BEFORE if others else "") if line != "decided"]
    if bad:
        raise NotSame(files=", ".join(bad))


def _started(board: Board) -> Link:
    try:
        return tables.started(board.device, START_SECONDS, serialports.opened)
    except NotStarted as e:
        crash = board.look().crash
        raise StartFails(port=board.device, why=crash[-1] if crash else e.values["why"]) from e


def selftest(device: str, told: Callable[[str], None]) -> dict[str, Any] | None:
    """Has the hardware test itself until a Ctrl-C; then the table goes on: its hello, None where none starts."""
    board = Board(device)
    with lending.borrowed(device):
        try:
            board.selftest(told)
        except KeyboardInterrupt:
            board.look()  # which ends what still runs there
        except MjtableError:
            _back(device)
            raise
        return _back(device)


def _back(device: str) -> dict[str, Any] | None:
    """Starts the table again, as well as that goes: its hello."""
    try:
        return _resumed(device)
    except NoAnswer:  # what was interrupted has left it in the middle of a line
        try:
            Board(device).look()  # which ends that
            return _resumed(device)
        except MjtableError:
            return None
    except MjtableError:
        return None


def _resumed(device: str) -> dict[str, Any]:
    with Link.resume(device, patience=START_SECONDS) as link:
        return link.hello


def uninstall(device: str, keep_data: bool) -> Seen:
    """Takes the firmware from the controller, and the table's own files as well unless they are kept.

    What there was. Somebody else's main.py that was there before is put back.
    """
    with lending.borrowed(device):
        return _uninstall(device, keep_data)


def _uninstall(device: str, keep_data: bool) -> Seen:
    board = Board(device)
    seen = board.look()
    ours = seen.main is not None and seen.main.startswith(plan.OURS)
    board.run("wipe", before=BEFORE, ours=ours, data=not keep_data)
    try:
        Link.resume(device).close()  # what is still loaded goes, and their main.py starts
    except LinkError:
        pass
    return seen
