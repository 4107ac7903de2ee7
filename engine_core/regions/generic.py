"""Generic house rules (通用): twelve hands whose worths the house may set. Page: rules/generic.md.

136 tiles, no wilds, no flowers; wall, break and deal are the common ones.
"""

from .. import hand, kongs, patterns, shapes, tiles
from ..check import BIG, Record, RecordError, field_name
from ..rules import Ruleset
from ..settle import Claim, Settlement

# Page section "Patterns", numbers 1 to 12.
TABLE = (
    ("plain_hand", 1), ("all_pungs", 2), ("full_flush", 4), ("seven_pairs", 4), ("melded_hand", 4),
    ("full_flush_pungs", 8), ("full_flush_seven_pairs", 16), ("full_flush_melded_hand", 16),
    ("thirteen_orphans", 32), ("big_four_winds", 32), ("seven_shifted_pairs", 32), ("all_honors", 16),
)  # fmt: skip
# Page section "Value formula": of equal worths the first counts.
ORDER = tuple([TABLE[n - 1][0] for n in (11, 10, 9, 12, 8, 7, 6, 5, 4, 3, 2, 1)])
# What does not count beside a pattern in a product.
EXCLUDES = {
    "big_four_winds": ("all_pungs",), "all_honors": ("all_pungs",),
    "seven_shifted_pairs": ("seven_pairs", "full_flush"),
}  # fmt: skip
# The first two together are the third.
TOGETHER = (
    ("full_flush", "all_pungs", "full_flush_pungs"),
    ("full_flush", "seven_pairs", "full_flush_seven_pairs"),
    ("full_flush", "melded_hand", "full_flush_melded_hand"),
)
COMBINED = tuple([row[2] for row in TOGETHER])
# Of these a winning hand shows one at least.
SHAPES = ("plain_hand", "seven_pairs", "thirteen_orphans")
# What a product may multiply, at most.
FACTORS = (
    ("all_pungs", "full_flush", "melded_hand"), ("big_four_winds", "all_honors", "melded_hand"),
    ("seven_pairs", "full_flush"), ("seven_shifted_pairs",), ("thirteen_orphans",), ("plain_hand",),
)  # fmt: skip
# What a hand of the first shows as well, by definition, each before what follows from it in turn.
BRINGS = (
    ("seven_shifted_pairs", "seven_pairs"), ("seven_shifted_pairs", "full_flush"), ("all_honors", "all_pungs"),
    ("big_four_winds", "all_pungs"), ("melded_hand", "all_pungs"), ("all_pungs", "plain_hand"),
)  # fmt: skip


class Rules(Ruleset):
    ID = "generic"
    PATTERNS = TABLE + (("self_draw", 0),)
    FLAGS = hand.ROB_KONG  # worth nothing, but the payment is told by it
    OPTIONS: tuple = (
        ("values", {}, (0, 9999)),
        ("combine", "best", ("best", "product")),
        ("minimum", 1, (0, 9999)),
        ("allow_chow", True, None),
        ("win_on_discard", True, None),
        ("multi_win", True, None),
        ("discard_pays", "one", ("one", "all")),
        ("self_draw_factor", 1, (1, 100)),
        ("dealer_double", False, None),
        ("kong_unit", 0, (0, 9999)),
        ("rotation", "pass", ("pass", "winner")),
        ("false_win_penalty", 0, (0, 9999)),
    )

    HOUSE = (("house", "", 40),)
    WORTHS = "values"
    BARE = ("self_draw",)

    def __init__(self, options: dict):
        super().__init__(options)
        if self.options["combine"] == "product" and self._most() > BIG:
            raise RecordError("options.values: their products make hands that are paid more than %d" % BIG)
        # page section "Claims and turn rules"
        self.CHOW = self.options["allow_chow"]
        self.WINNERS = 0 if self.options["multi_win"] else 1

    def checked_option(self, name: str, value: object) -> object:
        """`values` are worths of the twelve hands; those that are the page's own are no change."""
        value = super().checked_option(name, value)
        if name != "values" or not isinstance(value, dict):
            return value
        own = dict(TABLE)
        for p in value:
            if p not in own:
                raise RecordError("options.values.%s: it is in no table of worths" % field_name(p))
        return {p: value[p] for p in value if value[p] != own[p]}

    def _most(self) -> int:
        """The most that a seat wins or pays for the wins of a hand, where worths are multiplied."""
        most = 0
        for names in FACTORS:
            value = 1
            for p in names:
                value *= max(self.worth[p], 1)
            most = max(most, value)
        # three pay a self-draw, or one pays three winners for all three; all doubled
        return most * 2 * max(3 * self.options["self_draw_factor"], 9)

    # ------------------------------------------------------------ page section "Minimum to win", penalties: reasons

    # seldom: claimed
    def gives(self, robbed: bool) -> bool:
        return self.options["win_on_discard"]

    def fouled(self, r: Record, w: hand.Win) -> bool:
        return r.fouled(w.seat, "dead_hand")

    def judge(self, r: Record, w: hand.Win) -> Claim:
        melds = r.hands[w.seat].melds
        if self.fouled(r, w):
            return Claim(w, "dead_hand")
        if self.miscounted(r, w):
            return Claim(w, "tile_count")
        if not all(m.regular() and (m.kind != hand.CHOW or self.options["allow_chow"]) for m in melds):
            return Claim(w, "bad_meld")
        if w.giver >= 0 and not self.options["win_on_discard"]:
            return Claim(w, "discard_not_allowed")
        if w.tile >= tiles.FLOWERS:
            return Claim(w, "not_a_win")
        drawn = w.giver < 0
        if w.called:
            some = all([self.worth[p] for p in SHAPES])  # else a hand may show none
            ids = [p for p, _ in self.called_rows(r, w, TABLE if some else ())]
            drawn = "self_draw" in ids
            fits = [[p for p in ids if p != "self_draw"]]
        else:
            fits = self._readings(r, w)
        if not fits:
            return Claim(w, "not_a_win")
        claim = Claim(w)
        self._evaluate(r, claim, fits)
        if drawn:
            claim.patterns.append(("self_draw", 0))
        return claim

    def rank(self, r: Record, claims: list) -> None:
        """Decision 7: what may follow the first legal claim."""
        won: list = []
        for c in claims:
            late = self._late(c.win, won)
            if late:
                c.refuse(late)
            elif c.reason is None:
                won.append(c.win)

    def _late(self, w: hand.Win, won: list) -> str:
        """Why a claim does not count after those that have won, or ''."""
        if not won:
            return ""
        if not self.options["multi_win"]:
            return "priority"  # whatever the tile
        again = any(w.seat == other.seat for other in won)
        return "hand_over" if again or w.giver < 0 or w.giver != won[0].giver or w.tile != won[0].tile else ""

    def unread(self, r: Record, w: hand.Win) -> bool:
        won: list = []
        for before in r.wins:
            if before is w:
                break
            if not self._late(before, won) and self.judge(r, before).reason is None:
                won.append(before)
        return self._late(w, won) != ""

    # ------------------------------------------------------------ page sections "Winning shapes" and "Patterns"

    def _readings(self, r: Record, w: hand.Win) -> list:
        """The entries that fit, a list for each reading, in the order that decides between equal products."""
        h = r.hands[w.seat]
        counts = h.counts()
        counts[w.tile] += 1
        whole = bytearray(counts)
        for m in h.melds:
            for k in m.tiles:
                whole[k] += 1
        suits = patterns.suits(whole)
        flush = ["full_flush"] if patterns.is_full_flush(suits) else []
        out = []
        if not h.melds and shapes.is_seven_pairs(counts):
            shifted = flush and b"\x02\x02\x02\x02\x02\x02\x02" in bytes(counts[: tiles.HONOURS])
            out.append((["seven_shifted_pairs"] if shifted else ["seven_pairs"]) + flush)
        if not h.melds and shapes.is_thirteen_orphans(counts):
            out.append(["thirteen_orphans"])
        how = patterns.readings(counts, h.melds)
        if how & patterns.OF_PUNGS:
            names = ["all_pungs"]
            for name, holds in (
                ("melded_hand", len(h.melds) == 4),
                ("big_four_winds", min(whole[tiles.HONOURS : tiles.DRAGONS]) > 2),
                ("all_honors", suits == 8),
            ):
                if holds:
                    names.append(name)
            out.append(names + flush)
        if how & patterns.OF_OTHERS:
            out.append(["plain_hand"] + flush)
        return out

    # ------------------------------------------------------------ page section "Value formula"

    def _evaluate(self, r: Record, claim: Claim, fits: list) -> None:
        """Value, patterns and formula from the entries that fit, by reading."""
        if self.options["combine"] == "best":
            fits = [[p for names in fits for p in names]]
        counted: list = []
        value = -1
        for names in fits:
            ids = self._counted(names)
            worth = 1 if ids else 0
            for p in ids:
                worth *= self.worth[p]
            if worth > value:
                value = worth
                counted = ids
        claim.patterns = [(p, self.worth[p]) for p in sorted(counted)]
        least = self.options["minimum"]
        if value < least:
            claim.reason = "below_minimum"
            claim.steps = [("formula.short", value, least)]
            return
        claim.value = value
        claim.steps = self._formula([row[1] for row in claim.patterns], value) + self._shares(r, claim.win)

    def _counted(self, names: list) -> list:
        """Of the entries that fit in a reading those that count. 0 removes an entry, not what is made of it."""
        shown = list(names)
        for one, other, both in TOGETHER:
            if both in shown:
                shown += [one, other]
        for one, other in BRINGS:
            if one in shown and other not in shown:
                shown.append(other)
        for one, other, both in TOGETHER:
            if one in shown and other in shown:
                shown.append(both)
        fit = [p for p in ORDER if p in shown and self.worth[p]]
        if self.options["combine"] == "best":
            return [max(fit, key=lambda p: self.worth[p])] if fit else []
        no = [q for p in fit for q in EXCLUDES.get(p, ())]
        fit = [p for p in fit if p not in no and p not in COMBINED]
        return fit if len(fit) == 1 else [p for p in fit if p != "plain_hand"]

    def _formula(self, worths: list, value: int) -> list:
        if len(worths) > 1:
            return [tuple(["formula.product_%d" % len(worths)] + worths + [value])]
        return [("formula.%s" % (self.options["combine"] if worths else "nothing"), value)]

    def _shares(self, r: Record, w: hand.Win) -> list:
        """What makes the payments of a win other than its value, as rows of the formula."""
        out: list = []
        drawn, shared = w.giver < 0, self.options["discard_pays"] == "all"
        if drawn and self.options["self_draw_factor"] > 1:
            out.append(("formula.self_draw_factor", self.options["self_draw_factor"]))
        if not drawn and shared:
            out.append(("formula.discard_all",))
        if self.options["dealer_double"] and (drawn or shared or r.dealer in (w.seat, w.giver)):
            out.append(("formula.dealer_double",))
        return out

    # ------------------------------------------------------------ called patterns

    # seldom: called
    def needs(self, pattern: str) -> str | None:
        return {
            "melded_hand": "4P", "full_flush_melded_hand": "f4P", "full_flush_seven_pairs": "nqf",
            "seven_shifted_pairs": "nf",
        }.get(pattern)  # fmt: skip

    # seldom: called
    def excluded(self, pattern: str) -> tuple:
        if pattern == "thirteen_orphans":
            return tuple([p for p in ORDER if p != pattern])
        return EXCLUDES.get(pattern, ()) if self.options["combine"] == "product" else ()

    # seldom: called
    def against(self, r: Record, w: hand.Win, pattern: str) -> str:
        if pattern != "self_draw" and not self.worth[pattern]:
            return "options.values has removed it"
        left = self.left(r)
        if pattern == "thirteen_orphans" and not all(left[k] for k in patterns.ORPHANS):
            return "of one of them no tile is left"
        if pattern == "seven_shifted_pairs" and not any(self._may_shift(left, w.tile, k) for k in (0, 1, 2)):
            return "no seven numbers have two tiles left"
        return ""

    # seldom: called
    def _may_shift(self, left: bytearray, tile: int, first: int) -> bool:
        """Are there pairs of seven numbers from 1 + `first` on in a suit, the winning tile (-1: unknown) among them."""
        for low in (first, first + 9, first + 18):
            if (tile < 0 or low <= tile < low + 7) and min(left[low : low + 7]) > 1:
                return True
        return False

    # ------------------------------------------------------------ page sections "Payments" and "Kong payments"

    def pay(self, r: Record, s: Settlement) -> None:
        for c in s.valid():
            i = s.claims.index(c)
            seat, giver = c.win.seat, c.win.giver
            doubled = self.options["dealer_double"]
            owed = [c.value * (2 if doubled and r.dealer in (seat, j) else 1) for j in range(r.seats)]
            owed[seat] = 0
            if giver < 0:
                for j in range(r.seats):
                    if j != seat:
                        s.pay(j, seat, owed[j] * self.options["self_draw_factor"], "self_draw", i)
            else:
                amount = sum(owed) if self.options["discard_pays"] == "all" else owed[giver]
                s.pay(giver, seat, amount, "robbed" if c.robbed else "discard", i)

    def pay_always(self, r: Record, s: Settlement) -> None:
        """Kongs, in any hand but a void one (page section "Penalties")."""
        s.void = len(s.claims) > 0 and not s.valid()
        if self.options["kong_unit"] and not s.void:
            kongs.pay_kongs(s, r, self.options["kong_unit"])

    # seldom: course
    def kong_money(self, declared: list, wins: list) -> list:
        unit = self.options["kong_unit"]
        return kongs.money(self.SEATS, declared, lambda r, s: kongs.pay_kongs(s, r, unit)) if unit else []

    # ------------------------------------------------------------ page section "Dealer rotation and carry-over"

    def next_dealer(self, r: Record, s: Settlement) -> int | None:
        won = s.valid()
        if won and self.options["rotation"] == "winner":
            return won[0].win.seat
        return super().next_dealer(r, s)
