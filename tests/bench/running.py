"""The running table: boot with a full journal, an event to flash, a page, a key to the changed display. CPU time of the
unix port's process.
"""

import os
import shutil
import tempfile
from pathlib import Path

from tests.bench import interpreter
from tests.bench.figures import Figure
from tests.firmware.simulated import Device

EVENTS = 3_000  # corrections that fill the journal
MEASURED = 200
REASON = "a reason as long as people write them, and a little longer"
TICK = os.sysconf("SC_CLK_TCK")
STARTS = 10
PICO = 35  # times as long as this computer takes: README.md


def cpu(device: Device) -> float:
    """Seconds of CPU that the table's process has taken."""
    fields = Path(f"/proc/{device.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def figures() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        device = Device(Path(folder)).start()
        try:
            return _started(Path(folder) / "full") + _measured(device) + _shown(Path(folder) / "shown")
        finally:
            device.kill()


def _started(folder: Path) -> list[Figure]:
    """A start with a full journal, without what a simulated flash chip takes."""
    segments = interpreter.run("start.py", "fill", folder)[0]["segments"]
    took = []
    for n in range(STARTS):  # each makes events of its own
        copy = Path(shutil.copytree(folder, f"{folder}{n}"))
        took += interpreter.run("start.py", copy, heap="400k")
    answer, pages = (min(one[key] for one in took) for key in ("answer", "pages"))
    return [
        Figure(f"start to first answer, {segments} segments", answer, "ms", f"<= {2000 // PICO}"),
        Figure("... and to the first pages", pages, "ms", f"<= {2000 // PICO}"),
    ]


def _shown(folder: Path) -> list[Figure]:
    """Keys that open a dialogue, go through its lines and leave it; five displays, drawn as the table draws them."""
    found = interpreter.run("display.py", folder, heap="400k")[0]
    return [
        Figure("key to its changed display", found["key"], "ms"),
        Figure("... to all five", found["all"], "ms"),
        Figure("... sent of the 5,120 bytes that these show", found["sent"], "bytes"),
        Figure("pages drawn without a change", found["frames"], "/s"),
        Figure("... sent of them", found["resent"], "bytes", "0"),
    ]


def _measured(device: Device) -> list[Figure]:
    device.ask("region.set", region="ningbo", options={})
    empty = cpu(device)
    for _ in range(EVENTS - MEASURED):
        device.ask("correct", delta=[1, -1, 0, 0], reason=REASON)
    before = cpu(device)
    for _ in range(MEASURED):
        device.ask("correct", delta=[1, -1, 0, 0], reason=REASON)
    event = (cpu(device) - before) / MEASURED
    before = cpu(device)
    for n in range(MEASURED):
        device.ask("screen", display=n % 5)
    page = (cpu(device) - before) / MEASURED
    info = device.ask("journal.info")
    device.restart()
    device.ask("hello", proto=1)
    return [
        Figure("boot to ready, new table", 1000 * empty, "ms"),
        Figure(f"boot to ready, {info['last'] - info['first'] + 1} segments", 1000 * cpu(device), "ms"),
        Figure("event asked for, on flash, answered", 1000 * event, "ms"),
        Figure("page drawn and sent", 1000 * page, "ms"),
    ]
