"""The win check against a second implementation, on hands that hypothesis looks for, and counted over a whole suit."""

from hypothesis import given, settings
from hypothesis import strategies as st
from slow import code, hands_of_one_suit, wins_of_one_suit, wins_slowly

from engine_core import shapes


@st.composite
def hands(draw):
    sets = draw(st.sampled_from((4, 4, 5)))
    wilds = draw(st.integers(0, 4))
    kinds = draw(st.sampled_from((range(9), range(18), [*range(9), *range(27, 34)], range(34))))
    pool = [k for k in kinds for _ in range(4)]
    picked = draw(st.permutations(pool))[: 3 * sets + 2 - wilds]
    counts = bytearray(34)
    for k in picked:
        counts[k] += 1
    return bytes(counts), wilds, sets


@st.composite
def wins(draw):
    """Winning hands of which some tiles became wild."""
    sets = draw(st.sampled_from((4, 5)))
    counts = bytearray(34)
    counts[draw(st.integers(0, 33))] += 2
    for _ in range(sets):
        first = draw(st.integers(0, 33))
        if first < 27 and first % 9 < 7 and draw(st.booleans()):
            for k in (first, first + 1, first + 2):
                counts[k] += 1
        else:
            counts[first] += 3
    wilds = 0
    for kind in range(34):  # a fifth copy can only be a wild
        while counts[kind] > 4:
            counts[kind] -= 1
            wilds += 1
    for _ in range(draw(st.integers(0, 4))):
        kind = draw(st.sampled_from([k for k in range(34) if counts[k]]))
        counts[kind] -= 1
        wilds += 1
    return bytes(counts), wilds, sets


@settings(max_examples=400, deadline=None)
@given(hands())
def test_agrees_with_the_slow_check(hand):
    assert shapes.is_win(*hand) == wins_slowly(*hand)


@settings(max_examples=300, deadline=None)
@given(wins())
def test_a_win_stays_one_when_tiles_become_wild(hand):
    assert shapes.is_win(*hand)


@settings(max_examples=200, deadline=None)
@given(hands())
def test_waits_are_the_tiles_that_win(hand):
    counts, wilds, sets = hand
    kind = next(k for k in range(34) if counts[k])
    held = bytearray(counts)
    held[kind] -= 1
    waits = shapes.waits(bytes(held), wilds, sets)
    assert (kind in waits) == shapes.is_win(counts, wilds, sets)
    assert list(waits) == sorted(set(waits))


def test_every_hand_of_fourteen_characters():
    """118,800 hands: exactly those win that four sets and a pair can make."""
    built = wins_of_one_suit(4)
    won = [h for h in hands_of_one_suit(14) if shapes.is_win(h, 0, 4)]
    assert len(won) == len(built) > 10_000
    assert {code(h) for h in won} == set(built)
