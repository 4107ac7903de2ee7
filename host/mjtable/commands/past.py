"""The history: fetched from a table, and shown.

SQLAlchemy takes longer to load than all the rest together, so only the two commands that need it load it.
"""

import datetime
import warnings
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from mjtable import tablenames, tables
from mjtable.arguments import Db, Json, Lang, Port
from mjtable.commands.hands import scored, show_answer, show_tiles
from mjtable.errors import BadFolder, Differs, NoHand, NotRemembered, SystemTrouble
from mjtable.output import Output, signed
from mjtable.phrases import said
from mjtable.regions import rules_name, rules_title

if TYPE_CHECKING:
    from mjtable import ledger
    from mjtable.link import Link
    from mjtable.store import Store
    from mjtable.sync import Outcome

NewJournal = Annotated[bool, typer.Option("--new-journal", show_default=False)]


def sync(
    new_journal: NewJournal = False, port: Port = None, db: Db = None, as_json: Json = False, lang: Lang = None
) -> None:
    from mjtable.commands.restore import remark
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as history, tables.connect(port) as link:
        remark(link, history)
        outcome = synced(out, link, history, new_journal)
        uncompared = "sync.safe" if link.hello.get("safe") else "sync.busy"
        _keep(link)
    out.json(
        {
            **outcome._asdict(),
            "db": history.shown,
            "missing": [{"first": first, "last": last} for first, last in outcome.missing],
            "differences": [
                {"seq": seq, "what": what, "table": table_says, "laptop": laptop_says}
                for seq, what, table_says, laptop_says in outcome.differences
            ],
        }
    )
    out.say("sync.done", events=outcome.events, hands=outcome.hands, here=outcome.here, db=history.shown)
    if outcome.missing:
        numbers = out.text("comma").join(f"{first}..{last}" for first, last in outcome.missing)
        out.say("sync.missing", numbers=numbers, n=sum(last - first + 1 for first, last in outcome.missing))
    for seq, what, table_says, laptop_says in outcome.differences:
        both = {"table": said(table_says, out.lang), "laptop": said(laptop_says, out.lang)}
        out.say("sync.differs", seq=seq, what=what, **both)
    if outcome.differences:
        _, what, table_says, laptop_says = outcome.differences[0]
        raise Differs(what=what, table=table_says, laptop=laptop_says)
    out.say("sync.same" if outcome.compared else uncompared)


def _keep(link: "Link") -> None:
    """What no event tells of the table: its settings and houses. Failing to is no reason to stop."""
    from mjtable import resets

    try:
        resets.keep(link)
    except OSError as e:
        warnings.warn(NotRemembered(cause=SystemTrouble.of(e)), stacklevel=2)
    except BadFolder as e:
        warnings.warn(NotRemembered(cause=e), stacklevel=2)


def synced(out: Output, link: Any, history: "Store", new_journal: bool = False) -> "Outcome":
    """A sync with a bar for each of its stages on the terminal."""
    from mjtable.sync import FETCH, REPLAY, Sync

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(
        *columns, console=out.console, transient=True, disable=out.as_json or not out.console.is_terminal
    ) as bar:
        tasks = {stage: bar.add_task(out.text("sync." + stage), total=None) for stage in (FETCH, REPLAY)}

        def progress(stage: str, done: int, total: int) -> None:
            bar.update(tasks[stage], completed=done, total=max(total, 1))

        return Sync(link, history, progress).run(new_journal)


MOST = 2**31 - 1  # a database numbers no row higher
Hand = Annotated[int | None, typer.Argument(metavar="HAND", min=1, show_default=False)]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1)]
TableId = Annotated[str | None, typer.Option("--table", metavar="ID|NAME", show_default=False)]


def history(
    hand: Hand = None, limit: Limit = 20, table: TableId = None, db: Db = None, as_json: Json = False, lang: Lang = None
) -> None:
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as past:
        if hand is not None:
            _one_hand(out, past, hand)
        else:
            _all_hands(out, past, min(limit, MOST), table)


def _all_hands(out: Output, past: "Store", limit: int, named: str | None) -> None:
    from mjtable import ledger

    known = past.known_tables()
    table = None if named is None else table_id(known, named)
    sessions = ledger.sessions(past, table, limit)
    differences = past.differences_of(table)
    out.json({**_as_dict(sessions), "differences": [row._asdict() for row in differences]})
    seen = max((row.seen for row in known if table in (None, row.id)), default=None)
    if sessions:
        show_sessions(out, sessions, tablenames.shown(known))
        out.say("history.synced", time=local(seen))
    elif seen:
        out.say("history.none_yet", db=past.shown, time=local(seen))
    else:
        out.say("history.empty", db=past.shown)
    if differences:
        out.say("history.differs", n=len(differences))


def table_id(known: Any, named: str) -> str:
    """The id of the table that is meant. UnknownTable, SameName."""
    return str(tablenames.meant(known, named).id)


def _as_dict(sessions: "list[ledger.Session]") -> dict[str, Any]:
    kept: dict[str, list[dict[str, Any]]] = {"hand": [], "correct": [], "amend": [], "undo": [], "seats": []}
    for session in sessions:
        for entry in session.entries:
            kept[entry.kind].append({**entry.row._asdict(), "delta": entry.delta, "scores": entry.scores})
    heads = [{key: value for key, value in session._asdict().items() if key != "entries"} for session in sessions]
    found = {"hands": kept["hand"], "corrections": kept["correct"], "amendments": kept["amend"], "seats": kept["seats"]}
    return {**found, "sessions": heads}


def when(time: int) -> str:
    """A time of the table in local time, the year if it is another; a table whose clock was never set has none."""
    if not time:
        return "–"
    then = datetime.datetime.fromtimestamp(time)
    return then.strftime("%m-%d %H:%M" if then.year == datetime.datetime.now().year else "%Y-%m-%d %H:%M")


def local(iso: str | None) -> str:
    return when(int(datetime.datetime.fromisoformat(iso).timestamp())) if iso else "–"


def show_sessions(out: Output, sessions: "list[ledger.Session]", called: dict[str, str]) -> None:
    """A table for each session, with a heading where it says something; the region once if all hands are of one."""
    hands = [entry.row for session in sessions for entry in session.entries if entry.kind == "hand"]
    regions = {_rules(out, row) for row in hands}
    if len(regions) == 1:
        out.say("history.region", region=rules_title(hands[0].region, hands[0].record.get("options"), out.lang))
        regions = set()
    for session in sessions:
        if len(sessions) > 1 or len(called) > 1 or any(session.scores):
            name, scores = called[session.table_id], " ".join(map(str, session.scores))
            key = "history.session_from" if any(session.scores) else "history.session"
            out.line()
            out.say(key, number=session.number, table=name, scores=scores)
        _show_session(out, session, bool(regions))


def _rules(out: Output, row: Any) -> str:
    """What a hand was played by: the house's name, or the region's."""
    return rules_name(row.region, row.record.get("options"), out.lang)


def _show_session(out: Output, session: "ledger.Session", with_region: bool) -> None:
    seats = max(len(entry.scores) for entry in session.entries)
    columns = ["region"] if with_region else []
    table = out.table("hand>", "time", *columns, "result", *(f"seat{i}>" for i in range(seats)))
    for entry in session.entries:
        row, hand = entry.row, entry.kind == "hand"
        cells = [f"{signed(d)} ({s})" for d, s in zip(entry.delta, entry.scores, strict=False)]
        if hand and row.undone:  # it counts for nothing, so there is no score after it
            cells = [signed(d) for d in entry.delta]
        region = [_rules(out, row) if hand else ""] if with_region else []
        style = "dim strike" if hand and row.undone else ""
        time = when(row.time) if entry.kind != "undo" else ""
        table.add_row(str(row.id) if hand else "", time, *region, _what(out, entry), *cells, style=style)
    out.show(table)


def _what(out: Output, entry: "ledger.Entry") -> str:
    """What happened in a line of the history, in a few words."""
    row = entry.row
    if entry.kind == "hand":
        return result_text(out, row.answer) + (" " + out.text("history.mark") if row.undone else "")
    if entry.kind == "undo":
        return out.text("history.taken_back", hand=row.id)
    if entry.kind == "seats":
        return out.text("history.seats", moves=out.text("comma").join(_moves(out, row.moved)))
    if entry.kind == "amend":
        return out.text("history.amended", hand=row.hand_id, reason=row.reason)
    return out.text("history.corrected", reason=row.reason) if row.reason else out.text("history.correction")


def _moves(out: Output, order: list[int]) -> list[str]:
    from mjtable import ledger

    return [out.text("history.move", came=out.seat(came), seat=out.seat(seat)) for seat, came in ledger.moves(order)]


def result_text(out: Output, answer: dict[str, Any]) -> str:
    """Who won with what worth, in a few words."""
    won = [out.text("history.win", seat=out.seat(w["seat"]), value=w["value"]) for w in answer["wins"] if w["valid"]]
    if won:
        return out.text("comma").join(won)
    return out.text("history.false" if answer["wins"] else "history.drawn")


def _one_hand(out: Output, past: "Store", hand: int) -> None:
    rows = past.hand(hand) if hand <= MOST else []
    if not rows:
        raise NoHand(hand=hand, db=past.shown)
    row, scores = rows[0], [score for _, score in past.payments_of([hand])[hand]]
    differences = [found._asdict() for found in past.differences_of()]
    out.json({"hands": [{**row._asdict(), "scores": scores}], "differences": differences})
    if out.as_json:
        return
    _, lines = scored(row.record, out.lang)
    out.say(
        "history.hand",
        id=row.id,
        time=when(row.time),
        region=rules_title(row.region, row.record.get("options"), out.lang),
        number=row.number,
    )
    if row.undone:
        out.say("history.undone")
    show_tiles(out, row.record)
    show_answer(out, row.region, row.answer, scores)
    out.line()
    for line in lines:
        out.line(line)
