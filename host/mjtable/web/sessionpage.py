"""`/session/<id>`: an evening as a curve, a table of its hands, and who stands where."""

import time
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
    lines = _lines(session, len(seats))
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
        standings=_standings(hands, lines, named),
        rows=[_row(p, entry, named) for entry in reversed(session.entries)],
        total=[line[-1] - line[0] for line in lines],
        running=now is not None and now.id == ident,
    )


def title(p: Pieces, number: int, moment: int, table: str = "") -> str:
    """A session by its day and its number at the table, and by that where there are several."""
    shown = p.t("session.number", n=number) + (f" · {table}" if table else "")
    return f"{time.strftime('%m-%d %H:%M', time.localtime(moment))} {shown}" if moment else shown


def _lines(session: ledger.Session, seats: int) -> list[list[int]]:
    """The scores of each seat at the beginning and after each line that still counts."""
    out = [[score] for score in session.scores[:seats]] + [[0] for _ in range(seats - len(session.scores))]
    for entry in session.entries:
        if entry.kind == "hand" and entry.row.undone:
            continue
        for seat, score in enumerate(entry.scores):
            out[seat].append(score)
    return out


def _standings(hands: list[Any], lines: list[list[int]], named: list[str]) -> list[dict[str, Any]]:
    """Seats by points: how far behind the first, wins, hands won from them."""
    order = sorted(range(len(lines)), key=lambda seat: (-lines[seat][-1], seat))
    wins = [win for row in hands for win in row.answer["wins"] if win["valid"]]
    claims = [(claim, win) for row in hands for claim, win in zip(row.record["wins"], row.answer["wins"], strict=False)]
    return [
        {
            "name": named[seat],
            "score": lines[seat][-1],
            "behind": lines[order[0]][-1] - lines[seat][-1],
            "wins": sum(win["seat"] == seat for win in wins),
            "fed": sum(claim.get("from") == seat and win["valid"] for claim, win in claims),
        }
        for seat in order
    ]


def _row(p: Pieces, entry: ledger.Entry, named: list[str]) -> dict[str, Any]:
    """A line of the table of hands."""
    row = entry.row
    shown: dict[str, Any] = {"kind": entry.kind, "delta": entry.delta, "id": None, "undone": False}
    shown |= {"number": "", "time": "", "where": "", "what": "", "top": "–", "worth": "–"}
    if entry.kind == "hand":
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
