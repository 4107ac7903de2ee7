"""Snapshots: their bytes, and the way back all evening long."""

from check import raises
from evening import at_table, drawn, refuses, result, steps, thrown

from engine_core import events as ev
from engine_core.events import EventError
from engine_core.table import Table


def test_the_bytes_of_a_snapshot():
    assert at_table("ningbo", dealer=3, options={"minimum": 3}).snapshot() == (
        b'{"core":{"carry":{},"dealer":3,"dealt":8,"dice":"","drawn":"","first_dealer":3,"hand_no":1,"indicator":null,'
        b'"kong_dice":"","options":{"minimum":3},"region":"ningbo","round_wind":0,"scores":[0,0,0,0],"session_no":1,'
        b'"streak":0,"thrower":0},"format":1,"last":null,"recent":[],"seal":"","seq":2}'
    )


def test_replay_restore_and_snapshot_agree_all_evening_long():
    table, replayed = Table(), Table()
    phases = set()
    for event in steps(table):
        table.apply(event)
        replayed.apply(event)
        phases.add(table.phase)
        snapshot = table.snapshot()
        assert replayed.snapshot() == snapshot
        assert Table.restore(snapshot).snapshot() == snapshot
        replayed.apply(ev.pack_snapshot(snapshot))
        fresh = Table()
        fresh.apply(ev.pack_snapshot(snapshot))
        if len(snapshot) % 3 == 0:
            replayed = fresh
    assert phases == {"new", "ready", "wild", "play"}
    assert (table.seq, table.session_no) == (67, 3)


def test_a_snapshot_that_differs_is_refused_by_name():
    table, other = at_table(), at_table()
    other.apply(ev.pack_correct([0, 0, 0, 1], ""))
    table.apply(ev.pack_note(ev.NOTE_CLOCK, ""))
    assert str(refuses(table, ev.pack_snapshot(other.snapshot()), "snapshot")) == (
        "snapshot: scores: the snapshot has [0, 0, 0, 1], the events give [0, 0, 0, 0]"
    )
    table.apply(ev.pack_note(ev.NOTE_CLOCK, ""))
    assert "seq" in str(refuses(table, ev.pack_snapshot(other.snapshot()), "snapshot"))
    refuses(table, ev.pack_snapshot(b"{}"), "snapshot")


def test_a_snapshot_that_no_table_wrote_is_refused():
    table = thrown("ningbo")
    table.apply(ev.pack_indicator(30))
    table.apply(ev.pack_wall(ev.WALL_DRAW, 2))
    table.apply(result(table, drawn()))
    good = table.snapshot()
    for old, new in (
        (b'"seq":6', b'"seq":-6'), (b'"format":1', b'"format":2'), (b'"dealer":0', b'"dealer":9'),
        (b'"drawn":"010200"', b'"drawn":"01ff00"'), (b'"drawn":"010200"', b'"drawn":"0102"'),
        (b'"drawn":"010200"', b'"drawn":"09020"'), (b'"dice":"0304"', b'"dice":"03"'),
        (b'"dice":"0304"', b'"dice":"0307"'),
        (b'"ningbo"', b'"atlantis"'), (b'"seal":""', b'"seal":"x"'), (b'"recent":[]', b'"recent":[[1]]'),
        (b'"scores":[0,0,0,0]', b'"scores":[0,0,0,null]'), (b'"indicator":30', b'"indicator":300'), (b"{", b" {"),
        (b'"delta":[0,0,0,0]', b'"delta":[0,0,0]'), (b'"sub_in":null', b'"sub_in":4'),
        (b'"carry":{}', b'"carry":{"x":1}'), (b'"options":{}', b'"options":{"minimum":4}'),
    ):  # fmt: skip
        assert old in good, old
        bad = good.replace(old, new, 1)
        raises(EventError, Table.restore, bad)
        fresh = Table()
        raises(EventError, fresh.apply, ev.pack_snapshot(bad))
        assert fresh.snapshot() == Table().snapshot()
    for n in range(0, len(good), 7):
        raises(EventError, Table.restore, good[:n])


def test_kongs_with_and_without_dice_come_back():
    """Changsha: whether dice are thrown for a kong's replacement is the player's choice, each time."""
    for dice in ((b"", b"\x01\x02"), (b"\x01\x02", b""), (b"", b"", b"\x03\x03", b"\x01\x05", b"", b"\x06\x06")):
        table = thrown("changsha")
        for faces in dice:
            if faces:
                table.apply(ev.pack_throw(0, faces))
            table.apply(ev.pack_wall(ev.WALL_KONG, 1, faces))
            restored = Table.restore(table.snapshot())
            assert restored.snapshot() == table.snapshot()
            assert restored.wall is not None and table.wall is not None and restored.wall.left == table.wall.left
    bad = table.snapshot().replace(b'"drawn":"', b'"drawn":"020100020100')
    assert raises(EventError, Table.restore, bad).field == "drawn"
