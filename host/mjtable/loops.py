"""Makes loops of comprehensions in what is compiled for a controller.

    return [c for c in claims if c.legal]     becomes    z = []
                                                         for za in claims:
                                                             if za.legal: z.append(za)
                                                         return z

A comprehension is a function of its own: 64 to 100 bytes of heap, where its loop takes 20; and a call, on a
controller's short stack. any() and all() of a generator become loops, too. Done where it is certain to mean the same:
in functions, in what is reached come what may, and where nothing that might notice is done before it in its statement.
Lines are put in, so each has with it the line that it came from (host/mjtable/linetable.py).
"""

import ast
import io
import tokenize
from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

# What takes all that it is given and asks nothing else, so that it may as well be given a list.
TAKES_ALL = {"sum", "tuple", "list", "sorted", "set", "bytes", "bytearray", "max", "min"}
# What a comprehension may call without changing what its statement has looked at before.
HARMLESS = TAKES_ALL | {"len", "range", "enumerate", "zip", "any", "all", "abs", "int", "str", "ord", "chr", "reversed"}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Found(NamedTuple):
    """A part of a statement that can be done before it, and what does it and leaves the result in a variable."""

    node: ast.expr
    make: Callable[[ast.expr, str, Iterator[str]], list[ast.stmt]]


def unrolled(text: str) -> tuple[str, list[int]]:
    """The text with loops, and for each of its lines the line that it came from."""
    lines = text.split("\n")
    origin = list(range(1, len(lines) + 1))
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text, origin  # whoever compiles it says so
    known = {token.string for token in tokenize.generate_tokens(io.StringIO(text).readline)}
    functions = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    found = [(node, _place(node, lines)) for function in functions for node in _statements(function)]
    edits = []
    for node, place in found:
        if place and (made := _instead(node, known)):  # from here on the tree is not what it was
            edits.append((*place, made))
    for first, last, made in sorted(edits, key=lambda edit: edit[0], reverse=True):
        indent = lines[first - 1][: len(lines[first - 1]) - len(lines[first - 1].lstrip())]
        new = [indent + line for line in made]
        lines[first - 1 : last] = new
        origin[first - 1 : last] = [first] * len(new)
    return "\n".join(lines), origin


def _statements(function: ast.AST) -> Iterator[ast.stmt]:
    """Those of a function, without those of functions and classes in it."""
    for inner in ast.iter_child_nodes(function):
        if isinstance(inner, (*FUNCTIONS, ast.ClassDef)):
            continue
        if isinstance(inner, ast.stmt):
            yield inner
        if isinstance(inner, (ast.stmt, ast.ExceptHandler)):
            yield from _statements(inner)


def _place(node: ast.stmt, lines: list[str]) -> tuple[int, int] | None:
    """The first and the last line of a statement, or of its head; None if it does not have them for itself."""
    last: ast.AST = node
    behind = ""
    if isinstance(node, (ast.If, ast.For)):
        last, behind = node.test if isinstance(node, ast.If) else node.iter, ":"
        if node.body[0].lineno == last.end_lineno:
            return None
    end = getattr(last, "end_lineno", 0)
    head = lines[node.lineno - 1].encode()[: node.col_offset]
    tail = lines[end - 1].encode()[getattr(last, "end_col_offset", 0) :].decode().split("#")[0].strip(" )")
    alone = not head.strip() and tail == behind and lines[node.lineno - 1].split()[0] != "elif"
    return (node.lineno, end) if alone else None


def _instead(node: ast.stmt, known: set[str]) -> list[str]:
    """The lines that do what a statement, or its head, does; [] if there is nothing to be changed."""
    names = (name for n in count() if (name := "z" + (chr(97 + n - 1) if n else "")) not in known)
    made = _unrolled(node, names)
    if made == [node]:
        return []
    if isinstance(node, (ast.If, ast.For)):
        head = made[-1]
        assert isinstance(head, (ast.If, ast.For))
        head.body, head.orelse = [ast.Pass()], []
        return [*_lines(made[:-1]), _lines([head])[0]]
    return _lines(made)


def _lines(nodes: list[ast.stmt]) -> list[str]:
    return [line for node in nodes for line in ast.unparse(ast.fix_missing_locations(node)).split("\n")]


def _unrolled(node: ast.stmt, names: Iterator[str]) -> list[ast.stmt]:
    """A statement, behind what is done before it."""
    part = _part(node)
    if part is None:
        return [node]
    expression = getattr(node, part)
    if isinstance(node, ast.Return) and isinstance(expression, ast.IfExp) and _has_some(expression):
        then: list[ast.stmt] = [_if(expression.test, [ast.Return(expression.body)]), ast.Return(expression.orelse)]
        return _all(then, names)
    if own := _of_its_own(node):
        return _all(own[1].make(own[1].node, own[0], names), names)
    looked = isinstance(node, ast.AugAssign) and not isinstance(node.target, ast.Name)
    found = _Search(looked).first(expression)
    if found is None:
        return [node]
    name = next(names)
    before = _all(found.make(found.node, name, names), names)
    setattr(node, part, _Put(found.node, name).visit(expression))
    return before + _unrolled(node, names)


def _of_its_own(node: ast.stmt) -> tuple[str, Found] | None:
    """What a statement does and nothing more, and the variable that it does it for; "" if it returns it."""
    found = _Search(False).first(node.value) if isinstance(node, (ast.Assign, ast.Return)) and node.value else None
    if found is None or found.node is not getattr(node, "value", None):
        return None
    if isinstance(node, ast.Return):
        return ("", found) if found.make is _asked else None
    target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
    inside = {inner.id for inner in ast.walk(found.node) if isinstance(inner, ast.Name)}
    return (target.id, found) if isinstance(target, ast.Name) and target.id not in inside else None


def _all(nodes: list[ast.stmt], names: Iterator[str]) -> list[ast.stmt]:
    """Statements, unrolled with those in them."""
    out = []
    for node in nodes:
        for inner in ("body", "orelse"):
            if hasattr(node, inner):
                setattr(node, inner, _all(getattr(node, inner), names))
        out += _unrolled(node, names)
    return out


def _part(node: ast.stmt) -> str | None:
    """Which part of a statement is found first, and once."""
    if isinstance(node, (ast.Return, ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return "value" if node.value else None
    return {ast.If: "test", ast.For: "iter", ast.Raise: "exc"}.get(type(node)) if getattr(node, "exc", 1) else None


class _Put(ast.NodeTransformer):
    """Puts a variable in the place of an expression."""

    def __init__(self, old: ast.expr, name: str):
        self._old = old
        self._name = name

    def visit(self, node: ast.AST) -> ast.AST:
        return _read(self._name) if node is self._old else super().visit(node)


class _Search:
    """Looks for what can be done before a statement, in the order in which MicroPython finds its parts."""

    def __init__(self, looked: bool):
        self._looked = looked  # has something been looked at that a call might change
        self._over = False  # what comes now might not be reached, or something was done before

    def first(self, node: ast.AST) -> Found | None:
        if self._over:
            return None
        found = self._here(node)
        if found:
            return None if self._looked and _calls(found.node) else found
        if isinstance(node, (*COMPREHENSIONS, ast.BoolOp, ast.IfExp)):
            found = self.first(_sure(node))
            self._over = True
            return found
        for part in self._parts(node):
            found = self.first(part)
            if found or self._over:
                return found
        self._done(node)
        return None

    def _parts(self, node: ast.AST) -> list[ast.expr]:
        if isinstance(node, ast.Call):
            method = isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name)
            given = [*node.args, *[given.value for given in node.keywords]]
            return given if method else [node.func, *given]  # what something does stays what it does
        if isinstance(node, ast.Compare):
            return [node.left, node.comparators[0]]
        if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Tuple, ast.List, ast.Starred, ast.Subscript, ast.Attribute)):
            return [inner for inner in ast.iter_child_nodes(node) if isinstance(inner, ast.expr)]
        return []

    def _done(self, node: ast.AST) -> None:
        """Takes down what a node without anything in it to be changed does."""
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            self._looked = True
        elif not isinstance(node, (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Tuple, ast.List, ast.Starred)):
            harmless = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in HARMLESS
            self._over = not harmless and not (isinstance(node, ast.Compare) and len(node.ops) == 1)

    def _here(self, node: ast.AST) -> Found | None:
        """The node itself, if it can be."""
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp)) and _plain(node):
            return Found(node, _collected)
        if isinstance(node, (ast.BoolOp, ast.IfExp)) and _has_some(node):
            return Found(node, _chosen)
        return None

    def _call(self, node: ast.Call) -> Found | None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        given = node.args[0] if len(node.args) == 1 and not node.keywords else None
        if isinstance(given, ast.GeneratorExp) and _plain(given):
            if name in ("any", "all") and len(given.generators) == 1:
                return Found(node, _asked)
            if name in TAKES_ALL:
                return Found(given, _collected)
        return None


def _sure(node: ast.AST) -> ast.expr:
    """What of a choice or a comprehension is found come what may."""
    if isinstance(node, ast.BoolOp):
        return node.values[0]
    if isinstance(node, ast.IfExp):
        return node.test
    assert isinstance(node, COMPREHENSIONS)
    return node.generators[0].iter


def _calls(node: ast.AST) -> bool:
    """Might it change something."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call):
            if not (isinstance(inner.func, ast.Name) and inner.func.id in HARMLESS):
                return True
    return False


def _plain(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> bool:
    """Can its variables as well be its function's, under other names."""
    odd = (ast.Lambda, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.JoinedStr)
    asynchronous = any(generator.is_async for generator in node.generators)
    return not asynchronous and not any(isinstance(inner, odd) for inner in ast.walk(node))


def _has_some(node: ast.expr) -> bool:
    """Is there something to be changed in what is chosen between."""
    if isinstance(node, ast.IfExp):
        parts = [node.body, node.orelse]
    else:
        parts = node.values[1:] if isinstance(node, ast.BoolOp) else []
    return any(_Search(False).first(part) for part in parts)


def _read(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _set(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _if(test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt] | None = None) -> ast.stmt:
    return ast.If(test, body, orelse or [])


def _chosen(node: ast.expr, name: str, names: Iterator[str]) -> list[ast.stmt]:
    """`a and b`, `a or b`, `a if t else b`."""
    if isinstance(node, ast.IfExp):
        return [_if(node.test, [_set(name, node.body)], [_set(name, node.orelse)])]
    assert isinstance(node, ast.BoolOp)
    first, *more = node.values
    rest = more[0] if len(more) == 1 else ast.BoolOp(node.op, more)
    test = _read(name) if isinstance(node.op, ast.And) else ast.UnaryOp(ast.Not(), _read(name))
    return [_set(name, first), _if(test, [_set(name, rest)])]


def _collected(node: ast.expr, name: str, names: Iterator[str]) -> list[ast.stmt]:
    """A list, set or dict of what a comprehension gives."""
    assert isinstance(node, COMPREHENSIONS)
    if isinstance(node, ast.DictComp):
        empty: ast.expr = ast.Dict([], [])
        place = ast.Subscript(_read(name), node.key, ast.Store())
        inner: ast.stmt = ast.Assign([place], node.value)
    else:
        empty = ast.Call(_read("set"), [], []) if isinstance(node, ast.SetComp) else ast.List([], ast.Load())
        put = ast.Attribute(_read(name), "add" if isinstance(node, ast.SetComp) else "append", ast.Load())
        inner = ast.Expr(ast.Call(put, [node.elt], []))
    return [_set(name, empty), *_loops(node.generators, [inner], names)]


def _asked(node: ast.expr, name: str, names: Iterator[str]) -> list[ast.stmt]:
    """any() or all(), for a variable or, without a name for it, to be returned."""
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    given = node.args[0]
    assert isinstance(given, ast.GeneratorExp)
    some = node.func.id == "any"
    test = given.elt if some else ast.UnaryOp(ast.Not(), given.elt)
    if not name:
        loops = _loops(given.generators, [_if(test, [ast.Return(ast.Constant(some))])], names)
        return [*loops, ast.Return(ast.Constant(not some))]
    found = _if(test, [_set(name, ast.Constant(some)), ast.Break()])
    return [_set(name, ast.Constant(not some)), *_loops(given.generators, [found], names)]


def _loops(generators: list[ast.comprehension], inner: list[ast.stmt], names: Iterator[str]) -> list[ast.stmt]:
    """The loops of a comprehension around what is done in them, with variables of other names."""
    outermost = generators[0].iter
    for generator in reversed(generators):
        for test in reversed(generator.ifs):
            inner = [_if(test, inner)]
        inner = [ast.For(generator.target, generator.iter, inner, [])]
    loop = inner[0]
    assert isinstance(loop, ast.For)
    own = {n.id for g in generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
    short = {name: next(names) for name in sorted(own)}
    loop.iter = ast.Constant(None)
    for node in ast.walk(loop):
        if isinstance(node, ast.Name) and node.id in short:
            node.id = short[node.id]
    loop.iter = outermost
    return inner
