"""Where the parts of modules lie that seldom.py loads: all in one file, as flash has room for whole blocks only, which
is seen as a folder while one is loaded. Lines `name place`, an empty line, and what is compiled.
"""

import sys

import vfs

FILE = "/parts.bin"  # beside this module
PLACE = "/~"
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
        self.open(path, "").close()
        return (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def open(self, path: str, mode: str):  # type: ignore[no-untyped-def]
        """The file of all parts, at the place of this one."""
        file = open(self._path, "rb")
        while path.endswith(".mpy"):
            line = file.readline()
            if len(line) < 2:
                break
            name, place = line.split()
            if name == path[1:-4].encode():
                file.seek(int(place))
                return file
        file.close()
        raise OSError(ENOENT)


def load(part: str) -> None:
    sys.path.insert(0, PLACE)
    vfs.mount(_Folder((__file__.rsplit("/", 1)[0] if "/" in __file__ else ".") + FILE), PLACE)
    try:
        __import__(part)
    finally:
        vfs.umount(PLACE)
        sys.path.pop(0)
