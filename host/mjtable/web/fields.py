"""Options as fields of a form, made from what a region declares of them, and read back from what was sent."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from starlette.datastructures import FormData

from engine_core.check import RecordError
from engine_core.rules import Ruleset
from mjtable.commands.rules import value_of
from mjtable.errors import BadRules
from mjtable.phrases import said
from mjtable.regions import names
from mjtable.rulebook.declared import at_play, option_type, options, unused
from mjtable.web.pieces import Pieces

PREFIX = "opt."
FEW = 4  # words of a choice that stand side by side
SPREAD = 4  # a longer text of words does not fit beside each other


class Choice(NamedTuple):
    word: str
    text: str
    chosen: bool


class Field(NamedTuple):
    """One option. `before`: what the table has, where `value` is another; `error`: why `value` may not be; `unused`:
    why it does nothing now; `at_play`: it is for the table alone.
    """

    id: str
    type: str
    text: str
    help: str
    low: int
    high: int
    value: Any
    before: str
    choices: list[Choice]
    wide: bool
    error: str
    unused: str
    at_play: bool

    @property
    def name(self) -> str:
        return PREFIX + self.id


def fields(p: Pieces, rules: Ruleset, given: Mapping[str, Any], kept: Mapping[str, Any]) -> list[Field]:
    """The options of a region with the values `given`; `kept`: what is played now. Others have their defaults."""
    rows = [row for row in options(rules) if row["type"] != "table"]
    keys = ["option." + row["id"] for row in rows]
    keys += ["choice." + one for row in rows if row["type"] == "choice" for one in row["range"]]
    words = names(rules.ID, keys, p.lang)
    off = unused(rules, given)
    alone = at_play(rules)
    found = [_field(p, rules, row, words, given, kept, off.get(row["id"])) for row in rows]
    return [one._replace(at_play=one.id in alone) for one in found]


def _field(
    p: Pieces,
    rules: Ruleset,
    row: dict[str, Any],
    words: dict[str, str],
    given: Mapping[str, Any],
    kept: Mapping[str, Any],
    off: str | None,
) -> Field:
    """`off`: the option that makes this one do nothing."""
    value = given.get(row["id"], row["default"])
    had = kept.get(row["id"], row["default"])
    before = "" if _same(value, had) else shown(p, row["type"], had, words)
    choices = [
        Choice(one, words["choice." + one], one == value) for one in (row["range"] if row["type"] == "choice" else [])
    ]
    low, high = row["range"] if row["type"] in ("number", "numbers") else (0, 0)
    return Field(
        id=row["id"],
        type=row["type"],
        text=words["option." + row["id"]],
        help=_help(p, row, words),
        low=low,
        high=high,
        value=value,
        before=before,
        choices=choices,
        wide=len(choices) > FEW or sum(len(one.text) for one in choices) > SPREAD * (5 if p.lang == "zh" else 9),
        error=wrong(rules, row["id"], value, p.lang),
        at_play=False,
        unused="" if off is None else _why_unused(p, rules, off, words, given),
    )


def _why_unused(p: Pieces, rules: Ruleset, off: str, words: dict[str, str], given: Mapping[str, Any]) -> str:
    row = next(row for row in options(rules) if row["id"] == off)
    value = shown(p, row["type"], given.get(off, row["default"]), words)
    return p.t("option.unused", option=words["option." + off], value=value)


def _same(one: Any, other: Any) -> bool:
    return one == other or (isinstance(one, list | tuple) and list(one) == list(other))


def _help(p: Pieces, row: dict[str, Any], words: dict[str, str]) -> str:
    default = shown(p, row["type"], row["default"], words)
    if row["only"]:
        return p.t("option.only", only=p.t("list").join(map(str, row["only"])), default=default)
    if row["type"] in ("number", "numbers"):
        return p.t("option.range", low=row["range"][0], high=row["range"][1], default=default)
    return p.t("option.default", default=default)


def shown(p: Pieces, kind: str, value: Any, words: Mapping[str, str]) -> str:
    """A value as people read it."""
    if kind == "bool":
        return p.t("on" if value else "off")
    if kind == "choice":
        return words.get(f"choice.{value}", str(value))
    if kind == "numbers" and isinstance(value, list | tuple):
        return p.t("list").join(map(str, value))
    return str(value)


def wrong(rules: Ruleset, name: str, value: Any, lang: str) -> str:
    """Why an option may not have a value; "" when it may."""
    try:
        rules.checked_option(name, value)
    except RecordError as e:
        return said(str(e), lang)
    return ""


def read(rules: Ruleset, form: FormData) -> dict[str, Any]:
    """The options that a form says. A number that is none stays text, and is refused by name."""
    found: dict[str, Any] = {}
    for row in rules.OPTIONS:
        kind = option_type(row)
        texts = [one for one in form.getlist(PREFIX + row[0]) if isinstance(one, str)]
        if kind == "bool":
            found[row[0]] = bool(texts)
        elif kind == "table" or not texts:
            continue
        else:
            text = ",".join(texts)
            try:
                found[row[0]] = value_of(rules.ID, row[0], text)
            except BadRules:
                found[row[0]] = text
    return found


def changes(p: Pieces, found: list[Field]) -> list[tuple[str, str, str]]:
    """What differs from what is played: text, before, now."""
    return [
        (one.text, one.before, shown(p, one.type, one.value, {f"choice.{c.word}": c.text for c in one.choices}))
        for one in found
        if one.before
    ]
