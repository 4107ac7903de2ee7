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

DECIDED = "mjtable.new"
WHOLE = "mjtable.txt"
ENOENT = 2


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


if __name__ == "__main__":
    finish()
    if whole():
        __import__("firmware.bundle").bundle.begin()  # no name here holds it: it is let go
        from firmware import main

        try:
            main.run()
        finally:
            os.chdir("/")
    else:
        print("mjtable: the installation was not finished. On the laptop: mjtable install")
