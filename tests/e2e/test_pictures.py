"""The pictures of displays, in the README and in hardware/, are what the table shows today."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "pictures.py"))


@pytest.mark.parametrize("name", TOOL["PICTURES"])
def test_it_is_current(home, name):
    assert TOOL["draw"](name) == (ROOT / name).read_bytes(), "run: make pictures"
