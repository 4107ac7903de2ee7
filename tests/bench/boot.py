"""How long does the table take from power on to its first answer, with a journal that fills its flash?

    python tests/bench/boot.py [--flash 1024] [--starts 5]

The newest segment, the one that is replayed, is filled with as many small events as it takes, of a hand in play, after
which the table must be in exactly the state of before. Prints seconds on this computer; the flash is a file here.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

from firmware.journal import MOST
from tests.firmware.simulated import Device

ROOM = 12  # events that the starts themselves add
PASSING = ("seq", "heap", "throw")  # of a status: a start adds events of its own


def fill(device: Device) -> None:
    """Until the oldest segments have gone for new ones."""
    device.ask("region.set", region="ningbo", options={})
    while device.ask("journal.info")["first"] == 1:
        for _ in range(50):
            device.ask("correct", delta=[1, -1, 0, 0], reason="x" * 250)


def play(device: Device) -> int:
    """Small events of hands in play until the newest segment takes only few more: how many it holds."""
    segment = first = 0
    while True:
        device.ask("dice.enter", dice=[2, 5])
        device.ask("wild.set", tile="9m")
        for _ in range(80):
            seq = device.ask("wall.event", event="draw")["seq"]
            last = device.ask("journal.info")["last"]
            if last != segment:
                segment, first = last, seq
            elif seq - first >= MOST - ROOM:
                return seq - first + 1
        device.ask("hand.abort")


def start(device: Device) -> tuple[float, dict]:
    """Seconds from power on to the answer to status, and the status."""
    device.kill()
    begun = time.perf_counter()
    device.start()
    status = device.ask("status")
    return time.perf_counter() - begun, status


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flash", type=int, default=1024, help="kilobytes")
    parser.add_argument("--starts", type=int, default=5)
    given = parser.parse_args()
    os.environ["MJTABLE_FLASH_KB"] = str(given.flash)
    with tempfile.TemporaryDirectory() as folder:
        device = Device(Path(folder)).start()
        device.ask("status")
        empty = min(start(device)[0] for _ in range(given.starts))
        fill(device)
        small = play(device)
        before = device.ask("status")
        info = device.ask("journal.info")
        times = []
        for _ in range(given.starts):
            seconds, after = start(device)
            times.append(seconds)
            changed = [key for key in before if key not in PASSING and before[key] != after[key]]
            assert not changed, f"not the state of before: {changed}"
        device.kill()
    segments = info["last"] - info["first"] + 1
    print(f"journal: {segments} segments on {given.flash} KB, {small} events in the newest, {before['seq']} ever")
    print(f"start:   flash empty {empty:.3f} s; full {min(times):.3f} s, {max(times):.3f} s at worst")


if __name__ == "__main__":
    main()
