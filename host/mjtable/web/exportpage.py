"""`/export/<kind>`: the whole history as a file for other programs, sent as it is made where that can be."""

import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from mjtable.export import export, pieces
from mjtable.web.render import language, page
from mjtable.web.site import Site

KINDS = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
LEAST = 1 << 16  # characters or bytes that are sent together


def show(request: Request, site: Site) -> Response:
    kind = request.path_params["kind"]
    if kind not in KINDS:
        return page(request, site, "missing", 404, nav="history")
    lang = language(request)
    parts = _archive(site, lang) if kind == "xlsx" else _together(pieces(site.history, "." + kind, None, lang))
    first = next(parts)  # what is wrong with a history is mostly seen at once, and said on a page then
    headers = {"Content-Disposition": f'attachment; filename="mjtable.{kind}"', "Cache-Control": "no-store"}
    return StreamingResponse(itertools.chain([first], parts), media_type=KINDS[kind], headers=headers)


def _together(parts: Iterator[str]) -> Iterator[bytes]:
    waiting, size = [], 0
    for part in parts:
        waiting.append(part)
        size += len(part)
        if size >= LEAST:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    yield "".join(waiting).encode()


def _archive(site: Site, lang: str) -> Iterator[bytes]:
    """Its beginning says what is at its end: it is made whole, on disk, and removed when it is sent or nobody wants it
    any more.
    """
    with tempfile.TemporaryDirectory(prefix="mjtable-") as folder:
        file = Path(folder) / "mjtable.xlsx"
        export(site.history, file, [], None, lang)
        with open(file, "rb") as f:
            while part := f.read(LEAST):
                yield part
