"""Where the parts of modules lie that seldom.py loads: all in one file, as flash has room for whole blocks only, which
is seen as a folder while one is loaded. Lines `name place`, then what is compiled.
"""

import sys

import vfs

from .seldom import FIRST

FILE = "/parts.bin"  # beside this module
PLACE = "/~"
END = ".mpy"
INDEX = 1024  # bytes at the file's begin that have all lines
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
        index = file.read(INDEX)
        at = index.find(path[1 : -len(END)].encode() + b" ")
        if at < 0:
            file.close()
            raise OSError(ENOENT)
        file.seek(int(index[at:].split(None, 2)[1]))
        return file


def load(part: str) -> None:
    sys.path.insert(0, PLACE)
    vfs.mount(_Folder((__file__.rsplit("/", 1)[0] if "/" in __file__ else ".") + FILE), PLACE)
    try:
        __import__(part)
    finally:
        vfs.umount(PLACE)
        sys.path.pop(0)
