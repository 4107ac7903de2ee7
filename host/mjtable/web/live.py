"""What changes in an open page: one stream of events for each, from the moment it is opened.

A page's live parts are the elements with `data-live`; `PARTS` names them and the template that makes each. With every
change of the table the parts are made again, and those that came out otherwise are sent: so none can be missed, and a
page whose stream broke off gets all of them when it comes back.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from sse_starlette.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from mjtable.web.pieces import Pieces
from mjtable.web.render import environment, language, shell
from mjtable.web.site import Site

Parts = Callable[[Site, Pieces], dict[str, str]]

SHELL = ("link", "where", "banner", "stored")  # parts that every page has
PARTS: dict[str, Parts] = {}
WATCHES = {"table", "device"}  # pages that show the displays


def templates(names: tuple[str, ...], context: Callable[[Site, Pieces], dict[str, Any]]) -> Parts:
    """Parts that are made by templates/parts/<name>.html."""

    def made(site: Site, p: Pieces) -> dict[str, str]:
        values = {**shell(site, p), **context(site, p)}
        return {name: environment().get_template(f"parts/{name}.html").render(values) for name in names}

    return made


def parts_of(page: str, site: Site, p: Pieces) -> dict[str, str]:
    """All live parts of a page as they are now."""
    found = templates(SHELL, lambda site, p: {})(site, p)
    return {**found, **(PARTS[page](site, p) if page in PARTS else {})}


def stream(site: Site, request: Request) -> Response:
    name = request.query_params.get("page", "")
    if not name.replace("-", "").isalpha():
        return PlainTextResponse("page: a name was expected", 400)
    return EventSourceResponse(_events(site, name, Pieces(language(request))), ping=15)


async def _events(site: Site, page: str, p: Pieces) -> AsyncIterator[ServerSentEvent]:
    loop = asyncio.get_running_loop()
    changed = asyncio.Event()

    def bell() -> None:
        with contextlib.suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(changed.set)

    sent: dict[str, str] = {}
    site.owner.tell(bell)
    try:
        with site.owner.watching() if page in WATCHES else contextlib.nullcontext():
            while True:
                changed.clear()
                number = site.view.number
                now = await run_in_threadpool(parts_of, page, site, p)
                news = {name: text for name, text in now.items() if sent.get(name) != text}
                if news:
                    sent.update(news)
                    yield ServerSentEvent(data=json.dumps(news), event="parts", id=str(number))
                await changed.wait()
    finally:
        site.owner.forget(bell)
