"""House rules: made, edited and checked on the laptop, sent to the table and taken from it."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from engine_core.rules import load
from mjtable import housefile, houses, tables
from mjtable.arguments import Json, Lang, Port
from mjtable.errors import BadFile, BadHouse, BadSetting, CannotSet, EditorFailed, LinkError, NoHouse, NoHouseThere
from mjtable.houses import House
from mjtable.link import Link
from mjtable.output import Output, word
from mjtable.regions import house_name, names, region_name, regions
from mjtable.rulebook.declared import uncounted, without_effect
from mjtable.wholenumber import whole_number

Ident = Annotated[str, typer.Argument(metavar="ID", show_default=False)]
Named = Annotated[str, typer.Argument(metavar="ID|FILE", show_default=False)]
Base = Annotated[str, typer.Option("--from", metavar="REGION", show_default=False)]
File = Annotated[Path | None, typer.Option("--file", metavar="FILE", show_default=False)]
Setting = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", show_default=False)]
Yes = Annotated[bool, typer.Option("--yes", "-y", show_default=False)]

SETTINGS = re.compile(r"(from|id|(?:options|worths)\.\w+|name\.\w+)=(.*)", re.DOTALL)
EDITORS = ("notepad",) if os.name == "nt" else ("editor", "nano", "vi")


class Place(StrEnum):
    table = "table"
    laptop = "laptop"


Only = Annotated[Place | None, typer.Option("--only", metavar="table|laptop", show_default=False)]


# ---------------------------------------------------------------- which house is meant


def found(named: str, port: str | None) -> House:
    """The house of this laptop, by id or file; else the one that the table has. BadHouse, NoHouse."""
    if houses.is_here(named) or not houses.ID.fullmatch(named):
        return houses.loaded(named)
    try:
        with tables.connect(port) as link:
            kept = link.request("house.list")["houses"]
            if any(row["id"] == named for row in kept):
                return houses.told(link.request("house.get", id=named))
    except LinkError:
        if port is not None:
            raise
        raise NoHouse(named=named, known=_known(houses.ids())) from None
    raise NoHouseThere(named=named, known=_known({*houses.ids(), *(row["id"] for row in kept)}))


def _known(idents: Any) -> str:
    return ", ".join(sorted(idents)) or "-"


def played(named: str, port: str | None) -> House | None:
    """The house that is meant where a region may be; None for a region, or what is neither."""
    if named in regions() or not (houses.is_file(named) or houses.ID.fullmatch(named)):
        return None
    try:
        return found(named, port)
    except NoHouse:
        return None


def on_table(link: Link) -> dict[str, Any]:
    """Houses and damaged ones of the table; none where its firmware knows nothing of houses."""
    if "houses" not in link.request("region.list"):
        return {"houses": [], "damaged": []}
    return dict(link.request("house.list"))


# ---------------------------------------------------------------- on the laptop


def new(house: Ident, base: Base, file: File = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    path = houses.make(house, base, file)
    out.json({"id": house, "region": base, "file": str(path)})
    out.say("house.new", id=house, region=region_name(base, out.lang), file=str(path))
    out.say("house.new_next", named=_typed(house, path))


def _typed(ident: str, path: Path) -> str:
    """How the house is named on the command line."""
    return ident if path.parent == houses.folder() else str(path)


def edit(house: Named, setting: Setting = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    path = houses.place(house)
    changed = _set(out, path, setting) if setting else _edited(out, path)
    _say_right(out, changed, path)


def _set(out: Output, path: Path, settings: list[str]) -> House:
    """Writes the settings into the file, if it is right with them. BadHouse, BadSetting, CannotSet."""
    written = houses.read(path)
    for pair in settings:
        before = housefile.parsed(written)
        if before.problems:
            raise BadHouse(str(path), before.problems)
        found = SETTINGS.fullmatch(pair)
        if not found:
            raise typer.BadParameter(out.text("house.pair", given=pair), param_hint="'--set'")
        names = tuple(found[1].split("."))
        try:
            written = housefile.with_value(written, names, _value(before.data.get("from"), names, found[2]))
        except ValueError as e:
            raise CannotSet(file=str(path), line=e.args[0], setting=found[1]) from e
    try:
        house = houses.checked(written, path)
    except BadHouse as e:
        raise BadSetting(str(path), e.problems) from e
    houses.write(path, written)
    return house


def _value(region: object, names: tuple[str, ...], typed: str) -> Any:
    """What was typed, as the setting's type; what does not fit stays text, and is refused with its line."""
    declared = load(region).OPTIONS if isinstance(region, str) and region in regions() else ()
    row = next((row for row in declared if names == ("options", row[0])), None)
    if row is not None and row[2] is None and typed.lower() in ("true", "false"):
        return typed.lower() == "true"
    number = names[0] == "worths" or (row is not None and isinstance(row[1], int) and row[2] is not None)
    meant = whole_number(typed) if number else None
    return typed if meant is None else meant


def _edited(out: Output, path: Path) -> House:
    """The house after the editor was closed. At a terminal it may be opened again as long as something is wrong."""
    houses.read(path)
    while True:
        _open_editor(path)
        try:
            return houses.loaded(str(path))
        except BadHouse as e:
            if not sys.stdin.isatty():
                raise
            out.error(e)
            if not out.ask("house.again"):
                raise typer.Exit(e.EXIT) from e


def _open_editor(path: Path) -> None:
    """Waits until the editor is closed. EditorFailed."""
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    there = named or next((name for name in EDITORS if shutil.which(name)), None)
    if there is None:
        raise EditorFailed(command="EDITOR", why="no editor is named")
    if not named and not sys.stdin.isatty():  # one of these would wait for keys that nobody can press
        raise EditorFailed(command=there, why="there is no terminal")
    try:
        done = subprocess.run([*shlex.split(there, posix=os.name != "nt"), str(path)], check=False)
    except (OSError, ValueError) as e:
        raise EditorFailed(command=there, why=getattr(e, "strerror", None) or str(e)) from e
    if done.returncode:
        raise EditorFailed(command=there, why=f"exit status {done.returncode}")


def check(house: Named, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    path = houses.place(house)
    _say_right(out, houses.loaded(house), path)


def _say_right(out: Output, house: House, path: Path) -> None:
    out.json(described(house, out.lang, file=str(path)))
    name = house_name(house.options, out.lang)
    out.say("house.right", id=house.id, name=name, region=region_name(house.region, out.lang), n=len(_changes(house)))
    _say_unused(out, _changes(house))
    out.say("house.next", named=_typed(house.id, path))


# ---------------------------------------------------------------- what differs from the base


def _changes(house: House) -> list[dict[str, Any]]:
    """Options and worths that are not those of the base: `setting`, `base`, `value`; `unused`: by which other option it
    does nothing, only for one that does not.
    """
    rules = house.rules
    base = load(house.region)
    off = {**without_effect(rules), **uncounted(rules)}
    out: list[dict[str, Any]] = []
    for row in rules.OPTIONS:
        if row[0] != rules.WORTHS and rules.options[row[0]] != row[1]:
            out.append({"setting": "options." + row[0], "base": row[1], "value": rules.options[row[0]]})
    for ident, _ in base.PATTERNS:  # those, too, that the options take out
        if ident in rules.options[rules.WORTHS]:
            out.append(
                {"setting": "worths." + ident, "base": base.worth[ident], "value": rules.options[rules.WORTHS][ident]}
            )
    for row in out:
        why = off.get(row["setting"].partition(".")[2])
        row.update({"unused": why} if why else {})
    return out


def _say_unused(out: Output, changes: list[dict[str, Any]]) -> None:
    for row in changes:
        if "unused" in row:
            out.say("house.unused", setting=row["setting"], why=row["unused"])


def described(house: House, lang: str, **more: Any) -> dict[str, Any]:
    """A house as --json shows it."""
    keys = {"options": "option.", "worths": "pattern."}
    changes = []
    for row in _changes(house):
        table, _, name = row["setting"].partition(".")
        key = keys[table] + name
        changes.append({**row, "text": names(house.region, [key], lang)[key]})
    named = {one: house_name(house.options, one) for one in housefile.BOTH}
    return {"id": house.id, "region": house.region, "name": named, "changes": changes, **more}


def show(house: Named, port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    shown = found(house, port)
    what = described(shown, out.lang)
    out.json({**what, "options": shown.options})
    out.say("house.head", id=shown.id, region=region_name(shown.region, out.lang), **what["name"])
    if not what["changes"]:
        out.say("house.same")
        return
    table = out.table("setting!", "meaning", "base>", "here>")
    for row in what["changes"]:
        table.add_row(row["setting"], row["text"], word(row["base"]), word(row["value"]))
    out.show(table)
    _say_unused(out, what["changes"])


# ---------------------------------------------------------------- laptop and table


def house_list(port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    there = None
    try:
        with tables.connect(port) as link:
            there = on_table(link)
    except LinkError:
        if port is not None:
            raise
    listed = known(there, out.lang)
    out.json([{key: row[key] for key in ("id", "name", "region", "laptop", "table")} for row in listed])
    if not listed:
        out.say("house.none")
        return
    table = out.table("id!", "name", "base", "on_laptop", *([] if there is None else ["on_table"]))
    for row in listed:
        base = region_name(row["region"], out.lang) if row["region"] else "–"
        states = [row["laptop"]] if there is None else [row["laptop"], row["table"]]
        cells = [out.text("house.is_" + state) if state else "–" for state in states]
        table.add_row(row["id"], row["name"] or "–", base, *cells)
    out.show(table)
    if any(row["laptop"] == "wrong" for row in listed):
        out.say("house.see_check")


def known(there: dict[str, Any] | None, lang: str) -> list[dict[str, Any]]:
    """The houses of this laptop and those `there` (on_table), by id.

    `laptop`: "there", "wrong" or None; `table`: "there", "other" (than on the laptop), "damaged" or None. `name`,
    `region` and `house` (that option) are None where nobody can say.
    """
    rows = {ident: _row_here(ident, lang) for ident in houses.ids()}
    for kept in there["houses"] if there else ():
        ident = kept["id"]
        row = rows.get(ident) or _row(ident)
        if row["region"] is None:
            row = {**row, "name": house_name(kept, lang), "region": kept["region"], "house": kept["house"]}
        differs = row["crc"] is not None and row["crc"] != kept["crc"]
        rows[ident] = {**row, "table": "other" if differs else "there"}
    for ident in there["damaged"] if there else ():
        rows[ident] = {**rows.get(ident, _row(ident)), "table": "damaged"}
    return [rows[ident] for ident in sorted(rows)]


def _row(ident: str) -> dict[str, Any]:
    return {"id": ident, **dict.fromkeys(("name", "region", "house", "laptop", "table", "crc"))}


def _row_here(ident: str, lang: str) -> dict[str, Any]:
    try:
        house = houses.loaded(ident)
    except (BadHouse, BadFile):
        return {**_row(ident), "laptop": "wrong"}
    said = {"name": house_name(house.options, lang), "region": house.region, "house": house.options["house"]}
    return {**_row(ident), **said, "laptop": "there", "crc": house.crc}


def send(house: Named, port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    sent = houses.loaded(house)
    with tables.connect(port) as link:
        result = link.request("house.set", id=sent.id, region=sent.region, options=sent.options)
    out.json(result)
    kept = len(result["houses"]) + len(result["damaged"])
    out.say("house.sent", id=sent.id, name=house_name(sent.options, out.lang), n=kept)
    out.say("house.sent_next", id=sent.id)


def drop(
    house: Ident, only: Only = None, yes: Yes = False, port: Port = None, as_json: Json = False, lang: Lang = None
) -> None:
    out = Output(lang, as_json)
    gone = []
    if only is not Place.laptop and _dropped_there(house, only is Place.table, port):
        gone.append("table")
    if only is not Place.table and house in houses.ids():
        if yes or not sys.stdin.isatty() or out.ask("house.drop_ask"):
            houses.drop(house)
            gone.append("laptop")
    elif only is Place.laptop or not gone:
        raise NoHouse(named=house, known=_known(houses.ids()))
    out.json({"id": house, "dropped": gone})
    for place in gone:
        out.say("house.dropped_" + place, id=house)
    if not gone:
        out.say("house.kept", id=house)


def _dropped_there(ident: str, must: bool, port: str | None) -> bool:
    """Did the table have the house, and has it no more? `must`: it has to. NoHouseThere."""
    try:
        with tables.connect(port) as link:
            there = on_table(link)
            kept = {row["id"] for row in there["houses"]} | set(there["damaged"])
            if ident in kept:
                link.request("house.drop", id=ident)
    except LinkError:
        if must or port is not None:
            raise
        return False
    if must and ident not in kept:
        raise NoHouseThere(named=ident, known=_known(kept))
    return ident in kept
