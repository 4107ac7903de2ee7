from check import raises

from engine_core import tiles


def test_text_of_every_kind_round_trips():
    for kind in range(tiles.KINDS):
        assert tiles.kind(tiles.name(kind)) == kind


def test_kinds_are_numbered_by_suit():
    assert list(tiles.parse("19m19p19s17z18f")) == [0, 8, 9, 17, 18, 26, 27, 33, 34, 41]


def test_a_run_of_digits_shares_its_letter():
    assert tiles.parse("1123m55z") == bytes([0, 0, 1, 2, 31, 31])
    assert tiles.text(tiles.parse("1123m55z")) == "1123m55z"
    assert tiles.text(b"") == ""
    assert tiles.parse("") == b""


def test_order_is_kept():
    assert tiles.text(tiles.parse("5z1m9p1m")) == "5z1m9p1m"


def test_bad_text_is_refused_with_its_place():
    for text, part in (
        ("12", "12"),
        ("m", "'m'"),
        ("0m", "'0'"),
        ("8z", "8z"),
        ("9f", "9f"),
        ("1x", "'x'"),
        ("1m2", "'2'"),
        ("1 m", "' '"),
        ("１m", "'１'"),
    ):
        assert part in str(raises(tiles.TileError, tiles.parse, text)), text
    for value in (None, 5, b"1m", ["1m"]):
        raises(tiles.TileError, tiles.parse, value)


def test_one_tile_is_one_tile():
    raises(tiles.TileError, tiles.kind, "11m")
    raises(tiles.TileError, tiles.kind, "")


def test_a_value_is_shown_alike_on_both_interpreters():
    for value, text in (
        ("5m", "'5m'"),
        ("宁波麻将", "'宁波麻将'"),
        ("a" * 50, "'" + "a" * 20 + "'"),
        ("it's\\\n\x7f\xa0", "'it\\'s\\\\\\u000a\\u007f\\u00a0'"),
        ("\ud800", "'\\ud800'"),
        ("\U0001f004", "'\\ud83c\\udc04'"),
        ("\U0001f004" * 11, "'" + "\\ud83c\\udc04" * 10 + "'"),
        (True, "True"),
        (None, "None"),
        (-7, "-7"),
        (1 << 70, "a huge number"),
        (1.0, "a float"),
        (float("nan"), "a float"),
        (float("inf"), "a float"),
        ([1], "a list"),
        ({}, "a dict"),
        (b"5m", "a bytes"),
    ):
        assert tiles.shown(value) == text, text
