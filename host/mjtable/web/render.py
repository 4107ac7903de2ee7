"""Pages from templates, in the language and theme of whoever looks at them."""

import secrets
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from typing import Any
from urllib.parse import urlencode

import jinja2
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from mjtable.commands.past import local
from mjtable.phrases import said
from mjtable.texts import LANGUAGES
from mjtable.web.pieces import NAV, Pieces
from mjtable.web.site import Site
from mjtable.web.words import rows

YEAR = 365 * 86400
# What the dialog for the table's PIN shows, while a page is made that has it in front (pin.py).
ASKED: ContextVar[dict[str, Any] | None] = ContextVar("asked", default=None)
TABS = ("score", "win", "history", "region")

# Page -> the parts of it that change while it is open, and what they show; pages add theirs.
Context = Callable[[Site, Pieces], dict[str, Any]]


@cache
def environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("mjtable.web"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )


def language(request: Request) -> str:
    """As the address says, else as chosen before, else the first of ours that the browser asks for."""
    for asked in (request.query_params.get("lang"), request.cookies.get("lang")):
        if asked in LANGUAGES:
            return asked
    for wanted in request.headers.get("accept-language", "").split(","):
        code = wanted.split(";")[0].strip().lower()[:2]
        if code in LANGUAGES:
            return code
    return "zh"


def shell(site: Site, p: Pieces) -> dict[str, Any]:
    """What every page's frame shows."""
    view = site.view
    status = view.status
    name = (view.hello or {}).get("name") or ""
    return {
        "p": p,
        "t": p.t,
        "lang": p.lang,
        "view": view,
        "status": status,
        "table_name": (view.settings or {}).get("name") or name or p.t("table"),
        "rules_title": site.rules_title(p.lang),
        "simulated": site.sim is not None,
        "on_pc": site.sim is not None or (view.hello or {}).get("board") == "unix",  # another program simulates it
        "unplugged": site.sim is not None and not site.sim.port,
        "hands_stored": site.hands_stored(),
        "nav": NAV,
        "tabs": TABS,
        "former_seen": local(view.former.seen) if view.former else "",
        "problem": view.problem.message(p.lang) if view.problem else "",
        "table_trouble": said(status["trouble"], p.lang) if status else "",
        "trouble": view.trouble.message(p.lang) if view.trouble else "",
    }


def page(request: Request, site: Site, name: str, status: int = 200, nav: str = "", **values: Any) -> Response:
    """The page of templates/<name>.html. A language in the address is remembered."""
    p = Pieces(language(request))
    theme, word = request.query_params.get("theme"), request.query_params.get("done", "")
    other = "en" if p.lang == "zh" else "zh"
    asked = [(key, value) for key, value in request.query_params.multi_items() if key not in ("lang", "done")]
    frame = {
        **shell(site, p),
        "page": name,
        "current": nav or name,
        "theme": theme if theme in ("light", "dark") else "",
        "other_lang": request.url.path + "?" + urlencode([*asked, ("lang", other)]),
        "done": p.t("done." + word) if "done." + word in rows() else "",
        "error": None,
        "pin": ASKED.get(),
        "once": secrets.token_hex(8),
    }
    made = HTMLResponse(environment().get_template(name + ".html").render({**frame, **values}), status)
    made.headers["Cache-Control"] = "no-store"
    if request.query_params.get("lang") in LANGUAGES:
        made.set_cookie("lang", p.lang, max_age=YEAR, samesite="strict")
    return made


def done(request: Request, address: str, word: str) -> Response:
    """After something was changed: the page again, which says so."""
    return RedirectResponse(f"{address}?{urlencode({'done': word})}", 303)
