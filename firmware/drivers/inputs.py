"""Inputs, active when drawn to ground: direct pins, chains of 74HC165, MCP23017.

Each has read() -> (down, caught): bit k is set when input k is active now; when it was, for a moment, since the last
time. And start(), which sets the part up. OSError when it does not answer.
"""

LIT = 200  # microseconds that a reflex sensor needs once its LED is on


class Pins:
    def __init__(self, pins: list) -> None:
        self._pins = pins

    def start(self) -> None:
        pass

    def read(self) -> tuple:
        down = 0
        for k, pin in enumerate(self._pins):
            if not pin():
                down |= 1 << k
        return down, 0


class HC165:
    """A chain of `n` inputs at the pin `data`; `clock`, `load` may serve several chains. `light` switches LEDs on while
    it is read, `wait(us)` waits. The first input is H of the nearest chip (74HC165 data sheet: QH shows H first)."""

    def __init__(self, clock, load, data, n: int, light=None, wait=None) -> None:  # type: ignore[no-untyped-def]
        self._clock = clock
        self._load = load
        self._data = data
        self._n = n
        self._light = light
        self._wait = wait

    def start(self) -> None:
        self._clock(0)
        self._load(1)
        if self._light:
            self._light(0)

    def read(self) -> tuple:
        clock, data = self._clock, self._data
        if self._light:
            self._light(1)
            self._wait(LIT)
        self._load(0)  # takes all inputs at once
        self._load(1)
        if self._light:
            self._light(0)
        down, bit = 0, 1
        for _ in range(self._n):
            if not data():
                down |= bit
            bit <<= 1
            clock(1)
            clock(0)
        return down, 0


class MCP23017:
    """Sixteen inputs on I2C (Microchip data sheet DS20001952, registers with IOCON.BANK = 0).

    The change interrupt is on though its wire is not used: INTCAP then holds what a short press left behind while the
    controller was drawing a page. GPA7 and GPB7 are made outputs, low: they are nothing else since revision D.
    """

    IODIRA, GPINTENA, GPPUA, INTFA = 0x00, 0x04, 0x0C, 0x0E
    INPUTS = 0x7F

    def __init__(self, bus, channel: "int | None", address: int) -> None:  # type: ignore[no-untyped-def]
        self._bus = bus
        self._channel = channel
        self._address = address
        self._six = bytearray(6)

    def start(self) -> None:
        for register in (self.GPPUA, self.GPINTENA, self.IODIRA):  # pulled up before anything is read
            self._bus.write(self._channel, self._address, bytes((register, self.INPUTS, self.INPUTS)))
        self.read()  # what was caught until now is old

    def read(self) -> tuple:
        six = self._six  # INTFA, INTFB, INTCAPA, INTCAPB, GPIOA, GPIOB
        self._bus.read(self._channel, self._address, self.INTFA, six)
        mask = self.INPUTS << 8 | self.INPUTS
        changed = six[0] | six[1] << 8
        captured = six[2] | six[3] << 8
        now = six[4] | six[5] << 8
        return ~now & mask, changed & ~captured & mask
