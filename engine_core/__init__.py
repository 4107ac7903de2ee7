"""The rules core of mjtable: the same files run on the table's controller (MicroPython) and on the laptop (CPython).

It has no I/O but for the text files beside the regions, and it imports nothing outside itself.
"""

VERSION = "0.1.0"
