"""Longgang on a PC: a usual win is read by its suits, and who pays whom is reckoned at once. What is told of it is made
when it is asked for, by the region's own settlement: longgang.py says what is meant, longgang_read.py of the winner.

Usual is one claim by tiles where nobody runs out of chips, and no straight, eight pairs or rare hands are looked for.
All else goes the region's own way.
"""

from .. import shapes
from ..check import Record
from ..cover_nodes import TAKEN
from ..hand import AFTER_FLOWER, AFTER_KONG, CHOW, EARTHLY, HEAVENLY, HUMANLY, ROB_KONG, Hand, Meld, Win
from ..hands_kept import LANE, LANES, NO_FLOWERS, NO_HONOURS, NONE, counts_of, with_tile, without
from ..many_kept import keep
from ..settle import FREE, Claim, Settlement
from ..settle_kept import Reckoned
from ..tiles import DRAGONS, FLOWERS, HONOURS, KINDS
from . import longgang_read as read
from .longgang import GREEN, OTHERS_ZERO, RED, SETS, Rules, rounded
from .longgang_kept import MIDDLE, count_pungs, of_honours, remembered, wild_lanes
from .longgang_limits import limits

SEATS = 4
LOSERS = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))  # by who has won
OWN_FLOWER = FLOWERS - HONOURS  # from a wind to its flower
EVENTS, REPLACED = HEAVENLY | EARTHLY | HUMANLY, AFTER_KONG | AFTER_FLOWER
FLOWER = [bytes((kind,)) for kind in range(FLOWERS + 8)]
ONE_LETTER, HALF_FLUSH = (1, 2, 4, 8), (9, 10, 12)
FROM = (HONOURS, 0, 9, 18)  # where the suits begin, the honours first
TO = (FLOWERS, 9, 18, 27)
SETS_OF, PAIRS, WILDS, SET = shapes.SETS, shapes.PAIRS, shapes.WILDS, shapes.SET
WAIT, PUNGS, DRAGON, SEAT, ROUND, FACE = read.WAIT, read.PUNGS, read.DRAGONS, read.SEAT, read.ROUND, read.FACE
WHITE = DRAGONS - HONOURS
ADDS, HONOURED = read.HONOUR_ADDS, 63 << DRAGON
NOT_A_WIN = ("not_a_win", 0, (), 0, False)
NO_MELDS: tuple = (0, 0, 0, 0, 0, [])
nothing_wanted = read.Wanted()


class Seen(read.Winner):
    """A winner as `longgang_read.Weigh` looks at him."""

    def __init__(self, rules: Rules, tile: int, on_wild: bool, winds: tuple):
        self.rules = rules
        self.tile = tile
        self.on_wild = on_wild
        self.winds = winds
        self.paying = GREEN, RED, winds[0]


class Least(dict):
    """The fewest wilds that the counts of a suit, or of the honours, take: `shapes.Splits._least`."""

    def __missing__(self, part: bytes) -> int:
        splits = shapes.Splits(bytes(HONOURS) + part if len(part) < 9 else part + bytes(25), 0, shapes.Weigh())
        found = splits._least(HONOURS, FLOWERS) if len(part) < 9 else splits._least(0, 9)
        return keep(self, part, found)


LEAST = Least()


@remembered
def of_meld(kind: int, kinds: bytes) -> tuple:
    """Of a meld: may it be one, its letter as a bit, MIDDLE if it has a tile of 2..8, is it of a wind."""
    meld = Meld(kind, kinds)
    low = meld.tile
    letter = 1 << low // 9
    middle = MIDDLE * any([k < HONOURS and 0 < k % 9 < 8 for k in kinds])
    return meld.regular() and low != DRAGONS, letter, middle, HONOURS <= low < DRAGONS


class Kept(Rules):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = Rules(options)  # the same, which tell how it came about
        options = self.options
        self.usual = options["naked_wild_wait"] and not options["rare_hands"]
        self.sieved = options["eight_pairs"] or options["pure_straight"]
        self.honours: dict = {}  # (points, tai) of the honours of who has not won, by these and the winds that pay
        self.indicators = frozenset([kind for kind in range(KINDS) if self.copies(kind)])
        self.of_place: dict = {}  # `Places`, and of these the best by its bits

    def settle(self, r: Record) -> Settlement:
        if len(r.wins) != 1 or r.wins[0].called or r.fouls and self._fouls_matter(r):
            return super().settle(r)
        w = r.wins[0]
        known = w.tile >= 0 and w.giver != w.seat and r.hands[w.seat].concealed is not None
        if known and r.seats == SEATS and r.indicator in self.indicators:
            self.check_supply(r)
        else:
            self.check(r)  # says what is wrong
        flags = self.flags(r, w) if w.flags else 0
        short: list = []  # who could not pay in full
        found = self._usual(r, w, flags) if self.usual else None
        if found is None:
            found = self._read(r, w)
        s: Settlement
        if found[0] is None:
            if self.left_of(r, w.tile) <= 0:
                self._check_win(r, 0, w.tile, [])
            balance = [] if r.fouls and w.giver >= 0 and r.fouled(w.giver, "liable") else self._balance(r, found)
            if not balance:
                balance, short = self._paid(r, found)
            s = Reckoned(self.plain, r, [found[:3]], balance)
            s.next_dealer = r.dealer if w.seat == r.dealer else (r.dealer + 1) % SEATS
        else:
            s = Settlement(r.seats, self.options["players"])
            s.claims = [Claim(w, found[0])]
            s.claims[0].robbed = flags & ROB_KONG > 0
            self.pay_fines(r, s, [] if found[0] in FREE else [w.seat])
            s.next_dealer = (r.dealer + 1) % SEATS
        if r.carry or short or s.players > SEATS:
            s.carry = self._carry(r, s, short)
        return s

    def _read(self, r: Record, w: Win) -> tuple:
        """What `_usual` says, of any claim."""
        c = self.judge(r, w)
        if c.reason is not None:
            return c.reason, 0, (), 0, False
        return None, c.value, c.ids(), self.tai(c), c.steps[0][0] == "formula.limit"

    def _fouls_matter(self, r: Record) -> bool:
        """Is a foul more than of who has not won: a dead hand, or liable."""
        w = r.wins[0]
        for seat, foul in r.fouls:
            if foul == "false_win" or seat == w.seat:
                return True
        return False

    # ------------------------------------------------------------ payments

    def _balance(self, r: Record, found: tuple) -> list:
        """Each seat's gain, or [] where somebody may not be able to pay in full."""
        winner, dealer = r.wins[0].seat, r.dealer
        chips = found[1] // 10
        follow = self.follow(r)[found[3]]
        losers = LOSERS[winner]
        one, two, three = losers
        if winner == dealer:
            chips += chips
        pays = [chips + follow] * SEATS  # what each has to pay, all in all
        if winner != dealer:
            pays[dealer] += chips
        gets = [0] * SEATS
        gets[winner] = pays[one] + pays[two] + pays[three]
        pays[winner] = 0
        totals = self._others(r, found)
        if not totals[one] == totals[two] == totals[three]:
            for seat, other in ((one, two), (one, three), (two, three)):
                more = totals[other] - totals[seat]
                if more:
                    if more < 0:
                        seat, other, more = other, seat, -more
                    due = more // 10 * 2 if dealer == seat or dealer == other else more // 10
                    pays[seat] += due
                    gets[other] += due
        for seat in losers:
            stake = r.hands[seat].stake
            if stake is not None and stake < pays[seat]:
                return []
        balance = [gets[0] - pays[0], gets[1] - pays[1], gets[2] - pays[2], gets[3] - pays[3]]
        players: int = self.options["players"]
        return balance if players == SEATS else balance + [0] * (players - SEATS)

    def _paid(self, r: Record, found: tuple) -> tuple:
        """Each seat's gain, and who could not pay in full: paid one after the other, as the region pays."""
        c = Claim(r.wins[0])
        c.value, c.patterns = found[1], [(p, self.worth[p]) for p in found[2]]
        c.steps = [("formula.limit" if found[4] else "formula.face",)]
        s = Settlement(r.seats, self.options["players"])
        s.claims = [c]
        short = self._pay_all(r, s, c, self._others(r, found))
        return s.delta(), short

    def _others(self, r: Record, found: tuple) -> list:
        """The totals of who has not won."""
        totals = [0, 0, 0, 0]
        if found[4] and any([p in OTHERS_ZERO for p in found[2]]):
            return totals
        wild = wild_lanes(r.indicator)
        turn = HONOURS + r.round_wind if self.ROUND_WIND else -1
        eight_pairs = self.options["eight_pairs"]
        for seat in LOSERS[r.wins[0].seat]:
            h = r.hands[seat]
            try:
                m, p, s, z, _ = h.suits
                usual = not (h.melds or h.held & wild or r.fouls or eight_pairs and not _has_single(h.suits))
            except AttributeError:
                usual = False
            if not usual:
                totals[seat] = self._other(r, seat, self.is_dead(r, seat))[2]
                continue
            pungs = (m.pungs or count_pungs(m)) + (p.pungs or count_pungs(p)) + (s.pungs or count_pungs(s)) & 255
            points = 4 * (pungs & 15) + (8 if self.big_numbers else 4) * (pungs >> 4) if pungs else 0
            tai = 0
            if z is not NO_HONOURS:
                key = z, HONOURS + (seat - r.dealer) % 4, turn
                if key not in self.honours:
                    self._add_honours(key)
                more, tai = self.honours[key]
                points += more
            if points:
                totals[seat] = rounded(points, tai)
        return totals

    def _add_honours(self, key: tuple) -> None:
        found = of_honours(self, key[0].counts, 0, key[1:])
        for tai in found:  # there is one
            keep(self.honours, key, (found[tai], tai >> 4))

    # ------------------------------------------------------------ the winner

    def _usual(self, r: Record, w: Win, flags: int) -> tuple | None:
        """What becomes of a claim, as `judge` finds it: (reason, value, ids, tai of the follow chips, is it a limit
        hand); None where it is not usual.
        """
        h, wild, tile = r.hands[w.seat], r.indicator, w.tile
        wind = HONOURS + (w.seat - r.dealer) % 4
        own = wind + OWN_FLOWER
        on_wild = tile == wild or tile == own
        try:
            suits = with_tile(h.suits, tile)
        except AttributeError:
            return None
        true = (h.held >> LANE * wild & LANES) + (tile == wild)
        if true:
            suits = without(suits, wild)
        m, p, s, z, f = suits
        wilds = true
        if f is not NO_FLOWERS:
            if f.kinds != FLOWER[own]:
                return None
            wilds += 1
            if true == 2 and w.giver >= 0 and self._may_fish(tile, wind):
                return None
        if (
            true > 2
            or wild >= FLOWERS
            or z.counts[WHITE]
            or (on_wild and w.giver >= 0)
            or (h.flowers and own in h.flowers)
            or len(h.concealed) + 3 * len(h.melds) != self.HAND
            or (flags & ROB_KONG and not self.options["rob_wild_pair"])
        ):
            return None
        turn = HONOURS + r.round_wind if self.ROUND_WIND else -1
        melds = self._melds(w, h, wild, (wind, turn)) if h.melds else NO_MELDS
        if melds is None:
            return None
        sets = SETS - len(h.melds)
        if self.sieved and self._may_be_more(h, suits, wilds):
            return None
        takes = TAKEN[m.counts] + TAKEN[p.counts] + TAKEN[s.counts] + TAKEN[z.counts]
        if (takes >> 3) - (takes & 7 > 0) > sets:
            return NOT_A_WIN
        letters, middle, of_winds = melds[:3]
        letters |= (m is not NONE) | (p is not NONE) << 1 | (s is not NONE) << 2 | (z is not NO_HONOURS) << 3
        middle += (m.pungs or count_pungs(m)) + (p.pungs or count_pungs(p)) + (s.pungs or count_pungs(s))
        key = w.giver < 0, on_wild or tile < HONOURS, 0 if w.giver < 0 else self.pung_points(tile) // 2, on_wild
        of_place = self.of_place.get(key) or self._place(key)
        if (
            letters in ONE_LETTER
            or middle < MIDDLE
            or of_winds + 4 - z.counts[:4].count(0) > (1 if wilds > 2 else 2)
            or (wilds > 2 and (takes >> 3) - (takes & 7 > 0) < sets)
            or flags & EVENTS
            or (letters > 7 and self.options["four_guardians"])
        ):
            found = self._limits(r, w, flags, suits, true, wilds, letters, of_place[0])
            if found:
                return None, self.limit_total(found), found, 3, True
        ids = melds[5][:]
        if not wilds:
            ids.append("no_wilds")
        if f is not NO_FLOWERS:
            ids.append("four_flowers" if h.flowers and self.guests(r, w.seat) == 3 else "seat_flower")
        if true == 2:
            ids.append("two_wilds")
        if letters in HALF_FLUSH:
            ids.append("half_flush")
        if flags & REPLACED and self.options["kong_bloom_tai"]:
            ids.append("out_with_replacement")
        fixed = melds[4] + (4 * self.guests(r, w.seat) if h.flowers else 0), melds[3], ids
        states = self._states((z, m, p, s), -1 if on_wild else tile, wilds, (wind, turn), of_place)
        return self._best(r, states, wilds, fixed, of_place, on_wild) if states else None

    def _may_be_more(self, h: Hand, suits: tuple, wilds: int) -> bool:
        """Do the tiles leave room for eight pairs or a straight, where the house plays it."""
        if self.options["eight_pairs"] and not h.melds:
            m, p, s, z, _ = suits
            if shapes.odd(m.counts + p.counts + s.counts + z.counts) <= wilds + 1:
                return True
        if self.options["pure_straight"]:
            chows = [meld.tiles[0] // 9 for meld in h.melds if meld.kind == CHOW]
            for letter in range(3):
                if suits[letter].counts.count(0) <= wilds + 3 * chows.count(letter):
                    return True
        return False

    def _may_fish(self, tile: int, wind: int) -> bool:
        """Does option `three_wild_honor` look at a claim with two wilds and the own flower."""
        how = self.options["three_wild_honor"]
        return how == "honors_only" or how == "forbid" and tile in (GREEN, RED, wind)

    def _limits(
        self, r: Record, w: Win, flags: int, suits: tuple, true: int, wilds: int, letters: int, places: read.Places
    ) -> list:
        """The limit ids that the winner's tiles show: he is made without what only a hand of points needs."""
        h = r.hands[w.seat]
        x = Seen.__new__(Seen)
        x.rules, x.melds, x.sets, x.flags, x.indicator = self, h.melds, SETS - len(h.melds), flags, r.indicator
        x.counts = whole = bytearray(counts_of(suits))
        if h.melds:
            whole = whole[:]
            for meld in h.melds:
                for kind in meld.tiles:
                    whole[kind] += 1
        x.whole, x.suits, x.true, x.wilds = whole, letters, true, wilds
        x.on_wild = w.tile == r.indicator or w.tile >= FLOWERS
        x.tile = -1 if x.on_wild else w.tile
        x.of_sets, x.pairs, x.three_wilds = True, [], False
        x.two_and_own = true == 2 and suits[4] is not NO_FLOWERS
        return limits(x, places, False)

    def _melds(self, w: Win, h: Hand, wild: int, winds: tuple) -> tuple | None:
        """What the winner's melds add: letters, MIDDLE, how many are of winds, pungs, points, ids; None if they are not
        usual.
        """
        letters = middle = of_winds = pungs = points = 0
        ids: list = []
        for meld in h.melds:
            usual, letter, of_middle, of_wind = of_meld(meld.kind, meld.tiles)
            if not usual or wild in meld.tiles or meld.kind == CHOW and meld.giver not in (-1, (w.seat - 1) % 4):
                return None
            letters |= letter
            middle |= of_middle
            if meld.kind != CHOW:
                of_winds += of_wind
                pungs += 1
                points += self.meld_points(meld)
                if letter == 8:
                    ids += self.honour_ids(meld.tiles[0], winds)
        return letters, middle, of_winds, pungs, points, ids

    def _place(self, key: tuple) -> tuple:
        """(`Places`, the best of each bits, the readings of suits that were found) for a winning tile."""
        is_drawn, is_suited, lost, _ = key
        places = read.Places(self, is_drawn, is_suited, lost, -1, False)
        found: tuple = places, [places.best(bits) for bits in range(1 << len(places.levels))], {}
        self.of_place[key] = found
        return found

    def _states(self, suits: tuple, tile: int, wilds: int, winds: tuple, of_place: tuple) -> list:
        """As `longgang_read._states`, of these suits."""
        known = of_place[2]
        spare = wilds
        if wilds:
            for suit in suits:
                spare -= LEAST[suit.counts]
        whole: list = []
        for low, suit in zip(FROM, suits):
            if not suit.kinds:
                continue
            here = tile - low if 0 <= tile - low < 9 else -1
            share = spare + LEAST[suit.counts] if wilds else 0
            key = (suit.counts, here, share) if low < HONOURS else (suit.counts, here, share, winds)
            found = known.get(key)
            if found is None:
                found = self._found(known, key, low, of_place[0], Seen(self, tile, tile < 0, winds))
            if not whole:
                whole = found
            elif len(whole) == len(found) == 1:
                a, b = whole[0], found[0]
                if a & b & PAIRS or (a & WILDS) + (b & WILDS) > wilds:
                    return []
                whole = [(a & ADDS) + (b & ADDS) | (a | b) & ~ADDS]
            else:
                whole = read._joined(whole, found, wilds)
            if not whole:
                return whole
        return whole

    def _found(self, known: dict, key: tuple, low: int, places: read.Places, x: Seen) -> list:
        high = TO[FROM.index(low)]
        counts, share = key[0], key[2]
        splits = shapes.Splits(bytes(low) + counts + bytes(34), share, read.Weigh(x, places, nothing_wanted))
        splits.adds = read.SUIT_ADDS if low < HONOURS else ADDS
        return keep(known, key, read._highest(splits.part(low, high, share)))

    def _best(self, r: Record, states: list, wilds: int, fixed: tuple, of_place: tuple, on_wild: bool) -> tuple | None:
        """What `_usual` says by the best of the readings, as `longgang_read._offer` and `Best` find it."""
        points, melds, ids = fixed
        worth = self.worth
        is_claimed = r.wins[0].giver >= 0
        whole = (SETS - len(r.hands[r.wins[0].seat].melds)) * SET
        best: tuple = ()
        for state in states:
            pair = not state & PAIRS
            lacking = (whole - (state & SETS_OF)) // SET
            if lacking < 0 or (state & WILDS) + 3 * lacking + 2 * pair != wilds:
                continue
            bits = state >> WAIT & 63
            if on_wild and (lacking or pair):
                bits |= of_place[0].bits[read.PUNG if lacking else read.PAIR]
            place = of_place[1][bits]
            if place is None:
                continue
            shown = ids[:]
            if state & HONOURED:
                shown += ["dragon_pung"] * (state >> DRAGON & 3) + ["seat_wind"] * (state >> SEAT & 3)
                shown += ["prevalent_wind"] * (state >> ROUND & 3)
            if (state >> PUNGS & 7) + melds + lacking == SETS:
                shown.append("all_pungs")
            tai = 0
            for name in shown:
                tai += worth[name]
            face = points + 2 * (state >> FACE) + place[0]
            if lacking:
                face += self.pung_points(r.indicator)
            if is_claimed and not tai and not face:
                shown.append("all_chows")
            shown += place[1]
            shown.sort()
            if len(states) > 1:
                receipt = self._receipt(r, tai, face)
                if best and ((receipt, tai, face) < best[:3] or (receipt, tai, face) == best[:3] and shown >= best[3]):
                    continue
                best = receipt, tai, face, shown
            else:
                best = 0, tai, face, shown
        if not best:
            return None
        _, tai, face, shown = best
        if "all_chows" in shown:
            face = worth["all_chows"]
        return None, rounded(20 + face, tai), shown, min(tai, 3), False

    def _receipt(self, r: Record, tai: int, face: int) -> int:
        chips = 6 if r.wins[0].seat == r.dealer else 4
        return chips * rounded(20 + face, tai) // 10 + 3 * self.follow(r)[min(tai, 3)]


def _has_single(suits: tuple) -> bool:
    """Is there one tile of a kind, so that they are no eight pairs."""
    m, p, s, z, _ = suits
    return 1 in m.counts or 1 in p.counts or 1 in s.counts or 1 in z.counts
