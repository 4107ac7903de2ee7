"""Answers the laptop's requests. What that takes (requests.py, methods.py) is loaded when one comes, and let go when no
laptop has asked for a while: a table mostly plays without one.
"""

import time

from firmware.game import Game
from firmware.memory import let_go
from firmware.panel import Panel

QUIET = 60000  # ms without a request after which it is let go


class Parts:
    """What the methods work on. `guard`: of the PIN (pin.py), once it was asked for."""

    def __init__(self, game: Game, panel: Panel) -> None:
        self.game = game
        self.panel = panel
        self.guard: object = None


class Service:
    """Serves the requests of one laptop after the other, on one table."""

    def __init__(self, game: Game, panel: Panel) -> None:
        self._parts = Parts(game, panel)
        self._asked = time.ticks_ms()  # when a request came last

    def serve(self, message: object) -> tuple:
        """(answer, lasting) to a JSON-RPC request; the answer is None where none is due.

        `lasting`: asking again would do something again.
        """
        self._asked = time.ticks_ms()
        self._parts.game.relieve()
        from firmware import requests

        return requests.served(self._parts, message)

    def unload(self, tight: bool) -> None:
        """Let everything that answers go when nobody has asked for a while, or memory is short."""
        if tight or time.ticks_diff(time.ticks_ms(), self._asked) > QUIET:
            let_go("firmware.requests", "firmware.methods", "firmware.methods_journal", "firmware.standing")
            let_go("firmware.methods_tags", "firmware.params")
