"""The rulesets that a PC keeps are those that are loaded anew, whatever becomes of the record they came with."""

import pytest

from engine_core import rules_kept
from engine_core.check import RecordError
from engine_core.rules import load


def test_the_same_options_have_the_same_rules():
    assert rules_kept.rules("ningbo", {"minimum": 3}) is rules_kept.rules("ningbo", {"minimum": 3})
    assert rules_kept.rules("ningbo", {"minimum": 3}).options == load("ningbo", {"minimum": 3}).options


def test_other_options_or_another_region_have_others():
    assert rules_kept.rules("ningbo", {"minimum": 4}).options["minimum"] == 4
    assert rules_kept.rules("ningbo", {"minimum": 5}).options["minimum"] == 5
    assert rules_kept.rules("guigang", {}).ID == "guigang"


def test_a_number_is_no_truth_though_python_calls_them_equal():
    rules_kept.rules("ningbo", {"minimum": 1, "liability": True})
    with pytest.raises(RecordError, match="options.minimum"):
        rules_kept.rules("ningbo", {"minimum": True, "liability": True})
    with pytest.raises(RecordError, match="options.liability"):
        rules_kept.rules("ningbo", {"minimum": 1, "liability": 1})


def test_what_becomes_of_the_record_does_not_reach_them():
    options = {"worths": {"all_pungs": 7}}
    kept = rules_kept.rules("ningbo", options)
    options["worths"]["all_pungs"] = 8
    assert kept.options["worths"] == {"all_pungs": 7}
    assert rules_kept.rules("ningbo", options).worth["all_pungs"] == 8


def test_there_are_never_more_than_a_few():
    for minimum in range(40):
        assert rules_kept.rules("ningbo", {"minimum": minimum}).options["minimum"] == minimum
    assert len(rules_kept.KEPT) <= rules_kept.MOST


def test_a_number_that_python_does_not_write_is_refused_as_any_other():
    with pytest.raises(RecordError, match="options.minimum: a huge number is not in"):
        rules_kept.rules("ningbo", {"minimum": 10**5000})
    with pytest.raises(RecordError, match="options.worths.all_pungs: a huge number"):
        rules_kept.rules("ningbo", {"worths": {"all_pungs": -(10**5000)}})
    with pytest.raises(RecordError, match="options.x: ningbo has no such option"):
        rules_kept.rules("ningbo", {"x": [10**5000]})
