"""The core's tests once more, on MicroPython with a heap near a controller's: the same files, the other interpreter."""

import pathlib
import subprocess
import sys

import pytest

CORE = pathlib.Path(__file__).parent / "core"
MICROPYTHON = pathlib.Path(sys.executable).with_name("micropython")


CASES = sorted(CORE.glob("test_*cases.py"))
REGIONS = sorted(path.stem for path in (CORE.parent / "cases").glob("*.json"))


def run(*args):
    command = [MICROPYTHON, "-X", "heapsize=256k", CORE / "run.py", *args]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed, 0 failed" in done.stdout


@pytest.mark.parametrize("path", sorted(set(CORE.glob("test_*.py")) - set(CASES)), ids=lambda p: p.stem)
def test_core(path):
    run(path)


@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_cases(path, region):
    """One region in a process, as on a controller."""
    run(path, "--region", region)
