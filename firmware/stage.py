"""Which page the displays show: what the table rests on, and for some seconds what has just happened.

One page at a time. A page is a message for firmware/screens.py; None is the resting page of the table's phase.
Times are those of the display design, in milliseconds.
"""

import time

from engine_core import events
from engine_core.dice import seal as dice_seal
from engine_core.settle import Settlement
from engine_core.table import Table
from firmware.screens import CENTRE, Screens

ROLL = 1200
FRAMES = 10  # pictures of rolling dice, 8 a second
DICE = 3000
WILD = 5000
WARNING = 4000
RESULT = 8000
NEXT = 4000
DRAWN = 4000
KONG = 4000
FOUL = 4000
DISCARDS = 3  # said in a hand: more are expected
FOREVER = 0  # until something else happens

NEW_HAND = (
    events.HAND,
    events.UNDO,
    events.ABORT,
    events.SESSION,
    events.REGION,
    events.SEATS,
    events.LEFT,
    events.GIVEN,
)
WARNINGS = ("last_four", "last_tile", "share_out", "late_stage")
LASTING = ("warn", "kong", "foul", "result", "win", "roll", "dice")  # pages that a draw does not take away


class Stage:
    # seldom: begun
    def __init__(self, table: Table, screens: Screens) -> None:
        self._table = table
        self._screens = screens
        self._pages: list = []  # (message, ms), the first one is shown
        self._since = time.ticks_ms()  # when it appeared
        self._throws: list = []  # [seat, dice] of this hand
        self._warned: list = []
        self.version = 0  # goes up whenever what is shown may have changed
        self.lasting: dict | None = None  # in place of the resting page between two hands
        self.own: dict = {}  # seat -> page of its dialogue
        self.testing: dict | None = None  # in place of everything, by place: the self-test
        self.follows = False  # is it known of each tile which one is next: the middle shows where it lies
        self.due: int | None = None  # the seat that draws next, where a key has said so
        self._turn: int | None = None
        self._claimed: int | None = None  # whose turn it is then
        self._moved = self._since  # when that was said
        self._late = False  # does it take longer than the region gives
        self._discards = 0  # of this hand, said by a key
        self._drew: dict = {}  # seat -> how many entries the hand's course had when it drew
        self.said = 0  # tiles of this hand of which it is known who has drawn them
        self.passed: dict = {}  # seat that has let a win pass, and has not drawn since -> barred.unsaid() then

    @property
    def message(self) -> "dict | None":
        """What to show now, for Screens.render."""
        if self.testing is not None:
            return self.testing
        self.turn_pages()
        if self._pages:
            message = self._pages[0][0]
            if message["page"] == "roll":
                frame = min(FRAMES - 1, time.ticks_diff(time.ticks_ms(), self._since) * FRAMES // ROLL)
                if frame != message["frame"]:
                    message["frame"] = frame
                    self.touch()
            return message
        return self._resting()

    def _resting(self) -> "dict | None":
        """What is shown when nothing has just happened; None: the resting page of the table's phase."""
        table = self._table
        if table.course or table.phase == "play" and self.turn is not None:
            late = self.turn is not None and self.beyond("draw_seconds")
            if late != self._late:
                self._late = late
                self.touch()
            return {"page": "play", "turn": self.turn, "next": self.follows, "drew": self._drew, "late": late}
        return self.lasting if table.phase in ("new", "ready") else None

    def shown(self, display: int) -> "dict | None":
        """What a display shows now: an error that concerns the seat, its own dialogue, or what all show."""
        message = self.message
        own = self.own.get(display)
        if message and message["page"] == "error":
            if message["seat"] == (None if display == CENTRE else display):
                return message
            message = self._resting()  # what concerns another display takes nothing away from this one
        return message if own is None else own  # type: ignore[no-any-return]

    def spelled(self, display: int) -> "dict | None":
        """The same for seven-segment digits: an error of the whole table has a code, which all of them show."""
        message = self.message
        whole = message and message["page"] == "error" and message["seat"] is None
        return message if whole else self.shown(display)

    @property
    def turn(self) -> "int | None":
        """Whose turn it is, as far as the panel knows: who has drawn, or draws next."""
        if self.due is not None:
            return self.due
        return self._claimed if self._turn is None else self._turn

    @turn.setter
    def turn(self, seat: "int | None") -> None:
        """This seat has drawn."""
        self.due = self._claimed = None
        self._turn = seat
        self._moved = time.ticks_ms()
        if seat is not None:
            self._drew[seat] = len(self._table.course)
            self.said += 1
            self.passed.pop(seat, None)

    def beyond(self, option: str) -> bool:
        """Has the turn lasted longer than so many seconds, which a region may have as an option."""
        limit = self._table.ruleset.options.get(option, 0)
        return limit > 0 and time.ticks_diff(time.ticks_ms(), self._moved) > 1000 * limit  # type: ignore[no-any-return]

    def passes(self, turn: "int | None", due: "int | None" = None) -> None:
        """It is this seat's turn, without a draw that is known of; or `due` draws next."""
        self._turn = None
        self._claimed = turn
        self.due = due
        self._moved = time.ticks_ms()
        self.touch()

    def drew(self, seat: int) -> int:
        """How many entries the hand's course had when this seat drew."""
        return self._drew.get(seat, 0)  # type: ignore[no-any-return]

    def discarded(self, seat: int, following: int) -> None:
        """A key says that this seat has discarded: the following one draws next."""
        self._discards += 1
        self.passes(None, following)

    @property
    def may_draw(self) -> bool:
        """False: a seat has drawn, and at this table discards are said too, but it has not discarded yet."""
        return self._turn is None or self._discards < DISCARDS

    @property
    def page(self) -> str:
        """Name of the page shown, "" when it is the resting page."""
        self.turn_pages()
        return self._pages[0][0]["page"] if self._pages else ""

    def show(self, *pages: tuple) -> None:
        """Show these (message, ms) one after the other, in place of whatever is shown."""
        self._pages = list(pages)
        self._since = time.ticks_ms()
        self.touch()

    def touch(self) -> None:
        """What is shown may have changed."""
        self.version += 1

    def rest(self) -> None:
        """Back to the resting page."""
        self._pages = []
        self.touch()

    def hold(self) -> None:
        """The page that is shown stays until something else happens."""
        if self._pages:
            self._pages = [(self._pages[0][0], FOREVER)]

    def happened(self, event: dict) -> None:
        """Something was recorded: `event` as events.parse gives it, the table already knows it."""
        kind = event["kind"]
        if kind == events.THROW:
            self._thrown(event)
        elif kind == events.INDICATOR:
            self.show(({"page": "wild"}, WILD))
        elif kind == events.WALL:
            if event["dice"]:
                self._screens.page.marked = (None, None)  # they may lock a hand
            self._taken()
        elif kind == events.PLAY:
            self._played(event["entry"])
        elif kind in NEW_HAND:
            self._new_hand()
            self.rest()

    def _new_hand(self) -> None:
        self._throws = []
        self._warned = []
        self.turn = None
        self._drew = {}
        self.said = 0
        self.passed = {}
        self._discards = 0

    # seldom: told
    def _thrown(self, event: dict) -> None:
        seat, dice = event["seat"], event["dice"]
        for_kong = bool(self._table.kong_dice)
        alone = for_kong or not self._table.dice  # or it has decided who deals
        if not alone:
            self._throws.append([seat, dice])
        by_table = event["source"] == events.BY_TABLE
        seal = dice_seal(event["secret"]) if by_table else b""
        pages = []
        if by_table:
            pages.append(({"page": "roll", "seat": seat, "frame": 0, "n": len(dice), "seal": seal}, ROLL))
        throws = [[seat, dice]] if alone else list(self._throws)
        pages.append(({"page": "dice", "throws": throws, "alone": alone, "seal": seal, "revealed": by_table}, DICE))
        if self._table.phase == "play" and not for_kong:
            pages.append(({"page": "break"}, FOREVER))
        self.show(*pages)

    def _taken(self) -> None:
        wall = self._table.wall
        self.turn = None  # the panel says it, if it was a key
        for warning in WARNINGS:
            if wall is not None and getattr(wall, warning) and warning not in self._warned:
                self._warned.append(warning)
                self.show(({"page": "warn", "kind": warning}, WARNING))
                return
        self._goes_on()

    def _goes_on(self) -> None:
        """Play goes on: the page of the break does too, though it may not have been shown yet."""
        if self.page in LASTING:
            self._pages = [one for one in self._pages if one[0]["page"] != "break"]
        else:
            self.rest()

    # seldom: told
    def _played(self, entry: dict) -> None:
        """An entry of the hand's course: what everybody is told of it. A win is shown by `won`."""
        rules, what = self._table.ruleset, entry["what"]
        late = what in ("meld", "kong") and "from" in entry and self.due is not None and self.beyond("claim_seconds")
        if what == "meld" or what == "kong" and (entry["kind"] == "kong" or self.due is not None):
            self.passes(entry["seat"])  # who claims a discard has the turn
        if late:
            self.show(({"page": "error", "what": "late", "seat": entry["seat"]}, WARNING))
            return
        if what == "kong":
            from engine_core import course

            money = course.standing(rules, self._table.course)["money"]
            if money:
                before = course.standing(rules, self._table.course[:-1])["money"]
                delta = [now - then for now, then in zip(money, before)]
                page = {"page": "kong", "seat": entry["seat"], "kind": entry["kind"], "delta": delta, "money": money}
                self.show((dict(page, paid=rules.KONGS_AT_ONCE), KONG))
                return
        elif what == "missed":
            from firmware import barred

            self.passed[entry["seat"]] = barred.unsaid(self._table, self)
        elif what == "foul":
            from firmware import midway

            page = {"page": "foul", "seat": entry["seat"], "kind": entry["kind"]}
            self.show((dict(page, delta=midway.fine(self._table, entry)), FOUL))
            return
        self._goes_on()

    # seldom: told
    def won(self, settled: "Settlement | None", entry: dict) -> None:
        """A win after which the hand is not over yet: what it brings by itself, None or nothing where that is not
        known yet."""
        if settled is None or not any(settled.delta()):
            self.show(({"page": "win", "seats": [entry["seat"]]}, WARNING))
        else:
            message = self._screens.result(settled, self._table.dealer or 0)
            message["goes_on"] = True
            self.show((message, RESULT))

    # seldom: told
    def ended(self, settled: Settlement, dealer: int) -> None:
        """The hand that was just recorded: how it was settled, and who dealt it."""
        table = self._table
        pages = []
        if settled.claims or any(settled.delta()):
            message = self._screens.result(settled, dealer)
            message["sub_in"] = table.last["sub_in"] if table.last else None
            pages.append((message, RESULT))
        if table.phase == "new":
            pass  # the session is over: nobody deals
        elif settled.claims:
            following = {"page": "next", "dealer": table.dealer, "hand": table.hand_no, "round": table.round_wind}
            pages.append((following, NEXT))
        else:
            from firmware.pages_result import annulled

            page = {"page": "drawn", "dealer": table.dealer, "held": table.streak > 0, "annulled": annulled(settled)}
            pages.append((page, DRAWN))
        self.show(*pages)

    def turn_pages(self) -> None:
        """Drop the pages whose time is over."""
        now = time.ticks_ms()
        while self._pages:
            ms = self._pages[0][1]
            if ms == FOREVER or time.ticks_diff(now, self._since) < ms:
                return
            self._since = time.ticks_add(self._since, ms)  # type: ignore[type-var]
            self._pages.pop(0)
            self.touch()
