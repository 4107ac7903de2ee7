"""Nobody has won: another seat agrees, the hands that the region looks at are entered, the hand is over."""

from engine_core import course
from firmware.dialogue import Dialogue


class Ask(Dialogue):
    def first(self) -> None:
        self.leave()
        self.panel.agree(self.seat, "drawn", self._agreed)

    def _agreed(self) -> None:
        table = self.table
        needed = course.standing(table.ruleset, table.course)["needed"]
        if not needed:
            self.game.end({"hands": [{}] * table.seats}, self.request)
        asked: list = []
        for seat in needed:
            self.panel.open(seat, "shown", asked)
