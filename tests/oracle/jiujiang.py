"""Jiujiang, written from rules/jiujiang.md in the order of the page."""

from .hand import SUITED, concealed_of, has_foul, is_set, meld_group, melds_of, parse, partings, pay, shows_pung

OPTIONS = {
    "edition": "2",
    "multi_win": True,
    "dealer_double": False,
    "max_unit": 0,
    "false_win_penalty": 10,
    "replacement_self_draw": False,
    "fairies_discard": 50,
    "washout_hands": 4,
    "worths": {},
}

GREEN, WHITE, RED = "6z", "5z", "7z"
KINDS = [*SUITED, WHITE, RED]

# Flowers that are worth the same in both editions.
FLOWERS = {
    "half_flush": 10,
    "full_flush": 20,
    "pure_straight": 10,
    "all_pungs": 15,
    "xiaosa_pungs": 5,
    "xiaosa_gun_pungs": 10,
    "melded_hand": 10,
    "seven_pairs": 20,
    "xiaosa_pairs": 5,
    "gun": 5,
    "haohua": 5,
    "out_with_replacement": 10,
    "robbing_the_kong": 10,
    "kong_discard": 10,
    "ready_hand": 10,
}
# Flowers in edition 2; edition 1 adds the ten to the hand's own count.
FLAG_AND_LAST_TILE = ["hongqi_piaopiao", "last_tile_draw", "last_tile_claim"]
EXTRAS = {
    "green": 1,
    "four_greens": 10,
    "dragon_pung": 1,
    "concealed_dragon_pung": 2,
    "dragon_kong": 3,
    "concealed_dragon_kong": 4,
    "melded_kong": 1,
    "concealed_kong": 2,
}
ADDERS = ["self_draw", "concealed_hand", "edge_wait", "closed_wait", "single_wait"]
WAITS = ["edge_wait", "closed_wait", "single_wait"]


# Winning shapes ------------------------------------------------------------------------------------------------------


def is_seven_pairs(tiles, melds):
    return not melds and len(tiles) == 14 and all(tiles.count(tile) in (2, 4) for tile in tiles)


def standard(tiles, melds):
    return [groups for groups in partings(tiles, 1) if len(groups) + len(melds) == 5]


def readings(record, win):
    """Every reading as (groups in hand, the group that the winning tile is in); of seven pairs (None, None)."""
    melds = melds_of(record, win["seat"])
    tiles = concealed_of(record, win["seat"]) + [win["tile"]]
    if GREEN in tiles:
        return []
    found = [(None, None)] if is_seven_pairs(tiles, melds) else []
    for groups in standard(tiles, melds):
        found += [(groups, place) for place in groups if win["tile"] in place.tiles]
    return found


# Minimum to win, penalties -------------------------------------------------------------------------------------------


def is_bad_meld(record, options, seat):
    melds = melds_of(record, seat)
    kinds = [meld["kind"] for meld in melds]
    if not all(is_set(meld) for meld in melds):
        return True
    if "chow" not in kinds:
        return False
    others = [kind for kind in kinds if kind in ("pung", "kong", "added_kong")]
    return options["edition"] == "1" or not (kinds.count("chow") == 1 and len(others) == 3 and len(kinds) == 4)


def reason_against(record, win, options, earlier_valid):
    """The first reason that makes the claim illegal, or None."""
    seat = win["seat"]
    if has_foul(record, seat, "dead_hand", "false_win"):
        return "dead_hand"
    if len(concealed_of(record, seat)) != 13 - 3 * len(melds_of(record, seat)):
        return "tile_count"
    if is_bad_meld(record, options, seat):
        return "bad_meld"
    if not readings(record, win):
        return "not_a_win"
    if best(record, win, options)[0] < 2:
        return "below_minimum"
    if not options["multi_win"] and earlier_valid:
        return "priority"
    return None


# Patterns ------------------------------------------------------------------------------------------------------------


def runs(ranks):
    """The lengths of the runs of consecutive ranks."""
    found, before = [], None
    for rank in sorted(ranks):
        if before is not None and rank == before + 1:
            found[-1] += 1
        else:
            found.append(1)
        before = rank
    return found


def runs_by_suit(tiles):
    return [run for suit in "mps" for run in runs({int(tile[0]) for tile in tiles if tile[1] == suit})]


def is_fairies(tiles):
    return 7 in runs_by_suit(tiles)


def flush(tiles):
    letters = {tile[1] for tile in tiles}
    suits = letters - {"z"}
    if len(suits) != 1:
        return []
    return ["half_flush"] if "z" in letters else ["full_flush"]


def by_pairs(tiles):
    """The flowers of seven pairs."""
    if is_fairies(tiles):
        return ["qi_xiannv"]
    found = ["seven_pairs", *flush(tiles)]
    for run in runs_by_suit(tiles):
        if run >= 3:
            found += ["xiaosa_pairs"] + ["gun"] * (run - 3)
    return found + ["haohua" for tile in set(tiles) if tiles.count(tile) == 4]


def by_sets(record, win, options, groups):
    """The flowers of the standard shape, and the red flag."""
    edition, melds = options["edition"], melds_of(record, win["seat"])
    every = [*groups, *[meld_group(meld) for meld in melds]]
    found = flush([tile for group in every for tile in group.tiles])
    for suit in "mps":
        straight = [tuple(number + suit for number in numbers) for numbers in ("123", "456", "789")]
        if all(any(group.kind == "chow" and group.tiles == three for group in groups) for three in straight):
            found.append("pure_straight")
    pungs = [group.tiles[0] for group in every if group.kind in ("pung", "kong")]
    if len(pungs) == 4:
        found.append("all_pungs")
        longest = max(runs_by_suit(pungs), default=0)
        if longest == 4 and edition == "2":
            found.append("xiaosa_gun_pungs")
        elif longest >= 3:
            found.append("xiaosa_pungs")
    if len(melds) == 4 and all(meld["kind"] != "concealed_kong" for meld in melds):
        found.append("melded_hand")
    if RED in pungs and WHITE in pungs:
        found.append("hongqi_piaopiao")
    return found


def has_kong(record, seat):
    return any(meld["kind"].endswith("kong") for meld in melds_of(record, seat))


def robs(record, win):
    """Whether `rob_kong` counts."""
    giver = win.get("from")
    return "rob_kong" in win.get("flags", []) and giver is not None and shows_pung(record, giver, win["tile"])


def events(record, win, options):
    """The flowers by event. A robbed tile is no discard."""
    seat, giver, flags = win["seat"], win.get("from"), win.get("flags", [])
    dealer, melds = record.get("dealer", 0), melds_of(record, seat)
    discard = giver is not None and not robs(record, win)
    found = []
    if "after_kong" in flags and giver is None and has_kong(record, seat):
        found.append("out_with_replacement")
    if robs(record, win):
        found.append("robbing_the_kong")
    if "kong_discard" in flags and discard and has_kong(record, giver):
        found.append("kong_discard")
    if "last_tile" in flags and giver is None:
        found.append("last_tile_draw")
    if "last_tile" in flags and discard:
        found.append("last_tile_claim")
    if "heavenly" in flags and giver is None and seat == dealer and not melds:
        found.append("heavenly_hand")
    first = giver == dealer or (options["edition"] == "1" and giver is None)
    if "earthly" in flags and seat != dealer and not melds and first:
        found.append("earthly_hand")
    if record["hands"][seat].get("ready") == "declared" and not {"heavenly_hand", "earthly_hand"} & set(found):
        found.append("ready_hand")
    return found


def sole_wait(record, win):
    """Before the win exactly one kind of tile completed the hand."""
    concealed, melds = concealed_of(record, win["seat"]), melds_of(record, win["seat"])
    held = concealed + [tile for meld in melds for tile in parse(meld["tiles"])]
    waits = []
    for tile in KINDS:
        tiles = [*concealed, tile]
        if held.count(tile) < 4 and (is_seven_pairs(tiles, melds) or standard(tiles, melds)):
            waits.append(tile)
    return len(waits) == 1


def wait_of(win, options, place):
    if place.kind == "pair":
        return "single_wait" if options["edition"] == "2" else None
    if place.kind == "chow":
        if win["tile"] == place.tiles[1]:
            return "closed_wait"
        if (place.tiles[0][0] == "1" and win["tile"] == place.tiles[2]) or (
            place.tiles[0][0] == "7" and win["tile"] == place.tiles[0]
        ):
            return "edge_wait"
    return None


def adders(record, win, options, flowers, place):
    """Which of self-draw, concealed hand and the wait count."""
    if "qi_xiannv" in flowers:
        return []
    second, found = options["edition"] == "2", []
    no_self_draw = {"heavenly_hand", "last_tile_draw"} if second else set()
    if second and not options["replacement_self_draw"]:
        no_self_draw.add("out_with_replacement")
    if win.get("from") is None and not no_self_draw & set(flowers):
        found.append("self_draw")
    no_concealed = {"seven_pairs", "ready_hand", "heavenly_hand", "earthly_hand"} if second else set()
    opened = any(meld["kind"] != "concealed_kong" for meld in melds_of(record, win["seat"]))
    if not opened and not no_concealed & set(flowers):
        found.append("concealed_hand")
    wait = wait_of(win, options, place) if place else None
    excluded = "heavenly_hand" in flowers or (wait == "single_wait" and "melded_hand" in flowers)
    if wait and not excluded and sole_wait(record, win):
        found.append(wait)
    return found


def extras(record, win, groups):
    """Greens, Reds and Whites, kongs."""
    greens = parse(record["hands"][win["seat"]].get("flowers", "")).count(GREEN)
    found = ["four_greens"] if greens == 4 else ["green"] * greens
    for meld in melds_of(record, win["seat"]):
        dragon = meld["tiles"][-1] == "z"
        if meld["kind"] == "concealed_kong":
            found.append("concealed_dragon_kong" if dragon else "concealed_kong")
        elif meld["kind"] in ("kong", "added_kong"):
            found.append("dragon_kong" if dragon else "melded_kong")
        elif meld["kind"] == "pung" and dragon:
            found.append("dragon_pung")
    for group in groups or []:
        if group.kind == "pung" and group.tiles[0] in (RED, WHITE):
            claimed = win.get("from") is not None and win["tile"] == group.tiles[0]
            found.append("dragon_pung" if claimed else "concealed_dragon_pung")
    return found


# Value formula -------------------------------------------------------------------------------------------------------


def page_fans(name, options):
    second = options["edition"] == "2"
    if name == "qi_xiannv":
        return options["fairies_discard"] if second else 100
    if name in ("heavenly_hand", "earthly_hand"):
        return 20 if second else 10
    if name in FLAG_AND_LAST_TILE:
        return 10
    if name in ADDERS or name == "plain_hand":
        return 1
    return FLOWERS[name] if name in FLOWERS else EXTRAS[name]


def fans(name, win, options, flower):
    """What it counts; a house may give it another worth, which the adders of a flower hand take five times."""
    worth = options["worths"].get(name, page_fans(name, options))
    if name == "qi_xiannv" and win.get("from") is None:
        worth += 50
    return worth * 5 if flower and name in ADDERS else worth


def rate(record, win, options, reading):
    """(value, ids) of a reading."""
    groups, place = reading
    tiles = concealed_of(record, win["seat"]) + [win["tile"]]
    shape = by_pairs(tiles) if groups is None else by_sets(record, win, options, groups)
    holding = shape + events(record, win, options)
    flowers = [name for name in holding if options["edition"] == "2" or name not in FLAG_AND_LAST_TILE]
    every = holding + adders(record, win, options, holding, place) + extras(record, win, groups)
    every += [] if flowers else ["plain_hand"]
    return sum(fans(name, win, options, bool(flowers)) for name in every), sorted(every)


def best(record, win, options):
    """(value, ids) of the reading worth most; of equals seven pairs, else the one whose wait comes first."""
    rated = [rate(record, win, options, reading) for reading in readings(record, win)]

    def rank(found):
        value, ids = found
        waits = [WAITS.index(name) for name in ids if name in WAITS]
        return -value, "seven_pairs" not in ids, waits or [len(WAITS)], ids

    return min(rated, key=rank)


# Payments ------------------------------------------------------------------------------------------------------------


def unit(record, options):
    carry = record.get("carry", {})
    points = 2 ** (carry.get("washout", 0) + carry.get("follow", 0))
    return min(points, options["max_unit"]) if options["max_unit"] else points


def eaten(record, payer, win, options):
    hand = record["hands"][payer]
    greens = parse(hand.get("flowers", "")).count(GREEN)
    found, laid = ["four_greens"] if greens == 4 else ["green"] * greens, set()
    for meld in filter(is_set, hand.get("melds", [])):
        tile, kind = parse(meld["tiles"])[0], meld["kind"]
        if tile in (RED, WHITE):
            laid.add(tile)
            names = {"pung": "dragon_pung", "concealed_kong": "concealed_dragon_kong"}
            found.append(names.get(kind, "dragon_kong"))
        elif kind.endswith("kong"):
            found.append("concealed_kong" if kind == "concealed_kong" else "melded_kong")
        elif kind == "pung" and robs(record, win) and payer == win["from"] and tile == win["tile"]:
            found.append("melded_kong")
    found += ["hongqi_piaopiao"] if len(laid) == 2 else []
    found += ["ready_hand"] if hand.get("ready") == "declared" else []
    # In both editions each is worth what it is worth to its owner.
    return sum(fans(name, win, options, False) for name in found)


def pay_win(record, win, value, options, delta):
    seat, giver, dealer = win["seat"], win.get("from"), record.get("dealer", 0)
    for payer in range(4):
        if payer != seat and giver in (None, payer):
            points = (value + eaten(record, payer, win, options)) * unit(record, options)
            doubled = options["dealer_double"] and dealer in (seat, payer)
            pay(delta, payer, seat, points * (2 if doubled else 1))


# Carry-over ----------------------------------------------------------------------------------------------------------


def carry_out(record, options, keeps, drawn, annulled):
    second = options["edition"] == "2"
    carry = {"washout": 0, "washout_left": 0, "follow": 0, "followed": 0} | record.get("carry", {})
    washout, left, follow = carry["washout"], carry["washout_left"], carry["follow"]
    if not annulled:
        follow = (follow if keeps else 0) + carry["followed"]
        if drawn:
            washout, left = washout + 1, options["washout_hands"]
        elif not second:
            washout = washout if keeps else 0
        elif washout > 0:
            left = (left or options["washout_hands"]) - 1
            washout = washout if left else 0
    out = {"washout": washout, "washout_left": left if second else 0, "follow": follow}
    return {name: number for name, number in out.items() if number}


# The answer ----------------------------------------------------------------------------------------------------------


def answer(record):
    options = OPTIONS | record.get("options", {})
    entries, delta, winners, false_winners = [], [0] * 4, [], set()
    for win in record.get("wins", []):
        seat = win["seat"]
        reason = reason_against(record, win, options, bool(winners))
        if reason is not None:
            entries.append({"seat": seat, "valid": False, "reason": reason, "value": 0, "patterns": []})
            false_winners |= {seat} if reason != "priority" else set()
            continue
        value, ids = best(record, win, options)
        pay_win(record, win, value, options, delta)
        entries.append({"seat": seat, "valid": True, "value": value, "patterns": ids})
        winners.append(seat)
    false_winners |= {seat for seat in range(4) if has_foul(record, seat, "false_win")}
    for seat in false_winners:
        for other in range(4):
            pay(delta, seat, other, options["false_win_penalty"] * unit(record, options))
    dealer = record.get("dealer", 0)
    following = winners[0] if winners else dealer
    annulled = bool(false_winners) and not winners
    carry = carry_out(record, options, following == dealer, not winners, annulled)
    return {"wins": entries, "delta": delta, "next_dealer": following, "carry": carry}
