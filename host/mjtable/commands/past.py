"""The history: fetched from a table, and shown.

SQLAlchemy takes longer to load than all the rest together, so only the two commands that need it load it.
"""

import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from engine_core.score import explain
from mjtable import tables
from mjtable.arguments import Db, Json, Lang, Port
from mjtable.commands.hands import show_answer
from mjtable.commands.play import show_scores
from mjtable.commands.rules import region_name
from mjtable.errors import Differs, NoHand
from mjtable.output import Output, signed

if TYPE_CHECKING:
    from mjtable.store import Store
    from mjtable.sync import Outcome

NewJournal = Annotated[bool, typer.Option("--new-journal", show_default=False)]


def sync(
    new_journal: NewJournal = False, port: Port = None, db: Db = None, as_json: Json = False, lang: Lang = None
) -> None:
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as history, tables.connect(port) as link:
        outcome = synced(out, link, history, new_journal)
    out.json(
        {
            **outcome._asdict(),
            "db": history.url,
            "differences": [
                {"seq": seq, "what": what, "table": table_says, "laptop": laptop_says}
                for seq, what, table_says, laptop_says in outcome.differences
            ],
        }
    )
    out.say("sync.done", events=outcome.events, hands=outcome.hands, seq=outcome.seq, db=history.shown)
    for seq, what, table_says, laptop_says in outcome.differences:
        out.say("sync.differs", seq=seq, what=what, table=table_says, laptop=laptop_says)
    if outcome.differences:
        _, what, table_says, laptop_says = outcome.differences[0]
        raise Differs(what=what, table=table_says, laptop=laptop_says)
    out.say("sync.same" if outcome.compared else "sync.busy")


def synced(out: Output, link: Any, history: "Store", new_journal: bool = False) -> "Outcome":
    """A sync with a bar on the terminal."""
    from mjtable.sync import Sync

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(
        *columns, console=out.console, transient=True, disable=out.as_json or not out.console.is_terminal
    ) as bar:
        task = bar.add_task(out.text("sync.progress"), total=None)
        job = Sync(link, history, lambda done, total: bar.update(task, completed=done, total=max(total, 1)))
        return job.run(new_journal)


Hand = Annotated[int | None, typer.Argument(metavar="[HAND]", min=1, show_default=False)]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1)]
TableId = Annotated[str | None, typer.Option("--table", metavar="ID", show_default=False)]


def history(
    hand: Hand = None, limit: Limit = 20, table: TableId = None, db: Db = None, as_json: Json = False, lang: Lang = None
) -> None:
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as past:
        rows = past.hands_of(table, limit) if hand is None else past.hand(hand)
        paid = past.payments_of([row.id for row in rows])
        differences = past.differences_of(table)
    if hand is not None and not rows:
        raise NoHand(hand=hand, db=past.shown)
    shown = [_as_dict(row, paid[row.id]) for row in rows]
    out.json({"hands": shown, "differences": [row._asdict() for row in differences]})
    if as_json:
        return
    if hand is not None:
        _show_hand(out, rows[0], paid[hand])
    elif not rows:
        out.say("history.empty", db=past.shown)
    else:
        show_hands(out, rows, paid)
    if differences and hand is None:
        out.say("history.differs", n=len(differences))


def _as_dict(row: Any, paid: list[tuple[int, int]]) -> dict[str, Any]:
    return {**row._asdict(), "scores": [score for _, score in paid]}


def when(time: int) -> str:
    """A time of the table in local time; a table whose clock was never set has none."""
    return datetime.datetime.fromtimestamp(time).strftime("%Y-%m-%d %H:%M") if time else "–"


def show_hands(out: Output, rows: Any, paid: dict[int, list[tuple[int, int]]]) -> None:
    seats = max(len(paid[row.id]) for row in rows)
    table = out.table("hand>", "time", "region", "result", *(f"seat{i}>" for i in range(seats)))
    last = None
    for row in rows:
        if last is not None and row.session_id != last.session_id:
            table.add_section()
        cells = [f"{signed(delta)} ({score})" for delta, score in paid[row.id]]
        style = "dim strike" if row.undone else ""
        region = region_name(row.region, out.lang)
        result = result_text(out, row.answer) + (" " + out.text("history.mark") if row.undone else "")
        table.add_row(str(row.id), when(row.time), region, result, *cells, style=style)
        last = row
    out.show(table)


def result_text(out: Output, answer: dict[str, Any]) -> str:
    """Who won with what worth, in a few words."""
    won = [out.text("history.win", seat=out.seat(w["seat"]), value=w["value"]) for w in answer["wins"] if w["valid"]]
    if won:
        return out.text("comma").join(won)
    return out.text("history.false" if answer["wins"] else "history.drawn")


def _show_hand(out: Output, row: Any, paid: list[tuple[int, int]]) -> None:
    out.say("history.hand", id=row.id, time=when(row.time), region=region_name(row.region, out.lang), number=row.number)
    if row.undone:
        out.say("history.undone")
    show_answer(out, row.region, row.answer)
    show_scores(out, [score for _, score in paid], row.answer["delta"])
    out.line()
    for line in explain(row.record, out.lang):
        out.line(line)
