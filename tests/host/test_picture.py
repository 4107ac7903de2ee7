import struct
import zlib

from mjtable import picture

DARK = bytes(1024)


def lit(*points):
    page = bytearray(1024)
    for x, y in points:
        page[(y // 8) * 128 + x] |= 1 << (y % 8)
    return bytes(page)


def decode(png):
    """Width, height and rows (lists of 0 and 1) of a 1-bit grey PNG without filters."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, parts = 8, {}
    while at < len(png):
        n = struct.unpack(">I", png[at : at + 4])[0]
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + n]
        assert struct.unpack(">I", png[at + 8 + n : at + 12 + n])[0] == zlib.crc32(kind + data)
        parts[kind] = data
        at += 12 + n
    width, height, depth, colour = struct.unpack(">IIBB", parts[b"IHDR"][:10])
    assert (depth, colour) == (1, 0)
    raw, step = zlib.decompress(parts[b"IDAT"]), width // 8 + 1
    assert len(raw) == step * height
    rows = []
    for y in range(height):
        assert raw[y * step] == 0
        bits = "".join(f"{byte:08b}" for byte in raw[y * step + 1 : (y + 1) * step])
        rows.append([int(bit) for bit in bits])
    return width, height, rows


def test_a_byte_is_eight_pixels_down_the_lowest_bit_on_top():
    page = bytes([0b10000001]) + bytes(1023)
    assert [picture.pixel(page, 0, y) for y in range(9)] == [1, 0, 0, 0, 0, 0, 0, 1, 0]
    assert picture.pixel(lit((127, 63)), 127, 63) == 1


def test_a_png_shows_each_pixel_as_a_square():
    width, height, rows = decode(picture.png(lit((0, 0), (127, 63), (5, 9)), 4))
    assert (width, height) == (512, 256)
    white = {(x, y) for y in range(height) for x in range(width) if rows[y][x]}
    assert white == {
        (x0 * 4 + i, y0 * 4 + j) for x0, y0 in ((0, 0), (127, 63), (5, 9)) for i in range(4) for j in range(4)
    }


def test_half_blocks_show_two_pixels_a_character():
    lines = picture.blocks(lit((0, 0), (1, 1), (2, 0), (2, 1)))
    assert len(lines) == 32 and {len(line) for line in lines} == {128}
    assert lines[0][:4] == "▀▄█ "


def test_braille_shows_eight_pixels_a_character():
    lines = picture.braille(lit((0, 0), (3, 0), (4, 3), (7, 3)))
    assert len(lines) == 16 and {len(line) for line in lines} == {64}
    assert lines[0][:4] == "⠁⠈⡀⢀"


def test_a_dark_page_is_empty_in_every_form():
    assert set("".join(picture.blocks(DARK))) == {" "}
    assert set("".join(picture.braille(DARK))) == {"\u2800"}
    assert not any(map(any, decode(picture.png(DARK, 1))[2]))
