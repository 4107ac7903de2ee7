"""A region as players would read it before they play."""

from typing import Any

from engine_core.rules import Ruleset
from mjtable import tables
from mjtable.arguments import Json, Lang, Port
from mjtable.commands import house
from mjtable.commands.rules import Options, Region, given_options, loaded
from mjtable.errors import LinkError
from mjtable.output import Output
from mjtable.rulebook import gathered, page


def region_show(
    region: Region, option: Options = None, port: Port = None, as_json: Json = False, lang: Lang = None
) -> None:
    """With the options of the table, if it plays these rules, and over them those that were typed."""
    out = Output(lang, as_json)
    meant = house.played(region, port)
    base, own = (meant.region, meant.options) if meant else (region, {})
    given = given_options(out, base, option)
    declared = loaded(base, {**own, **given})
    played = _played(declared, port)
    rules = loaded(base, {**own, **(played or {}), **given})
    what = gathered.data(rules, out.lang)
    out.json({**what, "played": played is not None})
    if not as_json:
        page.Page(out, what).show(played is not None)


def _played(rules: Ruleset, port: str | None) -> dict[str, Any] | None:
    """The options that the table has changed, None when there is no table or it plays other rules."""
    try:
        with tables.connect(port) as link:
            state = link.request("status")
    except LinkError:
        if port is not None:
            raise
        return None
    options: dict[str, Any] = state["options"]
    same = state["region"] == rules.ID and options.get("house", "") == rules.options["house"]
    return options if same else None
