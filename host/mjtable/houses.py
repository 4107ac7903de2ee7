"""Houses: named sets of rules of a parlour or a family, each a file on this laptop (housefile.py).

A house is a base region and options of it. Two of these every region has: the changed worths, and `house`, the name. So
whatever is played by a house says everything about it, and is scored alike anywhere, also when the house has changed.
"""

import binascii
import contextlib
import difflib
import os
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from engine_core import record
from engine_core.check import RecordError, field_name
from engine_core.rules import Ruleset, load
from mjtable import folders, housefile
from mjtable.errors import BadFile, BadHouse, BadRules, HouseThere, NoHouse
from mjtable.housefile import Parsed, Problem
from mjtable.output import word
from mjtable.regions import regions
from mjtable.shapes import shown, undisplayable

ID = re.compile("[a-z]{1,16}")
NAME = 16  # columns of a name: that much a display of the table shows in a row
LONGEST = 1024  # bytes of a house: its options go with the record of each hand, which has to fit into a request
LARGEST = 65536  # bytes of a file that is one
FIELDS = ("id", "from", "name", "options", "worths")


class House(NamedTuple):
    """A house: its id, its base region, and all options that differ from the base's, its name and worths among them."""

    id: str
    region: str
    options: dict[str, Any]

    @property
    def rules(self) -> Ruleset:
        return load(self.region, self.options)

    @property
    def canonical(self) -> str:
        return record.canonical({"region": self.region, "options": self.options}, "house")

    @property
    def crc(self) -> str:
        """What a table that keeps this house says of it (`house.list`)."""
        return f"{binascii.crc32(self.canonical.encode()):08x}"


# ---------------------------------------------------------------- where they are


def folder() -> Path:
    return folders.data() / "houses"


def ids() -> list[str]:
    """Of the houses on this laptop, sorted."""
    try:
        names = os.listdir(folder())
    except OSError:
        return []
    return sorted(name[:-5] for name in names if name.endswith(".toml") and ID.fullmatch(name[:-5]))


def is_file(named: str) -> bool:
    """Is it a file rather than the id of a house?"""
    return named.endswith(".toml") or os.sep in named


def is_here(named: str) -> bool:
    """Is it a house of this laptop, by id or file?"""
    return is_file(named) or named in ids()


def place(named: str) -> Path:
    """The file of the house of this id, or the file named. NoHouse."""
    if is_file(named):
        return Path(named)
    if named not in ids():
        raise NoHouse(named=named, known=", ".join(ids()) or "-")
    return folder() / f"{named}.toml"


def read(path: Path) -> str:
    """The text of a file. BadFile, BadHouse."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as e:
        raise BadFile(file=str(path), why=e.strerror or str(e)) from e
    if len(data) > LARGEST:
        raise BadHouse(file=str(path), problems=[Problem(1, f"file: {LARGEST} bytes are the most that a house has")])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        line = data.count(b"\n", 0, e.start) + 1
        raise BadHouse(file=str(path), problems=[Problem(line, str(e))]) from e


def write(path: Path, written: str) -> None:
    """Writes a file whole or not at all. BadFile, BadFolder."""
    if path.parent == folder():
        folders.made(path.parent)
    try:
        fd, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
        try:
            with os.fdopen(fd, "w", encoding="utf-8", newline="") as file:
                file.write(written)
            if path.exists():
                os.chmod(temporary, path.stat().st_mode)
            else:
                os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as e:
        raise BadFile(file=str(path), why=e.strerror or str(e)) from e


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def make(ident: str, region: str, path: Path | None) -> Path:
    """A new house in the folder of houses, or in a file. HouseThere, BadRules, BadFile."""
    if why := _wrong_id(ident) or _wrong_region(region):
        raise BadRules(why=why)
    path = path or folder() / f"{ident}.toml"
    if path.exists():
        raise HouseThere(file=str(path))
    write(path, housefile.new(ident, region))
    return path


def drop(ident: str) -> None:
    """Removes the file of a house of this laptop. NoHouse, BadFile."""
    path = place(ident)
    try:
        path.unlink()
    except OSError as e:
        raise BadFile(file=str(path), why=e.strerror or str(e)) from e


# ---------------------------------------------------------------- what they say


def loaded(named: str) -> House:
    """The house of this id or in this file. NoHouse, BadFile; BadHouse names everything that is wrong with it."""
    path = place(named)
    return checked(read(path), path)


def checked(written: str, path: Path) -> House:
    """The house that the text of a file describes. BadHouse names everything that is wrong with it."""
    found = housefile.parsed(written)
    house, problems = _Check(found, path).house()
    if house is None:
        raise BadHouse(file=str(path), problems=sorted(set(found.problems + problems)))
    return house


def told(answer: dict[str, Any]) -> House:
    """The house that a table tells of (`house.get`)."""
    return House(answer["id"], answer["region"], answer["options"])


def _wrong_id(ident: object) -> str:
    if not isinstance(ident, str) or not ID.fullmatch(ident):
        return f"id: {shown(ident)} is not 1..16 letters a-z"
    return f"id: {ident} is the id of a region" if ident in regions() else ""


def _wrong_region(region: object) -> str:
    if isinstance(region, str) and region in regions():
        return ""
    return f"from: {shown(region)} is no region" + _meant(region, regions())


def _meant(given: object, known: Iterable[str]) -> str:
    found = difflib.get_close_matches(str(given), list(known), 1)
    return f". Did you mean {found[0]}?" if found else ""


def _wrong_name(lang: str, name: object) -> str:
    """A name stands on displays: in Chinese, and in English where their font lacks a character of it."""
    hidden = undisplayable(name) if isinstance(name, str) else ""
    if hidden:
        return f"name.{lang}: {shown(name)} has U+{ord(hidden):04X}, which no display shows"
    good = isinstance(name, str) and 0 < housefile.columns(name) <= NAME and name == name.strip() and "|" not in name
    if good and (lang == "zh" or str(name).isascii()):
        with contextlib.suppress(RecordError):
            Ruleset({}).checked_option("house", name)
            return ""
    wanted = "columns (a Chinese character has 2)" if lang == "zh" else "letters, digits and signs of ASCII"
    return f"name.{lang}: {shown(name)} is no name of 1..{NAME} {wanted}, without |"


class _Check:
    """Looks at everything that a file says, and collects what is wrong."""

    def __init__(self, found: Parsed, path: Path):
        self._found = found
        self._data = found.data
        self._path = path
        self._problems: list[Problem] = []

    def house(self) -> tuple[House | None, list[Problem]]:
        self._known(self._data, FIELDS)
        self._id()
        names = self._names()
        rules = self._base()
        if rules is not None:
            changed = {**self._options(rules), **self._worths(rules)}
            if not self._problems and not self._found.problems:
                return self._whole(rules.ID, {**changed, "house": names}), self._problems
        return None, self._problems

    def _missing(self, field: str, *path: str) -> None:
        if not self._found.problems:  # among which it may be
            self._wrong(f"{field}: is missing", *path)

    def _wrong(self, why: str, *path: str) -> None:
        self._problems.append(Problem(self._found.line(*path), why))

    def _known(self, given: dict[str, Any], fields: Iterable[str], *above: str) -> None:
        for name in given:
            if name not in fields:
                at = ".".join((*above, field_name(name)))
                self._wrong(f"{at}: no such field{_meant(name, fields)}", *above, name)

    def _table(self, name: str) -> dict[str, Any]:
        found = self._data.get(name, {})
        if isinstance(found, dict):
            return found
        self._wrong(f"{name}: a part [{name}] was expected", name)
        return {}

    def _id(self) -> None:
        if "id" not in self._data:
            self._missing("id")
            return
        ident = self._data["id"]
        why = _wrong_id(ident)
        if not why and self._path.parent == folder() and ident != self._path.stem:
            why = f"id: {ident} is not the name of the file, {self._path.stem}"
        if why:
            self._wrong(why, "id")

    def _names(self) -> str:
        given = self._table("name")
        self._known(given, housefile.BOTH, "name")
        for lang in housefile.BOTH:
            if lang not in given:
                self._missing(f"name.{lang}", "name")
            elif why := _wrong_name(lang, given[lang]):
                self._wrong(why, "name", lang)
        names = [str(given.get(lang)) for lang in housefile.BOTH]
        return "|".join(dict.fromkeys(names))

    def _base(self) -> Ruleset | None:
        if "from" not in self._data:
            self._missing("from")
            return None
        region = self._data["from"]
        if why := _wrong_region(region):
            self._wrong(why, "from")
            return None
        return load(region)

    def _number(self, value: object, may_be: tuple[int, int], *path: str) -> None:
        low, high = may_be
        at = ".".join(path)
        if isinstance(value, bool) or not isinstance(value, int):
            typed = word(value) if isinstance(value, bool | float) else shown(value)
            self._wrong(f"{at}: {typed} is no whole number in {low}..{high}", *path)
        elif not low <= value <= high:
            self._wrong(f"{at}: {shown(value)} is not in {low}..{high}", *path)

    def _options(self, rules: Ruleset) -> dict[str, Any]:
        rows = {row[0]: row for row in rules.OPTIONS if row[0] != rules.WORTHS}
        given = self._table("options")
        for name, value in given.items():
            if name in rows:
                self._option(rules, rows[name], value)
            elif name in ("house", "worths", rules.WORTHS):
                self._wrong(f"options.{name}: stands in {'[name]' if name == 'house' else '[worths]'}", "options", name)
            else:
                why = f"options.{field_name(name)}: {rules.ID} has no such option{_meant(name, rows)}"
                self._wrong(why, "options", name)
        return given

    def _option(self, rules: Ruleset, row: tuple[Any, ...], value: object) -> None:
        if isinstance(row[1], int) and row[2] is not None:
            self._number(value, row[2], "options", row[0])
            return
        try:
            rules.checked_option(row[0], value)
        except RecordError as e:
            self._wrong(str(e), "options", row[0])

    def _worths(self, rules: Ruleset) -> dict[str, Any]:
        given = self._table("worths")
        known = housefile.with_worth(rules)
        may_be = housefile.worth_range(rules)
        for name, value in given.items():
            if name not in known:
                other = any(name == ident for ident, _ in rules.PATTERNS)
                why = "has no worth of its own" if other else f"no pattern of {rules.ID}{_meant(name, known)}"
                self._wrong(f"worths.{field_name(name)}: {why}", "worths", name)
            else:
                self._number(value, may_be, "worths", name)
        return {rules.WORTHS: given}

    def _whole(self, region: str, options: dict[str, Any]) -> House | None:
        """The house, if nothing is wrong with it as a whole. Worths that are the base's own are no change."""
        try:
            worths = load(region).WORTHS
            base = load(region, {name: value for name, value in options.items() if name != worths})
            options[worths] = {p: worth for p, worth in options[worths].items() if worth != base.worth.get(p)}
            house = House(self._data["id"], region, load(region, options).changed)
        except RecordError as e:
            self._wrong(str(e), *str(e).partition(":")[0].split("."))
            return None
        size = len(house.canonical)
        if size > LONGEST:
            self._wrong(f"options: the house has {size} bytes, at most {LONGEST} can be kept", "options")
            return None
        return house
