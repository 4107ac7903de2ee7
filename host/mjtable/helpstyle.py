"""What typer writes help pages with, in the user's language: loaded where a page is written, for it takes its time."""

from collections.abc import Iterable
from typing import Any

from rich.columns import Columns
from rich.text import Text
from typer import rich_utils

from mjtable.texts import text

# Typer's words -> their keys in texts.tsv. It has them from gettext when it is loaded, before we know the language.
WORDS = {
    "DEFAULT_STRING": "help_page.default",
    "ENVVAR_STRING": "help_page.variable",
    "REQUIRED_LONG_STRING": "help_page.required",
}


def put_on(lang: str) -> None:
    """From now on typer's help pages are in `lang`."""
    rich_utils.Columns = _Folded  # type: ignore[misc, assignment]
    for name, key in WORDS.items():
        setattr(rich_utils, name, f"[{text(key, lang, value='{}')}]")


class _Folded(Columns):
    """What typer makes its help texts of. Chinese has no spaces, and rich cuts what it cannot wrap."""

    def __init__(self, renderables: Iterable[Any], **style: Any) -> None:
        parts = list(renderables)
        for part in parts:
            if isinstance(part, Text):
                part.overflow = "fold"
        super().__init__(parts, **style)
