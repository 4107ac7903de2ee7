"""Writes hardware/wiring/harness.yml from the pin map of the Pico and hardware/cables.csv, and draws it with WireViz:
harness.svg and harness.bom.tsv beside it.

    python tools/hardware/harness.py                    needs `pip install 'mjtable[hardware]'` and Graphviz

Connectors X0 to X10 are on the controller board, P0 to P10 at the other ends of the cables. The numbers of the
controller's pins are the places on its header.
"""

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "host")]

from mjtable import pinmap  # noqa: E402

TARGET = ROOT / "hardware" / "wiring" / "harness.yml"
I2C = ("3V3", "GND", "SDA", "GND", "SCL", "GND")
RAIL = ("5V", "3V3", "GND", "GND", "CLOCK", "LOAD", "DATA", "LEDS-")
RING = ("DATA", "GND")
POWER = ("5V", "GND")
PAIRS = ("WHOG", "OG", "WHGN", "GN", "WHBU", "BU", "WHBN", "BN")  # each signal and its ground are one twisted pair
DIN_47100 = ("WH", "BN", "GN", "YE", "GY", "PK", "BU", "RD")
TABLE = ("DICE+", "DICE-", "LIFT+", "LIFT-", "MOTOR+", "MOTOR-")


class Harness:
    def __init__(self, board: str) -> None:
        self.map = pinmap.read(pinmap.shipped()[board])
        self.pins = pinmap.pins(board)
        with (ROOT / "hardware" / "cables.csv").open(encoding="utf-8", newline="") as file:
            self.lengths = {row["cable"]: row for row in csv.DictReader(file)}
        self.connectors: dict[str, dict] = {}
        self.cables: dict[str, dict] = {}
        self.connections: list[list[dict]] = []
        self.used: dict[int, str] = {}  # place on the header -> label

    def header(self, gpio: int, what: str) -> int:
        place = int(self.pins[gpio]["header"])
        self.used[place] = f"GP{gpio} {what}"
        return place

    def on_board(self, name: str, wires: list[tuple[int, str]], part: dict) -> None:
        """Wires on the controller board: from places on the header to pins of a part."""
        cable = f"board to {name}"
        self.connectors[name] = {**part, "pinlabels": [label for _, label in wires]}
        self.cables[cable] = {"category": "bundle", "wirecount": len(wires), "length": 0.05, "gauge": "0.14 mm2"}
        ends = list(range(1, len(wires) + 1))
        self.connections.append([{"PICO": [place for place, _ in wires]}, {cable: ends}, {name: ends}])

    def run(self, cable: str, near: str, far: str, wires: tuple[str, ...], shield: bool, notes: str = "") -> None:
        """A cable between a connector of the controller board and one at the other end."""
        row = self.lengths[cable]
        series = "VH" if wires is POWER else "XH"  # a contact of XH takes 0.33 mm2 at most
        for name, note in ((near, notes), (far, row["to"])):
            housing = {"type": f"JST {series} {len(wires)} poles", "pinlabels": list(wires)}
            self.connectors[name] = {**housing, **({"notes": note} if note else {})}
        colours = (PAIRS if row["kind"].startswith("Cat5e") else DIN_47100)[: len(wires)]
        length = float(row["length_m"])
        self.cables[cable] = {"type": row["kind"], "colors": list(colours), "length": length, "shield": shield}
        ends = list(range(1, len(wires) + 1))
        self.connections.append([{near: ends}, {cable: ends}, {far: ends}])
        if shield:
            ground = next(k for k, wire in enumerate(wires, 1) if wire in ("GND", "DICE-"))
            if wires is not TABLE:  # its shield ends at the chassis of the table, and not at our ground
                self.connections.append([{near: [ground]}, {cable: ["s"]}])

    def build(self) -> str:
        bus = self.map["i2c"]["seats"]
        multiplexer = [
            (self.header(bus["sda"], "SDA"), "SDA"),
            (self.header(bus["scl"], "SCL"), "SCL"),
            (self.header(bus["mux_reset"], "mux reset"), "RESET"),
        ]
        self.on_board("TCA9548A", multiplexer, {"type": "multiplexer", "notes": "channel n: SDn, SCn at Xn"})
        for seat in range(4):
            self.run(f"seat {seat}", f"X{seat}", f"P{seat}", I2C, True, f"TCA9548A channel {seat}")
        self.run("middle", "X4", "P4", (*I2C, *RING), True, "TCA9548A channel 4; ring data through 330 ohm")
        self.run("ring power", "X5", "P5", POWER, False, "MF-R185, 1000 uF")
        ring = [(self.header(self.map["ring"]["pin"], "ring"), "1A")]
        self.on_board("74AHCT125", ring, {"type": "buffer", "notes": "1Y to X4 DATA"})
        self._rails()
        self._table()
        self._supply()
        order = sorted(self.used)
        pico = {"type": "Raspberry Pi Pico", "pins": order, "pinlabels": [self.used[place] for place in order]}
        return self._text({"PICO": pico, **self.connectors})

    def _rails(self) -> None:
        shift = self.map["shift"]["rails"]
        clock, load = self.header(shift["clock"], "clock"), self.header(shift["load"], "load")
        rails = [part for part in self.map["inputs"] if part["kind"] == "hc165"]
        wires = [(clock, "CLOCK to all"), (load, "LOAD to all")]
        for side, part in enumerate(rails):
            wires.append((self.header(part["data"], f"data {side}"), f"DATA of X{6 + side}"))
            wires.append((self.header(part["light"], f"LEDs {side}"), f"gate of X{6 + side} LEDS-"))
        self.on_board("rail drivers", wires, {"type": "100 ohm in series; AO3400A"})
        for side in range(4):
            self.run(f"rail {side}", f"X{6 + side}", f"P{6 + side}", RAIL, True)

    def _table(self) -> None:
        direct = next(part for part in self.map["inputs"] if part["kind"] == "pins")
        wires = [
            (self.header(pin, name.removeprefix("4 ")), f"collector, {name.removeprefix('4 ')}")
            for pin, name in zip(direct["pins"], direct["names"], strict=True)
        ]
        self.on_board("opto-couplers", wires, {"type": "PC817C, pulled up by 4.7 k"})
        self.run("table", "X10", "P10", TABLE, True, "LEDs of the PC817C; no ground of ours on this cable")

    def _supply(self) -> None:
        self.used[39] = "VSYS, through SS34"
        self.used[38] = "GND"
        wires = [(39, "5V"), (38, "GND"), (self.header(self.map["supply"]["pin"], "supply"), "5V / 2 (10 k, 10 k)")]
        self.on_board(
            "supply 5 V",
            wires,
            {"type": "GST25E05-P1J", "notes": "SMBJ5.0A, 1000 uF; 10 uF, AMS1117-3.3, 22 uF to 3V3"},
        )

    def _text(self, connectors: dict[str, dict]) -> str:
        out = ["# Made by tools/hardware/harness.py from the Pico's pin map and hardware/cables.csv.", "connectors:"]
        out += [f"  {json.dumps(name)}: {json.dumps(part)}" for name, part in connectors.items()]
        out += ["cables:"]
        out += [f"  {json.dumps(name)}: {json.dumps(cable)}" for name, cable in self.cables.items()]
        out += ["connections:"]
        out += [f"  - {json.dumps(connection)}" for connection in self.connections]
        return "\n".join(out) + "\n"


def text() -> str:
    return Harness("pico").build()


def missing() -> str | None:
    """What drawing lacks here."""
    wireviz = Path(sys.executable).with_name("wireviz").exists() or shutil.which("wireviz")
    return None if wireviz and shutil.which("dot") else "Graphviz" if wireviz else "WireViz"


def draw(folder: Path) -> None:
    """harness.yml, .svg and .bom.tsv into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / TARGET.name).write_text(text(), "utf-8")
    beside = Path(sys.executable).with_name("wireviz")
    command = beside if beside.exists() else "wireviz"
    subprocess.run([command, "-f", "st", TARGET.name], cwd=folder, check=True, capture_output=True)


if __name__ == "__main__":
    if missing():
        sys.exit(f"{missing()} is missing: pip install 'mjtable[hardware]', apt install graphviz")
    draw(TARGET.parent)
