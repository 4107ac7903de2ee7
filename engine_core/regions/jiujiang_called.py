"""Called patterns of Jiujiang (rules/jiujiang.md): is there a hand of the recorded melds, the winning tile and tiles
still to be had that shows all of them.

Red and White are looked at one by one, each may be the pair or any sort of set; the suits by how many sets are free.
Loaded only when a win is called.
"""

from .. import hand, patterns, tiles
from ..check import Record, RecordError
from ..rules import Ruleset

# What a called pattern needs of the win: letters of `called.NEEDS`. The tiles are looked at here.
NEEDS = {
    "self_draw": "d", "out_with_replacement": "dk", "last_tile_draw": "dl", "last_tile_claim": "cl",
    "robbing_the_kong": "cr", "kong_discard": "cg", "heavenly_hand": "dhH", "earthly_hand": "eH", "ready_hand": "R",
}  # fmt: skip
# Patterns that only come beside another one.
BESIDE = {
    "xiaosa_pungs": "all_pungs", "xiaosa_gun_pungs": "all_pungs", "xiaosa_pairs": "seven_pairs", "gun": "xiaosa_pairs",
    "haohua": "seven_pairs",
}  # fmt: skip
ON_MELDS = ("out_with_replacement", "heavenly_hand", "earthly_hand")  # events that depend on the winner's melds

GREEN = 32
DRAGONS = (31, 33)  # White and Red
OF_PAIRS = ("seven_pairs", "xiaosa_pairs", "gun", "haohua", "qi_xiannv")
OF_SETS = (
    "pure_straight", "all_pungs", "xiaosa_pungs", "xiaosa_gun_pungs", "melded_hand", "hongqi_piaopiao",
    "out_with_replacement", "robbing_the_kong", "plain_hand", "edge_wait", "closed_wait", "single_wait", "dragon_pung",
    "concealed_dragon_pung", "dragon_kong", "concealed_dragon_kong", "melded_kong", "concealed_kong",
)  # fmt: skip
# What a dragon is in the hand: triplets in hand are completed by a discard or not, the rest are melds.
NONE, PAIR, CLAIMED, TRIPLET, PUNG, KONG, CONCEALED_KONG = range(7)
COUNTS = (
    "", "", "dragon_pung", "concealed_dragon_pung", "dragon_pung", "dragon_kong", "concealed_dragon_kong",
)  # fmt: skip
AS_MELD = (NONE, PUNG, KONG, KONG, CONCEALED_KONG)
# Where the winning tile stands.
IN_CHOW, IN_PUNG, IN_DRAGONS, IN_PAIR = range(4)


def says_what_hand(rules: Ruleset) -> tuple:
    """The rows of which one must be called: a flower pattern that comes alone, or the plain hand."""
    return tuple([row for row in rules.PATTERNS if row[0] in rules.excluded("plain_hand") + ("plain_hand",)
                  and row[0] not in BESIDE])  # fmt: skip


def against(rules: Ruleset, r: Record, w: hand.Win, pattern: str, events: list) -> str:
    """What speaks against a pattern, or '': the Greens, `events` of the record beside a plain hand, a pattern that it
    never comes without.
    """
    ids = w.called[0]
    h = r.hands[w.seat]
    if pattern in ("green", "four_greens"):
        laid = h.flowers.count(bytes((GREEN,)))
        most = laid or rules.left(r)[GREEN]  # those of a seat without any are not known
        if (laid == 4 if pattern == "green" else most < 4) or ids.count("green") > min(most, 3):
            return "the Greens show something else"
    if pattern == "plain_hand":
        for event in events:
            if event in rules.excluded(pattern) and (
                h.melds or event not in ON_MELDS
            ):  # melds may be there, or no kong
                return "the record shows %s" % event
    if pattern in BESIDE and BESIDE[pattern] not in ids:
        return "it never comes without %s" % BESIDE[pattern]
    return ""


def check_tiles(rules: Ruleset, r: Record, w: hand.Win, first: bool) -> None:
    """RecordError naming a pattern that no hand shows, by itself or beside the others; `first`: edition 1."""
    ids = w.called[0]
    why = contradiction(ids, r.hands[w.seat].melds, w.tile, w.giver, rules.left(r), first)
    if why:
        raise RecordError("wins.%d.called.patterns: %s" % (r.wins.index(w), why))


def contradiction(ids: tuple, melds: list, tile: int, giver: int, left: bytearray, first: bool) -> str:
    """What no hand shows, or ''. `ids` are sorted; no `melds` means that they are not known, `tile` -1 likewise; `left`
    are the tiles to be had, the winning one among them.
    """
    known = _Known(melds, tile, giver, left, first)
    if known.possible(ids):
        return ""
    before: list = []
    for p in ids:
        if not known.possible((p,)):
            return "%s, but the melds and the winning tile show something else" % p
        before.append(p)
        if not known.possible(tuple(before)):
            rivals = [q for q in before[:-1] if not known.possible((q, p))]
            break
    return "%s, but no hand shows it beside %s" % (p, rivals[0] if rivals else "the others")


class _Known:
    """What the record says of the tiles of one winner."""

    def __init__(self, melds: list, tile: int, giver: int, left: bytearray, first: bool):
        self.melds = melds
        self.tile = tile
        self.giver = giver
        self.left = left
        self.first = first
        self.suits = 0  # of the melds and the winning tile, a bit each
        for kind in [m.tile for m in melds] + [tile]:
            if 0 <= kind < tiles.HONOURS:
                self.suits |= 1 << kind // 9
        self.free = 4 - len(melds)
        self.exposed = any(m.kind != hand.CONCEALED_KONG for m in melds)

    def possible(self, ids: tuple) -> bool:
        if not any(p in OF_SETS for p in ids) and self._pairs(ids):
            return True
        if any(p in OF_PAIRS for p in ids):
            return False
        for white in self._useful(DRAGONS[0], ids):
            for red in self._useful(DRAGONS[1], ids):
                for place in self._places((white, red), ids):
                    if _Sets(self, ids, (white, red), place).possible():
                        return True
        return False

    def _useful(self, kind: int, ids: tuple) -> list:
        """The states that can help to show what is called."""
        states = self._states(kind)
        if len(states) == 1 or self.tile == kind or "hongqi_piaopiao" in ids or "half_flush" in ids:
            return states
        return [s for s in states if s < CLAIMED or COUNTS[s] in ids]

    def _pairs(self, ids: tuple) -> bool:
        """Seven pairs: how many kinds there are, what runs they leave room for."""
        if self.melds or (self.tile >= 0 and self.left[self.tile] < 2):
            return False
        half = "half_flush" in ids
        if (half and not any(self.left[k] > 1 for k in DRAGONS)) or ("full_flush" in ids and half):
            return False
        if self.tile >= tiles.HONOURS and ("full_flush" in ids or "qi_xiannv" in ids):
            return False
        if "qi_xiannv" in ids:
            return not half and self._seven_in_a_row()
        kinds = 7 - ids.count("haohua")
        runs, rolls = ids.count("xiaosa_pairs"), ids.count("gun")
        if kinds < 4 or rolls > 3:
            return False
        return 3 * max(runs, rolls > 0) + rolls + half <= kinds  # a run of seven is something else: three rolls at most

    def _seven_in_a_row(self) -> bool:
        for low in range(tiles.HONOURS):
            run = range(low, low + 7)
            if low % 9 < 3 and (self.tile < 0 or self.tile in run) and all(self.left[k] > 1 for k in run):
                return True
        return False

    def _states(self, kind: int) -> list:
        """What the dragon of this kind may be in the hand."""
        for m in self.melds:
            if m.tile == kind:
                return [AS_MELD[m.kind]]
        left = self.left[kind]
        out = [] if self.tile == kind else [NONE]
        if left > 1:
            out.append(PAIR)
        if left > 2:
            if self.giver >= 0 and self.tile in (-1, kind):
                out.append(CLAIMED)
            if self.giver < 0 or self.tile != kind:
                out.append(TRIPLET)
            if not self.melds and self.tile != kind:
                out += [PUNG] + ([KONG, CONCEALED_KONG] if left > 3 else [])
        return out

    def _places(self, states: tuple, ids: tuple) -> list:
        """Where the winning tile may stand beside dragons in these states."""
        tile = self.tile
        if tile >= tiles.HONOURS and tile not in DRAGONS:
            return []
        if tile >= tiles.HONOURS:
            out = [IN_PAIR if states[DRAGONS.index(tile)] == PAIR else IN_DRAGONS]
        elif CLAIMED in states:
            out = [IN_DRAGONS]
        elif tile < 0:
            out = [IN_CHOW, IN_PUNG, IN_PAIR]
            if self.giver < 0 and TRIPLET in states:
                out.append(IN_DRAGONS)
        else:
            out = [IN_CHOW]
            if self.left[tile] > 2:
                out.append(IN_PUNG)
            if self.left[tile] > 1 and PAIR not in states:
                out.append(IN_PAIR)
        if "edge_wait" in ids or "closed_wait" in ids or "robbing_the_kong" in ids:
            out = [p for p in out if p == IN_CHOW]
        if "single_wait" in ids or "melded_hand" in ids:
            out = [p for p in out if p == IN_PAIR]
        return out

    def chows(self, ids: tuple) -> list:
        """The first kinds of the chows in which the winning tile may stand with the wait that is called."""
        out = []
        for i in range(3):
            first = self.tile - i
            if first < 0 or first // 9 != self.tile // 9 or first % 9 > 6:
                continue
            wait = patterns.chow_wait(first, i)
            if ("edge_wait" in ids and wait != patterns.EDGE) or ("closed_wait" in ids and wait != patterns.CLOSED):
                continue
            if all(self.left[k] for k in range(first, first + 3)):
                out.append(first)
        return out


class _Sets:
    """Four sets and a pair with the dragons in these states and the winning tile in this place."""

    def __init__(self, known: _Known, ids: tuple, states: tuple, place: int):
        self.known = known
        self.ids = ids
        self.states = states
        self.place = place
        melds = known.melds
        self.dragons = len([s for s in states if s >= CLAIMED])
        in_hand = len([s for s in states if s in (CLAIMED, TRIPLET)])
        kong = any(s >= KONG for s in states)
        self.exposed = PUNG in states or KONG in states
        if melds:
            self.exposed = known.exposed
            suited = [m.kind for m in melds if m.tile < tiles.HONOURS]
            self.concealed_kongs = suited.count(hand.CONCEALED_KONG)
            self.kongs = suited.count(hand.KONG) + suited.count(hand.ADDED_KONG)
            self.free = known.free - in_hand
        else:
            self.kongs, self.concealed_kongs = ids.count("melded_kong"), ids.count("concealed_kong")
            if "out_with_replacement" in ids and not (kong or self.kongs or self.concealed_kongs):
                if "melded_hand" in ids:
                    self.kongs = 1
                else:
                    self.concealed_kongs = 1
            self.exposed = self.exposed or self.kongs > 0
            self.free = 4 - self.dragons - self.kongs - self.concealed_kongs
        self.kong = kong or self.kongs > 0 or self.concealed_kongs > 0

    def possible(self) -> bool:
        ids = self.ids
        if self.free < 0 or self.states == (PAIR, PAIR):
            return False
        for p in COUNTS[CLAIMED:]:
            if ids.count(p) > len([s for s in self.states if COUNTS[s] == p]):
                return False
        if ids.count("melded_kong") > self.kongs or ids.count("concealed_kong") > self.concealed_kongs:
            return False
        if ("hongqi_piaopiao" in ids and self.dragons < 2) or ("out_with_replacement" in ids and not self.kong):
            return False
        return self._exposure() and self._groups() and self._suits()

    def _exposure(self) -> bool:
        """No melds, none but concealed kongs, nothing but exposed melds: as called."""
        ids, known = self.ids, self.known
        melded = known.melds or self.exposed or self.kong
        if ("heavenly_hand" in ids or "earthly_hand" in ids) and melded:
            return False
        if "concealed_hand" in ids and self.exposed:
            return False
        if "melded_hand" in ids:
            hidden = CONCEALED_KONG in self.states or TRIPLET in self.states or self.concealed_kongs
            closed = "concealed_hand" in ids or "heavenly_hand" in ids or "earthly_hand" in ids
            return not (hidden or closed or (known.melds and known.free))
        return not ("plain_hand" in ids and known.melds and not known.free and not self._hidden_meld())

    def _hidden_meld(self) -> bool:
        return any(m.kind == hand.CONCEALED_KONG for m in self.known.melds)

    def _groups(self) -> bool:
        """Are there sets enough for the chows and pungs that must be."""
        ids, known = self.ids, self.known
        chows = int(self.place == IN_CHOW)
        pungs = int(self.place == IN_PUNG)
        if chows and known.tile >= 0 and not known.chows(ids):
            return False
        if "pure_straight" in ids:
            chows = self._straight()
        if "plain_hand" in ids:
            chows = chows or 1
        if "all_pungs" in ids and (chows or any(m.kind == hand.CHOW for m in known.melds)):
            return False
        if "melded_hand" in ids and (chows or pungs):
            return False
        if "xiaosa_gun_pungs" in ids:
            return not self.dragons and self._consecutive(4)
        return chows + pungs <= self.free and ("xiaosa_pungs" not in ids or self._consecutive(3))

    def _straight(self) -> int:
        """How many chows a straight takes, the winning tile's own among them; more than there are if it cannot be."""
        known = self.known
        flush = "full_flush" in self.ids or "half_flush" in self.ids
        best = 9
        for low in (0, 9, 18):
            if all(known.left[low : low + 9]) and not (flush and known.suits & ~(1 << low // 9)):
                beside = 0
                if self.place == IN_CHOW and known.tile >= 0:
                    beside = not any(first // 9 == low // 9 and first % 3 == 0 for first in known.chows(self.ids))
                best = min(best, 3 + beside)
        return best

    def _consecutive(self, count: int) -> bool:
        """May `count` suit pungs be of one suit in consecutive ranks, the others not going on with them."""
        known = self.known
        have = [m.tile for m in known.melds if m.tile < tiles.HONOURS]
        free = self.free + (0 if known.melds else self.kongs + self.concealed_kongs)
        if self.place == IN_PUNG and known.tile >= 0:
            have.append(known.tile)
            free -= 1
        flush = "full_flush" in self.ids or "half_flush" in self.ids
        for low in range(tiles.HONOURS):
            if low % 9 + count > 9 or (flush and known.suits & ~(1 << low // 9)):
                continue
            run = range(low, low + count)
            more = [k for k in run if k not in have]
            if len(more) > free or not all(known.left[k] > 2 for k in more):
                continue
            others = [k for k in have if k not in run]
            if count == 4 or known.first or not any(_goes_on(low, k) for k in others):
                return True
        return False

    def _suits(self) -> bool:
        """The flush that is called, or that there is none."""
        ids, known = self.ids, self.known
        suits = patterns.bits(known.suits)
        dragons = self.states != (NONE, NONE)
        if ("full_flush" in ids and dragons) or ("half_flush" in ids and not dragons):
            return False
        if "full_flush" in ids or "half_flush" in ids:
            return suits < 2
        if "plain_hand" not in ids:
            return True
        if self.dragons == 2 and not known.first:
            return False
        open_groups = self.free  # whose suit is not known
        if known.tile >= 0 and self.place in (IN_CHOW, IN_PUNG):
            open_groups -= 1
        if PAIR not in self.states and (self.place != IN_PAIR or known.tile < 0):
            open_groups += 1
        if not known.melds:
            open_groups += self.kongs + self.concealed_kongs
        return suits + open_groups > 1


def _goes_on(low: int, kind: int) -> bool:
    """Does a pung of this kind make four of the three from `low`."""
    return (kind == low - 1 and low % 9 > 0) or (kind == low + 3 and low % 9 < 6)
