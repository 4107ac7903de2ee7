"""What a PC remembers for the Sichuan family: of a suit which patterns it allows and what it waits for, and what a
hand of sets is worth in a house. So a hand is looked at by its suits, whose facts are added up. blood_patterns.py and
blood_checks.py say what is meant, and do without.
"""

from functools import lru_cache

from .check import Record
from .hand import KONG, Hand, Win
from .hands_kept import NO_FLOWERS, NO_HONOURS, Suit, suits_of, with_tile
from .many_kept import MANY
from .settle import Claim
from .suits_kept import is_whole, whole_with

# The facts of a suit, as bits of a small int so that those of suits can be added; where each begins: tiles left over of
# pairs, fours, pairs beside pungs, its pairs if it is outside, has it others than 2s, 5s and 8s, a bit for each suit
# that there is. The lowest two: is it no sets.
ODD, FOUR, PAIRS, ENDS, OTHERS, HERE = 2, 7, 11, 14, 17, 19
LACKS, MOST_ODD, MOST_FOUR, SOME = 3, 31, 15, 7  # how far the first ones go, and all others
SHOWN = SOME << PAIRS | SOME << ENDS | 3 << OTHERS
LOOKED_AT = 1 << 22  # so that no facts are 0
NEVER = 2  # pairs: more than a hand of sets has

FLUSH, PUNGS, JIANG, OUTSIDE = 1, 2, 4, 8
ONE = (1, 2, 4)  # suit
GEN = 16  # gens are counted from here on
# The basic patterns of hands of sets, by what they need.
IDS = (
    (0, "plain_hand"), (FLUSH, "full_flush"), (PUNGS, "all_pungs"), (PUNGS | FLUSH, "full_flush_pungs"),
    (PUNGS | JIANG, "jiang_dui"), (OUTSIDE, "outside_hand"), (OUTSIDE | FLUSH, "full_flush_outside"),
)  # fmt: skip


def _facts(suit: Suit) -> int:
    """What is asked of every suit of a hand."""
    part = suit.counts
    pungs, ends = _pairs(part)
    facts = LOOKED_AT | (not is_whole(part)) | pungs << PAIRS | ends << ENDS | part.count(4) << FOUR
    facts |= part.count(1) + part.count(3) + part.count(5) << ODD
    if suit.kinds:
        facts |= 1 << HERE + suit.kinds[0] // 9 | any([kind % 3 != 1 for kind in suit.kinds]) << OTHERS
    suit.blood = facts
    return facts


def _waits(suit: Suit) -> tuple:
    """Where one tile more makes a suit whole: rows (kind, tiles of it before, `_pairs` then)."""
    part = suit.counts
    low = suit.kinds[0] // 9 * 9 if suit.kinds else 0
    rows = []
    for place in whole_with(part):
        then = _pairs(part[:place] + bytes((part[place] + 1,)) + part[place + 1 :])
        rows.append((low + place, part[place]) + then)
    suit.waits = tuple(rows)
    return suit.waits


def _pairs(part: bytes) -> tuple:
    """The pairs of a suit beside pungs, and its pairs if it is outside; NEVER if it has anything else: see
    `blood_patterns.is_pungs` and `is_outside`.
    """
    twos = part.count(2)
    pungs = min(twos, NEVER) if part.count(0) + twos + part.count(3) == 9 else NEVER
    if any(part[3:6]):
        return pungs, NEVER
    outside = 0
    for end, next_one, third in ((0, 1, 2), (8, 7, 6)):
        rest = part[end] - part[next_one]
        if part[third] != part[next_one] or rest not in (0, 2, 3):
            return pungs, NEVER
        outside += rest == 2
    return pungs, outside


def look(h: Hand, tile: int = -1) -> tuple:
    """As `blood_patterns.look`, with the facts of all suits without melds, and the suits, in place of the counts."""
    m, p, s, z, f = suits_of(h) if tile < 0 else with_tile(suits_of(h), tile)
    facts = (m.blood or _facts(m)) + (p.blood or _facts(p)) + (s.blood or _facts(s))
    suits = facts >> HERE & 7
    strange = z is not NO_HONOURS or f is not NO_FLOWERS
    for meld in h.melds:
        for kind in meld.tiles:
            suits |= 1 << kind // 9
            strange |= kind > 26
    return suits & 7, strange, facts, (m, p, s)


def basic(rules, h: Hand, seen: tuple, tile: int) -> list | None:  # type: ignore[no-untyped-def]
    """The rows of `Blood.basic` for a hand of sets won with a tile, by what `look` saw; [] if it is none, None if it
    may be seven pairs.
    """
    facts = seen[2]
    if not (h.melds or facts >> ODD & MOST_ODD):
        return None
    if facts & LACKS:
        return []
    shows = _alike(rules, h, seen, tile) | _sorts(h.melds, facts >> PAIRS, facts >> ENDS, facts >> OTHERS)
    return list(worth(rules, shows)[1])


UNUSUAL = Claim(Win(-1, -1))  # of a hand that is to be looked at closely


def usual_wait(rules, r: Record, seat: int) -> Claim | None:  # type: ignore[no-untyped-def]
    """As `blood_checks.best_wait` of a hand of thirteen tiles of two suits, which is no pig and waits for no pairs;
    UNUSUAL of any other.
    """
    h = r.hands[seat]
    try:
        m, p, s, z, f = h.suits
    except AttributeError:
        return UNUSUAL
    facts = (m.blood or _facts(m)) + (p.blood or _facts(p)) + (s.blood or _facts(s))
    suits = facts >> HERE & 7
    if len(h.concealed) != rules.HAND or r.fouls or suits == 7 or facts >> ODD & MOST_ODD == 1:
        return UNUSUAL
    if z is not NO_HONOURS or f is not NO_FLOWERS:
        return UNUSUAL
    if h.void >= 0 and suits >> h.void & 1 and rules.options["declare_void"]:
        return UNUSUAL
    lacking = facts & LACKS
    if lacking > 1:
        return None
    shows = FLUSH if suits in ONE else 0
    if rules.options["gen"]:
        shows += GEN * (facts >> FOUR & MOST_FOUR)
    if not lacking:
        return best_wait(rules, seat, h, (suits, False, facts, (m, p, s)))
    suit = m if m.blood & LACKS else p if p.blood & LACKS else s
    return usual_claim(rules, seat, suit, facts - suit.blood & SHOWN, shows)


@lru_cache(MANY)
def usual_claim(rules, seat: int, suit: Suit, beside: int, shows: int) -> Claim | None:  # type: ignore[no-untyped-def]
    """What a seat could win at most in its one suit that is not whole; for reading only. See `_best`."""
    return _claim(seat, _best(rules, suit, beside, shows, ()))


@lru_cache(MANY)
def best_alone(rules, suit: Suit, beside: int, shows: int) -> tuple | None:  # type: ignore[no-untyped-def]
    """As `_best`, without melds."""
    return _best(rules, suit, beside, shows, ())


def waits_for_pairs(h: Hand, seen: tuple) -> bool:
    """May the hand wait for seven pairs."""
    return not h.melds and seen[2] >> ODD & MOST_ODD == 1


def best_wait(rules, seat: int, h: Hand, seen: tuple) -> Claim | None:  # type: ignore[no-untyped-def]
    """The most that a hand could win by sets, as a claim without giver; None if it does not wait. Of equals it wins
    with the lowest kind.
    """
    _, _, facts, suits = seen
    if facts & LACKS > 1:
        return None
    shows = _alike(rules, h, seen)
    best = None
    for suit in [suit for suit in suits if suit.blood & LACKS] or suits:
        beside = facts - suit.blood & SHOWN
        found = _best(rules, suit, beside, shows, h.melds) if h.melds else best_alone(rules, suit, beside, shows)
        if found and (best is None or found[1][0] > best[1][0]):
            best = found
    return _claim(seat, best)


def _claim(seat: int, found: tuple | None) -> Claim | None:
    if found is None:
        return None
    kind, (_, rows, value, steps) = found
    claim = Claim(Win(seat, kind))
    claim.patterns, claim.value, claim.steps = list(rows), value, list(steps)
    return claim


def _best(rules, suit: Suit, beside: int, anyhow: int, melds: list | tuple) -> tuple | None:  # type: ignore[no-untyped-def]
    """The kind, the lowest, and the `worth` of the most that a hand could win by a tile more in this suit; None if it
    wins with none. `beside` are the facts of its other suits (that are SHOWN), `anyhow` is what it shows whatever the
    tile.
    """
    gen = GEN if rules.options["gen"] else 0
    best, best_kind = None, -1
    for kind, held, pungs, ends in suit.waits or _waits(suit):
        for meld in melds:
            if meld.tile == kind:
                held += len(meld.tiles)
        others = beside + suit.blood >> OTHERS if kind % 3 == 1 else 1
        shows = anyhow | _sorts(melds, (beside >> PAIRS) + pungs, (beside >> ENDS) + ends, others)
        of = worth(rules, shows if held < 3 else shows + gen)
        if held < 4 and (best is None or of[0] > best[0]):
            best, best_kind = of, kind
    return (best_kind, best) if best else None


def _alike(rules, h: Hand, seen: tuple, tile: int = -1) -> int:  # type: ignore[no-untyped-def]
    """What a hand shows, with a winning tile, whichever its sets are: the flush and gens."""
    shows = FLUSH if seen[0] in ONE else 0
    if rules.options["gen"]:
        shows += GEN * (seen[2] >> FOUR & MOST_FOUR)
        for m in h.melds:
            if m.kind >= KONG or m.tile == tile or m.tile in (h.concealed or b""):
                shows += GEN
    return shows


def _sorts(melds: list | tuple, pairs: int, ends: int, others: int) -> int:
    """What a hand shows by its sets, by the facts of that name in the lowest bits."""
    shows = 0
    if pairs & SOME == 1:
        jiang = others & 3 == 0 and all([m.tile % 3 == 1 for m in melds])
        shows = PUNGS | JIANG if jiang else PUNGS
    if ends & SOME == 1 and all([m.tile % 9 in (0, 8) for m in melds]):
        shows |= OUTSIDE
    return shows


@lru_cache(1024)
def worth(rules, shows: int) -> tuple:  # type: ignore[no-untyped-def]
    """(fan, rows, value, formula) of a hand of sets that shows these bits, with the rules of a house."""
    ids = [p for needs, p in IDS if shows & needs == needs]
    rows = rules.best_of(ids, shows // GEN)
    claim = rules.valued(Win(0, -1), rows)
    return sum([worth for _, worth in rows]), rows, claim.value, claim.steps
