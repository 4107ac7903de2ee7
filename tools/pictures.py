"""The picture of the README: the displays of a simulated table, at moments that every run has in common.

python tools/pictures.py [FILE]      writes docs/displays.png (or FILE)
"""

import base64
import sys
import tempfile
from pathlib import Path

from mjtable import picture
from mjtable.link import Link
from mjtable.simulator import Simulator

FILE = Path(__file__).resolve().parents[1] / "docs" / "displays.png"
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


def sheet(rows: list[list[list[str]]]) -> list[str]:
    """All pages as one picture, with a lit frame round each."""
    lines: list[str] = []
    for row in rows:
        framed = [["1" * 130, *("1" + line + "1" for line in page), "1" * 130] for page in row]
        width = len(row) * (130 + GAP) + GAP
        lines += ["0" * width] * GAP
        lines += ["0" * GAP + ("0" * GAP).join(parts) + "0" * GAP for parts in zip(*framed, strict=True)]
    return lines + ["0" * len(lines[0])] * GAP


def draw() -> bytes:
    """The PNG."""
    with tempfile.TemporaryDirectory() as folder, Simulator(Path(folder) / "flash.img", new=True) as table:
        with table.greet() as link:
            return picture.png_of(sheet(moments(link)), SCALE)


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else FILE).write_bytes(draw())
