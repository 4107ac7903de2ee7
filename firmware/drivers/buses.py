"""The wires that parts hang on: I2C, perhaps behind a TCA9548A multiplexer, and SPI, written only.

A wire takes what a display is sent: send(control, data) with control COMMAND or DATA.
"""

import time

from machine import I2C, Pin, SoftI2C

COMMAND = 0x00  # control bytes of SSD1306, SSD1309 and SH1106 on I2C (Co = 0; D/C# = 0 or 1), data sheets 8.1.5.2
DATA = 0x40
LONGEST = 128  # bytes of data in one piece: a row of a display
TIMEOUT = 20000  # microseconds that a part may hold the clock
HALF = 10  # microseconds, half a clock when a bus is freed


class Bus:
    """An I2C bus. `i2c` is a machine.I2C; `free`, called after a transfer that failed, frees the bus from a part that
    hangs on to it, and returns the machine.I2C to go on with. OSError when the part addressed does not answer."""

    def __init__(self, i2c, mux: "int | None" = None, free=None) -> None:  # type: ignore[no-untyped-def]
        self._i2c = i2c
        self._mux = mux
        self._free = free
        self._open: int | None = None  # the channel of the multiplexer that is on
        self._choice = bytearray(1)
        self.buf = bytearray(1 + LONGEST)  # for whoever writes: nothing is allocated for a page

    def write(self, channel: "int | None", address: int, data) -> None:  # type: ignore[no-untyped-def]
        try:
            self._choose(channel)
            self._i2c.writeto(address, data)
        except OSError:
            self._failed()
            raise

    def read(self, channel: "int | None", address: int, register: int, buf: bytearray) -> None:
        """Fill `buf` from the registers of a part, from `register` on."""
        try:
            self._choose(channel)
            self._i2c.readfrom_mem_into(address, register, buf)
        except OSError:
            self._failed()
            raise

    def fetch(self, channel: "int | None", address: int, buf: bytearray) -> None:
        """Fill `buf` from a part that has no registers."""
        try:
            self._choose(channel)
            self._i2c.readfrom_into(address, buf)
        except OSError:
            self._failed()
            raise

    def _choose(self, channel: "int | None") -> None:
        if channel != self._open and self._mux is not None and channel is not None:
            self._choice[0] = 1 << channel  # TCA9548A: one bit a channel
            self._i2c.writeto(self._mux, self._choice)
            self._open = channel

    def _failed(self) -> None:
        self._open = None
        if self._free:
            self._i2c = self._free()


class I2CWire:
    def __init__(self, bus: Bus, channel: "int | None", address: int) -> None:
        self._bus = bus
        self._channel = channel
        self._address = address

    def send(self, control: int, data) -> None:  # type: ignore[no-untyped-def]
        n = len(data)
        buf = self._bus.buf
        buf[0] = control
        buf[1 : n + 1] = data
        self._bus.write(self._channel, self._address, memoryview(buf)[: n + 1])

    def status(self) -> int:
        """A byte that the part says of itself."""
        said = bytearray(1)
        self._bus.fetch(self._channel, self._address, said)
        return said[0]


class SPIWire:
    """A display on SPI. `cs` and `dc` are pins that set a level when called. It never fails: nothing comes back."""

    def __init__(self, spi, cs, dc) -> None:  # type: ignore[no-untyped-def]
        self._spi = spi
        self._cs = cs
        self._dc = dc
        cs(1)

    def send(self, control: int, data) -> None:  # type: ignore[no-untyped-def]
        self._dc(control == DATA)
        self._cs(0)
        self._spi.write(data)
        self._cs(1)

    def status(self) -> int:
        return 0


class Wires:
    """SCL and SDA of an I2C block (None: made by software), and the pin at the multiplexer's reset, if there is one."""

    def __init__(self, block: "int | None", scl: int, sda: int, khz: int, reset) -> None:  # type: ignore[no-untyped-def]
        self._block, self._scl, self._sda, self._khz, self._reset = block, scl, sda, khz, reset

    def open(self) -> I2C:
        scl, sda, hertz = Pin(self._scl), Pin(self._sda), 1000 * self._khz
        if self._block is None:
            return SoftI2C(scl=scl, sda=sda, freq=hertz, timeout=TIMEOUT)
        return I2C(self._block, scl=scl, sda=sda, freq=hertz, timeout=TIMEOUT)

    def free(self) -> I2C:
        """The block again, after a part that holds SDA has been made to let go of it."""
        if not Pin(self._sda, Pin.IN, Pin.PULL_UP)():
            if self._reset:
                self._reset(0)
                pause()
                self._reset(1)
            freed(drain(self._scl), drain(self._sda), pause)
        return self.open()


def drain(number: int) -> Pin:
    return Pin(number, Pin.OPEN_DRAIN, value=1)


def pause() -> None:
    time.sleep_us(HALF)


def freed(scl, sda, pause) -> None:  # type: ignore[no-untyped-def]
    """Clock out a part that was left in the middle of a byte and holds SDA (I2C specification 3.1.16).

    `scl`, `sda` are open-drain pins, `pause` waits half a clock.
    """
    sda(1)
    for _ in range(9):
        if sda():
            break
        scl(0)
        pause()
        scl(1)
        pause()
    sda(0)  # a stop: SDA rises while SCL is high
    pause()
    scl(1)
    pause()
    sda(1)
