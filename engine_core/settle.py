"""Who pays whom: the ledger of one hand, and the payment steps that regions share. Amounts are in the region's unit."""

from .check import Record
from .hand import CONCEALED_KONG, Win

FREE = ("priority", "already_won", "hand_over", "giver_out", "abort_triple_win")  # refusals that cost nothing


class Claim:
    """What became of one entry of `wins`: a `reason` why it is no legal win, or its worth.

    `patterns`: rows (id, worth), one for each time it counts (of a claim that is worth too little: those it shows);
    `steps`: the formula as rows (text key, numbers...); `robbed`: the tile was taken from a kong; `line`: the text that
    tells the win, where it is no draw, discard or robbed kong.
    """

    def __init__(self, win: Win, reason: str | None = None, steps: list | None = None):
        self.win = win
        self.reason = reason
        self.value = 0
        self.patterns: list = []
        self.steps: list = steps or []
        self.robbed = False
        self.line = ""

    def refuse(self, reason: str) -> None:
        """Takes the worth back: the claim is not legal after all."""
        self.reason = reason
        self.value = 0
        self.patterns = []
        self.steps = []

    def ids(self) -> list[str]:
        return sorted([p[0] for p in self.patterns])


class Settlement:
    """A settled hand: claims, every payment as (payer, payee, amount, why, claim index or -1), what comes next.

    `players` are more than `seats` where one sits out; `void`: nobody won because no claim was legal, where that is
    no drawn hand. For who asks why, rows (text key, numbers...): `told` says how a payment came about, by its index;
    `notes` what the hand leaves to the next.
    """

    def __init__(self, seats: int, players: int = 0):
        self.seats = seats
        self.players = players or seats
        self.void = False
        self.claims: list = []
        self.ready: list = []  # claims that were not made: what hands ready at the end could win, where that is paid
        self.payments: list = []
        self.told: dict = {}
        self.notes: list = []
        self.next_dealer: int | None = 0
        self.carry: dict = {}

    def valid(self) -> list:
        out: list = []
        for c in self.claims:
            if c.reason is None:
                out.append(c)
        return out

    def pay(self, payer: int, payee: int, amount: int, why: str, claim: int = -1, told: list | None = None) -> None:
        """One payment between two seats, with the rows that say how it came about; nothing when the amount is 0."""
        if not (0 <= payer < self.seats and 0 <= payee < self.players) or payer == payee:
            raise ValueError("seat %d cannot pay seat %d" % (payer, payee))
        if amount:
            if told:
                self.told[len(self.payments)] = told
            self.payments.append((payer, payee, amount, why, claim))

    def pay_each(self, payee: int, amount: int, why: str, claim: int = -1, told: list | None = None) -> None:
        """Every other seat pays the same."""
        for seat in range(self.seats):
            if seat != payee:
                self.pay(seat, payee, amount, why, claim, told)

    def delta(self) -> list[int]:
        out = [0] * self.players
        for payer, payee, amount, _, _ in self.payments:
            out[payer] -= amount
            out[payee] += amount
        return out

    def answer(self) -> dict:
        """The answer of the hand record contract."""
        wins = []
        for c in self.claims:
            w = {"seat": c.win.seat, "valid": c.reason is None, "value": c.value, "patterns": c.ids()}
            if c.reason is not None:
                w["reason"] = c.reason
                w["patterns"] = []
            wins.append(w)
        return {"wins": wins, "delta": self.delta(), "next_dealer": self.next_dealer, "carry": self.carry}


def false_winners(s: Settlement, r: Record) -> list:
    """The seats with an illegal claim that is fined, or a foul `false_win`."""
    guilty = [c.win.seat for c in s.claims if c.reason is not None and c.reason not in FREE]
    if r.fouls:
        guilty += [seat for seat, foul in r.fouls if foul == "false_win"]
    return sorted(set(guilty)) if guilty else guilty


def feeders(r: Record, seat: int, mutual: bool) -> list[int]:
    """The seats liable for a winner: three or more of his melds came from them (if mutual, or of theirs from him)."""
    hand = r.hands[seat]
    out = []
    for other in range(r.seats):
        if other != seat and (hand.fed_by(other) >= 3 or (mutual and r.hands[other].fed_by(seat) >= 3)):
            out.append(other)
    return out


def third_feeder(r: Record, seat: int) -> list[int]:
    """The seat that fed the winner's third exposed meld, in the order of the list, concealed kongs passed over."""
    exposed = [m.giver for m in r.hands[seat].melds if m.kind != CONCEALED_KONG]
    return [exposed[2]] if len(exposed) > 2 and exposed[2] >= 0 else []
