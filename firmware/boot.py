"""Crashes in a row, counted on the flash: a table that cannot start stays at the prompt, where it can be repaired.

Switching it off and on begins the count again.
"""

import gc
import io
import os
import sys

TOO_MANY = 3
NAME = "/crashes.txt"  # the number of crashes, then the last traceback
LONGEST = 400


def collect_often() -> None:
    """Collected often, what lives stays close together: flash and displays need a kilobyte in one piece."""
    gc.threshold(gc.mem_free() // 16)


def _read(folder: str) -> tuple:
    """(number of crashes, the last traceback); whatever the file holds."""
    try:
        with open(folder + NAME, "rb") as f:
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


def switched_on(folder: str) -> None:
    """Somebody wants it to run: it may crash as often as ever again. The last traceback stays for the log."""
    count, text = _read(folder)
    if count:
        _write(folder, 0, text)


def crashed(folder: str, error: Exception) -> None:
    """Count a crash. Its traceback is kept for the log."""
    count = crashes(folder) + 1
    text = io.StringIO()
    sys.print_exception(error, text)
    _write(folder, count, text.getvalue()[-LONGEST:])


def forget(folder: str) -> None:
    """The app runs well (or was repaired): begin again at 0."""
    try:
        os.remove(folder + NAME)
    except OSError:
        pass
