"""The Sichuan family on a PC: hands are judged by the facts of their suits, and what each seat gains is reckoned at
once. Claims, payments and what ready hands could win are made when they are asked for, by the region's own settlement:
blood.py, blood_checks.py and blood_kongs.py say what is meant.

Whatever is not usual of a claim or of a hand in the checks (tiles that are not known, called patterns, honours, melds
that are none) is looked at by them, too.
"""

from . import blood_checks, blood_patterns
from .blood import Blood, discards
from .blood_hands_kept import ABOVE, Facing, faced, facing_of
from .blood_kept import (
    ALL_SUITS,
    FACTS_WITH,
    HERE,
    LACKS,
    NO_PAIRS,
    ONE_ODD,
    SOME,
    TILES,
    basic,
    gens,
    odd_one,
    of_melds,
    of_suit,
    waits,
    with_melds,
)
from .blood_kongs import SEATS, KongMoney, hand_at
from .check import Record, RecordError
from .hand import AFTER_KONG, EARTHLY, HEAVENLY, KONG, KONG_DISCARD, ROB_KONG, Hand, Win
from .hands_kept import LANE, LANES, Unusual
from .many_kept import keep
from .settle import FREE, Claim, Settlement
from .settle_kept import Reckoned, declared_kongs
from .tiles import HONOURS

GIVER_OUT, DEAD_HAND = ("giver_out", 0, ()), ("dead_hand", 0, ())
WRONG_COUNT, VOID_SUIT = ("tile_count", 0, ()), ("void_suit", 0, ())
READY, PIG = 1, -1  # PIG in the place of what a ready hand could win


class Fit(dict):
    """By the suits that a hand has and its number of tiles: may it be READY, has it all three or the `void` one (PIG),
    or has it not the tiles for it (0).
    """

    def __init__(self, void: int):
        self.void = void

    def __missing__(self, key: int) -> int:
        if key & SOME == SOME or key & self.void:
            return keep(self, key, PIG)
        return keep(self, key, READY if key >> TILES - HERE == Blood.HAND else 0)


class Reckoning(Blood):
    """Goes before the rules of a region of the family."""

    PLAIN: type[Blood]  # these
    READS = facing_of, facing_of

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = self.PLAIN(options)
        options = self.options
        # What is found in an object is found sooner than in its class.
        self.PLAYS_ON, self.FLAGS, self.HAND = self.PLAYS_ON, self.FLAGS, self.HAND
        # The bit of the suit that a player has put aside, none of -1.
        self.voids = [options["declare_void"] << HERE + suit for suit in range(3)] + [0]
        self.each_more = options["base"] if options["self_draw_bonus"] == "base" else 0
        self.fit = [Fit(options["declare_void"] << suit) for suit in range(3)] + [Fit(0)]
        self.judged: dict = {}  # (reason, value, ids) by the facts of a hand with the winning tile, flags, is it drawn
        self.alone = dict(options, kong_transfer=False)
        self.most_won = 3 if self.goes_on() else 1  # who have won before it is asked whether the hand was over
        self.held_flags: dict = {}  # the flags of a win that can hold
        self.kongs_paid: dict = {}  # who pays what for a kong
        self.looked_at: dict = {}  # whose hands the checks look at, and who is paid, by the bits of who has won
        self.deals: dict = {}  # the next dealer

    def settle(self, r: Record) -> Settlement:
        wins = r.wins
        declared = self._checked(r)
        balance = [0] * SEATS
        try:
            outcomes, won = self._reckoned(r, wins, balance)
        except Unusual:
            self.check(r)
            balance = [0] * SEATS
            outcomes, won = self._reckoned_closely(r, balance)
        bits = 0
        for w in won:
            bits |= 1 << w.seat
        is_together = False
        if len(won) > 1:
            is_together = won[1].beside(won[0])
            self._check_tiles(r, won, outcomes)
        elif won and won[0].tile >= 0 and self.left_of(r, won[0].tile) <= 0:
            self._check_tiles(r, won, outcomes)
        if len(won) < len(wins) or r.fouls:
            self._pay_fined(r, outcomes, balance)
        income = self._pay_kongs(declared, wins, outcomes, won, balance) if declared else []
        payers, paid = self.looked_at.get(bits) or self._looked_at(bits)
        if payers:
            self._pay_checks(r, payers, paid, income, balance)
        s = Reckoned(self.plain, r, outcomes, balance)
        key = (r.dealer, won[0].seat, won[0].giver, is_together) if won else r.dealer
        s.next_dealer = self.deals[key] if key in self.deals else self._deals_next(r, won, key)
        return s

    def _checked(self, r: Record) -> list:
        """The kongs of a record whose tiles were checked, and all of it where more may be wrong."""
        declared = declared_kongs(r)
        is_usual = r.seats == SEATS
        for w in r.wins:
            if w.called or w.tile < 0:  # of a claim that is refused, too, it is asked what is wrong
                is_usual = False
        for k in declared:
            if k.kind == KONG and k.giver in (-1, k.seat):
                is_usual = False
        try:
            if is_usual:
                self.check_supply(r)
                return declared
        except RecordError:
            pass  # of several things that are wrong the first is told
        self.check(r)
        return declared

    # ------------------------------------------------------------ claims

    def _reckoned(self, r: Record, wins: list, balance: list) -> tuple:
        """What becomes of each claim, and the legal ones, whose gains are added. Unusual if one is to be looked at
        closely.
        """
        hands = r.hands
        is_undone = self.PLAYS_ON and r.kongs
        out: list = []
        won: list = []
        for w in wins:
            flags = w.flags & self.FLAGS
            seat, giver = w.seat, w.giver
            if won:
                flags &= ~HEAVENLY
                # Else there is nothing to refuse.
                if not self.PLAYS_ON and (len(won) >= self.most_won or _is_out(won, seat, giver)):
                    reason = self.refusal(won, w)
                    if reason:
                        out.append((reason, 0, ()))
                        continue
                if flags & EARTHLY and seat in [before.seat for before in won]:
                    flags &= ~EARTHLY
            h = self._hand_at(r, seat, len(out)) if is_undone else hands[seat]
            outcome = GIVER_OUT if giver == seat else self.outcome_of(r, h, w, flags)
            out.append(outcome)
            reason, value, _ = outcome
            if reason is not None:
                continue
            if giver >= 0:
                balance[giver] -= value
                balance[seat] += value
            else:
                self._pay_drawn(seat, value, won, balance)
            won.append(w)
        return out, won

    def _reckoned_closely(self, r: Record, balance: list) -> tuple:
        """The same by the region's own rules."""
        claims = self.claims(r)
        won: list = []
        for c in claims:
            if c.reason is None:
                if c.win.giver >= 0:
                    balance[c.win.giver] -= c.value
                    balance[c.win.seat] += c.value
                else:
                    self._pay_drawn(c.win.seat, c.value, won, balance)
                won.append(c.win)
        return [(c.reason, c.value, c.ids()) for c in claims], won

    def _pay_drawn(self, seat: int, value: int, won: list, balance: list) -> None:
        """By everybody still in after these wins."""
        value += self.each_more
        if not won or self.PLAYS_ON:
            for other in range(SEATS):
                balance[other] -= value
            balance[seat] += SEATS * value
            return
        out = [w.seat for w in won]
        for other in range(SEATS):
            if other != seat and other not in out:
                balance[other] -= value
                balance[seat] += value

    def _hand_at(self, r: Record, seat: int, at: int) -> Hand:
        """As `hand_at`."""
        for k in r.kongs or ():
            if k.seat == seat and k.after > at:
                return faced(hand_at(r, seat, at))
        h: Hand = r.hands[seat]
        return h

    def outcome_of(self, r: Record, h: Hand, w: Win, flags: int) -> tuple:
        """What becomes of a claim with these flags, of this hand."""
        if r.fouls and r.fouled(w.seat, "dead_hand"):
            return DEAD_HAND
        tile = w.tile
        if not 0 <= tile < HONOURS or w.called:
            raise Unusual
        if type(h) is not Facing:
            h = faced(h)
        m, p, s = h.three
        if tile < 9:
            facts = FACTS_WITH[m, tile] + (p.blood or of_suit(p)) + (s.blood or of_suit(s))
        elif tile < 18:
            facts = FACTS_WITH[p, tile] + (m.blood or of_suit(m)) + (s.blood or of_suit(s))
        else:
            facts = FACTS_WITH[s, tile] + (m.blood or of_suit(m)) + (p.blood or of_suit(p))
        if h.melds:
            if h.flowers:  # which the hand holds, but not as its tiles
                raise Unusual
            held = h.held + (1 << LANE * tile)
            facts = with_melds(facts, of_melds(h.melds), len(h.melds), held)
        if flags:
            flags = self._holding(r, h, w, flags)
        if facts & self.voids[h.void]:
            return VOID_SUIT if facts >> TILES == self.HAND + 1 else WRONG_COUNT
        if facts & NO_PAIRS:
            facts |= NO_PAIRS
        key = facts, flags, w.giver < 0
        found = self.judged.get(key)
        if found is None:
            found = keep(self.judged, key, self._judge(*key))
        return found

    def _holding(self, r: Record, h: Hand, w: Win, flags: int) -> int:
        """As `holding`, remembered by what it depends on."""
        giver = w.giver
        has_kong = flags & AFTER_KONG > 0 and any([meld.kind >= KONG for meld in h.melds])
        is_robbed = flags & ROB_KONG > 0 and giver >= 0 and r.hands[giver].shows_pung(w.tile)
        key = flags, w.seat == r.dealer, giver < 0, giver == r.dealer, len(h.melds) > 0, has_kong, is_robbed
        found: int | None = self.held_flags.get(key)
        if found is None:
            if h is not r.hands[w.seat]:
                r = self._copy(r)
                r.hands[w.seat] = h
            found = keep(self.held_flags, key, self.holding(r, w, flags))
        return found

    def _judge(self, facts: int, flags: int, is_drawn: bool) -> tuple:
        """What becomes of a claim by these facts of the hand with the winning tile."""
        if facts >> TILES != self.HAND + 1:
            return WRONG_COUNT
        if facts & ALL_SUITS == ALL_SUITS:
            return "three_suits", 0, ()
        ids = basic(facts)
        if not ids:
            return "not_a_win", 0, ()
        if flags & (HEAVENLY | EARTHLY):
            ids.append("heavenly_hand" if flags & HEAVENLY else "earthly_hand")
        w = Win(0, -1, -1 if is_drawn else 1)
        rows = self.best_of(ids, gens(facts) if self.options["gen"] else 0) + self._events(w, flags)
        c = self.valued(w, rows)
        return None, c.value, c.ids()

    def _check_tiles(self, r: Record, won: list, outcomes: list) -> None:
        """As `_check_wins`."""
        if len(won) > 2:
            kinds = [w.tile for w, at, first in zip(won, range(len(won)), discards(won)) if at == first]
        else:
            kinds = [won[0].tile] if len(won) == 1 or won[1].beside(won[0]) else [won[0].tile, won[1].tile]
        for kind in kinds:
            if kind >= 0 and self.left_of(r, kind) < kinds.count(kind):
                s = Settlement(SEATS)
                s.claims = [Claim(w, outcome[0]) for w, outcome in zip(r.wins, outcomes)]
                self._check_wins(r, s)  # says which
                return

    # ------------------------------------------------------------ payments

    def _pay_fined(self, r: Record, outcomes: list, balance: list) -> None:
        """As `pay_fines`."""
        guilty = {w.seat for w, outcome in zip(r.wins, outcomes) if outcome[0] is not None and outcome[0] not in FREE}
        if r.fouls:
            guilty.update([seat for seat, foul in r.fouls if foul == "false_win"])
        if guilty:
            fine = self.false_win_fine()
            for seat in range(SEATS):
                balance[seat] += len(guilty) * fine - (SEATS * fine if seat in guilty else 0)

    def _pay_kongs(self, declared: list, wins: list, outcomes: list, won: list, balance: list) -> list:
        """As `KongMoney.payments`. What may have to be given back: rows (seat, its rows (payer, amount))."""
        legal: list = []
        if not self.PLAYS_ON or won and self.options["kong_transfer"]:
            legal = [w if outcome[0] is None else None for w, outcome in zip(wins, outcomes)]
        for w in won:
            if w.flags & KONG_DISCARD and self.options["kong_transfer"]:
                return self._transferred(declared, legal, balance)
        if self.PLAYS_ON:
            legal = []
        income = []
        for k in declared:
            key = (k.seat, k.kind, k.giver, *[w.seat for w in legal[: k.after] if w])
            rows = self.kongs_paid.get(key)
            if rows is None:
                rows = keep(self.kongs_paid, key, KongMoney(self.alone, self.PLAYS_ON, [k], legal).income[0])
            income.append((k.seat, rows))
            for payer, amount in rows:
                balance[payer] -= amount
                balance[k.seat] += amount
        return income

    def _transferred(self, declared: list, wins: list, balance: list) -> list:
        """The same, where something may have gone over on a discard."""
        money = KongMoney(self.options, self.PLAYS_ON, declared, wins)
        for seat, amount in enumerate(money.totals()):
            balance[seat] += amount
        return [(k.seat, rows) for k, rows, gone in zip(money.kongs, money.income, money.gone) if not gone]

    def _looked_at(self, bits: int) -> tuple:
        """Whose hands the checks look at, and which winners they pay, by the bits of who has won."""
        won = [seat for seat in range(SEATS) if bits >> seat & 1]
        found: tuple = keep(self.looked_at, bits, (self.checked(won), self.paid_in_checks(won)))
        return found

    def _pay_checks(self, r: Record, payers: list, winners: list, income: list, balance: list) -> None:
        """As `blood_checks.settle_checks`."""
        options = self.options
        ready: list = []
        unready: list = []
        pigs: list = []
        for seat in payers:
            found = self._ready(r, seat)
            if type(found) is tuple or found > 0:  # type: ignore[operator]
                ready.append((seat, found))
                continue
            unready.append(seat)
            if found == PIG and options["pig_check"]:
                pigs.append(seat)
        if not unready:
            return
        if pigs:
            self._pay_pigs(pigs, [seat for seat in range(SEATS) if seat in winners or seat in payers], balance)
        paying = [seat for seat in unready if seat not in pigs]
        if paying:
            for seat in winners:
                ready.append((seat, max(self.could_win(r, seat, False), 0)))
            for seat, found in ready:
                value = self._most(*found) if type(found) is tuple else found
                for other in paying:
                    balance[other] -= value
                balance[seat] += len(paying) * value
        if income and options["refund_kongs"]:
            for seat, rows in income:
                for payer, amount in rows if seat in unready else ():
                    balance[seat] -= amount
                    balance[payer] += amount

    def _pay_pigs(self, pigs: list, paid: list, balance: list) -> None:
        amount = self.options["pig_penalty"] * self.options["base"]
        for seat in paid:
            if seat not in pigs:
                balance[seat] += len(pigs) * amount
                for pig in pigs:
                    balance[pig] -= amount

    def _deals_next(self, r: Record, won: list, key: tuple | int) -> int | None:
        """As `next_dealer`."""
        s = Settlement(SEATS)
        s.claims = [Claim(w) for w in won]
        found: int | None = keep(self.deals, key, self.next_dealer(r, s))
        return found

    # ------------------------------------------------------------ ready hands

    def could_win(self, r: Record, seat: int, may_be_pig: bool = True) -> int:
        """What a hand could win at most; 0 if it is not ready, PIG if it has a suit too many."""
        found = self._ready(r, seat, may_be_pig)
        return self._most(*found) if type(found) is tuple else found  # type: ignore[return-value]

    def _ready(self, r: Record, seat: int, may_be_pig: bool = True) -> int | tuple:
        """The same, or of a hand that is ready what `_most` needs to say it."""
        h = r.hands[seat]
        if type(h) is not Facing:
            try:
                h = faced(h)
            except Unusual:
                return self._closely(r, seat, may_be_pig)
        if h.flowers:
            return self._closely(r, seat, may_be_pig)
        facts = whole = h.held >> ABOVE
        melds = h.melds
        if melds:
            try:
                whole = with_melds(facts, of_melds(melds), len(melds), h.held)
            except Unusual:
                return self._closely(r, seat, may_be_pig)
        fit = self.fit[h.void][whole >> HERE]
        if fit != READY:
            return fit
        if r.fouls and r.fouled(seat, "dead_hand"):
            return 0
        lacking = facts & LACKS
        if lacking == 1:
            m, p, s = h.three
            suit = m if m.blood & LACKS else p if p.blood & LACKS else s
            kinds = waits(suit) if suit.waits is None else suit.waits
            if kinds and not melds or [kind for kind in kinds if h.held >> LANE * kind & LANES < 4]:
                return facts, (suit,), h
        elif not lacking:
            found = facts, h.three, h  # two pairs; but all four tiles may be held
            return found if self._most(*found) else 0
        return (facts, (), h) if whole & NO_PAIRS == ONE_ODD else 0

    def _most(self, facts: int, suits: tuple, h: Hand) -> int:
        """What a ready hand could win at most by a tile of these suits; `facts` are those of its concealed tiles."""
        held, melds = h.held, h.melds  # type: ignore[attr-defined]
        said = of_melds(melds)
        most = 0
        for suit in suits:
            beside = facts - suit.blood
            for kind in waits(suit) if suit.waits is None else suit.waits:
                then = beside + FACTS_WITH[suit, kind]
                if not melds:
                    value = self._value(then | NO_PAIRS)
                elif held >> LANE * kind & LANES < 4:
                    value = self._value(with_melds(then, said, len(melds), held + (1 << LANE * kind)))
                else:
                    continue
                if value > most:
                    most = value
        if not melds and facts & NO_PAIRS == ONE_ODD:
            odd = odd_one(h.three)  # type: ignore[attr-defined]
            most = max(most, self._value(facts - odd[0].blood + FACTS_WITH[odd]))
        return most

    def _value(self, facts: int) -> int:
        """What a hand with these facts wins on a discard."""
        key = facts, 0, False
        found = self.judged.get(key)
        if found is None:
            found = keep(self.judged, key, self._judge(*key))
        return found[1]

    def _closely(self, r: Record, seat: int, may_be_pig: bool) -> int:
        """The same by `blood_checks`."""
        seen = blood_patterns.look(r.hands[seat])
        if may_be_pig and self.options["pig_check"] and blood_checks.is_pig(self, r, seat, seen[0]):
            return PIG
        c = blood_checks.best_wait(self, r, seat, seen)
        return 0 if c is None else c.value


def _is_out(won: list, seat: int, giver: int) -> bool:
    """Has one of these seats won."""
    for w in won:
        if w.seat in (seat, giver):
            return True
    return False
