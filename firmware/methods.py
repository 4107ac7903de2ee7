"""The methods of the protocol: what the laptop can ask for, each a small function; METHODS at the end is their list,
but for those of the journal (methods_journal.py).

A method that changes something has two functions: one does it and gives the number of the event, the other tells the
result from that number. So a request that comes again after a power cut is answered from what stands on flash.
"""

import binascii
import gc
import os
import sys

import engine_core
from engine_core import events, record, regions, tiles
from engine_core.check import WINDS, RecordError
from engine_core.dice import seal
from engine_core.score import score
from engine_core.wire import ascii_json
from firmware import VERSION
from firmware.game import CLOCK_ERROR, YEARS, NotNow
from firmware.link import AHEAD, RAW
from firmware.panel import KEYS
from firmware.params import ParamError, dice, given, number, numbers, packed, shown, text
from firmware.screens import CENTRE
from firmware.service import Parts

PROTOCOL = 1
SCREEN = (128, 64)
LOG = 3000  # bytes of notes, or of a hand's course, in an answer


def _base64(data: "bytes | bytearray") -> str:
    return binascii.b2a_base64(data).strip().decode()  # type: ignore[arg-type]


# ---------------------------------------------------------------- what changes nothing


def hello(s: Parts, params: dict) -> dict:
    number(params, "proto", 1, 1 << 20)  # the laptop's; it sees by the answer whether it knows ours
    game = s.game
    settings = game.config.settings
    s.panel.connected()
    return {
        "proto": PROTOCOL,
        "fw": VERSION,
        "core": engine_core.VERSION,
        "id": settings["id"],
        "name": settings["name"],
        "board": game.board.NAME,
        "micropython": ".".join([str(n) for n in sys.implementation.version[:3]]),
        "lang": settings["lang"],
        "seq": game.table.seq,
        "boot": game.boot,
        "raw": RAW,
        "ahead": getattr(game.board.port, "AHEAD", AHEAD),
    }


def status(s: Parts, params: dict) -> dict:
    t = s.game.table
    gc.collect()
    return {
        "region": t.region,
        "options": t.options,
        "seats": t.seats,
        "phase": t.phase,
        "session": t.session_no,
        "hand": t.hand_no,
        "dealer": t.dealer,
        "round_wind": WINDS[t.round_wind],
        "streak": t.streak,
        "scores": t.scores,
        "carry": t.carry,
        "dice": list(t.dice),
        "throw": None if t.throw is None else {"seat": t.throw[0], "dice": t.throw[1]},
        "indicator": None if t.indicator is None else tiles.name(t.indicator),
        "wilds": _wilds(t),
        "wall": None if t.wall is None else _wall(t.wall),
        "course": len(t.course),
        "seq": t.seq,
        "last": t.last and {key: t.last[key] for key in ("seq", "hand", "dealer", "delta")},
        "stored": s.game.journal.stored,
        "trouble": s.game.journal.trouble,
        "heap": {"free": gc.mem_free(), "alloc": gc.mem_alloc()},
    }


def _wilds(table) -> list:  # type: ignore[no-untyped-def]
    return [tiles.name(kind) for kind in table.wilds]


def _wall(wall) -> dict:  # type: ignore[no-untyped-def]
    return {
        "break": {"side": wall.break_side, "stack": wall.break_stack},
        "taken": wall.place(wall.taken),
        "next": wall.place(wall.next),
        "tail": wall.place(wall.tail),
        "left": wall.left,
        "kept_back": wall.kept_back,
        "last_tile": wall.last_tile,
        "over": wall.over,
    }


def region_list(s: Parts, params: dict) -> dict:
    from firmware import houses

    return {"regions": _regions(), "houses": houses.ids(s.game.houses)}


def _regions() -> list:
    files = [name.split(".") for name in os.listdir(regions.__file__.rsplit("/", 1)[0])]
    names = {parts[0] for parts in files if parts[-1] in ("py", "mpy") and "_" not in parts[0]}  # others are parts
    return sorted(names)


def _there(region: str) -> None:
    """RecordError when there is no such region. To try to load it would leave its name in memory for good."""
    if region not in _regions():
        raise RecordError("region: there is no %s" % shown(region).strip("'"))


def house_list(s: Parts, params: dict) -> dict:
    from firmware import houses

    return houses.listing(s.game.houses)


def house_get(s: Parts, params: dict) -> dict:
    from firmware import houses

    ident = houses.checked_id("id", params.get("id"))
    house = houses.find(s.game.houses, ident)
    if house is None:
        raise RecordError("id: there is no house %s" % ident)
    house["id"] = ident
    return house


def hand_score(s: Parts, params: dict) -> dict:
    hand = record.unpack(packed(params))
    _there(hand["region"])
    return {"answer": score(hand)}


def screen(s: Parts, params: dict) -> dict:
    display = number(params, "display", 0, CENTRE)
    page = s.game.screens.render(display, s.game.table, s.game.stage.shown(display))
    return {"w": SCREEN[0], "h": SCREEN[1], "data": _base64(page)}


def hand_course(s: Parts, params: dict) -> dict:
    """The entries of the hand in progress from number `from` on, as many as one answer takes."""
    so_far = s.game.table.course
    first = number(params, "from", 0, 255) if params.get("from") is not None else 0
    entries: list = []
    left = LOG
    for entry in so_far[first:]:
        left -= len(ascii_json(entry)) + 1
        if left < 0:
            break
        entries.append(entry)
    return {"entries": entries, "count": len(so_far)}


def config_get(s: Parts, params: dict) -> dict:
    return s.game.config.public()


def log(s: Parts, params: dict) -> dict:
    notes: list = []  # the latest that one line takes
    left = LOG
    for note in reversed(s.game.notes):
        left -= len(ascii_json(note)) + 1
        if left < 0:
            break
        notes.insert(0, note)
    return {"notes": notes}


# ---------------------------------------------------------------- what changes the table


def region_set(s: Parts, params: dict, request: int) -> int:
    """Set region and options. At a table that has played nothing yet the event begins the first session as well.

    Of a house the event has the base region, and the house's options with those given in place of them.
    """
    region = text(params, "region")
    options = given(params, "options", dict, "an object") if "options" in params else {}
    if region not in _regions():
        from firmware import houses

        house = houses.find(s.game.houses, region)
        if house is None:
            _there(region)
        else:
            region = house["region"]
            house["options"].update(options)
            options = house["options"]
    return s.game.record(events.pack_region, region, options, request=request)


def house_set(s: Parts, params: dict, request: int) -> int:
    from firmware import houses

    ident = houses.checked_id("id", params.get("id"))
    if ident in _regions():
        raise RecordError("id: %s is the id of a region" % ident)
    region, options = text(params, "region"), given(params, "options", dict, "an object")
    _there(region)
    gc.collect()  # another region's rules may have to be loaded
    houses.keep(s.game.houses, ident, region, options)
    return 0


def house_drop(s: Parts, params: dict, request: int) -> int:
    from firmware import houses

    houses.drop(s.game.houses, houses.checked_id("id", params.get("id")))
    return 0


def houses_told(s: Parts, seq: int) -> dict:
    return house_list(s, {})


def session_new(s: Parts, params: dict, request: int) -> int:
    table = s.game.table
    if not table.seats:
        raise NotNow("region", "none is set")
    dealer = number(params, "dealer", 0, table.seats - 1) if params.get("dealer") is not None else None
    scores = numbers(params, "scores") if params.get("scores") is not None else [table.ruleset.START] * table.players
    return s.game.record(events.pack_session, dealer, scores, request=request)


def seq_told(s: Parts, seq: int) -> dict:
    return {"seq": seq}


def dice_throw(s: Parts, params: dict, request: int) -> int:
    seat = number(params, "seat", 0, s.game.table.seats - 1) if params.get("seat") is not None else None
    return s.game.throw(seat, s.game.press_bytes(request), request)


def throw_told(s: Parts, seq: int) -> dict:
    e = s.game.event(seq)
    if e is None or e["kind"] != events.THROW:
        return {"seq": seq}
    secret, press = e["secret"], e["press"]
    return {
        "seat": e["seat"],
        "dice": list(e["dice"]),
        "seal": binascii.hexlify(seal(secret)).decode(),
        "press": binascii.hexlify(press).decode(),
        "secret": binascii.hexlify(secret).decode(),
        "seq": seq,
    }


def dice_enter(s: Parts, params: dict, request: int) -> int:
    due = s.game.table.throw
    if due is None:
        raise NotNow("dice", "no throw is due")
    return s.game.record(events.pack_throw, due[0], dice(params), request=request)


def wild_set(s: Parts, params: dict, request: int) -> int:
    return s.game.record(events.pack_indicator, tiles.kind(text(params, "tile")), request=request)


def wilds_told(s: Parts, seq: int) -> dict:
    return {"wilds": _wilds(s.game.table), "seq": seq}


def wall_event(s: Parts, params: dict, request: int) -> int:
    name = text(params, "event")
    if name not in events.WALL_EVENTS[1:]:
        raise ParamError("event", "%s is not one of %s" % (shown(name), ", ".join(events.WALL_EVENTS[1:])))
    count = number(params, "count", 1, 255) if params.get("count") is not None else 1
    thrown = dice(params) if params.get("dice") is not None else b""
    return s.game.record(events.pack_wall, events.WALL_EVENTS.index(name), count, thrown, request=request)


def wall_told(s: Parts, seq: int) -> dict:
    wall = s.game.table.wall
    told = {} if wall is None else _wall(wall)
    told["seq"] = seq
    return told


def hand_play(s: Parts, params: dict, request: int) -> int:
    return s.game.play(given(params, "entry", dict, "an object"), request)


def play_told(s: Parts, seq: int) -> dict:
    """How the hand stands after the entry."""
    from engine_core import course

    t = s.game.table
    return dict(course.standing(t.ruleset, t.course), count=len(t.course), seq=seq)


def hand_win(s: Parts, params: dict, request: int) -> int:
    return s.game.win(packed(params), request)


def win_told(s: Parts, seq: int) -> dict:
    e = s.game.event(seq)
    told = scores_told(s, seq)
    if e is not None and e["kind"] == events.HAND:
        told["answer"] = record.unpack_answer(e["answer"])
    return told


def hand_undo(s: Parts, params: dict, request: int) -> int:
    return s.game.record(events.pack_undo, request=request)


def hand_abort(s: Parts, params: dict, request: int) -> int:
    return s.game.record(events.pack_abort, request=request)


def correct(s: Parts, params: dict, request: int) -> int:
    return s.game.record(events.pack_correct, numbers(params, "delta"), text(params, "reason"), request=request)


def scores_told(s: Parts, seq: int) -> dict:
    return {"scores": s.game.table.scores, "seq": seq}


def press(s: Parts, params: dict, request: int) -> int:
    seat = number(params, "seat", 0, max(s.game.table.seats, 1) - 1)
    key = text(params, "key")
    if key not in KEYS:
        raise ParamError("key", "%s is not one of %s" % (shown(key), ", ".join(KEYS)))
    s.panel.press(seat, key, request)
    return 0


def config_set(s: Parts, params: dict, request: int) -> int:
    settings = s.game.config.set(params)
    s.game.screens.lang, s.game.screens.empty = settings["lang"], settings["empty_side"]
    s.game.stage.touch()
    return 0


def clock(s: Parts, params: dict, request: int) -> int:
    now = number(params, "time", *YEARS)
    if abs(now - s.game.board.time()) > CLOCK_ERROR:
        s.game.board.set_time(now)
        s.game.note(events.NOTE_CLOCK, "clock set")
    return 0


def nothing_told(s: Parts, seq: int) -> dict:
    return {}


def config_told(s: Parts, seq: int) -> dict:
    return s.game.config.public()


METHODS = {
    "hello": (None, hello),
    "status": (None, status),
    "region.list": (None, region_list),
    "region.set": (region_set, seq_told),
    "house.list": (None, house_list),
    "house.get": (None, house_get),
    "house.set": (house_set, houses_told),
    "house.drop": (house_drop, houses_told),
    "session.new": (session_new, seq_told),
    "dice.throw": (dice_throw, throw_told),
    "dice.enter": (dice_enter, seq_told),
    "wild.set": (wild_set, wilds_told),
    "wall.event": (wall_event, wall_told),
    "hand.score": (None, hand_score),
    "hand.course": (None, hand_course),
    "hand.play": (hand_play, play_told),
    "hand.win": (hand_win, win_told),
    "hand.undo": (hand_undo, scores_told),
    "hand.abort": (hand_abort, seq_told),
    "correct": (correct, scores_told),
    "screen": (None, screen),
    "press": (press, nothing_told),
    "config.get": (None, config_get),
    "config.set": (config_set, config_told),
    "log": (None, log),
    "clock": (clock, nothing_told),
}
