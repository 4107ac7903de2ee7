"""The keys of the seats: which key does what, and the dialogues they open.

Every seat has the keys below. At a seat with an open dialogue (ask_<name>.py, dialogue.py) they belong to that. Else:

    dice     throws, when it is this seat's throw; where real dice are thrown, their faces (dice)
    draw     while playing: this seat takes the next tile
    discard  while playing: this seat has discarded, the turn goes on
    next     the table's own next-player button, while playing: the player whose turn is next takes the next tile
    up       while playing: a kong, a flower, a meld (meld)
    down     between hands: standings; while playing: kong money so far
    hu       a win (win)
    ok       enters the turned-up tile (indicator), or the void suit (void), where that is due, as up and down do;
             ends a hand after whose last win nobody plays on
    no       takes a page away that is shown for a while
    menu     the menu (menu): ok, held for a second
    leave    no, held for a second: leaves a dialogue at once; at two seats it takes the last hand back (undo)
    release  no is no longer held

On a result page down and up show its reasons, row by row.
A minute without a key leaves a dialogue and nothing has changed; who is asked to confirm something is not hurried.
"""

import sys
import time

from engine_core import events
from engine_core.dice import EntropyError
from engine_core.events import EventError
from engine_core.values import RecordError
from firmware.game import Game, NotNow
from firmware.memory import bring_rules, let_go, let_go_of
from firmware.screens import CENTRE

KEYS = ("dice", "up", "down", "ok", "no", "hu", "draw", "discard", "next", "menu", "leave", "release")
SCORES = ("win", "meld", "foul", "drawn", "patterns", "tiles", "shown", "void")  # dialogues that score
UNTOUCHED = 60000  # ms after which a dialogue is left
IDLE = 300000  # ms without a key between two hands until the idle page
MINUTE = 60000
ERROR = 4000  # ms that a refusal stays on the seat's display
STANDINGS = 5000
MONEY = 3000
LAPTOP = 3000
CHOICE = ("up", "down", "ok")
ASK = "firmware.ask_"
STEPS = "firmware.ask_tiles firmware.ask_patterns"  # another dialogue may have them while they are not open
OF_DIALOGUES = "dialogue claim sending pages_entry undo testing pages_test reader tags"  # beside what begins so
CALLED = "called"  # modules that called patterns need


class Panel:
    # seldom: begun
    def __init__(self, game: Game) -> None:
        self.game = game
        self._open: dict = {}  # seat -> its dialogues, the one with the keys last: [dialogue, when it was last touched]
        self._touched = time.ticks_ms()  # any key
        self._insists: tuple = ()  # the seat that was told that it is not its turn, and at which event
        self._offered: tuple = ()  # what the offer of the last tile was looked at by
        self._later: list = []  # [function, its argument or None]: what a key of a dialogue comes to
        self._undo: list = []  # while somebody holds no: an undo.Undo
        self.tests: list = []  # a testing.Test that runs, or for a minute the one that was

    # ------------------------------------------------------------ from outside

    def pressed(self, seat: "int | None", key: str) -> None:
        """A key of the table was pressed. The dice key in the middle (seat 4) counts for whoever throws."""
        if seat == CENTRE and key == "next":
            seat = 0  # it says itself whose turn it is
        elif seat == CENTRE:
            due = self.game.table.throw
            seat = due[0] if due else None
        if seat is None or key not in KEYS:
            return
        self.game.relieve()  # a request of the laptop has had it done
        try:
            self.press(seat, key)
        except (EventError, RecordError, NotNow, EntropyError):
            pass  # stands on the display
        except Exception as error:
            self.game.trouble("key", error)

    def press(self, seat: int, key: str, request: int = 0) -> None:
        """The same by the laptop's `request`. EventError, RecordError, NotNow, EntropyError: it cannot be done now."""
        self._touched = time.ticks_ms()
        test = self.testing()
        if test:
            test.key(seat, key)
            return
        self._later.clear()  # an error may have left some
        try:
            self._press(seat, key, request)
            while self._later:
                function, what = self._later.pop(0)
                if what is None:
                    function()
                else:
                    function(what)
        except (EventError, RecordError, NotNow):
            self.game.stage.show(({"page": "error", "what": "refused", "seat": seat}, ERROR))
            raise
        except EntropyError:
            self.game.stage.show(({"page": "error", "what": "dice", "seat": None}, ERROR))
            self._ask_dice(seat)  # the game goes on with real ones
            raise
        except Exception:
            self.failed(seat)
            raise
        finally:
            self.game.stage.touch()

    def _press(self, seat: int, key: str, request: int) -> None:
        if self.game.stage.page == "idle":
            self.game.stage.rest()  # it wakes the displays up, and does nothing else
            return
        if key == "next":
            self._next(request)
            return
        dialogues = self._open.get(seat)
        if dialogues:
            dialogues[-1][1] = self._touched
            if key != "release":
                dialogues[-1][0].key(key, request)
        else:
            self._at_rest(seat, key, request)

    def failed(self, seat: int) -> None:
        """The dialogue of a seat, if there is one, cannot go on: nobody knows where it stopped, or there is no room."""
        for dialogue, _ in self._open.get(seat, ())[-1:]:
            self.leave(dialogue)
        self.game.stage.show(({"page": "error", "what": "failed", "seat": seat}, ERROR))

    def later(self, function, what: object = None) -> None:  # type: ignore[no-untyped-def]
        """Call it when the key is dealt with, by whoever was told of the key: a dialogue lies deep in a controller's
        stack, and so would what it comes to."""
        self._later.append([function, what])

    def testing(self):  # type: ignore[no-untyped-def]
        """The self-test while it runs, which has all keys and displays, by place; None."""
        return self.tests[0] if self.tests and not self.tests[0].over else None

    def happened(self) -> None:
        """Something was recorded: dialogues that do not belong to what happens any more are over."""
        for dialogue in self.dialogues():
            if not dialogue.holds():
                self.leave(dialogue)

    # seldom: shown
    def connected(self) -> None:
        """A laptop said hello, and no hand is in play."""
        if self.game.stage.page in ("", "idle", "boot"):
            self.game.stage.show(({"page": "laptop"}, LAPTOP))

    def tick(self) -> None:
        """Called some times a second: leaves dialogues that nobody touches, lets the displays rest."""
        now = time.ticks_ms()
        test = self.testing()
        if test:
            self._touched = now
            test.tick()
        for dialogues in list(self._open.values()):
            dialogue, since = dialogues[-1]
            if not dialogue.LASTING and time.ticks_diff(now, since) > UNTOUCHED:
                self.leave(dialogue)
        wall = self.game.table.wall
        if wall is not None and wall.rules.SEA_BOTTOM and wall.left == 1:
            self._offer()
        if self.game.ends:
            self.game.aborted()
        if self._undo and self._undo[0].tick():
            self._undo = []
        idle = time.ticks_diff(now, self._touched)
        stage = self.game.stage
        if idle > IDLE and self.game.table.phase in ("new", "ready") and stage.page in ("", "idle"):
            stage.show(({"page": "idle", "step": (idle - IDLE) // MINUTE}, MINUTE))

    def unload(self, tight: bool) -> None:
        """Let the dialogues' modules go when none is open; where memory is short, of each that is not open."""
        if not self.testing() and time.ticks_diff(time.ticks_ms(), self._touched) > UNTOUCHED:
            self.tests = []
        if not self._open and not self._undo and not self.tests:
            let_go_of(OF_DIALOGUES)
            let_go(*[name for name in sys.modules if name.startswith(ASK) or name.endswith(CALLED)])
        elif tight:
            used = [type(dialogue) for dialogue in self.dialogues()]
            loaded = [name for name in sys.modules if name.startswith(ASK) and name not in STEPS]
            let_go(*[name for name in loaded if sys.modules[name].Ask not in used])

    # ------------------------------------------------------------ at rest

    def _at_rest(self, seat: int, key: str, request: int) -> None:
        game = self.game
        table, stage = game.table, game.stage
        phase = table.phase
        if key == "ok" and game.rails is not None and game.rails.accept(seat):
            return
        if stage.page == "result" and key in ("up", "down", "no"):
            self._in_result(seat, key)
        elif key == "no":
            stage.rest()
        elif key in ("leave", "release"):
            self._hold(seat, key == "leave")
        elif key == "dice":
            due = table.throw
            if due is None or due[0] != seat:
                return
            if game.config.settings["real_dice"]:
                self._ask_dice(seat)
            else:
                game.throw(seat, game.press_bytes(request), request)
        elif phase == "wild" and key in CHOICE:
            self._ask_indicator(seat)
        elif key == "menu":
            self.open(seat, "menu")
        elif phase == "play" and key in CHOICE and self._void_due(seat):
            self.open(seat, "void").key(key, request)
        elif phase in ("ready", "throw", "play"):
            self._playing(seat, key, request)

    def _playing(self, seat: int, key: str, request: int) -> None:
        game = self.game
        table = game.table
        if key == "draw" and table.phase == "play":
            if self._may_draw(seat):
                game.take(events.WALL_DRAW, seat, request=request)
        elif key == "discard" and table.phase == "play":
            game.stage.discarded(seat, self.following(seat))
        elif key == "up" and (table.phase == "play" or table.course):
            self.open(seat, "meld")
        elif key == "hu":
            self.open(seat, "win")
        elif key == "ok" and table.course and self.is_over() and not self._open:
            from firmware.ask_drawn import finish

            finish(self, request)
        elif key == "down" and table.course:
            self._money()
        elif key == "down" and table.phase == "ready":
            game.stage.show(({"page": "standings"}, STANDINGS))

    def _next(self, request: int) -> None:
        """The next-player button: who draws next takes the next tile."""
        table, stage = self.game.table, self.game.stage
        if table.phase != "play":
            return
        seat = stage.due
        if seat is None and stage.turn is not None:
            seat = self.following(stage.turn)
        elif seat is None and not table.drawn and not table.course:
            seat = self.following(table.dealer or 0)
        self.game.take(events.WALL_DRAW, seat, request=request)

    def following(self, seat: int) -> int:
        """Who draws after this seat, when nobody claims its discard."""
        table = self.game.table
        rules, wins = table.ruleset, [e for e in table.course if e["what"] == "win"]
        seats = [(seat + k) % table.seats for k in range(1, table.seats)]
        return ([s for s in seats if rules.plays_on(wins, s)] or seats)[0]

    def _may_draw(self, seat: int) -> bool:
        """Is it this seat's turn to draw, as far as discards were said. If not it is told; when it insists it may:
        a claim may have gone before that nobody has entered."""
        stage = self.game.stage
        due = stage.due if stage.due is not None or stage.may_draw else stage.turn
        if due is None or seat == stage.due:
            return True
        insists = (seat, self.game.table.seq)
        if self._insists == insists:
            return True
        self._insists = insists
        what = "undiscarded" if due == seat else "out_of_turn"
        page = {"page": "error", "what": what, "code": "E14", "seat": seat, "args": ["@%d" % due]}
        stage.show((page, ERROR))
        return False

    # seldom: shown
    def is_over(self) -> bool:
        """Does nobody play on after the wins of the hand's course."""
        table = self.game.table
        wins = [e for e in table.course if e["what"] == "win"]
        return not any([table.ruleset.plays_on(wins, seat) for seat in range(table.seats)])

    # seldom: shown
    def _money(self) -> None:
        from engine_core import course

        table = self.game.table
        money = course.standing(table.ruleset, table.course)["money"]
        if money:
            page = {"page": "kong", "seat": None, "money": money, "paid": table.ruleset.KONGS_AT_ONCE}
            self.game.stage.show((page, MONEY))

    # seldom: shown
    def _in_result(self, seat: int, key: str) -> None:
        """The reasons of a result, and who pays: down opens them and goes on, up goes back, no closes them."""
        stage = self.game.stage
        detail = (stage.message or {}).setdefault("detail", {})
        if key == "no":
            detail.pop(seat, None)
            if not detail:
                stage.rest()
        elif seat in detail:
            detail[seat][1] = max(0, detail[seat][1] + (1 if key == "down" else -1))
        elif key == "down":
            detail[seat] = ["why", 0]
            stage.hold()

    # seldom: shown
    def _hold(self, seat: int, held: bool) -> None:
        """no is held at a seat, or is no longer."""
        if not self._undo and held and self.game.table.last:
            from firmware import undo

            self._undo = [undo.Undo(self.game)]
        if self._undo and not self._undo[0].hold(seat, held):
            self._undo = []

    # ------------------------------------------------------------ dialogues

    def open(self, seat: int, name: str, *args):  # type: ignore[no-untyped-def]
        """Open the dialogue of firmware/ask_<name>.py at a seat, over one that is open there."""
        return self.put(self.made(seat, name, *args))

    # seldom: asking
    def made(self, seat: int, name: str, *args):  # type: ignore[no-untyped-def]
        """A dialogue that is not open yet."""
        if name in SCORES or name == "menu" and self.game.table.course:  # which looks what may be told now
            bring_rules(self.game.table)
            if name == "win":
                __import__("firmware.claim")
                __import__("firmware.sending")
        module = __import__("firmware.ask_" + name, None, None, ("Ask",), 0)
        return module.Ask(self, seat, *args)

    # seldom: asking
    def put(self, dialogue):  # type: ignore[no-untyped-def]
        """Open a dialogue at its seat, over what is open there; it may have been open before."""
        self._open.setdefault(dialogue.seat, []).append([dialogue, time.ticks_ms()])
        try:
            dialogue.begin()
        except Exception:
            self.leave(dialogue)
            raise
        return dialogue

    # seldom: asking
    def agree(self, seat: int, what: str, then) -> None:  # type: ignore[no-untyped-def]
        """Ask all seats but this one about `what` (ask.<what> in the texts); `then` is called when one agrees."""
        asked: list = []
        for other in range(self.game.table.seats):
            if other != seat:
                self.open(other, "agree", what, asked, then)

    def dialogues(self) -> list:
        """All that are open."""
        return [entry[0] for seat in sorted(self._open) for entry in self._open[seat]]

    # seldom: asking
    def wants_tile(self, seat: "int | None"):  # type: ignore[no-untyped-def]
        """The dialogue that a tile on the reader is for, None: there is none. `seat`: where the reader is, None: it is
        there for all; then the dialogue that was touched last. A tile that is due to be turned up opens its own."""
        wall, found, since = self.game.table.wall, None, 0
        if self.game.table.phase == "wild" and wall is not None and wall.indicator_at is not None:
            owner = wall.where(wall.indicator_at)[0]
            if not self._open.get(owner) and seat in (None, owner):
                self._ask_indicator(owner)
        for at, dialogues in self._open.items():
            dialogue, touched = dialogues[-1]
            later = found is None or time.ticks_diff(touched, since) > 0
            if seat in (None, at) and dialogue.wants_tile() and later:
                found, since = dialogue, touched
        return found

    # seldom: asking
    def touched(self, dialogue) -> None:  # type: ignore[no-untyped-def]
        """Somebody does something with this dialogue, which has the keys of its seat."""
        self._touched = self._open[dialogue.seat][-1][1] = time.ticks_ms()

    # seldom: asking
    def leave(self, dialogue) -> None:  # type: ignore[no-untyped-def]
        """A dialogue is over; what lies under it at its seat goes on."""
        seat, stage = dialogue.seat, self.game.stage
        rest = [entry for entry in self._open.get(seat, ()) if entry[0] is not dialogue]
        if len(rest) == len(self._open.get(seat, ())):
            return
        if rest:
            self._open[seat] = rest
            stage.own[seat] = rest[-1][0].page
        else:
            del self._open[seat]
            stage.own.pop(seat, None)
        stage.touch()
        dialogue.left()

    # seldom: asking
    def show(self, dialogue) -> None:  # type: ignore[no-untyped-def]
        """The dialogue has another page."""
        dialogues = self._open.get(dialogue.seat)
        if dialogues and dialogues[-1][0] is dialogue:
            self.game.stage.own[dialogue.seat] = dialogue.page
            self.game.stage.touch()

    def _ask_indicator(self, seat: int) -> None:
        wall = self.game.table.wall
        if wall is not None and (wall.indicator_at is None or wall.where(wall.indicator_at)[0] == seat):
            self.open(seat, "indicator")

    def _ask_dice(self, seat: int) -> None:
        if self.game.table.throw is not None and not self._open.get(seat):
            self.open(seat, "dice")

    def _offer(self) -> None:
        """The last tile is offered to whose turn it is, who may be entering something else first."""
        state = (self.game.table.seq, self.game.stage.turn, len(self._open))
        if state == self._offered:
            return
        self._offered = state
        from firmware import ask_haidi

        seat = ask_haidi.asked(self)
        if seat is not None and not self._open.get(seat):
            self.open(seat, "haidi")
            self._offered = state[:2] + (len(self._open),)  # left before it is looked at again, it is offered again

    def _void_due(self, seat: int) -> bool:
        if "void" not in self.game.table.ruleset.course():
            return False
        from firmware import pages_course

        return pages_course.void_due(self.game.table, seat)
