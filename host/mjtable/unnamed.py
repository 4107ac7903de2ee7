"""Short texts of modules that come and go are no names there.

mpy-cross makes a name of every text of ten characters at most, and MicroPython never lets a name go: what a page or a
dialogue says once in an evening would stay with all others. A name is known in three ways: by code that loads it as a
text, by code that looks for something called so, and by a function whose name or parameter it is. A text of which only
the first is true can be an object of its module, as long texts are, and goes with it.

The code of a .mpy file, format 6, as py/bc0.h and py/persistentcode.c of MicroPython have it.
"""

import ast
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from mjtable import linetable
from mjtable.interned import HEADER, TEXT, Reader, number

LOAD_TEXT, LOAD_OBJECT = 0x10, 0x23
# What comes behind an operation, two bits each for its first four: nothing, the number of a name, a number, a jump.
BEHIND = 0x3A4
NAME, NUMBER, JUMP = 1, 2, 3
ONE_MORE = 0x9E  # where none of these bits is in an operation, a byte comes last
FEW = 0x80  # numbers below take a byte
FEW_MODULES = 2  # that load a text; each has an object of its own
EMPTY = bytes([1 << 1 | 1])  # the empty text, which every MicroPython has


class Module:
    """A compiled module whose code is bytecode: its names, and where it loads them."""

    def __init__(self, mpy: bytes):
        self.mpy = mpy
        reader = Reader(mpy, HEADER)
        count, self.objects = reader.number(), reader.number()
        self.names: list[str | None] = []  # None: one that every MicroPython has
        self.places = [reader.at]  # where each begins, and what is behind the last
        for _ in range(count):
            n = reader.number()
            self.names.append(None if n & 1 else reader.bytes((n >> 1) + 1)[:-1].decode())
            self.places.append(reader.at)
        for _ in range(self.objects):
            list(reader.texts())
        self.code = reader.at
        self.loads: dict[int, int] = {}  # where a name is loaded as a text -> its number
        self.others: set[int] = set()  # numbers of names that are known in another way
        self._piece(reader)

    def texts(self) -> set[str]:
        """Names that are only loaded as texts."""
        return {name for n in {*self.loads.values()} - self.others if (name := self.names[n])}

    def names_but(self, texts: Collection[str]) -> set[str]:
        return {name for name in self.names if name} - {*texts}

    def without(self, texts: set[str]) -> bytes:
        """The module in which these of texts() are objects: their places among the names stay, so that nothing of the
        code moves."""
        numbers = list[int]()
        for n in sorted({*self.loads.values()}):
            # A number that takes a byte stays one: where there is no room for that, the text stays a name.
            if self.names[n] in texts and (n >= FEW or self.objects + len(numbers) < FEW):
                numbers.append(n)
        code = bytearray(self.mpy[self.code :])
        for at, n in self.loads.items():
            if n in numbers:
                first, width = at - self.code, 1 if n < FEW else 2
                place = number(self.objects + numbers.index(n)).rjust(width, b"\x80")
                code[first : first + 1 + width] = bytes([LOAD_OBJECT]) + place
        slots = [self.mpy[a:b] for a, b in zip(self.places, self.places[1:], strict=False)]
        objects = b""
        for n in numbers:
            slots[n] = EMPTY
            text = str(self.names[n]).encode()
            objects += bytes([TEXT]) + number(len(text)) + text + b"\0"
        counts = number(len(self.names)) + number(self.objects + len(numbers))
        head = self.mpy[:HEADER] + counts + b"".join(slots) + self.mpy[self.places[-1] : self.code]
        return head + objects + bytes(code)

    def _piece(self, reader: Reader) -> None:
        """A piece of code, and those that are in it."""
        head = reader.number()
        if head & 3 != linetable.BYTECODE:
            raise ValueError("machine code is not read")
        first = reader.at
        self._function(first, reader.bytes(head >> 3))
        if head & 4:
            for _ in range(reader.number()):
                self._piece(reader)

    def _function(self, first: int, code: bytes) -> None:
        parameters, info, cells, at = linetable.prelude(code)
        reader = Reader(code, at)
        self.others |= {reader.number() for _ in range(1 + parameters)}
        reader.at = at + info + cells
        while reader.at < len(code):
            place = reader.at
            operation = code[place]
            reader.at += 1
            behind = BEHIND >> 2 * (operation >> 4) & 3
            if behind == JUMP:
                reader.at += 1 + (code[reader.at] >= FEW)
            elif behind:
                n = reader.number()
                if operation == LOAD_TEXT:
                    self.loads[first + place] = n
                elif behind == NAME:
                    self.others.add(n)
            if not operation & ONE_MORE:
                reader.at += 1


def unnamed(modules: Mapping[str, bytes], go: Collection[str], said: Collection[str]) -> dict[str, bytes]:
    """The compiled modules (any key -> .mpy, none of machine code), those of `go` without names that only a few of them
    load as texts.

    `said`: what the sources call something, called() of all: a name in a call, or of a class, is loaded as a text is.
    """
    read = {key: Module(mpy) for key, mpy in modules.items()}
    loads = Counter(text for key in go for text in read[key].texts())
    stay = {name for key, module in read.items() for name in module.names_but(module.texts() if key in go else ())}
    gone = {text for text, modules in loads.items() if modules <= FEW_MODULES} - stay - {*said}
    return {key: module.without(gone & module.texts()) if key in go else module.mpy for key, module in read.items()}


def called(texts: Iterable[str]) -> set[str]:
    """What sources name though it is loaded as a text is: classes, and what a call names."""
    nodes = [node for text in texts for node in ast.walk(ast.parse(text))]
    classes = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    return classes | {node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg}
