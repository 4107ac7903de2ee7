"""The houses that the table keeps: named sets of rules, as data, each in a small file beside the settings.

A house is a base region and options of it; one of them, `house`, is its name. The file houses/<id>.txt holds
{"options": {...}, "region": base} as canonical JSON, a space and its CRC-32 in 8 hex digits, and a line feed. It is
written new and renamed: a power cut leaves the old one or the new. A file that is damaged is passed over and named.

Needed now and then, so the modules of the table load it when asked for a house, and game.py lets it go.
"""

import binascii
import os

from engine_core.canonical import canonical, from_canonical
from engine_core.rules import load
from engine_core.values import RecordError
from firmware.config import ParamError, write_new

MOST = 8  # houses of a table
LONGEST = 1024  # bytes of one: its options stand in the record of each hand, which has to fit into a request
ID = 16  # characters
TAIL = 10  # bytes behind the JSON


def is_id(ident: object) -> bool:
    return isinstance(ident, str) and 0 < len(ident) <= ID and all("a" <= c <= "z" for c in ident)


def checked_id(field: str, ident: object) -> str:
    if not is_id(ident):
        from firmware.params import shown

        raise ParamError(field, "%s is not 1..%d letters a-z" % (shown(ident), ID))
    return ident  # type: ignore[return-value]


def regions() -> list:
    """Ids of the regions that are on the table."""
    from engine_core import regions as package

    files = [name.split(".") for name in os.listdir(package.__file__.rsplit("/", 1)[0])]
    return sorted(
        {parts[0] for parts in files if parts[-1] in ("py", "mpy") and "_" not in parts[0]}
    )  # others are parts


def ids(folder: str) -> list:
    """Ids of the houses that there is a file of, sorted."""
    try:
        names = [name[:-4] for name in os.listdir(folder) if name.endswith(".txt")]
    except OSError:
        return []  # there has been none yet
    return sorted([name for name in names if is_id(name)])


def find(folder: str, ident: str) -> "dict | None":
    """A house: `region` and `options`. None when there is none, RecordError when its file is damaged."""
    if ident not in ids(folder):
        return None
    data = _content(folder, ident)
    if data is None:
        raise RecordError("id: the file of the house %s is damaged" % ident)
    return from_canonical(data, "house")


def _content(folder: str, ident: str) -> "bytes | None":
    """The JSON of a house, None when its file is damaged."""
    try:
        with open("%s/%s.txt" % (folder, ident), "rb") as f:
            line = f.read(LONGEST + TAIL + 1)
    except OSError:
        return None
    data = line[:-TAIL]
    if line != _line(data):
        return None
    try:
        house = from_canonical(data, "house")
    except RecordError:
        return None
    whole = sorted(house) == ["options", "region"] and isinstance(house["options"], dict)
    return data if whole and isinstance(house["options"].get("house"), str) else None


def _line(data: bytes) -> bytes:
    return data + b" %08x\n" % binascii.crc32(data)


def listing(folder: str) -> dict:
    """`houses`: `id`, `region`, `house` (the name) and `crc` (of the JSON) of each; `damaged`: ids."""
    houses: list = []
    damaged: list = []
    for ident in ids(folder):
        data = _content(folder, ident)
        if data is None:
            damaged.append(ident)
            continue
        house = from_canonical(data, "house")
        name, crc = house["options"]["house"], "%08x" % binascii.crc32(data)
        houses.append({"id": ident, "region": house["region"], "house": name, "crc": crc})
    return {"houses": houses, "damaged": damaged}


def trouble(folder: str) -> str:
    """What a table that starts says of damaged files, "" when there are none. Sweeps up what a power cut left."""
    try:
        names = os.listdir(folder)
    except OSError:
        return ""
    for name in names:
        if name.endswith(".new"):
            os.remove("%s/%s" % (folder, name))
    damaged = listing(folder)["damaged"]
    return "houses damaged: " + ", ".join(damaged) if damaged else ""


def keep(folder: str, ident: str, region: str, options: dict) -> None:
    """Keep a house, in place of the one of this id. RecordError names what is wrong; OSError when flash refuses."""
    house = load(region, options)
    if not house.options["house"]:
        raise RecordError("options.house: a house has a name")
    data = canonical({"region": region, "options": house.changed}, "house").encode()
    if len(data) > LONGEST:
        raise RecordError("options: the house has %d bytes, at most %d can be kept" % (len(data), LONGEST))
    there = ids(folder)
    if ident not in there and len(there) >= MOST:
        raise RecordError("id: there are %d houses, no more can be kept" % len(there))
    try:
        os.mkdir(folder)
    except OSError:
        pass  # it is there; or cannot be made, and the file cannot be written
    write_new("%s/%s.txt" % (folder, ident), _line(data))


def drop(folder: str, ident: str) -> None:
    """Let a house go, damaged or not. One that is not there has gone already."""
    if ident in ids(folder):
        os.remove("%s/%s.txt" % (folder, ident))
