"""Every region is whole: rules, texts, page, cases, walls; and the copies are those of the shared documents."""

import json
from pathlib import Path

import pytest

from engine_core.check import RecordError, parse
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


@pytest.mark.parametrize("region", regions())
def test_a_win_has_its_worth_while_the_hand_goes_on(region):
    """What displays and page show of the last win, for every case with wins: as the whole hand has it."""
    seen = 0
    for case in json.loads((ROOT / f"tests/cases/{region}.json").read_text("utf-8")):
        record, answer = case["record"], case.get("expect")
        if not answer or len(answer["wins"]) != 1 or not answer["wins"][0]["valid"]:
            continue
        try:
            rules = load(region, record.get("options") or {})
            (claim,) = rules.won(parse(record), answer["wins"][0]["seat"]).claims
        except RecordError:
            continue
        assert claim.reason is None and claim.win.seat == answer["wins"][0]["seat"], case
        seen += 1
    assert seen
