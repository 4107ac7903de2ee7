"""The parts that many pages share: title, rows, badge, status row, score, message, key hints, four seats.

Every text is given in the table's language; `t` reads it (see texts.py). Seats go by the wind of their place at the
table, whoever deals: seat 0 is East.
"""

from firmware.canvas import FOOT, NUM, SIZES, TOP, Canvas
from firmware.texts import Texts

CENTRE = 4  # the display in the middle


class Page(Canvas):
    """A canvas that knows the table's language."""

    def __init__(self, folder: str, texts: Texts):
        super().__init__(folder)
        self.t = texts
        self.named: tuple = (None, "")  # ((region, house, language), its name): between hands every page shows it
        self.marked: tuple = (None, None)  # (course of a hand, pages_course.Marks of it)
        self.trouble: list = []  # displays on which a triangle says that something is wrong with the table
        self.empty = 3  # the side of the table without a seat where three play

    def title(self, text: str, right: str = "") -> None:
        """Lists and dialogues: what it is, a number or place at the right, a rule below."""
        used = 4 + self.text(0, 0, right, 127, "r") if right else 0
        self.text(1, 0, text, 126 - used)
        self.fb.hline(0, 17, 128, 1)

    def headline(self, text: str, y: int = 4, inverse: bool = False) -> None:
        """At most four Chinese or nine Latin characters, 32 high."""
        self.text(0, y, text, 128, "c", True)
        if inverse:
            self.invert(0, 0, 128, 40)

    def badge(self, x: int, y: int, seat: int, inverse: bool) -> None:
        """The wind of a seat in an 18 x 18 box, inverse for the dealer."""
        self.text(x + 1, y + 1, self.t.wind(seat), 16, "c")
        if inverse:
            self.invert(x, y, 18, 18)

    def rows(self, items: list, at: int = -1, top: int = 0) -> None:
        """A list of [text, right, tick], two rows of 22 in view from item `top` on: the one under the cursor `at` is
        inverse, tick None is no box; the bar at the right says where in the list we are."""
        for k, (text, right, tick) in enumerate(items[top : top + 2]):
            x, y = 4, 20 + 22 * k
            if tick is not None:
                self.icon("tick" if tick else "box", 4, y + 6)
                x = 18
            used = 4 + self.text(x, y + 3, right, 119 - x, "r") if right else 0
            self.text(x, y + 3, text, 119 - x - used)
            if top + k == at:
                self.invert(0, y, 122, 22)
        if len(items) > 2:
            self.fb.vline(126, 20, 44, 1)
            first = 20 + 44 * top // len(items)
            last = max(first + 4, first + 88 // len(items) - 1)
            self.fb.fill_rect(125, first, 3, last - first + 1, 1)

    def keys(self, *hints: tuple, y: int = FOOT + 1) -> None:
        """What keys do, as (icon, text) at the foot: the first left, the last right."""
        widths = []
        for icon, text in hints:
            widths.append(self.icon_size(icon)[0] + 3 + self.width(text))
        room = 128 - sum(widths)
        x = 0
        for k, (icon, text) in enumerate(hints):
            w, h = self.icon_size(icon)
            width = widths[k]
            self.icon(icon, x, y + 8 - h // 2)
            self.text(x + w + 3, y, text, min(width - w - 3, 128 - x - w - 3))
            x += width + (room // (len(hints) - 1) if len(hints) > 1 else 0)

    def message(self, text: str, inverse: bool = False, w: int = 128) -> None:
        """The one message of a page, at its foot."""
        if inverse:
            self.text(0, FOOT, text, w, "c")
            self.invert(0, FOOT - 1, w, 18)
        else:
            self.text(1, FOOT, text, w - 1)

    def wilds(self, kinds: tuple) -> None:
        """Wild tiles in the right column of the playing pages, x 95 to 127: one large, up to four small."""
        if len(kinds) == 1:
            self.tile(103, 24, kinds[0])
            return
        if len(kinds) > 4:
            self.complain("%d wild tiles, room for 4" % len(kinds))
        for k, kind in enumerate(kinds[:4]):
            self.tile(95 + 17 * (k % 2), 30 if len(kinds) == 2 else 18 + 24 * (k // 2), kind, small=True)

    def score(self, text: str, w: int = 128) -> None:
        self.fit(0, NUM, text, w, 26)

    def grid(self, values: list, dealer: int | None, order: list | None = None) -> bool:
        """Four seats, two by two, in `order`: wind and signed number, all numbers in one size.

        False: the numbers are so wide that each seat has a row of the whole page, and there is no room for a title.
        """
        numbers = [signed(v) for v in values]
        order = order or list(range(len(values)))
        size = ""
        for candidate in ("m", "c", "s", "t"):
            if not size and max([self.number_width(n, candidate) for n in numbers]) <= 43:
                size = candidate
        if not size and max([self.width(n) for n in numbers]) > 42:
            self._four_rows(numbers, dealer, order)
            return False
        for k, seat in enumerate(order):
            x, y = 66 * (k % 2), 20 + 23 * (k // 2)
            self.badge(x, y + 1, seat, seat == dealer)
            if size:
                self.number(x + 18, y + (21 - SIZES[size][1]) // 2, numbers[seat], size, 43, "r")
            else:  # five figures and a sign: set as text
                self.text(x + 19, y + 2, numbers[seat], 42, "r")
        return True

    def _four_rows(self, numbers: list, dealer: int | None, order: list) -> None:
        for k, seat in enumerate(order):
            self.text(1, 16 * k, self.t.wind(seat), 16, "c")
            if seat == dealer:
                self.invert(0, 16 * k, 18, 16)
            self.number(20, 16 * k + 2, numbers[seat], "s", 107, "r")

    def warning(self, text: str, code: str, y: int = 0) -> None:
        """The head of a notice that something is wrong with the table."""
        self.icon("warn", 1 + y, 1 + y)
        used = self.text(90, y, code, 37 - y, "r") + 4
        self.text(19 + y, y, text, 108 - 2 * y - used)

    def marked_wrong(self, display: int, y: int = TOP) -> int:
        """The small triangle at the right end of a row, where something lasts that is wrong. How wide it is."""
        if display not in self.trouble:
            return 0
        self.icon("warn", 114, y + 1)
        return 17

    def seal(self, seal: bytes, label: str, y: int = FOOT, w: int = 127) -> None:
        """The short form of a commitment: its first eight hex digits."""
        digits = "%02X%02X-%02X%02X" % tuple(seal[:4]) if len(seal) >= 4 else ""
        self.text(1, y, label + " " + digits, w)

    def round(self, wind: int) -> str:
        return self.t("round", self.t.wind(wind))

    def headed(self, x: int, dealer: bool, streak: int) -> None:
        """Beside a badge: that this seat deals, and how many hands in a row before this one."""
        if dealer:
            count = str(streak) if streak else ""
            self.text(x, TOP, self.first(32, self.t("dealer") + count, count), 32)


def signed(value: int) -> str:
    return "%+d" % value if value else "0"
