"""The serial line to the laptop; what a port promises: firmware/boards/__init__.py."""

import select
import sys

from machine import UART, Pin

CTRL_C = 3
PIECE = 32  # bytes that a UART takes at 115,200 baud while 3 ms pass


class UsbPort:
    """USB, shared with the prompt."""

    AHEAD = 3  # of 130 bytes: MicroPython's buffer has 512

    def __init__(self) -> None:
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)

    def readinto(self, buf: bytearray) -> int:
        n = 0
        # Byte by byte: there is no partial read, and what follows a Ctrl-C is for the prompt.
        while n < len(buf) and self._readable.poll(0):
            self._in.readinto(self._byte)
            if self._byte[0] == CTRL_C:  # it came while the flash was written, see guard()
                raise KeyboardInterrupt
            buf[n] = self._byte[0]
            n += 1
        return n

    def write(self, buf: bytes) -> int:
        n = 0
        # Byte by byte too: a longer piece than there is room for waits for the laptop, up to half a second.
        while n < len(buf) and self._writable.poll(0):
            self._byte[0] = buf[n]
            self._out.write(self._byte)
            n += 1
        return n

    def close(self) -> None:
        pass


class UartPort:
    """A UART on pins of its own: no prompt, no Ctrl-C."""

    AHEAD = 12  # of 130 bytes: they fit into its buffer

    def __init__(self, link: dict) -> None:
        self._uart = UART(
            link["uart"], baudrate=link["baud"], tx=Pin(link["tx"]), rx=Pin(link["rx"]),
            txbuf=512, rxbuf=2048, timeout=0, timeout_char=0,
        )  # fmt: skip

    def readinto(self, buf: bytearray) -> int:
        if not self._uart.any():
            return 0
        return self._uart.readinto(buf) or 0

    def write(self, buf: bytes) -> int:
        return self._uart.write(memoryview(buf)[:PIECE]) or 0

    def close(self) -> None:
        self._uart.deinit()
