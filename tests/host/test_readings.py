"""How a hand is read, how else it could be, and what its patterns need: what the core says is never contradicted."""

import json
from collections import Counter
from pathlib import Path

import pytest

from engine_core import tiles
from engine_core.check import RecordError
from mjtable import readings
from mjtable.regions import regions

CASES = Path(__file__).parents[1] / "cases"
# The wild 5m as 5p makes 6p the middle of 567p (closed wait), as 8p an end of 678p.
TWO = {
    "region": "ningbo", "dealer": 0, "indicator": "5m",
    "hands": [{}, {}, {"concealed": "1234567p5m88p", "melds": [{"kind": "pung", "tiles": "999p", "from": 1}]}, {}],
    "wins": [{"seat": 2, "tile": "6p"}],
}  # fmt: skip


def spelled(group):
    return "".join(tiles.name(kind) for kind in group.stands)


def test_two_readings_the_one_that_counts_more_first():
    told = readings.told(TWO, 0)
    assert [told.adopted.value, *(one.value for one in told.others)] == [7, 6]
    assert "closed_wait" in told.adopted.patterns and "closed_wait" not in told.others[0].patterns
    (won,) = [group for group in told.adopted.groups if group.won >= 0]
    assert spelled(won) == "5p6p7p" and won.won == 1 and [tiles.name(kind) for kind in won.held] == ["5m", "6p", "7p"]


def test_what_patterns_need_and_what_others_lack():
    told = readings.told(TWO, 0)
    assert told.counted == {"closed_wait": "-", "full_flush": "f", "self_draw": "d"}
    lacking = {one.pattern: one.needs for one in told.missing}
    assert lacking["all_pungs"] == "P" and lacking["half_flush"] == "m" and lacking["no_wilds"] == "0"
    assert "full_flush" not in lacking


def test_a_pattern_that_another_has_in_it_is_told_as_that():
    record = {"region": "guigang", "dealer": 0, "hands": [{"concealed": "111222333m999m5m"}, {}, {}, {}],
              "wins": [{"seat": 0, "tile": "5m"}]}  # fmt: skip
    told = readings.told(record, 0)
    assert all(one.beside in told.counted for one in told.missing if one.beside)


def test_a_hand_of_called_patterns_or_none_has_no_reading():
    called = {**TWO, "hands": [{}] * 4, "wins": [{"seat": 2, "tile": "6p", "called": {"patterns": ["full_flush"]}}]}
    assert readings.told(called, 0) is None
    wrong = {**TWO, "hands": [{}, {}, {"concealed": "1234567p5m88p999s"}, {}]}
    assert readings.told({**wrong, "wins": [{"seat": 2, "tile": "1s"}]}, 0) is None
    with pytest.raises(RecordError):
        readings.told({**TWO, "wins": [{"seat": 9}]}, 0)


def test_where_points_decide_between_ways_to_lay_out_the_tiles_none_is_told():
    # Longgang: 2z with two wilds is a pung worth 4 points, which no pattern says.
    case = next(
        one for one in json.loads((CASES / "longgang.json").read_text("utf-8"))
        if one["id"] == "longgang-02-example-a-concealed"
    )  # fmt: skip
    told = readings.told(case["record"], 0)
    assert told.adopted is None and not told.others and "half_flush" in told.counted


@pytest.mark.parametrize("region", regions())
def test_the_cases_of_a_region_are_read_as_the_core_has_them(region):
    looked = read = 0
    for case in json.loads((CASES / f"{region}.json").read_text("utf-8")):
        record = case["record"]
        for number, win in enumerate(case["expect"].get("wins", [])):
            claim = record["wins"][number]
            if not win["valid"] or claim.get("called"):
                continue
            told = readings.told(record, number)
            if told is None or not record["hands"][win["seat"]].get("concealed"):
                continue
            looked += 1
            assert set(told.counted) == set(win["patterns"]), case["id"]
            assert all(one.value <= win["value"] for one in told.others), case["id"]
            if told.adopted:
                read += 1
                held = Counter(tiles.name(kind) for group in told.adopted.groups for kind in group.held)
                own = record["hands"][win["seat"]]["concealed"] + claim["tile"]
                assert held == Counter(tiles.name(kind) for kind in tiles.parse(own)), case["id"]
                assert sum(group.won >= 0 for group in told.adopted.groups) == 1
    assert looked and read > 0.7 * looked
