"""A running table with virtual sensors under its walls: draws that nobody says, keys beside them, and what is wrong."""

import pytest

from engine_core.rules import load
from engine_core.walk import Wall
from tests.firmware.keyed import keys, status
from tests.firmware.playing import screens
from tests.firmware.simulated import Refused
from tests.waiting import until

STACKS = 17
WALLS = [(1 << STACKS) - 1] * 4
DICE = [2, 5]
DEALT = 26  # stacks of 13 tiles each; of the next one the dealer has the upper tile
LEFT = 83


class Rails:
    """The walls of a hand of a region whose dice are thrown, and who takes what from them."""

    def __init__(self, device, region="guigang", seats=(0, 1, 2, 3), walls=WALLS):
        self.device, self.seats = device, seats
        self.wall = Wall(load(region, {}), 0, bytes(DICE))
        self.bits = list(walls)
        device.ask("sense", walls=[0 if bits is not None else None for bits in walls])
        device.ask("region.set", region=region, options={})
        device.ask("sense", walls=self.bits)
        until(lambda: all(w is None or w for w in device.ask("sense")["walls"]))
        passes(device, 2000)  # they have settled
        device.ask("dice.enter", dice=DICE)
        until(lambda: device.ask("sense")["follows"])

    def set(self, lies, *stacks):
        for stack in stacks:
            side, n = self.wall.where(2 * stack)
            bit = 1 << n - 1
            place = self.seats[side]
            self.bits[place] = self.bits[place] | bit if lies else self.bits[place] & ~bit
        self.device.ask("sense", walls=self.bits)
        return self

    def take(self, *stacks):
        return self.set(False, *stacks)

    def deal(self):
        self.take(*range(DEALT))
        passes(self.device, 1500)
        keys(self.device, 0, "no")
        return self

    def wrong(self):
        return self.device.ask("sense")["wrong"]


def passes(device, ms):
    """The table has looked at its sensors for so long."""
    end = clock(device) + ms
    until(lambda: clock(device) >= end)


def clock(device):
    """For how long the table has looked at its sensors; it looks whether there are some once a second."""
    return device.ask("sense").get("clock", 0)


def left(device):
    return status(device, "wall")["left"]


def is_left(device, n):
    until(lambda: left(device) == n)


@pytest.fixture
def rails(device):
    return Rails(device).deal()


def test_a_table_without_sensors_follows_nothing(device):
    told = device.ask("sense")
    assert told == {"walls": [None] * 4, "senses": {}, "follows": False, "off": [], "wrong": None}


def test_draws_that_nobody_says_are_counted(device, rails):
    rails.take(DEALT)
    is_left(device, LEFT - 1)
    rails.take(DEALT + 1)
    is_left(device, LEFT - 3)
    device.restart()
    device.ask("sense", walls=rails.bits)
    until(lambda: device.ask("sense")["follows"])
    rails.take(DEALT + 2)
    is_left(device, LEFT - 5)


def test_the_page_of_the_break_goes_with_the_tiles_that_are_dealt(device):
    rails = Rails(device)
    before = screens(device)[4]
    rails.take(0, 1)
    until(lambda: screens(device)[4] != before)
    first = screens(device)[4]
    rails.take(*range(2, DEALT - 1))
    until(lambda: screens(device)[4] != first)
    passes(device, 1000)
    dealt = screens(device)
    rails.take(DEALT - 1)
    until(lambda: screens(device)[4] != dealt[4])
    passes(device, 500)
    assert screens(device) == screens_of_play(device)


def screens_of_play(device):
    keys(device, 0, "no")
    return screens(device)


def test_a_tile_that_a_key_said_is_counted_once(device, rails):
    keys(device, 1, "draw")
    assert left(device) == LEFT - 1
    rails.take(DEALT)
    passes(device, 1500)
    assert left(device) == LEFT - 1
    rails.take(DEALT + 1)
    is_left(device, LEFT - 3)
    keys(device, 3, "draw")  # late
    assert left(device) == LEFT - 3
    passes(device, 2000)
    assert device.ask("wall.event", event="draw")["left"] == LEFT - 4


def test_a_replacement_is_seen_as_such(device):
    rails = Rails(device, "shanghai", walls=[(1 << 18) - 1] * 4).deal()
    before = left(device)
    last = sum(rails.wall.stacks) - 1
    rails.take(last)
    is_left(device, before - 2)
    assert status(device, "wall")["next"] == rails.wall.place(rails.wall.next)
    assert status(device, "wall")["tail"] == rails.wall.place(2 * last - 2)
    keys(device, 2, "up ok ok")  # a flower, entered later: one of the two
    assert left(device) == before - 2


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_stack_that_was_passed_over_is_said_in_the_middle_until_it_is_put_right(device, rails, language):
    device.ask("config.set", lang=language)
    before = screens(device)
    rails.take(DEALT + 1)
    until(rails.wrong)
    place, right = (rails.wall.place(p) for p in (2 * DEALT + 3, 2 * DEALT + 1))
    assert rails.wrong() == {"what": "place", "taken": place, "expected": right}
    after = screens(device)
    assert after[4] != before[4] and after[:4] == before[:4]
    keys(device, 2, "no")  # takes the page away, not what is wrong
    until(lambda: screens(device)[4] == after[4])
    rails.set(True, DEALT + 1)
    until(lambda: screens(device) == before)
    assert rails.wrong() is None and left(device) == LEFT


def test_it_is_said_to_the_seat_whose_turn_it_is(device, rails):
    keys(device, 1, "draw")
    rails.take(DEALT)
    passes(device, 1500)
    before = screens(device)
    rails.take(DEALT + 3)
    until(rails.wrong)
    after = screens(device)
    assert [n for n in range(5) if after[n] != before[n] and n != 4] == [1]


def test_ok_plays_on_and_the_tiles_count(device, rails):
    rails.take(DEALT + 2)
    until(rails.wrong)
    keys(device, 0, "ok")
    assert rails.wrong() is None and left(device) == LEFT - 2
    rails.take(DEALT)
    is_left(device, LEFT - 3)
    rails.take(DEALT + 1)
    is_left(device, LEFT - 5)


def test_tiles_from_the_wrong_end(device):
    rails = Rails(device, "xuezhan", walls=[(1 << n) - 1 for n in (14, 13, 14, 13)]).deal()
    last = sum(rails.wall.stacks) - 1
    rails.take(last)
    until(rails.wrong)
    assert rails.wrong()["what"] == "end" and rails.wrong()["taken"] == rails.wall.place(2 * last + 1)


def test_three_play_and_the_empty_side_has_no_rail(device):
    device.ask("config.set", empty_side=1)
    full = (1 << 14) - 1
    rails = Rails(device, "kawuxing", seats=(0, 2, 3), walls=[full, None, full, full])
    rails.take(*range(20))  # 13 tiles for each of three, and one: 40
    passes(device, 1500)
    before = left(device)
    rails.take(20)
    is_left(device, before - 2)
    assert device.ask("sense")["walls"][1] is None


def test_nothing_is_counted_while_a_win_is_entered_or_the_lift_is_down(device, rails):
    keys(device, 1, "hu")
    assert not device.ask("sense")["follows"]
    rails.take(*range(DEALT, 60))
    passes(device, 2000)
    assert left(device) == LEFT and rails.wrong() is None
    rails.set(True, *range(DEALT, 60))
    keys(device, 1, "leave")
    until(lambda: device.ask("sense")["follows"])
    passes(device, 1500)
    device.ask("sense", lift=False)
    rails.take(DEALT)
    passes(device, 1500)
    assert left(device) == LEFT
    device.ask("sense", lift=True)
    is_left(device, LEFT - 1)


def test_a_wall_that_is_cleared_is_no_draw(device, rails):
    device.ask("sense", walls=[0] * 4)
    passes(device, 6000)
    assert left(device) == LEFT and rails.wrong() is None


def test_what_a_hand_has_left_of_a_wall_is_no_stuck_sensor(device, rails):
    device.ask("sense", walls=[0, 0, 7, 0])
    passes(device, 3500)
    device.ask("hand.abort")
    passes(device, 3500)
    assert device.ask("sense")["off"] == [] and len(device.ask("log")["notes"]) == 1
    device.ask("sense", walls=[0, 0, 0, 0])
    passes(device, 3500)
    device.ask("sense", walls=[0, 0, 1, 0])  # one that lights up again when nothing can lie there
    until(lambda: device.ask("sense")["off"] == [{"side": 2, "stack": 1}])
    marked = screens(device)
    device.ask("sense", walls=[0, 0, 0, 0])
    until(lambda: device.ask("sense")["off"] == [])
    assert device.ask("log")["notes"][-2:] == [
        f"sensor of place 2, stack 1 {how}" for how in ("is stuck", "works again")
    ]
    until(lambda: screens(device) != marked)


def test_another_hand_with_the_same_dice_is_followed_anew(device, rails):
    rails.take(DEALT + 2)
    until(rails.wrong)
    device.ask("hand.abort")
    device.ask("dice.enter", dice=DICE)
    passes(device, 5000)
    assert rails.wrong() is None
    device.ask("sense", walls=WALLS)
    until(lambda: device.ask("sense")["follows"])
    rails.bits = list(WALLS)
    rails.deal().take(DEALT)
    is_left(device, LEFT - 1)


def flicker(device, bits, place, stack, changes=34):
    for _ in range(changes):
        bits = [b ^ (1 << stack - 1 if at == place else 0) for at, b in enumerate(bits)]
        device.ask("sense", walls=bits)
        passes(device, 1)


@pytest.mark.long
def test_a_sensor_that_flickers_is_told_on_the_middle_display_and_has_a_triangle_as_long(rails):
    device = rails.device
    keys(device, 0, "draw")
    before = screens(device)
    flicker(device, rails.bits, 2, 1)
    assert {"side": 2, "stack": 1} in device.ask("sense")["off"]
    assert "sensor of place 2, stack 1 flickers" in device.ask("log")["notes"]
    told = screens(device)
    device.ask("sense", walls=rails.bits)
    passes(device, 7000)
    marked = screens(device)
    assert told[4] != before[4] != marked[4] != told[4]
    assert marked[:4] == before[:4]
    until(lambda: not device.ask("sense")["off"], 60)
    passes(device, 500)
    assert screens(device) == before


def test_a_stuck_sensor_is_noted_and_left_out(device):
    walls = list(WALLS)
    rails = Rails(device, walls=walls)
    device.ask("hand.abort")
    rails.bits[3] &= ~4
    device.ask("sense", walls=rails.bits)
    passes(device, 1500)
    device.ask("dice.enter", dice=DICE)
    until(lambda: device.ask("sense")["off"])
    assert device.ask("sense")["off"] == [{"side": 3, "stack": 3}]
    assert any("place 3, stack 3" in note for note in device.ask("log")["notes"])


# ---------------------------------------------------------------- keys of the turn


def test_the_next_player_button_draws_for_who_is_next(device):
    device.ask("region.set", region="guigang", options={})
    device.ask("dice.enter", dice=DICE)
    before = screens(device)
    keys(device, 0, "no next")
    one = screens(device)
    assert left(device) == LEFT - 1 and one[1] != before[1]
    keys(device, 0, "next")
    two = screens(device)
    assert left(device) == LEFT - 2 and two[2] != one[2]
    keys(device, 3, "draw")
    keys(device, 0, "next")
    assert left(device) == LEFT - 4


def test_who_draws_out_of_turn_is_told_and_may_insist(device):
    device.ask("region.set", region="guigang", options={})
    device.ask("dice.enter", dice=DICE)
    keys(device, 0, "no discard")
    keys(device, 2, "draw")
    assert left(device) == LEFT
    keys(device, 2, "draw")
    assert left(device) == LEFT - 1
    keys(device, 2, "discard"), keys(device, 3, "draw"), keys(device, 3, "discard"), keys(device, 0, "draw")
    assert left(device) == LEFT - 3
    keys(device, 0, "draw")  # has not discarded
    assert left(device) == LEFT - 3
    device.ask("hand.play", entry={"what": "meld", "seat": 2, "kind": "pung", "tiles": "111m", "from": 0})
    keys(device, 0, "discard")
    device.ask("hand.play", entry={"what": "meld", "seat": 2, "kind": "pung", "tiles": "222m", "from": 0})
    keys(device, 3, "draw")  # a claim went before
    assert left(device) == LEFT - 4


def test_one_more_than_a_turn_has(device, rails):
    for seat in (1, 2, 3):
        keys(device, (seat - 1) % 4, "discard"), keys(device, seat, "draw")
        rails.take(DEALT + seat // 2)
        passes(device, 1200)
    assert left(device) == LEFT - 3
    rails.take(DEALT + 2)
    until(rails.wrong)
    assert rails.wrong()["what"] == "many" and left(device) == LEFT - 3
    keys(device, 3, "discard")  # it had only not been said
    is_left(device, LEFT - 5)


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    "params, field",
    [
        ({"walls": 7}, "walls"),
        ({"walls": [0, 0, 0]}, "walls"),
        ({"walls": [0, 0, 0, -1]}, "walls"),
        ({"walls": [0, 0, 0, 1 << 20]}, "walls"),
        ({"walls": [0, 0, 0, True]}, "walls"),
        ({"walls": [0, 0, 0, "1"]}, "walls"),
        ({"lift": 1}, "lift"),
        ({"lift": "up"}, "lift"),
    ],
)
def test_sensors_that_cannot_be(device, params, field):
    with pytest.raises(Refused) as error:
        device.ask("sense", **params)
    assert error.value.field == field
    assert device.ask("sense")["walls"] == [None] * 4
