"""The page as a program: the table's owner, the history, and the server that shows them, until Ctrl-C."""

import secrets
import socket
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import uvicorn

from mjtable import firststart, folders, sharing, tables
from mjtable.errors import AddressTaken, MjtableError, PortMissing
from mjtable.link import Link
from mjtable.simulator import Simulator
from mjtable.store import Store
from mjtable.texts import spoken
from mjtable.web.app import make_app
from mjtable.web.guard import OURS
from mjtable.web.owner import Owner
from mjtable.web.site import Site


def bound(host: str, listen: int) -> socket.socket:
    """A socket that listens there. AddressTaken."""
    try:
        family = socket.getaddrinfo(host, listen, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, listen), family=family, backlog=64)
    except OSError as e:
        raise AddressTaken(host=host, listen=listen, why=e.strerror or str(e)) from e


def address(sock: socket.socket, token: str) -> str:
    """The address to open."""
    host, port = sock.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104
        host = socket.gethostname()
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/" + (f"?token={token}" if token else "")


def serve(
    named: str | None, host: str, listen: int, db: str | None, flash: Path | None, told: Callable[[str], None]
) -> None:
    """Serves until interrupted. `flash`: start a table on this file; `told` is called with the address."""
    token = "" if host in OURS else secrets.token_urlsafe(16)
    with ExitStack() as stack:
        sock = stack.enter_context(bound(host, listen))
        history = stack.enter_context(Store(db))
        sim = stack.enter_context(Simulator(flash)) if flash else None
        owner = Owner(simulated(sim, spoken()) if sim else lambda: tables.connect(named, sharing.lendable), history)
        owner.start()
        stack.callback(owner.close)
        server = uvicorn.Server(uvicorn.Config(make_app(Site(owner, history, sim), token), log_level="warning"))
        told(address(sock, token))
        server.run(sockets=[sock])


def simulated(sim: Simulator, lang: str = "") -> Callable[[], Link]:
    """Opens the link to a table of this program's own; `lang`: a new one's displays begin in it."""

    def connect() -> Link:
        if not sim.port:
            raise PortMissing(port="–", why="unplugged")
        link = tables.connect(sim.port, sharing.lendable)
        try:
            if lang:
                firststart.speak(link, lang)
        except MjtableError:
            link.close()
            raise
        return link

    return connect


def default_flash() -> Path:
    """The same table as that of `mjtable sim`."""
    return folders.made(folders.data()) / "simulator.flash"
