"""`/session/<id>`: an evening as a curve, a table of its hands, and who stands where."""

import time
from collections import Counter
from typing import Any
from urllib.parse import urlencode

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from mjtable import evenings, ledger, store
from mjtable.commands.past import MOST
from mjtable.regions import names, rules_name
from mjtable.web import charts
from mjtable.web.pieces import Pieces
from mjtable.web.render import language, page
from mjtable.web.site import Site
from mjtable.wholenumber import number_in, whole_number

SHOWN = 60  # sessions to choose from


def latest(request: Request, site: Site) -> Response:
    """The running session, or the last one that was played; `?id=`: that one (a choice without script)."""
    asked = number_in(request.query_params.get("id", ""), range(MOST + 1))
    if asked is not None:
        return _to(request, asked)
    found = evenings.sessions(site.history, None, 1)
    if not found:
        return page(request, site, "session", nav="history", session=None, others=[])
    return _to(request, found[-1].id)


def _to(request: Request, ident: int) -> Response:
    """The session's own address; what else the address says stays."""
    rest = [(name, value) for name, value in request.query_params.multi_items() if name != "id"]
    return RedirectResponse(f"/session/{ident}" + ("?" + urlencode(rest) if rest else ""), 303)


def show(request: Request, site: Site) -> Response:
    ident = whole_number(request.path_params["id"])
    past = site.history
    every, numbers = past.sessions_of(), past.session_numbers()
    rows = [row for row in every if row.id == ident]
    found = ledger.of_rows(past, rows, numbers)
    if not found:
        return page(request, site, "missing", 404, nav="history")
    p = Pieces(language(request))
    session, now, called = found[0], site.session(), site.tables()
    evening = evenings.of_rows(past, rows, numbers)[0]
    played = {row.session_id for row in past.rows(sa.select(store.hands.c.session_id).distinct())} | {ident}
    others = [row for row in every if row.id in played][-SHOWN:]
    seats = range(max(len(entry.scores) for entry in session.entries))
    players = evening.players
    named = [(players[seat] if seat < len(players) else None) or p.seat(seat) for seat in seats]
    places = ledger.places(session.entries, len(seats))
    lines = _lines(session, places)
    hands = [entry.row for entry in session.entries if entry.kind == "hand" and not entry.row.undone]
    return page(
        request,
        site,
        "session",
        nav="history",
        session=session,
        others=[
            {"id": row.id, "title": title(p, numbers[row.id], row.time, called.get(row.table_id, ""))}
            for row in reversed(others)
        ],
        title=title(p, session.number, evening.time, called.get(session.table_id, "")),
        rules=p.t("list").join(
            dict.fromkeys(rules_name(row.region, row.record.get("options"), p.lang) for row in hands)
        ),
        hands=len(hands),
        drawn=sum(not any(win["valid"] for win in row.answer["wins"]) for row in hands),
        names=named,
        wide=charts.curve(p, lines, named, True),
        narrow=charts.curve(p, lines, named, False),
        standings=_standings(session, places, lines, named),
        rows=[_row(p, entry, then, named) for entry, then in zip(session.entries, places[1:], strict=True)][::-1],
        total=[line[-1] - line[0] for line in lines],
        running=now is not None and now.id == ident,
    )


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
    session: ledger.Session, places: list[list[int]], lines: list[list[int]], named: list[str]
) -> list[dict[str, Any]]:
    """Whoever sits in a seat at the end, by points: how far behind the first, wins, hands won from them."""
    order = sorted(range(len(lines)), key=lambda seat: (-lines[seat][-1], seat))
    wins: Counter[int] = Counter()
    fed: Counter[int] = Counter()
    for entry, now in zip(session.entries, places[1:], strict=True):
        if entry.kind == "hand" and not entry.row.undone:
            for claim, win in zip(entry.row.record["wins"], entry.row.answer["wins"], strict=False):
                if win["valid"]:
                    wins[now.index(win["seat"])] += 1
                    if claim.get("from") is not None:
                        fed[now.index(claim["from"])] += 1
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
