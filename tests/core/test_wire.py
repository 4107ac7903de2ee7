import gc
import json

from engine_core import wire
from engine_core.wire import Reader, frame

VALUES = (
    {"a": 1}, [], [1, "x", None], "text", 7, {"jsonrpc": "2.0", "id": "0a-1", "method": "hello", "params": {}},
    {"zh": "\u8d35\u6e2f\u9ebb\u5c06", "tilde": "~~*", "quote": '"\\', "control": "\x00\x03\n\r\x7f\x1b"},
)  # fmt: skip


def noise(n):
    """A repeatable stream of n-ish byte strings."""
    state = 1
    for _ in range(n):
        out = bytearray(24)
        for i in range(len(out)):
            state = (state * 1103515245 + 12345) & 0x3FFFFFFF
            out[i] = state >> 13 & 255
        yield bytes(out)


def test_a_frame_is_tilde_json_star_crc_newline():
    assert frame({}) == b"~{}*a3a6bf43\n"  # CRC-32 of "{}", by zlib's crc32


def test_frames_come_back_as_they_were():
    for value in VALUES:
        assert list(Reader().feed(frame(value))) == [value], value


def test_a_frame_is_plain_ascii_without_tilde_inside():
    for value in VALUES:
        data = frame(value)
        assert data[0] == 0x7E and data[-1] == 10
        assert min(data[1:-1]) >= 0x20 and max(data[1:-1]) <= 0x7D


def test_an_emoji_survives_both_json_libraries():
    data = frame("\U0001f600")
    assert data.startswith(b'~"\\ud83d\\ude00"*')
    assert list(Reader().feed(frame(Reader().feed(data)[0]))) == list(Reader().feed(data))


def test_bytes_may_come_in_any_pieces():
    data = b"".join([frame(v) for v in VALUES])
    for size in (1, 2, 3, 7, 64, 1000):
        reader = Reader()
        found = []
        for i in range(0, len(data), size):
            found += reader.feed(data[i : i + size])
        assert found == list(VALUES)
        assert reader.bad == 0


def test_what_is_no_frame_is_passed_over():
    good = frame({"n": 1})
    for before in (b"", b">>> ", b"Traceback (most recent call last):\r\n", b"\xff\x00\x03", b"~", b"~~{", b"\n\n",
                   b"~{}*00000000\n", b"~{\"a\":1}*", good[:-1], good[:5], b"~" + b"x" * 5000):  # fmt: skip
        assert list(Reader().feed(before + good)) == [{"n": 1}], before


def test_a_console_may_add_a_carriage_return():
    assert list(Reader().feed(frame({})[:-1] + b"\r\n")) == [{}]


def test_no_change_of_one_byte_is_taken():
    data = frame({"scores": [100, -100], "x": "\u4e1c"})
    for i in range(len(data)):
        for change in (1, 2, 8, 32, 128):
            changed = data[:i] + bytes([data[i] ^ change]) + data[i + 1 :]
            found = list(Reader().feed(changed + b"\n"))
            # A changed end of line only makes the line longer, and "\r" before it is allowed.
            assert found == [] or changed[:-1] == data[:-1] and changed[-1] == 13, (i, change)


def test_no_part_of_a_frame_is_taken():
    data = frame({"scores": [100, -100]})
    for i in range(len(data)):
        for j in range(i, len(data)):
            if (i, j) != (0, len(data) - 1):
                assert list(Reader().feed(data[i:j] + b"\n")) == []


def test_an_upper_case_crc_is_none():
    assert list(Reader().feed(b"~{}*A3A6BF43\n")) == []


def test_long_lines_and_short_ones_may_follow_each_other():
    values = ["x" * n for n in (2037, 0, 244, 245, 246, 247, 248, 500, 1000, 2037, 3)]
    data = b"".join([frame(v) for v in values])
    for size in (1, 64, 5000):
        reader, found = Reader(2048, 256), []
        for i in range(0, len(data), size):
            found += reader.feed(data[i : i + size])
            reader.rest()
        assert found == values
    assert list(reader.feed(frame("x" * 2038) + b"~" + b"y" * 300 + frame("z" * 300))) == ["z" * 300]
    assert reader.bad == 2


def test_what_a_long_line_takes_it_gives_back():
    reader = Reader(2048, 256)
    if not hasattr(gc, "mem_alloc"):
        return
    lines = [frame("x" * 2000), b"~" + b"x" * 2000 + b"\xff", frame(1)]
    reader.feed(lines[-1])
    gc.collect()
    before = gc.mem_alloc()
    for line in lines:
        reader.feed(line)
        reader.rest()
        gc.collect()
        assert gc.mem_alloc() - before < 128


def test_a_line_that_no_room_is_found_for_is_dropped_and_the_next_is_read():
    huge = 1 << 40
    reader = Reader(huge, huge >> 39)
    assert list(reader.feed(frame("x" * 1000) + frame(1))) == ["x" * 1000, 1]
    reader = Reader(1 << 24, 16)
    if hasattr(gc, "mem_alloc"):
        assert list(reader.feed(b"~" + b"x" * (gc.mem_free() // 3) + b"\n" + frame(1))) == [1]
        assert reader.bad == 1


def test_a_line_longer_than_the_reader_is_dropped_and_the_next_is_read():
    reader = Reader(40)
    assert list(reader.feed(frame("x" * 100) + frame(1))) == [1]
    assert reader.bad == 1
    longest = frame("x" * (40 - 9 - 2))
    assert len(Reader(40).feed(longest)) == 1
    assert len(Reader(39).feed(longest)) == 0


def test_the_longest_line_is_read_where_it_lies():
    body = b'{"n":' + b" " * 2029 + b"1}"
    line = b"~" + body + b"*" + wire.crc(body) + b"\r\n"
    reader = Reader(len(line) - 2)
    if hasattr(gc, "mem_alloc"):
        gc.collect()
        gc.disable()
        start = gc.mem_alloc()
    for _ in range(3):
        assert list(reader.feed(line)) == [{"n": 1}]
    if hasattr(gc, "mem_alloc"):
        taken = gc.mem_alloc() - start
        gc.enable()
        assert taken < 2048, taken


def test_a_crc_does_not_make_json():
    for body in (b"{", b"", b"nul", b"[" * 900, b"1e", b'"\\u12"', b"\x7d"):
        data = b"~" + body + b"*" + wire.crc(body) + b"\n"
        assert list(Reader().feed(data + frame(3))) == [3], body


def test_100000_lines_of_noise_do_no_harm_and_take_no_memory():
    reader = Reader(256)
    good = frame({"n": 1})
    found = lines = 0
    start = 0
    for piece in noise(10000):
        # Ten lines each: noise as it is, starts of frames, changed frames, a good one in between.
        i = lines // 10 % len(good)
        data = piece + b"\n~" + piece + b"\n" + good[:i] + b"\n" + good[i:] + piece[:8] + b"\n"
        data += b"~" + piece[:5] + b"\n" + good[:i] + piece[:1] + good[i + 1 :] + b"~{}*\n~*\n\r\n" + good
        for obj in reader.feed(data):
            found += obj == {"n": 1}
        lines += 10
        if lines == 20000 and hasattr(gc, "mem_alloc"):
            gc.collect()
            start = gc.mem_alloc()
    if start:
        gc.collect()
        assert gc.mem_alloc() <= start + 64, (start, gc.mem_alloc())
    assert lines == 100000
    assert found >= 10000


def test_json_rpc_objects():
    assert wire.call("a-1", "hello", {"proto": 1}) == {
        "jsonrpc": "2.0", "id": "a-1", "method": "hello", "params": {"proto": 1},
    }  # fmt: skip
    assert wire.result("a-1", {}) == {"jsonrpc": "2.0", "id": "a-1", "result": {}}
    assert "id" not in wire.notice("event", {"n": 1})
    assert wire.error("a-1", wire.NOT_NOW, "not now", "phase")["error"] == {
        "code": -32001, "message": "not now", "data": {"field": "phase"},
    }  # fmt: skip
    assert "data" not in wire.error(None, wire.INVALID_REQUEST, "?")["error"]
    assert json.loads(wire.ascii_json({"a": "~"}).decode()) == {"a": "~"}
