"""Settings of the table: a small JSON file, written new and renamed: a power cut leaves the old one or the new.

name        what people call the table, 1..24 characters
lang        "zh" or "en"
brightness  of the displays, 1..5
flip        bool: the displays hang upside down
pin         "" or 4..8 digits that the laptop's page asks for
id          16 hex digits, made once: the laptop knows the table by it
"""

import binascii
import json
import os

from engine_core.wire import ascii_json

DEFAULTS = {"name": "mjtable", "lang": "zh", "brightness": 3, "flip": False, "pin": ""}
LONGEST = 2048  # bytes of a settings file that is worth reading


class ConfigError(ValueError):
    """A setting that is refused. `field` names it."""

    def __init__(self, field: str, why: str):
        super().__init__("%s: %s" % (field, why))
        self.field = field


class Config:
    """The settings in `settings` (for reading). `trouble` says what was wrong with the file, "" when nothing was."""

    def __init__(self, path: str = "/flash/config.json"):
        self.path = path
        self.trouble = ""
        self.settings = dict(DEFAULTS)
        stored = self._load()
        for field in sorted(stored):
            if field == "id":
                continue
            try:
                self.settings[field] = checked(field, stored[field])
            except ConfigError as error:
                self.trouble = str(error)
        known = stored.get("id")
        if is_id(known):
            self.settings["id"] = known
            return
        self.settings["id"] = str(binascii.hexlify(os.urandom(8)), "ascii")
        try:
            self._save(self.settings)
        except OSError as error:
            self.trouble = "%s: not written (%s)" % (path, error)

    def set(self, changes: dict) -> dict:
        """Change some settings and return all. ConfigError (then nothing is changed), OSError when flash refuses."""
        changed = dict(self.settings)
        for field in sorted(changes):
            changed[field] = checked(field, changes[field])
        if changed != self.settings:
            self._save(changed)
            self.settings = changed
        return self.settings

    def public(self) -> dict:
        """The settings for others: whether there is a pin, but not which."""
        out = dict(self.settings)
        out["pin"] = bool(out["pin"])
        return out

    def _load(self) -> dict:
        try:
            with open(self.path, "rb") as f:
                stored = json.loads(f.read(LONGEST))
        except OSError:
            return {}  # a new table
        except ValueError:
            stored = None
        if isinstance(stored, dict):
            return stored
        self.trouble = "%s: not readable, defaults are used" % self.path
        return {}

    def _save(self, settings: dict) -> None:
        new = self.path + ".new"
        with open(new, "wb") as f:
            f.write(ascii_json(settings))
            f.flush()
        os.rename(new, self.path)


def is_id(value: object) -> bool:
    return isinstance(value, str) and len(value) == 16 and not value.strip("0123456789abcdef")


def checked(field: str, value: object) -> object:
    """The value when the setting may have it, else ConfigError."""
    if field not in DEFAULTS:
        raise ConfigError(field, "cannot be set" if field == "id" else "there is no such setting")
    if field == "name":
        good = isinstance(value, str) and 1 <= len(value) <= 24 and value == value.strip() and min(value) >= " "
        wanted = "1..24 characters"
    elif field == "lang":
        good, wanted = value in ("zh", "en"), "zh or en"
    elif field == "brightness":
        good, wanted = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 5, "in 1..5"
    elif field == "flip":
        good, wanted = isinstance(value, bool), "true or false"
    else:
        good = isinstance(value, str) and len(value) in (0, 4, 5, 6, 7, 8) and not value.strip("0123456789")
        wanted = "empty or 4..8 digits"
    if not good:
        raise ConfigError(field, "%r is not %s" % (value, wanted))
    return value
