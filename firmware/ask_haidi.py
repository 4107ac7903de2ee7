"""The last tile of the wall is offered (Changsha, the roaming sea bottom): ✓ takes it, ✗ leaves it to the next seat.

The panel opens it as soon as one tile is left, at the seat after the one whose turn it is.
"""

from engine_core import events
from firmware.dialogue import Dialogue
from firmware.stage import WARNING


def asked(panel) -> "int | None":  # type: ignore[no-untyped-def]
    """Who is offered the tile now; None: nobody, or it is not known whose turn it is."""
    stage, table = panel.game.stage, panel.game.table
    wall, entries = table.wall, table.course
    if wall is None or wall.over or wall.left != 1:
        return None
    if stage.due is not None:
        return stage.due  # type: ignore[no-any-return]
    turn = stage.turn
    since = entries[stage.drew(turn) if turn is not None else 0 :]
    claimed = [e["seat"] for e in since if e["what"] == "meld"]
    if claimed:
        turn = claimed[-1]
    return None if turn is None else panel.following(turn)  # type: ignore[no-any-return]


class Ask(Dialogue):
    PHASES = ("play",)
    STOPS = False
    LASTING = True

    def first(self) -> None:
        self.page = {"page": "ask", "what": "haidi"}
        self.show()
        if not any([e["what"] == "haidi" for e in self.table.course]):
            self.game.stage.show(({"page": "warn", "kind": "sea_bottom", "seat": self.seat}, WARNING))

    def holds(self) -> bool:
        return super().holds() and asked(self.panel) == self.seat

    def key(self, key: str, request: int) -> None:
        if key in ("ok", "draw"):
            self.leave()
            self._noted()
            self.game.take(events.WALL_DRAW, self.seat, request=request)
        elif key == "no":
            following = self.panel.following(self.seat)
            if not any([e["what"] == "haidi" for e in self.table.course]):
                self._noted()  # who was asked first
            self.leave()
            self.game.record(events.pack_wall, events.WALL_DECLINE, 1, b"", request=request)
            self.game.stage.due = following
        elif key in ("hu", "menu"):
            self.leave()  # a discard may be claimed before; it is asked again afterwards
            self.panel.open(self.seat, "win" if key == "hu" else "menu")

    def _noted(self) -> None:
        self.game.play({"what": "haidi", "seat": self.seat})
