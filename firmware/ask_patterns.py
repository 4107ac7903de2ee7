"""The patterns of a win are ticked, as a step of entering it; the sum follows, and what contradicts is not taken."""

from firmware.claim import Claim
from firmware.dialogue import Dialogue, Step

MOST = 4  # times that a pattern counts
MOST_POINTS = 9999  # beside the patterns


class Rows:
    """The rows of the list, each made when it is looked at: a list of them all takes a controller some kilobytes."""

    def __init__(self, rules, claim: Claim, offered: list) -> None:  # type: ignore[no-untyped-def]
        self._rules = rules
        self._claim = claim
        self._offered = offered

    def __len__(self) -> int:
        return len(self._offered) + bool(self._rules.POINTS) + 1

    def __getitem__(self, k: int) -> list:
        rules, claim = self._rules, self._claim
        if k == len(self) - 1:
            return ["done", "", None]
        if k == len(self._offered):
            return ["points", str(claim.points), None]
        p = self._offered[k]
        times, worth = claim.patterns.count(p), rules.worth[p]
        right = str(worth) if worth and p not in rules.BARE else ""
        return [["pattern." + p], right + ("x%d" % times if times > 1 else ""), times > 0]


class Ask(Step):
    def __init__(self, panel, seat: int, parent: Dialogue, claim: Claim, then) -> None:  # type: ignore[no-untyped-def]
        """`then` is called when all are ticked. Those that the table knows are ticked already."""
        super().__init__(panel, seat, parent)
        self._claim, self._then = claim, then
        self._rules = self.table.ruleset
        self._at = 0
        claim.patterns, claim.value = [], None
        claim.patterns = claim.known()
        self._by_itself = list(claim.patterns)  # what was ticked without anybody's doing
        self._offered: list = []
        self._offer()

    def _offer(self) -> None:
        """Adds to the list, each in its place, the patterns that the rules take now. Those that are in it stay: one
        that contradicts what was ticked says so.
        """
        claim = self._claim
        every = [p for p, _ in self._rules.PATTERNS]
        listed = self._offered + claim.patterns
        for beside in (claim.patterns, self._ticked()):
            listed += claim.taken(beside, [p for p in every if p not in listed])
        at = self._offered[self._at] if self._at < len(self._offered) else ""
        self._offered = [p for p in every if p in listed]
        if at:
            self._at = self._offered.index(at)

    def _ticked(self) -> list:
        """Those that somebody has ticked."""
        return [p for p in self._claim.patterns if p not in self._by_itself]

    def _against(self, p: str) -> list:
        """Ticks one more, if need be in place of what was ticked by itself: [] or what contradicts it."""
        claim, before = self._claim, self._claim.patterns
        claim.patterns = before + [p]
        against = claim.evaluate()
        if against and self._by_itself:
            claim.patterns = before
            ticked = self._ticked() + [p]
            claim.patterns = ticked + claim.taken(ticked, self._by_itself, True)
            if not claim.evaluate():
                return []
        if against:
            claim.patterns = before
        return against  # type: ignore[no-any-return]

    def first(self) -> None:
        claim = self._claim
        if claim.value is None:  # else it was settled when the last one was ticked
            claim.evaluate()
        value = ["patterns.sum", claim.value] if claim.value else ""
        self.choose("patterns", Rows(self._rules, claim, self._offered), self._tick, right=value, at=self._at)

    def _tick(self, at: int) -> None:
        rules, claim = self._rules, self._claim
        self._at = at
        if at == len(self.page["rows"]) - 1:
            self.over()
            self.panel.later(self._then)
        elif at == len(self._offered):
            self.go(self._set_points)
        else:
            p, before = self._offered[at], claim.patterns
            times = before.count(p)
            against = self._against(p) if times < (MOST if p in rules.REPEATED else 1) else [p]
            if against and times:  # it does not count once more: not at all
                rest = [q for q in before if q != p]
                back = [] if p in self._by_itself else [q for q in self._by_itself if q not in rest]
                claim.patterns = rest + claim.taken(rest, back, True)
                against = claim.evaluate()
                if against:
                    claim.patterns = before
            if against:
                self._why = [["pattern." + q] for q in against] + [["refused.known"]]
                self.go(self._refused)
            else:
                self._offer()
                self.first()

    def _refused(self) -> None:
        self.page = {"page": "refusal", "title": "refused.tick", "why": self._why[:2]}
        self.show()

    def _set_points(self) -> None:
        self._does = [lambda at: self.back()]
        self.page = {"page": "points", "title": "points", "value": self._claim.points, "at": 0}
        self.show()

    def move(self, step: int) -> None:
        if self.page["page"] == "points":
            claim = self._claim
            claim.points = self.page["value"] = min(max(0, claim.points - step), MOST_POINTS)
            claim.value = None
        else:
            super().move(step)

    def key(self, key: str, request: int) -> None:
        if self.page["page"] == "refusal" and key != "leave":
            self.back()  # any key
        else:
            super().key(key, request)

    def other(self, key: str) -> None:
        if key == "hu" and self.page["page"] == "list":
            self.panel.later(self._tick, len(self.page["rows"]) - 1)
        else:
            super().other(key)
