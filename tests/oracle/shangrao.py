"""Shangrao, written from rules/shangrao.md in the order of the page: every wild is tried as every tile."""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import prod

from .hand import (
    HONOURS,
    TERMINALS,
    TILES,
    concealed_of,
    fine,
    has_foul,
    is_set,
    melds_of,
    parse,
    partings_of_suit,
    pay,
    shows_pung,
)

OPTIONS = {
    "minimum": 4,
    "dice": 2,
    "honor_cycle": "split",
    "indicator_is_wild": False,
    "pairs_you_bao": True,
    "fly_scope": "plain",
    "restored_no_wild": False,
    "shisan_lan_wild": "any",
    "qi_xing_by_wild": True,
    "nine_gates_value": 16,
    "win_on_discard": "none",
    "rob_kong": True,
    "after_kong_double": False,
    "dealer_double": False,
    "kong_pay": False,
    "draw_dealer": "stay",
    "false_win_penalty": 0,
    "worths": {},
}
# The row is what has a worth. What a house gives a pattern is that of one row of it, and all others keep in proportion.
OWN_WORTHS = {
    "seven_pairs": 16,
    "all_pungs": 16,
    "plain_hand": 4,
    "shisan_lan": 4,
    "jiu_yao": 4,
    "full_flush": 32,
    "all_honors": 64,
    "qi_xing": 8,
    "no_wilds": 16,
    "bao_diao": 12,
    "with_wilds": 8,
}

SUITS = [[number + suit for number in "123456789"] for suit in "mps"]
YAO = TERMINALS + HONOURS

# ids of the group: no_wilds, bao_diao, with_wilds.
ROWS = [
    ("seven_pairs jiu_yao all_honors", 64, 48, 16),
    ("all_pungs jiu_yao all_honors", 64, 48, 16),
    ("seven_pairs full_flush", 32, 24, 8),
    ("all_pungs full_flush", 32, 24, 8),
    ("seven_pairs jiu_yao", 32, 24, 8),
    ("all_pungs jiu_yao", 32, 24, 8),
    ("nine_gates", 16, None, None),
    ("plain_hand full_flush", 16, 16, 8),
    ("seven_pairs", 16, 12, 8),
    ("all_pungs", 16, 12, 8),
    ("shisan_lan qi_xing", 8, None, 4),
    ("jiu_yao qi_xing", 8, None, 4),
    ("plain_hand", 4, 4, 2),
    ("shisan_lan", 4, None, 2),
    ("jiu_yao", 4, None, 2),
]
WORDS = ["no_wilds", "bao_diao", "with_wilds"]


# Wild tiles ----------------------------------------------------------------------------------------------------------


def wild_tile(record, options):
    turned = record.get("indicator")
    if turned is None or options["indicator_is_wild"]:
        return turned
    honours = [["1z", "2z", "3z", "4z"], ["7z", "6z", "5z"]]
    if options["honor_cycle"] == "joint":
        honours = [sum(honours, [])]
    cycle = next(cycle for cycle in SUITS + honours if turned in cycle)
    return cycle[(cycle.index(turned) + 1) % len(cycle)]


# Winning shapes ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=200_000)
def looks_of_suit(tiles):
    """How the sorted tiles of one suit look: (partings as pairs and whether a chow is there, all paired, spaced)."""
    ways = frozenset(
        (sum(group.kind == "pair" for group in groups), any(group.kind == "chow" for group in groups))
        for groups in partings_of_suit(tiles)
    )
    paired = all(tiles.count(tile) % 2 == 0 for tile in tiles)
    near = 1 if tiles and tiles[0][1] == "z" else 3
    numbers = [int(tile[0]) for tile in tiles]
    spaced = all(b - a >= near for a, b in zip(numbers, numbers[1:], strict=False))
    return ways, paired, spaced


@lru_cache(maxsize=200_000)
def suit_with_wilds(tiles, wilds, faces, melded):
    """Every (look, all seven honours there) of the tiles of one suit and so many wilds that stand for `faces`."""
    found = set()
    for stand_ins in combinations_with_replacement(faces, wilds):
        whole = tuple(sorted(tiles + stand_ins))
        found.add((looks_of_suit(whole), set(HONOURS) <= {*whole, *melded}))
    return found


def looks(tiles, wilds, faces, melded):
    """How the whole can look, suit by suit: each way to give the wilds to the suits, and there all that they may be."""
    suits = [tuple(sorted(tile for tile in tiles if tile[1] == suit)) for suit in "mpsz"]
    allowed = [tuple(face for face in faces if face[1] == suit) for suit in "mpsz"]
    for given in product(range(wilds + 1), repeat=4):
        if sum(given) == wilds:
            yield from product(*[suit_with_wilds(*part, melded) for part in zip(suits, given, allowed, strict=True)])


def has_shape(ids, parts, melds, pairs):
    """`parts` are the looks of the suits, `pairs` is 1, or 0 where all but the pair that is waited for is there."""
    chows = any(meld["kind"] == "chow" for meld in melds)
    if "seven_pairs" in ids:
        return not melds and all(paired for (_, paired, _), _ in parts)
    if "shisan_lan" in ids:
        return not melds and all(spaced for (_, _, spaced), _ in parts)
    if "jiu_yao" in ids and "all_pungs" not in ids:
        return not chows
    for ways in product(*[ways for (ways, _, _), _ in parts]):
        no_chows = not chows and not any(chow for _, chow in ways)
        if sum(count for count, _ in ways) == pairs and ("plain_hand" in ids or no_chows):
            return True
    return False


# Patterns ------------------------------------------------------------------------------------------------------------


def allowed_tiles(ids):
    if "full_flush" in ids:
        return SUITS
    if "all_honors" in ids:
        return [HONOURS]
    return [YAO] if "jiu_yao" in ids else [TILES]


class Claim:
    """What a winner holds, and whether it is a row by one of the three words."""

    def __init__(self, record, win, options):
        hand = record["hands"][win["seat"]]
        self.options, self.tile, self.wild = options, win["tile"], wild_tile(record, options)
        self.concealed, self.melds = concealed_of(record, win["seat"]), melds_of(record, win["seat"])
        self.melded = tuple(tile for meld in self.melds for tile in parse(meld["tiles"]))
        self.hand = [*self.concealed, self.tile]
        self.wilds = self.hand.count(self.wild)
        self.flown = parse(hand.get("flowers", "")).count(self.wild)

    def fits(self, ids, tiles, wilds, faces):
        """Whether `tiles` and so many wilds that stand for `faces` are the row."""
        all_stars = set(HONOURS) <= {*self.hand, *self.melded}
        for parts in looks(tiles, wilds, faces, self.melded):
            stars = parts[3][1] if self.options["qi_xing_by_wild"] else all_stars
            if has_shape(ids, parts, self.melds, 1) and (stars or "qi_xing" not in ids):
                return True
        return False

    def is_nine_gates(self):
        suit = self.tile[1]
        gates = [number + suit for number in "1112345678999"]
        return not self.melds and suit in "mps" and sorted(self.concealed) == gates

    def no_wilds(self, ids):
        if self.wilds and not self.options["restored_no_wild"]:
            return False
        if ids == ["nine_gates"]:
            return self.is_nine_gates()
        in_row = any({*self.hand, *self.melded} <= set(faces) for faces in allowed_tiles(ids))
        return in_row and self.fits(ids, self.hand, 0, ())

    def with_wilds(self, ids):
        natural = [tile for tile in self.hand if tile != self.wild]
        own = "shisan_lan" in ids and self.options["shisan_lan_wild"] == "own"
        for faces in allowed_tiles(ids):
            if self.wilds and {*natural, *self.melded} <= set(faces):
                if self.fits(ids, natural, self.wilds, (self.wild,) if own else tuple(faces)):
                    return True
        return False

    def bao_diao(self, ids):
        if self.wild not in self.concealed:
            return False
        others = [tile for tile in self.concealed if tile != self.wild]
        wilds = self.concealed.count(self.wild) - 1
        for faces in allowed_tiles(ids):
            if {*others, *self.melded} <= set(faces) and self.tile in [*faces, self.wild]:
                for parts in looks(others, wilds, tuple(faces), self.melded):
                    if has_shape(ids, parts, self.melds, 0):
                        return True
        return False


def house_worth(value, ids, options):
    if "nine_gates" in ids:
        return options["worths"].get("nine_gates", options["nine_gates_value"])
    product = Fraction(value)
    for name in ids:
        product *= Fraction(options["worths"].get(name, OWN_WORTHS[name]), OWN_WORTHS[name])
    return int(product)


def best_row(claim):
    """(value, ids), the highest, of equals the first of the table; None when no row fits."""
    best, options = None, claim.options
    for names, *values in ROWS:
        ids = names.split()
        for word, value in zip(WORDS, values, strict=True):
            if value is None or word == "with_wilds" and "seven_pairs" in ids and not options["pairs_you_bao"]:
                continue
            gates = ids == ["nine_gates"]
            value = house_worth(value, [*ids, word], options)
            flies = options["fly_scope"] == "all" or (ids == ["plain_hand"] and word == "with_wilds")
            flown = claim.flown if flies else 0
            row, value = value, value * options["worths"].get("fei_bao", 2) ** flown
            if row and (best is None or value > best[0]) and getattr(claim, word)(ids):
                best = value, ids + ([] if gates else [word]) + ["fei_bao"] * flown
    return best


# Claims and turn rules -----------------------------------------------------------------------------------------------


def robs(record, win, options):
    """Whether `rob_kong` counts; a wild is in no meld, so none of its kongs is robbed."""
    giver = win.get("from")
    if "rob_kong" not in win.get("flags", []) or giver is None or win["tile"] == wild_tile(record, options):
        return False
    return shows_pung(record, giver, win["tile"])


def after_kong(win):
    return win.get("from") is None and "after_kong" in win.get("flags", [])


def events(record, win, options):
    found = ["self_draw"] if win.get("from") is None else []
    found += ["robbing_the_kong"] if robs(record, win, options) else []
    return found + (["out_with_replacement"] if after_kong(win) else [])


def valued(record, win, options, found):
    """The value of the best row, with what doubles it; in a house events may be factors."""
    factors = {"out_with_replacement": 2} if options["after_kong_double"] else {}
    factors |= options["worths"]
    return found[0] * prod(factors.get(name, 1) for name in events(record, win, options))


def reason_against(record, win, options, claim):
    """The first reason that makes the claim illegal before its row is looked for, or None."""
    if has_foul(record, win["seat"], "dead_hand"):
        return "dead_hand"
    if len(claim.concealed) != 13 - 3 * len(claim.melds):
        return "tile_count"
    if not all(is_set(meld) for meld in claim.melds) or claim.wild in claim.melded:
        return "bad_meld"
    if win.get("from") is not None:
        if robs(record, win, options):
            if not options["rob_kong"]:
                return "rob_not_allowed"
        elif options["win_on_discard"] == "none" or claim.wilds:
            return "discard_not_allowed"
    return None


# Payments ------------------------------------------------------------------------------------------------------------


def pay_win(record, win, value, options, delta):
    seat, giver, dealer = win["seat"], win.get("from"), record.get("dealer", 0)
    for other in range(4):
        if other == seat:
            continue
        amount = value * (2 if options["dealer_double"] and dealer in (seat, other) else 1)
        if giver is None:
            pay(delta, other, seat, amount)
        elif robs(record, win, options) or options["win_on_discard"] == "full" or giver == other:
            pay(delta, giver, seat, amount)


def kongs_of(record):
    if "kongs" in record:
        return record["kongs"]
    melds = [(seat, meld) for seat in range(4) for meld in melds_of(record, seat)]
    return [{"seat": seat, "kind": meld["kind"], "from": meld.get("from")} for seat, meld in melds]


def pay_kongs(record, delta):
    for kong in kongs_of(record):
        for other in range(4):
            if kong["kind"] == "concealed_kong":
                pay(delta, other, kong["seat"], 2)
            elif kong["kind"] == "added_kong":
                pay(delta, other, kong["seat"], 1)
            elif kong["kind"] == "kong" and kong.get("from") == other:
                pay(delta, other, kong["seat"], 3)


# The answer ----------------------------------------------------------------------------------------------------------


def next_dealer(record, winner, options):
    dealer = record.get("dealer", 0)
    if winner is not None:
        return winner
    drawn = not record.get("wins")
    return (dealer + 1) % 4 if drawn and options["draw_dealer"] == "next" else dealer


def answer(record):
    options = OPTIONS | record.get("options", {})
    entries, delta, winner, offenders = [], [0] * 4, None, []
    for win in record.get("wins", []):
        seat, claim, found = win["seat"], Claim(record, win, options), None
        reason = "priority" if winner is not None else reason_against(record, win, options, claim)
        if reason is None:
            found = best_row(claim)
            if found is None:
                reason = "not_a_win"
            elif valued(record, win, options, found) < options["minimum"]:
                reason = "below_minimum"
        if reason is not None:
            entries.append({"seat": seat, "valid": False, "reason": reason, "value": 0, "patterns": []})
            offenders += [seat] if reason != "priority" else []
            continue
        value, ids = valued(record, win, options, found), found[1] + events(record, win, options)
        pay_win(record, win, value, options, delta)
        entries.append({"seat": seat, "valid": True, "value": value, "patterns": sorted(ids)})
        winner = seat
    if winner is not None and options["kong_pay"]:
        pay_kongs(record, delta)
    fine(record, offenders, options["false_win_penalty"], delta)
    return {"wins": entries, "delta": delta, "next_dealer": next_dealer(record, winner, options), "carry": {}}
