"""The cable: how much of what a line carries a sync makes use of, with a real table at the other end.

A table with HANDS hands is synced over a pseudo-terminal that takes what comes, and PACED of them over one that carries
as much as 115,200 baud do (all of them: MJTABLE_PACED=10000, five minutes).
"""

import os
import pty
import subprocess
import tempfile
import time
import tty
from pathlib import Path

from mjtable.link import Link
from mjtable.store import Store
from mjtable.sync import Sync
from tests.bench import interpreter
from tests.bench.figures import Figure
from tests.bench.laptop import evenings
from tests.host.relay import Apart

HANDS = 10_000
PACED = int(os.environ.get("MJTABLE_PACED", 1_000))
SEGMENT = 8192  # as on a table
BYTES = 11_520  # a second, at 115,200 baud
GOAL = 0.85


def figures() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        out = []
        for hands, rate, name in ((HANDS, None, "unpaced"), (PACED, BYTES, "115,200 baud")):
            here = Path(folder) / name
            sync = _synced(_filled(here, hands), here, rate)
            out.append(Figure(f"sync of {hands:,} hands, {name}", sync.bytes / sync.seconds / 1024, "KB/s"))
            out.append(Figure("... in all", sync.seconds, "s"))
            out.append(Figure("... journal in what is on the line", 100 * sync.bytes / sync.line, "%"))
            if rate:
                share = 100 * sync.line / sync.seconds / BYTES
                out.append(Figure("... of what the line carries", share, "%", f">= {100 * GOAL:.0f}"))
            else:
                out.append(Figure("... of it the laptop's CPU time", 100 * sync.cpu / sync.seconds, "%"))
        return out


def _filled(here: Path, hands: int) -> Path:
    """A folder with a table's journal of so many hands."""
    journal = evenings(hands, SEGMENT)
    (here / "data" / "j").mkdir(parents=True)
    for number, data in journal.segments.items():
        (here / "data" / "j" / f"{number:06d}.seg").write_bytes(data)
    return here / "data"


class Synced:
    """A sync: bytes of the journal, bytes on the line to the laptop, seconds, and seconds of the laptop's CPU."""

    def __init__(self, bytes: int, line: int, seconds: float, cpu: float):
        self.bytes, self.line, self.seconds, self.cpu = bytes, line, seconds, cpu


def _synced(data: Path, here: Path, rate: int | None) -> Synced:
    command = [
        interpreter.MICROPYTHON,
        "-X",
        "heapsize=400k",
        interpreter.HERE / "device" / "folder.py",
        data,
        "2" if rate else "12",
    ]
    environment = {**os.environ, "MICROPYPATH": f"{interpreter.built()}:.frozen"}
    behind, behind_slave = pty.openpty()
    tty.setraw(behind_slave)
    process = subprocess.Popen(command, stdin=behind_slave, stdout=behind_slave, stderr=behind_slave, env=environment)
    os.close(behind_slave)
    try:
        with Apart(behind, rate=rate) as relay, Link.open(relay.port) as link, Store(str(here / "db")) as history:
            start, cpu = time.monotonic(), time.process_time()
            outcome = Sync(link, history).run()
            seconds, cpu = time.monotonic() - start, time.process_time() - cpu
            assert not outcome.differences and outcome.here == outcome.seq, outcome
            return Synced(outcome.bytes, relay.passed[0], seconds, cpu)
    finally:
        process.kill()
        process.wait()
