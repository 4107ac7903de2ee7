"""What the displays show: table state and one message in, the pixels of a page out.

A message is a dict {"page": name, ...} about what has just happened; None is the resting page of the table's phase.
Each page's function names its keys. Displays 0..3 are the seats', 4 the centre; at which side of the table a seat is,
places.py says. Pages are made from the state alone, so the same table and message always give the same pixels. A
message holds keys, not words: what is shown when the table's language changes follows.
"""

import sys

from engine_core.settle import Settlement
from engine_core.table import Table
from firmware.memory import let_go, let_go_of, short
from firmware.parts import CENTRE, Page
from firmware.texts import Texts

PAGE = "firmware.pages_"
# page: module and function
PAGES = {
    "ready": ("open", "ready"), "throw": ("open", "throw"), "roll": ("open", "roll"), "dice": ("open", "dice"),
    "manual": ("open", "manual"),
    "break": ("open", "broken"), "enter": ("open", "enter"), "wild": ("open", "wild"), "play": ("play", "play"),
    "warn": ("play", "warn"), "result": ("result", "result"), "next": ("result", "following"),
    "drawn": ("result", "drawn"), "ask": ("result", "ask"), "standings": ("result", "standings"),
    "undo": ("result", "undo"), "void": ("course", "void"), "kong": ("course", "kong"), "foul": ("course", "foul"),
    "win": ("course", "win"), "list": ("entry", "listed"), "pick": ("entry", "pick"), "hand": ("entry", "hand"),
    "which": ("entry", "which"), "points": ("entry", "points"), "preview": ("entry", "preview"),
    "sent": ("entry", "sent"), "confirm": ("entry", "confirm"), "refusal": ("entry", "refusal"),
    "seats": ("entry", "seats"), "away": ("entry", "away"),
    "boot": ("service", "boot"), "laptop": ("service", "laptop"), "error": ("service", "error"),
    "safe": ("service", "safe"), "idle": ("service", "idle"),
    "test": ("test", "test"), "tested": ("test", "tested"),
}  # fmt: skip
# phase: what its resting page is, the first that draws for a display
RESTING = {
    "new": (("open", "new"),), "ready": (("open", "ready"),), "throw": (("open", "throw"), ("open", "ready")),
    "wild": (("play", "resting"),), "play": (("play", "play"),),
}  # fmt: skip


class Screens:
    """All displays of a table, drawn one at a time into one buffer."""

    def __init__(self, lang: str = "zh", folder: str = ""):
        folder = folder or (__file__.rsplit("/", 1)[0] if "/" in __file__ else ".")
        self.page = Page(folder + "/glyphs", Texts(folder + "/texts.tsv", lang))

    @property
    def lang(self) -> str:
        """ "zh" or "en"; may be set at any time."""
        return self.page.t.lang

    @lang.setter
    def lang(self, lang: str) -> None:
        self.page.t.lang = lang

    def render(self, display: int, table: Table, message: dict | None = None) -> bytearray:
        """The 1024 bytes (MONO_VLSB) of a display, good until the next call.

        `table` is an engine_core.table.Table, only read. A display without a seat stays dark; a page that does not
        concern a display, or that nobody knows, leaves it its resting page.
        """
        p = self.page
        p.clear()
        seat = None if display == CENTRE else display
        message = message or {}
        if seat is not None and seat >= (table.seats or 4) and message.get("page") != "test":
            return p.buf
        entry = PAGES.get(message.get("page", ""))
        if not (entry and self._page(entry)(p, table, message, seat)):
            for entry in RESTING[table.phase]:
                if self._page(entry)(p, table, message, seat):
                    break
        return p.buf

    def result(self, settled: Settlement, dealer: int) -> dict:
        """The message {"page": "result", ...} of a hand that was just settled, for render()."""
        from firmware import pages_result

        message = pages_result.summary(settled)
        message["dealer"] = dealer
        return message

    @property
    def empty(self) -> int:
        """The place at the table that has no seat where three play; may be set at any time."""
        return self.page.empty

    @empty.setter
    def empty(self, place: int) -> None:
        self.page.empty = place

    def close(self) -> None:
        self.page.close()
        self.page.t.close()

    def unload(self) -> None:
        """Let the modules of all pages go; each is loaded again for its next page."""
        self.page.marked = (None, None)
        let_go_of("wallview")
        let_go(*[name for name in sys.modules if name.startswith(PAGE)])

    def _page(self, entry: tuple):  # type: ignore[no-untyped-def]
        """A page's function. Its module is loaded when first needed, where memory is short in place of others."""
        name = PAGE + entry[0]
        if name not in sys.modules and short():
            self.unload()
        return getattr(__import__(name, None, None, (entry[1],), 0), entry[1])
