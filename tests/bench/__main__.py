"""Prints one table of what mjtable takes: python -m tests.bench [win scoring memory running laptop history ...]"""

import argparse
import importlib

from tests.bench.figures import table

PARTS = {
    "win": "Win check with wild tiles",
    "scoring": "Scoring",
    "memory": "Memory on MicroPython",
    "running": "Table (unix port, CPU time)",
    "laptop": "Laptop (CPU time)",
    "history": "A long history (CPU time)",
    "cable": "Cable",
    "fuzz": "Fuzzed lines on MicroPython",
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("parts", nargs="*", help="of " + " ".join(PARTS))
    given = options.parse_args().parts or list(PARTS)
    for name in given:
        if name not in PARTS:
            options.error(f"{name} is not one of {' '.join(PARTS)}")
    print(table({PARTS[name]: importlib.import_module(f"tests.bench.{name}").figures() for name in given}))


if __name__ == "__main__":
    main()
