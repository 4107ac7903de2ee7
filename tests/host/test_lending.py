"""A port that is lent for a while: who gives it, who does not, and that it comes back."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from mjtable import lending, portlocks, serialports, sharing
from mjtable.errors import LinkError, PortBusy, PortLent
from mjtable.link import Link
from tests.host.fake import PtyTable

pytestmark = pytest.mark.skipif(not sharing.POSSIBLE, reason="no local sockets")
ROOT = Path(__file__).resolve().parents[2]

# A program of its own that borrows the port, says so, and gives it back when its input ends.
BORROWING = """
import sys
from mjtable import lending
with lending.borrowed(sys.argv[1]):
    print("borrowed", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def brief(monkeypatch):
    monkeypatch.setattr(lending, "WAIT_SECONDS", 0.3)
    monkeypatch.setattr(lending, "ANSWER_SECONDS", 0.1)


def shared(port, opened=sharing.opened):
    return Link.open(port, opened=opened)


class Borrower:
    """Another process with the same home that has borrowed the port."""

    def __init__(self, port):
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'host'}:{ROOT}"}
        command = [sys.executable, "-c", BORROWING, port]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout.readline() == "borrowed\n"

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.process.kill()
        self.process.communicate()


def test_all_who_lend_let_go_and_have_it_back():
    with PtyTable() as table:
        links = [shared(table.port, sharing.lendable) for _ in range(3)]
        with lending.borrowed(table.port):
            serialports.opened(table.port).close()  # nobody has it
            for link in links:
                link.patience = 0.0
                with pytest.raises(PortLent):
                    link.request("echo")
        for link in links:
            link.close()
        with shared(table.port) as link:
            assert link.request("echo", a=1) == {"echo": {"a": 1}}


def test_whoever_waits_goes_on_by_itself_when_it_is_given_back():
    with PtyTable() as table, shared(table.port, sharing.lendable) as link:
        given = threading.Event()

        def borrow():
            with lending.borrowed(table.port):
                given.set()
                time.sleep(0.3)

        borrowing = threading.Thread(target=borrow)
        borrowing.start()
        assert given.wait(5)
        assert link.request("echo", a=1) == {"echo": {"a": 1}}  # a link waits for its port
        borrowing.join()


def test_nobody_opens_a_port_that_is_lent_and_who_has_it_is_said():
    with PtyTable() as table, Borrower(table.port) as borrower:
        for opened in (sharing.opened, sharing.lendable):
            with pytest.raises(PortLent) as e:
                shared(table.port, opened)
            assert f"({borrower.process.pid})" in str(e.value)
        with pytest.raises(PortLent), lending.borrowed(table.port):
            pass


def test_a_borrower_that_is_killed_gives_it_back():
    with PtyTable() as table, Borrower(table.port) as borrower:
        borrower.process.send_signal(signal.SIGKILL)
        borrower.process.wait()
        with shared(table.port) as link:
            assert link.request("echo", a=1) == {"echo": {"a": 1}}


@pytest.mark.parametrize("owner", [sharing.opened, sharing.lendable])
def test_one_who_does_not_lend_keeps_it_and_is_named(brief, owner):
    """Whether he has the port himself or goes through one who would lend it."""
    with PtyTable() as table, shared(table.port, owner) as first, shared(table.port) as second:
        with pytest.raises(PortBusy) as e, lending.borrowed(table.port):
            pass
        assert not isinstance(e.value, PortLent) and f"({os.getpid()})" in e.value.values["holder"]
        for link in (first, second):
            assert link.request("echo", a=1) == {"echo": {"a": 1}}
        assert table._reader.bad == 0  # nothing of it went to the table


def test_a_command_that_is_about_to_end_is_waited_for():
    with PtyTable() as table:
        link = shared(table.port)
        ending = threading.Timer(0.3, link.close)
        ending.start()
        with lending.borrowed(table.port):
            serialports.opened(table.port).close()
        ending.join()


def test_an_owner_that_does_not_know_of_lending_is_named(brief, tmp_path):
    """An older mjtable: it answers nothing to that."""
    with PtyTable() as table, socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "port"))
        listening.listen()
        lock = portlocks.locked(portlocks.path(table.port))
        said = {"socket": str(tmp_path / "port"), "pid": 7, "port": table.port}
        os.pwrite(lock, json.dumps(said).encode(), 0)
        with pytest.raises(PortBusy) as e, lending.borrowed(table.port):
            pass
        assert "mjtable (7)" in str(e.value)
        os.close(lock)
        with lending.borrowed(table.port):
            pass


def test_the_borrower_is_told_in_the_middle_of_what_the_table_says(brief):
    """What has been delivered to it is no reason not to understand the answer."""
    with PtyTable() as table, shared(table.port):
        stop = threading.Event()

        def talk():
            while not stop.wait(0.001):
                table.send(b"~half a line\0{ and more")

        talking = threading.Thread(target=talk)
        talking.start()
        try:
            with pytest.raises(PortBusy) as e, lending.borrowed(table.port):
                pass
            assert f"({os.getpid()})" in e.value.values["holder"]
        finally:
            stop.set()
            talking.join()


@pytest.mark.parametrize("what", [b"\0\n", b"\0[]\n", b"\0{\n", b"\0" + b"{" * 3000 + b"\n", b'\0{"ask": 7}\n'])
def test_what_is_no_such_line_is_passed_over(what):
    with PtyTable() as table, shared(table.port) as link:
        link._port.write(what)
        assert link.request("echo", a=1) == {"echo": {"a": 1}}
    assert table._reader.bad == 0


def test_a_mark_without_an_end_is_no_line():
    peer = sharing.Peer(socket.socketpair()[0])
    peer.line += b"\0" + b"x" * 10_000
    assert peer.told() is None and peer.whole() == b"" and not peer.line


def test_a_home_that_cannot_be_had_lends_all_the_same(home):
    home.mkdir()
    (home / "run").write_text("no folder")
    with PtyTable() as table, lending.borrowed(table.port):
        serialports.opened(table.port).close()


def test_a_link_that_lost_its_port_says_so_while_nobody_gives_it_back(hurry):
    with PtyTable() as table, shared(table.port, sharing.lendable) as link, Borrower(table.port):
        hurry()
        with pytest.raises(LinkError) as e:
            link.request("echo")
        assert isinstance(e.value, PortLent)


def test_what_a_killed_owner_left_is_taken_away_by_the_next_one_all_the_same(tmp_path):
    with PtyTable() as table:
        place = tmp_path / "left" / sharing.SOCKET
        place.parent.mkdir()
        place.touch()
        lock = portlocks.locked(portlocks.path(table.port))
        portlocks.say(lock, socket=str(place), pid=7, port=table.port)
        os.close(lock)
        with lending.borrowed(table.port):
            pass
        shared(table.port).close()
    assert not place.parent.exists()
