"""The picture of the README is what the table shows today."""

import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_picture_of_the_readme_is_current(home):
    draw = runpy.run_path(str(ROOT / "tools" / "pictures.py"))["draw"]
    assert draw() == (ROOT / "docs" / "displays.png").read_bytes(), "run: python tools/pictures.py"
