"""Shanghai, written from rules/shanghai.md in the order of the page."""

from .hand import (
    DRAGONS,
    HONOURS,
    WINDS,
    concealed_of,
    fine,
    has_foul,
    is_set,
    meld_group,
    melds_of,
    parse,
    partings,
    pay,
    shows_pung,
)

OPTIONS = {
    "limit": 10,
    "base_flowers": 1,
    "open_treasure": "double_or_14",
    "washout_doubles": True,
    "liability": True,
    "liability_self_draw": "with_others",
    "multi_win_dealer": "nearest",
    "zero_flower_self_draw_only": False,
    "false_win_penalty": 1,
    "worths": {},
}
FLOWERS = [number + "f" for number in "12345678"]
# In limits; what has none is worth its flowers.
LIMITS = {
    "all_pungs": 0,
    "half_flush": 0,
    "full_flush": 1,
    "half_flush_pungs": 1,
    "full_flush_pungs": 2,
    "all_honors": 2,
    "all_honors_pungs": 4,
    "eight_flowers": 2,
}
BESIDE = {"out_with_replacement": 1, "melded_hand": 1, "robbing_the_kong": 3, "kai_bao": 2, "huang_fan": 2}
PUNG_IDS = ("all_pungs", "half_flush_pungs", "full_flush_pungs", "all_honors_pungs")


# Winning shapes ------------------------------------------------------------------------------------------------------


def last(win):
    return parse(win["tile"])


def all_tiles(record, win):
    tiles = concealed_of(record, win["seat"]) + last(win)
    for meld in melds_of(record, win["seat"]):
        tiles += parse(meld["tiles"])
    return tiles


def is_eighth_flower(record, win):
    aside = parse(record["hands"][win["seat"]].get("flowers", ""))
    return win.get("from") is None and win["tile"] in FLOWERS and set(aside + last(win)) >= set(FLOWERS)


def set_readings(record, win):
    melds = melds_of(record, win["seat"])
    if not all(is_set(meld) for meld in melds):
        return []
    groups = [meld_group(meld) for meld in melds]
    found = partings(concealed_of(record, win["seat"]) + last(win), 1)
    return [[*concealed, *groups] for concealed in found if len(concealed) + len(melds) == 5]


def is_loose_honours(record, win):
    melds = melds_of(record, win["seat"])
    return all(tile in HONOURS for tile in all_tiles(record, win)) and all(is_set(meld) for meld in melds)


# Patterns ------------------------------------------------------------------------------------------------------------


def patterns_of_sets(groups):
    """Every one of the eight patterns that this reading is."""
    tiles = [tile for group in groups for tile in group.tiles]
    suits, honours = {tile[1] for tile in tiles} - {"z"}, any(tile in HONOURS for tile in tiles)
    pungs = not any(group.kind == "chow" for group in groups)
    found = ["all_pungs"] if pungs else []
    if len(suits) < 2:
        name = "all_honors" if not suits else "half_flush" if honours else "full_flush"
        found += [name, name + "_pungs"] if pungs else [name]
    return found


def candidates(record, win):
    """Every one of the eight patterns that some reading shows, with that reading (None where there are no sets)."""
    if is_eighth_flower(record, win):
        return [("eight_flowers", None)]
    found = [(name, groups) for groups in set_readings(record, win) for name in patterns_of_sets(groups)]
    if is_loose_honours(record, win):
        found.append(("all_honors", None))
    return found


def flowers(record, win, groups):
    """F; `groups` of the reading, the melds among them. Without a reading three equal honours are a pung."""
    hand = record["hands"][win["seat"]]
    count = len(parse(hand.get("flowers", "")))
    for meld in hand.get("melds", []):
        tile = parse(meld["tiles"])[0]
        if meld["kind"].endswith("kong"):
            count += 2 if meld["kind"] == "concealed_kong" else 1
            count += 1 if tile in WINDS else 2 if tile in DRAGONS else 0
    if groups is None:
        tiles = concealed_of(record, win["seat"]) + last(win)
        pungs = [tile for tile in HONOURS if tiles.count(tile) >= 3]
        pungs += [parse(meld["tiles"])[0] for meld in hand.get("melds", []) if meld["kind"] == "pung"]
    else:
        pungs = [group.tiles[0] for group in groups if group.kind == "pung"]
    return count + sum(1 if tile in WINDS else 2 if tile in DRAGONS else 0 for tile in pungs)


def called_points(record, win):
    """The flowers that one calls beside his patterns; honours never stand in a chow, so every reading has as many."""
    shown = candidates(record, win)
    return flowers(record, win, shown[0][1])


def is_da_diao_che(record, win):
    """All four sets lie on the table and the single tile got its pair."""
    return len(melds_of(record, win["seat"])) == 4 and concealed_of(record, win["seat"]) == last(win)


def is_after_kong(record, win):
    kongs = [meld for meld in melds_of(record, win["seat"]) if meld["kind"].endswith("kong")]
    return "after_kong" in win.get("flags", []) and win.get("from") is None and kongs != []


def robs(record, win):
    giver = win.get("from")
    return "rob_kong" in win.get("flags", []) and giver is not None and shows_pung(record, giver, win["tile"])


def opens_treasure(record, options):
    dice = sorted(record.get("dice", []))
    if len(dice) != 2 or options["open_treasure"] == "off":
        return False
    return dice[0] == dice[1] or (options["open_treasure"] == "double_or_14" and dice == [1, 4])


def is_washed_out(record, options):
    return options["washout_doubles"] and record.get("carry", {}).get("washout", 0) >= 1


# Value formula -------------------------------------------------------------------------------------------------------


def worth(record, win, options, name, groups):
    """What a pattern is worth before the lift to a limit."""
    limit, limits = options["limit"], (LIMITS | options["worths"])[name]
    if limits:
        return limits * limit
    return min(options["base_flowers"] + flowers(record, win, groups), limit)


def best(record, win, options, shown):
    """(points, name, groups) of what is worth most; of equal ones the pungs, and of these the rarer."""
    rated = [(worth(record, win, options, name, groups), name, groups) for name, groups in shown]
    return max(rated, key=lambda row: (row[0], row[1] in PUNG_IDS, LIMITS[row[1]], row[1] != "all_pungs"))


def value_and_patterns(record, win, options, shown):
    points, name, _ = best(record, win, options, shown)
    ids, beside = [name], BESIDE | options["worths"]
    if name != "eight_flowers":
        if is_after_kong(record, win):
            ids.append("out_with_replacement")
        if is_da_diao_che(record, win):
            ids.append("melded_hand")
        points = max([points] + [beside[name] * options["limit"] for name in ids[1:]])
    if robs(record, win):
        ids.append("robbing_the_kong")
    if opens_treasure(record, options):
        ids.append("kai_bao")
        points *= max(beside["kai_bao"], 1)
    if is_washed_out(record, options):
        ids.append("huang_fan")
        points *= max(beside["huang_fan"], 1)
    return points, sorted(ids)


def reason_against(record, win, options, shown):
    """The first reason but `hand_over`, or None."""
    seat = win["seat"]
    if has_foul(record, seat, "dead_hand"):
        return "dead_hand"
    if len(concealed_of(record, seat)) + 3 * len(melds_of(record, seat)) != 13:
        return "tile_count"
    if is_eighth_flower(record, win):
        return None
    if any(tile in FLOWERS for tile in all_tiles(record, win)):
        return "bad_tile"
    if not set_readings(record, win) and not is_loose_honours(record, win):
        return "not_a_win"
    if not shown:
        return "no_pattern"
    if options["zero_flower_self_draw_only"] and win.get("from") is not None:
        _, name, groups = best(record, win, options, shown)
        if name in ("all_pungs", "half_flush") and flowers(record, win, groups) == 0:
            if not is_da_diao_che(record, win) and not robs(record, win):
                return "below_minimum"
    return None


# Payments ------------------------------------------------------------------------------------------------------------


def claims(record, taker, feeder):
    melds = [meld for meld in melds_of(record, taker) if meld["kind"] != "concealed_kong"]
    return sum(meld.get("from") == feeder for meld in melds)


def relations(record, winner, other, options):
    """n(W, X)."""
    if not options["liability"]:
        return 0
    return (claims(record, winner, other) >= 3) + (claims(record, other, winner) >= 3)


def shares(record, win, payer, options, liable):
    """How many shares `payer` owes for a win; `liable`: somebody is liable for it."""
    giver, n = win.get("from"), relations(record, win["seat"], payer, options)
    if giver is None:
        if n:
            return 1 + 3 * n if options["liability_self_draw"] == "on_top" else 3 * n
        return 0 if liable and options["liability_self_draw"] == "alone" else 1
    each = (BESIDE | options["worths"])["robbing_the_kong"] if robs(record, win) else 1
    return each * (n + (payer == giver))


def pay_win(record, win, value, options, delta):
    others = [seat for seat in range(4) if seat != win["seat"]]
    liable = any(relations(record, win["seat"], other, options) for other in others)
    for payer in others:
        pay(delta, payer, win["seat"], value * shares(record, win, payer, options, liable))


def next_dealer(record, won, options):
    if not won:
        return record.get("dealer", 0)
    if len(won) == 1:
        return won[0]["seat"]
    nearest = min((win["seat"] for win in won), key=lambda seat: (seat - won[0]["from"]) % 4)
    return nearest if options["multi_win_dealer"] == "nearest" else (nearest + 1) % 4


def carry(record, won, options):
    if not options["washout_doubles"]:
        return {}
    before = record.get("carry", {}).get("washout", 0)
    after = max(before - 1, 0) if won else before + 1
    return {"washout": after} if after else {}


# The answer ----------------------------------------------------------------------------------------------------------


def same_discard(win, first):
    return win.get("from") is not None and (win["from"], win["tile"]) == (first.get("from"), first["tile"])


def answer(record):
    options = OPTIONS | record.get("options", {})
    entries, delta, won, offenders = [], [0] * 4, [], []
    for win in record.get("wins", []):
        shown = candidates(record, win)
        reason = reason_against(record, win, options, shown)
        if reason is not None:
            offenders.append(win["seat"])
        elif won and (not same_discard(win, won[0]) or win["seat"] in [earlier["seat"] for earlier in won]):
            reason = "hand_over"
        if reason is not None:
            entries.append({"seat": win["seat"], "valid": False, "reason": reason, "value": 0, "patterns": []})
            continue
        value, ids = value_and_patterns(record, win, options, shown)
        pay_win(record, win, value, options, delta)
        won.append(win)
        entries.append({"seat": win["seat"], "valid": True, "value": value, "patterns": ids})
    fine(record, offenders, options["false_win_penalty"] * options["limit"], delta)
    dealer = next_dealer(record, won, options)
    return {"wins": entries, "delta": delta, "next_dealer": dealer, "carry": carry(record, won, options)}
