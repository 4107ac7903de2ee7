"""What the tests of the running table share: a hand to play, displays to look at, firmware with something broken."""

import base64
import json
import shutil
from pathlib import Path

from engine_core import record
from mjtable import deploy
from mjtable.simulator import firmware_for, interpreter
from tests.firmware.pictures import read_png
from tests.firmware.simulated import Device

ROOT = Path(__file__).resolve().parents[2]
CASES = {case["id"]: case for region in ("guigang", "ningbo") for case in
         json.loads((ROOT / "tests" / "cases" / f"{region}.json").read_text(encoding="utf-8"))}  # fmt: skip
# walls/ningbo.json, ningbo-s-o01: dealer 0 throws 2 and 5, 9m is turned up
DICE, BREAK, NEXT, TAIL, LEFT = [2, 5], {"side": 2, "stack": 6}, "1:14l", "2:05u", 90
WILD_SEAT = 2  # its wall holds the indicator (2:04u)


def packed(case: str, **changes: object) -> str:
    return base64.b64encode(record.pack({**CASES[case]["record"], **changes})).decode()


def expected(case: str) -> dict:
    return CASES[case]["expect"]


def ningbo(device: Device) -> Device:
    """A hand of Ningbo whose dice are thrown, the wild tile not known yet."""
    device.ask("region.set", region="ningbo", options={})
    device.ask("dice.enter", dice=DICE)
    return device


def page(folder: str, name: str) -> bytes:
    return read_png(ROOT / "tests" / "display" / folder / (name + ".png"))


def screens(device: Device) -> list:
    return [base64.b64decode(device.ask("screen", display=n)["data"]) for n in range(5)]


def leave(device: Device) -> None:
    device.write(b"\x03")
    device.wait_for(b">>> ")


def copy_with(folder: Path, name: str, text: str) -> Path:
    """The firmware with one module replaced by a source: a build in which all names are as in the sources."""
    callers = [path for path in deploy.sources().values() if path.suffix == ".py"]
    shutil.copytree(firmware_for(interpreter(), callers), folder)
    (folder / "firmware" / (name + ".py")).write_text(text)  # found before the .mpy
    return folder
