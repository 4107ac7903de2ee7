"""Drivers of what a table has on its wires. A board loads only those that its pin map names.

They get a bus or pins, and raise OSError when a part does not answer. Looked at before: `ssd1306` of micropython-lib
(always sends the whole page, 24 ms, from a buffer of its own), `sh1106`, `tm1637`, `max7219`, `mcp23017` as people pass
them on (none has a release of the last years). `neopixel` comes with MicroPython and is used.
"""

LEFT_OUT = 5000  # ms that a part which did not answer is left alone
