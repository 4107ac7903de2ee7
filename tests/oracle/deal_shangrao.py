"""Random hand records of Shangrao: every row with and without wilds, wilds alone or flown, robbed kongs."""

from .build import Box, Stuck, draw_set, text
from .deal import chosen_options, fouls, lay, malform
from .hand import HONOURS, SUITED, TERMINALS, TILES, parse
from .shangrao import OPTIONS as DEFAULTS
from .shangrao import wild_tile

OPTIONS = {
    "minimum": [0, 1, 2, 8, 16],
    "honor_cycle": ["joint"],
    "indicator_is_wild": [True],
    "pairs_you_bao": [False],
    "fly_scope": ["all"],
    "restored_no_wild": [True],
    "shisan_lan_wild": ["own"],
    "qi_xing_by_wild": [False],
    "nine_gates_value": [0, 4, 17, 64],
    "win_on_discard": ["single", "full"],
    "rob_kong": [True, False],
    "after_kong_double": [True],
    "dealer_double": [True],
    "kong_pay": [True],
    "draw_dealer": ["next"],
    "false_win_penalty": [1, 5],
    "worths": [
        {},
        {"plain_hand": 9, "fei_bao": 3, "out_with_replacement": 5},
        {"seven_pairs": 50, "bao_diao": 20, "robbing_the_kong": 2},
        {"jiu_yao": 0, "with_wilds": 16, "nine_gates": 30, "self_draw": 3},
        {"full_flush": 100, "all_honors": 1, "qi_xing": 24, "no_wilds": 4, "all_pungs": 5, "shisan_lan": 7},
    ],
}
YAO = TERMINALS + HONOURS
FLAGS = ["after_kong", "after_flower", "kong_discard", "rob_kong", "last_tile", "heavenly", "earthly", "humanly"]


# Hands of any tiles: which of them are wild, and whether there are so many, is looked at later ------------------------


def unrelated(rng):
    numbers = [(suit, rng.choice(["147", "258", "369", "159", "148", "37", "46", "2"])) for suit in "mps"]
    of_suits = [number + suit for suit, choice in numbers for number in choice]
    rng.shuffle(of_suits)
    honours = rng.sample(HONOURS, 7)
    return (honours + of_suits if rng.random() < 0.6 else of_suits + honours)[:14]


def shape(rng):
    """(sets that may be laid, the other tiles): fourteen tiles."""
    suit = rng.choice("mps")
    of_suit = [face for face in SUITED if face[1] == suit]
    pool = rng.choice([TILES, TILES, of_suit, HONOURS, YAO, YAO])
    kind = rng.choice(
        ["plain", "plain", "plain", "pungs", "pungs", "pairs", "pairs", "unrelated", "yao", "gates", "none"]
    )
    if kind == "unrelated":
        return [], unrelated(rng)
    if kind == "yao":
        laid = [[tile] * 3 for tile in rng.sample(YAO, rng.choice([0, 0, 0, 1, 2]))]
        free = rng.sample(YAO * 3, 14)
        rest = HONOURS + free if rng.random() < 0.5 else free
        return laid, rest[: 14 - 3 * len(laid)]
    if kind == "gates":
        return [], [number + suit for number in "1112345678999" + rng.choice("123456789")]
    if kind == "none":
        return [], rng.sample(pool * 4, 14)
    if kind == "pairs":
        return [], [tile for tile in rng.choices(pool, k=7) for _ in range(2)]
    box = Box(rng, flowers=[])
    share = 1.0 if kind == "pungs" or pool is HONOURS else rng.choice([0.0, 0.3, 0.5])
    sets = [draw_set(box, pool, share) for _ in range(4)]
    laid = rng.choice([0, 0, 0, 1, 2, 3, 4])
    return sets[:laid], sum(sets[laid:], []) + box.take_any(pool, 2)


def claimer(box, seat, tile):
    """A hand with wilds in the place of some tiles, and its winning tile; a claimed one has left the box."""
    rng, wild = box.rng, box.wilds[0] if box.wilds else None
    laid, held = shape(rng)
    if tile is not None:
        if tile in held:
            held.remove(tile)
        else:
            held.pop(rng.randrange(len(held)))
    count = min(rng.choice([0, 0, 1, 1, 1, 2, 2, 2, 3, 4]) if wild else 0, len(held))
    rng.shuffle(held)
    if wild in held and rng.random() < 0.7:
        held.sort(key=lambda face: face != wild)
    held[:count] = [wild] * count
    for face in held + sum(laid, []):
        if not (box.take_wild() if face == wild and face in held else box.take(face)):
            raise Stuck
    rng.shuffle(held)
    last = tile or held.pop()
    if rng.random() < 0.06:
        spoil(box, held)
    melds = lay(box, seat, laid, None)
    if melds and rng.random() < 0.05:
        malform(box, rng.choice(melds))
    elif rng.random() < 0.04 and wild and box.left[wild] >= 3 and len(held) > 4:
        box.left[wild] -= 3
        for _ in range(3):
            box.put_back(held.pop())
        melds.append({"kind": "pung", "tiles": text([wild] * 3), "from": (seat + 1) % 4})
    return {"concealed": held, "melds": melds}, last


def spoil(box, held):
    roll = box.rng.random()
    if roll < 0.7:
        box.put_back(held.pop())
    if roll > 0.3:
        held += box.take_any()


# Records -------------------------------------------------------------------------------------------------------------


def with_givers(hands):
    """Who is paid for a kong needs to know by whom."""
    for seat, hand in enumerate(hands):
        for meld in hand["melds"]:
            if meld["kind"] == "kong":
                meld.setdefault("from", (seat + 1) % 4)


def losers_melds(box, seat):
    count = box.rng.choice([0, 0, 1, 2, 3])
    try:
        return lay(box, seat, [draw_set(box, TILES, 0.8) for _ in range(count)], None)
    except Stuck:
        return []


def claims(box, hands):
    rng, wild = box.rng, box.wilds[0] if box.wilds else None
    giver, tile, pung = rng.choice([None, None, rng.randrange(4)]), None, None
    claimers = [rng.randrange(4)]
    if giver is not None:
        claimers = [seat for seat in range(4) if seat != giver]
        rng.shuffle(claimers)
        claimers = claimers[: rng.choice([1, 1, 2, 3])]
        if rng.random() < 0.5:
            four = box.take_any(copies=4)
            if wild and box.left[wild] == 4 and rng.random() < 0.1:
                box.put_back(*four)
                four = [box.take_wild() for _ in range(4)]
            tile, pung = four[0], {"kind": "pung", "tiles": text(four[1:]), "from": (giver + 1) % 4}
        elif wild and rng.random() < 0.2:
            tile = box.take_wild()
        else:
            tile = box.take_any()[0]
    wins = []
    for seat in claimers:
        hands[seat], last = claimer(box, seat, tile)
        flags = [flag for flag in FLAGS if rng.random() < 0.15]
        if pung and rng.random() < 0.8 and "rob_kong" not in flags:
            flags.append("rob_kong")
        wins.append({"seat": seat, "tile": last, "from": giver, "flags": flags})
    if pung:
        hands[giver] = {"concealed": None, "melds": [*losers_melds(box, giver)[:3], pung]}
    elif rng.random() < 0.1:
        free = [seat for seat in range(4) if hands[seat] is None]
        if free:
            hands[free[0]], last = claimer(box, free[0], None)
            wins.insert(rng.randint(0, 1), {"seat": free[0], "tile": last, "from": None, "flags": []})
        wins.append(dict(rng.choice(wins)))
    return wins


def kongs_in(hands):
    found = []
    for seat, hand in enumerate(hands):
        for meld in hand["melds"]:
            if meld["kind"].endswith("kong"):
                tile = "".join(parse(meld["tiles"])[:1])
                giver = {"from": meld["from"]} if meld["kind"] == "kong" and "from" in meld else {}
                found.append({"seat": seat, "kind": meld["kind"], "tile": tile, **giver})
    return found


def attempt(rng):
    options = chosen_options(rng, OPTIONS)
    record = {"region": "shangrao", "dealer": rng.randrange(4), "options": options}
    indicator = rng.choice([None, *rng.choices(TILES, k=6), *rng.choices(HONOURS, k=3)])
    if indicator is not None:
        record["indicator"] = indicator
    wild = wild_tile(record, DEFAULTS | options)
    box = Box(rng, [], indicator, [wild] if wild else [])
    hands = [None] * 4
    wins = claims(box, hands) if rng.random() < 0.93 else []
    for seat in range(4):
        hands[seat] = hands[seat] or {"concealed": None, "melds": losers_melds(box, seat)}
    with_givers(hands)
    flown = [0] * 4
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        if wild and box.take_wild():
            flown[rng.choice([win["seat"] for win in wins] * 3 + [0, 1, 2, 3])] += 1
    rest = box.shuffled()
    claiming = [win["seat"] for win in wins]
    record["hands"] = []
    for seat, hand in enumerate(hands):
        if hand["concealed"] is None:
            size = 13 - 3 * len(hand["melds"])
            hand["concealed"], rest = rest[:size], rest[size:]
        entry = {"concealed": text(hand["concealed"]), "melds": hand["melds"], "flowers": (wild or "") * flown[seat]}
        if seat not in claiming and rng.random() < 0.1:
            del entry["concealed"]
        record["hands"].append(entry)
    if rng.random() < 0.3:
        record["kongs"] = kongs_in(hands)
        rng.shuffle(record["kongs"])
    record["fouls"] = fouls(rng, claiming)
    record["wins"] = wins
    return record


def shangrao(rng):
    """A random record of Shangrao."""
    while True:
        try:
            return attempt(rng)
        except Stuck:
            continue
