"""Seven-segment digits: TM1637 (four) and MAX7219 (eight). A text in, segments out.

spell(" 128") takes a character a digit; a point behind one lights its point (MAX7219) or, behind the second, the colon
(TM1637): "12.30". light(level): 1..5.
"""

# Bit 0 is segment a (top), clockwise to f, bit 6 is g (middle), bit 7 the point.
LETTERS = {
    " ": 0x00, "-": 0x40, "_": 0x08, "=": 0x48, "0": 0x3F, "1": 0x06, "2": 0x5B, "3": 0x4F, "4": 0x66, "5": 0x6D,
    "6": 0x7D, "7": 0x07, "8": 0x7F, "9": 0x6F, "A": 0x77, "b": 0x7C, "C": 0x39, "c": 0x58, "d": 0x5E, "E": 0x79,
    "F": 0x71, "G": 0x3D, "H": 0x76, "I": 0x30, "i": 0x10, "L": 0x38, "n": 0x54, "N": 0x37, "o": 0x5C, "P": 0x73,
    "r": 0x50, "S": 0x6D, "t": 0x78, "U": 0x3E, "u": 0x1C, "Y": 0x6E, "+": 0x46,
}  # fmt: skip
UNKNOWN = 0x49  # three bars: no such letter
POINT = 0x80


def segments(text: str, digits: int) -> bytearray:
    """A byte a digit, from the left; what is too long is cut at the right."""
    out = bytearray(digits)
    n = 0
    for ch in text:
        if ch in ".:":
            if n:
                out[n - 1] |= POINT
        elif n < digits:
            out[n] = LETTERS.get(ch, UNKNOWN)
            n += 1
        else:
            break
    return out


class TM1637:
    """Two wires, no address; low bit first (Titan Micro data sheet TM1637, "Interface interpretation").

    `clk`, `dio` are open-drain pins; `pause` waits at least 1 microsecond.
    """

    DIGITS = 4

    def __init__(self, clk, dio, pause) -> None:  # type: ignore[no-untyped-def]
        self._clk = clk
        self._dio = dio
        self._pause = pause
        self._level = 3
        self._shown: bytearray | None = None
        clk(1)
        dio(1)

    def start(self) -> None:
        self._put(segments("", 4))

    def spell(self, text: str) -> None:
        made = segments(text, 4)
        if made != self._shown:
            self._put(made)

    def light(self, level: int) -> None:
        if level != self._level:
            self._level = level
            self._command(b"" + bytes((self._control(),)))

    def _put(self, made: bytearray) -> None:
        self._command(b"\x40")  # data command: write, address goes up by itself
        self._command(b"\xc0" + made)  # from the first digit on
        self._command(bytes((self._control(),)))
        self._shown = made

    def _control(self) -> int:
        return 0x88 | (0, 1, 2, 4, 7)[self._level - 1]  # display on, pulse width 1/16 .. 14/16

    def _command(self, data: bytes) -> None:
        self._dio(0)  # start: DIO falls while CLK is high
        self._pause()
        for byte in data:
            for k in range(8):
                self._clk(0)
                self._dio(byte >> k & 1)
                self._pause()
                self._clk(1)
                self._pause()
            self._clk(0)
            self._dio(1)  # the chip draws it low: acknowledged
            self._pause()
            self._clk(1)
            self._pause()
        self._clk(0)
        self._dio(0)
        self._pause()
        self._clk(1)
        self._pause()
        self._dio(1)  # stop


class MAX7219:
    """Eight digits on SPI, two bytes a register (Analog Devices data sheet MAX7219, table 2)."""

    DIGITS = 8
    # No test, digits 0 to 7, no decoding, on.
    SETUP = ((0x0F, 0), (0x0B, 7), (0x09, 0), (0x0C, 1))

    def __init__(self, spi, cs) -> None:  # type: ignore[no-untyped-def]
        self._spi = spi
        self._cs = cs
        self._level = 3
        self._shown: bytearray | None = None
        self._pair = bytearray(2)
        cs(1)

    def start(self) -> None:
        for _ in range(2):  # a chip that came up in its test mode may miss the first time
            for register, value in self.SETUP:
                self._set(register, value)
            self._dim()
        self._put(segments("", 8))

    def spell(self, text: str) -> None:
        made = segments(text, 8)
        if made != self._shown:
            self._put(made)

    def light(self, level: int) -> None:
        if level != self._level:
            self._level = level
            self._dim()

    def _dim(self) -> None:
        self._set(0x0A, (0, 2, 5, 9, 15)[self._level - 1])

    def _put(self, made: bytearray) -> None:
        for k in range(8):
            bits = made[k]
            # Its segments run the other way: bit 6 is a, bit 0 is g.
            turned = bits & POINT
            for n in range(7):
                turned |= (bits >> n & 1) << (6 - n)
            self._set(8 - k, turned)  # digit 0 is the last one
        self._shown = made

    def _set(self, register: int, value: int) -> None:
        self._pair[0] = register
        self._pair[1] = value
        self._cs(0)
        self._spi.write(self._pair)
        self._cs(1)
