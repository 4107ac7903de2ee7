"""Events that this mjtable does not take: each is kept as it is, and said; none stops a sync."""

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_core import events, record, segment
from mjtable.fetch import sha256
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host import evening
from tests.host.fake import HELLO, Journal

pytestmark = pytest.mark.usefixtures("made_anew")

ID = HELLO["id"]
HEAD = struct.pack(">II", 1_800_000_000, 0)


def written(journal, event):
    """An event that only the table takes."""
    journal.segments[journal.last] += segment.pack_record(event)
    journal.table.seq += 1


def hand(answer):
    """The result of a hand with an answer as some other version of the rules gives it."""
    journal = evening.play(Journal())
    full = record.unpack(record.pack(journal.table.complete(evening.DRAWN)))
    return bytes([events.HAND]) + HEAD + struct.pack(">H", len(record.pack(full))) + record.pack(full) + answer


@pytest.mark.parametrize(
    "event, what",
    [
        (bytes([events.UNDO]) + HEAD + b"more", "event"),  # malformed
        (events.pack_throw(0, bytes((1, 1))), "event"),  # not legal now
        (bytes([99]) + HEAD + b"from the future", "event"),
        (b"\x0c", "event"),  # shorter than any event
        (bytes([events.REGION]) + HEAD + record.canonical({"options": {}, "region": "atlantis"}).encode(), "event"),
        (hand(b'{"delta":[0,0,0,0]}'), "score"),  # nothing to show
        (hand(b'{"carry":{},"delta":[0,0,0,0],"next_dealer":1,"wins":[{"seat":0}]}'), "score"),
    ],
)
def test_an_event_that_is_not_taken_is_kept_and_said(event, what):
    journal = evening.play(Journal())
    written(journal, event)
    with Store("sqlite://") as history:
        outcome = Sync(journal, history).run()
        assert what in [one.what for one in outcome.differences]
        assert history.event_numbers(ID) == list(range(1, 15))
        again = Sync(journal, history).run()
        assert [one.what for one in again.differences if not one.what.startswith("status.")] == []


def test_after_an_event_that_is_not_taken_the_numbers_go_on():
    """So the hand that is taken back later is the right one."""
    journal = Journal(length=10_000)
    journal.append(events.pack_region("ningbo", {"minimum": 3}))
    journal.append(events.pack_session(0, [0, 0, 0, 0]))
    written(journal, bytes([99]) + HEAD)
    evening.throw(journal)
    journal.append(events.pack_indicator(30))
    evening.hand(journal, evening.FIRST)
    journal.append(events.pack_undo())
    with Store("sqlite://") as history:
        outcome = Sync(journal, history).run()
        assert [(one.seq, one.what) for one in outcome.differences] == [(3, "event")]
        assert [one.undone for one in history.hands_of(ID)] == [8]
        assert evening.replayed(history, ID).seq == journal.table.seq


def test_a_session_that_begins_with_the_region_is_one_of_the_history():
    journal = Journal()
    journal.append(events.pack_region("ningbo", {"minimum": 3}, time=1_800_000_000))
    assert journal.table.session_no == 1
    with Store("sqlite://") as history:
        Sync(journal, history).run()
        assert [(row.seq, row.time, row.scores) for row in history.sessions_of(ID)] == [
            (1, 1_800_000_000, [0, 0, 0, 0])
        ]


def test_a_snapshot_of_a_newer_firmware_is_said_and_the_state_stays():
    journal = evening.play(Journal())
    with Store("sqlite://") as history:
        Sync(journal, history).run()
        before = bytes(journal.segments[journal.last])
        data = segment.pack_header(journal.last + 1, journal.table.seq + 1, len(before), sha256(before))
        data += segment.pack_record(events.pack_snapshot(b'{"format":99}'))
        journal.last += 1
        journal.segments[journal.last] = bytearray(data)
        outcome = Sync(journal, history).run()
        assert [one.what for one in outcome.differences] == ["snapshot"]
        assert evening.replayed(history, ID).scores == journal.table.scores


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=4), st.integers(1, 14))
def test_no_event_at_all_stops_a_sync(found, kind):
    journal = evening.play(Journal())
    for data in found:
        written(journal, bytes([kind]) + HEAD + data)
    with Store("sqlite://") as history:
        Sync(journal, history).run()
        if kind != events.SNAPSHOT:  # which has no number
            assert history.event_numbers(ID) == list(range(1, 14 + len(found)))
