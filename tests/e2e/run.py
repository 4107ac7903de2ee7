"""Runs the command `mjtable` as a person would, with a home of its own: in a process, or (quicker) in this one."""

import ctypes
import io
import json
import os
import signal
import subprocess
import sys
import unicodedata
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from mjtable import cli
from tests.host import evening

ROOT = Path(__file__).resolve().parents[2]
DEADLINE = 60.0
PR_SET_PDEATHSIG = 1  # of Linux: the signal that a process gets when who started it is gone
LIBC = ctypes.CDLL(None)
HAND = evening.FIRST  # of Ningbo: all chows, edge wait, self-draw, no wilds: 4 tai and the base
FULL = {"region": "ningbo", "dealer": 0, "indicator": "4z", **HAND}


def ends_with_us():
    """In a process that is being started: it ends with the tests that started it, however those end (on Linux)."""
    if hasattr(LIBC, "prctl"):
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Home:
    """`run("status", "--json")` -> Result. `command` is how mjtable is started."""

    def __init__(self, folder: Path, compiled: Path | None = None, command: list[str] | None = None):
        self.folder = folder
        self.command = command or [sys.executable, "-m", "mjtable"]
        (folder / "home").mkdir()
        if compiled:
            (folder / "home" / "cache").mkdir()
            (folder / "home" / "cache" / "firmware").symlink_to(compiled)
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("MJTABLE_", "LC_", "LANG"))}
        self.environment = {**kept, "MJTABLE_HOME": str(folder / "home"), "LANG": "en_US.UTF-8", "COLUMNS": "100"}
        if command is None:
            self.environment["PYTHONPATH"] = f"{ROOT / 'host'}:{ROOT}"

    def start(self, *arguments, **environment):
        return subprocess.Popen(
            [*self.command, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=self.folder,
            env={**self.environment, **environment},
            preexec_fn=ends_with_us,
        )

    def process(self, *arguments, given="", **environment):
        """The command in a process of its own, from its start to its end."""
        process = self.start(*arguments, **environment)
        out, err = process.communicate(given, timeout=DEADLINE)
        return Result(process.returncode, out, err)

    def run(self, *arguments, given="", terminal=False, **environment):
        """The same command inside this process; what is given comes from a terminal or not."""
        out, err = io.StringIO(), io.StringIO()
        with (
            mock.patch.dict(os.environ, {**self.environment, **environment}, clear=True),
            mock.patch.object(sys, "argv", ["mjtable", *map(str, arguments)]),
            mock.patch.object(sys, "stdin", Given(given, terminal)),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            before = os.getcwd()
            os.chdir(self.folder)
            try:
                code = cli.main()
            except SystemExit as e:
                code = e.code
            finally:
                os.chdir(before)
        return Result(code or 0, out.getvalue(), err.getvalue())

    def json(self, *arguments, given=""):
        """The JSON that a command prints; it must succeed."""
        result = self.run(*arguments, "--json", given=given)
        assert result.code == 0, result
        return json.loads(result.out)

    @contextmanager
    def sim(self, *arguments):
        process = self.start("sim", "--json", *arguments)
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line == "}\n":
                break
        assert lines, process.communicate(timeout=DEADLINE)
        try:
            yield Sim(process, json.loads("".join(lines)))
        finally:
            process.kill()
            process.communicate()


class Sim:
    """A running `mjtable sim`."""

    def __init__(self, process, said):
        self.process = process
        self.port = said["port"]
        self.id = said["table"] and said["table"]["id"]  # none of a blank controller
        self.interpreter = said["pid"]

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=DEADLINE)


class Given(io.StringIO):
    def __init__(self, text, terminal):
        super().__init__(text)
        self._terminal = terminal

    def isatty(self):
        return self._terminal


class Result:
    def __init__(self, code, out, err):
        self.code = code
        self.out = out
        self.err = err

    def __repr__(self):
        return f"exit code {self.code}\n{self.out}\n{self.err}"


def ready(home, *options):
    """A table that plays Ningbo, with the dice thrown and the indicator entered."""
    home.json("region", "set", "ningbo", *options)
    home.json("dice")
    return home.json("wild", "4z")


def width(line):
    """Columns that a line takes on a terminal."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def fails(home, code, *arguments, given=""):
    """The message of a command that must fail with `code`: on standard error, nothing on standard output."""
    result = home.run(*arguments, given=given)
    assert result.code == code, result
    assert "Traceback" not in result.err
    assert result.out == ""
    return result.err
