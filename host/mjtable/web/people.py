"""`/players`: who sits where, the sessions, and the players by name."""

import base64
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from mjtable import evenings, players, stats
from mjtable.commands.past import MOST
from mjtable.errors import MjtableError, NoSeat
from mjtable.regions import house_name, region_name
from mjtable.web.pieces import Pieces
from mjtable.web.render import done, language, page
from mjtable.web.scores import seat_names
from mjtable.web.sessionpage import title
from mjtable.web.site import Site
from mjtable.wholenumber import number_in

SHOWN = 20  # sessions
LISTED = 50  # players
PAIRS = 36  # of faces
LONGEST_SEAT = 20  # characters of a seat that is none
FETCHED = 10.0  # seconds until a session that has begun is in the history, at most


def show(request: Request, site: Site) -> Response:
    return _page(request, site)


def change(request: Request, site: Site, form: FormData) -> Response:
    """`do`: "sit" (seat, player or ""), "again", "add" (name), "rename" (player, name), "session" (dealer or "")."""
    what = str(form.get("do", ""))
    acts: dict[str, Callable[[], None]] = {
        "sit": lambda: _sit(site, form),
        "again": lambda: _again(site),
        "add": lambda: _add(site, form),
        "rename": lambda: _rename(site, form),
        "session": lambda: _new_session(site, form),
    }
    if what not in acts:
        return _page(request, site)
    try:
        acts[what]()
    except MjtableError as e:
        return _page(request, site, error=e.message(language(request)), code=409)
    return done(request, "/players", what)


def behind(request: Request, site: Site, form: FormData) -> Response:
    return _page(request, site)


def waits(site: Site, p: Pieces, form: FormData) -> str:
    return p.t("pin.waits.session")


def _now(site: Site, c: sa.Connection) -> sa.Row[Any]:
    hello = site.view.hello
    return players.session_of(c, hello["id"] if hello else None)


def _sit(site: Site, form: FormData) -> None:
    seat, name = str(form.get("seat", "")), str(form.get("player", ""))
    with site.history.transaction() as c:
        session = _now(site, c)
        ident = players.find(c, name).id if name else None
        players.sit(c, session, _seat(seat, len(session.scores)), ident)
    site.owner.touch()


def _seat(text: str, seats: int) -> int:
    """The number of a seat from a form. NoSeat."""
    seat = number_in(text, range(seats))
    if seat is None:
        raise NoSeat(seat=text[:LONGEST_SEAT], most=seats - 1)
    return seat


def _again(site: Site) -> None:
    with site.history.transaction() as c:
        players.sit_again(c, _now(site, c))
    site.owner.touch()


def _add(site: Site, form: FormData) -> None:
    with site.history.transaction() as c:
        players.add(c, str(form.get("name", "")))


def _rename(site: Site, form: FormData) -> None:
    with site.history.transaction() as c:
        players.rename(c, str(form.get("player", "")), str(form.get("name", "")))
    site.owner.touch()


def _new_session(site: Site, form: FormData) -> None:
    """`dealer` "": the dice decide; `seats`: they decide who sits where, too."""
    dealer, status = str(form.get("dealer", "")), site.view.status
    given = {"dealer": _seat(dealer, status["seats"] if status else 0)} if dealer else {}
    names, before = site.names(), site.session()
    order = by_dice(_faces(site), len(names)) if form.get("seats") and any(names) else None
    site.owner.change("session.new", **given)
    if order is not None and before is not None and _fetched(site, before.id):
        with site.history.transaction() as c:
            session = _now(site, c)
            for seat, came in enumerate(order):
                name = names[came]
                if name is not None:
                    players.sit(c, session, seat, players.find(c, name).id)
    site.owner.touch()


def _faces(site: Site) -> Iterator[int]:
    """Faces of the table's dice, as many as are wanted. They are no throws of the game."""
    while True:
        yield from base64.b64decode(site.owner.ask("dice.final", throws=8, dice=8)["data"])


def by_dice(faces: Iterator[int], n: int) -> list[int]:
    """The numbers below n in an order in which fair dice put them, every one as likely as the others."""
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        two = PAIRS
        while two >= PAIRS - PAIRS % (last + 1):  # the rest would come more often
            two = 6 * (next(faces) - 1) + next(faces) - 1
        at = two % (last + 1)
        order[at], order[last] = order[last], order[at]
    return order


def _fetched(site: Site, before: int) -> bool:
    """Waits until the history has a session after this one."""
    changed = threading.Event()
    site.owner.tell(changed.set)
    try:
        end = time.monotonic() + FETCHED
        while time.monotonic() < end:
            now = site.session()
            if now is not None and now.id != before:
                return True
            changed.wait(0.1)
            changed.clear()
    finally:
        site.owner.forget(changed.set)
    return False


def _page(request: Request, site: Site, *, error: str = "", code: int = 200) -> Response:
    p = Pieces(language(request))
    status = site.view.status
    with site.history.reading() as c:
        rows = players.everybody(c)
    known = [row.name for row in rows]
    listed, fewer, more = _listed(request, rows)
    running, called = site.session(), site.tables()
    now = site.names()
    shown, earlier, later = _sessions(request, site)
    total = {row.player: row for row in stats.standings(site.history, stats.Of())}
    return page(
        request,
        site,
        "players",
        code,
        known=known,
        seated=now,
        scores=status["scores"] if status else [],
        dealer=status["dealer"] if status else None,
        seats=seat_names(site, p, len(now)),
        running=running is not None,
        longest=players.LONGEST,
        sessions=[_session(p, one, running, called) for one in reversed(shown)],
        earlier=earlier,
        later=later,
        players=[
            {
                "name": name,
                "now": p.seat(now.index(name)) if name in now else "",
                "hands": total[name].hands if name in total else 0,
                "points": total[name].points if name in total else 0,
                "sessions": total[name].sessions if name in total else 0,
            }
            for name in listed
        ],
        fewer=fewer,
        more=more,
        error=error,
    )


def _listed(request: Request, rows: Sequence[sa.Row[Any]]) -> tuple[list[str], str, str]:
    """The players of one page, in the order in which they came: those after the one that `?after=` names by its number;
    the addresses of the ones before and after them.
    """
    after = number_in(request.query_params.get("after", ""), range(1, MOST + 1)) or 0
    begin = sum(row.id <= after for row in rows)
    shown, first = rows[begin : begin + LISTED], max(0, begin - LISTED)
    fewer = f"/players?after={rows[first - 1].id}#players" if first else "/players#players" if begin else ""
    more = f"/players?after={shown[-1].id}#players" if begin + len(shown) < len(rows) else ""
    return [row.name for row in shown], fewer, more


def _sessions(request: Request, site: Site) -> tuple[list[evenings.Evening], str, str]:
    """The latest sessions, or with `?before=` those before one; the addresses of the ones before and after them."""
    before, past = number_in(request.query_params.get("before", ""), range(1, MOST + 1)), site.history
    found = evenings.sessions(past, None, SHOWN + 1, before)
    shown = found[-SHOWN:]
    earlier = f"/players?before={shown[0].id}#sessions" if len(found) > SHOWN else ""
    later = ""
    if before is not None:
        after = past.played(limit=SHOWN + 1, after=before - 1)
        later = f"/players?before={after[-1].id}#sessions" if len(after) > SHOWN else "/players#sessions"
    return shown, earlier, later


def _session(p: Pieces, one: evenings.Evening, running: sa.Row[Any] | None, called: dict[str, str]) -> dict[str, Any]:
    best = max(range(len(one.scores)), key=lambda seat: one.scores[seat]) if one.scores else 0
    return {
        "id": one.id,
        "title": title(p, one.number, one.time, called.get(one.table_id, "")),
        "day": time.strftime("%Y-%m-%d", time.localtime(one.time)) if one.time else "–",
        "running": running is not None and running.id == one.id,
        "rules": p.t("list").join(
            house_name({"house": house}, p.lang) or region_name(region, p.lang) for region, house in one.rules
        ),
        "hands": one.hands,
        "first": one.players[best] or p.seat(best) if one.players else "",
        "score": one.scores[best] if one.scores else 0,
    }
