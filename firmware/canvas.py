"""One display: 128 x 64 pixels, 1 bit, and the parts that its pages are made of.

Places are pixels from the upper left corner. Figures, tiles, dice, icons and text glyphs are read from the files in
glyphs/ when drawn. Text fills all 16 lines of a row, so two texts never stand closer than 18: a page has at most three,
or a headline of 32 and one text, or a number and two texts.
"""

import framebuf

from firmware.pictures import Pictures

W, H = 128, 64
TOP, NUM, MID, FOOT = 1, 19, 24, 47  # first lines of: upper text, number, middle text, lower text
# Sizes of figures: row in art.bin, height, gap between two. "t" is "s" set tighter.
SIZES = {"t": (0, 12, 1), "s": (0, 12, 2), "c": (1, 18, 2), "m": (2, 20, 3), "l": (3, 26, 3), "xl": (4, 42, 5)}
DIGITS = "0123456789"
MARK = 8  # pixels of the dots that end a text which was cut
ICONS = ("up", "down", "ok", "no", "left", "right", "dice", "warn", "lock", "pc", "box", "tick", "wait")
DICE = (42, 38, 22, 12)
# Numbers of the pictures in art.bin, as tools/glyphs/build.py gives them.
LARGE, SMALL, BLANK, DIGIT, DIE, TILTED, ICON = 0, 42, 84, 88, 148, 172, 190
FLOWER = 34  # first flower kind
# A nibble's bits, each followed by a 0: the two rows that a doubled row becomes are woven together with it.
SPREAD = b"\x00\x01\x04\x05\x10\x11\x14\x15\x40\x41\x44\x45\x50\x51\x54\x55"


class Canvas:
    """The page being drawn. `buf` holds it as both display controllers want it (MONO_VLSB, 1024 bytes).

    A number is drawn whole or not at all: figures too wide for their box are set as text, and a text too wide is cut
    before the number that its end falls into, and ends with dots.

    `fault`, when set, is called with a sentence for everything that does not fit its place or has no glyph. Nothing
    raises.
    """

    def __init__(self, folder: str):
        self.buf = bytearray(W * H // 8)
        self.fb = framebuf.FrameBuffer(self.buf, W, H, framebuf.MONO_VLSB)
        self.fault = None
        self._font = Pictures(folder + "/font.bin", 32)
        self._art = Pictures(folder + "/art.bin", 264)
        self._row = bytearray(2 * W)  # a line of text, or a tile to be doubled
        self._line = framebuf.FrameBuffer(self._row, W, 16, framebuf.MONO_VLSB)
        self._column = bytearray(8)
        # Draws the ink of a tile dark and leaves the rest as it is.
        self._dark = framebuf.FrameBuffer(bytearray(b"\x01\x00"), 2, 1, framebuf.MONO_VLSB)

    def clear(self) -> None:
        self.fb.fill(0)

    def complain(self, what: str) -> None:
        if self.fault:
            self.fault(what)

    def _put(self, picture: framebuf.FrameBuffer, x: int, y: int, w: int, h: int) -> None:
        if x < 0 or y < 0 or x + w > W or y + h > H:
            self.complain("picture at %d,%d, %dx%d" % (x, y, w, h))
        self.fb.blit(picture, x, y, 0)

    # ------------------------------------------------------------ text
    def _compose(self, text: str) -> int:
        """Draws the text into the line; its width, without the gap after it. What is beyond 128 is lost."""
        line, font = self._line, self._font
        line.fill(0)
        x = gap = 0
        for code in codes(text):
            if font.find(code):
                if x < W:
                    line.blit(font.found(), x, 0, 0)
                w = font.width
            else:
                self.complain("no glyph for U+%04X in '%s'" % (code, text))
                w = 7
                line.rect(x, 3, w, 11, 1)
            gap = 0 if w == 16 else 1
            x += w + gap
        return max(x - gap, 1)

    def text(self, x: int, y: int, text: str, w: int = 0, align: str = "l", big: bool = False) -> int:
        """Text in the box x, y, w (0: to the right edge), aligned l, c or r; `big` is twice the size. Its width."""
        width = self._compose(text)
        scale = 2 if big else 1
        w = w or W - x
        if width * scale > w:
            self.complain("'%s' is %d wide, its box %d" % (text, width * scale, w))
            width = self._shortened(text, w // scale)
        at = x + _aligned(align, w - width * scale)
        if big:
            self._double(width, 16, W, at, y)
        else:
            self._put(framebuf.FrameBuffer(self._row, width, 16, framebuf.MONO_VLSB, W), at, y, width, 16)
        return width * scale

    def _shortened(self, text: str, w: int) -> int:
        """Draws as much of the text into the line as w takes, and dots; the width."""
        cut = self.fitting(text, w - MARK - 1)
        width = self._compose(text[:cut])
        x = width + 1 if cut else 0
        for k in range(0, MARK, 3):
            self._line.fill_rect(x + k, 12, 2, 2, 1)
        return min(x + MARK, w)

    def fitting(self, text: str, w: int) -> int:
        """How many characters from the start on fit into w, none of them part of a number that does not."""
        n = len(text)
        while n and (self.width(text[:n]) > w or _splits(text, n)):
            n -= 1
        return n

    def first(self, w: int, *texts: str) -> str:
        """The first of the texts that fits into w, else the last."""
        for text in texts:
            if self.width(text) <= w:
                break
        return text

    def has(self, text: str) -> bool:
        """Has the font all characters of the text?"""
        return all([self._font.find(code) for code in codes(text)])

    def width(self, text: str) -> int:
        """How wide a text is, without the gap after it."""
        font, width, gap = self._font, 0, 0
        for code in codes(text):
            w = font.width if font.find(code) else 7
            gap = 0 if w == 16 else 1
            width += w + gap
        return width - gap

    def _double(self, w: int, h: int, stride: int, x: int, y: int) -> None:
        """Draws the picture that lies in `_row` twice its size with Scale2x, so that slants do not become stairs.

        Works on whole columns: bit k of a column is the pixel in row k.
        """
        if x < 0 or y < 0 or x + 2 * w > W or y + 2 * h > H:
            self.complain("doubled picture at %d,%d, %dx%d" % (x, y, 2 * w, 2 * h))
        row, pages, mask = self._row, (h + 7) // 8, (1 << h) - 1
        target = framebuf.FrameBuffer(self._column, 1, 2 * h, framebuf.MONO_VLSB)
        before, here = 0, _column(row, 0, pages, stride)
        for k in range(w):
            after = _column(row, k + 1, pages, stride) if k + 1 < w else 0
            up, down = here << 1 & mask, here >> 1
            for right in (0, 1):
                near, far = (after, before) if right else (before, after)
                # A corner pixel takes its neighbours' value where those two agree and the other two do not.
                pick = ~(near ^ up) & (near ^ down) & (up ^ far)
                top = here & ~pick | up & pick
                pick = ~(near ^ down) & (down ^ far) & (near ^ up)
                low = here & ~pick | down & pick
                for p in range(pages):
                    a, b = top >> 8 * p & 255, low >> 8 * p & 255
                    self._column[2 * p] = SPREAD[a & 15] | SPREAD[b & 15] << 1
                    self._column[2 * p + 1] = SPREAD[a >> 4] | SPREAD[b >> 4] << 1
                self.fb.blit(target, x + 2 * k + right, y, 0)
            before, here = here, after

    # ------------------------------------------------------------ numbers
    def number_width(self, number: str, size: str) -> int:
        row, _, gap = SIZES[size]
        width = -gap
        for ch in number:
            self._art.find(_digit(row, ch))
            width += self._art.width + gap
        return width

    def number(self, x: int, y: int, number: str, size: str, w: int = 0, align: str = "l") -> None:
        """A number of figures, + and - in one of the SIZES; in a box of w when given, as text where it is too wide."""
        row, height, gap = SIZES[size]
        if w:
            room = w - self.number_width(number, size)
            if room < 0:
                self.text(x, y + (height - 16) // 2, number, w, align)
                return
            x += _aligned(align, room)
        for ch in number:
            picture = self._art.load(_digit(row, ch))
            self._put(picture, x, y, self._art.width, self._art.height)
            x += self._art.width + gap

    def fit(self, x: int, y: int, number: str, w: int, h: int, sizes: tuple = ("l", "m", "s", "t")) -> None:
        """The number in the largest size that fits the box, in its middle; as text when none does."""
        for size in sizes:
            if SIZES[size][1] <= h and self.number_width(number, size) <= w:
                break
        self.number(x, y + (h - SIZES[size][1]) // 2, number, size, w, "c")

    # ------------------------------------------------------------ pictures
    def icon(self, name: str, x: int, y: int, big: bool = False) -> int:
        """An icon; its width."""
        picture = self._art.load(ICON + ICONS.index(name))
        w, h = self._art.width, self._art.height
        if big:
            size = w * ((h + 7) // 8)
            self._row[:size] = self._art.bits[:size]
            self._double(w, h, w, x, y)
            return 2 * w
        self._put(picture, x, y, w, h)
        return w

    def icon_size(self, name: str) -> tuple:
        self._art.find(ICON + ICONS.index(name))
        return self._art.width, self._art.height

    def die(self, face: int, size: int, x: int, y: int) -> None:
        """A flat die of 42, 38, 22 or 12 pixels."""
        self._put(self._art.load(DIE + 6 * DICE.index(size) + face - 1), x, y, size, size)

    def rolling(self, face: int, tilt: int, x: int, y: int) -> None:
        """A die of 44 pixels, tilted in one of three ways (0..2)."""
        self._put(self._art.load(TILTED + 6 * (tilt % 3) + face - 1), x, y, 44, 44)

    def tile(self, x: int, y: int, kind: int, small: bool = False, filled: bool = False, big: bool = False) -> None:
        """A tile of 24 x 32, small 16 x 22, big 48 x 64; filled: lit with dark ink (cursor, winning tile)."""
        if big:
            self._big_tile(x, y, kind)
            return
        w, h, ink, blank = (16, 22, SMALL, BLANK + 2) if small else (24, 32, LARGE, BLANK)
        bare = small and kind >= FLOWER  # fills its tile, has no outline
        if not bare:
            self._put(self._art.load(blank + 1 if filled else blank), x, y, w, h)
        picture = self._art.load(ink + kind)
        if filled and not bare:
            self.fb.blit(picture, x, y, 1, self._dark)
        else:
            self._put(picture, x, y, w, h)
            if filled:
                self.invert(x, y, w, h)

    def _big_tile(self, x: int, y: int, kind: int) -> None:
        row = framebuf.FrameBuffer(self._row, 24, 32, framebuf.MONO_VLSB)
        row.blit(self._art.load(BLANK), 0, 0)
        row.blit(self._art.load(LARGE + kind), 0, 0, 0)
        self._double(24, 32, 24, x, y)

    # ------------------------------------------------------------ boxes
    def invert(self, x: int, y: int, w: int, h: int) -> None:
        """Lit becomes dark and dark lit."""
        buf = self.buf
        for page in range(y // 8, (y + h + 7) // 8):
            top, low = max(y - 8 * page, 0), min(y + h - 8 * page, 8)
            mask = (1 << low) - (1 << top)
            for k in range(W * page + x, W * page + x + w):
                buf[k] ^= mask

    def bar(self, x: int, y: int, w: int, h: int, part: int, whole: int, border: int = 2) -> None:
        """A bar in a frame, filled as far as `part` of `whole`."""
        self.fb.rect(x, y, w, h, 1)
        inner = w - 2 * border
        part = max(0, min(part, whole))
        self.fb.fill_rect(x + border, y + border, inner * part // whole if whole else inner, h - 2 * border, 1)

    def close(self) -> None:
        self._font.close()
        self._art.close()


def _aligned(align: str, room: int) -> int:
    return 0 if align == "l" else room if align == "r" else room // 2


def codes(text: str):  # type: ignore[no-untyped-def]
    """The numbers of a text's characters, one by one. MicroPython would keep each character itself for ever, as a name,
    and there are hundreds in what displays show."""
    data = text.encode()
    at = 0
    while at < len(data):
        first = data[at]
        more = (first >= 0xC0) + (first >= 0xE0) + (first >= 0xF0)
        code = first & 63 >> more if more else first
        for k in range(at + 1, at + 1 + more):
            code = code << 6 | data[k] & 63
        yield code
        at += 1 + more


def _splits(text: str, n: int) -> bool:
    """Does a number go on behind the first n characters?"""
    return 0 < n < len(text) and text[n] in DIGITS and text[n - 1] in "0123456789+-"


def _digit(row: int, ch: str) -> int:
    return DIGIT + 12 * row + "0123456789+-".index(ch)


def _column(row: bytearray, x: int, pages: int, stride: int) -> int:
    """Column x of a picture as a number, bit k = row k."""
    bits = 0
    for p in range(pages):
        bits |= row[p * stride + x] << 8 * p
    return bits
