"""Random hand records of Changsha, possible with real tiles, that press on the rules rather than on luck."""

from .build import Stuck
from .changsha import PATTERNS
from .hand import SUITED
from .play import Play, Region

OPTIONS = {
    "dealer_extra": [0, 1, 5, 20],
    "birds": [0, 1, 2, 4, 6],
    "bird_mode": ["add", "double"],
    "bird_origin": ["winner", "dealer"],
    "opening_hands": [False, True, True],
    "kong_dice": [1, 2],
    "false_win_penalty": [0, 7],
}
JIANG = [tile for tile in SUITED if tile[0] in "258"]
OTHERS = [tile for tile in SUITED if tile not in JIANG]


def pools(rng, tile):
    suit = tile[1] if tile else rng.choice("mps")
    of_suit = [face for face in SUITED if face[1] == suit]
    return rng.choices([SUITED, of_suit, JIANG, of_suit[:5] + JIANG], [8, 4, 3, 3])[0]


def odd(box, tile):
    """Seven pairs, or fourteen tiles of 2, 5, 8."""
    pairs, pool = box.rng.random() < 0.6, pools(box.rng, tile)
    faces = [tile] if tile else []
    if pairs and tile:
        faces += box.need(tile)
    while len(faces) < 14:
        faces += box.take_any(pool, 2) if pairs else box.take_any(JIANG)
    return faces


REGION = Region("changsha", 4, SUITED, [], True, True, pools, odd, OPTIONS, PATTERNS)


def dealt_hand(box):
    """Thirteen tiles that show one opening hand or several, or none."""
    rng, faces = box.rng, []
    pool = rng.choice([SUITED, SUITED, OTHERS, [tile for tile in SUITED if tile[1] != rng.choice("mps")]])
    for copies in rng.choice([[], [4], [3, 3], [4, 3], [3], [4, 4], [2, 2, 2]]):
        faces += box.take_any(pool, copies)
    while len(faces) < 13:
        faces += box.take_any(pool)
    return faces


def opening(play):
    """One seat or several claim on the dealt tiles; the dealer names one of his fourteen."""
    rng = play.rng
    claimers = play.free()
    rng.shuffle(claimers)
    for seat in claimers[: rng.choice([1, 1, 2, 2, 3, 4])]:
        play.hands[seat] = {"concealed": dealt_hand(play.box), "melds": []}
        if rng.random() < 0.15:
            play.spoil(seat)
        giver = rng.choice(play.seats(but=seat)) if rng.random() < 0.05 else None
        if seat != play.dealer:
            tile = play.box.take_any()[0] if rng.random() < 0.08 else None
            play.claim(seat, tile, giver, play.flags() if rng.random() < 0.3 else [])
        elif rng.random() < 0.4:
            play.claim(seat, play.complete(seat), giver, ["heavenly"])
        else:
            tile = None if rng.random() < 0.1 else play.box.take_any()[0]
            play.claim(seat, tile, giver, [] if rng.random() < 0.1 else ["heavenly"])


def changsha(rng):
    """A random record of Changsha."""
    while True:
        play = Play(rng, REGION)
        try:
            roll = rng.random()
            if roll < 0.4:
                play.discard()
            elif roll < 0.7:
                play.self_draw()
            elif roll < 0.92:
                opening(play)
            if play.free() and rng.random() < 0.12:
                rng.choice([Play.discard, Play.self_draw, opening])(play)
            if play.wins and rng.random() < 0.08:
                play.again()
            play.losers()
        except (Stuck, IndexError):
            continue
        play.foul()
        birds = play.box.shuffled()[: rng.choice([0, 1, 1, 1, 2, 3, 6, 8])]
        carry = {"haidi_seat": rng.randrange(4)} if rng.random() < 0.4 else {}
        return play.written({"birds": birds, "carry": carry})
