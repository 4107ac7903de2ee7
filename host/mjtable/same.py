"""Lets functions that give the same answer, whatever they are asked, be one in what is compiled for a controller.

    def wilds(self, indicator):       becomes    def wilds(*_): return ()
        return ()
    ...
    def excluded(self, pattern):      becomes    excluded = wilds
        return ()

within a class or among the functions of a module. Each takes 32 to 48 bytes of heap. Lines stay what they are. What may
be called with names of its parameters stays, and so do methods that are more than methods (properties).
"""

import ast
from collections.abc import Iterator

Function = ast.FunctionDef


def shared(sources: dict[str, str]) -> dict[str, str]:
    """The sources (path -> text) in which equal answers of a class or module are one function."""
    trees = {}
    for path, text in sources.items():
        try:
            trees[path] = ast.parse(text)
        except SyntaxError:
            pass  # whoever compiles it says so
    named = _named([node for tree in trees.values() for node in ast.walk(tree)])
    return {path: _text(text, trees[path], named) if path in trees else text for path, text in sources.items()}


def _named(nodes: list[ast.AST]) -> set[tuple[str, str]]:
    """What is called with a name of a parameter: (function, parameter). The function is "" if it is none of these
    sources by its name, so that it may be any.
    """
    known = {node.name for node in nodes if isinstance(node, (Function, ast.AsyncFunctionDef, ast.ClassDef))}
    out = set()
    for node in nodes:
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            out |= {(name if name in known else "", given.arg) for given in node.keywords if given.arg}
    return out


def _text(text: str, tree: ast.Module, named: set[tuple[str, str]]) -> str:
    lines = text.split("\n")
    for body in _bodies(tree):
        first: dict[str, str] = {}  # what is done -> the function that does it
        names = [node.name for node in body if isinstance(node, (Function, ast.AsyncFunctionDef, ast.ClassDef))]
        same = [(node, _done(node, named)) for node in body if isinstance(node, Function)]
        often = [done for _, done in same if done]
        for node, done in same:
            if not done or often.count(done) < 2 or names.count(node.name) > 1:
                continue
            new = f"{node.name} = {first[done]}" if done in first else f"def {node.name}(*_): {done}"
            first.setdefault(done, node.name)
            row = node.lineno - 1
            lines[row : node.end_lineno] = [" " * node.col_offset + new] + [""] * ((node.end_lineno or 0) - row - 1)
    return "\n".join(lines)


def _bodies(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    yield tree.body
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.body


def _done(node: Function, named: set[tuple[str, str]]) -> str:
    """All that a function does, if it is a plain answer: it returns what has no name in it, or raises what the
    interpreter has. "" if it does more, or cannot be one of several.
    """
    arguments = node.args
    mine = {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    by_name = any(function in ("", node.name) and parameter in mine for function, parameter in named)
    if node.decorator_list or by_name or arguments.kwarg or node.name.startswith("__"):
        return ""
    body = [inner for inner in node.body if not _is_docstring(inner)]
    if not body or isinstance(body[0], ast.Pass):
        return "return" if len(body) < 2 else ""
    done = body[0]
    if isinstance(done, ast.Return):
        parts = list(ast.walk(done.value)) if done.value else []
        plain = all(isinstance(part, (ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Load)) for part in parts)
        nothing = not parts or ast.unparse(done.value or done) == "None"
        return "" if len(body) > 1 or not plain else "return" if nothing else ast.unparse(done)
    unmade = isinstance(done, ast.Raise) and ast.unparse(done) == "raise NotImplementedError"
    return "raise NotImplementedError" if len(body) == 1 and unmade else ""


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
