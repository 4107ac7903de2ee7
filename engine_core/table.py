"""The table: seats, dealer, winds, scores, carry-over and the hand in progress. Events in, state out.

State is only what the events say: Table.apply() is the one way to change it, on the controller as on the laptop that
replays its journal. An event that is not legal now raises EventError and changes nothing.

    new    no region or no session (none yet, over, or the region has another number of players)
    ready  between two hands: the dice are to be thrown, or a hand played with real dice gets its result
    throw  some dice are thrown, more are to come
    wild   all are thrown, the turned-up tile is not known yet
    play   the wall is counted until the hand has its result
"""

from . import dice
from . import events as ev
from .events import EventError, parse, refused
from .state import ALL, RECENT, State, taken
from .tiles import kind, name
from .values import RecordError
from .walk import Wall


class Table(State):
    """One table. What it knows are the attributes of State."""

    def apply(self, event: bytes) -> None:
        """The next event. Raises EventError, with nothing changed, when it is malformed or not legal now."""
        e = parse(event)
        if e["kind"] == ev.SNAPSHOT:
            self._snapshot(e["state"])
            return
        request = e["request"]
        done = self.find(request) if request else None
        if done is not None:
            raise EventError("request", "event %d has done it" % done, True)
        before = self.kept()
        try:
            self.seq += 1
            if request:
                self.recent = self.recent[1 - RECENT :] + [[request, self.seq]]
            _HANDLERS[e["kind"] - 2](self, e)
        except BaseException as error:  # whatever went wrong in there: the table is as it was
            for field, value in zip(ALL, before):
                setattr(self, field, value)
            if isinstance(error, RecordError):
                raise refused(error) from None
            raise

    @staticmethod
    def restore(data: bytes) -> "Table":
        """The table that wrote a snapshot. EventError when no table can have written it."""
        from .restore import read

        table = Table()
        try:
            read(data, table)
        except RecordError as error:
            raise refused(error) from None
        return table

    def _snapshot(self, data: bytes) -> None:
        """At a fresh table: restores. Later: what was replayed must be what the table had."""
        if self.seq and data == self.snapshot():
            return
        restored = Table.restore(data)
        if self.seq:
            from .restore import difference

            differs = difference(self, restored)
            if differs:
                raise EventError("snapshot", differs)
        self.take(restored)

    def need(self, *phases: str) -> None:
        if self.phase not in phases:
            raise EventError("phase", "not in %s, only in %s" % (self.phase, ", ".join(phases)), True)

    # seldom: opening
    def deal_to(self, seat: int, before: int) -> None:
        """The deal goes to `seat`. The round wind moves on when all have dealt and the first dealer is it again."""
        if self.first_dealer is None:
            self.first_dealer = seat
        if seat != before:
            self.streak = 0
            if seat == self.first_dealer and self.dealt == (1 << self.seats) - 1:
                self.round_wind = (self.round_wind + 1) % 4
                self.dealt = 0
        self.dealt |= 1 << seat
        self.dealer = seat
        self.thrower = 0

    def _seal(self, e: dict) -> None:
        self.need("ready", "throw", "wild", "play")
        self.seal = e["seal"]

    # seldom: opening
    def _throw(self, e: dict) -> None:
        self.need("ready", "throw", "wild", "play")
        thrown = e["dice"]
        due = self.throw
        if due is None:
            if not thrown or len(thrown) not in self.ruleset.kong_dice():
                raise EventError("dice", "no throw of %d is due" % len(thrown), True)
            if e["seat"] >= self.seats:
                raise EventError("seat", "%d is no seat" % e["seat"])
        elif e["seat"] != due[0]:
            raise EventError("seat", "%d throws now, not %d" % (due[0], e["seat"]), True)
        elif len(thrown) != due[1]:
            raise EventError("dice", "%d given, %d are to be thrown" % (len(thrown), due[1]))
        if e["source"] == ev.BY_TABLE:
            self._check_seal(e)
        if due is None:
            self.kong_dice = thrown
        elif self.dealer is None:
            self.deal_to((due[0] + sum(thrown) - 1) % self.seats, self.thrower)
        else:
            thrown = self.dice + thrown
            self.wall = None if self.due(thrown) else self.built(thrown, None, b"")
            self.dice = thrown
        if e["source"] == ev.BY_TABLE:
            self.seal = b""

    # seldom: opening
    def _check_seal(self, e: dict) -> None:
        if not self.seal:
            raise EventError("seal", "there was none before the throw", True)
        if not dice.verify(self.seal, e["secret"], e["press"], e["dice"]):
            raise EventError("dice", "are not what the seal committed to")

    # seldom: opening
    def _indicator(self, e: dict) -> None:
        """May be said again: a slip at the buttons must not spoil the hand."""
        self.need("wild", "play")
        kind = e["tile"]
        if not self.ruleset.HAS_INDICATOR or not self.ruleset.copies(kind):
            raise EventError("indicator", "%s is no indicator of %s" % (name(kind), self.region))
        wall = self.built(self.dice, kind, self.drawn)
        if wall is None:
            raise EventError("indicator", "%s does not go with what was drawn" % name(kind))
        self.wall = wall
        self.indicator = kind

    def _standing(self) -> Wall:
        """The wall of the hand in play; EventError when there is none."""
        self.need("wild", "play")
        if self.wall is None:
            raise EventError("phase", "there is no wall", True)
        return self.wall

    def _wall(self, e: dict) -> None:
        wall = self._standing()
        code, count, thrown = e["code"], e["count"], e["dice"]
        if code == ev.WALL_BACK:
            if count > 1 or thrown:
                raise EventError("event", "one tile is put back")
            self._put_back()
            return
        if thrown and (code != ev.WALL_KONG or count != 1):
            raise EventError("dice", "are for one kong only")
        if code == ev.WALL_KONG and self.kong_dice and thrown != self.kong_dice:
            raise EventError("dice", "%s were thrown for this kong" % " ".join([str(d) for d in self.kong_dice]))
        drawn = self.drawn
        if not thrown and len(drawn) > 2 and drawn[-1] == 0 and drawn[-3] == code and drawn[-2] + count < 256:
            drawn = drawn[:-2] + bytes((drawn[-2] + count, 0))
        else:
            drawn = drawn + bytes((code, count, len(thrown))) + thrown
        if count > 1:  # it may be refused in the middle: on a wall of its own
            self.wall = self.built(self.dice, self.indicator, drawn)
        if self.wall is None or count == 1 and not wall.apply(code, thrown):
            raise EventError("event", "the wall refuses %s" % ev.WALL_EVENTS[code], True)
        self.drawn = drawn
        self.kong_dice = b""

    # seldom: course
    def _put_back(self) -> None:
        """The replacement that was taken last lies there again; dice that were only thrown for one are void."""
        if not self.kong_dice:
            code, count, thrown = taken(self.drawn)[-1] if self.drawn else (0, 0, b"")
            if code not in (ev.WALL_KONG, ev.WALL_FLOWER):
                raise EventError("event", "no replacement was taken last", True)
            before = self.drawn[: -3 - len(thrown)]
            self.drawn = before + bytes((code, count - 1, 0)) if count > 1 else before
            self.wall = self.built(self.dice, self.indicator, self.drawn)
        self.kong_dice = b""

    def clear_hand(self) -> None:
        self.dice = b""
        self.kong_dice = b""
        self.indicator = None
        self.drawn = b""
        self.wall = None
        self.course = []

    def _other(self, e: dict) -> None:
        """What happens between two hands, and how one ends."""
        from . import between

        between.happened(self, e)

    def _note(self, e: dict) -> None:
        pass

    def _abort(self, e: dict) -> None:
        if not self.course:
            self.need("throw", "wild", "play")
        self.clear_hand()

    def _play(self, e: dict) -> None:
        self.course = self._entered(e["entry"])

    # seldom: course
    def _entered(self, entry: dict) -> list:
        from . import course

        self.need("ready", "throw", "wild", "play")
        if course.checked(entry, self.seats) != entry:
            raise EventError("entry", "has fields that say nothing")
        return course.entered(self.ruleset, self.course, entry)

    # ------------------------------------------------------------ the course of play

    # seldom: course
    def played(self, entry: object) -> dict:
        """An entry of the hand's course with what the table knows filled in. RecordError or EventError when it is none,
        or not legal now.
        """
        from . import course

        self.need("ready", "throw", "wild", "play")
        out = course.checked(entry, self.seats)
        if out["what"] == "kong" and "chain" not in out:
            last = taken(self.drawn)[-1][0] if self.drawn else 0
            seats = (out["seat"], out.get("from", -1)) if self.ruleset.CHAIN_OVER else (out["seat"],)
            before = course.chain(self.course, seats, last == ev.WALL_KONG)
            if before:
                out["chain"] = before
        course.entered(self.ruleset, self.course, out)
        if out["what"] == "win":
            return course.locked_win(self.ruleset, self.course, out)
        if out["what"] in ("meld", "kong", "ready"):
            wilds = self.wilds
            if self.indicator is not None and self.dealer is not None:
                wilds += tuple(self.ruleset.seat_wilds(self.indicator, self.dealer).get(out["seat"], ()))
            course.refuse(self.ruleset, self.course, out, wilds, course.locked(self.ruleset, self.course, self.drawn))
        if out["what"] == "flower":
            if kind(out["tile"]) not in self.laid_aside(out["seat"]):
                raise RecordError("tile: %s is not laid aside" % out["tile"])
        return out

    # seldom: course
    def laid_aside(self, seat: int) -> list:
        """The kinds that a seat lays aside: flowers that are not wild for it; the wilds where these are flown."""
        rules, shown = self.ruleset, self.indicator
        if rules.FLOWER_EVENT:
            own = () if self.dealer is None else rules.seat_wilds(shown, self.dealer).get(seat, ())
            return [k for k in rules.set_aside(shown) if k not in own]
        from .tiles import KINDS

        return [k for k in range(KINDS) if rules.copies(k)] if shown is None else list(rules.wilds(shown))

    # ------------------------------------------------------------ the record of the hand

    def complete(self, hand: dict, entries: "list | None" = None) -> dict:
        """A copy of a hand record with everything that the table knows filled in, the hand's course too (or `entries`).

        Raises RecordError that names a field which is malformed, or is given and differs from what the table has.
        """
        from .between import complete

        return complete(self, hand, entries)


_HANDLERS = (  # by kind, from SESSION on
    Table._other, Table._other, Table._seal, Table._throw, Table._indicator, Table._wall, Table._other, Table._other,
    Table._other, Table._other, Table._note, Table._abort, Table._play,
    Table._other, Table._other, Table._other,
)  # fmt: skip
