"""Answers a request of the laptop: finds the method, and has those that a laptop asks for again and again.

METHODS at the end is their list; they stay while a laptop is there. What is asked now and then is in methods_asked.py,
what happens at play in methods_play.py, what changes something beside in methods_changes.py, the journal in
methods_journal.py, readers in methods_tags.py: loaded when they are called for, and but for the journal let go soon.
In their lists a method that changes something is two: what does it, and what tells of it.
"""

import gc

from engine_core import events, wire
from engine_core.wire import ascii_json
from firmware import standing
from firmware.params import number
from firmware.screens import CENTRE
from firmware.service import Service

ID = 64  # characters of a request's id
SCREEN = (128, 64)
COURSE = 2400  # bytes of a hand's course in an answer
# Those of methods_asked.py, and of methods_play.py; one text takes less than each.
NOW_AND_THEN = " region.list house.list house.get hand.score dice.health dice.raw dice.final log restart selftest "
PLAY = " dice.throw dice.enter wild.set wall.event hand.play press "


def served(s: Service, message: object) -> tuple:
    """(answer, lasting) to a JSON-RPC request, as Service.serve. MemoryError."""
    if not isinstance(message, dict):
        return wire.error(None, wire.INVALID_REQUEST, "a request is an object"), False
    ident, method, params = message.get("id"), message.get("method"), message.get("params", {})
    if not isinstance(ident, str) or not 0 < len(ident) <= ID:
        # Whoever has no answer asks again, and only an id shows that it was done.
        wrong = wire.error(None, wire.INVALID_REQUEST, "id: a text of 1..%d characters is expected" % ID, "id")
        return (wrong if "id" in message else None), False
    if not isinstance(method, str) or not isinstance(params, dict):
        return wire.error(ident, wire.INVALID_REQUEST, "a request has a method and params, an object"), False
    found = listed(s, method).get(method)
    if found is None:
        return wire.error(ident, wire.METHOD_NOT_FOUND, "%s: no such method" % method[:40], "method"), False
    does, tells = found if isinstance(found, tuple) else (None, found)
    try:
        if does is None:
            result = tells(s, params)
        else:
            result = _called(s, does, tells, params, ident, method)
        answer = wire.result(ident, result)
    except Exception as error:
        if isinstance(error, MemoryError) and method != "press":
            raise
        s.recent = True
        from firmware import refusal

        answer = refusal.told(s, ident, method, error)
    return answer, does is not None


def _called(s: Service, does, tells, params: dict, ident: str, method: str) -> object:  # type: ignore[no-untyped-def]
    """The result of a request that changes something: done once, however often it comes. PinError."""
    request = events.request_crc(ident)
    seq = s.game.table.find(request)
    if seq is None:
        who = _shown(s, method, params, ident)
        seq = does(s, params, request)
        if who:
            text = "%s, event %d by %s" % (method, seq, who) if seq else "%s by %s" % (method, who)
            s.game.note(events.NOTE_WHO, text)
    result = tells(s, seq)
    if not s.game.journal.stored:
        result["stored"] = False
    return result


def _shown(s: Service, method: str, params: dict, ident: str) -> str:
    """Who has shown to know the PIN; "" where it is not asked for. PinError."""
    proof = params.pop("proof", None)
    if not s.game.config.settings["pin"]:
        s.guard = None
        return ""
    from firmware import pin

    return pin.shown(s, method, params, ident, proof)


def listed(s: Service, name: str) -> dict:
    """The list that has a method of this name if there is one: what it needs is loaded now."""
    if name in METHODS:
        return METHODS
    if name.startswith("journal."):
        from firmware import methods_journal

        return methods_journal.METHODS
    s.recent = True
    if name.startswith("tags."):
        from firmware import methods_tags

        return methods_tags.METHODS
    word = " " + name + " "
    if word in PLAY:
        from firmware import methods_play

        return methods_play.METHODS
    if word in NOW_AND_THEN:
        from firmware import methods_asked

        return methods_asked.METHODS
    from firmware import methods_changes

    return methods_changes.METHODS


def hello(s: Service, params: dict) -> dict:
    number(params, "proto", 1, 1 << 20)  # the laptop's; it sees by the answer whether it knows ours
    game = s.game
    if game.table.phase in ("new", "ready"):  # during a hand the displays do not mention it
        s.panel.connected()
    return standing.hello(game.board, game.config.settings, game.table.seq, game.boot)


def status(s: Service, params: dict) -> dict:
    gc.collect()
    told = standing.told(s.game.table)
    told["turn"] = s.game.stage.turn
    told["stored"] = s.game.journal.stored
    told["trouble"] = s.game.journal.trouble
    told["heap"] = standing.heap()
    return told


def hand_course(s: Service, params: dict) -> dict:
    """The entries of the hand in progress from number `from` on, as many as one answer takes."""
    so_far = s.game.table.course
    first = number(params, "from", 0, 255) if params.get("from") is not None else 0
    entries: list = []
    left = COURSE
    for entry in so_far[first:]:
        left -= len(ascii_json(entry)) + 1
        if left < 0:
            break
        entries.append(entry)
    return {"entries": entries, "count": len(so_far)}


def screen(s: Service, params: dict) -> dict:
    display = number(params, "display", 0, CENTRE)
    page = s.game.screens.render(display, s.game.table, s.game.stage.shown(display))
    return {"w": SCREEN[0], "h": SCREEN[1], "data": page}


def config_get(s: Service, params: dict) -> dict:
    return standing.settings(s.game.config.settings)


def sense(s: Service, params: dict) -> dict:
    """What the sensors under the walls say, and how it is taken; where they are virtual ones they may be set."""
    board = s.game.board
    if params:
        from firmware import methods_asked

        s.recent = True
        methods_asked.senses(board, params)
    told = {"walls": board.walls(), "senses": board.senses(), "follows": False, "off": [], "wrong": None}
    if s.game.rails is not None:
        told.update(s.game.rails.told())
    return told


METHODS = {
    "hello": hello,
    "status": status,
    "config.get": config_get,
    "hand.course": hand_course,
    "screen": screen,
    "sense": sense,
}
