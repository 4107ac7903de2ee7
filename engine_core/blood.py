"""The Sichuan family: what sichuan, xuezhan and xueliu have in common. Page: regions/rules/sichuan.md carries it.

108 tiles, no wilds. One basic pattern counts, fans that double are added to it, and several may win one after the
other. The pattern table is in blood_patterns, the options in blood_options, kong money in blood_kongs, the
checks at the end of the wall in blood_checks, called wins in blood_called, a referee's questions in blood_turns.
"""

from . import hand, patterns, shapes, tiles
from .blood_patterns import ADDED, BASIC, BASIC_IDS, SHAPES, gens_beside, look, shown
from .check import BIG, Record, RecordError
from .kongs import kongs
from .rules import Ruleset
from .settle import Claim, Settlement

MOST = BIG >> 4  # points of a win: what a hand pays for its wins stays below BIG


def discards(wins: list) -> list[int]:
    """For each of these legal wins which of them is the first on the same draw or discard, where a hand goes on after a
    win: wins of different seats, one after the other, on one tile of one giver are on one discard.
    """
    if len(wins) < 2:
        return [0] * len(wins)
    out: list = []
    seats: list = []
    for i, w in enumerate(wins):
        if i and w.giver >= 0 and (wins[i - 1].giver, wins[i - 1].tile) == (w.giver, w.tile) and w.seat not in seats:
            out.append(out[-1])
        else:
            out.append(i)
            seats = []
        seats.append(w.seat)
    return out


class Blood(Ruleset):
    """A region of the family; what differs is whether the hand goes on, PLAYS_ON, who deals next and who is checked."""

    LETTERS = "mps"
    REPLACEMENT = "next"
    PATTERNS = BASIC + ADDED
    REPEATED = ("gen",)
    FLAGS = (
        hand.AFTER_KONG | hand.KONG_DISCARD | hand.ROB_KONG | hand.LAST_TILE | hand.HEAVENLY | hand.EARTHLY
    )  # fmt: skip
    FALSE_GOES_ON = True

    def __init__(self, options: dict):
        super().__init__(options)
        if self.changed:
            self._check_worths()
        if self.options["missed_win"]:
            self.MISSED = ("tile", "draw")

    # seldom: options
    def _check_worths(self) -> None:
        """RecordError if a hand may be worth too much with these options."""
        base, fan = self.options["base"], self._most_fan()
        if fan > 30 or base << max(fan - 1, 0) > MOST:
            raise RecordError("options.worths: a hand of %d fan with base %d is worth more than %d" % (fan, base, MOST))

    # seldom: options
    def _most_fan(self) -> int:
        """No hand has more fan with these options."""
        worth = self.worth
        each = worth["gen"] if self.options["gen"] else 0
        fan = max([worth[p] + each * gens_beside(p, 4) for p, _ in BASIC])
        drawn, claimed = worth["out_with_replacement"], worth["kong_discard"] + worth["robbing_the_kong"]
        if self.options["self_draw_bonus"] != "none":
            drawn += worth["self_draw"]
        if self.options["last_tile"]:
            drawn += worth["last_tile_draw"]
            claimed += worth["last_tile_claim"]
        fan += max(drawn, claimed)
        return min(fan, self.options["fan_cap"]) if self.options["fan_cap"] else fan

    def worths(self) -> dict:
        out = super().worths()
        out["self_draw"] = int(self.options["self_draw_bonus"] == "fan")
        return out

    def goes_on(self) -> bool:
        """Does the hand go on after a win."""
        return True

    # ------------------------------------------------------------ page section "Deal, wall, dice and break"

    def stacks(self, dealer: int) -> tuple:
        return (13, 14, 13, 14) if dealer & 1 else (14, 13, 14, 13)

    def stays(self, dealer: int, dice: bytes) -> int:
        return min(dice)

    # ------------------------------------------------------------ page section "Claims and turn rules"

    CHOW = False
    FROZEN_CLAIM = True
    OWN_FOUR = False

    CLAIMS = "engine_core.blood_turns"

    # seldom: turns
    def void_suits(self, dealt: bytes) -> list:
        """The suits (0 m, 1 p, 2 s) that may be put aside after these tiles were dealt: one that is not among them."""
        lacking = [suit for suit in range(3) if not patterns.suits(tiles.count(dealt)) >> suit & 1]
        return lacking or [0, 1, 2]

    # ------------------------------------------------------------ the record

    def check(self, r: Record) -> None:
        """As everywhere, but who claims his own discard is refused, not malformed, and a claim that is refused before
        its tiles are looked at need not show them.
        """
        if r.seats != self.SEATS:
            raise RecordError("seats: %d given, %s has %d" % (r.seats, self.ID, self.SEATS))
        for i, w in enumerate(r.wins):
            if w.called:
                self._check_called(w, "wins.%d.called." % i)
            elif w.tile < 0 and not self.fouled(r, w):
                raise RecordError("wins.%d.tile: the winning tile is needed" % i)
        if kongs(r):
            from .blood_kongs import check

            check(r)
        self.check_supply(r)

    def _check_wins(self, r: Record, s: Settlement) -> None:
        """One tile for each draw or discard that was won with."""
        if len(s.claims) == 1:
            super()._check_wins(r, s)
            return
        won = s.valid()
        first = discards([c.win for c in won])
        taken: list = []
        for i, c in enumerate(won):
            if c.win.tile >= 0 and first[i] == i:
                self._check_win(r, s.claims.index(c), c.win.tile, taken)

    # ------------------------------------------------------------ claims; page section "Penalties"

    def fouled(self, r: Record, w: hand.Win) -> bool:
        """A dead hand; who has claimed falsely plays on."""
        return r.fouled(w.seat, "dead_hand")

    def claims(self, r: Record) -> list:
        """Each claim by what the hand was then: earlier wins end the hand, put seats out and take flags away."""
        if len(r.wins) == 1 and not (self.PLAYS_ON and r.kongs):
            reason = self.refusal([], r.wins[0])
            return [Claim(r.wins[0], reason) if reason else self.judge(r, r.wins[0])]
        return self._one_by_one(r) if r.wins else []

    # seldom: several
    def _one_by_one(self, r: Record) -> list:
        out: list = []
        then = self._copy(r)
        for i in range(len(r.wins)):
            c = self._after(r, then, i, [c.win for c in out if c.reason is None])
            for other in out:  # many may be alike: a controller has little room
                if other.patterns == c.patterns and other.steps == c.steps:
                    c.patterns, c.steps = other.patterns, other.steps
                    break
            out.append(c)
        return out

    # seldom: several
    def _after(self, r: Record, then: Record, i: int, before: list) -> Claim:
        """One claim by what the hand was then, after these legal wins; `then`: a copy of the record."""
        from .blood_kongs import hand_at

        w = r.wins[i]
        reason = self.refusal(before, w)
        if reason:
            return Claim(w, reason)
        flags = w.flags
        if before:
            flags &= ~hand.HEAVENLY
        if any(b.seat == w.seat for b in before):
            flags &= ~hand.EARTHLY
        if flags != w.flags:
            then.wins[i] = hand.Win(w.seat, w.tile, w.giver, flags, w.called)
        if self.PLAYS_ON and r.kongs:
            then.hands[w.seat] = hand_at(r, w.seat, i)
        c = self.judge(then, then.wins[i])
        then.hands[w.seat] = r.hands[w.seat]
        return c

    # seldom: claimed
    def won(self, r: Record, seat: int) -> Settlement:
        """As everywhere; but where the wins before it change nothing, which may be many, nobody judges them again."""
        if not self.PLAYS_ON or len(r.wins) < 2:
            return Ruleset.won(self, r, seat)
        at = max([i for i, w in enumerate(r.wins) if w.seat == seat])
        s = Settlement(r.seats)
        c = self._after(r, self._copy(r), at, r.wins[:at])
        c.robbed = self.flags(r, c.win) & hand.ROB_KONG > 0
        s.claims = [c]
        self.pay(r, s)
        return s

    # seldom: several
    def _copy(self, r: Record) -> Record:
        then = Record(r.region, r.options, r.seats)
        then.dealer, then.fouls = r.dealer, r.fouls
        then.hands, then.wins = list(r.hands), list(r.wins)
        return then

    def refusal(self, before: list, w: hand.Win) -> str | None:
        """Why a claim comes too late or from nowhere, after these legal wins: refused without a fine."""
        if not self.PLAYS_ON:
            out = [b.seat for b in before]
            if w.seat in out:
                return "already_won"
            if before and discards(before + [w])[-1] >= (3 if self.goes_on() else 1):
                return "hand_over"
            if w.giver in out:
                return "giver_out"
        return "giver_out" if w.giver == w.seat else None

    # seldom: claimed
    def holding(self, r: Record, w: hand.Win, f: int) -> int:
        f = Ruleset.holding(self, r, w, f)
        melds = r.hands[w.seat].melds
        if not any(m.kind >= hand.KONG for m in melds):
            f &= ~hand.AFTER_KONG
        if w.seat == r.dealer or melds or w.giver not in (-1, r.dealer):
            f &= ~hand.EARTHLY
        if not self.options["first_turn"]:
            f &= ~(hand.HEAVENLY | hand.EARTHLY)
        if not self.options["last_tile"]:
            f &= ~hand.LAST_TILE
        return f

    def unfit(self, r: Record, seat: int, suits: int, strange: bool, called: bool = False) -> str | None:
        """Why a seat's tiles may not win, whatever they form: of these `suits` with melds and winning tile, `strange`
        if some are of none.
        """
        if r.fouls and r.fouled(seat, "dead_hand"):
            return "dead_hand"
        h = r.hands[seat]
        if h.concealed is None and not called:
            raise RecordError("hands.%d.concealed: the winner's tiles (or called patterns) are needed" % seat)
        beside = self.HAND - 3 * len(h.melds)
        if beside < 0 if called else len(h.concealed) != beside:
            return "tile_count"
        if strange:
            return "bad_tile"
        if h.melds and not all(m.kind != hand.CHOW and m.regular() for m in h.melds):
            return "bad_meld"
        if self.options["declare_void"] and h.void >= 0 and suits >> h.void & 1:
            return "void_suit"
        return "three_suits" if suits == 7 else None

    def judge(self, r: Record, w: hand.Win) -> Claim:
        h = r.hands[w.seat]
        seen = look(h, w.tile)
        reason = self.unfit(r, w.seat, seen[0], seen[1], len(w.called) > 0)
        if reason:
            return Claim(w, reason)
        if w.called:
            if h.concealed is not None:
                raise RecordError("wins.%d.called: the tiles are known" % r.wins.index(w))
            rows = self.called_rows(r, w, BASIC)
        else:
            flags = self.flags(r, w)
            rows = self._read(h, w, seen, flags)
            if not rows:
                return Claim(w, "not_a_win")
            rows += self._events(w, flags)
        return self.valued(w, rows)

    # ------------------------------------------------------------ page sections "Patterns" and "Value formula"

    def _read(self, h: hand.Hand, w: hand.Win, seen: tuple, flags: int) -> list:
        """The rows of the basic pattern and gens of a hand that is fit; [] if it does not win."""
        suits, _, counts, whole = seen
        sets = shapes.is_win(counts, 0, 4 - len(h.melds))
        return self.basic(counts, h.melds, whole, patterns.is_full_flush(suits), flags, sets)

    def basic(self, counts: bytearray, melds: list, whole: bytearray, flush: bool, flags: int, sets: bool) -> list:
        """The basic pattern of the best reading and the gens beside it; [] if there is none. Tiles as in `shown`."""
        ids = shown(counts, melds, whole, flush, sets)
        if not ids:
            return []
        if flags & (hand.HEAVENLY | hand.EARTHLY):
            ids.append("heavenly_hand" if flags & hand.HEAVENLY else "earthly_hand")
        gens = whole.count(b"\4") if self.options["gen"] else 0
        return self.best_of(ids, gens)

    def best_of(self, ids: list, gens: int) -> list:
        """The one of these basic patterns that counts, and beside it the gens of a hand that has so many."""
        each = self.worth["gen"]
        best, most = "", -1
        for p in ids:
            fan = self.worth[p] + each * gens_beside(p, gens)
            if fan > most or fan == most and BASIC_IDS.index(p) > BASIC_IDS.index(best):
                best, most = p, fan
        return [(best, self.worth[best])] + [("gen", each)] * gens_beside(best, gens)

    def _events(self, w: hand.Win, flags: int) -> list:
        drawn = w.giver < 0
        out = []
        if flags:
            for name, flag in (
                ("out_with_replacement", hand.AFTER_KONG),
                ("kong_discard", hand.KONG_DISCARD),
                ("robbing_the_kong", hand.ROB_KONG),
                ("last_tile_draw" if drawn else "last_tile_claim", hand.LAST_TILE),
            ):
                if flags & flag:
                    out.append((name, self.worth[name]))
        if drawn and self.options["self_draw_bonus"] != "none":
            out.append(("self_draw", self.worth["self_draw"]))
        return out

    def valued(self, w: hand.Win, rows: list) -> Claim:
        """A legal claim of these pattern rows, with points and formula."""
        base, cap = self.options["base"], self.options["fan_cap"]
        claim = Claim(w)
        claim.patterns = rows
        fan = 0
        for _, worth in rows:
            fan += worth
        claim.steps = [("formula.fan", fan)]
        if 0 < cap < fan:
            fan = cap
            claim.steps.append(("formula.cap", cap))
        elif fan < 1:  # with worths of a house: who wins has one fan
            fan = 1
            claim.steps.append(("formula.least", fan))
        claim.value = base << fan - 1
        claim.steps.append(("formula.points", base, fan - 1, claim.value))
        return claim

    # ------------------------------------------------------------ called patterns

    def needs(self, pattern: str) -> str | None:
        return "" if pattern in SHAPES else None  # blood_called knows more of these

    def excluded(self, pattern: str) -> tuple:
        """One basic pattern counts."""
        return tuple([p for p in BASIC_IDS if p != pattern]) if pattern in BASIC_IDS else ()

    def against(self, r: Record, w: hand.Win, pattern: str) -> str:
        from .blood_called import against

        return against(self, r, w, pattern)

    # ------------------------------------------------------------ page section "Payments"

    def false_win_fine(self) -> int:
        return self.options["false_win_penalty"] * self.options["base"]

    def pay(self, r: Record, s: Settlement) -> None:
        """The wins: by the giver alone, or by everybody still in."""
        out: list = []
        for i, c in enumerate(s.claims):
            if c.reason is not None:
                continue
            seat, giver = c.win.seat, c.win.giver
            if giver >= 0:
                s.pay(giver, seat, c.value, "robbed" if c.robbed else "discard", i)
            else:
                for other in range(r.seats):
                    if other != seat and other not in out:
                        s.pay(other, seat, c.value, "self_draw", i)
                        if self.options["self_draw_bonus"] == "base":
                            s.pay(other, seat, self.options["base"], "self_draw_base", i)
            if not self.PLAYS_ON:
                out.append(seat)

    def pay_always(self, r: Record, s: Settlement) -> None:
        """Kongs and what of them went over; then the checks, where the wall is empty."""
        declared = kongs(r)
        money = None
        if declared:
            money = self._money(declared, [c.win if c.reason is None else None for c in s.claims])
            for payer, payee, amount, why in money.payments():
                s.pay(payer, payee, amount, why)
        won = [c.win.seat for c in s.claims if c.reason is None]
        payers = self.checked(won)
        if payers:
            from .blood_checks import settle_checks

            settle_checks(self, r, s, payers, self.paid_in_checks(won), money)

    def _money(self, declared: list, wins: list):  # type: ignore[no-untyped-def]
        """Of these kongs: a blood_kongs.KongMoney."""
        from .blood_kongs import KongMoney

        return KongMoney(self.options, self.PLAYS_ON, declared, wins)

    # ------------------------------------------------------------ page section "Drawn hand"

    def checked(self, won: list) -> list:
        """The seats that pay in the checks after these seats have won; [] if there are no checks."""
        left = [seat for seat in range(self.SEATS) if seat not in won]
        return left if len(left) > 1 else []

    def paid_in_checks(self, won: list) -> list:
        """The winners who are paid in the checks."""
        return []

    # ------------------------------------------------------------ page section "Dealer rotation"

    def next_dealer(self, r: Record, s: Settlement) -> int | None:
        """The first winner, or who gave the first win when several won on it."""
        won = [c.win for c in s.valid()]
        if not won:
            return r.dealer
        several = len(won) > 1 and discards(won)[1] == 0
        return won[0].giver if several else won[0].seat

    # ------------------------------------------------------------ for the table, while the hand is played

    def course(self) -> tuple:
        entries: tuple = ("meld", "kong", "win", "foul")
        if self.options["declare_void"]:
            entries += ("void",)
        return entries + ("missed",) if self.options["missed_win"] else entries

    def plays_on(self, wins: list, seat: int) -> bool:
        if self.PLAYS_ON or not wins:
            return True
        winners = {w["seat"] for w in wins}
        return self.goes_on() and seat not in winners and len(winners) < 3

    def kong_money(self, declared: list, wins: list) -> list[int]:
        """The kong money of each seat as it stands after these kongs (`hand.Kong`, in order) and wins (`hand.Win`, all
        taken as legal), in points: what was paid for kongs and what went over on a discard, without the wins' points.
        """
        return self._money(declared, wins).totals() if declared else [0] * self.SEATS

    def hands_needed(self, r: Record) -> list[int]:
        """The seats whose tiles the checks at the end look at, if the hand ends as the record says with its wins taken
        as legal. What a winner needs for his win (tiles, or called patterns) is not in it.
        """
        won = [w.seat for w in r.wins]
        payers = self.checked(won)
        out = self.paid_in_checks(won) if payers else []
        for seat in payers:
            if self.options["pig_check"] or not r.fouled(seat, "dead_hand"):
                out.append(seat)
        return sorted(out)
