"""Pictures of hands, made of the bitmaps that the table's own displays use: as PNG, or as SVG that scales.

firmware/glyphs/ has the bitmaps; tools/glyphs/build.py says how its files are laid out.
"""

from functools import cache
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from engine_core import tiles
from mjtable.deploy import firmware_folder
from mjtable.picture import png_of

HEAD, ENTRY = 10, 6  # bytes of a file's head, and of an entry of its directory
BLANK, FILLED = 84, 85  # numbers in art.bin: the outline of a tile, and a tile that is all ink
WIDTH, HEIGHT, GLYPH = 24, 32, 16
GAP, BETWEEN, MARGIN, LABEL = 1, 10, 8, 24
LINE = HEIGHT + MARGIN
SCALE = 3  # pixels of a PNG for one of the bitmap's
PAPER, BODY, INK, WON = "#f4f1e8", "#ffffff", "#1d2b24", "#b3261e"

Bits = tuple[str, ...]  # rows of "0" and "1"


class Tile(NamedTuple):
    """A tile in a row: None is one that lies face down."""

    kind: int | None
    won: bool = False


class Line(NamedTuple):
    """A row of the picture: what stands before it, and groups of tiles."""

    label: str
    title: str
    groups: list[list[Tile]]


@cache
def bitmaps(name: str) -> dict[int, Bits]:
    """Every picture of art.bin or font.bin by its number. NoFirmware."""
    data = (firmware_folder() / "glyphs" / name).read_bytes()
    count = int.from_bytes(data[4:6])
    found = {}
    for at in range(HEAD, HEAD + ENTRY * count, ENTRY):
        key, width, height = int.from_bytes(data[at : at + 2]), data[at + 2], data[at + 3]
        place = HEAD + ENTRY * count + int.from_bytes(data[at + 4 : at + 6])
        rows = []
        for y in range(height):
            row = data[place + (y >> 3) * width :][:width]
            rows.append("".join(str(byte >> (y & 7) & 1) for byte in row))
        found[key] = tuple(rows)
    return found


# ---------------------------------------------------------------- what is to be seen


def lines(record: dict[str, Any], labels: list[str], titles: list[str]) -> list[Line]:
    """A row for the turned-up tile (label and title: the last ones) and one for each seat whose tiles are known."""
    out = []
    if record.get("indicator"):
        out.append(Line(labels[-1], titles[-1], [[Tile(tiles.kind(record["indicator"]))]]))
    for seat, hand in enumerate(record["hands"]):
        groups = _groups(record, seat, hand)
        if groups:
            out.append(Line(labels[seat], titles[seat], groups))
    return out


def _groups(record: dict[str, Any], seat: int, hand: dict[str, Any]) -> list[list[Tile]]:
    """Concealed tiles, each meld, the winning tiles, flowers."""
    groups = [[Tile(kind) for kind in sorted(tiles.parse(hand.get("concealed") or ""))]]
    for meld in hand.get("melds", []):
        shown = [Tile(kind) for kind in sorted(tiles.parse(meld["tiles"]))]
        if meld["kind"] == "concealed_kong":
            shown[0] = shown[-1] = Tile(None)
        groups.append(shown)
    won = [win.get("tile") for win in record.get("wins") or [] if win["seat"] == seat]
    groups.append([Tile(tiles.kind(tile), True) for tile in won if tile])
    groups.append([Tile(kind) for kind in sorted(tiles.parse(hand.get("flowers") or ""))])
    return [group for group in groups if group]


def _places(line: Line) -> list[tuple[int, Tile]]:
    """Each tile with its left edge."""
    out, x = [], MARGIN + LABEL
    for group in line.groups:
        for tile in group:
            out.append((x, tile))
            x += WIDTH + GAP
        x += BETWEEN
    return out


def _width(shown: list[Line]) -> int:
    return max(_places(line)[-1][0] for line in shown) + WIDTH + MARGIN


# ---------------------------------------------------------------- as PNG


def png(shown: list[Line], scale: int = SCALE) -> bytes:
    """Black on white; the winning tile white on black."""
    page = [bytearray(_width(shown)) for _ in range(MARGIN + LINE * len(shown))]
    for i, line in enumerate(shown):
        top = MARGIN + i * LINE
        glyph = bitmaps("font.bin").get(ord(line.label))
        if glyph:
            _put(page, glyph, MARGIN, top + (HEIGHT - GLYPH) // 2)
        for x, tile in _places(line):
            art = bitmaps("art.bin")
            dark = tile.won or tile.kind is None
            _put(page, art[FILLED if dark else BLANK], x, top)
            if tile.kind is not None:
                _put(page, art[tile.kind], x, top, 0 if tile.won else 1)
    return png_of(["".join("01"[not dot] for dot in row) for row in page], scale)


def _put(page: list[bytearray], bits: Bits, x: int, y: int, ink: int = 1) -> None:
    for j, row in enumerate(bits):
        for i, dot in enumerate(row):
            if dot == "1":
                page[y + j][x + i] = ink


# ---------------------------------------------------------------- as SVG


def svg(shown: list[Line]) -> str:
    """The same with titles for people (a player's name), in colour; each tile is drawn once and used where it lies."""
    art = bitmaps("art.bin")
    titled = max(len(line.title) for line in shown) * 9  # pixels, for the widest letters that a name has
    width, height = _width(shown) + titled, MARGIN + LINE * len(shown)
    kinds = sorted({tile.kind for line in shown for _, tile in _places(line) if tile.kind is not None})
    used = [(f"t{kind}", art[kind]) for kind in kinds] + [("frame", art[BLANK]), ("body", art[FILLED])]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{2 * width}">']
    out.append("<defs>" + "".join(f'<path id="{name}" d="{_path(bits)}"/>' for name, bits in used) + "</defs>")
    out.append(f'<rect width="100%" height="100%" fill="{PAPER}"/>')
    for i, line in enumerate(shown):
        top = MARGIN + i * LINE
        font = 'font-family="sans-serif" font-size="11"'
        out.append(f'<text x="{MARGIN}" y="{top + 20}" {font} fill="{INK}">{escape(line.title)}</text>')
        out += [_svg_tile(x + titled, top, tile) for x, tile in _places(line)]
    return "\n".join([*out, "</svg>", ""])


def _svg_tile(x: int, y: int, tile: Tile) -> str:
    if tile.kind is None:
        parts = [("body", INK)]
    elif tile.won:
        parts = [("body", WON), (f"t{tile.kind}", BODY)]
    else:
        parts = [("body", BODY), ("frame", INK), (f"t{tile.kind}", INK)]
    return "".join(f'<use href="#{name}" x="{x}" y="{y}" fill="{colour}"/>' for name, colour in parts)


def _path(bits: Bits) -> str:
    """The lit pixels as one path: a rectangle for each run in a row."""
    out = []
    for y, row in enumerate(bits):
        x = 0
        while (x := row.find("1", x)) >= 0:
            end = row.find("0", x)
            n = (len(row) if end < 0 else end) - x
            out.append(f"M{x} {y}h{n}v1h-{n}z")
            x += n
    return "".join(out)
