"""Raspberry Pi Pico: RP2040, MicroPython's rp2 port."""

import os
import time

from machine import ADC, mem32

from engine_core.dice import Source
from firmware.drivers.controller import Controller

RANDOMBIT = 0x4006001C  # ROSC: RANDOMBIT, RP2040 datasheet "List of registers" of the ring oscillator
TEMPERATURE = 4  # the ADC's channel of the sensor on the chip
# Each sample is claimed to hold a quarter of a bit. Cut-offs for the false alarm rate of engine_core.dice.
QUARTER_BITS = (81, 915, 1024, 2048)


class Board(Controller):
    NAME = "pico"

    def __init__(self) -> None:
        super().__init__()
        self._adc = ADC(TEMPERATURE)
        self.sources = (
            Source("urandom", os.urandom),
            Source("rosc", _rosc, QUARTER_BITS),
            Source("adc", self._noise, QUARTER_BITS),
            Source("timer", _timer, QUARTER_BITS),
        )

    def _noise(self, n: int) -> bytes:
        """n samples: the last bits of a conversion of twelve."""
        read = self._adc.read_u16
        return bytes([read() >> 4 & 255 for _ in range(n)])


def board() -> Board:
    return Board()


def _rosc(n: int) -> bytes:
    """n samples of eight bits of the ring oscillator, one after the other."""
    samples = bytearray(n)
    for i in range(n):
        bits = 0
        for _ in range(8):
            bits = bits << 1 | mem32[RANDOMBIT] & 1
        samples[i] = bits
    return bytes(samples)


def _timer(n: int) -> bytes:
    """n samples: where the microsecond counter stands whenever the loop comes by."""
    now = time.ticks_cpu
    return bytes([now() & 255 for _ in range(n)])  # type: ignore[operator]
