"""The keys of the seats: which key does what, and the dialogues they open.

Every seat has the keys below. What one means depends on the table's phase and on the dialogue open at that seat:

    (none)     dice: throws, when it is this seat's throw. While playing draw: this seat takes the next tile; up: a
               replacement; hu: where to enter the win. Between hands down: standings. On a result page down, up: its
               reasons, row by row. no: takes a page away that is shown for a while.
    indicator  the turned-up tile, at the seat whose wall it lies in: up, down choose, ok enters it
    take       a replacement: up, down choose kong or flower, ok takes it
    hint       a text that any key takes away
    dice       the faces of real dice, at the thrower, where the table is set so, or its own have failed: up, down alter
               a face, ok goes on to the next, and enters them behind the last; no goes a die back

no leaves a dialogue and nothing has changed; so does a minute without a key.
"""

import time

from engine_core import events, tiles
from engine_core.dice import EntropyError
from engine_core.events import EventError
from firmware.game import Game, NotNow

KEYS = ("dice", "up", "down", "ok", "no", "hu", "draw")
UNTOUCHED = 60000  # ms after which a dialogue is left
IDLE = 300000  # ms without a key between two hands until the idle page
MINUTE = 60000
ERROR = 4000  # ms that a refusal stays on the seat's display
STANDINGS = 5000
LAPTOP = 3000
REPLACEMENTS = (events.WALL_KONG, events.WALL_FLOWER)


class Panel:
    def __init__(self, game: Game) -> None:
        self._game = game
        self._open: dict = {}  # seat -> [name of the dialogue, what is chosen in it, when it was last touched]
        self._touched = time.ticks_ms()  # any key
        self._dialogues = {
            "indicator": self._in_indicator, "take": self._in_take, "hint": self._in_hint, "dice": self._in_dice,
        }  # fmt: skip

    # ------------------------------------------------------------ from outside

    def pressed(self, seat: int, key: str) -> None:
        """A key of the table was pressed."""
        try:
            self.press(seat, key)
        except (EventError, NotNow, EntropyError):
            pass  # stands on the display

    def press(self, seat: int, key: str, request: int = 0) -> None:
        """The same by the laptop's `request`. EventError, NotNow or EntropyError when it cannot be done now."""
        self._touched = time.ticks_ms()
        try:
            self._press(seat, key, request)
        except (EventError, NotNow):
            self._game.stage.show(({"page": "error", "what": "refused", "seat": seat}, ERROR))
            raise
        except EntropyError:
            self._ask_dice(seat)  # the game goes on
            self._game.stage.show(({"page": "error", "what": "dice", "seat": None}, ERROR), self._dice(seat))
            raise
        finally:
            self._game.stage.touch()

    def _press(self, seat: int, key: str, request: int) -> None:
        if self._game.stage.page == "idle":
            self._game.stage.rest()  # it wakes the displays up, and does nothing else
            return
        dialogue = self._open.get(seat)
        if dialogue is None:
            self._at_rest(seat, key, request)
        elif key == "no" and (dialogue[0] != "dice" or not dialogue[1][0]):
            self._leave(seat)
        else:
            dialogue[2] = self._touched
            self._dialogues[dialogue[0]](seat, key, dialogue, request)

    def happened(self) -> None:
        """Something was recorded: dialogues that do not belong to the table's phase any more are over."""
        table = self._game.table
        for seat in list(self._open):
            name = self._open[seat][0]
            if name == "dice":
                over = table.throw is None or table.throw[0] != seat
            else:
                over = table.phase != ("wild" if name == "indicator" else "play")
            if over:
                self._leave(seat)

    def connected(self) -> None:
        """A laptop said hello. During a hand the displays do not mention it."""
        if self._game.table.phase in ("new", "ready") and self._game.stage.page in ("", "idle", "boot"):
            self._game.stage.show(({"page": "laptop"}, LAPTOP))

    def tick(self) -> None:
        """Called some times a second: leaves dialogues that nobody touches, lets the displays rest."""
        now = time.ticks_ms()
        for seat in list(self._open):
            if time.ticks_diff(now, self._open[seat][2]) > UNTOUCHED:
                self._leave(seat)
        idle = time.ticks_diff(now, self._touched)
        stage = self._game.stage
        if idle > IDLE and self._game.table.phase in ("new", "ready") and stage.page in ("", "idle"):
            stage.show(({"page": "idle", "step": (idle - IDLE) // MINUTE}, MINUTE))

    # ------------------------------------------------------------ at rest

    def _at_rest(self, seat: int, key: str, request: int) -> None:
        game = self._game
        phase = game.table.phase
        if game.stage.page == "result" and key in ("up", "down", "no"):
            self._in_result(seat, key)
        elif key == "no":
            game.stage.rest()
        elif key == "dice":
            due = game.table.throw
            if due is None or due[0] != seat:
                return
            if game.config.settings["real_dice"]:
                self._ask_dice(seat)
                game.stage.show(self._dice(seat))
            else:
                game.throw(seat, game.press_bytes(request), request)
        elif phase == "wild" and key in ("up", "down", "ok"):
            self._ask_indicator(seat)
        elif phase == "play":
            self._playing(seat, key, request)
        elif phase == "ready" and key == "down":
            game.stage.show(({"page": "standings"}, STANDINGS))

    def _playing(self, seat: int, key: str, request: int) -> None:
        game = self._game
        if key == "draw":
            game.record(events.pack_wall, events.WALL_DRAW, request=request)
            game.stage.turn = seat
        elif key == "up":
            self._ask(seat, "take", 0)
            self._show_take(seat, 0)
        elif key == "hu":
            self._ask(seat, "hint", None)
            game.stage.question[seat] = "play.win"

    def _in_result(self, seat: int, key: str) -> None:
        """The reasons of a result, and who pays: down opens them and goes on, up goes back, no closes them."""
        stage = self._game.stage
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

    # ------------------------------------------------------------ dialogues

    def _ask(self, seat: int, name: str, chosen: "int | list | None") -> None:
        self._open[seat] = [name, chosen, time.ticks_ms()]

    def _leave(self, seat: int) -> None:
        stage = self._game.stage
        if stage.page == {"indicator": "enter", "dice": "manual"}.get(self._open.pop(seat)[0]):
            stage.rest()
        stage.question.pop(seat, None)
        stage.touch()

    def _ask_indicator(self, seat: int) -> None:
        wall = self._game.table.wall
        if wall is None:
            return
        if wall.indicator_at is None or wall.where(wall.indicator_at)[0] == seat:
            self._ask(seat, "indicator", 0)
            self._show_indicator(seat, 0)

    def _show_indicator(self, seat: int, kind: int) -> None:
        self._game.stage.show(({"page": "enter", "seat": seat, "tile": kind}, UNTOUCHED))

    def _in_indicator(self, seat: int, key: str, dialogue: list, request: int) -> None:
        if key == "ok":
            self._game.record(events.pack_indicator, dialogue[1], request=request)
        elif key in ("up", "down"):
            dialogue[1] = self._next_kind(dialogue[1], 1 if key == "down" else -1)
            self._show_indicator(seat, dialogue[1])

    def _next_kind(self, kind: int, step: int) -> int:
        """The next kind that the region's set has."""
        rules = self._game.table.rules
        for _ in range(tiles.KINDS):
            kind = (kind + step) % tiles.KINDS
            if rules is None or rules.copies(kind):
                break
        return kind

    def _ask_dice(self, seat: int) -> None:
        due = self._game.table.throw
        if due is not None:
            self._ask(seat, "dice", [0, bytearray(b"\x01" * due[1])])  # which die, and the faces

    def _dice(self, seat: int) -> tuple:
        at, faces = self._open[seat][1]
        return {"page": "manual", "seat": seat, "at": at, "dice": faces}, UNTOUCHED

    def _in_dice(self, seat: int, key: str, dialogue: list, request: int) -> None:
        chosen, faces = dialogue[1], dialogue[1][1]
        if key in ("up", "down"):
            faces[chosen[0]] = (faces[chosen[0]] + (0 if key == "up" else 4)) % 6 + 1
        elif key == "ok" and chosen[0] == len(faces) - 1:
            self._leave(seat)
            self._game.record(events.pack_throw, seat, bytes(faces), request=request)
            return
        elif key in ("ok", "no"):
            chosen[0] += 1 if key == "ok" else -1
        self._game.stage.show(self._dice(seat))

    def _choices(self) -> tuple:
        rules = self._game.table.rules
        return REPLACEMENTS if rules and rules.FLOWER_EVENT else REPLACEMENTS[:1]

    def _show_take(self, seat: int, chosen: int) -> None:
        name = events.WALL_EVENTS[self._choices()[chosen]]
        self._game.stage.question[seat] = "play." + name

    def _in_take(self, seat: int, key: str, dialogue: list, request: int) -> None:
        choices = self._choices()
        if key == "ok":
            self._leave(seat)
            self._game.record(events.pack_wall, choices[dialogue[1]], request=request)
            self._game.stage.turn = seat
        elif key in ("up", "down"):
            dialogue[1] = (dialogue[1] + 1) % len(choices)
            self._show_take(seat, dialogue[1])

    def _in_hint(self, seat: int, key: str, dialogue: list, request: int) -> None:
        self._leave(seat)
