"""A controller on a PC (`mjtable sim --blank`) for the tests of what is installed on it; mpremote looks at it."""

import shutil
import subprocess
import sys
from contextlib import contextmanager

SMALL = ("--region", "ningbo")  # fewer files to copy


def mpremote(port, *arguments):
    """What mpremote prints."""
    command = [sys.executable, "-m", "mpremote", "connect", port, "resume", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def on_board(port, script):
    """Lines that a script prints at the prompt of the controller."""
    return mpremote(port, "exec", script).splitlines()


def files(port):
    """Paths of all files on the controller."""
    script = """
import os
def walk(folder):
    for name in sorted(os.listdir(folder or "/")):
        path = folder + "/" + name
        if path != "/dev":
            walk(path) if os.stat(path)[0] & 0x4000 else print(path)
walk("")
"""
    return on_board(port, script)


def image(home):
    """The file that is the flash of the controller."""
    return home.folder / "home" / "data" / "blank.flash"


@contextmanager
def controller(home, flash=None):
    """The controller, switched on; `flash`: a copy of this image in it."""
    if flash:
        image(home).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(flash, image(home))
    with home.sim("--blank") as running:
        yield running
