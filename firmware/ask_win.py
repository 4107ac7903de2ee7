"""A seat says that it has won.

    how (drawn, from whom, robbed kong) -> how it came -> by tiles or by patterns -> the winning tile -> birds ->
    preview -> sent to those who pay (sending.py) -> recorded

Nothing is recorded before all who pay have said yes, or the dealer has decided.
"""

from engine_core import hand, tiles
from firmware.sending import Sending


class Ask(Sending):
    def first(self) -> None:
        rules, others = self.table.ruleset, sorted(self.others())
        self._ways: list = [("drawn", None)]
        if rules.gives(False):
            self._ways += [("from", seat) for seat in others]
        if rules.FLAGS & hand.ROB_KONG and rules.gives(True):
            made = self.claim.last_kong().get("seat")
            self._ways += [("rob", seat) for seat in others if made in (None, seat) and self._robs(seat)]
        if rules.OPENING_CLAIMS and not self.table.drawn:
            self._ways.append(("opening", None))
        rows = [[["how." + how, "@%d" % (seat or 0)], "", None] for how, seat in self._ways]
        self.choose("win", rows, self._how, right="1/4")

    def _robs(self, giver: int) -> bool:
        """May a kong of this seat be robbed."""
        if not getattr(self.table.ruleset, "may_rob", None):
            return True
        from firmware import barred

        win = {"what": "win", "seat": self.seat, "from": giver, "flags": ["rob_kong"]}
        return barred.against(self.table, self.game.stage, win) != "rob_not_allowed"

    def _how(self, at: int) -> None:
        claim = self.claim
        how, claim.giver = self._ways[at]
        claim.rob, claim.opening = how == "rob", how == "opening"
        claim.flags, claim.tile = [], -1
        self._may = [] if claim.opening else claim.may()
        if "last_tile" in self._may and self.table.wall is not None:
            claim.flags = ["last_tile"]
        if self._may:
            self.go(self._how_it_came)
        else:
            self._count()

    def _how_it_came(self) -> None:
        rows = [["done", "", None]] + [[["flag." + flag], "", flag in self.claim.flags] for flag in self._may]
        self.choose("flags", rows, self._flag, right="2/4")

    def _flag(self, at: int) -> None:
        if not at:
            self._count()
            return
        flag, flags = self._may[at - 1], self.claim.flags
        if flag in flags:
            flags.remove(flag)
        else:
            flags.append(flag)
        self.page["rows"][at][2] = flag in flags

    def _count(self) -> None:
        """How the hand is counted: as before, where it must not change since the seat has won with it."""
        claim = self.claim
        won = [e for e in self.wins() if e["seat"] == self.seat] if self.table.ruleset.PLAYS_ON else []
        if won:
            from engine_core import course

            claim.concealed = course.told(self.table.course, self.table.seats)["hands"][self.seat].get("concealed")
        if won and claim.concealed is not None:
            if claim.rob and self._robbed_tile():
                self._known_hand()
            else:
                self.go(self._winning_tile)
        elif won and "called" in won[-1]:
            self._by_patterns()
        else:
            self.go(self._count_by)

    def _count_by(self) -> None:
        rows = [["count." + way, "", None] for way in ("tiles", "patterns", "laptop")]
        self.choose("count_by", rows, self._counted, right="3/4")

    def _counted(self, at: int) -> None:
        if at == 2:
            self.leave()
        elif at == 0:
            self._step = self.panel.made(self.seat, "tiles", self, not self.claim.opening, self._tiles_entered)
            self.go(self._enter)
        else:
            self._by_patterns()

    def _by_patterns(self) -> None:
        self.claim.concealed = None
        if self.claim.rob and not self._robbed_tile():
            self.go(self._winning_tile)  # first: without it nobody has robbed anything
        else:
            self.panel.later(self._tick_patterns)

    def _robbed_tile(self) -> bool:
        """Does the table know which tile was robbed: that of the kong made just now."""
        tile = self.claim.last_kong().get("tile")
        self.claim.tile = tiles.parse(tile)[0] if tile else -1
        return self.claim.tile >= 0

    def _enter(self) -> None:
        """The step of a dialogue over this one."""
        self.panel.put(self._step)

    def _tiles_entered(self) -> None:
        step = self._step
        self.claim.tile, self.claim.concealed = step.tile, step.concealed()  # type: ignore[union-attr]
        self.shown = step.shown()  # type: ignore[union-attr]
        self.go(self._birds)

    def _tick_patterns(self) -> None:
        self._step = self.panel.made(self.seat, "patterns", self, self.claim, self._patterns_ticked)
        self.go(self._enter)

    def _patterns_ticked(self) -> None:
        self.shown = sorted(self.claim.patterns)
        self.go(self._birds if self.claim.rob else self._winning_tile)

    def _winning_tile(self) -> None:
        claim = self.claim
        needed = claim.rob or claim.concealed is not None
        self.pick("win.tile", ([] if needed else [-1]) + claim.winning(self.kinds(tiles.KINDS)), self._tiled)

    def _tiled(self, at: int) -> None:
        claim = self.claim
        claim.tile = self.page["kinds"][at]
        if claim.concealed is not None:
            self._known_hand()
        elif claim.rob:
            self.panel.later(self._tick_patterns)
        else:
            self.go(self._birds)

    def _known_hand(self) -> None:
        self.shown = tiles.parse(self.claim.concealed or "") + bytes((self.claim.tile,))
        self.go(self._birds)

    # ------------------------------------------------------------ birds, preview

    def _birds(self) -> None:
        """All is said; birds are asked for where the region turns them up and they are not known yet."""
        self.claim.birds = []
        self._next_bird()

    def _next_bird(self) -> None:
        birds, claim, wall = self.table.ruleset.birds(), self.claim, self.table.wall
        none = []  # may be said where nobody knows how many tiles are left
        if "last_tile" in claim.flags or any([e["what"] == "bird" for e in self.table.course]):
            birds = 0
        elif wall is None:
            none = [-1]
        else:
            birds = min(birds, wall.left)
        if len(claim.birds) < birds:
            self.pick(["birds", len(claim.birds) + 1, birds], claim.left(self.kinds()) + none, self._bird)
        else:
            self._preview()

    def _bird(self, at: int) -> None:
        kind = self.page["kinds"][at]
        if kind < 0:
            self._preview()
            return
        self.claim.birds.append(tiles.name(kind))
        self._next_bird()

    def _preview(self) -> None:
        claim = self.claim
        against: list = [["pattern." + p] for p in claim.evaluate()]
        if claim.value is None:
            self.page = {"page": "refusal", "title": "refused.record", "why": against or ["refused.record.1"]}
        elif self._barred():
            self.page = {"page": "refusal", "title": "refused", "why": [["reason.missed_win"]], "no": "refused.change"}
            if self.table.ruleset.MISSED_FOUL:
                self.page["ok"] = "foul." + self.table.ruleset.MISSED_FOUL
        elif claim.refused:
            self.page = {"page": "refusal", "title": "refused", "why": [claim.refused], "no": "refused.change"}
            if claim.costs:
                self.page["ok"] = "refused.false_win"
        else:
            amounts = list(claim.amounts.values())
            alike = len(amounts) > 1 and len(set(amounts)) == 1
            self.page = {"page": "preview", "gain": sum(amounts), "drawn": claim.giver is None}
            self.page["each"] = amounts[0] if alike else 0
            if claim.waits:
                self.page.update({"gain": claim.value, "waits": True})
        self.show()

    def _barred(self) -> bool:
        """Has the seat let a win pass so that it may not have this one."""
        if not any([e["what"] == "missed" and e["seat"] == self.seat for e in self.table.course]):
            return False
        from firmware import barred

        win = [e for e in self.claim.entries() if e["what"] == "win"][0]
        return barred.against(self.table, self.game.stage, win) == "missed_win"

    def _fouled(self, kind: str) -> None:
        self.game.play({"what": "foul", "seat": self.seat, "kind": kind}, self.request)

    def key(self, key: str, request: int) -> None:
        if self.page["page"] == "refusal" and key != "leave" and not (key == "ok" and "ok" in self.page):
            self.back()  # any key
        else:
            super().key(key, request)

    def other(self, key: str) -> None:
        page = self.page["page"]
        if key == "hu" and self.page.get("title") == "flags":
            self._flag(0)
        elif key == "ok" and page == "preview":
            self.go(self.send)
        elif key == "ok" and page == "refusal":
            kind = self.table.ruleset.MISSED_FOUL if self._barred() else "false_win"
            self.leave()
            self.panel.later(self._fouled, kind)
        else:
            super().other(key)
