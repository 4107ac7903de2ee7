"""Regions and their options: what they are, and which the table plays."""

import json
from typing import Annotated, Any

import typer

from engine_core.check import RecordError
from engine_core.rules import Ruleset, load
from mjtable import tables
from mjtable.arguments import Json, Lang, Port
from mjtable.commands import house
from mjtable.errors import BadRules, LinkError, NoRegion
from mjtable.output import Output, option_text, word
from mjtable.regions import house_name, names, region_name, regions, rules_title

Region = Annotated[str, typer.Argument(show_default=False)]


def loaded(region: str, options: dict[str, Any] | None = None) -> Ruleset:
    """A region's rules; BadRules names the region or option that is wrong."""
    try:
        return load(region, options)
    except RecordError as e:
        raise BadRules(why=str(e)) from e


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
    here, state, there, kept = regions(), None, None, None
    try:
        with tables.connect(port) as link:
            there = link.request("region.list")["regions"]
            kept = house.on_table(link)
            state = link.request("status")
    except LinkError:
        if port is not None:
            raise
    current = state["region"] if state else None
    houses = house.known(kept, out.lang)
    ours = {"laptop": [row["id"] for row in houses if row["laptop"]]}
    theirs = {"table": None if kept is None else [row["id"] for row in houses if row["table"]]}
    out.json({"laptop": here, "table": there, "current": current, "houses": {**ours, **theirs}})
    table = out.table("id!", "region", "tiles", *([] if there is None else ["on_table"]))

    def add(ident: str, name: str, tiles: str, on_table: bool, is_played: bool) -> None:
        mark = "●" if is_played else "✓" if on_table else "–"
        table.add_row(ident, name, tiles, *([] if there is None else [mark]))

    playing = state["options"].get("house", "") if state else ""
    for region in sorted({*here, *(there or [])}):
        found = names(region, ["region.name", "region.tiles"], out.lang)
        is_played = region == current and not any(row["house"] == playing for row in houses)
        add(region, found["region.name"], found["region.tiles"], region in (there or []), is_played)
    for row in houses:
        base = region_name(row["region"], out.lang) if row["region"] else "–"
        is_played = row["region"] == current is not None and row["house"] == playing
        add(row["id"], row["name"] or "–", out.text("house.of", base=base), row["table"] is not None, is_played)
    out.show(table)
    if there is not None:
        out.say("region.legend")


def region_show(region: Region, port: Port = None, as_json: Json = False, lang: Lang = None) -> None:
    out = Output(lang, as_json)
    meant = house.played(region, port)
    declared = meant.rules if meant else loaded(region)
    current = _current(declared, port)
    out.json(described(declared, current, out.lang))
    if not as_json:
        _show(out, declared, current)


def _current(rules: Ruleset, port: str | None) -> dict[str, Any] | None:
    """All options as the table plays them, None when there is no table or it plays other rules."""
    try:
        with tables.connect(port) as link:
            state = link.request("status")
    except LinkError:
        if port is not None:
            raise
        return None
    if state["region"] != rules.ID or state["options"].get("house", "") != rules.options["house"]:
        return None
    return loaded(rules.ID, state["options"]).options


def described(rules: Ruleset, current: dict[str, Any] | None, lang: str) -> dict[str, Any]:
    """A region's declarations with their texts, as --json shows them.

    Of a house the defaults and worths are its own, and the region's are `base` where they differ.
    """
    own = loaded(rules.ID)
    option_texts = names(rules.ID, ["option." + row[0] for row in rules.OPTIONS], lang)
    pattern_texts = names(rules.ID, ["pattern." + row[0] for row in rules.PATTERNS], lang)
    head = names(rules.ID, ["region.name", "region.tiles", "unit.worth"], lang)
    return {
        "region": rules.ID,
        "name": house_name(rules.options, lang) or head["region.name"],
        "tiles": head["region.tiles"],
        "seats": rules.SEATS,
        "unit": head["unit.worth"],
        "options": [
            {
                "id": row[0],
                "type": option_type(row),
                "default": rules.options[row[0]],
                **({"base": row[1]} if rules.options[row[0]] != row[1] else {}),
                "range": list(row[2]) if row[2] else None,
                "value": None if current is None else current[row[0]],
                "text": option_texts["option." + row[0]],
            }
            for row in rules.OPTIONS
        ],
        "patterns": [
            {
                "id": ident,
                "worth": rules.worth[ident],
                **({"base": own.worth[ident]} if rules.worth[ident] != own.worth[ident] else {}),
                "text": pattern_texts["pattern." + ident],
            }
            for ident, _ in rules.PATTERNS
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
        table.add_row(row["id"], row["text"], _range(row), _marked(row, word(row["default"])), *now)
    out.show(table)
    out.line()
    table = out.table("pattern!", "meaning", "worth>")
    for row in what["patterns"]:
        table.add_row(row["id"], row["text"], _marked(row, f"{row['worth']} {what['unit']}" if row["worth"] else "–"))
    out.show(table)
    if rules.changed:
        out.say("house.legend", region=region_name(rules.ID, out.lang))


def _marked(row: dict[str, Any], shown: str) -> str:
    """What a house has in place of its base's default or worth, which stands behind it."""
    return f"* {shown} ({word(row['base'])})" if "base" in row else shown


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
    meant = house.played(region, port)
    base, own = (meant.region, meant.options) if meant else (region, {})
    changed = loaded(base, {**own, **{name: value_of(base, name, text) for name, text in given.items()}}).changed
    with tables.connect(port) as link:
        result = link.request("region.set", region=base, options=changed)
    out.json({**result, "region": base, "options": changed})
    out.say("region.set", name=rules_title(base, changed, out.lang), options=option_text(changed))


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
    out.say("region.set", name=rules_title(state["region"], changed, out.lang), options=option_text(changed))


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
