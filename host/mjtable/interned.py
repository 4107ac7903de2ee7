"""Keeps long texts that stand in several places of what a controller loads once, as names.

mpy-cross makes a name only of a text of ten characters at most, and MicroPython has a name once however often it is
used. A longer one is an object wherever it stands: in the table of a region's options, in that of its patterns, in the
code that asks for it; 32 or 48 bytes each. When a module is loaded, though, a text that is a name already is not made
again. So texts that stand more than once become names of the module, behind those that it has: nothing else of a .mpy
file changes.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator

ID = re.compile(r"[a-z][a-z_.]*")  # of options, patterns, fields: texts that are looked for
HEADER = 4  # bytes before the numbers of names and of objects
NOTHING_MORE = range(5)  # objects that are their type alone
TEXT, BYTES, TUPLE = 5, 6, 10


class Reader:
    def __init__(self, data: bytes, at: int):
        self.data = data
        self.at = at

    def number(self) -> int:
        n = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            n = n << 7 | byte & 0x7F
            if byte < 0x80:
                return n

    def bytes(self, length: int) -> bytes:
        self.at += length
        return self.data[self.at - length : self.at]

    def skip_name(self) -> None:
        n = self.number()
        if not n & 1:  # else one that every MicroPython has
            self.bytes((n >> 1) + 1)

    def texts(self) -> Iterator[str]:
        """Those of one object: itself, or what is in it."""
        kind = self.bytes(1)[0]
        if kind in NOTHING_MORE:
            return
        length = self.number()
        if kind == TUPLE:
            for _ in range(length):
                yield from self.texts()
            return
        data = self.bytes(length)
        if kind in (TEXT, BYTES):
            self.bytes(1)  # a zero at its end
        if kind == TEXT:
            yield data.decode()


def _read(mpy: bytes) -> tuple[int, int, Reader]:
    """The numbers of names and objects, and where the names begin."""
    reader = Reader(mpy, HEADER)
    return reader.number(), reader.number(), reader


def texts(mpy: bytes) -> Counter[str]:
    """The texts of a compiled module that are no names, and how often each is there."""
    names, objects, reader = _read(mpy)
    for _ in range(names):
        reader.skip_name()
    return Counter(text for _ in range(objects) for text in reader.texts())


def with_names(mpy: bytes, more: list[str]) -> bytes:
    """The module with these names too, behind its own."""
    names, objects, reader = _read(mpy)
    first = reader.at
    for _ in range(names):
        reader.skip_name()
    added = b"".join(number(len(name.encode()) << 1) + name.encode() + b"\0" for name in more)
    numbers = number(names + len(more)) + number(objects)
    return mpy[:HEADER] + numbers + mpy[first : reader.at] + added + mpy[reader.at :]


def within(mpy: bytes) -> bytes:
    """The module so that the place of its objects, which lie behind its names, is within the block of both. Where there
    are no objects, and the names (of two bytes each, in words) fill blocks of 16 bytes, it would be that of whatever
    lies behind: a module that is let go would stay as long as this one does.
    """
    names, objects, _ = _read(mpy)
    return mpy if objects or (names + 1) // 2 % 4 else within(with_names(mpy, [""]))


def number(n: int) -> bytes:
    out = bytes([n & 0x7F])
    while n := n >> 7:
        out = bytes([n & 0x7F | 0x80]) + out
    return out


def interned(modules: dict[str, bytes], beside: Callable[[str, str], bool]) -> dict[str, bytes]:
    """The compiled modules (path -> .mpy), in which ids that stand more than once in what is loaded together are names.

    `beside`: may a module of the second path be loaded whenever that of the first is.
    """
    found = {path: texts(mpy) for path, mpy in modules.items()}
    out = {}
    for path, mpy in modules.items():
        there = sum((found[other] for other in modules if beside(path, other)), Counter())
        more = sorted(text for text in found[path] if there[text] > 1 and ID.fullmatch(text))
        out[path] = within(with_names(mpy, more) if more else mpy)
    return out
