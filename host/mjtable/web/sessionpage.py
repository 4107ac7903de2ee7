"""`/session/<id>`: an evening as a curve, a table of its hands, and who stands where."""

import time
from collections import Counter
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from mjtable import evenings, ledger, outline
from mjtable.commands.past import MOST
from mjtable.regions import names, rules_name
from mjtable.web import charts
from mjtable.web.pieces import Pieces
from mjtable.web.render import language, page
from mjtable.web.site import Site
from mjtable.wholenumber import number_in

AROUND = 30  # sessions to choose from, before and after the one that is shown
LINES = 100  # of a session, on one page


def latest(request: Request, site: Site) -> Response:
    """The running session, or the last one that was played; `?id=`: that one (a choice without script)."""
    asked = number_in(request.query_params.get("id", ""), range(MOST + 1))
    if asked is not None:
        return _to(request, asked)
    found = site.history.played(limit=1)
    if not found:
        return page(request, site, "session", nav="history", session=None, others=[])
    return _to(request, found[-1].id)


def _to(request: Request, ident: int) -> Response:
    """The session's own address; what else the address says stays."""
    rest = [(name, value) for name, value in request.query_params.multi_items() if name != "id"]
    return RedirectResponse(f"/session/{ident}" + ("?" + urlencode(rest) if rest else ""), 303)


def show(request: Request, site: Site) -> Response:
    """`?to=`: the lines up to that one, counted from the beginning."""
    ident = number_in(request.path_params["id"], range(MOST + 1))
    past = site.history
    row = None if ident is None else past.session(ident)
    found = ledger.of_rows(past, [row], past.session_numbers([row.id])) if row else []
    if row is None or not found:
        return page(request, site, "missing", 404, nav="history")
    p = Pieces(language(request))
    session, now, called = found[0], site.session(), site.tables()
    evening = evenings.of_rows(past, [row])[0]
    earlier, later = past.played(limit=AROUND, before=row.id), past.played(limit=AROUND, after=row.id)
    others = [*earlier, row, *later]
    numbers = past.session_numbers([one.id for one in others])
    seats = range(max(len(entry.scores) for entry in session.entries))
    players = evening.players
    named = [(players[seat] if seat < len(players) else None) or p.seat(seat) for seat in seats]
    places = ledger.places(session.entries, len(seats))
    lines = _lines(session, places)
    wins = outline.wins(past, row.id)
    end = number_in(request.query_params.get("to", ""), range(1, len(session.entries))) or len(session.entries)
    begin = max(0, end - LINES)
    shown = zip(ledger.filled(past, session.entries[begin:end]), places[begin + 1 : end + 1], strict=True)
    return page(
        request,
        site,
        "session",
        nav="history",
        session=session,
        others=[
            {"id": one.id, "title": title(p, numbers[one.id], one.time, called.get(one.table_id, ""))}
            for one in reversed(others)
        ],
        earlier=earlier[-1].id if earlier else None,
        later=later[0].id if later else None,
        title=title(p, session.number, evening.time, called.get(session.table_id, "")),
        rules=p.t("list").join(rules_name(region, {"house": house}, p.lang) for region, house in evening.rules),
        hands=evening.hands,
        drawn=evening.hands - len(wins),
        names=named,
        wide=charts.curve(p, lines, named, True),
        narrow=charts.curve(p, lines, named, False),
        standings=_standings(session, places, lines, named, wins),
        rows=[_row(p, entry, then, named) for entry, then in shown][::-1],
        part=_part(row.id, begin, end, len(session.entries)),
        total=[line[-1] - line[0] for line in lines],
        running=now is not None and now.id == row.id,
    )


def _part(session: int, begin: int, end: int, lines: int) -> dict[str, Any] | None:
    """Which lines of a long session are on the page, and the addresses of those before and after them."""
    if end - begin == lines:
        return None
    here = f"/session/{session}"
    later = here if end + LINES >= lines else f"{here}?to={end + LINES}"
    return {
        "first": begin + 1,
        "last": end,
        "lines": lines,
        "earlier": f"{here}?to={begin}#lines" if begin else "",
        "later": f"{later}#lines" if end < lines else "",
    }


def title(p: Pieces, number: int, moment: int, table: str = "") -> str:
    """A session by its day and its number at the table, and by that where there are several."""
    shown = p.t("session.number", n=number) + (f" · {table}" if table else "")
    return f"{time.strftime('%m-%d %H:%M', time.localtime(moment))} {shown}" if moment else shown


def _lines(session: ledger.Session, places: list[list[int]]) -> list[list[int]]:
    """The scores of whoever sits in each seat at the end: at the beginning and after each line that still counts."""
    began = session.scores
    out = [[began[place] if place < len(began) else 0] for place in places[0]]
    for entry, now in zip(session.entries, places[1:], strict=True):
        if entry.kind == "hand" and entry.row.undone:
            continue
        for line, place in zip(out, now, strict=True):
            if place < len(entry.scores):
                line.append(entry.scores[place])
    return out


def _standings(
    session: ledger.Session,
    places: list[list[int]],
    lines: list[list[int]],
    named: list[str],
    won: dict[int, list[tuple[int, int | None]]],
) -> list[dict[str, Any]]:
    """Whoever sits in a seat at the end, by points: how far behind the first, wins, hands won from them."""
    order = sorted(range(len(lines)), key=lambda seat: (-lines[seat][-1], seat))
    wins: Counter[int] = Counter()
    fed: Counter[int] = Counter()
    for entry, now in zip(session.entries, places[1:], strict=True):
        for seat, giver in won.get(entry.row.id, []) if entry.kind == "hand" else []:
            wins[now.index(seat)] += 1
            if giver is not None:
                fed[now.index(giver)] += 1
    return [
        {
            "name": named[seat],
            "score": lines[seat][-1],
            "behind": lines[order[0]][-1] - lines[seat][-1],
            "wins": wins[seat],
            "fed": fed[seat],
        }
        for seat in order
    ]


def _row(p: Pieces, entry: ledger.Entry, places: list[int], named: list[str]) -> dict[str, Any]:
    """A line of the table of hands; `places`: where whoever sits in a seat at the end sat then."""
    row = entry.row
    delta = [entry.delta[place] if place < len(entry.delta) else None for place in places]
    shown: dict[str, Any] = {"kind": entry.kind, "delta": delta, "id": None, "undone": False}
    shown |= {"number": "", "time": "", "where": "", "what": "", "top": "–", "worth": "–"}
    if entry.kind == "hand":
        named = [named[places.index(seat)] for seat in range(len(places))]
        won = [win for win in row.answer["wins"] if win["valid"]]
        record = row.record
        shown |= {"id": row.id, "number": row.number, "time": clock(row.time), "undone": bool(row.undone)}
        shown["where"] = _where(p, record, named)
        shown["what"] = p.t("semicolon").join(_won(p, record, win, named) for win in won) or (
            p.t("hand.false") if row.answer["wins"] else p.t("hand.drawn")
        )
        if won:
            shown["worth"] = p.t("list").join(str(win["value"]) for win in won)
            shown["top"] = _top(p, row.region, record, won)
    elif entry.kind == "undo":
        shown["what"] = p.t("entry.undo", n=row.number)
    elif entry.kind == "seats":
        moves = [p.t("entry.move", came=p.seat(came), seat=p.seat(seat)) for seat, came in ledger.moves(row.moved)]
        shown |= {"what": p.t("entry.seats", moves=p.t("list").join(moves)), "time": clock(row.time), "delta": []}
    else:
        shown["what"] = p.t("entry." + entry.kind, reason=row.reason or "–")
        shown["time"] = clock(row.time)
    return shown


def clock(moment: int) -> str:
    return time.strftime("%H:%M", time.localtime(moment)) if moment else "–"


def _where(p: Pieces, record: dict[str, Any], named: list[str]) -> str:
    again = record.get("dealer_streak", 0)
    dealer = named[record.get("dealer", 0)]
    return dealer + (" " + p.t("tag.dealer_again", n=again + 1) if again else "")


def _won(p: Pieces, record: dict[str, Any], win: dict[str, Any], named: list[str]) -> str:
    giver = next((one.get("from") for one in record["wins"] if one["seat"] == win["seat"]), None)
    if giver is None:
        return p.t("hand.short.self", name=named[win["seat"]])
    return p.t("hand.short.from", name=named[win["seat"]], giver=named[giver])


def _top(p: Pieces, region: str, record: dict[str, Any], won: list[dict[str, Any]]) -> str:
    """The pattern of most worth."""
    from engine_core.rules import load

    ids = [ident for win in won for ident in win["patterns"]]
    if not ids:
        return "–"
    try:
        worth = load(region, record.get("options")).worth
    except ValueError:
        worth = {}
    best = max(ids, key=lambda ident: worth.get(ident) or 0)
    return names(region, ["pattern." + best], p.lang)["pattern." + best]
