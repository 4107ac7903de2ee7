"""Gives the code of a .mpy file other line numbers, for a text that was compiled with lines put in.

A function's code begins with numbers (how much stack it needs, how long the next two are), its name and those of its
parameters, and its line table: pairs (so many bytes of code, so many lines further), from line 1 on. Format 6 of .mpy
files, as py/bc.h and py/persistentcode.c of MicroPython have it.
"""

from collections.abc import Iterator

from mjtable.interned import Reader, number

HEADER = 4
BYTECODE = 0  # the kind of a piece of code


def renumbered(mpy: bytes, origin: list[int]) -> bytes:
    """The module, in which line n is now called origin[n - 1]; these never go down."""
    reader = Reader(mpy, HEADER)
    names, objects = reader.number(), reader.number()
    for _ in range(names):
        reader.skip_name()
    for _ in range(objects):
        list(reader.texts())
    return mpy[: reader.at] + _code(reader, origin)


def _code(reader: Reader, origin: list[int]) -> bytes:
    """A piece of code, and those that are in it."""
    head = reader.number()
    if head & 3 != BYTECODE:
        raise ValueError("machine code has no lines")
    code = _function(reader.bytes(head >> 3), origin)
    inside = b""
    if head & 4:
        count = reader.number()
        inside = number(count) + b"".join(_code(reader, origin) for _ in range(count))
    return number(len(code) << 3 | head & 7) + code + inside


def prelude(code: bytes) -> tuple[int, int, int, int]:
    """How many parameters a function has, how many bytes its names and lines take, how many the variables that others
    share, behind them, and where the names begin.
    """
    parameters, at = _parameters(code)
    info, cells = 0, 0
    for n, byte in enumerate(_while_more(code, at)):
        info |= (byte >> 1 & 0x3F) << 6 * n
        cells |= (byte & 1) << n
        at += 1
    return parameters, info, cells, at


def _function(code: bytes, origin: list[int]) -> bytes:
    parameters, info, cells, at = prelude(code)
    first = _parameters(code)[1]
    reader = Reader(code, at)
    for _ in range(1 + parameters):
        reader.number()
    end = at + info
    lines = _lines(code[reader.at : end], origin)
    return code[:first] + _sizes(reader.at - at + len(lines), cells) + code[at : reader.at] + lines + code[end:]


def _while_more(code: bytes, at: int) -> Iterator[int]:
    while True:
        yield code[at]
        if code[at] < 0x80:
            return
        at += 1


def _parameters(code: bytes) -> tuple[int, int]:
    """How many a function has, and where the next number begins."""
    first = code[0]
    count, at = first & 3, 1
    if first & 0x80:
        for n, byte in enumerate(_while_more(code, 1)):
            count += (byte & 4) << n
            count += (byte >> 3 & 1) << n  # named ones
            at += 1
    return count, at


def _sizes(info: int, cells: int) -> bytes:
    out = bytearray()
    while True:
        byte = (info & 0x3F) << 1 | cells & 1
        info, cells = info >> 6, cells >> 1
        if not info | cells:
            return bytes([*out, byte])
        out.append(byte | 0x80)


def _lines(table: bytes, origin: list[int]) -> bytes:
    """A line table with the lines' new numbers. A line without code of its own, as a docstring's, takes nothing."""
    out = b""
    line = now = 1  # the line as compiled, and its new number as far as it is in the table
    on = waiting = 0  # bytes of code on this line, and before it since the last one that is in the table
    for code, lines in _read(table):
        on += code
        if lines and origin[line + lines - 1] > origin[line - 1]:
            if on and origin[line - 1] > now:
                out += _pairs(waiting, origin[line - 1] - now)
                now, waiting = origin[line - 1], 0
            waiting += on
            on = 0
        line += lines
    return out + (_pairs(waiting, origin[line - 1] - now) if origin[line - 1] > now else b"")


def _read(table: bytes) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(table):
        if table[at] & 0x80:
            yield table[at] & 0xF, (table[at] << 4 & 0x700) | table[at + 1]
            at += 2
        else:
            yield table[at] & 0x1F, table[at] >> 5
            at += 1


def _pairs(code: int, lines: int) -> bytes:
    """So many bytes of code, then so many lines further."""
    out = bytearray()
    while code or lines:
        if lines <= 6 or code > 0xF:
            skipped = min(code, 0x1F)
            further = min(lines, 3) if skipped == code else 0
            out.append(further << 5 | skipped)
        else:
            skipped, further = min(code, 0xF), min(lines, 0x7FF)
            out += bytes((0x80 | skipped | further >> 4 & 0x70, further & 0xFF))
        code -= skipped
        lines -= further
    return bytes(out)
