"""Kongs in the Sichuan family: what they bring, what goes over on a discard, and the hand as it was before them.

Pages: regions/rules/sichuan.md "Kong payments", regions/rules/xueliu.md "Claims and turn rules".
Loaded when there are kongs, or wins one after the other.
"""

from .blood import discards
from .check import Record, RecordError
from .hand import ADDED_KONG, KONG, KONG_DISCARD, MELD_NAMES, PUNG, Hand, Kong, Meld

SEATS = 4


class KongMoney:
    """The kong money of a hand, kong by kong.

    `wins` are all entries in order, None where one is no legal win. `income`: for each kong rows (payer, amount);
    `transfers`: rows (giver, winner, amount) of 呼叫转移; `gone`: for each kong whether it went over.
    """

    def __init__(self, options: dict, plays_on: bool, declared: list, wins: list):
        self.kongs = declared
        self.income = [self._paid(options, k, [] if plays_on else wins[: k.after]) for k in declared]
        self.gone = [False] * len(declared)
        self.transfers: list = []
        if options["kong_transfer"]:
            self._transfer(wins)

    def _paid(self, options: dict, k: Kong, before: list) -> list:
        """Who pays what for a kong: those whom the wins before it have not put out."""
        out = [w.seat for w in before if w]
        rows = []
        for seat in range(SEATS):
            if seat != k.seat and seat not in out:
                units = 1 if k.kind == ADDED_KONG else 2
                if k.kind == KONG and seat != k.giver:
                    units = int(options["direct_kong_all"])
                if units:
                    rows.append((seat, units * options["base"]))
        return rows

    def _transfer(self, wins: list) -> None:
        """What the giver got for his latest kong and its run goes to each winner on the discard after it, once."""
        legal = [i for i, w in enumerate(wins) if w]
        first = discards([wins[i] for i in legal])
        going: list = []
        for n, i in enumerate(legal):
            w = wins[i]
            if first[n] == n:  # a new discard: what went over on the last one is gone
                for k in going:
                    self.gone[k] = True
                going = []
            if w.giver < 0 or not w.flags & KONG_DISCARD:
                continue
            going = [k for k in self._run(w.giver, legal[first[n]]) if not self.gone[k]]
            amount = sum([units for k in going for _, units in self.income[k]])
            if amount:
                self.transfers.append((w.giver, w.seat, amount))
        for k in going:
            self.gone[k] = True

    def _run(self, seat: int, at: int) -> list:
        """The numbers of a seat's latest kong before entry `at` of `wins` and of those it followed in one run."""
        mine = [n for n, k in enumerate(self.kongs) if k.seat == seat and k.after <= at]
        return mine[-1 - self.kongs[mine[-1]].chain :] if mine else []

    def payments(self) -> list:
        """Rows (payer, payee, amount, why), kongs first."""
        out = []
        for k, rows in zip(self.kongs, self.income):
            for payer, amount in rows:
                every = k.kind == KONG and payer != k.giver
                out.append((payer, k.seat, amount, "direct_kong_all" if every else MELD_NAMES[k.kind]))
        return out + [row + ("kong_transfer",) for row in self.transfers]

    def totals(self) -> list[int]:
        """By seat what it has got (+) or paid (-)."""
        out = [0] * SEATS
        for payer, payee, amount, _ in self.payments():
            out[payer] -= amount
            out[payee] += amount
        return out

    def refunds(self, seat: int) -> list:
        """Rows (payer, amount) that a seat gives back (退税): what did not go over."""
        out = []
        for k, rows, gone in zip(self.kongs, self.income, self.gone):
            if k.seat == seat and not gone:
                out += rows
        return out


def check(r: Record) -> None:
    """A kong from a discard needs its giver. RecordError."""
    if r.kongs is None:
        for seat, h in enumerate(r.hands):
            for j, m in enumerate(h.melds):
                if m.kind == KONG and m.giver < 0:
                    raise RecordError("hands.%d.melds.%d.from: who pays for the kong is needed" % (seat, j))
    for i, k in enumerate(r.kongs or ()):
        if k.kind == KONG and k.giver < 0:
            raise RecordError("kongs.%d.from: who pays for the kong is needed" % i)
        if k.kind == KONG and k.giver == k.seat:
            raise RecordError("kongs.%d.from: %d is the owner of the kong" % (i, k.giver))


def hand_at(r: Record, seat: int, at: int) -> Hand:
    """The hand of a seat at entry `at` of `wins`: its later kongs undone, the latest first."""
    h = r.hands[seat]
    melds, concealed = list(h.melds), h.concealed
    for k in reversed(r.kongs or []):
        if k.seat != seat or k.after <= at:
            continue
        for j, m in enumerate(melds):
            if m.kind == k.kind and m.tile == k.tile and m.regular():
                if m.kind == ADDED_KONG:
                    melds[j] = Meld(PUNG, m.tiles[1:], m.giver)
                else:
                    del melds[j]
                    concealed = None if concealed is None else concealed + m.tiles[1:]
                break
    return Hand(concealed, melds, h.flowers, h.ready, h.void)
