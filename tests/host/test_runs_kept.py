"""Tile texts read by remembered runs name what tiles.py says, and are refused with the same message."""

import random

import pytest

from engine_core import runs_kept, tiles

TEXTS = ("", "5m", "123m", "1m2p", "321m", "123m456p789s11z8f", "11z123m456p", "123m456m789p", "5z1m9p1m", "1123m" * 9)
BAD = (
    "m", "5", "0m", "8z", "9f", "1x", "1 m", "123m 456p", "123m456", "12m34", "123mm456p", "123m456p789s88z",
    "\uff11\uff12\uff13m456p", "123m\u0664\u0665\u0666p", "1m\n456p7s", None, 5, b"123m456p", ["5m"], {}, True,
)  # fmt: skip


def told(read, value):
    with pytest.raises(tiles.TileError) as refused:
        read(value)
    return str(refused.value)


def test_good_texts():
    for _ in range(2):  # the second time they are remembered
        for text in TEXTS:
            assert runs_kept.parse(text) == tiles.parse(text), text
            assert runs_kept.in_order(text) == bytes(sorted(tiles.parse(text))), text


def test_bad_texts_have_the_same_message():
    for _ in range(2):
        for text in BAD:
            assert told(runs_kept.parse, text) == told(tiles.parse, text)
            assert told(runs_kept.in_order, text) == told(tiles.parse, text)


def test_random_texts():
    rng = random.Random(1)
    for _ in range(5000):
        text = "".join([rng.choice("123456789mpszf") for _ in range(rng.randrange(20))])
        try:
            kinds = tiles.parse(text)
        except tiles.TileError as e:
            assert told(runs_kept.in_order, text) == str(e)
        else:
            assert runs_kept.in_order(text) == bytes(sorted(kinds)), text


def test_hands_as_a_table_writes_them():
    rng = random.Random(2)
    for _ in range(2000):
        kinds = bytes(sorted([rng.randrange(tiles.KINDS) for _ in range(rng.choice((1, 4, 13, 16, 17)))]))
        assert runs_kept.in_order(tiles.text(kinds)) == kinds
