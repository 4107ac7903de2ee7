"""Modules of a start that lie in one file, in the order in which one needs the other (host/mjtable/bundles.py): they
are loaded one by one from there, which spares littlefs the search for each. Where there is no such file, on a PC, they
are imported as any others.

A file system in Python goes deep, and MicroPython takes whatever fails in it for "no such module". So it is there only
while a module is loaded whose imports are all there already, called from the shallow end of the stack; and what fails
in it is kept.
"""

import gc
import os
import sys

OFTEN = 32768  # bytes between two collections of garbage, as in main.py
CODE = "/c"  # where the flash is seen a second time
READ = 64  # bytes that are read from it at once
BUILT_IN = ("binascii", "hashlib", "io", "json", "machine", "os", "select", "struct", "sys", "time")
PLACE = "/-"
ENOENT = 2


class _Folder:
    """What MicroPython asks of a file system: it has the one module that is loaded, and what lies in the root, where
    modules are looked for that are in no package."""

    def __init__(self, bundle: str, root: str):
        self._bundle = bundle
        self._root = root
        self._path = ""  # of the module,
        self._package = ""  # and of its folder, if it is a package's
        self._place = 0
        self._error: BaseException | None = None

    def load(self, path: str, place: int) -> None:
        """The module whose compiled file has this path."""
        name = path[: path.rfind(".")]
        if name.endswith("/__init__"):
            name = name[: name.rfind("/")]
            self._package = name
        self._path = path
        self._place = place
        try:
            __import__(name.replace("/", "."))
        except ImportError:
            if not self._error:
                raise
        if self._error:
            raise self._error

    def mount(self, readonly: bool, mkfs: bool) -> None:
        pass

    def umount(self) -> None:
        pass

    def chdir(self, path: str) -> None:
        pass

    def stat(self, path: str) -> tuple:
        try:
            if path == self._path:
                return (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            if path == self._package:
                return (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            if "/" not in path:
                return os.stat(self._root + path)
        except OSError:
            raise
        except BaseException as error:
            self._error = error
        raise OSError(ENOENT)

    def open(self, path: str, mode: str):  # type: ignore[no-untyped-def]
        """The file of all, at the place of this one."""
        if path != self._path:
            return open(self._root + path, mode)
        file = open(self._bundle, "rb")
        file.seek(self._place)
        return file


def begin() -> None:
    """What comes before the first module of the firmware that is loaded on a controller."""
    gc.threshold(OFTEN)
    if sys.platform == "rp2":
        from rp2 import Flash

        seen_again(Flash())
    known()
    bring("board")


def seen_again(flash) -> None:  # type: ignore[no-untyped-def]
    """What is imported, and what the firmware reads, comes from the flash seen a second time, only to read: there a
    file that is open takes a quarter of the kilobyte in one piece that it takes where files are written."""
    import vfs

    vfs.mount(vfs.VfsLfs2(flash, readsize=READ, progsize=READ), CODE, readonly=True)  # type: ignore[abstract]
    os.chdir(CODE)


def known() -> None:
    """The modules of MicroPython itself are known as those are that were loaded: else, each time that one is imported,
    the flash is first searched for one of its name, nine looks."""
    path = sys.path[:]
    sys.path[:] = [".frozen"]
    for name in BUILT_IN:
        sys.modules[name] = __import__(name)
    sys.path[:] = path


def bring(*sections: str) -> None:
    """Load what is in these files, but for what is there."""
    for section in sections:
        _bring(section)


def _bring(section: str) -> None:
    here = os.getcwd()  # that of the firmware, whose modules have paths from here
    root = here if here == "/" else here + "/"
    bundle = "%s%s/_%s.bin" % (root, __name__.split(".")[0], section)
    try:
        index = open(bundle, "rb")
    except OSError:
        return
    import vfs

    folder = _Folder(bundle, root)
    vfs.mount(folder, PLACE)
    os.chdir(PLACE)
    try:
        for line in index:
            if line == b"\n":
                break
            path, place = str(line, "ascii").split()
            folder.load(path, int(place))
    finally:
        os.chdir(here)
        vfs.umount(PLACE)
        index.close()


def hasten(section: str) -> None:
    """The same where each module is there a second time: imported from there it says what is wrong."""
    try:
        bring(section)
    except Exception:
        pass
