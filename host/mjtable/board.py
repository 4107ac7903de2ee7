"""A controller at MicroPython's prompt, by way of the command mpremote. Only this file knows how that is spoken to.

As a program of its own, not as a library: its command line is what it promises to keep, its classes are not; one that
hangs can be ended; and it opens and closes the port as each controller needs it. Many files go in one call, because on
some controllers opening the port is a reset.
"""

import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from mjtable import serialports
from mjtable.errors import (
    BoardFailed,
    BoardFull,
    BoardGone,
    BoardSilent,
    NoController,
    NoMicroPython,
    NoSelftest,
    NoTool,
    PortBusy,
)

SILENCE = 60.0  # seconds without a word from mpremote: hashing or copying the largest file takes a few
AT_ONCE = 16  # files in one call: a command line has to be short on some systems
# Before each script: the files of a PC (a simulated table that was stopped has them) are no controller's. And a copy
# that was interrupted has left its file open, in mpremote's names: closed whenever memory is collected, what it has
# could replace what was copied since.
GUARD = """import gc, os
f = w = None
gc.collect()
if "usr" in os.listdir("/") or "System" in os.listdir("/"):
    raise OSError("no controller")
"""
_ERROR = re.compile(r"^\w*(?:Error|Exception|Interrupt)\b.*", re.M)
# No such device, or one that gives nothing though it has something to be read.
_GONE = re.compile(r"\[Errno (?:5|6|19)\]|device disconnected|readiness to read but returned no data")
_COPIED = re.compile(r"^cp .* :/?(\S+)$")


class File(NamedTuple):
    """A file on the controller. `sha256` "?": it cannot be read."""

    size: int
    sha256: str


class Seen(NamedTuple):
    """What is on a controller (onboard/look.py).

    `listed`: words of the first line of its list, none without a whole firmware; `pins`: SHA-256 of the pin map in it.
    `begun`: words of that line of a firmware that was begun and is not finished.
    `main`: the first line of its main.py, None when there is none. `data`: number and bytes of the table's own files.
    `folders`: ours, also those without a file.
    """

    micropython: str
    mpy: int
    machine: str
    block: int
    free: int
    size: int
    listed: list[str]
    pins: str | None
    decided: bool
    main: str | None
    files: dict[str, File]
    data: tuple[int, int]
    crash: list[str]
    folders: list[str]
    begun: list[str] = []

    @property
    def chosen(self) -> list[str]:
        """Words of the list that says for which board it is, and with which regions; none where nothing does."""
        return self.listed or self.begun


def tool() -> list[str]:
    """The command mpremote. NoTool."""
    if find_spec("mpremote"):
        return [sys.executable, "-m", "mpremote"]
    found = shutil.which("mpremote")
    if not found:
        raise NoTool(tool="mpremote")
    return [found]


class Board:
    """The controller on a port. A table that runs there is stopped by whatever is done here.

    PortBusy, PortMissing, NoMicroPython, BoardSilent; BoardFull, BoardFailed: what a script or copy says.
    """

    def __init__(self, device: str):
        self.device = device
        self._command = [*tool(), "connect", device, "resume"]

    def look(self) -> Seen:
        lines: dict[str, list[str]] = {}
        for line in self.run("look"):
            word, _, rest = line.partition(" ")
            lines.setdefault(word, []).append(rest)
        if "board" not in lines:
            raise BoardFailed(port=self.device, why="-")
        entries = [line.split(" ", 2) for line in lines.get("file", [])]
        data = [int(n) for n in lines.get("data", ["0 0"])[0].split()]
        return Seen(
            **json.loads(lines["board"][0]),
            listed=_head(lines.get("list", [""])[0]),
            pins=lines["pins"][0] if "pins" in lines else None,
            decided="decided" in lines,
            main=lines["main"][0] if "main" in lines else None,
            files={path: File(int(size), digest) for size, digest, path in entries},
            data=(data[0], data[1]),
            crash=[line for line in lines.get("crash", []) if line.strip()],
            folders=lines.get("folder", []),
            begun=_head(lines.get("begun", [""])[-1]),
        )

    def run(self, script: str, **given: Any) -> list[str]:
        """The lines that a script of onboard/ prints. NoController where it would not be on a controller."""
        source = files("mjtable").joinpath("onboard", script + ".py").read_text("utf-8")
        said: list[str] = []
        self._call(["exec", f"{GUARD}GIVEN = {given!r}\n{source}"], said.append)
        return said

    def selftest(self, told: Callable[[str], None]) -> None:
        """Runs the hardware's self-test until it ends or is interrupted; `told` of each line. NoSelftest.

        What the controller says of an error is in the error that is raised, and is not told.
        """
        source = files("mjtable").joinpath("onboard", "selftest.py").read_text("utf-8")
        ended = False

        def heard(line: str) -> None:
            nonlocal ended
            ended = ended or line.startswith("Traceback (most recent call last):")
            if not ended:
                told(line)

        try:
            self._call(["exec", GUARD + source], heard, patience=None)
        except BoardFailed as e:
            if "selftest" in str(e.values["why"]):
                raise NoSelftest(port=self.device) from e
            raise

    def copy(self, wanted: Iterable[tuple[Path, str]], told: Callable[[str], None]) -> None:
        """Copies files of the laptop to paths on the controller; `told` of each path when its turn comes."""

        def heard(line: str) -> None:
            found = _COPIED.match(line)
            if found:
                told(found[1])

        for some in _batched(wanted):
            actions = ["exec", GUARD]
            for path, target in some:
                actions += ["+", "fs", "cp", os.fspath(path), ":/" + target]
            self._call(actions, heard)

    def _call(self, actions: list[str], heard: Callable[[str], None], patience: float | None = 0) -> None:
        """Runs mpremote; `heard` is given each line that it prints.

        `patience`: seconds without a line after which it is ended [SILENCE]; None: it may take for ever.
        """
        patience = SILENCE if patience == 0 else patience
        process = subprocess.Popen(
            [*self._command, *actions],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        silent = threading.Event()
        said: list[str] = []
        assert process.stdout
        try:
            for line in _watched(process, silent, patience):
                said.append(line)
                heard(line)
            process.wait()
        finally:  # interrupted, perhaps: what it has begun is not waited for
            process.kill()
            process.wait()
            process.stdout.close()
        if silent.is_set():
            raise BoardSilent(port=self.device, seconds=SILENCE)
        if process.returncode:
            raise self._error("\n".join(said))

    def _there(self) -> bool:
        return serialports.is_url(self.device) or os.path.exists(self.device)

    def _error(self, said: str) -> Exception:
        if "failed to access" in said:
            serialports.opened(self.device).close()  # which says what is wrong
            return PortBusy(port=self.device)
        if "OSError: no controller" in said:
            return NoController(port=self.device)
        if "could not enter raw repl" in said:
            return NoMicroPython(port=self.device)
        if re.search(r"OSError: (?:\[Errno )?28\b|ENOSPC|No space left", said):
            return BoardFull(port=self.device)
        if _GONE.search(said) or os.name == "posix" and not self._there():
            return BoardGone(port=self.device)
        errors = _ERROR.findall(said) or said.strip().split("\n")
        return BoardFailed(port=self.device, why=errors[-1].strip() or "-")


def _head(line: str) -> list[str]:
    """Words of the first line of a list (plan.py); none when it is something else."""
    words = line.split()
    return words if len(words) > 3 and words[0] == "mjtable" else []


def _watched(process: "subprocess.Popen[str]", silent: threading.Event, patience: float | None) -> Iterable[str]:
    """The lines of a process, which is ended after too long a silence."""

    def end() -> None:
        silent.set()
        process.kill()

    assert process.stdout
    while True:
        watch = threading.Timer(threading.TIMEOUT_MAX if patience is None else patience, end)
        watch.daemon = True
        watch.start()
        try:
            line = process.stdout.readline()
        finally:
            watch.cancel()
        if not line:
            return
        yield line.rstrip("\r\n")


def _batched(wanted: Iterable[tuple[Path, str]]) -> Iterable[tuple[tuple[Path, str], ...]]:
    """A few at a time."""
    rest = iter(wanted)
    while some := tuple(itertools.islice(rest, AT_ONCE)):
        yield some
