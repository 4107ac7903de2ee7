"""The cable: one table on one serial port, asked and answering. Only this file knows how long to wait for it."""

import re
import secrets
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import serial

from engine_core import wire
from mjtable import answers, pins, printed, serialports
from mjtable.errors import (
    AtPrompt,
    LinkError,
    MaybeDone,
    NewerProtocol,
    NoAnswer,
    NotStarted,
    NotStored,
    NotUnderstood,
    OlderProtocol,
    OtherTable,
    PinNeeded,
    PinWait,
    PortBusy,
    PortMissing,
    Refused,
    StillSafe,
    TableFailed,
    TooLong,
    WrongPin,
)
from mjtable.lines import Lines

PROTOCOL = 1
ANSWER_SECONDS = 2.0  # the slowest request (erasing flash, scoring the worst hand) takes a second
TRIES = 4  # a repeated request is harmless: the table knows it by its id
LOOK_SECONDS = 1.0  # for a table that may not be there at all
BUSY_SECONDS = 60.0  # for one that answers others, or whoever had the port before: it does so in order
BACK_SECONDS = 10.0  # for a port that was pulled or whose table restarts
LINE_BYTES = 4096  # longest line taken from a table
TABLE_BYTES = 2048  # longest line that a table takes, without "~" and line feed
AHEAD_KEPT = 32  # requests sent ahead that nobody has made
NOTICES_KEPT = 1000
PROMPT_SECONDS = 0.3  # for a prompt that may be there; one that has to be is waited for as for an answer
PROMPT_STAYS = 12.0  # seconds after which a prompt is not what comes before the start
# A running table passes these over. Ctrl-B leaves the raw prompt, in which a program that was killed may have left it.
ASK_PROMPT = b"\r\n\x02"
SOFT_RESET = b"\x03\x04"  # at the prompt: gives up a line begun there, and leaves it
PROMPT = re.compile(rb"[\r\n](?:(?:>>>|\.\.\.) *)+\Z")


class Sent(NamedTuple):
    """A request that was sent ahead: its line and id."""

    message: bytes
    ident: str


class Link:
    """A table at the other end of a cable. Made by `Link.open`; use as a context manager. For one thread.

    `hello` is what the table says of itself: proto, fw, core, id, name, board, micropython, lang, seq, boot, and
    `safe` when it is in safe mode.
    Every request has an id; it is repeated under that id until the answer comes, also after the port was away for up to
    BACK_SECONDS, and the table does it once. `where` names the port that the table with a given id has now (None: the
    same as before; PortMissing: not there).
    """

    def __init__(
        self,
        device: str,
        where: Callable[[str], str | None] | None = None,
        opened: Callable[[str], Any] = serialports.opened,
    ):
        self.device = device
        self.hello: dict[str, Any] = {}
        self.notices: deque[dict[str, Any]] = deque(maxlen=NOTICES_KEPT)
        self.lost_notices = 0
        self.repeats = 0
        self.went: Callable[[OSError], None] = lambda error: None  # called when the port is lost in a request,
        self.came: Callable[[], None] = lambda: None  # and when it is back
        self.pin: Callable[[PinNeeded, bool], str | None] = lambda needed, tried: None  # asks for it, again if tried
        self.who = pins.who()
        self._where = where or (lambda table: None)
        self._opened = opened
        self._nonce = secrets.token_hex(4)
        self._number = 0
        self._last_notice: int | None = None
        self.patience: float | None = None  # seconds for a port that is away [BACK_SECONDS]
        self._ahead: dict[str, Sent] = {}  # requests that were sent ahead, by method and parameters
        self._order: list[str] = []  # ids of requests without an answer, in the order in which they were sent
        self._early: dict[str, dict[str, Any]] = {}  # answers to those sent ahead
        self._busy = 0.0  # when the table has last answered somebody else
        self._reader = Lines(LINE_BYTES)
        self._heard = b""  # the end of what came, messages or not
        self._port = opened(device)

    @classmethod
    def open(
        cls,
        device: str,
        *,
        look: bool = False,
        where: Callable[[str], str | None] | None = None,
        opened: Callable[[str], Any] = serialports.opened,
    ) -> "Link":
        """Opens the port and greets the table. `look`: it may be no table at all, so do not wait long.

        `opened` opens a port: for this program alone, or (sharing.opened) for others too.

        PortBusy, PortMissing, NoAnswer (AtPrompt), OtherProtocol, NotUnderstood, TableFailed.
        """
        link = cls(device, where, opened)
        try:
            link._greet_first(LOOK_SECONDS if look else ANSWER_SECONDS, 1 if look else TRIES)
        except BaseException:
            link.close()
            raise
        return link

    @classmethod
    def resume(
        cls,
        device: str,
        where: Callable[[str], str | None] | None = None,
        patience: float | None = None,
        opened: Callable[[str], Any] = serialports.opened,
    ) -> "Link":
        """Starts a table that stands at MicroPython's prompt, by a soft reset, and greets it.

        `patience`: so many seconds it may take [BACK_SECONDS].
        NotStarted when it comes back to the prompt; NoAnswer when there is no prompt; else as open().
        """
        link = cls(device, where, opened)
        try:
            if not link._at_prompt(ANSWER_SECONDS):
                raise NoAnswer(port=device, method="resume", seconds=ANSWER_SECONDS)
            link._heard = b""
            link._port.write(SOFT_RESET)
            link._port.flush()
            link._come_back(patience)
        except AtPrompt as e:
            link.close()
            raise NotStarted(**e.values, why=printed.why(link._heard)) from e
        except BaseException:
            link.close()
            raise
        return link

    def restart(self, last_good: bool = False) -> None:
        """Lets a table that is in safe mode try again, `last_good`: with the settings that it last ran well with.

        StillSafe when it comes back in safe mode; else as open().
        """
        self.request("restart", **({"settings": "good"} if last_good else {}))
        self._greet(ANSWER_SECONDS, TRIES)
        if self.hello.get("safe"):
            raise StillSafe(port=self.device, why=self.hello["boot"])

    def __enter__(self) -> "Link":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        self._port.close()

    def request(self, method: str, /, **params: Any) -> Any:
        """Asks the table and returns its result, which has the fields that the protocol promises.

        Refused, TooLong: nothing was done (PinNeeded: `pin` was asked, and had none). MaybeDone: a request that changes
        something may have been. Of others: NoAnswer, PortMissing, OtherTable, NotUnderstood, TableFailed. A NotStored
        is warned of.
        """
        try:
            return self._request(method, params)
        except PinNeeded as e:
            return self._with_pin(method, params, e)

    def _with_pin(self, method: str, params: dict[str, Any], needed: PinNeeded) -> Any:
        """The same request with the PIN, asked for as long as it is a wrong one. PinNeeded, WrongPin, PinWait."""
        wrong = needed.values["wrong"]
        pin, tried = None, False
        while True:
            if needed.values["wait"]:
                raise PinWait(**needed.values)
            if pin is None or needed.values["wrong"] != wrong:  # else another one has used up our challenge
                pin, tried = self.pin(needed, tried), True
                if pin is None:
                    raise WrongPin(**needed.values) if needed.values["wrong"] != wrong else needed
            wrong = needed.values["wrong"]
            self._number += 1
            ident = f"{self._nonce}-{self._number}"
            challenge, salt = str(needed.values["challenge"]), str(needed.values["salt"])
            proof = pins.proof(pin, challenge, salt, ident, method, self.who)
            try:
                return self._request(method, {**params, "proof": proof}, ident)
            except PinNeeded as e:
                needed = e

    def _request(self, method: str, params: dict[str, Any], ident: str | None = None) -> Any:
        key = _key(method, params)
        message, ident = self._ahead.pop(key) if key in self._ahead else self._message(method, params, ident)
        if len(message) - 2 > TABLE_BYTES:
            field = max(params, key=lambda name: len(wire.ascii_json(params[name])))
            raise TooLong(field=field, size=len(message) - 2, most=TABLE_BYTES)
        try:
            result = self._result(method, self._asked(method, message, ident))
        except (LinkError, TableFailed) as e:
            if method in answers.CHANGES:
                raise MaybeDone(method=method, cause=e) from e
            raise
        if isinstance(result, dict) and result.get("stored") is False:
            warnings.warn(NotStored(), stacklevel=2)
        return result

    def ahead(self, method: str, /, **params: Any) -> None:
        """Sends a request that will be made soon, and does not wait for the answer: that is on its way then.

        For requests that may be made at any time, also never. What goes wrong shows when it is made.
        """
        key = _key(method, params)
        if key in self._ahead:
            return
        if len(self._ahead) >= AHEAD_KEPT:
            self._forget(self._ahead.pop(next(iter(self._ahead))).ident)
        message, ident = self._message(method, params)
        self._ahead[key] = Sent(message, ident)
        try:
            self._send(message, ident)
        except OSError:
            pass

    def _forget(self, ident: str) -> None:
        self._early.pop(ident, None)
        if ident in self._order:
            self._order.remove(ident)

    @property
    def waiting(self) -> int:
        """Requests on their way that have no answer yet."""
        return len(self._order)

    def _asked(self, method: str, message: bytes, ident: str) -> dict[str, Any]:
        lost = attempt = 0
        begun = time.monotonic()
        until = begun + TRIES * ANSWER_SECONDS
        while lost < TRIES and time.monotonic() < until:
            self.repeats += attempt > 0
            attempt += 1
            try:
                answer = self._exchange(message, ident, ANSWER_SECONDS)
            except OSError as e:  # the cable was pulled (serial.SerialException is one)
                lost += 1
                self.went(e)
                self._come_back()
                self.came()
                until = time.monotonic() + TRIES * ANSWER_SECONDS
                continue
            if answer is not None:
                return answer
            if self._busy > begun:  # with others: ours is still to come
                until = max(until, min(self._busy + TRIES * ANSWER_SECONDS, begun + BUSY_SECONDS))
        raise self._silence(method, TRIES * ANSWER_SECONDS)

    def wait_notice(self, seconds: float) -> dict[str, Any] | None:
        """The next notice of the table ({"method", "params"}), None when none comes in time."""
        until = time.monotonic() + seconds
        while not self.notices:
            if time.monotonic() >= until:
                return None
            self.listen()
        return self.notices.popleft()

    def listen(self) -> None:
        """Takes what comes within a moment: what of it is a notice is in `notices` then. OSError: the port is gone.

        cancel(), from another thread, ends it.
        """
        for answer in self._incoming():
            self._answered(answer)

    def cancel(self) -> None:
        """For another thread: a listen() that waits comes back."""
        self._port.cancel_read()

    # ------------------------------------------------------------ one exchange

    def _message(self, method: str, params: dict[str, Any], ident: str | None = None) -> tuple[bytes, str]:
        if ident is None:
            self._number += 1
            ident = f"{self._nonce}-{self._number}"
        return wire.frame(wire.call(ident, method, params)), ident

    def _send(self, message: bytes, ident: str) -> None:
        """OSError when the port is gone."""
        self._forget(ident)
        self._order.append(ident)
        self._port.write(message)

    def _exchange(self, message: bytes, ident: str, seconds: float) -> dict[str, Any] | None:
        """Sends `message`, unless that is done, and waits for the answer to it; None when none comes.

        OSError when the port is gone.
        """
        if ident in self._early:
            return self._early.pop(ident)
        if ident not in self._order:
            try:
                self._send(message, ident)
            except serial.SerialTimeoutException:
                return None
        until = time.monotonic() + seconds
        try:
            while time.monotonic() < until and ident in self._order:
                self.listen()
            return self._early.pop(ident, None)
        finally:
            self._forget(ident)  # so it is sent again if it is asked for again

    def _answered(self, answer: dict[str, Any]) -> None:
        """An answer has come. What was sent before its request and has none has lost it: a table answers in order."""
        ident = answer.get("id")
        if isinstance(ident, str) and ident in self._order:
            del self._order[: self._order.index(ident) + 1]
            self._early[ident] = answer
        else:
            self._busy = time.monotonic()

    def _incoming(self) -> Iterator[dict[str, Any]]:
        """What comes within the port's read timeout: answers are given, notices are kept."""
        for item in self._reader.feed(self._read()):
            if not isinstance(item, dict) or {"method", "id"} <= item.keys():
                continue  # no message, or our own, echoed by a prompt
            if "method" in item:
                self._notice(item)
            else:
                yield item

    def _read(self) -> bytes:
        """What comes within the port's read timeout."""
        data: bytes = self._port.read(max(1, self._port.in_waiting))
        self._heard = (self._heard + data)[-printed.BYTES :]
        return data

    def _notice(self, item: dict[str, Any]) -> None:
        params = item.get("params")
        number = params.get("n") if isinstance(params, dict) else None
        if isinstance(number, int):
            if self._last_notice is not None and number > self._last_notice + 1:
                self.lost_notices += number - self._last_notice - 1
            self._last_notice = number
        self.notices.append(item)

    def _result(self, method: str, answer: dict[str, Any]) -> Any:
        """The result of an answer. Refused, TableFailed, NotUnderstood."""
        try:
            if answer.get("error") is None:
                return answers.understood(method, answer.get("result"))
            error = answers.refusal(answer["error"])
        except ValueError as e:
            raise NotUnderstood(port=self.device, method=method, what=str(e)) from e
        data = error.get("data") or {}
        said = {"code": error["code"], "why": error["message"], "field": data.get("field")}
        if error["code"] == wire.PIN:
            more = {name: data.get(name) for name in ("challenge", "salt", "wait", "left", "wrong")}
            if more["wait"] or (more["challenge"] and more["salt"]):
                raise PinNeeded(**said, **more)
        raise (TableFailed if error["code"] == wire.INTERNAL_ERROR else Refused)(**said)

    def _silence(self, method: str, seconds: float) -> NoAnswer:
        """The error when nothing answers."""
        kind = AtPrompt if self._at_prompt() else NoAnswer
        return kind(port=self.device, method=method, seconds=seconds)

    def _at_prompt(self, seconds: float = PROMPT_SECONDS) -> bool:
        """Does MicroPython's prompt answer on the port?"""
        said = b""
        until = time.monotonic() + seconds
        try:
            self._port.write(ASK_PROMPT)
            while not PROMPT.search(said) and time.monotonic() < until:
                said += self._read()
        except OSError:
            return False
        self._reader = Lines(LINE_BYTES)  # what it had the beginning of has lost its end
        return PROMPT.search(said) is not None

    # ------------------------------------------------------------ greeting, coming back

    def _greet_first(self, seconds: float, tries: int) -> None:
        """Greets; through a program that ends meanwhile it goes on without that one."""
        for _ in range(TRIES):
            try:
                return self._greet(seconds, tries)
            except PortMissing:
                self._port.close()
                self._port = self._opened(self.device)  # which says so when it is missing indeed
        self._greet(seconds, tries)

    def _greet(self, seconds: float, tries: int) -> None:
        message, ident = self._message("hello", {"proto": PROTOCOL})
        begun, attempt = time.monotonic(), 0
        while True:
            tried = time.monotonic()
            try:
                answer = self._exchange(message, ident, seconds)
            except OSError as e:
                raise PortMissing(port=self.device, why=str(e)) from e
            if answer is not None:
                return self._greeted(answer)
            if self._busy > tried and tried < begun + BUSY_SECONDS:  # not silent, and our turn comes
                continue
            attempt += 1
            silence = self._silence("hello", attempt * seconds)
            if attempt == tries or isinstance(silence, AtPrompt):
                raise silence

    def _greeted(self, answer: dict[str, Any]) -> None:
        self._check_protocol(answer)
        hello = self._result("hello", answer)
        if self.hello and hello["id"] != self.hello["id"]:
            raise OtherTable(port=self.device, want=self.hello["id"], have=hello["id"])
        self.hello = hello
        self._last_notice = None  # notices are counted from the table's start

    def _check_protocol(self, answer: dict[str, Any]) -> None:
        """A table says which protocol it speaks; one with an old firmware refuses another than its own in words."""
        result, error = answer.get("result"), answer.get("error")
        have = result.get("proto") if isinstance(result, dict) else None
        why = str(error.get("message")) if isinstance(error, dict) else ""
        if why.startswith("proto:"):
            said = re.search(r"\d+$", why)
            have = int(said[0]) if said else 0
        if isinstance(have, int) and have != PROTOCOL:
            kind = NewerProtocol if have > PROTOCOL else OlderProtocol
            raise kind(port=self.device, have=have or "?", want=PROTOCOL)

    def _come_back(self, patience: float | None = None) -> None:
        """The port is gone: waits until the same table is there again, on this port or another."""
        self._port.close()
        self._ahead.clear()
        self._early.clear()
        self._order.clear()
        waits = self.patience if patience is None else patience
        until = time.monotonic() + (BACK_SECONDS if waits is None else waits)
        prompts, began = 0, time.monotonic()
        while True:
            try:
                device = self._where(self.hello.get("id", "")) or self.device
                self._port = self._opened(device)
                self.device = device
                self._reader = Lines(LINE_BYTES)
                self._greet(ANSWER_SECONDS, 1)
                return
            except (PortMissing, PortBusy, NoAnswer) as e:
                self._port.close()
                prompts += isinstance(e, AtPrompt)
                # A prompt that stays: whatever it started has ended. Whoever is patient has begun what takes a while.
                stays = prompts > 1 and (patience is None or time.monotonic() - began > PROMPT_STAYS)
                if time.monotonic() > until or stays:
                    raise
            time.sleep(0.1)


def _key(method: str, params: dict[str, Any]) -> str:
    return repr((method, sorted(params.items())))
