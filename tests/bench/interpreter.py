"""Runs the scripts of tests/bench/device on MicroPython with the core as it lies on a table, compiled."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from mjtable import deploy

HERE = Path(__file__).parent
ROOT = HERE.parents[1]  # where `npm install --prefix build` was run
SCRIPTS = sorted((HERE / "device").glob("*.py"))
MICROPYTHON = Path(sys.executable).with_name("micropython")
PADS = (0, 3000, 7000, 13000)  # bytes
UNIX = "x64"  # mpy-cross's name of the native code that the unix port on a PC runs


def built() -> Path:
    """engine_core and firmware, compiled."""
    return deploy.build(UNIX if os.uname().machine == "x86_64" else None, callers=SCRIPTS)


def run(script: str, *args: object, heap: str = "16m", runs: int = 1) -> list[dict]:
    """What `runs` runs of a script print, each a line of JSON."""
    command = [MICROPYTHON, "-X", f"heapsize={heap}", HERE / "device" / script, *map(str, args)]
    path = f"{built()}:{HERE}:{HERE / 'device'}:.frozen"
    return [json.loads(_output(command, {**os.environ, "MICROPYPATH": path})) for _ in range(runs)]


def _output(command: list, environment: dict) -> str:
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
    if done.returncode:
        said = (done.stdout + done.stderr)[-1500:]
        raise SystemExit(f"{' '.join(map(str, command))}: {said}")
    return done.stdout


def node() -> bool:
    """Is there a 32-bit MicroPython to measure memory with: node, and the package, found from here or in NODE_PATH."""
    return (
        bool(shutil.which("node"))
        and not subprocess.run(["node", HERE / "wasm.mjs"], capture_output=True, cwd=ROOT).returncode
    )


def heap_64(module: str, *args: object) -> dict[str, int]:
    """Bytes of heap that each of a module's `steps` takes on the 64-bit unix port."""
    return _differences(run("steps.py", module, *args)[0])


def heap_32(module: str, *args: object, root: Path | None = None) -> dict[str, int]:
    """The same on a 32-bit MicroPython with a Pico's heap: the least of several heaps that lie differently. Whatever
    looks like an address there keeps what lies at it, and there the addresses are small numbers.
    """
    heaps = []
    for pad in PADS:
        command = [
            "node",
            HERE / "wasm.mjs",
            str(pad),
            root or deploy.build(None, callers=SCRIPTS),
            HERE / "device",
            module,
        ]
        taken = json.loads(_output([*command, *map(str, args)], dict(os.environ)))
        heaps.append([(name, n - taken[0][1]) for name, n in taken])
    return _differences([min(steps, key=lambda step: step[1]) for steps in zip(*heaps, strict=True)])


def _differences(taken: list) -> dict[str, int]:
    return {name: n - before for (_, before), (name, n) in zip(taken, taken[1:], strict=False)}
