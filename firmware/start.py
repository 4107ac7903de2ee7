"""mjtable: a controller's /main.py, written there by `mjtable install`. First it ends what an installation has begun.

An installation copies new files beside the old ones, as <name>.new, and runs the old firmware until all of them are
there and whole. Then a list of what is to be done, /mjtable.new, gets its name, and from that moment on everything
has been decided: each line is done here, however often power is cut in between. So no mixture of two firmwares ever
runs. When the last line is done the list is called /mjtable.txt: without that there is no whole firmware to start.

    mjtable 0.1.0 pico all     version, board, regions: all or their ids with commas between
    + <sha256> <path>          <path>.new becomes <path>
    = <sha256> <path>          stays as it is
    - - <path>                 goes
"""

import os
import sys

DECIDED = "mjtable.new"
WHOLE = "mjtable.txt"
ENOENT, EROFS = 2, 30
CODE = "/c"  # where the flash is seen a second time
READ = 64  # bytes that are read from it at once
PACKAGES = ("/firmware", "/firmware/boards", "/firmware/drivers", "/engine_core", "/engine_core/regions")
COMPILED = "/firmware/app.mpy"  # it is there where modules are compiled
FOLDER, FILE = (0x4000,) + (0,) * 9, (0x8000,) + (0,) * 9


def finish(root: str = "/") -> None:
    """Do what has been decided and is not done. OSError: flash refuses; the next start tries again."""
    try:
        f = open(root + DECIDED)
    except OSError:
        return
    with f:
        f.readline()
        for line in f:
            what, _, path = line.strip().split(" ", 2)
            try:
                if what == "+":
                    os.rename(root + path + ".new", root + path)
                elif what == "-":
                    os.remove(root + path)
            except OSError as error:
                if error.errno != ENOENT:  # else it is done already
                    raise
    os.rename(root + DECIDED, root + WHOLE)


def whole(root: str = "/") -> bool:
    """Is there a firmware that can be started?"""
    try:
        os.stat(root + WHOLE)
        return True
    except OSError:
        return False


class Code:
    """The flash seen a second time, only to read, at /c: what is imported, and what the firmware reads, comes from
    there. A file that is open takes a quarter of the kilobyte in one piece that it takes where files are written, and
    of four looks into the flash that MicroPython has for each module three are answered at once.
    """

    def __init__(self, flash) -> None:  # type: ignore[no-untyped-def]
        import vfs

        self._files = vfs.VfsLfs2(flash, readsize=READ, progsize=READ)  # type: ignore[abstract]
        self.ilistdir = self._files.ilistdir
        try:
            self._compiled = bool(self._files.stat(COMPILED))
        except OSError:
            self._compiled = False
        vfs.mount(self, CODE, readonly=True)
        sys.path.insert(0, CODE)

    def mount(self, readonly: bool, mkfs: bool) -> None:
        pass

    def umount(self) -> None:
        pass

    def open(self, path: str, mode: str):  # type: ignore[no-untyped-def]
        if mode.strip("rbt"):
            raise OSError(EROFS)
        return self._files.open(path, mode)

    def stat(self, path: str) -> tuple:
        if path in PACKAGES:
            return FOLDER
        if self._compiled:
            if path.endswith(".py") or "." not in path.rsplit("/", 1)[-1]:
                raise OSError(ENOENT)
            if path.startswith(PACKAGES[0]) and path.endswith(".mpy"):
                return FILE  # all of them are there
        return self._files.stat(path)  # type: ignore[no-any-return]


if __name__ == "__main__":
    finish()
    if whole():
        if sys.platform == "rp2":
            from rp2 import Flash

            Code(Flash())
        from firmware import main

        main.run()
    else:
        print("mjtable: the installation was not finished. On the laptop: mjtable install")
