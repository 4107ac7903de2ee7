"""One port for several programs: the first mjtable that opens it owns it, the others go through that one.

The owner holds a lock on a file in the runtime folder and listens on a local socket whose place stands in that file.
What the table sends goes to all; what the programs send goes to the table line by line, whole. Nobody waits for one
that does not read. When the owner ends, however that happens, lock and socket end with it: the others see their
connection end, open the port again, and the first of them owns it. Ids of requests are each program's own, so a
request that was on its way is repeated and done once.

Where there are no local sockets (Windows) a port is for one program, as without this file; so is one that is reached by
a URL.
"""

import errno
import os
import selectors
import socket
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import serial

from mjtable import lending, portlocks, serialports
from mjtable.errors import BadFolder, PortBusy

SETTLE_SECONDS = 2.0  # an owner that just comes or goes has its lock so long without a socket
PAUSE_SECONDS = 0.02
BLOCK = 4096
LINE_BYTES = 4096  # what has begun as a line and is longer is none
KEPT_BYTES = 1 << 20  # for a program that does not read; then it loses what it has not read
SOCKET = "port"
POSSIBLE = portlocks.POSSIBLE


def opened(device: str, lends: bool = False) -> Any:
    """A port as serialports.opened() gives it, for us and others. PortBusy: what has it is no mjtable. PortMissing.

    `lends`: we go on by ourselves when somebody has borrowed it (lending.py). PortLent while it is.
    """
    try:
        path = portlocks.path(device) if POSSIBLE and not serialports.is_url(device) else None
        lock = portlocks.locked(path) if path else None
    except (BadFolder, OSError):  # nothing can be kept here
        path = None
    if path is None:
        return serialports.opened(device)
    until = time.monotonic() + SETTLE_SECONDS
    while True:
        try:
            portlocks.not_lent(device, path)
        except PortBusy:
            if lock is not None:
                os.close(lock)
            raise
        if lock is not None:
            try:
                return Shared(device, lock, lends).port
            except OSError:  # no room for a socket
                return serialports.opened(device)
        found = _joined(path, lends)
        if found:
            return found
        if time.monotonic() > until:
            raise PortBusy(port=device, holder=portlocks.named(portlocks.said_by(path)))
        time.sleep(PAUSE_SECONDS)
        lock = portlocks.locked(path)


def lendable(device: str) -> Any:
    """The same for a program that lends."""
    return opened(device, lends=True)


def _take_away(place: object) -> None:
    """A socket that nobody listens on any more, and its folder."""
    if isinstance(place, str) and os.path.basename(place) == SOCKET:
        try:
            os.unlink(place)
            os.rmdir(os.path.dirname(place))
        except OSError:
            pass


def _joined(path: Path, lends: bool) -> "Joined | None":
    """A connection to the owner; None when it is not there (yet)."""
    found = socket.socket(socket.AF_UNIX)
    try:
        found.connect(str(portlocks.said_by(path).get("socket")))
        return Joined(found, lends)
    except OSError:
        found.close()
        return None


class Joined:
    """A port behind a socket, with as much of pyserial's Serial as a link uses."""

    in_waiting = BLOCK  # a read gives what is there, up to this

    def __init__(self, connection: socket.socket, lends: bool):
        self._socket = connection
        self._socket.settimeout(serialports.WRITE_SECONDS)
        self._socket.sendall(lending.line(**portlocks.program(), lends=lends))
        self._woken, self._wake = os.pipe()
        self._selector = selectors.DefaultSelector()
        self._selector.register(connection, selectors.EVENT_READ)
        self._selector.register(self._woken, selectors.EVENT_READ)

    def read(self, n: int) -> bytes:
        """What is there, nothing after a while or a cancel_read(). OSError at the end."""
        ready = {key.fileobj for key, _ in self._selector.select(serialports.READ_SECONDS)}
        if self._woken in ready:
            os.read(self._woken, BLOCK)
        if self._socket not in ready:
            return b""
        data = self._socket.recv(n)
        if not data:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return data

    def write(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except TimeoutError as e:
            raise serial.SerialTimeoutException(str(e)) from e

    def cancel_read(self) -> None:
        """A read that waits, in another thread, comes back."""
        os.write(self._wake, b"\0")

    def flush(self) -> None:
        """Nothing waits on this side."""

    def close(self) -> None:
        if self._socket.fileno() >= 0:
            self._selector.close()
            self._socket.close()
            os.close(self._woken)
            os.close(self._wake)


class Owned(Joined):
    """The owner's own connection: with it the port is given up."""

    def __init__(self, connection: socket.socket, shared: "Shared", lends: bool):
        super().__init__(connection, lends)
        self._shared = shared

    def close(self) -> None:
        super().close()
        self._shared.close()


class Peer:
    """One of the programs: what has come from it and is no whole line yet, and what it is still to get.

    `about`: what it has said of itself. `borrows`: it asks for the port, and hears no more of the table.
    """

    def __init__(self, connection: socket.socket):
        connection.setblocking(False)
        self.connection = connection
        self.line = bytearray()
        self.out = bytearray()
        self.about: dict[str, Any] = {}
        self.borrows = False

    def told(self) -> dict[str, Any] | None:
        """Takes the next thing that it says to us, not to the table."""
        if not self.line.startswith(lending.MARK) or b"\n" not in self.line:
            return None
        line, _, rest = bytes(self.line).partition(b"\n")
        self.line = bytearray(rest)
        return lending.read(line)

    def whole(self) -> bytes:
        """Takes what may go to the table: all but a message whose end has not come yet."""
        if self.line.startswith(lending.MARK):
            if len(self.line) > LINE_BYTES:
                self.line.clear()
            return b""
        start = self.line.rfind(b"~")
        cut = start if start > self.line.rfind(b"\n") else len(self.line)
        out = bytes(self.line[:cut])
        del self.line[:cut]
        if len(self.line) > LINE_BYTES:
            self.line.clear()
        return out

    def give(self, data: bytes) -> None:
        """For later, if it goes slowly."""
        if len(self.out) + len(data) > KEPT_BYTES:
            self.out.clear()
        self.out += data


class Shared:
    """A port and all who use it, carried by a thread until the port is gone or `port`, our own end, is closed.

    `lock`: the descriptor of the file that says that we own it. PortBusy, PortMissing; OSError: it cannot be shared.
    """

    def __init__(self, device: str, lock: int, lends: bool = False):
        self._lock = lock
        self._lent = False
        with ExitStack() as undo:
            undo.callback(os.close, lock)
            _take_away(portlocks.said(lock).get("socket"))  # of one that was killed
            os.ftruncate(lock, 0)
            self._serial = serialports.opened(device)
            undo.callback(self._serial.close)
            # In a folder for us alone, whose name is short, as a socket's has to be.
            self._place = os.path.join(tempfile.mkdtemp(prefix="mjtable-"), SOCKET)
            undo.callback(_take_away, self._place)
            self._listening = socket.socket(socket.AF_UNIX)
            undo.callback(self._listening.close)
            self._listening.bind(self._place)
            self._listening.listen()
            self._listening.setblocking(False)
            portlocks.say(lock, **portlocks.program(), socket=self._place, port=device)
            undo.pop_all()
        self._fd: int = self._serial.fileno()
        self._peers: dict[socket.socket, Peer] = {}
        self._out = bytearray()  # to the table
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._selector.register(self._fd, selectors.EVENT_READ)
        ours, theirs = socket.socketpair()
        self._add(theirs)
        self._ours = theirs
        self.port = Owned(ours, self, lends)
        self._thread = threading.Thread(target=self._run, name="port", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Our own end is closed, which the thread sees. May be called twice."""
        self._thread.join()

    def _run(self) -> None:
        try:
            while self._ours in self._peers and not self._lent:
                self._turn()
        except OSError:  # the cable was pulled
            pass
        finally:
            self._end()

    def _end(self) -> None:
        """Everything goes, the lock last."""
        self._selector.close()
        for connection in (*self._peers, self._listening):
            connection.close()
        self._serial.close()
        _take_away(self._place)
        os.close(self._lock)

    # ------------------------------------------------------------ carrying

    def _turn(self) -> None:
        """Carries what can be carried now. OSError when the port is gone."""
        for key, ready in self._selector.select():
            if key.fileobj is self._listening:
                self._add(self._listening.accept()[0])
            elif key.fd == self._fd:
                self._carry(ready)
            elif key.fileobj in self._peers:
                self._serve(self._peers[key.fileobj], ready)

    def _add(self, connection: socket.socket) -> None:
        self._peers[connection] = Peer(connection)
        self._selector.register(connection, selectors.EVENT_READ)

    def _carry(self, ready: int) -> None:
        """Between port and programs."""
        if ready & selectors.EVENT_WRITE:
            try:
                del self._out[: os.write(self._fd, self._out)]
            except BlockingIOError:
                pass
            if not self._out:
                self._selector.modify(self._fd, selectors.EVENT_READ)
        if ready & selectors.EVENT_READ:
            try:
                data = os.read(self._fd, BLOCK)
            except BlockingIOError:
                return
            if not data:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            for peer in list(self._peers.values()):
                if not peer.borrows:
                    peer.give(data)
                    self._deliver(peer)

    def _serve(self, peer: Peer, ready: int) -> None:
        """Between one program and us."""
        if ready & selectors.EVENT_WRITE:
            self._deliver(peer)
        if ready & selectors.EVENT_READ and peer.connection in self._peers:
            try:
                data = peer.connection.recv(BLOCK)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self._drop(peer)
                return
            peer.line += data
            while (said := peer.told()) is not None:
                self._hear(peer, said)
            whole = peer.whole()
            if whole:
                self._out += whole
                self._selector.modify(self._fd, selectors.EVENT_READ | selectors.EVENT_WRITE)

    def _hear(self, peer: Peer, said: dict[str, Any]) -> None:
        """What a program says of itself; who asks for the port has it when all the others lend."""
        if said.get("ask") != lending.BORROW:
            peer.about = said
            return
        peer.borrows = True
        others = [one.about for one in self._peers.values() if not (one.borrows or one.about.get("lends"))]
        self._lent = not others
        if others:
            peer.out[:] = b"\n" + lending.line(using=others)  # behind whatever it had the beginning of
            self._deliver(peer)

    def _deliver(self, peer: Peer) -> None:
        try:
            del peer.out[: peer.connection.send(peer.out)]
        except BlockingIOError:
            pass
        except OSError:
            self._drop(peer)
            return
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if peer.out else 0)
        if self._selector.get_key(peer.connection).events != events:
            self._selector.modify(peer.connection, events)

    def _drop(self, peer: Peer) -> None:
        """It has gone; what it began to say is dropped."""
        self._selector.unregister(peer.connection)
        del self._peers[peer.connection]
        peer.connection.close()
