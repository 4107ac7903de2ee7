"""From the pin map to parts. hardware/boards/README.md says what a map holds.

Loaded once when the board starts, and let go: nothing that stays may be a function of this module.
"""

import time

from machine import ADC, SPI, Pin

from firmware.drivers import buses, inputs

KEYS = ("dice", "up", "down", "ok", "no", "hu", "draw", "discard", "next")  # as firmware/panel.py calls them


def pulled_up(number: int) -> Pin:
    return Pin(number, Pin.IN, Pin.PULL_UP)


def out(number: int, value: int = 1) -> Pin:
    return Pin(number, Pin.OUT, value=value)


class Wiring:
    """The parts of a map: `screens`, `digits` {place: part}, `inputs` [(name, part, keys, walls, others)] with keys a
    list of (place, key) or None, walls [(first bit, place, first stack, how many)], others [(bit, name)]; `readers`
    [(place, part)]; `ring`, `supply` or None.

    `notice(what, place, text)` is called for each part that cannot be.
    """

    def __init__(self, pins: dict, notice) -> None:  # type: ignore[no-untyped-def]
        self._pins = pins
        self._notice = notice
        self._buses: dict = {}
        self.screens: dict = {}
        self.digits: dict = {}
        self.inputs: list = []
        self.readers: list = []
        self.ring = None
        self.supply = None
        for part in pins.get("display", ()):
            self._try("display", self._display, part)
        for part in pins.get("inputs", ()):
            self._try("inputs", self._input, part)
        for part in pins.get("reader", ()):
            self._try("reader", self._reader, part)
        if "ring" in pins:
            self._try("ring", self._ring, pins["ring"])
        if "supply" in pins:
            self._try("supply", self._supplied, pins["supply"])

    def _try(self, what: str, make, part: dict) -> None:  # type: ignore[no-untyped-def]
        """A map that is not sound, or a part that cannot be, must not keep the others from working."""
        try:
            make(part)
        except Exception as error:
            self._notice("map", None, "%s: %s %s" % (what, type(error).__name__, error))

    # ------------------------------------------------------------ buses

    def _bus(self, kind: str, name: str):  # type: ignore[no-untyped-def]
        key = kind + name
        if key not in self._buses:
            makers = {"i2c": self._i2c, "spi": self._spi, "shift": self._shift}
            self._buses[key] = makers[kind](self._pins[kind][name])
        return self._buses[key]

    def _i2c(self, bus: dict) -> buses.Bus:
        reset = out(bus["mux_reset"]) if "mux_reset" in bus else None
        wires = buses.Wires(bus.get("id"), bus["scl"], bus["sda"], bus["khz"], reset)
        return buses.Bus(wires.open(), bus.get("mux"), wires.free)

    def _spi(self, bus: dict) -> SPI:
        if "reset" in bus:
            reset = out(bus["reset"], 0)
            time.sleep_us(100)  # 3 microseconds would do (SSD1306 data sheet 8.9)
            reset(1)
            time.sleep_us(100)
        # miso is open: without it MicroPython would turn the block's usual pin into one, whatever hangs there.
        sck, mosi, miso = Pin(bus["sck"]), Pin(bus["mosi"]), Pin(bus["miso"])
        return SPI(bus["id"], baudrate=1000 * bus["khz"], sck=sck, mosi=mosi, miso=miso)

    def _shift(self, bus: dict) -> tuple:
        return out(bus["clock"], 0), out(bus["load"])

    # ------------------------------------------------------------ parts

    def _display(self, part: dict) -> None:
        kind, place = part["kind"], part["place"]
        if kind == "tm1637":
            from firmware.drivers.sevensegment import TM1637

            self.digits[place] = TM1637(buses.drain(part["clk"]), buses.drain(part["dio"]), buses.pause)
        elif kind == "max7219":
            from firmware.drivers.sevensegment import MAX7219

            self.digits[place] = MAX7219(self._bus("spi", part["spi"]), out(part["cs"]))
        else:
            from firmware.drivers.oled import Oled

            wire: buses.I2CWire | buses.SPIWire
            if "spi" in part:
                wire = buses.SPIWire(self._bus("spi", part["spi"]), out(part["cs"]), out(part["dc"]))
            else:
                wire = buses.I2CWire(self._bus("i2c", part["i2c"]), part.get("channel"), part["address"])
            self.screens[place] = Oled(wire, kind)

    def _input(self, part: dict) -> None:
        kind = part["kind"]
        names = _names(part["names"])
        made: inputs.Pins | inputs.HC165 | inputs.MCP23017
        if kind == "pins":
            made = inputs.Pins([pulled_up(number) for number in part["pins"]])
        elif kind == "hc165":
            clock, load = self._bus("shift", part["shift"])
            light = out(part["light"], 0) if "light" in part else None
            made = inputs.HC165(clock, load, pulled_up(part["data"]), len(names), light, time.sleep_us)
        else:
            made = inputs.MCP23017(self._bus("i2c", part["i2c"]), part.get("channel"), part["address"])
        keys: list = [None] * len(names)
        walls: list = []
        others = []
        for bit, name in enumerate(names):
            words = name.split(" ")
            if words[0] == "wall":
                _run_on(walls, bit, int(words[1]), int(words[2]))
            elif words[0].isdigit():
                keys[bit] = (int(words[0]), KEYS[KEYS.index(words[1])])  # one string for all of a name
            elif name != "-":
                others.append((bit, name))
        self.inputs.append(("inputs %d" % len(self.inputs), made, keys, walls, others))

    def _reader(self, part: dict) -> None:
        from firmware.drivers.pn532 import PN532

        made = PN532(self._bus("i2c", part["i2c"]), part.get("channel"), part["address"])
        self.readers.append((part["place"], made))

    def _ring(self, part: dict) -> None:
        from neopixel import NeoPixel

        from firmware.drivers.ring import Ring

        self.ring = Ring(NeoPixel(Pin(part["pin"]), part["leds"]), part["leds"])  # type: ignore[assignment]

    def _supplied(self, part: dict) -> None:
        adc = ADC(Pin(part["pin"]))
        attenuate = getattr(adc, "atten", None)
        if attenuate:  # an ESP32, which else sees no more than 0.95 V
            attenuate(ADC.ATTN_11DB)  # type: ignore[attr-defined]
        self.supply = adc, part["ratio"]  # type: ignore[assignment]


def _run_on(walls: list, bit: int, place: int, stack: int) -> None:
    """Stacks that follow each other are one run: eighty sensors must not cost eighty tuples."""
    if walls:
        first, at, low, n = walls[-1]
        if (first + n, at, low + n) == (bit, place, stack):
            walls[-1] = (first, at, low, n + 1)
            return
    walls.append((bit, place, stack, 1))


def _names(listed: list) -> list:
    """One by one: "wall 0 1..3" is three inputs."""
    names = []
    for name in listed:
        head, _, last = name.partition("..")
        if last:
            head, _, first = head.rpartition(" ")
            names += ["%s %d" % (head, n) for n in range(int(first), int(last) + 1)]
        else:
            names.append(name)
    return names
