"""Sichuan, Xuezhan and Xueliu, written from rules/sichuan.md in the order of the page, and from what the two others say
where they differ. What a house changes of the worths changes the tables; who wins has one fan at least.
"""

from functools import lru_cache

from .hand import SUITED, has_foul, is_set, meld_group, melds_of, parse, partings, pay

SHARED = {
    "direct_kong_all": False,
    "base": 1,
    "gen": True,
    "first_turn": True,
    "last_tile": False,
    "pig_check": True,
    "pig_penalty": 16,
    "refund_kongs": True,
    "false_win_penalty": 16,
}
ORDINARY = {
    "blood_battle": False,
    "declare_void": False,
    "self_draw_bonus": "none",
    "kong_transfer": False,
    "fan_cap": 0,
}
BLOOD = {"declare_void": True, "self_draw_bonus": "base", "kong_transfer": True, "fan_cap": 5}
OPTIONS = {"sichuan": SHARED | ORDINARY, "xuezhan": SHARED | BLOOD, "xueliu": SHARED | BLOOD | {"check_winners": False}}

# In the table's order: with equal sums the lower row counts.
BASIC = {
    "plain_hand": 1,
    "all_pungs": 2,
    "full_flush": 3,
    "outside_hand": 3,
    "seven_pairs": 3,
    "full_flush_pungs": 4,
    "jiang_dui": 4,
    "full_flush_outside": 5,
    "full_flush_seven_pairs": 5,
    "long_qi_dui": 5,
    "qing_long_qi_dui": 6,
    "heavenly_hand": 6,
    "earthly_hand": 6,
}
ADDED = {
    "gen": 1,
    "out_with_replacement": 1,
    "kong_discard": 1,
    "robbing_the_kong": 1,
    "last_tile_draw": 1,
    "last_tile_claim": 1,
}
ORDER = list(BASIC)
FREE = ("already_won", "hand_over", "giver_out")


# What the table is ---------------------------------------------------------------------------------------------------


class Table:
    """A record with its options; `valid` are the indexes of the legal wins found so far."""

    def __init__(self, record):
        self.record, self.region = record, record["region"]
        self.options = OPTIONS[self.region] | record.get("options", {})
        self.wins = record.get("wins", [])
        self.valid = []
        self.kongs = kongs_of(record)

    def worth(self, name):
        given = {"self_draw": int(self.options["self_draw_bonus"] == "fan")}
        return (BASIC | ADDED | given | self.options.get("worths", {}))[name]

    def ends_with_first_win(self):
        return self.region == "sichuan" and not self.options["blood_battle"]

    def plays_on(self):
        """A winner is not out."""
        return self.region == "xueliu"

    def winners(self, before=None):
        """Seats with a legal win, or with one among the first `before` entries."""
        return {self.wins[i]["seat"] for i in self.valid if before is None or i < before}

    def out(self, before=None):
        return set() if self.plays_on() else self.winners(before)

    def void_suit(self, seat):
        return self.record["hands"][seat].get("void_suit") if self.options["declare_void"] else None


def kongs_of(record):
    if "kongs" in record:
        return record["kongs"]
    return [
        {"seat": seat, "kind": meld["kind"], "tile": meld["tiles"][0] + meld["tiles"][-1]}
        | ({"from": meld["from"]} if meld["kind"] == "kong" else {})
        for seat in range(4)
        for meld in melds_of(record, seat)
        if meld["kind"].endswith("kong")
    ]


def hand_at(table, seat, index):
    """(concealed, melds) for the claim at `index` of wins; rivers of blood undo the later kongs."""
    concealed = parse(table.record["hands"][seat]["concealed"])
    melds = [dict(meld) for meld in melds_of(table.record, seat)]
    if not table.plays_on() or "kongs" not in table.record:
        return concealed, melds
    for kong in reversed(table.kongs):
        if kong["seat"] != seat or kong.get("after", 0) <= index or "tile" not in kong:
            continue
        for meld in melds:
            if meld["kind"] == kong["kind"] and is_set(meld) and parse(meld["tiles"])[0] == kong["tile"]:
                if kong["kind"] == "added_kong":
                    meld["kind"], meld["tiles"] = "pung", kong["tile"] * 3
                else:
                    melds.remove(meld)
                    concealed = concealed + [kong["tile"]] * 3
                break
    return concealed, melds


# Winning shapes ------------------------------------------------------------------------------------------------------


def tiles_of(melds):
    return [tile for meld in melds for tile in parse(meld["tiles"])]


def suits(tiles):
    return {tile[1] for tile in tiles}


def readings(concealed, melds):
    """Each reading as its groups; seven pairs as the text `pairs`. `concealed` with the winning tile."""
    laid = [meld_group(meld) for meld in melds]
    found = [[*groups, *laid] for groups in partings(concealed, 1) if len(groups) + len(laid) == 5]
    if not melds and len(concealed) == 14 and all(concealed.count(tile) in (2, 4) for tile in concealed):
        found.append("pairs")
    return found


def reason_of_tiles(concealed, melds, tile, void_suit):
    """Why these tiles are no legal win, or None."""
    if len(concealed) + 3 * len(melds) != 13:
        return "tile_count"
    tiles = [*concealed, tile, *tiles_of(melds)]
    if not suits(tiles) <= set("mps"):
        return "bad_tile"
    if any(meld["kind"] == "chow" or not is_set(meld) for meld in melds):
        return "bad_meld"
    if void_suit in suits(tiles):
        return "void_suit"
    if len(suits(tiles)) == 3:
        return "three_suits"
    return None if readings([*concealed, tile], melds) else "not_a_win"


def winning_tiles(concealed, melds, void_suit):
    """The tiles that would make these a legal win."""
    return cached_winning_tiles(
        tuple(sorted(concealed)), tuple([(meld["kind"], meld["tiles"]) for meld in melds]), void_suit
    )


@lru_cache(maxsize=100_000)
def cached_winning_tiles(concealed, melds, void_suit):
    melds = [{"kind": kind, "tiles": tiles} for kind, tiles in melds]
    if reason_of_tiles([*concealed], melds, "1m", None) in ("tile_count", "bad_tile", "bad_meld"):
        return []
    held = suits([*concealed, *tiles_of(melds)])
    tiles = [tile for tile in SUITED if len({*held, tile[1]}) < 3 and void_suit not in {*held, tile[1]}]
    return [tile for tile in tiles if reason_of_tiles([*concealed], melds, tile, void_suit) is None]


# Patterns ------------------------------------------------------------------------------------------------------------


def all_four(tiles):
    return sorted({tile for tile in tiles if tiles.count(tile) == 4})


def basics_of(groups, tiles):
    """The basic patterns that one reading shows, first turn apart."""
    one_suit = len(suits(tiles)) == 1
    if groups == "pairs":
        four = bool(all_four(tiles))
        if one_suit:
            return ["long_qi_dui", "qing_long_qi_dui"] if four else ["seven_pairs", "full_flush_seven_pairs"]
        return ["long_qi_dui"] if four else ["seven_pairs"]
    pungs = all(group.kind != "chow" for group in groups)
    outside = all(any(tile[0] in "19" for tile in group.tiles) for group in groups)
    holds = {
        "plain_hand": True,
        "all_pungs": pungs,
        "full_flush": one_suit,
        "outside_hand": outside,
        "full_flush_pungs": one_suit and pungs,
        "jiang_dui": pungs and all(tile[0] in "258" for tile in tiles),
        "full_flush_outside": one_suit and outside,
    }
    return [name for name, shown in holds.items() if shown]


def best_basic(table, concealed, melds, first_turn):
    """(fan, ids) of the basic pattern and the gens; `concealed` with the winning tile."""
    tiles = concealed + tiles_of(melds)
    gens = len(all_four(tiles)) if table.options["gen"] else 0
    rated = []
    for groups in readings(concealed, melds):
        for name in basics_of(groups, tiles) + ([first_turn] if first_turn else []):
            counted = max(gens - 1, 0) if name.endswith("long_qi_dui") else gens
            fan = table.worth(name) + counted * table.worth("gen")
            rated.append((fan, ORDER.index(name), [name] + ["gen"] * counted))
    fan, _, ids = max(rated)
    return fan, ids


def first_turn_pattern(table, index, melds):
    win = table.wins[index]
    flags, seat, giver = win.get("flags", []), win["seat"], win.get("from")
    dealer = table.record.get("dealer", 0)
    if not table.options["first_turn"] or melds:
        return None
    if "heavenly" in flags and seat == dealer and giver is None and not table.valid:
        return "heavenly_hand"
    if "earthly" in flags and seat != dealer and giver in (None, dealer) and seat not in table.winners():
        return "earthly_hand"
    return None


def shows_pung_of(table, seat, tile):
    return any(meld["kind"] == "pung" and tile in parse(meld["tiles"]) for meld in melds_of(table.record, seat))


def additions(table, index, melds):
    win = table.wins[index]
    flags, giver = win.get("flags", []), win.get("from")
    self_drawn = giver is None
    found = []
    if "after_kong" in flags and self_drawn and any(meld["kind"].endswith("kong") for meld in melds):
        found.append("out_with_replacement")
    if "kong_discard" in flags and not self_drawn:
        found.append("kong_discard")
    if "rob_kong" in flags and not self_drawn and shows_pung_of(table, giver, win["tile"]):
        found.append("robbing_the_kong")
    if "last_tile" in flags and table.options["last_tile"]:
        found.append("last_tile_draw" if self_drawn else "last_tile_claim")
    if self_drawn and table.options["self_draw_bonus"] != "none":
        found.append("self_draw")
    return found


# Value formula -------------------------------------------------------------------------------------------------------


def points(table, fan):
    cap = table.options["fan_cap"]
    fan = min(fan, cap) if cap > 0 else fan
    return table.options["base"] * 2 ** max(fan - 1, 0)


def value_and_patterns(table, index):
    win = table.wins[index]
    concealed, melds = hand_at(table, win["seat"], index)
    fan, ids = best_basic(table, concealed + [win["tile"]], melds, first_turn_pattern(table, index, melds))
    added = additions(table, index, melds)
    return points(table, fan + sum(table.worth(name) for name in added)), sorted(ids + added)


# Payments ------------------------------------------------------------------------------------------------------------


def first_on_this_discard(table, index):
    """The index of the first legal win on the discard of the claim at `index`; `index` itself if none was before."""
    win, first, seats = table.wins[index], None, set()
    for before in [i for i in table.valid if i < index]:
        other = table.wins[before]
        if win.get("from") is None or other.get("from") != win["from"] or other["tile"] != win["tile"]:
            first, seats = None, set()
        elif first is None or other["seat"] in seats:
            first, seats = before, {other["seat"]}
        else:
            seats.add(other["seat"])
    return index if first is None or win["seat"] in seats else first


def pay_win(table, index, value, delta):
    win = table.wins[index]
    if win.get("from") is not None:
        pay(delta, win["from"], win["seat"], value)
        return
    bonus = table.options["base"] if table.options["self_draw_bonus"] == "base" else 0
    for other in range(4):
        if other != win["seat"] and other not in table.out(index):
            pay(delta, other, win["seat"], value + bonus)


# Kong payments -------------------------------------------------------------------------------------------------------


def kong_income(table, kong):
    """{payer: amount} of one kong."""
    seat, base = kong["seat"], table.options["base"]
    others = [other for other in range(4) if other != seat and other not in table.out(kong.get("after", 0))]
    if kong["kind"] == "concealed_kong":
        return {other: 2 * base for other in others}
    if kong["kind"] == "added_kong":
        return {other: base for other in others}
    given = {other: base for other in others if table.options["direct_kong_all"]}
    return given | {other: 2 * base for other in others if other == kong["from"]}


def settle_kongs(table, delta):
    """Pay and transfer; gives the kongs that have not gone over, as (seat, {payer: amount})."""
    for kong in table.kongs:
        for payer, amount in kong_income(table, kong).items():
            pay(delta, payer, kong["seat"], amount)
    gone, on_discard = set(), None
    for index in table.valid:
        win = table.wins[index]
        if not table.options["kong_transfer"] or win.get("from") is None or "kong_discard" not in win.get("flags", []):
            continue
        first = first_on_this_discard(table, index)
        if on_discard is None or on_discard[0] != first:
            on_discard = first, [number for number in run_of(table, win["from"], first) if number not in gone]
        for number in on_discard[1]:
            pay(delta, win["from"], win["seat"], sum(kong_income(table, table.kongs[number]).values()))
        gone |= set(on_discard[1])
    kept = [kong for number, kong in enumerate(table.kongs) if number not in gone]
    return [(kong["seat"], kong_income(table, kong)) for kong in kept]


def run_of(table, seat, before):
    """Numbers in kongs of the seat's latest kong and of those directly before it in one run."""
    own = [n for n, kong in enumerate(table.kongs) if kong["seat"] == seat and kong.get("after", 0) <= before]
    return own[-1 - table.kongs[own[-1]].get("chain", 0) :] if own else []


# Drawn hand ----------------------------------------------------------------------------------------------------------


def is_pig(table, seat):
    tiles = parse(table.record["hands"][seat]["concealed"]) + tiles_of(melds_of(table.record, seat))
    held = suits(tiles) & set("mps")
    return table.options["pig_check"] and (len(held) == 3 or table.void_suit(seat) in held)


def waits(table, seat):
    """The tiles on which a seat's tiles win, those apart of which it holds all four."""
    concealed, melds = parse(table.record["hands"][seat]["concealed"]), melds_of(table.record, seat)
    held = concealed + tiles_of(melds)
    return [tile for tile in winning_tiles(concealed, melds, table.void_suit(seat)) if held.count(tile) < 4]


def largest(table, seat):
    """What a ready seat is paid by one that is not."""
    concealed, melds = parse(table.record["hands"][seat]["concealed"]), melds_of(table.record, seat)
    return max(
        [points(table, best_basic(table, [*concealed, tile], melds, None)[0]) for tile in waits(table, seat)], default=0
    )


def in_the_checks(table):
    """(who has not won, the winners who are paid too) when the hand ends with checks, else two empty lists."""
    winners = table.winners()
    left = [seat for seat in range(4) if seat not in winners]
    winners_too = table.options.get("check_winners", False)
    due = not winners if table.ends_with_first_win() else len(left) >= (1 if winners_too else 2)
    return (left, sorted(winners) if winners_too else []) if due else ([], [])


def checks(table, kept_kongs, delta):
    left, paid_too = in_the_checks(table)
    pigs = [seat for seat in left if is_pig(table, seat)]
    can_be_ready = [seat for seat in left if seat not in pigs and not has_foul(table.record, seat, "dead_hand")]
    ready = [seat for seat in can_be_ready if waits(table, seat)]
    for pig in pigs:
        for other in [*left, *paid_too]:
            if other not in pigs:
                pay(delta, pig, other, table.options["pig_penalty"] * table.options["base"])
    for seat in left:
        if seat not in pigs and seat not in ready:
            for other in [*ready, *paid_too]:
                pay(delta, seat, other, largest(table, other))
    for seat, income in kept_kongs:
        if table.options["refund_kongs"] and seat in left and seat not in ready:
            for payer, amount in income.items():
                pay(delta, seat, payer, amount)


# Dealer rotation, penalties ------------------------------------------------------------------------------------------


def next_dealer(table):
    if table.region == "sichuan" and table.options["blood_battle"]:
        return None
    if not table.valid:
        return table.record.get("dealer", 0)
    first = table.wins[table.valid[0]]
    giver = first.get("from")
    if table.region == "sichuan":
        return first["seat"] if giver is None else giver
    several = len(table.valid) > 1 and first_on_this_discard(table, table.valid[1]) == table.valid[0]
    return giver if several else first["seat"]


def reason_against(table, index):
    win = table.wins[index]
    seat, giver = win["seat"], win.get("from")
    if seat in table.out():
        return "already_won"
    first = first_on_this_discard(table, index)
    if table.ends_with_first_win() and table.winners(first):
        return "hand_over"
    if not table.plays_on() and len(table.winners(first)) >= 3:
        return "hand_over"
    if giver == seat or giver in table.out():
        return "giver_out"
    if has_foul(table.record, seat, "dead_hand"):
        return "dead_hand"
    return reason_of_tiles(*hand_at(table, seat, index), win["tile"], table.void_suit(seat))


def judged(record):
    """(the table with its legal wins, the entries of the answer)."""
    table, entries = Table(record), []
    for index, win in enumerate(table.wins):
        entry = {"seat": win["seat"], "valid": False, "reason": reason_against(table, index)}
        if entry["reason"] is None:
            value, patterns = value_and_patterns(table, index)
            entries.append({"seat": win["seat"], "valid": True, "value": value, "patterns": patterns})
            table.valid.append(index)
        else:
            entries.append(entry | {"value": 0, "patterns": []})
    return table, entries


def answer(record):
    table, entries = judged(record)
    delta = [0] * 4
    for index in table.valid:
        pay_win(table, index, entries[index]["value"], delta)
    checks(table, settle_kongs(table, delta), delta)
    fined = {entry["seat"] for entry in entries if entry.get("reason", FREE[0]) not in FREE}
    for seat in range(4):
        if seat in fined or has_foul(record, seat, "false_win"):
            for other in range(4):
                pay(delta, seat, other, table.options["false_win_penalty"] * table.options["base"])
    return {"wins": entries, "delta": delta, "next_dealer": next_dealer(table), "carry": {}}
