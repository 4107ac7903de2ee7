"""What a PC remembers for the Sichuan family: of a suit which patterns it allows and what it waits for, and what a
hand of sets is worth in a house. So a hand is looked at by its suits. blood_patterns.py and blood_checks.py say what is
meant, and do without.
"""

from functools import lru_cache

from .blood_patterns import is_outside, is_pungs
from .hand import KONG, Hand, Win
from .settle import Claim
from .suits_kept import MANY, is_whole, whole_with

FLUSH, PUNGS, JIANG, OUTSIDE = 1, 2, 4, 8
GEN = 16  # gens are counted from here on
# The basic patterns of hands of sets, by what they need.
IDS = (
    (0, "plain_hand"), (FLUSH, "full_flush"), (PUNGS, "all_pungs"), (PUNGS | FLUSH, "full_flush_pungs"),
    (PUNGS | JIANG, "jiang_dui"), (OUTSIDE, "outside_hand"), (OUTSIDE | FLUSH, "full_flush_outside"),
)  # fmt: skip
CHARACTERS, DOTS, BAMBOO = [bytes(range(low, low + 9)) for low in (0, 9, 18)]
NEVER = 2  # pairs: more than a hand of sets has


class Suit:
    """What is known of the tiles of a suit: `kinds`, sorted."""

    def __init__(self, kinds: bytes):
        low = kinds[0] // 9 * 9 if kinds else 0
        part = bytes([kinds.count(low + place) for place in range(9)])
        self.mark = 1 << low // 9 if kinds else 0  # as in patterns.suits
        self.whole = is_whole(part)  # sets, or sets and a pair
        self.pungs = _pairs(is_pungs, part)  # the pairs beside pungs; NEVER if there is something else
        self.ends = _pairs(_outside, part)  # the pairs if it is outside; NEVER if it is not
        self.jiang = not any([kind % 3 != 1 for kind in kinds])
        self.odd = len([count for count in part if count & 1])  # tiles left over of pairs
        self.fours = part.count(4)
        # Where one tile more makes it whole: (kind, tiles of it before, `pungs` and `ends` then).
        self.waits: list = []
        for place in whole_with(part) if max(part) < 5 else b"":  # a winning tile may be a fifth
            more = part[:place] + bytes((part[place] + 1,)) + part[place + 1 :]
            self.waits.append((low + place, part[place], _pairs(is_pungs, more), _pairs(_outside, more)))
        # Waits that all show the same with no meld of theirs: neither pungs nor outside nor a gen.
        self.alike = all([row[1] < 3 and row[2] == row[3] == NEVER for row in self.waits])
        self.wait_kinds = bytes([row[0] for row in self.waits])


suit = lru_cache(MANY)(Suit)


def _outside(counts: bytearray) -> bool:
    return is_outside(counts, [])


def _pairs(shows, part: bytes) -> int:  # type: ignore[no-untyped-def]
    """How many pairs a suit has so that a hand of it shows something, the one pair standing elsewhere or in it."""
    for pairs, other in enumerate((b"\2" + bytes(8), bytes(9))):
        if shows(bytearray(part + other + bytes(9))):
            return pairs
    return NEVER


def look(h: Hand, tile: int = -1) -> tuple:
    """As `blood_patterns.look`, with the three suits of the tiles without the melds in place of the counts."""
    kinds = h.concealed or b""
    if tile >= 0:
        kinds = bytes(sorted(kinds + bytes((tile,))))
    n = len(kinds)
    from_dots = kinds.lstrip(CHARACTERS)
    from_bamboo = from_dots.lstrip(DOTS)
    rest = from_bamboo.lstrip(BAMBOO)
    dots, bamboo = n - len(from_dots), n - len(from_bamboo)
    found = suit(kinds[:dots]), suit(kinds[dots:bamboo]), suit(kinds[bamboo : n - len(rest)])
    suits = found[0].mark | found[1].mark | found[2].mark
    strange = len(rest) > 0
    for m in h.melds:
        for kind in m.tiles:
            suits |= 1 << kind // 9
            strange |= kind > 26
    return suits & 7, strange, found


def basic(rules, h: Hand, seen: tuple, tile: int) -> list | None:  # type: ignore[no-untyped-def]
    """The rows of `Blood.basic` for a hand of sets won with a tile, by what `look` saw; [] if it is none, None if it
    may be seven pairs.
    """
    suits, _, found = seen
    if not h.melds and found[0].odd + found[1].odd + found[2].odd == 0:
        return None
    if not (found[0].whole and found[1].whole and found[2].whole):
        return []
    shows = _alike(rules, h, seen, tile)
    if found[0].pungs + found[1].pungs + found[2].pungs == 1:
        shows |= PUNGS | JIANG * (_is_jiang(h, found) and tile % 3 == 1)
    if found[0].ends + found[1].ends + found[2].ends == 1 and _is_outside(h):
        shows |= OUTSIDE
    return list(worth(rules, shows)[1])


def waits_for_pairs(h: Hand, seen: tuple) -> bool:
    """May the hand wait for seven pairs."""
    return not h.melds and seen[2][0].odd + seen[2][1].odd + seen[2][2].odd == 1


def best_wait(rules, seat: int, h: Hand, seen: tuple) -> Claim | None:  # type: ignore[no-untyped-def]
    """The most that a hand could win by sets, as a claim without giver; None if it does not wait. Of equals it wins
    with the lowest kind.
    """
    found = seen[2]
    lacking = [one for one in found if not one.whole]
    if len(lacking) > 1:
        return None
    if len(lacking) == 1 and lacking[0].alike and not any([m.tile in lacking[0].wait_kinds for m in h.melds]):
        kinds = lacking[0].wait_kinds
        return _claim(seat, kinds[0], worth(rules, _alike(rules, h, seen))) if kinds else None
    pungs = found[0].pungs + found[1].pungs + found[2].pungs
    ends = found[0].ends + found[1].ends + found[2].ends if _is_outside(h) else 9 * NEVER
    alike = _alike(rules, h, seen)
    gen = GEN if rules.options["gen"] else 0
    best, best_kind, before = None, -1, -1
    for one in lacking or found:
        for kind, held, pungs_then, ends_then in one.waits:
            for m in h.melds:
                if m.tile == kind:
                    held += len(m.tiles)
            shows = alike if held < 3 else alike + gen
            if pungs - one.pungs + pungs_then == 1:
                shows |= PUNGS | JIANG * (kind % 3 == 1 and _is_jiang(h, found))
            if ends - one.ends + ends_then == 1:
                shows |= OUTSIDE
            if held < 4 and shows != before:
                before = shows
                fan = worth(rules, shows)[0]
                if best is None or fan > best[0]:
                    best, best_kind = worth(rules, shows), kind
    return _claim(seat, best_kind, best) if best else None


def _claim(seat: int, kind: int, of: tuple) -> Claim:
    claim = Claim(Win(seat, kind))
    claim.patterns, claim.value, claim.steps = list(of[1]), of[2], list(of[3])
    return claim


def _alike(rules, h: Hand, seen: tuple, tile: int = -1) -> int:  # type: ignore[no-untyped-def]
    """What a hand shows, with a winning tile, whichever its sets are: the flush and gens."""
    suits, _, found = seen
    shows = FLUSH if suits in (1, 2, 4) else 0
    if not rules.options["gen"]:
        return shows
    gens = found[0].fours + found[1].fours + found[2].fours
    for m in h.melds:
        gens += m.kind >= KONG or m.tile == tile or m.tile in (h.concealed or b"")
    return shows + GEN * gens


def _is_jiang(h: Hand, found: tuple) -> bool:
    """Are all tiles 2s, 5s and 8s."""
    return all([one.jiang for one in found]) and all([m.tile % 3 == 1 for m in h.melds])


def _is_outside(h: Hand) -> bool:
    """Are all melds of 1s and 9s."""
    return all([m.tile % 9 in (0, 8) for m in h.melds])


@lru_cache(1024)
def worth(rules, shows: int) -> tuple:  # type: ignore[no-untyped-def]
    """(fan, rows, value, formula) of a hand of sets that shows these bits, with the rules of a house."""
    ids = [p for needs, p in IDS if shows & needs == needs]
    rows = rules.best_of(ids, shows // GEN)
    claim = rules.valued(Win(0, -1), rows)
    return sum([worth for _, worth in rows]), rows, claim.value, claim.steps
