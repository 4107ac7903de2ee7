"""`/table`: the four panels, five displays and the wall, to play without a table or to watch one."""

import base64
import re
from collections import defaultdict
from functools import lru_cache, partial
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from engine_core.table import Table
from engine_core.walk import Wall
from mjtable import picture
from mjtable.errors import MjtableError
from mjtable.wallpicture import signs
from mjtable.web import rails
from mjtable.web.commands import plain
from mjtable.web.owner import DISPLAYS
from mjtable.web.pieces import Pieces
from mjtable.web.render import environment, language, page, shell
from mjtable.web.scores import last_hand, place, seat_names, whose_turn
from mjtable.web.site import Site
from mjtable.wholenumber import number_in

KEYS = ("hu", "up", "dice", "no", "down", "ok")  # in the order of the panel
SIGNS = {"hu": "胡", "up": "▲", "dice": "⚄", "no": "✗", "down": "▼", "ok": "✓"}
NEXT = "next"  # who draws next takes the next tile
DRAWS = (NEXT, "draw")
OTHERS = ("menu", "leave", "release", "draw", "discard", NEXT)  # keys of the protocol beside these
SCALE = 2
CENTRE = 4
SIDES = 4
SIZE = 400  # of the drawing of the wall
DEEP, GAP, INSET, MOST = 24.0, 1.2, 22.0, 18
EYE = (27.0, 5.0)  # the mark of a sensor: where it begins from the outer edge, how deep it is
HIT = 36.0  # of what can be pressed


class Undo(NamedTuple):
    """The hand that two seats can take back: its number, what became of it, and the number of the one that has begun
    since, None: none has.
    """

    hand: int
    line: str
    given_up: int | None


class Panel(NamedTuple):
    seat: int
    place: int
    name: str
    dealer: bool
    turn: bool


# ---------------------------------------------------------------- displays


@lru_cache(maxsize=64)
def data_url(pixels: bytes) -> str:
    """A display's page as an address that holds its picture; a dark one for b""."""
    made = picture.png(pixels or bytes(picture.BYTES), SCALE)
    return "data:image/png;base64," + base64.b64encode(made).decode()


def screens(site: Site) -> list[str]:
    """All displays, as they were seen last."""
    seen = site.view.screens or (b"",) * DISPLAYS
    return [data_url(one) for one in seen]


# ---------------------------------------------------------------- sides


def _seats(site: Site) -> int:
    """How many play, or would: whoever sits out has no panel and no wall."""
    status = site.view.status
    return (status["seats"] if status else 0) or SIDES


def _side(site: Site, seat: int) -> int:
    """The side of the table at which a seat has its panel and its wall."""
    return place(seat, _seats(site), site.view.settings)


# ---------------------------------------------------------------- the wall


def wall_of(site: Site) -> Wall | None:
    """The wall as the table has it, from the events that are in the history; None while there is none."""
    view = site.view
    if not view.status or not view.status["wall"] or not view.hello:
        return None
    states = site.history.states_of(view.hello["id"])
    return Table.restore(states[0][1]).wall if states else None


def wall_drawing(site: Site, p: Pieces) -> Markup:
    """The wall from above: stacks count clockwise from the right end of each side as its owner sees it. Where there are
    sensors each has a mark on its inner side, and those of a simulated table can be pressed.
    """
    wall = wall_of(site)
    if wall is None:
        return Markup("")
    found: dict[tuple[int, int], list[str]] = defaultdict(lambda: ["gone", "gone"])
    for (side, stack, level), sign in signs(wall).items():
        found[side, stack][level] = sign
    drawn = Markup("")
    for side, stacks in enumerate(wall.stacks):
        for stack in range(1, stacks + 1):
            drawn += _stack(site, p, side, stack, stacks, found[side, stack])
    body = '<svg class="wallsvg" viewBox="0 0 {} {}" role="group" aria-label="{}">{}</svg>'
    return Markup(body).format(SIZE, SIZE, p.t("wall.label", n=wall.left), drawn)


def _stack(site: Site, p: Pieces, side: int, stack: int, stacks: int, levels: list[str]) -> Markup:
    tiles = [one for one in levels if one != "gone" and not one.startswith("seat.")]
    kind = "gone" if not tiles else "st" if len(tiles) == 2 else "half"
    for sign, drawn in (("kept", "keep"), ("indicator", "keep"), ("next", "next")):
        if sign in tiles:
            kind = drawn
    place = _side(site, side)
    seen = rails.seen(site.view, place, stack)
    if not seen:
        label = p.t("vt.draw")
        mark = Markup(' data-draw="1" tabindex="0" role="button" aria-label="{}"').format(label)
        return _rect(kind, place, stack, stacks, 0, DEEP, mark if kind == "next" else "")
    wrong = (site.view.sense or {})["wrong"]
    bad = wrong is not None and wrong["taken"][:-1] == f"{side}:{stack:02d}"
    differs = seen != "off" and "indicator" not in tiles and (seen == "lit") != bool(tiles)
    label = p.t(
        "wall.stack", at=_at(p, side, stack), counted=p.t(f"wall.counted.{len(tiles)}"), seen=p.t("wall.seen." + seen)
    )
    body = (
        _rect(kind + (" bad" if bad else ""), place, stack, stacks, 0, DEEP)
        + _rect(f"eye {seen}" + (" differs" if differs else ""), place, stack, stacks, *EYE)
        + _rect("hit", place, stack, stacks, 0, HIT)
    )
    pressed = Markup("")
    if site.sim is not None:
        pressed = Markup(' id="stack{}-{}" data-stack="{}:{}" data-lies="{}" role="button" tabindex="{}"').format(
            side, stack, side, stack, _lies(site, place, stack), 0 if kind == "next" else -1
        )
    return Markup('<g aria-label="{}"{}><title>{}</title>{}</g>').format(label, pressed, label, body)


def _lies(site: Site, place: int, stack: int) -> int:
    """Does a tile lie at a sensor, whether it is believed or not: 1 or 0."""
    return ((site.view.sense or {})["walls"][place] or 0) >> stack - 1 & 1


def _rect(kind: str, place: int, stack: int, stacks: int, begins: float, deep: float, mark: str = "") -> Markup:
    """A part of a stack on a side of the table; it begins so far from the outer edge of the wall, and is so deep."""
    wide = (SIZE - 2 * INSET - 2 * DEEP) / MOST - GAP
    at = (SIZE - stacks * (wide + GAP)) / 2 + (stack - 1) * (wide + GAP)
    near, far = INSET + begins, SIZE - INSET - begins - deep
    x, y, w, h = {
        0: (SIZE - at - wide, far, wide, deep),
        1: (far, at, deep, wide),
        2: (at, near, wide, deep),
        3: (near, SIZE - at - wide, deep, wide),
    }[place]
    return Markup('<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="2"{}/>').format(
        kind, x, y, w, h, mark
    )


def _at(p: Pieces, side: int, stack: int) -> str:
    return p.t("wall.at", seat=p.seat(side), n=stack)


def _at_tile(p: Pieces, place: str) -> str:
    """A place such as 2:07u in words."""
    side, rest = place.split(":")
    return p.t("wall.at_tile", at=_at(p, int(side), int(rest[:-1])), level=p.t("wall." + rest[-1]))


def next_place(site: Site, p: Pieces) -> str:
    """Where the next tile lies, in words."""
    status = site.view.status
    if not status or not status["wall"]:
        return ""
    found = status["wall"]["next"]
    return p.t("wall.next", at=_at_tile(p, found)) if found else p.t("wall.nothing")


def complaint(site: Site, p: Pieces) -> str:
    """What the sensors have seen that cannot be, in words; "" while nothing is wrong."""
    status, sense = site.view.status, site.view.sense
    if not status or not sense or not sense["wrong"]:
        return ""
    wrong = sense["wrong"]
    taken = wrong["taken"][:-1].split(":")
    expected = _at_tile(p, wrong["expected"]) if wrong["expected"] else "–"
    said = p.t("wrong." + wrong["what"], taken=_at(p, int(taken[0]), int(taken[1])), expected=expected)
    turn = status.get("turn")
    return said + " " + (p.t("wrong.ok") if turn is None else p.t("wrong.ok.seat", seat=p.seat(turn)))


# ---------------------------------------------------------------- the page


def panels(site: Site, p: Pieces) -> list[Panel]:
    status = site.view.status
    seats = _seats(site)
    named = seat_names(site, p, seats)
    turn = whose_turn(site.view)
    dealer = status["dealer"] if status else None
    return [Panel(seat, _side(site, seat), named[seat], seat == dealer, seat == turn) for seat in range(seats)]


def undo(site: Site, p: Pieces) -> Undo | None:
    """What two seats take back that hold ✗; None where there is nothing."""
    status = site.view.status
    if not status or not status["last"]:
        return None
    hand = status["last"]["hand"]
    last = last_hand(site, p)
    begun = status["phase"] in ("throw", "wild", "play")
    return Undo(hand, last.line if last and last.number == hand else "", status["hand"] if begun else None)


def context(site: Site, p: Pieces) -> dict[str, Any]:
    wall = wall_of(site)
    rails.follow(site, wall, partial(_side, site))
    return {
        "panels": panels(site, p),
        "keys": [(key, SIGNS[key], p.t("key." + key)) for key in KEYS],
        "screens": screens(site),
        "wall": wall_drawing(site, p),
        "next_place": next_place(site, p),
        "undo": undo(site, p),
        "rails": rails.there(site.view),
        "undealt": wall is not None and rails.undealt(site.view, wall, partial(_side, site)),
        "complaint": complaint(site, p),
    }


def parts(site: Site, p: Pieces) -> dict[str, str]:
    """What changes while the page is open."""
    values = {**shell(site, p), **context(site, p)}
    found = {f"screen{i}": url for i, url in enumerate(values["screens"])}
    for panel in values["panels"]:
        cap = environment().get_template("parts/cap.html").render({**values, "panel": panel})
        found[f"cap{panel.seat}"] = cap
    for name in ("wall", "next", "tablehead", "tablehelp", "complaint", "undo"):
        found[name] = environment().get_template(f"parts/{name}.html").render(values)
    return found


def show(request: Request, site: Site) -> Response:
    if site.view.link == "live":
        try:
            site.owner.look()
        except MjtableError:
            pass  # the page says that it is away
    p = Pieces(language(request))
    asked = request.query_params.get("seat", "0")
    return page(request, site, "table", chosen=number_in(asked, range(4)) or 0, **context(site, p))


def press(request: Request, site: Site, form: FormData) -> Response:
    """A key of a seat. `next` is the table's own; `discard` without a seat: whose turn it is."""
    key = str(form.get("key", ""))
    asked = str(form.get("seat", ""))
    p = Pieces(language(request))
    seat = number_in(asked, range(SIDES))
    phase = site.view.status["phase"] if site.view.status else "new"
    if key == NEXT:
        seat = 0  # whichever
    elif key == "discard" and not asked:
        seat = whose_turn(site.view)
        if seat is None or phase != "play":
            return _answer(request, p.t("press.whose"), 409)
    if key not in KEYS + OTHERS or seat is None:
        return _answer(request, p.t("press.none"), 422)
    try:
        if key in DRAWS:  # the view may be a moment behind
            phase = site.owner.ask("status")["phase"]
        site.owner.ask("press", seat=seat, key=key)
    except MjtableError as e:
        return _answer(request, plain(e.message(p.lang), p.lang), 409)
    if key in DRAWS and phase != "play":  # the table does nothing with it, and says nothing
        return _answer(request, p.t("press.no_draw", now=p.t("phase." + phase)), 409, seat if asked else None)
    return _answer(request, "", 200, seat if asked else None)


def cable(request: Request, site: Site, form: FormData) -> Response:
    """Pulls or plugs the cable of a table that this page has started."""
    if site.sim is not None:
        if form.get("do") == "pull":
            site.sim.unplug()
        else:
            site.sim.plug()
    return _answer(request, "", 200)


def sense(request: Request, site: Site, form: FormData) -> Response:
    """The sensors of a table that this page has started: they come (`do` on: under the wall as it is counted) and go
    (off), the tiles of the deal are taken (deal), or the `stack` of a seat's wall, which then `lies` there, or not.
    """
    p = Pieces(language(request))
    if site.sim is None:
        return _answer(request, p.t("sense.real"), 409)
    wall = wall_of(site)
    do, stack = str(form.get("do", "")), _asked_stack(site, wall, form)
    try:
        if do == "on":
            rails.lay(site, wall_of, partial(_side, site))
        elif do == "off":
            rails.remove(site)
        elif do == "deal" and wall is not None:
            rails.put(site, rails.dealt(wall, partial(_side, site)), False)
        elif stack is not None:
            rails.put(site, stack, form.get("lies") == "1")
        else:
            return _answer(request, p.t("sense.none"), 422)
    except rails.Behind:
        return _answer(request, p.t("sense.behind"), 409)
    except rails.NoRails:
        return _answer(request, p.t("sense.off"), 409)
    except MjtableError as e:
        return _answer(request, plain(e.message(p.lang), p.lang), 409)
    return _answer(request, "", 200)


def _asked_stack(site: Site, wall: Wall | None, form: FormData) -> list[int] | None:
    """The stack that a form names, as rails.put() takes it; None where there is no such stack."""
    named = re.fullmatch(r"([0-3]):([0-9]{1,2})", str(form.get("stack", "")), re.ASCII)
    if wall is None or named is None or form.get("lies") not in ("0", "1"):
        return None
    side, stack = int(named[1]), int(named[2])
    if side >= len(wall.stacks) or not 1 <= stack <= wall.stacks[side]:
        return None
    bits = list(rails.NOTHING)
    bits[_side(site, side)] = 1 << stack - 1
    return bits


def _answer(request: Request, error: str, code: int, seat: int | None = None) -> Response:
    """For a script a word, for a form the page again: what a key did stands on the displays."""
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"error": error}, code)
    return RedirectResponse("/table" if seat is None else f"/table?seat={seat}", 303)
