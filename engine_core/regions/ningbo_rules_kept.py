"""Ningbo on a PC: a claim by tiles is judged by what suits take and where the winning tile may stand (ningbo_kept.py),
what that is worth is remembered, and what each seat gains is reckoned at once. ningbo.py says what is meant, and
settles all else: where a wild is won with, or where wilds may be a set or a pair of their own.
"""

from ..check import Record
from ..hand import Win
from ..hands_kept import NO_FLOWERS, NO_HONOURS, NONE, Hand, without
from ..many_kept import keep
from ..patterns import CHOWS, DRAGON_PUNGS, PAIR_HONOUR, PUNGS, WIND_PUNG
from ..remembered_kept import FLUSH
from ..settle import feeders
from ..settle_kept import Outcomes, Reckoned
from ..tiles import FLOWERS, HONOURS, KINDS
from .ningbo import WAIT_IDS, Rules
from .ningbo_kept import (
    BAD_MELD,
    FACTS,
    GROUPED,
    LETTERS,
    LETTERS_OF,
    MELD_LETTER,
    MELDS,
    OF_CHOW,
    OF_PAIR,
    OF_PUNG,
    PLACES,
    PUNG_SAVES,
    PUNGS_AT,
    SAVES,
    TAKEN,
    WIND_PUNGS,
    are_chows,
)

SEATS, SETS = 4, 4
DEAD_HAND, WRONG_COUNT, IS_BAD_MELD = ("dead_hand", 0, ()), ("tile_count", 0, ()), ("bad_meld", 0, ())
NOT_A_WIN, BELOW_MINIMUM = ("not_a_win", 0, ()), ("below_minimum", 0, ())
SINGLE_DISCARD, THREE_DISCARD = ("wild_single_discard", 0, ()), ("three_wilds_discard", 0, ())
ALL_DRAGONS = 7 * DRAGON_PUNGS
OF_HONOURS = ALL_DRAGONS | WIND_PUNGS | 7 << PAIR_HONOUR
# What a reading is: some of both, pungs alone, chows alone; the waits of each, one after the other.
SORTS = (CHOWS + PUNGS, SETS * PUNGS, SETS * CHOWS)
OF_PUNGS, OF_CHOWS = 5, 10
NO_PLACE = -1
OF_READINGS = ("all_chows", "all_pungs", "dragon_pung", "seat_wind", "prevalent_wind") + tuple(
    [name for _, name in WAIT_IDS if name]
)


class Kept(Outcomes, Rules):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = Rules(options)  # the same, which tell how it came about
        self.wild = {indicator: self.wilds(indicator) for indicator in range(-1, KINDS)}
        self.bests: dict = {}  # the best of what readings show: (tai, ids), by what counts of it
        self.same: dict = {}  # what is the same for every reading
        self.laid: dict = {}  # what flowers show, by the indicator and the seat's wind
        # Where each of these is worth something, it makes a reading better, whatever else is the same for all.
        self.is_common = min([self.worth[name] for name in OF_READINGS]) > 0

    def is_usual(self, r: Record) -> bool:
        return self.is_common

    # ------------------------------------------------------------ payments

    def reckon(self, r: Record, w: Win, value: int, balance: list) -> None:
        """As `pay`."""
        seat, giver = w.seat, w.giver
        liable = self._liable(r, seat) if self.options["liability"] else []
        if giver >= 0:
            paid = value * self.options["discard_shares"]
            balance[giver] -= paid
            balance[seat] += paid
            for other in liable:
                if other != giver:
                    balance[other] -= value
                    balance[seat] += value
        elif liable:
            for other in liable:
                balance[other] -= 3 * value
                balance[seat] += 3 * value
        else:
            for other in range(SEATS):
                balance[other] -= value
            balance[seat] += SEATS * value

    def ends(self, r: Record, s: Reckoned, winner: int, is_fined: bool) -> None:
        """As `next_dealer`."""
        s.next_dealer = r.dealer if winner in (-1, r.dealer) else (r.dealer + 1) % SEATS

    def _liable(self, r: Record, seat: int) -> list:
        """As `feeders`, which need not look where nobody has three melds."""
        for h in r.hands:
            if len(h.melds) > 2:
                return feeders(r, seat, self.options["liability_mutual"])
        return []

    # ------------------------------------------------------------ the winner

    def outcome(self, r: Record, w: Win, h: Hand) -> tuple:
        """As `judge`."""
        if r.fouls and self.fouled(r, w):
            return DEAD_HAND
        melds, suits, wild, tile = h.melds, h.suits, self.wild[r.indicator], w.tile
        laid = 0
        for meld in melds:
            laid += BAD_MELD if wild and wild[0] in meld.tiles else MELDS[meld.kind, meld.tiles]  # none has flowers
        if laid >= BAD_MELD:
            return IS_BAD_MELD
        sets = SETS - len(melds)
        if len(h.concealed or b"") != 3 * sets + 1:
            return WRONG_COUNT
        held = 0
        for kind in wild:
            place = kind // 9 if kind < FLOWERS else 4
            many = suits[place].kinds.count(kind)
            if many:
                held += many
                suits = without(suits, kind)
        if tile in wild:
            return self._closely(r, w)
        m, p, s, z, f = suits
        if f is not NO_FLOWERS:
            return NOT_A_WIN
        if tile < 9:
            parts, place, own = (m.counts, p.counts, s.counts, z.counts), tile, 0
        elif tile < 18:
            parts, place, own = (p.counts, m.counts, s.counts, z.counts), tile - 9, 1
        elif tile < HONOURS:
            parts, place, own = (s.counts, m.counts, p.counts, z.counts), tile - 18, 2
        else:
            parts, place, own = (m.counts, p.counts, s.counts, z.counts), tile - HONOURS, 3
        alone = False
        if held and (held > 1 or w.giver >= 0):
            before = FACTS[m.counts] + FACTS[p.counts] + FACTS[s.counts] + FACTS[z.counts]
            alone = w.giver >= 0 and before & TAKEN <= sets
            if held > 1 and self._may_be_alone(parts, place, own, sets):
                return self._closely(r, w)
        shows = _readings(parts, place, own, sets, held, laid)
        if not shows:
            return NOT_A_WIN
        if alone:
            return SINGLE_DISCARD
        if w.giver >= 0 and held >= 3 and self.options["three_wilds_self_draw_only"]:
            return THREE_DISCARD
        letters = (m is not NONE) | (p is not NONE) << 1 | (s is not NONE) << 2 | (z is not NO_HONOURS) << 3
        letters |= 1 << own | LETTERS_OF[laid >> MELD_LETTER & LETTERS]
        tai, ids = self._most(r, w, h, shows, laid, letters, held)
        return (None, self.options["base"] + tai, ids) if tai >= self.options["minimum"] else BELOW_MINIMUM

    def _closely(self, r: Record, w: Win) -> tuple:
        """The same by the region's own rules."""
        c = self.judge(r, w)
        return c.reason, c.value, c.ids()

    def _may_be_alone(self, parts: tuple, place: int, own: int, sets: int) -> bool:
        """May wilds be a set or a pair of their own."""
        at = 3 if own == 3 else 0
        part = parts[at]
        whole = FACTS[part[:place] + bytes((part[place] + 1,)) + part[place + 1 :]]
        for other, part in enumerate(parts):
            if other != at:
                whole += FACTS[part]
        taken = whole & TAKEN
        return taken <= sets or taken - (whole & SAVES > 0) < sets

    def _most(self, r: Record, w: Win, h: Hand, shows: list, laid: int, letters: int, held: int) -> tuple:
        """(tai, ids) of the best reading: as `Rules._best`."""
        of_seat, of_round = w.seat - r.dealer & 3, r.round_wind
        most: tuple = -1, []
        for mask, folded in shows:
            if folded:
                winds, pair = folded >> WIND_PUNG, folded >> PAIR_HONOUR & 7
                is_plain = pair < 5 and pair - 1 not in (of_seat, of_round)
                key = mask, folded & ALL_DRAGONS, winds >> of_seat & 1, winds >> of_round & 1, is_plain
            else:
                key = mask
            best = self.bests.get(key)
            if best is None:
                best = keep(self.bests, key, self._best_of(r, w.seat, mask, folded & OF_HONOURS))
            if best[0] > most[0] or best[0] == most[0] and best[1] < most[1]:
                most = best
        winds = laid >> WIND_PUNG
        of_melds = len(h.melds) == SETS, laid & ALL_DRAGONS, winds >> of_seat & 1, winds >> of_round & 1
        key = w.giver < 0, w.flags and self.flags(r, w), min(held, 3), FLUSH[letters], of_melds
        same = self.same.get(key) or self._same(key, r, w, laid, letters, held)
        tai, ids = most[0] + same[0], most[1] + same[1]
        if h.flowers:
            flowers = self._flowers(r, w.seat, h.flowers)
            tai += sum([self.worth[name] for name in flowers])
            ids += flowers
        return tai, sorted(ids)

    def _best_of(self, r: Record, seat: int, mask: int, folded: int) -> tuple:
        """(tai, ids) of what differs between readings, wherever the winning tile may be."""
        most: tuple = -1, []
        for at, sorts in enumerate(SORTS):
            shown = self._shown(r, seat, folded + sorts, 0)
            for bit, wait in WAIT_IDS:
                if mask >> at * OF_PUNGS & bit:
                    ids = sorted(self._waiting(r, seat, folded + sorts, wait) + shown)
                    tai = sum([self.worth[name] for name in ids])
                    if tai > most[0] or tai == most[0] and ids < most[1]:
                        most = tai, ids
        return most

    def _same(self, key: tuple, r: Record, w: Win, laid: int, letters: int, held: int) -> tuple:
        """(tai, ids) of what is the same for every reading: as `Rules._fixed`, and what melds and suits show."""
        ids = self._fixed(r, w, held, False)
        ids += self._shown(r, w.seat, SORTS[0] + (laid & (ALL_DRAGONS | WIND_PUNGS)), letters)
        return keep(self.same, key, (sum([self.worth[name] for name in ids]), ids))

    def _flowers(self, r: Record, seat: int, flowers: bytes) -> list:
        """As `Rules._flowers`, remembered."""
        key = max(r.indicator - FLOWERS, -4) // 4, r.seat_wind(seat), flowers
        if key not in self.laid:
            keep(self.laid, key, super()._flowers(r, seat, flowers))
        found: list = self.laid[key]
        return found


def _readings(parts: tuple, place: int, own: int, sets: int, held: int, laid: int) -> list:
    """What these suits (the one that the winning tile came to first) and the honours show with so many wilds, by how
    the honours are grouped: rows (the waits of the three sorts of readings, the honours folded).
    """
    all_chows, all_pungs = not laid & 7 * PUNGS, not laid & 7 * CHOWS
    if own == 3:
        return _on_honour(parts, place, sets, all_chows, all_pungs)
    out = []
    first, second = parts[1], parts[2]
    others = FACTS[first] + FACTS[second]
    for taken, has_pair, folded, _ in GROUPED[parts[3], NO_PLACE]:
        mask = 0
        for wait, group, missing, rest in PLACES[parts[0], place]:
            if missing > held:
                break
            left, saves = sets - taken, not has_pair
            if group != OF_PAIR:
                left -= 1
            elif has_pair:
                continue
            else:
                saves = False
            facts = others + FACTS[rest]
            if (facts & TAKEN) - (saves and facts & SAVES > 0) > left:
                continue
            mask |= wait
            if all_pungs and group != OF_CHOW and _are_pungs(facts, saves, left):
                mask |= wait << OF_PUNGS
            if all_chows and not taken and group != OF_PUNG and are_chows((first, second, rest), left, not saves):
                mask |= wait << OF_CHOWS
        if mask:
            out.append((mask, folded))
    return out


def _on_honour(parts: tuple, place: int, sets: int, all_chows: bool, all_pungs: bool) -> list:
    """The same where the winning tile is an honour."""
    out = []
    suits = parts[:3]
    facts = FACTS[suits[0]] + FACTS[suits[1]] + FACTS[suits[2]]
    for taken, has_pair, folded, waits in GROUPED[parts[3], place]:
        left = sets - taken
        if (facts & TAKEN) - (not has_pair and facts & SAVES > 0) > left:
            continue
        mask = waits
        if all_pungs and _are_pungs(facts, not has_pair, left):
            mask |= waits << OF_PUNGS
        if all_chows and not taken and are_chows(suits, left, has_pair):
            mask |= waits << OF_CHOWS
        out.append((mask, folded))
    return out


def _are_pungs(facts: int, saves: bool, sets: int) -> bool:
    """Do so many pungs, and a pair if it saves one, cover them."""
    return (facts >> PUNGS_AT & TAKEN) - (saves and facts & PUNG_SAVES > 0) <= sets
