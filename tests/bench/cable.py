"""The cable: how much of what a line carries a sync makes use of, with a real table at the other end.

A table with HANDS hands is synced over a pseudo-terminal that takes what comes, and PACED of them over one that carries
as much as 115,200 baud do (all of them: MJTABLE_PACED=10000, five minutes). A sync fetches first, and then scores every
hand again: the line is in use while it fetches, so that is what is measured of it, and the scoring beside it. What a
pseudo-terminal carries is what the table at its other end gives: the same bytes read and thrown away, with as many
requests on their way, checked with nothing and kept nowhere.
"""

import os
import pty
import subprocess
import tempfile
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mjtable.link import Link
from mjtable.store import Store
from mjtable.sync import FETCH, Sync
from tests.bench import interpreter
from tests.bench.figures import Figure
from tests.bench.laptop import evenings
from tests.host.relay import TO_LAPTOP, Apart, Relay

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
            data = _filled(here, hands)
            with _line(data, rate) as (link, line):
                carries = rate or _read(link, line, data)
            with _line(data, rate) as (link, line), Store(str(here / "db")) as history:
                sync = Synced(link, line, history)
            out.append(Figure(f"sync of {hands:,} hands, {name}", sync.bytes / sync.fetching / 1024, "KB/s"))
            out.append(Figure("... fetching", sync.fetching, "s"))
            out.append(Figure("... then scoring every hand again", sync.scoring, "s"))
            out.append(Figure("... journal in what is on the line", 100 * sync.bytes / sync.line, "%"))
            share = 100 * sync.line / sync.fetching / carries
            out.append(Figure("... of what the line carries, fetching", share, "%", f">= {100 * GOAL:.0f}"))
        return out


def _filled(here: Path, hands: int) -> Path:
    """A folder with a table's journal of so many hands."""
    journal = evenings(hands, SEGMENT)
    (here / "data" / "j").mkdir(parents=True)
    for number, data in journal.segments.items():
        (here / "data" / "j" / f"{number:06d}.seg").write_bytes(data)
    return here / "data"


class Synced:
    """A sync: bytes of the journal, bytes on the line to the laptop; seconds until all was fetched, and after that."""

    def __init__(self, link: Link, line: Relay, history: Store):
        begin = end = time.monotonic()
        before = line.passed[TO_LAPTOP]

        def progress(stage: str, done: int, total: int) -> None:
            nonlocal end
            if stage == FETCH:
                end = time.monotonic()
                self.line = line.passed[TO_LAPTOP] - before

        outcome = Sync(link, history, progress).run()
        assert not outcome.differences and outcome.here == outcome.seq, outcome
        self.bytes, self.fetching, self.scoring = outcome.bytes, end - begin, time.monotonic() - end


def _read(link: Link, line: Relay, data: Path) -> float:
    """Bytes a second on the line while the whole journal is read, with always as many requests on their way."""
    n, sizes = link.hello["raw"], {int(file.stem): file.stat().st_size for file in sorted((data / "j").iterdir())}
    blocks = [{"seg": seg, "off": at, "n": n, "raw": True} for seg in sizes for at in range(0, sizes[seg], n)]
    begin, before = time.monotonic(), line.passed[TO_LAPTOP]
    for at, block in enumerate(blocks):
        for later in blocks[at : at + link.hello["ahead"]]:
            link.ahead("journal.read", **later)
        link.request("journal.read", **block)
    return (line.passed[TO_LAPTOP] - before) / (time.monotonic() - begin)


@contextmanager
def _line(data: Path, rate: int | None) -> Iterator[tuple[Link, Relay]]:
    """A table with this journal, greeted, at the other end of a line."""
    ahead = "2" if rate else "12"
    script = [interpreter.HERE / "device" / "folder.py", data, ahead]
    environment = {**os.environ, "MICROPYPATH": f"{interpreter.built()}:.frozen"}
    behind, behind_slave = pty.openpty()
    tty.setraw(behind_slave)
    process = subprocess.Popen(
        [interpreter.MICROPYTHON, "-X", "heapsize=400k", *script],
        stdin=behind_slave,
        stdout=behind_slave,
        stderr=behind_slave,
        env=environment,
    )
    os.close(behind_slave)
    try:
        with Apart(behind, rate=rate) as relay, Link.open(relay.port) as link:
            yield link, relay
    finally:
        process.kill()
        process.wait()
