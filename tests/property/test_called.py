"""Called patterns are taken exactly when a hand of the melds and the winning tile shows them.

Three or four melds leave so few hands that all can be looked at, by the oracles, which were written from the pages
alone. Without wild tiles; flags and flowers are left to the core's tests.
"""

import json
import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from engine_core.check import RecordError
from engine_core.score import score
from tests.oracle import guigang, ningbo
from tests.oracle.hand import HONOURS, TERMINALS, TILES, Group, groups_from, meld_group

SETS = [group for tile in TILES for group in groups_from(tile) if group.kind != "pair"]
PAIRS = [Group("pair", (tile, tile)) for tile in TILES]
NARROW = [TILES, HONOURS, TILES[:9] + HONOURS, TERMINALS + HONOURS, TERMINALS]
HANDS = 60


def shown_in_guigang(record, win, groups, place):
    """What a hand of these groups can be called: one special hand, or an ordinary one."""
    ordinary = guigang.within_limit(record, win, groups) + guigang.additions(record, win, groups)
    return [ordinary, *([name] for name in guigang.specials(record, win, "sets", groups))]


def shown_in_ningbo(record, win, groups, place):
    concealed = groups[len(record["hands"][1]["melds"]) :]
    reading = (concealed, place, win["tile"])
    options = ningbo.OPTIONS | record.get("options", {})
    return [ningbo.circumstances(record, win) + ningbo.reading_patterns(record, win, options, reading)]


CHICKEN = ("chicken_hand", "all_chows", "half_flush", "all_pungs")
REGIONS = {
    "guigang": (shown_in_guigang, [*CHICKEN, *guigang.ORDER_C[3:7], *guigang.ORDER_C[9:15]]),
    "ningbo": (shown_in_ningbo, ["all_chows", "all_pungs", "edge_wait", "closed_wait", "single_wait", "two_pair_wait",
                                 "melded_hand", "full_flush", "half_flush", "all_honors", "three_wilds"]),
}  # fmt: skip
BESIDE = ["seat_wind", "prevalent_wind", "dragon_pung"]


def drawn_record(region, rng):
    """A self-drawn win of seat 1 with three or four melds; None where the tiles ran out."""
    pool = rng.choice(NARROW)
    sets = [group for group in SETS if set(group.tiles) <= set(pool)]
    groups = [rng.choice(sets) for _ in range(rng.choice((3, 3, 4)))]
    rival = rng.choice([(), rng.choice(SETS).tiles])
    tile = rng.choice(pool)
    if max(Counter([tile, *rival, *(t for group in groups for t in group.tiles)]).values()) > 4:
        return None
    melds = [{"kind": group.kind, "tiles": "".join(group.tiles), "from": 0} for group in groups]
    hands = [{}, {"melds": melds}, {}, {}]
    if rival:
        hands[3]["melds"] = [{"kind": "pung" if rival[0] == rival[1] else "chow", "tiles": "".join(rival), "from": 2}]
    record = {"region": region, "dealer": rng.randrange(4), "round_wind": rng.choice("ESWN"), "hands": hands}
    if region == "ningbo":
        record["options"] = {"minimum": 0, "all_chows_two_sided": rng.choice((False, True))}
    return record | {"wins": [{"seat": 1, "tile": tile}]}


def hands_that_can_be(record):
    """(groups, the group of the winning tile) of every hand of the melds, the winning tile and tiles still there."""
    melds = [meld_group(meld) for hand in record["hands"] for meld in hand.get("melds", [])]
    mine = [meld_group(meld) for meld in record["hands"][1]["melds"]]
    tile = record["wins"][0]["tile"]
    for free in SETS if len(mine) == 3 else [None]:
        for pair in PAIRS:
            concealed = [free, pair] if free else [pair]
            count = Counter(t for group in [*melds, *concealed] for t in group.tiles)
            if max(count.values()) <= 4:
                for place in concealed:
                    if tile in place.tiles:
                        yield [*mine, *concealed], place


def all_shown(record, shown):
    found = []
    for groups, place in hands_that_can_be(record):
        held = [t for group in groups[len(record["hands"][1]["melds"]) :] for t in group.tiles]
        held.remove(record["wins"][0]["tile"])
        hands = list(record["hands"])
        hands[1] = hands[1] | {"concealed": "".join(held)}
        found += [Counter(ids) for ids in shown(record | {"hands": hands}, record["wins"][0], groups, place)]
    return [dict(found) for found in {frozenset(ids.items()) for ids in found}]


def calls(region, four_melds):
    """One pattern that makes the hand, with none, one or two others beside it."""
    for first in REGIONS[region][1]:
        for others in [(), *combinations_with_replacement([*REGIONS[region][1], *BESIDE], 2)]:
            ids = {first, *others}
            if "melded_hand" in ids or (four_melds and region == "ningbo"):  # 大吊 is called by both
                ids |= {"melded_hand", "single_wait"}
            twice = ["dragon_pung"] if others == ("dragon_pung", "dragon_pung") else []
            yield tuple(sorted([*ids, *twice]))


@pytest.mark.parametrize("region", REGIONS)
def test_a_call_is_taken_when_a_hand_shows_it(region):
    shown, _ = REGIONS[region]
    rng = random.Random(region)
    counts: Counter = Counter()
    for record in [record for record in (drawn_record(region, rng) for _ in range(HANDS)) if record]:
        worlds = all_shown(record, shown)
        sorts: dict = {True: [], False: []}
        for ids in sorted(set(calls(region, len(record["hands"][1]["melds"]) == 4))):
            sorts[any(all(world.get(p, 0) >= ids.count(p) for p in ids) for world in worlds)].append(ids)
        for possible, lists in sorts.items():
            for ids in rng.sample(lists, min(60, len(lists))):
                counts[possible] += 1
                try:
                    score(record | {"wins": [record["wins"][0] | {"called": {"patterns": list(ids)}}]})
                    assert possible, (ids, json.dumps(record))
                except RecordError as error:
                    assert not possible, (str(error), ids, record)
                    assert str(error).startswith("wins.0.called.patterns: "), str(error)
    assert min(counts[True], counts[False]) > 2 * HANDS
