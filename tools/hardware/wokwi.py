"""Writes hardware/wokwi/: a project for the Wokwi simulator with a Pico, five displays, the keys of four seats, the
table's own dice button, its lift and the ring.

    python tools/hardware/wokwi.py

Wokwi's SSD1306 speaks I2C only, and there is neither SH1106, TCA9548A nor MCP23017: hence the map pico.separate.toml.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "host")]

from mjtable import pinmap  # noqa: E402

FOLDER = ROOT / "hardware" / "wokwi"
COLOURS = ("red", "green", "blue", "yellow")  # of the seats' buttons
INPUTS = ("D7", "D6", "D5", "D4", "D3", "D2", "D1", "D0")  # H to A


def table() -> dict:
    """The map that the simulated Pico gets."""
    return pinmap.read(pinmap.shipped()["pico.separate"])


class Project:
    def __init__(self) -> None:
        self.map = table()
        self.parts: list[dict] = []
        self.wires: list[list] = []

    def part(self, kind: str, name: str, x: float, y: float, **attrs: str) -> str:
        self.parts.append({"type": kind, "id": name, "left": x, "top": y, "attrs": attrs})
        return name

    def wire(self, a: str, b: str, colour: str = "green") -> None:
        self.wires.append([a, b, colour, []])

    def build(self) -> dict:
        self.part("wokwi-pi-pico", "pico", 0, 0)
        self._displays()
        self._keys()
        self._others()
        return {
            "version": 1, "author": "mjtable", "editor": "wokwi", "parts": self.parts, "connections": self.wires,
            "dependencies": {},
        }  # fmt: skip

    def _displays(self) -> None:
        for display in self.map["display"]:
            place, bus = display["place"], self.map["i2c"][display["i2c"]]
            address = f"0x{display['address']:02x}"
            name = self.part("board-ssd1306", f"display{place}", 200 + 140 * place, -160, i2cAddress=address)
            self.wire(f"pico:GP{bus['sda']}", f"{name}:SDA", "blue")
            self.wire(f"pico:GP{bus['scl']}", f"{name}:SCL", "yellow")
            self._powered(name, "VCC", "GND")

    def _keys(self) -> None:
        chain = next(part for part in self.map["inputs"] if part["kind"] == "hc165")
        shift = self.map["shift"][chain["shift"]]
        names = pinmap.names(chain["names"])
        for chip in range(len(names) // 8):
            here = self.part("wokwi-74hc165", f"keys{chip}", 200 + 260 * chip, 60)
            self.wire(f"pico:GP{shift['clock']}", f"{here}:CP", "orange")
            self.wire(f"pico:GP{shift['load']}", f"{here}:PL", "orange")
            self.wire(f"{here}:CE", "pico:GND.2", "black")
            self._powered(here, "VCC", "GND")
            before = f"pico:GP{chain['data']}" if chip == 0 else f"keys{chip - 1}:DS"
            self.wire(f"{here}:Q7", before, "purple")
            for k, name in enumerate(names[8 * chip : 8 * chip + 8]):
                self._key(here, INPUTS[k], name, 200 + 260 * chip + 34 * k, 200, COLOURS[chip])

    def _key(self, chip: str, pin: str, name: str, x: float, y: float, colour: str) -> None:
        node = name.replace(" ", "-") if name != pinmap.NOT_CONNECTED else f"{chip}-{pin}"
        up = self.part("wokwi-resistor", f"up-{node}", x, y - 50, value="10000")
        self.wire("pico:3V3", f"{up}:1", "red")
        self.wire(f"{up}:2", f"{chip}:{pin}")
        if name != pinmap.NOT_CONNECTED:
            key = self.part("wokwi-pushbutton-6mm", f"key-{node}", x, y, color=colour, label=name, xray="1")
            self.wire(f"{key}:1.l", f"{chip}:{pin}")
            self.wire(f"{key}:2.l", "pico:GND.3", "black")

    def _others(self) -> None:
        direct = next(part for part in self.map["inputs"] if part["kind"] == "pins")
        for k, (pin, name) in enumerate(zip(direct["pins"], direct["names"], strict=True)):
            key = self.part("wokwi-pushbutton", f"table{k}", -140, 60 + 60 * k, color="white", label=name)
            self.wire(f"{key}:1.l", f"pico:GP{pin}")
            self.wire(f"{key}:2.l", "pico:GND.4", "black")
        leds = str(self.map["ring"]["leds"])
        ring = self.part("wokwi-led-ring", "ring", -260, -200, pixels=leds)
        self.wire(f"pico:GP{self.map['ring']['pin']}", f"{ring}:DIN", "cyan")
        self._powered(ring, "VCC", "GND", "pico:VBUS")

    def _powered(self, name: str, plus: str, ground: str, rail: str = "pico:3V3") -> None:
        self.wire(rail, f"{name}:{plus}", "red")
        self.wire("pico:GND.1", f"{name}:{ground}", "black")


TOML = """# The firmware is MicroPython's own for the Pico, 1.24 or later: put it here under this name. The serial line
# of the simulated Pico is then at the port below, for every command of mjtable:
#     mjtable install --pins pico.separate --port rfc2217://localhost:4000
#     mjtable status --port rfc2217://localhost:4000
[wokwi]
version = 1
firmware = "RPI_PICO.uf2"
elf = "RPI_PICO.uf2"
rfc2217ServerPort = 4000
"""


def files() -> dict[str, str]:
    """Name -> text of each file of the project that this makes."""
    return {
        "diagram.json": json.dumps(Project().build(), indent=1) + "\n",
        "pins.json": json.dumps(table()) + "\n",
        "wokwi.toml": TOML,
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, "utf-8")
