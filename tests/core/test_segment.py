from check import raises

from engine_core import events as ev
from engine_core import segment
from engine_core.events import NAMES
from engine_core.segment import FRAME, HEADER, LONGEST, PIECE, SMALLEST, found, pack_record, torn

EVENTS = [ev.pack_undo(), ev.pack_note(ev.NOTE_BOOT, "x"), ev.pack_session(0, [1, 2, 3, 4]), ev.pack_abort()]
LONG = ev.pack_note(ev.NOTE_BOOT, "y" * 3000)


class Bytes:
    """read(offset, n) of some bytes. `hole`: from where to where they cannot be read. It counts what is asked for."""

    def __init__(self, data, hole=(0, 0)):
        self.data, self.hole = data, hole
        self.most = self.bytes = 0

    def __call__(self, offset, n):
        self.most = max(self.most, n)
        self.bytes += n
        if offset < self.hole[1] and offset + n > self.hole[0]:
            return b""
        return self.data[offset : offset + n]


def at(data, start=0, **kw):
    """[offset, event] of what is found."""
    read = Bytes(data, **kw)
    out = [[offset, data[offset + 2 : offset + 2 + n]] for offset, n in found(read, start, len(data))]
    assert read.most <= PIECE
    return out


def test_the_shortest_record_is_that_of_an_event_without_payload():
    assert len(pack_record(ev.pack_undo())) == SMALLEST
    assert raises(ValueError, pack_record, b"")
    assert raises(ValueError, pack_record, bytes(LONGEST + 1))


def test_whole_records_are_found_behind_anything():
    for junk in (b"", b"?", bytes(16), b"\xff" * 40, bytes(range(256)) * 3, pack_record(EVENTS[1])[:-1]):
        data, expected = junk, []
        for event in EVENTS + [LONG]:
            expected.append([len(data), event])
            data += pack_record(event) + junk
        assert at(data) == expected
        assert at(data + b"\x00\x09\x09") == expected


def test_nothing_is_found_in_records_that_are_not_whole():
    whole = pack_record(EVENTS[2])
    assert at(whole[1:]) == at(whole[:-1]) == at(b"") == []
    for n in range(len(whole)):
        assert at(whole[:n] + bytes([whole[n] ^ 4]) + whole[n + 1 :]) == []
    assert (
        at(pack_record(bytes([len(NAMES)]) + bytes(8))) == at(pack_record(b"\x00" * 9)) == []
    )  # kinds that there are not


def test_a_crc_is_computed_only_for_what_begins_like_a_record():
    read = Bytes(b'"scores":[1,2,3],' * 400)
    assert list(found(read, 0, len(read.data))) == []
    assert read.bytes < 1.1 * len(read.data)


def test_what_cannot_be_read_is_passed_over():
    data = pack_record(LONG) + pack_record(EVENTS[0]) * 100
    for low in (0, 10, 1000, 2500):
        places = at(data, hole=(low, low + 200))
        assert places and places[-1] == [len(data) - SMALLEST, EVENTS[0]]
    assert at(data, hole=(0, len(data))) == []


def test_the_beginning_of_a_record_is_torn():
    for event in EVENTS + [LONG]:
        whole = pack_record(event)
        for n in range(0, len(whole), 1 if len(whole) < 99 else 97):
            data = b"before" + whole[:n]
            assert torn(Bytes(data), 6, len(data)), n


def test_anything_else_is_damage():
    for events in ([EVENTS[2]], [EVENTS[2], EVENTS[0]], [LONG], EVENTS):
        whole = b"".join([pack_record(event) for event in events])
        length = len(pack_record(events[0]))
        for n in range(0, length, 1 if length < 99 else 61):
            for bit in range(8):
                data = whole[:n] + bytes([whole[n] ^ 1 << bit]) + whole[n + 1 :]
                assert not torn(Bytes(data), 0, len(data)), (n, bit)
            data = whole[:n] + bytes(len(whole[n : n + 16])) + whole[n + 16 :]
            assert data == whole or not torn(Bytes(data), 0, len(data)), n
    assert not torn(Bytes(bytes(50)), 0, 50)
    assert not torn(Bytes(b"\xff" * 50), 0, 50)
    assert not torn(Bytes(b"\x00\x20\x09" + bytes(9), hole=(0, 12)), 0, 12)


def test_headers_come_back_and_damaged_ones_are_none():
    head = segment.pack_header(3, 70, 812, bytes(range(32)))
    assert len(head) == HEADER and FRAME == 6
    assert segment.header(head + b"more") == {"segment": 3, "first": 70, "length": 812, "sha256": bytes(range(32))}
    for n in range(HEADER):
        assert segment.header(head[:n]) is None
        assert segment.header(head[:n] + bytes([head[n] ^ 32]) + head[n + 1 :]) is None
