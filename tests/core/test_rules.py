import builtins

from check import raises
from samples import record

from engine_core.check import parse
from engine_core.hand import FLAG_NAMES
from engine_core.record import RecordError
from engine_core.rules import load
from engine_core.settle import Settlement

REGIONS = ("guigang", "ningbo")


def test_unknown_regions_are_named():
    for name in ("atlantis", "os", "rules", "x" * 32):
        assert str(raises(RecordError, load, name)) == "region: there is no " + name
    for name in ("Ningbo", "ning bo", "..", "", "__init__", None, 5, "ningbo.x", "宁波", "\ud800", "x" * 33):
        assert str(raises(RecordError, load, name)).endswith(" is no region"), name


def test_what_a_region_fails_to_import_is_no_region_that_is_not_there():
    real = builtins.__import__

    def broken(*args):
        raise ImportError(text)

    for text in ("no module named 'shapes'", "cannot import name 'Splits'", "no module named 'engine_core.shapes'"):
        builtins.__import__ = broken
        try:
            error = raises(ImportError, load, "ningbo")
        finally:
            builtins.__import__ = real
        assert str(error) == text


def test_only_flags_that_the_region_knows_can_hold():
    for region, known in (
        ("guigang", ["after_kong", "last_tile", "heavenly"]),
        ("ningbo", ["last_tile", "heavenly"]),  # a dealt hand is no win after a kong
    ):
        r = parse(record(region, winner=0, giver=None, flags=list(FLAG_NAMES)))
        flags = load(region).flags(r, r.wins[0])
        assert [name for i, name in enumerate(FLAG_NAMES) if flags >> i & 1] == known


def test_nobody_pays_himself_or_a_seat_that_is_none():
    s = Settlement(4)
    for payer, payee in ((0, 0), (-1, 0), (0, -1), (4, 0), (0, 4)):
        for amount in (0, 1):
            raises(ValueError, s.pay, payer, payee, amount, "discard")
    s.pay(0, 1, 0, "discard")
    s.pay_each(3, 2, "self_draw")
    assert s.payments == [(0, 3, 2, "self_draw", -1), (1, 3, 2, "self_draw", -1), (2, 3, 2, "self_draw", -1)]
    assert s.delta() == [-2, -2, -2, 6]


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


def test_more_tiles_of_a_kind_than_a_byte_counts_are_too_many():
    ones = "1" * 42 + "m"
    meld = {"kind": "kong", "tiles": "1111m"}
    hand = {"concealed": ones, "flowers": ones, "melds": [meld] * 3}
    for hands in ([hand] * 4, [hand] * 2 + [{"concealed": "1" * 28 + "m"}, {"concealed": ""}]):  # 384, 256
        r = parse({"region": "guigang", "hands": hands})
        error = raises(RecordError, load("guigang").check, r)
        assert str(error) == "hands.0.melds.1.tiles: there are no more 1m than the record has before"
