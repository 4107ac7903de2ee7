"""Commands about the device itself: its port, its displays, its settings and log, and a simulated one."""

import base64
import errno
import os
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.panel import Panel
from rich.text import Text

from mjtable import firststart, folders, picture, pins, serialports, tables
from mjtable.arguments import Json, Lang, Language, Port, Switch
from mjtable.errors import AtPrompt, BadFile, PinsDiffer
from mjtable.link import Link
from mjtable.output import Output, word
from mjtable.writing import written

if TYPE_CHECKING:
    from mjtable.simulator import Simulator

CENTRE = 4
BLOCKS_WIDTH = picture.WIDTH + 2


def sim(
    flash: Annotated[Path | None, typer.Option("--flash", metavar="FILE", show_default=False)] = None,
    heap: Annotated[str | None, typer.Option("--heap", metavar="SIZE", show_default=False)] = None,
    new: Annotated[bool, typer.Option("--new", show_default=False)] = False,
    blank: Annotated[bool, typer.Option("--blank", show_default=False)] = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    from mjtable.simulator import HEAP, Simulator  # needs pseudo-terminals, which not every system has

    image = flash or folders.made(folders.data()) / ("blank.flash" if blank else "simulator.flash")
    heap = heap or HEAP
    if not re.fullmatch(r"[0-9]+[kKmM]?", heap):
        raise typer.BadParameter(out.text("sim.heap", given=heap), param_hint="'--heap'")
    table = Simulator(image, heap=heap, told=lambda status: out.say("sim.stopped", status=status), new=new, blank=blank)
    try:
        with table:
            _run(out, table, heap)
    except KeyboardInterrupt:  # the way to end it
        pass


def _run(out: Output, table: "Simulator", heap: str) -> None:
    """Says where the table is, and waits until it breaks."""
    hello = _hello(table, out.lang)
    out.json({"port": table.port, "flash": str(table.flash), "pid": table.pid, "table": hello})
    if hello:
        out.say("sim.runs", port=table.port, id=hello["id"], heap=heap, flash=str(table.flash))
    else:
        out.say("sim.blank", port=table.port, heap=heap, flash=str(table.flash))
    out.flush()
    while table.broken is None:
        time.sleep(0.2)
    raise table.broken


def _hello(table: "Simulator", lang: str) -> dict[str, Any] | None:
    """What the table says of itself; None from a blank controller, on which nothing is installed yet."""
    if table.blank:
        seen = tables.look(serialports.Port(table.port, "simulator", None))
        if isinstance(seen.problem, AtPrompt):
            return None
    with table.greet() as link:
        firststart.speak(link, lang)
        return link.hello


Keep = Annotated[Path | None, typer.Option("--keep", metavar="DIR", show_default=False)]


def demo(keep: Keep = None, lang: Lang = None) -> None:
    from mjtable.demo import run

    run(Output(lang, False), keep)


def ports(as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    seen = [tables.look(port) for port in tables.ports()]
    found = [_seen_row(out, one) for one in seen]
    here = {row["id"] for row in found}
    away = [{"id": ident, **saved} for ident, saved in sorted(tables.remembered().items()) if ident not in here]
    out.json({"ports": found, "remembered": away})
    if not found:
        out.say("ports.none")
    else:
        table = out.table("port!", "device", "table!", "name", "firmware", "state")
        for row in found:
            state = out.text("ports.wrong" if row["problem"] else "ports.ready")
            table.add_row(row["port"], row["what"], row["id"] or "–", row["name"] or "–", row["fw"] or "–", state)
        out.show(table)
        for row in found:
            if row["problem"]:
                out.say("ports.why", port=row["port"], why=row["problem"])
    for saved in away:
        out.say("ports.away", id=saved["id"], name=saved.get("name") or "–", port=saved.get("port") or "–")


def _seen_row(out: Output, seen: tables.Seen) -> dict[str, Any]:
    hello = seen.hello or {}
    problem = seen.problem.message(out.lang) if seen.problem else None
    row = {"port": seen.port.device, "what": seen.port.what, "serial_number": seen.port.serial_number}
    return {**row, **{key: hello.get(key) for key in ("id", "name", "fw", "board")}, "problem": problem}


def fetch(link: Link, display: int) -> bytes:
    """What a display shows now: 1024 bytes MONO_VLSB."""
    return base64.b64decode(link.request("screen", display=display)["data"])


def show_page(out: Output, display: int, page: bytes) -> None:
    """The page in the terminal: as large as it is where the terminal is wide enough, else half as large."""
    lines = picture.blocks(page) if out.console.width >= BLOCKS_WIDTH else picture.braille(page)
    title = display_name(out, display)
    out.show(
        Panel(
            Text("\n".join(lines), no_wrap=True, overflow="crop"),
            title=title,
            title_align="left",
            expand=False,
            padding=0,
        )
    )


def display_name(out: Output, display: int) -> str:
    return out.text("display.centre") if display == CENTRE else out.text("display.seat", seat=out.seat(display))


def save_page(folder: Path, display: int, page: bytes) -> Path:
    """Writes the page as a PNG. BadFile."""
    path = folder / ("centre.png" if display == CENTRE else f"seat{display}.png")
    try:
        if folder.exists() and not folder.is_dir():
            raise BadFile(file=str(folder), why=os.strerror(errno.ENOTDIR))
        folder.mkdir(parents=True, exist_ok=True)
        with written(path) as place:
            place.write_bytes(picture.png(page))
    except OSError as e:
        raise BadFile(file=str(path), why=e.strerror or str(e)) from e
    return path


Display = Annotated[int | None, typer.Option("--display", "-d", min=0, max=CENTRE, show_default=False)]
Png = Annotated[Path | None, typer.Option("--png", metavar="DIR", show_default=False)]


def screen(
    display: Display = None, png: Png = None, port: Port = None, as_json: Json = False, lang: Lang = None
) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        seats = link.request("status")["seats"] or CENTRE
        wanted = [display] if display is not None else [CENTRE, *range(seats)]
        pages = {d: fetch(link, d) for d in wanted}
    saved = {d: save_page(png, d, page) for d, page in pages.items()} if png else {}
    out.json(
        {
            "displays": [
                {"display": d, "data": base64.b64encode(page).decode(), **({"png": str(saved[d])} if png else {})}
                for d, page in pages.items()
            ]
        }
    )
    for d, page in pages.items():
        if png:
            out.say("screen.saved", name=display_name(out, d), file=str(saved[d]))
        else:
            show_page(out, d, page)


DisplayLang = Annotated[Language | None, typer.Option("--display-lang", metavar="zh|en", show_default=False)]
EmptySide = Annotated[int | None, typer.Option("--empty-side", min=0, max=3, show_default=False)]
RealDice = Annotated[Switch | None, typer.Option("--real-dice", metavar="on|off", show_default=False)]


def config(
    context: typer.Context,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", show_default=False)] = None,
    display_lang: DisplayLang = None,
    empty_side: EmptySide = None,
    real_dice: RealDice = None,
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    if context.invoked_subcommand:
        return
    out = Output(lang, as_json)
    dice = None if real_dice is None else real_dice is Switch.on
    said = (("name", name), ("lang", display_lang), ("empty_side", empty_side), ("real_dice", dice))
    given = {key: value for key, value in said if value is not None}
    with tables.connect(port) as link:
        settings = link.request("config.set", **given) if given else link.request("config.get")
    out.json(settings)
    table = out.table("setting!", "value")
    for key in sorted(settings):
        table.add_row(key, word(settings[key]))
    out.show(table)


def config_pin(
    remove: Annotated[bool, typer.Option("--remove", show_default=False)] = False,
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        kept = "" if remove else pins.setting(_new_pin(out))
        out.json(link.request("config.set", pin=kept))
    out.say("pin.removed" if remove else "pin.set")


def _new_pin(out: Output) -> str:
    """Typed twice where it is not shown; else a line. BadPin."""
    pin = pins.checked(pins.typed(out.text("pin.new")))
    if sys.stdin.isatty() and pins.typed(out.text("pin.repeat")) != pin:
        raise PinsDiffer()
    return pin


def press(
    seat: Annotated[int, typer.Argument(metavar="SEAT", min=0, max=7, show_default=False)],
    key: Annotated[str, typer.Argument(metavar="KEY", show_default=False)],
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        out.json(link.request("press", seat=seat, key=key))
    out.say("press.done", seat=out.seat(seat), pressed=key)


LastGood = Annotated[bool, typer.Option("--last-good", show_default=False)]


def resume(last_good: LastGood = False, port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    with tables.resume(port, last_good) as link:
        out.json({"table": link.hello, "port": link.device})
        out.say("resume.done", name=link.hello["name"], id=link.hello["id"], port=link.device)


def log(port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        told = link.request("log")
    notes, crash = told["notes"], told.get("crash", "").rstrip()
    out.json(notes + [crash] * bool(crash))
    for note in notes:
        out.line(str(note))
    if not notes:
        out.say("none")
    if crash:
        out.say("log.crash")
        for line in crash.split("\n"):
            out.line("  " + line)
