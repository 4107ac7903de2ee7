"""Generic house rules, written from rules/generic.md in the order of the page."""

from math import prod

from .hand import (
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
    pay_kongs,
)

OPTIONS = {
    "values": {},
    "combine": "best",
    "minimum": 1,
    "allow_chow": True,
    "win_on_discard": True,
    "multi_win": True,
    "discard_pays": "one",
    "self_draw_factor": 1,
    "dealer_double": False,
    "kong_unit": 0,
    "rotation": "pass",
    "false_win_penalty": 0,
}

VALUES = {
    "plain_hand": 1,
    "all_pungs": 2,
    "full_flush": 4,
    "seven_pairs": 4,
    "melded_hand": 4,
    "full_flush_pungs": 8,
    "full_flush_seven_pairs": 16,
    "full_flush_melded_hand": 16,
    "thirteen_orphans": 32,
    "big_four_winds": 32,
    "seven_shifted_pairs": 32,
    "all_honors": 16,
}

# 11, 10, 9, 12, 8, 7, 6, 5, 4, 3, 2, 1
FIRST_OF_EQUALS = [
    "seven_shifted_pairs",
    "big_four_winds",
    "thirteen_orphans",
    "all_honors",
    "full_flush_melded_hand",
    "full_flush_seven_pairs",
    "full_flush_pungs",
    "melded_hand",
    "seven_pairs",
    "full_flush",
    "all_pungs",
    "plain_hand",
]


# Winning shapes ------------------------------------------------------------------------------------------------------


def readings(record, win):
    """Every reading as (shape, groups): shape is sets, seven_pairs or thirteen_orphans; groups only for sets."""
    tiles, melds = concealed_of(record, win["seat"]) + parse(win["tile"]), melds_of(record, win["seat"])
    groups = [meld_group(meld) for meld in melds]
    found = [("sets", [*own, *groups]) for own in partings(tiles, 1) if len(own) + len(melds) == 5]
    if not melds and len(tiles) == 14 and all(tiles.count(tile) in (2, 4) for tile in tiles):
        found.append(("seven_pairs", []))
    if not melds and len(tiles) == 14 and set(tiles) == set(TERMINALS + HONOURS):
        found.append(("thirteen_orphans", []))
    return found


# Patterns ------------------------------------------------------------------------------------------------------------


def fitting(record, win, options, shape, groups):
    """The entries that fit a reading, without those that the house has removed."""
    tiles = concealed_of(record, win["seat"]) + parse(win["tile"])
    for meld in melds_of(record, win["seat"]):
        tiles += parse(meld["tiles"])
    flush = len({tile[1] for tile in tiles}) == 1 and tiles[0][1] != "z"
    found = []
    if shape == "thirteen_orphans":
        found.append("thirteen_orphans")
    elif shape == "seven_pairs":
        found.append("seven_pairs")
        if flush:
            found += ["full_flush", "full_flush_seven_pairs"]
            low = int(min(tiles)[0])
            if sorted(int(tile[0]) for tile in tiles) == sorted([*range(low, low + 7)] * 2):
                found.append("seven_shifted_pairs")
    else:
        found += of_sets(record, win, tiles, groups, flush)
    return [name for name in found if table(options)[name]]


def of_sets(record, win, tiles, groups, flush):
    melds = melds_of(record, win["seat"])
    pungs = [group.tiles[0] for group in groups if group.kind in ("pung", "kong")]
    found = ["plain_hand"]
    if len(pungs) == 4:
        found.append("all_pungs")
    if flush:
        found.append("full_flush")
        if len(pungs) == 4:
            found.append("full_flush_pungs")
    if len(melds) == 4 and len(pungs) == 4:
        found.append("melded_hand")
        if flush:
            found.append("full_flush_melded_hand")
    if all(wind in pungs for wind in WINDS):
        found.append("big_four_winds")
    if all(tile in HONOURS for tile in tiles):
        found.append("all_honors")
    return found


def table(options):
    return VALUES | options["values"]


# Value formula -------------------------------------------------------------------------------------------------------


def factors(entries):
    """The entries that `product` multiplies."""
    entries = [name for name in entries if name not in FIRST_OF_EQUALS[4:7]]
    if "big_four_winds" in entries or "all_honors" in entries:
        entries = [name for name in entries if name != "all_pungs"]
    if "seven_shifted_pairs" in entries:
        entries = [name for name in entries if name not in ("seven_pairs", "full_flush")]
    others = [name for name in entries if name != "plain_hand"]
    return others or entries


def value_and_patterns(record, win, options):
    found = readings(record, win)
    if options["combine"] == "best":
        entries = {name for shape, groups in found for name in fitting(record, win, options, shape, groups)}
        best = min(entries, key=lambda name: (-table(options)[name], FIRST_OF_EQUALS.index(name)), default=None)
        value, ids = (table(options)[best], [best]) if best else (0, [])
    else:
        rated = []
        for shape, groups in found:
            ids = factors(fitting(record, win, options, shape, groups))
            worth = prod(table(options)[name] for name in ids) if ids else 0
            pungs = sum(group.kind in ("pung", "kong") for group in groups)
            rank = ["seven_pairs", "thirteen_orphans", "sets"].index(shape)
            rated.append((-worth, rank, pungs != 4, ids))
        less, _, _, ids = min(rated)
        value = -less
    return value, sorted([*ids, "self_draw"] if win.get("from") is None else ids)


# Penalties: reasons --------------------------------------------------------------------------------------------------


def refused_for_order(win, winners, options):
    """`priority` or `hand_over` (Decision 7), or None."""
    if not winners:
        return None
    if not options["multi_win"]:
        return "priority"  # none of the entries after the first legal one counts, on whatever tile
    first = winners[0]
    same = win.get("from") is not None and win["from"] == first.get("from") and win["tile"] == first["tile"]
    return None if same and win["seat"] not in [winner["seat"] for winner in winners] else "hand_over"


def reason_against(record, win, options):
    """The first other reason that makes the claim illegal, or None."""
    seat, melds = win["seat"], melds_of(record, win["seat"])
    if has_foul(record, seat, "dead_hand"):
        return "dead_hand"
    if len(concealed_of(record, seat)) != 13 - 3 * len(melds):
        return "tile_count"
    if any(not is_set(meld) or meld["kind"] == "chow" and not options["allow_chow"] for meld in melds):
        return "bad_meld"
    if win.get("from") is not None and not options["win_on_discard"]:
        return "discard_not_allowed"
    if not readings(record, win):
        return "not_a_win"
    if value_and_patterns(record, win, options)[0] < options["minimum"]:
        return "below_minimum"
    return None


# Payments ------------------------------------------------------------------------------------------------------------


def pay_win(record, win, value, options, delta):
    seat, giver, dealer = win["seat"], win.get("from"), record.get("dealer", 0)
    for other in range(4):
        if other == seat:
            continue
        owed = value * (2 if options["dealer_double"] and dealer in (seat, other) else 1)
        if giver is None:
            pay(delta, other, seat, owed * options["self_draw_factor"])
        elif other == giver or options["discard_pays"] == "all":
            pay(delta, giver, seat, owed)


# The answer ----------------------------------------------------------------------------------------------------------


def answer(record):
    options, wins = OPTIONS | record.get("options", {}), record.get("wins", [])
    entries, winners, delta, offenders = [], [], [0] * 4, []
    for win in wins:
        free = refused_for_order(win, winners, options)
        reason = free or reason_against(record, win, options)
        if reason:
            offenders += [] if free else [win["seat"]]
            entries.append({"seat": win["seat"], "valid": False, "reason": reason, "value": 0, "patterns": []})
            continue
        winners.append(win)
        value, patterns = value_and_patterns(record, win, options)
        pay_win(record, win, value, options, delta)
        entries.append({"seat": win["seat"], "valid": True, "value": value, "patterns": patterns})
    fine(record, offenders, options["false_win_penalty"], delta)
    if winners or not wins:
        pay_kongs(record, options["kong_unit"], [], delta)
    seats = [win["seat"] for win in winners]
    follows = seats[0] if seats and options["rotation"] == "winner" else next_dealer(record, seats)
    return {"wins": entries, "delta": delta, "next_dealer": follows, "carry": {}}
