"""Longgang on a PC: claims are judged by suits (longgang_winner_kept.py), and who pays whom is reckoned at once. What
is told of it is made when it is asked for, by the region's own settlement: longgang.py says what is meant.
"""

from ..check import Record
from ..hand import CHOW, Meld, Win
from ..hands_kept import Unusual, hand_of
from ..many_kept import keep
from ..settle import Settlement
from ..settle_kept import Reckoned
from ..tiles import KINDS
from .longgang import GREEN, RED, Rules, rounded
from .longgang_beside_kept import TOP, Other, other_of
from .longgang_others_kept import WILD_LANES, Naturals, Totals, has_single, total
from .longgang_points_kept import refused
from .longgang_winner_kept import DEAD_HAND, Winning

SEATS = 4
LOSERS = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))  # by who has won
NOTHING = [0, 0, 0, 0]
NONE_OWNS = 0, 0, 0
ABORTED, PRIORITY = refused("abort_triple_win"), refused("priority")


class Kept(Winning):
    """As `Rules`, for a PC."""

    READS = hand_of, other_of

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = Rules(options)  # the same, which tell how it came about
        self.gains: dict = {}  # `_gained` by all that it depends on
        self.of_melds: dict = {}  # (points, tai) of who has not won, by the meld and the winds that pay
        self.more_players = self.options["players"] - SEATS
        worth = self.worth
        self.of_honours = worth["dragon_pung"], worth["seat_wind"], worth["prevalent_wind"]
        self.indicators = frozenset([kind for kind in range(KINDS) if self.copies(kind)])
        self.naturals = [[Naturals(self, *winds) for winds in of_round] for of_round in self.winds]
        self.totals = [[Totals(naturals) for naturals in of_round] for of_round in self.naturals]

    def settle(self, r: Record) -> Settlement:
        wins, hands = r.wins, r.hands
        if r.seats != SEATS or r.indicator not in self.indicators:
            return super().settle(r)
        for w in wins:
            if w.called or w.tile < 0 or w.giver == w.seat or hands[w.seat].concealed is None:
                return super().settle(r)
        self.check_supply(r)
        guilty: list = []
        if len(wins) == 1 and not r.fouls:
            won = wins[0]
            found = self.outcome(r, won, self.flags(r, won) if won.flags else 0)
            outcomes = [found[0]]
            if found[0][0] is not None:
                guilty = [won.seat]
                won = None
        else:
            outcomes, won, found, guilty = self._outcomes(r)
        short: list = []  # who could not pay in full
        balance = NOTHING
        if won:
            if self.left_of(r, won.tile) <= 0:
                self._check_win(r, wins.index(won), won.tile, [])
            balance, short = self._gains(r, won, found, guilty)
        if guilty or self.more_players:
            balance = balance + [0] * self.more_players
            self._fine(r, guilty, balance)
        s = Reckoned(self.plain, r, outcomes, balance)
        s.next_dealer = r.dealer if won and won.seat == r.dealer else (r.dealer + 1) % SEATS
        if short or r.carry or self.more_players:
            s.carry = self._carry(r, s, short)
        return s

    def _outcomes(self, r: Record) -> tuple:
        """What becomes of each claim (reason, value, ids), the one that wins or None with all that is found of it, and
        who has said falsely that he has won.
        """
        outcomes: list = []
        won = found_of_won = None
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
                if found[0][0] is None:
                    won, found_of_won = w, found
                else:
                    claimed.append(w.seat)
            outcomes.append(found[0])
        return outcomes, won, found_of_won, guilty + claimed

    # ------------------------------------------------------------ payments

    def _gains(self, r: Record, w: Win, found: tuple, guilty: list) -> tuple:
        """Each seat's gain by a win, and who could not pay in full."""
        hands, winner, dealer = r.hands, w.seat, r.dealer
        losers = one, two, three = LOSERS[winner]
        first, second, third = hands[one], hands[two], hands[three]
        outcome, tai, zero = found
        fouled = guilty or r.fouls
        liable = -1
        if fouled and w.tile in (GREEN, RED) and w.giver >= 0 and r.fouled(w.giver, "liable"):
            liable = w.giver
        if zero:
            owned = NONE_OWNS
        elif fouled or self.eight_pairs or first.melds or second.melds or third.melds:
            owned = self._owned(r, losers, guilty)
        else:
            try:
                if (first.held | second.held | third.held) & WILD_LANES[r.indicator]:
                    owned = self._owned(r, losers, guilty)
                else:
                    totals = self.totals[r.round_wind]
                    owned = (
                        totals[one - dealer][first.held >> TOP],
                        totals[two - dealer][second.held >> TOP],
                        totals[three - dealer][third.held >> TOP],
                    )
            except (AttributeError, Unusual):  # of one it is not known what he shows
                owned = self._owned(r, losers, guilty)
        follow = self.follow(r) if r.carry else self.options["follow"]
        key = winner, dealer, outcome[1], follow[tai], liable, owned
        balance, pays, shares = self.gains.get(key) or keep(self.gains, key, _gained(*key))
        if first.stake is None and second.stake is None and third.stake is None:
            return list(balance), []
        for seat in losers:
            stake = hands[seat].stake
            if stake is not None and stake < pays[seat]:
                return self._paid(r, winner, shares, owned)
        return list(balance), []

    def _paid(self, r: Record, winner: int, shares: tuple, owned: tuple) -> tuple:
        """The same paid one after the other, as far as the chips go: as `_pay_all`."""
        balance = [0] * SEATS
        short = []
        totals = dict(zip(LOSERS[winner], owned))
        for own, seat in sorted(zip(owned, LOSERS[winner])):
            stake = r.hands[seat].stake
            dues = [(winner, shares[seat])]
            for step in (1, 2, 3):
                payee = (seat + step) % SEATS
                more = totals[payee] - own if payee != winner else 0
                if more > 0:
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

    def _owned(self, r: Record, losers: tuple, guilty: list) -> tuple:
        """The totals of who has not won."""
        wild = WILD_LANES[r.indicator]
        naturals, winds = self.naturals[r.round_wind], self.winds[r.round_wind]
        owned = []
        for seat in losers:
            if seat in guilty or r.fouls and r.fouled(seat, "dead_hand", "false_win"):
                owned.append(0)
                continue
            h, at = r.hands[seat], seat - r.dealer
            if type(h) is not Other or h.held & wild or self.eight_pairs and not (h.melds or has_single(h.held)):
                owned.append(total(self, r, seat))
                continue
            points, tai = naturals[at][h.held >> TOP]
            for meld in h.melds:
                more, worth = self.of_melds.get((meld, winds[at])) or self._owned_by_meld(meld, winds[at])
                points += more
                tai += worth
            owned.append(rounded(points, tai) if points else 0)
        return tuple(owned)

    def _owned_by_meld(self, meld: Meld, winds: tuple) -> tuple:
        """(points, tai) of a meld of who has not won."""
        tile = meld.tile
        tai = self._sum(self.honour_ids(tile, winds)) if meld.kind != CHOW else 0
        points = self.meld_points(meld) if meld.kind != CHOW else 0
        return keep(self.of_melds, (meld, winds), (points, tai))


def _gained(winner: int, dealer: int, value: int, follow: int, liable: int, owned: tuple) -> tuple:
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
