"""Stands in for a controller's `machine` under MicroPython's unix port: pins that can be looked at, and buses that
write down what goes over them and hand it to the parts connected (parts.py).

`connected` holds the parts: I2C block -> {address: part}, SPI block -> {cs pin: part}. `reset()` begins anew.
"""

PWRON_RESET, WDT_RESET, HARD_RESET = 1, 3, 2
EIO = 5

pins: dict = {}
connected: dict = {}
wire: list = []  # (address, bytes) of each I2C transfer, also of those that failed
cause = PWRON_RESET


def reset():
    for kept in (pins, connected):
        kept.clear()
    wire.clear()
    WDT.last = None


def reset_cause():
    return cause


class WDT:
    """Counts how often it was fed; `last` is the one that runs."""

    last = None

    def __init__(self, timeout):
        assert 1 <= timeout <= 8388
        self.timeout, self.fed = timeout, 0
        WDT.last = self

    def feed(self):
        self.fed += 1


class Timer:
    """`running`: those that would call back."""

    PERIODIC = 1
    running: list = []

    def __init__(self, number):
        pass

    def init(self, period, mode, callback):
        self.period, self.callback = period, callback
        Timer.running.append(self)

    def deinit(self):
        Timer.running.remove(self)


class Memory:
    """A register whose bits follow no pattern."""

    value = 1

    def __getitem__(self, address):
        Memory.value = (Memory.value * 75 + 74) % 65537
        return Memory.value >> 7


mem32 = Memory()


class Pin:
    IN, OUT, OPEN_DRAIN, PULL_UP = "in", "out", "drain", "up"

    def __new__(cls, number, mode=None, pull=None, value=None):
        pin = pins.get(number)
        if pin is None:
            pin = pins[number] = object.__new__(cls)
            pin.number, pin.mode, pin.pull, pin.level, pin.outside, pin.seen = number, None, None, 1, None, []
        if mode:
            pin.mode, pin.pull = mode, pull
        if value is not None:
            pin.level = value
        return pin

    def __init__(self, *args, **kw):
        pass

    def __call__(self, value=None):
        if value is None:
            outside = self.outside() if self.outside else 1
            return outside if self.mode == "in" else self.level & outside
        assert self.mode in ("out", "drain"), "pin %d is no output" % self.number
        self.level = int(value)
        for look in self.seen:
            look(self)


class I2C:
    def __init__(self, block, scl, sda, freq, timeout):
        self.block, self.scl, self.sda, self.freq = block, scl, sda, freq

    def _part(self, address):
        parts = connected.get(self.block, {})
        if address in parts:
            return parts[address]
        for part in parts.values():  # behind a multiplexer
            if hasattr(part, "channels"):
                for k in range(8):
                    if part.mask >> k & 1 and address in part.channels.get(k, {}):
                        return part.channels[k][address]
        raise OSError(EIO)

    def writeto(self, address, data):
        wire.append((address, bytes(data)))
        self._part(address).written(bytes(data))
        return len(data)

    def readfrom_into(self, address, buf):
        buf[:] = self._part(address).read_on(len(buf))

    def readfrom_mem_into(self, address, register, buf):
        wire.append((address, bytes((register,))))
        buf[:] = self._part(address).registers_read(register, len(buf))


class SoftI2C(I2C):
    """A bus on any pins: its parts are connected to its SDA."""

    def __init__(self, scl, sda, freq, timeout):
        super().__init__("soft%d" % sda.number, scl, sda, freq, timeout)


class SPI:
    def __init__(self, block, baudrate, sck, mosi, miso):
        self.block, self.baudrate = block, baudrate

    def write(self, data):
        for cs, part in connected.get("spi%d" % self.block, {}).items():
            if pins[cs].level == 0:
                part.shifted(bytes(data))


class ADC:
    def __init__(self, channel):
        self.value = 32768

    def read_u16(self):
        self.value = (self.value * 75 + 74) % 65537 & 65535
        return self.value


class RTC:
    now = None

    def datetime(self, given=None):
        if given:
            RTC.now = given
        return RTC.now


class UART:
    last = None

    def __init__(self, block, **how):
        self.block, self.how, self.came, self.went = block, how, b"", b""
        UART.last = self

    def any(self):
        return len(self.came)

    def readinto(self, buf):
        n = min(len(buf), len(self.came))
        buf[:n] = self.came[:n]
        self.came = self.came[n:]
        return n or None

    def write(self, data):
        self.went += bytes(data)
        return len(data)

    def deinit(self):
        self.came = b""
