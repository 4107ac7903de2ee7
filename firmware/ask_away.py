"""A player has stood up: the seat says so, and keeps its score, until somebody comes back or a hand begins."""

from firmware.dialogue import Dialogue


class Ask(Dialogue):
    PHASES = ("ready",)
    LASTING = True

    def first(self) -> None:
        self.page = {"page": "away", "seat": self.seat}
        self.show()

    def other(self, key: str) -> None:
        if key == "ok":
            self.leave()
