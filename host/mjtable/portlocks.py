"""Files that say who has a port: one that its owner locks, and one that whoever borrows it from all the others locks.

Both lie in the runtime folder, one pair a port, and are never removed: what counts is the lock, which ends with its
program however that ends. What stands in a file says who locked it last.
"""

import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from mjtable import folders, serialports
from mjtable.errors import PortLent

POSSIBLE = os.name == "posix"
BLOCK = 4096


def path(device: str) -> Path:
    """The file that the owner of a port locks. BadFolder."""
    real = device if serialports.is_url(device) else os.path.realpath(device)
    name = hashlib.sha256(real.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return folders.made(folders.runtime()) / f"port-{name}.lock"


def borrowers(owners: Path) -> Path:
    """The file that whoever borrows the port locks."""
    return owners.with_suffix(".lent")


def locked(file: Path) -> int | None:
    """A descriptor that holds the lock; None when another one has it."""
    import fcntl

    fd = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(fd)
        return None
    return fd


def said(fd: int) -> dict[str, Any]:
    """What stands in a file; nothing when nothing is written (yet)."""
    try:
        found = json.loads(os.pread(fd, BLOCK, 0))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def said_by(file: Path) -> dict[str, Any]:
    """The same of a file that is not open."""
    fd = os.open(file, os.O_RDONLY)
    try:
        return said(fd)
    finally:
        os.close(fd)


def say(fd: int, **values: Any) -> None:
    os.ftruncate(fd, 0)
    os.pwrite(fd, json.dumps(values).encode(), 0)


def program() -> dict[str, Any]:
    """This program, as others are told of it."""
    name = os.path.basename(sys.argv[0])
    command = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
    ours = name in ("mjtable", "__main__.py")
    return {"pid": os.getpid(), "program": f"mjtable {command}".strip() if ours else name}


def named(one: dict[str, Any]) -> str:
    """A program as people are told of it; "" when nothing is known of it."""
    pid = one.get("pid")
    return f"{one.get('program') or 'mjtable'} ({pid})" if isinstance(pid, int) else ""


def not_lent(device: str, owners: Path) -> None:
    """PortLent while somebody has borrowed the port."""
    import fcntl

    try:
        fd = os.open(borrowers(owners), os.O_RDONLY)
    except FileNotFoundError:
        return
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PortLent(port=device, holder=named(said(fd)) or "mjtable") from None
    finally:
        os.close(fd)
