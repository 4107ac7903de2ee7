"""The large figures, drawn from rings, bars and slanted strokes at eight times their size, then brought down."""

from PIL import Image, ImageChops, ImageDraw
from shapes import hand_drawn

# width, height, stroke, gap between two figures
SIZES = {"s": (8, 12, 2, 2), "c": (9, 18, 3, 2), "m": (13, 20, 3, 3), "l": (16, 26, 4, 3), "xl": (25, 42, 6, 5)}
SIGN_WIDTH = {"s": 6, "c": 7, "m": 9, "l": 10, "xl": 16}
SUB = 8  # subpixels
LIT = 120  # of 255: from this share of its area on a pixel is lit


class Stencil:
    """Shapes on a figure's field of w x h pixels; places may be fractions of a pixel."""

    def __init__(self, w: int, h: int) -> None:
        self.w, self.h = w, h

    def _layer(self) -> tuple[Image.Image, ImageDraw.ImageDraw]:
        im = Image.new("L", (self.w * SUB, self.h * SUB))
        return im, ImageDraw.Draw(im)

    def rect(self, x0: float, y0: float, x1: float, y1: float) -> Image.Image:
        im, draw = self._layer()
        draw.rectangle((round(x0 * SUB), round(y0 * SUB), round(x1 * SUB) - 1, round(y1 * SUB) - 1), fill=255)
        return im

    def poly(self, *points: tuple[float, float]) -> Image.Image:
        im, draw = self._layer()
        draw.polygon([(x * SUB, y * SUB) for x, y in points], fill=255)
        return im

    def ring(self, x0: float, y0: float, x1: float, y1: float, stroke: float) -> Image.Image:
        im, draw = self._layer()
        r = min(min(x1 - x0, y1 - y0) / 2, (x1 - x0) * 0.46)
        draw.rounded_rectangle((x0 * SUB, y0 * SUB, x1 * SUB - 1, y1 * SUB - 1), radius=r * SUB, fill=255)
        inner = ((x0 + stroke) * SUB, (y0 + stroke) * SUB, (x1 - stroke) * SUB - 1, (y1 - stroke) * SUB - 1)
        draw.rounded_rectangle(inner, radius=max(r - stroke, 0.5) * SUB, fill=0)
        return im


def add(*ims: Image.Image) -> Image.Image:
    out = ims[0]
    for im in ims[1:]:
        out = ImageChops.lighter(out, im)
    return out


def cut(im: Image.Image, mask: Image.Image) -> Image.Image:
    return ImageChops.subtract(im, mask)


def figure(ch: str, w: int, h: int, t: int) -> Image.Image:
    """One figure at subpixel size; t = width of the stroke."""
    s = Stencil(w, h)
    waist = round(h * 0.48)
    top, low = waist - t // 2, waist - t // 2 + t
    slant = t * 1.3  # width of a slanted stroke, measured along the line of text
    if ch == "0":
        return s.ring(0, 0, w, h, t)
    if ch == "1":
        x = (w - t) // 2 + max(1, t // 2)
        mid, left = x + t * 0.5, x - w * 0.3
        return add(
            s.rect(x, 0, x + t, h),
            s.poly((mid, 0), (mid, t * 1.5), (left, h * 0.2 + t * 0.9), (left, h * 0.2 - t * 0.3)),
        )
    if ch == "2":
        arc = cut(s.ring(0, 0, w, w * 0.92 + t * 2, t), s.rect(0, h * 0.27, w - t, h))
        arc = cut(arc, s.rect(0, h * 0.36, w, h))
        knee = h * 0.36
        stroke = s.poly((w, knee), (w - t, knee - t * 0.4), (0, h - t - t * 0.4), (0, h), (t * 0.6, h - t))
        return add(arc, stroke, s.rect(0, h - t, w, h))
    if ch == "3":
        rings = add(s.ring(0, 0, w, low, t), s.ring(0, top, w, h, t))
        return add(cut(rings, s.rect(0, h * 0.26, w * 0.5, h * 0.73)), s.rect(w * 0.3, top, w * 0.65, low))
    if ch == "4":
        x, y = round(w * 0.62), round(h * 0.66)
        return add(
            s.rect(x, 0, x + t, h),
            s.rect(0, y, w, y + t),
            s.poly((x, 0), (x + t * 0.8, 0), (slant, y + 1), (0, y + 1), (0, y)),
        )
    if ch == "5":
        y = round(h * 0.37)
        bowl = cut(s.ring(0, y, w, h, t), s.rect(0, y + t, w * 0.5, h * 0.74))
        return add(bowl, s.rect(0, y, w * 0.55, y + t), s.rect(0, 0, t, y + t), s.rect(0, 0, w - max(1, t // 3), t))
    if ch in "69":
        hook = cut(s.ring(0, 0, w, h, t), s.rect(w * 0.5, h * 0.25, w, h))
        im = add(hook, s.ring(0, round(h * 0.38), w, h, t))
        return im.rotate(180) if ch == "9" else im
    if ch == "7":
        x = w * 0.2
        return add(s.rect(0, 0, w, t), s.poly((w, 0), (w, t), (x + slant, h), (x, h), (w - slant, t)))
    if ch == "8":
        return add(s.ring(0, 0, w, low, t), s.ring(0, top, w, h, t))
    raise ValueError(ch)


def sign(ch: str, size: str) -> Image.Image:
    _, h, t, _ = SIZES[size]
    n = SIGN_WIDTH[size]
    im = Image.new("1", (n, h))
    draw = ImageDraw.Draw(im)
    y = (h - t) // 2
    draw.rectangle((0, y, n - 1, y + t - 1), fill=1)
    if ch == "+":
        x = (n - t) // 2
        draw.rectangle((x, y - x, x + t - 1, y - x + n - 1), fill=1)
    return im


def digit(ch: str, size: str) -> Image.Image:
    """A figure or sign in one of the SIZES."""
    if ch in "+-":
        return sign(ch, size)
    if size == "s":
        return hand_drawn()["digit " + ch]
    w, h, t, _ = SIZES[size]
    small = figure(ch, w, h, t).resize((w, h), Image.Resampling.BOX)
    return small.point(lambda v: 255 if v >= LIT else 0).convert("1")
