"""How a long course is written: in a snapshot, a packed record, an answer."""

import json

from check import raises
from river import NINES, played

from engine_core import between, record  # noqa: F401  # now, while a small heap has room
from engine_core import events as ev
from engine_core.check import RecordError
from engine_core.score import score
from engine_core.table import Table

LAST = {
    "hands": [{}, {"concealed": "1112345678999p"}, {"concealed": "1112345678999s"}, {"concealed": "123444555666p9s"}]
}


def test_wins_by_patterns_take_no_more_room_for_being_many():
    table = played(4)
    called = {"patterns": ["full_flush", "gen"], "points": 0}
    for n in range(50):
        win = {"what": "win", "seat": n % 3, "from": 3, "tile": "5p", "called": dict(called)}
        table.apply(ev.pack_play(win))
    assert len(table.snapshot()) < 2048
    wins = []
    for e in table.course:
        if e["what"] == "win":
            wins.append({"seat": e["seat"], "from": 3, "called": called})
    assert len(wins) == 50
    del table
    hand = {"region": "xueliu", "hands": [{}] * 4, "wins": wins}
    packed = record.pack(hand)
    assert len(packed) < 1000 and record.unpack(packed)["wins"] == wins


def test_an_answer_takes_no_more_room_for_many_wins_that_are_alike():
    answer = {"wins": [{"seat": n % 4, "valid": True, "value": 8, "patterns": ["gen"]} for n in range(50)]}
    data = record.pack_answer(answer)
    assert len(data) < 1000 and record.unpack_answer(data) == answer


def test_a_win_is_told_by_the_number_of_the_first_that_is_like_it():
    wins = [{"seat": 0, "value": n // 2} for n in range(8)] + [{"seat": n, "value": 3} for n in (2, 1)]
    wins += [{"value": 0}, {"seat": 3, "value": 0}, {"seat": 3, "value": 9}, {"seat": 0, "value": 9}]
    data = record.pack_answer({"wins": wins})
    assert data.endswith(b',[2,6],[1,6],{"value":0},[3,0],{"seat":3,"value":9},[0,12]]}')
    assert record.unpack_answer(data)["wins"] == wins


def test_what_is_like_no_win_before_it_is_refused():
    answer = {"wins": [{"seat": 0, "value": n} for n in range(9)]}
    data = record.pack_answer(answer)
    assert record.unpack_answer(data) == answer
    for bad in (b"[0,9]", b"[0,-1]", b"[0]", b"[]", b"[0,1,2]", b'[0,"1"]'):
        raises(RecordError, record.unpack_answer, data[:-2] + b"," + bad + b"]}")
    hand = {
        "region": "xueliu",
        "hands": [{}] * 4,
        "wins": [{"seat": 1, "called": {"patterns": [], "points": n}} for n in range(9)],
    }
    hand["wins"].append(hand["wins"][3])
    packed = record.pack(hand)
    assert record.unpack(packed)["wins"] == hand["wins"] and packed[-4:-2] == b"\xff\x03"
    raises(RecordError, record.unpack, packed[:-3] + b"\x09" + packed[-2:])


def test_a_snapshot_of_older_firmware_has_all_entries_as_they_are():
    table = played(20)
    hand = table.complete(LAST)
    table.apply(ev.pack_hand(hand, score(hand)))
    del hand
    before = Table()
    before.fill(table.last["before"])
    older = json.loads(table.snapshot())
    assert sorted(older["last"]["before"]["course"]) == ["of", "rows"]
    older["last"]["before"]["course"] = before.course
    older = record.canonical(older).encode()
    before = None
    assert Table.restore(older).snapshot() == table.snapshot()
    table.apply(ev.pack_snapshot(older))
    now = played(18)
    older = json.loads(now.snapshot())
    older["core"]["course"] = now.course
    assert Table.restore(record.canonical(older).encode()).snapshot() == now.snapshot()


def test_a_course_that_is_written_otherwise_is_refused():
    table = played(20)
    whole = json.loads(table.snapshot())
    rows, of = whole["core"]["course"]["rows"], whole["core"]["course"]["of"]
    for bad in (
        {"of": of, "rows": rows + "00"}, {"of": of, "rows": rows[:-6]}, {"of": of[1:], "rows": rows},
        {"of": of + of[:1], "rows": rows}, {"of": of, "rows": "ff" + rows[2:]}, {"of": of, "rows": "-1" + rows[2:]},
        {"of": [], "rows": rows}, {"of": 5, "rows": rows}, {"of": of, "rows": 5}, {"rows": rows}, {},
        {"of": of, "rows": rows[:2] + "9" + rows[3:]}, {"of": of, "rows": rows[:4] + "9z" + rows[6:]},
        {"of": [1] * len(of), "rows": rows},
    ):  # fmt: skip
        whole["core"]["course"] = bad
        if bad.get("rows") != rows[:-6]:  # that is only shorter
            raises(ev.EventError, Table.restore, record.canonical(whole).encode())


def test_a_locked_hand_need_not_be_told_again():
    table = played(5)
    again = {"what": "win", "seat": 0, "tile": "2m", "from": 3}
    assert table.played(dict(again, concealed=NINES[0])) == again
    for concealed in (NINES[1], "1112345678889m"):
        assert "shown with the win before" in str(raises(RecordError, table.played, dict(again, concealed=concealed)))
    assert table.played(dict(again, seat=1, concealed=NINES[1]))["concealed"] == NINES[1]
    table.apply(ev.pack_play(table.played({"what": "kong", "seat": 0, "kind": "concealed_kong", "tile": "1m"})))
    assert "concealed" not in table.played(dict(again, concealed="2345678999m"))


def test_entries_share_what_they_have_in_common():
    table = played(4)
    for _ in range(2):
        called = {"patterns": ["plain_hand"], "points": 0}
        table.apply(ev.pack_play({"what": "win", "seat": 1, "from": 2, "called": called}))
    assert table.course[-1]["called"] is table.course[-2]["called"]
