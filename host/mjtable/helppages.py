"""The help pages in the user's language: what the commands say, from texts.tsv, and what typer adds of its own."""

from collections.abc import Iterable
from typing import Any

import typer
from rich.columns import Columns
from rich.text import Text
from typer import rich_utils

from mjtable.texts import keys, text

# Typer's words -> their keys in texts.tsv. It has them from gettext when it is loaded, before we know the language.
WORDS = {
    "DEFAULT_STRING": "help_page.default",
    "ENVVAR_STRING": "help_page.variable",
    "REQUIRED_LONG_STRING": "help_page.required",
}


def translate(command: Any, lang: str) -> None:
    """Gives a command, and those in it, its help in `lang`."""
    rich_utils.Columns = _Folded  # type: ignore[misc, assignment]
    for name, key in WORDS.items():
        setattr(rich_utils, name, f"[{text(key, lang, value='{}')}]")
    _translate(command, "", lang, set(keys()))


def _translate(made: Any, path: str, lang: str, known: set[str]) -> None:
    """help.<command>, and for its parameters arg.<command>.<name>, or else that of its group, or arg.<name>."""
    made.help = text("help" + path if path else "help", lang)
    made.options_metavar = text("help_page.options", lang)
    made.get_usage = _Usage(made.get_usage, lang)
    for parameter in [*made.params, made.get_help_option(typer.Context(made))]:
        parameter.rich_help_panel = text("panel." + parameter.param_type_name, lang)
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""  # a switch takes no value, though it is a bool
        group = path.rpartition(".")[0]
        for key in (f"arg{path}.{parameter.name}", f"arg{group}.{parameter.name}", f"arg.{parameter.name}"):
            if key in known:
                parameter.help = text(key, lang)
                break
    if hasattr(made, "commands"):
        commands = text("help_page.commands", lang)
        made.subcommand_metavar = f"[{commands}]" if made.invoke_without_command else commands
        for name, child in made.commands.items():
            _translate(child, f"{path}.{name}", lang, known)


class _Usage:
    """A command's usage in one line."""

    def __init__(self, english: Any, lang: str):
        self._english = english
        self._lang = lang

    def __call__(self, context: Any) -> str:
        usage = self._english(context).partition(": ")[2]
        return text("usage.line", self._lang, usage=" ".join(usage.split()))


class _Folded(Columns):
    """What typer makes its help texts of. Chinese has no spaces, and rich cuts what it cannot wrap."""

    def __init__(self, renderables: Iterable[Any], **style: Any) -> None:
        parts = list(renderables)
        for part in parts:
            if isinstance(part, Text):
                part.overflow = "fold"
        super().__init__(parts, **style)
