"""Every region is whole: rules, texts, page, cases, walls; and the copies are those of the shared documents."""

from pathlib import Path

import pytest

from engine_core.rules import load
from mjtable.commands.rules import regions

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
# Our copy, by what it is a copy of.
COPIES = {
    "rules/{}.md": "engine_core/regions/rules/{}.md",
    "cases/{}.json": "tests/cases/{}.json",
    "walls/{}.json": "tests/walls/{}.json",
}


@pytest.mark.parametrize("region", regions())
def test_a_region_is_whole(region):
    assert load(region).ID == region
    for file in ("engine_core/regions/{}.tsv", "tests/core/test_{}.py", *COPIES.values()):
        assert (ROOT / file.format(region)).is_file(), file.format(region)


@pytest.mark.parametrize("region", regions())
@pytest.mark.parametrize("source", COPIES)
def test_the_copies_are_copies(region, source):
    original = SHARED / source.format(region)
    if not original.is_file():
        pytest.skip("the shared documents are not beside this checkout")
    assert (ROOT / COPIES[source].format(region)).read_bytes() == original.read_bytes()


def test_no_case_is_of_a_region_that_there_is_not():
    for source in COPIES.values():
        folder, _, ending = source.partition("{}")
        assert {path.stem for path in (ROOT / folder).glob("*" + ending)} == set(regions())
