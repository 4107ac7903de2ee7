"""Wall records: who deals and the dice in; break, deal, wild tiles and what is left out, and how the wall goes on.

`opening` answers what is fixed before the first discard, `script` replays the events after it. A record is the JSON
object of which tests/walls holds examples; tracker and places are explained in walk.py.
"""

from .check import RecordError, number, shown
from .events import WALL_EVENTS, WALL_KONG
from .rules import Ruleset, load
from .tiles import TileError, kind, name
from .walk import Wall

__all__ = ("Wall", "opening", "script")


def opening(record: dict) -> dict:
    """The answer to an opening record, with places and tiles as text: stacks, throws, break, hands, next, tail,
    indicator_at, left, kept_back, wilds, seat_wilds, set_aside.

    While dice are still to be thrown it has only what is fixed by then. Raises RecordError, naming the field.
    """
    rules, dealer, dice, indicator = _read(record)
    throws = rules.throws(dealer, dice)
    answer: dict = {
        "stacks": list(rules.stacks(dealer)),
        "throws": [{"seat": seat, "dice": n} for seat, n in throws],
    }
    made = _made(throws, dice)
    missing = made < len(throws)
    if missing and not 0 < rules.breaks_after <= made:
        return answer
    wall = Wall(rules, dealer, dice, indicator)
    answer["break"] = {"side": wall.break_side, "stack": wall.break_stack}
    answer["hands"] = _hands(wall)
    answer["next"] = wall.place(wall.next)
    if missing:
        return answer
    answer["tail"] = wall.place(wall.tail)
    answer["indicator_at"] = wall.place(wall.indicator_at)
    answer["left"] = wall.left
    answer["kept_back"] = wall.kept_back
    answer["wilds"] = [name(k) for k in rules.wilds(indicator)]
    own = rules.seat_wilds(indicator, dealer)
    answer["seat_wilds"] = {str(seat): [name(k) for k in own[seat]] for seat in own}
    answer["set_aside"] = [name(k) for k in rules.set_aside(indicator)]
    return answer


def script(record: dict) -> dict:
    """The answer to a wall script: {"steps": [the wall after each entry of `events`]}. Raises RecordError."""
    rules, dealer, dice, indicator = _read(record)
    throws = rules.throws(dealer, dice)
    if _made(throws, dice) < len(throws):
        raise RecordError("dice: %d, more are to be thrown" % len(dice))
    if not isinstance(record.get("events"), (list, tuple)):
        raise RecordError("events: a list was expected")
    events = [_event(event, "events.%d" % i) for i, event in enumerate(record["events"])]
    wall = Wall(rules, dealer, dice, indicator)
    return {"steps": [_step(wall, code, times, kong_dice) for code, times, kong_dice in events]}


def _step(wall: Wall, code: int, times: int, dice: bytes) -> dict:
    """The state after an event that comes `times` times, or until it is refused."""
    taken = None
    refused = False
    while times and not refused:
        refused = not wall.apply(code, dice)
        if not refused and wall.taken is not None:
            taken = wall.taken
        times -= 1
    step = {
        "taken": wall.place(taken),
        "next": wall.place(wall.next),
        "tail": wall.place(wall.tail),
        "left": wall.left,
        "kept_back": wall.kept_back,
        "last_tile": wall.last_tile,
        "last_four": wall.last_four,
        "share_out": wall.share_out,
        "over": wall.over,
    }
    if refused:
        step["refused"] = True
    return step


def _hands(wall: Wall) -> list:
    """What each seat is dealt: packets of two stacks, then the rest one by one, and one tile more for the dealer."""
    rules = wall.rules
    hands: list = [[] for _ in range(rules.SEATS)]
    place = 0
    for size in (4,) * (rules.HAND // 4) + (1,) * (rules.HAND % 4):
        for i in range(rules.SEATS):
            first, last = wall.place(place), wall.place(place + size - 1)
            hands[(wall.dealer + i) % rules.SEATS].append("%s-%s" % (first, last) if size > 1 else first)
            place += size
    hands[wall.dealer].append(wall.place(place))
    return hands


# ---------------------------------------------------------------- reading the record


def _read(record: dict) -> tuple:
    """Rules, dealer, dice, indicator (a kind or None) of a wall record."""
    if not isinstance(record, dict):
        raise RecordError("record: an object was expected")
    region = record.get("region")
    if not isinstance(region, str):
        raise RecordError("region: %s is no region" % shown(region))
    options = record.get("options", {})
    if not isinstance(options, dict):
        raise RecordError("options: an object was expected")
    rules = load(region, options)
    dealer = number(record.get("dealer", 0), 0, rules.SEATS - 1, "dealer")
    dice = _dice(record.get("dice"), "dice")
    _made(rules.throws(dealer, dice), dice)
    indicator = record.get("indicator") if rules.HAS_INDICATOR else None
    return rules, dealer, dice, None if indicator is None else _indicator(rules, indicator)


def _made(throws: list, dice: bytes) -> int:
    """How many of the throws were made. RecordError when the dice are not whole throws or too many."""
    rest = len(dice)
    made = 0
    for _, n in throws:
        if 0 < rest < n:
            raise RecordError("dice: %d of the %d dice of a throw" % (rest, n))
        if rest:
            rest -= n
            made += 1
    if rest:
        raise RecordError("dice: %d, at most %d expected" % (len(dice), len(dice) - rest))
    return made


def _indicator(rules: Ruleset, tile: object) -> int:
    try:
        turned = kind(tile) if isinstance(tile, str) else -1
    except TileError:
        turned = -1
    if turned < 0 or not rules.copies(turned):
        raise RecordError("indicator: %s is not one tile of this region's set" % shown(tile))
    return turned


def _event(event: object, at: str) -> tuple:
    """(code, times, dice) of one entry: "draw", "draw*40" or {"kong": [dice]}."""
    if isinstance(event, dict) and list(event) == ["kong"]:
        dice = _dice(event["kong"], at + ".kong")
        if dice:
            return WALL_KONG, 1, dice
    elif isinstance(event, str):
        word, star, times = event.partition("*")
        if star and (not times or times[0] == "0" or times.strip("0123456789")):
            word = ""
        if word and word in WALL_EVENTS:
            # No event can come a thousand times; the number may have more digits than int() takes.
            return WALL_EVENTS.index(word), int(times[:4] or 1), b""
    raise RecordError("%s: %s is no event of the wall" % (at, shown(event)))


def _dice(value: object, at: str) -> bytes:
    if not isinstance(value, (list, tuple)):
        raise RecordError("%s: a list was expected" % at)
    return bytes([number(die, 1, 6, "%s.%d" % (at, i)) for i, die in enumerate(value)])
