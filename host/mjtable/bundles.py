"""Puts the modules that every start loads into a few files (firmware/bundle.py): a look at a folder takes a controller
three milliseconds, MicroPython takes four for a module, and small files waste flash.

A file has lines `path place`, in the order in which one module imports the other, an empty one, then what is compiled.
What the firmware lets go, and loads again when it is needed, lies beside it as any other module.
"""

import ast
from collections.abc import Collection, Mapping

from mjtable import imports

START = "main.py"
CORE, FIRMWARE = "engine_core", "firmware"
GAME = "firmware/game.py"
KEPT = "DRAWING"  # the name of what stays of the core
LET_GO = "let_go_of"  # the function that lets modules go
BOARD = "board"  # the section with the controller's own file,
CONTROLLER = "firmware/drivers/controller.py"
DRIVERS = ("wiring", "oled", "ring")  # and, where it has wires, with what nearly every pin map needs
# What is loaded first, in turn: file -> what it has, with all that this imports. Of those that are needed the rest of
# the firmware cannot be without; what others have, is there a second time.
NEEDED = (BOARD, "safe", "app")
SECTIONS = {
    BOARD: ("firmware/boot.py",),
    "safe": ("engine_core/table.py", "firmware/journal.py", "firmware/link.py", "firmware/screens.py"),
    "app": ("firmware/app.py",),
    "begun": ("firmware/settings.py", "firmware/journal_open.py", "firmware/begun.py"),
    "played": tuple(
        f"engine_core/{name}.py"
        for name in ("hand", "check", "settle", "rules", "shapes", "patterns", "record", "course", "restore", "between")
    ),
}


def bundled(
    sources: Mapping[str, str], texts: Mapping[str, str], modules: Mapping[str, bytes], boards: list[str]
) -> tuple[dict[str, bytes], set[str]]:
    """The files by their paths, and the modules that are nowhere else.

    `sources`: the texts of all; `texts`: of them what is compiled; `modules`: what that is compiled. By the sources'
    paths. `boards`: the controller's own file.
    """
    stays = staying(sources)
    files, alone, done = {}, set(), {f"{FIRMWARE}/__init__.py"}
    for name, roots in SECTIONS.items():
        order: list[str] = []
        if name == BOARD:
            roots = (*roots, *boards)
        for root in roots:
            _reached(root, texts, modules, done, order)
        if name == BOARD and CONTROLLER in done:
            for driver in DRIVERS:
                _reached(f"{FIRMWARE}/drivers/{driver}.py", texts, modules, done, order)
        files[f"{FIRMWARE}/_{name}.bin"] = _packed([(_compiled(path), modules[path]) for path in order])
        if name in NEEDED:
            alone |= {path for path in order if path in stays}
    return files, alone


def _compiled(path: str) -> str:
    return path.removesuffix(".py") + ".mpy"


def _packed(parts: list[tuple[str, bytes]]) -> bytes:
    size = 0
    while True:  # until the lines have the length that they say
        lines, place = "", size
        for path, data in parts:
            lines += f"{path} {place}\n"
            place += len(data)
        lines += "\n"
        if len(lines) == size:
            return lines.encode("ascii") + b"".join(data for _, data in parts)
        size = len(lines)


def _reached(
    path: str, texts: Mapping[str, str], modules: Mapping[str, bytes], done: set[str], order: list[str]
) -> None:
    """Append a module to `order`, behind all that it imports."""
    if path in done or path not in modules:
        return
    done.add(path)
    package = path.rpartition("/")[0] + "/__init__.py"
    for needed in (package, *_imports(path, ast.parse(texts[path]), modules)):
        _reached(needed, texts, modules, done, order)
    order.append(path)


def _imports(path: str, tree: ast.AST, modules: Collection[str]) -> list[str]:
    """The sources that a module imports when it is loaded. What stands in place of some counts where none is there."""
    found: list[str] = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found += _named(path, node, modules)
        elif isinstance(node, ast.Try):
            bodies = (node.body, *(handler.body for handler in node.handlers))
            found += next(filter(None, [_imports(path, ast.Module(body, []), modules) for body in bodies]), [])
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            found += _imports(path, node, modules)
    return found


def _named(path: str, node: ast.Import | ast.ImportFrom, modules: Collection[str]) -> list[str]:
    names = [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        module = ".".join(imports.source_of(path, node))
        names = [module, *(f"{module}.{name}" for name in names)]
    paths = [name.replace(".", "/") for name in names]
    return [there for name in paths for there in (f"{name}.py", f"{name}/__init__.py") if there in modules]


def staying(texts: Mapping[str, str]) -> set[str]:
    """The modules that are never let go: the firmware does not say so of them (LET_GO), no text of it names them, or
    what they begin with."""
    named = set()
    for path, text in texts.items():
        if path.startswith(f"{FIRMWARE}/"):
            tree = ast.parse(text)
            named |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
            named |= {f"{FIRMWARE}.{name}" for name in _let_go(tree)}
    names = [one for one in named if isinstance(one, str)]
    goes = tuple(one for one in names if one.startswith(f"{FIRMWARE}.") and one != f"{FIRMWARE}.")
    kept = {f"{CORE}.{name}" for name in _kept(texts[GAME])}
    found = set()
    for path in texts:
        module = imports.module(path)
        if module in kept or module.startswith(f"{FIRMWARE}.") and not module.startswith(goes):
            found.add(path)
    return found


def _let_go(tree: ast.Module) -> list[str]:
    """The modules of the firmware that a source names as what is let go, in one text."""
    texts = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == LET_GO:
            if len(node.args) == 1:  # else they are another package's
                given = node.args[0]
                text = given.value if isinstance(given, ast.Constant) else texts.get(getattr(given, "id", ""))
                found += str(text or "").split()
    return found


def _kept(text: str) -> list[str]:
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == KEPT:
            return list(ast.literal_eval(node.value))
    return []
