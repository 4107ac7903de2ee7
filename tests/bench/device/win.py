"""On MicroPython: the win check's hands a second, and how many of them win. Arguments: sets, hands, seed."""

import json
import sys
import time

from hands import hands

from engine_core.shapes import is_win

SHEAF = 500  # hands held at a time


def main(sets, many, seed):
    taken = won = done = 0
    sheaf = []
    for counts, wilds in hands(sets, many, seed):
        sheaf.append((counts, wilds))
        if len(sheaf) == SHEAF or done + len(sheaf) == many:
            start = time.clock()
            for held, wild in sheaf:
                won += is_win(held, wild, sets)
            taken += time.clock() - start
            done += len(sheaf)
            sheaf = []
    print(json.dumps({"hands": done, "won": won, "seconds": taken}))


main(*[int(a) for a in sys.argv[1:4]])
