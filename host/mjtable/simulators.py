"""Which simulators run on this account: each leaves a file, locked as long as its process lives, however that ends."""

import fcntl
import json
import os
from pathlib import Path

from mjtable import folders
from mjtable.errors import FlashInUse


def lock(path: Path) -> int:
    """Opens a file and locks it for this process. FlashInUse when another one has it."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(fd)
        raise FlashInUse(flash=path.with_suffix("")) from None
    return fd


def register(port: str, flash: Path) -> tuple[Path, int]:
    """Leaves word of a running simulator: its file, and the descriptor that holds the lock."""
    path = folders.made(folders.runtime()) / f"sim-{os.getpid()}-{port.replace('/', '_')}.json"
    unlocked = path.with_suffix(".new")  # under its name only once it is locked: running() takes away unlocked ones
    fd = lock(unlocked)
    os.write(fd, json.dumps({"port": port, "flash": str(flash.resolve()), "pid": os.getpid()}).encode())
    unlocked.rename(path)
    return path, fd


def unregister(registered: tuple[Path, int]) -> None:
    """Takes back what register() left."""
    path, fd = registered
    path.unlink(missing_ok=True)
    os.close(fd)


def running() -> dict[str, str]:
    """The simulators that run now, on this account: port -> file of the flash."""
    found = {}
    try:
        left = sorted(folders.runtime().glob("sim-*.json"))
    except OSError:  # a folder that may not be looked into has nothing of ours
        left = []
    for path in left:
        try:
            fd = os.open(path, os.O_RDWR)
        except OSError:  # it has gone meanwhile, or is another account's
            continue
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            said = json.loads(path.read_text())
            found[said["port"]] = said["flash"]
        else:
            path.unlink(missing_ok=True)  # its simulator is gone without a word
        finally:
            os.close(fd)
    return found
