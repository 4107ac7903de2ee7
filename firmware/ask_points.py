"""Points that one seat owes another: who pays whom, how many. A second seat agrees."""

import time

from engine_core import events
from firmware.dialogue import Dialogue

MOST = 99999
FAST = 300  # ms between two steps of a key that is held, at most
FASTER = 8  # steps after which they are ten times as large


class Ask(Dialogue):
    PHASES = ("ready", "throw", "wild", "play")

    def first(self) -> None:
        self._value, self._steps_so_far, self._stepped = 1, 0, time.ticks_ms()
        self._seats = [(self.seat + k) % self.table.seats for k in range(self.table.seats)]
        self._seats += range(self.table.seats, self.table.players)  # who sits out
        self.choose("menu.points", [[["points.payer", "@%d" % seat], "", None] for seat in self._seats], self._payer)

    def _payer(self, at: int) -> None:
        self._from = self._seats[at]
        self._others = [seat for seat in self._seats if seat != self._from]
        self.go(self._whom)

    def _whom(self) -> None:
        rows = [[["points.pays", "@%d" % self._from, "@%d" % seat], "", None] for seat in self._others]
        self.choose("menu.points", rows, self._payee)

    def _payee(self, at: int) -> None:
        self._to = self._others[at]
        self.go(self._amount)

    def _amount(self) -> None:
        self._does = [self._ask]
        title = ["points.pays", "@%d" % self._from, "@%d" % self._to]
        self.page = {"page": "points", "title": title, "value": self._value, "at": 0}
        self.show()

    def move(self, step: int) -> None:
        if self.page["page"] != "points":
            super().move(step)
            return
        now = time.ticks_ms()
        held = time.ticks_diff(now, self._stepped) < FAST
        self._stepped = now
        self._steps_so_far = self._steps_so_far + 1 if held else 0
        size = 10 ** min(self._steps_so_far // FASTER, 3)
        self._value = self.page["value"] = min(max(1, self._value - step * size), MOST)
        self.show()

    def _ask(self, at: int) -> None:
        page = dict(self.page, asks=True)
        self.leave()
        self.panel.agree(self.seat, page, self._book)

    def _book(self) -> None:
        delta = [0] * self.table.players
        delta[self._from], delta[self._to] = -self._value, self._value
        self.game.record(events.pack_correct, delta, self.game.screens.page.t("points.reason"), request=self.request)
