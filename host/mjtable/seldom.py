"""Takes functions that are seldom needed out of what is compiled for a controller, into parts of their own.

A comment `# seldom: options` over a function or method puts it into a part with those of its module that are for the
same; engine_core/seldom.py loads it when it is called. A private function that only these call leaves nothing in its
module, nor does one that is there `alone` (`# seldom: options alone`): who asks for it names the part. Lines stay what
they are, so that a traceback names the place in the sources. Functions cannot go that have decorators, or use super()
or global.

Methods that objects alone are asked for leave nothing but their names in a `__getattr__` of their class, which finds
them: what calls one by itself takes 56 bytes. That is so where no other class of the family has a method of the name,
and nobody asks a class for it.
"""

import ast
import hashlib
import re
import symtable
from collections.abc import Iterator
from typing import NamedTuple

from mjtable.imports import module, source_of

FILE = "engine_core/_parts.bin"
LINE = 13  # bytes of each line of its index
IMPORT = "from engine_core.seldom import "
FOUND = '__getattr__ = found("%s")'
CALL = 56  # bytes of what calls a method,
FINDER = 64  # and of a `__getattr__` beside its text
MARK = re.compile(r"^ *# seldom: ([a-z]+)( alone)?$", re.M)


class SeldomError(ValueError):
    """A function that cannot be taken out of its module, whose path is `path`."""

    def __init__(self, path: str, why: str):
        super().__init__(why)
        self.path = path


class Moved(NamedTuple):
    node: ast.FunctionDef | ast.AsyncFunctionDef
    what_for: str
    alone: bool


RELATIVE = re.compile(r"from \.+[\w.]* import")


class Part(NamedTuple):
    """A part: the path of the source that it was taken out of, and its text."""

    path: str
    text: str


def seldom_apart(sources: dict[str, str]) -> tuple[dict[str, str], dict[int, Part]]:
    """The sources (path -> text) without the functions marked so, and the parts (number -> Part). SeldomError."""
    out = dict(sources)
    parts: dict[int, Part] = {}
    trees = dict(_all(sources))
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    keywords = {node.arg for node in nodes if isinstance(node, ast.keyword)}
    asked = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    asked |= {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
    asked |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    marked = {
        path: list(_marked(path, text, trees[path]))
        for path, text in sources.items()
        if path in trees and MARK.search(text)
    }
    families = Families(trees)
    families.take(marked)
    for path, moved in marked.items():
        tree = trees[path]
        found = {cls: families.found(path, cls) for cls in tree.body if isinstance(cls, ast.ClassDef)}
        out[path] = _without(path, sources[path], tree, moved, keywords, asked, found)
        for what_for in sorted({m.what_for for m in moved}):
            number = part_number(path, what_for)
            if number in parts:
                raise SeldomError(path, f"the number of its part {what_for} is taken by one of {parts[number].path}")
            parts[number] = Part(path, _part(path, sources[path], [m for m in moved if m.what_for == what_for]))
    return out, parts


def packed(parts: dict[int, bytes]) -> bytes:
    """One file of all parts (number -> compiled), as engine_core/parts.py reads it."""
    place = LINE * len(parts) + 1
    index, data = b"", b""
    for number in sorted(parts):
        index += f"{number:05} {place + len(data):06}\n".encode()
        data += parts[number]
    return index + b"\n" + data


def part_number(path: str, what_for: str) -> int:
    """The number of a part, the same whatever other parts there are."""
    return int(hashlib.sha256(f"{path} {what_for}".encode()).hexdigest()[:4], 16)


def _all(sources: dict[str, str]) -> Iterator[tuple[str, ast.Module]]:
    for path, text in sources.items():
        try:
            yield path, ast.parse(text)
        except SyntaxError:
            pass  # whoever compiles it says so


def _marked(path: str, text: str, tree: ast.Module) -> Iterator[Moved]:
    lines = text.split("\n")
    names: set[str] = set()
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
            if node.name in names:
                raise SeldomError(path, f"line {node.lineno}: there is another {node.name} that is seldom needed")
            names.add(node.name)
            yield Moved(node, mark[1], bool(mark[2]))
    marks = sum(bool(MARK.match(line)) for line in lines)
    if marks != used:
        raise SeldomError(path, f"{marks} functions are marked, but {used} can be taken out")


Place = tuple[str, str]  # of a class: the path of its source, its name there


class Families:
    """The classes of a program, and which of their methods can be found by a `__getattr__`."""

    def __init__(self, trees: dict[str, ast.Module]):
        self.nodes: dict[Place, ast.ClassDef] = {}
        self.bases: dict[Place, set[Place]] = {}
        self.has: dict[Place, set[str]] = {}
        self.asked: set[tuple[Place, str]] = set()  # a class, and what it is asked for, and not an object
        self.of_any: set[str] = set()  # what any class may be asked for
        self._found: dict[Place, tuple[str, ...]] = {}
        for path, tree in trees.items():
            known = _known(path, tree)
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    self._take(node, path, known)
                elif isinstance(node, ast.Attribute):
                    self.asked.add((_place(node.value, known), node.attr))
                    if _name(_called(node.value)) == "type" or _name(node.value) == "__class__":
                        self.of_any.add(node.attr)

    def _take(self, cls: ast.ClassDef, path: str, known: dict[str, Place]) -> None:
        """`known`: what the module calls classes and modules, and what is that."""
        here = (path, cls.name)
        self.nodes[here] = cls
        self.bases.setdefault(here, set()).update(_place(base, known) for base in cls.bases)
        functions = [one for one in cls.body if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))]
        self.has.setdefault(here, set()).update(one.name for one in functions)
        for inner in ast.walk(cls):
            if isinstance(inner, ast.Attribute) and _name(_called(inner.value)) == "super":
                self.asked.add((here, inner.attr))
        beside = [inner for one in cls.body if one not in functions for inner in ast.walk(one)]
        self.asked |= {(here, inner.id) for inner in beside if isinstance(inner, ast.Name)}

    def _above(self, place: Place) -> set[Place]:
        """All that a class is made of."""
        above: set[Place] = set()
        new = {place}
        while new := {base for one in new for base in self.bases.get(one, ())} - above:
            above |= new
        return above

    def found(self, path: str, cls: ast.ClassDef) -> tuple[str, ...]:
        """What the `__getattr__` of a class finds: its text for found(), and the names of methods; () for none."""
        return self._found.get((path, cls.name), ())

    def take(self, marked: dict[str, list[Moved]]) -> None:
        """`marked`: path of a source -> what is taken out of it."""
        mine = {
            place: [m for m in marked.get(place[0], ()) if m.node in self.nodes[place].body] for place in self.nodes
        }
        for place in sorted(mine, key=lambda place: (len(self._above(place)), place)):  # what others are made of first
            above = self._above(place)
            below = {one for one in self.nodes if place in self._above(one)}
            kept = {name for one, name in self.asked if one == place or one in above | below} | self.of_any
            for one in above & set(self.nodes):
                kept |= self.has[one] - set(self._found.get(one, ()))
            found = [m for m in mine[place] if m.node.name not in kept and not m.node.name.startswith("__")]
            text = " "
            for what_for in sorted({m.what_for for m in found}):
                text += "".join(f"{m.node.name} " for m in found if m.what_for == what_for)
                text += f"{part_number(place[0], what_for)} "
            text += "".join(self._found[one][0].lstrip() for one in sorted(above) if one in self._found)
            if CALL * len(found) > FINDER + len(text) and "__getattr__" not in self.has[place]:
                self._found[place] = (text, *(m.node.name for m in found))


def _known(path: str, tree: ast.Module) -> dict[str, Place]:
    """What a source calls classes, and modules: of these the name is ""."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            found[node.name] = (path, node.name)
        elif isinstance(node, ast.ImportFrom):
            source = "/".join(source_of(path, node))
            for alias in node.names:
                found[alias.asname or alias.name] = (f"{source}.py", alias.name)
    return found


def _place(node: ast.expr, known: dict[str, Place]) -> Place:
    """The class that an expression is, if it is one."""
    if isinstance(node, ast.Attribute):
        folder, name = _place(node.value, known)
        return f"{folder.removesuffix('.py')}/{name}.py", node.attr
    return known.get(_name(node), ("", ""))


def _called(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else ast.Constant(None)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _without(
    path: str,
    text: str,
    tree: ast.Module,
    moved: list[Moved],
    keywords: set[str | None],
    asked: set[str],
    found: dict[ast.ClassDef, tuple[str, ...]],
) -> str:
    lines = text.split("\n")
    imports = set()
    docstring = tree.body[0]
    if not isinstance(docstring, ast.Expr):
        raise SeldomError(path, "there must be a docstring")
    for node, what_for, alone in moved:
        first, last = node.lineno, node.end_lineno or 0
        private = node in tree.body and node.name.startswith("_")
        if alone or private and node.name not in asked | _used_beside(tree, moved, what_for):
            lines[first - 1 : last] = [""] * (last - first + 1)
            continue
        finds = next((found[cls] for cls in found if node in cls.body and node.name in found[cls][1:]), None)
        if finds:
            lines[first - 1 : last] = [""] * (last - first + 1)
            if node.name == finds[1]:
                lines[first - 1] = " " * node.col_offset + FOUND % finds[0]
            imports.add("found")
            continue
        arguments = node.args
        named = {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)} & keywords
        takes = "*a, **k" if named or arguments.kwarg else "*a"
        call = f'def {node.name}({takes}): return seldom({part_number(path, what_for)}, "{node.name}")({takes})'
        lines[first - 1 : last] = [" " * node.col_offset + call] + [""] * (last - first)
        imports.add("seldom")
    if imports:
        lines[(docstring.end_lineno or 1) - 1] += "; " + IMPORT + ", ".join(sorted(imports))
    return "\n".join(lines)


def _used_beside(tree: ast.Module, moved: list[Moved], what_for: str) -> set[str]:
    """The names that are used outside one of a module's parts."""
    inside = {id(inner) for node, other, _ in moved if other == what_for for inner in ast.walk(node)}
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in inside}


def _part(path: str, text: str, moved: list[Moved]) -> str:
    """A part: the functions on the lines where they were, with what they need of their module."""
    source = text.split("\n")
    lines = [""] * len(source)
    for node, _, _ in moved:
        for row in range(node.lineno - 1, node.end_lineno or 0):
            indent = source[row][: node.col_offset]
            lines[row] = source[row][node.col_offset :] if not indent.strip() else source[row]
    for node, _, _ in moved:
        for inner in ast.walk(node):
            if isinstance(inner, ast.ImportFrom) and inner.level:
                row = inner.lineno - 1
                where = ".".join(source_of(path, inner))  # a part is in no package
                lines[row] = RELATIVE.sub(f"from {where} import", lines[row], count=1)
    body = "\n".join(lines)
    own = {node.name for node, _, _ in moved}
    needed = sorted((_used(body, path) & _there(text, path)) - own)
    if needed:
        lines[0] = f"from {module(path)} import {', '.join(needed)}"
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
