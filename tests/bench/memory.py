"""Heap on MicroPython: 32-bit figures where node and the package are there (wasm.mjs), 64-bit ones always."""

import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.bench import interpreter, worst
from tests.bench.figures import Figure

CASES = Path(__file__).parents[1] / "cases"
REGIONS = sorted(path.stem for path in CASES.glob("*.json"))
ARGUMENT = 200  # characters: MicroPython keeps each argument as a name, which can be only so long
CORE, FIRMWARE = 40, 96  # KB on a 32-bit board
HAND = 10_000  # hands after which the heap must not have grown


def figures() -> list[Figure]:
    out = []
    ports = [(64, interpreter.heap_64)] + ([(32, interpreter.heap_32)] if interpreter.node() else [])
    for bits, heap in ports:
        goal = bits == 32
        for region in REGIONS:
            record = json.dumps(_typical(region))
            pieces = [record[i : i + ARGUMENT] for i in range(0, len(record), ARGUMENT)]
            taken = heap("core_steps", *pieces)
            target = f"<= {CORE}" if goal else ""
            settles = (taken["imports"] + taken["settles"]) / 1024
            out.append(Figure(f"core with {region}, {bits} bit", taken["imports"] / 1024, "KB", target))
            out.append(Figure(f"... that settles a hand, {bits} bit", settles, "KB", target))
        out.append(Figure(f"... and what keeps a table, {bits} bit", taken["plays"] / 1024, "KB"))
        whole = _firmware(heap, bits, "laptop")
        melds = _firmware(heap, bits, "meld")
        alone = sum(whole[step] for step in ("modules", "journal and settings", "playing")) / 1024
        greeted = alone + whole["with a laptop"] / 1024
        asked = greeted + whole["asked again and again"] / 1024
        out.append(Figure(f"firmware playing ningbo, {bits} bit", alone, "KB", f"<= {FIRMWARE}" if goal else ""))
        out.append(Figure(f"... just greeted by a laptop, {bits} bit", greeted, "KB", f"<= {FIRMWARE}" if goal else ""))
        out.append(Figure(f"... while it asks, {bits} bit", asked, "KB", f"<= {FIRMWARE}" if goal else ""))
        for step in ("after a meld", "just settled"):
            alone += melds[step] / 1024
            out.append(Figure(f"... {step}, {bits} bit", alone, "KB"))
    for region in REGIONS:
        out.append(_peak(region))
    grown = interpreter.run("grown.py", HAND, heap="384k")[0]
    out.append(Figure(f"heap grown over {HAND:,} hands, 64 bit", grown["bytes"], "bytes", "0"))
    return out


def _firmware(heap: Callable[..., dict[str, int]], bits: int, then: str) -> dict[str, int]:
    """What the steps of the whole firmware take."""
    folder = tempfile.mkdtemp()
    try:
        return heap("firmware_steps", f"{folder}/flash" if bits == 64 else "/flash", "ningbo", then)
    finally:
        shutil.rmtree(folder)


def _typical(region: str) -> dict:
    """The first case that somebody wins with his tiles."""
    cases = json.loads((CASES / f"{region}.json").read_text("utf-8"))
    won = [c["record"] for c in cases if any(win["valid"] for win in c["expect"].get("wins", []))]
    return next(record for record in won if "called" not in record["wins"][0])


def _peak(region: str) -> Figure:
    """The least room beside what is loaded in which the worst hands can be scored."""
    path = worst.KEPT / f"{region}.json"
    room = interpreter.run("room.py", path, heap="384k")[0]["bytes"] / 1024
    return Figure(f"room for one score, {region}, 64 bit", room, "KB")
