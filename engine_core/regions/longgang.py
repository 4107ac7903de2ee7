"""Longgang (龙港麻将): sixteen tiles, wilds and own flowers, points doubled by tai, losers settle too. Page:
rules/longgang.md.

136 tiles. A winner's total is (20 + face points) x 2^tai, a limit hand 300; totals are paid for in chips of ten points,
those of the others too, and the winner gets follow chips beside. What only few tables play (eight pairs, the rare hands) is read in
longgang_rare.py, loaded when an option asks for it.
"""

from .. import hand, patterns, shapes, tiles
from ..check import Record, RecordError
from ..rules import Ruleset
from ..settle import FREE, Claim, Settlement

# Page section "Patterns": tai, limit hands, points; those of options after the others.
TAI = (
    ("no_wilds", 1), ("two_wilds", 1), ("seat_flower", 1), ("four_flowers", 2), ("dragon_pung", 1), ("seat_wind", 1),
    ("half_flush", 1), ("all_pungs", 1),
    ("pure_straight", 1), ("eight_pairs", 1), ("hard_eight_pairs", 3), ("out_with_replacement", 1),
    ("prevalent_wind", 1), ("three_kongs", 2), ("triple_pung", 2), ("four_shifted_pungs", 2),
    ("four_concealed_pungs", 2),
)  # fmt: skip
LIMITS = (
    ("three_wilds", 3), ("heavenly_hand", 3), ("earthly_hand", 3), ("cai_shen_hui", 3), ("full_flush", 3),
    ("big_four_winds", 3), ("little_four_winds", 3), ("si_fang_da_fa", 3), ("all_honors", 3), ("all_terminals", 3),
    ("all_terminals_and_honors", 3),
    ("humanly_hand", 3), ("si_da_jin_gang", 3), ("four_kongs", 3), ("five_kongs", 3), ("three_shifted_kongs", 3),
    ("four_shifted_kongs", 3), ("five_shifted_kongs", 3), ("five_concealed_pungs", 3), ("five_shifted_pungs", 3),
    ("quadruple_chow", 3), ("jin_men_qiao", 3), ("jiu_long_fei_tian", 3),
)  # fmt: skip
FACE_POINTS = (("self_draw", 2), ("closed_wait", 2), ("all_chows", 0), ("edge_wait", 2), ("single_wait", 2))
LIMIT_IDS = tuple([p for p, _ in LIMITS])
POINT_IDS = tuple([p for p, _ in FACE_POINTS])
ALONE = ("three_wilds", "heavenly_hand", "earthly_hand", "humanly_hand")  # beside these the others count 0
# The option without which a pattern does not count.
OF_OPTION = {
    "humanly_hand": "human_win", "pure_straight": "pure_straight", "si_da_jin_gang": "four_guardians",
    "eight_pairs": "eight_pairs", "hard_eight_pairs": "eight_pairs", "out_with_replacement": "kong_bloom_tai",
    "prevalent_wind": "round_wind_tai", "edge_wait": "edge_wait_points", "single_wait": "single_wait_points",
}  # fmt: skip
RARE = (
    "three_kongs", "triple_pung", "four_shifted_pungs", "four_concealed_pungs", "four_kongs", "five_kongs",
    "three_shifted_kongs", "four_shifted_kongs", "five_shifted_kongs", "five_concealed_pungs", "five_shifted_pungs",
    "quadruple_chow", "jin_men_qiao", "jiu_long_fei_tian",
)  # fmt: skip
# What a called pattern needs (letters of called.NEEDS) where it is not the common thing, and excludes.
NEEDS = {
    "all_chows": "Ccj", "heavenly_hand": "dhN", "earthly_hand": "ceN", "seat_flower": "j", "four_flowers": "j",
    "cai_shen_hui": "jjj", "si_fang_da_fa": "WWWWDyzP", "eight_pairs": "H", "hard_eight_pairs": "H",
    "jiu_long_fei_tian": "0Hf", "jin_men_qiao": "f",
}  # fmt: skip
OF_SETS = (
    "all_pungs", "all_chows", "pure_straight", "closed_wait", "edge_wait", "triple_pung", "four_shifted_pungs",
    "four_concealed_pungs",
)  # fmt: skip
EXCLUDED = {
    "three_wilds": ("cai_shen_hui", "jiu_long_fei_tian"), "four_flowers": ("seat_flower",),
    "si_fang_da_fa": ("big_four_winds", "all_honors", "all_terminals_and_honors"),
    "all_honors": ("all_terminals_and_honors",), "all_terminals": ("all_terminals_and_honors",),
    "hard_eight_pairs": ("eight_pairs",) + OF_SETS, "eight_pairs": OF_SETS,
    "pure_straight": ("all_pungs", "triple_pung", "four_shifted_pungs", "four_concealed_pungs"),
    "triple_pung": ("four_shifted_pungs",),
}  # fmt: skip
OF_OWN_FLOWER = ("seat_flower", "four_flowers", "cai_shen_hui")
KONGS = (
    "three_kongs", "four_kongs", "five_kongs", "three_shifted_kongs", "four_shifted_kongs", "five_shifted_kongs",
)  # fmt: skip

# How who has not won may group so many tiles of a kind: (wilds used, pungs, natural pairs left).
GROUPS = (
    (), ((0, 0, 0), (2, 1, 0)), ((0, 0, 1), (1, 1, 0), (2, 1, 0), (4, 2, 0)),
    ((0, 1, 0), (1, 1, 0), (2, 1, 1), (3, 2, 0), (4, 2, 0)), ((0, 1, 0), (1, 1, 1), (2, 2, 0), (3, 2, 0), (4, 2, 1)),
)  # fmt: skip

LIMIT = 300
GREEN, RED = tiles.DRAGONS + 1, tiles.DRAGONS + 2
SETS = 5

# A reading of the tiles in hand, folded (the low bits are those of shapes). Points are in twos. Marks of a pass that
# looks for certain sets (`Need`) lie where the honours' counters are, which a suit has not.
WAIT, PUNGS, DRAGONS, SEAT, ROUND, FACE = 8, 13, 16, 18, 20, 22  # 5, 3, 2, 2, 2, 5 bits
MARK, MARKS = DRAGONS, 0xF << DRAGONS
SUIT_ADDS = 0xFF | 7 << PUNGS | 31 << FACE
HONOUR_ADDS = SUIT_ADDS | 0x3F << DRAGONS
# The places of the winning tile. ALONE_PUNG: a pung of it and two wilds.
OPEN, EDGE, CLOSED, PAIR, PUNG, ALONE_PUNG = range(6)
# A reading folded for the limit hands: a chow; the place is allowed, and no claimed pung; pungs of 1z..4z, 6z, 7z; the
# honour of the pair (1..7); counters of honour pungs and of all.
HAS_CHOW, ALLOWED, NO_CLAIMED_PUNG, WINDS, PAIR_HONOUR, HONOUR_PUNGS, ALL_PUNGS = 8, 9, 10, 11, 18, 21, 24


def is_big(kind: int, honours_only: bool) -> bool:
    """大子: 1, 9 and honours, or honours alone."""
    return kind >= tiles.HONOURS or (not honours_only and kind % 9 in (0, 8))


def rounded(points: int) -> int:
    """Up to a multiple of ten, at most the limit."""
    return min((points + 9) // 10 * 10, LIMIT)


class Winner:
    """One claim as the readings need it: the natural tiles with the winning tile, the wilds, what is fixed."""

    def __init__(self, rules: "Rules", r: Record, w: hand.Win):
        h = r.hands[w.seat]
        self.melds = h.melds
        self.sets = SETS - len(h.melds)
        self.drawn = w.giver < 0
        self.deals = w.seat == r.dealer
        self.seat_wind = tiles.HONOURS + r.seat_wind(w.seat)
        self.round_wind = tiles.HONOURS + r.round_wind if rules.options["round_wind_tai"] else -1
        self.indicator = r.indicator
        self.flags = rules.flags(r, w)
        wild = rules.wilds(r.indicator)
        own = tiles.FLOWERS + r.seat_wind(w.seat)
        counts = tiles.count(h.concealed or b"")
        counts[w.tile] += 1
        self.tile_count = sum(counts) + 3 * len(h.melds)
        self.own = counts[own] > 0
        self.true = sum([counts[k] for k in wild])
        for k in wild:
            counts[k] = 0
        self.wilds = self.true + counts[own]
        counts[own] = 0
        self.counts = counts
        self.on_wild = w.tile in wild or w.tile == own  # the winning tile is one: it was drawn
        self.tile = -1 if self.on_wild else w.tile
        self.guests = rules.guests(r, w.seat)
        whole = bytearray(counts)
        for m in h.melds:
            for k in m.tiles:
                whole[k] += 1
        self.whole = whole
        self.suits = patterns.suits(whole)
        self.open_chows = any(m.kind == hand.CHOW for m in h.melds)
        # the page's row of limit hands: three wilds, or with `wilds_to_win` 4 the own flower too
        flower = r.indicator >= tiles.FLOWERS
        self.three_wilds = self.true >= 3 and (rules.options["wilds_to_win"] == 3 or self.own or flower)
        self.pairs: list = []  # the readings as eight pairs

    def paying(self) -> tuple:
        """The honours that pay: dragons and the seat wind."""
        return (GREEN, RED, self.seat_wind)


class Best:
    """The reading with the largest receipt, of equals with the most tai, the most points, the first pattern list."""

    def __init__(self, receipts: tuple):
        self.receipts = receipts  # chips of the table for each ten points; follow chips by tai
        self.key: tuple = ()
        self.ids: list = []
        self.value = 0
        self.waiting = 0  # points of self-draw and wait
        self.is_limit = False

    def limit(self, ids: list) -> None:
        self.key = (self.receipts[0] * LIMIT // 10 + self.receipts[1][3], 3, 0)
        self.ids = ids
        self.value = LIMIT
        self.is_limit = True

    def offer(self, tai: int, face: int, waiting: int, ids: list) -> None:
        """`ids` are lists of ids, joined when they are looked at."""
        value = rounded(20 + face << min(tai, 8))
        k, follow = self.receipts
        key = (k * value // 10 + follow[min(tai, 3)], tai, face)
        if self.key and key < self.key:
            return
        joined: list = []
        for part in ids:
            joined += part
        joined.sort()
        if key == self.key and joined >= self.ids:
            return
        self.key = key
        self.ids = joined
        self.value = value
        self.waiting = waiting


class Places:
    """What the place of the winning tile adds: levels, best first, each (points, ids), and the level of each place.

    Levels are in bits below a mark, so that or-ed together the better one is seen. `barred` are places that are not
    allowed.
    """

    def __init__(self, rules: "Rules", x: Winner, barred: tuple):
        o = rules.options
        drawn = ["self_draw"] if x.drawn else []
        pair = ["single_wait"] if o["single_wait_points"] else []
        if x.drawn and o["single_self_draw"]:
            pair = ["self_draw"] + pair
        edge = ["edge_wait"] if o["edge_wait_points"] else []
        lost = 0
        if not x.drawn:  # a pung that a discard completes is an exposed one
            lost = 4 if is_big(x.tile, rules.honours_only) else 2
        rows = []  # by place: points the other way round, ids
        for ids, less in (
            (drawn, 0),
            (edge + drawn, 0),
            (["closed_wait"] + drawn, 0),
            (pair, 0),
            (drawn, lost),
            (drawn, lost),
        ):
            rows.append((less - 2 * len(ids), ids))
        self.levels: list = []
        for i, row in enumerate(rows):
            if i not in barred and row not in self.levels:
                self.levels.append(row)
        self.levels.sort()
        n = len(self.levels)
        self.bits = []
        for i, row in enumerate(rows):
            self.bits.append(0 if i in barred else (1 << n - self.levels.index(row)) - 1)

    def best(self, bits: int) -> tuple | None:
        """(points, ids) of the best place of those or-ed together, or None if there is none."""
        if not bits:
            return None
        n = len(self.levels)
        while not bits >> n - 1:
            n -= 1
        points, ids = self.levels[len(self.levels) - n]
        return -points, ids


def chow_place(first: int, i: int) -> int:
    wait = patterns.chow_wait(first, i)
    return CLOSED if wait == patterns.CLOSED else EDGE if wait == patterns.EDGE else OPEN


class Need:
    """Sets that a pass looks for, of one sort, by kind; the id that they show, its tai."""

    def __init__(self, sort: int = -1, kinds: list | tuple = (), ids: list | None = None, tai: int = 0):
        self.sort = sort
        self.ids = ids or []
        self.tai = tai
        self.marks = {}
        for i, k in enumerate(kinds):
            self.marks[k] = 1 << MARK + i

    def of_suit(self, low: int) -> int:
        return sum([bit for k, bit in self.marks.items() if low <= k < low + 9])


NOTHING = Need()


class Weigh(shapes.Weigh):
    """Folds a group of a reading: points, honours that pay, the place of the winning tile."""

    ADDS = HONOUR_ADDS

    def __init__(self, rules: "Rules", x: Winner, places: Places, need: Need):
        self.tile = x.tile
        self.wild = x.on_wild
        self.place = [bits << WAIT for bits in places.bits]
        self.need = need
        self.pung = [rules.folded_pung(k, x) for k in range(tiles.FLOWERS)]
        self.paying = x.paying()

    def __call__(self, sort: int, kind: int, wild: int) -> int:
        out = 0
        if sort == shapes.CHOW:
            if self.wild:
                for i in range(3):
                    if wild >> i & 1:
                        out |= self.place[chow_place(kind, i)]
            else:
                i = self.tile - kind
                if 0 <= i < 3 and not wild >> i & 1:
                    out = self.place[chow_place(kind, i)]
        elif sort == shapes.PUNG:
            out = self.pung[kind]
            if wild if self.wild else kind == self.tile:
                out |= self.place[ALONE_PUNG if wild == 2 else PUNG]
        else:
            if kind in self.paying:
                out = 1 << FACE
            if wild if self.wild else kind == self.tile:
                out |= self.place[PAIR]
        if sort == self.need.sort:
            out |= self.need.marks.get(kind, 0)
        return out


class LimitWeigh(shapes.Weigh):
    """Folds a group for what the limit hands look at."""

    ADDS = 7 << HONOUR_PUNGS | 7 << ALL_PUNGS

    def __init__(self, x: Winner, places: Places):
        self.tile = x.tile
        self.wild = x.on_wild
        self.place = [(bits > 0) << ALLOWED for bits in places.bits]
        for i in range(len(self.place)):
            if self.place[i] and (x.drawn or i not in (PUNG, ALONE_PUNG)):
                self.place[i] |= 1 << NO_CLAIMED_PUNG

    def __call__(self, sort: int, kind: int, wild: int) -> int:
        if sort == shapes.CHOW:
            out = 1 << HAS_CHOW
            i = self.tile - kind
            if wild if self.wild else 0 <= i < 3 and not wild >> i & 1:
                out |= self.place[OPEN]
            return out
        place = PAIR if sort == shapes.PAIR else ALONE_PUNG if wild == 2 else PUNG
        out = self.place[place] if (wild if self.wild else kind == self.tile) else 0
        if sort == shapes.PUNG:
            out |= 1 << ALL_PUNGS
        if kind >= tiles.HONOURS:
            if sort == shapes.PUNG:
                out |= 1 << HONOUR_PUNGS | 1 << WINDS + kind - tiles.HONOURS
            else:
                out |= kind - tiles.HONOURS + 1 << PAIR_HONOUR
        return out


class Rules(Ruleset):
    ID = "longgang"
    HAND = 16
    LETTERS = "mpszf"
    ABSENT = bytes([tiles.DRAGONS]) + bytes(range(tiles.FLOWERS + 4, tiles.KINDS))  # no White, four flowers
    HAS_INDICATOR = True
    FLOWER_EVENT = True
    SHARE_OUT = 21
    POINTS = True
    REPEATED = ("dragon_pung", "seat_wind", "prevalent_wind")
    FLAGS = hand.AFTER_KONG | hand.AFTER_FLOWER | hand.ROB_KONG | hand.HEAVENLY | hand.EARTHLY | hand.HUMANLY
    PATTERNS = TAI + LIMITS + FACE_POINTS
    BARE = LIMIT_IDS + tuple([p for p, _ in FACE_POINTS])
    OPTIONS = (
        ("players", 4, (4, 5)),
        ("follow", [0, 3, 6, 12], (0, 9999)),
        ("follow_after", [0, 5, 10, 20], (0, 9999)),
        ("no_top_up", False, None),
        ("big_tiles", "terminals_honors", ("terminals_honors", "honors")),
        ("human_win", False, None),
        ("edge_wait_points", False, None),
        ("single_wait_points", False, None),
        ("single_self_draw", False, None),
        ("kong_bloom_tai", False, None),
        ("round_wind_tai", False, None),
        ("rob_wild_pair", True, None),
        ("naked_wild_wait", True, None),
        ("three_wild_honor", "forbid", ("forbid", "honors_only", "allow")),
        ("four_winds_strict", False, None),
        ("loser_four_flowers", True, None),
        ("wilds_to_win", 3, (3, 4)),
        ("pure_straight", False, None),
        ("eight_pairs", False, None),
        ("four_guardians", False, None),
        ("rare_hands", False, None),
        ("special_first", False, None),
        ("abort_triple_win", False, None),
        ("abort_four_winds", False, None),
        ("abort_four_kongs", False, None),
        ("abort_nine_terminals", False, None),
        ("late_stage", 4, (0, 70)),
    )

    def __init__(self, options: dict):
        super().__init__(options)
        self.ROUND_WIND = self.options["round_wind_tai"]
        self.honours_only = self.options["big_tiles"] == "honors"

    # ------------------------------------------------------------ page sections "Tile set" and "Deal, wall …"

    def throws(self, dealer: int, dice: bytes) -> list:
        """The dealer throws for the opener, the opener for the break."""
        return [(dealer, 2)] if len(dice) < 2 else [(dealer, 2), (self.break_side(dealer, dice), 2)]

    def break_side(self, dealer: int, dice: bytes) -> int:
        return (dealer + dice[0] + dice[1] - 1) % 4

    def turned_up(self, dealer: int, dice: bytes) -> int | None:
        return 1

    def set_aside(self, indicator: int | None) -> tuple:
        """Guest flowers; a seat keeps its own one of these."""
        if indicator is not None and indicator >= tiles.FLOWERS:
            return ()
        return tuple(range(tiles.FLOWERS, tiles.FLOWERS + 4))

    # ------------------------------------------------------------ page section "Wild tiles"

    def wilds(self, indicator: int | None) -> tuple:
        if indicator is None or indicator < 0:
            return ()
        if indicator < tiles.FLOWERS:
            return (indicator,)
        return tuple([k for k in range(tiles.FLOWERS, tiles.FLOWERS + 4) if k != indicator])

    def seat_wilds(self, indicator: int | None, dealer: int) -> dict:
        if indicator is not None and indicator >= tiles.FLOWERS:
            return {}
        return {seat: (tiles.FLOWERS + (seat - dealer) % 4,) for seat in range(4)}

    def wild_for(self, r: Record, seat: int) -> tuple:
        return self.wilds(r.indicator) + self.seat_wilds(r.indicator, r.dealer).get(seat, ())

    def guests(self, r: Record, seat: int) -> int:
        """The guest flowers that a seat has set aside."""
        wild = self.wild_for(r, seat)
        return sum([k in r.hands[seat].flowers and k not in wild for k in self.set_aside(r.indicator)])

    # ------------------------------------------------------------ page section "Minimum to win", flags and reasons

    def check(self, r: Record) -> None:
        if r.indicator < 0:
            raise RecordError("indicator: the tile that was turned up is needed")
        super().check(r)

    def flags(self, r: Record, w: hand.Win) -> int:
        f = w.flags & self.FLAGS
        exposed = any(m.kind != hand.CONCEALED_KONG for m in r.hands[w.seat].melds)
        if w.seat != r.dealer or w.giver >= 0 or exposed:
            f &= ~hand.HEAVENLY
        if w.seat == r.dealer or w.giver != r.dealer or exposed:
            f &= ~hand.EARTHLY
        if w.seat == r.dealer or not self.options["human_win"]:
            f &= ~hand.HUMANLY
        if w.giver >= 0:
            f &= ~(hand.AFTER_KONG | hand.AFTER_FLOWER)
        if w.giver < 0 or not r.hands[w.giver].shows_pung(w.tile):
            f &= ~hand.ROB_KONG
        return f

    def fouled(self, r: Record, w: hand.Win) -> bool:
        return self.is_dead(r, w.seat)

    def is_dead(self, r: Record, seat: int) -> bool:
        """A foul, or a flower set aside that was wild for the seat."""
        if r.fouled(seat, "dead_hand", "false_win"):
            return True
        own = tiles.FLOWERS + r.seat_wind(seat)
        flower = r.indicator >= tiles.FLOWERS
        return any(k >= tiles.FLOWERS and (flower or k == own) for k in r.hands[seat].flowers)

    def claims(self, r: Record) -> list:
        """The claims in their order: what comes after a legal one is not examined."""
        if self.options["abort_triple_win"]:
            givers = [w.giver for w in r.wins if w.giver >= 0]
            if any(givers.count(g) >= 3 for g in givers):
                return [Claim(w, "abort_triple_win") for w in r.wins]
        out = []
        won = False
        for w in r.wins:
            out.append(Claim(w, "priority") if won else self.judge(r, w))
            won = won or out[-1].reason is None
        return out

    def judge(self, r: Record, w: hand.Win) -> Claim:
        reason = self._forbidden(r, w)
        if reason:
            return Claim(w, reason)
        if w.called:
            return self._called(r, w)
        x = Winner(self, r, w)
        if x.tile_count != 17 and not (x.tile_count == 16 and x.drawn and x.three_wilds):
            return Claim(w, "tile_count")
        if self.options["eight_pairs"] and x.tile_count == 17 and not x.melds:
            from ..longgang_rare import pairs

            x.pairs = pairs(x)
        complete = x.tile_count == 17 and (shapes.is_win(x.counts, x.wilds, x.sets) or len(x.pairs) > 0)
        if not complete and not (x.drawn and x.three_wilds):
            return Claim(w, "not_a_win")
        if not self.options["naked_wild_wait"] and x.sets == 0 and x.wilds - x.on_wild == 1:
            return Claim(w, "naked_wild_wait")
        barred = (PAIR,) if x.flags & hand.ROB_KONG and not self.options["rob_wild_pair"] else ()
        best = self._best(r, x, barred, complete)
        if best is None:
            return Claim(w, "rob_wild_pair")
        if self._fishing(x):
            if self.options["three_wild_honor"] == "honors_only":
                return Claim(w, "three_wild_honor")
            other = self._best(r, x, barred + (ALONE_PUNG,), complete)
            if other is None or other.key[0] < best.key[0]:
                return Claim(w, "three_wild_honor")
            best = other
        return self._claim(r, w, best)

    def _forbidden(self, r: Record, w: hand.Win) -> str | None:
        """The reasons before the shape is looked at."""
        h = r.hands[w.seat]
        wild = self.wild_for(r, w.seat)
        if self.is_dead(r, w.seat):
            return "dead_hand"
        if w.giver >= 0 and (w.tile in wild or w.tile >= tiles.FLOWERS):
            return "wild_claimed"
        for m in h.melds:
            absent = any(k in wild or k in self.ABSENT for k in m.tiles)
            if absent or not m.regular() or (m.kind == hand.CHOW and m.giver not in (-1, (w.seat - 1) % 4)):
                return "bad_meld"
        for k in (h.concealed or b"") + (bytes([w.tile]) if w.tile >= 0 else b""):
            if k in self.ABSENT or (k >= tiles.FLOWERS and k not in wild):
                return "bad_tile"
        return None

    def _fishing(self, x: Winner) -> bool:
        """三财神吊字牌: does the option look at this claim."""
        how = self.options["three_wild_honor"]
        flower = x.indicator >= tiles.FLOWERS
        if how == "allow" or x.drawn or x.true != 2 or not x.own or flower or x.flags & (hand.EARTHLY | hand.HUMANLY):
            return False
        if how == "forbid":
            return x.tile in x.paying()
        x.counts[x.tile] -= 1
        ready = shapes.is_win(x.counts, x.wilds - 2, x.sets - 1)
        x.counts[x.tile] += 1
        return ready and x.tile not in x.paying()

    # ------------------------------------------------------------ page section "Patterns": limit hands

    def _best(self, r: Record, x: Winner, barred: tuple, complete: bool) -> Best | None:
        """The best reading without the `barred` places of the winning tile; None if there is none."""
        places = Places(self, x, barred)
        best = Best(self._receipts(r, x.deals))
        limits = self._limits(x, places, barred, complete)
        if limits is None:
            return None
        if limits:
            best.limit(limits)
        else:
            self._read(x, places, best)
        return best

    def _receipts(self, r: Record, deals: bool) -> tuple:
        return (6 if deals else 4, [3 * chips for chips in self._follow(r)])

    def _follow(self, r: Record) -> list:
        return self.options["follow_after" if r.carry.get("broke") else "follow"]

    def _limits(self, x: Winner, places: Places, barred: tuple, complete: bool) -> list | None:
        """The limit ids that some reading shows, or None if every reading is barred."""
        found = {}
        for name, holds in (
            ("three_wilds", x.three_wilds),
            ("heavenly_hand", x.flags & hand.HEAVENLY),
            ("earthly_hand", x.flags & hand.EARTHLY),
            ("humanly_hand", x.flags & hand.HUMANLY),
        ):
            if holds:
                found[name] = True
        if complete:
            read = False
            if shapes.is_win(x.counts, x.wilds, x.sets):
                read = self._limits_of_sets(x, places, barred, found)
            if x.pairs:
                from ..longgang_rare import pair_limits

                read = pair_limits(x, places, found) or read
            if not read:
                return None
        if "si_fang_da_fa" in found:
            found.pop("big_four_winds")
            found.pop("all_honors")
        if "all_terminals" in found or "all_honors" in found or "si_fang_da_fa" in found:
            found.pop("all_terminals_and_honors", None)
        return sorted(found)

    def _limits_of_sets(self, x: Winner, places: Places, barred: tuple, found: dict) -> bool:
        """Adds the limit ids of sets and a pair; False if every reading is barred."""
        two_and_own = x.true == 2 and x.own and x.indicator < tiles.FLOWERS
        if barred or self._may_be_limit(x):
            weigh = LimitWeigh(x, places)
            melds = self._limit_melds(x)
            read = False
            for state in shapes.Splits(x.counts, x.wilds, weigh).hands(x.sets):
                if x.drawn or state >> ALLOWED & 1:
                    read = True
                    self._limits_of_reading(x, shapes.join(state, melds, weigh.ADDS | 0xFF), found)
            if not read:
                return False
        if two_and_own and shapes.is_win(x.counts, 0, x.sets - 1):
            found["cai_shen_hui"] = True
        if patterns.is_full_flush(x.suits):
            found["full_flush"] = True
        if x.suits == 8:
            found["all_honors"] = True
        if self.options["rare_hands"]:
            from ..longgang_rare import rare_limits

            rare_limits(x, places if barred else None, found)
        return True

    def _may_be_limit(self, x: Winner) -> bool:
        """Do the tiles leave room for a limit hand that shows only in the sets."""
        winds = sum([x.whole[k] > 0 for k in range(tiles.HONOURS, tiles.DRAGONS)])
        return (
            winds >= (2 if x.wilds >= 3 else 3)
            or (self.options["four_guardians"] and x.suits >= 8)
            or patterns.only(x.whole, patterns.TERMINALS, True)
            or (self.options["rare_hands"] and all(m.kind == hand.CONCEALED_KONG for m in x.melds))
        )

    def _limit_melds(self, x: Winner) -> int:
        """The melds folded like the groups of `LimitWeigh`; of all pungs only the concealed ones are counted there."""
        out = 0
        for m in x.melds:
            if m.kind == hand.CHOW:
                out |= 1 << HAS_CHOW
            elif m.tile >= tiles.HONOURS:
                out += 1 << HONOUR_PUNGS
                out |= 1 << WINDS + m.tile - tiles.HONOURS
            if m.kind == hand.CONCEALED_KONG:
                out += 1 << ALL_PUNGS
        return out

    def _limits_of_reading(self, x: Winner, state: int, found: dict) -> None:
        pung = x.sets > (state & shapes.SETS) // shapes.SET  # of wilds alone: it stands for whatever is wanted
        pair = not state & shapes.PAIRS
        honour = state >> PAIR_HONOUR & 7
        if not state >> HAS_CHOW & 1:
            if patterns.only(x.whole, patterns.TERMINALS, False):
                found["all_terminals"] = True
            elif x.suits > 8 and patterns.only(x.whole, patterns.TERMINALS, True):
                found["all_terminals_and_honors"] = True
        big, little = self._four_winds(x, 15 & ~(state >> WINDS), pung, pair, honour)
        if big:
            found["big_four_winds"] = True
            dragons = state >> WINDS + GREEN - tiles.HONOURS & 3
            lacking = 15 & ~(state >> WINDS)
            other = GREEN if dragons == 2 else RED
            if (dragons and (pair or honour == other - tiles.HONOURS + 1)) or (
                not dragons and pung and not lacking and honour > 4
            ):
                found["si_fang_da_fa"] = True
        if little:
            found["little_four_winds"] = True
        if self.options["four_guardians"] and (state >> HONOUR_PUNGS & 7) + pung >= 3 and (pair or honour):
            found["si_da_jin_gang"] = True
        claimed = not x.drawn and not state >> NO_CLAIMED_PUNG & 1
        if self.options["rare_hands"] and (state >> ALL_PUNGS & 7) + pung == SETS and not claimed:
            found["five_concealed_pungs"] = True

    def _four_winds(self, x: Winner, lacking: int, pung: bool, pair: bool, honour: int) -> tuple:
        """Big and little four winds: `lacking` are winds without a natural pung, `pung` and `pair` are of wilds alone,
        `honour` is that of the natural pair.
        """
        n = patterns.bits(lacking)
        of_pair = honour and lacking >> honour - 1 & 1
        strict = self.options["four_winds_strict"] and tiles.HONOURS <= x.indicator < tiles.DRAGONS
        by_pung = pung and (not strict or x.true >= 2)
        by_pair = pair and (not strict or x.true == 2)
        big = n == 0 or (n == 1 and by_pung)
        little = (n == 1 and (of_pair or by_pair)) or (n == 2 and by_pung and of_pair)
        return big, little

    # ------------------------------------------------------------ page sections "Patterns" and "Value formula"

    def folded_pung(self, kind: int, x: Winner) -> int:
        """A concealed pung, folded."""
        out = 1 << PUNGS | (4 if is_big(kind, self.honours_only) else 2) << FACE
        if kind in (GREEN, RED):
            out |= 1 << DRAGONS
        if kind == x.seat_wind:
            out |= 1 << SEAT
        if kind == x.round_wind:
            out |= 1 << ROUND
        return out

    def wild_pung(self, x: Winner) -> int:
        """A pung of three wilds that do not win by themselves (`wilds_to_win` 4)."""
        return 8 if x.indicator < tiles.FLOWERS and is_big(x.indicator, self.honours_only) else 4

    def meld_points(self, m: hand.Meld) -> int:
        if m.kind == hand.CHOW:
            return 0
        points = 2 if m.kind == hand.PUNG else 16 if m.kind == hand.CONCEALED_KONG else 8
        return 2 * points if is_big(m.tile, self.honours_only) else points

    def honour_ids(self, kind: int, seat_wind: int, round_wind: int) -> list:
        """What a pung of natural tiles shows, a tai each."""
        out = ["dragon_pung"] if kind in (GREEN, RED) else []
        if kind == seat_wind:
            out.append("seat_wind")
        if kind == round_wind:
            out.append("prevalent_wind")
        return out

    def _fixed(self, x: Winner) -> tuple:
        """(tai, points, ids) that are the same in every reading."""
        ids = []
        if not x.wilds:
            ids.append("no_wilds")
        if x.true >= 2:
            ids.append("two_wilds")
        if x.own:
            ids.append("four_flowers" if x.guests == 3 else "seat_flower")
        if patterns.is_half_flush(x.suits):
            ids.append("half_flush")
        if self.options["kong_bloom_tai"] and x.flags & (hand.AFTER_KONG | hand.AFTER_FLOWER):
            ids.append("out_with_replacement")
        if self.options["rare_hands"] and sum([m.kind >= hand.KONG for m in x.melds]) == 3:
            ids.append("three_kongs")
        points = 4 * x.guests
        for m in x.melds:
            points += self.meld_points(m)
            if m.kind != hand.CHOW:
                ids += self.honour_ids(m.tile, x.seat_wind, x.round_wind)
        return sum([self.worth[p] for p in ids]), points, ids

    def _read(self, x: Winner, places: Places, best: Best) -> None:
        """Offers every reading that is no limit hand; that has three wilds at most."""
        tai, points, ids = self._fixed(x)
        passes = [NOTHING]
        if self.options["pure_straight"] or self.options["rare_hands"]:
            from ..longgang_rare import needs

            passes += needs(self, x)
        if shapes.is_win(x.counts, x.wilds, x.sets):
            for need in passes:
                for state in self._states(x, places, need):
                    self._offer(x, places, best, state, tai + need.tai, points, [ids, need.ids])
        if x.pairs:
            from ..longgang_rare import offer_pairs

            offer_pairs(self, x, places, best, tai, points, ids)

    def _states(self, x: Winner, places: Places, need: Need) -> list:
        """The readings, folded; of those alike but for the points the one with the most."""
        counts = x.counts
        splits = shapes.Splits(counts, x.wilds, Weigh(self, x, places, need))
        parts = []
        single = 0  # parts that take a wild at least: a tile more than whole sets
        for low in (27, 0, 9, 18):
            n = sum(counts[low : low + 9])
            if n:
                parts.append((low, n % 3 == 1))
                single += n % 3 == 1
        whole = [0]
        for low, lacks in parts:
            splits.wilds = x.wilds - single + lacks
            splits.adds = SUIT_ADDS if low < tiles.HONOURS else HONOUR_ADDS
            part = splits.part(low, min(low + 9, tiles.FLOWERS))
            marks = need.of_suit(low)
            if marks:
                part = [state & ~MARKS for state in part if state & marks == marks]
            whole = self._joined(x, whole, self._highest(part))
        return whole

    def _joined(self, x: Winner, whole: list, part: list) -> list:
        if whole == [0]:
            return part
        found = {}
        for a in whole:
            for b in part:
                if (a & shapes.WILDS) + (b & shapes.WILDS) <= x.wilds and not a & b & shapes.PAIRS:
                    found[shapes.join(a, b, HONOUR_ADDS)] = True
        return self._highest(sorted(found))

    def _highest(self, states: list) -> list:
        """Of readings (the smallest first) that are alike but for the points the highest."""
        found = {}
        for state in states:
            found[state & (1 << FACE) - 1] = state
        return list(found.values())

    def _offer(self, x: Winner, places: Places, best: Best, state: int, tai: int, points: int, ids: list) -> None:
        """One reading; sets and a pair that it lacks are of wilds alone."""
        lacking = x.sets - (state & shapes.SETS) // shapes.SET
        pair = not state & shapes.PAIRS
        if lacking < 0 or (state & shapes.WILDS) + 3 * lacking + 2 * pair != x.wilds:
            return
        bits = state >> WAIT & 31
        pungs = state >> PUNGS & 7
        if lacking:  # three wilds with `wilds_to_win` 4
            pungs += 1
            points += self.wild_pung(x)
            bits |= places.bits[PUNG] if x.on_wild else 0
        if pair and x.on_wild:
            bits |= places.bits[PAIR]
        place = places.best(bits)
        if place is None:
            return
        waiting, waits = place
        dragons, seat, turn = state >> DRAGONS & 3, state >> SEAT & 3, state >> ROUND & 3
        shown = ["dragon_pung"] * dragons + ["seat_wind"] * seat + ["prevalent_wind"] * turn
        tai += len(shown)
        if pungs + sum([m.kind != hand.CHOW for m in x.melds]) == SETS:
            tai += 1
            shown.append("all_pungs")
        if self.options["rare_hands"]:
            kongs = sum([m.kind == hand.CONCEALED_KONG for m in x.melds])
            if pungs + kongs - (waiting < 0) == 4:
                tai += 2
                shown.append("four_concealed_pungs")
        face = points + 2 * (state >> FACE) + waiting
        if not x.drawn and not tai and not face:
            shown.append("all_chows")
        best.offer(tai, face, max(waiting, 0), ids + [shown, waits])

    def _claim(self, r: Record, w: hand.Win, best: Best) -> Claim:
        """The claim with what the reading is worth."""
        claim = Claim(w)
        claim.patterns = [(p, self.worth[p]) for p in best.ids]
        claim.value = best.value
        _, tai, face = best.key
        if best.is_limit:
            claim.steps = [("formula.limit", LIMIT)]
        else:
            flowers = 4 * self.guests(r, w.seat)
            if not w.called:
                claim.steps = [("formula.face", face, face - flowers - best.waiting, flowers, best.waiting)]
            claim.steps.append(("formula.total", face, tai, 20 + face << min(tai, 8), best.value))
        return claim

    # ------------------------------------------------------------ called patterns

    def _called(self, r: Record, w: hand.Win) -> Claim:
        """Points that are called are all face points of the page: sets, pair, flowers, self-draw, wait."""
        rows = self.called_rows(r, w, ())
        ids, points = w.called
        best = Best(self._receipts(r, w.seat == r.dealer))
        if any(p in LIMIT_IDS for p in ids):
            best.limit(list(ids))
        else:
            best.offer(self._tai(rows), points, 0, [list(ids)])
        return self._claim(r, w, best)

    def _tai(self, rows: list) -> int:
        return sum([worth for p, worth in rows if p not in POINT_IDS])

    def needs(self, pattern: str) -> str | None:
        return NEEDS.get(pattern)

    def excluded(self, pattern: str) -> tuple:
        """Beside a limit hand only others count, beside 平胡 nothing; and what the page says of single ids."""
        if pattern in LIMIT_IDS:
            return tuple([p for p in self.worth if p not in LIMIT_IDS]) + EXCLUDED.get(pattern, ())
        if pattern == "all_chows":
            return tuple([p for p in self.worth if p != pattern])
        return EXCLUDED.get(pattern, ())

    def against(self, r: Record, w: hand.Win, pattern: str) -> str:
        option = "rare_hands" if pattern in RARE else OF_OPTION.get(pattern)
        if option and not self.options[option]:
            return "option %s is off" % option
        own = tiles.FLOWERS + r.seat_wind(w.seat)
        h = r.hands[w.seat]
        if pattern in OF_OWN_FLOWER and w.tile != own and not self.left(r)[own]:
            return "somebody else has the own flower"
        guests = self.guests(r, w.seat)
        if pattern == "seat_flower" and guests == 3:
            return "with the guest flowers it is four_flowers"
        if pattern == "four_flowers" and h.flowers and guests < 3:
            return "the guest flowers are not all set aside"
        if pattern in ("four_flowers", "cai_shen_hui") and r.indicator >= tiles.FLOWERS:
            return "a flower was turned up"
        if pattern == "all_chows" and w.called[1]:
            return "it has no points"
        if pattern == "self_draw" and "single_wait" in w.called[0] and not self.options["single_self_draw"]:
            return "the winning tile completes the pair"
        if pattern in KONGS and h.melds:
            from ..longgang_rare import kong_ids

            if pattern not in kong_ids(h.melds):
                return "the melds show something else"
        return ""

    # ------------------------------------------------------------ the others' totals

    def _other(self, r: Record, seat: int, dead: bool) -> tuple:
        """(points, tai, total) of who has not won."""
        if dead:
            return 0, 0, 0
        h = r.hands[seat]
        if h.concealed is None:
            raise RecordError("hands.%d.concealed: the tiles of who has not won are needed" % seat)
        wild = self.wilds(r.indicator)
        own = tiles.FLOWERS + r.seat_wind(seat)
        seat_wind = tiles.HONOURS + r.seat_wind(seat)
        round_wind = tiles.HONOURS + r.round_wind if self.options["round_wind_tai"] else -1
        counts = tiles.count(h.concealed)
        true = sum([counts[k] for k in wild])
        holds_own = counts[own] > 0
        for k in wild:
            counts[k] = 0
        guests = self.guests(r, seat)
        points = 4 * guests
        tai = 0
        for m in h.melds:
            points += self.meld_points(m)
            if m.kind != hand.CHOW and m.tile not in wild:
                tai += len(self.honour_ids(m.tile, seat_wind, round_wind))
        paying = (GREEN, RED, seat_wind)
        best: tuple = (0, 0, 0)
        flower_tai = 2 if guests == 3 and self.options["loser_four_flowers"] else 1
        of_own = holds_own and own not in wild  # beside the true wilds
        found = {0: 0}  # wilds used and tai -> the most points
        for kind in range(tiles.FLOWERS):
            if counts[kind]:
                honours = len(self.honour_ids(kind, seat_wind, round_wind))
                pung = 8 if is_big(kind, self.honours_only) else 4
                found = self._placed(found, counts[kind], true + of_own, pung, 2 * (kind in paying), honours)
        for key in sorted(found):
            used, honours = key >> 4, key & 15
            for with_own in (False, True):
                if with_own and not (holds_own and used) or (not with_own and used > true - (holds_own and not of_own)):
                    continue
                more = flower_tai if with_own else 0
                if used - (with_own and of_own) >= 2:
                    more += 1
                face = points + found[key]
                total = rounded(face << min(tai + honours + more, 9))
                best = max(best, (total, tai + honours + more, face))
        if self.options["eight_pairs"] and len(h.concealed) == 16 and not any(c & 1 for c in counts[: tiles.FLOWERS]):
            if sum(counts[: tiles.FLOWERS]) == 16:
                face = points + sum([counts[k] for k in set(paying)])
                best = max(best, (rounded(2 * face), 1, face))
        total, tai, face = best
        return face, tai, total

    def _placed(self, found: dict, count: int, wilds: int, pung: int, pair: int, honours: int) -> dict:
        """The choices so far with each way to use so many tiles of a kind: their pungs may take wilds."""
        out: dict = {}
        for key in found:
            for used, pungs, pairs in GROUPS[count]:
                new = key + (used << 4) + pungs * honours
                if new >> 4 <= wilds:
                    points = found[key] + pungs * pung + pairs * pair
                    if out.get(new, -1) < points:
                        out[new] = points
        return out

    # ------------------------------------------------------------ page sections "Payments" and "Penalties"

    def settle(self, r: Record) -> Settlement:
        self.check(r)
        s = Settlement(r.seats, self.options["players"])
        s.claims = self.claims(r)
        for c in s.claims:
            c.robbed = self.flags(r, c.win) & hand.ROB_KONG > 0
        self._check_wins(r, s)
        guilty = [c.win.seat for c in s.claims if c.reason is not None and c.reason not in FREE]
        guilty += [seat for seat in range(r.seats) if r.fouled(seat, "false_win")]
        for seat in sorted(set(guilty)):
            self._fine(r, s, seat)
        short: list = []
        if s.valid():
            totals = self._totals(r, s, guilty)
            short = self._pay_all(r, s, totals)
        s.next_dealer = self.next_dealer(r, s)
        s.carry = self._carry(r, s, short)
        return s

    def _fine(self, r: Record, s: Settlement, seat: int) -> None:
        """诈胡: the dealer pays each other 20, another pays him 20 and the rest 10; who sits out gets it too."""
        for other in range(s.players):
            if other != seat:
                s.pay(seat, other, 20 if r.dealer in (seat, other) else 10, "false_win")

    def _totals(self, r: Record, s: Settlement, guilty: list) -> list:
        """What the seats' hands are worth that have not won, 0 where the others count 0; told beside the claim."""
        c = s.valid()[0]
        if any(p in ALONE for p in c.ids()):
            c.steps.append(("formula.alone",))
            return [0] * r.seats
        out = []
        for seat in range(r.seats):
            if seat == c.win.seat:
                out.append(0)
                continue
            dead = seat in guilty or self.is_dead(r, seat)
            face, tai, total = self._other(r, seat, dead)
            out.append(total)
            c.steps.append(("formula.dead", seat) if dead else ("formula.other", seat, face, tai, total))
        return out

    def _pay_all(self, r: Record, s: Settlement, totals: list) -> list:
        """All payments: who has the least pays first, the winner before others. The seats that could not pay in full."""
        c = s.valid()[0]
        i = s.claims.index(c)
        winner = c.win.seat
        tai = 3 if c.patterns and c.patterns[0][0] in LIMIT_IDS else self._tai(c.patterns)
        chips, follow = c.value // 10, self._follow(r)[min(tai, 3)]
        shares = []
        for seat in range(r.seats):
            factor = 2 if r.dealer in (seat, winner) else 1
            shares.append(0 if seat == winner else factor * chips + follow)
        c.steps.append(("formula.chips", c.value, chips, min(tai, 3), follow))
        liable = c.win.giver
        if c.win.tile not in (GREEN, RED) or liable < 0 or not r.fouled(liable, "liable"):
            liable = -1
        received = [0] * r.seats
        short = []
        for seat in sorted([k for k in range(r.seats) if k != winner], key=lambda k: (totals[k], k)):
            dues: list = [(winner, shares[seat], "winner", ("told.share", shares[seat] - follow, follow))]
            if liable >= 0:
                dues = [(winner, sum(shares) if seat == liable else 0, "liable", ("told.liable",))]
            for step in range(1, r.seats):
                other = (seat + step) % r.seats
                if other != winner and totals[other] > totals[seat]:
                    twice = r.dealer in (seat, other)
                    amount = (totals[other] - totals[seat]) // 10 * (2 if twice else 1)
                    told = ("told.twice" if twice else "told.once", totals[other], totals[seat])
                    dues.append((other, amount, "difference", told))
            stake = r.hands[seat].stake
            for payee, amount, why, told in dues:
                paid = amount if stake is None else max(0, min(amount, stake + received[seat]))
                rows: list = [told]
                if paid < amount:
                    rows.append(("told.short", amount))
                    if seat not in short:
                        short.append(seat)
                received[payee] += paid
                received[seat] -= paid
                s.pay(seat, payee, paid, why, i, rows)
        return short

    # ------------------------------------------------------------ page section "Dealer rotation and carry-over"

    def next_dealer(self, r: Record, s: Settlement) -> int | None:
        """Only a dealer who wins keeps the deal."""
        if any(c.win.seat == r.dealer for c in s.valid()):
            return r.dealer
        return (r.dealer + 1) % r.seats

    def _carry(self, r: Record, s: Settlement, short: list) -> dict:
        out: dict = {}
        broke = r.carry.get("broke")
        if broke or short:
            out["broke"] = 1
        if short and (broke or len(short) > 1 or self.options["no_top_up"]):
            out["over"] = 1
            s.notes.append(("note.over",))
        elif short:
            chips = 50 if s.players == r.seats else 100
            out["top_up"] = [chips if seat in short else 0 for seat in range(r.seats)]
            s.notes.append(("note.top_up", short[0], chips))
        if s.players > r.seats and s.next_dealer != r.dealer:
            out["sub_in"] = r.dealer
            s.notes.append(("note.sub_in", r.dealer))
        return out
