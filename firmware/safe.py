"""Safe mode: what runs after three crashes in a row. The scores stay readable, and the laptop can find out and repair.

Nothing is recorded and no key does anything. It takes as little as it can of what may be broken: of the game and its
panel nothing, of the journal the bytes, of the rules and the displays what works. Settings are the last ones that the
table has run well with.
"""

import asyncio
import os

from engine_core import wire
from engine_core.table import Table
from firmware import boot, memory, methods_journal, standing
from firmware.config import GOOD, Config, ConfigError, ParamError
from firmware.journal import Journal, JournalError
from firmware.link import Link
from firmware.params import number

CODE = "E90"
AGAIN = 10000  # ms between two looks at the displays
RETRY = 1000
CENTRE = 4
SETTINGS = "/config.json"


class Restart(Exception):
    """The laptop lets the table try again."""


class Safe:
    """The state of safe mode; the service of its link."""

    def __init__(self, board) -> None:  # type: ignore[no-untyped-def]
        self.board = board
        self.crash = boot.last(board.data)
        self.why = "safe mode, %d crashes in a row: %s" % (boot.TOO_MANY, self.crash.strip().split("\n")[-1])
        self.notes = [self.why]
        self.over = False  # restart was asked for
        self.table = Table()
        self.journal = Journal(board.data + "/j", self.table, reading=True)
        if self.journal.trouble:
            self.notes.append("journal: " + self.journal.trouble)
        good = board.data + SETTINGS + GOOD
        self.config = Config(good if exists(good) else board.data + SETTINGS)
        self.screens: object = None

    # ------------------------------------------------------------ the link

    def serve(self, message: object) -> tuple:
        """(answer, lasting) to a request, as firmware/service.py."""
        if not isinstance(message, dict) or not isinstance(message.get("id"), str):
            return wire.error(None, wire.INVALID_REQUEST, "a request is an object with an id"), False
        ident, params = message["id"], message.get("params", {})
        does = METHODS.get(str(message.get("method")))
        try:
            if does is None or not isinstance(params, dict):
                text = "safe: the table is in safe mode"
                return wire.error(ident, wire.NOT_NOW, text, "safe"), False
            return wire.result(ident, does(self, params)), False
        except (ParamError, JournalError, ConfigError) as error:
            code = wire.INVALID_PARAMS if isinstance(error, ParamError) else wire.REFUSED
            return wire.error(ident, code, str(error), error.field), False
        except Exception as error:
            self.trouble(str(message["method"]), error)
            return wire.error(ident, wire.INTERNAL_ERROR, self.notes[-1]), False

    def trouble(self, what: str, error: Exception) -> None:
        self.notes = self.notes[:1] + self.notes[-6:] + ["%s: %s %s" % (what, type(error).__name__, error)]

    def alive(self) -> None:
        """The link has looked at its line; what it was asked before is answered."""
        self.board.watchdog()
        if self.over:
            raise Restart

    # ------------------------------------------------------------ the displays

    def draw(self, display: int) -> bytearray:
        """The page of a display: the scores, and that this is safe mode."""
        from firmware.screens import Screens

        screens = self.screens
        if not isinstance(screens, Screens):
            self.screens = screens = Screens()
        screens.lang = str(self.config.settings["lang"])
        return screens.render(display, self.table, {"page": "safe", "code": CODE})

    async def show(self) -> None:
        while True:
            for display in self.board.displays:
                try:
                    self.board.show(display, self.draw(display))
                except Exception as error:
                    self.trouble("display %d" % display, error)
                await asyncio.sleep_ms(0)
            await asyncio.sleep_ms(AGAIN)

    async def run(self) -> None:
        """Until the laptop asks for a restart. KeyboardInterrupt comes through."""
        asyncio.create_task(self.show())
        link = Link(self.board.port, self, self.trouble, self.alive)
        while True:
            try:
                await link.run()
            except Restart:
                return
            except Exception as error:
                self.trouble("link", error)
            await asyncio.sleep_ms(RETRY)


# ---------------------------------------------------------------- the methods, each as in firmware/methods.py


def hello(s: Safe, params: dict) -> dict:
    told = standing.hello(s.board, s.config.settings, s.table.seq, s.why)
    told["safe"] = True
    return told


def status(s: Safe, params: dict) -> dict:
    told = standing.told(s.table)
    told["turn"] = None
    told["stored"] = True  # nothing happens that could be
    told["trouble"] = s.why
    told["heap"] = standing.heap()
    return told


def log(s: Safe, params: dict) -> dict:
    return {"notes": s.notes, "crash": s.crash}


def screen(s: Safe, params: dict) -> dict:
    return {"w": 128, "h": 64, "data": s.draw(number(params, "display", 0, CENTRE))}


def config_set(s: Safe, params: dict) -> dict:
    if "pin" in params:
        raise ConfigError("pin", "not in safe mode")
    s.config.set(params)
    return standing.settings(s.config.settings)


def clock(s: Safe, params: dict) -> dict:
    s.board.set_time(number(params, "time", 0, 0xFFFFFFFF))
    return {}


def restart(s: Safe, params: dict) -> dict:
    """Let the table try again. `settings` "good": with the settings that it has here, and not with its own."""
    if params.get("settings") == "good":
        own = Config(s.board.data + SETTINGS)
        own.set({field: value for field, value in s.config.settings.items() if field not in ("id", "pin")})
    s.over = True
    return {}


METHODS = {
    "hello": hello,
    "status": status,
    "log": log,
    "screen": screen,
    "journal.info": methods_journal.journal_info,
    "journal.read": methods_journal.journal_read,
    "journal.hash": methods_journal.journal_hash,
    "journal.ack": lambda s, params: {},
    "config.get": lambda s, params: standing.settings(s.config.settings),
    "config.set": config_set,
    "clock": clock,
    "restart": restart,
}


def exists(path: str) -> bool:
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def run(board) -> None:  # type: ignore[no-untyped-def]
    """Run safe mode on this board until the laptop lets the table try again, or a Ctrl-C (KeyboardInterrupt)."""
    memory.collect_often()
    try:
        asyncio.run(Safe(board).run())
    finally:
        asyncio.new_event_loop()  # the tasks of this one are gone
