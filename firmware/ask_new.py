"""A new session: the scores begin anew. Who asks for it says who deals, as a rule the dice; a second seat agrees."""

from engine_core import events
from firmware.dialogue import Dialogue


class Ask(Dialogue):
    PHASES = ("new", "ready")

    def first(self) -> None:
        self.page = {"page": "ask", "what": "new", "seat": self.seat}
        self.show()

    def other(self, key: str) -> None:
        if key == "ok" and self.page["page"] == "ask":
            self.go(self._who)
        else:
            super().other(key)

    def _who(self) -> None:
        rows = [["new.dice", "", None]] + [[["seat.%d" % seat], "", None] for seat in range(self.table.seats)]
        self.choose("new.dealer", rows, self._chosen)

    def _chosen(self, at: int) -> None:
        self._dealer = at - 1 if at else None
        self.leave()
        self.panel.agree(self.seat, "new", self._begin)

    def _begin(self) -> None:
        scores = [self.table.ruleset.START] * self.table.players
        self.game.record(events.pack_session, self._dealer, scores, request=self.request)
