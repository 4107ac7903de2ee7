"""What Linux knows of serial ports: who holds one, who may open one, and what gets in the way.

`root` stands for the root of the file system.
"""

import grp
import os
import pwd
import stat
from pathlib import Path
from typing import NamedTuple

ROOT = Path("/")
RULES = ("etc/udev/rules.d", "run/udev/rules.d", "usr/lib/udev/rules.d", "lib/udev/rules.d")
OUR_RULE = "60-mjtable.rules"
MODEM_MANAGER = "ModemManager"
# A Pico (2) whose BOOTSEL key was held: it shows itself as a drive and waits for MicroPython.
BOOTSEL = {("2e8a", "0003"), ("2e8a", "000f")}


class Holder(NamedTuple):
    """A program that has a port open."""

    pid: int
    name: str


def holders(device: str, root: Path = ROOT) -> list[Holder]:
    """Which other programs have the port open, as far as this user may know."""
    wanted = os.path.realpath(device)
    found = []
    for process in sorted(root.glob("proc/[0-9]*"), key=lambda p: int(p.name)):
        if int(process.name) == os.getpid():
            continue
        try:
            if any(os.path.realpath(fd) == wanted for fd in (process / "fd").iterdir()):
                found.append(Holder(int(process.name), _command(process) or _line(process / "comm") or "?"))
        except OSError:  # another user's, or it has ended
            pass
    return found


def _command(process: Path) -> str | None:
    """The command of mjtable that a process runs."""
    words = [word for word in (_line(process / "cmdline") or "").split("\0") if word]
    ours = next((i for i, word in enumerate(words[:4]) if os.path.basename(word) == "mjtable"), None)
    if ours is None:
        return None
    return " ".join(["mjtable", *(word for word in words[ours + 1 :] if not word.startswith("-"))][:2])


def group_to_join(device: str) -> str | None:
    """The group that may open the port while this user is not in it; None when something else is the matter."""
    try:
        seen = os.stat(device)
        name = grp.getgrgid(seen.st_gid).gr_name
    except (OSError, KeyError):
        return None
    may = seen.st_mode & stat.S_IRGRP and seen.st_mode & stat.S_IWGRP
    return name if may and seen.st_gid not in (0, *os.getgroups()) else None


def user() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def modem_manager(root: Path = ROOT) -> bool:
    """Does ModemManager run? It opens each new serial port for some seconds, to see whether it is a modem."""
    return any(_line(process / "comm") == MODEM_MANAGER for process in root.glob("proc/[0-9]*"))


def rule_there(root: Path = ROOT) -> bool:
    """Has our udev rule been put in its place?"""
    return any((root / folder / OUR_RULE).is_file() for folder in RULES)


def bootsel(root: Path = ROOT) -> bool:
    """Is there a Pico that waits for MicroPython?"""
    devices = root.glob("sys/bus/usb/devices/*")
    return any((_line(d / "idVendor"), _line(d / "idProduct")) in BOOTSEL for d in devices)


def _line(path: Path) -> str | None:
    try:
        return path.read_text("utf-8", "replace").strip()
    except OSError:
        return None
