"""Results at the table: scores, deal and round, undo, carry, a fifth player; the record that it completes."""

from check import raises
from evening import Five, Region, answered, at_table, drawn, refuses, result, thrown, win

from engine_core import events as ev
from engine_core import record
from engine_core.events import EventError
from engine_core.score import score
from engine_core.table import Table

# ---------------------------------------------------------------- results


def test_a_hand_moves_scores_and_deal():
    table = at_table("guigang", dealer=1, scores=(100, 100, 100, 100))
    table.apply(result(table, win(2, 3)))
    # guigang: a full flush is 5 fans, 32 points, paid by the discarder alone; a non-dealer won, so the deal passes on.
    assert table.scores == [100, 100, 132, 68]
    assert (table.dealer, table.streak, table.hand_no, table.phase) == (2, 0, 2, "ready")
    assert (table.last["delta"], table.last["hand"], table.last["dealer"]) == ([0, 0, 32, -32], 1, 1)


def test_the_dealer_stays_when_he_wins_or_nobody_does():
    table = at_table("guigang", dealer=1)
    table.apply(result(table, win(1)))
    assert (table.dealer, table.streak) == (1, 1)
    table.apply(result(table, drawn()))
    assert (table.dealer, table.streak, table.hand_no) == (1, 2, 3)
    table.apply(result(table, win(0)))
    assert (table.dealer, table.streak) == (2, 0)


def test_the_round_wind_moves_on_when_the_deal_is_at_the_first_dealer_again():
    table = at_table("ningbo", dealer=2)
    winds = []
    for _ in range(17):
        winds.append((table.dealer, table.round_wind))
        table.apply(result(table, drawn()))  # a drawn hand between changes nothing
        table.apply(result(table, win((table.dealer + 1) % 4)))
    assert winds == [((2 + i) % 4, i // 4 % 4) for i in range(17)]
    assert winds[16] == (2, 0)  # after North comes East again


def test_a_round_is_full_only_when_all_have_dealt():
    table = at_table(dealer=0)
    for following, wind in ((2, 0), (0, 0), (1, 0), (3, 0), (0, 1), (1, 1), (0, 1), (2, 1), (3, 1), (0, 2)):
        table.apply(answered(table, following))
        assert (table.dealer, table.round_wind) == (following, wind)


def test_a_hand_played_with_real_dice_needs_no_throw():
    table = at_table("ningbo")
    table.apply(result(table, win(1, 0, indicator="5z", dice=[3, 4])))
    assert table.hand_no == 2


def test_a_result_clears_dice_wall_and_indicator():
    table = thrown("ningbo")
    table.apply(ev.pack_indicator(30))
    table.apply(ev.pack_wall(ev.WALL_DRAW, 3))
    table.apply(result(table, drawn()))
    assert (table.dice, table.indicator, table.wall, table.drawn, table.phase) == (b"", None, None, b"", "ready")


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
        ("delta", [1 << 31, -(1 << 31), 0, 0]),
    ):  # fmt: skip
        error = raises(EventError, table.apply, ev.pack_hand(packed, dict(good, **{field: value})))
        assert error.field.startswith("answer." + field), error
        assert table.hand_no == 1
    refuses(table, ev.pack_hand(packed, good) + b" ", "answer")
    refuses(table, ev.pack_hand(packed, good)[:-1], "answer")


def test_scores_cannot_run_away():
    table = at_table(scores=(1 << 30, 0, 0, 0))
    refuses(table, ev.pack_correct([1, 0, 0, 0], ""), "scores")
    refuses(table, result(table, win(0)), "scores")


# ---------------------------------------------------------------- undo, correction, abort


def test_undo_goes_back_to_the_moment_before_the_result():
    table = thrown("ningbo", dealer=1)
    table.apply(ev.pack_indicator(30))
    table.apply(ev.pack_wall(ev.WALL_DRAW, 7))
    core, gone = table.core(), bytes(table.wall.gone)
    table.apply(result(table, win(2, 3)))
    table.apply(ev.pack_undo())
    assert (table.core(), bytes(table.wall.gone), table.phase) == (core, gone, "play")
    refuses(table, ev.pack_undo(), "undo")
    table.apply(result(table, win(2, 3)))
    assert table.hand_no == 2


def test_undo_works_until_the_next_hand_has_a_result():
    table = at_table()
    table.apply(result(table, win(1)))
    table.apply(result(table, win(2)))
    first_hand = table.last["before"]["scores"]
    table.apply(ev.pack_throw(2, b"\x01\x02"))
    table.apply(ev.pack_undo())
    assert (table.scores, table.phase, table.hand_no, table.dealer) == (first_hand, "ready", 2, 1)
    refuses(table, ev.pack_undo(), "undo")


def test_undo_over_a_change_of_the_round_wind():
    table = at_table(dealer=0)
    for _ in range(3):
        table.apply(result(table, win((table.dealer + 1) % 4)))
    core = table.core()
    table.apply(result(table, win(0)))
    assert (table.dealer, table.round_wind) == (0, 1)
    table.apply(ev.pack_undo())
    assert (table.core(), table.dealer, table.round_wind) == (core, 3, 0)
    table.apply(result(table, win(0)))
    assert table.round_wind == 1


def test_undo_keeps_corrections_made_since():
    table = at_table()
    table.apply(ev.pack_correct([1, 0, 0, 0], "before"))
    table.apply(result(table, win(1)))
    table.apply(ev.pack_correct([0, 7, 0, -2], "after"))
    table.apply(ev.pack_correct([0, 0, 3, 0], "after"))
    table.apply(ev.pack_undo())
    assert table.scores == [1, 7, 3, -2]


def test_undo_takes_back_a_change_of_region_too():
    table = at_table(options={"fan_cap": 6})
    core = table.core()
    table.apply(result(table, win(1)))
    table.apply(ev.pack_region("ningbo", {}))
    table.apply(ev.pack_undo())
    assert (table.core(), table.rules.ID) == (core, "guigang")


def test_undo_does_not_reach_over_a_session():
    table = at_table()
    table.apply(result(table, win(1)))
    table.apply(ev.pack_session(0, [0] * 4))
    refuses(table, ev.pack_undo(), "undo")
    assert table.session_no == 2


def test_a_correction_need_not_sum_to_0_and_fits_the_scores():
    table = thrown()
    table.apply(ev.pack_correct([5, 0, -1, 0], "a drink"))
    assert (table.scores, table.phase) == ([5, 0, -1, 0], "play")
    refuses(table, ev.pack_correct([5, 0, -1], ""), "delta")


def test_an_aborted_hand_leaves_the_deal():
    table = at_table(dealer=2)
    refuses(table, ev.pack_abort(), "phase")
    core = table.core()
    table.apply(ev.pack_throw(2, b"\x01\x02"))
    table.apply(ev.pack_wall(ev.WALL_DRAW, 3))
    table.apply(ev.pack_abort())
    assert table.core() == core


# ---------------------------------------------------------------- the deal by dice, carry, a fifth player


def test_when_dice_decide_the_next_throw_names_the_dealer():
    table = at_table(dealer=1)
    table.apply(answered(table, None))
    assert (table.dealer, table.phase, table.throw) == (None, "ready", (1, 2))
    assert Table.restore(table.snapshot()).throw == (1, 2)
    table.apply(ev.pack_throw(1, b"\x02\x01"))  # counted from the thrower as 1: the third is seat 3
    assert (table.dealer, table.phase, table.throw, table.streak) == (3, "ready", (3, 2), 0)
    table.apply(answered(table, None))
    table.apply(ev.pack_throw(3, b"\x04\x01"))
    assert (table.dealer, table.streak) == (3, 1)


def test_when_dice_decide_a_hand_without_the_tables_dice_says_who_dealt():
    table = at_table(dealer=1)
    table.apply(answered(table, None))
    assert str(raises(record.RecordError, table.complete, drawn())).startswith("dealer: missing")
    table.apply(result(table, drawn(dealer=2)))
    assert (table.dealer, table.last["dealer"], table.streak) == (2, 2, 1)
    table.apply(ev.pack_undo())
    assert (table.dealer, table.throw) == (None, (1, 2))


def test_a_session_may_leave_the_first_dealer_to_the_dice():
    table = at_table(dealer=None)
    assert (table.throw, table.first_dealer) == ((0, 2), None)
    table.apply(ev.pack_throw(0, b"\x06\x05"))
    assert (table.dealer, table.first_dealer, table.streak) == (2, 2, 0)


def test_carry_goes_into_the_next_record():
    table = at_table()
    table.apply(answered(table, 0, carry={"washout": 2}))
    assert table.complete(drawn())["carry"] == {"washout": 2}
    assert table.complete(drawn(carry={"washout": 2, "followed": 1}))["carry"] == {"washout": 2, "followed": 1}
    assert str(raises(record.RecordError, table.complete, drawn(carry={"washout": 1}))) == (
        "carry.washout: 1 is given, the table has 2"
    )
    raises(record.RecordError, table.complete, drawn(carry={}))


def test_what_a_hand_tells_the_table_is_not_in_the_next_record():
    table = at_table()
    table.apply(answered(table, 0, carry={"broke": 1, "top_up": [50, 0, 0, 0]}))
    assert table.complete(drawn())["carry"] == {"broke": 1}
    assert table.carry["top_up"] == [50, 0, 0, 0]


def test_a_session_can_be_over():
    table = at_table()
    table.apply(answered(table, 1, carry={"over": 1}))
    assert table.phase == "new"
    table.apply(ev.pack_region("ningbo", {}))
    assert table.phase == "new"
    table.apply(ev.pack_undo())
    assert (table.phase, table.region) == ("ready", "guigang")
    table.apply(answered(table, 1, carry={"over": 1}))
    table.apply(ev.pack_session(1, [0] * 4))
    assert (table.phase, table.carry) == ("ready", {})


def test_a_fifth_player_has_a_score_and_changes_places():
    with Region("five", Five):
        table = at_table("five", dealer=2, options={"players": 5}, scores=(1, 2, 3, 4, 5))
        table.apply(answered(table, 2, (4, -4, 0, 0)))
        assert table.scores == [5, -2, 3, 4, 5]
        table.apply(answered(table, 3, (-20, 10, 0, 0, 10), {"sub_in": 2}))
        assert table.scores == [-15, 8, 15, 4, 3]  # who sat at 2 now sits out with 3
        assert table.carry == {}
        table.apply(ev.pack_correct([0, 0, 100, 0, 1], ""))
        assert Table.restore(table.snapshot()).snapshot() == table.snapshot()
        table.apply(ev.pack_undo())
        assert table.scores == [5, -2, 3 + 1, 4, 5 + 100]  # a correction stays with the person
        refuses(table, answered(table, 3, (0, 0, 0, 0), {"sub_in": 4}), "answer.carry.sub_in")


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
