"""The faces of real dice, said by who threw them: where the table is set so, or its own dice have failed."""

from engine_core import events
from firmware.dialogue import Dialogue


class Ask(Dialogue):
    """up, down alter a face, ok goes on to the next and enters them behind the last, no goes a die back."""

    def __init__(self, panel, seat: int, count: int = 0, then=None) -> None:  # type: ignore[no-untyped-def]
        """Of the throw that is due; or of `count` dice for a kong, whose faces `then` gets, with the request."""
        super().__init__(panel, seat)
        self._count = count or self.table.throw[1]
        self._then = then

    def first(self) -> None:
        self.page = {"page": "manual", "seat": self.seat, "at": 0, "dice": bytearray(b"\x01" * self._count)}
        self.show()

    def holds(self) -> bool:
        if self._then:
            return super().holds()
        due = self.table.throw
        return due is not None and due == (self.seat, len(self.page["dice"])) and super().holds()

    def no(self) -> None:
        if self.page["at"]:
            self._go(-1)
        else:
            self.leave()

    def move(self, step: int) -> None:
        at, faces = self.page["at"], self.page["dice"]
        faces[at] = (faces[at] - 1 - step) % 6 + 1  # up: more
        self.show()

    def other(self, key: str) -> None:
        if key == "ok" and self.page["at"] < len(self.page["dice"]) - 1:
            self._go(1)
        elif key == "ok":
            self.leave()
            self.panel.later(self._said, bytes(self.page["dice"]))

    def _said(self, faces: bytes) -> None:
        if self._then:
            self._then(faces, self.request)
        else:
            self.game.record(events.pack_throw, self.seat, faces, request=self.request)

    def _go(self, step: int) -> None:
        self.page["at"] += step
        self.show()
