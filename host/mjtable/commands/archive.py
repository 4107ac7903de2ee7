"""The history as a whole: exported, kept in a file and put back, its rows made anew."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from mjtable.arguments import Db, Json, Lang
from mjtable.commands.past import TableId, table_id
from mjtable.output import Output

File = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]
Force = Annotated[bool, typer.Option("--force", show_default=False)]
Only = Annotated[list[str] | None, typer.Option("--sheet", metavar="NAME", show_default=False)]


def export(
    file: File, sheet: Only = None, table: TableId = None, force: Force = False, db: Db = None, as_json: Json = False,
    lang: Lang = None,
) -> None:  # fmt: skip
    from mjtable import export as exports
    from mjtable.store import Store

    out = Output(lang, as_json)
    for name in sheet or []:
        if name not in exports.SHEETS:
            raise typer.BadParameter(out.text("export.no_sheet", given=name, sheets=", ".join(exports.SHEETS)))
    with Store(db) as past:
        of = None if table is None else table_id(past.known_tables(), table)
        rows = exports.export(past, file, sheet or [], of, out.lang, force)
    out.json({"file": str(file), "rows": rows})
    counts = out.text("comma").join(out.text("export.count", what=_sheet(out, name), n=n) for name, n in rows.items())
    out.say("export.done", file=str(file), counts=counts)


def _sheet(out: Output, name: str) -> str:
    return out.text("export.sheet." + name)


def backup(file: File, force: Force = False, db: Db = None, as_json: Json = False, lang: Lang = None) -> None:
    from mjtable import backup as backups
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as past:
        rows = backups.backup(past, file, force)
        shown = past.shown
    out.json({"file": str(file), "db": shown, "rows": rows})
    out.say("backup.done", file=str(file), db=shown, hands=rows["hands"], events=rows["events"])


def restore(file: File, force: Force = False, db: Db = None, as_json: Json = False, lang: Lang = None) -> None:
    from mjtable import backup as backups
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as past:
        rows = backups.restore(past, file, force)
        shown = past.shown
    out.json({"file": str(file), "db": shown, "rows": rows})
    out.say("restore.done", file=str(file), db=shown, hands=rows["hands"], events=rows["events"])


def rebuild(db: Db = None, as_json: Json = False, lang: Lang = None) -> None:
    from mjtable import rebuild as again
    from mjtable.store import Store

    out = Output(lang, as_json)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    quiet = as_json or not out.console.is_terminal
    with Store(db) as past, Progress(*columns, console=out.console, transient=True, disable=quiet) as bar:
        task = bar.add_task(out.text("rebuild.progress"), total=None)
        with past.transaction() as c:
            made = again.run(c, lambda done, total: bar.update(task, completed=done, total=max(total, 1)))
        shown = past.shown
    out.json({**made._asdict(), "db": shown})
    out.say("rebuild.done", journals=made.journals, events=made.events, hands=made.hands, db=shown)
    if made.kept:
        out.say("rebuild.kept", n=made.kept)
    if made.states:
        out.say("rebuild.states", n=made.states)
