"""Wires the parts of a table and runs them: laptop, keys, displays, sensors. One that fails stops no other."""

import asyncio
import binascii
import gc
import time

from engine_core.events import NAMES
from firmware import boot, memory
from firmware.game import Game
from firmware.link import Link
from firmware.panel import Panel
from firmware.screens import CENTRE
from firmware.service import Service

KEYS = 20  # ms between two looks at the keys
TICK = 4  # such looks between two at what has lasted long enough
DISPLAYS = 40  # ms between two looks at what the displays show
RAILS = 100  # ms between two looks at the sensors under the walls and at readers of tiles,
NO_RAILS = 1000  # and where there were none
QUIET = 500  # ms between two collections of garbage
NOBODY = 9  # the display of a side without a seat stays dark
WELL = 60000  # ms after which the app is known to run well
RETRY = 1000  # ms until a part that failed starts again
PARTS = ("link", "panel", "displays", "rails", "quiet")


class App:
    # seldom: begun
    def __init__(self, board) -> None:  # type: ignore[no-untyped-def]
        self._board = board
        self.game = Game(board)
        self.panel = Panel(self.game)
        self.service = Service(self.game, self.panel)
        self.link = Link(board.port, self.service, self.game.trouble, self._link_lives, self.call)
        self.game.listeners.append(self._happened)
        self._look: tuple | None = None  # brightness 1..5, do the displays hang upside down
        self._shown: dict = {}  # display -> crc of what it shows
        self._drawn: dict = {}  # display -> what that was drawn from
        self._waited: list = list(PARTS)  # those that have made no progress since the watchdog was fed
        self._wanted = asyncio.Event()
        self._called = asyncio.Event()
        self._work: list = []  # function, arguments; then what came of it, and the error

    def run(self) -> None:
        """For ever; KeyboardInterrupt comes through."""
        self._board.watchdog()  # starts it: a part that hangs from the beginning never feeds it
        parts = (
            ("link", self.link.run),
            ("panel", self._keys),
            ("displays", self._displays),
            ("rails", self._rails),
            ("quiet", self._quiet),
        )
        for name, part in parts:
            asyncio.create_task(self._rim(name, part))
        while True:
            asyncio.run(self.wanted())
            work = self._work
            function, args = work
            try:  # `*args` goes 200 bytes deeper
                if not args:
                    work.append(function())
                elif len(args) == 1:
                    work.append(function(args[0]))
                elif len(args) == 2:
                    work.append(function(args[0], args[1]))
                else:
                    work.append(function(*args))
                work.append(None)
            except Exception as error:
                work.append(None)  # into places that the list has
                work.append(error)
            self._called.set()

    async def call(self, function, *args):  # type: ignore[no-untyped-def]
        """What the function returns or raises. A task's own calls begin in the middle of a controller's stack, of 8 KB:
        what may go deep is called while no task runs, by whoever runs them (run)."""
        while self._work:
            await asyncio.sleep_ms(1)
        work = [function, args]
        returned = self._called.wait()  # there may be no room for it: once others wait for us nothing may fail
        self._called.clear()
        self._work = work
        self._wanted.set()
        await returned
        self._work = []
        if work[3]:
            raise work[3]
        return work[2]

    async def wanted(self) -> None:
        """Until a task has something to be called."""
        await self._wanted.wait()
        self._wanted.clear()

    def _happened(self, seq: int, event: dict) -> None:
        """Something was recorded."""
        self.game.contain("listener", self.panel.happened)
        self.link.notice("event", {"seq": seq, "kind": NAMES[event["kind"]]})

    def _link_lives(self) -> None:
        self._lives("link")

    def _lives(self, name: str) -> None:
        """A part makes progress. When all have, the watchdog is fed: it bites when one of them hangs."""
        if name in self._waited:
            self._waited.remove(name)
            if not self._waited:
                self._waited.extend(PARTS)
                self._board.watchdog()

    async def _rim(self, name: str, part) -> None:  # type: ignore[no-untyped-def]
        """The last line: a part that fails is noted and starts again."""
        while True:
            try:
                await part()
            except Exception as error:
                self.game.trouble(name, error)
                self._lives(name)  # it fails, but it does not hang: the others are not stopped for it
            await asyncio.sleep_ms(RETRY)

    async def _keys(self) -> None:
        looks = 0
        while True:
            self._lives("panel")
            for place, key in self._board.keys():
                seat = CENTRE if place == CENTRE else self.game.seat_at(place)
                test = self.panel.testing()
                if test:
                    await self.call(test.key, place, key)
                elif seat is not None:
                    await self.call(self.panel.pressed, seat, key)
            looks += 1
            if looks % TICK == 0:
                await self.call(self.panel.tick)
            await asyncio.sleep_ms(KEYS)

    async def _rails(self) -> None:
        game = self.game
        last = time.ticks_ms()
        while True:
            self._lives("rails")
            now = time.ticks_ms()
            if game.rails is not None:
                await self.call(game.contain, "rails", game.rails.tick, time.ticks_diff(now, last))
            elif self._board.walls() != [None] * 4:
                await self.call(self._begin_rails)
            last = now
            if self._board.readers:
                await self.call(game.contain, "reader", self._read_tiles)
            await asyncio.sleep_ms(NO_RAILS if game.rails is None and not self._board.readers else RAILS)

    def _begin_rails(self) -> None:
        from firmware.rails import Rails

        self.game.rails = Rails(self.game, self.panel)  # type: ignore[assignment]

    def _read_tiles(self) -> None:
        for place, tag in self._board.tags():
            from firmware import reader

            reader.laid(self.panel, place, tag)

    async def _displays(self) -> None:
        while True:
            self._lives("displays")
            await self.call(self.game.contain, "displays", self._look_after)
            for display in self._board.displays:
                if self._drawn.get(display) != self._source():
                    await self.call(self.game.contain, "display %d" % display, self._draw, display)
                await asyncio.sleep_ms(0)  # at most one page between two looks at the keys
            for display in self._board.digits:
                await self.call(self.game.contain, "digits %d" % display, self._spell, display)
            await asyncio.sleep_ms(DISPLAYS)

    def _look_after(self) -> None:
        """Brightness, displays that came back, and what the hardware has to say."""
        if self._look is None or self.game.table.phase in ("new", "ready"):  # never during a hand
            settings = self.game.config.settings
            self._look = 1 if self.game.stage.page == "idle" else settings["brightness"], settings["flip"]
        self._board.refresh(*self._look)
        test = self.panel.testing()
        if self._board.ring:
            from firmware.marks import marks

            table, stage = self.game.table, self.game.stage
            shown = test.ring() if test else marks(table, stage, self.game.screens.empty)
            self._board.ring.show(*shown, self._look[0])
        for what, place, text in self._board.notices():
            self.game.told(what, place, text)
            if test:
                test.noticed(what, text)

    def _spell(self, display: int) -> None:
        from firmware.digits import NO_SEAT, part, text

        seat = None if display == CENTRE else self.game.seat_at(display)
        if seat is None and display != CENTRE:
            seat = NO_SEAT
        width = self._board.digits[display]
        test = self.panel.testing()
        if test:
            self._board.spell(display, test.spelled(display))
            return
        message = self.game.stage.spelled(display if seat is None else seat)
        whole = text(self.game.table, message, seat, width)
        self._board.spell(display, part(whole, time.ticks_ms()))  # type: ignore[arg-type]

    def _source(self) -> tuple:
        """What pages are drawn from: as long as it is the same none is drawn, which takes a controller a tenth of a
        second."""
        self.game.stage.turn_pages()
        return self.game.table.seq, self.game.screens.lang, self.game.stage.version

    def _draw(self, display: int) -> None:
        """MemoryError: there is no room for it, though all went that can."""
        try:
            self._draw_once(display)
            return
        except MemoryError:
            pass
        self.game.relieve(True)
        self.panel.unload(True)
        self._draw_once(display)

    def _draw_once(self, display: int) -> None:
        seat = CENTRE if display == CENTRE else self.game.seat_at(display)
        if self.panel.testing():
            seat = display
        elif seat is None:
            seat = NOBODY
        message = self.game.stage.shown(seat)
        source = self._source()
        page = self.game.screens.render(seat, self.game.table, message)
        crc = binascii.crc32(page)
        if self._shown.get(display) != crc:
            self._board.show(display, page)
            self._shown[display] = crc
        self._drawn[display] = source  # last: what could not be shown is tried again

    async def _quiet(self) -> None:
        """What can be done when there is nothing to do."""
        since = time.ticks_ms()
        well = False
        while True:
            self._lives("quiet")
            await self.call(self._rest)
            if not well and time.ticks_diff(time.ticks_ms(), since) > WELL:
                well = True
                boot.forget(self._board.data)
                await self.call(self.game.contain, "config", self.game.config.keep)
            await asyncio.sleep_ms(QUIET)

    def _rest(self) -> None:
        self.game.contain("dice", self.game.ready_dice)
        self.game.contain("memory", self._tidy)

    def _tidy(self) -> None:
        self.game.unload(bool(self.panel.dialogues()))
        gc.collect()
        tight = self.game.relieve()
        self.panel.unload(tight)
        self.link.rest(self.service.unload(tight))


def begun(board) -> App:  # type: ignore[no-untyped-def]
    """The table on this board, to be run until a Ctrl-C (KeyboardInterrupt), and ended then."""
    app = App(board)
    memory.collect_often()
    return app


def ended(app: App) -> None:
    """The journal is closed; the app may be started again."""
    asyncio.new_event_loop()  # the tasks of this one are gone
    app.game.close()


def run(board) -> None:  # type: ignore[no-untyped-def]
    """From its beginning to its end. Where the stack is short its caller does that (main.py)."""
    app = begun(board)
    try:
        app.run()
    finally:
        ended(app)
