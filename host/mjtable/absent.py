"""Leaves out of what is compiled for a controller what only a PC has: a controller would look for the module, not find
it, and keep its name and those of all that was asked of it.

    try:                                      becomes    from .tiles import in_order
        from .runs_kept import in_order
    except ImportError:
        from .tiles import in_order

where there is no runs_kept.py among the sources. Lines stay what they are.
"""

import ast
from collections.abc import Collection, Iterator

from mjtable.imports import source_of


def without_absent(sources: dict[str, str]) -> dict[str, str]:
    """The sources (path -> text), each without attempts to import what is not among them."""
    out = dict(sources)
    for path in sources:
        while lines := _once(path, out[path], sources):
            out[path] = "\n".join(lines)
    return out


def _once(path: str, text: str, there: Collection[str]) -> list[str]:
    """The lines of a text without its first such attempt, [] if there is none."""
    for node in _attempts(text):
        first = node.body[0]
        handler = node.handlers[0]
        if isinstance(first, ast.ImportFrom) and first.level and _source(path, first) not in there:
            lines = text.split("\n")
            end = node.end_lineno or 0
            begin = handler.body[0].lineno - 1
            spare = handler.body[0].col_offset - node.col_offset
            kept = [line[spare:] if not line[:spare].strip() else line for line in lines[begin:end]]
            return lines[: node.lineno - 1] + [""] * (begin - node.lineno + 1) + kept + lines[end:]
    return []


def _attempts(text: str) -> Iterator[ast.Try]:
    """What is tried and has another way, and nothing more, if an import fails."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return  # whoever compiles it says so
    for node in ast.walk(tree):
        if isinstance(node, ast.Try) and len(node.handlers) == 1 and not node.orelse and not node.finalbody:
            kind = node.handlers[0].type
            if isinstance(kind, ast.Name) and kind.id == "ImportError":
                yield node


def _source(path: str, node: ast.ImportFrom) -> str:
    """The source that a relative import is of."""
    return "/".join([*source_of(path, node), *([] if node.module else ["__init__"])]) + ".py"
