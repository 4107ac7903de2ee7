"""What the course of a hand (engine_core/course.py) shows: marks on the playing pages, kongs, fouls, a win, void suits.

Loaded where there is a course, or a void suit to choose. How a page function works: pages_open.py.
"""

from engine_core import tiles
from engine_core.rules import Ruleset
from engine_core.table import Table
from engine_core.values import RecordError
from firmware.canvas import FOOT, TOP
from firmware.pages_head import tile_name
from firmware.parts import Page, signed

SUITS = "mps"
FIVES = (4, 13, 22)  # the tiles that stand for a suit
AT_EASE = ("void", "flower")  # entries before anybody has played


class Marks:
    """What the entries so far say of each seat, for its display. Lists by seat.

    money    kong money, [] where none is paid; `at_once`: it is in the score already
    void     suit put aside, "" while it is open; `chosen`: all have said theirs
    wins, flowers, kongs   how many
    ready    "declared", "shown", "locked" (by dice for a kong) or ""
    dead     plays on as a dead hand
    passed   of the wins that it let pass and that still bar it (course.missed): number of the entry, and the kind that
             it may not win on, -1: on none
    playing  seats that play on; `needed`: seats whose tiles are to be said if the hand ends now
    """

    def __init__(self, rules: Ruleset, entries: list, drawn: bytes):
        from engine_core import course  # not before: while the marks are kept, nobody need know how a hand is settled

        none = [0] * rules.SEATS
        self.at_once = rules.KONGS_AT_ONCE
        try:
            standing = course.standing(rules, entries)
        except RecordError:  # something is not said yet
            standing = {"money": [], "playing": list(range(rules.SEATS)), "needed": []}
        self.money, self.playing, self.needed = standing["money"], standing["playing"], standing["needed"]
        self.void, self.ready, self.dead = [""] * rules.SEATS, [""] * rules.SEATS, [False] * rules.SEATS
        self.wins, self.flowers, self.kongs = list(none), list(none), list(none)
        self.passed: list = [()] * rules.SEATS
        for e in entries:
            if "seat" in e:
                self._enter(e, e["seat"])
        for seat in course.locked(rules, entries, drawn):
            self.ready[seat] = "locked"
        self.chosen = "" not in self.void
        for seat in {e["seat"] for e in entries if e["what"] == "missed"}:
            of_tile = rules.MISSED[:1] == ("tile",)
            passed = [(n, entries[n].get("tile") if of_tile else None) for n in course.missed(rules, entries, seat)]
            self.passed[seat] = tuple([(n, tiles.kind(tile) if tile else -1) for n, tile in passed])

    def _enter(self, e: dict, seat: int) -> None:
        what = e["what"]
        if what == "void":
            self.void[seat] = e["suit"]
        elif what == "ready":
            self.ready[seat] = e["how"]
        elif what == "foul" and e["kind"] == "dead_hand":
            self.dead[seat] = True
        elif what == "win":
            self.wins[seat] += 1
        elif what == "flower":
            self.flowers[seat] += 1
        elif what == "kong":
            self.kongs[seat] += 1


def marks(p: Page, table: Table) -> Marks:
    """Of the hand in progress; kept until it has another entry."""
    if p.marked[0] is not table.course:
        p.marked = (table.course, Marks(table.ruleset, table.course, table.drawn))
    return p.marked[1]  # type: ignore[no-any-return]


def score(k: Marks, table: Table, seat: int) -> int:
    """What a seat's display says while playing: kong money that is paid at once has changed it."""
    return table.scores[seat] + (k.money[seat] if k.at_once and k.money else 0)


def row(p: Page, k: Marks, m: dict, seat: int, over: bool = False) -> tuple:
    """The message row: (text, inverse, does it come before the seat's turn). `over`: the wall is empty."""
    t = p.t
    if not k.playing:
        return t("course.end"), True, True
    if k.dead[seat]:
        return t("course.dead"), True, True
    barred = {tile for number, tile in k.passed[seat] if number >= m.get("drew", {}).get(seat, 0)}
    if barred:
        names = " ".join([tile_name(p, tile) for tile in sorted(barred) if tile >= 0])
        return (
            t("course.passed") if -1 in barred else p.first(91, t("course.passed.tile", names), t("course.passed")),
            True,
            True,
        )
    if over and seat in k.needed:
        return t("course.show"), True, False
    if any(k.void) and not k.chosen:
        return t("course.void.wait"), False, False
    money = signed(k.money[seat]) if k.money and k.money[seat] and not k.at_once else ""
    if k.wins[seat]:
        text = p.first(91, t("course.won.money", money), money) if money else t("course.won")
        return text, False, seat not in k.playing
    if money:
        return p.first(92, t("course.money", money), money), False, False
    if k.ready[seat]:
        return t("course." + k.ready[seat]), False, False
    said = [t("course." + what, n) for what, n in (("flowers", k.flowers[seat]), ("kongs", k.kongs[seat])) if n]
    return " ".join(said), False, False


def column(p: Page, k: Marks, seat: int) -> bool:
    """The right column: that the seat has won, or its void suit. False: there is nothing to show."""
    if k.wins[seat] and seat not in k.playing:
        p.text(96, 24, p.t("course.hu"), 32, "c", True)
        p.invert(94, 22, 34, 36)
    elif k.wins[seat]:
        p.text(96, 19, p.t("course.hu"), 32, "c")
        p.invert(103, 18, 18, 18)
        p.text(96, 40, p.t("course.times", k.wins[seat]), 32, "c")
    elif k.void[seat] and k.chosen:
        p.text(96, 19, p.t("void"), 32, "c")
        p.text(96, 36, p.t("suit." + k.void[seat]), 32, "c")
        p.invert(100, 35, 24, 18)
    else:
        return False
    return True


def has_column(k: Marks, seat: int) -> bool:
    return k.wins[seat] > 0 or bool(k.void[seat]) and k.chosen


# ---------------------------------------------------------------- void suits


def void_due(table: Table, seat: int) -> bool:
    """Is the seat to choose its void suit: the wall stands, nobody has played yet."""
    if table.phase != "play" or table.drawn or "void" not in table.ruleset.course():
        return False
    return not any(e["what"] not in AT_EASE or e["what"] == "void" and e["seat"] == seat for e in table.course)


# seldom: notices
def void(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """A seat chooses its void suit; `at`: 0..2 the one under the cursor."""
    at = m.get("at", 0)
    for k, kind in enumerate(FIVES):
        p.tile(16 + 36 * k, 8, kind, filled=k == at)
    p.keys(("ok", p.t("void." + SUITS[at])), ("down", p.t("key.next")))
    return True


# ---------------------------------------------------------------- notices


# seldom: notices
def kong(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """A kong that is paid: who made it, what it changes (`delta`), kong money so far (`money`); `paid`: at once."""
    if seat is None:
        if p.grid(m["money"], table.dealer):
            p.title(p.t("kong.money"), p.t("kong.paid" if m["paid"] else "kong.open"))
        return True
    if m["seat"] is None:  # only the sums are asked for
        return False
    p.text(0, TOP, p.t("kong.said." + m["kind"], p.t.seat(m["seat"])), 128, "c")
    p.score(signed(m["delta"][seat]))
    amount = signed(m["money"][seat])
    p.text(0, FOOT, p.first(128, p.t("kong.so_far", amount), amount), 128, "c")
    return True


# seldom: notices
def foul(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """A foul, and what it costs: `delta`."""
    if seat is not None:
        return False
    if p.grid(m["delta"][:4], table.dealer):
        p.title(p.t("foul.said." + m["kind"], p.t.seat(m["seat"])))
    return True


# seldom: notices
def win(p: Page, table: Table, m: dict, seat: int | None) -> bool:
    """Somebody claims a win. `seats`: who, `waiting`: how many are still to confirm it, `giver` where several win."""
    if seat is not None:
        return False
    seats, t = m["seats"], p.t
    if len(seats) == 1:
        p.headline(t("win.one", t.seat(seats[0]), t.wind(seats[0])), inverse=True)
    else:
        p.headline(t("win.several", len(seats)) if len(seats) > 2 else t("win.two"), inverse=True)
    if m.get("waiting"):
        p.text(0, 45, t("win.waiting.%d" % m["waiting"]), 128, "c")
    elif len(seats) > 1:
        names = [t.wind(s) for s in seats[:2]]
        p.text(0, 45, t("win.fed", t.wind(m["giver"]), *names) if m.get("giver") is not None else "", 128, "c")
    return True


def needs(p: Page, table: Table, k: Marks) -> None:
    """The centre when the wall is empty and the hands of some seats are looked at if nobody wins."""
    p.headline(p.t("warn.last_tile"), inverse=True)
    p.text(0, 45, p.t("course.needs", "".join([p.t.wind(seat) for seat in k.needed])), 128, "c")
