"""ESP32-S3, MicroPython's esp32 port; the laptop on its own USB socket, or on a UART of the pin map.

Its urandom is only pseudo-random while the radio is off, hence the noise of an ADC input that nothing is connected to.
"""

import os
import time

from machine import ADC, HARD_RESET, Pin, reset_cause

from engine_core.dice import Source
from firmware.boards import POWER_ON
from firmware.drivers.controller import Controller

# Each sample is claimed to hold a quarter of a bit. Cut-offs for the false alarm rate of engine_core.dice.
QUARTER_BITS = (81, 915, 1024, 2048)


class Board(Controller):
    NAME = "esp32_s3"
    TIMER = 0

    def __init__(self) -> None:
        super().__init__()
        if reset_cause() == HARD_RESET:  # the reset button
            self.reason = POWER_ON
        self.sources = (Source("urandom", os.urandom), Source("timer", _timer, QUARTER_BITS))
        if self.noise is not None:
            self._adc = ADC(Pin(self.noise))
            self.sources += (Source("adc", self._noise, QUARTER_BITS),)

    def _noise(self, n: int) -> bytes:
        """n samples: the last bits of a conversion."""
        read = self._adc.read_u16
        return bytes([read() >> 4 & 255 for _ in range(n)])


def board() -> Board:
    return Board()


def _timer(n: int) -> bytes:
    """n samples: where the cycle counter stands whenever the loop comes by."""
    now = time.ticks_cpu
    return bytes([now() & 255 for _ in range(n)])  # type: ignore[operator]
