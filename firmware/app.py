"""Wires the parts of a table and runs them: laptop, keys, displays. One that fails does not stop the others."""

import asyncio
import binascii
import gc
import time

from engine_core.events import NAMES
from firmware import boot
from firmware.game import Game
from firmware.link import Link
from firmware.panel import Panel
from firmware.service import Service

KEYS = 20  # ms between two looks at the keys
DISPLAYS = 40  # ms between two looks at what the displays show
QUIET = 250  # ms between two collections of garbage
WELL = 60000  # ms after which the app is known to run well
RETRY = 1000  # ms until a part that failed starts again
PARTS = ("link", "panel", "displays", "quiet")


class App:
    def __init__(self, board) -> None:  # type: ignore[no-untyped-def]
        self._board = board
        self.game = Game(board)
        self.panel = Panel(self.game)
        service = Service(self.game, self.panel)
        self.link = Link(board.port, service, self.game.trouble, lambda: self._lives("link"))
        self.game.listeners.append(lambda seq, event: self.panel.happened())
        self.game.listeners.append(
            lambda seq, event: self.link.notice("event", {"seq": seq, "kind": NAMES[event["kind"]]})
        )
        self._shown: dict = {}  # display -> crc of what it shows
        self._drawn: dict = {}  # display -> what that was drawn from
        self._waited: list = list(PARTS)  # those that have made no progress since the watchdog was fed

    async def run(self) -> None:
        """For ever; KeyboardInterrupt comes through."""
        self._board.watchdog()  # starts it: a part that hangs from the beginning never feeds it
        for name, part in (("panel", self._keys), ("displays", self._displays), ("quiet", self._quiet)):
            asyncio.create_task(self._rim(name, part))
        await self._rim("link", self.link.run)

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
        while True:
            self._lives("panel")
            for seat, key in self._board.keys():
                self.panel.pressed(seat, key)
            self.panel.tick()
            await asyncio.sleep_ms(KEYS)

    async def _displays(self) -> None:
        while True:
            self._lives("displays")
            for display in self._board.displays:
                self.game.contain("display %d" % display, self._draw, display)
                await asyncio.sleep_ms(0)  # at most one page between two looks at the keys
            await asyncio.sleep_ms(DISPLAYS)

    def _draw(self, display: int) -> None:
        """Draws only what may have changed: a page takes a controller a tenth of a second."""
        message = self.game.stage.message
        source = (self.game.table.seq, self.game.screens.lang, self.game.stage.version)
        if self._drawn.get(display) == source:
            return
        page = self.game.screens.render(display, self.game.table, message)
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
            self.game.contain("dice", self.game.ready_dice)
            self.game.contain("memory", self.game.unload)
            gc.collect()
            if not well and time.ticks_diff(time.ticks_ms(), since) > WELL:
                well = True
                boot.forget(self._board.data)
                self.game.contain("config", self.game.config.keep)
            await asyncio.sleep_ms(QUIET)


def run(board) -> None:  # type: ignore[no-untyped-def]
    """Run the table on this board until a Ctrl-C (KeyboardInterrupt). The journal is closed then."""
    boot.collect_seldom()
    app = App(board)
    boot.collect_often()
    try:
        asyncio.run(app.run())
    finally:
        asyncio.new_event_loop()  # the tasks of this one are gone; the app may be started again
        app.game.close()
