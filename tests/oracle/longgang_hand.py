"""How a hand of Longgang is read, by its page's definitions, slowly: every split, every use of the wilds, every place
of the winning tile; and what the tiles of who has not won are worth.
"""

from collections import Counter
from itertools import combinations

from .hand import parse, round_wind

SUITED = [f"{n}{s}" for s in "mps" for n in range(1, 10)]
HONOURS = ["1z", "2z", "3z", "4z", "6z", "7z"]
KINDS = SUITED + HONOURS
FLOWERS = ["1f", "2f", "3f", "4f"]
OPTIONS = {
    "follow": [[0, 3, 6, 12], [1, 2, 3, 4]],
    "big_tiles": ["terminals_honors", "honors"],
    "three_wild_honor": ["forbid", "forbid", "honors_only", "allow"],
    "wilds_to_win": [3, 4],
} | {
    name: [False, True]
    for name in (
        *("edge_wait_points", "single_wait_points", "single_self_draw", "round_wind_tai", "rob_wild_pair"),
        *("naked_wild_wait", "four_winds_strict", "loser_four_flowers", "pure_straight", "eight_pairs"),
        *("four_guardians", "rare_hands", "kong_bloom_tai", "human_win"),
    )
}
DEFAULTS = {name: False for name in OPTIONS} | {
    "follow": [0, 3, 6, 12], "big_tiles": "terminals_honors", "three_wild_honor": "forbid", "wilds_to_win": 3,
    "rob_wild_pair": True, "naked_wild_wait": True, "loser_four_flowers": True,
    "players": 4, "follow_after": [0, 5, 10, 20], "no_top_up": False, "abort_triple_win": False,
}  # fmt: skip
TAI = {
    "no_wilds": 1, "two_wilds": 1, "seat_flower": 1, "four_flowers": 2, "dragon_pung": 1, "seat_wind": 1,
    "half_flush": 1, "all_pungs": 1, "pure_straight": 1, "eight_pairs": 1, "hard_eight_pairs": 3,
    "out_with_replacement": 1, "prevalent_wind": 1, "three_kongs": 2, "triple_pung": 2, "four_shifted_pungs": 2,
    "four_concealed_pungs": 2,
}  # fmt: skip
POINTS = {"self_draw": 2, "closed_wait": 2, "edge_wait": 2, "single_wait": 2, "all_chows": 0}
LIMITS = [
    "three_wilds", "heavenly_hand", "earthly_hand", "humanly_hand", "cai_shen_hui", "full_flush", "big_four_winds",
    "little_four_winds", "si_fang_da_fa", "all_honors", "all_terminals", "all_terminals_and_honors", "si_da_jin_gang",
    "four_kongs", "five_kongs", "three_shifted_kongs", "four_shifted_kongs", "five_shifted_kongs",
    "five_concealed_pungs", "five_shifted_pungs", "quadruple_chow", "jin_men_qiao", "jiu_long_fei_tian",
]  # fmt: skip
# What a pattern is worth if the house says nothing: tai, points, or of a limit hand its total.
WORTHS = TAI | POINTS | {name: 300 for name in LIMITS}


class Table:
    """What a record says of the table: options, wild tiles, winds."""

    def __init__(self, record):
        self.record = record
        self.options = DEFAULTS | record.get("options", {})
        self.worth = WORTHS | self.options.get("worths", {})
        self.dealer = record.get("dealer", 0)
        up = record["indicator"]
        self.flower_up = up in FLOWERS
        self.wild = [f for f in FLOWERS if f != up] if self.flower_up else [up]
        self.up = up

    def follow(self):
        return self.options["follow_after" if self.record.get("carry", {}).get("broke") else "follow"]

    def own(self, seat):
        return f"{(seat - self.dealer) % 4 + 1}f"

    def wind(self, seat):
        return f"{(seat - self.dealer) % 4 + 1}z"

    def wild_for(self, seat):
        return self.wild + ([] if self.flower_up else [self.own(seat)])

    def is_big(self, tile):
        return tile[1] == "z" or (tile[0] in "19" and self.options["big_tiles"] == "terminals_honors")

    def pung(self, tile):
        return 8 if self.is_big(tile) else 4

    def meld(self, m):
        if m["kind"] == "chow":
            return 0
        halves = {"pung": 1, "kong": 4, "added_kong": 4, "concealed_kong": 8}[m["kind"]]
        return self.pung(parse(m["tiles"])[0]) * halves // 2

    def honours(self, tile, seat):
        out = ["dragon_pung"] if tile in ("6z", "7z") else []
        if tile == self.wind(seat):
            out.append("seat_wind")
        if self.options["round_wind_tai"] and tile == round_wind(self.record):
            out.append("prevalent_wind")
        return out

    def guests(self, seat):
        flowers = parse(self.record["hands"][seat].get("flowers", ""))
        return len([f for f in flowers if f not in self.wild_for(seat)])


def groups_with(tile, counts, wilds):
    """Groups of which `tile` is a natural one, as (sort, tiles that they stand for, naturals)."""
    have = counts[tile]
    for n in (1, 2, 3):
        if n <= have and 3 - n <= wilds:
            yield "pung", (tile,) * 3, (tile,) * n
        if n < 3 and n <= have and 2 - n <= wilds:
            yield "pair", (tile,) * 2, (tile,) * n
    if tile[1] != "z":
        rank = int(tile[0])
        for first in (rank - 2, rank - 1, rank):
            if 1 <= first <= 7:
                stands = tuple(f"{first + i}{tile[1]}" for i in range(3))
                others = [k for k in stands if k != tile and counts[k]]
                for n in range(len(others) + 1):
                    for naturals in combinations(others, n):
                        if 2 - n <= wilds:
                            yield "chow", stands, tuple(sorted((tile, *naturals)))


def splits(counts, wilds, sets, pair):
    """Every way to make so many sets (and a pair) of these tiles, as sorted tuples of groups."""
    tile = next((k for k in KINDS if counts[k]), None)
    if tile is None:
        if wilds == 3 * sets + 2 * pair:
            yield (("pung", (), ()),) * sets + (("pair", (), ()),) * pair
        return
    for group in groups_with(tile, counts, wilds):
        sort, stands, naturals = group
        if not (pair if sort == "pair" else sets):
            continue
        left = counts - Counter(naturals)
        used = len(stands) - len(naturals)
        for rest in splits(left, wilds - used, sets - (sort != "pair"), pair - (sort == "pair")):
            yield tuple(sorted((group, *rest)))


def eight_pairs(counts, wilds, true_pung):
    """Every way to make seven pairs and a pung, as sorted tuples of groups; the pung of wilds if that may be."""

    def pairs(left, spare):
        tile = next((k for k in KINDS if left[k]), None)
        if tile is None:
            if spare % 2 == 0:
                yield (("pair", (), ()),) * (spare // 2)
            return
        for n in (1, 2):
            if n <= left[tile] and 2 - n <= spare:
                for rest in pairs(left - Counter([tile] * n), spare - 2 + n):
                    yield (("pair", (tile,) * 2, (tile,) * n), *rest)

    found = set()
    for tile in KINDS:
        for n in (1, 2, 3):
            if n <= counts[tile] and 3 - n <= wilds:
                for rest in pairs(counts - Counter([tile] * n), wilds - 3 + n):
                    found.add(tuple(sorted((("pung", (tile,) * 3, (tile,) * n), *rest))))
    if true_pung:
        for rest in pairs(counts, wilds - 3):
            found.add(tuple(sorted((("pung", (), ()), *rest))))
    return found


class Claim:
    """One claim: its readings (groups, which of them holds the winning tile, in which place), each judged alone."""

    def __init__(self, table, win):
        self.t = table
        self.seat = win["seat"]
        self.win = win
        self.drawn = win.get("from") is None
        hand = table.record["hands"][self.seat]
        self.melds = hand.get("melds", [])
        wild = table.wild_for(self.seat)
        held = [*parse(hand["concealed"]), win["tile"]]
        self.size = len(held) + 3 * len(self.melds)
        self.true = len([k for k in held if k in table.wild])
        self.own = table.own(self.seat) in held
        self.naturals = Counter(k for k in held if k not in wild)
        self.wilds = len(held) - self.naturals.total()
        self.wins_on_wild = win["tile"] in wild
        enough = table.options["wilds_to_win"] == 3 or self.own or table.flower_up
        self.bulldozer = self.true == 3 and enough and table.worth["three_wilds"] > 0
        everything = [k for m in self.melds for k in parse(m["tiles"])] + list(self.naturals.elements())
        self.suits = {k[1] for k in everything} - {"z"}
        self.has_honours = any(k[1] == "z" for k in everything)
        self.kinds = set(everything)
        flags = win.get("flags", [])
        exposed = any(m["kind"] != "concealed_kong" for m in self.melds)
        deals = self.seat == table.dealer
        self.events = []
        if "heavenly" in flags and deals and self.drawn and not exposed:
            self.events.append("heavenly_hand")
        if "earthly" in flags and not deals and win.get("from") == table.dealer and not exposed:
            self.events.append("earthly_hand")
        if "humanly" in flags and not deals and table.options["human_win"]:
            self.events.append("humanly_hand")
        self.bloom = self.drawn and table.options["kong_bloom_tai"] and {"after_kong", "after_flower"} & set(flags)
        giver = table.record["hands"][win["from"]].get("melds", []) if not self.drawn else []
        pungs = [parse(m["tiles"])[0] for m in giver if m["kind"] == "pung"]
        self.robbed = "rob_kong" in flags and win["tile"] in pungs

    def readings(self):
        """(groups, the group of the winning tile, its place in it): place is an index of the group's tiles."""
        if self.size != 17:
            return
        ways = {(s, False) for s in splits(self.naturals, self.wilds, 5 - len(self.melds), 1)}
        if self.t.options["eight_pairs"] and not self.melds:
            pung = self.wilds == 3 and (self.true == 3 or self.true == 2 and self.own and not self.t.flower_up)
            ways |= {(s, True) for s in eight_pairs(self.naturals, self.wilds, pung)}
        tile = self.win["tile"]
        for way, of_pairs in ways:
            for group in set(way):
                sort, stands, naturals = group
                if not self.wins_on_wild:
                    if tile in naturals:
                        yield way, of_pairs, group, stands.index(tile)
                elif len(naturals) < (2 if sort == "pair" else 3):
                    for place in range(3 if sort == "chow" else 1):
                        if sort != "chow" or stands[place] not in naturals:
                            yield way, of_pairs, group, place

    def is_barred(self, group):
        return self.robbed and not self.t.options["rob_wild_pair"] and group[0] == "pair" and len(group[2]) == 1

    def is_fishing(self):
        how = self.t.options["three_wild_honor"]
        if how == "allow" or self.drawn or self.true != 2 or not self.own or self.t.flower_up:
            return False
        if "earthly_hand" in self.events or "humanly_hand" in self.events:
            return False
        pays = self.win["tile"] in ("6z", "7z", self.t.wind(self.seat))
        if how == "forbid":
            return pays
        before = self.naturals - Counter([self.win["tile"]])
        sets = 4 - len(self.melds)
        return not pays and sets >= 0 and any(True for _ in splits(before, 1, sets, 1))

    def limits(self, way, of_pairs, group):
        """The limit ids of one reading."""
        out = set()
        colours = len(self.suits) + self.has_honours
        if colours == 1:
            out.add("all_honors" if self.has_honours else "full_flush")
        outside = all(k[1] == "z" or k[0] in "19" for k in self.kinds)
        if of_pairs:
            return out | ({"all_terminals_and_honors"} if outside else set())
        pungs = [g for g in way if g[0] == "pung"]
        (pair,) = [g for g in way if g[0] == "pair"]
        melded = [parse(m["tiles"])[0] for m in self.melds if m["kind"] != "chow"]
        pure = len([g for g in pungs if not g[2]])
        if pure and self.true == 2 and self.own and not self.t.flower_up:
            out.add("cai_shen_hui")
        if len(pungs) + len(melded) == 5 and outside:
            out |= {"all_terminals_and_honors"} | (set() if self.has_honours else {"all_terminals"})
        out |= self.limits_of_honours([g[1][0] for g in pungs if g[2]] + melded, pure, pair)
        if self.t.options["rare_hands"]:
            out |= self.rare_limits(way, group, pungs, melded, pure)
        return out

    def limits_of_honours(self, natural_pungs, pure, pair):
        """The pure pung and pair stand for whatever is wanted: every choice is tried."""
        out = set()
        for pung in HONOURS if pure else [None]:
            for head in HONOURS if not pair[2] else [pair[1][0]]:
                pungs = set(natural_pungs) | ({pung} if pung else set())
                winds = {k for k in pungs if k in ("1z", "2z", "3z", "4z")}
                count = len([k for k in natural_pungs if k[1] == "z"]) + (pung is not None)
                if self.t.options["four_guardians"] and count >= 3 and head[1] == "z":
                    out.add("si_da_jin_gang")
                if self.t.options["four_winds_strict"] and self.t.up in ("1z", "2z", "3z", "4z"):
                    used = 3 if pung == self.t.up else 2 if head == self.t.up and not pair[2] else 0
                    # all true wilds, two or more, stand in that group, which has room for one more at most
                    if self.true < 2 or used < self.true:
                        continue
                if len(winds) == 4:
                    out.add("big_four_winds")
                    if {"6z", "7z"} - {head} < pungs and head in ("6z", "7z"):
                        out.add("si_fang_da_fa")
                if len(winds) == 3 and head in {"1z", "2z", "3z", "4z"} - winds:
                    out.add("little_four_winds")
        return out

    def kongs(self):
        return [parse(m["tiles"])[0] for m in self.melds if "kong" in m["kind"]]

    def shown_pungs(self, way):
        melded = [parse(m["tiles"])[0] for m in self.melds if m["kind"] != "chow"]
        return [g[1][0] for g in way if g[0] == "pung" and g[2]] + melded

    def shown_chows(self, way):
        return [g[1] for g in way if g[0] == "chow"] + [
            tuple(parse(m["tiles"])) for m in self.melds if m["kind"] == "chow"
        ]

    def concealed_pungs(self, way, group):
        n = len([m for m in self.melds if m["kind"] == "concealed_kong"]) + len([g for g in way if g[0] == "pung"])
        return n - (not self.drawn and group[0] == "pung")

    def rare_limits(self, way, group, pungs, melded, pure):
        out = set()
        kongs = self.kongs()
        if len(kongs) in (4, 5):
            out.add({4: "four_kongs", 5: "five_kongs"}[len(kongs)])
        for n, name in ((5, "five_shifted_kongs"), (4, "four_shifted_kongs"), (3, "three_shifted_kongs")):
            if any(run <= set(kongs) for run in runs(n)):
                out.add(name)
                break
        if self.concealed_pungs(way, group) == 5:
            out.add("five_concealed_pungs")
        shown = self.shown_pungs(way)
        if len(pungs) + len(melded) == 5:
            if any(run <= set(shown) or (pure and len(run - set(shown)) == 1) for run in runs(5)):
                out.add("five_shifted_pungs")
        chows = self.shown_chows(way)
        if any(chows.count(c) >= 4 for c in chows):
            out.add("quadruple_chow")
        if len(self.suits) == 1 and not self.has_honours:
            starts = {int(c[0][0]) for c in chows}
            if any({s, s + 1, s + 2, s + 3} <= starts for s in range(1, 5)) or {1, 3, 5, 7} <= starts:
                out.add("jin_men_qiao")
            if not self.melds and not self.wilds:
                held = self.naturals - Counter([self.win["tile"]])
                (suit,) = self.suits
                nine = [f"{n}{suit}" for n in range(1, 10)]
                both = held[nine[0]] >= 3 and held[nine[8]] >= 3
                if not both and all(any(True for _ in splits(held + Counter([k]), 0, 5, 1)) for k in nine):
                    out.add("jiu_long_fei_tian")
        return out

    def worth(self, way, of_pairs, group, place):
        """(tai, points, ids) of a reading that is no limit hand."""
        t, options = self.t, self.t.options
        ids = []
        if not self.wilds:
            ids.append("no_wilds")
        if self.true >= 2:
            ids.append("two_wilds")
        if self.own:
            ids.append("four_flowers" if t.guests(self.seat) == 3 else "seat_flower")
        if len(self.suits) == 1 and self.has_honours:
            ids.append("half_flush")
        if self.bloom:
            ids.append("out_with_replacement")
        points = 4 * t.guests(self.seat)
        for m in self.melds:
            points += t.meld(m)
            if m["kind"] != "chow":
                ids += t.honours(parse(m["tiles"])[0], self.seat)
        exposed = not self.drawn and group[0] == "pung"
        for sort, stands, naturals in way:
            if sort == "pung" and not naturals and self.true == 2:
                points += 8
            elif sort == "pung":
                points += t.pung(stands[0]) if naturals else 4 if t.flower_up else t.pung(t.up)
                ids += t.honours(stands[0], self.seat) if naturals else []
            if sort == "pair" and naturals and stands[0] in ("6z", "7z", t.wind(self.seat)):
                points += 2
        if exposed:
            points -= t.pung(group[1][0]) // 2
        waits = []
        if group[0] == "pair":
            waits += ["single_wait"] if options["single_wait_points"] else []
            waits += ["self_draw"] if self.drawn and options["single_self_draw"] else []
        elif self.drawn:
            waits.append("self_draw")
        if group[0] == "chow" and place == 1:
            waits.append("closed_wait")
        elif group[0] == "chow" and options["edge_wait_points"] and (place, group[1][0][0]) in ((2, "1"), (0, "7")):
            waits.append("edge_wait")
        points += sum(t.worth[name] for name in waits)
        if of_pairs:
            own_pair = self.wilds == 2 and self.true == 2 and not t.flower_up and ("pair", (), ()) in way
            ids.append("hard_eight_pairs" if not self.wilds or own_pair else "eight_pairs")
        else:
            ids += self.rare_tai(way, group)
            if len([g for g in way if g[0] == "pung"]) + len([m for m in self.melds if m["kind"] != "chow"]) == 5:
                ids.append("all_pungs")
        tai = sum(t.worth[p] for p in ids)
        ids += waits
        if not self.drawn and not tai and not points:
            ids.append("all_chows")
        return tai, points, sorted(ids)

    def rare_tai(self, way, group):
        out = []
        chows, pungs = self.shown_chows(way), self.shown_pungs(way)
        if self.t.options["pure_straight"]:
            starts = {c[0] for c in chows}
            out += ["pure_straight"] if any({"1" + s, "4" + s, "7" + s} <= starts for s in "mps") else []
        if self.t.options["rare_hands"]:
            out += ["three_kongs"] if len(self.kongs()) == 3 else []
            out += ["triple_pung"] if any({f"{n}{s}" for s in "mps"} <= set(pungs) for n in range(1, 10)) else []
            out += ["four_shifted_pungs"] if any(run <= set(pungs) for run in runs(4)) else []
            out += ["four_concealed_pungs"] if self.concealed_pungs(way, group) == 4 else []
        # a set that is worth nothing to the house is not looked for
        looked_for = ("pure_straight", "triple_pung", "four_shifted_pungs")
        return [name for name in out if name not in looked_for or self.t.worth[name]]

    def judged(self):
        """(reason, value, tai, ids); the points of the reading are kept."""
        t = self.t
        readings = list(self.readings())
        at_once = self.bulldozer and self.drawn
        if self.size != 17 and not (at_once and self.size == 16):
            return "tile_count", 0, 0, []
        if not readings and not at_once:
            return "not_a_win", 0, 0, []
        if not t.options["naked_wild_wait"] and len(self.melds) == 5 and self.wilds - self.wins_on_wild == 1:
            return "naked_wild_wait", 0, 0, []
        allowed = [x for x in readings if not self.is_barred(x[2])]
        if readings and not allowed:
            return "rob_wild_pair", 0, 0, []
        best = self.best(allowed)
        if self.is_fishing():
            if t.options["three_wild_honor"] == "honors_only":
                return "three_wild_honor", 0, 0, []
            sound = [x for x in allowed if x[2][0] != "pung" or len(x[2][2]) != 1]
            other = self.best(sound) if sound else None
            if other is None or other[0] < best[0]:
                return "three_wild_honor", 0, 0, []
            best = other
        self.points = best[2]
        return None, best[3], best[1], best[4]

    def best(self, readings):
        """(receipt, tai, points, value, ids)."""
        follow = self.t.follow()
        k = 6 if self.seat == self.t.dealer else 4
        limits = set(self.events) | ({"three_wilds"} if self.bulldozer else set())
        for way, of_pairs, group, _ in readings:
            limits |= self.limits(way, of_pairs, group)
        limits = {name for name in limits if self.t.worth[name]}  # with 0 the house does not play it
        if "si_fang_da_fa" in limits:
            limits -= {"big_four_winds", "all_honors", "all_terminals_and_honors"}
        if limits & {"all_terminals", "all_honors"}:
            limits -= {"all_terminals_and_honors"}
        if limits:
            value = -(-max(self.t.worth[name] for name in limits) // 10) * 10
            return value // 10 * k + 3 * follow[3], 3, 0, value, sorted(limits)
        found = []
        for reading in readings:
            tai, points, ids = self.worth(*reading)
            value = min(300, -(-(20 + points) * 2**tai // 10) * 10)
            found.append((-(k * value // 10 + 3 * follow[min(tai, 3)]), -tai, -points, ids, value))
        receipt, tai, points, ids, value = min(found)
        if "all_chows" in ids:  # no points so far: the page gives it none, a house may
            value = min(300, -(-(20 + self.t.worth["all_chows"]) // 10) * 10)
        return -receipt, -tai, -points, value, ids


def runs(n):
    return [{f"{i}{s}" for i in range(first, first + n)} for s in "mps" for first in range(1, 11 - n)]


def other_total(table, seat):
    """The total of who has not won: every choice of pungs, each with a natural tile at least."""
    hand = table.record["hands"][seat]
    held = parse(hand["concealed"])
    counts = Counter(k for k in held if k in KINDS and k not in table.wild)
    true = len([k for k in held if k in table.wild])
    own = table.own(seat) in held
    guests = table.guests(seat)
    points = 4 * guests + sum(table.meld(m) for m in hand.get("melds", []))
    pays = ("6z", "7z", table.wind(seat))
    tai = 0
    for m in hand.get("melds", []):
        tile = parse(m["tiles"])[0]
        if m["kind"] != "chow" and tile not in table.wild:
            tai += sum(table.worth[name] for name in table.honours(tile, seat))
    four = guests == 3 and table.options["loser_four_flowers"]
    best = 0

    def choose(kinds, counts, used, points, tai):
        nonlocal best
        if used > true + (own and table.own(seat) not in table.wild):
            return
        if not kinds:
            for own_used in (False, True):
                of_true = used if table.flower_up else used - own_used
                if (own_used and not (own and used)) or of_true > true - (table.flower_up and own and not own_used):
                    continue
                more = table.worth["four_flowers" if four else "seat_flower"] if own_used else 0
                more += table.worth["two_wilds"] if of_true >= 2 else 0
                best = max(best, min(300, -(-points * 2 ** (tai + more) // 10) * 10))
            return
        tile, *rest = kinds
        pairs = counts[tile] // 2 * 2 if tile in pays else 0
        choose(rest, counts, used, points + pairs, tai)
        for n in (1, 2, 3):
            if n <= counts[tile]:
                left = counts - Counter([tile] * n)
                more = sum(table.worth[name] for name in table.honours(tile, seat))
                choose(kinds, left, used + 3 - n, points + table.pung(tile), tai + more)

    choose(sorted(counts), counts, 0, points, tai)
    even = all(n % 2 == 0 for n in counts.values()) and len(held) == 16 == counts.total()
    if table.options["eight_pairs"] and even and not hand.get("melds"):
        paid = 4 * guests + sum(counts[k] for k in set(pays))
        best = max(best, min(300, -(-paid * 2 ** table.worth["eight_pairs"] // 10) * 10))
    return best
