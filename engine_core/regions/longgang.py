"""Longgang (龙港麻将): sixteen tiles, wilds and own flowers, points doubled by tai. Page: rules/longgang.md.

136 tiles. A winner's total is (20 + face points) x 2^tai, a limit hand 300; totals are paid for in chips of ten points,
those of the others too, and the winner gets follow chips beside. How a winner's tiles are read is in longgang_read.py,
what is asked of called patterns in longgang_called.py: each is loaded when a claim needs it.
"""

from .. import hand, tiles
from ..check import Record, RecordError
from ..rules import Ruleset
from ..settle import Claim, Settlement, false_winners

# Page section "Patterns": tai, limit hands, points; of tai those of options after the others. WORTHS are those of tai
# and points, in the same order.
IDS = (
    "no_wilds", "two_wilds", "seat_flower", "four_flowers", "dragon_pung", "seat_wind", "half_flush", "all_pungs",
    "pure_straight", "eight_pairs", "hard_eight_pairs", "out_with_replacement", "prevalent_wind", "three_kongs",
    "triple_pung", "four_shifted_pungs", "four_concealed_pungs",
    "three_wilds", "heavenly_hand", "earthly_hand", "cai_shen_hui", "full_flush", "big_four_winds", "little_four_winds",
    "si_fang_da_fa", "all_honors", "all_terminals", "all_terminals_and_honors",
    "humanly_hand", "si_da_jin_gang", "four_kongs", "five_kongs", "three_shifted_kongs", "four_shifted_kongs",
    "five_shifted_kongs", "five_concealed_pungs", "five_shifted_pungs", "quadruple_chow", "jin_men_qiao",
    "jiu_long_fei_tian",
    "self_draw", "closed_wait", "all_chows", "edge_wait", "single_wait",
)  # fmt: skip
FIRST_LIMIT, FIRST_POINTS = 17, 40
WORTHS = b"\1\1\1\2\1\1\1\1\1\1\3\1\1\2\2\2\2\2\2\0\2\2"
LIMIT = 300
OTHERS_ZERO = ("three_wilds", "heavenly_hand", "earthly_hand", "humanly_hand")  # beside these the others count 0
# How who has not won may group so many tiles of a kind (1..4), by WAYS bytes: three each of wilds used, pungs, natural
# pairs left; 9 wilds there never are.
WAYS = 15
GROUPS = (
    b"\0\0\0\2\1\0\t\0\0\t\0\0\t\0\0" b"\0\0\1\1\1\0\2\1\0\4\2\0\t\0\0"
    b"\0\1\0\1\1\0\2\1\1\3\2\0\4\2\0" b"\0\1\0\1\1\1\2\2\0\3\2\0\4\2\1"
)  # fmt: skip

MELD_FACTORS = b"\0\1\4\4\x08"  # points of a meld by its kind, as halves of a concealed pung's

GREEN, RED = tiles.DRAGONS + 1, tiles.DRAGONS + 2
SETS = 5


def rounded(points: int, tai: int) -> int:
    """Doubled by each tai, up to a multiple of ten, at most the limit."""
    total = ((points << (tai if tai < 9 else 9)) + 9) // 10 * 10
    return total if total < LIMIT else LIMIT


class Rules(Ruleset):
    ID = "longgang"
    STAKES = True
    START = 95  # 100 less the 5 for the table
    HAND = 16
    LETTERS = "mpszf"
    ABSENT = bytes([tiles.DRAGONS]) + bytes(range(tiles.FLOWERS + 4, tiles.KINDS))  # no White, four flowers
    HAS_INDICATOR = True
    FLOWER_EVENT = True
    SHARE_OUT = 21
    COURSE = ("meld", "kong", "flower", "missed", "win", "foul")
    TURN_KONG = False
    DEALT_KONG = True
    SWAP = ("chow", "pung", "ends")
    WINNERS = 1
    MISSED = ("any", "draw")
    MISSED_FOUL = "dead_hand"
    CLAIMS = "engine_core.regions.longgang_claims"
    POINTS = True
    FOULS = ("false_win", "dead_hand", "liable")
    REPEATED = ("dragon_pung", "seat_wind", "prevalent_wind")
    FLAGS = hand.AFTER_KONG | hand.AFTER_FLOWER | hand.ROB_KONG | hand.HEAVENLY | hand.EARTHLY | hand.HUMANLY
    BARE = IN_POINTS = IDS[FIRST_LIMIT:]
    OPTIONS = (
        ("players", 4, (4, 5)),
        ("follow", [0, 3, 6, 12], (0, 9999)),
        ("follow_after", [0, 5, 10, 20], (0, 9999)),
        ("no_top_up", False, None),
        ("big_tiles", "terminals_honors", ("terminals_honors", "honors")),
        ("human_win", False, None),
        ("edge_wait_points", False, None),
        ("single_wait_points", False, None),
        ("single_self_draw", False, None),
        ("kong_bloom_tai", False, None),
        ("round_wind_tai", False, None),
        ("rob_wild_pair", True, None),
        ("naked_wild_wait", True, None),
        ("three_wild_honor", "forbid", ("forbid", "honors_only", "allow")),
        ("four_winds_strict", False, None),
        ("loser_four_flowers", True, None),
        ("wilds_to_win", 3, (3, 4)),
        ("pure_straight", False, None),
        ("eight_pairs", False, None),
        ("four_guardians", False, None),
        ("rare_hands", False, None),
        ("special_first", False, None),
        ("abort_triple_win", False, None),
        ("abort_four_winds", False, None),
        ("abort_four_kongs", False, None),
        ("abort_nine_terminals", False, None),
        ("late_stage", 4, (0, 70)),
    )

    def __init__(self, options: dict):
        super().__init__(options)
        self.ROUND_WIND = self.options["round_wind_tai"]
        self.big_numbers = (0, 8) if self.options["big_tiles"] == "terminals_honors" else ()

    @property
    def PATTERNS(self) -> tuple:  # type: ignore[override]
        """What a pattern is worth: tai, of a limit hand its total, of face points so many."""
        worths = self.worths()
        return tuple([(p, worths[p]) for p in IDS])

    def worths(self) -> dict:
        out = {}
        at = 0
        for n, p in enumerate(IDS):
            if FIRST_LIMIT <= n < FIRST_POINTS:
                out[p] = LIMIT
            else:
                out[p] = WORTHS[at]
                at += 1
        return out

    # ------------------------------------------------------------ page sections "Tile set" and "Deal, wall …"

    def throws(self, dealer: int, dice: bytes) -> list:
        """The dealer throws for the opener, the opener for the break."""
        return [(dealer, 2)] if len(dice) < 2 else [(dealer, 2), (self.break_side(dealer, dice), 2)]

    def break_side(self, dealer: int, dice: bytes) -> int:
        return (dealer + dice[0] + dice[1] - 1) % 4

    def turned_up(self, dealer: int, dice: bytes) -> int | None:
        return 1

    def set_aside(self, indicator: int | None) -> tuple:
        """Guest flowers; a seat keeps its own one of these."""
        if indicator is not None and indicator >= tiles.FLOWERS:
            return ()
        return tuple(range(tiles.FLOWERS, tiles.FLOWERS + 4))

    # ------------------------------------------------------------ page section "Wild tiles"

    def wilds(self, indicator: int | None) -> tuple:
        if indicator is None or indicator < 0:
            return ()
        if indicator < tiles.FLOWERS:
            return (indicator,)
        return tuple([k for k in range(tiles.FLOWERS, tiles.FLOWERS + 4) if k != indicator])

    def seat_wilds(self, indicator: int | None, dealer: int) -> dict:
        if indicator is not None and indicator >= tiles.FLOWERS:
            return {}
        return {seat: (tiles.FLOWERS + (seat - dealer) % 4,) for seat in range(4)}

    def wild_for(self, r: Record, seat: int) -> tuple:
        own = () if r.indicator >= tiles.FLOWERS else (tiles.FLOWERS + r.seat_wind(seat),)
        return self.wilds(r.indicator) + own

    def guests(self, r: Record, seat: int) -> int:
        """The guest flowers that a seat has set aside: its own one would make it a dead hand."""
        flowers = r.hands[seat].flowers
        return sum([k in flowers for k in self.set_aside(r.indicator)]) if flowers else 0

    # ------------------------------------------------------------ page section "Minimum to win", flags and reasons

    def check(self, r: Record) -> None:
        if r.indicator < 0:
            raise RecordError("indicator: the tile that was turned up is needed")
        super().check(r)

    # seldom: claimed
    def holding(self, r: Record, w: hand.Win, f: int) -> int:
        exposed = any(m.kind != hand.CONCEALED_KONG for m in r.hands[w.seat].melds)
        if w.seat != r.dealer or w.giver >= 0 or exposed:
            f &= ~hand.HEAVENLY
        if w.seat == r.dealer or w.giver != r.dealer or exposed:
            f &= ~hand.EARTHLY
        if w.seat == r.dealer or not self.options["human_win"]:
            f &= ~hand.HUMANLY
        if w.giver >= 0:
            f &= ~(hand.AFTER_KONG | hand.AFTER_FLOWER)
        if w.giver < 0 or not r.hands[w.giver].shows_pung(w.tile):
            f &= ~hand.ROB_KONG
        return f

    def fouled(self, r: Record, w: hand.Win) -> bool:
        return self.is_dead(r, w.seat)

    def is_dead(self, r: Record, seat: int) -> bool:
        """A foul, or a flower set aside that was wild for the seat."""
        if r.fouls and r.fouled(seat, "dead_hand", "false_win"):
            return True
        own = tiles.FLOWERS + r.seat_wind(seat)
        for k in r.hands[seat].flowers:
            if k == own or k >= tiles.FLOWERS and r.indicator >= tiles.FLOWERS:
                return True
        return False

    # seldom: claimed
    def unread(self, r: Record, w: hand.Win) -> bool:
        """One of three claims on what one seat gave, where these draw the hand."""
        return self.options["abort_triple_win"] and w.giver >= 0 and [v.giver for v in r.wins].count(w.giver) >= 3

    def claims(self, r: Record) -> list:
        return self._in_order(r) if len(r.wins) > 1 else super().claims(r)

    # seldom: claimed
    def _in_order(self, r: Record) -> list:
        """Several claims: what comes after a legal one is not examined."""
        out: list = []
        falsely: list = []  # seats
        won = False
        for w in r.wins:
            if self.unread(r, w):
                out.append(Claim(w, "abort_triple_win"))
            elif won:
                out.append(Claim(w, "priority"))
            elif w.seat in falsely:  # a dead hand
                out.append(Claim(w, "dead_hand"))
            else:
                out.append(self.judge(r, w))
                won = out[-1].reason is None
                falsely.append(w.seat)
        return out

    def judge(self, r: Record, w: hand.Win) -> Claim:
        reason = self._forbidden(r, w)
        if reason:
            return Claim(w, reason)
        if w.called:
            return self._called(r, w)
        from .longgang_read import PAIR, Winner, best, is_fishing

        x = Winner(self, r, w)
        at_once = x.drawn and x.three_wilds
        if x.tile_count != self.HAND + 1 and not (at_once and x.tile_count == self.HAND):
            return Claim(w, "tile_count")
        if not (x.of_sets or x.pairs or at_once):
            return Claim(w, "not_a_win")
        if not self.options["naked_wild_wait"] and x.sets == 0 and x.wilds - x.on_wild == 1:
            return Claim(w, "naked_wild_wait")
        barred = PAIR if x.flags & hand.ROB_KONG and not self.options["rob_wild_pair"] else -1
        fishing = is_fishing(x)
        every, sound = best(x, r, barred, fishing)
        if not every.key:
            return Claim(w, "rob_wild_pair")
        if fishing and (self.options["three_wild_honor"] == "honors_only" or sound.key[:1] < every.key[:1]):
            return Claim(w, "three_wild_honor")
        _, tai, face = sound.key
        return self._claim(r, w, sound.ids, tai, face, sound.waiting, sound.is_limit)

    def _forbidden(self, r: Record, w: hand.Win) -> str | None:
        """The reasons before the shape is looked at."""
        h = r.hands[w.seat]
        wild = self.wild_for(r, w.seat)
        if self.is_dead(r, w.seat):
            return "dead_hand"
        if w.giver >= 0 and (w.tile in wild or w.tile >= tiles.FLOWERS):
            return "wild_claimed"
        for m in h.melds:
            absent = any(k in wild or k in self.ABSENT for k in m.tiles)
            if absent or not m.regular() or (m.kind == hand.CHOW and m.giver not in (-1, (w.seat - 1) % 4)):
                return "bad_meld"
        for k in (h.concealed or b"") + (bytes([w.tile]) if w.tile >= 0 else b""):
            if k >= tiles.DRAGONS and (k in self.ABSENT or (k >= tiles.FLOWERS and k not in wild)):
                return "bad_tile"
        return None

    # ------------------------------------------------------------ page sections "Patterns" and "Value formula"

    def pung_points(self, kind: int) -> int:
        """A concealed pung's: of small tiles 4, of big ones (大子) 8."""
        return 8 if kind >= tiles.HONOURS or kind % 9 in self.big_numbers else 4

    def meld_points(self, m: hand.Meld) -> int:
        return self.pung_points(m.tile) * MELD_FACTORS[m.kind] // 2

    def honour_ids(self, kind: int, winds: tuple) -> list:
        """What a pung with a natural tile shows, a tai each; `winds` are those that count (`paying_winds`)."""
        out = ["dragon_pung"] if kind in (GREEN, RED) else []
        if kind == winds[0]:
            out.append("seat_wind")
        if kind == winds[1]:
            out.append("prevalent_wind")
        return out

    def paying_winds(self, r: Record, seat: int) -> tuple:
        """The kinds of the seat wind and of the round wind, -1 where that does not count."""
        turn = tiles.HONOURS + r.round_wind if self.options["round_wind_tai"] else -1
        return tiles.HONOURS + r.seat_wind(seat), turn

    def follow(self, r: Record) -> list:
        """The follow chips by tai."""
        return self.options["follow_after" if r.carry.get("broke") else "follow"]

    def tai(self, c: Claim) -> int:
        """Of a claim's patterns, as many as count for the follow chips."""
        is_limit = c.steps[0][0] == "formula.limit"
        return 3 if is_limit else min(sum([worth for p, worth in c.patterns if p not in self.BARE]), 3)

    def limit_total(self, ids: list) -> int:
        """Of a limit hand that shows these: the highest if a house has changed some, up to a multiple of ten."""
        return (max([self.worth[p] for p in ids]) + 9) // 10 * 10

    def _claim(self, r: Record, w: hand.Win, ids: list, tai: int, face: int, waiting: int, is_limit: bool) -> Claim:
        """The claim with its worth; of the face points `waiting` are those of self-draw and wait."""
        claim = Claim(w)
        claim.patterns = [(p, self.worth[p]) for p in ids]
        if is_limit:
            claim.value = self.limit_total(ids)
            claim.steps = [("formula.limit", claim.value)]
            return claim
        if "all_chows" in ids:  # no points so far: the page gives it none, a house may
            face = waiting = self.worth["all_chows"]
        claim.value = rounded(20 + face, tai)
        if not w.called:
            flowers = 4 * self.guests(r, w.seat)
            claim.steps = [("formula.face", face, face - flowers - waiting, flowers, waiting)]
        power = min(tai, 20)  # a house may have given out more
        claim.steps.append(("formula.total", face, power, 20 + face << power, claim.value))
        return claim

    # ------------------------------------------------------------ called patterns

    # seldom: called
    def _called(self, r: Record, w: hand.Win) -> Claim:
        """Points that are called are all face points of the page: sets, pair, flowers, self-draw and wait."""
        rows = self.called_rows(r, w, ())
        tai = sum([worth for p, worth in rows if p not in self.BARE])
        is_limit = any(p in IDS[FIRST_LIMIT:FIRST_POINTS] for p in w.called[0])
        return self._claim(r, w, list(w.called[0]), tai, w.called[1], 0, is_limit)

    def needs(self, pattern: str) -> str | None:
        from .longgang_called import needs

        return needs(self, pattern)

    def excluded(self, pattern: str) -> tuple:
        from .longgang_called import excluded

        return excluded(self, pattern)

    def against(self, r: Record, w: hand.Win, pattern: str) -> str:
        from .longgang_called import against

        return against(self, r, w, pattern)

    # ------------------------------------------------------------ the others' totals

    def _other(self, r: Record, seat: int, dead: bool) -> tuple:
        """(points, tai, total) of who has not won."""
        if dead:
            return 0, 0, 0
        h = r.hands[seat]
        if h.concealed is None:
            raise RecordError("hands.%d.concealed: the tiles of who has not won are needed" % seat)
        wild = self.wilds(r.indicator)
        winds = self.paying_winds(r, seat)
        own = winds[0] + tiles.FLOWERS - tiles.HONOURS
        counts = h.counts()
        true = sum([counts[k] for k in wild])
        holds_own = counts[own] > 0
        for k in wild:
            counts[k] = 0
        guests = self.guests(r, seat)
        points = 4 * guests
        tai = 0
        for m in h.melds:
            if m.kind != hand.CHOW:
                points += self.meld_points(m)
                if m.tile >= tiles.HONOURS and m.tile not in wild:
                    tai += self._sum(self.honour_ids(m.tile, winds))
        of_own = holds_own and own not in wild  # beside the true wilds
        wilds = true + of_own
        placed = self.placed_all(counts, wilds, winds)
        best: tuple = (0, 0, 0)  # total, tai, points
        four = guests == 3 and self.options["loser_four_flowers"]
        of_flower = self.worth["four_flowers" if four else "seat_flower"]
        for key in placed:
            used, face = key & 15, points + placed[key]
            for with_own in (False, True):
                # the own flower is one of the wilds used, or is none of them
                if with_own and not (holds_own and used) or (not with_own and used > true - (holds_own and not of_own)):
                    continue
                more = tai + (key >> 4) + (of_flower if with_own else 0)
                if used - (with_own and of_own) >= 2:
                    more += self.worth["two_wilds"]
                best = max(best, (rounded(face, more), more, face))
        if self.options["eight_pairs"] and not h.melds:
            from .longgang_rare import other_pairs

            best = max(best, other_pairs(self, h, counts, points, winds[0]))
        total, tai, face = best
        return face, tai, total

    def _sum(self, ids: list) -> int:
        return sum([self.worth[p] for p in ids])

    def placed_all(self, counts: bytearray, wilds: int, winds: tuple) -> dict:
        """Tai and, in four bits, wilds used -> the most points."""
        found = {0: 0}
        for kind in range(tiles.FLOWERS):
            count = counts[kind]
            pair = 2 * (count > 0 and kind in (GREEN, RED, winds[0]))
            if count > 2 or count and wilds or pair and count > 1:  # else it is worth nothing
                honours = self._sum(self.honour_ids(kind, winds)) << 4
                found = self._placed(found, count, wilds, (self.pung_points(kind), pair), honours)
        return found

    def _placed(self, found: dict, count: int, wilds: int, worth: tuple, honours: int) -> dict:
        """The choices so far with each way to use so many tiles of a kind; `worth`: points of a pung and of a pair,
        `honours`: a pung's tai, as in the keys.
        """
        out: dict = {}
        for key in found:
            for i in range(WAYS * count - WAYS, WAYS * count, 3):
                pungs = GROUPS[i + 1]
                new = key + GROUPS[i] + pungs * honours
                if new & 15 <= wilds:
                    points = found[key] + pungs * worth[0] + GROUPS[i + 2] * worth[1]
                    if out.get(new, -1) < points:
                        out[new] = points
        return out

    # ------------------------------------------------------------ page sections "Payments" and "Penalties"

    def settle(self, r: Record) -> Settlement:
        self.check(r)
        s = self._claimed(r)
        self._check_wins(r, s)
        guilty = false_winners(s, r)
        self.pay_fines(r, s, guilty)
        short: list = []
        won = s.valid()
        if won:
            totals = self._totals(r, won[0], guilty)
            short = self._pay_all(r, s, won[0], totals)
        s.next_dealer = self.next_dealer(r, s)
        if short or r.carry or s.players > r.seats:
            s.carry = self._carry(r, s, short)
        return s

    # seldom: claimed
    def hands_needed(self, r: Record) -> list[int]:
        """After a win every hand counts but those of who is dead, or has said falsely that he has won."""
        won = [w.seat for w in r.wins]
        others = [seat for seat in range(r.seats) if seat not in won] if won else []
        return [seat for seat in others if not (self.is_dead(r, seat) or r.fouled(seat, "false_win"))]

    # seldom: claimed
    def won(self, r: Record, seat: int) -> Settlement:
        """What the win is worth; who pays what is known with everybody's tiles only."""
        s = self._claimed(r)
        s.claims = [c for c in s.claims if c.win.seat == seat][-1:]
        return s

    # seldom: claimed
    def goes_first(self, r: Record, w: hand.Win) -> bool:
        if not self.options["special_first"]:
            return False
        return any(p in IDS[FIRST_LIMIT:FIRST_POINTS] for p in self.judge(r, w).ids())

    def fines(self, r: "Record | None", dealer: int, seat: int) -> list[int]:
        """诈胡: the dealer pays each other 20, another pays him 20 and the rest 10; who sits out gets it too."""
        everybody = range(self.options["players"])
        return [0 if other == seat else 20 if dealer in (seat, other) else 10 for other in everybody]

    def _totals(self, r: Record, c: Claim, guilty: list) -> list:
        """What the seats' hands are worth that have not won, 0 where the others count 0; told beside the claim."""
        out = [0] * r.seats
        if any([p in OTHERS_ZERO for p, _ in c.patterns]):
            c.steps.append(("formula.alone",))
            return out
        for seat in range(r.seats):
            if seat != c.win.seat:
                dead = seat in guilty or self.is_dead(r, seat)
                face, tai, out[seat] = self._other(r, seat, dead)
                c.steps.append(("formula.dead", seat) if dead else ("formula.other", seat, face, tai, out[seat]))
        return out

    def _pay_all(self, r: Record, s: Settlement, c: Claim, totals: list) -> list:
        """All payments, who has the least first and to the winner before others; which seats could not pay in full."""
        i = s.claims.index(c)
        winner = c.win.seat
        tai = self.tai(c)
        chips, follow = c.value // 10, self.follow(r)[tai]
        shares = []
        for seat in range(r.seats):
            factor = 2 if r.dealer in (seat, winner) else 1
            shares.append(0 if seat == winner else factor * chips + follow)
        c.steps.append(("formula.chips", c.value, chips, tai, follow))
        liable = c.win.giver
        if c.win.tile not in (GREEN, RED) or liable < 0 or not r.fouled(liable, "liable"):
            liable = -1
        received = [0] * r.seats
        short = []
        for own, seat in sorted([(totals[k], k) for k in range(r.seats) if k != winner]):
            dues: list = [(winner, shares[seat], "winner", ("told.share", shares[seat] - follow, follow))]
            if liable >= 0:
                dues = [(winner, sum(shares) if seat == liable else 0, "liable", ("told.liable",))]
            for step in range(1, r.seats):
                other = (seat + step) % r.seats
                more = totals[other] - own
                if more > 0 and other != winner:
                    twice = r.dealer in (seat, other)
                    told = ("told.twice" if twice else "told.once", totals[other], own)
                    dues.append((other, more // 10 << twice, "difference", told))
            stake = r.hands[seat].stake
            for payee, amount, why, told in dues:
                paid = amount if stake is None else max(0, min(amount, stake + received[seat]))
                rows: list = [told]
                if paid < amount:
                    rows.append(("told.short", amount))
                    if seat not in short:
                        short.append(seat)
                received[payee] += paid
                received[seat] -= paid
                s.pay(seat, payee, paid, why, i, rows)
        return short

    # ------------------------------------------------------------ page section "Dealer rotation and carry-over"

    def next_dealer(self, r: Record, s: Settlement) -> int | None:
        """Only a dealer who wins keeps the deal."""
        won = s.valid()
        return (r.dealer + (not won or won[0].win.seat != r.dealer)) % r.seats

    # seldom: carry
    def _carry(self, r: Record, s: Settlement, short: list) -> dict:
        out: dict = {}
        broke = r.carry.get("broke")
        if broke or short:
            out["broke"] = 1
        if short and (broke or len(short) > 1 or self.options["no_top_up"]):
            out["over"] = 1
            s.notes.append(("note.over",))
        elif short:
            chips = 50 if s.players == r.seats else 100
            out["top_up"] = [chips if seat in short else 0 for seat in range(r.seats)]
            s.notes.append(("note.top_up", short[0], chips))
        if s.players > r.seats and s.next_dealer != r.dealer:
            out["sub_in"] = r.dealer
            s.notes.append(("note.sub_in", r.dealer))
        return out
