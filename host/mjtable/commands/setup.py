"""The firmware onto a controller, up to date, and away again."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from mjtable import deploy, plan, tables
from mjtable.arguments import Json, Lang, Port
from mjtable.errors import NotConfirmed
from mjtable.install import Outcome
from mjtable.install import install as installed
from mjtable.install import uninstall as uninstalled
from mjtable.output import Output

BoardName = Annotated[str | None, typer.Option("--board", metavar="BOARD", show_default=False)]
Regions = Annotated[list[str] | None, typer.Option("--region", metavar="REGION", show_default=False)]
Pins = Annotated[str | None, typer.Option("--pins", metavar="FILE|NAME", show_default=False)]
Force = Annotated[bool, typer.Option("--force", show_default=False)]
Yes = Annotated[bool, typer.Option("--yes", "-y", show_default=False)]


class Shown:
    """How an installation goes, on the terminal: its steps, and a bar while it copies."""

    def __init__(self, out: Output):
        self._out = out

    def step(self, key: str, **values: object) -> None:
        self._out.say("install." + key, **values)
        self._out.flush()

    @contextmanager
    def copying(self, files: int, size: int) -> Iterator[Callable[[int], None]]:
        out = self._out
        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
        hidden = out.as_json or not out.console.is_terminal
        with Progress(*columns, console=out.console, transient=True, disable=hidden) as bar:
            task = bar.add_task(out.text("install.copying"), total=size)
            before = 0  # a file counts when the next one's turn comes

            def comes(bytes_: int) -> None:
                nonlocal before
                bar.advance(task, before)
                before = bytes_

            yield comes


def install(
    board: BoardName = None,
    region: Regions = None,
    pins: Pins = None,
    force: Force = False,
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    if board is not None and board not in deploy.boards():
        known = ", ".join(deploy.boards())
        raise typer.BadParameter(out.text("install.boards", given=board, known=known), param_hint="'--board'")
    wish = plan.Wish(board=board, regions=_chosen(out, region), pins=pins, force=force)
    _install(out, tables.board_port(port), wish)


def update(
    region: Regions = None,
    force: Force = False,
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    wish = plan.Wish(regions=_chosen(out, region), update=True, force=force)
    _install(out, tables.board_port(port), wish)


def _chosen(out: Output, given: list[str] | None) -> list[str] | None:
    """Ids of regions as they are given, one by one or with commas between; "all" is all of them."""
    if not given:
        return None
    names = [name.strip() for one in given for name in one.split(",") if name.strip()]
    known = deploy.regions()
    for name in names:
        if name not in (*known, plan.ALL):
            said = out.text("install.regions", given=name, known=", ".join(known))
            raise typer.BadParameter(said, param_hint="'--region'")
    return known if plan.ALL in names else sorted(set(names))


def _install(out: Output, device: str, wish: plan.Wish) -> None:
    outcome = installed(device, wish, Shown(out))
    out.json(outcome._asdict())
    show_outcome(out, outcome)


def show_outcome(out: Output, outcome: Outcome) -> None:
    table = outcome.table
    if not outcome.copied and not outcome.removed:
        out.say("install.nothing")
    out.say("install.done", name=table["name"], id=table["id"], port=outcome.port, fw=table["fw"])
    if outcome.before:
        out.say("install.kept", digest=outcome.after[:16])


Keep = Annotated[bool, typer.Option("--keep-data", show_default=False)]


def uninstall(
    keep_data: Keep = False, yes: Yes = False, port: Port = None, as_json: Json = False, lang: Lang = None
) -> None:
    out = Output(lang, as_json)
    device = tables.board_port(port)
    confirm(out, yes, "uninstall.ask" if keep_data else "uninstall.ask_all", port=device)
    seen = uninstalled(device, keep_data)
    files, size = seen.data
    out.json({"port": device, "removed": len(seen.files), "data": {"files": files, "bytes": size, "kept": keep_data}})
    out.say("uninstall.done", port=device, n=len(seen.files))
    if files:
        out.say("uninstall.kept" if keep_data else "uninstall.data", n=files, kb=-(-size // 1024))


def confirm(out: Output, yes: bool, key: str, **values: object) -> None:
    """Asks at the terminal, no by default, unless the line has said yes. NotConfirmed."""
    if yes:
        return
    if out.as_json or not sys.stdin.isatty():
        raise NotConfirmed()
    if not out.ask(key, **values):
        raise NotConfirmed()
