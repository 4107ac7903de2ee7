"""Makes ready for files to come. GIVEN: "junk" (paths to remove), "gone" (files of the firmware that have to make room
for the new ones), "folders" (to be there), "head" (the first line of the list to come).

What was decided earlier and not finished is given up: until the next decision there is no whole firmware then, nor is
there when files of it go. What was chosen for the one to come stands in a file of its own meanwhile.
"""

import os

GIVEN = globals()["GIVEN"]  # which mjtable/board.py puts before this


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except OSError as error:
        if error.errno != 2:
            raise


def _there(path: str) -> bool:
    try:
        os.stat(path)
        return True
    except OSError:
        return False


for _path in GIVEN["junk"]:
    _remove("/" + _path)
_broken = _there("/mjtable.new") or GIVEN["gone"]
if _broken or not _there("/mjtable.txt"):
    with open("/mjtable.begun.new", "w") as _f:
        _f.write(GIVEN["head"] + "\n")
if _broken:
    _remove("/mjtable.txt")  # first: the next start must not take what is left for a firmware
    _remove("/mjtable.new")
for _path in GIVEN["gone"]:
    _remove("/" + _path)
for _path in GIVEN["folders"]:
    try:
        os.mkdir("/" + _path)
    except OSError as error:
        if error.errno != 17:
            raise
print("ready")
