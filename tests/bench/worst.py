"""Looks for the hands that take longest to score, and keeps them in worst/<region>.json.

python -m tests.bench.worst [REGION ...] [--seconds N] [--seed N]

Dealt hands and those kept so far are changed tile by tile, indicator by indicator, option by option; what `score` takes
more calls for is kept (calls are the same on every run, times are not). The last choice is MicroPython's.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path

from engine_core import tiles
from engine_core.check import RecordError
from engine_core.score import score
from tests.bench import interpreter
from tests.oracle import pairs

KEPT = Path(__file__).parent / "worst"
POOL = 40  # hands that are changed further
MEASURED = 16  # of them on MicroPython
HANDS = 6  # kept in the file


def calls(record: dict) -> int:
    """How many functions `score` calls for a record, 0 for one that is refused."""
    count = 0

    def called(frame, event, what):  # type: ignore[no-untyped-def]
        nonlocal count
        count += event == "call" or event == "c_call"

    sys.setprofile(called)
    try:
        score(record)
    except RecordError:
        count = 0
    finally:
        sys.setprofile(None)
    return count


def changed(record: dict, other: dict, rng: random.Random) -> dict:
    """The record with a few things different: tiles of a winner, the indicator, or what `other` has in their place."""
    record = json.loads(json.dumps(record))
    for _ in range(rng.choice((1, 1, 2, 3))):
        what = rng.random()
        if what < 0.1 and "indicator" in record:
            record["indicator"] = tiles.name(rng.randrange(34))
        elif what < 0.2:
            key = rng.choice(("options", "dealer", "round_wind", "carry", "dice"))
            record.pop(key, None)
            if key in other:
                record[key] = other[key]
        elif what < 0.3 and record.get("wins"):
            win = rng.choice(record["wins"])
            if win.get("tile"):
                win["tile"] = tiles.name(rng.randrange(34))
        elif what < 0.4:
            seat = rng.randrange(len(record["hands"]))
            record["hands"][seat] = json.loads(json.dumps(rng.choice(other["hands"])))
        else:
            seat = rng.choice([w["seat"] for w in record.get("wins", [])] or [0])
            _retile(record["hands"][seat], rng)
    return record


def _retile(hand: dict, rng: random.Random) -> None:
    """One to three concealed tiles become others, more often near ones."""
    kinds = list(tiles.parse(hand.get("concealed") or ""))
    for _ in range(min(len(kinds), rng.choice((1, 1, 2, 3)))):
        near = rng.choice(kinds) + rng.randint(-2, 2) if rng.random() < 0.7 else rng.randrange(34)
        kinds[rng.randrange(len(kinds))] = min(max(near, 0), 33)
    if kinds:
        hand["concealed"] = tiles.text(bytes(sorted(kinds)))


def search(region: str, seconds: float, seed: int) -> list[dict]:
    """The records that take most calls, most first."""
    rng = random.Random(f"{region} {seed}")
    found = {}
    for record in kept(region):
        found[json.dumps(record, sort_keys=True)] = calls(record)
    end = time.process_time() + seconds
    dealt: list[dict] = []
    while time.process_time() < end:
        if len(dealt) < 1500 or rng.random() < 0.1:
            record = pairs.dealt(region, rng)
            dealt.append(record)
        else:
            record = changed(json.loads(rng.choice(list(found))), rng.choice(dealt), rng)
        try:
            cost = calls(record)
        except (IndexError, KeyError):
            continue  # what is no record
        text = json.dumps(record, sort_keys=True)
        if cost and (len(found) < POOL or cost > min(found.values())):
            found[text] = cost
            if len(found) > POOL:
                del found[min(found, key=found.__getitem__)]
    return [json.loads(text) for text in sorted(found, key=lambda t: -found[t])]


def kept(region: str) -> list[dict]:
    """The worst hands that were found before."""
    path = KEPT / f"{region}.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else []


def milliseconds(records: list[dict], runs: int = 3) -> list[float]:
    """What each takes on MicroPython."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("".join(json.dumps(r) + "\n" for r in records))
        file.flush()
        return interpreter.run("scoring.py", file.name, "each", runs, heap="1m")[0]


def keep(region: str, seconds: float, seed: int) -> list[float]:
    """Searches, writes the file, and says what the kept hands take."""
    best = search(region, seconds, seed)[:MEASURED]
    took = milliseconds(best, 2)
    order = sorted(range(len(best)), key=lambda i: -took[i])[:HANDS]
    lines = ",\n".join(json.dumps(best[i], ensure_ascii=False) for i in order)
    (KEPT / f"{region}.json").write_text(f"[\n{lines}\n]\n", "utf-8")
    return [took[i] for i in order]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("regions", nargs="*", default=list(pairs.PAIRS))
    options.add_argument("--seconds", type=float, default=30, help="CPU time for each region")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    for region in given.regions:
        print(region, *keep(region, given.seconds, given.seed), flush=True)


if __name__ == "__main__":
    main()
