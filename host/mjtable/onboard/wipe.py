"""Takes an installation away. GIVEN: "before" (the name that somebody else's main.py was given), "ours" (/main.py is),
"data" (the table's journal and settings go too).
"""

import os

GIVEN = globals()["GIVEN"]  # which mjtable/board.py puts before this


def _away(path: str) -> None:
    """A file, or a folder with all that is in it."""
    try:
        if os.stat(path)[0] & 0x4000:
            for name in os.listdir(path):
                _away(path + "/" + name)
            os.rmdir(path)
        else:
            os.remove(path)
    except OSError as error:
        if error.errno != 2:
            raise


_away("/mjtable.txt")  # first: what is left is no firmware
for _name in ("mjtable.new", "mjtable.plan", "mjtable.begun.new", "main.py.new", "pins.json", "pins.json.new"):
    _away("/" + _name)
for _name in ("firmware", "engine_core"):
    _away("/" + _name)
if GIVEN["data"]:
    _away("/data")
if GIVEN["ours"]:
    _away("/main.py")
    try:
        os.rename("/" + GIVEN["before"], "/main.py")
    except OSError as error:
        if error.errno != 2:
            raise
print("gone")
