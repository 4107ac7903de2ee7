"""What happens while a hand goes on, settled by itself: a win, a foul. Loaded when there is one."""

from engine_core.course import entered
from engine_core.record import RecordError, parse
from engine_core.settle import Settlement
from engine_core.table import Table


def won(table: Table, seat: int, entries: "list | None" = None) -> "Settlement | None":
    """The last win of a seat in the course (in `entries`, if given) by itself; None: the tiles that it needs are not
    known."""
    try:
        return table.ruleset.won(parse(table.complete({"hands": [{}] * table.seats}, entries)), seat)
    except RecordError:
        return None


def refuse(table: Table, entry: dict) -> None:
    """Refuse a win after which the hand would go on although, as far as it is known, it is none: who claims so falsely
    plays on. RecordError.
    """
    rules = table.ruleset
    so_far = entered(rules, table.course, entry)
    wins = [e for e in so_far if e["what"] == "win"]
    if any([rules.plays_on(wins, seat) for seat in range(rules.SEATS)]):
        settled = won(table, entry["seat"], so_far)
        if settled is not None and settled.claims[0].reason is not None:
            raise RecordError("what: no win of %d, %s" % (entry["seat"], settled.claims[0].reason))


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
