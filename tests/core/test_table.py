"""The table until a hand has its result: session, region, dice, wild tile, wall; requests."""

from evening import Diced, Five, Region, Three, at_table, refuses, result, thrown, win

from engine_core import dice
from engine_core import events as ev
from engine_core.state import ALL, CORE
from engine_core.table import Table

# ---------------------------------------------------------------- session and region


def test_what_is_kept_for_an_event_that_fails_is_all_of_the_state():
    table = Table()
    for number, field in enumerate(ALL):
        setattr(table, field, number)
    assert table.kept() == tuple(range(len(ALL)))


def test_a_fresh_table_knows_nothing():
    table = Table()
    assert (table.phase, table.seq, table.scores, table.throw, table.wilds) == ("new", 0, [], None, ())
    for event in (
        ev.pack_throw(0, b"\x01\x01"),
        ev.pack_indicator(0),
        ev.pack_wall(1),
        ev.pack_abort(),
        ev.pack_seal(bytes(32)),
    ):
        assert refuses(table, event, "phase").now
    refuses(table, ev.pack_undo(), "undo")
    refuses(table, ev.pack_correct([0], ""), "phase")


def test_the_first_region_begins_a_session():
    table = Table()
    table.apply(ev.pack_region("ningbo", {"minimum": 3}))
    assert (table.phase, table.session_no, table.hand_no) == ("ready", 1, 1)
    assert (table.dealer, table.first_dealer, table.scores, table.throw) == (0, 0, [0, 0, 0, 0], (0, 2))
    table.apply(ev.pack_correct([1, 0, 0, -1], ""))
    table.apply(ev.pack_region("guigang", {}))
    assert (table.session_no, table.scores) == (1, [1, 0, 0, -1])


def test_the_first_session_has_a_score_for_who_sits_out():
    with Region("five", Five):
        table = Table()
        table.apply(ev.pack_region("five", {"players": 5}))
        assert (table.phase, table.scores) == ("ready", [0] * 5)


def test_a_first_region_that_is_refused_begins_nothing():
    refuses(Table(), ev.pack_region("ningbo", {"minimum": -1}), "options.minimum")
    refuses(Table(), ev.pack_region("atlantis", {}), "region")


def test_a_session_may_come_before_the_first_region():
    one, two = Table(), Table()
    session, region = ev.pack_session(3, [5, 0, 0, -5]), ev.pack_region("ningbo", {"minimum": 3})
    one.apply(session)
    assert one.phase == "new"
    one.apply(region)
    two.apply(region)
    two.apply(session)
    for table, sessions in ((one, 1), (two, 2)):
        assert (table.phase, table.dealer, table.first_dealer, table.hand_no) == ("ready", 3, 3, 1)
        assert (table.options, table.scores, table.throw) == ({"minimum": 3}, [5, 0, 0, -5], (3, 2))
        assert table.session_no == sessions


def test_a_region_that_does_not_exist_is_refused():
    table = at_table()
    refuses(table, ev.pack_region("atlantis", {}), "region")
    refuses(table, ev.pack_region("guigang", {"fan_cap": 0}), "options.fan_cap")
    refuses(table, ev.pack_region("guigang", {"nonsense": 1}), "options.nonsense")


def test_an_option_at_its_default_is_not_kept():
    assert at_table("ningbo", options={"minimum": 4, "base": 2}).options == {"base": 2}


def test_a_session_has_as_many_scores_as_players():
    refuses(at_table(), ev.pack_session(0, [0, 0, 0]), "scores")
    refuses(at_table(), ev.pack_session(4, [0, 0, 0, 0]), "dealer")


def test_a_region_of_other_players_needs_a_new_session():
    with Region("three", Three):
        table = at_table(scores=(1, 2, 3, -6), dealer=3)
        table.apply(ev.pack_region("three", {}))
        assert table.phase == "new"
        assert table.scores == [1, 2, 3, -6]
        refuses(table, ev.pack_throw(0, b"\x01\x01"), "phase")
        table.apply(ev.pack_session(2, [0, 0, 0]))
        assert (table.phase, table.throw) == ("ready", (2, 2))


def test_another_region_keeps_the_scores_and_begins_a_round():
    table = at_table(scores=(10, 0, 0, -10), dealer=2)
    for _ in range(3):
        table.apply(result(table, win((table.dealer + 1) % 4)))
    scores, dealer = table.scores, table.dealer
    assert (dealer, table.first_dealer) == (1, 2)
    table.apply(ev.pack_region("ningbo", {}))
    assert (table.scores, table.dealer, table.first_dealer, table.round_wind, table.streak) == (scores, dealer, 1, 0, 0)
    assert (table.hand_no, table.phase) == (4, "ready")


def test_changed_options_of_the_same_region_keep_the_round():
    table = at_table(dealer=2)
    table.apply(result(table, win(3)))
    table.apply(ev.pack_region("guigang", {"fan_cap": 6}))
    assert (table.first_dealer, table.dealer, table.options) == (2, 3, {"fan_cap": 6})


def test_region_and_session_wait_for_the_end_of_a_hand():
    table = thrown()
    assert refuses(table, ev.pack_region("ningbo", {}), "phase").now
    assert refuses(table, ev.pack_session(0, [0] * 4), "phase").now


# ---------------------------------------------------------------- dice


def test_only_the_seat_whose_turn_it_is_throws_as_many_dice_as_are_due():
    table = at_table(dealer=1)
    refuses(table, ev.pack_throw(0, b"\x01\x01"), "seat")
    refuses(table, ev.pack_throw(1, b"\x01"), "dice")
    refuses(table, ev.pack_throw(1, b"\x01\x01\x01"), "dice")
    refuses(table, ev.pack_throw(1, b""), "dice")
    table.apply(ev.pack_throw(1, b"\x01\x01"))
    assert (table.phase, table.dice, table.throw) == ("play", b"\x01\x01", None)
    refuses(table, ev.pack_throw(1, b"\x01\x01"), "dice")


def test_the_tables_own_dice_must_be_what_the_seal_committed_to():
    table = at_table()
    secret = bytes(range(32))
    good = dice.faces(secret, b"press", 2)
    event = ev.pack_throw(0, good, b"press", secret)
    refuses(table, event, "seal")
    table.apply(ev.pack_seal(dice.seal(secret)))
    refuses(table, ev.pack_throw(0, bytes([good[0] % 6 + 1, good[1]]), b"press", secret), "dice")
    refuses(table, ev.pack_throw(0, good, b"press", bytes(32)), "dice")
    table.apply(event)
    assert (table.dice, table.seal) == (good, b"")


def test_real_dice_leave_the_seal_for_the_next_throw():
    table = at_table()
    table.apply(ev.pack_seal(b"s" * 32))
    table.apply(ev.pack_throw(0, b"\x01\x02"))
    assert table.seal == b"s" * 32


def test_several_throws_before_the_deal():
    with Region("diced", Diced):
        table = at_table("diced", dealer=1)
        assert table.throw == (1, 2)
        table.apply(ev.pack_throw(1, b"\x02\x03"))
        assert (table.phase, table.throw, table.wall) == ("throw", (1, 1), None)  # seat 1 + 5 - 1
        assert Table.restore(table.snapshot()).throw == (1, 1)
        refuses(table, ev.pack_wall(ev.WALL_DRAW), "phase")
        table.apply(ev.pack_throw(1, b"\x06"))
        assert (table.phase, table.dice) == ("play", b"\x02\x03\x06")


def test_dice_thrown_for_a_kong_are_those_it_is_taken_with():
    with Region("diced", Diced):
        table = thrown("diced")
        table.apply(ev.pack_throw(2, b"\x01"))  # the second throw before the deal, by seat 0 + 7 - 1
        refuses(table, ev.pack_throw(2, b"\x01"), "dice")
        table.apply(ev.pack_throw(2, b"\x01\x03"))
        assert (table.kong_dice, table.phase) == (b"\x01\x03", "play")
        assert Table.restore(table.snapshot()).kong_dice == b"\x01\x03"
        refuses(table, ev.pack_wall(ev.WALL_KONG), "dice")
        refuses(table, ev.pack_wall(ev.WALL_KONG, 1, b"\x01\x04"), "dice")
        left = table.wall.left
        table.apply(ev.pack_wall(ev.WALL_KONG, 1, b"\x01\x03"))
        assert (table.kong_dice, table.wall.left) == (b"", left - 1)
        assert Table.restore(table.snapshot()).wall.gone == table.wall.gone


# ---------------------------------------------------------------- wild tile and wall


def test_the_indicator_makes_the_wilds():
    table = thrown("ningbo")
    assert (table.phase, table.wilds) == ("wild", ())
    table.apply(ev.pack_indicator(34))  # 1f: the three seasons that are left are wild
    assert (table.phase, table.wilds) == ("play", (35, 36, 37))


def test_a_slip_at_the_indicator_can_be_put_right():
    table = thrown("ningbo")
    table.apply(ev.pack_indicator(4))
    table.apply(ev.pack_wall(ev.WALL_DRAW, 5))
    table.apply(ev.pack_indicator(5))
    assert (table.indicator, table.wilds, table.wall.left) == (5, (5,), 144 - 53 - 1 - 5)


def test_an_indicator_is_a_tile_of_a_region_that_has_one():
    refuses(thrown("guigang"), ev.pack_indicator(3), "indicator")
    refuses(at_table("ningbo"), ev.pack_indicator(3), "phase")


def test_the_wall_counts_down_before_the_indicator_is_known_too():
    table = thrown("ningbo")
    table.apply(ev.pack_wall(ev.WALL_FLOWER, 2))
    table.apply(ev.pack_indicator(4))
    assert table.wall.left == 144 - 53 - 1 - 2


def test_replacements_pass_over_the_indicator():
    table = thrown("ningbo", faces=b"\x02\x05")  # the stack with the indicator is the second from the tail
    table.apply(ev.pack_indicator(30))
    wall = table.wall
    last = 143 - 1  # the upper tile of the last stack goes first
    assert (wall.indicator_at, wall.tail, wall.left) == (140, last, 144 - 53 - 1)
    taken = []
    for code in (ev.WALL_FLOWER, ev.WALL_KONG, ev.WALL_FLOWER, ev.WALL_KONG):
        table.apply(ev.pack_wall(code))
        taken.append(table.wall.taken)
    assert taken == [142, 143, 141, 138]
    again = Table.restore(table.snapshot())
    assert (again.wall.tail, again.wall.left, again.wall.gone) == (139, 86, table.wall.gone)
    table.apply(ev.pack_indicator(34))  # said again: the wall stays as it is
    assert (table.wall.tail, table.wall.left) == (139, 86)
    table.apply(ev.pack_wall(ev.WALL_DRAW, 86))
    assert table.wall.over and table.wall.stands(140)
    refuses(table, ev.pack_wall(ev.WALL_KONG), "event")


def test_a_wall_event_is_taken_whole_or_not_at_all():
    table = thrown()
    left = table.wall.left
    assert left == 136 - 53
    table.apply(ev.pack_wall(ev.WALL_DRAW, 80))
    refuses(table, ev.pack_wall(ev.WALL_DRAW, 4), "event")
    table.apply(ev.pack_wall(ev.WALL_DRAW, 3))
    assert table.wall.over
    refuses(table, ev.pack_wall(ev.WALL_DRAW), "event")
    refuses(table, ev.pack_wall(ev.WALL_FLOWER), "event")
    refuses(table, ev.pack_wall(ev.WALL_KONG, 1, b"\x01\x02"), "event")
    refuses(table, ev.pack_wall(ev.WALL_DRAW, 1, b"\x01"), "dice")


def test_single_draws_and_counted_ones_are_the_same_state():
    one, two = thrown(), thrown()
    for _ in range(83):
        one.apply(ev.pack_wall(ev.WALL_DRAW))
    two.apply(ev.pack_wall(ev.WALL_DRAW, 83))
    assert [getattr(one, f) for f in CORE] == [getattr(two, f) for f in CORE]
    assert one.wall.gone == two.wall.gone
    assert len(one.drawn) == 3


# ---------------------------------------------------------------- requests


def test_a_request_is_remembered_and_not_done_twice():
    table = at_table()
    event = ev.pack_correct([1, 0, 0, 0], "", 0, 77)
    table.apply(event)
    assert table.find(77) == 3
    assert table.find(78) is None
    assert refuses(table, event, "request").now
    table = Table.restore(table.snapshot())
    assert table.find(77) == 3
    for i in range(16):
        table.apply(ev.pack_note(ev.NOTE_CLOCK, "", 0, 100 + i))
    assert table.find(77) is None
    assert len(table.recent) == 16


def test_a_refused_event_is_not_remembered():
    table = at_table()
    refuses(table, ev.pack_correct([1], "", 0, 77), "delta")
    assert table.find(77) is None


def test_events_count_and_snapshots_do_not():
    table = at_table()
    assert table.seq == 2
    table.apply(ev.pack_snapshot(table.snapshot()))
    table.apply(ev.pack_note(ev.NOTE_BOOT, "x"))
    table.apply(ev.pack_lost(1, 2))
    assert table.seq == 4
    refuses(table, ev.pack_lost(1, 5), "last")


def test_a_replacement_that_was_none_is_put_back():
    table = thrown()
    table.apply(ev.pack_wall(ev.WALL_DRAW, 3))
    refuses(table, ev.pack_wall(ev.WALL_BACK), "event")  # a draw stays drawn
    before, tail = table.core(), table.wall.tail
    for count in (1, 2):
        table.apply(ev.pack_wall(ev.WALL_KONG, count))
        refuses(table, ev.pack_wall(ev.WALL_BACK, 2), "event")
        for _ in range(count):
            table.apply(ev.pack_wall(ev.WALL_BACK))
        assert table.core() == before and table.wall.tail == tail
        assert Table.restore(table.snapshot()).snapshot() == table.snapshot()
    refuses(table, ev.pack_wall(ev.WALL_BACK), "event")


def test_dice_for_a_kong_that_is_none_are_void():
    with Region("diced", Diced):
        table = thrown("diced")
        table.apply(ev.pack_throw(table.throw[0], b"\x01"))
        before = table.core()
        table.apply(ev.pack_throw(1, b"\x01\x03"))
        table.apply(ev.pack_wall(ev.WALL_BACK))
        assert table.core() == before
        table.apply(ev.pack_throw(1, b"\x01\x03"))
        table.apply(ev.pack_wall(ev.WALL_KONG, 1, b"\x01\x03"))
        table.apply(ev.pack_wall(ev.WALL_BACK))
        assert table.core() == before
