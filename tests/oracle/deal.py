"""Random hand records of Guigang and Ningbo, possible with real tiles, that press on the rules rather than on luck.

`guigang` and `ningbo` take a `random.Random`, so a seed names a record.
"""

from . import guigang as guigang_page
from . import ningbo as ningbo_page
from .build import FLOWERS, Box, Stuck, draw_set, hold_wilds, odd_shape, sets_and_pair, text, theme
from .hand import HONOURS, TILES, parse

FLAGS = ["after_kong", "after_flower", "kong_discard", "rob_kong", "last_tile", "heavenly", "earthly", "humanly"]
FIRST_TURN = ["heavenly", "earthly", "humanly"]

GUIGANG_OPTIONS = {
    "fan_cap": [1, 2, 3, 4, 6, 7, 8, 12],
    "full_flush_pungs_fan": [0, 3, 5, 6, 8, 9],
    "little_three_dragons_fan": [0, 2, 5, 7, 8, 10],
    "liability": ["same_feeder", "third_meld", "third_meld", "none"],
    "false_win_penalty": [0, 10],
}
NINGBO_OPTIONS = {
    "minimum": [0, 1, 2, 3, 6],
    "base": [0, 2, 5],
    "discard_shares": [2, 3],
    "liability": [False, True],
    "liability_mutual": [False, True],
    "all_chows_two_sided": [True, True, False],
    "own_flower_once": [True, True, False],
    "three_wilds_self_draw_only": [True, True, False],
    "false_win_penalty": [0, 3],
}


def tiles_in(record):
    """Every physical tile that the record shows; what several seats claim from one giver is one tile."""
    found = [record["indicator"]] if "indicator" in record else []
    for hand in record["hands"]:
        found += parse(hand.get("concealed", "")) + parse(hand.get("flowers", ""))
        for meld in hand.get("melds", []):
            found += parse(meld["tiles"])
    # Several may claim one tile, and one may claim it twice.
    last = set()
    for win in record.get("wins", []):
        giver = win.get("from")
        if "tile" in win:
            last.add((giver, win["seat"] if giver is None else None, win["tile"]))
    return found + [tile for _, _, tile in last]


# Melds ---------------------------------------------------------------------------------------------------------------


def lay(box, seat, sets, feeder, seats=4, unknown=True):
    """Melds of `sets`; what can be from `feeder` mostly is, and now and then nobody knows, if that may be `unknown`."""
    rng, melds = box.rng, []
    others = [s for s in range(seats) if s != seat]
    for tiles in sets:
        giver = feeder if feeder is not None and rng.random() < 0.85 else rng.choice(others)
        giver = {} if unknown and rng.random() < 0.02 else {"from": giver}
        if tiles[0] != tiles[1]:
            melds.append({"kind": "chow", "tiles": text(tiles), "from": (seat - 1) % seats})
            continue
        kind = rng.choice(["pung", "pung", "kong", "added_kong", "concealed_kong"])
        if kind != "pung" and not box.take(tiles[0]):
            kind = "pung"
        giver = {} if kind == "concealed_kong" else giver
        melds.append({"kind": kind, "tiles": text(tiles if kind == "pung" else tiles + tiles[:1]), **giver})
    return melds


def feeder_of(rng, seat):
    """Half of the hands have one that feeds them, mostly the seat before, who can be chowed from."""
    others = [(seat - 1) % 4] * 2 + [(seat + 1) % 4, (seat + 2) % 4]
    return rng.choice(others) if rng.random() < 0.5 else None


def losers_melds(box, seat, winners):
    """Melds of one who does not win; often from the winner, who may have made him liable."""
    rng = box.rng
    count = rng.choice([0, 0, 0, 1, 2, 3, 3, 4])
    feeder = rng.choice(winners) if winners and rng.random() < 0.6 else feeder_of(rng, seat)
    pool, pung_share = theme(rng, None), 0.2 if feeder == (seat - 1) % 4 else 0.8
    try:
        return lay(box, seat, [draw_set(box, pool, pung_share) for _ in range(count)], feeder)
    except Stuck:
        return []


# Claims --------------------------------------------------------------------------------------------------------------


def claimer(box, seat, tile, wild_tile):
    """A complete hand for `seat`, and its winning tile; one claimed (`tile`, `wild_tile`) has left the box already."""
    rng = box.rng
    melds = rng.choice([0, 0, 0, 1, 1, 2, 3, 3, 4])
    if melds == 0 and rng.random() < 0.3:
        sets, faces = [], odd_shape(box, tile)
    else:
        sets, faces = sets_and_pair(box, melds, tile)
    last = tile or rng.choice(faces)
    faces.remove(last)
    hold_wilds(box, faces, last)
    if wild_tile or tile is None and rng.random() < 0.2:
        wild_tile = wild_tile or box.take_wild()
        if wild_tile:
            box.put_back(last)
            last = wild_tile
    hand = {"concealed": faces, "melds": lay(box, seat, sets, feeder_of(rng, seat))}
    return hand, last


def spoil(box, hand):
    """Now and then what makes a claim illegal, or very nearly a win."""
    rng, concealed = box.rng, hand["concealed"]
    roll = rng.random()
    if roll < 0.08:
        place = rng.randrange(len(concealed))
        box.put_back(concealed[place])
        concealed[place] = box.take_any(rng.choice([TILES, of_the_same(concealed)]))[0]
    elif roll < 0.11:
        concealed += box.take_any()
    elif roll < 0.14:
        box.put_back(concealed.pop())
    elif roll < 0.17:
        flowers = [tile for tile in FLOWERS if box.left[tile] and tile not in box.wilds]
        if flowers:
            box.put_back(concealed.pop())
            concealed += box.take_any(flowers)
    elif roll < 0.19 and hand["melds"]:
        malform(box, rng.choice(hand["melds"]))
    elif roll < 0.29 and hand["melds"]:
        hold_wild_meld(box, hand["melds"])


def of_the_same(tiles):
    """All faces of the suits held, and the honours held: a hand one tile off a win should look like one."""
    return [tile for tile in TILES if tile in tiles or tile[1] != "z" and tile[1] in "".join(tiles)] or TILES


def malform(box, meld):
    """Exchange a tile of a meld, so that it is no set."""
    tiles = parse(meld["tiles"])
    other = box.take_any([tile for tile in TILES if tile[1] != tiles[0][1]])
    box.put_back(tiles.pop())
    meld["tiles"] = text(tiles + other)


def hold_wild_meld(box, melds):
    """Make a pung one of the wild tile itself."""
    wild = box.wilds[0] if box.wilds else None
    pungs = [meld for meld in melds if meld["kind"] == "pung"]
    if pungs and wild in TILES and box.left[wild] == 3:
        box.put_back(*parse(pungs[0]["tiles"]))
        box.left[wild] = 0
        pungs[0]["tiles"] = text([wild] * 3)


def flags_for(rng, robbing):
    """Plausible or contradictory flags, or none."""
    roll = rng.random()
    if roll < 0.4:
        flags = []
    elif roll < 0.7:
        flags = [rng.choice(FLAGS)]
    elif roll < 0.85:
        flags = rng.sample(FIRST_TURN, rng.choice([1, 2, 3]))
    else:
        flags = rng.sample(FLAGS, rng.randint(2, 5))
    flags = [flag for flag in flags if flag != "rob_kong"] if robbing is not None else flags
    return flags + ["rob_kong"] if robbing else flags


def robbed_pung(box):
    """(the pung, the tile that its owner adds): four of a kind leave the box."""
    tiles = box.take_any(copies=4)
    return tiles[:3], tiles[3]


def given_tile(box):
    """What is claimed: (tile, wild_tile), one of them None; a wild is discarded now and then."""
    wild = box.take_wild() if box.rng.random() < 0.15 else None
    return (None, wild) if wild else (box.take_any()[0], None)


def claims_on_one_tile(box, hands, several):
    """Several seats claim a discard, or rob a kong."""
    rng = box.rng
    giver = rng.randrange(4)
    others = [seat for seat in range(4) if seat != giver]
    rng.shuffle(others)
    claimers = others[: rng.choice([1, 1, 1, 1, 1, 2, 2, 3]) if several else rng.choice([1, 1, 1, 2, 3])]
    if rng.random() < 0.5:
        claimers.sort(key=lambda seat: (seat - giver) % 4)
    pung, wild_tile = None, None
    if rng.random() < 0.2:
        pung, tile = robbed_pung(box)
    else:
        tile, wild_tile = given_tile(box)
    wins = []
    for seat in claimers:
        hands[seat], last = claimer(box, seat, tile, wild_tile)
        spoil(box, hands[seat])
        wins.append({"seat": seat, "tile": last, "from": giver, "flags": flags_for(rng, pung is not None)})
    return wins, giver, pung


def self_draw(box, hands):
    seat = box.rng.randrange(4)
    hands[seat], last = claimer(box, seat, None, None)
    spoil(box, hands[seat])
    flowers = [tile for tile in FLOWERS if box.left[tile] and tile not in box.wilds]
    if flowers and box.rng.random() < 0.02:
        box.put_back(last)
        last = box.take_any(flowers)[0]
    return [{"seat": seat, "tile": last, "flags": flags_for(box.rng, None)}]


def earlier_false_claim(box, hands, wins):
    """A claim with a tile too few, on a tile of its own, by a seat that does not win."""
    rng = box.rng
    seat = rng.choice([seat for seat in range(4) if hands[seat] is None])
    melds = losers_melds(box, seat, [])
    concealed = sum((box.take_any() for _ in range(12 - 3 * len(melds))), [])
    hands[seat] = {"concealed": concealed, "melds": melds}
    giver = rng.choice([other for other in [0, 1, 2, 3, None] if other != seat])
    claim = {"seat": seat, "tile": box.take_any()[0], "from": giver, "flags": flags_for(rng, None)}
    # The same claim twice is fined once.
    return [claim, *wins, claim] if rng.random() < 0.3 else [claim, *wins]


# Records -------------------------------------------------------------------------------------------------------------


def chosen_options(rng, table):
    if rng.random() < 0.4:
        return {}
    return {name: rng.choice(values) for name, values in table.items() if rng.random() < 0.35}


def with_worths(rng, options, ids, values):
    """Now and then the house has changed what some of the patterns are worth."""
    if rng.random() < 0.2:
        options["worths"] = {name: rng.choice(values) for name in ids if rng.random() < 0.3}
    return options


def fouls(rng, claimers):
    found = []
    while rng.random() < 0.12:
        seat = rng.choice(claimers) if claimers and rng.random() < 0.4 else rng.randrange(4)
        found.append({"seat": seat, "kind": rng.choice(["dead_hand", "false_win"])})
    return found


def play(box):
    """(hands by seat with lists of tiles, wins) of one hand."""
    rng, hands, wins, pung, giver = box.rng, [None] * 4, [], None, None
    roll = rng.random()
    if roll < 0.5:
        wins, giver, pung = claims_on_one_tile(box, hands, several=True)
    elif roll < 0.95:
        wins = self_draw(box, hands)
    if wins and pung is None and None in hands and rng.random() < 0.05:
        wins = earlier_false_claim(box, hands, wins)
    claimers = [win["seat"] for win in wins]
    for seat in range(4):
        if hands[seat] is None:
            hands[seat] = {"concealed": None, "melds": losers_melds(box, seat, claimers)}
    if pung:
        melds = hands[giver]["melds"] = hands[giver]["melds"][:3]
        feeder = rng.choice([seat for seat in range(4) if seat != giver])
        melds.insert(rng.randint(0, len(melds)), {"kind": "pung", "tiles": text(pung), "from": feeder})
    deal_the_rest(box, hands)
    return hands, wins


def deal_the_rest(box, hands):
    rest = box.shuffled()
    for hand in hands:
        if hand["concealed"] is None:
            size = 13 - 3 * len(hand["melds"])
            hand["concealed"], rest = rest[:size], rest[size:]


def set_flowers_aside(box, hands, winners):
    """Each hand gets flowers in `aside`, one hand more than the others; now and then a wild one among them."""
    rng = box.rng
    for hand in hands:
        hand["aside"] = []
    lucky, share = rng.choice([*hands, *winners * 3]), rng.choice([0.2, 0.5, 0.7, 0.95])
    for tile in FLOWERS:
        stray = tile in box.wilds and rng.random() > 0.4
        in_a_hand = any(tile in hand["concealed"] for hand in hands)
        if box.left[tile] and not stray and not in_a_hand:
            owner = lucky if rng.random() < share else rng.choice([*hands, None])
            if owner is not None:
                owner["aside"].append(tile)


def written(rng, region, hands, wins, extra):
    """The record; what equals its default is left out half of the time."""
    dealer, wind = rng.randrange(4), rng.choice("ESWN")
    given = [win for win in wins if win.get("from") is not None]
    if given and any(set(win["flags"]) & set(FIRST_TURN) for win in given) and rng.random() < 0.6:
        dealer = given[0]["from"]
    elif wins and not given and "heavenly" in wins[0]["flags"] and rng.random() < 0.6:
        dealer = wins[0]["seat"]
    claimers = [win["seat"] for win in wins]
    record = {"region": region, "dealer": dealer, "round_wind": wind, **extra, "fouls": fouls(rng, claimers)}
    record["hands"] = [written_hand(rng, hand, seat in claimers) for seat, hand in enumerate(hands)]
    record["wins"] = [dict(win) for win in wins]
    defaults = {"dealer": 0, "round_wind": "E", "options": {}, "fouls": [], "wins": []}
    for win in record["wins"]:
        for key in ("flags", "from"):
            if not win.get(key, True) and win[key] != 0 and rng.random() < 0.5:
                del win[key]
    return {key: value for key, value in record.items() if value != defaults.get(key) or rng.random() < 0.5}


def written_hand(rng, hand, claims):
    found = {"concealed": text(hand["concealed"])}
    if not claims and rng.random() < 0.05:
        del found["concealed"]
    if hand["melds"] or rng.random() < 0.2:
        found["melds"] = hand["melds"]
    if hand.get("aside"):
        found["flowers"] = text(hand["aside"])
    if hand.get("ready"):
        found["ready"] = hand["ready"]
    return found


def guigang(rng):
    """A random record of Guigang."""
    while True:
        box = Box(rng, flowers=[])
        try:
            hands, wins = play(box)
        except Stuck:
            continue
        for hand in hands:
            hand["ready"] = rng.choice(["declared", None, None])
        options = with_worths(rng, chosen_options(rng, GUIGANG_OPTIONS), guigang_page.IDS, [0, 1, 2, 6, 9])
        return written(rng, "guigang", hands, wins, {"options": options})


def ningbo(rng):
    """A random record of Ningbo."""
    indicator = rng.choice([rng.choice(TILES), rng.choice(TILES), rng.choice(HONOURS), rng.choice(FLOWERS), None])
    wilds = [] if indicator is None else [indicator]
    if indicator in FLOWERS:
        group = FLOWERS[:4] if indicator in FLOWERS[:4] else FLOWERS[4:]
        wilds = group
    while True:
        box = Box(rng, FLOWERS, indicator, wilds)
        try:
            hands, wins = play(box)
        except Stuck:
            continue
        set_flowers_aside(box, hands, [hands[win["seat"]] for win in wins])
        options = with_worths(rng, chosen_options(rng, NINGBO_OPTIONS), ningbo_page.TAI, [0, 1, 2, 5, 20])
        extra = {"options": options}
        if indicator is not None:
            extra["indicator"] = indicator
        return written(rng, "ningbo", hands, wins, extra)
