"""Only such snapshots are taken as some events can give."""

import json

from check import raises
from evening import Diced, Five, Region, Three, answered, at_table, result, thrown, win

from engine_core import between, restore
from engine_core import events as ev
from engine_core.events import EventError
from engine_core.record import canonical
from engine_core.table import Table


def changed(table, **fields):
    """The snapshot of a table with other values in some fields: x, of the last hand last__x, of the core before it
    before__x.
    """
    whole = json.loads(table.snapshot())
    for field in fields:
        place, name = whole if field in whole else whole["core"], field
        if field.startswith("last__"):
            place, name = whole["last"], field[6:]
        elif field.startswith("before__"):
            place, name = whole["last"]["before"], field[8:]
        place[name] = fields[field]
    return canonical(whole).encode()


def cannot_be(table, field, **fields):
    """The state with these values is refused, by the name of a field."""
    assert Table.restore(changed(table)).snapshot() == table.snapshot()
    error = raises(EventError, Table.restore, changed(table, **fields))
    assert error.field.startswith(field), (fields, error)


def played(hands=1, **kw):
    """A table at which seat after seat has won."""
    table = at_table(**kw)
    for _ in range(hands):
        table.apply(result(table, win((table.dealer + 1) % 4)))
    return table


def test_values_of_any_type_are_refused_or_are_the_state():
    table = played(dealer=1)
    table.apply(ev.pack_note(ev.NOTE_BOOT, "", 0, 77))
    whole = json.loads(table.snapshot())
    names = list(whole) + list(whole["core"])
    names += ["last__" + field for field in whole["last"]] + ["before__" + field for field in whole["core"]]
    taken = set()
    for name in names:
        for value in (
            None,
            [],
            {},
            "x",
            "00",
            -1,
            0xFFFFFFFF,
            [[]],
            [[1]],
            [1],
            [[1, 2, 3]],
            [{}],
            {"a": 1},
            True,
            [None],
        ):
            snapshot = changed(table, **{name: value})
            try:
                assert Table.restore(snapshot).snapshot() == snapshot
                taken.add(name)
            except EventError:
                pass
    assert taken == {  # the empty ones, no last hand, and later events of other kinds
        "options", "carry", "recent", "last", "seq", "indicator", "last__sub_in", "before__options", "before__carry",
        "before__indicator",
    }  # fmt: skip


def test_what_a_table_writes_need_not_be_written_once_more_to_be_taken():
    table = played(2)
    asked = []
    before = restore.canonical
    restore.canonical = lambda *given: asked.append(given) or before(*given)
    try:
        assert Table.restore(table.snapshot()).snapshot() == table.snapshot()
    finally:
        restore.canonical = before
    assert not asked


def test_before_the_first_session_there_is_nothing():
    fresh = Table()
    for field, value in (
        ("hand_no", 1), ("scores", [0, 0, 0, 0]), ("dealer", 0), ("first_dealer", 0), ("dealt", 1), ("thrower", 1),
        ("round_wind", 1), ("streak", 1), ("carry", {"washout": 1}), ("region", "guigang"), ("dice", "0304"),
        ("indicator", 3), ("drawn", "010100"), ("kong_dice", "01"), ("options", {"fan_cap": 6}),
    ):  # fmt: skip
        cannot_be(fresh, "", **{field: value})
    cannot_be(fresh, "seal", seal="00" * 32)
    cannot_be(at_table(), "session_no", session_no=0)


def test_without_a_region_no_hand_was_played():
    table = Table()
    table.apply(ev.pack_session(2, [0] * 5))
    for field, value in (
        ("hand_no", 2), ("hand_no", 0), ("options", {"fan_cap": 6}), ("thrower", 1), ("streak", 1), ("round_wind", 1),
        ("carry", {"over": 1}), ("dealt", 5), ("dealt", 0), ("first_dealer", None), ("dealer", None), ("dealer", 5),
        ("scores", []), ("scores", [0] * 9), ("scores", [0, 0]), ("dice", "0304"), ("seal", "11" * 32),
    ):  # fmt: skip
        cannot_be(table, "", **{field: value})


def test_deal_and_winds_go_together():
    table = played(6, dealer=2)
    assert (table.dealer, table.round_wind, table.dealt, table.hand_no) == (0, 1, 0b1101, 7)
    for field, value in (
        ("dealer", 1), ("dealer", 4), ("dealer", None), ("first_dealer", 1), ("first_dealer", None), ("dealt", 0),
        ("dealt", 0b11101), ("round_wind", 2), ("streak", 1), ("thrower", 1), ("thrower", 6), ("hand_no", 0),
        ("hand_no", 6), ("session_no", 0), ("session_no", 9),
    ):  # fmt: skip
        cannot_be(table, "", **{field: value})
    table.apply(answered(table, None))
    assert (table.dealer, table.thrower, table.streak) == (None, 0, 1)
    for field, value in (("thrower", 1), ("thrower", 4), ("dealt", 0b0100), ("dice", "0304"), ("streak", 3)):
        cannot_be(table, "", **{field: value})


def test_carry_comes_from_a_hand():
    cannot_be(at_table(), "carry", carry={"washout": 1})
    table = at_table()
    table.apply(answered(table, 0, carry={"washout": 2, "broke": 1}))
    for carry in (
        {"x": 1}, {"washout": -1}, {"washout": [1]}, {"broke": 2}, {"broke": []}, {"over": []}, {"top_up": 5},
        {"top_up": [0] * 9}, {"top_up": ["1"]}, {"sub_in": 1}, {"followed": 1}, {"haidi_seat": 1}, [], None,
    ):  # fmt: skip
        cannot_be(table, "carry", carry=carry)


def test_a_hand_goes_on_only_with_what_the_region_has():
    table = thrown("guigang")
    cannot_be(table, "indicator", indicator=30)
    cannot_be(table, "kong_dice", kong_dice="0101")
    cannot_be(table, "dice", dice="0307")
    cannot_be(table, "dice", dice="03")
    cannot_be(table, "dice", dice="030401")
    cannot_be(table, "carry", carry={"over": 1})
    table = thrown("ningbo")
    table.apply(ev.pack_indicator(41))
    cannot_be(table, "indicator", indicator=42)
    cannot_be(table, "dice", dice="")
    cannot_be(table, "indicator", region="guigang")
    with Region("diced", Diced):
        table = at_table("diced", dealer=1)
        table.apply(ev.pack_throw(1, b"\x02\x03"))
        for field, value in (("drawn", "010100"), ("kong_dice", "0101"), ("indicator", 1)):
            cannot_be(table, "", **{field: value})
        table.apply(ev.pack_throw(1, b"\x06"))
        cannot_be(table, "kong_dice", kong_dice="01")
        cannot_be(table, "dice", kong_dice="0107")
        assert Table.restore(changed(table, kong_dice="0106")).kong_dice == b"\x01\x06"


def test_what_was_drawn_is_counted_in_one_way():
    table = thrown("ningbo")
    table.apply(ev.pack_wall(ev.WALL_DRAW, 3))
    table.apply(ev.pack_wall(ev.WALL_KONG))
    for drawn_ in (
        "010000", "010100010200", "060100", "00", "0103", "010300020100ff", "01ff00", "01030101", "020200010300ff",
        "0401000", "050100", "02020101",
    ):  # fmt: skip
        cannot_be(table, "", drawn=drawn_)
    assert Table.restore(changed(table, drawn="010200")).wall.left == table.wall.left + 2


def test_a_seal_is_32_bytes():
    table = at_table()
    table.apply(ev.pack_seal(b"s" * 32))
    for seal in ("00", "73" * 31, "73" * 33, "7", "73" * 31 + "7G", "AA" * 32):
        cannot_be(table, "se", seal=seal) if seal != "AA" * 32 else cannot_be(table, "", seal=seal)


def test_requests_are_remembered_in_order():
    table = at_table()
    for request in (7, 8):
        table.apply(ev.pack_note(ev.NOTE_BOOT, "", 0, request))
    assert table.recent == [[7, 3], [8, 4]]
    for recent in (
        [[7, 4], [8, 3]], [[7, 3], [8, 3]], [[7, 3], [7, 4]], [[0, 3]], [[7, 0]], [[7, 5]], [[]], [[7]], [7],
        [[7, 3, 1]], [[i + 1, i + 1] for i in range(17)],
    ):  # fmt: skip
        cannot_be(table, "recent", recent=recent)


def test_the_last_hand_leads_to_the_scores_of_now():
    table = played(dealer=1, scores=(5, 5, 5, 5))
    table.apply(ev.pack_correct([0, 0, 0, 1], ""))
    cannot_be(table, "last", scores=[5, 5, 5, 6])
    cannot_be(table, "last", hand_no=3)
    cannot_be(table, "last", session_no=2)
    cannot_be(table, "seq", seq=1)
    for field, value in (
        ("corrected", [0, 0, 1, 0]), ("corrected", [0] * 5), ("delta", [1, 0, 0, 0]), ("delta", [0] * 5),
        ("delta", [0] * 4), ("dealer", 2), ("dealer", 4), ("hand", 2), ("seq", 1), ("seq", 5), ("sub_in", 0),
    ):  # fmt: skip
        cannot_be(table, "last", **{"last__" + field: value})
    cannot_be(table, "last", before__scores=[0] * 4)
    cannot_be(table, "last", before__hand_no=2)
    cannot_be(table, "", before__dealer=2)
    cannot_be(table, "", before__region=None)
    cannot_be(table, "", before__region="atlantis")


def test_penalties_are_those_of_chips():
    table = Table()
    table.apply(ev.pack_region("longgang", {}))
    assert Table.restore(changed(table, fined=[10, -10, 0, 0])).fined == [10, -10, 0, 0]
    for fined in (None, [], [0] * 5, [1, 0, 0, 0], ["0"] * 4):
        cannot_be(table, "fined", fined=fined)
    cannot_be(at_table(), "fined", fined=[0, 0, 0, 0])


def test_who_sits_out_comes_back_from_a_snapshot():
    with Region("five", Five):
        table = at_table("five", options={"players": 5}, scores=(1, 2, 3, 4, 5))
        table.apply(answered(table, 1, (4, -4, 0, 0), {"sub_in": 0}))
        assert table.scores == [5, -2, 3, 4, 5]
        cannot_be(table, "last", last__sub_in=None, scores=[1, -2, 3, 4, 5])
        cannot_be(table, "last", last__sub_in=4)


def test_a_round_that_the_new_region_cannot_play():
    with Region("three", Three):
        table = played(2, dealer=1)
        table.apply(ev.pack_region("three", {}))
        assert (table.phase, table.dealer, table.dealt) == ("new", 3, 8)
        for field, value in (("streak", 1), ("round_wind", 1), ("dealt", 9), ("first_dealer", 0), ("dice", "0304")):
            cannot_be(table, "", **{field: value})
        table = at_table(dealer=3)
        table.apply(answered(table, None))
        table.apply(ev.pack_region("three", {}))
        assert (table.phase, table.dealer, table.thrower, table.throw) == ("new", None, 3, None)
        cannot_be(table, "", dealt=8)


# ---------------------------------------------------------------- given to another table


def given(table, **changed):
    """The event that has a session go on elsewhere."""
    core = table.core()
    return ev.pack_given(dict({field: core[field] for field in between.GIVEN if field in core}, **changed))


def elsewhere(table, event):
    """A table fresh from the box, with the same rules, at which it goes on."""
    other = Table()
    other.apply(ev.pack_region(table.region, table.options))
    other.apply(event)
    return other


def test_a_session_goes_on_at_another_table_as_it_stood():
    table = played(6, dealer=2)
    table.apply(answered(table, None, carry={"washout": 2}))
    other = elsewhere(table, given(table))
    mine, its = table.core(), other.core()
    assert its["given"] == 7 and its["session_no"] == 2
    for core in (mine, its):
        core["session_no"] = core["given"] = 0
    assert its == mine and (other.throw, other.last) == (table.throw, None)
    assert Table.restore(other.snapshot()).snapshot() == other.snapshot()
    for one in (table, other):
        one.apply(ev.pack_throw(one.throw[0], b"\x03\x04"))
        one.apply(answered(one, 1, (3, -3, 0, 0)))
    assert other.scores == table.scores and Table.restore(other.snapshot()).snapshot() == other.snapshot()
    other.apply(ev.pack_undo())
    assert other.scores == [s - d for s, d in zip(table.scores, (3, -3, 0, 0))] and other.given == 7
    other.apply(ev.pack_session(0, [0] * 4))
    assert other.given == 0


def test_what_no_session_has_is_not_given():
    table = played(6, dealer=2)
    for field, value in (
        ("hand_no", 1), ("hand_no", 0), ("hand_no", "7"), ("scores", [0] * 9), ("dealer", 4), ("dealt", 0),
        ("streak", 9), ("fined", [1, 0, 0, 0]), ("chips", False), ("region", "ningbo"), ("seq", 1), ("given", 2),
        ("course", []),
    ):  # fmt: skip
        event = given(table, **{field: value})
        raises(EventError, elsewhere, table, event)
    raises(EventError, Table().apply, given(table))
    other = elsewhere(table, given(table))
    other.apply(ev.pack_throw(other.throw[0], b"\x03\x04"))
    raises(EventError, other.apply, given(table))
    cannot_be(elsewhere(table, given(table)), "given", given=7)
    cannot_be(table, "given", given=0)
