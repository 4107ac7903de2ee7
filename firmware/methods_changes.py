"""The methods that change something beside what happens while a hand is played (methods_play.py). Like these."""

import gc
import sys

from engine_core import events
from engine_core.values import RecordError
from firmware import standing
from firmware.game import CLOCK_ERROR, YEARS, NotNow
from firmware.memory import bring_region, bring_rules, let_go_since
from firmware.params import given, number, numbers, packed, text
from firmware.service import Service


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
    if s.game.table.phase in ("new", "ready"):  # else it is refused, and there may be no room for its rules
        bring_region(region)
    return s.game.record(events.pack_region, region, options, request=request)


def house_set(s: Service, params: dict, request: int) -> int:
    from firmware import houses, methods_asked

    ident = houses.checked_id("id", params.get("id"))
    if ident in houses.regions():
        raise RecordError("id: %s is the id of a region" % ident)
    region, options = text(params, "region"), given(params, "options", dict, "an object")
    methods_asked.there(region)
    gc.collect()
    before = set(sys.modules)
    try:
        houses.keep(s.game.houses, ident, region, options)
    finally:
        let_go_since(before)
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


def hand_win(s: Service, params: dict, request: int) -> int:
    """`hand`: the number of the hand that is meant, where the laptop says so: another one may have ended it."""
    if params.get("hand") is not None and number(params, "hand", 1, 1 << 30) != s.game.table.hand_no:
        raise NotNow("hand", "%d is over, the table is at %d" % (params["hand"], s.game.table.hand_no))
    bring_rules(s.game.table)
    from engine_core import record

    return s.game.end(record.unpack(packed(params)), request)


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


def clock_told(s: Service, seq: int) -> dict:
    return {}


def config_told(s: Service, seq: int) -> dict:
    return standing.settings(s.game.config.settings)


METHODS = {
    "region.set": (region_set, seq_told),
    "house.set": (house_set, houses_told),
    "house.drop": (house_drop, houses_told),
    "session.new": (session_new, seq_told),
    "session.give": (session_give, seq_told),
    "hand.win": (hand_win, win_told),
    "hand.undo": (hand_undo, scores_told),
    "hand.abort": (hand_abort, seq_told),
    "correct": (correct, scores_told),
    "player.left": (player_left, scores_told),
    "config.set": (config_set, config_told),
    "clock": (clock, clock_told),
}
