"""Random hand records of Jiujiang: runs of pairs and pungs, straights, Reds and Whites, every event and every foul."""

from .build import Box, Stuck, chow_from, draw_set, set_with, text
from .deal import chosen_options, flags_for, fouls, lay, malform
from .hand import SUITED, WINDS

DRAGONS = ["5z", "7z"]
OPTIONS = {
    "multi_win": [True, False, False],
    "dealer_double": [True],
    "max_unit": [1, 2, 3, 4, 5],
    "false_win_penalty": [0, 1, 7],
    "replacement_self_draw": [True, True, False],
    "fairies_discard": [50, 60, 100],
    "washout_hands": [1, 2, 3, 6],
    # What a house makes of the worths: readings that the page never prefers come to be the best.
    "worths": [
        {},
        {},
        {"all_pungs": 1, "pure_straight": 1, "single_wait": 3},
        {"seven_pairs": 1, "closed_wait": 30},
        {"self_draw": 2, "green": 3, "edge_wait": 9, "qi_xiannv": 5, "melded_kong": 4, "ready_hand": 1},
    ],
}


def theme(rng, tile):
    suit = tile[1] if tile and tile[1] != "z" else rng.choice("mps")
    of_suit = [face for face in SUITED if face[1] == suit]
    pools = [SUITED + DRAGONS, of_suit, of_suit + DRAGONS, of_suit[2:6] + DRAGONS * 3, of_suit[:5]]
    return rng.choices(pools, [5, 4, 4, 2, 2])[0]


# Hands ---------------------------------------------------------------------------------------------------------------


def pairs(box, tile):
    """Seven pairs, often with a run in one suit, with `tile` among them."""
    rng = box.rng
    pool = theme(rng, tile)
    suit = pool[0][1]
    found = [tile, *box.need(tile)] if tile else []
    if rng.random() < 0.7:
        length = rng.choice([3, 3, 4, 5, 6, 7, 7])
        low = rng.randint(1, 10 - length)
        run = [str(number) + suit for number in range(low, low + length)]
        for face in run:
            if face != tile:
                found += box.need(face, face)
    while len(found) < 14:
        fours = [face for face in sorted(set(found)) if found.count(face) == 2]
        found += box.take_any(fours if rng.random() < 0.25 and fours else pool, 2)
    if len(found) > 14:
        raise Stuck
    return found


def given_sets(box, tile):
    """Sets that belong together: a straight, pungs in a row, Red and White."""
    rng, suit = box.rng, tile[1] if tile and tile[1] != "z" else box.rng.choice("mps")
    kind = rng.choice(["", "", "", "straight", "pungs", "pungs", "flag", "flag"])
    if kind == "straight":
        return [box.need(*chow_from(low + suit)) for low in "147"]
    if kind == "pungs":
        length = rng.choice([3, 3, 4])
        low = rng.randint(1, 10 - length)
        faces = [str(number) + suit for number in range(low, low + length)]
        return [box.need(face, face, face) for face in faces if face != tile]
    return [box.need(face, face, face) for face in DRAGONS if face != tile] if kind == "flag" else []


def sets(box, tile):
    """(four sets, a pair); the first of the sets, or the pair, holds `tile`, which has left the box."""
    rng, plain = box.rng, box.rng.random() < 0.25
    pool = SUITED if plain else theme(rng, tile)
    share = 0.3 if plain else rng.choice([0.0, 0.3, 0.6, 1.0, 1.0])
    on_pair = tile and rng.random() < 0.3
    pair = [tile, *box.need(tile)] if on_pair else None
    found = [set_with(box, tile, share)] if tile and not on_pair else []
    found += [] if plain else given_sets(box, tile)
    while len(found) < 4:
        found.append(draw_set(box, pool, share))
    if len(found) > 4:
        raise Stuck
    return found, pair or box.take_any(pool, 2)


def claimer(box, seat, tile):
    """A complete hand, and its winning tile."""
    rng = box.rng
    if rng.random() < 0.3:
        held, laid = pairs(box, tile), []
    else:
        groups, pair = sets(box, tile)
        last = tile or rng.choice(sum(groups, []) + pair)
        chows = rng.random() < 0.1
        keep = next((group for group in groups if last in group), None) if last not in pair else None
        free = [group for group in groups if group is not keep]
        rng.shuffle(free)
        free.sort(key=lambda group: group[0] != group[1])
        count = rng.choice([0, 0, 0, 1, 2, 3, 4, 4, 4])
        can = [group for number, group in enumerate(free) if chows or group[0] == group[1] or number == 3]
        laid = can[:count]
        held = sum([group for group in groups if not any(group is other for other in laid)], []) + pair
    last = tile or (last if laid else rng.choice(held))
    held.remove(last)
    return {"concealed": held, "melds": lay(box, seat, laid, None)}, last


def spoil(box, hand):
    """Now and then what makes a claim illegal, or very nearly a win."""
    rng, concealed, roll = box.rng, hand["concealed"], box.rng.random()
    if roll < 0.06:
        box.put_back(concealed.pop(rng.randrange(len(concealed))))
        concealed += box.take_any()
    elif roll < 0.08:
        concealed += box.take_any()
    elif roll < 0.1:
        box.put_back(concealed.pop())
    elif roll < 0.12:
        box.put_back(concealed.pop())
        box.left["6z"] -= 1
        concealed.append("6z")
    elif roll < 0.14 and hand["melds"]:
        malform(box, rng.choice(hand["melds"]))


def losers_melds(box, seat):
    rng = box.rng
    count, pool = rng.choice([0, 0, 1, 2, 3]), SUITED + DRAGONS * 8
    try:
        return lay(box, seat, [draw_set(box, pool, 1.0) for _ in range(count)], None)
    except Stuck:
        return []


# Records -------------------------------------------------------------------------------------------------------------


def claims(box, hands, one_winner):
    """The wins. Several valid ones are on one tile, unless there can only be one of them."""
    rng, pung = box.rng, None
    giver, tile = rng.choice([None, rng.randrange(4)]), None
    claimers = [rng.randrange(4)]
    if giver is not None:
        claimers = [seat for seat in range(4) if seat != giver]
        rng.shuffle(claimers)
        claimers = claimers[: rng.choice([1, 1, 1, 2, 3])]
        if rng.random() < 0.25:
            four = box.take_any(SUITED, 4)
            tile, pung = four[0], {"kind": "pung", "tiles": text(four[1:]), "from": (giver + 1) % 4}
        else:
            tile = box.take_any(SUITED * 3 + DRAGONS * 4)[0]
    wins = []
    for seat in claimers:
        hands[seat], last = claimer(box, seat, tile)
        spoil(box, hands[seat])
        flags = flags_for(rng, rng.choice([True, True, None]) if pung else None)
        wins.append({"seat": seat, "tile": last, "from": giver, "flags": flags})
    if pung:
        hands[giver] = {"concealed": None, "melds": [*losers_melds(box, giver)[:3], pung]}
    elif rng.random() < 0.1:
        # A claim of something else by somebody else, and perhaps once more.
        for seat in [seat for seat in range(4) if hands[seat] is None][:1]:
            hands[seat], last = claimer(box, seat, None)
            if not one_winner:
                box.put_back(hands[seat]["concealed"].pop())
            other = {"seat": seat, "tile": last, "from": None, "flags": flags_for(rng, None)}
            wins.insert(rng.randint(0, 1), other)
            wins += [dict(other)] * rng.choice([0, 1])
    return wins


def attempt(rng):
    box = Box(rng, flowers=[])
    for wind in WINDS:
        box.left[wind] = 0
    hands = [None] * 4
    # The Greens stay out of the way until the hands are built.
    box.left["6z"] = 0
    options = chosen_options(rng, OPTIONS) | rng.choice([{}, {"edition": "1"}, {"edition": "2"}])
    wins = claims(box, hands, options.get("multi_win") is False) if rng.random() < 0.93 else []
    greens = 4 + box.left["6z"]
    box.left["6z"] = 0
    for seat in range(4):
        hands[seat] = hands[seat] or {"concealed": None, "melds": losers_melds(box, seat)}
    rest = box.shuffled()
    for hand in hands:
        if hand["concealed"] is None:
            size = 13 - 3 * len(hand["melds"])
            hand["concealed"], rest = rest[:size], rest[size:]
    lucky = rng.randrange(4)
    aside = [0] * 4
    for _ in range(greens):
        owner = lucky if rng.random() < 0.6 else rng.randrange(5)
        if owner < 4:
            aside[owner] += 1
    claiming = [win["seat"] for win in wins]
    dealer = rng.randrange(4)
    if wins and rng.random() < 0.4:
        dealer = rng.choice([wins[0]["seat"], wins[0]["from"]])
        dealer = wins[0]["seat"] if dealer is None else dealer
    record = {"region": "jiujiang", "dealer": dealer, "options": options, "hands": []}
    for seat, hand in enumerate(hands):
        entry = {"concealed": text(hand["concealed"]), "melds": hand["melds"], "flowers": "6z" * aside[seat]}
        if rng.random() < 0.2:
            entry["ready"] = "declared"
        if seat not in claiming and rng.random() < 0.1:
            del entry["concealed"]
        record["hands"].append(entry)
    if rng.random() < 0.5:
        carry = {"washout": [0, 1, 2, 3], "washout_left": [0, 1, 2, 4], "follow": [0, 1, 2], "followed": [0, 1, 2]}
        record["carry"] = {name: rng.choice(values) for name, values in carry.items() if rng.random() < 0.6}
    record["fouls"] = fouls(rng, claiming)
    record["wins"] = wins
    return record


def jiujiang(rng):
    """A random record of Jiujiang."""
    while True:
        try:
            return attempt(rng)
        except Stuck:
            continue
