"""Parts, power and cables: sums, margins and limits are computed anew from the tables in hardware/."""

import csv
import json
import re

import pytest

from firmware.drivers import ring
from mjtable import pinmap
from tests.hardware.tools import ROOT, tool

HARDWARE = ROOT / "hardware"
README = (HARDWARE / "README.md").read_text("utf-8")
MARGIN = 0.25  # of a supply, above the worst that all its consumers can draw at once
COPPER = 0.09  # ohm a metre and core, 0.2 square millimetres


def rows(name):
    with (HARDWARE / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


PARTS, POWER, CABLES = rows("parts"), rows("power"), rows("cables")
RAILS = {row["rail"]: row for row in rows("rails")}
BUSES = [row for row in CABLES if row["khz"]]


# ---------------------------------------------------------------- parts


@pytest.mark.parametrize("row", PARTS, ids=lambda row: row["part"])
def test_the_price_of_a_line_is_quantity_times_price(row):
    assert round(int(row["quantity"]) * float(row["each_eur"]), 2) == float(row["total_eur"])
    assert row["where"] and row["description"]


def test_the_totals_on_the_page_are_the_sums_of_the_table():
    groups = {row["group"] for row in PARTS}
    for group in groups:
        total = sum(float(row["total_eur"]) for row in PARTS if row["group"] == group)
        assert f"| {group} | {total:.2f} |" in README, (group, total)
    total = sum(float(row["total_eur"]) for row in PARTS)
    assert f"| **together** | **{total:.2f}** |" in README, total


def quantity(part):
    (row,) = (row for row in PARTS if row["part"] == part)
    return int(row["quantity"])


def test_there_are_as_many_parts_as_the_pin_map_names():
    found = pinmap.read(pinmap.shipped()["pico"])
    kinds = [part["kind"] for part in found["inputs"]]
    assert quantity("SH1106 1.3 inch I2C") == [d["kind"] for d in found["display"]].count("sh1106")
    assert quantity("MCP23017-E/SP") == kinds.count("mcp23017")
    inputs = [name for part in found["inputs"] for name in pinmap.names(part["names"])]
    assert quantity("TCRT5000") == sum(name.startswith("wall") for name in inputs)
    assert quantity("B3F-5050") == sum(re.fullmatch(r"[0-3] \w+", name) is not None for name in inputs)
    assert quantity("74HC165") == sum(-(-len(pinmap.names(p["names"])) // 8) for p in found["inputs"] if "data" in p)
    assert quantity("AO3400A") == sum("light" in part for part in found["inputs"])
    assert quantity("PC817C") == len(next(part["pins"] for part in found["inputs"] if part["kind"] == "pins"))


def test_there_is_enough_of_every_cable():
    """As much as is laid, and two metres more at most."""
    for part in ("Cat5e F/UTP", "LiYCY 8x0.25", "LiYCY 6x0.25", "2x0.5 mm2"):
        needed = sum(float(row["length_m"]) for row in CABLES if row["kind"].startswith(part))
        assert 0 < needed <= quantity(part) <= needed + 2
    made = [row for row in CABLES if row["cable"] != "laptop"]
    plugs = [row for row in PARTS if re.fullmatch(r"JST .H \d poles", row["part"])]
    assert sum(int(row["quantity"]) for row in plugs) == 2 * len(made)
    assert quantity("USBLC6-2SC6") == 2 * len(BUSES)


# ---------------------------------------------------------------- power


def drawn(rail, column):
    own = sum(int(row["quantity"]) * float(row[column]) for row in POWER if row["rail"] == rail)
    fed = [name for name, row in RAILS.items() if row["fed_from"] == rail]  # a linear converter passes its current on
    return own + sum(drawn(name, column) for name in fed)


@pytest.mark.parametrize("rail", RAILS)
def test_every_rail_has_a_margin_with_everything_at_its_most(rail):
    capacity = float(RAILS[rail]["capacity_ma"])
    worst = drawn(rail, "max_ma")
    assert worst <= capacity * (1 - MARGIN)
    typical = drawn(rail, "typical_ma")
    left = round(100 * (capacity - worst) / capacity)
    assert f"| {rail} | {typical:.0f} | {worst:.0f} | {capacity:.0f} | {left} % |" in README, (typical, worst, left)


def test_the_leds_are_counted_at_full_brightness():
    ring = next(row for row in POWER if "ring" in row["consumer"])
    found = pinmap.read(pinmap.shipped()["pico"])
    assert int(ring["quantity"]) == found["ring"]["leds"] and float(ring["max_ma"]) == 60


def test_what_the_firmware_shows_on_the_ring_is_less_than_a_tenth_of_that():
    most = 0.0
    for turn in range(4):
        shown = ring.colours(24, turn, (turn + 1) % 4, ((turn + 2) % 4, 1, 18), 5)
        most = max(most, sum(value / 255 * 20 for colour in shown for value in colour) + 24)  # 1 mA each when dark
    assert most < 1440 / 10 and "1.44 A" in README


def test_the_linear_converter_stays_below_its_heat():
    watts = (5 - 3.3) * drawn("3V3", "max_ma") / 1000
    assert watts < 0.8  # SOT-223 on some square centimetres of copper: below 60 K over the air around it


def test_the_voltage_that_reaches_the_far_ends():
    """Two cores and back; the LED of a ring needs 4.5 V, a display 3.0 V."""
    reach = {row["cable"]: 2 * COPPER * float(row["length_m"]) for row in CABLES}
    assert 3.3 - reach["seat 1"] * 0.040 > 3.2 and 3.3 - reach["middle"] * 0.180 > 3.2
    assert 5 - reach["ring power"] * 0.4 * 24 * 0.060 > 4.5  # 0.5 square millimetres: 0.4 of that resistance


# ---------------------------------------------------------------- cables


@pytest.mark.parametrize("row", BUSES, ids=lambda row: row["cable"])
def test_an_i2c_cable_rises_in_time_and_can_be_drawn_low(row):
    """I2C specification UM10204: 400 pF, 300 ns at 400 kHz (1000 ns at 100), 3 mA at 0.4 V; the rise is 0.3 to 0.7."""
    farads = (float(row["length_m"]) * float(row["pf_per_m"]) + float(row["parts_pf"])) * 1e-12
    ohms = float(row["pull_up_ohm"])
    assert farads <= 400e-12 * (1 - MARGIN)
    assert 0.8473 * ohms * farads <= (300e-9 if float(row["khz"]) > 100 else 1000e-9) * (1 - MARGIN)
    assert ohms >= (3.3 - 0.4) / 3e-3


def test_the_pull_up_is_what_hangs_on_the_line():
    """1.8 k at the channel, 10 k before the multiplexer, 10 k on a display module."""
    parallel = 1 / (1 / 1800 + 1 / 10000 + 1 / 10000)
    assert all(abs(float(row["pull_up_ohm"]) - parallel) < 1 for row in BUSES)
    found = pinmap.read(pinmap.shipped()["pico"])
    assert all(float(row["khz"]) == found["i2c"]["seats"]["khz"] for row in BUSES)


def test_every_display_has_its_cable():
    assert [row["cable"] for row in BUSES] == ["seat 0", "seat 1", "seat 2", "seat 3", "middle"]


# ---------------------------------------------------------------- drawings


def test_the_harness_is_the_one_of_the_pin_map_and_the_cables():
    assert (HARDWARE / "wiring" / "harness.yml").read_text("utf-8") == tool("harness").text()


def test_the_drawn_harness_has_every_connector_and_pin():
    drawn_harness = (HARDWARE / "wiring" / "harness.svg").read_text("utf-8")
    found = pinmap.read(pinmap.shipped()["pico"])
    for place in range(11):
        assert f">X{place}<" in drawn_harness and f">P{place}<" in drawn_harness
    for pin in re.findall(r'"(?:pin|sda|scl|mux_reset|clock|load|data|light)": (\d+)', json.dumps(found)):
        assert re.search(rf">GP{pin} ", drawn_harness), pin
    listed = (HARDWARE / "wiring" / "harness.bom.tsv").read_text("utf-8")
    for row in CABLES:
        assert row["cable"] in listed or row["cable"] == "laptop"


def test_the_wokwi_project_is_the_one_of_the_pin_map():
    wokwi = tool("wokwi")
    for name, text in wokwi.files().items():
        assert (HARDWARE / "wokwi" / name).read_text("utf-8") == text, name


def test_the_wires_of_the_wokwi_project_lead_where_the_pin_map_says():
    """Read backwards from the drawing, without the tool that made it."""
    diagram = json.loads((HARDWARE / "wokwi" / "diagram.json").read_text("utf-8"))
    found = json.loads((HARDWARE / "wokwi" / "pins.json").read_text("utf-8"))
    assert pinmap.faults(found) == []
    kinds = {part["id"]: part["type"] for part in diagram["parts"]}
    assert len(kinds) == len(diagram["parts"])
    pins = {
        "wokwi-pi-pico": r"GP([0-9]|1\d|2[0-2678])|GND\.[1-8]|3V3|VBUS",
        "board-ssd1306": "GND|VCC|SCL|SDA",
        "wokwi-74hc165": "D[0-7]|PL|CP|CE|Q7|DS|VCC|GND",
        "wokwi-led-ring": "GND|VCC|DIN|DOUT",
        "wokwi-resistor": "1|2",
        "wokwi-pushbutton": r"[12]\.[lr]",
        "wokwi-pushbutton-6mm": r"[12]\.[lr]",
    }
    joined = {}
    for a, b, *_ in diagram["connections"]:
        for end, other in ((a, b), (b, a)):
            name, pin = end.split(":")
            assert re.fullmatch(pins[kinds[name]], pin), end
            joined.setdefault(end, set()).add(other)
    for display in found["display"]:
        bus = found["i2c"][display["i2c"]]
        for pin in ("sda", "scl"):
            assert joined[f"display{display['place']}:{pin.upper()}"] == {f"pico:GP{bus[pin]}"}
    chain = next(part for part in found["inputs"] if part["kind"] == "hc165")
    assert joined["keys0:Q7"] == {f"pico:GP{chain['data']}"}
    for k, name in enumerate(chain["names"]):
        if name != "-":
            assert f"key-{name.replace(' ', '-')}:1.l" in joined[f"keys{k // 8}:D{7 - k % 8}"], name
    assert joined["ring:DIN"] == {f"pico:GP{found['ring']['pin']}"}


def test_the_schematic_names_every_pin_of_the_map():
    found = pinmap.read(pinmap.shipped()["pico"])
    drawn_schematic = (HARDWARE / "wiring" / "schematic.svg").read_text("utf-8")
    numbers = re.findall(r'"(?:pin|sda|scl|mux_reset|clock|load|data|light)": (\d+)', json.dumps(found))
    numbers += [str(pin) for part in found["inputs"] for pin in part.get("pins", ())]
    assert len(numbers) > 15
    for number in numbers:
        assert re.search(rf"GP{number}\b", drawn_schematic), number
