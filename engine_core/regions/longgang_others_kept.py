"""What hands are worth that have not won in Longgang, for a PC: by how many kinds there are of which one, two, three or
four are held. `longgang.Rules._other` says what is meant.
"""

from ..check import Record
from ..hand import CHOW
from ..hands_kept import LANE, LANES, ONE, Unusual
from ..many_kept import keep
from ..tiles import FLOWERS, HONOURS, KINDS
from .longgang import GREEN, RED, rounded
from .longgang_beside_kept import ABOVE, HONOURS_AT, KNOWN, Other, of_suits
from .longgang_kept import (
    BIG,
    BIG_FOURS,
    BIG_ONES,
    BIG_TWOS,
    FOURS,
    LESS,
    OF_BIG,
    OF_SMALL,
    ONES,
    PUNGS_AT,
    SMALL,
    TWOS,
    number_of_honours,
    points_of,
    remembered,
)

HONOUR_LANES = (1 << LANE * (FLOWERS - HONOURS)) - 1
FLOWER_LANES, FOUR_FLOWERS = (1 << LANE * (KINDS - FLOWERS)) - 1, (1 << 4 * LANE) - 1
NUMBER = (1 << PUNGS_AT + 8) - 1
NO_HONOURS = bytes(FLOWERS - HONOURS)
OWN_FLOWER = FLOWERS - HONOURS  # from a wind to its flower
NO_PUNGS = -1
DEAD = -1
GAINS: dict = {}  # of kinds that pay nothing: by what is counted of them and the wilds
PAYING: dict = {}  # of honours that pay, by how many there are of each and all that their worth depends on
IS_SEAT_WIND = -2
# Wilds used on a kind of which there are so many -> pungs gained.
OF_COUNT = ({0: 0, 2: 1}, {0: 0, 1: 1, 2: 1, 4: 2}, {0: 0, 1: 0, 2: 0, 3: 1, 4: 1}, {0: 0, 1: 0, 2: 1, 3: 1, 4: 1})
ENOUGH = (2, 4, 1, 2)  # so many kinds of each take all wilds that there may be


def total(rules, r: Record, seat: int) -> int:  # type: ignore[no-untyped-def]
    """The total of who has not won and has no foul, as `longgang.Rules._other` finds it."""
    h = r.hands[seat]
    try:
        bare = h.bare if type(h) is Other else of_suits(h.suits)
        if rules.eight_pairs and not (h.melds or has_single(bare)):
            raise AttributeError
    except AttributeError:
        return rules._other(r, seat, rules.is_dead(r, seat))[2]
    wild = r.indicator
    true = holds_own = 0
    wind = HONOURS + (seat - r.dealer) % 4
    flowers = bare >> LANE * FLOWERS & FLOWER_LANES
    if flowers:
        holds_own = (flowers >> LANE * (wind - HONOURS) & LANES) > 0
        if wild >= FLOWERS:
            true = sum((flowers & FOUR_FLOWERS).to_bytes(4, "little"))
    shown = bare >> ABOVE & NUMBER
    counts = (bare >> LANE * HONOURS & HONOUR_LANES).to_bytes(FLOWERS - HONOURS, "little")
    if wild < FLOWERS:
        true = bare >> LANE * wild & LANES
        if true and wild < HONOURS:
            shown -= OF_SMALL[true] if 0 < wild % 9 < 8 else OF_BIG[true]
        elif true:
            counts = LESS[counts, wild - HONOURS]
    if not rules.big:
        shown = all_small(shown)
    points = tai = guests = 0
    turn = HONOURS + r.round_wind if rules.ROUND_WIND else -1
    if h.flowers:
        guests = guests_of(h.flowers, wind + OWN_FLOWER, wild >= FLOWERS)
        if guests == DEAD:
            return 0
        points = 4 * guests
    for meld in h.melds:
        if meld.kind != CHOW:
            tile = meld.tiles[0]
            points += points_of(meld.kind, tile, rules.big)
            if tile >= HONOURS and tile != wild:
                tai += rules._sum(rules.honour_ids(tile, (wind, turn)))
    own = holds_own if wild < FLOWERS else 0  # beside the true wilds
    wilds = true + own
    ways: tuple = ONE_WAY
    if counts != NO_HONOURS:
        more, ways = honours(rules, counts, wilds, wind, turn)
        shown += more
    if not wilds:
        _, more, face = ways[0]
        points += 4 * (shown // SMALL & 15) + 8 * (shown // BIG & 15) + face
        return rounded(points, tai + more) if points else 0
    worth = rules.worth
    four = guests == 3 and rules.options["loser_four_flowers"]
    of_flower = worth["four_flowers" if four else "seat_flower"] if holds_own else -1
    without_own = true - (holds_own and not own)
    most = _best(ways, gains(shown, wilds), (points, tai), (own, without_own, of_flower), worth["two_wilds"])
    return rounded(most, 0)


ONE_WAY = ((0, 0, 0),)


# By the indicator, the lanes of the wild kind and of all flowers in what a hand holds.
WILD_LANES = [sum([LANES << LANE * kind for kind in {wild, *range(FLOWERS, KINDS)}]) for wild in range(KINDS)]


def honours(rules, counts: bytes, wilds: int, wind: int, turn: int) -> tuple:  # type: ignore[no-untyped-def]
    """What there is of those that pay nothing, and (wilds used, tai, points) of each choice of the others."""
    green, red, seats, turns = counts[5], counts[6], counts[wind - HONOURS], 0
    shown = number_of_honours(counts) - OF_BIG[green] - OF_BIG[red] - OF_BIG[seats]
    if turn >= 0:
        turns = IS_SEAT_WIND if turn == wind else counts[turn - HONOURS]
        if turns > 0:
            shown -= OF_BIG[turns]
    if not (green or red or seats or turns > 0):
        return shown, ONE_WAY
    key = green, red, seats, turns, wilds, rules.of_honours
    return shown, PAYING.get(key) or keep(PAYING, key, _paying(rules, key))


@remembered
def guests_of(flowers: bytes, own: int, wild: bool) -> int:
    """How many guest flowers were set aside, or DEAD: one was wild for the seat. `wild`: all flowers are."""
    if own in flowers or wild and max(flowers) >= FLOWERS:
        return DEAD
    return sum([kind in flowers for kind in range(FLOWERS, FLOWERS + 4)]) if not wild else 0


def _best(ways: tuple, free: tuple, fixed: tuple, own: tuple, two_wilds: int) -> int:
    """The most points of all choices, doubled by each tai: `ways` of the honours that pay, the most that others gain by
    wilds used, points and tai that are there in any case; how many wilds are the own flower alone, how many there are
    without it, the tai that it brings (-1: it is not held).
    """
    points, tai = fixed
    apart, without_own, of_flower = own
    most = 0
    for placed, more, face in ways:
        more += tai
        face += points
        used = placed
        for gained in free[: len(free) - placed]:
            if gained >= 0:
                if used <= without_own:
                    found = face + gained << (more + two_wilds if used > 1 else more)
                    if found > most:
                        most = found
                if used and of_flower >= 0:
                    found = face + gained << more + of_flower + (two_wilds if used - apart > 1 else 0)
                    if found > most:
                        most = found
            used += 1
    return most


def _paying(rules, key: tuple) -> tuple:  # type: ignore[no-untyped-def]
    """(wilds used, tai, points) of each choice of the honours that pay."""
    green, red, seats, turns, wilds, _ = key
    counts = bytearray(FLOWERS)
    counts[GREEN], counts[RED], counts[HONOURS] = green, red, seats
    turn = HONOURS if turns == IS_SEAT_WIND else HONOURS + 1
    if turns > 0:
        counts[turn] = turns
    found = rules.placed_all(counts, wilds, (HONOURS, turn))
    return tuple([(way & 15, way >> 4, found[way]) for way in sorted(found)])


def all_small(shown: int) -> int:
    """The same where the 1 and 9 are small."""
    large, fours = shown // BIG & 15, shown // BIG_FOURS & 15
    ones, twos = shown // BIG_ONES & 15, shown // BIG_TWOS & 15
    out = shown + large * (SMALL - BIG) + fours * (FOURS - BIG_FOURS)
    return out + ones * (ONES - BIG_ONES) + twos * (TWOS - BIG_TWOS)


def gains(shown: int, wilds: int) -> tuple:
    """The most points of kinds that pay nothing, by how many wilds are used on them; NO_PUNGS where that cannot be."""
    key = shown, wilds
    found = GAINS.get(key)
    return keep(GAINS, key, _gains(shown, wilds)) if found is None else found


def _gains(shown: int, wilds: int) -> tuple:
    small, large = shown // SMALL & 15, shown // BIG & 15
    fours, big_fours = shown // FOURS & 15, shown // BIG_FOURS & 15
    of_small = pungs(shown // ONES & 31, shown // TWOS & 15, small - fours, fours)
    of_large = pungs(shown // BIG_ONES & 15, shown // BIG_TWOS & 15, large - big_fours, big_fours)
    out = [NO_PUNGS] * (wilds + 1)
    for used in range(wilds + 1):
        for n in range(used + 1):
            if of_small[n] >= 0 and of_large[used - n] >= 0:
                out[used] = max(out[used], 4 * (small + of_small[n]) + 8 * (large + of_large[used - n]))
    return tuple(out)


def pungs(ones: int, twos: int, threes: int, fours: int) -> tuple:
    """The most pungs that so many kinds of one, two, three, four tiles gain, by how many wilds (0..4) are used on them;
    NO_PUNGS where that cannot be.
    """
    few = [min(pair) for pair in zip((ones, twos, threes, fours), ENOUGH)]
    return _pungs(*few)


@remembered
def _pungs(*kinds: int) -> tuple:
    found = {0: 0}
    for ways, many in zip(OF_COUNT, kinds):
        for _ in range(many):
            more: dict = {}
            for used, gained in found.items():
                for wilds, pung in ways.items():
                    if used + wilds < 5:
                        more[used + wilds] = max(more.get(used + wilds, 0), gained + pung)
            found = more
    return tuple([found.get(used, NO_PUNGS) for used in range(5)])


def has_single(bare: int) -> bool:
    """Is there one tile of a kind, so that they are no eight pairs."""
    return bare & ~(bare >> 1 | bare >> 2) & ONE_OF_EACH > 0


ONE_OF_EACH = sum(ONE[:FLOWERS])


class Naturals(dict):
    """By what tiles without wilds show the points and tai of who has this seat wind, in this round."""

    def __init__(self, rules, wind: int, turn: int):  # type: ignore[no-untyped-def]
        self.rules = rules
        self.winds = wind, turn

    def __missing__(self, shows: int) -> tuple:
        if not shows & KNOWN:
            raise Unusual
        small, ends = shows & 15, shows >> 4 & 15
        points, tai = 4 * small + (8 if self.rules.big else 4) * ends, 0
        counts = bytes([PAIR_OR_PUNG[shows >> HONOURS_AT + 2 * n & 3] for n in range(FLOWERS - HONOURS)])
        if any(counts):
            number, ways = honours(self.rules, counts, 0, *self.winds)
            _, tai, more = ways[0]
            points += more + 8 * (number // BIG & 15)
        return keep(self, shows, (points, tai))


PAIR_OR_PUNG = (0, 2, 3)


class Totals(dict):
    """The totals of the same, where they have no melds and flowers."""

    def __init__(self, naturals: Naturals):
        self.naturals = naturals

    def __missing__(self, shows: int) -> int:
        points, tai = self.naturals[shows]
        return keep(self, shows, rounded(points, tai) if points else 0)
