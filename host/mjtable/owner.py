"""A table for a program that stays, such as the page: looked for until it is there, and again whenever it has gone.

    with Owner() as table:
        table.heard.append(lambda notice: print(notice["params"]))
        table.request("status")

The port is shared (sharing.py): commands that are typed meanwhile go through this program, or it through them.
"""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from mjtable import tables
from mjtable.errors import (
    MaybeDone,
    MjtableError,
    NoAnswer,
    NoTable,
    OtherTable,
    PortBusy,
    PortMissing,
    SeveralTables,
    SystemTrouble,
)
from mjtable.link import Link

LOOK_SECONDS = 0.5  # between two looks for a table that is not there
GONE = (NoAnswer, OtherTable, PortBusy, PortMissing)
Pin = tuple[str, str]  # and who gives it
Job = tuple[str, dict[str, Any], Pin | None, "Future[Any]"]


class Owner:
    """The table on the port, or with the id or name, `named`; else the only one there is. For any number of threads.

    hello    what the table says of itself; None while there is none
    device   its port now, or the last one
    problem  why there is none: an error
    heard    called with each notice ({"method", "params"})
    found    called with the hello when there is a table, also again
    lost     called with the error when there is none, once for each kind

    All are called in the owner's own thread, in which no request can be made: hand over what has to be done.
    """

    def __init__(self, named: str | None = None):
        self.hello: dict[str, Any] | None = None
        self.device: str | None = None
        self.problem: MjtableError | None = NoTable(looked="-")
        self.heard: list[Callable[[dict[str, Any]], None]] = []
        self.found: list[Callable[[dict[str, Any]], None]] = []
        self.lost: list[Callable[[MjtableError], None]] = []
        self._named = named
        self._link: Link | None = None
        self._before: dict[str, Any] | None = None  # the last hello
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._lock = threading.Lock()  # held where `problem` decides what becomes of a request
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="owner", daemon=True)

    def __enter__(self) -> "Owner":
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def start(self) -> None:
        """Begins to look for the table; comes back at once."""
        self._thread.start()

    def close(self) -> None:
        """Lets the port go. Requests that wait fail."""
        self._closing.set()
        self._wake()
        if self._thread.is_alive():
            self._thread.join()
        self._gone(NoTable(looked="-"))

    def request(self, method: str, /, **params: Any) -> Any:
        """As Link.request; the error that is the `problem`, at once, while there is no table."""
        return self._asked(method, params, None)

    def request_as(self, pin: str, who: str, method: str, /, **params: Any) -> Any:
        """The same by somebody who gives the table's PIN, tried once. WrongPin, PinWait."""
        return self._asked(method, params, (pin, who))

    def _asked(self, method: str, params: dict[str, Any], pin: Pin | None) -> Any:
        done: Future[Any] = Future()
        with self._lock:
            if self.problem:
                raise self.problem
            self._jobs.put((method, params, pin, done))
        self._wake()
        return done.result()

    def _wake(self) -> None:
        link = self._link
        if link:
            try:
                link.cancel()
            except OSError:  # it is being closed
                pass

    # ------------------------------------------------------------ the owner's thread

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                link = self._connected()
            except MjtableError as e:
                self._gone(e)
            except OSError as e:
                self._gone(SystemTrouble.of(e))
            else:
                with link:
                    self._gone(self._served(link))
                continue  # it may be on another port already
            self._closing.wait(LOOK_SECONDS)

    def _connected(self) -> Link:
        """The table; of several, where none is named, the one that it was before."""
        try:
            return tables.connect(self._named)
        except SeveralTables:
            if not self._before:
                raise
            return tables.connect(self._before["id"])

    def _served(self, link: Link) -> MjtableError:
        """Serves requests and notices until the table is gone: why."""
        self._link = link
        link.went = lambda error: self._gone(PortMissing(port=link.device, why=error.strerror or str(error)))
        link.came = lambda: self._here(link)
        self._here(link)
        try:
            while not self._closing.is_set():
                problem = self._turn(link)
                if problem:
                    return problem
            return NoTable(looked="-")
        except OSError as e:
            return PortMissing(port=link.device, why=e.strerror or str(e))
        finally:
            self._link = None

    def _turn(self, link: Link) -> MjtableError | None:
        """The requests that wait, else what comes. The error with which the table was lost. OSError."""
        try:
            method, params, pin, done = self._jobs.get_nowait()
        except queue.Empty:
            link.listen()
        else:
            try:
                done.set_result(_asked_of(link, method, params, pin))
            except BaseException as e:
                done.set_exception(e)
                lost = e.values["cause"] if isinstance(e, MaybeDone) else e
                if isinstance(lost, GONE):
                    return lost
                if not isinstance(e, Exception):
                    raise
        while link.notices:
            self._tell(self.heard, link.notices.popleft())
        return None

    def _here(self, link: Link) -> None:
        with self._lock:
            self.hello = self._before = link.hello
            self.device, self.problem = link.device, None
        self._tell(self.found, link.hello)

    def _gone(self, problem: MjtableError) -> None:
        """There is no table; who waits for one is told."""
        with self._lock:
            new = self.problem is None or type(self.problem) is not type(problem)
            self.hello, self.problem = None, problem
            while not self._jobs.empty():
                self._jobs.get()[3].set_exception(problem)
        if new:
            self._tell(self.lost, problem)

    def _tell(self, who: list[Any], what: Any) -> None:
        for call in list(who):
            try:
                call(what)
            except Exception as e:  # theirs; the cable goes on
                threading.excepthook(
                    threading.ExceptHookArgs((type(e), e, e.__traceback__, threading.current_thread()))
                )


def _asked_of(link: Link, method: str, params: dict[str, Any], pin: Pin | None) -> Any:
    """A request with the PIN that goes with it, or without one: nobody sits at this program's terminal."""
    ours = link.who
    try:
        link.pin = lambda needed, tried: None if tried or not pin else pin[0]
        link.who = pin[1] if pin else ours
        return link.request(method, **params)
    finally:
        link.who = ours
