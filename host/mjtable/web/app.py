"""The pages put together: routes, files, and what is said when something goes wrong."""

from collections.abc import Awaitable, Callable
from importlib.resources import files

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from mjtable.errors import MjtableError
from mjtable.web import (
    devicepage,
    exportpage,
    handpage,
    housepage,
    live,
    people,
    pin,
    region,
    scores,
    sessionpage,
    statspage,
    virtual,
    win,
)
from mjtable.web.guard import Guard
from mjtable.web.once import Once
from mjtable.web.owner import GIVEN, PinNeeded
from mjtable.web.pieces import Pieces
from mjtable.web.render import language, page
from mjtable.web.site import Site

Show = Callable[[Request, Site], Response]
Act = Callable[[Request, Site, FormData], Response]


def make_app(site: Site, token: str = "") -> Starlette:
    """The application. `token` "": for this computer alone."""

    once = Once()

    def show(path: str, function: Show) -> Route:
        async def endpoint(request: Request) -> Response:
            return await run_in_threadpool(function, request, site)

        return Route(path, endpoint, name=function.__name__)

    def act(path: str, function: Act, behind: Act = scoreboard_behind, waits: pin.Waits = anything) -> Route:
        """`behind`, `waits`: the page behind the dialog for the PIN, and what is to be sent then."""

        async def endpoint(request: Request) -> Response:
            async with request.form() as form:
                GIVEN.set(pin.given(request, form))
                try:
                    return await run_in_threadpool(once.act, request, form, lambda: function(request, site, form))
                except PinNeeded as e:
                    return await run_in_threadpool(pin.dialog, request, site, form, e, behind, waits)

        return Route(path, endpoint, methods=["POST"], name=function.__name__)

    async def events(request: Request) -> Response:
        return live.stream(site, request)

    routes = [
        show("/", scoreboard),
        show("/tv", tv),
        show("/region", region.show),
        act("/region", region.send, region.behind, region.waits),
        show("/region/{id}", region.read),
        show("/hand/{id}", handpage.show),
        act("/hand/{id}/correct", handpage.correct),
        show("/export/{kind}", exportpage.show),
        show("/session", sessionpage.latest),
        show("/session/{id}", sessionpage.show),
        show("/table", virtual.show),
        act("/table/press", virtual.press),
        act("/table/cable", virtual.cable),
        act("/table/sense", virtual.sense),
        show("/stats", statspage.show),
        show("/players", people.show),
        act("/players", people.change, people.behind, people.waits),
        show("/house", housepage.index),
        act("/house", housepage.make),
        show("/house/{id}", housepage.show),
        act("/house/{id}", housepage.send),
        show("/device", devicepage.show),
        act("/device", devicepage.change, devicepage.behind, devicepage.waits),
        show("/win", win.show),
        act("/win", win.send),
        Route("/events", events),
        Mount("/static", StaticFiles(directory=str(files("mjtable.web").joinpath("static")))),
    ]
    handlers: dict[int | type[Exception], Callable[[Request, Exception], Awaitable[Response]]] = {}

    async def not_found(request: Request, error: Exception) -> Response:
        code = error.status_code if isinstance(error, HTTPException) else 404
        return await run_in_threadpool(page, request, site, "missing", code, nav="score")

    async def failed(request: Request, error: Exception) -> Response:
        """What mjtable reports in words: the history cannot be read, the table does not answer. Or a slip of ours, told
        with its traceback where `mjtable web` runs.
        """
        if isinstance(error, MjtableError):
            said = error.message(language(request))
        else:
            said = str(error) or type(error).__name__
        try:
            return await run_in_threadpool(page, request, site, "failed", 500, nav="score", error=said)
        except MjtableError:  # the frame of a page needs the history too
            return PlainTextResponse(f"mjtable: {said}", 500)

    async def gone(request: Request, error: Exception) -> Response:
        """Whoever sent it went away in the middle: nothing was done, and nobody is there to be told."""
        return Response(status_code=400)

    handlers[404] = not_found
    handlers[ClientDisconnect] = gone
    handlers[Exception] = failed
    handlers[MjtableError] = failed
    return Starlette(routes=routes, middleware=[Middleware(Guard, token=token)], exception_handlers=handlers)


def scoreboard_behind(request: Request, site: Site, form: FormData) -> Response:
    return scoreboard(request, site)


def anything(site: Site, p: Pieces, form: FormData) -> str:
    return p.t("pin.waits.any")


def scoreboard(request: Request, site: Site) -> Response:
    return page(request, site, "score", **scores.context(site, Pieces(language(request))))


def tv(request: Request, site: Site) -> Response:
    return page(request, site, "tv", nav="score", **scores.context(site, Pieces(language(request))))


live.PARTS["score"] = live.templates(("board", "last", "dice", "said"), scores.context)
live.PARTS["tv"] = live.templates(("board", "last", "dice", "said", "tvhead"), scores.context)
live.PARTS["region"] = region.parts
live.PARTS["table"] = virtual.parts
live.PARTS["device"] = devicepage.parts
