"""Hand records and answers as bytes: the way there and back, and what is refused on it."""

import json

from check import raises
from samples import cases, record

from engine_core.record import RecordError, canonical, pack, pack_answer, unpack, unpack_answer
from engine_core.score import score


def test_everything_that_a_record_can_hold_round_trips():
    full = {
        "region": "longgang",
        "options": {"minimum": 3, "values": {"plain_hand": 2}, "name": "龙"},
        "dealer": 2,
        "round_wind": "N",
        "dice": [1, 6, 3, 4],
        "indicator": "8f",
        "dealer_streak": 7,
        "carry": {"washout": 2, "top_up": [0, 50, 0, 0]},
        "hands": [
            {
                "concealed": "19m",
                "melds": [{"kind": "chow", "tiles": "123m", "from": 3}, {"kind": "concealed_kong", "tiles": "5555p"}],
                "flowers": "12f",
                "ready": "declared",
                "void_suit": "s",
                "stake": -5,
            },
            {"concealed": "", "ready": "shown", "stake": 100000},
            {},
            {"melds": [{"kind": "added_kong", "tiles": "7777z", "from": 0}]},
        ],
        "wins": [
            {"seat": 0, "tile": "1m", "from": 1, "flags": ["rob_kong", "humanly"]},
            {"seat": 2, "called": {"patterns": ["full_flush", "gen", "gen"], "points": 24}},
        ],
        "kongs": [{"seat": 3, "kind": "kong", "tile": "7z", "from": 0, "chain": 2, "after": 1}],
        "birds": ["5m", "9p"],
        "fouls": [{"seat": 1, "kind": "liable"}, {"seat": 1, "kind": "false_win"}],
    }
    assert unpack(pack(full)) == full


def test_kongs_left_out_are_not_kongs_none():
    assert "kongs" not in unpack(pack(record("guigang")))
    assert unpack(pack(record("guigang", kongs=[])))["kongs"] == []


def test_as_much_as_fits_comes_back():
    for key, values in (("dice", [6] * 255), ("birds", ["9m"] * 255), ("options", {"x": "y" * 3000})):
        assert unpack(pack(record("guigang", **{key: values})))[key] == values


def named(key, value, field):
    """Packing a record with this value is refused, by the name of the field."""
    r = record("guigang", **({} if key == "region" else {key: value}))
    if key == "region":
        r["region"] = value
    error = str(raises(RecordError, pack, r))
    assert error.startswith(field + ": "), (key, error)
    assert len(error) < 200


def test_what_does_not_fit_is_named():
    named("dice", [6] * 256, "dice")
    named("birds", ["9m"] * 256, "birds")


def test_half_a_character_is_named():
    half = "a\ud83d"
    named("options", {"x": half}, "options.x")
    named("options", {"x": "\ude00"}, "options.x")
    named("options", {"x": "\ude00\ud83d"}, "options.x")
    named("options", {half: 1}, "options")
    named("called", {"patterns": [half]}, "wins.0.called.patterns.0")
    named("region", half, "region")
    named("region", "\u4e1c", "region")


def test_what_is_no_whole_number_is_named():
    for value in (1.5, 1.0, float("inf"), float("nan"), 1 << 40, -(10**30), b"1", {1: 2}, {None: 2, "a": 1}, {"a"}):
        named("options", {"x": value}, "options.x")
    named("options", {"x": [0, {"y": 1 << 40}]}, "options.x.1.y")
    named("options", {1: 2}, "options")


def test_options_nested_too_deep():
    deep = 1
    for _ in range(200):
        deep = [deep]
    for value in (deep, {"x": deep}):
        for f in (score, pack):
            text = str(raises(RecordError, f, record("guigang", options={"x": value})))
            assert text.startswith("options: "), text
    data = pack(record("guigang", options={"x": 1}))
    text = b'{"x":' + b"[" * 3000 + b"]" * 3000 + b"}"
    data = data.replace(b'\x00\x07{"x":1}', len(text).to_bytes(2, "big") + text)
    assert len(data) > 6000
    assert "nested" in str(raises(RecordError, unpack, data))


def test_torn_bytes_are_refused():
    data = pack(record("ningbo", indicator="4z", flags=["last_tile"]))
    for n in range(len(data)):
        raises(RecordError, unpack, data[:n])
    raises(RecordError, unpack, data + b"\x00")
    for i in range(len(data)):
        for bit in (1, 16, 128):
            changed = bytearray(data)
            changed[i] ^= bit
            try:
                unpack(bytes(changed))
            except RecordError:
                pass


def text_at(data, old, new):
    """Packed bytes with another text in place of one."""
    old = len(old).to_bytes(2, "big") + old
    assert data.count(old) == 1
    return data.replace(old, len(new).to_bytes(2, "big") + new)


BAD_JSON = (
    b'{"x":NaN}', b'{"x":Infinity}', b'{"x":-Infinity}', b'{"x":1e5}', b'{"x":1.0}', b'{"x":01}', b'{"x":-0}',
    b'{"x": 1}', b'{"x":1,"x":1}', b'{"y":1,"x":1}', b'{"x":4294967296}', b'{"x":' + b"9" * 4400 + b"}", b'{"x":1',
    b"{'x':1}", b"[]", b"1", b"null", b'"x"', b'{"x":"\xc3\xa9"}', b'{"x":"\xff"}', b'{"x":"\xed\xa0\x80"}',
    b'{"x":"\\ud83d"}', b'{"x":"\\u0041"}', b'{"x":"\\ude00\\ud83d"}', b'{"\\u4e1c":1}', b"{1:2}", b'{"x"}', b"{[1]:2}",
    b'{"x":1]', b'{"x":"\x01"}', b'{"x":\x00}', b'{"x":' + b"[" * 90 + b"]" * 90 + b"}", b'{"x":' + b"[" * 3000,
    b"{" * 200, b'{"x":tru}', b'{"x":"a\\/b"}', b"\xff\xfe{}", b"{\x00}\x00",
)  # fmt: skip


def test_json_that_two_readers_might_take_differently_is_refused():
    data = pack(record("guigang", options={"a": 1}, carry={"washout": 2}, called={"patterns": ["gen"]}))
    for old in (b'{"a":1}', b'{"washout":2}', b'{"patterns":["gen"],"points":0}'):
        for new in BAD_JSON:
            error = raises(RecordError, unpack, text_at(data, old, new))
            assert ": " in str(error) and len(str(error)) < 200
    for bad in BAD_JSON:
        raises(RecordError, unpack_answer, bad)


def test_brackets_in_a_text_are_no_nesting():
    options = {"x": "[" * 50, "y": '"{' * 50, "z": "\\[" * 50}
    assert unpack(pack(record("guigang", options=options)))["options"] == options
    options = {"x": [[0]] * 120}
    assert unpack(pack(record("guigang", options=options)))["options"] == options


def test_a_region_is_plain_text():
    data = pack(record("guigang"))
    for new in (b"", b"gui\xff", b"\xc0\x80", b"\xed\xa0\xbd\xed\xb8\x80", b"\x00", "\u8d35".encode(), b'a"b'):
        assert str(raises(RecordError, unpack, text_at(data, b"guigang", new))).startswith("region: ")


def test_bytes_that_read_well_but_say_what_no_record_says():
    """The closing parse: each of these is read to its end."""
    full = record("guigang", dealer=1, dice=[1, 2], birds=["5m"], fouls=[{"seat": 1, "kind": "liable"}], kongs=[])
    full["hands"][0]["melds"] = [{"kind": "pung", "tiles": "777z", "from": 2}]
    data = pack(full)
    assert unpack(data) == full
    meld = data.index(b"\x01\x02\x03\x21\x21\x21")
    win = data.index(b"\x01\x01\x04\x02\x00")  # one win: seat 1, 5m, from 2, no flags
    dice = data.index(b"\x02\x01\x02")
    for at, old, new, field in (
        (2, 0x10, 0x40, "dealer"), (1, 4, 5, "record"), (dice + 1, 1, 7, "dice.0"), (dice + 1, 1, 0, "dice.0"),
        (meld + 1, 2, 0, "hands.0.melds.0.from"), (meld + 1, 2, 4, "hands.0.melds.0.from"),
        (win + 1, 1, 4, "wins.0.seat"), (win + 3, 2, 5, "wins.0.from"), (len(data) - 2, 1, 9, "fouls.0.seat"),
    ):  # fmt: skip
        changed = bytearray(data)
        assert changed[at] == old
        changed[at] = new
        error = str(raises(RecordError, unpack, bytes(changed)))
        assert error.startswith(field) or at == 1, (field, error)
    for old, new in ((b"{}", b'{"x":1}'), (b"{}", b'{"washout":-1}'), (b"{}", b'{"top_up":5}')):
        carry = data.rindex(b"\x00\x02" + old)
        error = raises(RecordError, unpack, data[:carry] + len(new).to_bytes(2, "big") + new + data[carry + 4 :])
        assert str(error).startswith("carry.")
    called = pack(record("guigang", called={"patterns": ["gen"]}))
    for new in (
        b"{}", b'{"patterns":[1],"points":0}', b'{"patterns":[],"points":-1}', b'{"x":1}', b'{"patterns":["gen"]}',
        b'{"patterns":["gen","all_pungs"],"points":0}',
    ):  # fmt: skip
        error = raises(RecordError, unpack, text_at(called, b'{"patterns":["gen"],"points":0}', new))
        assert str(error).startswith("wins.0.called")


def test_bits_that_mean_nothing_are_refused():
    data = pack({"region": "guigang", "hands": [{}, {}, {}, {}], "wins": []})
    mask = len(data) - 3 - 4 * 4
    assert data[mask:] == bytes(16) + b"\x00\xff\x00"
    for bits in (64, 128, 6):  # 6: ready has three values
        raises(RecordError, unpack, data[:mask] + bytes([bits]) + data[mask + 1 :])


def test_answers_round_trip():
    for case in cases(region="ningbo"):
        answer = score(case["record"])
        assert unpack_answer(pack_answer(answer)) == answer
    for data in (b"", b"[]", b"{", b"\xff"):
        raises(RecordError, unpack_answer, data)


def test_canonical_text_is_the_same_everywhere():
    value = {"b": [1, None, True, '东\n"\\~'], "a": {"z": -1, "y": ""}}
    assert canonical(value) == '{"a":{"y":"","z":-1},"b":[1,null,true,"\\u4e1c\\u000a\\"\\\\~"]}'


def test_an_answer_is_of_whole_numbers():
    for value in (1.5, float("nan"), 1 << 40, "\ud83d", {1: 2}, b"x", {None}):
        error = raises(RecordError, pack_answer, {"delta": [0, value]})
        assert str(error).startswith("answer.delta.1"), error
    many = {"wins": [{"patterns": []}] * 60}
    assert unpack_answer(pack_answer(many)) == many


def test_an_emoji_is_one_text_on_both_interpreters():
    text = '{"x":"\\ud83d\\ude00"}'
    assert canonical({"x": "\U0001f600"}) == canonical({"x": "\ud83d\ude00"}) == canonical(json.loads(text)) == text
