"""The cable: one table on one serial port, asked and answering. Only this file knows DTR, RTS, timeouts and ports."""

import errno
import os
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import serial
from serial.tools import list_ports

from engine_core import wire
from mjtable.errors import NoAnswer, OtherProtocol, OtherTable, PortBusy, PortMissing, Refused

PROTOCOL = 1
BAUD = 115200
ANSWER_SECONDS = 2.0  # the slowest request (erasing flash, scoring the worst hand) takes a second
TRIES = 4  # a repeated request is harmless: the table knows it by its id
LOOK_SECONDS = 1.0  # for a table that may not be there at all
BACK_SECONDS = 10.0  # for a port that was pulled or whose table restarts
LINE_BYTES = 4096  # longest line taken from a table
NOTICES_KEPT = 1000


class UsbRule(NamedTuple):
    """How to open ports of one USB vendor (and product): which controller it is, and what its lines DTR and RTS do."""

    vid: int
    pid: int | None
    what: str
    native: bool


# Native USB: the controller is the USB device and sends only while DTR is on. Else a USB-UART bridge, whose DTR and RTS
# pull an ESP32's reset and boot pins when they differ.
USB_RULES = (
    UsbRule(0x2E8A, None, "Raspberry Pi Pico", True),
    UsbRule(0x303A, None, "ESP32 (USB)", True),
    UsbRule(0xF055, None, "MicroPython board", True),
    UsbRule(0x10C4, 0xEA60, "CP210x", False),
    UsbRule(0x1A86, None, "CH34x", False),
    UsbRule(0x0403, None, "FTDI", False),
)


class Port(NamedTuple):
    """A serial port that may have a table on it."""

    device: str
    what: str
    serial_number: str | None


def usb_rule(vid: int | None, pid: int | None) -> UsbRule | None:
    """The rule for a USB device, None when it is no controller that we know."""
    for rule in USB_RULES:
        if vid == rule.vid and rule.pid in (None, pid):
            return rule
    return None


def usb_ports() -> list[Port]:
    """The serial ports of known controllers, by name. Others are left alone: opening one can reset what hangs on it."""
    found = []
    for info in list_ports.comports():
        rule = usb_rule(info.vid, info.pid)
        if rule:
            found.append(Port(info.device, rule.what, info.serial_number))
    return sorted(found)


def _rule_of(device: str) -> UsbRule | None:
    for info in list_ports.comports():
        if info.device == device:
            return usb_rule(info.vid, info.pid)
    return None


def _open(device: str) -> serial.Serial:
    """Opens `device` for us alone. PortBusy, PortMissing."""
    port = serial.Serial(baudrate=BAUD, timeout=0.05, write_timeout=ANSWER_SECONDS, exclusive=True)
    port.port = device
    rule = _rule_of(device)
    if rule and not rule.native and os.name == "nt":
        # Windows sets both lines in one go: off and off is no reset. Elsewhere the kernel has switched both on before
        # we can say anything; leaving both on is no reset either, switching them off one after the other is.
        port.dtr = port.rts = False
    try:
        port.open()
    except serial.SerialException as e:
        cause = e.__context__
        number = e.errno or getattr(cause, "errno", None)
        if number in (errno.EWOULDBLOCK, errno.EBUSY) or (os.name == "nt" and isinstance(cause, PermissionError)):
            raise PortBusy(port=device) from e
        raise PortMissing(port=device, why=os.strerror(number) if number else str(e)) from e
    except (OSError, ValueError) as e:
        raise PortMissing(port=device, why=str(e)) from e
    return port


class Link:
    """A table at the other end of a cable. Made by `Link.open`; use as a context manager. For one thread.

    `hello` is what the table says of itself: proto, fw, core, id, name, board, micropython, lang, seq, boot.
    Every request has an id; it is repeated under that id until the answer comes, also after the port was away for up to
    BACK_SECONDS, and the table does it once. `where` names the port that the table with a given id has now (None: the
    same as before).
    """

    def __init__(self, device: str, where: Callable[[str], str | None] | None = None):
        self.device = device
        self.hello: dict[str, Any] = {}
        self.notices: deque[dict[str, Any]] = deque(maxlen=NOTICES_KEPT)
        self.lost_notices = 0
        self.repeats = 0
        self._where = where or (lambda table: None)
        self._nonce = secrets.token_hex(4)
        self._number = 0
        self._last_notice: int | None = None
        self._reader = wire.Reader(LINE_BYTES)
        self._port = _open(device)

    @classmethod
    def open(cls, device: str, *, look: bool = False, where: Callable[[str], str | None] | None = None) -> "Link":
        """Opens the port and greets the table. `look`: it may be no table at all, so do not wait long.

        PortBusy, PortMissing, NoAnswer, OtherProtocol.
        """
        link = cls(device, where)
        try:
            link._greet(LOOK_SECONDS if look else ANSWER_SECONDS, 1 if look else TRIES)
        except BaseException:
            link.close()
            raise
        return link

    def __enter__(self) -> "Link":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        self._port.close()

    def request(self, method: str, /, **params: Any) -> Any:
        """Asks the table and returns its result. Refused, NoAnswer, PortMissing, OtherTable."""
        message, ident = self._message(method, params)
        for attempt in range(TRIES):
            self.repeats += attempt > 0
            try:
                answer = self._exchange(message, ident, ANSWER_SECONDS)
            except OSError:  # the cable was pulled (serial.SerialException is one)
                self._come_back()
                continue
            if answer is not None:
                return self._result(answer)
        raise NoAnswer(port=self.device, method=method, seconds=TRIES * ANSWER_SECONDS)

    def wait_notice(self, seconds: float) -> dict[str, Any] | None:
        """The next notice of the table ({"method", "params"}), None when none comes in time."""
        until = time.monotonic() + seconds
        while not self.notices:
            if time.monotonic() >= until:
                return None
            for _ in self._incoming():
                pass  # an answer to a request that was given up
        return self.notices.popleft()

    # ------------------------------------------------------------ one exchange

    def _message(self, method: str, params: dict[str, Any]) -> tuple[bytes, str]:
        self._number += 1
        ident = f"{self._nonce}-{self._number}"
        return wire.frame(wire.call(ident, method, params)), ident

    def _exchange(self, message: bytes, ident: str, seconds: float) -> dict[str, Any] | None:
        """Sends `message` and waits for the answer to it; None when none comes. OSError when the port is gone."""
        try:
            self._port.write(message)
        except serial.SerialTimeoutException:
            return None
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for answer in self._incoming():
                if answer.get("id") == ident:
                    return answer
        return None

    def _incoming(self) -> Iterator[dict[str, Any]]:
        """What comes within the port's read timeout: answers are given, notices are kept."""
        data = self._port.read(max(1, self._port.in_waiting))
        for item in self._reader.feed(data):
            if not isinstance(item, dict):
                continue
            if "method" in item:
                self._notice(item)
            else:
                yield item

    def _notice(self, item: dict[str, Any]) -> None:
        params = item.get("params")
        number = params.get("n") if isinstance(params, dict) else None
        if isinstance(number, int):
            if self._last_notice is not None and number > self._last_notice + 1:
                self.lost_notices += number - self._last_notice - 1
            self._last_notice = number
        self.notices.append(item)

    @staticmethod
    def _result(answer: dict[str, Any]) -> Any:
        error = answer.get("error")
        if error is None:
            return answer.get("result")
        data = error.get("data") or {}
        raise Refused(code=error.get("code", 0), why=error.get("message", "?"), field=data.get("field"))

    # ------------------------------------------------------------ greeting, coming back

    def _greet(self, seconds: float, tries: int) -> None:
        for _ in range(tries):
            message, ident = self._message("hello", {"proto": PROTOCOL})
            try:
                answer = self._exchange(message, ident, seconds)
            except OSError as e:
                raise PortMissing(port=self.device, why=str(e)) from e
            if answer is not None:
                break
        else:
            raise NoAnswer(port=self.device, method="hello", seconds=seconds * tries)
        hello = self._result(answer)
        have = hello.get("proto") if isinstance(hello, dict) and "id" in hello else None
        if have != PROTOCOL:
            raise OtherProtocol(port=self.device, have=have, want=PROTOCOL)
        if self.hello and hello["id"] != self.hello["id"]:
            raise OtherTable(port=self.device, want=self.hello["id"], have=hello["id"])
        self.hello = hello
        self._last_notice = None  # notices are counted from the table's start

    def _come_back(self) -> None:
        """The port is gone: waits until the same table is there again, on this port or another."""
        self._port.close()
        until = time.monotonic() + BACK_SECONDS
        while True:
            try:
                device = self._where(self.hello.get("id", "")) or self.device
                self._port = _open(device)
                self.device = device
                self._reader = wire.Reader(LINE_BYTES)
                self._greet(ANSWER_SECONDS, 1)
                return
            except (PortMissing, PortBusy, NoAnswer):
                self._port.close()
                if time.monotonic() > until:
                    raise
            time.sleep(0.1)
