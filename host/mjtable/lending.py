"""A port for one program alone, for a while: what installs needs it without anyone in between.

The page gives it away when it is asked to, and has it back when that is done; so does any program that said that it
lends. Others are waited for briefly, then named. The port comes back however the borrower ends: its locks end with it.
"""

import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mjtable import portlocks
from mjtable.errors import BadFolder, PortBusy

WAIT_SECONDS = 3.0  # a command that has the port may be about to end
ANSWER_SECONDS = 0.5
PAUSE_SECONDS = 0.05
# What a program says to the owner, not to the table: a line of its own that begins with this, and is JSON.
MARK = b"\0"
BORROW = "borrow"


def line(**said: Any) -> bytes:
    return MARK + json.dumps(said).encode() + b"\n"


def read(data: bytes) -> dict[str, Any]:
    """What such a line says, nothing of one that is none."""
    try:
        found = json.loads(data[len(MARK) :])
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


@contextmanager
def borrowed(device: str) -> Iterator[None]:
    """Nobody else of us opens the port meanwhile. PortBusy names who has it and does not lend; PortLent: it is lent."""
    try:
        owners = portlocks.path(device) if portlocks.POSSIBLE else None
        lent = portlocks.locked(portlocks.borrowers(owners)) if owners else None
    except (BadFolder, OSError):  # nothing can be kept here, so nobody shares it either
        owners = None
    if owners is None:
        yield
        return
    if lent is None:
        portlocks.not_lent(device, owners)
        raise PortBusy(port=device)
    try:
        portlocks.say(lent, **portlocks.program(), port=device)
        owned = _given(device, owners)
        try:
            yield
        finally:
            os.close(owned)
    finally:
        os.close(lent)


def _given(device: str, owners: Path) -> int:
    """The owner's lock, as soon as whoever has it has let go. PortBusy."""
    until = time.monotonic() + WAIT_SECONDS
    while True:
        fd = portlocks.locked(owners)
        if fd is not None:
            return fd
        said = portlocks.said_by(owners)
        using = _asked(said.get("socket")) or [said]
        if time.monotonic() > until:
            raise PortBusy(port=device, holder=", ".join(filter(None, map(portlocks.named, using))))
        time.sleep(PAUSE_SECONDS)


def _asked(place: object) -> list[dict[str, Any]]:
    """Asks the owner to let go: the programs for which it does not; none when it does, is not there or does not say."""
    with socket.socket(socket.AF_UNIX) as owner:
        owner.settimeout(ANSWER_SECONDS)
        try:
            owner.connect(str(place))
            owner.sendall(line(ask=BORROW))
            heard = b""
            while more := owner.recv(4096):
                heard += more
                for one in heard.split(b"\n")[:-1]:  # what the table has said before may be among them
                    using = read(one).get("using") if one.startswith(MARK) else None
                    if isinstance(using, list):
                        return [program for program in using if isinstance(program, dict)]
        except OSError:
            pass
    return []
