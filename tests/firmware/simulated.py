"""A table for a test: the real firmware under the real interpreter, spoken to over a pseudo-terminal."""

import os
import pty
import select
import subprocess
import time
import tty
from pathlib import Path

from engine_core import wire
from mjtable import simulator

HEAP = "400k"
DEADLINE = 30.0  # seconds for anything that has to come


def built() -> Path:
    """The folder with the firmware as it lies on a table."""
    return simulator.firmware_for(simulator.interpreter())


class Refused(Exception):
    """The table answered with an error."""

    def __init__(self, error: dict):
        super().__init__(error["message"])
        self.code = error["code"]
        self.field = error.get("data", {}).get("field")


class Device:
    """One table. `flash` is kept over kill() and start(). `root`: other firmware than the one that was built."""

    def __init__(self, folder: Path, root: Path | None = None, heap: str = HEAP):
        self.heap = heap
        self.flash = folder / "flash.img"
        self.cut = folder / "cut"
        self.root = root or built()
        self.notices: list[dict] = []
        self.heard = b""  # everything that came over the line
        self._n = 0
        self._prefix = "00000000"

    def start(self) -> "Device":
        self.line, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self.line, False)
        self.process = subprocess.Popen(
            [*simulator.interpreter(), "-X", "heapsize=" + self.heap, "-i", str(self.root / "firmware" / "main.py")],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={
                **os.environ,
                "MICROPYPATH": f"{self.root}:.frozen",
                "MJTABLE_FLASH": str(self.flash),
                "MJTABLE_CUT": str(self.cut),
            },
        )
        os.close(slave)
        self._reader = wire.Reader(1 << 16)
        self._answers: list[dict] = []
        self._prefix = os.urandom(4).hex()
        self.heard = b""
        return self

    def kill(self) -> None:
        """Power off, at this very moment."""
        self.process.kill()
        self.process.wait()
        os.close(self.line)

    def restart(self) -> "Device":
        self.kill()
        return self.start()

    # ------------------------------------------------------------ the line

    def write(self, data: bytes) -> None:
        end = time.monotonic() + DEADLINE
        while data:
            try:
                data = data[os.write(self.line, data) :]
            except BlockingIOError:
                assert time.monotonic() < end, "the table does not read"
                select.select([], [self.line], [], 0.1)

    def read(self, seconds: float) -> bytes:
        """What comes next, b"" when nothing comes in that time."""
        if not select.select([self.line], [], [], max(seconds, 0))[0]:
            return b""
        data = os.read(self.line, 65536)
        self.heard += data
        for message in self._reader.feed(data):
            (self.notices if "method" in message else self._answers).append(message)
        return data

    def wait_for(self, text: bytes, seconds: float = DEADLINE) -> None:
        end = time.monotonic() + seconds
        while text not in self.heard:
            assert time.monotonic() < end, f"{text!r} did not come: {self.heard[-2000:]!r}"
            self.read(end - time.monotonic())

    def answer(self, ident: object, seconds: float = DEADLINE) -> dict:
        """The answer to a request that was sent."""
        end = time.monotonic() + seconds
        while True:
            for answer in self._answers:
                if answer["id"] == ident:
                    self._answers.remove(answer)
                    return answer
            assert time.monotonic() < end, f"no answer to {ident!r}: {self.heard[-2000:]!r}"
            self.read(end - time.monotonic())

    # ------------------------------------------------------------ requests

    def new_id(self) -> str:
        self._n += 1
        return f"{self._prefix}-{self._n}"

    def send(self, method: str, ident: str | None = None, **params: object) -> str:
        ident = ident or self.new_id()
        self.write(wire.frame(wire.call(ident, method, params)))
        return ident

    def ask(self, method: str, ident: str | None = None, **params: object) -> dict:
        """The result of a request. Refused when the table answers with an error."""
        answer = self.answer(self.send(method, ident, **params))
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    def press(self, *keys: tuple[int, str]) -> None:
        for seat, key in keys:
            self.ask("press", seat=seat, key=key)
