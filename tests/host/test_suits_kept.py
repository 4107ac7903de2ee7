"""What a PC remembers of suits is what shapes.py finds without it."""

import random

import pytest

from engine_core import cover, patterns, shapes, suits_kept


def hands(seed: int, tiles: int):
    """Hands of so many tiles, half of them crowded into two parts, half of them sets and what is left over."""
    rng = random.Random(seed)
    for number in range(3000):
        kinds = range(34) if number % 2 else (*range(9), *range(27, 34))
        counts = bytearray(34)
        while sum(counts) < tiles:
            kind = rng.choice(kinds)
            group = rng.choice(((0, 0, 0), (0, 1, 2), (0, 0)))
            suited = kind < 27 and kind % 9 < 7
            here = [kind + step for step in group] if suited else [kind] * len(group)
            if sum(counts) + len(here) > tiles or number % 3 == 0:
                here = [kind]
            for k in here:
                counts[k] += 1
        if max(counts) < 5:
            yield counts


@pytest.fixture
def plain(monkeypatch):
    monkeypatch.setattr(shapes, "ROOM", False)


def test_waits(plain):
    waiting = 0
    for counts in hands(1, 13):
        assert suits_kept.natural_waits(counts, 4) == shapes.waits(counts, 0, 4), list(counts)
        waiting += len(shapes.waits(counts, 0, 4)) > 0
    assert waiting > 200


def test_waits_of_the_wrong_number_of_tiles(plain):
    for sets in (3, 5):
        for counts in hands(2, 13):
            assert suits_kept.natural_waits(counts, sets) == b""


def test_parts_of_a_split(plain):
    split = 0
    for counts in hands(3, 14):
        splits = shapes.Splits(counts, 0, patterns.Weigh(4))
        for low, high in shapes.PARTS:
            found = splits.part(low, high, 0)
            assert suits_kept.part(splits, low, high, 0) == found, list(counts)
            split += len(found) > 0
    assert split > 200


def test_whole_hands(plain):
    found = {0: 0, 1: 0, 2: 0}  # how many of none, one and several results
    for counts in hands(5, 14):
        for tile in [kind for kind in range(34) if counts[kind]]:
            splits = shapes.Splits(counts, 0, patterns.Weigh(tile))
            hands_of = splits.hands(4)
            assert suits_kept.natural_hands(splits, 4) == hands_of, list(counts)
            found[min(len(hands_of), 2)] += 1
    assert min(found.values()) > 50, found


def test_two_pairs_and_sets_too_few_are_no_hand():
    for counts in (
        b"\2" + bytes(8) + b"\2",
        b"\3" + bytes(8) + b"\3",
        b"\3" + bytes(8) + b"\2",
        b"\1" + bytes(8) + b"\2",
        b"",
    ):
        splits = shapes.Splits(counts + bytes(34 - len(counts)), 0, patterns.Weigh())
        assert suits_kept.natural_hands(splits, 0) == [], counts


def test_three_equal_neighbours_are_split_both_ways(plain):
    splits = shapes.Splits(bytearray(b"\3\3\3\2" + bytes(30)), 0, patterns.Weigh())
    assert len(suits_kept.part(splits, 0, 9, 0)) == len(splits.part(0, 9, 0)) == 2


def test_the_place_of_the_winning_tile_counts(plain):
    for tile in (0, 1, 9, 10, 27, 28):
        for wild in (False, True):
            splits = shapes.Splits(
                bytearray(b"\1\1\1" + bytes(6) + b"\3\1\1" + bytes(15) + b"\3\2" + bytes(5)),
                0,
                patterns.Weigh(tile, wild),
            )
            for low, high in shapes.PARTS:
                assert suits_kept.part(splits, low, high, 0) == splits.part(low, high, 0), (tile, wild)


def test_parts_with_wilds(plain):
    split = 0
    for counts in hands(4, 12):
        splits = shapes.Splits(counts, 2, patterns.Weigh(4))
        for low, high in shapes.PARTS:
            found = splits.carried(low, high, 2)
            assert suits_kept.part(splits, low, high, 2) == found, list(counts)
            assert suits_kept.part(splits, low, high, 2) == found, "the second time"
            split += len(found) > 0
    assert split > 200


def test_a_weigher_that_does_not_say_what_it_depends_on_is_asked_anew():
    class Mine(shapes.Weigh):
        def __init__(self, mark: int):
            self.mark = mark

        def __call__(self, sort: int, kind: int, wild: int) -> int:
            return self.mark << shapes.FREE

    counts = bytearray(b"\3" + bytes(33))
    for mark in (1, 2):
        assert suits_kept.part(shapes.Splits(counts, 0, Mine(mark)), 0, 9, 0) == [mark << shapes.FREE | shapes.SET]


def test_what_is_whole_is_covered_by_as_many_sets_as_it_has():
    rng = random.Random(5)
    whole = 0
    for number in range(20000):
        counts = rng.choices(range(5), (9, 4, 3, 3, 1), k=9)
        if number % 3 == 0:  # chows and pungs, mostly
            counts = [0] * 9
            for low in rng.choices(range(7), k=rng.randrange(4)):
                counts[low : low + 3] = [many + 1 for many in counts[low : low + 3]]
            counts[rng.randrange(9)] += rng.choice((0, 2, 3))
        pair, sets = sum(counts) % 3 == 2, sum(counts) // 3
        is_covered = sum(counts) % 3 != 1 and cover.suit_needs(bytearray(counts), 0, pair) <= sets
        if max(counts) < 6:
            assert suits_kept.is_whole(bytes(counts)) == is_covered, counts
            whole += is_covered
    assert whole > 4000
