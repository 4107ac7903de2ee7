"""Takes functions that are seldom needed out of what is compiled for a controller, into modules of their own.

A comment `# seldom: options` over a function or method of engine_core/rules.py puts it into engine_core/rules__options,
which engine_core/seldom.py loads when it is called. Lines and names stay what they are, so that a traceback names the
place in the sources. Functions cannot go that have decorators, or use super() or global.
"""

import ast
import re
import symtable
from collections.abc import Iterator
from typing import NamedTuple

READER = "engine_core/seldom.py"
IMPORT = "from engine_core.seldom import seldom"
MARK = re.compile(r"^ *# seldom: ([a-z]+)$", re.M)
BETWEEN = "__"


class SeldomError(ValueError):
    """A function that cannot be taken out of its module, whose path is `path`."""

    def __init__(self, path: str, why: str):
        super().__init__(why)
        self.path = path


class Moved(NamedTuple):
    node: ast.FunctionDef | ast.AsyncFunctionDef
    part: str


def seldom_apart(sources: dict[str, str]) -> dict[str, str]:
    """The sources (path -> text) without the functions marked so, and the modules that have these. SeldomError."""
    out = dict(sources)
    trees = {path: ast.parse(text) for path, text in sources.items() if MARK.search(text)}
    keywords = {node.arg for tree in _all(sources) for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    for path, tree in trees.items():
        moved = list(_marked(path, sources[path], tree))
        if moved:
            out[path] = _without(path, sources[path], tree, moved, keywords)
            for part in sorted({m.part for m in moved}):
                name = path.removesuffix(".py") + BETWEEN + part + ".py"
                out[name] = _part(path, sources[path], [m for m in moved if m.part == part])
    return out


def _all(sources: dict[str, str]) -> Iterator[ast.Module]:
    for text in sources.values():
        try:
            yield ast.parse(text)
        except SyntaxError:
            pass  # whoever compiles it says so


def whole(path: str) -> str:
    """The source that a file was taken out of; that file itself, if it was not."""
    folder, slash, name = path.rpartition("/")
    before, between, _ = name.partition(BETWEEN)
    return f"{folder}{slash}{before}.py" if before and between else path


def known_as(path: str) -> str:
    """The module that a source is, as a traceback names it; what was taken out of it has its name."""
    return whole(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _marked(path: str, text: str, tree: ast.Module) -> Iterator[Moved]:
    lines = text.split("\n")
    used = 0
    for node in [
        *tree.body,
        *(inner for outer in tree.body if isinstance(outer, ast.ClassDef) for inner in outer.body),
    ]:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and (mark := MARK.match(lines[node.lineno - 2])):
            used += 1
            for inner in ast.walk(node):
                if isinstance(inner, ast.Global) or (isinstance(inner, ast.Name) and inner.id == "super"):
                    raise SeldomError(path, f"line {inner.lineno}: {node.name} cannot be taken out of its module")
            yield Moved(node, mark[1])
    marks = sum(bool(MARK.match(line)) for line in lines)
    if marks != used:
        raise SeldomError(path, f"{marks} functions are marked, but {used} can be taken out")


def _without(path: str, text: str, tree: ast.Module, moved: list[Moved], keywords: set[str | None]) -> str:
    lines = text.split("\n")
    docstring = tree.body[0]
    if not isinstance(docstring, ast.Expr):
        raise SeldomError(path, "there must be a docstring")
    for node, part in moved:
        arguments = node.args
        named = {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)} & keywords
        takes, gives = ("*a, **k", ", a, k") if named or arguments.kwarg else ("*a", ", a")
        call = f'def {node.name}({takes}): return seldom(__name__, "{part}", "{node.name}"{gives})'
        first, last = node.lineno, node.end_lineno or 0
        lines[first - 1 : last] = [" " * node.col_offset + call] + [""] * (last - first)
    lines[(docstring.end_lineno or 1) - 1] += "; " + IMPORT
    return "\n".join(lines)


def _part(path: str, text: str, moved: list[Moved]) -> str:
    """The module of its own: the functions on the lines where they were, with what they need of their module."""
    source = text.split("\n")
    lines = [""] * len(source)
    for node, _ in moved:
        for row in range(node.lineno - 1, node.end_lineno or 0):
            indent = source[row][: node.col_offset]
            lines[row] = source[row][node.col_offset :] if not indent.strip() else source[row]
    body = "\n".join(lines)
    own = {node.name for node, _ in moved}
    needed = sorted((_used(body, path) & _there(text, path)) - own)
    if needed:
        lines[0] = f"from {known_as(path)} import {', '.join(needed)}"
    return "\n".join(lines)


def _there(text: str, path: str) -> set[str]:
    """What a module has."""
    symbols = symtable.symtable(text, path, "exec").get_symbols()
    return {symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported()}


def _used(text: str, path: str) -> set[str]:
    """The names that functions have from their module, but for annotations: MicroPython does not look at these."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return _globals(symtable.symtable(ast.unparse(tree), path, "exec"))


def _globals(table: symtable.SymbolTable) -> set[str]:
    found = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global()}
    for inner in table.get_children():
        found |= _globals(inner)
    return found
