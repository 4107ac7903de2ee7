"""The end of a hand: those of the seats that the region looks at are entered. Of one that nobody has won another seat
agrees to it before."""

from engine_core import course
from firmware.dialogue import Dialogue


class Ask(Dialogue):
    def first(self) -> None:
        self.leave()
        self.panel.agree(self.seat, "drawn", self._agreed)

    def _agreed(self) -> None:
        finish(self.panel, self.request)


def finish(panel, request: int = 0, birds: "list | None" = None) -> None:  # type: ignore[no-untyped-def]
    """The hand is over as soon as the hands that the region looks at are entered."""
    game, table = panel.game, panel.game.table
    needed = course.standing(table.ruleset, table.course)["needed"]
    if not needed:
        game.end({"hands": [{}] * table.seats, "birds": birds or []}, request)
    asked: list = []
    for seat in needed:
        panel.open(seat, "shown", asked)
