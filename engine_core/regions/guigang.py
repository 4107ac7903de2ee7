"""Guigang (贵港麻将): fans that double, a limit for ordinary hands. Page: rules/guigang.md.

136 tiles, no wilds, no flowers; wall, break and deal are the common ones.
"""

from .. import hand, patterns, settle, shapes, tiles
from ..check import Record, RecordError
from ..rules import Ruleset
from ..settle import Claim, Settlement

# Page section "Patterns". A and B add up to the limit; of C one counts, the highest, on equal fans the earlier; D lift,
# to the limit or to the fans that the house gives them.
A = (("chicken_hand", 1), ("all_chows", 2), ("half_flush", 3), ("all_pungs", 4))
B = (("self_draw", 1), ("seat_wind", 1), ("prevalent_wind", 1), ("dragon_pung", 1), ("ready_hand", 1))
C = (
    ("heavenly_hand", 8), ("humanly_hand", 8), ("earthly_hand", 8), ("all_honors", 8), ("all_terminals", 8),
    ("big_three_dragons", 8), ("big_four_winds", 8), ("nine_gates", 8), ("thirteen_orphans", 8),
    ("full_flush_pungs", 7), ("little_four_winds", 7), ("little_three_dragons", 6), ("all_terminals_and_honors", 6),
    ("full_flush", 5), ("half_flush_pungs", 5), ("seven_pairs", 5),
)  # fmt: skip
D = (("out_with_replacement", 5), ("robbing_the_kong", 5), ("last_tile_draw", 5), ("triple_win", 5))
EVENTS = tuple([p for p, _ in D])
MOST_FAN = 20  # 2 to this is paid several times and stays a small int
SPECIAL = tuple([p for p, _ in C])


class Rules(Ruleset):
    ID = "guigang"
    ROUND_WIND = True
    PATTERNS = A + B + C + D
    TURN_KONG = False
    REPEATED = ("dragon_pung",)
    BARE = EVENTS
    COURSE = ("meld", "kong", "declared", "win", "foul")
    FLAGS = hand.AFTER_KONG | hand.ROB_KONG | hand.LAST_TILE | hand.HEAVENLY | hand.EARTHLY | hand.HUMANLY
    OPTIONS = (
        ("fan_cap", 5, (1, MOST_FAN)),
        ("full_flush_pungs_fan", 7, (0, MOST_FAN)),
        ("little_three_dragons_fan", 6, (0, MOST_FAN)),
        ("liability", "same_feeder", ("same_feeder", "third_meld", "none")),
        ("false_win_penalty", 32, (0, 9999)),
    )
    HOUSE = (("worths", {}, (0, MOST_FAN)),) + Ruleset.HOUSE[1:]

    def worths(self) -> dict:
        out = super().worths()
        out["full_flush_pungs"] = self.options["full_flush_pungs_fan"]
        out["little_three_dragons"] = self.options["little_three_dragons_fan"]
        for p in EVENTS:
            out[p] = self.options["fan_cap"]
        return out

    # ------------------------------------------------------------ page section "Minimum to win", flags

    # seldom: claimed
    def holding(self, r: Record, w: hand.Win, f: int) -> int:
        f = Ruleset.holding(self, r, w, f)
        melds = r.hands[w.seat].melds
        if w.seat == r.dealer or melds or w.giver != r.dealer:
            f &= ~hand.HUMANLY
        if w.seat == r.dealer or melds or w.giver >= 0:
            f &= ~hand.EARTHLY
        if w.giver >= 0:
            f &= ~hand.LAST_TILE
        return f

    def judge(self, r: Record, w: hand.Win) -> Claim:
        if self.fouled(r, w):
            return Claim(w, "dead_hand")
        if self.miscounted(r, w):
            return Claim(w, "tile_count")
        if w.tile >= tiles.FLOWERS or not all(m.regular() for m in r.hands[w.seat].melds):
            return Claim(w, "not_a_win")
        rows = self.called_rows(r, w, A + C) if w.called else self._best(r, w)
        if rows is None:
            return Claim(w, "not_a_win")
        claim = Claim(w)
        claim.patterns = rows
        self._evaluate(claim)
        return claim

    def rank(self, r: Record, claims: list) -> None:
        """Several winners need one tile; three on one discard are lifted to the limit (D)."""
        won = self.only_together(r, claims)
        triple = len(won) == 3 and not any(c.robbed for c in won)
        for c in won:
            if c.win.called:
                if "triple_win" in c.ids() and not triple:
                    at = "wins.%d.called.patterns" % claims.index(c)
                    raise RecordError("%s: triple_win, but no three won on one discard" % at)
            elif triple:
                c.patterns.append(("triple_win", self.worth["triple_win"]))
                self._evaluate(c)

    # ------------------------------------------------------------ page sections "Patterns" and "Value formula"

    def _best(self, r: Record, w: hand.Win) -> list | None:
        """The pattern rows of the best reading, events (D) included; None if there is no winning shape."""
        h = r.hands[w.seat]
        melds = h.melds
        counts = h.counts()
        counts[w.tile] += 1
        if any(counts[tiles.FLOWERS :]):
            return None
        whole = bytearray(counts)
        for m in melds:
            for k in m.tiles:
                whole[k] += 1
        flags = self.flags(r, w)
        anyhow = self._by_event(flags)  # heavenly and the like, whatever the hand
        readings = shapes.Splits(counts, 0, patterns.Weigh()).hands(4 - len(melds))
        added = patterns.melded(melds)
        suits = patterns.suits(whole)
        rows = []
        for split in readings:
            folded = patterns.join(split, added)
            rows += self._special(anyhow + self._of_sets(folded, whole, suits))
            rows.append(self._ordinary(r, w, folded, suits))
        if not melds:
            names = self._of_thirteen(counts, h.concealed, suits)
            rows += self._special(anyhow + names) if names else []
        if not rows:
            return None
        return (min(rows, key=self._order) if len(rows) > 1 else rows[0]) + self._events(flags)

    def _by_event(self, flags: int) -> list:
        out = []
        if flags & hand.HEAVENLY:
            out.append("heavenly_hand")
        if flags & hand.HUMANLY:
            out.append("humanly_hand")
        if flags & hand.EARTHLY:
            out.append("earthly_hand")
        return out

    def _of_sets(self, folded: int, whole: bytearray, suits: int) -> list:
        """The C patterns of four sets and a pair."""
        out = []
        pungs = patterns.pungs(folded) == 4
        winds, dragons = patterns.bits(patterns.wind_pungs(folded)), patterns.dragon_pungs(folded)
        pair = patterns.pair_honour(folded)
        for name, holds in (
            ("all_honors", suits == 8),
            ("all_terminals", pungs and patterns.only(whole, patterns.TERMINALS, False)),
            ("big_three_dragons", dragons == 3),
            ("big_four_winds", winds == 4),
            ("full_flush_pungs", pungs and patterns.is_full_flush(suits)),
            ("little_four_winds", winds == 3 and 1 <= pair <= 4),
            ("little_three_dragons", dragons == 2 and pair >= 5),
            ("all_terminals_and_honors", self._is_mixed(whole, suits)),
            ("full_flush", patterns.is_full_flush(suits)),
            ("half_flush_pungs", pungs and patterns.is_half_flush(suits)),
        ):
            if holds:
                out.append(name)
        return out

    def _of_thirteen(self, counts: bytearray, concealed: bytes, suits: int) -> list:
        """The C patterns of a hand without melds: nine gates, thirteen orphans, seven pairs and what shows in them."""
        out = []
        if patterns.is_full_flush(suits) and patterns.is_nine_gates(tiles.count(concealed)):
            out.append("nine_gates")
        if shapes.is_thirteen_orphans(counts):
            out.append("thirteen_orphans")
        elif shapes.is_seven_pairs(counts):
            out.append("seven_pairs")
            if patterns.is_full_flush(suits):
                out.append("full_flush")
            if self._is_mixed(counts, suits):
                out.append("all_terminals_and_honors")
        return out

    def _is_mixed(self, counts: bytearray, suits: int) -> bool:
        return suits > 8 and patterns.only(counts, patterns.TERMINALS, True)

    def _special(self, names: list) -> list:
        """The one C pattern that counts, as the rows of one reading or none: the highest, of equals the earlier."""
        best = None
        for name, _ in C if names else ():
            if name in names and (best is None or self.worth[name] > self.worth[best]):
                best = name
        return [[(best, self.worth[best])]] if best else []

    def _ordinary(self, r: Record, w: hand.Win, folded: int, suits: int) -> list:
        """The A and B rows of a reading, not cut by the limit."""
        h = r.hands[w.seat]
        names = []
        if patterns.chows(folded) == 4:
            names.append("all_chows")
        if patterns.is_half_flush(suits):
            names.append("half_flush")
        if patterns.pungs(folded) == 4:
            names.append("all_pungs")
        if not names:
            names.append("chicken_hand")
        winds = patterns.wind_pungs(folded)
        if w.giver < 0:
            names.append("self_draw")
        if winds >> r.seat_wind(w.seat) & 1:
            names.append("seat_wind")
        if winds >> r.round_wind & 1:
            names.append("prevalent_wind")
        names += ["dragon_pung"] * patterns.dragon_pungs(folded)
        if h.ready == hand.DECLARED:
            names.append("ready_hand")
        return [(n, self.worth[n]) for n in names]

    def _order(self, rows: list) -> tuple:
        """Best first: fans, special before ordinary, earlier in table C, uncapped sum, ids in alphabetic order."""
        total = sum([worth for _, worth in rows])
        if rows[0][0] in SPECIAL:
            return (-total, 0, SPECIAL.index(rows[0][0]), 0, [])
        return (-min(total, self.options["fan_cap"]), 1, 0, -total, sorted([n for n, _ in rows]))

    def _events(self, flags: int) -> list:
        names = []
        if flags & hand.AFTER_KONG:
            names.append("out_with_replacement")
        if flags & hand.ROB_KONG:
            names.append("robbing_the_kong")
        if flags & hand.LAST_TILE:
            names.append("last_tile_draw")
        return [(n, self.worth[n]) for n in names]

    def _evaluate(self, claim: Claim) -> None:
        """Value and formula from the pattern rows: limit, lift, two to the fans."""
        cap = self.options["fan_cap"]
        fan = sum([worth for n, worth in claim.patterns if n not in EVENTS])
        claim.steps = [("formula.fan", fan)]
        if fan > cap and not any(n in SPECIAL for n, _ in claim.patterns):
            fan = cap
            claim.steps.append(("formula.limit", cap))
        lift = max([worth for n, worth in claim.patterns if n in EVENTS] + [0])
        if fan < lift:
            fan = lift
            claim.steps.append(("formula.lifted" if fan == cap else "formula.raised", fan))
        claim.value = 1 << fan
        claim.steps.append(("formula.power", fan, claim.value))

    # ------------------------------------------------------------ called patterns

    def excluded(self, pattern: str) -> tuple:
        """Of C one counts, and nothing of A and B beside it."""
        return tuple([p for p, _ in A + B + C if p != pattern]) if pattern in SPECIAL else ()

    # seldom: called
    def against(self, r: Record, w: hand.Win, pattern: str) -> str:
        if pattern == "thirteen_orphans":
            left = self.left(r)
            if not all(left[k] for k in patterns.ORPHANS):
                return "of one of them no tile is left"
        if pattern == "triple_win" and (w.giver < 0 or [v.giver for v in r.wins].count(w.giver) < 3):
            return "no three won on one discard"
        return ""

    # ------------------------------------------------------------ page section "Payments"

    def pay(self, r: Record, s: Settlement) -> None:
        won = s.valid()
        for c in won:
            i = s.claims.index(c)
            w = c.win
            liable = self._liable(r, w.seat)
            if w.giver < 0 and liable:
                s.pay(liable[0], w.seat, 3 * c.value, "liable", i)
            elif w.giver < 0:
                s.pay_each(w.seat, c.value, "self_draw", i)
            elif c.robbed:
                s.pay(w.giver, w.seat, 3 * c.value, "robbed", i)
            elif liable and liable[0] != w.giver and len(won) < 3:
                s.pay(liable[0], w.seat, c.value, "liable", i)
            else:
                s.pay(w.giver, w.seat, c.value, "discard", i)

    def _liable(self, r: Record, seat: int) -> list:
        """包胡: at most one seat, by option `liability`."""
        how = self.options["liability"]
        if how == "none":
            return []
        return settle.feeders(r, seat, False) if how == "same_feeder" else settle.third_feeder(r, seat)
