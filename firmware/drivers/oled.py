"""OLED displays of 128 x 64: SH1106, SSD1306, SSD1309. Only what differs from what is shown goes over the wire.

All three are written in page addressing mode, a row of eight lines at a time, from the first to the last column that
differs. The picture of the SH1106 begins at column 2 of its 132. The commands: SSD1306 data sheet (Solomon Systech) 9,
SSD1309 data sheet 8, SH1106 data sheet (Sino Wealth) "Commands".
"""

from firmware.drivers.buses import COMMAND, DATA

W, ROWS = 128, 8
LEVELS = (1, 16, 64, 128, 207)  # contrast of the levels 1..5
CONTRAST = 0x81
NOTHING = b"\xe3"  # NOP in all three
DARK = 0x40  # of the status byte: the display is off (SSD1306 data sheet 8.1.2, SH1106 "Read Status")
# What is sent before the picture, without what stands below for the display's way up and brightness.
SETUPS = {
    # DC-DC converter on, clock, 64 rows, no offset, start line 0, COM pins, pre-charge, VCOM
    "sh1106": b"\xad\x8b\xd5\x80\xa8\x3f\xd3\x00\x40\xda\x12\xd9\x22\xdb\x35\xa4\xa6",
    # clock, 64 rows, no offset, start line 0, charge pump on, page addressing, COM pins, pre-charge, VCOMH
    "ssd1306": b"\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xda\x12\xd9\xf1\xdb\x20\xa4\xa6",
    # unlocked; no charge pump: the module makes its voltage itself
    "ssd1309": b"\xfd\x12\xd5\xa0\xa8\x3f\xd3\x00\x40\x20\x02\xda\x12\xd9\x25\xdb\x34\xa4\xa6",
}
OFFSETS = {"sh1106": 2}
# Segment remap and COM scan direction: the cable is above the picture; turned: below it.
UPRIGHT, TURNED = b"\xa1\xc8", b"\xa0\xc0"
ON, OFF = b"\xaf", b"\xae"


class Oled:
    """One display. `wire` as in drivers/buses.py, `kind` a key of SETUPS.

    A display that does not answer raises OSError, `known` is False then; it gets everything again with start().
    """

    def __init__(self, wire, kind: str) -> None:  # type: ignore[no-untyped-def]
        self._wire = wire
        self._setup = SETUPS[kind]
        self._offset = OFFSETS.get(kind, 0)
        self._level = 3
        self._turned = False
        self._page = bytearray(W * ROWS)  # what it shows, or should
        self._place = bytearray(3)
        self.known = False  # does it show just that?
        self._tells = False  # can it be asked whether it is on

    def start(self) -> None:
        """Set it up, and show the last page given: dark before the first. Dark meanwhile, so that no noise shows."""
        self.known = False
        self._put(COMMAND, OFF)
        off = self._status()
        self._put(COMMAND, self._setup)
        self._look()
        for row in range(ROWS):
            self._send(row, 0, W)
        self._put(COMMAND, ON)
        self._tells = bool(off & DARK and not self._status() & DARK)  # what says the same both times says nothing
        self.known = True

    def show(self, page: bytearray) -> int:
        """Show a page of 1024 bytes MONO_VLSB; how many bytes of it had to be sent."""
        here = self._page
        old, new = memoryview(here), memoryview(page)
        sent = 0
        for at in range(0, W * ROWS, W):
            if self.known and old[at : at + W] == new[at : at + W]:
                continue
            first, end = at, at + W
            if self.known:
                while here[first] == page[first]:
                    first += 1
                while here[end - 1] == page[end - 1]:
                    end -= 1
            here[first:end] = new[first:end]
            if self.known:
                self._send(at // W, first - at, end - at)
                sent += end - first
        return sent

    def light(self, level: int, turned: bool) -> None:
        """Brightness 1..5, and which way up."""
        if (level, turned) == (self._level, self._turned):
            return
        turn = turned != self._turned
        self._level, self._turned = level, turned
        if self.known:
            self._look()
            if turn:  # takes effect on what is written from now on
                for row in range(ROWS):
                    self._send(row, 0, W)

    def ask(self) -> None:
        """Is it there? OSError when not. One that lost power in between is dark: it gets everything again."""
        self._put(COMMAND, NOTHING)
        if self._tells and self._status() & DARK:
            self.start()

    def _status(self) -> int:
        """The status byte; 0 where the wire leads one way only."""
        try:
            return self._wire.status()  # type: ignore[no-any-return]
        except OSError:
            self.known = False
            raise

    def _look(self) -> None:
        self._put(COMMAND, TURNED if self._turned else UPRIGHT)
        self._put(COMMAND, bytes((CONTRAST, LEVELS[self._level - 1])))

    def _send(self, row: int, first: int, end: int) -> None:
        column = first + self._offset
        place = self._place
        place[0] = 0xB0 | row
        place[1] = column & 15
        place[2] = 0x10 | column >> 4
        self._put(COMMAND, place)
        self._put(DATA, memoryview(self._page)[row * W + first : row * W + end])

    def _put(self, control: int, data) -> None:  # type: ignore[no-untyped-def]
        try:
            self._wire.send(control, data)
        except OSError:
            self.known = False
            raise
