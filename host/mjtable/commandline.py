"""The command line: puts the commands together, gives them help in the user's language, turns errors into exit codes.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no table (or its port), 4 the table refused, 5 table and laptop differ,
6 it may have been done or not, 130 interrupted. Errors and warnings go to standard error; with --json they are JSON
there too.
"""

import errno
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from mjtable import helppages, usage
from mjtable.arguments import Lang
from mjtable.cli import INTERRUPTED
from mjtable.commands import (
    archive,
    book,
    count,
    course,
    device,
    doctor,
    fair,
    hands,
    house,
    past,
    people,
    play,
    restore,
    review,
    rules,
    selftest,
    sensors,
    setup,
    tags,
    walls,
    web,
)
from mjtable.errors import MjtableError, Remark, SystemTrouble
from mjtable.output import Output
from mjtable.texts import LANGUAGES, SPOKEN, default_language, language_of, text

LANG = "MJTABLE_LANG"
# Commands that take negative numbers: "-5" is no option of theirs.
NEGATIVE = ("correct", "amend")

# Panel of the help -> commands in it. A name with a space is a command in a group; a group's own name may be one too.
COMMANDS: dict[str, dict[str, Callable[..., None]]] = {
    "device": {
        "web": web.web,
        "ports": device.ports,
        "sim": device.sim,
        "demo": device.demo,
        "config": device.config,
        "config pin": device.config_pin,
        "screen": device.screen,
        "press": device.press,
        "sensors": sensors.sensors,
        "tags": tags.tags,
        "tags send": tags.send,
        "tags lay": tags.lay,
        "resume": device.resume,
        "log": device.log,
        "doctor": doctor.doctor,
        "selftest": selftest.selftest,
        "install": setup.install,
        "update": setup.update,
        "uninstall": setup.uninstall,
        "restore-table": restore.restore_table,
    },
    "rules": {
        "region list": rules.region_list,
        "region show": book.region_show,
        "region set": rules.region_set,
        "option set": rules.option_set,
        "house new": house.new,
        "house edit": house.edit,
        "house check": house.check,
        "house show": house.show,
        "house list": house.house_list,
        "house send": house.send,
        "house drop": house.drop,
        "wall": walls.wall,
    },
    "play": {
        "status": play.status,
        "session": play.session,
        "dice": play.dice,
        "dice verify": fair.verify,
        "dice health": fair.health,
        "dice raw": fair.raw,
        "dice final": fair.final,
        "wild": play.wild,
        "draw": play.draw,
        "play void": course.void,
        "play ready": course.ready,
        "play meld": course.meld,
        "play kong": course.kong,
        "play flower": course.flower,
        "play missed": course.missed,
        "play won": course.won,
        "play bird": course.bird,
        "play foul": course.foul,
        "play followed": course.followed,
        "play haidi": course.haidi,
        "play back": course.back,
        "play show": course.show,
        "play end": course.end,
        "win": hands.win_file,
        "undo": play.undo,
        "abort": play.abort,
        "correct": play.correct,
        "left": play.left,
    },
    "hands": {
        "score": hands.score_file,
        "sync": past.sync,
        "history": past.history,
        "hand": review.hand,
        "rescore": review.rescore,
        "amend": review.amend,
        "sessions": count.sessions,
        "standings": count.standings,
        "stats": count.stats,
    },
    "people": {
        "player add": people.player_add,
        "player list": people.player_list,
        "player rename": people.player_rename,
        "seat": people.seat,
    },
    "archive": {
        "export": archive.export,
        "backup": archive.backup,
        "restore": archive.restore,
        "rebuild": archive.rebuild,
    },
}


def run(arguments: list[str]) -> int:
    """Runs what the line says. The exit code; what went wrong is said."""
    lang = _language(arguments)
    SPOKEN.set(lang)
    out = Output(lang, "--json" in arguments)
    try:
        with _remarks(out):
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
            out.error(SystemTrouble.of(e))
        return 1


@contextmanager
def _remarks(out: Output) -> Iterator[None]:
    """Shows remarks as they are made, each kind once."""
    with warnings.catch_warnings():
        others = warnings.showwarning
        shown = set()

        def show(message: Warning | str, *where: Any) -> None:
            if not isinstance(message, Remark):
                others(message, *where)
            elif message.NAME not in shown:
                shown.add(message.NAME)
                out.error(message)

        warnings.simplefilter("always", Remark)
        warnings.showwarning = show  # type: ignore[assignment]
        yield


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
    both = {path.partition(" ")[0] for commands in COMMANDS.values() for path in commands if " " in path}
    for panel, commands in COMMANDS.items():
        title = text("panel." + panel, lang)
        for path, function in commands.items():
            group, _, name = path.rpartition(" ")
            if path in both:
                groups[path] = typer.Typer()
                groups[path].callback(invoke_without_command=True)(function)
                app.add_typer(groups[path], name=path, rich_help_panel=title)
            elif not group:
                settings = {"ignore_unknown_options": True} if name in NEGATIVE else None
                app.command(name, rich_help_panel=title, context_settings=settings)(function)
            else:
                if group not in groups:
                    groups[group] = typer.Typer(no_args_is_help=True)
                    app.add_typer(groups[group], name=group, rich_help_panel=title)
                groups[group].command(name, rich_help_panel=text("panel.command", lang))(function)
    made = typer.main.get_command(app)
    helppages.translate(made, lang)
    usage.refuse_what_is_no_text(made, lang)
    return made


def _version(shown: bool) -> None:
    if shown:
        from importlib.metadata import PackageNotFoundError, version  # nobody else needs it

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
        os.environ[LANG] = lang


def _language(arguments: list[str]) -> str:
    """The language asked for anywhere on the line, before the line is understood; else by the environment.

    MJTABLE_LANG may be the name of a locale, and is not looked at where the line says something.
    """
    asked = None
    for i, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            asked = argument[len("--lang=") :]
        elif argument == "--lang" and i + 1 < len(arguments):
            asked = arguments[i + 1]
    kept = os.environ.pop(LANG, "")
    if asked is None and kept:
        asked = language_of(kept)
        os.environ[LANG] = asked or kept
    return asked if asked in LANGUAGES else default_language()
