"""`/win`: who won, how, with which tiles or patterns; whether that is legal and what it is worth; to the table."""

from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine_core import tiles
from engine_core.rules import Ruleset
from mjtable.commands import hands
from mjtable.errors import HandOver, MjtableError
from mjtable.link import Link
from mjtable.regions import names
from mjtable.rulebook.declared import uncounted
from mjtable.web import entry
from mjtable.web.pieces import Pieces, split
from mjtable.web.render import done, language, page
from mjtable.web.scores import rules_of, seat_names, wild_word
from mjtable.web.site import Site
from mjtable.web.why import NOTHING, why
from mjtable.wholenumber import whole_number


def show(request: Request, site: Site) -> Response:
    return _page(request, site, FormData(request.query_params))


def send(request: Request, site: Site, form: FormData) -> Response:
    """`do`: "look" only judges; "win" and "false" send the claim; "drawn" and "end" end the hand without one."""
    status = site.view.status
    rules = rules_of(status) if status and status["seats"] else None
    what = form.get("do")
    if status is None or rules is None or what not in ("win", "false", "drawn", "end"):
        return _page(request, site, form)
    p = Pieces(language(request))
    meant = whole_number(str(form.get("number", "")))  # the hand that the page was opened for
    e = entry.read_all(form, status, rules, site.view.course)
    found = entry.judged(e, status, site.view.course, rules, p.lang)
    try:
        if what in ("drawn", "end"):
            nothing: dict[str, Any] = {"hands": [{} for _ in range(status["seats"])]}
            record = nothing if what == "end" else {**nothing, "wins": []}
            site.owner.do(lambda link: hands.win(link, record, meant))
        elif found.record is None or found.claim is None or (found.claim.reason is not None) != (what == "false"):
            return _page(request, site, form, code=422)
        else:
            site.owner.do(lambda link: _send(link, e, rules, meant, what == "false"))
    except MjtableError as e:
        return _page(request, site, form, error=e.message(p.lang), code=409)
    return done(request, "/", str(what))


def _send(link: Link, e: entry.Entered, rules: Ruleset, meant: int | None, false: bool) -> None:
    """The hand ends with it; or it is an entry of the hand's course, and the hand ends when nobody plays on."""
    status = link.request("status")
    if meant not in (None, status["hand"]):
        raise HandOver(hand=meant)
    if false and rules.FALSE_GOES_ON:
        link.request("hand.play", entry={"what": "foul", "seat": e.seat, "kind": "false_win"})
        return
    course = hands.course_so_far(link, status)
    if not entry.goes_on(e, course, rules):
        hands.win(link, entry.as_record(e, status["seats"]), meant)
        return
    for one in entry.entries(e, status["seats"]):
        link.request("hand.play", entry=one)
    if not _playing(link, rules):
        hands.win(link, {"hands": [{} for _ in range(status["seats"])]})


def _playing(link: Link, rules: Ruleset) -> bool:
    """Does anybody play on?"""
    course = hands.course_so_far(link, link.request("status"))
    wins = [one for one in course if one["what"] == "win"]
    return any(rules.plays_on(wins, seat) for seat in range(rules.SEATS))


# ---------------------------------------------------------------- the page


def _page(request: Request, site: Site, form: FormData, *, error: str = "", code: int = 200) -> Response:
    status = site.view.status
    rules = rules_of(status) if status and status["seats"] and status["session"] else None
    if status is None or rules is None:
        return page(request, site, "win", code, ready=False, error=error)
    p = Pieces(language(request))
    e = entry.acted(entry.read_all(form, status, rules, site.view.course), form, status, rules)
    found = entry.judged(e, status, site.view.course, rules, p.lang)
    return page(
        request,
        site,
        "win",
        code,
        ready=True,
        number=status["hand"] if error else form.get("number") or status["hand"],
        e=e,
        melds=entry.melds_of(e, status["seats"]),
        judged=found,
        names=seat_names(site, p, status["seats"]),
        remedy=entry.drawn_instead(e, found, status, site.view.course, rules, p.lang),
        why=why(p, found.record, found.claim, status["wilds"]) if found.record and found.claim else NOTHING,
        wilds=status["wilds"],
        flags=entry.impossible(e, status, site.view.course, rules),
        picker=_picker(e, status, rules),
        size=rules.HAND + 1,
        held=split(e.held),
        flowers=split(e.flowers),
        patterns=_patterns(rules, e, p) if e.how == "patterns" else [],
        has_points=rules.POINTS,
        wild_word=wild_word(p, rules.ID),
        others=[(entry.spelled(one), seat_names(site, p, status["seats"])[one.seat], one.held) for one in e.others],
        may_be_more=e.giver is not None
        and rules.WINNERS != 1
        and len(e.others) + 2 < status["seats"]
        and not entry.goes_on(e, site.view.course, rules),
        plays_on=any(one["what"] == "win" for one in site.view.course),
        error=error,
    )


def _picker(e: entry.Entered, status: dict[str, Any], rules: Ruleset) -> list[list[tuple[str, int]]]:
    """Rows of tiles with the copies that are left of each."""
    used = split(e.held) + [code for one in e.melds for code in split(one.split("@")[0].split("+")[0])]
    used += [code for meld in e.laid for code in split(meld["tiles"])] + split(e.aside)
    used += split(e.flowers) + ([status["indicator"]] if status["indicator"] and rules.HAS_INDICATOR else [])
    rows: dict[str, list[tuple[str, int]]] = {}
    for kind in range(tiles.KINDS):
        if rules.copies(kind):
            code = tiles.name(kind)
            rows.setdefault(code[1], []).append((code, max(0, rules.copies(kind) - used.count(code))))
    return list(rows.values())


def _patterns(rules: Ruleset, e: entry.Entered, p: Pieces) -> list[dict[str, Any]]:
    """Every pattern that can be called, those of more hands first: the region's page begins with them."""
    off = uncounted(rules)
    found = [ident for ident, _ in rules.PATTERNS if ident in rules.worth and (ident not in off or ident in e.called)]
    words = names(rules.ID, ["pattern." + ident for ident in found], p.lang)
    return [
        {
            "id": ident,
            "name": words["pattern." + ident],
            "worth": None if ident in rules.BARE else rules.worth[ident],
            "times": e.called.count(ident),
            "repeated": ident in rules.REPEATED,
        }
        for ident in found
    ]
