"""A table for a program that stays: requests of many threads, notices, found and lost, together with commands."""

import contextlib
import queue
import threading

import pytest

from engine_core import wire
from mjtable import simulators, tables
from mjtable.errors import MaybeDone, NoTable, PinNeeded, PortMissing, Refused, WrongPin
from mjtable.owner import Owner
from tests.host.fake import HELLO, PtyTable, result

DEADLINE = 10.0


@pytest.fixture
def plug(monkeypatch, home, tmp_path):
    """plug(table) puts it on a port that mjtable finds, and gives what takes it away again, port and all."""
    monkeypatch.setattr(tables, "usb_ports", list)
    left = []

    def put(table):
        table.__enter__()
        flash = tmp_path / "flash"
        flash.touch()
        registered = simulators.register(table.port, flash)

        def take():
            left.remove(take)
            simulators.unregister(registered)
            table.__exit__()

        left.append(take)
        return take

    yield put
    for take in list(left):
        take()


@pytest.fixture
def owner():
    """An owner that notes what it is told."""
    found = Owner()
    found.said = queue.Queue()
    found.found.append(lambda hello: found.said.put(hello["id"]))
    found.lost.append(lambda error: found.said.put(type(error).__name__))
    found.heard.append(lambda notice: found.said.put(notice["params"]["seq"]))
    with found:
        yield found


def table(hello=HELLO):
    return PtyTable(lambda request: [result(request, hello if request["method"] == "hello" else None)])


def test_it_waits_for_the_table_and_comes_back_to_it_on_another_port(plug, owner):
    with pytest.raises(NoTable):
        owner.request("echo")
    take = plug(table())
    assert owner.said.get(timeout=DEADLINE) == HELLO["id"]
    assert owner.request("echo", a=1) == {"echo": {"a": 1}}
    take()
    assert owner.said.get(timeout=DEADLINE) == "PortMissing"
    with pytest.raises((PortMissing, NoTable)):
        owner.request("echo")
    assert owner.hello is None
    plug(table())
    while (said := owner.said.get(timeout=DEADLINE)) != HELLO["id"]:
        assert said == "NoTable"
    assert owner.request("echo", a=2) == {"echo": {"a": 2}}


def test_requests_of_many_threads(plug, owner):
    plug(table())
    owner.said.get(timeout=DEADLINE)
    wrong = []

    def ask(who):
        for n in range(50):
            if owner.request("echo", n=n, who=who) != {"echo": {"n": n, "who": who}}:
                wrong.append((who, n))

    threads = [threading.Thread(target=ask, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(DEADLINE)
    assert not wrong and not any(thread.is_alive() for thread in threads)


def test_notices_are_heard_while_nobody_asks_and_an_error_there_stops_nothing(plug, owner, monkeypatch):
    monkeypatch.setattr(threading, "excepthook", lambda what: owner.said.put(what.exc_type.__name__))
    owner.heard.insert(0, lambda notice: 1 // 0)
    here = table()
    plug(here)
    owner.said.get(timeout=DEADLINE)
    here.send(wire.frame(wire.notice("event", {"n": 1, "seq": 7, "kind": "NOTE"})))
    assert owner.said.get(timeout=DEADLINE) == "ZeroDivisionError"
    assert owner.said.get(timeout=DEADLINE) == 7
    assert owner.request("echo", a=1) == {"echo": {"a": 1}}


def test_a_refusal_is_the_requests_own(plug, owner):
    def refusing(request):
        if request["method"] != "correct":
            return [result(request)]
        return [wire.frame(wire.error(request["id"], wire.REFUSED, "delta: no", "delta"))]

    plug(PtyTable(refusing))
    owner.said.get(timeout=DEADLINE)
    with pytest.raises(Refused):
        owner.request("correct")
    assert owner.request("echo", a=1) == {"echo": {"a": 1}}


def test_a_cable_pulled_in_a_request_is_said_at_once(plug, owner, hurry):
    gone = threading.Event()
    taken = []

    def answer(request):
        if request["method"] == "correct":
            gone.set()
            return []
        return [result(request)]

    taken.append(plug(PtyTable(answer)))
    owner.said.get(timeout=DEADLINE)
    hurry()
    asked = threading.Thread(target=lambda: pytest.raises(MaybeDone, owner.request, "correct"))
    asked.start()
    assert gone.wait(DEADLINE)
    taken[0]()
    assert owner.said.get(timeout=DEADLINE) == "PortMissing"
    asked.join(DEADLINE)
    assert not asked.is_alive()


def test_commands_go_through_it_and_it_through_them(plug, owner):
    plug(table())
    owner.said.get(timeout=DEADLINE)
    with tables.connect() as link:
        assert link.request("echo", a=1) == {"echo": {"a": 1}}
    with tables.connect() as link, Owner() as second:
        here = threading.Event()
        second.found.append(lambda hello: here.set())
        assert here.wait(DEADLINE)
        owner.close()  # which has the port: the link takes it over, the other goes through that
        assert link.request("echo", a=2) == {"echo": {"a": 2}}
    with pytest.raises(NoTable):
        owner.request("echo")


def test_a_pin_goes_with_the_request_that_it_is_given_for(plug, owner):
    asked = []

    def guarding(request):
        proof = request["params"].get("proof")
        asked.append(proof and proof["who"])
        if request["method"] != "correct" or (proof and len(asked) > 3):
            return [result(request)]
        data = {"field": "pin", "challenge": "00" * 16, "salt": "11" * 8, "wait": 0, "left": 2, "wrong": len(asked)}
        return [wire.frame({"id": request["id"], "error": {"code": wire.PIN, "message": "pin: no", "data": data}})]

    plug(PtyTable(guarding))
    owner.said.get(timeout=DEADLINE)
    del asked[:]
    with pytest.raises(PinNeeded):
        owner.request("correct")
    with pytest.raises(WrongPin):
        owner.request_as("1111", "ann", "correct")
    with contextlib.suppress(MaybeDone):  # what this table answers has no scores
        owner.request_as("0420", "bob", "correct")
    assert asked == [None, None, "ann", None, "bob"]


def test_a_waiting_request_is_not_left_alone_when_it_closes(plug, owner, hurry):
    plug(PtyTable(lambda request: [] if request["method"] == "echo" else [result(request)]))
    owner.said.get(timeout=DEADLINE)
    hurry()
    failed = []

    def ask():
        try:
            owner.request("echo")
        except Exception as e:
            failed.append(e)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    owner.close()
    for thread in threads:
        thread.join(DEADLINE)
    assert len(failed) == 3
