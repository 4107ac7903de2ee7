"""What the dialogues of a seat share: steps that can be gone back, lists, the choice of a tile. Loaded with the first.

A dialogue is a class `Ask` in a module ask_<name>.py. It shows its `page` (a message for screens.py) on the display of
its seat alone. Nothing is recorded before its last step, so that leaving it changes nothing.
"""

from engine_core import tiles
from engine_core.events import EventError
from engine_core.values import RecordError

REFUSED = 3000  # ms that a refused tile is told


class Dialogue:
    """One dialogue at one seat. A step is a method that shows a page; `go` goes on to it, ✗ back to the one before."""

    PHASES: tuple = ("ready", "throw", "play")  # of the table, in which it makes sense
    STOPS = True  # nobody draws meanwhile, and tiles may be pushed about
    LASTING = False  # does it stay when nobody touches it

    def __init__(self, panel, seat: int) -> None:  # type: ignore[no-untyped-def]
        self.panel = panel
        self.game = panel.game
        self.table = panel.game.table
        self.seat = seat
        self.page: dict = {}
        self.request = 0  # that pressed the key, for the event it makes
        self._hand = self.table.hand_no
        self.rules = self.table.rules
        self._steps: list = []
        self._left_at: list = []  # of each step but the last the row on which it was left
        self._does: list = []  # what ✓ does
        self._told: dict | None = None  # page that says why a tile was not taken

    # ------------------------------------------------------------ what the panel calls

    def begin(self) -> None:
        self._reach(self.first)
        self.first()  # whoever has opened it may look at its page

    def first(self) -> None:
        raise NotImplementedError

    def holds(self) -> bool:
        """Does it still belong to what happens at the table."""
        table = self.table
        return table.phase in self.PHASES and table.hand_no == self._hand and table.rules is self.rules

    def key(self, key: str, request: int) -> None:
        self.request = request
        self._taken_back()
        if key == "leave":
            self.leave()
        elif key == "no":
            self.no()
        elif key in ("up", "down") and "at" in self.page:
            self.move(1 if key == "down" else -1)
        else:
            self.other(key)

    def left(self) -> None:
        """It is over, whatever way."""

    def wants_tile(self) -> bool:
        """Does it ask for a tile now, which may be laid on a reader."""
        return self.page.get("page") == "pick"

    def laid(self, kind: "int | None", tag: bytes) -> None:
        """A tile is laid on the reader (None: nobody knows which): ✓ takes it. One that cannot be is refused."""
        if self.legible(kind):
            if kind in self.page["kinds"]:
                self.page["at"] = self.page["kinds"].index(kind)
                self.show()
            else:
                self.refuse("tile_not", kind)  # type: ignore[arg-type]

    # ------------------------------------------------------------ what a dialogue overrides, where it has other pages

    def no(self) -> None:
        self.back()

    def move(self, step: int) -> None:
        page = self.page
        count = len(page["kinds"] if page["page"] == "pick" else page["rows"])
        page["at"] = at = (page["at"] + step) % count
        if "top" in page:
            page["top"] = min(max(page["top"], at - 1), at)

    def other(self, key: str) -> None:
        if key == "ok" and "at" in self.page:
            self.panel.later(self._does[0], self.page["at"])

    # ------------------------------------------------------------ steps

    def go(self, step) -> None:  # type: ignore[no-untyped-def]
        self._reach(step)
        self.panel.later(step)

    def _reach(self, step) -> None:  # type: ignore[no-untyped-def]
        if self._steps:
            self._left_at = self._left_at[: len(self._steps) - 1] + [self.page.get("at", 0)]
        self._steps.append(step)

    def back(self) -> None:
        self._steps.pop()
        if self._steps:
            self.panel.later(self.again)
        else:
            self.withdraw()

    def withdraw(self) -> None:
        """Gone back from the first step."""
        self.leave()

    def again(self) -> None:
        """The step that was gone back to: its list as it was left."""
        before = self.page
        self._steps[-1]()
        page, row = self.page, self._left_at[len(self._steps) - 1]
        if page is before:
            return  # another dialogue goes on
        if page.get("page") in ("list", "pick") and page["at"] == 0 < row < len(page.get("rows", page.get("kinds"))):
            Dialogue.move(self, row)
            self.show()

    def leave(self) -> None:
        self.panel.leave(self)

    def choose(self, title: object, rows, chosen, right: object = "", at: int = 0) -> None:  # type: ignore[no-untyped-def]
        """Show a list of rows [what, right, tick], see pages_entry.py; ✓ calls `chosen` with the number of one."""
        self._does = [chosen]
        self.page = {"page": "list", "title": title, "right": right, "rows": rows, "at": at, "top": max(0, at - 1)}
        self.show()

    def pick(self, title: object, kinds: list, chosen, at: int = 0) -> None:  # type: ignore[no-untyped-def]
        """Let the seat choose one of these kinds (-1: none, "not said"); `chosen` gets its number in the list."""
        self._does = [chosen]
        self.page = {"page": "pick", "title": title, "kinds": kinds, "at": at}
        self.show()

    def show(self) -> None:
        self.panel.show(self)

    def legible(self, kind: "int | None") -> bool:
        """Is the tile one that is known here. If not its seat is told."""
        self._taken_back()
        if kind is None:
            self._say_why({"what": "tag", "code": "E23"})
        elif not self.table.ruleset.copies(kind):
            self.refuse("tile_not", kind)
        else:
            return True
        return False

    def refuse(self, what: str, kind: int) -> None:
        """Say for a while why a tile is not taken (error.<what> in the texts)."""
        self._say_why({"what": what, "args": ["=" + tiles.name(kind)]})

    def _say_why(self, page: dict) -> None:
        self._told = dict(page, page="error", seat=self.seat)
        self.game.stage.show((self._told, REFUSED))

    def _taken_back(self) -> None:
        """Whoever goes on has read why a tile was not taken."""
        if self._told is not None and self.game.stage.message is self._told:
            self.game.stage.rest()
        self._told = None

    # ------------------------------------------------------------ what the table knows

    def others(self) -> list:
        """The other seats that play on, the next in play first."""
        rules, wins = self.table.ruleset, self.wins()
        seats = [(self.seat + k) % rules.SEATS for k in range(1, rules.SEATS)]
        return [seat for seat in seats if rules.plays_on(wins, seat)] or seats

    def wins(self) -> list:
        return [e for e in self.table.course if e["what"] == "win"]

    def playable(self, entry: dict) -> bool:
        """May this be told now, as far as it is known."""
        try:
            self.table.played(entry)
        except (EventError, RecordError):
            return False
        return True

    def kinds(self, last: int = tiles.FLOWERS) -> list:
        """The kinds below `last` that the region's set has."""
        rules = self.table.ruleset
        return [kind for kind in range(last) if rules.copies(kind)]


class Step(Dialogue):
    """A dialogue that is a step of another one, its `parent`, and lies over it at the same seat. What was entered stays
    in it when the parent goes on, and when it comes back.
    """

    def __init__(self, panel, seat: int, parent: Dialogue) -> None:  # type: ignore[no-untyped-def]
        super().__init__(panel, seat)
        self.parent = parent

    def holds(self) -> bool:
        return self.parent.holds()

    def key(self, key: str, request: int) -> None:
        self.parent.request = request
        if key == "leave":
            self.leave()
            self.parent.leave()
        else:
            super().key(key, request)

    def withdraw(self) -> None:
        self.leave()
        self.parent.back()

    def over(self) -> None:
        """It is done: the parent goes on."""
        self._steps = []
        self.leave()
