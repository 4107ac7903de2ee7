"""What the drawings, the cables and the pages name can be ordered: all of it is in hardware/parts.csv, and enough."""

import csv
import re

import pytest

from mjtable import pinmap
from tests.hardware.tools import ROOT

HARDWARE = ROOT / "hardware"
PAGES = (
    "README.md",
    "bring-up.md",
    "boards/README.md",
    "panel/panel.scad",
    "power.csv",
    "rails.csv",
    "wiring/harness.yml",
)

# A part number, or the value of a resistor or capacitor.
NAMED = re.compile(
    r"\b(?:\d*[A-Z]{2,}\d[\w-]*(?:\.\d\w*)?|ADuM\d+|1N\d+|[A-Z]\d[A-Z]-\d+|MF-R\d+"
    r"|\d[\d.]* ?(?:uF|µF|nF|k)\b|\d{3} (?:Ω|ohm))"
)
# What looks like one and is none: pins, boards that are another choice, a data sheet, a sum.
NO_PART = re.compile(r"GP[AB]?\d+|S[CD]\d|ESP32-S3.*|DS20001952|SN74AHCT125|10\.1 k")
PINS = {"74AHCT125": "DIP-14", "74HC165": "DIP-16", "MCP23017": "DIP-28 narrow"}


def rows(name):
    with (HARDWARE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t" if name.endswith("tsv") else ","))


PARTS, CABLES, BOM = rows("parts.csv"), rows("cables.csv"), rows("wiring/harness.bom.tsv")
EVERY = " ".join(" ".join((row["part"], row["description"], row["alternatives"])) for row in PARTS)


def quantity(part, *, where="", description=""):
    """How many there are of a part in all."""
    return sum(
        int(row["quantity"])
        for row in PARTS
        if row["part"] == part and where in row["where"] and description in row["description"]
    )


def named(text):
    """Part numbers and values in a text."""
    found = {one.strip() for one in NAMED.findall(text)}
    return {one for one in found if not NO_PART.fullmatch(one)}


def listed(name):
    """Is a part of that name, of that family or of that value in the table, or named there as an alternative?"""
    value = name.replace("µ", "u").replace("Ω", "ohm")
    if re.fullmatch(r"[\d.]+ ?(?:uF|nF|k)|\d+ ohm", value):
        number, unit = re.fullmatch(r"([\d.]+) ?(\w+)", value).groups()
        if re.search(rf"(?<![\d.]){re.escape(number)} {unit}\b", EVERY):
            return True
        return any(int(a) <= float(number) <= int(b) for a, b in re.findall(rf"\b(\d+) to (\d+) {unit}\b", EVERY))
    return value in EVERY


# ---------------------------------------------------------------- what is named


@pytest.mark.parametrize("page", PAGES)
def test_every_part_that_a_page_names_is_in_the_table(page):
    found = named((HARDWARE / page).read_text("utf-8"))
    assert sorted(one for one in found if not listed(one)) == []


def test_every_part_of_the_schematic_is_in_the_table():
    words = re.findall(r">([^<>]+)</t", (HARDWARE / "wiring" / "schematic.svg").read_text("utf-8"))
    found = named(" ; ".join(words))
    assert {"TCA9548A", "AMS1117-3.3", "22 uF", "10 uF", "100 nF", "MF-R185", "1.8 k", "PC817C"} <= found
    assert sorted(one for one in found if not listed(one)) == []
    for ohm in [word for word in words if re.fullmatch(r"\d{3}", word.strip())]:
        assert quantity(f"{ohm.strip()} ohm"), ohm


def test_words_that_are_no_part_numbers_are_not_forgotten():
    """What the pages tell somebody to take in the hand."""
    for word, part in (
        ("perforated board", "perforated board 100 x 160 mm"), ("2.2 x 5", "screw 2.2 x 5 mm"),
        ("washers", "washer 2.2 mm"), ("into its socket", "socket 1 x 20"), ("socket of the supply", "PJ-102AH"),
        ("on its adapter", "adapter TSSOP-24"), ("ferrite", "74271633S"),
        ("snubber", "RC snubber 100 nF X2 + 100 ohm"), ("1N4007", "1N4007"),
    ):  # fmt: skip
        text = "".join((HARDWARE / page).read_text("utf-8") for page in PAGES)
        assert word in text and quantity(part), word


# ---------------------------------------------------------------- how many


def test_there_is_as_much_of_everything_as_the_harness_takes():
    for row in BOM:
        kind, what, *_ = row["Description"].split(", ")
        if kind == "Cable":
            part = what.removesuffix(" mm2") if what.startswith("LiYCY") else re.sub(r" 4x2x26 AWG$", "", what)
            needed = sum(float(one["Qty"]) for one in BOM if f"Cable, {what}," in one["Description"])
            assert needed <= quantity(part) <= needed + 2, row
        elif what.startswith("JST"):
            assert quantity(what) == int(row["Qty"]), row
        elif kind == "Wire":
            assert quantity("0.14 mm2") >= float(row["Qty"]), row
        else:
            for designator in row["Designators"].split(", "):
                names = named(f"{designator} {what}") or {"Raspberry Pi Pico"} & {what}
                assert names or designator in ("rail drivers", "opto-couplers", "supply 5 V"), row
                assert all(name in EVERY for name in names), row


def test_every_cable_of_the_list_has_its_row():
    for row in CABLES:
        kind = row["kind"]
        parts = [part["part"] for part in PARTS if kind.startswith(part["part"])]
        assert len(parts) == 1, kind
        needed = sum(float(one["length_m"]) for one in CABLES if one["kind"] == kind)
        assert quantity(parts[0]) >= (needed if kind != "USB A to micro B" else 1), kind


def test_every_pole_has_a_contact_that_takes_its_wire():
    for series, contact, most in (("XH", "SXH-001T-P0.6", 0.33), ("VH", "SVH-21T-P1.1", 0.83)):
        poles = sum(
            int(row["quantity"]) * int(re.search(r"(\d) poles", row["part"])[1])
            for row in PARTS
            if row["part"].startswith(f"JST {series}")
        )
        assert poles <= quantity(contact) <= poles + 10, series
        for row in CABLES:
            square = re.search(r"x(0\.\d+) ?mm2", row["kind"])
            if square and (row["cable"] == "ring power") == (series == "VH"):
                assert float(square[1]) <= most, row["cable"]


def test_every_ic_has_its_capacitor_and_its_socket():
    found = pinmap.read(pinmap.shipped()["pico"])
    ics = {"74AHCT125": 1, "74HC165": quantity("74HC165"), "MCP23017": quantity("MCP23017-E/SP")}
    assert ics["MCP23017"] == [part["kind"] for part in found["inputs"]].count("mcp23017")
    for ic, n in ics.items():
        assert quantity(f"socket {PINS[ic]}") == n, ic
    assert quantity("100 nF", description="beside") == sum(ics.values()) + quantity("TCA9548APWR")
    assert quantity("adapter TSSOP-24") == quantity("TCA9548APWR")
    assert quantity("adapter SOT-23-6") == quantity("AO3400A") + quantity("USBLC6-2SC6")
    assert quantity("socket 1 x 20") == 2 * quantity("SC0915") == quantity("pin header 1 x 20")
    for capacitor in ("22 uF 10 V", "10 uF 16 V"):
        assert quantity(capacitor, description="AMS1117") == quantity("AMS1117-3.3"), capacitor


def test_every_key_has_its_resistors_and_its_capacitor():
    keys = quantity("B3F-5050")
    assert quantity("100 nF", description="bouncing") == keys
    assert quantity("10 k", where="seat") == quantity("100 ohm", where="seat") == keys


def test_the_fronts_have_their_screws():
    fronts = quantity("panel") + quantity("frame")
    displays = quantity("SH1106 1.3 inch I2C") + quantity("SSD1309 2.42 inch I2C")
    assert quantity("screw M3 x 20") == 4 * fronts
    assert quantity("washer 2.2 mm") == 4 * displays
    assert quantity("screw 2.2 x 5 mm") == 4 * displays + 4 * quantity("panel")


def test_every_board_is_cut_from_those_that_are_ordered():
    """100 x 160 mm: one for the controller; 94 x 24 for the keys of four seats, side by side; four strips a rail."""
    rails = len([row for row in CABLES if row["cable"].startswith("rail")])
    assert "perforated board of 94 x 24 mm" in (HARDWARE / "README.md").read_text("utf-8")
    assert quantity("panel") * 24 <= 100 and 94 <= 160
    assert quantity("perforated board 100 x 160 mm") == 1 + 1 + rails


def test_every_cable_has_its_ferrite():
    assert quantity("74271633S") == len([row for row in CABLES if row["cable"] != "laptop"])
