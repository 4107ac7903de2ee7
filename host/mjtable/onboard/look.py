"""What is here: the controller, and what was installed on it. GIVEN is not looked at.

board {..}                  MicroPython and flash
list <first line>           of the list of a whole firmware (firmware/start.py)
begun <first line>          of the list of a firmware that was begun, or decided, and is not finished
pins <sha256>               of the pin map, in that list
decided                     there is an installation that was decided and is not finished
main <first line>           of /main.py
file <size> <sha256> <path> each file of ours, and what was copied for an update; "?" where flash cannot be read
folder <path>               each folder of ours
data <files> <bytes>        the journal and settings of a table
crash <line>                of the last crash's traceback
"""

import binascii
import gc
import hashlib
import json
import os
import sys

gc.collect()
_buffer = bytearray(512)
_folders: list = []


def _digest(path: str) -> str:
    sha = hashlib.sha256()
    try:
        with open(path, "rb") as f:
            while True:
                n = f.readinto(_buffer)
                if not n:
                    return binascii.hexlify(sha.digest()).decode()
                sha.update(memoryview(_buffer)[:n])
    except OSError:
        return "?"


def _files(folder: str) -> list:
    """Paths and sizes of all files below a folder, none where there is no such folder."""
    found: list = []
    try:
        for name in sorted(os.listdir(folder)):
            path = folder + "/" + name
            kind = os.stat(path)
            found += _files(path) if kind[0] & 0x4000 else [(path, kind[6])]
        _folders.append(folder[1:])
    except OSError:
        pass
    return found


def _first(what: str, path: str) -> None:
    try:
        with open(path) as f:
            print(what, f.readline().strip())
    except (OSError, ValueError):
        pass


_flash = os.statvfs("/")
_here = sys.implementation
_free = _flash[3] if _flash[3] <= _flash[2] else 0  # littlefs counts some blocks twice; below 0 it is huge
_facts = {
    "micropython": ".".join([str(n) for n in _here.version[:3]]),
    "mpy": getattr(_here, "_mpy", 0),
    "machine": getattr(_here, "_machine", sys.platform),
    "block": _flash[0],
    "free": _flash[0] * _free,
    "size": _flash[0] * _flash[2],
}
print("board", json.dumps(_facts))
_first("list", "/mjtable.txt")
_first("begun", "/mjtable.begun.new")
_first("begun", "/mjtable.new")
_first("main", "/main.py")
try:
    with open("/mjtable.txt") as _f:
        for _line in _f:
            if _line.endswith(" pins.json\n"):
                print("pins", _line.split(" ")[1])
except OSError:
    pass
for _path, _size in _files("/engine_core") + _files("/firmware"):
    print("file", _size, _digest(_path), _path[1:])
for _path in _folders:
    print("folder", _path)
for _name in os.listdir("/"):
    if _name in ("main.py", "main.py.new", "pins.json", "pins.json.new"):
        print("file", os.stat("/" + _name)[6], _digest("/" + _name), _name)
    if _name == "mjtable.new":
        print("decided")
_data = _files("/data")
if _data:
    print("data", len(_data), sum([size for _, size in _data]))
try:
    with open("/data/crashes.txt") as _f:
        for _line in _f.read().split("\n")[1:]:
            print("crash", _line)
except OSError:
    pass
gc.collect()
