"""An emulated Pico with the firmware of this checkout (make pico first): python -m tests.pico WHAT

image FILE [REGION ...]      make a flash, with all regions or these
run FILE                     switch it on: the first line tells the port of the cable; then lines are expressions of
                             board/run.mjs, as memory(), press("0 ok"), heap.modules(); Ctrl-D: off
keys [REGION] [N]            N random keys without a laptop, and what is left of the heap
requests [N] [REGION ...]    N random requests of a laptop
stack [REGION ...]           how deep the stack goes when the cases of these regions are scored and recorded
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.pico import image, tire
from tests.pico.board import MICROPYTHON, ROOT, SYMBOLS, Pico, be_patient, command

LOOK = 50  # ms between two looks at the heap
STEP = 20  # keys or requests between two lines


def run(file: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(command("run.mjs", Path(file).resolve(), Path(folder), SYMBOLS), cwd=ROOT, check=False)


def keys(region: str = "ningbo", n: str = "60") -> None:
    with _made([region]) as pico:
        tire.playing(pico, region)
        _looked(pico, n, lambda some, k: tire.keys(pico, some, seed=k))


def requests(n: str = "100", *regions: str) -> None:
    with _made(list(regions) or None) as pico:
        pico.ready()
        _looked(pico, n, lambda some, k: print(dict(tire.requests(pico, some, k, list(regions) or None))))


def stack(*regions: str) -> None:
    for region in regions or sorted(path.stem for path in tire.CASES.glob("*.json")):
        with _made([region]) as pico:
            pico.ready()
            pico("stack.watch()")
            deepest = tire.cases(pico, region)
            for what, deep in deepest.bytes.items():
                frames = " > ".join(f"{name} {at:,}" for at, name in deepest.frames[what])
                print(f"{region:10} {what:12} {deep:5,} {frames}", flush=True)


def _looked(pico: Pico, n: str, tired) -> None:  # type: ignore[no-untyped-def]
    print(tire.told(pico, "ready"), flush=True)
    pico(f"low({LOOK})")
    for k in range(0, int(n), STEP):
        tired(min(STEP, int(n) - k), k)
        print(tire.told(pico, f"after {min(k + STEP, int(n))}"), flush=True)
    for what, heap in pico("lowest").items():
        if isinstance(heap, dict):
            print(f"least {what}: {heap[what]:,} bytes at {heap['ms'] / 1000:.1f} s")
    for line in pico("said"):
        print("said:", line)


def _made(regions: list[str] | None) -> Pico:
    flash = Path(tempfile.mkdtemp(prefix="pico-")) / "flash.img"
    flash.write_bytes(image.installed(MICROPYTHON, regions))
    return Pico(flash)


def main() -> None:
    be_patient()
    match sys.argv[1:]:
        case ["image", file, *regions]:
            Path(file).write_bytes(image.installed(MICROPYTHON, regions or None))
        case ["run", file]:
            run(file)
        case ["keys", *rest]:
            keys(*rest)
        case ["requests", *rest]:
            requests(*rest)
        case ["stack", *regions]:
            stack(*regions)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
