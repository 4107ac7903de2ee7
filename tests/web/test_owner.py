"""The page's hold on the table: requests of many threads, found and lost, together with commands."""

import contextlib
import threading

import pytest

from mjtable import pins, sharing, tables
from mjtable.errors import LinkError, NoTable, PortMissing, Refused, WrongPin
from mjtable.web.owner import GIVEN, Given, PinNeeded
from tests.waiting import until
from tests.web.served import DEADLINE, Served


@pytest.fixture
def own(tmp_path):
    """A page of its own, for what cannot be undone."""
    with Served(tmp_path) as served:
        yield served


@contextlib.contextmanager
def given(pin, who):
    token = GIVEN.set(Given(pin, who))
    try:
        yield
    finally:
        GIVEN.reset(token)


def test_it_comes_back_to_the_table_on_another_port(page):
    port = page.sim.port
    page.sim.unplug()
    page.until(lambda view: view.link == "lost")
    with pytest.raises(LinkError):
        page.owner.ask("status")
    page.sim.plug()
    page.until(lambda view: view.link == "live")
    assert page.owner.ask("config.get")["id"] == page.owner.view.hello["id"]
    assert page.sim.port and port


def test_requests_of_many_threads_have_their_own_answers(page):
    sizes = [n for n in range(60, 76)]
    right = {n: page.owner.ask("journal.hash", seg=1, size=n) for n in sizes}
    assert len({answer["sha256"] for answer in right.values()}) == len(sizes)
    wrong = []

    def ask(first):
        for n in sizes[first:] + sizes[:first]:
            if page.owner.ask("journal.hash", seg=1, size=n) != right[n]:
                wrong.append(n)

    threads = [threading.Thread(target=ask, args=(first,)) for first in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(DEADLINE)
    assert not wrong and not any(thread.is_alive() for thread in threads)


def test_a_refusal_is_the_requests_own(page):
    with pytest.raises(Refused):
        page.owner.ask("correct", delta=[1], reason="")
    assert page.owner.ask("config.get")


def test_a_bell_that_fails_stops_nothing(page, monkeypatch):
    failed = threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda what: failed.set())
    page.owner.tell(lambda: 1 // 0)
    page.owner.touch()
    page.owner.ask("region.set", region="ningbo", options={})
    assert failed.wait(DEADLINE)
    page.until(lambda view: view.status["region"] == "ningbo")


def test_a_cable_pulled_in_a_request_is_said_at_once(page):
    def pulled(link):
        page.sim.unplug()
        return link.request("status")

    with pytest.raises(PortMissing):  # not when no answer has come for long
        page.owner.do(pulled)
    page.sim.plug()
    page.until(lambda view: view.link == "live")


def test_a_pin_goes_with_the_request_that_it_is_given_for(own):
    own.owner.ask("region.set", region="ningbo", options={})
    own.owner.ask("dice.throw")
    own.owner.ask("config.set", pin=pins.setting("0420"))
    correct = {"delta": [1, -1, 0, 0], "reason": "-"}
    with pytest.raises(PinNeeded):
        own.owner.ask("correct", **correct)
    with pytest.raises(PinNeeded) as e, given("1111", "ann"):
        own.owner.ask("correct", **correct)
    assert isinstance(e.value.refusal, WrongPin)
    with given("0420", "bob"):
        assert own.owner.ask("correct", **correct)["scores"][0] == 1
    with pytest.raises(PinNeeded):
        own.owner.ask("correct", **correct)
    assert any("bob" in note for note in own.owner.ask("log")["notes"])


def test_commands_go_through_it_and_take_it_over_when_it_ends(own):
    with tables.connect(own.sim.port) as link:
        assert not isinstance(link._port, sharing.Owned)
        assert link.request("config.get") == own.owner.ask("config.get")
        own.owner.close()
        assert link.request("config.get")["id"] == link.hello["id"]
        assert isinstance(link._port, sharing.Owned)
    with pytest.raises(NoTable):
        own.owner.ask("status")


def test_a_request_that_waits_is_not_left_alone_when_it_closes(own):
    began, end, failed = threading.Event(), threading.Event(), []

    def slow(link):
        began.set()
        end.wait(DEADLINE)

    def ask(job):
        try:
            own.owner.do(job)
        except NoTable as e:
            failed.append(e)

    threads = [threading.Thread(target=ask, args=(slow,))]
    threads[0].start()
    assert began.wait(DEADLINE)
    threads += [threading.Thread(target=ask, args=(lambda link: end.wait(DEADLINE),)) for _ in range(2)]
    for thread in threads[1:]:
        thread.start()
    until(lambda: own.owner._jobs.qsize() == 2)
    closing = threading.Thread(target=own.owner.close)
    closing.start()
    until(own.owner._closing.is_set)
    end.set()
    closing.join(DEADLINE)
    for thread in threads:
        thread.join(DEADLINE)
        assert not thread.is_alive()
    assert len(failed) == 2
