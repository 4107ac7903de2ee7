"""The page's pictures in the README are of the page as it is: made again by their tool and laid over each other.

Not pixel by pixel: the dice, their seal and the clock are others each time, and letters are drawn a little differently
with other fonts. Both are looked at from a distance.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.web.conftest import CHROMIUM

ROOT = Path(__file__).resolve().parents[2]
KEPT = sorted((ROOT / "docs" / "pictures").glob("*.png"))
FAR = (160, 90)
APART = 4  # of 255, on average


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not shutil.which(CHROMIUM):
        pytest.skip(f"there is no {CHROMIUM}")
    folder = tmp_path_factory.mktemp("drawn")
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "webpictures.py", folder, "/tv:tv:light:zh", "/table:laptop:light:zh"],
        capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0 and not done.stderr, done.stderr
    return folder


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_picture_of_the_readme_is_as_the_page_is(drawn, kept):
    was, now = Image.open(kept).convert("RGB"), Image.open(drawn / kept.name).convert("RGB")
    assert was.size == now.size
    apart = ImageStat.Stat(ImageChops.difference(was.resize(FAR, Image.BOX), now.resize(FAR, Image.BOX))).mean
    assert max(apart) < APART, apart


def test_every_picture_is_shown():
    shown = (ROOT / "README.md").read_text("utf-8")
    assert KEPT and all(path.relative_to(ROOT).as_posix() in shown for path in KEPT)
