"""A million fuzzed lines at the table's parser, on MicroPython."""

import tempfile
import time

from tests.bench import interpreter
from tests.bench.figures import Figure

LINES = 1_000_000
SEED = 7


def run(seed: int, lines: int) -> dict:
    """What device/fuzz.py says of so many lines."""
    with tempfile.TemporaryDirectory() as folder:
        return interpreter.run("fuzz.py", folder, seed, lines, heap="600k")[0]


def figures() -> list[Figure]:
    start = time.monotonic()
    found = run(SEED, LINES)
    seconds = time.monotonic() - start
    return [
        Figure("fuzzed lines", LINES, ""),
        Figure("... that were answered", found["answers"], ""),
        Figure("... at which the table failed", found["failed"], "", "0"),
        Figure("... of state, settings, journal changed", len(found["changed"]), "", "0"),
        Figure("heap grown over the last nine tenths", found["heap"][-1] - found["heap"][0], "bytes", "0"),
        Figure("lines a second", LINES / seconds, "1/s"),
    ]
