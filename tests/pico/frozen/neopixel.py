"""WS2812 at a pin: what the firmware uses of micropython-lib's module of this name. Official images have it frozen."""

from machine import bitstream

TIMES = (400, 850, 800, 450)  # nanoseconds: high and low of a 0, high and low of a 1


class NeoPixel:
    def __init__(self, pin, n):
        self.pin = pin
        self.buf = bytearray(3 * n)
        pin.init(pin.OUT)

    def __setitem__(self, k, colour):
        red, green, blue = colour
        self.buf[3 * k : 3 * k + 3] = bytes((green, red, blue))

    def write(self):
        bitstream(self.pin, 0, TIMES, self.buf)
