"""Gives functions and tables that modules have from each other short names, the same few in every module.

A name of a module's function is kept once for ever, its text with some seven bytes; with `_a` in one module and `_a` in
another there is one. Only what is asked for by name, and by nobody who could not be told of another one, is renamed:

    from .check import number              in the sources becomes
    from .check import _c as _f            where `number` is called `_f` in all of the module

Lines stay what they are. What a text has a word of keeps its name, and so does what is looked for at something that is
no module for sure, and what programs outside know. Classes have a step of their own, as others know them by their
names; errors stay, which tracebacks show.
"""

import ast
import builtins
import tokenize
from collections.abc import Callable, Collection, Iterator

from mjtable.imports import source_of
from mjtable.shorten import Module, Place, looked_at, short_names, span, words

Defined = tuple[str, str]  # the path of a module, and a name that it makes


def renamed(sources: dict[str, str], fixed: Collection[str] = (), outside: Collection[str] = ()) -> dict[str, str]:
    """The sources (path -> text) of one program with short names; those of `fixed` are only looked at for what they
    know, as are the texts of `outside`.
    """
    modules, edited = looked_at(sources, fixed)
    return _Known(modules, edited, _made).texts(sources, outside)


def classes_renamed(
    sources: dict[str, str], fixed: Collection[str] = (), outside: Collection[str] = ()
) -> dict[str, str]:
    """The same of classes that are no errors."""
    modules, edited = looked_at(sources, fixed)
    errors = _errors(modules.values())
    return _Known(modules, edited, lambda module: _classes(module, errors)).texts(sources, outside)


class _Known:
    def __init__(self, modules: dict[str, Module], edited: set[str], made: Callable[[Module], Iterator[str]]):
        self.modules = modules
        self.edited = edited
        self.once = {path: module.bound_once() for path, module in modules.items()}
        self.made = {
            path: {name for name in made(module) if name in self.once[path] and not name.startswith("_")}
            for path, module in modules.items()
        }
        self.asked: set[Defined] = set()
        self.wanted: set[str] = set()  # names that have to stay, whosever they are
        for module in modules.values():
            self._look(module)

    def texts(self, sources: dict[str, str], outside: Collection[str]) -> dict[str, str]:
        """The sources with the new names."""
        new = self.new_names(words(outside))
        return {path: self.text(path, new) if path in self.edited else text for path, text in sources.items()}

    def _look(self, module: Module) -> None:
        """What a module asks for."""
        self.wanted |= module.keywords | words(_texts(module))
        here = self._modules_here(module)
        for node in module.nodes:
            if isinstance(node, ast.Name) and node.id in self.made[module.path] and isinstance(node.ctx, ast.Load):
                self.asked.add((module.path, node.id))
            elif isinstance(node, ast.Attribute):
                source = here.get(node.value.id) if isinstance(node.value, ast.Name) else None
                if source and isinstance(node.ctx, ast.Load) and module.path in self.edited:
                    self.asked.add((source, node.attr))
                else:
                    self.wanted.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    source = self._path(module, node)
                    if source and module.path in self.edited:
                        self.asked.add((source, alias.name))
                    else:
                        self.wanted.add(alias.name)

    def _path(self, module: Module, node: ast.ImportFrom) -> str | None:
        """The module that an import has something of; None where it is a package or of no source."""
        path = "/".join(source_of(module.path, node)) + ".py"
        return path if path in self.modules else None

    def _modules_here(self, module: Module) -> dict[str, str]:
        """What modules are called in another, if that never means anything else -> their paths."""
        found = {here: f"{source}/{there}.py" for here, source, there in module.from_modules()}
        return {name: path for name, path in found.items() if name in self.once[module.path] and path in self.modules}

    def new_names(self, outside: set[str]) -> dict[Defined, str]:
        """For what is made by a module and can be called otherwise: its new name."""
        new = {}
        for path in sorted(self.edited):
            stay = self.wanted | outside
            mine = [name for name in sorted(self.made[path]) if (path, name) in self.asked and name not in stay]
            new.update({(path, name): short for name, short in zip(mine, self._free(path), strict=False)})
        return new

    def _free(self, path: str) -> Iterator[str]:
        return (name for name in short_names("_") if name not in self.modules[path].words)

    def text(self, path: str, new: dict[Defined, str]) -> str:
        """The text of a module with the new names."""
        module = self.modules[path]
        local = {name: short for (where, name), short in new.items() if where == path}
        free = (name for name in self._free(path) if name not in local.values())
        at_once = {id(node) for node in module.tree.body}
        edits: list[tuple[Place, str]] = []
        for node in module.nodes:
            source = self._path(module, node) if isinstance(node, ast.ImportFrom) else None
            if not isinstance(node, ast.ImportFrom) or not any((source, alias.name) in new for alias in node.names):
                continue
            for alias in node.names:
                if (source, alias.name) in new:
                    here = alias.asname or alias.name
                    again = id(node) in at_once and here in self.once[path] and (path, here) not in self.asked
                    if again and here not in self.wanted:
                        local[here] = next(free)
                    alias.name, alias.asname = new[str(source), alias.name], local.get(here, here)
            edits.append((span(node), ast.unparse(node)))
        return _edited(module, edits, local, self._modules_here(module), new)


def _made(module: Module) -> Iterator[str]:
    """The functions and tables that a module makes."""
    for node in module.tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name
        elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def _classes(module: Module, errors: set[str]) -> Iterator[str]:
    """The classes that a module makes, but for errors."""
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef) and node.name not in errors:
            yield node.name


def _errors(modules: Collection[Module]) -> set[str]:
    """The names of all classes that are errors, or made of one."""
    found = {name for name, one in vars(builtins).items() if isinstance(one, type) and issubclass(one, BaseException)}
    known = 0
    while known < len(found):
        known = len(found)
        for module in modules:
            for node in module.nodes:
                if isinstance(node, ast.ClassDef) and any(_last(base) in found for base in node.bases):
                    found.add(node.name)
    return found


def _last(node: ast.expr) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


def _texts(module: Module) -> Iterator[str]:
    """All texts but those that say what something is, which MicroPython does not look at."""
    told = {id(node.value) for node in module.nodes if isinstance(node, ast.Expr)} | module.noted
    for node in module.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def _edited(
    module: Module, edits: list[tuple[Place, str]], local: dict[str, str], here: dict[str, str], new: dict[Defined, str]
) -> str:
    """The text of a module with other import statements, names of its own and names asked of modules."""
    imports = [span(node) for node in module.nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
    places = list(edits)
    tokens = [token for token in module.tokens if token.type not in (tokenize.NL, tokenize.COMMENT)]
    for i, token in enumerate(tokens):
        if token.type != tokenize.NAME or any(a <= token.start < b for a, b in imports):
            continue
        dotted = i > 1 and tokens[i - 1].string == "."
        of_module = dotted and (i < 3 or tokens[i - 3].string != ".") and here.get(tokens[i - 2].string)
        short = new.get((of_module, token.string)) if of_module else None if dotted else local.get(token.string)
        if short:
            places.append(((token.start, token.end), short))
    lines = module.text.split("\n")
    for ((row, a), (end, b)), text in sorted(places, reverse=True):
        lines[row - 1] = lines[row - 1][:a] + text + lines[end - 1][b:]
        lines[row:end] = [""] * (end - row)
    return "\n".join(lines)
