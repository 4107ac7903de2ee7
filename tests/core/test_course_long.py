"""The course of a hand as long as one can be."""

from check import raises
from river import entries, played

from engine_core import between, course, record, segment  # noqa: F401  # now, while a small heap has room
from engine_core import events as ev
from engine_core.score import score
from engine_core.table import Table

LAST = {"hands": [{}, {}, {}, {"concealed": "123444555666p9s"}]}


def ended(table):
    hand = table.complete(LAST)
    event = ev.pack_hand(hand, score(hand))
    table.apply(event)
    return event


def test_every_tile_of_the_wall_may_win():
    table = played(passed=40)
    wins = [e for e in table.course if e["what"] == "win"]
    assert (len(wins), len(table.course)) == (56, 100)
    assert Table.restore(table.snapshot()).course == table.course
    hand = table.complete(LAST)
    answer = score(hand)
    assert len([w for w in answer["wins"] if w["valid"]]) == 56 and sum(answer["delta"]) == 0
    assert record.unpack(record.pack(hand))["wins"] == hand["wins"]


def test_two_such_hands_fit_into_a_segment_of_the_journal():
    table = played(passed=40)
    before = table.snapshot()
    told = len(table.course)
    event = ended(table)
    for entry in entries(40):
        table.apply(ev.pack_play(table.played(entry)))
    for data in (ev.pack_snapshot(before), event, ev.pack_snapshot(table.snapshot())):
        assert len(segment.pack_record(data)) < 4096
    assert Table.restore(table.snapshot()).snapshot() == table.snapshot()
    table.apply(ev.pack_abort())
    table.apply(ev.pack_undo())
    assert len(table.course) == told


def test_a_win_let_pass_never_takes_the_room_of_what_the_record_says():
    table = played(60)
    while len(table.course) < course.FEWER:
        table.apply(ev.pack_play({"what": "missed", "seat": 3, "tile": "1p"}))
    assert str(raises(ev.EventError, table.apply, ev.pack_play({"what": "missed", "seat": 3}))) == (
        "what: there are 190 entries, a hand has no more"
    )
    win = {"what": "win", "seat": 1, "from": 3, "tile": "1p"}
    while len(table.course) < course.MOST:
        table.apply(ev.pack_play(win))
    assert "254 entries" in str(raises(ev.EventError, table.apply, ev.pack_play(win)))
    assert Table.restore(table.snapshot()).snapshot() == table.snapshot()
    table.apply(ev.pack_play({"what": "back"}))
    table.apply(ev.pack_play(win))
    table.apply(ev.pack_abort())
    assert table.course == []
