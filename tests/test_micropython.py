"""The core's tests once more, on MicroPython with a heap near a controller's: the same files, the other interpreter."""

import pathlib
import subprocess
import sys

import pytest

CORE = pathlib.Path(__file__).parent / "core"
MICROPYTHON = pathlib.Path(sys.executable).with_name("micropython")


@pytest.mark.parametrize("path", sorted(CORE.glob("test_*.py")), ids=lambda p: p.stem)
def test_core(path):
    done = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=256k", CORE / "run.py", path], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed, 0 failed" in done.stdout
