"""The rails of sensors under the walls of a running table: what they see becomes events, or a page that says what is
wrong. Loaded where a board has them.

They are believed from the dice of a hand until it ends: not while the walls are built, nor while the lift, where the
table tells, is down, nor while a win, a drawn hand or the menu is being entered, for then tiles are pushed about.
"""

from engine_core import events
from engine_core.walk import Wall
from firmware.game import ERROR
from firmware.places import place_of
from firmware.screens import CENTRE
from firmware.sensors import SENSORS, STACKS, Sensors
from firmware.stage import FOREVER
from firmware.tracker import END, PLACE, TOO_MANY, Tracker

EMPTY = 2000  # ms that a side is quiet until it is looked at as an empty one
NEW_WALL = (events.HAND, events.UNDO, events.ABORT)
PAGES = {END: ("wrong_end", "E11"), PLACE: ("wrong_draw", "E12"), TOO_MANY: ("too_many", "E13")}


class Rails:
    def __init__(self, game, panel) -> None:  # type: ignore[no-untyped-def]
        self._game = game
        self._panel = panel
        self._sensors = Sensors()
        self._tracker: Tracker | None = None
        self._seen: tuple = ()  # what the tracker has been asked about
        self._page: dict | None = None  # says what is wrong
        self._off = [0] * 4  # by place: sensors that are not believed, as far as it was told,
        self._told = 0  # and the version of what they say then
        self._wall: Wall | None = None  # of the hand that is played, or was the last one,
        self._standing = [0] * 4  # by place: stacks that it left, as far as they have not gone since
        game.listeners.append(self._happened)

    # ------------------------------------------------------------ from outside

    def tick(self, ms: int) -> None:
        """Some times a second, `ms` after the last time."""
        board, table, sensors = self._game.board, self._game.table, self._sensors
        sensors.update(ms, board.walls())
        wall = table.wall
        if wall is None:
            self._between()
            return
        self._wall = wall
        if self._tracker is None:
            self._tracker = Tracker(sensors, wall, self._place_of(wall))
        rests = self._rests()
        self._game.stage.follows = self._tracker.ready and not rests
        if rests:
            self._say(None)
        elif not self._tracker.ready:
            self._tracker.begin(wall)
            self._seen = ()
            self._tell_off()
        else:
            self._follow(self._tracker)
            self._tell_off()

    def counted(self, code: int) -> bool:
        """A key or the laptop says that a tile is taken: has it been counted already."""
        tracker = self._tracker
        return tracker is not None and tracker.ready and not self._rests() and tracker.counted(code)

    def accept(self, seat: int) -> bool:
        """OK at a seat: the table plays on with what is wrong. False: nothing is, or it is another seat's matter."""
        tracker, page = self._tracker, self._page
        if tracker is None or tracker.wrong is None or page is None or page["seat"] not in (None, seat):
            return False
        code, tiles = tracker.accept(self._game.table.wall)
        self._say(None)
        if tiles:
            self._game.record(events.pack_wall, code, tiles)
        return True

    def told(self) -> dict:
        """How it stands, for the laptop."""
        tracker, wall = self._tracker, self._game.table.wall
        wrong = None
        if tracker is not None and tracker.wrong is not None and wall is not None:
            what, taken, expected = tracker.wrong
            wrong = {"what": what, "taken": wall.place(taken), "expected": wall.place(expected)}
        follows = tracker is not None and tracker.ready and not self._rests()
        return {"follows": follows, "off": self.off(), "wrong": wrong, "clock": self._sensors.clock}

    def off(self) -> list:
        """Sensors that are not believed, for the laptop."""
        return [_named(sensor) for sensor in range(SENSORS) if self._sensors.ignored(sensor)]

    # ------------------------------------------------------------ the hand

    def _rests(self) -> bool:
        """Is it not the time to look at the walls."""
        game, panel = self._game, self._panel
        table = game.table
        if table.wall is None or table.kong_dice or not game.board.senses().get("lift", True):
            return True
        if table.course and panel.is_over():
            return True
        for dialogue in panel.dialogues():
            if dialogue.STOPS:
                return True
        return False

    def _happened(self, seq: int, event: dict) -> None:
        """A hand is over, or has another wall: what was seen until now was of the one before."""
        kind = event["kind"]
        if kind in NEW_WALL or kind == events.THROW and not self._game.table.kong_dice:
            self._tracker = None

    def _follow(self, tracker: Tracker) -> None:
        game = self._game
        table, stage = game.table, game.stage
        seen = (self._sensors.version, table.seq, stage.may_draw)
        if seen != self._seen or tracker.waiting:
            take = tracker.look(table.wall, stage.may_draw)
            if take:
                code, tiles = take
                due = stage.due if code == events.WALL_DRAW and tiles == 1 else None
                game.record(events.pack_wall, code, tiles)
                tracker.took(code)
                if due is not None:
                    stage.turn = due
            self._seen = seen  # last: what failed is tried again
        self._say(tracker.wrong)
        if stage.page == "break":
            self._deal(tracker.dealt(table.wall))

    def _deal(self, gone: bytes) -> None:
        """The page of the break goes with the tiles, and when they are dealt."""
        stage = self._game.stage
        before = stage.message.get("gone", b"")
        if gone != before:
            if gone:
                stage.message["gone"] = gone
                stage.touch()
            else:
                stage.rest()

    def _between(self) -> None:
        """The walls are cleared and built: sensors that see a tile all the time are stuck."""
        self._tracker = None
        self._game.stage.follows = False
        self._say(None)
        sensors = self._sensors
        if self._wall is not None:
            self._left(self._wall)
            self._wall = None
        for place in range(4):
            self._standing[place] &= ~sensors.dark[place]
        if sensors.quiet >= EMPTY:
            sensors.cleared(self._standing)
            self._tell_off()

    def _left(self, wall: Wall) -> None:
        """A hand is over: what of its wall was not taken lies there until it is cleared."""
        place_of = self._place_of(wall)
        self._standing = [0] * 4
        for stack in range(sum(wall.stacks)):
            if wall.stands(2 * stack) or wall.stands(2 * stack + 1):
                side, n = wall.where(2 * stack)
                self._standing[place_of(side)] |= 1 << n - 1

    def _place_of(self, wall: Wall):  # type: ignore[no-untyped-def]
        empty, sides = self._game.screens.empty, len(wall.stacks)
        return lambda side: place_of(side, sides, empty)

    # ------------------------------------------------------------ the displays

    def _say(self, wrong: "tuple | None") -> None:
        """Show what is wrong as long as it is, to the seat whose turn it is, if that is known, else in the middle."""
        stage, wall = self._game.stage, self._game.table.wall
        if wrong is None:
            if self._page is not None and stage.message is self._page:
                stage.rest()
            self._page = None
            return
        what, code = PAGES[wrong[0]]
        args = [wall.place(place) for place in wrong[1:] if place is not None]
        if self._page is None or self._page["what"] != what or self._page["args"] != args:
            self._page = {"page": "error", "what": what, "code": code, "seat": stage.turn, "args": args}
            stage.show((self._page, FOREVER))
        elif stage.page == "":
            stage.show((self._page, FOREVER))  # something else was more urgent

    def _tell_off(self) -> None:
        """Sensors that are not believed any more: each once, and a triangle as long as there are any."""
        game, sensors = self._game, self._sensors
        if sensors.version == self._told:
            return
        self._told = sensors.version
        before, self._off = self._off, sensors.off()
        game.lasts(CENTRE, "sensor", any(self._off))
        for place in range(4):
            fresh, well = self._off[place] & ~before[place], before[place] & ~self._off[place]
            for stack in range(1, STACKS + 1):
                if well >> stack - 1 & 1:
                    game.told("sensor", place, "sensor of place %d, stack %d works again" % (place, stack))
                if fresh >> stack - 1 & 1:
                    why = "flickers" if sensors.flickers[place] >> stack - 1 & 1 else "is stuck"
                    game.told("sensor", place, "sensor of place %d, stack %d %s" % (place, stack, why))
                    seat = game.seat_at(place)
                    if not game.stage.page and seat is not None:
                        page = {"page": "error", "what": "sensor", "code": "E22", "seat": None}
                        game.stage.show((dict(page, args=["%d:%02du" % (seat, stack)]), ERROR))


def _named(sensor: int) -> dict:
    return {"side": sensor // STACKS, "stack": sensor % STACKS + 1}
