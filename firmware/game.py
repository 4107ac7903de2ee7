"""The table at work: the one place where something that happened becomes an event, is put on flash and takes effect.

Whoever wants something of the table (the panel's keys, the laptop's requests) calls a method here; it comes back when
the event is on flash, or raises what is wrong, and then nothing has changed. Who wants to know what happens, listens.
"""

import gc
import os
import struct
import sys
import time

from engine_core import dice, events
from engine_core.seldom import let_go_seldom
from engine_core.table import Table
from firmware.config import Config
from firmware.journal import FULL, Journal
from firmware.memory import (
    CHECKS,
    CORE,
    bring_rules,
    bring_scoring,
    collect_again,
    collect_seldom,
    let_go,
    let_go_of,
    let_go_since,
    let_other_regions_go,
    let_regions_go,
    short,
)
from firmware.places import seat_at
from firmware.screens import CENTRE, Screens
from firmware.stage import Stage

MANY = 8  # wins of a hand
REPLAYING = 98304  # bytes between two collections of garbage while events are replayed, which leave little of it
NOTES = 16  # of them the log keeps
ERROR = 6000  # ms that the middle display says that something is wrong
LINE = 120  # longest note, in characters
YEARS = 1704067200, 4102444799  # what a clock may say: 2024 to 2099
CLOCK_ERROR = 2  # seconds that are not worth a note
STUCK = " is stuck"
# How the board's notices end that something lasts, and that it is over.
ENDINGS = ((STUCK, True), (" works again", False), (" does not answer", True), (" answers again", False))
FACTS = "engine_core.facts"
# Modules of the core needed while tiles are drawn.
DRAWING = (
    "canonical", "dice", "errortext", "events", "facts", "segment", "seldom", "state", "table", "tiles", "values",
    "walk", "wire",
)  # fmt: skip
# Modules needed now and then, of the firmware and of the core.
RARE = "barred begun bundle houses journal_open pages_result pages_service recorded samples settings tags"
# What is in parts of the rules and asked for deep down where several win: loaded before.
PARTS = ("_one_by_one", "holding", "no_kong")
RARE_RULES = "between blood_called blood_checks called misread restore parts supply turns"


class NotNow(Exception):
    """Not possible at this moment. `field` says which of the things asked for."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__("%s: %s" % (field, why))
        self.field = field


class Game:
    """Table, journal, dice and displays of one running table. `board` as in firmware/boards."""

    # seldom: begun
    def __init__(self, board) -> None:  # type: ignore[no-untyped-def]
        self.board = board
        self.notes: list = []  # text of what went wrong or is worth knowing, oldest first
        self.listeners: list = []  # called with (event number, event as parsed) once it is on flash
        self.latest = (0, b"")  # the last event, and its number
        self.rails = None  # a rails.Rails, where the board has sensors under the walls
        self._lasting: list = []  # (display, name) of what is wrong with the table and lasts
        self._noted: list = []  # kinds of trouble that stand in the journal already
        self._noting = False  # one is being written there
        self._stored = True
        self._lost = 0  # what was told of events that went
        self._dice_fault = ""  # what was noted of the dice
        self.ends = False  # do the kongs end the hand
        self.boot = ""  # what the table said of its start
        self._secret = b""  # what the table has committed to for the next throw
        self.config = Config(board.data + "/config.json")
        self.houses = board.data + "/houses"  # the folder that they are kept in
        self.table = Table()
        self.journal = opened(board.data, self.table)
        self.screens = Screens(str(self.config.settings["lang"]))
        self.screens.empty = int(self.config.settings["empty_side"])  # type: ignore[call-overload]
        self.stage = Stage(self.table, self.screens)
        self.mixer = dice.Mixer(board.sources)
        from firmware import begun

        begun.tell(self)

    # ------------------------------------------------------------ recording

    def record(self, pack, *args, request: int = 0) -> int:  # type: ignore[no-untyped-def]
        """Make an event with one of the pack functions of engine_core.events, and record it: its number.

        EventError: the table refuses it, nothing has changed. `request`: the crc of the request that it completes.
        """
        event = pack(*args, time=self.time(), request=request)
        parsed = events.parse(event)  # now: once it is recorded nothing may fail
        self.board.guard(True)
        try:
            seq = self.journal.append(event)
        finally:
            self.board.guard(False)
        self.latest = (seq, event)
        self.losing()
        if parsed["kind"] == events.REGION:
            let_other_regions_go(self.table)
        if self.journal.stored != self._stored:
            self._stored = self.journal.stored
            self._storing(self._stored)
        self.contain("listener", self.stage.happened, parsed)
        for listener in self.listeners:
            self.contain("listener", listener, seq, parsed)
        return seq

    def time(self) -> int:
        """Unix seconds; 0, as for a clock that was never set, when what the board says cannot be."""
        now = self.board.time()
        return now if YEARS[0] <= now <= YEARS[1] else 0  # type: ignore[no-any-return]

    def _storing(self, stored: bool) -> None:
        """Flash takes no more events, or does again. The middle display says so between hands, as long as it lasts."""
        self._log("flash takes events again" if stored else self.journal.trouble)
        self.lasts(CENTRE, "flash", not stored)
        self.stage.lasting = None
        if not stored:
            page = wrong("full", "E41") if self.journal.trouble == FULL else wrong("flash", "E43")
            self.stage.show((page, ERROR))
            self.stage.lasting = page

    def losing(self) -> None:
        """Old events go that no laptop has: the middle display says so, and has a triangle until one has the rest."""
        lost = self.journal.lost
        if lost == self._lost:
            return
        self._lost = lost
        self.lasts(CENTRE, "history", lost > 0)
        if lost:
            self._log("flash: full, events to %d are gone, no laptop had them" % lost)
            self.stage.show((wrong("full", "E41"), ERROR))

    def event(self, seq: int) -> "dict | None":
        """An event that was recorded, parsed; None when it is no longer on flash, or cannot be read."""
        if seq == self.latest[0]:
            return events.parse(self.latest[1])
        from firmware import recorded

        return recorded.event(self.journal, seq)

    # ------------------------------------------------------------ dice

    def seal(self) -> None:
        """Commit to the secret of the throw that is due, unless that is done. EntropyError: no dice can be made."""
        if self.table.throw is not None:
            self.commit()

    def commit(self) -> None:
        """Commit to the secret of a throw to come, unless that is done. EntropyError."""
        if self.sealed:
            return
        secret = self.mixer.secret()
        self.record(events.pack_seal, dice.seal(secret))
        self._secret = secret

    def ready_dice(self) -> None:
        """What quiet time is for: commit to the throw that is due. A source that fails, or is well again, is noted.

        Where the dice are real ones nothing is due before somebody asks for the table's.
        """
        try:
            if not self.config.settings["real_dice"]:
                self.seal()
        except dice.EntropyError:
            pass  # stands in the note below, and whoever throws is told
        fault = ""
        for source in self.mixer.sources:
            if source.fault and not fault:
                fault = "dice: source %s: %s" % (source.name, source.fault)
        if fault != self._dice_fault:
            self._dice_fault = fault
            self.lasts(CENTRE, "dice", bool(fault))
            self.note(events.NOTE_DICE, fault or "dice: all sources pass their tests again")

    @property
    def sealed(self) -> bool:
        """Is the table's commitment one whose secret it still has (which a power cut takes away)."""
        return len(self._secret) == dice.SECRET and self.table.seal == dice.seal(self._secret)

    # seldom: hand
    def throw(self, seat: "int | None", press: bytes, request: int = 0) -> int:
        """The table throws its dice because `seat` (None: whoever's turn it is) pressed: the number of the event.

        `press` is what the press adds to the secret. NotNow, EntropyError.
        """
        due = self.table.throw
        if due is None:
            raise NotNow("dice", "no throw is due")
        if seat is not None and seat != due[0]:
            raise NotNow("seat", "%d is not the thrower, %d is" % (seat, due[0]))
        self.seal()
        faces = dice.faces(self._secret, press, due[1])
        return self.record(events.pack_throw, due[0], faces, press, self._secret, request=request)

    # seldom: hand
    def throw_for_kong(self, seat: int, count: int) -> bytes:
        """`seat` throws for a kong's replacement: the dice. EntropyError."""
        self.commit()
        press = self.press_bytes(0)
        faces = dice.faces(self._secret, press, count)
        self.record(events.pack_throw, seat, faces, press, self._secret)
        return faces

    def press_bytes(self, request: int) -> bytes:
        """What a press now adds to the secret of a throw: its microsecond, and what the laptop chose if it was one."""
        return struct.pack(">II", int(time.ticks_us()) & 0xFFFFFFFF, request)  # type: ignore[call-overload]

    # ------------------------------------------------------------ the wall

    def take(self, code: int, seat: "int | None" = None, dice: bytes = b"", request: int = 0) -> int:
        """Somebody says that `seat` takes a tile (a WALL_ code): the number of the event. EventError.

        Where sensors have counted that tile already it is not counted again: then the number of the latest event.
        """
        if not dice and self.rails is not None and self.rails.counted(code):
            seq = self.table.seq
        else:
            seq = self.record(events.pack_wall, code, 1, dice, request=request)
        self.stage.turn = seat
        self.stage.touch()
        if code == events.WALL_KONG:
            self._kongs()
        return seq

    # ------------------------------------------------------------ the course of the hand, and its result

    # seldom: hand
    def play(self, entry: dict, request: int = 0) -> int:
        """Something that happened at play (engine_core/course.py): the number of the event. RecordError, EventError."""
        bring_rules(self.table)
        entry = self.table.played(entry)
        if entry["what"] == "win":
            from firmware import midway

            self._allow([entry])
            midway.refuse(self.table, entry)
        before, due = self.table.course, self.stage.due is not None
        seq = self.record(events.pack_play, entry, request=request)
        if entry["what"] in ("win", "back"):
            self.contain("turn", self._turns, entry, before, due)
        if entry.get("kind") in ("kong", "concealed_kong"):
            self._kongs()  # an added one may be robbed before its replacement is taken
        if entry["what"] == "win":
            self.contain("stage", self.stage.won, self.contain("win", midway.won, self.table, entry["seat"]), entry)
        return seq

    # seldom: hand
    def _turns(self, entry: dict, before: list, due: bool) -> None:
        """What a win, or an entry taken back, does to the turn, and to the tile taken for a kong that is none."""
        from firmware import midway

        if midway.put_back(self.table, before):
            self.record(events.pack_wall, events.WALL_BACK)
        turns = midway.turn(self.table, entry, before, due)
        if turns is not None:
            self.stage.passes(*turns)

    # seldom: hand
    def end(self, hand: dict, request: int = 0) -> int:
        """Score a hand of whose record this is known beside what the table knows, and record it: the number of the
        event. RecordError, EventError."""
        if self.table.phase == "new":
            raise NotNow("phase", "no session has begun")
        self._allow((hand.get("wins") or [])[len([e for e in self.table.course if e["what"] == "win"]) :])
        from engine_core import record
        from engine_core.score import settle

        hand = self.table.complete(hand)
        dealer = hand["dealer"]
        self.relieve()
        bring_rules(self.table, CHECKS)
        for name in PARTS if len(hand.get("wins", ())) > 1 or hand.get("kongs") else ():
            getattr(self.table.ruleset, name, None)
        packed = record.pack(hand)
        many = len(hand.get("wins", ())) > MANY  # then it keeps much, here and there in the heap
        often = 0 if many else collect_seldom()
        try:
            settled = settle(hand)
        finally:
            if not many:
                collect_again(often)
        del hand  # many wins take much room: what was made of them stands in their place
        answer = [settled.answer()]
        seq = self.record(_pack_hand, packed, answer, request=request)
        self.contain("stage", self.stage.ended, settled, dealer)
        return seq

    def _kongs(self) -> None:
        """Where kongs may end a hand: whether they do."""
        if self.table.ruleset.options.get("abort_four_kongs"):
            from firmware import barred

            bring_rules(self.table)  # else they are loaded deep down
            self.ends = barred.ends(self.table)

    # seldom: hand
    def aborted(self) -> None:
        """The hand ends, drawn, by a rule of its own."""
        self.ends = False
        if self.table.course and self.table.phase != "new":
            self.contain("abort", self.end, {"hands": [{}] * self.table.seats})

    # seldom: hand
    def _allow(self, wins: list) -> None:
        """RecordError: one of these wins may not be claimed."""
        if any([e["what"] == "missed" or "chain" in e for e in self.table.course]):
            from firmware import barred

            for win in wins:
                barred.allow(self.table, self.stage, win)

    # ------------------------------------------------------------ trouble

    def contain(self, what: str, function, *args):  # type: ignore[no-untyped-def]
        """Call it; whatever goes wrong in there is noted and goes no further. None then."""
        try:
            return function(*args)
        except Exception as error:
            self.trouble(what, error)
            return None

    def trouble(self, what: str, error: Exception) -> None:
        """Note that something went wrong in a part of the table; in the journal once for each kind, and not what goes
        wrong when it comes there. Never raises."""
        try:
            text = "%s: %s %s" % (what, type(error).__name__, error)
            if text in self._noted:
                return
            self._noted = self._noted[1 - NOTES :] + [text]
            if self._noting:
                self._log(text)
                return
            self._noting = True
            try:
                self.note(events.NOTE_CRASH, text)
            finally:
                self._noting = False
        except MemoryError:
            pass  # no room to say so: whatever goes on gives some back

    # seldom: trouble
    def told(self, what: str, place: "int | None", text: str) -> None:
        """The board has something to say about its hardware; what and place as in firmware/boards. For the log, and for
        the journal once; on a display while it lasts as a triangle, and a stuck key by its name."""
        if text not in self._noted:
            self._noted = self._noted[1 - NOTES :] + [text]
            self.note(events.NOTE_HARDWARE, text)
        seat = None if place is None or place == CENTRE else self.seat_at(place)
        display = CENTRE if seat is None else seat
        for ending, wrong in ENDINGS:
            if text.endswith(ending):
                self.lasts(display, text[: -len(ending)], wrong)
        if what == "key" and text.endswith(STUCK) and not self.stage.page:
            args = ["~" + text.split(" ")[1]]
            self.stage.show(({"page": "error", "what": "key", "code": "E21", "seat": seat, "args": args}, ERROR))

    def seat_at(self, place: int) -> "int | None":
        """Which seat sits at a place (0..3), None: nobody does."""
        return seat_at(place, self.table.seats, self.screens.empty)

    # seldom: trouble
    def lasts(self, display: int, name: str, wrong: bool) -> None:
        """Something is wrong with the table and lasts, or is well again: its display has a triangle as long."""
        mark = (display, name)
        if wrong != (mark in self._lasting):
            self._lasting = [one for one in self._lasting if one != mark] + [mark] * wrong
            self.screens.page.trouble = [one for one, _ in self._lasting]
            self.stage.touch()

    def note(self, code: int, text: str) -> None:
        """A line for the log, and for the journal."""
        text = text[:LINE]
        self._log(text)
        try:
            self.record(events.pack_note, code, text)
        except Exception as error:  # the log is no reason to stop
            self._log("note: %s %s" % (type(error).__name__, error))

    def _log(self, text: str) -> None:
        self.notes = self.notes[1 - NOTES :] + [text]

    # ------------------------------------------------------------ memory

    def unload(self, asking: bool = False) -> None:
        """Let go what only the start needs, what was needed for a page that is no longer shown, and the rules that are
        not asked now; `asking`: somebody is in a dialogue. A controller has room for one region only.
        """
        table = self.table
        resting = self.stage.page == ""
        # What happens at play beside draws was told, or every page looks whether it is (the suits put aside): then each
        # page has its marks.
        told = table.course or table.phase == "play" and "void" in table.ruleset.course()
        if resting and not asking:
            let_go_of("digits_entry")
            let_go(CORE + "course")  # a dialogue has it: it would be there twice
        if resting:
            let_go_of("midway")
            if table.phase == "play":
                let_go_of("pages_open")
                if not self.stage.follows:
                    let_go_of("wallview")
            elif table.phase != "wild":
                let_go_of("pages_play")
            if not told:
                self.screens.page.marked = (None, None)
                let_go_of("pages_course")
        self._let_rare_go()
        if not asking:
            let_go_seldom()
        waits = table.phase in ("ready", "play")  # for the dice, or while tiles are drawn
        if waits and resting and not asking and (not told or self.screens.page.marked[0] is table.course):
            self._lighten()
        elif FACTS in sys.modules:
            from engine_core import facts

            if not waits or facts.stale(table):
                facts.restored(table)
                let_go(FACTS)
        let_regions_go(table.region)

    def relieve(self, needed: bool = False) -> bool:
        """Is memory short? The pages go that are shown, too, then, or if it is `needed`: they are loaded again when
        something changes."""
        if not needed and not short():
            return False
        let_go_of("midway")
        self._let_rare_go()
        let_go_seldom()
        self.screens.unload()
        return True

    def _let_rare_go(self) -> None:
        let_go_of(RARE)
        let_go_of(RARE_RULES, CORE)

    def _lighten(self) -> None:
        """While tiles are drawn, or before, nobody scores: how that is done is loaded again when somebody wants to."""
        from engine_core import facts

        facts.lighten(self.table)
        let_go_since({CORE + name for name in DRAWING})

    def close(self) -> None:
        self.journal.close()


def _pack_hand(packed: bytes, answer: list, time: int, request: int) -> bytes:
    """The event of a hand. The answer is taken out of its list, and is gone when the table reads the event."""
    return events.pack_hand(packed, answer.pop(), time, request)


# seldom: begun
def opened(data: str, table: Table) -> Journal:
    """The journal, replayed; what a start needs for it, and soon afterwards, is loaded first."""
    from firmware import bundle

    if "j" not in os.listdir(data):
        bundle.hasten("begun")
        return Journal(data + "/j", table)
    often = gc.threshold()
    gc.threshold(REPLAYING)
    try:
        bundle.hasten("begun")
        bundle.hasten("played")  # a table that was played at has a region
        bring_scoring()
        return Journal(data + "/j", table)
    finally:
        gc.threshold(often)


def wrong(what: str, code: str) -> dict:
    """The page on the middle display that something is wrong with the table."""
    return {"page": "error", "what": what, "code": code, "seat": None}
