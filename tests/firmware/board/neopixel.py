"""Stands in for MicroPython's neopixel."""


class NeoPixel:
    def __init__(self, pin, n):
        self.pin, self.colours, self.written = pin, [(0, 0, 0)] * n, 0

    def __setitem__(self, k, colour):
        self.colours[k] = colour

    def write(self):
        self.written += 1
