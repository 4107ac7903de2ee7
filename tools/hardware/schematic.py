"""Draws hardware/wiring/schematic.svg: the controller board and one of each panel, pins from the Pico's pin map.

python tools/hardware/schematic.py      needs `pip install 'mjtable[hardware]'`
"""

import sys
from pathlib import Path

import schemdraw
import schemdraw.elements as elm
from schemdraw import logic

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "host")]

from mjtable import pinmap  # noqa: E402

TARGET = ROOT / "hardware" / "wiring" / "schematic.svg"


def pin(name: str, number: object = None, side: str = "L", anchor: str = "") -> elm.IcPin:
    return elm.IcPin(name=name, pin=None if number is None else str(number), side=side, anchorname=anchor or name)


class Schematic:
    def __init__(self) -> None:
        self.map = pinmap.read(pinmap.shipped()["pico"])
        self.pins = pinmap.pins("pico")
        self.d = schemdraw.Drawing(show=False, fontsize=11, unit=2.2, margin=1.2)

    def gp(self, gpio: int, side: str) -> elm.IcPin:
        return pin(f"GP{gpio}", self.pins[gpio]["header"], side)

    def title(self, text: str, x: float, y: float) -> None:
        self.d += elm.Label().at((x, y)).theta(0).label(text, fontsize=14, halign="left")

    def net(self, at: tuple, text: str, direction: str = "right", length: float = 0.5) -> None:
        """A short wire that ends in the name of its net."""
        way = length if direction == "right" else -length
        self.d += elm.Line().at(at).to((at[0] + way, at[1]))
        self.name((at[0] + way, at[1]), text, direction)

    def name(self, at: tuple, text: str, direction: str = "right") -> None:
        x = at[0] + (0.15 if direction == "right" else -0.15)
        align = "left" if direction == "right" else "right"
        self.d += elm.Label().at((x, at[1])).theta(0).label(text, halign=align, valign="center")

    # ------------------------------------------------------------ controller board

    def controller(self) -> None:
        bus, shift = self.map["i2c"]["seats"], self.map["shift"]["rails"]
        rails = [part for part in self.map["inputs"] if part["kind"] == "hc165"]
        direct = next(part for part in self.map["inputs"] if part["kind"] == "pins")
        right = [
            (bus["sda"], "SDA"), (bus["scl"], "SCL"), (bus["mux_reset"], "MUX RESET"),
            (shift["clock"], "CLOCK (100)"), (shift["load"], "LOAD (100)"),
        ]  # fmt: skip
        right += [(part["data"], f"DATA {side} (100)") for side, part in enumerate(rails)]
        right += [(part["light"], f"LEDS {side}") for side, part in enumerate(rails)]
        right += [(self.map["ring"]["pin"], "RING")]
        left = [(n, name.removeprefix("4 ").upper()) for n, name in zip(direct["pins"], direct["names"], strict=True)]
        left += [(self.map["supply"]["pin"], "5V / 2")]
        pico = elm.Ic(
            pins=[
                *(self.gp(number, "R") for number, _ in reversed(right)),
                *(self.gp(number, "L") for number, _ in reversed(left)),
                pin("GND", 38, "L"), pin("VSYS", 39, "L"),
            ],
            edgepadW=1.6, pinspacing=0.8, leadlen=0.7,
        ).label("Raspberry Pi Pico", "top")  # fmt: skip
        self.title("Controller board: pins of the Pico are their places on its header", -3.4, 12.6)
        self.d += pico.theta(0).at((0, 0))
        for number, name in right:
            self.net(getattr(pico, f"GP{number}"), name)
        for number, name in left:
            self.net(getattr(pico, f"GP{number}"), name, "left")
        self.net(pico.VSYS, "5V, through SS34", "left")
        self.net(pico.GND, "GND", "left")

    def multiplexer(self) -> None:
        channels = [pin(f"SD{k} SC{k}", None, "R", f"C{k}") for k in (4, 3, 2, 1, 0)]
        left = [pin("GND"), pin("A0 A1 A2", anchor="A"), pin("RESET"), pin("SCL"), pin("SDA"), pin("VCC")]
        ic = elm.Ic(pins=[*channels, *left], edgepadW=1.8, pinspacing=0.8, leadlen=0.7)
        ic.label("TCA9548A at 0x70", "top")
        self.d += ic.theta(0).at((14.5, 7.0))
        for k in range(5):
            where = f"X{k}, seat panel {k}" if k < 4 else "X4, middle display"
            self.net(getattr(ic, f"C{k}"), f"{where} (1.8 k up, USBLC6-2SC6)")
        for name, net in (
            ("VCC", "3V3, 100 nF beside it"), ("SDA", "SDA (10 k up)"), ("SCL", "SCL (10 k up)"),
            ("RESET", "MUX RESET (4.7 k up)"), ("A", "GND"), ("GND", "GND"),
        ):  # fmt: skip
            self.net(getattr(ic, name), net, "left")

    def supply(self) -> None:
        x, y = 14.0, 3.6
        self.title("Supply", x - 3.4, y + 1.3)
        self.d += elm.Dot(open=True).at((x, y)).label("GST25E05  5 V 4 A", "left")
        self.d += elm.Line().right(1)
        self.d += (rail := elm.Dot())
        self.d += elm.Zener().at(rail.center).down().reverse().label("SMBJ5.0A", "bottom")
        self.d += elm.Ground()
        self.d += elm.Line().at(rail.center).right(2.6)
        self.d += (store := elm.Dot())
        self.d += elm.Capacitor(polar=True).at(store.center).down().label("1000 uF", "bottom")
        self.d += elm.Ground()
        self.d += elm.Line().at(store.center).right(2.4)
        self.d += (rail := elm.Dot()).label("5V", "top")
        self.d += elm.Schottky().at(rail.center).down().label("SS34", "bottom")
        self.d += elm.Tag().down().label("VSYS", "bottom", ofst=0.2)
        self.d += elm.Line().at(rail.center).right(2.0)
        self.d += (to_ring := elm.Dot())
        self.d += elm.Fuse().at(to_ring.center).down().label("MF-R185", "bottom")
        self.d += elm.Tag().down().label("X5 5V", "bottom", ofst=0.2)
        self.d += elm.Line().at(to_ring.center).right(2.2)
        self.d += (before := elm.Dot())
        self._store(before.center, "10 uF")
        self.d += elm.Line().at(before.center).right(0.6)
        self.d += (converter := elm.RBox()).right().label("AMS1117-3.3", "top")
        self.d += elm.Line().at((converter.center[0], y - 0.25)).down(0.5)
        self.d += elm.Ground()
        self.d += elm.Line().at(converter.end).right(0.6)
        self.d += (behind := elm.Dot()).label("3V3", "top")
        self._store(behind.center, "22 uF")
        self.d += elm.Line().at(behind.center).right(1.8)
        self.d += elm.Fuse().right().label("5 x MF-R050", "top")
        self.d += (end := elm.Line()).right(0.3)
        self.name(end.end, "X0 to X4")

    def _store(self, at: tuple, size: str) -> None:
        """A tantalum capacitor from there to ground."""
        self.d += elm.Capacitor(polar=True).at(at).down().label(size, "bottom")
        self.d += elm.Ground()

    # ------------------------------------------------------------ one of each

    def ring(self) -> None:
        x, y = 0.0, -2.4
        self.title("Ring", x, y + 1.2)
        self.name((x + 0.6, y), "RING", "left")
        self.d += elm.Line().at((x + 0.6, y)).right(0.6)
        self.d += logic.Buf().right().label("74AHCT125 at 5 V, 100 nF beside it, OE to GND", "top", ofst=0.3)
        self.d += elm.Resistor().right().label("330", "bottom", ofst=0.25)
        self.d += (end := elm.Line()).right(0.6)
        self.name(end.end, "X4 DATA: DIN of the first WS2812B")

    def button(self) -> None:
        x, y = 0.0, -6.0
        self.title("Button, seven a panel: MCP23017 (0x20), GPA0 to GPA6", x, y + 2.4)
        self.d += elm.Ground().at((x + 0.5, y - 1.0)).theta(0)
        self.d += elm.Button().at((x + 0.5, y - 1.0)).up().length(1.0)
        self.d += elm.Resistor().at((x + 0.5, y)).right().label("100")
        self.d += (node := elm.Dot())
        self.d += elm.Resistor().at(node.center).up().length(1.2).label("10 k", "bottom")
        self.d += elm.Vdd().label("3V3")
        self.d += elm.Capacitor().at(node.center).down().length(1.2).label("100 nF", "bottom")
        self.d += elm.Ground()
        self.net(node.center, "GPAn; 100 nF beside the MCP23017", "right", 1.6)

    def opto(self) -> None:
        x, y = 14.5, -6.0
        self.title("What the table has already (three of them): listened to, never driven", x - 1.5, y + 2.4)
        self.d += (coupler := elm.Optocoupler(base=False)).theta(0).at((x + 2.6, y)).label("PC817C", "bottom", ofst=0.3)
        self.d += elm.Line().at(coupler.anode).left(0.3)
        self.d += elm.Resistor().left().label("1 k (12 V)")
        self.name((coupler.anode[0] - 2.5, coupler.anode[1]), "X10 +", "left")
        self.d += elm.Line().at(coupler.cathode).left(0.3)
        self.d += (back := elm.Line()).left(2.2)
        self.name(back.end, "X10 -", "left")
        self.d += elm.Diode().at((back.start[0] - 0.9, coupler.cathode[1])).up().toy(coupler.anode[1])
        self.d += elm.Line().at(coupler.collector).right(0.8)
        self.d += (node := elm.Dot())
        self.d += elm.Resistor().at(node.center).up().length(1.4).label("4.7 k", "bottom")
        self.d += elm.Vdd().label("3V3")
        direct = next(part for part in self.map["inputs"] if part["kind"] == "pins")
        self.net(node.center, ", ".join(f"GP{number}" for number in direct["pins"]), "right", 0.8)
        self.d += elm.Line().at(coupler.emitter).right(0.4)
        self.d += elm.Ground()

    def rail(self) -> None:
        x, y = 0.0, -11.5
        self.title(
            "Wall rail: two of its twenty sensors TCRT5000, three 74HC165 in a row, 100 nF beside each", x, y + 2.4
        )
        self.d += elm.Vdd().at((x + 0.8, y + 1.2)).label("5V")
        self.d += elm.Resistor().at((x + 0.8, y + 1.2)).down().length(1.4).label("240", "bottom")
        self.d += elm.LED().down().length(1.4)
        self.d += elm.LED().down().length(1.4)
        self.d += (low := elm.Dot())
        self.name((low.center[0] + 0.1, low.center[1] - 0.2), "LEDS- of X6 to X9, nine more strings", "right")
        self.d += elm.Line().at(low.center).down(0.3)
        self.d += (fet := elm.NFet(bulk=False)).theta(0).anchor("drain").reverse()
        self.name((fet.drain[0] + 0.1, fet.drain[1] - 0.75), "AO3400A, on the controller board")
        self.d += elm.Ground().at(fet.source).theta(0)
        self.d += elm.Line().at(fet.gate).left(0.8)
        self.d += (gate := elm.Dot())
        self.d += elm.Resistor().at(gate.center).down().length(1.4).label("4.7 k", "top")
        self.d += elm.Ground().theta(0)
        self.net(gate.center, "LEDS n", "left")
        self.d += elm.Vdd().at((x + 9.0, y + 1.2)).label("3V3")
        self.d += elm.Resistor().at((x + 9.0, y + 1.2)).down().length(1.4).label("47 k", "bottom")
        self.d += (out := elm.Dot())
        self.d += elm.Line().at(out.center).down(0.4)
        self.d += (photo := elm.NpnPhoto(circle=True)).anchor("collector").theta(0)
        self.d += elm.Ground().at(photo.emitter).theta(0)
        ins = [pin(name) for name in ("VCC 3V3, CE GND", "SER of the next", "SH/LD", "CLK", "H .. A")]
        for k, item in enumerate(ins):
            item.anchorname = f"p{k}"
        ic = elm.Ic(pins=[*ins, pin("QH", side="R")], edgepadW=2.4, pinspacing=0.7, leadlen=0.5).label("74HC165", "top")
        self.d += ic.theta(0).anchor("p4").at((x + 11.4, out.center[1]))
        self.d += elm.Line().at(out.center).to(ic.p4)
        self.net(ic.p3, "CLOCK", "left", 0.2)
        self.net(ic.p2, "LOAD", "left", 0.2)
        self.net(ic.QH, "DATA n", "right", 0.3)

    def save(self, path: Path) -> None:
        self.controller()
        self.multiplexer()
        self.supply()
        self.ring()
        self.button()
        self.opto()
        self.rail()
        self.d.save(str(path))


def draw(path: Path) -> None:
    schemdraw.use("svg")
    schemdraw.svgconfig.text = "text"
    Schematic().save(path)


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    draw(TARGET)
