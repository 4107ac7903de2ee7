"""Shangrao (上饶麻将): any tile may be wild; a table of hands, each with and without wilds. Page: rules/shangrao.md.

136 tiles. The rows of the table do not add: of all that fit, the one worth most counts.
"""

from .. import hand, kongs, patterns, shapes, tiles
from ..check import Record, RecordError
from ..rules import Ruleset
from ..settle import Claim, Settlement

# Page section "Patterns": the ids of a group, and what it is worth by the wild words; 0 is no row.
NO, BAO, WITH = range(3)
WORDS = ("no_wilds", "bao_diao", "with_wilds")
GROUPS: tuple = (
    (("seven_pairs", "jiu_yao", "all_honors"), 64, 48, 16),
    (("all_pungs", "jiu_yao", "all_honors"), 64, 48, 16),
    (("seven_pairs", "full_flush"), 32, 24, 8),
    (("all_pungs", "full_flush"), 32, 24, 8),
    (("seven_pairs", "jiu_yao"), 32, 24, 8),
    (("all_pungs", "jiu_yao"), 32, 24, 8),
    (("nine_gates",), 16, 0, 0),
    (("plain_hand", "full_flush"), 16, 16, 8),
    (("seven_pairs",), 16, 12, 8),
    (("all_pungs",), 16, 12, 8),
    (("shisan_lan", "qi_xing"), 8, 0, 4),
    (("jiu_yao", "qi_xing"), 8, 0, 4),
    (("plain_hand",), 4, 4, 2),
    (("shisan_lan",), 4, 0, 2),
    (("jiu_yao",), 4, 0, 2),
)
NINE_GATES, PLAIN = 6, 12
# The row is the unit of worth. So that a house can change it, a pattern has the worth of one row: a shape that of the
# row that has nothing else, a property that of the highest row with it, all without a wild; a word that in all pungs.
# A house's worth changes every row with the pattern in proportion (from 16 to 24: half as much again in each), 0
# strikes them out. A flown wild and the events are factors.
SHAPES = ("seven_pairs", "all_pungs", "nine_gates", "plain_hand", "shisan_lan", "jiu_yao")
PROPERTIES = ("full_flush", "all_honors", "qi_xing")
OWN_WORTHS = (16, 16, 16, 4, 4, 4) + (32, 64, 8) + (16, 12, 8)
WINDS = (27, 28, 29, 30)
DRAGONS = (33, 32, 31)  # 中 发 白
EVENTS = ("self_draw", "robbing_the_kong", "out_with_replacement")


class Rules(Ruleset):
    ID = "shangrao"
    HAS_INDICATOR = True
    PATTERNS = tuple(zip(SHAPES + PROPERTIES + WORDS, OWN_WORTHS)) + (("fei_bao", 2),) + tuple([(p, 1) for p in EVENTS])
    REPEATED = ("fei_bao",)
    OPTIONS = (
        ("minimum", 4, (0, 9999)),
        ("dice", 2, (1, 3)),
        ("honor_cycle", "split", ("split", "joint")),
        ("indicator_is_wild", False, None),
        ("pairs_you_bao", True, None),
        ("fly_scope", "plain", ("plain", "all")),
        ("restored_no_wild", False, None),
        ("shisan_lan_wild", "any", ("any", "own")),
        ("qi_xing_by_wild", True, None),
        ("nine_gates_value", 16, (0, 9999)),
        ("win_on_discard", "none", ("none", "single", "full")),
        ("rob_kong", True, None),
        ("after_kong_double", False, None),
        ("dealer_double", False, None),
        ("kong_pay", False, None),
        ("draw_dealer", "stay", ("stay", "next")),
        ("false_win_penalty", 0, (0, 9999)),
    )

    def __init__(self, options: dict):
        super().__init__(options)
        page = dict(self.PATTERNS)
        if all(self.worth[p] == page[p] for p in page):
            page = {}
        self.rows = [[self._base(group, word, page) for word in (NO, BAO, WITH)] for group in range(len(GROUPS))]

    def worths(self) -> dict:
        out = super().worths()
        out["nine_gates"] = self.options["nine_gates_value"]
        if self.options["after_kong_double"]:
            out["out_with_replacement"] = 2
        return out

    # ------------------------------------------------------------ page section "Deal, wall, dice and break"

    breaks_after = 1

    def throws(self, dealer: int, dice: bytes) -> list:
        n = self.options["dice"]
        return [(dealer, n)] * (1 if len(dice) < n else 2)

    def break_side(self, dealer: int, dice: bytes) -> int:
        return (dealer + self.stays(dealer, dice) - 1) % 4

    def stays(self, dealer: int, dice: bytes) -> int:
        return sum(dice[: self.options["dice"]])

    def turned_up(self, dealer: int, dice: bytes) -> int | None:
        return sum(dice[self.options["dice"] :]) or None

    # ------------------------------------------------------------ page section "Wild tiles"

    def wilds(self, indicator: int | None) -> tuple:
        """The next tile: 9 is followed by 1, North by East, White by Red; or the honours in one cycle."""
        if indicator is None or not 0 <= indicator < tiles.FLOWERS:
            return ()
        if self.options["indicator_is_wild"]:
            return (indicator,)
        if indicator < tiles.HONOURS:
            return (indicator + 1 if indicator % 9 < 8 else indicator - 8,)
        cycle: tuple = WINDS + DRAGONS
        if self.options["honor_cycle"] == "split":
            cycle = WINDS if indicator in WINDS else DRAGONS
        return (cycle[(cycle.index(indicator) + 1) % len(cycle)],)

    # ------------------------------------------------------------ page sections "Claims" and "Penalties": the reasons

    def fouled(self, r: Record, w: hand.Win) -> bool:
        return r.fouled(w.seat, "dead_hand")

    def judge(self, r: Record, w: hand.Win) -> Claim:
        wild = self.wilds(r.indicator)
        h = r.hands[w.seat]
        if self.fouled(r, w):
            return Claim(w, "dead_hand")
        if self.miscounted(r, w):
            return Claim(w, "tile_count")
        if not all(m.regular() and not any(k in wild for k in m.tiles) for m in h.melds):
            return Claim(w, "bad_meld")
        row = None
        if w.called and w.tile < tiles.FLOWERS:
            row = self._called(r, w)
        reason = self._forbidden(r, w, wild)
        if reason:
            return Claim(w, reason)
        flown = self._flown(h, w, wild)
        if not w.called:
            row = self._best(self._readings(h, w, wild), flown)
        if row is None:
            return Claim(w, "not_a_win")
        return self._valued(r, w, row[0], row[1], flown)

    def holding(self, r: Record, w: hand.Win, f: int) -> int:
        """A wild never goes into a meld, so no kong of it can be robbed."""
        f = super().holding(r, w, f)
        return f & ~hand.ROB_KONG if w.tile in self.wilds(r.indicator) else f

    # seldom: claimed
    def gives(self, robbed: bool) -> bool:
        return self.options["rob_kong"] if robbed else self.options["win_on_discard"] != "none"

    def _forbidden(self, r: Record, w: hand.Win, wild: tuple) -> str | None:
        """Why the tile may not be claimed: a discard, with a wild among the fourteen tiles, or a kong robbed."""
        if w.giver < 0:
            return None
        if self.flags(r, w) & hand.ROB_KONG:
            return None if self.options["rob_kong"] else "rob_not_allowed"
        if self.options["win_on_discard"] == "none" or w.tile in wild:
            return "discard_not_allowed"
        if w.called:
            used = "bao_diao" in w.called[0] or "with_wilds" in w.called[0]
        else:
            used = any(k in wild for k in r.hands[w.seat].concealed)
        return "discard_not_allowed" if used else None

    def rank(self, r: Record, claims: list) -> None:
        """One winner: after the first legal claim no other is looked at."""
        won = False
        for c in claims:
            if won:
                c.refuse("priority")
            won = won or c.reason is None

    # ------------------------------------------------------------ page section "Claims and turn rules"

    COURSE = ("meld", "kong", "flower", "win", "foul")  # a flower is a wild that was flown
    WINNERS = 1

    def may_rob(self, m) -> bool:  # type: ignore[no-untyped-def]
        return self.options["rob_kong"]

    # ------------------------------------------------------------ page section "Patterns"

    def _best(self, readings: list, flown: int) -> tuple | None:
        """Group and word of the row worth most; of equals the first. None: no row fits."""
        best = None
        most = 0
        for group, row in enumerate(GROUPS):
            for word, shown in readings:
                value = row[0][0] in shown and self.rows[group][word]
                if value and all([p in shown for p in row[0]]):
                    if self._flies(group, word):
                        value *= self.worth["fei_bao"] ** flown
                    if value > most:
                        most = value
                        best = (group, word)
        return best

    def _base(self, group: int, word: int, page: dict) -> int:
        """What a row is worth by itself, as the house has it; 0: there is none. `page` are the worths of the page, or
        nothing if the house has no others.
        """
        if group == NINE_GATES:
            return self.worth["nine_gates"] if word == NO else 0
        if word == WITH and GROUPS[group][0][0] == "seven_pairs" and not self.options["pairs_you_bao"]:
            return 0
        value, whole = GROUPS[group][1 + word], 1
        if not page:
            return value
        for p in GROUPS[group][0] + (WORDS[word],):
            value *= self.worth[p]
            whole *= page[p]
        return value // whole

    def _flies(self, group: int, word: int) -> bool:
        """Does a flown wild double this row."""
        return self.options["fly_scope"] == "all" or (group == PLAIN and word == WITH)

    def _flown(self, h: hand.Hand, w: hand.Win, wild: tuple) -> int:
        """飞宝: the wilds that the winner has discarded."""
        if w.called:
            return w.called[0].count("fei_bao")
        return len([k for k in h.flowers if k in wild])

    # ------------------------------------------------------------ page section "Wild tiles": the words

    def _readings(self, h: hand.Hand, w: hand.Win, wild: tuple) -> list:
        """(word, ids that the tiles show under it), in the order of the words: each wild as its own face (无宝), one
        waiting alone (宝调), all used freely (有宝).
        """
        faces = h.counts()
        before = bytearray(faces)  # without the winning tile; the wilds are taken out below
        faces[w.tile] += 1
        if any(faces[tiles.FLOWERS :]):
            return []
        natural = bytearray(faces)
        held = wilds = 0
        for k in wild:
            held += before[k]
            wilds += faces[k]
            before[k] = natural[k] = 0
        out = []
        if not wilds or self.options["restored_no_wild"]:
            shown = self._sets(faces, 0, 1, h.melds) + self._shown(faces, 0, faces, h.melds)
            if self._lan(faces, 0, h.melds):
                shown.append("shisan_lan")
            if "full_flush" in shown and patterns.is_nine_gates(h.counts()):
                shown.append("nine_gates")
            out.append((NO, shown))
        if wilds:
            shown = self._shown(natural, wilds, faces, h.melds)
            if held:
                out.append((BAO, self._sets(before, held - 1, 0, h.melds) + shown))
            out.append((WITH, self._sets(natural, wilds, 1, h.melds) + shown))
            if self.options["shisan_lan_wild"] == "any":
                if self._lan(natural, wilds, h.melds):
                    out[-1][1].append("shisan_lan")
            elif self._lan(faces, 0, h.melds):
                out.append((WITH, ["shisan_lan"] + self._shown(faces, 0, faces, h.melds)))
        return out

    # ------------------------------------------------------------ page section "Winning shapes"

    def _sets(self, counts: bytearray, wilds: int, pair: int, melds: list) -> list:
        """Which shapes of sets or pairs these tiles and wilds make, with `pair` 0 all but the pair."""
        out = []
        sets = 4 - len(melds)
        if not melds and shapes.odd(counts) <= wilds:
            out.append("seven_pairs")
        if _pungs_needed(counts, pair) <= sets and not any(m.kind == hand.CHOW for m in melds):
            out.append("all_pungs")
        if out[-1:] == ["all_pungs"] or shapes.sets_needed(counts, pair, sets) <= sets:
            out.append("plain_hand")
        return out

    def _shown(self, counts: bytearray, wilds: int, faces: bytearray, melds: list) -> list:
        """What melds, tiles and wilds show whatever their shape."""
        whole = _with_melds(counts, melds)
        suits = patterns.suits(whole)
        out = []
        if patterns.is_full_flush(suits):
            out.append("full_flush")
        if suits == 8:
            out.append("all_honors")
        if patterns.only(whole, patterns.TERMINALS, True):
            out.append("jiu_yao")
        if not self.options["qi_xing_by_wild"]:
            whole = _with_melds(faces, melds)
            wilds = 0
        if whole[tiles.HONOURS : tiles.FLOWERS].count(b"\0") <= wilds:
            out.append("qi_xing")
        return out

    def _lan(self, counts: bytearray, wilds: int, melds: list) -> bool:
        """十三烂: all different, numbers of a suit three apart. Wilds find their places when the suits have room
        for seven tiles in all, beside the seven honours.
        """
        if melds or max(counts) > 1:
            return False
        room = 0
        for low in (0, 9, 18):
            last = -3
            for n in range(9):
                if counts[low + n]:
                    if n - last < 3:
                        return False
                    room += (n - last) // 3
                    last = n
            room += (11 - last) // 3 - 1
        return room >= 7

    # ------------------------------------------------------------ page section "Value formula"

    def _valued(self, r: Record, w: hand.Win, group: int, word: int, flown: int) -> Claim:
        """The claim with its patterns, value and formula."""
        events = self._events(r, w)
        value = self.rows[group][word]
        if not self._flies(group, word):
            flown = 0
        ids = GROUPS[group][0] + (() if group == NINE_GATES else (WORDS[word],)) + ("fei_bao",) * flown + events
        claim = Claim(w, None, [("formula.row", group + 1, value)])
        claim.patterns = [(p, 0 if i else value) for i, p in enumerate(ids)]
        for p, times in [("fei_bao", flown)] + [(p, 1) for p in events]:
            factor = self.worth[p]
            if times and (p == "fei_bao" or factor != 1):
                product = value * factor**times
                claim.steps.append(("formula.flown", times, value, factor, product) if p == "fei_bao" else
                                   ("formula." + p, value, factor, product))  # fmt: skip
                value = product
        if value < self.options["minimum"]:
            claim.reason = "below_minimum"
            claim.steps.append(("formula.short", value, self.options["minimum"]))
        else:
            claim.value = value
        return claim

    def _events(self, r: Record, w: hand.Win) -> tuple:
        if w.called:
            return tuple([p for p in EVENTS if p in w.called[0]])
        flags = self.flags(r, w)
        holds = (w.giver < 0, flags & hand.ROB_KONG, flags & hand.AFTER_KONG)
        return tuple([p for p, so in zip(EVENTS, holds) if so])

    # ------------------------------------------------------------ called patterns

    # seldom: called
    def _called(self, r: Record, w: hand.Win) -> tuple:
        """Group and word of the row that is called. RecordError by name."""
        self.called_rows(r, w, tuple([(p,) for p in SHAPES]))
        called = [p for p in w.called[0] if p != "fei_bao" and p not in EVENTS]
        for group, word, ids in self._rows():
            if sorted(ids) == called:
                return group, word
        raise RecordError("wins.%d.called.patterns: none of them says what hand it is" % r.wins.index(w))

    # seldom: called
    def _rows(self) -> list:
        """(group, word, ids with the word) of all rows that there are."""
        out = []
        for group, row in enumerate(GROUPS):
            for word in (NO, BAO, WITH):
                if self.rows[group][word] or (group == NINE_GATES and word == NO):
                    out.append((group, word, row[0] if group == NINE_GATES else row[0] + (WORDS[word],)))
        return out

    # seldom: called
    def excluded(self, pattern: str) -> tuple:
        """What stands with it in no row."""
        if pattern in EVENTS:
            return ()
        rows = self._rows()
        if pattern == "fei_bao":
            rows = [row for row in rows if self._flies(row[0], row[1])]
        else:
            rows = [row for row in rows if pattern in row[2]]
        return tuple([p for p in SHAPES + PROPERTIES + WORDS if not any(p in row[2] for row in rows)])

    # seldom: called
    def needs(self, pattern: str) -> str | None:
        """The letters of `called.NEEDS` where Shangrao differs."""
        return {
            "all_honors": "z", "jiu_yao": "a", "shisan_lan": "n", "nine_gates": "nHf0",
            "bao_diao": "j", "with_wilds": "j",
        }.get(pattern)  # fmt: skip

    def stand_ins(self, r: Record, w: hand.Win) -> tuple:
        """None where every wild is to be read as its own face."""
        own_face = self.options["restored_no_wild"] and ("no_wilds" in w.called[0] or "nine_gates" in w.called[0])
        return () if own_face else self.wilds(r.indicator)

    # seldom: called
    def against(self, r: Record, w: hand.Win, pattern: str) -> str:
        ids = w.called[0]
        if pattern in SHAPES and pattern != "nine_gates" and not any(word in ids for word in WORDS):
            return "it never comes without no_wilds, bao_diao or with_wilds"
        if pattern == "all_honors" and "jiu_yao" not in ids:
            return "it never comes without jiu_yao"
        if pattern == "fei_bao" and ids.count("fei_bao") > self._most_flown(r, w):
            return "so many wilds were not flown"
        if (
            (pattern == "jiu_yao" and not patterns.only(self._seen(r, w), patterns.TERMINALS, True))
            or (pattern == "qi_xing" and not self._may_have_stars(r, w))
            or (pattern == "bao_diao" and not self._wilds_left(r, w))
        ):
            return "the melds and the winning tile show something else"
        return ""

    # seldom: called
    def _wilds_left(self, r: Record, w: hand.Win) -> int:
        """How many wilds the winner may have beside the winning tile."""
        wild = self.wilds(r.indicator)
        left = self.left(r)
        return sum([left[k] for k in wild]) - (w.tile in wild)

    # seldom: called
    def _most_flown(self, r: Record, w: hand.Win) -> int:
        """How many wilds he may have flown: those recorded, or all that no other has, one kept where he needs it."""
        wild = self.wilds(r.indicator)
        flown = r.hands[w.seat].flowers
        if flown:
            return len([k for k in flown if k in wild])
        ids = w.called[0]
        keeps = "bao_diao" in ids or ("with_wilds" in ids and w.tile not in wild)
        return self._wilds_left(r, w) - keeps

    # seldom: called
    def _seen(self, r: Record, w: hand.Win) -> bytearray:
        """The faces that are known to count: of the melds, and of the winning tile when it is no wild."""
        seen = _with_melds(bytearray(tiles.KINDS), r.hands[w.seat].melds)
        if w.tile >= 0 and (w.tile not in self.wilds(r.indicator) or "no_wilds" in w.called[0]):
            seen[w.tile] += 1
        return seen

    # seldom: called
    def _may_have_stars(self, r: Record, w: hand.Win) -> bool:
        """Can all seven honours be there: enough places in hand, a tile or a wild for each."""
        wild = self.wilds(r.indicator)
        seen, left = self._seen(r, w), self.left(r)
        free = "with_wilds" in w.called[0] and self.options["qi_xing_by_wild"]
        if w.tile in wild and not free:
            seen[w.tile] += 1
        missing = gone = 0
        for k in range(tiles.HONOURS, tiles.FLOWERS):
            if not seen[k]:
                missing += 1
                if not left[k] or (k in wild and "no_wilds" in w.called[0] and not self.options["restored_no_wild"]):
                    gone += 1
        open_tile = w.tile < 0 or (free and w.tile in wild)
        supply = self._wilds_left(r, w) + (w.tile in wild) if free else 0
        return gone <= supply and missing <= self.HAND - 3 * len(r.hands[w.seat].melds) + open_tile

    # ------------------------------------------------------------ page sections "Payments" and "Kong payments"

    def pay(self, r: Record, s: Settlement) -> None:
        c = s.valid()[0]
        i = s.claims.index(c)
        seat, giver = c.win.seat, c.win.giver
        shares = [self._share(r, c, j) for j in range(r.seats)]
        if giver < 0:
            for j in range(r.seats):
                if j != seat:
                    s.pay(j, seat, shares[j], self._why(r, "self_draw", (seat, j)), i)
        elif c.robbed or self.options["win_on_discard"] == "full":
            why = "robbed" if c.robbed else "discard_for_all"
            s.pay(giver, seat, sum(shares), self._why(r, why, range(r.seats)), i)
        else:
            s.pay(giver, seat, shares[giver], self._why(r, "discard", (seat, giver)), i)
        if self.options["kong_pay"]:
            kongs.pay_kongs(s, r, 1)

    # seldom: course
    def kong_money(self, declared: list, wins: list) -> list:
        """Paid if somebody wins."""
        pay = self.options["kong_pay"]
        return kongs.money(self.SEATS, declared, lambda r, s: kongs.pay_kongs(s, r, 1)) if pay else []

    def _share(self, r: Record, c: Claim, other: int) -> int:
        """a(j): what one opponent owes; nothing the winner himself."""
        if other == c.win.seat:
            return 0
        return c.value * (2 if self.options["dealer_double"] and r.dealer in (c.win.seat, other) else 1)

    def _why(self, r: Record, why: str, seats: tuple | range) -> str:
        return why + "_dealer" if self.options["dealer_double"] and r.dealer in seats else why

    # ------------------------------------------------------------ page section "Dealer rotation and carry-over"

    def next_dealer(self, r: Record, s: Settlement) -> int | None:
        won = s.valid()
        if won:
            return won[0].win.seat
        s.void = len(r.wins) > 0
        if not s.void and self.options["draw_dealer"] == "next":
            return (r.dealer + 1) % r.seats
        return r.dealer


def _with_melds(counts: bytearray, melds: list) -> bytearray:
    whole = bytearray(counts)
    for m in melds:
        for k in m.tiles:
            whole[k] += 1
    return whole


def _pungs_needed(counts: bytearray, pair: int) -> int:
    """The fewest pungs that cover all tiles, beside a pair if `pair` is 1: wilds fill them up (shapes.py says why)."""
    total = saves = 0
    for c in bytes(counts).replace(b"\0", b""):
        total += 1 if c < 4 else 2
        if c != 3:
            saves = pair
    return total - saves
