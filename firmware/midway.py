"""What happens while a hand goes on, settled by itself: a win, a foul. Loaded when there is one."""

from engine_core.course import entered, told
from engine_core.events import WALL_FLOWER, WALL_KONG
from engine_core.record import RecordError, parse
from engine_core.settle import Settlement
from engine_core.state import taken
from engine_core.table import Table
from firmware.memory import collect_again, collect_seldom


def won(table: Table, seat: int, entries: "list | None" = None) -> "Settlement | None":
    """The last win of a seat in the course (in `entries`, if given) by itself; None: the tiles that it needs are not
    known."""
    try:
        record = parse(table.complete({"hands": [{}] * table.seats}, entries))
        often = collect_seldom()
        try:
            return table.ruleset.won(record, seat)  # type: ignore[no-any-return]
        finally:
            collect_again(often)
    except RecordError:
        return None


def refuse(table: Table, entry: dict) -> None:
    """Refuse a win that, as far as it is known, is none, where the hand goes on without it: it is told as a foul.
    RecordError.
    """
    if table.ruleset.FALSE_GOES_ON:
        settled = won(table, entry["seat"], entered(table.ruleset, table.course, entry))
        if settled is not None and settled.claims[0].reason is not None:
            raise RecordError("what: no win of %d, %s" % (entry["seat"], settled.claims[0].reason))


def put_back(table: Table, before: list) -> bool:
    """Has the course no longer a kong, or flower, that it had `before`, and was the tile for it taken last."""
    was, now = _replaced(before, table.seats), _replaced(table.course, table.seats)
    if now >= was or table.wall is None or table.kong_dice:
        return now < was and len(table.kong_dice) > 0
    rows = [(code in (WALL_KONG, WALL_FLOWER), count) for code, count, _ in taken(table.drawn)]
    if not rows or not rows[-1][0]:
        return False
    return sum([count for replaced, count in rows if replaced]) >= was  # some may have been told without


def _replaced(entries: list, seats: int) -> int:
    """How many kongs and flowers there are."""
    said = told(entries, seats)
    return len(said.get("kongs", [])) + sum([len(h.get("flowers", "")) // 2 for h in said["hands"]])


def turn(table: Table, entry: dict, before: list, due: bool) -> "tuple | None":
    """(the seat whose turn it is, the seat that draws next) after an entry of the course `before` it, one of them None;
    None: it goes on as it was. `due`: since what was claimed last nobody has drawn.
    """
    if entry["what"] != "back":
        return _after_win(table, due) if entry["what"] == "win" else None
    gone = before[-1]
    if gone["what"] not in ("win", "meld", "kong", "flower"):
        return None
    if gone["what"] == "win" and _one_tile(table.course[-1:] + [gone]):
        return _after_win(table, due)
    giver = gone.get("from")
    return (gone["seat"], None) if giver is None else (None, _next(table, giver))


def _after_win(table: Table, due: bool) -> tuple:
    """Who draws after a win: the next after the winner, of several on one tile after the farthest from its giver."""
    wins = [e for e in table.course if e["what"] == "win"]
    last = wins.pop()
    seat = last["seat"]
    while due and wins and _one_tile([wins[-1], last]):
        giver = last["from"]
        other = wins.pop()["seat"]
        if (other - giver) % table.seats > (seat - giver) % table.seats:
            seat = other
    return None, _next(table, seat)


def _one_tile(entries: list) -> bool:
    """Are these the wins of two seats on one tile of one giver."""
    if len(entries) < 2 or "from" not in entries[0]:
        return False
    first, other = [(e["what"], e.get("from"), e.get("tile")) for e in entries]
    return first == other and entries[0]["seat"] != entries[1]["seat"]


def _next(table: Table, seat: int) -> "int | None":
    """Who plays on and is the next after this seat; None: nobody."""
    wins = [e for e in table.course if e["what"] == "win"]
    for k in range(1, table.seats + 1):
        if table.ruleset.plays_on(wins, (seat + k) % table.seats):
            return (seat + k) % table.seats
    return None


def fine(table: Table, entry: dict) -> list:
    """What a foul costs each player, as far as that is known now."""
    delta = [0] * table.players
    if entry["kind"] == "false_win":
        try:
            known = parse(table.complete({"hands": [{}] * table.seats}))
        except RecordError:
            known = None
        costs = table.ruleset.fines(known, table.dealer or 0, entry["seat"])
        for seat, cost in enumerate(costs):
            delta[seat] = cost
        delta[entry["seat"]] = -sum(costs)
    return delta
