"""On MicroPython: the heap that is taken after each step of a module's `steps`. Arguments: the module, its own."""

import gc
import json
import sys


def main(module, *args):
    taken = []
    for name in __import__(module).steps(*args):
        gc.collect()
        taken.append([name, gc.mem_alloc()])
    print(json.dumps(taken))


main(*sys.argv[1:])
