"""Pictures as Pillow images of mode "1" (1 = lit): how they are read, packed and put together; the font's glyphs."""

import pathlib

from PIL import Image, ImageChops, ImageDraw, ImageFont

HERE = pathlib.Path(__file__).parent
NO_CHARACTER = chr(0x10FFFF)  # no font has it: what is drawn for it stands for every character that is lacking


def bitmap(rows: list[str]) -> Image.Image:
    """A picture from lines of text, X = lit."""
    im = Image.new("1", (max(map(len, rows)), len(rows)))
    for y, row in enumerate(rows):
        for x, ch in enumerate(row):
            if ch == "X":
                im.putpixel((x, y), 1)
    return im


def hand_drawn() -> dict[str, Image.Image]:
    """The pictures of pictures.txt by name, in their order there."""
    pictures: dict[str, list[str]] = {}
    name = None
    for line in (HERE / "pictures.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            name = None
        elif name is None:
            name = line
            pictures[name] = []
        else:
            pictures[name].append(line)
    return {name: bitmap(rows) for name, rows in pictures.items()}


def vlsb(im: Image.Image) -> bytes:
    """As framebuf.MONO_VLSB: a byte is 8 pixels of a column, lowest bit on top; left to right, then the next 8 rows."""
    out = bytearray()
    for y0 in range(0, im.height, 8):
        for x in range(im.width):
            out.append(sum(1 << y for y in range(min(8, im.height - y0)) if im.getpixel((x, y0 + y))))
    return bytes(out)


def minus(im: Image.Image, ink: Image.Image) -> Image.Image:
    return ImageChops.subtract(im.convert("L"), ink.convert("L")).convert("1")


class Font:
    """The 16 px text glyphs of a font file: Chinese 16 wide, Latin trimmed to its ink, figures 6."""

    def __init__(self, path: str) -> None:
        self.font = ImageFont.truetype(path, 16)
        self.missing = self._mask(NO_CHARACTER)

    def _mask(self, ch: str) -> bytes:
        return bytes(self.font.getmask(ch, mode="1"))

    def glyph(self, ch: str) -> Image.Image:
        """The glyph of `ch`, 16 high. KeyError when the font lacks it."""
        if ch == " ":
            return Image.new("1", (3, 16))
        if self._mask(ch) == self.missing:
            raise KeyError(ch)
        im = Image.new("1", (24, 24))
        draw = ImageDraw.Draw(im)
        draw.fontmode = "1"
        draw.text((4, 0), ch, font=self.font, fill=1)
        if self.font.getlength(ch) > 8:
            return im.crop((4, 0, 20, 16))
        left, _, right, _ = im.getbbox() or (4, 0, 8, 16)
        if ch.isdigit():
            return im.crop((5 if left > 4 else 4, 0, 11 if left > 4 else 10, 16))
        return im.crop((left, 0, right, 16))
