"""Tiles as small integers, and their text.

A *kind* is 0..41: characters 1m..9m are 0..8, dots 9..17, bamboo 18..26, honours 1z..7z 27..33, flowers 1f..8f 34..41.
Text is MPSZ as in the hand record: digits before their suit letter, a run of digits shares the letter ("1123m55z").
"""

KINDS = 42
HONOURS = 27  # first honour (East)
DRAGONS = 31  # first dragon (White)
FLOWERS = 34  # first flower (Spring)
LETTERS = "mpszf"
FIRST = (0, 9, 18, 27, 34)  # first kind of each letter
LENGTH = (9, 9, 9, 7, 8)  # kinds of each letter
# By the character of a letter: what its digits are above their kinds, and the highest of them.
DIGITS = {0x6D: (0x31, 0x39), 0x70: (0x28, 0x39), 0x73: (0x1F, 0x39), 0x7A: (0x16, 0x37), 0x66: (0x0F, 0x38)}
SUPPLY = b"\4" * FLOWERS + b"\1" * (KINDS - FLOWERS)  # tiles of each kind, where the set has it


class TileError(ValueError):
    """A text that names no tiles; the message says which part of it."""


def shown(value: object, most: int = 20) -> str:
    """A given value as a message shows it: short, printable, the same on both interpreters (which repr() is not).

    What lies beyond 16 bits is shown as the two halves that MicroPython reads from JSON in its place.
    """
    if isinstance(value, str):
        codes: list = []
        for c in value[:most]:
            o = ord(c)
            codes += [o] if o < 0x10000 else [0xD7C0 + (o >> 10), 0xDC00 + (o & 0x3FF)]
        return "'" + "".join([_printable(o) for o in codes[:most]]) + "'"
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        return str(value) if -1000000 < value < 1000000 else "a huge number"
    return "a " + type(value).__name__


def _printable(code: int) -> str:
    if code in (0x27, 0x5C):
        return "\\" + chr(code)
    return chr(code) if 32 <= code < 127 or 0xA0 < code < 0xD800 or 0xDFFF < code < 0xFFFE else "\\u%04x" % code


def letter(kind: int) -> int:
    """Which of LETTERS a kind belongs to: 0 characters, 1 dots, 2 bamboo, 3 honours, 4 flowers."""
    return kind // 9 if kind < HONOURS else 3 if kind < FLOWERS else 4


def parse(text: str) -> bytes:
    """The kinds that a text names, in the order written. Raises TileError.

    Read from its end: the letter comes before the digits that it is for.
    """
    out: list = []
    before = -1  # so many tiles when the last letter came: it needs a digit
    lift = last = 0
    try:
        for c in reversed(text.encode()):
            if 0x30 < c <= last:
                out.append(c - lift)
            elif len(out) == before:
                raise KeyError
            else:
                before = len(out)
                lift, last = DIGITS[c]
    except (KeyError, ValueError, AttributeError):
        before = len(out)
    if len(out) == before:
        from .misread import misread

        raise TileError(misread(text))
    out.reverse()
    return bytes(out)


def in_order(text: str) -> bytes:
    """The kinds that a text names, sorted. Raises TileError."""
    return bytes(sorted(parse(text)))


def kind(text: str) -> int:
    """The kind of exactly one tile ("5m"). Raises TileError."""
    kinds = parse(text)
    if len(kinds) != 1:
        raise TileError("%s is not one tile" % shown(text))
    return kinds[0]


def name(kind: int) -> str:
    """The text of one kind ("5m")."""
    suit = letter(kind)
    return str(kind - FIRST[suit] + 1) + LETTERS[suit]


def text(kinds: bytes) -> str:
    """The text of kinds in the given order, neighbours of a suit sharing its letter."""
    out = ""
    last = -1
    for k in kinds:
        suit = letter(k)
        if last >= 0 and suit != last:
            out += LETTERS[last]
        out += str(k - FIRST[suit] + 1)
        last = suit
    return out + LETTERS[last] if out else out


def count(kinds: bytes) -> bytearray:
    """How often each of the 42 kinds occurs."""
    counts = bytearray(KINDS)
    for k in kinds:
        counts[k] += 1
    return counts


NONE_OF_NINE, NONE_OF_SEVEN = bytes(9), bytes(7)  # counts of a suit and of the honours of which there is no tile


def suits(counts: bytes | bytearray) -> int:
    """Which letters occur: bit 0 characters, 1 dots, 2 bamboo, 3 honours."""
    out = 8 if counts[27:34] != NONE_OF_SEVEN else 0
    if counts[:9] != NONE_OF_NINE:
        out |= 1
    if counts[9:18] != NONE_OF_NINE:
        out |= 2
    return out | 4 if counts[18:27] != NONE_OF_NINE else out
