"""The dialog for the PIN of a table: what was to be sent is kept in it, and sent again with the PIN beside it."""

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from mjtable.web.owner import Given, PinNeeded
from mjtable.web.pieces import Pieces
from mjtable.web.render import language, page
from mjtable.web.site import Site

FIELD = "pin"
WHO = 40  # characters that a table keeps of who gave it


def given(request: Request, form: FormData) -> Given:
    """The PIN in a form, and from where it came."""
    return Given(str(form.get(FIELD, ""))[:16], f"web {request.client.host if request.client else '?'}"[:WHO])


def dialog(request: Request, site: Site, form: FormData, error: PinNeeded) -> Response:
    """Asks for the PIN. A script is told in a word."""
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"error": Pieces(language(request)).t("pin.title")}, 403)
    fields = [(name, value) for name, value in form.multi_items() if name != FIELD and isinstance(value, str)]
    said = form.get(FIELD) or error.refusal.values.get("wait")
    wrong = error.refusal.message(language(request)) if said else ""
    return page(request, site, "pin", 403, nav="region", action=request.url.path, fields=fields, wrong=wrong)
