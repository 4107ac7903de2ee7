"""Players by name, and who sits where: entries in the history, which the table knows nothing of."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjtable import tablenames, tables
from mjtable.answers import SEAT
from mjtable.arguments import Db, Json, Lang, Port
from mjtable.commands.past import TableId, synced, table_id, when
from mjtable.errors import LinkError, NoHand, SeveralTables
from mjtable.output import Output

if TYPE_CHECKING:
    from mjtable.store import Store

Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False)]
New = Annotated[str, typer.Argument(metavar="NEW", show_default=False)]


def player_add(name: Name, db: Db = None, as_json: Json = False, lang: Lang = None) -> None:
    from mjtable import players
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as past, past.transaction() as c:
        ident = players.add(c, name)
    out.json({"id": ident, "name": players.tidy(name)})
    out.say("player.added", name=players.tidy(name))


def player_list(db: Db = None, as_json: Json = False, lang: Lang = None) -> None:
    from mjtable import players
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as past, past.reading() as c:
        found = players.everybody(c)
    out.json({"players": [row._asdict() for row in found]})
    if not found:
        out.say("player.none")
        return
    table = out.table("player!", "since")
    for row in found:
        table.add_row(row.name, when(row.time))
    out.show(table)


def player_rename(name: Name, new: New, db: Db = None, as_json: Json = False, lang: Lang = None) -> None:
    from mjtable import players
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as past, past.transaction() as c:
        old, now = players.rename(c, name, new)
    out.json({"before": old, "name": now})
    out.say("player.renamed", old=old, name=now)


SeatNumber = Annotated[int | None, typer.Argument(metavar="SEAT", min=0, max=SEAT[-1], show_default=False)]
Player = Annotated[str | None, typer.Argument(metavar="NAME", show_default=False)]
From = Annotated[int | None, typer.Option("--from", metavar="HAND", min=1, show_default=False)]
Nobody = Annotated[bool, typer.Option("--nobody", show_default=False)]
Again = Annotated[bool, typer.Option("--again", show_default=False)]


def seat(
    seat: SeatNumber = None,
    name: Player = None,
    since: From = None,
    nobody: Nobody = False,
    again: Again = False,
    table: TableId = None,
    port: Port = None,
    db: Db = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from mjtable import players
    from mjtable.store import Store

    out = Output(lang, as_json)
    if (seat is None) != (name is None and not nobody) or (name and nobody) or (again and seat is not None):
        raise typer.BadParameter(out.text("seat.usage"))
    with Store(db) as past:
        of = _table_meant(out, past, table, port, since is None and (seat is not None or again))
        with past.transaction() as c:
            session = _session(past, c, of, since)
            if again:
                players.sit_again(c, session, tables.remembered().get(session.table_id, {}).get("restored"))
            elif seat is not None:
                ident = None if nobody or name is None else players.find(c, name).id
                players.sit(c, session, seat, ident, since)
            found, entries = players.seated(c, session), players.entries(c, session)
        numbers = past.session_numbers([session.id])
        called = tablenames.shown(past.known_tables())
    seats = [{"seat": i, "name": one} for i, one in enumerate(found)]
    said = [{**row._asdict(), "name": row.name or None} for row in entries]
    head = {"id": session.id, "number": numbers[session.id], "table_id": session.table_id}
    out.json({"session": head, "seats": seats, "entries": said})
    out.say("seat.session", number=numbers[session.id], table=called[session.table_id])
    shown = out.table("seat", "player!")
    for i, one in enumerate(found):
        shown.add_row(out.seat(i), one or "–")
    out.show(shown)


def _session(past: "Store", c: Any, table: str | None, hand: int | None) -> Any:
    """The session of a hand, or the latest one. NoHand, NoSession."""
    from mjtable import players

    if hand is None:
        return players.session_of(c, table)
    found = players.session_of_hand(c, hand)
    if found is None:
        raise NoHand(hand=hand, db=past.shown)
    return found


def _table_meant(out: Output, past: "Store", named: str | None, port: str | None, fetch: bool) -> str | None:
    """The table named; else the one on the cable, whose latest hands are fetched so that the entry comes after them.

    SeveralTables: at which of them somebody sits down is not guessed.
    """
    if named is not None:
        return table_id(past.known_tables(), named)
    if not fetch:
        return None
    try:
        with tables.connect(port) as link:
            return synced(out, link, past).table
    except SeveralTables:
        raise
    except LinkError:
        if port is not None:
            raise
        return None
