"""Random hand records of Kawuxing, possible with real tiles, that press on the rules rather than on luck."""

from .build import Stuck
from .hand import DRAGONS, SUITED, parse
from .kawuxing import FACTORS
from .play import Play, Region

OPTIONS = {
    "bao_hu": [False, True],
    "bao_hu_mutual": [False, False, True],
    "rob_in_chain": [True],
    "triplet_pung": [True],
    "draw_show_pay": [0, 2, 3],
    "cap": [1, 3, 8, 16, 50],
    "last_tile_claim": [False],
    "false_win_penalty": [2, 5],
}
DOTS, BAMBOO = [[tile for tile in SUITED if tile[1] == suit] for suit in "ps"]
FACES = DOTS + BAMBOO + DRAGONS


def pools(rng, tile):
    suit = BAMBOO if tile in BAMBOO or rng.random() < 0.5 else DOTS
    fives = [face for face in FACES if face[0] in "456"]
    found = [FACES, suit, suit[2:7], fives + DRAGONS, suit[:3] + DRAGONS * 3]
    return rng.choices(found, [6, 4, 4, 3, 3])[0]


def odd(box, tile):
    """Seven pairs, many of them twice."""
    rng, often = box.rng, box.rng.choice([0.0, 0.2, 0.5])
    pool = rng.choice([FACES, pools(rng, tile)])
    faces = [tile, *box.need(tile)] if tile else []
    while len(faces) < 14:
        again = rng.random() < often and faces and box.take(faces[-1], faces[-1])
        faces += [faces[-1]] * 2 if again else box.take_any(pool, 2)
    return faces


REGION = Region("kawuxing", 3, FACES, [], False, False, pools, odd, OPTIONS, list(FACTORS))


def middle_five(play):
    """A wait for the 5 between 4 and 6."""
    rng, box = play.rng, play.box
    seat, suit = rng.choice(play.free()), rng.choice("ps")
    tile, given = "5" + suit, rng.random() < 0.6
    pool = [face for face in FACES if face[0] in "3456" and face[1] == suit] if rng.random() < 0.6 else FACES
    faces = box.need(tile, "4" + suit, "6" + suit)[1:] + box.take_any(pool, 2)
    count = rng.choice([0, 0, 1, 2])
    for _ in range(3 - count):
        triple = rng.random() < 0.5
        faces += (
            box.take_any(pool, 3) if triple else box.need(*[number + suit for number in rng.choice(["456", "345"])])
        )
    sets = [box.take_any(pool, 3) for _ in range(count)]
    play.hands[seat] = {"concealed": faces, "melds": play.lay(seat, sets)}
    play.claim(seat, tile, rng.choice(play.seats(but=seat)) if given else None, play.flags())


def kongs(play):
    """The kongs of the melds as a list in some order, with chains; or nothing, so that they are derived."""
    rng, found = play.rng, []
    for seat, hand in enumerate(play.hands):
        for meld in hand["melds"]:
            if meld["kind"].endswith("kong"):
                kong = {"seat": seat, "kind": meld["kind"], "tile": parse(meld["tiles"])[0]}
                if "from" in meld and (meld["kind"] == "kong" or rng.random() < 0.3):
                    kong["from"] = meld["from"]
                found.append(kong)
    rng.shuffle(found)
    chain = 0
    for kong in found:
        if chain or rng.random() < 0.5:
            kong["chain"] = chain
        chain = chain + 1 if rng.random() < 0.5 else 0
    return {"kongs": found} if rng.random() < 0.6 else {}


def kawuxing(rng):
    """A random record of Kawuxing."""
    while True:
        play = Play(rng, REGION)
        try:
            roll = rng.random()
            if roll < 0.45:
                play.discard()
            elif roll < 0.7:
                play.self_draw()
            elif roll < 0.85:
                middle_five(play)
            if play.free() and rng.random() < 0.1:
                rng.choice([play.discard, play.self_draw])()
            if play.wins and rng.random() < 0.06:
                play.again()
            play.losers()
        except (Stuck, IndexError):
            continue
        play.foul()
        share = rng.choice([0.2, 0.5, 0.9])
        for hand in play.hands:
            hand["ready"] = "shown" if rng.random() < share else None
        return play.written({"seats": 3, **kongs(play)})
