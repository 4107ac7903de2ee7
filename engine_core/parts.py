"""Where the parts of modules lie that seldom.py loads: all in one file, as flash has room for whole blocks only, which
is seen as a folder while one is loaded. Lines `name place`, an empty one, then what is compiled.
"""

import sys

import vfs

from .seldom import FIRST

FILE = "/parts.bin"  # beside this module
PLACE = "/~"
END = ".mpy"
ENOENT = 2


class _Folder:
    """What MicroPython asks of a file system. Only to read."""

    def __init__(self, path: str):
        self._path = path

    def mount(self, readonly: bool, mkfs: bool) -> None:
        pass

    def umount(self) -> None:
        pass

    def stat(self, path: str) -> tuple:
        if path.startswith("/" + FIRST) and path.endswith(END):
            return (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        raise OSError(ENOENT)

    def open(self, path: str, mode: str):  # type: ignore[no-untyped-def]
        """The file of all parts, at the place of this one."""
        file = open(self._path, "rb")
        name = path[1 : -len(END)].encode() + b" "
        line = file.readline()  # one by one: there may be no kilobyte in one piece for all
        while not line.startswith(name):
            if len(line) < 2:
                file.close()
                raise OSError(ENOENT)
            line = file.readline()
        file.seek(int(line[len(name) :]))
        return file


def load(part: str) -> None:
    sys.path.insert(0, PLACE)
    vfs.mount(_Folder((__file__.rsplit("/", 1)[0] if "/" in __file__ else ".") + FILE), PLACE)
    try:
        __import__(part)
    finally:
        vfs.umount(PLACE)
        sys.path.pop(0)
