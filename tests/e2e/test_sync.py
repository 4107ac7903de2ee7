"""Sync of a real (simulated) table, with the laptop or the table killed in the middle."""

import os
import signal
import sqlite3
import time
from pathlib import Path

import pytest

from mjtable.link import Link
from mjtable.simulator import Simulator
from mjtable.store import Store
from mjtable.sync import Sync

DEADLINE = 30.0
EVENTS = 250


def fill(link, events=EVENTS):
    """Makes a journal of some segments: so many events that the table has acknowledged; the numbers of the last."""
    seq = link.request("region.set", region="ningbo", options={})["seq"]
    end = time.monotonic() + DEADLINE
    while link.request("status")["seq"] == seq:  # the table commits to its dice by itself, when it finds the time
        assert time.monotonic() < end
    while seq < events:
        seq = link.request("correct", delta=[1, -1, 0, 0], reason="so that there is something to fetch " * 2)["seq"]
    return seq


def numbers(db):
    with sqlite3.connect(db) as c:
        return [row[0] for row in c.execute("SELECT seq FROM events ORDER BY journal_id, seq")]


@pytest.fixture
def running(tmp_path, home, monkeypatch):
    for name in ("MJTABLE_HOME", "PYTHONPATH"):
        monkeypatch.setenv(name, home.environment[name])
    with Simulator(tmp_path / "flash") as table:
        yield table


def test_a_laptop_killed_in_the_middle_of_a_sync_has_everything_once_after_the_next(home, running, tmp_path):
    with running.greet() as link:
        seq = fill(link)
    db = tmp_path / "history.db"
    seen = set()
    for kill_after in (1, 3000, 9000, 20000):  # bytes of history file: in different places of the sync
        process = home.start("sync", "--port", running.port, "--db", db)
        end = time.monotonic() + DEADLINE
        while process.poll() is None and time.monotonic() < end:
            if sum(size(tmp_path / name) for name in ("history.db", "history.db-wal")) > kill_after:
                break
        process.kill()
        process.communicate()
        seen.add(process.returncode)
    result = home.run("sync", "--port", running.port, "--db", db)
    assert result.code == 0, result
    assert numbers(db) == list(range(1, seq + 1))
    assert -signal.SIGKILL in seen


def size(path: Path):
    return path.stat().st_size if path.exists() else 0


def test_a_table_that_restarts_in_the_middle_of_a_sync_is_waited_for(running, tmp_path):
    with running.greet() as link, Store(str(tmp_path / "history.db")) as history:
        seq = fill(link)
        ask = link.request
        done = []

        def request(method, **params):
            done.append(method)
            if len(done) in (5, 30):  # between two requests, and with one on the way
                os.kill(running.pid, signal.SIGKILL)
            return ask(method, **params)

        link.request = request
        outcome = Sync(link, history).run()
        assert outcome.differences == []
        assert len(done) > 30 and running.starts == 3
        rows = history.event_numbers(link.hello["id"])
    assert rows == list(range(1, outcome.seq + 1))
    assert outcome.seq > seq  # each start is an event of its own


def test_the_history_has_the_bytes_that_the_table_has(running, tmp_path):
    with running.greet() as link, Store(str(tmp_path / "history.db")) as history:
        fill(link)
        Sync(link, history).run()
        info = link.request("journal.info")
        assert info["last"] > info["first"]
    with sqlite3.connect(tmp_path / "history.db") as c:
        stored = c.execute("SELECT number, bytes FROM segments ORDER BY number").fetchall()
    with running.greet() as link:
        import hashlib

        assert [number for number, _ in stored] == list(range(1, info["last"] + 1))
        for number, data in stored:
            told = link.request("journal.hash", seg=number, size=len(data))["sha256"]
            assert told == hashlib.sha256(data).hexdigest()


def test_two_laptops_cannot_garble_each_other(home, running):
    with Link.open(running.port):
        result = home.run("sync", "--port", running.port)
    assert result.code == 3
    assert "another program" in result.err
