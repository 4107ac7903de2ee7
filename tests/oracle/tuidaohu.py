"""Guangdong push-down, written from rules/tuidaohu.md in the order of the page."""

from .hand import (
    HONOURS,
    TERMINALS,
    concealed_of,
    fine,
    has_foul,
    is_set,
    meld_group,
    melds_of,
    parse,
    partings,
    pay,
    pay_kongs,
    shows_pung,
)

OPTIONS = {
    "plain_fan": 1,
    "all_pungs_fan": 5,
    "completed_patterns": True,
    "self_draw_factor": 1,
    "kong_pay": True,
    "false_win_penalty": 5,
    "draw_seconds": 15,
    "claim_seconds": 5,
}

FANS = {
    "concealed_hand": 5,
    "half_flush": 5,
    "full_flush": 10,
    "seven_pairs": 10,
    "all_honors": 20,
    "thirteen_orphans": 20,
    "out_with_replacement": 5,
    "robbing_the_kong": 5,
    "last_tile_draw": 5,
    "heavenly_hand": 20,
    "earthly_hand": 20,
}
OF_THE_SEED = ("concealed_hand", "half_flush", "full_flush", "all_pungs")


# Winning shapes ------------------------------------------------------------------------------------------------------


def readings(record, win, options):
    """Every reading as (shape, groups): shape is sets, seven_pairs or thirteen_orphans; groups only for sets."""
    tiles, melds = concealed_of(record, win["seat"]) + parse(win["tile"]), melds_of(record, win["seat"])
    if not all(is_set(meld) for meld in melds):
        return []
    groups = [meld_group(meld) for meld in melds]
    found = [("sets", [*own, *groups]) for own in partings(tiles, 1) if len(own) + len(melds) == 5]
    if options["completed_patterns"] and not melds and len(tiles) == 14:
        if all(tiles.count(tile) in (2, 4) for tile in tiles):
            found.append(("seven_pairs", []))
        if set(tiles) == set(TERMINALS + HONOURS):
            found.append(("thirteen_orphans", []))
    return found


def reason_against(record, win, options):
    """The first reason that makes the claim illegal, or None."""
    seat = win["seat"]
    if has_foul(record, seat, "dead_hand", "false_win"):
        return "dead_hand"
    if len(concealed_of(record, seat)) != 13 - 3 * len(melds_of(record, seat)):
        return "tile_count"
    return None if readings(record, win, options) else "not_a_win"


# Patterns ------------------------------------------------------------------------------------------------------------


def robs(record, win):
    giver = win.get("from")
    return "rob_kong" in win.get("flags", []) and giver is not None and shows_pung(record, giver, win["tile"])


def events(record, win):
    """The patterns of how the hand was won."""
    flags, melds, giver = win.get("flags", []), melds_of(record, win["seat"]), win.get("from")
    dealer, found = record.get("dealer", 0), []
    is_dealer = win["seat"] == dealer
    if giver is None and "after_kong" in flags:
        found.append("out_with_replacement")
    if robs(record, win):
        found.append("robbing_the_kong")
    if giver is None and "last_tile" in flags:
        found.append("last_tile_draw")
    if "heavenly" in flags and is_dealer and giver is None and not melds:
        found.append("heavenly_hand")
    if "earthly" in flags and not is_dealer and not melds and giver in (None, dealer):
        found.append("earthly_hand")
    return found


def patterns(record, win, options, shape, groups):
    melds, found = melds_of(record, win["seat"]), events(record, win)
    tiles = concealed_of(record, win["seat"]) + parse(win["tile"])
    for meld in melds:
        tiles += parse(meld["tiles"])
    suits, honours = {tile[1] for tile in tiles} - {"z"}, any(tile in HONOURS for tile in tiles)
    if all(meld["kind"] == "concealed_kong" for meld in melds):
        found.append("concealed_hand")
    if len(suits) == 1:
        found.append("half_flush" if honours else "full_flush")
    if not suits:
        found.append("all_honors")
    if shape == "sets":
        found += ["all_pungs"] if all(group.kind != "chow" for group in groups) else []
    else:
        found.append(shape)
    return sorted(name for name in found if options["completed_patterns"] or name in OF_THE_SEED)


def value_and_patterns(record, win, options):
    fans = FANS | {"all_pungs": options["all_pungs_fan"]} | options.get("worths", {})
    rated = []
    for shape, groups in readings(record, win, options):
        ids = patterns(record, win, options, shape, groups)
        plain = 0 if "concealed_hand" in ids else options["plain_fan"]
        rated.append((-plain - sum(fans[name] for name in ids), ids))
    less, ids = min(rated)
    return -less, ids


# Payments ------------------------------------------------------------------------------------------------------------


def pay_win(record, win, value, options, delta):
    seat, giver = win["seat"], win.get("from")
    if robs(record, win):
        pay(delta, giver, seat, 3 * value * options["self_draw_factor"])
    elif giver is not None:
        pay(delta, giver, seat, value)
    else:
        for other in range(4):
            pay(delta, other, seat, value * options["self_draw_factor"])


# The answer ----------------------------------------------------------------------------------------------------------


def answer(record):
    options = OPTIONS | record.get("options", {})
    entries, winners, delta = [], [], [0] * 4
    for win in record.get("wins", []):
        reason = reason_against(record, win, options)
        if reason:
            entries.append({"seat": win["seat"], "valid": False, "reason": reason, "value": 0, "patterns": []})
            continue
        winners.append(win)
        value, ids = value_and_patterns(record, win, options)
        pay_win(record, win, value, options, delta)
        entries.append({"seat": win["seat"], "valid": True, "value": value, "patterns": ids})
    fine(record, [e["seat"] for e in entries if not e["valid"]], options["false_win_penalty"], delta)
    if options["kong_pay"]:
        pay_kongs(record, 1, [(win["from"], win["tile"]) for win in winners if robs(record, win)], delta)
    nearest = min(winners, key=lambda win: (win["seat"] - (win.get("from") or 0)) % 4, default=None)
    follows = nearest["seat"] if nearest else record.get("dealer", 0)
    return {"wins": entries, "delta": delta, "next_dealer": follows, "carry": {}}
