"""Sentences about a region that can be neither declared nor measured: the rows (key, zh, en) of notes/<region>.tsv.

They are for this page alone, so they lie here and cost the table nothing. A region need not have any. A "\\n" in a
note begins a new line. What holds only with some options stands in brackets after them: "[edition=1|no chow]",
"[!gen|...]" (it is off, or 0), "[birds&!bird_mode=add|...]".
"""

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from engine_core.rules import load
from mjtable.texts import LANGUAGES

_BRACKETS = re.compile(r"\[([^][|]+)\|([^][]*)\]")

# How players call wild tiles, if not as elsewhere; then, in the order of the page, each at the end of its section: the
# wall; wild tiles; claims; shapes that win; the minimum; what a hand is worth; payments; kongs; a drawn hand; who deals
# next; false wins and dead hands.
KEYS = ("wild", "wall", "wilds", "claims", "wins", "minimum", "worth", "pay", "kongs", "drawn", "dealer", "penalties")


def of(region: str, lang: str, options: Mapping[str, Any] | None = None) -> dict[str, str]:
    """The notes that there are with these options (all of them; None: as the region's page has them), by key."""
    rows = written(region)
    known = load(region).options if options is None and rows else options or {}
    found = {key: _holding(row[LANGUAGES.index(lang)], known) for key, *row in rows}
    return {key: found[key] for key in KEYS if found.get(key)}


def written(region: str) -> list[list[str]]:
    """The rows of a region's file: key, Chinese, English."""
    path = files("mjtable.rulebook").joinpath("notes", region + ".tsv")
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    return [line.split("\t") for line in lines if not line.startswith("#")]


def _holding(note: str, options: Mapping[str, Any]) -> str:
    """The lines of a note, of what stands in brackets that which holds."""

    def held(found: re.Match[str]) -> str:
        return found[2] if all(_holds(one, options) for one in found[1].split("&")) else ""

    lines = [_BRACKETS.sub(held, line).strip() for line in note.split("\\n")]
    return "\n".join(line for line in lines if line)


def _holds(condition: str, options: Mapping[str, Any]) -> bool:
    """Of "birds", "!birds", "edition=1", "!bird_mode=add"."""
    name, is_value, value = condition.removeprefix("!").partition("=")
    holds = str(options[name]) == value if is_value else bool(options[name])
    return holds != condition.startswith("!")
