"""Patterns that the players call where the table does not know the tiles: a contradiction is refused by name.

A call is taken when some hand could show all of it at once: a hand of the recorded melds, the winning tile and tiles
that are still to be had. Melds, flowers and a winning tile that are left out are not known; recorded ones are all there
are.

One rule for what the record shows and nobody calls (a flag that holds, a draw, four melds, three winners): it is no
contradiction, and it is not counted. What is called says what the hand is worth; who pays whom follows from the giver,
the flags that hold, the melds and the other claims, as it does for known tiles.

Loaded only when a win is called.
"""

from . import hand, patterns, tiles
from .check import Record, RecordError
from .rules import Ruleset

# What a pattern needs, a letter each; ids not listed need nothing that a record can contradict. A region that
# understands a pattern otherwise says so (`Ruleset.needs`).
#   the win     d drawn  c claimed  k after a kong (or flower)  g discard after a kong  r robbed kong  l last tile
#               h e u heavenly, earthly, humanly  R ready declared  S hand shown
#   the melds   4 all sets are melds  H none  N none but concealed kongs
#   all sets    C chows  P pungs  X chows and pungs, no half flush  . of any sort  n no sets at all
#               x a chow among them  a any arrangement of the tiles, sets or not
#   the tiles   f one suit  m one suit and honours  z honours  t terminals  T terminals and honours  0 no wild  j a wild
#   some sets   D a pung of dragons  W a pung of winds  s of the seat wind  v of the round wind
#   the pair    y dragons  w winds  p neither dragons nor seat or round wind  q one of the winning tile, of seven
#   the wait    < edge  - closed  o another place in a chow  1 the pair  2 a pung
NEEDS = {
    "self_draw": "d", "out_with_replacement": "dk", "last_tile_draw": "dl", "heavenly_hand": "dhH",
    "earthly_hand": "eH", "humanly_hand": "uH", "robbing_the_kong": "cr", "kong_discard": "cg", "last_tile_claim": "cl",
    "triple_win": "c", "ready_hand": "R", "liang_dao": "S", "concealed_hand": "N", "melded_hand": "4",
    "chicken_hand": "X", "all_chows": "C", "all_pungs": "P",
    "seven_pairs": "nq", "thirteen_orphans": "nT", "nine_gates": "nHf",
    "half_flush": "m", "full_flush": "f", "half_flush_pungs": "mP", "full_flush_pungs": "fP",
    "all_honors": "zP", "all_terminals": "tP", "all_terminals_and_honors": "T",
    "big_four_winds": "WWWW", "little_four_winds": "WWWw", "big_three_dragons": "DDD", "little_three_dragons": "DDy",
    "dragon_pung": "D", "seat_wind": "s", "prevalent_wind": "v",
    "edge_wait": "<", "closed_wait": "-", "single_wait": "1", "two_pair_wait": "2",
    "no_wilds": "0", "two_wilds": "jj", "three_wilds": "jjj",
}  # fmt: skip
FLAGS = {
    "k": hand.AFTER_KONG | hand.AFTER_FLOWER, "g": hand.KONG_DISCARD, "l": hand.LAST_TILE, "r": hand.ROB_KONG,
    "h": hand.HEAVENLY, "e": hand.EARTHLY, "u": hand.HUMANLY,
}  # fmt: skip
CHOW, PUNG, PAIR = range(3)  # where the winning tile stands
PLACES = {"<": CHOW, "-": CHOW, "o": CHOW, "1": PAIR, "2": PUNG}
WAITS = {patterns.EDGE: "<", patterns.CLOSED: "-", patterns.OPEN: "o"}
OF_SETS = "CPXxDWsvyw4<-o12."  # needs of a hand of sets
SUITED = "fmtTCXx<-o"  # needs that some suit tile is there
HONOURED = "mzTDWsvyw"  # needs that some honour is there
NEVER = 99  # more sets than there are


class _Known:
    """What the record says of the tiles of one winner."""

    def __init__(self, rules: Ruleset, r: Record, w: hand.Win):
        wild = rules.stand_ins(r, w)
        self.melds = r.hands[w.seat].melds
        self.free = rules.HAND // 3 - len(self.melds)  # sets that are not known
        self.on_wild = w.tile in wild
        self.tile = -1 if self.on_wild else w.tile
        self.counts = tiles.count(b"".join([m.tiles for m in self.melds]))
        if self.tile >= 0:
            self.counts[self.tile] += 1
        self.winds = (tiles.HONOURS + r.seat_wind(w.seat), tiles.HONOURS + r.round_wind)  # seat, round
        self.left = rules.left(r)
        for k in range(tiles.KINDS):
            if not rules.copies(k):
                self.left[k] = 0
        self.wilds = 0  # that he may have drawn
        for k in wild:
            self.wilds += self.left[k]
            self.left[k] = 0
        if w.giver >= 0:
            self.wilds -= self.on_wild
        self.wilds = min(self.wilds, rules.HAND - 3 * len(self.melds) + (w.giver < 0))

    def others(self, need: str) -> bool:
        """Do melds and winning tile hold what the needs of all tiles forbid."""
        suits = patterns.suits(self.counts)
        one_suit = patterns.bits(suits & 7) < 2
        for c, holds in (
            ("f", one_suit and suits < 8),
            ("m", one_suit),
            ("z", suits & 7 == 0),
            ("t", patterns.only(self.counts, patterns.TERMINALS, False)),
            ("T", patterns.only(self.counts, patterns.TERMINALS, True)),
        ):
            if c in need and not holds:
                return True
        return False


class _Hand:
    """The sets of a hand that may be, the winning tile put in one place: pungs, chows and sets still free."""

    def __init__(self, known: _Known, need: str, place: int):
        self.known = known
        self.wilds = "0" not in need and (known.wilds > 0 or known.on_wild)
        self.pungs = [m.tile for m in known.melds if m.kind != hand.CHOW]
        self.chows = len(known.melds) - len(self.pungs)
        self.free = known.free - (place != PAIR)
        self.pair = known.tile if place == PAIR else -1
        if place == CHOW:
            self.chows += 1
        elif place == PUNG and known.tile >= 0:
            self.pungs.append(known.tile)
        # the kind of the pung that an unknown tile completes is open
        self.open_pung = place == PUNG and known.tile < 0
        if known.tile < 0:
            self.possible = True
        elif place == CHOW:
            self.possible = self._in_chow(known.tile, need)
        else:
            self.possible = self._had(known.tile, 3 if place == PUNG else 2)

    def _in_chow(self, kind: int, need: str) -> bool:
        """Is there a chow that the tile completes, with the wait that is needed."""
        for i in range(3):
            first = kind - i
            if 0 <= first < tiles.HONOURS and first // 9 == kind // 9 and first % 9 < 7:
                wait = WAITS[patterns.chow_wait(first, i)]
                if all(self._had(k, 1) for k in range(first, first + 3)):
                    if wait in need or not any(c in need for c in "<-o"):
                        return True
        return False

    def _had(self, kind: int, n: int) -> bool:
        """May the winner have so many of a kind beside his melds."""
        return self.wilds or self.known.left[kind] >= n

    def missing(self, low: int, high: int, count: int, these: list, pair: bool) -> int:
        """How many more pungs of the honours low..high-1 are needed for `count`, `these` among them, and a pair of
        another if so said; NEVER when the tiles for it are not there.
        """
        others = [k for k in range(low, high) if k not in self.pungs]
        new = [k for k in these if k in others]
        have = len([k for k in self.pungs if low <= k < high])  # with wilds two of one kind
        n = max(count - have, len(new))
        may_be = [k for k in others if self._had(k, 5 if k == self.pair else 3)]
        if pair:
            pairs = [k for k in others if k == self.pair or (self.pair < 0 and self._had(k, 2))]
            if not any(len(may_be) - (k in may_be) >= n for k in pairs):
                return NEVER
        if not all(k in may_be for k in new) or (n > len(may_be) and not self.wilds):
            return NEVER
        return n

    def shows(self, need: str, winds: int, dragons: int) -> bool:
        """Can the rest be filled up so that it shows all that is needed, so many pungs of winds and dragons too."""
        known = self.known
        these = sorted({k for c, k in zip("sv", known.winds) if c in need})
        missing = self.missing(tiles.HONOURS, tiles.DRAGONS, winds, these, "w" in need)
        missing += self.missing(tiles.DRAGONS, tiles.FLOWERS, dragons, [], "y" in need)
        pungs = len(self.pungs) + max(missing, self.open_pung)
        free = self.free - missing + (self.open_pung and missing > 0)
        chows = self.chows
        if "X" in need:
            if free < (not chows) + (not pungs):
                return False
            chows = pungs = 1
        if "x" in need and not chows:
            free -= 1
            chows = 1
        if free < 0 or ("C" in need and (pungs or "P" in need)) or ("P" in need and chows):
            return False
        if "p" in need and (self.pair >= tiles.DRAGONS or self.pair in known.winds):
            return False
        if chows and any(c in need for c in "ztT"):
            return False
        return self._mixed(need, free, missing > 0)

    def _mixed(self, need: str, free: int, honours: bool) -> bool:
        """Suit tiles and honours both where they are needed, or not where they are not wanted."""
        suits = patterns.suits(self.known.counts) | honours << 3
        open_pair = self.pair < 0
        if "X" in need:
            other_suit = suits & 7 > 0 if free == 1 else free > 1 or not patterns.is_half_flush(suits)
            return "m" not in need and (open_pair or other_suit)
        if "m" in need or "T" in need:
            honour = suits > 7 or (free > 0 and "C" not in need)
            return open_pair or (honour and (suits & 7 > 0 or free > 0))
        return True


def _most(needs: list, letter: str) -> int:
    """How often a letter is needed: the patterns that need it may all mean the same ones."""
    return max([letters.count(letter) * times for letters, times in needs])


def _possible(known: _Known, needs: list) -> bool:
    """Is there a hand that shows all of it: rows (letters, times)."""
    need = "".join([letters for letters, _ in needs])
    suited, honoured = [any(c in need for c in kinds) for kinds in (SUITED, HONOURED)]
    if ("z" in need and suited) or (("f" in need or "t" in need) and honoured) or known.others(need):
        return False
    wilds = _most(needs, "j")
    if known.wilds < wilds or ("0" in need and (wilds or known.on_wild)):
        return False
    exposed = any(m.kind != hand.CONCEALED_KONG for m in known.melds)
    if ("N" in need and exposed) or (("H" in need or "n" in need) and known.melds):
        return False
    if "q" in need and known.tile >= 0 and known.left[known.tile] < 2 and not (known.wilds and "0" not in need):
        return False
    of_sets = any(c in need for c in OF_SETS)
    if "n" in need or not (of_sets or known.melds):
        return not ("n" in need and of_sets)
    if "a" in need and not of_sets and "4" not in need:
        return True
    if "4" in need and ("H" in need or (known.melds and known.free)):
        return False
    places = [PAIR] if "4" in need or not known.free else [CHOW, PUNG, PAIR]
    for c, place in PLACES.items():
        if c in need:
            places = [p for p in places if p == place]
    if ("<" in need) + ("-" in need) + ("o" in need) > 1:
        return False
    for place in places:
        h = _Hand(known, need, place)
        if h.possible and h.shows(need, _most(needs, "W"), _most(needs, "D")):
            return True
    return False


def _event_lacks(r: Record, w: hand.Win, flags: int, need: str) -> str:
    """What the record says against a need of the win, or ''."""
    if need == "d" and w.giver >= 0:
        return "the win has a giver"
    if need == "c" and w.giver < 0:
        return "the win has no giver"
    if need in FLAGS and not flags & FLAGS[need]:
        return "no such flag that holds is in the record"
    if need in "RS" and r.hands[w.seat].ready != (hand.DECLARED if need == "R" else hand.SHOWN):
        return "the hand was not ready so"
    return ""


def _rival(known: _Known, needs: dict) -> str:
    """Which pattern cannot be, as known or beside which other."""
    before: list = []
    for p in sorted(needs):
        if not _possible(known, [needs[p]]):
            return "%s, but the melds and the winning tile show something else" % p
        if not _possible(known, [needs[q] for q in before] + [needs[p]]):
            rivals = [q for q in before if not _possible(known, [needs[q], needs[p]])]
            return "%s, but no hand shows it beside %s" % (p, rivals[0] if rivals else "the others")
        before.append(p)
    return ""


def check_called(rules: Ruleset, r: Record, w: hand.Win, shapes: tuple) -> None:
    """RecordError naming the pattern that the record or another called one contradicts.

    `shapes`: pattern rows of which one at least must be called (a hand has some shape), or nothing.
    """
    at = "wins.%d.called.patterns: " % r.wins.index(w)
    ids = w.called[0]
    flags = rules.flags(r, w)
    needs = {}
    for p in sorted(set(ids)):
        own = rules.needs(p)
        needs[p] = (NEEDS.get(p, "") if own is None else own, ids.count(p))
        for other in rules.excluded(p):
            if other in ids:
                raise RecordError("%s%s excludes %s" % (at, p, other))
        why = rules.against(r, w, p)
        for need in needs[p][0]:
            why = why or _event_lacks(r, w, flags, need)
        if why:
            raise RecordError("%s%s, but %s" % (at, p, why))
    known = _Known(rules, r, w)
    if needs and not _possible(known, list(needs.values())):
        raise RecordError(at + _rival(known, needs))
    if shapes and not any(row[0] in ids for row in shapes):
        raise RecordError("%snone of them says what hand it is" % at)
