"""The command `mjtable` from its first moment on: what has to be right before anything else is loaded.

Standard streams that were closed, sizes of the terminal that are none, and Ctrl-C while the rest is being loaded.
mjtable.commandline is the command itself.
"""

import os
import sys

INTERRUPTED = 130
SIZES = ("COLUMNS", "LINES", "TERMINAL_WIDTH")  # which rich and typer read
LARGEST = 9999


def main() -> None:
    """The command `mjtable`."""
    try:
        code = _command()
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code:
        sys.exit(code)


def _command() -> int:
    """Runs it; its exit code."""
    _open_streams()
    for name in SIZES:
        if not _is_size(os.environ.get(name, "1")):
            del os.environ[name]
    import signal

    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # in a module half loaded, an exception may be anywhere
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    try:
        from mjtable import commandline
    finally:
        signal.signal(signal.SIGINT, before)
    return commandline.run(sys.argv[1:])


def _open_streams() -> None:
    """A closed standard stream is opened on nothing, or the next file that is opened would be taken for it.

    What is written goes nowhere; reading fails, as it does from a closed stream.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            fd = os.open(os.devnull, os.O_WRONLY)  # the lowest that is free: the one that was closed
            os.set_inheritable(fd, True)
            setattr(sys, name, open(fd, mode, encoding="utf-8", errors="replace"))
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character shows "?" for it


def _is_size(given: str) -> bool:
    """Is it a number of columns or lines that a terminal can have?"""
    return given.isascii() and given.isdigit() and len(given) < 10 and 0 < int(given) <= LARGEST
