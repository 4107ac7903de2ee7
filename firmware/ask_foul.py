"""A foul: by whom, what. Of itself a seat says it at once; of another one a second seat agrees."""

from firmware.dialogue import Dialogue


class Ask(Dialogue):
    def first(self) -> None:
        seats = self.table.seats
        self._seats = [(self.seat + k) % seats for k in range(seats)]
        self.choose("menu.foul", [[["seat.%d" % seat], "", None] for seat in self._seats], self._who)

    def _who(self, at: int) -> None:
        self._by = self._seats[at]
        self.go(self._what)

    def _what(self) -> None:
        from firmware import midway

        rows = []
        for kind in self.table.ruleset.FOULS:
            cost = midway.fine(self.table, {"what": "foul", "seat": self._by, "kind": kind})[self._by]
            rows.append([["foul." + kind], str(cost) if cost or kind == "dead_hand" else "", None])
        self.choose(["foul", "@%d" % self._by], rows, self._chosen_foul)

    def _chosen_foul(self, at: int) -> None:
        self._entry = {"what": "foul", "seat": self._by, "kind": self.table.ruleset.FOULS[at]}
        self.leave()
        if self._by == self.seat:
            self.panel.later(self._book)
        else:
            self.panel.agree(self.seat, "foul", self._book)

    def _book(self) -> None:
        self.game.play(self._entry, self.request)
