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
from mjtable.link import Link
from mjtable.output import Output, option_text
from mjtable.regions import names, region_name, regions, rules_title
from mjtable.rulebook.declared import option_type
from mjtable.wholenumber import whole_number

Region = Annotated[str, typer.Argument(metavar="REGION", show_default=False)]


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


Options = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="ID=VALUE", show_default=False)]


def region_set(
    region: Region, option: Options = None, port: Port = None, as_json: Json = False, lang: Lang = None
) -> None:
    out = Output(lang, as_json)
    meant = house.played(region, port)
    base, own = (meant.region, meant.options) if meant else (region, {})
    changed = loaded(base, {**own, **given_options(out, base, option)}).changed
    with tables.connect(port) as link:
        _play(out, link, base, changed)


def option_set(
    name: Annotated[str, typer.Argument(metavar="ID", show_default=False)],
    value: Annotated[str, typer.Argument(metavar="VALUE", show_default=False)],
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
        _play(out, link, state["region"], changed)


def _play(out: Output, link: Link, region: str, changed: dict[str, Any]) -> None:
    """The table plays these rules from now on; says so, and where they need a new session."""
    result = link.request("region.set", region=region, options=changed)
    new = link.request("status")["phase"] == "new"
    out.json({**result, "region": region, "options": changed})
    out.say("region.set", name=rules_title(region, changed, out.lang), options=option_text(changed))
    if new:
        out.say("region.then_session")


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
    """What was typed for an option, as its declared type (several numbers with commas between them); text that does not
    fit stays text, and is refused by name.
    """
    rules = loaded(region)
    row = next((row for row in rules.OPTIONS + rules.HOUSE if row[0] == name), None)
    if row is None or option_type(row) in ("choice", "text"):
        return text
    if option_type(row) == "numbers":
        return [_plain(part) for part in text.strip("[]").split(",")]
    value = _plain(text)
    if option_type(row) == "number" and (isinstance(value, bool) or not isinstance(value, int)):
        low, high = row[2]
        raise BadRules(why=f"options.{name}: {text} is no whole number in {low}..{high}")
    return value


def _plain(text: str) -> Any:
    """A number or a truth value that was typed, or the text."""
    try:
        value = json.loads(text.lower(), parse_int=whole_number)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, bool | int | dict | list) else text
