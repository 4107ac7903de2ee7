"""Complete hands from a box of real tiles, for the random records of deal.py."""

from collections import Counter

from .hand import DRAGONS, HONOURS, SUITED, TERMINALS, TILES, WINDS

FLOWERS = [number + "f" for number in "12345678"]


class Stuck(Exception):
    """The tiles that are left do not make what was tried: deal again."""


def text(tiles):
    """Tiles as MPSZ text, sorted."""
    parts = []
    for suit in "mpszf":
        numbers = "".join(sorted(tile[0] for tile in tiles if tile[1] == suit))
        parts.append(numbers + suit if numbers else "")
    return "".join(parts)


def chow_from(low):
    """The chow that begins with `low`, or None."""
    number, suit = int(low[0]), low[1]
    return [str(number + step) + suit for step in range(3)] if suit in "mps" and number <= 7 else None


class Box:
    """The tiles that are left. Wild tiles leave it by `take_wild` only, so that what is built is built of others."""

    def __init__(self, rng, flowers, indicator=None, wilds=()):
        self.rng, self.wilds = rng, list(wilds)
        self.left = Counter({tile: 4 for tile in TILES}) + Counter(flowers)
        if indicator is not None:
            self.left[indicator] -= 1

    def take(self, *tiles):
        """Take all of `tiles`, or none and say False."""
        need = Counter(tiles)
        if any(tile in self.wilds or self.left[tile] < count for tile, count in need.items()):
            return False
        self.left.subtract(need)
        return True

    def need(self, *tiles):
        if not self.take(*tiles):
            raise Stuck
        return list(tiles)

    def take_any(self, pool=TILES, copies=1):
        """`copies` of one tile of the pool."""
        faces = [tile for tile in pool if self.left[tile] >= copies and tile not in self.wilds]
        if not faces:
            raise Stuck
        return self.need(*[self.rng.choice(faces)] * copies)

    def take_wild(self):
        """A wild tile, or None when all are gone."""
        faces = [tile for tile in self.wilds if self.left[tile]]
        if not faces:
            return None
        tile = self.rng.choice(faces)
        self.left[tile] -= 1
        return tile

    def put_back(self, *tiles):
        self.left.update(tiles)

    def shuffled(self):
        """All that is left and may stand in a hand, in random order."""
        tiles = [tile for tile in self.left.elements() if tile in self.wilds or tile not in FLOWERS]
        self.rng.shuffle(tiles)
        return tiles


# Complete hands ------------------------------------------------------------------------------------------------------


def theme(rng, tile):
    """The faces that a hand is made from: flushes, honours and terminals are rare in random tiles."""
    suit = tile[1] if tile and tile[1] != "z" else rng.choice("mps")
    of_suit = [face for face in SUITED if face[1] == suit]
    pools = [TILES, of_suit, of_suit + HONOURS, HONOURS, TERMINALS, TERMINALS + HONOURS]
    pools += [of_suit[:4] + DRAGONS * 3, of_suit[:3] + WINDS * 3, of_suit[3:6] + HONOURS * 2, SUITED]
    return rng.choices(pools, [6, 6, 5, 1, 1, 2, 2, 2, 2, 5])[0]


def draw_set(box, pool, pung_share):
    for _ in range(40):
        low = box.rng.choice(pool)
        found = [low] * 3 if box.rng.random() < pung_share else chow_from(low)
        if found and set(found) <= set(pool) and box.take(*found):
            return found
    raise Stuck


def set_with(box, tile, pung_share):
    """A set that holds `tile`, which has left the box already."""
    ways = [[tile] * 3]
    for step in range(3):
        low = int(tile[0]) - step
        chow = chow_from(str(low) + tile[1]) if low >= 1 else None
        ways += [chow] if chow else []
    box.rng.shuffle(ways)
    ways.sort(key=lambda way: (way[0] == way[1]) != (box.rng.random() < pung_share))
    for way in ways:
        others = list(way)
        others.remove(tile)
        if box.take(*others):
            return way
    raise Stuck


def sets_and_pair(box, melds, tile):
    """(the sets that are to be laid, the other tiles of the complete hand); with `tile` among the latter if given."""
    rng, pool = box.rng, theme(box.rng, tile)
    pung_share = rng.choice([0.0, 0.3, 0.3, 0.6, 1.0])
    on_pair = tile and (melds == 4 or rng.random() < 0.25)
    faces = []
    if tile:
        faces += [tile, *box.need(tile)] if on_pair else set_with(box, tile, pung_share)
    if not on_pair:
        faces += box.take_any(pool, 2)
    while len(faces) < 14 - 3 * melds:
        faces += draw_set(box, pool, pung_share)
    return [draw_set(box, pool, pung_share) for _ in range(melds)], faces


def odd_shape(box, tile):
    """Seven pairs, thirteen orphans, nine gates (with `tile` if given) or no shape at all: fourteen tiles."""
    rng = box.rng
    kind = rng.choice(["pairs", "pairs", "orphans", "gates", "none"])
    faces = [tile] if tile else []
    if kind == "pairs":
        faces += box.need(tile) if tile else []
        pool = theme(rng, tile)
        while len(faces) < 14:
            faces += box.take_any(pool, 2)
        return faces
    if kind == "none":
        while len(faces) < 14:
            faces += box.take_any()
        return faces
    suit = tile[1] if tile else rng.choice("mps")
    wanted = TERMINALS + HONOURS if kind == "orphans" else [number + suit for number in "1112345678999"]
    again = tile or rng.choice(wanted if kind == "orphans" else [number + suit for number in "123456789"])
    if kind == "orphans" and again not in wanted or suit == "z" and kind == "gates":
        raise Stuck
    rest = [*wanted, again]
    if tile:
        rest.remove(tile)
    return faces + box.need(*rest)


def hold_wilds(box, concealed, tile):
    """Put wilds in the place of some of the tiles, first in the place of the winning tile's own pair."""
    rng = box.rng
    places = list(range(len(concealed)))
    rng.shuffle(places)
    if rng.random() < 0.3:
        places.sort(key=lambda place: concealed[place] != tile)
    for place in places[: rng.choice([0, 1, 1, 1, 2, 2, 3, 3])]:
        wild = box.take_wild()
        if wild:
            box.put_back(concealed[place])
            concealed[place] = wild
