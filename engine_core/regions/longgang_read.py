"""How a winner's tiles are read in Longgang: every split, what each wild stands for, the place of the winning tile.

Page: rules/longgang.md, section "Value formula". Loaded when somebody claims a win. Limit hands are looked for first
(longgang_limits.py); a hand that is none is read for its tai and points. What an option adds that few tables play is
read in longgang_rare.py.
"""

from .. import hand, shapes, tiles
from ..check import Record
from .longgang import GREEN, RED, SETS, Rules, rounded

# A reading, folded; the low bits are those of shapes. The best level of the winning tile's place (6 bits, `Places`),
# pungs (3), pungs of dragons, seat and round wind (2 each), a straight, shifted pungs (1 each), points in twos (5).
WAIT, PUNGS, DRAGONS, SEAT, ROUND, STRAIGHT, SHIFTED, FACE = 8, 14, 17, 19, 21, 23, 24, 25
# In a suit, which has no honours, the bits from MARK to FACE say which wanted sets are there (longgang_rare.py).
MARK = DRAGONS
SUIT_ADDS = 0xFF | 7 << PUNGS | 31 << FACE
HONOUR_ADDS = SUIT_ADDS | 0x3F << DRAGONS
# The places of the winning tile. ALONE: in a pung with two wilds.
OPEN, EDGE, CLOSED, PAIR, PUNG, ALONE = range(6)
FULL_FLUSH, HALF_FLUSH = (1, 2, 4), (9, 10, 12)  # a suit; one and honours: as bits of letters


class Winner:
    """One claim as its readings need it: the natural tiles with the winning tile, the wilds, the melds."""

    def __init__(self, rules: Rules, r: Record, w: hand.Win):
        h = r.hands[w.seat]
        self.rules = rules
        self.melds = melds = h.melds
        self.sets = SETS - len(melds)
        self.drawn = w.giver < 0
        self.deals = w.seat == r.dealer
        self.winds = rules.paying_winds(r, w.seat)
        self.paying = (GREEN, RED, self.winds[0])
        self.indicator = r.indicator
        self.flags = rules.flags(r, w)
        wild = rules.wilds(r.indicator)
        own = tiles.FLOWERS + r.seat_wind(w.seat)
        counts = h.counts()
        counts[w.tile] += 1
        self.tile_count = sum(counts) + 3 * len(melds)
        self.own = counts[own] > 0
        self.true = 0
        for k in wild:
            self.true += counts[k]
        self.wilds = self.true + (counts[own] if own not in wild else 0)
        self.on_wild = w.tile in wild or w.tile == own  # the winning tile is one: it was drawn
        self.tile = -1 if self.on_wild else w.tile
        for k in wild + (own,):
            counts[k] = 0
        self.counts = counts
        self.guests = rules.guests(r, w.seat)
        whole = bytearray(counts)
        self.pungs = 0
        for m in melds:
            for k in m.tiles:
                whole[k] += 1
            self.pungs += m.kind != hand.CHOW
        self.more = rules.options["pure_straight"] or rules.options["rare_hands"]  # are such sets looked for
        self.whole = whole
        self.suits = tiles.suits(whole)
        flower = r.indicator >= tiles.FLOWERS
        enough = rules.options["wilds_to_win"] == 3 or self.own or flower
        self.three_wilds = self.true >= 3 and enough and rules.worth["three_wilds"] > 0
        self.two_and_own = self.true == 2 and self.own and not flower
        self.pairs: list = []  # the readings as eight pairs
        if rules.options["eight_pairs"] and not melds and self.tile_count == rules.HAND + 1:
            from .longgang_rare import pairs

            self.pairs = pairs(self)
        self.of_sets = shapes.is_win(counts, self.wilds, self.sets)


def is_fishing(x: Winner) -> bool:
    """三财神吊字牌: does option `three_wild_honor` look at this claim (or, with honors_only, forbid it)."""
    how = x.rules.options["three_wild_honor"]
    if how == "allow" or x.drawn or not x.two_and_own or x.flags & (hand.EARTHLY | hand.HUMANLY):
        return False
    if how == "forbid":
        return x.tile in x.paying
    from .longgang_rare import is_ready

    return x.tile not in x.paying and is_ready(x)


class Best:
    """The reading with the largest receipt, of equals with the most tai, the most points, the first list of ids."""

    def __init__(self, rules: Rules, r: Record, deals: bool):
        self.chips = 6 if deals else 4  # of the table, for each ten points
        self.follow = rules.follow(r)
        self.key: tuple = ()  # receipt, tai, points
        self.ids: list = []
        self.is_limit = False
        self.waiting = 0  # points of self-draw and wait

    def offer(self, tai: int, face: int, waiting: int, ids: list) -> None:
        key = (self.chips * rounded(20 + face, tai) // 10 + 3 * self.follow[min(tai, 3)], tai, face)
        if key < self.key:
            return
        ids = sorted(ids)
        if key == self.key and ids >= self.ids:
            return
        self.key = key
        self.ids = ids
        self.waiting = max(waiting, 0)


class Places:
    """What the place of the winning tile adds: levels, best first, each (points, ids, ALONE or not).

    A place is known by its level as bits below a mark, so that or-ed together the better one is seen. `barred` is a
    place that is not allowed, -1: none; `lost` are the points of a pung that the winning tile completes.
    """

    def __init__(self, rules: Rules, is_drawn: bool, is_suited: bool, lost: int, barred: int, fishing: bool):
        o = rules.options
        self.barred = barred
        drawn = ["self_draw"] if is_drawn else []
        pair = ["single_wait"] if o["single_wait_points"] else []
        if drawn and o["single_self_draw"]:
            pair = drawn + pair
        edge = ["edge_wait"] if o["edge_wait_points"] else []
        rows = []
        for place, ids in enumerate((drawn, edge + drawn, ["closed_wait"] + drawn, pair, drawn, drawn)):
            less = lost if place >= PUNG else 0
            rows.append((less - sum([rules.worth[p] for p in ids]), ids, fishing and place == ALONE))
        levels: list = []
        for place, row in enumerate(rows):
            if place != barred and row not in levels and (place >= PAIR or is_suited):
                levels.append(row)
        levels.sort()
        self.levels = levels
        found = []
        for place, row in enumerate(rows):
            bits = (1 << len(levels) - levels.index(row)) - 1 if row in levels and place != barred else 0
            found.append(bits << WAIT)
        self.places = tuple(found)  # as in a reading

    def best(self, bits: int) -> tuple | None:
        """The best level of the places or-ed together, its points the right way round, or None if there is none."""
        n = 0
        while bits >> n:
            n += 1
        if not n:
            return None
        points, ids, alone = self.levels[-n]
        return -points, ids, alone


def chow_place(first: int, i: int) -> int:
    """The place of tile `i` (0..2) of the chow from `first`."""
    if i == 1:
        return CLOSED
    return EDGE if i == 2 and first % 9 == 0 or not i and first % 9 == 6 else OPEN


class Weigh(shapes.Weigh):
    """Folds a group of a reading."""

    ADDS = HONOUR_ADDS

    def __init__(self, x: Winner, places: Places, wanted=None):  # type: ignore[no-untyped-def]
        self.tile = x.tile
        self.wild = x.on_wild
        self.place = places.places
        self.chows = wanted.chows if wanted else {}  # marks of sets that are wanted, by their kind
        self.pungs = wanted.pungs if wanted else {}
        self.paying = x.paying
        self.rules = x.rules
        self.winds = x.winds
        self.folded: dict = {}  # pungs by their kind

    def __call__(self, sort: int, kind: int, wild: int) -> int:
        if sort == shapes.CHOW:
            out = self.chows.get(kind, 0)
            if not self.wild:
                i = self.tile - kind
                if 0 <= i < 3 and not wild >> i & 1:
                    out |= self.place[chow_place(kind, i)]
            elif wild:
                for i in range(3):
                    if wild >> i & 1:
                        out |= self.place[chow_place(kind, i)]
            return out
        here = wild > 0 if self.wild else kind == self.tile
        if sort == shapes.PUNG:
            pung = self.folded.get(kind) or self._pung(kind)
            return pung | self.place[ALONE if wild == 2 else PUNG] if here else pung
        out = 1 << FACE if kind in self.paying else 0
        return out | self.place[PAIR] if here else out

    def _pung(self, kind: int) -> int:
        pung = 1 << PUNGS | self.rules.pung_points(kind) // 2 << FACE | self.pungs.get(kind, 0)
        if kind in (GREEN, RED):
            pung |= 1 << DRAGONS
        if kind == self.winds[0]:
            pung |= 1 << SEAT
        if kind == self.winds[1]:
            pung |= 1 << ROUND
        self.folded[kind] = pung
        return pung


def best(x: Winner, r: Record, barred: int, fishing: bool) -> tuple:
    """The best reading, and the best in which the winning tile is not ALONE, each without key if there is none. They
    differ only with `fishing`. `barred` is a place of the winning tile that is not allowed, -1: none.
    """
    lost = 0 if x.drawn else x.rules.pung_points(x.tile) // 2  # a pung that a discard completes is an exposed one
    places = Places(x.rules, x.drawn, x.tile < tiles.HONOURS, lost, barred, fishing)
    every = Best(x.rules, r, x.deals)
    sound = Best(x.rules, r, x.deals) if fishing else every
    found = limits(x, places, fishing)
    if found:
        sound = every
    else:
        read(x, places, every, sound)
        if fishing:
            found = limits(x, places, False)
    if found:
        every.is_limit = True
        every.key = (every.chips * x.rules.limit_total(found) // 10 + 3 * every.follow[3], 3, 0)
        every.ids = found
    return every, sound


def limits(x: Winner, places: Places, sound: bool) -> list:
    """The limit ids that the allowed readings show; `sound`: without those that have the winning tile ALONE."""
    found = {"three_wilds": True} if x.three_wilds else {}
    if x.flags & (hand.HEAVENLY | hand.EARTHLY | hand.HUMANLY):
        from .longgang_limits import add_events

        add_events(x, found)
    allowed = x.of_sets or not x.pairs  # three wilds need no shape
    barred = places.barred >= 0
    restricted = sound or barred
    if x.of_sets and (barred or _may_be_limit(x)):
        if restricted:
            from .longgang_rare import limits_of_readings

            allowed = limits_of_readings(x, places, sound, found)
        else:
            from .longgang_limits import limits_of_counts

            limits_of_counts(x, found)
    if x.of_sets and allowed:
        if x.two_and_own and shapes.is_win(x.counts, 0, x.sets - 1):
            found["cai_shen_hui"] = True
        if x.suits in FULL_FLUSH:
            found["full_flush"] = True
        if x.suits == 8:
            found["all_honors"] = True
        if x.rules.options["rare_hands"]:
            from .longgang_rare import rare_limits

            rare_limits(x, places if restricted else None, sound, found)
    if x.pairs:
        from .longgang_rare import pair_limits

        allowed = pair_limits(x, places, sound, found) or allowed
    if allowed and found:
        from .longgang_limits import sorted_out

        return sorted_out(x, found)
    return []


def _may_be_limit(x: Winner) -> bool:
    """Do the tiles leave room for a limit hand that shows only in the sets: enough winds, no 2 to 8, honours alone."""
    whole = x.whole
    return (
        whole[tiles.HONOURS : tiles.DRAGONS].count(b"\0") < (3 if x.wilds >= 3 else 2)
        or (x.suits >= 8 and x.rules.options["four_guardians"])
        or not (any(whole[1:8]) or any(whole[10:17]) or any(whole[19:26]))
    )


# ---------------------------------------------------------------- tai and points


def read(x: Winner, places: Places, every: Best, sound: Best) -> None:
    """Offers every reading of a hand that is no limit hand."""
    fixed = _fixed(x)
    if x.of_sets:
        passes: list = [None]
        if x.more:
            from .longgang_rare import passes as more

            passes = more(x, fixed)
        for wanted in passes:
            for state in _states(x, places, wanted):
                _offer(x, places, state, fixed, wanted.ids if wanted else [], every, sound)
    if x.pairs:
        from .longgang_rare import offer_pairs

        offer_pairs(x, places, fixed, every, sound)


def _fixed(x: Winner) -> list:
    """[tai, points, ids] that are the same in every reading."""
    rules = x.rules
    ids = []
    if not x.wilds:
        ids.append("no_wilds")
    if x.true >= 2:
        ids.append("two_wilds")
    if x.own:
        ids.append("four_flowers" if x.guests == 3 else "seat_flower")
    if x.suits in HALF_FLUSH:
        ids.append("half_flush")
    if rules.options["kong_bloom_tai"] and x.flags & (hand.AFTER_KONG | hand.AFTER_FLOWER):
        ids.append("out_with_replacement")
    points = 4 * x.guests
    for m in x.melds:
        points += rules.meld_points(m)
        if m.kind != hand.CHOW:
            ids += rules.honour_ids(m.tile, x.winds)
    return [sum([rules.worth[p] for p in ids]), points, ids]


def _states(x: Winner, places: Places, wanted) -> list:  # type: ignore[no-untyped-def]
    """The readings, folded; of those alike but for the points the one with the most. `wanted`: sets that are looked for
    (longgang_rare.py), or None.
    """
    if wanted and not (wanted.chows or wanted.pungs):
        wanted = None
    splits = shapes.Splits(x.counts, x.wilds, Weigh(x, places, wanted))
    parts = [(low, high) for low, high in reversed(shapes.PARTS) if any(x.counts[low:high])]
    whole = [0]
    for (low, high), wilds in zip(parts, splits.shares(parts) if x.wilds else [0] * len(parts)):
        splits.adds = SUIT_ADDS if low < tiles.HONOURS else HONOUR_ADDS
        part = splits.part(low, high, wilds)
        if wanted:
            part = wanted.marked(low, part)
        whole = _joined(whole, part, x.wilds)
    return whole


def _joined(whole: list, part: list, wilds: int) -> list:
    """The readings of some suits and of one more; of those alike but for the points the one with the most."""
    found: dict = {}
    for a in whole:
        for b in part:
            if (a & shapes.WILDS) + (b & shapes.WILDS) <= wilds and not a & b & shapes.PAIRS:
                both = shapes.join(a, b, HONOUR_ADDS)
                alike = both & (1 << FACE) - 1
                if found.get(alike, -1) < both:
                    found[alike] = both
    return list(found.values())


def _offer(x: Winner, places: Places, state: int, fixed: list, wanted: list, every: Best, sound: Best) -> None:
    """Offers one reading; a set and a pair that it lacks are of wilds alone."""
    lacking = x.sets - (state & shapes.SETS) // shapes.SET
    pair = not state & shapes.PAIRS
    if lacking < 0 or (state & shapes.WILDS) + 3 * lacking + 2 * pair != x.wilds:
        return
    tai, points, ids = fixed
    pungs = (state >> PUNGS & 7) + lacking
    if lacking:
        from .longgang_rare import wild_pung

        points += wild_pung(x)
        state |= places.places[PUNG] if x.on_wild else 0
    if pair and x.on_wild:
        state |= places.places[PAIR]
    place = places.best(state >> WAIT & 63)
    if place is None:
        return
    waiting, waits, alone = place
    shown = ["dragon_pung"] * (state >> DRAGONS & 3) + ["seat_wind"] * (state >> SEAT & 3)
    shown += ["prevalent_wind"] * (state >> ROUND & 3) + wanted
    if pungs + x.pungs == SETS:
        shown.append("all_pungs")
    if x.more:
        from .longgang_rare import shown_more

        shown += shown_more(x, state, pungs, waiting)
    for name in shown:
        tai += x.rules.worth[name]
    face = points + 2 * (state >> FACE) + waiting
    if not x.drawn and not tai and not face:
        shown.append("all_chows")
    every.offer(tai, face, waiting, ids + shown + waits)
    if sound is not every and not alone:
        sound.offer(tai, face, waiting, ids + shown + waits)
