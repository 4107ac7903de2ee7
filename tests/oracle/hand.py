"""What the two oracles share: tile text, every parting of tiles into sets and a pair, fines and the next deal."""

from functools import lru_cache
from itertools import product
from typing import NamedTuple

SUITED = [number + suit for suit in "mps" for number in "123456789"]
WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["5z", "6z", "7z"]
HONOURS = WINDS + DRAGONS
TILES = SUITED + HONOURS
TERMINALS = [tile for tile in SUITED if tile[0] in "19"]
ROUND_WINDS = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}


class Group(NamedTuple):
    """A set or a pair; `kind` is chow, pung, kong or pair."""

    kind: str
    tiles: tuple


def parse(text):
    """`"123m55z"` as a list of tiles, `["1m", "2m", "3m", "5z", "5z"]`."""
    found, numbers = [], ""
    for letter in text:
        if letter.isdigit():
            numbers += letter
        else:
            found += [number + letter for number in numbers]
            numbers = ""
    return found


def meld_group(meld):
    tiles = tuple(sorted(parse(meld["tiles"])))
    return Group("kong" if meld["kind"].endswith("kong") else meld["kind"], tiles)


def is_set(meld):
    """Whether the tiles of a meld are what its kind says."""
    kind, tiles = meld_group(meld)
    if kind == "chow":
        return Group(kind, tiles) in groups_from(tiles[0])
    return tiles == tiles[:1] * (3 if kind == "pung" else 4)


def concealed_of(record, seat):
    return parse(record["hands"][seat]["concealed"])


def melds_of(record, seat):
    return record["hands"][seat].get("melds", [])


def groups_from(tile):
    """Every concealed group in which `tile` is the lowest tile."""
    yield Group("pair", (tile,) * 2)
    yield Group("pung", (tile,) * 3)
    number, suit = int(tile[0]), tile[1]
    if suit in "mps" and number <= 7:
        yield Group("chow", tuple(str(number + step) + suit for step in range(3)))


def without(tiles, group):
    """`tiles` less those of `group`, or None where one is lacking."""
    rest = list(tiles)
    for tile in group.tiles:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)


@lru_cache(maxsize=200_000)
def partings_of_suit(tiles):
    """Every way to part sorted `tiles` of one suit into sets and at most one pair, each way once."""
    if not tiles:
        return [()]
    found = set()
    for group in groups_from(tiles[0]):
        rest = without(tiles, group)
        if rest is None:
            continue
        for others in partings_of_suit(rest):
            parting = (group, *others)
            if pairs_in(parting) <= 1:
                found.add(tuple(sorted(parting)))
    return sorted(found)


def pairs_in(groups):
    return sum(group.kind == "pair" for group in groups)


def partings(tiles, pairs):
    """Every way to part all of `tiles` into sets and exactly `pairs` (0 or 1) pairs; none with a flower among them."""
    letters = "".join(tiles)
    if "f" in letters or any(letters.count(suit) % 3 == 1 for suit in "mpsz"):
        return []
    tiles = sorted(tiles)
    by_suit = [tuple([tile for tile in tiles if tile[1] == suit]) for suit in "mpsz"]
    ways = product(*[partings_of_suit(of_suit) for of_suit in by_suit])
    joined = [sum(way, ()) for way in ways]
    return [groups for groups in joined if pairs_in(groups) == pairs]


def seat_wind(record, seat):
    return WINDS[(seat - record.get("dealer", 0)) % 4]


def round_wind(record):
    return ROUND_WINDS[record.get("round_wind", "E")]


def has_foul(record, seat, *kinds):
    return any(foul["seat"] == seat and foul["kind"] in kinds for foul in record.get("fouls", []))


def shows_pung(record, seat, tile):
    return any(meld["kind"] == "pung" and tile in parse(meld["tiles"]) for meld in melds_of(record, seat))


def fine(record, illegal_claimers, amount, delta):
    """Each seat with an illegal claim or a `false_win` pays `amount` to each other, once."""
    for seat in range(4):
        if seat in illegal_claimers or has_foul(record, seat, "false_win"):
            for other in range(4):
                pay(delta, seat, other, amount)


def pay(delta, payer, receiver, amount):
    delta[payer] -= amount
    delta[receiver] += amount


def next_dealer(record, winners):
    """The dealer stays when he has won or nobody has."""
    dealer = record.get("dealer", 0)
    return dealer if not winners or dealer in winners else (dealer + 1) % 4


def pay_kongs(record, unit, robbed, delta):
    """Kong money of the pages with 2 from each, 1 from each, 3 from the giver; `robbed`: (seat, tile) not paid."""
    kongs = record.get("kongs")
    if kongs is None:
        kongs = [
            {"seat": seat, "kind": meld["kind"], "tile": parse(meld["tiles"])[0], "from": meld.get("from")}
            for seat in range(4)
            for meld in melds_of(record, seat)
            if meld["kind"].endswith("kong")
        ]
    for kong in kongs:
        seat, kind = kong["seat"], kong["kind"]
        if kind == "kong":
            pay(delta, kong["from"], seat, 3 * unit)
        elif kind == "concealed_kong" or (seat, kong["tile"]) not in robbed:
            for other in range(4):
                pay(delta, other, seat, unit * (2 if kind == "concealed_kong" else 1))
