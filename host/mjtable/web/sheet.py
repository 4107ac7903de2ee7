"""A region's page of the command line (rulebook/page.py) as sections of a web page: the same words, as HTML."""

from typing import Any, NamedTuple

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mjtable.output import Output, PlainTable
from mjtable.rulebook.page import Page

OPTIONS = ("options", "options_played")  # sections which the form of the region has
WIDE = 10000  # columns: a browser wraps its lines itself


class Block(NamedTuple):
    """A line, or a table: heads with "is a number", and rows of cells."""

    line: str
    heads: list[tuple[str, bool]]
    rows: list[list[str]]


class Section(NamedTuple):
    id: str
    title: str
    blocks: list[Block]


class _Collected(Output):
    """Keeps what would be printed."""

    def __init__(self, lang: str):
        super().__init__(lang, False)
        self.console.width = WIDE
        self.sections: list[Section] = [Section("head", "", [])]

    def say(self, key: str, **values: object) -> None:
        shown = Text.from_markup(self.text(key, **values)).plain
        if key.startswith("book.title."):
            self.sections.append(Section(key.rpartition(".")[2], shown, []))
        elif shown.strip():
            self._add(Block(shown.strip(), [], []))

    def line(self, what: str = "") -> None:
        if what.strip():
            self._add(Block(what.strip(), [], []))

    def show(self, what: Any) -> None:
        table = what.renderable if isinstance(what, Padding) else what
        if isinstance(table, Table):
            typed = table.typed if isinstance(table, PlainTable) else []  # what is typed on the command line
            columns = [column for i, column in enumerate(table.columns) if i not in typed]
            heads = [(str(column.header), column.justify == "right") for column in columns]
            cells = [[Text.from_markup(str(cell)).plain for cell in column.cells] for column in columns]
            self._add(Block("", heads, [list(row) for row in zip(*cells, strict=True)]))

    def _add(self, block: Block) -> None:
        self.sections[-1].blocks.append(block)


class Sheet:
    """The sections of a region's page; `what` as gathered.data() has it."""

    def __init__(self, lang: str, what: dict[str, Any], played: bool):
        collected = _Collected(lang)
        Page(collected, what).show(played)
        self.head, *found = collected.sections
        self.sections = [section for section in found if section.id not in OPTIONS]
