"""Kawuxing (卡五星): three players, 84 tiles, factors that multiply, hands laid open. Page: rules/kawuxing.md.

No wild tiles. Whoever shows his ready hand wins double and is paid double on a discard; kongs are paid in every hand
that is not void. Little depends on how four sets are read, so the counts decide it.
"""

from .. import hand, kongs, patterns, shapes, tiles
from ..check import Record, RecordError
from ..rules import Ruleset
from ..settle import Claim, Settlement

DOT_5, BAMBOO_5 = 13, 22
OF_PAIRS = ("seven_pairs", "long_qi_dui", "shuang_long_qi_dui", "san_long_qi_dui")  # by how many are four equal tiles
SHAPES = ("plain_hand", "all_pungs") + OF_PAIRS
KONGS = {  # what one payer pays, and the words for it
    hand.CONCEALED_KONG: (2, "concealed_kong"), hand.ADDED_KONG: (1, "added_kong"), hand.KONG: (2, "direct_kong"),
}  # fmt: skip

EVENTS = (
    ("out_with_replacement", hand.AFTER_KONG), ("kong_discard", hand.KONG_DISCARD), ("robbing_the_kong", hand.ROB_KONG),
)  # fmt: skip


class Rules(Ruleset):
    ID = "kawuxing"
    SEATS = 3
    LETTERS = "psz"
    ABSENT = bytes(range(tiles.HONOURS, tiles.DRAGONS))
    FLAGS = hand.AFTER_KONG | hand.KONG_DISCARD | hand.ROB_KONG | hand.LAST_TILE
    PATTERNS = (
        ("plain_hand", 1), ("all_pungs", 2), ("ming_si_gui", 2), ("an_si_gui", 4), ("seven_pairs", 4),
        ("long_qi_dui", 8), ("shuang_long_qi_dui", 16), ("san_long_qi_dui", 32), ("big_three_dragons", 8),
        ("little_three_dragons", 4), ("out_with_replacement", 2), ("kong_discard", 2), ("robbing_the_kong", 2),
        ("full_flush", 4), ("melded_hand", 4), ("last_tile_draw", 2), ("last_tile_claim", 2), ("liang_dao", 2),
        ("ka_wu_xing", 2), ("self_draw", 1),
    )  # fmt: skip
    OPTIONS = (
        ("bao_hu", True, None),
        ("bao_hu_mutual", True, None),
        ("rob_in_chain", False, None),
        ("triplet_pung", False, None),
        ("draw_show_pay", 1, (0, 9999)),
        ("cap", 0, (0, 9999)),
        ("last_tile_claim", True, None),
        ("false_win_penalty", 0, (0, 9999)),
    )

    # ------------------------------------------------------------ page section "Deal, wall, dice and break"

    def stacks(self, dealer: int) -> tuple:
        return (14, 14, 14)

    def stays(self, dealer: int, dice: bytes) -> int:
        return min(dice)

    # ------------------------------------------------------------ page section "Claims and turn rules"

    CHOW = False
    FROZEN_CLAIM = True
    LAST_DRAWN = True
    WINNERS = 2
    MISSED = ("any", "draw")
    CHAIN_OVER = True
    COURSE = ("meld", "kong", "shown", "missed", "win", "foul")

    def forbids(self, m, seat: int, what: int, kind: int) -> bool:  # type: ignore[no-untyped-def]
        """The fourth tile is added on its own draw or never; three concealed are no pung (Decision 16)."""
        if what == hand.ADDED_KONG:
            return kind != m.drawn
        held = m.hands[seat].concealed or b""
        return what == hand.PUNG and held.count(bytes([kind])) == 3 and not self.options["triplet_pung"]

    def may_rob(self, m) -> bool:  # type: ignore[no-untyped-def]
        """A kong that is part of a run may not be robbed (Decision 2)."""
        return m.chain == 0 or self.options["rob_in_chain"]

    # ------------------------------------------------------------ page sections "Winning shapes", "Penalties"

    def check(self, r: Record) -> None:
        super().check(r)
        for i, k in enumerate(r.kongs or ()):
            if k.kind == hand.KONG and k.giver == k.seat:
                raise RecordError("kongs.%d.from: %d is the owner of the kong" % (i, k.giver))

    def fouled(self, r: Record, w: hand.Win) -> bool:
        """Only a dead hand may not win; a false win costs its penalty."""
        return r.fouled(w.seat, "dead_hand")

    def unread(self, r: Record, w: hand.Win) -> bool:
        for before in r.wins:
            if before is w:
                return False
            if self.judge(r, before).reason is None:
                return not w.beside(before)
        return False

    def judge(self, r: Record, w: hand.Win) -> Claim:
        if self.fouled(r, w):
            return Claim(w, "dead_hand")
        if self.miscounted(r, w):
            return Claim(w, "tile_count")
        if not all(m.kind != hand.CHOW and m.regular() and self.copies(m.tile) for m in r.hands[w.seat].melds):
            return Claim(w, "bad_meld")
        if w.tile >= 0 and not self.copies(w.tile):
            return Claim(w, "not_a_win")
        claim = Claim(w)
        if w.called:
            claim.patterns = self.called_rows(r, w, ())
        else:
            shown = self._shown(r, w)
            if not shown:
                return Claim(w, "not_a_win")
            claim.patterns = [(p, self._factor(p)) for p in shown + self._events(r, w)]
        self._evaluate(claim)
        return claim

    def rank(self, r: Record, claims: list) -> None:
        """After the first legal claim only another seat's on the same discard counts (一炮双响)."""
        won: list = []
        for c in claims:
            if not all(c.win.beside(before.win) for before in won):
                c.refuse("hand_over")
            elif c.reason is None:
                won.append(c)

    # ------------------------------------------------------------ page section "Patterns"

    def _shown(self, r: Record, w: hand.Win) -> list:
        """What the tiles show, in the reading with the largest product; nothing when they do not win."""
        h = r.hands[w.seat]
        counts = h.counts()
        counts[w.tile] += 1
        whole = bytearray(counts)
        for m in h.melds:
            for k in m.tiles:
                whole[k] += 1
        if any(whole[:9]) or any(whole[tiles.HONOURS : tiles.DRAGONS]) or any(whole[tiles.FLOWERS :]):  # not in the set
            return []
        best = self._of_sets(h, counts, w.tile)
        if not h.melds and shapes.is_seven_pairs(counts):
            pairs = [OF_PAIRS[counts.count(b"\4")]]
            if self._product(pairs) >= self._product(best):
                best = pairs
        if best and patterns.is_full_flush(patterns.suits(whole)):
            best.append("full_flush")
        return best

    def _of_sets(self, h: hand.Hand, counts: bytearray, tile: int) -> list:
        """What four sets and a pair show; nothing when they are none. All pungs before a chow of equal worth."""
        sets = 4 - len(h.melds)
        if not shapes.is_win(counts, 0, sets):
            return []
        out = ["plain_hand"]
        if tile in (DOT_5, BAMBOO_5) and _has_chow(counts, tile - 1, sets):
            out.append("ka_wu_xing")
        if _are_pungs(counts) and (self._product(out) <= self._factor("all_pungs") or not _any_chow(counts, sets)):
            out = ["all_pungs"]
        melded = [m.tile for m in h.melds]
        dragons = [k for k in range(tiles.DRAGONS, tiles.FLOWERS) if counts[k] == 3 or k in melded]
        if len(dragons) == 3:
            out.append("big_three_dragons")
        elif len(dragons) == 2 and any([n == 2 for n in counts[tiles.DRAGONS : tiles.FLOWERS]]):
            out.append("little_three_dragons")
        if len(melded) == 4:
            out.append("melded_hand")
        if h.shows_pung(tile):
            out.append("ming_si_gui")
        if counts[tile] == 4:
            out.append("an_si_gui")
        return out

    def _events(self, r: Record, w: hand.Win) -> list:
        """How it was won: the same for every reading."""
        flags = self.flags(r, w)
        drawn = w.giver < 0
        out = []
        for name, flag in EVENTS if flags else ():
            if flags & flag:
                out.append(name)
        if flags & hand.LAST_TILE and (drawn or self.options["last_tile_claim"]):
            out.append("last_tile_draw" if drawn else "last_tile_claim")
        if r.hands[w.seat].ready == hand.SHOWN:
            out.append("liang_dao")
        if drawn:
            out.append("self_draw")
        return out

    # ------------------------------------------------------------ page section "Value formula"

    def _product(self, ids: list) -> int:
        """The factors of the patterns multiplied; 0 for none, no reading."""
        out = 1 if ids else 0
        for p in ids:
            out *= self._factor(p)
        return out

    def _factor(self, p: str) -> int:
        """What a pattern multiplies by; a house that gives it 0 lets it count nothing."""
        return max(self.worth[p], 1)

    def _evaluate(self, claim: Claim) -> None:
        factors = [f for f in [self._factor(p) for p in claim.ids()] if f > 1]
        claim.value = self._product(claim.ids()) or 1
        if len(factors) > 1:
            claim.steps.append(("formula.product", " × ".join([str(f) for f in factors]), claim.value))
        else:
            claim.steps.append(("formula.worth", claim.value))
        cap = self.options["cap"]
        if cap and claim.value > cap:
            claim.value = cap
            claim.steps.append(("formula.cap", cap))

    # ------------------------------------------------------------ called patterns

    # seldom: called
    def needs(self, pattern: str) -> str | None:
        if pattern in OF_PAIRS:
            return "n"
        if pattern in ("plain_hand", "ming_si_gui", "an_si_gui"):  # a fourth tile stands in a chow
            return "x"
        return "-" if pattern == "ka_wu_xing" else None

    # seldom: called
    def excluded(self, pattern: str) -> tuple:
        if pattern in SHAPES:
            return tuple([p for p in SHAPES if p != pattern])
        if pattern == "big_three_dragons":
            return ("little_three_dragons", "an_si_gui")
        return ("ming_si_gui",) if pattern == "an_si_gui" else ()

    # seldom: called
    def against(self, r: Record, w: hand.Win, pattern: str) -> str:
        """What the winning tile must be, and two patterns that have a condition of their own."""
        if pattern == "last_tile_claim" and not self.options["last_tile_claim"]:
            return "the option last_tile_claim is off"
        if pattern == "melded_hand" and "all_pungs" not in w.called[0]:
            return "it never comes without all_pungs"
        if w.tile >= 0:
            left = self.left(r)[w.tile]
            if pattern == "ka_wu_xing" and w.tile not in (DOT_5, BAMBOO_5):
                return "the winning tile is no 5"
            if pattern in OF_PAIRS and left < 2:
                return "there is no second winning tile"
            if pattern == "ming_si_gui" and not self._may_be_melded(r, w, left):
                return "the winning tile is not the fourth of a pung meld"
            if pattern == "an_si_gui" and not (left == 4 and self._has_room(r, w)):
                return "the winning tile is not the fourth to three concealed"
        return ""

    # seldom: called
    def _may_be_melded(self, r: Record, w: hand.Win, left: int) -> bool:
        """May a pung of the winning tile be among the melds, known or not."""
        h = r.hands[w.seat]
        return h.shows_pung(w.tile) if h.melds else left == 4 and self._has_room(r, w)

    # seldom: called
    def _has_room(self, r: Record, w: hand.Win) -> bool:
        """Are two sets of suit tiles free for all four of the winning tile, beside the dragons that are called."""
        ids = w.called[0]
        melds = r.hands[w.seat].melds
        dragons = 3 if "big_three_dragons" in ids else 2 if "little_three_dragons" in ids else 0
        dragons -= len([m for m in melds if m.tile >= tiles.DRAGONS])
        return w.tile < tiles.HONOURS and len(melds) + max(dragons, 0) <= 2

    def called_rows(self, r: Record, w: hand.Win, shapes: tuple) -> list:
        """Of a winning tile that is not known: one at least must make what is called of it."""
        rows = super().called_rows(r, w, shapes)
        of_tile = [p for p in ("ming_si_gui", "an_si_gui", "ka_wu_xing") if p in w.called[0]]
        if w.tile < 0 and of_tile and not any(self._taken_with(r, w, k, shapes) for k in range(9, tiles.HONOURS)):
            at = "wins.%d.called.patterns" % r.wins.index(w)
            raise RecordError("%s: %s, but no winning tile that is left makes it" % (at, of_tile[0]))
        return rows

    def _taken_with(self, r: Record, w: hand.Win, tile: int, shapes: tuple) -> bool:
        """Would the call be taken if this were the winning tile."""
        w.tile = tile
        try:
            return self.left(r)[tile] > 0 and len(super().called_rows(r, w, shapes)) > 0
        except RecordError:
            return False
        finally:
            w.tile = -1

    # ------------------------------------------------------------ page section "Payments"

    def pay(self, r: Record, s: Settlement) -> None:
        for c in s.valid():
            i = s.claims.index(c)
            seat, giver = c.win.seat, c.win.giver
            if giver < 0:
                s.pay_each(seat, c.value, "self_draw", i)
            elif self._pays_double(r, seat, giver):
                s.pay(giver, seat, 2 * c.value, "bao_hu", i)
            else:
                s.pay(giver, seat, c.value, "robbed" if c.robbed else "discard", i)

    def _pays_double(self, r: Record, seat: int, giver: int) -> bool:
        """包胡: the winner's hand is shown; by option not if the giver's is as well."""
        if r.hands[seat].ready != hand.SHOWN or not self.options["bao_hu"]:
            return False
        return self.options["bao_hu_mutual"] or r.hands[giver].ready != hand.SHOWN

    # ------------------------------------------------------------ page sections "Kong payments" and "Drawn hand"

    def pay_always(self, r: Record, s: Settlement) -> None:
        s.void = len(r.wins) > 0 and not s.valid()
        if s.void:
            return
        self._pay_kongs(r, s)
        if not r.wins:
            self._pay_shown(r, s)

    def _pay_kongs(self, r: Record, s: Settlement) -> None:
        for i, k in enumerate(kongs.kongs(r)):
            once, why = KONGS[k.kind]
            amount = once << k.chain
            told = [("formula.chain", once, 1 << k.chain, amount)] if k.chain else None
            if k.kind != hand.KONG:
                s.pay_each(k.seat, amount, why, -1, told)
            elif k.giver >= 0:
                s.pay(k.giver, k.seat, amount, why, -1, told)
            else:
                raise RecordError("%s.from: the seat whose discard it was is needed" % _where(r, i, k))

    def kong_money(self, declared: list, wins: list) -> list:
        return kongs.money(self.SEATS, declared, self._pay_kongs)

    def _pay_shown(self, r: Record, s: Settlement) -> None:
        """亮倒 in a drawn hand: who has shown pays who has not."""
        shown = [h.ready == hand.SHOWN for h in r.hands]
        for payer in range(r.seats):
            for payee in range(r.seats):
                if shown[payer] and not shown[payee]:
                    s.pay(payer, payee, self.options["draw_show_pay"], "draw_show")

    # ------------------------------------------------------------ page section "Dealer rotation"

    def next_dealer(self, r: Record, s: Settlement) -> int | None:
        """The winner, of two their giver; nobody wins: the dealer stays."""
        won = s.valid()
        if not won:
            return r.dealer
        return won[0].win.seat if len(won) == 1 else won[0].win.giver


def _are_pungs(counts: bytearray) -> bool:
    """Are these tiles, which win, pungs and one pair."""
    return counts.count(b"\2") == 1 and not (counts.count(b"\1") or counts.count(b"\4"))


def _has_chow(counts: bytearray, first: int, sets: int) -> bool:
    """May the chow from `first` be one of the sets."""
    rest = bytearray(counts)
    for k in range(first, first + 3):
        if not rest[k]:
            return False
        rest[k] -= 1
    return shapes.is_win(rest, 0, sets - 1)


def _any_chow(counts: bytearray, sets: int) -> bool:
    """May some chow be one of the sets."""
    return any([_has_chow(counts, low + k, sets) for low in (9, 18) for k in range(7)])


def _where(r: Record, i: int, kong: hand.Kong) -> str:
    """The path of the i-th kong: as listed, or the meld it was derived from."""
    if r.kongs is not None:
        return "kongs.%d" % i
    melds = r.hands[kong.seat].melds
    return "hands.%d.melds.%d" % (kong.seat, [m.kind == hand.KONG and m.giver < 0 for m in melds].index(True))
