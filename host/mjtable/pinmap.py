"""Pin maps: what is connected to which pin of a table's controller. TOML here, checked here, JSON on the table.

hardware/boards/README.md says what a map may hold, hardware/pins/ what the pins of each board can do.
"""

import csv
import json
import re
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mjtable.errors import BadPinMap, NoFirmware
from mjtable.texts import text

BOARDS = ("pico", "pico2", "esp32_s3")
BLOCKS = {  # the hardware blocks that MicroPython gives out on a board
    "pico": {"i2c": (0, 1), "spi": (0, 1), "uart": (0, 1)},
    "pico2": {"i2c": (0, 1), "spi": (0, 1), "uart": (0, 1)},
    "esp32_s3": {"i2c": (0, 1), "spi": (1, 2), "uart": (1, 2)},
}
MIDDLE = 4
KEYS = ("dice", "up", "down", "ok", "no", "hu", "draw", "discard")
NEEDED = KEYS[:-2]  # a seat without them cannot play; draw may be left to the wall's sensors
OTHERS = (f"{MIDDLE} dice", f"{MIDDLE} next", "lift", "dice motor")
STACKS = 20
NOT_CONNECTED = "-"

# What a part says: field -> what it is. "?" at the end: it may be left out. A pin has the function that it needs behind
# a colon, with the block's number in it where that follows from `id`.
BUSES = {
    "i2c": {
        "id": "block i2c?", "sda": "pin:I2C{id}_SDA", "scl": "pin:I2C{id}_SCL", "khz": "10..400",
        "mux": "112..119?", "mux_reset": "pin?",
    },
    "spi": {
        "id": "block spi", "sck": "pin:SPI{id}_SCK", "mosi": "pin:SPI{id}_TX", "miso": "pin:SPI{id}_RX",
        "khz": "10..10000", "reset": "pin?",
    },
    "shift": {"clock": "pin", "load": "pin"},
}  # fmt: skip
ON_I2C = {"i2c": "bus i2c", "channel": "0..7?", "address": "8..119"}
OLED = ("sh1106", "ssd1306", "ssd1309")
DISPLAYS = {
    "oled i2c": {"place": "0..4", **ON_I2C},
    "oled spi": {"place": "0..4", "spi": "bus spi", "cs": "pin", "dc": "pin shared"},
    "tm1637": {"place": "0..4", "clk": "pin", "dio": "pin"},
    "max7219": {"place": "0..4", "spi": "bus spi", "cs": "pin"},
}
INPUTS = {
    "pins": {"names": "names", "pins": "pins"},
    "hc165": {"names": "names", "shift": "bus shift", "data": "pin", "light": "pin?"},
    "mcp23017": {"names": "names", **ON_I2C},
}
READERS = {"pn532": {"place": "0..4", **ON_I2C}}
SINGLE = {
    "ring": {"pin": "pin", "leds": "1..120"},
    "link": {
        "uart": "block uart", "tx": "pin:UART{uart}_TX", "rx": "pin:UART{uart}_RX", "baud": "9600..921600",
    },
    "supply": {"pin": "pin:ADC", "ratio": "1..20"},
    "noise": {"pin": "pin:ADC"},
}  # fmt: skip
OUTPUT_ONLY = (7, 15)  # GPA7 and GPB7 of an MCP23017, data sheet DS20001952 from revision D on
WORDS = {"i2c": "I2C", "spi": "SPI", "uart": "UART"}


class Fault(NamedTuple):
    """One thing that is wrong: the place in the map ("display[2].cs"), a text of texts.tsv and its values."""

    where: str
    key: str
    values: dict[str, object]

    def message(self, lang: str) -> str:
        return f"{self.where}: " + text("pins." + self.key, lang, **self.values)


def folder() -> Path:
    """Where boards/ and pins/ are: inside the installed package, or hardware/ in a checkout. NoFirmware."""
    here = Path(__file__).resolve().parent
    for found in (here / "device", here.parent.parent / "hardware"):
        if (found / "pins").is_dir():
            return found
    raise NoFirmware()


def shipped() -> dict[str, Path]:
    """The maps that come with mjtable: "pico", "pico.spi", ... -> file."""
    return {path.stem: path for path in sorted((folder() / "boards").glob("*.toml"))}


def pins(board: str) -> dict[int, dict[str, str]]:
    """The pin table of a board: GPIO -> columns of hardware/pins/<board>.csv."""
    with (folder() / "pins" / f"{board}.csv").open(encoding="utf-8", newline="") as file:
        return {int(row["gpio"]): row for row in csv.DictReader(file)}


def read(path: Path) -> dict[str, Any]:
    """A pin map from its file. BadPinMap with every fault when it cannot be read or is not sound."""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadPinMap(file=str(path), why=error.strerror or str(error)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadPinMap(file=str(path), why=str(error)) from None
    wrong = faults(found)
    if wrong:
        raise BadPinMap(file=str(path), faults=wrong)
    return found


def for_the_table(found: dict[str, Any]) -> bytes:
    """A sound map as the firmware reads it: JSON in 7-bit ASCII, sections as in the TOML."""
    return json.dumps(found, separators=(",", ":")).encode("ascii")


def faults(found: dict[str, Any]) -> list[Fault]:
    """Everything that is wrong with a map, in the order of its sections; [] when it is sound."""
    board = found.get("board")
    if board not in BOARDS:
        return [Fault("board", "board", {"found": board, "known": ", ".join(BOARDS)})]
    return Check(board, found).run()


def names(listed: list[str]) -> list[str]:
    """The names of inputs one by one: "wall 0 1..3" stands for "wall 0 1", "wall 0 2", "wall 0 3"."""
    out = []
    for name in listed:
        span = re.fullmatch(r"(wall \d) (\d+)\.\.(\d+)", name)
        out += [f"{span[1]} {n}" for n in range(int(span[2]), int(span[3]) + 1)] if span else [name]
    return out


class Check:
    """The check of one map. Each method adds to `found` what it finds wrong."""

    def __init__(self, board: str, given: dict[str, Any]) -> None:
        self.board = board
        self.given = given
        self.found: list[Fault] = []
        self.table = pins(board)
        self.buses: dict[str, dict[str, dict[str, Any]]] = {kind: dict(self._named(kind)) for kind in BUSES}
        self.taken: dict[int, str] = {}  # pin -> where it is used
        self.shared: dict[int, str] = {}  # pins that displays may share
        self.blocks: dict[tuple[str, int], str] = {}
        self.devices: dict[str, list[tuple[int | None, int, str]]] = {}  # bus -> channel, address, where

    def wrong(self, where: str, key: str, **values: object) -> None:
        self.found.append(Fault(where, key, values))

    def run(self) -> list[Fault]:
        known = {"board", *BUSES, "display", "inputs", "reader", *SINGLE}
        for section in sorted(set(self.given) - known):
            self.wrong(section, "unknown", known=", ".join(sorted(known)))
        for kind, fields in BUSES.items():
            for name, bus in self.buses[kind].items():
                self._part(f"{kind}.{name}", bus, fields)
                self._mux(name, bus)
        for where, part in self._listed("display"):
            self._display(where, part)
        for where, part in self._listed("inputs"):
            self._inputs(where, part)
        for where, part in self._listed("reader"):
            self._reader(where, part)
        for section, fields in SINGLE.items():
            if section in self.given:
                self._part(section, self.given[section], fields)
        self._addresses()
        self._together()
        return self.found

    # ------------------------------------------------------------ sections

    def _named(self, kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
        section = self.given.get(kind, {})
        if not isinstance(section, dict) or not all(isinstance(bus, dict) for bus in section.values()):
            self.wrong(kind, "shape", wanted=f"[{kind}.NAME]")
            return
        yield from section.items()

    def _listed(self, kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
        section = self.given.get(kind, [])
        if not isinstance(section, list) or not all(isinstance(part, dict) for part in section):
            self.wrong(kind, "shape", wanted=f"[[{kind}]]")
            return
        yield from ((f"{kind}[{k}]", part) for k, part in enumerate(section))

    def _mux(self, name: str, bus: dict[str, Any]) -> None:
        if isinstance(bus.get("mux"), int):
            self.devices.setdefault(name, []).append((None, bus["mux"], f"i2c.{name}.mux"))
        elif "mux_reset" in bus:
            self.wrong(f"i2c.{name}.mux_reset", "no_mux", bus=name)

    def _display(self, where: str, part: dict[str, Any]) -> None:
        kind = self._kind(where, part, (*OLED, "tm1637", "max7219"))
        if not kind:
            return
        fields = DISPLAYS[("oled spi" if "spi" in part else "oled i2c") if kind in OLED else kind]
        self._part(where, part, {"kind": "", **fields})

    def _inputs(self, where: str, part: dict[str, Any]) -> None:
        kind = self._kind(where, part, INPUTS)
        if not kind:
            return
        self._part(where, part, {"kind": "", **INPUTS[kind]})
        listed = part.get("names")
        if not _are(listed, str):
            return
        inputs = names(listed)  # type: ignore[arg-type]
        if kind == "pins" and _are(part.get("pins"), int) and len(part["pins"]) != len(inputs):
            self.wrong(where + ".names", "count", found=len(inputs), wanted=len(part["pins"]))
        if kind == "mcp23017":
            if len(inputs) > 16:
                self.wrong(where + ".names", "count", found=len(inputs), wanted=16)
            for k in OUTPUT_ONLY:
                if inputs[k : k + 1] not in ([], [NOT_CONNECTED]):
                    self.wrong(where + ".names", "output_only", name=inputs[k], number=k)

    def _reader(self, where: str, part: dict[str, Any]) -> None:
        kind = self._kind(where, part, READERS)
        if kind:
            self._part(where, part, {"kind": "", **READERS[kind]})

    def _kind(self, where: str, part: dict[str, Any], known: Collection[str]) -> str:
        """Of which of these kinds a part is, "" if it is of none."""
        kind = part.get("kind")
        if kind in known:
            return str(kind)
        self.wrong(where + ".kind", "kind", found=kind, known=", ".join(known))
        return ""

    # ------------------------------------------------------------ fields

    def _part(self, where: str, part: object, fields: dict[str, str]) -> None:
        if not isinstance(part, dict):
            self.wrong(where, "shape", wanted=f"[{where}]")
            return
        for field in sorted(set(part) - set(fields)):
            self.wrong(f"{where}.{field}", "unknown", known=", ".join(fields))
        for field, meaning in fields.items():
            if field in part:
                self._field(f"{where}.{field}", part[field], meaning.rstrip("?"), part)
            elif not meaning.endswith("?"):
                self.wrong(where, "missing", field=field)

    def _field(self, where: str, value: Any, meaning: str, part: dict[str, Any]) -> None:
        what, _, rest = meaning.partition(" ")
        if meaning.startswith("pin:"):
            # Without a block the bus is made by software, on any pins.
            self._pin(where, value, needed="" if "{id}" in meaning and "id" not in part else _filled(meaning[4:], part))
        elif meaning in ("pin", "pin shared"):
            self._pin(where, value, shared=bool(rest))
        elif meaning == "pins":
            if self._is(where, _are(value, int), value, "[GPIO, ...]"):
                for k, pin in enumerate(value):
                    self._pin(f"{where}[{k}]", pin)
        elif meaning == "names":
            if self._is(where, _are(value, str), value, '["0 dice", ...]'):
                self._names(where, value)
        elif what == "block":
            self._block(where, rest, value)
        elif what == "bus":
            if self._is(where, isinstance(value, str) and value in self.buses[rest], value, f"[{rest}.NAME]"):
                self._on_bus(where, rest, value, part)
        elif meaning:
            low, high = (int(n) for n in meaning.split(".."))
            self._is(where, _whole(value) and low <= value <= high, value, meaning)

    def _is(self, where: str, good: bool, found: object, wanted: str) -> bool:
        if not good:
            self.wrong(where, "value", found=found, wanted=wanted)
        return good

    def _pin(self, where: str, pin: Any, needed: str = "", shared: bool = False) -> None:
        if not self._is(where, _whole(pin), pin, "GPIO"):
            return
        row = self.table.get(pin)
        if row is None:
            self.wrong(where, "no_pin", pin=pin, board=self.board)
        elif row["avoid"]:
            self.wrong(where, "avoid", pin=pin, why=row["avoid"])
        elif not row["header"]:
            self.wrong(where, "not_out", pin=pin)
        elif needed and not _can(row, needed):
            able = [str(n) for n, other in self.table.items() if _can(other, needed) and usable(other)]
            self.wrong(where, "cannot", pin=pin, needed=needed, able=", ".join(able))
        elif shared and pin in self.shared:
            pass
        elif pin in self.taken:
            self.wrong(where, "twice", pin=pin, other=self.taken[pin])
        else:
            self.taken[pin] = where
            if shared:
                self.shared[pin] = where

    def _block(self, where: str, kind: str, number: Any) -> None:
        known = BLOCKS[self.board][kind]
        if not self._is(where, _whole(number) and number in known, number, " / ".join(map(str, known))):
            return
        if (kind, number) in self.blocks:
            self.wrong(where, "block", block=f"{WORDS[kind]}{number}", other=self.blocks[kind, number])
        self.blocks[kind, number] = where

    def _on_bus(self, where: str, kind: str, name: str, part: dict[str, Any]) -> None:
        if kind != "i2c":
            return
        has_mux = "mux" in self.buses["i2c"][name]
        if "channel" in part and not has_mux:
            self.wrong(where, "no_mux", bus=name)
        if _whole(part.get("address")):
            channel = part.get("channel") if has_mux else None
            self.devices.setdefault(name, []).append((channel, part["address"], where.rpartition(".")[0]))

    def _names(self, where: str, listed: list[str]) -> None:
        for name in names(listed):
            wall = re.fullmatch(r"wall ([0-3]) (\d+)", name)
            key = re.fullmatch(r"[0-3] (\w+)", name)
            if name not in (NOT_CONNECTED, *OTHERS) and not (
                (wall and 1 <= int(wall[2]) <= STACKS) or (key and key[1] in KEYS)
            ):
                self.wrong(where, "name", name=name)

    # ------------------------------------------------------------ what belongs together

    def _addresses(self) -> None:
        for name, devices in self.devices.items():
            for k, (channel, address, where) in enumerate(devices):
                for other, same, before in devices[:k]:
                    # What hangs on no channel is heard on every one.
                    if address == same and (channel == other or channel is None or other is None):
                        self.wrong(where, "address", address=f"0x{address:02X}", bus=name, other=before)

    def _together(self) -> None:
        for section in ("display", "reader"):
            seen: dict[str, str] = {}
            for where, part in self._listed(section):
                place = str(part.get("place"))
                if place in seen:
                    self.wrong(where, f"place.{section}", place=place, other=seen[place])
                seen[place] = where
        listed: dict[str, str] = {}
        for where, part in self._listed("inputs"):
            for name in names(part["names"]) if _are(part.get("names"), str) else []:
                if name in listed and name != NOT_CONNECTED:
                    self.wrong(where, "name_twice", name=name, other=listed[name])
                listed[name] = where
        for seat in range(4):
            keys = [key for key in NEEDED if f"{seat} {key}" not in listed]
            if keys:
                self.wrong("inputs", "no_keys", seat=seat, keys=", ".join(keys))


def usable(row: dict[str, str]) -> bool:
    """Is the pin brought out, and free?"""
    return bool(row["header"]) and not row["avoid"]


def _can(row: dict[str, str], function: str) -> bool:
    """Can the pin be "I2C0_SDA", or an input of the "ADC"?"""
    column = next(row[kind] for kind in ("i2c", "spi", "uart", "adc") if function.lower().startswith(kind))
    return column == "any" or column == function or (function == "ADC" and column != "")


def _filled(function: str, part: dict[str, Any]) -> str:
    return function.format(id=part.get("id"), uart=part.get("uart"))


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are(value: object, kind: type) -> bool:
    return isinstance(value, list) and bool(value) and all(type(item) is kind for item in value)
