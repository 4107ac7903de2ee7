"""The hand of a seat that is looked at after a drawn hand, entered tile by tile. When all are, the hand is over."""

from engine_core.record import RecordError
from firmware.dialogue import Dialogue


class Ask(Dialogue):
    LASTING = True

    def __init__(self, panel, seat: int, asked: list) -> None:  # type: ignore[no-untyped-def]
        """`asked`: the dialogues of all whose hands are looked at, this one is added."""
        super().__init__(panel, seat)
        self._asked = asked
        self._done = False
        self._tiles = panel.made(seat, "tiles", self, False, self._entered)
        asked.append(self)

    def first(self) -> None:
        self.panel.put(self._tiles)

    def back(self) -> None:
        self.leave()

    def left(self) -> None:
        """Who leaves it leaves it for all."""
        asked = [dialogue for dialogue in self._asked if dialogue is not self]
        del self._asked[:]
        for dialogue in asked:
            self.panel.leave(dialogue._tiles)
            self.panel.leave(dialogue)

    def _entered(self) -> None:
        self._done = True
        self.page = {"page": "play"}
        self.show()
        if all([dialogue._done for dialogue in self._asked]):
            self._end()

    def key(self, key: str, request: int) -> None:
        """Its hand is entered, others are not yet: ✗ goes back to it."""
        if key == "no":
            self._done = False
            self.panel.put(self._tiles)
        elif key == "leave":
            self.leave()

    def _end(self) -> None:
        """All are entered. What cannot be, such as a fifth tile of a kind, all may put right."""
        hands: list = [{} for _ in range(self.table.seats)]
        for dialogue in self._asked:
            hands[dialogue.seat] = {"concealed": dialogue._tiles.concealed()}
        try:
            self.game.end({"hands": hands}, self.request)
        except RecordError:
            for dialogue in self._asked:
                dialogue._done = False
                self.panel.put(dialogue._tiles)
            raise
