"""Results at the table: scores, deal and round, undo, carry, a fifth player."""

from check import raises
from evening import Five, Region, Three, answered, at_table, drawn, refuses, result, thrown, win

from engine_core import events as ev
from engine_core import record
from engine_core.table import Table

# ---------------------------------------------------------------- results


def test_a_hand_moves_scores_and_deal():
    table = at_table("guigang", dealer=1, scores=(100, 100, 100, 100))
    table.apply(result(table, win(2, 3)))
    # guigang: a full flush is 5 fans, 32 points, paid by the discarder alone; a non-dealer won, so the deal passes on.
    assert table.scores == [100, 100, 132, 68]
    assert (table.dealer, table.streak, table.hand_no, table.phase) == (2, 0, 2, "ready")
    assert (table.last["delta"], table.last["hand"], table.last["dealer"]) == ([0, 0, 32, -32], 1, 1)


def test_a_dealer_who_never_stops_winning():
    table = at_table()
    for _ in range(258):
        table.apply(answered(table, 0))
    assert (table.streak, table.hand_no, table.dealer) == (255, 259, 0)
    assert table.complete(drawn())["dealer_streak"] == 255
    assert Table.restore(table.snapshot()).streak == 255
    table.apply(answered(table, 1))
    assert table.streak == 0


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


def test_players_who_change_seats_take_their_scores_along():
    table = at_table("guigang", dealer=2, scores=(1, 2, 3, 4))
    table.apply(ev.pack_seats([1, 2, 3, 0]))
    assert (table.scores, table.dealer, table.phase) == ([2, 3, 4, 1], 2, "ready")
    for order in ([0, 1, 2], [0, 1, 2, 3, 4]):
        refuses(table, ev.pack_seats(order), "order")
    table.apply(ev.pack_throw(2, b"\x01\x02"))
    assert refuses(table, ev.pack_seats([1, 0, 2, 3]), "phase").now
    assert refuses(Table(), ev.pack_seats([1, 0, 2, 3]), "phase").now


def test_a_hand_that_is_taken_back_after_a_change_of_seats_is_so_for_those_who_played_it():
    table = at_table("guigang")
    table.apply(answered(table, 1, (0, 16, -16, 0)))
    table.apply(ev.pack_correct([5, 0, 0, 0], "East's"))
    table.apply(ev.pack_seats([1, 2, 3, 0]))
    table.apply(ev.pack_correct([0, 0, 7, 0], "North's, who sits in the West now"))
    table.apply(ev.pack_seats([0, 1, 3, 2]))
    assert table.scores == [16, -16, 5, 7]
    assert Table.restore(table.snapshot()).snapshot() == table.snapshot()
    table.apply(ev.pack_undo())
    assert (table.scores, table.hand_no) == ([0, 0, 5, 7], 1)


def test_who_sat_out_does_so_again_when_the_hand_is_taken_back_after_a_change_of_seats():
    with Region("five", Five):
        table = at_table("five", dealer=2, options={"players": 5}, scores=(1, 2, 3, 4, 5))
        table.apply(answered(table, 3, (0, 0, 0, 0, 0), {"sub_in": 2}))
        assert table.scores == [1, 2, 5, 4, 3]
        table.apply(ev.pack_seats([2, 0, 1, 3, 4]))  # the one with 5 sits in the East
        table.apply(ev.pack_correct([10, 0, 0, 0, 20], ""))
        assert table.scores == [15, 1, 2, 4, 23]
        table.apply(ev.pack_undo())
        assert table.scores == [23, 1, 2, 4, 15]


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


def test_undo_after_a_region_of_other_players():
    with Region("three", Three):
        table = at_table(dealer=3, scores=(1, 2, 3, 4))
        table.apply(ev.pack_throw(3, b"\x01\x02"))
        table.apply(ev.pack_wall(ev.WALL_DRAW, 5))
        core, gone = table.core(), bytes(table.wall.gone)
        table.apply(answered(table, 3, (1, 0, 0, -1)))
        table.apply(ev.pack_region("three", {}))
        assert (table.phase, table.scores) == ("new", [2, 2, 3, 3])
        table.apply(ev.pack_correct([0, 0, 5, 0], ""))
        table = Table.restore(table.snapshot())
        table.apply(ev.pack_undo())
        assert (table.phase, table.region, table.scores) == ("play", "guigang", [1, 2, 8, 4])
        assert bytes(table.wall.gone) == gone
        assert dict(table.core(), scores=core["scores"]) == core


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
    assert table.carry["top_up"] == [50, 0, 0, 0] and table.scores == [50, 0, 0, 0]
    assert Table.restore(table.snapshot()).snapshot() == table.snapshot()
    table.apply(ev.pack_undo())
    assert table.scores == [0, 0, 0, 0]


def test_chips_are_what_a_session_begins_with_and_a_hand_is_settled_to():
    table = Table()
    table.apply(ev.pack_region("longgang", {}))
    assert table.scores == [95] * 4 and table.chips
    hands = table.complete({"hands": [{}, {}, {}, {}], "indicator": "5m"})["hands"]
    assert [h["stake"] for h in hands] == [95] * 4
    said = {"hands": [{"stake": 7}, {}, {}, {}], "indicator": "5m"}
    assert str(raises(record.RecordError, table.complete, said)).startswith("hands.0.stake: ")
    assert Table.restore(table.snapshot()).snapshot() == table.snapshot()
    table.apply(ev.pack_region("guigang", {}))
    assert table.phase == "new"  # chips are no points: a session has to begin
    table.apply(ev.pack_session(0, [0, 0, 0, 0]))
    assert table.phase == "ready" and not table.chips


def test_another_region_takes_over_only_that_the_session_is_over():
    table = at_table()
    table.apply(answered(table, 0, carry={"washout": 2, "broke": 1, "over": 1, "top_up": [5, 0, 0, 0]}))
    table.apply(ev.pack_region("ningbo", {}))
    assert (table.carry, table.phase) == ({"over": 1}, "new")
    table = at_table()
    table.apply(answered(table, 0, carry={"washout": 2}))
    table.apply(ev.pack_region("guigang", {"fan_cap": 6}))
    assert table.carry == {"washout": 2}
    table.apply(ev.pack_region("ningbo", {}))
    assert (table.carry, table.phase) == ({}, "ready")


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


def test_a_player_leaves_the_table():
    """Pages: Shanghai erases the counter; Sichuan throws dice again; Changsha takes 70 points, which nobody gets."""
    table = at_table("shanghai")
    for _ in range(2):
        table.apply(result(table, drawn()))
    assert table.carry == {"washout": 2}
    table.apply(ev.pack_left(1))
    assert table.carry == {} and Table.restore(table.snapshot()).snapshot() == table.snapshot()
    table.apply(ev.pack_undo())
    assert table.carry == {}
    table = at_table("sichuan", dealer=2)
    table.apply(ev.pack_left(1))
    assert table.throw[0] == 0 and Table.restore(table.snapshot()).snapshot() == table.snapshot()
    table = at_table("sichuan", dealer=2)
    table.apply(answered(table, 3))
    table.apply(ev.pack_left(1))
    assert (table.dealer, table.throw[0]) == (None, 2)
    assert Table.restore(table.snapshot()).snapshot() == table.snapshot()
    table = at_table("changsha")
    table.apply(answered(table, 0))
    table.apply(ev.pack_left(3))
    assert table.scores == [0, 0, 0, -70] and Table.restore(table.snapshot()).snapshot() == table.snapshot()
    table.apply(ev.pack_undo())
    assert table.scores == [0, 0, 0, -70]
    refuses(table, ev.pack_left(4), "seat")
    table.apply(ev.pack_throw(0, b"\x03\x04"))
    refuses(table, ev.pack_left(3), "phase")
    refuses(at_table("guigang"), ev.pack_left(0), "region")
    refuses(Table(), ev.pack_left(0), "phase")
