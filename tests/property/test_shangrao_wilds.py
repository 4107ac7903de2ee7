"""Shangrao by definition: every substitution of the wild tiles is tried, as rules/shangrao.md says it, row by row.

Slow on purpose and without the core's code. MJTABLE_SHANGRAO_N sets how many hands are compared, MJTABLE_SHANGRAO_SEED
which ones.
"""

import json
import os
import random
from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement

from engine_core.score import score

COUNT = int(os.environ.get("MJTABLE_SHANGRAO_N", "2000"))
SEED = os.environ.get("MJTABLE_SHANGRAO_SEED", "1")

SUITS = [[f"{n}{suit}" for n in range(1, 10)] for suit in "mps"]
HONOURS = [f"{n}z" for n in range(1, 8)]
TILES = [tile for suit in SUITS for tile in suit] + HONOURS
YAO = [tile for suit in SUITS for tile in (suit[0], suit[-1])] + HONOURS
CHOWS = [(suit[n], suit[n + 1], suit[n + 2]) for suit in SUITS for n in range(7)]
PUNGS = [(tile,) * 3 for tile in TILES]

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
OPTIONS = {
    "minimum": [4, 0, 2, 8, 16],
    "indicator_is_wild": [False, True],
    "honor_cycle": ["split", "joint"],
    "pairs_you_bao": [True, False],
    "fly_scope": ["plain", "all"],
    "restored_no_wild": [False, True],
    "shisan_lan_wild": ["any", "own"],
    "qi_xing_by_wild": [True, False],
    "nine_gates_value": [16, 4, 64],
    "win_on_discard": ["none", "single", "full"],
    "rob_kong": [True, False],
    "after_kong_double": [False, True],
    "dealer_double": [False, True],
    "false_win_penalty": [0, 5],
}


# Tiles ---------------------------------------------------------------------------------------------------------------


def wild_tile(record):
    turned, options = record.get("indicator"), record["options"]
    if turned is None:
        return None
    if options["indicator_is_wild"]:
        return turned
    cycles = [*SUITS, "1z 2z 3z 4z".split(), "7z 6z 5z".split()]
    if options["honor_cycle"] == "joint":
        cycles = [*SUITS, "1z 2z 3z 4z 7z 6z 5z".split()]
    for cycle in cycles:
        if turned in cycle:
            return cycle[(cycle.index(turned) + 1) % len(cycle)]


def allowed_tiles(ids):
    if "full_flush" in ids:
        return SUITS
    if "all_honors" in ids:
        return [HONOURS]
    return [YAO] if "jiu_yao" in ids else [TILES]


@lru_cache(maxsize=200_000)
def parts(tiles, sets, pairs, chows):
    """Do these sorted tiles make so many sets and pairs and nothing else."""
    if not tiles:
        return not sets and not pairs
    first = tiles[0]
    groups = [(first,) * 3] if sets else []
    groups += [chow for chow in CHOWS if sets and chows and chow[0] == first]
    groups += [(first,) * 2] if pairs else []
    for group in groups:
        rest = list(tiles)
        try:
            for tile in group:
                rest.remove(tile)
        except ValueError:
            continue
        if parts(tuple(rest), sets - (len(group) == 3), pairs - (len(group) == 2), chows):
            return True
    return False


def spaced(tiles):
    return len(set(tiles)) == 14 and not any(
        a != b and a[1] == b[1] != "z" and abs(int(a[0]) - int(b[0])) < 3 for a in tiles for b in tiles
    )


def has_shape(ids, tiles, melds, complete):
    """The shape of a row: of all tiles or, not complete, of all but the pair that is waited for."""
    tiles = tuple(sorted(tiles))
    chow_melds = any(meld["kind"] == "chow" for meld in melds)
    if "seven_pairs" in ids:
        return not melds and parts(tiles, 0, 7 if complete else 6, False)
    if "all_pungs" in ids:
        return not chow_melds and parts(tiles, 4 - len(melds), int(complete), False)
    if "plain_hand" in ids:
        return parts(tiles, 4 - len(melds), int(complete), True)
    if "shisan_lan" in ids:
        return not melds and spaced(tiles)
    return "jiu_yao" in ids and not chow_melds


# Rows ----------------------------------------------------------------------------------------------------------------


class Held:
    def __init__(self, record):
        hand, win = record["hands"][record["wins"][0]["seat"]], record["wins"][0]
        self.wild = wild_tile(record)
        self.options = record["options"]
        self.concealed = [hand["concealed"][i : i + 2] for i in range(0, len(hand["concealed"]), 2)]
        self.tile = win["tile"]
        self.melds = hand["melds"]
        self.melded = [m["tiles"][i : i + 2] for m in self.melds for i in range(0, len(m["tiles"]), 2)]
        self.flown = len(hand["flowers"]) // 2
        self.all = [*self.concealed, self.tile]
        self.wilds = self.all.count(self.wild)

    def no_wilds(self, ids):
        if self.wilds and not self.options["restored_no_wild"]:
            return False
        return self.shows(ids, self.all)

    def shows(self, ids, tiles):
        whole = [*tiles, *self.melded]
        if ids == ["nine_gates"]:
            suit = self.tile[1]
            gates = [f"{n}{suit}" for n in "1112345678999"]
            return suit != "z" and not self.melds and sorted(self.concealed) == gates
        if not any(set(whole) <= set(allowed) for allowed in allowed_tiles(ids)):
            return False
        if "qi_xing" in ids:
            stars = whole if self.options["qi_xing_by_wild"] else [*self.all, *self.melded]
            if not set(HONOURS) <= set(stars):
                return False
        return has_shape(ids, tiles, self.melds, True)

    def with_wilds(self, ids):
        natural = [tile for tile in self.all if tile != self.wild]
        for allowed in allowed_tiles(ids):
            if "shisan_lan" in ids and self.options["shisan_lan_wild"] == "own":
                allowed = [self.wild]
            elif not {*natural, *self.melded} <= set(allowed):
                continue
            for stand_ins in combinations_with_replacement(allowed, self.wilds) if self.wilds else ():
                if self.shows(ids, [*natural, *stand_ins]):
                    return True
        return False

    def bao_diao(self, ids):
        if self.wild not in self.concealed:
            return False
        others = [tile for tile in self.concealed if tile != self.wild]
        free = len(self.concealed) - len(others) - 1
        for allowed in allowed_tiles(ids):
            if not {*others, *self.melded} <= set(allowed) or self.tile not in [*allowed, self.wild]:
                continue
            for stand_ins in combinations_with_replacement(allowed, free):
                if has_shape(ids, [*others, *stand_ins], self.melds, False):
                    return True
        return False


def best_row(held):
    """(value, ids, word, flown wilds that counted), the highest, of equals the first; None."""
    best = None
    for names, *values in ROWS:
        ids = names.split()
        for word, value in zip(WORDS, values, strict=True):
            if value is None or (
                word == "with_wilds" and ids[0] == "seven_pairs" and not held.options["pairs_you_bao"]
            ):
                continue
            if ids == ["nine_gates"]:
                value = held.options["nine_gates_value"]
            flies = held.options["fly_scope"] == "all" or (ids == ["plain_hand"] and word == "with_wilds")
            counted = held.flown if flies else 0
            value *= 2**counted
            if (best is None or value > best[0]) and getattr(held, word)(ids):
                best = value, ids, word, counted
    return best


def expected(record):
    held, win, options = Held(record), record["wins"][0], record["options"]
    seat, giver, dealer = win["seat"], win.get("from"), record["dealer"]
    others = [other for other in range(4) if other != seat]
    fine = options["false_win_penalty"]

    def refused(reason):
        delta = [fine] * 4
        delta[seat] = -3 * fine
        entry = {"seat": seat, "valid": False, "value": 0, "patterns": [], "reason": reason}
        return {"wins": [entry], "delta": delta, "next_dealer": dealer, "carry": {}}

    pung = win["tile"] * 3
    robbed = giver is not None and "rob_kong" in win["flags"]
    robbed = robbed and any(m["kind"] == "pung" and m["tiles"] == pung for m in record["hands"][giver].get("melds", []))
    if robbed and not options["rob_kong"]:
        return refused("rob_not_allowed")
    if giver is not None and not robbed and (options["win_on_discard"] == "none" or held.wilds):
        return refused("discard_not_allowed")
    best = best_row(held)
    if best is None:
        return refused("not_a_win")
    value, ids, word, flown = best
    after_kong = giver is None and "after_kong" in win["flags"]
    if after_kong and options["after_kong_double"]:
        value *= 2
    if value < options["minimum"]:
        return refused("below_minimum")
    shown = [*ids, *["fei_bao"] * flown]
    shown += [] if ids == ["nine_gates"] else [word]
    shown += ["self_draw"] if giver is None else []
    shown += ["robbing_the_kong"] if robbed else []
    shown += ["out_with_replacement"] if after_kong else []
    owed = {o: value * (2 if options["dealer_double"] and dealer in (seat, o) else 1) for o in others}
    if giver is not None:
        owed = {giver: sum(owed.values()) if robbed or options["win_on_discard"] == "full" else owed[giver]}
    delta = [-owed.get(other, 0) for other in range(4)]
    delta[seat] = sum(owed.values())
    entry = {"seat": seat, "valid": True, "value": value, "patterns": sorted(shown)}
    return {"wins": [entry], "delta": delta, "next_dealer": seat, "carry": {}}


# Hands ---------------------------------------------------------------------------------------------------------------


def thirteen_lan(rng):
    tiles = [f"{n}{suit}" for suit in "mps" for n in rng.choice(("147", "258", "369", "159", "148", "37", "46", "2"))]
    honours = rng.sample(HONOURS, 7)
    tiles = honours + rng.sample(tiles, len(tiles)) if rng.random() < 0.6 else tiles + honours
    return (tiles + rng.sample(TILES, 14))[:14]


def a_shape(rng):
    """Tiles of a hand and, as lists, its sets."""
    pool = rng.choice([TILES, TILES, SUITS[0], SUITS[2], HONOURS, YAO, YAO])
    kind = rng.choice(["plain", "plain", "pungs", "pairs", "lan", "yao", "gates", "waste"])
    if kind == "lan":
        return thirteen_lan(rng), []
    if kind == "gates":
        suit = rng.choice("mps")
        return [f"{n}{suit}" for n in "1112345678999" + rng.choice("123456789")], []
    if kind == "yao":
        tiles = rng.sample(YAO * 4, 14)
        return (HONOURS + tiles[:7] if rng.random() < 0.5 else tiles), []
    if kind == "pairs":
        return [tile for pair in rng.choices(pool, k=7) for tile in (pair, pair)], []
    if kind == "waste":
        return rng.sample(pool * 4, 14), []
    choice = [s for s in PUNGS + (CHOWS * 3 if kind == "plain" else []) if set(s) <= set(pool)]
    sets = [list(rng.choice(choice)) for _ in range(4)]
    return [rng.choice(pool)] * 2, sets


def dealt(number):
    """A record with one claim: a hand made from a shape, with wilds in place of tiles and sometimes a tile changed."""
    rng = random.Random(f"{SEED} {number}")
    while True:
        record = attempt(rng)
        if record:
            return record


def attempt(rng):
    options = {name: rng.choice([values[0], values[0], *values]) for name, values in OPTIONS.items()}
    tiles, sets = a_shape(rng)
    near = [*tiles, *(tile for s in sets for tile in s)]
    indicator = rng.choice([None, *rng.choices(TILES, k=8), *rng.choices(near, k=4)])
    record = {"region": "shangrao", "options": options, "dealer": rng.randrange(4), "hands": [{}, {}, {}, {}]}
    if indicator:
        record["indicator"] = indicator
    wild = wild_tile(record)
    melds = []
    for meld in sets[: rng.choice([0, 0, 0, 1, 2, 3, 4])]:
        if wild in meld:
            return None
        sets.remove(meld)
        kind = "chow" if meld[0] != meld[1] else rng.choice(["pung", "kong", "added_kong", "concealed_kong"])
        size = 4 if "kong" in kind else 3
        melds.append({"kind": kind, "tiles": "".join((meld * 2)[:size] if size == 4 else meld), "from": None})
    held = tiles + [tile for s in sets for tile in s]
    rng.shuffle(held)
    wilds = rng.choice([0, 0, 1, 1, 1, 2, 2, 2, 2] + [3, 4] * (rng.random() < 0.2)) if wild else 0
    held[: min(wilds, len(held))] = [wild] * min(wilds, len(held))
    if rng.random() < 0.25:
        held[-1] = rng.choice(TILES)
    rng.shuffle(held)
    flown = rng.choice([0, 0, 0, 1, 1, 2, 3]) if wild else 0
    seat = rng.randrange(4)
    flags = [flag for flag in ("after_kong", "rob_kong", "last_tile") if rng.random() < 0.2]
    win = {"seat": seat, "tile": held.pop(), "flags": flags}
    if rng.random() < 0.25:
        win["from"] = giver = (seat + rng.randrange(1, 4)) % 4
        if rng.random() < 0.5:
            record["hands"][giver] = {"melds": [{"kind": "pung", "tiles": win["tile"] * 3, "from": seat}]}
    record["hands"][seat] = {"concealed": "".join(held), "melds": melds, "flowers": (wild or "") * flown}
    record["wins"] = [win]
    text = "".join(
        [indicator or "", win["tile"]]
        + [h.get("concealed", "") + h.get("flowers", "") + "".join(m["tiles"] for m in h.get("melds", []))
           for h in record["hands"]]
    )  # fmt: skip
    count = Counter(text[i : i + 2] for i in range(0, len(text), 2))
    return record if max(count.values()) <= 4 else None


def test_the_core_finds_the_row_that_every_substitution_finds():
    differing, seen = [], Counter()
    for number in range(COUNT):
        record = dealt(number)
        found, wanted = score(record), expected(record)
        entry = wanted["wins"][0]
        seen[entry.get("reason") or next(w for w in [*WORDS, "nine_gates"] if w in entry["patterns"])] += 1
        if found != wanted:
            differing.append({"number": number, "record": record, "wanted": wanted, "core": found})
    assert not differing, f"{len(differing)} of {COUNT} differ:\n" + "\n".join(map(json.dumps, differing[:3]))
    for what in (*WORDS, "nine_gates", "not_a_win", "below_minimum", "discard_not_allowed", "rob_not_allowed"):
        assert seen[what] or COUNT < 1000, (what, seen)
