"""Parts of a table as their data sheets describe them: what they do with the bytes that reach them."""


class Panel:
    """SSD1306, SSD1309 and SH1106: a picture memory written by pages. `columns`: 128 or 132.

    Understands no more than it must: any other command is an error, so that a wrong byte shows.
    """

    # Commands with how many bytes follow (SSD1306 data sheet 9, SH1106 "Commands").
    LONG = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
    OWN = {132: {0xAD: 1}, 128: {0x20: 1, 0x8D: 1, 0xFD: 1}}

    def __init__(self, columns=128, pin=None, mute=False):
        self.columns = columns
        self.mute = mute
        self.ram = bytearray(8 * columns)
        for k in range(len(self.ram)):
            self.ram[k] = 0xA5  # noise after power on
        self.on = False
        self.set = {}  # command -> argument
        self.page = self.column = 0
        self.dc = pin
        self.broken = False
        self.received = 0  # bytes of picture

    def written(self, data):
        if self.broken:
            raise OSError(5)
        if data[0] == 0x00:
            self._commands(data[1:])
        elif data[0] == 0x40:
            self._data(data[1:])
        else:
            raise AssertionError("control byte %02x" % data[0])

    def shifted(self, data):
        self._data(data) if self.dc.level else self._commands(data)

    def read_on(self, n):
        """The status byte, over and over: D6 is set while it is off. `mute`: a part whose bus can only be written."""
        if self.broken:
            raise OSError(5)
        return bytes([0xFF if self.mute else 0x03 if self.on else 0x43] * n)

    def power_cut(self):
        """Without power for a moment: what it was told is gone, its memory is noise."""
        self.__init__(self.columns, self.dc, self.mute)

    def _commands(self, data):
        k = 0
        while k < len(data):
            c = data[k]
            more = self.LONG.get(c, self.OWN[self.columns].get(c, 0))
            if more:
                self.set[c] = data[k + 1]
            elif c < 0x10:
                self.column = self.column & 0xF0 | c
            elif c < 0x20:
                self.column = self.column & 15 | (c & 15) << 4
            elif 0xB0 <= c < 0xB8:
                self.page = c & 7
            elif c in (0xAE, 0xAF):
                self.on = c == 0xAF
            elif c in (0xA0, 0xA1, 0xC0, 0xC8, 0xA4, 0xA6, 0x40):
                self.set[c & 0xFE if c < 0xC0 else 0xC0] = c
            elif c != 0xE3:
                raise AssertionError("command %02x" % c)
            k += 1 + more

    def _data(self, data):
        assert self.columns == 132 or self.set[0x20] == 2, "page addressing is expected"
        for byte in data:
            assert self.column < self.columns, "beyond the last column"
            self.ram[self.page * self.columns + self.column] = byte
            self.column += 1
            self.received += 1

    def picture(self):
        """The 1024 bytes that are seen."""
        first = (self.columns - 128) // 2
        out = bytearray()
        for page in range(8):
            at = page * self.columns + first
            out += self.ram[at : at + 128]
        return bytes(out)


class Multiplexer:
    """TCA9548A: one register, a bit a channel."""

    def __init__(self, channels):
        self.channels = channels  # channel -> {address: part}
        self.mask = 0

    def written(self, data):
        self.mask = data[-1]


class Expander:
    """MCP23017 with IOCON.BANK = 0. `press(k)`, `let_go(k)`: input k drawn to ground, or not."""

    def __init__(self):
        self.registers = bytearray(22)
        self.registers[0] = self.registers[1] = 0xFF
        self.levels = 0xFFFF
        self.broken = False

    def written(self, data):
        if self.broken:
            raise OSError(5)
        for k, value in enumerate(data[1:]):
            self.registers[data[0] + k] = value

    def registers_read(self, register, n):
        if self.broken:
            raise OSError(5)
        outputs = ~(self.registers[0] | self.registers[1] << 8)
        seen = self.levels & ~outputs
        self.registers[0x12], self.registers[0x13] = seen & 255, seen >> 8 & 255
        out = bytes(self.registers[register : register + n])
        self.registers[0x0E] = self.registers[0x0F] = 0  # reading GPIO or INTCAP ends the interrupt
        return out

    def press(self, k):
        self._change(self.levels & ~(1 << k))

    def let_go(self, k):
        self._change(self.levels | 1 << k)

    def _change(self, levels):
        enabled = self.registers[4] | self.registers[5] << 8
        changed = (self.levels ^ levels) & enabled
        self.levels = levels
        for port in (0, 1):
            if changed >> 8 * port & 255 and not self.registers[0x0E + port]:  # INTCAP holds the first until it is read
                self.registers[0x0E + port] = changed >> 8 * port & 255
                self.registers[0x10 + port] = levels >> 8 * port & 255


class Chain:
    """74HC165 in a row, seen through their pins. `active`: numbers of inputs drawn to ground, 0 = H of the first."""

    def __init__(self, clock, load, data):
        self.active = set()
        self.lit = None  # a pin: inputs work only while it is high
        self._bits = []
        self._clock, self._load = clock, load
        self._level = 0
        clock.seen.append(self._clocked)
        load.seen.append(self._loaded)
        data.outside = lambda: self._bits[0] if self._bits else 1

    def _loaded(self, pin):
        if pin.level == 0:
            seeing = self.lit is None or self.lit.level
            self._bits = [0 if seeing and k in self.active else 1 for k in range(200)]

    def _clocked(self, pin):
        if pin.level and not self._level:
            self._bits.pop(0)
        self._level = pin.level


class Digits4:
    """TM1637: takes its two wires apart into bytes. `segments` of the digits, `control` the last display control."""

    def __init__(self, clk, dio):
        self.segments = bytearray(4)
        self.control = None
        self._clk, self._dio = clk, dio
        self._levels = [1, 1]
        self._bits = None
        self._frame = []
        dio.outside = lambda: 1
        clk.seen.append(self._look)
        dio.seen.append(self._look)

    def _look(self, pin):
        clk, dio = self._clk.level, self._dio.level
        was_clk, was_dio = self._levels
        self._levels = [clk, dio]
        if clk and was_clk and dio < was_dio:  # start
            self._bits, self._frame = [], []
        elif clk and was_clk and dio > was_dio:  # stop
            self._ended()
            self._bits = None
        elif clk > was_clk and self._bits is not None:
            self._bits.append(dio)
            if len(self._bits) == 9:  # eight, low one first, and the clock of the acknowledgement
                self._frame.append(sum([bit << k for k, bit in enumerate(self._bits[:8])]))
                self._bits = []

    def _ended(self):
        if self._frame[0] & 0xC0 == 0xC0:
            at = self._frame[0] & 3
            self.segments[at : at + len(self._frame) - 1] = bytes(self._frame[1:])
        elif self._frame[0] & 0xC0 == 0x80:
            self.control = self._frame[0]
        else:
            assert self._frame == [0x40]


class Digits8:
    """MAX7219: sixteen bits a register."""

    def __init__(self):
        self.registers = bytearray(16)
        self.registers[15] = 1  # came up in its test mode
        self.deaf = 0  # so many writes it misses

    def shifted(self, data):
        assert len(data) == 2
        if self.deaf:
            self.deaf -= 1
            return
        self.registers[data[0] & 15] = data[1]


class Reader:
    """PN532 on I2C: `lies` is the id of the tag on it, b"" none. Ready after so many looks at its status (`slow`)."""

    def __init__(self):
        self.lies = b""
        self.broken = self.deaf = False
        self.slow = 2
        self.commands = []
        self._frames = []
        self._looks = 0

    def written(self, data):
        if self.broken:
            raise OSError(5)
        assert data[:3] == b"\x00\x00\xff" and (data[3] + data[4]) & 255 == 0, data
        held = data[5 : 5 + data[3]]
        assert (sum(held) + data[5 + data[3]]) & 255 == 0 and held[0] == 0xD4, data
        self.commands.append(held[1:])
        self._looks = 0
        self._frames = [b"\x00\x00\xff\x00\xff\x00"]
        if not self.deaf:
            self._frames.append(self._framed(bytes((0xD5, held[1] + 1)) + self._answer(held[1:])))

    def read_on(self, n):
        if self.broken:
            raise OSError(5)
        self._looks += 1
        if not self._frames or self._looks <= self.slow:
            return bytes(n)
        out = b"\x01" + self._frames[0] + bytes(n)
        if n > 1:
            self._frames.pop(0)
            self._looks = 0
        return out[:n]

    def _answer(self, command):
        if command[0] != 0x4A:
            return b""
        if not self.lies:
            return b"\x00"
        return b"\x01\x01\x00\x44\x00" + bytes((len(self.lies),)) + self.lies

    def _framed(self, held):
        n = len(held)
        return b"\x00\x00\xff" + bytes((n, -n & 255)) + held + bytes((-sum(held) & 255, 0))
