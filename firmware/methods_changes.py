"""The methods that change something at the table. Like methods.py.

Each has two functions: one does it and gives the number of the event, the other tells the result from that number. So
a request that comes again after a power cut is answered from what stands on flash.
"""

import binascii
import gc

from engine_core import events, tiles
from engine_core.dice import seal
from engine_core.values import RecordError
from firmware import standing
from firmware.config import ParamError
from firmware.game import CLOCK_ERROR, YEARS, NotNow
from firmware.memory import passing
from firmware.panel import KEYS
from firmware.params import dice, given, number, numbers, packed, shown, text
from firmware.screens import CENTRE
from firmware.service import Service

# May ask for the PIN.
GUARDED = (
    "region.set", "session.new", "session.give", "correct", "player.left", "hand.undo", "hand.abort", "clock",
    "config.set",
)  # fmt: skip


def called(s: Service, does, tells, params: dict, ident: str, method: str) -> object:  # type: ignore[no-untyped-def]
    """The result of a request that changes something: done once, however often it comes."""
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


def _allowed(s: Service, method: str, params: dict, ident: str) -> str:
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


def region_set(s: Service, params: dict, request: int) -> int:
    """Set region and options. At a table that has played nothing yet the event begins the first session as well.

    Of a house the event has the base region, and the house's options with those given in place of them.
    """
    region = text(params, "region")
    options = given(params, "options", dict, "an object") if "options" in params else {}
    from firmware import houses

    if region not in houses.regions():
        house = houses.find(s.game.houses, region)
        if house is None:
            from firmware.methods_asked import there

            there(region)
        else:
            region = house["region"]
            house["options"].update(options)
            options = house["options"]
    return s.game.record(events.pack_region, region, options, request=request)


def house_set(s: Service, params: dict, request: int) -> int:
    from firmware import houses, methods_asked

    ident = houses.checked_id("id", params.get("id"))
    if ident in houses.regions():
        raise RecordError("id: %s is the id of a region" % ident)
    region, options = text(params, "region"), given(params, "options", dict, "an object")
    methods_asked.there(region)
    gc.collect()
    passing(houses.keep, s.game.houses, ident, region, options)
    return 0


def house_drop(s: Service, params: dict, request: int) -> int:
    from firmware import houses

    houses.drop(s.game.houses, houses.checked_id("id", params.get("id")))
    return 0


def houses_told(s: Service, seq: int) -> dict:
    from firmware import houses

    return houses.listing(s.game.houses)


def session_new(s: Service, params: dict, request: int) -> int:
    table = s.game.table
    if not table.seats:
        raise NotNow("region", "none is set")
    dealer = number(params, "dealer", 0, table.seats - 1) if params.get("dealer") is not None else None
    scores = numbers(params, "scores") if params.get("scores") is not None else [table.ruleset.START] * table.players
    return s.game.record(events.pack_session, dealer, scores, request=request)


def session_give(s: Service, params: dict, request: int) -> int:
    if not s.game.table.seats:
        raise NotNow("region", "none is set")
    session = given(params, "session", dict, "an object")
    return s.game.record(events.pack_given, session, request=request)


def seq_told(s: Service, seq: int) -> dict:
    return {"seq": seq}


def dice_throw(s: Service, params: dict, request: int) -> int:
    seat = number(params, "seat", 0, s.game.table.seats - 1) if params.get("seat") is not None else None
    return s.game.throw(seat, s.game.press_bytes(request), request)


def throw_told(s: Service, seq: int) -> dict:
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


def dice_enter(s: Service, params: dict, request: int) -> int:
    due = s.game.table.throw
    if due is None:
        raise NotNow("dice", "no throw is due")
    return s.game.record(events.pack_throw, due[0], dice(params), request=request)


def wild_set(s: Service, params: dict, request: int) -> int:
    return s.game.record(events.pack_indicator, tiles.kind(text(params, "tile")), request=request)


def wilds_told(s: Service, seq: int) -> dict:
    return {"wilds": standing.wilds(s.game.table), "seq": seq}


def wall_event(s: Service, params: dict, request: int) -> int:
    name = text(params, "event")
    if name not in events.WALL_EVENTS[1:]:
        raise ParamError("event", "%s is not one of %s" % (shown(name), ", ".join(events.WALL_EVENTS[1:])))
    count = number(params, "count", 1, 255) if params.get("count") is not None else 1
    thrown = dice(params) if params.get("dice") is not None else b""
    code = events.WALL_EVENTS.index(name)
    if count == 1 and not thrown:
        return s.game.take(code, request=request)
    return s.game.record(events.pack_wall, code, count, thrown, request=request)


def wall_told(s: Service, seq: int) -> dict:
    wall = s.game.table.wall
    told = {} if wall is None else standing.walled(wall)
    told["seq"] = seq
    return told


def hand_play(s: Service, params: dict, request: int) -> int:
    return s.game.play(given(params, "entry", dict, "an object"), request)


def play_told(s: Service, seq: int) -> dict:
    """How the hand stands after the entry."""
    from engine_core import course

    t = s.game.table
    return dict(course.standing(t.ruleset, t.course), count=len(t.course), seq=seq)


def hand_win(s: Service, params: dict, request: int) -> int:
    """`hand`: the number of the hand that is meant, where the laptop says so: another one may have ended it."""
    if params.get("hand") is not None and number(params, "hand", 1, 1 << 30) != s.game.table.hand_no:
        raise NotNow("hand", "%d is over, the table is at %d" % (params["hand"], s.game.table.hand_no))
    return s.game.win(packed(params), request)


def win_told(s: Service, seq: int) -> dict:
    e = s.game.event(seq)
    told = scores_told(s, seq)
    if e is not None and e["kind"] == events.HAND:
        from engine_core import record

        told["answer"] = record.unpack_answer(e["answer"])
    return told


def hand_undo(s: Service, params: dict, request: int) -> int:
    return s.game.record(events.pack_undo, request=request)


def hand_abort(s: Service, params: dict, request: int) -> int:
    return s.game.record(events.pack_abort, request=request)


def correct(s: Service, params: dict, request: int) -> int:
    return s.game.record(events.pack_correct, numbers(params, "delta"), text(params, "reason"), request=request)


def player_left(s: Service, params: dict, request: int) -> int:
    return s.game.record(events.pack_left, number(params, "seat", 0, events.PLAYERS - 1), request=request)


def scores_told(s: Service, seq: int) -> dict:
    return {"scores": s.game.table.scores, "seq": seq}


def press(s: Service, params: dict, request: int) -> int:
    seat = number(params, "seat", 0, CENTRE if s.panel.testing() else max(s.game.table.seats, 1) - 1)
    key = text(params, "key")
    if key not in KEYS:
        raise ParamError("key", "%s is not one of %s" % (shown(key), ", ".join(KEYS)))
    s.panel.press(seat, key, request)
    return 0


def config_set(s: Service, params: dict, request: int) -> int:
    settings = s.game.config.set(params)
    s.game.screens.lang, s.game.screens.empty = settings["lang"], settings["empty_side"]
    s.game.stage.touch()
    return 0


def clock(s: Service, params: dict, request: int) -> int:
    now = number(params, "time", *YEARS)
    if abs(now - s.game.board.time()) > CLOCK_ERROR:
        s.game.board.set_time(now)
        s.game.note(events.NOTE_CLOCK, "clock set")
    return 0


def nothing_told(s: Service, seq: int) -> dict:
    return {}


def config_told(s: Service, seq: int) -> dict:
    return s.game.config.public()


METHODS = {
    "region.set": (region_set, seq_told),
    "house.set": (house_set, houses_told),
    "house.drop": (house_drop, houses_told),
    "session.new": (session_new, seq_told),
    "session.give": (session_give, seq_told),
    "dice.throw": (dice_throw, throw_told),
    "dice.enter": (dice_enter, seq_told),
    "wild.set": (wild_set, wilds_told),
    "wall.event": (wall_event, wall_told),
    "hand.play": (hand_play, play_told),
    "hand.win": (hand_win, win_told),
    "hand.undo": (hand_undo, scores_told),
    "hand.abort": (hand_abort, seq_told),
    "correct": (correct, scores_told),
    "player.left": (player_left, scores_told),
    "press": (press, nothing_told),
    "config.set": (config_set, config_told),
    "clock": (clock, nothing_told),
}
