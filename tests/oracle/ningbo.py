"""Ningbo, written from rules/ningbo.md in the order of the page."""

from itertools import combinations_with_replacement

from .hand import (
    DRAGONS,
    HONOURS,
    TILES,
    concealed_of,
    fine,
    has_foul,
    is_set,
    meld_group,
    melds_of,
    next_dealer,
    parse,
    partings,
    pay,
    round_wind,
    seat_wind,
    shows_pung,
)

OPTIONS = {
    "minimum": 4,
    "base": 1,
    "discard_shares": 1,
    "liability": True,
    "liability_mutual": True,
    "all_chows_two_sided": False,
    "own_flower_once": False,
    "three_wilds_self_draw_only": False,
    "false_win_penalty": 5,
}

SEASONS = ["1f", "2f", "3f", "4f"]
PLANTS = ["5f", "6f", "7f", "8f"]
OWN_FLOWERS = {"1z": ["1f", "5f"], "2z": ["2f", "6f"], "3z": ["3f", "7f"], "4z": ["4f", "8f"]}

TAI = {
    "self_draw": 1,
    "all_chows": 1,
    "edge_wait": 1,
    "closed_wait": 1,
    "single_wait": 1,
    "two_pair_wait": 1,
    "melded_hand": 1,
    "all_pungs": 2,
    "out_with_replacement": 1,
    "no_wilds": 1,
    "three_wilds": 3,
    "robbing_the_kong": 1,
    "last_tile_draw": 1,
    "heavenly_hand": 8,
    "earthly_hand": 6,
    "full_flush": 4,
    "half_flush": 2,
    "all_honors": 8,
    "seat_flower": 1,
    "four_flowers": 2,
    "eight_flowers": 8,
    "dragon_pung": 1,
    "seat_wind": 1,
    "prevalent_wind": 1,
}


# Wild tiles ----------------------------------------------------------------------------------------------------------


def wild_tiles(record):
    """The faces that are wild in this hand."""
    indicator = record.get("indicator")
    if indicator is None:
        return []
    for group in (SEASONS, PLANTS):
        if indicator in group:
            return group
    return [indicator]


def wilds_in(record, tiles):
    return sum(tile in wild_tiles(record) for tile in tiles)


def concrete_hands(record, tiles):
    """Every (tiles, faces): the wilds among `tiles` replaced by each choice of `faces` that they can stand for."""
    plain = [tile for tile in tiles if tile not in wild_tiles(record)]
    for faces in combinations_with_replacement(TILES, wilds_in(record, tiles)):
        yield plain + list(faces), faces


# Winning shapes ------------------------------------------------------------------------------------------------------


def readings(record, win):
    """Every reading as (concealed groups, the group that the winning tile is in, the tile it is or stands for)."""
    tile, found = win["tile"], set()
    melds, is_wild = len(melds_of(record, win["seat"])), tile in wild_tiles(record)
    for tiles, faces in concrete_hands(record, concealed_of(record, win["seat"]) + [tile]):
        # Which of several wilds was the last one makes no difference: it may be any of the faces chosen.
        stands_for = set(faces) if is_wild else {tile}
        for groups in partings(tiles, 1):
            if len(groups) + melds != 5:
                continue
            for last in stands_for:
                found |= {(groups, place, last) for place in groups if last in place.tiles}
    return found


# Minimum to win ------------------------------------------------------------------------------------------------------


def wild_single_wait(record, seat):
    """One wild can be taken out of the hand before the winning tile, and the rest are complete sets."""
    concealed = concealed_of(record, seat)
    for wild in wild_tiles(record):
        if wild in concealed:
            rest = list(concealed)
            rest.remove(wild)
            return any(partings(tiles, 0) for tiles, _ in concrete_hands(record, rest))
    return False


def reason_against(record, win, options, found):
    """The first reason that makes the claim illegal, or None; `priority` is found when all claims are known."""
    seat, claimed = win["seat"], win.get("from") is not None
    concealed, melds = concealed_of(record, seat), melds_of(record, seat)
    if has_foul(record, seat, "dead_hand", "false_win"):
        return "dead_hand"
    if any(wilds_in(record, parse(meld["tiles"])) or not is_set(meld) for meld in melds):
        return "bad_meld"
    if len(concealed) != 13 - 3 * len(melds):
        return "tile_count"
    if not found:
        return "not_a_win"
    if claimed and wild_single_wait(record, seat):
        return "wild_single_discard"
    if claimed and options["three_wilds_self_draw_only"] and wilds_in(record, concealed) == 3:
        return "three_wilds_discard"
    if best(record, win, options, found)[0] < options["minimum"]:
        return "below_minimum"
    return None


# Patterns ------------------------------------------------------------------------------------------------------------


def flags_that_apply(record, win):
    flags, giver, seat = win.get("flags", []), win.get("from"), win["seat"]
    dealer, melds = record.get("dealer", 0), melds_of(record, win["seat"])
    can = set()
    if giver is None:
        can |= {"after_kong", "after_flower", "last_tile"}
        if seat == dealer and not melds:
            can.add("heavenly")
    else:
        if seat != dealer and giver == dealer and not melds:
            can.add("earthly")
        if shows_pung(record, giver, win["tile"]):
            can.add("rob_kong")
    return can & set(flags)


def circumstances(record, win):
    """The ids that are the same in every reading: how it was won, and the wilds held."""
    self_drawn, flags = win.get("from") is None, flags_that_apply(record, win)
    concealed = concealed_of(record, win["seat"])
    found = []
    if self_drawn:
        found.append("self_draw")
    if flags & {"after_kong", "after_flower"} and "heavenly" not in flags:
        found.append("out_with_replacement")
    if not wilds_in(record, concealed + [win["tile"]]):
        found.append("no_wilds")
    if wilds_in(record, concealed + ([win["tile"]] if self_drawn else [])) == 3:
        found.append("three_wilds")
    if "rob_kong" in flags:
        found.append("robbing_the_kong")
    if "last_tile" in flags:
        found.append("last_tile_draw")
    if "heavenly" in flags:
        found.append("heavenly_hand")
    if "earthly" in flags:
        found.append("earthly_hand")
    return found


def flower_patterns(record, seat, options):
    aside = parse(record["hands"][seat].get("flowers", ""))
    flowers = [flower for flower in aside if flower not in wild_tiles(record)]
    if all(flower in flowers for flower in SEASONS + PLANTS):
        return ["eight_flowers"]
    groups, own = [], []
    for group in (SEASONS, PLANTS):
        if all(flower in flowers for flower in group):
            groups.append("four_flowers")
        else:
            counting = [flower for flower in OWN_FLOWERS[seat_wind(record, seat)] if flower in group]
            own += ["seat_flower" for flower in counting if flower in flowers]
    return groups + (own[:1] if options["own_flower_once"] else own)


def wait(place, last):
    """The id of the wait, or None for a two-sided one."""
    if place.kind == "pair":
        return "single_wait"
    if place.kind == "pung":
        return "two_pair_wait"
    if place.tiles[1] == last:
        return "closed_wait"
    low = place.tiles[0][0]
    if (low == "1" and place.tiles[2] == last) or (low == "7" and place.tiles[0] == last):
        return "edge_wait"
    return None


def reading_patterns(record, win, options, reading):
    """The ids that depend on the reading."""
    concealed_groups, place, last = reading
    melds = [meld_group(meld) for meld in melds_of(record, win["seat"])]
    groups = [*concealed_groups, *melds]
    pungs = [group.tiles[0] for group in groups if group.kind in ("pung", "kong")]
    pair = next(group.tiles[0] for group in groups if group.kind == "pair")
    bearing = [*DRAGONS, seat_wind(record, win["seat"]), round_wind(record)]
    waiting, found = wait(place, last), []
    if waiting:
        found.append(waiting)
    one_sided = waiting in ("edge_wait", "closed_wait", "single_wait")
    if not pungs and pair not in bearing and not (options["all_chows_two_sided"] and one_sided):
        found.append("all_chows")
    if len(melds) == 4 and waiting == "single_wait":
        found.append("melded_hand")
    if len(pungs) == 4:
        found.append("all_pungs")
    found += ["dragon_pung" for tile in pungs if tile in DRAGONS]
    if seat_wind(record, win["seat"]) in pungs:
        found.append("seat_wind")
    if round_wind(record) in pungs:
        found.append("prevalent_wind")
    return found + suit_patterns(groups)


def suit_patterns(groups):
    tiles = [tile for group in groups for tile in group.tiles]
    suits, honours = {tile[1] for tile in tiles} - {"z"}, any(tile in HONOURS for tile in tiles)
    if not suits:
        return ["all_honors"]
    if len(suits) == 1:
        return ["half_flush" if honours else "full_flush"]
    return []


def best(record, win, options, found):
    """(tai, sorted ids) of the best of the readings `found`."""
    always = circumstances(record, win) + flower_patterns(record, win["seat"], options)
    tai, rated = TAI | options.get("worths", {}), []
    for reading in found:
        ids = sorted(always + reading_patterns(record, win, options, reading))
        rated.append((-sum(tai[name] for name in ids), ids))
    less, ids = min(rated)
    return -less, ids


# Payments ------------------------------------------------------------------------------------------------------------


def taken(record, taker, feeder):
    """How many melds `taker` has from `feeder`."""
    melds = [meld for meld in melds_of(record, taker) if meld["kind"] != "concealed_kong"]
    return sum(meld.get("from") == feeder for meld in melds)


def liable_seats(record, winner, options):
    if not options["liability"]:
        return []
    found = []
    for seat in range(4):
        mutual = options["liability_mutual"] and taken(record, seat, winner) >= 3
        if seat != winner and (taken(record, winner, seat) >= 3 or mutual):
            found.append(seat)
    return found


def pay_win(record, win, value, options, delta):
    seat, giver = win["seat"], win.get("from")
    liable = liable_seats(record, seat, options)
    if giver is not None:
        pay(delta, giver, seat, value * options["discard_shares"])
        for other in liable:
            if other != giver:
                pay(delta, other, seat, value)
    elif liable:
        for other in liable:
            pay(delta, other, seat, 3 * value)
    else:
        for other in range(4):
            pay(delta, other, seat, value)


# The answer ----------------------------------------------------------------------------------------------------------


def distance(win):
    """How far the claimer sits after the giver; a self-draw has no rival."""
    return 0 if win.get("from") is None else (win["seat"] - win["from"]) % 4


def answer(record):
    options = OPTIONS | record.get("options", {})
    wins = record.get("wins", [])
    found = [readings(record, win) for win in wins]
    reasons = [reason_against(record, win, options, f) for win, f in zip(wins, found, strict=True)]
    legal = [number for number, reason in enumerate(reasons) if reason is None]
    winner = min(legal, key=lambda number: distance(wins[number]), default=None)
    entries, delta, offenders = [], [0] * 4, []
    for number, win in enumerate(wins):
        if number == winner:
            tai, ids = best(record, win, options, found[number])
            value = options["base"] + tai
            pay_win(record, win, value, options, delta)
            entries.append({"seat": win["seat"], "valid": True, "value": value, "patterns": ids})
            continue
        reason = reasons[number] or "priority"
        if reason != "priority":
            offenders.append(win["seat"])
        entries.append({"seat": win["seat"], "valid": False, "reason": reason, "value": 0, "patterns": []})
    fine(record, offenders, options["false_win_penalty"], delta)
    winners = [] if winner is None else [wins[winner]["seat"]]
    return {"wins": entries, "delta": delta, "next_dealer": next_dealer(record, winners), "carry": {}}
