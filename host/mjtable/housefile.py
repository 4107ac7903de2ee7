"""The file of a house: TOML that a person edits. Made complete, read with line numbers, changed without losing a word.

    id = "wang"             from = "ningbo"         the base region
    [name]                  zh, en
    [options]               options of the base, where they are to differ from its defaults
    [worths]                worths of patterns, where they are to differ

A setting that stands for a default is commented out without a space ("#minimum = 4"), prose with one.
"""

import json
import re
import tomllib
import unicodedata
from typing import Any, NamedTuple

from engine_core.check import RecordError
from engine_core.rules import Ruleset, load
from mjtable.regions import names
from mjtable.texts import text

BOTH = ("zh", "en")
MOST = 20  # problems that anybody wants to read at once
_UNREADABLE = (ValueError, RecursionError)  # TOMLDecodeError is one; a number may have too many digits
_WHOLE = range(-(2**63), 2**63)  # numbers that TOML has
_PLACE = re.compile(r" \(at (?:line \d+, column \d+|end of document)\)$")
_VALUE = r"\[[^]]*\]|\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^#\s]+"


class Problem(NamedTuple):
    """What is wrong with a file, in English (mjtable.phrases has it in Chinese), and the line that it begins in."""

    line: int
    why: str


class Parsed(NamedTuple):
    """What a file says: `lines` are those in which the settings begin, by their path."""

    data: dict[str, Any]
    lines: dict[tuple[str, ...], int]
    problems: list[Problem]

    def line(self, *path: str) -> int:
        """The line of a setting, else of what it would stand in, else the first."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def parsed(written: str) -> Parsed:
    """Reads a file. A statement that is no TOML is a problem, and the others are read as if it were not there.

    TOML is a sequence of statements, so the lines up to the end of one are TOML themselves, and what they say more than
    those before stands in that statement.
    """
    rows = written.replace("\r\n", "\n").split("\n")
    data: dict[str, Any] = {}
    lines: dict[tuple[str, ...], int] = {}
    problems: list[Problem] = []
    read = 0  # rows that are read
    while read < len(rows):
        for n in range(read + 1, len(rows) + 1):
            try:
                data = _loaded("\n".join(rows[:n]))
            except _UNREADABLE as e:
                why = str(e)
                continue
            for path in _paths(data):
                lines.setdefault(path, read + 1)
            read = n
            break
        else:
            problems.append(Problem(read + 1, "no TOML: " + _reason(rows, read, why)))
            if rows[read].lstrip().startswith("[") or len(problems) >= MOST:
                break  # whose the settings below are nobody knows
            rows[read] = ""
    return Parsed(data, lines, problems)


def _loaded(written: str) -> dict[str, Any]:
    """What TOML says. ValueError also for numbers that it has not: "0xfff…" Python would read, and could not write."""
    data = tomllib.loads(written)
    if not _writable(data):
        raise ValueError("Exceeds the limit of a whole number")
    return data


def _writable(value: Any) -> bool:
    if isinstance(value, dict | list):
        return all(map(_writable, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, int) or value in _WHOLE


def _reason(rows: list[str], row: int, otherwise: str) -> str:
    """Why the statement that begins in a row is none: of the row by itself, if that is why."""
    try:
        _loaded("\n".join(rows[: row + 1]))
    except _UNREADABLE as e:
        otherwise = str(e)
    return _PLACE.sub("", otherwise)


def _paths(data: dict[str, Any], above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    for key, value in data.items():
        found.append((*above, key))
        if isinstance(value, dict):
            found += _paths(value, (*above, key))
    return found


# ---------------------------------------------------------------- a value


def with_value(written: str, path: tuple[str, ...], value: Any) -> str:
    """The file with one setting changed: where it stands, where it is commented out, or as the first of its table.

    ValueError when that cannot be done a line at a time; str(e) is the number of the line.
    """
    before = parsed(written)
    rows = written.split("\n")
    row, changed = _place(before, rows, path, f"{path[-1]} = {_literal(value)}")
    rows[row] = changed
    out = "\n".join(rows)
    wanted = json.loads(json.dumps(before.data, default=str))
    after = parsed(out)
    if (
        not _put(wanted, path, value)
        or before.problems
        or after.problems
        or json.loads(json.dumps(after.data, default=str)) != wanted
    ):
        raise ValueError(row + 1)
    return out


def _place(before: Parsed, rows: list[str], path: tuple[str, ...], setting: str) -> tuple[int, str]:
    """The row to change, and what it is then."""
    key = re.escape(path[-1])
    if path in before.lines:
        row = before.lines[path] - 1
        return row, re.sub(rf"^(\s*[^=]*=\s*)(?:{_VALUE})", lambda m: m[1] + setting.partition(" = ")[2], rows[row])
    if path[:-1] not in before.lines:
        return len(rows) - 1, f"{rows[-1]}\n[{'.'.join(path[:-1])}]\n{setting}\n"
    head = before.lines[path[:-1]] - 1
    for row in range(head + 1, len(rows)):
        if re.match(r"\s*\[", rows[row]):
            break
        if re.match(rf"\s*#\s*{key}\s*=", rows[row]):
            return row, re.sub(rf"^(\s*)#\s*{key}\s*=\s*(?:{_VALUE})", lambda m: m[1] + setting, rows[row])
    return head, rows[head] + "\n" + setting


def _literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _put(data: Any, path: tuple[str, ...], value: Any) -> bool:
    """Is there a place for the value in what a file says? It is there then."""
    for key in path[:-1]:
        data = data.setdefault(key, {}) if isinstance(data, dict) else None
    if isinstance(data, dict):
        data[path[-1]] = value
    return isinstance(data, dict)


# ---------------------------------------------------------------- a new file


def new(ident: str, region: str) -> str:
    """The file of a new house that differs in nothing from its base region yet."""
    rules = load(region)
    base = " ".join(names(region, ["region.name"], lang)["region.name"] for lang in BOTH)
    low, high = worth_range(rules)
    out = _prose("housefile.head", id=ident)
    out += [f'id = "{ident}"', f'from = "{region}"  # {base}', ""]
    out += ["[name]", *_prose("housefile.name"), f'zh = "{ident}"', f'en = "{ident}"', ""]
    out += ["[options]", *_prose("housefile.options"), ""]
    for row in rules.OPTIONS:
        if row[0] != rules.WORTHS:
            out += [*_about(rules, row), f"#{row[0]} = {_literal(row[1])}", ""]
    out += ["[worths]", *_prose("housefile.worths", region, least=low, most=high), *_worths(rules)]
    return "\n".join(out) + "\n"


def _prose(key: str, region: str = "", **values: object) -> list[str]:
    """A text in both languages, as comments; "\\n" in it begins a new line."""
    out = []
    for lang in BOTH:
        unit = _unit(region, lang) if region else ""
        out += ["# " + line for line in text(key, lang, unit=unit, **values).split("\\n")]
    return out


def _unit(region: str, lang: str) -> str:
    """What a worth is, with what is to be known about it."""
    found = names(region, ["unit.worth", "unit.note"], lang)
    note = "" if found["unit.note"] == "unit.note" else text("book.which", lang, which=found["unit.note"])
    return found["unit.worth"] + note


def _about(rules: Ruleset, row: tuple[Any, ...]) -> list[str]:
    """What an option means and which values it may have, as comments."""
    region = rules.ID
    if row[0] in rules.ONLY:
        may_be = f" ({', '.join(map(str, rules.ONLY[row[0]]))})"
    elif row[2] is None:
        may_be = " (true, false)"
    elif isinstance(row[1], str) and not isinstance(row[2], int):
        may_be = ""
    else:
        may_be = f" ({row[2][0]}..{row[2][1]})" if isinstance(row[2], tuple) else f" (..{row[2]})"
    out = [f"# {_both(region, 'option.' + row[0])}{may_be}"]
    if not may_be:
        width = max(len(word) for word in row[2]) + 2
        out += [f"#   {_literal(word):{width}}  {_both(region, 'choice.' + word)}".rstrip() for word in row[2]]
    return out


def _both(region: str, key: str) -> str:
    """A text in both languages; "" for one that there is not."""
    found = [names(region, [key], lang)[key] for lang in BOTH]
    return "" if key in found else " · ".join(dict.fromkeys(found))


def worth_range(rules: Ruleset) -> tuple[int, int]:
    """What the worth of a pattern may be."""
    low, high = next(row[2] for row in rules.OPTIONS + rules.HOUSE if row[0] == rules.WORTHS)
    return low, high


def with_worth(rules: Ruleset) -> list[str]:
    """The patterns whose worth a house can change, in the order of the page."""
    found = []
    for ident, _ in rules.PATTERNS:
        try:
            rules.checked_option(rules.WORTHS, {ident: worth_range(rules)[1]})
        except RecordError:
            continue
        found.append(ident)
    return found


def _worths(rules: Ruleset) -> list[str]:
    idents = with_worth(rules)
    settings = [f"#{ident} = {rules.worth[ident]}" for ident in idents]
    width = max(map(len, settings), default=0)
    zh, en = (names(rules.ID, ["pattern." + ident for ident in idents], lang) for lang in BOTH)
    wide = max((columns(zh["pattern." + ident]) for ident in idents), default=0)
    out = []
    for ident, setting in zip(idents, settings, strict=True):
        pair = [words["pattern." + ident] for words in (zh, en)]
        out.append(f"{setting:{width}}  # {pair[0]}{' ' * (wide - columns(pair[0]))}  {pair[1]}")
    return out


def columns(shown: str) -> int:
    """Columns that a text takes on a terminal, where a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in shown)
