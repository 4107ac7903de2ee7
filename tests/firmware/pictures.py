"""Pages as pictures: 128 x 64 pixels, MONO_VLSB bytes on the table, 1-bit PNG files beside the tests."""

import struct
import zlib
from pathlib import Path

W, H = 128, 64


def read_png(path: Path) -> bytes:
    """The page in a 1-bit grey PNG file, as the 1024 bytes of a display."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IHDR":
            assert struct.unpack(">IIBB", data[at + 8 : at + 18]) == (W, H, 1, 0), f"{path.name}: not a 1-bit page"
        elif kind == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += length + 12
    raw, step, above, page = zlib.decompress(packed), W // 8, bytes(W // 8), bytearray(W * H // 8)
    for y in range(H):
        line = _unfilter(raw[y * (step + 1)], raw[y * (step + 1) + 1 : (y + 1) * (step + 1)], above)
        for x in range(W):
            if line[x // 8] >> (7 - x % 8) & 1:
                page[y // 8 * W + x] |= 1 << y % 8
        above = line
    return bytes(page)


def _unfilter(kind: int, line: bytes, above: bytes) -> bytes:
    """One row of a PNG with its filter undone (a pixel is less than a byte: the left neighbour is the byte before)."""
    out = bytearray()
    for i, value in enumerate(line):
        a, b, c = out[i - 1] if i else 0, above[i], above[i - 1] if i else 0
        estimate = a + b - c
        paeth = min((a, b, c), key=lambda n: abs(estimate - n))
        out.append(value + (0, a, b, (a + b) // 2, paeth)[kind] & 255)
    return bytes(out)


def write_png(path: Path, page: bytes) -> None:
    rows = bytearray()
    for y in range(H):
        bits = [page[y // 8 * W + x] >> y % 8 & 1 for x in range(W)]
        rows.append(0)
        rows += int("".join(map(str, bits)), 2).to_bytes(W // 8, "big")
    out = b"\x89PNG\r\n\x1a\n"
    for kind, body in (
        (b"IHDR", struct.pack(">IIBBBBB", W, H, 1, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(bytes(rows), 9)),
        (b"IEND", b""),
    ):
        out += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    path.write_bytes(out)
