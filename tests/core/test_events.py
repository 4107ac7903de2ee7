import struct

from check import raises

from engine_core import events as ev
from engine_core import segment
from engine_core.events import EventError, parse
from engine_core.record import RecordError

RECORD = {"region": "guigang", "hands": [{}, {}, {}, {}], "wins": []}
ANSWER = {"wins": [], "delta": [0, 0, 0, 0], "next_dealer": 0, "carry": {}}
SAMPLES = (
    (ev.pack_snapshot(b"{}"), {"state": b"{}"}),
    (ev.pack_session(3, [1, -2, 0, 1 << 30]), {"dealer": 3, "scores": [1, -2, 0, 1 << 30]}),
    (ev.pack_session(None, [0, 0, 0]), {"dealer": None, "scores": [0, 0, 0]}),
    (ev.pack_region("ningbo", {"minimum": 3}), {"region": "ningbo", "options": {"minimum": 3}}),
    (ev.pack_seal(b"s" * 32), {"seal": b"s" * 32}),
    (ev.pack_throw(1, b"\x06\x01", b"now", b"x" * 32),
     {"seat": 1, "source": 0, "dice": b"\x06\x01", "press": b"now", "secret": b"x" * 32}),
    (ev.pack_throw(1, b"\x06"), {"seat": 1, "source": 1, "dice": b"\x06", "press": b"", "secret": b""}),
    (ev.pack_indicator(41), {"tile": 41}),
    (ev.pack_wall(ev.WALL_KONG, 1, b"\x02\x03"), {"code": ev.WALL_KONG, "count": 1, "dice": b"\x02\x03"}),
    (ev.pack_wall(ev.WALL_BACK), {"code": ev.WALL_BACK, "count": 1, "dice": b""}),
    (ev.pack_undo(), {}),
    (ev.pack_seats([2, 0, 1, 3]), {"order": [2, 0, 1, 3]}),
    (ev.pack_given({"hand_no": 3, "scores": [1, -1]}), {"session": {"hand_no": 3, "scores": [1, -1]}}),
    (ev.pack_correct([5, -4], "\u9519"), {"delta": [5, -4], "reason": "\u9519"}),
    (ev.pack_lost(4, 9), {"first": 4, "last": 9}),
    (ev.pack_note(ev.NOTE_CRASH, "boot"), {"code": ev.NOTE_CRASH, "text": "boot"}),
    (ev.pack_abort(), {}),
)  # fmt: skip


def test_every_kind_parses_to_what_it_was_packed_from():
    for event, fields in SAMPLES:
        fields = dict(fields)
        fields.update({"kind": ev.kind(event), "time": 0, "request": 0})
        assert parse(event) == fields, parse(event)


def test_a_hand_keeps_record_and_answer():
    from engine_core import record

    e = parse(ev.pack_hand(RECORD, ANSWER))
    assert record.unpack(e["record"])["region"] == "guigang"
    assert record.unpack_answer(e["answer"]) == ANSWER


def test_the_head_is_kind_time_request_big_endian():
    assert ev.pack_undo(0x01020304, 0x05060708) == b"\x09\x01\x02\x03\x04\x05\x06\x07\x08"
    e = parse(ev.pack_undo(0xFFFFFFFF, 0xFFFFFFFE))
    assert (e["time"], e["request"]) == (0xFFFFFFFF, 0xFFFFFFFE)


def test_scores_are_signed_32_bit():
    assert ev.pack_session(0, [-2])[ev.HEAD :] == b"\x00\x01\xff\xff\xff\xfe"


def test_cut_and_lengthened_events_are_refused():
    for event, _ in SAMPLES[1:]:
        for n in range(len(event)):
            if ev.kind(event) in (ev.CORRECT, ev.NOTE) and n > len(event) - 5:
                continue  # text at the end may be any length
            raises(EventError, parse, event[:n])
        if ev.kind(event) not in (ev.CORRECT, ev.NOTE):
            raises(EventError, parse, event + b"\x00")


def test_an_unknown_kind_is_named():
    assert str(raises(EventError, parse, bytes([18]) + bytes(8))) == "kind: 18 is not in 1..17"
    assert raises(EventError, parse, bytes(9)).field == "kind"


def test_faces_are_1_to_6():
    raises(EventError, ev.pack_throw, 0, b"\x07")
    raises(EventError, ev.pack_throw, 0, b"\x00")
    event = ev.pack_throw(0, b"\x06")
    raises(EventError, parse, event[:-2] + b"\x07\x00")


def test_amounts_are_bounded():
    assert raises(EventError, ev.pack_session, 0, [0, (1 << 30) + 1]).field == "scores.1"
    raises(EventError, ev.pack_session, 0, [])
    raises(EventError, ev.pack_session, 0, [0] * 9)
    raises(EventError, parse, ev.pack_session(0, [0])[:-4] + struct.pack(">i", -(1 << 31)))
    raises(EventError, ev.pack_correct, [True], "")


def test_a_region_is_canonical_json():
    head = ev.pack_region("x", {})[: ev.HEAD]
    for text in (
        b'{"region":"x","options":{}}', b'{"options":{},"region":"x"} ', b'{"options":{},"region":"x","y":1}', b"[]",
        b'{"options":{},"region":3}', b'{"options":[],"region":"x"}', b"", b"\xff", b"[" * 3000,
        b'{"options":{},"region":"\xc3\xa9"}', b'{"options":{"x":NaN},"region":"x"}',
        b'{"options":{"x":1.5},"region":"x"}', b'{"options":{},"region":"\\ud83d"}',
        b'{"options":{"x":' + b"9" * 4400 + b'},"region":"x"}',
    ):  # fmt: skip
        raises(EventError, parse, head + text)


def test_text_is_the_same_utf_8_on_both_interpreters():
    assert parse(ev.pack_correct([0], "\ud83d\ude00"))["reason"] == "\U0001f600"
    assert parse(ev.pack_correct([0], "a\ud83d"))["reason"] == "a?"
    assert parse(ev.pack_correct([0], "\ude00\ud83da"))["reason"] == "??a"
    for data in (b"\xff", b"\xc0\x80", b"\xed\xa0\xbd", b"\xe4\xb8"):
        raises(EventError, parse, ev.pack_correct([0], "") + data)


def test_a_request_is_never_0():
    assert ev.request_crc("0a1b2c3d-1") == ev.request_crc("0a1b2c3d-1")
    assert ev.request_crc("0a1b2c3d-1") != ev.request_crc("0a1b2c3d-2")
    assert ev.request_crc("\x9d\x0a\xd9\x6d") != 0
    assert ev.request_crc("") == 1  # its CRC is 0


def test_lost_events_are_a_range():
    raises(EventError, ev.pack_lost, 0, 3)
    raises(EventError, ev.pack_lost, 4, 3)
    assert raises(EventError, ev.pack_lost, 1, 1 << 32).field == "last"


def test_an_option_that_is_no_json_is_named():
    for value in (1.5, 1 << 40, "\ud83d"):
        assert str(raises(RecordError, ev.pack_region, "ningbo", {"minimum": value})).startswith("options.minimum: ")
    assert str(raises(RecordError, ev.pack_region, None, {1: 2})).startswith("options: ")


def test_a_record_and_its_answer_have_a_form():
    raises(RecordError, ev.pack_hand, {}, ANSWER)
    raises(RecordError, ev.pack_hand, RECORD, {"delta": [0.5, -0.5]})


# ---------------------------------------------------------------- segments


def test_a_header_says_what_it_was_made_of():
    data = segment.pack_header(7, 1234, 8000, b"h" * 32)
    assert len(data) == segment.HEADER
    assert segment.header(data + b"more") == {"segment": 7, "first": 1234, "length": 8000, "sha256": b"h" * 32}


def test_a_changed_or_torn_header_is_none():
    data = segment.pack_header(7, 1234, 8000, b"h" * 32)
    for i in range(len(data)):
        assert segment.header(data[:i]) is None
        assert segment.header(data[:i] + bytes([data[i] ^ 4]) + data[i + 1 :]) is None


class Source:
    def __init__(self, data):
        self.data = data

    def read(self, n):
        part, self.data = self.data[:n], self.data[n:]
        return part


def test_records_end_before_the_first_that_is_not_whole():
    one, two = segment.pack_record(b"first"), segment.pack_record(b"second")
    at = segment.HEADER
    ends = [at + len(one), at + len(one) + len(two)]
    for n in range(len(one + two) + 1):
        found = list(segment.records(Source((one + two)[:n]).read))
        whole = (n >= len(one)) + (n >= len(one + two))
        assert found == list(zip([b"first", b"second"], ends))[:whole]
        changed = one + two
        if n < len(changed):
            changed = changed[:n] + bytes([changed[n] ^ 1]) + changed[n + 1 :]
            assert len(list(segment.records(Source(changed).read))) == (n >= len(one))


def test_a_record_has_a_longest_and_a_shortest_length():
    raises(ValueError, segment.pack_record, b"")
    raises(ValueError, segment.pack_record, bytes(segment.LONGEST + 1))
    assert list(segment.records(Source(b"\xff\xff" + bytes(300)).read)) == []
    assert list(segment.records(Source(bytes(64)).read)) == []
