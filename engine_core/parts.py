"""Where the parts of modules lie that seldom.py loads: all in one file, as flash has room for whole blocks only, which
is seen as a folder while one is loaded. Lines `number place`, all of one length, an empty one, then what is compiled.
"""

import sys

import vfs

FILE = "/_parts.bin"  # beside this module; of those that are found first in their folder
PLACE = "/~"
NAME = "0"  # of any part while it is loaded
END = ".mpy"
LINE = 13  # bytes, `12345 123456` and a line feed
LINES = 20 * LINE  # that are read at once: there may be no kilobyte in one piece for all
ENOENT = 2


class _Folder:
    """What MicroPython asks of a file system. Only to read: the one file, which is open already, for a file is found
    and opened by the deepest calls of all, and an import is deep enough by itself."""

    def __init__(self, file):  # type: ignore[no-untyped-def]
        self._file = file

    def mount(self, readonly: bool, mkfs: bool) -> None:
        pass

    def umount(self) -> None:
        pass

    def stat(self, path: str) -> tuple:
        if path == "/" + NAME + END:
            return (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        raise OSError(ENOENT)

    def open(self, path: str, mode: str):  # type: ignore[no-untyped-def]
        return self._file


def load(part: int):  # type: ignore[no-untyped-def]
    """The module of a part."""
    file = open((__file__.rsplit("/", 1)[0] if "/" in __file__ else ".") + FILE, "rb")
    number = b"%05d " % part
    at = -1
    while at < 0:
        lines = file.read(LINES)
        at = lines.find(number)
        if len(lines) < LINES and at < 0:
            file.close()
            raise OSError(ENOENT)
    file.seek(int(lines[at + len(number) : at + LINE]))
    sys.path.insert(0, PLACE)
    vfs.mount(_Folder(file), PLACE)
    try:
        __import__(NAME)
        return sys.modules.pop(NAME)
    finally:
        vfs.umount(PLACE)
        sys.path.pop(0)
