"""What a PC knows of Longgang's hands by what they show is what the region finds in their tiles."""

import random

import pytest

from engine_core import hand, tiles
from engine_core.check import Record
from engine_core.hands_kept import hand_of, known_by_suits
from engine_core.regions.longgang import OTHERS_ZERO
from engine_core.regions.longgang_beside_kept import other_of
from engine_core.rules import load
from engine_core.rules_kept import rules

HOUSES: tuple = (
    {},
    {"four_guardians": True, "worths": {"full_flush": 0, "all_chows": 2}},
    {"big_tiles": "honors", "round_wind_tai": True, "worths": {"dragon_pung": 3}},
    {"kong_bloom_tai": True, "rob_wild_pair": False, "follow": [12, 6, 3, 0]},
    {"pure_straight": True, "single_wait_points": True, "edge_wait_points": True, "wilds_to_win": 4},
    {"eight_pairs": True, "rare_hands": True, "human_win": True},
)  # fmt: skip
LETTERS = ((0,), (27,), (0, 27), (9, 18, 27), (0, 9), (0, 9, 18), (0, 9, 18, 27))


def group(rng, low, ends):
    """A set in a suit or of honours, pungs of ends more often where they are asked for."""
    if low == 27:
        return [rng.choice((27, 28, 29, 30, 32, 33))] * 3
    if ends:
        return [low + rng.choice((0, 8))] * 3
    place = rng.randrange(9)
    return [low + place] * 3 if rng.random() < 0.3 or place > 6 else [low + place + n for n in range(3)]


def claims(seed, many):
    """Records with one claim: mostly five sets and a pair, some of them laid out, some tiles wild or out of place."""
    rng = random.Random(seed)
    while many:
        lows, ends = rng.choice(LETTERS), rng.random() < 0.2
        if ends:
            lows = rng.choice(((0, 9, 18), lows + (18,)))
        wild = rng.choice((3, 8, 17, 27, 33, 35, 36)) if rng.random() < 0.5 else 10
        groups = [group(rng, rng.choice(lows), ends) for _ in range(5)]
        pair = group(rng, rng.choice(lows), True)[:2]
        if rng.random() < 0.1:
            groups[:3] = [[27] * 3, [28] * 3, [29] * 3]
            groups[3 if rng.random() < 0.5 else 4] = [30] * 3
            pair = rng.choice((pair, [30] * 2, [32] * 2))
        laid = rng.choice((0, 0, 1, 2, 4))
        kinds = sum(groups[laid:], pair)
        for _ in range(rng.choice((0, 0, 0, 1, 2, 3))):
            kinds[rng.randrange(len(kinds))] = rng.choice((wild, wild, 34, 35, rng.randrange(31)))
        counts = tiles.count(bytes(sum(groups[:laid], []) + kinds))
        if max(counts[:34]) > 4 or counts[wild] > 3 * (wild < 34) or max(counts[34:]) > 1:
            continue
        many -= 1
        r = Record("longgang", {}, 4)
        r.indicator, r.dealer, r.round_wind = wild, rng.randrange(4), rng.randrange(4)
        tile = kinds.pop(rng.randrange(len(kinds)))
        drawn = rng.random() < 0.5 or tile == wild or tile > 33
        melds = []
        for same in groups[:laid]:
            kind = hand.CHOW if same[0] != same[1] else rng.randrange(hand.PUNG, hand.CONCEALED_KONG + 1)
            four = same if kind < hand.KONG or counts[same[0]] > 3 else same + same[:1]
            giver = -1 if kind == hand.CONCEALED_KONG else rng.choice((-1, 2 if kind == hand.CHOW else 3))
            melds.append(hand.Meld(kind, bytes(four), giver))
        flags = rng.choice((0, 0, 0, 0, hand.AFTER_KONG, hand.ROB_KONG, hand.HEAVENLY, hand.EARTHLY, hand.HUMANLY))
        h = hand.Hand(bytes(sorted(kinds)), melds)
        if rng.random() < 0.1:
            h.flowers = bytes([kind for kind in (34, 36, 37) if not counts[kind]])
        r.hands = [known_by_suits(h)] * 4
        w = hand.Win(3, tile, -1 if drawn else rng.choice((0, 1, 2)), flags)
        r.wins = [w]
        if rng.random() < 0.2:
            r.carry = {"broke": 1}
        yield r, w


PUNGS: tuple = (
    {},
    {"pure_straight": True, "single_wait_points": True, "edge_wait_points": True},
    {"eight_pairs": True, "single_self_draw": True, "big_tiles": "honors"},
    {"worths": {"four_concealed_pungs": 0}},
    {"follow": [12, 6, 3, 0]},
)


def of_pungs(seed, many):
    """Records with one claim of four pungs and a chow near one of them, or of five pungs, without melds."""
    rng = random.Random(seed)
    while many:
        groups = [
            [kind] * 3 for kind in rng.sample([kind for kind in range(34) if kind != 31], rng.choice((4, 4, 4, 5)))
        ]
        first = rng.choice(groups)[0] - rng.randrange(-1, 4)
        if len(groups) == 4:
            groups.append([first + n for n in range(3)])
        kinds = sum(groups, 2 * [rng.choice((first, first + 1, rng.randrange(31)))])
        if len({kind // 9 for kind in groups[-1]}) > 1 or not 0 <= min(kinds) <= max(groups[-1]) < 34:
            continue
        if max(groups[-1]) > 26 and groups[-1][0] != groups[-1][1] or max(tiles.count(bytes(kinds))) > 4:
            continue
        many -= 1
        r = Record("longgang", {}, 4)
        r.indicator, r.dealer = rng.choice([kind for kind in range(31) if kind not in kinds]), rng.randrange(4)
        tile = kinds.pop(rng.randrange(len(kinds)))
        r.hands = [known_by_suits(hand.Hand(bytes(sorted(kinds)), []))] * 4
        r.wins = [hand.Win(3, tile, rng.choice((-1, 0, 1, 2)), 0)]
        yield r, r.wins[0]


@pytest.mark.parametrize(
    ("dealt", "house"),
    [(claims, house) for house in HOUSES] + [(of_pungs, {"rare_hands": True, **house}) for house in PUNGS],
    ids=lambda given: given.__name__ if callable(given) else str(given),
)
def test_what_becomes_of_a_claim(dealt, house):
    kept, plain = rules("longgang", house), load("longgang", house)
    won, refused = set(), set()
    for r, w in dealt(str(house), 1500):
        meant = plain.judge(r, w)
        (reason, value, ids), tai, others_zero = kept.outcome(r, w, kept.flags(r, w))
        shown = list(r.hands[3].concealed), tiles.name(w.tile), r.indicator
        assert (reason, value, list(ids)) == (meant.reason, meant.value, meant.ids()), shown
        if reason is None:
            is_limit = meant.steps[0][0] == "formula.limit"
            zero = is_limit and any(name in OTHERS_ZERO for name in ids)
            assert (tai, others_zero) == (plain.tai(meant), zero), shown
            won.update(ids)
        else:
            refused.add(reason)
    if dealt is of_pungs:
        assert {"four_concealed_pungs", "five_concealed_pungs", "no_wilds", "dragon_pung"} <= won
        return
    assert {"no_wilds", "two_wilds", "half_flush", "all_pungs", "dragon_pung"} <= won
    limits = {"full_flush", "big_four_winds", "little_four_winds", "all_honors", "all_terminals"}
    assert limits <= won | {name for name in limits if not plain.worth[name]}
    assert {"not_a_win", "tile_count", "bad_tile"} & refused


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_who_has_not_won_is_read_with_what_he_owns(house):
    kept, plain = rules("longgang", house), load("longgang", house)
    rng = random.Random(5)
    some = 0
    for r, _ in claims(f"others {house}", 600):
        h = r.hands[3]
        text = tiles.text(h.concealed)
        r.hands = [other_of(text) for _ in range(4)]
        for other in r.hands:
            other.melds, other.flowers = h.melds, h.flowers
            other.held += h.held - hand_of(text).held
        r.dealer = rng.randrange(4)
        meant = tuple([plain._other(r, seat, plain.is_dead(r, seat))[2] for seat in (0, 1, 2)])
        assert kept._owned(r, (0, 1, 2), []) == meant, (text, r.indicator)
        some += any(meant)
    assert some > 300


@pytest.mark.parametrize("text", ["", "123m456p789s1z1f", "1f", "55p55m", "5z1z5z", "9s9s", "1234m2f"])
def test_tiles_of_who_has_not_won(text):
    found, meant = other_of(text), hand_of(text)
    assert (found.concealed, found.suits, found.counts()) == (meant.concealed, meant.suits, meant.counts())
