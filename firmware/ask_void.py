"""A seat chooses the suit it puts aside."""

from firmware.dialogue import Dialogue
from firmware.pages_course import SUITS, void_due


class Ask(Dialogue):
    STOPS = False

    def first(self) -> None:
        self.page = {"page": "void", "at": 0}
        self.show()

    def holds(self) -> bool:
        return super().holds() and void_due(self.table, self.seat)

    def move(self, step: int) -> None:
        self.page["at"] = (self.page["at"] + step) % len(SUITS)

    def other(self, key: str) -> None:
        if key == "ok":
            self.game.play({"what": "void", "seat": self.seat, "suit": SUITS[self.page["at"]]}, self.request)
