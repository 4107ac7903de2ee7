"""The page of a simulated table, served in this process: what `mjtable web --sim` does, with everything in reach."""

import asyncio
import contextlib
import threading
import time

import httpx
import uvicorn

from mjtable.simulator import Simulator
from mjtable.store import Store
from mjtable.web.app import make_app
from mjtable.web.owner import Owner
from mjtable.web.serve import bound, simulated
from mjtable.web.site import Site

DEADLINE = 20.0


class Served:
    """`url` is its address, `site` what the pages have. Use as a context manager."""

    def __init__(self, folder, token=""):
        self._folder = folder
        self._token = token

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.history = stack.enter_context(Store(str(self._folder / "history.db")))
            self.sim = stack.enter_context(Simulator(self._folder / "table.flash"))
            self.owner = Owner(simulated(self.sim), self.history)
            self.owner.start()
            stack.callback(self.owner.close)
            self.site = Site(self.owner, self.history, self.sim)
            sock = stack.enter_context(bound("127.0.0.1", 0))
            self.url = f"http://127.0.0.1:{sock.getsockname()[1]}"
            self._server = uvicorn.Server(uvicorn.Config(make_app(self.site, self._token), log_level="warning"))
            thread = threading.Thread(target=self._server.run, kwargs={"sockets": [sock]}, daemon=True)
            thread.start()
            stack.callback(self._end, thread)
            self.until(lambda view: view.link == "live" and self._server.started)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *exc):
        self._stack.close()

    def _end(self, thread):
        self._server.should_exit = True
        thread.join(DEADLINE)

    def visitor(self):
        """A browser on this computer, in English: a client to be closed."""
        headers = {"origin": self.url, "accept-language": "en"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=DEADLINE)

    def idle(self):
        """No hand is played: one that was is given up."""
        if self.owner.ask("status")["phase"] not in ("new", "ready"):
            self.owner.ask("hand.abort")
        return self.fresh(lambda view: view.status["phase"] in ("new", "ready"))

    def fresh(self, condition):
        """Waits for a view that has all that was done at the table until now, and of which something is true."""
        seq = self.owner.ask("status")["seq"]
        return self.until(lambda view: view.status["seq"] >= seq and condition(view))

    def until(self, condition):
        """Waits for a view of the table of which something is true; that view."""
        changed = threading.Event()
        self.owner.tell(changed.set)
        try:
            end = time.monotonic() + DEADLINE
            while not condition(self.owner.view):
                assert time.monotonic() < end, self.owner.view
                changed.wait(0.05)
                changed.clear()
        finally:
            self.owner.forget(changed.set)
        return self.owner.view


class Client:
    """Asks an application without a server. Cookies are kept."""

    def __init__(self, app, base):
        self._app = app
        self._base = base
        self._cookies = httpx.Cookies()

    def get(self, address, headers=None):
        return self.send("GET", address, headers=headers)

    def post(self, address, headers=None, data=None):
        return self.send("POST", address, headers=headers, data=data)

    def send(self, method, address, **given):
        async def sent():
            transport = httpx.ASGITransport(self._app)
            async with httpx.AsyncClient(transport=transport, base_url=self._base, cookies=self._cookies) as client:
                answer = await client.request(method, address, **given)
                self._cookies.update(client.cookies)
                return answer

        return asyncio.run(sent())
