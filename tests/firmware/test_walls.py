"""The wall followed by sensors (walls/hands.py): thousands of hands here, a few on the table's interpreter."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from mjtable import simulator

WALLS = Path(__file__).parent / "walls"
RUN = Path(__file__).parents[1] / "core" / "run.py"
sys.path.insert(0, str(WALLS))
spec = importlib.util.spec_from_file_location("hands", WALLS / "hands.py")
hands = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hands)
TESTS = sorted(name for name in dir(hands) if name.startswith("test_"))
HANDS = 170  # of each sort: more than 3,000 in all


@pytest.mark.parametrize("name", TESTS)
def test_by_its_sensors(name, monkeypatch):
    monkeypatch.setattr(hands, "MANY", [HANDS])
    getattr(hands, name)()


def test_on_micropython():
    command = [*simulator.interpreter(), "-X", "heapsize=4m", RUN, WALLS / "hands.py"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(TESTS)} passed, 0 failed" in done.stdout
