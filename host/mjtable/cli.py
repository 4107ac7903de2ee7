"""The command line: puts the commands together, gives them help in the user's language, turns errors into exit codes.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no table (or its port), 4 the table refused, 5 table and laptop differ,
130 interrupted. Errors go to standard error; with --json they are JSON there too.
"""

import io
import os
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from mjtable.arguments import Lang
from mjtable.commands import device, hands, past, play, rules
from mjtable.errors import MjtableError
from mjtable.output import Output
from mjtable.texts import LANGUAGES, default_language, keys, text

INTERRUPTED = 130

# Panel of the help -> commands in it. A name with a space is a command in a group.
COMMANDS: dict[str, dict[str, Callable[..., None]]] = {
    "device": {
        "ports": device.ports,
        "sim": device.sim,
        "demo": device.demo,
        "config": device.config,
        "screen": device.screen,
        "press": device.press,
        "log": device.log,
    },
    "rules": {
        "region list": rules.region_list,
        "region show": rules.region_show,
        "region set": rules.region_set,
        "option set": rules.option_set,
    },
    "play": {
        "status": play.status,
        "session": play.session,
        "dice": play.dice,
        "wild": play.wild,
        "draw": play.draw,
        "win": hands.win_file,
        "undo": play.undo,
        "abort": play.abort,
        "correct": play.correct,
    },
    "hands": {"score": hands.score_file, "sync": past.sync, "history": past.history},
}


def main() -> None:
    """The command `mjtable`."""
    for stream in (sys.stdout, sys.stderr):  # a terminal that lacks a character shows "?" for it
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    arguments = sys.argv[1:]
    lang = _language(arguments)
    try:
        command(lang)(args=arguments, prog_name="mjtable")
    except MjtableError as e:
        Output(lang, "--json" in arguments).error(e)
        sys.exit(e.EXIT)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def command(lang: str) -> Callable[..., None]:
    """The whole command, with its help in `lang`."""
    app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
    app.callback()(_root)
    groups: dict[str, typer.Typer] = {}
    for panel, commands in COMMANDS.items():
        title = text("panel." + panel, lang)
        for path, function in commands.items():
            group, _, name = path.rpartition(" ")
            if not group:
                app.command(name, rich_help_panel=title)(function)
                continue
            if group not in groups:
                groups[group] = typer.Typer(no_args_is_help=True)
                app.add_typer(groups[group], name=group, rich_help_panel=title)
            groups[group].command(name)(function)
    made = typer.main.get_command(app)
    _translate(made, "", lang, set(keys()))
    return made


def _version(shown: bool) -> None:
    if shown:
        try:
            print("mjtable", version("mjtable"))
        except PackageNotFoundError:  # run from a checkout that was never installed
            print("mjtable (not installed)")
        raise typer.Exit()


def _root(
    shown: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, show_default=False)] = False,
    lang: Lang = None,
) -> None:
    if lang is not None:  # the commands' own --lang has the environment as its default
        os.environ["MJTABLE_LANG"] = lang


def _translate(made, path: str, lang: str, known: set[str]) -> None:  # type: ignore[no-untyped-def]
    """Help from texts.tsv: help.<command>, and for its parameters arg.<command>.<name> or else arg.<name>."""
    made.help = text("help" + path if path else "help", lang)
    for parameter in [*made.params, made.get_help_option(typer.Context(made))]:
        parameter.rich_help_panel = text("panel." + parameter.param_type_name, lang)
        for key in (f"arg{path}.{parameter.name}", f"arg.{parameter.name}"):
            if key in known:
                parameter.help = text(key, lang)
                break
    for name, child in getattr(made, "commands", {}).items():
        _translate(child, f"{path}.{name}", lang, known)


def _language(arguments: list[str]) -> str:
    """The language asked for anywhere on the line, before the line is understood."""
    asked = os.environ.get("MJTABLE_LANG", "")
    for i, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            asked = argument[len("--lang=") :]
        elif argument == "--lang" and i + 1 < len(arguments):
            asked = arguments[i + 1]
    return asked if asked in LANGUAGES else default_language()
