from check import raises

from engine_core.record import RecordError
from engine_core.rules import load

REGIONS = ("guigang", "ningbo")


def test_unknown_regions_are_named():
    for name in ("atlantis", "Ningbo", "ning bo", "os", "..", "", "rules", "__init__", None, 5, "ningbo.x"):
        assert str(raises(RecordError, load, name)).startswith("region: "), name


def test_defaults_are_legal_and_change_nothing():
    for region in REGIONS:
        defaults = load(region).options
        rules = load(region, defaults)
        assert rules.changed == {}
        assert rules.options == defaults


def test_every_option_is_checked_with_name_value_and_range():
    for region in REGIONS:
        for name, default, allowed in load(region).OPTIONS:
            if allowed is None:
                good, bad = [not default], [1, 0, "true", None, 2.0]
            elif isinstance(default, str):
                good, bad = list(allowed), ["nobody", 1, None, True]
            else:
                low, high = allowed
                good, bad = [low, high], [low - 1, high + 1, "1", None, True, 1.0, [1]]
            for value in good:
                assert load(region, {name: value}).options[name] == value
            for value in bad:
                text = str(raises(RecordError, load, region, {name: value}))
                assert text.startswith("options.%s: " % name), text


def test_an_option_that_is_none():
    assert str(raises(RecordError, load, "guigang", {"minimum": 1})).startswith("options.minimum: ")
    raises(RecordError, load, "guigang", {1: 1})


def test_only_what_differs_is_kept_as_changed():
    rules = load("ningbo", {"minimum": 3, "base": 1})
    assert rules.changed == {"minimum": 3}
    assert rules.options["minimum"] == 3


def test_one_rules_object_never_changes_another():
    load("guigang", {"full_flush_pungs_fan": 6})
    assert load("guigang").worth["full_flush_pungs"] == 7


def test_the_tiles_fill_the_wall():
    for region in REGIONS:
        rules = load(region)
        total = 0
        for kind in range(42):
            total += rules.copies(kind)
        for dealer in range(4):
            assert 2 * sum(rules.stacks(dealer)) == total
    assert [load("ningbo").copies(k) for k in (0, 33, 34, 41)] == [4, 4, 1, 1]
    assert [load("guigang").copies(k) for k in (0, 33, 34, 41)] == [4, 4, 0, 0]
