"""Kawuxing, written from rules/kawuxing.md in the order of the page."""

from math import prod

from .hand import (
    DRAGONS,
    SUITED,
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

SEATS = 3
OPTIONS = {
    "bao_hu": True,
    "bao_hu_mutual": True,
    "rob_in_chain": False,
    "triplet_pung": False,
    "draw_show_pay": 1,
    "cap": 0,
    "last_tile_claim": True,
    "false_win_penalty": 0,
    "worths": {},
}
FACTORS = {
    "plain_hand": 1,
    "all_pungs": 2,
    "ming_si_gui": 2,
    "an_si_gui": 4,
    "seven_pairs": 4,
    "long_qi_dui": 8,
    "shuang_long_qi_dui": 16,
    "san_long_qi_dui": 32,
    "big_three_dragons": 8,
    "little_three_dragons": 4,
    "out_with_replacement": 2,
    "kong_discard": 2,
    "robbing_the_kong": 2,
    "full_flush": 4,
    "melded_hand": 4,
    "last_tile_draw": 2,
    "last_tile_claim": 2,
    "liang_dao": 2,
    "ka_wu_xing": 2,
    "self_draw": 1,
}
TILE_SET = [tile for tile in SUITED if tile[1] in "ps"] + DRAGONS


# Winning shapes ------------------------------------------------------------------------------------------------------


def held(record, win):
    return concealed_of(record, win["seat"]) + parse(win["tile"])


def all_tiles(record, win):
    tiles = held(record, win)
    for meld in melds_of(record, win["seat"]):
        tiles += parse(meld["tiles"])
    return tiles


def is_seven_pairs(record, win):
    tiles = held(record, win)
    return not melds_of(record, win["seat"]) and all(tiles.count(tile) in (2, 4) for tile in tiles)


def readings(record, win):
    """Every reading, seven pairs as None, else (concealed groups, melds)."""
    if not all(tile in TILE_SET for tile in all_tiles(record, win)):
        return []
    melds = [meld_group(meld) for meld in melds_of(record, win["seat"])]
    found = [None] if is_seven_pairs(record, win) else []
    return found + [(groups, melds) for groups in partings(held(record, win), 1) if len(groups) + len(melds) == 5]


# Patterns ------------------------------------------------------------------------------------------------------------


def robs(record, win):
    giver = win.get("from")
    return "rob_kong" in win.get("flags", []) and giver is not None and shows_pung(record, giver, win["tile"])


def circumstances(record, win, options):
    """The ids that are the same in every reading."""
    flags, self_drawn, found = win.get("flags", []), win.get("from") is None, []
    if self_drawn:
        found.append("self_draw")
    if self_drawn and "after_kong" in flags:
        found.append("out_with_replacement")
    if not self_drawn and "kong_discard" in flags:
        found.append("kong_discard")
    if robs(record, win):
        found.append("robbing_the_kong")
    if "last_tile" in flags and self_drawn:
        found.append("last_tile_draw")
    if "last_tile" in flags and not self_drawn and options["last_tile_claim"]:
        found.append("last_tile_claim")
    if record["hands"][win["seat"]].get("ready") == "shown":
        found.append("liang_dao")
    if len({tile[1] for tile in all_tiles(record, win)}) == 1 and all_tiles(record, win)[0][1] in "ps":
        found.append("full_flush")
    return found


def pair_patterns(record, win):
    tiles = held(record, win)
    fours = sum(tiles.count(tile) == 4 for tile in set(tiles))
    return [["seven_pairs", "long_qi_dui", "shuang_long_qi_dui", "san_long_qi_dui"][fours]]


def set_patterns(record, win, concealed, melds):
    tile, found = win["tile"], []
    groups = [*concealed, *melds]
    pungs = [group.tiles[0] for group in groups if group.kind in ("pung", "kong")]
    pair = next(group.tiles[0] for group in groups if group.kind == "pair")
    found.append("all_pungs" if len(pungs) == 4 else "plain_hand")
    if any(meld["kind"] == "pung" and tile in parse(meld["tiles"]) for meld in melds_of(record, win["seat"])):
        found.append("ming_si_gui")
    if concealed_of(record, win["seat"]).count(tile) == 3:
        found.append("an_si_gui")
    dragons = [dragon for dragon in DRAGONS if dragon in pungs]
    if len(dragons) == 3:
        found.append("big_three_dragons")
    if len(dragons) == 2 and pair in DRAGONS:
        found.append("little_three_dragons")
    if len(melds) == 4:
        found.append("melded_hand")
    if tile[0] == "5" and any(group.kind == "chow" and group.tiles[1] == tile for group in concealed):
        found.append("ka_wu_xing")
    return found


def value_and_patterns(record, win, options):
    rated, factors = [], FACTORS | options["worths"]
    for reading in readings(record, win):
        of_reading = pair_patterns(record, win) if reading is None else set_patterns(record, win, *reading)
        ids = sorted(of_reading + circumstances(record, win, options))
        rated.append((prod(max(factors[name], 1) for name in ids), reading is None, "all_pungs" in ids, len(ids), ids))
    value, _, _, _, ids = max(rated)
    return (min(value, options["cap"]) if options["cap"] else value), ids


# Penalties -----------------------------------------------------------------------------------------------------------


def reason_against(record, win, won):
    """The first reason, or None; `won`: the legal claims before this one."""
    seat = win["seat"]
    if won:
        same = win.get("from") is not None and (win["from"], win["tile"]) == (won[0].get("from"), won[0]["tile"])
        if not same or seat in [earlier["seat"] for earlier in won]:
            return "hand_over"
    if has_foul(record, seat, "dead_hand"):
        return "dead_hand"
    if len(concealed_of(record, seat)) != 13 - 3 * len(melds_of(record, seat)):
        return "tile_count"
    if any(meld["kind"] == "chow" or not is_set(meld) for meld in melds_of(record, seat)):
        return "bad_meld"
    return None if readings(record, win) else "not_a_win"


# Payments ------------------------------------------------------------------------------------------------------------


def is_shown(record, seat):
    return record["hands"][seat].get("ready") == "shown"


def pay_win(record, win, value, options, delta):
    seat, giver = win["seat"], win.get("from")
    if giver is None:
        for other in range(SEATS):
            pay(delta, other, seat, value)
        return
    double = options["bao_hu"] and is_shown(record, seat)
    if is_shown(record, giver) and not options["bao_hu_mutual"]:
        double = False
    pay(delta, giver, seat, 2 * value if double else value)


def kongs_of(record):
    if record.get("kongs") is not None:
        return record["kongs"]
    melds = [(seat, meld) for seat in range(SEATS) for meld in melds_of(record, seat)]
    return [{"seat": seat, "kind": m["kind"], "from": m.get("from")} for seat, m in melds if m["kind"].endswith("kong")]


def pay_kongs(record, delta):
    for kong in kongs_of(record):
        times = 2 ** kong.get("chain", 0)
        if kong["kind"] == "kong":
            if kong.get("from") is not None:
                pay(delta, kong["from"], kong["seat"], 2 * times)
            continue
        for other in range(SEATS):
            pay(delta, other, kong["seat"], (2 if kong["kind"] == "concealed_kong" else 1) * times)


def pay_showing(record, options, delta):
    for seat in range(SEATS):
        for other in range(SEATS):
            if is_shown(record, seat) and not is_shown(record, other):
                pay(delta, seat, other, options["draw_show_pay"])


# The answer ----------------------------------------------------------------------------------------------------------


def answer(record):
    options = OPTIONS | record.get("options", {})
    wins, entries, delta, won, offenders = record.get("wins", []), [], [0] * SEATS, [], []
    for win in wins:
        reason = reason_against(record, win, won)
        if reason is not None:
            if reason != "hand_over":
                offenders.append(win["seat"])
            entries.append({"seat": win["seat"], "valid": False, "reason": reason, "value": 0, "patterns": []})
            continue
        value, ids = value_and_patterns(record, win, options)
        pay_win(record, win, value, options, delta)
        won.append(win)
        entries.append({"seat": win["seat"], "valid": True, "value": value, "patterns": ids})
    fine(record, offenders, options["false_win_penalty"], delta)
    if won or not wins:
        pay_kongs(record, delta)
    if not wins:
        pay_showing(record, options, delta)
    dealer = record.get("dealer", 0)
    if won:
        dealer = won[0]["from"] if len(won) > 1 else won[0]["seat"]
    return {"wins": entries, "delta": delta, "next_dealer": dealer, "carry": {}}
