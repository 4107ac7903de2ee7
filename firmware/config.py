"""Settings of the table: a small JSON file, written new and renamed: a power cut leaves the old one or the new.

Whatever the file holds the table starts: a setting that is not what it should be has its default.

name        what people call the table, 1..24 characters
lang        "zh" or "en"
brightness  of the displays, 1..5
flip        bool: the displays hang upside down
empty_side  0..3: where three play at four sides, the place that has no seat; places are counted in order of play
real_dice   bool: real dice are thrown, their faces entered at the keys
pin         "" or 80 hex digits: 16 of salt, 64 of the key that a laptop derived from the PIN and it (pin.py)
id          16 hex digits, made once: the laptop knows the table by it. It stands in a file of its own too (with its
            CRC-32), so that it survives the damage of either
"""

import binascii
import json
import os

from engine_core.wire import ascii_json

DEFAULTS = {
    "name": "mjtable", "lang": "zh", "brightness": 3, "flip": False, "empty_side": 3, "real_dice": False, "pin": "",
}  # fmt: skip
LONGEST = 2048  # bytes of a settings file that is worth reading
GOOD = ".good"  # behind the name of the settings file: those that the table has run well with
ID = "id.txt"  # beside the settings: the id, and its CRC-32 in 8 hex digits


class ConfigError(ValueError):
    """A setting that is refused. `field` names it."""

    def __init__(self, field: str, why: str):
        super().__init__("%s: %s" % (field, why))
        self.field = field


class ParamError(Exception):
    """A parameter of a request that is missing or not what it should be. `field` says which. Stands here and not in
    params.py because that comes and goes, and an error is known by its class.
    """

    def __init__(self, field: str, why: str) -> None:
        super().__init__("%s: %s" % (field, why))
        self.field = field


class Config:
    """The settings in `settings` (for reading). `trouble` says what was wrong with the file, "" when nothing was."""

    # seldom: begun
    def __init__(self, path: str = "/flash/config.json"):
        self.path = path
        self.trouble = ""
        self.settings = dict(DEFAULTS)
        stored = self._load()
        if stored:
            from firmware.settings import taken

            self.trouble = taken(stored, self.settings) or self.trouble
        self._id_path = path[: path.rfind("/") + 1] + ID
        self._settle_id(stored.get("id"))

    # seldom: begun
    def _settle_id(self, here: object) -> None:
        """The id from its own file, else from the settings (`here`), else a new one; then it stands in both."""
        kept = self._kept_id()
        known = kept or (here if is_id(here) else str(binascii.hexlify(os.urandom(8)), "ascii"))
        self.settings["id"] = known
        try:
            if here != known:
                self._save(self.settings)
            if not kept:
                line = known.encode()  # type: ignore[attr-defined]
                write_new(self._id_path, line + (" %08x\n" % binascii.crc32(line)).encode())
        except OSError as error:
            self.trouble = "%s: not written (%s)" % (self.path, error)

    # seldom: begun
    def _kept_id(self) -> str:
        """The id in its own file, "" when there is no whole one."""
        try:
            with open(self._id_path, "rb") as f:
                line = f.read(26)
        except OSError:
            return ""
        known = line[:16]
        if line != known + (" %08x\n" % binascii.crc32(known)).encode():
            return ""
        return known.decode()

    # seldom: settings
    def set(self, changes: dict) -> dict:
        """Change some settings and return all. ConfigError (then nothing is changed), OSError when flash refuses."""
        from firmware.settings import checked

        changed = dict(self.settings)
        for field in sorted(changes):
            changed[field] = checked(field, changes[field])
        if changed != self.settings:
            self._save(changed)
            self.settings = changed
        return self.settings

    # seldom: settings
    def keep(self) -> None:
        """The table runs well with these settings: safe mode has them, whatever becomes of the others. OSError."""
        data = ascii_json(self.settings)
        try:
            with open(self.path + GOOD, "rb") as f:
                if f.read(LONGEST) == data:
                    return
        except OSError:
            pass
        write_new(self.path + GOOD, data)

    # seldom: begun
    def _load(self) -> dict:
        try:
            with open(self.path, "rb") as f:
                data = f.read(LONGEST)
        except OSError:
            return {}  # a new table
        try:
            stored = json.loads(data)
        except (ValueError, TypeError, RuntimeError):
            stored = None
        if isinstance(stored, dict):
            return stored
        self.trouble = "%s: not readable, defaults are used" % self.path
        return {}

    def _save(self, settings: dict) -> None:
        write_new(self.path, ascii_json(settings))


def write_new(path: str, data: bytes) -> None:
    with open(path + ".new", "wb") as f:
        f.write(data)
        f.flush()
    os.rename(path + ".new", path)


def is_id(value: object) -> bool:
    return isinstance(value, str) and len(value) == 16 and not value.strip("0123456789abcdef")
