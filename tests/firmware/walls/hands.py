"""Hands followed by sensors, right and wrong ones, of regions that differ in their walls. Runs on both interpreters.

MANY is how often each test plays: more where the interpreter is fast. Not every wall that comes has room for what a
test wants to go wrong; `enough` sees to it that many have.
"""

import sys

from played import Chance, Played, Rail

from engine_core.events import WALL_DRAW, WALL_FLOWER
from engine_core.rules import load
from firmware.sensors import STACKS, Sensors
from firmware.tracker import END, PLACE, TOO_MANY

MANY = [6 if sys.implementation.name == "micropython" else 60]
REGIONS = ("guigang", "ningbo", "kawuxing", "longgang", "changsha", "xuezhan", "jiujiang", "shanghai", "shangrao")
FROM_TAIL = ("guigang", "ningbo", "kawuxing", "longgang", "shanghai")
NEXT = ("xuezhan", "sichuan", "xueliu")
ALL, SOME, NONE = 10, 5, 0  # of ten tiles are said by a key


def opening(chance, region):
    rules = load(region, {})
    dealer, dice = chance.below(rules.SEATS), b""
    while True:
        missing = sum([n for _, n in rules.throws(dealer, dice)]) - len(dice)
        if missing <= 0:
            return dealer, dice
        dice += bytes([chance.between(1, 6) for _ in range(missing)])


def faulty(chance, rail):
    for _ in range(chance.below(3)):
        rail.stuck[chance.below(4 * STACKS)] = chance.below(2)
    if chance.one_in(4):
        rail.shaky.append(chance.below(4 * STACKS))


def dealt(seed, regions, keys=NONE, faults=False, spread=800):
    chance = Chance(seed)
    region = regions[seed % len(regions)]
    rail = Rail(chance)
    if faults:
        faulty(chance, rail)
    hand = Played(rail, Sensors(), region, {}, *opening(chance, region), keys=keys, spread=spread)
    hand.build()
    hand.begin()
    return hand


def played(seed, regions, keys, faults=True, turns=150):
    hand = dealt(seed, regions, keys, faults)
    while turns and not hand.truth.over and not hand.chance.one_in(300):
        hand.turn()
        turns -= 1
    hand.settle()
    return hand


def seeds():
    return range(1, MANY[0] + 1)


def enough(tried):
    assert tried >= MANY[0] // 4, tried


def right(keys):
    for seed in seeds():
        hand = played(seed, REGIONS, keys)
        assert not hand.told, (seed, hand.told)
        assert not hand.errors(), (seed, hand.errors())


def test_a_hand_without_keys_is_counted_and_nothing_is_wrong():
    right(NONE)


def test_a_hand_with_a_key_for_each_tile_is_counted_once():
    right(ALL)


def test_a_hand_with_some_keys_is_counted_once():
    right(SOME)


def test_one_evening_at_one_rail():
    """The sensors keep what they know from hand to hand."""
    for seed in range(1, 1 + (MANY[0] + 5) // 6):
        chance = Chance(seed)
        rail, sensors = Rail(chance), Sensors()
        for _ in range(6):
            if chance.one_in(3):
                faulty(chance, rail)
            elif chance.one_in(3):
                rail.stuck.clear()
                rail.shaky.clear()
            region = chance.pick(REGIONS)
            hand = Played(rail, sensors, region, {}, *opening(chance, region), keys=chance.pick((NONE, SOME, ALL)))
            hand.build()
            hand.begin()
            while not hand.truth.over and not hand.chance.one_in(100):
                hand.turn()
            hand.settle()
            assert not hand.told and not hand.errors(), (seed, region, hand.told, hand.errors())


def test_the_last_tile_is_counted_exactly():
    for seed in seeds():
        hand = dealt(seed, ("guigang", "kawuxing", "changsha", "xuezhan"))  # none that keeps half a stack back
        while not hand.truth.over:
            hand.turn()
        hand.settle()
        assert hand.wall.left == 0 or hand.unseen(hand.wall.next // 2), seed


# ---------------------------------------------------------------- wrong draws


def goes_on(seed, hand, places):
    """Put right or accepted: the hand is counted exactly to its end, and nothing more is wrong."""
    told = len(hand.told)
    if hand.chance.one_in(2):
        hand.put_back(places)
        assert hand.tracker.wrong is None, seed
        while not hand.truth.over:
            hand.turn()
        hand.settle()
        assert not hand.errors(), (seed, hand.errors())
    else:
        hand.accept()
        while hand.draw_next():
            pass
        hand.settle()
        assert hand.wall.left == 0, (seed, hand.wall.left)
    assert len(hand.told) == told, (seed, hand.told)


def some_turns(seed, regions, keys=NONE, **more):
    hand = dealt(seed, regions, keys, **more)
    for _ in range(hand.chance.between(2, 30)):
        hand.turn()
    hand.wait(5000)
    assert not hand.told, (seed, hand.told)
    return hand


def test_tiles_from_the_tail_where_nobody_draws_from_it():
    for seed in seeds():
        hand = some_turns(seed, NEXT)
        tail = hand.tail()
        places = hand.grab(tail)
        assert hand.until_told() == (END, 2 * tail + 1, hand.wall.next), (seed, hand.tracker.wrong)
        goes_on(seed, hand, places)


def test_a_stack_that_was_passed_over():
    tried = 0
    for seed in seeds():
        hand = some_turns(seed, REGIONS)
        stack = hand.front() + hand.chance.between(1, 4)
        if hand.turned(stack) or stack >= hand.tail():
            continue
        tried += 1
        places = hand.grab(stack)
        assert hand.until_told() == (PLACE, 2 * stack + 1, hand.wall.next), (seed, hand.tracker.wrong)
        goes_on(seed, hand, places)
    enough(tried)


def test_a_stack_of_another_wall():
    tried = 0
    for seed in seeds():
        hand = some_turns(seed, REGIONS)
        stack = (hand.front() + hand.tail()) // 2
        if hand.turned(stack) or hand.tail() - hand.front() < 6:
            continue
        tried += 1
        places = hand.grab(stack)
        assert hand.until_told() == (PLACE, 2 * stack + 1, hand.wall.next), (seed, hand.tracker.wrong)
        goes_on(seed, hand, places)
    enough(tried)


def test_three_tiles_at_once_are_too_many():
    tried = 0
    for seed in seeds():
        hand = some_turns(seed, REGIONS)
        front = hand.front()
        if hand.turned(front) or hand.turned(front + 1) or hand.tail() - front < 3:
            continue
        places = hand.grab(front) + hand.grab(front + 1)
        if len(places) < 3:
            continue
        tried += 1
        wrong = hand.until_told()
        assert wrong and wrong[:2] == (TOO_MANY, 2 * front + 3), (seed, wrong)
        if hand.chance.one_in(2):
            hand.put_back(places)
            assert hand.tracker.wrong is None and not hand.errors(), seed
        else:
            hand.accept()
            for _ in places:
                hand.truth.apply(WALL_DRAW)
            hand.wait(3000)
            assert not hand.errors(), seed
    enough(tried)


def test_drawn_from_the_tail_though_the_key_said_a_draw():
    tried = 0
    for seed in seeds():
        hand = some_turns(seed, FROM_TAIL, ALL)
        while hand.wall.next % 2 or hand.truth.next != hand.wall.next:  # both tiles of a stack are still there
            hand.take(WALL_DRAW, True)
            hand.wait(3000)
        tail, front = hand.tail(), hand.front()
        if hand.lies(tail) < 2 or hand.turned(tail) or hand.turned(front) or tail - front < 3:
            continue
        tried += 1
        places = []
        for place in (2 * tail, 2 * tail + 1):
            hand.presses.append([0, WALL_DRAW])
            hand.lift(place)
            places.append(place)
            hand.wait(hand.chance.between(15, 30) * 100)
        assert hand.until_told() == (END, 2 * tail + 1, 2 * front + 1), (seed, hand.tracker.wrong)
    enough(tried)


def test_one_more_while_nobody_may_draw():
    tried = 0
    for seed in seeds():
        hand = some_turns(seed, REGIONS, ALL)
        if hand.truth.next % 2 == 0:
            hand.take(WALL_DRAW, True)
            hand.wait(3000)
        front = hand.front()
        if hand.turned(front) or hand.tail() - front < 3 or not hand.lies(front):
            continue
        tried += 1
        hand.free = False  # who drew last has not discarded
        place = hand.truth.next
        hand.lift(place)
        wrong = hand.until_told()
        assert wrong == (TOO_MANY, place, place), (seed, wrong, place)
        if hand.chance.one_in(2):
            hand.put_back([place])
        else:
            hand.free = hand.dirty = True  # he has: the key came late
            hand.truth.apply(WALL_DRAW)
            hand.wait(3000)
        assert hand.tracker.wrong is None and not hand.errors(), seed
    enough(tried)


def test_discards_that_nobody_says_any_more_lose_no_draw():
    for seed in seeds():
        hand = some_turns(seed, REGIONS)
        hand.free = False  # and so it stays
        while hand.truth.left > 10:  # until both ends meet
            hand.turn()
        hand.free = hand.dirty = True
        hand.settle()
        assert not hand.errors(), (seed, hand.errors())


def test_broken_at_the_wrong_place():
    for seed in seeds():
        chance = Chance(seed)
        region = REGIONS[seed % len(REGIONS)]
        hand = Played(Rail(chance), Sensors(), region, {}, *opening(chance, region))
        shift = chance.between(1, 8)
        hand.build()
        hand.cells = hand.cells[shift:] + hand.cells[:shift]
        hand.begin()
        wrong = hand.until_told()
        assert wrong and wrong[0] == PLACE and wrong[2] == 0, (seed, wrong)


# ---------------------------------------------------------------- no draws


def test_a_wall_that_is_cleared_is_no_draw():
    tried = 0
    for seed in seeds():
        hand = some_turns(seed, REGIONS)
        left = hand.wall.left
        if hand.tail() - hand.front() < 8:
            continue
        tried += 1
        for sensor in range(len(hand.rail.tiles)):
            hand.rail.put(sensor, 0)
        hand.wait(10000)
        assert hand.wall.left == left and not hand.told, (seed, hand.told)
    enough(tried)


def test_a_key_pressed_twice_is_made_good():
    """As soon as a tile lies there too long for one that was counted, the next key is not."""
    for seed in seeds():
        hand = dealt(seed, ("guigang", "kawuxing", "changsha"), ALL, spread=0)
        for n in range(20):
            hand.take(WALL_DRAW, True)
            if n == 7:
                hand.wait(300)
                hand.presses.append([0, WALL_DRAW])
            hand.wait(6000)
        assert not hand.told and not hand.errors(), (seed, hand.told, hand.errors())


def test_a_key_that_comes_after_its_tile_was_counted():
    for seed in seeds():
        hand = dealt(seed, ("guigang", "ningbo", "xuezhan"))
        hand.rail.noisy = False
        while True:
            left = hand.wall.left
            hand.take(WALL_DRAW, False)
            if hand.truth.taken % 2:
                break
            hand.wait(2500)
        while hand.wall.left == left:
            hand.tick()
        left = hand.wall.left
        hand.presses.append([500, WALL_DRAW])
        hand.wait(3000)
        assert hand.wall.left == left == hand.truth.left, seed


def test_a_kong_entered_long_after_its_tile_was_counted():
    for seed in seeds():
        hand = dealt(seed, ("shanghai",))
        hand.take(WALL_FLOWER, False)
        hand.wait(5000)
        hand.take(WALL_FLOWER, False)
        hand.wait(20000)
        assert hand.tracker.counted(WALL_FLOWER)
        assert not hand.told and not hand.errors(), seed


def test_a_rail_that_a_side_lacks_is_passed_over():
    for seed in seeds():
        chance = Chance(seed)
        region = REGIONS[seed % len(REGIONS)]
        hand = Played(Rail(chance), Sensors(), region, {}, *opening(chance, region))
        lacking = chance.pick(hand.rail.sides)
        hand.rail.sides = tuple([side for side in hand.rail.sides if side != lacking])
        hand.build()
        hand.begin()
        while not hand.truth.over:
            hand.turn()
        hand.settle()
        assert not hand.told, (seed, hand.told)
        # From which end a tile came that lay without a sensor cannot be known.
        assert not hand.errors() or hand.wall.left == hand.truth.left, (seed, hand.errors())


def test_power_that_was_off_for_some_draws():
    for seed in seeds():
        hand = some_turns(seed, REGIONS)
        hand.sensors = Sensors()
        for _ in range(5):
            if hand.truth.over:
                break
            hand.truth.apply(WALL_DRAW)
            hand.lift(hand.truth.taken)
        hand.rail.busy.clear()
        places = hand.places
        from firmware.tracker import Tracker

        hand.tracker = Tracker(hand.sensors, hand.wall, lambda side, places=places: places[side])
        while not hand.truth.over:
            hand.turn()
        hand.settle()
        assert not hand.told and not hand.errors(), (seed, hand.told, hand.errors())
