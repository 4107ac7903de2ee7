"""What a PC remembers for the Sichuan family: of a suit which patterns it allows and what it waits for, and what a
hand of sets is worth in a house. So a hand is looked at by its suits. blood_patterns.py and blood_checks.py say what is
meant, and do without.
"""

from functools import lru_cache

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


@lru_cache(MANY)
def suit(kinds: bytes) -> tuple:
    """What is asked of every suit of a hand, of its sorted kinds: (is it whole, tiles left over of pairs, fours)."""
    part = _counts(kinds)
    return is_whole(part), part.count(1) + part.count(3) + part.count(5), part.count(4)


@lru_cache(MANY)
def pairs(kinds: bytes) -> tuple:
    """The pairs of a suit beside pungs, and its pairs if it is outside; NEVER if it has anything else."""
    return _pairs(_counts(kinds))


@lru_cache(MANY)
def waits(kinds: bytes) -> tuple:
    """Where one tile more makes a suit whole: rows (kind, tiles of it before, `pairs` then), the kinds alone, and
    whether all show the same without a meld of theirs: neither pungs nor outside nor a gen.
    """
    part = _counts(kinds)
    low = kinds[0] // 9 * 9 if kinds else 0
    rows = []
    for place in whole_with(part):
        then = _pairs(part[:place] + bytes((part[place] + 1,)) + part[place + 1 :])
        rows.append((low + place, part[place]) + then)
    alike = all([row[1] < 3 and row[2] == row[3] == NEVER for row in rows])
    return rows, bytes([row[0] for row in rows]), alike


def _counts(kinds: bytes) -> bytes:
    low = kinds[0] // 9 * 9 if kinds else 0
    return bytes([kinds.count(kind) for kind in range(low, low + 9)])


def _pairs(part: bytes) -> tuple:
    """As `pairs`: see `blood_patterns.is_pungs` and `is_outside`."""
    twos = part.count(2)
    pungs = twos if part.count(0) + twos + part.count(3) == 9 else NEVER
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
    """As `blood_patterns.look`, with the kinds of each suit, without those of melds, in place of the counts."""
    kinds = h.concealed or b""
    if tile >= 0:
        kinds = bytes(sorted(kinds + bytes((tile,))))
    n = len(kinds)
    from_dots = kinds.lstrip(CHARACTERS)
    from_bamboo = from_dots.lstrip(DOTS)
    rest = from_bamboo.lstrip(BAMBOO)
    dots, bamboo = n - len(from_dots), n - len(from_bamboo)
    found = kinds[:dots], kinds[dots:bamboo], kinds[bamboo : n - len(rest)]
    suits = (n > len(from_dots)) | (from_dots != from_bamboo) << 1 | (from_bamboo != rest) << 2
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
    m, p, s = [suit(kinds) for kinds in seen[2]]
    if not h.melds and m[1] + p[1] + s[1] == 0:
        return None
    if not (m[0] and p[0] and s[0]):
        return []
    shows = _alike(rules, h, seen, tile)
    pungs, ends = _all_pairs(h, seen[2])
    if pungs == 1:
        shows |= PUNGS | JIANG * (_is_jiang(h, seen[2]) and tile % 3 == 1)
    if ends == 1:
        shows |= OUTSIDE
    return list(worth(rules, shows)[1])


def waits_for_pairs(h: Hand, seen: tuple) -> bool:
    """May the hand wait for seven pairs."""
    return not h.melds and sum([suit(kinds)[1] for kinds in seen[2]]) == 1


def best_wait(rules, seat: int, h: Hand, seen: tuple) -> Claim | None:  # type: ignore[no-untyped-def]
    """The most that a hand could win by sets, as a claim without giver; None if it does not wait. Of equals it wins
    with the lowest kind.
    """
    lacking = [kinds for kinds in seen[2] if not suit(kinds)[0]]
    if len(lacking) > 1:
        return None
    if lacking:
        _, waiting, alike = waits(lacking[0])
        if alike and not any([m.tile in waiting for m in h.melds]):
            return _claim(seat, waiting[0], worth(rules, _alike(rules, h, seen))) if waiting else None
    pungs, ends = _all_pairs(h, seen[2])
    shows_anyhow = _alike(rules, h, seen)
    gen = GEN if rules.options["gen"] else 0
    best, best_kind = None, -1
    for kinds in lacking or seen[2]:
        pungs_here, ends_here = pairs(kinds)
        for kind, held, pungs_then, ends_then in waits(kinds)[0]:
            for m in h.melds:
                if m.tile == kind:
                    held += len(m.tiles)
            shows = shows_anyhow if held < 3 else shows_anyhow + gen
            if pungs - pungs_here + pungs_then == 1:
                shows |= PUNGS | JIANG * (kind % 3 == 1 and _is_jiang(h, seen[2]))
            if ends - ends_here + ends_then == 1:
                shows |= OUTSIDE
            if held < 4 and (best is None or worth(rules, shows)[0] > best[0]):
                best, best_kind = worth(rules, shows), kind
    return _claim(seat, best_kind, best) if best else None


def _claim(seat: int, kind: int, of: tuple) -> Claim:
    claim = Claim(Win(seat, kind))
    claim.patterns, claim.value, claim.steps = list(of[1]), of[2], list(of[3])
    return claim


def _alike(rules, h: Hand, seen: tuple, tile: int = -1) -> int:  # type: ignore[no-untyped-def]
    """What a hand shows, with a winning tile, whichever its sets are: the flush and gens."""
    shows = FLUSH if seen[0] in (1, 2, 4) else 0
    if not rules.options["gen"]:
        return shows
    gens = sum([suit(kinds)[2] for kinds in seen[2]])
    for m in h.melds:
        gens += m.kind >= KONG or m.tile == tile or m.tile in (h.concealed or b"")
    return shows + GEN * gens


def _all_pairs(h: Hand, suits: tuple) -> tuple:
    """The `pairs` of all suits; with melds that are not of 1s and 9s no hand is outside."""
    m, p, s = pairs(suits[0]), pairs(suits[1]), pairs(suits[2])
    outside = all([meld.tile % 9 in (0, 8) for meld in h.melds])
    return m[0] + p[0] + s[0], m[1] + p[1] + s[1] if outside else 9 * NEVER


def _is_jiang(h: Hand, suits: tuple) -> bool:
    """Are all tiles 2s, 5s and 8s."""
    return all([kind % 3 == 1 for kinds in suits for kind in kinds]) and all([m.tile % 3 == 1 for m in h.melds])


@lru_cache(1024)
def worth(rules, shows: int) -> tuple:  # type: ignore[no-untyped-def]
    """(fan, rows, value, formula) of a hand of sets that shows these bits, with the rules of a house."""
    ids = [p for needs, p in IDS if shows & needs == needs]
    rows = rules.best_of(ids, shows // GEN)
    claim = rules.valued(Win(0, -1), rows)
    return sum([worth for _, worth in rows]), rows, claim.value, claim.steps
