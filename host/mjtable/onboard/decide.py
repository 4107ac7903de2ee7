"""Reads back all that the list /mjtable.plan promises. Only when everything is as it says the list becomes a decision,
which the next start carries out (firmware/start.py).

bad <path>   is not as the list says
decided
"""

import binascii
import gc
import hashlib
import os

GIVEN = globals()["GIVEN"]  # which mjtable/board.py puts before this

gc.collect()
_buffer = bytearray(512)


def _as_listed(path: str, digest: str) -> bool:
    sha = hashlib.sha256()
    try:
        with open(path, "rb") as f:
            while True:
                n = f.readinto(_buffer)
                if not n:
                    return binascii.hexlify(sha.digest()).decode() == digest
                sha.update(memoryview(_buffer)[:n])
    except OSError:
        return False


def _there(path: str) -> bool:
    try:
        os.stat(path)
        return True
    except OSError:
        return False


_bad = 0
with open("/mjtable.plan") as _f:
    _f.readline()
    for _line in _f:
        _what, _digest, _path = _line.strip().split(" ", 2)
        _comes = _what == "+" or _path == "main.py" and _there("/main.py.new")
        if _what != "-" and not _as_listed("/" + _path + (".new" if _comes else ""), _digest):
            print("bad", _path)
            _bad += 1
if not _bad:
    if GIVEN["before"] and _there("/main.py"):
        os.rename("/main.py", "/" + GIVEN["before"])  # somebody else's, which is given back when ours goes
    if _there("/main.py.new"):
        os.rename("/main.py.new", "/main.py")  # it carries the decision out, so it comes first
    os.rename("/mjtable.plan", "/mjtable.new")
    if _there("/mjtable.begun.new"):
        os.remove("/mjtable.begun.new")
    print("decided")
