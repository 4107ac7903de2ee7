"""The pin maps that are shipped, each against its board's pin table, and what is said of a map that is wrong."""

import ast
import copy
import json
import re

import pytest

from mjtable import pinmap
from mjtable.errors import BadPinMap

SHIPPED = pinmap.shipped()
TWICE = {"place": 4, "kind": "pn532", "i2c": "seats", "channel": 5, "address": 0x24}


def whole(name="pico"):
    return copy.deepcopy(pinmap.read(SHIPPED[name]))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_map_is_sound(name):
    assert pinmap.read(SHIPPED[name])["board"] == name.split(".")[0]


def test_every_board_has_its_map():
    assert set(pinmap.BOARDS) <= set(SHIPPED)


def test_every_part_that_the_firmware_knows_stands_in_a_shipped_map():
    maps = [whole(name) for name in SHIPPED]
    displays = {(d["kind"], "spi" if "spi" in d else "i2c" if "i2c" in d else "") for m in maps for d in m["display"]}
    assert {kind for kind, _ in displays} == {*pinmap.OLED, "tm1637", "max7219"}
    assert {bus for kind, bus in displays if kind in pinmap.OLED} == {"spi", "i2c"}
    assert {part["kind"] for m in maps for part in m["inputs"]} == set(pinmap.INPUTS)
    assert {part["kind"] for m in maps for part in m.get("reader", ())} == set(pinmap.READERS)
    assert {*pinmap.BUSES, *pinmap.SINGLE} <= {section for m in maps for section in m}
    inputs = {name for m in maps for part in m["inputs"] for name in part["names"]}
    assert set(pinmap.OTHERS) <= inputs
    assert {f"{seat} {key}" for seat in range(4) for key in pinmap.KEYS} <= inputs
    assert f"{pinmap.MIDDLE} next" in inputs


def named(path, name):
    """What a module of the firmware assigns to a name: literals only, it is not loaded."""
    tree = ast.parse((pinmap.folder().parent / "firmware" / path).read_text("utf-8"))
    return next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name
    )


def test_the_map_knows_the_displays_and_keys_that_the_firmware_knows():
    assert set(named("drivers/oled.py", "SETUPS")) == set(pinmap.OLED)
    assert named("drivers/wiring.py", "KEYS") == (*pinmap.KEYS, "next")  # the table's own
    assert named("panel.py", "KEYS") == (*pinmap.KEYS, "next", "menu", "leave", "release")  # ok and no, held


def test_every_map_shows_and_asks_at_all_places():
    for name in SHIPPED:
        assert sorted(d["place"] for d in whole(name)["display"]) == [0, 1, 2, 3, 4], name


def test_pico_and_pico_2_can_be_exchanged():
    assert {**whole("pico"), "board": "pico2"} == whole("pico2")


def test_what_goes_to_the_table_is_the_map():
    sent = pinmap.for_the_table(whole())
    assert json.loads(sent) == whole() and max(sent) < 128


# ---------------------------------------------------------------- the pin tables


def test_a_pico_has_the_functions_that_its_data_sheet_gives():
    """RP2040 datasheet, function select table: I2C, SPI and UART repeat along the pins; the ADC is GP26 to GP29."""
    for board in ("pico", "pico2"):
        table = pinmap.pins(board)
        assert sorted(table) == list(range(30))
        assert [(n, r["adc"]) for n, r in table.items() if r["adc"]] == [(26 + k, f"ADC{k}") for k in range(4)]
        assert (table[4]["i2c"], table[5]["i2c"], table[6]["i2c"]) == ("I2C0_SDA", "I2C0_SCL", "I2C1_SDA")
        assert (table[2]["spi"], table[3]["spi"], table[10]["spi"]) == ("SPI0_SCK", "SPI0_TX", "SPI1_SCK")
        assert (table[0]["uart"], table[1]["uart"], table[4]["uart"]) == ("UART0_TX", "UART0_RX", "UART1_TX")
        assert (table[16]["uart"], table[20]["uart"]) == ("UART0_TX", "UART1_TX")
        assert [n for n, row in table.items() if row["avoid"]] == [23, 24, 25, 29]
        header = sorted(int(row["header"]) for row in table.values() if row["header"])
        others = [3, 8, 13, 18, 23, 28, 33, 38, 30, 35, 36, 37, 39, 40]  # GND; RUN, ADC_VREF, 3V3, 3V3_EN, VSYS, VBUS
        assert sorted(header + others) == list(range(1, 41))


def test_an_esp32_s3_leaves_strapping_flash_and_usb_pins_alone():
    table = pinmap.pins("esp32_s3")
    assert sorted(table) == [*range(22), *range(26, 49)]
    assert [n for n, row in table.items() if row["avoid"] == "strapping pin"] == [0, 3, 45, 46]
    assert all(table[n]["avoid"] for n in (*range(26, 38), 19, 20, 43, 44))
    assert [n for n, row in table.items() if row["adc"]] == list(range(1, 11))
    places = [row["header"] for row in table.values() if row["header"]]
    assert len(places) == len(set(places)) == 36


# ---------------------------------------------------------------- what is refused


def faults(change, name="pico"):
    found = whole(name)
    change(found)
    return [fault.message("en") for fault in pinmap.faults(found)]


def put(where, value):
    """A change of one entry: "display.0.cs"."""

    def change(found):
        *path, last = [int(part) if part.isdigit() else part for part in where.split(".")]
        for part in path:
            found = found[part]
        found[last] = value

    return change


@pytest.mark.parametrize(
    ("name", "where", "value", "said"),
    [
        ("pico", "board", "uno", "board: uno is no board: pico, pico2, esp32_s3"),
        ("pico", "ring.pin", 4, "ring.pin: GPIO4 is taken by i2c.seats.sda"),
        ("pico", "ring.pin", 23, "ring.pin: GPIO23 must be left alone: SMPS power save of the board"),
        ("pico", "ring.pin", 30, "ring.pin: pico has no GPIO30"),
        ("pico", "ring.pin", "GP22", "ring.pin: GP22 is not GPIO"),
        ("pico", "ring.pin", True, "ring.pin: True is not GPIO"),
        ("pico", "ring.leds", 0, "ring.leds: 0 is not 1..120"),
        ("pico", "ring.colour", 1, "ring.colour: there is no such entry: pin, leds"),
        ("pico", "i2c.seats.sda", 2, "i2c.seats.sda: GPIO2 cannot be I2C0_SDA; these can: 0, 4, 8, 12, 16, 20, 28"),
        ("pico", "i2c.seats.sda", 5, "i2c.seats.sda: GPIO5 cannot be I2C0_SDA; these can: 0, 4, 8, 12, 16, 20, 28"),
        ("pico", "i2c.seats.id", 2, "i2c.seats.id: 2 is not 0 / 1"),
        ("pico", "i2c.seats.khz", 1000, "i2c.seats.khz: 1000 is not 10..400"),
        ("pico", "supply.pin", 22, "supply.pin: GPIO22 cannot be ADC; these can: 26, 27, 28"),
        ("pico", "display.1.channel", 0, "display[1]: address 0x3C of bus seats is taken by display[0]"),
        ("pico", "display.1.channel", 8, "display[1].channel: 8 is not 0..7"),
        ("pico", "display.1.address", 0x70, "display[1]: address 0x70 of bus seats is taken by i2c.seats.mux"),
        ("pico", "display.1.i2c", "seat", "display[1].i2c: seat is not [i2c.NAME]"),
        ("pico", "display.1.kind", "ssd1351",
         "display[1].kind: ssd1351 is no such part: sh1106, ssd1306, ssd1309, tm1637, max7219"),
        ("pico", "display.1.place", 0, "display[1]: place 0 has a display: display[0]"),
        ("pico.reader", "reader.0.address", 0x70, "reader[0]: address 0x70 of bus seats is taken by i2c.seats.mux"),
        ("pico.reader", "reader.0.kind", "mfrc522", "reader[0].kind: mfrc522 is no such part: pn532"),
        ("pico.reader", "reader.0.place", 5, "reader[0].place: 5 is not 0..4"),
        ("pico.reader", "reader", [TWICE, dict(TWICE, channel=6)], "reader[1]: place 4 has a reader: reader[0]"),
        ("pico", "inputs.0.names", ["0 dice"], "inputs: place 0 lacks keys: up, down, ok, no, hu"),
        ("pico", "inputs.4.names", ["4 dice", "lift"], "inputs[4].names: 2 names, 3 are expected"),
        ("pico", "inputs.4.names", ["4 dice", "lift", "motor"],
         "inputs[4].names: motor is no input that mjtable knows"),
        ("pico", "inputs.4.names", ["0 dice", "lift", "-"], "inputs[4]: 0 dice is at inputs[0] already"),
        ("pico", "inputs.5.names", ["wall 0 1..21"], "inputs[5].names: wall 0 21 is no input that mjtable knows"),
        ("pico", "inputs.5.shift", "seats", "inputs[5].shift: seats is not [shift.NAME]"),
        ("pico", "bell", 1,
         "bell: there is no such entry: board, display, i2c, inputs, link, noise, reader, ring, shift, spi, supply"),
        ("pico", "display", {"place": 0}, "display: is to be written as [[display]]"),
        ("pico.spi", "link.rx", 4, "link.rx: GPIO4 cannot be UART0_RX; these can: 1, 13, 17"),
        ("pico.spi", "link.tx", 4, "link.tx: GPIO4 cannot be UART0_TX; these can: 0, 12, 16, 28"),
        ("pico.spi", "spi.displays.mosi", 4, "spi.displays.mosi: GPIO4 cannot be SPI0_TX; these can: 3, 7, 19"),
        ("pico.spi", "spi.displays.miso", 12, "spi.displays.miso: GPIO12 cannot be SPI0_RX; these can: 0, 4, 16, 20"),
        ("esp32_s3", "ring.pin", 46, "ring.pin: GPIO46 must be left alone: strapping pin"),
        ("esp32_s3", "ring.pin", 27, "ring.pin: GPIO27 must be left alone: flash"),
        ("esp32_s3", "ring.pin", 23, "ring.pin: esp32_s3 has no GPIO23"),
        ("esp32_s3", "noise.pin", 39, "noise.pin: GPIO39 cannot be ADC; these can: 1, 2, 4, 5, 6, 7, 8, 9, 10"),
        ("esp32_s3.digits", "spi.digits.id", 0, "spi.digits.id: 0 is not 1 / 2"),
        ("esp32_s3.digits", "i2c.far.id", 0, "i2c.far.id: I2C0 is taken by i2c.near.id"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_by_its_place(name, where, value, said):
    assert said in faults(put(where, value), name)


def test_seven_keys_fit_an_mcp23017_but_its_outputs_take_none():
    def eight(found):
        found["inputs"][0]["names"] += ["4 dice"]
        found["inputs"][4].update(pins=[20, 21], names=["lift", "dice motor"])

    assert faults(eight) == ["inputs[0].names: 4 dice is at input 7, which an MCP23017 has only as an output"]


def test_a_pin_that_is_not_brought_out_is_refused():
    check = pinmap.Check("pico", whole())
    check.table[22]["header"] = ""  # as on a smaller board
    assert [fault.message("en") for fault in check.run()] == ["ring.pin: GPIO22 is not brought out"]


def test_a_channel_without_a_multiplexer_is_refused():
    def change(found):
        del found["i2c"]["seats"]["mux"]

    found = faults(change)
    assert "i2c.seats.mux_reset: bus seats has no multiplexer (mux)" in found
    assert "display[0].i2c: bus seats has no multiplexer (mux)" in found


def test_what_is_missing_is_named():
    def change(found):
        del found["ring"]["leds"], found["display"][4]["address"]

    assert faults(change) == ["display[4]: address is missing", "ring: leds is missing"]


@pytest.mark.parametrize("rubbish", [None, 1, "x", [], {}, [1], {"a": 1}, [{"kind": "hc165"}], {"a": {"id": []}}])
@pytest.mark.parametrize("section", ["i2c", "spi", "shift", "display", "inputs", "ring", "link", "supply", "noise"])
def test_whatever_a_section_holds_there_is_an_answer(section, rubbish):
    found = whole()
    found[section] = rubbish
    for fault in pinmap.faults(found):
        assert all(fault.message(lang) for lang in ("zh", "en"))


def test_a_file_that_is_none_is_told(tmp_path):
    with pytest.raises(BadPinMap, match="none.toml"):
        pinmap.read(tmp_path / "none.toml")
    for content in (b"board = ", b"\xff\xfe", b"board = 'pico'\nring = 1\n"):
        (tmp_path / "map.toml").write_bytes(content)
        with pytest.raises(BadPinMap) as error:
            pinmap.read(tmp_path / "map.toml")
        assert "map.toml" in error.value.message("zh") and re.search("[一-鿿]", error.value.message("zh"))
