"""The methods of the protocol: what the laptop can ask for, each a small function; METHODS at the end is their list,
but for those of the journal (methods_journal.py) and of readers (methods_tags.py).

A method that changes something has two functions: one does it and gives the number of the event, the other tells the
result from that number. So a request that comes again after a power cut is answered from what stands on flash.
"""

import binascii
import gc

from engine_core import events, tiles
from engine_core.dice import seal
from engine_core.values import RecordError
from engine_core.wire import ascii_json
from firmware import boot, standing
from firmware.config import ParamError
from firmware.game import CLOCK_ERROR, YEARS, NotNow
from firmware.memory import passing
from firmware.panel import KEYS
from firmware.params import dice, given, number, numbers, packed, sensed, shown, text
from firmware.screens import CENTRE
from firmware.service import Parts

SCREEN = (128, 64)
LOG = 2400  # bytes of notes, or of a hand's course, in an answer


# ---------------------------------------------------------------- what changes nothing


def hello(s: Parts, params: dict) -> dict:
    number(params, "proto", 1, 1 << 20)  # the laptop's; it sees by the answer whether it knows ours
    s.panel.connected()
    game = s.game
    return standing.hello(game.board, game.config.settings, game.table.seq, game.boot)


def status(s: Parts, params: dict) -> dict:
    gc.collect()
    told = standing.told(s.game.table)
    told["turn"] = s.game.stage.turn
    told["stored"] = s.game.journal.stored
    told["trouble"] = s.game.journal.trouble
    told["heap"] = standing.heap()
    return told


def region_list(s: Parts, params: dict) -> dict:
    from firmware import houses

    return {"regions": houses.regions(), "houses": houses.ids(s.game.houses)}


def _there(region: str) -> None:
    """RecordError when there is no such region. To try to load it would leave its name in memory for good."""
    from firmware import houses

    if region not in houses.regions():
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
    from engine_core import record
    from engine_core.score import score

    hand = record.unpack(packed(params))
    _there(hand["region"])
    return {"answer": passing(score, hand)}


def screen(s: Parts, params: dict) -> dict:
    display = number(params, "display", 0, CENTRE)
    page = s.game.screens.render(display, s.game.table, s.game.stage.shown(display))
    return {"w": SCREEN[0], "h": SCREEN[1], "data": page}


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


def dice_health(s: Parts, params: dict) -> dict:
    from firmware import samples

    return samples.health(s.game)


def dice_raw(s: Parts, params: dict) -> dict:
    from firmware import samples

    return {"data": samples.raw(s.game, text(params, "source"), number(params, "n", 1, samples.RAW))}


def dice_final(s: Parts, params: dict) -> dict:
    from firmware import samples

    throws, n = number(params, "throws", 1, samples.THROWS), number(params, "dice", 1, events.DICE)
    return {"data": samples.final(s.game, throws, n)}


def selftest(s: Parts, params: dict) -> dict:
    """Begin, look at or end the self-test; each may be asked for again."""
    from firmware import testing

    return testing.asked(s.panel, text(params, "do"))


def sense(s: Parts, params: dict) -> dict:
    """What the sensors under the walls say, and how it is taken; where they are virtual ones they may be set."""
    board = s.game.board
    if params:
        if not hasattr(board, "sense"):
            raise NotNow("walls", "the sensors of this table are real ones")
        board.sense(*sensed(params))
    told = {"walls": board.walls(), "senses": board.senses(), "follows": False, "off": [], "wrong": None}
    if s.game.rails is not None:
        told.update(s.game.rails.told())
    return told


def log(s: Parts, params: dict) -> dict:
    return {"notes": standing.latest(s.game.notes, LOG), "crash": boot.told(s.game.board.data)}


def restart(s: Parts, params: dict) -> dict:
    """Ends safe mode (safe.py), in which the table is not, or not any more."""
    return {}


# ---------------------------------------------------------------- what changes the table


def region_set(s: Parts, params: dict, request: int) -> int:
    """Set region and options. At a table that has played nothing yet the event begins the first session as well.

    Of a house the event has the base region, and the house's options with those given in place of them.
    """
    region = text(params, "region")
    options = given(params, "options", dict, "an object") if "options" in params else {}
    from firmware import houses

    if region not in houses.regions():
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
    if ident in houses.regions():
        raise RecordError("id: %s is the id of a region" % ident)
    region, options = text(params, "region"), given(params, "options", dict, "an object")
    _there(region)
    gc.collect()
    passing(houses.keep, s.game.houses, ident, region, options)
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


def session_give(s: Parts, params: dict, request: int) -> int:
    if not s.game.table.seats:
        raise NotNow("region", "none is set")
    session = given(params, "session", dict, "an object")
    return s.game.record(events.pack_given, session, request=request)


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
    return {"wilds": standing.wilds(s.game.table), "seq": seq}


def wall_event(s: Parts, params: dict, request: int) -> int:
    name = text(params, "event")
    if name not in events.WALL_EVENTS[1:]:
        raise ParamError("event", "%s is not one of %s" % (shown(name), ", ".join(events.WALL_EVENTS[1:])))
    count = number(params, "count", 1, 255) if params.get("count") is not None else 1
    thrown = dice(params) if params.get("dice") is not None else b""
    code = events.WALL_EVENTS.index(name)
    if count == 1 and not thrown:
        return s.game.take(code, request=request)
    return s.game.record(events.pack_wall, code, count, thrown, request=request)


def wall_told(s: Parts, seq: int) -> dict:
    wall = s.game.table.wall
    told = {} if wall is None else standing.walled(wall)
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
    """`hand`: the number of the hand that is meant, where the laptop says so: another one may have ended it."""
    if params.get("hand") is not None and number(params, "hand", 1, 1 << 30) != s.game.table.hand_no:
        raise NotNow("hand", "%d is over, the table is at %d" % (params["hand"], s.game.table.hand_no))
    return s.game.win(packed(params), request)


def win_told(s: Parts, seq: int) -> dict:
    e = s.game.event(seq)
    told = scores_told(s, seq)
    if e is not None and e["kind"] == events.HAND:
        from engine_core import record

        told["answer"] = record.unpack_answer(e["answer"])
    return told


def hand_undo(s: Parts, params: dict, request: int) -> int:
    return s.game.record(events.pack_undo, request=request)


def hand_abort(s: Parts, params: dict, request: int) -> int:
    return s.game.record(events.pack_abort, request=request)


def correct(s: Parts, params: dict, request: int) -> int:
    return s.game.record(events.pack_correct, numbers(params, "delta"), text(params, "reason"), request=request)


def player_left(s: Parts, params: dict, request: int) -> int:
    return s.game.record(events.pack_left, number(params, "seat", 0, events.PLAYERS - 1), request=request)


def scores_told(s: Parts, seq: int) -> dict:
    return {"scores": s.game.table.scores, "seq": seq}


def press(s: Parts, params: dict, request: int) -> int:
    seat = number(params, "seat", 0, CENTRE if s.panel.testing() else max(s.game.table.seats, 1) - 1)
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
    "session.give": (session_give, seq_told),
    "dice.throw": (dice_throw, throw_told),
    "dice.enter": (dice_enter, seq_told),
    "dice.health": (None, dice_health),
    "dice.raw": (None, dice_raw),
    "dice.final": (None, dice_final),
    "wild.set": (wild_set, wilds_told),
    "wall.event": (wall_event, wall_told),
    "hand.score": (None, hand_score),
    "hand.course": (None, hand_course),
    "hand.play": (hand_play, play_told),
    "hand.win": (hand_win, win_told),
    "hand.undo": (hand_undo, scores_told),
    "hand.abort": (hand_abort, seq_told),
    "correct": (correct, scores_told),
    "player.left": (player_left, scores_told),
    "screen": (None, screen),
    "press": (press, nothing_told),
    "config.get": (None, config_get),
    "config.set": (config_set, config_told),
    "sense": (None, sense),
    "log": (None, log),
    "clock": (clock, nothing_told),
    "restart": (None, restart),
    "selftest": (None, selftest),
}
