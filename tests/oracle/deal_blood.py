"""Random hand records of Sichuan, Xuezhan and Xueliu: tables of ready hands, then win after win on what they wait for.

`sichuan`, `xuezhan` and `xueliu` take a `random.Random`, as the dealers of deal.py do.
"""

from . import blood
from .build import Box, Stuck, chow_from, set_with, text
from .deal import FLAGS, chosen_options, fouls
from .hand import HONOURS, SUITED, parse

SHARED = {
    "declare_void": [False, True],
    "self_draw_bonus": ["none", "base", "fan"],
    "direct_kong_all": [False, True],
    "kong_transfer": [False, True],
    "base": [1, 2, 5],
    "fan_cap": [0, 1, 3, 5, 8],
    "gen": [False, True],
    "first_turn": [False, True],
    "last_tile": [False, True, True],
    "pig_check": [False, True],
    "pig_penalty": [0, 7],
    "refund_kongs": [False, True],
    "false_win_penalty": [0, 10],
    "missed_win": [False, True],
}
OPTIONS = {
    "sichuan": SHARED | {"blood_battle": [False, True, True, True], "last_four_auto": [False, True]},
    "xuezhan": SHARED,
    "xueliu": SHARED | {"check_winners": [False, True, True]},
}


# Hands ---------------------------------------------------------------------------------------------------------------


class Style:
    """What a hand is made of: sets of the pool, a share of them pungs."""

    def __init__(self, rng, suits):
        self.kind = rng.choice(["any", "any", "flush", "flush", "ends", "ends", "jiang", "pairs", "pairs"])
        if self.kind == "flush" or rng.random() < 0.3:
            suits = suits[:1]
        self.share = {"ends": 0.4, "jiang": 1.0}.get(self.kind, rng.choice([0.0, 0.3, 0.6, 1.0]))
        numbers = {"ends": "19", "jiang": "258"}.get(self.kind, "123456789")
        self.pool = [number + suit for suit in suits for number in numbers]

    def draw_set(self, box):
        for _ in range(40):
            low = box.rng.choice(self.pool)
            if box.rng.random() < self.share:
                found = [low] * 3
            else:
                found = chow_from("7" + low[1] if self.kind == "ends" and low[0] == "9" else low)
            if found and box.take(*found):
                return found
        raise Stuck


def ready_hand(box, style, target, melds):
    """(concealed tiles, pungs to be laid), one tile short of complete: `target`, which has left the box, if given."""
    rng = box.rng
    faces = [target] if target else []
    if style.kind == "pairs":
        faces += box.need(target) if target else []
        while len(faces) < 14:
            faces += box.take_any(style.pool, 4 if len(faces) <= 10 and rng.random() < 0.06 else 2)
    else:
        on_pair = target and (melds == 4 or rng.random() < 0.3)
        if target:
            faces = [target, *box.need(target)] if on_pair else set_with(box, target, style.share)
        faces += [] if on_pair else box.take_any(style.pool, 2)
        while len(faces) < 14 - 3 * melds:
            faces += style.draw_set(box)
    missing = target or rng.choice(faces)
    faces.remove(missing)
    if not target:
        box.put_back(missing)
    return faces, [box.take_any(style.pool, 3) for _ in range(melds)]


def lay(box, seat, pungs):
    rng, melds = box.rng, []
    for tiles in pungs:
        kind = rng.choice(["pung", "kong", "added_kong", "concealed_kong"])
        if kind != "pung" and not box.take(tiles[0]):
            kind = "pung"
        giver = rng.choice([other for other in range(4) if other != seat])
        meld = {"kind": kind, "tiles": text(tiles if kind == "pung" else tiles + tiles[:1])}
        melds.append(meld if kind == "concealed_kong" else meld | {"from": giver})
    return melds


def a_hand(box, seat, target, pung, stray):
    """A ready hand, or (`stray`) tiles as they come; with the suit that it puts aside, mostly one that it lacks. A
    `pung` that is given has left the box and is laid.
    """
    rng = box.rng
    suits = ["m", "p", "s"]
    rng.shuffle(suits)
    if target or pung:
        suit = (target or pung[0])[1]
        suits.remove(suit)
        suits.insert(rng.choice([0, 1]), suit)
    void = rng.choice([*suits, None]) if rng.random() < 0.15 else suits[2]
    if stray:
        pool = SUITED if rng.random() < 0.4 else [tile for tile in SUITED if tile[1] in suits[:2]]
        pungs = [box.take_any(pool, 3) for _ in range(rng.choice([0, 0, 1, 2]))]
        concealed = sum((box.take_any(pool) for _ in range(13 - 3 * len(pungs + [pung] * bool(pung)))), [])
    else:
        style = Style(rng, suits[:2])
        melds = 0 if style.kind == "pairs" else rng.choice([0, 0, 1, 1, 2, 3, 4])
        if pung:
            style.kind, melds = "any", rng.choice([1, 1, 2, 3, 4])
        concealed, pungs = ready_hand(box, style, target, melds)
        if pung:
            box.put_back(*pungs.pop())
    melds = lay(box, seat, pungs)
    if pung:
        melds.append({"kind": "pung", "tiles": text(pung), "from": (seat + rng.choice([1, 2, 3])) % 4})
    return {"concealed": text(concealed), "melds": melds, "void_suit": void}


# Kongs ---------------------------------------------------------------------------------------------------------------


def listed_kongs(rng, record):
    """The kongs of the melds as a list: in any order, some after wins, in runs that may or may not be possible."""
    found = []
    for seat, hand in enumerate(record["hands"]):
        for meld in hand["melds"]:
            if meld["kind"].endswith("kong"):
                kong = {"seat": seat, "kind": meld["kind"], "tile": parse(meld["tiles"])[0]}
                found.append(kong | ({"from": meld["from"]} if meld["kind"] == "kong" else {}))
    if rng.random() < 0.7:
        rng.shuffle(found)
    for place, kong in enumerate(found):
        if rng.random() < 0.5:
            kong["after"] = rng.choice([0, 1, 1, 2, 3, 9])
        before = found[place - 1] if place else {}
        if before.get("seat") == kong["seat"] and rng.random() < 0.7:
            kong["after"], kong["chain"] = before.get("after", 0), before.get("chain", 0) + 1
        elif rng.random() < 0.1:
            kong["chain"] = rng.choice([1, 2, 3])
    if rng.random() < 0.5:
        found.sort(key=lambda kong: kong.get("after", 0))
    for kong in found:
        if rng.random() < 0.02:
            del kong["tile"]
    return found


# Wins ----------------------------------------------------------------------------------------------------------------


def waiting(record, index):
    """{seat: the tiles that would win at `index` of wins}."""
    table = blood.Table(record)
    return {seat: blood.winning_tiles(*blood.hand_at(table, seat, index), table.void_suit(seat)) for seat in range(4)}


def flags_for(rng, wanted):
    roll = rng.random()
    if roll < 0.35:
        return wanted
    likely = ["after_kong", "kong_discard", "kong_discard", "rob_kong", "last_tile", "heavenly", "earthly"]
    return sorted({*wanted, *rng.sample(likely if roll < 0.9 else FLAGS, rng.choice([1, 1, 2, 3]))})


def next_claims(box, record):
    """The claims on one more tile, which leaves the box: on a draw, on a discard, or on the tile of a kong."""
    rng, wins, robbed = box.rng, record["wins"], []
    waits = waiting(record, len(wins))
    won = {win["seat"] for win in wins}
    hungry = [seat for seat in range(4) if waits[seat] and (record["region"] == "xueliu" or seat not in won)]
    first = rng.choice(hungry) if hungry and rng.random() < 0.9 else rng.randrange(4)
    wanted = [tile for tile in waits[first] if box.left[tile]]
    many = [tile for tile in wanted if sum(tile in waits[seat] for seat in hungry) > 1]
    pungs = [
        (seat, parse(meld["tiles"])[0])
        for seat, hand in enumerate(record["hands"])
        for meld in hand["melds"]
        if meld["kind"] == "pung" and seat != first and parse(meld["tiles"])[0] in wanted
    ]
    if pungs and rng.random() < 0.6:
        giver, tile = rng.choice(pungs)
        robbed = ["rob_kong"]
    else:
        tile = rng.choice(many if many and rng.random() < 0.6 else wanted or SUITED)
        others = [seat for seat in range(4) if seat != first and (seat not in won or rng.random() < 0.2)]
        giver = rng.choice(others or [-1])
    if not box.take(tile):
        raise Stuck
    if not robbed and (rng.random() < 0.35 or giver < 0):
        return [{"seat": first, "tile": tile, "flags": flags_for(rng, [])}]
    too = [seat for seat in hungry if seat not in (first, giver) and tile in waits[seat]]
    claimers = [first, *(seat for seat in too if rng.random() < 0.8)]
    if rng.random() < 0.08:
        claimers += rng.sample([seat for seat in range(4) if seat not in claimers], 1)
    rng.shuffle(claimers)
    return [{"seat": s, "tile": tile, "from": giver, "flags": flags_for(rng, robbed)} for s in claimers]


def spoil(box, record):
    """Now and then what makes a claim illegal that would have been a win."""
    rng = box.rng
    seat = rng.choice(record["wins"])["seat"] if record["wins"] else rng.randrange(4)
    hand = record["hands"][seat]
    concealed, roll = parse(hand["concealed"]), rng.random()
    if roll < 0.03:
        concealed += box.take_any(SUITED)
    elif roll < 0.06:
        concealed = concealed[1:]
    elif roll < 0.09:
        concealed[0] = rng.choice([*HONOURS, "3f"])
    elif roll < 0.16:
        concealed[0] = box.take_any([tile for tile in SUITED if tile not in concealed])[0]
    elif roll < 0.19 and hand["melds"] and all(win.get("from") != seat for win in record["wins"]):
        meld = rng.choice(hand["melds"])
        tile = parse(meld["tiles"])[0]
        chow = chow_from(tile)
        if meld["kind"] == "pung" and chow and rng.random() < 0.5 and box.take(*chow[1:]):
            meld["kind"], meld["tiles"] = "chow", text(chow)
        elif rng.random() < 0.5:
            meld["tiles"] = text(parse(meld["tiles"])[1:] + box.take_any(SUITED))
        else:
            meld["kind"], meld["tiles"] = "pung", "555z"
    elif roll < 0.24:
        hand["void_suit"] = rng.choice([*"mps", None])
    elif roll < 0.27 and record["wins"]:
        win = rng.choice(record["wins"])
        if box.take(win["tile"]):
            record["wins"].append(dict(win))
    hand["concealed"] = text(concealed)


# Records -------------------------------------------------------------------------------------------------------------


def play(rng, region):
    box = Box(rng, flowers=[])
    for tile in HONOURS:
        box.left[tile] = 0
    record = {"region": region, "options": chosen_options(rng, OPTIONS[region]), "dealer": rng.randrange(4)}
    if rng.random() < 0.2:
        patterns = rng.sample([*blood.BASIC, *blood.ADDED, "self_draw", "gen"], rng.choice([1, 2, 3]))
        record["options"]["worths"] = {name: rng.choice([0, 0, 2, 2 if name == "gen" else 4]) for name in patterns}
    target = box.take_any(SUITED)[0] if rng.random() < 0.6 else None
    robbed = rng.randrange(4) if target and rng.random() < 0.25 and box.take(*[target] * 3) else None
    record["hands"] = []
    for seat in range(4):
        pung = [target] * 3 if seat == robbed else None
        own = target if seat != robbed and rng.random() < 0.7 else None
        record["hands"].append(a_hand(box, seat, own, pung, rng.random() < 0.25))
    box.put_back(*([target] if target else []))
    if rng.random() < 0.6:
        record["kongs"] = listed_kongs(rng, record)
    record["wins"] = []
    for _ in range(rng.choice([0, 0, 1, 1, 2, 2, 3, 4, 5])):
        record["wins"] += next_claims(box, record)
    record["fouls"] = fouls(rng, [win["seat"] for win in record["wins"]])
    firsts = [win for win in record["wins"] if {"heavenly", "earthly"} & set(win["flags"])]
    if firsts and rng.random() < 0.7:
        given = firsts[0].get("from")
        record["dealer"] = firsts[0]["seat"] if given is None and "heavenly" in firsts[0]["flags"] else given or 0
    spoil(box, record)
    return record


def thinned(rng, record):
    """The same with what need not be there left out now and then."""
    left, _ = blood.in_the_checks(blood.judged(record)[0])
    for seat, hand in enumerate(record["hands"]):
        if seat not in left and all(win["seat"] != seat for win in record["wins"]) and rng.random() < 0.3:
            del hand["concealed"]
        for name, empty in (("melds", []), ("void_suit", None)):
            if hand[name] == empty and rng.random() < 0.5:
                del hand[name]
    for win in record["wins"]:
        if not win["flags"] and rng.random() < 0.5:
            del win["flags"]
    defaults = {"dealer": 0, "options": {}, "fouls": [], "wins": []}
    return {key: value for key, value in record.items() if value != defaults.get(key) or rng.random() < 0.5}


def blood_record(rng, region):
    while True:
        try:
            return thinned(rng, play(rng, region))
        except Stuck:
            continue


def sichuan(rng):
    """A random record of Sichuan."""
    return blood_record(rng, "sichuan")


def xuezhan(rng):
    """A random record of Xuezhan."""
    return blood_record(rng, "xuezhan")


def xueliu(rng):
    """A random record of Xueliu."""
    return blood_record(rng, "xueliu")
