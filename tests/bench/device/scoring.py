"""On MicroPython: milliseconds of CPU that `score` takes. Arguments: a file of hand records, one a line; "mean" of them
all, or "each"; runs, of which the least counts: other programs only ever make it longer.
"""

import gc
import json
import sys
import time

from engine_core.score import score

LEAST = 0.03  # seconds that are measured at once: the clock ticks in thousandths


def milliseconds(records, runs):
    """The CPU time of `score` on a record, on the average of these."""
    for record in records:
        score(record)  # loads what is loaded when it is first needed
    times = 1
    best = 0.0
    while runs:
        gc.collect()
        start = time.clock()
        for _ in range(times):
            for record in records:
                score(record)
        taken = time.clock() - start
        if taken < LEAST:
            times = times * 10 if taken < LEAST / 10 else int(times * LEAST / taken) + 1
        else:
            best = min(best or taken / times, taken / times)
            runs -= 1
    return round(1000 * best / len(records), 4)


def main(path, how, runs):
    with open(path) as f:
        records = [json.loads(line) for line in f]
    if how == "each":
        out = [milliseconds([record], int(runs)) for record in records]
    else:
        out = milliseconds(records, int(runs))
    print(json.dumps(out))


main(*sys.argv[1:4])
