"""A controller on a PC, as it comes out of its box: MicroPython, a flash, and nothing on it. To try an installation on.

Started as `micropython -i -c "from firmware.boards import blank; blank.start()"`, with the firmware on the PC; what
runs from then on is what lies on the flash. One file is the whole flash, the root of the file system as on a
controller: code and data share it. After a soft reset or power cut (the process ends, and is started again) it goes on
from there. Environment:

    MJTABLE_CONTROLLER  file that holds the flash; made and formatted when it is not there
    MJTABLE_FLASH_KB    its size when it is made [1408, as a Pico has]
    MJTABLE_CUT         power cut for tests, see firmware/boards/unix.py

Of the PC only /dev (random numbers), and the folder of MJTABLE_CUT, are left to be seen.
"""

import os
import sys

import vfs

from firmware.boards import unix

PC = "/.pc"  # where the folder of MJTABLE_CUT is seen


def start(main: bool = True) -> None:
    """Puts the flash in the place of the PC's files, then does what MicroPython does at a start: boot.py, main.py; the
    latter is left out after a soft reset from the raw prompt.
    """
    path = os.getenv("MJTABLE_CONTROLLER")
    if not path:
        raise OSError("MJTABLE_CONTROLLER: the name of a file for the flash is expected, nothing is set")
    unix.make(path, int(os.getenv("MJTABLE_FLASH_KB") or 1408))
    folder, _, cut = (os.getenv("MJTABLE_CUT") or "").rpartition("/")
    flash = vfs.VfsLfs2(unix.Flash(path, cut and PC + "/" + cut), progsize=unix.PAGE)  # type: ignore[abstract, arg-type]
    vfs.umount("/")
    vfs.mount(vfs.VfsPosix("/dev"), "/dev")  # type: ignore[attr-defined]
    if cut:
        vfs.mount(vfs.VfsPosix(folder or "/"), PC)  # type: ignore[attr-defined]
    vfs.mount(flash, "/")
    os.chdir("/")
    sys.modules.clear()  # they are those of the PC
    sys.path[:] = ["", ".frozen", "/lib"]
    if run("boot.py") and main:
        run("main.py")


def run(name: str) -> bool:
    """Runs a file of the flash, if there is one. False when it ends with an error."""
    try:
        with open(name) as f:
            source = f.read()
    except OSError:
        return True
    try:
        exec(source, {"__name__": "__main__"})
    except (Exception, KeyboardInterrupt) as error:
        sys.print_exception(error)
        return False
    return True
