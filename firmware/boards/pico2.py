"""Raspberry Pi Pico 2: RP2350, MicroPython's rp2 port. Its urandom is the generator on the chip."""

import os
import time

from machine import ADC

from engine_core.dice import Source
from firmware.drivers.controller import Controller

TEMPERATURE = 4  # the ADC's channel of the sensor on the chip (package of the Pico 2)
# Each sample is claimed to hold a quarter of a bit. Cut-offs for the false alarm rate of engine_core.dice.
QUARTER_BITS = (81, 915, 1024, 2048)


class Board(Controller):
    NAME = "pico2"

    def __init__(self) -> None:
        super().__init__()
        self._adc = ADC(TEMPERATURE)
        self.sources = (
            Source("urandom", os.urandom),
            Source("adc", self._noise, QUARTER_BITS),
            Source("timer", _timer, QUARTER_BITS),
        )

    def _noise(self, n: int) -> bytes:
        """n samples: the last bits of a conversion of twelve."""
        read = self._adc.read_u16
        return bytes([read() >> 4 & 255 for _ in range(n)])


def board() -> Board:
    return Board()


def _timer(n: int) -> bytes:
    """n samples: where the microsecond counter stands whenever the loop comes by."""
    now = time.ticks_cpu
    return bytes([now() & 255 for _ in range(n)])  # type: ignore[operator]
