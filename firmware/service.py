"""Answers the laptop's requests. What that takes (methods.py) is loaded when one comes, and let go when no laptop has
asked for a while: a table mostly plays without one. What few requests need goes as soon as they are answered.
"""

import time

from firmware.game import Game
from firmware.memory import let_go_of
from firmware.panel import Panel

QUIET = 60000  # ms without a request after which it is let go
LASTING = "methods methods_journal standing params"
PASSING = "methods_play methods_changes methods_asked methods_tags refusal"  # what few requests need


class Service:
    """Serves the requests of one laptop after the other, on one table: what the methods work on."""

    def __init__(self, game: Game, panel: Panel) -> None:
        self.game = game
        self.panel = panel
        self.journal = game.journal
        self.guard: object = None  # of the PIN (pin.py), once it was asked for
        self.recent = False  # was something asked that few requests need, since it was looked at last
        self._asked = time.ticks_ms()  # when a request came last

    def serve(self, message: object) -> tuple:
        """(answer, lasting) to a JSON-RPC request; the answer is None where none is due.

        `lasting`: asking again would do something again.

        MemoryError: there is no room for it, though all went that can: in the end dialogues too, unless it is one of
        those that are asked again and again. What was recorded before is not done twice: it is known by its id.
        """
        self._asked = time.ticks_ms()
        self.game.relieve()
        leaves: bool | None = None
        while True:
            try:
                from firmware import methods

                return methods.served(self, message)
            except MemoryError:
                if leaves or isinstance(message, dict) and message.get("method") == "press":
                    raise  # a key has done something, perhaps: its dialogue was left (Panel.press)
            leaves = leaves is not None
            for dialogue in self.panel.dialogues() if leaves and self.recent else ():
                self.panel.failed(dialogue.seat)
            self.game.relieve(True)
            self.panel.unload(True)
            self.unload(True)

    def unload(self, tight: bool) -> bool:
        """Let what few requests need go when none has come since the last time, and everything that answers when nobody
        has asked for a while (True), or memory is short.
        """
        quiet = time.ticks_diff(time.ticks_ms(), self._asked) > QUIET
        over = tight or quiet
        if over or not self.recent:
            let_go_of(PASSING)
        self.recent = False
        if over:
            let_go_of(LASTING)
        return quiet
