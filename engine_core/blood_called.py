"""Called patterns of the Sichuan family: can a hand of the recorded melds, the winning tile and tiles still to be had
show them. Where no melds are recorded there may be any, as in called.py. Loaded only when a win is called.
"""

from . import hand, patterns, tiles
from .blood import Blood
from .blood_patterns import BASIC, DRAGONS, NO_DRAGONS, held
from .check import Record

PAIRS = NO_DRAGONS + DRAGONS
PUNGS = ("all_pungs", "full_flush_pungs", "jiang_dui")
OUTSIDE = ("outside_hand", "full_flush_outside")
MOST_GENS = 3  # of fourteen tiles


def against(rules: Blood, r: Record, w: hand.Win, pattern: str) -> str:
    """What speaks against a called pattern, or ''; a gen is looked at beside the basic pattern."""
    if pattern == "self_draw" and rules.options["self_draw_bonus"] == "none":
        return "self_draw_bonus is none"
    if pattern == "gen" and not rules.options["gen"]:
        return "gens do not count"
    basic = [p for p, _ in BASIC if p in w.called[0]]
    if pattern not in basic and pattern != "gen":
        return ""
    gens = w.called[0].count("gen") if pattern == "gen" else 0
    if basic and not _Hand(rules, r, w).may_show(basic[0], gens):
        return "the melds and the winning tile show something else"
    return ""


class _Hand:
    """What is known of the winner's tiles: `melds`, `tile`, `room`: how many of each kind he may have in hand."""

    def __init__(self, rules: Blood, r: Record, w: hand.Win):
        h = r.hands[w.seat]
        self.melds = h.melds
        self.tile = w.tile
        self.sets = 4 - len(h.melds)
        self.known = patterns.suits(held(h, w.tile))
        self.void = 1 << h.void if rules.options["declare_void"] and h.void >= 0 else 0
        self.room = rules.left(r)
        self.open = not h.melds  # there may be kongs that are not recorded
        self.pungs_only = self.outside = self.jiang = False

    def may_show(self, pattern: str, gens: int) -> bool:
        """Is there a hand with this basic pattern and so many gens beside it."""
        if pattern in ("heavenly_hand", "earthly_hand"):  # whatever the shape, but without melds
            self.open = False
            return self.may_show("plain_hand", gens) or self._pairs(gens, 7 & ~self.void)
        self.pungs_only = pattern in PUNGS
        self.outside = pattern in OUTSIDE
        self.jiang = pattern == "jiang_dui"
        if not all(self._fits(m.tile) for m in self.melds):
            return False
        for suits in (1, 2, 4) if "full_flush" in pattern or "qing" in pattern else (3, 5, 6):
            if self.known & ~suits or suits == self.void:
                continue
            if pattern not in PAIRS:
                if self._sets(gens - sum([m.kind >= hand.KONG for m in self.melds]), suits & ~self.void):
                    return True
            elif pattern in DRAGONS or not gens:
                if self._pairs(gens + 1 if pattern in DRAGONS else 0, suits & ~self.void):
                    return True
        return False

    def _fits(self, kind: int) -> bool:
        """May a pung or the pair be of this kind."""
        return kind % 9 in (0, 8) if self.outside else not self.jiang or kind % 3 == 1

    def _pairs(self, fours: int, suits: int) -> bool:
        """Seven pairs of these suits, so many of them doubled to four equal tiles."""
        if self.melds or fours > MOST_GENS or (self.tile >= 0 and self.room[self.tile] < 2):
            return False
        room = [self.room[k] for k in range(tiles.HONOURS) if suits >> k // 9 & 1]
        return len([n for n in room if n > 1]) >= 7 - fours and len([n for n in room if n > 3]) >= fours

    def _sets(self, gens: int, suits: int) -> bool:
        """Sets and a pair of these suits, the winning tile and so many gens in hand among them."""
        room = bytearray(self.room)
        for k in range(tiles.KINDS):
            if k >= tiles.HONOURS or not suits >> k // 9 & 1:
                room[k] = 0
        need = bytearray(tiles.HONOURS)
        if self.tile >= 0:
            need[self.tile] = 1
        return gens <= MOST_GENS + self.open and self._with_gens(gens, 0, need, room)

    def _with_gens(self, gens: int, first: int, need: bytearray, room: bytearray) -> bool:
        """Tries every choice of gens from the kind `first` on."""
        pung = [m.tile for m in self.melds if m.kind == hand.PUNG]
        alone = min(gens, len([k for k in pung if k >= first]))  # gens that take one tile more
        least = sum(need) + alone + 4 * (gens - alone) - (self.tile >= 0)
        if gens > 0 and least > (3 + self.open) * self.sets + 2:
            return False
        if not self._covered(need, room, self.sets, 1, gens > 0):
            return False
        if gens <= 0:
            return True
        for k in range(first, tiles.HONOURS):
            copies = 1 if k in pung else 4
            if room[k] >= copies and need[k] <= copies:
                was = need[k]
                need[k] = copies
                found = self._with_gens(gens - 1, k + 1, need, room)
                need[k] = was
                if found:
                    return True
        return False

    def _covered(self, need: bytearray, room: bytearray, sets: int, pair: int, more: bool) -> bool:
        """Can sets and pairs, so many of each and no more tiles than there is room for, hold all that is needed. With
        `more` to come the sets of which nothing is needed are not looked for.
        """
        if sum(need) > (3 + self.open) * sets + 2 * pair:
            return False
        kind = 0
        while kind < tiles.HONOURS and not need[kind]:
            kind += 1
        if kind == tiles.HONOURS:  # the rest may be anything
            return more or not sets and not pair or self._placed(0, kind, need, room, sets, pair, more)
        return self._placed(kind, kind + 1, need, room, sets, pair, more)

    def _placed(self, low: int, high: int, need: bytearray, room: bytearray, sets: int, pair: int, more: bool) -> bool:
        """The same with one group more, which holds a kind from `low` to `high` - 1."""
        for group in self._groups(low, high, sets, pair):
            if self._taken(group, room):
                rest = bytearray(need)
                for k in group:
                    rest[k] -= rest[k] > 0
                two = len(group) == 2
                found = self._covered(rest, room, sets - (not two), pair - two, more)
                for k in group:
                    room[k] += 1
                if found:
                    return True
        return False

    def _taken(self, group: tuple, room: bytearray) -> bool:
        """Takes the tiles of a group out of the room; False, and nothing is taken, when they are not there."""
        for i, k in enumerate(group):
            if not room[k]:
                for back in group[:i]:
                    room[back] += 1
                return False
            room[k] -= 1
        return True

    def _groups(self, low: int, high: int, sets: int, pair: int) -> list:
        """The groups that hold a kind from `low` to `high` - 1 and that the pattern allows."""
        out: list = []
        for k in range(low, high):
            if self._fits(k):
                if pair:
                    out.append((k, k))
                if sets:
                    out.append((k, k, k))
                if sets and self.open:
                    out.append((k, k, k, k))
            if sets and not self.pungs_only:
                for first in range(max(k - 2, 0), k + 1):
                    rank = first % 9
                    if rank < 7 and first // 9 == k // 9 and (not self.outside or rank in (0, 6)):
                        out.append((first, first + 1, first + 2))
        return out
