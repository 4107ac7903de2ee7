"""Does the table's heap grow? Thousands of hands in a row at the real firmware, whose flash gets full meanwhile.

    python tests/bench/many_hands.py [REGION ...] [--hands 10000] [--every 1000] [--heap 400k]

Prints the bytes that are free after a collection, and the largest piece of them, every so many hands. 400k in the unix
port are what a Pico has: pointers take twice the room.
"""

import argparse
import base64
import json
import os
import subprocess
import tempfile
from pathlib import Path

from engine_core import record
from engine_core.check import RecordError
from mjtable import simulator

HERE = Path(__file__).parent
REGIONS = ("ningbo", "guigang")


def records(region: str) -> bytes:
    """The hand records of a region's cases, packed, a line each."""
    cases = json.loads((HERE.parent / "cases" / f"{region}.json").read_text("utf-8"))
    lines = []
    for case in cases:
        try:
            lines.append(base64.b64encode(record.pack(case["record"])))
        except (RecordError, ValueError, KeyError):  # a case of what is refused
            continue
    return b"\n".join(lines) + b"\n"


def play(region: str, hands: int, every: int, size: str, folder: Path) -> list[list[int]]:
    """[hands, free, largest, events, segments] as they come, printed too."""
    command = simulator.interpreter()
    root = simulator.firmware_for(command)
    (folder / "records").write_bytes(records(region))
    script = [HERE / "device" / "many_hands.py", region, str(hands), str(every), folder / "records"]
    environment = {**os.environ, "MICROPYPATH": f"{root}:.frozen", "MJTABLE_FLASH": str(folder / f"{region}.flash")}
    found = []
    with subprocess.Popen(
        [*command, "-X", f"heapsize={size}", *script], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        for line in process.stdout:
            try:
                found.append(json.loads(line))
            except ValueError:
                print(line.decode(), end="")
                continue
            n, free, largest, seq, segments = found[-1]
            heap = f"free {free:7}  largest {largest:7}"
            print(f"{region:10} {n:6} hands  {heap}  events {seq:7}  segments {segments}", flush=True)
    if process.returncode or not found:
        raise SystemExit(f"{region}: ended with {process.returncode}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("regions", nargs="*", default=REGIONS)
    parser.add_argument("--hands", type=int, default=10000)
    parser.add_argument("--every", type=int, default=1000)
    parser.add_argument("--heap", default=simulator.HEAP)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for region in given.regions:
            found = play(region, given.hands, given.every, given.heap, Path(folder))
            settled = found[1:] or found
            change = settled[-1][1] - settled[0][1]
            print(f"{region:10} from {settled[0][0]} to {settled[-1][0]} hands: {change:+} bytes")


if __name__ == "__main__":
    main()
