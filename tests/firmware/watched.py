"""A page that remembers the numbers drawn on it, and tells which of them cannot be read whole. Runs on MicroPython."""

import framebuf

from firmware.canvas import DIGITS, H, W
from firmware.parts import Page


class Watched(Page):
    """`seen`: [text, box x, y, w, h, its pixels just after it was drawn] of all that has figures, since clear()."""

    def __init__(self, folder, texts):
        Page.__init__(self, folder, texts)
        self.seen = []
        self._box = None  # of the pictures put since a text or number was begun

    def clear(self):
        Page.clear(self)
        self.seen = []

    def text(self, x, y, text, w=0, align="l", big=False):
        return self._watch(text, Page.text, x, y, text, w, align, big)

    def number(self, x, y, number, size, w=0, align="l"):
        return self._watch(number, Page.number, x, y, number, size, w, align)

    def _watch(self, said, draw, *args):
        if self._box is not None or not figures(said):  # a number that is set as text has begun already
            return draw(self, *args)
        before = framebuf.FrameBuffer(bytearray(self.buf), W, H, framebuf.MONO_VLSB)
        self._box = [W, H, 0, 0]
        result = draw(self, *args)
        x0, y0, x1, y1 = self._box
        self._box = None
        if any(pixels(before, x0, y0, x1 - x0, y1 - y0)):
            self.complain("over something: " + said)
        self.seen.append([said, x0, y0, x1 - x0, y1 - y0, pixels(self.fb, x0, y0, x1 - x0, y1 - y0)])
        return result

    def _put(self, picture, x, y, w, h):
        self._hold(x, y, w, h)
        Page._put(self, picture, x, y, w, h)

    def _double(self, w, h, stride, x, y):
        self._hold(x, y, 2 * w, 2 * h)
        Page._double(self, w, h, stride, x, y)

    def _hold(self, x, y, w, h):
        if self._box is not None:
            a, b, c, d = self._box
            self._box = [min(a, x), min(b, y), max(c, x + w), max(d, y + h)]

    def look(self, *wanted):
        """Complains of numbers that something was drawn over, and of each of `wanted` that is not there whole."""
        for said, x, y, w, h, then in self.seen:
            now = pixels(self.fb, x, y, w, h)
            if now != then and now != inverse(then, w, h):
                self.complain("something is over " + said)
        there = [run for entry in self.seen for run in figures(entry[0])]
        for number in wanted:
            if number not in there and "+" + number not in there and "-" + number not in there:
                self.complain(number + " is not there, but " + " ".join(there))


def figures(text):
    """The numbers in a text, with their signs."""
    runs = [""]
    for ch in text:
        if ch in DIGITS or ch in "+-" and not runs[-1]:
            runs[-1] += ch
        elif runs[-1]:
            runs.append("")
            if ch in "+-":
                runs[-1] = ch
    return [run for run in runs if run.strip("+-")]


def pixels(fb, x, y, w, h):
    out = bytearray(w * ((h + 7) // 8))
    framebuf.FrameBuffer(out, w, h, framebuf.MONO_VLSB).blit(fb, -x, -y)
    return out


def inverse(picture, w, h):
    return bytearray([b ^ 255 >> max(0, 8 * (i // w + 1) - h) for i, b in enumerate(picture)])
