"""On MicroPython: how much more heap is taken after so many hands scored than after a hundred. Argument: hands."""

import gc
import json
import sys

from engine_core.score import score

RECORD = {
    "region": "ningbo", "indicator": "4z", "hands": [{}, {}, {"concealed": "1223345677788m"}, {}],
    "wins": [{"seat": 2, "tile": "4m", "from": 1}],
}  # fmt: skip


def after(hands):
    """The heap that is taken after so many hands."""
    for _ in range(hands):
        score(RECORD)
    gc.collect()
    return gc.mem_alloc()


def main(hands):
    _, before, then = [after(n) for n in (100, 100, hands)]  # the first leaves something on the stack
    print(json.dumps({"bytes": then - before}))


main(int(sys.argv[1]))
