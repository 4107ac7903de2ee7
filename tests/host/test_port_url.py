"""A serial port that is reached by a URL, as the one of a simulated controller in Wokwi."""

import os
import select
import socket
import threading
from collections import defaultdict

import pytest
from serial import rfc2217

from mjtable import portlocks, sharing, tables
from mjtable.errors import PortMissing
from mjtable.simulator import Simulator


class Wires:
    """Settings and lines of a serial port that has none: what is asked for is as it was set."""

    def __init__(self):
        vars(self)["set"] = defaultdict(bool, baudrate=115200, bytesize=8, parity="N", stopbits=1)

    def __getattr__(self, name):
        return self.set[name]

    def __setattr__(self, name, value):
        self.set[name] = value

    def reset_input_buffer(self):
        pass

    reset_output_buffer = reset_input_buffer


def address(server):
    return f"rfc2217://127.0.0.1:{server.getsockname()[1]}"


class Sender:
    def __init__(self, connection):
        self.write = connection.sendall


@pytest.fixture
def url(tmp_path, built):
    """A simulated table behind an RFC 2217 server, for one connection after the other."""
    with Simulator(tmp_path / "flash", new=True) as table, socket.create_server(("127.0.0.1", 0)) as server:
        fd = os.open(table.port, os.O_RDWR | os.O_NOCTTY)
        threading.Thread(target=serve, args=(server, fd), daemon=True).start()
        yield address(server)
        server.shutdown(socket.SHUT_RDWR)
        os.close(fd)


def serve(server, fd):
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        with connection:
            carry(connection, fd)


def carry(connection, fd):
    port = rfc2217.PortManager(Wires(), Sender(connection))
    while True:
        ready, _, _ = select.select([connection, fd], [], [])
        try:
            if connection in ready:
                data = connection.recv(4096)
                if not data:
                    return
                os.write(fd, b"".join(port.filter(data)))
            if fd in ready:
                connection.sendall(b"".join(port.escape(os.read(fd, 4096))))
        except OSError:
            return


def test_a_table_is_spoken_to_at_a_url(url):
    for _ in range(2):
        with tables.connect(url) as link:
            assert link.request("status")["seq"] == link.hello["seq"]
            link.cancel()
            assert tables.where(link.hello["id"]) == url


def test_a_url_at_which_nothing_is_and_one_that_is_none():
    with socket.create_server(("127.0.0.1", 0)) as server:
        closed = address(server)
    with pytest.raises(PortMissing, match="refused"):
        sharing.opened(closed)
    with pytest.raises(PortMissing, match="nonsense"):
        sharing.opened("nonsense://x")


def test_the_lock_of_a_url_is_one_wherever_it_is_asked_from(tmp_path, monkeypatch):
    here = portlocks.path("rfc2217://localhost:4000")
    monkeypatch.chdir(tmp_path)
    assert portlocks.path("rfc2217://localhost:4000") == here
