"""Whether the dice are fair: every throw checked again, and samples for who tests them with tools of his own."""

import base64
import csv
import json
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

from mjtable import tablenames, tables
from mjtable.arguments import Db, Json, Lang, Port
from mjtable.commands.past import TableId, table_id, when
from mjtable.errors import MjtableError, NoSession, NoSuchSession, PartKept, UnfairDice
from mjtable.link import Link
from mjtable.output import Output
from mjtable.writing import PART, collected

if TYPE_CHECKING:
    from mjtable.throws import Session

RAW = 512  # samples that a table gives at a time
THROWS = 8  # throws
SECRET_BITS = 512  # that the samples for a secret have to hold
MOST = 100_000_000

SessionId = Annotated[int | None, typer.Option("--session", metavar="ID", min=1, show_default=False)]
Every = Annotated[bool, typer.Option("--all", show_default=False)]


def verify(
    session: SessionId = None,
    every: Every = False,
    table: TableId = None,
    db: Db = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from mjtable import throws
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as past:
        of = None if table is None else table_id(past.known_tables(), table)
        found = throws.checked(past, of, session)
        called = tablenames.shown(past.known_tables())
        if not found:
            raise NoSuchSession(session=session, db=past.shown) if session is not None else NoSession()
    if session is None and not every:
        found = found[-1:]
    out.json({"sessions": [{**one._asdict(), "throws": [t._asdict() for t in one.throws]} for one in found]})
    for one in found:
        _show_session(out, one, called[one.table_id])
    thrown = [throw for one in found for throw in one.throws]
    fair, real, unchecked = (
        sum(throw.found in names for throw in thrown) for names in ((throws.FAIR,), (throws.REAL,), throws.UNCHECKED)
    )
    out.say("verify.sum", fair=fair, real=real)
    if unchecked:
        out.say("verify.unchecked", n=unchecked)
    wrong = [throw.seq for throw in thrown if throw.found in throws.WRONG]
    if wrong:
        raise UnfairDice(n=len(wrong), seq=wrong[0])


def _show_session(out: Output, session: "Session", name: str) -> None:
    out.say("verify.session", id=session.id, number=session.number, table=name, time=when(session.time))
    if not session.throws:
        out.say("none")
        return
    shown = out.table("event_number>", "time", "seat", "dice", "seal", "verdict")
    for throw in session.throws:
        verdict = [out.text("verify." + throw.found)]
        if throw.seals > 1:
            verdict.append(out.text("verify.seals", n=throw.seals))
        if throw.given_up:
            verdict.append(out.text("verify.given_up"))
        dice, seal = " ".join(map(str, throw.dice)), throw.seal[:16]
        said = out.text("comma").join(verdict)
        shown.add_row(str(throw.seq), when(throw.time), out.seat(throw.seat), dice, seal, said)
    out.show(shown)


def health(port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        told = link.request("dice.health")
    out.json(told)
    shown = out.table("source!", "bits>", "repeats>", "common>", "state")
    for source in told["sources"]:
        bits = f"{SECRET_BITS / max(source['need'], 1):g}"
        common = f"{source['common']}/{source['window']}"
        state = source["fault"] or out.text("health.passes")
        shown.add_row(source["name"], bits, str(source["repeats"]), common, state)
    out.show(shown)
    out.say("health.sealed" if told["sealed"] else "health.unsealed")


class Form(StrEnum):
    csv = "csv"
    bytes = "bytes"
    json = "json"


Samples = Annotated[int, typer.Argument(metavar="N", min=1, max=MOST, show_default=False)]
Format = Annotated[Form, typer.Option("--format")]
File = Annotated[Path | None, typer.Option("--out", metavar="FILE", show_default=False)]
Source = Annotated[str | None, typer.Option("--source", metavar="NAME", show_default=False)]
Dice = Annotated[int, typer.Option("--dice", min=1, max=8)]


def raw(
    n: Samples, source: Source = None, form: Format = Form.csv, file: File = None, port: Port = None,
    as_json: Json = False, lang: Lang = None,
) -> None:  # fmt: skip
    out = Output(lang, as_json)
    form = _form(out, form, file)
    with tables.connect(port) as link:
        known = link.request("dice.health")["sources"]
        names = [one["name"] for one in known if source in (None, one["name"])]
        if not names:
            names = [str(source)]
            link.request("dice.raw", source=names[0], n=1)  # the table says what is wrong with it
        if form is Form.bytes and len(names) > 1:
            choice = ", ".join(names)
            raise typer.BadParameter(out.text("samples.which", names=choice), param_hint="'--source'")
        claimed = {one["name"]: SECRET_BITS / max(one["need"], 1) for one in known}
        head = {"table": link.hello["id"], "bits": {name: claimed.get(name) for name in names}}
        _write(form, file, names, head, _raw(link, names, n), n)


def _raw(link: Link, names: list[str], n: int) -> Iterator[list[bytes]]:
    """Rows of samples, one of each source; a part at a time."""
    while n > 0:
        part = min(n, RAW)
        columns = [base64.b64decode(link.request("dice.raw", source=name, n=part)["data"]) for name in names]
        yield [bytes(row) for row in zip(*columns, strict=True)]
        n -= part


def final(
    n: Samples, dice: Dice = 2, form: Format = Form.csv, file: File = None, port: Port = None,
    as_json: Json = False, lang: Lang = None,
) -> None:  # fmt: skip
    out = Output(lang, as_json)
    form = _form(out, form, file)
    with tables.connect(port) as link:
        names = [f"die{k + 1}" for k in range(dice)]
        _write(form, file, names, {"table": link.hello["id"], "dice": dice}, _final(link, n, dice), n)


def _final(link: Link, n: int, dice: int) -> Iterator[list[bytes]]:
    """Rows of faces, a throw each; a part at a time."""
    while n > 0:
        part = min(n, THROWS)
        faces = base64.b64decode(link.request("dice.final", throws=part, dice=dice)["data"])
        yield [faces[at : at + dice] for at in range(0, len(faces), dice)]
        n -= part


def _form(out: Output, form: Form, file: Path | None) -> Form:
    if out.as_json:
        return Form.json
    if form is Form.bytes and file is None and sys.stdout.isatty():
        raise typer.BadParameter(out.text("samples.terminal"), param_hint="'--format'")
    return form


def _write(
    form: Form, file: Path | None, names: list[str], head: dict[str, Any], parts: Iterator[list[bytes]], n: int
) -> None:
    """Rows as they come, so that what was collected before somebody stops it is kept (in a file, as `collected` says);
    JSON at the end.
    """
    with _opened(file) as to, _bar(n, file is not None) as told:
        text = _Text(to)
        writer = csv.writer(text, lineterminator="\n")
        if form is Form.csv:
            writer.writerow(names)
        kept: list[bytes] = []
        for part in parts:
            if form is Form.csv:
                writer.writerows(part)
            elif form is Form.bytes:
                to.write(b"".join(part))
            else:
                kept += part
            told(len(part))
        if form is Form.json:
            columns = {name: [row[k] for row in kept] for k, name in enumerate(names)}
            text.write(json.dumps({**head, "samples": columns}) + "\n")


class _Text:
    """Writes text to a binary file."""

    def __init__(self, to: BinaryIO):
        self._to = to

    def write(self, text: str) -> int:
        return self._to.write(text.encode())


@contextmanager
def _opened(file: Path | None) -> Iterator[BinaryIO]:
    """The file, or standard output. BadFile."""
    if file is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    try:
        with collected(file) as to:
            yield to
    except (KeyboardInterrupt, MjtableError):
        part = Path(f"{file}{PART}")
        if part.exists():
            warnings.warn(PartKept(file=str(part)), stacklevel=2)
        raise


@contextmanager
def _bar(n: int, to_file: bool) -> Iterator[Any]:
    """A bar on standard error, where a person sees it and it is not among the samples."""
    quiet = not sys.stderr.isatty() or (not to_file and sys.stdout.isatty())
    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as bar:
        task = bar.add_task("", total=n)
        yield lambda done: bar.advance(task, done)
