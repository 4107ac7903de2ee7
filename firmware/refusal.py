"""Says in JSON-RPC's terms why a request was refused, or failed. Loaded when one is."""

import gc

from engine_core import wire
from engine_core.dice import EntropyError
from engine_core.events import EventError
from engine_core.tiles import TileError
from engine_core.values import RecordError
from firmware.config import ConfigError, ParamError
from firmware.game import NotNow
from firmware.journal import JournalError
from firmware.service import Service

MESSAGE = 200  # characters of a refusal
FIELD = 60

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


def told(s: Service, ident: str, method: str, error: Exception) -> dict:
    """The answer to a request that raised an error."""
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
