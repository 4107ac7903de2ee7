"""What the boards have in common: the table's parts, found by the pin map, and the line to the laptop.

A board file makes a subclass with NAME and sources. What it promises: firmware/boards/__init__.py.
"""

import json
import os
import sys
import time

import machine
import micropython

from firmware import drivers
from firmware.boards import POWER_ON, WATCHDOG
from firmware.buttons import HELD, PRESS, RELEASED, REPEATED, STICKS, Keys
from firmware.drivers import LEFT_OUT
from firmware.drivers.ports import UartPort, UsbPort

PINS = "/pins.json"  # the pin map, as the laptop sent it
ASK = 2000  # ms between two questions to a display whether it is there
NAMES_OF_HELD = {"ok": "menu", "no": "leave"}
SET = 2024  # a clock that says an earlier year was never set
YEAR_2000 = 946684800  # unix seconds
BITES = 8000  # ms that the watchdog waits; a Pico allows 8,388 at most

_walker: machine.Timer | None = None  # feeds the watchdog while somebody works at the prompt


class Kept:
    """A part and whether it answers. One that does not is left alone for LEFT_OUT ms, then set up anew."""

    def __init__(self, part, name: str, notices: list) -> None:  # type: ignore[no-untyped-def]
        self.part = part
        self.name = name
        self.asked = 0  # when it last answered, or did not
        self.there = False
        self._silent = False  # and that was told
        self._tried = False
        self._notices = notices

    def call(self, now: int, what, *args):  # type: ignore[no-untyped-def]
        """what(*args), a method of the part. None when it does not answer, or is left out."""
        try:
            if not self.there:
                if self._tried and time.ticks_diff(now, self.asked) < LEFT_OUT:
                    return None
                self._tried = True
                self.asked = now
                self.part.start()
                self.there = True
                self._tell(False)
            self.asked = now
            return what(*args)
        except OSError:
            self.there = False
            self.asked = now
            self._tell(True)
            return None

    def _tell(self, silent: bool) -> None:
        if silent != self._silent:
            self._silent = silent
            self._notices.append(("part", None, self.name + (" does not answer" if silent else " answers again")))


class Controller:
    NAME = ""
    TIMER = -1  # one that runs by software, where a port has them
    data = "/data"
    sources: tuple = ()
    readers: tuple = ()

    def __init__(self) -> None:
        try:
            os.mkdir(self.data)
        except OSError:
            pass  # it is there
        cause = machine.reset_cause()
        self.reason = POWER_ON if cause == machine.PWRON_RESET else WATCHDOG if cause == machine.WDT_RESET else "reset"
        self._dog: machine.WDT | None = None
        self._notices: list = []  # (what, place, text)
        self._screens: dict = {}  # place -> Kept of an Oled
        self.digits: dict = {}  # place -> how many
        self._digits: dict = {}  # place -> Kept of a seven-segment display
        self._inputs: list = []  # (Kept, Keys or None, runs of stacks, [(bit, name)]); see wiring.py
        self._readers: list = []  # (place, Kept of a reader of tiles)
        self.ring = None
        self._supply: tuple | None = None  # ADC, ratio
        self._look = (3, False)  # level, turned: what parts come up with
        pins = self._pin_map()
        link = pins.get("link")
        self.port = UartPort(link) if link else UsbPort()
        self._build(pins)
        self.noise: int | None = pins.get("noise", {}).get("pin")
        self.displays = tuple(sorted(self._screens))

    def _now(self) -> int:
        return time.ticks_ms()  # type: ignore[return-value]

    def _pin_map(self) -> dict:
        try:
            with open(PINS) as f:
                pins = json.load(f)
            if isinstance(pins, dict):
                return pins
            why = "no pin map"
        except (OSError, ValueError) as error:
            why = str(error) or "not readable"
        self._notices.append(("map", None, PINS + ": " + why))
        return {}

    def _build(self, pins: dict) -> None:
        """The parts of the map. One that cannot be is told and left out."""
        from firmware.drivers import wiring

        made = wiring.Wiring(pins, self.notice)
        for place, part in made.screens.items():
            self._screens[place] = Kept(part, "display %d" % place, self._notices)
        for place, part in made.digits.items():
            self._digits[place] = Kept(part, "display %d" % place, self._notices)
            self.digits[place] = part.DIGITS
        for name, part, keys, walls, others in made.inputs:
            self._inputs.append((Kept(part, name, self._notices), Keys(keys) if any(keys) else None, walls, others))
        for place, part in made.readers:
            self._readers.append((place, Kept(part, "reader %d" % place, self._notices)))
        self.readers = tuple([place for place, _ in self._readers])
        self.ring = made.ring
        self._supply = made.supply
        del sys.modules["firmware.drivers.wiring"]  # needed once
        del drivers.wiring  # type: ignore[attr-defined]

    def notice(self, what: str, place: "int | None", text: str) -> None:
        self._notices.append((what, place, text))

    # ------------------------------------------------------------ the board

    def time(self) -> int:
        now = int(time.time())
        if time.gmtime(0)[0] == 2000:
            now += YEAR_2000
        return now if time.gmtime()[0] >= SET else 0

    def set_time(self, seconds: int) -> None:
        if time.gmtime(0)[0] == 2000:
            seconds -= YEAR_2000
        year, month, day, hour, minute, second, weekday = time.gmtime(seconds)[:7]
        machine.RTC().datetime((year, month, day, weekday, hour, minute, second, 0))

    def guard(self, on: bool) -> None:
        micropython.kbd_intr(-1 if on else 3)

    def notices(self) -> list:
        out = self._notices[:]
        self._notices.clear()  # every part holds this list
        return out

    def watchdog(self) -> None:
        global _walker
        if self._dog is None:
            if _walker is not None:
                _walker.deinit()
                _walker = None
            self._dog = machine.WDT(timeout=BITES)
        self._dog.feed()

    def close(self) -> None:
        global _walker
        micropython.kbd_intr(3)
        self.port.close()
        if self._dog is not None:  # it cannot be stopped
            dog = self._dog
            _walker = machine.Timer(self.TIMER)
            _walker.init(period=BITES // 4, mode=machine.Timer.PERIODIC, callback=lambda t: dog.feed())
            self._dog = None

    # ------------------------------------------------------------ displays

    def show(self, display: int, page: bytearray) -> None:
        kept = self._screens[display]
        kept.call(self._now(), kept.part.show, page)
        if not kept.there:
            kept.part.show(page)  # nothing is sent: it is kept for when it answers again

    def spell(self, display: int, text: str) -> None:
        kept = self._digits[display]
        kept.call(self._now(), kept.part.spell, text)

    def refresh(self, level: int, turned: bool) -> None:
        now = self._now()
        changed = (level, turned) != self._look
        self._look = (level, turned)
        for kept in self._screens.values():
            if changed:
                kept.call(now, kept.part.light, level, turned)
                if not kept.there:
                    kept.part.light(level, turned)  # for when it answers again
            elif time.ticks_diff(now, kept.asked) >= ASK:
                kept.call(now, kept.part.ask)
        if changed:
            for kept in self._digits.values():
                kept.call(now, kept.part.light, level)

    def parts(self) -> list:
        kept = list(self._screens.values()) + list(self._digits.values()) + [part[0] for part in self._inputs]
        kept += [part[1] for part in self._readers]
        return [(one.name, one.there) for one in kept]

    # ------------------------------------------------------------ inputs

    def fitted(self) -> list:
        return [name for _, keys, _, _ in self._inputs if keys for name in keys.names if name]

    def keys(self) -> list:
        now = self._now()
        out = []
        for kept, keys, _, _ in self._inputs:
            if keys:
                for place, key, how in keys.update(now, *self._levels(kept, keys, now)):
                    if how in (PRESS, REPEATED):
                        out.append((place, key))
                    elif how == HELD:
                        out.append((place, NAMES_OF_HELD[key]))
                    elif how == RELEASED:
                        if key == "no":
                            out.append((place, "release"))
                    else:
                        state = "is stuck" if how == STICKS else "works again"
                        self.notice("key", place, "key %s of place %d %s" % (key, place, state))
        return out

    def _levels(self, kept: Kept, keys: Keys, now: int) -> tuple:
        """(down, caught) of a part; keys that have just gone down are looked at twice: a spark is gone by then."""
        read = kept.call(now, kept.part.read)
        if read is None:
            return 0, 0
        down, caught = read
        fresh = keys.fresh(down)
        if fresh:
            again = kept.call(now, kept.part.read)
            down &= ~fresh | (again[0] if again else 0)
        return down, caught

    def held(self, key: str) -> dict:
        out: dict = {}
        for _, keys, _, _ in self._inputs:
            if keys:
                out.update(keys.held(self._now(), key))
        return out

    def walls(self) -> list:
        out: list = [None] * 4
        now = self._now()
        for kept, _, walls, _ in self._inputs:
            read = kept.call(now, kept.part.read) if walls else None
            if read:
                for bit, place, stack, n in walls:
                    out[place] = (out[place] or 0) | (read[0] >> bit & (1 << n) - 1) << (stack - 1)
        return out

    def tags(self) -> list:
        now = self._now()
        read = [(place, kept.call(now, kept.part.read)) for place, kept in self._readers]
        return [(place, tag) for place, tag in read if tag]

    def senses(self) -> dict:
        out: dict = {}
        now = self._now()
        for kept, _, _, others in self._inputs:
            read = kept.call(now, kept.part.read) if others else None
            if read:
                for bit, name in others:
                    out[name] = bool(read[0] >> bit & 1)
        if self._supply:
            adc, ratio = self._supply
            exactly = getattr(adc, "read_uv", None)  # an ESP32's scale ends elsewhere, and is bent
            out["supply"] = exactly() * ratio // 1000 if exactly else adc.read_u16() * 3300 * ratio // 65535
        return out
