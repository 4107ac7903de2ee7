"""The dialog for the PIN of a table, before the page from which something was sent.

What was to be sent is said and kept in it, and sent again with the PIN beside it. That a page is behind it, other pages
need not know: they are made as ever, with `ASKED` set.
"""

from collections.abc import Callable
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from mjtable.pins import WHO
from mjtable.web.owner import Given, PinNeeded
from mjtable.web.pieces import Pieces
from mjtable.web.render import ASKED, language
from mjtable.web.site import Site

FIELD = "pin"
Behind = Callable[[Request, Site, FormData], Response]
Waits = Callable[[Site, Pieces, FormData], str]


def given(request: Request, form: FormData) -> Given:
    """The PIN in a form, and from where it came."""
    return Given(str(form.get(FIELD, ""))[:16], f"web {request.client.host if request.client else '?'}"[:WHO])


def dialog(request: Request, site: Site, form: FormData, error: PinNeeded, behind: Behind, waits: Waits) -> Response:
    """Asks for the PIN before the page that `behind` makes; `waits` says what is to be sent. A script is told in a
    word.
    """
    p = Pieces(language(request))
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"error": p.t("pin.title")}, 403)
    kept = FormData([(name, value) for name, value in form.multi_items() if name != FIELD and isinstance(value, str)])
    asked: dict[str, Any] = {
        "action": request.url.path,
        "fields": kept.multi_items(),
        "what": waits(site, p, kept),
        "wrong": bool(form.get(FIELD)),
        "left": error.refusal.values.get("left"),
        "wait": error.refusal.values.get("wait") or 0,
    }
    token = ASKED.set(asked)
    try:
        made = behind(request, site, kept)
    finally:
        ASKED.reset(token)
    made.status_code = 403
    return made
