"""The help pages in the user's language: what the commands say, from texts.tsv, and what typer adds of its own."""

from typing import Any

import typer

from mjtable.texts import keys, text


def translate(command: Any, lang: str) -> None:
    """Gives a command, and those in it, its help in `lang`."""
    _translate(command, "", lang, set(keys()))


def _translate(made: Any, path: str, lang: str, known: set[str]) -> None:
    """help.<command>, and for its parameters arg.<command>.<name>, or else that of its group, or arg.<name>."""
    made.help = text("help" + path if path else "help", lang)
    made.options_metavar = text("help_page.options", lang)
    made.get_usage = _Usage(made.get_usage, lang)
    made.format_help = _Page(made.format_help, lang)
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


class _Page:
    """A command's help page, as typer writes it."""

    def __init__(self, plain: Any, lang: str):
        self._plain = plain
        self._lang = lang

    def __call__(self, context: Any, formatter: Any) -> None:
        from mjtable import helpstyle

        helpstyle.put_on(self._lang)
        self._plain(context, formatter)
