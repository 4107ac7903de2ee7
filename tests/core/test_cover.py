"""The win check that the interpreter runs fastest answers as the one that says what it means."""

from slow import Random, counts_of, hands_of_one_suit

from engine_core import cover, shapes, tiles


def agree(counts, wilds, sets):
    for pair in (0, 1):
        assert shapes.fits(counts, wilds, sets, pair) == cover.fits(counts, wilds, sets, pair), (list(counts), wilds)
        for most in (sets - 1, sets, sets + 1):
            have = shapes.sets_needed(counts, pair, most) <= most
            assert have == (cover.sets_needed(counts, pair, most) <= most), (list(counts), pair, most)
        for low in (0, 9, 18):
            assert shapes.suit_needs(counts, low, pair) == cover.suit_needs(counts, low, pair), (list(counts), low)


def test_they_agree_on_random_hands():
    rnd = Random(5)
    for number in range(1500):
        wilds, sets = number % 5, 4 + number // 5 % 2
        agree(rnd.hand(3 * sets + 2 - wilds), wilds, sets)
        agree(rnd.hand(3 * sets - wilds), wilds, sets)


def test_they_agree_on_every_suit_of_eight_tiles():
    for h in hands_of_one_suit(8):
        assert shapes.fits(h, 0, 2, 1) == cover.fits(h, 0, 2, 1), list(h)


def test_they_agree_on_flowers_beside_the_tiles():
    counts = tiles.count(tiles.parse("123m456p789s11122z12f"))
    agree(counts, 0, 4)
    assert shapes.fits(counts, 0, 4, 1)


def test_five_of_a_kind_are_a_set_and_two_tiles():
    assert "1m" not in tiles.text(shapes.waits(counts_of("1111m456789p115z"), 0, 4))
    assert tiles.kind("5z") in shapes.waits(counts_of("5555z456789p123s"), 0, 4)
    for kind in range(34):
        counts = bytearray(counts_of("123456m123456s"))
        counts[kind] = 5
        agree(counts, 0, 4)
        agree(counts, 2, 5)
