"""What the history adds up to: sessions, standings, statistics."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjtable import tablenames
from mjtable.arguments import Db, Json, Lang
from mjtable.commands.past import MOST, Limit, TableId, table_id, when
from mjtable.errors import BadRules, NoSuchSession
from mjtable.output import Output, signed
from mjtable.regions import names, regions, rules_name

if TYPE_CHECKING:
    from mjtable import stats as counted

MOST_PATTERNS = 15


def sessions(limit: Limit = 20, table: TableId = None, db: Db = None, as_json: Json = False, lang: Lang = None) -> None:
    from mjtable import evenings
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as past:
        of = None if table is None else table_id(past.known_tables(), table)
        found = evenings.sessions(past, of, min(limit, MOST))
        called = tablenames.shown(past.known_tables())
    out.json({"sessions": [one._asdict() for one in found]})
    if not found:
        out.say("sessions.none")
        return
    shown = out.table("id>", "time", "table_name!", "number>", "region", "hands>", "standing")
    for one in found:
        regions = out.text("comma").join(rules_name(region, {"house": house}, out.lang) for region, house in one.rules)
        seats = enumerate(zip(one.players, one.scores, strict=False))
        scores = out.text("comma").join(
            f"{name or out.text(f'seat.{i}')} {signed(score)}" for i, (name, score) in seats
        )
        shown.add_row(
            str(one.id), when(one.time), called[one.table_id], str(one.number), regions, str(one.hands), scores
        )
    out.show(shown)


SessionId = Annotated[int | None, typer.Option("--session", metavar="ID", min=1, show_default=False)]


def standings(
    session: SessionId = None, table: TableId = None, db: Db = None, as_json: Json = False, lang: Lang = None
) -> None:
    from mjtable import stats as counted
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as past:
        of = counted.Of(table=None if table is None else table_id(past.known_tables(), table), session=session)
        if session is not None and (session > MOST or past.session(session) is None):
            raise NoSuchSession(session=session, db=past.shown)
        found = counted.standings(past, of)
        unnamed = counted.unnamed(past, of)
    out.json({"standings": [one._asdict() for one in found], "hands_without_names": unnamed})
    if found:
        shown = out.table("place>", "player!", "sessions>", "hands>", "won>", "corrected>", "points>")
        for i, one in enumerate(found, 1):
            numbers = (signed(one.won), signed(one.corrected), signed(one.points))
            shown.add_row(str(i), one.player, str(one.sessions), str(one.hands), *numbers)
        out.show(shown)
    else:
        out.say("standings.none")
    if unnamed:
        out.say("standings.unnamed", n=unnamed)


Player = Annotated[str | None, typer.Option("--player", metavar="NAME", show_default=False)]
RegionId = Annotated[str | None, typer.Option("--region", metavar="ID", show_default=False)]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE.svg|FILE.png", show_default=False)]


def stats(
    player: Player = None,
    region: RegionId = None,
    table: TableId = None,
    plot: Plot = None,
    db: Db = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from mjtable import players
    from mjtable import stats as counted
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as past:
        with past.reading() as c:
            ident = None if player is None else players.find(c, player).id
        of = counted.Of(ident, region, None if table is None else table_id(past.known_tables(), table))
        rows, patterns, dice = counted.players_of(past, of), counted.patterns_of(past, of), counted.dice_of(past, of)
    if region is not None and not rows and region not in regions():
        raise BadRules(why=f"region: there is no {region}")
    if plot is not None:
        from mjtable import plots

        plots.draw(plot, out, rows, patterns, dice)
    parts: dict[str, Any] = {"players": rows, "patterns": patterns, "dice": dice}
    saved = {"plot": str(plot)} if plot else {}
    out.json({**{name: [row._asdict() for row in found] for name, found in parts.items()}, **saved})
    if not as_json:
        _show_players(out, rows)
        _show_patterns(out, patterns)
        _show_dice(out, dice)
        if plot:
            out.say("stats.saved", file=str(plot))


def who(out: Output, row: "counted.Row") -> str:
    """The player, or the seat that has no name."""
    return row.player or out.text("stats.seat", seat=out.text(f"seat.{row.seat}"))


def rules(out: Output, row: Any) -> str:
    """What was played: the house's name, or the region's."""
    return rules_name(row.region, {"house": row.house}, out.lang)


def share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.0f}%)" if whole else str(part)


def average(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def _show_players(out: Output, rows: "list[counted.Row]") -> None:
    if not rows:
        out.say("stats.none")
        return
    shown = out.table("player!", "region", "hands>", "wins>", "self_draws>", "dealt_in>", "average>", "points>")
    for row in rows:
        counts = (share(row.wins, row.hands), share(row.self_draws, row.wins), share(row.dealt_in, row.hands))
        numbers = (*counts, average(row.worth), signed(row.points))
        shown.add_row(who(out, row), rules(out, row), str(row.hands), *numbers)
    out.show(shown)


def _show_patterns(out: Output, rows: "list[counted.Pattern]") -> None:
    for kind in dict.fromkeys((row.region, row.house) for row in rows):
        mine = [row for row in rows if (row.region, row.house) == kind]
        found = names(kind[0], ["pattern." + row.pattern for row in mine], out.lang)
        out.line()
        out.say("stats.patterns", region=rules(out, mine[0]), wins=mine[0].of)
        shown = out.table("pattern!", "wins>", "average>")
        for row in mine[:MOST_PATTERNS]:
            shown.add_row(found["pattern." + row.pattern], share(row.wins, row.of), average(row.worth))
        out.show(shown)
        if len(mine) > MOST_PATTERNS:
            out.say("stats.more", n=len(mine) - MOST_PATTERNS)


def _show_dice(out: Output, rows: "list[counted.Dice]") -> None:
    from mjtable.stats import LEAST

    for row in rows:
        out.line()
        out.say("stats.by_hand" if row.by_hand else "stats.by_table", throws=row.throws, dice=sum(row.faces))
        shown = out.table("face", *(f"face{i}>" for i in range(1, 7)))
        expected = sum(row.faces) / 6
        shown.add_row(out.text("stats.came"), *map(str, row.faces))
        shown.add_row(out.text("stats.expected"), *[f"{expected:.1f}"] * 6)
        out.show(shown)
        if not row.enough:
            out.say("stats.chi_few", n=LEAST)
            continue
        key = "stats.chi_odd" if row.p < 0.01 else "stats.chi"
        out.say(key, chi=f"{row.chi:.2f}", p=f"{row.p:.3f}")
