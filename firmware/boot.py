"""Crashes in a row, counted on the flash: a table that cannot run ends in safe mode (safe.py) and can be repaired.

A watchdog's reset counts as one. Switching the table off and on begins the count again.
"""

import io
import os
import sys

TOO_MANY = 3
NAME = "/crashes.txt"  # the number of crashes, then the last traceback
STOPPED = "/stopped"  # it is there while somebody works at the prompt
BEFORE = "/crash.txt"  # the last traceback of the row of crashes before, which the table got over
LONGEST = 400


def _read(folder: str, name: str = NAME) -> tuple:
    """(number of crashes, the last traceback); whatever the file holds."""
    try:
        with open(folder + name, "rb") as f:
            count, _, text = str(f.read(4 * LONGEST), "utf-8").partition("\n")
        return max(0, min(int(count), TOO_MANY)), text
    except (OSError, ValueError):
        return 0, ""


def _write(folder: str, count: int, text: str) -> None:
    try:
        with open(folder + NAME, "w") as f:
            f.write("%d\n%s" % (count, text))
    except OSError:
        pass  # a full or broken flash: then it is not counted


def crashes(folder: str) -> int:
    """How often the app crashed since it last ran well, or was switched on."""
    return _read(folder)[0]  # type: ignore[no-any-return]


def last(folder: str) -> str:
    """The end of the last crash's traceback, "" when there was none."""
    return _read(folder)[1]  # type: ignore[no-any-return]


def told(folder: str) -> str:
    """The same of the latest crash of all, for the laptop."""
    return last(folder) or _read(folder, BEFORE)[1]


def switched_on(folder: str) -> None:
    """Somebody wants it to run: it may crash as often as ever again. The last traceback stays for the log."""
    _resumed(folder)
    count, text = _read(folder)
    if count:
        _write(folder, 0, text)


def crashed(folder: str, error: Exception) -> None:
    """Count a crash. Its traceback is kept for the log."""
    text = io.StringIO()
    sys.print_exception(error, text)
    _write(folder, crashes(folder) + 1, text.getvalue()[-LONGEST:])


def hung(folder: str) -> None:
    """Count a reset by the watchdog, unless it came in safe mode, or the app had been stopped: a Pico does not tell its
    resets apart, and after a soft one says what the one before was.
    """
    count, text = _read(folder)
    if not _resumed(folder) and count < TOO_MANY:
        _write(folder, count + 1, text + "the watchdog reset the table: a part of it made no progress\n")


def forget(folder: str) -> None:
    """The app runs well (or was repaired): begin again at 0. The last traceback stays for the log."""
    try:
        os.rename(folder + NAME, folder + BEFORE)
    except OSError:
        pass


def stopped(folder: str) -> None:
    """Somebody stopped the app and works at the prompt."""
    try:
        open(folder + STOPPED, "w").close()
    except OSError:
        pass


def _resumed(folder: str) -> bool:
    """Had somebody stopped the app? That is over."""
    try:
        os.remove(folder + STOPPED)
        return True
    except OSError:
        return False
