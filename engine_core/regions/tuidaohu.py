"""Guangdong push-down (广东推倒胡): any complete hand wins, fans are added and paid as points. Page: rules/tuidaohu.md.

136 tiles, no wilds, no flowers; wall, break and deal are the common ones.
"""

from .. import hand, kongs, patterns, shapes, tiles
from ..check import Record
from ..rules import Ruleset
from ..settle import Claim, Settlement

# Page section "Patterns": those that the seed names, and those that were completed.
SEED = (("concealed_hand", 5), ("half_flush", 5), ("full_flush", 10), ("all_pungs", 5))
COMPLETED = (
    ("seven_pairs", 10), ("all_honors", 20), ("thirteen_orphans", 20), ("out_with_replacement", 5),
    ("robbing_the_kong", 5), ("last_tile_draw", 5), ("heavenly_hand", 20), ("earthly_hand", 20),
)  # fmt: skip
SEED_IDS = tuple([p for p, _ in SEED])
# What each of these never comes without: one of the others at least.
NEVER_WITHOUT = {
    "seven_pairs": ("concealed_hand",), "thirteen_orphans": ("concealed_hand",), "heavenly_hand": ("concealed_hand",),
    "earthly_hand": ("concealed_hand",), "all_honors": ("all_pungs", "seven_pairs"),
}  # fmt: skip
EVENTS = (
    ("out_with_replacement", hand.AFTER_KONG), ("robbing_the_kong", hand.ROB_KONG), ("last_tile_draw", hand.LAST_TILE),
    ("heavenly_hand", hand.HEAVENLY), ("earthly_hand", hand.EARTHLY),
)  # fmt: skip


class Rules(Ruleset):
    ID = "tuidaohu"
    PATTERNS = SEED + COMPLETED
    TURN_KONG = False  # page section "Claims and turn rules": no kong in the turn of a chow or pung
    FLAGS = hand.AFTER_KONG | hand.ROB_KONG | hand.LAST_TILE | hand.HEAVENLY | hand.EARTHLY
    OPTIONS = (
        ("plain_fan", 1, (0, 9999)),
        ("all_pungs_fan", 5, (0, 9999)),
        ("completed_patterns", True, None),
        ("self_draw_factor", 1, (1, 100)),
        ("kong_pay", True, None),
        ("false_win_penalty", 5, (0, 9999)),
        ("draw_seconds", 15, (1, 3600)),
        ("claim_seconds", 5, (1, 3600)),
    )

    def worths(self) -> dict:
        out = super().worths()
        out["all_pungs"] = self.options["all_pungs_fan"]
        return out

    # ------------------------------------------------------------ page section "Minimum to win"

    def judge(self, r: Record, w: hand.Win) -> Claim:
        if self.fouled(r, w):
            return Claim(w, "dead_hand")
        if self.miscounted(r, w):
            return Claim(w, "tile_count")
        if w.tile >= tiles.FLOWERS or not all(m.regular() for m in r.hands[w.seat].melds):
            return Claim(w, "not_a_win")
        rows = self.called_rows(r, w, ()) if w.called else self._best(r, w)
        if rows is None:
            return Claim(w, "not_a_win")
        claim = Claim(w)
        claim.patterns = rows
        self._evaluate(claim, self.flags(r, w) & hand.ROB_KONG > 0)
        return claim

    def rank(self, r: Record, claims: list) -> None:
        self.only_together(r, claims)

    # ------------------------------------------------------------ page sections "Winning shapes" and "Patterns"

    def holding(self, r: Record, w: hand.Win, f: int) -> int:
        f = super().holding(r, w, f)
        if w.seat == r.dealer or r.hands[w.seat].melds or w.giver not in (-1, r.dealer):
            f &= ~hand.EARTHLY
        if w.giver >= 0:
            f &= ~hand.LAST_TILE
        return f

    def _best(self, r: Record, w: hand.Win) -> list | None:
        """The pattern rows of the best reading; None if there is no winning shape."""
        h = r.hands[w.seat]
        counts = h.counts()
        counts[w.tile] += 1
        readings = self._shapes(counts, h.melds)
        if not readings:
            return None
        fixed = self._fixed(r, w, counts)
        hands = [self._rows(fixed + names) for names in readings]
        return min(hands, key=lambda rows: (-sum([worth for _, worth in rows]), rows))

    def _shapes(self, counts: bytearray, melds: list) -> list:
        """The patterns of each reading that depend on it."""
        out = []
        how = patterns.readings(counts, melds)
        if how & patterns.OF_PUNGS:
            out.append(["all_pungs"])
        if how & patterns.OF_OTHERS:
            out.append([])
        if self.options["completed_patterns"] and not melds:
            if shapes.is_seven_pairs(counts):
                out.append(["seven_pairs"])
            elif shapes.is_thirteen_orphans(counts):
                out.append(["thirteen_orphans"])
        return out

    def _fixed(self, r: Record, w: hand.Win, counts: bytearray) -> list:
        """The patterns that are the same for every reading."""
        melds = r.hands[w.seat].melds
        whole = bytearray(counts)
        for m in melds:
            for k in m.tiles:
                whole[k] += 1
        suits = patterns.suits(whole)
        flags = self.flags(r, w)
        out = []
        for name, holds in (
            ("concealed_hand", all(m.kind == hand.CONCEALED_KONG for m in melds)),
            ("half_flush", patterns.is_half_flush(suits)),
            ("full_flush", patterns.is_full_flush(suits)),
            ("all_honors", suits == 8),
        ):
            if holds:
                out.append(name)
        for name, flag in EVENTS if flags else ():
            if flags & flag:
                out.append(name)
        return out

    def _rows(self, names: list) -> list:
        """The rows of those that count, by name."""
        every = self.options["completed_patterns"]
        return [(p, self.worth[p]) for p in sorted(names) if every or p in SEED_IDS]

    # ------------------------------------------------------------ page section "Value formula"

    def _evaluate(self, claim: Claim, robbed: bool) -> None:
        """Concealed counts instead of the worth of a plain hand; the other fans are added."""
        fans = sum([worth for _, worth in claim.patterns])
        if "concealed_hand" in claim.ids():
            first = self.worth["concealed_hand"]
            fans -= first
            key = "formula.concealed"
        else:
            first = self.options["plain_fan"]
            key = "formula.open"
        claim.value = first + fans
        claim.steps = [(key, first, fans, claim.value)]
        if robbed:
            claim.steps.append(("formula.robbed",))
        if (robbed or claim.win.giver < 0) and self.options["self_draw_factor"] > 1:
            claim.steps.append(("formula.self_draw_factor", self.options["self_draw_factor"]))

    # ------------------------------------------------------------ called patterns

    def needs(self, pattern: str) -> str | None:
        return "z" if pattern == "all_honors" else None  # seven pairs of honours too

    # seldom: called
    def excluded(self, pattern: str) -> tuple:
        if pattern == "thirteen_orphans":
            return ("half_flush", "full_flush", "all_pungs", "seven_pairs", "all_honors")
        return ()

    # seldom: called
    def against(self, r: Record, w: hand.Win, pattern: str) -> str:
        if not self.options["completed_patterns"] and pattern not in SEED_IDS:
            return "completed_patterns is off"
        left = self.left(r)
        if pattern == "thirteen_orphans" and not all(left[k] for k in patterns.ORPHANS):
            return "of one of them no tile is left"
        honour_pairs = sum([n // 2 for n in left[tiles.HONOURS : tiles.FLOWERS]])
        if pattern == "all_honors" and "seven_pairs" in w.called[0] and honour_pairs < 7:
            return "there are too few left for seven pairs"
        others = NEVER_WITHOUT.get(pattern, ())
        if others and not any(p in others for p in w.called[0]):
            return "it never comes without %s" % " or ".join(others)
        return ""

    # ------------------------------------------------------------ page sections "Payments" and "Kong payments"

    def pay(self, r: Record, s: Settlement) -> None:
        factor = self.options["self_draw_factor"]
        for c in s.valid():
            i = s.claims.index(c)
            seat, giver = c.win.seat, c.win.giver
            if giver < 0:
                s.pay_each(seat, c.value * factor, "self_draw", i)
            elif c.robbed:
                s.pay(giver, seat, 3 * c.value * factor, "robbed", i)
            else:
                s.pay(giver, seat, c.value, "discard", i)

    def pay_always(self, r: Record, s: Settlement) -> None:
        if self.options["kong_pay"]:
            kongs.pay_kongs(s, r, 1, [(c.win.giver, c.win.tile) for c in s.valid() if c.robbed])

    KONGS_AT_ONCE = True

    # seldom: course
    def kong_money(self, declared: list, wins: list) -> list:
        pay = self.options["kong_pay"]
        return kongs.money(self.SEATS, declared, lambda r, s: kongs.pay_kongs(s, r, 1)) if pay else []

    # ------------------------------------------------------------ page section "Dealer rotation and carry-over"

    def next_dealer(self, r: Record, s: Settlement) -> int | None:
        """The winner; of several the one nearest to the discarder in order of play."""
        won = [c.win for c in s.valid()]
        if not won:
            return r.dealer
        return min(won, key=lambda w: (w.seat - w.giver) % r.seats).seat
