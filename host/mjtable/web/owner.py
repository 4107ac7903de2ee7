"""The one thread that speaks to the table: everything else here asks it, and looks at the View that it leaves.

It connects and reconnects by itself, follows the table's notices, and fetches what happened into the history.
"""

import base64
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextvars import ContextVar
from typing import Any, NamedTuple

from mjtable import resets
from mjtable.commands.hands import course_so_far
from mjtable.commands.house import on_table
from mjtable.errors import BadFolder, LinkError, MjtableError, NoAnswer, NoTable, Refused, TableFailed
from mjtable.link import Link
from mjtable.store import Store
from mjtable.sync import Sync

LOOK_AGAIN = 0.5  # seconds between two tries to find the table
LISTEN = 0.02  # seconds for notices, then whoever asks has a turn
HEARTBEAT = 2.0  # seconds of silence after which the table is asked how it is
FRAME = 0.2  # seconds between two looks at the displays, while somebody watches them
DISPLAYS = 5
PIN_NEEDED = -32003  # code of a refusal
ANSWER = 30.0  # seconds that a page waits for its turn and the answer


class PinNeeded(Exception):
    """The table refuses without its PIN, or does not take the one that was given (`refusal`)."""

    def __init__(self, refusal: Refused):
        super().__init__(str(refusal))
        self.refusal = refusal


class Synced(NamedTuple):
    """So many events of how many are through with this stage of a sync (sync.FETCH, then sync.REPLAY)."""

    done: int
    total: int
    stage: str


class View(NamedTuple):
    """What is known of the table at one moment; a later one has a higher number.

    `link`: "looking" (none was there yet), "live", or "lost" (one was, `problem` says why it is not). What the table
    said last stays while it is lost. `sense`: what its sensors under the walls said when somebody last looked, None: it
    says nothing of them. `synced`: how far a sync is, while that goes on. `trouble`: why the history is not what the
    table has. `heard`: unix seconds of the last answer. `former`: what the table was before it was reset, as long as it
    plays nothing.
    """

    number: int = 0
    link: str = "looking"
    problem: MjtableError | None = None
    hello: dict[str, Any] | None = None
    settings: dict[str, Any] | None = None
    status: dict[str, Any] | None = None
    course: tuple[dict[str, Any], ...] = ()
    regions: tuple[str, ...] = ()
    houses: tuple[dict[str, Any], ...] = ()
    screens: tuple[bytes, ...] = ()
    sense: dict[str, Any] | None = None
    synced: Synced | None = None
    trouble: MjtableError | None = None
    heard: float = 0.0
    former: resets.Former | None = None


Job = tuple[Callable[[Link], Any], "Given", "Future[Any]"]


class Given(NamedTuple):
    """The PIN that came with what is asked of the table ("": none), and who gave it."""

    pin: str
    who: str


NOTHING = Given("", "web")
GIVEN: ContextVar[Given] = ContextVar("given", default=NOTHING)


class Owner:
    """Start with start(), end with close(). `connect` opens a link to the table, or raises what stands in the way."""

    def __init__(self, connect: Callable[[], Link], history: Store):
        self.view = View()
        self._connect = connect
        self._history = history
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._told: set[Callable[[], None]] = set()
        self._lock = threading.Lock()
        self._watching = 0
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._asked = False  # something was, which may have changed what no notice tells
        self._new_journal = False
        self._fetched: int | None = None  # the table's last event when its journal was last asked for
        self._shown = 0.0

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._thread.join(timeout=ANSWER)
        self._drop_jobs(NoTable(looked="-"))

    # ------------------------------------------------------------ for the pages

    def ask(self, method: str, /, **params: Any) -> Any:
        """A request to the table. What Link.request() raises, and what stands in the way of a table that is away."""
        return self.do(lambda link: link.request(method, **params))

    def change(self, method: str, /, **params: Any) -> Any:
        """As ask(); the view knows what has changed before it returns, so that the next page has it."""

        def job(link: Link) -> Any:
            result = link.request(method, **params)
            self._asked = True
            self._refresh(link)
            return result

        return self.do(job)

    def do(self, job: Callable[[Link], Any]) -> Any:
        """What `job` makes of the link, in the thread that has it, with the PIN that is GIVEN here.

        PinNeeded, and what the job raises.
        """
        done: Future[Any] = Future()
        if self._closing.is_set():
            raise NoTable(looked="-")
        self._jobs.put((job, GIVEN.get(), done))
        try:
            return done.result(timeout=ANSWER)
        except Refused as e:
            if e.values.get("code") == PIN_NEEDED:
                raise PinNeeded(e) from e
            raise
        except TimeoutError:
            port = self.view.hello["name"] if self.view.hello else "-"
            raise NoAnswer(port=port, method="-", seconds=ANSWER) from None

    def look(self) -> None:
        """The displays, and what the sensors say, are looked at once, and are in the view then."""
        self.do(lambda link: self._show(link, at_once=True))

    def keep_as_new(self) -> None:
        """The table's journal is not the one that the history knows: from now on it is kept beside that."""
        self._new_journal = True
        self.do(lambda link: None)

    def give_back(self) -> None:
        """The table gets what it had before it was reset."""
        was = self.view.former
        if was:
            self._new_journal = True
            self.do(lambda link: resets.give_back(link, was))
            self._publish(former=None)

    def touch(self) -> None:
        """Something that pages show has changed in the history."""
        self._publish()

    def tell(self, bell: Callable[[], None]) -> None:
        """`bell` is called, from another thread, after each change of the view."""
        with self._lock:
            self._told.add(bell)

    def forget(self, bell: Callable[[], None]) -> None:
        with self._lock:
            self._told.discard(bell)

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Somebody looks at the displays."""
        with self._lock:
            self._watching += 1
        try:
            yield
        finally:
            with self._lock:
                self._watching -= 1

    # ------------------------------------------------------------ the thread

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                link = self._connect()
            except MjtableError as e:
                self._away(e)
                self._closing.wait(LOOK_AGAIN)
                continue
            link.patience = 0.0  # what is gone is said at once
            _tell(link, NOTHING)
            try:
                with link:
                    self._serve(link)
            except (MjtableError, OSError) as e:
                self._away(e if isinstance(e, MjtableError) else NoTable(looked=link.device))

    def _away(self, problem: MjtableError) -> None:
        lost = "lost" if self.view.hello else "looking"
        before = self.view
        if before.link != lost or before.problem is None or before.problem.message("en") != problem.message("en"):
            self._publish(link=lost, problem=problem, synced=None)
        self._drop_jobs(problem)

    def _drop_jobs(self, problem: MjtableError) -> None:
        while not self._jobs.empty():
            self._jobs.get()[2].set_exception(problem)

    def _serve(self, link: Link) -> None:
        """As long as the table is there. LinkError, OSError when it is not any more."""
        listed = link.request("region.list")["regions"]
        houses = tuple(on_table(link)["houses"])
        former = resets.former(link, self._history)
        self._publish(hello=dict(link.hello), regions=tuple(listed), houses=houses, former=former)
        self._refresh(link)
        self._sync(link)
        while not self._closing.is_set():
            notice = link.wait_notice(0.0 if self._jobs_wait() else LISTEN)
            if notice is not None or link.lost_notices:
                link.notices.clear()
                link.lost_notices = 0
                self._changed(link)
            self._do_jobs(link)
            if self._asked:
                self._changed(link)
            self._show(link)
            if time.time() - self.view.heard > HEARTBEAT:
                self._refresh(link)

    def _jobs_wait(self) -> bool:
        return not self._jobs.empty()

    def _do_jobs(self, link: Link) -> None:
        while not (self._jobs.empty() or self._closing.is_set()):
            job, given, done = self._jobs.get()
            _tell(link, given)
            try:
                done.set_result(job(link))
            except (Refused, TableFailed) as e:
                done.set_exception(e)
            except (LinkError, OSError) as e:
                done.set_exception(e if isinstance(e, MjtableError) else NoTable(looked=link.device))
                raise
            except Exception as e:
                done.set_exception(e)
            _tell(link, NOTHING)
            self._asked = True
            self._shown = 0.0  # what a key did is seen at once

    def _changed(self, link: Link) -> None:
        self._refresh(link)
        if self.view.status is None or self._fetched != self.view.status["seq"] or self._new_journal:
            self._sync(link)

    def _refresh(self, link: Link) -> None:
        """What the table says of itself now; what no event tells of, after something was asked of it."""
        status = link.request("status")
        settings = link.request("config.get")
        course = tuple(course_so_far(link, status))
        link.hello["name"] = settings["name"]  # which is kept with the history
        now = {"status": status, "settings": settings, "course": course, "link": "live", "problem": None}
        if self._asked:
            self._asked = False
            now["houses"] = tuple(on_table(link)["houses"])
        if self.view.former and not resets.fresh(status):
            now["former"] = None
        if self._differs(now):
            self._publish(**now, heard=time.time())
        else:
            self.view = self.view._replace(heard=time.time())

    def _differs(self, now: dict[str, Any]) -> bool:
        """Has something changed that people see? How much memory is free at the table is nothing of that."""
        old = self.view._asdict()
        without = [{**(one["status"] or {}), "heap": None} for one in (old, now)]
        return without[0] != without[1] or any(old[key] != now[key] for key in now if key != "status")

    def _sync(self, link: Link) -> None:
        def progress(stage: str, done: int, total: int) -> None:
            if total > 50:  # less is done before anyone has read it
                self._publish(synced=Synced(done, total, stage))
            self._do_jobs(link)

        trouble: MjtableError | None = None
        self._fetched = self.view.status["seq"] if self.view.status else None
        try:
            Sync(link, self._history, progress).run(self._new_journal)
            self._new_journal = False
            with contextlib.suppress(OSError, BadFolder):
                resets.keep(link)
        except LinkError:
            raise
        except MjtableError as e:
            trouble = e
        self._publish(synced=None, trouble=trouble, heard=time.time())

    def _show(self, link: Link, at_once: bool = False) -> None:
        """The displays and the sensors, while somebody looks at them."""
        now = time.monotonic()
        if not at_once and (not self._watching or now - self._shown < FRAME):
            return
        self._shown = now
        pages: list[bytes] = []
        for display in range(DISPLAYS):
            if not at_once:  # that is a job itself
                self._do_jobs(link)
            try:
                pages.append(base64.b64decode(link.request("screen", display=display)["data"]))
            except Refused:  # where there are fewer seats
                pages.append(b"")
        try:
            sense = {key: value for key, value in link.request("sense").items() if key != "clock"}
        except Refused:  # an older table, or one in safe mode
            sense = None
        if (tuple(pages), sense) != (self.view.screens, self.view.sense):
            self._publish(screens=tuple(pages), sense=sense)
        else:
            self.view = self.view._replace(heard=time.time())

    def _publish(self, **changed: Any) -> None:
        self.view = self.view._replace(number=self.view.number + 1, **changed)
        with self._lock:
            told = list(self._told)
        for bell in told:
            try:
                bell()
            except Exception as e:  # theirs; the cable goes on
                self.forget(bell)
                threading.excepthook(
                    threading.ExceptHookArgs((type(e), e, e.__traceback__, threading.current_thread()))
                )


def _tell(link: Link, given: Given) -> None:
    """What the link answers when the table asks for its PIN: what was given, once. Nobody sits at a terminal here."""
    link.pin = lambda needed, tried: None if tried else given.pin or None
    link.who = given.who
