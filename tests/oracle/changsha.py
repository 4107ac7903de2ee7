"""Changsha, written from rules/changsha.md in the order of the page."""

from .hand import concealed_of, fine, has_foul, is_set, meld_group, melds_of, parse, partings, shows_pung

OPTIONS = {
    "dealer_extra": 10,
    "birds": 1,
    "bird_mode": "double",
    "bird_origin": "dealer",
    "opening_hands": True,
    "kong_dice": 2,
    "false_win_penalty": 40,
    "worths": {},
}
SMALL, BIG_SELF_DRAW, BIG_DISCARD = 10, 30, 60
OPENING = ["si_xi", "ban_ban_hu", "que_yi_se", "liu_liu_shun"]
PATTERNS = [
    *OPENING, "xiao_hu", "heavenly_hand", "earthly_hand", "all_pungs", "jiang_jiang_hu", "full_flush", "seven_pairs",
    "last_tile_draw", "last_tile_claim", "out_with_replacement", "robbing_the_kong", "kong_discard",
]  # fmt: skip
JIANG = "258"


# Winning shapes ------------------------------------------------------------------------------------------------------


def all_tiles(record, win):
    tiles = concealed_of(record, win["seat"]) + parse(win.get("tile", ""))
    for meld in melds_of(record, win["seat"]):
        tiles += parse(meld["tiles"])
    return tiles


def is_one_suit(tiles):
    return len({tile[1] for tile in tiles}) == 1


def set_readings(record, win):
    """Every reading as four sets and a pair."""
    melds = melds_of(record, win["seat"])
    tiles = concealed_of(record, win["seat"]) + parse(win["tile"])
    groups = [meld_group(meld) for meld in melds]
    return [[*found, *groups] for found in partings(tiles, 1) if len(found) + len(melds) == 5]


def is_seven_pairs(record, win):
    tiles = concealed_of(record, win["seat"]) + parse(win["tile"])
    return not melds_of(record, win["seat"]) and all(tiles.count(tile) in (2, 4) for tile in tiles)


def readings(record, win):
    """The legal readings, each as the list of the big patterns that its shape gives."""
    tiles, found = all_tiles(record, win), []
    if not all(is_set(meld) for meld in melds_of(record, win["seat"])):
        return []
    always = ["full_flush"] if is_one_suit(tiles) else []
    all_jiang = all(tile[0] in JIANG for tile in tiles)
    if all_jiang:
        always.append("jiang_jiang_hu")
    for groups in set_readings(record, win):
        pair = next(group.tiles[0] for group in groups if group.kind == "pair")
        pungs = all(group.kind in ("pung", "kong", "pair") for group in groups)
        shown = always + (["all_pungs"] if pungs else [])
        if pair[0] in JIANG or "all_pungs" in shown or "full_flush" in shown:
            found.append(shown)
    if is_seven_pairs(record, win):
        found.append([*always, "seven_pairs"])
    if all_jiang:
        found.append(["jiang_jiang_hu"])
    return found


# Minimum to win: opening claims ---------------------------------------------------------------------------------------


def holds(record, win, flag):
    """A flag that does not contradict the record."""
    seat, giver, dealer = win["seat"], win.get("from"), record.get("dealer", 0)
    melds = melds_of(record, seat)
    if flag not in win.get("flags", []):
        return False
    if flag == "after_kong":
        return giver is None and any("kong" in meld["kind"] for meld in melds)
    if flag == "earthly":
        return seat != dealer and giver == dealer and not melds
    if flag == "heavenly":
        return seat == dealer and giver is None and not melds
    if flag == "kong_discard":
        return giver is not None
    if flag == "rob_kong":
        return giver is not None and shows_pung(record, giver, win["tile"])
    return True


def is_opening_claim(record, win):
    """A claim on the dealt tiles."""
    if "tile" in win:
        return holds(record, win, "heavenly")
    is_dealer = win["seat"] == record.get("dealer", 0)
    return not is_dealer and win.get("from") is None and not melds_of(record, win["seat"])


def is_heavenly(record, win):
    """天胡: the dealer's fourteen tiles are a winning shape."""
    return "tile" in win and holds(record, win, "heavenly") and readings(record, win) != []


def opening_patterns(record, win, options):
    if not options["opening_hands"]:
        return []
    tiles, found = all_tiles(record, win), []
    counts = [tiles.count(tile) for tile in set(tiles)]
    if 4 in counts:
        found.append("si_xi")
    if not any(tile[0] in JIANG for tile in tiles):
        found.append("ban_ban_hu")
    if len({tile[1] for tile in tiles}) < 3:
        found.append("que_yi_se")
    if len([count for count in counts if count >= 3]) >= 2:
        found.append("liu_liu_shun")
    return found


# Patterns ------------------------------------------------------------------------------------------------------------


def situations(record, win):
    found = []
    if holds(record, win, "heavenly"):
        found.append("heavenly_hand")
    if holds(record, win, "earthly"):
        found.append("earthly_hand")
    if holds(record, win, "after_kong"):
        found.append("out_with_replacement")
    if holds(record, win, "rob_kong"):
        found.append("robbing_the_kong")
    if holds(record, win, "kong_discard"):
        found.append("kong_discard")
    no_sea_bottom = holds(record, win, "after_kong") or holds(record, win, "kong_discard")
    if holds(record, win, "last_tile") and not no_sea_bottom:
        found.append("last_tile_draw" if win.get("from") is None else "last_tile_claim")
    return found


def patterns_of(record, win, options):
    """(small, ids): the small patterns, or the big ones of the best reading."""
    if is_opening_claim(record, win) and not is_heavenly(record, win):
        return True, opening_patterns(record, win, options)
    best = max(readings(record, win), key=len) + situations(record, win)
    return (False, best) if best else (True, ["xiao_hu"])


def reason_against(record, win, options):
    """The first reason but `hand_over`, or None."""
    seat = win["seat"]
    if has_foul(record, seat, "dead_hand"):
        return "dead_hand"
    if len(concealed_of(record, seat)) + 3 * len(melds_of(record, seat)) != 13:
        return "tile_count"
    opening = is_opening_claim(record, win)
    if "tile" not in win and not opening:
        return "tile_count"
    if any(tile[1] in "zf" for tile in all_tiles(record, win)):
        return "bad_tile"
    if opening and not is_heavenly(record, win):
        return None if opening_patterns(record, win, options) else "no_opening_hand"
    if readings(record, win):
        return None
    if all(is_set(meld) for meld in melds_of(record, seat)) and set_readings(record, win):
        return "needs_258_pair"
    return "not_a_win"


def stands_beside(record, win, won):
    """Whether a legal claim stands beside the legal ones before it."""
    first = won[0]
    if win["seat"] in [earlier["seat"] for earlier in won]:
        return False
    if is_opening_claim(record, first) or is_opening_claim(record, win):
        return is_opening_claim(record, first) and is_opening_claim(record, win)
    return win.get("from") is not None and (win["from"], win["tile"]) == (first.get("from"), first["tile"])


# Value and payments --------------------------------------------------------------------------------------------------


def units(options, ids):
    """One for each pattern, if the house does not say otherwise."""
    return sum(options["worths"].get(name, 1) for name in ids)


def base(win, options, small, ids):
    if win.get("from") is None:
        return (SMALL if small else BIG_SELF_DRAW) * units(options, ids)
    return (SMALL if small else BIG_DISCARD) * units(options, ids)


def bird_tiles(record, win, options, ids):
    if options["birds"] == 0:
        return []
    if "last_tile_draw" in ids or "last_tile_claim" in ids:
        return [win["tile"]]
    return record.get("birds", [])[: options["birds"]]


def bird_seat(tile, origin):
    return (origin + (int(tile[0]) - 1) % 4) % 4


def bird_factor(record, win, payer, options, ids):
    origin = record.get("dealer", 0) if options["bird_origin"] == "dealer" else win["seat"]
    seats = [bird_seat(tile, origin) for tile in bird_tiles(record, win, options, ids)]
    hits = len([seat for seat in seats if seat in (win["seat"], payer)])
    return 2**hits if options["bird_mode"] == "double" else 1 + hits


def pay_win(record, win, value, ids, options, delta):
    seat, dealer, giver = win["seat"], record.get("dealer", 0), win.get("from")
    for payer in range(4) if giver is None else [giver]:
        if payer == seat:
            continue
        extra = units(options, ids) * options["dealer_extra"] if dealer in (seat, payer) else 0
        amount = (value + extra) * bird_factor(record, win, payer, options, ids)
        delta[payer] -= amount
        delta[seat] += amount


def next_dealer(record, won, options):
    """`won`: (win, ids) of the legal claims."""
    dealer = record.get("dealer", 0)
    if not won:
        return record.get("carry", {}).get("haidi_seat", dealer)
    if len(won) == 1:
        return won[0][0]["seat"]
    if won[0][0].get("from") is not None:
        return won[0][0]["from"]
    birds = record.get("birds", [])[: options["birds"]]
    if birds:
        return bird_seat(birds[0], dealer)
    return min((win["seat"] for win, _ in won), key=lambda seat: (seat - dealer) % 4)


# The answer ----------------------------------------------------------------------------------------------------------


def answer(record):
    options = OPTIONS | record.get("options", {})
    entries, delta, won, offenders = [], [0] * 4, [], []
    for win in record.get("wins", []):
        reason = reason_against(record, win, options)
        if reason is not None:
            offenders.append(win["seat"])
        elif won and not stands_beside(record, win, [earlier for earlier, _ in won]):
            reason = "hand_over"
        if reason is not None:
            entries.append({"seat": win["seat"], "valid": False, "reason": reason, "value": 0, "patterns": []})
            continue
        small, ids = patterns_of(record, win, options)
        value = base(win, options, small, ids)
        pay_win(record, win, value, ids, options, delta)
        won.append((win, ids))
        entries.append({"seat": win["seat"], "valid": True, "value": value, "patterns": sorted(ids)})
    fine(record, offenders, options["false_win_penalty"], delta)
    return {"wins": entries, "delta": delta, "next_dealer": next_dealer(record, won, options), "carry": {}}
