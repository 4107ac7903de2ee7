"""Leaves of a region's options their defaults in what is compiled for a controller: the rows that say what an option
may be are needed only when a house changes some.

    OPTIONS = (                               becomes    DEFAULTS = {"players": 4, ...}; ROWS = 2595
        ("players", 4, (4, 5)), ...

in the class of a region's rules, and the rows, with those that every region has, are what the function `option_rows` of
that part gives (host/mjtable/seldom.py). A row takes 48 bytes of heap beside its names, a default 8. Lines stay what
they are.
"""

import ast
from collections.abc import Collection
from importlib import import_module

from mjtable import imports, seldom, shorten

REGIONS = "engine_core/regions/"
RULES = "engine_core/rules.py"
PART = "options"
ROWS = ("OPTIONS", "HOUSE")  # a region's own rows, and those that every region has
# What engine_core/rules.py asks for, and what it is on a controller. Whoever gets these defaults does not change them.
ASKED = (
    ('HOUSE: tuple = (("worths", {}, (0, 9999)), ("house", "", 40))', ""),
    ("    OPTIONS: tuple = ()", ""),
    ("{row[0]: row[1] for row in self.OPTIONS + self.HOUSE}", "self.DEFAULTS"),
    (
        "return rules.OPTIONS + rules.HOUSE",
        'from .seldom import seldom; return seldom(rules.ROWS, "option_rows")()',
    ),
)


def defaults_apart(sources: dict[str, str], outside: Collection[str] = ()) -> dict[str, str]:
    """The sources (path -> text) of the core and its regions, whose rows come when they are asked for; as they are if
    one of the texts of `outside`, programs that ask modules for something, asks for the rows itself. SeldomError.
    """
    out = dict(sources)
    if shorten.words(outside) & set(ROWS):
        return out
    for path in sources:
        if path.startswith(REGIONS) and ROWS[0] in (said := _said(sources[path])):
            rules = import_module(imports.module(path)).Rules
            out[path] = _text(path, sources[path], said, rules.OPTIONS + rules.HOUSE)
    if RULES in sources:
        for asked, becomes in ASKED:
            if out[RULES].count(asked) != 1:
                raise seldom.SeldomError(RULES, f"there is no {asked}")
            out[RULES] = out[RULES].replace(asked, becomes)
    return out


def _said(text: str) -> dict[str, ast.stmt]:
    """Where a region's rules say what rows they have: name -> statement."""
    found = {}
    for node in ast.parse(text).body:
        for inner in node.body if isinstance(node, ast.ClassDef) and node.name == "Rules" else ():
            targets = inner.targets if isinstance(inner, ast.Assign) else [getattr(inner, "target", None)]
            found.update({name: inner for name in ROWS if [getattr(t, "id", "") for t in targets] == [name]})
    return found


def _text(path: str, text: str, said: dict[str, ast.stmt], rows: tuple) -> str:
    lines = text.rstrip("\n").split("\n")
    defaults = {row[0]: row[1] for row in rows}
    for name, node in said.items():
        new = f"DEFAULTS = {defaults!r}; ROWS = {seldom.part_number(path, PART)}" if name == ROWS[0] else ""
        first, last = node.lineno - 1, node.end_lineno or 0
        lines[first:last] = [" " * node.col_offset + new] + [""] * (last - first - 1)
    made = "\n".join([*lines, "", "", f"# seldom: {PART} alone", f"def option_rows(): return {rows!r}", ""])
    names = {name for node in said.values() for name in _names(node)}
    return shorten.without(made, names - _names(ast.parse(made)))


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
