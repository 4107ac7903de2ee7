"""Shanghai (上海麻将, 清混碰): few hands may win, counted in flowers up to a limit (勒子). Page: rules/shanghai.md.

144 tiles, no wilds. A hand is worth its flowers or a number of limits; the opening dice and drawn hands before it
double points and limit alike, so the value is doubled after it was cut.
"""

from .. import hand, patterns, shapes, tiles
from ..check import Record
from ..rules import Ruleset
from ..settle import Claim, Settlement

# Page section "Patterns": one of HANDS counts, worth so many limits, 0: base and flowers, at most a limit. Of two that
# are worth the same the first one in NAMED counts.
HANDS = (
    ("all_pungs", 0), ("half_flush", 0), ("full_flush", 1), ("half_flush_pungs", 1), ("full_flush_pungs", 2),
    ("all_honors", 2), ("all_honors_pungs", 4), ("eight_flowers", 2),
)  # fmt: skip
NAMED = (
    "all_honors_pungs", "full_flush_pungs", "half_flush_pungs", "all_pungs", "all_honors", "full_flush", "half_flush",
)  # fmt: skip
OF_HONOURS = ("all_honors", "all_honors_pungs")
RAISED = (("out_with_replacement", 1), ("melded_hand", 1))  # less than so many limits becomes as many
SHARES = (("robbing_the_kong", 3),)  # what the kong's owner pays
FACTORS = (("kai_bao", 2), ("huang_fan", 2))
BESIDE = RAISED + SHARES + FACTORS
RAISED_IDS = tuple([p for p, _ in RAISED])
BESIDE_IDS = tuple([p for p, _ in BESIDE])
HAND_NEEDS = {
    "half_flush": "m.", "full_flush": "f.", "all_honors": "za", "all_honors_pungs": "zP", "eight_flowers": "da",
}  # fmt: skip


class Rules(Ruleset):
    ID = "shanghai"
    LETTERS = "mpszf"
    FLOWER_EVENT = True
    POINTS = True
    BARE = BESIDE_IDS
    PATTERNS = HANDS + BESIDE
    OPTIONS = (
        ("limit", 10, (1, 9999)),
        ("base_flowers", 1, (0, 9999)),
        ("open_treasure", "double_or_14", ("double_or_14", "double", "off")),
        ("washout_doubles", True, None),
        ("liability", True, None),
        ("liability_self_draw", "with_others", ("with_others", "alone", "on_top")),
        ("multi_win_dealer", "nearest", ("nearest", "after_nearest")),
        ("zero_flower_self_draw_only", False, None),
        ("false_win_penalty", 1, (0, 100)),
    )

    # ------------------------------------------------------------ page sections "Deal, wall …" and "Wild tiles"

    def stacks(self, dealer: int) -> tuple:
        return (18, 18, 18, 18)

    def set_aside(self, indicator: int | None) -> tuple:
        return tuple(range(tiles.FLOWERS, tiles.KINDS))

    # ------------------------------------------------------------ page section "Claims and turn rules"

    MISSED = ("tile", "draw", "call")
    LEFT = "washout"
    COURSE = ("meld", "kong", "flower", "missed", "win", "foul")

    # ------------------------------------------------------------ page sections "Winning shapes", "Minimum to win"

    def holding(self, r: Record, w: hand.Win, f: int) -> int:
        """Decision 12."""
        f = super().holding(r, w, f)
        return f & ~hand.AFTER_KONG if self.no_kong(r, w) else f

    def fouled(self, r: Record, w: hand.Win) -> bool:
        """Section "Penalties": a false win before is paid for, and the seat plays on."""
        return r.fouled(w.seat, "dead_hand")

    def judge(self, r: Record, w: hand.Win) -> Claim:
        if self.fouled(r, w):
            return Claim(w, "dead_hand")
        if self.miscounted(r, w):
            return Claim(w, "tile_count")
        if self._bad_tile(r, w):
            return Claim(w, "bad_tile")
        eighth = w.tile >= tiles.FLOWERS or (w.called and "eight_flowers" in w.called[0])
        if not eighth and not all(m.regular() for m in r.hands[w.seat].melds):
            return Claim(w, "not_a_win")
        claim = Claim(w)
        if w.called:
            claim.patterns = self.called_rows(r, w, HANDS)
            return self._evaluated(r, claim, w.called[1])
        counts = r.hands[w.seat].counts()
        counts[w.tile] += 1
        laid, honours, kongs = self._flowers(r.hands[w.seat], counts)
        flowers = laid + honours + kongs
        name, reason = ("eight_flowers", None) if eighth else self._hand(r, w, counts, flowers)
        if name is None:
            return Claim(w, reason)
        claim.patterns = [(p, 0) for p in [name] + self._beside(r, w, name, counts)]
        if not self.worth[name]:
            claim.steps = [("formula.counted", laid, honours, kongs, flowers)]
        return self._evaluated(r, claim, flowers)

    def _bad_tile(self, r: Record, w: hand.Win) -> bool:
        """A flower in the hand, or won on one that is not the eighth and self-drawn (Decision 10)."""
        h = r.hands[w.seat]
        for held in [h.concealed or b""] + [m.tiles for m in h.melds]:
            if held and held[-1] >= tiles.FLOWERS:  # they are sorted
                return True
        if w.tile < tiles.FLOWERS:
            return False
        laid = _laid(h)
        if w.called and not laid and "eight_flowers" in w.called[0]:
            laid = 7  # those laid out are not known
        return w.giver >= 0 or laid != 7 or w.tile in h.flowers

    def _hand(self, r: Record, w: hand.Win, counts: bytearray, flowers: int) -> tuple:
        """(what hand it is, None), or (None, why it may not win)."""
        melds = r.hands[w.seat].melds
        suits = patterns.suits(counts)
        pungs = counts.count(b"\2") == 1 and not counts.count(b"\1") and not counts.count(b"\4")
        for m in melds:
            suits |= 1 << m.tile // 9
            pungs = pungs and m.kind != hand.CHOW
        if suits != 8 and not shapes.is_win(counts, 0, 4 - len(melds)):
            return None, "not_a_win"
        names = ["all_pungs"] if pungs else []
        for p, holds in (
            ("all_honors", suits == 8),
            ("full_flush", patterns.is_full_flush(suits)),
            ("half_flush", patterns.is_half_flush(suits)),
        ):
            if holds:
                names += [p, p + "_pungs"] if pungs else [p]
        best = None
        for p in NAMED:
            if p in names and (best is None or self._points(p, flowers) > self._points(best, flowers)):
                best = p
        return best, None if best else "no_pattern"

    # ------------------------------------------------------------ page section "Patterns": what stands beside the hand

    def _beside(self, r: Record, w: hand.Win, name: str, counts: bytearray) -> list:
        flags = self.flags(r, w)
        eight = name == "eight_flowers"
        out = []
        for p, holds in (
            ("out_with_replacement", flags & hand.AFTER_KONG and not eight),
            ("melded_hand", len(r.hands[w.seat].melds) == 4 and not eight and counts[w.tile] == 2),
            ("robbing_the_kong", flags & hand.ROB_KONG),
            ("kai_bao", self._opened(r)),
            ("huang_fan", self._after_washout(r.carry)),
        ):
            if holds:
                out.append(p)
        return out

    def _opened(self, r: Record) -> bool:
        """开宝: equal dice, or a 1 and a 4."""
        how = self.options["open_treasure"]
        if how == "off" or len(r.dice) != 2:
            return False
        return r.dice[0] == r.dice[1] or (how == "double_or_14" and sorted(r.dice) == [1, 4])

    def _after_washout(self, carry: dict) -> bool:
        """荒番: drawn hands before it are not worked off yet."""
        return self.options["washout_doubles"] and carry.get("washout", 0) > 0

    def multiplied(self, carry: dict) -> int:
        return self.worth["huang_fan"] if self._after_washout(carry) else 1

    def _flowers(self, h: hand.Hand, counts: bytearray) -> tuple:
        """The flowers of a hand: tiles laid out, honours in pungs and kongs, suit kongs."""
        honours = kongs = 0
        for m in h.melds:
            n = _honour(m.tile)
            if m.kind >= hand.KONG:
                n += 2 if m.kind == hand.CONCEALED_KONG else 1
            if m.tile >= tiles.HONOURS:
                honours += n
            else:
                kongs += n
        for kind in range(tiles.HONOURS, tiles.FLOWERS):
            if counts[kind] > 2:
                honours += _honour(kind)
        return _laid(h), honours, kongs

    # ------------------------------------------------------------ page section "Value formula"

    def _points(self, name: str, flowers: int) -> int:
        """What a hand is worth before it is raised or doubled."""
        limit = self.options["limit"]
        if self.worth[name]:
            return self.worth[name] * limit
        return min(self.options["base_flowers"] + flowers, limit)

    def _evaluated(self, r: Record, claim: Claim, flowers: int) -> Claim:
        """Value and formula from the patterns and the flowers."""
        limit, ids = self.options["limit"], claim.ids()
        name = [p for p, _ in HANDS if p in ids][0]
        steps = claim.steps
        points = self._points(name, flowers)
        if self.worth[name]:
            steps.append(("formula.limits", self.worth[name], limit, points))
        else:
            base = self.options["base_flowers"]
            steps.append(("formula.flowers", base, flowers, base + flowers))
            if points < base + flowers:
                steps.append(("formula.capped", limit))
        claim.patterns = [(p, points if p == name else 0) for p in ids]
        if not flowers and name in ("all_pungs", "half_flush") and self._needs_flower(r, claim.win, ids):
            claim.reason = "below_minimum"
            return claim
        limits = max([self.worth[p] for p in RAISED_IDS if p in ids] + [0])
        if points < limits * limit:
            points = limits * limit
            steps.append(("formula.raised", points) if limits == 1 else ("formula.raised_more", limits, points))
        for p, _ in FACTORS:
            factor = self.worth[p]
            if p in ids and factor > 1:
                steps.append(("formula." + p, points, factor * points, factor))
                points *= factor
        claim.value = points
        return claim

    def _needs_flower(self, r: Record, w: hand.Win, ids: list) -> bool:
        """Option `zero_flower_self_draw_only`: 碰碰胡 and 混一色 may not win on a discard without flowers."""
        robbed = self.flags(r, w) & hand.ROB_KONG
        return self.options["zero_flower_self_draw_only"] and w.giver >= 0 and not robbed and "melded_hand" not in ids

    # ------------------------------------------------------------ called patterns

    def needs(self, pattern: str) -> str | None:
        return HAND_NEEDS.get(pattern)

    # seldom: called
    def excluded(self, pattern: str) -> tuple:
        """One hand counts; beside eight flowers the hand is not looked at."""
        if pattern in BESIDE_IDS:
            return ()
        others = tuple([p for p, _ in HANDS if p != pattern])
        return others + RAISED_IDS if pattern == "eight_flowers" else others

    # seldom: called
    def against(self, r: Record, w: hand.Win, pattern: str) -> str:
        if pattern == "kai_bao":
            return "" if self._opened(r) else "the dice open no treasure"
        if pattern == "huang_fan":
            return "" if self._after_washout(r.carry) else "no drawn hand came before it"
        h = r.hands[w.seat]
        if pattern == "eight_flowers":
            left = self.left(r)
            missing = [k for k in self.set_aside(None) if k not in h.flowers]
            if 0 <= w.tile < tiles.FLOWERS or _laid(h) not in (0, 7) or not all(left[k] for k in missing):
                return "the flowers show something else"
        elif w.tile >= tiles.FLOWERS or (pattern in OF_HONOURS and not self._honours_there(r, w, pattern)):
            return "the melds and the winning tile show something else"
        return ""

    # seldom: called
    def _honours_there(self, r: Record, w: hand.Win, pattern: str) -> bool:
        """Are there honours enough to fill up the hand, for 风碰 with pungs and a pair."""
        left = sorted(self.left(r)[tiles.HONOURS : tiles.FLOWERS])
        sets = 4 - len(r.hands[w.seat].melds)
        if pattern == "all_honors":
            return sum(left) >= 3 * sets + 2
        return left[-1 - sets] > 1 and left[-max(sets, 1)] > (2 if sets else 1)

    # ------------------------------------------------------------ page sections "Payments", "Penalties"

    def rank(self, r: Record, claims: list) -> None:
        """Several win on one discard; the hand is over for every other claim, and for a seat that has won."""
        first = None
        seats = []
        for c in claims:
            w = c.win
            if c.reason is not None:
                continue
            if first is None:
                first = w
            elif not w.beside(first) or w.seat in seats:
                c.refuse("hand_over")
                continue
            seats.append(w.seat)

    def pay(self, r: Record, s: Settlement) -> None:
        """Every winner's win by itself, with the shares of those who are liable for it: 承包 and 反承包 add up."""
        for c in s.valid():
            seat, giver, i = c.win.seat, c.win.giver, s.claims.index(c)
            why = "self_draw" if giver < 0 else "robbed" if c.robbed else "discard"
            fed, back = self._liable(r, seat)
            shares = 1 if why == "discard" else 3 if giver < 0 else self.worth["robbing_the_kong"]
            for other in range(r.seats):
                if other == seat:
                    continue
                if giver < 0:
                    own = self._drawn_share(other, fed + back)
                else:
                    own = shares if other == giver else 0
                s.pay(other, seat, own * c.value, why, i)
                if other in fed:
                    s.pay(other, seat, shares * c.value, "liable", i)
                if other in back:
                    s.pay(other, seat, shares * c.value, "liable_back", i)

    def _drawn_share(self, other: int, liable: list) -> int:
        """The own share of a seat when a tile was drawn, by option `liability_self_draw`."""
        how = self.options["liability_self_draw"]
        if how == "on_top" or not liable:
            return 1
        return 0 if how == "alone" or other in liable else 1

    def _liable(self, r: Record, seat: int) -> tuple:
        """承包, 反承包: the seats that fed the winner three sets or more, and those that took as many from him."""
        if not self.options["liability"]:
            return [], []
        others = [s for s in range(r.seats) if s != seat]
        fed = [s for s in others if r.hands[seat].fed_by(s) > 2]
        return fed, [s for s in others if r.hands[s].fed_by(seat) > 2]

    def false_win_fine(self) -> int:
        return self.options["false_win_penalty"] * self.options["limit"]

    # ------------------------------------------------------------ page section "Dealer rotation and carry-over"

    def next_dealer(self, r: Record, s: Settlement) -> int | None:
        won = [c.win for c in s.valid()]
        if not won:
            return r.dealer
        if len(won) == 1:
            return won[0].seat
        nearest = min([(w.seat - w.giver) % r.seats for w in won])
        return (won[0].giver + nearest + (self.options["multi_win_dealer"] == "after_nearest")) % r.seats

    def carried(self, r: Record, s: Settlement) -> dict:
        if not self.options["washout_doubles"]:
            return {}
        count = r.carry.get("washout", 0) + (-1 if s.valid() else 1)
        return {"washout": count} if count > 0 else {}


def _laid(h: hand.Hand) -> int:
    """How many flowers are laid out."""
    return sum([k >= tiles.FLOWERS for k in h.flowers])


def _honour(kind: int) -> int:
    """The flowers of a pung: 1 of winds, 2 of dragons, 0 of suit tiles."""
    return 0 if kind < tiles.HONOURS else 2 if kind >= tiles.DRAGONS else 1
