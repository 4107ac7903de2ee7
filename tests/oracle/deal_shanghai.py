"""Random hand records of Shanghai, possible with real tiles, that press on the rules rather than on luck."""

from .build import FLOWERS, Stuck, text
from .hand import DRAGONS, HONOURS, SUITED, TILES, WINDS
from .play import Play, Region
from .shanghai import BESIDE, LIMITS

OPTIONS = {
    "limit": [1, 2, 3, 5, 20],
    "base_flowers": [0, 2, 5],
    "open_treasure": ["double_or_14", "double", "off"],
    "washout_doubles": [False, True],
    "liability": [False, True],
    "liability_self_draw": ["with_others", "alone", "on_top"],
    "multi_win_dealer": ["nearest", "after_nearest"],
    "zero_flower_self_draw_only": [True],
    "false_win_penalty": [0, 3],
}


def pools(rng, tile):
    suit = tile[1] if tile and tile[1] != "z" else rng.choice("mps")
    of_suit = [face for face in SUITED if face[1] == suit]
    found = [TILES, of_suit, of_suit + HONOURS, HONOURS, of_suit[:4] + DRAGONS, of_suit[3:6] + WINDS, of_suit[:5]]
    return rng.choices(found, [5, 5, 5, 3, 3, 3, 3])[0]


def odd(box, tile):
    """Honours in any arrangement, mostly, or seven pairs of a suit and honours."""
    loose, pool = box.rng.random() < 0.7, pools(box.rng, tile)
    faces = [tile] if tile else []
    if tile and not loose:
        faces += box.need(tile)
    while len(faces) < 14:
        faces += box.take_any(HONOURS) if loose else box.take_any(pool, 2)
    return faces


REGION = Region("shanghai", 4, TILES, FLOWERS, True, True, pools, odd, OPTIONS, [*LIMITS, *BESIDE])


def loose_melds(play):
    """A hand of honours with melds, the rest in any arrangement."""
    rng, box = play.rng, play.box
    seat, giver = rng.choice(play.free()), rng.choice([0, 1, 2, 3, None])
    if giver == seat:
        giver = None
    sets = [box.take_any(HONOURS, 3) for _ in range(rng.choice([1, 2, 3, 4, 4, 4]))]
    concealed = sum((box.take_any(HONOURS) for _ in range(13 - 3 * len(sets))), [])
    play.hands[seat] = {"concealed": concealed, "melds": play.lay(seat, sets, play.feeder(seat))}
    play.claim(seat, box.take_any(HONOURS)[0], giver, play.flags())


def eighth_flower(play):
    """All flowers but the winning one lie before the claimer, or some are missing."""
    rng, box = play.rng, play.box
    seat = rng.choice(play.free())
    play.complete(seat)
    if rng.random() < 0.7:
        play.spoil(seat)
    flowers = [tile for tile in FLOWERS if box.left[tile]]
    rng.shuffle(flowers)
    last = flowers.pop()
    play.hands[seat]["flowers"] = text(flowers if rng.random() < 0.75 else flowers[: rng.randint(3, 7)])
    for tile in FLOWERS:
        box.left[tile] -= 1
    giver = rng.choice(play.seats(but=seat)) if rng.random() < 0.15 else None
    play.claim(seat, last, giver, play.flags())


def set_flowers_aside(play):
    left = [tile for tile in FLOWERS if play.box.left[tile] > 0]
    share, lucky = play.rng.choice([0.0, 0.0, 0.3, 0.6, 1.0]), play.rng.choice(play.hands)
    for hand in play.hands:
        if "flowers" not in hand:
            mine = [tile for tile in left if play.rng.random() < (share if hand is lucky else share / 3)]
            left = [tile for tile in left if tile not in mine]
            hand["flowers"] = text(mine)


def shanghai(rng):
    """A random record of Shanghai."""
    while True:
        play = Play(rng, REGION)
        try:
            roll = rng.random()
            if roll < 0.45:
                play.discard()
            elif roll < 0.75:
                play.self_draw()
            elif roll < 0.85:
                loose_melds(play)
            elif roll < 0.93:
                eighth_flower(play)
            if play.free() and rng.random() < 0.1:
                rng.choice([play.discard, play.self_draw])()
            if play.wins and rng.random() < 0.06:
                play.again()
            play.losers()
        except (Stuck, IndexError):
            continue
        play.foul()
        set_flowers_aside(play)
        dice = [rng.randint(1, 6) for _ in range(rng.choice([0, 1, 2, 2, 2, 2, 2, 2, 3]))]
        dice = rng.choice([dice, dice, [1, 4], [4, 1], [3, 3]])
        carry = {"washout": rng.randint(0, 3)} if rng.random() < 0.6 else {}
        return play.written({"dice": dice, "carry": carry})
