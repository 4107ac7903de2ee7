"""Every opening of every region: each tile is dealt, drawn, replaced, turned up or kept back, exactly once.

All throws of the dice by all dealers, under every value of an option that changes the wall; where there are more than a
few thousand, every first throw with one second throw of each sum. What is expected is built from the stacks and the
break alone.
"""

import random
import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from engine_core import regions, tiles
from engine_core.events import WALL_DRAW, WALL_FLOWER, WALL_KONG
from engine_core.rules import load
from engine_core.walk import Wall
from engine_core.wall import opening

REGIONS = sorted(p.stem for p in Path(regions.__file__).parent.glob("*.py") if "_" not in p.stem)
MOST = 2000  # dice of a dealer that are all tried
PLAYED = 40  # of them, those whose walls are played to the end


def values(row):
    """The values of an option that are tried."""
    if row[2] is None:
        return [False, True]
    if isinstance(row[1], str) and isinstance(row[2], tuple):
        return row[2]
    if isinstance(row[1], int) and row[2][1] - row[2][0] < 10:
        return range(row[2][0], row[2][1] + 1)
    return []


def shape(rules):
    """What of a region's wall may depend on options, for some dice."""
    found = [rules.kong_dice(), rules.birds(), rules.last_four(), rules.set_aside(None)]
    for dealer in range(rules.SEATS):
        dice = first_dice(rules, dealer)
        found += [rules.stacks(dealer), rules.throws(dealer, dice), rules.break_side(dealer, dice)]
        found += [rules.stays(dealer, dice), rules.turned_up(dealer, dice)]
    return repr(found)


def first_dice(rules, dealer):
    """Dice 1 2 3 ... for all throws."""
    dice = b""
    while len(dice) < sum(n for _, n in rules.throws(dealer, dice)):
        n = sum(n for _, n in rules.throws(dealer, dice)) - len(dice)
        dice += bytes((len(dice) + i) % 6 + 1 for i in range(n))
    return dice


def variants():
    """(region, options): the defaults, and each option by itself that makes a difference to the wall."""
    for region in REGIONS:
        seen = {shape(load(region))}
        yield region, {}
        for row in load(region).OPTIONS:
            for value in values(row):
                try:
                    now = shape(load(region, {row[0]: value}))
                except ValueError:  # some numbers between are none
                    continue
                if now not in seen:
                    seen.add(now)
                    yield region, {row[0]: value}


VARIANTS = [pytest.param(r, o, id="-".join([r, *(f"{k}={v}" for k, v in o.items())])) for r, o in variants()]


def all_dice(rules, dealer):
    first = rules.throws(dealer, b"")[0][1]
    made = [bytes(dice) for dice in product(range(1, 7), repeat=first)]
    due = [(dice, sum(n for _, n in rules.throws(dealer, dice)) - first) for dice in made]
    if sum(6**n for _, n in due) <= MOST:
        return [dice + bytes(more) for dice, n in due for more in product(range(1, 7), repeat=n)]
    return [dice + more for dice, n in due for more in one_of_each_sum(n)]


@cache
def one_of_each_sum(n):
    return list({sum(more): bytes(more) for more in product(range(1, 7), repeat=n)}.values())


@cache
def ring(stacks, side, stack):
    """All places of a wall from the upper tile of a stack on, clockwise."""
    order = [(s, k) for s in range(len(stacks) - 1, -1, -1) for k in range(1, stacks[s] + 1)]
    at = order.index((side, stack))
    return [f"{s}:{k:02d}{level}" for s, k in order[at:] + order[:at] for level in "ul"]


def dealt(answer, ring_):
    """What each seat was dealt, place by place."""
    hands = []
    for packets in answer["hands"]:
        hand = []
        for packet in packets:
            first, _, last = packet.partition("-")
            hand += ring_[ring_.index(first) : ring_.index(last or first) + 1]
        hands.append(hand)
    return hands


@pytest.mark.parametrize("region, options", VARIANTS)
def test_every_opening_uses_every_tile_once(region, options):
    rules = load(region, options)
    total = sum(rules.copies(kind) for kind in range(tiles.KINDS))
    for dealer in range(rules.SEATS):
        stacks = tuple(rules.stacks(dealer))
        assert 2 * sum(stacks) == total
        for dice in all_dice(rules, dealer):
            at = f"{region} {options} dealer {dealer} dice {list(dice)}"
            check_opening(rules, stacks, dealer, dice, at)


def check_opening(rules, stacks, dealer, dice, at):
    answer = opening({"region": rules.ID, "options": rules.changed, "dealer": dealer, "dice": list(dice)})
    side, stack = answer["break"]["side"], answer["break"]["stack"]
    assert answer["stacks"] == list(stacks), at
    assert 0 <= side < len(stacks) and 1 <= stack <= stacks[side], at
    places = ring(stacks, side, stack)
    count = rules.SEATS * rules.HAND + 1
    hands = dealt(answer, places)
    assert [len(hand) for hand in hands] == [rules.HAND + (seat == dealer) for seat in range(rules.SEATS)], at
    assert sorted(place for hand in hands for place in hand) == sorted(places[:count]), at
    assert hands[dealer][0] == places[0] and hands[dealer][-1] == places[count - 1], at
    rest = places[count:]
    turned_up = answer["indicator_at"]
    if rules.HAS_INDICATOR:
        assert turned_up in rest and turned_up[-1] == "u", at
        rest.remove(turned_up)
    else:
        assert turned_up is None, at
    assert answer["next"] == rest[0], at
    if rules.REPLACEMENT == "next":
        assert answer["tail"] == rest[0], at
    else:  # the upper tile of the last stack, or the lower one where that is the one turned up
        last = rest[-1][:-1] + "u"
        assert answer["tail"] == (last if last in rest else rest[-1]), at
    assert answer["left"] + answer["kept_back"] == len(rest), at
    assert sum(throw["dice"] for throw in answer["throws"]) == len(dice), at
    for place in (answer["next"], answer["tail"]):
        assert re.fullmatch(r"[0-3]:\d\d[ul]", place), at


# ---------------------------------------------------------------- to the end


def kong(rules, chance):
    """A kong's replacement, with dice where they are thrown."""
    n = chance.choice(rules.kong_dice())
    return WALL_KONG, bytes(chance.randint(1, 6) for _ in range(n))


def draw(rules, chance):
    return WALL_DRAW, b""


def replace(rules, chance):
    if rules.FLOWER_EVENT and chance.random() < 0.5:
        return WALL_FLOWER, b""
    return kong(rules, chance)


def mix(rules, chance):
    return chance.choice((draw, draw, draw, replace))(rules, chance)


@pytest.mark.parametrize("region, options", VARIANTS)
@pytest.mark.parametrize("event", [draw, replace, mix])
def test_every_wall_ends_with_every_tile_taken_once(region, options, event):
    rules = load(region, options)
    chance = random.Random(f"{region} {options} {event.__name__}")
    for dealer in range(rules.SEATS):
        dice = all_dice(rules, dealer)
        for thrown in chance.sample(dice, min(PLAYED, len(dice))):
            play(rules, Wall(rules, dealer, thrown), event, chance, f"dealer {dealer} dice {list(thrown)}")


def play(rules, wall, event, chance, at):
    """Event after event until the wall is over; who cannot be given a replacement draws."""
    used = set(range(rules.SEATS * rules.HAND + 1))
    if wall.indicator_at is not None:
        used.add(wall.indicator_at)
    left = wall.left
    while not wall.over:
        code, dice = event(rules, chance)
        expected = wall.next if code == WALL_DRAW else None if dice else wall.tail
        if code != WALL_DRAW and wall.tail is None:
            assert not wall.apply(code, dice), at
            code, dice, expected = WALL_DRAW, b"", wall.next
        assert wall.apply(code, dice), at
        assert wall.taken not in used and expected in (None, wall.taken), at
        used.add(wall.taken)
        assert left - wall.left == 1 or rules.SHARE_OUT and 0 <= left - wall.left <= 2, at
        left = wall.left
    assert wall.left == 0 and wall.next is None and wall.tail is None, at
    assert len(used) + wall.kept_back == 2 * sum(wall.stacks), at
    assert not wall.apply(WALL_DRAW) and not any(wall.apply(WALL_KONG, bytes([1] * n)) for n in rules.kong_dice()), at
