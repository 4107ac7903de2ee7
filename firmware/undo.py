"""The last hand is taken back when two seats hold ✗ for two seconds. Loaded while somebody holds it."""

import time

from engine_core import events
from firmware.game import Game

SECONDS = 1000  # ms that two seats go on holding, after the second each has held until the key counts
PATIENCE = 10000  # ms after which a key that was never let go is forgotten


class Undo:
    def __init__(self, game: Game) -> None:
        self._game = game
        self._seats: list = []  # that hold
        self._since = time.ticks_ms()  # the last one began
        self._page = {"page": "undo", "hand": (game.table.last or {}).get("hand", 0), "held": 0, "done": 0}

    def hold(self, seat: int, held: bool) -> bool:
        """A seat holds, or lets go. False: nobody holds any more."""
        if seat in self._seats:
            self._seats.remove(seat)
        if held:
            self._seats.append(seat)
        self._since = time.ticks_ms()
        self._page["held"], self._page["done"] = len(self._seats), 0
        if self._seats:
            self._game.stage.show((self._page, PATIENCE))
        elif self._game.stage.page == "undo":
            self._game.stage.rest()
        return bool(self._seats)

    def tick(self) -> bool:
        """Fills the bar; takes the hand back when it is full. True: it is over."""
        held = time.ticks_diff(time.ticks_ms(), self._since)
        if held > PATIENCE:
            return True
        if len(self._seats) < 2:
            return False
        done = min(100, 100 * held // SECONDS)
        if done != self._page["done"]:
            self._page["done"] = done
            self._game.stage.touch()
        if done < 100:
            return False
        self._game.stage.rest()
        if self._game.table.last:
            self._game.record(events.pack_undo)
        return True
