"""Events and states of a whole evening are the same bytes on both interpreters."""

import pathlib
import subprocess
import sys
from binascii import crc32

from evening import steps

from engine_core.table import Table

ROOT = pathlib.Path(__file__).parent.parent
MICROPYTHON = pathlib.Path(sys.executable).with_name("micropython")
ON_MICROPYTHON = """
import sys
sys.path[:0] = [%r, %r]
from binascii import crc32
from evening import steps
from engine_core.table import Table
table = Table()
for event in steps(table):
    table.apply(event)
    print(crc32(event), crc32(table.snapshot()))
"""


def test_events_and_snapshots_are_the_same_bytes():
    code = ON_MICROPYTHON % (str(ROOT), str(ROOT / "tests/core"))
    done = subprocess.run([MICROPYTHON, "-X", "heapsize=400k", "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    table = Table()
    lines = []
    for event in steps(table):
        table.apply(event)
        lines.append(f"{crc32(event)} {crc32(table.snapshot())}")
    assert done.stdout.splitlines() == lines
