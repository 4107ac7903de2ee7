"""What a seat may do now: the questions of a referee who follows every tile, answered for a `Moment` of a hand.

The answers come from what a region declares (`Ruleset.CHOW`, `TURN_KONG`, `SWAP`, `WINNERS`, `MISSED`, ...), from what
it forbids or forces beside that (turns.py: `forbids`, `barred`, `forced`), and from `Ruleset.judge`. Pages:
regions/rules/<region>.md, section "Claims and turn rules". Kinds are small ints, -1 is none. No part of scoring, so
loaded only by who asks.
"""

from . import tiles
from .check import Record
from .hand import ADDED_KONG, CHOW, CONCEALED_KONG, HEAVENLY, KONG, PUNG, READY_NAMES, ROB_KONG, Hand, Meld, Win
from .rules import Ruleset
from .turns import Asked

WIN = 5  # beside the kinds of melds: what a seat wants of the tile on offer
DISCARD, DECLARE, FLOWER = 6, 7, 8  # for `forbids`


class Moment:
    """A point of a hand, as the referee knows it. He sets the attributes; the questions change nothing.

    turn        the seat that has drawn or claimed and is to discard; while a tile is on offer: who plays next if nobody
                wants it
    hands       by seat; `concealed` with what was drawn in this turn (bytes, sorted)
    drawn       kind that the seat in turn has drawn in this turn, a replacement too; -1: it has claimed a tile, or
                looks through what it was dealt while the dealer has not discarded yet
    called      the meld that the seat in turn has claimed in this turn, else None
    tile, giver what is on offer, and who discarded it; -1 when nothing is
    adding      the tile on offer is being added to a pung of `giver`
    chain       kongs directly before, in the same run
    left        tiles that can still be drawn; `tail`: there is a replacement
    last        the tile taken last was the last that can be drawn (its discard too)
    discards    by seat: kinds that it has discarded, in order
    claimed     melds claimed from discards so far, by anybody
    passed      by seat: (kind, giver) of winning tiles that it let pass and that still count (`missed` and `moved`)
    missed_pung by seat: kinds that it could have punged and let pass since its last draw
    wins        entries of the course (course.py) of those who have won
    locked      by seat: its hand may not change any more (after a win, or dice for a kong)
    fouls       (seat, kind) as in a record: a dead hand does not win
    """

    def __init__(self, rules: Ruleset, dealer: int = 0, hands: list | None = None):
        n = rules.SEATS
        self.rules = rules
        self.asked = Asked(rules)
        self.dealer = dealer
        self.turn = dealer
        self.hands = hands or [Hand(b"", []) for _ in range(n)]
        self.drawn = self.tile = self.giver = -1
        self.called: Meld | None = None
        self.adding = False
        self.chain = 0
        self.left = 100
        self.tail = True
        self.last = False
        self.indicator = -1
        self.round_wind = 0
        self.discards: list = [b""] * n
        self.claimed = 0
        self.passed: list = [()] * n
        self.missed_pung: list = [()] * n
        self.wins: list = []
        self.locked: list = [False] * n
        self.fouls: list = []

    # ------------------------------------------------------------ what is known

    def wild(self, seat: int) -> tuple:
        """The kinds that are wild for the seat."""
        rules = self.rules
        return rules.wilds(self.indicator) + tuple(rules.seat_wilds(self.indicator, self.dealer).get(seat, ()))

    def frozen(self, seat: int) -> bool:
        """May the hand not change any more but for kongs that leave its waits as they are."""
        return self.locked[seat] or self.hands[seat].ready > 0

    def playing(self, seat: int) -> bool:
        return self.rules.plays_on(self.wins, seat)

    def record(self, hand: Hand, seat: int, win: Win) -> Record:
        """A record of one claim, the other hands as they are."""
        r = Record(self.rules.ID, {}, self.rules.SEATS)
        r.dealer = self.dealer
        r.round_wind = self.round_wind
        r.indicator = self.indicator
        r.hands = [hand if i == seat else h for i, h in enumerate(self.hands)]
        r.wins = [win]
        r.fouls = self.fouls
        return r

    def waits(self, hand: Hand, seat: int) -> bytes:
        """The kinds that a hand of 13 - 3 x melds (Longgang 16) waits for, drawn and whatever the minimum."""
        rules = self.rules
        out = bytearray()
        held = tiles.count(b"".join([hand.concealed or b""] + [m.tiles for m in hand.melds]))
        for kind in range(tiles.FLOWERS):
            if rules.copies(kind) and (rules.OWN_FOUR or held[kind] < 4):
                win = Win(seat, kind)
                if rules.judge(self.record(hand, seat, win), win).reason in (None, "below_minimum"):
                    out.append(kind)
        return bytes(out)

    # ------------------------------------------------------------ of the tile on offer

    def chows(self, seat: int) -> list:
        """The chows that the seat may make of the discard, by their lowest kind."""
        rules, kind = self.rules, self.tile
        if not rules.CHOW or not self._may_call(seat, CHOW) or seat != self._next(self.giver) or kind >= tiles.HONOURS:
            return []
        held = tiles.count(self._natural(seat))
        out = []
        for first in range(max(kind - 2, kind // 9 * 9), min(kind, kind // 9 * 9 + 6) + 1):
            if all(held[k] for k in range(first, first + 3) if k != kind):
                if self._something_to_discard(seat, self._chow(first)):
                    out.append(first)
        return out

    def may_pung(self, seat: int) -> bool:
        if not self._may_call(seat, PUNG) or self._natural(seat).count(bytes([self.tile])) < 2:
            return False
        return self._something_to_discard(seat, Meld(PUNG, bytes([self.tile] * 3), self.giver))

    def may_kong(self, seat: int) -> bool:
        """May the seat make a kong of the discard."""
        if not self.tail or self.adding or self.tile < 0 or seat == self.giver or not self.playing(seat):
            return False
        if (
            self._natural(seat).count(bytes([self.tile])) < 3
            or self.last
            or self.asked.forbids(self, seat, KONG, self.tile)
        ):
            return False
        if self.frozen(seat):
            return self.rules.FROZEN_CLAIM and self._keeps_waits(seat, KONG, self.tile)
        return True

    def may_win(self, seat: int, flags: int = 0) -> bool:
        """May the seat win now: on the tile on offer, or on what it has drawn. `flags` as in a record."""
        if not self.playing(seat):
            return False
        if self.asked.wins_at_once(self, seat):
            return True
        if self.adding:
            flags |= ROB_KONG
        if self.tile >= 0:
            if seat == self.giver or self.barred(seat) or self.asked.forbids(self, seat, WIN, self.tile):
                return False
            win, hand = Win(seat, self.tile, self.giver, flags), self.hands[seat]
        else:
            if seat != self.turn or self.drawn < 0 or self.asked.forbids(self, seat, WIN, self.drawn):
                return False
            h = self.hands[seat]
            rest = (h.concealed or b"").replace(bytes([self.drawn]), b"", 1)
            hand = Hand(rest, h.melds, h.flowers, h.ready, h.void)
            hand.stake = h.stake
            win = Win(seat, self.drawn, -1, flags)
        return self.rules.judge(self.record(hand, seat, win), win).reason is None

    def may_open(self, seat: int) -> bool:
        """May the seat win with its dealt tiles alone, before the first discard (Ruleset.OPENING_CLAIMS)."""
        if not self.rules.OPENING_CLAIMS or self.tile >= 0 or any(self.discards):
            return False
        if seat == self.dealer:
            return self.may_win(seat, HEAVENLY)
        win = Win(seat, -1)
        return self.rules.judge(self.record(self.hands[seat], seat, win), win).reason is None

    def barred(self, seat: int) -> bool:
        """Has the seat let pass a win so that it may not win on what is on offer."""
        return self.asked.barred(self, seat)

    def served(self, wishes: list) -> list:
        """Who gets the tile on offer of those who want it, (seat, WIN, KONG, PUNG or CHOW) each: all winners that the
        region allows, else the one claim that goes first.
        """
        order = [(self._distance(seat), seat, want) for seat, want in wishes]
        winners = [(seat, want) for _, seat, want in sorted(order) if want == WIN]
        if winners:
            return self.asked.winners(self, winners)
        calls = sorted([(want == CHOW, far, seat, want) for far, seat, want in order])
        return [(calls[0][2], calls[0][3])] if calls else []

    def after_wins(self, seats: list) -> int:
        """Who draws next where the hand goes on after these seats have won, `wins` including theirs: the next who plays
        on after the winner, of several the farthest from the giver; -1 where nobody does.
        """
        last = seats[0]
        for seat in seats[1:]:
            if self._distance(seat) > self._distance(last):
                last = seat
        return self.next_playing(last)

    def next_playing(self, seat: int) -> int:
        """The next seat after this one, in order of play, that plays on; -1 if there is none."""
        for _ in range(self.rules.SEATS):
            seat = self._next(seat)
            if self.playing(seat):
                return seat
        return -1

    # ------------------------------------------------------------ of the own turn

    def own_kongs(self, seat: int) -> list:
        """The kongs that the seat may make in its turn: (CONCEALED_KONG or ADDED_KONG, kind)."""
        if seat != self.turn or self.tile >= 0 or not self.tail or self.last or not self.playing(seat):
            return []
        if (
            self.drawn < 0
            and not (self.called and self.rules.TURN_KONG)
            and not (self.rules.DEALT_KONG and self._dealt())
        ):
            return []  # nothing drawn in this turn, a replacement neither
        held = self._natural(seat)
        choices = [(CONCEALED_KONG, k) for k in sorted(set(held)) if held.count(bytes([k])) == 4 and k < tiles.FLOWERS]
        choices += [(ADDED_KONG, m.tile) for m in self.hands[seat].melds if m.kind == PUNG and m.tile in held]
        out = []
        for kind, tile in choices:
            if self.asked.forbids(self, seat, kind, tile):
                continue
            if self.frozen(seat) and (tile != self.drawn or not self._keeps_waits(seat, kind, tile)):
                continue
            out.append((kind, tile))
        return out

    def kong_throws(self, seat: int, kind: int, tile: int) -> tuple:
        """The numbers of dice that the seat may throw for the replacement of this kong; 0: it is taken without."""
        return self.asked.kong_throws(self, seat, kind, tile)

    def may_rob(self, kind: int) -> bool:
        """May the kong that is being made be robbed: of this kind of meld, `chain` kongs before it."""
        return kind == ADDED_KONG and self.asked.may_rob(self)

    def may_discard(self, seat: int) -> bytes:
        """The kinds that the seat may discard in its turn."""
        if seat != self.turn or self.tile >= 0 or not self.playing(seat):
            return b""
        held = self.hands[seat].concealed or b""
        wild = self.wild(seat)
        aside = bytes([k for k in self.rules.set_aside(self.indicator) if k not in wild])  # laid out, not discarded
        if (self.frozen(seat) or self.rules.LAST_DRAWN and self.last) and self.drawn >= 0:
            kong = self.asked.forbids(self, seat, DISCARD, self.drawn) and self.own_kongs(seat)  # or a win
            return b"" if kong or self.drawn in aside else bytes([self.drawn])
        barred = self._swapped(self.called) + aside
        allowed = [k for k in sorted(set(held)) if k not in barred and not self.asked.forbids(self, seat, DISCARD, k)]
        return self.asked.discard_first(self, seat, bytes(allowed))

    def ready_discards(self, seat: int) -> bytes:
        """The kinds with whose discard the seat may declare itself ready, or show its hand: what is left waits."""
        if self.frozen(seat) or not self._may_declare(seat):
            return b""
        h = self.hands[seat]
        out = bytearray()
        for kind in self.may_discard(seat):
            rest = (h.concealed or b"").replace(bytes([kind]), b"", 1)
            if self.waits(Hand(rest, h.melds, h.flowers, h.ready, h.void), seat):
                out.append(kind)
        return bytes(out)

    def own_flowers(self, seat: int) -> bytes:
        """The kinds that the seat may lay aside in its turn, for a replacement; none in the turn of a claim. After the
        deal one seat after the other has its turn for it, before the dealer discards.
        """
        if seat != self.turn or self.tile >= 0 or not self.playing(seat) or (self.drawn < 0 and not self._dealt()):
            return b""
        aside = self.rules.set_aside(self.indicator)
        held = [k for k in sorted(set(self._natural(seat))) if k in aside]
        return bytes([k for k in held if not self.asked.forbids(self, seat, FLOWER, k)])

    def may_declare(self, seat: int) -> bool:
        """May the seat declare itself ready as it stands, with nothing to discard first."""
        h = self.hands[seat]
        if self.frozen(seat) or len(h.concealed or b"") != self.rules.HAND - 3 * len(h.melds):
            return False
        return self.rules.DECLARED_ALONE and self._may_declare(seat) and len(self.waits(h, seat)) > 0

    def must(self, seat: int) -> int:
        """What the seat must do with the tile that it has drawn or that is on offer: WIN, a kind of kong, or -1."""
        return self.asked.forced(self, seat)

    def aborted(self) -> bool:
        """Does the hand end here, drawn, by a rule of its own."""
        return self.asked.aborted(self)

    def may_abort(self, seat: int) -> bool:
        """May the seat end the hand here, drawn."""
        return self.playing(seat) and self.asked.may_abort(self, seat)

    # ------------------------------------------------------------ wins let pass

    def missed(self, seat: int) -> None:
        """The seat could have won on the tile on offer, and has not."""
        if self.rules.MISSED and (self.rules.MISSED_ROBS or not self.adding):
            self.passed[seat] = self.passed[seat] + ((self.tile, self.giver),)

    def moved(self, seat: int, what: str) -> None:
        """The seat has made a move: "draw" (a replacement too), "call" (chow, pung, kong of a discard) or "discard"."""
        if what in self.rules.MISSED[1:]:
            self.passed[seat] = ()
        if what == "draw":
            self.missed_pung[seat] = ()

    # ------------------------------------------------------------ parts

    def _may_declare(self, seat: int) -> bool:
        declares = any(how in self.rules.course() for how in READY_NAMES[1:])
        return declares and not self.asked.forbids(self, seat, DECLARE, -1)

    def _dealt(self) -> bool:
        """Is it the time between the deal and the dealer's first discard."""
        return self.called is None and not self.claimed and not any(self.discards)

    def _next(self, seat: int) -> int:
        return (seat + 1) % self.rules.SEATS

    def _distance(self, seat: int) -> int:
        return (seat - self.giver) % self.rules.SEATS

    def _natural(self, seat: int) -> bytes:
        """The concealed tiles that are not wild."""
        wild = self.wild(seat)
        return bytes([k for k in self.hands[seat].concealed or b"" if k not in wild])

    def _may_call(self, seat: int, what: int) -> bool:
        """May the seat make a chow or pung at all."""
        if self.tile < 0 or self.adding or seat == self.giver or self.last or self.frozen(seat):
            return False
        if self.tile >= tiles.FLOWERS or self.tile in self.wild(seat) or not self.playing(seat):
            return False
        return not self.asked.forbids(self, seat, what, self.tile)

    def _chow(self, first: int) -> Meld:
        return Meld(CHOW, bytes([first, first + 1, first + 2]), self.giver)

    def _swapped(self, meld: Meld | None) -> bytes:
        """The kinds that may not be discarded in the turn of a claim: the tile claimed, the other end of its chow."""
        swap = self.rules.SWAP
        if meld is None or not swap:
            return b""
        kind = self.claimed_tile(meld)
        if meld.kind != CHOW:
            return bytes([kind]) if "pung" in swap else b""
        out = bytearray([kind])
        if "ends" in swap:
            first = meld.tiles[0]
            for other in (kind + 3 if kind == first else -1, kind - 3 if kind == first + 2 else -1):
                if other >= 0 and other // 9 == kind // 9:
                    out.append(other)
        return bytes(out)

    def claimed_tile(self, meld: Meld) -> int:
        """The tile of a meld that was claimed in this turn: the last discard of its giver."""
        return self.discards[meld.giver][-1]

    def _something_to_discard(self, seat: int, meld: Meld) -> bool:
        """Is there a tile that may be discarded after the claim."""
        rest = list(self.hands[seat].concealed or b"")
        given = self.tile
        for k in meld.tiles:
            if k != given:
                rest.remove(k)
            else:
                given = -1
        before = self.discards[self.giver]
        self.discards[self.giver] = before + bytes([self.tile])
        barred = self._swapped(meld)
        self.discards[self.giver] = before
        melds = self.hands[seat].melds
        melds.append(meld)
        found = any(k not in barred and not self.asked.forbids(self, seat, DISCARD, k) for k in rest)
        melds.pop()
        return found

    def _keeps_waits(self, seat: int, kind: int, tile: int) -> bool:
        """Does a ready hand wait for the same after this kong."""
        h = self.hands[seat]
        held = h.concealed or b""
        before = held if kind == KONG else held.replace(bytes([self.drawn]), b"", 1)
        now = self.waits(Hand(before, h.melds, h.flowers, h.ready, h.void), seat)
        return now == self.waits(self.after_kong(seat, kind, tile), seat)

    def after_kong(self, seat: int, kind: int, tile: int) -> Hand:
        """The hand with this kong laid down, before its replacement."""
        h = self.hands[seat]
        held = h.concealed or b""
        after = held.replace(bytes([tile]), b"", 1 if kind == ADDED_KONG else 3 if kind == KONG else 4)
        melds = list(h.melds)
        if kind == ADDED_KONG:
            melds = [Meld(kind, bytes([tile] * 4), m.giver) if m.kind == PUNG and m.tile == tile else m for m in melds]
        else:
            melds.append(Meld(kind, bytes([tile] * 4), self.giver if kind == KONG else -1))
        return Hand(after, melds, h.flowers, h.ready, h.void)
