"""What a PC remembers for Longgang: how the tiles of a suit, or the honours, of who has not won may be grouped, and
what the place of a winning tile adds. longgang.py and longgang_read.py say what is meant, and do without.
"""

from functools import lru_cache

from .. import shapes, tiles
from ..check import Record
from ..hands_kept import LANE, LANES, NO_HONOURS, Suit
from ..many_kept import keep

FOUND: dict = {}  # by all that it depends on
PARTS = ((0, 9), (9, 18), (18, 27))
remembered = lru_cache(1024)  # what there are few of, in one house
NO_WINDS = (-1, -1)
FROM_HONOURS = [(low, high, bytes(high - low)) for low, high in ((27, 34), (0, 9), (9, 18), (18, 27))]
# Of a suit in a number: its pungs of 2..8, of 1 and 9; that it was looked at; that it has a tile of 2..8.
SMALL, BIG, LOOKED_AT, MIDDLE = 1, 16, 256, 4096


@remembered
def readers() -> tuple:
    """What `longgang.Rules.judge` asks of the modules that it needs when somebody claims a win."""
    from . import longgang_limits, longgang_read

    return longgang_limits.best, longgang_read.Winner, longgang_read.is_fishing, longgang_read.PAIR


def natural(rules, r: Record, seat: int) -> tuple | None:  # type: ignore[no-untyped-def]
    """The points and tai of who has not won, as `longgang.Rules._other` finds them, if he has no wild tiles, melds and
    flowers; None of any other.
    """
    h = r.hands[seat]
    try:
        m, p, s, z, _ = h.suits
        if h.melds or h.held & wild_lanes(r.indicator) or rules.options["eight_pairs"]:
            return None
    except AttributeError:
        return None
    pungs = (m.pungs or count_pungs(m)) + (p.pungs or count_pungs(p)) + (s.pungs or count_pungs(s))
    points = 4 * (pungs & 15) + (8 if rules.big_numbers else 4) * (pungs >> 4 & 15)
    tai = 0
    if z is not NO_HONOURS:
        for key, more in of_honours(rules, z.counts, 0, rules.paying_winds(r, seat)).items():  # it is one
            points += more
            tai = key >> 4
    return points, tai


@remembered
def wild_lanes(indicator: int) -> int:
    """The lanes of the wild kind and of all flowers in what a hand holds."""
    return sum([LANES << LANE * kind for kind in {indicator, *range(tiles.FLOWERS, tiles.KINDS)}])


def count_pungs(suit: Suit) -> int:
    part = suit.counts
    ends = (part[0] > 2) + (part[8] > 2)
    pungs = part.count(3) + part.count(4) + part.count(5)
    suit.pungs = LOOKED_AT + SMALL * (pungs - ends) + BIG * ends + MIDDLE * any(part[1:8])
    return suit.pungs


def placed_all(rules, counts: bytearray, wilds: int, winds: tuple) -> dict:  # type: ignore[no-untyped-def]
    """As `longgang.Rules.placed_all`."""
    found = {0: 0}
    part = bytes(counts[tiles.HONOURS : tiles.FLOWERS])
    if part.strip(b"\0"):
        found = of_honours(rules, part, wilds, winds)
    for low, high in PARTS:
        part = bytes(counts[low:high])
        if part.strip(b"\0" if wilds else b"\0\1"):  # a single tile is worth nothing by itself
            found = _joined(found, _of_part(rules, (part, wilds, NO_WINDS, rules.big_numbers), 0), wilds)
    return found


def of_honours(rules, part: bytes, wilds: int, winds: tuple) -> dict:  # type: ignore[no-untyped-def]
    worth = rules.worth
    key = part, wilds, winds, worth["dragon_pung"], worth["seat_wind"], worth["prevalent_wind"]
    return _of_part(rules, key, tiles.HONOURS)


def _of_part(rules, key: tuple, low: int) -> dict:  # type: ignore[no-untyped-def]
    if key not in FOUND:
        part, wilds, winds = key[:3]
        counts = bytearray(tiles.FLOWERS)
        counts[low : low + len(part)] = part
        keep(FOUND, key, rules.placed_all(counts, wilds, winds))
    return FOUND[key]


def _joined(found: dict, more: dict, wilds: int) -> dict:
    out: dict = {}
    for a in found:
        for b in more:
            if (a & 15) + (b & 15) <= wilds and out.get(a + b, -1) < found[a] + more[b]:
                out[a + b] = found[a] + more[b]
    return out


# ---------------------------------------------------------------- the winner

STATES: dict = {}  # of `natural_states`, by what holds for the whole hand, then by suit and the winning tile's place


def natural_states(x, places) -> list:  # type: ignore[no-untyped-def]
    """As `longgang_read._states` of a hand without wilds of which no sets are wanted. For reading only."""
    kinds, tile = bytes(x.counts), x.tile
    whole_hand = x.on_wild, places.places, x.rules.big_numbers
    if whole_hand not in STATES:
        STATES[whole_hand] = {}
    known = STATES[whole_hand]
    whole: list = []
    for low, high, nothing in FROM_HONOURS:
        here = kinds[low:high]
        if here == nothing:
            continue
        key = here, tile - low if low <= tile < high else -1, x.winds if low == tiles.HONOURS else NO_WINDS
        found = known.get(key)
        if found is None:
            found = _found(x, places, low, high, known, key)
        if not whole:
            whole = found
        elif len(whole) == len(found) == 1:
            a, b = whole[0], found[0]
            whole = [shapes.join(a, b, all_adds())] if not a & b & shapes.PAIRS else []
        else:
            whole = _reader()._joined(whole, found, x.wilds)
        if not whole:
            return whole
    return whole


def _found(x, places, low: int, high: int, known: dict, key: tuple) -> list:  # type: ignore[no-untyped-def]
    read = _reader()
    splits = shapes.Splits(x.counts, 0, read.Weigh(x, places, read.nothing_wanted()))
    splits.adds = read.SUIT_ADDS if low < tiles.HONOURS else read.HONOUR_ADDS
    return keep(known, key, read._highest(splits.part(low, high, 0)))


@remembered
def _reader():  # type: ignore[no-untyped-def]
    from . import longgang_read

    return longgang_read


@remembered
def all_adds() -> int:
    return _reader().HONOUR_ADDS
