"""The menu of a seat: what has no key of its own."""

from engine_core import events, tiles
from firmware.dialogue import Dialogue

STANDINGS = 5000


class Ask(Dialogue):
    PHASES = ("new", "ready", "throw", "wild", "play")

    def first(self) -> None:
        self._does = []
        rows = self._of_game() if self.table.phase != "new" else []
        if self.table.phase == "new" and self.table.region:
            rows.append(("new", self._opens))
        if self.table.phase == "ready" and not self.table.course:
            rows += [("seats", self._opens), ("away", self._opens), ("new", self._opens)]
            if self.table.ruleset.LEFT is not None:
                rows.append(("left", self._leaves))
        if self.table.phase in ("new", "ready") and not self.table.course:
            rows.append(("settings", self._opens))
            if self.game.board.readers:
                rows.append(("tags", self._opens))
            rows.append(("selftest", self._selftest))
        self._rows = rows
        self.choose("menu", [[["menu." + name], "", None] for name, _ in rows], self._row)

    def _of_game(self) -> list:
        known = self.table.ruleset.course()
        playing = self.table.phase != "ready" or bool(self.table.course)
        rows = [("foul", self._opens)]
        if self.table.phase != "wild":  # what the wild tile is must be known first; a hand that is none is given up
            rows.insert(0, ("drawn", self._opens))
        if playing or self.table.dealer is not None:
            rows.append(("meld", self._opens))
        for how in ("declared", "shown"):
            if how in known and self._can(what="ready", seat=self.seat, how=how):
                rows.append((how, self._ready))
        if "missed" in known:
            rows.append(("missed", self._missed))
        if "followed" in known:
            rows.append(("followed", self._followed))
        if "haidi" in known:
            rows.append(("haidi", self._haidi))
        if self.table.course:
            rows.append(("back", self._back))
        rows += [("standings", self._standings), ("points", self._opens)]
        if playing:
            rows.append(("abort", self._abort))
        return rows

    def _can(self, **entry: object) -> bool:
        """May this be told now: where nothing was told nothing speaks against it."""
        return not self.table.course or self.playable(entry)

    def _row(self, at: int) -> None:
        name, does = self._rows[at]
        self._name = name
        does()

    def _opens(self) -> None:
        """The dialogue of the row's name."""
        self.leave()
        self.panel.open(self.seat, self._name)

    def _play(self, **entry: object) -> None:
        self.leave()
        self.game.play(entry, self.request)

    def _ready(self) -> None:
        self._play(what="ready", seat=self.seat, how=self._name)

    def _missed(self) -> None:
        """Which tile, and of whom, where the region looks at it."""
        self._entry = {"what": "missed", "seat": self.seat}
        if self.table.ruleset.MISSED[:1] == ("tile",):
            self.go(self._missed_tile)
        else:
            self._play(**self._entry)

    def _missed_tile(self) -> None:
        self.pick("menu.missed", self.kinds() + [-1], self._tile_missed)

    def _tile_missed(self, at: int) -> None:
        kind = self.page["kinds"][at]
        if kind >= 0:
            self._entry["tile"] = tiles.name(kind)
        if self.table.ruleset.MISSED_OF:
            self.go(self._missed_from)
        else:
            self._play(**self._entry)

    def _missed_from(self) -> None:
        others = sorted(self.others())
        rows = [[["how.from", "@%d" % seat], "", None] for seat in others]
        self.choose("menu.missed", rows, lambda at: self._play(**dict(self._entry, **{"from": others[at]})))

    def _followed(self) -> None:
        times = len([e for e in self.table.course if e["what"] == "followed"])
        self._play(what="followed", times=min(times + 1, 2))

    def _haidi(self) -> None:
        self._play(what="haidi", seat=self.seat)

    def _back(self) -> None:
        self._play(what="back")

    def _standings(self) -> None:
        self.leave()
        self.game.stage.show(({"page": "standings"}, STANDINGS))

    def _selftest(self) -> None:
        from firmware import testing

        testing.begin(self.panel)

    def _abort(self) -> None:
        """The hand is given up: another seat agrees."""
        self.leave()
        self.panel.agree(self.seat, "abort", self._aborted)

    def _leaves(self) -> None:
        """The player of this seat has left the table: another seat agrees."""
        self.leave()
        self.panel.agree(self.seat, "left", lambda: self.game.record(events.pack_left, self.seat))

    def _aborted(self) -> None:
        self.game.record(events.pack_abort)
