"""A segment of the journal: its header and the frame of its records. Written by the table, read by both ends.

Header, 52 bytes: magic, segment u32, first u32, length u32, SHA-256, CRC-32 u32 over what stands before it. `first` is
the number of the first event after the snapshot, `length` and the hash those of the valid bytes of the segment before
(0 in the very first): a history that was edited shows.
Record: length u16, event, CRC-32 u32 over both. A record counts only when it is whole, and ends the segment's valid
bytes when it is not. What stands behind these is the beginning of one record, as a power cut leaves it, or damage.
"""

import binascii
import struct

from .events import HEAD, NAMES

MAGIC = b"MJJ1"
HEADER = 52
FRAME = 6  # bytes around an event
LONGEST = 8192  # no event is longer: a length beyond it is damage, and is not given heap
SMALLEST = HEAD + FRAME  # bytes of the shortest record
PIECE = 512  # most bytes that are read at once


def pack_header(segment: int, first: int, length: int, sha256: bytes) -> bytes:
    head = MAGIC + struct.pack(">III", segment, first, length) + sha256
    return head + struct.pack(">I", binascii.crc32(head))


def header(data: bytes) -> "dict | None":
    """What the first 52 bytes of a segment say: segment, first, length, sha256. None when they are no whole header."""
    if len(data) < HEADER or data[:4] != MAGIC:
        return None
    if struct.unpack(">I", data[HEADER - 4 : HEADER])[0] != binascii.crc32(data[: HEADER - 4]):
        return None
    segment, first, length = struct.unpack(">III", data[4:16])
    return {"segment": segment, "first": first, "length": length, "sha256": bytes(data[16:48])}


def pack_record(event: bytes) -> bytes:
    if not 0 < len(event) <= LONGEST:
        raise ValueError("event: %d bytes, not 1..%d" % (len(event), LONGEST))
    data = struct.pack(">H", len(event)) + event
    return data + struct.pack(">I", binascii.crc32(data))


def records(read, at: int = HEADER):  # type: ignore[no-untyped-def]
    """Yield (event, offset after it) for the whole records that read(n) -> bytes gives from offset `at` on.

    Stops before the first record that is torn or damaged.
    """
    while True:
        head = read(2)
        if len(head) < 2:
            return
        n = _length(head)
        if not 0 < n <= LONGEST:
            return
        rest = read(n + 4)
        event = rest[:n]
        if len(rest) < n + 4 or struct.unpack_from(">I", rest, n)[0] != binascii.crc32(event, binascii.crc32(head)):
            return
        at += n + FRAME
        yield event, at


# ---------------------------------------------------------------- behind the valid bytes

# read(offset, n) -> bytes gives at most n bytes of a segment: fewer at its end, none where the flash cannot be read.


def torn(read, at: int, end: int) -> bool:  # type: ignore[no-untyped-def]
    """Is what stands from `at`, behind the valid bytes, to the end a record that was cut short? Else it is damage."""
    left = end - at
    head = read(at, 3)
    if left < 3:
        return len(head) == left
    if not _likely(head) or left >= _length(head) + FRAME:
        return False
    if left > FRAME and _right(read, at, left - FRAME):  # it is whole, but for its length
        return False
    return not any(found(read, at + 1, end))


def found(read, at: int, end: int):  # type: ignore[no-untyped-def]
    """Yield (offset, bytes of the event) for the whole records between two offsets, damaged bytes before them or not.

    Looked for at every byte: only what begins like a record is read on, to see whether its CRC is right.
    """
    piece = b""
    start = at
    while at + SMALLEST <= end:
        head = piece[at - start : at - start + 3]
        if len(head) < 3:
            piece = read(at, PIECE)
            start = at
            if len(piece) < 3:
                at += PIECE
            continue
        n = _length(head)
        if _likely(head) and at + n + FRAME <= end and _right(read, at, n):
            yield at, n
            at += n + FRAME
        else:
            at += 1


def _length(head: bytes) -> int:
    return head[0] << 8 | head[1]


def _likely(head: bytes) -> bool:
    """May these three bytes begin a record: a length that can be, a kind that there is."""
    return len(head) == 3 and HEAD <= _length(head) <= LONGEST and 0 < head[2] < len(NAMES)


def _right(read, at: int, n: int) -> bool:  # type: ignore[no-untyped-def]
    """Is the CRC right that a record at `at` has if its event is n bytes long."""
    crc = binascii.crc32(struct.pack(">H", n))
    at += 2
    while n:
        part = read(at, min(n, PIECE))
        if not part:
            return False
        crc = binascii.crc32(part, crc)
        at += len(part)
        n -= len(part)
    return read(at, 4) == struct.pack(">I", crc)
