"""Requests that are sent before the answer to the last is there, and what a sync makes of them."""

import pytest

from engine_core import wire
from mjtable.errors import Refused
from mjtable.link import Link
from mjtable.store import Store
from mjtable.sync import FETCH, Sync
from tests.host.fake import PtyTable, result
from tests.host.relay import TO_LAPTOP, TO_TABLE, Relay


def test_an_answer_is_on_its_way_before_it_is_asked_for():
    with PtyTable() as table, Link.open(table.port) as link:
        for n in range(3):
            link.ahead("echo", n=n)
        assert link.waiting == 3
        assert [link.request("echo", n=n) for n in (0, 1, 2, 3)] == [{"echo": {"n": n}} for n in range(4)]
    assert [r["params"] for r in table.requests[1:]] == [{"n": n} for n in range(4)]


def test_the_same_is_sent_ahead_once():
    with PtyTable() as table, Link.open(table.port) as link:
        link.ahead("echo", n=1)
        link.ahead("echo", n=1)
        assert link.request("echo", n=1) == {"echo": {"n": 1}}
        link.request("status2")
    assert len(table.requests) == 3


def test_one_that_is_never_made_is_forgotten():
    with PtyTable() as table, Link.open(table.port) as link:
        for n in range(100):
            link.ahead("echo", n=n)
        assert link.request("echo", a=1) == {"echo": {"a": 1}}
        assert link.waiting == 0
        assert len(link._early) <= len(link._ahead) <= 32
        assert link.request("echo", n=0) == {"echo": {"n": 0}}


def test_a_refusal_comes_when_it_is_made():
    def refusing(request):
        if request["method"] == "hello":
            return [result(request)]
        return [wire.frame(wire.error(request["id"], wire.REFUSED, "off: no", "off"))]

    with PtyTable(refusing) as table, Link.open(table.port) as link:
        link.ahead("journal.read", seg=1)
        with pytest.raises(Refused):
            link.request("journal.read", seg=1)


def test_one_that_was_lost_is_repeated_as_soon_as_a_later_one_is_answered():
    lost = []

    def forgetful(request):
        if request["params"] == {"n": 0} and not lost:
            lost.append(request["id"])
            return []
        return [result(request)]

    with PtyTable(forgetful) as table, Link.open(table.port) as link:
        for n in range(3):
            link.ahead("echo", n=n)
        assert [link.request("echo", n=n) for n in range(3)] == [{"echo": {"n": n}} for n in range(3)]
    assert [r["params"].get("n") for r in table.requests[1:]] == [0, 1, 2, 0]
    assert table.requests[4]["id"] == lost[0]


def test_those_on_their_way_when_the_cable_is_pulled_are_made_again():
    with PtyTable() as second:
        with PtyTable(lambda request: [result(request)] if request["method"] == "hello" else []) as first:
            link = Link.open(first.port, where=lambda ident: second.port)
            for n in range(3):
                link.ahead("echo", n=n)
        with link:
            assert [link.request("echo", n=n) for n in range(3)] == [{"echo": {"n": n}} for n in range(3)]


def test_notices_behind_an_answer_are_kept():
    def telling(request):
        notice = wire.frame(wire.notice("event", {"n": 1, "seq": 1, "kind": "NOTE"}))
        return [result(request)] if request["method"] == "hello" else [result(request) + notice]

    with PtyTable(telling) as table, Link.open(table.port) as link:
        link.request("echo")
        assert link.wait_notice(0)


# ---------------------------------------------------------------- a sync of a real table


@pytest.mark.parametrize("ahead", [1, 2, 12])
def test_a_sync_keeps_the_line_busy_and_wastes_little_of_it(filled, tmp_path, ahead):
    """Of what comes over the line 85 % is journal, and the next request is there before the table is done with one."""
    waiting = []
    with Relay(filled.port) as relay, Link.open(relay.port) as link, Store(str(tmp_path / "a.db")) as history:
        link.hello["ahead"] = ahead
        send = link._send
        link._send = lambda *what: (send(*what), waiting.append(link.waiting))
        before = list(relay.passed)
        at_work = []  # requests on their way whenever a segment is here

        def progress(stage, done, total):
            if stage == FETCH:
                at_work.append(link.waiting)

        outcome = Sync(link, history, progress).run()
        passed = [now - then for now, then in zip(relay.passed, before, strict=True)]
        assert link.repeats == 0
    assert outcome.bytes > 3 * 8192
    assert outcome.bytes / passed[TO_LAPTOP] >= 0.85
    assert passed[TO_TABLE] / outcome.bytes <= 0.18
    assert max(waiting) == ahead
    assert len(at_work) > 4 and (ahead == 1 or min(at_work[1:-3]) > 0)  # but for the newest segment, which is the last


def test_a_table_that_knows_neither_is_synced_as_ever(filled, tmp_path):
    with filled.greet() as link, Store(str(tmp_path / "a.db")) as history:
        del link.hello["ahead"], link.hello["raw"]
        outcome = Sync(link, history).run()
    assert outcome.here == outcome.seq and not outcome.differences
