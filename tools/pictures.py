"""Pictures of the displays of a simulated table, at moments that every run has in common.

python tools/pictures.py [FOLDER]      writes the PNGs below (or below FOLDER)
"""

import argparse
import base64
import tempfile
from pathlib import Path

from mjtable import picture
from mjtable.link import Link
from mjtable.simulator import Simulator

ROOT = Path(__file__).resolve().parents[1]
GAP = 8  # pixels of a display
SCALE = 3


def display(link: Link, number: int) -> list[str]:
    return picture.dots(base64.b64decode(link.request("screen", display=number)["data"]))


def moments(link: Link) -> list[list[list[str]]]:
    """Two rows of three displays: the break of the wall, then the middle and two seats while playing."""
    link.request("config.set", lang="zh")
    link.request("region.set", region="ningbo", options={})
    link.request("correct", delta=[128, -46, -95, 13], reason="")
    link.request("dice.enter", dice=[3, 5])
    lie = display(link, 3)
    while (turn_up := display(link, 3)) == lie:  # the dice are shown for some seconds
        pass
    opened = [display(link, 4), turn_up]
    link.request("wild.set", tile="5m")
    announced = display(link, 4)
    link.request("wall.event", event="draw", count=33)
    link.request("wall.event", event="flower")
    return [[opened[0], opened[1], announced], [display(link, number) for number in (4, 0, 2)]]


def selftest(link: Link) -> list[list[list[str]]]:
    """The middle and a seat while three keys were pressed, and how it went."""
    link.request("config.set", lang="en")
    told = link.request("selftest", do="begin")
    for key in ("dice", "ok", "hu"):
        link.request("press", seat=0, key=key)
    while told["busy"]:
        told = link.request("selftest", do="look")
    tested = [display(link, 4), display(link, 0)]
    link.request("selftest", do="end")
    return [[*tested, display(link, 4)]]


def win(link: Link) -> list[list[list[str]]]:
    """West wins on a tile of East's: entered by keys, seen by East, who pays, and how it ends in the middle."""
    link.request("config.set", lang="zh")
    link.request("region.set", region="guigang", options={})
    link.request("dice.enter", dice=[3, 5])
    link.request("wall.event", event="draw", count=40)
    shown = []

    def press(seat: int, keys: str, show: tuple[int, ...] = ()) -> None:
        for key in keys.split():
            link.request("press", seat=seat, key=key)
        shown.extend(display(link, number) for number in show)

    press(2, "hu down", (2,))  # from East
    press(2, "ok ok", (2,))  # it came in no special way; by its tiles
    at = 0
    for kind in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 17):
        press(2, "down " * (kind - at) + "ok")
        at = kind
    press(2, "", (2,))
    press(2, "hu", (2,))  # the winning one; what it is worth
    press(2, "ok", (0,))  # East is asked
    press(0, "ok", (4,))
    return [shown[:3], shown[3:]]


PICTURES = {"docs/displays.png": moments, "docs/win.png": win, "hardware/selftest.png": selftest}


def sheet(rows: list[list[list[str]]]) -> list[str]:
    """All pages as one picture, with a lit frame round each."""
    lines: list[str] = []
    for row in rows:
        framed = [["1" * 130, *("1" + line + "1" for line in page), "1" * 130] for page in row]
        width = len(row) * (130 + GAP) + GAP
        lines += ["0" * width] * GAP
        lines += ["0" * GAP + ("0" * GAP).join(parts) + "0" * GAP for parts in zip(*framed, strict=True)]
    return lines + ["0" * len(lines[0])] * GAP


def draw(name: str) -> bytes:
    """The PNG of one of PICTURES."""
    with tempfile.TemporaryDirectory() as folder, Simulator(Path(folder) / "flash.img", new=True) as table:
        with table.greet() as link:
            return picture.png_of(sheet(PICTURES[name](link)), SCALE)


if __name__ == "__main__":
    given = argparse.ArgumentParser(description="Pictures of the displays of a simulated table.")
    given.add_argument("folder", nargs="?", type=Path, default=ROOT)
    folder = given.parse_args().folder
    for name in PICTURES:
        (folder / name).write_bytes(draw(name))
