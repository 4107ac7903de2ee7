"""A Pico that runs in an emulator, with a table's parts on its wires. micropython.sh makes what it needs."""

import base64
import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from mjtable import link
from tests.pico import image

ROOT = Path(__file__).resolve().parents[2]
MADE = ROOT / "build" / "pico"
MICROPYTHON, BOOTROM, SYMBOLS = MADE / "firmware.bin", MADE / "bootrom.bin", MADE / "symbols.txt"
PROGRAMS = Path(__file__).with_name("board")
START = 30_000  # ms of the board in which it has to have drawn its first pages
PATIENCE = 20.0  # seconds of this computer for an answer: the board's are longer
STILL = 2000  # ms without anything drawn: longer than what is loaded before a page


def be_patient() -> None:
    """Whoever asks a table in this process gives it more time."""
    link.ANSWER_SECONDS = PATIENCE


def command(program: str, flash: Path, folder: Path, *more: object) -> list[object]:
    """How a program of board/ is started on a flash; the pin map is put into `folder` for it."""
    pins = folder / "pins.json"
    pins.write_bytes(image.pins())
    return ["node", PROGRAMS / program, flash, pins, BOOTROM, *more]


class Pico:
    """Use as a context manager: it is switched on, and off. `flash` is the file that is its flash.

    `pico("...")` gives what an expression of board/run.mjs is. `port` is the cable, as mjtable names ports.
    """

    def __init__(self, flash: Path):
        self.flash = flash
        self.port = ""

    def __enter__(self) -> "Pico":
        self._folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            command("run.mjs", self.flash, Path(self._folder.name), SYMBOLS),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self.port = f"socket://127.0.0.1:{json.loads(self._line())['port']}"
        return self

    def __exit__(self, *exc: object) -> None:
        """Power is cut, wherever it is."""
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()
        self._folder.cleanup()

    def _line(self) -> str:
        line = self._process.stdout.readline()
        assert line, "the emulator has ended"
        return line

    def __call__(self, expression: str) -> Any:
        self._process.stdin.write(expression + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._line())
        assert "error" not in answer, answer["error"]
        return answer["ok"]

    def ready(self) -> int:
        """Waits until all displays have their pages, also of what has just happened; since when, in ms of the board."""
        begun = self("ms()")
        while (now := self("ms()")) < begun + START:
            still = self("still()")
            if still is not None and now - max(still, begun) > STILL:
                return still
            self("wait(200)")
        raise AssertionError(f"not ready: {self('said')}")

    def press(self, place: int, key: str, ms: int = 120) -> None:
        self(f'press("{place} {key}", {ms})')

    def page(self, place: int) -> bytes:
        """What the display at a place shows."""
        return base64.b64decode(self(f"page({place})"))

    def link(self) -> link.Link:
        """A laptop."""
        return link.Link.open(self.port)
