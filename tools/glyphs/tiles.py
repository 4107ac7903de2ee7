"""The 42 tiles in 24 x 32 and 16 x 22 pixels: their ink, and the outline round it."""

from PIL import Image, ImageDraw
from shapes import Font, hand_drawn, minus

Strokes = list[list[tuple[int, int]]]

NUMERALS: list[Strokes] = [  # 一..九, 20 x 12
    [[(1, 5), (17, 5)]],
    [[(4, 1), (14, 1)], [(1, 9), (17, 9)]],
    [[(2, 0), (16, 0)], [(4, 5), (14, 5)], [(0, 10), (18, 10)]],
    [[(1, 0), (17, 0), (17, 10), (1, 10), (1, 0)], [(6, 0), (6, 4), (4, 6)], [(12, 0), (12, 5), (14, 5)]],
    [[(2, 0), (16, 0)], [(8, 0), (6, 10)], [(3, 5), (14, 5), (13, 10)], [(0, 10), (18, 10)]],
    [[(9, 0), (9, 2)], [(0, 4), (18, 4)], [(6, 7), (2, 10)], [(12, 7), (16, 10)]],
    [[(0, 6), (18, 3)], [(8, 0), (8, 9), (9, 10), (16, 10), (17, 8)]],
    [[(7, 0), (6, 5), (1, 10)], [(10, 0), (12, 5), (17, 10)]],
    [[(2, 3), (13, 3), (13, 9), (14, 10), (18, 10), (18, 8)], [(7, 0), (7, 5), (5, 8), (1, 10)]],
]
WAN: Strokes = [[(0, 0), (18, 0)], [(8, 0), (8, 4), (6, 8), (1, 11)], [(8, 4), (16, 4), (15, 9), (13, 11), (11, 10)]]
HONOURS: list[Strokes] = [  # 東南西北白發中, 20 x 24; White is an empty frame
    [
        [(0, 3), (18, 3)],
        [(3, 7), (15, 7), (15, 15), (3, 15), (3, 7)],
        [(3, 11), (15, 11)],
        [(9, 0), (9, 22)],
        [(8, 16), (5, 19), (0, 21)],
        [(10, 16), (13, 19), (18, 21)],
    ],
    [
        [(0, 3), (18, 3)],
        [(9, 0), (9, 6)],
        [(1, 22), (1, 7), (17, 7), (17, 21), (15, 22)],
        [(5, 9), (6, 11)],
        [(13, 9), (12, 11)],
        [(4, 13), (14, 13)],
        [(4, 17), (14, 17)],
        [(9, 13), (9, 22)],
    ],
    [
        [(0, 1), (18, 1)],
        [(7, 1), (7, 10), (5, 13)],
        [(11, 1), (11, 12), (13, 13), (14, 13)],
        [(1, 7), (17, 7), (17, 22), (1, 22), (1, 7)],
    ],
    [
        [(6, 0), (6, 22)],
        [(0, 7), (6, 7)],
        [(0, 20), (6, 16)],
        [(11, 0), (11, 20), (12, 21), (17, 21), (18, 18)],
        [(18, 5), (11, 10)],
    ],
    [[(2, 0), (16, 0), (16, 21), (2, 21), (2, 0)]],
    [
        [(4, 1), (3, 6), (18, 6)],
        [(9, 0), (8, 7), (5, 15), (0, 21)],
        [(7, 11), (14, 11), (11, 16), (5, 22)],
        [(8, 14), (12, 18), (18, 22)],
        [(13, 1), (16, 3)],
    ],
    [[(1, 5), (17, 5), (17, 14), (1, 14), (1, 5)], [(9, 0), (9, 22)]],
]
HONOURS_SMALL: list[Strokes] = [  # the same in 12 x 17
    [
        [(0, 2), (10, 2)],
        [(0, 5), (10, 5), (10, 11), (0, 11), (0, 5)],
        [(0, 8), (10, 8)],
        [(5, 0), (5, 16)],
        [(4, 12), (0, 15)],
        [(6, 12), (10, 15)],
    ],
    [
        [(0, 2), (10, 2)],
        [(5, 0), (5, 4)],
        [(0, 16), (0, 5), (10, 5), (10, 16)],
        [(3, 8), (7, 8)],
        [(3, 12), (7, 12)],
        [(5, 8), (5, 16)],
    ],
    [[(0, 1), (10, 1)], [(3, 1), (3, 9)], [(7, 1), (7, 9), (8, 9)], [(0, 5), (10, 5), (10, 16), (0, 16), (0, 5)]],
    [
        [(3, 0), (3, 16)],
        [(0, 5), (3, 5)],
        [(0, 15), (3, 12)],
        [(6, 0), (6, 15), (7, 16), (10, 16), (10, 13)],
        [(10, 4), (6, 7)],
    ],
    [[(1, 1), (9, 1), (9, 14), (1, 14), (1, 1)]],
    [
        [(2, 0), (1, 4), (10, 4)],
        [(5, 0), (4, 6), (2, 12), (0, 15)],
        [(4, 8), (8, 8), (7, 11), (3, 16)],
        [(5, 10), (8, 14), (10, 16)],
        [(9, 1)],
    ],
    [[(0, 3), (10, 3), (10, 10), (0, 10), (0, 3)], [(5, 0), (5, 16)]],
]
DOTS = {  # ring, places of its top left corner in the 24 x 32 tile
    2: ("ring10", [(7, 3), (7, 18)]),
    3: ("ring8", [(2, 2), (8, 11), (14, 20)]),
    4: ("ring8", [(2, 4), (14, 4), (2, 19), (14, 19)]),
    5: ("ring8", [(2, 2), (14, 2), (8, 11), (2, 20), (14, 20)]),
    6: ("ring8", [(3, 2), (13, 2), (3, 11), (13, 11), (3, 20), (13, 20)]),
    7: ("ring6", [(2, 2), (9, 5), (16, 8), (4, 16), (14, 16), (4, 23), (14, 23)]),
    8: ("ring6", [(4, 2), (14, 2), (4, 9), (14, 9), (4, 16), (14, 16), (4, 23), (14, 23)]),
    9: ("ring6", [(2, 2), (9, 2), (16, 2), (2, 12), (9, 12), (16, 12), (2, 22), (9, 22), (16, 22)]),
}
STICKS = {  # stick, places; the 8 has slanted ones beside them
    2: ("stick11", [(10, 3), (10, 17)]),
    3: ("stick11", [(10, 3), (4, 17), (16, 17)]),
    4: ("stick11", [(4, 3), (16, 3), (4, 17), (16, 17)]),
    5: ("stick11", [(3, 3), (17, 3), (3, 17), (17, 17), (10, 10)]),
    6: ("stick11", [(3, 3), (10, 3), (17, 3), (3, 17), (10, 17), (17, 17)]),
    7: ("stick7", [(10, 3), (3, 12), (10, 12), (17, 12), (3, 21), (10, 21), (17, 21)]),
    8: ("stick11", [(2, 3), (18, 3), (2, 17), (18, 17)]),
    9: ("stick7", [(x, y) for y in (3, 12, 21) for x in (3, 10, 17)]),
}
SLANTED: Strokes = [[(7, 3), (11, 11), (15, 3)], [(7, 26), (11, 18), (15, 26)]]
FLOWERS = "春夏秋冬梅兰竹菊"


def pen(im: Image.Image, strokes: Strokes, ox: int, oy: int) -> None:
    """Strokes as lists of points, drawn with a 2 x 2 square pen."""
    for stroke in strokes:
        points = [(ox + x, oy + y) for x, y in stroke]
        if len(points) == 1:
            points = points * 2
        for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
            steps = max(abs(x1 - x0), abs(y1 - y0), 1)
            for i in range(steps + 1):
                x, y = x0 + round((x1 - x0) * i / steps), y0 + round((y1 - y0) * i / steps)
                im.paste(1, (x, y, min(x + 2, im.width), min(y + 2, im.height)))


def body(w: int, h: int) -> Image.Image:
    """The whole tile, filled, with rounded corners."""
    im = Image.new("1", (w, h), 1)
    for x, y in ((0, 0), (1, 0), (0, 1)):
        for px in (x, w - 1 - x):
            for py in (y, h - 1 - y):
                im.putpixel((px, py), 0)
    return im


def frame(w: int, h: int) -> Image.Image:
    """Its outline; two lines at the foot, for the thickness of the tile."""
    inner = Image.new("1", (w, h))
    inner.paste(body(w - 2, h - 3), (1, 1))
    return minus(body(w, h), inner)


def large(n: int, suit: str, font: Font) -> Image.Image:
    """The ink of a 24 x 32 tile."""
    drawn = hand_drawn()
    im = Image.new("1", (24, 32))
    if suit == "m":
        pen(im, NUMERALS[n - 1], 2, 3)
        pen(im, WAN, 2, 17)
    elif suit == "p" and n == 1:
        draw = ImageDraw.Draw(im)
        draw.ellipse((2, 5, 21, 24), fill=1)
        draw.ellipse((5, 8, 18, 21), fill=0)
        draw.ellipse((7, 10, 16, 19), fill=1)
        im.paste(0, (11, 14, 13, 16))
    elif suit == "s" and n == 1:
        im.paste(drawn["tile bird"], (2, 3))
    elif suit in "ps":
        piece, places = (DOTS if suit == "p" else STICKS)[n]
        for place in places:
            im.paste(drawn["tile " + piece], place)
        if suit == "s" and n == 8:
            pen(im, SLANTED, 0, 0)
    elif suit == "z":
        pen(im, HONOURS[n - 1], 2, 4)
    else:
        im.paste(font.glyph(FLOWERS[n - 1]), (4, 1))
        im.paste(drawn[f"digit {(n - 1) % 4 + 1}"], (3, 17))
        im.paste(drawn["tile leaf" if n > 4 else "tile blossom"], (13, 19))
    return im


def small(n: int, suit: str, font: Font) -> Image.Image:
    """The ink of a 16 x 22 tile. A flower is the whole tile, without outline: its character needs all 16 columns; the
    foot tells seasons (filled) from plants and counts 1 to 4."""
    drawn = hand_drawn()
    im = Image.new("1", (16, 22))
    if suit == "z":
        pen(im, HONOURS_SMALL[n - 1], 2, 2)
    elif suit == "f":
        im.paste(font.glyph(FLOWERS[n - 1]), (0, 0))
        draw = ImageDraw.Draw(im)
        draw.rectangle((0, 16, 15, 21), fill=int(n < 5), outline=1)
        count = (n - 1) % 4 + 1
        for i in range(count):
            x = 8 - (count * 3 - 1) // 2 + i * 3
            draw.rectangle((x, 18, x + 1, 19), fill=int(n > 4))
    else:
        figure = drawn[f"digit {n}"]
        im.paste(figure.crop((0, 0, 8, 3)), (4, 1))  # without its fourth row: 11 high
        im.paste(figure.crop((0, 4, 8, 12)), (4, 4))
        mark = drawn["tile small " + suit]
        im.paste(mark, (2 if suit == "m" else 8 - (mark.width + 1) // 2, 13))
    return im


def kinds() -> list[tuple[int, str]]:
    """All kinds in the order of engine_core.tiles."""
    return [(n, suit) for suit, last in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8)) for n in range(1, last + 1)]
