"""Answers a request of the laptop: finds the method, knows repeats, and says what is wrong in JSON-RPC's terms."""

import gc

from engine_core import events, wire
from engine_core.dice import EntropyError
from engine_core.events import EventError
from engine_core.tiles import TileError
from engine_core.values import RecordError
from firmware.config import ConfigError, ParamError
from firmware.game import NotNow
from firmware.journal import JournalError
from firmware.service import Parts

ID = 64  # characters of a request's id
MESSAGE = 200  # characters of a refusal
FIELD = 60
# May ask for the PIN.
GUARDED = (
    "region.set", "session.new", "session.give", "correct", "player.left", "hand.undo", "hand.abort", "clock",
    "config.set",
)  # fmt: skip

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


def served(s: Parts, message: object) -> tuple:
    """(answer, lasting) to a JSON-RPC request, as Service.serve."""
    if not isinstance(message, dict):
        return wire.error(None, wire.INVALID_REQUEST, "a request is an object"), False
    ident, method, params = message.get("id"), message.get("method"), message.get("params", {})
    if not isinstance(ident, str) or not 0 < len(ident) <= ID:
        # Whoever has no answer asks again, and only an id shows that it was done.
        refusal = wire.error(None, wire.INVALID_REQUEST, "id: a text of 1..%d characters is expected" % ID, "id")
        return (refusal if "id" in message else None), False
    if not isinstance(method, str) or not isinstance(params, dict):
        return wire.error(ident, wire.INVALID_REQUEST, "a request has a method and params, an object"), False
    found = methods(method).get(method)
    if found is None:
        return wire.error(ident, wire.METHOD_NOT_FOUND, "%s: no such method" % method[:40], "method"), False
    does, tells = found
    try:
        answer = wire.result(ident, _called(s, does, tells, params, ident, method))
    except Exception as error:
        answer = _error(s, ident, method, error)
    return answer, does is not None


def _called(s: Parts, does, tells, params: dict, ident: str, method: str) -> object:  # type: ignore[no-untyped-def]
    if does is None:
        return tells(s, params)
    request = events.request_crc(ident)
    seq = s.game.table.find(request)
    if seq is None:
        who = _allowed(s, method, params, ident) if method in GUARDED else ""
        seq = does(s, params, request)
        if who:
            s.game.note(events.NOTE_WHO, "%s by %s" % (method + (", event %d" % seq if seq else ""), who))
    result = tells(s, seq)
    if not s.game.journal.stored:
        result["stored"] = False
    return result


def _allowed(s: Parts, method: str, params: dict, ident: str) -> str:
    """Who has shown to know the PIN; "" where it is not asked for. PinError."""
    proof = params.pop("proof", None)
    kept = s.game.config.settings["pin"]
    if not kept:
        s.guard = None
        return ""
    from firmware import pin

    if not pin.asks(s.game, method, params):
        return ""
    if s.guard is None:
        s.guard = pin.Guard(s.game.board.data)
    return s.guard.check(kept, ident, method, proof)  # type: ignore[attr-defined, no-any-return]


def _error(s: Parts, ident: str, method: str, error: Exception) -> dict:
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
    s.game.trouble(method, error)
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
