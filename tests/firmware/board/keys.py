"""firmware/buttons.py: bouncing, repeating, holding, stuck keys."""

import time

from firmware.buttons import (
    EVERY,
    FREED,
    HELD,
    HOLD,
    PRESS,
    RELEASED,
    REPEAT,
    REPEATED,
    SETTLE,
    STICKS,
    STUCK,
    TRUSTED,
    Keys,
)

NAMES = [(0, "dice"), (0, "up"), None, (1, "ok"), (1, "no")]
DICE, UP, NOBODY, OK = 1, 2, 4, 8
STEP = 10


class Hand:
    """Presses keys over time, in steps of 10 ms."""

    def __init__(self, now=0):
        self.keys = Keys(NAMES)
        self.now = now
        self.events = []
        self.keys.update(now, 0)

    def hold(self, down, ms):
        for _ in range(0, ms, STEP):
            self.now = time.ticks_add(self.now, STEP)
            for event in self.keys.update(self.now, down):
                self.events.append((self.now,) + event)
        return self

    def hows(self):
        return [event[-1] for event in self.events]


def test_a_press_counts_at_once_and_once():
    hand = Hand().hold(DICE, 200).hold(0, 200)
    assert hand.events == [(10, 0, "dice", PRESS)]


def test_bouncing_is_no_second_press():
    hand = Hand()
    for _ in range(2):
        for down in (DICE, 0, DICE, 0, 0, DICE, DICE, 0, DICE):
            hand.hold(down, STEP)
        hand.hold(DICE, 100)
        for down in (0, DICE, 0, 0, DICE, 0):
            hand.hold(down, STEP)
        hand.hold(0, 100)
    assert hand.hows() == [PRESS, PRESS]


def test_pressing_five_times_a_second_is_five_presses():
    hand = Hand()
    for _ in range(5):
        hand.hold(DICE, 100).hold(0, 100)
    assert hand.hows() == [PRESS] * 5


def test_a_key_seen_again_after_a_long_look_away_is_a_new_press():
    hand = Hand().hold(DICE, 50).hold(0, 10)
    hand.now += 200
    hand.hold(DICE, 50)
    assert hand.hows() == [PRESS, PRESS]


def test_up_and_down_repeat():
    hand = Hand().hold(UP, 2000)
    times = [event[0] - 10 for event in hand.events]
    assert times[0] == 0 and times[1] == REPEAT
    assert all(EVERY <= b - a < EVERY + STEP for a, b in zip(times[1:], times[2:]))
    assert hand.hows()[1:] == [REPEATED] * 12


def test_ok_is_held_once_and_dice_never():
    assert Hand().hold(OK, 5000).hows() == [PRESS, HELD]
    assert Hand().hold(OK, HOLD - STEP).hold(0, 100).hows() == [PRESS]
    assert Hand().hold(DICE, 5000).hows() == [PRESS]


def test_a_held_key_is_let_go_once():
    assert Hand().hold(OK, 1500).hold(0, 100).hows() == [PRESS, HELD, RELEASED]
    assert Hand().hold(OK, 1500).hold(0, SETTLE - STEP).hold(OK, 20).hows() == [PRESS, HELD]  # it bounced
    assert Hand().hold(OK, STUCK + 100).hold(0, 100).hows() == [PRESS, HELD, RELEASED, STICKS]
    assert Hand().hold(UP, 400).hold(0, 100).hows() == [PRESS]


def test_a_stuck_key_is_told_once_and_ignored_until_it_is_good_for_a_while():
    hand = Hand().hold(DICE, STUCK + 1000)
    assert hand.hows() == [PRESS, STICKS] and hand.events[1][0] == STUCK + 10
    hand.hold(DICE, 60000).hold(0, 100).hold(DICE, 100).hold(0, TRUSTED - 100).hold(DICE, 20)
    assert hand.hows() == [PRESS, STICKS]
    hand.hold(0, TRUSTED + 20).hold(DICE, 50)
    assert hand.hows() == [PRESS, STICKS, FREED, PRESS]


def test_a_stuck_key_does_not_stop_the_others():
    hand = Hand().hold(UP, STUCK + 100)
    count = len(hand.events)
    assert hand.hows()[-1] == STICKS
    hand.hold(UP | DICE, 100).hold(UP, 1000)
    assert hand.events[count:] == [(STUCK + 110, 0, "dice", PRESS)]


def test_a_key_down_at_the_start_is_no_press():
    keys = Keys(NAMES)
    assert keys.update(0, DICE) == []
    assert keys.update(20, DICE) == []
    for now in range(40, 100, 20):
        assert keys.update(now, 0) == []
    assert keys.update(100, DICE) == [(0, "dice", PRESS)]
    stuck = Keys(NAMES)
    told = [event for now in range(0, STUCK + 100, 20) for event in stuck.update(now, DICE)]
    assert told == [(0, "dice", STICKS)]


def test_what_was_caught_between_two_looks_is_a_press_but_not_the_bouncing_after_one():
    keys = Keys(NAMES)
    keys.update(0, 0)
    assert keys.update(20, 0, DICE) == [(0, "dice", PRESS)]
    assert keys.update(140, 0, DICE) == []  # the key was not seen up yet
    assert keys.update(160, 0, DICE) == [(0, "dice", PRESS)]
    assert keys.update(180, DICE) == []
    assert keys.update(180 + SETTLE, 0) == []


def test_inputs_without_a_key_are_nothing():
    assert Hand().hold(NOBODY | 1 << 20, 20000).events == []
    assert Keys([None]).update(5, 1) == []


def test_how_long_keys_are_held():
    hand = Hand().hold(16, 1500)
    assert hand.keys.held(hand.now, "no") == {1: 1490}
    assert hand.keys.held(hand.now, "ok") == {}
    hand.hold(0, 10)
    assert hand.keys.held(hand.now, "no") == {}


def test_a_bounce_does_not_begin_a_hold_anew():
    hand = Hand().hold(OK, 500).hold(0, 20).hold(OK, 600)
    assert hand.events == [(10, 1, "ok", PRESS), (10 + HOLD, 1, "ok", HELD)]


def test_the_clock_may_begin_again_at_0():
    hand = Hand(now=time.ticks_add(0, -300))
    hand.hold(UP, 1000)
    assert hand.hows() == [PRESS] + [REPEATED] * 4


def test_a_reading_with_new_keys_is_worth_a_second_one():
    keys = Keys(NAMES)
    keys.update(0, 0)
    assert keys.fresh(DICE | NOBODY) == DICE
    keys.update(20, DICE)
    assert keys.fresh(DICE) == 0 and keys.fresh(DICE | UP) == UP
