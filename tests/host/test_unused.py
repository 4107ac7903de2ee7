"""Options that do nothing while another has a certain value, as unused.tsv has them, and those for play alone
(atplay.tsv): no case of the region is scored otherwise by them.
"""

import json
from pathlib import Path

import pytest

from engine_core.check import RecordError
from engine_core.rules import load
from engine_core.score import score
from mjtable.regions import regions
from mjtable.rulebook.declared import at_play, option_type, unused

HERE = Path(__file__).parents[1]
FILE = HERE.parent / "host" / "mjtable" / "rulebook" / "unused.tsv"
ROWS = [line.split("\t") for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]


def others(row):
    """Other values of an option."""
    kind, default, allowed = option_type(row), row[1], row[2]
    if kind == "bool":
        return [not default]
    if kind == "choice":
        return [one for one in allowed if one != default]
    return [one for one in (allowed[0], allowed[1], default + 1) if one != default]


def answer(record, options):
    try:
        return score({**record, "options": {**record.get("options", {}), **options}})
    except RecordError as e:
        return str(e)


@pytest.mark.parametrize("region, option, other, value", ROWS, ids=lambda text: text)
def test_it_does_nothing_then(region, option, other, value):
    off = {other: json.loads(value)}
    row = next(row for row in load(region).OPTIONS if row[0] == option)
    for case in json.loads((HERE / "cases" / f"{region}.json").read_text("utf-8")):
        record = case["record"]
        for changed in others(row):
            assert answer(record, {**off, option: changed}) == answer(record, {**off, option: row[1]}), case["id"]


@pytest.mark.parametrize("region, option, other, value", ROWS, ids=lambda text: text)
def test_it_is_said_then_and_only_then(region, option, other, value):
    row = next(row for row in load(region).OPTIONS if row[0] == other)
    assert unused(load(region), {other: json.loads(value)})[option] == other
    used = [one for one in [row[1], *others(row)] if one != json.loads(value)]
    assert used and all(option not in unused(load(region), {other: one}) for one in used)


AT_PLAY = [(region, option) for region in regions() for option in at_play(load(region))]


@pytest.mark.parametrize("region, option", AT_PLAY, ids=lambda text: text)
def test_an_option_for_play_alone_changes_no_score(region, option):
    row = next(row for row in load(region).OPTIONS if row[0] == option)
    for case in json.loads((HERE / "cases" / f"{region}.json").read_text("utf-8")):
        for changed in others(row):
            before = answer(case["record"], {option: row[1]})
            assert answer(case["record"], {option: changed}) == before, case["id"]


def test_some_are():
    assert AT_PLAY
