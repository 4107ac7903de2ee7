"""On MicroPython: the least free heap in which every hand of a file can be scored. Argument: a file of worst/."""

import gc
import json
import sys

from engine_core.score import score

PIECE = 128  # bytes of a piece of the ballast: so small that what is left is as torn as a heap that was used for long
STEP = 512


def fits(records, free):
    """Can they be scored with so many bytes left."""
    gc.collect()
    ballast = None
    while gc.mem_free() > free:
        ballast = (ballast, bytearray(PIECE))
    try:
        for record in records:
            score(record)
        return True
    except MemoryError:
        return False


def main(path):
    with open(path) as f:
        records = json.load(f)
    for record in records:
        score(record)
    low, high = 0, 128 * 1024
    while high - low > STEP:
        middle = (low + high) // 2
        if fits(records, middle):
            high = middle
        else:
            low = middle
    print(json.dumps({"bytes": high}))


main(sys.argv[1])
