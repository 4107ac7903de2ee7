"""The tile that was turned up, said by the seat in whose wall it lies."""

from engine_core import events, tiles
from firmware.dialogue import Dialogue


class Ask(Dialogue):
    PHASES = ("wild",)
    STOPS = False

    def first(self) -> None:
        self._kinds = self.kinds(tiles.KINDS)
        self.page = {"page": "enter", "seat": self.seat, "tile": self._kinds[0], "at": 0}
        self.show()

    def wants_tile(self) -> bool:
        return True

    def laid(self, kind: "int | None", tag: bytes) -> None:
        if self.legible(kind):
            self.page["at"] = self._kinds.index(kind)
            self.page["tile"] = kind
            self.show()

    def move(self, step: int) -> None:
        self.page["at"] = at = (self.page["at"] + step) % len(self._kinds)
        self.page["tile"] = self._kinds[at]

    def other(self, key: str) -> None:
        if key == "ok":
            self.game.record(events.pack_indicator, self.page["tile"], request=self.request)
