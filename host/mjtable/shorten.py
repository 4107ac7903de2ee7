"""Makes what a controller keeps of the sources smaller, without changing what they do: fewer names, no constants.

MicroPython keeps every name once, for ever, and every name of a module in a table besides. So before a module is
compiled for a controller

- numbers and short texts that only it reads are put where they are used, and their names go,
- the names of its private functions and attributes (`_name`), and of parameters, become short ones that other modules
  use too,
- what it imports for annotations only is not imported: the module that it is from need not be loaded.

Nothing else changes: lines stay what they are, so a traceback names the file and the line as they stand in the sources.
All that other modules can know of a module keeps its name; what is not sure to be unknown to others stays as it is.
Keyword arguments, names that are read by a text (getattr) and imported names do.
"""

import ast
import builtins
import io
import keyword
import re
import symtable
import tokenize
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from itertools import count, product
from string import ascii_lowercase

BIGGEST = 1 << 30  # numbers from there on are objects on a 32-bit controller
LONGEST = 10  # characters of a text that mpy-cross keeps as a name
LIBRARY = "engine_core/"  # read as `module.NAME`, too
WORD = re.compile(r"[A-Za-z_]\w*")


def shortened(sources: dict[str, str], fixed: Collection[str] = ()) -> dict[str, str]:
    """The sources (path -> text) of one program, shortened; those of `fixed` are only looked at for what they know, and
    what is no Python stays as it is.
    """
    modules = {}
    for path, text in sources.items():
        try:
            modules[path] = Module(path, text)
        except (SyntaxError, tokenize.TokenError):
            pass  # whoever compiles it says so
    known = Known(modules)
    taken = known.words | set(keyword.kwlist) | set(dir(builtins))
    short: dict[str, dict[str, str]] = {path: {} for path in modules}  # private names: old -> new
    for path in sorted(modules):
        if path not in fixed and modules[path].plain:
            used = taken | {new for other in known.related[path] for new in short[other].values()}
            free = (name for name in _names("_") if name not in used)
            short[path] = dict(zip(sorted(known.private(path)), free, strict=False))
    out = dict(sources)
    for path, names in short.items():
        if path not in fixed and modules[path].plain:
            module = modules[path]
            text = module.edited(known.constants(module), names | module.parameters(known.keywords))
            out[path] = _without(text, known.annotated(module))
    return out


def _names(before: str = "") -> Iterator[str]:
    """a, b ... z, aa, ab ..., each behind `before`."""
    for length in count(1):
        for letters in product(ascii_lowercase, repeat=length):
            yield before + "".join(letters)


class Module:
    """One source: what it names, and how."""

    def __init__(self, path: str, text: str):
        self.path = path
        self.text = text
        self.tree = ast.parse(text)
        self.nodes = list(ast.walk(self.tree))
        self.tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
        self.table = symtable.symtable(text, path, "exec")
        self.words = {t.string for t in self.tokens if t.type == tokenize.NAME}
        self.texts: set[str] = set()  # whole texts that could be names
        self.keywords: set[str] = set()
        self.attributes: set[str] = set()  # of objects, and what classes define
        self.others: set[str] = set()  # attributes that are looked for at something else than self
        self.bound: set[str] = set()
        self.imported: set[str] = set()  # in whatever form an import names it
        self.imports: set[tuple[str, str]] = set()  # (module, name)
        self.asked: set[tuple[str, str]] = set()  # (what stands before an attribute, attribute)
        self.aliases: dict[str, str] = {}  # what a module is called here -> its name
        self.bases: set[str] = set()
        self.plain = True
        notes = [note for node in self.nodes for note in _annotations(node)]
        inside = {id(part) for note in notes for part in ast.walk(note)}
        for node in sorted(self.nodes, key=lambda node: not isinstance(node, (ast.Import, ast.ImportFrom))):
            if id(node) not in inside:
                self._look(node)
        names = [node for node in self.nodes if isinstance(node, ast.Name)]
        self.annotated = {node.id for node in names if id(node) in inside}  # names that only annotations have
        self.annotated -= {node.id for node in names if id(node) not in inside}

    def _look(self, node: ast.AST) -> None:
        if isinstance(node, ast.JoinedStr):
            self.plain = False
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and WORD.fullmatch(node.value):
            self.texts.add(node.value)
        elif isinstance(node, ast.keyword) and node.arg:
            self.keywords.add(node.arg)
        elif isinstance(node, ast.Attribute):
            self.attributes.add(node.attr)
            before = getattr(node.value, "id", getattr(node.value, "attr", ""))
            self.asked.add((self.aliases.get(before, before), node.attr))
            if not (isinstance(node.value, ast.Name) and node.value.id == "self"):
                self.others.add(node.attr)
            elif isinstance(node.ctx, ast.Store):
                self.bound.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            self.bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self.bound.add(node.name)
            if isinstance(node, ast.ClassDef):
                self._class(node)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            source = "." * getattr(node, "level", 0) + (getattr(node, "module", "") or "")
            for alias in node.names:
                self.imported |= set(WORD.findall(f"{source} {alias.name} {alias.asname or ''}"))
                self.imports.add((source.rpartition(".")[2], alias.name))
                if alias.asname:
                    self.aliases[alias.asname] = alias.name.rpartition(".")[2]

    def _class(self, node: ast.ClassDef) -> None:
        words = {word for base in node.bases for word in WORD.findall(ast.unparse(base))}
        self.bases |= words | {self.aliases[word] for word in words if word in self.aliases}
        for inner in node.body:
            if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.attributes.add(inner.name)
            for name in ast.walk(inner) if isinstance(inner, (ast.Assign, ast.AnnAssign)) else ():
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    self.attributes.add(name.id)

    @property
    def stem(self) -> str:
        return self.path.removesuffix("/__init__.py").rpartition("/")[2].removesuffix(".py")

    # ------------------------------------------------------------ scopes

    def scopes(self, table: symtable.SymbolTable | None = None) -> Iterator[symtable.SymbolTable]:
        """All scopes, of a table if given."""
        table = table or self.table
        yield table
        for inner in table.get_children():
            yield from self.scopes(inner)

    def _outermost(self, table: symtable.SymbolTable | None = None) -> Iterator[symtable.SymbolTable]:
        """The functions that are in no other."""
        for inner in (table or self.table).get_children():
            if inner.get_type() == "function":
                yield inner
            else:
                yield from self._outermost(inner)

    def globals_only(self) -> set[str]:
        """The names that mean what the module has by them wherever they stand."""
        local = set()
        for scope in self.scopes():
            if scope is not self.table:
                local |= {s.get_name() for s in scope.get_symbols() if not s.is_global()}
        return {s.get_name() for s in self.table.get_symbols() if s.is_assigned()} - local

    def parameters(self, keywords: set[str]) -> dict[str, str]:
        """Parameters that nobody names at a call -> short names, different ones within a function."""
        elsewhere = set(keywords) | self.imported | {"self"}
        found = set()
        for scope in self.scopes():
            for symbol in scope.get_symbols():
                if symbol.is_parameter():
                    found.add(symbol.get_name())
                if scope.get_type() != "function" or symbol.is_global():
                    elsewhere.add(symbol.get_name())
        found = {name for name in found - elsewhere if name.isidentifier()}
        beside: dict[str, set[str]] = defaultdict(set)  # name -> all that stand in a function with it
        for function in self._outermost():
            together = {s.get_name() for scope in self.scopes(function) for s in scope.get_symbols()}
            for name in together & found:
                beside[name] |= together
        short: dict[str, str] = {}
        for name in sorted(found, key=lambda name: (-len(beside[name]), name)):
            used = {short.get(other, other) for other in beside[name]} | keywords | self.imported
            used |= {other for other in beside[name] if other not in found}
            short[name] = next(new for new in _names() if new not in used and not keyword.iskeyword(new))
        return {old: new for old, new in short.items() if old != new}

    # ------------------------------------------------------------ the text

    def edited(self, constants: dict[str, object], names: dict[str, str]) -> str:
        """The text without the statements that make the constants, which stand where they are used, and with names."""
        lines = self.text.split("\n")
        gone = self._statements(constants)
        before = ""
        edits = []
        for token in self.tokens:
            name = token.string
            if token.type == tokenize.NAME and not any(a <= token.start <= b for a, b in gone):
                if name in constants:
                    edits.append((token.start, token.end, _written(constants[name])))
                elif name in names and (before != "." or name.startswith("_")):  # else an attribute of that name
                    edits.append((token.start, token.end, names[name]))
            before = name
        edits += [(a, b, "") for a, b in gone]
        for (row, a), (end, b), new in sorted(edits, reverse=True):
            lines[row - 1] = lines[row - 1][:a] + new + lines[end - 1][b:]
            lines[row:end] = [""] * (end - row)
        return "\n".join(lines)

    def _statements(self, constants: dict[str, object]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """First and last place of the statements that do nothing but to make these."""
        found = []
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and set(_targets(node) or ("",)) <= set(constants):
                found.append(((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)))
        return found


def _annotations(node: ast.AST) -> list[ast.expr]:
    """The annotations of a node itself."""
    found = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    return [note for note in found if isinstance(note, ast.expr)]


def _targets(node: ast.Assign) -> list[str] | None:
    """The names that an assignment makes; None when it makes something else too."""
    if len(node.targets) != 1:
        return None
    target = node.targets[0]
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    return names if len(names) == len(parts) else None


def _without(text: str, names: set[str]) -> str:
    """A text that imports these names no more, on the same lines."""
    lines = text.split("\n")
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and names & {alias.name for alias in node.names}:
            node.names = [alias for alias in node.names if alias.asname or alias.name not in names]
            lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or 0) - node.lineno + 1)
            if node.names:
                lines[node.lineno - 1] = ast.unparse(node)
    return "\n".join(lines)


def _written(value: object) -> str:
    return f"({value})" if isinstance(value, int) and value < 0 else repr(value)


class Known:
    """What the modules of a program know of each other."""

    def __init__(self, modules: dict[str, Module]):
        self.modules = modules
        self.words: set[str] = set()
        self.keywords: set[str] = set()
        self.texts: set[str] = set()
        self.imports: set[tuple[str, str]] = set()
        self.attributes: dict[str, set[str]] = defaultdict(set)  # name -> modules with such an attribute
        self.others: set[str] = set()
        self.asked: set[tuple[str, str]] = set()
        for path, module in modules.items():
            self.words |= module.words
            self.keywords |= module.keywords
            self.texts |= module.texts
            self.imports |= module.imports
            self.others |= module.others
            self.asked |= module.asked
            for name in module.attributes:
                self.attributes[name].add(path)
        self.related = self._related()

    def _related(self) -> dict[str, set[str]]:
        """The modules whose classes may share objects with those of a module, because one is made of the other."""
        by_stem: dict[str, set[str]] = defaultdict(set)
        for path, module in self.modules.items():
            by_stem[module.stem].add(path)
        parents: dict[str, set[str]] = {}
        for path, module in self.modules.items():
            parents[path] = set()
            for source, dotted in module.imports:
                name = dotted.rpartition(".")[2]
                if {source, name} & module.bases:
                    parents[path] |= by_stem[source] | by_stem[name]
        related: dict[str, set[str]] = {path: set() for path in self.modules}
        for path in self.modules:
            family = {path}
            while more := {parent for member in family for parent in parents[member]} - family:
                family |= more
            for member in family:
                related[member] |= family - {member}
        return related

    def private(self, path: str) -> set[str]:
        """The private names of a module that no other can know."""
        module = self.modules[path]
        mine = {w for w in module.words & module.bound if w.startswith("_") and not w.endswith("__") and w != "_"}
        mine -= self.keywords | self.texts | module.imported
        return {name for name in mine if (module.stem, name) not in self.imports and self._own(path, name)}

    def _own(self, path: str, name: str) -> bool:
        elsewhere = self.attributes.get(name, set()) - {path}
        if not elsewhere:
            return True
        return name not in self.others and not elsewhere & self.related[path]

    def annotated(self, module: Module) -> set[str]:
        """What a module imports for annotations only, and nobody else has from it."""
        return {name for name in module.annotated if (module.stem, name) not in self.imports | self.asked} - self.texts

    def constants(self, module: Module) -> dict[str, object]:
        """Numbers and short texts of a module that no other reads: name -> value."""
        mine = module.globals_only() - set(self.attributes) - self.texts - self.keywords
        stored = [node for node in module.nodes if isinstance(node, ast.Name)]
        made = Counter(node.id for node in stored if isinstance(node.ctx, ast.Store))
        once = {name for name in made if made[name] == 1}
        mine = {name for name in mine & once if name.isupper() and (module.stem, name) not in self.imports}
        if module.path.startswith(LIBRARY):
            mine -= self.others
        found: dict[str, object] = {}
        for node in module.tree.body:
            if isinstance(node, ast.Assign):
                names = _targets(node)
                if names and set(names) <= mine:
                    found |= _values(names, node, found)
        return found


def _values(names: list[str], node: ast.Assign, found: dict[str, object]) -> dict[str, object]:
    """What the names stand for; {} where that is no number or short text that can be told from the source alone."""
    words = {inner.id for inner in ast.walk(node.value) if isinstance(inner, ast.Name)} - {"range"}
    plain = (ast.Constant, ast.Name, ast.BinOp, ast.UnaryOp, ast.Tuple, ast.Call, ast.operator, ast.unaryop, ast.Load)
    if not words <= set(found) or not all(isinstance(inner, plain) for inner in ast.walk(node.value)):
        return {}
    try:
        made = eval(ast.unparse(node.value), {"__builtins__": {}, "range": range}, dict(found))
        values = list(made) if isinstance(node.targets[0], ast.Tuple) else [made]
    except (TypeError, ValueError, ArithmeticError):
        return {}
    if len(values) != len(names) or not all(map(_small, values)):
        return {}
    return dict(zip(names, values, strict=True))


def _small(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST and value.isascii()
    return type(value) is int and -BIGGEST < value < BIGGEST
