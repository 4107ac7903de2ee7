"""Limit hands of Longgang that show only in the sets (rules/longgang.md, section "Patterns")."""

from longgang_hands import kong, win
from samples import pung
from slow import Random

from engine_core import hand, shapes
from engine_core.regions.longgang_limits import limits_of_counts
from engine_core.regions.longgang_rare import limits_of_readings
from engine_core.rules import load

# Winds, dragons, ends and now and then a 5: most hands of these leave room for a limit hand.
KINDS = bytes((27, 28, 29, 30, 32, 33) * 3 + (0, 8, 9, 17, 18, 26, 4))
HOUSES = ({}, {"four_guardians": True}, {"four_winds_strict": True, "four_guardians": True})


class Seen:
    """A winner as limit hands look at him, and places of which all are allowed."""

    barred = -1
    on_wild = False

    def __init__(self, rules, rng):
        self.rules = rules
        self.indicator = (4, 27, 30, 33, 34)[rng.below(5)]
        self.melds = []
        left = bytearray(b"\4" * 34)
        for _ in range(rng.below(5)):
            kind = KINDS[rng.below(len(KINDS))]
            if left[kind] == 4:
                left[kind] = 0
                self.melds.append(hand.Meld(hand.KONG, bytes((kind,) * 4)))
        self.sets = 5 - len(self.melds)
        self.wilds = rng.below(5)
        self.true = max(0, self.wilds - rng.below(2))
        self.counts = bytearray(42)
        many = 3 * self.sets + 2 - self.wilds
        for _ in range(60):
            kind = KINDS[rng.below(len(KINDS))]
            n = min(1 + rng.below(4), many, left[kind])
            self.counts[kind] += n
            left[kind] -= n
            many -= n
        self.of_sets = many == 0 and shapes.is_win(self.counts, self.wilds, self.sets)
        self.whole = bytearray(self.counts)
        for meld in self.melds:
            self.whole[meld.tile] = 4
        self.tile = min([kind for kind in range(34) if self.counts[kind]] or [-1])


def test_what_the_tiles_decide_is_what_the_readings_show():
    rng = Random(5)
    houses = [load("longgang", options) for options in HOUSES]
    shown = {}
    hands = 0
    for _ in range(900):
        x = Seen(houses[rng.below(3)], rng)
        if x.of_sets and x.tile >= 0:
            hands += 1
            by_tiles, by_readings = {}, {}
            limits_of_counts(x, by_tiles)
            assert limits_of_readings(x, x, False, by_readings)
            assert by_tiles == by_readings, (list(x.counts), x.wilds, x.true, x.indicator)
            for name in by_tiles:
                shown[name] = shown.get(name, 0) + 1
    assert hands > 200
    for name in ("all_terminals_and_honors", "big_four_winds", "little_four_winds", "si_da_jin_gang"):
        assert shown[name] > 9, (name, shown)


LAID = [pung("111z"), pung("222z"), pung("333z")]


def limits(concealed, tile, melds=LAID, **kw):
    value, ids = win(indicator=kw.pop("indicator", "9m"), concealed=concealed, tile=tile, melds=melds, **kw)
    assert value == 300, ids
    return ids


def test_four_winds():
    assert limits("123p44z55p", "4z") == ["big_four_winds"]
    assert limits("123p44z55p", "5p") == ["little_four_winds"]
    assert limits("9m123p4z55p", "4z") == ["big_four_winds", "little_four_winds"]  # the wild in either
    assert limits("99m123p55p", "5p") == ["little_four_winds"]  # two wilds are the pair that is wanted


def test_four_winds_with_wilds_of_their_own_alone():
    """The own flower beside one wild is no two wilds that stand for their wind."""
    strict = {"four_winds_strict": True}
    assert limits("44z123p55p", "5p", indicator="4z", options=strict) == ["little_four_winds"]
    assert limits("4z123p55p2f", "5p", indicator="4z") == ["little_four_winds"]
    _, ids = win(indicator="4z", concealed="4z123p55p2f", tile="5p", melds=LAID, options=strict)
    assert ids == ["half_flush", "seat_flower", "seat_wind"]


def test_a_dragon_beside_the_four_winds():
    four = LAID + [kong("4444z")]
    assert limits("66z77z", "6z", four) == ["si_fang_da_fa"]
    assert limits("99m66z", "6z", four) == ["si_fang_da_fa"]  # the wilds are the other dragon
    assert limits("9m67z2f", "7z", four) == ["si_fang_da_fa"]
    assert limits("66z55p", "6z", four) == ["big_four_winds"]
