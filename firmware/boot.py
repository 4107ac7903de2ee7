"""Crashes in a row, counted on the flash: a table that cannot start stays at the prompt, where it can be repaired.

Also a board's /boot.py, which has nothing else to do: main.py starts the table.
"""

import io
import os
import sys

TOO_MANY = 3
NAME = "/crashes.txt"  # the number of crashes, then the last traceback
LONGEST = 400


def crashes(folder: str) -> int:
    """How often the app crashed since it last ran well."""
    try:
        with open(folder + NAME) as f:
            return int(f.readline())
    except (OSError, ValueError):
        return 0


def last(folder: str) -> str:
    """The end of the last crash's traceback, "" when there was none."""
    try:
        with open(folder + NAME) as f:
            f.readline()
            return f.read()
    except (OSError, ValueError):
        return ""


def crashed(folder: str, error: Exception) -> None:
    """Count a crash. Its traceback is kept for the log."""
    count = crashes(folder) + 1
    text = io.StringIO()
    sys.print_exception(error, text)
    try:
        with open(folder + NAME, "w") as f:
            f.write("%d\n%s" % (count, text.getvalue()[-LONGEST:]))
    except OSError:
        pass  # a full or broken flash: then it is not counted


def forget(folder: str) -> None:
    """The app runs well (or was repaired): begin again at 0."""
    try:
        os.remove(folder + NAME)
    except OSError:
        pass
