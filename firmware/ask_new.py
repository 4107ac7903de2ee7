"""A new session: the scores begin anew, the dice say who deals. A second seat agrees."""

from engine_core import events
from firmware.dialogue import Dialogue


class Ask(Dialogue):
    PHASES = ("new", "ready")

    def first(self) -> None:
        self.page = {"page": "ask", "what": "new", "seat": self.seat}
        self.show()

    def other(self, key: str) -> None:
        if key == "ok":
            self.leave()
            self.panel.agree(self.seat, "new", self._begin)

    def _begin(self) -> None:
        scores = [self.table.ruleset.START] * self.table.players
        self.game.record(events.pack_session, None, scores, request=self.request)
