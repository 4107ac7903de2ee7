"""What a seat may not claim of another, whatever its tiles are: after a win that it let pass; a kong that is not to be
robbed. Loaded where there is such a win or kong.
"""

from engine_core.course import missed
from engine_core.record import RecordError, parse
from engine_core.state import taken
from engine_core.table import Table
from engine_core.tiles import kind
from engine_core.turns import Asked


class Offer:
    """A tile that a seat claims, as far as engine_core/turns.py asks a claims.Moment of it."""

    def __init__(self, table: Table, win: dict, drew: int):
        self.rules = table.ruleset
        self.dealer = table.dealer
        self.hands: list = []
        self.discards: list = []
        self.claimed = 1  # what is decided by the first discards is not known here
        self.giver = win["from"]
        self.tile = kind(win["tile"]) if "tile" in win else -2
        self.adding = "rob_kong" in win.get("flags", ())
        made = [e for e in table.course if e.get("kind") == "added_kong" and e["seat"] == self.giver]
        self.chain = made[-1].get("chain", 0) if made else 0
        passed = [table.course[n] for n in missed(self.rules, table.course, win["seat"]) if n >= drew]
        self.passed = {win["seat"]: [(kind(e["tile"]) if "tile" in e else -1, e.get("from", -1)) for e in passed]}


def against(table: Table, stage, win: dict) -> str:  # type: ignore[no-untyped-def]
    """Why the table does not take a claim on what another seat gave, whatever the tiles are: the name of a reason. ""
    too where it cannot be sure that the seat has not drawn since it let a win pass (firmware/stage.py).
    """
    if win.get("from") is None:
        return ""
    seat = win["seat"]
    offer = Offer(table, win, stage.drew(seat))
    asked = Asked(offer.rules)
    if offer.adding and not asked.may_rob(offer):
        return "rob_not_allowed"
    sure = stage.passed.get(seat) == unsaid(table, stage) and len(table.drawn) > 0
    return "missed_win" if sure and asked.barred(offer, seat) else ""


def ends(table: Table) -> bool:
    """Do the kongs of this hand end it, drawn (Ruleset.aborted)."""
    moment = Offer(table, {"seat": 0, "from": 1}, 0)
    try:
        moment.hands = parse(table.complete({"hands": [{}] * table.seats})).hands
    except RecordError:
        return False
    return Asked(moment.rules).aborted(moment)  # type: ignore[no-any-return]


def unsaid(table: Table, stage) -> int:  # type: ignore[no-untyped-def]
    """How many tiles of this hand were taken from the wall of which nobody has said who has them."""
    return sum([count for _, count, _ in taken(table.drawn)]) - stage.said  # type: ignore[no-any-return]


def allow(table: Table, stage, win: dict) -> None:  # type: ignore[no-untyped-def]
    """RecordError: the table does not take a win of this seat."""
    reason = against(table, stage, win)
    if reason:
        raise RecordError("what: no win of %d, %s" % (win["seat"], reason))
