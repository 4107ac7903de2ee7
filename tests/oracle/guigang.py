"""Guigang, written from rules/guigang.md in the order of the page."""

from .hand import (
    DRAGONS,
    HONOURS,
    TERMINALS,
    WINDS,
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
    "fan_cap": 5,
    "full_flush_pungs_fan": 7,
    "little_three_dragons_fan": 6,
    "liability": "same_feeder",
    "false_win_penalty": 32,
}

FANS_A = {"chicken_hand": 1, "all_chows": 2, "half_flush": 3, "all_pungs": 4}

# In the table's order, which decides between equal fans.
FANS_C = {
    "heavenly_hand": 8,
    "humanly_hand": 8,
    "earthly_hand": 8,
    "all_honors": 8,
    "all_terminals": 8,
    "big_three_dragons": 8,
    "big_four_winds": 8,
    "nine_gates": 8,
    "thirteen_orphans": 8,
    "full_flush_pungs": 7,
    "little_four_winds": 7,
    "little_three_dragons": 6,
    "all_terminals_and_honors": 6,
    "full_flush": 5,
    "half_flush_pungs": 5,
    "seven_pairs": 5,
}
ORDER_C = list(FANS_C)
IDS = [*FANS_A, *FANS_C, "self_draw", "seat_wind", "prevalent_wind", "dragon_pung", "ready_hand"] + [
    "out_with_replacement",
    "robbing_the_kong",
    "last_tile_draw",
    "triple_win",
]


# Winning shapes ------------------------------------------------------------------------------------------------------


def readings(record, win):
    """Every reading as (shape, groups): shape is sets, seven_pairs or thirteen_orphans; groups only for sets."""
    tiles = concealed_of(record, win["seat"]) + parse(win["tile"])
    if not all(is_set(meld) for meld in melds_of(record, win["seat"])):
        return []
    melds = [meld_group(meld) for meld in melds_of(record, win["seat"])]
    found = [("sets", [*groups, *melds]) for groups in partings(tiles, 1) if len(groups) + len(melds) == 5]
    if not melds and is_seven_pairs(tiles):
        found.append(("seven_pairs", []))
    if not melds and is_thirteen_orphans(tiles):
        found.append(("thirteen_orphans", []))
    return found


def is_seven_pairs(tiles):
    return len(tiles) == 14 and all(tiles.count(tile) in (2, 4) for tile in tiles)


def is_thirteen_orphans(tiles):
    return len(tiles) == 14 and set(tiles) == set(TERMINALS + HONOURS)


# Minimum to win ------------------------------------------------------------------------------------------------------


def reason_against(record, win):
    """The first reason that makes the claim illegal, or None."""
    seat = win["seat"]
    if has_foul(record, seat, "dead_hand", "false_win"):
        return "dead_hand"
    if len(concealed_of(record, seat)) != 13 - 3 * len(melds_of(record, seat)):
        return "tile_count"
    if not readings(record, win):
        return "not_a_win"
    return None


# Patterns ------------------------------------------------------------------------------------------------------------


def all_tiles(record, win):
    tiles = concealed_of(record, win["seat"]) + parse(win["tile"])
    for meld in melds_of(record, win["seat"]):
        tiles += parse(meld["tiles"])
    return tiles


def one_suit(tiles):
    """All tiles of one suit, no honours."""
    return len({tile[1] for tile in tiles}) == 1 and tiles[0][1] != "z"


def one_suit_and_honours(tiles):
    letters = {tile[1] for tile in tiles}
    return len(letters) == 2 and "z" in letters


def pungs(groups):
    """The tile of each pung or kong."""
    return [group.tiles[0] for group in groups if group.kind in ("pung", "kong")]


def pair(groups):
    return next(group.tiles[0] for group in groups if group.kind == "pair")


def within_limit(record, win, groups):
    """Table A."""
    found = []
    if not pungs(groups):
        found.append("all_chows")
    if one_suit_and_honours(all_tiles(record, win)):
        found.append("half_flush")
    if len(pungs(groups)) == 4:
        found.append("all_pungs")
    return found or ["chicken_hand"]


def additions(record, win, groups):
    """Table B; every one is a fan."""
    seat, found = win["seat"], []
    if win.get("from") is None:
        found.append("self_draw")
    if seat_wind(record, seat) in pungs(groups):
        found.append("seat_wind")
    if round_wind(record) in pungs(groups):
        found.append("prevalent_wind")
    found += ["dragon_pung" for tile in pungs(groups) if tile in DRAGONS]
    if record["hands"][seat].get("ready") == "declared":
        found.append("ready_hand")
    return found


def specials(record, win, shape, groups):
    """Table C: all that hold."""
    found = first_turn(record, win)
    if shape == "thirteen_orphans":
        return [*found, "thirteen_orphans"]
    tiles = all_tiles(record, win)
    if shape == "seven_pairs":
        found.append("seven_pairs")
    else:
        found += specials_of_sets(tiles, groups)
    if is_nine_gates(record, win):
        found.append("nine_gates")
    ends_and_honours = all(tile in TERMINALS + HONOURS for tile in tiles)
    if ends_and_honours and any(tile in TERMINALS for tile in tiles) and any(tile in HONOURS for tile in tiles):
        found.append("all_terminals_and_honors")
    if one_suit(tiles):
        found.append("full_flush")
    return found


def first_turn(record, win):
    flags, melds = win.get("flags", []), melds_of(record, win["seat"])
    dealer, giver = record.get("dealer", 0), win.get("from")
    is_dealer, self_drawn = win["seat"] == dealer, giver is None
    found = []
    if "heavenly" in flags and is_dealer and self_drawn and not melds:
        found.append("heavenly_hand")
    if "humanly" in flags and not is_dealer and giver == dealer and not melds:
        found.append("humanly_hand")
    if "earthly" in flags and not is_dealer and self_drawn and not melds:
        found.append("earthly_hand")
    return found


def specials_of_sets(tiles, groups):
    found, in_pungs, of_pair = [], pungs(groups), pair(groups)
    if len(in_pungs) == 4:
        if all(tile in HONOURS for tile in tiles):
            found.append("all_honors")
        if all(tile in TERMINALS for tile in tiles):
            found.append("all_terminals")
        if one_suit(tiles):
            found.append("full_flush_pungs")
        if one_suit_and_honours(tiles):
            found.append("half_flush_pungs")
    winds = [tile for tile in WINDS if tile in in_pungs]
    dragons = [tile for tile in DRAGONS if tile in in_pungs]
    if len(dragons) == 3:
        found.append("big_three_dragons")
    if len(winds) == 4:
        found.append("big_four_winds")
    if len(winds) == 3 and of_pair in WINDS:
        found.append("little_four_winds")
    if len(dragons) == 2 and of_pair in DRAGONS:
        found.append("little_three_dragons")
    return found


def is_nine_gates(record, win):
    before = sorted(concealed_of(record, win["seat"]))
    suit = win["tile"][1]
    return not melds_of(record, win["seat"]) and before == [number + suit for number in "1112345678999"]


def robs(record, win):
    giver = win.get("from")
    return "rob_kong" in win.get("flags", []) and giver is not None and shows_pung(record, giver, win["tile"])


def events(record, win, triple):
    """Table D."""
    flags, self_drawn = win.get("flags", []), win.get("from") is None
    found = []
    if self_drawn and "after_kong" in flags:
        found.append("out_with_replacement")
    if robs(record, win):
        found.append("robbing_the_kong")
    if self_drawn and "last_tile" in flags:
        found.append("last_tile_draw")
    if triple:
        found.append("triple_win")
    return found


def is_triple(record, legal):
    """Three legal winners on one discard; a robbed tile is no discard."""
    return len(legal) == 3 and not any(win.get("from") is None or robs(record, win) for win in legal)


# Value formula -------------------------------------------------------------------------------------------------------


def worth(options, name, fans):
    """What the page says, or the house in its place; of an event (D) the fans that it lifts to."""
    return options.get("worths", {}).get(name, fans)


def rate(record, win, options, shape, groups):
    """One reading after step 2, as (key, fan, ids); the smaller key is the better reading."""
    ids, uncapped = [], 0
    if shape == "sets":
        within, added = within_limit(record, win, groups), additions(record, win, groups)
        ids = sorted(within + added)
        uncapped = sum(worth(options, name, FANS_A.get(name, 1)) for name in ids)
    b = min(options["fan_cap"], uncapped)
    fans = FANS_C | {name: options[name + "_fan"] for name in ("full_flush_pungs", "little_three_dragons")}
    fans = {name: worth(options, name, fan) for name, fan in fans.items()}
    holding = specials(record, win, shape, groups)
    special = min(holding, key=lambda name: (-fans[name], ORDER_C.index(name)), default=None)
    s = fans[special] if special else 0
    if special and s >= b:
        return (-s, 0, ORDER_C.index(special), []), s, [special]
    return (-b, 1, -uncapped, ids), b, ids


def value_and_patterns(record, win, options, triple):
    rated = [rate(record, win, options, shape, groups) for shape, groups in readings(record, win)]
    _, fan, ids = min(rated)
    lifting = events(record, win, triple)
    fan = max([fan, *[worth(options, name, options["fan_cap"]) for name in lifting]])
    return 2**fan, sorted(ids + lifting)


# Payments ------------------------------------------------------------------------------------------------------------


def liable_seat(record, win, options):
    """Who pays for everybody (包胡), or None."""
    feeders = [meld.get("from") for meld in melds_of(record, win["seat"]) if meld["kind"] != "concealed_kong"]
    if options["liability"] == "same_feeder":
        return next((seat for seat in range(4) if feeders.count(seat) >= 3), None)
    if options["liability"] == "third_meld" and len(feeders) >= 3:
        return feeders[2]
    return None


def pay_win(record, win, value, options, triple, delta):
    seat, giver = win["seat"], win.get("from")
    liable = liable_seat(record, win, options)
    if robs(record, win):
        pay(delta, giver, seat, 3 * value)
    elif giver is not None:
        pay(delta, giver if triple or liable is None else liable, seat, value)
    elif liable is not None:
        pay(delta, liable, seat, 3 * value)
    else:
        for other in range(4):
            pay(delta, other, seat, value)


# The answer ----------------------------------------------------------------------------------------------------------


def answer(record):
    options = OPTIONS | record.get("options", {})
    wins = record.get("wins", [])
    reasons = [reason_against(record, win) for win in wins]
    legal = [win for win, reason in zip(wins, reasons, strict=True) if reason is None]
    triple = is_triple(record, legal)
    entries, delta = [], [0] * 4
    for win, reason in zip(wins, reasons, strict=True):
        if reason is not None:
            entries.append({"seat": win["seat"], "valid": False, "reason": reason, "value": 0, "patterns": []})
            continue
        value, patterns = value_and_patterns(record, win, options, triple)
        pay_win(record, win, value, options, triple, delta)
        entries.append({"seat": win["seat"], "valid": True, "value": value, "patterns": patterns})
    fine(record, [e["seat"] for e in entries if not e["valid"]], options["false_win_penalty"], delta)
    winners = [win["seat"] for win in legal]
    return {"wins": entries, "delta": delta, "next_dealer": next_dealer(record, winners), "carry": {}}
