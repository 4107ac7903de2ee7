"""Stand-ins for a table: a journal in memory, and a scripted table at the other end of a real pseudo-terminal."""

import base64
import hashlib
import os
import pty
import select
import tempfile
import threading
import tty

from engine_core import events, segment, wire
from engine_core.table import Table
from mjtable.errors import Refused
from mjtable.status import view

NOWHERE = "/dev/no-such-port"  # a pseudo-terminal that is closed may be somebody else's a moment later

HELLO = {
    "proto": 1,
    "fw": "0.1.0",
    "core": "0.1.0",
    "id": "00112233aabbccdd",
    "name": "mjtable",
    "board": "fake",
    "micropython": "1.29.0",
    "lang": "en",
    "seq": 0,
    "boot": "test",
}


class Journal:
    """A table and its journal in memory; `request` answers what a sync asks, as the firmware would."""

    def __init__(self, length=150):
        self.table = Table()
        self.segments = {}  # number -> bytearray
        self.first = 1
        self.first_events = {}
        self.asked = []
        self.hello = HELLO
        self._length = length
        self._open(1)

    def _open(self, number):
        before = bytes(self.segments.get(number - 1, b""))
        digest = hashlib.sha256(before).digest() if before else bytes(32)
        data = segment.pack_header(number, self.table.seq + 1, len(before), digest)
        self.segments[number] = bytearray(data + segment.pack_record(events.pack_snapshot(self.table.snapshot())))
        self.first_events[number] = self.table.seq + 1
        self.last = number
        self._room = len(self.segments[number]) + self._length

    def append(self, event):
        if len(self.segments[self.last]) > self._room:
            self._open(self.last + 1)
        self.table.apply(event)
        self.segments[self.last] += segment.pack_record(event)

    def drop_oldest(self):
        del self.segments[self.first]
        self.first += 1

    def request(self, method, **params):
        self.asked.append(method)
        return getattr(self, method.replace(".", "_"))(**params)

    waiting = repeats = 0

    def ahead(self, method, **params):
        """Whatever is asked for is there at once."""

    def status(self):
        return {**view(self.table), "seq": self.table.seq, "stored": True}

    def config_get(self):
        return {"name": "mjtable", "lang": "en", "brightness": 3, "flip": False, "pin": False, "id": HELLO["id"]}

    def house_list(self):
        return {"houses": [], "damaged": []}

    def journal_info(self):
        size = len(self.segments[self.last])
        info = {"first": self.first, "last": self.last, "size": size, "seq": self.table.seq}
        return {**info, "first_seq": self.first_events[self.first]}

    def _segment(self, seg, size, field):
        """The bytes of a segment that has so many; else the firmware's refusal."""
        if seg not in self.segments or not self.first <= seg <= self.last:
            raise Refused(code=-32002, why=f"seg: {seg} is not in {self.first}..{self.last}", field="seg")
        if not 0 <= size <= len(self.segments[seg]):
            raise Refused(code=-32002, why=f"{field}: {size} is not in 0..{len(self.segments[seg])}", field=field)
        return self.segments[seg]

    def journal_read(self, seg, off, n):
        data = self._segment(seg, off, "off")
        block = base64.b64encode(bytes(data[off : off + n])).decode()
        return {"data": block, "size": len(data), "last": seg == self.last}

    def journal_hash(self, seg, size):
        return {"sha256": hashlib.sha256(self._segment(seg, size, "size")[:size]).hexdigest()}

    def journal_ack(self, seg, off, seq):
        return {}


class PtyTable:
    """Answers requests on a pseudo-terminal. `answer(request) -> list of bytes to send`, one call for each request.

    Its port has a name of its own: that of the pseudo-terminal is given to somebody else as soon as it is free.
    """

    def __init__(self, answer=None):
        self.requests = []
        self._answer = answer or (lambda request: [result(request)])
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self._folder = tempfile.TemporaryDirectory()
        self.port = os.path.join(self._folder.name, "port")
        os.symlink(os.ttyname(self._slave), self.port)
        self._reader = wire.Reader(4096)
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *exc):
        self._folder.cleanup()
        os.write(self._stop_write, b"\0")
        self._thread.join()
        for fd in (self._master, self._slave, self._stop_read, self._stop_write):
            os.close(fd)

    def send(self, data):
        os.write(self._master, data)

    def _run(self):
        while True:
            ready, _, _ = select.select([self._master, self._stop_read], [], [])
            if self._stop_read in ready:
                return
            for request in self._reader.feed(os.read(self._master, 4096)):
                self.requests.append(request)
                for data in self._answer(request):
                    self.send(data)


class Prompt(PtyTable):
    """MicroPython's prompt: echoes what is typed. After Ctrl-D it is a table that answers so, if it is one at all."""

    def __init__(self, answer=None):
        super().__init__(answer)
        self.typed = b""
        self._starts = answer is not None
        self._table, self._reader = self._reader, self

    def feed(self, data):
        started = self._starts and b"\x04" in self.typed
        self.typed += data
        if started:
            return self._table.feed(data)
        self.send(data.replace(b"\r\n", b"\r\n>>> ").replace(b"\x02", b"\r\nMicroPython\r\n>>> "))
        return []


def result(request, value=None):
    """The frame that answers a request: with HELLO, or `value`."""
    if value is None:
        value = HELLO if request["method"] == "hello" else {"echo": request["params"]}
    return wire.frame(wire.result(request["id"], value))
