"""Changsha (长沙麻将): small and big units, opening hands, birds, the roaming sea bottom. Page: rules/changsha.md.

108 tiles, no wilds. A hand with a big unit counts no small one; units of a sort add up. What a winning shape shows does
not depend on how it is split, so it is read from the counts.
"""

from .. import hand, patterns, shapes, tiles
from ..check import Record, RecordError
from ..rules import Ruleset
from ..settle import Claim, Settlement

# Page section "Patterns": each counts one unit, small or big.
OPENING = (("si_xi", 1), ("ban_ban_hu", 1), ("que_yi_se", 1), ("liu_liu_shun", 1))
SMALL = (("xiao_hu", 1),) + OPENING
SHAPES = (("all_pungs", 1), ("jiang_jiang_hu", 1), ("full_flush", 1), ("seven_pairs", 1))
BIG = (("heavenly_hand", 1), ("earthly_hand", 1)) + SHAPES + (
    ("last_tile_draw", 1), ("last_tile_claim", 1), ("out_with_replacement", 1), ("robbing_the_kong", 1),
    ("kong_discard", 1),
)  # fmt: skip
OPENING_IDS = tuple([p for p, _ in OPENING])
SMALL_IDS = tuple([p for p, _ in SMALL])
SHAPE_IDS = tuple([p for p, _ in SHAPES])
BIG_IDS = tuple([p for p, _ in BIG])
# Big patterns that no hand shows together.
EXCLUDED = {
    "jiang_jiang_hu": ("full_flush",), "seven_pairs": ("out_with_replacement",),
    "heavenly_hand": ("out_with_replacement",),
}  # fmt: skip

JIANG = (1, 4, 7, 10, 13, 16, 19, 22, 25)  # 将: the 2, 5 and 8 of each suit
SMALL_POINTS, BIG_DRAWN, BIG_CLAIMED = 10, 30, 60


class Rules(Ruleset):
    ID = "changsha"
    LETTERS = "mps"
    PATTERNS = SMALL + BIG
    FLAGS = (
        hand.AFTER_KONG | hand.KONG_DISCARD | hand.ROB_KONG | hand.LAST_TILE | hand.HEAVENLY | hand.EARTHLY
    )  # fmt: skip
    OPENING_CLAIMS = True
    OPTIONS = (
        ("dealer_extra", 10, (0, 9999)),
        ("birds", 1, (0, 6)),
        ("bird_mode", "double", ("double", "add")),
        ("bird_origin", "dealer", ("dealer", "winner")),
        ("opening_hands", True, None),
        ("kong_dice", 2, (1, 6)),
        ("false_win_penalty", 40, (0, 9999)),
    )
    ONLY = {"birds": (0, 1, 2, 4, 6)}

    # ------------------------------------------------------------ page section "Deal, wall, dice and break"

    SEA_BOTTOM = True

    def stacks(self, dealer: int) -> tuple:
        return (13, 14, 13, 14) if dealer % 2 else (14, 13, 14, 13)

    def kong_dice(self) -> tuple:
        return (0, self.options["kong_dice"])

    def birds(self) -> int:
        return self.options["birds"]

    # ------------------------------------------------------------ page section "Claims and turn rules"

    DICE_LOCK = True
    MISSED = ("tile", "draw")
    LEFT = 70
    MISSED_ROBS = False  # "from a discard": a kong is none
    LAST_DRAWN = True  # whoever takes the sea bottom lays it open, if it does not win
    COURSE = ("meld", "kong", "missed", "win", "bird", "haidi", "foul")

    def course(self) -> tuple:
        return self.COURSE if self.options["birds"] else tuple([what for what in self.COURSE if what != "bird"])

    def forbids(self, m, seat: int, what: int, kind: int) -> bool:  # type: ignore[no-untyped-def]
        """From the throw of dice for a kong on everything drawn is discarded unless it wins."""
        return m.locked[seat] and what in (hand.KONG, hand.ADDED_KONG, hand.CONCEALED_KONG)

    def kong_throws(self, m, seat: int, kind: int, tile: int) -> tuple:  # type: ignore[no-untyped-def]
        """开杠: dice are for a hand that is ready with its kong laid down."""
        return self.kong_dice() if m.waits(m.after_kong(seat, kind, tile), seat) else (0,)

    # ------------------------------------------------------------ page section "Winning shapes"

    def _shape(self, melds: list, counts: bytearray) -> tuple:
        """(ids, None) with the big patterns of a winning shape, none for a plain hand; ([], reason) if it is none."""
        if not all(m.regular() for m in melds):
            return [], "not_a_win"
        whole = bytearray(counts)
        for m in melds:
            for k in m.tiles:
                whole[k] += 1
        sets = shapes.is_win(counts, 0, 4 - len(melds))
        ids = []
        if sets and _all_pungs(melds, counts):
            ids.append("all_pungs")
        elif not melds and shapes.is_seven_pairs(counts):
            ids.append("seven_pairs")
        if patterns.only(whole, JIANG, False):
            ids.append("jiang_jiang_hu")
        if (sets or ids) and patterns.is_full_flush(patterns.suits(whole)):
            ids.append("full_flush")
        if ids:  # any pair will do
            return ids, None
        if not sets:
            return [], "not_a_win"
        return [], None if _pair_is_jiang(counts) else "needs_258_pair"

    # ------------------------------------------------------------ page section "Minimum to win", Decision 15

    # seldom: claimed
    def holding(self, r: Record, w: hand.Win, f: int) -> int:
        f = Ruleset.holding(self, r, w, f)
        if self.no_kong(r, w):
            f &= ~hand.AFTER_KONG
        if w.seat == r.dealer or r.hands[w.seat].melds or w.giver != r.dealer:
            f &= ~hand.EARTHLY
        if f & (hand.AFTER_KONG | hand.KONG_DISCARD):  # then there was no sea bottom
            f &= ~hand.LAST_TILE
        return f

    def fouled(self, r: Record, w: hand.Win) -> bool:
        """A false win before does not keep a seat from winning here."""
        return r.fouled(w.seat, "dead_hand")

    def miscounted(self, r: Record, w: hand.Win) -> bool:
        """Only an opening claim on thirteen tiles comes without the winning tile."""
        if w.tile < 0 and not w.called and (w.seat == r.dealer or w.giver >= 0 or r.hands[w.seat].melds):
            return True
        return super().miscounted(r, w)

    def judge(self, r: Record, w: hand.Win) -> Claim:
        h = r.hands[w.seat]
        if self.fouled(r, w):
            return Claim(w, "dead_hand")
        if self.miscounted(r, w):
            return Claim(w, "tile_count")
        known = (h.concealed or b"") + b"".join([m.tiles for m in h.melds])
        if w.tile >= tiles.HONOURS or known and max(known) >= tiles.HONOURS:
            return Claim(w, "bad_tile")
        ids, reason = self._called(r, w) if w.called else self._read(r, w)
        if reason:
            return Claim(w, reason)
        claim = Claim(w)
        claim.patterns = [(p, self.worth[p]) for p in ids]
        self._evaluate(r, claim)
        return claim

    def _read(self, r: Record, w: hand.Win) -> tuple:
        """(ids of the patterns, None), or ([], reason)."""
        h = r.hands[w.seat]
        counts = h.counts()
        if w.tile < 0:
            return self._opening(counts)
        counts[w.tile] += 1
        flags = self.flags(r, w)
        ids, reason = self._shape(h.melds, counts)
        if reason:
            return self._opening(counts) if flags & hand.HEAVENLY else ([], reason)
        return ids + self._events(w, flags) or ["xiao_hu"], None

    # ------------------------------------------------------------ page section "Patterns"

    # seldom: opening
    def _opening(self, counts: bytearray) -> tuple:
        """(ids, None) of an opening claim on the dealt tiles, or ([], reason)."""
        if not self.options["opening_hands"]:
            return [], "no_opening_hand"
        ids = []
        for name, holds in (
            ("si_xi", max(counts) == 4),
            ("ban_ban_hu", not any(counts[k] for k in JIANG)),
            ("que_yi_se", patterns.suits(counts) != 7),
            ("liu_liu_shun", len([c for c in counts if c >= 3]) >= 2),
        ):
            if holds:
                ids.append(name)
        return ids, None if ids else "no_opening_hand"

    def _events(self, w: hand.Win, flags: int) -> list:
        """The big patterns of how it was won."""
        out = []
        for name, flag in (
            ("heavenly_hand", hand.HEAVENLY),
            ("earthly_hand", hand.EARTHLY),
            ("last_tile_draw" if w.giver < 0 else "last_tile_claim", hand.LAST_TILE),
            ("out_with_replacement", hand.AFTER_KONG),
            ("robbing_the_kong", hand.ROB_KONG),
            ("kong_discard", hand.KONG_DISCARD),
        ):
            if flags & flag:
                out.append(name)
        return out

    # ------------------------------------------------------------ page section "Value formula"

    def _evaluate(self, r: Record, claim: Claim) -> None:
        """Value and formula from the pattern rows, and where its birds landed."""
        units = _units(claim)
        if claim.patterns[0][0] in SMALL_IDS:
            key, each = "formula.small", SMALL_POINTS
        elif claim.win.giver < 0:
            key, each = "formula.big_drawn", BIG_DRAWN
        else:
            key, each = "formula.big_claimed", BIG_CLAIMED
        claim.value = units * each
        claim.steps = [(key, units, each, claim.value)]
        if claim.patterns[0][0] in OPENING_IDS:
            claim.line = "line.opening"
        bird = "formula.sea_bird" if self._on_sea_bottom(r, claim) else "formula.bird"
        for kind in self._birds(r, claim):
            claim.steps.append((bird, kind % 9 + 1, self._landed(r, claim.win, kind)))

    # ------------------------------------------------------------ page section "Payments", birds

    def _on_sea_bottom(self, r: Record, c: Claim) -> bool:
        return self.flags(r, c.win) & hand.LAST_TILE > 0 and c.patterns[0][0] not in OPENING_IDS

    def _birds(self, r: Record, c: Claim) -> bytes:
        """The bird tiles of a win. At the sea bottom no tile is drawn: its own tile is the bird."""
        if not self.options["birds"] or not self._on_sea_bottom(r, c):
            return self._drawn_birds(r)
        if c.win.tile < 0:
            raise RecordError("wins.%d.tile: the sea-bottom tile is needed, it is the bird" % r.wins.index(c.win))
        return bytes([c.win.tile])

    def _drawn_birds(self, r: Record) -> bytes:
        """The tiles turned up after the win: those of the record that are looked at. RecordError."""
        birds = r.birds[: self.options["birds"]]
        for i, kind in enumerate(birds):
            if not self.copies(kind):
                raise RecordError("birds.%d: %s is no tile of %s" % (i, tiles.name(kind), self.ID))
        return birds

    # seldom: opening
    def _landed(self, r: Record, w: hand.Win, kind: int) -> int:
        """The seat that a bird of this win belongs to."""
        origin = w.seat if self.options["bird_origin"] == "winner" else r.dealer
        return (origin + kind % 9) % r.seats

    def _factor(self, r: Record, c: Claim, payer: int) -> int:
        """What the birds on the winner and on the payer multiply the amount between them by."""
        hits = 0
        for kind in self._birds(r, c):
            hits += self._landed(r, c.win, kind) in (c.win.seat, payer)
        return 1 << hits if self.options["bird_mode"] == "double" else 1 + hits

    def _extra(self, r: Record, c: Claim, payer: int) -> int:
        """What the amount is higher by between the dealer and another."""
        return _units(c) * self.options["dealer_extra"] if r.dealer in (c.win.seat, payer) else 0

    def pay(self, r: Record, s: Settlement) -> None:
        for i, c in enumerate(s.claims):
            if c.reason is not None:
                continue
            seat, giver = c.win.seat, c.win.giver
            why = "opening" if c.line else "self_draw" if giver < 0 else "robbed" if c.robbed else "discard"
            for payer in range(r.seats):
                if payer != seat and (giver < 0 or payer == giver):
                    extra, factor = self._extra(r, c, payer), self._factor(r, c, payer)
                    amount = (c.value + extra) * factor
                    s.pay(payer, seat, amount, why, i, _terms(c.value, extra, factor, amount))

    # ------------------------------------------------------------ several winners; page section "Dealer rotation"

    def rank(self, r: Record, claims: list) -> None:
        """Several may win with opening claims (天胡 is one), or on one tile of one giver, each seat once."""
        won: list = []
        for c in claims:
            if c.reason is not None:
                continue
            if won:
                beside = c.win.beside(won[0].win) or (_opened(c) and _opened(won[0]))
                if not beside or any(c.win.seat == x.win.seat for x in won):
                    c.refuse("hand_over")
                    continue
            won.append(c)

    def next_dealer(self, r: Record, s: Settlement) -> int | None:
        won = s.valid()
        if not won:
            return r.carry.get("haidi_seat", r.dealer)
        if len(won) == 1:
            return won[0].win.seat
        if won[0].win.giver >= 0:
            return won[0].win.giver
        birds = self._drawn_birds(r)
        if birds:  # the first, counted from the dealer whatever `bird_origin` says
            return (r.dealer + birds[0] % 9) % r.seats
        return (r.dealer + min([(c.win.seat - r.dealer) % r.seats for c in won])) % r.seats

    # ------------------------------------------------------------ called patterns

    # seldom: called
    def _called(self, r: Record, w: hand.Win) -> tuple:
        """(ids, None) as called, or ([], reason) where no tiles need be known for it."""
        ids = w.called[0]
        if not all(m.regular() for m in r.hands[w.seat].melds):
            return [], "not_a_win"
        rows = self.called_rows(r, w, self.PATTERNS)
        if ids[0] in OPENING_IDS and not self.options["opening_hands"]:
            return [], "no_opening_hand"
        return [p for p, _ in rows], None

    # seldom: called
    def needs(self, pattern: str) -> str | None:
        if pattern == "jiang_jiang_hu":
            return "a"
        return "H" if pattern in OPENING_IDS else None

    # seldom: called
    def excluded(self, pattern: str) -> tuple:
        """Small and big do not mix, 小胡 has nothing beside it, no suit has fourteen tiles of 2, 5 and 8, and a hand
        without melds has no kong that is replaced.
        """
        if pattern == "xiao_hu":
            return OPENING_IDS + BIG_IDS
        if pattern in OPENING_IDS:
            return ("xiao_hu",) + BIG_IDS
        return SMALL_IDS + EXCLUDED.get(pattern, ())

    # seldom: called
    def against(self, r: Record, w: hand.Win, pattern: str) -> str:
        """Opening claims are made on dealt tiles; and what melds and winning tile show where they say it all."""
        melds = r.hands[w.seat].melds
        if pattern in OPENING_IDS:
            dealt = self.flags(r, w) & hand.HEAVENLY or (w.tile < 0 and w.giver < 0 and w.seat != r.dealer)
            if not dealt:
                return "it is no opening claim"
            return "the tile is a 2, 5 or 8" if pattern == "ban_ban_hu" and w.tile in JIANG else ""
        if pattern == "jiang_jiang_hu":
            if not all(k in JIANG for m in melds for k in m.tiles) or (w.tile >= 0 and w.tile not in JIANG):
                return "a tile is no 2, 5 or 8"
        if len(melds) < 4:
            return ""
        if w.tile < 0:
            pungs = not any(m.kind == hand.CHOW for m in melds)
            return "the melds are all pungs" if pattern == "xiao_hu" and pungs else ""
        ids, reason = self._shape(melds, tiles.count(bytes([w.tile, w.tile])))
        if reason:
            return "the melds and the winning tile are no legal hand"
        if (pattern == "xiao_hu" and ids) or (pattern in SHAPE_IDS and pattern not in ids):
            return "the melds and the winning tile show something else"
        return ""


def _all_pungs(melds: list, counts: bytearray) -> bool:
    """Are the four sets of a hand that has them all pungs or kongs: the only pair stands beside threes."""
    pairs = 0
    for c in counts:
        if c == 1 or c == 4:
            return False
        pairs += c == 2
    return pairs == 1 and not any(m.kind == hand.CHOW for m in melds)


if shapes.ROOM:
    from ..suits_kept import all_pungs as _all_pungs  # noqa: F811


def _pair_is_jiang(counts: bytearray) -> bool:
    """Is the pair of these sets and a pair a 2, 5 or 8. A chow has one of these and one of 1, 4 or 7, a pung three or
    none: however the tiles are split, what there are more of these than of those tells, in threes.
    """
    return sum([counts[k] - counts[k - 1] for k in JIANG]) % 3 == 2


def _units(c: Claim) -> int:
    """The units that a win counts: one for each pattern, where the house does not say otherwise."""
    return sum([n for _, n in c.patterns])


def _opened(c: Claim) -> bool:
    """Is it a win with the dealt tiles."""
    return any(p in OPENING_IDS or p == "heavenly_hand" for p, _ in c.patterns)


def _terms(value: int, extra: int, factor: int, amount: int) -> list:
    """The formula of a payment that is not just the value."""
    if extra and factor > 1:
        return [("terms.dealer_bird", value, extra, factor, amount)]
    if extra:
        return [("terms.dealer", value, extra, amount)]
    return [("terms.bird", value, factor, amount)] if factor > 1 else []
