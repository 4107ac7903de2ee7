"""Called patterns of the Sichuan family are taken exactly when a hand of the melds and the winning tile shows them.

As test_called.py: with three or four melds all hands that there can be are looked at, by the oracle.
"""

import json
import random
from collections import Counter

import pytest

from engine_core.check import RecordError
from engine_core.score import score
from tests.oracle import blood
from tests.oracle.hand import SUITED, Group, groups_from, meld_group

SETS = [group for tile in SUITED for group in groups_from(tile) if group.kind != "pair"]
PAIRS = [Group("pair", (tile, tile)) for tile in SUITED]
NARROW = ["123456789", "19", "258", "123", "2378"]
HANDS = 60


def drawn_record(rng):
    """A self-drawn win of seat 1 with three or four pungs and kongs; None where the tiles ran out."""
    suits, numbers = rng.choice(["m", "mp", "mp"]), rng.choice(NARROW)
    pool = [number + suit for suit in suits for number in numbers]
    melds = []
    for tile in rng.choices(pool, k=rng.choice([3, 3, 3, 4])):
        kind = rng.choice(["pung", "pung", "added_kong"])
        melds.append({"kind": kind, "tiles": tile * (3 if kind == "pung" else 4), "from": 0})
    rival = rng.choice([None, rng.choice(pool)])
    hands = [{}, {"melds": melds, "void_suit": rng.choice("ps" if suits == "m" else "s")}, {}, {}]
    if rival:
        hands[3]["melds"] = [{"kind": "pung", "tiles": rival * 3, "from": 2}]
    record = {"region": "sichuan", "options": {"declare_void": rng.random() < 0.5}, "hands": hands}
    record["wins"] = [{"seat": 1, "tile": rng.choice(pool)}]
    known = [record["wins"][0]["tile"], *all_laid(record)]
    return None if max(Counter(known).values()) > 4 else record


def all_laid(record):
    return [tile for hand in record["hands"] for tile in blood.tiles_of(hand.get("melds", []))]


def all_shown(record):
    """(basic pattern, gens beside it) of every legal hand that there can be, the most gens of each."""
    table = blood.Table(record)
    mine, tile = record["hands"][1]["melds"], record["wins"][0]["tile"]
    laid = all_laid(record)
    most: dict = {}
    for free in SETS if len(mine) == 3 else [None]:
        for pair in PAIRS:
            held = [t for group in (free, pair) if group for t in group.tiles]
            if tile not in held or max(Counter([*laid, *held]).values()) > 4:
                continue
            tiles = held + blood.tiles_of(mine)
            if len(blood.suits(tiles)) > 2 or table.void_suit(1) in blood.suits(tiles):
                continue
            groups = [meld_group(meld) for meld in mine] + [group for group in (free, pair) if group]
            for basic in blood.basics_of(groups, tiles):
                most[basic] = max(most.get(basic, 0), len(blood.all_four(tiles)))
    return most


@pytest.mark.parametrize("seed", range(HANDS))
def test_a_call_is_taken_when_a_hand_shows_it(seed):
    rng, record = random.Random(f"called {seed}"), None
    while record is None:
        record = drawn_record(rng)
    most = all_shown(record)
    for basic in blood.ORDER[:-2]:
        for gens in range(5):
            win = record["wins"][0] | {"called": {"patterns": [basic] + ["gen"] * gens}}
            possible = most.get(basic, -1) >= gens
            try:
                score(record | {"wins": [win]})
                taken = True
            except RecordError as error:
                assert str(error).startswith("wins.0.called.patterns: "), str(error)
                taken = False
            assert taken == possible, (basic, gens, json.dumps(record))
