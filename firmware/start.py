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
ENOENT = 2
CODE = "/c"  # where the flash is seen a second time
BUILT_IN = (
    "binascii", "hashlib", "io", "json", "machine", "os", "select", "struct", "sys", "time",
)  # fmt: skip
READ = 64  # bytes that are read from it at once


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


def seen_again(flash) -> None:  # type: ignore[no-untyped-def]
    """What is imported, and what the firmware reads, comes from the flash seen a second time, only to read: there a
    file that is open takes a quarter of the kilobyte in one piece that it takes where files are written."""
    import vfs

    vfs.mount(vfs.VfsLfs2(flash, readsize=READ, progsize=READ), CODE, readonly=True)  # type: ignore[abstract]
    os.chdir(CODE)


def built_in() -> None:
    """The modules of MicroPython itself are known as what is loaded is: else each time that one is imported the whole
    flash is searched for one of its name, a dozen looks."""
    path = sys.path[:]
    sys.path[:] = [".frozen"]
    for name in BUILT_IN:
        sys.modules[name] = __import__(name)
    sys.path[:] = path


if __name__ == "__main__":
    finish()
    if whole():
        if sys.platform == "rp2":
            from rp2 import Flash

            seen_again(Flash())
        built_in()
        from firmware import main

        del finish, whole, seen_again, built_in  # they have had their time, and take 2 KB
        try:
            main.run()
        finally:
            os.chdir("/")
    else:
        print("mjtable: the installation was not finished. On the laptop: mjtable install")
