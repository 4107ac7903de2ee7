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
MOST_GENS = 3  # of fourteen tiles; of 带幺九 with kongs too: two suits have four 1s and 9s, and the pair is of one


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
        if not all(self._fits(m.tile) for m in self.melds) or (self.outside and gens > MOST_GENS):
            return False
        for suits in (1, 2, 4) if "full_flush" in pattern or "qing" in pattern else (3, 5, 6):
            if self.known & ~suits or suits == self.void:
                continue
            if pattern not in PAIRS:
                if self._sets(gens - sum([m.kind >= hand.KONG for m in self.melds]), suits & ~self.void):
                    return True
            elif pattern in DRAGONS:
                if self._pairs(gens + 1, suits & ~self.void):
                    return True
            elif not gens and self._pairs(0, suits & ~self.void, 0):
                return True
        return False

    def _fits(self, kind: int) -> bool:
        """May a pung or the pair be of this kind."""
        return kind % 9 in (0, 8) if self.outside else not self.jiang or kind % 3 == 1

    def _pairs(self, fours: int, suits: int, most: int = MOST_GENS) -> bool:
        """Seven pairs of these suits, so many of them or more, up to `most`, doubled to four equal tiles."""
        if self.melds or (self.tile >= 0 and self.room[self.tile] < 2):
            return False
        room = [self.room[k] for k in range(tiles.HONOURS) if suits >> k // 9 & 1]
        pairs, doubled = len([n for n in room if n > 1]), len([n for n in room if n > 3])
        return any(pairs >= 7 - n and doubled >= n for n in range(fours, most + 1))

    def _sets(self, gens: int, suits: int) -> bool:
        """Sets and a pair of these suits, the winning tile and so many gens in hand among them."""
        room = bytearray(self.room)
        for k in range(tiles.KINDS):
            if k >= tiles.HONOURS or not suits >> k // 9 & 1:
                room[k] = 0
        if self.pungs_only and len([n for n in room if n > 2]) < self.sets:
            return False
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
        if kind == tiles.HONOURS:
            return more or self._filled(0, room, sets, pair)
        for group in self._groups(kind, max(kind - 2, 0), sets, pair):
            if self._taken(group, room):
                rest = bytearray(need)
                for k in group:
                    rest[k] -= rest[k] > 0
                two = len(group) == 2
                found = self._covered(rest, room, sets - (not two), pair - two, more)
                self._put_back(group, room)
                if found:
                    return True
        return False

    def _filled(self, first: int, room: bytearray, sets: int, pair: int) -> bool:
        """Can so many sets and pairs be made of what there is room for, the lowest tile of each `first` or above it."""
        if not sets and not pair:
            return True
        for k in range(first, tiles.HONOURS):
            for group in self._groups(k, k, sets, pair):
                if self._taken(group, room):
                    two = len(group) == 2
                    found = self._filled(k, room, sets - (not two), pair - two)
                    self._put_back(group, room)
                    if found:
                        return True
        return False

    def _taken(self, group: tuple, room: bytearray) -> bool:
        """Takes the tiles of a group out of the room; False, and nothing is taken, when they are not there."""
        for i, k in enumerate(group):
            if not room[k]:
                self._put_back(group[:i], room)
                return False
            room[k] -= 1
        return True

    def _put_back(self, group: tuple, room: bytearray) -> None:
        for k in group:
            room[k] += 1

    def _groups(self, k: int, first: int, sets: int, pair: int) -> list:
        """The groups that hold a kind and that the pattern allows, the chows from `first` on."""
        out: list = []
        if self._fits(k):
            if pair:
                out.append((k, k))
            if sets:
                out.append((k, k, k))
            if sets and self.open:
                out.append((k, k, k, k))
        if sets and not self.pungs_only:
            for low in range(first, k + 1):
                rank = low % 9
                if rank < 7 and low // 9 == k // 9 and (not self.outside or rank in (0, 6)):
                    out.append((low, low + 1, low + 2))
        return out
