"""A bad cable: between a real table and the laptop stands a relay that spoils what passes, by seed and count of bytes.

After each: everything that happened is in the history exactly once and in order, and is what the table has, by hash.
"""

import contextlib
import hashlib
import os
import signal
import subprocess
import sys
import threading

import pytest
import sqlalchemy as sa

from mjtable import link as links
from mjtable import simulators, store, tables
from mjtable.errors import MjtableError, PortBusy
from mjtable.link import Link
from mjtable.store import Store
from mjtable.sync import Sync
from tests.host.conftest import EVENTS
from tests.host.fake import PtyTable
from tests.host.relay import TO_LAPTOP, TO_TABLE, Late, Relay, Spoiler

CORRECTIONS = 10
TRIES = 40


@pytest.fixture(autouse=True)
def brief(monkeypatch):
    """What was lost is missed soon."""
    monkeypatch.setattr(links, "ANSWER_SECONDS", 0.4)
    monkeypatch.setattr(links, "TRIES", 20)


def check(table, history, corrections=0):
    """Every event once, in order, of the bytes that the table has; its scores are those of the corrections made."""
    with table.greet() as link:
        outcome = Sync(link, history).run()
        assert (outcome.differences, outcome.missing) == ([], [])
        assert history.event_numbers(link.hello["id"]) == list(range(1, outcome.seq + 1))
        kept = history.rows(sa.select(store.segments).order_by(store.segments.c.number))
        assert [row.number for row in kept] == list(range(1, link.request("journal.info")["last"] + 1))
        for row in kept:
            told = link.request("journal.hash", seg=row.number, size=len(row.bytes))["sha256"]
            assert told == hashlib.sha256(row.bytes).hexdigest()
        n = EVENTS + corrections
        assert link.request("status")["scores"] == [n, -n, 0, 0]
        assert len(history.rows(sa.select(store.corrections))) == n


def correct(link, n=CORRECTIONS):
    """As somebody at the laptop would who gets no answer: he waits. Each of them is made once."""
    for _ in range(n):
        link.request("correct", delta=[1, -1, 0, 0], reason="over a bad cable")


@pytest.fixture
def history(tmp_path):
    with Store(str(tmp_path / "a.db")) as opened:
        yield opened


KINDS = ["drop", "change", "double", "noise", "repl"]


@pytest.mark.parametrize("kinds", [[kind] for kind in KINDS] + [KINDS], ids=lambda kinds: "+".join(kinds))
def test_spoilt_bytes(filled, history, kinds):
    spoiler = Spoiler(1, 2500, kinds)
    with Relay(filled.port, spoiler) as relay, Link.open(relay.port) as link:
        correct(link)
        Sync(link, history).run()
    assert all(spoiler.done.values())
    check(filled, history, CORRECTIONS)


@pytest.mark.parametrize("seed", range(2))
def test_a_very_bad_cable(filled, history, seed):
    spoiler = Spoiler(seed, 1200)
    with Relay(filled.port, spoiler) as relay:
        done = 0
        for _ in range(TRIES):
            with contextlib.suppress(MjtableError), Link.open(relay.port) as link:
                while done < CORRECTIONS:
                    correct(link, 1)
                    done += 1
                Sync(link, history).run()
                break
    assert done == CORRECTIONS and sum(spoiler.done.values()) >= 15
    check(filled, history, CORRECTIONS)


def test_late_answers(filled, history):
    late = Late(1, 20)
    with Relay(filled.port, late) as relay, Link.open(relay.port) as link:
        correct(link)
        Sync(link, history).run()
    assert late.held >= 2
    check(filled, history, CORRECTIONS)


# Lengths of an answer and of a request are about 1,100 and 120 bytes: the cable is pulled all over both.
@pytest.mark.parametrize("begin", range(4))
@pytest.mark.parametrize("to", [TO_LAPTOP, TO_TABLE], ids=["to_laptop", "to_table"])
def test_a_cable_pulled_at_any_byte(filled, history, to, begin):
    step = 67 if to == TO_LAPTOP else -13
    pulls = [(1 if to == TO_LAPTOP else -1) * (400 + begin) + step * n for n in range(25)]
    with Relay(filled.port, pulls=pulls) as relay, Link.open(relay.port, where=relay.where) as link:
        correct(link)
        Sync(link, history).run()
        assert relay.pulled >= 10, relay.pulled
        assert link.device == relay.port
    check(filled, history, CORRECTIONS)


@pytest.mark.parametrize("after", [10, 700, 2500, 9000, 17_000])
def test_a_table_that_restarts_at_any_byte(filled, history, after):
    killed = []

    def spoil(direction, data):
        if direction == TO_LAPTOP and relay.passed[TO_LAPTOP] >= after and not killed:
            killed.append(filled.pid)
            os.kill(filled.pid, signal.SIGKILL)
        return data

    relay = Relay(filled.port, spoil)
    with relay, Link.open(relay.port) as link:
        correct(link)
        Sync(link, history).run()
    assert killed
    check(filled, history, CORRECTIONS)


SYNC = "import sys; from mjtable.cli import main; sys.argv = ['mjtable', *sys.argv[1:]]; main()"


@pytest.mark.parametrize("after", [1, 3000, 12_345, 21_000])
def test_a_laptop_killed_at_any_byte_of_a_sync(filled, history, tmp_path, after):
    """By the relay, which knows when so many bytes have passed."""
    running = []

    def spoil(direction, data):
        if direction == TO_LAPTOP and relay.passed[TO_LAPTOP] >= after and running:
            running.pop().kill()
        return data

    relay = Relay(filled.port, spoil)
    with relay:
        command = [sys.executable, "-c", SYNC, "sync", "--port", relay.port, "--db", str(tmp_path / "a.db")]
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        environment = {**os.environ, "PYTHONPATH": f"{root}/host:{root}"}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        running.append(process)
        assert process.wait(60) == -signal.SIGKILL
    check(filled, history)


def test_a_laptop_that_does_not_read(filled, history):
    """It asks for more than the line holds and looks at nothing: keys and laptops after it are served."""
    with Relay(filled.port) as relay:
        deaf = os.open(relay.port, os.O_RDWR | os.O_NOCTTY)
        with Link.open(filled_port := relay.port) as link:
            for n in range(200):
                link._port.write(link._message("screen", {"display": 4})[0])
                if n == 100:
                    link._port.write(link._message("correct", {"delta": [1, -1, 0, 0], "reason": "deaf"})[0])
        os.close(deaf)
        with Link.open(filled_port) as link:
            correct(link)
    check(filled, history, CORRECTIONS + 1)


def test_a_second_program_that_holds_the_port_for_a_while(filled, history):
    with Link.open(filled.port) as first:
        with pytest.raises(PortBusy):
            Link.open(filled.port)
        correct(first)
    check(filled, history, CORRECTIONS)


def test_another_device_on_the_first_port(filled, history, monkeypatch, tmp_path):
    """A receiver that chatters all the time, and answers whatever it is told with more of it."""
    monkeypatch.setattr(tables, "usb_ports", list)
    chatter = [b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9*47\r\n" * 5]
    stop = threading.Event()

    def talk():
        while not stop.wait(0.02):
            other.send(chatter[0])

    with PtyTable() as other:
        other._reader.feed = lambda data: other.send(chatter[0]) or []
        flash = tmp_path / "other"
        flash.touch()
        registered = simulators.register(other.port, flash)
        talking = threading.Thread(target=talk)
        talking.start()
        monkeypatch.setattr(tables, "_simulated", lambda: {other.port: str(flash), filled.port: str(filled.flash)})
        try:
            assert [port.device for port in tables.ports()][0] == other.port
            with tables.connect() as link:
                assert link.device == filled.port
                correct(link)
        finally:
            stop.set()
            talking.join()
            simulators.unregister(registered)
    check(filled, history, CORRECTIONS)
