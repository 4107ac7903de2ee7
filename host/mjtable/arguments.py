"""Options that many commands have. Their help texts are in texts.tsv, under `help.` and the name."""

from enum import StrEnum
from typing import Annotated

import typer


class Language(StrEnum):
    zh = "zh"
    en = "en"


class Switch(StrEnum):
    on = "on"
    off = "off"


Port = Annotated[str | None, typer.Option("--port", "-p", envvar="MJTABLE_PORT", metavar="PORT|ID", show_default=False)]
Json = Annotated[bool, typer.Option("--json", show_default=False)]
Lang = Annotated[Language | None, typer.Option("--lang", envvar="MJTABLE_LANG", metavar="zh|en", show_default=False)]
Db = Annotated[str | None, typer.Option("--db", envvar="MJTABLE_DB", metavar="FILE|URL", show_default=False)]
Seat = Annotated[int | None, typer.Option("--seat", min=0, max=7, show_default=False)]
