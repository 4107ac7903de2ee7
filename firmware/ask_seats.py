"""The players change seats: who is to sit in the first seat presses 胡 where he sits now, then the next one, and so on.

Everybody's score goes with him. Each seat has the dialogue, and each can end it for all.
"""

from engine_core import events
from firmware.dialogue import Dialogue


class Ask(Dialogue):
    PHASES = ("ready",)

    def __init__(self, panel, seat: int, all_of_them: "list | None" = None, order: "list | None" = None) -> None:  # type: ignore[no-untyped-def]
        """`all_of_them`: the dialogues of all seats; `order`: the seats that have pressed so far."""
        super().__init__(panel, seat)
        self._first = all_of_them is None
        self._all: list = [] if all_of_them is None else all_of_them
        self._order: list = [] if order is None else order
        self._all.append(self)

    def first(self) -> None:
        self._show()
        if self._first:
            for other in range(self.table.seats):
                if other != self.seat:
                    self.panel.open(other, "seats", self._all, self._order)

    def _show(self) -> None:
        self.page = {"page": "seats", "next": len(self._order), "pressed": self.seat in self._order}
        self.show()

    def _end(self) -> None:
        dialogues, self._all[:] = self._all[:], []
        for dialogue in dialogues:
            self.panel.leave(dialogue)

    def left(self) -> None:
        """One who goes ends it for all."""
        if self in self._all:
            self._all.remove(self)
            self._end()

    def other(self, key: str) -> None:
        if key != "hu" or self.seat in self._order:
            return
        self._order.append(self.seat)
        if len(self._order) == self.table.seats - 1:
            self._order.extend([seat for seat in range(self.table.seats) if seat not in self._order])
            self._end()
            self._book()
            return
        for dialogue in self._all:
            dialogue._show()

    def _book(self) -> None:
        sitting_out = list(range(len(self._order), len(self.table.scores)))
        self.game.record(events.pack_seats, self._order + sitting_out, request=self.request)
