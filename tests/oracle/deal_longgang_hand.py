"""Random hands of Longgang that press on the wilds: one claim, mostly of a hand that wins, and three others."""

from collections import Counter

from .hand import parse
from .longgang_hand import FLOWERS, HONOURS, KINDS, OPTIONS, SUITED, Table


def text(tiles):
    return "".join(tiles)


def deal(rng):
    """A record: one claim, mostly of a hand that wins, with many wilds, and three others."""
    options = {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.35}
    dealer, seat = rng.randrange(4), rng.randrange(4)
    bag = Counter({k: 4 for k in KINDS}) + Counter(FLOWERS)
    up = rng.choice(KINDS + FLOWERS * 2)
    bag[up] -= 1
    record = {
        "region": "longgang",
        "dealer": dealer,
        "indicator": up,
        "options": options,
        "round_wind": rng.choice("ESWN"),
    }
    t = Table(record | {"hands": [{}] * 4})
    record["hands"] = [{} for _ in range(4)]
    hand = record["hands"][seat]
    narrow = rng.choice([list("m"), list("p"), list("ms"), list("mps"), list("mps"), []])
    liked = [k for k in SUITED if k[1] in narrow and rng.random() < 0.8] + (HONOURS if rng.random() < 0.6 else [])
    if rng.random() < 0.12:
        liked = [k for k in SUITED if k[0] in "19"] + HONOURS
    liked = [k for k in liked if k != up] or [k for k in HONOURS if k != up]

    def take(tile, n=1):
        if bag[tile] < n:
            return False
        bag[tile] -= n
        return True

    def group(sort):
        for _ in range(200):
            tile = rng.choice(liked)
            if sort in ("pung", "pair", "kong"):
                n = {"pung": 3, "pair": 2, "kong": 4}[sort]
                if take(tile, n):
                    return [tile] * n
            elif tile[1] != "z" and int(tile[0]) < 8:
                chow = [f"{int(tile[0]) + i}{tile[1]}" for i in range(3)]
                if up not in chow and all(bag[k] for k in chow):
                    bag.subtract(chow)
                    return chow
        tile = rng.choice([k for k in KINDS if bag[k] >= 3 and k != up])
        n = 2 if sort == "pair" else 3
        bag[tile] -= n
        return [tile] * n

    suit, first = rng.choice("mps"), rng.randrange(1, 7)
    sets = {
        "straight": [[f"{i + n}{suit}" for i in range(3)] for n in (1, 4, 7)],
        "quadruple": [[f"{first + i}{suit}" for i in range(3)]] * 4,
        "steps": [
            [f"{n + i}{suit}" for i in range(3)] for n in (rng.choice([(1, 2, 3, 4), (4, 5, 6, 7), (1, 3, 5, 7)]))
        ],
        "shifted": [[f"{first - 1 + i}{suit}"] * 3 for i in range(1, 5)],
        "triple": [[f"{first}{s}"] * 3 for s in "mps"],
        "kongs": [[f"{first - 1 + i}{suit}"] * 4 for i in range(1, 5)],
    }.get(rng.choice([*"abcdef", "straight", "quadruple", "steps", "shifted", "triple", "kongs"]), [])

    def themed(sort):
        """The next set of the hand's theme if the tiles are there."""
        while sets:
            tiles = sets.pop()
            if up not in tiles and all(bag[k] >= tiles.count(k) for k in tiles) and (len(tiles) == 3 or sort == "meld"):
                bag.subtract(tiles)
                return tiles
        return []

    if sets and rng.random() < 0.7:
        options["rare_hands"] = options["pure_straight"] = True
    shape = rng.choice(["pungs", "mixed", "mixed", "chows"])
    held, melds = [], []
    if "eight_pairs" in options and rng.random() < 0.6:
        held = group("pung") + [k for _ in range(7) for k in group("pair")]
    else:
        for _ in range(5):
            sort = {"pungs": "pung", "chows": "chow"}.get(shape) or rng.choice(["pung", "chow"])
            if rng.random() < (0.8 if sets and len(sets[-1]) == 4 else 0.25):
                kind = {"chow": "chow"}.get(sort) or rng.choice(["pung", "kong", "added_kong", "concealed_kong"])
                tiles = themed("meld") or group("kong" if "kong" in kind else sort)
                if len(tiles) == 4 and "kong" not in kind:
                    kind = "concealed_kong"
                elif len(tiles) == 3:
                    kind = "pung" if tiles[0] == tiles[1] else "chow"
                melds.append(
                    {"kind": kind, "tiles": text(tiles)} | ({"from": (seat - 1) % 4} if kind == "chow" else {})
                )
            else:
                held += themed(sort) or group(sort)
        held += group("pair")
    wilds = [k for k in t.wild_for(seat) for _ in range(bag[k])]
    rng.shuffle(wilds)
    wilds = wilds[: min(len(held), rng.choice([0, 1, 1, 2, 2, 3, 3, 3, 4]))]
    if rng.random() < 0.2 and t.own(seat) not in wilds and not t.flower_up and wilds:
        wilds[0] = t.own(seat)
    bag.subtract(wilds)
    rng.shuffle(held)
    for k in held[: len(wilds)]:
        bag[k] += 1
    held = wilds + held[len(wilds) :]
    record["hands"][seat] = hand
    guests = [f for f in FLOWERS if f not in t.wild_for(seat) and bag[f] > 0]
    if rng.random() < 0.4 and not t.flower_up:
        hand["flowers"] = text(guests if rng.random() < 0.5 else guests[:1])
        bag.subtract(parse(hand["flowers"]))
    last = rng.randrange(len(held))
    if len(wilds) == 3 and rng.random() < 0.5:
        paying = [i for i, k in enumerate(held) if k[1] == "z" and k != up]
        last = rng.choice(paying or [last])
    single = [i for i, k in enumerate(held) if k in KINDS and k != up and bag[k] == 3]
    robs = single and rng.random() < 0.15
    if robs:
        last = rng.choice(single)
        options["rob_wild_pair"] = rng.random() < 0.2
    win = {"seat": seat, "tile": held.pop(last)}
    if win["tile"] not in t.wild_for(seat) and (robs or rng.random() < 0.6):
        win["from"] = rng.choice([s for s in range(4) if s != seat])
    if "eight_pairs" not in options and rng.random() < 0.02 and held:
        held.pop()
    hand["concealed"] = text(held)
    if melds:
        hand["melds"] = melds
    win["flags"] = [f for f in ("heavenly", "earthly", "humanly", "after_kong", "after_flower") if rng.random() < 0.06]
    record["wins"] = [win]
    if robs:
        bag[win["tile"]] -= 3
        win["flags"].append("rob_kong")
    for other in range(4):
        if other != seat:
            others_hand(rng, t, record, bag, other)
    if robs:
        giver = record["hands"][win["from"]]
        giver["melds"] = [*giver.get("melds", []), {"kind": "pung", "tiles": win["tile"] * 3}]
    return record


def others_hand(rng, t, record, bag, seat):
    """Tiles in twos and threes, honours that pay and wilds among them; some melds and flowers."""
    hand = record["hands"][seat]
    held = []
    for k in t.wild_for(seat):
        while bag[k] > 0 and rng.random() < 0.4:
            bag[k] -= 1
            held.append(k)
    favourites = ["6z", "7z", t.wind(seat)] + rng.sample(KINDS, 4)
    if "eight_pairs" in record["options"] and rng.random() < 0.3:
        held = []
        favourites = KINDS
    pairs = favourites == KINDS
    for _ in range(300):
        if len(held) >= 16:
            break
        k = rng.choice(favourites if rng.random() < 0.7 else KINDS)
        n = 2 if pairs else 1
        if k not in t.wild and bag[k] >= n:
            bag[k] -= n
            held += [k] * n
    melds = []
    for kind, n in (("pung", 3), ("concealed_kong", 4), ("kong", 4)):
        k = rng.choice(KINDS)
        if not pairs and rng.random() < 0.3 and k not in t.wild and bag[k] >= n:
            bag[k] -= n
            melds.append({"kind": kind, "tiles": k * n})
            held = held[: len(held) - 3]
    guests = [f for f in FLOWERS if f not in t.wild_for(seat) and bag[f] > 0]
    if not t.flower_up and rng.random() < 0.5:
        guests = guests if rng.random() < 0.6 else guests[:1]
        bag.subtract(guests)
        hand["flowers"] = text(guests)
    hand["concealed"] = text(held)
    if melds:
        hand["melds"] = melds
