"""The record and the answer of a hand: they must be this table's, and what the record leaves out the table fills in."""

from check import raises
from evening import Region, at_table, drawn, refuses, thrown, win

from engine_core import events as ev
from engine_core import record
from engine_core.events import EventError
from engine_core.regions import guigang
from engine_core.score import score
from engine_core.table import Table

# ---------------------------------------------------------------- record and answer of an event


def test_the_record_of_a_hand_must_be_this_tables():
    table = thrown("ningbo", dealer=1, options={"minimum": 3})
    table.apply(ev.pack_indicator(30))
    good = table.complete(win(2, 3))
    answer = score(good)
    for field, value in (
        ("dealer", 2), ("round_wind", "S"), ("dealer_streak", 1), ("dice", [1, 1]), ("dice", []), ("indicator", "5z"),
        ("indicator", None), ("carry", {"washout": 1}),
    ):  # fmt: skip
        changed = dict(good)
        changed[field] = value
        error = refuses(table, ev.pack_hand(changed, answer), "carry.washout" if field == "carry" else field)
        assert "the table has" in str(error)
    changed = dict(good, options={})
    assert str(refuses(table, ev.pack_hand(changed, answer), "options.minimum")) == (
        "options.minimum: 4 is given, the table has 3"
    )
    changed = dict(good, region="guigang", options={})
    refuses(table, ev.pack_hand(changed, answer), "region")
    table.apply(ev.pack_hand(good, answer))


def test_an_answer_that_is_none_is_refused():
    table = at_table()
    packed = table.complete(drawn())
    good = score(packed)
    for field, value in (
        ("delta", [0, 0, 0]), ("delta", [1, 0, 0, 0]), ("delta", [0, 0, 0, "0"]), ("delta", None), ("delta", [0] * 5),
        ("next_dealer", 4), ("next_dealer", True), ("next_dealer", -1), ("carry", []), ("carry", {"x": 1}),
        ("carry", {"washout": -1}), ("carry", {"top_up": [0] * 9}), ("carry", {"sub_in": 1}),
        ("carry", {"sub_in": [1]}), ("carry", {"sub_in": None}), ("carry", {"washout": [1]}), ("carry", {"broke": []}),
        ("carry", {"broke": 2}), ("carry", {"over": []}), ("carry", {"over": True}), ("carry", {"top_up": 5}),
        ("carry", {"top_up": ["5"]}), ("carry", {"top_up": {}}), ("carry", {"followed": 1}),
        ("carry", {"haidi_seat": 1}), ("carry", None),
        ("delta", [[0], 0, 0, 0]), ("delta", {}), ("next_dealer", "0"), ("next_dealer", [0]),
        ("delta", [1 << 31, -(1 << 31), 0, 0]),
    ):  # fmt: skip
        error = raises(EventError, table.apply, ev.pack_hand(packed, dict(good, **{field: value})))
        assert error.field.startswith("answer." + field), error
        assert table.hand_no == 1
    refuses(table, ev.pack_hand(packed, good) + b" ", "answer")
    refuses(table, ev.pack_hand(packed, good)[:-1], "answer")


class NoRoom(guigang.Rules):
    @property
    def SEATS(self):
        raise MemoryError


def test_whatever_goes_wrong_leaves_the_table_as_it_was():
    with Region("noroom", NoRoom):
        table = Table()
        raises(MemoryError, table.apply, ev.pack_region("noroom", {}))  # known by then: region, rules, session
        assert (table.snapshot(), table.rules) == (Table().snapshot(), None)


# ---------------------------------------------------------------- completing a record


def test_the_table_fills_in_what_it_knows():
    table = thrown("ningbo", dealer=3, options={"base": 2}, faces=b"\x02\x05")
    table.apply(ev.pack_indicator(30))
    given = drawn()
    full = table.complete(given)
    assert given == drawn()
    assert {k: full[k] for k in full if k not in ("hands", "wins")} == {
        "region": "ningbo", "options": {"base": 2}, "seats": 4, "dealer": 3, "round_wind": "E", "dealer_streak": 0,
        "carry": {}, "indicator": "4z", "dice": [2, 5],
    }  # fmt: skip


def test_a_given_value_that_differs_is_refused_by_name():
    table = at_table("ningbo", dealer=3, options={"base": 2})
    for field, value, message in (
        ("dealer", 0, "dealer: 0 is given, the table has 3"),
        ("region", "guigang", "region: 'guigang' is given, the table has 'ningbo'"),
        ("round_wind", "N", "round_wind: 'N' is given, the table has 'E'"),
        ("options", {}, "options.base: 1 is given, the table has 2"),
        ("options", {"base": 2, "minimum": 5}, "options.minimum: 5 is given, the table has 4"),
    ):
        assert str(raises(record.RecordError, table.complete, drawn(**{field: value}))) == message
    assert table.complete(drawn(options={"base": 2, "minimum": 4}))["options"] == {"base": 2}


def test_without_a_session_there_is_no_record():
    assert str(raises(record.RecordError, Table().complete, drawn())).startswith("phase: not in new, only in ready")


def test_a_record_of_a_wrong_form_is_refused_by_name():
    table = at_table("ningbo", options={"base": 2})
    table.apply(ev.pack_throw(0, b"\x03\x04"))
    for field, values in (
        ("options", ([], 5, "x", True, [1], {"base": [2]}, {"base": "2"}, {"nonsense": 1}, {"base": {}}, {1: 2})),
        ("carry", ([], 5, "x", [1], {"washout": [1]}, {"washout": "1"}, {"nonsense": 1}, {"top_up": 5}, {1: 2})),
        ("dealer", ("0", [0], 0.0, False, -1, 4)), ("seats", ("4", [4], 4.0, 5)), ("dice", (5, "34", [3], [0, 4], {})),
        ("round_wind", (0, ["E"], "X")), ("dealer_streak", ("0", [0], -1)), ("region", (5, [], "atlantis")),
        ("indicator", (5, [], "12m", "0m")), ("hands", (None, [], {}, [1, 2, 3, 4])), ("wins", (None, 5, {}, [5])),
    ):  # fmt: skip
        for value in values:
            error = raises(record.RecordError, table.complete, drawn(**{field: value}))
            assert str(error).startswith(field), (field, value, error)
    for hand in (None, [], 5, "x"):
        assert str(raises(record.RecordError, table.complete, hand)).startswith("record: ")
    raises(record.RecordError, table.complete, {})


def test_what_the_hand_brings_itself_stays_in_its_record():
    table = at_table()
    assert table.complete(drawn(carry={"followed": 2, "haidi_seat": 0}))["carry"] == {"followed": 2, "haidi_seat": 0}
    for carry in ({"followed": [1]}, {"followed": 3}, {"haidi_seat": 4}):
        raises(record.RecordError, table.complete, drawn(carry=carry))
    for carry in ({"over": 1}, {"sub_in": 1}, {"top_up": [5]}, {"broke": 1}):
        assert "the table has" in str(raises(record.RecordError, table.complete, drawn(carry=carry)))
