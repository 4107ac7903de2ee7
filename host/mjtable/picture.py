"""A display's page, 1024 bytes MONO_VLSB (a byte is 8 pixels down, its lowest bit on top), as text or as PNG."""

import struct
import zlib

WIDTH, HEIGHT = 128, 64
BYTES = WIDTH * HEIGHT // 8
_HALVES = " ▀▄█"
# Dots of a braille character (2 wide, 4 high), by row and column.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def pixel(page: bytes, x: int, y: int) -> int:
    """1 where the pixel is lit."""
    return page[(y >> 3) * WIDTH + x] >> (y & 7) & 1


def blocks(page: bytes) -> list[str]:
    """32 lines of 128 half blocks: as on the display, for a wide terminal."""
    return [
        "".join(_HALVES[pixel(page, x, y) | pixel(page, x, y + 1) << 1] for x in range(WIDTH))
        for y in range(0, HEIGHT, 2)
    ]


def braille(page: bytes) -> list[str]:
    """16 lines of 64 braille characters: half as wide and high."""
    return [
        "".join(
            chr(0x2800 + sum(_DOTS[j][i] * pixel(page, x + i, y + j) for j in range(4) for i in range(2)))
            for x in range(0, WIDTH, 2)
        )
        for y in range(0, HEIGHT, 4)
    ]


def dots(page: bytes) -> list[str]:
    """64 lines of 128 characters, "1" where a pixel is lit."""
    return ["".join(str(pixel(page, x, y)) for x in range(WIDTH)) for y in range(HEIGHT)]


def png(page: bytes, scale: int = 4) -> bytes:
    """A display as a black and white PNG, lit pixels white, each `scale` pixels wide and high."""
    return png_of(dots(page), scale)


def png_of(lines: list[str], scale: int = 1) -> bytes:
    """The same of any picture: lines of equal length of "0" and "1"."""
    rows = bytearray()
    width = len(lines[0]) * scale
    for line in lines:
        bits = "".join(dot * scale for dot in line).ljust(-(-width // 8) * 8, "0")
        rows += (b"\0" + int(bits, 2).to_bytes(len(bits) // 8, "big")) * scale  # filter 0, then eight pixels a byte
    head = struct.pack(">IIBBBBB", width, len(lines) * scale, 1, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
