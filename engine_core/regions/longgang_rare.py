"""Longgang's hands that few tables play: eight pairs and a pung, and the rare hands. Page: rules/longgang.md, section
"Patterns", Optional. Loaded when one of the options `eight_pairs`, `rare_hands`, `pure_straight` is on, or where a
limit hand depends on the place of the winning tile.
"""

from .. import patterns, shapes, tiles
from ..hand import CHOW, CONCEALED_KONG, KONG, Hand
from .longgang import GREEN, RED, Rules, rounded
from .longgang_read import (
    ALONE,
    FACE,
    MARK,
    OPEN,
    PAIR,
    PUNG,
    SHIFTED,
    STRAIGHT,
    WAIT,
    Best,
    Places,
    Winner,
)

COUNTED = ("three_kongs", "four_kongs", "five_kongs")
SHIFTED_KONGS = ("three_shifted_kongs", "four_shifted_kongs", "five_shifted_kongs")

# A reading folded for the limit hands: a chow; the winning tile has a place that is allowed; pungs of 1z..7z (7); the
# honour of the pair (1..7, 3); a counter of honour pungs (3).
HAS_CHOW, ALLOWED, HONOURS, PAIR_HONOUR, HONOUR_PUNGS = 8, 9, 10, 17, 20
WINDS = 15

# ---------------------------------------------------------------- eight pairs


def pairs(x: Winner) -> list:
    """The ways to read seventeen tiles as seven pairs and a pung: rows (kind of the pung, its natural tiles, pairs that
    pay, whether no wild is used as another tile, possible places of the winning tile).
    """
    out: list = []
    counts = x.counts[: tiles.FLOWERS]
    spare = x.wilds - 3 - shapes.odd(counts)  # beside a pung of wilds and a wild for each single tile
    for kind, c in enumerate(counts):
        for n in range(1, min(c, 3) + 1) if c == 3 or c and spare > -3 else ():  # what three tiles leave is most
            left = spare + n + (c & 1) - (c - n & 1)
            if left >= 0:
                x.counts[kind] = c - n
                _pairs_beside(x, kind, n, left, out)
                x.counts[kind] = c
    if spare >= 0 and x.wilds == 3 and (x.true == 3 or x.two_and_own):  # then they do not win by themselves
        _pairs_beside(x, -1, 0, spare, out)
    return out


def _pairs_beside(x: Winner, kind: int, n: int, spare: int, out: list) -> None:
    """The rows with this pung, whose natural tiles are taken out; so many wilds are no tile's partner."""
    places = []
    if n < 3 if x.on_wild else kind == x.tile:
        places.append(ALONE if n == 1 else PUNG)
    if x.wilds > 3 - n if x.on_wild else x.counts[x.tile]:
        places.append(PAIR)
    paying = [x.counts[k] for k in sorted(set(x.paying))]
    pay = sum([c + 1 >> 1 for c in paying])
    itself = x.true == 2 == spare and not x.own and x.indicator < tiles.FLOWERS  # the two as their own pair
    out.append((kind, n, pay, not x.wilds or itself, places))
    split = min(spare // 2, sum([c >> 1 for c in paying]))  # a wild each to the two tiles of a pair
    if split:
        out.append((kind, n, pay + split, False, places))


def pair_limits(x: Winner, places: Places, sound: bool, found: dict) -> bool:
    """Adds the limit ids of eight pairs, by colour; False if no reading is allowed."""
    if not any(place != places.barred and not (sound and place == ALONE) for row in x.pairs for place in row[4]):
        return False
    if patterns.is_full_flush(x.suits):
        found["full_flush"] = True
    if x.suits == 8:
        found["all_honors"] = True
    if patterns.only(x.whole, patterns.TERMINALS, True):
        found["all_terminals_and_honors"] = True
    return True


def is_ready(x: Winner) -> bool:
    """Are the tiles sets and a pair without the winning tile and two wilds."""
    x.counts[x.tile] -= 1
    ready = shapes.is_win(x.counts, x.wilds - 2, x.sets - 1)
    x.counts[x.tile] += 1
    return ready


def wild_pung(x: Winner) -> int:
    """The points of a pung of three wilds that do not win by themselves (`wilds_to_win` 4)."""
    return x.rules.pung_points(x.indicator) if x.indicator < tiles.FLOWERS else 4


def offer_pairs(x: Winner, places: Places, fixed: list, every: Best, sound: Best) -> None:
    """Offers every reading as eight pairs; `fixed` is [tai, points, ids] of all of them."""
    for kind, _, pay, hard, where in x.pairs:
        bits = 0
        for place in where:
            bits |= places.places[place]
        found = places.best(bits >> WAIT)
        if found is None:
            continue
        waiting, waits, alone = found
        shown = ["hard_eight_pairs" if hard else "eight_pairs"]
        pung = 8 if x.two_and_own else wild_pung(x)  # with the own flower it stands for whichever tile is wanted
        if kind >= 0:
            shown += x.rules.honour_ids(kind, x.winds)
            pung = x.rules.pung_points(kind)
        tai = fixed[0] + sum([x.rules.worth[p] for p in shown])
        points = fixed[1] + pung + 2 * pay + waiting
        every.offer(tai, points, waiting, fixed[2] + shown + waits)
        if not alone:
            sound.offer(tai, points, waiting, fixed[2] + shown + waits)


def other_pairs(rules: Rules, h: Hand, counts: bytearray, points: int, wind: int) -> tuple:
    """(total, tai, points) of who has not won and holds eight natural pairs, () if he does not."""
    suited = counts[: tiles.FLOWERS]
    if sum(suited) != len(h.concealed or b"") or len(h.concealed or b"") != rules.HAND or shapes.odd(suited):
        return ()
    face = points + sum([counts[k] for k in {GREEN, RED, wind}])
    tai = rules.worth["eight_pairs"]
    return rounded(face, tai), tai, face


# ---------------------------------------------------------------- kongs


def kong_ids(melds: list) -> list:
    """What the kongs show: their number, and the longest run of numbers of a suit."""
    kinds = [m.tile for m in melds if m.kind >= KONG]
    out = [COUNTED[len(kinds) - 3]] if 3 <= len(kinds) <= 5 else []
    longest = 0
    for kind in kinds:
        run = 1
        while kind < tiles.HONOURS and (kind + run) // 9 == kind // 9 and kind + run in kinds:
            run += 1
        longest = max(longest, run)
    if longest >= 3:
        out.append(SHIFTED_KONGS[longest - 3])
    return out


# ---------------------------------------------------------------- sets that are wanted

MARKS = (1 << FACE) - (1 << MARK)


class Wanted:
    """Sets that a pass over the readings looks for: a straight, shifted pungs; or pungs that it insists on.

    `chows` and `pungs` give a set's mark by its kind; the masks of marks are by the first kind of the suit.
    """

    def __init__(self, ids: tuple = ()):
        self.ids = list(ids)  # what every reading of the pass shows
        self.chows: dict = {}
        self.pungs: dict = {}
        self.straight: dict = {}
        self.shifted: dict = {}
        self.insisted: dict = {}

    def marked(self, low: int, part: list) -> list:
        """The readings of a suit with what they show in place of the marks, sorted."""
        insisted = self.insisted.get(low, 0)
        straight, shifted = self.straight.get(low, 0), self.shifted.get(low, ())
        if not (insisted or straight or shifted):
            return part
        found = {}
        for state in part:
            if state & insisted != insisted:
                continue
            shown = state & ~MARKS
            if straight and state & straight == straight:
                shown |= 1 << STRAIGHT
            if any(state & mask == mask for mask in shifted):
                shown |= 1 << SHIFTED
            found[shown] = True
        return sorted(found)


def passes(x: Winner, fixed: list) -> list:
    """The passes over the readings: one that sees straights and shifted pungs, and one for each number of which the
    tiles may show a triple pung. What the melds show alone goes to `fixed`; what is worth nothing is not looked for.
    """
    main = Wanted()
    found = [main]
    worth, rare = x.rules.worth, x.rules.options["rare_hands"]
    if rare and sum([m.kind >= KONG for m in x.melds]) == 3:
        _fix(x, fixed, "three_kongs")
    for low in (0, 9, 18):
        free = MARK  # the next mark of the suit
        wanted = main
        suit = x.whole[low : low + 9]
        if x.rules.options["pure_straight"] and worth["pure_straight"] and suit.count(b"\0") <= x.wilds:
            rest = _possible(x, shapes.CHOW, range(low, low + 9, 3))
            if rest == []:
                _fix(x, fixed, "pure_straight")
            elif rest:
                wanted.straight[low] = _marks(wanted.chows, rest, free)
                free += len(rest)
        windows: list = []
        shifted = rare and worth["four_shifted_pungs"] and sum(suit) + x.wilds >= 12
        for first in range(low, low + 6) if shifted else ():
            rest = _possible(x, shapes.PUNG, range(first, first + 4))
            if rest == []:
                _fix(x, fixed, "four_shifted_pungs")
                windows = []
                break
            if rest:
                windows.append(rest)
        kinds = sorted({kind for rest in windows for kind in rest})
        if free - MARK + len(kinds) > 8:
            wanted = Wanted()
            found.append(wanted)
            free = MARK
        _marks(wanted.pungs, kinds, free)
        wanted.shifted[low] = [sum([wanted.pungs[kind] for kind in rest]) for rest in windows]
    for n in range(9) if rare and worth["triple_pung"] else ():
        if x.whole[n] + x.whole[n + 9] + x.whole[n + 18] + x.wilds < 9:
            continue
        rest = _possible(x, shapes.PUNG, range(n, n + 27, 9))
        if rest == []:
            _fix(x, fixed, "triple_pung")
        elif rest:
            triple = Wanted(("triple_pung",))
            _marks(triple.pungs, rest, MARK)
            for kind in rest:
                triple.insisted[kind - n] = triple.pungs[kind]
            found.append(triple)
    return found


def shown_more(x: Winner, state: int, pungs: int, waiting: int) -> list:
    """What a reading shows of a straight and of rare hands beside the sets that its pass insists on."""
    out = []
    if state >> STRAIGHT & 1:
        out.append("pure_straight")
    if state >> SHIFTED & 1:
        out.append("four_shifted_pungs")
    if x.rules.options["rare_hands"] and pungs + _concealed_kongs(x) - (waiting < 0) == 4:
        out.append("four_concealed_pungs")
    return out


def _concealed_kongs(x: Winner) -> int:
    return sum([m.kind == CONCEALED_KONG for m in x.melds])


def _fix(x: Winner, fixed: list, name: str) -> None:
    fixed[0] += x.rules.worth[name]
    fixed[2] = fixed[2] + [name]


def _marks(marks: dict, kinds: list, free: int) -> int:
    """Gives each set a mark, from bit `free` on; all of them or-ed."""
    for i, kind in enumerate(kinds):
        marks[kind] = 1 << free + i
    return sum([marks[kind] for kind in kinds])


def _possible(x: Winner, sort: int, kinds: range) -> list | None:
    """Those of the sets that are not among the melds, or None if the tiles in hand cannot show them."""
    rest = _not_melded(x, sort, kinds)
    wilds = 0
    for kind in rest:
        here = x.counts[kind : kind + 3] if sort == shapes.CHOW else x.counts[kind : kind + 1]
        if not any(here):
            return None
        wilds += sum([not c for c in here]) if sort == shapes.CHOW else max(0, 3 - here[0])
    return rest if len(rest) <= x.sets and wilds <= x.wilds else None


def _not_melded(x: Winner, sort: int, kinds: range | list) -> list:
    """The sets that are not among the melds; one that is wanted several times as often as it lacks."""
    rest = list(kinds)
    for m in x.melds:
        if (m.kind == CHOW) == (sort == shapes.CHOW) and m.tile in rest:
            rest.remove(m.tile)
    return rest


def _fits(x: Winner, places: Places | None, sound: bool, sort: int, kinds: range | list) -> bool:
    """Can the hand be read with these sets. A natural tile that is there is never worse in them than a wild."""
    rest = _not_melded(x, sort, kinds)
    if len(rest) > x.sets:
        return False
    counts = bytearray(x.counts)
    wilds = x.wilds
    placed = False
    for kind in rest:
        if sort == shapes.CHOW and not any(x.counts[kind : kind + 3]):
            return False
        for i in range(3):
            k = kind + i if sort == shapes.CHOW else kind
            if counts[k]:
                counts[k] -= 1
                placed = placed or k == x.tile
            elif wilds:
                wilds -= 1
            else:
                return False
    sets = x.sets - len(rest)
    if not shapes.is_win(counts, wilds, sets):
        return False
    if places is None or placed:
        return True
    weigh = LimitWeigh(x, places, sound)
    return any(state >> ALLOWED & 1 for state in shapes.Splits(counts, wilds, weigh).hands(sets))


def rare_limits(x: Winner, places: Places | None, sound: bool, found: dict) -> None:
    """Adds the limit ids of the rare hands; `places` where some place of the winning tile is not allowed."""
    for name in kong_ids(x.melds):
        if name in x.rules.BARE:
            found[name] = True
    if _are_concealed_pungs(x, places):
        found["five_concealed_pungs"] = True
    for low in (0, 9, 18):
        tiles_of_suit = sum(x.whole[low : low + 9]) + x.wilds
        if tiles_of_suit < 12:
            continue
        if any(_fits(x, places, sound, shapes.CHOW, [first] * 4) for first in range(low, low + 7)):
            found["quadruple_chow"] = True
        for first in range(low, low + 5) if tiles_of_suit >= 15 else ():
            five = range(first, first + 5)
            if len(_not_melded(x, shapes.PUNG, five)) == x.sets and _fits(x, places, sound, shapes.PUNG, five):
                found["five_shifted_pungs"] = True
    if patterns.is_full_flush(x.suits):
        low = 9 * (x.suits >> 1)
        steps = [range(low + s, low + s + 4) for s in range(4)] + [range(low, low + 7, 2)]
        if any(_fits(x, places, sound, shapes.CHOW, starts) for starts in steps):
            found["jin_men_qiao"] = True
        if _is_jiu_long_fei_tian(x, low):
            found["jiu_long_fei_tian"] = True


def _are_concealed_pungs(x: Winner, places: Places | None) -> bool:
    """Five concealed pungs or kongs: a tile that was claimed stands in the pair then."""
    if _concealed_kongs(x) < len(x.melds):
        return False
    counts = x.counts[: tiles.FLOWERS]
    kinds = tiles.FLOWERS - counts.count(b"\0")
    needed = kinds + counts.count(b"\4") + counts.count(b"\5")
    if x.drawn:  # a pair of these saves a pung
        return needed - (kinds > counts.count(b"\3")) <= x.sets
    c = x.counts[x.tile]
    return (places is None or places.barred != PAIR) and needed - (c + 2) // 3 + c // 3 <= x.sets


def _is_jiu_long_fei_tian(x: Winner, low: int) -> bool:
    """No melds, no wilds: the tiles held wait on all nine numbers, and are no triples of both 1 and 9."""
    if x.melds or x.wilds:
        return False
    held = bytearray(x.counts)
    held[x.tile] -= 1
    if held[low] >= 3 and held[low + 8] >= 3:
        return False
    for kind in range(low, low + 9):
        held[kind] += 1
        complete = shapes.is_win(held, 0, x.sets)
        held[kind] -= 1
        if not complete:
            return False
    return True


# ---------------------------------------------------------------- limit hands by the place of the winning tile


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


def limits_of_readings(x: Winner, places: Places, sound: bool, found: dict) -> bool:
    """As `longgang_limits.limits_of_counts`, of the readings that are allowed; False if there is none."""
    weigh = LimitWeigh(x, places, sound)
    melds = _folded_melds(x)
    read = False
    for state in shapes.Splits(x.counts, x.wilds, weigh).hands(x.sets):
        if state >> ALLOWED & 1:
            read = True
            _limits_of_reading(x, shapes.join(state, melds, weigh.ADDS | 0xFF), found)
    return read


def _folded_melds(x: Winner) -> int:
    """The melds folded like the groups of `LimitWeigh`."""
    out = 0
    for m in x.melds:
        if m.kind == CHOW:
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
