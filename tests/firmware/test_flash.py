"""The tests of journal and settings once more, under MicroPython on a littlefs in RAM; the heap holds the flash too."""

import pathlib
import subprocess
import sys

import pytest

TESTS = pathlib.Path(__file__).parent.parent
MICROPYTHON = pathlib.Path(sys.executable).with_name("micropython")


@pytest.mark.parametrize("path", sorted((TESTS / "firmware/device").glob("test_*.py")), ids=lambda p: p.stem)
@pytest.mark.long
def test_on_littlefs(path):
    done = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=2m", TESTS / "core/run.py", path], capture_output=True, text=True, timeout=600
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed, 0 failed" in done.stdout
