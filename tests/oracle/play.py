"""Random plays of a region: who claims what with which hand, for the dealers of deal_<region>.py.

A `Play` holds what a record holds, tiles as lists. Every tile comes from one box, so that a record is possible with
real tiles; what several claim from one giver is one tile.
"""

from collections.abc import Callable
from typing import NamedTuple

from .build import FLOWERS, Box, Stuck, draw_set, set_with, text
from .deal import lay
from .hand import TILES, parse

FLAGS = ["after_kong", "after_flower", "kong_discard", "rob_kong", "last_tile", "heavenly", "earthly", "humanly"]


class Region(NamedTuple):
    """What the dealing needs to know: the tile set, the pools that hands are made from, the hands without sets."""

    name: str
    seats: int
    faces: list
    flowers: list
    chows: bool
    unknown: bool  # may a meld leave out whose discard it was
    pools: Callable  # (rng, tile or None) -> faces
    odd: Callable  # (box, tile or None) -> fourteen tiles without four sets and a pair, or Stuck
    options: dict
    patterns: list


class Play:
    def __init__(self, rng, region):
        self.rng, self.region = rng, region
        self.box = Box(rng, region.flowers)
        for face in TILES:
            if face not in region.faces:
                del self.box.left[face]
        self.hands = [None] * region.seats
        self.strays = []
        self.wins, self.fouls, self.dealer = [], [], rng.randrange(region.seats)

    def seats(self, but=None):
        return [seat for seat in range(self.region.seats) if seat != but]

    def free(self, but=None):
        """The seats that hold nothing yet."""
        return [seat for seat in self.seats(but) if self.hands[seat] is None]

    # ---------------------------------------------------------------- hands

    def lay(self, seat, sets, feeder=None):
        return lay(self.box, seat, sets, feeder, self.region.seats, self.region.unknown)

    def feeder(self, seat):
        return self.rng.choice(self.seats(but=seat)) if self.rng.random() < 0.6 else None

    def complete(self, seat, tile=None):
        """A complete hand for `seat`; returns its winning tile (`tile`, which has left the box, if given)."""
        rng, box, region = self.rng, self.box, self.region
        count = rng.choice([0, 0, 0, 1, 1, 2, 3, 3, 4, 4])
        if count < 3 and rng.random() < 0.3:
            count, sets, faces = 0, [], region.odd(box, tile)
        else:
            sets, faces = self.sets_and_pair(count, tile)
        last = tile or rng.choice(faces)
        faces.remove(last)
        self.hands[seat] = {"concealed": faces, "melds": self.lay(seat, sets, self.feeder(seat))}
        return last

    def sets_and_pair(self, count, tile):
        """(`count` sets to be laid, the other tiles with `tile`)."""
        rng, box = self.rng, self.box
        pool, share = self.region.pools(rng, tile), rng.choice([0.0, 0.3, 0.3, 0.6, 1.0, 1.0])
        laid_share = share if self.region.chows else 1.0
        size, faces, sets = 14 - 3 * count, [], []
        if tile and rng.random() < 0.15 and box.take(tile, tile, tile):
            # The winning tile is the fourth of a kind.
            if count:
                sets.append([tile] * 3)
            else:
                faces += [tile] * 3
        if tile:
            faces += [tile, *box.need(tile)] if count == 4 or rng.random() < 0.25 else set_with(box, tile, share)
        if len(faces) % 3 == 0:
            faces += box.take_any(pool, 2)
        while len(faces) < size:
            faces += draw_set(box, pool, share)
        while len(sets) < count:
            sets.append(draw_set(box, pool, laid_share))
        return sets, faces

    def spoil(self, seat):
        """Now and then what makes a claim illegal, or very nearly a win."""
        rng, box, hand = self.rng, self.box, self.hands[seat]
        concealed, melds, roll = hand["concealed"], hand["melds"], rng.random()
        if roll < 0.08:
            box.put_back(concealed.pop(rng.randrange(len(concealed))))
            concealed += box.take_any()
        elif roll < 0.11:
            concealed += box.take_any()
        elif roll < 0.13:
            box.put_back(concealed.pop())
        elif roll < 0.16:
            concealed.pop()
            concealed.append(self.stray())
        elif roll < 0.21 and melds:
            self.malform(rng.choice(melds))
        elif roll < 0.23 and len(concealed) >= 4:
            # A meld that the region may not know.
            del concealed[:3]
            chow = text(draw_set(box, self.region.faces, 0.0))
            melds.append({"kind": "chow", "tiles": chow, "from": rng.choice(self.seats(but=seat))})

    def stray(self):
        """A tile that no hand may hold: not of the set, or to be laid aside."""
        foreign = [tile for tile in TILES if tile not in self.region.faces]
        flowers = [tile for tile in FLOWERS if tile not in self.region.flowers or self.box.left[tile]]
        tile = self.rng.choice([tile for tile in foreign + flowers if tile not in self.strays])
        self.strays.append(tile)
        if tile in self.box.left:
            self.box.left[tile] -= 1
        return tile

    def malform(self, meld):
        """Exchange a tile of a meld, so that it is no set."""
        tiles = parse(meld["tiles"])
        others = [tile for tile in self.region.faces if tile != tiles[0] and (tile[1] != tiles[0][1] or tile[1] == "z")]
        other = self.box.take_any(others)
        self.box.put_back(tiles.pop())
        meld["tiles"] = text(tiles + other)

    # ---------------------------------------------------------------- claims

    def claim(self, seat, tile, giver, flags):
        """A claim; what is the default is left out half of the time."""
        win = {"seat": seat, "flags": flags, "from": giver}
        if tile is not None:
            win["tile"] = tile
        for key, default in (("flags", []), ("from", None)):
            if win[key] == default and self.rng.random() < 0.5:
                del win[key]
        self.wins.append(win)

    def flags(self):
        roll = self.rng.random()
        if roll < 0.35:
            return []
        return [self.rng.choice(FLAGS)] if roll < 0.7 else self.rng.sample(FLAGS, self.rng.randint(2, 5))

    def discard(self, several=None):
        """Several seats claim a discard, or rob a kong."""
        rng, box = self.rng, self.box
        giver = rng.randrange(self.region.seats)
        claimers = self.free(but=giver)
        rng.shuffle(claimers)
        claimers = claimers[: several or rng.choice([1, 1, 1, 2, 2, 3])]
        robbing = rng.random() < 0.25 and self.hands[giver] is None
        pung = box.take_any(copies=4)[:3] if robbing else None
        tile = pung[0] if robbing else box.take_any()[0]
        if rng.random() < 0.6:
            claimers.sort(key=lambda seat: (seat - giver) % self.region.seats)
        if rng.random() < 0.2:
            self.dealer = giver
        for seat in claimers:
            self.complete(seat, tile)
            self.spoil(seat)
            flags = self.flags()
            if robbing and "rob_kong" not in flags and rng.random() < 0.9:
                flags.append("rob_kong")
            self.claim(seat, tile, giver, flags)
        if robbing:
            melds = [{"kind": "pung", "tiles": text(pung), "from": rng.choice(self.seats(but=giver))}]
            self.hands[giver] = {"concealed": None, "melds": melds}

    def self_draw(self):
        rng = self.rng
        seat = rng.choice(self.free())
        tile = self.complete(seat, self.box.take_any()[0] if rng.random() < 0.4 else None)
        self.spoil(seat)
        if rng.random() < 0.02:
            tile = self.stray()
        flags = self.flags()
        if "heavenly" in flags and rng.random() < 0.7:
            self.dealer = seat
        self.claim(seat, tile, None, flags)

    def again(self):
        """A seat that has claimed does so again: the same, or a tile of its kind from another."""
        win = dict(self.rng.choice(self.wins))
        if self.rng.random() < 0.5 and "tile" in win and self.box.take(win["tile"]):
            win["from"] = self.rng.choice([None, *self.seats(but=win["seat"])])
        self.wins.insert(self.rng.randint(0, len(self.wins)), win)

    # ---------------------------------------------------------------- the rest

    def losers(self):
        """The hands of those who have not claimed: melds, often from the winner, who may have made him liable."""
        rng, claimers = self.rng, [win["seat"] for win in self.wins]
        for seat in self.seats():
            if self.hands[seat] is None:
                self.hands[seat] = {"concealed": None, "melds": []}
            hand = self.hands[seat]
            if hand["concealed"] is None:
                count = rng.choice([0, 0, 0, 1, 2, 3, 3, 4]) - len(hand["melds"])
                feeder = rng.choice(claimers) if claimers and rng.random() < 0.6 else None
                feeder = self.feeder(seat) if feeder in (None, seat) else feeder
                pool, share = self.region.pools(rng, None), rng.choice([0.2, 0.8]) if self.region.chows else 1.0
                try:
                    hand["melds"] += self.lay(seat, [draw_set(self.box, pool, share) for _ in range(count)], feeder)
                except Stuck:
                    pass
        rest = self.box.shuffled()
        for hand in self.hands:
            if hand["concealed"] is None:
                size = 13 - 3 * len(hand["melds"])
                hand["concealed"], rest = rest[:size], rest[size:]
                for tile in hand["concealed"]:
                    self.box.left[tile] -= 1

    def foul(self):
        claimers = [win["seat"] for win in self.wins]
        while self.rng.random() < 0.12:
            seat = self.rng.choice(claimers) if claimers and self.rng.random() < 0.4 else self.rng.choice(self.seats())
            self.fouls.append({"seat": seat, "kind": self.rng.choice(["dead_hand", "false_win"])})

    def options(self):
        if self.rng.random() < 0.35:
            return {}
        table, rng = self.region.options, self.rng
        chosen = {name: rng.choice(table[name]) for name in table if rng.random() < 0.35}
        if rng.random() < 0.2:
            chosen["worths"] = {name: rng.randint(0, 5) for name in self.region.patterns if rng.random() < 0.3}
        return chosen

    def written(self, extra):
        """The record; what equals its default is left out half of the time."""
        rng, claimers = self.rng, [win["seat"] for win in self.wins]
        record = {"region": self.region.name, "dealer": self.dealer, "options": self.options(), "fouls": self.fouls}
        record |= extra
        record["hands"] = [self.written_hand(hand, seat in claimers) for seat, hand in enumerate(self.hands)]
        record["wins"] = self.wins
        defaults = {"dealer": 0, "options": {}, "fouls": [], "wins": [], "birds": [], "carry": {}, "dice": []}
        for key in defaults:
            if key in record and record[key] == defaults[key] and rng.random() < 0.5:
                del record[key]
        return record

    def written_hand(self, hand, claims):
        found = {"concealed": text(hand["concealed"])}
        if not claims and self.rng.random() < 0.1:
            del found["concealed"]
        if hand["melds"] or self.rng.random() < 0.2:
            found["melds"] = hand["melds"]
        for key in ("flowers", "ready"):
            if hand.get(key):
                found[key] = hand[key]
        return found
