"""What a referee asks a region beyond its declarations (claims.py), with the common answers. Page section "Claims and
turn rules". A region answers by methods of these names, or by functions of a module that it names (`Ruleset.CLAIMS`).
"""

from .rules import Ruleset


class Turns:
    """The questions. `m` is the moment that they are asked at (claims.Moment)."""

    def forbids(self, m, seat: int, what: int, kind: int) -> bool:  # type: ignore[no-untyped-def]
        """Is something forbidden at a moment (claims.Moment) that the declarations allow: a meld or win, a discard, the
        replacement of a flower.
        """
        return False

    def barred(self, m, seat: int) -> bool:  # type: ignore[no-untyped-def]
        """May the seat not win on what is on offer because of wins that it let pass."""
        if not m.rules.MISSED or not m.passed[seat] or (m.adding and not m.rules.MISSED_ROBS):
            return False
        return m.rules.MISSED[0] == "any" or any(kind == m.tile for kind, _ in m.passed[seat])

    def forced(self, m, seat: int) -> int:  # type: ignore[no-untyped-def]
        """What the seat must do now: claims.WIN, a kind of kong, or -1."""
        return -1

    def discard_first(self, m, seat: int, kinds: bytes) -> bytes:  # type: ignore[no-untyped-def]
        """Of the kinds that may be discarded those that go first."""
        return kinds

    def may_rob(self, m) -> bool:  # type: ignore[no-untyped-def]
        """May the kong that is being added be robbed."""
        return True

    def kong_throws(self, m, seat: int, kind: int, tile: int) -> tuple:  # type: ignore[no-untyped-def]
        """The numbers of dice that the seat may throw for the replacement of a kong that it makes now (0: none)."""
        return m.rules.kong_dice()

    def wins_at_once(self, m, seat: int) -> bool:  # type: ignore[no-untyped-def]
        """May the seat win, as by self-draw, on the tiles that it was dealt, though it is not its turn."""
        return False

    def aborted(self, m) -> bool:  # type: ignore[no-untyped-def]
        """Does the hand end at this moment, drawn, by a rule of its own."""
        return False

    def may_abort(self, m, seat: int) -> bool:  # type: ignore[no-untyped-def]
        """May the seat end the hand at this moment, drawn."""
        return False

    def winners(self, m, claims: list) -> list:  # type: ignore[no-untyped-def]
        """Who wins of several on the tile on offer: (seat, WIN), the nearest to the giver first."""
        return claims[: m.rules.WINNERS] if m.rules.WINNERS else claims


COMMON = Turns()


class Asked:
    """A region's answers, and the common ones where it has none."""

    def __init__(self, rules: Ruleset):
        self._rules = rules
        self._more = __import__(rules.CLAIMS, None, None, ("forbids",), 0) if rules.CLAIMS else None

    def __getattr__(self, question: str):  # type: ignore[no-untyped-def]
        own = getattr(self._rules, question, None) or getattr(self._more, question, None)
        answer = own or getattr(COMMON, question)
        setattr(self, question, answer)
        return answer
