"""Makes ready for files to come. GIVEN: "junk" (paths to remove), "gone" (files of the firmware that have to make room
for the new ones), "folders" (to be there).

What was decided earlier and not finished is given up: until the next decision there is no whole firmware then, nor is
there when files of it go.
"""

import os

GIVEN = globals()["GIVEN"]  # which mjtable/board.py puts before this


def _remove(path: str) -> bool:
    try:
        os.remove(path)
        return True
    except OSError as error:
        if error.errno != 2:
            raise
        return False


for _path in GIVEN["junk"]:
    _remove("/" + _path)
try:
    os.stat("/mjtable.new")
    _broken = True
except OSError:
    _broken = False
if _broken or GIVEN["gone"]:
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
