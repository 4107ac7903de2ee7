"""Between a table and its laptop: carries bytes from pseudo-terminal to pseudo-terminal, and spoils them.

What goes wrong is decided by a seed and by the number of bytes that have passed, never by the clock.
"""

import multiprocessing
import os
import pty
import random
import select
import threading
import time
import tty

TO_LAPTOP, TO_TABLE = 0, 1
KEPT = 256  # bytes that wait on a line of a given speed, as in a controller that sends
BLOCK = 4096
REPL = b'\r\nTraceback (most recent call last):\r\n  File "~", line 1\r\nMemoryError: \r\n>>> '


class Relay:
    """`port` is the laptop's end; `behind` the table's port, or a descriptor that is closed with this.

    `spoil(direction, data) -> data` is called with what passes.
    `rate`: bytes a second each way. `pulls`: after so many bytes to the laptop, or (negative) to the table, the cable
    is pulled in the middle of them and plugged in again: what is on the way is lost, and `port` is another one.
    """

    def __init__(self, behind, spoil=None, rate=None, pulls=()):
        self.spoil = spoil or (lambda direction, data: data)
        self.rate = rate
        self.pulls = list(pulls)
        self.pulled = 0
        self.passed = [0, 0]  # bytes
        self.lines = [0, 0]
        if isinstance(behind, str):
            behind = os.open(behind, os.O_RDWR | os.O_NOCTTY)
            tty.setraw(behind)
        os.set_blocking(behind, False)
        self._table = behind
        self._laptop = self._slave = -1
        self._plug()
        self._stop_read, self._stop_write = os.pipe()
        self._runs = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._runs.start()
        return self

    def __exit__(self, *exc):
        os.write(self._stop_write, b"\0")
        self._runs.join()
        for fd in (self._table, self._laptop, self._slave, self._stop_read, self._stop_write):
            os.close(fd)

    def where(self, ident):
        """For a link: the port that the table has now."""
        return self.port

    # ------------------------------------------------------------ carrying

    def _plug(self):
        before = self._laptop, self._slave
        self._laptop, self._slave = pty.openpty()  # before the old one goes: it must not get its name
        tty.setraw(self._slave)
        os.set_blocking(self._laptop, False)
        self.port = os.ttyname(self._slave)
        for fd in before:
            if fd >= 0:
                os.close(fd)
        self._out = [bytearray(), bytearray()]
        self._since = [time.monotonic()] * 2

    def _ends(self, direction):
        """Where bytes of a direction come from, and go to."""
        return (self._table, self._laptop) if direction == TO_LAPTOP else (self._laptop, self._table)

    def _run(self):
        while True:
            wait = None
            reads, writes = [self._stop_read], []
            for direction in (TO_LAPTOP, TO_TABLE):
                source, sink = self._ends(direction)
                out = self._out[direction]
                if len(out) < (KEPT if self.rate else 8 * BLOCK):
                    reads.append(source)
                if out and self._allowed(direction) > 0:
                    writes.append(sink)
                elif out:
                    wait = 0.002
            ready = select.select(reads, writes, [], wait)
            if self._stop_read in ready[0]:
                return
            for direction in (TO_LAPTOP, TO_TABLE):
                source, sink = self._ends(direction)
                if sink in ready[1]:
                    self._write(direction, sink)
                if source in ready[0] and not self._read(direction, source):
                    break  # pulled: these descriptors are gone

    def _read(self, direction, source):
        """Takes what comes; False when the cable was pulled in the middle of it."""
        try:
            data = os.read(source, KEPT if self.rate else BLOCK)
        except OSError:  # nothing there now
            return True
        out = self._out[direction]
        if not out:
            self._since[direction] = max(self._since[direction], time.monotonic())
        self.lines[direction] += data.count(b"\n")
        before = self.passed[direction]
        self.passed[direction] += len(data)
        due = self.pulls[0] if self.pulls else 0
        if due and (due > 0) == (direction == TO_LAPTOP) and self.passed[direction] >= abs(due):
            self._pull(direction, out + self.spoil(direction, data[: abs(due) - before]))
            return False
        out += self.spoil(direction, data)
        return True

    def _pull(self, direction, last):
        """The bytes up to this one arrive, and no more."""
        self.pulls.pop(0)
        self.pulled += 1
        if direction == TO_TABLE:
            os.write(self._table, last)
        self.passed = [0, 0]
        self._plug()

    def _allowed(self, direction):
        """Bytes that may go now."""
        if not self.rate:
            return BLOCK
        return int((time.monotonic() - self._since[direction]) * self.rate)

    def _write(self, direction, sink):
        out = self._out[direction]
        try:
            n = os.write(sink, out[: min(self._allowed(direction), BLOCK)])
        except OSError:  # full
            return
        del out[:n]
        if self.rate:
            self._since[direction] += n / self.rate


class Apart(Relay):
    """A relay in a process of its own, for measuring: it takes no time from the laptop."""

    def __init__(self, behind, rate=None):
        super().__init__(behind, rate=rate)
        several = multiprocessing.get_context("fork")
        self.passed = several.Array("q", 2, lock=False)
        self._runs = several.Process(target=self._run, daemon=True)


class Spoiler:
    """Spoils about every `every`-th byte each way: drops, changes or doubles it, or puts noise or a prompt before.

    `kinds` of "drop change double noise repl". Ctrl-C, which would stop the firmware, is in no noise.
    """

    def __init__(self, seed, every, kinds=("drop", "change", "double", "noise", "repl")):
        self.random = random.Random(seed)
        self.every = every
        self.kinds = kinds
        self.done = dict.fromkeys(kinds, 0)
        self._left = [self._next(), self._next()]

    def _next(self):
        return self.random.randint(1, 2 * self.every)

    def __call__(self, direction, data):
        out = bytearray()
        for byte in data:
            self._left[direction] -= 1
            if self._left[direction]:
                out.append(byte)
                continue
            self._left[direction] = self._next()
            kind = self.random.choice(self.kinds)
            self.done[kind] += 1
            out += getattr(self, kind)(byte)
        return bytes(out)

    def drop(self, byte):
        return b""

    def change(self, byte):
        return bytes((harmless(byte ^ (1 << self.random.randrange(8))),))

    def double(self, byte):
        return bytes((byte, byte))

    def noise(self, byte):
        some = bytes(harmless(self.random.randrange(256)) for _ in range(self.random.randint(1, 40)))
        return some + bytes((byte,))

    def repl(self, byte):
        return REPL + bytes((byte,))


def harmless(byte):
    """No Ctrl-C: that stops the firmware, as it should."""
    return 4 if byte == 3 else byte


class Late:
    """Holds back about every `every`-th line to the laptop, and all behind it, until the laptop has said something
    more: it then has it late, and what it asked for again twice.
    """

    def __init__(self, seed, every):
        self.random = random.Random(seed)
        self.every = every
        self.held = 0
        self._late = bytearray()
        self._holds = False

    def __call__(self, direction, data):
        if direction == TO_TABLE:
            self._holds = False
            return data
        self._late += data
        out = bytearray()
        while not self._holds and b"\n" in self._late:
            at = self._late.index(b"\n") + 1
            if self.random.randrange(self.every) == 0:
                self._holds = True
                self.held += 1
                break
            out += self._late[:at]
            del self._late[:at]
        return bytes(out)
