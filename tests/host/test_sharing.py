"""One port for several programs: who owns it, and who goes through the owner."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine_core import wire
from mjtable import folders, serialports, sharing
from mjtable.errors import PortBusy, PortMissing
from mjtable.link import Link
from tests.host.fake import PtyTable, result

pytestmark = pytest.mark.skipif(not sharing.POSSIBLE, reason="no local sockets")
ROOT = Path(__file__).resolve().parents[2]

# A program of its own that opens the port, says so, and asks until its input ends; then how often.
ASKING = """
import sys
from mjtable import sharing
from mjtable.link import Link
with Link.open(sys.argv[1], opened=sharing.opened) as link:
    n = 0
    print("open", flush=True)
    for line in sys.stdin:
        for _ in range(int(line)):
            n += 1
            assert link.request("echo", n=n, who=sys.argv[2]) == {"echo": {"n": n, "who": sys.argv[2]}}
        print(n, flush=True)
"""


def shared(port):
    return Link.open(port, opened=sharing.opened)


class Program:
    """Another process with the same home."""

    def __init__(self, port, who):
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'host'}:{ROOT}"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", ASKING, port, who], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=environment,
        )  # fmt: skip
        assert self.process.stdout.readline() == "open\n"

    def ask(self, times):
        self.process.stdin.write(f"{times}\n")
        self.process.stdin.flush()

    def asked(self):
        return int(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.process.kill()
        self.process.communicate()


def test_a_second_program_goes_through_the_first():
    with PtyTable() as table, shared(table.port) as first, shared(table.port) as second:
        assert first.request("echo", a=1) == {"echo": {"a": 1}}
        assert second.request("echo", a=2) == {"echo": {"a": 2}}
    assert [r["method"] for r in table.requests] == ["hello", "hello", "echo", "echo"]


def test_requests_of_several_processes_stay_whole():
    with PtyTable() as table, shared(table.port) as link, Program(table.port, "b") as b, Program(table.port, "c") as c:
        for program in (b, c):
            program.ask(300)
        for n in range(300):
            assert link.request("echo", n=n) == {"echo": {"n": n}}
        assert b.asked() == c.asked() == 300
    assert len({request["id"] for request in table.requests}) == len(table.requests) == 903
    assert table._reader.bad == 0


def test_notices_go_to_all():
    with PtyTable() as table, shared(table.port) as first, shared(table.port) as second:
        table.send(wire.frame(wire.notice("event", {"n": 1, "seq": 5, "kind": "NOTE"})))
        for link in (first, second):
            assert link.wait_notice(5)["params"]["seq"] == 5


def test_the_owner_that_is_killed_frees_the_way():
    with PtyTable() as table, Program(table.port, "owner") as owner, Program(table.port, "next") as other:
        other.ask(1)
        assert other.asked() == 1
        owner.process.send_signal(signal.SIGKILL)
        owner.process.wait()
        other.ask(5)
        assert other.asked() == 6
        with shared(table.port) as link:
            link.request("echo")
            assert isinstance(link._port, sharing.Joined) and not isinstance(link._port, sharing.Owned)


def test_the_owner_that_closes_does_so_too():
    with PtyTable() as table:
        first = shared(table.port)
        with shared(table.port) as second:
            first.close()
            assert second.request("echo", a=1) == {"echo": {"a": 1}}
            assert isinstance(second._port, sharing.Owned)


def test_many_that_lose_their_owner_find_one_among_them():
    with PtyTable() as table:
        owner = shared(table.port)
        links = [shared(table.port) for _ in range(6)]
        owner.close()
        done = []

        def ask(n):
            done.append(links[n].request("echo", n=n) == {"echo": {"n": n}})

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert done == [True] * 6
        assert sum(isinstance(link._port, sharing.Owned) for link in links) == 1
        for link in links:
            link.close()


def test_a_program_that_is_no_mjtable_makes_the_port_busy(monkeypatch):
    monkeypatch.setattr(sharing, "SETTLE_SECONDS", 0.2)
    with PtyTable() as table, Link.open(table.port):
        for _ in range(2):
            with pytest.raises(PortBusy):
                shared(table.port)


def test_a_port_that_is_not_there_is_missing_and_leaves_nothing():
    for _ in range(2):
        with pytest.raises(PortMissing):
            shared("/dev/no-such-port")


def test_one_that_does_not_read_stops_nobody(monkeypatch):
    monkeypatch.setattr(sharing, "KEPT_BYTES", 20_000)
    text = "x" * 1500
    with PtyTable() as table, shared(table.port) as link, shared(table.port) as deaf:
        for n in range(300):  # 450 KB: more than a socket holds, and than is kept
            assert link.request("echo", n=n, text=text)
        assert deaf.request("echo", a=1) == {"echo": {"a": 1}}


def test_half_a_line_of_one_is_not_in_the_middle_of_anothers():
    with PtyTable() as table, shared(table.port) as link, shared(table.port) as other:
        line = wire.frame(wire.call("other-1", "echo", {}))
        other._port.write(line[:20])
        assert link.request("echo", a=1) == {"echo": {"a": 1}}
        other._port.write(line[20:])
        assert link.request("echo", a=2) == {"echo": {"a": 2}}
    assert [r["id"] for r in table.requests].count("other-1") == 1
    assert table._reader.bad == 0


def test_half_a_line_of_one_that_is_gone_is_dropped():
    with PtyTable() as table, shared(table.port) as link:
        other = shared(table.port)
        other._port.write(b'~{"jsonrpc"')
        other.close()
        assert link.request("echo", a=1) == {"echo": {"a": 1}}
    assert table._reader.bad == 0


def test_a_line_without_an_end_is_none():
    peer = sharing.Peer(socket.socketpair()[0])
    peer.line += b"~" + b"x" * 10_000
    assert peer.whole() == b"" and not peer.line
    peer.line += b"\r\n\x02"
    assert peer.whole() == b"\r\n\x02"


def test_what_a_killed_owner_left_is_taken_away():
    with PtyTable() as table:
        with Program(table.port, "killed"):
            place = json.loads(next(folders.runtime().glob("port-*.lock")).read_text())["socket"]
            assert os.path.exists(place)
        assert os.path.exists(place)
        shared(table.port).close()
        assert not os.path.exists(os.path.dirname(place))


def test_a_damaged_file_of_an_owner_is_no_reason_to_stop():
    with PtyTable() as table:
        shared(table.port).close()
        file = next(folders.runtime().glob("port-*.lock"))
        for text in ("", "[", "7", '{"socket": 7}', '{"socket": "/"}', '{"socket": ".", "x": 1}'):
            file.write_text(text)
            with shared(table.port) as link:
                assert link.request("echo", a=1) == {"echo": {"a": 1}}


def test_a_home_that_cannot_be_had_leaves_the_port_to_one(home):
    home.mkdir()
    (home / "run").write_text("no folder")
    with PtyTable() as table, shared(table.port) as link:
        assert isinstance(link._port, serialports.serial.Serial)
        with pytest.raises(PortBusy):
            shared(table.port)


def test_a_cable_that_is_pulled_is_waited_for_by_all():
    with PtyTable() as second:
        first = PtyTable()
        with first:
            links = [Link.open(first.port, where=lambda ident: second.port, opened=sharing.opened) for _ in range(3)]
        for n, link in enumerate(links):
            assert link.request("echo", n=n) == {"echo": {"n": n}}
            assert link.device == second.port
        for link in links:
            link.close()


def test_answers_are_everybodys_own():
    def slow(request):
        return [result(request)] if request["method"] == "hello" else [result(request, {"id": request["id"]})]

    with PtyTable(slow) as table, shared(table.port) as first, shared(table.port) as second:
        assert first.request("echo")["id"] != second.request("echo")["id"]


def test_an_owner_that_ends_while_another_greets_is_done_without():
    owner, greeted = [], threading.Event()

    def answer(request):
        if len(table.requests) == 2 and not greeted.is_set():
            greeted.set()
            return []
        return [result(request)]

    with PtyTable(answer) as table:
        owner.append(shared(table.port))
        closing = threading.Thread(target=lambda: greeted.wait(5) and owner[0].close())
        closing.start()
        with shared(table.port) as link:
            assert link.request("echo", a=1) == {"echo": {"a": 1}}
        closing.join()


def test_without_room_for_a_socket_the_port_is_for_one(monkeypatch):
    with PtyTable() as table:
        monkeypatch.setattr(sharing.tempfile, "mkdtemp", lambda prefix: "/no/such/folder")
        for _ in range(2):
            with shared(table.port) as link:
                assert isinstance(link._port, serialports.serial.Serial)
                assert link.request("echo", a=1) == {"echo": {"a": 1}}


def test_a_file_that_may_not_be_written_leaves_the_port_to_one(home):
    with PtyTable() as table:
        shared(table.port).close()
        file = next(folders.runtime().glob("port-*.lock"))
        file.unlink()
        file.mkdir()
        with shared(table.port) as link:
            assert link.request("echo", a=1) == {"echo": {"a": 1}}
