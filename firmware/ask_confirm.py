"""A payer says whether a win is right, or the dealer decides about it. Nobody is hurried."""

from firmware.dialogue import Dialogue


class Ask(Dialogue):
    LASTING = True

    def __init__(self, panel, seat: int, claim, pays: int) -> None:  # type: ignore[no-untyped-def]
        """`claim`: the winner's dialogue (ask_win.py); `pays`: what this seat pays, 0: it decides for all."""
        super().__init__(panel, seat)
        self._claim, self._pays = claim, pays

    def first(self) -> None:
        self.page = dict(self._claim.confirmation(), pays=-self._pays, see=None)
        self.show()

    def key(self, key: str, request: int) -> None:
        self.request = request
        if key == "ok":
            self.leave()
            self._claim.request = request
            self._claim.agreed(self.seat, not self._pays and not self.page["waits"])
        elif key in ("no", "leave"):
            if self.page["see"] is not None and key == "no":
                self.page["see"] = None
                return
            self.leave()
            self._claim.objected(self.seat)
        elif key in ("up", "down"):
            see = self.page["see"]
            self.page["see"] = 0 if see is None else max(0, see + (1 if key == "down" else -1))
