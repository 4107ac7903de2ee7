"""The table learns its tiles: each tag that is laid on the reader is noted as the tile shown, four of a kind, then the
next kind. ✓ goes on to the next kind before that, ▲▼ to any."""

from engine_core import tiles
from firmware import tags
from firmware.dialogue import Dialogue


class Ask(Dialogue):
    PHASES = ("new", "ready")
    LASTING = True  # a hundred tiles take a while

    def first(self) -> None:
        self._seen: list = []  # tags of this kind
        self.pick([""], list(range(tiles.KINDS)), self._next)
        self._count()

    def laid(self, kind: "int | None", tag: bytes) -> None:
        here = self.page["kinds"][self.page["at"]]
        tag = tags.ident(tag)
        if tag in self._seen:
            return
        if kind != here:
            try:
                tags.keep(self.game.board.data, [(tag, here)])
            except tags.TagError:
                self._say_why({"what": "refused"})
                return
        self._seen.append(tag)
        if len(self._seen) == _copies(here):
            self.move(1)
        else:
            self._count()

    def move(self, step: int) -> None:
        super().move(step)
        self._seen = []
        self._count()

    def _next(self, at: int) -> None:
        self.move(1)

    def _count(self) -> None:
        self.page["title"] = "%d/%d" % (len(self._seen), _copies(self.page["kinds"][self.page["at"]]))
        self.show()


def _copies(kind: int) -> int:
    return 1 if kind >= tiles.FLOWERS else 4
