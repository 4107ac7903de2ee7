"""The limit hands of Longgang (腊子), and of all readings the best. Page: rules/longgang.md, section "Patterns".

From the counts where these decide; the sets are looked at only where the tiles leave room for more. Loaded when a
winner's tiles are known.
"""

from .. import hand, patterns, shapes, tiles
from ..check import Record
from .longgang import GREEN, RED
from .longgang_read import ALONE, OPEN, PAIR, PUNG, Best, Places, Winner, places_of, read

# A reading folded for the limit hands: a chow; the winning tile has a place that is allowed; pungs of 1z..7z (7); the
# honour of the pair (1..7, 3); a counter of honour pungs (3).
HAS_CHOW, ALLOWED, HONOURS, PAIR_HONOUR, HONOUR_PUNGS = 8, 9, 10, 17, 20
WINDS = 15
EVENTS = (("heavenly_hand", hand.HEAVENLY), ("earthly_hand", hand.EARTHLY), ("humanly_hand", hand.HUMANLY))


class LimitWeigh(shapes.Weigh):
    """Folds a group for what the limit hands look at; `sound`: the place ALONE is not allowed."""

    ADDS = 7 << HONOUR_PUNGS

    def __init__(self, x: Winner, places: Places, sound: bool = False):
        self.tile = x.tile
        self.wild = x.on_wild
        self.place = tuple([0 if i == places.barred or (sound and i == ALONE) else 1 << ALLOWED for i in range(6)])

    def __call__(self, sort: int, kind: int, wild: int) -> int:
        if sort == shapes.CHOW:
            i = self.tile - kind
            here = wild > 0 if self.wild else 0 <= i < 3 and not wild >> i & 1
            return 1 << HAS_CHOW | self.place[OPEN] if here else 1 << HAS_CHOW
        here = wild > 0 if self.wild else kind == self.tile
        out = 0
        if here:
            out = self.place[PAIR if sort == shapes.PAIR else ALONE if wild == 2 else PUNG]
        if kind < tiles.HONOURS:
            return out
        if sort == shapes.PUNG:
            return out | 1 << HONOUR_PUNGS | 1 << HONOURS + kind - tiles.HONOURS
        return out | kind - tiles.HONOURS + 1 << PAIR_HONOUR

    def alike(self, low: int, high: int) -> tuple:
        return self.tile - low if low <= self.tile < high else -1, self.wild, self.place


def best(x: Winner, r: Record, barred: int, fishing: bool) -> tuple:
    """The best reading, and the best in which the winning tile is not ALONE, each without key if there is none. They
    differ only with `fishing`. `barred` is a place of the winning tile that is not allowed, -1: none.
    """
    places = places_of(x, barred, fishing)
    found = limits(x, places, fishing)
    every = Best(x.rules, r, x.deals)
    sound = Best(x.rules, r, x.deals) if fishing else every
    if found:
        every.limit(found)
        return every, every
    read(x, places, every, sound)
    if fishing:
        found = limits(x, places, False)
        if found:
            every.limit(found)
    return every, sound


# ---------------------------------------------------------------- limit hands


def limits(x: Winner, places: Places, sound: bool) -> list:
    """The limit ids that the allowed readings show; `sound`: without those that have the winning tile ALONE."""
    found = {"three_wilds": True} if x.three_wilds else {}
    for name, flag in EVENTS if x.flags else ():
        if x.flags & flag:
            found[name] = True
    read = not x.of_sets and not x.pairs  # three wilds need no shape
    if x.of_sets:
        read = _limits_of_sets(x, places, sound, found)
    if x.pairs:
        from .longgang_rare import pair_limits

        read = pair_limits(x, places, sound, found) or read
    if not read or not found:
        return []
    for name in [name for name in found if not x.rules.worth[name]]:  # this house does not play it
        found.pop(name)
    if "si_fang_da_fa" in found:
        found.pop("big_four_winds", None)
        found.pop("all_honors", None)
    if "all_terminals" in found or "all_honors" in found or "si_fang_da_fa" in found:
        found.pop("all_terminals_and_honors", None)
    return sorted(found)


def _limits_of_sets(x: Winner, places: Places, sound: bool, found: dict) -> bool:
    """Adds the limit ids of sets and a pair; False if no reading is allowed (or none is a limit hand)."""
    restricted = sound or places.barred >= 0
    if places.barred >= 0 or x.suits == 8 or _may_be_limit(x):
        weigh = LimitWeigh(x, places, sound)
        melds = _folded_melds(x)
        read = not restricted
        for state in shapes.Splits(x.counts, x.wilds, weigh).hands(x.sets):
            if not restricted or state >> ALLOWED & 1:
                read = True
                _limits_of_reading(x, shapes.join(state, melds, weigh.ADDS | 0xFF), found)
        if not read:
            return False
    if x.two_and_own and shapes.is_win(x.counts, 0, x.sets - 1):
        found["cai_shen_hui"] = True
    if patterns.is_full_flush(x.suits):
        found["full_flush"] = True
    if x.suits == 8:
        found["all_honors"] = True
    if x.rules.options["rare_hands"]:
        from .longgang_rare import rare_limits

        rare_limits(x, places if restricted else None, sound, found)
    return True


def _may_be_limit(x: Winner) -> bool:
    """Do the tiles leave room for a limit hand that shows only in the sets."""
    winds = 4 - x.whole[tiles.HONOURS : tiles.DRAGONS].count(b"\0")
    return (
        winds >= (2 if x.wilds >= 3 else 3)
        or (x.rules.options["four_guardians"] and x.suits >= 8)
        or not (any(x.whole[1:8]) or any(x.whole[10:17]) or any(x.whole[19:26]))
    )


def _folded_melds(x: Winner) -> int:
    """The melds folded like the groups of `LimitWeigh`."""
    out = 0
    for m in x.melds:
        if m.kind == hand.CHOW:
            out |= 1 << HAS_CHOW
        elif m.tile >= tiles.HONOURS:
            out += 1 << HONOUR_PUNGS
            out |= 1 << HONOURS + m.tile - tiles.HONOURS
    return out


def _limits_of_reading(x: Winner, state: int, found: dict) -> None:
    pung = x.sets > (state & shapes.SETS) // shapes.SET  # of wilds alone: it stands for whatever is wanted
    pair = not state & shapes.PAIRS
    honour = state >> PAIR_HONOUR & 7
    if not state >> HAS_CHOW & 1:
        if patterns.only(x.whole, patterns.TERMINALS, False):
            found["all_terminals"] = True
        if patterns.only(x.whole, patterns.TERMINALS, True):
            found["all_terminals_and_honors"] = True
    lacking = WINDS & ~(state >> HONOURS)
    big, little = _four_winds(x, lacking, pung, pair, honour)
    if big:
        found["big_four_winds"] = True
        dragons = state >> HONOURS + GREEN - tiles.HONOURS & 3
        other = (GREEN if dragons == 2 else RED) - tiles.HONOURS + 1
        if (dragons and (pair or honour == other)) or (not dragons and not lacking and pung and honour > 4):
            found["si_fang_da_fa"] = True
    if little:
        found["little_four_winds"] = True
    if x.rules.options["four_guardians"] and (state >> HONOUR_PUNGS & 7) + pung >= 3 and (pair or honour):
        found["si_da_jin_gang"] = True


def _four_winds(x: Winner, lacking: int, pung: bool, pair: bool, honour: int) -> tuple:
    """Big and little four winds: `lacking` are winds without a natural pung, `pung` and `pair` are of wilds alone,
    `honour` is that of the natural pair.
    """
    n = patterns.bits(lacking)
    of_pair = honour and lacking >> honour - 1 & 1
    strict = x.rules.options["four_winds_strict"] and tiles.HONOURS <= x.indicator < tiles.DRAGONS
    by_pung = pung and (not strict or x.true >= 2)
    by_pair = pair and (not strict or x.true == 2)
    big = n == 0 or (n == 1 and by_pung)
    little = (n == 1 and (of_pair or by_pair)) or (n == 2 and by_pung and of_pair)
    return big, little
