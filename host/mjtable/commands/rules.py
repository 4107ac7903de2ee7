"""Regions and their options: what they are, and which the table plays."""

import json
from importlib.resources import files
from typing import Annotated, Any

import typer

from engine_core import texts
from engine_core.check import RecordError
from engine_core.rules import Ruleset, load
from mjtable import tables
from mjtable.arguments import Json, Lang, Port
from mjtable.errors import BadRules, LinkError, NoRegion
from mjtable.output import Output, option_text
from mjtable.rulebook.declared import option_type

Region = Annotated[str, typer.Argument(show_default=False)]


def regions() -> list[str]:
    """Ids of the regions that this mjtable knows."""
    found = (entry.name for entry in files("engine_core").joinpath("regions").iterdir())
    return sorted(name[:-3] for name in found if name.endswith(".py") and not name.startswith("_"))


def loaded(region: str, options: dict[str, Any] | None = None) -> Ruleset:
    """A region's rules; BadRules names the region or option that is wrong."""
    try:
        return load(region, options)
    except RecordError as e:
        raise BadRules(why=str(e)) from e


def region_name(region: str, lang: str) -> str:
    return names(region, ["region.name"], lang)["region.name"]


def names(region: str, keys: list[str], lang: str) -> dict[str, str]:
    """Texts of the core for a region; a region that this mjtable does not know keeps its keys."""
    try:
        return texts.find(region, keys, lang)
    except OSError:
        return {key: key.split(".")[-1] for key in keys}


def tile_names(region: str, wanted: list[str], lang: str) -> str:
    """Tiles as the language calls them: "春 夏" or "1f 2f"; "-" for none."""
    words = names(region, ["word.digits", "word.suits", "word.honours", "word.flowers"], lang)
    out = []
    for name in wanted:
        number, letter = int(name[0]) - 1, name[1]
        if lang == "en" or letter not in "mpszf":
            out.append(name)
        elif letter in "mps":
            out.append(words["word.digits"][number] + words["word.suits"]["mps".index(letter)])
        else:
            out.append(words["word.honours" if letter == "z" else "word.flowers"][number])
    return " ".join(out) or "-"


def region_list(port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    here, current, there = regions(), None, None
    try:
        with tables.connect(port) as link:
            there = link.request("region.list")["regions"]
            current = link.request("status")["region"]
    except LinkError:
        if port is not None:
            raise
    out.json({"laptop": here, "table": there, "current": current})
    table = out.table("id!", "region", "tiles", *([] if there is None else ["on_table"]))
    for region in sorted({*here, *(there or [])}):
        found = names(region, ["region.name", "region.tiles"], out.lang)
        mark = "●" if region == current else "✓" if region in (there or []) else "–"
        table.add_row(region, found["region.name"], found["region.tiles"], *([] if there is None else [mark]))
    out.show(table)
    if there is not None:
        out.say("region.legend")


Options = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="ID=VALUE", show_default=False)]


def region_set(
    region: Region, option: Options = None, port: Port = None, as_json: Json = False, lang: Lang = None
) -> None:
    out = Output(lang, as_json)
    changed = loaded(region, given_options(out, region, option)).changed
    with tables.connect(port) as link:
        result = link.request("region.set", region=region, options=changed)
    out.json({**result, "region": region, "options": changed})
    out.say("region.set", name=region_name(region, out.lang), options=option_text(changed))


def option_set(
    name: Annotated[str, typer.Argument(metavar="ID", show_default=False)],
    value: Annotated[str, typer.Argument(show_default=False)],
    port: Port = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    out = Output(lang, as_json)
    with tables.connect(port) as link:
        state = link.request("status")
        if state["region"] is None:
            raise NoRegion()
        options = {**state["options"], name: value_of(state["region"], name, value)}
        changed = loaded(state["region"], options).changed
        result = link.request("region.set", region=state["region"], options=changed)
    out.json({**result, "region": state["region"], "options": changed})
    out.say("region.set", name=region_name(state["region"], out.lang), options=option_text(changed))


def given_options(out: Output, region: str, pairs: list[str] | None) -> dict[str, Any]:
    """What was typed as ID=VALUE, each as its declared type."""
    given = dict(_split(out, pair) for pair in pairs or [])
    return {name: value_of(region, name, text) for name, text in given.items()}


def _split(out: Output, pair: str) -> tuple[str, str]:
    name, sign, value = pair.partition("=")
    if not sign:
        raise typer.BadParameter(out.text("option.pair", given=pair))
    return name, value


def value_of(region: str, name: str, text: str) -> Any:
    """What was typed for an option, as its declared type; text that does not fit stays text, and is refused by name."""
    rules = loaded(region)
    row = next((row for row in rules.OPTIONS + rules.HOUSE if row[0] == name), None)
    if row is None or option_type(row) in ("choice", "text"):
        return text
    try:
        value = json.loads(text.lower())
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, bool | int | dict | list) else text
