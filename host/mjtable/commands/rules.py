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
from mjtable.output import Output, option_text, word

Region = Annotated[str, typer.Argument(show_default=False)]


def regions() -> list[str]:
    """Ids of the regions that this mjtable knows."""
    found = (entry.name for entry in files("engine_core").joinpath("regions").iterdir())
    return sorted(name[:-3] for name in found if name.endswith(".py") and "_" not in name)  # others are parts of one


def loaded(region: str, options: dict[str, Any] | None = None) -> Ruleset:
    """A region's rules; BadRules names the region or option that is wrong."""
    try:
        return load(region, options)
    except RecordError as e:
        raise BadRules(why=str(e)) from e


def region_name(region: str, lang: str) -> str:
    return names(region, ["region.name"], lang)["region.name"]


def rules_name(region: str, options: dict[str, Any] | None, lang: str) -> str:
    """What a house calls its own rules, else the region's name."""
    house = (options or {}).get("house")
    return house if isinstance(house, str) and house else region_name(region, lang)


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


def region_show(region: Region, port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    declared = loaded(region)
    current = _current(region, port)
    out.json(described(declared, current, out.lang))
    if not as_json:
        _show(out, declared, current)


def _current(region: str, port: str | None) -> dict[str, Any] | None:
    """All options as the table plays them, None when there is no table or it plays another region."""
    try:
        with tables.connect(port) as link:
            state = link.request("status")
    except LinkError:
        if port is not None:
            raise
        return None
    return loaded(region, state["options"]).options if state["region"] == region else None


def described(rules: Ruleset, current: dict[str, Any] | None, lang: str) -> dict[str, Any]:
    """A region's declarations with their texts, as --json shows them."""
    option_texts = names(rules.ID, ["option." + row[0] for row in rules.OPTIONS], lang)
    pattern_texts = names(rules.ID, ["pattern." + row[0] for row in rules.PATTERNS], lang)
    head = names(rules.ID, ["region.name", "region.tiles", "unit.worth"], lang)
    return {
        "region": rules.ID,
        "name": head["region.name"],
        "tiles": head["region.tiles"],
        "seats": rules.SEATS,
        "unit": head["unit.worth"],
        "options": [
            {
                "id": row[0],
                "type": option_type(row),
                "default": row[1],
                "range": list(row[2]) if row[2] else None,
                "value": None if current is None else current[row[0]],
                "text": option_texts["option." + row[0]],
            }
            for row in rules.OPTIONS
        ],
        "patterns": [
            {"id": ident, "worth": worth, "text": pattern_texts["pattern." + ident]} for ident, worth in rules.PATTERNS
        ],
    }


def option_type(row: tuple[Any, ...]) -> str:
    """The type of a declared option: bool, choice or number."""
    return "bool" if row[2] is None else "choice" if isinstance(row[1], str) else "number"


def _show(out: Output, rules: Ruleset, current: dict[str, Any] | None) -> None:
    what = described(rules, current, out.lang)
    out.say("region.head", name=what["name"], id=rules.ID, seats=rules.SEATS, tiles=what["tiles"])
    out.line()
    table = out.table("option!", "meaning", "range", "default>", *([] if current is None else ["current>"]))
    for row in what["options"]:
        now = [] if current is None else [("* " if row["value"] != row["default"] else "") + word(row["value"])]
        table.add_row(row["id"], row["text"], _range(row), word(row["default"]), *now)
    out.show(table)
    out.line()
    table = out.table("pattern!", "meaning", "worth>")
    for row in what["patterns"]:
        table.add_row(row["id"], row["text"], f"{row['worth']} {what['unit']}" if row["worth"] else "–")
    out.show(table)


def _range(row: dict[str, Any]) -> str:
    if row["type"] == "bool":
        return "true | false"
    return " | ".join(row["range"]) if row["type"] == "choice" else "{}..{}".format(*row["range"])


Options = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="ID=VALUE", show_default=False)]


def region_set(
    region: Region, option: Options = None, port: Port = None, as_json: Json = False, lang: Lang = None
) -> None:
    out = Output(lang, as_json)
    given = dict(_split(out, pair) for pair in option or [])
    changed = loaded(region, {name: value_of(region, name, text) for name, text in given.items()}).changed
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


def _split(out: Output, pair: str) -> tuple[str, str]:
    name, sign, value = pair.partition("=")
    if not sign:
        raise typer.BadParameter(out.text("option.pair", given=pair))
    return name, value


def value_of(region: str, name: str, text: str) -> Any:
    """What was typed for an option, as its declared type; text that does not fit stays text, and is refused by name."""
    row = next((row for row in loaded(region).OPTIONS if row[0] == name), None)
    if row is None or option_type(row) == "choice":
        return text
    try:
        value = json.loads(text.lower())
    except ValueError:
        return text
    return value if isinstance(value, bool | int) else text
