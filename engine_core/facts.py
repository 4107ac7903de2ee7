"""What a table asks of its rules while tiles are drawn, and while it waits for the dice, answered without them: scoring
takes a third of what the whole firmware does on a controller, and is only needed when something else happens.
"""

from .rules import Ruleset
from .state import State

NAMES = (
    "ID", "SEATS", "HAND", "ROUND_WIND", "STAKES", "START", "HAS_INDICATOR", "REPLACEMENT", "FLOWER_EVENT",
    "SEA_BOTTOM", "SHARE_OUT", "DICE_PAST", "KONGS_AT_ONCE", "LEFT", "breaks_after", "options", "changed",
)  # fmt: skip
# What rules import, that first which others need: one within the other they lie deeper than a controller's stack.
FIRST = "hand check settle rules shapes patterns"
FAMILY = " kongs blood_patterns blood"  # where suits are put aside


class Facts:
    """Stands in the place of a `Ruleset` in a hand whose tiles are drawn. Anything that it does not know it asks the
    rules, which it loads then and keeps until `forget`.
    """

    ID: str
    changed: dict

    def __init__(self, table: State) -> None:
        rules = table.ruleset
        for name in NAMES:
            setattr(self, name, getattr(rules, name))
        self._known: dict = {}  # question -> (what was asked of, answer)
        indicator, dealer, dice = (table.indicator,), (table.dealer,), (table.dealer, table.dice)
        asked: tuple = (
            ("kong_dice", ()), ("birds", ()), ("last_four", ()), ("course", ()), ("multiplied", (dict(table.carry),)),
        )  # fmt: skip
        if table.wall is None:
            asked += (("throws", (table.thrower if table.dealer is None else table.dealer, b"")),)
        else:
            asked += (
                ("wilds", indicator), ("set_aside", indicator), ("seat_wilds", indicator + dealer), ("stacks", dealer),
                ("throws", dice), ("break_side", dice), ("stays", dice), ("turned_up", dice),
            )  # fmt: skip
        for name, args in asked:
            self._known[name] = args, getattr(rules, name)(*args)
        self._of = _moment(table)
        self._plays = [rules.plays_on(self._of[0], seat) for seat in range(rules.SEATS)]
        self._rules: Ruleset | None = None

    def __getattr__(self, name: str):  # type: ignore[no-untyped-def]
        if name not in self._known:
            return getattr(self.rules(), name)
        of, answer = self._known[name]
        return lambda *args: answer if args == of else getattr(self.rules(), name)(*args)

    def plays_on(self, wins: list, seat: int) -> bool:
        return self._plays[seat] if wins == self._of[0] else self.rules().plays_on(wins, seat)

    def hold(self, table: State) -> bool:
        """Are they those of the table as it stands now."""
        return self._of == _moment(table)

    def rules(self) -> Ruleset:
        """The rules themselves."""
        if self._rules is None:
            first = FIRST + (FAMILY if "void" in self._known["course"][1] else "")
            for name in first.split():
                __import__("engine_core." + name)
            from .rules import load

            self._rules = load(self.ID, self.changed)
        return self._rules

    def forget(self) -> None:
        self._rules = None


def _moment(table: State) -> tuple:
    """The wins of the hand, and what else the answers hang on."""
    wins = [entry for entry in table.course if entry["what"] == "win"]
    return wins, table.dealer, table.thrower, table.dice, table.indicator, dict(table.carry)


def lighten(table: State) -> None:
    """From now on the table, which plays a hand or waits for the dice, has the facts in place of its rules."""
    rules: object = table.rules
    if not isinstance(rules, Facts) or not rules.hold(table):
        restored(table)
        rules = Facts(table)
        _put(table, rules)
    rules.forget()


def stale(table: State) -> bool:
    """Has the table facts of another moment."""
    rules: object = table.rules
    return isinstance(rules, Facts) and not rules.hold(table)


def restored(table: State) -> None:
    """The table has its rules again."""
    rules: object = table.rules
    if isinstance(rules, Facts):
        _put(table, rules.rules())


def _put(table: State, rules) -> None:  # type: ignore[no-untyped-def]
    table.rules = rules
    if table.wall is not None:
        table.wall.rules = rules
