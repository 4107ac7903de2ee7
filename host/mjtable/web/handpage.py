"""`/hand/<id>`: the tiles of a hand, why it was worth what it was, who paid whom, its dice and its record."""

import json
import time
from typing import Any

import sqlalchemy as sa
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine_core import dice
from mjtable import amend, store
from mjtable.commands.hands import scored
from mjtable.commands.past import MOST
from mjtable.errors import MjtableError
from mjtable.phrases import said
from mjtable.regions import rules_title
from mjtable.web import charts
from mjtable.web.pieces import Pieces
from mjtable.web.render import done, language, page
from mjtable.web.scores import SEAL_DIGITS, hand_line, place
from mjtable.web.settled import Settled, settled
from mjtable.web.site import Site
from mjtable.web.why import why
from mjtable.wholenumber import number_in

MOST_POINTS = 10**8


def show(request: Request, site: Site) -> Response:
    return _page(request, site)


def correct(request: Request, site: Site, form: FormData) -> Response:
    """A correction is an entry beside the hand: so much from one to another, and why."""
    row = _row(request, site)
    if row is None:
        return page(request, site, "missing", 404, nav="history")
    p = Pieces(language(request))
    delta = [0] * len(row.answer["delta"])
    seats = range(len(delta))
    payer, payee = (number_in(str(form.get(name, "")), seats) for name in ("payer", "payee"))
    amount = number_in(str(form.get("amount", "")), range(1, MOST_POINTS))
    if payer is None or payee is None or amount is None or payer == payee:
        return _page(request, site, error=p.t("amend.amount"), code=422)
    delta[payer], delta[payee] = -amount, amount
    try:
        with site.history.transaction() as c:
            amend.add(c, row, delta, str(form.get("reason", "")).strip()[:200])
    except MjtableError as e:
        return _page(request, site, error=e.message(p.lang), code=409)
    return done(request, f"/hand/{row.id}", "amended")


def _row(request: Request, site: Site) -> sa.Row[Any] | None:
    ident = number_in(request.path_params["id"], range(MOST + 1))
    rows = [] if ident is None else site.history.hand(ident)
    return rows[0] if rows else None


def _page(request: Request, site: Site, *, error: str = "", code: int = 200) -> Response:
    row = _row(request, site)
    if row is None:
        return page(request, site, "missing", 404, nav="history")
    p = Pieces(language(request))
    paid = site.history.payments_with_players([row.id])
    named = [one.name or p.seat(one.seat) for one in paid]
    found: Settled | None
    try:
        found = settled(row.record, p.lang)
        answer, lines = scored(row.record, p.lang)
        same = answer["delta"] == row.answer["delta"]
    except (ValueError, MjtableError):
        found, lines, same = None, [], True
    differences = [one for one in site.history.differences_of(row.table_id) if one.seq == row.seq]
    before, after = _neighbours(site, row)
    every = [one for claim in found.claims for one in claim.payments] + found.others if found else []
    wilds = _wilds(row.record)
    return page(
        request,
        site,
        "hand",
        code,
        nav="history",
        row=row,
        names=named,
        scores=[one.score for one in paid],
        told=found,
        line=hand_line(p, found, named),
        lines=lines,
        same=same,
        hands=_hands(row.record, named),
        whys=[why(p, row.record, claim, wilds) for claim in found.claims] if found else [],
        chart=charts.payments(p, every, named, row.answer["delta"], _sides(site, row)) if found else "",
        payments=every,
        throws=_throws(site, row),
        rules=rules_title(row.region, row.record.get("options"), p.lang),
        when=time.strftime("%Y-%m-%d %H:%M", time.localtime(row.time)) if row.time else "–",
        amendments=site.history.amendments_of([row.id]),
        differences=[
            {"table": said(one.table_says, p.lang), "laptop": said(one.laptop_says, p.lang)} for one in differences
        ],
        before=before,
        after=after,
        wilds=wilds,
        record=json.dumps(row.record, ensure_ascii=False, indent=1),
        error=error,
    )


def _hands(record: dict[str, Any], named: list[str]) -> list[dict[str, Any]]:
    """Whose tiles are known: seat, melds, concealed, the tiles won with, flowers; the winners first."""
    wins = record.get("wins") or []
    found = []
    for seat, own in enumerate(record["hands"]):
        won = [win["tile"] for win in wins if win["seat"] == seat and win.get("tile")]
        called = [win["called"] for win in wins if win["seat"] == seat and win.get("called")]
        if own.get("concealed") or own.get("melds") or own.get("flowers") or won or called:
            found.append({"seat": seat, "melds": own.get("melds", []), "concealed": own.get("concealed") or "",
                          "won": won, "flowers": own.get("flowers") or "", "called": bool(called)})  # fmt: skip
    return sorted(found, key=lambda one: (not one["won"], one["seat"]))


def _sides(site: Site, row: sa.Row[Any]) -> list[int]:
    """The side of the table of each seat, 4 of who sat out."""
    seats, players = len(row.record["hands"]), len(row.answer["delta"])
    return [place(seat, seats, site.view.settings) for seat in range(players)]


def _wilds(record: dict[str, Any]) -> list[str]:
    """The wild tiles of the hand."""
    from engine_core import tiles
    from engine_core.rules import load

    if not record.get("indicator"):
        return []
    try:
        rules = load(record["region"], record.get("options"))
        return [tiles.name(kind) for kind in rules.wilds(tiles.kind(record["indicator"]))]
    except ValueError:
        return []


def _neighbours(site: Site, row: sa.Row[Any]) -> tuple[int | None, int | None]:
    """The hands before and after it in the same session."""
    hands = store.hands
    same = sa.select(hands.c.id).where(hands.c.session_id == row.session_id)
    before = site.history.rows(same.where(hands.c.id < row.id).order_by(hands.c.id.desc()).limit(1))
    after = site.history.rows(same.where(hands.c.id > row.id).order_by(hands.c.id).limit(1))
    return (before[0].id if before else None), (after[0].id if after else None)


def _throws(site: Site, row: sa.Row[Any]) -> list[dict[str, Any]]:
    """The throws of the hand, each checked against its seal (None: real dice)."""
    hands, throws = store.hands, store.throws
    last = sa.select(hands.c.seq).where(hands.c.session_id == row.session_id, hands.c.seq < row.seq)
    since = [one.seq for one in site.history.rows(last.order_by(hands.c.seq.desc()).limit(1))]
    session = site.history.rows(sa.select(store.sessions).where(store.sessions.c.id == row.session_id))[0]
    query = sa.select(throws).where(throws.c.journal_id == session.journal_id, throws.c.seq < row.seq)
    query = query.where(throws.c.seq > (since[0] if since else session.seq)).order_by(throws.c.seq)
    found = []
    for one in site.history.rows(query):
        fair = None
        if one.seal:
            sealed, secret, press = (bytes.fromhex(text) for text in (one.seal, one.secret, one.press))
            fair = dice.verify(sealed, secret, press, bytes(one.dice))
        digits = one.seal[:SEAL_DIGITS].upper()
        found.append({"dice": one.dice, "seat": one.seat, "seal": digits and digits[:4] + "-" + digits[4:],
                      "fair": fair, "secret": one.secret, "press": one.press, "whole": one.seal})  # fmt: skip
    return found
