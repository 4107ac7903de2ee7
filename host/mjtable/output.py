"""What a command says: text in one language for people, or one JSON value for programs. Errors go to standard error."""

import json
import os
import sys
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markup import escape
from rich.table import Table

from mjtable import advice
from mjtable.errors import MjtableError
from mjtable.texts import default_language, text

WIDE = 200  # columns of an output that is no terminal and does not say how wide it is


class Output:
    """`lang` None: from the locale. `as_json`: json() prints and the rest is silent, else the other way round."""

    def __init__(self, lang: str | None, as_json: bool):
        self.lang = lang or default_language()
        self.as_json = as_json
        narrow = sys.stdout.isatty() or "COLUMNS" in os.environ
        self.console = Console(highlight=False, soft_wrap=False, width=None if narrow else WIDE)

    def text(self, key: str, **values: object) -> str:
        return text(key, self.lang, **values)

    def json(self, value: Any) -> None:
        if self.as_json:
            print(json.dumps(value, ensure_ascii=False, indent=None if isinstance(value, str) else 2))

    def say(self, key: str, **values: object) -> None:
        """One line of text; markup comes from texts.tsv, never from the values."""
        if not self.as_json:
            shown = {name: escape(value) if isinstance(value, str) else value for name, value in values.items()}
            self.console.print(self.text(key, **shown))

    def show(self, what: Any) -> None:
        """A rich table or lines made elsewhere."""
        if not self.as_json:
            self.console.print(what)

    def line(self, what: str = "") -> None:
        """Text as it is, without markup."""
        if not self.as_json:
            self.console.print(what, markup=False)

    def flush(self) -> None:
        """To whoever waits at the other end of a pipe."""
        sys.stdout.flush()

    def table(self, *columns: str) -> "PlainTable":
        """An empty table whose columns are named by keys `column.<NAME>`.

        A name ending in ">" is right-aligned; one ending in "!" has what people type, and is the last to be narrowed.
        """
        made = PlainTable(header_style="bold", box=None, pad_edge=False)
        for i, name in enumerate(columns):
            justify = "right" if name.endswith(">") else "left"
            made.add_column(self.text("column." + name.rstrip(">!")), justify=justify, overflow="fold")  # type: ignore[arg-type]
            if name.endswith("!"):
                made.typed.append(i)
        return made

    def seat(self, seat: int | None) -> str:
        """A seat by its place at the table: "0 East"."""
        return self.text("none") if seat is None else f"{seat} {self.text('seat.' + str(seat))}"

    def wind(self, letter: str) -> str:
        return self.text("wind." + letter)

    def ask(self, key: str, **values: object) -> bool:
        """A question on standard error, answered at the terminal; no by default."""
        print(self.text(key, **values), end=" ", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip().lower() in ("y", "yes", "是", "好")

    def error(self, error: MjtableError) -> None:
        """To standard error, as JSON if asked."""
        more = advice.advice(error, self.lang)
        if self.as_json:
            told = {**error.as_dict(self.lang), **({"advice": more} if more else {})}
            print(json.dumps(told, ensure_ascii=False, default=str), file=sys.stderr)
            return
        console = Console(stderr=True, highlight=False, soft_wrap=True)
        style = "red" if sys.stderr.isatty() else ""
        console.print(f"mjtable: {error.message(self.lang)}", markup=False, style=style)
        if more:
            console.print(f"         → {more}", markup=False)


class PlainTable(Table):
    """A table whose cells are text as it is (a name in brackets is no markup) and are folded, never cut.

    `typed` are the columns that others make room for.
    """

    def __init__(self, **style: Any) -> None:
        super().__init__(**style)
        self.typed: list[int] = []

    def add_row(self, *cells: Any, **style: Any) -> None:
        super().add_row(*(escape(cell) for cell in cells), **style)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for i in self.typed:
            column = self.columns[i]
            column.width = max(cell_len(str(cell)) for cell in (column.header, *column.cells))
        return super().__rich_console__(console, options)


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def option_text(options: dict[str, Any]) -> str:
    """Options as they are typed, those of a table one by one; a house's name is told elsewhere."""
    pairs: list[tuple[str, object]] = []
    for name, value in sorted(options.items()):
        if isinstance(value, dict):
            pairs += [(f"{name}.{key}", value[key]) for key in sorted(value)]
        elif name != "house":
            pairs.append((name, value))
    return ", ".join(f"{name}={word(value)}" for name, value in pairs) or "-"


def word(value: object) -> str:
    """An option's value as it is typed; a table of worths as its pairs."""
    if isinstance(value, dict):
        return ", ".join(f"{name}={value[name]}" for name in sorted(value)) or "–"
    if isinstance(value, list):
        return ",".join(word(one) for one in value)
    return str(value).lower() if isinstance(value, bool) else str(value)
