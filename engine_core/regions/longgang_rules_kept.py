"""Longgang on a PC: claims are judged by suits (longgang_winner_kept.py), and who pays whom is reckoned at once. What
is told of it is made when it is asked for, by the region's own settlement: longgang.py says what is meant.
"""

from ..check import Record
from ..hand import Win
from ..hands_kept import NO_HONOURS
from ..many_kept import keep
from ..settle import Settlement
from ..settle_kept import Reckoned
from ..tiles import HONOURS, KINDS
from .longgang import GREEN, OTHERS_ZERO, RED, Rules, rounded
from .longgang_kept import count_pungs
from .longgang_others_kept import has_single, natural, total, wild_lanes
from .longgang_winner_kept import DEAD_HAND, Winning, refused

SEATS = 4
LOSERS = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))  # by who has won
NOTHING = [0, 0, 0, 0]
ABORTED, PRIORITY = refused("abort_triple_win"), refused("priority")


class Kept(Winning):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = Rules(options)  # the same, which tell how it came about
        self.gains: dict = {}  # `_gained` by all that it depends on
        self.honours: dict = {}  # (points, tai) of the honours of who has not won, by these and the winds that pay
        worth = self.worth
        self.of_honours = worth["dragon_pung"], worth["seat_wind"], worth["prevalent_wind"]
        self.indicators = frozenset([kind for kind in range(KINDS) if self.copies(kind)])

    def settle(self, r: Record) -> Settlement:
        known = r.seats == SEATS and r.indicator in self.indicators
        for w in r.wins:
            if w.called or w.tile < 0 or w.giver == w.seat or r.hands[w.seat].concealed is None:
                known = False
        if not known:
            return super().settle(r)
        self.check_supply(r)
        outcomes, won, guilty = self._outcomes(r)
        short: list = []  # who could not pay in full
        dealer = (r.dealer + 1) % SEATS
        balance = NOTHING
        if won:
            w = won[0]
            if self.left_of(r, w.tile) <= 0:
                self._check_win(r, r.wins.index(w), w.tile, [])
            balance, short = self._gains(r, w, won[1], guilty)
            if w.seat == r.dealer:
                dealer = w.seat
        players: int = self.options["players"]
        if guilty or players > SEATS:
            balance = balance + [0] * (players - SEATS)
            self._fine(r, guilty, balance)
        s = Reckoned(self.plain, r, outcomes, balance)
        s.next_dealer = dealer
        if short or r.carry or players > SEATS:
            s.carry = self._carry(r, s, short)
        return s

    def _outcomes(self, r: Record) -> tuple:
        """What becomes of each claim (reason, value, ids), the one that wins with all that is found of it, and who has
        said falsely that he has won.
        """
        outcomes: list = []
        won: tuple = ()
        guilty = [seat for seat, foul in r.fouls if foul == "false_win"] if r.fouls else []
        claimed: list = []  # falsely
        for w in r.wins:
            if len(r.wins) > 2 and self.unread(r, w):
                found = ABORTED
            elif won:
                found = PRIORITY
            elif w.seat in claimed:
                found = DEAD_HAND
            else:
                found = self.outcome(r, w, self.flags(r, w) if w.flags else 0)
                if found[0] is None:
                    won = w, found
                else:
                    claimed.append(w.seat)
            outcomes.append(found[:3])
        return outcomes, won, guilty + claimed if claimed else guilty

    # ------------------------------------------------------------ payments

    def _gains(self, r: Record, w: Win, found: tuple, guilty: list) -> tuple:
        """Each seat's gain by a win, and who could not pay in full."""
        hands, winner = r.hands, w.seat
        losers = LOSERS[winner]
        one, two, three = losers
        liable = -1
        if r.fouls and w.tile in (GREEN, RED) and w.giver >= 0 and r.fouled(w.giver, "liable"):
            liable = w.giver
        totals = self._others(r, found, losers, guilty)
        key = winner, r.dealer, found[1], self.follow(r)[found[3]], liable, totals[one], totals[two], totals[three]
        balance, pays, shares = self.gains.get(key) or keep(self.gains, key, _gained(*key))
        for seat in losers:
            stake = hands[seat].stake
            if stake is not None and stake < pays[seat]:
                return self._paid(r, winner, shares, totals)
        return list(balance), []

    def _paid(self, r: Record, winner: int, shares: tuple, totals: list) -> tuple:
        """The same paid one after the other, as far as the chips go: as `_pay_all`."""
        balance = [0] * SEATS
        short = []
        for own, seat in sorted([(totals[seat], seat) for seat in LOSERS[winner]]):
            stake = r.hands[seat].stake
            dues = [(winner, shares[seat])]
            for step in (1, 2, 3):
                payee = (seat + step) % SEATS
                more = totals[payee] - own
                if more > 0 and payee != winner:
                    dues.append((payee, more // 10 * 2 if r.dealer == seat or r.dealer == payee else more // 10))
            left = 0 if stake is None else stake + balance[seat]
            for payee, amount in dues:
                if stake is not None:
                    if left < amount:
                        amount = left if left > 0 else 0
                        if seat not in short:
                            short.append(seat)
                    left -= amount
                balance[payee] += amount
                balance[seat] -= amount
        return balance, short

    def _fine(self, r: Record, guilty: list, balance: list) -> None:
        """Who has said falsely that he has won pays for it once."""
        for seat in set(guilty):
            for payee, amount in enumerate(self.fines(r, r.dealer, seat)):
                balance[payee] += amount
                balance[seat] -= amount

    def _others(self, r: Record, found: tuple, losers: tuple, guilty: list) -> list:
        """The totals of who has not won."""
        totals = [0, 0, 0, 0]
        if found[4] and any([p in OTHERS_ZERO for p in found[2]]):
            return totals
        wild = wild_lanes(r.indicator)
        fouled = guilty or r.fouls
        pairs = self.options["eight_pairs"]
        turn = HONOURS + r.round_wind if self.ROUND_WIND else -1
        big, hands, honours = self.big, r.hands, self.honours
        for seat in losers:
            h = hands[seat]
            if fouled and (seat in guilty or r.fouled(seat, "dead_hand", "false_win")):
                continue
            try:
                m, p, s, z, _ = h.suits
                if h.melds or h.held & wild or not big or pairs and not has_single(h):
                    raise AttributeError
            except AttributeError:
                totals[seat] = total(self, r, seat)
                continue
            pungs = (m.pungs or count_pungs(m)) + (p.pungs or count_pungs(p)) + (s.pungs or count_pungs(s)) & 255
            tai = 0
            points = 4 * (pungs & 15) + 8 * (pungs >> 4) if pungs else 0
            if z is not NO_HONOURS:
                key = z, HONOURS + (seat - r.dealer) % 4, turn
                more, tai = honours.get(key) or keep(honours, key, natural(self, *key))
                points += more
            if points:
                totals[seat] = rounded(points, tai)
        return totals


def _gained(winner: int, dealer: int, value: int, follow: int, liable: int, *owned: int) -> tuple:
    """What each seat gains if all can pay, what each pays all in all, and what of it goes to the winner; `owned` are
    the totals of the others.
    """
    chips = value // 10 * (2 if winner == dealer else 1)
    shares = [chips + follow] * SEATS
    if winner != dealer:
        shares[dealer] += chips
    shares[winner] = 0
    if liable >= 0:
        shares = [sum(shares) if seat == liable else 0 for seat in range(SEATS)]
    pays = shares[:]
    gets = [0] * SEATS
    gets[winner] = sum(shares)
    totals = dict(zip(LOSERS[winner], owned))
    for seat, own in totals.items():
        for payee, other in totals.items():
            if other > own:
                due = (other - own) // 10 * (2 if dealer in (seat, payee) else 1)
                pays[seat] += due
                gets[payee] += due
    return tuple([get - pay for get, pay in zip(gets, pays)]), tuple(pays), tuple(shares)
