"""The command line: puts the commands together, gives them help in the user's language, turns errors into exit codes.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no table (or its port), 4 the table refused, 5 table and laptop differ,
130 interrupted. Errors go to standard error; with --json they are JSON there too.
"""

import errno
import io
import os
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any

import typer
from rich.columns import Columns
from rich.text import Text
from typer import rich_utils

from mjtable import usage
from mjtable.arguments import Lang
from mjtable.commands import device, hands, past, play, rules
from mjtable.errors import MjtableError, SystemTrouble
from mjtable.output import Output
from mjtable.texts import LANGUAGES, default_language, keys, text

INTERRUPTED = 130
# Commands that take negative numbers: "-5" is no option of theirs.
NEGATIVE = ("correct",)

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
    code = _run(sys.argv[1:])
    if code:
        sys.exit(code)


def _run(arguments: list[str]) -> int:
    """The exit code; what went wrong is said."""
    lang = _language(arguments)
    out = Output(lang, "--json" in arguments)
    try:
        code = command(lang).main(args=arguments, prog_name="mjtable", standalone_mode=False)
        sys.stdout.flush()  # now, while a full disk can still be told
        return code if isinstance(code, int) else 0
    except usage.UsageError as e:
        return usage.show(out, e)
    except MjtableError as e:
        out.error(e)
        return e.EXIT
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except OSError as e:
        _close_output()
        if e.errno != errno.EPIPE:  # whoever read our output has gone: nobody wants to be told
            out.error(SystemTrouble(why=": ".join(str(part) for part in (e.filename, e.strerror or e) if part)))
        return 1


def _close_output() -> None:
    """What is still to be written goes nowhere, or the interpreter would try, and complain, once more."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:  # no file of the system
        pass


def command(lang: str) -> Any:
    """The whole command, with its help in `lang`."""
    app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
    app.callback()(_root)
    groups: dict[str, typer.Typer] = {}
    for panel, commands in COMMANDS.items():
        title = text("panel." + panel, lang)
        for path, function in commands.items():
            group, _, name = path.rpartition(" ")
            if not group:
                settings = {"ignore_unknown_options": True} if name in NEGATIVE else None
                app.command(name, rich_help_panel=title, context_settings=settings)(function)
                continue
            if group not in groups:
                groups[group] = typer.Typer(no_args_is_help=True)
                app.add_typer(groups[group], name=group, rich_help_panel=title)
            groups[group].command(name)(function)
    made = typer.main.get_command(app)
    rich_utils.Columns = _Folded  # type: ignore[misc, assignment]
    _translate(made, "", lang, set(keys()))
    return made


class _Folded(Columns):
    """What typer makes its help texts of. Chinese has no spaces, and rich cuts what it cannot wrap."""

    def __init__(self, renderables: Iterable[Any], **style: Any) -> None:
        parts = list(renderables)
        for part in parts:
            if isinstance(part, Text):
                part.overflow = "fold"
        super().__init__(parts, **style)


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
