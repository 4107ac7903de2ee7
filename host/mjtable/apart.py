"""Takes the texts of errors out of what is compiled for a controller: there they would lie in the heap for nothing.

    raise RecordError("%s: a list was expected" % at)    in the sources becomes
    raise RecordError(error_text(1207, at))              and the text stands at byte 1207 of a file

Lines stay what they are. engine_core/errortext.py reads the file.
"""

import ast
from collections.abc import Iterator

READER = "engine_core/errortext.py"
FILE = "engine_core/errors.txt"
IMPORT = "from engine_core.errortext import error_text"
SHORT = 10  # characters: a text of no more is a name to mpy-cross, and takes less than the call
# Modules that must work when others are not there.
BUT = (READER, "firmware/main.py", "firmware/start.py", "firmware/boot.py", "firmware/boards/__init__.py")


def texts_apart(sources: dict[str, str]) -> tuple[dict[str, str], bytes]:
    """The sources (path -> text) without the texts of their errors, and the file that has these."""
    texts = bytearray()
    places: dict[str, int] = {}
    out = dict(sources)
    for path in sorted(sources):
        try:
            tree = ast.parse(sources[path])
        except SyntaxError:
            continue  # whoever compiles it says so
        found = [] if path in BUT else [node for node in _of_errors(tree) if _is_long(node)]
        where = _room(tree)
        if not found or where is None:
            continue
        for text in sorted({_text(node) for node in found}):
            if text not in places:
                places[text] = len(texts)
                texts += text.encode() + b"\n"
        out[path] = _edited(sources[path], found, places, where)
    return out, bytes(texts)


def _of_errors(tree: ast.AST) -> Iterator[ast.expr]:
    """Texts, alone or with values put in, that say what an error says: what is raised, and arguments of its class."""
    seen = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and node.exc:
            said: list[ast.expr] = [node.exc]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Error"):
            said = list(node.args)
        else:
            continue
        for inner in (inner for outer in said for inner in ast.walk(outer)):
            if isinstance(inner, ast.BinOp) and id(inner) not in seen and _is_formatted(inner):
                seen |= {id(inner), id(inner.left)}
                yield inner
            elif isinstance(inner, ast.Constant) and isinstance(inner.value, str) and id(inner) not in seen:
                seen.add(id(inner))
                yield inner


def _is_formatted(node: ast.BinOp) -> bool:
    return isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)


def _literal(node: ast.expr) -> ast.expr:
    return node.left if isinstance(node, ast.BinOp) else node


def _text(node: ast.expr) -> str:
    return str(ast.literal_eval(_literal(node)))


def _is_long(node: ast.expr) -> bool:
    return len(_text(node)) > SHORT and "\n" not in _text(node)


def _room(tree: ast.Module) -> tuple[int, int] | None:
    """Behind which (row, byte) there is room to import the reader: the docstring's end."""
    first = tree.body[0] if tree.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return first.end_lineno or 0, first.end_col_offset or 0
    return None


def _edited(text: str, found: list[ast.expr], places: dict[str, int], where: tuple[int, int]) -> str:
    lines = [line.encode() for line in text.split("\n")]  # as ast counts
    edits = [(where, where, f"; {IMPORT}")]
    for node in found:
        start, end = _ends(_literal(node))
        call = f"error_text({places[_text(node)]}"
        if isinstance(node, ast.BinOp):
            edits.append((_ends(node)[1], _ends(node)[1], ")"))
            end = _behind(lines, end, b"%")
            call += ","
        else:
            call += ")"
        edits.append((start, end, call))
    for (row, a), (last, b), new in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        lines[row - 1] = lines[row - 1][:a] + new.encode() + lines[last - 1][b:]
        lines[row:last] = [b""] * (last - row)
    return "\n".join(line.decode() for line in lines)


def _behind(lines: list[bytes], place: tuple[int, int], sign: bytes) -> tuple[int, int]:
    """Where the next such sign has its end."""
    row, column = place
    while (found := lines[row - 1].find(sign, column)) < 0:
        row, column = row + 1, 0
    return row, found + len(sign)


def _ends(node: ast.expr) -> tuple[tuple[int, int], tuple[int, int]]:
    return (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
