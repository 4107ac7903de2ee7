"""Shangrao on a PC: which row is worth most, and what it comes to, is remembered by what the winner's tiles show under
each word (shangrao_kept.py), and who pays whom is reckoned at once; claims and payments are made when they are asked
for. shangrao.py says what is meant.
"""

from ..check import Record
from ..hand import AFTER_KONG, ROB_KONG, Win
from ..hands_kept import NO_FLOWERS, Hand, without
from ..many_kept import keep
from ..settle_kept import Outcomes, Reckoned
from ..tiles import FLOWERS, HONOURS
from .shangrao import BAO, NO, WITH, Rules
from .shangrao_kept import (
    BAD_MELD,
    FACTS,
    FACTS_WITH,
    FLUSH,
    GATES,
    IDS,
    LAN,
    MELDS,
    NINE,
    STARS_AT,
    of_sets,
    shown,
)

SETS = 4
NO_WILD = 255
DEAD_HAND, WRONG_COUNT, IS_BAD_MELD = ("dead_hand", 0, ()), ("tile_count", 0, ()), ("bad_meld", 0, ())
NO_ROBBING, NO_DISCARD = ("rob_not_allowed", 0, ()), ("discard_not_allowed", 0, ())
NOT_A_WIN = "not_a_win", 0, ()
OF_WORD, ALL = 9, 511  # bits of what tiles show under a word
WITH_TOO = WITH + 1  # another reading with wilds


class Kept(Outcomes, Rules):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.plain = Rules(options)  # the same, which tell how it came about
        self.wild = {indicator: (self.wilds(indicator) or (NO_WILD,))[0] for indicator in range(-1, FLOWERS)}
        self.judged: dict = {}  # (reason, value, ids) by what tiles show and how it was won
        self.any_lan = self.options["shisan_lan_wild"] == "any"

    def is_usual(self, r: Record) -> bool:
        return r.indicator < FLOWERS and not self.options["kong_pay"]

    # ------------------------------------------------------------ the winner

    def outcome(self, r: Record, w: Win, h: Hand) -> tuple:
        """As `judge`."""
        if r.fouls and self.fouled(r, w):
            return DEAD_HAND
        tile, melds, suits = w.tile, h.melds, h.suits
        sets = SETS - len(melds)
        if len(h.concealed or b"") != 3 * sets + 1:
            return WRONG_COUNT
        wild = self.wild[r.indicator]
        said = 0
        for meld in melds:
            said |= BAD_MELD if wild in meld.tiles else MELDS[meld.kind, meld.tiles]
        if said & BAD_MELD:
            return IS_BAD_MELD
        held = suits[wild // 9].counts[wild % 9] if wild != NO_WILD else 0
        flags = w.flags and self.flags(r, w) & (ROB_KONG | AFTER_KONG)
        if w.giver >= 0:
            if flags & ROB_KONG:
                if not self.options["rob_kong"]:
                    return NO_ROBBING
            elif held or tile == wild or self.options["win_on_discard"] == "none":
                return NO_DISCARD
        if suits[4] is not NO_FLOWERS:
            return NOT_A_WIN
        if held or tile == wild:
            shows = self._with_wilds(h, tile, wild, held, said)
        else:
            facts = _facts_with(suits, tile) | said
            shows = of_sets(facts, 0, 1, sets) | shown(facts, 0, not melds)
            if facts & GATES and shows & FLUSH:
                shows |= NINE
        flown = h.flowers.count(wild) if h.flowers and wild != NO_WILD else 0
        key = shows, flown, flags, w.giver < 0
        found = self.judged.get(key)
        if found is None:
            found = keep(self.judged, key, self._judge(r, w, shows, flown))
        return found

    def _with_wilds(self, h: Hand, tile: int, wild: int, held: int, said: int) -> int:
        """What the tiles show under each word, so many wilds being held before the win."""
        is_open = len(h.melds) > 0
        sets = SETS - len(h.melds)
        natural = without(h.suits, wild) if held else h.suits
        m, p, s, z, _ = natural
        wilds = held + (tile == wild)
        facts = before = (FACTS[m] + FACTS[p] + FACTS[s] + FACTS[z]) | said
        if tile != wild:
            facts = _facts_with(natural, tile) | said
        if self.options["qi_xing_by_wild"]:
            seen = shown(facts, wilds, not is_open and self.any_lan)
        else:
            own = 1 << STARS_AT + wild - HONOURS if wild >= HONOURS else 0
            seen = shown(facts | own, 0, not is_open and self.any_lan)
        out = (of_sets(facts, wilds, 1, sets) | seen) << WITH * OF_WORD
        if held:
            out |= (of_sets(before, held - 1, 0, sets) | seen & ~LAN) << BAO * OF_WORD
        if self.options["restored_no_wild"] or not self.any_lan:
            out |= self._as_faces(h, tile, sets, said)
        return out

    def _as_faces(self, h: Hand, tile: int, sets: int, said: int) -> int:
        """What they show with each wild as its own face, where an option asks for it."""
        facts = _facts_with(h.suits, tile) | said
        seen = shown(facts, 0, sets == SETS)
        out = 0
        if self.options["restored_no_wild"]:
            out = of_sets(facts, 0, 1, sets) | seen
            if facts & GATES and seen & FLUSH:
                out |= NINE
        if not self.any_lan and seen & LAN:
            out |= seen << WITH_TOO * OF_WORD
        return out

    def _judge(self, r: Record, w: Win, shows: int, flown: int) -> tuple:
        """What becomes of a claim by what its tiles show."""
        readings = []
        for at, word in enumerate((NO, BAO, WITH, WITH)):
            here = shows >> at * OF_WORD & ALL
            if here:
                readings.append((word, [name for name, bit in IDS if here & bit]))
        row = self._best(readings, flown)
        if row is None:
            return NOT_A_WIN
        c = self._valued(r, w, row[0], row[1], flown)
        return c.reason, c.value, c.ids()

    # ------------------------------------------------------------ payments

    def reckon(self, r: Record, w: Win, value: int, balance: list) -> None:
        """As `pay`."""
        seat, giver = w.seat, w.giver
        shares = [value, value, value, value]
        if self.options["dealer_double"]:
            shares = [value * (1 + (r.dealer in (seat, other))) for other in range(self.SEATS)]
        shares[seat] = 0
        if giver < 0:
            for other, share in enumerate(shares):
                balance[other] -= share
            balance[seat] += sum(shares)
            return
        share = shares[giver]
        if self.options["win_on_discard"] == "full" or self.flags(r, w) & ROB_KONG:
            share = sum(shares)
        balance[giver] -= share
        balance[seat] += share

    def ends(self, r: Record, s: Reckoned, winner: int, is_fined: bool) -> None:
        """As `next_dealer`."""
        s.next_dealer = r.dealer
        if winner >= 0:
            s.next_dealer = winner
        elif r.wins:
            s.void = True
        elif self.options["draw_dealer"] == "next":
            s.next_dealer = (r.dealer + 1) % r.seats


def _facts_with(suits: tuple, tile: int) -> int:
    """The facts of these suits and a tile more."""
    m, p, s, z, _ = suits
    if tile < 9:
        return FACTS_WITH[m, tile] + FACTS[p] + FACTS[s] + FACTS[z]
    if tile < 18:
        return FACTS_WITH[p, tile] + FACTS[m] + FACTS[s] + FACTS[z]
    if tile < HONOURS:
        return FACTS_WITH[s, tile] + FACTS[m] + FACTS[p] + FACTS[z]
    return FACTS_WITH[z, tile] + FACTS[m] + FACTS[p] + FACTS[s]
