"""Who may see the page, and from where something may be changed.

On this computer alone no token is needed, but the address must be one of this computer's own names: a page of another
site cannot come in under a name that it had pointed here. Elsewhere the address holds a token, once; then a cookie
does. Whatever changes something must come from a page of this very address.
"""

import hmac
from urllib.parse import urlencode, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "mjtable_token"
SAFE = ("GET", "HEAD", "OPTIONS")
OURS = ("localhost", "127.0.0.1", "::1")
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


class Guard:
    """Between the server and the pages. `token` "": the page is for this computer alone."""

    def __init__(self, app: ASGIApp, token: str):
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._refused(Request(scope))
        if refused is not None:
            await refused(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, with_headers)

    def _refused(self, request: Request) -> ASGIApp | None:
        """The answer to a request that goes no further."""
        if not self._token and host_name(request.headers.get("host", "")) not in OURS:
            return PlainTextResponse("mjtable: open this page as http://localhost", 421)
        if self._token and not _same(request.cookies.get(COOKIE, ""), self._token):
            if not _same(request.query_params.get("token", ""), self._token):
                return PlainTextResponse("mjtable: the address with its token is needed, as mjtable web shows it", 403)
            return self._let_in(request)
        if request.method not in SAFE and not from_here(request):
            return PlainTextResponse("mjtable: this may be sent from mjtable's own pages only", 403)
        return None

    def _let_in(self, request: Request) -> ASGIApp:
        """The token goes from the address into a cookie."""
        rest = [(name, value) for name, value in request.query_params.multi_items() if name != "token"]
        answer = RedirectResponse(request.url.path + ("?" + urlencode(rest) if rest else ""), 303)
        answer.set_cookie(COOKIE, self._token, max_age=365 * 86400, httponly=True, samesite="strict")
        return answer


def from_here(request: Request) -> bool:
    """Was it sent by a page of this address? Browsers say so, with each request that may change something."""
    origin = request.headers.get("origin")
    try:
        return origin is not None and urlsplit(origin).netloc == request.headers.get("host")
    except ValueError:  # no address at all
        return False


def host_name(host: str) -> str:
    """The name in a Host header, without the port; "" when there is none to be read."""
    try:
        return urlsplit("//" + host).hostname or ""
    except ValueError:
        return ""


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
