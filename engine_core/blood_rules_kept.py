"""The Sichuan family on a PC: hands are judged by the facts of their suits, and what each seat gains is reckoned at
once. Claims, payments and what ready hands could win are made when they are asked for, by the region's own settlement:
blood.py, blood_checks.py and blood_kongs.py say what is meant.

Whatever is not usual of a claim or of a hand in the checks (tiles that are not known, called patterns, honours, melds
that are none) is looked at by them, too.
"""

from . import blood_checks, blood_patterns
from .blood import Blood, discards
from .blood_kept import (
    ADDED,
    ALL_SUITS,
    HERE,
    LACKS,
    NO_PAIRS,
    ONE_ODD,
    TILES,
    added,
    basic,
    gens,
    odd_one,
    of_melds,
    of_suit,
    waits,
    with_melds,
)
from .blood_kongs import SEATS, KongMoney, hand_at
from .check import Record
from .hand import EARTHLY, HEAVENLY, KONG_DISCARD, Hand, Kong, Win
from .hands_kept import LANE, LANES, NO_FLOWERS, NO_HONOURS, Unusual, known_by_suits
from .many_kept import keep
from .settle import FREE, Claim, Settlement
from .settle_kept import Reckoned, declared_kongs
from .tiles import HONOURS

GIVER_OUT, DEAD_HAND = ("giver_out", 0, ()), ("dead_hand", 0, ())
WRONG_COUNT, VOID_SUIT = ("tile_count", 0, ()), ("void_suit", 0, ())
ALONE = [0]  # which of the wins is the first on its discard, where there is one
PIG = -1  # in the place of what a ready hand could win


class Money(KongMoney):
    """As `KongMoney`, of a house that remembers who pays what for a kong."""

    def __init__(self, known: dict, options: dict, plays_on: bool, declared: list, wins: list):
        self.known = known
        super().__init__(options, plays_on, declared, wins)

    def _paid(self, options: dict, k: Kong, before: list) -> list:
        key = (k.seat, k.kind, k.giver, *[w.seat for w in before if w])
        if key not in self.known:
            keep(self.known, key, super()._paid(options, k, before))
        found: list = self.known[key]
        return found

    def _transfer(self, wins: list) -> None:
        for w in wins:
            if w and w.flags & KONG_DISCARD:
                super()._transfer(wins)
                return


class Reckoning(Blood):
    """Goes before the rules of a region of the family."""

    PLAIN: type[Blood]  # these

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = self.PLAIN(options)
        options = self.options
        self.sorts_out = options["declare_void"]
        self.each_more = options["base"] if options["self_draw_bonus"] == "base" else 0
        self.judged: dict = {}  # (reason, value, ids) by the facts of a hand with the winning tile, flags, is it drawn
        self.kongs_paid: dict = {}  # see `Money`
        self.looked_at: dict = {}  # whose hands the checks look at, and who is paid, by the bits of who has won
        self.deals: dict = {}  # the next dealer

    def settle(self, r: Record) -> Settlement:
        wins = r.wins
        declared = self._checked(r)
        try:
            outcomes = self._outcomes(r)
        except Unusual:
            outcomes = [(c.reason, c.value, c.ids()) for c in self.claims(r)]
        won = [w for w, outcome in zip(wins, outcomes) if outcome[0] is None] if wins else wins
        first = ALONE
        if won:
            if len(won) > 1:
                first = discards(won)
            self._check_tiles(r, won, first, outcomes)
        balance = [0] * SEATS
        if len(won) < len(wins) or r.fouls:
            self._pay_fined(r, outcomes, balance)
        if won:
            self._pay_wins(outcomes, wins, balance)
        money = None
        if declared:
            legal = [w if outcome[0] is None else None for w, outcome in zip(wins, outcomes)]
            money = Money(self.kongs_paid, self.options, self.PLAYS_ON, declared, legal)
            _pay_kongs(money, balance)
        bits = 0
        for w in won:
            bits |= 1 << w.seat
        payers, paid = self.looked_at.get(bits) or self._looked_at(bits)
        if payers:
            self._pay_checks(r, payers, paid, money, balance)
        s = Reckoned(self.plain, r, outcomes, balance)
        s.next_dealer = self._deals_next(r, won, first)
        return s

    def _checked(self, r: Record) -> list:
        """The kongs of a record that was checked."""
        declared = declared_kongs(r)
        for w in r.wins:
            if w.called or w.tile < 0:
                break
        else:
            if not declared and r.seats == SEATS:
                self.check_supply(r)
                return declared
        self.check(r)
        return declared

    # ------------------------------------------------------------ claims

    def _outcomes(self, r: Record) -> list:
        """What becomes of each claim. Unusual if one is to be looked at closely."""
        hands = r.hands
        undone = self.PLAYS_ON and r.kongs
        out: list = []
        before: list = []
        for w in r.wins:
            flags = w.flags & self.FLAGS
            h = hands[w.seat]
            if out:
                if before:
                    flags &= ~HEAVENLY
                    reason = None if self.PLAYS_ON else self.refusal(before, w)
                    if reason:
                        out.append((reason, 0, ()))
                        continue
                    if flags & EARTHLY and w.seat in [b.seat for b in before]:
                        flags &= ~EARTHLY
            if undone:
                h = self._hand_at(r, w.seat, len(out))
            outcome = GIVER_OUT if w.giver == w.seat else self.outcome_of(r, h, w, flags)
            out.append(outcome)
            if outcome[0] is None:
                before.append(w)
        return out

    def _hand_at(self, r: Record, seat: int, at: int) -> Hand:
        """As `hand_at`."""
        for k in r.kongs or ():
            if k.seat == seat and k.after > at:
                return known_by_suits(hand_at(r, seat, at))
        h: Hand = r.hands[seat]
        return h

    def outcome_of(self, r: Record, h: Hand, w: Win, flags: int) -> tuple:
        """What becomes of a claim with these flags, of this hand."""
        if r.fouls and r.fouled(w.seat, "dead_hand"):
            return DEAD_HAND
        if w.called:
            raise Unusual
        tile = w.tile
        try:
            m, p, s, z, f = h.suits  # type: ignore[attr-defined]
        except AttributeError:
            raise Unusual from None
        if z is not NO_HONOURS or f is not NO_FLOWERS or not 0 <= tile < HONOURS:
            raise Unusual
        suit = m if tile < 9 else p if tile < 18 else s
        facts = (m.blood or of_suit(m)) + (p.blood or of_suit(p)) + (s.blood or of_suit(s))
        facts += ADDED.get((suit, tile)) or added(suit, tile)
        if h.melds:
            held = h.held + (1 << LANE * tile)  # type: ignore[attr-defined]
            facts = with_melds(facts, of_melds(h.melds), len(h.melds), held)
        if flags:
            flags = self._holding(r, h, w, flags)
        if h.void >= 0 and facts >> HERE + h.void & 1 and self.sorts_out:
            return VOID_SUIT if facts >> TILES == self.HAND + 1 else WRONG_COUNT
        key = facts, flags, w.giver < 0
        found = self.judged.get(key)
        if found is None:
            found = keep(self.judged, key, self._judge(*key))
        return found

    def _holding(self, r: Record, h: Hand, w: Win, flags: int) -> int:
        if h is not r.hands[w.seat]:
            r = self._copy(r)
            r.hands[w.seat] = h
        return self.holding(r, w, flags)

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

    def _check_tiles(self, r: Record, won: list, first: list, outcomes: list) -> None:
        """As `_check_wins`."""
        if len(won) == 1:
            kind = won[0].tile
            if kind < 0 or self.left_of(r, kind) > 0:
                return
        else:
            kinds = [w.tile for i, w in enumerate(won) if first[i] == i]
            if all([kind < 0 or self.left_of(r, kind) >= kinds.count(kind) for kind in kinds]):
                return
        s = Settlement(SEATS)
        s.claims = [Claim(w, outcome[0]) for w, outcome in zip(r.wins, outcomes)]
        self._check_wins(r, s)  # says which

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

    def _pay_wins(self, outcomes: list, wins: list, balance: list) -> None:
        """As `pay`."""
        seats = list(range(SEATS))
        for w, (reason, value, _) in zip(wins, outcomes):
            if reason is not None:
                continue
            seat = w.seat
            if w.giver >= 0:
                balance[w.giver] -= value
                balance[seat] += value
            else:
                value += self.each_more
                for other in seats:
                    balance[other] -= value
                balance[seat] += len(seats) * value
            if not self.PLAYS_ON:
                seats.remove(seat)

    def _looked_at(self, bits: int) -> tuple:
        """Whose hands the checks look at, and which winners they pay, by the bits of who has won."""
        won = [seat for seat in range(SEATS) if bits >> seat & 1]
        found: tuple = keep(self.looked_at, bits, (self.checked(won), self.paid_in_checks(won)))
        return found

    def _pay_checks(self, r: Record, payers: list, winners: list, money: KongMoney | None, balance: list) -> None:
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
        if money and options["refund_kongs"]:
            for seat in unready:
                for payer, amount in money.refunds(seat):
                    balance[seat] -= amount
                    balance[payer] += amount

    def _pay_pigs(self, pigs: list, paid: list, balance: list) -> None:
        amount = self.options["pig_penalty"] * self.options["base"]
        for seat in paid:
            if seat not in pigs:
                balance[seat] += len(pigs) * amount
                for pig in pigs:
                    balance[pig] -= amount

    def _deals_next(self, r: Record, won: list, first: list) -> int | None:
        """As `next_dealer`."""
        key: tuple = (r.dealer,)
        if won:
            key = r.dealer, won[0].seat, won[0].giver, len(won) > 1 and first[1] == 0
        if key not in self.deals:
            s = Settlement(SEATS)
            s.claims = [Claim(w) for w in won]
            keep(self.deals, key, self.next_dealer(r, s))
        found: int | None = self.deals[key]
        return found

    # ------------------------------------------------------------ ready hands

    def could_win(self, r: Record, seat: int, may_be_pig: bool = True) -> int:
        """What a hand could win at most; 0 if it is not ready, PIG if it has a suit too many."""
        found = self._ready(r, seat, may_be_pig)
        return self._most(*found) if type(found) is tuple else found  # type: ignore[return-value]

    def _ready(self, r: Record, seat: int, may_be_pig: bool = True) -> int | tuple:
        """The same, or of a hand that is ready what `_most` needs to say it."""
        h = r.hands[seat]
        try:
            m, p, s, z, f = h.suits
        except AttributeError:
            return self._closely(r, seat, may_be_pig)
        if z is not NO_HONOURS or f is not NO_FLOWERS:
            return self._closely(r, seat, may_be_pig)
        facts = whole = (m.blood or of_suit(m)) + (p.blood or of_suit(p)) + (s.blood or of_suit(s))
        melds = h.melds
        if melds:
            try:
                whole = with_melds(facts, of_melds(melds), len(melds), h.held)
            except Unusual:
                return self._closely(r, seat, may_be_pig)
        if whole & ALL_SUITS == ALL_SUITS or h.void >= 0 and whole >> HERE + h.void & 1 and self.sorts_out:
            return PIG
        if whole >> TILES != self.HAND or r.fouls and r.fouled(seat, "dead_hand"):
            return 0
        lacking = facts & LACKS
        if lacking == 1:
            suit = m if m.blood & LACKS else p if p.blood & LACKS else s
            rows = waits(suit) if suit.waits is None else suit.waits
            if rows and not melds or [kind for kind, _ in rows if h.held >> LANE * kind & LANES < 4]:
                return facts, (suit,), h
        elif not lacking:
            found = facts, (m, p, s), h  # two pairs; but all four tiles may be held
            return found if self._most(*found) else 0
        return (facts, (), h) if whole & NO_PAIRS == ONE_ODD else 0

    def _most(self, facts: int, suits: tuple, h: Hand) -> int:
        """What a ready hand could win at most by a tile of these suits; `facts` are those of its concealed tiles."""
        held, melds = h.held, h.melds  # type: ignore[attr-defined]
        said = of_melds(melds)
        most = 0
        for suit in suits:
            beside = facts - suit.blood
            for kind, then in waits(suit) if suit.waits is None else suit.waits:
                if not melds:
                    value = self._value(beside + then | NO_PAIRS)
                elif held >> LANE * kind & LANES < 4:
                    value = self._value(with_melds(beside + then, said, len(melds), held + (1 << LANE * kind)))
                else:
                    continue
                if value > most:
                    most = value
        if not melds and facts & NO_PAIRS == ONE_ODD:
            most = max(most, self._value(facts + added(*odd_one(h.suits))))  # type: ignore[attr-defined]
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


def _pay_kongs(money: KongMoney, balance: list) -> None:
    """As `KongMoney.payments`."""
    for k, rows in zip(money.kongs, money.income):
        for payer, amount in rows:
            balance[payer] -= amount
            balance[k.seat] += amount
    for giver, winner, amount in money.transfers:
        balance[giver] -= amount
        balance[winner] += amount
