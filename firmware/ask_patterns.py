"""The patterns of a win are ticked, as a step of entering it; the sum follows, and what contradicts is not taken."""

from firmware.claim import Claim
from firmware.dialogue import Dialogue, Step

MOST = 4  # times that a pattern counts
MOST_POINTS = 9999  # beside the patterns


class Rows:
    """The rows of the list, each made when it is looked at: a list of them all takes a controller some kilobytes."""

    def __init__(self, rules, claim: Claim) -> None:  # type: ignore[no-untyped-def]
        self._rules = rules
        self._claim = claim

    def __len__(self) -> int:
        return len(self._rules.PATTERNS) + bool(self._rules.POINTS) + 1

    def __getitem__(self, k: int) -> list:
        rules, claim = self._rules, self._claim
        if k == len(self) - 1:
            return ["done", "", None]
        if k == len(rules.PATTERNS):
            return ["points", str(claim.points), None]
        p = rules.PATTERNS[k][0]
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
        claim.patterns, claim.value = claim.known(), None

    def first(self) -> None:
        claim = self._claim
        if claim.value is None:  # else it was settled when the last one was ticked
            claim.evaluate()
        value = ["patterns.sum", claim.value] if claim.value else ""
        self.choose("patterns", Rows(self._rules, claim), self._tick, right=value, at=self._at)

    def _tick(self, at: int) -> None:
        rules, claim = self._rules, self._claim
        self._at = at
        if at == len(self.page["rows"]) - 1:
            self.over()
            self._then()
        elif at == len(rules.PATTERNS):
            self.go(self._set_points)
        else:
            p, before = rules.PATTERNS[at][0], claim.patterns
            if before.count(p) < (MOST if p in rules.REPEATED else 1):
                claim.patterns = before + [p]
            else:
                claim.patterns = [q for q in before if q != p]
            against = claim.evaluate()
            if against:
                claim.patterns = before
                self._against = [["pattern." + q] for q in against] + [["refused.known"]]
                self.go(self._refused)
            else:
                self.first()

    def _refused(self) -> None:
        self.page = {"page": "refusal", "title": "refused.tick", "why": self._against[:2]}
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
            self._tick(len(self.page["rows"]) - 1)
        else:
            super().other(key)
