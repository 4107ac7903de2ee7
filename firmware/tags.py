"""Which tile has which tag: a file of the table's, ID bytes of id and a byte of kind for each, and a CRC-32.

An id is told as 14 hex digits. One that has fewer than seven bytes has zeros before it; of a longer one the last seven
are looked at. The file is written new and renamed: a power cut leaves the old one or the new. A damaged one is said to
be, and kept beside the one that is written next. Loaded when a tile is laid on a reader.
"""

import binascii
import os

from engine_core import tiles
from engine_core.values import RecordError
from firmware.config import write_new
from firmware.params import shown

NAME = "/tags"  # in the table's folder
BAD = "/tags.bad"
ID = 7
ENTRY = ID + 1
MOST = 320  # an automatic table has two sets of 144
CRC = 4


class TagError(RecordError):
    """An id or tile that cannot be kept: of a kind that the laptop is told as refused. `field` names it."""

    field = "tags"


def ident(tag: bytes) -> bytes:
    """The seven bytes that a tag is known by."""
    return bytes(ID - min(ID, len(tag))) + tag[-ID:]


def parsed(text: object) -> bytes:
    """The id in 8 to 20 hex digits. TagError."""
    try:
        tag = binascii.unhexlify(text) if isinstance(text, str) and 8 <= len(text) <= 20 else b""
    except ValueError:
        tag = b""
    if not tag:
        raise TagError("tags: %s is no id of 8 to 20 hexadecimal digits" % shown(text))
    return ident(tag)


def text(tag: bytes) -> str:
    return binascii.hexlify(ident(tag)).decode()


def known(folder: str) -> bytes:
    """All entries, b"" where nothing is known, or the file is damaged."""
    return _read(folder) or b""


def damaged(folder: str) -> bool:
    return _read(folder) is None


def trouble(folder: str) -> str:
    """What a table that starts says of a damaged file, "" when it is not."""
    return "tags damaged" if damaged(folder) else ""


def _read(folder: str) -> "bytes | None":
    """All entries, None where the file is damaged."""
    try:
        with open(folder + NAME, "rb") as file:
            data = file.read(MOST * ENTRY + CRC + 1)
    except OSError:
        return b""
    entries = data[:-CRC]
    whole = len(entries) % ENTRY == 0 and data[-CRC:] == _crc(entries)
    return entries if whole else None


def kind_of(folder: str, tag: bytes) -> "int | None":
    """The kind of the tile that has this tag; None: nobody has said it."""
    entries = known(folder)
    at = _find(entries, ident(tag))
    return None if at < 0 else entries[at + ID]


def keep(folder: str, changes: list) -> int:
    """Note what tags are of: [(id, kind or None: of none any more)]. How many are known then.

    TagError: there are too many. OSError when flash refuses.
    """
    before = _read(folder)
    entries = bytearray(before or b"")
    for tag, kind in changes:
        at = _find(entries, tag)
        if at >= 0:
            entries[at : at + ENTRY] = b""
        if kind is not None:
            entries.extend(tag + bytes((kind,)))
    if len(entries) > MOST * ENTRY:
        raise TagError("tags: %d, at most %d can be kept" % (len(entries) // ENTRY, MOST))
    if before is None:
        os.rename(folder + NAME, folder + BAD)
    write_new(folder + NAME, bytes(entries) + _crc(entries))
    return len(entries) // ENTRY


def listed(folder: str, first: int, most: int) -> tuple:
    """([[id, tile], ...] from number `first` on, how many there are of all)."""
    entries = known(folder)
    some = entries[first * ENTRY : (first + most) * ENTRY]
    told = [[text(some[k : k + ID]), tiles.name(some[k + ID])] for k in range(0, len(some), ENTRY)]
    return told, len(entries) // ENTRY


def _find(entries: "bytes | bytearray", tag: bytes) -> int:
    """Where the entry of an id begins, -1: there is none."""
    at = entries.find(tag)
    while at >= 0 and at % ENTRY:
        at = entries.find(tag, at + 1)
    return at


def _crc(entries: "bytes | bytearray") -> bytes:
    return binascii.crc32(entries).to_bytes(CRC, "big")
