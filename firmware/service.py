"""Answers the laptop's requests: finds the method, knows repeats, and says what is wrong in JSON-RPC's terms."""

import gc
import sys
import time

import firmware
from engine_core import events, wire
from engine_core.dice import EntropyError
from engine_core.events import EventError
from engine_core.record import RecordError
from engine_core.tiles import TileError
from firmware.config import ConfigError
from firmware.game import Game, NotNow
from firmware.journal import JournalError
from firmware.panel import Panel
from firmware.params import ParamError

ID = 64  # characters of a request's id
MESSAGE = 200  # characters of a refusal
FIELD = 60
GUARDED = ("region.set", "session.new", "correct", "hand.undo", "clock", "config.set")  # may ask for the PIN
QUIET = 60000  # ms without a request after which the methods are let go: a table mostly plays without a laptop

REFUSALS = (
    (ParamError, wire.INVALID_PARAMS),
    (NotNow, wire.NOT_NOW),
    (EventError, wire.REFUSED),
    (RecordError, wire.REFUSED),
    (TileError, wire.REFUSED),
    (ConfigError, wire.REFUSED),
    (JournalError, wire.REFUSED),
    (EntropyError, wire.REFUSED),
)


class Parts:
    """What the methods work on."""

    def __init__(self, game: Game, panel: Panel) -> None:
        self.game = game
        self.panel = panel


class Service:
    """Serves the requests of one laptop after the other, on one table."""

    def __init__(self, game: Game, panel: Panel) -> None:
        self._game = game
        self._parts = Parts(game, panel)
        self._asked = time.ticks_ms()  # when a request came last
        self._guard: object = None  # of the PIN (pin.py), once it was asked for

    def serve(self, message: object) -> tuple:
        """(answer, lasting) to a JSON-RPC request; the answer is None where none is due.

        `lasting`: asking again would do something again.
        """
        if not isinstance(message, dict):
            return wire.error(None, wire.INVALID_REQUEST, "a request is an object"), False
        ident, method, params = message.get("id"), message.get("method"), message.get("params", {})
        if not isinstance(ident, str) or not 0 < len(ident) <= ID:
            # Whoever has no answer asks again, and only an id shows that it was done.
            refusal = wire.error(None, wire.INVALID_REQUEST, "id: a text of 1..%d characters is expected" % ID, "id")
            return (refusal if "id" in message else None), False
        if not isinstance(method, str) or not isinstance(params, dict):
            return wire.error(ident, wire.INVALID_REQUEST, "a request has a method and params, an object"), False
        self._asked = time.ticks_ms()
        found = methods(method).get(method)
        if found is None:
            return wire.error(ident, wire.METHOD_NOT_FOUND, "%s: no such method" % method[:40], "method"), False
        does, tells = found
        try:
            answer = wire.result(ident, self._call(does, tells, params, ident, method))
        except Exception as error:
            answer = self._error(ident, method, error)
        return answer, does is not None

    def unload(self) -> None:
        """Let the methods go when nobody has asked for a while."""
        if time.ticks_diff(time.ticks_ms(), self._asked) > QUIET:
            for name in ("methods", "methods_journal", "methods_tags"):
                if sys.modules.pop("firmware." + name, None):
                    delattr(firmware, name)

    def _call(self, does, tells, params: dict, ident: str, method: str) -> object:  # type: ignore[no-untyped-def]
        if does is None:
            return tells(self._parts, params)
        request = events.request_crc(ident)
        seq = self._game.table.find(request)
        if seq is None:
            who = self._allowed(method, params, ident) if method in GUARDED else ""
            seq = does(self._parts, params, request)
            if who:
                self._game.note(events.NOTE_WHO, "%s by %s" % (method + (", event %d" % seq if seq else ""), who))
        result = tells(self._parts, seq)
        if not self._game.journal.stored:
            result["stored"] = False
        return result

    def _allowed(self, method: str, params: dict, ident: str) -> str:
        """Who has shown to know the PIN; "" where it is not asked for. PinError."""
        proof = params.pop("proof", None)
        kept = self._game.config.settings["pin"]
        if not kept:
            self._guard = None
            return ""
        from firmware import pin

        if not pin.asks(self._game, method, params):
            return ""
        if self._guard is None:
            self._guard = pin.Guard(self._game.board.data)
        return self._guard.check(kept, ident, method, proof)  # type: ignore[attr-defined, no-any-return]

    def _error(self, ident: str, method: str, error: Exception) -> dict:
        for kind, code in REFUSALS:
            if isinstance(error, kind):
                text = str(error)
                field = getattr(error, "field", None) or text.split(":")[0]
                if getattr(error, "now", False):
                    code = wire.NOT_NOW
                return wire.error(ident, code, text[:MESSAGE], field[:FIELD])
        if hasattr(error, "data"):  # a PinError, which need not be loaded
            answer = wire.error(ident, wire.PIN, str(error), error.field)  # type: ignore[attr-defined]
            answer["error"]["data"].update(error.data)  # type: ignore[attr-defined]
            return answer
        self._game.trouble(method, error)
        gc.collect()
        text = "%s: %s %s" % (method, type(error).__name__, error)
        return wire.error(ident, wire.INTERNAL_ERROR, text[:MESSAGE])


def methods(name: str) -> dict:
    """The list that has a method of this name if there is one: what it needs is loaded now."""
    if name.startswith("journal."):
        from firmware import methods_journal

        return methods_journal.METHODS
    if name.startswith("tags."):
        from firmware import methods_tags

        return methods_tags.METHODS
    from firmware.methods import METHODS

    return METHODS
