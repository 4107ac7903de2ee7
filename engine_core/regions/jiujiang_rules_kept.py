"""Jiujiang on a PC: sets and a pair are read by their suits, what a reading counts is remembered, and who pays whom is
reckoned at once; the payments are made when they are asked for. jiujiang.py says what is meant.
"""

from .. import shapes
from ..check import Record
from ..hand import CHOW, CONCEALED_KONG, ROB_KONG, Hand, Win
from ..hands_kept import LETTER, NO_FLOWERS, NO_HONOURS, NONE, Suit, counts_of, is_regular, with_tile
from ..many_kept import keep
from ..patterns import CLOSED, EDGE, SINGLE
from ..settle import Claim, Settlement, false_winners
from ..settle_kept import Reckoned
from ..suits_kept import joined
from ..tiles import FIRST, HONOURS, LENGTH
from .jiujiang import A_CHOW, NONE_OF_THE_HAND, OF_WAIT, RED, STRAIGHT, WAIT, WAITS, WHITE, Rules, laid_out
from .jiujiang import _is_straight as is_straight
from .jiujiang import _only_wait as only_wait
from .jiujiang import _Weigh as Weigh

WHITE_AND_RED = bytes((WHITE, RED))
FULL_FLUSH, HALF_FLUSH = (1, 2, 4), (9, 10, 12)
COUNTED_WAITS = (EDGE | CLOSED | SINGLE) << WAIT
STRAIGHTS, LOW = 0x1FF << STRAIGHT, 0xFF  # of a reading: thirds of a straight; counters
PAIRS, SETS, SET = shapes.PAIRS, shapes.SETS, shapes.SET


class Kept(Rules):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = Rules(options)  # the same, which tell how it came about
        self.read: dict = {}  # the readings of a suit, by where the winning tile is
        self.counted: dict = {}  # what ids count

    # ------------------------------------------------------------ payments

    def settle(self, r: Record) -> Settlement:
        if len(r.wins) != 1 or r.fouls:
            return super().settle(r)
        w = r.wins[0]
        self.check(r)
        reason, value, ids = self._judged(r, w, r.hands[w.seat])
        if reason is not None:
            return self._refused(r, Claim(w, reason))
        if w.tile >= 0 and self.left_of(r, w.tile) <= 0:
            self._check_win(r, 0, w.tile, [])
        s = Reckoned(self.plain, r, [(reason, value, ids)], self._balance(r, w, value))
        s.next_dealer = w.seat
        if r.carry:
            alone = Settlement(r.seats)
            alone.claims = [Claim(w)]
            alone.next_dealer = w.seat
            s.carry, s.notes = self.carried(r, alone), alone.notes
        return s

    def _refused(self, r: Record, c: Claim) -> Settlement:
        if c.reason == "below_minimum":
            c = self.judge(r, c.win)  # with the patterns that it shows
        s = Settlement(r.seats)
        s.claims = [c]
        c.robbed = c.win.flags & ROB_KONG > 0 and self.flags(r, c.win) & ROB_KONG > 0
        self.pay_fines(r, s, false_winners(s, r))
        self.pay_always(r, s)
        s.next_dealer = self.next_dealer(r, s)
        s.carry = self.carried(r, s)
        return s

    def _balance(self, r: Record, w: Win, value: int) -> list:
        """Each seat's gain."""
        unit = self.unit(r)
        winner, giver = w.seat, w.giver
        robbed = w.flags & ROB_KONG > 0 and self.flags(r, w) & ROB_KONG > 0
        doubled = self.options["dealer_double"]
        balance = [0] * r.seats
        for seat in range(r.seats) if giver < 0 else (giver,):
            if seat == winner:
                continue
            h = r.hands[seat]
            amount = value
            if h.ready or robbed or len(h.melds) > 1:
                for p in self._eaten(h, robbed):
                    amount += self.worth[p]
            elif h.melds or h.flowers:
                for p in _laid_out(h):
                    amount += self.worth[p]
            amount *= unit
            if doubled and r.dealer in (seat, winner):
                amount *= 2
            balance[seat] -= amount
            balance[winner] += amount
        return balance

    # ------------------------------------------------------------ the winner

    def _judged(self, r: Record, w: Win, h: Hand) -> tuple:
        """What becomes of a claim, (reason, value, ids): as `judge`."""
        if w.called:
            c = self.judge(r, w)
            return c.reason, c.value, c.ids()
        melds = h.melds
        if len(h.concealed or b"") != self.HAND - 3 * len(melds):
            return "tile_count", 0, ()
        if melds and not self._melds_allowed(melds):
            return "bad_meld", 0, ()
        readings = self._readings(r, w)
        if not readings:
            return "not_a_win", 0, ()
        is_drawn = w.giver < 0
        value, ids = self._count(self._best(readings, is_drawn), is_drawn)[4:]
        return (None, value, ids) if value > 1 else ("below_minimum", 0, ())

    def _count(self, ids: list, drawn: bool) -> tuple:
        """What `Rules._parts` says, the sum, and the ids that count in order: remembered."""
        key = (drawn, *ids)
        found: tuple | None = self.counted.get(key)
        if found is None:
            parts = super()._parts(ids, drawn)
            found = keep(self.counted, key, (*parts, sum(parts[:3]), sorted([p for p, _ in parts[3]])))
        return found

    def _parts(self, ids: list, drawn: bool) -> tuple:
        """As `Rules._parts`, remembered."""
        base, adders, extras, rows = self._count(ids, drawn)[:4]
        return base, adders, extras, rows[:]

    def _melds_allowed(self, melds: list) -> bool:
        """As `Rules._melds_allowed`, which need not look at each where there are no chows."""
        for meld in melds:
            if meld.kind == CHOW or not is_regular(meld.kind, meld.tiles) or meld.tiles[0] in NONE_OF_THE_HAND:
                return super()._melds_allowed(melds)
        return True

    def _readings(self, r: Record, w: Win) -> list:
        """As `Rules._readings`."""
        h = r.hands[w.seat]
        melds = h.melds
        try:
            suits = with_tile(h.suits, w.tile)
        except AttributeError:
            return super()._readings(r, w)
        z = suits[3]
        if suits[4] is not NO_FLOWERS or z.kinds.strip(WHITE_AND_RED):
            return []
        if not melds and not _is_odd(suits):
            return super()._readings(r, w)
        events = self._events(r, w) if w.flags or h.ready else []
        out = self._by_suits(w, h, suits, "heavenly_hand" not in events)
        if not out:
            return out
        laid = _laid_out(h) if melds or h.flowers else []
        for n, found in enumerate(out):
            ids = events + found
            ids += self._adders(w, h, ids) + laid
            if not (found or events) or not self._is_flower(ids):
                ids.append("plain_hand")
            out[n] = ids
        return out

    def _by_suits(self, w: Win, h: Hand, suits: tuple, wait_counts: bool) -> list:
        """As `Rules._of_sets`, of these suits with the winning tile."""
        melds = h.melds
        readings = self._read(suits, w.tile, (4 - len(melds)) * SET)
        if not readings:
            return readings
        m, p, s, z, _ = suits
        letters = (m is not NONE) | (p is not NONE) << 1 | (s is not NONE) << 2 | (z is not NO_HONOURS) << 3
        for meld in melds:
            letters |= 1 << meld.tiles[0] // 9
        same = ["half_flush"] if letters in HALF_FLUSH else ["full_flush"] if letters in FULL_FLUSH else []
        chows = False
        if melds:
            kinds = [meld.kind for meld in melds]
            chows = CHOW in kinds
            if len(melds) == 4 and CONCEALED_KONG not in kinds:
                same.append("melded_hand")
        if letters > 7:
            self._dragons(w, z, melds, same)
        places = 0
        for reading in readings:
            places |= reading
        waits: list = []
        if places & COUNTED_WAITS:
            places >>= WAIT
            no = self._excluded_by(same) if same else same
            waits = [name for name in WAITS if places & OF_WAIT[name] and name in self.worth and name not in no]
            if waits and not (wait_counts and only_wait(h, m.counts + p.counts + s.counts + z.counts, w.tile)):
                waits = []
        out = []
        for name in waits + [""]:
            for reading in readings:
                if name and not reading >> WAIT & OF_WAIT[name]:
                    continue
                ids = same + [name] if name else same[:]
                if reading & STRAIGHTS and is_straight(reading):
                    ids.append("pure_straight")
                if not chows and not reading & A_CHOW:
                    ids += ["all_pungs"] + self._consecutive(_whole(suits, melds))
                out.append(ids)
        return out

    def _dragons(self, w: Win, z: Suit, melds: list, same: list) -> None:
        """Adds what White and Red show."""
        whole = [z.counts[WHITE - HONOURS], z.counts[RED - HONOURS]]
        for kind, many in zip(WHITE_AND_RED, whole):
            if many == 3:
                same.append("dragon_pung" if w.giver >= 0 and w.tile == kind else "concealed_dragon_pung")
        for meld in melds:
            if meld.tiles[0] >= WHITE:
                whole[meld.tiles[0] == RED] += len(meld.tiles)
        if min(whole) > 2:
            same.append("hongqi_piaopiao")

    def _read(self, suits: tuple, tile: int, sets: int) -> list:
        """As `suits_kept.natural_hands`."""
        whole: list = []
        letter = LETTER[tile]
        for place, suit in enumerate(suits[:4]):
            if not suit.kinds:
                continue
            key = suit, tile if place == letter else -1
            found = self.read.get(key)
            if found is None:
                found = self._found(key, FIRST[place], LENGTH[place])
            whole = joined(whole, found, LOW) if whole else found
            if not whole:
                return whole
        return whole if whole[0] & PAIRS and whole[0] & SETS == sets else []

    def _found(self, key: tuple, low: int, many: int) -> list:
        splits = shapes.Splits(bytes(low) + key[0].counts + bytes(HONOURS), 0, Weigh(key[1]))
        return keep(self.read, key, splits.part(low, low + many, 0))


LAID: dict = {}  # what Greens count, and a meld by its kind and tiles


def _laid_out(h: Hand) -> list:
    """As `laid_out`."""
    out: list = []
    if h.flowers:
        names = LAID.get(h.flowers)
        out += keep(LAID, h.flowers, laid_out(Hand(b"", [], h.flowers))) if names is None else names
    for meld in h.melds:
        key = meld.kind, meld.tiles
        names = LAID.get(key)
        out += keep(LAID, key, laid_out(Hand(b"", [meld]))) if names is None else names
    return out


def _is_odd(suits: tuple) -> bool:
    """Are there kinds of which there are one or three, so that they are no pairs."""
    m, p, s, z, _ = suits
    return (
        (1 in m.counts or 1 in p.counts or 1 in s.counts)
        or (3 in m.counts or 3 in p.counts or 3 in s.counts)
        or 1 in z.counts
        or 3 in z.counts
    )


def _whole(suits: tuple, melds: list) -> bytearray:
    whole = bytearray(counts_of(suits))
    for meld in melds:
        for kind in meld.tiles:
            whole[kind] += 1
    return whole
