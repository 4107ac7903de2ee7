"""`/export/<kind>`: the whole history as a file for other programs."""

import tempfile
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from mjtable.export import export
from mjtable.web.render import language, page
from mjtable.web.site import Site

KINDS = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def show(request: Request, site: Site) -> Response:
    kind = request.path_params["kind"]
    if kind not in KINDS:
        return page(request, site, "missing", 404, nav="history")
    with tempfile.TemporaryDirectory(prefix="mjtable-") as folder:
        file = Path(folder) / f"mjtable.{kind}"
        export(site.history, file, [], None, language(request))
        data = file.read_bytes()
    headers = {"Content-Disposition": f'attachment; filename="mjtable.{kind}"', "Cache-Control": "no-store"}
    return Response(data, media_type=KINDS[kind], headers=headers)
