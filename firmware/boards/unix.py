"""MicroPython's unix port: the firmware on a PC, for the simulator and the tests.

The flash is a file; stdin and stdout are the serial line; displays are read, keys pressed, the walls' sensors set and
tiles laid on the reader over that line. Started as `micropython -i`, so that the prompt comes when the app ends.
Environment:

    MJTABLE_FLASH     file that holds the flash; made and formatted when it is not there. Not looked at where the
                      firmware itself lies on a flash (blank.py, MJTABLE_CONTROLLER): the data lie beside it there
    MJTABLE_FLASH_KB  its size when it is made [1024]
    MJTABLE_CUT       power cut for tests: once this file exists and holds a number n, the n-th write from then on
                      writes only half of its bytes, makes the file `<MJTABLE_CUT>.cut` and never returns
    MJTABLE_WATCHDOG  the watchdog, which is no part of this process, as a controller's is none of its processor: a file
                      that changes each time it is fed, and is not there while there is no need to
    MJTABLE_REASON    why it starts [power on]
    MJTABLE_STACK     bytes of stack that the app runs on [what a Pico has]
"""

import os
import select
import sys
import termios  # type: ignore[import-not-found]
import time

import micropython
import vfs

from engine_core.dice import QUARTER_BITS, Source
from firmware.boards import POWER_ON

MOUNT = "/flash"
DATA = "/data"  # on a controller
BLOCK = 4096
PAGE = 256  # a Pico's flash is programmed in pages of this size
CHUNK = 256  # a pty or pipe that says it is writable takes this much without waiting
CTRL_C = 3
STDIN = 0
KEYS = ("dice", "up", "down", "ok", "no", "hu", "draw")  # that the laptop presses
WHOLE_STACK = 80000 if sys.maxsize > 1 << 32 else 40000  # bytes: ports/unix/main.c
STACK = 28000  # bytes: a Pico has 7,936; here a call takes twice of that, and a module loaded within another, or a file
# that is opened, 4 KB for its path. The tests need some 25,000, those of keys 18,000
INPUT, OUTPUT, LOCAL = 0, 1, 3  # places in the list of tcgetattr


class Flash:
    """Block device on a file. Like NOR flash it is erased to 0xFF; every write is in the file when it returns."""

    def __init__(self, path: str, cut: str) -> None:
        self._file = open(path, "r+b")
        self._blocks = self._file.seek(0, 2) // BLOCK
        self._erased = b"\xff" * BLOCK  # made once: by the time a block is erased the heap may have no such piece
        self._cut = cut
        self._left = 0  # writes until the power is cut; 0: no cut is due

    def readblocks(self, block: int, buf: bytearray, offset: int = 0) -> None:
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(buf)

    def writeblocks(self, block: int, buf: bytearray, offset: int = 0) -> None:
        self._file.seek(block * BLOCK + offset)
        if self._cut and self._cut_due():
            self._file.write(memoryview(buf)[: len(buf) // 2])
            open(self._cut + ".cut", "w").close()
            while True:
                time.sleep(1)
        self._file.write(buf)

    def ioctl(self, op: int, arg: int) -> "int | None":
        if op == 4:
            return self._blocks
        if op == 5:
            return BLOCK
        if op == 6:
            self._file.seek(arg * BLOCK)
            self._file.write(self._erased)
            return 0
        return None

    def close(self) -> None:
        self._file.close()

    def _cut_due(self) -> bool:
        if not self._left:
            try:
                with open(self._cut) as f:
                    self._left = int(f.read() or 0)
            except OSError:
                return False
            if not self._left:
                return False
            os.remove(self._cut)
        self._left -= 1
        return not self._left


class Port:
    """The serial line on stdin and stdout; see firmware/boards/__init__.py."""

    AHEAD = 12  # a pipe waits

    def __init__(self) -> None:
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(self._in, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._out, select.POLLOUT)
        self._byte = bytearray(1)
        self._mode: list | None = None
        try:
            # Raw: a Ctrl-C comes as a byte and so cannot break into a flash write. The prompt gets its terminal back.
            # termios.setraw() would throw away what the laptop has sent already.
            self._mode = termios.tcgetattr(STDIN)
            raw = list(self._mode)
            raw[INPUT] = raw[OUTPUT] = raw[LOCAL] = 0
            termios.tcsetattr(STDIN, termios.TCSANOW, raw)
        except OSError:
            pass  # a pipe

    def readinto(self, buf: bytearray) -> int:
        n = 0
        # Byte by byte: what follows a Ctrl-C is for the prompt and must stay unread.
        while n < len(buf) and self._readable.poll(0):
            if not self._in.readinto(self._byte):
                raise SystemExit  # the other end of the line is gone for good
            if self._byte[0] == CTRL_C:
                raise KeyboardInterrupt
            buf[n] = self._byte[0]
            n += 1
        return n

    def write(self, buf: bytes) -> int:
        n = 0
        while n < len(buf) and self._writable.poll(0):
            n += self._out.write(memoryview(buf)[n : n + CHUNK])
        return n

    def close(self) -> None:
        if self._mode is not None:
            termios.tcsetattr(STDIN, termios.TCSANOW, self._mode)


class Board:
    NAME = "unix"
    displays = ()  # the laptop reads them
    digits: dict = {}
    ring = None

    def __init__(self) -> None:
        self._flash: Flash | None = None
        self.data = DATA
        if os.getenv("MJTABLE_CONTROLLER"):
            try:
                os.mkdir(DATA)
            except OSError:
                pass  # it is there; or the flash takes nothing, as the journal will say
        else:
            self._mount()
        self.port = Port()
        self._random = open("/dev/random", "rb")
        self.sources = (
            Source("urandom", os.urandom),
            Source("random", self._random.read),
            Source("timer", _jitter, QUARTER_BITS),
        )
        self._offset = 0
        self.reason = os.getenv("MJTABLE_REASON") or POWER_ON
        self._watchdog = os.getenv("MJTABLE_WATCHDOG")
        self._fed = 0
        self._walls: list = [None] * 4
        self._senses: dict = {}
        self.readers: tuple = ()
        self._tags: list = []

    def _mount(self) -> None:
        path = os.getenv("MJTABLE_FLASH")
        if not path:
            raise OSError("MJTABLE_FLASH: the name of a file for the flash is expected, nothing is set")
        make(path, int(os.getenv("MJTABLE_FLASH_KB") or 1024))
        self._flash = Flash(path, os.getenv("MJTABLE_CUT") or "")
        try:
            vfs.mount(vfs.VfsLfs2(self._flash, progsize=PAGE), MOUNT)  # type: ignore[abstract, arg-type]
        except OSError:
            self._flash.close()  # and it is left as it is: there may be a history in it
            raise OSError("MJTABLE_FLASH: %s holds no file system, or a damaged one" % path)
        self.data = MOUNT

    def time(self) -> int:
        return int(time.time()) + self._offset

    def set_time(self, seconds: int) -> None:
        self._offset = seconds - int(time.time())

    def keys(self) -> list:
        return []

    def fitted(self) -> list:
        return [(place, key) for place in range(4) for key in KEYS]

    def parts(self) -> list:
        return []

    def walls(self) -> list:
        return self._walls

    def senses(self) -> dict:
        return self._senses

    def sense(self, walls: "list | None", lift: "bool | None") -> None:
        """Virtual sensors: what they say from now on; None: what they said before."""
        if walls is not None:
            self._walls = walls
        if lift is not None:
            self._senses = {"lift": lift}

    def lay(self, place: int, tag: bytes) -> None:
        """A virtual reader, there from its first tag on."""
        if place not in self.readers:
            self.readers += (place,)
        self._tags.append((place, tag))

    def waiting(self) -> int:
        """How many tiles were laid and are not read yet."""
        return len(self._tags)

    def tags(self) -> list:
        out, self._tags = self._tags, []
        return out

    def show(self, display: int, page: bytearray) -> None:
        pass  # never called: there are no displays

    def refresh(self, level: int, turned: bool) -> None:
        pass

    def notices(self) -> list:
        return []

    def guard(self, on: bool) -> None:
        pass

    def run(self, function) -> None:  # type: ignore[no-untyped-def]
        """With no more stack than a controller has left: what goes too deep there does so here, in every test."""
        left = int(os.getenv("MJTABLE_STACK") or STACK)
        if micropython.stack_use() < WHOLE_STACK - left:
            self.run(function)
        else:
            function()

    def watchdog(self) -> None:
        self._fed += 1
        if self._watchdog:
            with open(self._watchdog, "w") as f:
                f.write(str(self._fed))

    def close(self) -> None:
        if self._watchdog and self._fed:
            os.remove(self._watchdog)
        self._random.close()
        self.port.close()
        if self._flash:
            vfs.umount(MOUNT)
            self._flash.close()


def board() -> Board:
    """This PC as a board. OSError when the flash file cannot be had or holds no file system."""
    return Board()


def make(path: str, kb: int) -> None:
    """Make the flash file unless it is there; under another name until it is whole."""
    try:
        os.stat(path)
        return
    except OSError:
        pass
    with open(path + ".new", "wb") as f:
        for _ in range(kb * 1024 // BLOCK):
            f.write(b"\xff" * BLOCK)
    flash = Flash(path + ".new", "")
    vfs.VfsLfs2.mkfs(flash, progsize=PAGE)  # type: ignore[arg-type]
    flash.close()
    os.rename(path + ".new", path)


def _jitter(n: int) -> bytes:
    """n raw samples: how often a loop runs in 10 microseconds, low byte."""
    samples = bytearray(n)
    now = time.ticks_us
    start = now()
    for i in range(n):
        count = 0
        while time.ticks_diff(now(), start) < 10:
            count += 1
        samples[i] = count & 255
        start = now()
    return bytes(samples)
