"""The core's tests once more, on MicroPython with a heap near a controller's: the same files, the other interpreter.

The core is compiled, as on a controller; the tests are not.
"""

import pathlib
import subprocess
import sys

import pytest

from mjtable import simulator

CORE = pathlib.Path(__file__).parent / "core"
MICROPYTHON = pathlib.Path(sys.executable).with_name("micropython")


HEAP = "256k"
LONG = {"test_course_long": "400k"}  # the whole heap of a Pico, in this interpreter's wider words: two longest hands

CASES = sorted(CORE.glob("test_*cases.py"))
REGIONS = sorted(path.stem for path in (CORE.parent / "cases").glob("*.json"))


@pytest.fixture(scope="session")
def core(compiled):
    """A folder with engine_core as it lies on a table, but for the names that the tests ask for."""
    return simulator.firmware_for([str(MICROPYTHON)], sorted(CORE.glob("*.py")))


def run(core, *args):
    heap = LONG.get(args[0].stem, HEAP)
    command = [MICROPYTHON, "-X", f"heapsize={heap}", CORE / "run.py", "--core", core, *args]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed, 0 failed" in done.stdout


@pytest.mark.parametrize("path", sorted(set(CORE.glob("test_*.py")) - set(CASES)), ids=lambda p: p.stem)
def test_core(path, core):
    run(core, path)


@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_cases(path, region, core):
    """One region in a process, as on a controller."""
    run(core, path, "--region", region)
