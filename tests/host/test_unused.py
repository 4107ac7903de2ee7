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
from mjtable.rulebook.declared import at_play, option_type, uncounted, unused, without_effect

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


UNCOUNTED = FILE.with_name("uncounted.tsv")
OUT = [line.split("\t") for line in UNCOUNTED.read_text("utf-8").splitlines() if not line.startswith("#")]


def counted(record, options):
    """The patterns of the wins of a record with these options."""
    found = answer(record, options)
    return set() if isinstance(found, str) else {p for win in found["wins"] for p in win["patterns"]}


@pytest.mark.parametrize("region, option, value, patterns", OUT, ids=lambda text: text[:20])
def test_no_case_counts_a_pattern_that_is_out(region, option, value, patterns):
    out = set(patterns.split())
    for case in json.loads((HERE / "cases" / f"{region}.json").read_text("utf-8")):
        assert not out & counted(case["record"], {option: json.loads(value)}), case["id"]
    assert uncounted(load(region, {option: json.loads(value)})).keys() >= out
    assert out <= {p for p, _ in load(region).PATTERNS}


@pytest.mark.parametrize("option, patterns", sorted({(row[1], row[3]) for row in OUT}), ids=lambda text: text[:20])
def test_some_case_counts_it_with_another_value(option, patterns):
    """In one of the regions that have the option."""
    seen = set()
    for region in [row[0] for row in OUT if (row[1], row[3]) == (option, patterns)]:
        row = next(row for row in load(region).OPTIONS if row[0] == option)
        for case in json.loads((HERE / "cases" / f"{region}.json").read_text("utf-8")):
            for other in [row[1], *others(row)]:
                seen |= counted(case["record"], {option: other})
    assert seen & set(patterns.split())


@pytest.mark.parametrize("region", regions())
def test_a_pattern_without_a_worth_is_out(region):
    for row in load(region).OPTIONS:
        for value in [] if option_type(row) in ("table", "numbers", "text") else [row[1], *others(row)]:
            if value in load(region).ONLY.get(row[0], (value,)):
                rules = load(region, {row[0]: value})
                assert {p for p, _ in rules.PATTERNS} - set(rules.worth) <= set(uncounted(rules))


def test_why_is_the_option_with_its_value():
    assert uncounted(load("jiujiang", {"edition": "1"})) == {
        "single_wait": "edition=1",
        "xiaosa_gun_pungs": "edition=1",
    }
    assert without_effect(load("jiujiang", {"edition": "1"}))["washout_hands"] == "edition=1"
    assert uncounted(load("ningbo")) == {} == without_effect(load("ningbo"))
