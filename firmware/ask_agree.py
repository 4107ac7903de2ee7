"""Another seat is asked whether something is to be: the first ✓ decides, and it is over when all have said ✗."""

from firmware.dialogue import Dialogue


class Ask(Dialogue):
    PHASES = ("new", "ready", "throw", "wild", "play")

    def __init__(self, panel, seat: int, what: "str | dict", asked: list, then) -> None:  # type: ignore[no-untyped-def]
        """`what`: ask.<what> in the texts, or a page that asks. `asked`: the dialogues of all who are asked, this one
        is added; `then` is called when one agrees.
        """
        super().__init__(panel, seat)
        self._what, self._asked, self._then = what, asked, then
        asked.append(self)

    def first(self) -> None:
        self.page = (
            self._what if isinstance(self._what, dict) else {"page": "ask", "what": self._what, "seat": self.seat}
        )
        self.show()

    def move(self, step: int) -> None:
        pass

    def other(self, key: str) -> None:
        if key == "ok":
            for dialogue in list(self._asked):
                dialogue.leave()
            self.panel.later(self._then)
