"""Random hand records of Generic and Tuidaohu, which pay kongs: those of deal.py, with rare shapes, kongs and the odd
later claim.
"""

from . import deal
from . import generic as generic_page
from . import tuidaohu as tuidaohu_page
from .build import Box, Stuck, chow_from
from .hand import HONOURS, SUITED, TILES, WINDS, parse

GENERIC_OPTIONS = {
    "combine": ["product", "product", "best"],
    "minimum": [0, 1, 2, 3, 4, 5, 16, 40],
    "allow_chow": [False],
    "win_on_discard": [False],
    "multi_win": [False],
    "discard_pays": ["all", "one"],
    "self_draw_factor": [1, 2, 3],
    "dealer_double": [True],
    "kong_unit": [0, 1, 5],
    "rotation": ["winner"],
    "false_win_penalty": [0, 1, 20],
}
TUIDAOHU_OPTIONS = {
    "plain_fan": [0, 1, 2, 6, 30],
    "all_pungs_fan": [0, 3, 10],
    "completed_patterns": [False, False, True],
    "self_draw_factor": [2, 3],
    "kong_pay": [False, True],
    "false_win_penalty": [0, 1, 20],
    "draw_seconds": [10],
    "claim_seconds": [3],
}

# Rare hands ----------------------------------------------------------------------------------------------------------


def rare_groups(box):
    """Groups of a hand that random tiles hardly ever show: four sets and a pair, or seven pairs."""
    rng, suit = box.rng, box.rng.choice("mps")
    kind = rng.choice(["shifted", "shifted", "flush pairs", "honour pairs", "winds", "honours", "one suit", "steps"])
    of_suit = [tile for tile in SUITED if tile[1] == suit]
    if kind == "shifted":
        low = rng.randint(1, 3)
        return [[str(low + step) + suit] * 2 for step in range(7)]
    if kind == "flush pairs":
        return [[tile] * 2 for tile in rng.sample(of_suit + rng.sample(of_suit, 2), 7)]
    if kind == "honour pairs":
        return [[tile] * 2 for tile in rng.choice([HONOURS, HONOURS[:6] + HONOURS[:1], HONOURS[:5] + HONOURS[:2]])]
    if kind == "winds":
        return [*[[wind] * 3 for wind in WINDS], [rng.choice(rng.choice([TILES, HONOURS[4:]]))] * 2]
    if kind == "steps":
        low = rng.randint(1, 7)
        steps = [str(low + step) + suit for step in range(3)]
        return [*[[tile] * 3 for tile in steps], rng.choice([chow_from(steps[0]), [rng.choice(TILES)] * 3]), pair(rng)]
    *pungs, last = rng.sample(HONOURS if kind == "honours" else of_suit, 5)
    return [*[[tile] * 3 for tile in pungs], [last] * 2]


def pair(rng):
    return [rng.choice(TILES)] * 2


def rare_win(box, hands):
    rng, seat = box.rng, box.rng.randrange(4)
    groups = rare_groups(box)
    for group in groups:
        box.need(*group)
    sets = [group for group in groups if len(group) == 3]
    laid = rng.sample(sets, min(rng.choice([0, 1, 3, 4, 4, 4]), len(sets)))
    for group in laid:
        groups.remove(group)
    concealed = sum(groups, [])
    last = rng.choice(concealed)
    concealed.remove(last)
    hands[seat] = {"concealed": concealed, "melds": deal.lay(box, seat, laid, deal.feeder_of(rng, seat))}
    if rng.random() < 0.1:
        deal.spoil(box, hands[seat])
    giver = rng.choice([None, *[other for other in range(4) if other != seat]])
    return [{"seat": seat, "tile": last, "from": giver, "flags": deal.flags_for(rng, None)}]


# Claims out of order -------------------------------------------------------------------------------------------------


def later_claim(box, hands, wins):
    """A claim after the others: of one who claimed before or of another, on the same tile or one of its own."""
    rng = box.rng
    seat = rng.choice([win["seat"] for win in wins] if rng.random() < 0.4 else range(4))
    win = dict(rng.choice(wins), seat=seat, flags=deal.flags_for(rng, None))
    same = win.get("from") not in (None, seat) and rng.random() < 0.5
    if hands[seat] is None:
        tile = win["tile"] if same else box.take_any()[0]
        hands[seat], _ = deal.claimer(box, seat, tile, None)
    else:
        # now and then a tile of the same face
        tile = win["tile"] if same or rng.random() < 0.3 and box.take(win["tile"]) else box.take_any()[0]
    giver = win["from"] if same else rng.choice([other for other in [0, 1, 2, 3, None] if other != seat])
    return [*wins, win | {"tile": tile, "from": giver}]


# Kongs ---------------------------------------------------------------------------------------------------------------


def give_kongs(rng, hands):
    """Who discarded a kong's tile must be known where kongs are paid."""
    for seat, hand in enumerate(hands):
        for meld in hand["melds"]:
            if meld["kind"] == "kong" and "from" not in meld:
                meld["from"] = rng.choice([other for other in range(4) if other != seat])


def listed_kongs(rng, hands, wins):
    """The list `kongs`: those of the melds, a robbed one, more or fewer; or None to leave it to the melds."""
    if rng.random() < 0.5:
        return None
    found = []
    for seat, hand in enumerate(hands):
        for meld in hand["melds"]:
            if meld["kind"].endswith("kong"):
                giver = {"from": meld["from"]} if meld["kind"] == "kong" else {}
                found.append({"seat": seat, "kind": meld["kind"], "tile": parse(meld["tiles"])[0], **giver})
    rng.shuffle(found)
    if found and rng.random() < 0.3:
        found.pop()
    for win in wins:
        if win.get("from") is not None and rng.random() < 0.5:
            found.append({"seat": win["from"], "kind": "added_kong", "tile": win["tile"]})
    return found


# Records -------------------------------------------------------------------------------------------------------------


def play(box, late):
    """(hands by seat with lists of tiles, wins) of one hand."""
    if box.rng.random() > 0.25:
        if box.rng.random() > late:
            return deal.play(box)
        hands = [None] * 4
        if box.rng.random() < 0.6:
            wins, _, _ = deal.claims_on_one_tile(box, hands, several=True)
        else:
            wins = deal.self_draw(box, hands)
        while box.rng.random() < 0.5:
            wins = later_claim(box, hands, wins)
    else:
        hands = [None] * 4
        wins = rare_win(box, hands)
    claimers = [win["seat"] for win in wins]
    for seat in range(4):
        if hands[seat] is None:
            hands[seat] = {"concealed": None, "melds": deal.losers_melds(box, seat, claimers)}
    deal.deal_the_rest(box, hands)
    return hands, wins


def dealt(rng, region, options, late=0.0):
    while True:
        box = Box(rng, flowers=[])
        try:
            hands, wins = play(box, late)
        except Stuck:
            continue
        give_kongs(rng, hands)
        record = deal.written(rng, region, hands, wins, {"options": options})
        kongs = listed_kongs(rng, hands, wins)
        return record if kongs is None else record | {"kongs": kongs}


def generic(rng):
    """A random record of Generic."""
    options = deal.with_worths(
        rng, deal.chosen_options(rng, GENERIC_OPTIONS), generic_page.VALUES, [0, 0, 1, 2, 4, 7, 50]
    )
    if "worths" in options:
        options["values"] = options.pop("worths")
    return dealt(rng, "generic", options, late=0.3)


def tuidaohu(rng):
    """A random record of Tuidaohu."""
    options = deal.with_worths(
        rng, deal.chosen_options(rng, TUIDAOHU_OPTIONS), [*tuidaohu_page.FANS, "all_pungs"], [0, 1, 5, 7, 50]
    )
    return dealt(rng, "tuidaohu", options)
