"""`/region`: what is played, its options, and what they would have done; `/region/<id>`: the rules to read."""

import json
import zlib
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine_core.rules import Ruleset, load
from mjtable import houses
from mjtable.errors import MjtableError
from mjtable.houses import House
from mjtable.phrases import said
from mjtable.regions import house_name, names, region_name, regions
from mjtable.rulebook import gathered
from mjtable.web import effect, fields
from mjtable.web.pieces import Pieces
from mjtable.web.render import done, language, page
from mjtable.web.scores import rules_of
from mjtable.web.sheet import Sheet
from mjtable.web.site import Site


class Card(NamedTuple):
    """Something that can be chosen: a region, or a house by its id."""

    id: str
    name: str
    about: str
    chosen: bool
    there: bool


class Meant(NamedTuple):
    """What was chosen: `id` of a region or house, the base region's rules, and the options that a house has."""

    id: str
    rules: Ruleset
    own: dict[str, Any]


def show(request: Request, site: Site) -> Response:
    asked = request.query_params.get("region", "")
    meant = _meant(site, asked or playing(site) or "")
    return _page(request, site, meant, {**meant.own, **_kept(site, meant)} if meant else {})


def _kept(site: Site, meant: Meant) -> dict[str, Any]:
    """The options that the table has, if it plays what is meant."""
    status = site.view.status
    return dict(status["options"]) if status and meant.id == playing(site) else {}


def _played(site: Site, meant: Meant) -> dict[str, Any]:
    """The options that changes are told against: those that are played, where it is the same region."""
    status = site.view.status
    return status["options"] if status and status["region"] == meant.rules.ID else meant.own


def send(request: Request, site: Site, form: FormData) -> Response:
    """`do` "look": the same page with what was typed; "send": to the table."""
    meant = _meant(site, str(form.get("region", "")))
    if meant is None:
        return _page(request, site, None, {}, code=422)
    given = {**meant.own, **_kept(site, meant), **fields.read(meant.rules, form)}
    p = Pieces(language(request))
    if any(fields.wrong(meant.rules, name, value, p.lang) for name, value in given.items()):
        return _page(request, site, meant, given, code=422)
    if form.get("do") != "send":
        return _page(request, site, meant, given)
    try:
        changed = load(meant.rules.ID, given).changed
        site.owner.change("region.set", region=meant.rules.ID, options=changed)
    except MjtableError as e:
        return _page(request, site, meant, given, error=e.message(p.lang), code=409)
    except ValueError as e:
        return _page(request, site, meant, given, error=said(str(e), p.lang), code=422)
    return done(request, "/region", "region")


def behind(request: Request, site: Site, form: FormData) -> Response:
    """The form as it was sent."""
    return send(request, site, FormData([*[one for one in form.multi_items() if one[0] != "do"], ("do", "look")]))


def waits(site: Site, p: Pieces, form: FormData) -> str:
    """What is to be sent, in a line."""
    meant, status = _meant(site, str(form.get("region", ""))), site.view.status
    if meant is None or status is None:
        return p.t("pin.waits.any")
    given = {**meant.own, **_kept(site, meant), **fields.read(meant.rules, form)}
    changed = fields.changes(p, fields.fields(p, meant.rules, given, _played(site, meant)))
    what = p.t("list").join(f"{text} {before} → {now}" for text, before, now in changed)
    new = meant.id != playing(site)
    if not what and not new:
        return p.t("pin.waits.same", name=_name(meant, given, p))
    hand = status["hand"] if status["phase"] in ("new", "ready") else status["hand"] + 1
    return p.t("pin.waits.region", what=_name(meant, given, p) if new else what, hand=hand)


def parts(site: Site, p: Pieces) -> dict[str, str]:
    """What the table plays, for a page that was opened before that changed."""
    return {"played": str(Markup('<i hidden data-played="{}"></i>').format(_fingerprint(site)))}


def _fingerprint(site: Site) -> str:
    """Another one for other rules or options."""
    status = site.view.status
    if not status:
        return ""
    text = json.dumps([status["region"], status["options"]], sort_keys=True)
    return format(zlib.crc32(text.encode()), "08x")


def read(request: Request, site: Site) -> Response:
    """The rules of a region or house; with the table's options where it plays them."""
    ident = request.path_params["id"]
    meant = _meant(site, ident)
    if meant is None:
        return page(request, site, "missing", 404, nav="region")
    p = Pieces(language(request))
    status = site.view.status
    played = bool(status) and ident == playing(site)
    own = dict(status["options"]) if status and played else meant.own
    what = gathered.data(load(meant.rules.ID, own), p.lang)
    sheet = Sheet(p.lang, what, played)
    return page(request, site, "rules", nav="region", what=what, sheet=sheet, played=played, ident=ident)


# ---------------------------------------------------------------- the page


def _page(
    request: Request, site: Site, meant: Meant | None, given: dict[str, Any], *, error: str = "", code: int = 200
) -> Response:
    p = Pieces(language(request))
    status = site.view.status
    kept = _played(site, meant) if meant else {}
    found = fields.fields(p, meant.rules, given, kept) if meant else []
    new_region = bool(meant) and meant is not None and meant.id != playing(site)
    changed = fields.changes(p, found)
    right = meant if meant and not any(one.error for one in found) else None
    return page(
        request,
        site,
        "region",
        code,
        cards=cards(site, p, meant.id if meant else ""),
        meant=meant,
        fields=found,
        groups=_groups(found),
        changed=changed,
        wrong=sum(bool(one.error) for one in found),
        new_region=new_region,
        chosen=_name(meant, given, p) if meant else "",
        effect=_effect(site, right, given) if right and (changed or new_region) else None,
        summary=gathered_summary(right, given, p) if right else None,
        error=error,
        played=_fingerprint(site),
        asked="region" in request.query_params,
        between=status is None or status["phase"] in ("new", "ready"),
    )


LONG = 12  # options from which on they are shown by kind of thing


def _groups(found: list[fields.Field]) -> list[tuple[str, list[fields.Field]]]:
    """Long lists by kind of thing: numbers, ways of doing something, switches."""
    if len(found) <= LONG:
        return [("", found)]
    kinds = {"numbers": ("number", "numbers"), "choices": ("choice", "text"), "switches": ("bool",)}
    groups = [(title, [one for one in found if one.type in types]) for title, types in kinds.items()]
    return [(title, some) for title, some in groups if some]


def _name(meant: Meant, given: dict[str, Any], p: Pieces) -> str:
    return house_name(given, p.lang) or region_name(meant.rules.ID, p.lang)


def gathered_summary(meant: Meant, given: dict[str, Any], p: Pieces) -> dict[str, Any]:
    """What is in a region, in a few rows."""
    rules = load(meant.rules.ID, given)
    words = names(rules.ID, ["region.tiles", "unit.worth"], p.lang)
    return {"tiles": words["region.tiles"], "seats": rules.SEATS, "hand": rules.HAND, "dice": rules.DICE}


def _effect(site: Site, meant: Meant, given: dict[str, Any]) -> effect.Effect | None:
    session = site.session()
    if session is None:
        return None
    rows = site.history.latest_of(session.id, meant.rules.ID, effect.MOST + 1)
    found = effect.effect(rows[-effect.MOST :], meant.rules.ID, load(meant.rules.ID, given).changed)
    return found._replace(all=len(rows) <= effect.MOST) if found.hands else None


def cards(site: Site, p: Pieces, chosen: str) -> list[Card]:
    """Every region, and the houses of laptop and table."""
    view = site.view
    found = []
    for region in sorted({*regions(), *view.regions}):
        words = names(region, ["region.name", "region.tiles"], p.lang)
        there = not view.regions or region in view.regions
        found.append(Card(region, words["region.name"], words["region.tiles"], region == chosen, there))
    for house in _houses(site):
        about = p.t("region.house", base=region_name(house.region, p.lang))
        found.append(Card(house.id, house_name(house.options, p.lang), about, house.id == chosen, True))
    return found


def _houses(site: Site) -> list[House]:
    """Of the laptop, as far as they are right."""
    found = []
    for ident in houses.ids():
        try:
            found.append(houses.loaded(ident))
        except MjtableError:
            pass
    return found


def playing(site: Site) -> str | None:
    """The id of what the table plays: of a house of this laptop if it is one, else of the region."""
    status = site.view.status
    if not status or status["region"] is None:
        return None
    own = status["options"].get("house")
    for house in _houses(site) if own else []:
        if house.region == status["region"] and house.options.get("house") == own:
            return house.id
    return str(status["region"])


def _meant(site: Site, ident: str) -> Meant | None:
    """The region or house with this id. None: this mjtable knows no such."""
    if ident in regions():
        return Meant(ident, load(ident), {})
    for house in _houses(site):
        if house.id == ident:
            return Meant(ident, load(house.region), house.options)
    status = site.view.status
    if status and ident == status["region"] and rules_of(status):
        return Meant(ident, load(ident), {})
    return None
