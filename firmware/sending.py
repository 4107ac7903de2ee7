"""A win is sent to those who pay, and recorded when all have said yes, or when the dealer has decided so."""

from firmware.claim import Claim
from firmware.dialogue import Dialogue
from firmware.memory import let_go_of
from firmware.stage import FOREVER

ENTERED = "pages_entry ask_patterns ask_tiles ask_confirm"  # what a win was entered with


class Sending(Dialogue):
    """The second half of entering a win; the first half (ask_win.py) leaves its `claim`."""

    def __init__(self, panel, seat: int) -> None:  # type: ignore[no-untyped-def]
        super().__init__(panel, seat)
        self.claim = Claim(self.table, seat)
        self.sent: list = []  # [payer, has agreed] while they are asked
        self.ends = False  # the hand waits for this one to end
        self.shown: object = b""  # what those who are asked may look at: tiles, or ids of patterns
        self._asked: list = []  # dialogues of those
        self._step: Dialogue | None = None  # in which tiles or patterns are entered

    def send(self) -> None:
        """The step in which the payers are asked."""
        amounts = self.claim.amounts or {seat: 0 for seat in sorted(self.others()) if self.claim.waits}
        if amounts:
            self._ask([[seat, False] for seat in amounts])
            self._asked = [self.panel.open(seat, "confirm", self, amounts[seat]) for seat in amounts]
        else:
            self._book()

    def _ask(self, sent: list) -> None:
        self.sent = sent
        self.LASTING = True
        self.page = {"page": "sent", "payers": sent}
        self.show()
        self._tell()

    def _tell(self) -> None:
        """The centre says who claims, and how many have not said yes yet."""
        claims = [d for d in self.panel.dialogues() if isinstance(d, Sending) and d.sent]
        page: dict = {"page": "win", "seats": [d.seat for d in claims], "giver": self.claim.giver}
        if len(claims) == 1:
            page["waiting"] = len([1 for _, agreed in self.sent if not agreed])
        self.game.stage.show((page, FOREVER))

    def confirmation(self) -> dict:
        """What those who are asked see."""
        claim = self.claim
        return {
            "page": "confirm", "winner": self.seat, "drawn": claim.giver is None,
            "gain": claim.value if claim.waits else sum(claim.amounts.values()),
            "tiles": claim.concealed is not None, "shown": self.shown, "waits": bool(claim.waits),
        }  # fmt: skip

    def agreed(self, seat: int, decided: bool) -> None:
        """A payer says yes; `decided`: the dealer, for all."""
        for row in self.sent:
            row[1] = row[1] or decided or row[0] == seat
        if all([agreed for _, agreed in self.sent]):
            self.panel.later(self._book)
        else:
            self._tell()

    def objected(self, seat: int) -> None:
        """A payer, or the dealer, says no."""
        self._recall()
        does = [self.back, self.leave]
        rows = [["objected.check", "", None], ["objected.back", "", None]]
        if self.table.dealer not in (None, self.seat):
            does.insert(1, self._dealer_decides)
            rows.insert(1, ["objected.dealer", "", None])
        self._steps[-1] = lambda: self.choose(["objected", "@%d" % seat], rows, lambda at: does[at]())
        self._steps[-1]()

    def _dealer_decides(self) -> None:
        dealer = self.table.dealer
        self._ask([[dealer, False]])
        self._asked = [self.panel.open(dealer, "confirm", self, 0)]

    def _recall(self) -> None:
        """Nobody is asked any more."""
        asked, self._asked, self.sent = self._asked, [], []
        for dialogue in asked:
            dialogue.leave()
        self.LASTING = False
        if self.game.stage.page == "win":
            self.game.stage.rest()

    def no(self) -> None:
        if self.sent:
            self._recall()
        self.back()

    def left(self) -> None:
        self._recall()
        if self.ends and not self._others() and self.panel.is_over():
            from firmware.ask_drawn import finish

            finish(self.panel)

    # ------------------------------------------------------------ recorded

    def _others(self) -> list:
        """The other seats that are saying that they have won."""
        return [d for d in self.panel.dialogues() if isinstance(d, Sending) and d is not self]

    def _book(self) -> None:
        """Where the hand goes on, or others may have won too, the win is an entry of its course; else the hand ends."""
        game, claim, request = self.game, self.claim, self.request
        entries = claim.entries()
        record = claim.filled(claim.after(entries))
        others = self._others()
        alone = not others and not any([e["what"] == "win" for e in self.table.course])
        birds = [] if "bird" in self.table.ruleset.course() else claim.birds
        self.leave()
        self._step = None
        if not self.panel.dialogues():
            let_go_of(ENTERED)  # all the rest is needed, and a controller has little room for it
        if alone and not claim.goes_on and not claim.waits:
            for entry in entries:
                if entry["what"] in ("back", "meld"):
                    game.play(entry)
            game.end(record, request)
            return
        for entry in entries:
            game.play(entry, request)
            request = 0
        for other in others:
            other.ends = not claim.goes_on
        if not claim.goes_on and not others:
            from firmware.ask_drawn import finish

            finish(self.panel, 0, birds)
