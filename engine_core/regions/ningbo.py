"""Ningbo (宁波麻将): wild tiles, eight flowers, points counted in tai, four tai to win. Page: rules/ningbo.md.

144 tiles. Tai add up; of all readings of the tiles (the sets, what each wild stands for, the place of the winning tile)
the one with the most tai counts.
"""

from .. import hand, patterns, settle, shapes, tiles
from ..check import Record
from ..rules import Ruleset
from ..settle import Claim, Settlement

# A chow of three wilds may have the winning tile in any place.
ANY_CHOW = patterns.OPEN | patterns.EDGE | patterns.CLOSED
WAIT_IDS = (
    (patterns.OPEN, None), (patterns.EDGE, "edge_wait"), (patterns.CLOSED, "closed_wait"),
    (patterns.SINGLE, "single_wait"), (patterns.TWO_PAIR, "two_pair_wait"),
)  # fmt: skip
EVENTS = (
    ("out_with_replacement", hand.AFTER_KONG | hand.AFTER_FLOWER), ("robbing_the_kong", hand.ROB_KONG),
    ("last_tile_draw", hand.LAST_TILE), ("heavenly_hand", hand.HEAVENLY), ("earthly_hand", hand.EARTHLY),
)  # fmt: skip
FLOWER_IDS = ("seat_flower", "four_flowers", "eight_flowers")


class Rules(Ruleset):
    ID = "ningbo"
    ROUND_WIND = True
    LETTERS = "mpszf"
    HAS_INDICATOR = True
    FLOWER_EVENT = True
    COURSE = ("meld", "kong", "flower", "win", "foul")
    TURN_KONG = False
    SWAP = ("chow", "ends")
    WINNERS = 1
    REPEATED = ("dragon_pung", "seat_flower")
    FLAGS = (
        hand.AFTER_KONG | hand.AFTER_FLOWER | hand.ROB_KONG | hand.LAST_TILE | hand.HEAVENLY | hand.EARTHLY
    )  # fmt: skip
    PATTERNS = (
        ("self_draw", 1), ("all_chows", 1), ("edge_wait", 1), ("closed_wait", 1), ("single_wait", 1),
        ("two_pair_wait", 1), ("melded_hand", 1), ("all_pungs", 2), ("out_with_replacement", 1), ("no_wilds", 1),
        ("three_wilds", 3), ("robbing_the_kong", 1), ("last_tile_draw", 1), ("heavenly_hand", 8), ("earthly_hand", 6),
        ("full_flush", 4), ("half_flush", 2), ("all_honors", 8), ("seat_flower", 1), ("four_flowers", 2),
        ("eight_flowers", 8), ("dragon_pung", 1), ("seat_wind", 1), ("prevalent_wind", 1),
    )  # fmt: skip
    OPTIONS = (
        ("minimum", 4, (0, 50)),
        ("base", 1, (0, 100)),
        ("discard_shares", 1, (1, 3)),
        ("liability", True, None),
        ("liability_mutual", True, None),
        ("all_chows_two_sided", False, None),
        ("own_flower_once", False, None),
        ("three_wilds_self_draw_only", False, None),
        ("false_win_penalty", 5, (0, 9999)),
    )

    # ------------------------------------------------------------ page sections "Deal, wall …" and "Wild tiles"

    def stacks(self, dealer: int) -> tuple:
        return (18, 18, 18, 18)

    def stays(self, dealer: int, dice: bytes) -> int:
        return max(dice)

    def turned_up(self, dealer: int, dice: bytes) -> int | None:
        return min(dice)

    def wilds(self, indicator: int | None) -> tuple:
        if indicator is None or indicator < 0:
            return ()
        if indicator < tiles.FLOWERS:
            return (indicator,)
        return tuple([k for k in self._group(indicator) if k != indicator])

    def set_aside(self, indicator: int | None) -> tuple:
        wild = self._group(indicator) if indicator is not None and indicator >= tiles.FLOWERS else ()
        return tuple([k for k in range(tiles.FLOWERS, tiles.KINDS) if k not in wild])

    def _group(self, flower: int) -> range:
        """The four seasons or the four plants."""
        low = tiles.FLOWERS + (flower - tiles.FLOWERS) // 4 * 4
        return range(low, low + 4)

    # ------------------------------------------------------------ page section "Claims and turn rules"

    def forbids(self, m, seat: int, what: int, kind: int) -> bool:  # type: ignore[no-untyped-def]
        """A flower played from the hand counts as set aside: it is no discard."""
        from ..claims import DISCARD

        return what == DISCARD and kind in self.set_aside(m.indicator)

    # ------------------------------------------------------------ page section "Minimum to win"

    # seldom: claimed
    def holding(self, r: Record, w: hand.Win, f: int) -> int:
        f = Ruleset.holding(self, r, w, f)
        if w.seat == r.dealer or r.hands[w.seat].melds or w.giver != r.dealer:
            f &= ~hand.EARTHLY
        if w.giver >= 0:
            f &= ~hand.LAST_TILE
        if f & hand.HEAVENLY:  # flowers replaced before the first discard are no kong
            f &= ~(hand.AFTER_KONG | hand.AFTER_FLOWER)
        return f

    def judge(self, r: Record, w: hand.Win) -> Claim:
        wild = self.wilds(r.indicator)
        h = r.hands[w.seat]
        if self.fouled(r, w):
            return Claim(w, "dead_hand")
        if not all(m.regular() and not any(k in wild for k in m.tiles) for m in h.melds):
            return Claim(w, "bad_meld")
        if self.miscounted(r, w):
            return Claim(w, "tile_count")
        claim = Claim(w)
        if w.called:
            reason = self._read_called(r, w, wild, claim)
        else:
            reason = self._read(r, w, wild, claim)
        if reason:
            return Claim(w, reason)
        tai = sum([worth for _, worth in claim.patterns])
        if tai < self.options["minimum"]:
            claim.reason = "below_minimum"
            claim.steps = [("formula.short", tai, self.options["minimum"])]
            return claim
        claim.value = self.options["base"] + tai
        claim.steps = [("formula.tai", self.options["base"], tai, claim.value)]
        return claim

    # seldom: called
    def _read_called(self, r: Record, w: hand.Win, wild: tuple, claim: Claim) -> str | None:
        if w.tile >= tiles.FLOWERS and w.tile not in wild:
            return "not_a_win"
        claim.patterns = self.called_rows(r, w, ())
        if w.giver >= 0 and "three_wilds" in claim.ids():
            if len(r.hands[w.seat].melds) == 3:  # and of the fourth tile a set of two of them
                return "wild_single_discard"
            if self.options["three_wilds_self_draw_only"]:
                return "three_wilds_discard"
        return None

    def _read(self, r: Record, w: hand.Win, wild: tuple, claim: Claim) -> str | None:
        """Fills in the patterns of the best reading, or says why the tiles may not win so."""
        h = r.hands[w.seat]
        counts = h.counts()
        held = 0  # wilds in hand before the win
        for k in wild:
            held += counts[k]
            counts[k] = 0
        sets = 4 - len(h.melds)
        alone = w.giver >= 0 and held and shapes.is_sets(counts, held - 1, sets)
        on_wild = w.tile in wild
        if not on_wild:
            counts[w.tile] += 1
        if any(counts[tiles.FLOWERS :]):
            return "not_a_win"
        weigh = patterns.Weigh(-1 if on_wild else w.tile, on_wild)
        splits = shapes.Splits(counts, held + on_wild, weigh).hands(sets)
        if not splits:
            return "not_a_win"
        if alone:
            return "wild_single_discard"
        if w.giver >= 0 and held >= 3 and self.options["three_wilds_self_draw_only"]:
            return "three_wilds_discard"
        fixed = self._fixed(r, w, held, on_wild)
        if h.flowers:
            fixed += self._flowers(r, w.seat, h.flowers)
        ids = self._best(r, w, counts, splits, on_wild, fixed)
        claim.patterns = [(n, self.worth[n]) for n in ids]
        return None

    # ------------------------------------------------------------ page section "Patterns"

    def _fixed(self, r: Record, w: hand.Win, held: int, on_wild: bool) -> list:
        """The patterns that are the same for every reading, without flowers."""
        flags = self.flags(r, w)
        out = []
        for name, holds in (
            ("self_draw", w.giver < 0),
            ("melded_hand", len(r.hands[w.seat].melds) == 4),
            ("no_wilds", not held and not on_wild),
            ("three_wilds", held + (on_wild and w.giver < 0) >= 3),
        ):
            if holds:
                out.append(name)
        for name, of in EVENTS if flags else ():
            if flags & of:
                out.append(name)
        return out

    def _flowers(self, r: Record, seat: int, flowers: bytes) -> list:
        """What these flowers show when the seat has laid them out."""
        laid = [k for k in self.set_aside(r.indicator) if k in flowers]
        if len(laid) == 8:
            return ["eight_flowers"]
        out = []
        own = 0
        for low in (tiles.FLOWERS, tiles.FLOWERS + 4):
            if len([k for k in laid if low <= k < low + 4]) == 4:
                out.append("four_flowers")
            elif low + r.seat_wind(seat) in laid:
                own += 1
        return out + ["seat_flower"] * (min(own, 1) if self.options["own_flower_once"] else own)

    def _best(self, r: Record, w: hand.Win, counts: bytearray, splits: list, on_wild: bool, fixed: list) -> list:
        """The ids of the reading with the most tai, of equals the list that comes first in alphabetic order; those
        that are `fixed` are in every one.
        """
        melds = r.hands[w.seat].melds
        whole = bytearray(counts)
        for m in melds:
            for k in m.tiles:
                whole[k] += 1
        suits = patterns.suits(whole)
        added = patterns.melded(melds)
        best: list = []
        most = -1
        for split in splits:
            pure = 4 - len(melds) - (split & shapes.SETS) // shapes.SET  # sets of three wilds
            for folded, also in self._stand_ins(patterns.join(split, added), pure, on_wild):
                shown = fixed + self._shown(r, w.seat, folded, suits | also)
                waits = patterns.waits(folded)
                for bit, wait in WAIT_IDS:
                    if waits & bit:
                        ids = sorted(self._waiting(r, w.seat, folded, wait) + shown)
                        tai = sum([self.worth[n] for n in ids])
                        if tai > most or (tai == most and ids < best):
                            most = tai
                            best = ids
        return best

    def _stand_ins(self, folded: int, sets: int, on_wild: bool) -> list:
        """The hand with its groups of wilds alone (`sets` sets, a pair if it has none) as anything."""
        hands = [(folded, 0)]
        if not sets and folded & shapes.PAIRS:
            return hands
        for _ in range(sets):
            choices = [(patterns.CHOWS, 1 << s, ANY_CHOW) for s in range(3)]
            choices += [(patterns.pung(k), 1 << k // 9, patterns.TWO_PAIR) for k in self._one_of_each()]
            hands = self._joined(hands, choices, on_wild)
        if not folded & shapes.PAIRS:
            choices = [(patterns.pair(k), 1 << k // 9, patterns.SINGLE) for k in self._one_of_each()]
            hands = self._joined(hands, choices, on_wild)
        return hands

    def _one_of_each(self) -> tuple:
        """Kinds of which it makes a difference which a wild stands for: a tile of each suit, every honour."""
        return (0, 9, 18) + tuple(range(tiles.HONOURS, tiles.FLOWERS))

    # seldom: called
    def _joined(self, hands: list, choices: list, on_wild: bool) -> list:
        found = {}
        for folded, suits in hands:
            for group, suit, waits in choices:
                found[(patterns.join(folded, group | (waits << patterns.WAIT if on_wild else 0)), suits | suit)] = True
        return sorted(found)

    def _shown(self, r: Record, seat: int, folded: int, suits: int) -> list:
        """The patterns of a reading apart from what depends on the wait."""
        winds = patterns.wind_pungs(folded)
        out = ["dragon_pung"] * patterns.dragon_pungs(folded)
        for name, holds in (
            ("all_pungs", patterns.pungs(folded) == 4),
            ("full_flush", patterns.is_full_flush(suits)),
            ("half_flush", patterns.is_half_flush(suits)),
            ("all_honors", suits == 8),
            ("seat_wind", winds >> r.seat_wind(seat) & 1),
            ("prevalent_wind", winds >> r.round_wind & 1),
        ):
            if holds:
                out.append(name)
        return out

    def _waiting(self, r: Record, seat: int, folded: int, wait: str | None) -> list:
        """The wait, and all chows, which an option binds to it."""
        out = [wait] if wait else []
        pair = patterns.pair_honour(folded)
        plain_pair = pair < 5 and pair not in (r.seat_wind(seat) + 1, r.round_wind + 1)
        if patterns.chows(folded) == 4 and plain_pair and not (wait and self.options["all_chows_two_sided"]):
            out.append("all_chows")
        return out

    # ------------------------------------------------------------ called patterns

    # seldom: called
    def needs(self, pattern: str) -> str | None:
        if pattern == "all_chows":
            return "Cpo" if self.options["all_chows_two_sided"] else "Cp"
        return None

    # seldom: called
    def against(self, r: Record, w: hand.Win, pattern: str) -> str:
        """The flowers; and 大吊, which never comes alone."""
        ids = w.called[0]
        if pattern in FLOWER_IDS and not self._may_show(r, w):
            return "the flowers show something else"
        if pattern == "melded_hand" and "single_wait" not in ids:
            return "it never comes without single_wait"
        return ""

    # seldom: called
    def _may_show(self, r: Record, w: hand.Win) -> bool:
        """Can the flowers show all that is called of them: those laid out, or any that no other has if none were
        recorded. Of each group none, the own one or all four say all that can be.
        """
        mine = r.hands[w.seat].flowers
        choices = [mine]
        if not mine:
            own = r.seat_wind(w.seat)
            left = self.left(r)
            choices = [b""]
            for low in (tiles.FLOWERS, tiles.FLOWERS + 4):
                groups = [bytes([low + own]), bytes(range(low, low + 4))]
                choices += [f + g for f in choices for g in groups if all(left[k] for k in g)]
        called = w.called[0]
        for flowers in choices:
            shown = self._flowers(r, w.seat, flowers)
            if all(called.count(p) <= shown.count(p) for p in FLOWER_IDS):
                return True
        return False

    # ------------------------------------------------------------ one winner; page section "Payments"

    def rank(self, r: Record, claims: list) -> None:
        """Of several legal claims on one tile the one nearest to the giver in order of play wins; one winner only."""
        won = [c for c in claims if c.reason is None]
        if not won:
            return
        first = won[0].win
        rivals = [c for c in won if first.giver >= 0 and c.win.giver == first.giver and c.win.tile == first.tile]
        winner = min(rivals or won[:1], key=lambda c: (c.win.seat - first.giver) % r.seats)
        for c in won:
            if c is not winner:
                c.refuse("priority")

    def pay(self, r: Record, s: Settlement) -> None:
        c = s.valid()[0]
        i = s.claims.index(c)
        seat, giver = c.win.seat, c.win.giver
        liable = settle.feeders(r, seat, self.options["liability_mutual"]) if self.options["liability"] else []
        if giver >= 0:
            s.pay(giver, seat, c.value * self.options["discard_shares"], "discard", i)
            for other in liable:
                if other != giver:
                    s.pay(other, seat, c.value, "liable", i)
        elif liable:
            for other in liable:
                s.pay(other, seat, 3 * c.value, "liable", i)
        else:
            s.pay_each(seat, c.value, "self_draw", i)
