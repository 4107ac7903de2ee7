"""Drivers, keys and board files under MicroPython, with parts of a table connected to them (board/parts.py)."""

import pathlib
import subprocess
import sys

import pytest

from mjtable import pinmap

TESTS = pathlib.Path(__file__).parent.parent
MICROPYTHON = pathlib.Path(sys.executable).with_name("micropython")


@pytest.mark.parametrize("name", ["drivers", "keys", "digits", "boards"])
def test_on_micropython(name, tmp_path):
    for shipped, path in pinmap.shipped().items():
        (tmp_path / f"{shipped}.json").write_bytes(pinmap.for_the_table(pinmap.read(path)))
    command = [MICROPYTHON, "-X", "heapsize=4m", TESTS / "core/run.py", TESTS / "firmware/board" / (name + ".py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=tmp_path)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed, 0 failed" in done.stdout
