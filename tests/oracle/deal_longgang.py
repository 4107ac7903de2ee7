"""Random records of Longgang: hands that press on the wilds (deal_longgang_hand.py), several claims on one tile,
illegal claims, fouls, chips that run out, five players, worths that a house has changed. `longgang` takes a
`random.Random`, so a seed names a record.
"""

from collections import Counter

from . import deal
from . import deal_longgang_hand as hands_of
from .build import Box, Stuck, draw_set, hold_wilds, set_with, text, theme
from .hand import parse
from .longgang_hand import FLOWERS, KINDS, LIMITS, OPTIONS, POINTS, TAI, Table

TABLE_OPTIONS = {
    "players": [5],
    "follow_after": [[0, 5, 10, 20], [4, 3, 2, 1]],
    "no_top_up": [True],
    "abort_triple_win": [True],
    "late_stage": [0, 8],
    "special_first": [True],
    "abort_four_winds": [True],
    "abort_four_kongs": [True],
    "abort_nine_terminals": [True],
}


def left_of(record):
    """The tiles that the record does not show."""
    left = Counter({kind: 4 for kind in KINDS}) + Counter(FLOWERS)
    left.subtract(deal.tiles_in(record))
    return left


# Several claims ------------------------------------------------------------------------------------------------------


def complete(box, melds, tile):
    """(sets that are to be laid, the 17 - 3 x melds other tiles, `tile` among them, which has left the box already)."""
    rng, pool = box.rng, theme(box.rng, tile)
    pung_share = rng.choice([0.0, 0.3, 0.6, 1.0])
    on_pair = melds == 5 or rng.random() < 0.25
    faces = [tile, *box.need(tile)] if on_pair else set_with(box, tile, pung_share) + box.take_any(pool, 2)
    while len(faces) < 17 - 3 * melds:
        faces += draw_set(box, pool, pung_share)
    return [draw_set(box, pool, pung_share) for _ in range(melds)], faces


def claimer(box, seat, tile, own_flower):
    """The hand of one who claims `tile`, mostly rightly."""
    rng = box.rng
    sets, faces = complete(box, rng.choice([0, 1, 2, 3, 4, 5]), tile)
    faces.remove(tile)
    if rng.random() < 0.5:
        hold_wilds(box, faces, tile)
    if box.left[own_flower] and rng.random() < 0.25 and own_flower not in box.wilds:
        box.left[own_flower] -= 1
        box.put_back(faces.pop(rng.randrange(len(faces))))
        faces.append(own_flower)
    hand = {"concealed": faces, "melds": deal.lay(box, seat, sets, deal.feeder_of(rng, seat))}
    if rng.random() < 0.6:
        deal.spoil(box, hand)
    return hand


def claims_on_one_tile(rng):
    """A record in which several seats claim one discard, or rob one kong; now and then after a false claim."""
    up = rng.choice(KINDS + FLOWERS)
    record = {"region": "longgang", "dealer": rng.randrange(4), "indicator": up, "round_wind": rng.choice("ESWN")}
    record["options"] = {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.2}
    table = Table(record)
    while True:
        box, hands, pung, giver = Box(rng, FLOWERS, up, table.wild), [None] * 4, None, rng.randrange(4)
        box.left["5z"] = 0
        others = [seat for seat in range(4) if seat != giver]
        rng.shuffle(others)
        claimers = others[: rng.choice([1, 2, 2, 3, 3])]
        try:
            if rng.random() < 0.2:
                pung, tile = deal.robbed_pung(box)
            elif rng.random() < 0.3:
                (tile,) = box.take_any([kind for kind in ["6z", "7z"] if kind != up])
            else:
                (tile,) = box.take_any(KINDS)
            for seat in claimers:
                hands[seat] = claimer(box, seat, tile, table.own(seat))
            wins = [{"seat": s, "tile": tile, "from": giver, "flags": deal.flags_for(rng, pung)} for s in claimers]
            if rng.random() < 0.15:
                wins = deal.earlier_false_claim(box, hands, wins) if len(wins) < 3 else [*wins, wins[-1]][-3:]
        except Stuck:
            continue
        break
    written(table, box, hands, wins, giver, pung)
    return record


def written(table, box, hands, wins, giver, pung):
    record = table.record
    record["hands"] = [{} for _ in range(4)]
    for seat, hand in enumerate(hands):
        if hand:
            record["hands"][seat] = {"concealed": text(hand["concealed"]), "melds": hand["melds"]}
        else:
            hands_of.others_hand(box.rng, table, record, box.left, seat)
    if pung:
        melds = record["hands"][giver].setdefault("melds", [])
        record["hands"][giver]["melds"] = [*melds[:4], {"kind": "pung", "tiles": text(pung), "from": (giver + 1) % 4}]
    record["wins"] = wins


# What lies about a claim ---------------------------------------------------------------------------------------------


def spoil(rng, record):
    """Now and then what makes a claim illegal before its shape is looked at, or after."""
    win = rng.choice(record["wins"])
    seat, hand, left = win["seat"], record["hands"][win["seat"]], left_of(record)
    table = Table(record)
    melds = hand.get("melds", [])
    chows = [meld for meld in melds if meld["kind"] == "chow"]
    roll = rng.random()
    if roll < 0.15:
        wild = [tile for tile in table.wild_for(seat) if left[tile] > 0]
        if wild:
            hand["flowers"] = hand.get("flowers", "") + rng.choice([t for t in wild if t[1] == "f"] or [""])
    elif roll < 0.3 and len(record["wins"]) == 1:
        wild = [tile for tile in [*table.wild_for(seat), *FLOWERS] if left[tile] > 0]
        if wild:
            win["tile"] = rng.choice(wild)
    elif roll < 0.45 and chows:
        rng.choice(chows)["from"] = rng.choice([other for other in range(4) if other != seat])
    elif roll < 0.6:
        guests = [tile for tile in FLOWERS if tile not in table.wild_for(seat) and left[tile] > 0]
        if guests:
            hand["concealed"] = text([*parse(hand["concealed"])[1:], rng.choice(guests)])
    elif roll < 0.7:
        hand["concealed"] = text(parse(hand["concealed"])[1:])
    elif roll < 0.85 and melds:
        meld = rng.choice(melds)
        kinds = [kind for kind in [*KINDS, *table.wild] if left[kind] > 0]
        meld["tiles"] = text([*parse(meld["tiles"])[1:], rng.choice(kinds)])
    elif len(melds) == 5 and "from" in win:
        wild = [tile for tile in table.wild_for(seat) if left[tile] > 0]
        hand["concealed"] = rng.choice(wild) if wild else hand["concealed"]


def fouls(rng, record):
    found = []
    while rng.random() < 0.15:
        found.append({"seat": rng.randrange(4), "kind": rng.choice(["false_win", "dead_hand", "liable"])})
    givers = [win["from"] for win in record["wins"] if win.get("from") is not None]
    if givers and rng.random() < 0.3:
        found.append({"seat": givers[-1], "kind": "liable"})
    return found


def chips(rng, record):
    """Few chips for some or all, who may have run out before."""
    if rng.random() < 0.5:
        for hand in record["hands"]:
            if rng.random() < 0.7:
                hand["stake"] = rng.choice([0, 3, 8, 15, 30, 42, 60, 72, 95, 150])
    if rng.random() < 0.3:
        record["carry"] = {"broke": rng.choice([0, 1, 1])}


def longgang(rng):
    """A random record of Longgang."""
    record = claims_on_one_tile(rng) if rng.random() < 0.4 else hands_of.deal(rng)
    record["options"] |= {name: rng.choice(values) for name, values in TABLE_OPTIONS.items() if rng.random() < 0.25}
    if rng.random() < 0.06:
        record["wins"] = []
    deal.with_worths(rng, record["options"], TAI, [0, 1, 2, 5])
    if rng.random() < 0.15:
        changed = {name: rng.choice([0, 0, 40, 95, 300, 620]) for name in LIMITS if rng.random() < 0.5}
        changed |= {name: rng.choice([1, 3, 7, 12]) for name in POINTS if rng.random() < 0.5}
        record["options"]["worths"] = record["options"].get("worths", {}) | changed
    if record["wins"] and rng.random() < 0.2:
        spoil(rng, record)
    record["fouls"] = fouls(rng, record)
    chips(rng, record)
    defaults = {"dealer": 0, "options": {}, "fouls": [], "wins": [], "round_wind": "E"}
    return {key: value for key, value in record.items() if value != defaults.get(key) or rng.random() < 0.5}
