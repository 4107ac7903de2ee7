"""A segment of the journal: its header and the frame of its records. Written by the table, read by both ends.

Header, 52 bytes: magic, segment u32, first u32, length u32, SHA-256, CRC-32 u32 over what stands before it. `first` is
the number of the first event after the snapshot, `length` and the hash those of the valid bytes of the segment before
(0 in the very first): a history that was edited shows.
Record: length u16, event, CRC-32 u32 over both. A record counts only when it is whole, and ends the segment's valid
bytes when it is not.
"""

import binascii
import struct

MAGIC = b"MJJ1"
HEADER = 52
FRAME = 6  # bytes around an event
LONGEST = 8192  # no event is longer: a length beyond it is damage, and is not given heap


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
        n = struct.unpack(">H", head)[0]
        if not 0 < n <= LONGEST:
            return
        event = read(n)
        end = read(4)
        if len(end) < 4 or struct.unpack(">I", end)[0] != binascii.crc32(event, binascii.crc32(head)):
            return
        at += n + FRAME
        yield event, at
