"""Jiujiang (九江麻将, 打炮): fans that add up, ten for every flower, and what a payer has laid out is eaten.
Page: rules/jiujiang.md.

120 tiles: three suits, Red and White; the Greens are laid aside and replaced. Two texts describe the game, option
`edition`; "(E1)" and "(E2)" mark what holds in one only, as on the page.
"""

from .. import hand, patterns, shapes, tiles
from ..check import Record, RecordError
from ..rules import Ruleset
from ..settle import Claim, Settlement

WHITE, GREEN, RED = 31, 32, 33
NONE_OF_THE_HAND = (27, 28, 29, 30, GREEN)  # winds are not in the set, Greens never stay in a hand

# Page section "Patterns", with the worths of edition 2. The adders count 5 in a flower hand.
SHAPES = (
    ("half_flush", 10), ("full_flush", 20), ("pure_straight", 10), ("all_pungs", 15), ("xiaosa_pungs", 5),
    ("xiaosa_gun_pungs", 10), ("melded_hand", 10), ("seven_pairs", 20), ("xiaosa_pairs", 5), ("gun", 5), ("haohua", 5),
    ("qi_xiannv", 50), ("hongqi_piaopiao", 10),
)  # fmt: skip
EVENTS = (
    ("out_with_replacement", 10), ("robbing_the_kong", 10), ("kong_discard", 10), ("last_tile_draw", 10),
    ("last_tile_claim", 10), ("ready_hand", 10), ("heavenly_hand", 20), ("earthly_hand", 20),
)  # fmt: skip
PLAIN = (("plain_hand", 1),)
ADDERS = (("self_draw", 1), ("concealed_hand", 1), ("edge_wait", 1), ("closed_wait", 1), ("single_wait", 1))
EXTRAS = (
    ("green", 1), ("four_greens", 10), ("dragon_pung", 1), ("concealed_dragon_pung", 2), ("dragon_kong", 3),
    ("concealed_dragon_kong", 4), ("melded_kong", 1), ("concealed_kong", 2),
)  # fmt: skip
FLOWER_ADDER = 5
MORE_WHEN_DRAWN = 50  # seven fairies
WAITS = ("edge_wait", "closed_wait", "single_wait")
ADDER_IDS = ("self_draw", "concealed_hand") + WAITS
ONLY_IN_2 = ("single_wait", "xiaosa_gun_pungs")
NO_FLOWERS_IN_1 = ("hongqi_piaopiao", "last_tile_draw", "last_tile_claim")
# What a meld counts, by its kind: of a suit, of Red or White. The same for its owner and when it is eaten.
MELDS = (
    ("", ""), ("", "dragon_pung"), ("melded_kong", "dragon_kong"), ("melded_kong", "dragon_kong"),
    ("concealed_kong", "concealed_dragon_kong"),
)  # fmt: skip
# The column "excludes" of the page, and what follows from the definitions.
EXCLUDED = {
    "half_flush": ("full_flush",), "xiaosa_gun_pungs": ("xiaosa_pungs",), "melded_hand": ("single_wait",),
    "seven_pairs": WAITS, "heavenly_hand": ("ready_hand",) + WAITS, "earthly_hand": ("ready_hand",),
    "qi_xiannv": ("seven_pairs", "half_flush", "full_flush", "xiaosa_pairs", "gun", "haohua") + ADDER_IDS,
    "edge_wait": ("closed_wait", "single_wait"), "closed_wait": ("single_wait",), "four_greens": ("green",),
}  # fmt: skip
EXCLUDED_IN_2 = {
    "seven_pairs": ("concealed_hand",), "ready_hand": ("concealed_hand",), "last_tile_draw": ("self_draw",),
    "heavenly_hand": ("self_draw", "concealed_hand"), "earthly_hand": ("concealed_hand",),
}  # fmt: skip
MOST_DOUBLINGS = 60  # without max_unit; more drawn hands in a row there never were


def laid_out(h: hand.Hand) -> list:
    """What counts of a hand's Greens and melds, as pattern ids: for its owner, or eaten from him."""
    out: list = []
    if h.flowers:
        greens = h.flowers.count(bytes((GREEN,)))
        out = ["four_greens"] if greens == 4 else ["green"] * greens
    for m in h.melds:
        if m.regular() and m.tile not in NONE_OF_THE_HAND:
            name = MELDS[m.kind][m.tile in (WHITE, RED)]
            if name:
                out.append(name)
    return out


def _has_kong(h: hand.Hand) -> bool:
    return any(m.kind >= hand.KONG for m in h.melds)


def _flush(counts: bytearray) -> list:
    suits = patterns.suits(counts)
    if patterns.is_half_flush(suits):
        return ["half_flush"]
    return ["full_flush"] if patterns.is_full_flush(suits) else []


# Beside shapes.FREE: of a reading, a mark that it has a chow, one for each chow that is a third of a straight (three a
# suit), and the waits that the places of the winning tile make.
A_CHOW, STRAIGHT, WAIT = 1 << 8, 9, 18
OF_WAIT = {"edge_wait": patterns.EDGE, "closed_wait": patterns.CLOSED, "single_wait": patterns.SINGLE}


class _Weigh(shapes.Weigh):
    """Folds a concealed group to what Jiujiang wants to know of it."""

    def __init__(self, tile: int):
        self.tile = tile

    def __call__(self, sort: int, kind: int, wild: int) -> int:
        if sort == shapes.PAIR:
            return patterns.SINGLE << WAIT if kind == self.tile else 0
        if sort == shapes.PUNG:
            return 0
        out = A_CHOW
        if kind % 3 == 0:
            out |= 1 << STRAIGHT + kind // 3
        if kind <= self.tile < kind + 3:
            out |= patterns.chow_wait(kind, self.tile - kind) << WAIT
        return out

    def alike(self, low: int, high: int) -> tuple:
        """Each suit by itself: the thirds of a straight."""
        return self.tile if low <= self.tile < high else -1, low


def _is_straight(reading: int) -> bool:
    thirds = reading >> STRAIGHT & 0x1FF
    return thirds & 7 == 7 or thirds & 0x38 == 0x38 or thirds & 0x1C0 == 0x1C0


def _only_wait(h: hand.Hand, counts: bytearray, tile: int) -> bool:
    """Did no other kind complete the hand before `tile` did; one of which the winner held all four is no wait.

    `counts` are his concealed tiles with the winning one.
    """
    held = bytearray(counts)
    held[tile] -= 1
    waits = list(shapes.waits(held, 0, 4 - len(h.melds)))
    if not h.melds and shapes.is_seven_pairs(held, 1):
        waits += [kind for kind in range(tiles.FLOWERS) if held[kind] & 1]
    waits = [kind for kind in waits if kind != tile and held[kind] < 4]
    if not waits:
        return True
    all_four = [m.tile for m in h.melds if m.kind >= hand.KONG]
    all_four += [m.tile for m in h.melds if m.kind == hand.PUNG and held[m.tile]]
    return not [kind for kind in waits if kind not in all_four]


class Rules(Ruleset):
    ID = "jiujiang"
    LETTERS = "mpsz"
    ABSENT = bytes((27, 28, 29, 30))
    FLOWER_EVENT = True
    DICE = 1
    DICE_PAST = "first"
    PATTERNS: tuple = SHAPES + EVENTS + PLAIN + ADDERS + EXTRAS
    REPEATED = (
        "xiaosa_pairs", "gun", "haohua", "green", "dragon_pung", "concealed_dragon_pung", "dragon_kong",
        "concealed_dragon_kong", "melded_kong", "concealed_kong",
    )  # fmt: skip
    FLAGS = (
        hand.AFTER_KONG | hand.KONG_DISCARD | hand.ROB_KONG | hand.LAST_TILE | hand.HEAVENLY | hand.EARTHLY
    )  # fmt: skip
    OPTIONS = (
        ("edition", "2", ("1", "2")),
        ("multi_win", True, None),
        ("dealer_double", False, None),
        ("max_unit", 0, (0, 9999)),
        ("false_win_penalty", 10, (0, 9999)),
        ("replacement_self_draw", False, None),
        ("fairies_discard", 50, (50, 9999)),
        ("washout_hands", 4, (1, 100)),
    )

    COURSE = ("meld", "kong", "flower", "declared", "missed", "followed", "win", "foul")

    def __init__(self, options: dict):
        super().__init__(options)
        self.first = self.options["edition"] == "1"
        self.CHOW = not self.first
        self.flowers = [p for p, _ in SHAPES + EVENTS if not (self.first and p in NO_FLOWERS_IN_1)]
        if self.first:
            for p in ONLY_IN_2:
                self.worth.pop(p, None)
            self.PATTERNS = tuple([row for row in self.PATTERNS if row[0] in self.worth])

    def worths(self) -> dict:
        """As on the page, and how a house's own are meant: an adder's is that of a plain hand, five times as much in a
        flower hand; that of seven fairies is on a discard, 50 more self-drawn. Eaten is what its owner would count.
        """
        out = super().worths()
        out["qi_xiannv"] = self.options["fairies_discard"]
        if self.options["edition"] == "1":
            out["qi_xiannv"] = 100
            out["heavenly_hand"] = out["earthly_hand"] = 10
        return out

    # ------------------------------------------------------------ page section "Deal, wall, dice and break"

    def stacks(self, dealer: int) -> tuple:
        return (15, 15, 15, 15)

    def break_side(self, dealer: int, dice: bytes) -> int:
        return (dealer + (2, 1, 2, 3, 2, 1)[dice[0] - 1]) % 4

    def set_aside(self, indicator: int | None) -> tuple:
        return (GREEN,)

    def kong_dice(self) -> tuple:
        return (2,) if self.first else (0,)

    # ------------------------------------------------------------ page section "Claims and turn rules"

    LAST_DRAWN = True
    DECLARED_ALONE = True
    MISSED = ("tile", "discard")
    MISSED_OF = True

    CLAIMS = "engine_core.regions.jiujiang_claims"

    # seldom: turns
    def refuses(self, entry: dict, exposed: list, laid: int) -> str:
        if entry["what"] == "ready":
            return "what" if exposed and not (self.first and exposed == ["pung"]) else ""
        if entry.get("tile", entry.get("tiles", ""))[-2:] == "6z":
            return "tile" if "tile" in entry else "tiles"
        return "kind" if entry["kind"] == "chow" and (laid != 3 or len(exposed) < 3 or "chow" in exposed) else ""

    # ------------------------------------------------------------ page sections "Winning shapes", "Minimum to win"

    def judge(self, r: Record, w: hand.Win) -> Claim:
        melds = r.hands[w.seat].melds
        if self.fouled(r, w):
            return Claim(w, "dead_hand")
        if self.miscounted(r, w):
            return Claim(w, "tile_count")
        if not self._melds_allowed(melds):
            return Claim(w, "bad_meld")
        if w.called:
            strange = w.tile >= tiles.FLOWERS or w.tile in NONE_OF_THE_HAND
            readings = [] if strange else [[p for p, _ in self.called_rows(r, w, ())]]
        else:
            readings = self._readings(r, w)
        if not readings:
            return Claim(w, "not_a_win")
        claim = Claim(w)
        self._evaluate(r, claim, self._best(readings, w.giver < 0))
        return claim

    def _melds_allowed(self, melds: list) -> bool:
        """Page section "Penalties", `bad_meld`; a meld that is none, or of tiles that no hand holds, is bad as well."""
        if not melds:
            return True
        if any([not m.regular() or m.tile in NONE_OF_THE_HAND for m in melds]):
            return False
        kinds = [m.kind for m in melds]
        if hand.CHOW not in kinds:
            return True
        fourth = len(kinds) == 4 and kinds.count(hand.CHOW) == 1 and hand.CONCEALED_KONG not in kinds
        return fourth and not self.first

    def rank(self, r: Record, claims: list) -> None:
        """Several winners need one tile; without `multi_win` the first legal claim wins alone."""
        if self.options["multi_win"]:
            self.only_together(r, claims)
            return
        for c in [c for c in claims if c.reason is None][1:]:
            c.refuse("priority")

    # ------------------------------------------------------------ page section "Patterns"

    # seldom: claimed
    def holding(self, r: Record, w: hand.Win, f: int) -> int:
        f = Ruleset.holding(self, r, w, f)
        h = r.hands[w.seat]
        if not _has_kong(h) and not (w.called and not h.melds):  # whose melds are not known may have one
            f &= ~hand.AFTER_KONG
        if w.giver >= 0 and not _has_kong(r.hands[w.giver]):
            f &= ~hand.KONG_DISCARD
        if w.seat == r.dealer or h.melds or w.giver not in ((r.dealer, -1) if self.first else (r.dealer,)):
            f &= ~hand.EARTHLY
        if f & hand.ROB_KONG:  # the tile is no discard, and a kong needs a tile that replaces it
            f &= ~(hand.KONG_DISCARD | hand.LAST_TILE)
        return f

    def _readings(self, r: Record, w: hand.Win) -> list:
        """The ids that count, of every reading; of equal readings the one whose wait comes first in WAITS is first."""
        h = r.hands[w.seat]
        counts = h.counts()
        counts[w.tile] += 1
        if counts[GREEN] or any(counts[tiles.HONOURS : WHITE]) or any(counts[tiles.FLOWERS :]):
            return []
        events = self._events(r, w)
        out = []
        if not h.melds and shapes.is_seven_pairs(counts):
            out.append(events + self._of_pairs(counts))
        out += [events + ids for ids in self._of_sets(w, h, counts, "heavenly_hand" not in events)]
        laid = laid_out(h)
        for ids in out:
            ids += self._adders(w, h, ids) + laid
            if not self._is_flower(ids):
                ids.append("plain_hand")
        return out

    def _events(self, r: Record, w: hand.Win) -> list:
        """Page section "Flower patterns by event"."""
        flags = self.flags(r, w)
        out: list = []
        if not flags:
            return ["ready_hand"] if r.hands[w.seat].ready == hand.DECLARED else out
        for flag, name in (
            (hand.AFTER_KONG, "out_with_replacement"),
            (hand.ROB_KONG, "robbing_the_kong"),
            (hand.KONG_DISCARD, "kong_discard"),
            (hand.LAST_TILE, "last_tile_draw" if w.giver < 0 else "last_tile_claim"),
            (hand.HEAVENLY, "heavenly_hand"),
            (hand.EARTHLY, "earthly_hand"),
        ):
            if flags & flag:
                out.append(name)
        if r.hands[w.seat].ready == hand.DECLARED and not flags & (hand.HEAVENLY | hand.EARTHLY):
            out.append("ready_hand")
        return out

    # seldom: pairs
    def _of_pairs(self, counts: bytearray) -> list:
        """The patterns of seven pairs: runs in a suit, four equal tiles, the flush."""
        out = ["seven_pairs"]
        for low in (0, 9, 18):
            run = 0
            for kind in range(low, low + 10):
                if kind < low + 9 and counts[kind]:
                    run += 1
                    continue
                if run == 7:
                    return ["qi_xiannv"]
                if run >= 3:
                    out += ["xiaosa_pairs"] + ["gun"] * (run - 3)
                run = 0
        for kind in range(tiles.FLOWERS):
            if counts[kind] == 4:
                out.append("haohua")
        return out + _flush(counts)

    def _of_sets(self, w: hand.Win, h: hand.Hand, counts: bytearray, wait_counts: bool) -> list:
        """The patterns of four sets and a pair, of every reading, with Red and White triplets in hand and the wait."""
        readings = shapes.Splits(counts, 0, _Weigh(w.tile)).hands(4 - len(h.melds))
        if not readings:
            return []
        whole = bytearray(counts)
        for m in h.melds:
            for kind in m.tiles:
                whole[kind] += 1
        same = _flush(whole)
        if len(h.melds) == 4 and all([m.kind != hand.CONCEALED_KONG for m in h.melds]):
            same.append("melded_hand")
        for kind in (WHITE, RED):
            if counts[kind] == 3:
                same.append("dragon_pung" if w.giver >= 0 and w.tile == kind else "concealed_dragon_pung")
        if whole[WHITE] > 2 and whole[RED] > 2:
            same.append("hongqi_piaopiao")
        chows = any([m.kind == hand.CHOW for m in h.melds])
        places = 0
        for reading in readings:
            places |= reading >> WAIT
        no = self._excluded_by(same)
        waits = [p for p in WAITS if places & OF_WAIT[p] and p in self.worth and p not in no]
        if not (waits and wait_counts and _only_wait(h, counts, w.tile)):
            waits = []
        out = []
        for p in waits + [""]:
            for reading in readings:
                if p and not reading >> WAIT & OF_WAIT[p]:
                    continue
                ids = same + [p] if p else list(same)
                if _is_straight(reading):
                    ids.append("pure_straight")
                if not chows and not reading & A_CHOW:
                    ids += ["all_pungs"] + self._consecutive(whole)
                out.append(ids)
        return out

    # seldom: pairs
    def _consecutive(self, whole: bytearray) -> list:
        """潇洒 of a hand of pungs: three (E2 also: four) of one suit in consecutive ranks."""
        best = run = 0
        for kind in range(tiles.HONOURS):
            run = 0 if whole[kind] < 3 else run + 1 if kind % 9 else 1
            best = max(best, run)
        if best == 4 and not self.first:
            return ["xiaosa_gun_pungs"]
        return ["xiaosa_pungs"] if best >= 3 else []

    def _adders(self, w: hand.Win, h: hand.Hand, ids: list) -> list:
        """自摸 and 门清, where nothing in the hand excludes them."""
        out = []
        if w.giver < 0:
            out.append("self_draw")
        if not h.melds or all([m.kind == hand.CONCEALED_KONG for m in h.melds]):
            out.append("concealed_hand")
        no = self._excluded_by(ids) if out else []
        return [p for p in out if p not in no]

    def _excluded_by(self, ids: list) -> list:
        out: list = []
        for p in ids:
            out += self.excluded(p)
        return out

    def _is_flower(self, ids: list) -> bool:
        for p in ids:
            if p in self.flowers:
                return True
        return False

    def excluded(self, pattern: str) -> tuple:
        """The patterns that do not count beside it."""
        if pattern == "plain_hand":
            return tuple(self.flowers)
        out = EXCLUDED.get(pattern, ())
        if not self.first:
            out += EXCLUDED_IN_2.get(pattern, ())
            if pattern == "out_with_replacement" and not self.options["replacement_self_draw"]:
                out += ("self_draw",)
        return out

    # ------------------------------------------------------------ called patterns; the questions are answered there

    def needs(self, pattern: str) -> str | None:
        from .jiujiang_called import NEEDS

        return NEEDS.get(pattern, "")

    def against(self, r: Record, w: hand.Win, pattern: str) -> str:
        from .jiujiang_called import against

        return against(self, r, w, pattern, self._events(r, w))

    def called_rows(self, r: Record, w: hand.Win, shapes: tuple) -> list:
        from .jiujiang_called import check_tiles, says_what_hand

        rows = super().called_rows(r, w, says_what_hand(self))
        check_tiles(self, r, w, self.first)
        return rows

    # ------------------------------------------------------------ page section "Value formula"

    def _best(self, readings: list, drawn: bool) -> list:
        """The reading worth most, of equals the first."""
        if len(readings) == 1:
            return readings[0]
        best: list = []
        most = -1
        for ids in readings:
            value = sum(self._parts(ids, drawn)[:3])
            if value > most:
                most = value
                best = ids
        return best

    def _counts(self, p: str, flower: bool, drawn: bool) -> int:
        """What a pattern counts in a flower hand or a plain one."""
        if p in ADDER_IDS and flower:
            return FLOWER_ADDER * self.worth[p]
        return self.worth[p] + (MORE_WHEN_DRAWN if p == "qi_xiannv" and drawn else 0)

    def _parts(self, ids: list, drawn: bool) -> tuple:
        """Base, adders, extras, and the patterns with what they count."""
        flower = self._is_flower(ids)
        rows = [(p, self._counts(p, flower, drawn)) for p in ids]
        base = adders = extras = 0
        for p, fans in rows:
            if p in ADDER_IDS:
                adders += fans
            elif p == "plain_hand" or p in self.flowers:
                base += fans
            else:
                extras += fans
        return base, adders, extras, rows

    def _evaluate(self, r: Record, claim: Claim, ids: list) -> None:
        """Worths, value and formula from the ids that count; refused when it is under two fans."""
        base, adders, extras, claim.patterns = self._parts(ids, claim.win.giver < 0)
        value = base + adders + extras
        claim.steps = [("formula.value", base, adders, extras, value)]
        if value < 2:
            claim.reason = "below_minimum"
            claim.steps.append(("formula.short", value))
            return
        claim.value = value
        washout, follow = r.carry.get("washout", 0), r.carry.get("follow", 0)
        if washout or follow:
            claim.steps.append(("formula.unit", washout, follow, self.unit(r)))

    def unit(self, r: Record) -> int:
        """Points for a fan in this hand."""
        if not r.carry:
            return 1
        doublings = r.carry.get("washout", 0) + r.carry.get("follow", 0)
        if not self.options["max_unit"] and doublings > MOST_DOUBLINGS:
            raise RecordError("carry: %d doublings, at most %d without max_unit" % (doublings, MOST_DOUBLINGS))
        return self.multiplied(r.carry)

    def multiplied(self, carry: dict) -> int:
        unit = 1 << min(carry.get("washout", 0) + carry.get("follow", 0), MOST_DOUBLINGS)
        most = self.options["max_unit"]
        return min(unit, most) if most else unit

    # ------------------------------------------------------------ page sections "Payments" and "Penalties"

    def pay(self, r: Record, s: Settlement) -> None:
        unit = self.unit(r)
        for i, c in enumerate(s.claims):
            if c.reason is None:
                seat, giver = c.win.seat, c.win.giver
                why = "robbed" if c.robbed else "self_draw" if giver < 0 else "discard"
                for payer in range(r.seats):
                    if payer == giver or (giver < 0 and payer != seat):
                        self._pay(r, s, i, payer, unit, why)

    def _pay(self, r: Record, s: Settlement, claim: int, payer: int, unit: int, why: str) -> None:
        """What one payer pays: the value and what is eaten from him."""
        c = s.claims[claim]
        eaten = self._eaten(r.hands[payer], c.robbed)
        fans = sum([self.worth[p] for p in eaten]) if eaten else 0
        amount = (c.value + fans) * unit
        key = "formula.pay"
        if self.options["dealer_double"] and r.dealer in (payer, c.win.seat):
            amount *= 2
            key = "formula.pay_dealer"
        told: list = []
        if amount != c.value:
            told = [("eaten." + p, eaten.count(p), eaten.count(p) * self.worth[p])
                    for p, _ in (self.PATTERNS if eaten else ()) if p in eaten]  # fmt: skip
            told.append((key, c.value, fans, unit, amount))
        s.pay(payer, c.win.seat, amount, why, claim, told)

    def _eaten(self, h: hand.Hand, robbed: bool) -> list:
        """吃炮: what counts of the things that a payer has laid out, as pattern ids. A robbed kong counts as made."""
        out = laid_out(h)
        if robbed:
            out.append("melded_kong")
        dragons = [m.tile for m in h.melds if m.tile in (WHITE, RED)]
        if WHITE in dragons and RED in dragons:
            out.append("hongqi_piaopiao")
        if h.ready == hand.DECLARED:
            out.append("ready_hand")
        return out

    def fine(self, r: Record) -> int:
        return self.options["false_win_penalty"] * self.unit(r)

    def pay_always(self, r: Record, s: Settlement) -> None:
        """Nothing more is paid; the fines are explained."""
        unit = self.unit(r)
        for i, payment in enumerate(s.payments):
            if payment[3] == "false_win" and unit > 1:
                s.told[i] = [("formula.fine", self.options["false_win_penalty"], unit, payment[2])]

    # ------------------------------------------------------------ page section "Dealer rotation and carry-over"

    def next_dealer(self, r: Record, s: Settlement) -> int | None:
        won = s.valid()
        return won[0].win.seat if won else r.dealer

    def carried(self, r: Record, s: Settlement) -> dict:
        drawn = not s.valid()  # or annulled: then no claim was refused for free, `priority` needs a winner
        if not (drawn or r.carry):
            return {}
        washout, left = r.carry.get("washout", 0), r.carry.get("washout_left", 0)
        follow = r.carry.get("follow", 0)
        keeps = s.next_dealer == r.dealer
        if drawn and (s.claims or any(kind == "false_win" for _, kind in r.fouls)):
            s.notes = [("carry.annulled",)]
        else:
            follow = (follow if keeps else 0) + r.carry.get("followed", 0)
            if drawn:
                washout += 1
                left = self.options["washout_hands"]
            elif self.first:
                washout = washout if keeps else 0
            elif washout:
                left = (left or self.options["washout_hands"]) - 1
                washout = washout if left else 0
        out = {"washout": washout, "washout_left": 0 if self.first else left, "follow": follow}
        if washout:
            one = (
                ("carry.washout_dealer", washout)
                if self.first
                else ("carry.washout", washout, left or self.options["washout_hands"])
            )
            s.notes.append(one)
        if follow:
            s.notes.append(("carry.follow", follow))
        return {k: out[k] for k in out if out[k]}
